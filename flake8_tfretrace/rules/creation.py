"""TFR5xx: where traced functions are made."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace.facts import CallFacts, CreationFacts
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import is_mentioned
from flake8_tfretrace.program import Function, Program, TracedFunction
from flake8_tfretrace.program.cfg import Position
from flake8_tfretrace.program.library_calls import is_tape
from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.scopes import Binding, Class, LoopNode, Place, lookup, start
from flake8_tfretrace.program.syntax import argument, bind
from flake8_tfretrace.program.tracetypes import (
    FEW,
    ChoiceValue,
    ClassValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    options_of,
)
from flake8_tfretrace.program.variation import UNPAID
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.wording import quoted

_REBUILDING = frozenset({"add", "build", "compile", "pop"})
"""Methods of Keras objects that change what a graph of them is."""


def _eager(program: Program) -> Iterator[TracedFunction]:
    """Yield the traced functions that eager code makes, not what Keras may trace as well."""
    graph = program.graph
    for traced in program.traced:
        maker = traced.place.function
        if not graph.may_hold(maker) and not graph.is_left_to_keras(maker):
            yield traced


def function_created_in_loop(program: Program) -> Iterator[Report]:
    """TFR501: a tf.function made in a loop and used for that iteration only."""
    for traced in _eager(program):
        loops = traced.place.loops
        if not loops:
            continue
        if program.lifetimes.is_called_at_once(traced) and not _wraps_loop_local(traced, loops[-1]):
            continue
        why = program.repetition.loop(loops[-1], traced.place)
        if why is None:
            continue
        given = ""
        if program.lifetimes.of(traced) != "dropped":
            # In a loop of its own it may earn its trace; not if the one of before would do as well.
            if program.lifetimes.of(traced, earns=False) != "dropped":
                continue
            if program.variation.is_paid(traced, traced.place):
                continue
            read = _read_of_loop(program, traced, loops[-1])
            if read is None:
                continue
            if not all(_is_passable(program, traced.function, b) for b in read):
                continue
            clause = "the function of the iteration before would do"
            unpaid = (
                _unpaid(program, traced, traced.place)
                if read
                else Witness(needs=frozenset({clause}))
            )
            if unpaid is None:
                continue
            why += unpaid
            given = ", ".join(dict.fromkeys(f"'{binding.name}'" for binding in read))
        if _captures_made(program, traced):
            continue
        passing = f", and pass it {given}" if given else ""
        words = (
            f"{_called(traced)} is made in the loop: it is traced again in every iteration; "
            f"make it once, before the loop{passing}"
        )
        yield _made(program, traced, words, why)


def _wraps_loop_local(traced: TracedFunction, loop: ast.AST) -> bool:
    """Whether the wrapped function is itself defined in the loop."""
    function = traced.function
    return (
        function is not None
        and function.place is not None
        and not isinstance(function.node, ast.Lambda)
        and loop in function.place.loops
    )


def _captures_made(program: Program, traced: TracedFunction) -> bool:
    """Whether a function uses an object that is made anew as often as the function itself.

    That is in the same iteration of a loop, or in the same call of what makes the function: a
    model, an optimizer, a variable, or what may be one. No function made once could use it.
    """
    place = traced.place
    if traced.function is None:
        return any(
            _is_made_anew(program, node, place)
            or (isinstance(node, ast.Subscript) and _is_filled(node.value, place.function))
            for node in _taken(traced.site)
        )
    function = traced.function
    reads = _reads(program, function, place.function, set())
    return any(
        _is_made_anew(program, node, place)
        for node in reads
        if not _reads_only_data(program, function, _root(node))
    )


def _is_filled(table: ast.expr, function: Function) -> bool:
    """Whether a function sets elements of a table that it reads, be it to what is made anew."""
    return any(ast.unparse(base) == ast.unparse(table) for base, _, _ in changes(function))


def _taken(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions below one that may be part of its value; a key only picks what is."""
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.Subscript) and child is node.slice:
            continue
        if isinstance(child, ast.expr):
            yield child
        yield from _taken(child)


def _root(node: ast.Name | ast.Attribute) -> str:
    """Return the name that an attribute is read of; that of a name itself."""
    value = node.value if isinstance(node, ast.Attribute) else node
    return value.id if isinstance(value, ast.Name) else ""


