"""TFR1xx: what the callers pass."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.program import Argument, CallSite, Parameter, Place, Program, TracedFunction
from flake8_tfretrace.program.iteration import iterated
from flake8_tfretrace.program.library import DTYPES, UNHASHABLE, common_dtype
from flake8_tfretrace.program.loop_dependence import (
    differing_object,
    differing_part,
    differing_size,
    is_elsewhere,
)
from flake8_tfretrace.program.mutations import LIST_GROWTH
from flake8_tfretrace.program.ordering import Event
from flake8_tfretrace.program.prediction import predicted_traces, share_trace
from flake8_tfretrace.program.scopes import Binding, lookup, start
from flake8_tfretrace.program.tracetypes import (
    FEW,
    Change,
    ChoiceValue,
    ContainerValue,
    DataValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.wording import all_values, kind_of, lines_of, quoted, tensor_of

_Shown = TypeVar("_Shown")

Passed = tuple[CallSite, Argument]
"""A call of a traced function, and one of its arguments."""


def varying_number(value: TraceType) -> Change | None:
    """Return why a Python number or string changes enough to matter; None if it does not."""
    if not isinstance(value, PythonValue) or value.change is None:
        return None
    if not value.is_number and value.kind not in (
        "str",
        "bytes",
        "date",
        "amount",
        "size",
        "value",
        "complex",
    ):
        return None
    return value.change if value.change.is_enough else None


def _sites(program: Program) -> Iterator[tuple[TracedFunction, list[CallSite]]]:
    for traced in program.traced:
        sites = program.sites.own[traced]
        if sites:
            yield traced, sites


def _is_specified(program: Program, traced: TracedFunction, parameter: Parameter | None) -> bool:
    """Whether an input_signature turns the argument into a tensor."""
    if parameter is None or traced.function is None:
        return traced.has_signature
    return program.specified(traced.function, parameter) is not None


def python_scalar_argument(program: Program) -> Iterator[Report]:
    """TFR101: a Python number or string that changes from call to call."""
    told: set[ast.expr] = set()
    for traced in program.traced:
        sites = program.sites.own[traced]
        predicted = predicted_traces(program, sites)
        reported: set[Parameter | None] = set()
        for site in sites:
            written = [argument for argument in site.arguments if not argument.starred]
            for argument in (*written, *site.forwarded):
                parameter = argument.parameter
                if _is_specified(program, traced, parameter):
                    continue
                varying = shown_by_a_call(program, site, argument, scalar_change)
                if varying is None or program.variation.are_few(sites, predicted):
                    continue
                seen, change, why = varying
                if _retraces_anyway(program, site, change):
                    continue
                if _is_traced_before(program, sites, site, argument):
                    continue
                if change.kind != "depends":
                    reported.add(parameter)
                if site.is_choice and argument.node in told:
                    # Another function that is called there retraces just so.
                    continue
                told.add(argument.node)
                words = (
                    f"{quoted(argument.node)} is {kind_of(seen.value)} that "
                    f"{_how(program, change)}: {traced.name} retraces for every value; "
                    f"{_cure(program, traced, argument)}"
                )
                yield _report(program, parameter, [(site, argument)], words, why, predicted)
        for parameter, arguments in _by_parameter(sites):
            if parameter in reported or _is_specified(program, traced, parameter):
                continue
            found = varying_constants(program, arguments)
            if found is None:
                continue
            reported.add(parameter)
            constants, arguments = found
            separate = differing(program, arguments, len(constants))
            if separate is None or separate.needs:
                continue
            if _reads_what_changes_between(program, arguments):
                continue
            words = (
                f"{all_values(constants)} reach '{parameter.name}' as Python values "
                f"({_lines_of_others(arguments)}): {traced.name} retraces for each; "
                f"{_cure(program, traced, arguments[0][1])}"
            )
            yield _report(program, parameter, arguments, words, separate, predicted)
        observed = program.observations.of(traced)
        if observed is None:
            continue
        # Few users have recorded runs, and only they pay for the import.
        from flake8_tfretrace.rules.observed import observed_numbers

        for parameter in traced.parameters:
            if parameter not in reported and not _is_specified(program, traced, parameter):
                yield from observed_numbers(program, traced, parameter, sites, observed)


def _written(program: Program, site: CallSite, argument: Argument) -> tuple[ast.expr, Place]:
    """Return where an argument is written; the call itself if that is in another file."""
    place = argument.written_at or site.place
    return (argument.node, place) if program.files.is_own(place) else (site.node, site.place)


def _report(
    program: Program,
    parameter: Parameter | None,
    arguments: list[Passed],
    words: str,
    why: Witness,
    predicted: int | None = None,
) -> Report:
    """Return the report on arguments of calls of one traced function, at the first of them."""
    (site, argument), *_ = arguments
    node, place = _written(program, site, argument)
    traced, sites = site.traced, program.sites.own[site.traced]
    facts = ArgumentFacts(traced, parameter, tuple(arguments), tuple(sites))
    why += program.graph.traced_step(traced)
    return Report(node, place, words, traced.qualname, predicted, facts, why)


def _lines_of_others(arguments: list[Passed]) -> str:
    """Return the lines of all arguments but the first, for a message about that."""
    return lines_of([argument.node for _, argument in arguments[1:]])


def shown_by_a_call(
    program: Program,
    site: CallSite,
    argument: Argument,
    find: Callable[[Program, CallSite, Argument], tuple[_Shown, Witness] | None],
) -> tuple[Argument, _Shown, Witness] | None:
    """Return what shows that an argument varies: in all calls of the function around, or in one.

    Args:
        program: the program.
        site: the call that passes the argument.
        argument: what it passes.
        find: gives what shows that, and why it is so; None if nothing does.

    Returns:
        What is passed as those calls make it, and what ``find`` gives for that.
    """
    found = find(program, site, argument)
    if found is None or found[1].needs:
        for one in program.variation.in_single_calls(site, argument):
            shown = find(program, site, one)
            if shown is not None and not shown[1].needs:
                return one, *shown
    return None if found is None else (argument, *found)


def scalar_change(
    program: Program, site: CallSite, argument: Argument
) -> tuple[Change, Witness] | None:
    """Return how a number or string that a call passes changes, and why calls differ in it."""
    change = _change_of(program, site, argument)
    why = None if change is None else program.variation.of(site, change, argument)
    if why is None and isinstance(argument.value, (DataValue, PythonValue)):
        if change is None or is_elsewhere(program, site, change):
            change = differing_part(program, site, argument)
            why = None if change is None else program.variation.of(site, change, argument)
    return None if change is None or why is None else (change, why)


def _change_of(program: Program, site: CallSite, argument: Argument) -> Change | None:
    """Return why a number or string that a call passes changes; None if nothing shows it."""
    change = varying_number(argument.value)
    if not isinstance(argument.value, PythonValue):
        return change
    if not argument.value.is_number and argument.value.kind != "str":
        return change
    for loop in reversed(site.place.loops):
        unrolled = program.unrolling.of(argument.node, site.place, loop)
        if unrolled is None or unrolled.distinct is None:
            # In its first execution there may be enough of them.
            unrolled = program.unrolling.of(argument.node, site.place, loop, first=True)
            if unrolled is None or (unrolled.distinct or 0) <= FEW:
                continue
        distinct = unrolled.distinct
        assert distinct is not None
        if unrolled.is_geometric and not unrolled.is_whole:
            # Such loops run a few times, more likely than four.
            continue
        if distinct > FEW:
            return change or Change("loop", quoted(argument.node), start(loop)[0], loop, distinct)
        if change is not None and change.loop is loop:
            # Outer loops may change it all the same.
            change = None
    return change


def _retraces_anyway(program: Program, site: CallSite, change: Change) -> bool:
    """Whether a call retraces for a number that changes also if it is a tensor.

    What changes it makes another object for each call, or another value of a global that the
    traced body reads: that needs the trace.
    """
    loop = change.loop
    if loop is None:
        return False
    made = filter(None, (_object_site(program, a.value) for a in site.arguments))
    if any(program.variation.makes(loop, allocation) for allocation in made):
        return True
    return any(loop in binding.place.loops for binding in _globals_read(program, site))


def _is_traced_before(
    program: Program, sites: list[CallSite], site: CallSite, argument: Argument
) -> bool:
    """Whether calls before have traced all that a call passes: in a loop over the same elements."""
    later = _taken_from(program, argument, site)
    return later is not None and any(
        _passes_the_same(program, other, site, argument, later) for other in sites
    )


def _passes_the_same(
    program: Program, other: CallSite, site: CallSite, argument: Argument, later: Binding
) -> bool:
    """Whether another call passes the same in a loop before, whenever that of ``later`` runs."""
    before = None if argument.parameter is None else other.argument(argument.parameter)
    first = _taken_from(program, before, other)
    if first is None or first.node is later.node:
        return False
    function, places = site.place.function, program.index.places
    if first.path != later.path or places[first.node].function is not function:
        return False
    if places[first.node].loops != places[later.node].loops:
        return False
    if start(first.node) >= start(later.node):
        return False
    conditions = {*function.graph.conditions(later.node)}
    if not conditions.issuperset(function.graph.conditions(first.node)):
        return False
    pairs = [(first.value, later.value)]
    for given in site.arguments:
        if given is not argument:
            same = None if given.parameter is None else other.argument(given.parameter)
            if same is None:
                return False
            if same.value.key is None or same.value.key != given.value.key:
                pairs.append((same.node, given.node))
    return len(other.arguments) == len(site.arguments) and all(
        _is_the_same(program, one, other.place, another, site.place) for one, another in pairs
    )


def _taken_from(program: Program, argument: Argument | None, site: CallSite) -> Binding | None:
    """Return the loop variable that a call passes as it is."""
    if argument is None or not isinstance(argument.node, ast.Name):
        return None
    bindings = program.bindings(argument.node, argument.written_at or site.place)
    is_loop = len(bindings) == 1 and isinstance(bindings[0].node, (ast.For, ast.AsyncFor))
    return bindings[0] if is_loop and bindings[0].kind == "loop" else None


def _is_the_same(
    program: Program, one: ast.expr | None, place: Place, other: ast.expr | None, around: Place
) -> bool:
    """Whether two expressions are alike, and made of the same definitions and constants."""
    if one is None or other is None or ast.dump(one) != ast.dump(other):
        return False
    parts, others = list(ast.walk(one)), list(ast.walk(other))
    if any(isinstance(p, ast.Call) and program.qualified(p.func, place) != "range" for p in parts):
        return False
    return not any(isinstance(part, (ast.Attribute, ast.Subscript)) for part in parts) and all(
        program.bindings(a, place) == program.bindings(b, around)
        for a, b in zip(parts, others)
        if isinstance(a, ast.Name) and isinstance(b, ast.Name) and a.id != "range"
    )


def _object_site(program: Program, value: TraceType) -> ast.AST | None:
    """Return where a function, or an object that is compared by identity, is made, if known."""
    if isinstance(value, FunctionValue):
        return value.site if value.bound is None and value.traced is None else None
    if isinstance(value, ObjectValue):
        is_told_apart = _model_kind(program, value) or _compared(program, value) == "identity"
        return value.site if is_told_apart else None
    return None


def _globals_read(program: Program, site: CallSite) -> Iterator[Binding]:
    """Yield the definitions of module variables that the body of a traced function reads."""
    function = site.traced.function
    if function is None:
        return
    for name in program.syntax.uses(function):
        owner, bindings = lookup(name, function.body.scope)
        if owner is not None and owner.kind == "module" and len(bindings) > 1:
            yield from bindings


def _reads_what_changes_between(program: Program, arguments: list[Passed]) -> bool:
    """Whether a traced body reads a global that is set again between its calls.

    A trace for each is what makes it read the new value.
    """
    sites = [site for site, _ in arguments]
    return any(
        program.ordering.between(Event(binding.node, binding.place, binding.point), sites)
        for binding in _globals_read(program, sites[0])
    )


def _cure(program: Program, traced: TracedFunction, argument: Argument) -> str:
    """Return what to pass instead of a Python number, as far as the traced body takes it."""
    function, parameter = traced.function, argument.parameter
    if function is None or parameter is None:
        return _as_tensor(argument)
    uses = program.syntax.uses(function).get(parameter.name, [])
    if not uses and parameter.kind not in ("*", "**"):
        return f"{traced.name} does not use '{parameter.name}': drop it, or pass a tensor"
    for use, parent in uses:
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mult):
            other = parent.left if parent.right is use else parent.right
            if isinstance(program.value(other, function.body), SequenceValue):
                return f"pass a tensor where line {use.lineno} takes one"
    if getattr(argument.value, "kind", "") == "str" and any(_names_a_part(p) for _, p in uses):
        return "pass what it stands for, looked up outside"
    steps = [
        keyword
        for call, place in function.calls
        if (program.qualified(call.func, place) or "").startswith("tensorflow.summary.")
        for keyword in call.keywords
        if keyword.arg == "step"
    ]
    if uses and all(parent in steps for _, parent in uses):
        return f"pass tf.constant({text_of(argument.node)}, tf.int64)"
    return _as_tensor(argument)


def _as_tensor(argument: Argument) -> str:
    """Return what to pass instead of a Python value: of a date, no tensor can be made."""
    if isinstance(argument.value, PythonValue) and argument.value.kind == "date":
        return "pass the numbers that it uses of it as tensors"
    return f"pass {tensor_of(argument.node)}"


def _names_a_part(parent: ast.AST | None) -> bool:
    """Whether a string is an index, or part of a longer string: a tensor cannot be."""
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Attribute) and parent.func.attr == "format"
    return isinstance(parent, (ast.FormattedValue, ast.Subscript))


def varying_constants(
    program: Program, arguments: list[Passed]
) -> tuple[list[object], list[Passed]] | None:
    """Return the different numbers that calls pass, with the calls; None if few.

    Only calls that can run one after the other count, and only what each surely passes.
    """
    arguments = _with_the_same_objects(program, _together(program, arguments))
    # Where another call passes a tensor, the parameter is a quantity: two are enough.
    enough = FEW - 1 if any(isinstance(a.value, TensorValue) for _, a in arguments) else FEW
    constants: dict[object, None] = {}
    for _, argument in arguments:
        value = argument.value
        if value.constant is not None:
            # A few strings are modes, which the author wants to be traced each.
            if value.is_number:
                constants[value.constant] = None
    if len(constants) <= enough:
        return None
    return list(constants), [(s, a) for s, a in arguments if isinstance(a.value, PythonValue)]


def _with_the_same_objects(program: Program, arguments: list[Passed]) -> list[Passed]:
    """Return most of the arguments whose calls pass the same functions, models and the like.

    Calls that differ in these have a trace each, whatever else they pass.
    """
    alike: dict[tuple[ast.AST | None, ...], list[Passed]] = {}
    for site, argument in arguments:
        objects = (_object_site(program, a.value) for a in site.arguments if a is not argument)
        alike.setdefault(tuple(objects), []).append((site, argument))
    return max(alike.values(), key=len, default=[])


def _together(program: Program, arguments: list[Passed]) -> list[Passed]:
    """Return the arguments of calls that can all call one function object in one run."""
    kept = program.variation.together([site for site, _ in arguments])
    return [(site, argument) for site, argument in arguments if site in kept]


def differing(program: Program, arguments: list[Passed], keys: int) -> Witness | None:
    """Return why calls that give a parameter so many different ``keys`` retrace.

    None where they are all there are, as in a notebook; and where they run once each and the traced
    body prints with Python's function: it shows when it is traced, and the calls are there for
    that.
    """
    sites = [site for site, _ in arguments]
    if not any(map(program.variation.repeated, sites)):
        traced = sites[0].traced.function
        calls = () if traced is None else traced.calls
        if any(program.qualified(call.func, place) == "print" for call, place in calls):
            return None
    separate = program.variation.separate(sites, keys)
    return None if separate is None else separate + passed_at(program, arguments)


def passed_at(program: Program, arguments: list[Passed]) -> Witness:
    """Return the witness of calls that differ from each other."""
    steps = (
        program.files.step(a.node, s.place, f"{quoted(a.node)} is passed") for s, a in arguments
    )
    found = Witness(tuple(steps), frozenset({"A1", "A3"}))
    return sum((site.doubt for site, _ in arguments), found)


def _how(program: Program, change: Change) -> str:
    if change.kind == "loop":
        return "changes per iteration"
    if change.kind == "counter":
        if change.place is not None and not program.files.is_own(change.place):
            return f"is updated at {program.files.location(change.place, change.line)}"
        return f"is updated at line {change.line}"
    if change.kind in ("clock", "random"):
        return "differs at every call"
    return "changes from call to call"


def _by_parameter(sites: list[CallSite]) -> list[tuple[Parameter, list[Passed]]]:
    """Group the arguments of all calls by parameter."""
    found: dict[Parameter, list[Passed]] = {}
    for site in sites:
        for argument in site.arguments:
            if argument.parameter is not None and argument.parameter.kind in (
                "positional",
                "keyword",
            ):
                found.setdefault(argument.parameter, []).append((site, argument))
    return list(found.items())


def fresh_object_argument(program: Program) -> Iterator[Report]:
    """TFR104: an object compared by identity is made for the call, or per iteration."""
    for traced, sites in _sites(program):
        for parameter, arguments in _by_parameter(sites):
            if _is_specified(program, traced, parameter):
                continue
            fresh = [(s, a) for s, a in arguments if _compared(program, a.value) is not None]
            for site, argument in fresh:
                if _compared(program, argument.value) == "unhashable":
                    words = (
                        f"{quoted(argument.node)} is of type {_class_name(argument.value)}, "
                        f"which cannot be hashed: the call of {traced.name} raises TypeError; "
                        "pass a tuple or tensors"
                    )
                    passed = [(site, argument)]
                    yield _report(program, parameter, passed, words, passed_at(program, passed))
            fresh = [(s, a) for s, a in fresh if _compared(program, a.value) != "unhashable"]
            changing = [(s, a, why) for s, a in fresh if (why := _is_fresh(program, s, a))]
            changing += [
                (s, a, why) for s, a in arguments if (why := _is_fresh_choice(program, s, a))
            ]
            for site, argument, why in changing:
                words = (
                    f"{quoted(argument.node)} is another {_class_name(argument.value)} at each "
                    f"call: {traced.name} retraces for every object; "
                    "pass its tensors, or make one object before"
                )
                yield _report(program, parameter, [(site, argument)], words, why)
            if changing:
                continue
            distinct = [(s, a) for s, a in fresh if _compared(program, a.value) == "identity"]
            distinct = _together(program, distinct)
            objects = _different_objects(distinct)
            separate = differing(program, distinct, objects) if objects > 1 else None
            if separate is not None:
                words = (
                    f"{objects} different {_class_name(distinct[0][1].value)} objects reach "
                    f"'{parameter.name}' ({_lines_of_others(distinct)}): {traced.name} retraces "
                    "for each; pass their tensors"
                )
                predicted = predicted_traces(program, sites)
                passed = [*distinct, *(one for one in fresh if one not in distinct)]
                yield _report(program, parameter, passed, words, separate, predicted)


def _different_objects(arguments: list[Passed]) -> int:
    """Return how many objects calls surely pass, by their allocation sites."""
    return len(
        {
            argument.value.site
            for _, argument in arguments
            if isinstance(argument.value, ObjectValue) and argument.value.site is not None
        }
    )


def _compared(program: Program, value: TraceType) -> str | None:
    """Return how TensorFlow compares an instance made in this file, if not by value."""
    if not isinstance(value, ObjectValue):
        return None
    # Of several objects, one that a loop makes is another each time, or takes from new ones.
    change = value.change
    is_remade = change is not None and (
        change.kind == "constructed" or (change.kind == "iterated" and not value.kept)
    )
    if not isinstance(value.site, (ast.Call, ast.Set, ast.SetComp)) and not (
        is_remade and value.site is None
    ):
        return None
    if value.qualified in UNHASHABLE:
        return "unhashable"
    if _model_kind(program, value) is not None:
        return None
    if value.cls is None:
        return "identity" if program.keras.is_told_apart(value) else None
    if not program.classes.makes_anew(value.cls):
        return None
    comparison = program.classes.comparison(value.cls)
    return None if comparison in ("unknown", "value") else comparison


def _is_fresh(program: Program, site: CallSite, argument: Argument) -> Witness | None:
    """Return why each execution of the call passes another object."""
    value = argument.value
    assert isinstance(value, ObjectValue)
    if value.change is not None:
        if value.change.kind == "iterated" and _compared(program, value) == "equality":
            return None
        if not value.change.is_enough or _equals_what_is_kept(program, site, argument):
            return None
        return program.variation.of(site, value.change, argument)
    if value.site is None:
        differs = differing_object(program, site, argument.node)
        if differs is not None:
            return program.variation.of(site, differs, argument)
        return program.variation.rebound(site, argument.node)
    if value.kept:
        made = program.variation.made_per_invocation(site, argument.node, value)
        return made or program.variation.rebound(site, argument.node)
    return program.variation.remade(site, value.site)


def _is_fresh_choice(program: Program, site: CallSite, argument: Argument) -> Witness | None:
    """Return why each execution passes another object, be it of one of several classes."""
    if not isinstance(argument.value, ChoiceValue):
        return None
    whys = []
    for option in argument.value.in_order:
        if _compared(program, option) != "identity":
            return None
        why = _is_fresh(program, site, replace(argument, value=option))
        if why is None:
            return None
        whys.append(why)
    return max(whys, key=lambda why: len(why.needs))


def _equals_what_is_kept(program: Program, site: CallSite, argument: Argument) -> bool:
    """Whether instances are compared by ``==``, made of the same, and all kept in a container.

    They share a trace while the first of them is alive.
    """
    value, node, place = argument.value, argument.node, site.place
    if not isinstance(value, ObjectValue) or not isinstance(value.site, ast.Call):
        return False
    if _compared(program, value) != "equality" or not isinstance(node, ast.Name):
        return False
    made_at = program.index.places[value.site]
    given = [*value.site.args, *(keyword.value for keyword in value.site.keywords)]
    if any(program.value(part, made_at).constant is None for part in given):
        return False
    return any(
        isinstance(parent, ast.Call)
        and isinstance(parent.func, ast.Attribute)
        and parent.func.attr in LIST_GROWTH | {"add"}
        and use in parent.args
        for use, parent in program.syntax.uses(place.function).get(node.id, ())
    )


def _class_name(value: TraceType) -> str:
    if isinstance(value, ChoiceValue):
        return " or ".join(dict.fromkeys(map(_class_name, value.in_order)))
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
                    witness=program.graph.traced_step(traced)
                    + Witness(assumptions=frozenset({"A5"})),
                )


def python_container_argument(program: Program) -> Iterator[Report]:
    """TFR103: a container, range, slice or iterator that differs from call to call."""
    for traced, sites in _sites(program):
        iterators: set[TraceType] = set()
        for site in sites:
            for argument in site.arguments:
                if not argument.starred and _is_specified(program, traced, argument.parameter):
                    continue
                if argument.starred and _is_covered(program, traced, argument.value):
                    continue
                found = shown_by_a_call(program, site, argument, _container_words)
                if found is None or argument.value in iterators:
                    continue
                _, words, why = found
                if isinstance(argument.value, StreamValue):
                    iterators.add(argument.value)
                what, cure = words
                text = f"{quoted(argument.node)} {what}: {traced.name} retraces for each; {cure}"
                predicted = predicted_traces(program, sites)
                passed = [(site, argument)]
                yield _report(program, argument.parameter, passed, text, why, predicted)


def _is_covered(program: Program, traced: TracedFunction, unpacked: TraceType) -> bool:
    """Whether a signature makes tensors of all that a dict of keywords has."""
    if not isinstance(unpacked, MappingValue) or unpacked.items is None:
        return False
    parameters = {parameter.name: parameter for parameter in traced.parameters}
    return all(
        key in parameters and _is_specified(program, traced, parameters[key])
        for key, _ in unpacked.items
        if isinstance(key, str)
    )


def _container_words(
    program: Program, site: CallSite, argument: Argument
) -> tuple[tuple[str, str], Witness] | None:
    """Return what is wrong with a container argument, what to pass instead, and why it is so."""
    value, node = argument.value, argument.node
    if isinstance(value, StreamValue) and value.kind != "dataset" and not argument.starred:
        repeated = None if value.site is None else program.variation.remade(site, value.site)
        if repeated is None:
            return None
        words = f"is a Python {value.kind}, compared by identity"
        return (words, "pass a tensor or a tf.data iterator"), repeated
    if _is_new_shape(program, site, node):
        repeated = program.variation.repeated(site)
        is_part = isinstance(node, ast.Subscript)
        words = "is a new part of a shape" if is_part else "is the shape of a new tensor"
        words += " at each call"
        return (
            None if repeated is None else ((words, "take tf.shape inside the function"), repeated)
        )
    change: Change | None
    if isinstance(value, PythonValue) and value.kind in ("range", "slice"):
        change = value.change
        if change is None or not change.is_enough:
            return None
        cures = f"is a {value.kind} that {_how(program, change)}", "pass its bounds as tensors"
    elif isinstance(value, ContainerValue):
        what = "starred list" if argument.starred else getattr(value, "kind", "dict")
        change = value.change
        varying = None
        if change is None:
            varying = _varying_item(value)
            if varying is None or is_elsewhere(program, site, varying):
                varying = differing_part(program, site, argument)
            change = varying or _differing_length(program, site, argument)
        if change is None or any(varying == handed.value.changes for handed in site.forwarded):
            # What callers hand on there is reported where they write it.
            return None
        if varying is not None:
            cures = f"holds a Python value that {_how(program, varying)}", "put tensors in it"
        elif isinstance(value, MappingValue):
            cures = "is a dict whose keys change from call to call", "give it the same keys"
        elif not change.is_enough:
            return None
        else:
            cures = f"is a {what} whose length changes", "stack it into one tensor"
    else:
        return None
    why = program.variation.of(site, change, argument)
    return None if why is None else (cures, why)


def _differing_length(program: Program, site: CallSite, argument: Argument) -> Change | None:
    """Return why a list may have another length, or a dict other keys, at most of the calls."""
    value = argument.value
    if getattr(value, "items", None) is not None or argument.written_at is not None:
        return None
    what = "set of keys" if isinstance(value, MappingValue) else "length"
    return differing_size(program, site, argument.node, what)


def _varying_item(value: TraceType) -> Change | None:
    if not isinstance(value, ContainerValue):
        return varying_number(value)
    return next((change for part in value.parts if (change := _varying_item(part))), None)


def _is_new_shape(program: Program, site: CallSite, node: ast.expr) -> bool:
    """Whether ``node`` is ``t.shape`` of a tensor that each iteration makes anew, or a part of one.

    To slice a shape makes another one.
    """
    is_part = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
    shape = node.value if isinstance(node, ast.Subscript) and is_part else node
    if not isinstance(shape, ast.Attribute) or shape.attr != "shape":
        return False
    tensor = program.value(shape.value, site.place)
    if not isinstance(tensor, TensorValue) or tensor.numpy is not False:
        return False
    if is_part or (isinstance(shape.value, ast.Call) and site.place.loops):
        return True
    return isinstance(shape.value, ast.Name) and any(
        set(binding.place.loops) & set(site.place.loops)
        for binding in program.bindings(shape.value, site.place)
    )


def fresh_callable_argument(program: Program) -> Iterator[Report]:
    """TFR105: a callable made for the call, or per iteration."""
    for traced, sites in _sites(program):
        for site in sites:
            for argument in site.arguments:
                found = _callables(argument)
                whys = [_is_fresh_callable(program, site, argument, value) for value in found]
                if None in whys:
                    # Of several, one whose definition says by itself how often it is made.
                    whys = [why for value, why in zip(found, whys) if why and value.change]
                if not whys:
                    continue
                words = (
                    f"{quoted(argument.node)} is {_callable_words(argument)}: {traced.name} "
                    "retraces for every one; make it once, before the calls"
                )
                why = min(filter(None, whys), key=lambda one: len(one.needs))
                yield _report(program, argument.parameter, [(site, argument)], words, why)


def _callables(argument: Argument) -> list[FunctionValue]:
    """Return the functions that an argument may be; none if it may be something else."""
    if argument.starred:
        return []
    value = argument.value
    options = value.in_order if isinstance(value, ChoiceValue) else (value,)
    found = [option for option in options if isinstance(option, FunctionValue)]
    return found if len(found) == len(options) else []


def _is_fresh_callable(
    program: Program, site: CallSite, argument: Argument, value: FunctionValue
) -> Witness | None:
    """Return why each execution of a call passes another function; None if it does not."""
    if value.change is not None:
        return program.variation.of(site, value.change, argument)
    if value.kept and (value.bound is not None or value.qualified):
        # A library's function is one. To keep a bound method in a variable is the cure.
        return None
    is_made = any(part is value.site for part in ast.walk(argument.node))
    if not value.kept and (is_made or isinstance(argument.node, ast.Call)):
        return program.variation.repeated(site)
    # A variable, container or parameter, which keeps what a call makes for it.
    return program.variation.made_per_invocation(site, argument.node, value)


def _callable_words(argument: Argument) -> str:
    if any(value.bound is not None for value in _callables(argument)):
        return "a new bound method at each call"
    if isinstance(argument.node, ast.Lambda):
        return "a new function at each call"
    return "another function from call to call"


def conflated_literals(program: Program) -> Iterator[Report]:
    """TFR108: 1, True and 1.0 reach one parameter, all else is the same, and share a trace."""
    for traced, sites in _sites(program):
        for parameter, arguments in _by_parameter(sites):
            if _is_specified(program, traced, parameter):
                continue
            numbers: dict[object, list[tuple[CallSite, Argument, PythonValue]]] = {}
            for site, argument in _together(program, arguments):
                value = argument.value
                if not isinstance(value, PythonValue) or value.constant is None:
                    continue
                if value.kind not in ("int", "float", "bool"):
                    continue
                equal = numbers.setdefault(value.constant, [])
                equal.append((site, argument, value))
                where, earlier, first = next(
                    passed for passed in equal if share_trace(program, passed[0], site)
                )
                if first.kind == value.kind:
                    continue
                words = (
                    f"{quoted(argument.node)} equals {quoted(earlier.node)} of line "
                    f"{earlier.node.lineno}: the call shares that trace and gets the {first.kind}; "
                    "pass one type"
                )
                why = passed_at(program, [(where, earlier), (site, argument)])
                predicted = predicted_traces(program, sites)
                yield _report(program, parameter, [(site, argument)], words, why, predicted)


def model_argument(program: Program) -> Iterator[Report]:
    """TFR106: different models, layers or optimizers reach one traced function."""
    for traced, sites in _sites(program):
        for parameter, arguments in _by_parameter(sites):
            models = [(s, a) for s, a in arguments if _model_kind(program, a.value) is not None]
            together = _together(program, models)
            late = _made_late(program, traced, parameter, together)
            if late is not None:
                _, argument = late
                words = (
                    f"{quoted(argument.node)} is another {_model_kind(program, argument.value)} "
                    f"without variables: only the first trace of {traced.name} may create them, "
                    "this one raises; build it before"
                )
                shared = passed_at(program, together)
                together = [late, *(passed for passed in together if passed is not late)]
                yield _report(program, parameter, together, words, shared)
                continue
            predicted = predicted_traces(program, sites) if models else None
            changing = [(s, a, why) for s, a in models if (why := _is_fresh(program, s, a))]
            for site, argument, why in changing:
                kind = _model_kind(program, argument.value)
                words = (
                    f"{quoted(argument.node)} is a different {kind} from call to call: "
                    f"{traced.name} retraces for every {kind}; {_one_trace_for(kind)}"
                )
                yield _report(program, parameter, [(site, argument)], words, why, predicted)
            if not changing and _different_objects(together) > FEW:
                kind = _model_kind(program, together[0][1].value)
                words = (
                    f"{_different_objects(together)} different {kind}s reach '{parameter.name}' "
                    f"({_lines_of_others(together)}): {traced.name} retraces for each; "
                    f"{_one_trace_for(kind)}"
                )
                shared = passed_at(program, together)
                yield _report(program, parameter, together, words, shared, predicted)


def _model_kind(program: Program, value: TraceType) -> str | None:
    """Return ``model``, ``layer`` or the like if an object is one that TensorFlow tells apart.

    Of the program's own, a ``tf.Module`` is one, too, that does not say how it is compared.
    """
    kind = program.keras.kind(value)
    if kind is not None or not isinstance(value, ObjectValue) or value.cls is None:
        return kind
    classes, cls = program.classes, value.cls
    is_itself = classes.makes_anew(cls) and classes.comparison(cls) == "identity"
    return "module" if is_itself and program.keras.is_module(cls) else None


def _made_late(
    program: Program, traced: TracedFunction, parameter: Parameter, models: list[Passed]
) -> Passed | None:
    """Return the second object of calls whose use in the traced body creates variables.

    Only the first call of a function may create some. Where the objects do nothing before.
    """
    function = traced.function
    if function is None or not all(_is_new(program, *passed) for passed in models):
        return None
    uses = [
        call.func
        for call, place in function.calls
        for node in (call.func, getattr(call.func, "value", None))
        if isinstance(node, ast.Name)
        and node.id == parameter.name
        and not [*program.syntax.conditions(call, place)]
        and not program.syntax.is_lifted(call, place)
    ]
    late = [
        (site, argument)
        for site, argument in models
        if isinstance(argument.value, ObjectValue)
        and any(program.keras.makes_variables_late(argument.value, how) for how in uses)
    ]
    return late[1] if len(late) == len(models) == _different_objects(late) > 1 else None


def _is_new(program: Program, site: CallSite, argument: Argument) -> bool:
    """Whether an object that a call passes is made for it, and used by nothing else in the file."""
    made = argument.value.site if isinstance(argument.value, ObjectValue) else None
    if argument.node is made:
        return True
    if not isinstance(argument.node, ast.Name):
        return False
    bindings = program.bindings(argument.node, site.place)
    if len(bindings) != 1 or bindings[0].value is not made or bindings[0].path:
        return False
    owner = bindings[0].place.function
    return owner is site.place.function and all(
        use is argument.node for use, _ in program.syntax.uses(owner)[argument.node.id]
    )


def _one_trace_for(kind: str | None) -> str:
    """Return the cure: what traces less than once per object."""
    if kind == "model":
        return "tfretrace.PredictorCache traces once per architecture"
    if kind == "module":
        return "pass its variables, which share a trace where they are alike"
    return f"keep one {kind}"


def mixed_dtype_arguments(program: Program) -> Iterator[Report]:
    """TFR107: calls pass different dtypes to one parameter."""
    for traced, sites in _sites(program):
        for site in sites:
            for argument in site.arguments:
                if _is_specified(program, traced, argument.parameter):
                    continue
                change = getattr(argument.value, "dtype_change", None)
                if change is None or not change.is_enough:
                    continue
                why = program.variation.of(site, change, argument)
                if why is None or _goes_over_dtypes(program, change):
                    continue
                # Whoever tries what a function makes of each dtype wants a trace of each.
                why += Witness(needs=frozenset({"the calls are not there to try each dtype"}))
                words = (
                    f"{quoted(argument.node)} has another dtype from call to call: {traced.name} "
                    "is traced for each; cast it to one before"
                )
                predicted = predicted_traces(program, sites)
                yield _report(
                    program, argument.parameter, [(site, argument)], words, why, predicted
                )
        for parameter, arguments in _by_parameter(sites):
            if _is_specified(program, traced, parameter):
                continue
            tensors = [
                (site, argument, argument.value)
                for site, argument in _together(program, arguments)
                if isinstance(argument.value, TensorValue) and argument.value.dtype is not None
            ]
            dtypes = [value.dtype for _, _, value in tensors if value.dtype is not None]
            for site, argument, value in tensors[1:]:
                if value.dtype == dtypes[0]:
                    continue
                where, earlier, _ = tensors[0]
                line = earlier.node.lineno
                both = [(where, earlier), (site, argument)]
                separate = differing(program, both, len(set(dtypes)))
                if separate is None or separate.needs:
                    # Two dtypes, once each: the function is to take both.
                    continue
                words = (
                    f"{quoted(argument.node)} is {value.dtype} where line {line} passes "
                    f"{dtypes[0]}: {traced.name} is traced for each dtype; "
                    f"{_one_dtype(value.dtype, common_dtype(dtypes))}"
                )
                predicted = predicted_traces(program, sites)
                yield _report(program, parameter, [(site, argument)], words, separate, predicted)


def _goes_over_dtypes(program: Program, change: Change) -> bool:
    """Whether the elements of the loop in which a dtype changes are dtypes, and nothing else."""
    loop = change.loop
    if loop is None or isinstance(loop, ast.While):
        return loop is None
    element = iterated(program.value(loop.iter, program.index.places[loop]))
    constants = element.constants if isinstance(element, PythonValue) else None
    return bool(constants) and all(constant in DTYPES for constant in constants or ())


def _one_dtype(dtype: str | None, common: str | None) -> str:
    """Return what to write instead."""
    if common is None:
        # No cast makes numbers of strings.
        return "call another function for it"
    return f"pass tf.{common} there, too" if dtype == common else f"pass tf.cast(..., tf.{common})"
