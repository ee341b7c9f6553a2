"""The modules of a project on disk: where an import leads. They are read, never imported.

Paths are strings here: hashing and joining them is most of what happens.
"""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import re
import sys
import time
import tokenize
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache, cached_property, lru_cache
from io import BytesIO
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any, NamedTuple

from flake8_tfretrace import cache as disk
from flake8_tfretrace.questions import Answer, digest, note, question
from flake8_tfretrace.settings import Settings

LIBRARIES = frozenset({"keras", "numpy", "tensorflow", "tf_keras"})
"""What the analysis knows by itself, and does not read."""
_ELSEWHERE = sys.stdlib_module_names | LIBRARIES
INSTALLED = ("site-packages", "dist-packages")
"""Folders of installed packages."""
PROJECT_MARKS = frozenset({".git", ".hg", "pyproject.toml", "setup.cfg", "setup.py"})
"""What the top folder of a project holds."""
_DISTRIBUTES = {
    "pyproject.toml": b"\nname = ",
    "setup.cfg": b"[metadata]",
    "setup.py": b"setup(",
}
"""What says that the packages of a project are for others to install: a file, and text in it."""
LEVELS = 8
"""The top folder of a project is looked for so many levels up."""
_MANY = 4000
"""Files of a project that are searched; what more of them hold is unknown."""
_REEXPORTS = 8
"""Modules of a project that may pass on one name."""
LARGEST = 1_000_000
"""Bytes; larger files are not written by hand."""
_TEST_FILE = re.compile(r"^(test_.*|.*_test(_base|_utils?)?|conftest)\.py$")
_COPY = re.compile(
    r"(?P<path>.+?)( - \w+( ?\(\d+\))?| ?\(\d+\)| copy( \d+)?|-Copy\d*|-checkpoint)", re.DOTALL
)
"""How file managers, and Jupyter, name a copy; some in the words of the user's language."""
_COPIED = (".ipynb_checkpoints", "_build")
"""Folders that Jupyter, and Sphinx with all that builds on it, write copies of sources to."""
_BUILT = os.path.join(os.sep, "build", "lib", "")
"""Below the root of a project, setuptools writes copies of its modules to it."""
_ALIKE = 0.95
"""So much of the text do a file and its copy have in common."""
_IMPORT = re.compile(
    r"[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|(?:\\\r?\n|[^\n#;])*)"
    r"|import[ \t]+((?:\\\r?\n|[^\n#;])*))"
)


_OTHER_PROGRAM = re.compile(r"%%(?!capture|prun|time)")
"""How a cell of a notebook begins that is not for Python."""


def is_test_file(filename: str) -> bool:
    """Whether a file holds tests, by its name."""
    return _TEST_FILE.match(os.path.basename(filename)) is not None


def is_copy(filename: str) -> bool:
    """Whether a file is a copy that a tool made of another one, or one that lies beside it.

    File managers name the latter: nobody runs it as long as it says what the other one does.
    """
    if any(folder in filename and folder in PurePath(filename).parts for folder in _COPIED):
        return True
    whole = os.path.abspath(filename)
    root, built, module = whole.rpartition(_BUILT)
    if built:
        return _are_alike(whole, os.path.join(root, module))
    path, extension = os.path.splitext(whole)
    copied = _COPY.fullmatch(path)
    return copied is not None and _are_alike(whole, copied["path"] + extension)


@question(lambda value: value)
def _are_alike(one: str, other: str) -> bool:
    """Whether two files have nearly all lines in common, wherever they stand."""
    texts = [_bytes(path) for path in (one, other)]
    if None in texts:
        return False
    lines = [Counter((text or b"").split(b"\n")) for text in texts]
    common = (lines[0] & lines[1]).total()
    return common >= _ALIKE * max(map(Counter.total, lines))


class Import(NamedTuple):
    """A name that an import statement binds."""

    module: str
    """The module, with its leading dots."""
    member: str
    """What is taken from the module; empty where the module itself is bound."""
    name: str
    """The name that is bound; ``*`` for all of the module's."""


@cache
def _import(module: str, member: str, name: str) -> Import:
    """Return one object for all imports of the same: most modules import the same few things."""
    return Import(module, member, name)


class Definition(NamedTuple):
    """A statement at the top level of a module."""

    start: int
    end: int
    """Where it is in the text, with its decorators and what stands up to the next statement."""
    mentions: tuple[str, ...]
    """The dotted names that a class derives from, or an assigned value consists of, in order."""
    is_class: bool
    alias: str
    """The dotted name that is assigned, with nothing else; empty for any other value."""
    is_plain: bool = False
    """Whether it is that of a function or class under no condition, and of nothing else."""


