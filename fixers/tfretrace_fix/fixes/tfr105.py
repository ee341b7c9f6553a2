"""TFR105: a function made for each call, or per iteration, is made once.

That is before the loop, in the module, or, if it depends on the instance, in the constructor. A
lambda, or a partial, that depends on what changes is made where the traced function is traced,
which is passed the values that it depends on. A factory that makes it of a few values remembers
what it made of them. In the place of a lambda that only calls a function that function is passed,
and the instance in the place of its bound method.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import (
    Argument,
    Binding,
    CallSite,
    Function,
    Parameter,
    Program,
)
from flake8_tfretrace.program.scopes import lookup, start
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    FunctionValue,
    PythonValue,
)
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.conversion import Conversion, Given, Number, convert
from tfretrace_fix.edits import (
    Edit,
    InsertBefore,
    InsertFirst,
    MoveBefore,
    Replace,
    SplitArgument,
    SplitParameter,
    taken_apart,
)
from tfretrace_fix.fixes.arguments import all_calls, doubt_of_other_calls
from tfretrace_fix.fixes.callables import plan_by_instance, plan_itself
from tfretrace_fix.fixes.factories import (
    PARTIAL,
    Written,
    before_traces,
    check_passed,
    factory_of,
    in_body,
    is_passed_on,
    means_the_same,
    passed_on,
    replaceable,
    written,
)
from tfretrace_fix.fixes.instances import kept_by_instance
from tfretrace_fix.fixes.numbers import DTYPES, is_large
from tfretrace_fix.fixes.remembering import remembered
from tfretrace_fix.mutability import changes_of_variable
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal, first_possible, possible
from tfretrace_fix.targets import (
    Code,
    Target,
    check_name,
    evaluated,
    free_name,
    is_inside,
    loops_around,
    module_target,
    reads,
)


def plan(finding: Finding, context: Context) -> Plan:
    """Make the function before the outermost loop that allows it; without a loop, in the module."""
    program = context.program
    site, argument = _passed(finding)
    code = _made(program, site, argument)
    loops = [*loops_around(program, code)]
    module = module_target(program, code.node)
    targets = loops or [module]
    ways: list[Callable[[], Plan]] = [
        lambda: plan_itself(finding, context),
        lambda: _in_constructor(code, finding, context),
        lambda: plan_by_instance(finding, context),
        lambda: _with_parts(code, finding, context),
    ]
    if factory_of(context, site, argument) is not None:
        ways.append(lambda: in_body(finding, context))
    if loops:
        ways.insert(0, lambda: _moved_to(module, code, finding, context))
    # What it lacks to remember is not the nearest cure's: that says no word of it.
    memory = [*_plans([lambda: _from_memory(code, finding, context)])]
    try:
        plan = first_possible(targets, lambda target: _moved_to(target, code, finding, context))
    except Refusal as refusal:
        try:
            return _in_order([*possible(ways, lambda way: way()), *memory])
        except Refusal as other:
            if memory:
                return _in_order(memory)
            reason = f"{refusal}; its parts cannot be passed: {other}" if str(other) else refusal
            raise Refusal(str(reason)) from None
    others = _plans(ways)
    # Around the loop it may be made again and again, too, but not as often.
    lessened = [replace(plan, lessens=True)] if loops else []
    is_remade = bool(loops) and _runs_again(program, code.place.function)
    if is_remade and not any(other.safe for other in others) and any(one.safe for one in memory):
        # Before the loop it would be made each time that this is called.
        return _in_order([*memory, plan, *others, *lessened])
    return _in_order([plan, *others, *memory, *lessened])


def _plans(ways: Sequence[Callable[[], Plan]]) -> list[Plan]:
    """Return the plans of those ways that are not refused, if there are any."""
    with contextlib.suppress(Refusal):
        return possible(ways, lambda way: way())
    return []


def _in_order(plans: Sequence[Plan]) -> Plan:
    """Return the first plan, with the others for where it is no good."""
    return replace(plans[0], otherwise=tuple(plans[1:]))


def _runs_again(program: Program, function: Function) -> bool:
    """Whether a function is called in a loop, or in several places."""
    callers = program.calls.callers(function)
    return len(callers) > 1 or any(place.loops for _, place in callers)


def _with_parts(code: Code, finding: Finding, context: Context) -> Plan:
    """Make a partial or lambda in the body, which gets what it is made of.

    Raises:
        Refusal: it is something else, without a word, or cannot be made there.
    """
    partial = _partial(context, *_passed(finding))
    if partial is not None:
        return _partial_in_body(partial, finding, context)
    if isinstance(code.node, ast.Lambda) and code.node is _passed(finding)[1].node:
        return _in_body(code.node, finding, context)
    raise Refusal("")


def _partial(context: Context, site: CallSite, argument: Argument) -> Written | None:
    """Return the partial that an argument is, as it is written there or in the same block."""
    found = written(context, site, argument)
    if found is None or context.program.qualified(found.call.func, found.place) != PARTIAL:
        return None
    return found


def _only_taken_here(
    finding: Finding, context: Context
) -> tuple[Function, ast.FunctionDef, Parameter]:
    """Return the traced function and its parameter, which this one call gives a function.

    Raises:
        Refusal: others may give it one, or it cannot be replaced by several parameters.
    """
    facts: ArgumentFacts = finding.facts
    if len(all_calls(context, facts.traced)) > 1:
        raise Refusal("other calls may pass another function")
    return replaceable(finding)


def _partial_in_body(partial: Written, finding: Finding, context: Context) -> Plan:
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
        if not means_the_same(program, part, partial.place, function):
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
        check_passed(program, expression, partial)
    partial.check_names(program, (taking.name for taking in passed))
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
        program,
        [code],
        before_traces(program, code, facts.traced),
        [facts.traced],
        passed=[argument.node],
        given=named,
    )
    tensorflow, imports = tensorflow_name(program, function.body, site.place)
    left = tuple(p for p in made.parameters if p not in bound)
    known = passed_on(program, function, parameter, left)

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
    texts = [ast.unparse(argument) for argument in call.args[:1]]
    for taking, expression in bound.items():
        text = taking.name if taking in passed else ast.unparse(expression)
        is_keyword = any(keyword.value is expression for keyword in call.keywords)
        texts.append(f"{taking.name}={text}" if is_keyword else text)
    edits: list[Edit] = [
        *imports,
        SplitParameter(node, name, tuple(taking.name for taking in passed)),
        *partial.split(program, templates),
        InsertFirst(node, f"{name} = {ast.unparse(call.func)}({', '.join(texts)})"),
        *conversion.edits.values(),
    ]
    because = conversion.unsafe_because or doubt or doubt_of_other_calls(program, function)
    return Plan(tuple(edits), (finding,), because)


def _in_body(node: ast.Lambda, finding: Finding, context: Context) -> Plan:
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
        before_traces(program, code, facts.traced),
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
    known = passed_on(program, function, parameter, made.parameters)

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
    because = conversion.unsafe_because or doubt or doubt_of_other_calls(program, function)
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
        if not is_passed_on(value) or is_large(program, value):
            raise Refusal(f"it is not known what '{read.id}' is")
        taken = {*function.body.scope.bindings, *program.syntax.uses(function)}
        if read.id in taken:
            raise Refusal(f"the name '{read.id}' is taken in '{function.name}'")
        found.setdefault(read.id, read)
    return [*found.values()]


def _passed(finding: Finding) -> tuple[CallSite, Argument]:
    facts: ArgumentFacts = finding.facts
    return facts.arguments[0]


def _made(program: Program, site: CallSite, argument: Argument) -> Code:
    """Return what makes the function: its definition, what it is taken from, or the argument."""
    value, node = argument.value, argument.node
    if isinstance(node, ast.Name) and isinstance(value, FunctionValue):
        function = value.function
        if function is not None and function.place is not None:
            defined = [binding.node for binding in program.bindings(node, site.place)]
            if isinstance(function.node, ast.FunctionDef) and defined == [function.node]:
                return Code(function.node, function.place)
    return _source(program, Code(node, site.place)) or Code(node, site.place)


def _source(program: Program, code: Code) -> Code | None:
    """Return the one expression that makes a function which a name holds, or a table of them.

    Of a table with a name it is the statement that gives it the name.
    """
    match code.node:
        case (
            ast.Subscript(value=table)
            | ast.Call(func=ast.Attribute(value=table, attr="get" | "items" | "values"))
        ):
            return _source(program, Code(table, code.place))
        case ast.Name() as name:
            bindings = program.bindings(name, code.place)
            if any(b.place.function is not code.place.function for b in bindings):
                return None
            given = [(b, b.value) for b in bindings if b.kind in ("assign", "loop") and b.value]
            if len(given) < len(bindings):
                return None
            made = [(b, value) for b, value in given if _makes(program, Code(value, b.place))]
            match made:
                case [(Binding(kind="assign", path=()) as binding, value)]:
                    statement = binding.node
                    if isinstance(value, ast.Dict | ast.List | ast.Tuple):
                        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                            return Code(statement, binding.place)
                        return None
                    return Code(value, binding.place)
            match given:
                case [(Binding(kind="loop") as binding, value)]:
                    return _source(program, Code(value, binding.place))
    return None


def _makes(program: Program, code: Code) -> bool:
    """Whether an expression makes a function, or writes out a table of such functions."""
    match code.node:
        case ast.Lambda():
            return True
        case ast.Call(func=func):
            # What is looked up may not be there before the condition that it is made under.
            is_known = not any(isinstance(part, ast.Subscript) for part in evaluated(code.node))
            is_partial = program.qualified(func, code.place) == PARTIAL
            value = program.value(code.node, code.place)
            options = value.options if isinstance(value, ChoiceValue) else (value,)
            made = [one for one in options if isinstance(one, FunctionValue) and not one.bound]
            is_made = len(made) == len(options) and not all(one.kept for one in made)
            return is_known and (is_partial or is_made)
        case ast.Dict(values=elements) | ast.List(elts=elements) | ast.Tuple(elts=elements):
            return any(_makes(program, Code(element, code.place)) for element in elements)
    return False


def _covered(finding: Finding, context: Context, around: ast.AST) -> list[Finding]:
    """Return the findings of the same argument in code of the same function."""
    return [
        other
        for other in context.findings
        if other.code == "TFR105"
        and ast.unparse(_passed(other)[1].node) == ast.unparse(_passed(finding)[1].node)
        and _passed(other)[0].place.function is _passed(finding)[0].place.function
        and (not isinstance(around, ast.stmt) or is_inside(_passed(other)[1].node, around))
    ]


def _moved_to(target: Target, code: Code, finding: Finding, context: Context) -> Plan:
    """Raise Refusal where the function may differ from call to call."""
    program = context.program
    covers = _covered(finding, context, target.statement)
    arguments = [_passed(other)[1].node for other in covers]
    retraced = list(dict.fromkeys(other.facts.traced for other in covers))
    doubt = doubt_of_moving(program, [code], target, retraced, passed=arguments)
    edits: list[Edit] = []
    if isinstance(code.node, ast.FunctionDef):
        check_name(program, code.node.name, [code], target)
        edits.append(MoveBefore(code.node, target.statement))
    elif isinstance(code.node, ast.Assign):
        _check_table(program, code)
        (name,) = (node for node in code.node.targets if isinstance(node, ast.Name))
        check_name(program, name.id, [code], target)
        edits.append(MoveBefore(code.node, target.statement))
    elif not isinstance(code.node, ast.Attribute | ast.Call | ast.Lambda):
        raise Refusal("which function it is depends on more than its definition")
    else:
        name_ = free_name(program, _name(finding, code.node), target)
        edits.append(_definition(name_, code.node, target))
        replaced = arguments if _passed(finding)[1].node is code.node else [code.node]
        edits += [Replace(node, name_) for node in replaced]
    return Plan(tuple(edits), tuple(covers), doubt)


def _check_table(program: Program, code: Code) -> None:
    """Raise Refusal where something may change a table of functions, or keep it."""
    assert isinstance(code.node, ast.Assign)
    (target,) = code.node.targets
    if not isinstance(target, ast.Name):
        raise Refusal(f"'{ast.unparse(target)}' is no local name")
    for use, _, _ in changes_of_variable(program, target.id, code.place.scope):
        raise Refusal(f"line {use.lineno} may change '{target.id}'")


def _from_memory(code: Code, finding: Finding, context: Context) -> Plan:
    """Let the factory that makes the function give the one that it made of the same arguments.

    Raises:
        Refusal: no call of a factory makes it, or it may not, or need not, give the same again.
    """
    if not isinstance(code.node, ast.Call):
        raise Refusal("no factory makes it")
    facts: ArgumentFacts = finding.facts
    covers = [
        other
        for other in context.findings
        if other.code == "TFR105" and _made(context.program, *_passed(other)).node is code.node
    ]
    retraced = list(dict.fromkeys([facts.traced, *(other.facts.traced for other in covers)]))
    passed = [_passed(other)[1].node for other in covers]
    made = remembered(context.program, code, retraced, passed)
    return Plan(made.edits, tuple(covers), made.doubt, leaves_more=made.is_several)


def _in_constructor(code: Code, finding: Finding, context: Context) -> Plan:
    """Let the constructor make a function that depends on the instance.

    Raises:
        Refusal: what it depends on may change.
    """
    program, method = context.program, code.place.function
    if not method.is_method or not isinstance(code.node, ast.Attribute | ast.Call):
        raise Refusal("it does not depend on an instance alone")
    covers = _covered(finding, context, method.node)
    arguments = [_passed(other)[1].node for other in covers]
    retraced = list(dict.fromkeys(other.facts.traced for other in covers))
    name = _name(finding, code.node).lstrip("_")
    kept, edits, doubt = kept_by_instance(program, code, f"_{name}", method, retraced, arguments)
    replaced = arguments if _passed(finding)[1].node is code.node else [code.node]
    return Plan(
        (*edits, *(Replace(node, kept) for node in replaced)),
        tuple(covers),
        doubt,
    )


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
