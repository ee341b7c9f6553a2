"""What a fix answers for a finding: a plan, or a refusal that says why there is none."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from flake8_tfretrace import Finding
from flake8_tfretrace.program import Program
from tfretrace_fix.edits import Edit

Choice = TypeVar("Choice")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Context:
    """What a fix may look at besides its finding."""

    program: Program
    findings: Sequence[Finding]
    """All findings of the file that may be fixed, for fixes that belong together."""
    silences: Callable[[str, ast.AST], bool] = lambda code, node: False
    """Whether a ``# noqa`` comment at a node keeps a code from being reported there."""

    @cached_property
    def reads(self) -> Mapping[str, Sequence[ast.Name | ast.Attribute]]:
        """The names, and the attributes by theirs, that the file reads."""
        found: defaultdict[str, list[ast.Name | ast.Attribute]] = defaultdict(list)
        for node in ast.walk(self.program.tree):
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                found[node.id if isinstance(node, ast.Name) else node.attr].append(node)
        return found


@dataclass(frozen=True)
class Plan:
    """The edits that make findings go away."""

    edits: tuple[Edit, ...]
    covers: tuple[Finding, ...]
    """The findings that go away together."""
    unsafe_because: str | None = None
    """What may change in the results, as a clause; None if nothing can."""

    @property
    def safe(self) -> bool:
        """Whether the results surely stay the same."""
        return self.unsafe_because is None


class Refusal(Exception):  # noqa: N818 - not an error: the finding is left alone
    """A finding cannot be fixed; the message is a clause: ``the body indexes a list with 'i'``."""


Planner = Callable[[Finding, Context], Plan]
"""Returns how to fix a finding, or raises :class:`Refusal`."""


def first_possible(
    choices: Iterable[Choice], attempt: Callable[[Choice], Result], otherwise: str = ""
) -> Result:
    """Return the result for the first of ``choices`` that is not refused.

    Raises:
        Refusal: all are; the reason is that of the last, or ``otherwise`` if there is no choice.
    """
    refusal = Refusal(otherwise)
    for choice in choices:
        try:
            return attempt(choice)
        except Refusal as refused:
            refusal = refused
    raise refusal
