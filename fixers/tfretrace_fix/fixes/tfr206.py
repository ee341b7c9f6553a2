"""TFR206: a dimension that is None while tracing is taken from ``tf.shape``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ShapeReadFacts
from flake8_tfretrace.program import Function, Program
from flake8_tfretrace.program.tracetypes import FunctionValue
from tfretrace_fix.edits import Edit, Replace
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.safety import Number, Refused, convert_expressions


def plan(finding: Finding, context: Context) -> Plan | Refusal:
    """Read the dimension when the graph runs, with the other dimensions that it meets.

    Safe where the function only runs as this graph: all uses that are followed raise with None,
    so there are no results that could change.
    """
    facts: ShapeReadFacts = finding.facts
    named = tensorflow_name(context.program)
    if isinstance(named, Refusal):
        return named
    tensorflow, imports = named
    same_body = [
        other
        for other in context.findings
        if other.code == "TFR206" and other.facts.function is facts.function
    ]
    reason = ""
    for findings in (same_body, [finding]):
        try:
            edits, because = _read_in_graph(context.program, tensorflow, facts.function, findings)
        except Refused as refused:
            reason = str(refused)
        else:
            return Plan((*edits, *imports), tuple(findings), because)
    return Refusal(reason)


def _read_in_graph(
    program: Program, tensorflow: str, function: Function, findings: Sequence[Finding]
) -> tuple[list[Edit], str | None]:
    """Return the edits that turn the reads of ``findings`` into tensors, and what may change."""
    reads: list[ast.expr] = [finding.facts.read for finding in findings]
    edits: list[Edit] = []
    for read in reads:
        assert isinstance(read, ast.Subscript) and isinstance(read.value, ast.Attribute)
        values = {"x": read.value.value, "i": read.slice}
        edits.append(Replace(read, f"{tensorflow}.shape({{x}})[{{i}}]", values))
    given = dict.fromkeys(reads, Number("int32", is_none=True))
    conversion = convert_expressions(program, tensorflow, function, given, shapes=True)
    because = None
    if len(program.traced_of(function)) > 1 or _is_called_directly(program, function):
        because = f"'{function.name}' also runs without that signature, with numbers so far"
    return [*edits, *conversion.edits.values()], because


def _is_called_directly(program: Program, function: Function) -> bool:
    """Whether a call reaches the Python function, not its tf.function."""
    callees = [program.callee(call, place) for call, place in program.callers(function)]
    return any(isinstance(c, FunctionValue) and c.traced is None for c in callees)
