"""What people and programs read: terminal tables, Markdown, JSON."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from tfretrace_fix.command import without_log

from tfretrace.environment import Environment
from tfretrace.recording_report import cause_lines, count_text, function_text, seconds_text
from tfretrace.runner import RunResult
from tfretrace.verify import Verdict, library_traces, own_traces

HEADINGS: tuple[tuple[str, bool], ...] = (
    ("program", False),
    ("traces", True),
    ("library", True),
    ("first result", True),
    ("steady", True),
    ("peak memory", True),
    ("results", False),
)
"""The columns of the table of programs, and whether they hold numbers."""


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


def memory_text(size: int) -> str:
    """Return a size for people, in MiB."""
    return f"{size / 2**20:.0f} MiB"


def first_seconds(runs: Sequence[RunResult]) -> float | None:
    """Return the median time to the first result."""
    return _median([run.first_seconds for run in runs if run.first_seconds is not None])


def steady_seconds(runs: Sequence[RunResult]) -> float | None:
    """Return the median time of a further ``main()``."""
    return _median([seconds for run in runs for seconds in run.steady_seconds])


def _median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None


def print_report(report: Report, console: Console) -> None:
    """Print the table of programs, then what failed."""
    _print_table(report, console)
    for verdict in report.verdicts:
        _print_details(report, verdict, console)
    for text in savings_texts(report):
        console.print(text, highlight=False, soft_wrap=True)
    console.print(str(report.environment), highlight=False, soft_wrap=True)
    console.print(summary_text(report), highlight=False, soft_wrap=True)


def _print_table(report: Report, console: Console) -> None:
    """Print the table of programs, in as few lines as the console is wide enough for.

    Nothing is ever cut or broken within: names and figures are read, and searched for.
    """
    for separator in (" -> ", " ->\n"):
        table = Table("", pad_edge=False, box=SIMPLE_HEAD)
        for name, is_number in HEADINGS:
            table.add_column(name, justify="right" if is_number else "left", no_wrap=True)
        for verdict in report.verdicts:
            table.add_row(
                _state(verdict), *(cell.replace(" -> ", separator) for cell in row(verdict))
            )
        if console.measure(table, options=console.options.update_width(_UNBOUNDED)).maximum <= (
            console.width
        ):
            console.print(table)
            return
    for verdict in report.verdicts:
        name, *cells = row(verdict)
        console.print(f"{_state(verdict)} [bold]{escape(name)}[/]", soft_wrap=True)
        for (heading, _), cell in zip(HEADINGS[1:], cells, strict=True):
            console.print(f"    {heading}: {cell}", highlight=False, soft_wrap=True)


_UNBOUNDED = 10_000
"""Columns of a console on which everything fits."""


def _state(verdict: Verdict) -> str:
    return "[green]true[/]" if verdict.passed else "[red]FAILED[/]"


def summary_text(report: Report) -> str:
    """Say in a line how many programs passed."""
    failed = sum(not verdict.passed for verdict in report.verdicts)
    missing = report.expected - len(report.verdicts)
    predictions = [part for verdict in report.verdicts for part in verdict.predictions]
    right = sum(part.predicted == part.measured for part in predictions)
    parts = [f"{len(report.verdicts) - failed} true", f"{failed} failed"]
    if missing:
        parts.append(f"{missing} not run")
    if predictions:
        parts.append(f"{right} of {len(predictions)} predicted trace counts right")
    parts.append(f"{report.seconds:.0f} s, {report.jobs} at a time")
    return ", ".join(parts)


def savings_texts(report: Report) -> list[str]:
    """Say what the fixes saved, over all programs that run before and after them."""
    fixed = [
        (verdict.before, verdict.after)
        for verdict in report.verdicts
        if verdict.after and not any(run.error for run in (*verdict.before, *verdict.after))
    ]
    if not fixed:
        return []
    traces = [
        sum(own_traces(runs[0]) + library_traces(runs[0]) for runs in version)
        for version in zip(*fixed, strict=True)
    ]
    return [
        f"{count_text(len(fixed), 'fixed program')}: {traces[0]} -> {traces[1]} traces",
        *(
            f"{name}: {ratio_text(ratios)}"
            for name, ratios in (
                ("time to the first result", _ratios(fixed, first_seconds)),
                ("time of a further main()", _ratios(fixed, steady_seconds)),
            )
            if ratios
        ),
    ]


Seconds = Callable[[Sequence[RunResult]], float | None]


def _ratios(
    pairs: Iterable[tuple[Sequence[RunResult], Sequence[RunResult]]], seconds: Seconds
) -> list[float]:
    """Return how many times as long each "before" took as its "after"."""
    measured = [(seconds(before), seconds(after)) for before, after in pairs]
    return [before / after for before, after in measured if before and after]


def ratio_text(ratios: Sequence[float]) -> str:
    """Return the median and between what all ratios lie: ``before / after 2.1 (1.8 to 2.5)``."""
    median = statistics.median(ratios)
    spread = f" ({min(ratios):.2g} to {max(ratios):.2g})" if len(ratios) > 1 else ""
    return f"before / after {median:.2g}{spread}"


def _print_details(report: Report, verdict: Verdict, console: Console) -> None:
    """Print what failed; of a single program, also what was fixed, left and traced."""

    def line(text: str, style: str = "") -> None:
        of_one = text if alone else f"{verdict.name}: {text}"
        console.print(of_one, style=style, markup=False, highlight=False, soft_wrap=True)

    alone = report.expected == 1
    if alone:
        for text in verdict.fixed:
            line(f"fixed {text}")
        for text in verdict.left:
            line(f"not fixed {text}")
        runs_of_pairs = [
            ([one], [other]) for one, other in zip(verdict.before, verdict.after, strict=False)
        ]
        if ratios := _ratios(runs_of_pairs, first_seconds):
            line(f"first result: {ratio_text(ratios)}, {count_text(len(ratios), 'pair')} of runs")
        for prediction in verdict.predictions:
            line(
                f"{prediction.code} on line {prediction.line} predicts {prediction.predicted} "
                f"traces of {prediction.function}, measured {prediction.measured}"
            )
        for when, runs in (("before", verdict.before), ("after", verdict.after)):
            for name, number in runs[0].xla_compilations.items() if runs else ():
                line(f"{when}: XLA compiled {name} {count_text(number, 'time')}")
            for record in runs[0].functions if runs else ():
                line(f"{when}: {function_text(record)}")
                for text in cause_lines(record.retraces):
                    line(f"{when}:     {text}")
    for text in verdict.notes:
        line(text)
    for check in verdict.failures:
        line(f"{check.name}: {check.detail}", style="red")
    unexpected = {check.name for check in verdict.failures}
    for when, runs in (("before", verdict.before), ("after", verdict.after)):
        if f"{when} runs" in unexpected:
            run = runs[0]
            shown = run.traceback or without_log(run.error_output) or run.output
            console.print(shown, markup=False, highlight=False, soft_wrap=True)


def report_markdown(report: Report) -> str:
    """Return the report for a pull request comment."""
    lines = [
        f"### tfretrace-verify: {summary_text(report)}",
        "",
        f"| | {' | '.join(name for name, _ in HEADINGS)} |",
        f"|---|{'|'.join('--:' if is_number else '---' for _, is_number in HEADINGS)}|",
    ]
    for verdict in report.verdicts:
        cells = ("true" if verdict.passed else "**failed**", *row(verdict))
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    failures = [
        f"* {verdict.name}: {check.name}: {check.detail}"
        for verdict in report.verdicts
        for check in verdict.failures
    ]
    if failures:
        lines += ["", "**Failed**", "", *failures]
    lines += ["", *(f"* {text}" for text in savings_texts(report)), "", f"{report.environment}."]
    return "\n".join(lines) + "\n"


def row(verdict: Verdict) -> tuple[str, ...]:
    """Return the cells of a program, before -> after, in the order of :data:`HEADINGS`."""
    before, after = verdict.before, verdict.after
    return (
        verdict.name,
        _arrow(*(str(own_traces(runs[0])) for runs in (before, after) if runs)),
        _arrow(*(str(library_traces(runs[0])) for runs in (before, after) if runs)),
        _arrow(*(seconds_text(first_seconds(runs)) for runs in (before, after) if runs)),
        _arrow(*(_steady_text(runs) for runs in (before, after) if runs)),
        _arrow(*(_memory_text(runs[0]) for runs in (before, after) if runs)),
        results_text(verdict),
    )


def _steady_text(runs: Sequence[RunResult]) -> str:
    time = seconds_text(steady_seconds(runs))
    traces = runs[0].steady_traces / max(len(runs[0].steady_seconds), 1)
    return f"{time} ({traces:.3g} {'trace' if traces == 1 else 'traces'})" if traces else time


def _memory_text(run: RunResult) -> str:
    text = memory_text(run.peak_memory)
    if run.peak_gpu_memory is None:
        return text
    return f"{text}, GPU {memory_text(run.peak_gpu_memory)}"


def _arrow(*parts: str) -> str:
    return " -> ".join(parts)


def results_text(verdict: Verdict) -> str:
    """Say in a word how the results compare."""
    if not verdict.after:
        return verdict.before[0].error_name or "no fix"
    if verdict.before[0].error_name:
        return f"{verdict.before[0].error_name} -> a result"
    equal = [check.passed for check in verdict.checks if check.name == "results equal"]
    return "equal" if equal and all(equal) else "different"
