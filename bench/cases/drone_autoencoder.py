# title: A weight that depends on the epoch
# repository: microsoft/AirSim-Drone-Racing-VAE-Imitation
# commit: 4388528edfca32df3da7357532c9d43fb826a422
# licence: MIT
# program: cmvae/train_cmvae.py
# files: racing_models
# options: --unsafe-fixes
# packages: tensorboard
# replace: epochs = 50 => epochs = 5
# replace: losses.mean_squared_error => losses.MSE
# replace: '/home/rb/all_files/model_outputs/cmvae_con' => 'output'
# replace: Adam(lr= => Adam(learning_rate=
# replace: .reset_states() => .reset_state()
# replace: model(img_gt, mode) => model(img_gt, mode=mode)
# story: A custom training loop passes the epoch to the traced step, which decides by it on
# story: weights of the loss, with `if` in a traced function of its own. Five epochs here, of 50.
"""Runs the program on made-up images, without the noise between encoder and decoder."""

import runpy
import sys
import types

import keras
import numpy as np
import tensorflow as tf


def data(folder, batch_size, resolution, max_size):
    random = np.random.default_rng(1)
    images = random.normal(size=(8, resolution, resolution, 3)).astype(np.float32)
    poses = random.normal(size=(8, 4)).astype(np.float32)
    batches = tf.data.Dataset.from_tensor_slices((images, poses)).batch(8)
    return batches, batches


keras.utils.set_random_seed(1)
utils = types.ModuleType("racing_utils")
utils.dataset_utils = types.SimpleNamespace(create_dataset_csv=data)
sys.modules["racing_utils"] = utils
sys.path.insert(0, "racing_models")

import racing_models.cmvae  # noqa: E402

racing_models.cmvae.random_normal = tf.zeros
runpy.run_path("cmvae/train_cmvae.py", run_name="__main__")
