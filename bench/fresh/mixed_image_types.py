# planted: TFR107 images as bytes from one source and as floats from the other
# style: data sources as generators, metrics
import numpy as np
import tensorflow as tf

SIDE = 8


def camera(n, seed):
    rng = np.random.RandomState(seed)
    for _ in range(n):
        yield rng.randint(0, 256, size=(SIDE, SIDE, 3)).astype(np.uint8)


def renderer(n, seed):
    rng = np.random.RandomState(seed)
    for _ in range(n):
        yield rng.rand(SIDE, SIDE, 3).astype(np.float32) * 255.0


def interleave(*sources):
    iterators = [iter(source) for source in sources]
    while iterators:
        for iterator in list(iterators):
            try:
                yield next(iterator)
            except StopIteration:
                iterators.remove(iterator)


@tf.function
def descriptor(image):
    image = tf.cast(image, tf.float32) / 255.0
    grey = tf.tensordot(image, tf.constant([0.299, 0.587, 0.114]), axes=1)
    dx = grey[:, 1:] - grey[:, :-1]
    dy = grey[1:, :] - grey[:-1, :]
    return tf.stack([tf.reduce_mean(grey), tf.reduce_mean(dx**2), tf.reduce_mean(dy**2)])


rows = []
for image in interleave(camera(3, 0), renderer(4, 1)):
    rows.append(descriptor(image).numpy())

rows = np.array(rows)
print("images", len(rows))
for name, column in zip(("grey", "dx", "dy"), rows.T):
    print(name, "%.4f" % column.mean(), "%.4f" % column.std())
