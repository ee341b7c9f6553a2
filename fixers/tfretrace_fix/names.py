"""The names under which a file knows modules."""

from __future__ import annotations

from flake8_tfretrace.program import Program
from tfretrace_fix.edits import AddImport
from tfretrace_fix.plans import Refusal

Named = tuple[str, tuple[AddImport, ...]]


def tensorflow_name(program: Program) -> Named:
    """Return the name of TensorFlow in the file, and the import to add if it has none."""
    return module_name(program, "tensorflow", "tf")


def module_name(program: Program, module: str, alias: str) -> Named:
    """Return the name of ``module`` in the file; or ``alias``, and the import to add."""
    bound = program.index.module.body.scope.bindings
    for name, bindings in bound.items():
        if all(b.kind == "import" and b.qualified == module for b in bindings):
            return _unless_shadowed(program, module, name, ())
    if alias in bound:
        raise Refusal(f"the name '{alias}' is taken")
    return _unless_shadowed(program, module, alias, (AddImport(module, alias),))


def _unless_shadowed(
    program: Program, module: str, name: str, imports: tuple[AddImport, ...]
) -> Named:
    scope_of_module = program.index.module.body.scope
    for function in program.index.functions:
        scope = function.body.scope
        bindings = [] if scope is scope_of_module else scope.bindings.get(name, [])
        if any(b.qualified != module for b in bindings):
            raise Refusal(f"'{name}' has another meaning in '{function.name}'")
    return name, imports
