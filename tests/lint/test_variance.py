"""The variance of numbers: how many distinct values a loop gives an expression at least.

Expressions are generated, analysed, and run.
"""

from __future__ import annotations

import ast
import re
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flake8_tfretrace.program import Program
from flake8_tfretrace.program.tracetypes import LEAST_TRIPS, PythonValue

leaves = st.sampled_from(["i", "i", "i", "k", "2", "3", "0", "1", "-1", "0.5", "10"])


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from(["+", "-", "*", "//", "%", "/", "&", "|", "^", ">>", "<<"])
    two = st.builds("({} {} {})".format, inner, operators, inner)
    one = st.builds(
        "{}({})".format,
        st.sampled_from(["int", "float", "abs", "round", "-", "math.sqrt", "math.floor", "str"]),
        inner,
    )
    extremes = st.builds(
        "{}({}, {})".format, st.sampled_from(["min", "max"]), inner, st.sampled_from("237")
    )
    choices = st.builds(
        "({} if i {} {} else {})".format,
        inner,
        st.sampled_from(["<", "==", ">"]),
        st.sampled_from("0123"),
        inner,
    )
    looked_up = st.builds("[1, 2, 2, 3][({}) % 4]".format, inner)
    formatted = st.builds("f'{{{}}}'".format, leaves)
    lengths = st.builds("len(str({}))".format, inner)
    return st.one_of(two, two, one, extremes, choices, looked_up, formatted, lengths)


expressions = st.recursive(leaves, _larger, max_leaves=4)

LOOPS = {
    "an unknown number of iterations": "for i in range(n):",
    "a known number": "for i in range(6):",
    "from one on": "for i in range(1, n + 1):",
    "a counter": "i = 0\n    while i < n:\n        i += 1",
    "a list": "for i in [1, 2, 3, 5, 8, 13]:",
}


def _program(loop: str, expression: str) -> str:
    """Return a function that hands the expression to ``seen``, as it is and by way of a branch."""
    return (
        f"import math\n\ndef f(n, k: int, seen):\n    {loop}\n        value = k\n"
        f"        if i > 1:\n            value = {expression}\n"
        f"        seen(0, {expression})\n        seen(1, i + value)\n"
    )


def _carried(updates: list[str]) -> str:
    """Return a function whose variables are worked out from what the last iteration left."""
    body = "".join(
        f"        {update}\n        seen({number}, {update.split()[0]})\n"
        for number, update in enumerate(updates)
    )
    return f"import math\n\ndef f(n, k: int, seen):\n    a = b = 1\n    for i in range(n):\n{body}"


carried = st.lists(
    st.builds(
        "{} {} {}".format,
        st.sampled_from("ab"),
        st.sampled_from(["=", "=", "+=", "-="]),
        st.builds(partial(re.sub, r"\bi\b"), st.sampled_from("abi"), expressions),
    ),
    min_size=1,
    max_size=4,
)


def _distinct(text: str, n: int) -> dict[int, set[object]]:
    """Return the values that the expressions take; none if one of them raises.

    None also where a factor is zero all the time: assumption A7 excludes that. So it does what is
    added up and has both signs, or is zero at times.
    """
    tree = _Factors().visit(ast.parse(text))
    factors: dict[int, set[object]] = {}
    terms: dict[tuple[str, bool], set[Any]] = {}
    taken: dict[int, set[object]] = {}
    namespace: dict[str, Any] = {
        "factor": lambda key, value: _seen(factors, key, value),
        "term": lambda key, value: _seen(terms, key, value),
    }
    exec(compile(ast.fix_missing_locations(tree), "<program>", "exec"), namespace)
    try:
        namespace["f"](n, 7, lambda key, value: _seen(taken, key, value))
    except (ArithmeticError, MemoryError, TypeError, ValueError):
        return {}
    signed: dict[str, set[Any]] = {}
    for (name, is_taken), values in terms.items():
        numbers = [value for value in values if not isinstance(value, str)]
        signed.setdefault(name, set()).update(-v if is_taken else v for v in numbers)
    cancels = any(values and min(values) <= 0 <= max(values) for values in signed.values())
    return {} if cancels or {0} in factors.values() else taken


def _seen(factors: dict[Any, set[Any]], key: object, value: object) -> object:
    factors.setdefault(key, set()).add(value)
    return value


class _Factors(ast.NodeTransformer):
    """Has the operands of products, quotients and shifts noted, but for literals."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.BinOp:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mult | ast.Div | ast.LShift):
            node.left, node.right = self._noted(node.left), self._noted(node.right)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        self.generic_visit(node)
        assert isinstance(node.target, ast.Name)
        key = ast.parse(repr((node.target.id, isinstance(node.op, ast.Sub))), mode="eval").body
        node.value = ast.Call(ast.Name("term", ast.Load()), [key, node.value], [])
        return node

    def _noted(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Constant | ast.UnaryOp):
            return node
        return ast.Call(ast.Name("factor", ast.Load()), [ast.Constant(id(node)), node], [])


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
@settings(max_examples=150, deadline=None)
@given(expression=expressions, n=st.integers(LEAST_TRIPS, 9))
def test_there_are_as_many_distinct_values_as_claimed(loop: str, expression: str, n: int) -> None:
    _check(_program(loop, expression), n)


@settings(max_examples=600, deadline=None)
@given(updates=carried, n=st.integers(LEAST_TRIPS, 9))
@example(["a = [1, 2, 2, 3][(a) % 4]"], 4)
@example(["a = a", "b += a", "b = (k - b)"], 4)
@example(["a = (k * (a / k))"], 4)
@example(["b = (b + k)", "b -= k"], 4)
def test_what_an_iteration_leaves_goes_on_changing_as_claimed(updates: list[str], n: int) -> None:
    _check(_carried(updates), n)


def _check(text: str, n: int) -> None:
    distinct = _distinct(text, n)
    program = Program(ast.parse(text), source=text)
    for function in program.index.functions:
        for call, place in function.calls:
            if isinstance(call.func, ast.Name) and call.func.id == "seen" and distinct:
                key, argument = call.args
                value = program.value(argument, place)
                if isinstance(value, PythonValue) and value.change is not None:
                    assert isinstance(key, ast.Constant)
                    assert value.change.least <= len(distinct[int(str(key.value))]), text
