"""TFR2xx: signatures and options of ``tf.function``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.facts import (
    ConcreteFunctionFacts,
    OptionFacts,
    ShapeReadFacts,
    SignatureFacts,
)
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.program import (
    Argument,
    CallSite,
    Function,
    Parameter,
    Program,
    TracedFunction,
)
from flake8_tfretrace.program.loop_dependence import differing_size, is_used_as_array
from flake8_tfretrace.program.prediction import predicted_traces
from flake8_tfretrace.program.scopes import is_none
from flake8_tfretrace.program.sites import ASKING
from flake8_tfretrace.program.static_shapes import OpenRead, may_be_left_out, open_reads
from flake8_tfretrace.program.tracetypes import (
    FEW,
    OPEN,
    Change,
    ContainerValue,
    Dimension,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
    first_change,
    join,
    python_value,
    same_key,
)
from flake8_tfretrace.requirements import required
from flake8_tfretrace.rules.arguments import (
    differing,
    passed_at,
    shown_by_a_call,
    varying_number,
)
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.wording import lines_of, quoted

RENAMED_OPTIONS = {
    "experimental_relax_shapes": "reduce_retracing",
    "experimental_compile": "jit_compile",
}

_IGNORED = "experimental_follow_type_hints"
"""An option that TensorFlow still takes, and does not look at."""

SINCE = {"reduce_retracing": "2.9", "jit_compile": "2.5", _IGNORED: "2.16"}
"""The version of TensorFlow that brought each of the new names, or surely ignores an option."""


def missing_input_signature(program: Program) -> Iterator[Report]:
    """TFR201: different shapes reach a function that neither signature nor option pins."""
    for traced in program.traced:
        sites = program.sites.own[traced]
        if traced.has_signature or traced.reduces_retracing:
            continue
        recorded = _recorded(program, traced, sites)
        if recorded is not None:
            yield recorded
            continue
        evidence = _first_varying_shape(program, traced, sites)
        if evidence is None:
            continue
        words, site, why = evidence
        is_own = program.files.is_own(traced.place)
        where = program.files.location(traced.place, traced.site.lineno)
        name = traced.name if is_own else f"{traced.name} ({where})"
        yield Report(
            traced.site if is_own else site.node,
            traced.place if is_own else site.place,
            f"{words}: {name} retraces for every shape; set input_signature or reduce_retracing",
            traced.qualname,
            predicted_traces(program, sites),
            _facts(traced, sites),
            why + program.graph.traced_step(traced),
        )


def _recorded(program: Program, traced: TracedFunction, sites: list[CallSite]) -> Report | None:
    """Return what recorded runs show; few users have any, and only they pay for the import."""
    observed = program.observations.of(traced)
    if observed is None:
        return None
    from flake8_tfretrace.rules.observed import observed_shapes

    return observed_shapes(program, traced, sites, observed)


def _first_varying_shape(
    program: Program, traced: TracedFunction, sites: list[CallSite]
) -> tuple[str, CallSite, Witness] | None:
    """Return the words for the first argument whose shape varies, the call, and why it is so."""
    for site in sites:
        for argument in site.arguments:
            shown = shown_by_a_call(program, site, argument, _varying_shape)
            if shown is not None:
                _, change, why = shown
                shape = f"shape of {quoted(argument.node)} (line {argument.node.lineno})"
                return f"{shape} {_how(change)}", site, why
    for parameter in traced.parameters:
        together = program.variation.together(sites)
        arguments = [(s, a) for s in together if (a := s.argument(parameter)) is not None]
        found = _different_shapes(parameter, arguments)
        if found is not None:
            words, site, keys = found
            separate = differing(program, arguments, keys)
            if separate is not None:
                return words, site, separate
    for site in sites:
        for argument in site.arguments:
            size = differing_size(program, site, argument.node)
            tensors = tensors_in(argument.value)
            is_open = any(tensor.constant_shape is None for tensor in tensors)
            if size and (is_open or is_used_as_array(program, argument.node, site.place)):
                differs = program.variation.of(site, size, argument)
                if differs is not None:
                    shape = f"shape of {quoted(argument.node)} (line {argument.node.lineno})"
                    return f"{shape} changes from call to call", site, differs
    return None


def _varying_shape(
    program: Program, site: CallSite, argument: Argument
) -> tuple[Change, Witness] | None:
    """Return how the shape of a tensor that a call passes changes, and why calls differ in it."""
    for change in map(_shape_change, tensors_in(argument.value)):
        why = None if change is None else program.variation.of(site, change, argument)
        if change is not None and why is not None:
            return change, why
    return None


def _shape_change(tensor: TensorValue) -> Change | None:
    changes = [tensor.change, *(d.change for d in tensor.shape or () if d is not None)]
    enough = (c for c in changes if c is not None and c.is_enough)
    return next(enough, None)


def _how(change: Change) -> str:
    if change.kind == "shape":
        return f"varies ({change.what})"
    if change.kind in ("loop", "counter"):
        return f"follows '{change.what}'"
    if change.kind == "length":
        return "grows"
    return "changes from call to call"


def _different_shapes(
    parameter: Parameter, arguments: list[tuple[CallSite, Argument]]
) -> tuple[str, CallSite, int] | None:
    """Return the words for a parameter that calls give tensors of different shapes.

    Also the first call whose shape is another than before, and the number of shapes.
    """
    columns = [(site, argument, tensors_in(argument.value)) for site, argument in arguments]
    widths = {len(tensors) for _, _, tensors in columns}
    if len(widths) != 1:
        return None
    for position in range(widths.pop()):
        shapes: dict[tuple[int, ...], tuple[CallSite, ast.expr]] = {}
        for site, argument, tensors in columns:
            shape = tensors[position].constant_shape
            if shape is not None:
                shapes.setdefault(shape, (site, argument.node))
        # Two traces of two ranks stay two, whatever the signature.
        if len(shapes) > 2 or len({len(shape) for shape in shapes}) == 1 < len(shapes):
            shown = " and ".join(str(list(shape)) for shape in list(shapes)[:2])
            more = ", ..." if len(shapes) > 2 else ""
            nodes = [node for _, node in shapes.values()]
            _, (site, _), *_ = shapes.values()
            return f"'{parameter.name}' is {shown}{more} ({lines_of(nodes)})", site, len(shapes)
    return None


def tensors_in(value: TraceType) -> list[TensorValue]:
    """Return the tensors that an argument is or contains."""
    if isinstance(value, TensorValue):
        return [value]
    if isinstance(value, SequenceValue) and value.items is not None:
        return [tensor for item in value.items for tensor in tensors_in(item)]
    if isinstance(value, MappingValue) and value.items is not None:
        return [tensor for _, item in value.items for tensor in tensors_in(item)]
    return []


def _facts(traced: TracedFunction, sites: list[CallSite]) -> SignatureFacts:
    """Return how a function is pinned, with the join of what calls give for each parameter."""
    found = []
    for parameter in traced.parameters:
        values = [a.value for s in sites if (a := s.argument(parameter)) is not None]
        if values:
            found.append((parameter, join(values)))
    return SignatureFacts(traced, tuple(sites), tuple(found))


def unpinned_function(program: Program) -> Iterator[Report]:
    """TFR202: neither input_signature nor reduce_retracing, whatever the calls."""
    for traced in program.traced:
        if traced.function is None or traced.has_signature or traced.reduces_retracing:
            continue
        sites = program.sites.own[traced]
        parameters = [p for p in traced.parameters if _may_be_tensor(program, traced, p)]
        if not parameters:
            continue
        words = (
            f"{traced.name} has neither input_signature nor reduce_retracing: a trace for every "
            f"shape and dtype of '{parameters[0].name}'; pin it with one of them"
        )
        facts = _facts(traced, sites)
        witness = program.graph.traced_step(traced)
        yield Report(
            traced.site, traced.place, words, traced.function.qualname, None, facts, witness
        )


def _may_be_tensor(program: Program, traced: TracedFunction, parameter: Parameter) -> bool:
    if parameter.kind in ("*", "**"):
        return False
    assert traced.function is not None
    value = program.evaluator.variables.parameter(traced.function, parameter.name)
    if isinstance(value, (PythonValue, ObjectValue)):
        return False
    default = parameter.default
    return not (isinstance(default, ast.Constant) and default.value is not None)


def deprecated_relax_shapes(program: Program) -> Iterator[Report]:
    """TFR203: an option of tf.function under its old name, or one that has no effect."""
    for call, place in program.option_calls:
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        for name in given:
            new = RENAMED_OPTIONS.get(name or "")
            if name is None or (new is None and name != _IGNORED) or new in given:
                continue
            since = SINCE[new or name]
            requirement = required(program.files.path(place))
            may_be_older = requirement.may_be_below("tensorflow", since)
            if may_be_older or (may_be_older is None and not requirement.names("tensorflow")):
                # A project that does not say what it runs on has most often been left behind.
                continue
            if new is None:
                words = f"'{name}' has no effect; remove it"
            elif new == "reduce_retracing" and _is_given(given.get("input_signature")):
                new = None
                words = f"'{name}' is deprecated, and has no effect beside input_signature"
            else:
                words = f"'{name}' is deprecated: the option is called '{new}'"
            witness = program.files.witness(call, place, f"'{name}' is passed")
            facts = OptionFacts(call, name, new)
            yield Report(call, place, words, facts=facts, witness=witness)


def _is_given(value: ast.expr | None) -> bool:
    return value is not None and not is_none(value)


def reduce_retracing_misuse(program: Program) -> Iterator[Report]:
    """TFR204: reduce_retracing where it cannot help, or where the general trace fails."""
    for traced in program.traced:
        if (
            not traced.reduces_retracing
            or traced.has_signature
            or not program.files.is_own(traced.place)
        ):
            continue
        sites = program.sites.anywhere(traced)
        if not sites:
            continue
        found = _cannot_help(program, traced, sites) or _general_trace_fails(program, traced, sites)
        if found is not None:
            words, why = found
            text = f"reduce_retracing=True {words}"
            facts = _facts(traced, sites)
            witness = why + program.graph.traced_step(traced)
            yield Report(traced.site, traced.place, text, traced.qualname, None, facts, witness)


def _cannot_help(
    program: Program, traced: TracedFunction, sites: list[CallSite]
) -> tuple[str, Witness] | None:
    together = program.variation.together(sites)
    for parameter in traced.parameters:
        arguments = [(s, a) for s in together if (a := s.argument(parameter)) is not None]
        for site, argument in arguments:
            value = argument.value
            change = varying_number(value)
            length = getattr(value, "change", None)
            if isinstance(value, ContainerValue) and length is not None:
                change = length
            why = None if change is None else program.variation.of(site, change, argument)
            if why is None:
                continue
            if isinstance(value, PythonValue):
                return (
                    f"does not generalise Python values: {traced.name} still retraces for every "
                    f"'{parameter.name}'; pass a tensor"
                ), why
            return (
                f"does not generalise the length of '{parameter.name}': {traced.name} still "
                "retraces for each; stack it into one tensor"
            ), why
        tensors = [a.value for _, a in arguments if isinstance(a.value, TensorValue)]
        if len({tensor.dtype for tensor in tensors if tensor.dtype}) > FEW:
            return (
                f"does not generalise dtypes: {traced.name} still retraces for every dtype of "
                f"'{parameter.name}'; cast before the call"
            ), passed_at(program, arguments)
    return None


def _general_trace_fails(
    program: Program, traced: TracedFunction, sites: list[CallSite]
) -> tuple[str, Witness] | None:
    variadic = [p for p in traced.parameters if p.kind == "*"]
    for site in sites:
        for argument in site.arguments:
            change = argument.value.changes
            why = None if change is None else program.variation.of(site, change, argument)
            if argument.starred and why is not None and variadic:
                return (
                    f"fails when the number of arguments of {traced.name} varies "
                    "(IndexError inside TensorFlow); pass one stacked tensor"
                ), why
    varying = _first_varying_shape(program, traced, sites)
    if traced.function is None or varying is None:
        return None
    interpreter = program.assuming(_generalised(program, traced, sites))
    for read in open_reads(program, traced.function, interpreter):
        if read.change is None:
            what = f"{quoted(read.node)} (line {read.node.lineno})"
            unknown = "unknown" if read.index is None else "None"
            return (
                f"makes {what} {unknown} in the general trace: it raises; use tf.shape"
            ), varying[2]
    return None


def _generalised(
    program: Program, traced: TracedFunction, sites: list[CallSite]
) -> dict[object, TraceType]:
    """Return what the parameters are in the general trace that TensorFlow makes of all calls.

    A dimension that differs from call to call is left open.
    """
    found: dict[object, TraceType] = {}
    for parameter in traced.parameters:
        passed = [a.value for s in sites if (a := s.argument(parameter)) is not None]
        value = join(passed)
        if isinstance(value, TensorValue) and value.shape is not None:
            shape = tuple(map(_dimension_of_all, value.shape))
            found[parameter] = replace(value, shape=shape, change=None, numpy=False)
    return found


def _dimension_of_all(size: Dimension) -> Dimension:
    if size is None or size.constant is not None:
        return size
    is_open = size.change is not None or len(size.constants or ()) > 1
    return OPEN if is_open else None


def incomplete_input_signature(program: Program) -> Iterator[Report]:
    """TFR205: a signature that cannot work, or leaves out a parameter that calls pass."""
    for traced in program.traced:
        signature = traced.option("input_signature")
        if (
            signature is None
            or traced.function is None
            or program.sites.is_expected_to_raise(traced)
        ):
            continue
        words = _signature_words(program, traced, signature)
        if words is not None:
            text = f"the input_signature of {traced.name} {words}"
            facts = _facts(traced, program.sites.own[traced])
            witness = program.graph.traced_step(traced)
            yield Report(traced.site, traced.place, text, traced.qualname, None, facts, witness)


def _signature_words(program: Program, traced: TracedFunction, signature: ast.expr) -> str | None:
    required = [p for p in traced.parameters if p.kind == "keyword" and p.default is None]
    if required:
        return f"cannot cover the keyword-only '{required[0].name}': every call raises TypeError"
    value = program.value(signature, traced.place)
    if isinstance(value, TensorValue):
        return "is one specification, no list or tuple of them: it raises TypeError"
    if not isinstance(value, SequenceValue) or value.items is None:
        return None
    positional = [p for p in traced.parameters if p.kind == "positional"]
    if len(value.items) > len(positional) and not any(p.kind == "*" for p in traced.parameters):
        return (
            f"has {len(value.items)} entries for {len(positional)} parameters: it raises TypeError"
        )
    for parameter in positional[len(value.items) :]:
        if parameter.default is None:
            return f"leaves out '{parameter.name}', which has no default: it raises TypeError"
        for site in program.sites.own[traced]:
            argument = site.argument(parameter)
            if argument is not None and not _equals_default(program, traced, argument):
                return (
                    f"leaves out '{parameter.name}': the value passed at line "
                    f"{argument.node.lineno} raises TypeError; cover it"
                )
    return None


def _equals_default(program: Program, traced: TracedFunction, argument: Argument) -> bool:
    """Whether an argument may be the parameter's default, the one value that is accepted."""
    assert argument.parameter is not None and traced.function is not None
    place = traced.function.place
    assert place is not None
    default = program.value(argument.parameter.default, place)
    return same_key(default, argument.value) is not False


