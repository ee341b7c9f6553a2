"""TFR103: the changing numbers of a list, tuple, dict or shape are passed as tensors.

An iterator that is made for the call becomes a list, which TensorFlow compares by its elements; a
list of tensors that the body only stacks is stacked where it is called.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.modules import module_at, users
from flake8_tfretrace.program import (
    Argument,
    CallSite,
    Function,
    Parameter,
    Program,
    TracedFunction,
)
from flake8_tfretrace.program.operations import relaxed
from flake8_tfretrace.program.scopes import reaching, start
from flake8_tfretrace.program.syntax import argument as argument_of
from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    MappingValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    join,
)
from tfretrace_fix.conversion import Conversion, Given, Number, binding_of, convert
from tfretrace_fix.edits import Edit, Replace, SplitArgument
from tfretrace_fix.effects import effects_of_tracing, state_between_calls
from tfretrace_fix.fixes import pinning
from tfretrace_fix.fixes.elements import (
    ANY,
    Path,
    Read,
    items_of,
    leaves,
    of_any_length,
    reads,
    replaced,
    written_out,
)
from tfretrace_fix.fixes.numbers import DTYPES, dtypes_of, is_large
from tfretrace_fix.functions import is_gone_over_by_python, uses
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.open_shapes import doubt_of_one_trace, doubt_of_opening
from tfretrace_fix.plans import Context, Plan, Refusal, first_possible
from tfretrace_fix.static_shapes import may_have_shape, static_shape_needs

Kinds = dict[Path, set[str]]
"""The kinds of the Python values that are passed as elements of a container."""
_Way = Callable[
    [Program, str, Function, Parameter, Sequence[Argument]], tuple[Conversion, list[Edit]]
]
_OVER_LISTS = ("enumerate", "reversed", "zip")
"""What makes an iterator over its arguments, and does nothing else."""
_MAKING = ("stack", "convert_to_tensor")
_NO_COUNT = "how many tensors there are is not known while tracing then"
_REPEATING = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def plan(finding: Finding, context: Context) -> Plan:
    """Pass tensors in the container where the body only reads its elements, or else one tensor."""
    facts: ArgumentFacts = finding.facts
    program = context.program
    function, parameter = facts.traced.function, facts.parameter
    if function is None:
        raise Refusal("the definition of the function is not in this file")
    tensorflow, imports = tensorflow_name(
        program, function.body, *(site.place for site in facts.sites)
    )
    if parameter is None or facts.arguments[0][1].starred:
        joined = _joined(finding, context, tensorflow, function)
        if joined is not None:
            return Plan((*imports, *joined), (finding,), _NO_COUNT)
        return _unpacked(finding, context, tensorflow, function, imports)
    if parameter.kind in ("*", "**"):
        raise Refusal(f"it is one of '{parameter.name}', which are not told apart")
    arguments = [a for site in facts.sites if (a := site.argument(parameter)) is not None]
    if len(arguments) < len(facts.sites):
        raise Refusal(f"some calls rely on the default of '{parameter.name}'")
    covers = tuple(
        other
        for other in context.findings
        if other.code == "TFR103"
        and other.facts.parameter is parameter
        and other.facts.traced.function is function
    )
    if all(_is_made_of_lists(program, site, parameter) for site in facts.sites):
        if not _is_iterated_once(program, function, parameter):
            raise Refusal(f"the body may do more than go through '{parameter.name}' once")
        listed = tuple(Replace(argument.node, "list({old})") for argument in arguments)
        return Plan(listed, covers, f"'{parameter.name}' is a list in the body")
    if any(_is_of_tensors(argument.value) for argument in arguments):
        edits = _stacked(program, tensorflow, facts.traced, function, parameter, arguments)
        return Plan(
            (*imports, *edits), covers, _doubt_of_stacking(context, facts, function, parameter)
        )
    stacked: Plan | None = None
    with contextlib.suppress(Refusal):
        whole = _stacked(program, tensorflow, facts.traced, function, parameter, arguments)
        doubt = f"the length of '{parameter.name}' is not known while tracing then"
        stacked = Plan((*imports, *whole), covers, doubt)
    if stacked is None:
        with contextlib.suppress(Refusal):
            taken, doubt = _indexed(
                program, tensorflow, facts.traced, function, parameter, arguments
            )
            stacked = Plan((*imports, *taken), covers, doubt)
    try:
        for argument in arguments:
            _check_structure(argument)
        conversion, calls = first_possible(
            _ways(arguments),
            lambda way: way(program, tensorflow, function, parameter, arguments),
        )
    except Refusal:
        if stacked is None:
            raise
        return stacked
    because = conversion.unsafe_because or effects_of_tracing(program, function)
    if parameter.annotation is not None:
        because = because or f"'{parameter.name}' holds tensors, which its annotation may not say"
    because = because or _doubt_of_size(program, arguments)
    otherwise = () if stacked is None else (stacked,)
    return Plan((*calls, *conversion.edits.values(), *imports), covers, because, otherwise)


def _ways(arguments: Sequence[Argument]) -> list[_Way]:
    """Return the ways to pass what arguments hold as tensors, the best one first."""
    if all(isinstance(a.value, SequenceValue) and a.value.names is None for a in arguments):
        if not all(written_out(argument.node) for argument in arguments):
            return [_as_tensor, _with_tensors_in_it]
    return [_with_tensors_in_it]


def _with_tensors_in_it(
    program: Program,
    tensorflow: str,
    function: Function,
    parameter: Parameter,
    arguments: Sequence[Argument],
) -> tuple[Conversion, list[Edit]]:
    """Return what it takes to pass tensors for elements; or one, where the body needs the whole."""
    if any(ANY in items_of(argument.value) for argument in arguments):
        arguments = [
            dataclasses.replace(argument, value=of_any_length(argument.value))
            for argument in arguments
        ]
    value = join(argument.value for argument in arguments)
    if not items_of(value) and all(written_out(argument.node) for argument in arguments):
        raise Refusal("the calls pass containers of different structure")
    found = reads(program, function, parameter, value)
    if found is None:
        return _as_tensor(program, tensorflow, function, parameter, arguments)
    paths = [path for path, _ in leaves(value)]
    return _with_tensors(
        program,
        tensorflow,
        function,
        arguments,
        lambda kinds, of_floats: _given(program, function, found, paths, kinds, of_floats),
        {read.function for read in found} - {function},
    )


def _doubt_of_size(program: Program, arguments: Sequence[Argument]) -> str | None:
    for argument in arguments:
        name = "" if argument.parameter is None else argument.parameter.name
        if any(is_large(program, part) for _, part in leaves(argument.value)):
            return f"an integer of '{name or ast.unparse(argument.node)}' may not fit into 32 bits"
    return None


def _unpacked(
    finding: Finding,
    context: Context,
    tensorflow: str,
    function: Function,
    imports: Sequence[Edit],
) -> Plan:
    """Pass tensors for the numbers of a sequence that calls unpack: ``f(x, *options)``."""
    facts: ArgumentFacts = finding.facts
    program, (site, argument) = context.program, facts.arguments[0]
    if not argument.starred or argument.written_at is not None or len(facts.sites) > 1:
        raise Refusal(f"it is not known which parameter takes '{ast.unparse(argument.node)}'")
    found = _reads_of_rest(program, site, function, argument)
    if found is not None:
        paths = [path for path, _ in leaves(argument.value)]

        def given(kinds: Kinds, of_floats: str) -> Mapping[Given, Number]:
            return _given(program, function, found, paths, kinds, of_floats)
    else:
        taking = _taking(site, argument)

        def given(kinds: Kinds, of_floats: str) -> Mapping[Given, Number]:
            return {
                parameter: Number(_dtype(kinds[path], of_floats))
                for path in kinds
                for parameter in taking[path]
            }

    helpers = {read.function for read in found or ()} - {function}
    conversion, calls = _with_tensors(program, tensorflow, function, [argument], given, helpers)
    if conversion.only_step:
        raise Refusal("the step of a summary is an int64")
    covers = [
        other
        for other in context.findings
        if other is finding or getattr(other.facts, "loop", None) in conversion.nodes
    ]
    because = conversion.unsafe_because or _doubt_of_size(program, [argument])
    return Plan((*calls, *conversion.edits.values(), *imports), tuple(covers), because)


def _reads_of_rest(
    program: Program, site: CallSite, function: Function, argument: Argument
) -> list[Read] | None:
    """Return what reads the keywords that ``**rest`` takes of a dict which a call unpacks.

    None if other parameters take some of them, or they are used in another way.
    """
    rest = next((p for p in function.parameters if p.kind == "**"), None)
    if rest is None or not isinstance(argument.value, MappingValue):
        return None
    passed = [given.parameter for given in site.arguments if not given.starred]
    named = {p.name for p in site.traced.parameters if p.kind != "**" and p not in passed}
    keys = {path[0] for path, _ in leaves(argument.value) if path}
    if not keys or not named.isdisjoint(keys) or (named and ANY in keys):
        return None
    return reads(program, function, rest, argument.value)


def _joined(
    finding: Finding, context: Context, tensorflow: str, function: Function
) -> list[Edit] | None:
    """Return what joins the tensors that a call unpacks, where all that the body does is that.

    Of one tensor nothing else becomes. None where the call, or the body, does something else.
    """
    facts: ArgumentFacts = finding.facts
    program, (site, argument), traced = context.program, facts.arguments[0], facts.traced
    taking = next((p for p in function.parameters if p.kind == "*"), None)
    value = argument.value
    if taking is None or len(facts.sites) > 1 or argument.written_at is not None:
        return None
    if not isinstance(value, SequenceValue) or value.items is not None:
        return None
    plain = [p for p in traced.parameters if p.kind == "positional"]
    before = [a for a in site.arguments if a is not argument and a.parameter in plain]
    is_last = bool(site.node.args) and getattr(site.node.args[-1], "value", None) is argument.node
    if not is_last or len(before) < len(plain) or len(site.arguments) > len(before) + 1:
        return None
    if (
        not _may_be_joined(value)
        or traced.option("input_signature") is not None
        or program.traced_of(function) != [traced]
    ):
        return None
    pinning.check_option(traced)
    joins = _uses(program, function, taking)
    axis = _axis_of_all(program, function, joins)
    is_stack = axis is None and all(_is_stack(program, function, *join) for join in joins)
    if not joins or (axis is None and not is_stack) or _loops_in_graph(program, function):
        return None
    stacks = [user for _, user in joins if isinstance(user, ast.expr)]
    if static_shape_needs(program, function, stacks):
        return None
    code = f"{tensorflow}.stack({{old}})" if is_stack else f"{tensorflow}.concat({{old}}, {axis})"
    return [
        pinning.option(program, traced, "reduce_retracing", "True"),
        SplitArgument(site.node, argument.node, ((taking.name, code),)),
        *(Replace(stack, f"{taking.name}[0]") for stack in stacks if is_stack),
    ]


def _is_stack(program: Program, function: Function, use: ast.AST, user: ast.AST) -> bool:
    """Whether ``user`` stacks the tensors of a list along a new first axis."""
    if not isinstance(user, ast.Call) or user.args != [use] or user.keywords:
        return False
    place = program.index.places.get(user, function.body)
    return program.qualified(user.func, place) == "tensorflow.stack"


def _loops_in_graph(program: Program, function: Function) -> bool:
    """Whether TensorFlow may run a loop of a body: what it carries would have to keep its shape."""
    for node in ast.walk(function.node):
        if isinstance(node, ast.While):
            return True
        if not isinstance(node, ast.For):
            continue
        place = program.syntax.place(function, node.iter)
        if not is_gone_over_by_python(program, program.value, node.iter, place):
            return True
    return False


def _may_be_joined(value: TraceType) -> bool:
    """Whether a value is a list of tensors that have dimensions to be joined along."""
    element = value.element if isinstance(value, SequenceValue) else None
    is_tensor = isinstance(element, TensorValue) and element.variable is False
    return is_tensor and getattr(element, "shape", None) != ()


def _axis_of_all(
    program: Program, function: Function, uses_of: Sequence[tuple[ast.AST, ast.AST]]
) -> str | None:
    """Return the axis along which all uses of a list join its tensors, as it is written."""
    axes = {_axis_of(program, function, use, user) for use, user in uses_of}
    return axes.pop() if len(axes) == 1 else None


def _axis_of(program: Program, function: Function, use: ast.AST, user: ast.AST) -> str | None:
    """Return the axis along which ``user`` joins the tensors of a list, as it is written there."""
    if not isinstance(user, ast.Call) or user.args[:1] != [use]:
        return None
    place = program.index.places.get(user, function.body)
    axis = argument_of(user, 1, "axis")
    is_join = program.qualified(user.func, place) == "tensorflow.concat"
    if not is_join or not isinstance(axis, ast.Constant) or len(user.args) + len(user.keywords) > 2:
        return None
    return ast.unparse(axis) if len(user.args) > 1 else f"axis={ast.unparse(axis)}"


def _taking(site: CallSite, argument: Argument) -> dict[Path, Sequence[Parameter]]:
    """Return the parameters that take the elements of a container which a call unpacks.

    Raises:
        Refusal: they are not known.
    """
    position, value = 0, argument.value
    parameters = [] if site.traced.function is None else site.traced.function.parameters
    if isinstance(value, MappingValue):
        named = {p.name: p for p in parameters if p.kind in ("positional", "keyword")}
        keys = [*items_of(value)]
        if keys == [ANY]:
            return {(ANY,): _taking_the_rest(site, argument)}
        if not keys or not all(key in named for key in keys):
            raise Refusal(f"it is not known which parameters take '{ast.unparse(argument.node)}'")
        return {(key,): [named[key]] for key in keys if isinstance(key, str)}
    if site.callee.bound is not None or site.traced.bound:
        parameters = parameters[1:]
    for given in site.arguments:
        if given is argument:
            break
        size = items_of(given.value)
        if given.starred and (not size or ANY in size):
            raise Refusal(f"the length of '{ast.unparse(given.node)}' is not known")
        position += len(size) if given.starred else 1
    items = items_of(value) if isinstance(value, SequenceValue) else {}
    if ANY in items:
        raise Refusal(f"the length of '{ast.unparse(argument.node)}' is not known")
    taking = parameters[position : position + len(items)]
    if not items or len(taking) < len(items) or any(p.kind != "positional" for p in taking):
        raise Refusal(f"it is not known which parameters take '{ast.unparse(argument.node)}'")
    return {(key,): [parameter] for key, parameter in zip(items, taking, strict=True)}


def _taking_the_rest(site: CallSite, argument: Argument) -> list[Parameter]:
    """Return the parameters that take what a call unpacks of a dictionary with unknown keys.

    Raises:
        Refusal: they are not known: one has a default, or other arguments are unpacked as well.
    """
    unknown = Refusal(f"it is not known which parameters take '{ast.unparse(argument.node)}'")
    function = site.traced.function
    if function is None or any(p.kind == "**" for p in function.parameters):
        raise unknown
    others = [one for one in site.arguments if one is not argument]
    passed = {one.parameter for one in others}
    plain = [p for p in function.call_parameters if p.kind == "positional" and p not in passed]
    for one in others:
        items = items_of(one.value)
        if one.starred and (not isinstance(one.value, SequenceValue) or ANY in items):
            raise unknown
        plain = plain[len(items) :] if one.starred else plain
    keywords = [p for p in function.parameters if p.kind == "keyword" and p not in passed]
    rest = [*plain, *keywords]
    if not rest or any(p.default is not None for p in rest):
        raise unknown
    return rest


def _is_made_of_lists(program: Program, site: CallSite, parameter: Parameter) -> bool:
    """Whether a call passes an iterator over what is there already, made in the call itself."""
    argument = site.argument(parameter)
    return (
        argument is not None
        and isinstance(argument.node, ast.Call)
        and program.qualified(argument.node.func, site.place) in _OVER_LISTS
    )


def _uses(
    program: Program, function: Function, parameter: Parameter
) -> list[tuple[ast.AST, ast.AST]]:
    """Return where the body reads what it is passed, each with what it is part of."""
    name, place = parameter.name, function.body
    if any(binding.kind == "augmented" for binding in place.scope.bindings[name]):
        raise Refusal(f"the body adds to '{name}'")
    return [
        (use, user)
        for use, user in program.syntax.uses(function).get(name, ())
        if any(binding.kind == "parameter" for binding in reaching(name, place, start(use)))
    ]


def _is_iterated_once(program: Program, function: Function, parameter: Parameter) -> bool:
    """Whether all that a body does with a parameter is to go through it, once."""
    uses = _uses(program, function, parameter)
    if len(uses) != 1:
        return False
    ((use, user),) = uses
    match user:
        case ast.For(iter=iterated):
            is_whole = iterated is use
        case ast.Call(args=[iterated], keywords=[]):
            is_whole = program.qualified(user.func, function.body) in ("dict", "list", "tuple")
        case _:
            return False
    around = program.syntax.parent(function, user)
    while around is not None and around is not function.node:
        if isinstance(around, _REPEATING) or around in program.index.by_node:
            return False
        around = program.syntax.parent(function, around)
    return is_whole


def _check_structure(argument: Argument) -> None:
    """Raise Refusal for arguments that differ by more than their numbers."""
    value, code = argument.value, ast.unparse(argument.node)
    if isinstance(value, StreamValue):
        raise Refusal(f"tracing consumes '{code}'")
    if isinstance(value, SequenceValue) and value.change is not None:
        raise Refusal(f"the length of '{code}' changes")
    if isinstance(value, MappingValue) and value.change is not None:
        raise Refusal(f"the keys of '{code}' change")
    if isinstance(value, PythonValue):
        raise Refusal(f"'{code}' is a {value.kind}")


def _convert(dtypes: Sequence[str], attempt: Callable[[str], Conversion]) -> tuple[Conversion, str]:
    """Return the first conversion that works, and its dtype."""
    return first_possible(dtypes, lambda dtype: (attempt(dtype), dtype))


def _constant(tensorflow: str, dtype: str, kinds: set[str]) -> str:
    # An int and a float in one place must have one dtype.
    is_default = dtype != "float64" and len(kinds) == 1
    option = "" if is_default else f", {tensorflow}.{dtype}"
    return f"{tensorflow}.constant({{old}}{option})"


# one tensor


def _is_of_tensors(value: TraceType) -> bool:
    """Whether a value is a list of tensors whose length changes."""
    if not isinstance(value, SequenceValue) or value.change is None or value.items is not None:
        return False
    # To variables the body may have gradients.
    return isinstance(value.element, TensorValue) and value.element.variable is False


def _stacked(
    program: Program,
    tensorflow: str,
    traced: TracedFunction,
    function: Function,
    parameter: Parameter,
    arguments: Sequence[Argument],
) -> Iterator[Edit]:
    """Yield what it takes for calls to make a tensor of a list, which the body does otherwise.

    To stack or convert a tensor gives that tensor.
    """
    name = parameter.name
    making, dtype = "stack", ""
    found = _uses(program, function, parameter)
    if not all(_is_of_tensors(argument.value) for argument in arguments):
        made = _made_by_body(program, function, found)
        try:
            dtype = _dtype_of_lists(name, arguments)
        except Refusal:
            if made is None:
                raise
        # Whatever the elements are, the calls do with them what the body did.
        making = "convert_to_tensor" if dtype or made is None else made
    pinning.check_option(traced)
    if traced.option("input_signature") is not None or program.traced_of(function) != [traced]:
        raise Refusal(f"the options of '{function.name}' are for lists")
    stacks: list[ast.expr] = []
    option = f", {tensorflow}.{dtype}" if dtype else ""
    is_known = bool(dtype) or making == "stack"
    axis = _axis_of_all(program, function, found)
    if axis is not None and all(_may_be_joined(argument.value) for argument in arguments):
        making, option = "concat", f", {axis}"
    for use, user in found:
        is_one = isinstance(user, ast.Call) and (
            making == "concat" or _converts(program, function, use, user, is_known)
        )
        if not is_one or not isinstance(user, ast.Call):
            raise Refusal(f"the length of '{name}' changes, and the body does more than stack it")
        stacks.append(user)
    if _loops_in_graph(program, function):
        raise Refusal(f"the length of '{name}' changes, and the body loops")
    for need in static_shape_needs(program, function, stacks):
        raise Refusal(need.reason)
    yield pinning.option(program, traced, "reduce_retracing", "True")
    for argument in arguments:
        if not isinstance(argument.value, TensorValue):
            yield Replace(argument.node, f"{tensorflow}.{making}({{old}}{option})")


def _made_by_body(
    program: Program, function: Function, found: Sequence[tuple[ast.AST, ast.AST]]
) -> str | None:
    """Return the function of TensorFlow's that a body makes a tensor of a list with, each time."""
    calls = [user for use, user in found if isinstance(user, ast.Call) and user.args == [use]]
    if len(calls) < len(found) or any(call.keywords for call in calls):
        return None
    made = {program.qualified(call.func, program.index.places[call]) for call in calls}
    return next((n for n in _MAKING if made == {f"tensorflow.{n}"}), None)


