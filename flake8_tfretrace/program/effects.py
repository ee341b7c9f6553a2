"""What code does to the objects around it: effects, and the escape of objects to other code.

The answers are upper bounds: what nothing is known of may change whatever it gets.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property

from flake8_tfretrace.program.library import is_of_library
from flake8_tfretrace.program.mutations import MUTATING, changes
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.scopes import Function, Parameter, Place, Scope, lookup, start
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    ClassValue,
    ContainerValue,
    FunctionValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.program.values import Values

_Seen = frozenset[tuple[Function, Parameter]]
_READERS = (
    ast.Attribute,
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
_WRITING = frozenset(("copyto", "fill", "fill_diagonal", "place", "put", "putmask", "shuffle"))
"""NumPy's functions that write into their first argument, and such methods of its arrays."""


class Effects:
    """Answers what the code of one program runs with a function, and what that may change."""

    def __init__(self, queries: Queries, values: Values) -> None:
        self.queries = queries
        self.values = values

    def reached(self, functions: Iterable[Function]) -> list[Function]:
        """Return functions with all that may run while they run.

        That is the functions that they define, read, or call, and the methods of the instances that
        they make.
        """
        found = list(dict.fromkeys(functions))
        for function in found:
            callees = [self.queries.calls.callee(call, place) for call, place in function.calls]
            values = [self.values.value(name, function.body) for name in self._names(function)]
            below = list(function.inner)
            for value in (*values, *callees):
                if isinstance(value, FunctionValue) and value.function is not None:
                    below.append(value.function)
            for made in callees:
                if isinstance(made, ClassValue):
                    below += made.cls.methods.values()
            found += [one for one in dict.fromkeys(below) if one not in found]
        return found

    def _names(self, function: Function) -> Iterator[ast.Name]:
        """Yield one read of each name in the body of a function."""
        body = getattr(function.node, "body", None)
        beginning = start(body[0] if isinstance(body, list) else body or function.node)
        for uses in self.queries.syntax.uses(function).values():
            # Decorators and defaults are evaluated where it is defined.
            yield from [use for use, _ in uses if start(use) >= beginning][:1]

    def on_variable(
        self, name: str, owner: Scope, seen: _Seen = frozenset()
    ) -> Iterator[tuple[ast.Name, Function, bool]]:
        """Yield the uses of a variable of a scope that may change the object that it holds.

        Each with the function that it is in, and whether it does so in any case.
        """
        for use, _ in self.queries.syntax.uses(owner.function).get(name, ()):
            function = self.queries.syntax.owner(owner.function, use)
            if lookup(name, function.body.scope)[0] is owner:
                changed = self._changes(use, function, seen)
                if changed is not False:
                    yield use, function, changed is True

    def _changes(self, node: ast.expr, function: Function, seen: _Seen) -> bool | None:
        """Whether the code around an expression changes the object it gives; None if it may."""
        parent = self.queries.syntax.parent(function, node)
        if isinstance(parent, (ast.Attribute, ast.Subscript)) and parent.value is node:
            return self._changes_part(parent, function, seen)
        if isinstance(parent, ast.keyword):
            if parent.arg == "out":
                return None
            parent = self.queries.syntax.parent(function, parent)
        if not isinstance(parent, ast.Call):
            return False if isinstance(parent, _READERS) else None
        return False if parent.func is node else self._is_changed_by(parent, node, seen)

    def _changes_part(
        self, part: ast.Attribute | ast.Subscript, function: Function, seen: _Seen
    ) -> bool | None:
        """Whether code sets an attribute or element of an object, or changes what it holds."""
        if not isinstance(part.ctx, ast.Load):
            return True
        parent = self.queries.syntax.parent(function, part)
        if isinstance(part, ast.Attribute) and isinstance(parent, ast.Call) and parent.func is part:
            # What methods of the program do with their instances are effects on attributes.
            return part.attr in MUTATING or (None if part.attr in _WRITING else False)
        changed = self._changes(part, function, seen)
        if changed is None and not self._holds_variable(part, function):
            return False
        return changed

    def _holds_variable(self, part: ast.Attribute | ast.Subscript, function: Function) -> bool:
        """Whether a part of an object may be one that can change itself.

        The objects of Keras and TensorFlow keep what their methods change in variables.
        """
        place = self.queries.syntax.place(function, part)
        holder = self.values.value(part.value, place)
        if isinstance(holder, ObjectValue):
            is_own = holder.cls is not None and self.queries.keras.kind(holder) is None
        else:
            is_own = isinstance(holder, ContainerValue)
        return is_own and not is_constant(self.values.value(part, place))

    def _is_changed_by(self, call: ast.Call, given: ast.expr, seen: _Seen) -> bool | None:
        """Whether a call changes an object that it is handed; None if it may."""
        place = self.queries.index.places[call]
        callee = self.queries.calls.callee(call, place)
        function = self.queries.calls.target(call)
        if function is not None:
            is_bound = isinstance(callee, ClassValue) or getattr(callee, "bound", None) is not None
            parameters = function.parameters[1:] if is_bound else function.parameters
            for node, parameter, is_starred in bind(parameters, call):
                if node is given and parameter is not None and not is_starred:
                    if parameter.kind in ("positional", "keyword"):
                        return self._changes_parameter(function, parameter, seen)
            return None
        qualified = self.queries.names.qualified(call.func, place) or ""
        if qualified in _READING:
            return False
        if qualified.rpartition(".")[2] in _WRITING:
            return None
        is_traced = isinstance(callee, FunctionValue) and callee.traced is not None
        return False if is_traced or is_of_library(qualified) else None

    def _changes_parameter(
        self, function: Function, parameter: Parameter, seen: _Seen
    ) -> bool | None:
        """Whether a function changes the object that it gets; None if it may."""
        if (function, parameter) in seen:
            return False
        scope = function.body.scope
        if any(binding.kind == "augmented" for binding in scope.bindings[parameter.name]):
            return None
        effects = self.on_variable(parameter.name, scope, seen | {(function, parameter)})
        answers = {is_certain for _, _, is_certain in effects}
        return False if not answers else True in answers or None

    def on_attribute(self, node: ast.Attribute, place: Place) -> Iterator[Function]:
        """Yield the functions that may set an attribute that is read, or change what it holds.

        Not the constructors: they are done when the object is there.
        """
        holder = self.values.value(node.value, place)
        for base, around in self._attribute_effects.get(node.attr, ()):
            if around.function.name != "__init__":
                if self._may_be_one(holder, self.values.value(base, around)):
                    yield around.function

    def stores(self, name: str) -> list[ast.expr]:
        """Return the objects of which some code sets an attribute of that name, or changes it."""
        return [base for base, _ in self._attribute_effects.get(name, ())]

    @cached_property
    def _attribute_effects(self) -> dict[str, list[tuple[ast.expr, Place]]]:
        """The objects whose attributes are set, or what these hold is changed, by the attribute."""
        found: dict[str, list[tuple[ast.expr, Place]]] = {}
        for function in self.queries.index.functions:
            for target, binding in function.attribute_stores:
                found.setdefault(target.attr, []).append((target.value, binding.place))
            for base, _, place in changes(function):
                if isinstance(base, ast.Attribute):
                    found.setdefault(base.attr, []).append((base.value, place))
        return found

    def _may_be_one(self, one: TraceType, other: TraceType) -> bool:
        """Whether what is set of one value may be read of another: of an object, or its class."""
        if any(type(v) is TraceType or isinstance(v, ChoiceValue) for v in (one, other)):
            return True
        classes = [v.cls for v in (one, other) if isinstance(v, (ObjectValue, ClassValue))]
        if len(classes) < 2:
            return not classes and type(one) is type(other)
        families = [set(self.queries.classes.family(cls)) for cls in classes if cls is not None]
        return len(families) < 2 or not families[0].isdisjoint(families[1])


def is_constant(value: TraceType) -> bool:
    """Whether nothing can change a value: a number, a string, a tensor, or a tuple of them."""
    if isinstance(value, TensorValue):
        return value.numpy is False
    if isinstance(value, SequenceValue) and value.kind == "tuple":
        return all(map(is_constant, value.parts))
    return isinstance(value, PythonValue)
