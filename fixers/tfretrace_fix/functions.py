"""What is known of functions that a traced body may call."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import Place, Program
from flake8_tfretrace.program.library_calls import is_tape
from flake8_tfretrace.program.tracetypes import (
    MappingValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)

_OVER_SEVERAL = frozenset({"enumerate", "reversed", "zip"})
"""What makes an iterator of Python over its arguments, but for data sets."""


class Uses(NamedTuple):
    """What a library's function does with the arguments of a call, were they tensors."""

    met: list[ast.expr]
    """Those that get one dtype, as the operands of an operator do."""
    converted: list[ast.expr]
    """Those that become tensors by themselves, whatever the others are."""
    sizes: list[ast.expr]
    """Those that decide the shape of the result, which is open if they are tensors."""
    other: list[ast.expr]
    """The others: nothing says that they may be tensors."""


def uses(program: Program, call: ast.Call, place: Place) -> Uses | None:
    """Return what a call does with its arguments; None for an unknown function."""
    known, bound = known_call(program, call, place)
    if known is None or bound is None:
        return None
    found = Uses([], [], [], list(bound.rest))
    dtype = known.result.dtype
    is_dtype_given = dtype is not None and dtype.sign == "$" and dtype.names[0] in bound.named
    shape = known.result.shape
    sizes = shape.names if shape is not None and shape.sign == "$" else ()
    # What a tensor has its dtype and elements of may be one.
    is_tensor = known.name.startswith("tensorflow.") and known.result.kind == "tensor"
    giving = dtype.names if is_tensor and dtype is not None and dtype.sign == "@" else ()

    def is_converted(name: str, argument: ast.expr) -> bool:
        if name in known.tensors:
            return True
        if name in known.joins:
            return is_tensor and isinstance(argument, ast.List | ast.Tuple)
        return giving == (name,) and (name in known.carries or bool(sizes))

    for name, argument in bound.named.items():
        if name in known.meets:
            found.met.append(argument)
        elif name in known.shapes or name in sizes:
            found.sizes.append(argument)
        elif is_converted(name, argument) and not is_dtype_given:
            found.converted.append(argument)
        else:
            found.other.append(argument)
    return found


def known_call(
    program: Program, call: ast.Call, place: Place
) -> tuple[knowledge.Function | None, knowledge.Bound | None]:
    """Return what is known of the library's function, or method, that a call runs."""
    known, bound = _known(program, call, place)
    used = None if known else program.calls.instance(call, place)
    if used is not None and isinstance(call.func, ast.Attribute):
        known = knowledge.method(used.qualified, call.func.attr)
        bound = None if known is None else known.bind(call, bound=True)
    return known, bound


def keeps_dtype_of(program: Program, call: ast.Call, place: Place) -> list[ast.expr]:
    """Return the arguments whose dtype the result surely has."""
    known, bound = _known(program, call, place)
    if known is None or bound is None:
        return []
    rule = known.returned(bound).dtype
    if rule is not None and rule.sign == "$" and rule.names[0] not in bound.named:
        rule = rule.otherwise
    names = rule.names if rule is not None and rule.sign == "@" else ()
    return [argument for name in names if (argument := bound.get(name)) is not None]


def _asked_dtype_of(program: Program, call: ast.Call, place: Place) -> list[ast.expr]:
    """Return the ``x`` of ``dtype=x.dtype``, where that is the dtype of the result."""
    known, bound = _known(program, call, place)
    rule = None if known is None or bound is None else known.returned(bound).dtype
    asked = bound.get(rule.names[0]) if bound and rule and rule.sign == "$" else None
    if isinstance(asked, ast.Attribute) and asked.attr == "dtype":
        return [asked.value]
    return []


def operands(program: Program, call: ast.Call, place: Place) -> list[ast.expr]:
    """Return the arguments that are surely tensors to compute with, and no sizes or axes.

    Those are what the result has its dtype of, or a shape that follows from theirs.
    """
    known, bound = _known(program, call, place)
    names = () if known is None else known.carries
    carried = [] if bound is None else [n for name in names if (n := bound.get(name)) is not None]
    return [*keeps_dtype_of(program, call, place), *carried]


