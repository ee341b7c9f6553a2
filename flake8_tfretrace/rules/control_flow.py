"""TFR3xx: loops and conditionals in traced functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace.facts import CallFacts, ConditionalFacts, LoopFacts
from flake8_tfretrace.finding import Report
from flake8_tfretrace.program import (
    Binding,
    CallSite,
    Function,
    Parameter,
    Place,
    Program,
    TracedFunction,
)
from flake8_tfretrace.program.iteration import count_of
from flake8_tfretrace.program.scopes import ConditionalNode, LoopNode
from flake8_tfretrace.program.sites import predicted_traces
from flake8_tfretrace.program.tracetypes import (
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
)
from flake8_tfretrace.rules import FEW
from flake8_tfretrace.rules.arguments import varying_number
from flake8_tfretrace.rules.wording import quoted, text_of


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
            if not _is_retraced(program, traced, roots):
                continue
            sites = program.calls.sites[traced]
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


def _is_retraced(
    program: Program, traced: TracedFunction, roots: list[tuple[Function, Parameter]]
) -> bool:
    """Whether the calls show changing numbers, or there is no call to show anything."""
    for function, parameter in roots:
        if program.specified(function, parameter) is not None:
            continue
        if any(varies(program, owner, parameter) for owner in program.traced_of(function)):
            return True
        if function is not traced.function:
            continue
        called = program.calls.callers(function) or program.calls.sites[traced]
        if not called and parameter.default is None:
            annotation = parameter.annotation
            if annotation is None or (isinstance(annotation, ast.Name) and annotation.id == "int"):
                return True
    return False


def varies(program: Program, traced: TracedFunction, parameter: Parameter) -> bool:
    """Whether the file shows changing Python numbers reaching ``parameter``: TFR101's evidence."""
    sites: list[CallSite] = program.calls.sites[traced]
    constants: set[object] = set()
    for site in sites:
        argument = site.argument(parameter)
        if argument is None or not isinstance(argument.value, PythonValue):
            continue
        if varying_number(argument.value) is not None:
            return True
        if argument.value.is_number or argument.value.kind == "str":
            constants |= argument.value.constants or set()
    return len(constants) > FEW


def python_value_conditional(program: Program) -> Iterator[Report]:
    """TFR303: a conditional on a Python number that changes; an assert on a tensor."""
    for function, traced in program.traced_bodies():
        for node, place in function.conditionals:
            test = node.test
            if isinstance(program.value(test, place), TensorValue):
                if isinstance(node, ast.Assert) and _is_graph_tensor(program, test, place):
                    yield Report(
                        node,
                        place,
                        f"'assert' on the tensor {quoted(test)} raises in a graph; "
                        "use tf.debugging.assert_* or tf.debugging.Assert",
                        traced.qualname,
                        None,
                        ConditionalFacts(function, place, node, (), traced),
                    )
                continue
            numbers = _numbers_compared(test)
            roots = program.roots(numbers, place)
            varying = [
                parameter
                for root, parameter in roots
                if program.specified(root, parameter) is None
                and any(varies(program, owner, parameter) for owner in program.traced_of(root))
            ]
            if varying:
                yield Report(
                    node,
                    place,
                    f"{quoted(test)} depends on the Python number '{varying[0].name}': "
                    f"{_decided(node)} while tracing, once per value; "
                    f"pass a tensor to {traced.name}",
                    traced.qualname,
                    None,
                    ConditionalFacts(function, place, node, tuple(varying), traced),
                )


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
    """Whether ``node`` is a tensor of the graph, not a NumPy value known while tracing."""
    value = program.value(node, place)
    return isinstance(value, TensorValue) and value.numpy is False


def conditional_outside_autograph(program: Program) -> Iterator[Report]:
    """TFR304: a conditional or loop on a tensor where AutoGraph does not reach."""
    for function, why in program.unconverted.items():
        for node, place in function.conditionals:
            if isinstance(node, ast.Assert) or not _is_graph_tensor(program, node.test, place):
                continue
            if _is_eager_branch(place):
                continue
            if isinstance(node.test, (ast.Name, ast.Subscript)) and not _is_computed(
                program, node.test, place
            ):
                continue
            keyword = "while" if isinstance(node, ast.While) else "if"
            instead = "tf.while_loop" if keyword == "while" else "tf.cond or tf.where"
            yield Report(
                node,
                place,
                f"'{keyword}' on the tensor {quoted(node.test)} raises in {why}; use {instead}",
                function.qualname,
                None,
                ConditionalFacts(function, place, node),
            )
        for loop, place in function.loops:
            if isinstance(loop, (ast.For, ast.comprehension)):
                if _iterates_tensor(program, loop, place):
                    yield _loop_report(function, loop, place, f"raises in {why}")
    for function, traced in program.traced_bodies():
        if function in program.unconverted:
            continue
        for loop, place in function.loops:
            if isinstance(loop, ast.comprehension) and _iterates_tensor(program, loop, place):
                reason = f"raises in {traced.name}: AutoGraph does not convert comprehensions"
                yield _loop_report(function, loop, place, reason)


