"""What the rules yield."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from flake8_tfretrace.finding import Witness
from flake8_tfretrace.program.scopes import Place


@dataclass(frozen=True)
class Report:
    """What a rule yields: a place, what TensorFlow does there, and the facts behind it.

    The run of the rules turns it into a :class:`~flake8_tfretrace.finding.Finding`.
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
    witness: Witness = field(default_factory=Witness)
    """Why it is so. A report without one is not shown."""
