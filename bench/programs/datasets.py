# title: A tutorial on datasets
# repository: Apm5/tensorflow_2.0_tutorial
# commit: 80cd649bd815fddfba2ffcd8e9c6b56dea30930d
# licence: none
# program: data/dataset.py
"""Runs the program."""

import runpy

runpy.run_path("data/dataset.py", run_name="__main__")
