"""What the rules say of programs that no fixture shows."""

from __future__ import annotations

from flake8_tfretrace import check


def test_a_loop_that_makes_one_model_and_compiles_two() -> None:
    """TFR602 looks on after a model that is made where it is compiled."""
    found = check("""\
import keras

shared = keras.Sequential()
for rate in rates:
    fresh = keras.Sequential()
    fresh.compile(keras.optimizers.SGD(rate))
    shared.compile(keras.optimizers.SGD(rate))
""")
    assert [(finding.line, finding.code) for finding in found] == [(7, "TFR602")]
