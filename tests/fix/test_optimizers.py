"""TFR106 of optimizers: one is made before the loop that sets its learning rate, or they stay."""

from __future__ import annotations

import pytest
from tfretrace_fix.engine import FixResult, fix_source

PROGRAM = """\
import tensorflow as tf

w = tf.Variable([1.0, -2.0])


@tf.function
def step(optimizer, x):
    {body}


for rate in (0.1, 0.2, 0.3, 0.4):
    {before}
    optimizer = tf.keras.optimizers.{made}
    optimizer.build([w])
    for _ in range(3):
        step(optimizer, {x})
{after}
"""
APPLY = "optimizer.apply_gradients([(x * w, w)])"


def fix(
    made: str = "SGD(rate)",
    body: str = APPLY,
    before: str = "pass",
    x: str = "tf.ones([2])",
    after: str = "",
) -> FixResult:
    source = PROGRAM.format(body=body, before=before, made=made, x=x, after=after)
    return fix_source(source, codes={"TFR106"}, unsafe=True)


@pytest.mark.parametrize(
    ("made", "once"),
    [
        ("SGD(rate)", "SGD()"),
        ("SGD(learning_rate=rate)", "SGD()"),
        ("SGD(rate, clipnorm=1.0)", "SGD(clipnorm=1.0)"),
    ],
)
def test_an_optimizer_without_slots_is_made_once(made: str, once: str) -> None:
    result = fix(made)
    assert not result.left
    assert [done.safe for done in result.fixed] == [False]
    assert f"\n\noptimizer = tf.keras.optimizers.{once}\nfor rate in" in result.text
    assert "    optimizer.learning_rate = rate\n    optimizer.build([w])\n" in result.text


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"made": "Adam(rate)"}, "'tf.keras.optimizers.Adam(rate)' would keep what it has learned"),
        (
            {"made": "SGD(rate, momentum=0.9)"},
            "'momentum' of 'tf.keras.optimizers.SGD(rate, momentum",
        ),
        (
            {"made": "SGD(rate, clipnorm=rate)"},
            "'clipnorm' of 'tf.keras.optimizers.SGD(rate, clipnorm",
        ),
        ({"made": "SGD()"}, "'tf.keras.optimizers.SGD()' does not say its learning rate"),
        ({"made": "SGD(schedule(rate))"}, "it is not known whether 'schedule(rate)' is a number"),
        (
            {"body": f"{APPLY}\n    return optimizer.iterations"},
            "the body does more with 'optimizer' than apply gradients",
        ),
        (
            {"after": "    print(optimizer.iterations)"},
            "line 17 does more with 'optimizer' than apply gradients",
        ),
        ({"after": "print(optimizer)"}, "line 17 uses 'optimizer' outside the loop, too"),
        (
            {"before": "v = tf.Variable([rate, 1.0])", "x": "v"},
            "the loop sets 'v', which may hold variables",
        ),
        (
            {"before": "if rate: optimizer = tf.keras.optimizers.SGD(0.1)"},
            "it is not known where 'optimizer' is made",
        ),
    ],
)
def test_optimizers_stay(options: dict[str, str], reason: str) -> None:
    result = fix(**options)
    assert not result.fixed
    assert result.left
    assert all(reason in left.reason for left in result.left)
