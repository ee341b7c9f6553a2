# title: A forecast, window by window
# repository: renjithbaby23/tf2.0_examples
# commit: 79f8f0b018536e5f011fc7e413039e933f786b2e
# licence: MIT
# program: 20_sequence_data_processing.py
# options: --unsafe-fixes
# replace: SGD(lr= => SGD(learning_rate=
# replace: np.arange(4 * 365 + 1, => np.arange(60,
# replace: split_time = 1000 => split_time = 40
# replace: metrics.mean_absolute_error => metrics.MAE
# replace: epochs=100 => epochs=5
# story: A trained network forecasts each window of a time series with a `predict` of its own:
# story: 40 here, 1441 in the program as it is.
"""Runs the program."""

import runpy

import keras

keras.utils.set_random_seed(1)
runpy.run_path("20_sequence_data_processing.py", run_name="__main__")
