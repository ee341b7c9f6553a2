"""Findings become edits, edits a new text, until there is nothing left to fix."""

from __future__ import annotations

import ast
import dataclasses
import difflib
import io
import tokenize
import warnings
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING

from flake8_tfretrace import Finding, Settings
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.evidence import occasion
from flake8_tfretrace.facts import ElsewhereFacts
from flake8_tfretrace.program import Program
from flake8_tfretrace.rules import run
from tfretrace_fix.edits import Edit, ReplaceStatement
from tfretrace_fix.fixes import FIXES
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.positions import Span, span_of, spans_touched
from tfretrace_fix.suppression import Suppressions

if TYPE_CHECKING:
    from flake8_tfretrace.profile import FileProfile

Place = tuple[str, int]
"""The code of a finding, and its line in the text that was given to be fixed."""
_NONE: Mapping[Place, str] = MappingProxyType({})


@dataclass(frozen=True)
class Fixed:
    """A finding that a fix made go away."""

    finding: Finding
    """At its line in the text that was given to be fixed."""
    safe: bool
    plan: int
    """Findings with the same number went away by the same edits."""


@dataclass(frozen=True)
class Left:
    """A finding that stays, at its place in the resulting text."""

    finding: Finding
    reason: str
    """Why, as a clause: ``the body indexes a list with 'i'``."""
    needs_unsafe: bool
    """Whether ``unsafe=True`` would fix it."""


@dataclass(frozen=True)
class FixResult:
    """What became of one file."""

    text: str
    fixed: tuple[Fixed, ...]
    left: tuple[Left, ...]
    outdated: tuple[str, ...] = ()
    """The functions that the profile knows in another version, by name."""


def fix_source(
    source: str,
    filename: str = "<unknown>",
    *,
    settings: Settings = Settings(),  # noqa: B008 - immutable
    codes: Collection[str] = DEFAULT_CODES,
    unsafe: bool = False,
    disable_noqa: bool = False,
    leave_out: Mapping[Place, str] = _NONE,
) -> FixResult:
    """Fix what ``codes`` report on ``source``, until no fix applies any more.

    A fix counts only if the result compiles, keeps every comment, and has no finding of a
    default rule that was not there before; the others are undone and named in the result.
    Findings under a ``# noqa`` comment are left alone, unless ``disable_noqa``; so are those at
    the places in ``leave_out``, for the reason given there.

    Raises:
        SyntaxError: ``source`` is not Python.
    """
    if "\0" in source:
        raise SyntaxError("source code cannot contain null bytes")
    if not any(occasion(source, filename, codes, settings)):
        ast.parse(source, filename)
        return FixResult(source, (), ())
    checker = _Checker(filename, settings, frozenset(codes), disable_noqa)
    state = checker.check(source)
    profile, functions = state.program.profile, state.program.index.functions
    if profile is None:
        return _Run(checker, unsafe, leave_out).fix(state)
    # What was seen of a function stays true of it when a fix changes it.
    checker = dataclasses.replace(checker, profile=profile.accepting(functions))
    outdated = tuple(observed.name for observed in profile.outdated(functions))
    return dataclasses.replace(_Run(checker, unsafe, leave_out).fix(state), outdated=outdated)


def original_lines(source: str, text: str) -> list[int]:
    """Return for each line of ``text``, from index 1 on, the line of ``source`` it comes from.

    A new line comes from the line it took the place of, or stands before.
    """
    before, after = (list(io.StringIO(part, newline=None)) for part in (source, text))
    origins = [1]
    for _, i, j, k, end in difflib.SequenceMatcher(None, before, after, False).get_opcodes():
        origins += [min(i + offset + 1, max(j, 1)) for offset in range(end - k)]
    return origins


