"""TFR201, TFR202: a traced function is pinned to the types that reach it."""

from __future__ import annotations

import ast
import dataclasses

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import SignatureFacts
from flake8_tfretrace.program import TracedFunction
from flake8_tfretrace.program.tracetypes import PythonValue, TraceType
from tfretrace_fix.fixes import pinning
from tfretrace_fix.plans import Context, Plan, Refusal


def plan(finding: Finding, context: Context) -> Plan:
    """Add the ``input_signature`` that the calls show, or else ``reduce_retracing=True``."""
    facts: SignatureFacts = finding.facts
    if facts.observed is None:
        # A call that leaves a parameter to its default is not looked into.
        types = tuple((p, t) for p, t in facts.types if all(s.argument(p) for s in facts.sites))
        facts = dataclasses.replace(facts, types=types)
    try:
        return pinning.plan(facts, context)
    except Refusal as no_signature:
        if facts.observed is None:
            return plan_reduced(finding, context)
        if any(_is_changing_number(t) for _, t in facts.types):
            raise
        try:
            return plan_reduced(finding, context)
        except Refusal:
            raise no_signature from None


def _is_changing_number(value: TraceType) -> bool:
    """Whether an argument is a Python value that reduce_retracing would not spare."""
    return isinstance(value, PythonValue) and value.kind != "none" and value.constant is None


def plan_reduced(finding: Finding, context: Context) -> Plan:
    """Add ``reduce_retracing=True``."""
    facts: SignatureFacts = finding.facts
    reason = _why_not(facts.traced)
    if reason is not None:
        raise Refusal(reason)
    return Plan(
        (pinning.option(context.program, facts.traced, "reduce_retracing", "True"),),
        (finding,),
        "shapes that vary will not be known while tracing",
    )


def _why_not(traced: TracedFunction) -> str | None:
    """Return why ``reduce_retracing`` cannot be given."""
    if traced.function is None:
        return "the definition of the function is not in this file"
    for parameter in traced.parameters:
        if parameter.kind in ("*", "**"):
            return f"'{parameter.name}' takes any number of arguments"
    if traced.function.shape_reads:
        read = traced.function.shape_reads[0][0]
        return f"the body uses '{ast.unparse(read)}' as a number"
    return None
