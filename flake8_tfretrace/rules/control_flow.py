"""TFR3xx: loops and conditionals in traced functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.facts import CallFacts, ConditionalFacts, LoopFacts
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.program import (
    Argument,
    CallSite,
    Function,
    Parameter,
    Place,
    Program,
    TracedFunction,
)
from flake8_tfretrace.program.cfg import Position
from flake8_tfretrace.program.costs import Costs
from flake8_tfretrace.program.iteration import count_of
from flake8_tfretrace.program.mutations import MUTATING
from flake8_tfretrace.program.prediction import predicted_traces
from flake8_tfretrace.program.scopes import ConditionalNode, LoopNode, start
from flake8_tfretrace.program.straight_line import evaluated, header
from flake8_tfretrace.program.tracetypes import Change, SequenceValue, StreamValue, TensorValue
from flake8_tfretrace.rules.arguments import (
    differing,
    scalar_change,
    shown_by_a_call,
    varying_constants,
)
from flake8_tfretrace.rules.in_graph import needs_to_raise
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.wording import quoted


def python_range_loop(program: Program) -> Iterator[Report]:
    """TFR301: a Python range whose bound is a number that a parameter decides."""
    for function, traced in program.traced_bodies():
        for loop, place in function.loops:
            bound = _range_call(program, loop, place)
            if bound is None:
                continue
            roots = program.roots(bound.args, place)
            if not roots or any(_is_tensor(program, root, p) for root, p in roots):
                continue
            root_names = [parameter.name for _, parameter in roots]
            why = _why_retraced(program, roots)
            if why is None or program.syntax.is_lifted(bound, place):
                continue
            sites = program.sites.anywhere(traced)
            yield Report(
                loop.target if isinstance(loop, ast.comprehension) else loop,
                place,
                f"'range({', '.join(map(text_of, bound.args))})' depends on the Python number "
                f"'{root_names[0]}': {traced.name} unrolls and retraces for every value; "
                "use tf.range and pass a tensor",
                traced.qualname,
                predicted_traces(program, sites) if sites else None,
                LoopFacts(
                    function,
                    place,
                    loop,
                    bound,
                    tuple(parameter for _, parameter in roots),
                    traced,
                    tuple(sites),
                ),
                why + program.graph.why_runs(function, bound, place),
            )


def _range_call(program: Program, loop: LoopNode, place: Place) -> ast.Call | None:
    if isinstance(loop, ast.While):
        return None
    call = loop.iter
    if isinstance(call, ast.Call) and program.qualified(call.func, place) == "range":
        return call if call.args and not call.keywords else None
    return None


def _is_tensor(program: Program, function: Function, parameter: Parameter) -> bool:
    value = program.evaluator.variables.parameter(function, parameter.name)
    return isinstance(value, TensorValue)


def _why_retraced(program: Program, roots: list[tuple[Function, Parameter]]) -> Witness | None:
    """Return why changing numbers reach one of the parameters; None if no call shows it."""
    for function, parameter in roots:
        if program.specified(function, parameter) is not None:
            continue
        for owner in program.traced_of(function):
            why = varies(program, owner, parameter)
            if why is not None:
                return why
    return None


def varies(program: Program, traced: TracedFunction, parameter: Parameter) -> Witness | None:
    """Return why changing Python numbers reach ``parameter``: TFR101's evidence."""
    arguments = [
        (site, argument)
        for site in program.sites.anywhere(traced)
        if (argument := site.argument(parameter)) is not None
    ]
    for site, argument in arguments:
        shown = shown_by_a_call(program, site, argument, _number_change)
        if shown is not None:
            return shown[-1]
    found = varying_constants(program, arguments)
    return None if found is None else differing(program, found[1], len(found[0]))


def _number_change(
    program: Program, site: CallSite, argument: Argument
) -> tuple[Change, Witness] | None:
    return scalar_change(program, site, argument) if argument.value.is_number else None


