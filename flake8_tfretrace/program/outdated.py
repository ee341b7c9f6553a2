"""What of a project only older releases of TensorFlow and Keras take than those supported."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from flake8_tfretrace.modules import LARGEST, code_of, facts_with_notebooks, held_in, project_around
from flake8_tfretrace.program.loading import (
    library_names,
    named,
    parsed,
    refuses_keywords,
    stored_attributes,
)
from flake8_tfretrace.program.model_refusals import (
    KEYWORDS_OF_KERAS_2,
    METHODS_OF_KERAS_2,
    TAKING_DATA,
)
from flake8_tfretrace.program.refusals import imported, is_ended
from flake8_tfretrace.questions import question

_ASKS_FOR_VERSION = ("version", "hasattr")
"""What a test has in it that chooses among releases of a library."""


def outdated_line(filename: str) -> str | None:
    """Return a line of the project around a file that no supported release takes: ``train.py:12``.

    Whether it is ever run does not matter: a project that has one is kept for older releases.
    None if there is none, or the project is too large to look at. Tests do not count, nor what
    stands under ``try``, or under a test of the version.
    """
    return _outdated_line(str(Path(filename).absolute()))


def is_outdated(source: str) -> bool:
    """Whether a module itself has such a line."""
    return _first(source) is not None


@question(lambda line: line)
def _outdated_line(filename: str) -> str | None:
    project = project_around(filename)
    lines = None if project is None else facts_with_notebooks(project, "outdated", _first)
    held = {} if project is None else held_in(project)
    lines = (lines or {}) | {path: _first(text) for path, text in held.items()}
    found = {path: line for path, line in lines.items() if line is not None}
    # A line of the file itself is the one that its reader checks first.
    first = filename if filename in found else min(found, default=None)
    return None if first is None else f"{Path(first).name}:{found[first]}"


def _first(text: str) -> int | None:
    """Return the first line of a module, or notebook, that no supported release takes."""
    code = code_of(text)
    if len(code) > LARGEST or ("keras" not in code and "tensorflow" not in code):
        return None
    tree = parsed(code)
    return None if tree is None else min(_lines(tree, code), default=None)


def _lines(tree: ast.Module, code: str) -> Iterator[int]:
    # There are none where Keras may be Keras 2.
    names = library_names(tree, code)
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    own |= set(stored_attributes(tree))
    for node in _for_all_versions(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            if any(is_ended(name, beside_keras_2=not names) for name in imported(node)):
                yield node.lineno
        elif isinstance(node, ast.Attribute) and node.attr not in own:
            if _is_ended(node, names):
                yield node.lineno
        elif isinstance(node, ast.Call) and _takes_no_such_keyword(node, names):
            yield node.lineno


def _is_ended(node: ast.Attribute, names: Mapping[str, str]) -> bool:
    dotted = named(node, names)
    return is_ended(dotted) if dotted else node.attr in METHODS_OF_KERAS_2


def _takes_no_such_keyword(node: ast.Call, names: Mapping[str, str]) -> bool:
    if refuses_keywords(node, names):
        return True
    given = {keyword.arg for keyword in node.keywords}
    is_of_model = isinstance(node.func, ast.Attribute) and node.func.attr in TAKING_DATA
    return is_of_model and not KEYWORDS_OF_KERAS_2.isdisjoint(given)


def _for_all_versions(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes of a module that neither a handler nor a test of the version guards."""
    pending: list[ast.AST] = [tree]
    for node in pending:
        yield node
        if isinstance(node, ast.Try) and node.handlers:
            pending += [*node.orelse, *node.finalbody]
        elif not isinstance(node, ast.If) or not _asks_for_version(node.test):
            pending += ast.iter_child_nodes(node)


def _asks_for_version(test: ast.expr) -> bool:
    text = ast.unparse(test)
    return any(word in text for word in _ASKS_FOR_VERSION)
