# planted: TFR103 the sizes of a crop, as a list of Python ints
# style: augmentations, numpy random numbers
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(17)


@tf.function
def crop_mean(image, offset, size):
    patch = tf.slice(image, [offset[0], offset[1], 0], [size[0], size[1], -1])
    return tf.reduce_mean(patch, axis=[0, 1])


def random_window(height, width):
    h, w = int(rng.integers(4, height)), int(rng.integers(4, width))
    top, left = int(rng.integers(0, height - h + 1)), int(rng.integers(0, width - w + 1))
    return [top, left], [h, w]


def main():
    image = tf.constant(rng.random((24, 20, 3)).astype("float32"))
    for _ in range(6):
        offset, size = random_window(24, 20)
        print(offset, size, np.round(crop_mean(image, offset, size).numpy(), 4))


if __name__ == "__main__":
    main()