@dataclass(frozen=True)
class _Checked:
    """A text, what it means, and what the rules report on it."""

    text: str
    lines: list[str]
    program: Program
    findings: list[Finding]
    """Of all codes that are looked at."""
    open: list[Finding]
    """Those that may be fixed: of the codes asked for, and not suppressed."""

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(finding.code for finding in self.findings)

    @cached_property
    def comments(self) -> list[tuple[int, str]]:
        """Each comment with its line."""
        tokens = tokenize.generate_tokens(iter(self.lines).__next__)
        return [(t.start[0], t.string) for t in tokens if t.type == tokenize.COMMENT]


@dataclass(frozen=True)
class _Checker:
    filename: str
    settings: Settings
    codes: frozenset[str]
    disable_noqa: bool
    profile: FileProfile | None = None

    def check(self, text: str) -> _Checked:
        """Raise SyntaxError if ``text`` does not compile."""
        tree = ast.parse(text, self.filename)
        lines = list(io.StringIO(text, newline=None))
        wanted, elsewhere = occasion(text, self.filename, self.codes | DEFAULT_CODES, self.settings)
        program, findings = run(
            tree, lines, self.filename, self.settings, wanted, self.profile, elsewhere
        )
        open_findings = [finding for finding in findings if finding.code in self.codes]
        if open_findings and not self.disable_noqa:
            suppressions = Suppressions(text, self.filename)
            open_findings = [f for f in open_findings if not suppressions.cover(f)]
        return _Checked(text, lines, program, findings, open_findings)

    def apply(self, before: _Checked, plans: Sequence[Plan]) -> _Checked | str:
        """Return the text with ``plans`` carried out, or why it is not good."""
        # Imported where it is needed: LibCST takes longer to load than most files to check.
        from tfretrace_fix.rewrite import RewriteError, rewrite

        try:
            text = rewrite(before.text, [edit for plan in plans for edit in plan.edits])
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)
                compile(text, self.filename, "exec", dont_inherit=True)
            after = self.check(text)
        except RewriteError as error:
            return str(error)
        except SyntaxError as error:
            return f"the result would not compile: {error.msg}"
        return _objection(before, after, plans) or after


def _objection(before: _Checked, after: _Checked, plans: Sequence[Plan]) -> str | None:
    gone = {line for plan in plans for edit in plan.edits for line in _lines_gone(edit, before)}
    kept = Counter(comment for line, comment in before.comments if line not in gone)
    lost = kept - Counter(comment for _, comment in after.comments)
    if lost:
        return f"the comment {next(iter(lost))!r} would be lost"
    covered = Counter(finding.code for plan in plans for finding in plan.covers)
    grown = after.counts - before.counts
    if not covered.keys() & DEFAULT_CODES:
        bad = grown
    else:
        # What is off by default is advice: a fix may give occasion to it.
        bad = Counter({code: n for code, n in grown.items() if code in DEFAULT_CODES})
    if bad:
        new = next(f for f in after.findings if f.code in bad and f not in before.findings)
        return f"the result would have {new} (line {new.line})"
    for code, count in covered.items():
        if before.counts[code] - after.counts[code] < count:
            return f"{code} would still be reported"
    return None


def _lines_gone(edit: Edit, before: _Checked) -> range:
    """Return the lines of a simple statement that ``edit`` removes, with the comment behind it."""
    if not isinstance(edit, ReplaceStatement) or edit.template or hasattr(edit.node, "body"):
        return range(0)
    (first, column), (last, end) = span_of(edit.node, before.lines)
    is_alone = not before.lines[first - 1][:column].strip()
    is_alone &= before.lines[last - 1][end:].lstrip()[:1] in ("", "#")
    return range(first, last + 1) if is_alone else range(0)


