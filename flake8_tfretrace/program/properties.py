"""Calls that are not written as such: attributes of instances that are properties.

Reading one runs its getter, storing one runs its setter. Each is a call site like any other: a call
without arguments, or with what is stored, at the place of the attribute.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from flake8_tfretrace.program.linear import part_of
from flake8_tfretrace.program.scopes import Access, Accessor, Binding, Function, Index, Place

_Site = tuple[ast.Attribute, Place, Binding | None]
"""An attribute that is read, or stored by a binding."""


class Properties:
    """The accesses of attributes that may be properties, by the name of these.

    An access is one object: what is worked out of it is remembered as it is of a written call.
    """

    def __init__(self, index: Index) -> None:
        self.names: set[str] = set()
        """The names of all properties in sight."""
        self._index = index
        self._functions: list[Function] = []
        self._sites: dict[str, list[_Site]] = {}
        self._known: dict[ast.Attribute, list[Access]] = {}
        self.extend(index.functions)

    def extend(self, functions: Iterable[Function]) -> bool:
        """Take in functions of a module; return whether they define new properties."""
        before, added = len(self.names), list(functions)
        self.names.update(f.name for f in added if f.is_getter or f.is_setter)
        self._functions += added
        return len(self.names) > before

    def named(self, name: str) -> list[Access]:
        """Return the accesses of attributes called ``name``, of whatever object."""
        if name not in self.names:
            return []
        # Most programs have no properties: only others pay for an index of all attributes.
        for function in self._functions:
            for site in _sites(function):
                self._sites.setdefault(site[0].attr, []).append(site)
        self._functions.clear()
        return self._accesses(self._sites.get(name, ()))

    def of(self, function: Function) -> list[Access]:
        """Return the accesses in the code of a function that may be of properties."""
        if not self.names:
            return []
        return self._accesses(site for site in _sites(function) if site[0].attr in self.names)

    def read(self, node: ast.Attribute, place: Place) -> Access:
        """Return the access that reading an attribute at a place is.

        What an augmented assignment stores it reads before.
        """
        return self._accesses([(node, place, None)])[0]

    def _accesses(self, sites: Iterable[_Site]) -> list[Access]:
        found = []
        for node, place, binding in sites:
            known = self._known.get(node)
            if known is None:
                known = [_access(node, None)] if binding is None else [*_stored(node, binding)]
                self._known[node] = known
                self._index.places.update(dict.fromkeys(known, place))
            found += known
        return found


def _sites(function: Function) -> Iterator[_Site]:
    """Yield the attributes that a function reads and stores."""
    for node, place in function.attributes:
        yield node, place, None
    for target, binding in function.attribute_stores:
        yield target, binding.place, binding


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
