"""A model that a loop compiles for another learning rate is compiled once."""

from __future__ import annotations

import pytest
from tfretrace_fix.engine import FixResult, fix_source

from flake8_tfretrace import Settings

SCRIPT = """\
import numpy as np
from tensorflow import keras

x = np.ones((8, 3), np.float32)
model = keras.Sequential([keras.layers.Dense(1)])
{before}
for rate in (0.3, 0.2, 0.1):
    {compile}
    {after}
    model.fit(x, x[:, :1], verbose=0)
"""
PLAIN = 'model.compile(optimizer=keras.optimizers.SGD(rate), loss="mse")'

METHOD = """\
import numpy as np
from tensorflow import keras

x = np.ones((8, 3), np.float32)


class Experiment:
    def __init__(self):
        {made}

    def run(self, rate):
        {before}self.model.compile(keras.optimizers.SGD(rate, clipnorm=1.0), "mse", metrics=["mae"])
        return self.model.fit(x, x[:, :1], verbose=0)


experiment = Experiment()
for rate in (0.3, 0.2, 0.1):
    experiment.run(rate)
"""
MADE = "self.model = keras.Sequential([keras.layers.Dense(1)])"


def fixed(source: str, *, unsafe: bool = True) -> FixResult:
    return fix_source(source, unsafe=unsafe, settings=Settings(confidence="likely"))


def reason(source: str) -> str:
    """Return why a ``compile`` that is reported stays."""
    result = fixed(source)
    assert result.text == source
    (left,) = (item for item in result.left if item.finding.code == "TFR602")
    return left.reason


def test_a_script_compiles_before_the_loop() -> None:
    source = SCRIPT.format(before="", compile=PLAIN, after="pass")
    text = fixed(source).text
    once = '\nmodel.compile(optimizer=keras.optimizers.SGD(), loss="mse")\nfor rate in'
    assert once in text
    assert "\n    model.optimizer.learning_rate = rate\n" in text
    assert fixed(text).text == text
    assert fixed(source, unsafe=False).text == source


def test_a_method_compiles_where_the_model_is_made() -> None:
    text = fixed(METHOD.format(made=MADE, before="")).text
    compiled = 'self.model.compile(keras.optimizers.SGD(clipnorm=1.0), "mse", metrics=["mae"])'
    assert f"        {MADE}\n        {compiled}\n" in text
    assert "        self.model.optimizer.learning_rate = rate\n" in text


@pytest.mark.parametrize(
    ("before", "compiled", "after", "clause"),
    [
        ("", PLAIN.replace("SGD(rate)", "Adam(rate)"), "pass", "what it has learned: its slots"),
        ("", PLAIN.replace("rate)", "rate, momentum=0.9)"), "pass", "may have a state"),
        ("", PLAIN.replace('"mse"', "kinds[rate]"), "pass", "may be another one each time"),
        (
            "",
            PLAIN.replace('"mse"', "lambda y, p: rate * keras.ops.mean((y - p) ** 2)"),
            "pass",
            "may be another one each time",
        ),
        (
            "",
            f"with keras.name_scope('a'): {PLAIN}",
            "pass",
            "it is compiled within another statement",
        ),
        ("", f"{PLAIN}; model.layers[0].activation = keras.ops.tanh", "pass", "sets 'model.lay"),
        ("", PLAIN, "model.train_on_batch(x, x[:, :1])", "calls 'model.train_on_batch'"),
        ("", PLAIN, "model.add(keras.layers.Dense(1))", "changes 'model'"),
        ('model.compile("sgd", "mae")', PLAIN, "pass", "compiles models at several places"),
        (
            "def act(v):\n    return v * rate\nmodel.add(keras.layers.Dense(1, activation=act))",
            PLAIN,
            "pass",
            "'act' may be traced",
        ),
        ("", "model.compile(optimizers[rate])", "pass", "make its"),
    ],
)
def test_a_script_compiles_again(before: str, compiled: str, after: str, clause: str) -> None:
    assert clause in reason(SCRIPT.format(before=before, compile=compiled, after=after))


@pytest.mark.parametrize(
    ("made", "before", "clause"),
    [
        (f"{MADE}; self.model = keras.Sequential()", "", "is not known where 'self.model' is made"),
        (f"if x.size: {MADE}", "", "is not known where 'self.model' is made"),
    ],
)
def test_a_method_compiles_again(made: str, before: str, clause: str) -> None:
    assert clause in reason(METHOD.format(made=made, before=before))


def test_a_model_of_its_own_class_may_read_what_changes() -> None:
    source = SCRIPT.format(before="", compile=PLAIN, after="pass")
    own = "class Own(keras.Sequential):\n    pass\n\n\nx ="
    source = source.replace("x =", own).replace("model = keras.Sequential(", "model = Own(")
    assert "what 'model' does when it is traced is not known" in reason(source)


