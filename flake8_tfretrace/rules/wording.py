"""The words that messages share."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from flake8_tfretrace.excerpts import LONGEST, text_of
from flake8_tfretrace.program.tracetypes import DataValue, PythonValue, TraceType


def cut(text: str) -> str:
    """Return a text, cut to a length that fits a message."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def quoted(node: ast.AST) -> str:
    """Return the source of an expression in quotes, for a message."""
    return f"'{text_of(node)}'"


def kind_of(value: TraceType) -> str:
    """Return what a Python value is, with an article: ``a Python int``."""
    if isinstance(value, DataValue):
        return "a Python value of JSON data"
    assert isinstance(value, PythonValue)
    names = {"amount": "number", "size": "value", "str": "string"}
    return f"a Python {names.get(value.kind, value.kind)}"


def tensor_of(node: ast.expr) -> str:
    """Return how to pass the same value as a tensor."""
    return f"tf.constant({text_of(node)})"


def all_values(constants: Sequence[object]) -> str:
    """Return the constants of a message, the first few of many."""
    shown = [cut(repr(constant)) for constant in constants[:3]]
    if len(constants) > 3:
        shown[-1] = "..."
    return ", ".join(shown)


def lines_of(nodes: Iterable[ast.expr]) -> str:
    """Return ``line 4`` or ``lines 4, 9, ...``."""
    numbers = list(dict.fromkeys(str(node.lineno) for node in nodes))
    if not numbers:
        return "same line"
    if len(numbers) > 3:
        numbers = [*numbers[:2], "..."]
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
