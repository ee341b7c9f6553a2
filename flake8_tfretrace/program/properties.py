"""Calls that are not written as such: attributes of instances that are properties.

Reading one runs its getter, storing one runs its setter. Each is a call site like any other: a call
without arguments, or with what is stored, at the place of the attribute.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import chain

from flake8_tfretrace.program.linear import part_of
from flake8_tfretrace.program.scopes import Access, Accessor, Binding, Function, Index, Place


class Properties:
    """The accesses of attributes that may be properties, by the name of these.

    An access is one object: what is worked out of it is remembered as it is of a written call.
    """

    def __init__(self, index: Index) -> None:
        self.names: set[str] = set()
        """The names of all properties in sight."""
        self._index = index
        self._functions = list(index.functions)
        self._by_function: dict[Function, dict[str, list[Access]]] = {}
        self._by_attribute: dict[ast.Attribute, list[Access]] = {}
        self._define(self._functions)

    def extend(self, functions: Iterable[Function]) -> bool:
        """Take in functions of another module; return whether they define new properties."""
        added = [*functions]
        self._functions += added
        return self._define(added)

    def _define(self, functions: Iterable[Function]) -> bool:
        """Take in what functions define; return whether there are new properties."""
        new = {f.name for f in functions if f.is_getter or f.is_setter} - self.names
        self.names |= new
        if new:
            self._by_function.clear()
        return bool(new)

    def named(self, name: str) -> list[Access]:
        """Return the accesses of attributes called ``name``, of whatever object."""
        if name not in self.names:
            return []
        return [found for f in self._functions for found in self._accesses(f).get(name, ())]

    def of(self, function: Function) -> list[Access]:
        """Return the accesses in the code of a function that may be of properties."""
        return list(chain.from_iterable(self._accesses(function).values())) if self.names else []

    def _accesses(self, function: Function) -> dict[str, list[Access]]:
        known = self._by_function.get(function)
        if known is None:
            known = self._by_function[function] = {}
            for node, place in function.attributes:
                if node.attr in self.names:
                    known.setdefault(node.attr, []).extend(self._known(node, place))
            for target, binding in function.attribute_stores:
                if target.attr in self.names:
                    found = self._known(target, binding.place, binding)
                    known.setdefault(target.attr, []).extend(found)
        return known

    def _known(
        self, node: ast.Attribute, place: Place, binding: Binding | None = None
    ) -> list[Access]:
        """Return what reading an attribute, or storing it by ``binding``, may run."""
        known = self._by_attribute.get(node)
        if known is None:
            known = [_access(node, None)] if binding is None else [*_stored(node, binding)]
            self._by_attribute[node] = known
            self._index.places.update(dict.fromkeys(known, place))
        return known


def _stored(target: ast.Attribute, binding: Binding) -> Iterator[Access]:
    """Yield what an assignment to an attribute runs: an augmented one reads it before."""
    node = binding.node
    given: ast.expr | None = None
    if isinstance(node, ast.AugAssign):
        read = ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
        yield _access(target, None)
        given = ast.copy_location(ast.BinOp(read, node.op, node.value), node)
    elif isinstance(node, ast.Delete):
        return
    elif binding.kind == "assign":
        given = part_of(binding.value, binding.path)
    # Of other targets, as those of loops, it is not known what they get.
    yield _access(target, ast.Starred(ast.Constant(None)) if given is None else given)


def _access(node: ast.Attribute, given: ast.expr | None) -> Access:
    """Return the call that reading an attribute is, or storing what is ``given``."""
    func = ast.copy_location(Accessor(node.value, node.attr, ast.Load()), node)
    func.attribute, func.is_setter = node, given is not None
    return ast.copy_location(Access(func, [] if given is None else [given], []), node)
