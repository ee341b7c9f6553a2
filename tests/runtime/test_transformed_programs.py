"""What the instruments of ``bench/`` make of programs does what they say when it runs.

One fixture for each transformation: the same results and as many traces; and one for each near miss
about traces: fewer.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from bench import moving, near_misses, order, renaming
from bench.program_variants import Program
from flake8_tfretrace import check
from tests.marks import fixtures
from tests.runtime.variant_runs import Pair, run_pairs
from tfretrace.runner import RunResult
from tfretrace.values import compare
from tfretrace.verify import own_traces

HARNESS = ("main", "seed", "dtype")
ABOUT_TRACES = near_misses.BY_CALLS - {"TFR108"} | {"TFR501", "TFR502"}
FEWER = {
    *("callee_shadowed", "same_constant", "same_object", "window_of_fixed_size"),
    *("loop_runs_once", "break_at_the_end", "retried", "first_iteration_only"),
    *("exclusive_branches", "kept_in_a_global", "kept_in_a_dict", "kept_by_the_instance"),
    "kept_by_lru_cache",
}


@cache
def pairs() -> list[Pair]:
    """Return the first fixture for each transformation that it applies to."""
    found: dict[str, Pair] = {}
    for fixture in fixtures():
        if fixture.raises is not None:
            continue
        program = Program(fixture.text)
        same = [renaming.renamed(program, public=True, keep=HARNESS), *order.variants(program)]
        for variant in [*same, *moving.variants(program)]:
            # The harness calls main of the module, and has no other modules.
            if not (variant.modules or variant.name.endswith("in main")):
                found.setdefault(
                    variant.name, Pair(fixture, variant.name, fixture.text, variant.text)
                )
        for name, text in silent_variants(program, str(fixture.path)):
            found.setdefault(name, Pair(fixture, name, fixture.text, text))
    return list(found.values())


def silent_variants(program: Program, path: str) -> Iterator[tuple[str, str]]:
    for finding in check(program.text, path):
        for name in near_misses.GENERATORS:
            if finding.code in ABOUT_TRACES and name.replace(" ", "_") in FEWER:
                variant = near_misses.variant_of(near_misses.Case(program, finding), name)
                if variant is not None:
                    yield name, variant.text


def objection(pair: Pair, before: RunResult, after: RunResult) -> str | None:
    """Say what is not as the transformation claims."""
    if after.error is not None:
        return after.error
    if pair.variant.replace(" ", "_") in FEWER:
        is_fewer = own_traces(after) < own_traces(before)
        return None if is_fewer else f"{own_traces(before)} -> {own_traces(after)} traces"
    if own_traces(after) != own_traces(before):
        return f"{own_traces(before)} -> {own_traces(after)} traces"
    comparison = compare(
        before.results,
        after.results,
        array_kinds_may_differ=False,
        tolerance=pair.fixture.tolerance,
    )
    return next(iter(comparison.differences), None)


def test_transformed_programs_run_as_claimed() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        runs = pool.submit(run_pairs, pairs()).result()
    wrong = {
        f"{pair.fixture.name} {pair.variant}": said
        for pair, (before, after) in zip(pairs(), runs, strict=True)
        if (said := objection(pair, before, after))
    }
    assert wrong == {}
    assert {pair.variant.replace(" ", "_") for pair in pairs()} >= FEWER
