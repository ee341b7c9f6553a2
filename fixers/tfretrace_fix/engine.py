"""Findings become edits, edits a new text, until there is nothing left to fix."""

from __future__ import annotations

import ast
import dataclasses
import io
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Literal, Protocol

from flake8_tfretrace import Finding, Settings
from flake8_tfretrace.baseline import Baseline
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.facts import RecordedFacts
from flake8_tfretrace.modules import reading
from flake8_tfretrace.program import CallSite, Program
from flake8_tfretrace.program.scopes import start
from flake8_tfretrace.program.tracetypes import ChoiceValue
from tfretrace_fix.changes import Change, changes
from tfretrace_fix.checking import Checked, Checker, Objection, objections
from tfretrace_fix.edits import AddImport, Edit
from tfretrace_fix.effects import (
    counts_traces,
    doubt_of_state,
    draws_from_seed,
    state_between_calls,
)
from tfretrace_fix.fixes import FIXES, JOINT
from tfretrace_fix.plans import Context, Plan, Refusal, possible
from tfretrace_fix.positions import Span, nodes_of, original_lines, spans_touched
from tfretrace_fix.suppression import with_noqa
from tfretrace_fix.versions import lacking, unsaid

Place = tuple[str, int]
"""The code of a finding, and its line in the text that was given to be fixed."""
_FOLLOWING = 3
"""So many rounds of fixes may follow one that brings a finding to light."""
_LIKELY = "the finding is likely, not proven: see what its message assumes"


@dataclass(frozen=True)
class Work:
    """What is to be fixed in one file."""

    text: str
    codes: Collection[str] = DEFAULT_CODES
    leave_out: Mapping[Place, str] = field(default_factory=dict)
    """Findings that are left alone, and why."""


@dataclass(frozen=True)
class Fixed:
    """A finding that a fix made go away."""

    finding: Finding
    """At its line in the text that was given to be fixed."""
    safe: bool
    plan: int
    """Findings with the same number went away by the same edits."""
    changes: tuple[Change, ...] = ()
    """What would fix it alone in the text that was given, if that was asked for."""


@dataclass(frozen=True)
class Left:
    """A finding that stays, at its place in the resulting text."""

    finding: Finding
    reason: str
    """Why, as a clause: ``the body indexes a list with 'i'``."""
    needs_unsafe: bool
    """Whether ``unsafe=True`` would fix it."""
    needs_file: Path | None = None
    """A file that has to change with it, and was not given."""
    changes: tuple[Change, ...] = ()
    """As of what is :class:`Fixed`, if ``unsafe=True`` would fix it."""


@dataclass(frozen=True)
class FixResult:
    """What became of one file."""

    text: str
    fixed: tuple[Fixed, ...]
    left: tuple[Left, ...]
    outdated: tuple[str, ...] = ()
    """The functions that the profile knows in another version, by name."""


@dataclass(frozen=True)
class Proposal:
    """What would fix one finding of a text alone."""

    finding: Finding
    changes: tuple[Change, ...] = ()
    """None if there is no fix."""
    unsafe_because: str | None = None
    """How it may change results, as a clause."""


Answer = Literal["yes", "no", "noqa"]
"""What the user says of a fix; ``noqa``: no, and a comment keeps it from being reported."""


Progress = Callable[[str, int, int], None]
"""Hears of a file how many findings are fixed, and how many are looked at."""


@dataclass(frozen=True)
class Offer:
    """A fix that the user is asked about."""

    path: Path
    name: str
    """The path as it was given."""
    findings: tuple[Finding, ...]
    """At their lines in the text as it is now."""
    unsafe_because: str | None
    changes: Mapping[str, tuple[str, str]]
    """The texts before and after, by the names of the files that change."""


@dataclass(frozen=True)
class Ways:
    """A finding, and all that would fix it."""

    finding: Finding
    offers: tuple[Offer, ...]
    """What is taken first, and the others."""
    reasons: tuple[str, ...]
    """Why there is no fix, or why ways that come to mind are no good."""


class Asking(Protocol):
    """Who decides which fixes are made."""

    def standing(self, path: Path) -> Answer | None:
        """Return the answer that holds for all that follows in a file, if there is one."""

    def answer(self, offer: Offer) -> Answer:
        """Return what to do with one fix."""


