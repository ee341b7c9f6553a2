"""TFR6xx: Keras around the graph."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.facts import CallFacts, EndpointFacts
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import is_called_around, is_library
from flake8_tfretrace.program import Binding, Function, Place, Program, library
from flake8_tfretrace.program.cfg import Position
from flake8_tfretrace.program.costs import PREDICT, Costs
from flake8_tfretrace.program.dependence import may_feed_back
from flake8_tfretrace.program.exceptions import may_catch
from flake8_tfretrace.program.keras import STEPS
from flake8_tfretrace.program.linear import assigned, width
from flake8_tfretrace.program.loop_dependence import LoopDependence, PieceDependence
from flake8_tfretrace.program.repetition import NOTICED, SELDOM
from flake8_tfretrace.program.rounds import rounds
from flake8_tfretrace.program.rows import (
    BATCH_ROWS,
    FEW_ROWS,
    is_data_set,
    rows_of_inputs,
    steps_of,
)
from flake8_tfretrace.program.scopes import Class, LoopNode, sole_definition, start
from flake8_tfretrace.program.syntax import argument, named_argument, own_nodes
from flake8_tfretrace.program.tracetypes import (
    ObjectValue,
    StreamValue,
    TraceType,
)
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.wording import quoted

_TRAINING = frozenset({"apply_gradients", "fit", "minimize", "set_weights", "train_on_batch"})
"""Methods after which models may give something else."""
_ROW_BY_ROW = frozenset({"shuffle", "prefetch", "cache", "map", "with_options"})
"""Steps of a dataset that keep the number of its elements."""
_COMPILED_WITH = ("optimizer", "loss", "metrics")
"""The arguments of ``compile`` that are passed by position."""
_COMPILE = 400
"""What it takes to compile a small model, and to trace it, in milliseconds, as measured."""
_FEW_COMPILES = NOTICED // _COMPILE
"""So many times nobody notices that."""
_NEGLIGIBLE = 100
"""So many predictions cost seconds, which one loop of which only the kind is known may not."""


def _endpoint_calls(program: Program, name: str) -> Iterator[tuple[ast.Call, ast.Attribute, Place]]:
    """Yield the calls of a method of Keras models in eager code, but for those of their own."""
    for call, place in program.calls.named(name):
        func = call.func
        if not isinstance(func, ast.Attribute):
            continue
        # What runs in graphs is asked last: that is a question about the whole program.
        if program.keras.is_own_endpoint(func.value, name, place) and not program.in_graph(place):
            yield call, func, place


def _turns(program: Program, model: ast.expr, place: Place) -> Collection[LoopNode] | None:
    """Return the loops around ``place`` that do not repeat what is done with one model.

    In these it is made anew, or models come round. None if nothing else can repeat it.
    """
    found = rounds(program, model, place)
    skipped = found.skipped(place)
    if not skipped:
        return ()
    rest = [loop for loop in place.loops if loop not in skipped]
    if any(program.repetition.loop(loop, place) is not None for loop in rest):
        return skipped
    # What calls the function runs each of the models again, if they are older.
    is_kept = not found.anew and all(_outlives(program, *source) for source in found.sources)
    return skipped if is_kept else None


def _comes_round(
    program: Program, model: ast.expr, place: Place, seen: frozenset[Function]
) -> bool:
    """Whether callers that run a function again and again pass it another model each time."""
    if place.loops:
        return place.loops[-1] in rounds(program, model, place).skipped(place)
    chosen = model.slice if isinstance(model, ast.Subscript) else model
    function = place.function
    if not isinstance(chosen, ast.Name) or function in seen:
        return False
    parameter = function.parameter(chosen.id)
    if parameter is None or any(b.kind != "parameter" for b in program.bindings(chosen, place)):
        return False
    passed = program.calls.given(function, chosen.id)
    repeated = [(n, around) for n, around in passed if program.repetition.of(around) is not None]
    return bool(repeated) and all(
        _comes_round(program, given, around, seen | {function}) for given, around in repeated
    )


def predict_in_loop(program: Program) -> Iterator[Report]:
    """TFR601: model.predict on a few rows in a Python loop, also one call deeper."""
    costs = Costs(program)
    for call, func, place in _endpoint_calls(program, "predict"):
        data = _data_of(call)
        if data is None or not _sets_up_pipeline(program, call, data, place):
            continue
        turns = _turns(program, func.value, place)
        if turns is None:
            continue
        if not place.loops and _maker(program, program.value(func.value, place)) is place.function:
            # A new model traces its functions anyway.
            continue
        if not place.loops and _comes_round(program, func.value, place, frozenset()):
            continue
        repeated = program.repetition.of(place, skip=turns)
        if repeated is None or program.repetition.is_seldom(place, _NEGLIGIBLE):
            continue
        by_batches = [*filter(program.trips.counts_batches, place.loops)]
        if program.repetition.of(place, skip=[*turns, *by_batches]) is None:
            # There are few batches as a rule, and their rows take longer.
            continue
        least = program.repetition.least(place)
        if least <= SELDOM and not _goes_over_files(program, place):
            continue
        is_open = program.repetition.may_end_early(call, place)
        if is_open and program.repetition.is_ended_by(call, place, place.loops[0]):
            continue
        batch = _why_batch(program, call, func.value, data, place, turns)
        if batch is None:
            continue
        beside = costs.why_it_counts(place)
        if beside is None or _is_measured(program, call, place):
            continue
        why = repeated + batch + beside + _why_there(program, func.value, place)
        why += _why_readable(program, call, place)
        if least <= _NEGLIGIBLE or is_open:
            if not _is_entered(program, place):
                continue
            # How often is for the data to say.
            why += Witness(needs=frozenset({f"it runs more than {_NEGLIGIBLE} times"}))
        loops = [
            loop
            for loop in place.loops
            if loop not in turns and program.repetition.loop(loop, place) is not None
        ]
        once = ", or predict once for all" if _knows_all(program, call, data, loops, place) else ""
        words = (
            f"{quoted(func)} sets up a data pipeline "
            f"{_how_often(program, place, loops, turns, repeated)}; "
            f"call {ast.unparse(func.value)}.predict_on_batch(x){once}"
        )
        witness = why + program.files.witness(call, place, "Keras traces 3 functions")
        yield Report(call, place, words, None, None, EndpointFacts(call, "predict", place), witness)


def _goes_over_files(program: Program, place: Place) -> bool:
    """Whether a loop around code, or around a call of its function, goes over what files hold."""
    around = [place, *(caller for _, caller in program.repetition.callers(place))]
    return any(program.file_data.goes_over(loop, at) for at in around for loop in at.loops)


def _why_there(program: Program, model: ast.expr, place: Place) -> Witness:
    """Return what is assumed of an attribute that holds a model: something calls what sets it."""
    if not isinstance(model, ast.Attribute):
        return Witness()
    stores = program.classes.definitions(model, place)
    is_none = [b for b in stores if isinstance(b.value, ast.Constant) and b.value.value is None]
    setters = [b.place.function for b in stores if b not in is_none]
    if not setters or not all(map(program.repetition.is_left_out, setters)):
        return Witness()
    return Witness(needs=frozenset({f"{setters[0].shown} is called"}))


def _why_readable(program: Program, call: ast.Call, place: Place) -> Witness:
    """Return what is assumed of the models that are read before a call: Keras 3 reads not all."""
    assert isinstance(call.func, ast.Attribute)
    made = program.value(call.func.value, place)
    site = made.site if isinstance(made, ObjectValue) else None
    loading = [(site, program.index.places[site])] if isinstance(site, ast.Call) else []
    loading += [
        (one, around)
        for one, around in program.calls.named("load_model")
        if around.function in (place.function, place.module)
        and start(one) < start(call)
        and program.repetition.is_unconditional(around, None)
        and not any(may_catch(outer.node) for outer in around.enclosing())
    ]
    for one, around in loading:
        if program.saved_models.may_refuse(one, around):
            return Witness(needs=frozenset({f"Keras 3 wrote what {quoted(one.func)} reads"}))
    return Witness()


def _is_entered(program: Program, place: Place) -> bool:
    """Whether the module runs the code at ``place``, or something that calls its function."""
    function = place.function
    return (
        function is place.module
        or bool(program.repetition.callers(place))
        or program.keras.calls_again(function) is not None
        or program.calls.solved(function) is not None
    )


def _how_often(
    program: Program,
    place: Place,
    loops: list[LoopNode],
    turns: Collection[LoopNode],
    repeated: Witness,
) -> str:
    """Say what repeats the code at ``place``, and how often where that is known.

    Args:
        program: the program.
        place: the code.
        loops: the loops around it that run again and again.
        turns: the loops around it that do not count.
        repeated: why it runs again and again.
    """
    where = _where(program, place, repeated)
    nest = [loop for loop in place.loops if loop not in turns]
    nest = [loop for loop in nest if program.trips.most(loop, place) != 1]
    if loops and len(nest) > 1:
        # Which of them goes round how often is for the data to say.
        *outer, inner = (program.files.step(loop, place, "").line for loop in nest)
        text = f"in the loops of lines {', '.join(map(str, outer))} and {inner}"
    elif loops:
        text = f"in the loop of {where}"
        around = program.repetition.of(place.function.body)
        # Of how many batches there are, the data decides: it may be one.
        is_short = program.trips.least(loops[0], place) <= SELDOM
        is_short = is_short or program.trips.is_by_batches(loops[0])
        if is_short and around is not None and not around.needs:
            # That loop alone would not be worth a word.
            again = _where(program, place, around)
            text = f"{text}, at each call of {place.function.name} (repeated in {again})"
    else:
        by = "" if repeated.needs else f" (repeated in {where})"
        text = f"at each call of {place.function.name}{by}"
    most = program.repetition.most(place)
    if most is None or _is_cut_short(program, place, frozenset()):
        return f"(3 traces, some {PREDICT} ms) {text}"
    return f"(3 traces) {text}, up to {most} times: some {_duration(most)}"


def _where(program: Program, place: Place, repeated: Witness) -> str:
    """Return where the loop is that runs code again and again, as seen from ``place``."""
    last = repeated.steps[-1]
    is_own = last.path == program.files.path(place)
    return f"line {last.line}" if is_own else f"{Path(last.path).name}:{last.line}"


def _is_measured(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether a program only wants to know how long a call takes: it drops the result."""
    parent = program.syntax.parent(place.function, call)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        if parent.targets[0].id in program.syntax.uses(place.function):
            return False
    elif not isinstance(parent, ast.Expr):
        return False
    return _is_timed(program, call, place, frozenset())


