# title: A course's forecast by a network
# repository: Virajdatt/TensorFlow_Cert_Learning
# commit: 387eb9118494a287abaa82d8afec87d3de8903e8
# licence: none
# program: Coursera/Course_4/artifical_ts_dnn.py
# replace: 10 * 365 + 1 => 300
# replace: split_time = 3000 => split_time = 200
# replace: metrics.mean_absolute_error => losses.MAE
# replace: epochs=100 => epochs=3
# replace: np.arange(100)/20 => np.arange(3)/20
"""Runs the program on a shorter series."""

import runpy

import matplotlib

matplotlib.use("Agg")
runpy.run_path("Coursera/Course_4/artifical_ts_dnn.py", run_name="__main__")
