"""Excerpts of source code that fit a message."""

from __future__ import annotations

import ast
import re

LONGEST = 30
"""What is longer than this is shortened in a message."""
_SHORT = 8
"""An index up to this length is shown in any case."""
_NAME = re.compile(r"[\w.]+")


def text_of(node: ast.AST) -> str:
    """Return the source of an expression, shortened to a length that fits a message.

    Names stay whole: of a call the arguments are left out, of other expressions the end.
    """
    text = ast.unparse(node)
    if len(text) <= LONGEST or isinstance(node, ast.Name):
        return text
    if isinstance(node, ast.Attribute):
        return f"{text_of(node.value)}.{node.attr}"
    if isinstance(node, ast.Call):
        return f"{text_of(node.func)}(...)"
    if isinstance(node, ast.Subscript):
        index = ast.unparse(node.slice)
        return f"{text_of(node.value)}[{index if len(index) <= _SHORT else '...'}]"
    end = LONGEST - 3
    for name in _NAME.finditer(text):
        if name.start() < end < name.end():
            end = name.start() or name.end()
    return f"{text[:end].rstrip()}..."