def keeps_type(program: Program, call: ast.Call, place: Place) -> ast.expr | None:
    """Return the argument whose dtype and shape the result has; None if there is none."""
    known, bound = _known(program, call, place)
    shape = None if known is None else known.returned(bound).shape
    if bound is None or shape is None or shape.sign != "=" or len(shape.names) > 1:
        return None
    argument = bound.get(shape.names[0])
    return argument if argument in keeps_dtype_of(program, call, place) else None


def names_of_dtype(program: Program, node: ast.expr, place: Place) -> Iterator[ast.Name]:
    """Yield the names in an expression that give it their dtype, and are known beside it, too."""
    for source, around in sources_of_dtype(program, node, place):
        if isinstance(source, ast.Name) and around is place:
            yield source


def sources_of_dtype(
    program: Program, node: ast.expr, place: Place
) -> Iterator[tuple[ast.Name | ast.Call, Place]]:
    """Yield the names, and the calls of other functions, that give an expression its dtype.

    Each with the place where it stands: that of a comprehension is another.
    """
    operands: list[ast.expr] = []
    match node:
        case ast.Name():
            yield node, place
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Pow(), right=right):
            operands = [left, right]
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            # Of integers it is a float64; a Python float meets tensors of floats alone.
            sides = [(left, program.value(right, place)), (right, program.value(left, place))]
            operands = [
                side
                for side, other in sides
                if isinstance(other, PythonValue) and other.kind == "float"
            ]
        case ast.List(elts=operands) | ast.Tuple(elts=operands):
            pass
        case ast.ListComp(elt=element) | ast.GeneratorExp(elt=element):
            place = program.syntax.place(place.function, element)
            operands = [element]
        case ast.UnaryOp(op=ast.USub(), operand=operand) | ast.Subscript(value=operand):
            operands = [operand]
        case ast.Call():
            operands = [
                *keeps_dtype_of(program, node, place),
                *_asked_dtype_of(program, node, place),
            ]
            if not operands:
                yield node, place
    for operand in operands:
        yield from sources_of_dtype(program, operand, place)


def draws(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether a call of TensorFlow draws other numbers in each trace, or from a seed the same."""
    known, _ = _known(program, call, place)
    return known is not None and known.random and known.name.startswith("tensorflow.")


def _known(
    program: Program, call: ast.Call, place: Place
) -> tuple[knowledge.Function | None, knowledge.Bound | None]:
    place = program.index.places.get(call, place)
    qualified = program.qualified(call.func, place) or ""
    known = knowledge.function(qualified) or knowledge.method(qualified, "__new__")
    return known, None if known is None else known.bind(call)


HOST_VALUES = ("numpy.random.", "random.", "time.", "datetime.", "uuid.", "secrets.")
"""Modules whose functions give a value while tracing, which the graph then keeps."""


def is_gone_over_by_python(
    program: Program,
    value: Callable[[ast.expr, Place], TraceType],
    iterable: ast.expr,
    place: Place,
) -> bool:
    """Whether a loop over ``iterable`` is one of Python, and so unrolled while tracing.

    ``value``: what is known of expressions.
    """
    found = value(iterable, place)
    if isinstance(found, SequenceValue | MappingValue):
        return True
    if isinstance(found, StreamValue) and found.kind == "view":
        return True
    if not isinstance(iterable, ast.Call):
        return False
    name = program.qualified(iterable.func, place)
    given = [value(argument, place) for argument in iterable.args]
    if name == "range":
        return all(isinstance(bound, PythonValue) for bound in given)
    if name == "zip":
        # Of data sets alone AutoGraph makes a data set.
        pairs = zip(iterable.args, given, strict=True)
        return any(_is_no_dataset(program, part, one, place) for part, one in pairs)
    if name in _OVER_SEVERAL:
        pairs = zip(iterable.args[:1], given, strict=False)
        return any(_is_no_dataset(program, part, one, place) for part, one in pairs)
    return False


def _is_no_dataset(program: Program, node: ast.expr, value: TraceType, place: Place) -> bool:
    is_known = isinstance(value, SequenceValue | MappingValue | TensorValue)
    return is_known or (isinstance(node, ast.Call) and is_gradient(program, node, place))


def is_gradient(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether a call asks a tape for a gradient."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "gradient":
        return False
    return is_tape(program.value(call.func.value, place))
