# title: Digits over a latent space
# repository: PacktPublishing/Advanced-Deep-Learning-with-Keras
# commit: b065726ee733d32c6bd618fc7643c9fc51767c75
# licence: MIT
# program: chapter3-autoencoders/autoencoder-2dim-mnist-3.2.2.py
# replace: n = 30 => n = 11
# replace: epochs=20 => epochs=1
"""Runs the program on made-up digits."""

import runpy

import keras
import matplotlib
import numpy as np
import tensorflow.keras.utils

matplotlib.use("Agg")
random = np.random.default_rng(1)


def load_data():
    images = random.integers(0, 255, (64, 28, 28), dtype=np.uint8)
    labels = random.integers(0, 10, 64)
    return (images, labels), (images, labels)


keras.datasets.mnist.load_data = load_data
tensorflow.keras.utils.plot_model = lambda *_, **__: None
runpy.run_path("chapter3-autoencoders/autoencoder-2dim-mnist-3.2.2.py", run_name="__main__")
