"""What a run found and did, for people and for machines."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from flake8_tfretrace import Finding, __version__
from flake8_tfretrace.catalog import RULES
from tfretrace_fix.run import Outcome
from tfretrace_fix.verification import Verification


@dataclass(frozen=True)
class Report:
    """The outcomes of a run, and how they are to be told."""

    outcomes: Sequence[Outcome]
    written: bool
    """Whether changed files were written."""
    show_fixes: bool = False
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
        if report.show_fixes:
            lines += [f"{_place(outcome, f.finding)}: {f.finding} [{verb}]" for f in outcome.fixed]
        for item in outcome.left:
            lines.append(f"{_place(outcome, item.finding)}: {item.finding}")
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
                "fixed": [{**_finding(f.finding), "safe": f.safe} for f in outcome.fixed],
                "left": [
                    {
                        **_finding(item.finding),
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


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "line": finding.line,
        "column": finding.column + 1,
        "message": finding.message,
        "function": finding.function,
        "predicted_traces": finding.predicted_traces,
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
                    {
                        "physicalLocation": {
                            "artifactLocation": {"uri": _uri(outcome.path)},
                            "region": {
                                "startLine": finding.line,
                                "startColumn": finding.column + 1,
                            },
                        }
                    }
                ],
                "properties": {"fixable": reason is None, "notFixed": reason},
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
