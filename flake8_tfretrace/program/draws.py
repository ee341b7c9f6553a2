"""Random draws: which expressions give a number that is evenly spread from 0 to 1."""

from __future__ import annotations

import ast

from flake8_tfretrace.program import library
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import Place, definitions


def is_unit_draw(names: Names, node: ast.expr, place: Place) -> bool:
    """Whether an expression draws a number in [0, 1), be it in a variable."""
    if isinstance(node, ast.Name):
        bindings = definitions(node, place)
        return bool(bindings) and all(
            binding.kind == "assign"
            and not binding.path
            and isinstance(binding.value, ast.Call)
            and is_unit_draw(names, binding.value, binding.place)
            for binding in bindings
        )
    if not isinstance(node, ast.Call) or node.args or node.keywords:
        return False
    return names.qualified(node.func, place) in library.UNIT_DRAWS
