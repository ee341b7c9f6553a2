"""Hold the findings of the linter against what a run showed.

A finding and a trace are brought together by where they are: the statement of the finding, the
user's frames at the beginning of the trace, the place where the traced function is written and
where its ``tf.function`` was made, and the lines that ran during the trace. Names decide nothing.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from flake8_tfretrace.finding import Finding
from tfretrace.advice import advice_for
from tfretrace.definitions import category_of_file, package_of_file
from tfretrace.lines import LineRuns
from tfretrace.observation import Observation
from tfretrace.recording_report import count_text
from tfretrace.records import CauseKind, Definition, FunctionRecord, Trace
from tfretrace.statements import Source, Sources, Statement

Status = Literal["confirmed", "refuted", "not exercised", "not judged"]
STATUSES: tuple[Status, ...] = ("confirmed", "refuted", "not exercised", "not judged")

_UNROLLED = 64
"""From how many iterations on TFR302 reports a loop."""


@dataclass(frozen=True)
class Claim:
    """What the findings of a rule say about a run."""

    causes: frozenset[CauseKind] = frozenset()
    """A function is traced again, for one of these."""
    raises: bool = False
    """An error is raised."""
    anywhere: bool = False
    """Perhaps in another line of the same function."""
    once: bool = False
    """The line runs once per trace, not once per call."""
    after: bool = False
    """And something is bound after the trace."""
    unrolled: bool = False
    """The loop runs in Python while the function is traced."""
    runs: bool = False
    """The line runs."""
    in_body: bool = False
    """The finding stands in what is traced, not at a call of it."""
    argument: bool = False
    """It stands at the argument that is to blame."""
    by_library: bool = False
    """What is traced are a library's functions, at any depth below the call."""
    later: bool = False
    """What is traced again is called in other lines of the file."""
    once_is_enough: bool = False
    """Even if the line runs once only."""


def _again(*causes: CauseKind, in_body: bool = False, argument: bool = False) -> Claim:
    return Claim(frozenset(causes), in_body=in_body, argument=argument)


_IDENTITIES: tuple[CauseKind, ...] = (
    "object_identity",
    "model_identity",
    "callable_identity",
    "metadata",
)
_VALUES: tuple[CauseKind, ...] = ("python_value", "python_vs_tensor")
_SHAPES: tuple[CauseKind, ...] = ("shape", "rank", "typespec")
_NEW: tuple[CauseKind, ...] = ("new_tf_function", "new_instance", "first_trace")

CLAIMS: Mapping[str, Claim] = {
    "TFR101": _again(*_VALUES, argument=True),
    "TFR102": _again(*_VALUES),
    "TFR103": Claim(
        frozenset({"length", "keys", "arity", "container", *_VALUES, *_IDENTITIES, *_SHAPES}),
        raises=True,
        argument=True,
    ),
    "TFR104": Claim(frozenset(_IDENTITIES), raises=True, argument=True),
    "TFR105": _again(*_IDENTITIES, argument=True),
    "TFR106": Claim(frozenset(_IDENTITIES), raises=True, argument=True),
    "TFR107": _again("dtype", argument=True),
    "TFR201": _again(*_SHAPES),
    "TFR202": _again(*_SHAPES, "dtype"),
    "TFR204": Claim(
        frozenset({*_VALUES, "dtype", "length", "arity", "keys"}), raises=True, anywhere=True
    ),
    "TFR205": Claim(raises=True, anywhere=True),
    "TFR206": Claim(raises=True, anywhere=True, in_body=True),
    "TFR208": _again(*_SHAPES, *_VALUES, "dtype"),
    "TFR209": Claim(raises=True),
    "TFR301": _again(*_VALUES, in_body=True),
    "TFR302": Claim(unrolled=True, in_body=True),
    "TFR303": _again(*_VALUES, in_body=True),
    "TFR304": Claim(raises=True, in_body=True),
    "TFR306": Claim(raises=True, anywhere=True, once=True, in_body=True),
    "TFR401": Claim(raises=True, anywhere=True, in_body=True),
    "TFR402": Claim(raises=True, in_body=True),
    "TFR403": Claim(once=True, in_body=True),
    "TFR404": Claim(once=True, in_body=True),
    "TFR405": Claim(once=True, after=True, in_body=True),
    "TFR406": Claim(raises=True, in_body=True),
    "TFR407": Claim(once=True, in_body=True),
    "TFR501": _again("new_tf_function"),
    "TFR502": _again("new_tf_function"),
    "TFR503": Claim(raises=True, anywhere=True),
    "TFR504": Claim(frozenset({"new_tf_function"}), by_library=True),
    "TFR505": Claim(runs=True),
    "TFR506": _again("new_instance"),
    "TFR507": Claim(frozenset({"new_tf_function"}), by_library=True),
    "TFR601": Claim(frozenset({"new_tf_function"}), by_library=True),
    "TFR602": Claim(frozenset(_NEW), by_library=True, later=True),
    "TFR603": Claim(frozenset(_NEW), by_library=True, later=True),
    "TFR604": Claim(frozenset({"shape"}), by_library=True, later=True, once_is_enough=True),
}
"""By code. What is not here (a deprecated name, say) is nothing that one run can show."""


