"""Transfer functions of operators: arithmetic, broadcasting, dtypes, shapes. Pure functions."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import library, paths_and_dates
from flake8_tfretrace.program.scopes import Binding, start
from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    MAX_CONSTANTS,
    SMOOTH,
    UNKNOWN,
    Change,
    DataValue,
    Dimension,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    first_change,
    join,
    most_elements,
    python_value,
    stream_of,
)

OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_LARGE = 10**9
_ANY = 1 << 30
_LEAST_OF: dict[type[ast.operator], int] = {
    **dict.fromkeys((ast.Add, ast.Sub, ast.BitXor), _ANY),
    **dict.fromkeys((ast.Mult, ast.Div, ast.Pow, ast.LShift), SMOOTH),
    **dict.fromkeys((ast.Mod, ast.FloorDiv, ast.RShift, ast.BitAnd, ast.BitOr, ast.MatMult), 1),
}
"""How many values each operator leaves at least of those of one operand: injective ones all."""


_CONSTANTS = {"e": math.e, "pi": math.pi, "tau": math.tau}
"""Numbers of the modules ``math`` and ``numpy``."""


def short_name(qualified: str) -> str:
    return qualified.replace("tensorflow.", "tf.", 1).replace("numpy.", "np.", 1)


def truth() -> PythonValue:
    return PythonValue("bool", frozenset([True, False]))


def is_truth(value: TraceType) -> bool:
    return isinstance(value, PythonValue) and value.kind in ("bool", "none")


def is_made_here(value: ObjectValue | FunctionValue) -> bool:
    return isinstance(value.site, (ast.Call, ast.Lambda))


def of_its_kind(value: PythonValue | TensorValue) -> TraceType:
    """Return ``value`` without its constants: what an update by it makes of a number."""
    if isinstance(value, PythonValue):
        return PythonValue(value.kind)
    return TensorValue(value.dtype)


COUNTED = ("int", "float", "number", "str", "date")
"""The kinds of values of which an update makes another one each time."""


def counted(binding: Binding, value: PythonValue) -> PythonValue:
    """Return what an update makes of a number or string if it goes on changing it."""
    if _grows_geometrically(binding.node):
        return PythonValue(value.kind)
    loop = next(reversed(binding.place.loops), None)
    change = Change("counter", binding.name, start(binding.node)[0], loop, place=binding.place)
    return PythonValue(value.kind, None, change)


def updated_from_itself(binding: Binding, value: TraceType, before: TraceType) -> TraceType:
    """Return the value of a binding that is worked out from its own earlier value.

    Args:
        binding: the update.
        value: what the first update gives.
        before: what it starts from.
    """
    if value == before:
        return value
    if isinstance(value, PythonValue) and value.kind in COUNTED:
        return counted(binding, value)
    if isinstance(value, TensorValue) and isinstance(before, TensorValue):
        dtype = value.dtype if value.dtype == before.dtype else None
        shape = _widened(value.shape, before.shape)
        most = value.most_rows if value.most_rows == before.most_rows else None
        return replace(value, dtype=dtype, shape=shape, most=most)
    if isinstance(value, SequenceValue):
        first = before.items if isinstance(before, SequenceValue) else None
        if value.names is not None and before is BOTTOM:
            # Named tuples of one class are of one length.
            first = (BOTTOM,) * len(value.names)
        if value.items is None or first is None or len(first) != len(value.items):
            element, held = value.any_element, getattr(before, "any_element", UNKNOWN)
            if isinstance(element, TensorValue) and isinstance(held, TensorValue):
                is_kept = (element.numpy, element.variable) == (held.numpy, held.variable)
                element = updated_from_itself(binding, element, held) if is_kept else UNKNOWN
            elif not _are_alike(element, held):
                kept = join([element, held])
                is_object = isinstance(kept, ObjectValue) and kept.cls is None
                # Objects of a library stay of the base that the first ones have in common.
                element = kept if is_object else join(map(_without_constants, value.parts))
            return SequenceValue(value.kind, None, element)
        pairs = zip(value.items, first)
        return replace(value, items=tuple(_item_updated(binding, *pair) for pair in pairs))
    if isinstance(value, MappingValue):
        earlier = dict(before.items or ()) if isinstance(before, MappingValue) else {}
        if value.items is None or earlier.keys() != dict(value.items).keys():
            return MappingValue()
        return MappingValue(
            tuple((key, _item_updated(binding, item, earlier[key])) for key, item in value.items)
        )
    return value


def _widened(
    shape: tuple[Dimension, ...] | None, before: tuple[Dimension, ...] | None
) -> tuple[Dimension, ...] | None:
    """Return the shape that updates keep: the dimensions of it that the first one leaves alone."""
    if shape is None or before is None or len(shape) != len(before):
        return None
    return tuple(size if size == old else None for size, old in zip(shape, before))


def made_of_itself(item: TraceType, held: SequenceValue) -> TraceType:
    """Return what is stored in a list, again and again, of what the list holds.

    The widening of the first such item: of numbers come numbers, of anything else anything.
    """
    parts = [part for part in (item, *held.parts) if part is not BOTTOM]
    numbers = [_without_constants(part) for part in parts]
    is_closed = all(isinstance(part, PythonValue) and part.is_number for part in numbers)
    return join(numbers) if is_closed else UNKNOWN


def _are_alike(one: TraceType, other: TraceType) -> bool:
    """Whether two values are the same objects: those of a list of which an update picks some."""
    if not isinstance(one, ObjectValue) or not isinstance(other, ObjectValue):
        return False
    return replace(one, kept=True) == replace(other, kept=True)


def _item_updated(binding: Binding, item: TraceType, before: TraceType) -> TraceType:
    """Return what an update leaves of an item, as :func:`updated_from_itself` does of a whole.

    What the first update leaves may be made of another item, which changes later.
    """
    if item == before:
        return _without_constants(item)
    return updated_from_itself(binding, item, before)


def _without_constants(value: TraceType) -> TraceType:
    return replace(value, constants=None, bound=None) if isinstance(value, PythonValue) else UNKNOWN


def _grows_geometrically(node: ast.AST) -> bool:
    """Whether a statement doubles or halves an int: it takes few values, one per scale."""
    return (
        isinstance(node, ast.AugAssign)
        and isinstance(node.op, (ast.Mult, ast.FloorDiv))
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, int)
    )


def without_constants(value: TraceType) -> TraceType:
    """Return a value, or a container, without the constants that it is or holds."""
    if isinstance(value, PythonValue):
        return value if value.constants is None else PythonValue(value.kind, None, value.change)
    if isinstance(value, TensorValue) and value.shape is not None:
        shape = (None if d is None or d.constants is not None else d for d in value.shape)
        return replace(value, shape=tuple(shape))
    if isinstance(value, SequenceValue):
        items = None if value.items is None else tuple(map(without_constants, value.items))
        return replace(value, items=items, element=without_constants(value.element))
    if isinstance(value, MappingValue) and value.items is not None:
        pairs = tuple((key, without_constants(item)) for key, item in value.items)
        return replace(value, items=pairs)
    return value


def settled(value: TraceType, loops: set[ast.comprehension] | None = None) -> TraceType:
    """Return ``value`` as seen when the loop in which it changed is over."""
    change = value.changes
    if change is None or (loops is not None and change.loop not in loops):
        return value
    if isinstance(value, PythonValue):
        return PythonValue(value.kind)
    if isinstance(value, TensorValue):
        shape = value.shape
        if shape is not None:
            shape = tuple(d if d is None or d.change is None else None for d in shape)
        return TensorValue(value.dtype, shape, value.numpy, value.variable, most=value.most_rows)
    if isinstance(value, (ObjectValue, FunctionValue)):
        return replace(value, change=None)
    if isinstance(value, SequenceValue):
        items = None if value.items is None else tuple(settled(i, loops) for i in value.items)
        element = settled(value.element, loops)
        bound = most_elements(value)
        return SequenceValue(value.kind, items, element, None, value.varied, value.names, bound)
    if isinstance(value, MappingValue):
        pairs = value.items and tuple((name, settled(part, loops)) for name, part in value.items)
        return MappingValue(pairs, settled(value.element, loops), None, settled(value.name, loops))
    return UNKNOWN


def relaxed(value: TensorValue) -> TensorValue:
    """Return what ``reduce_retracing`` makes of a parameter: sizes that vary are left open."""
    shape = value.shape
    if shape is not None:
        shape = tuple(d if d is not None and d.constant is not None else None for d in shape)
    return replace(value, shape=shape, change=None)


def chosen_by(value: TraceType, index: TraceType, size: int | None = None) -> TraceType:
    """Return an element taken by ``index``: it changes when the index does, or less.

    Args:
        value: any element.
        index: the position, or the key.
        size: the number of elements, where it is known.
    """
    change = index.changes
    if change is not None and isinstance(value, SequenceValue) and value.items is not None:
        items = (i if i.constant is not None else chosen_by(i, index, size) for i in value.items)
        return replace(value, items=tuple(items))
    if change is None or not isinstance(value, PythonValue) or value.kind in ("bool", "none"):
        return value
    if value.constants is None or size is None:
        return replace(value, change=change.within(1))
    return replace(value, change=change.mapped(size, len(value.constants)))


def recounted(
    change: Change | None, before: frozenset[Any] | None, after: frozenset[Any] | None
) -> Change | None:
    """Return the change of a function of a value, by the constants that it has and makes."""
    if change is None or before is None or after is None:
        return change
    return change.mapped(len(before), len(after))


def applied(function: Callable[..., Any] | None, *values: PythonValue) -> tuple[Any, ...] | None:
    """Return what a function gives in turn for values of which one changes, as it is known to."""
    changing = [value for value in values if value.change is not None]
    if function is None or len(changing) != 1 or not changing[0].taken:
        return None
    if any(value.constant is None for value in values if value.change is None):
        return None
    try:
        return tuple(
            function(*(taken if value.change is not None else value.constant for value in values))
            for taken in changing[0].taken
        )
    except (ArithmeticError, TypeError, ValueError):
        return None


def arithmetic(op: ast.operator, left: TraceType, right: TraceType) -> TraceType:
    """Return what a binary operator gives."""
    if left is BOTTOM and right is BOTTOM:
        return BOTTOM
    if left is BOTTOM or right is BOTTOM:
        other = right if left is BOTTOM else left
        if isinstance(other, (PythonValue, TensorValue)):
            return of_its_kind(other)
        return UNKNOWN
    if isinstance(op, ast.Mod) and isinstance(left, PythonValue) and left.kind == "str":
        if not isinstance(right, PythonValue):
            # What is formatted may be cut.
            return PythonValue("str", None, right.changes and right.changes.within(1))
    if isinstance(left, TensorValue) or isinstance(right, TensorValue):
        return tensor_arithmetic(left, right, op)
    if isinstance(left, SequenceValue) or isinstance(right, SequenceValue):
        return sequence_arithmetic(op, left, right)
    if isinstance(left, PythonValue) and isinstance(right, PythonValue):
        is_format = isinstance(op, ast.Mod) and left.kind == "str"
        if "none" in (left.kind, right.kind) and not is_format:
            # That raises.
            return BOTTOM
        return python_arithmetic(op, left, right)
    if isinstance(left, DataValue) or isinstance(right, DataValue):
        return _data_arithmetic(op, left, right)
    return UNKNOWN


def _data_arithmetic(op: ast.operator, left: TraceType, right: TraceType) -> TraceType:
    """Return what an operator gives where an operand is data: a number where that is what it takes.

    Lists and strings are added to such, and multiplied by whole numbers.
    """
    kinds = {value.kind for value in (left, right) if isinstance(value, PythonValue)}
    others = [value for value in (left, right) if not isinstance(value, (DataValue, PythonValue))]
    if others or not kinds <= {"float", "int", "number"}:
        return UNKNOWN
    is_of_numbers = isinstance(op, (ast.Sub, ast.Div, ast.FloorDiv, ast.Pow))
    is_added = isinstance(op, ast.Add) and kinds
    is_scaled = isinstance(op, ast.Mult) and kinds == {"float"}
    if not (is_of_numbers or is_added or is_scaled):
        return UNKNOWN
    is_float = isinstance(op, ast.Div) or "float" in kinds
    return PythonValue("float" if is_float else "number")


def python_arithmetic(op: ast.operator, left: PythonValue, right: PythonValue) -> TraceType:
    if paths_and_dates.is_one(left) or paths_and_dates.is_one(right):
        change = combined_change(left.change, right.change)
        return paths_and_dates.combined(op, left, right, change)
    if left.kind == "str" or right.kind == "str":
        change = combined_change(left.change, right.change)
        is_kept = isinstance(op, ast.Add) or (isinstance(op, ast.Mod) and right.kind == "int")
        return PythonValue("str", None, change if is_kept else change and change.within(1))
    left, right = left.operand, right.operand
    numeric = ("int", "float", "number", "bool")
    if left.kind not in numeric or right.kind not in numeric:
        return UNKNOWN
    if isinstance(op, (ast.Div, ast.Pow)) or "float" in (left.kind, right.kind):
        kind = (
            "float" if isinstance(op, ast.Div) or "float" in (left.kind, right.kind) else "number"
        )
        if isinstance(op, ast.Pow) and left.kind == right.kind == "int":
            kind = "int" if min(right.constants or (0,)) >= 0 else "number"
    elif "number" in (left.kind, right.kind):
        kind = "number"
    else:
        kind = "int"
    change = combined_change(left.change, right.change)
    constants = _combined(OPERATORS.get(type(op)), left.constants, right.constants)
    if left.change is not None and right.change is not None:
        # Which values of one side meet which of the other is not known.
        constants = None
    if change is None:
        return PythonValue(kind, constants)
    varying, fixed = (left, right) if left.change is not None else (right, left)
    if constants is not None and varying.constants is not None and fixed.constant is not None:
        return PythonValue(kind, constants, change.mapped(len(varying.constants), len(constants)))
    samples = frozenset({2, 3, 5, 7})
    known = frozenset({fixed.constant})
    operands = (samples, known) if varying is left else (known, samples)
    sampled = _combined(OPERATORS.get(type(op)), *operands) if fixed.constant is not None else None
    if sampled is not None and len(sampled) < len(samples):
        # x * 0, x ** 0, (-1) ** x
        change = change.within(len(sampled))
    result = PythonValue(kind, constants, change.within(_LEAST_OF[type(op)]))
    return result.having(applied(OPERATORS.get(type(op)), left, right))


def combined_change(left: Change | None, right: Change | None) -> Change | None:
    """Return the change of what is made of two values.

    Where both change in one loop, they may cancel, unless one of them is drawn, which nothing else
    goes along with. Else each loop changes one of them while the other stays: the innermost is
    taken that gives enough values.
    """
    if left is None or right is None:
        return right if left is None else left
    if left.loop is right.loop:
        drawn = [c for c in (left, right) if c.kind == "random"]
        is_one_draw = len(drawn) == 2 and drawn[0].line == drawn[1].line
        return drawn[-1] if drawn and not is_one_draw else replace(left, least=1)
    return max(
        left, right, key=lambda c: (c.loop is not None, c.is_enough, c.loop and start(c.loop))
    )


def _combined(
    function: Callable[[Any, Any], Any] | None,
    left: frozenset[Any] | None,
    right: frozenset[Any] | None,
) -> frozenset[Any] | None:
    if function is None or left is None or right is None or len(left) * len(right) > MAX_CONSTANTS:
        return None
    if any(abs(value) > _LARGE for value in (*left, *right)):
        return None
    if function in (operator.pow, operator.lshift) and any(abs(value) > 64 for value in right):
        return None
    try:
        return frozenset(function(a, b) for a in left for b in right)
    except (ArithmeticError, TypeError, ValueError):
        return None


def tensor_arithmetic(
    left: TraceType, right: TraceType, op: ast.operator | None = None
) -> TensorValue:
    """Return what arithmetic with a tensor gives; ``op`` is None for a comparison."""
    result = elementwise(left, right)
    if isinstance(op, ast.MatMult):
        a, b = (v.shape if isinstance(v, TensorValue) else None for v in (left, right))
        by_vector = result.numpy is True and b is not None and len(b) == 1
        # The rows of a product are those of its left side, or of the batches on both.
        most = left.most_rows if isinstance(left, TensorValue) and a and len(a) == 2 else None
        return replace(result, shape=product_shape(a, b, by_vector=by_vector), most=most)
    if isinstance(op, ast.Div) and result.dtype not in library.FLOAT_DTYPES:
        return replace(result, dtype="float64" if result.dtype in ("int32", "int64") else None)
    return result


def elementwise(left: TraceType, right: TraceType) -> TensorValue:
    """Return what an operation on the elements of two values gives, one of which is a tensor."""
    tensors = [value for value in (left, right) if isinstance(value, TensorValue)]
    change = first_change(tensor.change for tensor in tensors)
    if len(tensors) == 1:
        (tensor,) = tensors
        other = right if left is tensor else left
        if isinstance(other, PythonValue) and other.kind != "none":
            dtype = _promoted(tensor, other.kind) if tensor.numpy else tensor.dtype
            return TensorValue(dtype, tensor.shape, tensor.numpy, change=change, most=tensor.most)
        # Beside a tensor the result is one; an array beside something unknown may stay an array.
        is_tensor = tensor.numpy is False
        dtype = tensor.dtype if is_tensor else None
        most = most_together(left, right)
        return TensorValue(dtype, None, False if is_tensor else None, change=change, most=most)
    a, b = tensors
    dtype = a.dtype if a.dtype == b.dtype else None
    if a.numpy != b.numpy:
        dtype = b.dtype if a.numpy else a.dtype
    shape = broadcast(a.shape, b.shape)
    numpy = False if False in (a.numpy, b.numpy) else (a.numpy and b.numpy)
    most = most_together(a, b)
    return TensorValue(dtype, shape, numpy, change=change, most=most)


def most_together(a: TraceType, b: TraceType) -> int | None:
    """Return an upper bound of the first dimension of what two values are broadcast to.

    It is that of the value with more dimensions, or the greater one of both. Where one of them has
    more than a single element there, the other has as many, or a single one.
    """
    most, others = most_elements(a), most_elements(b)
    if most is not None and others is not None:
        return max(most, others)
    shape, other = nested_shape(a), nested_shape(b)
    if shape is None or other is None:
        return None
    if len(shape) != len(other):
        return most if len(shape) > len(other) else others
    sizes = [size.constant for size in (*shape[:1], *other[:1]) if size is not None]
    return next((size for size in sizes if size is not None and size > 1), None)


def static_shape(tensor: TensorValue) -> SequenceValue:
    """Return the ``shape`` of an array or a tensor, which is a TensorShape."""
    # While a function is traced, the size of a tensor's dimension may be None.
    size = PythonValue("int" if tensor.numpy else "size")
    if tensor.shape is None:
        return SequenceValue("tuple", None, size, tensor.change)
    return SequenceValue("tuple", tuple(_read(d, size) for d in tensor.shape))


def _read(dimension: Dimension, size: PythonValue) -> PythonValue:
    """Return what reading a dimension gives, where ``size`` is one of which nothing is known."""
    if dimension is None:
        return size
    change = dimension.change
    # Of what data decide, no size is known while a function is traced.
    is_of_data = change is not None and change.kind == "shape"
    return replace(dimension, kind=size.kind) if is_of_data else dimension


def broadcast(
    a: tuple[Dimension, ...] | None, b: tuple[Dimension, ...] | None
) -> tuple[Dimension, ...] | None:
    """Return the shape that two shapes broadcast to; None if it is not known."""
    if a is None or b is None:
        return None
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    own = len(longer) - len(shorter)
    return (*longer[:own], *map(_broadcast_dimension, longer[own:], shorter))


def _broadcast_dimension(a: Dimension, b: Dimension) -> Dimension:
    """Return the size of what dimensions of two sizes make: the larger, as one is 1 if not both."""
    if a == b:
        return a
    sizes = [None if d is None else d.constant for d in (a, b)]
    if 1 in sizes:
        return b if sizes[0] == 1 else a
    known = {size for size in sizes if size is not None}
    return python_value(known.pop()) if len(known) == 1 else None


def reduced_shape(
    shape: tuple[Dimension, ...], axes: Sequence[int], *, keeps: bool
) -> tuple[Dimension, ...] | None:
    """Return the shape of what a reduction along ``axes`` leaves; None if they are not there."""
    rank = len(shape)
    if not all(-rank <= axis < rank for axis in axes):
        return None
    gone = {axis % rank for axis in axes}
    left = enumerate(shape)
    if keeps:
        return tuple(python_value(1) if axis in gone else size for axis, size in left)
    return tuple(size for axis, size in left if axis not in gone)


def product_shape(
    a: tuple[Dimension, ...] | None, b: tuple[Dimension, ...] | None, *, by_vector: bool
) -> tuple[Dimension, ...] | None:
    """Return the shape of the product of a matrix and a matrix or vector, or of batches of them."""
    own = 1 if by_vector else 2
    if a is None or b is None or len(a) < 2 or len(b) < own:
        return None
    batch = broadcast(a[:-2], b[:-own])
    return None if batch is None else (*batch, a[-2], *b[len(b) - own + 1 :])


def _promoted(array: TensorValue, kind: str) -> str | None:
    """Return the dtype that NumPy gives an array's arithmetic with a Python number.

    NumPy 2 treats its own scalars like arrays (NEP 50); NumPy 1 gives them 64 bits.
    """
    dtype = array.dtype
    if array.shape == () and dtype not in ("float64", "int64"):
        return "float64" if dtype in library.INTEGER_DTYPES and kind == "float" else None
    if dtype in library.FLOAT_DTYPES and kind in ("int", "float", "number", "bool"):
        return dtype
    if dtype in library.INTEGER_DTYPES:
        return {"int": dtype, "bool": dtype, "float": "float64"}.get(kind)
    return None


def sequence_arithmetic(op: ast.operator, left: TraceType, right: TraceType) -> TraceType:
    if isinstance(op, ast.Add) and isinstance(left, SequenceValue):
        if isinstance(right, SequenceValue) and left.kind == right.kind:
            if left.items is not None and right.items is not None:
                return SequenceValue(left.kind, left.items + right.items)
            elements = [join(v.items) if v.items else v.element for v in (left, right)]
            change = combined_change(left.change, right.change)
            return SequenceValue(left.kind, None, join(elements), change)
    if isinstance(op, ast.Mult):
        sequence, times = (left, right) if isinstance(left, SequenceValue) else (right, left)
        if isinstance(sequence, SequenceValue) and isinstance(times, PythonValue):
            factor = times.constant
            if sequence.items is not None and isinstance(factor, int) and 0 <= factor <= 64:
                return SequenceValue(sequence.kind, sequence.items * factor)
            element = join(sequence.items) if sequence.items else sequence.element
            return SequenceValue(sequence.kind, None, element, times.change)
    return UNKNOWN


def default_dtype(value: TraceType, numpy: bool) -> str | None:
    """Return the dtype that TensorFlow (or NumPy) gives a Python value."""
    if isinstance(value, SequenceValue):
        dtypes = {default_dtype(part, numpy) for part in value.parts}
        if len(dtypes) == 1:
            return dtypes.pop()
        if dtypes == {"int32", "float32"}:
            return "float32"
        if dtypes == {"int64", "float64"}:
            return "float64"
        return None
    if isinstance(value, TensorValue):
        return value.dtype
    if isinstance(value, PythonValue):
        names = {"int": "int64" if numpy else "int32", "float": "float64" if numpy else "float32"}
        names |= {"bool": "bool", "str": "string", "bytes": "string", "complex": "complex128"}
        if value.kind == "int" and not numpy and value.constants is not None:
            if any(isinstance(c, int) and not -(2**31) <= c < 2**31 for c in value.constants):
                return "int64"
        return names.get(value.kind) if not (numpy and value.kind == "str") else None
    return None


def nested_shape(value: TraceType) -> tuple[Dimension, ...] | None:
    """Return the shape of the tensor made of nested lists."""
    if isinstance(value, PythonValue):
        return () if value.kind not in ("range", "slice", "none") else None
    if isinstance(value, TensorValue):
        return value.shape
    if isinstance(value, SequenceValue):
        if value.items is None:
            inner = nested_shape(value.element)
            length = PythonValue("int", None, value.change) if value.change else None
            return None if inner is None else (length, *inner)
        shapes = {nested_shape(item) for item in value.items}
        if len(shapes) > 1 or None in shapes:
            return None
        inner = shapes.pop() if shapes else ()
        assert inner is not None
        return (python_value(len(value.items)), *inner)
    return None


def as_tensors(value: TraceType) -> TraceType:
    if isinstance(value, TensorValue):
        return replace(value, numpy=False, variable=False)
    if isinstance(value, SequenceValue) and value.items is not None and value.kind == "tuple":
        return SequenceValue("tuple", tuple(as_tensors(item) for item in value.items))
    return UNKNOWN


def looped(value: TraceType, *, keeps_shapes: bool) -> TraceType:
    """Return what a loop of the graph makes of what it starts with: tensors in the same structure.

    A TensorArray stays one, with other elements.
    """
    if isinstance(value, TensorValue) or (isinstance(value, PythonValue) and value.is_number):
        shape = nested_shape(value) if keeps_shapes else None
        return TensorValue(default_dtype(value, numpy=False), shape)
    part = partial(looped, keeps_shapes=keeps_shapes)
    if isinstance(value, SequenceValue):
        items = None if value.items is None else tuple(map(part, value.items))
        return replace(value, items=items, element=part(value.element), varied=None)
    if isinstance(value, MappingValue):
        pairs = None if value.items is None else tuple((k, part(v)) for k, v in value.items)
        return replace(value, items=pairs, element=part(value.element))
    if isinstance(value, ObjectValue) and value.qualified == "tensorflow.TensorArray":
        return value
    return UNKNOWN


def gradient(sources: TraceType) -> TraceType:
    """Return the gradients with respect to ``sources``: of their dtypes and shapes."""
    if isinstance(sources, TensorValue):
        return TensorValue(sources.dtype, sources.shape)
    if isinstance(sources, SequenceValue) and sources.items is not None:
        return SequenceValue(sources.kind, tuple(map(gradient, sources.items)))
    if isinstance(sources, SequenceValue):
        return SequenceValue(sources.kind, None, gradient(sources.element))
    if isinstance(sources, MappingValue):
        pairs = sources.items and tuple((key, gradient(value)) for key, value in sources.items)
        return replace(sources, items=pairs, element=gradient(sources.element))
    return BOTTOM if sources is BOTTOM else UNKNOWN


def as_numpy(value: TraceType) -> TraceType:
    if isinstance(value, TensorValue):
        return replace(value, numpy=True)
    if isinstance(value, SequenceValue) and value.items is not None:
        return SequenceValue("tuple", tuple(as_numpy(item) for item in value.items))
    return UNKNOWN


def batched(
    value: TraceType, size: Dimension, change: Change | None, most: int | None = None
) -> TraceType:
    """Return a batch of elements.

    Args:
        value: an element.
        size: how many of them, where each batch has as many.
        change: why the shape changes, if it does.
        most: how many there are at most.
    """
    if isinstance(value, TensorValue):
        shape = None if value.shape is None or change is not None else (size, *value.shape)
        return TensorValue(value.dtype, shape, change=change, most=most)
    if isinstance(value, SequenceValue) and value.items is not None:
        return SequenceValue(
            "tuple", tuple(batched(item, size, change, most) for item in value.items)
        )
    if isinstance(value, MappingValue) and value.items is not None:
        return MappingValue(tuple((k, batched(v, size, change, most)) for k, v in value.items))
    return TensorValue(change=change, most=most) if change is not None else UNKNOWN


def padded(value: TraceType, shapes: TraceType | None, change: Change) -> TraceType:
    """Return a batch of elements that are padded to the longest where their shape is open.

    Args:
        value: an element.
        shapes: the shapes that are asked for, in the structure of the element; None if none are.
        change: what pads a batch to another length.
    """
    if isinstance(value, SequenceValue) and value.items is not None:
        given: Sequence[TraceType | None] = [None] * len(value.items)
        if isinstance(shapes, SequenceValue) and shapes.items is not None:
            given = shapes.items
        if len(given) == len(value.items):
            parts = zip(value.items, given, strict=True)
            return SequenceValue("tuple", tuple(padded(*part, change) for part in parts))
    return batched(value, None, change if _is_open(value, shapes) else None)


def _is_open(value: TraceType, asked: TraceType | None) -> bool:
    """Whether elements may differ in a dimension for which no size is asked."""
    shape = value.shape if isinstance(value, TensorValue) else None
    if asked is None:
        return shape is None or any(size is None or size.constant is None for size in shape)
    if not isinstance(asked, SequenceValue) or asked.items is None:
        return False
    sizes = [None] * len(asked.items) if shape is None else shape
    return any(
        isinstance(wanted, PythonValue)
        and (wanted.kind == "none" or wanted.constant == -1)
        and (size is None or size.constant is None)
        for wanted, size in zip(asked.items, sizes)
    )


def mapping_method(name: str, base: MappingValue, node: ast.Call) -> TraceType:
    if name == "keys":
        if base.items is not None:
            return stream_of("view", (python_value(key) for key, _ in base.items), node)
        return StreamValue("view", base.name, node)
    if name == "values":
        if base.items is not None:
            return stream_of("view", (value for _, value in base.items), node)
        return StreamValue("view", base.element, node)
    if name == "items":
        if base.items is not None:
            pairs = (SequenceValue("tuple", (python_value(k), v)) for k, v in base.items)
            return stream_of("view", pairs, node)
        pair = SequenceValue("tuple", (base.name, base.element))
        return StreamValue("view", pair, node)
    return UNKNOWN


def library_value(node: ast.AST, qualified: str) -> TraceType:
    """Return a module's attribute: a dtype, a function, a number."""
    module, _, name = qualified.rpartition(".")
    known = knowledge.entry(qualified)
    name = library.DTYPE_ALIASES.get(name, name)
    # Scalar types of NumPy are functions, too; tf.complex is nothing else.
    is_function = module == "tensorflow" and isinstance(known, knowledge.Function)
    has_dtypes = module in ("tensorflow", "numpy", "tensorflow.dtypes") and not is_function
    if has_dtypes and name in library.DTYPES:
        return PythonValue("dtype", frozenset([name]))
    if module in ("math", "numpy") and name in _CONSTANTS:
        return python_value(_CONSTANTS[name])
    if qualified in library.MATH_CONSTANTS:
        return PythonValue("float")
    if isinstance(known, knowledge.Constant):
        if known.kind == "none":
            return python_value(None)
        return PythonValue(known.kind) if known.kind in ("int", "float", "str") else UNKNOWN
    if isinstance(known, knowledge.Function) or module == "math":
        return FunctionValue(node, qualified=qualified)
    return UNKNOWN
