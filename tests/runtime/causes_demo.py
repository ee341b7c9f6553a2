"""One case per cause of a retrace, with what the recorder must say about it.

Run as a program it checks all of them under the TensorFlow at hand, with each hook that sees the
causes, and exits 1 where one is wrong: ``python tests/runtime/causes_demo.py``.
"""

from __future__ import annotations

import dataclasses
import functools
import sys
from collections.abc import Callable
from typing import Any

import keras
import numpy as np
import tensorflow as tf

from tfretrace.hooks import CallbackHook, Hook, TracingHook
from tfretrace.recorder import Recorder

Case = Callable[[], Any]
CASES: dict[str, tuple[Case, list[str]]] = {}
"""By name: what to run, and the causes of all its traces in order."""

VECTOR = tf.ones([3])


def case(*causes: str) -> Callable[[Case], Case]:
    """Note the causes that a case must give."""

    def note(run: Case) -> Case:
        CASES[run.__name__] = run, list(causes)
        return run

    return note


@case("first trace", "n: python value 1 -> 2", "n: python value 2 -> 'two'")
def python_value() -> None:
    function = tf.function(lambda x, n: x)
    for number in (1, 2, 1, "two"):
        function(VECTOR, number)


@case("first trace", "n: python vs tensor 1 -> int32 ()")
def python_vs_tensor() -> None:
    function = tf.function(lambda x, n: x)
    function(VECTOR, 1)
    function(VECTOR, tf.constant(1))


@case("first trace", "mask: none vs tensor None -> float32 (3,)")
def none_vs_tensor() -> None:
    function = tf.function(lambda x, mask=None: x)
    function(VECTOR)
    function(VECTOR, VECTOR)


@case("first trace", "batch['x'][0]: shape (32,) -> (17,)")
def shape() -> None:
    function = tf.function(lambda batch: batch["x"][0])
    function({"x": [tf.ones([32])]})
    function({"x": [tf.ones([17])]})


@case("first trace", "x: shape (1,) -> (2,)")
def shape_with_reduce_retracing() -> None:
    function = tf.function(lambda x: x, reduce_retracing=True)
    for size in (1, 2, 3, 4):
        function(tf.ones([size]))


@case("first trace", "x: rank (3,) -> (1, 3)")
def rank() -> None:
    function = tf.function(lambda x: x)
    function(VECTOR)
    function(VECTOR[None])


@case("first trace", "x: dtype float32 -> float64")
def dtype() -> None:
    function = tf.function(lambda x: x)
    function(VECTOR)
    function(np.ones(3))


@case("first trace", "x: shape (3,) -> (4,); y: dtype float32 -> int32")
def two_at_once() -> None:
    function = tf.function(lambda x, y: x)
    function(VECTOR, VECTOR)
    function(tf.ones([4]), tf.constant([1, 2, 3]))


@case("first trace", "parts: length 1 -> 2")
def length() -> None:
    function = tf.function(lambda parts: parts[0])
    function([VECTOR])
    function([VECTOR, VECTOR])


@case("first trace", "options: keys ['rate'] -> ['decay']")
def keys() -> None:
    function = tf.function(lambda options: VECTOR)
    function({"rate": 1.0})
    function({"decay": 1.0})


@case("first trace", "arguments: arity (parts_0) -> (parts_0, parts_1)")
def arity() -> None:
    function = tf.function(lambda *parts: parts[0])
    function(VECTOR)
    function(VECTOR, VECTOR)


@case("first trace", "arguments: keys (rate) -> (decay)")
def keyword_arguments() -> None:
    function = tf.function(lambda **options: VECTOR)
    function(rate=VECTOR)
    function(decay=VECTOR)


@case("first trace", "parts: container (float32 (3,)) -> [float32 (3,)]")
def container() -> None:
    function = tf.function(lambda parts: parts[0])
    function((VECTOR,))
    function([VECTOR])


class Settings:
    """Compared by identity."""


@case("first trace", "o: object identity garbage-collected temporary -> another Settings object")
def temporary_object() -> None:
    function = tf.function(lambda o: VECTOR)
    function(Settings())
    function(Settings())


@case("first trace", "o: object identity Settings object -> another Settings object")
def object_identity() -> None:
    function = tf.function(lambda o: VECTOR)
    kept = [Settings(), Settings()]
    for one in kept:
        function(one)


@case("first trace", "model: model identity Dense object -> another Dense object")
def model_identity() -> None:
    function = tf.function(lambda model: VECTOR)
    kept = [keras.layers.Dense(1), keras.layers.Dense(1)]
    for one in kept:
        function(one)


def _scale(x: Any, by: float) -> Any:
    return x * by


@case(
    "first trace",
    "f: callable identity garbage-collected temporary -> another partial object",
)
def callable_identity() -> None:
    function = tf.function(lambda f: f(VECTOR))
    function(functools.partial(_scale, by=1.0))
    function(functools.partial(_scale, by=2.0))