def _reads(
    program: Program, function: Function, maker: Function, seen: set[Function]
) -> Iterator[ast.Name | ast.Attribute]:
    """Yield the variables and attributes that a function reads, or what it calls of its maker's.

    What it binds itself is none of them, be it of the same name as a variable of the maker.
    """
    seen.add(function)
    for name, uses in program.syntax.uses(function).items():
        if name in function.body.scope.bindings:
            continue
        for use, parent in uses:
            yield use
            if isinstance(parent, ast.Attribute):
                yield parent
        for binding in maker.body.scope.bindings.get(name, ()):
            inner = binding.function
            if inner is not None and inner not in seen:
                yield from _reads(program, inner, maker, seen)


def _is_made_anew(
    program: Program,
    node: ast.expr,
    place: Place,
    seen: frozenset[Function | Binding] = frozenset(),
) -> bool:
    """Whether an expression may give an object with variables that is made as often as it runs.

    In the innermost loop around it, or in the call of the function; by the call of a function it
    may be handed such an object, too. A variable of a name of its own could be passed.
    """
    function, loop = place.function, next(reversed(place.loops), None)
    bindings: list[Binding] = []
    if isinstance(node, ast.Call):
        return _may_hold_variables(program, program.value(node, place), is_made=True)
    if isinstance(node, ast.Name):
        bindings = place.scope.bindings.get(node.id, [])
    elif isinstance(node, ast.Attribute) and function.is_method and function.owner is not None:
        if isinstance(node.value, ast.Name) and node.value.id == function.parameters[0].name:
            stores = program.classes.attribute_bindings(function.owner, node.attr)
            run = {function} if loop is not None else program.effects.reached([function])
            bindings = [b for b in stores if b.place.function in run]
    for binding in bindings:
        if binding.kind == "parameter":
            if loop is None and function not in seen:
                seen |= {function}
                given = _given_again(program, function, binding.name)
                if given and all(_is_made_anew(program, n, at, seen) for n, at in given):
                    return True
            continue
        if loop not in (None, *binding.place.loops) or program.syntax.is_guarded(binding.place):
            continue
        is_made = binding.kind == "assign" and isinstance(binding.value, ast.Call)
        value = program.bound(binding, binding.place)
        if is_made and _comes_round(program, value, place):
            continue
        if isinstance(node, ast.Name) and _is_argument(program, value):
            continue
        if _may_hold_variables(program, value, is_made=is_made):
            if not isinstance(binding.value, (ast.Name, ast.Attribute)) or binding.path:
                return True
            # Another name for what there was may stand for what is made anew.
            parts = (n for n in ast.walk(binding.value) if isinstance(n, (ast.Name, ast.Attribute)))
            around = seen | {binding}
            if binding in seen or any(_is_made_anew(program, n, place, around) for n in parts):
                return True
    return False


def _comes_round(program: Program, value: TraceType, place: Place) -> bool:
    """Whether what a call gives is one of so few objects that some are surely given again.

    A container holds them, or a cache: each of their allocation sites runs once, and the code at
    ``place`` more often than there are of these.
    """
    options = [option for option in options_of(value) if not isinstance(option, PythonValue)]
    classes = {option.cls for option in options if isinstance(option, ObjectValue)}
    if len(classes) != len(options) or not options:
        return False
    made = {
        call: at
        for cls in classes
        if cls is not None
        for call, at in program.calls.constructions(cls)
    }
    if not made or any(program.repetition.of(at) is not None for at in made.values()):
        return False
    return program.repetition.least(place) - len(made) > FEW


def _given_again(program: Program, function: Function, name: str) -> list[tuple[ast.expr, Place]]:
    """Return what calls that run again and again pass for a parameter, be it the instance."""
    if function.is_method and name == function.parameters[0].name:
        given = program.calls.receivers(function, surely=True)
    else:
        given = program.calls.given(function, name, surely=True)
    return [(node, at) for node, at in given if program.repetition.of(at) is not None]


