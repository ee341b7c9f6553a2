"""What a method makes at each call, of what its instance holds, is kept by the instance."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_tfretrace.modules import is_set_elsewhere
from flake8_tfretrace.program import Function, Program, TracedFunction
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.edits import Edit
from tfretrace_fix.fixes.tfr401 import made_by_constructor
from tfretrace_fix.plans import Refusal
from tfretrace_fix.targets import Code, Target


def kept_by_instance(
    program: Program,
    code: Code,
    name: str,
    method: Function,
    traced: Sequence[TracedFunction],
    passed: Sequence[ast.expr] = (),
) -> tuple[str, list[Edit]]:
    """Return the attribute ``name`` that the constructor keeps ``code`` in, and the edits for it.

    ``traced`` are the functions that are then traced less often, ``passed`` those of their
    arguments that will be the attribute.

    Raises:
        Refusal: the instance has no place for it, or what it is made of may change.
    """
    owner = method.owner
    assert owner is not None and isinstance(method.node, ast.FunctionDef)
    own = method.parameters[0].name
    if owner.node.decorator_list or "__slots__" in owner.attributes:
        raise Refusal(f"instances of '{owner.name}' may have no place to keep it")
    if any(owner in program.classes.bases(other) for other in program.index.classes):
        raise Refusal(f"other classes derive from '{owner.name}'")
    for node in ast.walk(code.node):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == own:
            for other in program.effects.on_attribute(node, code.place):
                raise Refusal(f"it reads '{ast.unparse(node)}', which '{other.name}' changes")
            if is_set_elsewhere(node.attr, owner.name, program.filename):
                raise Refusal(f"another file of the project sets '{ast.unparse(node)}'")
    kept, making = made_by_constructor(program, code, name, method)
    target = Target(method.node, method.body, in_module=False)
    doubt_of_moving(program, [code], target, traced, passed, given={own})
    return kept, [making]
