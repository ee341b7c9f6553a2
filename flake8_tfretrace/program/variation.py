"""Whether what is passed to a traced function varies between two calls of one function object."""

from __future__ import annotations

import ast
import math
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache

from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.finding import Step, Witness
from flake8_tfretrace.program import library
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.linear import part_of
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.repetition import MORE_THAN_FEW, NOTICED, Repetition, chain
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    LoopNode,
    Place,
    definitions,
    lookup,
    start,
)
from flake8_tfretrace.program.sites import Argument, CallSite
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import (
    FEW,
    Change,
    ClassValue,
    ContainerValue,
    FunctionValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)

TRACE = 100
"""What a trace of a training step takes at least, as a rule, in milliseconds."""
STEP = 5
"""What a small model, or a traced function, takes on a batch, in milliseconds."""

DOMINATING = 4
"""What takes more than so many times as long as something else hides it."""

_MANY_CALLS = 16
"""Of so many calls of a function, no single one is looked at."""

UNPAID = "its calls in a loop do not pay for its trace"
"""The clause of a claim about what is traced anew, and then called in a loop."""
_NO_WITNESS: Witness | None = Witness()
_WRAPPING = library.LOOP_WRAPPERS | frozenset(
    {"enumerate", "iter", "list", "reversed", "sorted", "tuple", "zip"}
)
"""Functions that give the elements of what they are given."""