def static_shape_in_dynamic_graph(program: Program) -> Iterator[Report]:
    """TFR206: a static size used as a number that is None while the function is traced."""
    for function, traced in program.traced_bodies():
        for read in open_reads(program, function):
            if read.change is not None:
                made_at = read.change.place
                if made_at is None or not program.in_graph(made_at):
                    # The trace is made for a size that eager code has.
                    continue
            words = (
                f"{quoted(read.node)} {_open_words(read, function, traced)}; use "
                f"{_dynamic_shape(read)}"
            )
            facts = _shape_facts(read, function, traced)
            witness = program.graph.why(function) + program.files.witness(
                read.node, read.place, "its static size is read"
            )
            if may_be_left_out(program, read.node, read.place):
                clause = f"{quoted(read.node)} is meant to be a number there"
                witness += Witness(needs=frozenset({clause}))
            yield Report(read.node, read.place, words, traced.qualname, None, facts, witness)


def _open_words(read: OpenRead, function: Function, traced: TracedFunction) -> str:
    """Return what is not known of a size, and why."""
    is_whole = read.index is None and read.tensor is not None
    what = "is not fully known" if is_whole else "is None"
    if isinstance(read.node, ast.Name) and read.tensor is read.node:
        what = "has no known number of elements"
    if read.change is not None:
        return f"{what} in {function.name}: it is what '{read.change.what}' finds"
    whose = "its" if function is traced.function else "the"
    of = "" if function is traced.function else f" of {traced.name}"
    which = "a" if is_whole else "that"
    return f"{what} in {function.name}: {whose} input_signature{of} leaves {which} dimension open"


