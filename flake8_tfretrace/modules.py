"""The modules of a project on disk: where an import leads. They are read, never imported."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from io import BytesIO
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import NamedTuple

from flake8_tfretrace.settings import Settings

_LIBRARIES = frozenset({"keras", "numpy", "tensorflow", "tf_keras"})
"""What the analysis knows by itself, and does not read."""
_ELSEWHERE = sys.stdlib_module_names | _LIBRARIES
_INSTALLED = ("site-packages", "dist-packages")
_PROJECT = (".git", ".hg", "pyproject.toml", "setup.cfg", "setup.py")
"""What the top folder of a project holds."""
_LEVELS = 8
"""The top folder of a project is looked for so many levels up."""
_LARGEST = 1_000_000
"""Bytes; larger files are generated."""
_TEST_FILE = re.compile(r"^(test_.*|.*_test(_base|_utils?)?|conftest)\.py$")
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|(?:\\\r?\n|[^\n#;])*)"
    r"|import[ \t]+((?:\\\r?\n|[^\n#;])*))",
    re.MULTILINE,
)


def is_test_file(filename: str) -> bool:
    """Whether a file holds tests, by its name."""
    return bool(_TEST_FILE.match(PurePath(filename).name))


class Import(NamedTuple):
    """A name that an import statement binds."""

    module: str
    """The module, with its leading dots."""
    member: str
    """What is taken from the module; empty where the module itself is bound."""
    name: str
    """The name that is bound; ``*`` for all of the module's."""


class Definition(NamedTuple):
    """A statement at the top level of a module."""

    first: int
    last: int
    """Its lines."""
    mentions: frozenset[str]
    """The dotted names that a class derives from, or that an assigned value consists of."""
    is_class: bool


@dataclass(eq=False)
class Module:
    """A module of a project, or a folder of modules without code of its own."""

    path: Path
    text: str = field(repr=False)
    leads_to_tracing: dict[Settings, bool] = field(default_factory=dict, repr=False)
    """What :func:`leads_to_tracing` found."""

    @cached_property
    def home(self) -> Path:
        """The folder that it is in."""
        return self.path.parent

    @cached_property
    def folder(self) -> Path | None:
        """The folder of its submodules; None if it can have none."""
        if self.path.suffix != ".py":
            return self.path
        return self.home if self.path.name == "__init__.py" else None

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        """What the top level of the text defines, by a look at its lines."""
        return _definitions(self.text)

    def may_define(self, name: str) -> bool:
        """Whether the text defines or imports ``name``."""
        if name in self.definitions or "import *" in self.text:
            return True
        return any(imported.name == name for imported in self.imports)

    @cached_property
    def imports(self) -> list[Import]:
        """What the text imports."""
        return list(_imports(self.text))

    def imported_modules(self) -> Iterator[Module]:
        """Yield the modules of the same project that it imports, or takes names from."""
        for imported in self.imports:
            source = find(imported.module, self.home)
            if source is not None:
                yield source
                inner = submodule(source, imported.member) if imported.member else None
                if inner is not None:
                    yield inner


def _definitions(text: str) -> dict[str, Definition]:
    lines = text.splitlines()
    starts = [n for n, line in enumerate(lines) if line[:1] not in _GOES_ON]
    found: dict[str, Definition] = {}
    first = 0
    for number, line in enumerate(starts):
        after = starts[number + 1] if number + 1 < len(starts) else len(lines)
        if number == 0 or not lines[starts[number - 1]].startswith("@"):
            first = line
        statement = "\n".join(lines[line:after])
        is_block = lines[line].startswith(("if ", "try", "else", "elif ", "except", "with "))
        for match in (_INNER if is_block else _DEFINED).finditer(statement):
            function, cls, bases, variable, value = match.groups()
            mentions = frozenset(_DOTTED.findall(bases or value or ""))
            found[function or cls or variable] = Definition(
                first + 1, after, mentions, cls is not None
            )
            if not is_block:
                break
    return found


