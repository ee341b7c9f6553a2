"""TFR107: arguments are cast to the first dtype that holds what all calls pass."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Function, Parameter, Program
from flake8_tfretrace.program.library import common_dtype
from flake8_tfretrace.program.tracetypes import TensorValue
from tfretrace_fix.edits import Replace
from tfretrace_fix.effects import effects_of_tracing
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal


def plan(finding: Finding, context: Context) -> Plan:
    """Cast at the calls, and never a number with a fraction to an integer."""
    facts: ArgumentFacts = finding.facts
    tensorflow, imports = tensorflow_name(context.program, *(site.place for site in facts.sites))
    assert facts.parameter is not None
    if _names_several(finding):
        raise Refusal(
            "it has several dtypes at one call: which of them all are cast to is a choice"
        )
    given = {
        argument.node: argument.value.dtype
        for argument in (site.argument(facts.parameter) for site in facts.sites)
        if argument is not None and isinstance(argument.value, TensorValue)
    }
    dtypes = [dtype for dtype in given.values() if dtype is not None]
    dtype = common_dtype(dtypes)
    if dtype is None:
        raise Refusal(f"{', '.join(dict.fromkeys(dtypes))} have no dtype in common")
    covers = tuple(
        other
        for other in context.findings
        if other.code == finding.code
        and other.facts.parameter is facts.parameter
        and not _names_several(other)
    )
    reported = {argument.node for other in covers for _, argument in other.facts.arguments}
    edits = [
        Replace(node, f"{tensorflow}.cast({{old}}, {tensorflow}.{dtype})")
        for node, own in given.items()
        if own not in (None, dtype) and (node in reported or own == dtypes[0])
    ]
    because: str | None = f"the function computes in {dtype} then"
    function = facts.traced.function
    if function is not None and _casts_anyway(context.program, function, facts.parameter, dtype):
        because = effects_of_tracing(context.program, function)
    return Plan((*edits, *imports), covers, because)


def _names_several(finding: Finding) -> bool:
    """Whether an argument of one call has another dtype from call to call."""
    return any(
        isinstance(argument.value, TensorValue) and argument.value.dtype_change is not None
        for _, argument in finding.facts.arguments
    )


def _casts_anyway(program: Program, function: Function, parameter: Parameter, dtype: str) -> bool:
    """Whether the body casts the parameter to ``dtype`` wherever it uses it."""
    for use, parent in program.syntax.uses(function).get(parameter.name, ()):
        if program.syntax.owner(function, use) is not function:
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
