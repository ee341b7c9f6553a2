"""Static shapes in a graph: where code surely needs a size that is left open while it is traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from flake8_tfretrace import knowledge
from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.scopes import Function, Parameter, Place
from flake8_tfretrace.program.syntax import argument, bind
from flake8_tfretrace.program.tracetypes import (
    OPEN,
    Change,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.program.values import Values

_NUMBERS = frozenset({"float", "int", "max", "min", "range", "math.prod", "numpy.prod"}) | {
    f"tensorflow.{name}" for name in ("cast", "constant", "convert_to_tensor", "range")
}
"""Functions whose positional arguments may not be None, nor have elements that are."""
_ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@dataclass(frozen=True)
class OpenRead:
    """An expression for a static shape, or for one size of it, that is open and must not be."""

    node: ast.expr
    """What reads it; the tensor itself, where that is taken apart."""
    place: Place
    tensor: ast.expr | None
    """The tensor whose shape it is, where the source says it in one expression."""
    index: ast.expr | None
    """Which dimension; None for the whole shape, or if it is unpacked."""
    change: Change | None
    """What makes a tensor of a size that depends on data; None if a signature leaves it open."""


def open_reads(
    program: Program, function: Function, values: Values | None = None
) -> Iterator[OpenRead]:
    """Yield the reads of open sizes in a function of the graph whose value is used as a number.

    Args:
        program: the program.
        function: the function.
        values: what evaluates its expressions, if not the program's own interpreter.
    """
    values = values or program
    seen: set[ast.expr] = set()
    told = _told(function)
    for node, place in (
        *_operands(program, values, function),
        *_arguments(program, values, function),
    ):
        found = (
            None
            if _is_allowed_for(program, values, node, place)
            else _read(program, values, node, place)
        )
        if found is None or _is_allowed_for(program, values, found.node, found.place):
            continue
        if isinstance(found.tensor, ast.Name) and found.tensor.id in told:
            continue
        if found.node not in seen:
            seen.add(found.node)
            yield found
    for call, place in function.calls:
        if program.qualified(call.func, place) == "tensorflow.unstack":
            tensor = argument(call, 0, "value")
            if tensor is not None and argument(call, 1, "num") is None:
                change = _open_size(
                    values.value(tensor, place), _axis(program, values, call, place)
                )
                if not isinstance(change, bool) and not _is_allowed_for(
                    program, values, tensor, place
                ):
                    index = ast.Constant(_axis(program, values, call, place))
                    yield OpenRead(tensor, place, tensor, index, change)


def _told(function: Function) -> set[str]:
    """Return the variables whose tensors are told a shape, by an effect on them."""
    methods = (call.func for call, _ in function.calls if isinstance(call.func, ast.Attribute))
    tensors = (method.value for method in methods if method.attr == "set_shape")
    return {tensor.id for tensor in tensors if isinstance(tensor, ast.Name)}


def _operands(
    program: Program, values: Values, function: Function
) -> Iterator[tuple[ast.expr, Place]]:
    """Yield the open sizes that arithmetic or an ordering has as an operand."""
    for bindings in function.body.scope.bindings.values():
        for binding in bindings:
            updated = binding.node.target if isinstance(binding.node, ast.AugAssign) else None
            if isinstance(updated, ast.Name):
                if _opened_by(values.value(updated, binding.place)) is not False:
                    yield updated, binding.place
    reads: list[tuple[ast.Subscript | ast.Name, Place]] = [*function.subscripts]
    for uses in program.syntax.uses(function).values():
        reads += [(use, function.body) for use, _ in uses]
    for node, place in reads:
        if not isinstance(node.ctx, ast.Load) or _opened_by(values.value(node, place)) is False:
            continue
        parent = program.syntax.parent(function, node)
        if isinstance(parent, ast.BinOp):
            other = parent.right if parent.left is node else parent.left
            value = values.value(other, place)
            if not (isinstance(value, PythonValue) and value.kind == "str"):
                yield node, place
        elif isinstance(parent, ast.Compare) and isinstance(parent.ops[0], _ORDERINGS):
            yield node, place


def _arguments(
    program: Program, values: Values, function: Function
) -> Iterator[tuple[ast.expr, Place]]:
    """Yield the arguments with open sizes of calls that need numbers."""
    yield from _library_arguments(program, values, function)
    for call, place in function.calls:
        callee = program.calls.target(call)
        if callee is None or callee is function:
            continue
        for node, parameter, starred in bind(callee.call_parameters, call):
            if starred or parameter is None or _opened_by(values.value(node, place)) is False:
                continue
            if _uses(program, values, callee, parameter):
                yield node, place


def _library_arguments(
    program: Program, values: Values, function: Function
) -> Iterator[tuple[ast.expr, Place]]:
    for call, place in function.calls:
        qualified = program.qualified(call.func, place) or ""
        needed: list[ast.expr | None] = []
        if qualified in _NUMBERS:
            needed += call.args
        known = knowledge.function(qualified)
        bound = None if known is None else known.bind(call)
        if known is not None and bound is not None:
            needed += map(bound.get, known.definite)
        for node in needed:
            if node is not None and _opened_by(values.value(node, place)) is not False:
                yield node, place


def may_be_left_out(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether None stands for nothing there: ``tf.range(0, None, 3)`` is empty."""
    call = program.syntax.parent(place.function, node)
    if not isinstance(call, ast.Call):
        return False
    known = knowledge.function(program.qualified(call.func, place) or "")
    bound = None if known is None else known.bind(call)
    if known is None or bound is None:
        return False
    return any(
        parameter.default == "None" and bound.get(parameter.name) is node
        for parameter in known.parameters or ()
    )


