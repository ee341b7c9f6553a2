"""Lists that a graph's loop appends to become arrays of TensorFlow."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_tfretrace.program import Function, Place, Program
from flake8_tfretrace.program.scopes import Binding, start
from flake8_tfretrace.program.tracetypes import TensorValue
from tfretrace_fix.edits import Edit, Replace, ReplaceStatement
from tfretrace_fix.effects import is_compiled
from tfretrace_fix.functions import names_of_dtype
from tfretrace_fix.plans import Refusal

_CONVERSIONS = {
    "tensorflow.stack": "stack",
    "tensorflow.convert_to_tensor": "stack",
    "tensorflow.concat": "concat",
}
"""Functions that make a tensor of a list, and the method of an array that does the same."""


def as_array(program: Program, tensorflow: str, append: ast.Call, place: Place) -> list[Edit]:
    """Return the edits that make a ``tf.TensorArray`` of the list that ``append`` appends to.

    Raises:
        Refusal: more is done with the list than to append to it and to make a tensor of it.
    """
    name, function = list_name(append), place.function
    if is_compiled(program, function):
        raise Refusal("XLA cannot compile an array that grows")
    bindings = function.body.scope.bindings.get(name, ())
    if len(bindings) != 1 or not isinstance(bindings[0].node, ast.Assign):
        raise Refusal(f"'{name}' is set in more than one place")
    edits = list(_uses(program, function, name))
    edits.append(_creation(program, tensorflow, append, place, bindings[0]))
    if any(isinstance(e, Replace) and e.template.endswith("concat()") for e in edits):
        _check_lengths(program, place, edits)
    return edits


def list_name(append: ast.Call) -> str:
    """Return the name of the list that a call appends to."""
    assert isinstance(append.func, ast.Attribute) and isinstance(append.func.value, ast.Name)
    return append.func.value.id


def _uses(program: Program, function: Function, name: str) -> Iterator[Edit]:
    """Yield the edits of all uses of the list, but for where it is made.

    Raises:
        Refusal: it is used as more than a series of tensors.
    """
    for use, user in program.syntax.uses(function).get(name, []):
        if program.syntax.owner(function, use) is not function:
            raise Refusal(f"an inner function uses '{name}'")
        call = user
        if isinstance(user, ast.Attribute):
            call = program.syntax.parent(function, user) or user
            statement = program.syntax.parent(function, call)
            if user.attr == "append" and isinstance(statement, ast.Expr):
                assert isinstance(call, ast.Call)
                code = f"{name} = {name}.write({name}.size(), {{element}})"
                yield ReplaceStatement(statement, code, {"element": call.args[0]})
                continue
        method = _conversion(program, function, call, use)
        if method is None:
            raise Refusal(f"'{ast.unparse(call)}' needs the list")
        assert isinstance(call, ast.Call)
        yield Replace(call, f"{name}.{method}()")


def _conversion(program: Program, function: Function, node: ast.AST, use: ast.Name) -> str | None:
    """Return the array's method for a call that makes a tensor of the list."""
    if not isinstance(node, ast.Call) or not node.args or node.args[0] is not use:
        return None
    place = program.index.places.get(node, function.body)
    options = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
    along_first = all(isinstance(o, ast.Constant) and o.value == 0 for o in options)
    return _CONVERSIONS.get(program.qualified(node.func, place) or "") if along_first else None


def _check_lengths(program: Program, place: Place, edits: Sequence[Edit]) -> None:
    """Raise Refusal if elements to be joined may differ in length: an array takes one shape."""
    elements = [
        element
        for edit in edits
        if isinstance(edit, Replace | ReplaceStatement)
        for element in edit.values.values()
    ]
    values = [program.value(element, place) for element in elements]
    shapes = {v.constant_shape if isinstance(v, TensorValue) else None for v in values}
    if len(values) > 1 and (len(shapes) > 1 or None in shapes):
        raise Refusal("the elements that are joined may differ in length")


def _creation(
    program: Program, tensorflow: str, append: ast.Call, place: Place, made: Binding
) -> Replace:
    """Return the edit that makes an array, with the elements that the list starts with.

    Raises:
        Refusal: the dtype of the elements is not known.
    """
    dtype = _dtype(program, tensorflow, append.args[0], place, made)
    code = f"{tensorflow}.TensorArray({dtype}, size=0, dynamic_size=True)"
    assert made.value is not None
    first = made.value.elts if isinstance(made.value, ast.List) else []
    code += "".join(f".write({i}, {{e{i}}})" for i in range(len(first)))
    return Replace(made.value, code, {f"e{i}": element for i, element in enumerate(first)})


def _dtype(
    program: Program, tensorflow: str, element: ast.expr, place: Place, made: Binding
) -> str:
    """Return code for the dtype of ``element`` that can stand where the list is made."""
    value = program.value(element, place)
    if not isinstance(value, TensorValue):
        raise Refusal(f"it is not known what '{ast.unparse(element)}' is")
    for name in names_of_dtype(program, element, place):
        bindings = place.scope.bindings.get(name.id, [])
        is_there = any(b.kind == "parameter" or b.end <= start(made.node) for b in bindings)
        operand = program.value(name, place)
        if is_there and isinstance(operand, TensorValue) and operand.dtype == value.dtype:
            return f"{name.id}.dtype"
    if value.dtype is None:
        raise Refusal(f"the dtype of '{ast.unparse(element)}' is not known")
    return f"{tensorflow}.{value.dtype}"
