"""TFR403: a Python number that a traced body counts up becomes a ``tf.Variable``.

The variable holds as many digits as the Python number did (int64, float64), and is made where the
number was set first. Whoever reads the number must do with a variable; where somebody cannot, the
number is counted up behind each call of the traced method.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import BodyFacts
from flake8_tfretrace.modules import is_set_elsewhere
from flake8_tfretrace.program import Binding, Program
from flake8_tfretrace.program.tracetypes import PythonValue
from tfretrace_fix.edits import Edit, InsertAfter, Replace, ReplaceStatement
from tfretrace_fix.fixes.arguments import all_calls
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal

_METHODS: dict[type[ast.operator], str] = {ast.Add: "assign_add", ast.Sub: "assign_sub"}
_DTYPES = {int: "int64", float: "float64"}
_SIMPLE = (ast.Attribute, ast.BinOp, ast.Call, ast.keyword, ast.Subscript, ast.Tuple, ast.UnaryOp)
"""Expressions that evaluate each of their operands once."""


def plan(finding: Finding, context: Context) -> Plan:
    """Make a variable of the number, or else count where the method is called."""
    try:
        return _as_variable(finding, context)
    except Refusal as refusal:
        try:
            return _at_calls(finding, context)
        except Refusal as other:
            reasons = dict.fromkeys(filter(None, map(str, (refusal, other))))
            raise Refusal("; ".join(reasons)) from None


def _at_calls(finding: Finding, context: Context) -> Plan:
    """Count up an attribute behind each call of the traced method, in place of in its body.

    Raises:
        Refusal: the body reads the number, or some call is part of more than a simple statement.
    """
    facts: BodyFacts = finding.facts
    program, function, update = context.program, facts.function, facts.node
    operation, traced = _operation(update), program.traced_of(function)
    body = function.node.body if isinstance(function.node, ast.FunctionDef) else []
    if (
        operation is None
        or not isinstance(update, ast.stmt)
        or update not in body
        or len(body) == 1
    ):
        raise Refusal("")
    target, _, amount = operation
    if len(traced) != 1 or not traced[0].is_decorator or not function.is_method:
        raise Refusal("")
    if not isinstance(target, ast.Attribute):
        raise Refusal("")
    if ast.unparse(target.value) != function.parameters[0].name:
        raise Refusal("")
    if not isinstance(amount, ast.Constant):
        raise Refusal(f"'{ast.unparse(amount)}' may be another number where it is called")
    reached = program.effects.reached([function])
    own = set(ast.walk(update))
    for read in context.reads.get(target.attr, ()):
        if read not in own and program.syntax.owner(program.index.module, read) in reached:
            raise Refusal(f"line {read.lineno} reads it in a graph")
    for other in reached:
        for store, binding in other.attribute_stores:
            if store.attr == target.attr and binding.node is not update:
                raise Refusal(f"line {store.lineno} sets it, too")
    edits: list[Edit] = [ReplaceStatement(update, "")]
    sites = all_calls(context, traced[0])
    if not sites:
        raise Refusal("")
    for site in sites:
        statement, receiver = site.node, site.node.func
        around: ast.AST | None = statement
        while isinstance(around, _SIMPLE):
            around = program.syntax.parent(program.index.module, around)
        if not isinstance(around, ast.AnnAssign | ast.Assign | ast.AugAssign | ast.Expr):
            raise Refusal(f"line {site.node.lineno} calls it within a larger statement")
        if program.in_graph(site.place) or not isinstance(receiver, ast.Attribute):
            raise Refusal(f"line {site.node.lineno} calls it in a graph")
        if site.is_choice:
            raise Refusal(f"line {site.node.lineno} may call something else")
        if not isinstance(receiver.value, ast.Name):
            raise Refusal(f"line {site.node.lineno} calls it of an expression")
        held = f"{receiver.value.id}.{target.attr}"
        code = ast.unparse(update).replace(ast.unparse(target), held)
        edits.append(InsertAfter(around, code))
    because = f"'{ast.unparse(target)}' counts calls then, not traces"
    return Plan(tuple(edits), (finding,), because)


def _as_variable(finding: Finding, context: Context) -> Plan:
    """Make a variable where the number is set, and add to it in the graph.

    Raises:
        Refusal: some code may need a number.
    """
    facts: BodyFacts = finding.facts
    program = context.program
    tensorflow, imports = tensorflow_name(program, facts.place)
    target, bindings = _counter(program, facts)
    owner = facts.function.owner
    if isinstance(target, ast.Attribute) and owner is not None:
        elsewhere = is_set_elsewhere(target.attr, owner.name, program.filename)
        if elsewhere is None:
            raise Refusal("other files of the project, which are too many to read, may set it, too")
        if elsewhere:
            raise Refusal("another file of the project sets it, too")
    first, updates = _first_and_updates(bindings)
    _check_reads(context, target, [update.node for update in updates])
    edits = list(_edits(program, tensorflow, first, updates))
    statements = [update.node for update in updates]
    covers = [
        other
        for other in context.findings
        if other.code == "TFR403" and other.facts.node in statements
    ]
    because = f"'{ast.unparse(target)}' counts calls then, not traces, and is a variable"
    return Plan((*edits, *imports), tuple(covers), because)


def _counter(program: Program, facts: BodyFacts) -> tuple[ast.expr, list[Binding]]:
    """Return what the statement sets, an attribute or a global, and all that sets it."""
    function = facts.function
    operation = _operation(facts.node)
    if operation is None:
        raise Refusal("what leaves the graph has to be returned")
    target = operation[0]
    if isinstance(target, ast.Attribute):
        is_own = function.is_method and isinstance(target.value, ast.Name)
        if not is_own or ast.unparse(target.value) != function.parameters[0].name:
            raise Refusal(f"'{ast.unparse(target.value)}' is not the instance")
        assert function.owner is not None
        return target, program.classes.attribute_bindings(function.owner, target.attr)
    if isinstance(target, ast.Name):
        module = program.index.module.body.scope
        if function.body.scope.outside.get(target.id) is not module:
            raise Refusal(f"'{target.id}' is not a global of the module")
        return target, module.bindings[target.id]
    raise Refusal(f"'{ast.unparse(target)}' is no attribute, and no global")


def _first_and_updates(bindings: Sequence[Binding]) -> tuple[ast.Constant, list[Binding]]:
    """Return the number that is set first, and the statements that update it."""
    firsts = [b for b in bindings if _operation(b.node) is None]
    updates = [b for b in bindings if _operation(b.node) is not None]
    if not firsts:
        raise Refusal("nothing in this file sets it first")
    if len(firsts) != 1:
        lines = sorted({b.end[0] for b in firsts})
        raise Refusal(f"it is set on the lines {', '.join(map(str, lines))}")
    (first,) = firsts
    place, value = first.place, first.value
    is_once = place.node is place.function.node and not place.loops
    in_init = place.function.name == "__init__" or place.scope.kind == "module"
    if first.kind != "assign" or first.path or not is_once or not in_init:
        raise Refusal(f"line {first.end[0]} does not set it once and for all")
    if not isinstance(value, ast.Constant) or type(value.value) not in _DTYPES:
        raise Refusal(f"line {first.end[0]} does not set it to a number that is written out")
    return value, updates


def _operation(update: ast.AST) -> tuple[ast.expr, type[ast.operator], ast.expr] | None:
    """Return the target, operator and amount of ``n += 1`` and of ``n = n + 1``."""
    match update:
        case ast.AugAssign(target=target, op=op, value=amount):
            return target, type(op), amount
        case ast.Assign(targets=[target], value=ast.BinOp(left=left, op=op, right=amount)):
            if ast.unparse(target) == ast.unparse(left):
                return target, type(op), amount
    return None


def _check_reads(context: Context, target: ast.expr, updates: Sequence[ast.AST]) -> None:
    """Raise Refusal if some code of the file may not do with a variable."""
    program = context.program
    module = program.index.module
    own = {node for update in updates for node in ast.walk(update)}
    name = target.attr if isinstance(target, ast.Attribute) else ast.unparse(target)
    for node in context.reads.get(name, ()):
        if node in own or not isinstance(node, type(target)):
            continue
        if program.syntax.owner(module, node) in program.graph.functions:
            raise Refusal(f"line {node.lineno} reads it in a graph")
        if not _takes_variable(program, node):
            raise Refusal(f"line {node.lineno} reads it, and may need a number")


def _takes_variable(program: Program, node: ast.expr) -> bool:
    """Whether the value of ``node`` may be a tensor: it is only converted, or decides something."""
    parent = program.syntax.parent(program.index.module, node)
    match parent:
        case ast.Call(func=func):
            place = program.index.places[parent]
            return program.qualified(func, place) in ("int", "float", "bool")
        case ast.BinOp(left=left, right=right):
            other = right if node is left else left
            is_whole = isinstance(other, ast.Constant) and isinstance(other.value, int)
            return is_whole and _takes_variable(program, parent)
        case ast.Compare(left=left, comparators=[right]):
            other = right if node is left else left
            return isinstance(other, ast.Constant) and _takes_variable(program, parent)
        case ast.BoolOp() | ast.UnaryOp():
            return _takes_variable(program, parent)
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
            return node is test
    return False


def _edits(
    program: Program, tensorflow: str, first: ast.Constant, updates: Sequence[Binding]
) -> Iterator[Edit]:
    number = type(first.value)
    dtype = f"{tensorflow}.{_DTYPES[number]}"
    yield Replace(first, f"{tensorflow}.Variable({{old}}, trainable=False, dtype={dtype})")
    for update in updates:
        operation = _operation(update.node)
        assert operation is not None and isinstance(update.node, ast.stmt)
        target, operator, amount = operation
        if operator not in _METHODS:
            raise Refusal(f"'{ast.unparse(update.node)}' is no addition")
        value = program.value(amount, update.place)
        if not isinstance(value, PythonValue) or value.kind not in ("int", number.__name__):
            raise Refusal(f"'{ast.unparse(amount)}' may be no {number.__name__}")
        values = {"target": target, "amount": amount}
        yield ReplaceStatement(update.node, f"{{target}}.{_METHODS[operator]}({{amount}})", values)
        if isinstance(target, ast.Name):
            yield from _declaration(update, target.id)


def _declaration(update: Binding, name: str) -> Iterator[Edit]:
    """Yield what takes ``name`` out of the ``global`` statement: it is not set any more."""
    statement = update.place.function.body.scope.declarations.get(name)
    if statement is not None:
        kept = [other for other in statement.names if other != name]
        yield ReplaceStatement(statement, f"global {', '.join(kept)}" if kept else "")
