"""The modules of a project on disk: where an import leads. They are read, never imported.

Paths are strings here: hashing and joining them is most of what happens.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache, cached_property
from io import BytesIO
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import NamedTuple

from flake8_tfretrace.settings import Settings

LIBRARIES = frozenset({"keras", "numpy", "tensorflow", "tf_keras"})
"""What the analysis knows by itself, and does not read."""
_ELSEWHERE = sys.stdlib_module_names | LIBRARIES
_INSTALLED = ("site-packages", "dist-packages")
_PROJECT = (".git", ".hg", "pyproject.toml", "setup.cfg", "setup.py")
"""What the top folder of a project holds."""
_LEVELS = 8
"""The top folder of a project is looked for so many levels up."""
_MANY = 3000
"""Files of a project that are searched for a name; a larger project is taken to use it."""
_REEXPORTS = 8
"""Modules of a project that may pass on one name."""
_LARGEST = 1_000_000
"""Bytes; larger files are generated."""
_TEST_FILE = re.compile(r"^(test_.*|.*_test(_base|_utils?)?|conftest)\.py$")
_IMPORT = re.compile(
    r"[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|(?:\\\r?\n|[^\n#;])*)"
    r"|import[ \t]+((?:\\\r?\n|[^\n#;])*))"
)


def is_test_file(filename: str) -> bool:
    """Whether a file holds tests, by its name."""
    return bool(_TEST_FILE.match(PurePath(filename).name))


def is_copy(filename: str) -> bool:
    """Whether a file is a copy that Jupyter keeps of another one."""
    return ".ipynb_checkpoints" in PurePath(filename).parts


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


class Module:
    """A module of a project, or a folder of modules without code of its own."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.digest = hash(text)
        self.leads_to_tracing: dict[Settings, bool] = {}
        """Kept here by :func:`flake8_tfretrace.tracing_imports.leads_to_tracing`."""
        self._text: str | None = text

    @property
    def text(self) -> str:
        """Its code; read again after :meth:`forget_text`."""
        if self._text is None:
            self._text = _content(self.path) or ""
        return self._text

    def forget_text(self) -> None:
        """Free the memory of what is not likely to be asked for again."""
        # A text that stands for that of the file cannot be read again.
        texts = _TEXTS.get()
        if not texts or os.path.realpath(self.path) not in texts:
            self._text = None
            self.__dict__.pop("imports", None)

    @cached_property
    def home(self) -> str:
        """The folder that it is in."""
        return os.path.dirname(self.path)

    @cached_property
    def folder(self) -> str | None:
        """The folder of its submodules; None if it can have none."""
        if not self.path.endswith(".py"):
            return self.path
        return self.home if os.path.basename(self.path) == "__init__.py" else None

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
        for name in dict.fromkeys(imported.module for imported in self.imports):
            source = find(name, self.home)
            if source is None:
                continue
            yield source
            for imported in self.imports if source.folder is not None else ():
                if imported.module == name and imported.member:
                    inner = submodule(source, imported.member)
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
WORD = re.compile(r"[^\W\d]\w*")
"""A name."""
_DOTTED = re.compile(r"[^\W\d][\w.]*")
_DEFINITION = (
    r"(?:async[ \t]+)?def[ \t]+(\w+)|class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?"
    r"|(\w+)[ \t]*(?::[^=\n]+)?=(?!=)([^\n]*)"
)
_DEFINED = re.compile(_DEFINITION)
_INNER = re.compile(rf"^[ \t]+(?:{_DEFINITION})", re.MULTILINE)


def _imports(text: str) -> Iterator[Import]:
    """Yield what the import statements of a text bind; text in strings may look like one."""
    done = 0
    while (at := text.find("import", done)) >= 0:
        found = _IMPORT.match(text, text.rfind("\n", 0, at) + 1)
        done = at + len("import") if found is None else max(found.end(), at + 1)
        if found is not None:
            yield from _bound(*found.groups())


