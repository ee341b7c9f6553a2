"""Runs variants of fixtures, many in one process: starting TensorFlow takes longer than most."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tfretrace.fixture import Fixture
from tfretrace.runner import FixtureJob, RunResult, run_fixture


@dataclass(frozen=True)
class Pair:
    """A variant of a fixture, before and after its fixes."""

    fixture: Fixture
    variant: str
    before: str
    after: str


def run_pairs(pairs: Sequence[Pair]) -> list[tuple[RunResult, RunResult]]:
    """Run each pair in this process, one after the other."""
    return [(_run(pair.fixture, pair.before), _run(pair.fixture, pair.after)) for pair in pairs]


def _run(fixture: Fixture, text: str) -> RunResult:
    import keras
    import tensorflow as tf

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, fixture.path.name)
        path.write_text(text, encoding="utf-8", newline="")
        result = run_fixture(FixtureJob(path, fixture.path, repeats=0))
    # What a program leaves behind must not reach the next one.
    tf.config.run_functions_eagerly(False)
    keras.utils.clear_session()
    return result
