"""What the rules say of programs that no fixture shows: each kills a mutant that survived."""

from __future__ import annotations

import pytest

from flake8_tfretrace import check
from flake8_tfretrace.catalog import ALL_CODES

IMPORTS = """\
import keras
import tensorflow as tf

data = tf.ones([2, 2])
model = keras.Sequential()
"""


def reported(program: str, code: str) -> list[str]:
    """Return the lines of a program that a code is reported on."""
    source = IMPORTS + program
    lines = source.splitlines()
    found = check(source, codes=ALL_CODES)
    return [lines[finding.line - 1].strip() for finding in found if finding.code == code]


def test_a_loop_that_makes_one_model_and_compiles_two() -> None:
    program = """
for rate in rates:
    fresh = keras.Sequential()
    fresh.compile(keras.optimizers.SGD(rate))
    model.compile(keras.optimizers.SGD(rate))
"""
    assert reported(program, "TFR602") == ["model.compile(keras.optimizers.SGD(rate))"]


def test_each_model_of_a_list_is_compiled_once() -> None:
    program = """
models = [keras.Sequential(), keras.Sequential()]
for i in range(2):
    models[i].compile("sgd")
"""
    assert reported(program, "TFR602") == []


@pytest.mark.parametrize(
    ("call", "is_reported"),
    [
        ("model.predict(data)", True),
        ("model.predict(x=data)", True),
        ("model.predict(x=tf.data.Dataset.from_tensor_slices(data))", False),
    ],
)
def test_predict_is_given_its_data_by_keyword(call: str, is_reported: bool) -> None:
    program = f"for step in range(9):\n    {call}\n"
    assert reported(program, "TFR601") == ([call] if is_reported else [])


@pytest.mark.parametrize(
    ("option", "is_reported"),
    [("", True), (", num_parallel_calls=4", True), (", drop_remainder=True", False)],
)
def test_only_drop_remainder_drops_the_remainder(option: str, is_reported: bool) -> None:
    line = f"for x in tf.data.Dataset.range(9).batch(4{option}):"
    program = f"@tf.function\ndef f(x):\n    return x\n\n{line}\n    f(x)\n"
    assert reported(program, "TFR604") == ([line] if is_reported else [])
