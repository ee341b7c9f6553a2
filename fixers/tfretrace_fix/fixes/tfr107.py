"""TFR107: an argument is cast to the dtype that the first call passes."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Function, Parameter, Program
from flake8_tfretrace.program.tracetypes import TensorValue
from tfretrace_fix.edits import Replace
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.safety import effects_of_tracing


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
    because: str | None = f"the function computes in {dtype} then"
    function = facts.traced.function
    if function is not None and _casts_anyway(context.program, function, facts.parameter, dtype):
        because = effects_of_tracing(context.program, function)
    return Plan((*edits, *imports), (finding,), because)


def _casts_anyway(program: Program, function: Function, parameter: Parameter, dtype: str) -> bool:
    """Whether the body casts the parameter to ``dtype`` wherever it uses it."""
    for use, parent in program.uses(function).get(parameter.name, ()):
        if program.owner(function, use) is not function:
            return False
        if all(b.kind != "parameter" for b in program.bindings(use, function.body)):
            continue
        if not isinstance(parent, ast.Call) or parent.args[:1] != [use]:
            return False
        place = program.index.places[parent]
        value = program.value(parent, place)
        is_cast = program.qualified(parent.func, place) == "tensorflow.cast"
        if not is_cast or not isinstance(value, TensorValue) or value.dtype != dtype:
            return False
    return True
