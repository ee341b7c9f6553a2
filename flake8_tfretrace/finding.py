"""What the analysis reports."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flake8_tfretrace.program.scopes import Place


@dataclass(frozen=True)
class Report:
    """What a rule yields: a place, what TensorFlow does there, and the facts behind it.

    The run of the rules turns it into a :class:`Finding`.
    """

    node: ast.AST
    """Where: an expression, a statement, a decorator or a definition."""
    place: Place
    """The code around it."""
    message: str
    function: str | None = None
    """Qualified name of the traced function that retraces, if the report is about one."""
    predicted_traces: int | None = None
    """The traces that ``function`` makes in one run of the program, where they can be counted."""
    facts: Any = None
    """What the rule established, for the fix of the same code (:mod:`flake8_tfretrace.facts`)."""


@dataclass(frozen=True, order=True)
class Finding:
    """One report at one place of a file."""

    line: int
    """1-based."""
    column: int
    """0-based, in characters (not bytes), as flake8 expects it."""
    code: str
    message: str
    """Without the code."""
    function: str | None = field(default=None, compare=False)
    predicted_traces: int | None = field(default=None, compare=False)
    node: ast.AST | None = field(default=None, compare=False, repr=False)
    facts: Any = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.code} {self.message}"
