# title: A learning rate that decays
# repository: Rabbit1010/TensorFlow2.0-Tutorial
# commit: 902d9dd55fc87c2bb0a3335002d668b49f9ab3ab
# licence: MIT
# program: Topic 5/custom_training_loop.py
# options:
# replace: epochs = 20 => epochs = 60
# story: A custom training loop passes the learning rate as a Python float, another one in
# story: each epoch. Sixty epochs of twenty here.
"""Runs the program."""

import runpy

import matplotlib
import tensorflow as tf

matplotlib.use("Agg")
tf.random.set_seed(1)
runpy.run_path("Topic 5/custom_training_loop.py", run_name="__main__")
