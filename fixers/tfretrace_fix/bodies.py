"""What fixes ask of the code that runs while a function is traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace.program import Function, Program, TracedFunction


def runs_eagerly(program: Program, function: Function) -> bool:
    """Whether a helper of a traced function is also called outside any graph."""
    if program.traced_of(function):
        return False
    return any(not program.in_graph(place) for _, place in program.calls.callers(function))


def is_compiled(program: Program, function: Function) -> bool:
    """Whether XLA compiles the traced function that ``function`` belongs to."""
    traced = program.graph.functions.get(function)
    return isinstance(traced, TracedFunction) and traced.is_set(
        "jit_compile", "experimental_compile"
    )


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body, but not those of functions in it."""
    body = getattr(function.node, "body", [])
    pending: list[ast.AST] = list(body) if isinstance(body, list) else [body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            pending += ast.iter_child_nodes(node)
