"""TFR105: a function made for each call, or per iteration, is made once."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Argument, CallSite
from flake8_tfretrace.program.tracetypes import FunctionValue
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.edits import Edit, InsertBefore, MoveBefore, Replace, taken_apart
from tfretrace_fix.plans import Context, Plan, Refusal, first_possible
from tfretrace_fix.targets import (
    Code,
    Target,
    check_name,
    free_name,
    is_inside,
    loops_around,
    module_target,
)


def plan(finding: Finding, context: Context) -> Plan:
    """Make the function before the outermost loop that allows it; without a loop, in the module."""
    program = context.program
    site, argument = _passed(finding)
    code = _made(site, argument)
    targets = [*loops_around(program, code)] or [module_target(program, code.node)]
    return first_possible(targets, lambda target: _moved_to(target, code, finding, context))


def _passed(finding: Finding) -> tuple[CallSite, Argument]:
    facts: ArgumentFacts = finding.facts
    return facts.arguments[0]


def _made(site: CallSite, argument: Argument) -> Code:
    """Return what makes the function: its definition, or the argument itself."""
    value = argument.value
    if isinstance(argument.node, ast.Name) and isinstance(value, FunctionValue):
        function = value.function
        if function is not None and function.place is not None:
            if isinstance(function.node, ast.FunctionDef) and function.name == argument.node.id:
                return Code(function.node, function.place)
    return Code(argument.node, site.place)


def _moved_to(target: Target, code: Code, finding: Finding, context: Context) -> Plan:
    """Raise Refusal where the function may differ from call to call."""
    program = context.program
    covers = [
        other
        for other in context.findings
        if other.code == "TFR105"
        and ast.unparse(_passed(other)[1].node) == ast.unparse(_passed(finding)[1].node)
        and _passed(other)[0].place.function is _passed(finding)[0].place.function
        and is_inside(_passed(other)[1].node, target.statement)
    ]
    arguments = [_passed(other)[1].node for other in covers]
    retraced = list(dict.fromkeys(other.facts.traced for other in covers))
    doubt = doubt_of_moving(program, [code], target, retraced, passed=arguments)
    edits: list[Edit] = []
    if isinstance(code.node, ast.FunctionDef):
        check_name(program, code.node.name, [code], target)
        edits.append(MoveBefore(code.node, target.statement))
    elif not isinstance(code.node, ast.Attribute | ast.Call | ast.Lambda):
        raise Refusal("which function it is depends on more than its definition")
    else:
        name = free_name(program, _name(finding, code.node), target)
        edits.append(_definition(name, code.node, target))
        edits += [Replace(argument, name) for argument in arguments]
    return Plan(tuple(edits), tuple(covers), doubt)


def _name(finding: Finding, node: ast.expr) -> str:
    """Return what to call a function: as the method, or as the parameter that it is for."""
    facts: ArgumentFacts = finding.facts
    if isinstance(node, ast.Attribute):
        return node.attr
    return "function" if facts.parameter is None else facts.parameter.name


def _definition(name: str, node: ast.expr, target: Target) -> Edit:
    if not isinstance(node, ast.Lambda):
        template, values = taken_apart(node)
        return InsertBefore(target.statement, f"{name} = {template}", values)
    parameters = ast.unparse(node.args)
    if "{" in parameters:
        raise Refusal("a default of the lambda is a dict")
    template = f"def {name}({parameters}):\n    return {{body}}"
    return InsertBefore(target.statement, template, {"body": node.body})
