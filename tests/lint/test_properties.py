"""Reading or storing a property is a call: of its getter, of its setter."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from flake8_tfretrace import Settings, check
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.program import Program
from tests.marks import marks

IMPORTS = """\
import abc
import functools

import numpy as np
import tensorflow as tf
from tensorflow import keras


@tf.function
def f(x, n=None):
    return x


"""

PROGRAMS = {
    "a getter that calls a traced function": """\
class Run:
    def __init__(self):
        self.index = 0

    @property
    def result(self):
        self.index += 1
        return f(tf.constant(1.0), self.index)  # TFR101

    @functools.cached_property
    def first(self):
        return f(tf.constant(1.0), np.random.rand())

run = Run()
for _ in range(100):
    print(run.result, run.first)
""",
    "what a getter makes anew": """\
class Made:
    @property
    def value(self):
        @tf.function  # TFR502
        def g(x):
            return x * 2.0
        return g(tf.constant(2.0))

    @property
    def function(self):
        return tf.function(lambda x: x * 2.0)  # TFR502

    @property
    def seldom(self):
        return tf.function(lambda x: x * 3.0)(tf.constant(2.0))

    @functools.cached_property
    def once(self):
        return tf.function(lambda x: x * 4.0)(tf.constant(2.0))

made = Made()
print(made.seldom)
for _ in range(1000):
    print(made.value, made.once, made.function(tf.constant(1.0)))
""",
    "a function that only a property reaches": """\
class Net:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])

    def _predicted(self):
        return self.model.predict(np.zeros((3, 2)))  # TFR601

    @property
    def score(self):
        return self._predicted()

net = Net()
while True:
    print(net.score)
""",
    "what a getter draws in a graph": """\
class Noise:
    def __init__(self):
        self.count = 0
        self.log = []

    @property
    def drawn(self):
        self.count += 1  # TFR403
        return np.random.rand()  # TFR404

    @property
    def last(self):
        return self.log[-1]

    @last.setter
    def last(self, value):
        self.log.append(value)  # TFR403

    @tf.function
    def step(self, x):
        self.last = x * self.drawn
        return x

noise = Noise()
for _ in range(100):
    noise.step(tf.constant(1.0))
print(noise.count, noise.log)
""",
    "a setter that rebinds what a graph keeps": """\
class Base:
    def __init__(self):
        self._rate = 0.1

    @property
    def rate(self):
        return self._rate  # TFR405

    @rate.setter
    def rate(self, value):
        self._rate = value

class Trainer(Base):
    @tf.function
    def step(self, x):
        return self.rate * x

trainer = Trainer()
for k in range(10):
    trainer.step(tf.constant(1.0))
    trainer.rate = k * 0.5
""",
    "a setter that assigns to a variable": """\
class Trainer:
    def __init__(self):
        self._rate = tf.Variable(0.1)
        self.rate = 0.2

    @property
    def rate(self):
        return self._rate

    @rate.setter
    def rate(self, value):
        self._rate.assign(value)

    @tf.function
    def step(self, x):
        self.rate = self.rate * 0.9
        self.rate += 0.1
        return self.rate * x

trainer = Trainer()
for k in range(10):
    trainer.step(tf.constant(1.0))
    trainer.rate = k * 0.5
""",
    "augmented, and one of several targets": """\
class Counter:
    def __init__(self):
        self._ticks = 0
        self._kept = 1

    @property
    def ticks(self):
        return self._ticks

    @ticks.setter
    def ticks(self, value):
        self._ticks = value
        f(tf.constant(1.0), self._ticks)  # TFR101

    @property
    def kept(self):
        return self._kept

    @kept.setter
    def kept(self, value):
        f(tf.constant(1.0), value)

counter = Counter()
for k in range(20):
    counter.ticks += 1
    other, counter.kept = k, 3
""",
    "a tuple of targets": """\
class Counter:
    @property
    def ticks(self):
        return self._ticks

    @ticks.setter
    def ticks(self, value):
        self._ticks = value
        f(tf.constant(1.0), value)  # TFR101

counter = Counter()
for k in range(20):
    other, counter.ticks = 3, k
""",
    "a traced function made by a setter": """\
