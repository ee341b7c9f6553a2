"""What the code beside a call takes: a lower bound of the milliseconds, through the call graph."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.program import library
from flake8_tfretrace.program.cfg import Loop
from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.repetition import SELDOM
from flake8_tfretrace.program.rows import FEW_ROWS, rows_of_inputs
from flake8_tfretrace.program.scopes import Function, LoopNode, Place, children, start
from flake8_tfretrace.program.syntax import argument, named_argument
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    FunctionValue,
    ObjectValue,
    PythonValue,
    StreamValue,
    TensorValue,
)
from flake8_tfretrace.program.variation import DOMINATING, STEP

PREDICT = 50
"""What a call of ``predict`` takes besides the model, in milliseconds, as measured."""
_USUAL = 8
"""So many epochs, or so many times what a batch takes, where nothing else is known."""
_OF_A_FIT = {"evaluate": 50, "fit": 50, "fit_generator": 50 * _USUAL, "train_on_batch": 5}
"""What methods of a small Keras model take on few rows, in milliseconds, as measured."""
_TRAINING = _OF_A_FIT.keys() - {"evaluate"} | {"apply_gradients"}
"""Methods that change the weights of a model."""
_OF_A_MODEL = 300
"""What it takes to make, or load, a model and to trace it when it is first used."""
_OF_A_LOOP = 64
"""So many iterations has a loop of which only the kind is known, where it may hide something."""
_LESS_THAN_AN_EPOCH = 100
"""So many calls may take less than an epoch of which nothing is known but that it is one."""
_DATA_SETS = ("validation_data", "validation_split")
"""Arguments of ``fit`` that only who trains on a whole set of data gives."""


@dataclass(frozen=True)
class Cost:
    """What code takes: at least so many milliseconds, and what nobody knows of some calls."""

    least: float = 0
    unknown: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()
    """What is assumed of calls that wait for what other code gives them."""
    loops: tuple[str, ...] = ()
    """What is assumed of loops that may take longer than however many calls."""
    epochs: tuple[str, ...] = ()
    """What is assumed of whole epochs, which may take longer than many calls."""

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.least + other.least,
            self.unknown + other.unknown,
            self.waits + other.waits,
            self.loops + other.loops,
            self.epochs + other.epochs,
        )

    @property
    def needs(self) -> frozenset[str]:
        """What is assumed if it takes little: of the computations, and of what comes to it."""
        return frozenset((self.loops or self.epochs or self.unknown)[:1] + self.waits[:1])

    def times(self, count: float) -> Cost:
        """Return what it takes to run the code so many times."""
        return replace(self, least=self.least * count)


@dataclass(frozen=True)
class _Times:
    """How often something calls ``predict``: at most, or as a rule."""

    number: int = 1
    clause: str | None = None
    """The loop that may do it more often, if there is one."""
    usual: int = 1
    """How many iterations that loop has as a rule."""
    each: int = PREDICT
    """What each call takes, in milliseconds."""

    def is_hidden_by(self, cost: Cost) -> bool:
        """Whether other code takes far longer."""
        return cost.least > DOMINATING * self.each * self.number

    def is_decided_by(self, cost: Cost) -> bool:
        """Whether other code takes far longer, or may take longer than a few calls."""
        is_few = self.number <= SELDOM and self.clause is None
        may_be_longer = cost.loops or (cost.epochs and self.number <= _LESS_THAN_AN_EPOCH)
        return self.is_hidden_by(cost) or bool(may_be_longer) or (is_few and bool(cost.needs))

    def why_beside(self, cost: Cost) -> Witness | None:
        """Return what is assumed beside code that decides; None if it surely hides the calls."""
        if not self.is_hidden_by(cost):
            return Witness(needs=cost.needs)
        if self.clause is None:
            return None
        more = math.ceil(cost.least / (DOMINATING * self.each * self.number))
        return Witness(needs=frozenset({f"{self.clause} {more * self.usual} times or more"}))


class Costs:
    """Answers what code of one program takes at least."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._by_function: dict[Function, Cost] = {}

    def why_it_counts(self, place: Place) -> Witness | None:
        """Return why a call of ``predict`` at ``place`` is no small part of what repeats it.

        None if it is: the same iteration of a loop that repeats it, also of all callers, does
        something that takes far longer, such as to train a model or to wait. All calls of one
        iteration count together. Where nobody knows how many these are, as many as such loops
        have as a rule, it is assumed that they are more.
        """
        return self._why_it_counts(place, _Times(), frozenset())

    def is_hidden(self, place: Place, each: int) -> bool:
        """Whether what takes ``each`` milliseconds is surely hidden by what is done beside it."""
        return self._why_it_counts(place, _Times(each=each), frozenset()) is None

    def _why_it_counts(
        self, place: Place, times: _Times, seen: frozenset[Function]
    ) -> Witness | None:
        repetition, function = self.program.repetition, place.function
        is_repeated = False
        for loop in reversed(place.loops):
            if repetition.loop(loop, place) is not None:
                is_repeated = True
                cost = self._beside(place, loop)
                if times.is_decided_by(cost):
                    return times.why_beside(cost)
            times = self._repeated(times, loop, place)
        again = repetition.of(function.body) if is_repeated else Witness()
        if function is place.module or again is None:
            # How often a program that runs once goes round may be for its data to say.
            is_known = times.clause is None
            return None if is_known and times.is_hidden_by(self._elsewhere(place)) else Witness()
        if function in seen:
            return Witness()
        epoch = self._of_epochs(function)
        if epoch is not None and times.is_decided_by(epoch):
            return times.why_beside(epoch)
        if not again.needs:
            cost = self._beside(place, None)
            if times.is_hidden_by(cost):
                return times.why_beside(cost)
        whys = [
            self._why_it_counts(around, times, seen | {function})
            for _, around in repetition.callers(place)
            if repetition.of(around) is not None
        ]
        known = [why for why in whys if why is not None]
        if whys and not known:
            return None
        return min(known, key=lambda why: len(why.needs), default=Witness())

    def _repeated(self, times: _Times, loop: LoopNode, place: Place) -> _Times:
        """Return how often code runs in all iterations of a loop that runs it so many times."""
        trips = self.program.trips
        most = trips.most(loop, place)
        number = trips.least(loop, place) if most is None else most
        if most is not None or times.clause is not None:
            return replace(times, number=times.number * number)
        clause = f"{self.program.repetition.named(loop, place)} runs"
        return replace(times, number=times.number * number, clause=clause, usual=number)

    def _elsewhere(self, place: Place) -> Cost:
        """Return what a run of the function of ``place`` takes without the loop around that.

        Of other loops only those count that train, since the program is there for these.
        """
        met = {guard.test for guard in self.program.index.guards(place)}
        calls = [
            (call, other)
            for call, other in self.program.calls.within(place.function)
            if not other.loops or other.loops[0] not in place.loops
        ]
        training = {other.loops[0] for call, other in calls if other.loops and self._trains(call)}
        found = Cost()
        for call, other in calls:
            if other.loops and other.loops[0] not in training:
                continue
            needed = self.program.repetition.conditions(other, None, met.__contains__)
            if needed is not None and not needed.needs:
                found += self._of_call(call, other).times(self._iterations(other, place, 0))
        return found

    def _trains(self, call: ast.Call) -> bool:
        """Whether a call changes the weights of a model, or runs code that does."""
        pending, seen = [call], set[Function]()
        for one in pending:
            if isinstance(one.func, ast.Attribute) and one.func.attr in _TRAINING:
                return True
            target = self.program.calls.target(one)
            if target is not None and target not in seen:
                seen.add(target)
                pending += [inner for inner, _ in self.program.calls.within(target)]
        return False

    def _beside(self, place: Place, loop: LoopNode | None) -> Cost:
        """Return what each execution of ``place`` in a loop, or call of its function, takes."""
        around = set(place.enclosing())
        found = Cost()
        for call, other in self.program.calls.within(place.function):
            if loop is not None and loop not in other.loops:
                continue
            if other in around or self._is_certain(other, loop):
                depth = 0 if loop is None else other.loops.index(loop) + 1
                cost = self._of_call(call, other)
                if cost != Cost() and self.program.feasibility.is_feasible(call, other):
                    found += cost.times(self._iterations(other, place, depth))
        node = place.function.node if loop is None else loop
        long = () if loop is None else tuple(self._long_loops(place, loop))
        return found + Cost(0, tuple(self._commands(node, place)), (), long)

    def _long_loops(self, place: Place, loop: LoopNode) -> Iterator[str]:
        """Yield what is assumed of loops that an iteration runs before the loop with ``place``.

        Each goes over all elements of an array, one by one, with a loop for each of them.
        """
        inner = place.loops[place.loops.index(loop) + 1 :]
        trips = self.program.trips
        for other, around in place.function.loops if inner else ():
            if around.loops[-1:] != (loop,) or start(other) >= start(inner[0]):
                continue
            if not self._is_certain(around, loop) or trips.most(other, around) is not None:
                continue
            has_loop = any(
                at.loops[-1:] == (other,) and trips.most(below, at) is None
                for below, at in place.function.loops
            )
            if has_loop and trips.is_by_elements(other):
                named = self.program.repetition.named(other, around)
                yield f"{named} takes little longer than the calls of predict"

    def operations(self, node: ast.AST, place: Place) -> int:
        """Return how many operations statements add to a graph, as far as that is known.

        Args:
            node: a loop, of which one iteration counts, or a function.
            place: the code in it.
        """
        return self._operations(node, place, frozenset())

    def _operations(self, node: ast.AST, place: Place, seen: frozenset[Function]) -> int:
        body = getattr(node, "body", [])
        pending: list[ast.AST] = [*body] if isinstance(body, list) else [body]
        count = 0
        for part in pending:
            if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
                continue
            if isinstance(part, ast.For):
                times = self.program.trips.count(part)
                count += (1 if times is None else times) * self._operations(part, place, seen)
                continue
            pending += children(part)
            if isinstance(part, (ast.BinOp, ast.UnaryOp, ast.Call)):
                if not self._is_of_host(part, place):
                    count += self._operations_of(part, seen)
            elif isinstance(part, ast.AugAssign):
                operands = (part.target, part.value)
                count += not all(self._is_of_host(operand, place) for operand in operands)
        return count

    def _is_of_host(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives what Python or NumPy computes, while a graph is made."""
        value = self.program.value(node, self.program.syntax.place(place.function, node))
        is_array = isinstance(value, TensorValue) and value.numpy is True
        return is_array or isinstance(value, (PythonValue, FunctionValue, ClassValue))

    def _operations_of(self, node: ast.expr, seen: frozenset[Function]) -> int:
        """Return how many operations an operator, or a call, adds to a graph by itself."""
        target = self.program.calls.target(node) if isinstance(node, ast.Call) else None
        if target is None or target in seen:
            return 1
        return max(1, self._operations(target.node, target.body, seen | {target}))

    def _is_certain(self, place: Place, loop: LoopNode | None) -> bool:
        """Whether no flag, and no number of an iteration, decides if code runs."""
        conditions = self.program.repetition.conditions(place, loop)
        return conditions is not None and not conditions.needs

    def _iterations(self, other: Place, place: Place, depth: int) -> int:
        """Return how often loops run the code at ``other`` as a rule, but for the outer ones.

        Those that it shares with ``place`` run both equally often.
        """
        trips = self.program.trips
        count = 1
        for loop in other.loops[depth:]:
            bound = 1 if self._ends(other, loop) else trips.most(loop, other)
            usual = trips.least(loop, place) if loop in place.loops else _OF_A_LOOP
            count *= usual if bound is None else bound
        return count

    def _ends(self, place: Place, loop: LoopNode) -> bool:
        """Whether an iteration of a loop that gets to the code at ``place`` is its last one."""
        return any(
            isinstance(node, ast.If)
            and isinstance(loop, Loop)
            and around.loops[-1:] == (loop,)
            and place.function.graph.ends(node, loop, holds=holds)
            for _, around, holds, node in self.program.index.guards(place, loop)
        )

    def _of_function(self, function: Function) -> Cost:
        """Return what a call of a function takes."""
        if function not in self._by_function:
            # What a recursive call takes is part of it.
            self._by_function[function] = Cost()
            self._by_function[function] = self._beside(function.body, None)
        return self._by_function[function]

    def _of_call(self, call: ast.Call, place: Place) -> Cost:
        func, program = call.func, self.program
        value = program.value(func, place)
        made = program.value(call, place)
        if (
            isinstance(made, ObjectValue)
            and made.site is call
            and program.keras.kind(made) == "model"
        ):
            return Cost(_OF_A_MODEL)
        is_traced = isinstance(value, FunctionValue) and value.traced is not None
        if is_traced or program.keras.kind(value) == "model":
            return Cost(STEP)
        target = program.calls.target(call)
        if target is not None:
            return self._of_function(target)
        if isinstance(func, ast.Attribute) and func.attr in _OF_A_FIT:
            if program.keras.is_own_endpoint(func.value, func.attr, place):
                return self._of_fit(call, func, place)
        if isinstance(func, ast.Attribute) and func.attr == "apply_gradients":
            return Cost(STEP if program.keras.is_optimizer(func.value, place) else 0)
        qualified = program.qualified(func, place) or ""
        member = program.classes.member(func, place) or ""
        pause = argument(call, 0, "timeout")
        if member in library.PAUSES and pause is not None:
            length = program.value(pause, place).constant
            is_known = isinstance(length, (int, float))
            return Cost(length * library.PAUSES[member] if is_known else 0)
        if program.repetition.takes_from_others(call, place):
            waits = f"what '{text_of(call.func)}' takes is there already"
            return Cost(0, (), (waits,))
        if member in library.RATES:
            rate = argument(call, 0, "framerate")
            known = program.value(rate, place).constant
            if isinstance(known, (int, float)) and known > 0:
                return Cost(1000 / known)
            return Cost() if rate is None or known == 0 else Cost(0, (self._is_short(call, place),))
        if qualified in library.MILLISECONDS:
            return Cost(library.MILLISECONDS[qualified])
        if library.has_unknown_cost(qualified) or library.asks_server(member):
            return Cost(0, (self._is_short(call, place),))
        return Cost()

    def _of_epochs(self, function: Function) -> Cost | None:
        """Return what an epoch takes at least if a function is called once in each, by Keras."""
        keras, cls = self.program.keras, function.owner
        if cls is None or keras.calls_again(function) != "epoch":
            return None
        epochs = [
            self._of_epoch(call, call.func, place)
            for call, _, place in keras.runs(cls)
            if isinstance(call.func, ast.Attribute) and call.func.attr in _OF_A_FIT
        ]
        unknown = Cost(0, epochs=("an epoch takes little longer than predict",))
        return min(epochs, key=lambda cost: cost.least, default=unknown)

    def _of_fit(self, call: ast.Call, func: ast.Attribute, place: Place) -> Cost:
        """Return what it takes to train or evaluate a small model on what it is given."""
        once = self._of_epoch(call, func, place)
        epochs = argument(call, 3, "epochs")
        if epochs is None:
            return once
        number = self.program.value(epochs, place)
        usual = number.usual if isinstance(number, PythonValue) else None
        known = number.constant if isinstance(number.constant, int) else usual
        return once.times(_USUAL if known is None else known)

    def _of_epoch(self, call: ast.Call, func: ast.Attribute, place: Place) -> Cost:
        """Return what one round of training, or of evaluating, takes of it."""
        once = Cost(_OF_A_FIT[func.attr])
        data = argument(call, 0, "x")
        given = [node for node in (data, argument(call, 1, "y")) if node is not None]
        sizes = [rows_of_inputs(self.program, node, place) for node in given]
        for rows in sizes:
            if rows is not None:
                return once.times(max(1, rows / FEW_ROWS))
        is_all = any(named_argument(call, name) is not None for name in _DATA_SETS)
        is_step = func.attr == "train_on_batch"
        short = () if is_step else (self._is_short(call, place),)
        if is_all or isinstance(self.program.value(data, place), StreamValue):
            return once.times(_USUAL) + Cost(epochs=short)
        return once + Cost(unknown=short)

    def _is_short(self, call: ast.Call, place: Place) -> str:
        """Return what is assumed of a call of which nobody knows how long it takes."""
        files = self.program.files
        where = "" if files.is_own(place) else f" ({files.location(place, call.lineno)})"
        return f"'{text_of(call.func)}'{where} takes little longer than predict"

    def _commands(self, node: ast.AST, place: Place) -> Iterator[str]:
        """Yield what is assumed of the commands that a notebook runs in ``node``."""
        if isinstance(node, ast.stmt) and self.program.files.is_own(place):
            for line in self.program.liveness.commands:
                if node.lineno <= line <= (node.end_lineno or 0):
                    yield f"the command of line {line} takes little longer than predict"
