"""What is being worked out, and what answers lack because of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from flake8_tfretrace.program.scopes import LoopNode
from flake8_tfretrace.program.tracetypes import TraceType


class Recursion:
    """Keeps an evaluation from going in circles, and says which of its answers are whole."""

    def __init__(self) -> None:
        self.active: set[object] = set()
        """What is being worked out."""
        self.met: list[object] = []
        """What was asked for while it was itself being worked out: answers that met it lack it."""
        self.cuts = 0
        """How often something was nested too deeply to be followed."""
        self.iteration: dict[LoopNode, int] = {}
        """The loops whose variables have one value each, with the iteration that they are in."""
        self.arguments: dict[object, TraceType] = {}
        """The parameters that have the value of one call: the calling context."""
        self.lasting: dict[object, TraceType] = {}
        """What was worked out, in no iteration and no context."""
        self.memo = self.lasting
        """What was worked out, in this iteration; of no iteration, where there is none."""

    def meets(self, what: object) -> bool:
        """Whether ``what`` is being worked out already; the answer that asks lacks it then."""
        if what in self.active:
            self.met.append(what)
            return True
        return False

    @contextmanager
    def working_out(self, what: object) -> Iterator[bool]:
        """Say whether ``what`` is being worked out further up already; it is from here on."""
        again = self.meets(what)
        self.active.add(what)
        try:
            yield again
        finally:
            if not again:
                self.active.discard(what)

    def calling(self, arguments: dict[object, TraceType]) -> AbstractContextManager[None]:
        """Evaluate the body of a function with the arguments of one call."""
        return self._context(self.iteration, arguments)

    def within(self, iteration: dict[LoopNode, int]) -> AbstractContextManager[None]:
        """Evaluate within the given iterations of loops."""
        return self._context(iteration, self.arguments)

    @contextmanager
    def _context(
        self, iteration: dict[LoopNode, int], arguments: dict[object, TraceType]
    ) -> Iterator[None]:
        """Evaluate with values of their own for loop variables and parameters, and a memo of it."""
        outer = self.iteration, self.arguments, self.memo
        self.iteration, self.arguments, self.memo = iteration, arguments, {}
        try:
            yield
        finally:
            self.iteration, self.arguments, self.memo = outer

    def is_complete(self, mark: int) -> bool:
        """Whether what was worked out since ``met`` had ``mark`` entries lacks nothing.

        It may only be remembered then.
        """
        self.met[mark:] = [what for what in self.met[mark:] if what in self.active]
        return len(self.met) == mark