def _is_timed(program: Program, node: ast.expr, place: Place, seen: frozenset[Function]) -> bool:
    """Whether code subtracts the time before ``node`` from the time after it, here or in callers.

    That is in all callers that run it again and again.
    """
    function = place.function
    for difference in own_nodes(function):
        if isinstance(difference, ast.BinOp) and isinstance(difference.op, ast.Sub):
            around = program.syntax.place(function, difference)
            first = _clock_read(program, difference.right, around)
            last = _clock_read(program, difference.left, around)
            if first is not None and last is not None and first < start(node) < last:
                return True
    if function is place.module or function in seen:
        return False
    repeated = [
        (caller, around)
        for caller, around in program.repetition.callers(place)
        if program.repetition.of(around) is not None
    ]
    return bool(repeated) and all(
        _is_timed(program, caller, around, seen | {function}) for caller, around in repeated
    )


def _clock_read(program: Program, node: ast.expr, place: Place) -> Position | None:
    """Return where a clock is read for the time that ``node`` gives; None if it gives no time."""
    source = sole_definition(node, place) if isinstance(node, ast.Name) else (node, place)
    if source is None or not isinstance(source[0], ast.Call):
        return None
    is_clock = program.qualified(source[0].func, source[1]) in library.CLOCKS
    return start(source[0]) if is_clock else None


