"""TFR203: a ``tf.function`` option under its old name gets the new one.

One without effect goes; so does one beside a signature that leaves nothing to relax.
"""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import OptionFacts
from flake8_tfretrace.requirements import required
from flake8_tfretrace.rules.signatures import SINCE
from tfretrace_fix.edits import RemoveKeyword, RenameKeyword
from tfretrace_fix.plans import Context, Plan


def plan(finding: Finding, context: Context) -> Plan:
    """Rename the option, as TensorFlow treats both names alike, or remove what has no effect."""
    facts: OptionFacts = finding.facts
    given = {keyword.arg: keyword.value for keyword in facts.call.keywords}
    is_relaxing = facts.new == "reduce_retracing"
    if is_relaxing and isinstance(given.get("input_signature"), ast.List | ast.Tuple):
        return Plan((RemoveKeyword(facts.call, facts.old),), (finding,))
    if facts.new is not None:
        return Plan((RenameKeyword(facts.call, facts.old, facts.new),), (finding,))
    since, because = SINCE.get(facts.old), None
    requires = required(context.program.filename)
    if since is not None and requires.may_be_below("tensorflow", since) is None:
        because = f"nothing says that the project requires TensorFlow {since}, which ignores it"
    return Plan((RemoveKeyword(facts.call, facts.old),), (finding,), because)
