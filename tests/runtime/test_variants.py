"""Metamorphic: a fixed variant of a program gives the same results with fewer traces.

Each fixture with a fix is run in two of the variants of :mod:`tests.variants`; which two goes
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

VARIANTS_PER_FIXTURE = 1
FIXTURES_PER_PROCESS = 16

FIXABLE = [(number, f) for number, f in enumerate(fixtures()) if f.fix != "none"]
BATCHES = [
    FIXABLE[start : start + FIXTURES_PER_PROCESS]
    for start in range(0, len(FIXABLE), FIXTURES_PER_PROCESS)
]


def pairs(number: int, fixture: Fixture) -> Iterator[Pair]:
    """Yield the fixture in those variants that follow ``number``, as far as they are fixed."""
    names = list(VARIANTS)
    found = 0
    for step in range(len(names)):
        # Neighbours in the table are alike; so the second one is taken from further on.
        variant = names[(number + 5 * step) % len(names)]
        before = VARIANTS[variant](fixture.text)
        if before is None or found == VARIANTS_PER_FIXTURE:
            continue
        result = fixed(fixture, before)
        if codes(result) == codes(expected(fixture)):
            found += 1
            yield Pair(fixture, variant, before, result.text)


@pytest.mark.parametrize("batch", BATCHES, ids=lambda batch: batch[0][1].name)
def test_variants_run(batch: list[tuple[int, Fixture]]) -> None:
    work = [pair for number, fixture in batch for pair in pairs(number, fixture)]
    assert len(work) > len(batch)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        runs = pool.submit(run_pairs, work).result()
    wrong = {
        f"{pair.fixture.name} {pair.variant}": objections
        for pair, (before, after) in zip(work, runs, strict=True)
        if (objections := list(objections_to(pair.fixture, before, after)))
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