def _is_cut_short(program: Program, place: Place, seen: frozenset[Function]) -> bool:
    """Whether something ends a loop that runs the code at ``place`` before its last iteration."""
    nodes = (node for loop in place.loops for node in ast.walk(loop))
    if any(isinstance(node, (ast.Break, ast.Return)) for node in nodes):
        return True
    function = place.function
    return function not in seen and any(
        _is_cut_short(program, around, seen | {function})
        for _, around in program.calls.callers(function)
    )


def _duration(times: int) -> str:
    """Return how long so many pipelines take to set up."""
    seconds = times * PREDICT / 1000
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def _knows_all(
    program: Program, call: ast.Call, data: ast.expr, loops: list[LoopNode], place: Place
) -> bool:
    """Whether all that ``predict`` gets in a loop can be there at once before the loop begins."""
    loop = loops[-1] if loops else None
    if loop is None or isinstance(loop, ast.While):
        return False
    beside = (other for other, at in place.function.calls if loop in at.loops)
    if any(isinstance(o.func, ast.Attribute) and o.func.attr in _TRAINING for o in beside):
        return False
    if _is_drawn_or_grows(program, data, loop, place, frozenset()):
        return False
    is_read = PieceDependence(program, loop).is_piece(data, place)
    if is_read and not LoopDependence(program, loop).differs(data, place):
        return False
    return not may_feed_back(call, data, loop, place)


