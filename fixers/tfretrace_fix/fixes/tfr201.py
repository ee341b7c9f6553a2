"""TFR201, TFR202: a traced function is pinned to the types that reach it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import SignatureFacts
from flake8_tfretrace.program import Program, TracedFunction
from flake8_tfretrace.program.tracetypes import Dimension, TensorValue
from tfretrace_fix.edits import SetKeyword
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal


def plan(finding: Finding, context: Context) -> Plan | Refusal:
    """Add the ``input_signature`` that the calls show, or else ``reduce_retracing=True``."""
    facts: SignatureFacts = finding.facts
    reason = _why_not(facts.traced)
    if reason is not None:
        return Refusal(reason)
    named = tensorflow_name(context.program)
    if not isinstance(named, Refusal):
        tensorflow, imports = named
        signature = _signature(facts, tensorflow)
        if signature is not None:
            return Plan(
                (*imports, _option(context.program, facts.traced, "input_signature", signature)),
                (finding,),
                "calls with other types than those in this file will fail",
            )
    return plan_reduced(finding, context)


def plan_reduced(finding: Finding, context: Context) -> Plan | Refusal:
    """Add ``reduce_retracing=True``."""
    facts: SignatureFacts = finding.facts
    reason = _why_not(facts.traced)
    if reason is not None:
        return Refusal(reason)
    return Plan(
        (_option(context.program, facts.traced, "reduce_retracing", "True"),),
        (finding,),
        "shapes that vary will not be known while tracing",
    )


def _why_not(traced: TracedFunction) -> str | None:
    """Return why neither option can be given."""
    if traced.function is None:
        return "the definition of the function is not in this file"
    for parameter in traced.parameters:
        if parameter.kind in ("*", "**"):
            return f"'{parameter.name}' takes any number of arguments"
    if traced.function.shape_reads:
        read = traced.function.shape_reads[0][0]
        return f"the body uses '{ast.unparse(read)}' as a number"
    return None


def _option(program: Program, traced: TracedFunction, name: str, value: str) -> SetKeyword:
    """Return the edit that gives ``tf.function`` an option, where options are written."""
    site = traced.site
    if isinstance(site, ast.Call) and isinstance(site.func, ast.Call):
        inner = program.qualified(site.func.func, traced.place)
        if inner == "tensorflow.function":
            site = site.func
    return SetKeyword(site, name, value)


def _signature(facts: SignatureFacts, tensorflow: str) -> str | None:
    """Return the ``input_signature``; None unless each parameter is known to be a tensor."""
    types = dict(facts.types)
    specs = []
    for parameter in facts.traced.parameters:
        value = types.get(parameter)
        always_given = all(site.argument(parameter) is not None for site in facts.sites)
        if parameter.kind != "positional" or not always_given:
            return None
        if not isinstance(value, TensorValue) or value.dtype is None or value.shape is None:
            return None
        shape = ", ".join(_dimensions(value.shape))
        specs.append(f"{tensorflow}.TensorSpec([{shape}], {tensorflow}.{value.dtype})")
    return f"[{', '.join(specs)}]" if specs else None


def _dimensions(shape: Sequence[Dimension]) -> list[str]:
    return [str(None if dimension is None else dimension.constant) for dimension in shape]
