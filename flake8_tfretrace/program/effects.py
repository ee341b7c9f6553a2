"""What code does to the objects around it: effects, and the escape of objects to other code.

The answers are upper bounds: what nothing is known of may change whatever it gets.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property

from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.scopes import Function, Place, start
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    ClassValue,
    FunctionValue,
    ObjectValue,
    TraceType,
)
from flake8_tfretrace.program.values import Values


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
            calls = self.queries.calls.within(function)
            callees = [run for call, at in calls for run in self.queries.calls.callees(call, at)]
            values = [self.values.value(name, function.body) for name in self._names(function)]
            below = list(function.inner)
            for value in (*values, *callees):
                if isinstance(value, FunctionValue) and value.function is not None:
                    below.append(value.function)
            for made in callees:
                if isinstance(made, ClassValue):
                    below += (f for cls in (made.cls, *made.heirs) for f in cls.functions)
            found += [one for one in dict.fromkeys(below) if one not in found]
        return found

    def _names(self, function: Function) -> Iterator[ast.Name]:
        """Yield one read of each name in the body of a function."""
        body = getattr(function.node, "body", None)
        beginning = start(body[0] if isinstance(body, list) else body or function.node)
        for uses in self.queries.syntax.uses(function).values():
            # Decorators and defaults are evaluated where it is defined.
            yield from [use for use, _ in uses if start(use) >= beginning][:1]

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
