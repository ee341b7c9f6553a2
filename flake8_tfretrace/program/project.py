"""What the imports of a file stand for, where other modules of its project define it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from flake8_tfretrace.modules import (
    Import,
    Module,
    find,
    leads_to_tracing,
    module_may_trace,
    submodule,
)
from flake8_tfretrace.program.scopes import (
    Binding,
    Function,
    Index,
    Place,
    end,
    index,
    reaching,
    start,
)
from flake8_tfretrace.program.tracetypes import PythonValue, StreamValue, TensorValue
from flake8_tfretrace.settings import Settings

if TYPE_CHECKING:
    from flake8_tfretrace.program import Program

_END = (1 << 30, 0)
"""After the last line of any file."""
_ALIAS = re.compile(r"\bfunction\s+as\s+(\w+)|\b(\w+)\s*=\s*[\w.]+\.function\b")
_LIBRARY = ("keras", "tensorflow", "tf_keras")
Imported = Module | tuple[Binding, ...]
"""A module, or the bindings of one name in other modules."""


@lru_cache(maxsize=64)
def _index(module: Module) -> Index | None:
    """Return what a module defines; None if it is not Python."""
    try:
        return index(ast.parse(module.text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@lru_cache(maxsize=512)
def _wrapping_lines(module: Module, settings: Settings) -> list[int]:
    """Return the lines in which tf.function, or a name for it, may occur."""
    names = ["function", *(name.rpartition(".")[2] for name in settings.traced_decorators)]
    for one, other in _ALIAS.findall(module.text):
        names.append(one or other)
    used = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    return [n for n, line in enumerate(module.text.splitlines(), 1) if used.search(line)]


class Project:
    """The modules that one file imports traced functions, and their classes, from."""

    def __init__(self, module: Module, settings: Settings) -> None:
        self.module = module
        """The file that is analysed."""
        self.settings = settings
        self.aliases: set[str] = set()
        """The names, in the file, of what it takes from modules that lead to tracing."""
        self.linked: dict[Function, Module] = {}
        """The modules that take part in the analysis, by their top-level code."""
        self._indexes: dict[Module, Index | None] = {}
        self._homes: dict[Function, Module] = {}
        self._active: set[tuple[Module, str]] = set()
        self._judged: dict[tuple[Module, str, bool], bool] = {}

    # which modules take part

    def link(self, program: Program) -> bool:
        """Choose the modules that take part, if any; return whether there are.

        They are looked for only if a call in the file could be reported, were it of a traced
        function. Then those take part that define, or import, a traced function which the file
        can name, and the classes around it and of its Keras models.
        """
        calls = Calls(program, self.aliases)
        if program.is_test_file or not calls.may_be_reported():
            return False
        wanted = [name for name in self.names if self._matters(*name, keras=False)]
        if wanted or calls.predict_again():
            wanted = [name for name in self.names if self._matters(*name, keras=True)]
        return bool(wanted)

    @cached_property
    def names(self) -> list[tuple[Module, str]]:
        """(module, name) of what the file takes from modules that lead to tracing."""
        return list(dict.fromkeys(self._names()))

    def _names(self) -> Iterator[tuple[Module, str]]:
        """Yield (module, name) of what the file takes from modules that lead to tracing."""
        for imported in self.module.imports:
            source = find(imported.module, self.module.path)
            if source is None or source.path == self.module.path:
                continue
            inner = submodule(source, imported.member) if imported.member else source
            if inner is not None and leads_to_tracing(inner, self.settings):
                self.aliases.add(imported.name.partition(".")[0])
                yield from _attributes(inner, imported.name, self.module.text)
            if imported.member and self._uses(imported) and leads_to_tracing(source, self.settings):
                yield from self._taken(source, imported)

    def _uses(self, imported: Import) -> bool:
        """Whether the text has the imported name again."""
        return imported.name == "*" or self._words[imported.name] > 1

    @cached_property
    def _words(self) -> Counter[str]:
        return Counter(re.findall(r"\w+", self.module.text))

    def _taken(self, source: Module, imported: Import) -> Iterator[tuple[Module, str]]:
        if imported.name != "*":
            self.aliases.add(imported.name)
            yield source, imported.member
            return
        for name in _top_level(source):
            if name in self._words:
                self.aliases.add(name)
                yield source, name

    def _matters(self, module: Module, name: str, *, keras: bool) -> bool:
        """Whether ``name`` of ``module`` can be, make, or have as a method a traced function.

        With ``keras`` also: whether it can be a class of Keras. Links what takes part.
        """
        key = (module, name, keras)
        if key not in self._judged:
            self._judged[key] = False
            found = self._member(module, name)
            bindings = found if isinstance(found, tuple) else ()
            counts = [self._counts(binding, keras=keras) for binding in bindings]
            self._judged[key] = any(counts)
        return self._judged[key]

    def _counts(self, binding: Binding, *, keras: bool) -> bool:
        home = self._home(binding.place)
        if home is None or home is self.module:
            return False
        node = binding.node
        counts = False
        if isinstance(node, ast.ClassDef):
            for base in node.bases:
                counts |= self._expression_matters(home, base, keras=keras)
                counts |= keras and self._is_library(home, base)
        elif isinstance(binding.value, ast.Call):
            counts = self._expression_matters(home, binding.value.func, keras=keras)
        elif binding.value is not None:
            counts = self._expression_matters(home, binding.value, keras=keras)
        if not counts and module_may_trace(home, self.settings):
            first = min([start(node)[0], *(d.lineno for d in getattr(node, "decorator_list", ()))])
            lines = _wrapping_lines(home, self.settings)
            counts = any(first <= line <= end(node)[0] for line in lines)
        if counts:
            index = self.index(home)
            assert index is not None
            self.linked[index.module] = home
        return counts

    def _expression_matters(self, home: Module, node: ast.expr, *, keras: bool) -> bool:
        if isinstance(node, ast.Name):
            return self._matters(home, node.id, keras=keras)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            base = self._member(home, node.value.id)
            return isinstance(base, Module) and self._matters(base, node.attr, keras=keras)
        return False

    def _is_library(self, home: Module, node: ast.expr) -> bool:
        """Whether ``node`` is something of TensorFlow or Keras."""
        while isinstance(node, ast.Attribute):
            node = node.value
        if not isinstance(node, ast.Name):
            return False
        found = self._member(home, node.id)
        bindings = found if isinstance(found, tuple) else ()
        return any(binding.qualified.startswith(_LIBRARY) for binding in bindings)

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
        )

    def imported(self, binding: Binding) -> Imported | None:
        """Return what an import binds, if modules that take part define it."""
        home = self._home(binding.place)
        found = None if home is None else self._import(home, binding)
        if isinstance(found, tuple) and not all(self._takes_part(b) for b in found):
            return None
        return found

    def member(self, module: Module, name: str) -> Imported | None:
        """Return what ``module.name`` is, if modules that take part define it."""
        found = self._member(module, name)
        if isinstance(found, tuple) and not all(self._takes_part(b) for b in found):
            return None
        return found

    def star_import(self, name: str, place: Place) -> Imported | None:
        """Return what an unbound name is by a star import, if modules that take part define it."""
        home = self._home(place)
        known = None if home is None else self.index(home)
        if home is None or known is None:
            return None
        found = self._starred(home, known, name)
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
        if key in self._active or not self._may_define(module, name):
            return submodule(module, name)
        self._active.add(key)
        try:
            return self._defined(module, name)
        finally:
            self._active.discard(key)

    def _may_define(self, module: Module, name: str) -> bool:
        """Whether a text can define ``name``, and define it by way of something traced."""
        text = module.text
        if "import *" in text:
            return True
        if name not in text:
            return False
        if (
            module.folder is not None
            or module is self.module
            or module_may_trace(module, self.settings)
        ):
            return True
        words = (
            rf"^(?:class[ \t]+{name}[ \t]*\([ \t\n]*[\w.]|{name}[ \t]*=|.*\bimport\b.*\b{name}\b)"
        )
        return re.search(words, text, re.MULTILINE) is not None

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
                source = find("." * statement.level + (statement.module or ""), module.path)
                found = None if source is None else self._member(source, name)
                if found is not None:
                    return found
        return None

    def _import(self, module: Module, binding: Binding) -> Imported | None:
        """Return what an import statement of ``module`` binds."""
        node = binding.node
        if isinstance(node, ast.ImportFrom):
            alias = next(a for a in node.names if (a.asname or a.name) == binding.name)
            source = find("." * node.level + (node.module or ""), module.path)
            return None if source is None else self._member(source, alias.name)
        assert isinstance(node, ast.Import)
        for alias in node.names:
            if alias.asname == binding.name:
                return find(alias.name, module.path)
            if alias.asname is None and alias.name.partition(".")[0] == binding.name:
                return find(binding.name, module.path)
        return None


@lru_cache(maxsize=512)
def _derived(module: Module) -> frozenset[str]:
    """Return the names of a text's classes that have bases, and those it assigns to."""
    found = re.findall(r"^class\s+(\w+)\s*\(\s*[\w.]|^(\w+)\s*=", module.text, re.MULTILINE)
    return frozenset(one or other for one, other in found)


