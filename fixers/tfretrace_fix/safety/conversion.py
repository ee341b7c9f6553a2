"""What the parts of the walk share: what becomes of a number, and what they found."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from flake8_tfretrace.program import Function, Place, Program
from flake8_tfretrace.program.tracetypes import TraceType
from tfretrace_fix.edits import Edit
from tfretrace_fix.plans import Refusal

DTYPES = {"int": "int32", "float": "float32", "str": "string", "bool": "bool"}
"""What TensorFlow makes of Python values."""


@dataclass(frozen=True)
class Number:
    """What was a Python number (or string), and becomes a tensor of no dimensions."""

    dtype: str
    """int32, float32, float64, string, or bool for a comparison of such numbers."""
    is_list: bool = False
    """Whether it was a list of such numbers, and becomes a tensor of one dimension."""
    is_none: bool = field(default=False, compare=False)
    """Whether it is None while tracing, as a dimension can be."""

    @property
    def is_float(self) -> bool:
        """Whether it was a Python float."""
        return self.dtype in ("float32", "float64")


Status = Number | None
"""None: not derived from the number, or a tensor as it was before."""


@dataclass
class Conversion:
    """What has to change in the bodies, and what that does."""

    edits: dict[ast.AST, Edit] = field(default_factory=dict)
    """By the node that changes: the walk may pass it more than once."""
    nodes: set[ast.AST] = field(default_factory=set)
    """The loops and conditionals that become part of the graph."""
    only_step: bool = field(init=False)
    """Whether the number is used as the step of ``tf.summary`` and for nothing else."""
    unsafe_because: str | None = None

    def unsafe(self, reason: str) -> None:
        """Note what may change in the results; the first reason is the one told."""
        self.unsafe_because = self.unsafe_because or reason


@dataclass
class State:
    """Where the walk is, and what it knows there."""

    program: Program
    tensorflow: str
    """The file's name for TensorFlow."""
    function: Function
    """The function whose body is walked."""
    given: Mapping[ast.expr, Number]
    """Expressions and targets of the body that are numbers, besides what parameters hold."""
    shapes: bool
    """Whether shapes may be made of the numbers, which are not static then."""
    callers: tuple[Function, ...] = ()
    """The functions that the walk came through to ``function``."""
    numbers: dict[str, Status] = field(default_factory=dict)
    """What the names hold at this point of the body."""
    conversion: Conversion = field(default_factory=Conversion)
    carried: dict[str, TraceType] = field(default_factory=dict)
    """The names that a loop carries, with the type that they keep."""

    def __post_init__(self) -> None:
        self._places = _places_by_branch(self.program)

    def value(self, node: ast.expr, place: Place) -> TraceType:
        """Return what is known of ``node``; a name that a loop carries keeps its type."""
        if isinstance(node, ast.Name) and node.id in self.carried:
            return self.carried[node.id]
        return self.program.value(node, place)

    def number_in(self, node: ast.AST) -> str | None:
        """Return what is a number in ``node``, as it is written."""
        for inner in ast.walk(node):
            held = isinstance(inner, ast.Name) and self.numbers.get(inner.id) is not None
            if held or inner in self.given:
                return text(inner)
        return None

    def leave(self, node: ast.AST) -> None:
        """Pass over a kind of code that is not looked into.

        Raises:
            Refusal: the number is in it.
        """
        name = self.number_in(node)
        if name is not None:
            raise Refusal(f"the body uses '{name}' in '{text(node)}'")

    def needs_autograph(self) -> None:
        """Raise Refusal unless loops and conditionals on tensors work in the function.

        What a function calls is converted with it, or not.
        """
        for function in (*self.callers, self.function):
            reason = self.program.graph.unconverted.get(function)
            if reason is None and any(
                isinstance(node, ast.NamedExpr | ast.Match) for node in ast.walk(function.node)
            ):
                reason = f"{function.name}, which contains ':=' or 'match'"
            if reason is not None:
                raise Refusal(f"AutoGraph does not convert {reason}")

    def inside(self, node: ast.AST, branch: str, place: Place) -> Place:
        """Return the place of the statements in a branch of ``node``."""
        return self._places.get((node, branch)) or Place(
            place.scope, place, node, branch, place.loops
        )

    def place_of(self, statement: ast.AST, place: Place) -> Place:
        """Return the place of a statement somewhere inside ``place``."""
        for (holder, branch), inner in self._places.items():
            statements = getattr(holder, branch, None)
            if isinstance(statements, list) and statement in statements:
                return inner
        return place


def _places_by_branch(program: Program) -> dict[tuple[ast.AST, str], Place]:
    """Return the places that the index recorded, by the node whose statements they are."""
    found: dict[tuple[ast.AST, str], Place] = {}
    for function in program.index.functions:
        recorded = [b.place for bindings in function.body.scope.bindings.values() for b in bindings]
        recorded += [place for _, place in (*function.calls, *function.loops)]
        recorded += [place for _, place in (*function.conditionals, *function.returns)]
        for place in recorded:
            for around in place.enclosing():
                found[around.node, around.branch] = around
    return found


def text(node: ast.AST) -> str:
    """Return the code of ``node``, shortened for a message."""
    code = ast.unparse(node)
    return code if len(code) <= 40 else f"{code[:37]}..."
