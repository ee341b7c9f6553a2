"""What a run found and did, for people and for machines."""

from __future__ import annotations

import dataclasses
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from flake8_tfretrace import Finding, __version__
from flake8_tfretrace.catalog import RULES
from flake8_tfretrace.finding import ASSUMPTIONS, Step
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
        """2 after an error, 1 if something was or would be changed, else 0."""
        if any(outcome.error for outcome in self.outcomes):
            return 2
        return int(any(outcome.changed for outcome in self.outcomes))


def _not_fixed(reason: str, needs_unsafe: bool) -> str:
    return f"needs --unsafe-fixes: {reason}" if needs_unsafe else reason


def text(report: Report) -> str:
    """One line per finding that is left, with the reason below it, and a summary."""
    lines = []
    verb = "fixed" if report.written else "would be fixed"
    for outcome in report.outcomes:
        for fixed in outcome.fixed if report.show_fixes or report.show_why else ():
            lines.append(f"{_place(outcome, fixed.finding)}: {fixed.finding} [{verb}]")
            if report.show_why:
                lines += why(outcome.path, fixed.finding)
        for item in outcome.left:
            lines.append(f"{_place(outcome, item.finding)}: {item.finding}")
            if report.show_why:
                lines += why(outcome.path, item.finding)
            lines.append(f"  not fixed: {_not_fixed(item.reason, item.needs_unsafe)}")
    if report.statistics:
        lines += _statistics(report)
    if report.fixed or report.unsafe or report.left:
        lines.append(_summary(report))
    if report.verification:
        lines += _verification(report.verification)
    return "".join(f"{line}\n" for line in lines)


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
                    {**_finding(outcome.path, f.finding), "safe": f.safe} for f in outcome.fixed
                ],
                "left": [
                    {
                        **_finding(outcome.path, item.finding),
                        "not_fixed": item.reason,
                        "needs_unsafe": item.needs_unsafe,
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


def github(report: Report) -> str:
    """Annotations for GitHub's workflow log."""
    lines = []
    for outcome in report.outcomes:
        if outcome.error:
            lines.append(_annotation("error", outcome.path, None, outcome.error))
        for fixed in outcome.fixed:
            verb = "fixed" if report.written else "tfretrace-fix would fix it"
            message = f"{fixed.finding.message} ({verb})"
            lines.append(_annotation("notice", outcome.path, fixed.finding, message))
        for item in outcome.left:
            why = _not_fixed(item.reason, item.needs_unsafe)
            message = f"{item.finding.message} (not fixed: {why})"
            lines.append(_annotation("warning", outcome.path, item.finding, message))
    return "".join(f"{line}\n" for line in lines)


def _annotation(level: str, path: str, finding: Finding | None, message: str) -> str:
    place = f"file={_escaped(path, ',:')}"
    if finding is not None:
        place += f",line={finding.line},col={finding.column + 1},title={finding.code}"
    return f"::{level} {place}::{_escaped(message)}"


def _escaped(value: str, more: str = "") -> str:
    for character in f"%\r\n{more}":
        value = value.replace(character, f"%{ord(character):02X}")
    return value


def sarif(report: Report) -> str:
    """The Static Analysis Results Interchange Format, version 2.1.0."""
    found: list[tuple[Outcome, Finding, str | None]] = [
        (outcome, item.finding, _not_fixed(item.reason, item.needs_unsafe))
        for outcome in report.outcomes
        for item in outcome.left
    ]
    if not report.written:
        found += [
            (outcome, fixed.finding, None) for outcome in report.outcomes for fixed in outcome.fixed
        ]
    codes = sorted({finding.code for _, finding, _ in found})
    run = {
        "tool": {
            "driver": {
                "name": "tfretrace-fix",
                "version": __version__,
                "rules": [
                    {
                        "id": code,
                        "name": RULES[code].name,
                        "shortDescription": {"text": RULES[code].summary},
                    }
                    for code in codes
                ],
            }
        },
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
        "results": [
            {
                "ruleId": finding.code,
                "level": "warning",
                "message": {"text": finding.message},
                "locations": [
                    _location(outcome.path, finding.line, startColumn=finding.column + 1)
                ],
                "codeFlows": [_code_flow(outcome.path, finding)],
                "properties": {
                    "fixable": reason is None,
                    "notFixed": reason,
                    "confidence": finding.confidence,
                },
            }
            for outcome, finding, reason in found
        ],
    }
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(document, indent=2) + "\n"


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
    """Return the address of a file: relative to the current folder, as the path is, or absolute."""
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix())


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": text,
    "json": as_json,
    "github": github,
    "sarif": sarif,
}