def _dynamic_shape(read: OpenRead) -> str:
    """Return how to get the size when the graph runs."""
    if read.tensor is None:
        return "tf.shape"
    index = "" if read.index is None else f"[{ast.unparse(read.index)}]"
    return f"tf.shape({text_of(read.tensor)}){index}"


def _shape_facts(
    read: OpenRead, function: Function, traced: TracedFunction
) -> ShapeReadFacts | None:
    """Return what a fix needs; None if the size is handed on, or unpacked, or depends on data."""
    node = read.node
    if function is not traced.function or read.change is not None:
        return None
    if not isinstance(read.tensor, ast.Name) or read.tensor is node:
        return None
    if read.index is not None and not isinstance(node, ast.Subscript):
        return None
    return ShapeReadFacts(node, function)


def xla_shape_recompilation(program: Program) -> Iterator[Report]:
    """TFR207: jit_compile with an open dimension or varying shapes."""
    for traced in program.traced:
        if not traced.is_set("jit_compile", "experimental_compile"):
            continue
        sites = program.sites.own[traced]
        varying = _first_varying_shape(program, traced, sites)
        if varying is None and not _has_open_dimension(program, traced):
            continue
        words = varying[0] if varying else "the input_signature leaves a dimension open"
        why = varying[2] if varying else Witness()
        text = (
            f"{words}: XLA compiles {traced.name} for each shape, even without a new trace; "
            "pad to a few sizes"
        )
        witness = why + program.graph.traced_step(traced)
        yield Report(traced.site, traced.place, text, traced.qualname, witness=witness)