@dataclass(frozen=True)
class Judged:
    """A finding, and what the run says of it."""

    path: str
    finding: Finding
    status: Status
    evidence: str
    """What was seen, as a sentence without its full stop."""
    retraces: int = 0
    """The retraces that it explains."""
    seconds: float = 0.0
    """The time they took."""


@dataclass(frozen=True)
class Retraced:
    """Retraces of one function, for one cause, from one place of the user's."""

    function: str
    file: str
    line: int
    package: str | None
    """The library that makes or calls the function; None for the user's own."""
    cause: str
    """The first one's."""
    call_site: str
    retraces: int
    seconds: float
    explained_by: tuple[int, ...] = ()
    """The findings that say so, by their index."""
    code: str | None = None
    """The rule that explains the cause, whether it reports it or not."""
    advice: str = ""
    """What to write instead."""
    made_at: str = ""
    """Where the ``tf.function`` was made that was traced, as ``file:line``."""
    nested: bool = False
    """Whether another graph was being built."""
    roots: tuple[str, ...] = ()
    """The places of the user's outermost frames, each once, as ``file:line``: the line of a script,
    or of a test."""

    @property
    def is_of_user(self) -> bool:
        """Whether it is a function of the user's own."""
        return self.package is None


@dataclass(frozen=True)
class Judgement:
    """The findings and the retraces of a run, held against each other."""

    findings: tuple[Judged, ...]
    retraces: tuple[Retraced, ...]
    seconds_lost: float
    """At least so much went into retraces, none counted twice."""


@dataclass(frozen=True, eq=False)
class _Seen:
    """A trace, with all that is needed to place it."""

    record: FunctionRecord
    trace: Trace
    outer: _Seen | None
    """The trace in which it was made."""
    written: Statement
    """The header of the traced function."""
    made: Statement | None
    frames: tuple[Statement, ...]
    """The user's, innermost first."""
    ends: float

    @property
    def seconds(self) -> float:
        """What it took, with the first run of its graph where that is seen to be a slow one.

        TensorFlow optimises a graph as it runs for the first time. How long the call took beyond
        one of those right after it, which at most fills the time between two returns, is lost.
        """
        traced = self.trace.seconds or 0.0
        returned = self.record.returned_after
        call = self.trace.call
        # The calls up to the next trace.
        traced_later = (trace.call for trace in self.record.traces if trace.call > call)
        end = min([len(returned), *(number - 1 for number in traced_later)])
        later = [returned[i] - returned[i - 1] for i in range(call, end)]
        if self.outer is not None or not later or returned[call - 1] < self.ends:
            return traced
        return max(traced, returned[call - 1] - self.trace.began - min(later))

    @property
    def outermost(self) -> _Seen:
        """The trace around all others."""
        return self if self.outer is None else self.outer.outermost

    def has_cause(self, causes: frozenset[CauseKind]) -> bool:
        """Whether it has one of the causes."""
        return any(cause.kind in causes for cause in self.trace.causes)


