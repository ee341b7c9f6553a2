# %% Loss surfaces after Li et al. (2018): filter-normalised random directions
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(27)
rng = np.random.default_rng(27)

# %% data and model
n = 240
angle = rng.uniform(0, 2 * np.pi, n)
label = rng.integers(0, 2, n)
radius = 0.6 + 0.7 * label + 0.1 * rng.normal(size=n)
x = tf.constant(np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1), tf.float32)
y = tf.constant(label, tf.float32)

model = keras.Sequential([
    keras.Input((2,)),
    keras.layers.Dense(16, activation="relu"),
    keras.layers.Dense(16, activation="relu"),
    keras.layers.Dense(1),
])
model.compile(keras.optimizers.Adam(1e-2), keras.losses.BinaryCrossentropy(from_logits=True))
history = model.fit(x, y, epochs=20, batch_size=48, shuffle=False, verbose=0)
print("final loss", round(history.history["loss"][-1], 2))


# %% directions
def filter_normalised(weights):
    direction = []
    for w in weights:
        d = rng.normal(size=w.shape).astype("float32")
        if w.ndim == 2:
            d *= np.linalg.norm(w, axis=0) / np.linalg.norm(d, axis=0)
        else:
            d *= 0.0
        direction.append(tf.constant(d))
    return direction


minimum = [tf.constant(w) for w in model.get_weights()]
first, second = filter_normalised(model.get_weights()), filter_normalised(model.get_weights())


# %% the surface
@tf.function
def displaced_loss(alpha, beta):
    moved = [w + alpha * a + beta * b for w, a, b in zip(minimum, first, second)]
    h = tf.nn.relu(x @ moved[0] + moved[1])
    h = tf.nn.relu(h @ moved[2] + moved[3])
    logits = (h @ moved[4] + moved[5])[:, 0]
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))


span = [round(-1.0 + 0.2 * k, 1) for k in range(11)]
surface = np.zeros((len(span), len(span)))
for i, alpha in enumerate(span):
    for j, beta in enumerate(span):
        surface[i, j] = displaced_loss(tf.constant(alpha), tf.constant(beta))

# %% summary
centre = len(span) // 2
print("centre", round(surface[centre, centre], 2))
print("corners", [round(float(surface[i, j]), 2) for i in (0, -1) for j in (0, -1)])
inside = surface < surface[centre, centre] + 0.1
print("cells within 0.1 of the minimum:", int(inside.sum()))