def _is_drawn_or_grows(
    program: Program, node: ast.expr, loop: LoopNode, place: Place, seen: frozenset[Binding]
) -> bool:
    """Whether ``node`` comes from a stream, element by element, or differs in size.

    That is in iterations of a loop.
    """
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and program.qualified(part.func, place) == "next":
            return True
        if isinstance(part, ast.Slice) and _grows(program, part, loop, place):
            return True
        if not isinstance(part, ast.Name):
            continue
        for binding in program.bindings(part, place):
            source = assigned(binding)
            if source is None or binding in seen or loop not in binding.place.loops:
                continue
            if _is_drawn_or_grows(program, source, loop, binding.place, seen | {binding}):
                return True
    return False


def _grows(program: Program, node: ast.Slice, loop: LoopNode, place: Place) -> bool:
    """Whether what a slice takes is of another size in each iteration of a loop."""
    bounds = [bound for bound in (node.lower, node.upper) if bound is not None]
    found = width(program, bounds[0], bounds[1], place) if len(bounds) == 2 else None
    return any(
        binding.node is loop or loop in binding.place.loops
        for bound in (bounds if found is None else found.values)
        for part in ast.walk(bound)
        if isinstance(part, ast.Name)
        for binding in program.bindings(part, place)
    )


def _why_batch(
    program: Program,
    call: ast.Call,
    model: ast.expr,
    data: ast.expr,
    place: Place,
    turns: Collection[LoopNode],
) -> Witness | None:
    """Return why ``predict`` gets so few rows that ``predict_on_batch`` can take them all at once.

    None if it gets a whole data set, or says how to put what it gets into batches. Loops in
    ``turns`` do not count.
    """
    rows = rows_of_inputs(program, data, place)
    size = argument(call, 1, "batch_size")
    if size is not None:
        batch = program.value(size, place).constant
        if rows is None or not isinstance(batch, int) or rows > batch:
            return None
    if rows is not None and rows <= FEW_ROWS:
        return Witness()
    if rows is not None:
        if rows > BATCH_ROWS:
            return None
        needed = f"{quoted(model)} takes less than {PREDICT} ms for {rows} rows"
        return Witness(needs=frozenset({needed}))
    parts = data.elts if isinstance(data, (ast.List, ast.Tuple)) else [data]
    if any(is_data_set(program, part, place) for part in parts):
        return None
    for loop in _repeating(program, place, turns):
        if PieceDependence(program, loop).is_piece(data, place):
            return Witness(assumptions=frozenset({"A9"}))
    return Witness(needs=frozenset({f"{quoted(data)} is a batch, and no whole data set"}))


def _repeating(program: Program, place: Place, turns: Collection[LoopNode]) -> Iterator[LoopNode]:
    """Yield the innermost loops that run code again, its own or those of callers."""
    places = [place]
    for at in places:
        repeating = (
            loop
            for loop in reversed(at.loops)
            if loop not in turns and program.repetition.loop(loop, at) is not None
        )
        inner = next(repeating, None)
        if inner is not None:
            yield inner
            continue
        callers = (around for _, around in program.repetition.callers(at))
        places += [around for around in callers if around not in places]


