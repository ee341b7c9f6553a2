"""The line length of a project, by the configuration of its formatter or linter."""

from __future__ import annotations

import configparser
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from flake8_tfretrace.modules import PROJECT_MARKS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_FORMATTER = 88
"""The default of Black and of ruff."""
_LEAST, _MOST = 79, 120
"""Without a configuration, the longest line of a file counts, between these."""


def line_length(filename: str, lines: list[str]) -> int:
    """Return the most characters that a line of a file may have."""
    configured = _configured(Path(filename).resolve().parent)
    if configured is not None:
        return configured
    return max(_LEAST, min(_MOST, max(map(len, lines), default=0)))


@cache
def _configured(folder: Path) -> int | None:
    for reader in _READERS.items():
        found = _read(folder, *reader)
        if found is not None:
            return found
    is_root = any((folder / mark).exists() for mark in PROJECT_MARKS)
    return None if is_root or folder == folder.parent else _configured(folder.parent)


def _read(folder: Path, name: str, reader: Callable[[str], int | None]) -> int | None:
    try:
        return reader((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError, configparser.Error):
        return None


def _pyproject(text: str) -> int | None:
    tools: Mapping[str, Any] = tomllib.loads(text).get("tool", {})
    for tool in ("black", "ruff"):
        if isinstance(table := tools.get(tool), dict):
            return _number(table.get("line-length", _FORMATTER))
    return next(_lengths(tools), None)


def _lengths(tools: Mapping[str, Any]) -> Iterator[int]:
    """Yield what tools name that are no formatters of their own."""
    for tool, key in (
        ("flake8", "max-line-length"),
        ("yapf", "column_limit"),
        ("isort", "line_length"),
        ("pycodestyle", "max-line-length"),
    ):
        table = tools.get(tool)
        if isinstance(table, dict) and (number := _number(table.get(key))) is not None:
            yield number


def _ruff(text: str) -> int | None:
    return _number(tomllib.loads(text).get("line-length", _FORMATTER))


def _ini(text: str) -> int | None:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.read_string(text)
    for section, key in (
        ("flake8", "max-line-length"),
        ("flake8", "max_line_length"),
        ("pycodestyle", "max-line-length"),
        ("yapf", "column_limit"),
    ):
        if parser.has_option(section, key):
            return _number(parser.get(section, key))
    return None


def _editorconfig(text: str) -> int | None:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    # What stands above the first section is about the file itself.
    parser.read_string(f"[editorconfig]\n{text}")
    found = None
    for section in parser.sections():
        if section == "*" or "py" in re.findall(r"\w+", section):
            found = _number(parser[section].get("max_line_length")) or found
    return found


def _number(value: object) -> int | None:
    text = str(value).partition("#")[0].strip()
    return int(text) if text.isdecimal() and int(text) > 0 else None


_READERS: dict[str, Callable[[str], int | None]] = {
    "pyproject.toml": _pyproject,
    "ruff.toml": _ruff,
    ".ruff.toml": _ruff,
    ".flake8": _ini,
    "setup.cfg": _ini,
    "tox.ini": _ini,
    ".editorconfig": _editorconfig,
}
