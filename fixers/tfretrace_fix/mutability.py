"""What may change the object that a variable holds: upper bounds, through calls and attributes."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from flake8_tfretrace.program import Binding, Function, Parameter, Place, Program
from flake8_tfretrace.program.library import is_of_library
from flake8_tfretrace.program.mutations import MUTATING
from flake8_tfretrace.program.scopes import Scope, lookup
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    ContainerValue,
    FunctionValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)

_Seen = frozenset[tuple[Function, Parameter]]
_READERS = (
    ast.Attribute,
    ast.AugAssign,
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.Expr,
    ast.For,
    ast.FormattedValue,
    ast.If,
    ast.Subscript,
    ast.UnaryOp,
    ast.While,
    ast.comprehension,
)
"""What uses an operand, and neither changes nor keeps it."""
_READING = frozenset(
    ("abs", "all", "any", "bool", "enumerate", "float", "int", "isinstance", "len", "list", "max")
) | {"min", "print", "range", "repr", "reversed", "sorted", "str", "sum", "tuple", "type", "zip"}
"""Builtins that leave their arguments as they are."""
_COPYING = frozenset({"dict", "list", "numpy.array", "set", "sorted"})
"""What makes a new array, or container, of one."""
_WRITING = frozenset(("copyto", "fill", "fill_diagonal", "place", "put", "putmask", "shuffle"))
"""NumPy's functions that write into their first argument, and such methods of its arrays."""


def changes_of_variable(
    program: Program, name: str, owner: Scope, seen: _Seen = frozenset()
) -> Iterator[tuple[ast.Name, Function, bool]]:
    """Yield the uses of a variable of a scope that may change the object that it holds.

    Each with the function that it is in, and whether it does so in any case.
    """
    for use, _ in program.syntax.uses(owner.function).get(name, ()):
        function = program.syntax.owner(owner.function, use)
        if lookup(name, function.body.scope)[0] is owner:
            changed = _changes(program, use, function, seen)
            if changed is not False:
                yield use, function, changed is True


def aliases_of_attribute(program: Program, read: ast.Attribute, place: Place) -> Iterator[ast.expr]:
    """Yield the code that may change what an attribute holds under another name.

    What sets it, or changes it by its own name, is an effect on the attribute.
    """
    value = program.value(read, place)
    if not is_changeable(value):
        return
    is_flat = not isinstance(value, ContainerValue) or not any(map(is_changeable, value.parts))
    for other, function in program.syntax.attribute_reads.get(read.attr, ()):
        if other is not read and not (
            is_flat and _changes(program, other, function, frozenset()) is False
        ):
            yield other
    for function in program.index.functions:
        for target, binding in function.attribute_stores:
            if target.attr == read.attr and not _is_fresh(program, binding):
                yield target


def is_changeable(value: TraceType) -> bool:
    """Whether code may change a value: not a function, nor an instance, whose attributes count."""
    if isinstance(value, FunctionValue | ClassValue | ObjectValue):
        return False
    return not is_constant(value)


def _is_fresh(program: Program, binding: Binding) -> bool:
    """Whether an attribute is set to what nothing else holds."""
    node = binding.value
    if node is None or binding.path:
        return False
    if not is_changeable(program.value(node, binding.place)):
        return True
    match node:
        case ast.List(elts=parts) | ast.Set(elts=parts):
            given: list[ast.expr] = parts
        case ast.Dict(values=parts):
            given = parts
        case ast.BinOp() | ast.UnaryOp() | ast.ListComp() | ast.DictComp() | ast.SetComp():
            return True
        case ast.Call(args=parts, keywords=keywords):
            given = [*parts, *(keyword.value for keyword in keywords)]
            if program.qualified(node.func, binding.place) in _COPYING:
                return True
        case _:
            return False
    return not any(is_changeable(program.value(part, binding.place)) for part in given)


def doubt_of_names_of_attributes(program: Program) -> str | None:
    """Return where attributes are set by names that are not written out; or None."""
    for call, _ in program.calls.named("setattr"):
        if len(call.args) < 2 or not isinstance(call.args[1], ast.Constant):
            return f"line {call.lineno} may set any attribute"
    if program.calls.named("vars") or "__dict__" in program.syntax.attribute_reads:
        return "the file looks at all attributes of an object, and may set them"
    return None


