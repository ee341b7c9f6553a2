"""TFR304, TFR305: a conditional on a tensor becomes ``tf.cond``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ConditionalFacts
from flake8_tfretrace.program import Place
from flake8_tfretrace.program.scopes import is_none
from flake8_tfretrace.program.tracetypes import PythonValue
from tfretrace_fix.edits import Edit, Replace, ReplaceStatement
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal


def plan(finding: Finding, context: Context) -> Plan:
    """Rewrite a conditional whose branches each give one value."""
    facts: ConditionalFacts = finding.facts
    node = facts.node
    tensorflow, imports = tensorflow_name(context.program, facts.place)
    if not isinstance(node, ast.If | ast.IfExp):
        raise Refusal("a loop of the graph has to name what it carries")
    _check_is_tensor(context, node.test, facts.place)
    if finding.code == "TFR304" and _needs_autograph(node):
        raise Refusal("'and', 'or', 'not' and chained comparisons need AutoGraph, too")
    builder = _Cond(tensorflow)
    edits: list[Edit]
    if isinstance(node, ast.IfExp):
        template = builder.expression(node)
        edits = [Replace(node, template, builder.values)]
    else:
        statements = _statements_around(node, facts)
        following = statements[statements.index(node) + 1 :] if node in statements else []
        rewritten = builder.statement(node, following)
        if rewritten is None:
            raise Refusal("the branches do more than give one value")
        target, template, used = rewritten
        edits = [ReplaceStatement(node, f"{target}{template}", builder.values)]
        edits += [ReplaceStatement(statement, "") for statement in used]
    inside = set(ast.walk(node))
    covers = [
        other
        for other in context.findings
        if other.code == finding.code and other.facts.node in inside
    ]
    return Plan((*edits, *imports), tuple(covers))


def _check_is_tensor(context: Context, test: ast.expr, place: Place) -> None:
    """Raise Refusal if other calls pass what decides the condition as a number: TensorFlow asks
    for a tensor.
    """
    program = context.program
    for node in ast.walk(test):
        for binding in program.bindings(node, place) if isinstance(node, ast.Name) else ():
            function = binding.place.function
            parameter = function.parameter(binding.name)
            if binding.kind == "parameter" and function in program.graph.unconverted and parameter:
                if isinstance(program.calls.passed(function, parameter), PythonValue):
                    raise Refusal(f"calls pass a number for '{parameter.name}'")


def _needs_autograph(node: ast.If | ast.IfExp) -> bool:
    return any(
        isinstance(inner, ast.BoolOp)
        or (isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not))
        or (isinstance(inner, ast.Compare) and len(inner.ops) > 1)
        for inner in ast.walk(node.test)
    )


def _statements_around(node: ast.If, facts: ConditionalFacts) -> list[ast.stmt]:
    """Return the list of statements that ``node`` is in."""
    for _, value in ast.iter_fields(facts.place.node):
        if isinstance(value, list) and node in value:
            return value
    return []


class _Cond:
    """Builds the template of a ``tf.cond`` and collects the expressions that go into it."""

    def __init__(self, tensorflow: str) -> None:
        self.tensorflow = tensorflow
        self.values: dict[str, ast.expr] = {}

    def value(self, node: ast.expr) -> str:
        """Return a placeholder for ``node``."""
        if isinstance(node, ast.IfExp):
            return self.expression(node)
        name = f"value{len(self.values)}"
        self.values[name] = node
        return f"{{{name}}}"

    def expression(self, node: ast.IfExp) -> str:
        """Return the template for a conditional expression."""
        return self.cond(node.test, self.value(node.body), self.value(node.orelse))

    def cond(self, test: ast.expr, body: str, orelse: str) -> str:
        """Return the template of one ``tf.cond``."""
        name = f"value{len(self.values)}"
        self.values[name] = test
        return f"{self.tensorflow}.cond({{{name}}}, lambda: {body}, lambda: {orelse})"

    def statement(
        self, node: ast.If, following: Sequence[ast.stmt]
    ) -> tuple[str, str, list[ast.stmt]] | None:
        """Return what comes before the ``tf.cond``, its template, and the statements used up.

        None if the branches are neither returns nor assignments to one name.
        """
        body = _one_value(node.body)
        used: list[ast.stmt] = []
        if not node.orelse and body is not None and body[0] == "return ":
            # An early return: what follows is the other branch.
            other = _one_value(following)
            used = list(following)
        else:
            other = _one_value(node.orelse) if node.orelse else None
        if body is None:
            return None
        target, value = body
        first = self.value(value)
        if not node.orelse and target != "return ":
            return target, self.cond(node.test, first, target.removesuffix(" = ")), []
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            nested = self.statement(node.orelse[0], ())
            if nested is None or nested[0] != target:
                return None
            return target, self.cond(node.test, first, nested[1]), []
        if other is None or other[0] != target:
            return None
        return target, self.cond(node.test, first, self.value(other[1])), used


def _one_value(statements: Sequence[ast.stmt]) -> tuple[str, ast.expr] | None:
    """Return where the only statement puts its value, and the value."""
    match statements:
        case [ast.Return(value=ast.expr() as value)] if not is_none(value):
            return "return ", value
        case [ast.Assign(targets=[ast.Name(id=name)], value=value)] if not is_none(value):
            return f"{name} = ", value
    return None
