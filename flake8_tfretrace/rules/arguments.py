"""TFR1xx: what the callers pass."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.finding import Report
from flake8_tfretrace.program import Argument, CallSite, Parameter, Program, TracedFunction
from flake8_tfretrace.program.library import UNHASHABLE, common_dtype
from flake8_tfretrace.program.sites import predicted_traces
from flake8_tfretrace.program.tracetypes import (
    Change,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.rules import FEW
from flake8_tfretrace.rules.wording import all_values, kind_of, lines_of, quoted, tensor_of


def varying_number(value: TraceType) -> Change | None:
    """Return why a Python number or string changes enough to matter; None if it does not."""
    if not isinstance(value, PythonValue) or value.change is None:
        return None
    if not value.is_number and value.kind not in ("str", "bytes", "value", "complex"):
        return None
    change = value.change
    return None if change.count is not None and change.count <= FEW else change


def _sites(program: Program) -> Iterator[tuple[TracedFunction, list[CallSite]]]:
    for traced in program.traced:
        sites = program.calls.sites[traced]
        if sites:
            yield traced, sites


def _is_specified(program: Program, traced: TracedFunction, parameter: Parameter | None) -> bool:
    """Whether an input_signature turns the argument into a tensor."""
    if parameter is None or traced.function is None:
        return traced.has_signature
    return program.specified(traced.function, parameter) is not None


def python_scalar_argument(program: Program) -> Iterator[Report]:
    """TFR101: a Python number or string that changes from call to call."""
    for traced in program.traced:
        sites = program.calls.sites[traced]
        predicted = predicted_traces(program, sites)
        reported: set[Parameter | None] = set()
        for site in sites:
            for argument in site.arguments:
                change = varying_number(argument.value)
                parameter = argument.parameter
                if change is None or argument.starred:
                    continue
                if _is_specified(program, traced, parameter):
                    continue
                reported.add(parameter)
                yield Report(
                    argument.node,
                    site.place,
                    f"{quoted(argument.node)} is {kind_of(argument.value)} that "
                    f"{_how(program, change)}: {traced.name} retraces for every value; "
                    f"pass {tensor_of(argument.node)}",
                    traced.qualname,
                    predicted,
                    ArgumentFacts(traced, parameter, ((site, argument),), tuple(sites)),
                )
        for parameter, arguments in _by_parameter(sites):
            if parameter in reported or _is_specified(program, traced, parameter):
                continue
            constants = _literals(arguments)
            # Where another call passes a tensor, the parameter is a quantity: two are enough.
            enough = FEW - 1 if any(isinstance(a.value, TensorValue) for _, a in arguments) else FEW
            if len(constants) <= enough:
                continue
            reported.add(parameter)
            arguments = [(s, a) for s, a in arguments if isinstance(a.value, PythonValue)]
            (site, first), *others = arguments
            yield Report(
                first.node,
                site.place,
                f"{all_values(constants)} reach '{parameter.name}' as Python values "
                f"({lines_of([a.node for _, a in others])}): {traced.name} retraces for each; "
                f"pass {tensor_of(first.node)}",
                traced.qualname,
                predicted,
                ArgumentFacts(traced, parameter, tuple(arguments), tuple(sites)),
            )
        observed = program.observed(traced)
        if observed is None:
            continue
        # Few users have recorded runs, and only they pay for the import.
        from flake8_tfretrace.rules.observed import observed_numbers

        for parameter in traced.parameters:
            if parameter not in reported and not _is_specified(program, traced, parameter):
                yield from observed_numbers(program, traced, parameter, sites, observed)


def _how(program: Program, change: Change) -> str:
    if change.kind == "loop":
        return "changes per iteration"
    if change.kind == "counter":
        if change.place is not None and not program.is_own(change.place):
            return f"is updated at {program.location(change.place, change.line)}"
        return f"is updated at line {change.line}"
    if change.kind in ("clock", "random"):
        return "differs at every call"
    return "changes from call to call"


def _by_parameter(
    sites: list[CallSite],
) -> list[tuple[Parameter, list[tuple[CallSite, Argument]]]]:
    """Group the arguments of all calls by parameter."""
    found: dict[Parameter, list[tuple[CallSite, Argument]]] = {}
    for site in sites:
        for argument in site.arguments:
            if argument.parameter is not None and argument.parameter.kind in (
                "positional",
                "keyword",
            ):
                found.setdefault(argument.parameter, []).append((site, argument))
    return list(found.items())


def _literals(arguments: list[tuple[CallSite, Argument]]) -> list[object]:
    """Return the different constants that calls pass, in order."""
    constants: dict[object, None] = {}
    for _, argument in arguments:
        value = argument.value
        if not isinstance(value, PythonValue) or value.constants is None:
            continue
        if value.is_number or value.kind in ("str", "bytes"):
            constants.update(dict.fromkeys(sorted(value.constants, key=repr)))
    return list(constants)


def fresh_object_argument(program: Program) -> Iterator[Report]:
    """TFR104: an object compared by identity is made for the call, or per iteration."""
    for traced, sites in _sites(program):
        for parameter, arguments in _by_parameter(sites):
            if _is_specified(program, traced, parameter):
                continue
            fresh = [(s, a) for s, a in arguments if _compared(program, a.value) is not None]
            for site, argument in fresh:
                if _compared(program, argument.value) == "unhashable":
                    yield Report(
                        argument.node,
                        site.place,
                        f"{quoted(argument.node)} is of type {_class_name(argument.value)}, "
                        f"which cannot be hashed: the call of {traced.name} raises TypeError; "
                        "pass a tuple or tensors",
                        traced.qualname,
                        None,
                        ArgumentFacts(traced, parameter, ((site, argument),), tuple(sites)),
                    )
            fresh = [(s, a) for s, a in fresh if _compared(program, a.value) != "unhashable"]
            changing = [(s, a) for s, a in fresh if _is_fresh(program, s, a)]
            for site, argument in changing:
                yield Report(
                    argument.node,
                    site.place,
                    f"{quoted(argument.node)} is another {_class_name(argument.value)} at each "
                    f"call: {traced.name} retraces for every object; "
                    "pass its tensors, or make one object before",
                    traced.qualname,
                    None,
                    ArgumentFacts(traced, parameter, ((site, argument),), tuple(sites)),
                )
            if changing:
                continue
            distinct = [(s, a) for s, a in fresh if _compared(program, a.value) == "identity"]
            objects = {a.value.site for _, a in distinct if isinstance(a.value, ObjectValue)}
            if len(objects) > 1:
                (site, first), *others = distinct
                yield Report(
                    first.node,
                    site.place,
                    f"{len(objects)} different {_class_name(first.value)} objects reach "
                    f"'{parameter.name}' ({lines_of([a.node for _, a in others])}): "
                    f"{traced.name} retraces for each; pass their tensors",
                    traced.qualname,
                    predicted_traces(program, sites),
                    ArgumentFacts(traced, parameter, tuple(fresh), tuple(sites)),
                )


def _compared(program: Program, value: TraceType) -> str | None:
    """Return how TensorFlow compares an instance made in this file, if not by value."""
    if not isinstance(value, ObjectValue) or not isinstance(
        value.site, (ast.Call, ast.Set, ast.SetComp)
    ):
        return None
    if value.qualified in UNHASHABLE:
        return "unhashable"
    if value.cls is None or program.keras.kind(value) is not None:
        return None
    comparison = program.classes.comparison(value.cls)
    return None if comparison in ("unknown", "value") else comparison


def _is_fresh(program: Program, site: CallSite, argument: Argument) -> bool:
    """Whether each execution of the call passes another object."""
    value = argument.value
    assert isinstance(value, ObjectValue)
    if value.change is not None:
        if value.change.kind == "iterated" and _compared(program, value) == "equality":
            return False
        return value.change.count is None or value.change.count > FEW
    if value.kept:
        return False
    return bool(site.place.loops) or program.calls.repeats(site.place.function)


def _class_name(value: TraceType) -> str:
    assert isinstance(value, ObjectValue)
    return value.cls.name if value.cls is not None else value.qualified


def python_scalar_parameter(program: Program) -> Iterator[Report]:
    """TFR102: a parameter annotated as a Python number or string."""
    for traced in program.traced:
        if traced.function is None:
            continue
        for parameter in traced.parameters:
            if program.specified(traced.function, parameter) is not None:
                continue
            value = program.evaluator.variables.annotated(parameter, traced.function)
            if isinstance(value, PythonValue) and value.kind in ("int", "float", "str"):
                yield Report(
                    parameter.node,
                    traced.function.body,
                    f"'{parameter.name}: {value.kind}' takes Python values: {traced.name} is "
                    "traced for each; take a tensor, or cover it with an input_signature",
                    traced.qualname,
                )


def python_container_argument(program: Program) -> Iterator[Report]:
    """TFR103: a container, range, slice or iterator that differs from call to call."""
    for traced, sites in _sites(program):
        iterators: set[TraceType] = set()
        for site in sites:
            for argument in site.arguments:
                if not argument.starred and _is_specified(program, traced, argument.parameter):
                    continue
                words = _container_words(program, site, argument)
                if words is None or argument.value in iterators:
                    continue
                if isinstance(argument.value, StreamValue):
                    iterators.add(argument.value)
                yield Report(
                    argument.node,
                    site.place,
                    f"{quoted(argument.node)} {words[0]}: {traced.name} retraces for each; "
                    f"{words[1]}",
                    traced.qualname,
                    predicted_traces(program, sites),
                    ArgumentFacts(traced, argument.parameter, ((site, argument),), tuple(sites)),
                )


def _container_words(
    program: Program, site: CallSite, argument: Argument
) -> tuple[str, str] | None:
    """Return what is wrong with a container argument, and what to pass instead."""
    value, node = argument.value, argument.node
    if isinstance(value, StreamValue) and value.kind != "dataset":
        return (
            f"is a Python {value.kind}, compared by identity",
            "pass a tensor or a tf.data iterator",
        )
    if isinstance(value, PythonValue) and value.kind in ("range", "slice"):
        if value.change is None or (value.change.count or FEW + 1) <= FEW:
            return None
        return f"is a {value.kind} that {_how(program, value.change)}", "pass its bounds as tensors"
    if _is_shape_of_new_tensor(program, site, node):
        return "is the shape of a new tensor at each call", "take tf.shape inside the function"
    if not isinstance(value, (SequenceValue, MappingValue)):
        return None
    what = "starred list" if argument.starred else getattr(value, "kind", "dict")
    if value.change is not None:
        if isinstance(value, MappingValue):
            return "is a dict whose keys change from call to call", "give it the same keys"
        if value.change.count is not None and value.change.count <= FEW:
            return None
        return f"is a {what} whose length changes", "stack it into one tensor"
    change = _varying_item(value)
    if change is None:
        return None
    return f"holds a Python value that {_how(program, change)}", "put tensors in it"


def _varying_item(value: TraceType) -> Change | None:
    if isinstance(value, SequenceValue):
        items = value.items if value.items is not None else (value.element,)
    elif isinstance(value, MappingValue):
        items = tuple(v for _, v in value.items) if value.items is not None else (value.element,)
    else:
        return varying_number(value)
    return next((change for item in items if (change := _varying_item(item))), None)


def _is_shape_of_new_tensor(program: Program, site: CallSite, node: ast.expr) -> bool:
    """Whether ``node`` is ``t.shape`` of a tensor that each iteration makes anew."""
    if not (isinstance(node, ast.Attribute) and node.attr == "shape" and site.place.loops):
        return False
    tensor = program.value(node.value, site.place)
    if not isinstance(tensor, TensorValue) or tensor.numpy is not False:
        return False
    if isinstance(node.value, ast.Call):
        return True
    return isinstance(node.value, ast.Name) and any(
        set(binding.place.loops) & set(site.place.loops)
        for binding in program.bindings(node.value, site.place)
    )


def fresh_callable_argument(program: Program) -> Iterator[Report]:
    """TFR105: a callable made for the call, or per iteration."""
    for traced, sites in _sites(program):
        for site in sites:
            for argument in site.arguments:
                value = argument.value
                if not isinstance(value, FunctionValue) or argument.starred:
                    continue
                if value.traced is not None and value.change is None and value.kept:
                    continue
                again = site.place.loops or program.calls.repeats(site.place.function)
                is_new = value.change is not None or (not value.kept and again)
                if not is_new:
                    continue
                yield Report(
                    argument.node,
                    site.place,
                    f"{quoted(argument.node)} is {_callable_words(argument)}: {traced.name} "
                    "retraces for every one; make it once, before the calls",
                    traced.qualname,
                    None,
                    ArgumentFacts(traced, argument.parameter, ((site, argument),), tuple(sites)),
                )


def _callable_words(argument: Argument) -> str:
    value = argument.value
    assert isinstance(value, FunctionValue)
    if value.bound is not None:
        return "a new bound method at each call"
    if isinstance(argument.node, ast.Lambda):
        return "a new function at each call"
    return "another function from call to call"


def conflated_literals(program: Program) -> Iterator[Report]:
    """TFR108: 1, True and 1.0 reach one parameter and share a trace."""
    for traced, sites in _sites(program):
        for parameter, arguments in _by_parameter(sites):
            if _is_specified(program, traced, parameter):
                continue
            first: dict[object, tuple[str, Argument]] = {}
            for site, argument in arguments:
                value = argument.value
                if not isinstance(value, PythonValue) or value.constant is None:
                    continue
                if value.kind not in ("int", "float", "bool"):
                    continue
                kind, earlier = first.setdefault(value.constant, (value.kind, argument))
                if kind == value.kind:
                    continue
                yield Report(
                    argument.node,
                    site.place,
                    f"{quoted(argument.node)} equals {quoted(earlier.node)} of line "
                    f"{earlier.node.lineno}: the call shares that trace and gets the {kind}; "
                    "pass one type",
                    traced.qualname,
                    predicted_traces(program, sites),
                    ArgumentFacts(traced, parameter, ((site, argument),), tuple(sites)),
                )


def model_argument(program: Program) -> Iterator[Report]:
    """TFR106: different models, layers or optimizers reach one traced function."""
    for traced, sites in _sites(program):
        for parameter, arguments in _by_parameter(sites):
            models = [(s, a) for s, a in arguments if program.keras.kind(a.value) is not None]
            changing = [
                (s, a)
                for s, a in models
                if isinstance(a.value, ObjectValue)
                and (_is_fresh(program, s, a) or _is_iterated(a.value))
            ]
            for site, argument in changing:
                kind = program.keras.kind(argument.value)
                yield Report(
                    argument.node,
                    site.place,
                    f"{quoted(argument.node)} is a different {kind} from call to call: "
                    f"{traced.name} retraces for every {kind}; {_one_trace_for(kind)}",
                    traced.qualname,
                    predicted_traces(program, sites),
                    ArgumentFacts(traced, parameter, ((site, argument),), tuple(sites)),
                )
            if changing:
                continue
            objects = {a.value.site for _, a in models if isinstance(a.value, ObjectValue)}
            if len(objects) > FEW:
                (site, first), *others = models
                kind = program.keras.kind(first.value)
                yield Report(
                    first.node,
                    site.place,
                    f"{len(objects)} different {kind}s reach '{parameter.name}' "
                    f"({lines_of([a.node for _, a in others])}): {traced.name} retraces for each; "
                    f"{_one_trace_for(kind)}",
                    traced.qualname,
                    predicted_traces(program, sites),
                    ArgumentFacts(traced, parameter, tuple(models), tuple(sites)),
                )


def _one_trace_for(kind: str | None) -> str:
    """Return the cure: what traces less than once per object."""
    if kind == "model":
        return "tfretrace.PredictorCache traces once per architecture"
    return f"keep one {kind}"


def _is_iterated(value: ObjectValue) -> bool:
    change = value.change
    return change is not None and (change.count is None or change.count > FEW)


def mixed_dtype_arguments(program: Program) -> Iterator[Report]:
    """TFR107: calls pass different dtypes to one parameter."""
    for traced, sites in _sites(program):
        for parameter, arguments in _by_parameter(sites):
            if _is_specified(program, traced, parameter):
                continue
            tensors = [
                (site, argument, argument.value)
                for site, argument in arguments
                if isinstance(argument.value, TensorValue) and argument.value.dtype is not None
            ]
            dtypes = [value.dtype for _, _, value in tensors if value.dtype is not None]
            for site, argument, value in tensors[1:]:
                if value.dtype == dtypes[0]:
                    continue
                line = tensors[0][1].node.lineno
                yield Report(
                    argument.node,
                    site.place,
                    f"{quoted(argument.node)} is {value.dtype} where line {line} passes "
                    f"{dtypes[0]}: {traced.name} is traced for each dtype; "
                    f"{_one_dtype(value.dtype, common_dtype(dtypes))}",
                    traced.qualname,
                    predicted_traces(program, sites),
                    ArgumentFacts(traced, parameter, ((site, argument),), tuple(sites)),
                )


def _one_dtype(dtype: str | None, common: str | None) -> str:
    """Return what to write instead."""
    if common is None:
        return "pass one dtype"
    return f"pass tf.{common} there, too" if dtype == common else f"pass tf.cast(..., tf.{common})"