def _may_hold_variables(program: Program, value: TraceType, *, is_made: bool) -> bool:
    """Whether a value may be a model or the like; ``is_made`` says that a call gives it."""
    if isinstance(value, TensorValue):
        return value.variable is True
    if isinstance(value, ObjectValue):
        return not _is_data(program, value)
    # What the program does not show may be a model, too.
    return is_made and (type(value) is TraceType or isinstance(value, ChoiceValue))


def _is_argument(program: Program, value: TraceType) -> bool:
    """Whether a value could be passed: data, or variables, which share a trace if they are alike.

    What holds variables as attributes could not: there is a trace for each object.
    """
    if isinstance(value, (MappingValue, SequenceValue)):
        return bool(value.parts) and all(_is_argument(program, part) for part in value.parts)
    is_variable = isinstance(value, TensorValue) and value.variable is True
    return is_variable or _is_data(program, value)


def _is_data(program: Program, value: TraceType, seen: frozenset[Class] = frozenset()) -> bool:
    """Whether a value could be an argument: numbers and tensors, no variables or objects.

    Of an instance its attributes could be, if they are all data.
    """
    if isinstance(value, SequenceValue):
        return bool(value.parts) and all(_is_data(program, part, seen) for part in value.parts)
    if isinstance(value, ObjectValue):
        cls, classes = value.cls, program.classes
        if cls is None or cls in seen:
            # What holds itself is data if all the rest is.
            return cls is not None
        family = classes.family(cls)
        if any(len(one.bases) > len(classes.bases(one)) for one in family):
            return False
        names = {name for one in family for name in one.attributes}
        stores = [b for name in names for b in classes.attribute_bindings(cls, name)]
        held = [program.bound(b, b.place) for b in stores if b.kind != "function"]
        return bool(held) and all(_is_data(program, one, seen | {cls}) for one in held)
    is_tensor = isinstance(value, TensorValue) and value.variable is False
    return is_tensor or isinstance(value, PythonValue)


def _read_of_loop(program: Program, traced: TracedFunction, loop: LoopNode) -> list[Binding] | None:
    """Return the variables that a function reads of what the loop that makes it sets.

    None where it may also read other state that the loop changes.
    """
    function = traced.function
    if function is None or function.place is None:
        return None
    own = {function.name, *function.body.scope.bindings}
    named = {name for name in program.syntax.uses(function) if name not in own}
    scope = traced.place.scope
    read = [
        b for name in sorted(named) for b in scope.bindings.get(name, ()) if loop in b.place.loops
    ]
    inside = set(ast.walk(loop)) - set(ast.walk(function.node))
    sets = {n.attr for n in inside if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}
    reads = {n.attr for n in ast.walk(function.node) if isinstance(n, ast.Attribute)}
    if sets & reads:
        return None
    for call, place in traced.place.function.calls:
        func = call.func
        if call not in inside or not isinstance(func, ast.Attribute):
            continue
        roots = {node.id for node in ast.walk(func) if isinstance(node, ast.Name)}
        value = program.value(func.value, place)
        is_state = isinstance(value, TensorValue) or (
            program.keras.kind(value) is not None and func.attr not in _REBUILDING
        )
        # A method may set what the function reads of the instance.
        if roots & named and not is_state and program.qualified(func, place) is None:
            return None
    return read


