"""The name under which a file knows TensorFlow."""

from __future__ import annotations

from flake8_tfretrace.program import Program
from tfretrace_fix.edits import AddImport
from tfretrace_fix.plans import Refusal


def tensorflow_name(program: Program) -> tuple[str, tuple[AddImport, ...]] | Refusal:
    """Return the name of TensorFlow in the file, and the import to add if it has none."""
    module = program.index.module.body.scope
    for name, bindings in module.bindings.items():
        if all(b.kind == "import" and b.qualified == "tensorflow" for b in bindings):
            return _unless_shadowed(program, name, ())
    if "tf" in module.bindings:
        return Refusal("the name 'tf' is taken")
    return _unless_shadowed(program, "tf", (AddImport("tensorflow", "tf"),))


def _unless_shadowed(
    program: Program, name: str, imports: tuple[AddImport, ...]
) -> tuple[str, tuple[AddImport, ...]] | Refusal:
    module = program.index.module.body.scope
    for function in program.index.functions:
        scope = function.body.scope
        bindings = [] if scope is module else scope.bindings.get(name, [])
        if any(b.qualified != "tensorflow" for b in bindings):
            return Refusal(f"'{name}' has another meaning in '{function.name}'")
    return name, imports