def _bound(module: str | None, members: str | None, plain: str | None) -> Iterator[Import]:
    """Yield what ``from module import members`` or ``import plain`` binds."""
    for part in (members or plain or "").strip("()").replace("\\", "").split(","):
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
    folder, name = os.path.split(os.path.abspath(filename))
    path = os.path.join(_real_path(folder), name)
    return _module(path, text) if os.path.isfile(path) else None


_real_path = cache(os.path.realpath)


def find(module: str, folder: str) -> Module | None:
    """Return the module of the same project that files in ``folder`` import as ``module``.

    Leading dots make it relative. The standard library and installed packages are not looked for.
    """
    found = _found(module, folder)
    return None if found is None else _loaded(found)


def submodule(module: Module, name: str) -> Module | None:
    """Return the module called ``name`` in the folder of ``module``."""
    found = None if module.folder is None else _located(module.folder, name)
    return None if found is None else _loaded(found)


def folder_of(filename: str) -> str | None:
    """Return the folder that a file is in; None if there is no such file."""
    return os.path.dirname(os.path.abspath(filename)) if os.path.isfile(filename) else None


def is_mentioned(name: str, filename: str) -> bool:
    """Whether other files of the project of ``filename`` speak of a name.

    True where there is no project to look at, or it is too large.
    """
    folder = folder_of(filename)
    project = None if folder is None else _project_of(Path(folder))
    if project is None:
        return True
    words = _words(str(project))
    own = os.path.realpath(filename)
    return words is None or any(path != own for path in words.get(name, ()))


def is_set_elsewhere(attribute: str, cls: str, filename: str) -> bool:
    """Whether another file of the project that speaks of a class sets such an attribute.

    A method that sets one of its own instance does not count.
    """
    folder = folder_of(filename)
    project = None if folder is None else _project_of(Path(folder))
    sets = re.compile(rf"([\w.\])]+)\.{attribute}\s*(?:\W|\*\*|//|<<|>>)?=(?!=)")
    own = os.path.realpath(filename)
    for path in () if project is None else _files(project, (".py",)) or ():
        if os.path.realpath(path) != own:
            text = _content(str(path)) or ""
            if cls in text and any(found[1] != "self" for found in sets.finditer(text)):
                return True
    return False


@cache
def _words(project: str) -> Mapping[str, list[str]] | None:
    """Return the names in a project's files, with the files; None if there are too many."""
    found: dict[str, list[str]] = {}
    paths = _files(Path(project), (".py", ".ipynb"))
    if paths is None:
        return None
    for path in paths:
        text = _content(str(path)) if path.suffix == ".py" else _notebook(path)
        real = os.path.realpath(path)
        for word in set(WORD.findall(text or "")):
            found.setdefault(word, []).append(real)
    return found


def _files(project: Path, endings: tuple[str, ...]) -> list[Path] | None:
    """Return a project's files, but for hidden folders and installed packages; None if many."""
    found: list[Path] = []
    for folder, folders, names in os.walk(project):
        folders[:] = sorted(n for n in folders if n[0] != "." and n not in _INSTALLED)
        found += [Path(folder, name) for name in sorted(names) if name.endswith(endings)]
        if len(found) > _MANY:
            return None
    return found


