"""Which TensorFlow and Keras the project of a file requires, by the files that say so.

They are read, never run, and what cannot be read says nothing.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from flake8_tfretrace.modules import INSTALLED, LARGEST, LEVELS, PROJECT_MARKS, entries
from flake8_tfretrace.parsing import parse
from flake8_tfretrace.questions import digest, question

if TYPE_CHECKING:
    from packaging.markers import Marker
    from packaging.version import Version

Library = Literal["tensorflow", "keras"]

_NAMES: dict[Library, str] = {
    "tensorflow": """
    intel-tensorflow tensorflow tensorflow-base tensorflow-cpu tensorflow-eigen tensorflow-gpu
    tensorflow-intel tensorflow-macos tensorflow-mkl tensorflow-rocm tensorflow-serving-api
    tensorflow-text tf-nightly tf-nightly-cpu tf-nightly-gpu
    """,
    "keras": "keras keras-gpu keras-nightly",
}
"""The distributions of each, and those that require it in their own version."""
_DISTRIBUTIONS = {name: library for library, names in _NAMES.items() for name in names.split()}
_KERAS_2 = frozenset({"tf-keras", "tf-keras-nightly"})
"""Keras 2, as it can be had beside Keras 3."""
_LEGACY_KERAS = _KERAS_2 | {"tensorflow-addons"}
"""Keras 2, and what works with no other."""
_LAST = {"tensorflow-gpu": "2.12", "tf-nightly-gpu": "2.12"}
"""The package index has no release of these from that version on."""
_COMPANIONS = {
    "h5py": "3.10",
    "numpy": "1.23.5",
    "protobuf": "3.20.3",
    "tensorboard": "2.16",
    "tensorflow-estimator": "2.16",
}
"""The first releases that TensorFlow 2.16 takes of what it requires, or is released with."""
_PYTHON = "python"
_FIRST = {"3.9": "2.5", "3.10": "2.8", "3.11": "2.12", "3.12": "2.16", "3.13": "2.20"}
"""The first TensorFlow that the package index has for a version of Python, and those after it."""
_TELLING = re.compile(
    rf"tensorflow|tf[-_.](?:nightly|keras)|keras|{'|'.join(_COMPANIONS)}", re.IGNORECASE
)
_INCLUDES = 50
"""So many requirement files are followed from one."""


@dataclass(frozen=True, slots=True)
class _Range:
    """The versions that one requirement admits."""

    low: Version | None
    """The least one; None if the requirement sets none."""
    high: Version | None
    """The greatest one; None if the requirement sets none."""
    excludes_high: bool = False
    """Whether ``high`` itself is too great."""

    def may_be_below(self, version: Version) -> bool | None:
        """Whether the range has an older version; None if it says nothing of versions."""
        if self.low is not None:
            return _release(self.low) < version
        return None if self.high is None else True

    def is_below(self, version: Version) -> bool:
        """Whether every version of the range is older."""
        if self.high is None:
            return False
        high = _release(self.high)
        return high < version or (self.excludes_high and high == version)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One requirement, of one of the distributions that matter."""

    distribution: str
    range: _Range
    conditional: bool
    """Whether it holds only with an extra, in development, or on some platforms or Pythons."""

    @property
    def is_bounded(self) -> bool:
        """Whether it says which TensorFlow, or Keras, it has to be."""
        if self.distribution == _PYTHON or self.distribution in _COMPANIONS:
            return False
        is_open = self.range.low is None and self.range.high is None
        return self.distribution in _LEGACY_KERAS or not is_open


