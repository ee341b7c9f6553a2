"""TFR402: ``model.predict(x)`` in a graph raises; it becomes ``model(x, training=False)``."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import EndpointFacts
from flake8_tfretrace.program import Program
from flake8_tfretrace.program.tracetypes import ObjectValue, StreamValue
from tfretrace_fix.bodies import runs_eagerly
from tfretrace_fix.edits import Replace
from tfretrace_fix.plans import Context, Plan, Refusal

_IRRELEVANT = frozenset({"batch_size", "verbose", "steps", "callbacks"})
"""Options of ``predict`` that say how to run, not what to compute."""


def plan(finding: Finding, context: Context) -> Plan:
    """Call the model. In a graph this is safe: ``predict`` gives no result there at all."""
    facts: EndpointFacts = finding.facts
    call = facts.call
    assert isinstance(call.func, ast.Attribute)
    if facts.endpoint not in ("predict", "predict_on_batch"):
        raise Refusal(f"{facts.endpoint}() has no counterpart inside a graph")
    data = input_of(call)
    keywords = [keyword.arg for keyword in call.keywords]
    unknown = [name for name in keywords if name not in _IRRELEVANT | {"x"}]
    if unknown:
        raise Refusal(f"the call has the argument '{unknown[0] or '**'}'")
    _check_model(context.program, facts)
    value = context.program.value(data, facts.place)
    if isinstance(value, StreamValue):
        raise Refusal(f"'{ast.unparse(data)}' is a {value.kind}: a model takes one batch of it")
    values = {"model": call.func.value, "x": data}
    edits = (Replace(call, "{model}({x}, training=False)", values),)
    function = facts.place.function
    if runs_eagerly(context.program, function):
        because = f"eager callers of '{function.name}' get a tensor for a NumPy array"
        return Plan(edits, (finding,), because)
    return Plan(edits, (finding,))


def _check_model(program: Program, facts: EndpointFacts) -> None:
    """Raise Refusal unless the method is that of a Keras model: then a call of it does the same."""
    assert isinstance(facts.call.func, ast.Attribute)
    name = ast.unparse(facts.call.func.value)
    model = program.value(facts.call.func.value, facts.place)
    if not isinstance(model, ObjectValue) or program.keras.kind(model) != "model":
        raise Refusal(f"nothing shows that '{name}' is a Keras model")
    if model.cls is not None and program.classes.method(model.cls, facts.endpoint) is not None:
        raise Refusal(f"'{model.cls.name}' defines its own {facts.endpoint}()")


def input_of(call: ast.Call) -> ast.expr:
    """Return what a call of ``predict`` predicts for.

    Raises:
        Refusal: that is not clear.
    """
    inputs = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "x")]
    if len(inputs) != 1 or isinstance(inputs[0], ast.Starred):
        raise Refusal("it is not clear which argument is the input")
    return inputs[0]