def _doubt_of_stacking(
    context: Context, facts: ArgumentFacts, function: Function, parameter: Parameter
) -> str | None:
    """Return what may change where one trace serves lists of any length; None if nothing."""
    program = context.program
    if _axis_of_all(program, function, _uses(program, function, parameter)) is not None:
        return _NO_COUNT
    opened: dict[Parameter | ast.expr, TraceType] = {}
    for one in facts.traced.parameters:
        given = [a.value for site in facts.sites if (a := site.argument(one)) is not None]
        if len(given) < len(facts.sites):
            return _NO_COUNT
        if one is parameter:
            given = [_as_stacked(value) for value in given]
        value = join(given)
        if isinstance(value, TensorValue):
            opened[one] = relaxed(value)
        elif may_have_shape(program, function, one):
            return _NO_COUNT
    return (
        doubt_of_one_trace(program, function)
        or doubt_of_opening(program, function, opened)
        or effects_of_tracing(program, function)
        or state_between_calls(context, facts.traced)
    )


def _as_stacked(value: TraceType) -> TraceType:
    """Return the tensor that is made of a list of tensors of one shape."""
    if not isinstance(value, SequenceValue):
        return value
    element = join(value.parts)
    if not isinstance(element, TensorValue) or element.shape is None:
        return TensorValue()
    return TensorValue(element.dtype, (None, *element.shape))


