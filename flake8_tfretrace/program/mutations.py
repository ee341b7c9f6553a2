"""What code changes in place: lists, dicts, and the attributes of objects."""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from flake8_tfretrace.program.project import Project
from flake8_tfretrace.program.scopes import (
    Binding,
    Function,
    Index,
    Place,
    Scope,
    lookup,
    start,
    walk,
)

_Variable = tuple[Scope | None, str]
"""A variable: the scope that binds it, and its name there."""
LIST_GROWTH = frozenset({"append", "extend", "insert", "pop", "clear", "remove"})
MUTATING = LIST_GROWTH | frozenset(
    ("add", "discard", "popitem", "reverse", "setdefault", "sort", "update")
)
"""Methods that change a Python container."""
_OF_DICTS = MUTATING & set(vars(dict))
_OF_DICTS_ALONE = _OF_DICTS - set(vars(list))
_DISPLAYS = (ast.Dict, ast.DictComp, ast.List, ast.ListComp)
"""Those that a dict has."""


@dataclass(frozen=True)
class LatestStores:
    """The assignments to an attribute that can reach a read in the same function."""

    stores: tuple[Binding, ...]
    running: frozenset[Function]
    """That function, and all that may run between them."""


class Mutations:
    """The statements and calls of one program that change objects.

    Those in a module of which only single definitions are read change what these give.
    """

    def __init__(self, index: Index, project: Project | None) -> None:
        self.project = project
        self._own = _Mutations(index)
        self._read: dict[Function, _Mutations] = {}
        self._stores_elsewhere: dict[str, list[tuple[ast.Attribute, Binding]]] = {}
        """Those of :meth:`outside_stores` that are in the modules that were read so far."""

    def _parts(self) -> Iterator[_Mutations]:
        yield self._own
        # Whoever asks may look up more definitions in between.
        self._read_more()
        yield from [*self._read.values()]

    def _read_more(self) -> None:
        """Take in the modules of which definitions have been looked up since."""
        read = {} if self.project is None else self.project.read
        if len(read) == len(self._read):
            return
        assert self.project is not None
        for module, home in read.items():
            if module not in self._read:
                known = self.project.index(home)
                assert known is not None
                part = self._read[module] = _of_module(known)
                for name, stores in part.outside_stores.items():
                    self._stores_elsewhere.setdefault(name, []).extend(stores)

    def list_growth(self, name: str, scope: Scope) -> list[tuple[ast.Call, Place]]:
        """Return the calls that make the list ``name`` of ``scope`` longer or shorter."""
        return [found for part in self._parts() for found in part.list_growth(name, scope)]

    def dict_changes(self, name: str, scope: Scope) -> list[tuple[ast.Call, Place]]:
        """Return the calls that add to the dict ``name`` of ``scope``, or take from it."""
        return [found for part in self._parts() for found in part.dict_changes(name, scope)]

    def dict_stores(self, name: str, scope: Scope) -> list[tuple[ast.Subscript, Place]]:
        """Return the assignments to elements of the dict ``name`` of ``scope``."""
        return [found for part in self._parts() for found in part.dict_stores(name, scope)]

    def changing(self, name: str, scope: Scope) -> list[tuple[ast.Call | ast.Subscript, Place]]:
        """Return what adds, sets or takes away elements of what ``name`` of ``scope`` holds."""
        return [found for part in self._parts() for found in part.changing(name, scope)]

    def filled(self, attribute: str) -> list[tuple[ast.Call | ast.Subscript, Place]]:
        """Return what adds, sets or takes away elements of attributes of that name."""
        return [f for part in self._parts() for f in part.filled_attributes.get(attribute, ())]

    def is_grouping(self, name: str, scope: Scope) -> bool:
        """Whether loops fill containers in the dict ``name`` of ``scope``, by keys of the data."""
        return any(part.is_grouping(name, scope) for part in self._parts())

    def are_groups(self, attribute: str) -> bool:
        """Whether loops fill containers in a dict that objects have under that name, likewise."""
        return any(part.are_groups(attribute) for part in self._parts())

    def fills_members(self, attribute: str) -> bool:
        """Whether something changes containers in a container that attributes of that name hold."""
        return any(attribute in part.filled_members for part in self._parts())

    def may_change_dicts(self, keys: Collection[Hashable]) -> bool:
        """Whether something may change a dict with such keys that has no name of its own.

        It may be an element of what a loop goes over, say, or what a function is passed.
        """
        return any(part.changes_dicts(keys) for part in self._parts())

    def filled_within(self, attribute: str) -> list[tuple[ast.AST, Place]]:
        """Return what changes elements of such attributes, or of containers in them."""
        members = (part.filled_members.get(attribute, ()) for part in self._parts())
        return [*self.filled(attribute), *chain.from_iterable(members)]

    def latest(self, node: ast.Attribute, place: Place) -> LatestStores | None:
        """Return the assignments of its own function that reach where an attribute is read.

        None where others may: none of its own stands on each way there, or something that the
        function runs assigns to an attribute of that name, or is handed the object.
        """
        function, holder = place.function, node.value
        if not isinstance(holder, ast.Name) or place.scope is not function.body.scope:
            return None
        stores = {
            binding.point: binding
            for target, binding in function.attribute_stores
            if target.attr == node.attr
            and isinstance(target.value, ast.Name)
            and target.value.id == holder.id
        }
        if not stores or len(function.body.scope.bindings.get(holder.id, ())) != 1:
            return None
        reached = function.graph.reaching(function.graph.point_at(start(node)), stores)
        if None in reached or self._own.hands_on(holder.id, function):
            return None
        storing = {f for part in self._parts() for f in part.storing.get(node.attr, ())}
        filling = {at.function for _, at in self.filled(node.attr)}
        running = frozenset([function])
        if (storing | filling) - running:
            running = self._own.may_run(function)
        for one in storing:
            if one is not function and (one in running or not self._own.has(one)):
                return None
        return LatestStores(tuple(stores[point] for point in reached if point), running)

    def outside_stores(self, attribute: str) -> Iterator[tuple[ast.Attribute, Binding]]:
        """Yield the assignments to such attributes that are not of a method's own instance."""
        yield from self._own.outside_stores.get(attribute, ())
        self._read_more()
        yield from [*self._stores_elsewhere.get(attribute, ())]