def _data_of(call: ast.Call) -> ast.expr | None:
    """Return what ``predict`` is given."""
    return call.args[0] if call.args else named_argument(call, "x")


def _sets_up_pipeline(program: Program, call: ast.Call, data: ast.expr, place: Place) -> bool:
    """Whether ``predict`` is given arrays or tensors: a dataset is a pipeline already."""
    if any(keyword.arg == "steps" for keyword in call.keywords):
        return False
    return not isinstance(program.value(data, place), StreamValue)


def compile_in_loop(program: Program) -> Iterator[Report]:
    """TFR602: model.compile in a loop: every fit traces again."""
    costs = Costs(program)
    for call, func, place in _endpoint_calls(program, "compile"):
        if program.syntax.is_guarded(place) or program.repetition.is_seldom(place, _FEW_COMPILES):
            continue
        if _unfreezes_more(program, place):
            continue
        setters = _setters(program, func.value, place)
        why = _same_again(program, func.value, place, setters, frozenset())
        # Last, for it may look into all files of the project.
        run = None if why is None else _run_by_keras(program, func.value, place)
        if why is None or run is None or costs.is_hidden(place, _COMPILE):
            continue
        if program.repetition.is_seldom(place):
            clause = f"{quoted(func.value)} is not trained for long each time"
            why += Witness(needs=frozenset({clause}))
        words = (
            f"{quoted(func)} drops the model's traced functions: every fit after it traces again; "
            f"{_instead_of_compiling(program, call, place)}"
        )
        witness = why + run + program.files.witness(call, place, "its functions are dropped")
        yield Report(call, place, words, None, None, CallFacts(call, place), witness)


def _run_by_keras(program: Program, node: ast.expr, place: Place) -> Witness | None:
    """Return what is assumed if Keras trains or asks a model; None if only its class does."""
    model = program.value(node, place)
    cls = model.cls if isinstance(model, ObjectValue) else None
    if cls is None:
        is_here = any(any(program.calls.named(name)) for name in STEPS)
        if is_here or is_library(program.filename):
            return Witness()
        if is_called_around(STEPS, "", program.filename):
            return Witness()
        return Witness(needs=frozenset({f"something fits, evaluates or asks {quoted(node)}"}))
    assert isinstance(model, ObjectValue)
    is_run = all(_is_run_by_keras(program, one) for one in (cls, *model.heirs))
    return Witness() if is_run else None


def _is_run_by_keras(program: Program, cls: Class) -> bool:
    """Whether Keras trains or asks the instances of just that class."""
    methods = {name: program.classes.method(cls, name) for name in STEPS}
    return methods["fit"] is None or any(
        _is_asked(program, cls, name) if method is None else {"super", name} <= method.mentioned
        for name, method in methods.items()
    )


def _is_asked(program: Program, cls: Class, name: str) -> bool:
    """Whether a method of that name is called of what may be an instance of a class."""
    for call, place in program.calls.named(name):
        value = program.value(getattr(call.func, "value", None), place)
        if not isinstance(value, ObjectValue) or value.cls in (None, *program.classes.family(cls)):
            return True
    return False


def _instead_of_compiling(program: Program, call: ast.Call, place: Place) -> str:
    """Say what to do about a ``compile`` that runs again, by what differs between two of them."""
    optimizer = argument(call, 0, "optimizer")
    given = [(k.arg or f"**{text_of(k.value)}", k.value) for k in call.keywords]
    for name, node in zip(_COMPILED_WITH, call.args):
        given.append((text_of(node) if isinstance(node, ast.Starred) else name, node))
    differing = {name for name, node in given if _may_differ(program, node, place, frozenset())}
    source = sole_definition(optimizer, place) if isinstance(optimizer, ast.Name) else None
    made, at = source or (optimizer, place)
    if "optimizer" in differing and isinstance(made, ast.Call):
        rate = argument(made, 0, "learning_rate") or named_argument(made, "lr")
        others = [*made.args, *(keyword.value for keyword in made.keywords)]
        others = [made.func, *(node for node in others if node is not rate)]
        if not any(_may_differ(program, node, at, frozenset()) for node in others):
            differing = differing - {"optimizer"} | {"learning_rate"}
    if next(_trainable_stores(program, place), None) is not None:
        return "keep a compiled model for each choice of trainable layers"
    if differing == {"learning_rate"}:
        return "compile once, and set optimizer.learning_rate"
    if not differing:
        # What each compile makes anew begins anew, which may be what it is there for.
        is_kept = at.function is not place.function or not set(place.loops) <= set(at.loops)
        is_new = isinstance(made, (ast.Call, ast.Constant)) and not is_kept
        return f"compile once{', and reset the optimizer if need be' * is_new}"
    return f"keep a compiled model for each {' and '.join(map(repr, sorted(differing)))}"


