"""TFR505: ``tf.config.run_functions_eagerly(True)`` goes, and the import that only it needed."""

from __future__ import annotations

import ast

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import CallFacts
from flake8_tfretrace.modules import own_module
from tfretrace_fix.edits import Edit, ReplaceStatement
from tfretrace_fix.names import unused_imports
from tfretrace_fix.plans import Context, Plan, Refusal


def plan(finding: Finding, context: Context) -> Plan:
    """Remove the statement, where its block holds something else."""
    facts: CallFacts = finding.facts
    program, place = context.program, facts.place
    module = own_module(program.filename, program.source or "")
    if module is not None and any(module.imported_modules()):
        raise Refusal("what it imports of the project may need eager execution")
    statement = program.syntax.parent(place.function, facts.call)
    if not isinstance(statement, ast.Expr):
        raise Refusal("its value is used")
    if _is_alone(statement, program.syntax.parent(place.function, statement)):
        raise Refusal("nothing else is in its block")
    edits: list[Edit] = [ReplaceStatement(statement, "")]
    edits += unused_imports(program, [facts.call.func], place)
    because = "what only works eagerly fails in a graph, or behaves otherwise"
    return Plan(tuple(edits), (finding,), because)


def _is_alone(statement: ast.stmt, holder: ast.AST | None) -> bool:
    """Whether nothing but a docstring stands in a block with ``statement``."""
    block: list[ast.stmt]
    for name in ("body", "orelse", "finalbody"):
        block = getattr(holder, name, [])
        if statement in block:
            break
    is_documented = isinstance(holder, ast.FunctionDef) and ast.get_docstring(holder) is not None
    return len(block) == 1 + is_documented