class Pair:
    """Nests tensors by TensorFlow's protocol, with a label that is compared by value."""

    def __init__(self, value: Any, label: str) -> None:
        self.value = value
        self.label = label

    def __tf_flatten__(self) -> tuple[Any, Any]:
        return (self.label,), (self.value,)

    @classmethod
    def __tf_unflatten__(cls, metadata: Any, components: Any) -> Pair:
        return cls(components[0], metadata[0])


@case("first trace", "pair: metadata ('a',) -> ('b',)", "pair[0]: shape (3,) -> (1,)")
def metadata() -> None:
    function = tf.function(lambda pair: pair.value)
    function(Pair(VECTOR, "a"))
    function(Pair(VECTOR, "b"))
    function(Pair(VECTOR[:1], "b"))


@case("first trace", "x: shape (2, None) -> (3, None)")
def typespec_shape() -> None:
    function = tf.function(lambda x: x)
    function(tf.ragged.constant([[1.0], [2.0, 3.0]]))
    function(tf.ragged.constant([[1.0], [2.0, 3.0], []]))


@case("first trace", "w: aliasing another alias -> the same variable as another argument")
def aliasing() -> None:
    function = tf.function(lambda v, w: v + w)
    one, other = tf.Variable(1.0), tf.Variable(2.0)
    function(one, other)
    function(one, one)


@case("first trace", "variable creation", "x: shape (2, 3) -> (4, 3)")
def variable_creation() -> None:
    layer = keras.layers.Dense(1)
    function = tf.function(lambda x: layer(x))
    for rows in (2, 2, 4):
        function(tf.ones([rows, 3]))


@case("first trace", "in_cross_replica_context: context False -> True")
def context() -> None:
    function = tf.function(lambda x: x)
    function(VECTOR)
    with tf.distribute.get_strategy().scope(), tf.distribute.MirroredStrategy(["CPU:0"]).scope():
        function(VECTOR)


@case("first trace", "new tf function", "new tf function")
def new_tf_function() -> None:
    def double(x: Any) -> Any:
        return x * 2

    for _ in range(3):
        tf.function(double)(VECTOR)


@case("first trace", "first trace", "new tf function", "new tf function")
def around_different_functions() -> None:
    def double(x: Any) -> Any:
        return x * 2

    def half(x: Any) -> Any:
        return x / 2

    def traced(inner: Callable[[Any], Any]) -> Any:
        @tf.function
        def run(x: Any) -> Any:
            return inner(x)

        return run

    for function in (double, half, double, half):
        traced(function)(VECTOR)


class Model:
    """A traced method: a tf.function per instance."""

    @tf.function
    def step(self, x: Any) -> Any:
        """Trace once per instance."""
        return x + 1


@case("first trace", "new instance", "x: shape (3,) -> (1,)")
def new_instance() -> None:
    kept = [Model(), Model()]
    for model in kept:
        model.step(VECTOR)
    kept[0].step(VECTOR[:1])


@case("failed: ValueError: no", "failed: ValueError: no")
def failing() -> None:
    def fail(x: Any) -> Any:
        raise ValueError("no")

    function = tf.function(fail)
    for _ in range(2):
        try:
            function(VECTOR)
        except ValueError:
            continue


@dataclasses.dataclass(frozen=True)
class Mismatch:
    """A case for which the recorder said something else."""

    name: str
    hook: str
    expected: list[str]
    seen: list[str]


def seen_causes(run: Case, hook: type[Hook]) -> list[str]:
    """Run a case and return the causes of the traces of its own functions."""
    with Recorder(None, (hook,)) as recording:
        run()
    if recording.problems:
        return recording.problems
    traces = [trace for record in recording.of_category("user") for trace in record.traces]
    return [
        f"failed: {trace.error}" if trace.error else "; ".join(map(str, trace.causes))
        for trace in traces
    ]


def mismatches(hook: type[Hook]) -> list[Mismatch]:
    """Run all cases with one hook."""
    found = []
    for name, (run, expected) in CASES.items():
        if hook is CallbackHook and name == "failing":
            expected = []  # That hook hears of traces that succeed.
        seen = seen_causes(run, hook)
        if seen != expected:
            found.append(Mismatch(name, hook.name, expected, seen))
    return found


def main() -> int:
    """Check all cases; return how many are wrong, at most 1."""
    wrong = [mismatch for hook in (TracingHook, CallbackHook) for mismatch in mismatches(hook)]
    for mismatch in wrong:
        print(mismatch)
    print(f"TensorFlow {tf.__version__}: {len(CASES)} cases, {len(wrong)} mismatches")
    return min(len(wrong), 1)


if __name__ == "__main__":
    sys.exit(main())
