"""How often loops run: bounds on the number of their iterations."""

from __future__ import annotations

import ast
import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import library
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.cfg import EXITS, constant_truth
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.draws import is_unit_draw
from flake8_tfretrace.program.episodes import Episodes
from flake8_tfretrace.program.iteration import count_of
from flake8_tfretrace.program.linear import assigned, linear, most_sliced, part_of
from flake8_tfretrace.program.liveness import Liveness
from flake8_tfretrace.program.mutations import Mutations
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import (
    Binding,
    Guard,
    Index,
    LoopNode,
    Place,
    definitions,
    lookup,
    sole_definition,
    tail,
)
from flake8_tfretrace.program.setbacks import Setbacks
from flake8_tfretrace.program.syntax import COMPARISONS, argument, bind
from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    MappingValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    most_elements,
)
from flake8_tfretrace.program.unrolling import TOP, Unrolling
from flake8_tfretrace.program.values import Values

_LEAST = {"endless": 128, "windows": 128, "while": 32, "range": 32, "iterable": 8}
"""How often a loop runs of which nothing is known but its kind, which is written for that.

A range over the columns of a table is a loop over them, and one over all its rows, or over the
length of a list, is a loop over these. One that leaves out the rows of a first window moves that
window over a series.
"""
_FROM_FIRST = frozenset({"enumerate", "iter", "list", "reversed", "set", "sorted", "tuple"})
"""Functions that give no more elements than their first argument has."""
_OF_DATASETS = frozenset(
    {"as_numpy_iterator", "batch", "cache", "enumerate", "filter", "map", "padded_batch"}
    | {"prefetch", "shard", "shuffle", "skip", "take", "with_options"}
)
"""Methods of a dataset that give no more elements than it has."""

_ROUNDING = frozenset({"int", "math.ceil", "math.floor", "numpy.ceil", "numpy.floor", "round"})
"""Functions that make a whole number of a quotient."""

_ARRAYS = frozenset({"numpy.array", "numpy.asarray"})
"""Functions that make an array with a row for each element of a list."""
_LENGTHENING = frozenset({"append", "appendleft", "extend", "insert"})
"""Methods that make a list longer."""
_LEAVING = (ast.Break, ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await)
"""What ends a loop, or lets other code run in it."""