@dataclass(frozen=True, slots=True)
class Requirement:
    """Which TensorFlow and Keras a project requires.

    Where files disagree, the answers are those with which a finding or a fix for newer versions
    is left out.

    A requirement is *conditional* if it holds only with an extra, in a group for development or
    tests, on some platforms or some of the supported Pythons, or in a requirements or environment
    file whose name has an addition (``requirements-gpu.txt``): such files may be alternatives.
    One that holds on no Python from 3.10 on does not count at all.
    """

    _entries: tuple[_Entry, ...] = ()

    def may_be_below(self, name: Library, version: str) -> bool | None:
        """Whether any requirement admits a version of ``name`` that is older than ``version``.

        None if nothing is said of versions: there is no requirement, or only ``tensorflow``
        without any bounds. ``tensorflow<3`` admits every older version, but for those that no
        Python which the project runs on has.
        """
        wanted = _version(version)
        entries = list(self._of(name))
        if name == "tensorflow" and not any(entry.range.is_below(wanted) for entry in entries):
            oldest = self._oldest_for_python
            if oldest is not None and oldest >= wanted:
                return False
        answers = {entry.range.may_be_below(wanted) for entry in entries}
        if True in answers:
            return True
        return False if False in answers else None

    def names(self, name: Library) -> bool:
        """Whether ``name`` is required at all: without bounds, the newest is installed."""
        return any(self._of(name))

    def surely_below(self, name: Library, version: str) -> bool:
        """Whether the versions of ``name`` that are admitted are all older than ``version``.

        So it is if any of the unconditional requirements says so: what is installed fulfils them
        all. Where there are only conditional ones, all of them have to.
        """
        wanted = _version(version)
        entries = list(self._of(name))
        unconditional = [entry for entry in entries if not entry.conditional]
        if unconditional:
            return any(entry.range.is_below(wanted) for entry in unconditional)
        return bool(entries) and all(entry.range.is_below(wanted) for entry in entries)

    @property
    def asks_for_keras_2(self) -> bool:
        """Whether Keras 2 is required beside Keras 3: as ``tf-keras``."""
        return any(entry.distribution in _KERAS_2 for entry in self._entries)

    @property
    def legacy_keras(self) -> bool:
        """Whether the project uses Keras 2.

        It requires, be it conditionally, ``tf-keras`` or TensorFlow Addons; or its TensorFlow is
        surely older than 2.16, the first with Keras 3, or its Keras older than 3. TensorFlow is
        also older where something else is required that is too old for it.
        """
        return (
            any(entry.distribution in _LEGACY_KERAS for entry in self._entries)
            or self.surely_below("tensorflow", "2.16")
            or self.surely_below("keras", "3")
            or any(
                entry.range.is_below(_version(_COMPANIONS[entry.distribution]))
                for entry in self._entries
                if entry.distribution in _COMPANIONS and not entry.conditional
            )
        )

    @property
    def _oldest_for_python(self) -> Version | None:
        """The oldest TensorFlow for a Python that the project runs on; None if it may be any."""
        lows = [entry.range.low for entry in self._entries if entry.distribution == _PYTHON]
        if not lows or None in lows:
            return None
        least = min(low for low in lows if low is not None)
        found = [first for python, first in _FIRST.items() if _version(python) <= least]
        return _version(found[-1]) if found else None

    def _of(self, name: Library) -> Iterator[_Entry]:
        return (e for e in self._entries if _DISTRIBUTIONS.get(e.distribution) == name)


def required(filename: str) -> Requirement:
    """Return what the project of a file requires.

    The files of the file's folder and of all folders above it count, up to the top of the
    repository; without one, up to the first folder that a project is recognised by; else up to the
    outermost package. For installed packages nothing is required. What a README tells to
    install, and which TensorFlow it speaks of, counts where no other file says which it has to be.
    """
    return _required(str(Path(filename).absolute().parent))


@question(digest)
@cache
def _required(folder: str) -> Requirement:
    found: dict[_Entry, None] = {}
    folders = _folders(Path(folder))
    for inner in folders:
        found.update(dict.fromkeys(_in_folder(inner)))
    if not any(entry.is_bounded for entry in found):
        for inner in folders:
            found.update(dict.fromkeys(_in_readme(inner)))
    return Requirement(tuple(found))


def _folders(folder: Path) -> list[Path]:
    """Return a folder and those above it that are in the same project."""
    if not set(INSTALLED).isdisjoint(folder.parts):
        return []
    above = [folder, *folder.parents]
    # As many levels above the outermost package as modules are looked for in.
    packages = next((n for n, f in enumerate(above) if "__init__.py" not in entries(str(f))), 0)
    above = above[: packages + LEVELS + 1]
    names = [entries(str(inner)).keys() for inner in above]
    for marks in ({".git", ".hg"}, PROJECT_MARKS):
        for number, inside in enumerate(names):
            if not marks.isdisjoint(inside):
                return above[: number + 1]
    return above[: max(packages, 1)]