def python_value_conditional(program: Program) -> Iterator[Report]:
    """TFR303: a conditional on a Python number that changes; an assert on a tensor."""
    for function, traced in program.traced_bodies():
        for node, place in function.conditionals:
            test = node.test
            if isinstance(program.value(test, place), TensorValue):
                if isinstance(node, ast.Assert) and _is_graph_tensor(program, test, place):
                    if program.syntax.is_lifted(node, place):
                        continue
                    yield Report(
                        node,
                        place,
                        f"'assert' on the tensor {quoted(test)} raises in a graph; "
                        "use tf.debugging.assert_* or tf.debugging.Assert",
                        traced.qualname,
                        None,
                        ConditionalFacts(function, place, node, (), traced),
                        program.graph.why_runs(function, node, place),
                    )
                continue
            if _only_checks(node):
                continue
            numbers = _numbers_compared(test)
            roots = program.roots(numbers, place)
            varying = [
                (parameter, why)
                for root, parameter in roots
                if program.specified(root, parameter) is None
                for owner in program.traced_of(root)
                if (why := varies(program, owner, parameter)) is not None
            ]
            if varying:
                (first, why), *_ = varying
                words = (
                    f"{quoted(test)} depends on the Python number '{first.name}': "
                    f"{_decided(node)} while tracing, once per value; "
                    f"pass a tensor to {traced.name}"
                )
                facts = ConditionalFacts(
                    function, place, node, tuple(dict.fromkeys(p for p, _ in varying)), traced
                )
                witness = why + program.graph.why_runs(function, node, place)
                yield Report(node, place, words, traced.qualname, None, facts, witness)


def _only_checks(node: ConditionalNode) -> bool:
    """Whether a condition is there to raise for values that are no good.

    That is best done while tracing: of a condition on a tensor AutoGraph traces both branches.
    """
    branches = (node.body, node.orelse) if isinstance(node, ast.If) else ()
    return any(branch and isinstance(branch[-1], ast.Raise) for branch in branches)


def _decided(node: ConditionalNode) -> str:
    """Return what a condition on a Python number decides."""
    if isinstance(node, ast.While):
        return "the loop is unrolled"
    return "it is checked" if isinstance(node, ast.Assert) else "the branch is chosen"


def _numbers_compared(test: ast.expr) -> list[ast.expr]:
    """Return the operands of a condition that are compared as numbers or tested for zero."""
    if isinstance(test, ast.BoolOp):
        return [node for value in test.values for node in _numbers_compared(value)]
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _numbers_compared(test.operand)
    if isinstance(test, ast.Compare):
        if any(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in test.ops):
            return []
        return [test.left, *test.comparators]
    return [test]