def _indexed(
    program: Program,
    tensorflow: str,
    traced: TracedFunction,
    function: Function,
    parameter: Parameter,
    arguments: Sequence[Argument],
) -> tuple[list[Edit], str]:
    """Return what passes a tensor for a list of any length of which a body takes elements.

    With what may change then, as a clause.
    """
    name = parameter.name
    pinning.check_option(traced)
    if traced.option("input_signature") is not None or program.traced_of(function) != [traced]:
        raise Refusal(f"the options of '{function.name}' are for lists")
    _dtype_of_lists(name, arguments)
    kinds = {part.kind for a in arguments for part in _numbers_in(a.value)}
    elements: list[ast.expr] = []
    for use, user in _uses(program, function, parameter):
        is_part = isinstance(user, ast.Subscript) and user.value is use
        if not is_part or not _is_element(program, function, user):
            raise Refusal(f"the body does more with '{name}' than take its elements")
        assert isinstance(user, ast.Subscript)
        elements.append(user)
    opened = [p for p in traced.parameters if may_have_shape(program, function, p)]
    for need in static_shape_needs(program, function, [p for p in opened if p is not parameter]):
        raise Refusal(need.reason)
    conversion, dtype = _convert(
        dtypes_of(kinds),
        lambda dtype: convert(
            program, tensorflow, function, dict.fromkeys(elements, Number(dtype)), are_open=True
        ),
    )
    edits: list[Edit] = [pinning.option(program, traced, "reduce_retracing", "True")]
    for argument in arguments:
        if not isinstance(argument.value, TensorValue):
            edits.append(Replace(argument.node, _constant(tensorflow, dtype, kinds)))
    because = conversion.unsafe_because or f"the length of '{name}' is not known while tracing then"
    return [*edits, *conversion.edits.values()], because


