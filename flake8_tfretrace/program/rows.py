"""How many rows an array has, by how it was made: also where its other dimensions are unknown."""

from __future__ import annotations

import ast

from flake8_tfretrace import knowledge
from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.scopes import Binding, Place
from flake8_tfretrace.program.syntax import argument, bind
from flake8_tfretrace.program.tracetypes import (
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)

_EXPANDING = frozenset({"numpy.expand_dims", "tensorflow.expand_dims"})
"""Functions that add a dimension of size 1 where they are told to."""


def rows_of(
    program: Program, node: ast.expr, place: Place, seen: frozenset[ast.AST] = frozenset()
) -> int | None:
    """Return the size of the first dimension of what ``node`` gives; None if it is not known."""
    if node in seen:
        return None
    seen = seen | {node}
    known = _known(program.value(node, place))
    if known is not None:
        return known
    if isinstance(node, ast.Subscript):
        first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
        value = program.value(first, place)
        is_new = isinstance(value, PythonValue) and value.kind == "none"
        return 1 if is_new else None
    if isinstance(node, ast.Call):
        return _of_call(program, node, place, seen)
    if isinstance(node, ast.Name):
        found = {_of_binding(program, binding, seen) for binding in program.bindings(node, place)}
        return found.pop() if len(found) == 1 else None
    return None


def _known(value: TraceType) -> int | None:
    if isinstance(value, SequenceValue) and value.items:
        # Several inputs: arrays of the same length.
        return _known(value.items[0])
    if not isinstance(value, TensorValue) or not value.shape or value.shape[0] is None:
        return None
    rows = value.shape[0].constant
    return rows if isinstance(rows, int) else None


def _of_call(
    program: Program, call: ast.Call, place: Place, seen: frozenset[ast.AST]
) -> int | None:
    qualified = program.qualified(call.func, place) or ""
    if qualified in _EXPANDING:
        axis = program.value(argument(call, 1, "axis"), place)
        return 1 if isinstance(axis, PythonValue) and axis.constant == 0 else None
    known = knowledge.function(qualified)
    bound = None if known is None else known.bind(call)
    shape = None if known is None else known.returned(bound).shape
    source = None if shape is None or bound is None else bound.get(shape.names[0])
    if shape is not None and source is not None and len(shape.names) == 1:
        value = program.value(source, place)
        if shape.sign == "$":
            return _leading(value)
        if shape.sign == "=":
            if isinstance(value, SequenceValue):
                return None if value.items is None else len(value.items)
            return rows_of(program, source, place, seen)
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr == "reshape" and call.args:
        return _leading(program.value(call.args[0], place))
    if isinstance(func, ast.Attribute) and func.attr in ("astype", "numpy", "copy"):
        return rows_of(program, func.value, place, seen)
    return None


def _leading(shape: TraceType) -> int | None:
    """Return the first number of a shape."""
    if isinstance(shape, SequenceValue) and shape.items:
        shape = shape.items[0]
    rows = shape.constant if isinstance(shape, PythonValue) else None
    return rows if isinstance(rows, int) and rows >= 0 else None


def _of_binding(program: Program, binding: Binding, seen: frozenset[ast.AST]) -> int | None:
    if binding.kind == "assign" and binding.value is not None and not binding.path:
        return rows_of(program, binding.value, binding.place, seen)
    if binding.kind != "parameter":
        return None
    function = binding.place.function
    parameter = function.parameter(binding.name)
    parameters = function.parameters[1:] if function.is_method else function.parameters
    found: set[int | None] = set()
    for call, place in program.calls.callers(function):
        given = [n for n, p, starred in bind(parameters, call) if p is parameter and not starred]
        found.add(rows_of(program, given[0], place, seen) if given else None)
    return found.pop() if len(found) == 1 else None