def _unfreezes_more(program: Program, place: Place) -> bool:
    """Whether each ``compile`` is for other trainable layers, which Keras demands it for.

    That is where what says which ones, or how they are, follows the loop or the caller's one. Those
    of the same choices, again and again, could have a model each.
    """
    return any(
        _follows(program, node, at, place.loops, frozenset())
        for nodes, at in _trainable_stores(program, place)
        for node in nodes
    )


def _trainable_stores(program: Program, place: Place) -> Iterator[tuple[Sequence[ast.expr], Place]]:
    """Yield what decides about the stores to ``trainable`` that are run together with ``place``.

    Of those in functions that are called there, what these are handed.
    """
    for target, binding in place.function.attribute_stores:
        if target.attr == "trainable" and _meet(binding.place, place):
            yield [target.value, *filter(None, [binding.value])], binding.place
    for call, around in program.calls.within(place.function):
        helpers = program.calls.targets(call) if _meet(around, place) else []
        if helpers and any(
            target.attr == "trainable"
            for function in program.effects.reached(helpers)
            for target, _ in function.attribute_stores
        ):
            yield [*call.args, *(keyword.value for keyword in call.keywords)], around


def _follows(
    program: Program,
    node: ast.expr,
    place: Place,
    loops: tuple[LoopNode, ...],
    seen: frozenset[Binding],
) -> bool:
    """Whether an expression is made of what some loops set anew; of what callers' do, if none."""
    names = [name for name in ast.walk(node) if isinstance(name, ast.Name)]
    for name, binding in ((n, b) for n in names for b in program.bindings(n, place)):
        if binding in seen:
            continue
        if binding.node in loops:
            return True
        if binding.kind == "parameter":
            given = [] if loops else program.calls.given(binding.place.function, name.id)
            sources = [(passed, at, at.loops) for passed, at in given]
        elif any(loop in loops for loop in binding.place.loops):
            is_loop = isinstance(binding.node, (ast.For, ast.AsyncFor, ast.comprehension))
            source = binding.node.iter if is_loop else binding.value  # type: ignore[attr-defined]
            if source is None or isinstance(binding.node, ast.AugAssign):
                return True
            sources = [(source, binding.place, loops)]
        else:
            continue
        if any(_follows(program, *source, seen | {binding}) for source in sources):
            return True
    return False


def _meet(one: Place, other: Place) -> bool:
    """Whether one iteration of the outermost loop around one piece of code runs the other, too."""
    return one.loops[:1] == other.loops[:1]


def _may_differ(program: Program, node: ast.expr, place: Place, seen: frozenset[Binding]) -> bool:
    """Whether an expression may give another value when the loops around it run it again.

    Or another call of the function.
    """
    if getattr(program.value(node, place), "constant", None) is not None:
        return False
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute):
            if any(b.place.function.name != "__init__" for b in _set_by_program(program, part)):
                return True
        if not isinstance(part, ast.Name) or program.value(part, place).constant is not None:
            continue
        for binding in program.bindings(part, place):
            if binding in seen:
                continue
            if binding.kind == "parameter":
                own = binding.place.function.parameters[:1]
                is_own = binding.place.function.is_method and own[0].name == binding.name
                # In one call of the function it is the same for all iterations.
                loops = (program.repetition.loop(loop, place) for loop in place.loops)
                if not is_own and not any(loops):
                    return True
            elif any(loop in (binding.node, *binding.place.loops) for loop in place.loops):
                source = assigned(binding)
                if source is None or _may_differ(program, source, binding.place, seen | {binding}):
                    return True
    return False


