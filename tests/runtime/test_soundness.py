"""The analysis against programs whose every expression is written down, and the log itself."""

from __future__ import annotations

import collections
import contextlib
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from bench import soundness
from bench.concretization import Concrete, contradiction, summary
from bench.generated import random_program
from bench.instrument import Log, instrumented
from bench.program_variants import Program
from bench.soundness import Body, Outcome, check
from flake8_tfretrace.program.evaluate import Evaluator
from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    UNKNOWN,
    ChoiceValue,
    MappingValue,
    PythonValue,
    RecordValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    python_value,
)

FORMS = """\
import math


def double(value, by=2 * 1):
    return value * by


@(lambda function: function)
class Point:
    x: int = 1 + 1

    def __init__(self):
        super().__init__()
        self.y = self.x if self.x else-1


def tail(values):
    first, *rest = values
    return rest, first


numbers = [*range(3), 4][::2]
pairs = {k: (v, not v) for k, v in zip("ab", numbers)}
total = sum(n * n for n in numbers if n > 0)
print(total, pairs, f"{total:>4}", tail(numbers)
      , math.floor(2.5) + Point().y
      , (again := double(3)) and again)
for i, n in enumerate(numbers): print(i if n else(n), end=" ")
print(*(lambda *a: a)(1, *numbers), sep="-")
match total:
    case 16 | 20: print("twenty")
    case _: print("other")
"""

MENDED = """\
import enum
import random

import numpy as np
import tensorflow as tf


class Kind(enum.Enum):
    FIRST = "first"


@tf.function
def branched(x):
    rate = 0.5
    if tf.reduce_sum(x) > 0.0:
        rate = 1.0
    count = 0
    for row in x:
        count += 1
    return x * rate + float(1), count


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def open_shape(x):
    rows, columns = x.shape
    return x if rows is None else x[:columns]


@tf.function(reduce_retracing=True)
def widened(x):
    return x * float(x.shape[1])


class Flow:
    def __init__(self):
        self.history = []
        self._events = 1

    @property
    def events(self):
        return self._events

    @events.setter
    def events(self, events):
        self._events = events

    def run(self):
        self.history.append(self.events)
        return self.history


class Quotes:
    def __init__(self, names):
        self.kept = {name: [] for name in names}

    def add(self, name, number):
        self.kept[name].append(number)

    def all(self):
        return [(name, kept) for name, kept in self.kept.items()]


@tf.function
def positive_rows(x):
    kept = tf.boolean_mask(x, x[:, 0] > 0)
    return kept, kept.shape[0] is None


def drawn(dtype):
    return tf.random.uniform([2], dtype=dtype)


def main():
    v = tf.Variable([1.0])
    part = tf.Variable([1.0, 2.0])[:1].assign([2.0])
    print(Flow().run(), drawn(random.choice([tf.float64])), part)
    w = v.assign_add([1.0])
    pairs = zip([1, 2], [3, 4])
    views = {"a": 1}.keys(), {"a": 1}.items(), enumerate([5]), reversed([1, 2])
    mask = np.append([1.0], 2.0) > 1.5
    anything = random.choice([np.ones(2), np.zeros(3)]) > 0.5
    kept = tf.reduce_sum(tf.ones([2, 2]), keepdims=True)
    size = 2
    for _ in range(4):
        size *= 2
    first, *rest = [1, 2, 3]
    heights, names = zip(*[(float(size), str(size)) for _ in range(size)])
    lengths = [len(word) for word in ("rope", "tent", "lantern")]
    for start in range(0, 7, 3):
        window = np.ones(7)[start : start + 3]
    generator = np.random.default_rng(0)
    drawn_numbers = generator.gamma(2.0, 1.0), generator.weibull(2.0, 3), np.random.gamma(2.0)
    flat = np.sort(np.ones([3, 3]), axis=None)
    counts = tf.scatter_nd([[1], [2]], [1.0, 2.0], [4]), tf.complex(1.0, 2.0)
    rows = np.ones([5, 2], np.float32)
    moved = rows[rows[:, 0] > 0] @ np.ones([2, 2]) + np.ones(3)[:2]
    positive = positive_rows(tf.constant(rows))
    quotes = Quotes(["a", "b"])
    for number in range(4):
        quotes.add("a", number)
    print(drawn_numbers, flat, counts, moved, positive, quotes.all())
    shared = [1, 2]
    other = shared
    other.append(3)
    other[0] = 9
    opposite = not tf.constant(1) > 2
    branched(tf.ones([3, 2]))
    open_shape(tf.ones([3, 2]))
    for rows in (1, 2, 3):
        widened(tf.ones([rows, 2]))
    print(v, w, *pairs, views, mask, anything, kept, size, first, rest, window, shared)
    print(heights, names, lengths)
    print(opposite, Kind.FIRST, len(rest), shared[0])


main()
"""
"""What the analysis once said wrongly."""


def run(folder: Path, text: str) -> Outcome:
    """Check one program."""
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    return check(Body(path.name, path, (path,)))


def test_an_instrumented_program_does_the_same() -> None:
    program = Program(FORMS)
    text, nodes = instrumented(program)
    assert text.count("\n") == FORMS.count("\n")
    log = Log(frozenset())
    log.install()
    outputs = []
    for source in (FORMS, text):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(source, {"__name__": "forms"})
        outputs.append(output.getvalue())
    assert outputs[0] == outputs[1]
    assert "twenty" in outputs[0] or "other" in outputs[0]
    assert len(log.observed) > 0.9 * len(nodes)


