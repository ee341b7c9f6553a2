# planted: TFR602 the same network is compiled anew for each hospital that is left out
# style: a medical statistician's notebook turned script, Keras fit and evaluate
import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Sequential
from tensorflow.keras.layers import Dense

tf.keras.utils.set_random_seed(1234)
rng = np.random.default_rng(1234)

# ---- patients of five hospitals: age, pressure, two laboratory values ----
SITES = ["Aarhus", "Bergen", "Lund", "Tampere", "Uppsala"]
effect = np.array([0.8, 0.5, -0.9, 0.3])
patients = {}
for site in SITES:
    x = rng.normal(rng.normal(0, 0.3, size=4), 1.0, size=(48, 4))
    risk = x @ effect + rng.normal(0, 0.4) + 0.5 * rng.normal(size=48)
    patients[site] = (x.astype("float32"), (risk > 0).astype("float32"))


def others(left_out):
    xs, ys = zip(*(patients[site] for site in SITES if site != left_out))
    return np.concatenate(xs), np.concatenate(ys)


# ---- network ----
net = Sequential([Input((4,)), Dense(8, activation="relu"), Dense(1, activation="sigmoid")])
initial = net.get_weights()
net.compile(
    optimizer=tf.keras.optimizers.SGD(learning_rate=0.5),
    loss="binary_crossentropy",
    metrics=["accuracy"],
)

# ---- one hospital at a time ----
rows = []
for site in SITES:
    net.set_weights(initial)
    x, y = others(site)
    net.fit(x, y, epochs=4, batch_size=48, shuffle=False, verbose=0)
    loss, accuracy = net.evaluate(*patients[site], batch_size=48, verbose=0)
    rows.append((site, loss, accuracy))

print("site        loss    accuracy")
for site, loss, accuracy in rows:
    print(f"{site:10s}  {loss:.4f}  {accuracy:.4f}")
losses = np.array([loss for _, loss, _ in rows])
print(f"mean loss {losses.mean():.4f}, spread {losses.std():.4f}")
