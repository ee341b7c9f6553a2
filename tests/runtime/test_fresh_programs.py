"""The programs that were written before the fixer saw them, and how their runs are compared."""

from __future__ import annotations

import pytest

from bench.fresh_programs import FreshProgram, judge, printed_difference, programs, summary
from flake8_tfretrace.catalog import RULES

ALL_PROGRAMS = programs()


def test_there_are_many_of_many_kinds() -> None:
    assert len(ALL_PROGRAMS) >= 60
    assert len({program.planted.split()[0] for program in ALL_PROGRAMS}) > 12
    assert 6 <= sum(not program.cured for program in ALL_PROGRAMS) <= 12
    assert any(len(program.texts) > 1 for program in ALL_PROGRAMS)


@pytest.mark.parametrize("program", ALL_PROGRAMS, ids=lambda program: program.name)
def test_first_lines_name_rules(program: FreshProgram) -> None:
    assert program.planted.split()[0] in RULES
    assert ("no automatic cure" in program.texts[program.path]) == (not program.cured)


@pytest.mark.parametrize(
    ("before", "after", "differs"),
    [
        ("loss 1.2345\n", "loss 1.2346\n", False),
        ("loss 1.23\n", "loss 1.33\n", True),
        ("[ 0.1 -0.2]\n", "[0.1   -0.2]\n", False),
        ("1 step\n", "2 step\n", True),
        ("one\n", "one\ntwo\n", True),
        ("[1, 2]\n", "[1]\n", True),
        ("0.5\n", "0.5 0.5\n", True),
    ],
)
def test_printed_numbers_are_compared_with_a_tolerance(
    before: str, after: str, differs: bool
) -> None:
    assert bool(printed_difference(before, after)) == differs


def test_a_cure_by_hand_is_run() -> None:
    (program,) = (program for program in ALL_PROGRAMS if program.name == "two_modules_trainer")
    outcome = judge(program, by_hand=True)
    assert outcome.before.error is None
    assert outcome.hand is not None and outcome.hand.falls
    assert (outcome.safe, outcome.unsafe) == (None, None)
    assert summary([outcome]).startswith("of 1 programs 1 are cured by hand; ")