@dataclass
class _Run:
    """All that the processes of a command showed, by place."""

    sources: Sources
    observations: Sequence[Observation]
    seen: list[_Seen] = field(default_factory=list)
    lines: dict[str, list[tuple[int, Mapping[int, LineRuns]]]] = field(default_factory=dict)
    """By file: which observation, and the lines that ran."""
    raised: dict[Statement, str] = field(default_factory=dict)
    by_number: dict[tuple[int, int], _Seen] = field(default_factory=dict)
    first_from: dict[tuple[int, tuple[Statement, ...]], _Seen] = field(default_factory=dict)
    """The first trace of a function from a chain of the user's calls."""

    def __post_init__(self) -> None:
        for index, observation in enumerate(self.observations):
            self._add_traces(index, observation)
            for file, lines in observation.lines.items():
                self.lines.setdefault(self.sources.name(file), []).append((index, lines))
            for (file, line), error in observation.raised.items():
                self.raised[self.sources.statement(file, line)] = error

    def _add_traces(self, index: int, observation: Observation) -> None:
        pairs = [(r, trace) for r in observation.functions for trace in r.traces]
        statement = self.sources.statement
        for record, trace in sorted(pairs, key=lambda pair: pair[1].number):
            made, raised = trace.made_at, trace.raised_at
            seen = _Seen(
                record,
                trace,
                None if trace.inside is None else self.by_number.get((index, trace.inside)),
                statement(record.definition.file, record.definition.line),
                None if made is None else statement(made.file, made.line),
                tuple(statement(frame.file, frame.line) for frame in trace.stack),
                trace.began + (trace.seconds or 0.0),
            )
            self.seen.append(seen)
            self.by_number[index, trace.number] = seen
            if seen.frames:
                self.first_from.setdefault((id(record), seen.frames), seen)
            if raised is not None:
                name = (trace.error or "").partition(":")[0]
                self.raised.setdefault(statement(raised.file, raised.line), name)

    @property
    def counts_all_lines(self) -> bool:
        """Whether lines were counted outside of traces."""
        return all(observation.counts_all_lines for observation in self.observations)

    def count(self, where: Statement) -> int:
        """Return how often a statement ran, as far as that was counted."""
        return sum(
            max(lines[line].count for line in range(where.first, where.last + 1) if line in lines)
            for _, lines in self.lines.get(where.file, ())
            if any(line in lines for line in range(where.first, where.last + 1))
        )

    def _ran_once(self, where: Statement) -> bool:
        """Whether a statement ran once. Of several lines, one may be met again for their call."""
        lines = range(where.first, where.last + 1)
        counts = [
            counted[line].count
            for _, counted in self.lines.get(where.file, ())
            for line in lines
            if line in counted
        ]
        return min(counts, default=0) == 1

    def last(self, where: Statement) -> float:
        """Return when a statement ran last, as far as that was seen."""
        return max(
            (
                lines[line].last
                for _, lines in self.lines.get(where.file, ())
                for line in range(where.first, where.last + 1)
                if line in lines
            ),
            default=0.0,
        )

    def is_lost(self, seen: _Seen) -> bool:
        """Whether a trace is a retrace of the user's making.

        What is traced while another graph is built is a part of that: without a ``tf.function`` of
        its own its body would run there just as well. And a library makes functions of its own,
        such as Keras one for each model that is fitted, and tf.data one for each step of a
        pipeline: only where the same calls of the user's have it traced again, something is lost.
        """
        if not seen.trace.is_retrace or seen.trace.error is not None:
            return False
        if seen.trace.nested or seen.outer is not None:
            return False
        written = seen.record.definition
        if _library_of(written) is None and written.category != "data":
            return True
        if not seen.frames or self.first_from[id(seen.record), seen.frames] is seen:
            return False
        # To fit and to validate, in one call, takes two pipelines.
        where = seen.frames[0]
        return not self._ran_once(where) or self.sources.source(where.file).loops_within(where)

    def traces_running(self, where: Statement) -> dict[_Seen, int]:
        """Return the traces in which a statement ran, and how often it did."""
        found: dict[_Seen, int] = {}
        for index, lines in self.lines.get(where.file, ()):
            for line in range(where.first, where.last + 1):
                for number, count in (lines[line].in_traces if line in lines else {}).items():
                    seen = self.by_number.get((index, number))
                    if seen is not None:
                        found[seen] = max(count, found.get(seen, 0))
        return found


def judge(
    found: Mapping[str, Sequence[Finding]],
    observations: Sequence[Observation],
    texts: Mapping[str, str] = MappingProxyType({}),
) -> Judgement:
    """Hold findings, by file, against what was observed, with the ``texts`` of files if known."""
    run = _Run(Sources(texts), observations)
    judged: list[Judged] = []
    explained: defaultdict[_Seen, list[int]] = defaultdict(list)
    for path, findings in found.items():
        for finding in findings:
            verdict = _Question(run, path, finding).answer()
            for seen in verdict.retraces:
                explained[seen].append(len(judged))
            judged.append(
                Judged(
                    path,
                    finding,
                    verdict.status,
                    verdict.evidence,
                    len(verdict.retraces),
                    _seconds(verdict.retraces),
                )
            )
    lost = [seen for seen in run.seen if run.is_lost(seen)]
    return Judgement(tuple(judged), tuple(_grouped(lost, explained)), _seconds(lost))