def fix_source(
    source: str,
    filename: str = "<unknown>",
    *,
    settings: Settings = Settings(),  # noqa: B008 - immutable
    codes: Collection[str] = DEFAULT_CODES,
    unsafe: bool = False,
    disable_noqa: bool = False,
) -> FixResult:
    """Fix what ``codes`` report on ``source``, until no fix applies any more.

    See :func:`fix_sources`.

    Raises:
        SyntaxError: ``source`` is not Python.
    """
    files = {filename: Work(source, codes)}
    results = fix_sources(files, settings=settings, unsafe=unsafe, disable_noqa=disable_noqa)
    return results[filename]


def fix_sources(
    files: Mapping[str, Work],
    *,
    settings: Settings = Settings(),  # noqa: B008 - immutable
    unsafe: bool = False,
    disable_noqa: bool = False,
    baseline: Baseline | None = None,
    asking: Asking | None = None,
    progress: Progress | None = None,
) -> dict[str, FixResult]:
    """Fix files by their names, until no fix applies any more.

    A finding that rests on what another module defines may be fixed in both files, if both are
    given. A fix counts only if each result compiles, keeps every comment, and has no finding of a
    default rule that was not there before; the others are undone and named in the results.
    Findings under a ``# noqa`` comment are left alone, unless ``disable_noqa``, and so are those in
    the baseline. With ``asking``, each fix is made if that says so. ``progress`` hears of each pass
    over a file.

    Raises:
        SyntaxError: one of them is not Python.
    """
    group = _group(files, settings, unsafe, disable_noqa, baseline, asking, progress)
    with reading(_Texts(group)):
        # Each step that makes others stale leaves fewer findings.
        while stale := [run for run in group.values() if run.is_stale]:
            for run in stale:
                run.fix()
    return {name: group[Path(name).resolve()].result() for name in files}


def propose(
    files: Mapping[str, Work],
    *,
    settings: Settings = Settings(),  # noqa: B008 - immutable
    disable_noqa: bool = False,
    baseline: Baseline | None = None,
) -> dict[str, tuple[Proposal, ...]]:
    """Return for each open finding of some files what would fix it alone, if anything does.

    The arguments are those of :func:`fix_sources`, and so are the conditions on a fix.

    Raises:
        SyntaxError: one of the files is not Python.
    """
    group = _group(files, settings, True, disable_noqa, baseline)
    with reading(_Texts(group)):
        return {name: group[Path(name).resolve()].propose() for name in files}


def ways(
    filename: str,
    work: Work,
    line: int,
    *,
    settings: Settings = Settings(),  # noqa: B008 - immutable
    disable_noqa: bool = False,
    baseline: Baseline | None = None,
) -> tuple[Ways, ...]:
    """Return the open findings of a line, each with all that would fix it.

    Raises:
        SyntaxError: the file is not Python.
    """
    group = _group({filename: work}, settings, True, disable_noqa, baseline)
    with reading(_Texts(group)):
        return tuple(group[Path(filename).resolve()].ways(line))


def _group(
    files: Mapping[str, Work],
    settings: Settings,
    unsafe: bool,
    disable_noqa: bool,
    baseline: Baseline | None,
    asking: Asking | None = None,
    progress: Progress | None = None,
) -> dict[Path, _Run]:
    group: dict[Path, _Run] = {}
    for name, work in files.items():
        checker = Checker(name, settings, frozenset(work.codes), disable_noqa, baseline)
        group[Path(name).resolve()] = _Run(checker, work, unsafe, group, asking, progress)
    return group


def moved(finding: Finding, path: Path, lines: Mapping[Path, Sequence[int]]) -> Finding:
    """Return a finding, and the steps of its witness, at other lines.

    Args:
        finding: the finding.
        path: its file, resolved.
        lines: for each file whose lines are others now, the new line of each, from index 1 on.
    """

    def line_of(file: Path, line: int) -> int:
        return lines[file][line] if file in lines else line

    witness = finding.witness
    steps = tuple(
        dataclasses.replace(step, line=line_of(Path(step.path).resolve(), step.line))
        for step in witness.steps
    )
    return dataclasses.replace(
        finding,
        line=line_of(path, finding.line),
        witness=dataclasses.replace(witness, steps=steps),
    )


