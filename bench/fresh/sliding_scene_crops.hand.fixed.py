# planted: TFR103 the box of each detection is a tuple of Python ints that the compiled cropper gets
# style: remote sensing, a class for the scene, tuples for boxes, annotations from JSON text
import json

import numpy as np
import tensorflow as tf

PATCH = 16


class Scene:
    def __init__(self, height=120, width=160, seed=30):
        rng = np.random.default_rng(seed)
        y, x = np.mgrid[0:height, 0:width]
        base = np.sin(x / 9.0) * np.cos(y / 13.0)
        bands = [base, base**2, rng.normal(0, 0.05, base.shape)]
        self.pixels = tf.constant(np.stack(bands, -1), tf.float32)

    @tf.function
    def patch(self, box):
        """box: (top, left, height, width) in pixels; the patch has a fixed size"""
        top, left, height, width = tf.unstack(box)
        cut = tf.slice(self.pixels, [top, left, 0], [height, width, 3])
        return tf.image.resize(cut, [PATCH, PATCH], method="area")


def annotations(n, seed):
    """as the labelling tool exports them"""
    rng = np.random.default_rng(seed)
    items = []
    for i in range(n):
        h, w = (int(v) for v in rng.integers(8, 40, 2))
        top, left = int(rng.integers(0, 120 - h)), int(rng.integers(0, 160 - w))
        items.append({"id": i, "bbox": [top, left, h, w], "class": ["field", "lake"][i % 2]})
    return json.dumps({"annotations": items})


@tf.function
def describe(patch):
    mean = tf.reduce_mean(patch, axis=[0, 1])
    texture = tf.reduce_mean(tf.abs(patch[1:] - patch[:-1]), axis=[0, 1])
    return tf.concat([mean, texture], 0)


def main():
    scene = Scene()
    by_class = {}
    for item in json.loads(annotations(60, seed=31))["annotations"]:
        box = tf.constant(item["bbox"])
        vector = describe(scene.patch(box)).numpy()
        by_class.setdefault(item["class"], []).append(vector)
    for name, vectors in sorted(by_class.items()):
        print(name, len(vectors), " ".join("%.3f" % v for v in np.mean(vectors, axis=0)))


if __name__ == "__main__":
    main()
