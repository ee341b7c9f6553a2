# title: The course's forecast of a series
# repository: chenxu0602/TensorFlow2.0
# commit: a31f9a904ec0a5f47c6b1642548d797cb43b86f8
# licence: none
# program: dlaicourse/course4_week2_lesson2.py
# replace: 4 * 365 + 1 => 300
# replace: split_time = 1000 => split_time = 200
# replace: metrics.mean_absolute_error => losses.MAE
# replace: epochs=100 => epochs=3
# replace: SGD(lr= => SGD(learning_rate=
"""Runs the program on a shorter series."""

import runpy

import matplotlib

matplotlib.use("Agg")
runpy.run_path("dlaicourse/course4_week2_lesson2.py", run_name="__main__")