def _numbers_in(value: TraceType) -> Sequence[PythonValue]:
    """Return what stands for the numbers in a list, each of its kind."""
    parts = value.parts if isinstance(value, SequenceValue) else ()
    return [part for part in parts if isinstance(part, PythonValue)]


def _is_element(program: Program, function: Function, node: ast.AST) -> bool:
    """Whether a subscript takes one element, by a number."""
    assert isinstance(node, ast.Subscript)
    index = program.value(node.slice, program.syntax.place(function, node))
    is_scalar = isinstance(index, TensorValue) and index.shape == () and index.numpy is False
    is_number = isinstance(index, PythonValue) and index.kind == "int"
    return isinstance(node.ctx, ast.Load) and (is_scalar or is_number)


def _dtype_of_lists(name: str, arguments: Sequence[Argument]) -> str:
    """Return the dtype of the tensors for lists of any length; none if nothing shows it.

    Raises:
        Refusal: some argument is not surely a list, or a tensor, or may hold variables.
    """
    kinds: set[str] = set()
    for argument in arguments:
        value = argument.value
        if isinstance(value, TensorValue) and value.numpy is False:
            kinds.add("")
            continue
        if not isinstance(value, SequenceValue) or value.items is not None or value.names:
            raise Refusal(f"the length of '{name}' changes")
        element = value.element
        if element is not UNKNOWN and not isinstance(element, PythonValue):
            raise Refusal(f"the length of '{name}' changes")
        kinds.add(element.kind if isinstance(element, PythonValue) else "")
    dtypes = dtypes_of(kinds)
    return dtypes[0] if dtypes else ""


