"""Command lines: errors in two lines, which say what may have been meant."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from flake8_tfretrace.catalog import RULES, matching


class Parser(argparse.ArgumentParser):
    """A parser that does not bury an error under all options there are."""

    def error(self, message: str) -> NoReturn:
        """End the process with what is wrong and where to read on."""
        self.exit(2, f"{self.prog}: error: {message}\nSee '{self.prog} --help'.\n")

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> argparse.Namespace:
        """Return the parsed arguments; of an unknown option say which one may be meant."""
        parsed: argparse.Namespace
        parsed, unknown = self.parse_known_args(args, namespace)
        if unknown:
            option = unknown[0].partition("=")[0]
            self.error(f"unknown option {option}{meant(option, self._option_string_actions)}")
        return parsed


def codes(text: str) -> str:
    """Return a list of codes or prefixes as it is.

    Raises:
        argparse.ArgumentTypeError: no rule starts with one of them.
    """
    for prefix in text.replace(",", " ").split():
        if not matching([prefix]):
            raise argparse.ArgumentTypeError(f"no rule starts with {prefix!r}{meant_code(prefix)}")
    return text


def meant_code(text: str) -> str:
    """Return what to add to a message about a code that is none."""
    return meant(text.upper(), RULES) if not matching([text.upper()]) else _question(text.upper())


def meant(text: str, known: Iterable[str]) -> str:
    """Return what to add to a message about a name that is unknown; empty if none is like it."""
    found = get_close_matches(text, [*known], n=1)
    return _question(found[0]) if found else ""


def _question(text: str) -> str:
    return f"; did you mean {text}?"