class Run:
    @property
    def scale(self):
        return self._scale

    @scale.setter
    def scale(self, value):
        self._scale = value
        g = tf.function(lambda x: x * 2.0)  # TFR502
        g(tf.constant(1.0))

run = Run()
for k in range(100):
    run.scale = k
""",
    "a property of the class above": """\
class Base:
    @property
    def value(self):
        return tf.function(lambda x: x * 2.0)(tf.constant(2.0))  # TFR502

class Derived(Base):
    @property
    def value(self):
        return super().value + 1.0

derived = Derived()
for _ in range(100):
    print(derived.value)
""",
    "an abstract property": """\
class Base(abc.ABC):
    @property
    @abc.abstractmethod
    def value(self):
        ...

    def run(self):
        for _ in range(100):
            print(self.value)

class Derived(Base):
    @property
    def value(self):
        return tf.function(lambda x: x * 2.0)(tf.constant(2.0))  # TFR502

Derived().run()
""",
    "a variable that a cached getter makes at the first trace": """\
class Module:
    @functools.cached_property
    def weight(self):
        return tf.Variable(2.0)

    @property
    def anew(self):
        return tf.Variable(2.0)  # TFR401

    @tf.function
    def step(self, x):
        return x * self.weight

    @tf.function
    def fail(self, x):
        return x * self.anew

module = Module()
print(module.step(tf.constant(1.0)), module.fail(tf.constant(1.0)))
""",
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_reported_as_marked(program: str) -> None:
    source = IMPORTS + program
    wanted = [(mark.line, mark.code) for mark in marks(source)]
    codes = DEFAULT_CODES | set(re.findall(r"TFR\d{3}", program))
    assert sorted((found.line, found.code) for found in check(source, codes=codes)) == sorted(
        wanted
    )
    likely = check(source, codes=codes, settings=Settings(confidence="likely"))
    assert sorted((found.line, found.code) for found in likely) == sorted(wanted)


def test_property_of_another_module(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "nets.py").write_text(NETS, encoding="utf-8")
    train = tmp_path / "train.py"
    train.write_text(TRAIN, encoding="utf-8")
    shown = {
        path.name: [(found.line, found.code) for found in check(path.read_text(), str(path))]
        for path in (train, tmp_path / "nets.py")
    }
    assert shown == {"train.py": [(18, "TFR101")], "nets.py": [(7, "TFR502")]}


NETS = """\
import tensorflow as tf


class Net:
    @property
    def doubled(self):
        return tf.function(lambda x: x * 2.0)(tf.constant(2.0))

    @property
    def rate(self):
        return self._rate

    @rate.setter
    def rate(self, value):
        self._rate = value
        self.changed(value)
"""
TRAIN = """\
import tensorflow as tf
from nets import Net


@tf.function
def step(x, n):
    return x * n


class Trained(Net):
    def __init__(self):
        self.count = 0
        self.net = Net()

    @property
    def stepped(self):
        self.count += 1
        return step(tf.constant(1.0), self.count)


trained = Trained()
for _ in range(100):
    print(trained.doubled, trained.net.doubled, trained.stepped)
"""


def test_calls_of_getters_and_setters() -> None:
    program = Program(ast.parse(ACCESSES))
    (owner,) = program.index.classes
    getter, setter = owner.methods["value"], owner.setters["value"]
    (main,) = (f for f in program.index.functions if f.name == "main")
    run = [(program.calls.target(call), call.lineno) for call, _ in program.calls.within(main)]
    stored = [(setter, 14), (setter, 15), (getter, 16), (setter, 16), (setter, 17)]
    assert [one for one in run if one[0] in (getter, setter)] == stored
    assert [call.lineno for call, _ in program.calls.callers(setter)] == [14, 15, 16, 17]
    given = [ast.unparse(node) for node, _ in program.calls.given(setter, "new")]
    assert given == ["1", "2", "rate.value * 3"]


ACCESSES = """\
class Rate:
    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        self._value = new


def main():
    rate = Rate()
    other = lambda: None
    rate.value = 1
    x, rate.value = 0, 2
    rate.value *= 3
    for rate.value in other():
        pass
    del rate.value
"""