def _converts(
    program: Program, function: Function, use: ast.AST, user: ast.Call, is_known: bool
) -> bool:
    """Whether ``user`` is a call of TensorFlow's that makes a tensor of a list by itself.

    An operation takes an empty list for one of what it computes with: unless the dtype of the
    elements ``is_known``, only what gives a float32 tensor then does the same.
    """
    place = program.index.places.get(user, function.body)
    qualified = program.qualified(user.func, place)
    if qualified in ("tensorflow.convert_to_tensor", "tensorflow.stack"):
        return user.args == [use] and not user.keywords
    known = uses(program, user, place) if is_known else None
    return known is not None and use in known.converted


def _as_tensor(
    program: Program,
    tensorflow: str,
    function: Function,
    parameter: Parameter,
    arguments: Sequence[Argument],
) -> tuple[Conversion, list[Edit]]:
    """Return what it takes to pass one tensor for the container."""
    kinds = {kind for argument in arguments for kind in _kinds(argument)}
    if not dtypes_of(kinds):
        raise Refusal(f"'{parameter.name}' holds more than numbers of one type")
    conversion, dtype = _convert(
        dtypes_of(kinds),
        lambda dtype: convert(
            program, tensorflow, function, {parameter: Number(dtype, is_list=True)}
        ),
    )
    calls: list[Edit] = []
    for argument in arguments:
        node = argument.node
        if _is_shape(node):
            assert isinstance(node, ast.Attribute)
            calls.append(Replace(node, f"{tensorflow}.shape({{x}})", {"x": node.value}))
        else:
            calls.append(Replace(node, _constant(tensorflow, dtype, kinds)))
    return conversion, calls


