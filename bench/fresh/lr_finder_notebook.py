# planted: TFR101 the learning rate of the range test is a float that is multiplied after every batch
# style: a notebook of a course, cells marked, globals everywhere
# %% [markdown]
# # Finding a learning rate
# We let the rate grow from batch to batch and look where the loss falls fastest.

# %%
import math

import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(42)
rng = np.random.default_rng(42)

# %% Data: how much a house costs
n = 320
area = rng.uniform(40, 200, n)
rooms = np.round(area / 30 + rng.normal(0, 0.5, n))
age = rng.uniform(0, 60, n)
price = 2.0 * area + 15 * rooms - 1.2 * age + rng.normal(0, 12, n)
X = np.stack([area, rooms, age], axis=1)
X = ((X - X.mean(0)) / X.std(0)).astype("float32")
y = ((price - price.mean()) / price.std()).astype("float32")[:, None]
ds = tf.data.Dataset.from_tensor_slices((X, y)).batch(16, drop_remainder=True)

# %% Model
model = keras.Sequential(
    [keras.layers.Input((3,)), keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1)]
)
start_weights = model.get_weights()
mse = keras.losses.MeanSquaredError()


@tf.function
def sgd_batch(xb, yb, lr):
    with tf.GradientTape() as tape:
        loss = mse(yb, model(xb, training=True))
    for w, g in zip(model.trainable_variables, tape.gradient(loss, model.trainable_variables)):
        w.assign_sub(lr * g)
    return loss


# %% Range test
lr, factor = 1e-3, 1.4
smooth, beta = 0.0, 0.8
rates, losses = [], []
for i, (xb, yb) in enumerate(ds, start=1):
    loss = float(sgd_batch(xb, yb, lr))
    smooth = beta * smooth + (1 - beta) * loss
    corrected = smooth / (1 - beta**i)
    if i > 5 and corrected > 4 * min(losses):
        break
    rates.append(lr)
    losses.append(corrected)
    lr *= factor

for r, l in list(zip(rates, losses))[::3]:
    print(f"lr {r:.4f}  loss {l:.4f}")

# %% Where does it fall fastest?
slope = np.gradient(np.array(losses), np.log(np.array(rates)))
best = rates[int(np.argmin(slope))]
print("steepest at lr", round(best, 4), "log10", round(math.log10(best), 3))

# %% Train with it
model.set_weights(start_weights)
for epoch in range(3):
    epoch_lr = best * 0.5**epoch
    total = sum(float(sgd_batch(xb, yb, epoch_lr)) for xb, yb in ds)
    print(f"epoch {epoch}: lr {epoch_lr:.4f}, loss {total / len(ds):.4f}")
