"""Annotations that stay true: a parameter for numbers that gets tensors says so.

``n: int`` becomes ``int | tf.Tensor``, or ``Union[int, tf.Tensor]`` where the file imports that.
"""

from __future__ import annotations

import ast

from flake8_tfretrace.program import Parameter, Program
from tfretrace_fix.edits import Edit, Replace
from tfretrace_fix.versions import admits_python_without_unions

_NUMBERS = frozenset({"bool", "float", "int", "str"})
_UNION = "typing.Union"


def widened(program: Program, tensorflow: str, parameter: Parameter) -> Edit | None:
    """Return the edit of a parameter's annotation that lets it be a tensor; None if it may be."""
    annotation = parameter.annotation
    is_number = isinstance(annotation, ast.Name) and annotation.id in _NUMBERS
    if annotation is None or not is_number:
        return None
    tensor = f"{tensorflow}.Tensor"
    union = _union_name(program)
    if union is not None:
        return Replace(annotation, f"{union}[{{old}}, {tensor}]")
    template = f"{{old}} | {tensor}"
    if not _has_operator(program) and admits_python_without_unions(program.filename):
        # Nothing evaluates what is written as a string.
        return Replace(annotation, f'"{ast.unparse(annotation)} | {tensor}"')
    return Replace(annotation, template)


def _union_name(program: Program) -> str | None:
    """Return the file's name for ``typing.Union``, if it has one and writes no ``X | Y``."""
    if _writes_operator(program):
        return None
    bindings = program.index.module.body.scope.bindings
    for name, bound in bindings.items():
        qualified = {binding.qualified for binding in bound if binding.kind == "import"}
        if qualified == {_UNION}:
            return name
        if qualified == {"typing"}:
            return f"{name}.Union"
    return None


def _has_operator(program: Program) -> bool:
    """Whether ``X | Y`` is surely good in an annotation of the file."""
    is_lazy = any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in getattr(program.tree, "body", ())
    )
    return is_lazy or _writes_operator(program)


def _writes_operator(program: Program) -> bool:
    return any(
        isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr)
        for function in program.index.functions
        for parameter in function.parameters
        if (annotation := parameter.annotation) is not None
    )
