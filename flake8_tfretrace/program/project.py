"""The modules of a project that take part in the analysis of one file.

A definition that the file imports is read when it is asked for. Modules with traced functions that
it calls, and modules that call what it defines, take part as if all were one file, in the next
round of the analysis.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from flake8_tfretrace.modules import Module, find, submodule, users
from flake8_tfretrace.program.holders import reached
from flake8_tfretrace.program.keras import ENDPOINTS
from flake8_tfretrace.program.scopes import Binding, Function, Index, Place, index, reaching
from flake8_tfretrace.program.tracetypes import (
    ObjectValue,
    PythonValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.tracing_imports import Imports, module_may_trace

if TYPE_CHECKING:
    from flake8_tfretrace.program import Program

_END = (1 << 30, 0)
"""After the last line of any file."""
_MANY = 32
"""So many modules take part at most."""
_MANY_CALLERS = 8
"""Of a function that more modules than these may call, the callers elsewhere are unknown."""
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
        self.users = users
        """The modules that import the file, and may trace something."""
        self.linked: dict[Function, Module] = {}
        """The modules that take part as if they were in the file, by their top-level code."""
        self.read: dict[Function, Module] = {}
        """The modules of which single definitions were looked up, likewise."""
        self._is_read = is_read
        """Whether definitions elsewhere are looked up before any module takes part."""
        self._program: Program | None = None
        self._definitions: set[Binding] = set()
        self._indexes: dict[Module, Index | None] = {}
        self._homes: dict[Function, Module] = {}
        self._active: set[tuple[Module, str]] = set()
        self._wanted: dict[Module, None] = {}
        self._incomplete: set[Function] = set()
        self._asked: set[Function] = set()
        self._was_asked = False

    def add(self, program: Program, own: Index) -> Index:
        """Return the index of a program: the file's, and those of the modules that take part."""
        self._program = program
        self._know(self.module, own)
        self.read.clear()
        self._definitions.clear()
        merged = Index(own.module)
        for part in (own, *map(self.index, self.linked.values())):
            assert part is not None
            merged.functions += part.functions
            merged.classes += part.classes
            _merge(merged, part)
        return merged

    @property
    def modules(self) -> dict[Function, Module]:
        """The modules that the analysis rests on, by their top-level code."""
        return {**self.read, **self.linked}

    def link(self) -> bool:
        """Have the modules take part that are asked for; return whether there are any new ones.

        Those with the traced functions that the file imports take part only if a call in the file
        could be reported, were it of a traced function.
        """
        assert self._program is not None
        if not self._was_asked:
            self._was_asked = True
            self._wanted.update(dict.fromkeys(self.users))
            if self.imports.modules and Calls(self._program, self.imports).may_be_reported():
                self._wanted.update(self.imports.modules)
        if self._is_read:
            for function in _exposed(self._program):
                self.ask_for_callers(function)
        before = len(self.linked)
        for module in self._wanted:
            known = self.index(module)
            if known is not None and len(self.linked) < _MANY:
                self.linked[known.module] = module
        self._wanted.clear()
        return len(self.linked) > before

    # callers

    def ask_for_callers(self, function: Function) -> None:
        """Have the modules take part that may call a function."""
        home, place = self._home(function.body), function.place
        if home is None or function in self._asked:
            return
        self._asked.add(function)
        if place is not None and place.scope.kind in ("module", "class"):
            found = _users(home, function)
            if found is None:
                self._incomplete.add(function)
            else:
                self._wanted.update((m, None) for m, names in found if self._calls_again(m, names))

    def _calls_again(self, module: Module, names: set[str]) -> bool:
        """Whether a module may call something of these names more than once.

        In a loop, in a function that it calls in a loop, in two places, or by another name.
        """
        known = self.index(module)
        if known is None:
            return False
        calls = [
            (_names_in(call.func)[-1], place)
            for function in known.functions
            for call, place in function.calls
        ]
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
        return self._if_part(self._import(home, binding), home)

    def member(self, module: Module, name: str) -> Imported | None:
        """Return what ``module.name`` is, if modules that take part define it."""
        return self._if_part(self._member(module, name), self.module)

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
        if home is not self.module or not self._is_read:
            # What others take from modules that take no part is not followed.
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
        known, program = self.index(home), self._program
        assert known is not None
        assert program is not None
        if module not in self.read:
            self.read[module] = home
            _merge(program.index, known)
            if module_may_trace(home, self.imports.settings):
                program.know_traced(known.functions)
        if binding not in self._definitions:
            self._definitions.add(binding)
            functions = [] if binding.function is None else [binding.function]
            functions += () if binding.cls is None else binding.cls.methods.values()
            # What they call is handed what the file hands to them; others of the module hand on
            # what is nobody's concern here.
            program.calls.extend(functions)

    def _home(self, place: Place) -> Module | None:
        """Return the module that holds the code at ``place``."""
        return self._homes.get(place.module)

    def _member(self, module: Module, name: str) -> Imported | None:
        """Return what ``name`` is in a module: in its code, a submodule, or a star import's."""
        key = (module, name)
        if not self._is_read and not self._may_take_part(module):
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


def _merge(into: Index, part: Index) -> None:
    """Take in where the nodes of another module are."""
    into.by_node.update(part.by_node)
    into.places.update(part.places)
    into.dead |= part.dead


def _exposed(program: Program) -> Iterator[Function]:
    """Yield the functions whose callers decide about what the file traces and calls."""
    pending: list[Function] = []
    for traced in program.traced:
        function = traced.function
        if program.files.is_own(traced.place):
            pending.append(traced.place.function)
            if function is not None:
                if function.loops or function.conditionals or traced.reduces_retracing:
                    pending.append(function)
    for sites in program.calls.sites.values():
        pending += [
            site.place.function
            for site in sites
            if any(type(argument.value) is TraceType for argument in site.arguments)
        ]
    for name in ENDPOINTS:
        for call, place in program.calls.named(name):
            if isinstance(call.func, ast.Attribute):
                if program.keras.is_own_endpoint(call.func.value, name, place):
                    pending.append(place.function)
    seen: set[Function] = set()
    while pending:
        function = pending.pop()
        if function not in seen:
            seen.add(function)
            yield function
            pending += [place.function for _, place in program.calls.callers(function)]


def _users(home: Module, function: Function) -> list[tuple[Module, set[str]]] | None:
    """Return the modules of a project that may call a function of one, with its names there.

    They import it, be it from a module that only passes it on. None where that is unknown: there is
    no project to look at, or there are too many of them.
    """
    owner, name = function.owner, function.name
    is_method = owner is not None and name != "__init__"
    found = users(home, {name if owner is None else owner.name})
    if found is None:
        return None
    calling = [
        (module, {name} if is_method else names)
        for module, names in found.items()
        if (f".{name}" in module.text if is_method else any(_uses(module, n) for n in names))
    ]
    return calling if len(calling) <= _MANY_CALLERS else None


def _uses(module: Module, name: str) -> bool:
    """Whether a module does more with a name than to import it."""
    return len(re.findall(rf"\b{name}\b", module.text)) > 1


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
                if isinstance(value, ObjectValue) and value.site is not None:
                    # One that cannot be hashed raises.
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
