"""Put into another order what may stand in any, and show which findings depend on it.

    python -m bench.order [PATH...] [--select TFR]

Three variants: neighbouring functions and classes of the module in reverse, as far as what they
evaluate where they are defined allows; the same for the methods of each class; and every ``if``
with an ``else`` turned round, its test negated. The findings are compared at their lines in the
file. The exit status is 1 if any finding is lost or new.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence

from bench.comparison import run_invariance, variants_of
from bench.program_variants import (
    Definition,
    Edit,
    Function,
    NotApplicable,
    Program,
    Variant,
    names,
    parameters,
)
from flake8_tfretrace.program.scopes import first_line


def definitions_reversed(program: Program) -> Variant:
    """Return the program with its functions and classes in another order."""
    return _rearranged(program, "definitions reversed", [program.tree.body])


def methods_reversed(program: Program) -> Variant:
    """Return the program with the methods of its classes in another order."""
    bodies = [node.body for node in ast.walk(program.tree) if isinstance(node, ast.ClassDef)]
    # A class in a class moves with it: only the outer one is rearranged.
    outer = [body for body in bodies if not any(_holds(other, body) for other in bodies)]
    return _rearranged(program, "methods reversed", outer)


def branches_swapped(program: Program) -> Variant:
    """Return the program with ``if not test`` in place of ``if test``, and the branches swapped.

    Where an ``if`` stands in another, or is an ``elif``, the outer one stays.
    """
    edits: list[Edit] = []
    lines = list(range(1, len(program.lines) + 1))
    for node in ast.walk(program.tree):
        if not _may_be_swapped(program, node):
            continue
        assert isinstance(node, ast.If)
        edits += [
            Edit(program.start(node.test), program.start(node.test), "not ("),
            Edit(program.end(node.test), program.end(node.test), ")"),
        ]
        first, keyword = node.body[0], _else_line(program, node)
        begin, last = first_line(first), node.orelse[-1].end_lineno or 0
        positions = list(range(begin, last + 1))
        body = [line for line in positions if line < keyword]
        other = [line for line in positions if line > keyword]
        lines[begin - 1 : last] = [*other, keyword, *body]
    negated = Program(program.edited("", edits).text)
    return negated.rearranged("branches swapped", lines)


def variants(program: Program) -> Iterator[Variant]:
    """Yield the program in other orders."""
    yield from variants_of(program, (definitions_reversed, methods_reversed, branches_swapped))


def _holds(body: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> bool:
    return body is not other and any(other[0] is n for outer in body for n in ast.walk(outer))


def _rearranged(program: Program, name: str, bodies: Sequence[Sequence[ast.stmt]]) -> Variant:
    lines = list(range(1, len(program.lines) + 1))
    postponed = any(
        isinstance(s, ast.ImportFrom) and s.module == "__future__" for s in program.tree.body
    )
    for body in bodies:
        for run in _runs(program, body):
            blocks = _blocks(run)
            order = _reversed(run, with_annotations=not postponed)
            first, last = blocks[0][0], blocks[-1][-1]
            lines[first - 1 : last] = [line for number in order for line in blocks[number]]
    return program.rearranged(name, lines)


def _runs(program: Program, body: Sequence[ast.stmt]) -> Iterator[list[Definition]]:
    """Yield the definitions that follow each other, two or more, on lines of their own."""
    run: list[Definition] = []
    for statement in [*body, None]:
        if isinstance(statement, Definition) and _has_own_lines(program, statement):
            run.append(statement)
            continue
        if len(run) > 1:
            yield run
        run = []


def _has_own_lines(program: Program, statement: ast.stmt) -> bool:
    try:
        program.indentation(statement)
    except NotApplicable:
        return False
    return True


def _blocks(run: Sequence[Definition]) -> list[range]:
    """Return the lines of definitions, each with what stands between it and the one before."""
    ends = [statement.end_lineno or statement.lineno for statement in run]
    starts = [first_line(run[0]), *(end + 1 for end in ends)]
    return [range(start, end + 1) for start, end in zip(starts, ends, strict=False)]


def _evaluated(statement: ast.stmt, with_annotations: bool) -> set[str]:
    """Return the names that are read where a statement stands, not when its functions run."""
    if isinstance(statement, ast.ClassDef):
        found = names([*statement.decorator_list, *statement.bases, *statement.keywords])
        return found.union(*(_evaluated(inner, with_annotations) for inner in statement.body))
    if not isinstance(statement, Function):
        return names(statement)
    of = statement.args
    evaluated = [*statement.decorator_list, *of.defaults, *(d for d in of.kw_defaults if d)]
    if with_annotations:
        evaluated += [arg.annotation for arg in parameters(statement) if arg.annotation]
        evaluated += [statement.returns] if statement.returns else []
    return names(evaluated)


def _reversed(run: Sequence[Definition], with_annotations: bool) -> list[int]:
    """Return the order closest to the reverse in which nothing is needed before it is there.

    A neighbour that is read where another is defined may be called there, with what it is handed:
    it needs what stands in both. Definitions of one name keep their order: the last one counts.
    """
    by_name: dict[str, list[Definition]] = {}
    for statement in run:
        by_name.setdefault(statement.name, []).append(statement)
    needs = []
    for statement in run:
        needed, waiting = {statement.name}, _evaluated(statement, with_annotations)
        if waiting & by_name.keys():
            waiting |= names(statement)
        while waiting:
            name = waiting.pop()
            if name not in needed:
                needed.add(name)
                waiting |= {n for other in by_name.get(name, ()) for n in names(other)}
        needs.append(needed)
    left = list(range(len(run)))
    order: list[int] = []
    while left:
        number = next(
            n for n in reversed(left) if not any(run[o].name in needs[n] for o in left if o < n)
        )
        order.append(number)
        left.remove(number)
    return order


def _may_be_swapped(program: Program, node: ast.AST) -> bool:
    """Say whether a node is an ``if`` with an ``else``, no other inside, and lines of its own."""
    if not isinstance(node, ast.If) or not node.orelse:
        return False
    if any(isinstance(inner, ast.If) for inner in ast.walk(node) if inner is not node):
        return False
    if not all(_has_own_lines(program, s) for s in (node.body[0], node.orelse[0], node.orelse[-1])):
        return False
    text = program.lines[_else_line(program, node) - 1].partition("#")[0]
    return text.strip() == "else:"


def _else_line(program: Program, node: ast.If) -> int:
    """Return the line of an ``else:``: the last one before its first statement that says so."""
    line = first_line(node.orelse[0]) - 1
    while not program.lines[line - 1].lstrip().startswith("else"):
        line -= 1
    return line


def main() -> int:
    """Run the command."""
    return run_invariance(__doc__, variants)


if __name__ == "__main__":
    sys.exit(main())