def _has_open_dimension(program: Program, traced: TracedFunction) -> bool:
    if traced.function is None:
        return False
    for parameter in traced.parameters:
        given = program.specified(traced.function, parameter)
        if isinstance(given, TensorValue) and given.shape is not None:
            if OPEN in given.shape:
                return True
    return False


def concrete_function_per_shape(program: Program) -> Iterator[Report]:
    """TFR208: get_concrete_function in a loop, with values that change, of what is then called."""
    for call, place in program.index.calls:
        func = call.func
        if not isinstance(func, ast.Attribute) or func.attr != ASKING:
            continue
        if program.in_graph(place):
            continue
        callee = program.value(func.value, place)
        if not isinstance(callee, FunctionValue) or callee.traced is None:
            continue
        site = program.sites.of(call, place, callee)
        nodes = (*call.args, *(keyword.value for keyword in call.keywords))
        arguments = [Argument(node, None, program.value(node, place)) for node in nodes]
        changes = [(a, _change_of(a.value)) for a in arguments]
        if all(change is None for _, change in changes):
            changes = [(a, differing_size(program, site, a.node)) for a in arguments]
        whys = [(a.node, program.variation.of(site, c, a)) for a, c in changes if c is not None]
        varying = [(node, why) for node, why in whys if why is not None]
        if varying and not program.lifetimes.is_only_read(call, place):
            (first, why), *_ = varying
            words = (
                f"get_concrete_function traces {callee.traced.name} for each "
                f"{quoted(first)}, and never warns; ask once, with "
                "tf.TensorSpec([None, ...])"
            )
            given = tuple(node for node, _ in varying)
            facts = ConcreteFunctionFacts(call, place, callee.traced, given)
            witness = why + program.graph.traced_step(callee.traced)
            yield Report(call, place, words, callee.traced.qualname, None, facts, witness)


