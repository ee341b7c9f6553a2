"""TFR106: a function that only calls the model it is given becomes a predictor cache's call."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Function, TracedFunction
from tfretrace_fix.edits import InsertBefore, KeepDecorators, Replace
from tfretrace_fix.names import module_name
from tfretrace_fix.plans import Context, Plan, Refusal

_CACHE = "predictors"


def plan(finding: Finding, context: Context) -> Plan:
    """Let ``tfretrace.PredictorCache`` trace once per architecture, with the weights as arguments.

    Only for a module's function whose body is ``return model(x, training=False)``.
    """
    facts: ArgumentFacts = finding.facts
    function = facts.traced.function
    if function is None or not isinstance(function.node, ast.FunctionDef):
        raise Refusal("the definition of the function is not in this file")
    assert function.place is not None
    module = function.place.module
    if function.place is not module.body or not facts.traced.is_decorator:
        raise Refusal(f"'{function.name}' is not a decorated function of the module")
    call = _only_call(function)
    if call is None:
        raise Refusal("the body does more than 'return model(x, training=False)'")
    if facts.parameter is None or facts.parameter.name != _name(call.func):
        raise Refusal("the body does not call the model that is passed")
    if _CACHE in {*module.body.scope.bindings, *function.body.scope.bindings}:
        raise Refusal(f"the name '{_CACHE}' is taken")
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
        "models with state that calls change, or that cannot be called statelessly, differ",
    )


def _only_call(function: Function) -> ast.Call | None:
    """Return the call of ``return model(x, training=False)``, if that is the whole body."""
    assert isinstance(function.node, ast.FunctionDef)
    body = function.node.body
    if ast.get_docstring(function.node) is not None:
        body = body[1:]
    if len(body) != 1 or not isinstance(body[0], ast.Return):
        return None
    call = body[0].value
    if not isinstance(call, ast.Call) or len(call.args) != 1 or len(call.keywords) != 1:
        return None
    names = {parameter.name for parameter in function.parameters}
    if {_name(call.func), _name(call.args[0])} != names:
        return None
    (keyword,) = call.keywords
    training = keyword.value
    is_inference = isinstance(training, ast.Constant) and training.value is False
    return call if keyword.arg == "training" and is_inference else None


def _name(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


def _other_decorators(node: ast.FunctionDef, traced: TracedFunction) -> tuple[int, ...]:
    return tuple(
        i for i, decorator in enumerate(node.decorator_list) if decorator is not traced.site
    )
