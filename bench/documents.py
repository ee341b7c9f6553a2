"""Document 000's two tables again, measured on this machine.

    python bench/documents.py [--runs N] [--device cpu|gpu|auto] [--json FILE]

The programs are the document's own examples (``fixtures/seed_000_*.py``), and ``thousand_calls.py``
for its row about 1000 calls. Each is measured as it is, with the safe fixes of ``tfretrace-fix``
and with its unsafe fixes too, every run in a process of its own and the versions in turn. Times are
medians of a ``main()`` that traces, after another import and run of the program in that process has
paid what TensorFlow does once; memory is what the process grows by without it.

Exit status: 0, or 1 when a fixed program raises or gives other results than the first version of it
that runs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from tfretrace_fix.engine import fix_source

from tfretrace.environment import Environment, hide_gpus
from tfretrace.fixture import Fixture, read_fixture
from tfretrace.recording_report import seconds_text
from tfretrace.report import first_seconds
from tfretrace.runner import RunResult
from tfretrace.values import compare
from tfretrace.verify import Processes, own_traces

BENCH = Path(__file__).parent
FIXTURES = BENCH.parent / "fixtures"
CALLS = 1000
"""Calls that ``thousand_calls.py`` makes."""
TOLERANCE = 1e-5
"""Of results: TensorFlow sums a batch in another order when it does not know its size."""
WIDTH = 180


@dataclass(frozen=True)
class Case:
    """A row of the document's summary table."""

    name: str
    program: str
    traces: tuple[int, int]
    speedup: float
    milliseconds_saved: int


CASES = (
    Case("Basic Prediction", "seed_000_test1.py", (4, 2), 6.18, 194),
    Case("Input Signature", "seed_000_test2.py", (5, 1), 2.97, 49),
    Case("Tensor Arguments", "seed_000_test3.py", (3, 1), 3.85, 33),
    Case("Model Architecture", "seed_000_model_architectures.py", (13, 5), 2.23, 89),
)

METRICS = {
    "Inference Time (ms)": (145.3, 39.8),
    "Retraces per 1000 calls": (847.0, 0.0),
    "Peak Memory (GB)": (4.2, 2.3),
    "Throughput (samples/sec)": (6.9, 25.1),
}
"""The document's first table, before and after."""


@dataclass(frozen=True)
class Version:
    """One version of a program, and what its runs showed."""

    name: str
    """``as it is``, ``safe fixes`` or ``all fixes``."""
    fixes: tuple[str, ...]
    """The codes fixed."""
    cold: RunResult
    """Alone in its process: traces, results and memory."""
    warm: tuple[RunResult, ...]
    """After another import and run of it in the same process: time."""

    @property
    def error(self) -> str | None:
        """The error that the program raises."""
        return self.cold.error_name

    @property
    def traces(self) -> int:
        """Traces of the program's own functions."""
        return own_traces(self.cold)

    @property
    def retraces(self) -> int:
        """Those of the traces that came after a function's first."""
        return sum(len(function.retraces) for function in self.cold.own())

    @property
    def seconds(self) -> float | None:
        """Until the first ``main()`` has its results; None if it raises."""
        return None if self.error else first_seconds(self.warm)

    @property
    def trace_seconds(self) -> float:
        """The part of that time spent tracing."""
        return statistics.median(run.trace_seconds for run in self.warm)

    @property
    def grown_memory(self) -> int:
        """What the program added to the process's largest resident memory, in bytes."""
        return self.cold.peak_memory - self.cold.start_memory


