# title: A network in an equation
# repository: titu1994/tfdiffeq
# commit: ef646f85cbd0821749a03e7ab51e03e16798fab1
# licence: MIT
# program: tfdiffeq/models/dense_odenet.py
# files: tfdiffeq
# packages: tf-keras
"""Trains the model on a line, as the examples train it on images."""

import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import matplotlib.style
import tensorflow as tf

matplotlib.style.use = lambda _: None

from tfdiffeq.models import ODENet  # noqa: E402

model = ODENet(hidden_dim=8, output_dim=1, time_dependent=True)
optimizer = tf.keras.optimizers.Adam(0.01)
x = tf.random.normal([16, 2], seed=1)
y = tf.reduce_sum(x, axis=1, keepdims=True)
for _ in range(4):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print(float(loss), model.odeblock.odefunc.nfe)
