"""TFR505: what switches every tf.function off, and whether what it keeps from being traced can be.

Whoever switches tracing off has a reason, as a rule: code that only runs eagerly. The switch is
left over only if all that would be traced without it is found, and each operation in it surely
works on symbolic tensors. That is a *must* question: what is not resolved to the end answers no.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator

from flake8_tfretrace.facts import CallFacts
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import asks_for_values_around, is_called_around
from flake8_tfretrace.program import Function, Place, Program, TracedFunction
from flake8_tfretrace.program.keras import ENDPOINTS, STEPS, has_symbol
from flake8_tfretrace.program.library import EAGER_SWITCHES, is_of_library
from flake8_tfretrace.program.scopes import LoopNode
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    ContainerValue,
    FunctionValue,
    ObjectValue,
    PythonValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.rules.control_flow import conditional_outside_autograph
from flake8_tfretrace.rules.graph_body import (
    HOST_METHODS,
    creates_anew,
    raises_in_graph,
    set_in_graph,
)
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.wording import quoted

_TRACED_METHODS = (
    "call",
    "compute_loss",
    "compute_metrics",
    "predict_step",
    "test_step",
    "train_step",
)
"""What Keras traces of a layer or model."""
_VALUES = frozenset({*HOST_METHODS, *ENDPOINTS, "get_weights", "set_weights", "evaluate"})
"""Methods that need values, or run no graph."""
_OF_HOST = ("numpy", "math")
"""Libraries whose functions need the values of what they are handed."""
_ON_ANYTHING = frozenset(
    {"callable", "dict", "getattr", "hasattr", "id", "isinstance", "issubclass", "object", "print"}
    | {"repr", "setattr", "super", "type"}
)
"""Builtins that need no value of a tensor."""
_CONVERTED = frozenset({"abs", "float", "int", "len", "range"})
"""Builtins for which AutoGraph puts operations."""
_RUN_EAGERLY = ("keras.callbacks", "tensorflow.numpy_function", "tensorflow.py_function")
"""What runs the functions that it is handed eagerly, in any case."""


def eager_mode_left_on(program: Program) -> Iterator[Report]:
    """TFR505: run_functions_eagerly(True) left on, under no condition."""
    switches = list(program.graph.eager_switches())
    if any(not is_on for _, _, is_on in switches):
        return
    for call, place, _ in switches:
        why = program.repetition.unconditional(call, place)
        if (
            why is None
            or is_called_around(EAGER_SWITCHES, "False", program.files.path(place))
            or _needs_eager(program)
            or not _surely_runs_in_graph(program)
            or not _is_any_called(program)
        ):
            continue
        if asks_for_values_around(program.files.path(place)):
            why += Witness(
                needs=frozenset({"no code that it keeps from being traced needs a value"})
            )
        words = (
            f"{quoted(call.func)} switches every tf.function of the program off; "
            "remove it, if all that is traced then runs in a graph"
        )
        yield Report(call, place, words, None, None, CallFacts(call, place), why)


def _needs_eager(program: Program) -> bool:
    """Whether some code raises if nothing switches tf.function off."""
    return (
        any(raises_in_graph(program))
        or any(conditional_outside_autograph(program))
        or _asks_for_kept_tensors(program)
    )


def _asks_for_kept_tensors(program: Program) -> bool:
    """Whether code asks for the values of attributes that are set where a graph would be made."""
    names = set(set_in_graph(program))
    return any(
        isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Attribute)
        and call.func.value.attr in names
        for call, _ in program.calls.named("numpy")
    ) or is_called_around([f"{name}.numpy" for name in names], r"\)", program.filename)


def _is_any_called(program: Program) -> bool:
    """Whether control comes to a call of what the switch keeps from being traced.

    What no call in the file runs may be called elsewhere.
    """
    sites = [(site, one) for one in program.traced for site in program.sites.in_file(one)]
    return not sites or any(
        not program.reachability.prevent(site.node, site.place)
        and not program.exceptions.stop(site.node, site.place)
        and not any(
            function is not None and program.exceptions.ends_in_one(function)
            for function in (traced.function, site.place.function)
        )
        for site, traced in sites
    )


class _OpenError(Exception):
    """Something that would be traced is not known, or may need eager execution."""


def _surely_runs_in_graph(program: Program) -> bool:
    """Whether all that would be traced without the switch is found, and works on symbols."""
    try:
        found = dict.fromkeys(_traced(program))
        if not program.traced and not _models(program):
            return False
        pending = [*found]
        for function, is_converted in pending:
            more = dict.fromkeys(_run_by(program, function, is_converted=is_converted))
            pending += [entry for entry in more if entry not in found]
            found |= more
    except _OpenError:
        return False
    return True


def _models(program: Program) -> list[TraceType]:
    """Return the models, or what may be one, that the file trains or asks."""
    return [
        program.value(call.func.value, place)
        for name in STEPS
        for call, place in program.calls.named(name)
        if isinstance(call.func, ast.Attribute)
    ]


def _traced(program: Program) -> Iterator[tuple[Function, bool]]:
    """Yield what TensorFlow and Keras would trace, each with whether AutoGraph converts it.

    That is each tf.function, and, where a model runs, the methods of the file's layers and models
    and all that is handed to Keras.
    """
    for traced in program.traced:
        if traced.function is not None:
            yield traced.function, True
        elif not _wraps_library(program, traced):
            raise _OpenError
    models = _models(program)
    if not models:
        return
    for model in models:
        cls = model.cls if isinstance(model, ObjectValue) else None
        if type(model) is TraceType or (cls and not program.files.is_own(cls.place)):
            raise _OpenError
    for cls in program.index.classes:
        if program.files.is_own(cls.place) and program.keras.class_kind(cls) in ("layer", "model"):
            methods = (program.classes.method(cls, name) for name in _TRACED_METHODS)
            yield from ((method, False) for method in methods if method is not None)
    for call, place in program.calls.named("compile"):
        is_model = isinstance(call.func, ast.Attribute) and not program.qualified(call.func, place)
        for node in (*call.args, *(k.value for k in call.keywords)) if is_model else ():
            yield from _handed(program, program.value(node, place))
    for call, place in program.index.calls:
        if program.files.is_own(place):
            yield from _handed_to_layers(program, call, place)


def _wraps_library(program: Program, traced: TracedFunction) -> bool:
    """Whether a tf.function is made of a function that takes symbolic tensors, by its name."""
    made = traced.site
    wrapped = made.args[0] if isinstance(made, ast.Call) and made.args else None
    name = None if wrapped is None else program.qualified(wrapped, traced.place)
    if name is None:
        return False
    return name in _CONVERTED or (is_of_library(name) and not is_of_library(name, _OF_HOST))


def _handed_to_layers(
    program: Program, call: ast.Call, place: Place
) -> Iterator[tuple[Function, bool]]:
    """Yield what a call hands to Keras to be part of a model; raise where that is not known."""
    for role, node in program.keras.handed(call, place):
        if role == "activation":
            yield from _handed(program, program.value(node, place))
    yield from _functions_handed(program, call, place, ("keras",))
    func, name = call.func, program.qualified(call.func, place) or ""
    is_adding = isinstance(func, ast.Attribute) and func.attr == "add"
    if is_adding and isinstance(func, ast.Attribute):
        is_adding = program.keras.kind(program.value(func.value, place)) == "model"
    if is_adding or name == "keras.Sequential":
        for node in call.args[:1]:
            yield from _handed(program, program.value(node, place))
    called = program.value(func, place)
    cls = called.cls if isinstance(called, ObjectValue) else None
    if cls and not program.files.is_own(cls.place):
        raise _OpenError
    # What has a name of a library's, or of Python's, is no layer.
    if type(called) is TraceType and not name and not program.calls.targets(call) and call.args:
        if has_symbol(program.value(call.args[0], place)):
            raise _OpenError


def _handed(program: Program, value: TraceType) -> Iterator[tuple[Function, bool]]:
    """Yield the functions that run of what is handed to Keras; raise where that is not known."""
    if isinstance(value, PythonValue):
        return
    if isinstance(value, ChoiceValue):
        parts: Iterable[TraceType] = value.in_order
    elif isinstance(value, ContainerValue):
        parts = value.parts
    elif isinstance(value, FunctionValue) and value.function is not None:
        yield value.function, value.traced is not None
        return
    elif isinstance(value, ObjectValue) and value.cls is not None:
        if program.keras.kind(value) not in ("layer", "model"):
            run = program.keras.run_of(value)
            if not run:
                raise _OpenError
            yield from ((function, False) for function in run)
        elif not program.files.is_own(value.cls.place):
            raise _OpenError
        return
    elif isinstance(value, (FunctionValue, ObjectValue)) and is_of_library(value.qualified):
        return
    else:
        raise _OpenError
    for part in parts:
        yield from _handed(program, part)


def _functions_handed(
    program: Program, call: ast.Call, place: Place, libraries: tuple[str, ...]
) -> Iterator[tuple[Function, bool]]:
    """Yield the functions that a call hands to a library, which calls them in the graph."""
    name = program.qualified(call.func, place) or ""
    if not is_of_library(name, libraries) or is_of_library(name, _RUN_EAGERLY):
        return
    for node in (*call.args, *(keyword.value for keyword in call.keywords)):
        value = program.value(node, place)
        if isinstance(value, FunctionValue) and value.function is not None:
            yield value.function, not name.startswith("keras.")


def _run_by(
    program: Program, function: Function, *, is_converted: bool
) -> Iterator[tuple[Function, bool]]:
    """Yield what a function runs in the graph; raise where that is not known, or may fail."""
    if not program.files.is_own(function.body):
        raise _OpenError
    for loop, place in function.loops:
        if not isinstance(loop, ast.While) and not program.syntax.is_lifted(loop, place):
            if not _is_iterated(program, loop, place, is_converted=is_converted):
                raise _OpenError
    for node, place in () if is_converted else function.conditionals:
        if not program.syntax.is_lifted(node, place):
            if _may_hold_tensor(program.value(node.test, place)):
                raise _OpenError
    for call, place in program.calls.within(function):
        if program.syntax.is_lifted(call, place) or not program.graph.is_feasible(call, place):
            continue
        if creates_anew(program, call, place):
            raise _OpenError
        targets = program.calls.targets(call)
        if targets:
            yield from ((t, is_converted or bool(program.traced_of(t))) for t in targets)
        elif not _works_on_symbols(program, call, place, is_converted=is_converted):
            raise _OpenError
        for handed, _ in _functions_handed(program, call, place, ("tensorflow", "keras")):
            yield handed, is_converted


def _is_iterated(program: Program, loop: LoopNode, place: Place, *, is_converted: bool) -> bool:
    """Whether a loop surely goes over what has elements while TensorFlow traces."""
    assert not isinstance(loop, ast.While)
    if is_converted and isinstance(loop, ast.For):
        return True
    # What makes the elements is a call, which is judged by itself.
    return isinstance(loop.iter, ast.Call) or not _may_be_tensor(program.value(loop.iter, place))


def _works_on_symbols(
    program: Program, call: ast.Call, place: Place, *, is_converted: bool
) -> bool:
    """Whether what a call runs outside the program surely takes symbolic tensors."""
    func, name = call.func, program.qualified(call.func, place) or ""
    given = [program.value(n, place) for n in (*call.args, *(k.value for k in call.keywords))]
    if hasattr(builtins, name):
        if name in _ON_ANYTHING or (is_converted and name in _CONVERTED):
            return True
        return not any(map(_may_be_tensor, given))
    if is_of_library(name, _OF_HOST):
        return not any(map(_may_hold_tensor, given))
    if is_of_library(name):
        return True
    if not isinstance(func, ast.Attribute):
        return _is_of_library(program.value(func, place))
    if func.attr in _VALUES:
        return False
    if isinstance(func.value, ast.Call) and program.qualified(func.value.func, place) == "super":
        return True
    holder = program.value(func.value, place)
    if isinstance(holder, TensorValue):
        return holder.numpy is False or not any(map(_may_hold_tensor, given))
    if isinstance(holder, (ContainerValue, PythonValue)):
        # What is kept elsewhere outlives the graph, and may be asked for its value there.
        return not any(map(_may_hold_tensor, given)) or (
            isinstance(func.value, ast.Name)
            and all(
                binding.place.function is place.function
                for binding in program.bindings(func.value, place)
            )
        )
    return _is_of_library(holder) or _is_of_library(program.value(func, place))


def _is_of_library(value: TraceType) -> bool:
    """Whether a value is a function or object that TensorFlow or Keras runs in graphs."""
    if isinstance(value, ChoiceValue):
        return all(map(_is_of_library, value.in_order))
    return (
        isinstance(value, (FunctionValue, ObjectValue))
        and is_of_library(value.qualified)
        and not is_of_library(value.qualified, _OF_HOST)
    )


def _may_be_tensor(value: TraceType) -> bool:
    """Whether a value may be a tensor itself."""
    if isinstance(value, ChoiceValue):
        return any(map(_may_be_tensor, value.in_order))
    if isinstance(value, TensorValue):
        return value.numpy is not True
    return type(value) is TraceType


def _may_hold_tensor(value: TraceType) -> bool:
    """Whether a value may be a tensor, or have one among its elements."""
    if isinstance(value, ContainerValue):
        return any(map(_may_hold_tensor, value.parts))
    return isinstance(value, StreamValue) or _may_be_tensor(value)
