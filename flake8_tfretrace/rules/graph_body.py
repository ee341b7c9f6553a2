"""TFR4xx: what the body of a traced function does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from flake8_tfretrace import knowledge
from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.facts import EndpointFacts
from flake8_tfretrace.program import Function, Place, Program
from flake8_tfretrace.program.keras import CALLED, ENDPOINTS, SHAPES, makes_input
from flake8_tfretrace.program.tracetypes import (
    ObjectValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.rules.in_graph import Traced, graph_report, hinges_on_state, raising_report
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.wording import quoted


def keras_endpoint_in_graph(program: Program) -> Iterator[Report]:
    """TFR402: predict, fit, evaluate or compile of a Keras model in a traced body."""
    for call, place, function, traced in program.graph_calls():
        endpoint = call.func
        if not isinstance(endpoint, ast.Attribute) or endpoint.attr not in ENDPOINTS:
            continue
        if not program.keras.is_own_endpoint(endpoint.value, endpoint.attr, place):
            continue
        if hinges_on_state(program, call, place):
            continue
        if program.graph.recovers(call, place, Exception):
            continue
        if endpoint.attr.startswith("predict"):
            instead = f"call {ast.unparse(endpoint.value)}(x, training=False)"
        else:
            instead = "call it in code that is not traced"
        words = f"{quoted(endpoint)} raises inside a graph ({traced.name} is traced); {instead}"
        found = raising_report(program, call, place, function, traced, words)
        yield replace(found, facts=EndpointFacts(call, endpoint.attr, place))


def variable_in_graph(program: Program) -> Iterator[Report]:
    """TFR401: a variable, or an object that makes variables, created in a traced body."""
    calls: list[tuple[ast.Call, Place, Function, Traced]] = [
        *program.graph_calls(),
        *(found for found in program.library_calls() if found[3].library == "Keras"),
    ]
    for call, place, function, traced in calls:
        what = _creates_variables(program, call, place)
        if what is None or program.graph.is_guarded(place) or _would_be_known(program, call, place):
            continue
        if program.syntax.is_within("tensorflow.variable_creator_scope", call, place):
            # The creator decides what is made.
            continue
        if hinges_on_state(program, call, place):
            continue
        if program.graph.recovers(call, place, ValueError):
            continue
        words = (
            f"{quoted(call.func)} creates {what} in each trace of {traced.name}: that raises "
            "ValueError; create it once, outside"
        )
        yield raising_report(program, call, place, function, traced, words)


def _would_be_known(program: Program, node: ast.AST, place: Place) -> bool:
    """Whether it is only assumed that code runs in a graph: what raises there was mended."""
    return bool(program.graph.why_reached(place.function, node, place).needs)


def raises_in_graph(program: Program) -> Iterator[tuple[ast.AST, Place]]:
    """Yield what raises in a graph, in code that runs in one unless that is switched off."""
    for call, place, _, _ in program.graph_calls():
        if _conversion(program, call, place) is not None:
            if program.graph.is_feasible(call, place):
                yield call, place
        elif creates_anew(program, call, place):
            yield call, place
    for function in _run_by_keras(program):
        for call, place in function.calls:
            if creates_anew(program, call, place):
                yield call, place


def set_in_graph(program: Program) -> Iterator[str]:
    """Yield the attributes that code sets which runs in a graph unless that is switched off."""
    for function in (*program.graph.functions, *_run_by_keras(program)):
        for target, _ in function.attribute_stores:
            yield target.attr


def _run_by_keras(program: Program) -> Iterator[Function]:
    """Yield what Keras runs in a graph of the file's layers and models, and what that calls."""
    names = ("call", "train_step", "test_step", "predict_step")
    pending = [
        cls.methods[name]
        for cls in program.index.classes
        if program.keras.class_kind(cls) in ("layer", "model")
        for name in names
        if name in cls.methods
    ]
    for function in pending:
        yield function
        for call, place in program.calls.within(function):
            target = program.calls.target(call)
            if target is not None and target not in pending:
                if not program.syntax.is_lifted(call, place):
                    pending.append(target)


