"""TFR201, TFR202: a traced function is pinned to the types that reach it."""

from __future__ import annotations

import contextlib
import dataclasses

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import SignatureFacts
from flake8_tfretrace.program import Parameter, Program
from flake8_tfretrace.program.tracetypes import PythonValue, TensorValue, TraceType
from tfretrace_fix.edits import Edit
from tfretrace_fix.fixes import pinning
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.static_shapes import may_have_shape, rank_needs, static_shape_needs


def plan(finding: Finding, context: Context) -> Plan:
    """Add the ``input_signature`` that the calls show, or else ``reduce_retracing=True``.

    With a signature there is one trace, which spares what ``reduce_retracing`` traces at first.
    """
    facts: SignatureFacts = finding.facts
    if facts.observed is None:
        # A call that leaves a parameter to its default is not looked into.
        types = tuple((p, t) for p, t in facts.types if all(s.argument(p) for s in facts.sites))
        facts = facts._replace(types=types)
    is_number = any(_is_changing_number(value) for _, value in facts.types)
    try:
        signature = pinning.plan(facts, context)
    except Refusal as no_signature:
        if facts.observed is None:
            return plan_reduced(finding, context)
        if is_number:
            raise
        try:
            return plan_reduced(finding, context)
        except Refusal:
            raise no_signature from None
    if is_number:
        return signature
    reduced: list[Plan] = []
    with contextlib.suppress(Refusal):
        # It traces the first two shapes before it generalises.
        reduced.append(dataclasses.replace(plan_reduced(finding, context), leaves_more=True))
    return dataclasses.replace(signature, otherwise=tuple(reduced))


def _is_changing_number(value: TraceType) -> bool:
    """Whether an argument is a Python value that reduce_retracing would not spare."""
    return isinstance(value, PythonValue) and value.kind != "none" and value.constant is None


def plan_reduced(finding: Finding, context: Context) -> Plan:
    """Add ``reduce_retracing=True``."""
    facts: SignatureFacts = finding.facts
    tensorflow, imports = tensorflow_name(context.program, facts.traced.place)
    reads = _generalised(context.program, facts, tensorflow, is_shown=finding.code == "TFR201")
    if finding.code == "TFR201" and (finding.predicted_traces == 2 or _are_two(facts)):
        raise Refusal(
            "two calls make two traces: 'reduce_retracing' saves the third and later ones"
        )
    because: str | None = "shapes that vary will not be known while tracing"
    if not reads and facts.observed is None:
        because = _other_cause(context, facts) or pinning.doubt_of_opening_all(context, facts)
    return Plan(
        (
            *(imports if reads else ()),
            pinning.option(context.program, facts.traced, "reduce_retracing", "True"),
            *reads,
        ),
        (finding,),
        because,
    )


def _other_cause(context: Context, facts: SignatureFacts) -> str | None:
    """Return what else of the arguments retraces: the option is of use once that is mended."""
    for other in context.findings:
        if other.code.startswith("TFR10") and other.facts.traced is facts.traced:
            return f"line {other.line} retraces by another argument ({other.code})"
    return None


def _are_two(facts: SignatureFacts) -> bool:
    """Whether there are two calls, each of which always passes the same types."""
    return len(facts.sites) == 2 and all(
        isinstance(value := argument.value, TensorValue)
        and value.constant_shape is not None
        and value.dtype is not None
        for site in facts.sites
        for argument in site.arguments
    )


def _generalised(
    program: Program, facts: SignatureFacts, tensorflow: str, *, is_shown: bool
) -> list[Edit]:
    """Return what the body needs for ``reduce_retracing``.

    ``is_shown``: calls pass other sizes, so that the body may read them in the graph.

    Raises:
        Refusal: it cannot be given.
    """
    traced = facts.traced
    pinning.check_option(traced)
    function = traced.function
    if function is None:
        raise Refusal("the definition of the function is not in this file")
    for parameter in traced.parameters:
        if parameter.kind in ("*", "**"):
            raise Refusal(f"'{parameter.name}' takes any number of arguments")
    opened = [p for p in traced.parameters if may_have_shape(program, function, p)]
    needs = static_shape_needs(program, function, opened)
    if needs and not is_shown:
        raise Refusal(needs[0].reason)
    edits = pinning.read_needed(program, tensorflow, function, needs) if needs else {}
    ranked = [p for p in opened if _has_ranks(facts, p)]
    for need in rank_needs(program, function, ranked) if ranked else ():
        raise Refusal(
            f"calls pass tensors of several ranks for '{ranked[0].name}', and {need.reason}"
        )
    return [*edits.values()]


def _has_ranks(facts: SignatureFacts, parameter: Parameter) -> bool:
    """Whether calls give a parameter tensors of several ranks: the general trace knows none."""
    values = (a.value for s in facts.sites if (a := s.argument(parameter)) is not None)
    shapes = (value.shape for value in values if isinstance(value, TensorValue))
    return len({len(shape) for shape in shapes if shape is not None}) > 1
