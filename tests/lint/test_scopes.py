"""Scopes and control flow, held against Python's own symbol tables and runs."""

from __future__ import annotations

import ast
import importlib.util
import re
import symtable
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from flake8_tfretrace.program.scopes import Index, Scope, index, lookup, reaching, start

MODULES = (
    "argparse ast asyncio.tasks asyncio.base_events collections concurrent.futures.process "
    "configparser contextlib dataclasses difflib enum functools inspect logging pickle "
    "shutil statistics subprocess tarfile threading traceback typing unittest.mock zipfile"
).split()

ODD = """
import os.path, sys as system
from json import *
if 0:
    never = 1
def f(a, /, b=1, *args, c: int = 2, **kwargs):
    global made
    made = [x for x in args if (last := x)]
    def g():
        nonlocal b
        b = a
        del a_local
        return dead
        dead = 1
    match a:
        case {"k": [first, *others], **rest} if first:
            pass
        case str() as text | bytes(text):
            pass
    try:
        pass
    except* ValueError as error:
        pass
    class Inner:
        field = a
        def method(self, x=field):
            return __class__, x, field
    with open(a) as (one, [two, *three]):
        pass
    async def h():
        async with a as b:
            async for i in [j async for j in b]:
                yield lambda i, *z: (i, z, one)
    return (y := 1), {k: v for k, v in kwargs.items()}, {s for s in a for t in s}
"""


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _tables(child)


def _scopes(known: Index) -> dict[tuple[str, str, int], list[Scope]]:
    found: dict[tuple[str, str, int], list[Scope]] = {}
    for function in known.functions:
        kind = "module" if function is known.module else "function"
        name = {"<module>": "top", "<lambda>": "lambda"}.get(function.name, function.name)
        line = 0 if kind == "module" else start(function.node)[0]
        found.setdefault((kind, name, line), []).append(function.body.scope)
    for cls in known.classes:
        found.setdefault(("class", cls.name, cls.node.lineno), []).append(cls.body.scope)
    return found


def _differences(text: str) -> list[str]:
    tree = ast.parse(text)
    known = index(tree)
    # From Python 3.12 on, the tables put the variables of comprehensions beside the function's.
    inner = {
        name.id
        for node in ast.walk(tree)
        if isinstance(node, ast.comprehension)
        for name in ast.walk(node.target)
        if isinstance(name, ast.Name)
    }
    type_parameters = {
        parameter.name for node in ast.walk(tree) for parameter in getattr(node, "type_params", ())
    }
    scopes = _scopes(known)
    wrong = []
    for table in _tables(symtable.symtable(text, "<text>", "exec")):
        where = (str(table.get_type()).rpartition(".")[2].lower(), table.get_name())
        candidates = scopes.get((*where, table.get_lineno()), [])
        if len(candidates) != 1:
            continue  # A comprehension, type parameters, dead code, or two lambdas of one line.
        (scope,) = candidates
        for symbol in table.get_symbols():
            name = symbol.get_name()
            if name.startswith(".") or name in ("__class__", "__classdict__", "__type_params__"):
                continue
            if name in type_parameters:
                continue  # They have a scope of their own, which nothing here needs.
            if re.match(r"_[^\W_]\w*?__\w", name):
                continue  # Private to a class: Python writes the class' name before it.
            owner, _ = lookup(name, scope)
            if scope.kind == "module":
                is_right = (owner is scope) == symbol.is_assigned() or symbol.is_imported()
                is_right |= name in scope.bindings or name in inner
            elif symbol.is_local():
                is_right = owner is scope or name in inner
            elif symbol.is_free():
                is_right = owner is not None and owner is not scope and owner.kind == "function"
            else:
                is_right = owner is None or owner.kind == "module"
            if not is_right:
                wrong.append(f"{where[1]}:{table.get_lineno()}: {name}: {owner and owner.kind}")
    return wrong


@pytest.mark.parametrize("name", MODULES)
def test_scopes_are_those_of_python(name: str) -> None:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    assert _differences(Path(spec.origin).read_text(encoding="utf-8")) == []


def test_odd_scopes_are_those_of_python() -> None:
    text = ODD if sys.version_info >= (3, 11) else ODD.replace("except*", "except")
    text = text.replace(" as text | bytes(text)", " as text").replace("        del a_local\n", "")
    assert _differences(text) == []


