"""What the imports of a file stand for, where other modules of its project define it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from flake8_tfretrace.modules import Module, find, submodule
from flake8_tfretrace.program.holders import reached
from flake8_tfretrace.program.scopes import Binding, Function, Index, Place, index, reaching
from flake8_tfretrace.program.tracetypes import (
    PythonValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.tracing_imports import Imports

if TYPE_CHECKING:
    from flake8_tfretrace.program import Program

_END = (1 << 30, 0)
"""After the last line of any file."""
Imported = Module | tuple[Binding, ...]
"""A module, or the bindings of one name in other modules."""


@lru_cache(maxsize=256)
def _index(module: Module) -> Index | None:
    """Return what a module defines; None if it is not Python."""
    try:
        return index(ast.parse(module.text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class Project:
    """The modules that one file imports traced functions, and their classes, from."""

    def __init__(self, module: Module, imported: Imports) -> None:
        self.module = module
        """The file that is analysed."""
        self.imports = imported
        self.linked: dict[Function, Module] = {}
        """The modules that take part in the analysis, by their top-level code."""
        self._indexes: dict[Module, Index | None] = {}
        self._homes: dict[Function, Module] = {}
        self._active: set[tuple[Module, str]] = set()

    def link(self, program: Program) -> bool:
        """Parse the modules that take part, if any do; return whether there are.

        They do only if a call in the file could be reported, were it of a traced function.
        """
        if not Calls(program, self.imports).may_be_reported():
            return False
        for module in self.imports.modules:
            known = self.index(module)
            if known is not None:
                self.linked[known.module] = module
        return bool(self.linked)

    # names

    def index(self, module: Module) -> Index | None:
        """Return what a module defines; None if it cannot be parsed."""
        if module not in self._indexes:
            self._know(module, _index(module))
        return self._indexes[module]

    def _know(self, module: Module, found: Index | None) -> None:
        self._indexes[module] = found
        if found is not None:
            self._homes[found.module] = module

    def add(self, own: Index) -> Index:
        """Return the index of the file together with those of the modules that take part."""
        self._know(self.module, own)
        parts = [own]
        for module in self.linked.values():
            other = self.index(module)
            assert other is not None
            parts.append(other)
        return Index(
            own.module,
            [function for part in parts for function in part.functions],
            {node: function for part in parts for node, function in part.by_node.items()},
            [cls for part in parts for cls in part.classes],
            {node: place for part in parts for node, place in part.places.items()},
            {node for part in parts for node in part.dead},
        )

    def imported(self, binding: Binding) -> Imported | None:
        """Return what an import binds, if modules that take part define it."""
        home = self._home(binding.place)
        return self._if_part(None if home is None else self._import(home, binding))

    def member(self, module: Module, name: str) -> Imported | None:
        """Return what ``module.name`` is, if modules that take part define it."""
        return self._if_part(self._member(module, name))

    def star_import(self, name: str, place: Place) -> Imported | None:
        """Return what an unbound name is by a star import, if modules that take part define it."""
        home = self._home(place)
        known = None if home is None else self.index(home)
        if home is None or known is None:
            return None
        return self._if_part(self._starred(home, known, name))

    def _if_part(self, found: Imported | None) -> Imported | None:
        """Return what was found, if modules that take part define it."""
        if isinstance(found, tuple) and not all(self._takes_part(b) for b in found):
            return None
        return found

    def _takes_part(self, binding: Binding) -> bool:
        home = self._home(binding.place)
        is_part = home is self.module or binding.place.module in self.linked
        return binding.kind != "import" and is_part

    def _home(self, place: Place) -> Module | None:
        """Return the module that holds the code at ``place``."""
        return self._homes.get(place.module)

    def _member(self, module: Module, name: str) -> Imported | None:
        """Return what ``name`` is in a module: in its code, a submodule, or a star import's."""
        key = (module, name)
        if key in self._active or not module.may_define(name):
            return submodule(module, name)
        self._active.add(key)
        try:
            return self._defined(module, name)
        finally:
            self._active.discard(key)

    def _defined(self, module: Module, name: str) -> Imported | None:
        known = self.index(module)
        if known is None:
            return None
        body = known.module.body
        if name not in body.scope.bindings:
            inner = submodule(module, name)
            return inner if inner is not None else self._starred(module, known, name)
        found: list[Binding] = []
        for binding in reaching(name, body, _END):
            other = self._import(module, binding) if binding.kind == "import" else None
            if isinstance(other, Module):
                return other
            found += other if other else [binding]
        return tuple(found)

    def _starred(self, module: Module, known: Index, name: str) -> Imported | None:
        if name.startswith("_"):
            return None
        tree = known.module.node
        assert isinstance(tree, ast.Module)
        for statement in reversed(tree.body):
            if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
                source = find("." * statement.level + (statement.module or ""), module.home)
                found = None if source is None else self._member(source, name)
                if found is not None:
                    return found
        return None

    def _import(self, module: Module, binding: Binding) -> Imported | None:
        """Return what an import statement of ``module`` binds."""
        node = binding.node
        if isinstance(node, ast.ImportFrom):
            alias = next(a for a in node.names if (a.asname or a.name) == binding.name)
            source = find("." * node.level + (node.module or ""), module.home)
            return None if source is None else self._member(source, alias.name)
        assert isinstance(node, ast.Import)
        for alias in node.names:
            if alias.asname == binding.name:
                return find(alias.name, module.home)
            if alias.asname is None and alias.name.partition(".")[0] == binding.name:
                return find(binding.name, module.home)
        return None


