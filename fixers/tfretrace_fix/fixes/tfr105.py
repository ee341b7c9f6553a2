"""TFR105: a function made for each call, or per iteration, is made once.

A lambda, or a partial, that depends on what changes is made where the traced function is traced,
which is passed the values that it depends on.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import (
    Argument,
    Binding,
    CallSite,
    Function,
    Parameter,
    Place,
    Program,
)
from flake8_tfretrace.program.scopes import lookup, start
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    PythonValue,
    TensorValue,
    TraceType,
    join,
)
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.conversion import Conversion, Given, Number, convert
from tfretrace_fix.edits import (
    Edit,
    InsertBefore,
    InsertFirst,
    MoveBefore,
    Replace,
    ReplaceStatement,
    SplitArgument,
    SplitParameter,
    taken_apart,
)
from tfretrace_fix.fixes.arguments import all_calls
from tfretrace_fix.fixes.numbers import DTYPES, is_large
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal, first_possible
from tfretrace_fix.targets import (
    Code,
    Target,
    check_name,
    free_name,
    is_inside,
    loops_around,
    module_target,
    reads,
)

_PARTIAL = "functools.partial"


def plan(finding: Finding, context: Context) -> Plan:
    """Make the function before the outermost loop that allows it; without a loop, in the module."""
    program = context.program
    site, argument = _passed(finding)
    code = _made(site, argument)
    targets = [*loops_around(program, code)] or [module_target(program, code.node)]
    try:
        return first_possible(targets, lambda target: _moved_to(target, code, finding, context))
    except Refusal as refusal:
        partial = _partial(program, site, argument)
        if not isinstance(code.node, ast.Lambda) and partial is None:
            raise
        try:
            if partial is not None:
                return _partial_in_body(partial, targets[0], finding, context)
            assert isinstance(code.node, ast.Lambda)
            return _in_body(code.node, targets[0], finding, context)
        except Refusal as other:
            raise Refusal(f"{refusal}; its parts cannot be passed: {other}") from None


def _only_taken_here(
    finding: Finding, context: Context
) -> tuple[Function, ast.FunctionDef, Parameter]:
    """Return the traced function and its parameter, which this one call gives a function.

    Raises:
        Refusal: others may give it one, or it cannot be replaced by several parameters.
    """
    facts: ArgumentFacts = finding.facts
    function, parameter = facts.traced.function, facts.parameter
    if len(all_calls(context, facts.traced)) > 1:
        raise Refusal("other calls may pass another function")
    if function is None or parameter is None or not isinstance(function.node, ast.FunctionDef):
        raise Refusal("the definition of the function is not in this file")
    name = parameter.name
    if parameter.default is not None or parameter.node not in function.node.args.args:
        raise Refusal(f"'{name}' is no plain parameter")
    if len(function.body.scope.bindings[name]) > 1:
        raise Refusal(f"the body sets '{name}'")
    return function, function.node, parameter


@dataclass(frozen=True)
class _Partial:
    """A call of ``functools.partial`` whose result is passed."""

    call: ast.Call
    place: Place
    statement: ast.Assign | None
    """What gives it a name, if that is what is passed."""


def _partial(program: Program, site: CallSite, argument: Argument) -> _Partial | None:
    """Return the partial that an argument is, as it is written there or in the same block."""
    match argument.node:
        case ast.Call() as call if program.qualified(call.func, site.place) == _PARTIAL:
            return _Partial(call, site.place, None)
        case ast.Name() as name:
            match program.bindings(name, site.place):
                case [Binding(kind="assign", path=(), value=ast.Call() as call) as binding]:
                    is_partial = program.qualified(call.func, binding.place) == _PARTIAL
                    if not is_partial or not _is_run_first(binding, site):
                        return None
                    if isinstance(binding.node, ast.Assign) and len(binding.node.targets) == 1:
                        return _Partial(call, binding.place, binding.node)
    return None


def _is_run_first(binding: Binding, site: CallSite) -> bool:
    """Whether the definition of a name runs before each call, in the same iteration."""
    around: Place | None = site.place
    while around is not None and (around.node, around.branch) != (
        binding.place.node,
        binding.place.branch,
    ):
        around = around.parent
    is_in_function = binding.place.function is site.place.function
    return is_in_function and around is not None and start(binding.node) < start(site.node)


def _partial_in_body(partial: _Partial, target: Target, finding: Finding, context: Context) -> Plan:
    """Pass the arguments that a partial binds, and make it in the body."""
    facts: ArgumentFacts = finding.facts
    program = context.program
    site, argument = _passed(finding)
    function, node, parameter = _only_taken_here(finding, context)
    call, name = partial.call, parameter.name
    callee = program.value(call.args[0], partial.place) if call.args else None
    made = callee.function if isinstance(callee, FunctionValue) and not callee.bound else None
    if made is None or not isinstance(made.node, ast.FunctionDef):
        raise Refusal(f"what '{ast.unparse(call)}' calls is not known")
    for part in (call.func, call.args[0]):
        if not _means_the_same(program, part, partial.place, function):
            raise Refusal(f"'{ast.unparse(part)}' is another name in '{function.name}'")
    inner = ast.Call(call.func, call.args[1:], call.keywords)
    bound: dict[Parameter, ast.expr] = {}
    for expression, taking, starred in bind(made.parameters, inner):
        if taking is None or starred or taking.kind not in ("positional", "keyword"):
            raise Refusal(f"'{ast.unparse(call)}' does not say what it binds")
        bound[taking] = expression
    passed = {
        taking: expression
        for taking, expression in bound.items()
        if not isinstance(expression, ast.Constant)
    }
    if not passed:
        raise Refusal(f"'{ast.unparse(call)}' binds constants")
    taken = {*function.body.scope.bindings, *program.syntax.uses(function)} - {name}
    for taking, expression in passed.items():
        if taking.name in taken:
            raise Refusal(f"the name '{taking.name}' is taken in '{function.name}'")
        _check_passed(program, expression, partial, site)
    numbers = {
        taking: value.kind
        for taking, expression in passed.items()
        if isinstance(value := program.value(expression, partial.place), PythonValue)
    }
    code = Code(call, partial.place)
    named = {
        part.id
        for expression in passed.values()
        for part in ast.walk(expression)
        if isinstance(part, ast.Name)
    }
    doubt = doubt_of_moving(
        program, [code], target, [facts.traced], passed=[argument.node], given=named
    )
    tensorflow, imports = tensorflow_name(program, function.body, site.place)
    left = tuple(p for p in made.parameters if p not in bound)
    known = _passed_on(program, function, parameter, left)

    def attempt(of_floats: str) -> tuple[str, Conversion]:
        given: dict[Given, Number] = {
            taking: Number(of_floats if kind == "float" else DTYPES[kind][0])
            for taking, kind in numbers.items()
        }
        conversion = convert(program, tensorflow, made, given, known=known)
        if conversion.only_step:
            raise Refusal("the step of a summary is an int64")
        return of_floats, conversion

    of_floats, conversion = first_possible(DTYPES["float"], attempt)
    option = f", {tensorflow}.float64" if of_floats == "float64" else ""
    templates = []
    for taking, expression in passed.items():
        kind, text = numbers.get(taking), ast.unparse(expression)
        if kind is not None:
            text = f"{tensorflow}.constant({text}{option if kind == 'float' else ''})"
        templates.append((taking.name, text))
    written = [ast.unparse(argument) for argument in call.args[:1]]
    for taking, expression in bound.items():
        text = taking.name if taking in passed else ast.unparse(expression)
        is_keyword = any(keyword.value is expression for keyword in call.keywords)
        written.append(f"{taking.name}={text}" if is_keyword else text)
    edits: list[Edit] = [
        *imports,
        SplitParameter(node, name, tuple(taking.name for taking in passed)),
        SplitArgument(site.node, argument.node, tuple(templates)),
        InsertFirst(node, f"{name} = {ast.unparse(call.func)}({', '.join(written)})"),
        *conversion.edits.values(),
    ]
    uses = program.syntax.uses(site.place.function)
    if partial.statement is not None and isinstance(argument.node, ast.Name):
        if [use for use, _ in uses.get(argument.node.id, ())] == [argument.node]:
            edits.append(ReplaceStatement(partial.statement, ""))
    because = conversion.unsafe_because or doubt or f"'{function.name}' takes other arguments then"
    return Plan(tuple(edits), (finding,), because)


def _means_the_same(program: Program, node: ast.expr, place: Place, function: Function) -> bool:
    """Whether the names in an expression have one definition, that of a function's body, too."""
    module = program.index.module.body.scope
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            owner, bindings = lookup(part.id, place.scope)
            if lookup(part.id, function.body.scope)[0] is not owner:
                return False
            if owner is not module and len(bindings) != 1:
                return False
    return True


