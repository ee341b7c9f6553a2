"""Modules that surely raise an exception while they are loaded."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import TypeAlias

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import (
    Module,
    find,
    is_only_one,
    is_same_file,
    is_set_elsewhere,
    submodule,
)
from flake8_tfretrace.parsing import parse
from flake8_tfretrace.program.dialect import NEITHER, dialect, may_tell
from flake8_tfretrace.program.imports import canonical, written_names
from flake8_tfretrace.program.refusals import Refusals
from flake8_tfretrace.program.straight_line import calls_of, evaluated, header, may_leave

_Import: TypeAlias = ast.Import | ast.ImportFrom
_DYNAMIC = re.compile(
    r"import \*|__getattr|__dict__|\b(?:setattr|globals|locals|vars|exec|eval|__import__)\s*\("
    r"|\bbuiltins\b|\bsys\.modules\b|get_ipython"
)
"""How the text of a module says that names or attributes may be set that it does not show."""
_COMMAND = re.compile(r"^([ \t]*)[%!].*$", re.MULTILINE)
"""A line of a notebook that is no Python."""
_ENDED_PYTHON = knowledge.names_of("old python")
_PYTHON_2 = re.compile(
    r"^[ \t]*(?:(?:print|exec)[ \t]+[\w\"'%]|raise[ \t]+[\w.]+[ \t]*,"
    r"|except[ \t]+[\w.]+[ \t]*,[ \t]*[a-z_]\w*[ \t]*:)|:[ \t]*print[ \t]+[\w\"'%]",
    re.MULTILINE,
)
"""How a line has what only Python 2 takes, if it is no text: no Python 3 takes the line then."""


class Loading:
    """Answers which modules fail to load: a must-analysis of what their top levels always do.

    Under no condition they import, or ask a library for, what no supported release has, or call
    what refuses what it is given.
    """

    def __init__(self, filename: str, refusals: Refusals) -> None:
        self.filename = filename
        self.refusals = refusals
        self._known: dict[str, bool] = {}

    def fails(self, module: Module) -> bool:
        """Whether a module, or one that it imports, surely raises while it is loaded."""
        if module.path not in self._known:
            # Of modules that import each other, one has begun when the other asks for it.
            self._known[module.path] = False
            self._known[module.path] = self._surely_fails(module)
        return self._known[module.path]

    def _surely_fails(self, module: Module) -> bool:
        if not module.path.endswith(".py"):
            return False
        if is_of_python_2(module.text):
            return True
        for step in _steps(module):
            if step is None:
                if not self.refusals.has_keras_2:
                    return True
            elif isinstance(step, str):
                name = step.rpartition(".")[2]
                if self.refusals.lacks_name(step):
                    if is_set_elsewhere(name, "", module.path) is False:
                        return True
            elif self.refusals.lacks_import(step):
                return True
            else:
                modules = [*modules_of(step, module.home)]
                for imported in modules:
                    if is_same_file(imported.path, self.filename):
                        # What the file itself is imported by has loaded it by then.
                        return False
                    if self.fails(imported):
                        return True
                if lacks_names(step, modules):
                    return True
        return False


def modules_of(node: _Import, folder: str) -> Iterator[Module]:
    """Yield the modules of a project that an import in a folder loads; others may shadow theirs."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        names = ["." * node.level + (node.module or "")]
    for name in names:
        module = find(name, folder)
        if module is None:
            continue
        within = PurePath(folder, *name.split("."))
        is_near = PurePath(module.path).with_suffix("").is_relative_to(within)
        if name.startswith(".") or is_near or is_only_one(name, module.path):
            yield module


def lacks_names(node: _Import, modules: Sequence[Module]) -> bool:
    """Whether the module of a project that an import takes names from has nothing by one of them.

    Args:
        node: the import.
        modules: what it loads.
    """
    if isinstance(node, ast.Import) or len(modules) != 1:
        return False
    (module,) = modules
    return any(alias.name != "*" and not may_have(module, alias.name) for alias in node.names)


def may_have(module: Module, name: str) -> bool:
    """Whether a module of a project may have something by a name."""
    if not module.path.endswith(".py") or is_dynamic(module.text):
        return True
    return name in _mentioned_names(module) or submodule(module, name) is not None