def function_created_per_call(program: Program) -> Iterator[Report]:
    """TFR502: a tf.function made, and traced, again at every call of its maker."""
    wrapped_twice = _wrapped_again(program)
    for traced in _eager(program):
        maker = traced.place.function
        if traced in wrapped_twice:
            others = wrapped_twice[traced]
            why = program.files.witness(others[0].site, others[0].place, "it is wrapped again")
            how = f"wrapped again at line {others[0].site.lineno}"
            yield _per_call(program, traced, how, why, others)
            continue
        if maker is traced.place.module or program.syntax.is_guarded(traced.place):
            continue
        if not program.classes.runs_at_each_call(maker):
            continue
        at_once = program.lifetimes.is_called_at_once(traced)
        unpaid = Witness()
        if traced.place.loops:
            if not at_once or _wraps_loop_local(traced, traced.place.loops[-1]):
                continue
        elif not at_once and _is_property_value(program, traced, maker):
            sites = program.sites.own[traced]
            dropped = program.lifetimes.dropped(maker)
            whys = (program.variation.repeated(site) for site in sites)
            known = filter(None, (None if dropped is None else dropped[2], *whys))
            if not sites and _is_hook(program, maker):
                continue
            clause = f"{maker.name} is read more than a few times"
            unknown = Witness(needs=frozenset({clause})) + program.graph.traced_step(traced)
            how = f"made at every access of {maker.name}"
            yield _per_call(program, traced, how, next(known, unknown))
            continue
        elif not at_once:
            lifetime = program.lifetimes.of(traced)
            if lifetime == "returned":
                yield from _dropped_by_callers(program, traced, maker)
            if lifetime != "dropped":
                if program.lifetimes.of(traced, earns=False) != "dropped":
                    continue
                if not _captures_only_data(program, traced.function, maker):
                    continue
                found = _unpaid(program, traced, traced.place)
                if found is None:
                    continue
                unpaid = found
        repeated = program.repetition.of(traced.place)
        if repeated is None or (repeated.needs and _is_of_loss(program, maker)):
            continue
        if _captures_made(program, traced):
            continue
        repeated += unpaid
        if at_once:
            again = "iteration" if traced.place.loops else f"call of {maker.shown}"
            how = f"made and called at once, in every {again}"
        else:
            how = f"made in every call of {maker.shown}"
        yield _per_call(program, traced, how, repeated)


def _unpaid(program: Program, traced: TracedFunction, made: Place) -> Witness | None:
    """Return what is assumed of the calls in a loop of what is made for that loop.

    None if they surely pay for the trace, or if the loop goes over all batches of some data.

    Args:
        program: the program.
        traced: the traced function.
        made: where it is made, or a factory that makes it is called.
    """
    if program.variation.is_paid(traced, made):
        return None
    if program.variation.is_unpaid(traced, made):
        return Witness()
    for _, place, _ in program.calls.of_traced.get(traced, ()):
        inner = (loop for loop in place.loops if loop not in made.loops)
        if any(map(program.trips.is_by_batches, inner)):
            return None
    return Witness(needs=frozenset({UNPAID}))


def _captures_only_data(
    program: Program,
    function: Function | None,
    maker: Function,
    seen: frozenset[Function] = frozenset(),
) -> bool:
    """Whether what a function reads of its maker's variables are data: it could be handed them.

    A model or an optimizer could not, unless all calls of the maker hand it the same one: a
    function for new ones is made anew. So is one for a new instance that the maker is a method of,
    or one that reads another such function.
    """
    if function is None or function in seen:
        return function is not None
    own = maker.parameters[0].name if maker.is_method else None
    for name in program.syntax.uses(function):
        if lookup(name, function.body.scope)[0] is not maker.body.scope:
            continue
        if name == own:
            is_shared = program.lifetimes.is_shared(maker, maker.parameters[0])
            if not is_shared and not _reads_only_data(program, function, name):
                return False
            continue
        if _reads_only_data(program, function, name):
            continue
        for binding in maker.body.scope.bindings[name]:
            parameter = maker.parameter(name) if binding.kind == "parameter" else None
            if parameter is not None and program.lifetimes.is_shared(maker, parameter):
                continue
            if binding.kind == "parameter" and not _is_read(program, function, binding):
                continue
            value = program.bound(binding, binding.place)
            inner = value.function if isinstance(value, FunctionValue) else None
            if inner is not None and not (parameter is not None and inner.is_method):
                # A closure of the maker, or of what calls it.
                makers = [
                    outer for outer in inner.enclosing() if outer.place and outer is not inner
                ]
                if all(_captures_only_data(program, inner, m, seen | {function}) for m in makers):
                    continue
            if not _is_argument(program, value):
                return False
    return True


def _is_passable(program: Program, function: Function | None, binding: Binding) -> bool:
    """Whether what a function reads of a name could be passed to it."""
    if _is_argument(program, program.bound(binding, binding.place)):
        return True
    return function is not None and _reads_only_data(program, function, binding.name)


def _is_read(program: Program, function: Function, binding: Binding) -> bool:
    """Whether a value that a name has had reaches a function, and not only a later one."""
    return any(
        binding in program.bindings(use, program.syntax.place(function, use))
        for use, _ in program.syntax.uses(function).get(binding.name, ())
    )