# files


@cache
def _in_folder(folder: Path) -> tuple[_Entry, ...]:
    """Return what the files in one folder require."""
    inside = entries(str(folder))
    readers = {folder / name: _reader(name) for name, is_folder in inside.items() if not is_folder}
    inner = folder / "requirements"
    if inside.get(inner.name):
        names = entries(str(inner))
        readers.update((inner / name, _requirements) for name in names if name.endswith(".txt"))
    return tuple(
        entry
        for path, reader in sorted(readers.items(), key=lambda item: item[0])
        if reader is not None
        for entry in _read_by(reader, path)
    )


@cache
def _in_readme(folder: Path) -> tuple[_Entry, ...]:
    """Return what the README in a folder tells to install."""
    return tuple(
        entry
        for name, is_folder in sorted(entries(str(folder)).items())
        if not is_folder and name.lower().startswith("readme")
        for entry in _read_by(_readme, folder / name)
    )


_Reader = Callable[[str, Path], Iterator[_Entry]]
"""Reads the text of the file at a path."""


def _reader(name: str) -> _Reader | None:
    """Return what reads files of that name; None if they require nothing."""
    for pattern, reader in _READERS.items():
        if fnmatchcase(name, pattern):
            return reader
    return None


def _read_by(reader: _Reader, path: Path) -> list[_Entry]:
    """Return what a reader finds in a file: nothing if the file is not as it should be."""
    text = _text(path)
    if text is None:
        return []
    try:
        return list(reader(text, path))
    except (ValueError, SyntaxError, RecursionError, MemoryError, KeyError, TypeError):
        # What the parsers of these formats raise.
        return []


def _text(path: Path) -> str | None:
    """Return the text of a file; None if it cannot be read, or is too large."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    # What PowerShell redirects into a file is UTF-16.
    is_wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return data.decode("utf-16" if is_wide else "utf-8-sig", errors="replace")


def _toml(text: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)


def _at(table: object, *keys: str) -> object:
    """Return what is in nested tables; None if something on the way is missing."""
    for key in keys:
        if not isinstance(table, dict):
            return None
        table = table.get(key)
    return table


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _strings(value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [item for item in values if isinstance(item, str)]


def _pyproject(text: str, path: Path) -> Iterator[_Entry]:
    tables = _toml(text)
    for version in _strings(_at(tables, "project", "requires-python")):
        yield from _python(version)
    for line in _strings(_at(tables, "project", "dependencies")):
        yield from _parsed(line)
    groups = (
        _table(_at(tables, "project", "optional-dependencies")),
        _table(_at(tables, "dependency-groups")),
        {"": _at(tables, "tool", "uv", "dev-dependencies")},
    )
    for group in groups:
        for lines in group.values():
            for line in _strings(lines):
                yield from _parsed(line, conditional=True)
    dynamic = _at(tables, "tool", "setuptools", "dynamic", "dependencies", "file")
    for name in _strings(dynamic):
        yield from _included(name, path, conditional=False, seen=set())
    yield from _poetry(_at(tables, "tool", "poetry"))


def _poetry(poetry: object) -> Iterator[_Entry]:
    for version in _strings(_at(poetry, "dependencies", "python")):
        yield from _python(version)
    yield from _listed(_table(_at(poetry, "dependencies")), conditional=False)
    yield from _listed(_table(_at(poetry, "dev-dependencies")), conditional=True)
    for group in _table(_at(poetry, "group")).values():
        yield from _listed(_table(_at(group, "dependencies")), conditional=True)


def _pipfile(text: str, _path: Path) -> Iterator[_Entry]:
    tables = _toml(text)
    yield from _listed(_table(tables.get("packages")), conditional=False)
    yield from _listed(_table(tables.get("dev-packages")), conditional=True)


def _listed(table: Mapping[str, object], *, conditional: bool) -> Iterator[_Entry]:
    """Yield the requirements of a table from names to versions, as poetry and pipenv have it."""
    for name, value in table.items():
        for one in value if isinstance(value, list) else [value]:
            details = _table(one)
            version = one if isinstance(one, str) else details.get("version", "*")
            if not isinstance(version, str):
                continue
            holds = _holds(_poetry_marker(details))
            if holds is False:
                continue
            limited = (
                conditional or holds is None or bool(details.keys() & {"optional", "platform"})
            )
            yield from _entry(name, version, conditional=limited)


def _poetry_marker(details: Mapping[str, object]) -> Marker | None:
    """Return the marker of a dependency, which is about Python's version if it can be read."""
    from packaging.markers import InvalidMarker, Marker

    markers = details.get("markers")
    try:
        if isinstance(markers, str):
            return Marker(markers)
        python = details.get("python")
        if isinstance(python, str):
            found = re.fullmatch(r"\s*([<>=!]=?)\s*([\d.]+)\s*", python)
            if found is not None:
                return Marker(f'python_version {found[1]} "{found[2]}"')
    except InvalidMarker:
        pass
    return None