def _uses(program: Program, values: Values, function: Function, parameter: Parameter) -> bool:
    """Whether a function itself uses a parameter as a number that may not be None."""
    return any(
        isinstance(node, ast.Name)
        and node.id == parameter.name
        and all(binding.kind == "parameter" for binding in program.bindings(node, place))
        for node, place in (
            *_operands(program, values, function),
            *_library_arguments(program, values, function),
        )
    )


def _opened_by(value: TraceType) -> Change | bool | None:
    """Return what leaves a size, or one size of a shape, open; False if none is."""
    if isinstance(value, SequenceValue) and value.change is None:
        found = [_opened_by(item) for item in value.items or ()]
        return next((change for change in found if change is not False), False)
    if value == OPEN:
        return None
    if isinstance(value, PythonValue) and value.change is not None:
        if value.change.kind == "shape":
            return value.change
    return False


def _open_size(value: TraceType, axis: int | None) -> Change | bool | None:
    """Return what leaves one size of a tensor open; False if it is not."""
    if not isinstance(value, TensorValue) or value.shape is None or axis is None:
        return False
    if not -len(value.shape) <= axis < len(value.shape):
        return False
    size = value.shape[axis]
    return False if size is None else _opened_by(size)


def _axis(program: Program, values: Values, call: ast.Call, place: Place) -> int | None:
    node = argument(call, 2, "axis")
    constant = 0 if node is None else values.value(node, place).constant
    return constant if isinstance(constant, int) else None


def _is_allowed_for(program: Program, values: Values, node: ast.expr, place: Place) -> bool:
    """Whether code asks before it uses a size, or catches what it raises."""
    return (
        program.syntax.is_lifted(node, place)
        or program.syntax.catches(node, place, TypeError)
        or program.syntax.catches(node, place, ValueError)
        or any(
            isinstance(part, (ast.Name, ast.Attribute, ast.Subscript))
            and _opened_by(values.value(part, place)) is not False
            for test in program.syntax.conditions(node, place)
            for part in ast.walk(test)
        )
    )


def _read(program: Program, values: Values, node: ast.expr, place: Place) -> OpenRead | None:
    """Return what in an expression reads the open size: the first part that does."""
    for part in ast.walk(node):
        if not isinstance(part, ast.expr):
            continue
        change = _opened_by(values.value(part, place))
        if isinstance(change, bool):
            continue
        if isinstance(part, ast.Name):
            return _bound_read(program, values, part, place, change)
        if isinstance(part, ast.Subscript) and not isinstance(part.slice, ast.Slice):
            return OpenRead(part, place, tensor_of(part.value), part.slice, change)
        if isinstance(part, (ast.Attribute, ast.Call)) and tensor_of(part) is not None:
            return OpenRead(part, place, tensor_of(part), None, change)
    return None


def _bound_read(
    program: Program, values: Values, name: ast.Name, place: Place, change: Change | None
) -> OpenRead | None:
    """Return the read whose size a name holds; the name itself, where it is handed on."""
    bindings = program.bindings(name, place)
    if len(bindings) != 1 or bindings[0].place.function is not place.function:
        return OpenRead(name, place, None, None, change)
    (binding,) = bindings
    if binding.kind == "parameter":
        # Read where it is passed.
        return None
    if binding.kind != "assign" or binding.value is None:
        return OpenRead(name, place, None, None, change)
    if not binding.path:
        return _read(program, values, binding.value, binding.place)
    if isinstance(binding.value, (ast.Tuple, ast.List)) and isinstance(binding.path[0], int):
        elements = binding.value.elts
        if len(binding.path) == 1 and not any(isinstance(e, ast.Starred) for e in elements):
            return _read(program, values, elements[binding.path[0]], binding.place)
    position = binding.path[-1]
    index = None if position is None or len(binding.path) > 1 else ast.Constant(position)
    tensor = tensor_of(binding.value) if index is not None else None
    return OpenRead(binding.value, binding.place, tensor, index, change)


def tensor_of(shape: ast.expr) -> ast.expr | None:
    """Return the tensor whose static shape an expression gives, if it says which."""
    if isinstance(shape, ast.Attribute):
        return shape.value if shape.attr == "shape" else None
    if isinstance(shape, ast.Call) and isinstance(shape.func, ast.Attribute):
        match shape.func.attr:
            case "get_shape":
                return shape.func.value
            case "as_list":
                return tensor_of(shape.func.value)
            case "int_shape" if shape.args:
                return shape.args[0]
    return None