def _reads_only_data(program: Program, function: Function, name: str) -> bool:
    """Whether a function only reads attributes of an object, which are data: it could get these."""
    uses = program.syntax.uses(function).get(name, ())
    return bool(uses) and all(
        isinstance(parent, ast.Attribute)
        and isinstance(parent.ctx, ast.Load)
        and _is_argument(program, program.value(parent, program.syntax.place(function, parent)))
        for _, parent in uses
    )


def _is_of_loss(program: Program, function: Function) -> bool:
    """Whether a function is a loss's or metric's: Keras calls these while it traces its own."""
    owners = (outer.owner for outer in function.enclosing())
    return any(o is not None and program.keras.class_kind(o) in ("loss", "metric") for o in owners)


def _dropped_by_callers(
    program: Program, traced: TracedFunction, factory: Function
) -> Iterator[Report]:
    """Yield a report if a caller of a factory drops what it returns, again and again."""
    found, unpaid = program.lifetimes.dropped(factory), Witness()
    if found is None and _captures_only_data(program, traced.function, factory):
        found = program.lifetimes.dropped(factory, earns=False)
        needed = None if found is None else _unpaid(program, traced, found[1])
        if needed is None:
            return
        unpaid = needed
    if found is not None:
        call, place, why = found
        is_own = program.files.is_own(place)
        where = f"line {call.lineno}" if is_own else program.files.location(place, call.lineno)
        how = f"made in every call of {factory.shown} and dropped at {where}"
        yield _per_call(program, traced, how, why + unpaid)


def _wrapped_again(program: Program) -> dict[TracedFunction, tuple[TracedFunction, ...]]:
    """Return the first ``tf.function(f)(...)`` of each ``f`` in one list of code, with the others.

    They run one after the other, outside loops.
    """
    found: dict[tuple[Function, Function], list[TracedFunction]] = {}
    for traced in program.traced:
        if traced.place.loops or traced.function is None:
            continue
        if program.lifetimes.is_called_at_once(traced):
            made = found.setdefault((traced.function, traced.place.function), [])
            if not made or _leads_to(made[0], traced):
                made.append(traced)
    return {made[0]: tuple(made[1:]) for made in found.values() if len(made) > 1}


def _leads_to(one: TracedFunction, other: TracedFunction) -> bool:
    graph = one.place.function.graph
    points = [graph.point_at(start(traced.site)) for traced in (one, other)]
    return points[0] == points[1] or graph.leads_to(points[0], points[1])


def _per_call(
    program: Program,
    traced: TracedFunction,
    how: str,
    why: Witness,
    same: tuple[TracedFunction, ...] = (),
) -> Report:
    words = f"{_called(traced)} is {how}: each one is traced anew; make it once and keep it"
    return _made(program, traced, words, why, same)


def _is_property_value(program: Program, traced: TracedFunction, maker: Function) -> bool:
    """Whether a property (or ``__getattr__``) returns a new traced function."""
    if not maker.is_getter and maker.name != "__getattr__":
        return False
    values = (program.value(statement.value, place) for statement, place in maker.returns)
    return any(isinstance(value, FunctionValue) and value.traced is traced for value in values)


def _is_hook(program: Program, maker: Function) -> bool:
    """Whether nothing in the project reads a property: a library may, whose classes it extends."""
    if maker.name in program.syntax.attribute_reads:
        return False
    return is_mentioned(maker.name, program.files.path(maker.body)) is False


def _called(traced: TracedFunction) -> str:
    if traced.function is not None and traced.function.name == "<lambda>":
        return "tf.function(lambda ...)"
    return f"the tf.function '{traced.name}'"


