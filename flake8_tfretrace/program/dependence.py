"""Data dependence between the iterations of a loop, by what statements read and write.

Upper bounds, whatever the order. What a loop sets anew is followed in :mod:`.loop_dependence`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_tfretrace.program.mutations import LIST_GROWTH
from flake8_tfretrace.program.scopes import LoopNode, Place, lookup

WITHOUT_TENSOR = frozenset({"device", "dtype", "graph", "name", "ndim", "op", "shape"})
"""Attributes of a tensor that are no tensors."""


def may_feed_back(source: ast.expr, sink: ast.expr, loop: LoopNode, place: Place) -> bool:
    """Whether what ``source`` gives in one iteration of a loop may decide ``sink`` in a later one.

    What a statement writes may depend on all that it reads, and on the conditions around it; a
    method may keep what it is handed in its object. ``place`` is that of ``sink``.
    """
    if isinstance(loop, ast.comprehension):
        return False
    edges = [
        (reads, {name for name in writes if not _is_module(name, place)})
        for statement in loop.body
        for reads, writes in _edges(statement, ())
    ]
    if not isinstance(loop, ast.While):
        # What is done to the loop variables is over with the iteration.
        edges = [(reads, writes - _written(loop.target)) for reads, writes in edges]
    carried: set[str] = set()
    while True:
        reached = {
            name
            for reads, writes in edges
            if any(_depends(read, source, carried) for read in reads)
            for name in writes
        }
        if reached <= carried:
            return _depends(sink, source, carried)
        carried |= reached


def _is_module(name: str, place: Place) -> bool:
    """Whether a name is that of something imported, which keeps nothing."""
    _, bindings = lookup(name.partition(".")[0], place.scope)
    return bool(bindings) and all(binding.kind == "import" for binding in bindings)


_Edge = tuple[tuple[ast.expr, ...], set[str]]
"""Expressions, and the variables that are written with what they give."""


def _edges(node: ast.AST, deciding: tuple[ast.expr, ...]) -> Iterator[_Edge]:
    """Yield what a statement, and those in it, read and write under the conditions ``deciding``."""
    tested, before = None, deciding
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        deciding = (*deciding, node.test)
        if not any(isinstance(part, (ast.BoolOp, ast.IfExp)) for part in ast.walk(node.test)):
            # All of it is evaluated, whatever it gives.
            tested = node.test
    elif isinstance(node, ast.Match):
        deciding = (*deciding, node.subject)
    elif assigned := assigned_by(node):
        targets, value = assigned
        yield (*deciding, value), {name for target in targets for name in _written(target)}
        if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            deciding = (*deciding, value)
    elif isinstance(node, ast.Call):
        given = (*node.args, *(keyword.value for keyword in node.keywords))
        changed = [node.func.value] if isinstance(node.func, ast.Attribute) else []
        is_list_growth = isinstance(node.func, ast.Attribute) and node.func.attr in LIST_GROWTH
        if not is_list_growth:
            changed += given
        yield (*deciding, *given), {_name(part) for part in changed} - {""}
    for child in ast.iter_child_nodes(node):
        yield from _edges(child, before if child is tested else deciding)


def assigned_by(node: ast.AST) -> tuple[Sequence[ast.expr], ast.expr] | None:
    """Return what a node assigns to, and what; None if it is no assignment of any kind."""
    match node:
        case ast.Assign(targets=targets, value=value):
            return targets, value
        case (
            ast.AugAssign(target=target, value=value)
            | ast.AnnAssign(target=target, value=ast.expr() as value)
            | ast.NamedExpr(target=target, value=value)
            | ast.For(target=target, iter=value)
            | ast.AsyncFor(target=target, iter=value)
            | ast.comprehension(target=target, iter=value)
            | ast.withitem(context_expr=value, optional_vars=ast.expr() as target)
        ):
            return [target], value
    return None


def _depends(node: ast.expr, source: ast.expr, carried: set[str]) -> bool:
    """Whether an expression reads ``source``, or a variable that may hold what it gave."""
    for part in ast.walk(node):
        if part is source:
            return True
        if isinstance(part, (ast.Name, ast.Attribute)):
            name = _name(part)
            if any(_overlap(name, other) for other in carried):
                return True
    return False


def _overlap(one: str, other: str) -> bool:
    """Whether one variable is the other, or part of it."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _written(target: ast.expr) -> set[str]:
    if isinstance(target, (ast.Tuple, ast.List)):
        return {name for element in target.elts for name in _written(element)}
    return {_name(target)} - {""}


def _name(node: ast.expr) -> str:
    """Return the variable, or attribute of one, that an expression is, or is part of."""
    while isinstance(node, (ast.Subscript, ast.Starred, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Attribute):
        outer = _name(node.value)
        return f"{outer}.{node.attr}" if outer else ""
    return node.id if isinstance(node, ast.Name) else ""