def _is_eager_branch(place: Place) -> bool:
    """Whether a condition around ``place`` asks ``tf.executing_eagerly()``."""
    return any(
        isinstance(inner.node, ast.If) and "executing_eagerly" in ast.unparse(inner.node.test)
        for inner in place.enclosing()
    )


def _loop_report(function: Function, loop: LoopNode, place: Place, why: str) -> Report:
    assert not isinstance(loop, ast.While)
    return Report(
        loop.target if isinstance(loop, ast.comprehension) else loop,
        place,
        f"iterating over the tensor {quoted(loop.iter)} {why}; use tf.map_fn or tf.while_loop",
        function.qualname,
        None,
        ConditionalFacts(function, place, loop),
    )


def _iterates_tensor(program: Program, loop: ast.For | ast.comprehension, place: Place) -> bool:
    """Whether a loop goes over a tensor of the graph that the body computes or is given."""
    node = loop.iter
    if isinstance(node, ast.Call) and program.qualified(node.func, place) == "range":
        return any(
            _is_graph_tensor(program, argument, place) and _is_computed(program, argument, place)
            for argument in node.args
        )
    return _is_graph_tensor(program, node, place) and _is_computed(program, node, place)


def _is_computed(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether ``node`` is the result of an operation.

    A bare parameter may be a list of tensors: Keras passes ``inputs`` as either.
    """
    if isinstance(node, ast.Name):
        bindings = program.bindings(node, place)
        return bool(bindings) and all(_binds_computed(program, binding) for binding in bindings)
    if isinstance(node, ast.Subscript):
        return _is_computed(program, node.value, place)
    return not isinstance(node, ast.Attribute)


def _binds_computed(program: Program, binding: Binding) -> bool:
    if binding.kind == "parameter":
        return binding.place.function not in program.keras.unconverted
    return (
        binding.kind == "assign"
        and binding.value is not None
        and not binding.path
        and _is_computed(program, binding.value, binding.place)
    )


def implicit_tensor_conditional(program: Program) -> Iterator[Report]:
    """TFR305: a conditional on a tensor that AutoGraph converts."""
    for function, traced in program.traced_bodies():
        if function in program.unconverted:
            continue
        for node, place in function.conditionals:
            if isinstance(node, ast.Assert) or not _is_graph_tensor(program, node.test, place):
                continue
            keyword, converted, instead = "if", "traces both branches into one trace", "tf.cond"
            if isinstance(node, ast.While):
                keyword, converted = "while", "makes it a loop of the graph"
                instead = "tf.while_loop"
            yield Report(
                node,
                place,
                f"'{keyword}' on the tensor {quoted(node.test)}: AutoGraph {converted} "
                f"of {traced.name}; {instead} says so",
                traced.qualname,
                None,
                ConditionalFacts(function, place, node, (), traced),
            )


LARGE = 64
"""Iterations from which an unrolled loop is worth a finding."""


def large_unrolled_loop(program: Program) -> Iterator[Report]:
    """TFR302: a long range that is unrolled although TensorFlow could loop."""
    for function, traced in program.traced_bodies():
        for loop, place in function.loops:
            bound = _range_call(program, loop, place)
            if bound is None or not isinstance(loop, ast.For):
                continue
            iterable = program.value(bound, place)
            count = count_of(iterable)
            if count is None or count < LARGE or not _could_loop(program, function, loop):
                continue
            yield Report(
                loop,
                place,
                f"the loop is unrolled {count} times into the graph of {traced.name}; "
                "tf.range makes it one loop",
                traced.qualname,
                None,
                LoopFacts(function, place, loop, bound, (), traced, ()),
            )


def _could_loop(program: Program, function: Function, loop: ast.For) -> bool:
    """Whether nothing in the body needs the iterations one by one in Python."""
    target = loop.target.id if isinstance(loop.target, ast.Name) else None
    for node in ast.walk(loop):
        if isinstance(node, (ast.Return, ast.Yield, ast.JoinedStr)):
            return False
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("append", "extend", "insert", "write", "assign"):
                return node.func.attr in ("write", "assign")
        if isinstance(node, ast.Subscript) and target is not None:
            if any(isinstance(n, ast.Name) and n.id == target for n in ast.walk(node.slice)):
                return False
    return True


def list_append_in_tensor_loop(program: Program) -> Iterator[Report]:
    """TFR306: a list that grows inside a loop that TensorFlow runs."""
    for function, traced in program.traced_bodies():
        if function in program.unconverted:
            continue
        for call, place in function.calls:
            func = call.func
            if not (isinstance(func, ast.Attribute) and func.attr == "append"):
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
            yield Report(
                call,
                place,
                f"{quoted(func)} in a loop that TensorFlow runs in {traced.name} happens once, "
                "while tracing; use tf.TensorArray",
                traced.qualname,
                None,
                CallFacts(call, place),
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