def traced_method_hazard(program: Program) -> Iterator[Report]:
    """TFR503: traced methods that lose, share or cannot hash their instance."""
    for traced in program.traced:
        function = traced.function
        if function is None or function.owner is None or not traced.is_decorator:
            continue
        outer = _wrong_order(program, function, traced)
        if outer is not None:
            words = (
                f"tf.function must be inside @{ast.unparse(outer)}: as it is, calling "
                f"{function.name} raises; swap the two decorators"
            )
            yield _made(program, traced, words, Witness(), above=outer)
            continue
        if not function.is_method or "classmethod" in function.marks():
            continue
        cls = function.owner
        comparison = program.classes.comparison(cls)
        if comparison == "unhashable":
            words = (
                f"{cls.name} cannot be hashed: calling the traced {function.name} "
                "raises TypeError; use eq=False or define __hash__"
            )
        elif comparison == "equality" and _ignores_state(program, function):
            words = (
                f"equal {cls.name} objects share one trace of {function.name}, with "
                "the state of the first; compare by identity, or pass the state"
            )
        else:
            continue
        compared = f"how instances of {cls.name} are compared"
        yield _made(program, traced, words, program.files.witness(cls.node, cls.place, compared))
    yield from _temporary_instances(program)


def _made(
    program: Program,
    traced: TracedFunction,
    words: str,
    why: Witness,
    same: tuple[TracedFunction, ...] = (),
    above: ast.expr | None = None,
) -> Report:
    """Return the report on a traced function where it is made."""
    facts = CreationFacts(traced, same, above)
    why += program.graph.traced_step(traced)
    return Report(traced.site, traced.place, words, traced.qualname, None, facts, why)


def _wrong_order(program: Program, function: Function, traced: TracedFunction) -> ast.expr | None:
    """Return the decorator below ``tf.function`` that has to stand above it."""
    decorators: list[ast.expr] = getattr(function.node, "decorator_list", [])
    for decorator in decorators[decorators.index(traced.site) + 1 :]:
        if program.qualified(decorator, traced.place) in ("staticmethod", "classmethod"):
            return decorator
    return None


def _ignores_state(program: Program, function: Function) -> bool:
    """Whether the method reads attributes of self that ``__eq__`` does not compare."""
    cls = function.owner
    assert cls is not None
    equality = program.classes.method(cls, "__eq__")
    if equality is None or not equality.parameters:
        return False
    compared = _attributes_read(program, equality)
    lineage = program.classes.lineage(cls)
    state = {name for one in lineage for name in one.attributes if name not in one.methods}
    return bool((_attributes_read(program, function) & state) - compared)


def _attributes_read(program: Program, method: Function) -> set[str]:
    own = method.parameters[0].name
    return {
        parent.attr
        for _, parent in program.syntax.uses(method).get(own, ())
        if isinstance(parent, ast.Attribute)
    }


def _temporary_instances(program: Program) -> Iterator[Report]:
    for traced in program.traced:
        for site in program.sites.own[traced]:
            func = site.node.func
            if not (isinstance(func, ast.Attribute) and isinstance(func.value, ast.Call)):
                continue
            if traced.function is None or not traced.is_decorator or not traced.function.is_method:
                continue
            instance = program.value(func.value, site.place)
            if isinstance(instance, ObjectValue) and not instance.kept:
                if not _is_missed(program, instance, traced.function):
                    continue
                words = (
                    f"{quoted(func.value)} is gone before the traced {func.attr} runs, which holds "
                    "it weakly: it raises; give the instance a name"
                )
                facts = CreationFacts(traced)
                witness = program.files.witness(
                    site.node, site.place, "the temporary instance dies"
                ) + program.graph.traced_step(traced)
                yield Report(site.node, site.place, words, traced.qualname, None, facts, witness)


def _is_missed(program: Program, instance: ObjectValue, method: Function) -> bool:
    """Whether a traced method needs its instance, which only the expression that makes it holds.

    Not where the constructor keeps it: it hands it on, or a bound method of it, which makes a
    cycle.
    """
    if not program.syntax.uses(method).get(method.parameters[0].name):
        return False
    cls = instance.cls
    if cls is None:
        return True
    constructor = program.classes.method(cls, "__init__")
    return program.classes.makes_anew(cls) and not (
        constructor is not None
        and constructor.is_method
        and _lets_go(program, constructor, cls, constructor.parameters[0].name)
    )


def _lets_go(program: Program, function: Function, cls: Class, name: str) -> bool:
    """Whether a function does more with an instance than to use its attributes."""
    syntax = program.syntax
    for use, parent in syntax.uses(function).get(name, ()):
        if syntax.owner(function, use) is not function:
            return True
        if not isinstance(parent, ast.Attribute):
            return True
        if isinstance(parent.ctx, ast.Load) and program.classes.method(cls, parent.attr):
            call = syntax.parent(function, parent)
            if not (isinstance(call, ast.Call) and call.func is parent):
                return True
    return False


