"""What must not change a finding does not, and what takes its reason away silences it.

The instruments of ``bench/``, on a sample of the fixtures; ``python -m bench.renaming``,
``bench.order``, ``bench.moving``, ``bench.splitting`` and ``bench.near_misses`` run them on all,
and on any other code.
"""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from functools import cache, partial
from pathlib import Path

import pytest

from bench import moving, near_misses, order, renaming, splitting
from bench.comparison import Outcome, Variants, compare, files, look_at_variants
from bench.near_misses import GENERATORS
from bench.program_variants import NotApplicable, Program, Variant
from flake8_tfretrace import check
from flake8_tfretrace.catalog import DEFAULT_CODES
from tests.marks import fixtures, marks
from tfretrace.fixture import Fixture

INVARIANCES: dict[str, Variants] = {
    "renaming": partial(renaming.variants, public=True),
    "order": order.variants,
    "moving": moving.variants,
    "splitting": splitting.variants,
}
EVERY = 10
ALL_FIXTURES = fixtures()
SAMPLE = random.Random(1).sample(ALL_FIXTURES, len(ALL_FIXTURES) // EVERY)
REPORTED = [
    fixture
    for fixture in ALL_FIXTURES
    if fixture.confidence == "proven"
    and any(mark.code in DEFAULT_CODES for mark in marks(fixture.text))
]
MISSED = random.Random(1).sample(REPORTED, len(REPORTED) // EVERY)

PROGRAM = '''\
"""A program with something of everything."""
import tensorflow as tf

RATE = 0.5


def scaled(x, factor=2.0):
    text = """
two lines
"""
    if len(text) > 3:
        return x * factor * RATE  # é
    else:
        return x


class Trainer:
    def __init__(self):
        self._step = 0
        self.history = []

    def train(self, x, *, rate):
        global RATE
        RATE = rate
        self._step += 1
        return scaled(x, factor=self._step)

    @property
    def step(self):
        return self._step


trainer = Trainer()
trainer.train(tf.ones([2]) + 1.0, rate=0.1)
'''


def name(fixture: Fixture) -> str:
    return fixture.name


@pytest.mark.parametrize("instrument", INVARIANCES)
@pytest.mark.parametrize("fixture", SAMPLE, ids=name)
def test_same_findings(fixture: Fixture, instrument: str) -> None:
    if instrument == "moving" and not {mark.code for mark in marks(fixture.text)} <= DEFAULT_CODES:
        pytest.skip("modules are linked for what the default rules could report")
    outcome = Outcome(fixture.name)
    variants = INVARIANCES[instrument]
    program = Program(fixture.text)
    look_at_variants(program, str(fixture.path), fixture.codes, outcome, variants=variants)
    differences = [str(difference) for difference in outcome.differences]
    # A switch is told of only where the file itself shows all that would be traced, and modules are
    # not linked for a call that passes the same each time.
    is_open = re.compile(r"\[function elsewhere\] lost: line \d+ TFR(209|505) ")
    assert [text for text in differences if not is_open.match(text)] == []


def test_a_name_is_no_evidence() -> None:
    """Of an object that comes from elsewhere nothing is known, whatever its name is."""
    text = "from networks import build\n\nimport tensorflow as tf\n\nmodel = build()\n"
    text += "for row in range(100):\n    model.predict(tf.ones([1, row]))\n"
    program = Program(text)
    (variant,) = renaming.variants(program, public=True)
    assert [str(d) for d in compare(program, variant, "train.py", DEFAULT_CODES)] == []


@pytest.mark.parametrize("fixture", MISSED, ids=name)
def test_silent_without_a_premise(fixture: Fixture) -> None:
    outcome = Outcome(fixture.name)
    near_misses.look(Program(fixture.text), str(fixture.path), DEFAULT_CODES, outcome)
    assert [str(difference) for difference in outcome.differences] == []


def transformed() -> list[Variant]:
    program = Program(PROGRAM)
    return [v for variants in INVARIANCES.values() for v in variants(program)]


@pytest.mark.parametrize("variant", transformed(), ids=lambda variant: variant.name)
def test_variants_are_programs_with_a_line_map(variant: Variant) -> None:
    compile(variant.text, variant.name, "exec")
    assert len(variant.text.split("\n")) == len(variant.origins)
    assert set(variant.origins) | variant.gone >= set(range(1, PROGRAM.count("\n") + 1))


def test_every_transformation_applies_to_the_program() -> None:
    assert {variant.name for variant in transformed()} == {
        *("renamed", "definitions reversed", "methods reversed", "branches swapped"),
        *("statements in main", "everything in main", "arguments named", "in halves", "as heirs"),
    } - {"everything in main"}  # a global statement needs the module


def test_renaming_keeps_what_others_know() -> None:
    text = renaming.renamed(Program(PROGRAM)).text
    kept = {"tf", "scaled", "Trainer", "history", "train", "rate", "step", "len"}
    gone = {"RATE", "x", "text", "self", "_step", "trainer"}
    words = {n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)}
    words |= {
        n.arg for n in ast.walk(ast.parse(text)) if isinstance(n, ast.arg | ast.keyword) if n.arg
    }
    words |= {n.attr for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Attribute)}
    words |= {
        n.name for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef | ast.ClassDef)
    }
    assert kept <= words
    assert not gone & words


def test_renaming_refuses_what_it_cannot_follow() -> None:
    for text in ("import os\nprint(locals())\n", "from os import *\n"):
        with pytest.raises(NotApplicable):
            renaming.renamed(Program(text))


def test_reordering_keeps_every_line() -> None:
    for variant in order.variants(Program(PROGRAM)):
        lines = Counter(
            line.replace("not (", "").replace("):", ":") for line in variant.text.split("\n")
        )
        original = Counter(line.replace("):", ":") for line in PROGRAM.split("\n"))
        assert lines == original


def test_a_lost_and_a_new_finding_are_told() -> None:
    start = "import tensorflow as tf\n\n\n"
    text = f"{start}@tf.function(experimental_compile=True)\ndef f(x):\n    return x\n"
    without = text.replace("experimental_compile", "jit_compile")
    for one, other, kind in ((text, without, "lost"), (without, text, "new")):
        variant = Variant("changed", other, range(1, 8))
        (difference,) = compare(Program(one), variant, "f.py", DEFAULT_CODES)
        assert (difference.kind, difference.line, difference.code) == (kind, 4, "TFR203")


@cache
def cases() -> list[near_misses.Case]:
    return [
        near_misses.Case(program, finding)
        for fixture in ALL_FIXTURES
        for program in [Program(fixture.text)]
        for finding in check(fixture.text, str(fixture.path), codes=fixture.codes)
    ]


@pytest.mark.parametrize("generator", GENERATORS)
def test_near_misses_are_programs(generator: str) -> None:
    """Each generator applies to some fixture, and changes it into another program."""
    made = [(case, near_misses.variant_of(case, generator)) for case in cases()]
    variants = [(case.program, variant) for case, variant in made if variant is not None]
    assert variants
    for program, variant in variants:
        compile(variant.text, variant.name, "exec")
        assert variant.text != program.text
        assert len(variant.origins) == len(variant.text.split("\n"))


def test_files_that_do_not_exist_are_an_error() -> None:
    with pytest.raises(SystemExit):
        files([Path("missing")])
