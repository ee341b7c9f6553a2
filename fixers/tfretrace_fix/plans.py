"""What a fix answers for a finding: a plan, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flake8_tfretrace import Finding
from flake8_tfretrace.program import Program
from tfretrace_fix.edits import Edit


@dataclass(frozen=True)
class Context:
    """What a fix may look at besides its finding."""

    program: Program
    findings: Sequence[Finding]
    """All findings of the file that may be fixed, for fixes that belong together."""


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


@dataclass(frozen=True)
class Refusal:
    """A finding that the fix leaves alone."""

    reason: str
    """A clause that says why: ``the body indexes a list with 'i'``."""


Planner = Callable[[Finding, Context], Plan | Refusal]
