"""Qualified names: what ``tf.function`` is called in a file, whatever the file calls it."""

from __future__ import annotations

import ast

TF_FUNCTION = "tensorflow.function"

_PREFIXES = (
    ("tensorflow.compat.v2.", "tensorflow."),
    ("tensorflow_core.", "tensorflow."),
    ("tensorflow._api.v2.v2.", "tensorflow."),
    ("tensorflow.keras.", "keras."),
    ("tensorflow.python.keras.", "keras."),
    ("keras.src.", "keras."),
    ("tensorflow.python.eager.def_function.", "tensorflow."),
    ("tensorflow.python.eager.polymorphic_function.polymorphic_function.", "tensorflow."),
    ("tensorflow.python.eager.polymorphic_function.", "tensorflow."),
)

TF_AGENTS_FUNCTION = "tf_agents.utils.common.function"
"""TF-Agents' tf.function, which sets reduce_retracing."""


def canonical(dotted: str) -> str:
    """Return the one name this project uses for ``dotted`` and its aliases."""
    if dotted in ("tensorflow.keras", "tensorflow.compat.v2.keras", "tensorflow.python.keras"):
        return "keras"
    if dotted == "tensorflow.compat.v2":
        return "tensorflow"
    for prefix, replacement in _PREFIXES:
        if dotted.startswith(prefix):
            return canonical(replacement + dotted[len(prefix) :])
    return dotted


def imported_names(node: ast.Import | ast.ImportFrom) -> list[tuple[str, str]]:
    """Return (bound name, qualified name) for each name that ``node`` binds, but for ``*``."""
    if isinstance(node, ast.Import):
        return [
            (alias.asname, canonical(alias.name))
            if alias.asname
            else (alias.name.partition(".")[0],) * 2
            for alias in node.names
        ]
    module = "." * node.level + (node.module or "")
    return [
        (
            alias.asname or alias.name,
            canonical(f"{module}{'' if module.endswith('.') else '.'}{alias.name}"),
        )
        for alias in node.names
        if alias.name != "*"
    ]