HELD: list[tuple[TraceType, Any]] = [
    (UNKNOWN, object()),
    (python_value(1), 1),
    (PythonValue("number"), 0.5),
    (PythonValue("value"), None),
    (PythonValue("dtype", frozenset(["float32"])), tf.float32),
    (TensorValue("float32", (python_value(2),)), tf.ones([2])),
    (TensorValue("float32", (None,)), tf.TensorSpec([3], tf.float32)),
    (TensorValue("float64", None, True), np.float64(1)),
    (TensorValue("float32", None, False, True), tf.Variable(1.0)),
    (SequenceValue("list", (python_value(1), UNKNOWN)), [1, 2]),
    (SequenceValue("tuple", None, PythonValue("int")), (1, 2)),
    (SequenceValue("tuple", None, PythonValue("int"), most=2), (1, 2)),
    (TensorValue("float32", most=2), tf.ones([2, 3])),
    (MappingValue((("a", python_value(1)),)), {"a": 1}),
    (StreamValue("dataset", UNKNOWN, None, 3), tf.data.Dataset.range(3)),
    (StreamValue("view", UNKNOWN, None, 1), {"a": 1}.items()),
    (ChoiceValue(frozenset([python_value(None), PythonValue("int")])), 3),
    (RecordValue(("x", "y")), collections.namedtuple("Point", "x y")),
]
NOT_HELD: list[tuple[TraceType, Any]] = [
    (BOTTOM, 1),
    (python_value(1), 2),
    (python_value(1), True),
    (PythonValue("float"), np.float64(1)),
    (PythonValue("dtype", frozenset(["float32"])), tf.float64),
    (TensorValue("float32", (python_value(2),)), tf.ones([3])),
    (TensorValue("float32", ()), tf.ones([1])),
    (TensorValue("float32"), tf.Variable(1.0)),
    (TensorValue("float64"), np.ones(2)),
    (SequenceValue("list", (python_value(1),)), [1, 2]),
    (SequenceValue("list", None, PythonValue("int")), ["a"]),
    (SequenceValue("list", None, PythonValue("int"), most=1), [1, 2]),
    (TensorValue("float32", most=1), tf.ones([2, 3])),
    (SequenceValue("list", (python_value(1),)), enumerate([1])),
    (MappingValue((("a", python_value(1)),)), {"b": 1}),
    (StreamValue("dataset", UNKNOWN, None, 3), tf.data.Dataset.range(4)),
    (StreamValue("iterator"), tf.data.Dataset.range(3)),
    (ChoiceValue(frozenset([python_value(None), PythonValue("int")])), 0.5),
    (RecordValue(("x", "y")), 1),
]


@pytest.mark.parametrize(("said", "value"), HELD)
def test_what_is_held(said: TraceType, value: Any) -> None:
    assert contradiction(said, summary(value)) is None


@pytest.mark.parametrize(("said", "value"), NOT_HELD)
def test_what_is_not_held(said: TraceType, value: Any) -> None:
    assert contradiction(said, summary(value)) is not None


def test_deep_and_long_values_are_cut_off() -> None:
    deep: list[Any] = []
    for _ in range(9):
        deep = [deep]
    kept = summary([*range(999)])
    assert kept is not None and kept.length == 999 and kept.items is None
    kept = summary(deep)
    assert str(kept).count("[") < 9
    assert summary("x" * 999) == Concrete(("builtins.str", "builtins.object"))


def test_what_was_wrong_is_mended(tmp_path: Path) -> None:
    outcome = run(tmp_path, MENDED)
    assert outcome.error is None
    assert outcome.violations == []
    assert outcome.counted["different values"] > 150


@pytest.mark.parametrize("seed", range(5))
def test_generated_programs(tmp_path: Path, seed: int) -> None:
    outcome = run(tmp_path, random_program(seed))
    assert outcome.violations == []
    assert outcome.counted["of which something is said"] > 150


COUNTED = """\
import tensorflow as tf


@tf.function
def scaled(x, n):
    return x * n


def main():
    for i in range(3):
        scaled(tf.ones([2]), i)
        print(i)


main()
"""


def test_a_wrong_analysis_is_contradicted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of claim; what follows from a wrong value is no contradiction of its own."""
    outcome = run(tmp_path, COUNTED)
    assert outcome.violations == []
    assert outcome.counted["numbers of traces"] == 1
    assert outcome.counted["findings that were exercised"] == 1
    assert outcome.counted["numbers of executions"] > 0

    monkeypatch.setattr(soundness, "predicted_traces", lambda *_: 2)
    outcome = run(tmp_path, COUNTED)
    assert [violation.kind for violation in outcome.violations] == ["traces"]
    monkeypatch.undo()

    sums = "a = 1\nb = a + 1\nc = b\nprint(c, [c])\n"
    monkeypatch.setattr(Evaluator, "binary", lambda *_: python_value(0))
    monkeypatch.setattr("flake8_tfretrace.program.evaluate._EXPRESSIONS", _with_binary())
    outcome = run(tmp_path, sums)
    (violation,) = outcome.violations
    assert (violation.kind, violation.expression) == ("value", "a + 1")
    assert violation.follows >= 3


def _with_binary() -> dict[Any, Any]:
    import ast

    from flake8_tfretrace.program import evaluate

    return {**evaluate._EXPRESSIONS, ast.BinOp: Evaluator.binary}