def dataset_map_in_loop(program: Program) -> Iterator[Report]:
    """TFR504: a Dataset.map or filter that is rebuilt, and traced, every iteration."""
    chains: set[Position] = set()
    for call, place in program.index.calls:
        func = call.func
        if not isinstance(func, ast.Attribute) or func.attr not in ("map", "filter"):
            continue
        if start(call) in chains:
            continue
        base = program.value(func.value, place)
        if not (isinstance(base, StreamValue) and base.kind == "dataset"):
            continue
        if program.in_graph(place):
            continue
        why = program.repetition.of(place)
        if why is not None:
            chains.add(start(call))
            words = (
                f"the dataset is built again each time: {quoted(func)} traces its function "
                "again; build the dataset once"
            )
            yield Report(call, place, words, witness=why)


def traced_method_per_instance(program: Program) -> Iterator[Report]:
    """TFR506: a loop makes instances whose traced methods run: a trace for each instance."""
    for cls in program.index.classes:
        if program.classes.comparison(cls) in ("equality", "value", "unhashable"):
            # Equal instances share their traces, or cannot have any.
            continue
        running = _running_traced(program, cls)
        if not running:
            continue
        for made, place in program.calls.named(cls.name):
            if program.value(made.func, place) != ClassValue(cls) or program.in_graph(place):
                continue
            why = program.repetition.of(place)
            if why is None or why.needs or program.syntax.is_guarded(place):
                continue
            if program.repetition.least(place) <= FEW:
                # Several callers, be they of several programs, may want one each.
                continue
            if _is_of_another_size(program, made, place, cls):
                continue
            for method, traced, calls in running:
                runs = _runs_for(program, made, method, calls)
                if runs is not None:
                    words = (
                        f"another {cls.name} is made each time, and {traced.name} is traced "
                        "for it; make one instance, and pass what differs as tensors"
                    )
                    witness = why + runs + program.graph.traced_step(traced)
                    yield Report(made, place, words, traced.qualname, None, None, witness)
                    break


def _is_of_another_size(program: Program, made: ast.Call, place: Place, cls: Class) -> bool:
    """Whether each instance makes layers, models or variables with a number of its own.

    One instance cannot stand for all of them.
    """
    constructor = program.classes.method(cls, "__init__")
    if constructor is None:
        return False
    sizes = set()
    for node, parameter, _ in bind(constructor.parameters[1:], made):
        given = program.value(node, place)
        if parameter is not None and given.changes is not None and given.is_number:
            sizes.add(parameter.name)
    for call, around in constructor.calls:
        value = program.value(call, around)
        is_variable = isinstance(value, TensorValue) and value.variable is True
        if program.keras.kind(value) not in ("layer", "model") and not is_variable:
            continue
        parts = [call] if not is_variable else [n for n in ast.walk(call) if n is not call]
        for part in parts:
            named = {n.id for n in ast.walk(part) if isinstance(n, ast.Name)}
            # The first value of a variable is no size; what a call makes of it is as large.
            if isinstance(part, ast.Call) and not sizes.isdisjoint(named):
                return True
    return False


def _runs_for(
    program: Program,
    made: ast.Call,
    method: Function | None,
    calls: list[tuple[ast.Call, Place]],
) -> Witness | None:
    """Return why a method runs for the instance of an allocation site; None if nothing shows it."""
    if method is not None and method is program.calls.target(made):
        return Witness()
    for call, place in calls:
        instance = program.calls.instance(call, place)
        if instance is not None and instance.site is made and not program.in_graph(place):
            return program.files.witness(call, place, "its traced function runs")
    return None


