"""The commands as they are started: they say what to install where something lacks."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence

from tfretrace.extra import lacking

_UNUSABLE = 2
_USAGE = """\
usage: tfretrace audit [OPTIONS] -- COMMAND
       tfretrace [OPTIONS] (SCRIPT | -m MODULE) [ARGUMENTS ...]

The first one runs a command and says which findings of the linter are true of that run, the second
one runs a program and reports every trace that TensorFlow makes, with its cause.
See 'tfretrace audit --help' and 'tfretrace-verify record --help'.
"""


def verify() -> int:
    """Run ``tfretrace-verify``; return its exit status."""
    return _run("tfretrace-verify", sys.argv[1:])


def tfretrace() -> int:
    """Run ``tfretrace``, which is ``python -m tfretrace``; return its exit status."""
    given = sys.argv[1:]
    if given[:1] in ([], ["-h"], ["--help"]):
        print(_USAGE, end="", file=sys.stdout if given else sys.stderr)
        return 0 if given else _UNUSABLE
    if given[0] == "audit":
        return _run("tfretrace audit", given[1:], "tfretrace.audit_cli")
    return _run("tfretrace", ["record", *given])


def _run(command: str, arguments: Sequence[str], module: str = "tfretrace.cli") -> int:
    try:
        main: Callable[[Sequence[str]], int] = importlib.import_module(module).main
    except ImportError as error:
        print(f"{command}: error: {lacking(error)}", file=sys.stderr)
        return _UNUSABLE
    return main(arguments)