def _check_passed(
    program: Program, expression: ast.expr, partial: _Partial, site: CallSite
) -> None:
    """Raise Refusal where an argument is no number or tensor, or may be another one at the call."""
    value, text = program.value(expression, partial.place), ast.unparse(expression)
    is_number = isinstance(value, PythonValue) and value.kind in DTYPES
    is_tensor = isinstance(value, TensorValue) and (value.numpy, value.variable) == (False, False)
    if not (is_number or is_tensor) or is_large(program, value):
        raise Refusal(f"it is not known what '{text}' is")
    if partial.statement is None:
        return
    if not isinstance(expression, ast.Name):
        raise Refusal(f"'{text}' is computed before the call")
    here = program.bindings(expression, partial.place)
    there = program.bindings(ast.copy_location(ast.Name(expression.id), site.node), site.place)
    if [*here] != [*there]:
        raise Refusal(f"'{text}' is set before the call")


def _in_body(node: ast.Lambda, target: Target, finding: Finding, context: Context) -> Plan:
    """Pass the values that a lambda reads of the code around it, and define it in the body."""
    facts: ArgumentFacts = finding.facts
    program = context.program
    site, argument = _passed(finding)
    function, _, parameter = _only_taken_here(finding, context)
    name = parameter.name
    assert isinstance(function.node, ast.FunctionDef)
    defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
    if not all(isinstance(default, ast.Constant) for default in defaults):
        raise Refusal("a default may change")
    made, code = program.index.by_node[node], Code(node, site.place)
    captured = _captured(program, code, function)
    # What else it and the traced function read is seen at the first trace only.
    doubt = doubt_of_moving(
        program,
        [code],
        target,
        [facts.traced],
        passed=[argument.node],
        given={read.id for read in captured},
    )
    numbers = {
        read.id: value.kind
        for read in captured
        if isinstance(value := program.value(read, made.body), PythonValue)
    }
    tensorflow, imports = tensorflow_name(program, function.body, site.place)
    known = _passed_on(program, function, parameter, made.parameters)

    def attempt(of_floats: str) -> tuple[str, Conversion]:
        given: dict[Given, Number] = {}
        for read in captured:
            if (kind := numbers.get(read.id)) is not None:
                dtype = of_floats if kind == "float" else DTYPES[kind][0]
                given |= dict.fromkeys(program.bindings(read, made.body), Number(dtype))
        return of_floats, convert(program, tensorflow, made, given, known=known)

    of_floats, conversion = first_possible(DTYPES["float"], attempt)
    option = f", {tensorflow}.float64" if of_floats == "float64" else ""
    templates = [
        (read.id, read.id)
        if (kind := numbers.get(read.id)) is None
        else (read.id, f"{tensorflow}.constant({read.id}{option if kind == 'float' else ''})")
        for read in captured
    ]
    edits = (
        *imports,
        SplitParameter(function.node, name, tuple(read.id for read in captured)),
        SplitArgument(site.node, argument.node, tuple(templates)),
        InsertFirst(function.node, _code(name, node), {"body": node.body}),
        *conversion.edits.values(),
    )
    because = conversion.unsafe_because or doubt or f"'{function.name}' takes other arguments then"
    return Plan(edits, (finding,), because)


