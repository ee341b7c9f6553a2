"""TFR206: a dimension that is None while tracing is taken from ``tf.shape``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ShapeReadFacts
from flake8_tfretrace.program import Function, Program
from flake8_tfretrace.program.static_shapes import tensor_of
from flake8_tfretrace.program.tracetypes import FunctionValue
from tfretrace_fix.conversion import Given, Number, convert
from tfretrace_fix.edits import Edit, Replace
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal, first_possible


def plan(finding: Finding, context: Context) -> Plan:
    """Read the dimension when the graph runs, with the other dimensions that it meets.

    Safe where the function only runs as this graph: all uses that are followed raise with None,
    so there are no results that could change.
    """
    facts: ShapeReadFacts | None = finding.facts
    if facts is None:
        raise Refusal("the size is unpacked, or depends on data, or a helper reads it")
    tensorflow, imports = tensorflow_name(context.program, facts.function.body)
    same_body = [
        other
        for other in context.findings
        if other.code == "TFR206"
        and other.facts is not None
        and other.facts.function is facts.function
    ]

    def attempt(findings: Sequence[Finding]) -> Plan:
        reads = [other.facts.read for other in findings]
        edits = read_in_graph(context.program, tensorflow, facts.function, reads)
        because = _why_unsafe(context.program, facts.function)
        return Plan((*edits.values(), *imports), tuple(findings), because)

    return first_possible((same_body, [finding]), attempt)


def read_in_graph(
    program: Program,
    tensorflow: str,
    function: Function,
    reads: Sequence[ast.expr],
    *,
    were_open: bool = True,
) -> dict[ast.AST, Edit]:
    """Return the edits, by node, that turn ``x.shape[i]`` and ``x.shape`` into tensors.

    ``were_open``: they were None while tracing, and what depends on them of no known size.

    Raises:
        Refusal: some use of them needs numbers.
    """
    given: dict[Given, Number] = {}
    edits: dict[ast.AST, Edit] = {}
    for read in reads:
        tensor = tensor_of(read.value if isinstance(read, ast.Subscript) else read)
        assert tensor is not None
        if not isinstance(read, ast.Subscript):
            given[read] = Number("int32", is_list=True)
            edits[read] = Replace(read, f"{tensorflow}.shape({{x}})", {"x": tensor})
        else:
            given[read] = Number("int32", is_none=were_open)
            values = {"x": tensor, "i": read.slice}
            edits[read] = Replace(read, f"{tensorflow}.shape({{x}})[{{i}}]", values)
    conversion = convert(program, tensorflow, function, given, are_open=were_open)
    for node, edit in conversion.edits.items():
        first = edits.get(node)
        if isinstance(first, Replace) and isinstance(edit, Replace):
            # The dimension itself is cast.
            edit = Replace(first.node, edit.template.replace("{old}", first.template), first.values)
        edits[node] = edit
    return edits


def _why_unsafe(program: Program, function: Function) -> str | None:
    if len(program.traced_of(function)) > 1 or _is_called_directly(program, function):
        return f"'{function.name}' also runs without that signature, with numbers so far"
    return None


def _is_called_directly(program: Program, function: Function) -> bool:
    """Whether a call reaches the Python function, not its tf.function."""
    calls = program.calls
    callees = [run for pair in calls.callers(function) for run in calls.callees(*pair)]
    return any(
        isinstance(c, FunctionValue) and c.function is function and c.traced is None
        for c in callees
    )
