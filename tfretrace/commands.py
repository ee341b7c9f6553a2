"""The commands as they are started: they say what to install where something lacks."""

from __future__ import annotations

import sys
from collections.abc import Sequence

_EXTRA = frozenset({"keras", "matplotlib", "numpy", "psutil", "rich", "tensorflow"})
"""The packages that the extra ``verify`` brings."""
INSTALL = "pip install 'flake8-tfretrace[verify]'"
_UNUSABLE = 2


def lacking(error: ImportError) -> str:
    """Return what to tell about a failed import: what to install, if the extra brings it."""
    package = (error.name or "").partition(".")[0]
    if isinstance(error, ModuleNotFoundError) and package in _EXTRA:
        return f"this needs {package}, which is not installed; run: {INSTALL}"
    return str(error)


def verify() -> int:
    """Run ``tfretrace-verify``; return its exit status."""
    return _run("tfretrace-verify", sys.argv[1:])


def record() -> int:
    """Run ``python -m tfretrace``; return its exit status."""
    return _run("python -m tfretrace", ["record", *sys.argv[1:]])


def _run(command: str, arguments: Sequence[str]) -> int:
    try:
        from tfretrace.cli import main
    except ImportError as error:
        print(f"{command}: error: {lacking(error)}", file=sys.stderr)
        return _UNUSABLE
    return main(arguments)
