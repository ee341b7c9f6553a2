# tiled_segmentation, cured.
import numpy as np
import tensorflow as tf

TILE = 24


class Segmenter(tf.Module):
    def __init__(self, seed=6):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.kernel = tf.Variable(rng.normal(0, 0.3, size=(3, 3, 1, 4)).astype("float32"))
        self.head = tf.Variable(rng.normal(size=(1, 1, 4, 1)).astype("float32"))

    @tf.function(
        input_signature=[
            tf.TensorSpec([None, None], tf.float32),
            tf.TensorSpec([], tf.int32),
            tf.TensorSpec([], tf.int32),
            tf.TensorSpec([], tf.int32),
            tf.TensorSpec([], tf.int32),
        ]
    )
    def predict_tile(self, tile, row, column, height, width):
        rows = (tf.range(tf.shape(tile)[0]) + row) / height
        columns = (tf.range(tf.shape(tile)[1]) + column) / width
        vignette = 1.0 - 0.5 * tf.cast(rows[:, None] ** 2 + columns[None, :] ** 2, tf.float32)
        image = (tile * vignette)[None, :, :, None]
        features = tf.nn.relu(tf.nn.conv2d(image, self.kernel, 1, "SAME"))
        return tf.sigmoid(tf.nn.conv2d(features, self.head, 1, "SAME"))[0, :, :, 0]


def segment(model, image):
    height, width = image.shape
    mask = np.zeros_like(image)
    for row in range(0, height, TILE):
        for column in range(0, width, TILE):
            tile = image[row : row + TILE, column : column + TILE]
            mask[row : row + TILE, column : column + TILE] = model.predict_tile(
                tile, row, column, height, width
            )
    return mask


def main():
    rng = np.random.default_rng(0)
    model = Segmenter()
    for name, size in {"leaf": (60, 80), "cell": (50, 50)}.items():
        image = rng.uniform(size=size).astype("float32")
        mask = segment(model, image)
        print(name, mask.shape, f"mean {mask.mean():.4f}, corner {mask[-1, -1]:.4f}")


if __name__ == "__main__":
    main()
