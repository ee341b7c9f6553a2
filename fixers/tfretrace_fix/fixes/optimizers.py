"""TFR106 of optimizers: one without slots is made before the loop, which sets its learning rate.

One that each call of a function makes is made in the module, if all calls train the same variables.

A trace is kept for each optimizer, as it is compared by identity. All that plain gradient descent
keeps from step to step is the number of its steps.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_tfretrace import Finding, knowledge
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Binding, Function, ObjectValue, Place, Program, TensorValue
from flake8_tfretrace.program.scopes import lookup
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    FunctionValue,
    PythonValue,
    TraceType,
)
from tfretrace_fix.edits import InsertBefore, ReplaceStatement
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.targets import (
    Code,
    Target,
    check_name,
    check_visible,
    is_inside,
    loops_around,
    module_target,
)

_PLAIN = "keras.optimizers.SGD"
_RATE = "learning_rate"
_CONSTANT = frozenset({"clipnorm", "clipvalue", "global_clipnorm", "name", "weight_decay"})
"""Options that keep no state."""
_BEFORE_VARIABLES = ("tensorflow.config.", "tensorflow.distribute.", "tensorflow.tpu.")
"""What is refused once TensorFlow has made a variable, or decides where it is."""
_STEPPING = frozenset({"apply", "apply_gradients", "build"})


def plan_optimizer(finding: Finding, context: Context) -> Plan:
    """Make the optimizer once, if it is plain gradient descent with another rate each time."""
    facts: ArgumentFacts = finding.facts
    program, ((site, argument), *_) = context.program, facts.arguments
    function, parameter = facts.traced.function, facts.parameter
    if function is None or parameter is None:
        raise Refusal("the definition of the function is not in this file")
    made = _made(program, argument.node, site.place)
    name, statement = made.name, made.node
    assert isinstance(statement, ast.Assign) and isinstance(made.value, ast.Call)
    rate, options = options_of(program, made.value, made.place)
    code = Code(statement, made.place)
    target = next(loops_around(program, code), None) or _module(program, function, made, code)
    _check_steps(program, function, parameter.name)
    _check_uses(program, made, site.node, target)
    for other in site.arguments:
        if other.node is not argument.node:
            _check_kept(program, other.node, site.place, target)
    covers = tuple(
        other
        for other in context.findings
        if other.code == finding.code
        and other.facts.parameter is parameter
        and other.facts.arguments[0][0] is site
    )
    func = ast.unparse(made.value.func)
    setting = ReplaceStatement(statement, f"{name}.{_RATE} = {{rate}}", {"rate": rate})
    if isinstance(rate, ast.Constant):
        options.insert(0, ast.unparse(rate))
        setting = ReplaceStatement(statement, "")
    return Plan(
        (
            InsertBefore(target.statement, f"{name} = {func}({', '.join(options)})"),
            setting,
        ),
        covers,
        f"'{name}' goes on counting its steps, and keeps what else is set of it",
    )


def _made(program: Program, node: ast.expr, place: Place) -> Binding:
    """Return the one definition of an optimizer that a call is passed by name.

    Raises:
        Refusal: there may be others, or it is another kind of optimizer.
    """
    bindings = program.bindings(node, place) if isinstance(node, ast.Name) else []
    match [*bindings]:
        case [Binding(kind="assign", path=(), value=ast.Call(), node=ast.Assign()) as made]:
            assert isinstance(made.node, ast.Assign)
            is_one = len(made.node.targets) == 1 and made.place.function is place.function
            if is_one and len(made.place.scope.bindings[made.name]) == 1:
                return made
    raise Refusal(f"it is not known where '{ast.unparse(node)}' is made")


def _module(program: Program, function: Function, made: Binding, code: Code) -> Target:
    """Return where the module can make the optimizer that a function makes in each call.

    Raises:
        Refusal: calls may train other variables, or the module cannot make it so early.
    """
    maker = made.place.function
    assert isinstance(made.value, ast.Call)
    if maker is maker.body.module:
        raise Refusal(f"'{made.name}' is made where it is used")
    if function.is_method or function.place is not program.index.module.body:
        raise Refusal(f"'{function.name}' may train other variables in each call")
    target = module_target(program, code.node)
    check_visible(program, Code(made.value.func, code.place), target)
    check_name(program, made.name, [code], target)
    for call, place in program.index.calls:
        qualified = program.qualified(call.func, place) or ""
        if qualified.startswith(_BEFORE_VARIABLES):
            raise Refusal(f"line {call.lineno} has to run before variables are made")
    for uses in program.syntax.uses(function).values():
        for use, _ in uses[:1]:
            if lookup(use.id, function.body.scope)[0] is program.index.module.body.scope:
                _check_kept(program, use, function.body, target)
    return target


def options_of(program: Program, call: ast.Call, place: Place) -> tuple[ast.expr, list[str]]:
    """Return the learning rate that an optimizer is made with, and the code of the other options.

    Raises:
        Refusal: its state would be kept, or it is not known what it has.
    """
    text = ast.unparse(call)
    value = program.value(call, place)
    qualified = value.qualified if isinstance(value, ObjectValue) and value.cls is None else ""
    if not knowledge.is_subclass(qualified, _PLAIN):
        raise Refusal(f"'{text}' would keep what it has learned: its slots")
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    rate = given.pop(_RATE, None) if not call.args else call.args[0]
    if len(call.args) > 1 or rate is None or _RATE in given:
        raise Refusal(f"'{text}' does not say its learning rate alone")
    for option, expression in given.items():
        if option not in _CONSTANT or not isinstance(expression, ast.Constant):
            raise Refusal(f"'{option}' of '{text}' may have a state")
    number = program.value(rate, place)
    if not isinstance(number, PythonValue) or not number.is_number:
        raise Refusal(f"it is not known whether '{ast.unparse(rate)}' is a number")
    return rate, [f"{option}={ast.unparse(value)}" for option, value in given.items()]


def _check_steps(program: Program, function: Function, name: str) -> None:
    """Raise Refusal if a body does more with an optimizer than update variables."""
    if len(function.body.scope.bindings[name]) > 1:
        raise Refusal(f"the body sets '{name}'")
    for use, user in program.syntax.uses(function).get(name, ()):
        if not _is_step(program, function, use, user):
            raise Refusal(f"the body does more with '{name}' than apply gradients")


def _is_step(program: Program, function: Function, use: ast.Name, user: ast.AST) -> bool:
    called = program.syntax.parent(function, user)
    return (
        isinstance(user, ast.Attribute)
        and user.value is use
        and user.attr in _STEPPING
        and isinstance(called, ast.Call)
        and called.func is user
    )


def _check_uses(program: Program, made: Binding, call: ast.Call, target: Target) -> None:
    """Raise Refusal if anything but the traced call may need an optimizer of its own."""
    name, function = made.name, made.place.function
    for use, user in program.syntax.uses(function).get(name, ()):
        if not is_inside(use, target.statement):
            raise Refusal(f"line {use.lineno} uses '{name}' outside the loop, too")
        if user is call or (isinstance(user, ast.keyword) and user in call.keywords):
            continue
        if not _is_step(program, function, use, user):
            raise Refusal(f"line {use.lineno} does more with '{name}' than apply gradients")
        taking = program.syntax.parent(function, user)
        assert isinstance(taking, ast.Call)
        for argument in taking.args:
            _check_kept(program, argument, program.index.places[taking], target)


def _check_kept(program: Program, node: ast.expr, place: Place, target: Target) -> None:
    """Raise Refusal if the loop, or each call, makes variables that the optimizer has to know."""
    for read in _names(node):
        bindings = program.bindings(read, place)
        value = program.value(read, place)
        is_plain = isinstance(value, PythonValue) or (
            isinstance(value, TensorValue) and value.variable is False
        )
        if is_plain:
            continue
        if not target.in_module:
            if any(is_inside(b.node, target.statement) for b in bindings):
                raise Refusal(f"the loop sets '{read.id}', which may hold variables")
        elif not _is_one(program, value, bindings):
            raise Refusal(f"calls may have another '{read.id}', which may hold variables")


def _is_one(program: Program, value: TraceType, bindings: Sequence[Binding]) -> bool:
    """Whether what a name holds is the same object whenever it is read."""
    if isinstance(value, ObjectValue) and value.site in program.index.places:
        return program.repetition.most(program.index.places[value.site]) == 1
    if isinstance(value, FunctionValue | ClassValue):
        return value.function is not None if isinstance(value, FunctionValue) else True
    is_module = all(b.place.scope.kind == "module" and not b.place.loops for b in bindings)
    return is_module and len(bindings) == 1


def _names(node: ast.expr) -> Iterator[ast.Name]:
    return (part for part in ast.walk(node) if isinstance(part, ast.Name))
