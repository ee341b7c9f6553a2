"""What a run found and did, for people and for machines."""

from __future__ import annotations

import dataclasses
import json
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from flake8_tfretrace import Finding, __version__
from flake8_tfretrace.catalog import REPOSITORY, RULES, SEVERITIES, Severity
from flake8_tfretrace.finding import ASSUMPTIONS, Step
from tfretrace_fix.changes import Change
from tfretrace_fix.engine import Left
from tfretrace_fix.run import Outcome
from tfretrace_fix.verification import Verification


@dataclass(frozen=True)
class Report:
    """The outcomes of a run, and how they are to be told."""

    outcomes: Sequence[Outcome]
    written: bool
    """Whether changed files were written."""
    show_fixes: bool = False
    show_why: bool = False
    """Whether every finding is listed with its witness."""
    statistics: bool = False
    verification: Verification | None = None
    fail_on: Severity | None = None
    """What is found of this severity, or of a higher one, makes the exit status 1."""

    @property
    def fixed(self) -> int:
        """The number of findings that were fixed, or would be."""
        return sum(len(outcome.fixed) for outcome in self.outcomes)

    @property
    def unsafe(self) -> int:
        """The number of findings that ``--unsafe-fixes`` would fix."""
        return sum(item.needs_unsafe for outcome in self.outcomes for item in outcome.left)

    @property
    def left(self) -> int:
        """The number of findings without a fix."""
        return sum(len(outcome.left) for outcome in self.outcomes) - self.unsafe

    @property
    def exit_code(self) -> int:
        """2 after an error, 1 if something was or would be changed, else 0.

        With :attr:`fail_on`, where nothing is written, 1 if anything of that severity was found.
        """
        if any(outcome.error for outcome in self.outcomes):
            return 2
        if self.fail_on is None:
            return int(any(outcome.changed for outcome in self.outcomes))
        failing = SEVERITIES[SEVERITIES.index(self.fail_on) :]
        left = [item.finding.code for outcome in self.outcomes for item in outcome.left]
        if self.written:
            is_changed = any(outcome.changed for outcome in self.outcomes)
            return int(is_changed or any(RULES[code].severity in failing for code in left))
        found = [item.finding.code for outcome in self.outcomes for item in outcome.fixed]
        return int(any(RULES[code].severity in failing for code in (*left, *found)))


def _not_fixed(reason: str, needs_unsafe: bool) -> str:
    return f"needs --unsafe-fixes: {reason}" if needs_unsafe else reason


def text(report: Report) -> str:
    """One line per finding that is left, with the reason below it, and a summary.

    Findings of a file that say the same are one.
    """
    lines = []
    verb = "fixed" if report.written else "would be fixed"
    for outcome in report.outcomes:
        for fixed in outcome.fixed if report.show_fixes or report.show_why else ():
            lines.append(f"{_place(outcome, fixed.finding)}: {fixed.finding} [{verb}]")
            if report.show_why:
                lines += why(outcome.path, fixed.finding)
        for items in _alike(outcome.left, each=report.show_why):
            item = items[0]
            lines.append(f"{_place(outcome, item.finding)}: {item.finding}")
            if report.show_why:
                lines += why(outcome.path, item.finding)
            if len(items) > 1:
                others = ", ".join(str(other.finding.line) for other in items[1:])
                lines.append(f"  the same on {'line' if len(items) == 2 else 'lines'} {others}")
            lines.append(f"  not fixed: {_not_fixed(item.reason, item.needs_unsafe)}")
    if report.statistics:
        lines += _statistics(report)
    if report.fixed or report.unsafe or report.left:
        lines.append(_summary(report))
    if report.verification:
        lines += _verification(report.verification)
    return "".join(f"{line}\n" for line in lines)


def _alike(left: Sequence[Left], each: bool) -> Collection[Sequence[Left]]:
    """Return findings of a file in groups that say the same; in groups of one if ``each``."""
    groups: dict[object, list[Left]] = {}
    for item in left:
        said = (item.finding.code, item.finding.message, item.reason)
        groups.setdefault(item.finding if each else said, []).append(item)
    return groups.values()


def _place(outcome: Outcome, finding: Finding) -> str:
    return f"{outcome.path}:{finding.line}:{finding.column + 1}"


def why(path: str, finding: Finding) -> Iterator[str]:
    """Yield the lines that show the witness of a finding in a file: its steps, and assumptions."""
    witness = finding.witness
    clauses = "".join(f", if {clause}" for clause in sorted(witness.needs))
    yield f"  {finding.confidence}{clauses}:"
    for step in witness.steps:
        yield f"    {_step_path(path, step)}:{step.line}: {step.text}"
    if witness.assumptions:
        yield "  assuming:"
        yield from (f"    {name}: {ASSUMPTIONS[name]}" for name in sorted(witness.assumptions))


