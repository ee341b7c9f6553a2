"""Apple thinning: how many fruitlets will a tree drop, from weather and bloom, trained in cooling stages."""
import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(31)
rng = np.random.default_rng(31)

STAGES = [(0.02, 2), (0.01, 2), (0.005, 2), (0.002, 1), (0.001, 1)]
FEATURES = ["degree_days", "bloom", "carbohydrate", "crop_load", "humidity"]


def make_trees(n):
    x = rng.normal(size=(n, len(FEATURES))).astype("float32")
    drop = 0.5 + 0.2 * np.tanh(x[:, 0]) - 0.15 * x[:, 2] + 0.1 * x[:, 3] * x[:, 1]
    return x, (drop + rng.normal(0, 0.03, n)).astype("float32")


def build(width=12):
    inputs = keras.Input((len(FEATURES),), name="weather")
    h = layers.Dense(width, activation="relu")(inputs)
    h = layers.Dense(width, activation="relu")(h)
    return keras.Model(inputs, layers.Dense(1)(h), name="thinning")


x_train, y_train = make_trees(384)
x_valid, y_valid = make_trees(128)
model = build()

model.compile(optimizer=keras.optimizers.SGD(STAGES[0][0], momentum=0.0), loss="mse", metrics=["mae"])

history = []
for rate, epochs in STAGES:
    model.optimizer.learning_rate.assign(rate)
    h = model.fit(x_train, y_train, epochs=epochs, batch_size=32, shuffle=False, verbose=0,
                  validation_data=(x_valid, y_valid))
    history.append((rate, h.history["loss"][-1], h.history["val_mae"][-1]))

for rate, loss, mae in history[::2]:
    print(f"rate {rate:5.3f}  loss {loss:.3f}  val mae {mae:.3f}")
guess = np.full_like(y_valid, y_train.mean())
print(f"constant guess: val mae {np.abs(guess - y_valid).mean():.3f}")
dropped = model(x_valid, training=False).numpy()[:, 0]
print("mean drop", round(float(dropped.mean()), 2))
print("needs hand thinning", int((dropped < 0.35).sum()))
