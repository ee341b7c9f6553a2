"""Reaching definitions, held against runs of programs and against beniget's def-use chains.

A run shows definitions that reach a use: all of them must be among ours, or the analysis misses
what happens. beniget joins more than control flow does: ours must be among its definitions, or the
analysis sees what cannot happen.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import random
from collections.abc import Iterator
from pathlib import Path

import beniget
import gast
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flake8_tfretrace.program.scopes import start
from tests.definitions import Definitions, Site, Use, Writer, observed, reaching_definitions

ROOT = Path(__file__).parents[2]
RUNS = range(12)
MODULES = (
    "argparse asyncio.base_events asyncio.tasks calendar collections configparser contextlib "
    "copy csv difflib email.message enum fractions functools heapq html.parser http.client inspect "
    "json.decoder logging mailbox optparse pickle platform pprint queue random shutil smtplib "
    "socket statistics string subprocess tarfile tempfile textwrap threading traceback typing "
    "unittest.mock urllib.parse uuid zipapp"
).split()
OWN = sorted([*ROOT.glob("fixtures/TFR*.py"), *ROOT.glob("flake8_tfretrace/**/*.py")])

# Executed.


def _missed(text: str) -> list[str]:
    """Return what runs of a program see and the analysis does not."""
    known = reaching_definitions(ast.parse(text))
    return [
        f"{use} is bound at {site}, not at {sorted(known.get(use, ()))}"
        for use, site in sorted(set(observed(text, RUNS)))
        if site not in known.get(use, ())
    ]


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_what_runs_see_reaches(rng: random.Random) -> None:
    text = Writer(rng).program()
    assert not _missed(text), text


@pytest.mark.parametrize("seed", range(0, 400, 20))
def test_what_runs_see_reaches_in_the_same_programs_always(seed: int) -> None:
    for number in range(seed, seed + 20):
        text = Writer(random.Random(number)).program()
        assert not _missed(text), text


@pytest.mark.parametrize(
    "text",
    [
        # A class binds its name when its body is done, and is the module's until it binds one.
        "class c: pass\nclass c:\n  c\n",
        "a = 1\nclass c:\n  a = a\n",
        "a = 1\ndef f():\n  a = 2\n  class c:\n    a = a\ncall(f)\n",
        "a = 1\nclass c:\n  a = 2\n  del a\n  a\n",
        "a = 1\nclass c:\n  try:\n    raise E\n  except E as a:\n    a = 2\n  a\n",
        "a = 1\nclass c:\n  while may():\n    a\n    a = 2\n",
        # A function binds its name behind its defaults and decorators.
        "def f(): pass\ndef f(a=f): pass\n",
        "b = 1\nb = call(lambda: b)\n",
        "def f():\n  a = 1\n  @call\n  def a():\n    a\ncall(f)\n",
        # Patterns bind where they match, be it for a guard that does not hold.
        "a = 1\nmatch may():\n  case 1 as a:\n    pass\na\n",
        "a = 1\nmatch may():\n  case [_, a] if may():\n    pass\na\n",
        "match may():\n  case [a, _] | [_, a]:\n    a\n",
        "a = 1\nfor b, *a in may(a):\n  a\na\n",
        # What stands first is not always evaluated first.
        "a = 1\n(a if (a := may()) else a)\na\n",
        "a = 1\n[may(a, (a := b)) for b in may()]\n",
        "a = 1\nmay() < may() < (a := may())\na\n",
        "a = 1\ntry:\n  a = may((a := may()), may())\nfinally:\n  a\n",
        # What ``else`` binds does not reach the handlers.
        "try:\n  may((a := 1), may(), may(), may())\nexcept Exception:\n  a\nelse:\n  a = 2\n",
        # A generator runs later, but for its first iterable.
        "a = 1\nb = (a for c in may())\na = 2\ncall(b)\n",
        "a = 1\nb = (c for c in may(a))\na = 2\ncall(b)\n",
        # What never runs makes names local nevertheless.
        "a = 1\ndef f():\n  a = 2\n  class c:\n    a\n    if 0:\n      a = 3\ncall(f)\n",
        "try:\n  a = 1\n  raise E\nexcept E:\n  a\nelse:\n  a = 2\n  class c: pass\n",
    ],
)
def test_what_runs_of_odd_programs_see_reaches(text: str) -> None:
    assert any(True for _ in observed(text, RUNS))
    assert not _missed(text)


# Against beniget.

_BINDERS = (
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.Delete),
    *(ast.For, ast.AsyncFor, ast.comprehension, ast.With, ast.AsyncWith, ast.ExceptHandler),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.pattern),
    *(ast.Import, ast.ImportFrom),
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _around(tree: ast.Module) -> dict[Site, tuple[Site, ast.AST]]:
    """Return what binds the name at a position, if it is bound there, and the function around."""
    found: dict[Site, tuple[Site, ast.AST]] = {}
    pending: list[tuple[ast.AST, Site, ast.AST]] = [(tree, (0, 0), tree)]
    while pending:
        node, binder, function = pending.pop()
        if isinstance(node, _BINDERS):
            binder = start(node)
            found.setdefault(binder, (binder, function))
        if hasattr(node, "lineno"):
            found.setdefault(start(node), (binder, function))
        inner = node if isinstance(node, _FUNCTIONS) else function
        pending += [(child, binder, inner) for child in ast.iter_child_nodes(node)]
    return found


def _chains(text: str, around: dict[Site, tuple[Site, ast.AST]]) -> Definitions:
    """Return the definitions of each use, as beniget has it."""
    chains = beniget.DefUseChains()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        chains.visit(gast.parse(text))
    found: Definitions = {}
    for node, chain in chains.chains.items():
        for use in chain.users():
            name = use.node
            if isinstance(name, gast.Name) and isinstance(name.ctx, gast.Load):
                if hasattr(node, "lineno"):
                    key = (name.id, name.lineno, name.col_offset)
                    site = around.get((node.lineno, node.col_offset))
                    assert site is not None
                    found[key] = found.get(key, frozenset()) | {site[0]}
    return found


def _differences(text: str) -> Iterator[tuple[Use, bool]]:
    """Yield each use with whether we have definitions that beniget has not.

    What other functions bind (``global``, ``nonlocal``) beniget leaves out.
    """
    tree = ast.parse(text)
    around = _around(tree)
    ours = reaching_definitions(tree)
    shared = {
        name
        for node in ast.walk(tree)
        if isinstance(node, (ast.Global, ast.Nonlocal))
        for name in node.names
    }
    for use, theirs in _chains(text, around).items():
        if use in ours and use[0] not in shared:
            function = around[use[1:]][1]
            yield use, any(around[site][1] is function for site in ours[use] - theirs)


def _text_of(name: str) -> str:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


@pytest.mark.parametrize("texts", ["library", "own"])
def test_definitions_are_among_those_of_beniget(texts: str) -> None:
    sources = map(_text_of, MODULES) if texts == "library" else (path.read_text() for path in OWN)
    found = [difference for text in sources for difference in _differences(text)]
    assert len(found) > 10_000
    # Of alternatives in patterns, and of what handlers see, beniget has the last one only.
    assert sum(is_more for _, is_more in found) < len(found) / 1000
