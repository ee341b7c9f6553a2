"""The names under which a file may call its traced functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from flake8_tfretrace.program.sites import bind
from flake8_tfretrace.program.tracetypes import FunctionValue

if TYPE_CHECKING:
    from flake8_tfretrace.program import Program

_Handed = tuple[ast.Call, ast.expr]
"""A call, and one of its arguments."""
_Followers = tuple[dict[str | None, list[str]], dict[str | None, list[_Handed]]]


def traced_names(program: Program) -> set[str]:
    """Return every name by which the file may call a traced function."""
    if not program.traced:
        return set()
    names = {""} | {t.function.name for t in program.traced if t.is_decorator and t.function}
    if "__call__" in names:
        names |= {
            heir.name
            for t in program.traced
            if t.function is not None and t.function.owner is not None
            for heir in program.classes.family(t.function.owner)
        }
    named, handed_in = _followers(program)

    def followers(name: str | None) -> set[str]:
        found = set(named.get(name, ()))
        for call, argument in handed_in.get(name, ()):
            found.update(_parameters(program, call, argument))
        return found

    return reached(names | followers(None), followers)


def reached(names: Iterable[str], followers: Callable[[str], Iterable[str]]) -> set[str]:
    """Return ``names``, the names that follow one of them, those that follow these, and so on."""
    found = set(names)
    pending = list(found)
    while pending:
        new = set(followers(pending.pop())) - found
        pending += new
        found |= new
    return found


def _followers(program: Program) -> _Followers:
    """Return what may hold what a name holds: other names, and arguments of calls.

    Under None what is made by a call of ``tf.function``.
    """
    made = {t.site for t in program.traced if not t.is_decorator}
    named: dict[str | None, list[str]] = {}
    handed_in: dict[str | None, list[_Handed]] = {}
    for member, names in program.import_aliases.items():
        named.setdefault(member, []).extend(sorted(names))
    tables = [function.body.scope.bindings for function in program.index.functions]
    tables += [cls.attributes for cls in program.index.classes]
    sources = [
        (name, binding.value)
        for table in tables
        for name, bindings in table.items()
        for binding in bindings
    ]
    for function in program.index.functions:
        sources += [(function.name, statement.value) for statement, _ in function.returns]
        for call, _ in function.calls:
            for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
                for mention in _mentions(argument, made):
                    handed_in.setdefault(mention, []).append((call, argument))
    for name, value in sources:
        if value is not None:
            for mention in _mentions(value, made):
                named.setdefault(mention, []).append(name)
    return named, handed_in


def _parameters(program: Program, call: ast.Call, handed: ast.expr) -> Iterator[str]:
    """Yield the parameter through which a call hands a traced function on."""
    callee = program.value(call.func, program.index.places[call])
    if isinstance(callee, FunctionValue) and callee.function is not None:
        parameters = callee.function.parameters
        if callee.bound is not None:
            parameters = parameters[1:]
        for node, parameter, _ in bind(parameters, call):
            if node is handed and parameter is not None:
                yield parameter.name


def _mentions(node: ast.expr, made: set[ast.expr]) -> Iterator[str | None]:
    """Yield what ``node`` is, directly or in a container or branch: names; None if in ``made``."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Call):
        if node in made:
            yield None
        tail = node.func
        name = tail.attr if isinstance(tail, ast.Attribute) else getattr(tail, "id", "")
        if name:
            yield name
    elif isinstance(node, ast.IfExp):
        yield from _mentions(node.body, made)
        yield from _mentions(node.orelse, made)
    elif isinstance(node, (ast.Tuple, ast.List)):
        for element in node.elts:
            yield from _mentions(element, made)
