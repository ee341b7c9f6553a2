"""TFR108: literals that are equal but of different types become literals of one type."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Argument, Function, Parameter, Program
from flake8_tfretrace.program.tracetypes import PythonValue, TensorValue
from tfretrace_fix.edits import Edit, Replace
from tfretrace_fix.functions import uses
from tfretrace_fix.plans import Context, Plan, Refusal


def plan(finding: Finding, context: Context) -> Plan:
    """Write all of them in one type, where the body makes the same of every type.

    Where it does not, each call needs a trace of its own, and only the author knows which of the
    values was meant.
    """
    facts: ArgumentFacts = finding.facts
    function, parameter = facts.traced.function, facts.parameter
    if function is None or parameter is None:
        raise Refusal("the definition of the function is not in this file")
    given = [site.argument(parameter) for site in facts.sites]
    conflated = [a for a in given if a is not None and _is_conflated(a, facts)]
    kind = _best_type(context.program, function, parameter, {_kind(a) for a in conflated})
    edits = [_literal(a, kind) for a in conflated if _kind(a) != kind.__name__]
    covers = [
        other
        for other in context.findings
        if other.code == "TFR108"
        and other.facts.parameter is parameter
        and other.facts.traced is facts.traced
        and _is_conflated(other.facts.arguments[0][1], facts)
    ]
    because = f"'{parameter.name}' is of type {kind.__name__} in each of these calls then"
    return Plan(tuple(edits), tuple(covers), because)


def _is_conflated(argument: Argument, facts: ArgumentFacts) -> bool:
    """Whether an argument shares the trace of the one that is reported."""
    reported, value = facts.arguments[0][1].value, argument.value
    assert isinstance(reported, PythonValue)
    return isinstance(value, PythonValue) and value.constant == reported.constant


def _kind(argument: Argument) -> str:
    assert isinstance(argument.value, PythonValue)
    return argument.value.kind


def _literal(argument: Argument, kind: type[float | bool]) -> Edit:
    """Return the edit that writes an argument as a literal of ``kind``.

    Raises:
        Refusal: it is not written as a literal now.
    """
    node = argument.node.operand if isinstance(argument.node, ast.UnaryOp) else argument.node
    if not isinstance(node, ast.Constant):
        raise Refusal(f"'{ast.unparse(argument.node)}' is not a literal")
    return Replace(node, repr(kind(node.value)))  # type: ignore[arg-type]


def _best_type(
    program: Program, function: Function, parameter: Parameter, kinds: set[str]
) -> type[float | bool]:
    """Return the type for the literals: bool for what only decides, else float before int.

    Raises:
        Refusal: the results of the body depend on the type.
    """
    name = parameter.name
    only_decides = True
    for use, user in program.syntax.uses(function).get(name, []):
        match user:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if test is use:
                continue
            case ast.UnaryOp(op=ast.Not()):
                continue
            case ast.BinOp(left=left, right=right):
                other = left if right is use else right
            case ast.Call(args=[first, second]) if _is_meeting(program, function, user):
                other = first if second is use else second
            case _:
                raise Refusal(f"'{ast.unparse(user)}' may depend on the type of '{name}'")
        value = program.value(other, function.body)
        if not isinstance(value, TensorValue) or not (value.dtype or "").startswith("float"):
            raise Refusal(f"'{ast.unparse(other)}' is not known to be a tensor of floats")
        only_decides = False
    if only_decides and "bool" in kinds:
        return bool
    return float if "float" in kinds else int


def _is_meeting(program: Program, function: Function, call: ast.Call) -> bool:
    place = program.index.places.get(call, function.body)
    found = uses(program, call, place)
    return found is not None and all(argument in found.met for argument in call.args)
