# planted: TFR504 the pipeline with its map and filter is rebuilt at the start of every epoch
# style: teaching notebook exported as a script, Keras model trained with train_on_batch
# %% [markdown]
# # Exercise 6: views of seven-segment digits
# We draw noisy digits, crop them, and train a small classifier epoch by epoch.

# %%
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(31)

SEGMENTS = ["1110111", "0010010", "1011101", "1011011", "0111010",
            "1101011", "1101111", "1010010", "1111111", "1111011"]
STROKES = [((1, 1), (1, 5)), ((1, 1), (5, 1)), ((1, 5), (5, 5)), ((5, 1), (5, 5)),
           ((5, 1), (9, 1)), ((5, 5), (9, 5)), ((9, 1), (9, 5))]


def draw(digit):
    canvas = np.zeros((11, 7), np.float32)
    for flag, ((y0, x0), (y1, x1)) in zip(SEGMENTS[digit], STROKES):
        if flag == "1":
            canvas[y0:y1 + 1, x0:x1 + 1] = 1.0
    return canvas


# %%
rng = np.random.default_rng(31)
labels = rng.integers(0, 10, size=400).astype("int32")
images = np.stack([draw(d) for d in labels])
images = images + 0.45 * rng.normal(size=images.shape).astype("float32")
images[::25] = 0.0

raw = tf.data.Dataset.from_tensor_slices((images, labels))


# %% [markdown]
# Empty pictures are dropped; the rest is standardised and gets an edge channel.

# %%
def not_empty(image, label):
    return tf.reduce_max(image) > 0.0


def standardise(image, label):
    mean = tf.reduce_mean(image)
    spread = tf.math.reduce_std(image)
    return (image - mean) / (spread + 1e-6), label


def add_edges(image, label):
    down = image - tf.roll(image, shift=1, axis=0)
    right = image - tf.roll(image, shift=1, axis=1)
    return tf.stack([image, down, right], axis=-1), label


def training_batches(batch_size):
    return (raw.filter(not_empty)
            .map(standardise)
            .map(add_edges)
            .batch(batch_size))


# %%
model = keras.Sequential([
    keras.Input((11, 7, 3)),
    keras.layers.Conv2D(8, 3, activation="relu"),
    keras.layers.Flatten(),
    keras.layers.Dense(10),
])
model.compile(keras.optimizers.Adam(3e-3),
              keras.losses.SparseCategoricalCrossentropy(from_logits=True))

history = []
batches = training_batches(48)
for epoch in range(14):
    losses = []
    for x, y in batches:
        losses.append(float(model.train_on_batch(x, y)))
    history.append(losses[-1])

# %%
x, y = next(iter(training_batches(384)))
accuracy = np.mean(np.argmax(model(x, training=False).numpy(), axis=1) == y.numpy())
print("pictures used:", len(y))
print(f"loss after epochs 1, 7, 14: {history[0]:.2f} {history[6]:.2f} {history[13]:.2f}")
print(f"accuracy {accuracy:.2f}")
