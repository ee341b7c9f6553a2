"""TFR503: ``@staticmethod`` and ``@classmethod`` go above ``@tf.function``."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import CreationFacts
from tfretrace_fix.edits import KeepDecorators
from tfretrace_fix.plans import Context, Plan, Refusal


def plan(finding: Finding, context: Context) -> Plan:
    """Put the decorators into the order in which they work."""
    facts: CreationFacts = finding.facts
    node = None if facts.traced.function is None else facts.traced.function.node
    if facts.above is None or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        raise Refusal("how the instances are compared and kept is for the class to say")
    traced = node.decorator_list.index(facts.traced.site)
    outer = node.decorator_list.index(facts.above)
    if outer != traced + 1:
        raise Refusal("other decorators stand between the two")
    rest = (i for i in range(len(node.decorator_list)) if i != outer)
    return Plan((KeepDecorators(node, (outer, *rest)),), (finding,))
