"""TFR402: ``model.predict(x)`` in a graph raises; it becomes ``model(x, training=False)``."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import EndpointFacts
from flake8_tfretrace.program import Place, Program
from flake8_tfretrace.program.tracetypes import StreamValue
from tfretrace_fix.edits import Replace
from tfretrace_fix.effects import runs_eagerly
from tfretrace_fix.plans import Context, Plan, Refusal

_IRRELEVANT = frozenset({"batch_size", "verbose", "steps", "callbacks"})
"""Options of ``predict`` that say how to run, not what to compute."""
_MAX_DEPTH = 8
"""So many operations and names are followed."""


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
    if not _serves_as_tensor(context.program, call, facts.place):
        return Plan(edits, (finding,), "it is not clear whether a tensor serves where it goes")
    return Plan(edits, (finding,))


def _serves_as_tensor(program: Program, node: ast.expr, place: Place, depth: int = 0) -> bool:
    """Whether all that becomes of a value can become of a tensor of the graph.

    Raises:
        Refusal: NumPy would have to work with it, or an element of it is set.
    """
    function = place.function
    parent = program.syntax.parent(function, node)
    if depth > _MAX_DEPTH:
        return False
    if isinstance(parent, ast.Return):
        return True
    if isinstance(parent, ast.keyword):
        parent = program.syntax.parent(function, parent)
    if isinstance(parent, ast.Call) and parent.func is not node:
        name = program.qualified(parent.func, place) or ""
        if name.startswith("numpy."):
            raise Refusal(f"'{ast.unparse(parent.func)}' takes no tensor of a graph")
        return name.startswith("tensorflow.")
    if isinstance(parent, ast.Subscript) and parent.value is node:
        if not isinstance(parent.ctx, ast.Load):
            raise Refusal(f"an element of '{ast.unparse(node)}' is set")
        return _serves_as_tensor(program, parent, place, depth + 1)
    if isinstance(parent, (ast.BinOp, ast.UnaryOp)):
        return _serves_as_tensor(program, parent, place, depth + 1)
    if isinstance(parent, ast.Assign) and all(isinstance(t, ast.Name) for t in parent.targets):
        names = [target.id for target in parent.targets if isinstance(target, ast.Name)]
        uses = [use for name in names for use in program.syntax.uses(function)[name]]
        return all(
            _serves_as_tensor(program, use, place, depth + 1) for use, _ in uses if use is not node
        )
    return False


def input_of(call: ast.Call) -> ast.expr:
    """Return what a call of ``predict`` predicts for.

    Raises:
        Refusal: that is not clear.
    """
    inputs = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "x")]
    if len(inputs) != 1 or isinstance(inputs[0], ast.Starred):
        raise Refusal("it is not clear which argument is the input")
    return inputs[0]