def _seconds(seen: Iterable[_Seen]) -> float:
    """Add up what traces cost, those inside others once."""
    chosen = set(seen)

    def is_inside(one: _Seen) -> bool:
        return one.outer is not None and (one.outer in chosen or is_inside(one.outer))

    return sum(one.seconds for one in chosen if not is_inside(one))


def _grouped(lost: Sequence[_Seen], explained: Mapping[_Seen, Sequence[int]]) -> Iterable[Retraced]:
    groups: defaultdict[tuple[object, ...], list[_Seen]] = defaultdict(list)
    for seen in lost:
        cause = seen.trace.causes[0]
        place = seen.frames[0] if seen.frames else seen.trace.call_site
        groups[seen.written, seen.record.definition.category, cause.kind, cause.path, place].append(
            seen
        )
    rows = []
    for traces in groups.values():
        written, first = traces[0].record.definition, traces[0].trace
        cause, advice = first.causes[0], advice_for(traces[0].record, first)
        rows.append(
            Retraced(
                written.name,
                written.file,
                written.line,
                _library_of(written),
                str(cause),
                first.call_site,
                len(traces),
                _seconds(traces),
                tuple(dict.fromkeys(i for seen in traces for i in _explaining(seen, explained))),
                None if advice is None else advice.code,
                "" if advice is None else advice.text.format(path=f"'{cause.path}'"),
                "" if first.made_at is None else first.made_at.site,
                first.nested,
                tuple(dict.fromkeys(one.trace.stack[-1].site for one in traces if one.frames)),
            )
        )
    return sorted(rows, key=lambda row: -row.seconds)


def _library_of(written: Definition) -> str | None:
    """Return the package that a function is of; None for the user's own."""
    # One that tf.data calls may be of any file.
    own = category_of_file(os.path.realpath(written.file)) == "user"
    return None if own else package_of_file(written.file)


def _explaining(seen: _Seen, explained: Mapping[_Seen, Sequence[int]]) -> Sequence[int]:
    """Return the findings that explain a retrace, or else the trace that it was made in."""
    found = (explained[one] for one in _chain(seen) if one in explained)
    return next(found, ())


@dataclass(frozen=True)
class _Answer:
    status: Status
    evidence: str
    retraces: tuple[_Seen, ...] = ()


