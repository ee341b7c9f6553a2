"""Make a proof sheet: one enhanced 12 by 12 thumbnail per uploaded photo."""
import numpy as np
import tensorflow as tf

import thumbnail_proof_sheet_ops as ops


class Album:
    def __init__(self, name):
        self.name = name
        self.thumbnails = []
        self.stats = []

    def add(self, photo):
        thumb, contrast = ops.thumbnail(photo, side=12)
        self.thumbnails.append(thumb)
        self.stats.append(contrast)

    def sheet(self, columns=6):
        rows = [tf.concat(self.thumbnails[i:i + columns], axis=1)
                for i in range(0, len(self.thumbnails), columns)]
        return tf.concat(rows, axis=0)


def uploads(count, seed):
    """Landscapes and portraits as phones make them: hardly two of one size."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        height, width = (int(n) for n in rng.integers(20, 60, 2))
        y, x = np.mgrid[0:height, 0:width]
        base = 0.5 + 0.3 * np.sin(x / rng.uniform(3, 9)) * np.cos(y / rng.uniform(3, 9))
        noise = rng.normal(0, 0.05, (height, width, 3))
        yield np.clip(base[..., None] * rng.uniform(0.5, 1.0, 3) + noise, 0, 1).astype("float32")


def main():
    album = Album("harbour walk")
    for photo in uploads(18, seed=8):
        album.add(photo)
    sheet = album.sheet()
    print(album.name, "sheet", tuple(sheet.shape))
    print("mean colour:", np.round(tf.reduce_mean(sheet, axis=[0, 1]).numpy(), 2))
    print("contrast from", round(min(album.stats), 2), "to", round(max(album.stats), 2))
    print("brightest thumbnail:", int(np.argmax([float(tf.reduce_mean(t)) for t in album.thumbnails])))


if __name__ == "__main__":
    main()