@dataclass(frozen=True, eq=False)
class _Step:
    """A plan, and the files that it changes."""

    plan: Plan
    edits: Mapping[Path, list[Edit]]
    otherwise: tuple[_Step, ...] = ()
    """What to do where this is no good."""


@dataclass(frozen=True)
class _Failure:
    """Why the result of some steps is not good."""

    reason: str
    blamed: Mapping[_Step, str] = field(default_factory=dict)
    """The steps that are surely to blame, if that is known, each with its reason."""
    adds_findings: bool = False
    """Whether a step may be good alone, with what fixes the findings that it adds."""


class _OtherFileNeeded(Refusal):
    """A fix would change a file that was not given."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path.name} has to change with it, and is not among the files to fix")
        self.path = path


@dataclass(eq=False)
class _Run:
    """What becomes of one file of a group."""

    checker: Checker
    work: Work
    unsafe: bool
    group: Mapping[Path, _Run]
    """All files, this one included, by their resolved paths."""
    asking: Asking | None = None
    progress: Progress | None = None
    is_stale: bool = True
    """Whether its findings may be others than when it was last gone through."""
    fixed: list[Fixed] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    outdated: tuple[str, ...] = ()
    _state: Checked | None = None
    _plan_count: int = 0
    _declined: dict[Place, str] = field(default_factory=dict)
    _after: dict[_Step, str] = field(default_factory=dict)
    """The text after a step that others had to follow."""

    @property
    def path(self) -> Path:
        """Its key in the group."""
        return Path(self.checker.filename).resolve()

    @property
    def text(self) -> str:
        """The text as it is now."""
        return self.work.text if self._state is None else self._state.text

    @property
    def origins(self) -> tuple[int, ...]:
        """For each line of the text as it is now, the line it comes from."""
        return original_lines(self.work.text, self.text)

    def result(self) -> FixResult:
        """Return what became of the file."""
        return FixResult(self.text, tuple(self.fixed), tuple(self.left), self.outdated)

    def fix(self) -> None:
        """Apply plans until none is left.

        Every accepted step lowers the number of findings of default rules, or else the number
        of all findings, or else that of the loops around what they are about; so this ends.
        """
        self.is_stale = False
        state = self._checked()
        while state is not None:
            if self.progress is not None and state.open:
                self.progress(self.checker.filename, len(self.fixed), len(state.open))
            outcomes = self._outcomes(state, self.origins if state.open else [])
            rejected: dict[_Step, str] = {}
            if self._improve(outcomes, rejected):
                # What failed before may fit the text as it is now.
                state = self._state
                continue
            self._all_good(outcomes, rejected)
            self.left = [_left(finding, step, rejected) for finding, step in outcomes.items()]
            break

    def _improve(
        self, outcomes: dict[Finding, _Step | Refusal], rejected: dict[_Step, str]
    ) -> bool:
        """Carry out some of the steps that are wanted; whether the text is another one then."""
        while True:
            steps = _distinct(outcomes.values())
            wanted = [step for step in steps if step.plan.safe or self.unsafe]
            if self.asking is not None and wanted:
                chosen = self._chosen(self.asking, wanted, rejected)
                if chosen is None:
                    # A comment was written, or what was to be asked about has changed.
                    return True
                wanted = chosen
            if self._advance(wanted, rejected):
                return True
            if not _take_other_ways(outcomes, rejected):
                return False

    def _chosen(
        self, asking: Asking, steps: Sequence[_Step], rejected: dict[_Step, str]
    ) -> list[_Step] | None:
        """Return the steps that the user wants; None if there are others to be asked about."""
        for step in steps:
            standing = asking.standing(self.path)
            if standing == "yes":
                return [other for other in steps if other not in rejected]
            if standing is not None:
                return []
            after = self._apply([step])
            if isinstance(after, _Failure):
                rejected[step] = after.reason
                continue
            answer = asking.answer(self._offer(step, after))
            if answer == "yes":
                return [step]
            origins, covers = self.origins, step.plan.covers
            places = [(finding.code, origins[finding.line]) for finding in covers]
            self._declined.update(dict.fromkeys(places, "you did not want it"))
            if answer == "noqa":
                self._state = self.checker.check(with_noqa(self.text, covers))
            return None
        return []

    def _offer(self, step: _Step, after: Mapping[_Run, Checked]) -> Offer:
        texts = {run.checker.filename: (run.text, state.text) for run, state in after.items()}
        plan = step.plan
        return Offer(self.path, self.checker.filename, plan.covers, plan.unsafe_because, texts)

    def ways(self, line: int) -> Iterator[Ways]:
        """Yield the open findings of a line, each with all that would fix it."""
        state = self._checked()
        outcomes = {} if state is None else self._outcomes(state, self.origins)
        for finding, outcome in sorted(outcomes.items(), key=itemgetter(0)):
            if finding.line != line:
                continue
            reasons = [str(outcome)] if isinstance(outcome, Refusal) else []
            offers: list[Offer] = []
            steps = [outcome, *outcome.otherwise] if isinstance(outcome, _Step) else []
            for step in steps:
                after = self._apply([step])
                if isinstance(after, _Failure):
                    reasons.append(after.reason)
                else:
                    offers.append(self._offer(step, after))
            yield Ways(finding, tuple(offers), tuple(reasons))

    def _advance(self, steps: Sequence[_Step], rejected: dict[_Step, str]) -> bool:
        """Carry out some of ``steps``, if one is good; add why others are not to ``rejected``."""
        while batch := self._compatible([step for step in steps if step not in rejected]):
            good, after = self._good_of(batch, rejected)
            if not good:
                continue
            for step in good:
                self._note_fixed(step.plan.covers, step.plan.safe)
            covered = [finding for step in good for finding in step.plan.covers]
            is_safe = all(step.plan.safe for step in good)
            for run, changed in after.items():
                run._note_gone(changed, covered if run is self else (), is_safe)
            self._accept(after)
            return True
        return False

    def _good_of(
        self, batch: Sequence[_Step], rejected: dict[_Step, str]
    ) -> tuple[list[_Step], dict[_Run, Checked]]:
        """Return steps that are good together, and the files with them carried out.

        Others are added to ``rejected``, with the reasons; or, where one of the others may be to
        blame, left for another time. At least one of the batch is good, or is rejected.
        """
        good: list[_Step] = []
        after: dict[_Run, Checked] = {}
        pending = [list(batch)]
        while pending:
            doubtful = pending.pop()
            result = self._apply([*good, *doubtful])
            if not isinstance(result, _Failure):
                good += doubtful
                after = result
                if doubtful[0] in self._after:
                    # With what follows it, it is taken alone.
                    break
                continue
            blamed = {step: why for step, why in result.blamed.items() if step in doubtful}
            others = [step for step in doubtful if step not in blamed]
            half = len(doubtful) // 2
            if result.adds_findings and len(doubtful) > 1 and not others:
                pending += [[step] for step in reversed(doubtful)]
            elif result.adds_findings and len(doubtful) == 1 and good:
                alone = self._apply(doubtful)
                if isinstance(alone, _Failure):
                    rejected[doubtful[0]] = alone.reason
            elif not others:
                rejected.update(blamed)
            elif half == 0:
                rejected[doubtful[0]] = result.reason
            elif blamed:
                pending.append(others)
            else:
                pending += [doubtful[half:], doubtful[:half]]
        return good, after

    def _all_good(
        self, outcomes: dict[Finding, _Step | Refusal], rejected: dict[_Step, str]
    ) -> Collection[_Step]:
        """Return steps that are good, without carrying them out; add why others are not."""
        good: dict[_Step, None] = {}
        while True:
            steps = _distinct(outcomes.values())
            pending = [step for step in steps if step not in good and step not in rejected]
            if pending:
                good.update(dict.fromkeys(self._good_of(self._compatible(pending), rejected)[0]))
            elif not _take_other_ways(outcomes, rejected):
                return good.keys()

    def propose(self) -> tuple[Proposal, ...]:
        """Return what would fix each open finding of the text as it is now."""
        state = self._checked()
        if state is None:
            return ()
        outcomes = self._outcomes(state, self.origins if state.open else [])
        good = self._all_good(outcomes, {})
        proposed = {step: tuple(self._changes(step)) for step in good}
        return tuple(
            Proposal(finding)
            if isinstance(outcome, Refusal)
            else Proposal(finding, proposed.get(outcome, ()), outcome.plan.unsafe_because)
            for finding, outcome in sorted(outcomes.items(), key=itemgetter(0))
        )

    def _changes(self, step: _Step) -> Iterator[Change]:
        """Yield what a step changes that is known to be good."""
        for path, edits in step.edits.items():
            run = self.group[path]
            after = self._after.get(step) or run._known().source.rewritten(edits)
            yield from changes(run.checker.filename, run.text, after)

    def _note_fixed(self, findings: Collection[Finding], is_safe: bool) -> None:
        """Note findings of the text as it is now, which are about to go away together."""
        self._plan_count += 1
        files = {step.path for finding in findings for step in finding.witness.steps}
        paths = {self.path, *(Path(file).resolve() for file in files)} & self.group.keys()
        origins = {path: self.group[path].origins for path in paths}
        for finding in findings:
            placed = moved(finding, self.path, origins)
            self.fixed.append(Fixed(placed, is_safe, self._plan_count))

    def _note_gone(self, after: Checked, covered: Collection[Finding], is_safe: bool) -> None:
        """Note the open findings that go away in ``after``, besides those that are ``covered``.

        A fix of another file, or of another finding, may be what they needed, too.
        """
        before = self._known()
        open_counts = [Counter(f.code for f in fs) for fs in (before.open, covered, after.open)]
        gone = open_counts[0] - open_counts[1] - open_counts[2]
        if not gone:
            return
        lines = original_lines(before.text, after.text)
        stay = Counter((finding.code, lines[finding.line]) for finding in after.open)
        found: list[Finding] = []
        for finding in before.open:
            place = (finding.code, finding.line)
            if finding in covered:
                continue
            if stay[place]:
                stay[place] -= 1
            elif gone[finding.code]:
                gone[finding.code] -= 1
                found.append(finding)
        self._note_fixed(found, is_safe)

    def _checked(self) -> Checked | None:
        """Return the text as it is now with its findings; None if there can be none."""
        checker, text = self.checker, self.text
        is_first = self._state is None
        if is_first and "\0" in text:
            raise SyntaxError("source code cannot contain null bytes")
        given = checker.occasion(text)
        if is_first and not checker.concerns(given):
            ast.parse(text, checker.filename)
            return None
        self._state = checker.check(text, given)
        profile, functions = (
            self._state.program.observations.profile,
            self._state.program.index.functions,
        )
        if is_first and profile is not None:
            # What was seen of a function stays true of it when a fix changes it.
            facts = (finding.facts for finding in self._state.findings)
            reported = [seen.retrace for seen in facts if isinstance(seen, RecordedFacts)]
            accepted = profile.accepting(functions, reported)
            self.checker = dataclasses.replace(checker, profile=accepted)
            self.outdated = tuple(observed.name for observed in profile.outdated(functions))
        return self._state

    def _apply(self, batch: Sequence[_Step]) -> dict[_Run, Checked] | _Failure:
        """Return the files that ``batch`` changes, with it carried out, or why that is not good."""
        # Imported where it is needed: LibCST takes longer to load than most files to check.
        from tfretrace_fix.rewrite import RewriteError

        covered = Counter(finding.code for step in batch for finding in step.plan.covers)
        paths = dict.fromkeys(path for step in batch for path in step.edits)
        edits = {p: [e for step in batch for e in step.edits.get(p, ())] for p in paths}
        # The finding goes away here, even if only other files change.
        befores = {self.path: self._known(), **{p: self.group[p]._known() for p in paths}}
        try:
            texts = dict(_Texts(self.group))
            for path, part in edits.items():
                texts[str(path)] = self.group[path].checker.edited(befores[path], part)
            with reading(texts):
                afters = {p: self.group[p].checker.check(texts[str(p)]) for p in befores}
        except RewriteError as error:
            return _Failure(str(error))
        except SyntaxError as error:
            return _Failure(f"the result would not compile: {error.msg}")
        for path, after in afters.items():
            found = objections(befores[path], after, edits.get(path, ()), covered)
            if found and len(batch) == 1 and afters.keys() == {self.path}:
                followed = self._followed_up(batch[0], after, found)
                if followed is not None:
                    afters[path] = followed
                    break
            if found:
                where = "" if path == self.path else f"{path.name}: "
                adds = any(one.finding is not None for one in found)
                blamed = _blamed(batch, path, found, where)
                return _Failure(f"{where}{found[0].reason}", blamed, adds)
        before, after = befores[self.path], afters[self.path]
        reported, still = (Counter(f.code for f in c.open) for c in (before, after))
        gone = Counter(f.code for s in batch if not s.plan.lessens for f in s.plan.covers)
        for code, count in gone.items():
            if reported[code] - still[code] < count:
                return _still_reported(batch, code, before, after)
        return {self.group[path]: after for path, after in afters.items()}

    def _followed_up(
        self, step: _Step, after: Checked, found: Sequence[Objection]
    ) -> Checked | None:
        """Return the text with a step carried out, and with what fixes the findings it would add.

        What hid these is gone then. None if they cannot be fixed, or these fixes would add others.
        """
        # Imported where it is needed: LibCST takes longer to load than most files to check.
        from tfretrace_fix.rewrite import RewriteError

        before, covers = self._known(), step.plan.covers
        for _ in range(_FOLLOWING):
            new = [one.finding for one in found]
            if not all(one in after.open for one in new):
                return None
            with reading({**_Texts(self.group), str(self.path): after.text}):
                outcomes = self._outcomes(after, original_lines(self.work.text, after.text))
            steps = [outcomes[one] for one in new if one is not None]
            then = [one for one in steps if isinstance(one, _Step)]
            if len(then) < len(new) or any(one.edits.keys() != {self.path} for one in then):
                return None
            if step.plan.safe and not all(one.plan.safe for one in then):
                return None
            then = self._compatible(_distinct(then), after.text)
            edits = [edit for one in then for edit in one.plan.edits]
            fixed = [*covers, *(finding for one in then for finding in one.plan.covers)]
            try:
                text = self.checker.edited(after, edits)
                with reading({**_Texts(self.group), str(self.path): text}):
                    last, after = after, self.checker.check(text)
            except (RewriteError, SyntaxError):
                return None
            given = Counter(finding.code for finding in fixed)
            added = objections(last, after, edits, given)
            found = objections(before, after, (), Counter(finding.code for finding in covers))
            if not found and not added:
                self._after[step] = text
                return after
        return None

    def _known(self) -> Checked:
        return self._state or self.checker.check(self.text)

    def _accept(self, changed: Mapping[_Run, Checked]) -> None:
        for run, state in changed.items():
            run._state = state
            run.is_stale = run is not self
        paths = {run.path for run in changed}
        for run in self.group.values():
            if run is not self and run._state is not None:
                run.is_stale |= not paths.isdisjoint(run._state.modules)

    def _outcomes(self, state: Checked, origins: Sequence[int]) -> dict[Finding, _Step | Refusal]:
        """Return the step that covers each open finding, or why there is none."""
        places = {finding: (finding.code, origins[finding.line]) for finding in state.open}
        left_out = {**self.work.leave_out, **self._declined}
        reasons = {finding: left_out.get(place) for finding, place in places.items()}
        outcomes: dict[Finding, _Step | Refusal] = {}
        files = _Files(self.path, state.program)
        context = Context(state.program, state.open, partial(self._silences, files))
        for finding in state.open:
            if isinstance(outcomes.get(finding), _Step):
                continue
            try:
                plan = _plan(finding, context)
                ways = possible(
                    [plan, *plan.otherwise], lambda way: self._step(way, files, reasons)
                )
            except Refusal as refusal:
                outcomes[finding] = refusal
            else:
                ways.sort(key=self._rank)
                step = dataclasses.replace(ways[0], otherwise=tuple(ways[1:]))
                outcomes.update(dict.fromkeys([finding, *step.plan.covers], step))
        return outcomes

    def _rank(self, step: _Step) -> tuple[bool, bool, bool]:
        """Return by what the ways to fix a finding are sorted: the best first."""
        plan = step.plan
        return plan.lessens, self.unsafe and plan.leaves_more, not plan.safe

    def _step(self, plan: Plan, files: _Files, reasons: Mapping[Finding, str | None]) -> _Step:
        """Return the step that carries out a plan.

        Raises:
            Refusal: it would change what is not to be changed, or write what may not be there.
        """
        for covered in plan.covers:
            reason = reasons.get(covered)
            if reason is not None:
                raise Refusal(reason)
            if plan.safe and covered.confidence != "proven":
                plan = dataclasses.replace(plan, unsafe_because=_LIKELY)
        by_file = files.edits(plan, self.group)
        for path, edits in by_file.items():
            reason = lacking(edits, str(path))
            if reason is not None:
                raise Refusal(reason)
            doubt = unsaid(edits, str(path))
            if plan.safe and doubt is not None:
                plan = dataclasses.replace(plan, unsafe_because=doubt)
        return _Step(plan, by_file)

    def _silences(self, files: _Files, code: str, node: ast.AST) -> bool:
        """Whether a ``# noqa`` comment keeps ``code`` from being reported at ``node``."""
        run = self.group.get(files.path(node))
        if run is None or run.checker.disable_noqa:
            return False
        return run.checker.suppressions(run.text).cover(Finding(*start(node), code, ""))

    def _compatible(self, steps: Sequence[_Step], text: str | None = None) -> list[_Step]:
        """Return steps of which no two touch the same place; the others wait for the next round.

        A step that changes another file is taken alone. ``text`` is what they change, if it is
        another text than the one as it is now.
        """
        text = self.text if text is None else text
        lines = [line.rstrip("\n") for line in io.StringIO(text, newline=None)]
        chosen: list[_Step] = []
        taken: list[Span] = []
        for step in steps:
            if step.edits.keys() != {self.path}:
                if not chosen:
                    return [step]
                continue
            spans = [s for edit in step.plan.edits for s in spans_touched(edit, lines)]
            if not any(span.overlaps(other) for span in spans for other in taken):
                chosen.append(step)
                taken += spans
        return chosen


