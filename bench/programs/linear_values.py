# title: Values of a line
# repository: alvarohernandezalt/TensorFlow_First_Approaches
# commit: 4abdc5f0cf3a4a4e6fe457303791bb58e2a4643d
# licence: none
# program: L4_0/4_4_basic_linear1.py
"""Runs the program."""

import runpy

runpy.run_path("L4_0/4_4_basic_linear1.py", run_name="__main__")
