"""TFR107: an argument is cast to the dtype that the first call passes."""

from __future__ import annotations

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program.tracetypes import TensorValue
from tfretrace_fix.edits import Replace
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal


def plan(finding: Finding, context: Context) -> Plan | Refusal:
    """Cast at the call."""
    facts: ArgumentFacts = finding.facts
    named = tensorflow_name(context.program)
    if isinstance(named, Refusal):
        return named
    tensorflow, imports = named
    assert facts.parameter is not None
    given = [site.argument(facts.parameter) for site in facts.sites]
    dtypes = [a.value.dtype for a in given if a is not None and isinstance(a.value, TensorValue)]
    dtype = next(d for d in dtypes if d is not None)
    edits = [
        Replace(argument.node, f"{tensorflow}.cast({{old}}, {tensorflow}.{dtype})")
        for _, argument in facts.arguments
    ]
    because = f"the function computes in {dtype} then"
    return Plan((*edits, *imports), (finding,), because)