def measure(fixture: Fixture, processes: Processes, runs: int) -> tuple[Version, ...]:
    """Run a program as it is and with its fixes: cold once, then warm ``runs`` times, in turn.

    With no warm runs, the cold one gives the time too.
    """
    texts = {"as it is": fixture.text}
    fixes: dict[str, tuple[str, ...]] = {"as it is": ()}
    for name, unsafe in (("safe fixes", False), ("all fixes", True)):
        fixed = fix_source(fixture.text, str(fixture.path), unsafe=unsafe)
        if fixed.text not in texts.values():
            texts[name] = fixed.text
            fixes[name] = tuple(sorted({part.finding.code for part in fixed.fixed}))

    def run(name: str, warm_ups: int) -> RunResult:
        print(f"{fixture.name}: {name}", file=sys.stderr)
        return processes.run_fixture(fixture, texts[name], repeats=0, warm_ups=warm_ups)

    cold = {name: run(name, 0) for name in texts}
    warm = [{name: run(name, 1) for name in texts} for _ in range(runs)] or [cold]
    return tuple(
        Version(name, fixes[name], cold[name], tuple(results[name] for results in warm))
        for name in texts
    )


def baseline(versions: Sequence[Version]) -> Version:
    """Return the first version that runs, which times and results are held against."""
    return next((version for version in versions if version.error is None), versions[0])


def differences(versions: Sequence[Version]) -> list[str]:
    """Say what is wrong with the fixed versions: errors, or other results than the baseline's."""
    expected = baseline(versions)
    wrong = []
    for version in versions[1:]:
        if version.cold.error:
            wrong.append(f"{version.name}: {version.cold.error}")
            continue
        comparison = compare(
            expected.cold.results,
            version.cold.results,
            array_kinds_may_differ=True,
            tolerance=TOLERANCE,
            name=version.name,
        )
        wrong.extend(comparison.differences)
    return wrong


def speedup(versions: Sequence[Version]) -> float | None:
    """Return how many times faster the last version is than the baseline."""
    slow, fast = baseline(versions).seconds, versions[-1].seconds
    return slow / fast if slow and fast else None


def metrics(versions: Sequence[Version]) -> dict[str, tuple[float, float] | None]:
    """Return the rows of the document's first table for ``thousand_calls.py``."""
    before, after = versions[0], versions[-1]
    slow, fast = before.seconds, after.seconds
    timed = (slow, fast) if slow and fast else None
    return {
        "Inference Time (ms)": timed and (timed[0] * 1000 / CALLS, timed[1] * 1000 / CALLS),
        "Retraces per 1000 calls": (float(before.retraces), float(after.retraces)),
        "Peak Memory (GB)": (before.cold.peak_memory / 1e9, after.cold.peak_memory / 1e9),
        "Throughput (samples/sec)": timed and (CALLS / timed[0], CALLS / timed[1]),
    }


def metrics_table(versions: Sequence[Version]) -> Table:
    """Return the document's first table, with this machine's figures beside its own."""
    table = Table(title='Document 000, "Before vs After Optimization"', box=SIMPLE_HEAD)
    for heading in ("Metric", "document", "", "measured", ""):
        table.add_column(heading, justify="left" if heading == "Metric" else "right")
    for name, measured in metrics(versions).items():
        cells = [*_change(METRICS[name]), *(_change(measured) if measured else ("raises", ""))]
        table.add_row(name, *cells)
    return table


def _change(pair: tuple[float, float]) -> tuple[str, str]:
    before, after = pair
    return f"{before:.4g} -> {after:.4g}", f"{(after - before) / before:+.0%}"


def cases_table(measured: dict[str, tuple[Version, ...]]) -> Table:
    """Return the document's summary table, with this machine's figures beside its own."""
    table = Table(title='Document 000, "Comprehensive Performance Summary"', box=SIMPLE_HEAD)
    table.add_column("Test case", no_wrap=True)
    for heading in (
        "traces: document",
        "measured",
        "speed-up: document",
        "measured",
        "saved: document",
        "measured",
        "memory grown, MiB",
    ):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("fixed")
    for case in CASES:
        versions = measured[case.name]
        slow, fast, ratio = baseline(versions).seconds, versions[-1].seconds, speedup(versions)
        table.add_row(
            case.name,
            f"{case.traces[0]} -> {case.traces[1]}",
            " -> ".join(version.error or str(version.traces) for version in versions),
            f"{case.speedup:.2f}",
            f"{ratio:.2f}" if ratio else "-",
            f"{case.milliseconds_saved} ms",
            seconds_text(slow - fast) if slow and fast else "-",
            " -> ".join(f"{version.grown_memory / 2**20:.0f}" for version in versions),
            ", ".join(versions[-1].fixes) or "nothing",
        )
    return table


