"""TFR105: what stays the same is passed in the place of a function that is made for the call.

That is the function which a lambda only calls, or the instance whose bound method is passed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Argument, CallSite, Function, Parameter, Program
from flake8_tfretrace.program.scopes import lookup
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    FunctionValue,
    ObjectValue,
    TraceType,
)
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.edits import Edit, Replace, SplitArgument, SplitParameter
from tfretrace_fix.fixes.arguments import all_calls, doubt_of_other_calls, sources
from tfretrace_fix.fixes.factories import replaceable
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.targets import module_target, snake_case

_OF_COMPARISON = frozenset({"__eq__", "__hash__", "__slots__"})
"""What says that instances are compared in another way than by identity, or cannot be."""


def plan_itself(finding: Finding, context: Context) -> Plan:
    """Pass the function that a lambda does nothing but call.

    Raises:
        Refusal: it does more, or the function may be another one when it is called.
    """
    facts: ArgumentFacts = finding.facts
    program = context.program
    site, argument = facts.arguments[0]
    called = _called(argument.node)
    if called is None:
        raise Refusal("it does more than call another function")
    name = called.id
    owner, bindings = lookup(name, site.place.scope)
    if owner is None or len(bindings) != 1 or bindings[0].place.function is not owner.function:
        raise Refusal(f"'{name}' may be another function when it is called")
    count = len(argument.node.args.args) if isinstance(argument.node, ast.Lambda) else 0
    _check_called(program, facts.traced.function, facts.parameter, count)
    covers = tuple(
        other
        for other in context.findings
        if other.code == "TFR105" and other.facts.arguments[0][1].node is argument.node
    )
    edits = (Replace(argument.node, name),)
    functions = _functions(program, called, site)
    because: str | None = f"what '{name}' reads of objects is seen at its first trace only"
    if functions is not None:
        because = _doubt_of_traces(context, finding, functions)
    return Plan(edits, covers, because)


def _called(node: ast.expr) -> ast.Name | None:
    """Return the name of the function that a lambda hands just what it is given."""
    match node:
        case ast.Lambda(
            args=ast.arguments(
                posonlyargs=[], args=[_, *_] as given, vararg=None, kwonlyargs=[], kwarg=None
            ),
            body=ast.Call(func=ast.Name() as called, args=passed, keywords=[]),
        ):
            names = [one.arg for one in given]
            handed = [one.id if isinstance(one, ast.Name) else None for one in passed]
            if not node.args.defaults and handed == names and called.id not in names:
                return called
    return None


def _check_called(
    program: Program, function: Function | None, parameter: Parameter | None, count: int
) -> None:
    """Raise Refusal where a body does more with a function than call it with that many values."""
    if function is None or parameter is None or function.parameter(parameter.name) is None:
        raise Refusal("the definition of the function is not in this file")
    if len(function.body.scope.bindings[parameter.name]) > 1:
        raise Refusal(f"the body sets '{parameter.name}'")
    for use, user in program.syntax.uses(function).get(parameter.name, ()):
        is_called = isinstance(user, ast.Call) and user.func is use
        if not is_called or not isinstance(user, ast.Call) or user.keywords:
            raise Refusal(f"the body does more with '{parameter.name}' than call it")
        if len(user.args) != count or any(isinstance(one, ast.Starred) for one in user.args):
            raise Refusal(f"'{ast.unparse(user)}' does not say what it passes")


def _functions(program: Program, called: ast.Name, site: CallSite) -> list[Function] | None:
    """Return the functions of which a name holds one; None if they are not all known."""
    try:
        values = [*sources(program, called, site.place)]
    except Refusal:
        return None
    found: list[Function] = []
    for value in values:
        for one in value.options if isinstance(value, ChoiceValue) else (value,):
            is_known = isinstance(one, FunctionValue) and one.kept and one.bound is None
            if not is_known or not isinstance(one, FunctionValue) or one.function is None:
                return None
            found.append(one.function)
    return found


def plan_by_instance(finding: Finding, context: Context) -> Plan:
    """Pass the instance, whose bound method the body takes then.

    Raises:
        Refusal: a call passes something else, or instances are not told apart by TensorFlow.
    """
    facts: ArgumentFacts = finding.facts
    program = context.program
    function, node, parameter = replaceable(finding)
    name = parameter.name
    passed = [*_passed(all_calls(context, facts.traced), parameter)]
    methods: list[Function] = []
    attribute = ""
    for _, argument in passed:
        read, value = argument.node, argument.value
        if not isinstance(read, ast.Attribute) or attribute not in ("", read.attr):
            raise Refusal(f"'{ast.unparse(read)}' is not a method like the others")
        attribute = read.attr
        methods += _methods(program, value, read)
    taken = {*function.body.scope.bindings, *program.syntax.uses(function)} - {name}
    holder = snake_case(methods[0].owner.name) if methods[0].owner else "instance"
    if holder in taken or lookup(holder, function.body.scope)[0] is not None:
        raise Refusal(f"the name '{holder}' is taken in '{function.name}'")
    edits: list[Edit] = [SplitParameter(node, name, (holder,))]
    edits += [
        Replace(use, f"{holder}.{attribute}")
        for use, _ in program.syntax.uses(function).get(name, ())
    ]
    for site, argument in passed:
        assert isinstance(argument.node, ast.Attribute)
        text = ast.unparse(argument.node.value)
        edits.append(SplitArgument(site.node, argument.node, ((holder, text),)))
    covers = tuple(
        other
        for other in context.findings
        if other.code == "TFR105"
        and (other.facts.traced, other.facts.parameter) == (facts.traced, parameter)
    )
    doubt = _doubt_of_traces(context, finding, methods)
    return Plan(tuple(edits), covers, doubt or doubt_of_other_calls(program, function))


def _passed(sites: Sequence[CallSite], parameter: Parameter) -> Iterator[tuple[CallSite, Argument]]:
    """Yield the argument of each call for a parameter.

    Raises:
        Refusal: a call has none.
    """
    for site in sites:
        argument = site.argument(parameter)
        if argument is None:
            raise Refusal(f"line {site.node.lineno} does not pass '{parameter.name}'")
        yield site, argument


def _methods(program: Program, value: TraceType, read: ast.Attribute) -> Iterator[Function]:
    """Yield the methods of which a bound one is an instance's.

    Raises:
        Refusal: it is not known what it is bound to, or TensorFlow does not tell instances apart.
    """
    options = value.options if isinstance(value, ChoiceValue) else (value,)
    for one in options:
        holder = one.bound if isinstance(one, FunctionValue) else None
        method = one.function if isinstance(one, FunctionValue) else None
        if not isinstance(holder, ObjectValue) or holder.cls is None or method is None:
            raise Refusal(f"what '{ast.unparse(read.value)}' is, is not known")
        place = None if holder.site is None else program.index.places.get(holder.site)
        is_repeated = place is not None and program.repetition.of(place) is not None
        if is_repeated or holder.change is not None:
            raise Refusal(f"'{ast.unparse(read.value)}' may be an object that is made for the call")
        for cls in (holder.cls, *holder.heirs):
            named = {name for one in program.classes.lineage(cls) for name in one.attributes}
            is_compared = program.classes.comparison(cls) != "identity"
            if is_compared or not _OF_COMPARISON.isdisjoint(named):
                raise Refusal(f"how instances of '{cls.name}' are compared is not known")
            found = program.classes.method(cls, read.attr)
            if found is None or "staticmethod" in found.marks():
                raise Refusal(f"'{read.attr}' is no method of '{cls.name}'")
            yield found


def _doubt_of_traces(context: Context, finding: Finding, functions: list[Function]) -> str | None:
    """Return what the traces read that may change between two calls; or None."""
    facts: ArgumentFacts = finding.facts
    program = context.program
    site, argument = facts.arguments[0]
    target = module_target(program, site.node)
    return doubt_of_moving(
        program, [], target, [facts.traced], passed=[argument.node], functions=functions
    )
