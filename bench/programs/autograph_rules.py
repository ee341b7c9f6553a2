# title: Rules of AutoGraph, kept and broken
# repository: HUSTHY/TensorFlow2.0_study
# commit: 55ea41e5ec748319df93ad89ba9e939b5361fd07
# licence: none
# program: 4_Low_level_API/4.1_rules_of_using_autograph.py
"""Runs the program."""

import runpy

runpy.run_path("4_Low_level_API/4.1_rules_of_using_autograph.py", run_name="__main__")