_GOES_ON = ("", " ", "\t", "#", ")", "]", "}")
"""What the first line of a top-level statement does not begin with."""
_WORD = re.compile(r"[^\W\d]\w*")
_ATTRIBUTE = re.compile(r"\b[^\W\d]\w*(?:\s*\.\s*[^\W\d]\w*)+")
_DOTTED = re.compile(r"[^\W\d][\w.]*")
_DEFINITION = (
    r"(?:async[ \t]+)?def[ \t]+(\w+)|class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?"
    r"|(\w+)[ \t]*(?::[^=\n]+)?=(?!=)([^\n]*)"
)
_DEFINED = re.compile(_DEFINITION)
_INNER = re.compile(rf"^[ \t]+(?:{_DEFINITION})", re.MULTILINE)


def _imports(text: str) -> Iterator[Import]:
    """Yield what the import statements of a text bind; text in strings may look like one."""
    for found in _IMPORT.finditer(text):
        module, members, plain = found.groups()
        for part in (members or plain).strip("()").replace("\\", "").split(","):
            words = part.partition("#")[0].split()
            if not words:
                continue
            if module is not None:
                yield Import(module, words[0], words[-1])
            elif len(words) == 1:
                top = words[0].partition(".")[0]
                yield Import(top, "", top)
                if top != words[0]:
                    yield Import(words[0], "", words[0])
            else:
                yield Import(words[0], "", words[-1])


def own_module(filename: str, text: str) -> Module | None:
    """Return the module that is being analysed.

    None if there is no such file (standard input), or if it holds tests, whose calls are judged
    by none of the rules that look into other modules.
    """
    if not filename.endswith(".py") or is_test_file(filename):
        return None
    path = Path(filename).resolve()
    return _module(path, text) if path.is_file() else None


def find(module: str, folder: Path) -> Module | None:
    """Return the module of the same project that files in ``folder`` import as ``module``.

    Leading dots make it relative. The standard library and installed packages are not looked for.
    """
    found = _found(module, folder)
    return None if found is None else _loaded(found)


def submodule(module: Module, name: str) -> Module | None:
    """Return the module called ``name`` in the folder of ``module``."""
    found = None if module.folder is None else _located(module.folder, name)
    return None if found is None else _loaded(found)


_TEXTS: ContextVar[Mapping[Path, str]] = ContextVar("_TEXTS", default=MappingProxyType({}))


@contextlib.contextmanager
def reading(texts: Mapping[Path, str]) -> Iterator[None]:
    """Take, within the ``with`` block, the files at these resolved paths to hold these texts."""
    token = _TEXTS.set(texts)
    try:
        yield
    finally:
        _TEXTS.reset(token)


def _loaded(path: Path) -> Module | None:
    """Return the module in a file or folder; None if it cannot be read as Python source."""
    text = _TEXTS.get().get(path)
    if text is not None:
        return _module(path, text)
    try:
        status = path.stat()
        return _read(path, status.st_mtime_ns, status.st_size)
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None


@lru_cache(maxsize=512)
def _module(path: Path, text: str) -> Module:
    """Return the same object for the same text: what is found out about it is kept there."""
    return Module(path, text)


@lru_cache(maxsize=512)
def _read(path: Path, changed: int, size: int) -> Module | None:
    if path.suffix != ".py":
        return _module(path, "")
    if size > _LARGEST:
        return None
    data = path.read_bytes()
    encoding, _ = tokenize.detect_encoding(BytesIO(data).readline)
    return _module(path, data.decode(encoding))


@cache
def _found(module: str, folder: Path) -> Path | None:
    name = module.lstrip(".")
    level = len(module) - len(name)
    if level:
        above = (folder, *folder.parents)
        return _located(above[level - 1], name) if level <= len(above) else None
    top = name.partition(".")[0]
    if top in _ELSEWHERE:
        return None
    return next((at for root in _roots(folder, top) if (at := _located(root, name))), None)


