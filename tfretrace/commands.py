"""The commands as they are started: they say what to install where something lacks."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tfretrace.extra import lacking

_UNUSABLE = 2


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
