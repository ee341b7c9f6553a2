# title: Meta-learning with Reptile
# repository: luis-mueller/maml-tf2
# commit: a7fcc47fbb5cbc0d3c6d2ddfa1c4f9fa6d40d51a
# licence: MIT
# program: run.py
# files: mamltf2
# packages: tf-keras
"""Runs the program for a batch of twenty instead of a thousand, and saves no model."""

import os
import sys
import types

os.environ["TF_USE_LEGACY_KERAS"] = "1"
sys.modules["tensorflowjs"] = types.ModuleType("tensorflowjs")

import run  # noqa: E402

run.Reptile.saveKeras = lambda *_: None
sys.argv[1:] = []
run.main("name", "reptile", 20, 5, 10, 2, False, False)
