"""What holds of a file that is a program of its own, so that all code that uses it is in view."""

from __future__ import annotations

import ast
import sys

from flake8_tfretrace.modules import is_loaded
from flake8_tfretrace.program import Program
from flake8_tfretrace.program.imports import written_names

_LIBRARIES = frozenset({"numpy", "tensorflow"})
"""Libraries that take no gradient of what a program computes, but for what is named below."""
_OF_GRADIENTS = frozenset(
    """
    ForwardAccumulator GradientTape autodiff compat custom_gradient estimator grad_pass_through
    gradients keras recompute_grad test
    """.split()
)
"""Parts of TensorFlow that take gradients, or have parts that do."""


def is_program(program: Program) -> bool:
    """Whether a file is a program of its own, of which no other file uses anything."""
    liveness = program.liveness
    is_alone = liveness.is_notebook or (liveness.is_script and is_loaded(program.filename) is False)
    return is_alone and "__all__" not in program.index.module.body.scope.bindings


def may_take_gradients(program: Program) -> bool:
    """Whether a gradient may be taken of what a program computes: not if no code of it can."""
    if not is_program(program) or program.files.linked:
        return True
    for node in ast.walk(program.tree):
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            return True
        if isinstance(node, ast.Import | ast.ImportFrom):
            for _, written in written_names(node):
                package, *parts = written.split(".")
                if package not in _LIBRARIES | sys.stdlib_module_names:
                    return True
                if not _OF_GRADIENTS.isdisjoint(parts) or package == "importlib":
                    return True
    named = any(program.calls.named(name) for name in ("__import__", "eval", "exec", "getattr"))
    return named or not _OF_GRADIENTS.isdisjoint(program.syntax.attribute_reads)
