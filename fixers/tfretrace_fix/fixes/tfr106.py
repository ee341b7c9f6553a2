"""TFR106: a function that predicts with the model it is given calls a predictor cache.

For optimizers see :mod:`tfretrace_fix.fixes.optimizers`.
"""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Function, TracedFunction
from tfretrace_fix.edits import InsertBefore, KeepDecorators, Replace
from tfretrace_fix.effects import effects_of_tracing
from tfretrace_fix.fixes.optimizers import plan_optimizer
from tfretrace_fix.names import module_name
from tfretrace_fix.plans import Context, Plan, Refusal

_CACHE = "predictors"
_STRAIGHT = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
"""Statements that are the same for TensorFlow, and are not converted by AutoGraph."""


def plan(finding: Finding, context: Context) -> Plan:
    """Let ``tfretrace.PredictorCache`` trace once per architecture, with the weights as arguments.

    Only for a module's function that calls ``model(x, training=False)``, and computes with what
    that gives. This is done eagerly then.
    """
    facts: ArgumentFacts = finding.facts
    if all(context.program.keras.kind(a.value) == "optimizer" for _, a in facts.arguments):
        return plan_optimizer(finding, context)
    function = facts.traced.function
    if function is None or not isinstance(function.node, ast.FunctionDef):
        raise Refusal("the definition of the function is not in this file")
    assert function.place is not None
    module = function.place.module
    if function.place is not module.body or not facts.traced.is_decorator:
        raise Refusal(f"'{function.name}' is not a decorated function of the module")
    call = _only_call(function)
    if call is None:
        raise Refusal("the body does more than compute with 'model(x, training=False)'")
    effect = effects_of_tracing(context.program, function)
    if effect is not None:
        raise Refusal(effect)
    if facts.parameter is None or facts.parameter.name != _name(call.func):
        raise Refusal("the body does not call the model that is passed")
    if _CACHE in {*module.body.scope.bindings, *function.body.scope.bindings}:
        raise Refusal(f"the name '{_CACHE}' is taken")
    doubt = "models with state that calls change, or that cannot be called statelessly, differ"
    if not isinstance(context.program.syntax.parent(function, call), ast.Return):
        doubt = f"what '{function.name}' computes with the prediction runs eagerly then"
    tfretrace, imports = module_name(context.program, function.body, "tfretrace", "tfretrace")
    return Plan(
        (
            *imports,
            InsertBefore(function.node, f"{_CACHE} = {tfretrace}.PredictorCache()"),
            KeepDecorators(function.node, _other_decorators(function.node, facts.traced)),
            Replace(
                call, _CACHE + ".predict({model}, {x})", {"model": call.func, "x": call.args[0]}
            ),
        ),
        (finding,),
        doubt,
    )


def _only_call(function: Function) -> ast.Call | None:
    """Return the call ``model(x, training=False)`` of a body that branches and loops nowhere."""
    assert isinstance(function.node, ast.FunctionDef)
    parts = [part for statement in function.node.body for part in ast.walk(statement)]
    if not all(isinstance(statement, _STRAIGHT) for statement in function.node.body):
        return None
    calls = [part for part in parts if isinstance(part, ast.Call) and _is_prediction(part)]
    if len(calls) != 1:
        return None
    (call,) = calls
    model = _name(call.func)
    named = [part for part in parts if isinstance(part, ast.Name) and part.id == model]
    is_parameter = any(parameter.name == model for parameter in function.parameters)
    return call if is_parameter and named == [call.func] else None


def _is_prediction(call: ast.Call) -> bool:
    """Whether a call is ``model(x, training=False)``."""
    match call:
        case ast.Call(
            func=ast.Name(),
            args=[argument],
            keywords=[ast.keyword(arg="training", value=ast.Constant(value=False))],
        ):
            return not isinstance(argument, ast.Starred)
    return False


def _name(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


def _other_decorators(node: ast.FunctionDef, traced: TracedFunction) -> tuple[int, ...]:
    return tuple(
        i for i, decorator in enumerate(node.decorator_list) if decorator is not traced.site
    )
