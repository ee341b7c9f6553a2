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


IN_CALL = """\
import tensorflow as tf
{top}


def make():
    return tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(1)])


w = tf.Variable([1.0, -2.0])


@tf.function
def step(optimizer, model, x):
    {body}


def phase(model, rate):
    sgd = tf.keras.optimizers.{made}
    sgd.build(model.trainable_variables)
    for _ in range(3):
        step(sgd, model, tf.ones([1, 2]))


def main():
    {before}
    for rate in (0.1, 0.2, 0.3, 0.4):
        {call}


main()
"""
TRAIN = (
    "optimizer.apply_gradients([(v, v) for v in model.trainable_variables]); "
    "return tf.reduce_sum(model(x))"
)


def in_call(**options: str) -> str:
    given = {
        "top": "",
        "body": TRAIN,
        "made": "SGD(rate)",
        "before": "model = make()",
        "call": "phase(model, rate)",
    }
    return IN_CALL.format(**{**given, **options})


@pytest.mark.parametrize(
    ("made", "once", "then"),
    [
        ("SGD(rate)", "SGD()", "    sgd.learning_rate = rate\n    sgd.build("),
        ("SGD(0.1, name='s')", "SGD(0.1, name='s')", "rate):\n    sgd.build("),
    ],
)
def test_the_module_makes_what_all_calls_train_with(made: str, once: str, then: str) -> None:
    result = fix_source(in_call(made=made), codes={"TFR106"}, unsafe=True)
    assert not result.left
    assert [done.safe for done in result.fixed] == [False]
    assert f"\n\n\nsgd = tf.keras.optimizers.{once}\n\n\ndef phase(" in result.text
    assert then in result.text


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            in_call(before="pass", call="model = make(); phase(model, rate)"),
            "calls may have another 'model'",
        ),
        (in_call(before="pass", call="phase(make(), rate)"), "calls may have another 'model'"),
        (
            in_call(top="def later():\n    tf.config.set_soft_device_placement(True)"),
            "line 3 has to run before variables are made",
        ),
        (in_call(top="sgd = 1"), "the name 'sgd' is taken outside 'phase'"),
        (in_call(made="Adam(rate)"), "would keep what it has learned"),
    ],
)
def test_what_may_train_others_is_made_in_each_call(source: str, reason: str) -> None:
    result = fix_source(source, codes={"TFR106"}, unsafe=True)
    assert result.text == source
    assert any(reason in left.reason for left in result.left), [x.reason for x in result.left]