def _captured(program: Program, code: Code, function: Function) -> list[ast.Name]:
    """Return a use of each value that a lambda reads and that changes around it.

    Raises:
        Refusal: it is not known what it is, or the traced function cannot know the others.
    """
    module = program.index.module.body.scope
    found: dict[str, ast.Name] = {}
    for read, scope in sorted(reads(program, code), key=lambda pair: start(pair[0])):
        owner, bindings = lookup(read.id, scope)
        is_set_once = len(bindings) <= 1 and not any(b.place.loops for b in bindings)
        if owner is None or (owner is module and is_set_once and bindings[0].kind != "loop"):
            if lookup(read.id, function.body.scope)[0] is not owner:
                raise Refusal(f"'{read.id}' is another name in '{function.name}'")
            continue
        value = program.value(read, program.index.by_node[code.node].body)
        is_number = isinstance(value, PythonValue) and value.kind in DTYPES
        is_tensor = isinstance(value, TensorValue) and (value.numpy, value.variable) == (
            False,
            False,
        )
        if not (is_number or is_tensor) or is_large(program, value):
            raise Refusal(f"it is not known what '{read.id}' is")
        taken = {*function.body.scope.bindings, *program.syntax.uses(function)}
        if read.id in taken:
            raise Refusal(f"the name '{read.id}' is taken in '{function.name}'")
        found.setdefault(read.id, read)
    return [*found.values()]


def _passed_on(
    program: Program,
    function: Function,
    parameter: Parameter,
    taking: tuple[Parameter, ...],
) -> dict[Given, TraceType]:
    """Return what the body passes for the parameters of the function that it is handed."""
    values: dict[Given, list[TraceType]] = {}
    for use, user in program.syntax.uses(function).get(parameter.name, ()):
        if not isinstance(user, ast.Call) or user.func is not use:
            raise Refusal(f"the body does more with '{parameter.name}' than call it")
        for node, given, starred in bind(taking, user):
            if given is None or starred:
                raise Refusal(f"'{ast.unparse(user)}' does not say what it passes")
            values.setdefault(given, []).append(program.value(node, program.index.places[user]))
    return {given: join(passed) for given, passed in values.items()}


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
    return InsertBefore(target.statement, _code(name, node), {"body": node.body})


def _code(name: str, node: ast.Lambda) -> str:
    """Return the template of a function that does what a lambda does."""
    parameters = ast.unparse(node.args)
    if "{" in parameters:
        raise Refusal("a default of the lambda is a dict")
    return f"def {name}({parameters}):\n    return {{body}}"
