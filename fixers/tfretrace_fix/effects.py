"""Where a traced body runs, and what it does to the world around it once per trace."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from flake8_tfretrace.program import Function, Place, Program, TracedFunction
from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.ordering import Event
from flake8_tfretrace.program.scopes import lookup, start
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import ObjectValue, PythonValue, TensorValue
from tfretrace_fix.functions import HOST_VALUES, draws
from tfretrace_fix.mutability import (
    aliases_of_attribute,
    changes_of_variable,
    doubt_of_names_of_attributes,
    is_changeable,
)
from tfretrace_fix.plans import Context, Plan
from tfretrace_fix.positions import nodes_of

_PRINTING = frozenset({"print", "pprint.pprint", "sys.stdout.write", "sys.stderr.write"})
_SEEDING = ("seed", "set_seed", "set_random_seed")
_SEEDS = {
    "numpy.random": ("numpy.random.seed", "set_random_seed"),
    "random": ("random.seed", "set_random_seed"),
    "tensorflow.random": ("set_seed", "set_random_seed"),
}
"""What sets the seed of the numbers that a module draws: how the names end."""
Reads = Mapping[str, Sequence[ast.Name | ast.Attribute]]
"""The names that are read, and the attributes by theirs."""
_LOGGING = ("absl.logging.", "logging.", "warnings.warn")


def effects_of_tracing(program: Program, *functions: Function) -> str | None:
    """Return what the bodies do once per trace, and so less often after a fix; or None."""
    around = program.effects.reached(functions)
    for reached in around:
        changed = _changed_around(program, reached, around)
        if changed is not None:
            return changed
        own = {p.name for p in reached.parameters[:1] if reached.name == "__init__"}
        for target, _ in reached.attribute_stores:
            # A constructor sets attributes of an object that only the trace knows.
            if not isinstance(target.value, ast.Name) or target.value.id not in own:
                return f"tracing sets '{ast.unparse(target)}'"
        for call, place in reached.calls:
            qualified = program.qualified(call.func, place) or ""
            if draws(program, call, place):
                return f"each trace starts '{ast.unparse(call.func)}' anew"
            if qualified.startswith(HOST_VALUES):
                return f"each trace calls '{ast.unparse(call.func)}' anew"
    return None


def _changed_around(
    program: Program, function: Function, among: Collection[Function]
) -> str | None:
    """Return which name or container a function changes that outlives the trace; or None."""
    for name, scope in function.body.scope.outside.items():
        if any(b.place.function is function for b in scope.bindings.get(name, ())):
            if scope.function not in among:
                return f"tracing sets '{name}'"
    for base, node, place in changes(function):
        if isinstance(node, ast.Call) and program.calls.target(node) is not None:
            continue
        # What is no container has such methods of its own.
        if isinstance(program.value(base, place), ObjectValue | TensorValue):
            continue
        if _outlives(program, base, function, among, set()):
            return f"tracing changes '{ast.unparse(base)}'"
    return None


def _outlives(
    program: Program,
    node: ast.expr,
    function: Function,
    among: Collection[Function],
    seen: set[tuple[Function, str]],
) -> bool:
    """Whether what an expression of ``function`` gives is older than the trace that runs it.

    ``among`` are the functions that run in the trace.
    """
    root, is_part = node, False
    while isinstance(root, ast.Attribute | ast.Subscript):
        root, is_part = root.value, True
    if not isinstance(root, ast.Name):
        return False
    owner, bindings = lookup(root.id, function.body.scope)
    if owner is None or {binding.kind for binding in bindings} == {"import"}:
        return False
    holder = owner.function
    if holder not in among:
        return True
    if (holder, root.id) in seen:
        return False
    seen.add((holder, root.id))
    given: list[tuple[ast.expr, Function]] = []
    for binding in bindings:
        if binding.kind == "parameter" and is_part:
            # Of an object that its constructor makes the trace alone knows.
            return holder.name != "__init__"
        if binding.kind == "parameter":
            given += [
                (argument, place.function)
                for call, place in program.calls.callers(holder)
                for argument, parameter, _ in bind(holder.call_parameters, call)
                if parameter is not None and parameter.name == root.id and place.function in among
            ]
        elif isinstance(binding.value, ast.Name | ast.Attribute | ast.Subscript):
            given.append((binding.value, holder))
    return any(_outlives(program, one, around, among, seen) for one, around in given)


def state_between_calls(context: Context, traced: TracedFunction) -> str | None:
    """Return which state of Python's a trace reads, and changes between two calls; or None.

    Each trace sees it anew, so that fewer traces would go on with what an earlier one saw.
    """
    if traced not in context.states:
        context.states[traced] = _state_between_calls(context, traced)
    return context.states[traced]


def _state_between_calls(context: Context, traced: TracedFunction) -> str | None:
    program = context.program
    if traced.function is None:
        return None
    sites = program.sites.in_file(traced)
    reached = program.effects.reached([traced.function])
    for what, event in _changes_of_what_is_read(context, reached):
        if not program.in_graph(event.place) and program.ordering.between(event, sites):
            return f"tracing reads {what}, which line {getattr(event.node, 'lineno', 0)} changes"
    return None


def doubt_of_state(context: Context, traced: TracedFunction) -> str | None:
    """Return which state of Python's that a trace reads may change under another name; or None."""
    if traced not in context.doubts:
        context.doubts[traced] = _doubt_of_state(context.program, traced)
    return context.doubts[traced]


