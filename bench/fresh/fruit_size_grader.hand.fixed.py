# planted: TFR505 the notebook switched to eager execution for a breakpoint in the loss and never switched back
# style: notebook-like script, Keras fit with a custom loss and a custom metric
# %%
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(8)


# %% conveyor images of apples, one per cup
def apples(count, seed):
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:16, :16]
    radius = rng.uniform(3.0, 7.0, count)
    cy, cx = rng.normal(8, 0.7, (2, count))
    d = np.sqrt((y - cy[:, None, None]) ** 2 + (x - cx[:, None, None]) ** 2)
    images = 1.0 / (1.0 + np.exp(2.0 * (d - radius[:, None, None])))
    images += rng.normal(0, 0.1, images.shape)
    return images[..., None].astype("float32"), radius[:, None].astype("float32")


# %% loss: undersizing a fruit is worse than oversizing it
def asymmetric(y_true, y_pred):
    error = y_true - y_pred
    return tf.reduce_mean(tf.maximum(0.7 * error, -0.3 * error))


def grade_accuracy(y_true, y_pred):
    edges = [4.0, 5.0, 6.0]
    grade = sum(tf.cast(y_true > e, tf.int32) for e in edges)
    guess = sum(tf.cast(y_pred > e, tf.int32) for e in edges)
    return tf.reduce_mean(tf.cast(tf.equal(grade, guess), tf.float32))


# %%
model = keras.Sequential([
    keras.Input((16, 16, 1)),
    keras.layers.AveragePooling2D(2),
    keras.layers.Flatten(),
    keras.layers.Dense(32, activation="relu"),
    keras.layers.Dense(32, activation="relu"),
    keras.layers.Dense(1, bias_initializer=keras.initializers.Constant(5.0)),
])
model.compile(keras.optimizers.Adam(0.003), loss=asymmetric, metrics=[grade_accuracy])

# %%
x, y = apples(384, 1)
xv, yv = apples(128, 2)
history = model.fit(x, y, validation_data=(xv, yv), epochs=6, batch_size=16, verbose=0).history
print("loss", round(history["loss"][0], 2), "->", round(history["loss"][-1], 2))
print("validation", round(history["val_loss"][-1], 2))

# %% the sorter
sizes = model.predict(xv, verbose=0)[:, 0]
print("mean diameter", round(2 * float(sizes.mean()), 1))
print("large", int((sizes > 6.2).sum() >= 10))
