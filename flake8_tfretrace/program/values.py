"""The interface of the abstract interpreter, for the parts of a program model that are below it.

What an expression gives rests on what is known of names, classes and calls, and that in turn on
what other expressions give. The interpreter is above these parts; they see no more of it than this.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from flake8_tfretrace.program.scopes import Binding, Function, LoopNode, Parameter, Place
from flake8_tfretrace.program.tracetypes import TraceType


class Values(Protocol):
    """Evaluates expressions."""

    def value(self, node: ast.expr | None, place: Place) -> TraceType:
        """Return what is known of ``node`` at ``place``."""

    def knows(self, node: ast.expr, place: Place) -> bool:
        """Whether all there is to know of ``node`` at ``place`` has been worked out."""


class Entering(Values, Protocol):
    """Evaluates expressions, with the arguments of one call, and as a graph runs them, too."""

    def calling(self, arguments: Mapping[Parameter, TraceType]) -> AbstractContextManager[None]:
        """Evaluate the body of a function with the arguments of one call."""

    @property
    def entered(self) -> Function | None:
        """The function whose body is evaluated as a graph runs it."""

    def entering(
        self, function: Function, arguments: Mapping[Parameter, TraceType]
    ) -> AbstractContextManager[None]:
        """Evaluate the body of a function as a graph runs it, with the arguments of one call."""


class Iterables(Values, Protocol):
    """Evaluates expressions, and what loops go over."""

    def iterable(self, node: ast.expr | None, place: Place) -> TraceType:
        """Return what a loop over ``node`` goes over: of an instance, what its methods give."""

    def fields(self, node: ast.expr, place: Place) -> TraceType:
        """Return the dict of the fields of an instance of a dataclass that ``node`` gives."""


class Interpreter(Entering, Protocol):
    """Evaluates expressions, and remembers what they give."""

    def bound(self, binding: Binding, place: Place) -> TraceType:
        """Return what ``binding`` gives, as seen from ``place``."""

    def within(self, iteration: Mapping[LoopNode, int]) -> AbstractContextManager[None]:
        """Evaluate within the given iterations of loops."""

    def called(
        self, node: ast.Call, place: Place, given: Callable[[ast.expr], TraceType]
    ) -> TraceType:
        """Return what a call of a small helper gives for what ``given`` says of its arguments."""

    def forget(self) -> None:
        """Drop what was evaluated while not all was known."""
