"""What messages advise holds of the program that they are about."""

from __future__ import annotations

import pytest

from flake8_tfretrace import Settings, check
from flake8_tfretrace.catalog import DEFAULT_CODES

IMPORTS = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras
import matplotlib.pyplot as plt

"""


def messages(program: str, code: str) -> list[str]:
    """Return what the findings of one code say on a program, likely ones included."""
    settings = Settings(confidence="likely")
    found = check(IMPORTS + program, codes={*DEFAULT_CODES, code}, settings=settings)
    return [finding.message for finding in found if finding.code == code]


PREDICT = """\
model = keras.models.load_model("a")
state = data = np.ones([1, 4])
{0}
"""


@pytest.mark.parametrize(
    ("loop", "at_once"),
    [
        ("for i in range(9):\n    model.predict(data)", True),
        ("for x in range(9):\n    plt.plot(x, model.predict(np.ones([1, 4]) * x))", True),
        ("out = [model.predict(data * x) for x in range(9)]", True),
        ("for x in range(9):\n    y = model.predict(data * x)\n    show(x, y)", True),
        ("for i in range(9):\n    state = model.predict(np.reshape(state, [1, 4]))", False),
        (
            "for i in range(9):\n    state = np.reshape(state, [1, 4])\n"
            "    action = np.argmax(model.predict(state))\n    state, _ = env.step(action)",
            False,
        ),
        (
            "for i in range(9):\n    state = np.reshape(env.state, [1, 4])\n"
            "    env.step(np.argmax(model.predict(state)))",
            False,
        ),
        (
            "for i in range(9):\n    words = keras.utils.pad_sequences([state])\n"
            "    y = model.predict(words)\n    if y > 1:\n        state += 'a'",
            False,
        ),
        ("while state.any():\n    model.predict(np.reshape(camera.read(), [1, 4]))", False),
        ("def f():\n    model.predict(np.ones([1, 4]))\nfor i in range(9):\n    f()", False),
    ],
)
def test_predict_once_for_all(loop: str, at_once: bool) -> None:
    (message,) = messages(PREDICT.format(loop), "TFR601")
    assert ("or predict once for all" in message) is at_once


def test_rows_that_are_assumed() -> None:
    loop = "for i in range(9):\n    model.predict(unknown(i))"
    (message,) = messages(PREDICT.format(loop), "TFR601")
    assert message.endswith("(if 'unknown(i)' has at most one batch (32 rows))")