def _step_path(path: str, step: Step) -> str:
    """Return the file of a step, named from the current folder if that of its finding is."""
    file, here = PurePath(step.path), Path.cwd()
    if PurePath(path).is_absolute() or not file.is_relative_to(here):
        return step.path
    dot = f".{os.sep}"
    return f"{dot if path.startswith(dot) else ''}{file.relative_to(here)}"


def _summary(report: Report) -> str:
    changed = sum(outcome.changed for outcome in report.outcomes)
    parts = [f"{report.fixed} {'fixed' if report.written else 'would be fixed'}"]
    if changed:
        parts[0] += f" in {changed} {'file' if changed == 1 else 'files'}"
    if report.unsafe:
        parts.append(f"{report.unsafe} {'needs' if report.unsafe == 1 else 'need'} --unsafe-fixes")
    if report.left:
        parts.append(f"{report.left} left: see above")
    return ", ".join(parts)


def _verification(verification: Verification) -> list[str]:
    runs, seconds = verification.runs, verification.seconds
    lines = [
        f"verified with {verification.command!r}: {verification.traces_before} -> "
        f"{verification.traces_after} traces, same results ({runs} runs, {seconds:.0f} s)"
    ]
    if verification.not_run:
        lines.append(f"it does not run {', '.join(verification.not_run)}: not verified there")
    return lines


def _statistics(report: Report) -> list[str]:
    """Return a line per code: how many fixed, waiting for --unsafe-fixes, left."""
    fixed: Counter[str] = Counter()
    unsafe: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for outcome in report.outcomes:
        fixed.update(item.finding.code for item in outcome.fixed)
        for item in outcome.left:
            (unsafe if item.needs_unsafe else left)[item.finding.code] += 1
    codes = sorted({*fixed, *unsafe, *left})
    if not codes:
        return []
    return ["code    fixed  unsafe  left  rule"] + [
        f"{code}  {fixed[code]:5d}  {unsafe[code]:6d}  {left[code]:4d}  {RULES[code].name}"
        for code in codes
    ]


def as_json(report: Report) -> str:
    """Everything, for programs."""
    verification = report.verification
    document = {
        "version": __version__,
        "written": report.written,
        "files": [
            {
                "path": outcome.path,
                "changed": outcome.changed,
                "error": outcome.error,
                "fixed": [
                    {
                        **_finding(outcome.path, f.finding),
                        "safe": f.safe,
                        "edits": [_edit(change) for change in f.changes],
                    }
                    for f in outcome.fixed
                ],
                "left": [
                    {
                        **_finding(outcome.path, item.finding),
                        "not_fixed": item.reason,
                        "needs_unsafe": item.needs_unsafe,
                        "edits": [_edit(change) for change in item.changes],
                    }
                    for item in outcome.left
                ],
            }
            for outcome in report.outcomes
            if outcome.changed or outcome.error or outcome.fixed or outcome.left
        ],
        "summary": {"fixed": report.fixed, "needs_unsafe": report.unsafe, "left": report.left},
        "verification": None if verification is None else dataclasses.asdict(verification),
    }
    return json.dumps(document, indent=2) + "\n"


def _finding(path: str, finding: Finding) -> dict[str, Any]:
    witness = finding.witness
    return {
        "code": finding.code,
        "line": finding.line,
        "column": finding.column + 1,
        "message": finding.message,
        "severity": RULES[finding.code].severity,
        "url": RULES[finding.code].url,
        "fingerprint": finding.fingerprint,
        "function": finding.function,
        "predicted_traces": finding.predicted_traces,
        "witness": {
            "confidence": finding.confidence,
            "steps": [
                {"path": _step_path(path, step), "line": step.line, "text": step.text}
                for step in witness.steps
            ],
            "assumptions": sorted(witness.assumptions),
            "needs": sorted(witness.needs),
        },
    }


def _edit(change: Change) -> dict[str, Any]:
    return {
        "path": change.path,
        "start": {"line": change.start[0], "column": change.start[1] + 1},
        "end": {"line": change.end[0], "column": change.end[1] + 1},
        "text": change.text,
    }


def github(report: Report) -> str:
    """Annotations for GitHub's workflow log."""
    lines = []
    for outcome in report.outcomes:
        if outcome.error:
            lines.append(_annotation("error", outcome.path, None, outcome.error))
        for fixed in outcome.fixed:
            verb = "fixed" if report.written else "tfretrace-fix would fix it"
            message = f"{fixed.finding.message} ({verb})"
            level = "notice" if report.written else RULES[fixed.finding.code].severity
            lines.append(_annotation(level, outcome.path, fixed.finding, message))
        for item in outcome.left:
            why = _not_fixed(item.reason, item.needs_unsafe)
            message = f"{item.finding.message} (not fixed: {why})"
            level = RULES[item.finding.code].severity
            lines.append(_annotation(level, outcome.path, item.finding, message))
    return "".join(f"{line}\n" for line in lines)