class Calls:
    """The calls of one file whose callee other modules of the project may define."""

    def __init__(self, program: Program, aliases: set[str]) -> None:
        self.program = program
        self.names = _holders(program.index, aliases)

    def may_be_reported(self) -> bool:
        """Whether some call would be, if it were one of a traced function."""
        keys: dict[tuple[str, int | str | None], set[object]] = {}
        for call, place in self._calls():
            again = bool(place.loops) or self.program.repeats(place.function)
            name = _names_in(call.func)[-1]
            if name == "predict" and again:
                return True
            arguments: list[tuple[int | str | None, ast.expr]] = [*enumerate(call.args)]
            arguments += [(keyword.arg, keyword.value) for keyword in call.keywords]
            for position, argument in arguments:
                value = self.program.value(argument, place)
                if value.changes is not None:
                    return True
                if again and not isinstance(value, (PythonValue, TensorValue)):
                    if getattr(value, "kept", None) is False or isinstance(value, StreamValue):
                        return True
                known = keys.setdefault((name, position), set())
                if value.key is not None:
                    known.add((getattr(value, "kind", ""), value.key))
                if len(known) > 1:
                    return True
        return False

    def predict_again(self) -> bool:
        """Whether ``predict`` is called again and again."""
        return any(
            _names_in(call.func)[-1] == "predict"
            and (place.loops or self.program.repeats(place.function))
            for call, place in self._calls()
        )

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
    names = set(aliases)
    grown = True
    while grown:
        before = len(names)
        names.update(name for name, mentioned in sources if names & mentioned)
        grown = len(names) > before
    return names


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


def _attributes(module: Module, dotted: str, text: str) -> Iterator[tuple[Module, str]]:
    """Yield the names that a text takes from a module which it calls ``dotted``."""
    for name in dict.fromkeys(re.findall(rf"\b{re.escape(dotted)}\s*\.\s*(\w+)", text)):
        yield module, name


def _top_level(module: Module) -> Sequence[str]:
    """Return the names that a module's text defines or imports, by a look at it."""
    defined = re.findall(r"^(?:(?:async )?def|class)\s+(\w+)|^(\w+)\s*=", module.text, re.MULTILINE)
    names = [one or other for one, other in defined]
    names += [imported.name for imported in module.imports if imported.name != "*"]
    return list(dict.fromkeys(names))
