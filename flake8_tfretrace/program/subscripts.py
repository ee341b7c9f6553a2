"""Transfer functions of indexing and slicing."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from flake8_tfretrace.program.keras import is_symbol, symbol
from flake8_tfretrace.program.linear import most_sliced, width, width_change
from flake8_tfretrace.program.operations import chosen_by
from flake8_tfretrace.program.scopes import Place, is_none
from flake8_tfretrace.program.tracetypes import (
    DATA,
    UNKNOWN,
    Change,
    DataValue,
    Dimension,
    MappingValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
    first_change,
    join,
    most_elements,
    python_value,
)
from flake8_tfretrace.program.values import Values


class Subscripts:
    """Evaluates the subscripts of one program."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def value(self, node: ast.Subscript, place: Place) -> TraceType:
        """Return what ``node`` gives at ``place``."""
        base = self.values.value(node.value, place)
        if isinstance(base, TensorValue):
            return self._indexed_tensor(base, node.slice, place)
        if isinstance(base, DataValue):
            return DATA
        if is_symbol(base):
            return symbol(node)
        index = (
            self.values.value(node.slice, place)
            if not isinstance(node.slice, ast.Slice)
            else UNKNOWN
        )
        if isinstance(base, MappingValue):
            key = index.constant
            if base.items is not None:
                for name, value in base.items:
                    if name == key and key is not None:
                        return value
                values = [value for _, value in base.items]
                return chosen_by(join(values), index, len(values)) if values else UNKNOWN
            return chosen_by(base.element, index)
        if isinstance(base, SequenceValue):
            if isinstance(node.slice, ast.Slice):
                return self._sliced_sequence(base, node.slice, place)
            position = index.constant
            if isinstance(position, int) and base.items is not None:
                if -len(base.items) <= position < len(base.items):
                    return base.items[position]
                return UNKNOWN
            if base.items is None:
                return chosen_by(base.element, index)
            items = base.items
            return chosen_by(join(items), index, len(items)) if items else UNKNOWN
        return UNKNOWN

    def _sliced_sequence(self, base: SequenceValue, slice_: ast.Slice, place: Place) -> TraceType:
        change = self._slice_change(slice_, place)
        element = join(base.items) if base.items else base.element
        if change is None and base.items is not None:
            constants = [
                None if part is None else getattr(self.values.value(part, place), "constant", None)
                for part in (slice_.lower, slice_.upper, slice_.step)
            ]
            given = (slice_.lower, slice_.upper, slice_.step)
            if all(p is None or isinstance(c, int) for p, c in zip(given, constants)):
                return replace(base, items=base.items[slice(*constants)])
        is_rest = slice_.upper is None and isinstance(slice_.lower, ast.Constant | None)
        if change is None and is_rest and slice_.step is None:
            change = base.change
        most = _smaller(most_elements(base), most_sliced(self.values, slice_, place))
        return SequenceValue(base.kind, None, element, change, most=most)

    def _indexed_tensor(self, base: TensorValue, node: ast.expr, place: Place) -> TraceType:
        found = self._indexed(base, node, place)
        return replace(found, dtype_change=base.dtype_change)

    def _indexed(self, base: TensorValue, node: ast.expr, place: Place) -> TensorValue:
        """Return a part of a tensor or an array, but for why its dtype changes."""
        indices = list(node.elts) if isinstance(node, ast.Tuple) else [node]
        if base.shape is None:
            # An index may take what grows away: the last rows, the newest element.
            is_kept = all(map(_takes_all, indices)) if base.grows else _keeps(indices)
            change = base.change if is_kept else None
            for index in indices:
                if isinstance(index, ast.Slice):
                    change = change or self._slice_change(index, place)
                else:
                    change = change or _gathered_change(self.values.value(index, place))
            most = self._most_rows(base, indices, place)
            return TensorValue(base.dtype, None, base.numpy, change=change, most=most)
        shape: list[Dimension] = []
        remaining = list(base.shape)
        for position, index in enumerate(indices):
            if self._adds_dimension(index, place):
                shape.append(python_value(1))
            elif isinstance(index, ast.Constant) and index.value is Ellipsis:
                left = indices[position + 1 :]
                rest = len([i for i in left if not self._adds_dimension(i, place)])
                while len(remaining) > rest:
                    shape.append(remaining.pop(0))
            elif not remaining:
                return _of_unknown_shape(base)
            elif isinstance(index, ast.Slice):
                shape.append(self._sliced(remaining.pop(0), index, place))
            else:
                value = self.values.value(index, place)
                if not (isinstance(value, PythonValue) and value.kind == "int"):
                    if not (isinstance(value, TensorValue) and value.shape == ()):
                        # A mask or an array of indices: as many rows as it asks for.
                        most = self._most_rows(base, indices, place)
                        change = base.change or _gathered_change(value)
                        return replace(_of_unknown_shape(base), most=most, change=change)
                remaining.pop(0)
        return TensorValue(base.dtype, (*shape, *remaining), base.numpy, change=base.change)

    def _adds_dimension(self, index: ast.expr, place: Place) -> bool:
        """Whether an index is None: a dimension of size 1 is added there."""
        if not isinstance(index, ast.Attribute | ast.Name):
            return is_none(index)
        value = self.values.value(index, place)
        return isinstance(value, PythonValue) and value.kind == "none"

    def _most_rows(self, base: TensorValue, indices: list[ast.expr], place: Place) -> int | None:
        """Return an upper bound of the first dimension of what an indexed array gives."""
        if not indices:
            return base.most_rows
        index = indices[0]
        if self._adds_dimension(index, place):
            return 1
        if isinstance(index, ast.Slice):
            return _smaller(base.most_rows, most_sliced(self.values, index, place))
        if isinstance(index, ast.Constant) and index.value is Ellipsis:
            return base.most_rows
        value = self.values.value(index, place)
        if isinstance(value, TensorValue) and value.dtype in (None, "bool"):
            # Of a mask over several dimensions there may be more.
            is_flat = value.shape is not None and len(value.shape) == 1
            return base.most_rows if is_flat else None
        return None if isinstance(value, PythonValue) else most_elements(value)

    def _slice_change(self, node: ast.Slice, place: Place) -> Change | None:
        """Return why the length of a slice changes: by its one bound, or by their difference."""
        if node.lower is not None and node.upper is not None:
            return width_change(self.values, node.lower, node.upper, place)
        bound = node.lower or node.upper
        return None if bound is None else self.values.value(bound, place).changes

    def _sliced(self, dimension: Dimension, node: ast.Slice, place: Place) -> Dimension:
        lower, upper, step = (
            None if part is None else self.values.value(part, place)
            for part in (node.lower, node.upper, node.step)
        )
        if lower is None and upper is None and step is None:
            return dimension
        parts = [
            None if part is None else (part.constant if isinstance(part, PythonValue) else "?")
            for part in (lower, upper, step)
        ]
        size = None if dimension is None else dimension.constant
        given = [p is not None for p in (lower, upper, step)]
        known = all(not g or isinstance(p, int) for g, p in zip(given, parts))
        if known and isinstance(size, int):
            bounds: list[Any] = parts
            return python_value(len(range(size)[slice(*bounds)]))
        change = self._slice_change(node, place)
        if change is not None:
            return PythonValue("int", None, change)
        if known and step is None and dimension is not None and dimension.change is not None:
            first, last = (part if isinstance(part, int) else 0 for part in parts[:2])
            if first >= 0 and (node.upper is None or last < 0):
                # As many sizes, but for those that are too small for both ends.
                least = max(1, dimension.change.least - first + last)
                return PythonValue("int", None, dimension.change.within(least))
        if node.lower is None or node.upper is None or step is not None:
            return None
        length = width(self.values, node.lower, node.upper, place)
        if length is None or length.terms or length.constant < 0:
            return None
        return _window(dimension, lower, length.constant)


