# title: Images that are turned and coloured at random
# repository: youyouf/Tensorflow2.x
# commit: 63665ed62d5b99e6dcc231c5c1cefe869d6259e0
# licence: none
# program: Image_Classification/MobileNet/dataloader.py
# files: Image_Classification/MobileNet/config.py
"""Loads made-up images as train.py does."""

import sys
from pathlib import Path

import numpy as np
import tensorflow as tf

np.random.seed(1)
sys.path.insert(0, "Image_Classification/MobileNet")

from dataloader import DataLoader  # noqa: E402

random = np.random.default_rng(1)
for kind in ("bulbasaur", "pikachu"):
    folder = Path("pokeman", kind)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(8):
        image = tf.constant(random.integers(0, 255, (40, 40, 3), dtype=np.uint8))
        tf.io.write_file(str(folder / f"{number}.jpg"), tf.io.encode_jpeg(image))

loader = DataLoader()
images, labels = loader.load_data(mode="train")
for batch, _ in loader.make_datasets(images, labels):
    print(batch.shape)
