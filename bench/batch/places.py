"""Places where a reader looks for what a linter should say, found by syntax and nothing else.

They must not depend on what the linter understands, or a measure of what it misses would be blind
where it is: a decorator or a call is told by how it is written.
"""

from __future__ import annotations

import ast
import warnings
from typing import NamedTuple

_KERAS_CALLS = frozenset({"predict", "fit", "compile"})
_TENSORFLOW = frozenset({"tf", "tensorflow", "def_function"})
_Loop = (
    ast.For
    | ast.AsyncFor
    | ast.While
    | ast.ListComp
    | ast.SetComp
    | ast.DictComp
    | ast.GeneratorExp
)
TRACED = "traced function"
LOOP = "loop around a traced call"
KERAS = "Keras call in a loop"


class Place(NamedTuple):
    """A place of a file."""

    line: int
    end: int
    kind: str


def places(text: str) -> list[Place]:
    """Return the places of a file in order; none without Python or TensorFlow in it."""
    if "tensorflow" not in text and "keras" not in text:
        return []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        search = _Search(_traced_names(tree))
        search.visit(tree)
    except (SyntaxError, ValueError, RecursionError):
        return []
    return sorted(search.places)


def _traced_names(tree: ast.AST) -> frozenset[str]:
    """Return the names of the functions that a file traces, without their objects or modules."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if any(map(_is_tracing_decorator, node.decorator_list)):
                names.add(node.name)
        elif isinstance(node, ast.Assign) and _is_tracing_call(node.value):
            names.update(map(_last_name, node.targets))
    return frozenset(names - {""})


def _is_tracing_decorator(node: ast.expr) -> bool:
    """Whether it reads ``@tf.function``, ``@function(...)`` or ``@partial(tf.function, ...)``."""
    if isinstance(node, ast.Call):
        return _is_tracing_decorator(node.func) or any(map(_is_tf_function, node.args))
    return _last_name(node) == "function"


def _is_tracing_call(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _is_tf_function(node.func)


def _is_tf_function(node: ast.expr) -> bool:
    """Whether it reads ``tf.function``, ``tf.compat.v2.function`` or the like."""
    if not isinstance(node, ast.Attribute) or node.attr != "function":
        return False
    first: ast.expr = node
    while isinstance(first, ast.Attribute):
        first = first.value
    return isinstance(first, ast.Name) and first.id in _TENSORFLOW


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


class _Search(ast.NodeVisitor):
    """Collects the places; a loop is the innermost one of its function."""

    def __init__(self, traced: frozenset[str]) -> None:
        self.traced = traced
        self.places: set[Place] = set()
        self._loops: list[_Loop] = []

    def visit(self, node: ast.AST) -> None:
        """Go through a node, with the loops around it."""
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            self._visit_function(node)
        elif isinstance(node, _Loop):
            self._loops.append(node)
            self.generic_visit(node)
            self._loops.pop()
        else:
            if isinstance(node, ast.Call):
                self._call(node)
            self.generic_visit(node)

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
        if any(map(_is_tracing_decorator, decorators)):
            self._add(node, TRACED)
        # Its body runs where it is called, its decorators make it where it is.
        loops, self._loops = self._loops, []
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        for child in body:
            self.visit(child)
        self._loops = loops
        for argument in [node.args, *(d for d in decorators if not _is_tracing_decorator(d))]:
            self.visit(argument)

    def _call(self, node: ast.Call) -> None:
        if _is_tracing_call(node):
            self._add(node, TRACED)
        if not self._loops:
            return
        if _last_name(node.func) in self.traced:
            self._add(self._loops[-1], LOOP)
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _KERAS_CALLS:
            receiver = node.func.value
            if not isinstance(receiver, ast.Name) or receiver.id != "re":
                self._add(node, KERAS)

    def _add(self, node: ast.stmt | ast.expr, kind: str) -> None:
        self.places.add(Place(node.lineno, node.end_lineno or node.lineno, kind))
