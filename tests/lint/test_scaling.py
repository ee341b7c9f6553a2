"""What depends on each other is not evaluated on every path, and there is an end to all of it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import generated, mutual
from flake8_tfretrace import Settings, check, modules
from flake8_tfretrace.catalog import ALL_CODES
from flake8_tfretrace.program import evaluate
from flake8_tfretrace.program.recursion import Recursion
from flake8_tfretrace.program.scopes import Parameter
from flake8_tfretrace.program.tracetypes import UNKNOWN, python_value
from flake8_tfretrace.rules import run

FIXTURES = Path(__file__).parents[2] / "fixtures"
PROGRAMS = [path for path in sorted(FIXTURES.glob("TFR*.py")) if "fixed" not in path.name]


def _questions(text: str) -> int:
    program, _ = run(ast.parse(text), text.splitlines(keepends=True), "x.py", Settings(), ALL_CODES)
    recursion = program.evaluator.recursion
    assert not recursion.is_spent
    return recursion.questions


@pytest.mark.parametrize("family", mutual.FAMILIES)
def test_mutual_dependences_are_not_followed_on_every_path(family: Callable[[int], str]) -> None:
    small, large = 8, 16
    ratio = _questions(family(large)) / _questions(family(small))
    # n of them have up to n**2 dependences; there are n! paths, or 2**n.
    assert ratio <= (large / small) ** 3.5


def _calls(text: str) -> int:
    """Return how many calls of Python's and C's functions checking a program takes."""
    count = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        check(text)
    finally:
        sys.setprofile(before)
    return count


def test_work_grows_as_programs_do() -> None:
    small, large = (generated.program(n, 10 * n, 40 * n) for n in (40, 80))
    _calls(small)
    assert _calls(large) < 2.4 * _calls(small)


def _imports_followed(count: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many imports are followed to what modules that import all of each other offer."""
    names = [f"part{number}" for number in range(count)]
    for name in names:
        others = "".join(f"from {other} import *\n" for other in names if other != name)
        (folder / f"{name}.py").write_text(others)
    found = modules.find
    followed = []

    def find(module: str, home: str) -> modules.Module | None:
        followed.append(module)
        return found(module, home)

    with monkeypatch.context() as patch:
        patch.setattr(modules, "find", find)
        assert modules.origin("part0.tf", str(folder), str) == "part0.tf"
    return len(followed)


def test_star_imports_are_not_followed_on_every_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "large").mkdir()
    small = _imports_followed(3, tmp_path / "small", monkeypatch)
    large = _imports_followed(6, tmp_path / "large", monkeypatch)
    # n modules have n**2 imports.
    assert large / small < (6 / 3) ** 3


def test_an_answer_for_the_time_being_hides_no_later_one() -> None:
    """Of what was worked out again, in a context of its own, the answer is found."""
    recursion = Recursion(100)
    with recursion.working_out("loop"):
        frame = recursion.begin()
        assert recursion.meets("loop")
        recursion.end(frame, "part", UNKNOWN, partial=True)
        assert recursion.known("part") is UNKNOWN
    assert recursion.known("part") is None
    parameter = Parameter(ast.arg("x"), "positional")
    with recursion.calling({parameter: python_value(1)}):
        frame = recursion.begin()
        recursion.reads.add(parameter)
        recursion.end(frame, "part", python_value(1), partial=True)
        assert recursion.known("part") == python_value(1)
    assert recursion.known("part") is None


def test_evaluation_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "QUESTIONS_PER_LINE", 1)
    monkeypatch.setattr(evaluate, "MAX_QUESTIONS", 100)
    text = mutual.traced_complete(12)
    found = check(text, "x.py", codes=ALL_CODES)
    assert found == check(text, "x.py", codes=ALL_CODES)
    program, _ = run(ast.parse(text), [text], "x.py", Settings(), ALL_CODES)
    assert program.evaluator.recursion.is_spent


@pytest.mark.parametrize("most", [10, 40, 150])
def test_what_is_not_evaluated_is_not_reported(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    texts = [path.read_text(encoding="utf-8") for path in PROGRAMS[::4]]
    expected = [{(f.line, f.code) for f in check(text)} for text in texts]
    monkeypatch.setattr(evaluate, "QUESTIONS_PER_LINE", 0)
    monkeypatch.setattr(evaluate, "MAX_QUESTIONS", most)
    for text, whole in zip(texts, expected):
        assert {(f.line, f.code) for f in check(text)} <= whole, text


def test_no_fixture_comes_near_the_end() -> None:
    for path in PROGRAMS:
        assert _questions(path.read_text(encoding="utf-8")) < evaluate.MAX_QUESTIONS / 10
