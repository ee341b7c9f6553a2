"""Move code without changing what it does, and show which findings depend on where it stands.

    python -m bench.moving [PATH...] [--select TFR]

Variants: the module's statements in a function that is called under ``if __name__ == "__main__":``,
first those at its end that nothing else needs, then everything but the imports; an argument that is
an expression named before the call; and one function after the other in another module of the
project, from which it is imported. The findings are compared at their lines in the file. The exit
status is 1 if any finding is lost or new.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from dataclasses import replace

from bench.comparison import run_invariance, variants_of
from bench.program_variants import (
    INDENT,
    Definition,
    Edit,
    Function,
    NotApplicable,
    Program,
    Variant,
    names,
)
from flake8_tfretrace.program.scopes import first_line

_SIMPLE = ast.Name | ast.Constant | ast.Attribute
_NAMED = ast.BinOp | ast.UnaryOp | ast.Call | ast.Subscript | ast.IfExp


def statements_in_main(program: Program) -> Variant:
    """Return the program with the statements at its end in a function.

    Functions read the module's variables where they are: what is moved binds none that others use.
    """
    body = [s for s in program.tree.body if not _is_main_guard(s)]
    moved: list[ast.stmt] = []
    while len(moved) < len(body) and not _stays(body[-1 - len(moved)]):
        moved.insert(0, body[-1 - len(moved)])
    rest = [s for s in program.tree.body if s not in moved]
    used = names(rest) | _declared_global(program)
    while moved and _bound(moved) & used:
        used |= names(moved.pop(0))
    if not moved:
        raise NotApplicable
    return _in_main(program, "statements in main", moved)


def everything_in_main(program: Program) -> Variant:
    """Return the program with everything but its imports in a function.

    Its functions become local: what only an unseen caller of a public one could show is gone.
    """
    if _declared_global(program) or _has_tests(program):
        raise NotApplicable
    first = next((i for i, s in enumerate(program.tree.body) if not _is_preamble(s)), None)
    if first is None:
        raise NotApplicable
    moved = program.tree.body[first:]
    if any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in _walk(moved)):
        raise NotApplicable
    return _in_main(program, "everything in main", moved)


def arguments_named(program: Program) -> Variant:
    """Return the program with each argument that is an expression named before its call.

    Only in calls that are the whole value of a statement, for the first such argument, and where
    what is evaluated before it are names and constants, so that the order stays.
    """
    edits: list[Edit] = []
    number = 0
    for statement in ast.walk(program.tree):
        call = getattr(statement, "value", None)
        if not isinstance(statement, ast.Expr | ast.Assign | ast.Return):
            continue
        if not isinstance(call, ast.Call) or not _is_simple(call.func):
            continue
        argument = _first_expression(call)
        if argument is None or argument.lineno != argument.end_lineno:
            continue
        try:
            name = program.unused(f"argument_{number}")
            line = program.before(statement, f"{name} = {program.source(argument)}")
        except NotApplicable:
            continue
        number += 1
        edits += [replace(line, line=argument.lineno), program.replaced(argument, name)]
    return program.edited("arguments named", edits)


def functions_elsewhere(program: Program) -> Iterator[Variant]:
    """Yield the program with each function that needs imports only in another module.

    What is found in the function itself is not compared: it is a finding of the other file. One at
    its definition may stand at a call in place of it.
    """
    imports = [s for s in program.tree.body if isinstance(s, ast.Import | ast.ImportFrom)]
    if any(isinstance(s, ast.ImportFrom) and s.level for s in imports) or _declared_global(program):
        return
    available = {(a.asname or a.name).partition(".")[0] for s in imports for a in s.names}
    bound = [name for s in program.tree.body for name in _bound([s])]
    for function in program.tree.body:
        if not isinstance(function, Function) or bound.count(function.name) > 1:
            continue
        others = [s for s in program.tree.body if s is not function]
        if function.name not in names(others) or _free(function) - available - {function.name}:
            continue
        try:
            program.indentation(function)
        except NotApplicable:
            continue
        yield _elsewhere(program, function, imports)


def _elsewhere(
    program: Program, function: Function, imports: list[ast.Import | ast.ImportFrom]
) -> Variant:
    module = program.unused("helpers")
    first, last = first_line(function), function.end_lineno or function.lineno
    text = "\n".join(program.lines[first - 1 : last])
    start, end = program.start_of_line(first), program.end_of_line(last)
    edit = Edit(start, end, f"from {module} import {function.name}")
    header = "".join(f"{program.source(statement)}\n" for statement in imports)
    moved = program.edited("function elsewhere", [edit], gone=range(first, last + 1))
    modules = {f"{module}.py": f"{header}\n\n{text}\n"}
    return Variant(moved.name, moved.text, moved.origins, moved.gone, modules)


def variants(program: Program) -> Iterator[Variant]:
    """Yield the program with moved code."""
    yield from variants_of(program, (statements_in_main, everything_in_main, arguments_named))
    yield from functions_elsewhere(program)


def _in_main(program: Program, name: str, moved: list[ast.stmt]) -> Variant:
    for statement in moved:
        program.indentation(statement)
    function = program.unused("main")
    first, last = first_line(moved[0]), moved[-1].end_lineno or moved[-1].lineno
    start, end = program.start_of_line(first), program.end_of_line(last)
    call = f'\n\n\nif __name__ == "__main__":\n{INDENT}{function}()'
    edits = [
        Edit(start, start, f"def {function}():\n"),
        *program.indented(range(first, last + 1)),
        Edit(end, end, call),
    ]
    return program.edited(name, edits)


def _walk(statements: list[ast.stmt]) -> Iterator[ast.AST]:
    for statement in statements:
        yield from ast.walk(statement)


def _is_main_guard(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and "__name__" in names(statement.test)


def _is_preamble(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import | ast.ImportFrom) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _stays(statement: ast.stmt) -> bool:
    return isinstance(statement, Definition) or _is_preamble(statement)


def _declared_global(program: Program) -> set[str]:
    return {
        name
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Global)
        for name in node.names
    }


def _has_tests(program: Program) -> bool:
    return any(
        isinstance(s, Definition) and s.name.lower().startswith("test") for s in program.tree.body
    )


def _bound(statements: list[ast.stmt]) -> set[str]:
    """Return what statements bind in their scope, and more."""
    bound = {n.id for n in _walk(statements) if isinstance(n, ast.Name) and not _is_load(n)}
    bound |= {n.name for n in _walk(statements) if isinstance(n, Definition)}
    return bound | {
        (a.asname or a.name).partition(".")[0]
        for n in _walk(statements)
        if isinstance(n, ast.Import | ast.ImportFrom)
        for a in n.names
    }


def _is_load(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def _free(function: Function) -> set[str]:
    """Return the names that a function takes from the module, or might."""
    arguments = {n.arg for n in ast.walk(function) if isinstance(n, ast.arg)}
    return names(function) - _bound([function]) - arguments - set(dir(builtins))


def _is_simple(node: ast.expr) -> bool:
    return isinstance(node, _SIMPLE) and (
        not isinstance(node, ast.Attribute) or _is_simple(node.value)
    )


def _first_expression(call: ast.Call) -> ast.expr | None:
    """Return the first argument that is no name or constant, if it may be evaluated before."""
    if any(isinstance(a, ast.Starred) for a in call.args):
        return None
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        if not _is_simple(argument):
            has_walrus = any(
                isinstance(n, ast.NamedExpr | ast.Await | ast.Yield) for n in ast.walk(argument)
            )
            return argument if isinstance(argument, _NAMED) and not has_walrus else None
    return None


def main() -> int:
    """Run the command."""
    return run_invariance(__doc__, variants)


if __name__ == "__main__":
    sys.exit(main())
