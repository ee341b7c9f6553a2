"""TFR306: a list that grows in a loop of the graph becomes a ``tf.TensorArray``."""

from __future__ import annotations

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import CallFacts
from tfretrace_fix.arrays import as_array, list_name
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan


def plan(finding: Finding, context: Context) -> Plan:
    """Write into an array instead, if the list is only appended to and made a tensor of."""
    facts: CallFacts = finding.facts
    name, function = list_name(facts.call), facts.place.function
    tensorflow, imports = tensorflow_name(context.program, facts.place)
    edits = as_array(context.program, tensorflow, facts.call, facts.place)
    covers = [
        other
        for other in context.findings
        if other.code == "TFR306"
        and other.facts.place.function is function
        and list_name(other.facts.call) == name
    ]
    because = f"'{name}' holds every element then, where it held one"
    return Plan((*edits, *imports), tuple(covers), because)
