"""The programs rebuilt from public threads, and the table of what is reported of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.threads import (
    HeaderError,
    Thread,
    between,
    judge,
    page,
    read_thread,
    sha1_digit,
    threads,
)
from flake8_tfretrace import check
from tfretrace.fixture import read_fixture

PAGE = Path(__file__).parents[2] / "docs" / "evaluation.md"
ALL_THREADS = threads()
HEADER = """\
# thread: https://github.com/owner/name/issues/1 (sha1 4)
# saw: one
#   two
# cause: three
# cure: four
# expected: TFR101
# batch: 1
# traces: 2 -> 1
# fix: by hand
"""

each_thread = pytest.mark.parametrize("thread", ALL_THREADS, ids=lambda thread: thread.name)


def test_there_are_many_of_different_people() -> None:
    assert len(ALL_THREADS) >= 40
    assert len({thread.address for thread in ALL_THREADS}) == len(ALL_THREADS)
    assert len({thread.code for thread in ALL_THREADS}) > 12


@each_thread
def test_headers(thread: Thread) -> None:
    assert thread.digit == sha1_digit(thread.address)
    assert thread.digit in "0123456789"
    assert thread.first_sight is not None
    assert thread.saw and thread.cause and thread.cure
    assert bool(thread.a_rule) == (thread.code is None)
    assert (thread.first_sight == "no rule") == (thread.code is None)
    assert thread.fixture.fix == "by hand"
    assert thread.fixture.fixed_path.exists()


@each_thread
def test_cured_programs_are_silent(thread: Thread) -> None:
    path = thread.fixture.fixed_path
    found = check(path.read_text(encoding="utf-8"), str(path))
    assert [finding for finding in found if finding.code == thread.code] == []


def test_the_table_is_what_is_reported() -> None:
    """Otherwise run ``python -m bench.threads --write docs/evaluation.md``."""
    text = PAGE.read_text(encoding="utf-8")
    assert between(text, "threads", page([judge(thread) for thread in ALL_THREADS])) == text


def read(folder: Path, header: str, body: str = "f(1)  # TFR101\n") -> Thread:
    path = folder / "program.py"
    path.write_text(header + body, encoding="utf-8")
    return read_thread(read_fixture(path))


def test_fields_go_on_in_the_next_line(tmp_path: Path) -> None:
    thread = read(tmp_path, HEADER)
    assert (thread.saw, thread.cause, thread.cure) == ("one two", "three", "four")
    assert thread.marks == {(10, "TFR101")}
    assert thread.first_sight is None


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("# cause: three\n", "", "no '# cause: ...'"),
        ("(sha1 4)", "", "is no address with sha1"),
        ("# expected: TFR101", "# expected: TFR102", "are not those of TFR102"),
        ("# expected: TFR101", "# expected: none (silence)", "are not those of none"),
        ("# batch: 1", "# batch: 1\n# first sight: often", "'# first sight: often' is none of"),
    ],
)
def test_wrong_headers(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(HeaderError) as caught:
        read(tmp_path, HEADER.replace(old, new))
    assert complaint in str(caught.value)
