"""TFR402: ``model.predict(x)`` in a graph raises; it becomes ``model(x, training=False)``."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import EndpointFacts
from flake8_tfretrace.program.tracetypes import StreamValue
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


def input_of(call: ast.Call) -> ast.expr:
    """Return what a call of ``predict`` predicts for.

    Raises:
        Refusal: that is not clear.
    """
    inputs = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "x")]
    if len(inputs) != 1 or isinstance(inputs[0], ast.Starred):
        raise Refusal("it is not clear which argument is the input")
    return inputs[0]
