"""What a program calls, from where, with what, and how often."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from flake8_tfretrace import knowledge
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import reached
from flake8_tfretrace.program import holders, library
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.iteration import count_of
from flake8_tfretrace.program.keras import Keras
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.project import Project
from flake8_tfretrace.program.properties import Properties
from flake8_tfretrace.program.scopes import (
    Access,
    Class,
    Function,
    Index,
    LoopNode,
    Parameter,
    Place,
    children,
    definitions,
    sole_definition,
    start,
    tail,
    walk,
)
from flake8_tfretrace.program.syntax import argument, bind
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    ChoiceValue,
    ClassValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TraceType,
    join,
    options_of,
)
from flake8_tfretrace.program.tracing import TracedFunctions
from flake8_tfretrace.program.values import Interpreter

_CALLED = ("layer", "model")
"""The kinds of Keras' classes whose instances run ``call`` when they are called."""


@dataclass(eq=False, repr=False)
class Calls:
    """What one program calls, from where, with what, and how often."""

    index: Index
    project: Project | None
    names: Names
    classes: Classes
    keras: Keras
    traced: TracedFunctions
    interpreter: Interpreter
    _of_traced: dict[TracedFunction, list[tuple[ast.Call, Place, FunctionValue]]] | None = field(
        default=None, init=False
    )
    _is_collecting: bool = field(default=False, init=False)
    """Whether :attr:`of_traced` is being worked out."""
    _is_asked_early: bool = field(default=False, init=False)
    """Whether something asked for it meanwhile."""
    _callers: dict[Function, list[tuple[ast.Call, Place]]] = field(default_factory=dict, init=False)
    _called: dict[str, dict[Function | None, list[tuple[ast.Call, Place]]]] = field(
        default_factory=dict, init=False
    )
    _targets: dict[ast.Call, tuple[Function | None, ...]] = field(default_factory=dict, init=False)
    _receiving: dict[Function, list[frozenset[Class]]] = field(default_factory=dict, init=False)
    _within: dict[Function, list[tuple[ast.Call, Place]]] = field(default_factory=dict, init=False)
    _names_holding: dict[str, set[str]] = field(default_factory=dict, init=False)
    _not_called: dict[Function, tuple[frozenset[str], frozenset[str]]] = field(
        default_factory=dict, init=False
    )

    def forget(self) -> None:
        """Drop what was worked out while not all was known."""
        self._within.clear()
        self._callers.clear()
        self._called.clear()
        self._targets.clear()
        self._receiving.clear()

    @cached_property
    def _calls_by_name(self) -> dict[str, list[tuple[ast.Call, Place]]]:
        return _by_name(self.index.functions)

    @cached_property
    def _properties(self) -> Properties:
        return Properties(self.index)

    def extend(self, functions: Iterable[Function]) -> None:
        """Take in the calls in functions of another module."""
        functions = [*functions]
        self._receiving.clear()
        if self._properties.extend(functions):
            self._callers.clear()
            self._within.clear()
        for name, calls in _by_name(functions).items():
            self._calls_by_name.setdefault(name, []).extend(calls)
            self._called.pop(name, None)

    def _names_of(self, function: Function) -> set[str]:
        """Return the names under which a function is called: its own, and those assigned to."""
        names = {function.name, *self._lambda_names.get(function, ())}
        if function.owner is not None and function.name == "__init__":
            names.update(c.name for c in self.classes.family(function.owner))
            names |= self.classes.names_within(function.owner, of_class=True)
        if self._is_run_by_instances(function):
            # Of an instance, be it one that is called where it is made.
            assert function.owner is not None
            made = {"", *(c.name for c in self.classes.family(function.owner))}
            names |= reached(made, lambda name: self._holders.get(name, ()))
            names |= self.classes.names_within(function.owner, of_class=False)
        held = names.union(*map(self._held, names))
        # What is held by something may be taken out of a container, or returned, and be called.
        return held if len(held) == len(names) else held | {""}

    def _held(self, name: str) -> set[str]:
        """Return the names that may hold what a name holds, be it by way of others."""
        known = self._names_holding.get(name)
        if known is None:
            known = self._names_holding[name] = reached({name}, self._held_by)
        return known

    def _held_by(self, name: str) -> Iterator[str]:
        yield from self.names.import_aliases.get(name, ())
        yield from self._holders_of_functions.get(name, ())

    def _is_run_by_instances(self, function: Function) -> bool:
        """Whether calls of instances run a method: ``__call__``, or ``call`` of Keras' classes."""
        is_own = function.owner is not None and function.name == "__call__"
        return is_own or self.is_called_by_keras(function)

    def is_called_by_keras(self, function: Function) -> bool:
        """Whether a method is what the ``__call__`` of a layer or model runs."""
        owner = function.owner
        return (
            owner is not None
            and function.name == "call"
            and self.keras.class_kind(owner) in _CALLED
        )

    @cached_property
    def _holders(self) -> dict[str | None, list[str]]:
        return holders.holders(self.index)

    @cached_property
    def _holders_of_functions(self) -> dict[str, dict[str, None]]:
        return holders.holders_of_functions(self.index)

    @cached_property
    def _lambda_names(self) -> dict[Function, set[str]]:
        """The names that lambdas are assigned to."""
        found: dict[Function, set[str]] = {}
        for binding in self.index.definitions:
            if isinstance(binding.value, ast.Lambda) and binding.kind == "assign":
                function = self.index.by_node[binding.value]
                found.setdefault(function, set()).add(binding.name)
        return found

    def named(self, name: str) -> list[tuple[ast.Call, Place]]:
        """Return the calls of anything whose last name is ``name``."""
        return self._calls_by_name.get(name, [])

    def layers_of(self, made: ast.Call, place: Place) -> list[tuple[ast.expr, Place]]:
        """Return what gives the layers of a sequential model, by its list and what is added."""
        listed = argument(made, 0, "layers")
        layers = [(element, place) for element in getattr(listed, "elts", ())]
        for call, at in self.named("add"):
            if isinstance(call.func, ast.Attribute) and len(call.args) == 1:
                model = self.interpreter.value(call.func.value, at)
                if isinstance(model, ObjectValue) and model.site is made:
                    layers.append((call.args[0], at))
        return layers

    def callers(self, function: Function) -> list[tuple[ast.Call, Place]]:
        """Return the calls that may run ``function``, with where they are."""
        known = self._callers.get(function)
        if known is None:
            self._callers[function] = []
            known = [
                call
                for name in sorted(self._names_of(function))
                for call in self._calls_by_target(name).get(function, ())
                if self._counts(function, call[1])
            ]
            if function.is_getter or function.is_setter:
                known += [
                    (access, place)
                    for access, place in self._accesses(self._properties.named(function.name))
                    if function in self._targets_of(access, place) and self._counts(function, place)
                ]
            self._callers[function] = known
        return known

    def sure_callers(self, function: Function) -> list[tuple[ast.Call, Place]]:
        """Return the calls of :meth:`callers` that run ``function``, and not perhaps another one.

        As far as that is known: :meth:`doubt` has none of them.
        """
        callers = self.callers(function)
        return [pair for pair in callers if not self.doubt(*pair, function).needs]

    def within(self, function: Function) -> list[tuple[ast.Call, Place]]:
        """Return the calls in the code of a function, with where they are.

        Those that are written, and the accesses of properties.
        """
        known = self._within.get(function)
        if known is None:
            self._within[function] = function.calls
            known = function.calls
            accesses = self._accesses(self._properties.of(function))
            run = [pair for pair in accesses if any(self._targets_of(*pair))]
            if run:
                known = sorted([*known, *run], key=lambda pair: start(pair[0]))
            self._within[function] = known
        return known

    def read(self, node: ast.Attribute, place: Place) -> Access:
        """Return the access of a property that reading an attribute at a place is."""
        return self._properties.read(node, place)

    def _accesses(self, accesses: Iterable[Access]) -> list[tuple[ast.Call, Place]]:
        return [(access, self.index.places[access]) for access in accesses]

    def given(
        self, function: Function, name: str, *, surely: bool = False
    ) -> list[tuple[ast.expr, Place]]:
        """Return what the calls of a function pass for a parameter, with where they are.

        With ``surely`` only those of :meth:`sure_callers`.
        """
        return [
            (node, place)
            for call, place in (self.sure_callers if surely else self.callers)(function)
            for node, parameter, starred in bind(function.call_parameters, call)
            if parameter is not None and parameter.name == name and not starred
        ]

    def receiver(self, call: ast.Call, place: Place) -> ast.expr | None:
        """Return the expression of the instance whose method a call runs; None if there is none.

        Of ``model.step(x)`` the model; of an instance that is itself called, that.
        """
        options = options_of(self.interpreter.value(call.func, place))
        if any(isinstance(option, ObjectValue) for option in options):
            return call.func
        return call.func.value if isinstance(call.func, ast.Attribute) else None

    def receivers(
        self, function: Function, *, surely: bool = False
    ) -> list[tuple[ast.expr, Place]]:
        """Return the instances whose method is run by the calls of it, with where they are.

        With ``surely`` only by those of :meth:`sure_callers`.
        """
        callers = (self.sure_callers if surely else self.callers)(function)
        found = [(self.receiver(call, place), place) for call, place in callers]
        return [(node, place) for node, place in found if node is not None]

    def solved(self, function: Function) -> tuple[ast.Call, Place] | None:
        """Return the call that hands a function to a solver, which calls it again and again."""
        return self._solved.get(function)

    @cached_property
    def _solved(self) -> dict[Function, tuple[ast.Call, Place]]:
        found: dict[Function, tuple[ast.Call, Place]] = {}
        for call, place in self.index.calls:
            module, _, _ = (self.names.qualified(call.func, place) or "").rpartition(".")
            if module not in library.SOLVERS:
                continue
            for node in (*call.args, *(keyword.value for keyword in call.keywords)):
                value = self.interpreter.value(node, place)
                if isinstance(value, FunctionValue) and value.function is not None:
                    found.setdefault(value.function, (call, place))
        return found

    def constructions(self, cls: Class) -> list[tuple[ast.Call, Place]]:
        """Return the calls that make instances of a class, its bases and what derives from it."""
        family = self.classes.family(cls)
        names = dict.fromkeys([one.name for one in family])
        names.update(dict.fromkeys(sorted(self.classes.names_within(cls, of_class=True))))
        return [
            (call, place)
            for name in names
            for call, place in self.named(name)
            if _is_one_of(self.interpreter.value(call.func, place), family)
        ]

    def _counts(self, function: Function, place: Place) -> bool:
        """Whether calls at a place show how a function is used.

        Of a module that is only read, nobody knows what of it runs, and where.
        """
        read = () if self.project is None else self.project.read
        return place.module not in read or function.body.module in read

    def are_known(self, function: Function) -> bool:
        """Whether the project has no more calls of ``function`` than :meth:`callers` returns."""
        project = self.project
        return project is None or project.knows_callers(function)

    def is_handed_on(self, function: Function) -> bool:
        """Whether a module mentions a function of its own otherwise than to call it."""
        names, attributes = self._mentions(function.body.module)
        return function.name in (names if function.owner is None else attributes)

    def is_handed_on_by(self, module: Function, function: Function) -> bool:
        """Whether another module may mention a function otherwise than to call it by its name."""
        names, attributes = self._mentions(module)
        return function.name in names | attributes | _renamed(module.node)

    def _mentions(self, module: Function) -> tuple[frozenset[str], frozenset[str]]:
        """Return the names, and the attributes, that a module mentions and does not call."""
        if module not in self._not_called:
            self._not_called[module] = _not_called(module.node)
        return self._not_called[module]

    def may_be_run_by_others(self, function: Function) -> bool:
        """Whether Keras runs a function, or code that it is handed to."""
        return self.is_called_by_keras(function) or self.is_handed_on(function)

    def _calls_by_target(self, name: str) -> dict[Function | None, list[tuple[ast.Call, Place]]]:
        """Return the calls of anything whose last name is ``name``, by what they run."""
        known = self._called.get(name)
        if known is None:
            known = {}
            for call, place in self.named(name):
                for target in self._targets_of(call, place):
                    known.setdefault(target, []).append((call, place))
            if all(call in self._targets for call, _ in self.named(name)):
                self._called[name] = known
        return known

    def callee(self, call: ast.Call, place: Place) -> TraceType:
        """Return what a call runs; of an instance ``__call__``, of Keras' classes ``call``."""
        value = self.interpreter.value(call.func, place)
        return join(self._run_by(value)) if isinstance(value, ObjectValue) else value

    def callees(self, call: ast.Call, place: Place) -> list[TraceType]:
        """Return all that a call may run, as :meth:`callee` says it of one."""
        value = self.interpreter.value(call.func, place)
        return [run for option in options_of(value) or (value,) for run in self._run_by(option)]

    def is_choice(self, call: ast.Call, place: Place) -> bool:
        """Whether a call may run one of several functions.

        Not if it is the class of the instance that decides, and all that are seen want one.
        """
        if not isinstance(self.interpreter.value(call.func, place), ChoiceValue):
            return len(self.callees(call, place)) > 1
        holder = self._dispatching(call.func, place)
        if holder is None:
            return True
        return not any(self.is_certain(call.func, place, one) for one in self.targets(call))

    def _run_by(self, value: TraceType) -> list[TraceType]:
        if not isinstance(value, ObjectValue) or value.cls is None:
            return [value]
        methods = self.classes.methods(value.cls, "__call__", value.heirs)
        if not methods and self.keras.kind(value) in _CALLED:
            methods = self.classes.methods(value.cls, "call", value.heirs)
        run = [self.traced.defined(method) for method in methods]
        bound = [replace(f, bound=value) if isinstance(f, FunctionValue) else f for f in run]
        return bound or [value]

    def instance(self, call: ast.Call, place: Place) -> ObjectValue | None:
        """Return the instance whose method, or which itself, is called."""
        value = self.interpreter.value(call.func, place)
        if isinstance(call.func, ast.Attribute) and not isinstance(value, ObjectValue):
            value = self.interpreter.value(call.func.value, place)
        return value if isinstance(value, ObjectValue) else None

    def known_method(
        self, call: ast.Call, place: Place
    ) -> tuple[knowledge.Function, knowledge.Bound] | None:
        """Return what is known of the method of a library's object that a call runs.

        With its arguments; None where that, or which parameters they are for, is not known.
        """
        used = self.instance(call, place)
        if used is None or used.cls is not None or not isinstance(call.func, ast.Attribute):
            return None
        known = knowledge.method(used.qualified, call.func.attr)
        bound = None if known is None else known.bind(call, bound=True)
        return None if known is None or bound is None else (known, bound)

    def sole_return(self, call: ast.Call, place: Place) -> tuple[ast.expr, Place] | None:
        """Return the one expression that a plain function of the program returns, with its place.

        None if it yields, is decorated, or returns in several places.
        """
        value = self.interpreter.value(call.func, place)
        function = value.function if isinstance(value, FunctionValue) else None
        if function is None or function.is_generator or len(function.returns) != 1:
            return None
        if getattr(function.node, "decorator_list", ()):
            return None
        statement, at = function.returns[0]
        return None if statement.value is None else (statement.value, at)

    def target(self, call: ast.Call) -> Function | None:
        """Return the function of this file that a call surely runs, where that is known."""
        targets = self._targets_of(call, self.index.places[call])
        return targets[0] if len(targets) == 1 else None

    def targets(self, call: ast.Call) -> list[Function]:
        """Return the functions of this file that a call may run."""
        return [*filter(None, self._targets_of(call, self.index.places[call]))]

    def are_targets_known(self, call: ast.Call) -> bool:
        """Whether a call runs nothing but one of :meth:`targets`."""
        return None not in self._targets_of(call, self.index.places[call])

    def _targets_of(self, call: ast.Call, place: Place) -> tuple[Function | None, ...]:
        """Return what a call may run; None among it stands for what is not known."""
        known = self._targets.get(call)
        if known is None:
            value = self.interpreter.value(call.func, place)
            if isinstance(value, FunctionValue):
                known = (value.function,)
            elif isinstance(value, (ObjectValue, ClassValue, ChoiceValue)):
                # Instances of several classes may share a method.
                found: dict[Function | None, None] = {}
                for callee in self.callees(call, place):
                    if not isinstance(callee, PythonValue):
                        found.update(dict.fromkeys(self._functions_of(callee)))
                known = (*found,)
            else:
                known = (None, *self._overrides(call.func, place))
            if self.interpreter.knows(call.func, place):
                self._targets[call] = known
        return known

    def dispatches(self, call: ast.Call, place: Place) -> bool:
        """Whether it is a matter of an instance's class which method a call runs."""
        func = call.func
        if not isinstance(self.interpreter.value(func, place), (ChoiceValue, ObjectValue)):
            return False
        holder = func.value if isinstance(func, ast.Attribute) else func
        if self._dispatching(func, place) is not None:
            return True
        value = self.interpreter.value(holder, place)
        return isinstance(value, (ObjectValue, ClassValue)) and bool(value.heirs)

    def _functions_of(self, callee: TraceType) -> Sequence[Function | None]:
        if isinstance(callee, FunctionValue):
            return (callee.function,)
        if isinstance(callee, ClassValue):
            return self.classes.methods(callee.cls, "__init__", callee.heirs) or (None,)
        return (None,)

    def _overrides(self, func: ast.expr, place: Place) -> list[Function]:
        """Return the methods of which a call runs one, where these are too many for a value."""
        if not isinstance(func, ast.Attribute):
            return []
        holder = self.interpreter.value(func.value, place)
        if not isinstance(holder, (ObjectValue, ClassValue)) or not holder.heirs:
            return []
        assert holder.cls is not None
        return self.classes.methods(holder.cls, func.attr, holder.heirs)

    # dispatch: which of several methods a call runs

    def doubt(self, call: ast.Call, place: Place, function: Function) -> Witness:
        """Return what is assumed if a call runs a function, and no other one, as clauses.

        More than anything can rest on where each execution may choose another one.
        """
        if len(self._targets_of(call, place)) == 1:
            return Witness()
        if self._dispatching(call.func, place) is not None:
            return self.doubt_of(call.func, place, function)
        what = ast.unparse(call.func)
        needs = {f"{what} is {function.qualname}"}
        if not self.is_looked_up(call, place):
            needs.add(f"{what} stays so")
        return Witness(needs=frozenset(needs))

    def is_looked_up(self, call: ast.Call, place: Place) -> bool:
        """Whether a call takes a function from a table, by a key that comes again as a rule.

        Not if a loop goes through the keys, each once, or the key is among what is passed: what is
        passed then comes with one of the functions. Nor where a loop calls what is looked up before
        it: that stays the same one.
        """
        func, at = _looked_up(call.func, place)
        if not isinstance(func, ast.Subscript) or isinstance(func.slice, ast.Constant):
            return False
        if at.function is not place.function or at.loops != place.loops:
            return False
        passed = [*call.args, *(keyword.value for keyword in call.keywords)]
        if not _paths(func.slice).isdisjoint(chain.from_iterable(map(_paths, passed))):
            return False
        return self.choosing_loop(call, place) is None

    def choosing_loop(self, call: ast.Call, place: Place) -> LoopNode | None:
        """Return the loop whose iterations each run another one of several functions, or keys."""
        func, at = _looked_up(call.func, place)
        chosen = func.slice if isinstance(func, ast.Subscript) else func
        bindings = definitions(chosen, at) if isinstance(chosen, ast.Name) else []
        if len(bindings) != 1 or not isinstance(bindings[0].node, (ast.For, ast.AsyncFor)):
            return None
        loop = bindings[0].node
        count = count_of(self.interpreter.value(loop.iter, bindings[0].place))
        is_once = count is not None and count <= len(self.callees(call, place))
        return loop if is_once and bindings[0].kind == "loop" else None

    def is_certain(self, func: ast.expr, place: Place, function: Function) -> bool:
        """Whether an expression is a method of all instances that the one around it runs for.

        That is, of those that are seen. Of what is not chosen by the class of the instance, any may
        be taken (A3).
        """
        holder = self._dispatching(func, place)
        if holder is None:
            return True
        classes = self._resolving(holder, func, function)
        receivers = self._receivers_of(place.function)
        return bool(receivers) and all(one <= classes for one in receivers)

    def doubt_of(self, func: ast.expr, place: Place, function: Function) -> Witness:
        """Return what is assumed if an expression is one of several methods, as clauses.

        Nothing where the method around it is seen to run for an instance that has this one; more
        than anything can rest on where it is seen to run for others only. Of what is not chosen by
        the class of the instance, any may be taken (A3).
        """
        holder = self._dispatching(func, place)
        if holder is None:
            return Witness()
        classes = self._resolving(holder, func, function)
        receivers = self._receivers_of(place.function)
        if any(one <= classes for one in receivers):
            return Witness()
        needs = {f"{ast.unparse(func)} is {function.qualname}"}
        if receivers and all(one.isdisjoint(classes) for one in receivers):
            needs.add(f"{place.function.qualname} runs for other instances, too")
        return Witness(needs=frozenset(needs))

    def _dispatching(self, func: ast.expr, place: Place) -> ObjectValue | ClassValue | None:
        """Return the instance whose class decides what an attribute is: that of the method around.

        None where that is not all that decides.
        """
        method = place.function
        if not method.is_method:
            return None
        # To call the instance itself is a call of a method, too.
        node = func.value if isinstance(func, ast.Attribute) else func
        if _is_receiver(node, method):
            holder = self.interpreter.value(node, place)
        elif isinstance(func, ast.Attribute) and self.classes.called_above(func, place):
            assert method.owner is not None
            return ClassValue(method.owner, self.classes.instances(method))
        else:
            return None
        if isinstance(holder, (ObjectValue, ClassValue)) and holder.heirs:
            return holder
        return None

    def _resolving(
        self, holder: ObjectValue | ClassValue, func: ast.expr, function: Function
    ) -> frozenset[Class]:
        """Return the classes on whose instances an attribute is some function."""
        cls = holder.cls
        assert cls is not None
        name = func.attr if isinstance(func, ast.Attribute) else function.name
        if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Call):
            possible, above = (cls, *holder.heirs), self.classes.above
            return frozenset(one for one in possible if above(cls, one, name) is function)
        return self.classes.resolving(cls, name, holder.heirs, function)

    def _receivers_of(self, method: Function) -> list[frozenset[Class]]:
        """Return the classes of the instances that calls run a method for, as these are seen.

        Each as one class, or as all that it may be. Of what nothing calls, the classes of which
        instances are made.
        """
        known = self._receiving.get(method)
        if known is not None:
            return known
        found: dict[frozenset[Class], None] = {}
        pending = [method]
        is_known = True
        for one in pending:
            callers = self.callers(one)
            is_entry = True
            for call, place in callers:
                is_entry &= self._is_above(call.func, place)
                is_known &= self.interpreter.knows(call.func, place)
                holder = self._holder(call, place)
                if holder is None:
                    # It is the one that the method around it runs for.
                    if place.function not in pending:
                        pending.append(place.function)
                    continue
                for option in options_of(holder):
                    if isinstance(option, (ObjectValue, ClassValue)) and option.cls is not None:
                        found[option.heirs | {option.cls}] = None
            if is_entry and one.owner is not None:
                entered = self.classes.possible(one.owner, self.classes.instances(one))
                found.update((frozenset({cls}), None) for cls in entered if self._is_made(cls))
                found[frozenset(entered)] = None
        assert method.owner is not None
        possible = {method.owner, *self.classes.instances(method)}
        receivers = [*dict.fromkeys(one & possible for one in found if one & possible)]
        if not is_known:
            receivers.append(frozenset(possible))
        else:
            self._receiving[method] = receivers
        return receivers

    def _holder(self, call: ast.Call, place: Place) -> TraceType | None:
        """Return the instance that a call runs a method for; of a constructor the class.

        None if it is the one that the method around the call runs for.
        """
        value = self.interpreter.value(call.func, place)
        if any(isinstance(option, ClassValue) for option in options_of(value)):
            return value
        receiver = self.receiver(call, place)
        if receiver is not None and _is_receiver(receiver, place.function):
            return None
        if self._is_above(call.func, place):
            return None
        return UNKNOWN if receiver is None else self.interpreter.value(receiver, place)

    def _is_above(self, func: ast.expr, place: Place) -> bool:
        """Whether an expression is ``super().name``: that shows no one else who calls it."""
        return isinstance(func, ast.Attribute) and bool(self.classes.called_above(func, place))

    def _is_made(self, cls: Class) -> bool:
        """Whether the program makes instances of just that class."""
        return any(
            self.interpreter.value(call.func, place) == ClassValue(cls)
            for call, place in self.named(cls.name)
        )

    def passed(self, function: Function, parameter: Parameter) -> TraceType | None:
        """Return the join of what calls, and Keras' layers, pass; None where there are none.

        Of what calls of a layer or model pass, nothing holds of those that Keras makes.
        """
        sites = [
            (call, place)
            for call, place in self.callers(function)
            if not self.is_called_by_keras(function) or self.receiver(call, place) is not call.func
        ]
        for traced in self.traced.of(function):
            if not traced.is_decorator:
                sites += [(call, place) for call, place, _ in self.of_traced.get(traced, ())]
        parameters = function.call_parameters
        types = list(self.keras.arguments(function, parameter))
        if parameter is next(iter(parameters), None):
            types += map(self.traced.defined, self.traced.registered_by(function))
        is_updated = False
        for call, place in sites:
            written = [
                n for n, p, starred in bind(parameters, call) if p is parameter and not starred
            ]
            is_constant = bool(written) and isinstance(written[0], ast.Constant)
            if place.function is function and not is_constant:
                # What a recursive call hands on comes from the others, be it made of that.
                is_updated |= any(getattr(n, "id", None) != parameter.name for n in written)
                continue
            given, complete = self._bound(parameter, parameters, call, place)
            is_left_out = given is None and complete
            if given is not None and type(given) is not TraceType:
                types.append(given)
            elif is_left_out and parameter.default is not None and function.place is not None:
                default = self.interpreter.value(parameter.default, function.place)
                if isinstance(default, PythonValue) and default.kind == "str":
                    # The name of a dtype, as a rule: the default is there for others to change.
                    default = PythonValue("str")
                types.append(default)
            else:
                # It is the join, whatever other calls pass.
                return UNKNOWN
        found = join(types) if types else None
        if is_updated and isinstance(found, PythonValue) and found.is_number:
            # It may be another number of the kind, or a float.
            return replace(found, kind="number", constants=None)
        return found

    def arguments(
        self, call: ast.Call, place: Place, function: Function
    ) -> dict[Parameter, TraceType]:
        """Return what a call passes for the parameters of a function, as far as that is known.

        The default of what it leaves out counts, but for what Keras fills in of layers and models.
        """
        found: dict[Parameter, TraceType] = {}
        parameters = function.call_parameters
        is_filled_in = self.is_called_by_keras(function) and self.receiver(call, place) is call.func
        for parameter in parameters:
            given, is_complete = self._bound(parameter, parameters, call, place)
            is_left_out = given is None and is_complete and not is_filled_in
            if is_left_out and parameter.default is not None:
                given = self.interpreter.value(parameter.default, function.place or place)
            if given is not None:
                found[parameter] = given
        return found

    def _bound(
        self,
        parameter: Parameter,
        parameters: tuple[Parameter, ...],
        call: ast.Call,
        place: Place,
    ) -> tuple[TraceType | None, bool]:
        """Return what a call passes for a parameter, and whether all that it passes is known.

        The elements of ``*sequence`` and the items of ``**mapping`` count where they are known one
        by one; a variadic parameter gets those that are left.
        """
        value = self.interpreter.value
        if parameter.kind in ("positional", "keyword"):
            for node, target, starred in bind(parameters, call):
                if target is parameter and not starred:
                    return value(node, place), True
        positional: list[ast.expr | TraceType] = []
        named: dict[str, ast.expr | TraceType] = {}
        is_all_known = is_all_named = True
        for node in call.args:
            if not is_all_known:
                break
            if isinstance(node, ast.Starred):
                sequence = value(node.value, place)
                items = sequence.items if isinstance(sequence, SequenceValue) else None
                is_all_known = isinstance(sequence, SequenceValue) and sequence.change is None
                is_all_known = is_all_known and items is not None
                positional += items or ()
            else:
                positional.append(node)
        for keyword in call.keywords:
            if keyword.arg is not None:
                named[keyword.arg] = keyword.value
                continue
            mapping = value(keyword.value, place)
            if isinstance(mapping, MappingValue) and mapping.items is not None:
                named.update((str(key), item) for key, item in mapping.items)
            else:
                is_all_named = False
        for other in parameters:
            found: ast.expr | TraceType | None = None
            if other.kind == "positional" and positional:
                found = positional.pop(0)
            elif other.kind in ("positional", "keyword"):
                found = named.pop(other.name, None)
            if other is parameter and found is not None:
                return _worked_out(found, value, place), True
        is_complete = is_all_known and is_all_named
        if parameter.kind == "*" and is_all_known:
            rest = tuple(_worked_out(one, value, place) for one in positional)
            return SequenceValue("tuple", rest), is_complete
        if parameter.kind == "**" and is_all_named:
            pairs = ((name, _worked_out(one, value, place)) for name, one in named.items())
            return MappingValue(tuple(pairs)), is_complete
        return None, is_complete

    @property
    def of_traced(
        self,
    ) -> dict[TracedFunction, list[tuple[ast.Call, Place, FunctionValue]]]:
        """The calls of each traced function, from anywhere, with what is called."""
        if self._of_traced is not None:
            self._is_asked_early |= self._is_collecting
            return self._of_traced
        # While the callees are worked out, it is not known what calls them.
        self._of_traced, self._is_collecting = {}, True
        found: dict[TracedFunction, list[tuple[ast.Call, Place, FunctionValue]]] = {}
        names = holders.traced_names(
            self.traced.all, self.index, self.names.import_aliases, self.classes, self.interpreter
        )
        # What a recursive call gives hangs on where evaluation enters: no order of hashes.
        for name in sorted(names):
            for call, place in self.named(name):
                reached_here = set()
                for callee in self.callees(call, place):
                    if isinstance(callee, FunctionValue) and callee.traced is not None:
                        if callee.traced not in reached_here:
                            reached_here.add(callee.traced)
                            found.setdefault(callee.traced, []).append((call, place, callee))
        for calls in found.values():
            calls.sort(key=lambda item: start(item[0]))
        self._of_traced, self._is_collecting = found, False
        if self._is_asked_early:
            self.interpreter.forget()
        return found