def _set_by_program(program: Program, attribute: ast.Attribute) -> Iterator[Binding]:
    """Yield the assignments of the program to attributes of that name."""
    for function in program.index.functions:
        for target, binding in function.attribute_stores:
            if target.attr == attribute.attr:
                yield binding


def _same_again(
    program: Program,
    model: ast.expr,
    place: Place,
    setters: set[Function],
    seen: frozenset[Function],
) -> Witness | None:
    """Return why the code at ``place`` runs again and again for one and the same model.

    None if it may be another one each time: in a loop, one that is made, or kept, there anew; in
    a function, one of an object that callers make.

    Args:
        program: the program.
        model: the model, or the object that holds it, as ``place`` names it.
        place: the code.
        setters: the functions that may give the object another model.
        seen: the functions that the code was reached from.
    """
    function, again = place.function, program.repetition.of(place)
    if again is None or function in seen or _runs_one_of(program, setters, place):
        return None
    if place.loops:
        return None if rounds(program, model, place).skipped(place) else again
    root = model
    while isinstance(root, ast.Attribute):
        root = root.value
    parameter = function.parameter(root.id) if isinstance(root, ast.Name) else None
    if root is not model or parameter is None:
        if not _outlives(program, model, place):
            return None
    callers = program.calls.callers(function)
    if parameter is None:
        return again
    if not callers:
        # That nobody sees who calls it is an assumption; that all hand it one model another.
        return again if again.confidence == "proven" else None
    is_own = function.is_method and parameter is function.parameters[0]
    calls = program.calls
    passed = calls.receivers(function) if is_own else calls.given(function, parameter.name)
    repeated = [(n, at) for n, at in passed if program.repetition.of(at) is not None]
    if not repeated:
        # One call after the other.
        return again if len({ast.dump(given) for given, _ in passed}) == 1 else None
    seen |= {function}
    whys = [_same_again(program, given, at, setters, seen) for given, at in repeated]
    found = [why for why in whys if why is not None]
    return next((again for why in found if why.confidence == "proven"), found[0] if found else None)


def _setters(program: Program, model: ast.expr, place: Place) -> set[Function]:
    """Return the functions that may put another model, or holder of one, where ``model`` reads."""
    found: set[Function] = set()
    while isinstance(model, ast.Attribute):
        found.update(program.effects.on_attribute(model, place))
        model = model.value
    return found


def _runs_one_of(program: Program, functions: set[Function], place: Place) -> bool:
    """Whether the loops around ``place``, or its function, run one of some functions."""
    run = [
        target
        for call, around in program.calls.within(place.function)
        if around.loops[: len(place.loops)] == place.loops
        for target in program.calls.targets(call)
    ]
    return bool(functions) and not functions.isdisjoint(program.effects.reached(run))


def _outlives(program: Program, model: ast.expr, place: Place) -> bool:
    """Whether a model is older than the call of the function that compiles it."""
    if isinstance(model, ast.Attribute):
        # Not where the same function puts another model there, or makes the object that made it.
        stores = place.function.attribute_stores
        if place.function.name == "__init__" or any(t.attr == model.attr for t, _ in stores):
            return False
        holder = program.value(model.value, place)
        if _maker(program, holder) is not place.function or not isinstance(holder, ObjectValue):
            return True
        maker = _maker(program, program.value(model, place))
        own = () if holder.cls is None else program.classes.family(holder.cls)
        return maker is None or maker.owner not in own
    if not isinstance(model, ast.Name):
        return False
    return all(b.place.function is not place.function for b in program.bindings(model, place))


def _maker(program: Program, value: TraceType) -> Function | None:
    """Return the function whose code makes an object; None if that is not known."""
    site = value.site if isinstance(value, ObjectValue) else None
    place = None if site is None else program.index.places.get(site)
    return None if place is None else place.function


