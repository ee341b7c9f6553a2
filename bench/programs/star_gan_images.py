# title: Pairs of images that are augmented alike
# repository: clovaai/stargan-v2-tensorflow
# commit: 7e4a29db59d4ff902ab0521b1e8a689684bc53fb
# licence: CC-BY-NC-4.0
# program: utils.py
# files: StarGAN_v2.py main.py networks.py ops.py
"""Loads made-up images as StarGAN_v2.build_model loads them."""

import sys
import types
from pathlib import Path

import numpy as np
import tensorflow as tf

sys.modules["cv2"] = types.ModuleType("cv2")

from utils import Image_data  # noqa: E402

random = np.random.default_rng(1)
for domain in ("cat", "dog"):
    folder = Path("images", domain)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(8):
        image = tf.constant(random.integers(0, 255, (40, 40, 3), dtype=np.uint8))
        tf.io.write_file(str(folder / f"{number}.jpg"), tf.io.encode_jpeg(image))

data = Image_data(32, 3, "images", ["cat", "dog"], True)
data.preprocess()
dataset = tf.data.Dataset.from_tensor_slices((data.images, data.shuffle_images, data.domains))
dataset = dataset.shuffle(16).repeat(2).map(data.image_processing, num_parallel_calls=16)
for first, second, domains in dataset.batch(4, drop_remainder=True):
    print(first.shape, second.shape, domains.shape)