def remarks(measured: dict[str, tuple[Version, ...]]) -> list[str]:
    """Say where a case does not reach the document's figures, and what its versions are."""
    lines = []
    for case in CASES:
        versions = measured[case.name]
        names = " -> ".join(version.name for version in versions)
        if len(versions) > 2 or baseline(versions) is not versions[0]:
            lines.append(f"{case.name}: {names}; speed-up from '{baseline(versions).name}' on.")
        if versions[-1].traces > case.traces[1] or versions[-1].error:
            lines.append(f"{case.name}: more traces than the document's {case.traces[1]}.")
        ratio = speedup(versions)
        if ratio is None or ratio < case.speedup:
            times = " -> ".join(seconds_text(version.seconds) for version in versions)
            tracing = " -> ".join(seconds_text(version.trace_seconds) for version in versions)
            lines.append(
                f"{case.name}: less than the document's speed-up: {times}, of it {tracing} tracing."
            )
    return lines


def as_json(
    environment: Environment,
    measured: dict[str, tuple[Version, ...]],
    thousand: tuple[Version, ...],
) -> dict[str, Any]:
    """Return both tables as JSON types, times in seconds and memory in bytes."""
    return {
        "environment": asdict(environment),
        "metrics": {
            name: {"document": METRICS[name], "measured": pair}
            for name, pair in metrics(thousand).items()
        },
        "thousand_calls": [_version_json(version) for version in thousand],
        "cases": [
            {
                "document": asdict(case),
                "versions": [_version_json(version) for version in measured[case.name]],
                "speedup": speedup(measured[case.name]),
            }
            for case in CASES
        ],
    }


def _version_json(version: Version) -> dict[str, Any]:
    return {
        "name": version.name,
        "fixes": version.fixes,
        "error": version.error,
        "traces": version.traces,
        "retraces": version.retraces,
        "seconds": version.seconds,
        "trace_seconds": version.trace_seconds,
        "all_seconds": [run.first_seconds for run in version.warm],
        "cold_seconds": version.cold.first_seconds,
        "peak_memory": version.cold.peak_memory,
        "grown_memory": version.grown_memory,
    }


def main() -> int:
    """Measure, print both tables, and write them as JSON."""
    parser = argparse.ArgumentParser(description="Document 000's two tables, measured here.")
    parser.add_argument("--runs", type=int, default=7, help="of each version (%(default)s)")
    parser.add_argument("--device", choices=("cpu", "gpu", "auto"), default="auto")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs is at least 1")
    if options.device == "cpu":
        hide_gpus()
    with Processes() as processes:
        environment = processes.environment(options.device)
        measured = {
            case.name: measure(read_fixture(FIXTURES / case.program), processes, runs=options.runs)
            for case in CASES
        }
        # Warming up for a thousand calls would take as long again, and change little.
        thousand = measure(read_fixture(BENCH / "thousand_calls.py"), processes, runs=0)
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    console.print(metrics_table(thousand))
    console.print(cases_table(measured))
    for line in remarks(measured):
        console.print(line, highlight=False)
    console.print(str(environment), highlight=False)
    wrong = [line for versions in (*measured.values(), thousand) for line in differences(versions)]
    for line in wrong:
        console.print(line, style="red", markup=False, highlight=False)
    if options.json:
        text = json.dumps(as_json(environment, measured, thousand), indent=2) + "\n"
        options.json.write_text(text, encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