class Module:
    """A module of a project, or a folder of modules without code of its own."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.hash = hash(text)
        self.leads_to_tracing: dict[Settings, bool] = {}
        """Kept here by :func:`flake8_tfretrace.tracing_imports.leads_to_tracing`."""
        self.uses: dict[Settings, Sequence[int]] = {}
        """Where ``tf.function`` may stand in its code; kept here likewise."""
        self.made: dict[Settings, dict[str, Any]] = {}
        """What its names are made of; kept here likewise."""
        self._text: str | None = text

    @property
    def text(self) -> str:
        """Its code; read again after :meth:`forget_text`."""
        if self._text is None:
            text = _content(self.path) or ""
            note(_text, self.path, answer=lambda: disk.digest(text))
            self.remember_text(text)
            return text
        return self._text

    @cached_property
    def digest(self) -> str:
        """A digest of its text."""
        return disk.digest(self.text)

    def remember_text(self, text: str) -> None:
        """Hold its text again; the texts that were asked for longest ago are read again if need be.

        One that stands for that of the file on the disk cannot be read again.
        """
        self._text = text
        _HELD.pop(self, None)
        _HELD[self] = len(text)
        size = sum(_HELD.values())
        while size > _MOST_TEXT and len(_HELD) > 1:
            oldest = next(iter(_HELD))
            size -= _HELD.pop(oldest)
            oldest.free_text()

    def free_text(self) -> None:
        """Free the memory of the text, unless it cannot be read again."""
        texts = _TEXTS.get()
        if not texts or os.path.realpath(self.path) not in texts:
            self._text = None

    def forget(self) -> None:
        """Free the memory of what is not likely to be asked for again."""
        _HELD.pop(self, None)
        self.free_text()
        if self._text is None:
            self.__dict__.pop("imports", None)

    @cached_property
    def home(self) -> str:
        """The folder that it is in."""
        return os.path.dirname(self.path)

    @cached_property
    def name(self) -> str:
        """Its name, without those of the packages it is in."""
        return _name(self.path)

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        """What the top level of the text defines, by a look at its lines."""
        return _definitions(self.text)

    def plain_definition(self, name: str) -> Definition | None:
        """Return the function or class that is all that a name can be; None if that is open."""
        found = self.definitions.get(name)
        return found if found and found.is_plain and name not in self._imported else None

    def may_define(self, name: str) -> bool:
        """Whether the text defines or imports ``name``."""
        if name in self.definitions or "import *" in self.text:
            return True
        return name in self._imported

    @cached_property
    def _imported(self) -> frozenset[str]:
        """The names that its imports bind."""
        return frozenset(imported.name for imported in self.imports)

    @cached_property
    def imports(self) -> list[Import]:
        """What the text imports."""
        return list(imports_of(self.text))

    def imported_modules(self) -> Iterator[Module]:
        """Yield the modules of the same project that it imports, or takes names from."""
        for path in _imported_paths(self.imports, self.home):
            module = _loaded(path)
            if module is not None:
                yield module


_MOST_TEXT = 1_000_000
"""So many characters of modules are held in memory."""
_HELD: dict[Module, int] = {}
"""The modules whose text is held, with its length, the last one that was asked for at the end."""


def _name(path: str) -> str:
    folder, name = os.path.split(path)
    return os.path.basename(folder) if name == "__init__.py" else name.removesuffix(".py")


def _folder(path: str) -> str | None:
    """Return the folder of the submodules of the module at ``path``; None if it can have none."""
    if not path.endswith(".py"):
        return path
    folder, name = os.path.split(path)
    return folder if name == "__init__.py" else None


def _imported_paths(imports: Iterable[Import], home: str) -> dict[str, None]:
    """Return the files of the modules that code in the folder ``home`` imports by ``imports``."""
    found: dict[str, None] = {}
    paths: dict[str, str | None] = {}
    for imported in imports:
        if imported.module not in paths:
            paths[imported.module] = path_of(imported.module, home)
        path = paths[imported.module]
        if path is None:
            continue
        found[path] = None
        inner = path_below(path, imported.member) if imported.member else None
        if inner is not None:
            found[inner] = None
    return found


def _definitions(text: str) -> dict[str, Definition]:
    starts = [found.start() for found in _STATEMENT.finditer(f"\n{text}")]
    found: dict[str, Definition] = {}
    first = 0
    for number, (at, after) in enumerate(zip(starts, [*starts[1:], len(text)])):
        if number == 0 or text[starts[number - 1]] != "@":
            first = at
        if text.startswith(_NO_DEFINITION, at):
            continue
        is_block = text.startswith(("if ", "try", "else", "elif ", "except", "with "), at)
        for match in (_INNER if is_block else _DEFINED).finditer(text, at, after):
            function, cls, bases, variable, value = match.groups()
            mentions = tuple(sorted(map(sys.intern, {*_DOTTED.findall(bases or value or "")})))
            name = function or cls or variable
            is_alias = match.start() == at and name not in found
            alias = _ALIAS.fullmatch(value or "") if is_alias else None
            is_plain = variable is None and not is_block and name not in found
            found[name] = Definition(
                first, after, mentions, cls is not None, alias[1] if alias else "", is_plain
            )
            if not is_block:
                break
    return found


_STATEMENT = re.compile(r"\n[^\s#)\]}]")
"""How the first line of a top-level statement begins; a search for plain characters is fast."""
_NO_DEFINITION = ("from ", "import ", "@", '"', "'")
"""How statements begin that define nothing, though their text may look like it."""
WORD = re.compile(r"[^\W\d]\w*")
"""A name."""
_DOTTED = re.compile(r"[^\W\d][\w.]*")
_ALIAS = re.compile(r"[ \t]*([^\W\d][\w.]*)[ \t]*(?:#.*)?\r?")
_DEFINITION = (
    r"(?:async[ \t]+)?def[ \t]+(\w+)|class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?"
    r"|(\w+)[ \t]*(?::[^=\n]+)?=(?!=)([^\n]*)"
)
_DEFINED = re.compile(_DEFINITION)
_INNER = re.compile(rf"^[ \t]+(?:{_DEFINITION})", re.MULTILINE)


def imports_of(text: str) -> Iterator[Import]:
    """Yield what the import statements of a text bind; text in strings may look like one."""
    done = 0
    while (at := text.find("import", done)) >= 0:
        found = _IMPORT.match(text, text.rfind("\n", 0, at) + 1)
        done = at + len("import") if found is None else max(found.end(), at + 1)
        if found is not None:
            yield from _bound(*found.groups())


def _bound(module: str | None, members: str | None, plain: str | None) -> Iterator[Import]:
    """Yield what ``from module import members`` or ``import plain`` binds."""
    # The same few names come again and again.
    module = None if module is None else sys.intern(module)
    for part in (members or plain or "").strip("()").replace("\\", "").split(","):
        words = [sys.intern(word) for word in part.partition("#")[0].split()]
        if not words:
            continue
        if module is not None:
            yield _import(module, words[0], words[-1])
        elif len(words) == 1:
            top = words[0].partition(".")[0]
            yield _import(top, "", top)
            if top != words[0]:
                yield _import(words[0], "", words[0])
        else:
            yield _import(words[0], "", words[-1])


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


def _itself(value: Answer) -> Answer:
    return value


def is_same_file(path: str, filename: str) -> bool:
    """Whether two paths name one file, be it through links."""
    return _is_same_file(os.path.abspath(path), os.path.abspath(filename))


@question(_itself)
def _is_same_file(path: str, filename: str) -> bool:
    return os.path.realpath(path) == os.path.realpath(filename)


def find(module: str, folder: str) -> Module | None:
    """Return the module of the same project that files in ``folder`` import as ``module``.

    Leading dots make it relative. The standard library and installed packages are not looked for.
    """
    return module_at(path_of(module, folder))


def submodule(module: Module, name: str) -> Module | None:
    """Return the module called ``name`` in the folder of ``module``."""
    return module_at(path_below(module.path, name))


def path_below(path: str, name: str) -> str | None:
    """Return the file of the module called ``name`` in the folder of the module at ``path``."""
    folder = _folder(path)
    return None if folder is None else _located(folder, name)


def module_at(path: str | None) -> Module | None:
    """Return the module in a file or folder, whose text is taken to matter."""
    module = None if path is None else _loaded(path)
    if path is not None:
        note(_text, path, answer=lambda: None if module is None else module.digest)
    return module


@question(_itself)
def _text(path: str) -> str | None:
    """Return a digest of the text of the module in a file or folder; None if it cannot be read."""
    held = _TEXTS.get()
    text = held.get(os.path.realpath(path)) if held else None
    if text is not None:
        return disk.digest(_as_lines(text))
    signature = signature_of(path)
    if signature is None or signature[-1] > LARGEST:
        return None
    return _digest(path, *signature)


def folder_of(filename: str) -> str | None:
    """Return the folder that a file is in; None if there is no such file.

    A module that is taken to hold a text is there, or will be when an editor saves it; text without
    the name of a module, as that of standard input, is nowhere.
    """
    return _folder_of(os.path.abspath(filename))


@question(_itself)
def _folder_of(path: str) -> str | None:
    is_held = path.endswith((".py", ".ipynb")) and os.path.realpath(path) in _TEXTS.get()
    is_there = is_held or os.path.isfile(path)
    return os.path.dirname(path) if is_there else None


def is_mentioned(name: str, filename: str, cls: str = "") -> bool | None:
    """Whether other files of the project of ``filename`` speak of a function, or member of a class.

    A variable of that name is no such member, and what methods of other classes do with their own
    instance does not count, be it a class of the same name. None where that is unknown: there is no
    project to look at, or it is too large.
    """
    return _is_mentioned(name, os.path.abspath(filename), cls)


@question(_itself)
def _is_mentioned(name: str, filename: str, cls: str) -> bool | None:
    project = project_around(filename)
    known = None if project is None else _code_in(project)
    if known is None:
        return None
    own = _real_path(filename)
    others = (code for path, code in known.items() if path != own and _has_word(code, name))
    if not cls:
        return any(True for _ in others)
    member = re.compile(rf"\.\s*{name}\b|[\"']{name}[\"']|\bdef\s+{name}\b")
    of_others = re.compile(rf"(?<!self)\.\s*{name}\b|[\"']{name}[\"']")
    another = re.compile(rf"^\s*class\s+{cls}\b", re.MULTILINE)
    return any(
        (member if _has_word(code, cls) and not another.search(code) else of_others).search(code)
        for code in others
    )


def texts_with(word: str, filename: str) -> list[str] | None:
    """Return the code of the other files of the project of ``filename`` that has some text.

    None where that is unknown: there is no project to look at, or it is too large.
    """
    return _texts_with(word, os.path.abspath(filename))


@question(digest)
def _texts_with(word: str, filename: str) -> list[str] | None:
    project = project_around(filename)
    known = None if project is None else _code_in(project)
    if known is None:
        return None
    own = _real_path(filename)
    return [code for path, code in sorted(known.items()) if path != own and word in code]


def is_loaded(filename: str) -> bool | None:
    """Whether other files of the project of ``filename`` may import it, or run its code.

    None where that is unknown: there is no project to look at, or it is too large.
    """
    return _is_loaded(os.path.abspath(filename))


@question(_itself)
def _is_loaded(filename: str) -> bool | None:
    project = project_around(filename)
    known = None if project is None else _code_in(project)
    if known is None:
        return None
    own, stem = _real_path(filename), PurePath(filename).stem
    name = re.compile(rf"(?<!\w){re.escape(stem)}(?!\w)")
    return any(
        any(_LOADS.search(line) and name.search(line) for line in code.splitlines())
        or any(stem in (*i.module.split("."), i.member) for i in imports_of(code))
        for path, code in known.items()
        if path != own and stem in code
    )


_LOADS = re.compile("import|run|exec|load|entry|:main")
"""What a line says that imports a module by its name, or runs its code in place."""


def is_in_package(filename: str) -> bool:
    """Whether a file is in the folder of a package."""
    return _is_in_package(os.path.abspath(filename))


@question(_itself)
def _is_in_package(filename: str) -> bool:
    return os.path.isfile(os.path.join(os.path.dirname(filename), "__init__.py"))


def is_library(filename: str) -> bool:
    """Whether other projects may use what a file defines: its project installs its package.

    A file outside any project is taken to be used by others.
    """
    return _is_library(os.path.abspath(filename))


@question(_itself)
def _is_library(filename: str) -> bool:
    folder = folder_of(filename)
    project = None if folder is None else project_of(folder)
    if folder is None or project is None:
        return True
    present = entries(project)
    return "__init__.py" in entries(folder) and any(
        name in present and text in (_bytes(os.path.join(project, name)) or b"")
        for name, text in _DISTRIBUTES.items()
    )


def is_set_elsewhere(attribute: str, cls: str, filename: str) -> bool | None:
    """Whether another file of the project that speaks of a class sets or patches such an attribute.

    Any file, if no class is given. A method that sets one of its own instance does not count. None
    where that is unknown: the project is too large to look at.
    """
    return _is_set_elsewhere(attribute, cls, os.path.abspath(filename))


@question(_itself)
def _is_set_elsewhere(attribute: str, cls: str, filename: str) -> bool | None:
    project = project_around(filename)
    if project is None:
        return False
    known = _code_in(project)
    if known is None:
        return None
    sets = re.compile(
        rf"([\w.\])]+)\.{attribute}\s*(?:\W|\*\*|//|<<|>>)?=(?!=)"
        rf"|\b(?:setattr|patch|patch\.object)\s*\([^()]*[\"'](?:[\w.]*\.)?{attribute}[\"']"
    )
    own = _real_path(filename)
    return any(
        found[1] != "self"
        for path, code in known.items()
        if path != own and path.endswith(".py") and attribute in code
        if not cls or _has_word(code, cls)
        for found in sets.finditer(_TEXTS.get().get(path, code))
    )


def is_derived_elsewhere(cls: str, filename: str) -> bool | None:
    """Whether another file of the project may derive a class from one by its name.

    A file that defines a class of that name itself does not count. None where that is unknown:
    there is no project to look at, or it is too large.
    """
    return _is_derived_elsewhere(cls, os.path.abspath(filename))


@question(_itself)
def _is_derived_elsewhere(cls: str, filename: str) -> bool | None:
    project = project_around(filename)
    known = None if project is None else _code_in(project)
    if known is None:
        return None
    own = _real_path(filename)
    # A base, or another name for it.
    derives = re.compile(
        rf"\bclass\s+\w+\s*\([^()]*\b{cls}\b|\b{cls}\s+as\b|=\s*(?:\w+\.)*{cls}\b(?!\s*[.(])"
    )
    defines = re.compile(rf"\bclass\s+{cls}\b")
    return any(
        derives.search(code) and not defines.search(code)
        for path, code in known.items()
        if path != own and _has_word(code, cls)
    )


def is_called_around(functions: Collection[str], argument: str, filename: str) -> bool:
    """Whether a module of a project that may run together with one calls a function so.

    Not if the project is too large to look at.

    Args:
        functions: the last parts of the function's names.
        argument: the text of its first argument.
        filename: the module in the middle.
    """
    names = sorted(functions)
    call = rf"\b(?:{'|'.join(map(re.escape, names))})\s*\(\s*{argument}"
    return bool(names) and _is_found_around(os.path.abspath(filename), call, *names)


def asks_for_values_around(filename: str) -> bool:
    """Whether a module that may run together with one calls ``.numpy()``."""
    return is_called_around(["numpy"], r"\)", filename)


def is_called_by_imports(functions: Collection[str], filename: str) -> bool:
    """Whether a file imports a module, be it through others, that calls a function when loaded."""
    return _is_called_by_imports(os.path.abspath(filename), *sorted(functions))


@question(_itself)
def _is_called_by_imports(filename: str, *functions: str) -> bool:
    project = project_around(filename)
    own = _real_path(filename)
    call = rf"(?m)^(?:\w+\.)*(?:{'|'.join(map(re.escape, functions))})\s*\("
    having = None
    if project is not None:
        having = _having(project, call, functions, held_texts()) - {own}
        if not having:
            return False
    imported = reached([own], lambda other: map(_real_path, _imported_by(other))) - {own}
    if having is not None:
        return not having.isdisjoint(imported)
    # Where nothing shows a project, what is imported is all that there is to look at.
    modules = filter(None, map(_loaded, imported))
    return any(re.search(call, module.text) is not None for module in modules)


@question(_itself)
def _is_found_around(filename: str, pattern: str, *words: str) -> bool:
    """Whether a module that may run together with one has what matches, with one of the words."""
    project = project_around(filename)
    if project is None:
        return False
    own = _real_path(filename)
    having = _having(project, pattern, words, held_texts()) - {own}
    return bool(having) and not having.isdisjoint(_run_with(own, project))


@lru_cache(maxsize=64)
def _having(
    project: str, pattern: str, words: tuple[str, ...], held: frozenset[tuple[str, str]]
) -> frozenset[str]:
    """Return the files of a project, by real path, that have what matches, with one of the words.

    Not if the project is too large to look at.
    """
    wanted, texts = re.compile(pattern), dict(held)
    return frozenset(
        path
        for path, code in (_code_in(project) or {}).items()
        if any(word in code for word in words) and wanted.search(texts.get(path, code))
    )


def _run_with(path: str, project: str) -> set[str]:
    """Return the modules that may run together with one: its importers, and what these import."""
    real = _real_path
    users = reached([path], lambda other: map(real, _importers_of(other, project) or ()))
    return reached(users, lambda other: map(real, _imported_by(other)))


def _imported_by(path: str) -> list[str]:
    """Return the files of a project that a module of it imports."""
    module = _loaded(path)
    return [] if module is None else [imported.path for imported in module.imported_modules()]


def reached(names: Iterable[str], followers: Callable[[str], Iterable[str]]) -> set[str]:
    """Return ``names``, the names that follow one of them, those that follow these, and so on."""
    found = set(names)
    pending = list(found)
    while pending:
        new = set(followers(pending.pop())) - found
        pending += new
        found |= new
    return found


def project_around(filename: str) -> str | None:
    """Return the root of the project that a file is in; None if there is no such file."""
    folder = folder_of(filename)
    return None if folder is None else project_of(folder)


def is_only_one(module: str, path: str) -> bool:
    """Whether a file is the only one of its project that a dotted name can stand for."""
    return _is_only_one(module, os.path.abspath(path))


@question(_itself)
def _is_only_one(module: str, path: str) -> bool:
    project = project_around(path)
    files = None if project is None else _files(project)
    below = os.path.join("", *module.split("."))
    ends = (f"{os.sep}{below}.py", os.path.join(os.sep, below, "__init__.py"))
    return files is not None and sum(one.endswith(ends) for one in files) == 1


def _has_word(text: str, word: str) -> bool:
    # Where a pattern does not begin with plain characters, a search is slow.
    return word in text and re.search(rf"\b{word}\b", text) is not None


def users(home: Module, names: Collection[str]) -> dict[Module, set[str]] | None:
    """Return the modules of a project that may use names of one of it; tests do not count.

    They import them, be it from a module that only passes them on. With each, what the names are
    there. None where that is unknown: there is no project to look at, or it is too large.
    """
    found = _users(home.path, *sorted(names))
    if found is None:
        return None
    modules = ((module_at(path), bound) for path, bound in found.items())
    return {module: set(bound) for module, bound in modules if module is not None}


@question(digest)
def _users(home: str, *names: str) -> dict[str, list[str]] | None:
    """Return the same by the paths of the modules, in order."""
    project = project_of(os.path.dirname(home))
    if project is None:
        return None
    found: dict[str, set[str]] = {}
    pending = [(home, set(names))]
    while pending:
        source, offered = pending.pop()
        direct, name = _importers_of(source, project), _name(source)
        if direct is None:
            return None
        for path, imports in direct.items():
            bound: set[str] = set()
            for imported in imports:
                bound |= _bound_of(imported, name, offered)
            new = bound - found.get(path, set())
            if new and path not in (home, source):
                found.setdefault(path, set()).update(new)
                pending.append((path, new))
    return {path: sorted(bound) for path, bound in found.items()}


def _importers_of(source: str, project: str) -> dict[str, list[Import]] | None:
    """Return the files of a project that import one of it, in order, with all their imports."""
    imports, importers = _imports_in(project), _importers(project)
    if imports is None or importers is None:
        return None
    found = {path: imports[path] for path in importers.get(source, ())}
    for path, text in held_in(project).items():
        found.pop(path, None)
        if may_call(path):
            new = list(imports_of(text))
            if source in _imported_paths(new, os.path.dirname(path)):
                found[path] = new
    return dict(sorted(found.items()))


def importers(path: str) -> list[Module]:
    """Return the modules of the project that import the one in a file; tests do not count."""
    project = project_around(path)
    found = None if project is None else _importers_of(path, project)
    modules = (_loaded(_real_path(importer)) for importer in found or ())
    return [module for module in modules if module is not None]


def held_in(project: str) -> dict[str, str]:
    """Return the files of a project that are taken to hold a text, with it."""
    below = os.path.join(project, "")
    return {path: text for path, text in _TEXTS.get().items() if path.startswith(below)}


def _bound_of(imported: Import, source: str, offered: set[str]) -> set[str]:
    """Return under which names an import may bind what a module offers."""
    if imported.member == "*":
        return offered
    if imported.member in offered:
        return {imported.name}
    last = imported.member or imported.module.rpartition(".")[2]
    # Of the module itself, they are attributes.
    return offered if last == source else set()


@cache
def _importers(project: str) -> Mapping[str, list[str]] | None:
    """Return the files that import each module of a project; None if there are too many."""
    imports = _imports_in(project)
    if imports is None:
        return None
    found: dict[str, list[str]] = {}
    for path, own in imports.items():
        for imported in _imported_paths(own, os.path.dirname(path)):
            found.setdefault(imported, []).append(path)
    return found


@cache
def _imports_in(project: str) -> Mapping[str, list[Import]] | None:
    """Return what each file of a project that is no test imports; None if there are too many."""
    known = facts(project, "imports", _imports_if_read)
    if known is None:
        return None
    return {path: [_import(*imported) for imported in own] for path, own in known.items()}


def may_call(path: str) -> bool:
    """Whether calls in a file show how others are used: tests show anything."""
    return path.endswith(".py") and not is_test_file(path) and not is_copy(path)


@cache
def _code_in(project: str) -> Mapping[str, str] | None:
    """Return the code of each file of a project on the disk, by real path; None if there are many.

    Of notebooks the code of the cells: what they show is most of their text.
    """
    paths = _files(project)
    if paths is None:
        return None
    code = _Code({_real_path(path): path for path in paths})
    sizes = (signature[-1] for path in paths if (signature := signature_of(path)) is not None)
    return code if sum(sizes) > _MOST_CODE else dict(code)


_MOST_CODE = 4_000_000
"""Bytes; the code of larger projects is read anew each time, and not held in memory."""


class _Code(Mapping[str, str]):
    """The code of files, by real path, as it is read from the disk."""

    def __init__(self, paths: Mapping[str, str]) -> None:
        self._paths = paths

    def __getitem__(self, real: str) -> str:
        path = self._paths[real]
        return code_of(_source(path) or "")

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def _imports_if_read(text: str) -> list[Import]:
    return list(imports_of(text)) if len(text) <= LARGEST else []


def facts(project: str, kind: str, of_text: Callable[[str], Any]) -> dict[str, Any] | None:
    """Return a fact of the text of each file of a project whose calls count, by path.

    That is the text on the disk. None if there are too many files. The facts, of JSON's types, are
    kept on the disk under the name ``kind``.
    """
    return _facts(project, kind, of_text, _digests(project))


def facts_with_notebooks(
    project: str, kind: str, of_text: Callable[[str], Any]
) -> dict[str, Any] | None:
    """Return a fact of the text of each file of a project whose calls count, and each notebook."""
    return _facts(project, kind, of_text, _digests(project, notebooks=True))


def _facts(
    project: str,
    kind: str,
    of_text: Callable[[str], Any],
    digests: Mapping[str, str | None] | None,
) -> dict[str, Any] | None:
    if digests is None:
        return None
    name = disk.key("facts", kind, project)
    known = disk.load(name) or {}
    found: dict[str, Any] = {}
    now: dict[str, Any] = {}
    for path, content in digests.items():
        if content is None:
            continue
        if content in known:
            now[content] = known[content]
        elif content not in now:
            text = _source(path)
            if text is None:
                continue
            # The file may have changed since; where nothing is kept, no two need be the same.
            content = disk.digest(text) if disk.is_used() else path
            now[content] = of_text(text)
        found[path] = now[content]
    _store(name, known, now)
    return found


def _store(name: str, known: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Store what is known of a project's files, unless only a few of them are new.

    These are sooner looked at again than all of them written.
    """
    if sum(known.get(file) != value for file, value in now.items()) * _FEW > len(now):
        disk.store(name, now)