@cache
def _located(root: Path, name: str) -> Path | None:
    """Return the file, or the folder without ``__init__.py``, of a module below ``root``."""
    *parents, last = name.split(".")
    folder = root
    for parent in parents:
        if not _is_folder(folder, parent):
            return None
        folder /= parent
    if not last:
        return folder / "__init__.py" if "__init__.py" in _entries(folder) else folder
    if _is_folder(folder, last):
        inner = folder / last
        if "__init__.py" in _entries(inner):
            return inner / "__init__.py"
        return folder / f"{last}.py" if f"{last}.py" in _entries(folder) else inner
    return folder / f"{last}.py" if f"{last}.py" in _entries(folder) else None


@cache
def _entries(folder: Path) -> Mapping[str, bool]:
    """Return the names of what is in a folder, and whether each is a folder itself."""
    try:
        with os.scandir(folder) as entries:
            return {entry.name: entry.is_dir() for entry in entries}
    except OSError:
        return {}


def _is_folder(folder: Path, name: str) -> bool:
    return _entries(folder).get(name, False)


def _roots(folder: Path, top: str) -> Sequence[Path]:
    """Return the folders in which modules in ``folder`` may find the package called ``top``."""
    roots, package = _roots_of(folder)
    return () if package not in (None, top) else roots


@cache
def _roots_of(folder: Path) -> tuple[Sequence[Path], str | None]:
    """Return where modules in ``folder`` find others, and which package alone, if installed."""
    root = folder
    while "__init__.py" in _entries(root):
        root = root.parent
    if root.name in _INSTALLED:
        return [root], next(iter(folder.relative_to(root).parts), "")
    roots = [root]
    project = _project_of(root)
    if project is not None:
        above = root.relative_to(project)
        roots += (project / part for part in above.parents)
    # A script in a package finds its neighbours.
    roots += [(project or root) / "src", folder]
    return list(dict.fromkeys(roots)), None


@cache
def _project_of(folder: Path) -> Path | None:
    """Return the top folder of the project that ``folder`` is in; None if nothing shows it."""
    for above in (folder, *folder.parents[:_LEVELS]):
        if not _entries(above).keys().isdisjoint(_PROJECT):
            return above
    return None


def uses_tensorflow(source: str) -> bool:
    """Whether a text speaks of TensorFlow or Keras."""
    return "tensorflow" in source or "keras" in source or "tf." in source


def leads_to_tracing(module: Module, settings: Settings) -> bool:
    """Whether a module, or one of its project that it imports, may trace."""
    importers: dict[Module, Module | None] = {module: None}
    pending = [module]
    while pending:
        current: Module | None = pending.pop()
        assert current is not None
        leads = current.leads_to_tracing.get(settings)
        if leads or (leads is None and module_may_trace(current, settings)):
            while current is not None:
                current.leads_to_tracing[settings] = True
                current = importers[current]
            return True
        if leads is None:
            for other in current.imported_modules():
                if other not in importers:
                    importers[other] = current
                    pending.append(other)
    for other in importers:
        other.leads_to_tracing[settings] = False
    return False


@lru_cache(maxsize=512)
def module_may_trace(module: Module, settings: Settings) -> bool:
    """Whether ``tf.function``, or what is configured to act like it, may occur in a module."""
    return may_trace(module.text, settings)


def may_trace(source: str, settings: Settings) -> bool:
    """Whether ``tf.function``, or what is configured to act like it, may occur in the code."""
    if not uses_tensorflow(source):
        return False
    if any(name.rpartition(".")[2] in source for name in settings.traced_decorators):
        return True
    for name in re.finditer(r"function\b", source):
        line = source.rfind("\n", 0, name.start()) + 1
        before = source[line : name.start()].rstrip()
        # An attribute, or a name of an import, which may begin a line; other words are prose.
        if not before or before.endswith((".", ",", "(", "\\", "import")):
            return True
    return False


