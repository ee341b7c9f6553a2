"""TFR602: a model is compiled once; the learning rate of its optimizer, or its loss, is set.

``compile`` drops what was traced. An optimizer that is there before goes on with it; where it is
made anew, plain gradient descent has nothing to lose but the number of its steps. A number that the
loss is made with becomes a variable.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import CallFacts
from flake8_tfretrace.program import Function, ObjectValue, Place, Program
from flake8_tfretrace.program.library import is_of_library
from flake8_tfretrace.program.syntax import argument
from tfretrace_fix.edits import Edit, InsertAfter, InsertBefore, ReplaceStatement
from tfretrace_fix.fixes.losses import Loss, loss_of_numbers
from tfretrace_fix.fixes.optimizers import options_of
from tfretrace_fix.fixes.tfr401 import attributes
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.targets import Code, Target, free_name, is_inside, loops_around

_LITERAL = (ast.Constant, ast.Dict, ast.List, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)
_OF_ONE_COMPILE = frozenset(
    {"make_predict_function", "make_train_function", "test_on_batch", "train_on_batch"}
)
"""Methods that depend on what ``compile`` resets, such as the metrics of the batches so far."""
_POLICIES = frozenset({"set_dtype_policy", "set_global_policy"})
"""What may have Keras wrap an optimizer."""
_BUILDING = frozenset({"add", "pop"})
"""Methods that make another model of a model."""


def plan(finding: Finding, context: Context) -> Plan:
    """Compile the model before the loop, or where its object is made."""
    facts: CallFacts = finding.facts
    program, call, place = context.program, facts.call, facts.place
    assert isinstance(call.func, ast.Attribute)
    statement = program.syntax.parent(place.function, call)
    if not isinstance(statement, ast.Expr) or not _is_direct(program, statement, place):
        raise Refusal("it is compiled within another statement")
    optimizer = argument(call, 0, "optimizer")
    if isinstance(optimizer, ast.Name):
        return _with_one_optimizer(finding, context, statement, optimizer)
    if not isinstance(optimizer, ast.Call):
        raise Refusal("the call does not make its optimizer")
    rate, options = options_of(program, optimizer, place)
    loss, losses, tensorflow = argument(call, 1, "loss"), list[Loss](), ""
    if isinstance(loss, ast.Call) and not _is_same(program, loss, place):
        tensorflow, imports = tensorflow_name(program, place)
        if imports:
            raise Refusal("a variable of TensorFlow may be none for the backend of Keras")
        losses.append(loss_of_numbers(program, tensorflow, loss, place))
    _check_arguments(program, call, [optimizer, loss] if losses else [optimizer], place)
    _check_model(program, call.func.value, place)
    _check_program(program, {function for one in losses for function in one.functions})
    model = ast.unparse(call.func.value)
    insert, beside = _where_once(program, call.func.value, statement, place)
    made: dict[ast.expr, str] = {optimizer: f"{ast.unparse(optimizer.func)}({', '.join(options)})"}
    before, after, values = list[str](), list[str](), dict[str, ast.expr]()
    if losses and _is_literal(rate):
        del made[optimizer]
    else:
        after.append(f"{model}.optimizer.learning_rate = {{rate}}")
        values["rate"] = rate
    for one in losses:
        assert isinstance(loss, ast.Call)
        names = _variables(program, one, call.func.value, beside, place)
        for parameter, node in one.varying:
            of_dtype = "" if one.dtype == "float32" else f", dtype={tensorflow}.{one.dtype}"
            before.append(f"{names[node]} = {tensorflow}.Variable(0.0, trainable=False{of_dtype})")
            after.append(f"{names[node]}.assign({{{parameter.name}}})")
            values[parameter.name] = node
        passed = [names.get(node) or ast.unparse(node) for node in loss.args]
        passed += [f"{k.arg}={names.get(k.value) or ast.unparse(k.value)}" for k in loss.keywords]
        made[loss] = f"{ast.unparse(loss.func)}({', '.join(passed)})"
    given = [("", node) for node in call.args]
    given += [(f"{keyword.arg}=", keyword.value) for keyword in call.keywords]
    texts = [name + made.get(node, f"{{part_{i}}}") for i, (name, node) in enumerate(given)]
    parts = {f"part_{i}": node for i, (_, node) in enumerate(given) if node not in made}
    edits: list[Edit] = [
        insert(beside, "\n".join((*before, f"{model}.compile({', '.join(texts)})")), parts),
        ReplaceStatement(statement, "\n".join(after), values),
        *(edit for one in losses for edit in one.edits),
    ]
    because = f"the optimizer of '{model}' goes on counting its steps"
    return Plan(tuple(edits), (finding,), because)


def _with_one_optimizer(
    finding: Finding, context: Context, statement: ast.Expr, optimizer: ast.Name
) -> Plan:
    """Compile the model before the loop, with the optimizer that each iteration compiles it with.

    It keeps its slots and steps as it did, and all that ``compile`` makes anew is the same.
    """
    facts: CallFacts = finding.facts
    program, call, place = context.program, facts.call, facts.place
    assert isinstance(call.func, ast.Attribute)
    if program.keras.kind(program.value(optimizer, place)) != "optimizer":
        raise Refusal(f"it is not known what '{optimizer.id}' is")
    for name in _POLICIES:
        for setting, _ in program.calls.named(name):
            # Each compile would wrap it anew then, to scale the loss.
            raise Refusal(f"line {setting.lineno} calls '{ast.unparse(setting.func)}'")
    _check_arguments(program, call, [optimizer], place)
    _check_model(program, call.func.value, place)
    _check_program(program, ())
    if not isinstance(call.func.value, ast.Name):
        raise Refusal(f"it is not known where '{ast.unparse(call.func.value)}' is made")
    target = _before_loop(program, [call.func.value, optimizer], statement, place)
    if target is None:
        raise Refusal(f"'{optimizer.id}' may be another one each time")
    edits = (
        InsertBefore(target.statement, "{call}", {"call": call}),
        ReplaceStatement(statement, ""),
    )
    return Plan(edits, (finding,))


def _before_loop(
    program: Program, names: Sequence[ast.Name], statement: ast.stmt, place: Place
) -> Target | None:
    """Return the place in front of the outermost loop that sets none of the names."""
    bindings = [binding for name in names for binding in program.bindings(name, place)]
    for target in loops_around(program, Code(statement, place)):
        if bindings and not any(is_inside(b.node, target.statement) for b in bindings):
            return target
    return None


def _variables(
    program: Program, loss: Loss, model: ast.expr, beside: ast.stmt, place: Place
) -> dict[ast.expr, str]:
    """Return code for the variables that stand for the numbers of a loss, by these."""
    found = {}
    owner = place.function.owner
    for parameter, node in loss.varying:
        name = f"{parameter.name}_of_loss"
        if isinstance(model, ast.Attribute):
            if owner is None or f"_{name}" in attributes(program, owner):
                raise Refusal(f"the name '_{name}' is taken")
            found[node] = f"{ast.unparse(model.value)}._{name}"
        else:
            is_module = place.function is place.module
            found[node] = free_name(program, name, Target(beside, place, in_module=is_module))
    return found


def _is_direct(program: Program, statement: ast.stmt, place: Place) -> bool:
    """Whether a statement is one of a loop or function itself, not of a condition or context."""
    parent = program.syntax.parent(place.function, statement)
    return parent is (place.loops[-1] if place.loops else place.function.node)


def _where_once(
    program: Program, model: ast.expr, statement: ast.stmt, place: Place
) -> tuple[type[InsertAfter | InsertBefore], ast.stmt]:
    """Return where to compile the model once: on which side of which statement.

    Raises:
        Refusal: nothing shows where the model is made, once for all.
    """
    if isinstance(model, ast.Name):
        target = _before_loop(program, [model], statement, place)
        if target is not None:
            return InsertBefore, target.statement
    elif isinstance(model, ast.Attribute) and isinstance(model.value, ast.Name):
        function = place.function
        stores = program.classes.definitions(model, place)
        if function.is_method and model.value.id == function.parameters[0].name:
            match [*stores]:
                case [store] if (
                    store.place.function.name == "__init__"
                    and isinstance(store.node, ast.Assign)
                    and not store.place.loops
                    and _is_direct(program, store.node, store.place)
                    and store.place.function.owner is function.owner
                    and store.place.function.parameters[0].name == model.value.id
                ):
                    return InsertAfter, store.node
    raise Refusal(f"it is not known where '{ast.unparse(model)}' is made")


def _check_arguments(
    program: Program, call: ast.Call, varying: Sequence[ast.expr | None], place: Place
) -> None:
    """Raise Refusal unless all but what is ``varying`` is the same for each ``compile``."""
    for node in (*call.args, *(keyword.value for keyword in call.keywords)):
        if node not in varying and not _is_same(program, node, place):
            raise Refusal(f"'{ast.unparse(node)}' may be another one each time")
    if any(keyword.arg is None for keyword in call.keywords):
        raise Refusal("the call passes arguments that are not written out")


def _is_same(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether an expression is a literal, or a loss or metric of Keras that is made of some."""
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return all(_is_same(program, element, place) for element in elements)
        case ast.Call(func=func, args=arguments, keywords=keywords):
            given = [*arguments, *(keyword.value for keyword in keywords)]
            qualified = program.qualified(func, place) or ""
            is_of_keras = ".losses." in qualified or ".metrics." in qualified
            return is_of_keras and is_of_library(qualified) and all(map(_is_literal, given))
    return _is_literal(node)


