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


def marked(program: str, code: str) -> list[str]:
    """Return the lines of a program that are marked with a code."""
    return [line.strip() for line in program.splitlines() if line.endswith(f"# {code}")]


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(
            """
while True:
    model.predict(data)  # TFR601
""",
            id="while",
        ),
        pytest.param(
            """
for step in range(999):
    if step > 9:
        model.predict(data)  # TFR601
    if step % 2 > 0:
        model.predict(data)  # TFR601
    if unknown(step) > 1:
        model.predict(data)  # TFR601
    if unknown(step) == 1:
        model.predict(data)
    if step % 500 == 1:
        model.predict(data)
""",
            id="conditions that often hold",
        ),
        pytest.param(
            """
def once():
    model.predict(data)


def again():
    model.predict(data)  # TFR601


once()
for _ in range(999):
    again()
""",
            id="functions called once and again",
        ),
        pytest.param(
            """
def main():
    model.predict(data)  # TFR601


for _ in range(999):
    main()
    (lambda: model.predict(data))()
""",
            id="main and lambda",
        ),
        pytest.param(
            """
class Own(keras.Model):
    def predict(self, x):
        return self(x)


class Plain(keras.Model):
    def call(self, x):
        return x


own, plain = Own(), Plain()
for _ in range(999):
    own.predict(data)
    plain.predict(data)  # TFR601
""",
            id="predict of its own",
        ),
        pytest.param(
            """
for _ in range(999):
    model.predict(data, steps=3)
    model.predict(data, verbose=0)  # TFR601
for _ in range(999):
    model.predict(steps=3)
""",
            id="steps",
        ),
        pytest.param(
            """
models = [keras.Sequential(), keras.Sequential()]
for i in range(999):
    models[i].predict(data)
    keras.Sequential().predict(data)
    models[0].layers.predict(data)
""",
            id="each model once",
        ),
        pytest.param(
            """
numbers = tf.data.Dataset.range(99)
for _ in numbers.take(unknown()):
    model.predict(data)
for _ in numbers.skip(unknown()):
    model.predict(data)
while unknown():
    for _ in numbers.skip(unknown()):
        model.predict(data)  # TFR601
""",
            id="first elements",
        ),
    ],
)
def test_predict_in_a_loop(program: str) -> None:
    assert reported(program, "TFR601") == marked(program, "TFR601")


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(
            """
for rate in rates:
    fresh = keras.Sequential()
    fresh.compile(keras.optimizers.SGD(rate))
    model.compile(keras.optimizers.SGD(rate))  # TFR602
    model.fit(x, x)
""",
            id="one model made, two compiled",
        ),
        pytest.param(
            """
models = [keras.Sequential(), keras.Sequential()]
for i in range(999):
    models[i].compile("sgd")
""",
            id="each model of a list once",
        ),
        pytest.param(
            """
class Trainer:
    def __init__(self):
        self.model = keras.Sequential()

    def set_up(self):
        self.model.compile("sgd")

    @property
    def compiled(self):
        self.model.compile("sgd")
        return self.model


Trainer().set_up()
""",
            id="property",
        ),
    ],
)
def test_compile_in_a_loop(program: str) -> None:
    assert reported(program, "TFR602") == marked(program, "TFR602")


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(
            """
for _ in range(999):
    fit(data)
    fresh = keras.Sequential()  # TFR603
    fresh.fit(data)
""",
            id="after a function of the same name",
        ),
        pytest.param(
            """
for i in range(999):
    if i > 500:
        fresh = model
    else:
        fresh = keras.Sequential()  # TFR603
    fresh.fit(data)
""",
            id="on one of two branches",
        ),
        pytest.param(
            """
fresh = keras.Sequential()
for _ in range(999):
    fresh.fit(data)
for _ in range(999):
    scaler = unknown()
    scaler.fit(data)
""",
            id="a model of all iterations, and no model",
        ),
    ],
)
def test_model_made_in_a_loop(program: str) -> None:
    assert reported(program, "TFR603") == marked(program, "TFR603")


@pytest.mark.parametrize(
    ("call", "is_reported"),
    [
        ("model.predict(data)", True),
        ("model.predict(x=data)", True),
        ("model.predict(x=tf.data.Dataset.from_tensor_slices(data))", False),
    ],
)
def test_predict_is_given_its_data_by_keyword(call: str, is_reported: bool) -> None:
    program = f"for step in range(999):\n    {call}\n"
    assert reported(program, "TFR601") == ([call] if is_reported else [])


