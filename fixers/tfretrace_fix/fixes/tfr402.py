"""TFR402: ``model.predict(x)`` in a graph raises; it becomes ``model(x, training=False)``."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import EndpointFacts
from tfretrace_fix.edits import Replace
from tfretrace_fix.plans import Context, Plan, Refusal

_IRRELEVANT = frozenset({"batch_size", "verbose", "steps", "callbacks"})
"""Options of ``predict`` that say how to run, not what to compute."""


def plan(finding: Finding, context: Context) -> Plan | Refusal:
    """Call the model. This is safe, since ``predict`` gives no result there at all."""
    facts: EndpointFacts = finding.facts
    call = facts.call
    assert isinstance(call.func, ast.Attribute)
    if facts.endpoint not in ("predict", "predict_on_batch"):
        return Refusal(f"{facts.endpoint}() has no counterpart inside a graph")
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    inputs = [*call.args, *(value for name, value in keywords.items() if name == "x")]
    if len(inputs) != 1 or isinstance(inputs[0], ast.Starred):
        return Refusal("it is not clear which argument is the input")
    unknown = [name for name in keywords if name not in _IRRELEVANT | {"x"}]
    if unknown:
        return Refusal(f"the call has the argument '{unknown[0] or '**'}'")
    values = {"model": call.func.value, "x": inputs[0]}
    return Plan((Replace(call, "{model}({x}, training=False)", values),), (finding,))