_FEW = 32
"""One file of so many is a few."""
_SETTLED = 2_000_000_000
"""Nanoseconds after which another change of a file has another time, on any file system."""


@cache
def _digests(project: str, *, notebooks: bool = False) -> Mapping[str, str | None] | None:
    """Return the digests of the texts of the files whose calls count; None if there are too many.

    They are empty where nothing is kept under them. Those of notebooks are asked for apart.
    """
    paths = _files(project)
    if paths is None:
        return None
    paths = [path for path in paths if may_call(path) or (notebooks and path.endswith(".ipynb"))]
    if not disk.is_used():
        return dict.fromkeys(paths, "")
    found: dict[str, str | None] = {}
    rows = {}
    for path in paths:
        signature = signature_of(path)
        found[path] = None if signature is None else _digest(path, *signature)
        if signature is not None and is_settled(signature):
            rows[path] = [*signature, found[path]]
    _store(_signed_name(project), _signed(project), rows)
    return found


def signature_of(path: str) -> tuple[int, int, int] | None:
    """Return what changes if a file does; None if there is no such file."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size


def is_settled(signature: tuple[int, int, int]) -> bool:
    """Whether a file with this signature gets another one by the next change."""
    return max(signature[:2]) < time.time_ns() - _SETTLED


@cache
def _digest(path: str, *signature: int) -> str | None:
    """Return the digest of the text of a file with a signature; None if it cannot be read."""
    project = project_of(os.path.dirname(path))
    row: list[Any] = [] if project is None else _signed(project).get(path, [])
    if row[:-1] == [*signature]:
        known: str | None = row[-1]
        return known
    text = _source(path)
    return None if text is None else disk.digest(text)


@cache
def _signed(project: str) -> Mapping[str, list[Any]]:
    """Return the signatures, and digests, that files of a project had."""
    return disk.load(_signed_name(project)) or {}


def _signed_name(project: str) -> str:
    return disk.key("signatures", project)


@cache
def _files(project: str) -> list[str] | None:
    """Return a project's files, but for hidden folders and installed packages; None if many."""
    found: list[str] = []
    for folder, folders, names in os.walk(project):
        folders[:] = sorted(n for n in folders if n[0] != "." and n not in INSTALLED)
        found += [os.path.join(folder, n) for n in sorted(names) if n.endswith((".py", ".ipynb"))]
        if len(found) > _MANY:
            return None
    return found


