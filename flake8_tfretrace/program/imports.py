"""Qualified names: what ``tf.function`` is called in a file, whatever the file calls it."""

from __future__ import annotations

import ast
import builtins
from functools import lru_cache

TF_FUNCTION = "tensorflow.function"

_PUBLIC = (
    ("tensorflow.compat.v1.compat", "tensorflow.compat"),
    ("tensorflow.compat.v2", "tensorflow"),
    ("tensorflow_core", "tensorflow"),
    ("tensorflow._api.v2.v2", "tensorflow"),
    ("tensorflow.keras", "keras"),
)
"""Second names of public modules."""
_PRIVATE = (
    ("tensorflow.python.keras", "keras"),
    ("keras.src", "keras"),
    ("tensorflow.python.eager.def_function", "tensorflow"),
    ("tensorflow.python.eager.polymorphic_function.polymorphic_function", "tensorflow"),
    ("tensorflow.python.eager.polymorphic_function", "tensorflow"),
)
"""The modules that define what is public, with where it is public."""

_OF_PYTHON = frozenset({"builtins", "future.builtins", "past.builtins", "six.moves"})
"""Modules that hand on what is built in, for programs that are to run on Python 2 as well."""

TF_AGENTS_FUNCTION = "tf_agents.utils.common.function"
"""TF-Agents' tf.function, which sets reduce_retracing."""


@lru_cache(maxsize=1024)
def canonical(dotted: str) -> str:
    """Return the one name this project uses for ``dotted`` and its aliases."""
    module, _, name = dotted.rpartition(".")
    if module in _OF_PYTHON and hasattr(builtins, name):
        return name
    return _renamed(dotted, _PUBLIC + _PRIVATE)


@lru_cache(maxsize=1024)
def public(dotted: str) -> str:
    """Return the one name of a public module's member; private modules keep their names."""
    return _renamed(dotted, _PUBLIC)


def _renamed(dotted: str, names: tuple[tuple[str, str], ...]) -> str:
    found: str | None = dotted
    while found is not None:
        dotted = found
        second = (pair for pair in names if is_below(dotted, pair[0]))
        found = next((name + dotted[len(module) :] for module, name in second), None)
    return dotted


def is_below(dotted: str, module: str) -> bool:
    """Whether a dotted name is that of a module, or of something in it."""
    return dotted == module or dotted.startswith(f"{module}.")


def imported_names(node: ast.Import | ast.ImportFrom) -> list[tuple[str, str]]:
    """Return (bound name, qualified name) for each name that ``node`` binds, but for ``*``."""
    return [(bound, canonical(written)) for bound, written in written_names(node)]


def written_names(node: ast.Import | ast.ImportFrom) -> list[tuple[str, str]]:
    """Return (bound name, qualified name as it is written) for each name, but for ``*``."""
    if isinstance(node, ast.Import):
        return [
            (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
            for alias in node.names
        ]
    module = "." * node.level + (node.module or "")
    separator = "" if module.endswith(".") else "."
    return [
        (alias.asname or alias.name, f"{module}{separator}{alias.name}")
        for alias in node.names
        if alias.name != "*"
    ]
