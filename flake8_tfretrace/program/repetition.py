"""What runs again and again, and why: the repeaters of a place, with their witness."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.finding import Assumption, Witness
from flake8_tfretrace.modules import is_library, is_mentioned
from flake8_tfretrace.program import library
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.cfg import Block, Loop, Point, constant_truth
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.consumption import Consumption
from flake8_tfretrace.program.feasibility import Feasibility
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.keras import Keras
from flake8_tfretrace.program.liveness import Liveness
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.reachability import Reachability
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    Guard,
    Index,
    LoopNode,
    Parameter,
    Place,
    definitions,
    sole_definition,
    start,
    tail,
)
from flake8_tfretrace.program.syntax import (
    Syntax,
    argument,
    bind,
    is_main_guard,
    named_argument,
    own_nodes,
)
from flake8_tfretrace.program.tracetypes import (
    FEW,
    FunctionValue,
    ObjectValue,
    TraceType,
)
from flake8_tfretrace.program.trips import TripCounts
from flake8_tfretrace.program.unrolling import Unrolling
from flake8_tfretrace.program.values import Entering
from flake8_tfretrace.settings import Settings

NOTICED = 1000
"""What a whole run takes longer is noticed from so many milliseconds on."""
SELDOM = NOTICED // 50
"""Up to so many executions of what takes some 50 ms too long are not worth a word."""

_FEW_ENTRIES = 10
"""A demonstration, which prints some results, shows so many at most."""

MORE_THAN_FEW = " in more than two"
"""How often something is so, in the clause of a claim that rests on that."""

_LEAST = {None: 1, "epoch": 8, "batch": 128, "solved": 32}
"""How often Keras calls a callback's method, or a solver what it is handed, at least as a rule."""
_PACED = 0.01
"""A loop that sleeps for so many seconds each time is slow on purpose."""


