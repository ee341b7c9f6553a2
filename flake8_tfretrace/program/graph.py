"""The graph: what code runs while TensorFlow traces a function, and why."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Generic, TypeVar

from flake8_tfretrace import knowledge
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import is_called_around
from flake8_tfretrace.program.cfg import Point
from flake8_tfretrace.program.feasibility import Feasibility
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.iteration import elements_of
from flake8_tfretrace.program.keras import FUNCTIONAL, SEQUENTIAL, STEPS, has_symbol
from flake8_tfretrace.program.library import EAGER_SWITCHES, calls_argument
from flake8_tfretrace.program.project import Project
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    Parameter,
    Place,
    definitions,
    start,
)
from flake8_tfretrace.program.syntax import argument, is_written_out
from flake8_tfretrace.program.traced import LibraryTraced, TracedFunction
from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    ChoiceValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.program.values import Interpreter

_Root = TypeVar("_Root")
Context = frozenset[tuple[Parameter, TraceType]]
"""The arguments of a call that conditions may ask for; without any, those of all calls."""
_ANY: Context = frozenset()
_MAX_CONTEXTS = 8
"""A function that the graph calls in more ways is taken to be called in any."""
_TRAINING = frozenset({"fit", "evaluate", "train_on_batch", "test_on_batch"})
"""The methods of a model that call its loss and its metrics."""
_DATASET_CALLS = frozenset({"map", "filter", "interleave", "flat_map", "reduce", "scan"})


@dataclass(frozen=True)
class _Entry(Generic[_Root]):
    """A call of a function in the graph."""

    function: Function
    root: _Root
    """What is traced."""
    why: Witness
    context: Context = _ANY


@dataclass(eq=False, repr=False)
class Graph:
    """What one program runs in graphs."""

    queries: Queries
    project: Project | None
    files: Files
    feasibility: Feasibility
    values: Interpreter
    _entries: dict[Function, dict[Context, Witness]] = field(default_factory=dict, init=False)
    """With what the code in the graph calls each function, and why it does."""
    _guarded: set[Function] = field(default_factory=set, init=False)

    @cached_property
    def functions(self) -> dict[Function, TracedFunction | LibraryTraced]:
        """The functions whose code runs while TensorFlow traces.

        That is traced functions, the functions of this file that they call or hand to a function
        that calls them, and what is handed to ``Dataset.map`` and its like. A function that is only
        defined there does not run.
        """
        pending: list[_Entry[TracedFunction | LibraryTraced]] = [
            _Entry(traced.function, traced, self.traced_step(traced), context)
            for traced in self.queries.traced.all
            if traced.function is not None and self._may_be_made(traced)
            for context in self._contexts_of_traced(traced, traced.function)
        ]
        pending += [
            _Entry(function, LibraryTraced(function, "tf.data"), why)
            for function, why in self._mapped_functions()
        ]
        return self._reached(pending)

    def _may_be_made(self, traced: TracedFunction) -> bool:
        """Whether no condition keeps a call of ``tf.function`` from being run."""
        return traced.is_decorator or self.feasibility.is_feasible(traced.site, traced.place)

    def _contexts_of_traced(self, traced: TracedFunction, function: Function) -> list[Context]:
        """Return with what a traced function is called, where the plain one is called, too."""
        if traced.is_decorator or not self.queries.calls.callers(function):
            return [_ANY]
        calls = self.queries.calls.of_traced.get(traced, ())
        found = {self._context(call, place, function): None for call, place, _ in calls}
        return [*found] or [_ANY]

    def _context(self, call: ast.Call, place: Place, function: Function) -> Context:
        """Return what a call passes that may decide which code of a function runs."""
        return _deciding(self.queries.calls.arguments(call, place, function))

    @cached_property
    def by_keras(self) -> dict[Function, LibraryTraced]:
        """The functions outside :attr:`functions` whose code may run while Keras traces a method.

        Such code runs eagerly, too, wherever a model or layer is called outside a graph.
        """
        shown = self.shown_by_keras
        return {**shown, **self._run_with_keras(self._left_to_others(), {*self.functions, *shown})}

    @cached_property
    def shown_by_keras(self) -> dict[Function, LibraryTraced]:
        """Those of them that Keras traces, as the file itself shows."""
        return self._run_with_keras(self._traced_by_keras(), self.functions)

    def _run_with_keras(
        self, methods: Iterable[tuple[Function, Witness]], known: Collection[Function]
    ) -> dict[Function, LibraryTraced]:
        """Return what runs with methods that Keras traces, with the one that it runs for."""
        roots = [
            _Entry(f, LibraryTraced(f, "Keras"), why, context)
            for f, why in methods
            if not self._is_entered(f, context := _deciding(self.queries.keras.left_out(f)))
        ]
        # Whether it may run them eagerly is asked last: all files of the project may have a say.
        if not roots or self._may_run_keras_eagerly:
            return {}
        return self._reached(roots, known)

    def _reached(
        self, pending: list[_Entry[_Root]], known: Collection[Function] = ()
    ) -> dict[Function, _Root]:
        """Return the functions that run with the given ones, each with the one that it runs for.

        Not those that are ``known`` already, but for what else these are called with.
        """
        found: dict[Function, _Root] = {}
        # What only a guarded call leads to comes last: it is guarded, with all that it calls.
        guarded: list[_Entry[_Root]] = []
        # What is reached for sure, too, needs no assumption.
        assumed: list[tuple[_Entry[_Root], bool]] = []
        syntax = self.queries.syntax
        while pending or guarded or assumed:
            if pending or guarded:
                is_guarded = not pending
                entry = (pending or guarded).pop(0)
            else:
                entry, is_guarded = assumed.pop(0)
            function, root, why, context = entry.function, entry.root, entry.why, entry.context
            if self._is_entered(function, context):
                continue
            entries = self._entries.setdefault(function, {})
            if len(entries) >= _MAX_CONTEXTS:
                context = _ANY
            entries[context] = why
            if function not in known and function not in found:
                found[function] = root
                if is_guarded:
                    self._guarded.add(function)
            for call, place in self.queries.calls.within(function):
                if syntax.expects_exception(call, place) or syntax.is_lifted(call, place):
                    continue
                with self.values.entering(function, dict(context)):
                    run = [
                        (callee, more, given)
                        for callee, more in self._run_by(call, place)
                        if not self._is_entered(callee, _ANY)
                        and not self._is_entered(callee, given := self._passed(call, place, callee))
                    ]
                    # Whether it can happen is asked where it leads anywhere: that costs most.
                    if not run or not self.feasibility.is_feasible(call, place):
                        continue
                below = guarded if is_guarded or syntax.is_guarded(place) else pending
                for callee, more, given in run:
                    is_kept = self.queries.classes.runs_once(callee)
                    after = _Entry(callee, root, why + more, given)
                    if after.why.needs:
                        is_below = is_kept or below is guarded
                        assumed.append((after, is_below))
                    else:
                        (guarded if is_kept else below).append(after)
        return found

    def _is_entered(self, function: Function, context: Context) -> bool:
        """Whether the graph is known to call a function with some arguments, or with any."""
        entries = self._entries.get(function, ())
        return _ANY in entries or context in entries

    def _passed(self, call: ast.Call, place: Place, callee: Function) -> Context:
        """Return what a call passes to what it runs: anything where it only hands that on."""
        if callee not in self.queries.calls.targets(call):
            return _ANY
        return self._context(call, place, callee)

    def is_feasible(self, node: ast.AST, place: Place) -> bool:
        """Whether code can run in the graph: with what the graph passes to the function around it.

        Of what runs in no graph, whether it can run at all.
        """
        function = place.function
        if not self.may_hold(function):
            return self.feasibility.is_feasible(node, place)
        return self._entry(function, node, place) is not None

    def recovers(
        self,
        node: ast.AST,
        place: Place,
        exception: type[Exception],
        seen: frozenset[Function] = frozenset(),
    ) -> bool:
        """Whether code in the graph catches what ``node`` raises, be it that of all callers."""
        function, calls = place.function, self.queries.calls
        if self.queries.syntax.recovers(node, place, exception):
            return True
        if function in seen or self.queries.traced.of(function) or calls.is_handed_on(function):
            return False
        callers = [(call, at) for call, at in calls.callers(function) if self.may_hold(at.function)]
        return bool(callers) and all(
            self.recovers(call, at, exception, seen | {function}) for call, at in callers
        )

    def _entry(self, function: Function, node: ast.AST, place: Place) -> Witness | None:
        """Return why the graph calls a function so that it gets to ``node``; None if it does not.

        Sure calls come first.
        """
        tried: set[Context] = set()
        # What Keras traces may call it otherwise, which nobody has asked for yet, perhaps.
        for look in (lambda: self.functions, lambda: self.by_keras):
            look()
            for context, why in self._entries[function].items():
                if context in tried:
                    continue
                tried.add(context)
                with self.values.entering(function, dict(context)):
                    if self.feasibility.is_feasible(node, place):
                        return why
        return None

    def _traced_by_keras(self) -> Iterator[tuple[Function, Witness]]:
        """Yield the methods that Keras traces, unless it runs them eagerly, with why.

        Those of models that the file trains or asks, and of the layers that these are made of.
        """
        for call, place in self.queries.index.calls:
            name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
            if name not in STEPS and name != "compile":
                continue
            by_call = self._handed_in if name == "compile" else self._traced_for
            for traced in by_call(call, place):
                text = f"Keras traces {traced.qualname}"
                yield traced, self.files.witness(call, place, text, "A6")
        is_asked = self._may_have_layers and self._trains_functional
        for cls, (call, place) in self._connected.items() if is_asked else ():
            called = self.queries.classes.method(cls, "call")
            if called is None or self.queries.keras.class_kind(cls) not in ("model", "layer"):
                continue
            text = f"{cls.name} is part of a model that Keras traces"
            yield called, self.files.witness(call, place, text, "A6")

    def _left_to_others(self) -> Iterator[tuple[Function, Witness]]:
        """Yield what calls a layer or model that only others make: in a graph, or eagerly."""
        for cls in self.queries.index.classes:
            called = cls.methods.get("call")
            if called is None or self.queries.calls.constructions(cls):
                continue
            if self.queries.keras.class_kind(cls) in ("model", "layer"):
                yield called, self.files.witness(called.node, called.body, "a layer or model", "A6")

    def _traced_for(self, call: ast.Call, place: Place) -> Iterator[Function]:
        """Yield the program's methods that a call of ``fit``, ``predict`` and the like traces."""
        func, classes = call.func, self.queries.classes
        assert isinstance(func, ast.Attribute)
        if not self.queries.keras.is_own_endpoint(func.value, func.attr, place):
            return
        model = self.values.value(func.value, place)
        if not isinstance(model, ObjectValue):
            return
        if model.cls is None:
            yield from self._called_by_layer(model)
            return
        steps = classes.methods(model.cls, STEPS[func.attr], model.heirs)
        yield from steps
        if not steps or any(
            isinstance(c.func, ast.Name) and c.func.id == "super" for s in steps for c, _ in s.calls
        ):
            yield from classes.methods(model.cls, "call", model.heirs)

    @cached_property
    def _trained(self) -> list[ObjectValue]:
        """The models that the file trains or evaluates."""
        found = []
        for call, place in self.queries.index.calls:
            func = call.func
            if isinstance(func, ast.Attribute) and func.attr in _TRAINING:
                if self.queries.keras.is_own_endpoint(func.value, func.attr, place):
                    model = self.values.value(func.value, place)
                    assert isinstance(model, ObjectValue)
                    found.append(model)
        return found

    @cached_property
    def _trains_functional(self) -> bool:
        """Whether one of these is a functional model."""
        return any(model.cls is None and model.qualified == FUNCTIONAL for model in self._trained)

    def _handed_in(self, call: ast.Call, place: Place) -> Iterator[Function]:
        """Yield the losses, metrics and schedules of a model's compile, if the file trains it."""
        func = call.func
        assert isinstance(func, ast.Attribute)
        handed = self.queries.keras.handed(call, place)
        optimizer = argument(call, 0, "optimizer")
        schedules = (
            [] if optimizer is None else [*self._schedules(self.values.value(optimizer, place))]
        )
        model = self.values.value(func.value, place) if handed or schedules else None
        if not isinstance(model, ObjectValue) or not any(
            (other.cls, other.qualified) == (model.cls, model.qualified) for other in self._trained
        ):
            return
        yield from self._functions((node for _, node in handed), place)
        yield from schedules

    @property
    def _may_have_layers(self) -> bool:
        """Whether a class in view may be a layer or model: of another module, or of the file."""
        kind = self.queries.keras.class_kind
        classes = self.queries.index.classes
        return self.project is not None or any(kind(c) in ("model", "layer") for c in classes)

    @cached_property
    def _connected(self) -> dict[Class, tuple[ast.Call, Place]]:
        """Where layers of the file's classes are called with the inputs of a functional model."""
        found: dict[Class, tuple[ast.Call, Place]] = {}
        for call, place in self.queries.index.calls:
            for layer in self._connects(call, place):
                if layer.cls is not None:
                    for cls in self.queries.classes.possible(layer.cls, layer.heirs):
                        found.setdefault(cls, (call, place))
        return found

    def _connects(self, call: ast.Call, place: Place) -> Iterator[ObjectValue]:
        """Yield the layer or model that is called with what ``keras.Input`` gives."""
        if call.args and isinstance(called := self.values.value(call.func, place), ObjectValue):
            if has_symbol(self.values.value(call.args[0], place)):
                yield called

    @cached_property
    def _may_run_keras_eagerly(self) -> bool:
        """Whether the file asks Keras, or TensorFlow, not to trace."""
        return (
            any(self.queries.mutations.outside_stores("run_eagerly"))
            or any(
                self._asks_for_eager(keyword, place)
                for call, place in self.queries.calls.named("compile")
                for keyword in call.keywords
            )
            or self.runs_eagerly
        )

    def _asks_for_eager(self, keyword: ast.keyword, place: Place) -> bool:
        """Whether ``run_eagerly``, be it of an unpacked mapping, may be true."""
        if keyword.arg is not None:
            is_false = isinstance(keyword.value, ast.Constant) and not keyword.value.value
            return keyword.arg == "run_eagerly" and not is_false
        mapping = self.values.value(keyword.value, place)
        items = mapping.items if isinstance(mapping, MappingValue) else None
        given = dict(items or ()).get("run_eagerly")
        return given is not None and given.constant not in (False, None)

    @cached_property
    def runs_eagerly(self) -> bool:
        """Whether ``run_functions_eagerly(True)`` switches tf.function off, here or where it runs.

        That is in a module of the project that imports the file, or that it imports.
        """
        path = self.files.path(self.queries.index.module.body)
        return any(self.eager_switches()) or is_called_around(EAGER_SWITCHES, "True", path)

    def eager_switches(self) -> Iterator[tuple[ast.Call, Place, bool]]:
        """Yield the calls of ``run_functions_eagerly`` with a literal, and that literal."""
        for calls in self._switches.values():
            for call, place in calls:
                is_on = _literal(call)
                if is_on is not None:
                    yield call, place, is_on

    @cached_property
    def _switches(self) -> dict[Function, list[tuple[ast.Call, Place]]]:
        """The calls of ``run_functions_eagerly``, by the function that makes them."""
        found: dict[Function, list[tuple[ast.Call, Place]]] = {}
        for name in EAGER_SWITCHES:
            for call, place in self.queries.calls.named(name):
                found.setdefault(place.function, []).append((call, place))
        return found

    def is_eager(self, call: ast.Call, place: Place) -> bool:
        """Whether a call surely runs where its own function has switched tf.function off."""
        if not self._switches:
            return False
        graph = place.function.graph
        states: dict[Point, bool | None] = {}
        for switch, at in place.function.calls:
            if any(switch is own for own, _ in self._switches.get(place.function, ())):
                states[graph.point_at(start(switch))] = _literal(switch)
            elif (is_on := self._switched_by(switch, at)) is not None:
                states[graph.point_at(start(switch))] = is_on
        if not states:
            return False
        last = graph.reaching(graph.point_at(start(call)), states)
        return all(point is not None and states[point] for point in last)

    def _switched_by(self, call: ast.Call, place: Place) -> bool | None:
        """Return what a call of a function surely sets with ``run_functions_eagerly``.

        None if that function does not set it, or need not with these arguments.
        """
        function = self.queries.calls.target(call)
        switches = () if function is None else self._switches.get(function, ())
        if function is None or len(switches) != 1:
            return None
        (switch, at), *_ = switches
        guards = [*self.queries.index.guards(at)]
        is_run = self.feasibility.admits(call, place, function, guards)
        return _literal(switch) if is_run else None

    def is_guarded(self, place: Place) -> bool:
        """Whether code in the graph runs under a first-call check, as :meth:`Syntax.is_guarded`.

        The check is around it, or around a call on every path from a traced function to it.
        """
        if self.may_hold(place.function) and place.function in self._guarded:
            return True
        return self.queries.syntax.is_guarded(place)

    def traced_step(self, traced: TracedFunction) -> Witness:
        """Return the step of a witness that says what is traced, and where it is made."""
        text = f"tf.function traces {traced.name}"
        return self.files.witness(traced.site, traced.place, text, "A6")

    def _run_by(self, call: ast.Call, place: Place) -> Iterator[tuple[Function, Witness]]:
        """Yield the functions of the program that a call in a graph runs there."""
        qualified = self.queries.names.qualified(call.func, place) or ""
        # What TensorFlow's own functions are need not be worked out.
        is_library = qualified.startswith("tensorflow.")
        calls = self.queries.calls
        callee = UNKNOWN if is_library else calls.callee(call, place)
        handed = [*call.args, *(keyword.value for keyword in call.keywords)]
        run: list[Function] = []
        if isinstance(callee, FunctionValue) or (not is_library and calls.dispatches(call, place)):
            run = calls.targets(call)
        for function in run:
            is_read = self.project is not None and function.body.module in self.project.read
            # Nothing is reported on other modules; they matter only for what they run of this file.
            if not is_read or any(
                isinstance(self.values.value(n, place), FunctionValue) for n in handed
            ):
                step = self._call_step(call, place, function)
                yield function, step + calls.doubt(call, place, function)
        if not run and qualified in ("tensorflow.py_function", "tensorflow.numpy_function"):
            return
        if not run and not is_library:
            for function in self._made_with(call, place):
                yield function, self._call_step(call, place, function)
        is_known = type(callee) is not TraceType and not isinstance(callee, ChoiceValue)
        may_call = not is_known and not is_library
        called_by_method = [] if is_library else self._called_by_method(call, place)
        for node in handed:
            if not isinstance(node, (ast.Lambda, ast.Name, ast.Attribute)):
                continue
            is_called = calls_argument(qualified, call, node) or node in called_by_method
            value = self.values.value(node, place) if is_called or may_call else UNKNOWN
            if isinstance(value, FunctionValue) and value.function is not None:
                witness = self._call_step(call, place, value.function)
                if not is_called:
                    clause = f"{ast.unparse(call.func)} calls {value.function.name}"
                    witness += Witness(needs=frozenset({clause}))
                yield value.function, witness

    def _called_by_method(self, call: ast.Call, place: Place) -> list[ast.expr]:
        """Return the arguments that a method of a library's object calls."""
        found = self.queries.calls.known_method(call, place)
        if found is None:
            return []
        known, bound = found
        return [node for name in known.calls if (node := bound.get(name)) is not None]

    def _made_with(self, call: ast.Call, place: Place) -> Iterator[Function]:
        """Yield the functions of the program that a library's object was made with, and calls.

        That is an optimizer that is used, or a layer, or a list of layers, that is called.
        """
        used = self.queries.calls.instance(call, place)
        if used is not None and self.queries.keras.kind(used) == "optimizer":
            made = self._construction(used)
            if made is not None:
                handed = (*made[0].args, *(keyword.value for keyword in made[0].keywords))
                yield from self._functions(handed, made[1])
                yield from self._schedules(used)
            return
        called = self.values.value(call.func, place)
        if isinstance(called, ObjectValue):
            yield from self._called_by_layer(called)

    def _called_by_layer(self, layer: ObjectValue) -> Iterator[Function]:
        """Yield the functions that a layer calls when it is called, those of its parts too."""
        if layer.cls is not None:
            if self.queries.keras.kind(layer) in ("model", "layer"):
                yield from self.queries.classes.methods(layer.cls, "call", layer.heirs)
            return
        made = self._construction(layer)
        if made is None:
            return
        handed = self.queries.keras.handed(*made)
        yield from self._functions((node for role, node in handed if role == "activation"), made[1])
        if knowledge.is_subclass(layer.qualified, SEQUENTIAL):
            added = [
                (node, around)
                for other, around in self.queries.calls.named("add")
                if isinstance(other.func, ast.Attribute)
                and self.values.value(other.func.value, around) == layer
                for node in other.args
            ]
            parts = (self.values.value(node, around) for node, around in added)
            for part in (*self._run_in_graph(*made), *parts):
                if isinstance(part, ObjectValue) and part != layer:
                    yield from self._called_by_layer(part)

    def _schedules(self, optimizer: TraceType) -> Iterator[Function]:
        """Yield what an optimizer asks for its learning rate, of the classes of the program."""
        made = self._construction(optimizer) if isinstance(optimizer, ObjectValue) else None
        if made is None or self.queries.keras.kind(optimizer) != "optimizer":
            return
        for node in (*made[0].args, *(keyword.value for keyword in made[0].keywords)):
            schedule = self.values.value(node, made[1])
            if isinstance(schedule, ObjectValue) and schedule.cls is not None:
                methods = self.queries.classes.methods(schedule.cls, "__call__", schedule.heirs)
                yield from filter(self.queries.keras.is_schedule, methods)

    def _construction(self, value: ObjectValue) -> tuple[ast.Call, Place] | None:
        """Return the call that makes an object of a library's class, where that is seen."""
        site = value.site
        place = self.queries.index.places.get(site) if isinstance(site, ast.Call) else None
        if place is None or value.cls is not None:
            return None
        assert isinstance(site, ast.Call)
        return site, place

    def _functions(self, nodes: Iterable[ast.expr], place: Place) -> Iterator[Function]:
        """Yield the program's functions that run of what expressions give."""
        for node in nodes:
            yield from self.queries.keras.run_of(self.values.value(node, place))

    def _call_step(self, call: ast.Call, place: Place, callee: Function) -> Witness:
        return self.files.witness(call, place, f"it calls {callee.shown}")

    def why(self, function: Function) -> Witness:
        """Return why the code of a function runs while TensorFlow traces.

        It must be one of :attr:`functions` or :attr:`by_keras`.
        """
        assert self.may_hold(function)
        return next(iter(self._entries[function].values()))

    def why_reached(self, function: Function, node: ast.AST, place: Place) -> Witness:
        """Return why ``node``, in such a function, is part of what TensorFlow traces."""
        why = self.why(function)
        entered = self._entry(function, node, place) if place.function is function else None
        return why if entered is None else entered

    def why_runs(self, function: Function, node: ast.AST, place: Place) -> Witness:
        """Return why ``node``, in such a function, runs while TensorFlow traces."""
        runs = self.files.witness(node, place, "this runs while it is traced")
        return self.why_reached(function, node, place) + runs

    def _mapped_functions(self) -> Iterator[tuple[Function, Witness]]:
        """Yield what is handed to ``Dataset.map`` and its like."""
        for function in self.queries.index.functions:
            for call, place in function.calls:
                if isinstance(call.func, ast.Attribute) and call.func.attr in _DATASET_CALLS:
                    base = self.values.value(call.func.value, place)
                    if not (isinstance(base, StreamValue) and base.kind == "dataset"):
                        continue
                    for given in (*call.args, *(k.value for k in call.keywords)):
                        if isinstance(given, (ast.Lambda, ast.Name, ast.Attribute)):
                            value = self.values.value(given, place)
                            if isinstance(value, FunctionValue) and value.function is not None:
                                text = f"tf.data traces {value.function.name}"
                                yield value.function, self.files.witness(call, place, text)

    @cached_property
    def unconverted(self) -> dict[Function, str]:
        """The functions whose body TensorFlow traces without AutoGraph, with the reason."""
        return {**self.queries.keras.unconverted, **self._unconverted}

    @property
    def maybe_unconverted(self) -> dict[Function, str]:
        """Those, and what Keras would run without it were the file not written for Keras 2."""
        return {**self.queries.keras.run_by_keras, **self._unconverted}

    @cached_property
    def _unconverted(self) -> dict[Function, str]:
        """The functions that AutoGraph would not convert, were they Keras' or not."""
        found: dict[Function, str] = {}
        for traced in self.queries.traced.all:
            if traced.function is None:
                continue
            if not traced.autograph:
                found[traced.function] = f"{traced.name} (autograph=False)"
            elif self._shares_line(traced.function):
                found[traced.function] = "a lambda that shares its line with another lambda"
        for function in self.functions:
            if "do_not_convert" in function.marks():
                found[function] = f"{function.name} (do_not_convert)"
        return found

    def _shares_line(self, function: Function) -> bool:
        """Whether two lambdas on one line keep AutoGraph from finding the source of either."""
        if not isinstance(function.node, ast.Lambda):
            return False
        return self._lambdas_by_line[function.body.module, function.node.lineno] > 1

    @cached_property
    def _lambdas_by_line(self) -> Counter[tuple[Function, int]]:
        return Counter(
            (function.body.module, function.node.lineno)
            for function in self.queries.index.functions
            if isinstance(function.node, ast.Lambda)
        )

    def holds(self, place: Place) -> bool:
        """Whether code at ``place`` runs while TensorFlow traces."""
        # Of a module's own code that is so without a look at the graph.
        return place.function.place is not None and place.function in self.functions

    def is_computed(self, node: ast.expr, place: Place) -> bool:
        """Whether code in a graph gets a symbolic tensor from an expression.

        Not so from what eager code has made: a captured tensor has a value.
        """
        return self._is_computed(node, place, frozenset())

    def _is_computed(self, node: ast.expr, place: Place, seen: frozenset[Binding]) -> bool:
        value = self.values.value(node, place)
        if not isinstance(value, TensorValue) or value.numpy is not False:
            return False
        if isinstance(node, ast.Name):
            bindings = definitions(node, place)
            return any(self._is_symbolic(b, seen | {b}) for b in bindings if b not in seen)
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            base = self.values.value(node.value, place)
            if isinstance(base, TensorValue) and isinstance(node, ast.Subscript):
                return True
            return self._is_computed(node.value, place, seen)
        if isinstance(node, ast.IfExp):
            return any(self._is_computed(n, place, seen) for n in (node.body, node.orelse))
        return not self.queries.syntax.is_lifted(node, place)

    def holds_computed(self, node: ast.expr, place: Place) -> bool:
        """Whether code in a graph gets a list or tuple with a symbolic tensor in it.

        One that it writes out, by itself or in a function that it calls, or that a tf.function
        returns: within a graph, all tensors of that are symbolic.
        """
        return self._holds_computed(node, place, frozenset())

    def _holds_computed(self, node: ast.expr, place: Place, seen: frozenset[object]) -> bool:
        value = self.values.value(node, place)
        if not isinstance(value, SequenceValue) or node in seen:
            return False
        seen |= {node}
        if self.queries.syntax.is_lifted(node, place):
            return False
        if isinstance(node, (ast.List, ast.Tuple)):
            return any(
                self.is_computed(part, place) or self._holds_computed(part, place, seen)
                for part in node.elts
            )
        if isinstance(node, ast.Name):
            bindings = definitions(node, place)
            return bool(bindings) and all(
                b.kind == "assign"
                and b.value is not None
                and not b.path
                and b.place.function is place.function
                and self._holds_computed(b.value, b.place, seen)
                for b in bindings
            )
        if not isinstance(node, ast.Call) or not self.queries.calls.are_targets_known(node):
            return False
        targets = self.queries.calls.targets(node)
        return bool(targets) and all(self._returns_computed(t, value, seen) for t in targets)

    def _returns_computed(
        self, function: Function, returned: SequenceValue, seen: frozenset[object]
    ) -> bool:
        """Whether a function that the graph calls gives a sequence with a symbolic tensor in it."""
        if self.queries.traced.of(function):
            tensors = (isinstance(item, TensorValue) for item in returned.items or ())
            return any(tensors)
        return bool(function.returns) and all(
            r.value is not None and self._holds_computed(r.value, at, seen)
            for r, at in function.returns
        )

    def _is_symbolic(self, binding: Binding, seen: frozenset[Binding]) -> bool:
        """Whether code in a graph binds a name to a symbolic tensor."""
        place, function = binding.place, binding.place.function
        # Keras may run its methods in a graph, whatever the file shows of that.
        if not (function in self.queries.keras.unconverted or self.may_hold(function)):
            return False
        if self.queries.syntax.is_lifted(binding.node, place):
            return False
        if binding.kind == "parameter":
            return self._is_passed_symbolic(binding, seen)
        if binding.kind == "assign" and binding.value is not None and not binding.path:
            return self._is_computed(binding.value, place, seen)
        return True

    def _is_passed_symbolic(self, binding: Binding, seen: frozenset[Binding]) -> bool:
        """Whether a function in the graph gets a symbolic tensor for a parameter."""
        function = binding.place.function
        passed = self.queries.calls.given(function, binding.name)
        given = [(node, place) for node, place in passed if self.may_hold(place.function)]
        if not given or self.queries.traced.of(function):
            return True
        return any(self._is_computed(node, place, seen) for node, place in given)

    def may_hold(self, function: Function) -> bool:
        """Whether the code of a function runs while TensorFlow, or Keras, traces."""
        return function in self.functions or function in self.by_keras

    def is_left_to_keras(self, function: Function) -> bool:
        """Whether a function runs for what Keras calls alone: in a graph, unless all is eager."""
        return self._is_left_to_keras(function, frozenset())

    def _is_left_to_keras(self, function: Function, seen: frozenset[Function]) -> bool:
        if function in seen or self._may_run_keras_eagerly:
            return False
        callers = self.queries.calls.callers(function)
        if not callers:
            return function in self.queries.keras.run_by_keras
        # What is called with the inputs of a functional model runs in a graph there.
        eager = {place.function for call, place in callers if not any(self._connects(call, place))}
        return all(
            self.may_hold(caller) or self._is_left_to_keras(caller, seen | {function})
            for caller in eager
        )

    def why_keras_traces(self, function: Function) -> Witness | None:
        """Return why Keras traces a function of :attr:`Keras.unconverted`; None if it need not.

        What ``fit`` calls is traced unless it runs eagerly, ``call`` only where something calls the
        layer or model in a graph: many a project calls all of them eagerly.
        """
        cls = function.owner
        text = f"Keras calls {function.name} without AutoGraph"
        found = self.files.witness(function.node, function.body, text, "A6")
        if self.queries.keras.is_handed_in(function):
            # Where no graph uses the optimizer or model it runs eagerly; AutoGraph converts it for
            # what the program itself traces.
            is_converted = any(self.holds(p) for _, p in self.queries.calls.callers(function))
            is_shown = function in self.functions or function in self.shown_by_keras
            return found + self.why(function) if is_shown and not is_converted else None
        if cls is None:
            return None if self._may_run_keras_eagerly else found
        if self._is_traced_by_instances(function, cls):
            return None
        if function.name != "call":
            is_run = self._may_be_a_step(function, cls) and not self._may_run_keras_eagerly
            return found if is_run else None
        if self._is_called_unconverted(function, frozenset()):
            return found + self.why(function)
        for call, place in self._graph_uses.get(cls, ()):
            return found + self.files.witness(call, place, "it is called in a graph")
        return None

    def _is_traced_by_instances(self, function: Function, cls: Class) -> bool:
        """Whether instances hide a method behind what tf.function makes of it, which is converted.

        That is ``self.call = tf.function(self.call)``.
        """
        bindings = self.queries.classes.attribute_bindings(cls, function.name)
        values = [self.values.bound(one, one.place) for one in bindings if one.value is not None]
        return any(
            isinstance(value, FunctionValue)
            and value.traced is not None
            and value.function is function
            and value.traced.autograph
            for value in values
        )

    def _may_be_a_step(self, function: Function, cls: Class) -> bool:
        """Whether Keras may run a model's ``train_step``, or the like.

        Not where a program that makes the model calls that by itself, eagerly, and nothing that may
        be one of the model's methods which have Keras run it.
        """
        calls = self.queries.calls
        callers = calls.callers(function)
        if not callers or any(self.may_hold(place.function) for _, place in callers):
            return True
        if not calls.are_known(function) or not calls.constructions(cls):
            return True
        return any(
            self._may_step(call, place, function)
            for name in STEPS
            for call, place in calls.named(name)
        )

    def _may_step(self, call: ast.Call, place: Place, function: Function) -> bool:
        """Whether a call of ``fit`` or the like may have Keras run a step of a model."""
        func = call.func
        if not isinstance(func, ast.Attribute):
            return True
        is_run = STEPS[func.attr] == function.name
        if func.attr == "fit" and function.name == STEPS["evaluate"]:
            # It validates, too.
            names = ("validation_data", "validation_split")
            is_run = not is_written_out(call) or any(k.arg in names for k in call.keywords)
        if not is_run:
            return False
        model = self.values.value(func.value, place)
        if not isinstance(model, ObjectValue):
            return True
        if model.cls is None:
            return False
        return function in self.queries.classes.methods(model.cls, function.name, model.heirs)

    def _is_called_unconverted(self, function: Function, seen: frozenset[Function]) -> bool:
        """Whether a tf.function runs ``call`` of a layer or model without AutoGraph.

        Keras does so where the layer itself is called; what calls the method is converted with it,
        where it is converted itself.
        """
        if function in seen or not isinstance(self.functions.get(function), TracedFunction):
            return False
        seen |= {function}
        calls = self.queries.calls
        callers = [
            (call, place)
            for call, place in calls.callers(function)
            if isinstance(self.functions.get(place.function), TracedFunction)
        ]
        if not callers:
            # It is part of a model that is called, or is handed to what calls it.
            return True
        return any(
            calls.receiver(call, place) is call.func
            or place.function in self._unconverted
            or (
                place.function in self.queries.keras.unconverted
                and self._is_called_unconverted(place.function, seen)
            )
            for call, place in callers
        )

    @cached_property
    def _graph_uses(self) -> dict[Class, list[tuple[ast.Call, Place]]]:
        """Where instances of the file's classes are fitted, put into models, or built on inputs."""
        found: dict[Class, list[tuple[ast.Call, Place]]] = {}
        for call, place in self.queries.index.calls:
            for value in self._run_in_graph(call, place):
                if isinstance(value, ObjectValue) and value.cls is not None:
                    classes = self.queries.classes
                    possible = classes.possible(value.cls, value.heirs)
                    for cls in dict.fromkeys(o for c in possible for o in classes.lineage(c)):
                        found.setdefault(cls, []).append((call, place))
        return found

    def _run_in_graph(self, call: ast.Call, place: Place) -> Iterator[TraceType]:
        """Yield the models and layers that a call runs in a graph."""
        value = partial(self.values.value, place=place)
        qualified = self.queries.names.qualified(call.func, place) or ""
        if knowledge.is_subclass(qualified, SEQUENTIAL) and call.args:
            layers = call.args[0]
            known = elements_of(value(layers))
            parts = layers.elts if isinstance(layers, (ast.List, ast.Tuple)) else ()
            yield from map(value, parts) if known is None else known
        func = call.func
        if isinstance(func, ast.Attribute):
            if func.attr in ("fit", "predict", "evaluate", "train_on_batch"):
                is_own = self.queries.keras.is_own_endpoint(func.value, func.attr, place)
                # Layers are put together with symbolic tensors even so.
                if is_own and not self._may_run_keras_eagerly:
                    yield value(func.value)
            elif func.attr == "add" and self.queries.keras.kind(value(func.value)) == "model":
                yield from map(value, call.args)
        yield from self._connects(call, place)


def _deciding(arguments: Mapping[Parameter, TraceType]) -> Context:
    """Return the arguments that conditions of the code may be decided by.

    That is known constants, and what is passed for a parameter that else is None.
    """
    return frozenset(
        (parameter, value)
        for parameter, value in arguments.items()
        if (isinstance(value, PythonValue) and value.constants is not None)
        or (type(value) is not TraceType and _is_optional(parameter))
    )


def _is_optional(parameter: Parameter) -> bool:
    return isinstance(parameter.default, ast.Constant) and parameter.default.value is None


def _literal(switch: ast.Call) -> bool | None:
    """Return what a call of ``run_functions_eagerly`` sets; None if no literal says it."""
    argument = switch.args[0] if switch.args else None
    if isinstance(argument, ast.Constant) and isinstance(argument.value, bool):
        return argument.value
    return None
