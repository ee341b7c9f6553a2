"""Shape functions: the sizes of what an operation gives, of those of what it is made of.

The tables say that a result has the shape of an argument, or one that is asked for. Here are the
functions that compute with sizes: along an axis, by an equation, or beside one another. Where a
size is not known, nothing is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

from flake8_tfretrace.program.operations import nested_shape
from flake8_tfretrace.program.tracetypes import (
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
    python_value,
)

Sizes = tuple[int, ...]


class _Open(Exception):  # noqa: N818 - not an error: nothing is known of the result
    """What decides the shape is not known, or the operation raises."""


class _Arguments:
    """The arguments of a call, by the names of their parameters."""

    def __init__(self, value: Callable[[str], TraceType | None]) -> None:
        self._value = value

    def value(self, name: str) -> TraceType | None:
        """Return what is passed for a parameter; None if nothing is, or Python's None."""
        value = self._value(name)
        return None if value == python_value(None) else value

    def lacks(self, *names: str) -> bool:
        """Whether nothing is passed for any of the parameters."""
        return all(self.value(name) is None for name in names)

    def sizes(self, name: str) -> Sizes:
        return _sizes(self.value(name))

    def parts(self, name: str) -> list[Sizes]:
        """Return the shapes of the tensors of a list."""
        value = self.value(name)
        if not isinstance(value, SequenceValue) or not value.items or value.change is not None:
            raise _Open
        return [_sizes(item) for item in value.items]

    def whole(self, name: str, default: int | None = None) -> int:
        value = self.value(name)
        return default if value is None and default is not None else _whole(value)

    def wholes(self, name: str) -> list[int]:
        """Return the numbers of a list, or the one that stands for such a list."""
        value = self.value(name)
        return [_whole(item) for item in _items(value)] if _is_list(value) else [_whole(value)]

    def pairs(self, name: str) -> list[tuple[int, int]]:
        found = [tuple(map(_whole, _items(item))) for item in _items(self.value(name))]
        if any(len(pair) != 2 for pair in found):
            raise _Open
        return [(pair[0], pair[1]) for pair in found]


def _is_list(value: TraceType | None) -> bool:
    return isinstance(value, SequenceValue)


def _items(value: TraceType | None) -> Sequence[TraceType]:
    if not isinstance(value, SequenceValue) or value.items is None or value.change is not None:
        raise _Open
    return value.items


def _sizes(value: TraceType | None) -> Sizes:
    shape = None if value is None else nested_shape(value)
    known = None if shape is None else TensorValue(None, shape).constant_shape
    is_changing = isinstance(value, TensorValue | SequenceValue) and value.change is not None
    if known is None or is_changing:
        raise _Open
    return known


def _whole(value: TraceType | None) -> int:
    known = value.constant if isinstance(value, PythonValue) and value.change is None else None
    if not isinstance(known, int) or isinstance(known, bool):
        raise _Open
    return known