class _Texts(Mapping[str, str]):
    """The texts of a group as they are at any time: a model reads a module when it needs it."""

    def __init__(self, group: Mapping[Path, _Run]) -> None:
        self._group = group

    def __getitem__(self, path: str) -> str:
        return self._group[Path(path)].text

    def __iter__(self) -> Iterator[str]:
        return map(str, self._group)

    def __len__(self) -> int:
        return len(self._group)


class _Files:
    """The files that the code of a program is in."""

    def __init__(self, own: Path, program: Program) -> None:
        self._own = own
        self._others: dict[ast.AST, Path] = {}
        for module, file in program.files.linked.items():
            path = Path(file.path).resolve()
            self._others.update((node, path) for node in ast.walk(module.node))

    def path(self, node: ast.AST) -> Path:
        """Return the file that a node is in."""
        return self._others.get(node, self._own)

    def edits(self, plan: Plan, given: Collection[Path]) -> dict[Path, list[Edit]]:
        """Return the edits by file.

        Raises:
            Refusal: one changes a file that is not given.
        """
        found: dict[Path, list[Edit]] = {}
        for edit in plan.edits:
            nodes: Iterable[ast.AST] = nodes_of(edit)
            if isinstance(edit, AddImport):
                nodes = [edit.into]
            paths = {self.path(node) for node in nodes}
            for path in paths:
                if path not in given:
                    raise _OtherFileNeeded(path)
            if len(paths) > 1:
                raise Refusal("it would carry code from one file into another")
            found.setdefault(paths.pop(), []).append(edit)
        return found


