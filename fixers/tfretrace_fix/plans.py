"""What a fix answers for a finding: a plan, or a refusal that says why there is none."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from flake8_tfretrace import Finding
from flake8_tfretrace.program import Function, Place, Program, TracedFunction
from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.scopes import lookup, tail
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

    def reads_of(self, name: str, place: Place) -> Iterator[ast.Name | ast.Attribute]:
        """Yield the reads of what ``name`` means at a place, and of attributes of that name."""
        owner = lookup(name, place.scope)[0]
        syntax, module = self.program.syntax, self.program.index.module
        for read in self.reads.get(name, ()):
            is_attribute = isinstance(read, ast.Attribute)
            if is_attribute or lookup(name, syntax.scope(module, read))[0] is owner:
                yield read

    @cached_property
    def attributes_read(self) -> Mapping[Function, Sequence[ast.Attribute]]:
        """The attributes that each function reads."""
        found: defaultdict[Function, list[ast.Attribute]] = defaultdict(list)
        for reads in self.program.syntax.attribute_reads.values():
            for node, function in reads:
                found[function].append(node)
        return found

    @cached_property
    def containers_changed(self) -> Mapping[str, Sequence[tuple[ast.expr, ast.AST, Place]]]:
        """What functions change the elements of, by its name or attribute, with what does that."""
        found: defaultdict[str, list[tuple[ast.expr, ast.AST, Place]]] = defaultdict(list)
        for function in self.program.index.functions:
            for base, node, place in changes(function):
                # Of an instance of the program's own, a method is no container's.
                if getattr(self.program.value(base, place), "cls", None) is None:
                    found[tail(base)].append((base, node, place))
        return found

    @cached_property
    def states(self) -> dict[TracedFunction, str | None]:
        """What was found out of the state that traces read, which findings on one share."""
        return {}

    @cached_property
    def doubts(self) -> dict[TracedFunction, str | None]:
        """What may change that state under another name."""
        return {}


@dataclass(frozen=True)
class Plan:
    """The edits that make findings go away."""

    edits: tuple[Edit, ...]
    covers: tuple[Finding, ...]
    """The findings that go away together."""
    unsafe_because: str | None = None
    """What may change in the results, as a clause; None if nothing can."""
    otherwise: tuple[Plan, ...] = ()
    """Other ways to make them go away, for where this one is no good; those that come first lower
    more traces, or change less."""
    lessens: bool = False
    """Whether the findings may stay, for fewer calls: what retraced moves out of a loop."""
    leaves_more: bool = False
    """Whether more traces are left than by the other ways, which come first where they are made."""

    @property
    def safe(self) -> bool:
        """Whether the results surely stay the same."""
        return self.unsafe_because is None


class Refusal(Exception):  # noqa: N818 - not an error: the finding is left alone
    """A finding cannot be fixed; the message is a clause: ``the body indexes a list with 'i'``."""


Planner = Callable[[Finding, Context], Plan]
"""Returns how to fix a finding, or raises :class:`Refusal`."""


def alternatives(choices: Iterable[Choice], attempt: Callable[[Choice], Plan]) -> Plan:
    """Return the plan for the first of ``choices`` that is not refused, with those for the others.

    Raises:
        Refusal: all are; the reason is that of the last.
    """
    first, *others = possible(choices, attempt)
    return replace(first, otherwise=tuple(others))


def first_possible(choices: Iterable[Choice], attempt: Callable[[Choice], Result]) -> Result:
    """Return the result for the first of ``choices`` that is not refused.

    Raises:
        Refusal: all are; the reason is that of the last.
    """
    return next(_possible(choices, attempt))


def possible(choices: Iterable[Choice], attempt: Callable[[Choice], Result]) -> list[Result]:
    """Return the results for those of ``choices`` that are not refused.

    Raises:
        Refusal: all are; the reason is that of the last.
    """
    return [*_possible(choices, attempt)]


def _possible(choices: Iterable[Choice], attempt: Callable[[Choice], Result]) -> Iterator[Result]:
    refusal: Refusal | None = None
    is_any = False
    for choice in choices:
        try:
            result = attempt(choice)
        except Refusal as refused:
            refusal = refused
        else:
            is_any = True
            yield result
    if not is_any:
        raise refusal or Refusal("there is no choice")
