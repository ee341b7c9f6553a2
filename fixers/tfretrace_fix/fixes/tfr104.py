"""TFR104: an object that is made for each call is compared by value, or made once.

A frozen dataclass gets slots: an instance with slots cannot be referred to weakly, and TensorFlow
then uses it as it is as part of its key; others are forgotten when the instance is gone. An object
of another class is made before the loop, if it is the same in every iteration.
"""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Place, Program
from flake8_tfretrace.program.scopes import Class
from flake8_tfretrace.program.tracetypes import ObjectValue, PythonValue
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.edits import InsertBefore, Replace, SetKeyword, taken_apart
from tfretrace_fix.plans import Context, Plan, Refusal, first_possible
from tfretrace_fix.targets import Code, Target, free_name, loops_around, snake_case

_BY_HAND = "pass the tensors that it holds, or make one object before the calls"


def plan(finding: Finding, context: Context) -> Plan:
    """Add ``slots=True``, or make the object before the loop."""
    facts: ArgumentFacts = finding.facts
    value = facts.arguments[0][1].value
    if not isinstance(value, ObjectValue) or value.cls is None:
        raise Refusal(_BY_HAND)
    cls = value.cls
    decorator = _frozen_dataclass(context.program, cls)
    if decorator is None:
        return _made_once(finding, context, cls)
    reason = _why_not(context.program, cls, facts)
    if reason is not None:
        raise Refusal(reason)
    covers = [other for other in context.findings if _is_about(other, cls)]
    return Plan((SetKeyword(decorator, "slots", "True"),), tuple(covers))


def _made_once(finding: Finding, context: Context, cls: Class) -> Plan:
    """Make the object before the outermost loop in which it is always the same."""
    facts: ArgumentFacts = finding.facts
    program, (site, argument) = context.program, facts.arguments[0]
    call = argument.node
    if not isinstance(call, ast.Call) or program.classes.comparison(cls) not in (
        "identity",
        "equality",
    ):
        raise Refusal(_BY_HAND)
    if not _only_keeps(cls):
        raise Refusal(f"'{cls.name}' does more than to keep what it is given")
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    moved = [Code(node, site.place) for node in given]

    def moved_to(target: Target) -> Plan:
        doubt = doubt_of_moving(program, moved, target, [facts.traced], passed=[call])
        name = free_name(program, snake_case(cls.name), target)
        template, values = taken_apart(call)
        made = InsertBefore(target.statement, f"{name} = {template}", values)
        return Plan((made, Replace(call, name)), (finding,), doubt)

    targets = [*loops_around(program, Code(call, site.place))]
    if not targets:
        raise Refusal(_BY_HAND)
    return first_possible(targets, moved_to)


def _only_keeps(cls: Class) -> bool:
    """Whether the constructor only stores what it is given in attributes."""
    init = cls.methods.get("__init__")
    if cls.node.bases or "__new__" in cls.methods or "__post_init__" in cls.methods:
        return False
    if init is None:
        return True
    statements = getattr(init.node, "body", [])
    return all(
        isinstance(statement, ast.Assign)
        and all(isinstance(target, ast.Attribute) for target in statement.targets)
        and isinstance(statement.value, ast.Name | ast.Constant)
        for statement in statements
    )


def _is_about(finding: Finding, cls: Class) -> bool:
    if finding.code != "TFR104":
        return False
    value = finding.facts.arguments[0][1].value
    return isinstance(value, ObjectValue) and value.cls is cls


def _frozen_dataclass(program: Program, cls: Class) -> ast.Call | None:
    """Return the decorator that makes ``cls`` a frozen dataclass."""
    for decorator in cls.node.decorator_list:
        if not isinstance(decorator, ast.Call):
            continue
        if program.qualified(decorator.func, cls.place) != "dataclasses.dataclass":
            continue
        options = {keyword.arg: keyword.value for keyword in decorator.keywords}
        frozen = options.get("frozen")
        if isinstance(frozen, ast.Constant) and frozen.value is True and "slots" not in options:
            return decorator
    return None


def _why_not(program: Program, cls: Class, facts: ArgumentFacts) -> str | None:
    """Return why slots would change what the class does."""
    if len(cls.node.decorator_list) > 1 or cls.node.bases or cls.node.keywords:
        return f"'{cls.name}' is more than a plain dataclass"
    if any(cls in program.classes.bases(other) for other in program.index.classes):
        return f"other classes derive from '{cls.name}'"
    for node in ast.walk(cls.node):
        if isinstance(node, ast.Name) and node.id in ("super", "__class__"):
            return f"'{cls.name}' uses {node.id}, which slots break"
        if isinstance(node, ast.Name | ast.Attribute) and "cached_property" in ast.unparse(node):
            return f"'{cls.name}' has a cached property, which needs a __dict__"
        if isinstance(node, ast.Attribute) and node.attr in ("__dict__", "__weakref__"):
            return f"'{cls.name}' uses its {node.attr}"
    for site, argument in facts.arguments:
        reason = _unhashable(program, argument.node, site.place)
        if reason is not None:
            return reason
    return None


def _unhashable(program: Program, node: ast.expr, place: Place) -> str | None:
    """Return which field of the instance made by ``node`` is not known to be hashable."""
    if not isinstance(node, ast.Call):
        return "it is not clear what its fields hold"
    for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
        if not isinstance(program.value(argument, place), PythonValue):
            return f"its field '{ast.unparse(argument)}' may not be hashable"
    return None