class Imports:
    """What a file imports that may be, make or have as a method a traced function."""

    def __init__(self, module: Module, settings: Settings) -> None:
        self.settings = settings
        self.module = module
        self.aliases: set[str] = set()
        """The names for it in the file."""
        self.modules: dict[Module, None] = {}
        """The modules that define it, and the classes around it."""
        self._judged: dict[tuple[Module, str, bool], bool] = {}
        if leads_to_tracing(module, settings):
            names = list(self._names())
            found = [a for a, source, name in names if self._matters(source, name, keras=False)]
            if found or "predict" in module.text:
                found = [a for a, source, name in names if self._matters(source, name, keras=True)]
            self.aliases.update(found)

    @cached_property
    def _dotted(self) -> dict[str, list[str]]:
        """The names that follow each dotted name in the text."""
        found: dict[str, list[str]] = {}
        for dotted in dict.fromkeys(_ATTRIBUTE.findall(self.module.text)):
            *parts, last = re.split(r"\s*\.\s*", dotted)
            for length in range(1, len(parts) + 1):
                follower = parts[length] if length < len(parts) else last
                found.setdefault(".".join(parts[:length]), []).append(follower)
        return found

    def _names(self) -> Iterator[tuple[str, Module, str]]:
        """Yield (name in the file, module, name there) of what the file uses."""
        for imported in self.module.imports:
            source = find(imported.module, self.module.home)
            if source is None or source.path == self.module.path:
                continue
            if imported.name == "*":
                for name in set(_WORD.findall(self.module.text)):
                    yield name, source, name
                continue
            inner = submodule(source, imported.member) if imported.member else source
            if inner is not None and leads_to_tracing(inner, self.settings):
                for name in self._dotted.get(imported.name, ()):
                    yield imported.name.partition(".")[0], inner, name
            if imported.member and self.module.text.count(imported.name) > 1:
                yield imported.name, source, imported.member

    def _matters(self, module: Module, name: str, *, keras: bool) -> bool:
        """Whether ``name`` of ``module`` can be, make, or have as a method a traced function.

        With ``keras`` also: whether it can be a class of Keras.
        """
        key = (module, name, keras)
        if key not in self._judged:
            self._judged[key] = False
            if leads_to_tracing(module, self.settings):
                self._judged[key] = self._leads(module, name, keras)
        return self._judged[key]

    def _leads(self, module: Module, name: str, keras: bool) -> bool:
        definition = module.definitions.get(name)
        if definition is not None:
            lines = _wrapping_lines(module, self.settings)
            matters = any(definition.first <= line <= definition.last for line in lines)
            for mention in definition.mentions:
                matters |= self._mention_matters(module, mention, keras)
                if keras and definition.is_class:
                    matters |= _is_library(module, mention.partition(".")[0])
            if matters and module is not self.module:
                self.modules[module] = None
            return matters
        for imported in module.imports:
            if imported.name in (name, "*") and imported.member:
                source = find(imported.module, module.home)
                member = name if imported.name == "*" else imported.member
                if source is not None and self._matters(source, member, keras=keras):
                    return True
        return False

    def _mention_matters(self, module: Module, mention: str, keras: bool) -> bool:
        name, *members = mention.split(".")
        if not members:
            return self._matters(module, name, keras=keras)
        for imported in module.imports:
            if imported.name == name:
                source = find(imported.module, module.home)
                if source is not None and imported.member:
                    source = submodule(source, imported.member)
                if source is not None and self._matters(source, members[0], keras=keras):
                    return True
        return False


def _is_library(module: Module, name: str) -> bool:
    """Whether ``name`` is a name that a module imports from TensorFlow or Keras."""
    return any(i.name == name and i.module.partition(".")[0] in _LIBRARIES for i in module.imports)


_ALIAS = re.compile(r"\bfunction\s+as\s+(\w+)|\b(\w+)\s*=\s*[\w.]+\.function\b")


@lru_cache(maxsize=512)
def _wrapping_lines(module: Module, settings: Settings) -> list[int]:
    """Return the lines in which tf.function, or a name for it, may occur."""
    if not module_may_trace(module, settings):
        return []
    names = ["function", *(name.rpartition(".")[2] for name in settings.traced_decorators)]
    names += [one or other for one, other in _ALIAS.findall(module.text)]
    used = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    return [n for n, line in enumerate(module.text.splitlines(), 1) if used.search(line)]
