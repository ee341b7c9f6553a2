"""TFR405: state that is rebound after a graph has captured it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import is_library, is_mentioned
from flake8_tfretrace.program import Binding, CallSite, Function, Place, Program, TracedFunction
from flake8_tfretrace.program.cfg import Point
from flake8_tfretrace.program.iteration import count_of
from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.ordering import Event
from flake8_tfretrace.program.scopes import lookup, start
from flake8_tfretrace.program.syntax import argument, bind, named_argument
from flake8_tfretrace.program.traced import LibraryTraced
from flake8_tfretrace.program.tracetypes import ObjectValue, PythonValue
from flake8_tfretrace.rules.in_graph import (
    MAKING,
    Traced,
    eager_updates,
    if_completed,
    is_only_told,
    is_python_state,
    undoing,
)
from flake8_tfretrace.rules.report import Report

_REMAKING = "make_train_function"
"""The method of a model that makes what Keras traces anew, if it is forced to."""


def stale_python_state(program: Program) -> Iterator[Report]:
    """TFR405: a traced body reads Python state that is rebound after the function was traced."""
    for function, traced in program.traced_bodies():
        yield from if_completed(program, function, traced, _stale_reads(program, function, traced))
    for function, by_keras in program.graph.shown_by_keras.items():
        if program.files.is_own(function.body) and not program.liveness.is_dead(function.body):
            yield from _stale_in_training(program, by_keras, function)


def _stale_reads(program: Program, function: Function, traced: TracedFunction) -> Iterator[Report]:
    sites = program.sites.own[traced] or _sites_around(program, traced)
    # What is called where it is a choice may have been made after the state was set.
    if not sites or any(site.is_choice for site in sites):
        return
    changed = _only_changed(program, function)
    for name, uses in program.syntax.uses(function).items():
        reads = [
            use
            for use, _ in uses
            if use not in changed
            and not _is_bound_in_trace(use, function)
            and not is_only_told(program, use, function.body)
        ]
        used = [(read, w) for read in reads if (w := _why_used(program, read, function.body))]
        if not used:
            continue
        rebound = _rebound_name(program, traced, function, name, sites)
        resized = rebound and _why_resized(program, function, reads, sites)
        if rebound is not None and resized is not None:
            read, why = min(used, key=lambda pair: len(pair[1].needs))
            binding, changed_by = rebound
            why += changed_by + resized
            yield _stale(program, traced, function, read, name, binding, why)
    yield from _stale_attributes(program, traced, function, sites)


def _why_resized(
    program: Program, function: Function, reads: list[ast.Name], sites: list[CallSite]
) -> Witness | None:
    """Return what is assumed of a variable that a body only asks for its length: it has another.

    None if an argument is made of the same variable: of another length it has another shape, which
    is traced anew.
    """
    for read in reads:
        parent = program.syntax.parent(function, read)
        if not isinstance(parent, ast.Call) or read not in parent.args:
            return Witness()
        if program.qualified(parent.func, function.body) != "len":
            return Witness()
    (read, *_) = reads
    _, bindings = lookup(read.id, function.body.scope)
    lengths = [count_of(program.bound(binding, binding.place)) for binding in bindings]
    if None not in lengths and len(set(lengths)) > 1:
        return Witness()
    made = {*bindings}
    if sites and all(
        any(_depends(program, a.node, site.place, made, frozenset()) for a in site.arguments)
        for site in sites
    ):
        return None
    return Witness(needs=frozenset({f"'{read.id}' has another length then"}))


def _depends(
    program: Program,
    node: ast.expr,
    place: Place,
    wanted: set[Binding],
    seen: frozenset[Binding],
) -> bool:
    """Whether an expression is computed from what some definitions give."""
    for part in ast.walk(node):
        for binding in program.bindings(part, place) if isinstance(part, ast.Name) else ():
            if binding in wanted:
                return True
            if binding in seen or binding.value is None:
                continue
            if _depends(program, binding.value, binding.place, wanted, seen | {binding}):
                return True
    return False


def _why_used(
    program: Program, read: ast.expr, place: Place, seen: frozenset[Function] = frozenset()
) -> Witness | None:
    """Return what is assumed of a value that is read: that what it is passed on to uses it.

    None if that never reads its parameter. A function may do so only where something holds.
    """
    call = program.syntax.parent(place.function, read)
    if isinstance(call, ast.keyword):
        call = program.syntax.parent(place.function, call)
    target = program.calls.target(call) if isinstance(call, ast.Call) else None
    if target is None or target in seen or not isinstance(call, ast.Call):
        return Witness()
    passed = [
        p for n, p, starred in bind(target.call_parameters, call) if n is read and not starred
    ]
    if len(passed) != 1 or passed[0] is None or isinstance(target.node, ast.Lambda):
        return Witness()
    whys: list[Witness] = []
    conditions: dict[ast.AST, set[bool]] = {}
    for use, _ in program.syntax.uses(target).get(passed[0].name, ()):
        at = program.syntax.place(target, use)
        outward = program.syntax.outward(target, use)
        statement = next((node for node in outward if isinstance(node, ast.stmt)), use)
        guards = [
            (node, holds)
            for node, holds in target.graph.conditions(statement)
            if isinstance(node, ast.If) and not _is_demand(node, holds)
        ]
        for node, holds in guards:
            conditions.setdefault(node, set()).add(holds)
        why = _why_used(program, use, at, seen | {target})
        if why is not None and guards:
            node, holds = guards[0]
            held = "holds" if holds else "does not hold"
            why = Witness(needs=frozenset({f"'{text_of(node.test)}' {held} in {target.name}"}))
        whys += [] if why is None else [why]
    if any(len(holds) > 1 for holds in conditions.values()):
        # It does so in one way or the other.
        return Witness()
    return min(whys, key=lambda why: len(why.needs), default=None)


def _is_demand(node: ast.If, holds: bool) -> bool:
    """Whether code raises where a condition is not met, so that it is met as a rule."""
    other = node.orelse if holds else node.body
    return bool(other) and isinstance(other[-1], ast.Raise)


def _stale_in_training(
    program: Program, traced: LibraryTraced, function: Function
) -> Iterator[Report]:
    """Yield what a callback sets again and again, and what Keras traces once reads of its model."""
    for read in _own_attributes(program, function):
        if is_set_in_trace(program, read, read, function.body):
            continue
        holder = program.value(read.value, function.body)
        cls = holder.cls if isinstance(holder, ObjectValue) else None
        if cls is None or _are_equal(program, program.classes.attribute_bindings(cls, read.attr)):
            continue
        for binding in eager_updates(program, read, function.body):
            updater = binding.place.function
            why = program.repetition.of(binding.place)
            if program.keras.calls_again(updater) is None or why is None:
                continue
            if updater.owner is not None and _trains_briefly(program, updater):
                continue
            if any(_traces_anew(program, call, place) for call, place in updater.calls):
                # What was traced with the old value is dropped together with it.
                continue
            yield _stale(program, traced, function, read, ast.unparse(read), binding, why)
            break


def _trains_briefly(program: Program, method: Function) -> bool:
    """Whether all that runs a callback surely calls a method of it once."""
    assert method.owner is not None
    calls = [call for call in program.keras.runs(method.owner) if _is_of(call[0], "fit")]
    epochs = [(argument(call, 3, "epochs"), place) for call, _, place in calls]
    is_per_epoch = program.keras.calls_again(method) == "epoch"
    return all(
        is_per_epoch and (n is None or program.value(n, at).constant in (0, 1)) for n, at in epochs
    ) or (is_per_epoch and all(_trains_one_more(program, call, at) for call, _, at in calls))


def _trains_one_more(program: Program, fit: ast.Call, place: Place) -> bool:
    """Whether a loop compiles a model, and trains one epoch after those of the iteration before."""
    first, last = named_argument(fit, "initial_epoch"), argument(fit, 3, "epochs")
    match last:
        case ast.BinOp(left=before, op=ast.Add(), right=ast.Constant(value=1)) if (
            first is not None and ast.dump(first) == ast.dump(before)
        ):
            return bool(place.loops) and any(
                at.loops[-1:] == place.loops[-1:] and _traces_anew(program, call, at)
                for call, at in program.calls.named("compile")
            )
    return False


def _traces_anew(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether a call has Keras drop what it has traced of a model's training."""
    if not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr == _REMAKING:
        forced = argument(call, 0, "force")
        return isinstance(forced, ast.Constant) and forced.value is True
    return call.func.attr == "compile" and program.keras.is_own_endpoint(
        call.func.value, "compile", place
    )