def _is_shape(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "shape"


def _kinds(argument: Argument) -> list[str]:
    """Return the kinds of the Python values in a list, tuple or shape."""
    if _is_shape(argument.node):
        return ["int"]
    value = argument.value
    if not isinstance(value, SequenceValue):
        raise Refusal(f"'{ast.unparse(argument.node)}' does not become one tensor")
    return [part.kind if isinstance(part, PythonValue) else "" for part in value.parts]


# tensors in it


def _with_tensors(
    program: Program,
    tensorflow: str,
    function: Function,
    arguments: Sequence[Argument],
    given: Callable[[Kinds, str], Mapping[Given, Number]],
    helpers: Collection[Function] = (),
) -> tuple[Conversion, list[Edit]]:
    """Return what it takes to pass tensors for elements that change.

    ``given`` tells what becomes a tensor with elements of some kinds, if floats get a dtype, in the
    body and in ``helpers``.
    """

    def attempt(paths: Collection[Path]) -> tuple[Conversion, list[Edit]]:
        kinds = _kinds_by_path(arguments, paths)
        conversion, of_floats = _convert(
            DTYPES["float"],
            lambda of_floats: convert(
                program,
                tensorflow,
                function,
                given(kinds, of_floats),
                helpers=helpers,
            ),
        )
        templates = {
            path: _constant(tensorflow, _dtype(kinds[path], of_floats), kinds[path])
            for path in paths
        }
        return conversion, [
            edit
            for argument in arguments
            for edit in replaced(tensorflow, argument.node, argument.value, templates)
        ]

    return first_possible(_choices(arguments, attempt), attempt)


def _choices(
    arguments: Sequence[Argument], attempt: Callable[[Collection[Path]], object]
) -> Iterator[Collection[Path]]:
    """Yield the elements that may become tensors: all of them, what changes, what can of that."""
    parts = [dict(leaves(argument.value)) for argument in arguments]
    if any(one.keys() != parts[0].keys() for one in parts):
        raise Refusal("the calls pass containers of different structure")
    numbers = all(
        part.is_number or (isinstance(part, PythonValue) and part.kind == "bool")
        for one in parts
        for part in one.values()
    )
    if numbers and not any(written_out(argument.node) for argument in arguments):
        yield [*parts[0]]
    changing = [
        path
        for path in parts[0]
        if any(not isinstance(one[path], TensorValue) for one in parts)
        and (len({one[path] for one in parts}) > 1 or parts[0][path].changes is not None)
    ]
    if not changing:
        raise Refusal("it is not known which element changes")
    yield changing
    if numbers and len(changing) < len(parts[0]):
        yield [*parts[0]]
    possible = []
    for path in changing if len(changing) > 1 else ():
        try:
            attempt([path])
        except Refusal:
            changes = [one[path].changes for one in parts]
            if any(change is not None and change.is_enough for change in changes):
                # It would retrace as before.
                raise
        else:
            possible.append(path)
    if possible:
        yield possible


def _kinds_by_path(arguments: Sequence[Argument], paths: Collection[Path]) -> Kinds:
    """Return the kinds of Python values that the calls pass at some paths."""
    found: Kinds = {}
    parts = [dict(leaves(argument.value)) for argument in arguments]
    for path in paths:
        values = [one[path] for one in parts]
        found[path] = {value.kind if isinstance(value, PythonValue) else "" for value in values}
        if not dtypes_of(found[path]):
            raise Refusal(f"it is not known what element {_shown(path)} is")
    return found


def _shown(path: Path) -> str:
    return "".join(f"[{key!r}]" for key in path) if len(path) > 1 else repr(path[0])


def _dtype(kinds: set[str], of_floats: str) -> str:
    return of_floats if "float" in kinds else dtypes_of(kinds)[0]


def _is_elsewhere(program: Program, helper: Function, function: Function) -> bool:
    """Whether a helper is in another file than ``function``, or may be called from another one."""
    path = program.files.path(helper.body)
    if path != program.files.path(function.body):
        return True
    if program.files.is_own(helper.body):
        return False
    module = module_at(path)
    return module is None or bool(users(module, {helper.name}))


def _given(
    program: Program,
    function: Function,
    found: Sequence[Read],
    paths: Collection[Path],
    kinds: Kinds,
    of_floats: str,
) -> dict[Given, Number]:
    """Return the expressions of the body that become tensors with some of the elements.

    ``paths`` are those of all elements, ``kinds`` tells what becomes a tensor.
    """
    given: dict[Given, Number] = {}
    for read in found:
        text = ast.unparse(read.node)
        if any(map(read.is_around, kinds)):
            raise Refusal(f"the body does more with '{text}' than read its elements")
        numbers = {
            Number(_dtype(kinds[path], of_floats)) if path in kinds else None
            for path in paths
            if read.is_of(path)
        }
        if numbers <= {None}:
            continue
        number = numbers.pop()
        if numbers or number is None:
            raise Refusal(f"'{text}' has no single type")
        if read.function is not function:
            if _is_elsewhere(program, read.function, function):
                raise Refusal(f"'{read.function.name}' reads '{text}', too")
            read.check_callers(program)
        given[binding_of(read.function, read.node)] = number
    return given
