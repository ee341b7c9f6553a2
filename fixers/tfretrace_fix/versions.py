"""Which versions have what fixes write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from tfretrace_fix.edits import Edit, RenameKeyword, SetKeyword

_SINCE = {
    "jit_compile": "2.5",
    "reset_state": "2.6",
    "reduce_retracing": "2.9",
    "PredictorCache": "2.16",
}
"""The first TensorFlow with an option, method or class; what is not named is in all 2.x."""

_DISTRIBUTIONS = ("tensorflow", "tensorflow-cpu", "tensorflow-macos", "tensorflow-intel")
_PYTHON = re.compile(
    r"""(?:requires-python|python_requires|^python)\s*=\s*["']?\s*[>~=^]=?\s*3\.(\d+)""",
    re.MULTILINE,
)
"""Poetry says ``python = "^3.7"``."""
_UNIONS_SINCE = 10
"""The minor version of Python 3 that brought ``X | Y`` for types."""


def lacking(edits: list[Edit], filename: str) -> str | None:
    """Say, as a clause, what the versions that a file's project requires may not have of edits."""
    for name, version, older in _admitted(edits, filename):
        if older:
            return f"the project admits TensorFlow before {version}, which has no '{name}'"
    return None


def admits_python_without_unions(filename: str) -> bool:
    """Whether the project of a file says that it runs on a Python without ``X | Y`` for types."""
    return _minor_version(Path(filename).absolute().parent) < _UNIONS_SINCE


@cache
def _minor_version(folder: Path) -> int:
    """Return the least minor version of Python 3 that is asked for; else that of this project."""
    for above in (folder, *folder.parents):
        files = [above / name for name in ("pyproject.toml", "setup.cfg", "setup.py")]
        for path in files:
            try:
                found = _PYTHON.search(path.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                continue
            if found:
                return int(found[1])
        if (above / ".git").exists():
            break
    return _UNIONS_SINCE


def unsaid(edits: list[Edit], filename: str) -> str | None:
    """Say, as a clause, of which edits nothing shows that the project's TensorFlow has them.

    Of a project that says nothing, its programs run with the TensorFlow that is installed.
    """
    for name, version, older in _admitted(edits, filename):
        if older is None and not _is_installed(version):
            return f"nothing says that the project requires TensorFlow {version}, for '{name}'"
    return None


@cache
def _is_installed(version: str) -> bool:
    """Whether a TensorFlow of at least this version is installed beside the fixer."""
    # Imported where it is needed: most runs write nothing that is new.
    from packaging.version import Version

    for distribution in _DISTRIBUTIONS:
        try:
            found = metadata.version(distribution)
        except metadata.PackageNotFoundError:
            continue
        return Version(found).release[:2] >= Version(version).release
    return False


def _admitted(edits: list[Edit], filename: str) -> Iterator[tuple[str, str, bool | None]]:
    """Yield what edits write that is new, since when, and whether the project admits an older one.

    None where the project says nothing of versions.
    """
    wanted = {name: _SINCE[name] for edit in edits for name in _written(edit) if name in _SINCE}
    if not wanted:
        return
    # Imported where it is needed: few fixes write anything new.
    from flake8_tfretrace.requirements import required

    for name, version in wanted.items():
        yield name, version, required(filename).may_be_below("tensorflow", version)


def _written(edit: Edit) -> Iterator[str]:
    """Yield the options that an edit gives, and the attributes that it reads."""
    if isinstance(edit, SetKeyword):
        yield edit.name
    elif isinstance(edit, RenameKeyword):
        yield edit.new
    yield from re.findall(r"\.(\w+)", getattr(edit, "template", ""))
