"""Where code may move to, and whether names mean the same there."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flake8_tfretrace.program import Place, Program
from flake8_tfretrace.program.scopes import Scope, bound_by, end, lookup, start
from flake8_tfretrace.program.syntax import code_of
from tfretrace_fix.plans import Refusal


class Code(NamedTuple):
    """A statement or expression, and the place it is at."""

    node: ast.stmt | ast.expr
    place: Place


@dataclass(frozen=True)
class Target:
    """Where code may move to: just before ``statement``, or below it."""

    statement: ast.stmt
    place: Place
    in_module: bool
    """Whether it leaves its function for the module. Otherwise it leaves ``statement``.

    That is a loop, or the function itself, for the one that makes it.
    """
    below: bool = False


def loops_around(program: Program, code: Code) -> Iterator[Target]:
    """Yield the statements in front of the loops around ``code``, the outermost loop first."""
    for loop in code.place.loops:
        place = program.index.places[loop]
        if place.scope.kind == "comprehension":
            continue
        statement = loop if isinstance(loop, ast.stmt) else statement_around(program, loop)
        if statement is not None and place.scope.kind != "class":
            yield Target(statement, place, in_module=False)


def module_target(program: Program, node: ast.AST) -> Target:
    """Return the module's statement that ``node`` is in, or before it, out of all functions.

    In a branch of the module (``if HAS_GPU:``) it is the statement of that branch.
    """
    module = program.index.module
    around: list[ast.stmt] = []
    current: ast.AST | None = node
    while current is not None:
        if isinstance(current, ast.stmt):
            around.append(current)
        current = program.syntax.parent(module, current)
    statement = around.pop()
    while around and isinstance(statement, ast.If | ast.Try | ast.With):
        statement = around.pop()
    return Target(statement, module.body, in_module=True)


def statement_around(program: Program, node: ast.AST) -> ast.stmt | None:
    """Return the statement around an expression; None in a lambda, which has none."""
    current: ast.AST | None = node
    while current is not None and not isinstance(current, ast.stmt | ast.Lambda):
        current = program.syntax.parent(program.index.module, current)
    return current if isinstance(current, ast.stmt) else None


def free_name(program: Program, name: str, target: Target) -> str:
    """Return ``name``, or one like it, that means nothing yet at ``target`` and where it is used.

    Raises:
        Refusal: the names that come to mind are taken.
    """
    scope = target.place.scope
    if scope.kind == "module":
        taken = _names(program)
    else:
        taken = {*scope.bindings, *scope.outside, *program.syntax.uses(scope.function)}
    for wanted in (name, f"{name}_function"):
        if wanted not in taken and not hasattr(builtins, wanted):
            return wanted
    raise Refusal(f"the name '{name}' is taken")


def _names(program: Program) -> set[str]:
    """Return every name that the file uses for something."""
    nodes = list(ast.walk(program.tree))
    bound = {name for node in nodes for name in bound_by(node)}
    parameters = {node.arg for node in nodes if isinstance(node, ast.arg)}
    return {*bound, *parameters, *program.syntax.uses(program.index.module)}


def snake_case(name: str) -> str:
    """Return the name of a class as one for an instance: ``my_dense`` for ``MyDense``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def check_name(program: Program, name: str, moved: Sequence[Code], target: Target) -> None:
    """Make sure that ``name``, which ``moved`` binds, means the same after the move.

    Raises:
        Refusal: it means something else in one of the scopes.
    """
    place = moved[0].place
    scope = place.scope
    nodes = [code.node for code in moved]
    if name in scope.outside:
        raise Refusal(f"'{name}' is declared in an outer scope")
    for node in ast.walk(place.function.node):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Del):
            raise Refusal(f"'{name}' is deleted")
    if any(binding.node not in nodes for binding in scope.bindings.get(name, ())):
        raise Refusal(f"'{name}' has other values, too")
    if target.place.function is place.function:
        return
    if lookup(name, scope.parent or scope)[0] is not None or hasattr(builtins, name):
        raise Refusal(f"the name '{name}' is taken outside '{place.function.name}'")
    for function in program.index.functions:
        if function in (place.function, program.index.module):
            continue
        for use, _ in program.syntax.uses(function).get(name, ()):
            owner = program.syntax.owner(program.index.module, use)
            if lookup(name, owner.body.scope)[0] is None:
                raise Refusal(f"'{function.name}' uses a name '{name}' of its own")


def check_visible(
    program: Program,
    code: Code,
    target: Target,
    moved: Collection[ast.AST] = (),
    known: Collection[str] = (),
) -> None:
    """Make sure that ``target`` knows the names that ``code`` reads.

    But for the names that the statements ``moved`` bind, and those that are ``known``.

    Raises:
        Refusal: a name belongs to a scope that is left, or gets its value further down.
    """
    around: set[Scope] = set()
    scope: Scope | None = target.place.scope
    while scope is not None:
        around.add(scope)
        scope = scope.parent
    statement = target.statement
    at = end(statement) if target.below else start(statement)
    at_once = set(evaluated(code.node))
    if target.in_module:
        _check_class(code.node)
    for name, seen_from in reads(program, code):
        owner, bindings = lookup(name.id, seen_from)
        if owner is None or name.id in known or all(b.node in moved for b in bindings):
            continue
        if owner not in around:
            raise Refusal(f"it uses '{name.id}', a local name of '{owner.function.name}'")
        if target.place.function is not code.place.function and name in at_once:
            if not any(b.kind == "parameter" or end(b.node) <= at for b in bindings):
                raise Refusal(f"'{name.id}' is defined further down")


def _check_class(node: ast.AST) -> None:
    """Raise Refusal where code means something only inside its class."""
    for part in ast.walk(node):
        name = getattr(part, "attr", getattr(part, "id", ""))
        is_private = name.startswith("__") and not name.endswith("__")
        if is_private or name in ("super", "__class__"):
            raise Refusal(f"'{name}' means something else outside the class")


def is_inside(node: ast.AST, statement: ast.stmt) -> bool:
    """Whether ``node`` begins within ``statement``."""
    return start(statement) <= start(node) <= end(statement)


def evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when ``node`` runs: not the bodies of the functions in it."""
    yield node
    is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    later = code_of(node) if is_function else []
    for child in ast.iter_child_nodes(node):
        if child not in later:
            yield from evaluated(child)


def reads(program: Program, code: Code) -> Iterator[tuple[ast.Name, Scope]]:
    """Yield the names that code reads from outside itself, with the scope it reads them in."""
    syntax, module = program.syntax, code.place.module
    inside = {syntax.opened(node) for node in ast.walk(code.node)} - {None}
    for node in ast.walk(code.node):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            scope = syntax.scope(module, node)
            if lookup(node.id, scope)[0] not in inside:
                yield node, scope
