"""TFR103: the changing numbers of a list, tuple, dict or shape are passed as tensors.

An iterator that is made for the call becomes a list, which TensorFlow compares by its elements; a
list of tensors that the body only stacks is stacked where it is called.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import (
    Argument,
    CallSite,
    Function,
    Parameter,
    Program,
    TracedFunction,
)
from flake8_tfretrace.program.scopes import reaching, start
from flake8_tfretrace.program.tracetypes import (
    ContainerValue,
    MappingValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.conversion import Conversion, Given, Number, convert
from tfretrace_fix.edits import Edit, Replace
from tfretrace_fix.effects import effects_of_tracing
from tfretrace_fix.fixes import pinning
from tfretrace_fix.fixes.numbers import DTYPES, dtypes_of, is_large
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal, first_possible
from tfretrace_fix.static_shapes import static_shape_needs

Uses = dict[Hashable, list[ast.expr]]
"""Where the body reads the elements of a container: by key or position."""
_OVER_LISTS = ("enumerate", "reversed", "zip")
"""What makes an iterator over its arguments, and does nothing else."""
_REPEATING = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def plan(finding: Finding, context: Context) -> Plan:
    """Pass tensors in the container where the body only reads its elements, or else one tensor."""
    facts: ArgumentFacts = finding.facts
    program = context.program
    function, parameter = facts.traced.function, facts.parameter
    if function is None or parameter is None:
        raise Refusal("the definition of the function is not in this file")
    if parameter.kind in ("*", "**"):
        raise Refusal(f"it is one of '{parameter.name}', which are not told apart")
    tensorflow, imports = tensorflow_name(
        program, function.body, *(site.place for site in facts.sites)
    )
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
        doubt = "how many tensors there are is not known while tracing then"
        return Plan((*imports, *edits), covers, doubt)
    for argument in arguments:
        _check_structure(argument)
    uses = _element_uses(program, function, parameter)
    if uses is not None and all(_elements(a.node) is not None for a in arguments):
        conversion, calls = _by_element(program, tensorflow, function, uses, arguments)
    elif uses is not None and all(isinstance(a.value, MappingValue) for a in arguments):
        conversion, calls = _all_elements(program, tensorflow, function, uses, arguments)
    else:
        conversion, calls = _as_tensor(program, tensorflow, function, parameter, arguments)
    because = conversion.unsafe_because or effects_of_tracing(program, function)
    if parameter.annotation is not None:
        because = because or f"'{parameter.name}' holds tensors, which its annotation may not say"
    parts = (part for argument in arguments for part in _parts(argument.value))
    if any(is_large(program, part) for part in parts):
        because = because or f"an integer of '{parameter.name}' may not fit into 32 bits"
    return Plan((*calls, *conversion.edits.values(), *imports), covers, because)


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
    """Yield what it takes to stack a list before the call, which the body does otherwise.

    To stack a tensor gives that tensor.
    """
    name = parameter.name
    if not all(_is_of_tensors(argument.value) for argument in arguments):
        raise Refusal(f"the length of '{name}' changes")
    pinning.check_option(traced)
    if traced.option("input_signature") is not None or program.traced_of(function) != [traced]:
        raise Refusal(f"the options of '{function.name}' are for lists")
    stacks: list[ast.expr] = []
    for _, user in _uses(program, function, parameter):
        match user:
            case ast.Call(func=func, args=[_], keywords=[]) if (
                program.qualified(func, function.body) == "tensorflow.stack"
            ):
                stacks.append(user)
            case _:
                raise Refusal(
                    f"the length of '{name}' changes, and the body does more than stack it"
                )
    if any(isinstance(node, ast.For | ast.While) for node in ast.walk(function.node)):
        raise Refusal(f"the length of '{name}' changes, and the body loops")
    for need in static_shape_needs(program, function, stacks):
        raise Refusal(need.reason)
    yield pinning.option(program, traced, "reduce_retracing", "True")
    for argument in arguments:
        yield Replace(argument.node, f"{tensorflow}.stack({{old}})")


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


def _element_uses(program: Program, function: Function, parameter: Parameter) -> Uses | None:
    """Return where the body reads elements of a parameter; None if it uses it in another way."""
    name, found = parameter.name, Uses()
    if len(function.body.scope.bindings[name]) > 1:
        return None
    for use, user in program.syntax.uses(function).get(name, []):
        match user:
            case ast.Subscript(value=value, slice=ast.Constant(value=key), ctx=ast.Load()) if (
                value is use
            ):
                found.setdefault(key, []).append(user)
            case ast.Assign(targets=[ast.Tuple(elts=targets)]) if _are_names(targets):
                for position, target in enumerate(targets):
                    found.setdefault(position, []).append(target)
            case _:
                return None
    return found


def _are_names(targets: Sequence[ast.expr]) -> bool:
    return all(isinstance(target, ast.Name) for target in targets)


def _elements(node: ast.expr) -> dict[Hashable, ast.expr] | None:
    """Return the elements of a container that is written out, by key or position."""
    if isinstance(node, ast.List | ast.Tuple):
        if any(isinstance(element, ast.Starred) for element in node.elts):
            return None
        return dict(enumerate(node.elts))
    if isinstance(node, ast.Dict) and all(isinstance(key, ast.Constant) for key in node.keys):
        pairs = zip(node.keys, node.values, strict=True)
        return {key.value: value for key, value in pairs if isinstance(key, ast.Constant)}
    return None


def _by_element(
    program: Program,
    tensorflow: str,
    function: Function,
    uses: Uses,
    arguments: Sequence[Argument],
) -> tuple[Conversion, list[Edit]]:
    """Return what it takes to pass the elements that change as tensors."""
    kinds: dict[Hashable, set[str]] = {}
    for key in _changing(arguments):
        items = [_items(argument)[key] for argument in arguments]
        kinds[key] = {item.kind if isinstance(item, PythonValue) else "" for item in items}
        if not dtypes_of(kinds[key]):
            raise Refusal(f"it is not known what element {key!r} is")

    def dtype(key: Hashable, of_floats: str) -> str:
        return of_floats if "float" in kinds[key] else dtypes_of(kinds[key])[0]

    def attempt(of_floats: str) -> Conversion:
        given: dict[Given, Number] = {
            read: Number(dtype(key, of_floats)) for key in kinds for read in uses.get(key, ())
        }
        return convert(program, tensorflow, function, given)

    conversion, of_floats = _convert(DTYPES["float"], attempt)
    calls: list[Edit] = []
    for argument in arguments:
        elements = _elements(argument.node)
        assert elements is not None
        calls += [
            Replace(elements[key], _constant(tensorflow, dtype(key, of_floats), kinds[key]))
            for key in kinds
        ]
    return conversion, calls


def _all_elements(
    program: Program,
    tensorflow: str,
    function: Function,
    uses: Uses,
    arguments: Sequence[Argument],
) -> tuple[Conversion, list[Edit]]:
    """Return what it takes to make tensors of all numbers in a dict that was made elsewhere."""
    _changing(arguments)
    given: dict[Given, Number] = {}
    for key in _items(arguments[0]):
        values = [_items(argument)[key] for argument in arguments]
        kinds = {value.kind if isinstance(value, PythonValue) else "" for value in values}
        if len(kinds) > 1 or not dtypes_of(kinds):
            raise Refusal(f"it is not known what element {key!r} is")
        # That of tf.constant, without a dtype.
        number = Number("float32" if "float" in kinds else "int32")
        given |= dict.fromkeys(uses.get(key, ()), number)
    conversion = convert(program, tensorflow, function, given)
    made = f"{tensorflow}.nest.map_structure({tensorflow}.constant, {{old}})"
    return conversion, [Replace(argument.node, made) for argument in arguments]


def _items(argument: Argument) -> dict[Hashable, TraceType]:
    """Return what is known of the elements of a container that is written out."""
    value = argument.value
    if isinstance(value, MappingValue) and value.items is not None:
        return dict(value.items)
    if isinstance(value, SequenceValue) and value.items is not None:
        return dict(enumerate(value.items))
    raise Refusal(f"it is not known what '{ast.unparse(argument.node)}' holds")


def _parts(value: TraceType) -> Iterator[TraceType]:
    """Yield what a list, tuple or dict holds."""
    if isinstance(value, ContainerValue):
        yield from value.parts


def _changing(arguments: Sequence[Argument]) -> list[Hashable]:
    """Return the keys whose Python values differ between calls."""
    containers = [_items(argument) for argument in arguments]
    if any(container.keys() != containers[0].keys() for container in containers):
        raise Refusal("the calls pass containers of different structure")
    return [
        key
        for key in containers[0]
        if any(not isinstance(container[key], TensorValue) for container in containers)
        and (
            len({container[key] for container in containers}) > 1
            or containers[0][key].changes is not None
        )
    ]
