"""Transfer functions of iteration and unpacking. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from flake8_tfretrace.program.operations import default_dtype, nested_shape, settled
from flake8_tfretrace.program.scopes import LoopNode, Place, start
from flake8_tfretrace.program.tracetypes import (
    DATA,
    MAX_CONSTANTS,
    UNKNOWN,
    Change,
    DataValue,
    Dimension,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    WindowValue,
    join,
    python_value,
)

_MANY = 10_000
"""Of more elements than these nobody says which they are."""


def iterated(iterable: TraceType) -> TraceType:
    """Return what one element of ``iterable`` is."""
    if isinstance(iterable, PythonValue) and iterable.kind == "range":
        if iterable.constants is not None and iterable.change is None:
            # It may be one of several ranges.
            if sum(map(len, iterable.constants)) <= MAX_CONSTANTS:
                return PythonValue("int", frozenset().union(*iterable.constants))
        return PythonValue("int", None, iterable.change)
    if isinstance(iterable, SequenceValue):
        if iterable.items is None:
            return iterable.element
        return join(iterable.items)
    if isinstance(iterable, StreamValue):
        return iterable.element
    if isinstance(iterable, TensorValue):
        return _row(iterable)
    if isinstance(iterable, MappingValue):
        return iterable.any_key
    return DATA if isinstance(iterable, DataValue) else UNKNOWN


def _row(tensor: TensorValue) -> TensorValue:
    if tensor.shape is None or not tensor.shape:
        return TensorValue(tensor.dtype, None, tensor.numpy, change=tensor.change)
    return TensorValue(tensor.dtype, tensor.shape[1:], tensor.numpy)


def sliced(value: TraceType) -> TraceType:
    """Return an element of ``Dataset.from_tensor_slices(value)``."""
    if isinstance(value, SequenceValue) and value.kind == "tuple" and value.items is not None:
        return SequenceValue("tuple", tuple(sliced(item) for item in value.items))
    if isinstance(value, MappingValue) and value.items is not None:
        return MappingValue(tuple((key, sliced(item)) for key, item in value.items))
    if isinstance(value, SequenceValue):
        shape = nested_shape(value)
        dtype = default_dtype(value, numpy=False)
        return TensorValue(dtype, shape[1:] if shape else None)
    return replace(_row(value), numpy=False) if isinstance(value, TensorValue) else UNKNOWN


def yielded(value: TraceType, place: Place) -> TraceType:
    """Return what the consumer of a generator knows of ``value``, which it yields at ``place``.

    A number that does not change there may be the same every time; so may an object, unless each
    iteration makes another one.
    """
    if isinstance(value, TensorValue) and value.dtype_change is not None:
        dtypes = value.dtype_change
        shaped = yielded(replace(value, dtype_change=None), place)
        is_varied = dtypes.loop is not None and dtypes.loop in place.loops
        assert isinstance(shaped, TensorValue)
        return replace(shaped, dtype_change=_varied(dtypes) if is_varied else None)
    change = value.changes
    is_varied = change is not None and change.loop is not None and change.loop in place.loops
    if change is not None and is_varied and isinstance(value, (TensorValue, SequenceValue)):
        change = _varied(change)
        if isinstance(value, TensorValue):
            if value.change is not None or value.shape is None:
                return TensorValue(value.dtype, None, value.numpy, change=change)
            sizes = tuple(_size_yielded(size, place) for size in value.shape)
            return TensorValue(value.dtype, sizes, value.numpy)
        if isinstance(value, SequenceValue) and value.items is None:
            return SequenceValue(value.kind, None, yielded(value.element, place), change)
    if isinstance(value, PythonValue):
        if change is None and value.constants is not None:
            return value
        if change is None:
            change = Change("iterated", "yield", start(place.node)[0], least=1)
        few = None if change.is_enough else Change("iterated", change.what, change.line, least=1)
        return PythonValue(value.kind, None, few)
    if isinstance(value, SequenceValue) and value.items is not None and value.change is None:
        items = tuple(yielded(item, place) for item in value.items)
        return SequenceValue(value.kind, items, names=value.names, cls=value.cls)
    if isinstance(value, MappingValue) and value.items is not None and value.change is None:
        return MappingValue(tuple((key, yielded(item, place)) for key, item in value.items))
    if isinstance(value, MappingValue) and value.items is None:
        varied = _varied(change) if change is not None and is_varied else None
        varied = None if value.change is None else varied
        return MappingValue(None, yielded(value.element, place), varied, named(value.name))
    if isinstance(value, ObjectValue) and place.loops:
        is_made = is_varied and change is not None and change.kind == "constructed"
        if is_made or (not value.kept and change is None):
            return replace(value, change=None, kept=False)
    return settled(value) if isinstance(value, TensorValue) else UNKNOWN


def _size_yielded(size: Dimension, place: Place) -> Dimension:
    """Return a dimension of a tensor as the consumer of a generator sees it."""
    change = None if size is None else size.change
    if change is None:
        return size
    if change.loop is None or change.loop not in place.loops:
        return None
    return PythonValue("int", None, _varied(change))


def _varied(change: Change) -> Change:
    """Return the change of what differs between elements, whatever loop takes them."""
    return Change("iterated", change.what, change.line, least=change.least)


def named(key: TraceType) -> TraceType:
    """Return what any key of a dict is that gets ``key`` in a loop: unknown if it has few."""
    if isinstance(key, PythonValue):
        if key.constants is not None:
            return replace(key, change=None)
        if key.change is not None and key.change.is_enough:
            return PythonValue(key.kind)
    return UNKNOWN


def taken(value: TraceType, loop: LoopNode) -> TraceType:
    """Return an element as a loop takes it, each with a shape or length of its own.

    What differs between the elements is marked without a loop, as :func:`yielded` does.
    """
    if isinstance(value, TensorValue):
        value = replace(value, dtype_change=_taken(value.dtype_change, loop))
    if isinstance(value, (TensorValue, MappingValue, SequenceValue)):
        change = _taken(value.change, loop)
        if change is not value.change:
            return replace(value, change=change)
    if isinstance(value, TensorValue) and value.shape is not None:
        return replace(value, shape=tuple(_size_taken(size, loop) for size in value.shape))
    if isinstance(value, SequenceValue) and value.items is not None:
        return replace(value, items=tuple(taken(item, loop) for item in value.items))
    if isinstance(value, MappingValue) and value.items is not None:
        return replace(value, items=tuple((key, taken(item, loop)) for key, item in value.items))
    return value


def _taken(change: Change | None, loop: LoopNode) -> Change | None:
    """Return what differs between elements as it changes in the loop that takes them."""
    if change is None or change.loop is not None or change.kind not in ("shape", "iterated"):
        return change
    return replace(change, loop=loop)


def _size_taken(size: Dimension, loop: LoopNode) -> Dimension:
    if size is None or size.change is None or size.change.kind != "iterated" or size.change.loop:
        return size
    return replace(size, change=replace(size.change, loop=loop))


def elements_of(iterable: TraceType) -> list[TraceType] | None:
    """Return the elements of ``iterable`` one by one, where they are known."""
    if isinstance(iterable, PythonValue) and iterable.kind == "range":
        values = iterable.constant
        if values is not None and len(values) <= _MANY:
            return [python_value(value) for value in values]
        return None
    if isinstance(iterable, SequenceValue) and iterable.items is not None:
        return list(iterable.items) if iterable.change is None else None
    if isinstance(iterable, StreamValue):
        return None if iterable.items is None else list(iterable.items)
    if isinstance(iterable, MappingValue) and iterable.items is not None:
        return [python_value(key) for key, _ in iterable.items]
    if isinstance(iterable, TensorValue) and iterable.shape:
        first = iterable.shape[0]
        size = None if first is None else first.constant
        if isinstance(size, int) and size <= _MANY:
            return [iterated(iterable)] * size
    return None


def count_of(iterable: TraceType) -> int | None:
    """Return how many elements ``iterable`` has, where that is known."""
    if isinstance(iterable, StreamValue):
        return iterable.count
    if isinstance(iterable, PythonValue) and iterable.kind == "range":
        values = iterable.constant
        return None if values is None else len(values)
    elements = elements_of(iterable)
    return None if elements is None else len(elements)


def element_at(iterable: TraceType, index: int) -> TraceType:
    """Return the element that a loop gets in one of its iterations, if it is known."""
    if isinstance(iterable, PythonValue) and iterable.kind == "range":
        values = iterable.constant
        return UNKNOWN if values is None else python_value(values[index])
    elements = elements_of(iterable)
    return UNKNOWN if elements is None else elements[index]


def element_of(value: TraceType, step: int | None) -> TraceType:
    """Return element ``step`` of ``value``, for unpacking."""
    if isinstance(value, SequenceValue):
        if value.items is None:
            return value.element
        if step is not None and step < len(value.items):
            return value.items[step]
        return UNKNOWN
    if isinstance(value, TensorValue):
        return iterated(value)
    if isinstance(value, StreamValue):
        if value.items is None:
            # What a condition leaves out shifts the others.
            return value.element if value.kind == "iterator" else UNKNOWN
        return value.items[step] if step is not None and step < len(value.items) else UNKNOWN
    return DATA if isinstance(value, DataValue) else UNKNOWN


def length_change(iterable: TraceType) -> Change | None:
    """Return why the number of elements changes, if it does."""
    if isinstance(iterable, PythonValue) and iterable.kind == "range":
        return None if isinstance(iterable, WindowValue) else iterable.change
    if isinstance(iterable, TensorValue):
        rows = iterable.shape[0] if iterable.shape else None
        return None if rows is None else rows.change
    return iterable.change if isinstance(iterable, SequenceValue) else None