def _setup_cfg(text: str, path: Path) -> Iterator[_Entry]:
    import configparser

    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return
    yield from _python(parser.get("options", "python_requires", fallback=""))
    for key, conditional in (("install_requires", False), ("tests_require", True)):
        yield from _setting(parser.get("options", key, fallback=""), path, conditional=conditional)
    if parser.has_section("options.extras_require"):
        for _, value in parser.items("options.extras_require"):
            yield from _setting(value, path, conditional=True)


def _setting(value: str, path: Path, *, conditional: bool) -> Iterator[_Entry]:
    """Yield the requirements in a setting of setup.cfg: a list, or the name of a file."""
    if value.strip().startswith("file:"):
        for name in re.split(r"[,\n]", value.strip()[len("file:") :]):
            yield from _included(name.strip(), path, conditional=conditional, seen=set())
    # As setuptools has it: on lines of their own, or all on one.
    for line in value.splitlines() if "\n" in value else value.split(";"):
        yield from _parsed(line, conditional=conditional)


def _setup_py(text: str, _path: Path) -> Iterator[_Entry]:
    tree = parse(text)
    values = _assigned(tree)
    for node in ast.walk(tree):
        for name, value in _settings(node):
            if name == "python_requires":
                yield from _python(_single(value, values) or "")
            if name in ("install_requires", "extras_require", "tests_require"):
                for line in _constants(value, values, set()):
                    yield from _parsed(line, conditional=name != "install_requires")


def _settings(node: ast.AST) -> Iterator[tuple[object, ast.expr]]:
    """Yield the keywords of a call, or the items of a dict, which may be ``setup``'s."""
    if isinstance(node, ast.Call):
        yield from ((keyword.arg, keyword.value) for keyword in node.keywords)
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values):
            if isinstance(key, ast.Constant):
                yield key.value, value


