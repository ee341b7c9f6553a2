"""What code changes in place: lists, dicts, and the attributes of objects."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property

from flake8_tfretrace.program.project import Project
from flake8_tfretrace.program.scopes import Binding, Function, Index, Place, Scope, lookup

_Variable = tuple[Scope | None, str]
"""A variable: the scope that binds it, and its name there."""
LIST_GROWTH = frozenset({"append", "extend", "insert", "pop", "clear", "remove"})
MUTATING = LIST_GROWTH | frozenset(
    ("add", "discard", "popitem", "reverse", "setdefault", "sort", "update")
)
"""Methods that change a Python container."""


class Mutations:
    """The statements and calls of one program that change objects.

    Those in a module of which only single definitions are read change what these give.
    """

    def __init__(self, index: Index, project: Project | None) -> None:
        self.project = project
        self._own = _Mutations(index)
        self._read: dict[Function, _Mutations] = {}

    def _parts(self) -> Iterator[_Mutations]:
        yield self._own
        if self.project is not None:
            # Whoever asks may look up more definitions in between.
            for module, home in [*self.project.read.items()]:
                if module not in self._read:
                    known = self.project.index(home)
                    assert known is not None
                    self._read[module] = _Mutations(known)
                yield self._read[module]

    def list_growth(self, name: str, scope: Scope) -> list[tuple[ast.Call, Place]]:
        """Return the calls that make the list ``name`` of ``scope`` longer or shorter."""
        return [found for part in self._parts() for found in part.list_growth(name, scope)]

    def dict_stores(self, name: str, scope: Scope) -> list[tuple[ast.Subscript, Place]]:
        """Return the assignments to elements of the dict ``name`` of ``scope``."""
        return [found for part in self._parts() for found in part.dict_stores(name, scope)]

    def filled(self, attribute: str) -> list[tuple[ast.Call | ast.Subscript, Place]]:
        """Return what adds, sets or takes away elements of attributes of that name."""
        return [f for part in self._parts() for f in part.filled_attributes.get(attribute, ())]

    def outside_stores(self, attribute: str) -> Iterator[tuple[ast.Attribute, Binding]]:
        """Yield the assignments to such attributes that are not of a method's own instance."""
        for part in self._parts():
            yield from part.outside_stores.get(attribute, ())


class _Mutations:
    """The statements and calls of one index that change objects."""

    def __init__(self, index: Index) -> None:
        self.index = index

    @cached_property
    def _growth(self) -> dict[_Variable, list[tuple[ast.Call, Place]]]:
        found: dict[_Variable, list[tuple[ast.Call, Place]]] = {}
        for call, place in self.index.calls:
            func = call.func
            if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
                if func.attr in LIST_GROWTH:
                    variable = _variable(func.value.id, place.scope)
                    found.setdefault(variable, []).append((call, place))
        return found

    def list_growth(self, name: str, scope: Scope) -> list[tuple[ast.Call, Place]]:
        """Return the calls that make the list ``name`` of ``scope`` longer or shorter."""
        return [c for v in self._sharing(name, scope) for c in self._growth.get(v, ())]

    @cached_property
    def _aliases(self) -> dict[_Variable, set[_Variable]]:
        """The variables that may hold one object, by each of them."""
        found: dict[_Variable, set[_Variable]] = {}
        for function in self.index.functions:
            for name, bindings in function.body.scope.bindings.items():
                for binding in bindings:
                    if binding.kind == "assign" and not binding.path:
                        for source in _given_on(binding.value):
                            variables = (
                                (function.body.scope, name),
                                _variable(source, binding.place.scope),
                            )
                            both = set(variables).union(*(found.get(v, ()) for v in variables))
                            found.update(dict.fromkeys(both, both))
        return found

    def _sharing(self, name: str, scope: Scope) -> Iterable[_Variable]:
        """Return the variables that may hold the object that ``name`` holds, with it."""
        variable = _variable(name, scope)
        return self._aliases.get(variable, (variable,))

    @cached_property
    def _stores(self) -> dict[_Variable, list[tuple[ast.Subscript, Place]]]:
        found: dict[_Variable, list[tuple[ast.Subscript, Place]]] = {}
        for function in self.index.functions:
            for target, place in function.subscript_stores:
                if isinstance(target.value, ast.Name):
                    variable = _variable(target.value.id, place.scope)
                    found.setdefault(variable, []).append((target, place))
        return found

    def dict_stores(self, name: str, scope: Scope) -> list[tuple[ast.Subscript, Place]]:
        """Return the assignments to elements of the dict ``name`` of ``scope``."""
        return [s for v in self._sharing(name, scope) for s in self._stores.get(v, ())]

    @cached_property
    def filled_attributes(self) -> dict[str, list[tuple[ast.Call | ast.Subscript, Place]]]:
        """What adds, sets or takes away elements of attributes, by their names."""
        found: dict[str, list[tuple[ast.Call | ast.Subscript, Place]]] = {}
        for function in self.index.functions:
            for base, change, place in changes(function):
                if isinstance(base, ast.Attribute):
                    found.setdefault(base.attr, []).append((change, place))
        return found

    @cached_property
    def outside_stores(self) -> dict[str, list[tuple[ast.Attribute, Binding]]]:
        """Return the assignments to attributes that are not of a method's own instance."""
        own = {b for c in self.index.classes for bs in c.attributes.values() for b in bs}
        found: dict[str, list[tuple[ast.Attribute, Binding]]] = {}
        for target, binding in self.index.attribute_stores:
            if binding not in own:
                found.setdefault(target.attr, []).append((target, binding))
        return found


def changes(
    function: Function,
) -> Iterator[tuple[ast.expr, ast.Call | ast.Subscript, Place]]:
    """Yield the containers that a function changes, each with the store or call that does it."""
    for store, place in function.subscript_stores:
        yield store.value, store, place
    for call, place in function.calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr in MUTATING:
            yield call.func.value, call, place


def _given_on(node: ast.expr | None) -> Iterator[str]:
    """Yield the names whose value an expression may give as it is."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, (ast.IfExp, ast.BoolOp, ast.NamedExpr)):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr) and part is not getattr(node, "test", None):
                yield from _given_on(part)


def _variable(name: str, scope: Scope) -> _Variable:
    """Return which variable ``name`` is in ``scope``."""
    return lookup(name, scope)[0], name
