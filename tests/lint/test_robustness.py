"""Nothing that Python can parse makes the linter raise."""

from __future__ import annotations

import ast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flake8_tfretrace import check
from flake8_tfretrace.catalog import ALL_CODES
from tests.marks import fixtures

SOURCES = [fixture.text for fixture in fixtures()]


def blocks(tree: ast.Module) -> list[list[ast.stmt]]:
    """Return every list of statements in a tree."""
    found = []
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if isinstance(statements, list) and statements:
                found.append(statements)
    return found


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SOURCES), st.data())
def test_mutated_fixtures(source: str, data: st.DataObject) -> None:
    """Statements dropped, doubled and moved, into programs that need not make sense."""
    tree = ast.parse(source)
    for _ in range(data.draw(st.integers(1, 4))):
        statements = data.draw(st.sampled_from(blocks(tree)))
        index = data.draw(st.integers(0, len(statements) - 1))
        match data.draw(st.sampled_from(["drop", "double", "move", "borrow"])):
            case "drop" if len(statements) > 1:
                del statements[index]
            case "double":
                statements.insert(index, statements[index])
            case "move":
                statements.append(statements.pop(index))
            case "borrow":
                other = ast.parse(data.draw(st.sampled_from(SOURCES)))
                statements.insert(index, data.draw(st.sampled_from(other.body)))
    text = ast.unparse(tree)
    try:
        ast.parse(text)
        compile(text, "mutated", "exec")
    except SyntaxError:
        return
    check(text, codes=ALL_CODES)


@pytest.mark.parametrize(
    "statement", ["xs.append(len(xs))", "xs[len(xs)] = xs", "xs.append([x for x in xs])"]
)
def test_containers_that_grow_from_themselves(statement: str) -> None:
    """Each statement reads what the others write: this must end, and soon."""
    made = "{}" if "=" in statement else "[]"
    body = f"    xs = {made}\n" + 60 * f"    {statement}\n"
    source = f"import tensorflow as tf\nf = tf.function(g)\ndef main():\n{body}    f(xs)\n"
    check(source, codes=ALL_CODES)


def test_attributes_that_are_made_from_themselves() -> None:
    """Any of the assignments may have made what another one reads."""
    steps = "".join(f"        self.data = self.data.map(step_{i})\n" for i in range(12))
    source = f"""
import tensorflow as tf

class Pipeline:
    def __init__(self, data):
        self.data = data

    def build(self):
{steps}
    @tf.function
    def first(self, x):
        return self.data, x

Pipeline(tf.data.Dataset.range(3)).first(3)
"""
    check(source, codes=ALL_CODES)


def test_names_that_are_made_from_themselves() -> None:
    steps = "".join(f"    if c[{i}]:\n        x = x[{i}:] + np.ones({i})\n" for i in range(12))
    source = f"""
import numpy as np
import tensorflow as tf

@tf.function
def f(x):
    return x

x = np.ones(99)
for c in data:
{steps}
    f(x)
"""
    check(source, codes=ALL_CODES)


def test_functions_that_all_call_each_other() -> None:
    names = [f"step_{i}" for i in range(12)]
    calls = ", ".join(f"{name}(x)" for name in names)
    functions = "".join(f"def {name}(x):\n    return [{calls}][x]\n\n" for name in names)
    source = f"import tensorflow as tf\n\n{functions}tf.function(step_0)(step_1(3))\n"
    check(source, codes=ALL_CODES)


def test_functions_that_run_each_other() -> None:
    source = """
import tensorflow as tf

@tf.function
def f(x, n):
    return x

class Units:
    def __init__(self, factor):
        again()

def main():
    for i in range(5):
        f(tf.ones(3), i)
    Units(1)

def again():
    main()
"""
    check(source, codes=ALL_CODES)