def _of_module(index: Index) -> _Mutations:
    """Return what changes objects in a module, which many files may look definitions up in."""
    known: _Mutations | None = index.derived.get(_Mutations)
    if known is None:
        known = index.derived[_Mutations] = _Mutations(index)
    return known


class _Mutations:
    """The statements and calls of one index that change objects."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._running: dict[Function, frozenset[Function]] = {}
        self._handed_on: dict[Function, set[str]] = {}

    @cached_property
    def _changing(self) -> dict[_Variable, list[tuple[ast.Call, Place]]]:
        found: dict[_Variable, list[tuple[ast.Call, Place]]] = {}
        for call, place in self.index.calls:
            if isinstance(call.func, ast.Attribute) and call.func.attr in MUTATING:
                for name in _names_given_on(call.func.value):
                    variable = _variable(name, place.scope)
                    found.setdefault(variable, []).append((call, place))
        return found

    def list_growth(self, name: str, scope: Scope) -> list[tuple[ast.Call, Place]]:
        """Return the calls that make the list ``name`` of ``scope`` longer or shorter."""
        return self._changed_by(LIST_GROWTH, name, scope)

    def dict_changes(self, name: str, scope: Scope) -> list[tuple[ast.Call, Place]]:
        """Return the calls that add to the dict ``name`` of ``scope``, or take from it."""
        return self._changed_by(_OF_DICTS, name, scope)

    def _changed_by(
        self, methods: frozenset[str], name: str, scope: Scope
    ) -> list[tuple[ast.Call, Place]]:
        calls = self._calls(name, scope)
        return [(c, p) for c, p in calls if getattr(c.func, "attr", "") in methods]

    def _calls(self, name: str, scope: Scope) -> list[tuple[ast.Call, Place]]:
        return [c for v in self._sharing(name, scope) for c in self._changing.get(v, ())]

    def changing(self, name: str, scope: Scope) -> list[tuple[ast.Call | ast.Subscript, Place]]:
        """Return what adds, sets or takes away elements of what ``name`` of ``scope`` holds."""
        return [*self._calls(name, scope), *self.dict_stores(name, scope)]

    @cached_property
    def _aliases(self) -> dict[_Variable, set[_Variable]]:
        """The variables that may hold one object, by each of them."""
        found: dict[_Variable, set[_Variable]] = {}
        for function in self.index.functions:
            for name, bindings in function.body.scope.bindings.items():
                for binding in bindings:
                    if binding.kind == "assign" and not binding.path:
                        for source in _names_given_on(binding.value):
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
                for name in _names_given_on(target.value):
                    variable = _variable(name, place.scope)
                    found.setdefault(variable, []).append((target, place))
        return found

    def dict_stores(self, name: str, scope: Scope) -> list[tuple[ast.Subscript, Place]]:
        """Return the assignments to elements of the dict ``name`` of ``scope``."""
        return [s for v in self._sharing(name, scope) for s in self._stores.get(v, ())]

    @cached_property
    def storing(self) -> dict[str, list[Function]]:
        """The functions that assign to attributes, by their names."""
        found: dict[str, list[Function]] = {}
        for function in self.index.functions:
            for target, _ in function.attribute_stores:
                found.setdefault(target.attr, []).append(function)
        return found

    def has(self, function: Function) -> bool:
        """Whether a function is of this index."""
        return function.body.module is self.index.module

    def may_run(self, function: Function) -> frozenset[Function]:
        """Return a function with all that may run while it runs: an upper bound by names."""
        known = self._running.get(function)
        if known is None:
            pending, found, names = [function], {function}, set[str]()
            for one in pending:
                new = one.mentioned - names
                names |= new
                for name in new:
                    below = [f for f in self._by_name.get(name, ()) if f not in found]
                    found.update(below)
                    pending += below
            known = self._running[function] = frozenset(found)
        return known

    def hands_on(self, name: str, function: Function) -> bool:
        """Whether other code may get the object that a variable of a function holds."""
        known = self._handed_on.get(function)
        if known is None:
            nodes = walk(function.node)
            asked = {node.value for node in nodes if isinstance(node, ast.Attribute)}
            names = (n for n in nodes if isinstance(n, ast.Name) and n not in asked)
            known = self._handed_on[function] = {node.id for node in names}
        return name in known

    @cached_property
    def _by_name(self) -> dict[str, list[Function]]:
        """The functions by each name that brings them in: their own, and that of their class."""
        found: dict[str, list[Function]] = {}
        for function in self.index.functions:
            found.setdefault(function.name, []).append(function)
            if function.owner is not None and function.name.startswith("__"):
                found.setdefault(function.owner.name, []).append(function)
        return found

    def changes_dicts(self, keys: Collection[Hashable]) -> bool:
        """Whether code of these modules may change a dict with such keys, as above."""
        return self._changes_any_dict or not self._changed_keys.isdisjoint(keys)

    @cached_property
    def _changed_keys(self) -> frozenset[Hashable]:
        """The keys whose values are stored, or changed in turn, of whatever dict."""
        return frozenset(
            key.value
            for function in self.index.functions
            for base, change, _ in changes(function)
            for key in (*holder(base)[1], getattr(change, "slice", None))
            if isinstance(key, ast.Constant)
        )

    @cached_property
    def _changes_any_dict(self) -> bool:
        """Whether something is stored under a key that is not known, in what may be any dict."""
        return any(
            not _is_made_here(base, place)
            and (
                change.func.attr in _OF_DICTS_ALONE
                if isinstance(change, ast.Call) and isinstance(change.func, ast.Attribute)
                else isinstance(change, ast.Subscript)
                and not isinstance(change.slice, (ast.Constant, ast.Slice, ast.Tuple))
            )
            for function in self.index.functions
            for base, change, place in changes(function)
        )

    @cached_property
    def filled_attributes(self) -> dict[str, list[tuple[ast.Call | ast.Subscript, Place]]]:
        """What adds, sets or takes away elements of attributes, by their names."""
        found: dict[str, list[tuple[ast.Call | ast.Subscript, Place]]] = {}
        for function in self.index.functions:
            for base, change, place in changes(function):
                if isinstance(base, ast.Attribute):
                    found.setdefault(base.attr, []).append((change, place))
        return found

    def is_grouping(self, name: str, scope: Scope) -> bool:
        """Whether loops fill containers in the dict ``name`` of ``scope``, by keys of the data."""
        return _variable(name, scope) in self._grouping

    def are_groups(self, attribute: str) -> bool:
        """Whether loops fill containers in a dict that objects have under that name, likewise."""
        return attribute in self._grouping

    @cached_property
    def filled_members(self) -> dict[str, list[tuple[ast.AST, Place]]]:
        """What changes containers in a container that attributes hold, by their names."""
        found: dict[str, list[tuple[ast.AST, Place]]] = {}
        for function in self.index.functions:
            for base, change, place in changes(function):
                held = None if isinstance(base, ast.Attribute) else holder(base)[0]
                if isinstance(held, ast.Attribute):
                    found.setdefault(held.attr, []).append((change, place))
        return found

    @cached_property
    def _grouping(self) -> set[_Variable | str]:
        """The variables, and the names of attributes, that hold such dicts."""
        filled = ((b, at) for function in self.index.functions for b, _, at in changes(function))
        groups = ((_grouped_in(base), place) for base, place in filled if place.loops)
        found: set[_Variable | str] = set()
        for node, place in groups:
            if isinstance(node, ast.Name):
                found.add(_variable(node.id, place.scope))
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
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
    """Yield the containers that a function may change, with the store or call that does it."""
    for store, place in function.subscript_stores:
        for base in _given_on(store.value):
            yield base, store, place
    for call, place in function.calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr in MUTATING:
            for base in _given_on(call.func.value):
                yield base, call, place


def _grouped_in(node: ast.expr) -> ast.expr | None:
    """Return the dict of ``groups[key]``, or ``groups.setdefault(key, [])``, one or more."""
    held_by, keys = holder(node)
    is_of_data = bool(keys) and not isinstance(keys[-1], (ast.Constant, ast.Slice))
    return held_by if is_of_data else None


def holder(node: ast.expr) -> tuple[ast.expr | None, list[ast.expr]]:
    """Return what an element, or one of its own, is taken from, and the keys, last one first."""
    keys: list[ast.expr] = []
    while True:
        if isinstance(node, ast.Subscript):
            keys.append(node.slice)
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr != "setdefault":
                return None, keys
            keys += node.args[:1]
            node = node.func.value
        else:
            return node, keys


def _is_made_here(node: ast.expr, place: Place) -> bool:
    """Whether an expression is a variable of the function, or module, that holds what it makes."""
    if not isinstance(node, ast.Name):
        return False
    _, bindings = lookup(node.id, place.scope)
    return bool(bindings) and all(
        binding.kind == "assign" and isinstance(binding.value, (*_DISPLAYS, ast.Call))
        for binding in bindings
    )


def _given_on(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the expressions of which one gives the object that an expression gives."""
    if isinstance(node, (ast.IfExp, ast.BoolOp, ast.NamedExpr)):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr) and part is not getattr(node, "test", None):
                yield from _given_on(part)
    else:
        yield node


def _names_given_on(node: ast.expr | None) -> Iterator[str]:
    """Yield the names of which one gives the object that an expression gives."""
    for part in () if node is None else _given_on(node):
        if isinstance(part, ast.Name):
            yield part.id


def _variable(name: str, scope: Scope) -> _Variable:
    """Return which variable ``name`` is in ``scope``."""
    return lookup(name, scope)[0], name
