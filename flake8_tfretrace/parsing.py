"""Parsing files that nobody asked to be linted: those around one that is."""

from __future__ import annotations

import ast
import warnings


def parse(text: str) -> ast.Module:
    """Return the tree of a module, without a word on what Python warns of in it.

    Raises:
        SyntaxError: the text is not Python, nor is it if one of the others is raised.
        ValueError: it has null bytes.
        RecursionError: it is nested too deeply.
        MemoryError: so it is for the parser.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)