def _notebook(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def origin(dotted: str, folder: str) -> str:
    """Return the dotted name under which a library defines what a file in ``folder`` imports.

    Followed through the modules of the project that import it and so offer it themselves
    (``from .backend import tf``); ``dotted`` itself if it is nothing of that kind.
    """
    return _origin(dotted, folder, 0)


def _origin(dotted: str, folder: str, depth: int) -> str:
    stem, _, member = dotted.rpartition(".")
    dots = len(dotted) - len(dotted.lstrip("."))
    module = stem if stem.strip(".") else "." * dots
    source = find(module, folder) if module and depth < _REEXPORTS else None
    if source is None:
        return dotted
    found = set()
    for imported in source.imports:
        target = f"{imported.module}{'' if imported.module.endswith('.') else '.'}"
        if imported.name == member:
            target = target + imported.member if imported.member else imported.module
        elif imported.name == "*" and find(imported.module, source.home) is not None:
            target += member
        else:
            continue
        end = _origin(target, source.home, depth + 1)
        if end != target or imported.name == member:
            found.add(end)
    return found.pop() if len(found) == 1 else dotted


_TEXTS: ContextVar[Mapping[str, str]] = ContextVar("_TEXTS", default=MappingProxyType({}))


@contextlib.contextmanager
def reading(texts: Mapping[str, str]) -> Iterator[None]:
    """Take, within the ``with`` block, the files at these real paths to hold these texts."""
    token = _TEXTS.set(texts)
    try:
        yield
    finally:
        _TEXTS.reset(token)


def _loaded(path: str) -> Module | None:
    """Return the module in a file or folder; None if it cannot be read as Python source."""
    texts = _TEXTS.get()
    if texts:
        text = texts.get(os.path.realpath(path))
        if text is not None:
            return _module(path, text)
    try:
        status = os.stat(path)
        return _read(path, status.st_mtime_ns, status.st_size)
    except OSError:
        return None


_MODULES: dict[str, Module] = {}


def _module(path: str, text: str) -> Module:
    """Return the same object for the same text: what is found out about it is kept there."""
    module = _MODULES.get(path)
    if module is None or module.digest != hash(text):
        module = _MODULES[path] = Module(path, text)
    return module


@cache
def _read(path: str, changed: int, size: int) -> Module | None:
    text = _content(path) if size <= _LARGEST else None
    return None if text is None else _module(path, text)


def _content(path: str) -> str | None:
    """Return the text of a file, which is empty for a folder; None if it cannot be read."""
    if not path.endswith(".py"):
        return ""
    try:
        with open(path, "rb") as file:
            data = file.read()
        encoding, _ = tokenize.detect_encoding(BytesIO(data).readline)
        return data.decode(encoding)
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None


@cache
def _found(module: str, folder: str) -> str | None:
    name = module.lstrip(".")
    level = len(module) - len(name)
    if level:
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        return _located(folder, name)
    top = name.partition(".")[0]
    if top in _ELSEWHERE:
        return None
    return next((at for root in _roots(folder, top) if (at := _located(root, name))), None)


@cache
def _located(folder: str, name: str) -> str | None:
    """Return the file, or the folder without ``__init__.py``, of a module below ``folder``."""
    *parents, last = name.split(".")
    for parent in parents:
        if not _is_folder(folder, parent):
            return None
        folder = os.path.join(folder, parent)
    inner = os.path.join(folder, last) if last else folder
    if not last or _is_folder(folder, last):
        if "__init__.py" in _entries(inner):
            return os.path.join(inner, "__init__.py")
    if last and f"{last}.py" in _entries(folder):
        return f"{inner}.py"
    return inner if not last or _is_folder(folder, last) else None


@cache
def _entries(folder: str) -> Mapping[str, bool]:
    """Return the names of what is in a folder, and whether each is a folder itself."""
    try:
        with os.scandir(folder) as entries:
            return {entry.name: entry.is_dir() for entry in entries}
    except OSError:
        return {}


def _is_folder(folder: str, name: str) -> bool:
    return _entries(folder).get(name, False)


def _roots(folder: str, top: str) -> Sequence[str]:
    """Return the folders in which modules in ``folder`` may find the package called ``top``."""
    roots, package = _roots_of(folder)
    return () if package not in (None, top) else roots


@cache
def _roots_of(folder: str) -> tuple[Sequence[str], str | None]:
    """Return where modules in ``folder`` find others, and which package alone, if installed."""
    root = Path(folder)
    while "__init__.py" in _entries(str(root)):
        root = root.parent
    if root.name in _INSTALLED:
        return [str(root)], next(iter(Path(folder).relative_to(root).parts), "")
    roots = [root]
    project = _project_of(root)
    if project is not None:
        above = root.relative_to(project)
        roots += (project / part for part in above.parents)
    # A script in a package finds its neighbours.
    roots += [(project or root) / "src", Path(folder)]
    return list(dict.fromkeys(map(str, roots))), None


def _project_of(folder: Path) -> Path | None:
    """Return the top folder of the project that ``folder`` is in; None if nothing shows it."""
    for above in (folder, *folder.parents[:_LEVELS]):
        if not _entries(str(above)).keys().isdisjoint(_PROJECT):
            return above
    return None
