"""What people and programs read: terminal tables, Markdown, JSON."""

from __future__ import annotations

import dataclasses
import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

import flake8_tfretrace
from tfretrace.environment import Environment
from tfretrace.records import FunctionRecord, Trace
from tfretrace.runner import RunResult
from tfretrace.verify import Verdict, library_traces, own_traces

SCHEMA = 1
"""Version of the JSON report; described in docs/report-schema.md."""


@dataclass
class Report:
    """Everything that one run of the harness found."""

    environment: Environment
    jobs: int
    """How many programs were run at the same time."""
    verdicts: list[Verdict] = field(default_factory=list)
    seconds: float = 0.0
    """Wall time of the whole."""
    expected: int = 0
    """How many programs there were to run."""

    @property
    def passed(self) -> bool:
        """Whether all programs were run and all was true."""
        complete = len(self.verdicts) == self.expected
        return complete and all(verdict.passed for verdict in self.verdicts)


def seconds_text(seconds: float | None) -> str:
    """Return a time for people: ``3.2 ms``, ``1.25 s``."""
    if seconds is None:
        return "-"
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def memory_text(size: int | None) -> str:
    """Return a size for people, in MiB."""
    return "-" if size is None else f"{size / 2**20:.0f} MiB"


def first_seconds(runs: Sequence[RunResult]) -> float | None:
    """Return the median time to the first result."""
    return _median([run.first_seconds for run in runs if run.first_seconds is not None])


def steady_seconds(runs: Sequence[RunResult]) -> float | None:
    """Return the median time of a further ``main()``."""
    return _median([seconds for run in runs for seconds in run.steady_seconds])


def _median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None


def print_summary(report: Report, console: Console) -> None:
    """Print the table of verdicts, then what failed."""
    table = Table(title=None, pad_edge=False)
    table.add_column("program", overflow="fold")
    for name in ("traces", "library", "first result", "steady", "peak memory"):
        table.add_column(name, justify="right")
    table.add_column("results")
    table.add_column("")
    for verdict in report.verdicts:
        table.add_row(*_row(verdict), "[green]ok[/]" if verdict.passed else "[red]FAILED[/]")
    console.print(table)
    for verdict in report.verdicts:
        for check in verdict.failures:
            console.print(f"[red]{verdict.name}: {check.name}: {check.detail}[/]", markup=True)
    console.print(str(report.environment), highlight=False)
    failed = sum(not verdict.passed for verdict in report.verdicts)
    missing = report.expected - len(report.verdicts)
    console.print(
        f"{len(report.verdicts) - failed} true, {failed} failed"
        + (f", {missing} not run" if missing else "")
        + f", {report.seconds:.0f} s with {report.jobs} at a time",
        highlight=False,
    )


def _row(verdict: Verdict) -> tuple[str, ...]:
    before, after = verdict.before, verdict.after
    return (
        verdict.name,
        _arrow(*(str(own_traces(runs[0])) for runs in (before, after) if runs)),
        _arrow(*(str(library_traces(runs[0])) for runs in (before, after) if runs)),
        _arrow(*(seconds_text(first_seconds(runs)) for runs in (before, after) if runs)),
        _arrow(*(seconds_text(steady_seconds(runs)) for runs in (before, after) if runs)),
        _arrow(*(memory_text(runs[0].peak_memory) for runs in (before, after) if runs)),
        results_text(verdict),
    )


def _arrow(*parts: str) -> str:
    return " -> ".join(parts)


def results_text(verdict: Verdict) -> str:
    """Say in a word how the results compare."""
    if not verdict.after:
        return (
            "nothing to fix" if not verdict.before[0].error else verdict.before[0].error_name or ""
        )
    if verdict.before[0].error_name:
        return f"{verdict.before[0].error_name} -> a result"
    equal = [check.passed for check in verdict.checks if check.name == "results equal"]
    return "equal" if equal and all(equal) else "different"