class Calls:
    """The calls of one file whose callee other modules of the project may define."""

    def __init__(self, program: Program, imported: Imports) -> None:
        self.program = program
        self.names = _holders(program.index, imported.aliases)
        self.modules = imported.modules

    def may_be_reported(self) -> bool:
        """Whether some call would be, if it were one of a traced function."""
        keys: dict[tuple[str, int | str | None], set[object]] = {}
        for call, place in self._calls():
            again = self.program.repetition.of(place) is not None
            name = _names_in(call.func)[-1]
            if name == "predict" and again:
                return True
            arguments: list[tuple[int | str | None, ast.expr]] = [*enumerate(call.args)]
            arguments += [(keyword.arg, keyword.value) for keyword in call.keywords]
            for position, argument in arguments:
                value = self.program.value(argument, place)
                if value.changes is not None or self._is_updated_elsewhere(argument, value):
                    return True
                if again and not isinstance(value, (PythonValue, TensorValue)):
                    if getattr(value, "kept", None) is False or isinstance(value, StreamValue):
                        return True
                known: set[object] = keys.setdefault((name, position), set())
                if isinstance(value, PythonValue):
                    known.update((value.kind, constant) for constant in value.constants or ())
                elif value.key is not None:
                    known.add(value.key)
                if len(known) > 1:
                    return True
        return False

    def _is_updated_elsewhere(self, node: ast.expr, value: TraceType) -> bool:
        """Whether a module that would take part may update the attribute that ``node`` is."""
        if not isinstance(node, ast.Attribute) or value.key is not None:
            return False
        update = re.compile(rf"\.{node.attr}\s*(?:[-+*/]|//|\*\*)=")
        return any(update.search(module.text) for module in self.modules)

    def _calls(self) -> Iterator[tuple[ast.Call, Place]]:
        for function in self.program.index.functions:
            for call, place in function.calls:
                if self.names.intersection(_names_in(call.func)):
                    if not self.program.in_graph(place):
                        yield call, place


def _holders(known: Index, aliases: set[str]) -> set[str]:
    """Return the names that may hold what ``aliases`` stand for, or what is made of it."""
    tables = [function.body.scope.bindings for function in known.functions]
    tables += [cls.attributes for cls in known.classes]
    sources: list[tuple[str, set[str]]] = [
        (name, _mentioned(binding.value))
        for table in tables
        for name, bindings in table.items()
        for binding in bindings
        if binding.value is not None
    ]
    for function in known.functions:
        returned = [statement.value for statement, _ in function.returns if statement.value]
        sources += [(function.name, _mentioned(value)) for value in returned]
    for cls in known.classes:
        # Methods of a base class are called through the instance.
        bases = {name for base in cls.node.bases for name in _names_in(base)}
        sources += [
            (cls.name, bases),
            *((m.parameters[0].name, bases) for m in cls.methods.values() if m.is_method),
        ]
    sources += _handed(known)
    followers: dict[str, list[str]] = {}
    for name, mentioned in sources:
        for mention in mentioned:
            followers.setdefault(mention, []).append(name)
    return reached(aliases, lambda name: followers.get(name, ()))


def _handed(known: Index) -> Iterator[tuple[str, set[str]]]:
    """Yield the parameters of the file's functions with what calls may hand them."""
    parameters: dict[str, list[str]] = {}
    for function in known.functions:
        name = function.name
        if name == "__init__" and function.owner is not None:
            name = function.owner.name
        parameters.setdefault(name, []).extend(p.name for p in function.parameters)
    for function in known.functions:
        for call, _ in function.calls:
            names = parameters.get(_names_in(call.func)[-1])
            if names:
                given = [*call.args, *(keyword.value for keyword in call.keywords)]
                mentioned = {name for node in given for name in _mentioned(node)}
                yield from ((name, mentioned) for name in names)


def _mentioned(node: ast.expr) -> set[str]:
    return {
        part.id if isinstance(part, ast.Name) else part.attr
        for part in ast.walk(node)
        if isinstance(part, (ast.Name, ast.Attribute))
    }


def _names_in(node: ast.expr) -> list[str]:
    """Return the names that a dotted expression consists of; those of a call are its callee's."""
    names: list[str] = []
    while True:
        if isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, ast.Subscript):
            node = node.value
        else:
            return [getattr(node, "id", ""), *names]
