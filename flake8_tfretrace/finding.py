"""What the analysis reports."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Confidence = Literal["proven", "likely"]
Assumption = Literal["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9"]
ASSUMPTIONS: dict[Assumption, str] = {
    "A1": "reachable code is entered once, and nothing more is assumed of how often",
    "A2": "a loop over something unknown, or while something holds, runs at least four times",
    "A3": "a branch that nothing decides can be taken",
    "A4": "calls of unknown code return, and touch only what they are handed",
    "A5": "annotations hold; nobody patches imports; no unseen subclass overrides",
    "A6": "eager switches are off unless set",
    "A7": "smooth arithmetic of a changing number gives at least three values",
    "A8": "clock and random draws differ; new objects without __eq__ differ",
    "A9": "what predict is given anew in each iteration is a batch, and no whole data set",
}
"""What a proven finding may rest on besides the code that was read and known library functions."""


@dataclass(frozen=True)
class Step:
    """One step of a witness: what happens where."""

    path: str
    line: int
    """1-based."""
    text: str


@dataclass(frozen=True)
class Witness:
    """The steps that make a claim about executions true, and what they rest on."""

    steps: tuple[Step, ...] = ()
    assumptions: frozenset[Assumption] = frozenset()
    needs: frozenset[str] = frozenset()
    """The further assumptions, as clauses ("f is called more than once"): none if it is proven."""

    def __add__(self, other: Witness) -> Witness:
        """Return the witness of both: its steps one after the other, no step twice."""
        return Witness(
            tuple(dict.fromkeys((*self.steps, *other.steps))),
            self.assumptions | other.assumptions,
            self.needs | other.needs,
        )

    @property
    def clauses(self) -> str:
        """What it needs, as the end of a message."""
        return "".join(f" (if {clause})" for clause in sorted(self.needs))

    @property
    def confidence(self) -> Confidence | None:
        """Proven, likely (one further assumption), or None: too much is assumed to say it."""
        if not self.steps or len(self.needs) > 1:
            return None
        return "likely" if self.needs else "proven"


class Anchor(NamedTuple):
    """Where a finding is, said without line numbers: what stays the same when lines move."""

    scope: str = ""
    """The names of the definitions around it, outermost first: ``Trainer.fit``; or empty."""
    text: str = ""
    """Its line, with single spaces."""
    occurrence: int = 0
    """How many findings of the same code, scope and text come before it in the file."""


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
    witness: Witness = field(default=Witness(), compare=False, repr=False)
    anchor: Anchor = field(default=Anchor(), compare=False, repr=False)

    @property
    def confidence(self) -> Confidence:
        """Whether the witness proves it, or needs one further assumption."""
        return self.witness.confidence or "likely"

    @property
    def fingerprint(self) -> str:
        """What a finding of a file is known by again when lines have moved."""
        # Imported where it is needed: it brings OpenSSL.
        import hashlib

        content = "\0".join((self.code, self.anchor.scope, self.anchor.text))
        digest = hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=8)
        return f"{digest.hexdigest()}:{self.anchor.occurrence + 1}"

    def __str__(self) -> str:
        return f"{self.code} {self.message}"