FACTORY = """\
def weighted(cost, power=2.0):
    def loss(y_true, y_pred):
        return cost * tf.reduce_mean(tf.abs(y_true - y_pred) ** power)

    return loss
"""
CLASS = """\
class Weighted(keras.losses.Loss):
    def __init__(self, cost, power=2.0):
        super().__init__(name="weighted")
        self.power = power
        self.cost = cost

    def call(self, y_true, y_pred):
        return self.cost * tf.reduce_mean(tf.abs(y_true - y_pred) ** self.power)
"""

LOSSES = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras

x = np.ones((8, 3), np.float32)
model = keras.Sequential([keras.layers.Dense(1)])


{definition}


for cost in (0.5, 1.5, 2.5):
    {compile}
    model.fit(x, x[:, :1], verbose=0)
"""


def with_loss(compiled: str) -> str:
    """Return a script that compiles a model with a loss of its own, which is defined there."""
    definition = CLASS if "Weighted(" in compiled else FACTORY
    return LOSSES.format(definition=definition.rstrip(), compile=compiled)


@pytest.mark.parametrize(
    ("made", "once"),
    [
        ("weighted(cost)", "weighted(cost_of_loss)"),
        ("weighted(2.0 * cost, power=4.0)", "weighted(cost_of_loss, power=4.0)"),
        ("Weighted(cost=cost)", "Weighted(cost=cost_of_loss)"),
    ],
)
def test_a_number_that_a_loss_is_made_with_becomes_a_variable(made: str, once: str) -> None:
    source = with_loss(f"model.compile(keras.optimizers.SGD(0.5), {made})")
    text = fixed(source).text
    lines = [
        "cost_of_loss = tf.Variable(0.0, trainable=False, dtype=tf.float64)",
        f"model.compile(keras.optimizers.SGD(0.5), {once})",
        "for cost in (0.5, 1.5, 2.5):",
    ]
    assert "\n" + "\n".join(lines) in text
    given = "2.0 * cost" if "2.0 *" in made else "cost"
    assert f"    cost_of_loss.assign({given})\n    model.fit" in text
    assert text.count("tf.cast(") == 1
    assert fixed(text).text == text
    assert fixed(source, unsafe=False).text == source


def test_a_learning_rate_may_differ_beside_a_loss() -> None:
    compiled = "model.compile(keras.optimizers.SGD(cost), weighted(cost))"
    text = fixed(with_loss(compiled)).text
    assert "    model.optimizer.learning_rate = cost\n    cost_of_loss.assign(cost)\n" in text


@pytest.mark.parametrize(
    ("old", "new", "clause"),
    [
        (
            "self.cost = cost",
            "self.cost = cost; print(cost)",
            "does more with 'cost' than to keep it",
        ),
        ("weighted(cost)", "weighted(str(cost))", "whether 'str(cost)' is a float"),
        ("weighted(cost)", "weighted(*[cost])", "does not say what it is made of"),
        ("weighted(cost)", "kinds[cost](cost)", "may be another one each time"),
        ("cost * tf.reduce_mean", "SCALE * cost * tf.reduce_mean", "what 'SCALE' is may change"),
        ("cost * tf.reduce_mean", "bool(cost) * tf.reduce_mean", "hands 'cost' to bool()"),
        (
            "    return loss\n",
            "    cost = 1.0\n    return loss\n",
            "does more than to define a loss",
        ),
        ("import tensorflow as tf\n", "", "may be none for the backend"),
        ("SGD(0.5)", "Adam(0.5)", "what it has learned: its slots"),
    ],
)
def test_a_loss_of_something_else_is_compiled_again(old: str, new: str, clause: str) -> None:
    made = "Weighted(cost)" if "print" in new else "weighted(cost)"
    source = with_loss(f"model.compile(keras.optimizers.SGD(0.5), {made})")
    if "SCALE" in new:
        source = source.replace("x = np", "SCALE = 1.0\nx = np")
    if not new:
        source = source.replace("tf.abs", "keras.ops.abs").replace(
            "tf.reduce_mean", "keras.ops.mean"
        )
    assert clause in reason(source.replace(old, new, 1))


ONE_OPTIMIZER = """\
import numpy as np
from tensorflow import keras

x = np.ones((8, 3), np.float32)
model = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam(0.1)
for _ in range(3):
    {before}
    model.compile(optimizer=optimizer, loss="mse")
    model.fit(x, x[:, :1], verbose=0)
"""


def test_an_optimizer_that_is_there_before_is_compiled_with_once() -> None:
    text = fixed(ONE_OPTIMIZER.format(before="print()")).text
    compiled = 'model.compile(optimizer=optimizer, loss="mse")'
    assert f"\n{compiled}\nfor _ in range(3):\n    print()\n    model.fit(" in text


@pytest.mark.parametrize(
    ("before", "clause"),
    [
        ("optimizer = keras.optimizers.Adam(0.2)", "'optimizer' may be another one each time"),
        ("model.layers[0].trainable = not model.layers[0].trainable", "line 8 sets"),
        ("keras.mixed_precision.set_global_policy('mixed_float16')", "line 8 calls"),
    ],
)
def test_what_a_compile_may_make_anew_is_left(before: str, clause: str) -> None:
    assert clause in reason(ONE_OPTIMIZER.format(before=before))
