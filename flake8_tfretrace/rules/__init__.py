"""The rules: one module per family, one function per row of the catalogue.

A rule asks the program model and yields reports; it never walks the tree.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import importlib
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from flake8_tfretrace.catalog import RULES
from flake8_tfretrace.finding import Finding, Report
from flake8_tfretrace.program import Program
from flake8_tfretrace.settings import Settings

if TYPE_CHECKING:
    from flake8_tfretrace.profile import FileProfile

FEW = 2
"""Up to this many different values are variants that the author wants (+1/-1, train/test)."""

Check = Callable[[Program], Iterator[Report]]


@cache
def check_of(code: str) -> Check:
    """Return the function that checks ``code``."""
    rule = RULES[code]
    module = importlib.import_module(f"{__name__}.{rule.family}")
    check: Check = getattr(module, rule.name.replace("-", "_"))
    return check


def run(
    tree: ast.Module,
    lines: Sequence[str],
    filename: str,
    settings: Settings,
    codes: Collection[str],
    profile: FileProfile | None = None,
) -> tuple[Program, list[Finding]]:
    """Return the program model of ``tree`` and what the rules report on it, in source order.

    ``profile`` takes the place of the one in ``settings``.
    """
    found: dict[Finding, None] = {}
    with _collector_paused():
        if profile is None and settings.profile is not None:
            # Only those who have a profile pay for reading it.
            from flake8_tfretrace.profile import load

            profile = load(settings.profile).of_file(filename)
        program = Program(tree, filename, settings, profile)
        for code in sorted(codes):
            rule = RULES[code]
            for report in check_of(code)(program):
                if not rule.in_tests and program.is_test(report.place):
                    continue
                found[_finding(code, report, lines)] = None
    return program, sorted(found)


@contextlib.contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep Python's cycle collector from looking through a model that is still in use.

    It would do so again and again while the model grows.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _finding(code: str, report: Report, lines: Sequence[str]) -> Finding:
    node = report.node
    line: int = node.lineno  # type: ignore[attr-defined]
    column: int = node.col_offset  # type: ignore[attr-defined]
    text = lines[line - 1] if line <= len(lines) else ""
    if not text.isascii():
        # ast counts bytes, flake8 characters.
        column = len(text.encode()[:column].decode(errors="replace"))
    return Finding(
        line,
        column,
        code,
        report.message,
        report.function,
        report.predicted_traces,
        node,
        report.facts,
    )
