"""TFR502: a tf.function made at every call of a function is made once, in the module."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import CreationFacts
from flake8_tfretrace.program import Function, Program, TracedFunction
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.edits import AddImport, Replace
from tfretrace_fix.fixes.tfr501 import (
    check_calls,
    is_called_at_once,
    moved_to,
    statements_of,
)
from tfretrace_fix.plans import Context, Plan, Refusal, first_possible
from tfretrace_fix.targets import Code, Target, loops_around, module_target


def plan(finding: Finding, context: Context) -> Plan:
    """Make it in the module, or else before the loop that it is called in."""
    facts: CreationFacts = finding.facts
    program, traced = context.program, facts.traced
    made = [traced, *facts.same]
    if len({ast.unparse(one.site) for one in made}) > 1:
        raise Refusal("it is wrapped with other options elsewhere")
    if _is_property(program, traced.place.function):
        return _keep_with_instance(finding, traced, program)
    if program.lifetimes.of(traced) == "returned":
        raise Refusal(f"'{traced.place.function.name}' returns it, and others may keep it")
    moved = statements_of(program, traced)
    if not moved and not is_called_at_once(program, traced):
        raise Refusal("it is made within a larger statement")
    return first_possible(
        _targets(program, traced),
        lambda target: moved_to(target, finding, program, moved, made),
    )


def _is_property(program: Program, function: Function) -> bool:
    decorators = getattr(function.node, "decorator_list", ())
    place = function.place
    return place is not None and any(program.qualified(d, place) == "property" for d in decorators)


def _keep_with_instance(finding: Finding, traced: TracedFunction, program: Program) -> Plan:
    """Let a property that returns a new function keep its first one."""
    maker = traced.place.function
    node, cls = maker.node, maker.owner
    assert isinstance(node, ast.FunctionDef)
    returned = node.body[-1]
    if not isinstance(returned, ast.Return) or returned.value is not traced.site:
        raise Refusal("the property does more than return it")
    if len(node.body) > 1 + (ast.get_docstring(node) is not None):
        raise Refusal("the property does more than return it")
    if len(node.decorator_list) > 1 or cls is None or len(cls.attributes[maker.name]) > 1:
        raise Refusal(f"'{maker.name}' is more than a plain property")
    if "__slots__" in cls.attributes or cls.node.decorator_list:
        raise Refusal(f"instances of '{cls.name}' may have no place to keep it")
    imports = program.index.module.body.scope.bindings.get("functools", ())
    if any(binding.qualified != "functools" for binding in imports):
        raise Refusal("the name 'functools' is taken")
    target = module_target(program, node)
    check_calls(program, [traced], target)
    doubt_of_moving(program, [], target, [traced])
    edits = (
        Replace(node.decorator_list[0], "functools.cached_property"),
        AddImport("functools", "functools", program.tree),
    )
    return Plan(edits, (finding,), "the function is kept with its instance, and copied with it")


def _targets(program: Program, traced: TracedFunction) -> Iterator[Target]:
    """Yield below the function that is wrapped, before the one that wraps it, and loops in it."""
    module = program.index.module
    function = traced.function
    at_once = is_called_at_once(program, traced)
    if at_once and function is not None and function.place is module.body:
        assert isinstance(function.node, ast.stmt)
        yield Target(function.node, module.body, in_module=True, below=True)
    yield module_target(program, traced.site)
    yield from loops_around(program, Code(traced.site, traced.place))