def _running_traced(
    program: Program, cls: Class
) -> list[tuple[Function | None, TracedFunction, list[tuple[ast.Call, Place]]]]:
    """Return what runs a traced function that each instance of a class has for itself.

    That is the function itself, then the methods that call it or each other on their own instance,
    each with its calls. None stands for a function that the constructor wraps.
    """
    found = []
    for traced in program.traced:
        if _is_per_instance(program, traced, cls):
            method = traced.function if traced.is_decorator else None
            calls = [(c, p) for c, p, _ in program.calls.of_traced.get(traced, ())]
            found.append((method, traced, calls))
    seen = {method for method, _, _ in found}
    for _, traced, calls in found:
        for call, place in calls:
            caller = place.function
            if caller in seen or not caller.is_method or program.in_graph(place):
                continue
            instance = program.calls.instance(call, place)
            owner = caller.owner
            if owner is None or instance is None or not program.classes.runs_for(caller, cls):
                continue
            if instance.site is owner.node:
                seen.add(caller)
                found.append((caller, traced, program.calls.callers(caller)))
    return found


def _is_per_instance(program: Program, traced: TracedFunction, cls: Class) -> bool:
    """Whether each instance of a class has a traced function of its own."""
    if not traced.is_decorator:
        maker = traced.place.function
        return maker.name == "__init__" and program.classes.runs_for(maker, cls)
    function = traced.function
    assert function is not None
    is_bound = function.is_method and "classmethod" not in function.marks()
    return is_bound and program.classes.runs_for(function, cls)


def traced_by_library_call(program: Program) -> Iterator[Report]:
    """TFR507: vectorized_map or a Jacobian, which trace a function per call, again and again."""
    for call, place in (*_vectorizing_calls(program), *_jacobian_calls(program)):
        why = _why_eager_again(program, place)
        if why is None:
            continue
        why += program.files.witness(call, place, "each call traces a function")
        witness = why + _runs_eagerly(program, place.function)
        # What is assumed says it already.
        where = "" if witness.needs else ", unless it runs in a graph"
        words = (
            f"{quoted(call.func)} traces a function at each call{where}; call it in a tf.function"
        )
        yield Report(call, place, words, facts=CallFacts(call, place), witness=witness)


def _why_eager_again(program: Program, place: Place) -> Witness | None:
    """Return why code runs more than a few times outside graphs; None if nothing shows it.

    What also runs in graphs does so for its eager callers alone.
    """
    function = place.function
    if not program.graph.may_hold(function):
        return program.repetition.of(place)
    if program.traced_of(function):
        return None
    eager = [at for _, at in program.calls.sure_callers(function) if not program.in_graph(at)]
    whys = [(at, program.repetition.of(at)) for at in eager]
    called = f"{function.shown} is called"
    found = [program.files.witness(at.node, at, called) + why for at, why in whys if why]
    return min(found, key=lambda why: len(why.needs), default=None)


def _vectorizing_calls(program: Program) -> Iterator[tuple[ast.Call, Place]]:
    """Yield the calls that make TensorFlow trace a function to run it on many rows at once."""
    for name in sorted(program.names.names_of_member("vectorized_map")):
        for call, place in program.calls.named(name):
            if program.qualified(call.func, place) == "tensorflow.vectorized_map":
                yield call, place


def _jacobian_calls(program: Program) -> Iterator[tuple[ast.Call, Place]]:
    """Yield the calls of a tape's method that do so by default."""
    for name in ("jacobian", "batch_jacobian"):
        for call, place in program.calls.named(name):
            if isinstance(call.func, ast.Attribute) and _is_vectorized(program, call, place):
                yield call, place


def _is_vectorized(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether ``tape.jacobian(...)`` works out all rows at once."""
    assert isinstance(call.func, ast.Attribute)
    tape = program.value(call.func.value, place)
    if not is_tape(tape):
        return False
    option = argument(call, 4, "experimental_use_pfor")
    return option is None or (isinstance(option, ast.Constant) and bool(option.value))


def _runs_eagerly(
    program: Program, function: Function, seen: frozenset[Function] = frozenset()
) -> Witness:
    """Return what is assumed if a function runs outside graphs: nothing if the program shows it."""
    callers = [p.function for _, p in program.calls.callers(function) if p.function is not function]
    if function.place is None or any(
        caller not in seen and not _runs_eagerly(program, caller, seen | {function}).needs
        for caller in callers
        if not program.graph.may_hold(caller)
    ):
        return Witness()
    return Witness(needs=frozenset({f"{function.shown} runs outside graphs"}))
