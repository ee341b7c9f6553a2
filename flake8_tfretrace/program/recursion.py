"""Memoisation of the abstract interpreter: cycles, and the contexts that a result holds in."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from flake8_tfretrace.program.scopes import Binding, Function, LoopNode, Parameter
from flake8_tfretrace.program.tracetypes import BOTTOM, UNKNOWN, TraceType


class Frame(NamedTuple):
    """Where the evaluation of one question began."""

    met: int
    cuts: int
    reads: set[Hashable]
    """What the question around it had read."""


class _Answer(NamedTuple):
    value: TraceType
    reads: frozenset[Hashable]
    """The loops and parameters whose values it was made of."""
    lacking: tuple[Hashable, ...] = ()
    """What was being worked out then: the answer holds while any of that still is."""


_NOTHING: frozenset[Hashable] = frozenset()
_MAX_NESTED = 2
"""So many rounds may go on inside each other."""
ENTERED = "entered"
"""What an answer has read that is another one where a graph runs the code."""


class _Level(NamedTuple):
    hidden: frozenset[Hashable]
    """What the contexts in this one set: answers that read any of it hold in none but theirs."""
    answers: dict[Hashable, _Answer]


class Recursion:
    """Cuts recursive evaluations, and remembers results by the context they hold in.

    An answer holds in every context whose loop variables and parameters it has not read. One that
    met what was being worked out lacks it, and holds while that still is: else variables that
    depend on each other would be followed along every path from one to the next, of which there are
    n! for n of them.
    """

    def __init__(self, budget: int, premises: Mapping[object, TraceType] | None = None) -> None:
        self.budget = budget
        """So many questions are followed; nothing is known of what more are about."""
        self.questions = 0
        self.premises = dict(premises or {})
        """What expressions, parameters and bindings are taken to be, in every context."""
        self.is_tracing = premises is not None
        """Whether TensorFlow is known to trace the code."""
        self.active: set[Hashable] = set()
        """What is being worked out."""
        self.met: list[Hashable] = []
        """What was asked for while it was itself being worked out: answers that met it lack it."""
        self.cuts = 0
        """How often something was nested too deeply to be followed."""
        self.iteration: Mapping[LoopNode, int] = {}
        """The loops whose variables have one value each, with the iteration that they are in."""
        self.arguments: Mapping[Parameter, TraceType] = {}
        """The parameters that have the value of one call."""
        self.entered: Function | None = None
        """The function whose body is evaluated as a graph runs it."""
        self.assumed: Mapping[Binding, TraceType] = {}
        """What definitions gave the last time that they ran, where that is assumed."""
        self._approximations: dict[Hashable, TraceType] = {}
        """What was worked out of expressions that are worked out again, as they depend on it."""
        self._begun: set[Hashable] = set()
        """What stands for the bottom where it is met."""
        self._bottoms: set[Hashable] = set()
        """What did so: an answer that lacks it holds no longer than it is being worked out."""
        self.reads: set[Hashable] = set()
        """The loops, parameters and definitions that were read for the question under way."""
        self._context: frozenset[Hashable] = frozenset()
        """The loops and parameters that have one value each, and the definitions assumed."""
        self._levels: tuple[_Level, ...] = (_Level(frozenset(), {}),)
        """The contexts in each other, the outermost first, with their answers."""
        self._by_iteration: dict[Hashable, dict[Hashable, _Answer]] = {}
        """The answers in contexts that are iterations alone."""

    @property
    def is_spent(self) -> bool:
        """Whether the budget is used up."""
        return self.questions > self.budget

    # what is being worked out

    def meets(self, what: Hashable) -> bool:
        """Whether ``what`` is being worked out already; the answer that asks lacks it then."""
        if what in self.active:
            self.met.append(what)
            return True
        return False

    @property
    def is_approximating(self) -> bool:
        """Whether what depends on itself may be worked out in rounds; not in too many others."""
        return len(self._approximations) < _MAX_NESTED

    def approximation(self, what: Hashable) -> TraceType:
        """Return what is known so far of what is being worked out: the bottom at first."""
        self.reads.add(what)
        known = self._approximations.get(what)
        if known is None:
            if not self.is_approximating:
                return UNKNOWN
            self._begun.add(what)
            self._bottoms.add(what)
            return BOTTOM
        return known

    @property
    def is_from_bottom(self) -> bool:
        """Whether the bottom stands for something: what is made of it is the bottom, too.

        Elsewhere it is an element of what is empty as yet.
        """
        return not self._begun.isdisjoint(self.active)

    @contextmanager
    def approximating(self, what: Hashable, value: TraceType) -> Iterator[None]:
        """Evaluate with a value for what is being worked out."""
        before = self._approximations
        self._begun.discard(what)
        self._approximations = {**before, what: value}
        with self._within((what,), hidden=(what,)):
            try:
                yield
            finally:
                self._approximations = before

    @contextmanager
    def working_out(self, what: Hashable) -> Iterator[bool]:
        """Say whether ``what`` is being worked out further up already; it is from here on."""
        again = self.meets(what)
        self.active.add(what)
        try:
            yield again
        finally:
            if not again:
                self.active.discard(what)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Ask what is no part of the answer under way: that lacks nothing of what is met here."""
        met = len(self.met)
        try:
            yield
        finally:
            del self.met[met:]

    # answers

    def known(self, what: Hashable) -> TraceType | None:
        """Return what was worked out of ``what``, and holds here; None without that."""
        found = self._find(what)
        if found is None:
            return None
        if found.lacking:
            self.met += [other for other in found.lacking if other in self.active]
        self.reads |= found.reads
        return found.value

    def knows(self, what: Hashable) -> bool:
        """Whether all there is to know of ``what`` has been worked out."""
        found = self._find(what)
        return found is not None and not found.lacking

    def elsewhere(self, what: Hashable) -> TraceType | None:
        """Return what was worked out of ``what``, be it of all iterations together."""
        answers = (level.answers.get(what) for level in reversed(self._levels))
        found = next((answer for answer in answers if answer is not None), None)
        return None if found is None or found.lacking else found.value

    def may_have_used(self, node: ast.expr) -> bool:
        """Whether an answer may have been made of the value of an expression."""
        answers = (level.answers for level in self._levels)
        keys = (key for known in answers for key in known if isinstance(key, tuple))
        # Of what a call gives in its context, the parts are not kept.
        return any(key[0] is node or isinstance(key[0], Function) for key in keys)

    def _find(self, what: Hashable) -> _Answer | None:
        """Return the answer that holds here; what one lacked that is no more hides no later one."""
        for level in self._levels:
            found = level.answers.get(what)
            if found is not None and level.hidden.isdisjoint(found.reads):
                if not found.lacking or self._holds(found):
                    return found
        return None

    def _holds(self, answer: _Answer) -> bool:
        """Whether something that an answer lacks is being worked out still.

        What was the bottom then, and is no longer being worked out, is something else now.
        """
        gone = set(answer.lacking).difference(self.active)
        if len(gone) == len(set(answer.lacking)):
            return not gone
        return gone.isdisjoint(self._bottoms)

    def begin(self) -> Frame:
        """Begin to work out a question."""
        self.questions += 1
        frame = Frame(len(self.met), self.cuts, self.reads)
        self.reads = set()
        return frame

    def end(self, frame: Frame, what: Hashable, value: TraceType, *, partial: bool) -> None:
        """Remember the answer to the question that ``frame`` began.

        With ``partial`` also one that was cut off: from elsewhere, it need not be.
        """
        reads, self.reads = self.reads, frame.reads
        self.reads |= reads
        lacking: tuple[Hashable, ...] = ()
        if len(self.met) > frame.met:
            lacking = tuple(dict.fromkeys(o for o in self.met[frame.met :] if o in self.active))
            self.met[frame.met :] = lacking
        if partial or self.cuts == frame.cuts:
            # In each iteration anew, a comprehension over a comprehension over ... would take
            # exponential time.
            # The outermost hides nothing.
            level, read = self._levels[0], _NOTHING
            if reads:
                for level in self._levels:
                    if level.hidden.isdisjoint(reads):
                        break
                read = frozenset(reads)
            level.answers[what] = _Answer(value, read, lacking)

    def remembered(
        self, what: Hashable, ask: Callable[[], TraceType], meanwhile: TraceType
    ) -> TraceType:
        """Return the answer to a question, and remember it; ``meanwhile`` while it is open."""
        known = self.known(what)
        if known is None:
            with self.working_out(what) as again:
                if again:
                    return meanwhile
                frame = self.begin()
                known = ask()
            self.end(frame, what, known, partial=True)
        return known

    # contexts

    def calling(self, arguments: Mapping[Parameter, TraceType]) -> AbstractContextManager[None]:
        """Evaluate the body of a function with the arguments of one call."""
        return self._within(arguments, arguments=arguments)

    @contextmanager
    def entering(
        self, function: Function, arguments: Mapping[Parameter, TraceType]
    ) -> Iterator[None]:
        """Evaluate the body of a function as a graph runs it, with the arguments of one call."""
        outer = self.entered
        with self._within((*arguments, ENTERED), arguments=arguments, hidden=(ENTERED,)):
            self.entered = function
            try:
                yield
            finally:
                self.entered = outer

    def within(self, iteration: Mapping[LoopNode, int]) -> AbstractContextManager[None]:
        """Evaluate within the given iterations of loops."""
        return self._within(iteration, iteration=iteration)

    @contextmanager
    def holding(self, bindings: Iterable[Binding]) -> Iterator[None]:
        """Treat definitions as being worked out, so that values can be assumed of them."""
        added = set(bindings) - self.active
        self.active |= added
        try:
            yield
        finally:
            self.active -= added

    def assuming(self, values: Mapping[Binding, TraceType]) -> AbstractContextManager[None]:
        """Evaluate with values that definitions, which are being worked out, gave before."""
        assumed = {**self.assumed, **values}
        return self._within(assumed, assumed=assumed)

    @contextmanager
    def _within(
        self,
        added: Iterable[Hashable],
        *,
        iteration: Mapping[LoopNode, int] | None = None,
        arguments: Mapping[Parameter, TraceType] | None = None,
        assumed: Mapping[Binding, TraceType] | None = None,
        hidden: Iterable[Hashable] = (),
    ) -> Iterator[None]:
        outer = self.iteration, self.arguments, self.assumed, self._context, self._levels
        context = self._context | frozenset(added)
        changed = set(hidden)
        if iteration is not None:
            changed |= {loop for loop, _ in self.iteration.items() ^ iteration.items()}
            self.iteration = iteration
        if arguments is not None:
            changed.update(self.arguments, arguments)
            self.arguments = arguments
        if assumed is not None:
            changed.update(self.assumed, assumed)
            self.assumed = assumed
        levels = (_Level(level.hidden | changed, level.answers) for level in self._levels)
        answers: dict[Hashable, _Answer] = {}
        is_other = self.arguments or self.assumed or self._approximations
        if not is_other and ENTERED not in context:
            # What is unrolled comes to the same iteration for each of its expressions.
            answers = self._by_iteration.setdefault(frozenset(self.iteration.items()), answers)
        self._context, self._levels = context, (*levels, _Level(frozenset(), answers))
        try:
            yield
        finally:
            self.iteration, self.arguments, self.assumed, self._context, self._levels = outer
            # What is read of a loop or call inside it does not concern what is around it.
            self.reads -= context - self._context
