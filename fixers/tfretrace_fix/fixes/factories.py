"""TFR105: what a factory makes anew for calls is made in the traced body instead.

The calls pass what the factory is given, and the factory itself where they call several.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.modules import own_module, users
from flake8_tfretrace.program import (
    Argument,
    Binding,
    CallSite,
    Function,
    Parameter,
    Place,
    Program,
    TracedFunction,
)
from flake8_tfretrace.program.scopes import lookup, start
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    FunctionValue,
    PythonValue,
    TensorValue,
    TraceType,
    join,
)
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.conversion import Conversion, Given, Number, convert
from tfretrace_fix.edits import Edit, InsertFirst, ReplaceStatement, SplitArgument, SplitParameter
from tfretrace_fix.fixes.arguments import all_calls, doubt_of_other_calls
from tfretrace_fix.fixes.numbers import DTYPES, is_large
from tfretrace_fix.mutability import doubt_of_names_of_attributes
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal, first_possible
from tfretrace_fix.programs import is_program
from tfretrace_fix.targets import Code, Target, loops_around, module_target

PARTIAL = "functools.partial"


@dataclass(frozen=True)
class _Step:
    """A function that hands on what it is passed for a parameter, and does nothing else with it."""

    function: Function
    name: str
    call: ast.Call
    argument: ast.Name
    """What it passes there."""


@dataclass(frozen=True)
class Written:
    """The call whose result a call of a traced function passes, be it through other functions."""

    call: ast.Call
    place: Place
    statement: ast.Assign | None
    """What gives it a name, if that is what is passed."""
    passing: ast.Call
    """The call that passes it: of the traced function, or of one that hands it on."""
    around: Place
    argument: ast.expr
    steps: tuple[_Step, ...]

    def check_names(self, program: Program, names: Iterable[str]) -> None:
        """Raise Refusal where one of the functions that hand it on has another use for a name."""
        for step in self.steps:
            scope, uses = step.function.body.scope, program.syntax.uses(step.function)
            for name in names:
                if name in {*scope.bindings, *uses} - {step.name}:
                    raise Refusal(f"the name '{name}' is taken in '{step.function.name}'")

    def split(self, program: Program, templates: Sequence[tuple[str, str]]) -> Iterator[Edit]:
        """Yield what passes several arguments in its place, which are by name."""
        yield SplitArgument(self.passing, self.argument, tuple(templates))
        names = tuple(name for name, _ in templates)
        for step in self.steps:
            assert isinstance(step.function.node, ast.FunctionDef)
            yield SplitParameter(step.function.node, step.name, names)
            yield SplitArgument(step.call, step.argument, tuple((name, name) for name in names))
        uses = program.syntax.uses(self.around.function)
        if self.statement is not None and isinstance(self.argument, ast.Name):
            if [use for use, _ in uses.get(self.argument.id, ())] == [self.argument]:
                yield ReplaceStatement(self.statement, "")


def written(context: Context, site: CallSite, argument: Argument) -> Written | None:
    """Return the call that makes an argument, as it is written there or in the same block."""
    steps: list[_Step] = []
    call, place, node = site.node, site.place, argument.node
    while isinstance(node, ast.Name):
        step = _handed_on(context, call, place, node)
        if step is None:
            break
        ((outer, around),) = context.program.calls.callers(step.function)
        bound = bind(step.function.call_parameters, outer)
        given = (n for n, p, starred in bound if p and p.name == step.name and not starred)
        found = next(given, None)
        if found is None or step.function in [earlier.function for earlier in steps]:
            return None
        steps.append(step)
        call, place, node = outer, around, found
    match node:
        case ast.Call():
            return Written(node, place, None, call, place, node, tuple(steps))
        case ast.Name():
            match context.program.bindings(node, place):
                case [Binding(kind="assign", path=(), value=ast.Call() as made) as binding]:
                    if not _is_run_first(binding, call, place):
                        return None
                    if isinstance(binding.node, ast.Assign) and len(binding.node.targets) == 1:
                        statement = binding.node
                        return Written(
                            made, binding.place, statement, call, place, node, tuple(steps)
                        )
    return None


def _handed_on(context: Context, call: ast.Call, place: Place, node: ast.Name) -> _Step | None:
    """Return the function of which ``node`` is a parameter, if one call alone passes it that."""
    program, function = context.program, place.function
    parameter = next((p for p in function.parameters if p.name == node.id), None)
    bindings = function.body.scope.bindings.get(node.id, ())
    uses = [use for use, _ in program.syntax.uses(function).get(node.id, ())]
    callers = program.calls.callers(function)
    if (
        not isinstance(function.node, ast.FunctionDef)
        or parameter is None
        or parameter.default is not None
        or parameter.node not in function.node.args.args
        or len(bindings) != 1
        or uses != [node]
        or len(callers) != 1
        or program.traced_of(function)
    ):
        return None
    reads = context.reads_of(function.name, function.place or function.body)
    if any(read is not callers[0][0].func for read in reads):
        return None
    module = own_module(program.filename, program.source or "")
    offered = function.name if function.owner is None else function.owner.name
    if module is not None and users(module, {offered}):
        return None
    return _Step(function, node.id, call, node)


def _is_run_first(binding: Binding, call: ast.Call, place: Place) -> bool:
    """Whether the definition of a name runs before each call, in the same iteration."""
    around: Place | None = place
    while around is not None and (around.node, around.branch) != (
        binding.place.node,
        binding.place.branch,
    ):
        around = around.parent
    is_in_function = binding.place.function is place.function
    return is_in_function and around is not None and start(binding.node) < start(call)


def factory_of(context: Context, site: CallSite, argument: Argument) -> Function | None:
    """Return the function of the file whose result a call passes; None if it is not known."""
    found = written(context, site, argument)
    callee = None if found is None else context.program.value(found.call.func, found.place)
    factory = callee.function if isinstance(callee, FunctionValue) else None
    return factory if factory is not None and isinstance(factory.node, ast.FunctionDef) else None


def before_traces(program: Program, code: Code, traced: TracedFunction) -> Target:
    """Return the place before all calls of a traced function by code, which one trace may serve.

    Where the function outlives the one that calls it, its traces serve later calls of that, too.
    """
    loops: list[Target] = [*loops_around(program, code)]
    is_local = traced.place.function is code.place.function
    return loops[0] if loops and is_local else module_target(program, code.node)


def means_the_same(program: Program, node: ast.expr, place: Place, function: Function) -> bool:
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


def check_passed(program: Program, expression: ast.expr, made: Written) -> None:
    """Raise Refusal where what is passed may retrace, or may be another at the call."""
    value, text = program.value(expression, made.place), ast.unparse(expression)
    if not is_passed_on(value) or is_large(program, value):
        raise Refusal(f"it is not known what '{text}' is")
    if made.statement is None or isinstance(expression, ast.Constant):
        return
    root = expression
    if isinstance(expression, ast.Attribute) and _is_never_set(program, expression.attr):
        root = expression.value
    if not isinstance(root, ast.Name):
        raise Refusal(f"'{text}' is computed before the call")
    here = program.bindings(root, made.place)
    name = ast.copy_location(ast.Name(root.id), made.passing)
    there = program.bindings(name, made.around)
    if [*here] != [*there]:
        raise Refusal(f"'{text}' is set before the call")


def _is_never_set(program: Program, attribute: str) -> bool:
    """Whether objects have an attribute of that name from the start, and no code sets it."""
    return (
        is_program(program)
        and not program.files.linked
        and not program.effects.stores(attribute)
        and not any(attribute in cls.methods for cls in program.index.classes)
        and doubt_of_names_of_attributes(program) is None
    )


def is_passed_on(value: TraceType) -> bool:
    """Whether a value can be an argument: a number, a tensor, or functions that stay the same."""
    if isinstance(value, ChoiceValue):
        return all(isinstance(one, FunctionValue) and is_passed_on(one) for one in value.options)
    if isinstance(value, FunctionValue):
        return value.function is not None and value.kept and value.bound is None
    if isinstance(value, PythonValue):
        return value.kind in DTYPES
    return isinstance(value, TensorValue) and (value.numpy, value.variable) == (False, False)


def passed_on(
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


def replaceable(finding: Finding) -> tuple[Function, ast.FunctionDef, Parameter]:
    """Return the traced function, and its parameter, in whose place there can be several.

    Raises:
        Refusal: there cannot.
    """
    facts: ArgumentFacts = finding.facts
    function, parameter = facts.traced.function, facts.parameter
    if function is None or parameter is None or not isinstance(function.node, ast.FunctionDef):
        raise Refusal("the definition of the function is not in this file")
    name = parameter.name
    if parameter.default is not None or parameter.node not in function.node.args.args:
        raise Refusal(f"'{name}' is no plain parameter")
    if len(function.body.scope.bindings[name]) > 1:
        raise Refusal(f"the body sets '{name}'")
    return function, function.node, parameter


@dataclass(frozen=True)
class _Made:
    """A call of a traced function, and the call of a factory that makes an argument of it."""

    site: CallSite
    argument: Argument
    written: Written
    factory: Function
    given: tuple[tuple[Parameter, ast.expr], ...]
    """What the factory gets."""


def in_body(finding: Finding, context: Context) -> Plan:
    """Call the factory in the body, with what the calls of the traced function gave it.

    Raises:
        Refusal: an argument comes from elsewhere, or may be more than what the factory gets.
    """
    facts: ArgumentFacts = finding.facts
    program = context.program
    function, node, parameter = replaceable(finding)
    sites = all_calls(context, facts.traced)
    made = [_made(context, site, parameter) for site in sites]
    first = made[0]
    if len(made) > 1 and any(one.written.steps for one in made):
        raise Refusal("other calls may pass another function")
    callee = _callee(program, function, made)
    _check_alike(made, is_one=callee is not None)
    passed = [
        place
        for place, _ in enumerate(first.given)
        if len({ast.dump(one.given[place][1]) for one in made}) > 1
        or not isinstance(first.given[place][1], ast.Constant)
    ]
    if not passed:
        raise Refusal(f"'{ast.unparse(first.written.call)}' gets constants")
    kinds = {place: _kind(program, made, place) for place in passed}
    names = {place: first.given[place][0].name for place in passed}
    taken = {*function.body.scope.bindings, *program.syntax.uses(function)} - {parameter.name}
    for name in names.values():
        if name in taken or (callee is None and name == parameter.name):
            raise Refusal(f"the name '{name}' is taken in '{function.name}'")
    for one in made:
        one.written.check_names(program, names.values())
    doubts = [_doubt(program, one, made, facts) for one in made]
    tensorflow, imports = tensorflow_name(program, function.body, *(site.place for site in sites))

    def attempt(of_floats: str) -> tuple[str, list[Conversion]]:
        found = []
        for one in {one.factory: one for one in made}.values():
            numbers: dict[Given, Number] = {
                one.given[place][0]: Number(of_floats if kind == "float" else DTYPES[kind][0])
                for place, kind in kinds.items()
                if kind
            }
            known = _known(program, function, parameter, one.factory)
            conversion = convert(program, tensorflow, one.factory, numbers, known=known)
            if conversion.only_step:
                raise Refusal("the step of a summary is an int64")
            found.append(conversion)
        return of_floats, found

    of_floats, conversions = first_possible(DTYPES["float"], attempt)
    option = f", {tensorflow}.float64" if of_floats == "float64" else ""
    edits: list[Edit] = [*imports]
    for one in made:
        templates = [] if callee else [(parameter.name, ast.unparse(one.written.call.func))]
        for place, kind in kinds.items():
            text = ast.unparse(one.given[place][1])
            if kind:
                text = f"{tensorflow}.constant({text}{option if kind == 'float' else ''})"
            templates.append((names[place], text))
        edits += one.written.split(program, templates)
    code = f"{parameter.name} = {callee or parameter.name}({', '.join(_arguments(first, names))})"
    split = (*(() if callee else (parameter.name,)), *names.values())
    edits += [SplitParameter(node, parameter.name, split), InsertFirst(node, code)]
    edits += [edit for conversion in conversions for edit in conversion.edits.values()]
    covers = [
        other
        for other in context.findings
        if other.code == "TFR105"
        and other.facts.traced is facts.traced
        and other.facts.parameter is parameter
    ]
    reasons = [*(conversion.unsafe_because for conversion in conversions), *doubts]
    because = next(filter(None, reasons), doubt_of_other_calls(program, function))
    return Plan(tuple(edits), tuple(covers), because)


def _made(context: Context, site: CallSite, parameter: Parameter) -> _Made:
    """Return the call of a factory that gives a parameter its value.

    Raises:
        Refusal: it is not known which one does, or what it gets.
    """
    argument = site.argument(parameter)
    if argument is None:
        raise Refusal(f"line {site.node.lineno} relies on the default of '{parameter.name}'")
    found, factory = written(context, site, argument), factory_of(context, site, argument)
    if found is None or factory is None:
        raise Refusal(f"what makes '{ast.unparse(argument.node)}' is not known")
    given: list[tuple[Parameter, ast.expr]] = []
    for expression, taking, starred in bind(factory.call_parameters, found.call):
        if taking is None or starred or taking.kind not in ("positional", "keyword"):
            raise Refusal(f"'{ast.unparse(found.call)}' does not say what it gets")
        given.append((taking, expression))
    return _Made(site, argument, found, factory, tuple(given))


def _callee(program: Program, function: Function, made: Sequence[_Made]) -> str | None:
    """Return how the body calls the one factory; None if it has to be told which of several it is.

    Raises:
        Refusal: it cannot call it.
    """
    first = made[0].written
    if all(one.factory is made[0].factory for one in made):
        if all(
            means_the_same(program, one.written.call.func, one.written.place, function)
            for one in made
        ):
            return ast.unparse(first.call.func)
        methods = {_of_same_instance(function, one) for one in made}
        if None not in methods:
            return methods.pop()
    for one in made:
        if not is_passed_on(program.value(one.written.call.func, one.written.place)):
            raise Refusal(f"the body cannot call '{ast.unparse(one.written.call.func)}'")
    return None


def _of_same_instance(function: Function, made: _Made) -> str | None:
    """Return how a body calls a method of the instance that it is a method of, too."""
    match made.written.call.func, made.site.node.func:
        case (
            ast.Attribute(value=ast.Name(id=one), attr=attribute),
            ast.Attribute(value=ast.Name(id=other)),
        ):
            around = made.site.place.function
            is_own = around.is_method and function.is_method and around.parameters[0].name == one
            is_own = is_own and not made.written.steps
            if one == other and is_own and len(around.body.scope.bindings[one]) == 1:
                return f"{function.parameters[0].name}.{attribute}"
    return None


def _check_alike(made: Sequence[_Made], *, is_one: bool) -> None:
    """Raise Refusal unless all calls give their factories arguments for the same parameters."""
    for one in made[1:]:
        alike = [taking for taking, _ in one.given] == [taking for taking, _ in made[0].given]
        if not is_one:
            # Of several factories the first arguments are for the first parameters.
            calls = (one.written.call, made[0].written.call)
            alike = len({len(call.args) for call in calls}) == 1
            alike = alike and not any(call.keywords for call in calls)
        if not alike:
            line = one.site.node.lineno
            raise Refusal(f"line {line} calls its factory with other arguments")


def _kind(program: Program, made: Sequence[_Made], place: int) -> str:
    """Return the kind of the numbers that factories get for a parameter; empty for no number.

    Raises:
        Refusal: it is not known what they get.
    """
    kinds = set()
    for one in made:
        _, expression = one.given[place]
        check_passed(program, expression, one.written)
        value = program.value(expression, one.written.place)
        kinds.add(value.kind if isinstance(value, PythonValue) else "")
    if len(kinds) > 1:
        name = made[0].given[place][0].name
        raise Refusal(f"the calls pass {' and '.join(sorted(filter(None, kinds)))} for '{name}'")
    return kinds.pop()


def _doubt(program: Program, one: _Made, made: Sequence[_Made], facts: ArgumentFacts) -> str | None:
    """Return what may change if the factory is called while tracing only.

    What it gets is worked out where it was.
    """
    call, scope = one.written.call, one.written.place.scope
    made_there = ast.copy_location(ast.Call(call.func, [], []), call)
    code = Code(made_there, one.written.place)
    named = {
        part.id
        for part in ast.walk(call)
        if isinstance(part, ast.Name) and lookup(part.id, scope)[0] is scope
    }
    arguments = [other.argument.node for other in made]
    target = before_traces(program, Code(call, one.written.place), facts.traced)
    return doubt_of_moving(program, [code], target, [facts.traced], arguments, named)


def _known(
    program: Program, function: Function, parameter: Parameter, factory: Function
) -> dict[Given, TraceType]:
    """Return what the body passes to what a factory makes."""
    known: dict[Given, TraceType] = {}
    for returned, place in factory.returns:
        for product, left in _products(program, returned.value, place):
            del product
            known.update(passed_on(program, function, parameter, left))
    return known


def _products(
    program: Program, node: ast.expr | None, place: Place
) -> Iterator[tuple[Function, tuple[Parameter, ...]]]:
    """Yield the functions that a factory returns, with the parameters that callers fill."""
    bound: Mapping[Parameter, object] = {}
    call = node if isinstance(node, ast.Call) else None
    is_partial = call is not None and program.qualified(call.func, place) == PARTIAL
    value = program.value(call.args[0] if call and is_partial and call.args else node, place)
    for option in value.options if isinstance(value, ChoiceValue) else (value,):
        made = option.function if isinstance(option, FunctionValue) else None
        if made is None:
            raise Refusal(f"it is not known what '{ast.unparse(node or ast.Constant(None))}' is")
        parameters = made.call_parameters if made.is_method else made.parameters
        if call is not None and is_partial:
            inner = ast.Call(call.args[0], call.args[1:], call.keywords)
            bound = {p: n for n, p, starred in bind(parameters, inner) if p and not starred}
        yield made, tuple(p for p in parameters if p not in bound)


def _arguments(made: _Made, names: Mapping[int, str]) -> Iterator[str]:
    """Yield the arguments of a factory's call in the body, as they are written."""
    call = made.written.call
    for place, (taking, expression) in enumerate(made.given):
        text = names.get(place) or ast.unparse(expression)
        is_keyword = any(keyword.value is expression for keyword in call.keywords)
        yield f"{taking.name}={text}" if is_keyword else text