def _is_of(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == name


def _own_attributes(program: Program, function: Function) -> Iterator[ast.Attribute]:
    """Yield the first read of each attribute that a method reads of its instance."""
    seen: set[str] = set()
    if function.owner is None or not function.is_method:
        return
    for _, parent in program.syntax.uses(function).get(function.parameters[0].name, ()):
        if isinstance(parent, ast.Attribute) and isinstance(parent.ctx, ast.Load):
            if parent.attr not in seen:
                seen.add(parent.attr)
                yield parent


def _sites_around(program: Program, traced: TracedFunction) -> list[CallSite]:
    """Return the calls of the traced functions that alone call another one, in their graphs."""
    pending, sites = [traced], []
    for current in pending:
        callers = () if current.function is None else program.calls.callers(current.function)
        for _, place in callers:
            outer = program.graph.functions.get(place.function)
            if isinstance(outer, TracedFunction) and outer not in pending:
                pending.append(outer)
                sites += program.sites.own[outer]
    return sites


def _stale(
    program: Program,
    traced: Traced,
    function: Function,
    read: ast.expr,
    name: str,
    rebound: Binding,
    why: Witness,
) -> Report:
    line = start(rebound.node)[0]
    is_own = program.files.is_own(rebound.place)
    where = f"line {line}" if is_own else program.files.location(rebound.place, line)
    kept = program.files.step(read, function.body, f"the graph keeps '{name}'")
    instead = "pass it as an argument"
    if isinstance(traced, LibraryTraced):
        instead = "use a tf.Variable"
    words = (
        f"'{name}' is rebound at {where} after {traced.name} was traced: the graph keeps the old "
        f"value; {instead}"
    )
    witness = program.graph.why(function) + Witness((kept,)) + why
    return Report(read, function.body, words, traced.qualname, None, None, witness)


def _rebound_name(
    program: Program,
    traced: TracedFunction,
    function: Function,
    name: str,
    sites: list[CallSite],
) -> tuple[Binding, Witness] | None:
    """Return the binding that changes a captured name between two calls, and why it does."""
    owner, bindings = lookup(name, function.body.scope)
    if owner is None or owner.function in program.graph.functions or owner is function.body.scope:
        return None
    if any(b.kind in ("function", "class", "import") for b in bindings):
        return None
    if len(bindings) < 2 and not any(_changes_itself(program, binding) for binding in bindings):
        return None
    bindings = [binding for binding in bindings if not _is_undone(program, binding, sites)]
    if _are_equal(program, bindings):
        return None
    changed = []
    for binding in bindings:
        if binding.kind not in ("assign", "augmented", "loop"):
            continue
        if not is_python_state(program, binding) or program.in_graph(binding.place):
            continue
        if _is_made_with(function, binding):
            continue
        called = [
            site
            for site in sites
            # After a loop its variable holds the last value, the same each time.
            if binding.kind != "loop" or binding.node in site.place.loops
        ]
        event = Event(binding.node, binding.place, binding.point)
        found = program.ordering.between(event, called, of_one_trace=True)
        if found is not None:
            changed.append((binding, found[2]))
    return _surest(changed) if changed else None


def _surest(changed: list[tuple[Binding, Witness]]) -> tuple[Binding, Witness]:
    """Return the first of the changes that rest on the fewest assumptions."""
    return min(changed, key=lambda change: len(change[1].needs))


def _is_made_with(function: Function, binding: Binding) -> bool:
    """Whether each iteration that binds a name makes the function that reads it, too."""
    around = () if function.place is None else function.place.loops
    loops = binding.place.loops if binding.kind != "loop" else (*binding.place.loops, binding.node)
    return any(loop in around for loop in loops)


def _changes_itself(program: Program, binding: Binding) -> bool:
    """Whether a definition gives another value in each iteration of a loop."""
    if binding.kind == "loop":
        return True
    return bool(binding.place.loops) and program.bound(binding, binding.place).changes is not None


def _are_equal(program: Program, bindings: list[Binding]) -> bool:
    """Whether all definitions of a name or attribute give one constant."""
    values = [program.bound(binding, binding.place) for binding in bindings]
    constants = {v.constant for v in values}
    return len(constants) == 1 and None not in constants


def _stale_attributes(
    program: Program, traced: TracedFunction, function: Function, sites: list[CallSite]
) -> Iterator[Report]:
    cls = function.owner
    if cls is None or not function.is_method:
        return
    own = function.parameters[0].name
    reported: set[str] = set()
    for _, parent in program.syntax.uses(function).get(own, ()):
        if not isinstance(parent, ast.Attribute):
            continue
        # An attribute of an object that an attribute holds may change, too.
        outer = program.syntax.parent(function, parent)
        for read in (parent, outer):
            if not isinstance(read, ast.Attribute) or not isinstance(read.ctx, ast.Load):
                continue
            name = ast.unparse(read)
            if name in reported or is_set_in_trace(program, read, read, function.body):
                continue
            if is_only_told(program, read, function.body):
                continue
            found = _rebound_attribute(program, read, function.body, sites, is_own=read is parent)
            if found is not None:
                reported.add(name)
                yield _stale(program, traced, function, read, name, *found)
                continue
            filled = _filled_attribute(program, read, function, sites) if read is parent else None
            if filled is not None:
                reported.add(name)
                yield _outgrown(program, traced, function, read, *filled)


def _filled_attribute(
    program: Program, read: ast.Attribute, function: Function, sites: list[CallSite]
) -> tuple[ast.AST, Place, Witness] | None:
    """Return what changes the length of what an attribute holds between two calls, and why.

    That matters where the length decides which code a trace has.
    """
    cls = function.owner
    if cls is None or not _decides_by_length(program, read, function):
        return None
    lineage = program.classes.lineage(cls)
    # Who looks at it before the call may have decided the same.
    sites = [site for site in sites if not _is_asked_before(program, read.attr, site.place)]
    changed = []
    for change, at in program.mutations.filled_within(read.attr):
        changing = at.function
        if changing.owner not in lineage or changing.name in MAKING or program.in_graph(at):
            continue
        event = Event(change, at, changing.graph.point_at(start(change)))
        found = program.ordering.between(event, sites, of_one_trace=True)
        if found is not None:
            changed.append((change, at, found[2]))
    return min(changed, key=lambda one: len(one[2].needs)) if changed else None


def _is_asked_before(program: Program, attribute: str, place: Place) -> bool:
    """Whether control comes to a place by a condition on an attribute of that name."""
    return any(
        isinstance(part, ast.Attribute) and part.attr == attribute
        for guard in program.index.guards(place)
        for part in ast.walk(guard.test)
    )


def _decides_by_length(program: Program, read: ast.Attribute, function: Function) -> bool:
    """Whether a condition in Python compares the length of what an attribute holds."""
    inner: ast.AST = read
    is_length = False
    for around in program.syntax.outward(function, read):
        if isinstance(around, ast.Call) and inner in around.args:
            name = program.qualified(around.func, function.body)
            if name != "len" or is_length:
                return False
            is_length = True
        elif isinstance(around, (ast.If, ast.IfExp)):
            return is_length and around.test is inner
        elif not isinstance(around, (ast.Attribute, ast.BoolOp, ast.Compare, ast.Subscript)):
            return False
        inner = around
    return False


def _outgrown(
    program: Program,
    traced: TracedFunction,
    function: Function,
    read: ast.Attribute,
    change: ast.AST,
    at: Place,
    why: Witness,
) -> Report:
    line, name = start(change)[0], ast.unparse(read)
    where = f"line {line}" if program.files.is_own(at) else program.files.location(at, line)
    kept = program.files.step(
        read, function.body, f"the length of '{name}' decides, once per trace"
    )
    words = (
        f"the length of '{name}' changes at {where} after {traced.name} was traced: the graph "
        "keeps the branch that was taken then; decide where it is called"
    )
    witness = program.graph.why(function) + Witness((kept,)) + why
    return Report(read, function.body, words, traced.qualname, None, None, witness)


def _only_changed(program: Program, function: Function) -> set[ast.expr]:
    """Return the containers that a function only adds to, or takes from: no value is read."""
    return {
        container
        for container, change, _ in changes(function)
        if isinstance(change, ast.Subscript)
        or isinstance(program.syntax.parent(function, change), ast.Expr)
    }


def _is_bound_in_trace(use: ast.Name, function: Function) -> bool:
    """Whether a function itself binds a name of a scope around it before it reads the name."""
    scope, bindings = lookup(use.id, function.body.scope)
    own = [b.point for b in bindings if b.place.function is function and b.kind != "augmented"]
    graph = function.graph
    return scope is not None and graph.is_dominated(graph.point_at(start(use)), own)


def is_set_in_trace(
    program: Program,
    attribute: ast.Attribute,
    node: ast.AST,
    place: Place,
    seen: frozenset[Function] = frozenset(),
) -> bool:
    """Whether each trace itself assigns to an attribute before code of it gets to ``node``.

    In the function, or before all calls of it.

    Args:
        program: the model of the file.
        attribute: the attribute, in terms of the function that ``node`` is in.
        node: what comes later.
        place: the code around it.
        seen: functions that are asked already.
    """
    function = place.function
    graph = function.graph
    if graph.is_dominated(graph.point_at(start(node)), _stores(program, attribute, function)):
        return True
    if function in seen or not _is_own(attribute.value, function):
        return False
    if any(program.sites.own[traced] for traced in program.traced_of(function)):
        return False
    called = [(c, p) for c, p in program.calls.callers(function) if program.in_graph(p)]
    return bool(called) and all(
        (receiver := program.calls.receiver(call, around)) is not None
        and _is_own(receiver, around.function)
        and is_set_in_trace(
            program,
            ast.Attribute(receiver, attribute.attr, ast.Load()),
            call,
            around,
            seen | {function},
        )
        for call, around in called
    )


def _stores(
    program: Program,
    attribute: ast.Attribute,
    function: Function,
    seen: frozenset[Function] = frozenset(),
) -> list[Point]:
    """Return where a function assigns to an attribute, whatever it held: itself, or by a call."""
    holder = ast.dump(attribute.value)
    found = [
        binding.point
        for target, binding in function.attribute_stores
        if target.attr == attribute.attr
        and binding.kind != "augmented"
        and ast.dump(target.value) == holder
    ]
    if function in seen or not _is_own(attribute.value, function):
        return found
    for call, place in program.calls.within(function):
        func, called = call.func, program.calls.target(call)
        if called is None or not (isinstance(func, ast.Attribute) and called.is_method):
            continue
        if ast.dump(func.value) != holder or place.function is not function:
            continue
        own = ast.Name(called.parameters[0].name, ast.Load())
        inner = ast.Attribute(own, attribute.attr, ast.Load())
        points = _stores(program, inner, called, seen | {function})
        ends = [called.graph.exit]
        ends += [called.graph.point_at(start(statement)) for statement, _ in called.returns]
        is_statement = isinstance(program.syntax.parent(function, call), ast.stmt)
        if points and is_statement and all(called.graph.is_dominated(e, points) for e in ends):
            found.append(function.graph.point_at(start(call)))
    return found


def _is_own(node: ast.expr, function: Function) -> bool:
    """Whether an expression is the instance that a method is called on."""
    if not function.is_method or "staticmethod" in function.marks():
        return False
    return isinstance(node, ast.Name) and node.id == function.parameters[0].name


def _rebound_attribute(
    program: Program, read: ast.Attribute, place: Place, sites: list[CallSite], *, is_own: bool
) -> tuple[Binding, Witness] | None:
    """Return the assignment to an attribute between two calls that read it, and why it is so.

    Args:
        program: the model of the file.
        read: the attribute, where a traced body reads it.
        place: the body.
        sites: the calls of the traced function.
        is_own: whether it is one of the instance that the calls are of.
    """
    holder = program.value(read.value, place)
    cls = holder.cls if isinstance(holder, ObjectValue) else None
    if cls is None or (not is_own and len(program.calls.constructions(cls)) != 1):
        return None
    if program.classes.method(cls, "__setattr__") is not None:
        # What an assignment does is the matter of that method: it may be one to a variable.
        return None
    if _are_equal(program, program.classes.attribute_bindings(cls, read.attr)):
        return None
    updates = [
        binding
        for binding in eager_updates(program, read, place)
        if not _is_undone(program, binding, sites)
    ]
    owners = [_owner_of(program, binding) if is_own else None for binding in updates]
    events = [Event(b.node, b.place, b.point, owner) for b, owner in zip(updates, owners)]
    by_event = dict(zip(events, updates))
    if program.ordering.is_set_before_each(
        events, sites, lambda event, site: _set_for(program, by_event[event], site)
    ):
        return None
    changed = []
    for binding, event in zip(updates, events):
        found = program.ordering.between(event, sites, of_one_trace=True)
        if found is not None:
            changed.append((binding, found[2]))
    if changed:
        return _surest(changed)
    for binding in updates:
        updater = binding.place.function
        beside = [site for site in sites if site.place.function is updater]
        if binding.kind == "augmented" and beside and not program.calls.callers(updater):
            path = program.files.path(updater.body)
            if is_mentioned(updater.name, path) is False and not is_library(path):
                continue
            # What counts its calls is there to be called again.
            called = program.files.step(beside[0].node, beside[0].place, "the graph is called")
            clause = f"{updater.name} is called more than once"
            return binding, Witness((called,), needs=frozenset({clause}))
    return None


def _set_for(program: Program, binding: Binding, site: CallSite) -> object:
    """Return what a definition gives for a call: a constant, or how its key makes that.

    None if it is neither. What is made of arguments that are part of the key has one value in each
    trace.
    """
    constant = program.bound(binding, binding.place).constant
    value, traced = binding.value, site.traced
    if constant is not None or value is None or binding.kind != "assign" or binding.path:
        return constant
    if traced.has_signature or traced.reduces_retracing:
        return None
    passed = {
        argument.node.id: argument
        for argument in site.arguments
        if isinstance(argument.node, ast.Name) and not argument.starred and argument.parameter
    }
    made: dict[str, str] = {}
    for part in ast.walk(value):
        if not isinstance(part, ast.Name):
            continue
        defined = program.bindings(part, binding.place)
        if not defined and program.qualified(part, binding.place) == part.id:
            continue
        given = passed.get(part.id)
        if given is None or given.parameter is None:
            return None
        if not isinstance(given.node, ast.Name):
            return None
        if program.bindings(given.node, site.place) != defined:
            return None
        if not isinstance(given.value, PythonValue) and not _is_in_key(
            program, part, binding.place
        ):
            return None
        made[part.id] = given.parameter.name
    return (ast.dump(value), *sorted(made.items())) if made else None


def _is_in_key(program: Program, node: ast.Name, place: Place) -> bool:
    """Whether only the shape or dtype of a variable is read, which the key of a trace has."""
    parent = program.syntax.parent(place.function, node)
    if isinstance(parent, ast.Call):
        return program.qualified(parent.func, place) == "len"
    return isinstance(parent, ast.Attribute) and parent.attr in ("dtype", "ndim", "shape")


def _is_undone(program: Program, binding: Binding, sites: list[CallSite]) -> bool:
    """Whether the function around sets back what was there before it ends, and makes no call.

    What it calls meanwhile, and other code afterwards, never sees both.
    """
    function = binding.place.function
    target = _target_of(binding)
    if function.place is None or function.is_generator or program.ordering.makes(function, sites):
        return False
    stores = [b for b in _stores_of(target, binding.name, function) if b.kind == "assign"]
    kept = [store for store in stores if _sets_back(program, store, target, stores)]
    changing = [store for store in stores if store not in kept]
    return bool(kept) and all(map(undoing(function, [k.node for k in kept]), changing))


def _target_of(binding: Binding) -> str | None:
    """Return what an assignment to an attribute assigns to; None for a variable."""
    stores = binding.place.function.attribute_stores
    return next((ast.unparse(target) for target, store in stores if store is binding), None)


def _stores_of(target: str | None, name: str, function: Function) -> list[Binding]:
    """Return the assignments of a function to a variable of others, or to an attribute."""
    if target is None:
        _, bindings = lookup(name, function.body.scope)
        return [binding for binding in bindings if binding.place.function is function]
    stores = function.attribute_stores
    return [store for one, store in stores if ast.unparse(one) == target]


def _sets_back(program: Program, store: Binding, target: str | None, stores: list[Binding]) -> bool:
    """Whether an assignment gives what the function had read there before it stored anything."""
    if not isinstance(store.value, ast.Name) or store.path:
        return False
    saved = program.bindings(store.value, store.place)
    if len(saved) != 1 or saved[0].kind != "assign" or saved[0].value is None:
        return False
    (first,) = saved
    node = first.value
    for step in first.path:
        if not isinstance(node, ast.Tuple) or step is None:
            return False
        node = node.elts[step]
    graph = store.place.function.graph
    assert node is not None
    return ast.unparse(node) == (target or store.name) and not any(
        graph.leads_to(other.point, first.point) for other in stores
    )


def _owner_of(program: Program, binding: Binding) -> ObjectValue | None:
    """Return the instance whose attribute a binding sets."""
    stores = binding.place.function.attribute_stores
    targets = [target for target, store in stores if store is binding]
    owner = program.value(targets[0].value, binding.place) if targets else None
    return owner if isinstance(owner, ObjectValue) else None
