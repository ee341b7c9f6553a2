# notebook_lr_sweep, cured.
# %% [markdown]
# # Which learning rate?

# %%
import numpy as np
import tensorflow as tf

print("devices:", len(tf.config.list_physical_devices("CPU")))

# %%
np.random.seed(42)
x_all = np.random.uniform(-2, 2, size=(50, 1)).astype("float32")
y_all = 1.5 * x_all - 0.7 + 0.05 * np.random.randn(50, 1).astype("float32")
x_all, y_all = tf.constant(x_all), tf.constant(y_all)

# %%
results = {}
slope = tf.Variable(0.0)
offset = tf.Variable(0.0)


@tf.function
def train_step(lr):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(slope * x_all + offset - y_all))
    d_slope, d_offset = tape.gradient(loss, (slope, offset))
    slope.assign_sub(lr * d_slope)
    offset.assign_sub(lr * d_offset)
    return loss


for lr in [0.01, 0.03, 0.1, 0.3]:
    slope.assign(0.0)
    offset.assign(0.0)
    curve = [float(train_step(tf.constant(lr))) for _ in range(10)]
    results[lr] = curve[-1]

# %%
for lr, final in results.items():
    print("lr", lr, "final loss %.5f" % final)

# %%
best = min(results, key=results.get)
print("best", best)