_LOWERING = frozenset({"TFR101", "TFR103", "TFR107", "TFR301", "TFR303"})
"""The rules whose fixes let calls share traces, and ask nothing else of what these read."""


def _is_of_heir_elsewhere(program: Program, site: CallSite) -> bool:
    """Whether a class calls a method that one in another module has which derives from it."""
    traced, caller = site.traced.function, site.place.function.owner
    owner = None if traced is None else traced.owner
    if owner is None or caller is None or program.files.is_own(owner.place):
        return False
    return caller in program.classes.lineage(owner)[1:]


def _plan(finding: Finding, context: Context) -> Plan:
    planner = FIXES.get(finding.code)
    if planner is None:
        raise Refusal("there is no automatic fix")
    if isinstance(finding.facts, RecordedFacts):
        raise Refusal("only recorded runs show it, not the source")
    sites = getattr(finding.facts, "sites", ())
    choice = next(
        (
            s
            for s in sites
            if s.is_dispatched or (s.is_choice and not _is_of_one(context.program, s))
        ),
        None,
    )
    if choice is not None and finding.code not in JOINT:
        raise Refusal(f"line {choice.node.lineno} may call other functions with the same arguments")
    for site in sites:
        if _is_of_heir_elsewhere(context.program, site):
            raise Refusal(f"line {site.node.lineno} may call what other classes have of that name")
    plan = planner(finding, context)
    traced = getattr(finding.facts, "traced", None)
    function = None if traced is None else traced.function
    program = context.program
    if traced is not None and finding.code in _LOWERING:
        changed = state_between_calls(context, traced)
        if changed is not None:
            raise Refusal(f"{changed} between two calls: pass it, or keep it in a tf.Variable")
        doubt = doubt_of_state(context, traced)
        plan = plan if doubt is None else _doubted(plan, doubt)
    if function is not None and not plan.safe:
        surely = draws_from_seed(program, function)
        surely = surely or counts_traces(program, function, plan, context.reads)
        if surely is not None:
            raise Refusal(surely)
    return plan