@dataclass(eq=False, repr=False)
class TripCounts:
    """Answers how often the loops of one program run."""

    index: Index
    names: Names
    classes: Classes
    mutations: Mutations
    unrolling: Unrolling
    calls: Calls
    liveness: Liveness
    values: Values
    _setbacks: Setbacks = field(init=False)
    _set_back: dict[tuple[ast.AST, bool], bool] = field(default_factory=dict, init=False)
    _most: dict[LoopNode, int | None] = field(default_factory=dict, init=False)
    _filling: set[Binding] = field(default_factory=set, init=False)
    """The lists whose length is being worked out."""

    def __post_init__(self) -> None:
        self._setbacks = Setbacks(self.index, self.names, self.unrolling.syntax, self.values)

    def is_set_back(self, guard: Guard) -> bool:
        """Whether what a condition lets run makes it fail, until something else changes."""
        key = (guard.node, guard.holds)
        if key not in self._set_back:
            self._set_back[key] = self._setbacks.is_set_back(guard)
        return self._set_back[key]

    def least_calls(self, place: Place) -> float:
        """Return every how many calls of its function the code at ``place`` runs, as a rule.

        Infinity stands for a number that is not known.
        """
        found: float = 1
        for guard in self.index.guards(place):
            if guard.place.loops:
                continue
            periods = self._moduli(guard.test, guard.place, holds=guard.holds)
            if not periods and self.is_set_back(guard):
                periods = {None}
            if not periods:
                periods = self._drawn(guard.test, guard.place, holds=guard.holds)
            for period in periods:
                found = max(found, math.inf if period is None else period)
        return found

    def count(self, loop: LoopNode) -> int | None:
        """Return how often a loop runs, where that is known."""
        if isinstance(loop, ast.While):
            return None
        return self._count(loop.iter, self.index.places[loop])

    def _count(self, node: ast.expr, place: Place) -> int | None:
        """Return how many elements an iterable has, where that is known."""
        if isinstance(node, ast.Call):
            if any(self._passed_anywhere(given, place) is not None for given in node.args):
                return None
        return count_of(self.values.value(node, place))

    def usual(self, loop: LoopNode) -> int | None:
        """Return how often a loop runs, by default where that is a parameter; None if not known."""
        count = self.count(loop)
        if count is not None or isinstance(loop, ast.While):
            return count
        stops = loop.iter.args if isinstance(loop.iter, ast.Call) else []
        place = self.index.places[loop]
        value = self.values.value(loop.iter, place)
        if not isinstance(value, PythonValue) or value.kind != "range" or len(stops) != 1:
            return None
        number = self.values.value(stops[0], place)
        return number.usual if isinstance(number, PythonValue) else None

    def least(self, loop: LoopNode, place: Place) -> int:
        """Return how often a loop runs the code at ``place`` at least.

        Where nothing else is known of the loop, its kind says it. Of iterations that a guard picks
        by a number that is not known, no more than one is sure.
        """
        usual = iterations = self._usual(loop)
        for guard in self.index.guards(place, loop):
            test, around, holds, _ = guard
            periods = self._periods(test, around, loop, holds=holds)
            if not periods and around.loops[-1:] == (loop,):
                periods = self._moduli(test, around, holds=holds)
                if not periods and self.is_set_back(guard):
                    periods = {None}
                if not periods:
                    periods = self._drawn(test, around, holds=holds)
            for period in periods:
                rate = 0 if period is None else int(iterations // period)
                usual = min(usual, max(1, rate))
        most = self.most(loop, place)
        return usual if most is None else min(usual, most)

    def _usual(self, loop: LoopNode) -> int:
        if isinstance(loop, ast.While):
            is_endless = constant_truth(loop.test) is True or self._goes_on(loop)
            return _LEAST["endless" if is_endless else "while"]
        count = self.count(loop)
        if count is not None:
            return count
        place = self.index.places[loop]
        iterable = self.values.value(loop.iter, place)
        is_range = isinstance(iterable, PythonValue) and iterable.kind == "range"
        if not is_range or any(_is_breadth(node) for node in ast.walk(loop.iter)):
            return _LEAST["iterable"]
        usual = self.usual(loop)
        return _LEAST[self._covered(loop.iter, place)] if usual is None else usual

    def _goes_on(self, loop: ast.While) -> bool:
        """Whether a loop runs while a camera or a video is there, or until it is told to stop."""
        place = self.index.places[loop]
        if isinstance(loop.test, ast.UnaryOp) and isinstance(loop.test.op, ast.Not):
            return self.classes.member(loop.test.operand, place) in library.STOP_FLAGS
        return self.classes.member(loop.test, place) in library.DATA_FLAGS

    def is_by_batches(self, loop: LoopNode) -> bool:
        """Whether a loop runs once for each batch of some data, of which nothing bounds the number.

        It goes over the batches, or counts up to a size of the data divided by that of a batch.
        """
        if isinstance(loop, ast.While):
            return False
        node, place = self._gone_through(loop), self.index.places[loop]
        iterable = self.values.value(node, place)
        if not isinstance(iterable, PythonValue):
            is_data = isinstance(iterable, StreamValue) or type(iterable) is TraceType
            return is_data and self.most_iterations(loop) is None
        return self.counts_batches(loop)

    def counts_batches(self, loop: LoopNode) -> bool:
        """Whether a loop counts up to a size of some data divided by that of a batch."""
        if isinstance(loop, ast.While):
            return False
        node, place = self._gone_through(loop), self.index.places[loop]
        iterable = self.values.value(node, place)
        is_range = isinstance(iterable, PythonValue) and iterable.kind == "range"
        if not isinstance(node, ast.Call) or not is_range or not node.args:
            return False
        stop = node.args[0 if len(node.args) == 1 else 1]
        return self._is_quotient(stop, place, frozenset())

    def _gone_through(self, loop: ast.For | ast.AsyncFor | ast.comprehension) -> ast.expr:
        """Return what a loop goes through, without what only shows or counts its progress."""
        node, place = loop.iter, self.index.places[loop]
        while isinstance(node, ast.Call) and node.args:
            if self.names.qualified(node.func, place) not in library.LOOP_WRAPPERS:
                break
            node = node.args[0]
        return node

    def is_by_elements(self, loop: LoopNode) -> bool:
        """Whether a loop counts through a dimension of an array, or the length of a sequence."""
        if isinstance(loop, ast.While) or not isinstance(loop.iter, ast.Call):
            return False
        node, place = loop.iter, self.index.places[loop]
        if self.names.qualified(node.func, place) != "range" or len(node.args) != 1:
            return False
        size, at = node.args[0], place
        if isinstance(size, ast.Name):
            size, at = sole_definition(size, place) or (size, place)
        if isinstance(size, ast.Call):
            return self.names.qualified(size.func, at) == "len"
        return isinstance(size, ast.Subscript) and _is_shape(size.value)

    def _is_quotient(self, node: ast.expr, place: Place, seen: frozenset[Binding]) -> bool:
        """Whether a number that nothing bounds is divided by that of a batch's rows, and rounded.

        Where callers pass it, all of them do.
        """
        if isinstance(node, ast.Name):
            bindings = definitions(node, place)
            if len(bindings) != 1 or bindings[0] in seen:
                return False
            seen, (binding,) = seen | set(bindings), bindings
            if binding.kind == "parameter":
                given = self.calls.given(binding.place.function, binding.name)
                return bool(given) and all(self._is_quotient(*pair, seen) for pair in given)
            source = assigned(binding)
            return source is not None and self._is_quotient(source, binding.place, seen)
        if isinstance(node, ast.Call) and len(node.args) == 1:
            name = self.names.qualified(node.func, place)
            return name in _ROUNDING and self._is_quotient(node.args[0], place, seen)
        if not isinstance(node, ast.BinOp):
            return False
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return self._is_quotient(node.left, place, seen)
        if not isinstance(node.op, (ast.Div, ast.FloorDiv)):
            return False
        sizes = self._numbers(node.right, place)
        return self._upper(node.left, place, frozenset()) is None and (
            not sizes or min(sizes) >= _LEAST["iterable"]
        )

    def _covered(self, node: ast.expr, place: Place) -> str:
        """Return what a range has a number for: all elements of something, or windows of them.

        ``range(len(rows))`` and ``range(len(rows) - width)``.
        """
        if not isinstance(node, ast.Call) or not node.args or len(node.args) > 2:
            return "range"
        first = self._numbers(node.args[0], place) if len(node.args) == 2 else {0}
        stop, at = node.args[-1], place
        if isinstance(stop, ast.Name):
            stop, at = sole_definition(stop, place) or (stop, place)
        is_less = False
        while isinstance(stop, ast.BinOp) and isinstance(stop.op, ast.Sub):
            is_less = is_less or self._numbers(stop.right, at) != {1}
            stop = stop.left
        if isinstance(stop, ast.Name):
            stop, at = sole_definition(stop, at) or (stop, at)
        if isinstance(stop, ast.Call):
            is_length = self.names.qualified(stop.func, at) == "len"
        else:
            is_length = _is_size(stop) and not _is_breadth(stop)
        if not is_length:
            return "range"
        return "windows" if is_less or not first <= {0, 1} or not first else "iterable"

    def most(self, loop: LoopNode, place: Place) -> int | None:
        """Return how often a loop runs the code at ``place`` at most; None if nothing bounds that.

        Guards on the loop's variable count: those around the code, and those in front of it.
        """
        iterations = self.most_iterations(loop)
        bounds = [iterations]
        for test, around, holds, deciding in self.index.guards(place, loop):
            if isinstance(deciding, ast.While) and not holds:
                # That a loop in this one is over says nothing of how it was entered.
                continue
            unrolled = self.unrolling.of(test, around, loop)
            if unrolled is not None and unrolled.is_whole:
                bounds.append(sum(v is TOP or bool(v) is holds for v in unrolled.values))
            bounds.append(self._ordered(test, around, loop, holds=holds))
            bounds.append(self._below(test, around, loop, holds=holds))
            bounds.append(self._listed(test, around, loop, holds=holds))
            for period in self._periods(test, around, loop, holds=holds):
                if period == math.inf:
                    bounds.append(1)
                elif period is not None and iterations is not None:
                    bounds.append(math.ceil(iterations / period))
        return _smallest(bounds)

    def is_sampled(self, loop: LoopNode, place: Place) -> bool:
        """Whether a guard lets every n-th iteration through to ``place``, with n not known."""
        return any(
            None in self._periods(test, around, loop, holds=holds)
            for test, around, holds, _ in self.index.guards(place, loop)
        )

    def _ordered(self, test: ast.expr, place: Place, loop: LoopNode, *, holds: bool) -> int | None:
        """Return in how many iterations the variable of a known range lies on one side of a number.

        None if the condition asks for something else, or nothing says for which number.
        """
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._ordered(test.operand, place, loop, holds=not holds)
        if not (_is_ordering(test) and isinstance(test, ast.Compare) and len(test.ops) == 1):
            return None
        iterable = UNKNOWN
        if not isinstance(loop, ast.While):
            iterable = self.values.value(loop.iter, self.index.places[loop])
        numbers = iterable.constant if isinstance(iterable, PythonValue) else None
        one = linear(self.values, test.left, place)
        other = linear(self.values, test.comparators[0], place)
        if not isinstance(numbers, range) or not numbers or one is None or other is None:
            return None
        form, compare = one - other, COMPARISONS[type(test.ops[0])]
        if len(form.terms) != 1:
            return None
        (((_, bindings), factor, _),) = form.terms
        if len(bindings) != 1 or bindings[0].node is not loop or bindings[0].path:
            return None

        def is_met(number: int) -> bool:
            return compare(factor * number + form.constant, 0) is holds

        # It is met up to some iteration, or from it on.
        at_first = is_met(numbers[0])
        turn = bisect_left(numbers, True, key=lambda number: is_met(number) is not at_first)
        return turn if at_first else len(numbers) - turn

    def _below(self, test: ast.expr, place: Place, loop: LoopNode, *, holds: bool) -> int | None:
        """Return in how many iterations the loop's own number is below something with a bound.

        ``if i > 9: break`` lets ten through, however many there are.
        """
        if isinstance(loop, ast.While) or not isinstance(test, ast.Compare) or len(test.ops) != 1:
            return None
        kind, number, bound = type(test.ops[0]), test.left, test.comparators[0]
        if kind in ((ast.Gt, ast.GtE) if holds else (ast.Lt, ast.LtE)):
            number, bound = bound, number
        elif not _is_ordering(test):
            return None
        bindings = definitions(number, place) if isinstance(number, ast.Name) else []
        if len(bindings) != 1 or bindings[0].node is not loop:
            return None
        if self._counts(loop, bindings[0]) != 1 or not self._begins_at_zero(loop):
            return None
        most = self._upper(bound, place, frozenset())
        is_met = kind in (ast.LtE, ast.GtE) if holds else kind in (ast.Lt, ast.Gt)
        return None if most is None else max(0, most + is_met)

    def _begins_at_zero(self, loop: ast.For | ast.AsyncFor | ast.comprehension) -> bool:
        """Whether a loop that counts begins at zero: ``range(n)``, or ``enumerate``."""
        node, place = loop.iter, self.index.places[loop]
        while isinstance(node, ast.Call) and node.args:
            if self.names.qualified(node.func, place) in ("enumerate", "range"):
                return len(node.args) == 1 and not node.keywords
            node = node.args[0]
        return False

    def _listed(self, test: ast.expr, place: Place, loop: LoopNode, *, holds: bool) -> int | None:
        """Return in how many iterations the number of a loop is one of a few that are listed."""
        if not isinstance(test, ast.Compare) or len(test.ops) != 1:
            return None
        if not isinstance(test.ops[0], ast.In if holds else ast.NotIn):
            return None
        if not self.step(test.left, place, loop):
            return None
        return self.elements(test.comparators[0], place)

    def _drawn(self, test: ast.expr, place: Place, *, holds: bool) -> set[float | None]:
        """Return every how many times a condition holds (or not) that compares a random draw."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._drawn(test.operand, place, holds=not holds)
        if isinstance(test, ast.BoolOp):
            if isinstance(test.op, ast.And) is not holds:
                return set()
            parts = (self._drawn(part, place, holds=holds) for part in test.values)
            return set[float | None]().union(*parts)
        if not (_is_ordering(test) and isinstance(test, ast.Compare) and len(test.ops) == 1):
            return set()
        sides = (test.left, test.comparators[0])
        drawn = [is_unit_draw(self.names, side, place) for side in sides]
        if drawn.count(True) != 1:
            return set()
        value = self.values.value(sides[drawn[0]], place)
        limit = value.constant if isinstance(value, PythonValue) else None
        if not isinstance(limit, float) or not 0 < limit < 1:
            return set()
        is_below = isinstance(test.ops[0], (ast.Lt, ast.LtE)) is drawn[0]
        share = limit if is_below is holds else 1 - limit
        return {1 / share}

    def _periods(
        self, test: ast.expr, place: Place, loop: LoopNode, *, holds: bool
    ) -> set[float | None]:
        """Return every how many iterations of a loop a condition lets the code run.

        None stands for a number that is not known, infinity for one iteration in all. A condition
        on something else than the number of the iteration has no period.
        """
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._periods(test.operand, place, loop, holds=not holds)
        if isinstance(test, ast.BoolOp):
            # One part decides if all have to hold, or none may.
            if isinstance(test.op, ast.And) is not holds:
                return set()
            parts = (self._periods(part, place, loop, holds=holds) for part in test.values)
            found = set[float | None]().union(*parts)
            known = [period for period in found if period is not None]
            return {max(known)} if known else found
        sides = [test, ast.Constant(0)]
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            (op,) = test.ops
            if not isinstance(op, ast.Eq if holds else ast.NotEq):
                return set()
            sides = [test.left, *test.comparators]
        elif holds:
            return set()
        steps = [self.step(side, place, loop) for side in sides]
        if None not in steps and steps[0] != steps[1]:
            return {math.inf}
        for side, other in (sides, reversed(sides)):
            if isinstance(side, ast.BinOp) and isinstance(side.op, ast.Mod):
                step = self.step(side.left, place, loop)
                if step and self.step(other, place, loop) in (0, None):
                    sizes = self._numbers(side.right, place)
                    if not sizes:
                        return {None}
                    return {min(abs(size) // math.gcd(step, size) or 1 for size in sizes)}
        return set()

    def _moduli(self, test: ast.expr, place: Place, *, holds: bool) -> set[float | None]:
        """Return the n of ``number % n == 0`` where the number is a counter, as a rule.

        That is a variable of the loop, or an attribute. None stands for an n that is not known.
        """
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds:
            parts = (self._moduli(part, place, holds=holds) for part in test.values)
            return set[float | None]().union(*parts)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._moduli(test.operand, place, holds=not holds)
        if isinstance(test, ast.Compare):
            if len(test.ops) > 1 or not isinstance(test.ops[0], ast.Eq if holds else ast.NotEq):
                return set()
            test = test.left
        elif holds:
            return set()
        if not (isinstance(test, ast.BinOp) and isinstance(test.op, ast.Mod)):
            return self._wrapped(test, place)
        number = test.left
        if isinstance(number, ast.Name):
            if not place.loops:
                return set()
            bindings = definitions(number, place)
            if not any(place.loops[-1] in binding.place.loops for binding in bindings):
                return set()
        elif not isinstance(number, ast.Attribute):
            return set()
        sizes = self._numbers(test.right, place)
        return {min(sizes) if sizes and min(sizes) > 0 else None}

    def _wrapped(self, node: ast.expr, place: Place) -> set[float | None]:
        """Return the n of a counter that begins again: ``self.t = (self.t + 1) % n``."""
        sources: list[tuple[ast.expr | None, Place]] = []
        if isinstance(node, ast.Attribute):
            text = ast.unparse(node)
            sources = [
                (part_of(binding.value, binding.path), binding.place)
                for target, binding in place.function.attribute_stores
                if ast.unparse(target) == text
            ]
        elif isinstance(node, ast.Name) and (sole := sole_definition(node, place)) is not None:
            sources = [sole]
        for source, around in sources if len(sources) == 1 else ():
            match source:
                case ast.BinOp(
                    left=ast.BinOp(op=ast.Add(), left=before), op=ast.Mod(), right=n
                ) if ast.unparse(before) == ast.unparse(node):
                    sizes = self._numbers(n, around)
                    return {min(sizes) if sizes and min(sizes) > 0 else None}
        return set()

    def step(self, node: ast.expr, place: Place, loop: LoopNode) -> int | None:
        """Return by how much each iteration of a loop raises an int; None if that is not known."""
        form = linear(self.values, node, place)
        if form is None or isinstance(loop, ast.While):
            return None
        total = 0
        for (_, bindings), factor, term in form.terms:
            if not isinstance(term, ast.Name):
                return None
            if any(loop in (binding.node, *binding.place.loops) for binding in bindings):
                (binding, *others) = bindings
                step = None if others or binding.node is not loop else self._counts(loop, binding)
                if step is None:
                    return None
                total += factor * step
        return total

    def _counts(self, loop: ast.For | ast.AsyncFor | ast.comprehension, to: Binding) -> int | None:
        """Return the steps in which a loop counts its variable up; None if it does not count."""
        place = self.index.places[loop]
        node = loop.iter
        while isinstance(node, ast.Call) and node.args:
            name = self.names.qualified(node.func, place) or ""
            if name == "enumerate" and to.path == (0,):
                return 1
            if name not in library.LOOP_WRAPPERS:
                break
            node = node.args[0]
        iterable = self.values.value(loop.iter, place)
        if to.path or not (isinstance(iterable, PythonValue) and iterable.kind == "range"):
            return None
        if isinstance(iterable.constant, range):
            return iterable.constant.step
        if not isinstance(node, ast.Call) or len(node.args) < 3:
            return 1
        return self._number(node.args[2], place)

    def most_iterations(self, loop: LoopNode) -> int | None:
        """Return how often a loop runs at most; None if nothing bounds that.

        What it goes over may have a bound, or constants of the loop itself make it end.
        """
        if loop not in self._most:
            self._most[loop] = None
            bounds = [None if isinstance(loop, ast.comprehension) else self.unrolling.most(loop)]
            if isinstance(loop, ast.While):
                bounds.append(Episodes(self.index, self.calls, self._number).most(loop))
                bounds.append(self._until_long(loop))
            else:
                bounds.append(self.elements(loop.iter, self.index.places[loop]))
            self._most[loop] = _smallest(bounds)
        return self._most[loop]

    def may_end_early(self, loop: ast.For | ast.While) -> bool:
        """Whether a condition that constants do not decide ends a loop in some iteration."""
        function = self.index.places[loop].function
        for node, around in function.conditionals:
            if not isinstance(node, ast.If) or around.loops[-1:] != (loop,):
                continue
            if any(function.graph.ends(node, loop, holds=holds) for holds in (True, False)):
                unrolled = self.unrolling.of(node.test, around, loop)
                if unrolled is None or TOP in unrolled.values:
                    return True
        return False

    def is_stuck(self, loop: LoopNode) -> bool:
        """Whether a loop that compares sizes never ends, or never runs: it changes none of them.

        A flag, or a constant, asks for no progress: what ends that loop is not in it.
        """
        if not isinstance(loop, ast.While) or not any(map(_is_ordering, ast.walk(loop.test))):
            return False
        nodes = [node for statement in loop.body for node in ast.walk(statement)]
        place = self.index.places[loop]
        if any(
            self.names.qualified(node.func, place) in EXITS
            if isinstance(node, ast.Call)
            else isinstance(node, _LEAVING)
            for node in nodes
        ):
            return False
        return self._is_settled(loop.test, loop)

    def _is_settled(self, node: ast.expr, loop: ast.While) -> bool:
        """Whether an expression in the condition of a loop gives the same at each evaluation."""
        place = self.index.places[loop]
        if isinstance(node, ast.Call) and self.names.qualified(node.func, place) == "len":
            base = node.args[0]
            while isinstance(base, ast.Subscript):
                base = base.value
            return isinstance(base, ast.Name) and self._is_untouched(base, loop)
        if isinstance(node, ast.Name):
            _, bindings = lookup(node.id, place.scope)
            if any(loop in binding.place.loops for binding in bindings):
                return False
            if any(b.place.function is not place.function for b in bindings) and len(bindings) > 1:
                return False
            value = self.values.value(node, place)
            if isinstance(value, PythonValue) and value.constants is not None:
                return True
            return bool(bindings) and not any(
                isinstance(part, ast.Name) and part.id == node.id
                for statement in loop.body
                for part in ast.walk(statement)
            )
        if isinstance(node, (ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Constant)):
            parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
            return all(self._is_settled(part, loop) for part in parts)
        return False

    def _is_untouched(self, name: ast.Name, loop: ast.While) -> bool:
        """Whether a container is made for a loop, and nothing else has it until the loop ends."""
        place = self.index.places[loop]
        _, bindings = lookup(name.id, place.scope)
        if len(bindings) != 1 or place.loops or bindings[0].place.function is not place.function:
            return False
        if not isinstance(assigned(bindings[0]), (ast.List, ast.Tuple, ast.Dict, ast.Set)):
            return False
        assert loop.end_lineno is not None
        return not any(
            node is not name and node.id == name.id and isinstance(node.ctx, ast.Load)
            for node in ast.walk(place.function.node)
            if isinstance(node, ast.Name) and node.lineno <= loop.end_lineno
        )

    def is_excerpt(self, loop: LoopNode) -> bool:
        """Whether a loop goes over the first elements of something, however many."""
        if isinstance(loop, ast.While):
            return False
        return self._is_excerpt(self.values.value(loop.iter, self.index.places[loop]))

    def _is_excerpt(self, iterable: TraceType) -> bool:
        site = iterable.site if isinstance(iterable, StreamValue) else None
        place = None if site is None else self.index.places.get(site)
        if not isinstance(site, ast.Call) or place is None:
            return False
        sources = [part for part in site.args if not isinstance(part, ast.Starred)]
        if isinstance(site.func, ast.Attribute):
            if site.func.attr == "take":
                return True
            sources = [site.func.value] if site.func.attr in _OF_DATASETS else []
        return any(self._is_excerpt(self.values.value(source, place)) for source in sources)

    def elements(
        self, node: ast.expr, place: Place, seen: frozenset[ast.expr] = frozenset()
    ) -> int | None:
        """Return how many elements an iterable has at most; None if nothing bounds that."""
        count = self._count(node, place)
        if count is not None or node in seen:
            return count
        bound = self._elements(node, place, seen | {node})
        return most_elements(self.values.value(node, place)) if bound is None else bound

    def _elements(self, node: ast.expr, place: Place, seen: frozenset[ast.expr]) -> int | None:
        if isinstance(node, (ast.Name, ast.Attribute)):
            known = self._named(node, place, seen) if isinstance(node, ast.Name) else None
            if known is not None or not isinstance(self.values.value(node, place), TensorValue):
                return known
            # No code that gets an array makes it longer.
            return self._greatest(self._sources(node, place), self.elements, seen)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            whole = self.elements(node.value, place, seen)
            return _smallest([whole, self._left_by(node.slice, whole, place)])
        if isinstance(node, ast.Subscript):
            # Numbers of rows: as many as there are.
            numbers = self.values.value(node.slice, place)
            is_array = isinstance(numbers, TensorValue) and numbers.dtype not in (None, "bool")
            return self.elements(node.slice, place, seen) if is_array else None
        if isinstance(node, ast.Set):
            return None if any(isinstance(e, ast.Starred) for e in node.elts) else len(node.elts)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            generators = node.generators
            return self.elements(generators[0].iter, place, seen) if len(generators) == 1 else None
        if isinstance(node, ast.Call):
            return self._given(node, place, seen)
        return None

    def _sources(self, node: ast.expr, place: Place) -> Iterator[tuple[ast.expr, Place] | None]:
        """Yield what a variable, an attribute, or a call of the program gives; None if unknown.

        Of what is unpacked, be it from the result of a call, the part that is written out.
        """
        if isinstance(node, ast.Call):
            yield from self._returned(node, ())
        for binding in self.calls.classes.definitions(node, place):
            value, path = binding.value, binding.path
            if binding.kind != "assign" or value is None or binding.place.scope.kind == "class":
                # What a class sets may be a default.
                yield None
            elif isinstance(value, ast.Call) and path:
                yield from self._returned(value, path)
            else:
                part = part_of(value, path)
                yield None if part is None else (part, binding.place)

    def _returned(
        self, call: ast.Call, path: tuple[int | None, ...]
    ) -> Iterator[tuple[ast.expr, Place] | None]:
        function = self.calls.target(call)
        if function is None or function.name == "__init__" or function.is_generator:
            yield None
            return
        for node, place in function.returns:
            part = part_of(node.value, path)
            yield None if part is None else (part, place)

    def _greatest(
        self,
        sources: Iterable[tuple[ast.expr, Place] | None],
        bound: Callable[[ast.expr, Place, frozenset[ast.expr]], int | None],
        seen: frozenset[ast.expr],
    ) -> int | None:
        """Return the greatest of some bounds; None if there are none, or something has none."""
        found: list[int] = []
        for source in sources:
            most = None if source is None else bound(*source, seen)
            if most is None:
                return None
            found.append(most)
        return max(found, default=None)

    def _named(self, node: ast.Name, place: Place, seen: frozenset[ast.expr]) -> int | None:
        bindings = definitions(node, place)
        growth = self.mutations.list_growth(node.id, place.scope)
        if isinstance(self.values.value(node, place), MappingValue):
            # What a dict is made with says nothing of what it is filled with.
            return None
        if growth:
            return self._filled(node, place, growth, seen)
        bounds: list[int] = []
        for binding in bindings:
            if binding.kind == "loop" and isinstance(binding.node, (ast.For, ast.comprehension)):
                bound = self._longest(binding.node, binding.path)
                if bound is None:
                    return None
                bounds.append(bound)
                continue
            if binding.kind != "assign" or binding.value is None or binding.path:
                return None
            if isinstance(binding.value, (ast.Set, ast.SetComp)):
                if self.mutations.changing(node.id, place.scope):
                    return None
            bound = self.elements(binding.value, binding.place, seen)
            if bound is None:
                return None
            bounds.append(bound)
        return max(bounds, default=None)

    def _longest(
        self, loop: ast.For | ast.comprehension, path: tuple[int | None, ...]
    ) -> int | None:
        """Return how many elements that has at most which a loop takes from a known list."""
        listed = self.values.value(loop.iter, self.index.places[loop])
        if not isinstance(listed, SequenceValue) or listed.items is None:
            return None
        counts: list[int] = []
        for item in listed.items:
            part: TraceType = item
            for position in path:
                items = part.items if isinstance(part, SequenceValue) else None
                part = UNKNOWN if items is None or position is None else items[position]
            count = count_of(part)
            if count is None:
                return None
            counts.append(count)
        return max(counts, default=None)

    def _filled(
        self,
        node: ast.Name,
        place: Place,
        growth: list[tuple[ast.Call, Place]],
        seen: frozenset[ast.expr],
    ) -> int | None:
        """Return how many elements a list has at most that its function makes, and appends to."""
        name, made = node.id, definitions(node, place)
        source = assigned(made[0]) if len(made) == 1 and made[0].kind == "assign" else None
        if source is None or made[0] in self._filling:
            return None
        (binding,) = made
        before = binding.place.loops
        if before and binding.place.node is not before[-1]:
            return None  # It may be older than the iteration.
        appends = []
        for call, at in growth:
            func = call.func
            assert isinstance(func, ast.Attribute)
            if not (isinstance(func.value, ast.Name) and func.value.id == name):
                return None
            if at.function is not binding.place.function or at.loops[: len(before)] != before:
                return None
            if func.attr not in ("clear", "pop", "remove"):
                appends.append((func.attr, at))
        bound = self.elements(source, binding.place, seen)
        if bound is None or self._is_handed_on(name, binding.place):
            return None
        for attribute, at in appends:
            inner = at.loops[len(before) :]
            if attribute != "append":
                return None
            limit = self._limit(name, inner[0]) if len(inner) == len(appends) == 1 else None
            if limit is not None:
                return max(bound, limit)
            self._filling.add(binding)
            times = [self.most(loop, at) for loop in inner]
            self._filling.discard(binding)
            for most in times:
                if most is None:
                    return None
            bound += math.prod(most for most in times if most is not None)
        return bound

    def _is_handed_on(self, name: str, place: Place) -> bool:
        """Whether a list is handed to code that may make it longer."""
        return any(
            isinstance(part, ast.Name) and part.id == name
            for call, at in place.function.calls
            if self.names.qualified(call.func, at) is None
            for part in (*call.args, *(keyword.value for keyword in call.keywords))
        )

    def _until_long(self, loop: ast.While) -> int | None:
        """Return how often a loop runs at most that asks for a length and adds to it each time.

        To add some text, or elements, adds one at least, as a rule.
        """
        tests = [loop.test, *(node.test for node in loop.body if isinstance(node, ast.If))]
        asked = {
            part.args[0].id: part.args[0]
            for test in tests
            for part in ast.walk(test)
            if isinstance(part, ast.Call) and tail(part.func) == "len"
            if len(part.args) == 1 and isinstance(part.args[0], ast.Name)
        }
        return _smallest(
            self._limit(name, loop)
            for name, node in asked.items()
            if self._only_grows(name, loop)
            and not isinstance(self.values.value(node, self.index.places[loop]), TensorValue)
        )

    def _only_grows(self, name: str, loop: ast.While) -> bool:
        """Whether each iteration of a loop adds to a variable, and none takes away."""
        place = self.index.places[loop]
        if any(isinstance(n, ast.Continue) for part in loop.body for n in ast.walk(part)):
            return False
        scope, bindings = lookup(name, place.scope)
        here = place.function
        if scope is not place.scope or any(b.place.function is not here for b in bindings):
            return False
        added = [binding.place for binding in bindings if loop in binding.place.loops]
        if any(not _is_added(b) for b in bindings if loop in b.place.loops):
            return False
        for call, at in self.mutations.list_growth(name, scope):
            if loop in at.loops:
                if tail(call.func) not in _LENGTHENING:
                    return False
                added.append(at)
        return any(at.node is loop for at in added)

    def _limit(self, name: str, loop: LoopNode) -> int | None:
        """Return how long a list gets in a ``while`` loop that asks for its length.

        The loop appends to it once per iteration.
        """
        if not isinstance(loop, ast.While):
            return None
        tests = [(loop.test, False)]
        if not any(isinstance(node, ast.Continue) for node in ast.walk(loop)):
            tests += [
                (statement.test, True)
                for statement in loop.body
                if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Break)
            ]
        return _smallest(
            self._length_met(part, name, loop, ends=ends)
            for test, ends in tests
            for part in (
                test.values
                if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) is ends
                else [test]
            )
        )

    def _length_met(self, test: ast.expr, name: str, loop: ast.While, *, ends: bool) -> int | None:
        """Return which length of a list makes a condition end a loop, or no longer hold."""
        if not isinstance(test, ast.Compare) or len(test.ops) != 1:
            return None
        (op,), (size,), place = test.ops, test.comparators, self.index.places[loop]
        length = test.left
        is_length = (
            isinstance(length, ast.Call)
            and self.names.qualified(length.func, place) == "len"
            and isinstance(length.args[0], ast.Name)
            and length.args[0].id == name
        )
        if not is_length or not isinstance(
            op, (ast.Eq, ast.GtE, ast.Gt) if ends else (ast.NotEq, ast.Lt, ast.LtE)
        ):
            return None
        number = self._number(size, place)
        return None if number is None else number + isinstance(op, (ast.Gt, ast.LtE))

    def sliced(self, node: ast.Slice, place: Place) -> int | None:
        """Return how many elements a slice has at most, whatever it is taken from."""
        known = most_sliced(self.values, node, place)
        if known is not None or node.step is not None:
            return known
        firsts = {0} if node.lower is None else self._numbers(node.lower, place)
        if node.upper is None:
            return -min(firsts) if firsts and max(firsts) < 0 else None
        lasts = self._numbers(node.upper, place)
        if not lasts and firsts == {0}:
            bound = self._upper(node.upper, place, frozenset())
            lasts = set() if bound is None or bound < 0 else {bound}
        if not firsts or not lasts or any((a < 0) is not (b < 0) for a in firsts for b in lasts):
            return None
        return max(0, max(lasts) - min(firsts))

    def _left_by(self, node: ast.Slice, whole: int | None, place: Place) -> int | None:
        """Return how many elements a slice has at most, of some that are at most so many."""
        first = set() if node.lower is None else self._numbers(node.lower, place)
        if node.upper is None and whole is not None and first and min(first) >= 0:
            return max(0, whole - min(first))
        return self.sliced(node, place)

    def _given(self, node: ast.Call, place: Place, seen: frozenset[ast.expr]) -> int | None:
        """Return how many elements the result of a call has at most."""
        func = node.func
        name = self.names.qualified(func, place) or ""
        arguments = [part for part in node.args if not isinstance(part, ast.Starred)]
        if name in ("zip", "map"):
            sources = arguments[1:] if name == "map" else arguments
            return _smallest(self.elements(part, place, seen) for part in sources)
        if name == "range" and len(arguments) in (1, 2):
            firsts = {0} if len(arguments) == 1 else self._numbers(arguments[0], place)
            last = self._upper(arguments[-1], place, seen)
            return None if last is None or not firsts else max(0, last - min(firsts))
        if name == "itertools.islice" and len(arguments) > 1:
            last = self._number(arguments[1 if len(arguments) == 2 else 2], place)
            return _smallest([last, self.elements(arguments[0], place, seen)])
        if name == "random.sample":
            size = argument(node, 1, "k")
            return None if size is None else self._upper(size, place, seen)
        if name in _ARRAYS and arguments:
            return self.elements(arguments[0], place, seen)
        known = knowledge.function(name)
        bound = None if known is None else known.bind(node)
        shape = None if known is None else known.returned(bound).shape
        if bound is not None and shape is not None and shape.sign == "$":
            size = bound.get(shape.names[0])
            return None if size is None else self._upper(size, place, seen)
        if name == "filter" and len(arguments) == 2:
            return self.elements(arguments[1], place, seen)
        if arguments and (name in _FROM_FIRST or name in library.LOOP_WRAPPERS):
            return self.elements(arguments[0], place, seen)
        if isinstance(func, ast.Attribute) and func.attr in _OF_DATASETS:
            base = self.values.value(func.value, place)
            if isinstance(base, StreamValue) and base.kind == "dataset":
                return self.elements(func.value, place, seen)
        return None

    def _upper(self, node: ast.expr, place: Place, seen: frozenset[ast.expr]) -> int | None:
        """Return what a number that is counted or worked out is at most; None if nothing says."""
        known = self._number(node, place)
        if known is not None or node in seen:
            return known
        value = self.values.value(node, place)
        if isinstance(value, PythonValue) and value.bound is not None and value.most is not None:
            return value.most
        seen |= {node}
        if isinstance(node, ast.Call):
            name = self.names.qualified(node.func, place)
            if name == "len" and len(node.args) == 1:
                return self.elements(node.args[0], place, seen)
            if name == "min" and len(node.args) > 1:
                return _smallest(self._upper(part, place, seen) for part in node.args)
            if name in _ROUNDING and len(node.args) == 1:
                return self._upper(node.args[0], place, seen)
        if isinstance(node, ast.Subscript) and _is_shape(node.value):
            if _is_size(node) and not _is_breadth(node) and isinstance(node.value, ast.Attribute):
                return self.elements(node.value.value, place, seen)
            return None
        if isinstance(node, ast.BinOp):
            return self._worked_out(node, place, seen)
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self._greatest(self._sources(node, place), self._upper, seen)
        return None

    def _worked_out(self, node: ast.BinOp, place: Place, seen: frozenset[ast.expr]) -> int | None:
        """Return what arithmetic with a known number gives at most, rounded up."""
        base = self._upper(node.left, place, seen)
        steps = self._numbers(node.right, place)
        if base is None or not steps:
            return None
        if isinstance(node.op, ast.Add):
            return base + max(steps)
        if isinstance(node.op, ast.Sub):
            return base - min(steps)
        if base < 0 or min(steps) <= 0:
            return None
        if isinstance(node.op, ast.FloorDiv):
            return base // min(steps)
        if isinstance(node.op, ast.Div):
            return math.ceil(base / min(steps))
        return base * max(steps) if isinstance(node.op, ast.Mult) else None

    def _number(self, node: ast.expr, place: Place) -> int | None:
        """Return the int that an expression is at most; None if that is not known."""
        return max(self._numbers(node, place), default=None)

    def _numbers(self, node: ast.expr, place: Place) -> set[int]:
        """Return the ints that an expression may be; none if they are not known."""
        passed = self._passed_anywhere(node, place)
        if passed is not None:
            found = [self._numbers(*pair) for pair in passed]
            return set().union(*found) if all(found) else set()
        value = self.values.value(node, place)
        constants = value.constants if isinstance(value, PythonValue) else None
        if constants is None or value.changes is not None:
            return set()
        numbers = {constant for constant in constants if isinstance(constant, int)}
        return numbers if len(numbers) == len(constants) else set()

    def _passed_anywhere(self, node: ast.expr, place: Place) -> list[tuple[ast.expr, Place]] | None:
        """Return what a parameter with a default is given by the calls that something runs.

        Its default where there are none. None for other expressions, and where all calls count.
        """
        bindings = definitions(node, place) if isinstance(node, ast.Name) else []
        function = bindings[0].place.function if bindings else place.function
        parameter = function.parameter(bindings[0].name) if len(bindings) == 1 else None
        if parameter is None or parameter.default is None or bindings[0].kind != "parameter":
            return None
        default = (parameter.default, function.place or place)
        calls = self.calls.callers(function)
        run = [pair for pair in calls if not self.liveness.is_uncalled(pair[1].function)]
        if len(run) == len(calls):
            return None
        passed = []
        for call, around in run:
            bound = [*bind(function.call_parameters, call)]
            if any(target is None or is_starred for _, target, is_starred in bound):
                return None
            given = next((n for n, target, _ in bound if target is parameter), None)
            passed.append(default if given is None else (given, around))
        return passed or [default]


def _is_added(binding: Binding) -> bool:
    """Whether a definition is what the variable held before, and something more."""
    if isinstance(binding.node, ast.AugAssign):
        return isinstance(binding.node.op, ast.Add)
    value = assigned(binding)
    return (
        isinstance(value, ast.BinOp)
        and isinstance(value.op, ast.Add)
        and any(isinstance(s, ast.Name) and s.id == binding.name for s in (value.left, value.right))
    )


def _is_ordering(node: ast.AST) -> bool:
    """Whether an expression compares sizes."""
    orders = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
    return isinstance(node, ast.Compare) and all(isinstance(op, orders) for op in node.ops)


def _smallest(bounds: Iterable[int | None]) -> int | None:
    """Return the smallest of the bounds there are; None if there are none."""
    return min((bound for bound in bounds if bound is not None), default=None)


def _is_breadth(node: ast.AST) -> bool:
    """Whether an expression is the size of another dimension than the first."""
    return _is_size(node) and node.slice.value not in (0, Ellipsis)  # type: ignore[attr-defined]


def _is_size(node: ast.AST) -> bool:
    """Whether an expression is the size of a dimension."""
    return (
        isinstance(node, ast.Subscript)
        and _is_shape(node.value)
        and isinstance(node.slice, ast.Constant)
    )


def _is_shape(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "shape"
