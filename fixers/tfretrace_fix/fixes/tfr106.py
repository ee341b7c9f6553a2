"""TFR106: a function that predicts with the model it is given calls a predictor cache.

For optimizers see :mod:`tfretrace_fix.fixes.optimizers`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Function, Program, TracedFunction
from flake8_tfretrace.program.tracetypes import ObjectValue, PythonValue, TensorValue
from tfretrace_fix.edits import InsertBefore, KeepDecorators, Replace
from tfretrace_fix.effects import effects_of_tracing
from tfretrace_fix.fixes.optimizers import plan_optimizer
from tfretrace_fix.names import module_name
from tfretrace_fix.plans import Context, Plan, Refusal

_CACHE = "predictors"
_LAYERS = "keras.layers."
_UNIMPORTANT = ("initializer", "name")
"""How options of layers end that are no part of what the cache calls an architecture."""
_STRAIGHT = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
"""Statements that are the same for TensorFlow, and are not converted by AutoGraph."""


def plan(finding: Finding, context: Context) -> Plan:
    """Let ``tfretrace.PredictorCache`` trace once per architecture, with the weights as arguments.

    Only for a module's function that calls ``model(x)``, without ``training=True``, and computes
    with what that gives. This is done eagerly then.
    """
    facts: ArgumentFacts = finding.facts
    kinds = {context.program.keras.kind(argument.value) for _, argument in facts.arguments}
    if kinds == {"optimizer"}:
        return plan_optimizer(finding, context)
    if "layer" in kinds:
        raise Refusal("a layer alone has no architecture")
    if None in kinds:
        raise Refusal("the cache is for models of Keras")
    function = facts.traced.function
    if function is None or not isinstance(function.node, ast.FunctionDef):
        raise Refusal("the definition of the function is not in this file")
    assert function.place is not None
    module = function.place.module
    if function.place is not module.body or not facts.traced.is_decorator:
        raise Refusal(f"'{function.name}' is not a decorated function of the module")
    calls = {name: _predictions(function, name) for name in _models(context.program, facts)}
    own = None if facts.parameter is None else facts.parameter.name
    given = {parameter.name for parameter in function.parameters}
    named = {part.id for part in ast.walk(function.node) if isinstance(part, ast.Name)}
    if any(_predictions(function, name) for name in given & named if name not in calls):
        raise Refusal("the body does not call the model that is passed")
    if own is None or not calls.get(own):
        raise Refusal("the body does more than compute with 'model(x, training=False)'")
    different = _unlike(context.program, facts)
    if different is not None and not _varies_otherwise(context.program, facts):
        raise Refusal(f"the models differ in '{ast.unparse(different)}'")
    effect = effects_of_tracing(context.program, function)
    if effect is not None:
        raise Refusal(effect)
    if _CACHE in {*module.body.scope.bindings, *function.body.scope.bindings}:
        raise Refusal(f"the name '{_CACHE}' is taken")
    doubt = "models with state that calls change, or that cannot be called statelessly, differ"
    predicting = [call for found in calls.values() for call in found]
    parents = [context.program.syntax.parent(function, call) for call in predicting]
    if not all(isinstance(parent, ast.Return) for parent in parents):
        doubt = f"what '{function.name}' computes with the prediction runs eagerly then"
    tfretrace, imports = module_name(context.program, function.body, "tfretrace", "tfretrace")
    return Plan(
        (
            *imports,
            InsertBefore(function.node, f"{_CACHE} = {tfretrace}.PredictorCache()"),
            KeepDecorators(function.node, _other_decorators(function.node, facts.traced)),
            *(
                Replace(
                    call, _CACHE + ".predict({model}, {x})", {"model": call.func, "x": call.args[0]}
                )
                for call in predicting
            ),
        ),
        (finding,),
        doubt,
    )


def _varies_otherwise(program: Program, facts: ArgumentFacts) -> bool:
    """Whether calls pass tensors of several shapes: the cache keeps one trace for all of them."""
    return any(
        isinstance(argument.value, TensorValue) and argument.value.changes is not None
        for site in program.sites.own[facts.traced]
        for argument in site.arguments
    )


def _unlike(program: Program, facts: ArgumentFacts) -> ast.Call | None:
    """Return a layer that the function which makes the models makes with another number for each.

    Such models are of as many architectures.
    """
    for _, argument in facts.arguments:
        site = argument.value.site if isinstance(argument.value, ObjectValue) else None
        maker = program.calls.target(site) if isinstance(site, ast.Call) else None
        for call, place in () if maker is None else maker.calls:
            if not (program.qualified(call.func, place) or "").startswith(_LAYERS):
                continue
            named = (k.value for k in call.keywords if not (k.arg or "").endswith(_UNIMPORTANT))
            for given in (*call.args, *named):
                value = program.value(given, place)
                if isinstance(value, PythonValue) and (
                    value.changes is not None or len(value.constants or ()) > 1
                ):
                    return call
    return None


def _models(program: Program, facts: ArgumentFacts) -> Iterator[str]:
    """Yield the parameters for which calls pass models: the one that is reported, and others."""
    sites = program.sites.own[facts.traced]
    for parameter in facts.traced.parameters:
        values = [a.value for site in sites if (a := site.argument(parameter)) is not None]
        is_reported = parameter is facts.parameter
        if is_reported or (values and all(program.keras.kind(v) == "model" for v in values)):
            yield parameter.name


def _predictions(function: Function, name: str) -> list[ast.Call]:
    """Return the calls of a model in a body that branches and loops nowhere.

    None if it does more with the model than to call it.
    """
    assert isinstance(function.node, ast.FunctionDef)
    if not all(isinstance(statement, _STRAIGHT) for statement in function.node.body):
        return []
    parts = [part for statement in function.node.body for part in ast.walk(statement)]
    calls = [part for part in parts if isinstance(part, ast.Call) and _is_prediction(part)]
    calls = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == name]
    named = [part for part in parts if isinstance(part, ast.Name) and part.id == name]
    return calls if set(named) == {call.func for call in calls} else []


def _is_prediction(call: ast.Call) -> bool:
    """Whether a call is ``model(x, training=False)``, which is what ``model(x)`` means."""
    match call:
        case ast.Call(func=ast.Name(), args=[argument], keywords=keywords):
            return not isinstance(argument, ast.Starred) and all(
                keyword.arg == "training"
                and isinstance(keyword.value, ast.Constant)
                and keyword.value.value is False
                for keyword in keywords
            )
    return False


def _other_decorators(node: ast.FunctionDef, traced: TracedFunction) -> tuple[int, ...]:
    return tuple(
        i for i, decorator in enumerate(node.decorator_list) if decorator is not traced.site
    )
