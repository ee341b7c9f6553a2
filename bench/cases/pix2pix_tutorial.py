# title: The epoch, for a summary
# repository: tensorflow/docs
# commit: 5b21901487f0ed10083676f44a1bc5e1b0862c8b
# licence: Apache-2.0
# program: site/en/tutorials/generative/pix2pix.ipynb
# options: --unsafe-fixes
# packages: tensorboard
# replace: EPOCHS = 150 => EPOCHS = 6
# story: TensorFlow's own tutorial passed the epoch to a traced step, which needs it for its
# story: summaries only: a trace of a U-Net and a PatchGAN in each epoch. Its authors removed
# story: that six weeks later. One made-up image and six epochs here, of 400 and 150.
"""Runs the code of the notebook on made-up images."""

import runpy
import sys
import types
from pathlib import Path

import keras
import matplotlib
import numpy as np
import tensorflow as tf

matplotlib.use("Agg")
keras.utils.set_random_seed(1)

display = types.SimpleNamespace(clear_output=lambda wait: None, IFrame=lambda **options: None)
sys.modules["IPython"] = types.ModuleType("IPython")
sys.modules["IPython"].display = display
sys.modules["IPython"].version_info = (8, 24)

random = np.random.default_rng(1)
for name in ("train/100", "test/1"):
    image = random.integers(0, 256, (256, 512, 3), np.uint8)
    file = Path(f"data/facades/{name}.jpg")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(tf.io.encode_jpeg(image).numpy())
keras.utils.get_file = lambda *_, **__: "data/facades.tar.gz"
tf.keras.utils.get_file = keras.utils.get_file
tf.keras.utils.plot_model = lambda *_, **__: None

runpy.run_path("site/en/tutorials/generative/pix2pix.py", run_name="__main__")
