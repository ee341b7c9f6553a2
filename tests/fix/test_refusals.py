"""What looks fixable and is not: each program must stay as it is, for the reason given."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from tfretrace_fix.engine import fix_source

from flake8_tfretrace import Settings
from flake8_tfretrace.finding import Confidence


def predict(call: str) -> str:
    """Return a program that makes a call of a model in a loop."""
    return dedent(f"""
        import numpy as np
        import tensorflow as tf

        model = tf.keras.Sequential([tf.keras.layers.Dense(2)])


        def main(data, progress):
            for step in range(999):
                row = data[step][np.newaxis]
                {call}
        """)


def of_table(call: str) -> str:
    """Return a program that makes a call for each row of a table of dtypes."""
    return dedent(f"""
        import numpy as np
        import tensorflow as tf

        kept = ("a", "b", "c", "d")
        TABLE = [("a", np.uint8), ("b", np.int16), ("c", "float32"), ("d", "float64")]


        @tf.function
        def f(x):
            return x


        for name, dtype in TABLE:
            {call}
        """)


def eagerly(code: str) -> str:
    """Return a program with ``code`` in its main function."""
    head = "import tensorflow as tf\n\n\ndef main(debug):\n    debug = not debug\n"
    return head + indent(code, "    ") + "\n    return debug\n\n\nmain(False)\n"


def switched(code: str) -> str:
    """Return a program that traces a function, with ``code`` in its main function."""
    return eagerly(code).replace("\n\n\n", "\n\nstep = tf.function(abs)\n\n\n", 1)


def printing(call: str, decorator: str = "tf.function") -> str:
    """Return a program whose traced function prints."""
    return dedent(f"""
        import logging

        import tensorflow as tf


        @{decorator}
        def total(x, separator):
            result = tf.reduce_sum(x)
            {call}
            return result
        """)


def drawing(code: str) -> str:
    """Return a program whose traced function runs ``code``."""
    head = """
import os, random, time
import numpy as np
import tensorflow as tf


@tf.function
def step(x, rows):
"""
    return head + indent(code, "    ") + "\n    return x\n"


def scoring(layers: str) -> str:
    """Return a program that hands several models to a traced function."""
    return f"""
import tensorflow as tf
from tensorflow import keras


def build(i):
    return keras.Sequential([keras.Input((3,)), {layers}])


@tf.function
def score(model, x):
    return tf.reduce_mean(model(x, training=False))


for i in range(9):
    print(score(build(i), tf.ones([2, 3])))
"""


def counting(
    first: str = "self.n = 0", update: str = "self.n += 1", rest: str = "pass", read: str = "0"
) -> str:
    """Return a class that counts in a traced method."""
    return dedent(f"""
        import tensorflow as tf


        class Trainer:
            def __init__(self, n):
                {first}

            @tf.function
            def step(self, x):
                {update}
                return x

            def other(self, x):
                {rest}


        def main(other):
            return {read}
        """)


def counting_global(first: str = "n = 0", update: str = "n += 1") -> str:
    """Return a program that counts in a global of a traced function."""
    return dedent(f"""
        import tensorflow as tf

        {first}


        @tf.function
        def step(x):
            global n
            {update}
            return x
        """)


def constructing(call: str, init: str = "self.scale = scale", before: str = "pass") -> str:
    """Return a program that makes an object for each call of a traced function."""
    return dedent(f"""
        import tensorflow as tf


        class Scale:
            def __init__(self, scale):
                {init}


        @tf.function
        def step(x, scale):
            return x * getattr(scale, "scale")


        def main(x, scale):
            for epoch in range(5):
                {before}
                x = step(x, {call})
        """)


def doubling(*arguments: str) -> str:
    """Return a program that calls a traced function with each of ``arguments``."""
    head = "import tensorflow as tf\n\n\n@tf.function\ndef double(x):\n    return x + x\n\n\n"
    return head + "".join(f"double({argument})\n" for argument in arguments)


REPLAY = """
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])


@tf.function
def replay(states, actions):
    {}
    model.train_on_batch(states, targets)