def _doubted(plan: Plan, doubt: str) -> Plan:
    """Return a plan with its other ways, none of which is safe."""
    others = tuple(_doubted(other, doubt) for other in plan.otherwise)
    return dataclasses.replace(plan, unsafe_because=plan.unsafe_because or doubt, otherwise=others)


def _is_of_one(program: Program, site: CallSite) -> bool:
    """Whether a call runs one traced function, whichever instance it is a method of."""
    value = program.value(site.node.func, site.place)
    options = value.options if isinstance(value, ChoiceValue) else ()
    return bool(options) and all(getattr(one, "traced", None) is site.traced for one in options)


def _take_other_ways(outcomes: dict[Finding, _Step | Refusal], rejected: Collection[_Step]) -> bool:
    """Take the next way where one is no good; whether there is any."""
    others: dict[_Step, _Step] = {}
    for finding, step in outcomes.items():
        if isinstance(step, _Step) and step in rejected and step.otherwise:
            first, *rest = step.otherwise
            if step not in others:
                others[step] = dataclasses.replace(first, otherwise=tuple(rest))
            outcomes[finding] = others[step]
    return bool(others)


def _left(finding: Finding, outcome: _Step | Refusal, rejected: Mapping[_Step, str]) -> Left:
    if isinstance(outcome, Refusal):
        needed = outcome.path if isinstance(outcome, _OtherFileNeeded) else None
        return Left(finding, str(outcome), needs_unsafe=False, needs_file=needed)
    if outcome in rejected:
        return Left(finding, rejected[outcome], needs_unsafe=False)
    if outcome.plan.unsafe_because is None:
        return Left(finding, "you did not want it", needs_unsafe=False)
    return Left(finding, outcome.plan.unsafe_because, needs_unsafe=True)