def _changes(program: Program, node: ast.expr, function: Function, seen: _Seen) -> bool | None:
    """Whether the code around an expression changes the object it gives; None if it may."""
    parent = program.syntax.parent(function, node)
    if isinstance(parent, (ast.Attribute, ast.Subscript)) and parent.value is node:
        return _changes_part(program, parent, function, seen)
    if isinstance(parent, ast.keyword):
        if parent.arg == "out":
            return None
        parent = program.syntax.parent(function, parent)
    if not isinstance(parent, ast.Call):
        return False if isinstance(parent, _READERS) else None
    return False if parent.func is node else _is_changed_by(program, parent, node, seen)


def _changes_part(
    program: Program, part: ast.Attribute | ast.Subscript, function: Function, seen: _Seen
) -> bool | None:
    """Whether code sets an attribute or element of an object, or changes what it holds."""
    if not isinstance(part.ctx, ast.Load):
        return True
    parent = program.syntax.parent(function, part)
    if isinstance(part, ast.Attribute) and isinstance(parent, ast.Call) and parent.func is part:
        # What methods of the program do with their instances are effects on attributes.
        return part.attr in MUTATING or (None if part.attr in _WRITING else False)
    changed = _changes(program, part, function, seen)
    if changed is None and not _holds_variable(program, part, function):
        return False
    return changed


def _holds_variable(
    program: Program, part: ast.Attribute | ast.Subscript, function: Function
) -> bool:
    """Whether a part of an object may be one that can change itself.

    The objects of Keras and TensorFlow keep what their methods change in variables.
    """
    place = program.syntax.place(function, part)
    holder = program.value(part.value, place)
    if isinstance(holder, ObjectValue):
        is_own = holder.cls is not None and program.keras.kind(holder) is None
    else:
        is_own = isinstance(holder, ContainerValue)
    return is_own and not is_constant(program.value(part, place))


def _is_changed_by(program: Program, call: ast.Call, given: ast.expr, seen: _Seen) -> bool | None:
    """Whether a call changes an object that it is handed; None if it may."""
    place = program.index.places[call]
    callee = program.calls.callee(call, place)
    function = program.calls.target(call)
    if function is not None:
        is_bound = isinstance(callee, ClassValue) or getattr(callee, "bound", None) is not None
        parameters = function.parameters[1:] if is_bound else function.parameters
        for node, parameter, is_starred in bind(parameters, call):
            if node is given and parameter is not None and not is_starred:
                if parameter.kind in ("positional", "keyword"):
                    return _changes_parameter(program, function, parameter, seen)
        return None
    qualified = program.qualified(call.func, place) or ""
    if qualified in _READING or _is_exception(qualified):
        return False
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if not {name, qualified.rpartition(".")[2]}.isdisjoint(_WRITING):
        return None
    if isinstance(call.func, ast.Attribute):
        # Such as tape.gradient(loss, variables): what a library's object is handed stays as it is.
        holder = program.value(call.func.value, place)
        if isinstance(holder, ObjectValue) and holder.cls is None:
            qualified = qualified or holder.qualified
    is_traced = isinstance(callee, FunctionValue) and callee.traced is not None
    return False if is_traced or is_of_library(qualified) else None


def _is_exception(qualified: str) -> bool:
    """Whether a name is that of one of Python's exceptions, which keeps what it is handed."""
    built_in = getattr(builtins, qualified, None)
    return isinstance(built_in, type) and issubclass(built_in, BaseException)


def _changes_parameter(
    program: Program, function: Function, parameter: Parameter, seen: _Seen
) -> bool | None:
    """Whether a function changes the object that it gets; None if it may."""
    if (function, parameter) in seen:
        return False
    scope = function.body.scope
    if any(binding.kind == "augmented" for binding in scope.bindings[parameter.name]):
        return None
    effects = changes_of_variable(program, parameter.name, scope, seen | {(function, parameter)})
    answers = {is_certain for _, _, is_certain in effects}
    return False if not answers else True in answers or None


def is_constant(value: TraceType) -> bool:
    """Whether nothing can change a value: a number, a string, a tensor, or a tuple of them."""
    if isinstance(value, TensorValue):
        return value.numpy is False
    if isinstance(value, SequenceValue) and value.kind == "tuple":
        return all(map(is_constant, value.parts))
    return isinstance(value, PythonValue)