"""
IN_NUMPY = REPLAY.format("targets = 1.0 + np.amax(model.predict(states), axis=1)")
SET_AFTERWARDS = REPLAY.format("targets = model.predict(states)\n    targets[0, actions] = 1.0")

PREDICT_DATASET = """
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
images = tf.data.Dataset.from_tensor_slices(tf.zeros([8, 3])).batch(4)


@tf.function
def scores():
    return model.predict(images)
"""

EAGER_HELPER = """
import tensorflow as tf


def show(x):
    print(x)


@tf.function
def step(x):
    show(tf.square(x))
    return x


def main():
    show(step(tf.constant(1.0)))
"""
OWN_PREDICT = """
import tensorflow as tf


class Model(tf.keras.Model):
    def predict_on_batch(self, x):
        return super().predict_on_batch(x)

    def walk(self, row):
        while True:
            self.predict(row[tf.newaxis])
"""
NOT_WRITTEN_OUT = "line 7 does not set it to a number that is written out"
NO_FLOAT = "'tf.reduce_sum(x)' may be no float"
LIKELY = Settings(confidence="likely")
SWITCH = "tf.config.run_functions_eagerly(True)"

ASKING = """\
import tensorflow as tf
from models import build


class Own(tf.keras.Model):
    def predict(self, x):
        return x


model = {0}


@tf.function
def step(x):
    return model.predict(x)
"""

STATE = """
import tensorflow as tf

class Schedule:
    def __init__(self):
        self.now = 0

class Trainer:
    def __init__(self):
        self.schedule = Schedule()

    @tf.function
    def step(self, x, epoch):
        return x * self.schedule.now + epoch

    def fit(self):
        for epoch in range(99):
            self.schedule.now = epoch
            self.step(tf.ones([2]), epoch)

