"""The modules of a project that take part in the analysis of one file.

A definition that the file imports is read when it is asked for. Modules with traced functions that
it calls, and modules that call what it defines, take part as if all were one file, in the next
round of the analysis.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from flake8_tfretrace.modules import Module, find, submodule, users
from flake8_tfretrace.parsing import parse
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    Index,
    Place,
    index,
    lookup,
    reaching,
)
from flake8_tfretrace.tracing_imports import Imports, module_may_trace

_END = (1 << 30, 0)
"""After the last line of any file."""
_MANY = 32
"""So many modules take part at most."""
_MANY_CALLERS = 8
"""Of a function that more modules than these may call, the callers elsewhere are unknown."""
Imported = Module | tuple[Binding, ...]
"""A module, or the bindings of one name in other modules."""


_KEPT = 3000
"""Places in other modules of which the model is kept for the next file, four kilobytes for each.

Prose takes next to nothing. The cycle collector looks through what is kept again and again.
"""
_kept: dict[Module, tuple[Index | None, int]] = {}
"""Those that are asked for most often, with their places."""
_worth: dict[Module, int] = {}
"""How often each was asked for, more than the least that one was worth then."""
_asked: Counter[Module] = Counter()
_dropped: list[Index | None] = []
"""Those that are not kept any more, but may be in use."""


def _index(module: Module) -> Index | None:
    """Return what a module defines; None if it is not Python."""
    found = _kept[module] = _kept.get(module) or _parsed(module.text)
    _asked[module] += 1
    _worth[module] = min(map(_worth.__getitem__, _kept.keys() & _worth.keys()), default=0)
    _worth[module] += _asked[module]
    while sum(size for _, size in _kept.values()) > _KEPT:
        least = min(_kept, key=_worth.__getitem__)
        _dropped.append(_kept.pop(least)[0])
    return found[0]


def _parsed(text: str) -> tuple[Index | None, int]:
    try:
        found = index(parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None, 0
    return found, len(found.places)


class Project:
    """The modules that take part in the analysis of one file."""

    def __init__(
        self,
        module: Module,
        imported: Imports,
        users: Sequence[Module] = (),
        *,
        is_read: bool = True,
    ) -> None:
        self.module = module
        """The file that is analysed."""
        self.imports = imported
        self.linked: dict[Function, Module] = {}
        """The modules that take part as if they were in the file, by their top-level code."""
        self.read: dict[Function, Module] = {}
        """The modules of which single definitions were looked up, likewise."""
        self.is_read = is_read
        """Whether definitions elsewhere are looked up before any module takes part."""
        self._whole: Index | None = None
        self._on_module: Callable[[Sequence[Function]], object] = _ignore
        self._on_definition: Callable[[Sequence[Function]], object] = _ignore
        self._on_read: Callable[[Index], object] = _ignore
        self._definitions: set[Binding] = set()
        self._indexes: dict[Module, Index | None] = {}
        self._homes: dict[Function, Module] = {}
        self._imported: dict[Binding, Imported | None] = {}
        self._active: set[tuple[Module, str]] = set()
        self._stars: dict[Module, list[Module]] = {}
        self._wanted: dict[Module, None] = {}
        self._incomplete: set[Function] = set()
        self._asked: set[tuple[Function, bool]] = set()
        self.was_linked = False
        """Whether the analysis asked for modules to take part."""
        # That they take part is known before anything is evaluated.
        self._take_part(users)

    def own(self, tree: ast.Module) -> Index:
        """Return what the file defines: as it is known from files before it, or by a walk."""
        known, _ = _kept.get(self.module, (None, 0))
        return index(tree) if known is None else known

    def add(self, own: Index) -> Index:
        """Return the index of a program: the file's, and those of the modules that take part."""
        self._know(self.module, own)
        self.read.clear()
        self._definitions.clear()
        self._imported.clear()
        merged = Index(own.module)
        for part in (own, *map(self.index, self.linked.values())):
            assert part is not None
            merged.functions += part.functions
            merged.classes += part.classes
            _merge(merged, part)
        self._whole = merged
        return merged

    def watch(
        self,
        on_module: Callable[[Sequence[Function]], object],
        on_definition: Callable[[Sequence[Function]], object],
        on_read: Callable[[Index], object],
    ) -> None:
        """Say what is to happen when definitions elsewhere are looked up.

        Args:
            on_module: gets the functions of a module of which the first definition is looked up,
                if the module may trace.
            on_definition: gets the functions that a definition brings with it.
            on_read: gets a module of which the first definition is looked up.
        """
        self._on_read = on_read
        self._on_module = on_module
        self._on_definition = on_definition

    @property
    def modules(self) -> dict[Function, Module]:
        """The modules that the analysis rests on, by their top-level code."""
        return {**self.read, **self.linked}

    def want(self, modules: Iterable[Module]) -> None:
        """Have modules take part in the next round."""
        self._wanted.update(dict.fromkeys(modules))

    def link(self) -> bool:
        """Have the modules take part that are wanted; return whether there are any new ones."""
        self.was_linked = True
        before = len(self.linked)
        self._take_part(self._wanted)
        self._wanted.clear()
        return len(self.linked) > before

    def _take_part(self, modules: Iterable[Module]) -> None:
        for module in modules:
            known = self.index(module)
            if known is not None and len(self.linked) < _MANY:
                self.linked[known.module] = module

    def release(self) -> None:
        """Break the cycles of references in the modules that are not kept for the next file."""
        done = {id(known) for known, _ in _kept.values()}
        for known in (*self._indexes.values(), *_dropped):
            if known is not None and id(known) not in done:
                done.add(id(known))
                known.release()
        _dropped.clear()

    # callers

    def ask_for_callers(self, function: Function, *, once: bool = False) -> None:
        """Have the modules take part that may call a function more than once.

        With ``once`` also those that call it once: for what they pass.
        """
        home, place = self._home(function.body), function.place
        if home is None or (function, once) in self._asked:
            return
        self._asked.add((function, once))
        if place is not None and place.scope.kind in ("module", "class"):
            found = _users(home, function, self._names(home, function))
            if found is None:
                self._incomplete.add(function)
            else:
                self.want(m for m, names in found if once or self._calls_again(m, names))

    def was_asked(self, function: Function, *, once: bool) -> bool:
        """Whether the modules that may call a function were asked for already."""
        return (function, once) in self._asked

    def _names(self, home: Module, function: Function) -> set[str]:
        """Return what modules import that call a function: of a method its class, or a heir."""
        if function.owner is None:
            return {function.name}
        names, known = {function.owner.name}, self.index(home)
        for cls in () if known is None else known.classes:
            bases = {names_in(base)[-1] for base in cls.node.bases}
            if not names.isdisjoint(bases) and function.name not in cls.methods:
                names.add(cls.name)
        return names

    def _calls_again(self, module: Module, names: set[str]) -> bool:
        """Whether a module may call something of these names more than once.

        In a loop, in a function that it calls in a loop, in two places, or by another name.
        """
        known = self.index(module)
        if known is None:
            return False
        calls = [(names_in(call.func)[-1], place) for call, place in known.calls]
        looped = {name for name, place in calls if place.loops}
        found = [place for name, place in calls if name in names]
        return len(found) != 1 or any(p.loops or p.function.name in looped for p in found)

    def knows_callers(self, function: Function) -> bool:
        """Whether all the calls of a function in the project are known."""
        return function not in self._incomplete

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

    def imported(self, binding: Binding) -> Imported | None:
        """Return what an import binds, if modules that take part define it."""
        home = self._home(binding.place)
        if home is None:
            return None
        if binding not in self._imported:
            self._imported[binding] = self._import(home, binding)
        return self._if_part(self._imported[binding], home)

    def is_defined(self, binding: Binding) -> bool | None:
        """Whether :meth:`imported` gives a function or class, by the text of its module alone.

        None if the text leaves that open: then the module has to be parsed.
        """
        home, node = self._home(binding.place), binding.node
        if home is None or not self.is_read or not isinstance(node, ast.ImportFrom):
            return None
        alias = next(a for a in node.names if (a.asname or a.name) == binding.name)
        source = find("." * node.level + (node.module or ""), home.home)
        found = None if source is None else source.plain_definition(alias.name)
        if source is None or found is None:
            return None
        return home is self.module or found.is_class or self._may_take_part(source)

    def defines(self, module: Module, name: str) -> bool:
        """Whether :meth:`member` surely gives a function or class, by the text of the module."""
        return self.is_read and module.plain_definition(name) is not None

    def member(self, module: Module, name: str) -> Imported | None:
        """Return what ``module.name`` is, if modules that take part define it."""
        return self._if_part(self._member(module, name), self.module)

    def class_of(self, node: ast.expr, place: Place) -> Class | None:
        """Return the class of the project that a name, or ``module.name``, is at a place.

        Its definition is only looked at: it has not to be at hand in the program for that.
        """
        found = self._definition(node, place)
        return None if found is None else found.cls

    def function_of(self, node: ast.expr, place: Place) -> Function | None:
        """Return the function of the project that a name, or ``module.name``, is at a place.

        It is read, whichever module takes it from another one.
        """
        found = self._definition(node, place) if self.is_read else None
        if found is None or found.function is None:
            return None
        self._read(found)
        return found.function

    def _definition(self, node: ast.expr, place: Place) -> Binding | None:
        """Return the only binding of a name, or of ``module.name``, in the module that has it."""
        home, name = self._home(place), node.value if isinstance(node, ast.Attribute) else node
        bindings = lookup(name.id, place.scope)[1] if isinstance(name, ast.Name) else ()
        if home is None or len(bindings) != 1:
            return None
        (binding,) = bindings
        found: Imported | None = (binding,)
        if binding.kind == "import":
            found = self._import(home, binding)
        if isinstance(node, ast.Attribute):
            found = self._member(found, node.attr) if isinstance(found, Module) else None
        return found[0] if isinstance(found, tuple) and len(found) == 1 else None

    def star_import(self, name: str, place: Place) -> Imported | None:
        """Return what an unbound name is by a star import, if modules that take part define it."""
        home = self._home(place)
        known = None if home is None else self.index(home)
        if home is None or known is None:
            return None
        return self._if_part(self._starred(home, known, name), home)

    def _if_part(self, found: Imported | None, home: Module) -> Imported | None:
        """Return what was found, with the modules that define it taking part in the program."""
        if not isinstance(found, tuple):
            return found
        if not found or any(binding.kind == "import" for binding in found):
            return None
        if not self.is_read or not (home is self.module or all(b.cls for b in found)):
            # Of what others take from modules that take no part, only classes are followed.
            return found if all(self._takes_part(b) for b in found) else None
        for binding in found:
            self._read(binding)
        return found

    def _may_take_part(self, module: Module) -> bool:
        return module is self.module or module in self.linked.values()

    def _takes_part(self, binding: Binding) -> bool:
        module = binding.place.module
        return module in self.linked or self._homes[module] is self.module

    def _read(self, binding: Binding) -> None:
        """Have a definition of another module at hand in the program."""
        module = binding.place.module
        home = self._homes[module]
        if home is self.module or module in self.linked:
            return
        known = self.index(home)
        assert known is not None
        assert self._whole is not None
        if module not in self.read:
            self.read[module] = home
            self._on_read(known)
            _merge(self._whole, known)
            if module_may_trace(home, self.imports.settings):
                self._on_module(known.functions)
        if binding not in self._definitions:
            self._definitions.add(binding)
            functions = [] if binding.function is None else [binding.function]
            functions += () if binding.cls is None else binding.cls.functions
            # What they call is handed what the file hands to them; others of the module hand on
            # what is nobody's concern here.
            self._on_definition(functions)

    def _home(self, place: Place) -> Module | None:
        """Return the module that holds the code at ``place``."""
        return self._homes.get(place.module)

    def _member(self, module: Module, name: str) -> Imported | None:
        """Return what ``name`` is in a module: in its code, a submodule, or a star import's."""
        key = (module, name)
        if not self.is_read and not self._may_take_part(module):
            if name in module.definitions and all(i.name != name for i in module.imports):
                # Nothing asks what it is.
                return ()
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
        for source in self._star_sources(module, known):
            found = self._member(source, name)
            if found is not None:
                return found
        return None

    def _star_sources(self, module: Module, known: Index) -> list[Module]:
        """Return the modules that a module imports all names of, the last one first."""
        found = self._stars.get(module)
        if found is None:
            tree = known.module.node
            assert isinstance(tree, ast.Module)
            sources = [
                find("." * statement.level + (statement.module or ""), module.home)
                for statement in reversed(tree.body)
                if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"
            ]
            found = self._stars[module] = [source for source in sources if source is not None]
        return found

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


def _ignore(found: Sequence[Function] | Index) -> None:
    """Do nothing about what was looked up."""


def _merge(into: Index, part: Index) -> None:
    """Take in where the nodes of another module are."""
    into.by_node.update(part.by_node)
    into.places.update(part.places)
    into.dead |= part.dead


def _users(
    home: Module, function: Function, imported: set[str]
) -> list[tuple[Module, set[str]]] | None:
    """Return the modules of a project that may call a function of one, with its names there.

    They import it, or what has it, be it from a module that only passes it on. None where that is
    unknown: there is no project to look at, or there are too many of them.
    """
    owner, name = function.owner, function.name
    is_method = owner is not None and name != "__init__"
    found = users(home, imported)
    if found is None:
        return None
    calling = [
        (module, {name} if is_method else names)
        for module, names in found.items()
        if (f".{name}" in module.text if is_method else any(_uses(module, n) for n in names))
    ]
    return calling if len(calling) <= _MANY_CALLERS else None


def _uses(module: Module, name: str) -> bool:
    """Whether a module does more with a name than to import it, be it by way of its module."""
    return f".{name}" in module.text or len(re.findall(rf"\b{name}\b", module.text)) > 1


def names_in(node: ast.expr) -> list[str]:
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