def _blamed(
    batch: Sequence[_Step], path: Path, found: Sequence[Objection], where: str
) -> dict[_Step, str]:
    """Return the steps that alone change the statements around what is not good."""
    blamed: dict[_Step, str] = {}
    for one in found:
        near = [step for step in batch if one.line in _lines_of(step.edits.get(path, ()))]
        if len(near) == 1:
            blamed.setdefault(near[0], f"{where}{one.reason}")
    return blamed


def _lines_of(edits: Iterable[Edit]) -> range:
    """Return the lines from the first to the last that ``edits`` name.

    With the line above: that is where inserted lines come from.
    """
    nodes = [node for edit in edits for node in nodes_of(edit)]
    if not nodes:
        return range(0)
    return range(min(n.lineno for n in nodes) - 1, max(n.end_lineno or n.lineno for n in nodes) + 1)


def _still_reported(batch: Sequence[_Step], code: str, before: Checked, after: Checked) -> _Failure:
    """Return the failure of a batch that leaves findings of a code that it should make go away."""
    origins = original_lines(before.text, after.text)
    places = {origins[finding.line] for finding in after.open if finding.code == code}
    reason = f"{code} would still be reported"
    staying = [
        step for step in batch if any(f.code == code and f.line in places for f in step.plan.covers)
    ]
    return _Failure(reason, dict.fromkeys(staying, reason))


def _distinct(outcomes: Collection[_Step | Refusal]) -> list[_Step]:
    return list(dict.fromkeys(step for step in outcomes if isinstance(step, _Step)))