@dataclass(eq=False, repr=False)
class Repetition:
    """Answers how often the code of one program runs."""

    index: Index
    files: Files
    names: Names
    settings: Settings
    classes: Classes
    keras: Keras
    calls: Calls
    liveness: Liveness
    syntax: Syntax
    unrolling: Unrolling
    trips: TripCounts
    reachability: Reachability
    feasibility: Feasibility
    values: Entering
    _waiting: dict[tuple[ast.Call, bool], bool] = field(default_factory=dict, init=False)
    _by_function: dict[Hashable, Witness | None] = field(default_factory=dict, init=False)

    def of(
        self,
        place: Place,
        *,
        skip: Collection[LoopNode] = (),
        inside: Function | None = None,
    ) -> Witness | None:
        """Return why the code at ``place`` runs more than a few times; None if nothing shows it.

        Args:
            place: the code.
            skip: loops that do not count, be they of callers.
            inside: count within one execution of this function only.
        """
        if any(self.trips.most(loop, place) == 0 for loop in place.loops):
            return None
        if any(map(self.trips.is_stuck, place.loops)) or self.liveness.is_dead(place):
            return None
        loops = [loop for loop in reversed(place.loops) if loop not in skip]
        whys = [(loop, why) for loop in loops if (why := self.loop(loop, place)) is not None]
        whys = [pair for pair in whys if pair[1].confidence == "proven"] or whys[:1]
        if whys:
            # The one that runs it most, the innermost of several.
            return max(whys, key=lambda pair: self._size(pair[0], place))[1]
        function = place.function
        if function is place.module or function is inside:
            return None
        if self.syntax.is_settled(place) or self.syntax.is_memoized(place):
            return None
        if self.classes.runs_once(function):
            return None
        if any(
            isinstance(around.node, ast.ExceptHandler) and around.function is function
            for around in place.enclosing()
        ):
            return None
        return self._called(place, inside, frozenset(skip))

    def _size(self, loop: LoopNode, place: Place) -> float:
        """Return how often a loop runs, for all that is known: one without a bound has no end."""
        return math.inf if self.trips.most(loop, place) is None else self.trips.least(loop, place)

    def _heat(self, place: Place) -> tuple[bool, float, int]:
        """Return what orders code by how often it runs, as far as its own loops tell."""
        sizes = [self._size(loop, place) for loop in place.loops]
        least = [self.trips.least(loop, place) for loop in place.loops]
        is_paced = any(self._waits(loop, place) for loop in place.loops)
        return not is_paced, math.prod(sizes), math.prod(least)

    def least(self, place: Place) -> int:
        """Return how often the code at ``place`` runs at least, once it is entered (A1, A2).

        Loops of callers count; of several callers, the one that runs it most.
        """
        return self._least(place, frozenset())

    def _least(self, place: Place, seen: frozenset[Function], period: float = 1) -> int:
        """Return how often code runs at least.

        Args:
            place: the code.
            seen: the functions that it was reached from.
            period: every how many iterations of the innermost loop around it count.
        """
        own = 1
        for loop in place.loops:
            if self.loop(loop, place) is not None:
                least = self.trips.least(loop, place)
                is_inner = loop is place.loops[-1]
                own *= max(1, int(least // period)) if is_inner else least
        period = 1 if place.loops else max(period, self.trips.least_calls(place))
        function = place.function
        if function is place.module or function in seen:
            return own
        callers = self.callers(place)
        outer = [
            self._least(around, seen | {function}, period)
            for call, around in callers
            if around.function is not function
            and not self.calls.doubt(call, around, function).needs
        ]
        if self.is_unconditional(place, None):
            unit = self.keras.calls_again(function)
            outer.append(_LEAST["solved" if self.calls.solved(function) else unit])
        return own * max(outer, default=1)

    def most(self, place: Place) -> int | None:
        """Return how often the code at ``place`` runs at most; None if that is not known."""
        return self._most(place, sum, None, frozenset())

    def is_seldom(self, place: Place, times: int = SELDOM) -> bool:
        """Whether no nest of loops runs the code at ``place`` more than so many ``times``.

        Loops of callers are part of the nest, which is entered once if nothing calls it (A1). Of
        several callers each is judged by itself. What waits for a person in each iteration runs
        seldom, whatever its number.
        """
        if not place.loops and not self.callers(place):
            return False
        return self._is_paced(place, frozenset()) or self.is_bounded(place, times)

    def may_end_early(self, call: ast.Call, place: Place) -> bool:
        """Whether nothing but a loop that any iteration may end runs a call again and again.

        In a module that comes to it a few times, it need not run as often as its bound says. One
        without a bound is meant to go on, but where what the call gives ends it.
        """
        if len(place.loops) != 1 or self._entries(place.function, frozenset()) > _FEW_ENTRIES:
            return False
        (loop,) = place.loops
        if isinstance(loop, ast.While | ast.comprehension):
            return self.is_ended_by(call, place, loop)
        graph = place.function.graph
        return any(
            isinstance(node, ast.If)
            and around.loops[-1:] == (loop,)
            and any(graph.ends(node, loop, holds=holds) for holds in (True, False))
            for node, around in place.function.conditionals
        )

    def is_ended_by(self, call: ast.Call, place: Place, loop: LoopNode) -> bool:
        """Whether what a call in a loop gives decides by itself if the loop goes on.

        As where something is tried until it works: it may be so at once.
        """
        if loop not in place.loops or isinstance(loop, ast.comprehension):
            return False
        around = self.index.places[loop]
        if isinstance(loop, ast.While):
            within = next((p for p in place.enclosing() if p.node is loop), around)
            if self._decides(loop.test, within, call, holds=False):
                return True
            if self._is_flagged_by(call, place, loop):
                return True
        graph = place.function.graph
        return any(
            isinstance(node, ast.If)
            and graph.ends(node, loop, holds=holds)
            and self._decides(node.test, at, call, holds=holds)
            and self.is_unconditional(at, loop)
            for node, at in place.function.conditionals
            if at.loops[-1:] == (loop,)
            for holds in (True, False)
        )

    def _is_flagged_by(self, call: ast.Call, place: Place, loop: ast.While) -> bool:
        """Whether what a call gives decides if a variable is set that ends a loop by itself."""
        goes_on = not (isinstance(loop.test, ast.UnaryOp) and isinstance(loop.test.op, ast.Not))
        flag = loop.test.operand if isinstance(loop.test, ast.UnaryOp) else loop.test
        if not isinstance(flag, ast.Name):
            return False
        return any(
            isinstance(statement, ast.Assign)
            and isinstance(statement.value, ast.Constant)
            and bool(statement.value.value) is not goes_on
            and [ast.unparse(target) for target in statement.targets] == [flag.id]
            and self._decides(node.test, at, call, holds=holds)
            for node, at in place.function.conditionals
            if isinstance(node, ast.If) and at.loops[-1:] == (loop,)
            for holds, body in ((True, node.body), (False, node.orelse))
            for statement in body
        )

    def _decides(self, test: ast.expr, place: Place, call: ast.Call, *, holds: bool) -> bool:
        """Whether what a call gives can alone make a condition hold (or not)."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._decides(test.operand, place, call, holds=not holds)
        if isinstance(test, ast.BoolOp):
            parts = (self._decides(part, place, call, holds=holds) for part in test.values)
            return all(parts) if isinstance(test.op, ast.And) is holds else any(parts)
        return self._is_made_of(test, place, call, frozenset())

    def _is_made_of(
        self, node: ast.expr, place: Place, call: ast.Call, seen: frozenset[Binding]
    ) -> bool:
        """Whether known functions and operators make an expression of what a call gives.

        How many elements that has is no such thing: it says how far a loop has come.
        """
        parts: list[ast.expr] = []
        match node:
            case ast.Attribute(attr="shape") | ast.Call(func=ast.Name(id="len")):
                return False
            case ast.Call():
                if node is call:
                    return True
                if self.names.qualified(node.func, place) is not None:
                    parts = node.args
                elif isinstance(node.func, ast.Attribute):
                    parts = [node.func.value]
            case ast.Name():
                bindings = definitions(node, place)
                return any(
                    binding.value is not None
                    and binding not in seen
                    and binding.kind == "assign"
                    and self._is_made_of(binding.value, binding.place, call, seen | {binding})
                    for binding in bindings
                )
            case ast.Compare():
                parts = [node.left, *node.comparators]
            case ast.BinOp():
                parts = [node.left, node.right]
            case ast.BoolOp():
                parts = node.values
            case ast.UnaryOp():
                parts = [node.operand]
            case ast.Subscript():
                parts = [node.value, node.slice]
            case ast.Attribute() | ast.NamedExpr():
                parts = [node.value]
        return any(self._is_made_of(part, place, call, seen) for part in parts)

    def _is_entered_once(self, function: Function, seen: frozenset[Function]) -> bool:
        """Whether the module enters a function, and no loop does (A1)."""
        if function is function.body.module:
            return True
        callers = list(self.callers(function.body))
        return bool(callers) and all(
            not around.loops
            and around.function not in seen
            and self._is_entered_once(around.function, seen | {function})
            for _, around in callers
        )

    def _entries(self, function: Function, seen: frozenset[Function]) -> float:
        """Return how often the module enters a function at most; infinite if that is not known."""
        if function is function.body.module:
            return 1
        if function in seen:
            return math.inf
        entries = []
        for _, around in self.callers(function.body):
            counts = [self.trips.most(loop, around) for loop in around.loops]
            rounds = math.prod(math.inf if count is None else count for count in counts)
            entries.append(rounds * self._entries(around.function, seen | {function}))
        return sum(entries) if entries else math.inf

    def is_bounded(self, place: Place, times: int) -> bool:
        """Whether loops with known bounds run the code at ``place`` at most so many ``times``.

        What nothing calls is entered once (A1).
        """
        most = self._most(place, max, 1, frozenset())
        return most is not None and most <= times

    def _is_paced(self, place: Place, seen: frozenset[Function]) -> bool:
        """Whether code runs a few times per iteration of loops that wait: its own, or all callers'.

        Callers in no loop do not matter.
        """
        if place.loops:
            inner = self._waits(place.loops[-1], place, sleeps=True)
            if inner or any(self._waits(loop, place) for loop in place.loops):
                return True
            counts = [self.trips.most(loop, place) for loop in place.loops]
            if math.prod(math.inf if count is None else count for count in counts) > SELDOM:
                return False
        if place.function in seen:
            return False
        seen |= {place.function}
        repeating = [
            around
            for _, around in self.callers(place)
            if around.loops or not self._is_entered_once(around.function, seen)
        ]
        return bool(repeating) and all(self._is_paced(around, seen) for around in repeating)

    def _waits(self, loop: LoopNode, place: Place, *, sleeps: bool = False) -> bool:
        """Whether each execution of ``place`` in a loop waits or sleeps, for a person as a rule.

        Or draws. That takes longer than any trace. To sleep, which counts if ``sleeps``, may take
        less than what a loop further in costs.
        """
        around = {other for other in place.enclosing() if loop in other.loops}
        return any(
            self._is_waiting_call(call, sleeps=sleeps)
            for call, other in self.index.places[loop].function.calls
            if loop in other.loops
            and (
                other in around
                or self.is_unconditional(other, loop)
                or self._is_for_the_rest(call, other, loop)
            )
        )

    def _is_for_the_rest(self, call: ast.Call, place: Place, loop: LoopNode) -> bool:
        """Whether a call sleeps for what an iteration has left of its time, if that is anything."""
        return self.names.qualified(call.func, place) == library.SLEEP and all(
            self._is_timed(test, around) for test, around, _, _ in self.index.guards(place, loop)
        )

    def _is_timed(
        self, node: ast.expr, place: Place, seen: frozenset[ast.expr] = frozenset()
    ) -> bool:
        """Whether an expression is computed from what a clock says."""
        if node in seen:
            return False
        seen |= {node}
        for part in ast.walk(node):
            if isinstance(part, ast.Call):
                if self.names.qualified(part.func, place) in library.CLOCKS:
                    return True
            elif isinstance(part, ast.Name) and part is not node:
                source = sole_definition(part, place)
                if source is not None and not isinstance(source[0], ast.Name):
                    if self._is_timed(*source, seen):
                        return True
        return False

    def _is_waiting_call(self, call: ast.Call, *, sleeps: bool) -> bool:
        if (call, sleeps) not in self._waiting:
            place = self.index.places[call]
            waits = self._is_waiting(call, place, frozenset(), sleeps=sleeps)
            self._waiting[call, sleeps] = waits
        return self._waiting[call, sleeps]

    def _is_waiting(
        self, call: ast.Call, place: Place, seen: frozenset[Function], *, sleeps: bool
    ) -> bool:
        """Whether a call waits, be it in the functions that it runs."""
        qualified = self.classes.member(call.func, place)
        if library.waits(qualified or "") or (sleeps and self._is_shown(call, place)):
            return True
        if qualified in library.UNTIL_KEY:
            limit = argument(call, 0, "delay")
            least = None if limit is None else self.values.value(limit, place).constant
            return limit is None or (isinstance(least, int) and least <= 0)
        if sleeps and qualified == library.SLEEP:
            seconds = self.values.value(argument(call, 0, "secs"), place).constant
            return not isinstance(seconds, (int, float)) or seconds >= _PACED
        callee = self.calls.target(call)
        if callee is None or callee in seen:
            return False
        seen |= {callee}
        return any(
            self._is_waiting(inner, around, seen, sleeps=sleeps)
            for inner, around in self.calls.within(callee)
            if self.is_unconditional(around, None)
        )

    def takes_from_others(self, call: ast.Call, place: Place) -> bool:
        """Whether a call waits for what other code gives: of a queue, a socket, or a device."""
        func = call.func
        if self.classes.member(func, place) in library.GIVEN_BY_OTHERS:
            return True
        if not isinstance(func, ast.Attribute) or func.attr != "get":
            return False
        block = self.values.value(argument(call, 0, "block"), place)
        return block.constant is not False and self._is_queue(func.value, place, frozenset())

    def _is_queue(self, node: ast.expr, place: Place, seen: frozenset[Binding]) -> bool:
        """Whether an expression gives a queue: one that is made here, kept, or passed."""
        if isinstance(node, ast.Call):
            return self.names.qualified(node.func, place) in library.QUEUES
        bindings = self.classes.definitions(node, place)
        for binding in bindings:
            sources: list[tuple[ast.expr, Place]] = []
            if binding.kind == "parameter":
                function = binding.place.function
                sources += self.calls.given(function, binding.name)
                sources += self._handed_at_start(function, binding.name)
            elif binding.value is not None and not binding.path:
                sources = [(binding.value, binding.place)]
            if binding in seen or not sources:
                return False
            if not all(self._is_queue(*source, seen | {binding}) for source in sources):
                return False
        return bool(bindings)

    def _handed_at_start(self, function: Function, name: str) -> Iterator[tuple[ast.expr, Place]]:
        """Yield what a thread, or process, that runs a function passes for a parameter."""
        for given, place in self._started.get(function, ()):
            for parameter, passed in zip(function.call_parameters, given):
                if parameter.name == name:
                    yield passed, place

    @cached_property
    def _started(self) -> dict[Function, list[tuple[list[ast.expr], Place]]]:
        """The functions that threads and processes run, with what they are given."""
        found: dict[Function, list[tuple[list[ast.expr], Place]]] = {}
        for call, place in self.index.calls:
            target, given = named_argument(call, "target"), named_argument(call, "args")
            if target is None or not isinstance(given, (ast.List, ast.Tuple)):
                continue
            value = self.values.value(target, place)
            if self.names.qualified(call.func, place) in library.STARTING:
                if isinstance(value, FunctionValue) and value.function is not None:
                    found.setdefault(value.function, []).append((given.elts, place))
        return found

    def _is_shown(self, call: ast.Call, place: Place) -> bool:
        """Whether a call moves, or draws, an environment that shows each step to people."""
        func = call.func
        if not isinstance(func, ast.Attribute) or func.attr not in ("render", "step"):
            return False
        environment = self.values.value(func.value, place)
        made = environment.site if isinstance(environment, ObjectValue) else None
        if not isinstance(made, ast.Call):
            return False
        modes = [(named_argument(made, "render_mode"), self.index.places[made])]
        if func.attr == "render":
            modes.append((argument(call, 0, "mode"), place))
        return any(
            self.values.value(mode, around).constant == library.DRAWN_FOR_PEOPLE
            for mode, around in modes
        )

    def _most(
        self,
        place: Place,
        combined: Callable[[Iterable[int]], int],
        entries: int | None,
        seen: frozenset[Function],
    ) -> int | None:
        """Return how often code runs at most, by all calls ``combined``.

        Args:
            place: the code.
            combined: what the bounds of several calls come to.
            entries: how often what nothing calls is entered.
            seen: the functions that the code was reached from.
        """
        own = 1
        for loop in place.loops:
            most = self.trips.most(loop, place)
            if most is None or (entries is None and self.trips.is_sampled(loop, place)):
                return None
            own *= most
        function = place.function
        if function is place.module:
            return own
        callers = self.callers(place)
        if self.keras.calls_again(function) is not None or self.calls.solved(function):
            return None
        if entries is None and self.calls.may_be_run_by_others(function):
            return None
        if not callers:
            return None if entries is None else own * entries
        are_known = self.liveness.is_notebook or self.calls.are_known(function)
        if function in seen or not are_known:
            return None
        seen |= {function}
        outer = [self._most(around, combined, entries, seen) for _, around in callers]
        known = [most for most in outer if most is not None]
        return own * combined(known) if len(known) == len(outer) else None

    def count(self, loop: LoopNode) -> int | None:
        """Return how often a loop runs, where that is known."""
        return self.trips.count(loop)

    def unconditional(self, node: ast.AST, place: Place) -> Witness | None:
        """Return why ``node`` runs in every run of the program; None if a condition decides it.

        ``if __name__ == "__main__"`` is no condition on an option.
        """
        return self._reached(node, place, set())

    def _reached(self, node: ast.AST, place: Place, seen: set[Function]) -> Witness | None:
        """Return why control gets to ``node``, not by way of the functions ``seen`` already."""
        for test in self.syntax.conditions(node, place):
            if not is_main_guard(test):
                return None
        if any(isinstance(p.node, (ast.ExceptHandler, ast.match_case)) for p in place.enclosing()):
            return None
        assumptions: set[Assumption] = {"A1", "A2"} if place.loops else {"A1"}
        found = self.files.witness(node, place, "it is called", *assumptions)
        function = place.function
        if function is place.module:
            return found
        seen.add(function)
        for call, around in self.callers(place):
            if around.function in seen or self.calls.target(call) is not function:
                # It may run another one.
                continue
            outer = self._reached(call, around, seen)
            if outer is not None:
                return outer + found
        return None

    def loop(self, loop: LoopNode, place: Place) -> Witness | None:
        """Return why a loop runs the code at ``place``, in it, more than a few times."""
        around = self.index.places[loop]
        assumptions: set[Assumption] = {"A1"}
        if isinstance(loop, ast.While):
            assumptions.add("A2")
        else:
            if self.trips.is_excerpt(loop) and self.count(loop) is None:
                return None
            if self.count(loop) is None:
                assumptions.add("A2")
        most = self.trips.most(loop, place)
        if most is not None and most <= FEW:
            return None
        keyword = "while" if isinstance(loop, ast.While) else "for"
        found = self.files.witness(
            loop, around, f"the '{keyword}' loop runs again and again", *assumptions
        )
        conditions = self.conditions(place, loop)
        taken = Consumption(self.names, self.syntax, self.calls, self.trips).of(loop, place)
        if taken == "first":
            return None
        if taken == "some":
            found += Witness(needs=frozenset({f"{self.named(loop, place)} goes on"}))
        # Asked last, for it may look into all that the code calls.
        if conditions is None or loop in self.reachability.ended(place):
            return None
        return found + conditions

    def conditions(
        self,
        place: Place,
        loop: LoopNode | None,
        is_same: Callable[[ast.expr], bool] | None = None,
    ) -> Witness | None:
        """Return what is assumed of the conditions around ``place`` in a loop, or in its function.

        None where they let few iterations through: an exception, a first-call check, one number.

        Args:
            place: the code.
            loop: the loop; None for calls of the function.
            is_same: whether a condition, or a key, is the same in all these calls.
        """
        found = Witness()
        if self.syntax.is_memoized(place, loop, is_same):
            return None
        for inner in place.enclosing():
            node = inner.node
            if loop is not None and (node is loop or (inner.loops and loop not in inner.loops)):
                break
            if isinstance(node, ast.ExceptHandler):
                return None
            if isinstance(node, ast.match_case):
                test = self._equality(node, inner)
                held: Witness | None = Witness(assumptions=frozenset({"A3"}))
                if test is not None and not (is_same is not None and is_same(test)):
                    held = self._held(test, True, inner, loop)
                if held is None:
                    return None
                found += held
        for test, around, holds, node in self.index.guards(place, loop):
            if isinstance(node, ast.While):
                continue
            if isinstance(node, ast.If):
                if self.syntax.settles(node, around, holds=holds):
                    return None
                if _ends_loop(place, node, around, holds=holds):
                    # It decides how often the loop runs, no more.
                    found += Witness(assumptions=frozenset({"A2"}))
                    continue
                if holds and _is_demanded(node, around):
                    continue
                nearest = next(reversed(around.loops), None)
                if nearest is not None and nearest is loop:
                    if self._is_at_end_only(node.test, holds, nearest):
                        return None
                elif nearest is not None:
                    if self._holds_at_end(node, holds, nearest):
                        # So it does once per iteration of the loop around that one.
                        continue
            if is_same is not None and (is_same(test) or _asks_for_other(test, is_same)):
                held = Witness(assumptions=frozenset({"A3"}))
            else:
                held = self._held(test, holds, around, loop)
            if held is None:
                return None
            # A comprehension has a condition for the sake of what it lets through (A3).
            found += held if isinstance(node, ast.If) else Witness(assumptions=frozenset({"A3"}))
        return found

    def _equality(self, case: ast.match_case, place: Place) -> ast.expr | None:
        """Return what a case with a single constant asks of the subject; None for any other."""
        match = self.syntax.parent(place.function, case)
        if not isinstance(match, ast.Match) or not isinstance(case.pattern, ast.MatchValue):
            return None
        test = ast.Compare(match.subject, [ast.Eq()], [case.pattern.value])
        return ast.copy_location(test, match.subject)

    def is_unconditional(self, place: Place, loop: LoopNode | None) -> bool:
        """Whether no condition in a loop, or in a function, decides if code in it runs.

        What ends a loop decides only how often.
        """
        for around in place.enclosing():
            if around.node is loop:
                break
            if isinstance(around.node, (ast.match_case, ast.ExceptHandler)):
                return False
        else:
            if loop is not None and loop not in place.loops:
                return False
        return all(
            isinstance(node, ast.While)
            or (isinstance(node, ast.If) and _ends_loop(place, node, around, holds=holds))
            for _, around, holds, node in self.index.guards(place, loop)
        )

    def _held(
        self, test: ast.expr, wanted: bool, place: Place, loop: LoopNode | None
    ) -> Witness | None:
        """Return what is assumed if a condition holds (or not) again and again.

        That is in iterations of a loop; in calls of the function if there is none.
        """
        unrolled = None if loop is None else self.unrolling.of(test, place, loop)
        if unrolled is not None and unrolled.distinct is not None:
            times = sum(bool(value) is wanted for value in unrolled.values)
            if times > FEW or unrolled.is_whole:
                return Witness() if times > FEW else None
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._held(test.operand, not wanted, place, loop)
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Eq, ast.Is)):
            (compared, *more) = test.comparators
            flag = compared.value if isinstance(compared, ast.Constant) and not more else None
            if isinstance(flag, bool):
                return self._held(test.left, wanted is flag, place, loop)
        if loop is not None and self.syntax.is_invariant(test, loop):
            return Witness(assumptions=frozenset({"A3"}))
        if wanted and self.classes.member(test, place) in library.DATA_FLAGS:
            return Witness(assumptions=frozenset({"A3"}))
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is wanted:
            # All of them have to hold, or not.
            all_held = [self._held(part, wanted, place, loop) for part in test.values]
            met = [held for held in all_held if held is not None]
            return sum(met, Witness()) if len(met) == len(all_held) else None
        parts = test.values if isinstance(test, ast.BoolOp) else [test]
        if any(_is_rare(part, wanted) for part in parts):
            return None
        if any(not isinstance(part, (ast.BoolOp, ast.Compare)) for part in parts):
            # A flag, or what an unknown call says.
            held = "true" if wanted else "false"
            repeater = "calls" if loop is None else f"iterations of {self.named(loop, place)}"
            clause = f"'{text_of(test)}' is {held}{MORE_THAN_FEW} {repeater}"
            return Witness(needs=frozenset({clause}))
        return Witness(assumptions=frozenset({"A3"}))

    def named(self, loop: LoopNode, place: Place) -> str:
        """Return how a clause names a loop, be it of another file than the one analysed."""
        line = start(loop)[0]
        is_own = self.files.is_own(place)
        return f"the loop of {f'line {line}' if is_own else self.files.location(place, line)}"

    def _holds_at_end(self, node: ast.If, wanted: bool, loop: LoopNode) -> bool:
        """Whether a condition holds (or not) in the iteration in which a ``while`` loop ends.

        It does if the loop ends for the same reason, such as ``if done or ...`` in
        ``while not done``, or by that very conditional.
        """
        if not isinstance(loop, ast.While) or loop.orelse:
            return False
        ends = [
            statement
            for statement in loop.body
            if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Break)
        ]
        jumps = [
            inner
            for statement in loop.body
            for inner in ast.walk(statement)
            if isinstance(inner, (ast.Break, ast.Continue, ast.Return))
        ]
        if len(jumps) > len(ends):
            return False
        if wanted and ends == [node] and constant_truth(loop.test) is True:
            return True
        reasons = [list(_implied(end.test, True)) for end in ends]
        if constant_truth(loop.test) is not True:
            reasons.append(list(_implied(loop.test, False)))
        return bool(reasons) and all(
            self._follows(node.test, wanted, names, loop) for names in reasons
        )

    def _is_at_end_only(self, test: ast.expr, wanted: bool, loop: LoopNode) -> bool:
        """Whether a condition holds (or not) in no other iteration of a ``while`` than its last.

        There something is so that the loop goes on for as long only as it is not.
        """
        return isinstance(loop, ast.While) and any(
            name.id == later.id and holds is not goes_on and self._is_unchanged(name, later, loop)
            for name, holds in _implied(test, wanted)
            for later, goes_on in _implied(loop.test, True)
        )

    def _follows(
        self, test: ast.expr, wanted: bool, known: Iterable[tuple[ast.Name, bool]], loop: LoopNode
    ) -> bool:
        """Whether a condition in a loop holds (or not) where names later in it are true, or not."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._follows(test.operand, not wanted, known, loop)
        if isinstance(test, ast.BoolOp):
            parts = (self._follows(value, wanted, known, loop) for value in test.values)
            return all(parts) if isinstance(test.op, ast.And) is wanted else any(parts)
        return isinstance(test, ast.Name) and any(
            name.id == test.id and holds is wanted and self._is_unchanged(test, name, loop)
            for name, holds in known
        )

    def _is_unchanged(self, name: ast.Name, later: ast.Name, loop: LoopNode) -> bool:
        """Whether a name holds what it does later, in the same iteration of a loop."""
        place = self.index.places[loop]
        first, second = definitions(name, place), definitions(later, place)
        return (
            len(first) == 1
            and first[0].certain
            and first[0].place.loops[-1:] == (loop,)
            and [binding for binding in second if loop in binding.place.loops] == first
        )

    def callers(self, place: Place) -> list[tuple[ast.Call, Place]]:
        """Return the calls of a function that get to the code at ``place`` in it.

        Not those that surely never run, nor those whose constants take another branch.
        """
        function = place.function
        deciding = [*dict.fromkeys(guard for guard, _ in self._deciding(place))]
        if function.is_method:
            instance = function.parameters[0].name
            for guard in self.index.guards(place):
                names = {node.id for node in ast.walk(guard.test) if isinstance(node, ast.Name)}
                if instance in names and guard not in deciding:
                    deciding.append(guard)
        return [
            (call, around)
            for call, around in self.calls.callers(function)
            if not self.liveness.is_dead(around)
            and self.feasibility.is_feasible(call, around)
            and self.feasibility.admits(call, around, function, deciding) is not False
        ]

    def _deciding(self, place: Place) -> list[tuple[Guard, Parameter]]:
        """Return the conditions on parameters that decide whether a call gets to ``place``.

        With each parameter.
        """
        function = place.function
        return [
            (guard, parameter)
            for guard in self.index.guards(place)
            for parameter in function.call_parameters
            if parameter.name in {n.id for n in ast.walk(guard.test) if isinstance(n, ast.Name)}
            and len(function.body.scope.bindings[parameter.name]) == 1
        ]

    def passed_seldom(self, place: Place, call: ast.Call, around: Place) -> frozenset[LoopNode]:
        """Return the loops around a call in which it seldom gets to ``place`` in the function.

        There a flag decides that is passed as a condition: ``train(model, i == 0)``.
        """
        found: set[LoopNode] = set()
        for guard, parameter in self._deciding(place):
            test, holds = guard.test, guard.holds
            while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
                test, holds = test.operand, not holds
            given = bind(place.function.call_parameters, call)
            passed = next(
                (node for node, p, starred in given if p is parameter and not starred), None
            )
            if isinstance(test, ast.Name) and isinstance(
                passed, (ast.BoolOp, ast.Compare, ast.UnaryOp)
            ):
                held = ((loop, self._held(passed, holds, around, loop)) for loop in around.loops)
                found.update(loop for loop, why in held if why is None)
        return frozenset(found)

    def is_left_out(self, method: Function) -> bool:
        """Whether nothing calls a method of a class that the program makes instances of.

        Nor another method that calls it. Where something else may do so, it is not left out:
        decorators, a base class that is not known, code that is handed the method.
        """
        cls = method.owner
        return (
            cls is not None
            and self._is_uncalled(method, frozenset())
            and any(not self.liveness.is_dead(at) for _, at in self.calls.constructions(cls))
        )

    def _is_uncalled(self, method: Function, seen: frozenset[Function]) -> bool:
        if method in seen:
            return True
        if self.liveness.is_entered(method) or method.name in self._passed_on:
            return False
        if not method.is_method or not self.calls.are_known(method):
            return False
        for call, place in self.calls.named(method.name):
            targets, func = self.calls.targets(call), call.func
            if method in targets:
                around = seen | {method}
                if not self.liveness.is_dead(place):
                    if not self._is_uncalled(place.function, around):
                        return False
            elif not targets and self.names.qualified(func, place) is None:
                # Of an object that is not known it may be that method.
                if not isinstance(func, ast.Attribute):
                    return False
                if type(self.values.value(func.value, place)) is TraceType:
                    return False
        return True

    @cached_property
    def _passed_on(self) -> set[str]:
        """The names of attributes that are read but not called, and those in strings."""
        called = {call.func for call, _ in self.index.calls}
        found: set[str] = set()
        for function in self.index.functions:
            for node in own_nodes(function):
                if isinstance(node, ast.Attribute) and node not in called:
                    found.add(node.attr)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.update(node.value.split())
        return found

    def _is_offered(self, function: Function) -> bool:
        """Whether a function is there for users of a library: its own project uses it nowhere.

        What other code says of it, not as a call, is a use that nobody knows. A file outside any
        project is taken to be used by others.
        """
        owner, name = function.owner, function.name
        names, attributes = self._read
        readers = attributes.get(name, set())
        if owner is None:
            if name in names or readers:
                return False
        elif None in readers or readers & {*self.classes.family(owner)}:
            return False
        path = self.files.path(function.body)
        if is_mentioned(name, path, "" if owner is None else owner.name):
            return False
        return is_library(path)

    @cached_property
    def _read(self) -> tuple[set[str], dict[str, set[Class | None]]]:
        """The names that the code reads, and the attributes.

        These with the classes whose methods read them of their own instance; None for other code.
        """
        names: set[str] = set()
        attributes: dict[str, set[Class | None]] = {}
        for function in self.index.functions:
            instance = function.parameters[0].name if function.is_method else None
            for name, uses in self.syntax.uses(function).items():
                names.add(name)
                for _, parent in uses:
                    if isinstance(parent, ast.Attribute):
                        reader = function.owner if name == instance else None
                        attributes.setdefault(parent.attr, set()).add(reader)
        return names, attributes

    def _called(
        self, place: Place, inside: Function | None, skip: frozenset[LoopNode]
    ) -> Witness | None:
        function = place.function
        callers = [(*caller, self.passed_seldom(place, *caller)) for caller in self.callers(place)]
        key = (function, inside, skip, tuple((call, seldom) for call, _, seldom in callers))
        if key not in self._by_function:
            self._by_function[key] = None
            self._by_function[key] = self._called_again(function, callers, inside, skip)
        found = self._by_function[key]
        if found is None or callers or not found.needs:
            return found
        # Of calls that nobody sees it is assumed already that there are some.
        conditions = self.conditions(place, None)
        return None if conditions is None else found + conditions

    def _called_again(
        self,
        function: Function,
        callers: list[tuple[ast.Call, Place, frozenset[LoopNode]]],
        inside: Function | None,
        skip: frozenset[LoopNode],
    ) -> Witness | None:
        """Return why ``callers``, or code that nobody sees, call a function more than a few times.

        With each caller: the loops that do not count for it. None where there are calls, but none
        of them gets to the code in question.
        """
        if not callers and self.calls.callers(function):
            return None
        callers = [caller for caller in callers if caller[1].function is not function]
        proven: list[tuple[Witness, Place]] = []
        likely: Witness | None = None
        for call, place, seldom in callers:
            found = self.of(place, skip=skip | seldom, inside=inside)
            if found is None or self.reachability.prevent(call, place):
                continue
            found = self.files.witness(call, place, f"{function.shown} is called") + found
            found += self.calls.doubt(call, place, function)
            if found.confidence == "proven":
                proven.append((found, place))
            if found.confidence == "likely":
                likely = likely or found
        if proven:
            return max(proven, key=lambda pair: self._heat(pair[1]))[0]
        unit = self.keras.calls_again(function)
        if unit is not None and inside is None:
            text = f"Keras calls {function.shown} for each {unit}"
            return self.files.witness(function.node, function.body, text, "A1", "A2")
        solved = self.calls.solved(function)
        if solved is not None and inside is None and not self.liveness.is_dead(solved[1]):
            text = f"{tail(solved[0].func)} calls {function.shown} again and again"
            return self.files.witness(*solved, text, "A1", "A2")
        sure = self.calls.sure_callers(function)
        together = chain([(call, place) for call, place, _ in callers if (call, place) in sure])
        if len(together) > FEW:
            steps = (self.files.step(c, p, f"{function.shown} is called") for c, p in together)
            return Witness(tuple(steps), frozenset({"A1", "A3"}))
        if callers or function.name in ("<lambda>", "__init__") or inside is not None:
            return likely
        # What is likely only is not worth a search where nobody asks for it.
        if self.settings.confidence == "proven":
            return None
        if not self.classes.is_registered(function) and not self._is_offered(function):
            return None
        clause = f"{function.shown} is called more than a few times"
        definition = self.files.step(
            function.node, function.body, "no call in the project bounds how often it runs"
        )
        return Witness((definition,), frozenset({"A1"}), frozenset({clause}))


def _implied(test: ast.expr, holds: bool) -> Iterator[tuple[ast.Name, bool]]:
    """Yield the names that are true, or false, wherever a condition holds (or not)."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _implied(test.operand, not holds)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds:
        for value in test.values:
            yield from _implied(value, holds)
    elif isinstance(test, ast.Name):
        yield test, holds


def _is_rare(test: ast.expr, wanted: bool) -> bool:
    """Whether a comparison holds (or not) for one number, or where something is first met."""
    if not isinstance(test, ast.Compare):
        return False
    (op, *_) = test.ops
    # A first-call check, or a cache.
    return isinstance(op, (ast.Eq, ast.Is, ast.NotIn) if wanted else (ast.NotEq, ast.IsNot, ast.In))


def _asks_for_other(test: ast.expr, is_same: Callable[[ast.expr], bool]) -> bool:
    """Whether a condition asks whether a key that differs from time to time is in something."""
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.ops[0], (ast.In, ast.NotIn))
        and not is_same(test.left)
    )


def _ends_loop(place: Place, node: ast.If, around: Place, *, holds: bool) -> bool:
    """Whether the loop with ``place`` ends where a condition in it, around or before, is not met.

    Args:
        place: the code.
        node: the conditional.
        around: where it stands.
        holds: what its condition has to give for control to get to the code.
    """
    nearest = next(reversed(around.loops), None)
    if not isinstance(nearest, Loop) or nearest not in place.loops:
        return False
    return place.function.graph.ends(node, nearest, holds=not holds)


def _is_demanded(node: ast.If, place: Place | None) -> bool:
    """Whether a program says what it demands: the condition holds, or it raises.

    Not so where the condition is one of several, or the function catches what it raises.
    """
    if place is None or not (node.orelse and isinstance(node.orelse[-1], ast.Raise)):
        return False
    is_elif = isinstance(place.node, ast.If) and place.node.orelse == [node]
    is_caught = any(isinstance(around.node, ast.Try) for around in place.enclosing())
    return not is_elif and not is_caught


def chain(
    calls: Sequence[tuple[ast.Call, Place]],
) -> list[tuple[ast.Call, Place]]:
    """Return calls that can all run in one execution, the first ones first.

    Of two calls in one function one must lead to the other; those of different functions are
    taken to run both.
    """
    found: list[tuple[ast.Call, Place]] = []
    # Whether two calls can is a matter of their basic blocks: one of each block is enough.
    reached: dict[Function, dict[Block, Point]] = {}
    for call, place in calls:
        graph = place.function.graph
        point = graph.point_at(start(call))
        others = reached.setdefault(place.function, {})
        if point[0] in others or all(
            graph.leads_to(point, other) or graph.leads_to(other, point)
            for other in others.values()
        ):
            others.setdefault(point[0], point)
            found.append((call, place))
    return found
