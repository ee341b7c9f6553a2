# title: Shapes that only the data know
# repository: N3PDF/vegasflow
# commit: 15aecc40c100471a29f36e54ae413bcd9d73a78b
# licence: GPL-3.0
# program: src/vegasflow/vflowplus.py
# files: src
# packages: joblib
# options: --unsafe-fixes --profile traces.json
# story: An adaptive Monte Carlo integration draws another number of samples in each iteration.
# story: The source does not show it, and the linter alone is silent; a recorded profile knows.
# story: The authors wrote a signature with open dimensions in their next commit. Requirements
# story: that admit TensorFlow before 2.9, as those of that time, make the fixer refuse the option.
"""Integrates a peak in two dimensions, in sixty iterations."""

import sys

import tensorflow as tf

sys.path.insert(0, "src")
from vegasflow import VegasFlowPlus

tf.random.set_seed(1)


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float64)])
def peak(x):
    return tf.exp(-100.0 * tf.reduce_sum(tf.square(x - 0.5), axis=1))


integrator = VegasFlowPlus(2, 1000, adaptive=True, simplify_signature=True)
integrator.compile(peak, compilable=False)
integrator.run_integration(60)