def _of_unknown_shape(base: TensorValue) -> TensorValue:
    """Return what is left of an array of which a part of unknown shape is taken."""
    return TensorValue(base.dtype, None, base.numpy, change=base.change)


def _gathered_change(index: TraceType) -> Change | None:
    """Return why an array of positions gathers another number of elements each time."""
    if isinstance(index, SequenceValue):
        is_of_positions = isinstance(index.any_element, PythonValue)
        is_of_positions &= getattr(index.any_element, "kind", "") == "int"
        return index.change if is_of_positions else None
    if not isinstance(index, TensorValue) or not (index.dtype or "").startswith(("int", "uint")):
        # Of a mask those elements count that it lets through.
        return None
    return index.change or first_change(size.change for size in index.shape or () if size)


def _smaller(a: int | None, b: int | None) -> int | None:
    """Return the smaller of two upper bounds."""
    return min((most for most in (a, b) if most is not None), default=None)


def _window(dimension: Dimension, lower: TraceType | None, length: int) -> Dimension:
    """Return the size of ``x[i : i + width]``, which the end of ``x`` may cut off."""
    size = None if dimension is None else dimension.constant
    starts = lower.constants if isinstance(lower, PythonValue) else None
    if size is None or starts is None:
        return None
    if not all(isinstance(first, int) for first in starts):
        return None
    return PythonValue("int", frozenset(len(range(size)[i : i + length]) for i in starts))


def _keeps(indices: list[ast.expr]) -> bool:
    """Whether an index takes more rows of an array that has more, as far as it shows."""
    index = indices[0] if indices else None
    if not isinstance(index, ast.Slice):
        return not (isinstance(index, ast.Constant) and isinstance(index.value, int))
    if index.step is not None:
        return True
    is_to_end = index.upper is None or _is_negative(index.upper)
    return is_to_end and not _is_negative(index.lower)


def _is_negative(bound: ast.expr | None) -> bool:
    """Whether a bound is written as one from the end."""
    return isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub)


def _takes_all(index: ast.expr) -> bool:
    """Whether an index leaves its dimension as it is, or adds one."""
    if isinstance(index, ast.Slice):
        return index.lower is index.upper is index.step is None
    return is_none(index) or (isinstance(index, ast.Constant) and index.value is Ellipsis)