def _defining_lines(text: str) -> set[int]:
    """Return the lines of the definitions of ``x`` that reach the call of ``use``."""
    known = index(ast.parse(text))
    (found,) = (
        (call, place)
        for function in known.functions
        for call, place in function.calls
        if isinstance(call.func, ast.Name) and call.func.id == "use"
    )
    call, place = found
    return {start(binding.node)[0] for binding in reaching("x", place, start(call))}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x = 1\nfor i in a:\n  if c:\n    x = 2\n    break\n  use(x)\n", {1}),
        ("x = 1\nfor i in a:\n  if c:\n    x = 2\n    continue\n  use(x)\n", {1, 4}),
        ("for i in a:\n  x = 1\n  x = 2\n  use(x)\n", {3}),
        ("if c:\n  x = 1\nelif d:\n  x = 2\nelse:\n  x = 3\nuse(x)\n", {2, 4, 6}),
        ("x = 0\nif c:\n  x = 1\n  use(x)\nelse:\n  x = 2\n", {3}),
        ("x = 0\ntry:\n  x = 1\n  x = 2\nexcept E:\n  use(x)\n", {1, 3, 4}),
        ("x = 0\ntry:\n  x = 1\nexcept E:\n  raise\nuse(x)\n", {3}),
        ("x = 0\ntry:\n  x = 1\nexcept E:\n  x = 2\nelse:\n  x = 3\nuse(x)\n", {5, 7}),
        ("x = 0\ntry:\n  x = 1\nfinally:\n  use(x)\n", {1, 3}),
        ("x = 0\ntry:\n  x = 1\nfinally:\n  pass\nuse(x)\n", {3}),
        ("x = 0\nwhile True:\n  try:\n    x = 1\n    break\n  finally:\n    pass\nuse(x)\n", {4}),
        ("x = 0\nwhile c:\n  x = 1\nelse:\n  use(x)\n", {1, 3}),
        ("x = 0\nwhile True:\n  x = 1\n  if c: break\nuse(x)\n", {3}),
        ("x = 0\nif True:\n  x = 1\nuse(x)\n", {3}),
        ("x = 0\nmatch a:\n  case 1:\n    x = 1\n  case _:\n    x = 2\nuse(x)\n", {4, 6}),
        ("x = 0\nmatch a:\n  case 1:\n    x = 1\n  case 2:\n    x = 2\nuse(x)\n", {1, 4, 6}),
        ("x = 0\nc and (x := 1)\nuse(x)\n", {1, 2}),
        ("x = 0\n(x := 1) and c\nuse(x)\n", {2}),
        ("x = 0\nwith a as x, use(x):\n  pass\n", {2}),
        ("x = 0\nimport sys\nif c:\n  x = 1\n  sys.exit(1)\nuse(x)\n", {1}),
        ("x = 1\ndef f():\n  use(x)\nx = 2\n", {1, 4}),
        ("x = 1\nx = 2\ndef f():\n  use(x)\n", {2}),
        ("x = 1\nuse([x for x in a] + [x])\n", {1}),
        ("x = 1\nfor x in x:\n  use(x)\n", {2}),
        ("x = 1\nfor x in use(x):\n  pass\n", {1}),
        ("x = 1\nclass A:\n  x = 2\n  use(x)\n", {3}),
        ("x = 1\nclass A:\n  y = x\nx = 3\nuse(x)\n", {4}),
    ],
)
def test_reaching_definitions(text: str, lines: set[int]) -> None:
    assert _defining_lines(text) == lines


GUARDED = """
def f(a, b):
    if a:
        x = 1
        if b:
            x = 2
    else:
        x = 3
    {exit}
    return x
"""


@pytest.mark.parametrize(
    ("exit", "asked"),
    [
        ("pass", []),
        ("if b:\n        return 0", ["b"]),
        ("if b:\n        x = 4", []),
        ("while x:\n        if a:\n            break", []),
    ],
)
def test_only_conditions_that_decide_are_asked_for(exit: str, asked: list[str]) -> None:
    (function,) = index(ast.parse(GUARDED.format(exit=exit))).functions[1:]
    point = function.graph.point_of(function.statements[-1])
    assert point is not None
    questions: list[str] = []
    answer: bool | None = None

    def taken(node: ast.If) -> bool | None:
        questions.append(ast.unparse(node.test))
        return answer

    for answer in (None, True, False):
        questions.clear()
        is_feasible = function.graph.is_feasible(point, taken)
        assert questions == asked
        assert is_feasible == (answer is not True or not asked)