def _doubt_of_state(program: Program, traced: TracedFunction) -> str | None:
    if traced.function is None:
        return None
    tracing = program.effects.reached([traced.function])
    reads_attribute = False
    for function in tracing:
        for name, uses in program.syntax.uses(function).items():
            owner, bindings = lookup(name, function.body.scope)
            if owner is None or owner.function in tracing:
                continue
            if any(binding.kind in ("class", "function", "import") for binding in bindings):
                continue
            if not is_changeable(program.value(uses[0][0], function.body)):
                continue
            for use, user, _ in changes_of_variable(program, name, owner):
                if user not in tracing:
                    return f"line {use.lineno} may change '{name}', which tracing reads"
    for nodes in program.syntax.attribute_reads.values():
        for read, function in nodes:
            if function not in tracing:
                continue
            place = program.syntax.place(function, read)
            if "." in (program.qualified(read, place) or ""):
                continue
            reads_attribute = True
            for alias in aliases_of_attribute(program, read, place):
                return f"line {alias.lineno} may change '{ast.unparse(read)}', which tracing reads"
    return doubt_of_names_of_attributes(program) if reads_attribute else None


def _changes_of_what_is_read(
    context: Context, tracing: Collection[Function]
) -> Iterator[tuple[str, Event]]:
    """Yield what code outside some functions changes of what these read, each with the event."""
    program = context.program

    def changed(name: str) -> Iterator[tuple[ast.expr, Event]]:
        for base, node, place in context.containers_changed.get(name, ()):
            if place.function not in tracing:
                yield base, Event(node, place, place.function.graph.point_at(start(node)))

    for function in tracing:
        for read in context.attributes_read.get(function, ()):
            place = program.syntax.place(function, read)
            setters = {*program.effects.on_attribute(read, place)} - {*tracing}
            what = f"'{ast.unparse(read)}'"
            for setter in setters:
                for target, binding in setter.attribute_stores:
                    if target.attr == read.attr:
                        yield what, Event(binding.node, binding.place, binding.point)
            for base, event in changed(read.attr):
                if isinstance(base, ast.Attribute) and event.place.function in setters:
                    yield what, event
        for name in program.syntax.uses(function):
            owner, bindings = lookup(name, function.body.scope)
            if owner is None or owner.function in tracing:
                continue
            if any(binding.kind in ("class", "function", "import") for binding in bindings):
                continue
            for binding in bindings:
                if len(bindings) > 1 or binding.place.loops:
                    yield f"'{name}'", Event(binding.node, binding.place, binding.point)
            for base, event in changed(name):
                if isinstance(base, ast.Name) and lookup(name, event.place.scope)[0] is owner:
                    yield f"'{name}'", event


def draws_from_seed(program: Program, function: Function) -> str | None:
    """Return why fewer traces surely draw other numbers; or None.

    With a seed, what each trace draws begins with the same number, or is the next of the numbers
    that Python or NumPy draw. Without one nobody can tell.
    """
    if not any(program.calls.named(name) for name in _SEEDING):
        return None
    for reached in program.effects.reached([function]):
        for call, place in reached.calls:
            drawn = ast.unparse(call.func)
            if draws(program, call, place) and is_seeded(program, "tensorflow.random"):
                return (
                    f"each trace draws '{drawn}' from the seed anew, and fewer "
                    "traces would draw other numbers: use tf.random.stateless_normal and the like, "
                    "or a tf.random.Generator"
                )
            library = library_drawing(program, call, place)
            if library is not None and is_seeded(program, library):
                return (
                    f"each trace draws the next '{drawn}' of a seed, and fewer traces would draw "
                    f"fewer numbers: draw it where '{function.name}' is called, and pass it"
                )
    return None


def library_drawing(program: Program, call: ast.Call, place: Place) -> str | None:
    """Return the module of Python's or NumPy's whose numbers a call draws; None if it does not."""
    module = (program.qualified(call.func, place) or "").rpartition(".")[0]
    return module if module in _SEEDS else None


def is_seeded(program: Program, library: str) -> bool:
    """Whether the program sets the seed of the numbers that a module draws."""
    return any(
        (program.qualified(call.func, place) or "").endswith(_SEEDS[library])
        for name in _SEEDING
        for call, place in program.calls.named(name)
    )


def counts_traces(program: Program, function: Function, plan: Plan, reads: Reads) -> str | None:
    """Return why fewer traces surely count less of what other code reads; or None."""
    changed = {part for edit in plan.edits for node in nodes_of(edit) for part in ast.walk(node)}
    for reached in program.effects.reached([function]):
        for target, binding in reached.attribute_stores:
            node = binding.node
            if not isinstance(node, ast.AugAssign) or node in changed:
                continue
            if not isinstance(program.value(node.value, binding.place), PythonValue):
                continue
            for read in reads.get(target.attr, ()):
                if isinstance(read, ast.Attribute) and read is not target:
                    what = ast.unparse(target)
                    return (
                        f"each trace counts up '{what}', which line {read.lineno} reads: "
                        "count where the function is called"
                    )
    return None


def output_of_tracing(program: Program, function: Function) -> ast.Call | None:
    """Return a call in the body that prints once per trace; or None."""
    for reached in program.effects.reached([function]):
        for call, place in reached.calls:
            qualified = program.qualified(call.func, place) or ""
            if qualified in _PRINTING or qualified.startswith(_LOGGING):
                return call
    return None


def runs_eagerly(program: Program, function: Function) -> bool:
    """Whether a helper of a traced function is also called outside any graph."""
    if program.traced_of(function):
        return False
    return any(not program.in_graph(place) for _, place in program.calls.callers(function))


def is_compiled(program: Program, function: Function) -> bool:
    """Whether XLA compiles the traced function that ``function`` belongs to."""
    traced = program.graph.functions.get(function)
    return isinstance(traced, TracedFunction) and traced.is_set(
        "jit_compile", "experimental_compile"
    )