def _axis(axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        raise _Open
    return axis % rank


# along an axis


def _joined(parts: Sequence[Sizes], axis: int) -> Sizes:
    first, *others = parts
    axis = _axis(axis, len(first))
    for other in others:
        if len(other) != len(first) or any(
            a != b for place, (a, b) in enumerate(zip(first, other, strict=True)) if place != axis
        ):
            raise _Open
    return (*first[:axis], sum(part[axis] for part in parts), *first[axis + 1 :])


def _padded(sizes: Sizes, pairs: Sequence[tuple[int, int]]) -> Sizes:
    if len(pairs) != len(sizes):
        raise _Open
    return tuple(before + size + after for size, (before, after) in zip(sizes, pairs, strict=True))


def _gathered(whole: Sizes, indices: Sizes, axis: int) -> Sizes:
    axis = _axis(axis, len(whole))
    return (*whole[:axis], *indices, *whole[axis + 1 :])


def _gather(given: _Arguments) -> Sizes:
    if not given.lacks("batch_dims"):
        raise _Open
    return _gathered(given.sizes("params"), given.sizes("indices"), given.whole("axis", 0))


def _one_hot(given: _Arguments) -> Sizes:
    sizes, depth, axis = given.sizes("indices"), given.whole("depth"), given.whole("axis", -1)
    axis = _axis(axis, len(sizes) + 1)
    return (*sizes[:axis], max(depth, 0), *sizes[axis:])


def _transposed(sizes: Sizes, order: Sequence[int]) -> Sizes:
    if sorted(order) != [*range(len(sizes))]:
        raise _Open
    return tuple(sizes[place] for place in order)


def _transpose(given: _Arguments) -> Sizes:
    sizes = given.sizes("a")
    return sizes[::-1] if given.lacks("perm") else _transposed(sizes, given.wholes("perm"))


def _tiled(given: _Arguments) -> Sizes:
    sizes, times = given.sizes("input"), given.wholes("multiples")
    if len(sizes) != len(times):
        raise _Open
    return tuple(size * factor for size, factor in zip(sizes, times, strict=True))


def _repeated(given: _Arguments) -> Sizes:
    name = "input" if given.value("a") is None else "a"
    sizes, times = given.sizes(name), given.whole("repeats")
    if given.lacks("axis"):
        return (math.prod(sizes) * times,)
    axis = _axis(given.whole("axis"), len(sizes))
    return (*sizes[:axis], sizes[axis] * times, *sizes[axis + 1 :])


def _squeezed(given: _Arguments) -> Sizes:
    sizes = given.sizes("input")
    if given.lacks("axis"):
        return tuple(size for size in sizes if size != 1)
    gone = {_axis(axis, len(sizes)) for axis in given.wholes("axis")}
    if any(sizes[axis] != 1 for axis in gone):
        raise _Open
    return tuple(size for axis, size in enumerate(sizes) if axis not in gone)


def _place_of_extreme(given: _Arguments) -> Sizes:
    sizes = given.sizes("input")
    axis = _axis(given.whole("axis", 0), len(sizes))
    return (*sizes[:axis], *sizes[axis + 1 :])


def _segments(given: _Arguments) -> Sizes:
    data, ids = given.sizes("data"), given.sizes("segment_ids")
    if data[: len(ids)] != ids:
        raise _Open
    return (given.whole("num_segments"), *data[len(ids) :])


# matrices


def _eye(given: _Arguments) -> Sizes:
    rows = given.whole("num_rows")
    if not given.lacks("batch_shape"):
        raise _Open
    return (rows, given.whole("num_columns", rows))


def _diagonal(given: _Arguments) -> Sizes:
    sizes = given.sizes("diagonal")
    if not sizes or not given.lacks("k", "num_rows", "num_cols"):
        raise _Open
    return (*sizes, sizes[-1])


def _by_equation(given: _Arguments) -> Sizes:
    equation, inputs = given.value("equation"), given.value("*inputs")
    written = equation.constant if isinstance(equation, PythonValue) else None
    if not isinstance(written, str) or "." in written or inputs is None:
        raise _Open
    taken, arrow, result = written.replace(" ", "").partition("->")
    operands = taken.split(",")
    # What is passed alone and has elements stands for several.
    shapes = [_sizes(one) for one in (_items(inputs) if _is_list(inputs) else [inputs])]
    if len(operands) != len(shapes):
        raise _Open
    sizes: dict[str, int] = {}
    for letters, shape in zip(operands, shapes, strict=True):
        if len(letters) != len(shape):
            raise _Open
        for letter, size in zip(letters, shape, strict=True):
            if sizes.setdefault(letter, size) != size:
                raise _Open
    if not arrow:
        counts = Counter("".join(operands))
        result = "".join(sorted(letter for letter, count in counts.items() if count == 1))
    if not set(result) <= sizes.keys():
        raise _Open
    return tuple(sizes[letter] for letter in result)


# numbers beside one another


def _spaced(given: _Arguments) -> Sizes:
    if given.sizes("start") or given.sizes("stop") or not given.lacks("axis"):
        raise _Open
    return (given.whole("num"),)


def _summed(given: _Arguments) -> Sizes:
    first, *others = given.parts("inputs")
    if any(other != first for other in others):
        raise _Open
    return first


_FUNCTIONS: dict[str, Callable[[_Arguments], Sizes]] = {
    "numpy.concat": lambda given: _joined(given.parts("arrays"), given.whole("axis", 0)),
    "numpy.repeat": _repeated,
    "tensorflow.add_n": _summed,
    "tensorflow.argmax": _place_of_extreme,
    "tensorflow.argmin": _place_of_extreme,
    "tensorflow.concat": lambda given: _joined(given.parts("values"), given.whole("axis")),
    "tensorflow.einsum": _by_equation,
    "tensorflow.eye": _eye,
    "tensorflow.gather": _gather,
    "tensorflow.linalg.diag": _diagonal,
    "tensorflow.linspace": _spaced,
    "tensorflow.math.unsorted_segment_max": _segments,
    "tensorflow.math.unsorted_segment_mean": _segments,
    "tensorflow.math.unsorted_segment_min": _segments,
    "tensorflow.math.unsorted_segment_prod": _segments,
    "tensorflow.math.unsorted_segment_sum": _segments,
    "tensorflow.nn.embedding_lookup": lambda given: _gathered(
        given.sizes("params"), given.sizes("ids"), 0
    ),
    "tensorflow.one_hot": _one_hot,
    "tensorflow.pad": lambda given: _padded(given.sizes("tensor"), given.pairs("paddings")),
    "tensorflow.repeat": _repeated,
    "tensorflow.squeeze": _squeezed,
    "tensorflow.tile": _tiled,
    "tensorflow.transpose": _transpose,
}


def known_sizes(function: str, value: Callable[[str], TraceType | None]) -> Sizes | None:
    """Return the sizes of what a library's function gives; None if they are not known.

    Args:
        function: its name.
        value: what is passed for a parameter.
    """
    compute = _FUNCTIONS.get(function)
    if compute is None:
        return None
    try:
        return compute(_Arguments(value))
    except _Open:
        return None