def _is_graph_tensor(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether ``node`` is a tensor of the graph, not a NumPy value known while tracing.

    Or the opposite of one, which is a tensor where AutoGraph converts it, and else needs its value.
    """
    value = program.value(_without_negation(node), place)
    return isinstance(value, TensorValue) and value.numpy is False


def _tested_tensor(program: Program, test: ast.expr, place: Place) -> ast.expr | None:
    """Return the part of a condition that is a tensor of the graph, whose value it asks for.

    Of ``a and b`` the first that the operands before it let be evaluated.
    """
    test = _without_negation(test)
    if isinstance(test, ast.BoolOp):
        parts = (_tested_tensor(program, operand, place) for operand in test.values)
        return next(filter(None, parts), None)
    if not program.graph.is_computed(test, place) or not program.graph.is_feasible(test, place):
        return None
    return test


def _without_negation(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node = node.operand
    return node


def conditional_outside_autograph(program: Program) -> Iterator[Report]:
    """TFR304: a conditional or loop on a tensor where AutoGraph does not reach."""
    for function, why in program.graph.maybe_unconverted.items():
        if not program.files.is_own(function.body):
            continue
        raising: list[LoopNode] = []
        reports: list[Report] = []
        end = _first_ordering(program, function)
        for loop, place in function.loops:
            if isinstance(loop, (ast.For, ast.comprehension)):
                # Who calls the function is asked last.
                if _starts_before(loop, end) and _iterates_tensor(program, loop, place):
                    if _is_reached(program, loop, place, raising):
                        raising.append(loop)
                        report = _loop_report(program, function, loop, place, why)
                        needs = needs_to_raise(program, report.node, place)
                        reports.append(replace(report, witness=report.witness + needs))
        for node, place in function.conditionals:
            if isinstance(node, ast.Assert) or not _starts_before(node, end):
                continue
            tested = _tested_tensor(program, node.test, place)
            if tested is None or not _is_reached(program, node, place, raising):
                continue
            keyword = "while" if isinstance(node, ast.While) else "if"
            instead = "tf.while_loop" if keyword == "while" else "tf.cond or tf.where"
            words = f"'{keyword}' on the tensor {quoted(node.test)} raises in {why}; use {instead}"
            facts = ConditionalFacts(function, place, node)
            shown = program.files.witness(node, place, f"'{keyword}' needs the value of a tensor")
            shown += needs_to_raise(program, tested, place)
            report = Report(node, place, words, function.qualname, None, facts, shown)
            reports.append(report)
        # Asked last: all code of the program may have a say.
        if not reports or function not in program.graph.unconverted:
            continue
        witness = program.why_unconverted(function)
        if witness is not None:
            for report in reports:
                yield replace(report, witness=witness + report.witness)
    for function, traced in program.traced_bodies():
        for loop, place in function.loops:
            if isinstance(loop, ast.comprehension) and _iterates_tensor(program, loop, place):
                if function in program.graph.unconverted:
                    continue
                if _is_reached(program, loop, place, []):
                    why = f"{traced.name}: AutoGraph does not convert comprehensions"
                    report = _loop_report(program, function, loop, place, why)
                    needs = needs_to_raise(program, report.node, report.place, traced)
                    witness = program.graph.why(function) + report.witness + needs
                    yield replace(report, witness=witness)


def _first_ordering(program: Program, function: Function) -> Position | None:
    """Return where a function first compares a tensor of the graph by ``min`` or ``max``.

    That raises as a conditional does, and what comes after it never runs. Only its own statements
    that always run are looked at.
    """
    ordering = [
        (call, place)
        for call, place in function.calls
        if len(call.args) > 1 and program.names.qualified(call.func, place) in _ORDERING
    ]
    if not ordering or not isinstance(function.node, ast.FunctionDef):
        return None
    always = {
        part
        for statement in function.node.body
        if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr))
        for head in header(statement)
        for part in evaluated(head)
    }
    found = [
        start(call)
        for call, place in ordering
        if call in always
        and any(
            program.graph.is_computed(given, place) and program.graph.is_feasible(given, place)
            for given in call.args
        )
    ]
    return min(found, default=None)


def _starts_before(node: ast.AST, end: Position | None) -> bool:
    """Whether a node stands before a place in the text."""
    return end is None or start(node) < end


_ORDERING = frozenset({"max", "min"})


def _is_reached(program: Program, node: ast.AST, place: Place, raising: list[LoopNode]) -> bool:
    """Whether code is reached in the graph: not in a loop that raises, nor meant to raise."""
    if any(loop in raising for loop in place.loops) or program.syntax.is_lifted(node, place):
        return False
    if program.graph.recovers(node, place, TypeError):
        return False
    asked = getattr(node, "iter", getattr(node, "test", node))
    names = [part for part in ast.walk(asked) if isinstance(part, ast.Name)]
    return not any(program.syntax.is_type_tested(name, place) for name in names)


def _loop_report(
    program: Program, function: Function, loop: LoopNode, place: Place, why: str
) -> Report:
    assert not isinstance(loop, ast.While)
    return Report(
        loop.target if isinstance(loop, ast.comprehension) else loop,
        place,
        f"iterating over the tensor {quoted(loop.iter)} raises in {why}; "
        "use tf.map_fn or tf.while_loop",
        function.qualname,
        None,
        ConditionalFacts(function, place, loop),
        program.files.witness(loop, place, "the loop needs the value of a tensor"),
    )


def _iterates_tensor(program: Program, loop: ast.For | ast.comprehension, place: Place) -> bool:
    """Whether a loop goes over a tensor of the graph that the body computes or is given."""
    node = loop.iter
    if isinstance(node, ast.Call) and program.qualified(node.func, place) == "range":
        return any(program.graph.is_computed(argument, place) for argument in node.args)
    return program.graph.is_computed(node, place)


def implicit_tensor_conditional(program: Program) -> Iterator[Report]:
    """TFR305: a conditional on a tensor that AutoGraph converts."""
    for function, traced in program.traced_bodies():
        for node, place in function.conditionals:
            if isinstance(node, ast.Assert) or not _is_graph_tensor(program, node.test, place):
                continue
            if function in program.graph.unconverted or program.syntax.is_lifted(node, place):
                continue
            keyword, converted, instead = "if", "traces both branches into one trace", "tf.cond"
            if isinstance(node, ast.While):
                keyword, converted = "while", "makes it a loop of the graph"
                instead = "tf.while_loop"
            words = (
                f"'{keyword}' on the tensor {quoted(node.test)}: AutoGraph {converted} "
                f"of {traced.name}; {instead} says so"
            )
            facts = ConditionalFacts(function, place, node, (), traced)
            witness = program.graph.why_runs(function, node, place)
            yield Report(node, place, words, traced.qualname, None, facts, witness)


LARGE = 64
"""Iterations from which an unrolled loop is worth a finding."""
_HEAVY = 200
"""Operations from which it is, too: each takes about a millisecond to trace.

A loop of the graph saves that, and then takes some microseconds longer in each iteration.
"""


def large_unrolled_loop(program: Program) -> Iterator[Report]:
    """TFR302: a long range that is unrolled although TensorFlow could loop."""
    costs = Costs(program)
    for function, traced in program.traced_bodies():
        for loop, place in function.loops:
            bound = _range_call(program, loop, place)
            if bound is None or not isinstance(loop, ast.For):
                continue
            count = count_of(program.value(bound, place))
            if count is None or count < LARGE or not _could_loop(program, function, loop):
                continue
            most = program.trips.most_iterations(loop)
            count = count if most is None else min(count, most)
            if count < LARGE:
                continue
            if count * costs.operations(loop, place) < _HEAVY:
                continue
            words = (
                f"the loop is unrolled {count} times into the graph of {traced.name}; "
                "tf.range makes it one loop"
            )
            facts = LoopFacts(function, place, loop, bound, (), traced, ())
            witness = program.graph.why_runs(function, bound, place)
            if program.trips.may_end_early(loop):
                clause = f"{program.repetition.named(loop, place)} goes on"
                witness += Witness(needs=frozenset({clause}))
            yield Report(loop, place, words, traced.qualname, None, facts, witness)


def _could_loop(program: Program, function: Function, loop: ast.For) -> bool:
    """Whether nothing in the body needs the iterations one by one in Python."""

    def is_inside(place: Place) -> bool:
        return any(outer.node is loop for outer in place.enclosing())

    if any(is_inside(place) for _, place in (*function.returns, *function.yields)):
        return False
    for call, place in function.calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr in MUTATING:
            if is_inside(place):
                return False
    counters: set[ast.AST] = set()
    for uses in program.syntax.uses(function).values():
        for use, parent in uses:
            if any(binding.node is loop for binding in program.bindings(use, function.body)):
                if isinstance(parent, ast.FormattedValue):
                    return False
                counters.add(use)
    return counters.isdisjoint(
        part
        for node, place in function.subscripts
        if is_inside(place)
        for index in _python_indices(program, node, place)
        for part in ast.walk(index)
    )


def _python_indices(program: Program, node: ast.Subscript, place: Place) -> list[ast.expr]:
    """Return the parts of an index that have to be Python's: of a tensor, those that slice it."""
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if not _is_graph_tensor(program, node.value, place) or isinstance(node.ctx, ast.Store):
        return parts
    return [part for part in parts if isinstance(part, ast.Slice)]


def list_append_in_tensor_loop(program: Program) -> Iterator[Report]:
    """TFR306: a list that grows inside a loop that TensorFlow runs."""
    for function, traced in program.traced_bodies():
        for call, place in function.calls:
            func = call.func
            if not (isinstance(func, ast.Attribute) and func.attr == "append"):
                continue
            if function in program.graph.unconverted or program.syntax.is_lifted(call, place):
                continue
            if not isinstance(func.value, ast.Name):
                continue
            made = program.bindings(func.value, place)
            values = [program.value(b.value, b.place) for b in made if b.kind == "assign"]
            if not values or not all(
                isinstance(v, SequenceValue) and v.kind == "list" for v in values
            ):
                continue
            loops = [loop for loop in place.loops if _is_graph_loop(program, loop)]
            if not any(all(loop not in b.place.loops for b in made) for loop in loops):
                continue
            if not _is_read(program, func.value.id, function):
                continue
            words = (
                f"{quoted(func)} in a loop that TensorFlow runs in {traced.name} happens once, "
                "while tracing; use tf.TensorArray"
            )
            witness = program.graph.why_runs(function, call, place)
            yield Report(call, place, words, traced.qualname, None, CallFacts(call, place), witness)


def _is_read(program: Program, name: str, function: Function) -> bool:
    """Whether a function, or one in it, does anything with a list but make it longer."""
    return any(
        not (isinstance(parent, ast.Attribute) and parent.attr == "append")
        for use, parent in program.syntax.uses(function).get(name, ())
        if isinstance(use.ctx, ast.Load)
    )


def _is_graph_loop(program: Program, loop: LoopNode) -> bool:
    """Whether AutoGraph turns ``loop`` into a loop of the graph."""
    place = program.index.places[loop]
    if isinstance(loop, ast.While):
        return _is_graph_tensor(program, loop.test, place)
    if isinstance(loop, ast.comprehension):
        return False
    value = program.value(loop.iter, place)
    if isinstance(value, StreamValue):
        return value.kind == "dataset"
    return isinstance(value, TensorValue) and value.numpy is False
