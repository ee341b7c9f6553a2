"""The pytest plugin: ``@pytest.mark.max_traces``, ``--tfretrace-report``,
``--tfretrace-fail-on-retrace`` and ``--tfretrace-budget``.

It does nothing, and imports nothing but this module, until one of them is used.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tfretrace.budget import Budget
    from tfretrace.recorder import Recording

_SHOWN_FUNCTIONS = 10


@dataclass
class RetraceTotal:
    """What the retraces of one function cost in the whole test run."""

    retraces: int = 0
    seconds: float = 0.0
    tests: set[str] = field(default_factory=set)
    advice: set[str] = field(default_factory=set)


class TraceReport:
    """Adds up the retraces of all tests for ``--tfretrace-report``."""

    def __init__(self) -> None:
        self.totals: dict[str, RetraceTotal] = {}

    def add(self, test: str, recording: Recording) -> None:
        """Add what a test recorded."""
        from tfretrace.advice import recommendations

        for record in recording.of_category("user"):
            if not record.retraces:
                continue
            name = f"{record.definition.name} ({record.definition.site})"
            total = self.totals.setdefault(name, RetraceTotal())
            total.retraces += len(record.retraces)
            total.seconds += record.seconds_lost
            total.tests.add(test)
            total.advice.update(
                f"{advice.code}: {advice.text}" if advice.code else advice.text
                for advice in recommendations(record)
            )

    def merge(self, rows: list[dict[str, Any]]) -> None:
        """Add the rows of a worker of pytest-xdist."""
        for row in rows:
            total = self.totals.setdefault(row["name"], RetraceTotal())
            total.retraces += row["retraces"]
            total.seconds += row["seconds"]
            total.tests.update(row["tests"])
            total.advice.update(row["advice"])

    def rows(self) -> list[dict[str, Any]]:
        """Return the functions that lost most time first, as plain data."""
        ranked = sorted(self.totals.items(), key=lambda item: -item[1].seconds)
        return [
            {
                "name": name,
                "retraces": total.retraces,
                "seconds": total.seconds,
                "tests": sorted(total.tests),
                "advice": sorted(total.advice),
            }
            for name, total in ranked
        ]

    @pytest.hookimpl
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the section."""
        terminalreporter.section("tf.function retracing")
        rows = self.rows()
        if not rows:
            terminalreporter.write_line("no function was traced again")
        for row in rows[:_SHOWN_FUNCTIONS]:
            terminalreporter.write_line(
                f"{row['seconds']:.2f} s in {row['retraces']} retraces of {row['name']}, "
                f"in {len(row['tests'])} tests, first {row['tests'][0]}"
            )
            for advice in row["advice"]:
                terminalreporter.write_line(f"    {advice}")
        if len(rows) > _SHOWN_FUNCTIONS:
            terminalreporter.write_line(f"and {len(rows) - _SHOWN_FUNCTIONS} more functions")

    @pytest.hookimpl
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand the rows of a pytest-xdist worker to its controller."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["tfretrace"] = self.rows()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over the rows of a pytest-xdist worker that has ended."""
        self.merge(getattr(node, "workeroutput", {}).get("tfretrace", []))


class BudgetCheck:
    """Records the whole test run for ``--tfretrace-budget``; each worker of pytest-xdist its own.

    Workers trace what they share each for themselves, so that the budget holds for each of them.
    """

    def __init__(self, budget: Budget) -> None:
        from tfretrace.recorder import record

        self._budget = budget
        self._recorder = record()
        self._recording = self._recorder.__enter__()
        self._excess: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Compare what was recorded, and fail the run if it is too much."""
        self._recorder.__exit__(None)
        for excess in self._budget.exceeded(self._recording.functions):
            self._excess.append("\n".join([str(excess), *(f"    {c}" for c in excess.causes)]))
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["tfretrace-budget"] = self._excess
        if self._excess and session.exitstatus in (pytest.ExitCode.OK, 0):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker of pytest-xdist found."""
        self._excess += getattr(node, "workeroutput", {}).get("tfretrace-budget", [])

    @pytest.hookimpl
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what was traced too often."""
        if self._excess:
            terminalreporter.section(f"tf.function traces over the budget ({self._budget.file})")
        for text in dict.fromkeys(self._excess):
            terminalreporter.write_line(text)


_REPORT = pytest.StashKey[TraceReport]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("tfretrace", "tf.function retracing")
    group.addoption(
        "--tfretrace-report",
        action="store_true",
        help="report the functions that lost most time to retracing",
    )
    group.addoption(
        "--tfretrace-fail-on-retrace",
        action="store_true",
        help="fail tests in which a function is traced again",
    )
    group.addoption(
        "--tfretrace-budget",
        metavar="FILE",
        help="fail if a function is traced more often than FILE allows, which "
        "'tfretrace-verify record --budget FILE -m pytest' writes",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker and the report."""
    config.addinivalue_line(
        "markers",
        "max_traces(limit, function=None): fail if TensorFlow traces a function more often; "
        "see tfretrace.max_traces",
    )
    if config.getoption("--tfretrace-report"):
        report = config.stash[_REPORT] = TraceReport()
        config.pluginmanager.register(report, "tfretrace-report")
    if (file := config.getoption("--tfretrace-budget")) is not None:
        from tfretrace.budget import BudgetError, read

        try:
            budget = read(config.invocation_params.dir / file)
        except BudgetError as error:
            raise pytest.UsageError(f"--tfretrace-budget: {error}") from error
        config.pluginmanager.register(BudgetCheck(budget), "tfretrace-budget")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Record a test and check what was recorded."""
    limits = [_limit(mark) for mark in item.iter_markers("max_traces")]
    report = item.config.stash.get(_REPORT, None)
    fail_on_retrace = item.config.getoption("--tfretrace-fail-on-retrace")
    if not limits and report is None and not fail_on_retrace:
        return (yield)

    from tfretrace.guard import check_no_retrace, check_traces
    from tfretrace.recorder import record

    with record() as recording:
        outcome = yield
    if report is not None:
        report.add(item.nodeid, recording)
    for limit, function in limits:
        check_traces(recording, limit, function)
    if fail_on_retrace and not limits:
        check_no_retrace(recording)
    return outcome


def _limit(mark: pytest.Mark) -> tuple[int, Any]:
    def read(limit: int, function: Any = None) -> tuple[int, Any]:
        return limit, function

    try:
        return read(*mark.args, **mark.kwargs)
    except TypeError as error:
        raise pytest.UsageError(f"max_traces(limit, function=None): {error}") from error