@dataclass
class _Run:
    checker: _Checker
    unsafe: bool
    leave_out: Mapping[Place, str]

    def fix(self, state: _Checked) -> FixResult:
        """Apply plans until none is left.

        Every accepted step lowers the number of findings of default rules, or else the number
        of all findings; so this ends.
        """
        source = state.text
        fixed: list[Fixed] = []
        plan_count = 0
        rejected: dict[tuple[Finding, ...], str] = {}
        while True:
            origins = original_lines(source, state.text) if state.open else []
            places = {finding: (finding.code, origins[finding.line]) for finding in state.open}
            left_out = {f: self.leave_out[p] for f, p in places.items() if p in self.leave_out}
            outcomes = _outcomes(state, left_out)
            plans = [p for p in _distinct(outcomes.values()) if p.safe or self.unsafe]
            batch = _compatible([p for p in plans if p.covers not in rejected], state.text)
            if not batch:
                break
            after = self.checker.apply(state, batch)
            while isinstance(after, str) and len(batch) > 1:
                batch = batch[: len(batch) // 2]
                after = self.checker.apply(state, batch)
            if isinstance(after, str):
                rejected[batch[0].covers] = after
                continue
            for plan in batch:
                plan_count += 1
                for finding in plan.covers:
                    placed = dataclasses.replace(finding, line=origins[finding.line])
                    fixed.append(Fixed(placed, plan.safe, plan_count))
            state = after
            # What failed before may fit the text as it is now.
            rejected.clear()
        left = [self._left(state, f, outcome, rejected) for f, outcome in outcomes.items()]
        return FixResult(state.text, tuple(fixed), tuple(left))

    def _left(
        self,
        state: _Checked,
        finding: Finding,
        outcome: Plan | Refusal,
        rejected: dict[tuple[Finding, ...], str],
    ) -> Left:
        if isinstance(outcome, Refusal):
            return Left(finding, str(outcome), needs_unsafe=False)
        reason = rejected.get(outcome.covers)
        if reason is None:
            after = self.checker.apply(state, [outcome])
            if not isinstance(after, str):
                assert outcome.unsafe_because is not None
                return Left(finding, outcome.unsafe_because, needs_unsafe=True)
            reason = after
        return Left(finding, reason, needs_unsafe=False)


def _outcomes(state: _Checked, left_out: Mapping[Finding, str]) -> dict[Finding, Plan | Refusal]:
    """Return the plan that covers each open finding, or why there is none.

    ``left_out`` are findings that are not to be fixed, and why.
    """
    own = [f for f in state.open if not isinstance(f.facts, ElsewhereFacts)]
    context = Context(state.program, own)
    outcomes: dict[Finding, Plan | Refusal] = {}
    for finding in state.open:
        if isinstance(outcomes.get(finding), Plan):
            continue
        try:
            plan = _plan(finding, context, left_out)
        except Refusal as refusal:
            outcomes[finding] = refusal
        else:
            outcomes.update(dict.fromkeys([finding, *plan.covers], plan))
    return outcomes


def _plan(finding: Finding, context: Context, left_out: Mapping[Finding, str]) -> Plan:
    if isinstance(finding.facts, ElsewhereFacts):
        raise Refusal(_elsewhere(finding.facts))
    planner = FIXES.get(finding.code)
    if planner is None:
        raise Refusal("there is no automatic fix")
    plan = planner(finding, context)
    for covered in plan.covers:
        if covered in left_out:
            raise Refusal(left_out[covered])
    return plan


def _elsewhere(facts: ElsewhereFacts) -> str:
    """Return why a finding that rests on another file is not fixed."""
    if facts.name is None or facts.path is None:
        return "it rests on what another file defines"
    return f"'{facts.name}' is in {PurePath(facts.path).name}, and one file is fixed alone"


def _distinct(outcomes: Collection[Plan | Refusal]) -> Iterator[Plan]:
    seen: list[Plan] = []
    for outcome in outcomes:
        if isinstance(outcome, Plan) and not any(outcome is plan for plan in seen):
            seen.append(outcome)
            yield outcome


def _compatible(plans: Sequence[Plan], text: str) -> list[Plan]:
    """Return plans of which no two touch the same place; the others wait for the next round."""
    lines = [line.rstrip("\n") for line in io.StringIO(text, newline=None)]
    chosen: list[Plan] = []
    taken: list[Span] = []
    for plan in plans:
        spans = [span for edit in plan.edits for span in spans_touched(edit, lines)]
        if not any(span.overlaps(other) for span in spans for other in taken):
            chosen.append(plan)
            taken += spans
    return chosen
