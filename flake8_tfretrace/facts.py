"""What a rule established about its finding, for the fix of the same code."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from flake8_tfretrace.program.scopes import ConditionalNode, Function, LoopNode, Parameter, Place
from flake8_tfretrace.program.sites import Argument, CallSite
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import TraceType

if TYPE_CHECKING:
    from flake8_tfretrace.program.profile import ObservedFunction, ObservedRetrace


class RecordedFacts(NamedTuple):
    """Of any code: what only recorded runs show, the source does not."""

    retrace: ObservedRetrace


class ArgumentFacts(NamedTuple):
    """TFR101-TFR108: an argument that makes its function retrace."""

    traced: TracedFunction
    parameter: Parameter | None
    arguments: tuple[tuple[CallSite, Argument], ...]
    """Every argument that the finding is about; the first is where it is reported."""
    sites: tuple[CallSite, ...]
    """All calls of the function, for a fix that must change them together."""
    recorded: SignatureFacts | None = None
    """What a signature has to accept, where recorded runs are the evidence."""


class SignatureFacts(NamedTuple):
    """TFR201, TFR202, TFR204, TFR205: how the function is pinned."""

    traced: TracedFunction
    sites: tuple[CallSite, ...]
    types: tuple[tuple[Parameter, TraceType], ...] = ()
    """The join of what the calls pass for each parameter."""
    observed: ObservedFunction | None = None
    """What recorded runs saw of the function, where they are the evidence."""


class ConcreteFunctionFacts(NamedTuple):
    """TFR208: a call of ``get_concrete_function`` with arguments that vary."""

    call: ast.Call
    place: Place
    traced: TracedFunction
    varying: tuple[ast.expr, ...]


class OptionFacts(NamedTuple):
    """TFR203: an option with a new name, or without effect."""

    call: ast.Call
    old: str
    new: str | None
    """None if it can go."""


class ShapeReadFacts(NamedTuple):
    """TFR206: a static dimension that is None in the graph."""

    read: ast.expr
    """``x.shape[i]``, or ``x.shape`` where it is needed as a whole; also by ``get_shape()``."""
    function: Function


class LoopFacts(NamedTuple):
    """TFR301: a Python loop over a number that a parameter decides."""

    function: Function
    place: Place
    loop: LoopNode
    bound: ast.Call
    """The ``range(...)`` call."""
    parameters: tuple[Parameter, ...]
    """The parameters that its arguments derive from."""
    traced: TracedFunction | None
    sites: tuple[CallSite, ...]


class ConditionalFacts(NamedTuple):
    """TFR303-TFR305: a conditional on a parameter's number, or on a tensor."""

    function: Function
    place: Place
    node: ConditionalNode | LoopNode
    parameters: tuple[Parameter, ...] = ()
    traced: TracedFunction | None = None


class BodyFacts(NamedTuple):
    """TFR4xx: a statement or call in a traced body."""

    node: ast.AST
    function: Function
    place: Place


class CreationFacts(NamedTuple):
    """TFR501-TFR503: where a traced function is made."""

    traced: TracedFunction
    same: tuple[TracedFunction, ...] = ()
    """TFR502: more of the same, made elsewhere."""
    above: ast.expr | None = None
    """TFR503: the decorator that has to stand above ``tf.function``."""


class CallFacts(NamedTuple):
    """TFR306, TFR505, TFR507, TFR6xx: a call that should not be there, or not as it is."""

    call: ast.Call
    place: Place


class EndpointFacts(NamedTuple):
    """TFR402, TFR601: a call of a Keras model's method."""

    call: ast.Call
    endpoint: str
    place: Place