def _annotation(level: str, path: str, finding: Finding | None, message: str) -> str:
    # GitHub drops what it cannot find under the root of the repository, such as ./train.py.
    place = f"file={_escaped(_from_here(path), ',:')}"
    if finding is not None:
        place += f",line={finding.line},col={finding.column + 1},title={finding.code}"
    return f"::{level} {place}::{_escaped(message)}"


def _escaped(value: str, more: str = "") -> str:
    for character in f"%\r\n{more}":
        value = value.replace(character, f"%{ord(character):02X}")
    return value


def sarif(report: Report) -> str:
    """The Static Analysis Results Interchange Format, version 2.1.0."""
    results = [
        _result(
            outcome.path, item.finding, item.changes, _not_fixed(item.reason, item.needs_unsafe)
        )
        for outcome in report.outcomes
        for item in outcome.left
    ]
    if not report.written:
        results += [
            _result(outcome.path, fixed.finding, fixed.changes, None)
            for outcome in report.outcomes
            for fixed in outcome.fixed
        ]
    codes = sorted({result["ruleId"] for result in results})
    run = {
        "tool": {
            "driver": {
                "name": "tfretrace-fix",
                "version": __version__,
                "informationUri": REPOSITORY,
                "rules": [
                    {
                        "id": code,
                        "name": RULES[code].name,
                        "shortDescription": {"text": RULES[code].summary},
                        "helpUri": RULES[code].url,
                        "defaultConfiguration": {"level": RULES[code].severity},
                    }
                    for code in codes
                ],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": report.exit_code != 2,
                "toolExecutionNotifications": [
                    {
                        "level": "error",
                        "message": {"text": f"{outcome.path}: {outcome.error}"},
                    }
                    for outcome in report.outcomes
                    if outcome.error
                ],
            }
        ],
        "results": results,
    }
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(document, indent=2) + "\n"


def _result(
    path: str, finding: Finding, changes: Sequence[Change], reason: str | None
) -> dict[str, Any]:
    """Return a finding in a file; ``reason`` says why it is left, if it is."""
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": RULES[finding.code].severity,
        "message": {"text": finding.message},
        "locations": [_location(path, finding.line, startColumn=finding.column + 1)],
        "codeFlows": [_code_flow(path, finding)],
        # The name that GitHub goes by to know a result again.
        "partialFingerprints": {"primaryLocationLineHash": finding.fingerprint},
        "properties": {
            "fixable": reason is None,
            "notFixed": reason,
            "confidence": finding.confidence,
        },
    }
    if changes:
        result["fixes"] = [_fix(changes, reason)]
    return result


def _fix(changes: Sequence[Change], reason: str | None) -> dict[str, Any]:
    return {
        "description": {"text": reason or "safe: results stay the same"},
        "artifactChanges": [
            {
                "artifactLocation": {"uri": _uri(path)},
                "replacements": [
                    {
                        "deletedRegion": {
                            "startLine": change.start[0],
                            "startColumn": change.start[1] + 1,
                            "endLine": change.end[0],
                            "endColumn": change.end[1] + 1,
                        },
                        "insertedContent": {"text": change.text},
                    }
                    for change in of_path
                ],
            }
            for path, of_path in groupby(changes, key=attrgetter("path"))
        ],
    }


def _code_flow(path: str, finding: Finding) -> dict[str, Any]:
    """Return the witness of a finding as the path that code hosts show."""
    witness = finding.witness
    premises = [
        *sorted(witness.needs),
        *(ASSUMPTIONS[name] for name in sorted(witness.assumptions)),
    ]
    words = f"{finding.confidence}; it is assumed that: {'; '.join(premises)}"
    locations = [
        {
            "location": {
                **_location(_step_path(path, step), step.line),
                "message": {"text": step.text},
            }
        }
        for step in witness.steps
    ]
    return {
        "message": {"text": words if premises else finding.confidence},
        "threadFlows": [{"locations": locations}],
    }


def _location(path: str, line: int, **region: int) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(path)},
            "region": {"startLine": line, **region},
        }
    }


def _uri(path: str) -> str:
    """Return the address of a file: relative to the current folder if it is there, or absolute."""
    here = PurePath(_from_here(path))
    return here.as_uri() if here.is_absolute() else quote(here.as_posix())


def _from_here(path: str) -> str:
    """Return the path of a file as code hosts know it: from the current folder, without dots."""
    absolute, here = os.path.abspath(path), Path.cwd()  # noqa: PTH100 - it takes the dots away
    if not PurePath(absolute).is_relative_to(here):
        return absolute
    return PurePath(absolute).relative_to(here).as_posix()


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": text,
    "json": as_json,
    "github": github,
    "sarif": sarif,
}
