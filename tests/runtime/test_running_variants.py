"""Metamorphic: a fixed variant of a program gives the same results with fewer traces.

Each fixture with a fix is run in one of the variants of :mod:`tests.variants`; which one goes
through all of them from fixture to fixture.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.fix.test_variants import codes, expected, fixed
from tests.marks import fixtures
from tests.runtime.variant_runs import Pair, run_pairs
from tests.variants import VARIANTS
from tfretrace.fixture import Fixture
from tfretrace.runner import RunResult
from tfretrace.values import compare
from tfretrace.verify import own_traces

FIXTURES_PER_PROCESS = 16

FIXABLE = [(number, f) for number, f in enumerate(fixtures()) if f.fix != "none"]
BATCHES = [
    FIXABLE[start : start + FIXTURES_PER_PROCESS]
    for start in range(0, len(FIXABLE), FIXTURES_PER_PROCESS)
]


def pair(number: int, fixture: Fixture) -> Pair:
    """Return the fixture in the first variant from ``number`` on that is there and is fixed."""
    names = list(VARIANTS)
    for step in range(len(names)):
        variant = names[(number + step) % len(names)]
        before = VARIANTS[variant](fixture.text)
        if before is None:
            continue
        result = fixed(fixture, before)
        if codes(result) == codes(expected(fixture)):
            return Pair(fixture, variant, before, result.text)
    raise AssertionError(f"no variant of {fixture.name} is fixed")


@pytest.mark.parametrize("batch", BATCHES, ids=lambda batch: batch[0][1].name)
def test_variants_run(batch: list[tuple[int, Fixture]]) -> None:
    work = [pair(number, fixture) for number, fixture in batch]
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        runs = pool.submit(run_pairs, work).result()
    wrong = {
        f"{job.fixture.name} {job.variant}": objections
        for job, (before, after) in zip(work, runs, strict=True)
        if (objections := list(objections_to(job.fixture, before, after)))
    }
    assert not wrong


def objections_to(fixture: Fixture, before: RunResult, after: RunResult) -> Iterator[str]:
    """Yield what is not as the fixture's header says."""
    if before.error_name != fixture.raises:
        yield f"before: {before.error}"
    if after.error is not None:
        yield f"after: {after.error}"
    for when, run, traces in (
        ("before", before, fixture.traces.before),
        ("after", after, fixture.traces.after),
    ):
        if own_traces(run) != traces:
            yield f"{when}: {own_traces(run)} traces in place of {traces}"
    if fixture.raises is None:
        comparison = compare(
            before.results,
            after.results,
            array_kinds_may_differ=fixture.fix == "unsafe",
            tolerance=fixture.tolerance,
        )
        yield from comparison.differences
        if not comparison.compared:
            yield "there are no results"