def creates_anew(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether a call makes variables each time that it runs in a graph."""
    return (
        _creates_variables(program, call, place) is not None
        and not program.syntax.is_guarded(place)
        and not program.syntax.is_lifted(call, place)
        and not program.syntax.is_within("tensorflow.variable_creator_scope", call, place)
        and program.graph.is_feasible(call, place)
    )


def _creates_variables(program: Program, call: ast.Call, place: Place) -> str | None:
    qualified = program.qualified(call.func, place) or ""
    known = knowledge.class_(qualified)
    if known is None:
        return None
    if knowledge.is_subclass(qualified, "tensorflow.Variable"):
        return "a tf.Variable"
    kind = program.keras.kind_of_class(qualified)
    if kind == "layer" and not known.variables:
        return None
    if kind in CALLED and not _is_built_in_graph(program, call, place):
        return None
    if kind == "model":
        given = [part for argument in call.args for part in ast.walk(argument)]
        is_sequential = knowledge.is_subclass(qualified, "keras.Sequential")
        if not is_sequential or (given and not any(isinstance(p, ast.Call) for p in given)):
            # It holds the layers that it is given.
            return None
    return {
        "layer": "a Keras layer",
        "metric": "a Keras metric",
        "model": "a Keras model",
        "optimizer": "an optimizer",
    }.get(kind or "")


def _is_built_in_graph(program: Program, made: ast.Call, place: Place) -> bool:
    """Whether a layer or model gets its variables where a function makes it: its first call does.

    A model gets them at once of a shape that it is given, and what Keras has built takes no more.
    """
    function = place.function
    if function.owner is not None and program.keras.class_kind(function.owner) in CALLED:
        if any(one is function for one in _run_by_keras(program)):
            return True
    around = [made]
    for parent in program.syntax.outward(function, made):
        if isinstance(parent, ast.stmt):
            break
        if isinstance(parent, ast.Call):
            # What is given to a model is called with it.
            around.append(parent)
    if any(outer.func is inner for inner, outer in pairwise(around)):
        return True
    for part in ast.walk(around[-1]):
        if isinstance(part, ast.Call):
            if makes_input(program.qualified(part.func, place)):
                return True
            if part is not made and any(keyword.arg in SHAPES for keyword in part.keywords):
                return True
    run = [function, *filter(None, (program.calls.target(call) for call, _ in function.calls))]
    values = (program.value(call.func, at) for one in run for call, at in one.calls)
    sites = (value.site for value in values if isinstance(value, ObjectValue))
    return any(site is one for site in sites for one in around)


HOST_METHODS = frozenset({"numpy", "item", "tolist"})
"""Methods that give the value of a tensor."""


def host_conversion_in_graph(program: Program) -> Iterator[Report]:
    """TFR406: a tensor of the graph turned into a host value: it raises."""
    calls: list[tuple[ast.Call, Place, Function, Traced]] = [
        *program.graph_calls(),
        *program.library_calls(),
    ]
    for call, place, function, traced in calls:
        conversion = _conversion(program, call, place)
        if program.graph.recovers(call, place, _exception_of(program, call, place)):
            continue
        if conversion is None or _would_be_known(program, call, place):
            continue
        if not hinges_on_state(program, call, place):
            yield _raises(program, call, place, function, traced, *conversion)
    for function, traced in program.traced_bodies():
        for node, place in function.subscripts:
            if program.syntax.is_lifted(node, place):
                continue
            conversion = _index_conversion(program, node, place)
            if program.graph.recovers(node, place, TypeError):
                continue
            if conversion is not None and not _would_be_known(program, node, place):
                yield _raises(program, node, place, function, traced, *conversion)


def _raises(
    program: Program,
    node: ast.expr,
    place: Place,
    function: Function,
    traced: Traced,
    what: str,
    instead: str,
) -> Report:
    words = f"{what} raises in {traced.name}: a tensor has no value while tracing; {instead}"
    return raising_report(program, node, place, function, traced, words)


def _conversion(program: Program, call: ast.Call, place: Place) -> tuple[str, str] | None:
    """Return how a call asks a tensor of the graph for its value, and what to do instead."""
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr in HOST_METHODS and not call.args:
        if _has_no_value(program, func.value, place):
            return f"'{text_of(func)}()'", "keep the tensor, or return it"
        return None
    instead = _instead_of_host_function(program, func, place)
    if instead is None:
        return None
    # Others take no sequences at all, or look at each element.
    makes_array = (program.qualified(func, place) or "").startswith("numpy.")
    for node in (*call.args, *(keyword.value for keyword in call.keywords)):
        parts = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
        if any(_has_no_value(program, part, place) for part in parts):
            return f"{quoted(func)} on the tensor {quoted(node)}", instead
        if makes_array and any(program.graph.holds_computed(part, place) for part in parts):
            return f"{quoted(func)} on the tensors in {quoted(node)}", instead
    return None


def _exception_of(program: Program, call: ast.Call, place: Place) -> type[Exception]:
    """Return what a call raises that turns a tensor of the graph into a host value."""
    library, _, _ = (program.qualified(call.func, place) or "").partition(".")
    if library in ("int", "float", "math"):
        return TypeError
    is_method = isinstance(call.func, ast.Attribute) and call.func.attr in HOST_METHODS
    return AttributeError if is_method else NotImplementedError


def _instead_of_host_function(program: Program, func: ast.expr, place: Place) -> str | None:
    """Return what to use in place of a function that needs the values of what it is handed.

    That is a function of NumPy's or of ``math``, and ``int`` where AutoGraph makes no cast of it.
    None for others.
    """
    qualified = program.qualified(func, place) or ""
    library, _, name = qualified.partition(".")
    if qualified in ("int", "float"):
        if place.function not in program.graph.unconverted:
            return None
        is_keras = place.function in program.keras.unconverted
        return f"use tf.cast{' (Keras 3 does not use AutoGraph)' if is_keras else ''}"
    if library in ("math", "numpy"):
        needs = name not in _VALUELESS and not name.startswith("testing.")
        # It multiplies whatever it is handed.
        needs &= qualified != "math.prod"
    else:
        needs = isinstance(func, ast.Attribute) and _is_array(program, func.value, place)
    return "use TensorFlow's function" if needs else None


def _is_array(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether an expression of a traced body gives an array of NumPy's.

    What is annotated as one is a tensor where tf.function passes it.
    """
    if isinstance(node, ast.Name):
        if any(binding.kind == "parameter" for binding in program.bindings(node, place)):
            return False
    value = program.value(node, place)
    return isinstance(value, TensorValue) and value.numpy is True


_VALUELESS = frozenset(
    "shape ndim size dtype isscalar iterable array_equal array_equiv flip bmat rollaxis "
    "real_if_close".split()
)
"""NumPy's functions that take a symbolic tensor, as measured."""


def _index_conversion(
    program: Program, node: ast.Subscript, place: Place
) -> tuple[str, str] | None:
    """Return how an index needs the value of a tensor of the graph, and what to do instead."""
    base = program.value(node.value, place)
    if _is_array(program, node.value, place):
        what, instead = "NumPy array", "use tf.gather"
    elif isinstance(base, SequenceValue):
        what, instead = base.kind, "index it with a Python number, or stack it for tf.gather"
    else:
        return None
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    bounds = [
        bound
        for part in parts
        for bound in ((part.lower, part.upper) if isinstance(part, ast.Slice) else (part,))
        if bound is not None
    ]
    if not any(_has_no_value(program, bound, place) for bound in bounds):
        return None
    return f"the index {quoted(node.slice)} of a {what}", instead


def _has_no_value(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether an expression of a traced body gives a symbolic tensor, or a variable."""
    value = program.value(node, place)
    if not isinstance(value, TensorValue) or value.numpy is not False:
        return False
    if program.syntax.is_type_tested(node, place):
        return False
    return value.variable is True or program.graph.is_computed(node, place)


def trace_time_print(program: Program) -> Iterator[Report]:
    """TFR407: ``print`` of a tensor in a traced body."""
    for call, place, function, traced in program.graph_calls():
        if program.qualified(call.func, place) != "print":
            continue
        if not any(_prints_tensor(program, argument, place) for argument in call.args):
            continue
        words = (
            f"'print' runs once per trace of {traced.name} and shows a symbolic tensor; "
            "use tf.print"
        )
        yield graph_report(program, call, place, function, traced, words)


def _prints_tensor(program: Program, node: ast.expr, place: Place) -> bool:
    if isinstance(node, ast.JoinedStr):
        parts = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
        return any(_prints_tensor(program, part, place) for part in parts)
    value = program.value(node, place)
    if isinstance(value, TensorValue):
        return value.numpy is False
    return type(value) is TraceType and bool(program.roots([node], place))