def may_give_all(node: ast.ImportFrom, folder: str, name: str, depth: int = 4) -> bool:
    """Whether ``from ... import *`` in a folder may bind a name, be it by one more such import."""
    module = find("." * node.level + (node.module or ""), folder)
    if depth == 0 or module is None or module.home != folder:
        # What another folder has may be shadowed, or installed.
        return True
    text = module.text
    if not module.path.endswith(".py") or is_dynamic(text.replace("import *", "")):
        return True
    if name in _mentioned_names(module):
        return True
    if "import *" not in text:
        return False
    tree = parsed(text)
    return tree is None or any(
        may_give_all(inner, module.home, name, depth - 1)
        for inner in ast.walk(tree)
        if isinstance(inner, ast.ImportFrom) and inner.names[0].name == "*"
    )


@lru_cache(maxsize=1 << 8)
def _mentioned_names(module: Module) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", module.text))


@lru_cache(maxsize=1 << 6)
def is_dynamic(text: str) -> bool:
    """Whether a module may give names or attributes that its text does not show."""
    return _DYNAMIC.search(text) is not None


@lru_cache(maxsize=1 << 8)
def is_of_python_2(text: str) -> bool:
    """Whether a module surely is none of Python 3, for a statement that only Python 2 has.

    Nor is one in which tabs and blanks stand for one another.
    """
    if _PYTHON_2.search(text) is None and "\t" not in text:
        return False
    try:
        parse(text)
    except TabError:
        return True
    except SyntaxError as error:
        # Of a newer Python may be what this one does not know: a statement of Python 2 is not.
        lines = text.splitlines()
        at = (error.lineno or 1) - 1
        return at < len(lines) and _PYTHON_2.search(lines[at]) is not None
    except (ValueError, RecursionError, MemoryError):
        pass
    return False


def parsed(text: str) -> ast.Module | None:
    """Return the tree of a module, or of a notebook's cells; None if Python does not read it.

    What a notebook has besides Python does nothing.
    """
    for code in dict.fromkeys((text, _COMMAND.sub(r"\1pass", text))):
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            return parse(code)
    return None


@lru_cache(maxsize=1 << 10)
def _steps(module: Module) -> tuple[_Import | str | None, ...]:
    """Return what a module imports, or asks a library for by name, whenever it is loaded.

    None stands for a call that Keras 3 refuses.
    """
    is_library = "keras" in module.text or "tensorflow" in module.text
    if not is_library and not any(module.imported_modules()):
        if not any(imported.module in _ENDED_PYTHON for imported in module.imports):
            return ()
    tree = parsed(module.text)
    if tree is None:
        return ()
    names: Mapping[str, str] | None = None
    stored = set(stored_attributes(tree))
    steps: list[_Import | str | None] = []
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            steps.append(statement)
        elif is_library:
            parts = [part for expression in header(statement) for part in evaluated(expression)]
            asked = [
                part
                for part in parts
                if isinstance(part, ast.Attribute) and part.attr not in stored
            ]
            calls = [call for call in calls_of(statement) if call.keywords]
            if (asked or calls) and names is None:
                names = library_names(tree, module.text)
            if any(refuses_keywords(call, names or {}) for call in calls):
                steps.append(None)
            steps += filter(None, (named(one, names or {}) for one in asked))
        if may_leave(statement):
            break
    return tuple(steps)


def stored_attributes(tree: ast.Module) -> Iterator[str]:
    """Yield the attributes that a module gives objects: a library may have them by then."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.Call) and named(node.func, {"setattr": "setattr"}):
            yield from (str(part.value) for part in node.args if isinstance(part, ast.Constant))


def refuses_keywords(node: ast.Call, names: Mapping[str, str]) -> bool:
    """Whether a call gives what is Keras' own a keyword that no supported release takes."""
    known = knowledge.keywords(canonical(named(node.func, names)))
    return known is not None and any(
        k.arg is not None and k.arg not in known for k in node.keywords
    )


def library_names(tree: ast.Module, text: str) -> dict[str, str]:
    """Return what the names of a module stand for that only its own imports bind, once each.

    That is as the imports write it. Of one that has Keras 2 by its name, where Keras 3 is installed
    as well, that is not known.
    """
    known = dialect(tree) if may_tell(text) else NEITHER
    if known.asks_for_keras_2 or known.imports_private_keras:
        return {}
    found: dict[str, str] = {}
    bound: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for name, dotted in written_names(node):
                bound |= {name} & {*found}
                found[name] = dotted
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
    return {name: dotted for name, dotted in found.items() if name not in bound}


def named(node: ast.expr, names: Mapping[str, str]) -> str:
    """Return the dotted name of ``a.b.c``; "" if its root is none of ``names``."""
    if isinstance(node, ast.Attribute):
        base = named(node.value, names)
        return f"{base}.{node.attr}" if base else ""
    return names.get(node.id, "") if isinstance(node, ast.Name) else ""