def _assigned(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """Return what each name is assigned, and what is appended to it."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        target: ast.expr | None = None
        values: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            target, values = node.targets[0], [node.value]
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign)) and node.value is not None:
            target, values = node.target, [node.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("append", "extend"):
                target, values = node.func.value, node.args
        if isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Name):
            found.setdefault(target.id, []).extend(values)
    return found


def _constants(
    node: ast.expr, values: Mapping[str, list[ast.expr]], seen: set[str]
) -> Iterator[str]:
    """Yield the strings that a list of requirements is written with."""
    match node:
        case ast.Constant(value=str(text)):
            yield from text.splitlines()
        case ast.Name(id=name) if name not in seen:
            seen.add(name)
            for value in values.get(name, ()):
                yield from _constants(value, values, seen)
        case ast.Starred(value=inner):
            yield from _constants(inner, values, seen)
        case ast.Dict(values=inners) | ast.List(elts=inners) | ast.Tuple(elts=inners):
            for inner in inners:
                yield from _constants(inner, values, seen)
        case ast.Set(elts=inners) | ast.Call(args=inners):
            for inner in inners:
                yield from _constants(inner, values, seen)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            yield from _joined(node, left, right, values, seen)
        case ast.IfExp(body=one, orelse=other):
            yield from _constants(one, values, seen)
            yield from _constants(other, values, seen)
        case ast.JoinedStr():
            formatted = _formatted(node, values)
            if formatted is not None:
                yield formatted
        case _:
            return


def _joined(
    node: ast.expr,
    left: ast.expr,
    right: ast.expr,
    values: Mapping[str, list[ast.expr]],
    seen: set[str],
) -> Iterator[str]:
    """Yield the strings of two lists that are added, or the sum of two strings."""
    whole = _single(node, values)
    if whole is not None:
        yield whole
        return
    if any(isinstance(side, ast.Constant) for side in (left, right)):
        # A string with an end that is not known.
        return
    yield from _constants(left, values, seen)
    yield from _constants(right, values, seen)


def _single(node: ast.expr, values: Mapping[str, list[ast.expr]], followed: int = 0) -> str | None:
    """Return the one string that an expression is; None if it is not shown to be one."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name) if followed < 5 and len(values.get(name, ())) == 1:
            return _single(values[name][0], values, followed + 1)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            parts = [_single(side, values, followed) for side in (left, right)]
            return None if None in parts else "".join(map(str, parts))
        case _:
            return None


def _formatted(node: ast.JoinedStr, values: Mapping[str, list[ast.expr]]) -> str | None:
    parts = [
        _single(part.value if isinstance(part, ast.FormattedValue) else part, values)
        for part in node.values
    ]
    return None if None in parts else "".join(map(str, parts))


def _requirements(text: str, path: Path) -> Iterator[_Entry]:
    conditional = path.name != "requirements.txt"
    yield from _requirement_lines(text, path, conditional=conditional, seen={path})


def _requirement_lines(
    text: str, path: Path, *, conditional: bool, seen: set[Path]
) -> Iterator[_Entry]:
    for line in re.sub(r"\\\r?\n", " ", text).splitlines():
        included = re.match(r"\s*(?:-r|-c|--requirement|--constraint)[\s=]*([^\s#]+)", line)
        if included is not None:
            yield from _included(included[1], path, conditional=conditional, seen=seen)
        else:
            yield from _parsed(line, conditional=conditional)


def _included(name: str, path: Path, *, conditional: bool, seen: set[Path]) -> Iterator[_Entry]:
    """Yield what a requirements file requires that the file at ``path`` names."""
    target = Path(os.path.normpath(path.parent / name))
    if "://" in name or target in seen or len(seen) > _INCLUDES:
        return
    seen.add(target)
    text = _text(target)
    if text is not None:
        yield from _requirement_lines(text, target, conditional=conditional, seen=seen)


def _environment(text: str, path: Path) -> Iterator[_Entry]:
    conditional = path.stem != "environment"
    pip_indent: int | None = None
    for line in text.splitlines():
        found = re.match(r"(\s*)-\s*['\"]?([^'\"#]+)", line)
        if found is None:
            continue
        indent = len(found[1])
        if pip_indent is not None and indent <= pip_indent:
            pip_indent = None
        if re.match(r"pip\s*:", found[2]):
            pip_indent = indent
        elif pip_indent is None:
            yield from _conda(found[2].strip(), conditional=conditional)
        else:
            yield from _requirement_lines(found[2], path, conditional=conditional, seen={path})


def _conda(text: str, *, conditional: bool) -> Iterator[_Entry]:
    """Yield what a line of conda's requires: ``channel::name``, a version and a build."""
    found = re.match(r"(?:.*::)?([A-Za-z][\w.-]*)(?:\[[^]]*\])?\s*(.*)", text)
    if found is None:
        return
    name, rest = found.groups()
    # The build follows a second "=" or a second space.
    version = re.sub(r"(?<=[\d*])(?:=[^,|<>=!]+|\s+\S+)$", "", rest.strip())
    version = re.sub(r"^=(?!=)(\S*?)(?:\.?\*)?$", r"==\1.*", version)
    if version == "==.*":
        version = ""
    yield from _entry(name, version, conditional=conditional, indexed=False)


def _readme(text: str, _path: Path) -> Iterator[_Entry]:
    """Yield what commands in a text install of TensorFlow; there may be others to choose from."""
    for found in _INSTALLS.finditer(text):
        for word in found["what"].split():
            word = word.strip("\"'")
            if found["tool"].lower() == "conda":
                parsed = _conda(word, conditional=True)
            elif re.search("[=<>]", word):
                parsed = _parsed(word, conditional=True)
            else:
                parsed = _entry(word, "", conditional=True, indexed=False)
            yield from (entry for entry in parsed if entry.distribution in _DISTRIBUTIONS)
    for found in _MENTIONS.finditer(text):
        # It was written with that one, which newer ones may replace.
        yield _Entry("tensorflow", _Range(_version(found["version"]), None), conditional=True)


_INSTALLS = re.compile(
    r"\b(?P<tool>pip|conda)[\d.]*[ \t]+install[ \t]+(?P<what>[^\n`#;&|)]*)", re.IGNORECASE
)
"""A command of pip or conda, up to where it ends."""
_MENTIONS = re.compile(
    r"\btensorflow\b[^\n.=<>]{0,60}?(?<![\d.])(?P<version>[12]\.\d{1,2})(?:\.\d+)?(?![\w.]*\d)",
    re.IGNORECASE,
)
"""TensorFlow and a version of it, in a sentence."""


def _module(text: str, _path: Path) -> Iterator[_Entry]:
    """Yield what a dict from names to versions requires, in a module that is kept for it."""
    if _TELLING.search(text) is None:
        return
    for node in ast.walk(parse(text)):
        for name, value in _settings(node) if isinstance(node, ast.Dict) else ():
            version = value.value if isinstance(value, ast.Constant) else None
            if isinstance(name, str) and isinstance(version, str):
                line = version if version.startswith(name) else f"{name} {version}"
                yield from _parsed(line, conditional=True)


_READERS: dict[str, _Reader] = {
    "pyproject.toml": _pyproject,
    "setup.cfg": _setup_cfg,
    "setup.py": _setup_py,
    "Pipfile": _pipfile,
    "requirements*.txt": _requirements,
    "environment*.yml": _environment,
    "environment*.yaml": _environment,
    "*dependenc*.py": _module,
    "*requirement*.py": _module,
    "*versions*.py": _module,
}


# requirements


def _parsed(line: str, *, conditional: bool = False) -> Iterator[_Entry]:
    """Yield what one line requires, in the format of pip's files and of package metadata."""
    line = re.sub(r"(^|\s)(#|--hash|--config|--global).*", "", line).strip()
    if not _TELLING.search(line) or "@" in line:
        return
    from packaging.markers import InvalidMarker, Marker

    text, _, condition = line.partition(";")
    found = re.fullmatch(r"([A-Za-z][\w.-]*)\s*(?:\[[^]]*\])?\s*\(?([^()]*)\)?\s*", text)
    if found is None:
        return
    try:
        marker = Marker(condition) if condition.strip() else None
    except InvalidMarker:
        marker = None
    holds = _holds(marker)
    if holds is not False:
        limited = conditional or holds is None
        yield from _entry(found[1], found[2].strip(), conditional=limited)


_PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
_PLATFORMS = (
    ("linux", "Linux", "posix", "x86_64"),
    ("linux", "Linux", "posix", "aarch64"),
    ("darwin", "Darwin", "posix", "x86_64"),
    ("darwin", "Darwin", "posix", "arm64"),
    ("win32", "Windows", "nt", "AMD64"),
)


def _holds(marker: Marker | None) -> bool | None:
    """Whether a marker holds on the Pythons from 3.10 on; None if on some, or some platforms."""
    if marker is None:
        return True
    from packaging.markers import UndefinedComparison, UndefinedEnvironmentName

    answers = set()
    for python in _PYTHONS:
        for platform, system, name, machine in _PLATFORMS:
            environment = {
                "python_version": python,
                "python_full_version": f"{python}.0",
                "sys_platform": platform,
                "platform_system": system,
                "os_name": name,
                "platform_machine": machine,
                "extra": "",
            }
            try:
                answers.add(marker.evaluate(environment))
            except (UndefinedComparison, UndefinedEnvironmentName, ValueError):
                return None
    if answers == {False}:
        # What asks for an extra, or for a platform of its own, holds somewhere.
        return False if "python" in str(marker) and "extra" not in str(marker) else None
    return True if answers == {True} else None


def _entry(name: str, version: str, *, conditional: bool, indexed: bool = True) -> Iterator[_Entry]:
    """Yield a requirement of one of the distributions that matter, unless it cannot be read."""
    distribution = re.sub(r"[-_.]+", "-", name.strip()).lower()
    if not any(distribution in known for known in (_DISTRIBUTIONS, _LEGACY_KERAS, _COMPANIONS)):
        return
    admitted = _range(version)
    if admitted is None:
        return
    last = _LAST.get(distribution) if indexed else None
    if last is not None and admitted.high is None:
        admitted = _Range(admitted.low, _version(last), True)
    yield _Entry(distribution, admitted, conditional)


def _python(version: str) -> Iterator[_Entry]:
    """Yield which Pythons a project runs on, unless that cannot be read."""
    admitted = _range(version)
    if admitted is not None and version.strip():
        yield _Entry(_PYTHON, admitted, conditional=False)


def _range(text: str) -> _Range | None:
    """Return what a version specifier admits, also those of poetry and conda; None if unclear."""
    parts = [_all_of(part) for part in re.split(r"\|\|?", text)]
    ranges = [part for part in parts if part is not None]
    if not ranges or len(ranges) < len(parts):
        return None
    lows = [part.low for part in ranges]
    highs = [part.high for part in ranges]
    greatest = None if None in highs else max(high for high in highs if high is not None)
    excluded = all(part.excludes_high for part in ranges if part.high == greatest)
    least = None if None in lows else min(low for low in lows if low is not None)
    return _Range(least, greatest, excluded)


_CLAUSE = re.compile(r"\s*(===|==|~=|!=|<=|>=|<|>|\^|~|=)?\s*v?([\w.!+-]+?)?(\.?\*)?\s*")


def _all_of(text: str) -> _Range | None:
    """Return what ``>=2.4,<2.6`` admits; None if a part cannot be read."""
    low: Version | None = None
    high: Version | None = None
    excludes_high = False
    for clause in re.split(r",|(?<=[\w*])\s+(?=[<>=!~^])", text):
        if not clause.strip():
            continue
        one = _clause(clause)
        if one is None:
            return None
        if one.low is not None and (low is None or one.low > low):
            low = one.low
        if one.high is not None and (
            high is None or (one.high, not one.excludes_high) < (high, not excludes_high)
        ):
            high, excludes_high = one.high, one.excludes_high
    return _Range(low, high, excludes_high)


def _clause(text: str) -> _Range | None:
    """Return what one operator and its version admit."""
    from packaging.version import InvalidVersion

    found = _CLAUSE.fullmatch(text)
    if found is None:
        return None
    operator, written, star = found.groups()
    if not written:
        return _Range(None, None) if star else None
    try:
        version = _version(written)
    except InvalidVersion:
        return None
    release = version.release
    match operator:
        case "!=":
            return _Range(None, None)
        case ">=" | ">":
            return _Range(version, None)
        case "<" | "<=":
            return _Range(None, version, operator == "<")
        case "^":
            first = next((n for n, part in enumerate(release) if part), len(release) - 1)
            return _Range(version, _after(release[: first + 1]), True)
        case "~":
            return _Range(version, _after(release[:2]), True)
        case "~=":
            return _Range(version, _after(release[:-1] or release), True)
        case _ if star:
            return _Range(version, _after(release), True)
        case _:
            return _Range(version, version)


def _after(release: tuple[int, ...]) -> Version:
    """Return the first version that does not begin with these numbers."""
    return _version(".".join(map(str, (*release[:-1], release[-1] + 1))))


def _version(text: str) -> Version:
    from packaging.version import Version

    return Version(text)


def _release(version: Version) -> Version:
    """Return the version that a pre-release is one of: it has what that one has."""
    return _version(version.base_version)
