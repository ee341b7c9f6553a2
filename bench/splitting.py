"""Split classes into a base and an heir, and show which findings depend on it.

    python -m bench.splitting [PATH...] [--select TFR]

Of each class of the module the first half of the methods goes into a base class of its own, and the
rest stays in the class, which derives from that. The other way round, the class becomes the base of
one with its name and nothing of its own. The findings are compared at their lines in the file. The
exit status is 1 if any finding is lost or new.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

from bench.comparison import run_invariance, variants_of
from bench.program_variants import Edit, Function, NotApplicable, Program, Variant, last_name, names
from flake8_tfretrace.program.scopes import first_line

_SPECIAL = ("Enum", "IntEnum", "NamedTuple", "TypedDict")


def in_halves(program: Program) -> Variant:
    """Return the program with the first methods of its classes in a base class."""
    edits: list[Edit] = []
    for cls in _plain_classes(program):
        methods = [statement for statement in cls.body if isinstance(statement, Function)]
        if len(methods) < 2:
            continue
        middle = methods[len(methods) // 2]
        later = cls.body[cls.body.index(middle) :]
        # What the body of a class reads of itself has to stay with it.
        if _bound(cls.body) & _evaluated(later):
            continue
        base, (start, end) = program.unused(f"{cls.name}Base"), _name_of(program, cls)
        at = program.start_of_line(first_line(middle))
        edits += [Edit(start, end, base), Edit(at, at, f"\n\nclass {cls.name}({base}):\n")]
    if not edits:
        raise NotApplicable
    return program.edited("in halves", edits)


def as_heirs(program: Program) -> Variant:
    """Return the program with each class as an heir, of the same name, of what it was."""
    edits: list[Edit] = []
    for cls in _plain_classes(program):
        base, (start, end) = program.unused(f"{cls.name}Base"), _name_of(program, cls)
        at = program.end_of_line(cls.end_lineno or cls.lineno)
        text = f"\n\n\nclass {cls.name}({base}):\n    pass"
        edits += [Edit(start, end, base), Edit(at, at, text)]
    if not edits:
        raise NotApplicable
    return program.edited("as heirs", edits)


def variants(program: Program) -> Iterator[Variant]:
    """Yield the program with its classes split."""
    yield from variants_of(program, (in_halves, as_heirs))


def _plain_classes(program: Program) -> Iterator[ast.ClassDef]:
    """Yield the classes of the module that may be another one's base."""
    for node in program.tree.body:
        if not isinstance(node, ast.ClassDef) or node.decorator_list or node.keywords:
            continue
        if any(last_name(base) in _SPECIAL for base in node.bases):
            continue
        # A class puts its name before such names, and others may read them.
        attributes = {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
        private = {n for n in names(node) | attributes if n[:2] == "__" and n[-2:] != "__"}
        try:
            program.indentation(node)
        except NotApplicable:
            continue
        if not private:
            yield node


def _name_of(program: Program, cls: ast.ClassDef) -> tuple[int, int]:
    """Return where the name of a class stands that it is defined by."""
    begin = program.start(cls)
    found = re.compile(rf"class\s+({cls.name})\b").match(program.text, begin)
    assert found is not None
    return found.span(1)


def _bound(body: list[ast.stmt]) -> set[str]:
    found = {s.name for s in body if isinstance(s, Function | ast.ClassDef)}
    for statement in body:
        if not isinstance(statement, Function | ast.ClassDef):
            nodes = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
            found |= {node.id for node in nodes if isinstance(node.ctx, ast.Store)}
    return found


def _evaluated(body: list[ast.stmt]) -> set[str]:
    """Return the names that are read where statements stand, not when their functions run."""
    found: set[str] = set()
    for statement in body:
        if isinstance(statement, Function):
            of = statement.args
            found |= names([*statement.decorator_list, *of.defaults, *filter(None, of.kw_defaults)])
        else:
            found |= names(statement)
    return found


def main() -> int:
    """Run the command."""
    return run_invariance(__doc__, variants)


if __name__ == "__main__":
    sys.exit(main())
