"""A factory that remembers the functions that it has made: one for the same arguments."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from flake8_tfretrace.modules import own_module, users
from flake8_tfretrace.program import Parameter, Program, TracedFunction
from flake8_tfretrace.program.loop_dependence import LoopDependence
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import FunctionValue, PythonValue
from tfretrace_fix.captures import doubt_of_remembering
from tfretrace_fix.edits import AddDecorator, AddImport, Edit
from tfretrace_fix.mutability import changes_of_variable
from tfretrace_fix.plans import Refusal
from tfretrace_fix.targets import Code

_KEYS = frozenset({"int", "float", "str", "bool", "none"})
"""The Python values that a cache tells apart by what they are."""


@dataclass(frozen=True)
class Remembered:
    """What makes a factory remember, and what comes of it."""

    edits: tuple[Edit, ...]
    doubt: str | None
    """What that may change, as a clause; None if nothing."""
    is_several: bool
    """Whether it is asked for several functions, so that as many traces are left."""


def remembered(
    program: Program, code: Code, traced: Sequence[TracedFunction], passed: Sequence[ast.expr]
) -> Remembered:
    """Return what makes the factory called in ``code`` remember, and what that may change.

    ``traced`` are the functions that are traced less often then, ``passed`` their arguments.

    Raises:
        Refusal: the factory, or what it is called with, is not known, or no values come again.
    """
    assert isinstance(code.node, ast.Call)
    made = program.value(code.node.func, code.place)
    factory = made.function if isinstance(made, FunctionValue) and made.bound is None else None
    module = program.index.module
    around = None if factory is None or factory.is_generator else factory.place
    if factory is None or around is None or around.function is not module or around.loops:
        raise Refusal(f"'{ast.unparse(code.node.func)}' is no function of this file")
    if not isinstance(factory.node, ast.FunctionDef) or factory.node.decorator_list:
        raise Refusal(f"'{factory.name}' is more than a plain function")
    home = own_module(program.filename, program.source or "")
    if home is not None and users(home, {factory.name}):
        raise Refusal(f"other files of the project use '{factory.name}'")
    imports = module.body.scope.bindings.get("functools", ())
    if any(binding.qualified != "functools" for binding in imports):
        raise Refusal("the name 'functools' is taken")
    kinds: dict[Parameter, set[str]] = {}
    given: list[PythonValue] = []
    for call, place in program.calls.callers(factory):
        if _may_be_changed(program, Code(call, place)):
            raise Refusal(f"line {call.lineno} may change what '{factory.name}' makes")
        for argument, parameter, is_starred in bind(factory.parameters, call):
            if parameter is None or is_starred or parameter.kind in ("*", "**"):
                raise Refusal(f"line {call.lineno} does not say what it passes")
            value = program.value(argument, place)
            if not isinstance(value, PythonValue) or value.kind not in _KEYS:
                raise Refusal(f"what '{ast.unparse(argument)}' is is not known")
            if value.constants is None and _may_differ(program, Code(argument, place), value):
                raise Refusal(f"'{ast.unparse(argument)}' may be another one each time")
            if call is code.node:
                given.append(value)
            kinds.setdefault(parameter, set()).add(value.kind)
            if parameter.default is not None:
                default = program.value(parameter.default, around)
                kinds[parameter].add(default.kind if isinstance(default, PythonValue) else "")
    if any(len(found & {"int", "float", "bool", ""}) > 1 for found in kinds.values()):
        # To a cache, as to TensorFlow, 1 and 1.0 are the same.
        raise Refusal(f"the calls of '{factory.name}' pass numbers of several types")
    if not _comes_again(program, code, given):
        raise Refusal(f"'{ast.unparse(code.node)}' is for other values each time")
    doubt = doubt_of_remembering(program, factory, traced, passed)
    edits = (
        AddDecorator(factory.node, "functools.lru_cache(maxsize=None)"),
        AddImport("functools", "functools", program.tree),
    )
    return Remembered(edits, doubt, any(value.changes is not None for value in given))


def _may_differ(program: Program, code: Code, value: PythonValue) -> bool:
    """Whether an argument may be another one in each iteration of a loop around it."""
    assert isinstance(code.node, ast.expr)
    return value.changes is not None or any(
        LoopDependence(program, loop).differs(code.node, code.place) for loop in code.place.loops
    )


def _comes_again(program: Program, code: Code, given: Sequence[PythonValue]) -> bool:
    """Whether a call runs more often than there are values that it is given."""
    changes = [value.changes for value in given if value.changes is not None]
    changing = {change.loop for change in changes if change.loop is not None}
    if not changes or any(loop not in changing for loop in code.place.loops):
        return True
    if len(changing) < len({change.loop for change in changes}):
        # Callers pass the values, or something else gives another one with each call.
        return False
    if program.repetition.of(code.place, skip=changing) is not None:
        return True
    counts = [program.repetition.count(loop) for loop in changing]
    values = prod(len(value.constants or ()) for value in given if value.changes is not None)
    return None not in counts and prod(filter(None, counts)) > values


def _may_be_changed(program: Program, made: Code) -> bool:
    """Whether a call does more with what it is given than to call it, or to hand it on."""
    user = program.syntax.parent(made.place.function, made.node)
    match user:
        case ast.Call() | ast.keyword():
            return False
        case ast.Assign(targets=[ast.Name(id=name)]):
            return any(changes_of_variable(program, name, made.place.scope))
    return True