def _change_of(value: TraceType) -> Change | None:
    """Return the change of a number that changes, or of the shape of a tensor."""
    return varying_number(value) or first_change(map(_shape_change, tensors_in(value)))


def call_against_signature(program: Program) -> Iterator[Report]:
    """TFR209: a call passes a dtype, a shape or a value that the input_signature rejects."""
    for traced in program.traced:
        if not traced.has_signature or traced.function is None:
            continue
        signature = program.traced_functions.signature(traced)
        for site in program.sites.in_file(traced):
            # Early versions raise ValueError.
            errors = (TypeError, ValueError)
            if any(program.syntax.catches(site.node, site.place, error) for error in errors):
                continue
            if site.is_choice:
                # What decides which function it is may decide what it gets.
                continue
            for argument in site.arguments:
                if argument.parameter is None or argument.starred:
                    continue
                words = _contradiction(signature.get(argument.parameter.name), argument.value)
                if words is None:
                    continue
                given, wanted = words
                text = (
                    f"{quoted(argument.node)} {given}, but the input_signature of {traced.name} "
                    f"wants {wanted}: the call raises TypeError; pass that, or change it"
                )
                witness = passed_at(program, [(site, argument)]) + program.graph.traced_step(traced)
                yield Report(argument.node, site.place, text, traced.qualname, None, None, witness)
                break