def notebook_of(filename: str) -> str | None:
    """Return the code of the notebook that nbQA wrote a file for; None if there is none."""
    return _notebook_of(os.path.abspath(filename))


@question(digest)
def _notebook_of(filename: str) -> str | None:
    path = Path(filename)
    names = [p for p in path.parent.glob("*.ipynb") if path.name.startswith(p.stem)]
    text = _notebook(str(max(names, key=lambda name: len(name.stem)))) if names else None
    return _cells(text or "")


def code_of(text: str) -> str:
    """Return the code of a module, or of the cells of a notebook."""
    return _cells(text) or text


def _cells(text: str) -> str | None:
    """Return what is written in the cells of a notebook; None if the text is none.

    Not what is for another program than Python.
    """
    if not text.startswith("{"):
        return None
    try:
        cells = ["".join(cell["source"]) for cell in json.loads(text)["cells"]]
    except (ValueError, KeyError, TypeError):
        return None
    return "\n".join(cell for cell in cells if _OTHER_PROGRAM.match(cell) is None)


def _source(path: str) -> str | None:
    """Return the text of a module or notebook; None if it cannot be read."""
    return _content(path) if path.endswith(".py") else _notebook(path)


def _notebook(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def origin(dotted: str, folder: str, canonical: Callable[[str], str]) -> str:
    """Return the dotted name under which a library defines what a file in ``folder`` imports.

    Followed through the modules of the project that import it and so offer it themselves
    (``from .backend import tf``), or by another name (``keras = tf.keras``); ``dotted`` itself if
    it is nothing of that kind.

    Args:
        dotted: the name as it is imported.
        folder: where the file is.
        canonical: gives the one name of a library's member.
    """
    return _Origins(canonical).of(dotted, folder)


class _Origins:
    """Follows names through the modules of a project."""

    def __init__(self, canonical: Callable[[str], str]) -> None:
        self.canonical = canonical
        self._known: dict[tuple[str, str, int], str] = {}

    def of(self, dotted: str, folder: str, depth: int = 0) -> str:
        key = (dotted, folder, depth)
        if key not in self._known:
            # Modules that import all of each other's names are reached by many paths.
            self._known[key] = self._through_module(dotted, folder, depth)
        return self._known[key]

    def _through_module(self, dotted: str, folder: str, depth: int) -> str:
        stem, _, member = dotted.rpartition(".")
        dots = len(dotted) - len(dotted.lstrip("."))
        module = stem if stem.strip(".") else "." * dots
        source = find(module, folder) if module and depth < _REEXPORTS else None
        if source is None:
            return self.canonical(dotted)
        definition = source.definitions.get(member)
        head, dot, rest = (definition.alias if definition else "").partition(".")
        found = self._imported(source, member, depth)
        if head:
            # Only what a library offers is followed further.
            ends = self._imported(source, head, depth)
            found |= {f"{e}{dot}{rest}" for e in ends if e.partition(".")[0] in LIBRARIES}
        found = {*map(self.canonical, found)}
        return found.pop() if len(found) == 1 else dotted

    def _imported(self, source: Module, member: str, depth: int) -> set[str]:
        """Return what the imports of a module make of a name of it."""
        found = set()
        for imported in source.imports:
            if imported.name not in (member, "*"):
                continue
            target = f"{imported.module}{'' if imported.module.endswith('.') else '.'}"
            if imported.name == member:
                target = target + imported.member if imported.member else imported.module
            elif find(imported.module, source.home) is not None:
                target += member
            else:
                continue
            end = self.of(target, source.home, depth + 1)
            if end != target or imported.name == member:
                found.add(end)
        return found


_TEXTS: ContextVar[Mapping[str, str]] = ContextVar("_TEXTS", default=MappingProxyType({}))


def hold(filename: str, text: str) -> None:
    """Take, from now on, a file to hold a text."""
    _TEXTS.set({**_TEXTS.get(), os.path.realpath(filename): text})


def held_texts() -> frozenset[tuple[str, str]]:
    """Return the files that are taken to hold a text, with it."""
    return frozenset(_TEXTS.get().items())


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
    text = _as_lines(text)
    module = _MODULES.get(path)
    if module is None or module.hash != hash(text):
        module = _MODULES[path] = Module(path, text)
    module.remember_text(text)
    return module


@cache
def _read(path: str, changed: int, size: int) -> Module | None:
    text = _content(path) if size <= LARGEST else None
    return None if text is None else _module(path, text)


def _as_lines(text: str) -> str:
    r"""Return a text with ``\n`` at the end of each line, as flake8 reads it."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _content(path: str) -> str | None:
    """Return the text of a file, which is empty for a folder; None if it cannot be read."""
    if not path.endswith(".py"):
        return ""
    data = _bytes(path)
    if data is None:
        return None
    try:
        # Only the first two lines can say another encoding.
        head = data[: data.find(b"\n", data.find(b"\n") + 1)]
        if b"coding" not in head and not head.startswith(codecs.BOM_UTF8):
            return _as_lines(data.decode())
        encoding, _ = tokenize.detect_encoding(BytesIO(data).readline)
        return _as_lines(data.decode(encoding))
    except (SyntaxError, UnicodeDecodeError):
        return None


def _bytes(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def path_of(module: str, folder: str) -> str | None:
    """Return the file, or folder, of what files in ``folder`` import as ``module``."""
    return None if is_elsewhere(module) else _path_of(module, folder)


def is_elsewhere(dotted: str) -> bool:
    """Whether a dotted name is one of the standard library, or of what the analysis knows."""
    return dotted.partition(".")[0] in _ELSEWHERE


@question(_itself)
@cache
def _path_of(module: str, folder: str) -> str | None:
    name = module.lstrip(".")
    level = len(module) - len(name)
    if level:
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        return _located(folder, name)
    top = name.partition(".")[0]
    return next((at for root in _roots(folder, top) if (at := _located(root, name))), None)


@question(_itself)
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
        if "__init__.py" in entries(inner):
            return os.path.join(inner, "__init__.py")
    if last and f"{last}.py" in entries(folder):
        return f"{inner}.py"
    return inner if not last or _is_folder(folder, last) else None


@cache
def entries(folder: str) -> Mapping[str, bool]:
    """Return the names of what is in a folder, and whether each is a folder itself."""
    try:
        with os.scandir(folder) as entries:
            return {entry.name: entry.is_dir() for entry in entries}
    except OSError:
        return {}


def _is_folder(folder: str, name: str) -> bool:
    return entries(folder).get(name, False)


def _roots(folder: str, top: str) -> Sequence[str]:
    """Return the folders in which modules in ``folder`` may find the package called ``top``."""
    roots, package = _roots_of(folder)
    return () if package not in (None, top) else roots


@cache
def _roots_of(folder: str) -> tuple[Sequence[str], str | None]:
    """Return where modules in ``folder`` find others, and which package alone, if installed."""
    root = _outside_package(folder)
    if root.name in INSTALLED:
        return [str(root)], next(iter(Path(folder).relative_to(root).parts), "")
    roots = [root]
    project = _marked(root)
    if project is not None:
        above = root.relative_to(project)
        roots += (project / part for part in above.parents)
    # A script in a package finds its neighbours.
    roots += [(project or root) / "src", Path(folder)]
    return list(dict.fromkeys(map(str, roots))), None


@question(_itself)
@cache
def project_of(folder: str) -> str | None:
    """Return the top folder of the project that ``folder`` is in; None if nothing shows it.

    That of a package which nothing else shows to be part of a project is the package's own.
    """
    root = _outside_package(folder)
    project = None if root.name in INSTALLED else _marked(root)
    if project is None and str(root) != folder:
        project = root / Path(folder).relative_to(root).parts[0]
    return None if project is None else str(project)


def _outside_package(folder: str) -> Path:
    """Return the folder that the top package of the modules in ``folder`` is in."""
    root = Path(folder)
    while "__init__.py" in entries(str(root)):
        root = root.parent
    return root


def _marked(folder: Path) -> Path | None:
    """Return the nearest folder at or above ``folder`` with what the top of a project holds."""
    for above in (folder, *folder.parents[:LEVELS]):
        if not PROJECT_MARKS.isdisjoint(entries(str(above))):
            return above
    return None