class Variation:
    """Answers for the calls of one program's traced functions."""

    def __init__(self, queries: Queries, files: Files, repetition: Repetition) -> None:
        self.queries = queries
        self.files = files
        self.repetition = repetition
        # Asked for each argument of the same calls.
        self._are_apart = cache(self._find_apart)
        self._remade = cache(self._find_remade)
        self._makes = cache(self._find_makes)
        self._reached: dict[LoopNode, set[Function]] = {}
        self._surely_reached: dict[LoopNode, set[Function]] = {}

    def of(self, site: CallSite, change: Change, argument: Argument) -> Witness | None:
        """Return why a change makes calls at ``site`` differ; None if nothing shows it.

        The calls must be of one function object: what is constant for each is no change. Nor is
        what gives so few traces that nobody would notice.

        Args:
            site: the calls.
            change: what varies in what they pass.
            argument: what they pass.
        """
        found = self._of(site, change)
        if found is not None and change.kind == "depends":
            found = self._without_emptiness(found, site, argument)
        if found is not None:
            found += self._goes_up(change)
        if found is not None and change.loop is not None:
            found += self._goes_on(site, change.loop, argument)
        if found is None or isinstance(argument.value, ObjectValue):
            # The second model or optimizer may need variables, which only the first trace can make.
            return found
        most = self._most(site, argument)
        is_paid = most is not None and self._are_paid(site, most)
        return None if is_paid or self.are_few([site], most) else found

    def in_single_calls(self, site: CallSite, argument: Argument) -> Iterator[Argument]:
        """Yield an argument as single calls of the function around ``site`` make it.

        What they pass is joined in the argument's own value: of what changes in one of them,
        nothing may be left there.
        """
        place, values = site.place, self.repetition.values
        is_joined = len(self.queries.calls.callers(place.function)) > 1
        callers = self.repetition.callers(place) if is_joined and not argument.starred else []
        if len(callers) > _MANY_CALLS:
            return
        for call, around in callers:
            passed = self.queries.calls.arguments(call, around, place.function)
            if not passed:
                continue
            with values.calling(passed):
                value = values.value(argument.node, place)
            if value != argument.value:
                yield replace(argument, value=value)

    def _without_emptiness(self, witness: Witness, site: CallSite, argument: Argument) -> Witness:
        """Leave out what is assumed of a condition that a container which differs is not empty.

        It is empty in few of the calls if it differs in most.
        """
        written = ast.dump(argument.node)
        if not isinstance(argument.value, ContainerValue) or not any(
            guard.holds and ast.dump(guard.test) == written
            for guard in self.queries.index.guards(site.place)
        ):
            return witness
        clause = f"'{text_of(argument.node)}' is true{MORE_THAN_FEW}"
        needs = (one for one in witness.needs if not one.startswith(clause))
        return replace(witness, needs=frozenset(needs))

    def _goes_on(self, site: CallSite, loop: LoopNode, argument: Argument) -> Witness:
        """Return what is assumed of a loop that a call in it may end at once, by what it gives.

        Nothing where a loop around that one goes on with the value that it has left.
        """
        repetition, place = self.repetition, site.place
        if not repetition.is_ended_by(site.node, place, loop):
            return Witness()
        outer = self.queries.index.places[loop].loops
        read = [part for part in ast.walk(argument.node) if isinstance(part, ast.Name)]
        bindings = [b for part in read for b in definitions(part, argument.written_at or place)]
        inside = [b for b in bindings if loop in (b.node, *b.place.loops)]
        begun = [b for b in bindings if b not in inside]
        if begun and outer and not set(outer) & {o for b in begun for o in b.place.loops}:
            return Witness()
        clause = f"{repetition.named(loop, place)} goes on"
        return Witness(needs=frozenset({clause}))

    def _goes_up(self, change: Change) -> Witness:
        """Return what is assumed of an attribute that what is called updates as its data say.

        It may be held back: where it is as large as it gets, is set back by the same function, or
        is only updated under conditions on what is passed.
        """
        place = change.place
        if change.kind != "counter" or place is None or place.loops:
            return Witness()
        function, index = place.function, self.queries.index
        stores = function.attribute_stores
        updated = [pair for pair in stores if start(pair[1].node)[0] == change.line]
        if not function.is_method or not updated:
            return Witness()
        (target, update), text = updated[0], ast.unparse(updated[0][0])
        others = [b for t, b in stores if b is not update and ast.unparse(t) == text]
        tests = [guard.test for guard in index.guards(place)]
        limits = [test for test in tests if _reads(test, text)]
        for other in others:
            asked = [guard.test for guard in index.guards(other.place)]
            limits += [test for test in asked if _reads(test, text)] or [other.value or target]
        if any(not self._is_far(limit, place) for limit in limits):
            return Witness(needs=frozenset({f"'{text}' has more than two values"}))
        own = {parameter.name for parameter in function.call_parameters}
        for test in tests:
            names = {part.id for part in ast.walk(test) if isinstance(part, ast.Name)}
            if test not in limits and names & own:
                clause = f"'{text_of(test)}' lets more than two updates of '{text}' through"
                return Witness(needs=frozenset({clause}))
        return Witness()

    def _is_far(self, limit: ast.expr, place: Place) -> bool:
        """Whether a limit has a number that a counter reaches after more than a few updates."""
        constants: list[object] = []
        for part in ast.walk(limit):
            if not isinstance(part, (ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.Call)):
                continue
            value = self.repetition.values.value(part, place)
            if isinstance(value, PythonValue) and value.changes is None:
                constants += value.constants or ()
        return any(isinstance(one, (int, float)) and one > FEW for one in constants)

    def _of(self, site: CallSite, change: Change) -> Witness | None:
        repetition = self.repetition
        if repetition.liveness.is_dead(site.place):
            return None
        inside = maker_around(site.traced, site.place.function)
        remade = self._remade(site)
        called = self._called(site)
        loop = change.loop
        if site.is_choice:
            # What runs the function around again may choose another function, too.
            inside = site.place.function
            if loop is not None and loop not in site.place.loops:
                return None
        if loop in site.place.loops and self._is_call_of_layer(site.place.function):
            return None
        if loop is not None and loop in self.queries.index.places:
            around = self.queries.index.places[loop]
            if loop in remade or not _is_within(around.function, inside):
                return None
            if loop not in site.place.loops and around.function is site.place.function:
                return None
            # In a caller's loop, the call there repeats.
            repeated = self._repeated_by(loop, site)
            updated: Witness | None = Witness()
            if change.place is not None and loop in change.place.loops:
                updated = repetition.conditions(change.place, loop)
            if repeated is None and change.kind == "constructed" and around.loops:
                # Each iteration of the loops around that one makes objects, too.
                return self._of(site, replace(change, loop=around.loops[-1]))
            if repeated is None or updated is None:
                return None
            return repeated + updated + self._changes(change, around) + called
        origin = change.place
        if origin is None or origin.function is site.place.function:
            repeated = repetition.of(origin or site.place, skip=remade, inside=inside)
            if repeated is not None and change.kind == "trips":
                repeated += self._changes(change, site.place)
            if repeated is not None and origin is not None and self._renewed_by(origin, repeated):
                # Each instance begins with what its constructor sets.
                return None
            return None if repeated is None else repeated + called
        repeated = repetition.of(site.place, skip=remade, inside=inside)
        if repeated is None:
            return None
        if not self._runs_between(origin, repeated):
            around_both = self._around_both(origin, site, remade, inside)
            if around_both is not None:
                return around_both + self._changes(change, origin) + called
            if change.kind != "counter" or self._runs_between(origin, repeated, of_new=True):
                return None
            if not self._may_run(origin.function):
                return None
            clause = f"{origin.function.name} runs between the calls"
            repeated += Witness(needs=frozenset({clause}))
        return repeated + self._changes(change, origin) + called

    def _may_run(self, function: Function) -> bool:
        """Whether no more than one thing is assumed if a call runs a function, or none is seen."""
        calls = self.queries.calls
        callers = calls.callers(function)
        return not callers or any(
            len(calls.doubt(call, place, function).needs) < 2 for call, place in callers
        )

    def _called(self, site: CallSite) -> Witness:
        """Return the step that calls a traced function, with what is assumed of which it is."""
        text = f"{site.traced.name} is called"
        return self.files.witness(site.node, site.place, text) + site.doubt

    def _is_call_of_layer(self, function: Function) -> bool:
        """Whether Keras runs a function each time a layer is called, in a graph or eagerly.

        Loops in it go through the same values each time: they are traced once.
        """
        owner = function.owner
        return (
            owner is not None
            and function.name == "call"
            and self.queries.keras.class_kind(owner) in ("layer", "model")
        )

    def _around_both(
        self,
        updater: Place,
        site: CallSite,
        remade: Collection[LoopNode],
        inside: Function | None,
    ) -> Witness | None:
        """Return why a loop runs both a call and the code that updates a value, again and again."""
        for function in self.queries.index.functions:
            if not _is_within(function, inside):
                continue
            for loop, _ in function.loops:
                if loop in remade or not self._is_run_by(updater, loop, surely=True):
                    continue
                if self._renews(loop, updater):
                    continue
                repeated = self._repeated_by(loop, site)
                if repeated is not None:
                    return repeated
        return None

    def _is_run_by(self, place: Place, loop: LoopNode, *, surely: bool = False) -> bool:
        """Whether a loop's body holds some code, or may call it, be it indirectly.

        With ``surely`` calls that may run an override do not count, as :meth:`Calls.doubt` says.
        """
        run = self._surely_run_by(loop) if surely else self.run_by(loop)
        return loop in place.loops or place.function in run

    def calls_in(self, loop: LoopNode, site: CallSite) -> list[Place]:
        """Return where a loop's body has a call, or calls the function around it indirectly."""
        return [place for place, _ in self._ways(loop, site)]

    def _repeated_by(self, loop: LoopNode, site: CallSite) -> Witness | None:
        """Return why a loop makes a call again and again, be it in what its body calls."""
        likely: Witness | None = None
        for place, way in self._ways(loop, site):
            repeated = None if way is None else self.repetition.loop(loop, place)
            if way is None or repeated is None:
                continue
            found = repeated + way
            if not found.needs:
                return found
            likely = likely or found
        return likely

    def _ways(self, loop: LoopNode, site: CallSite) -> list[tuple[Place, Witness | None]]:
        """Return where a loop's body has a call, or what leads to it.

        With what is assumed of the conditions on the way there, in the functions that are called;
        None where they let few of the loop's iterations through. Of several ways from one function
        that with the least assumptions counts.
        """
        found: list[tuple[Place, Witness | None]] = []
        pending = deque([(site.place, _NO_WITNESS)])
        blocked: deque[tuple[Place, None]] = deque()
        seen: set[Function] = set()
        while pending or blocked:
            place, way = pending.popleft() if pending else blocked.popleft()
            if loop in place.loops:
                found.append((place, way))
                continue
            function = place.function
            if function in seen:
                continue
            seen.add(function)
            leading = {call for call, _ in self.repetition.callers(place)}
            for call, around in self.queries.calls.sure_callers(function):
                inner = None
                if way is not None and call in leading:
                    inner = self._lets_through(place, call, around, loop)
                if way is None or inner is None:
                    blocked.append((around, None))
                elif inner.needs:
                    pending.append((around, way + inner))
                else:
                    pending.appendleft((around, way + inner))
        return found

    def _lets_through(
        self, place: Place, call: ast.Call, around: Place, loop: LoopNode
    ) -> Witness | None:
        """Return what is assumed for a call that a loop runs to get to ``place`` time and again.

        None if it does so in few iterations: for each thing that is then noted, on one number.
        """
        repetition = self.repetition
        if self.queries.syntax.is_settled(place):
            return None
        if loop in repetition.passed_seldom(place, call, around):
            return None
        return repetition.conditions(
            place, None, lambda test: self._is_same(test, place.function, call, around, loop)
        )

    def _is_same(
        self, test: ast.expr, function: Function, call: ast.Call, around: Place, loop: LoopNode
    ) -> bool:
        """Whether a condition in a function is the same in all calls that a loop makes of it."""
        given = bind(function.call_parameters, call)
        passed = {
            parameter.name: node for node, parameter, starred in given if parameter and not starred
        }
        for part in ast.walk(test):
            if isinstance(part, ast.Attribute):
                if self._is_stored(part.attr, loop):
                    return False
            elif isinstance(part, ast.Name):
                owner, bindings = lookup(part.id, function.body.scope)
                if owner is not function.body.scope:
                    if any(b.place.function in self.run_by(loop) for b in bindings):
                        return False
                    continue
                if len(bindings) != 1 or bindings[0].kind != "parameter":
                    return False
                node = passed.get(part.id)
                if node is not None and loop in around.loops:
                    if not self._keeps(loop, node):
                        return False
                elif node is not None and not isinstance(node, (ast.Constant, ast.Name)):
                    return False
            elif isinstance(part, (ast.Call, ast.Subscript, ast.NamedExpr)):
                return False
        return True

    def _is_stored(self, name: str, loop: LoopNode) -> bool:
        """Whether something that a loop calls, or its own body, sets an attribute of that name."""
        own = self.queries.index.places[loop].function
        return any(
            target.attr == name and (function is not own or loop in binding.place.loops)
            for function in {*self.run_by(loop), own}
            for target, binding in function.attribute_stores
        )

    def repeated(self, site: CallSite) -> Witness | None:
        """Return why one function object is called at ``site`` more than a few times."""
        inside = maker_around(site.traced, site.place.function)
        found = self.repetition.of(site.place, skip=self._remade(site), inside=inside)
        if found is None:
            return None
        return found + self._called(site)

    def are_few(self, sites: Sequence[CallSite], traces: int | None) -> bool:
        """Whether the traces of calls take less than a second in all, in a notebook.

        Nothing imports that, so that its calls are all there are.

        Args:
            sites: the calls.
            traces: how many traces they make at most; None if that is not known.
        """
        if not self.repetition.liveness.is_notebook:
            return False
        most = math.ceil(NOTICED / TRACE) - 1
        is_known = traces is not None and traces <= most
        return is_known or all(self.repetition.is_bounded(site.place, most) for site in sites)

    def _are_paid(self, site: CallSite, traces: int) -> bool:
        """Whether calls take longer than so many traces, which take less than a second in all.

        Those of the same function in the same loops count, such as in a loop of their own.
        """
        place = site.place
        calls = sum(
            self.repetition.least(other)
            for _, other, _ in self.queries.calls.of_traced.get(site.traced, ())
            if other.function is place.function and other.loops[:1] == place.loops[:1]
        )
        return traces * TRACE < NOTICED and calls * STEP >= traces * TRACE

    def is_paid(self, traced: TracedFunction, made: Place) -> bool:
        """Whether the calls of each object of a traced function surely hide its trace.

        Those of a loop that runs often enough after it is made, be it in a function that is handed
        the traced one.

        Args:
            traced: the traced function.
            made: where an object of it is made, or a factory of them called.
        """
        usual = self.repetition.trips.usual
        calls = (
            math.prod(usual(loop) or 1 for loop in place.loops if loop not in made.loops)
            for _, place, _ in self.queries.calls.of_traced.get(traced, ())
        )
        return max(sum(calls), self._most_calls(traced, made) or 0) * STEP > DOMINATING * TRACE

    def is_unpaid(self, traced: TracedFunction, made: Place) -> bool:
        """Whether all calls of each object of a traced function surely take less than its trace.

        Not if so few objects are made in a run of the module that nobody notices their traces. The
        arguments are those of :meth:`is_paid`.
        """
        most = self._most_calls(traced, made)
        if most is None or not 0 < most * STEP < TRACE:
            return False
        objects = self._most_for_each(traced.place, traced.place.module, (), frozenset())
        return objects is None or not 0 < objects * TRACE < NOTICED

    def _most_calls(self, traced: TracedFunction, made: Place) -> int | None:
        """Return how often each object of a traced function is called at most, if that is known."""
        total = 0
        for _, place, _ in self.queries.calls.of_traced.get(traced, ()):
            most = self._most_for_each(place, made.function, made.loops, frozenset())
            if most is None:
                return None
            total += most
        return total

    def _most_for_each(
        self,
        place: Place,
        maker: Function,
        made: Collection[LoopNode],
        seen: frozenset[Function],
    ) -> int | None:
        """Return how often code runs at most for each execution of what its maker makes in loops.

        None if nothing bounds that.
        """
        trips, function = self.repetition.trips, place.function
        times = 1 if function is maker else 0
        if function is not maker:
            for _, around in self.repetition.callers(function.body):
                if around.function in seen:
                    return None
                outer = self._most_for_each(around, maker, made, seen | {function})
                if outer is None:
                    return None
                # What does not come from the maker calls another function.
                times += outer
        for loop in place.loops:
            most = 1 if loop in made or not times else trips.most(loop, place)
            if most is None:
                return None
            times *= most
        return times

    def _most(self, site: CallSite, argument: Argument) -> int | None:
        """Return how many different values a call passes at most; None if nothing bounds that.

        The last number of a range does not: it is a setting, with which the traces grow.
        """
        node, place, repetition = argument.node, argument.written_at or site.place, self.repetition
        bounds = [self._options(argument.value)]
        for loop in place.loops:
            unrolled = repetition.unrolling.of(node, place, loop)
            if unrolled is not None and unrolled.is_whole and unrolled.distinct:
                most = repetition.trips.most(loop, place)
                if self._is_listed(loop) or (most is not None and unrolled.distinct < most):
                    bounds.append(unrolled.distinct)
        bindings = definitions(node, place) if isinstance(node, ast.Name) else []
        is_immutable = isinstance(argument.value, (PythonValue, TensorValue))
        if is_immutable and bindings and all(b.place.function is place.function for b in bindings):
            # It has one for each iteration of the loops that bind it.
            is_invariant = self.queries.syntax.is_invariant
            loops = [loop for loop in place.loops if not is_invariant(node, loop)]
            times = [repetition.trips.most(loop, place) for loop in loops]
            times.append(repetition.most(place.function.body))
            if None not in times and all(map(self._is_listed, loops)):
                bounds.append(math.prod(most for most in times if most is not None))
        return min((bound for bound in bounds if bound is not None), default=None)

    def _options(self, value: TraceType) -> int | None:
        """Return how many numbers, or shapes, a value can be; None if nothing bounds that."""
        if isinstance(value, PythonValue) and value.constants is not None:
            change = value.change
            is_listed = change is None or (change.loop is not None and self._is_listed(change.loop))
            return len(value.constants) if is_listed else None
        if isinstance(value, TensorValue) and value.dtype_change is not None:
            # Of a dtype there are as many as are named.
            return value.dtype_change.least
        if isinstance(value, TensorValue) and value.shape is not None and value.change is None:
            sizes = [None if size is None else self._options(size) for size in value.shape]
            return None if None in sizes else math.prod(size for size in sizes if size is not None)
        return None

    def _is_listed(self, loop: LoopNode) -> bool:
        """Whether a loop goes over what is written out."""
        if isinstance(loop, ast.While):
            return False
        iterable = self.repetition.values.value(loop.iter, self.queries.index.places[loop])
        return isinstance(iterable, SequenceValue) and iterable.items is not None

    def separate(self, sites: Sequence[CallSite], keys: int) -> Witness | None:
        """Return what a claim about calls that differ from each other rests on besides them.

        Two keys of calls that run once each are a trace that hardly matters. None if all are so
        few that they do not.

        Args:
            sites: the calls, which run one after the other.
            keys: how many different ones they have.
        """
        if self.are_few(sites, keys):
            return None
        repeated = filter(None, map(self.repeated, sites))
        if keys > FEW or any(not witness.needs for witness in repeated):
            return Witness()
        return Witness(needs=frozenset({"more calls follow than these"}))

    def remade(self, site: CallSite, allocation: ast.AST) -> Witness | None:
        """Return why calls at ``site`` pass objects of one allocation site, each a new one."""
        place = self.queries.index.places.get(allocation)
        repeated = self.repeated(site)
        if place is None or repeated is None or place.function is not site.place.function:
            return None
        inside = maker_around(site.traced, site.place.function)
        skip = [
            *self._remade(site),
            *(loop for loop in place.loops if loop not in site.place.loops),
        ]
        made = self.repetition.of(place, skip=skip, inside=inside)
        return None if made is None else made + repeated

    def makes(self, loop: LoopNode, allocation: ast.AST) -> bool:
        """Whether each iteration of a loop may make another object of an allocation site."""
        place = self.queries.index.places.get(allocation)
        return place is not None and self._is_run_by(place, loop)

    def made_per_invocation(
        self, site: CallSite, node: ast.expr, value: ObjectValue | FunctionValue
    ) -> Witness | None:
        """Return why calls at ``site`` pass an object that an invocation of a function makes anew.

        ``node`` is a variable that holds the object, or the container of it, there or as a
        parameter of what that function calls. The traced function must outlive the invocation.
        """
        traced, allocation = site.traced, value.site
        if allocation is None:
            return None
        is_method = traced.function is not None and traced.function.is_method
        if (is_method and not self._is_of_callback(site)) or _factory_call(site) is not None:
            return None
        place = self._holder(node, site.place, allocation, frozenset())
        if place is None or maker_around(traced, place.function) is not None:
            return None
        repeated, unpaid = self.repetition.of(place), self._unpaid(site, node, place)
        if isinstance(value, ObjectValue):
            # The second model or optimizer may need variables, which only the first trace can make.
            unpaid = Witness()
        if repeated is None or unpaid is None:
            return None
        made = self.files.witness(allocation, place, "a new object each time")
        called = self._called(site)
        return repeated + made + called + unpaid

    def rebound(self, site: CallSite, node: ast.expr) -> Witness | None:
        """Return why calls pass what an attribute holds, which is set to a new object repeatedly.

        By another function, or before the call. That calls are in between is assumed.
        """
        if not isinstance(node, ast.Attribute):
            return None
        if self.repetition.of(site.place) is None or _factory_call(site) is not None:
            return None
        for binding in self.queries.classes.definitions(node, site.place):
            value = part_of(binding.value, binding.path)
            made = self.repetition.values.value(value, binding.place)
            if not isinstance(made, ObjectValue) or binding.place.function.name == "__init__":
                continue
            at = None if made.site is None else self.queries.index.places.get(made.site)
            if at is None or at.function is not binding.place.function:
                # It is older, or is not known.
                continue
            repeated = self.repetition.of(binding.place)
            if repeated is not None:
                text = f"'{ast.unparse(node)}' is set to a new object"
                clause = f"calls are between those that set '{ast.unparse(node)}'"
                stored = self.files.witness(binding.node, binding.place, text)
                needs = Witness(needs=frozenset({clause}))
                return repeated + stored + self._called(site) + needs
        return None

    def _unpaid(self, site: CallSite, node: ast.expr, made: Place) -> Witness | None:
        """Return what is assumed of the calls with one object, which pay for its trace or not.

        None if they surely pay, or go over all batches of some data.

        Args:
            site: the calls.
            node: what they pass.
            made: where that is made.
        """
        is_invariant, trips = self.queries.syntax.is_invariant, self.repetition.trips
        loops = [loop for loop in site.place.loops if loop not in made.loops]
        loops = [loop for loop in loops if is_invariant(node, loop)]
        if any(map(trips.is_by_batches, loops)):
            return None
        counts = [trips.count(loop) for loop in loops]
        cost = math.prod(count for count in counts if count is not None) * STEP
        if cost > DOMINATING * TRACE:
            return None
        if None not in counts and cost < TRACE:
            return Witness()
        return Witness(needs=frozenset({UNPAID}))

    def _is_of_callback(self, site: CallSite) -> bool:
        """Whether Keras calls a method, which calls another one of its instance, again and again.

        It is one instance that it does so with.
        """
        function, func = site.place.function, site.node.func
        return (
            self.queries.keras.calls_again(function) is not None
            and isinstance(func, ast.Attribute)
            and isinstance(func.value, ast.Name)
            and func.value.id == function.parameters[0].name
        )

    def _holder(
        self, node: ast.expr, place: Place, allocation: ast.AST, seen: frozenset[Binding]
    ) -> Place | None:
        """Return the place of the definition that gives a variable, or a container, a new object.

        ``node`` is the variable, the container, or what is taken of one.
        """
        sources: list[tuple[ast.expr, Place]] = []
        match node:
            case _ if node is allocation:
                return place
            case ast.Dict(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
                sources = [(part, place) for part in parts]
            case ast.Subscript(value=container):
                sources = [(container, place)]
            case ast.Call(func=ast.Attribute(value=container, attr="items" | "values")):
                sources = [(container, place)]
            case ast.Call(func=func, args=args):
                if self.queries.names.qualified(func, place) in _WRAPPING:
                    sources = [(part, place) for part in args]
            case ast.Name():
                bindings = definitions(node, place)
                if len(bindings) != 1 or bindings[0].place.function is not place.function:
                    return None
                (binding,) = bindings
                if binding in seen or not set(binding.place.loops) <= set(place.loops):
                    # After a loop, the last one is left.
                    return None
                seen |= {binding}
                if binding.function is not None and binding.function.node is allocation:
                    return binding.place
                if binding.kind == "parameter":
                    sources = self.queries.calls.given(place.function, node.id)
                elif binding.kind in ("assign", "loop"):
                    is_loop = binding.kind == "loop"
                    value = binding.value if is_loop else part_of(binding.value, binding.path)
                    sources = [] if value is None else [(value, binding.place)]
        found = (self._holder(source, around, allocation, seen) for source, around in sources)
        return next(filter(None, found), None)

    def together(self, sites: list[CallSite]) -> list[CallSite]:
        """Return call sites that can all call one function object in one run of the program.

        Of several objects, known by their allocation sites, those of the one with most calls.
        """
        kept = {call for call, _ in chain([(site.node, site.place) for site in sites])}
        sites = [site for site in sites if site.node in kept]
        objects = dict.fromkeys(map(_known_object, sites))
        objects.pop(None, None)
        found = [
            self._not_apart([site for site in sites if _known_object(site) in (None, one)])
            for one in objects or (None,)
        ]
        return max(found, key=len)

    def _not_apart(self, sites: list[CallSite]) -> list[CallSite]:
        found: list[CallSite] = []
        by_function: dict[Function, dict[object, CallSite]] = {}
        for site in sites:
            others = by_function.setdefault(site.place.function, {})
            point = self._point(site)
            # Those in one place are apart from the same others.
            if point in others or not any(self._are_apart(site, o) for o in others.values()):
                others.setdefault(point, site)
                found.append(site)
        return found

    def _point(self, site: CallSite) -> object:
        """Return what calls have in common that run together: a basic block, but for conditions."""
        function = site.place.function
        around: ast.AST | None = site.node
        while isinstance(around, ast.expr):
            if isinstance(around, ast.IfExp):
                return site
            around = self.queries.syntax.parent(function, around)
        return function.graph.point_at(start(site.node))[0], site.place, self._remade(site)

    def _find_apart(self, one: CallSite, other: CallSite) -> bool:
        """Whether no execution runs both calls, in one function, on one function object."""
        function, remade = one.place.function, self._remade(one)
        shared = [loop for loop in one.place.loops if loop in other.place.loops]
        if any(loop not in remade for loop in shared):
            return False
        if self.queries.syntax.excludes(function, one.node, other.node):
            return True
        within = [loop for loop in shared if not isinstance(loop, ast.comprehension)]
        graph = function.graph
        points = [graph.point_at(start(site.node)) for site in (one, other)]
        return points[0] != points[1] and not any(
            graph.leads_to(a, b, within) for a, b in (points, points[::-1])
        )

    def _changes(self, change: Change, place: Place) -> Witness:
        if change.kind == "loop":
            return Witness()
        if change.kind == "depends":
            clause = f"{change.what} differs from iteration to iteration"
            return Witness(needs=frozenset({clause}))
        words = {
            "counter": "is updated",
            "clock": "gives another value each time",
            "random": "gives another value each time",
            "constructed": "is a new object each time",
            "iterated": "is another object each time",
            "length": "grows",
            "trips": "gets an element per iteration of this loop, which data ends",
            "shape": "has as many rows as the data asks for",
        }
        path = self.files.path(change.place or place)
        step = Step(path, change.line, f"'{change.what}' {words.get(change.kind, 'changes')}")
        is_drawn = change.kind in ("clock", "random", "constructed")
        found = Witness((step,), frozenset({"A8"} if is_drawn else ()))
        if change.kind != "trips":
            return found
        clause = f"the loop of line {change.line} runs another number of times each time"
        return found + Witness(needs=frozenset({clause}))

    def _find_remade(self, site: CallSite) -> frozenset[LoopNode]:
        """Return the loops around a call that make, or choose, a function in each iteration.

        Also those around the calls of the function that holds it, and so on.
        """
        if site.is_choice:
            func, calls = site.node.func, self.queries.calls
            choosing = calls.choosing_loop(site.node, site.place)
            if choosing is not None:
                return frozenset({choosing})
            if calls.is_looked_up(site.node, site.place):
                return frozenset()
            return frozenset(loop for loop in site.place.loops if not self._keeps(loop, func))
        is_of_instance = site.receiver is not None and site.traced.is_decorator
        found: set[LoopNode] = set()
        if self._may_be_several(site):
            found.update(self._choosing(site.node.func, site.place, frozenset()))
        pending = [(site.place, site.allocation, site.receiver)]
        seen = set(pending)
        while pending:
            place, made, receiver = pending.pop()
            instance = None if receiver is None else receiver.site
            if made is not None:
                found.update(loop for loop in place.loops if self._makes(loop, made, instance))
            for call, around in self.queries.calls.callers(place.function):
                outer = receiver
                if receiver is not None and not isinstance(instance, ast.Call):
                    # The instance that the method is called on.
                    outer = self._instance_of(call, around)
                    if is_of_instance:
                        made = outer.site if outer and isinstance(outer.site, ast.Call) else None
                state = around, made, outer
                if state not in seen:
                    seen.add(state)
                    pending.append(state)
        return frozenset(found)

    def _may_be_several(self, site: CallSite) -> bool:
        """Whether an allocation site may give the code around a call several function objects."""
        made = site.allocation
        if made is None:
            return site.receiver is not None
        place = self.queries.index.places.get(made)
        if place is None or place.loops:
            return True
        return place.function not in (place.module, site.place.function)

    def _choosing(
        self, node: ast.expr, place: Place, seen: frozenset[Binding]
    ) -> Iterator[LoopNode]:
        """Yield the loops in each iteration of which an expression is another element.

        One that the loop goes over, or with an index that differs; or what is an attribute of it.
        """
        match node:
            case ast.Attribute(value=holder):
                yield from self._choosing(holder, place, seen)
            case ast.Subscript(value=container, slice=index):
                yield from self._choosing(container, place, seen)
                change = self.repetition.values.value(index, place).changes
                if change is not None and change.kind == "loop" and change.is_enough:
                    if change.loop is not None:
                        yield change.loop
            case ast.Name():
                bindings = definitions(node, place)
                if len(bindings) != 1 or bindings[0] in seen:
                    return
                (binding,) = bindings
                seen |= {binding}
                if isinstance(binding.node, ast.For | ast.AsyncFor | ast.comprehension):
                    yield binding.node
                elif binding.kind == "parameter":
                    for handed, around in self._handed(binding):
                        yield from self._choosing(handed, around, seen)
                elif binding.kind == "assign":
                    value = part_of(binding.value, binding.path)
                    if value is not None:
                        yield from self._choosing(value, binding.place, seen)

    def _handed(self, binding: Binding) -> list[tuple[ast.expr, Place]]:
        """Return what callers hand a parameter, or which instance a method runs for."""
        function, calls = binding.place.function, self.queries.calls
        if function.is_method and function.parameters[0].name == binding.name:
            return calls.receivers(function)
        return calls.given(function, binding.name)

    def _keeps(self, loop: LoopNode, func: ast.expr) -> bool:
        """Whether nothing that a loop runs sets what an expression reads, be it an attribute."""
        read = {part.attr for part in ast.walk(func) if isinstance(part, ast.Attribute)}
        return self.queries.syntax.is_invariant(func, loop) and not any(
            target.attr in read
            for function in self.run_by(loop)
            for target, _ in function.attribute_stores
        )

    def _instance_of(self, call: ast.Call, place: Place) -> ObjectValue | None:
        """Return the instance that a method runs for where it is called, or one is made."""
        callee = self.queries.calls.callee(call, place)
        if isinstance(callee, ClassValue):
            return ObjectValue(call, callee.cls, heirs=callee.heirs)
        return self.queries.calls.instance(call, place)

    def _find_makes(
        self,
        loop: LoopNode,
        node: ast.AST,
        instance: ast.AST | None,
        seen: frozenset[Function] = frozenset(),
    ) -> bool:
        """Whether each iteration of a loop surely runs some code, for an instance if it is its."""
        place = self.queries.index.places.get(node)
        if place is None or place.function in seen:
            return False
        if loop in place.loops:
            return self.repetition.is_unconditional(place, loop)
        function = place.function
        if function.place is None or not self.repetition.is_unconditional(place, None):
            return False
        for call, around in self.queries.calls.callers(function):
            outer = None
            if instance is not None and instance is not node and function.is_method:
                receiver = self._instance_of(call, around)
                outer = None if receiver is None else receiver.site
                if isinstance(outer, ast.Call):
                    if isinstance(instance, ast.Call) and instance is not outer:
                        continue
                    outer = None
            if self._find_makes(loop, call, outer, seen | {function}):
                return True
        return False

    def _runs_between(self, updater: Place, repeated: Witness, *, of_new: bool = False) -> bool:
        """Whether the loop that repeats a call also runs the code that updates a value.

        Not of instances that it makes anew, unless ``of_new``: each of them begins again.
        """
        return any(
            self._is_run_by(updater, loop, surely=True)
            and (of_new or not self._renews(loop, updater))
            for loop in self._loops_of(repeated)
        )

    def _renewed_by(self, updater: Place, repeated: Witness) -> bool:
        """Whether the loop that repeats a call makes an instance for each of its iterations.

        It is the one whose method updates a value.
        """
        loops = self._loops_of(repeated)
        return bool(loops) and all(self._renews(loop, updater) for loop in loops)

    def _loops_of(self, repeated: Witness) -> list[LoopNode]:
        """Return the loops of the file that a witness of a repetition names."""
        lines = {(step.path, step.line) for step in repeated.steps}
        loops = (found for function in self.queries.index.functions for found in function.loops)
        steps = ((loop, self.files.step(loop, place, "")) for loop, place in loops)
        return [loop for loop, step in steps if (step.path, step.line) in lines]

    def _renews(self, loop: LoopNode, updater: Place) -> bool:
        """Whether a loop may make each instance whose method updates something."""
        owner = updater.function.owner
        made = [] if owner is None else self._constructions(owner)
        return any(self._is_run_by(place, loop) for place in made)

    def _constructions(self, cls: Class) -> list[Place]:
        """Return where instances of a class, or of one that derives from it, are made."""
        family = self.queries.classes.heirs(cls)
        return [
            place
            for name in dict.fromkeys(one.name for one in family)
            for call, place in self.queries.calls.named(name)
            if isinstance(made := self.queries.calls.callee(call, place), ClassValue)
            and made.cls in family
        ]

    def run_by(self, loop: LoopNode) -> set[Function]:
        """Return the functions of the program that a loop may call, be it indirectly."""
        known = self._reached.get(loop)
        if known is None:
            known = self._reached[loop] = self._called_in(loop, surely=False)
        return known

    def _surely_run_by(self, loop: LoopNode) -> set[Function]:
        known = self._surely_reached.get(loop)
        if known is None:
            known = self._surely_reached[loop] = self._called_in(loop, surely=True)
        return known

    def _called_in(self, loop: LoopNode, *, surely: bool) -> set[Function]:
        found: set[Function] = set()
        function = self.queries.index.places[loop].function
        calls = self.queries.calls
        pending = [pair for pair in calls.within(function) if loop in pair[1].loops]
        while pending:
            call, place = pending.pop()
            for callee in calls.targets(call):
                if callee in found or (surely and calls.doubt(call, place, callee).needs):
                    continue
                found.add(callee)
                pending += calls.within(callee)
        return found


def _reads(test: ast.expr, text: str) -> bool:
    """Whether a condition reads a variable, or attribute, that is written so."""
    return any(
        isinstance(part, ast.Attribute) and ast.unparse(part) == text for part in ast.walk(test)
    )


def _factory_call(site: CallSite) -> ast.AST | None:
    """Return the call of a factory that made the function object that is called."""
    made = site.callee.site
    return made if isinstance(made, ast.Call) and made is not site.traced.site else None


def _known_object(site: CallSite) -> ast.AST | None:
    """Return where the function object, or its instance, is made, if it is one of several."""
    receiver = site.receiver
    if receiver is None:
        return _factory_call(site)
    return receiver.site if isinstance(receiver.site, ast.Call) else None


def maker_around(traced: TracedFunction, function: Function) -> Function | None:
    """Return the function that makes a traced one anew at each of its calls, if it is around.

    That is where ``function`` is the maker itself, or defined in it: elsewhere the traced function
    was kept.
    """
    maker = traced.place.function
    if maker.place is None:
        return None
    return maker if maker in function.enclosing() else None


def _is_within(function: Function, outer: Function | None) -> bool:
    """Whether a function is ``outer``, or defined in it; always so for None."""
    return outer is None or outer in function.enclosing()