def _contradiction(wanted: TraceType | None, given: TraceType) -> tuple[str, str] | None:
    """Return words for what is passed, and for what a signature wants instead of it.

    None if TensorFlow may accept it: it converts NumPy's numbers to any dtype, Python's to a wider
    one, and sequences to tensors.
    """
    if isinstance(wanted, TensorValue):
        return _against_spec(wanted, given)
    if isinstance(wanted, MappingValue) and isinstance(given, MappingValue):
        if wanted.items is None or given.items is None:
            return None
        others = dict(given.items)
        if others.keys() != dict(wanted.items).keys():
            return "has other keys", f"{list(dict(wanted.items))}"
        found = (_contradiction(spec, others[name]) for name, spec in wanted.items)
        return next(filter(None, found), None)
    if isinstance(wanted, SequenceValue) and isinstance(given, SequenceValue):
        if wanted.items is None or given.items is None or wanted.kind != given.kind:
            return None
        if len(wanted.items) != len(given.items):
            return f"has {len(given.items)} elements", f"{len(wanted.items)}"
        found = (_contradiction(*pair) for pair in zip(wanted.items, given.items))
        return next(filter(None, found), None)
    return None


def _against_spec(wanted: TensorValue, given: TraceType) -> tuple[str, str] | None:
    """Return how a value contradicts one ``tf.TensorSpec``."""
    dtype = _rejected_dtype(wanted.dtype, given)
    if dtype is not None and wanted.dtype is not None:
        return f"is {dtype}", wanted.dtype
    shape = _leading_shape(given)
    if shape is None or wanted.shape is None:
        return None
    sizes, is_whole = shape
    rank = len(wanted.shape)
    is_same_rank = len(sizes) == rank if is_whole else len(sizes) <= rank
    if is_same_rank and all(map(_may_be_same_size, sizes, wanted.shape)):
        return None
    shown = [*map(_shown_size, sizes), *([] if is_whole else ["..."])]
    return (
        f"has shape [{', '.join(shown)}]",
        f"[{', '.join(map(_shown_size, wanted.shape))}]",
    )


def _rejected_dtype(wanted: str | None, given: TraceType) -> str | None:
    """Return what to call a value that no conversion makes a tensor of a dtype; None if one may."""
    if isinstance(given, TensorValue):
        is_tensor = given.numpy is False
        return given.dtype if is_tensor and wanted is not None and given.dtype != wanted else None
    if isinstance(given, SequenceValue):
        # All elements become one tensor; of those that are tensors the values count.
        items = given.items or ()
        scalars = [item for item in items if not isinstance(item, TensorValue)]
        found = (_rejected_dtype(wanted, item) for item in scalars)
        rejected = next(filter(None, found), None)
        return None if rejected is None else f"a {given.kind} with {rejected}"
    if not isinstance(given, PythonValue):
        return None
    if given.kind == "none":
        return "None"
    accepted = _ACCEPTED.get(given.kind)
    if accepted is None or wanted is None or wanted.startswith(accepted):
        return None
    return f"a Python {given.kind}"


_ACCEPTED = {
    "float": ("float", "bfloat", "complex"),
    "int": ("int", "uint", "float", "bfloat", "complex"),
    "str": ("string",),
}
"""The dtypes, by how their names begin, that Python's constants become in a signature."""


def _leading_shape(given: TraceType) -> tuple[tuple[Dimension, ...], bool] | None:
    """Return the first dimensions of what becomes a tensor, and whether these are all."""
    if isinstance(given, TensorValue):
        return None if given.shape is None or given.change is not None else (given.shape, True)
    if isinstance(given, PythonValue):
        return ((), True) if given.kind in (*_ACCEPTED, "bool", "number") else None
    if not isinstance(given, SequenceValue):
        return None
    if given.items is None or given.change is not None:
        return (None,), False
    inner = [_leading_shape(item) for item in given.items]
    length = python_value(len(given.items))
    if not inner or inner[0] is None or any(shape != inner[0] for shape in inner):
        return (length,), False
    sizes, is_whole = inner[0]
    return (length, *sizes), is_whole


def _may_be_same_size(given: Dimension, wanted: Dimension) -> bool:
    """Whether a dimension can be one that a signature wants."""
    if wanted is None or wanted.constant is None:
        return True
    if given is None or given.constants is None or given.change is not None:
        return True
    return None in given.constants or wanted.constant in given.constants


def _shown_size(size: Dimension) -> str:
    return "None" if size is None or size.constant is None else str(size.constant)
