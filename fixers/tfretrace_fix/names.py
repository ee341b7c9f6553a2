"""The names under which a file knows modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache

from flake8_tfretrace.program import Binding, Function, Place, Program
from flake8_tfretrace.program.scopes import is_none
from tfretrace_fix.edits import AddImport, Edit, ReplaceStatement
from tfretrace_fix.plans import Refusal

Named = tuple[str, tuple[AddImport, ...]]
_PLAIN = frozenset({"math", "numpy"})
"""Modules whose import does nothing but give a name."""


def tensorflow_name(program: Program, *places: Place) -> Named:
    """Return the name of TensorFlow in the files of ``places``, and the imports that they lack."""
    files = {place.module: place for place in places}
    named = [module_name(program, place, "tensorflow", "tf") for place in files.values()]
    names = {name for name, _ in named}
    if len(names) > 1:
        raise Refusal(f"TensorFlow is {' and '.join(sorted(names))} in the files that it concerns")
    return names.pop(), tuple(added for _, imports in named for added in imports)


def module_name(program: Program, place: Place, module: str, alias: str) -> Named:
    """Return the name of ``module`` in a file; or ``alias``, and the import to add."""
    file = place.module
    bound = file.body.scope.bindings
    names = [name for name, bindings in bound.items() if _is_module(bindings, module)]
    if names:
        uses = program.syntax.uses(file)
        name = max(names, key=lambda name: len(uses.get(name, ())))
        return _unless_shadowed(program, file, module, name, ())
    if alias in bound:
        raise Refusal(f"the name '{alias}' is taken")
    return _unless_shadowed(program, file, module, alias, (AddImport(module, alias, file.node),))


def _is_module(bindings: Sequence[Binding], module: str) -> bool:
    """Whether a name is a module; or None, where it cannot be imported."""
    imports = [b for b in bindings if b.kind == "import" and b.qualified == module]
    others = [b for b in bindings if b not in imports]
    return bool(imports) and all(b.kind == "assign" and is_none(b.value) for b in others)


def _unless_shadowed(
    program: Program, file: Function, module: str, name: str, imports: tuple[AddImport, ...]
) -> Named:
    function = _shadowing(program, file, module, name)
    if function is not None:
        raise Refusal(f"'{name}' has another meaning in '{function.name}'")
    return name, imports


# Each fix of a file asks for the same name.
@lru_cache(maxsize=4)
def _shadowing(program: Program, file: Function, module: str, name: str) -> Function | None:
    """Return a function of a file in which a name is not the module."""
    for function in program.index.functions:
        if function is file or function.body.module is not file:
            continue
        if any(b.qualified != module for b in function.body.scope.bindings.get(name, ())):
            return function
    return None


def unused_imports(program: Program, functions: Sequence[ast.expr], place: Place) -> Iterator[Edit]:
    """Yield what removes the imports that nothing needs but the names of functions that go.

    ``place`` is where they are; ``import tensorflow`` stays: it does more than to give a name.
    """
    gone: dict[str, list[ast.Name]] = {}
    for function in functions:
        while isinstance(function, ast.Attribute):
            function = function.value
        if isinstance(function, ast.Name):
            gone.setdefault(function.id, []).append(function)
    for name, reads in gone.items():
        bindings = program.bindings(reads[0], place)
        if len(bindings) != 1 or len(_uses(program, name)) > len(reads):
            continue
        node = bindings[0].node
        is_plain = bindings[0].qualified in _PLAIN and node in program.tree.body
        if isinstance(node, ast.ImportFrom) or (isinstance(node, ast.Import) and is_plain):
            kept = [alias for alias in node.names if (alias.asname or alias.name) != name]
            if not kept:
                yield ReplaceStatement(node, "")
            elif isinstance(node, ast.ImportFrom):
                left = ast.ImportFrom(node.module, kept, node.level)
                yield ReplaceStatement(node, ast.unparse(left))


def _uses(program: Program, name: str) -> list[ast.AST]:
    """Return where the file reads ``name``, or exports it."""
    return [
        node
        for node in ast.walk(program.tree)
        if (isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load))
        or (isinstance(node, ast.Constant) and node.value == name)
    ]