def _looked_up(func: ast.expr, place: Place) -> tuple[ast.expr, Place]:
    """Return what gives a function where it is taken from a table, with its place."""
    if isinstance(func, ast.Name):
        return sole_definition(func, place) or (func, place)
    return func, place


def _paths(node: ast.AST) -> set[str]:
    """Return the variables, and attributes of variables, that an expression reads."""
    if isinstance(node, (ast.Name, ast.Attribute)):
        return {ast.unparse(node)}
    return {path for child in children(node) for path in _paths(child)}


def _is_receiver(node: ast.expr, method: Function) -> bool:
    """Whether an expression is the instance, or the class, that a method runs for."""
    if not isinstance(node, ast.Name) or not method.is_method:
        return False
    name = method.parameters[0].name
    return node.id == name and len(method.body.scope.bindings[name]) == 1


def _is_one_of(value: TraceType, classes: list[Class]) -> bool:
    """Whether a value may be one of some classes."""
    return isinstance(value, ClassValue) and (
        value.cls in classes or not value.heirs.isdisjoint(classes)
    )


def _worked_out(
    given: ast.expr | TraceType, value: Callable[[ast.expr, Place], TraceType], place: Place
) -> TraceType:
    return given if isinstance(given, TraceType) else value(given, place)


def _not_called(module: ast.AST) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names, and the attributes, that a module reads otherwise than to call them."""
    nodes = walk(module)
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    read = [node for node in nodes if id(node) not in called]
    return (
        frozenset(node.id for node in read if isinstance(node, ast.Name)),
        frozenset(
            node.attr
            for node in read
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
        ),
    )


def _renamed(module: ast.AST) -> frozenset[str]:
    """Return the names of what a module imports by other ones."""
    imports = (node for node in walk(module) if isinstance(node, ast.ImportFrom))
    return frozenset(alias.name for node in imports for alias in node.names if alias.asname)


def _by_name(functions: Iterable[Function]) -> dict[str, list[tuple[ast.Call, Place]]]:
    """Return the calls in functions by the last name of what they call."""
    found: dict[str, list[tuple[ast.Call, Place]]] = {}
    for function in functions:
        for call, place in function.calls:
            found.setdefault(tail(call.func), []).append((call, place))
    return found
