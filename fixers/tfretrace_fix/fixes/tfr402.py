"""TFR402: ``model.predict(x)`` in a graph raises; it becomes ``model(x, training=False)``."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import EndpointFacts
from flake8_tfretrace.program import Function, Program
from flake8_tfretrace.program.tracetypes import StreamValue
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
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    inputs = [*call.args, *(value for name, value in keywords.items() if name == "x")]
    if len(inputs) != 1 or isinstance(inputs[0], ast.Starred):
        raise Refusal("it is not clear which argument is the input")
    unknown = [name for name in keywords if name not in _IRRELEVANT | {"x"}]
    if unknown:
        raise Refusal(f"the call has the argument '{unknown[0] or '**'}'")
    (data,) = inputs
    value = context.program.value(data, facts.place)
    if isinstance(value, StreamValue):
        raise Refusal(f"'{ast.unparse(data)}' is a {value.kind}: a model takes one batch of it")
    values = {"model": call.func.value, "x": data}
    edits = (Replace(call, "{model}({x}, training=False)", values),)
    function = facts.place.function
    if _runs_eagerly(context.program, function):
        because = f"eager callers of '{function.name}' get a tensor for a NumPy array"
        return Plan(edits, (finding,), because)
    return Plan(edits, (finding,))


def _runs_eagerly(program: Program, function: Function) -> bool:
    """Whether a helper of a traced function is also called outside any graph."""
    if program.traced_of(function):
        return False
    return any(not program.in_graph(place) for _, place in program.callers(function))
