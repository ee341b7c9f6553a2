"""What runs whenever straight-line code does: the expressions of a statement, and its calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace.program.scopes import COMPREHENSIONS, children


def header(node: ast.stmt) -> list[ast.expr]:
    """Return the expressions that a statement evaluates itself, whatever comes of them."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return [*node.decorator_list, *node.args.defaults]
    if isinstance(node, ast.ClassDef):
        # Type parameters are a scope of their own, around the bases.
        return [*node.decorator_list, *([] if getattr(node, "type_params", ()) else node.bases)]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return [node.items[0].context_expr]
    found = [getattr(node, name, None) for name in ("value", "test", "iter", "subject")]
    if isinstance(node, ast.Assign):
        found += node.targets
    if isinstance(node, ast.Assert):
        # It is left out where Python optimizes.
        return []
    return [part for part in found if isinstance(part, ast.expr)]


def evaluated(node: ast.expr) -> Iterator[ast.AST]:
    """Yield the parts of an expression that are evaluated whenever it is."""
    pending: list[ast.AST] = [node]
    for part in pending:
        yield part
        if isinstance(part, COMPREHENSIONS):
            pending.append(part.generators[0].iter)
        elif isinstance(part, ast.BoolOp):
            pending.append(part.values[0])
        elif isinstance(part, ast.IfExp):
            pending.append(part.test)
        elif isinstance(part, ast.Compare):
            pending += [part.left, part.comparators[0]]
        elif not isinstance(part, ast.Lambda):
            pending += children(part)


def calls_of(node: ast.stmt) -> Iterator[ast.Call]:
    """Yield the calls that a statement evaluates itself, or those in the body of a class."""
    for part in (part for header in header(node) for part in evaluated(header)):
        if isinstance(part, ast.Call):
            yield part
    if isinstance(node, ast.ClassDef):
        for statement in node.body:
            yield from calls_of(statement)
            if may_leave(statement):
                return


def may_leave(node: ast.AST, *, in_loop: bool = False) -> bool:
    """Whether control may go elsewhere from a statement than to the next one, or out by raising."""
    if isinstance(node, ast.Return):
        return True
    if isinstance(node, (ast.Break, ast.Continue)):
        return not in_loop
    if isinstance(node, (ast.expr, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return False
    in_loop = in_loop or isinstance(node, (ast.For, ast.AsyncFor, ast.While))
    return any(may_leave(child, in_loop=in_loop) for child in children(node))