@pytest.mark.parametrize(
    ("dataset", "is_reported"),
    [
        ("numbers.batch(4)", True),
        ("numbers.batch(4).prefetch(1)", True),
        ("batches", True),
        ("batches.prefetch(1)", True),
        ("batches.as_numpy_iterator()", True),
        ("numbers.batch(4, num_parallel_calls=4)", True),
        ("numbers.batch(4, drop_remainder=True)", False),
        ("numbers.batch(4, True)", False),
        ("numbers", False),
        ("in_order(9)", False),
    ],
)
def test_batches_that_may_be_partial(dataset: str, is_reported: bool) -> None:
    program = f"""
@tf.function
def f(x):
    return x


in_order = tf.data.Dataset.range
numbers = in_order(9)
batches = numbers.batch(4)
for x in numbers:
    f(x)
for x in {dataset}:
    f(x)
"""
    assert len(reported(program, "TFR604")) == is_reported


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(
            """
for _ in range(9):
    outer = keras.Sequential()
    for _ in range(9):
        step = tf.function(lambda x: outer(x))  # TFR501
        step(data)
    inner = keras.Sequential()
    step = tf.function(lambda x: inner(x))
    step(data)
""",
            id="models of loops",
        ),
        pytest.param(
            """
for _ in range(9):
    found = unknown()
    step = tf.function(lambda x: found(x))
    step(data)
""",
            id="what may be a model",
        ),
        pytest.param(
            """
net = None
for _ in range(9):
    net = keras.Sequential()
    step = tf.function(lambda x: net(x))
    step(data)
""",
            id="model that was None",
        ),
        pytest.param(
            """
for _ in range(9):
    def double(x):
        return 2 * x

    for _ in range(9):
        tf.function(double)(data)
    tf.function(double)(data)  # TFR501
""",
            id="function of the outer loop",
        ),
        pytest.param(
            """
for _ in range(1):
    step = tf.function(lambda x: 2 * x)
    step(data)
""",
            id="one iteration",
        ),
        pytest.param(
            """
for i in range(9):
    if i == 3:
        step = tf.function(lambda x: 2 * x)
        step(data)
""",
            id="on a condition",
        ),
        pytest.param(
            """
for _ in range(9):
    step = tf.function(lambda x: 2 * x)
    callbacks.append(lambda: step(data))
""",
            id="called later",
        ),
    ],
)
def test_function_created_in_a_loop(program: str) -> None:
    assert reported(program, "TFR501") == marked(program, "TFR501")


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(
            """
def at_once():
    return tf.function(tf.sin)(data)  # TFR502


while True:
    at_once()


def in_loop():
    for _ in range(9):
        step = tf.function(lambda x: 2 * x)
        step(data)


class Agent:
    @property
    def act(self):
        return tf.function(tf.cos)
""",
            id="one after the other",
        ),
        pytest.param(
            """
def work():
    for _ in range(9):
        def double(x):
            return 2 * x

        tf.function(double)(data)
        tf.function(tf.sin)(data)  # TFR502
""",
            id="after a function of the loop",
        ),
        pytest.param(
            """
def once(x):
    double = tf.function(lambda v: 2 * v)
    return double(x)


class Agent:
    def act_on_tensor(self, x):
        double = tf.function(lambda v: 2 * v)
        return double(tf.square(x))

    def act(self, x):
        double = tf.function(lambda v: 2 * v)  # TFR502
        return double(x)


agent = Agent()
for _ in range(9):
    agent.act(data)
""",
            id="maker on tensors",
        ),
        pytest.param(
            """
class Agent:
    @property
    def act(self):
        @tf.function
        def inner(x):
            return x

        known = unknown(inner)
        return known
""",
            id="property of another value",
        ),
        pytest.param(
            """
def double(x):
    return 2 * x


first = tf.function(double)
second = tf.function(double)
first(data), second(data)
""",
            id="wrapped twice and kept",
        ),
    ],
)
def test_function_created_per_call(program: str) -> None:
    assert reported(program, "TFR502") == marked(program, "TFR502")


def test_a_function_wrapped_again_names_the_other_line() -> None:
    program = "\ndef double(x):\n    return 2 * x\n\n\n"
    calls = "tf.function(double)(data)\n\ntf.function(double)(data)\n"
    (first,) = (f for f in check(IMPORTS + program + calls) if f.code == "TFR502")
    assert f"wrapped again at line {first.line + 2}" in first.message


def test_decorators_in_the_wrong_order() -> None:
    program = """
class Tools:
    @tf.function  # TFR503
    @staticmethod
    def double(x):
        return 2 * x

    @tf.function  # TFR503
    @classmethod
    def triple(cls, x):
        return 3 * x
"""
    assert reported(program, "TFR503") == marked(program, "TFR503")


def test_instances_without_a_hash() -> None:
    program = """
from dataclasses import dataclass


@dataclass
class Scale:
    rate: float

    @classmethod
    @tf.function
    def plain(cls, x):
        return x

    @tf.function  # TFR503
    def apply(self, x):
        return x * self.rate
"""
    assert reported(program, "TFR503") == marked(program, "TFR503")


def test_temporary_instance() -> None:
    program = """
class Trainer:
    def __init__(self):
        self.wrapped = tf.function(self.plain)

    def plain(self, x):
        return x

    @tf.function
    def step(self, x):
        return x


kept = Trainer()


def get():
    return kept


class Scale:
    def __init__(self):
        self.rate = 2

    @tf.function
    def step(self, x):
        return x * self.rate


get().step(data)
Trainer().wrapped(data)
Trainer().step(data)
Scale().step(data)  # TFR503
"""
    assert reported(program, "TFR503") == marked(program, "TFR503")


def test_datasets_built_in_a_loop() -> None:
    program = """
numbers = tf.data.Dataset.range(9)
for _ in range(9):
    numbers.map(tf.sin).filter(tf.cos).map(tf.abs)  # TFR504
    numbers.filter(tf.cos)  # TFR504
"""
    assert reported(program, "TFR504") == marked(program, "TFR504")


@pytest.mark.parametrize(("last", "is_reported"), [("True", True), ("False", False)])
def test_eager_mode_left_on(last: str, is_reported: bool) -> None:
    calls = [f"tf.config.run_functions_eagerly({value})" for value in ("True", last)]
    program = "\n".join([*calls, "@tf.function", "def step(x): return x"])
    assert reported(program, "TFR505") == (calls if is_reported else [])
