"""TFR302: a long loop over a fixed range becomes one loop of the graph."""

from __future__ import annotations

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import LoopFacts
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.safety import Number, Refused, convert_expressions


def plan(finding: Finding, context: Context) -> Plan | Refusal:
    """Loop over ``tf.range``, if the body can do with a tensor for the loop variable.

    Unsafe: TensorFlow's optimizer folds the constants of unrolled copies into each other, which
    rounds differently.
    """
    facts: LoopFacts = finding.facts
    named = tensorflow_name(context.program)
    if isinstance(named, Refusal):
        return named
    tensorflow, imports = named
    try:
        given = dict.fromkeys(facts.bound.args, Number("int32"))
        conversion = convert_expressions(context.program, tensorflow, facts.function, given)
    except Refused as refused:
        return Refusal(str(refused))
    because = "floating-point results may be rounded differently"
    return Plan((*conversion.edits.values(), *imports), (finding,), because)