class _Question:
    """Whether a finding is true of a run."""

    def __init__(self, run: _Run, path: str, finding: Finding) -> None:
        self._run = run
        self._finding = finding
        self._source: Source = run.sources.source(path)
        self._claim = CLAIMS.get(finding.code)
        self._here = self._source.at(finding.line)
        self._steps = {
            run.sources.statement(step.path or path, step.line) for step in finding.witness.steps
        }

    def answer(self) -> _Answer:
        """Return the answer."""
        claim = self._claim
        if claim is None:
            return _Answer("not judged", "this is nothing that a run can show")
        parts = []
        if claim.causes:
            parts.append(self._traced_again(claim))
        if claim.raises:
            parts.append(self._raises(claim))
        if claim.once:
            parts.append(self._once_per_trace(claim))
        if claim.unrolled:
            parts.append(self._unrolled())
        if claim.runs:
            parts.append(self._runs())
        # One of several that may happen is enough, and none of them must be open to refute it.
        order: tuple[Status, ...] = ("confirmed", "not exercised", "not judged", "refuted")
        answer = min(parts, key=lambda part: order.index(part.status))
        missing = self._step_that_did_not_run() if answer.status == "refuted" else None
        if missing is not None:
            told = f"{Path(missing.file).name}:{missing.first} did not run, on which it rests"
            return _Answer("not exercised", told)
        return answer

    def _step_that_did_not_run(self) -> Statement | None:
        """Return a step of the witness that the run did not take, where that is known."""
        if not self._run.counts_all_lines:
            return None
        steps = sorted(self._steps, key=lambda step: (step.file, step.first))
        return next((step for step in steps if not self._run.count(step)), None)

    def _related(self, claim: Claim) -> set[_Seen]:
        """Return the traces that stand where the finding stands."""
        running = set(self._run.traces_running(self._here)) if claim.in_body else set()
        around = {one for seen in running for one in _chain(seen)}
        return {seen for seen in self._run.seen if seen in around or self._is_here(seen, claim)}

    def _is_here(self, seen: _Seen, claim: Claim) -> bool:
        if self._here in (seen.written, seen.made):
            return True
        if self._here not in seen.frames:
            return False
        # The finding's own call, or one that it says is made on the way.
        innermost = seen.frames[0]
        return claim.by_library or innermost == self._here or innermost in self._steps

    def _traced_again(self, claim: Claim) -> _Answer:
        if claim.later:
            return self._traced_again_later(claim)
        related = self._related(claim)
        records = {id(seen.record): seen.record for seen in related}
        places = {self._here, *self._steps}
        again = tuple(
            seen
            for seen in self._run.seen
            if id(seen.record) in records
            if seen in related or (seen.frames[:1] and seen.frames[0] in places)
            if seen.has_cause(claim.causes) and self._concerns_argument(seen, claim)
        )
        if again:
            return _Answer("confirmed", self._account(again), again)
        calls = sum(record.calls for record in records.values())
        count = self._run.count(self._here)
        if claim.in_body or any(self._here == seen.written for seen in related):
            # TensorFlow traces twice in the call that creates variables.
            outermost = {seen.outermost for seen in related}
            traced = {(id(seen.record), seen.trace.call) for seen in outermost}
            count = max(calls, len(traced))
        elif not self._run.counts_all_lines:
            count = calls
        elif count < 2 and not claim.by_library:
            simple = [where for where in places if self._run.count(where)]
            outer = {frame for seen in related for frame in seen.frames[1:]}
            count = len([where for where in simple if where not in outer]) if calls > 1 else count
        if count < 2:
            return _Answer("not exercised", self._too_seldom(count))
        return _Answer("refuted", self._why_not(related, calls))

    def _traced_again_later(self, claim: Claim) -> _Answer:
        """Answer for what makes other lines of the file trace again."""
        again = tuple(
            seen
            for seen in self._run.seen
            if seen.has_cause(claim.causes) and self._run.is_lost(seen)
            if claim.once_is_enough or _library_of(seen.record.definition) is not None
            if any(frame.file == self._here.file for frame in seen.frames)
        )
        count = self._run.count(self._here)
        if count < (1 if claim.once_is_enough else 2):
            return _Answer("not exercised", self._too_seldom(count))
        if again:
            return _Answer("confirmed", self._account(again), again)
        times = f"ran {self._times(count)}" if self._run.counts_all_lines else "ran"
        return _Answer("refuted", f"{times}, and nothing was traced again")

    def _concerns_argument(self, seen: _Seen, claim: Claim) -> bool:
        """Whether the cause is in the argument that the finding names, where both are known."""
        if not claim.argument or seen.frames[:1] != (self._here,):
            return True
        argument = self._source.argument(self._finding.line, self._finding.column)
        names = list(seen.trace.types)
        if names[:1] == ["self"]:
            names = names[1:]
        if argument is None or not names:
            return True
        name = argument if isinstance(argument, str) else None
        if isinstance(argument, int) and argument < len(names):
            name = names[argument]
        if name not in names:
            return True
        paths = [cause.path for cause in seen.trace.causes if cause.kind in claim.causes]
        return any(not path or path.partition("[")[0].partition(".")[0] == name for path in paths)

    def _raises(self, claim: Claim) -> _Answer:
        error = self._run.raised.get(self._here)
        if error is not None:
            return _Answer("confirmed", f"{error} was raised here")
        running = self._run.traces_running(self._here)
        if claim.anywhere:
            failed = [seen for seen in self._around(running) if self._fails_in_this_function(seen)]
            raised = [where for where in self._steps if where in self._run.raised]
            if failed:
                return _Answer("confirmed", f"tracing it failed: {failed[0].trace.error}")
            if raised and self._here in self._written():
                where = raised[0]
                told = f"{self._run.raised[where]} was raised by the call in line {where.first}"
                return _Answer("confirmed", told)
        if running:
            traces = count_text(len(running), "trace")
            return _Answer("refuted", f"ran in {traces}, and did not raise")
        count = self._run.count(self._here)
        if claim.in_body and count >= 2:
            times = self._times(count)
            return _Answer("refuted", f"ran {times}, never while a function was traced")
        if not claim.in_body and not claim.anywhere and count:
            return _Answer("refuted", f"ran {self._times(count)}, and did not raise")
        return _Answer("not exercised", self._too_seldom(count))

    def _around(self, running: Iterable[_Seen]) -> list[_Seen]:
        """Return the traces in which the line ran, or of the function it stands at or calls."""
        around = {one for seen in running for one in _chain(seen)}
        return [
            seen
            for seen in self._run.seen
            if seen in around or self._here in (seen.written, *seen.frames[:1])
        ]

    def _fails_in_this_function(self, seen: _Seen) -> bool:
        raised = seen.trace.raised_at
        if raised is None or self._run.sources.name(raised.file) != self._here.file:
            return False
        if self._here in (seen.written, *seen.frames[:1]):
            return True
        return self._source.function_around(raised.line) == self._source.function_around(
            self._finding.line
        )

    def _written(self) -> set[Statement]:
        return {seen.written for seen in self._run.seen}

    def _once_per_trace(self, claim: Claim) -> _Answer:
        running = self._run.traces_running(self._here)
        if not running:
            count = self._run.count(self._here)
            if count >= 2:
                times = self._times(count)
                return _Answer("refuted", f"ran {times}, never while a function was traced")
            return _Answer("not exercised", self._too_seldom(count))
        outer = {id(seen.outermost.record): seen.outermost.record for seen in running}
        name = ", ".join(sorted({record.definition.name for record in outer.values()}))
        traces = count_text(len(running), "trace")
        calls = sum(record.calls for record in outer.values())
        by_data = any(record.definition.category == "data" for record in outer.values())
        if calls <= len({seen.outermost for seen in running}) and not by_data:
            called = count_text(calls, "call")
            return _Answer("not exercised", f"ran in {traces} of {name}, in {called}")
        if claim.after:
            bound = [step for step in self._steps if step != self._here and self._binds(step)]
            ended = min(seen.outermost.ends for seen in running)
            if not any(self._run.last(step) > ended for step in bound):
                told = f"ran in {traces} of {name}, and nothing was bound anew after it"
                return _Answer("not exercised", told)
        if by_data:
            return _Answer("confirmed", f"ran in {traces} of {name}, which tf.data calls")
        told = f"ran in {traces} of {name}, not in each of {count_text(calls, 'call')}"
        return _Answer("confirmed", told)

    def _binds(self, where: Statement) -> bool:
        return self._run.sources.source(where.file).binds(where.first)

    def _unrolled(self) -> _Answer:
        body = self._source.body_of_loop(self._finding.line)
        running = {} if body is None else self._run.traces_running(body)
        if not running:
            return _Answer("not exercised", "did not run while a function was traced")
        most = max(running.values())
        told = f"ran {most} times in one trace"
        return _Answer("confirmed" if most >= _UNROLLED else "refuted", told)

    def _runs(self) -> _Answer:
        count = self._run.count(self._here)
        if count:
            return _Answer("confirmed", f"ran {self._times(count)}")
        if not self._run.counts_all_lines:
            return _Answer("not judged", "this Python does not count lines outside of traces")
        return _Answer("not exercised", self._too_seldom(count))

    def _too_seldom(self, count: int) -> str:
        if count == 0:
            return "did not run"
        return f"ran {'once' if count == 1 else self._times(count)}"

    def _times(self, count: int) -> str:
        from tfretrace.lines import COUNTED

        if count == 1:
            return "once"
        return f"at least {count} times" if count >= COUNTED else f"{count} times"

    def _account(self, again: Sequence[_Seen]) -> str:
        first = again[0]
        written = first.record.definition
        names = {seen.record.definition.name for seen in again}
        many = f" and {len(names) - 1} more" if len(names) > 1 else ""
        return (
            f"{count_text(len(again), 'retrace')} of {written.name}{many}: {first.trace.causes[0]}"
        )

    def _why_not(self, related: set[_Seen], calls: int) -> str:
        others = [seen for seen in related if seen.trace.is_retrace]
        if others:
            first = min(others, key=lambda seen: seen.trace.number)
            return f"traced again for another cause only: {first.trace.causes[0]}"
        traces = count_text(len(related), "trace")
        if not related:
            count = self._times(self._run.count(self._here))
            return f"ran {count}, and nothing was traced"
        return f"{count_text(calls, 'call')}, {traces}: no retrace"


def _chain(seen: _Seen) -> Iterable[_Seen]:
    yield seen
    if seen.outer is not None:
        yield from _chain(seen.outer)