def _is_literal(node: ast.expr) -> bool:
    return all(isinstance(part, _LITERAL) for part in ast.walk(node))


def _check_model(program: Program, model: ast.expr, place: Place) -> None:
    """Raise Refusal unless a model is one of Keras' own classes, compiled at one place."""
    value = program.value(model, place)
    if not isinstance(value, ObjectValue) or program.keras.kind(value) != "model" or value.cls:
        raise Refusal(f"what '{ast.unparse(model)}' does when it is traced is not known")
    compiled = [
        call
        for call, at in program.calls.named("compile")
        if isinstance(call.func, ast.Attribute) and program.qualified(call.func, at) != "re.compile"
    ]
    if len(compiled) > 1:
        raise Refusal("the file compiles models at several places")


def _check_program(program: Program, known: Collection[Function]) -> None:
    """Raise Refusal where another trace may see something else than the first one did.

    But in functions that are ``known``.
    """
    for function in program.index.functions:
        if function in known:
            continue
        if function.place is not None and program.graph.may_hold(function):
            raise Refusal(f"'{function.name}' may be traced, and reads what changes then")
        for target in _set(program, function):
            raise Refusal(f"line {target.lineno} sets '{ast.unparse(target)}'")
    for name in (*_OF_ONE_COMPILE, "setattr", "Lambda"):
        for call, _ in program.calls.named(name):
            raise Refusal(f"line {call.lineno} calls '{ast.unparse(call.func)}'")
    for name in _BUILDING:
        for call, place in program.calls.named(name):
            owner = call.func.value if isinstance(call.func, ast.Attribute) else None
            kind = None if owner is None else program.keras.kind(program.value(owner, place))
            if kind == "model" and place.loops:
                raise Refusal(f"line {call.lineno} changes '{ast.unparse(owner or call)}'")


def _set(program: Program, function: Function) -> Iterator[ast.Attribute]:
    """Yield the attributes that a function sets of what may be part of a model."""
    for target, binding in function.attribute_stores:
        owner = program.value(target.value, binding.place)
        is_own = isinstance(owner, ObjectValue) and owner.cls is not None
        if not is_own or program.keras.kind(owner) is not None:
            yield target
