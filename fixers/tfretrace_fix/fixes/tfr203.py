"""TFR203: a ``tf.function`` option under its old name gets the new one."""

from __future__ import annotations

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import OptionFacts
from tfretrace_fix.edits import RenameKeyword
from tfretrace_fix.plans import Context, Plan


def plan(finding: Finding, context: Context) -> Plan:
    """Rename the option: TensorFlow treats both names alike."""
    facts: OptionFacts = finding.facts
    return Plan((RenameKeyword(facts.call, facts.old, facts.new),), (finding,))