def model_built_in_loop(program: Program) -> Iterator[Report]:
    """TFR603: a new model per iteration that is then trained or asked."""
    made: dict[Binding, list[str]] = {}
    whys: dict[Binding, Witness] = {}
    for name in ("fit", "predict", "evaluate", "train_on_batch"):
        for call, place in program.calls.named(name):
            func = call.func
            if not isinstance(func, ast.Attribute) or not isinstance(func.value, ast.Name):
                continue
            for binding in program.bindings(func.value, place):
                if binding.kind != "assign" or not isinstance(binding.value, ast.Call):
                    continue
                value = program.bound(binding, binding.place)
                shared = set(binding.place.loops) & set(place.loops)
                if not shared or program.keras.kind(value) != "model":
                    continue
                why = program.repetition.loop(binding.place.loops[-1], binding.place)
                if why is None or program.repetition.is_seldom(binding.place):
                    continue
                whys[binding] = why
                if name not in made.setdefault(binding, []):
                    made[binding].append(name)
    for binding, names in made.items():
        assert isinstance(binding.value, ast.Call)
        traces = "traces" if len(names) == 1 else "trace"
        loop, given = binding.place.loops[-1], binding.value.args[:1]
        maker = program.qualified(binding.value.func, binding.place)
        is_read_again = maker in library.MODEL_LOADERS and not _may_follow(
            program, given, loop, binding.place
        )
        instead = "reset one model's weights, or use tfretrace.PredictorCache"
        words = (
            f"'{binding.name}' is a new model in every iteration: its {', '.join(names)} "
            f"{traces} again each time; {'read it once, before' if is_read_again else instead}"
        )
        facts = CallFacts(binding.value, binding.place)
        yield Report(binding.value, binding.place, words, None, None, facts, whys[binding])


def _may_follow(program: Program, nodes: list[ast.expr], loop: LoopNode, place: Place) -> bool:
    """Whether expressions may give something else in each iteration of a loop."""
    return any(
        program.value(node, place).constant is None and not program.syntax.is_invariant(node, loop)
        for node in nodes
    )


def partial_batch(program: Program) -> Iterator[Report]:
    """TFR604: batch(n) without drop_remainder feeds a traced function."""
    fed = {
        loop
        for traced in program.traced
        if not traced.has_signature and not traced.reduces_retracing
        for site in program.sites.own[traced]
        for loop in site.place.loops
        if isinstance(loop, (ast.For, ast.comprehension))
    }
    for loop in sorted(fed, key=lambda node: (node.iter.lineno, node.iter.col_offset)):
        value = program.value(loop.iter, program.index.places[loop])
        if not isinstance(value, StreamValue):
            continue
        steps = list(steps_of(program, value))
        names = [_name(step) for step in steps]
        if "batch" not in names:
            continue
        position = names.index("batch")
        batch = steps[position]
        if len(batch.args) > 1 or named_argument(batch, "drop_remainder") is not None:
            continue
        if _fills_batches(program, batch, steps[position + 1 :]):
            continue
        yield Report(
            batch,
            program.index.places[batch],
            "the last batch may be smaller: a second trace of the function it is passed to; "
            "use drop_remainder=True (drops data) or an input_signature",
            None,
            None,
            CallFacts(batch, program.index.places[batch]),
            program.files.witness(
                batch, program.index.places[batch], "the last batch may be smaller"
            ),
        )


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _fills_batches(program: Program, batch: ast.Call, before: list[ast.Call]) -> bool:
    """Whether ``batch`` never has a rest: it is repeated for ever, or takes a multiple."""
    for step in before:
        given = [*step.args, *(keyword.value for keyword in step.keywords)]
        count = _first_constant(program, given, step)
        if _name(step) == "repeat":
            return not given or count == -1
        if _name(step) == "take":
            size = _first_constant(program, batch.args, batch)
            return isinstance(count, int) and isinstance(size, int) and size > 0 == count % size
        if _name(step) not in _ROW_BY_ROW:
            return False
    return False


def _first_constant(program: Program, arguments: list[ast.expr], step: ast.Call) -> object:
    """Return the constant that the first of the arguments of a step is, or None."""
    if not arguments:
        return None
    return getattr(program.value(arguments[0], program.index.places[step]), "constant", None)
