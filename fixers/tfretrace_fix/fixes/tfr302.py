"""TFR302: a long loop over a fixed range becomes one loop of the graph."""

from __future__ import annotations

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import LoopFacts
from tfretrace_fix.conversion import Given, Number, convert
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan


def plan(finding: Finding, context: Context) -> Plan:
    """Loop over ``tf.range``, if the body can do with a tensor for the loop variable.

    Unsafe: TensorFlow's optimizer folds the constants of unrolled copies into each other, which
    rounds differently.
    """
    facts: LoopFacts = finding.facts
    tensorflow, imports = tensorflow_name(context.program, facts.place)
    given: dict[Given, Number] = dict.fromkeys(facts.bound.args, Number("int32"))
    conversion = convert(context.program, tensorflow, facts.function, given)
    because = "floating-point results may be rounded differently"
    return Plan((*conversion.edits.values(), *imports), (finding,), because)
