"""Programs that raise today before their loop: what the analysis says of them and their twins."""

from __future__ import annotations

import pytest

from bench.refused import MISSED, RefusedProgram, ask, missed, read_table, summary

PROGRAMS = read_table()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_what_raises_is_known_to_and_what_runs_is_not(program: RefusedProgram) -> None:
    answer = ask(program)
    assert not answer.is_false, "control comes to the loop of what runs"
    known = bool(program.exception) and program.name not in missed()
    assert answer.is_seen == known, f"{MISSED} is no longer true"


def test_the_summary_counts_what_raises_and_what_runs() -> None:
    raising = next(program for program in PROGRAMS if program.exception)
    answers = [ask(raising)]
    assert summary(answers).startswith("of 1 programs that raise before their loop")
    assert summary(answers).endswith("of 1 that run, it does of 0")
