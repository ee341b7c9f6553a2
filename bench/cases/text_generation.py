# title: A text, letter by letter
# repository: jeffheaton/t81_558_deep_learning
# commit: e674d07b85289b0cfb4cc57ff213228fd2ae4dc4
# licence: Apache-2.0
# program: t81_558_class_10_3_text_generation.ipynb
# options: --unsafe-fixes
# replace: RMSprop(lr= => RMSprop(learning_rate=
# replace: [0.2, 0.5, 1.0, 1.2] => [0.5]
# replace: range(400) => range(120)
# replace: epochs=60 => epochs=1
# story: After each epoch a recurrent network writes 1600 letters, and each is a `predict` of one
# story: row. One epoch on a made-up text, and 120 letters, here.
"""Runs the code of the notebook on a made-up text."""

import random
import runpy
import sys
import types

import keras

random.seed(1)
keras.utils.set_random_seed(1)
text = "fifteen men on the dead man's chest, yo-ho-ho, and a bottle of rum! " * 8
requests = types.ModuleType("requests")
requests.get = lambda address: types.SimpleNamespace(text=text)
sys.modules["requests"] = requests
runpy.run_path("t81_558_class_10_3_text_generation.py", run_name="__main__")
