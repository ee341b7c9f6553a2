"""Loops that are unrolled give what they give when Python runs them."""

from __future__ import annotations

import ast
from textwrap import indent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flake8_tfretrace.program import Program
from flake8_tfretrace.program.unrolling import ITERATIONS, TOP, Unrolled

atoms = st.sampled_from(["i", "a", "b", "k", "0", "1", "2", "0.5", "'s'"])
expressions = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds(
            "({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "%", "//", "/"]), inner
        ),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, inner),
        st.builds("({} if {} > 1 else {})".format, inner, inner, inner),
        st.builds("[1, 3, 9][{}]".format, inner),
        st.builds("f'{{{}}}'".format, atoms.filter(str.isidentifier)),
        st.builds("(not {} or {})".format, inner, inner),
    ),
    max_leaves=4,
)
conditions = st.builds(
    "{} {} {}".format, expressions, st.sampled_from(["<", "==", "!="]), expressions
)
simple = st.one_of(
    st.builds("a = {}".format, expressions),
    st.builds("b += {}".format, expressions),
    st.builds("a, b = b, {}".format, expressions),
    st.sampled_from(["break", "continue", "pass"]),
)


def _compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("{}\n{}".format, inner, inner),
        st.builds(
            lambda condition, one, other: (
                f"if {condition}:\n{indent(one, '    ')}\nelse:\n{indent(other, '    ')}"
            ),
            conditions,
            inner,
            inner,
        ),
        st.builds(
            lambda one: f"for j in range(2):\n{indent(one, '    ')}",
            inner,
        ),
        st.builds(lambda one: f"try:\n{indent(one, '    ')}\nexcept ValueError:\n    a = 0", inner),
    )


bodies = st.recursive(simple, _compound, max_leaves=5)
LOOPS = {
    "known": "for i in range(5):",
    "unknown": "for i in range(n):",
    "while": "while i < 6:\n        i += 1",
    "forever": "while True:\n        i += 1\n        if i > n:\n            break",
}


def _program(loop: str, body: str, expression: str) -> str:
    inner = indent(f"{body}\nseen({expression})", "        ")
    return f"def f(n, k, seen):\n    a, b, i = 1, 0, 0\n    {loop}\n{inner}\n"


def _unrolled(text: str) -> Unrolled | None:
    program = Program(ast.parse(text), source=text)
    for function in program.index.functions:
        for call, place in function.calls:
            if place.loops and isinstance(call.func, ast.Name) and call.func.id == "seen":
                return program.unrolling.of(call.args[0], place, place.loops[-1])
    return None


def _run(text: str) -> list[object] | None:
    """Return what the program hands to ``seen``; None if it raises."""
    namespace: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), namespace)
    taken: list[object] = []
    try:
        namespace["f"](ITERATIONS + 1, 7, taken.append)
    except (ArithmeticError, TypeError, ValueError, LookupError):
        return None
    return taken


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
@settings(max_examples=150, deadline=None)
@given(body=bodies, expression=expressions)
def test_unrolled_values_are_those_of_a_run(loop: str, body: str, expression: str) -> None:
    text = _program(loop, body, expression)
    taken = _run(text)
    unrolled = _unrolled(text)
    if taken is None or unrolled is None or _chooses_by_the_unknown(text):
        return
    if unrolled.is_whole:
        assert len(unrolled.values) == len(taken), text
    for known, value in zip(unrolled.values, taken):
        assert known is TOP or (type(known), known) == (type(value), value), text


def _chooses_by_the_unknown(text: str) -> bool:
    """Whether it is not known which way the program goes: its values do not stand side by side."""
    body = text.partition("seen(")[0]
    return "if" in body and ("k" in body.partition("\n    ")[2] or "j" in body or "try" in body)


SETTLED = {
    "mode = 1 - mode": 2,
    "mode = (mode + 1) % 3": 3,
    "mode = min(mode + 1, 1)": 2,
    "mode = max(0.1, mode - 0.5)": 2,
    "mode = mode * 2 + 1": 8,
    "mode = 'b' if mode == 'a' else 'a'": 3,
    "if i == 3: mode = i": 2,
    "mode += 1\n        if mode > 1: break": 2,
}


@pytest.mark.parametrize("update", SETTLED)
def test_the_number_of_values_is_settled(update: str) -> None:
    loop = f"for i in range(n):\n        seen(mode)\n        {update}\n"
    unrolled = _unrolled(f"def f(n, seen):\n    mode = 0\n    {loop}")
    assert unrolled is not None
    assert unrolled.distinct == SETTLED[update]


@pytest.mark.parametrize(
    "setup",
    [
        "n = 1 if k else 2",
        "global n\n    n = 1",
        "n = 1\n    def g():\n        nonlocal n\n        n += 1",
    ],
)
def test_what_another_function_may_set_is_not_known(setup: str) -> None:
    text = (
        f"def f(k, seen):\n    {setup}\n    for i in range(9):\n        seen(n)\n        n += 1\n"
    )
    unrolled = _unrolled(text)
    assert unrolled is None or unrolled.distinct is None