Trainer().fit()
"""

REFUSED = [
    (
        "TFR101",
        STATE,
        "tracing reads 'self.schedule.now', which line 18 changes between two calls: pass it, or "
        "keep it in a tf.Variable",
    ),
    (
        "TFR403",
        "int = abs\n" + counting(read="int(other.n)"),
        "line 20 reads it, and may need a number",
    ),
    (
        "TFR107",
        doubling("tf.constant(1)", "tf.constant('a')", "tf.constant(1.5)"),
        "int32, string, float32 have no dtype in common",
    ),
    (
        "TFR107",
        doubling("tf.constant(1.5)", "tf.constant(True)", "tf.constant(1)"),
        "float32, bool, int32 have no dtype in common",
    ),
    (
        "TFR107",
        of_table("f(np.ones(3).astype(dtype))"),
        "it has several dtypes at one call: which of them all are cast to is a choice",
    ),
    (
        "TFR103",
        of_table("f({one: tf.ones(3) for one in kept if np.random.rand() < 0.5})"),
        "'{one: tf.ones(3) for one in kept if np.random.rand() < 0.5}' does not become one tensor",
    ),
    ("TFR104", constructing("Scale(epoch)"), "it uses 'epoch', which the loop sets"),
    (
        "TFR104",
        constructing("Scale(scale)", before="scale = x"),
        "it uses 'scale', which the loop sets",
    ),
    ("TFR104", constructing("Scale(float(x))"), "'float(x)' is called each time"),
    (
        "TFR104",
        constructing("Scale(2)", init="self.scale = scale + next(scales)"),
        "'Scale' does more than to keep what it is given",
    ),
    ("TFR104", constructing("one", before="one = Scale(2)"), "TFR104 would still be reported"),
    ("TFR403", counting(first="pass"), "nothing in this file sets it first"),
    ("TFR403", counting(rest="self.n = 0"), "it is set on the lines 7, 15"),
    ("TFR403", counting(rest="self.n *= 2"), "'self.n *= 2' is no addition"),
    ("TFR403", counting(update="self.n += 0.5"), "'0.5' may be no int"),
    ("TFR403", counting(first="self.n = int(n)"), NOT_WRITTEN_OUT),
    ("TFR403", counting(first="if n: self.n = 0"), "line 7 does not set it once and for all"),
    ("TFR403", counting(rest="print(self.n)"), "line 15 reads it, and may need a number"),
    ("TFR403", counting(read="other.n"), "line 19 reads it, and may need a number"),
    ("TFR403", counting(read="other.n > 3"), "line 19 reads it, and may need a number"),
    ("TFR403", counting(read="int(other.n / 0.5)"), "line 19 reads it, and may need a number"),
    ("TFR403", counting(update="self.n += 1; x = x * self.n"), "line 11 reads it in a graph"),
    ("TFR403", counting_global("n = None", "n = x"), "what leaves the graph has to be returned"),
    ("TFR403", counting_global("n = 1.0", "n -= tf.reduce_sum(x)"), NO_FLOAT),
    (
        "TFR403",
        counting_global("n = []", "n.append(x)"),
        "what leaves the graph has to be returned",
    ),
    (
        "TFR404",
        drawing("x += os.environ['N']"),
        "the graph cannot read the environment: read it where 'step' is called, and pass it",
    ),
    (
        "TFR404",
        drawing("x += time.perf_counter()"),
        "the operations of a graph run in another order than they are written in: take the time "
        "where 'step' is called",
    ),
    (
        "TFR404",
        drawing("x += np.random.binomial(3, 0.5)"),
        "'np.random.binomial' has no counterpart in a graph",
    ),
    (
        # A constant of a graph cannot be made of its argument, nor another shape of a tensor.
        "TFR404",
        drawing(
            "y = np.random.binomial(3, 0.5, 3).astype('float32')\n"
            "x = tf.constant(y[:1], shape=[2]) * x"
        ),
        "'np.random.binomial' has no counterpart in a graph",
    ),
    (
        "TFR404",
        drawing("if random.random() < 0.5:\n    x = [x]"),
        "the graph would have to decide 'random.random() < 0.5'",
    ),
    (
        "TFR404",
        drawing("if random.random():\n    x = -x"),
        "it is used where the graph needs to know its value",
    ),
    ("TFR404", drawing("x = np.square(np.random.rand(3))"), "it is handed to np.square()"),
    (
        "TFR404",
        drawing("x = tf.ones([3]) * (time.time() - 5.0)"),
        "the operations of a graph run in another order than they are written in: take the time "
        "where 'step' is called",
    ),
    (
        "TFR404",
        drawing("y = np.random.rand(3)\nx = tf.ones([3]) * y, tf.ones([3], tf.float64) * y"),
        "its uses need different dtypes",
    ),
    (
        "TFR404",
        drawing("y = np.random.rand(3)\ny = y + 1\nx = tf.ones([3]) * y"),
        "'y' is set more than once",
    ),
    (
        "TFR404",
        drawing("x = tf.ones([3]) * np.random.normal(rows)"),
        "'rows' may decide the shape",
    ),
    (
        "TFR404",
        drawing("x = tf.ones([3]) * np.random.normal(size=rows)"),
        "it is not clear which shape 'rows' is",
    ),
    (
        "TFR404",
        drawing("x = tf.ones([3]) * np.random.rand(*rows)"),
        "it is not clear which shape it has",
    ),
    (
        "TFR404",
        drawing("x = tf.ones([3], tf.int32) * np.random.rand(3)"),
        "it meets 'tf.ones([3], tf.int32)', which is int32",
    ),
    (
        "TFR404",
        drawing("x = np.random.rand(3).astype(int) * tf.ones([3])"),
        "it is converted to 'int'",
    ),
    (
        "TFR407",
        printing("print(result, sep=separator)"),
        "'sep' is not a string that is written out",
    ),
    ("TFR407", printing("print(result, end=None)"), "'end' is not a string that is written out"),
    ("TFR407", printing("print(result, file=logging.root)"), "it prints to 'logging.root'"),
    ("TFR407", printing("print(result, **separator)"), "the call has the argument '**'"),
    ("TFR407", printing("shown = print(result)"), "its value is used"),
    ("TFR407", printing('print(f"{result!r}")'), "the text converts 'result' to a string"),
    ("TFR407", printing('print(f"{result}", *x)'), "it is not clear what is printed"),
    (
        "TFR407",
        printing("print(result)", "tf.function(jit_compile=True)"),
        "XLA compiles the function, and cannot print",
    ),
    ("TFR407", EAGER_HELPER, "eager callers of 'show' would see it printed in another form"),
    ("TFR505", switched(f"def switch():\n    {SWITCH}\nswitch()"), "nothing else is in its block"),
    (
        "TFR505",
        switched(f'def switch():\n    """On."""\n    {SWITCH}\nswitch()'),
        "nothing else is in its block",
    ),
    (
        "TFR505",
        switched(f"try:\n    pass\nfinally:\n    {SWITCH}"),
        "nothing else is in its block",
    ),
    ("TFR505", switched(f"done = {SWITCH}"), "its value is used"),
    ("TFR505", switched(f"# On.\n{SWITCH}"), "the comment '# On.' would be lost"),
    ("TFR505", switched(f"on = 1; {SWITCH}  # On."), "the comment '# On.' would be lost"),
    ("TFR402", IN_NUMPY, "'np.amax' takes no tensor of a graph"),
    ("TFR402", SET_AFTERWARDS, "an element of 'targets' is set"),
    ("TFR402", PREDICT_DATASET, "'images' is a dataset: a model takes one batch of it"),
    (
        "TFR601",
        predict("model.predict(row, callbacks=progress)"),
        "the call has the argument 'callbacks'",
    ),
    ("TFR601", predict("model.predict(x=row, **step)"), "the call has the argument '**'"),
    ("TFR601", predict("model.predict(*row)"), "it is not clear which argument is the input"),
    ("TFR601", predict("model.predict(row, verbose=2)"), "the call asks for a progress bar"),
    (
        "TFR106",
        scoring("keras.layers.Dense(16 + i), keras.layers.Dense(1)"),
        "the models differ in 'keras.layers.Dense(16 + i)'",
    ),
    (
        "TFR106",
        scoring("keras.layers.Dense(2, activation='relu' if i else None)"),
        "the models differ in 'keras.layers.Dense(2, activation='relu' if i else None)'",
    ),
    ("TFR601", predict("model.predict(row, verbose=progress)"), "the call asks for a progress bar"),
    ("TFR601", predict("model.predict([[1.0, row]])"), "'[[1.0, row]]' is no array"),
    (
        "TFR601",
        predict("model.predict(data)"),
        "nothing shows that 'data' has at most 128 rows, to take at once",
    ),
    ("TFR601", OWN_PREDICT, "'Model' defines its own predict_on_batch()"),
]


@pytest.mark.parametrize(("code", "source", "reason"), REFUSED)
def test_refused(code: str, source: str, reason: str) -> None:
    result = fix_source(source, codes={code}, unsafe=True, settings=LIKELY)
    assert result.text == source
    left = [one for one in result.left if one.finding.code == code]
    assert {one.reason.partition("; its parts")[0] for one in left} == {reason}
    assert not left[0].needs_unsafe


def test_a_draw_that_decides_about_another_one_stays() -> None:
    """As a tensor it would have the graph take in a branch that may not work there."""
    source = drawing("if random.random() < 0.5:\n    x *= np.random.binomial(3, 0.5)")
    result = fix_source(source, codes={"TFR404"}, unsafe=True, settings=LIKELY)
    assert result.text == source
    assert [one.reason for one in result.left] == [
        "it decides whether line 10 draws: that has to change first",
        "'np.random.binomial' has no counterpart in a graph",
    ]


@pytest.mark.parametrize("made", ["build()", "None", "tf.Module()", "Own()"])
def test_what_is_not_shown_to_be_keras_own_method_is_not_told(made: str) -> None:
    """A name is no evidence; a class with a method of that name has its own."""
    source = ASKING.format(made)
    settings = Settings(confidence="likely")
    result = fix_source(source, settings=settings, codes={"TFR402"}, unsafe=True)
    assert (result.text, result.fixed, result.left) == (source, (), ())


@pytest.mark.parametrize("confidence", ["proven", "likely"])
def test_a_switch_under_a_condition_is_not_told(confidence: Confidence) -> None:
    source = switched(f"if debug:\n    {SWITCH}")
    settings = Settings(confidence=confidence)
    result = fix_source(source, settings=settings, codes={"TFR505"}, unsafe=True)
    assert (result.text, result.fixed, result.left) == (source, (), ())
