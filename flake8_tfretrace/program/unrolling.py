"""Bounded unrolling: what expressions give in the first iterations of a loop.

The scalar statements of a loop's body are executed with constants, as Python would; whatever is not
known is TOP. That settles what no rule about operators can: counters that wrap around or saturate,
schedules, flags, early exits.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from flake8_tfretrace.program.iteration import elements_of
from flake8_tfretrace.program.library import MATH_FLOATS, MATH_INTEGERS
from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.operations import OPERATORS
from flake8_tfretrace.program.scopes import (
    Index,
    LoopNode,
    Place,
    bound_by,
    children,
    lookup,
    reaching,
    start,
)
from flake8_tfretrace.program.syntax import COMPARISONS, Syntax, argument
from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    PythonValue,
    SequenceValue,
    TraceType,
    python_value,
)
from flake8_tfretrace.program.values import Interpreter

ITERATIONS = 8
"""As many iterations are unrolled of a loop of which it is not known how often it runs."""
_ITERATIONS_TO_END = 32
"""As many where it is only asked whether constants make the loop end."""
MAX_ITERATIONS = 128
"""As many are of any loop."""
_MAX_STEPS = 4000
"""As many statements are executed for one loop."""
_LARGE = 10**12
_LONG = 100


class _Top:
    """Anything: the value of what is not known."""

    def __repr__(self) -> str:
        return "TOP"


TOP = _Top()


@dataclass
class Unrolled:
    """What an expression gave, each time that control got to its statement."""

    values: list[object] = field(default_factory=list)
    """TOP where it is not known."""
    is_whole: bool = False
    """Whether the loop has ended: there are no more values in one execution of it."""
    iterations: int = 0
    """How many iterations were begun."""
    is_ended: bool = False
    """Whether there are no more of them, but perhaps fewer: a condition may not hold so long."""

    @property
    def distinct(self) -> int | None:
        """How many values there are, all of which are known; None if one is not."""
        if TOP in self.values:
            return None
        return len({(type(value).__name__, value) for value in self.values})

    @property
    def is_geometric(self) -> bool:
        """Whether the values are ints that double, or grow faster: a few scales, as a rule."""
        pairs = list(zip(self.values, self.values[1:]))
        return bool(pairs) and all(
            isinstance(one, int)
            and isinstance(two, int)
            and one
            and two % one == 0
            and two // one > 1
            for one, two in pairs
        )


class Unrolling:
    """Unrolls the loops of one program."""

    def __init__(
        self, index: Index, names: Names, syntax: Syntax, interpreter: Interpreter
    ) -> None:
        self.index = index
        self.names = names
        self.syntax = syntax
        self.interpreter = interpreter
        self._known: dict[tuple[ast.expr | None, LoopNode, bool], Unrolled | None] = {}
        # Each is asked for again in each iteration.
        self.assigned = cache(_assigned)
        self.assigned_within = cache(_assigned_within)
        self.names_read = cache(_names_read)

    def of(
        self, node: ast.expr, place: Place, loop: LoopNode, *, first: bool = False
    ) -> Unrolled | None:
        """Return what an expression gives in the iterations of a loop around it.

        Args:
            node: the expression.
            place: the code around it.
            loop: the loop.
            first: whether only the first execution of the loop is asked for, in which no loop
                around it has changed anything. Others may give more values.

        Returns:
            None if the loop cannot be unrolled: a comprehension, or one with too much to do.
        """
        key = (node, loop, first)
        if key not in self._known:
            self._known[key] = None
            if isinstance(loop, (ast.For, ast.While)) and self._is_beside(place, loop):
                self._known[key] = _Run(self, loop, node, place, first).result()
        return self._known[key]

    def most(self, loop: ast.For | ast.AsyncFor | ast.While) -> int | None:
        """Return how often a loop that constants make end runs at most; None for any other."""
        key = (None, loop, False)
        if key not in self._known:
            self._known[key] = None
            if not isinstance(loop, ast.AsyncFor):
                self._known[key] = _Run(self, loop, None, self.index.places[loop], False).result()
        run = self._known[key]
        return run.iterations if run is not None and run.is_ended else None

    def _is_beside(self, place: Place, loop: ast.For | ast.While) -> bool:
        """Whether the code at ``place`` is in the scope of a loop, not in a comprehension."""
        return place.scope is self.index.places[loop].scope


class _Stop(Exception):  # noqa: N818 - control flow
    """The budget is used up."""


_Outcome = Literal["next", "break", "continue", "leave"]


class _Run:
    """One execution of a loop with constants."""

    def __init__(
        self,
        unrolling: Unrolling,
        loop: ast.For | ast.While,
        target: ast.expr | None,
        place: Place,
        first: bool,
    ) -> None:
        self.unrolling = unrolling
        self.is_first = first
        self.names = unrolling.names
        self.syntax = unrolling.syntax
        self.interpreter = unrolling.interpreter
        self.loop = loop
        self.target = target
        self.limit = _ITERATIONS_TO_END if target is None else ITERATIONS
        self.place = place
        self.around = unrolling.index.places[loop]
        self.iteration: int | None = None
        """The number of the iteration, where the loop's elements are known."""
        self.steps = 0
        self.is_handled = False
        """Whether what is raised may be handled in the loop."""
        self.found = Unrolled()
        self.env: dict[str, object] = {}
        self.assigned = {name for part in loop.body for name in unrolling.assigned(part)}
        if isinstance(loop, ast.For):
            self.assigned |= unrolling.assigned(loop.target)
        self.filled = {
            base.id
            for base, _, at in changes(self.around.function)
            if isinstance(base, ast.Name) and loop in at.loops
        }
        """The variables of lists and dicts that the loop changes as they are."""
        self.holder = self._holder()
        self.deciding = None if target is not None else self._deciding()
        """The statements that decide when the loop ends; None where all are executed."""

    def result(self) -> Unrolled | None:
        if self.holder is None and self.target is not None:
            return None
        for name in self.assigned:
            self.env[name] = self._before(name)
        try:
            self._iterate()
        except _Stop:
            return None
        return self.found

    def _holder(self) -> ast.AST | None:
        """Return the statement in the loop whose own expressions hold the target."""
        node: ast.AST | None = self.target
        while node is not None and not isinstance(node, ast.stmt):
            node = self.syntax.parent(self.place.function, node)
        return None if node is self.loop else node

    def _deciding(self) -> set[ast.stmt]:
        """Return the statements in the loop that decide when it ends, and what these rest on.

        That is a backward slice: where control leaves an iteration, under which conditions, and
        what sets the variables in these.
        """
        parts: list[tuple[ast.stmt, tuple[ast.stmt, ...]]] = []
        pending: list[tuple[ast.stmt, tuple[ast.stmt, ...]]] = [(s, ()) for s in self.loop.body]
        found: set[ast.stmt] = set()
        wanted: set[str] = set()
        if isinstance(self.loop, ast.While):
            wanted = _names(self.loop.test)
        for node, around in pending:
            inner = [part for body in _executed(node) for part in body]
            pending += [(part, (*around, node)) for part in inner]
            if not inner:
                parts.append((node, around))
        while True:
            new = [
                (node, around)
                for node, around in parts
                if node not in found and self._decides(node, wanted)
            ]
            if not new:
                return found
            for node, around in new:
                found.update((node, *around))
                wanted |= _names(node)
                for outer in around:
                    if isinstance(outer, ast.If):
                        wanted |= _names(outer.test)

    def _decides(self, node: ast.stmt, wanted: set[str]) -> bool:
        """Whether a statement may end an iteration, or sets one of the names."""
        if isinstance(node, (ast.Break, ast.Continue, ast.Return, ast.Raise)):
            return True
        if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)):
            # What other statements set is unknown.
            return False
        set_here = self.unrolling.assigned(node) | self.unrolling.assigned_within(node)
        return not wanted.isdisjoint(set_here) or any(
            isinstance(part, ast.Subscript) and self._length(part.value) is not None
            for part in ast.walk(node)
        )

    def _before(self, name: str) -> object:
        """Return what a name holds before the first iteration."""
        owner, bindings = lookup(name, self.around.scope)
        if owner is not self.around.scope or any(
            binding.place.function is not self.around.function for binding in bindings
        ):
            return TOP
        found = reaching(name, self.around, start(self.loop))
        outside = [binding for binding in found if self.loop not in binding.place.loops]
        if len(outside) != 1:
            return TOP
        if self.around.loops and len(found) > 1:
            # A loop around this one goes on with what this one has left.
            if not self.is_first or set(self.around.loops) & set(outside[0].place.loops):
                return TOP
        return _constant(self.interpreter.bound(outside[0], self.around))

    def _iterate(self) -> None:
        loop = self.loop
        if isinstance(loop, ast.While):
            count = 0
            is_certain = True
            while count < (MAX_ITERATIONS if is_certain else self.limit):
                holds = self._truth(loop.test)
                if holds is False:
                    self.found.is_whole = is_certain
                    self.found.is_ended = True
                    return
                is_certain = is_certain and holds is True
                if not self._body():
                    return
                count += 1
            return
        items, is_known, is_whole = self._items(loop)
        for number, item in enumerate(items):
            self.iteration = number if is_known else None
            self._assign(loop.target, item)
            if not self._body():
                return
        self.found.is_whole = self.found.is_ended = is_whole

    def _items(self, loop: ast.For) -> tuple[Iterable[object], bool, bool]:
        """Return what a loop goes over, whether that is known, and whether it is all."""
        iterable = self.interpreter.value(loop.iter, self.around)
        elements = elements_of(iterable)
        if elements is not None:
            constants = [_parts(element) for element in elements[:MAX_ITERATIONS]]
            return constants, True, len(elements) <= MAX_ITERATIONS
        if isinstance(iterable, PythonValue) and iterable.kind == "range":
            first, step = self._range(loop.iter)
            if first is not None:
                return [first + step * number for number in range(self.limit)], False, False
        numbered = loop.iter if isinstance(loop.iter, ast.Call) else None
        if numbered and self.names.qualified(numbered.func, self.around) == "enumerate":
            begin = argument(numbered, 1, "start")
            begun = 0 if begin is None else _constant(self.interpreter.value(begin, self.around))
            if isinstance(begun, int):
                return [(begun + number, TOP) for number in range(self.limit)], False, False
        return [TOP] * self.limit, False, False

    def _range(self, node: ast.expr) -> tuple[int | None, int]:
        """Return the first number and the step of a range with an unknown end."""
        if not isinstance(node, ast.Call) or node.keywords or not node.args:
            return None, 1
        bounds = [_constant(self.interpreter.value(part, self.around)) for part in node.args]
        first = 0 if len(bounds) == 1 else bounds[0]
        step = bounds[2] if len(bounds) == 3 else 1
        if isinstance(first, int) and isinstance(step, int):
            return first, step
        return None, 1

    def _body(self) -> bool:
        """Execute the body; return whether there may be another iteration."""
        self.found.iterations += 1
        outcome = self._block(self.loop.body)
        if outcome in ("break", "leave"):
            self.found.is_whole = self.found.is_ended = True
            return False
        return True

    # statements

    def _block(self, body: list[ast.stmt]) -> _Outcome:
        for statement in body:
            outcome = self._statement(statement)
            if outcome != "next":
                return outcome
        return "next"

    def _statement(self, node: ast.stmt) -> _Outcome:
        self.steps += 1
        if self.steps > _MAX_STEPS:
            raise _Stop
        if self.deciding is not None and node not in self.deciding:
            self._forget([node])
            return "next"
        if node is self.holder and self.target is not None:
            self.found.values.append(self._value(self.target))
        if isinstance(node, (ast.Break, ast.Continue)):
            return "break" if isinstance(node, ast.Break) else "continue"
        if isinstance(node, (ast.Return, ast.Raise)) or self._is_past_end(node):
            return "leave"
        if isinstance(node, ast.Assign):
            value = self._value(node.value)
            for target in node.targets:
                self._assign(target, value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assign(node.target, self._value(node.value))
        elif isinstance(node, ast.AugAssign):
            if isinstance(node.target, ast.Name):
                current = self.env.get(node.target.id, TOP)
                result = _applied(OPERATORS.get(type(node.op)), current, self._value(node.value))
                self.env[node.target.id] = result
        elif isinstance(node, ast.If):
            return self._branch(node)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self._forget(item.optional_vars for item in node.items if item.optional_vars)
            return self._block(node.body)
        elif isinstance(node, ast.Try):
            # Nothing is raised (assumption A4), but what a handler assigns may have been.
            self._forget([node])
            is_handled, self.is_handled = self.is_handled, self.is_handled or bool(node.handlers)
            outcome = self._block([*node.body, *node.orelse])
            self.is_handled = is_handled
            self._forget([node])
            last = self._block(node.finalbody)
            return outcome if last == "next" else last
        elif not isinstance(node, (ast.Expr, ast.Pass, ast.Assert)):
            return self._unfollowed(node)
        self.env.update(dict.fromkeys(self.unrolling.assigned_within(node), TOP))
        return "next"

    def _is_past_end(self, node: ast.stmt) -> bool:
        """Whether a statement surely reads an element that a sequence does not have."""
        if self.is_handled or not isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr)):
            return False
        pending: list[ast.AST] = [node.value]
        for part in pending:
            if isinstance(part, ast.Subscript) and not isinstance(part.slice, ast.Slice):
                index, length = self._value(part.slice), self._length(part.value)
                if length is not None and type(index) is int and not -length <= index < length:
                    return True
            if not isinstance(part, _NOT_ALL_EVALUATED):
                pending += children(part)
        return False

    def _length(self, node: ast.expr) -> int | None:
        """Return how many elements a list or tuple has that the loop leaves as it is.

        One that an object keeps may be changed by what the loop calls.
        """
        if not isinstance(node, ast.Name) or node.id in self.assigned:
            return None
        value = self.interpreter.value(node, self.place)
        if isinstance(value, SequenceValue) and value.items is not None and value.change is None:
            return len(value.items)
        return None

    def _branch(self, node: ast.If) -> _Outcome:
        holds = self._truth(node.test)
        if holds is not None:
            return self._block(node.body if holds else node.orelse)
        before = dict(self.env)
        one = self._block(node.body)
        after = self.env
        self.env = before
        other = self._block(node.orelse)
        if one != "next" and other != "next":
            return one if one == other else "leave"
        if one != "next":
            return other
        if other == "next":
            for name, value in after.items():
                if not _same(value, self.env.get(name, TOP)):
                    self.env[name] = TOP
        else:
            self.env = after
        return "next"

    def _unfollowed(self, node: ast.stmt) -> _Outcome:
        """Execute the bodies of loops and cases once, with what they assign unknown."""
        self._forget([node])
        for body in _bodies(node):
            self._block(body)
            self._forget([node])
        return "next"

    def _assign(self, target: ast.expr, value: object) -> None:
        if isinstance(target, ast.Name):
            self.env[target.id] = TOP if target.id in self.filled else value
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts: tuple[object, ...] = (TOP,) * len(target.elts)
            if isinstance(value, tuple) and len(value) == len(parts):
                parts = value
            for element, part in zip(target.elts, parts):
                self._assign(element, part)
        elif isinstance(target, ast.Starred):
            self._assign(target.value, TOP)

    def _forget(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.env.update(dict.fromkeys(self.unrolling.assigned(node), TOP))

    # expressions

    def _truth(self, node: ast.expr) -> bool | None:
        value = self._value(node)
        return None if value is TOP else bool(value)

    def _value(self, node: ast.expr) -> object:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name) and node.id in self.env:
            return self.env[node.id]
        if not self._reads(node, self.env):
            known = _constant(self.interpreter.value(node, self.place))
            if known is not TOP:
                return known
        if isinstance(node, ast.BinOp):
            left, right = self._value(node.left), self._value(node.right)
            if isinstance(node.op, ast.Mod) and type(left) is int and not left:
                # Nothing remains of zero, whatever divides it.
                return 0
            return _applied(OPERATORS.get(type(node.op)), left, right)
        if isinstance(node, ast.UnaryOp):
            return _applied(_UNARY[type(node.op)], self._value(node.operand))
        if isinstance(node, ast.Compare):
            operands = [self._value(part) for part in (node.left, *node.comparators)]
            outcomes = [
                _applied(_COMPARISONS[type(op)], one, other)
                for op, one, other in zip(node.ops, operands, operands[1:])
            ]
            return TOP if TOP in outcomes else all(outcomes)
        if isinstance(node, ast.BoolOp):
            return self._boolean(node)
        if isinstance(node, ast.IfExp):
            holds = self._truth(node.test)
            return TOP if holds is None else self._value(node.body if holds else node.orelse)
        if isinstance(node, ast.Tuple):
            return self._tuple(node.elts)
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            # A list that has a name may be changed by what it is handed to.
            if isinstance(node.value, ast.List):
                base = self._tuple(node.value.elts)
            else:
                base = self._value(node.value)
            return _applied(operator.getitem, base, self._value(node.slice))
        if isinstance(node, ast.JoinedStr):
            return self._formatted(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        return self._evaluated(node)

    def _tuple(self, elements: list[ast.expr]) -> object:
        items = tuple(map(self._value, elements))
        return TOP if TOP in items else items

    def _evaluated(self, node: ast.expr) -> object:
        """Return what the evaluator knows of an expression of loop variables alone."""
        if self.iteration is None or not isinstance(self.loop, ast.For):
            return TOP
        if self._reads(node, self.assigned - self.unrolling.assigned(self.loop.target)):
            return TOP
        with self.interpreter.within({self.loop: self.iteration}):
            return _constant(self.interpreter.value(node, self.place))

    def _boolean(self, node: ast.BoolOp) -> object:
        is_and = isinstance(node.op, ast.And)
        value: object = TOP
        for part in node.values:
            value = self._value(part)
            if value is TOP:
                return TOP
            if bool(value) is not is_and:
                return value
        return value

    def _formatted(self, node: ast.JoinedStr) -> object:
        parts = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                if part.format_spec is not None or part.conversion != -1:
                    return TOP
                part = part.value
            parts.append(self._value(part))
        return TOP if TOP in parts else "".join(map(str, parts))

    def _call(self, node: ast.Call) -> object:
        name = self.names.qualified(node.func, self.place)
        if name is None and isinstance(node.func, ast.Name):
            name = node.func.id if lookup(node.func.id, self.place.scope)[0] is None else None
        function = _FUNCTIONS.get(name or "")
        if function is None or node.keywords:
            known = self._evaluated(node)
            if known is not TOP:
                return known
            return _constant(self.interpreter.called(node, self.place, self._given))
        result = _applied(function, *map(self._value, node.args))
        if result is TOP and name == "len" and len(node.args) == 1:
            length = self._length(node.args[0])
            return TOP if length is None else length
        return result

    def _given(self, node: ast.expr) -> TraceType:
        value = self._value(node)
        return UNKNOWN if value is TOP or isinstance(value, tuple) else python_value(value)

    def _reads(self, node: ast.AST, names: Collection[str]) -> bool:
        read = self.unrolling.names_read(node)
        return read is None or any(name in names for name in read)


def _constant(value: TraceType) -> object:
    """Return the one value that a Python value has, or TOP."""
    if isinstance(value, PythonValue) and value.kind not in ("range", "slice", "dtype", "enum"):
        constants = value.constants
        if constants is not None and len(constants) == 1 and value.change is None:
            return next(iter(constants))
    if isinstance(value, SequenceValue) and value.items is not None and value.change is None:
        items = tuple(map(_constant, value.items))
        return TOP if TOP in items else items
    return TOP


def _parts(value: TraceType) -> object:
    """Return the one value that an element has, or that of each of its parts, or TOP."""
    if isinstance(value, SequenceValue) and value.kind == "tuple" and value.items is not None:
        if value.change is None:
            return tuple(map(_constant, value.items))
    return _constant(value)


def _same(one: object, other: object) -> bool:
    return one is not TOP and other is not TOP and type(one) is type(other) and one == other


def _applied(function: Callable[..., Any] | None, *values: object) -> object:
    """Return what a function gives, where its arguments are known and the result is small."""
    if function is None or TOP in values or not all(map(_is_small, values)):
        return TOP
    if function in (operator.pow, operator.lshift) and not _is_small_exponent(values[1]):
        return TOP
    try:
        result = function(*values)
    except (ArithmeticError, TypeError, ValueError, LookupError):
        return TOP
    return result if _is_small(result) else TOP


def _is_small(value: object) -> bool:
    if isinstance(value, (int, float)):
        return abs(value) < _LARGE
    return not isinstance(value, (str, bytes, tuple)) or len(value) < _LONG


def _is_small_exponent(value: object) -> bool:
    return isinstance(value, (int, float)) and abs(value) < _LONG


def _assigned(node: ast.AST) -> frozenset[str]:
    """Return the names that code binds in its own scope, deletions included."""
    found: list[str] = []
    pending = [node]
    for part in pending:
        found += bound_by(part)
        if not isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            pending += children(part)
    return frozenset(found)


def _assigned_within(node: ast.stmt) -> frozenset[str]:
    """Return the names that the expressions of a statement bind: ``:=``."""
    found: frozenset[str] = frozenset()
    pending = [child for child in children(node) if not isinstance(child, ast.stmt)]
    for part in pending:
        if isinstance(part, ast.NamedExpr):
            found |= _assigned(part)
        pending += [child for child in children(part) if not isinstance(child, ast.stmt)]
    return found


def _names_read(node: ast.AST) -> frozenset[str] | None:
    """Return the names in an expression; None if it does more than to read them."""
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            found.add(part.id)
        elif isinstance(part, (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)):
            return None
    return frozenset(found)


def _bodies(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements in a compound statement."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return
    for part in (node, *getattr(node, "cases", ())):
        yield getattr(part, "body", [])
    yield getattr(node, "orelse", [])


def _executed(node: ast.stmt) -> Sequence[list[ast.stmt]]:
    """Return the parts of a statement that are executed as the loop goes on."""
    if isinstance(node, ast.If):
        return (node.body, node.orelse)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return (node.body,)
    return (node.body, node.orelse, node.finalbody) if isinstance(node, ast.Try) else ()


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


_NOT_ALL_EVALUATED = (
    *(ast.BoolOp, ast.IfExp, ast.Lambda, ast.Compare),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
"""Expressions that need not evaluate all their parts, or not once."""
_UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    **COMPARISONS,
    ast.In: lambda item, container: item in container,
    ast.NotIn: lambda item, container: item not in container,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **{f.__name__: f for f in (abs, bool, float, int, len, max, min, round, str)},
    **{
        name: getattr(math, name.removeprefix("math."))
        for name in (*MATH_FLOATS, *MATH_INTEGERS, "math.fmod")
        if hasattr(math, name.removeprefix("math."))
    },
    **{
        f"numpy.{name}": getattr(math, name)
        for name in ("cos", "exp", "hypot", "log", "log10", "log1p", "log2", "sin", "sqrt", "tanh")
    },
    **{f"numpy.{name}": math.fabs for name in ("abs", "absolute", "fabs")},
    "numpy.ceil": lambda number: float(math.ceil(number)),
    "numpy.floor": lambda number: float(math.floor(number)),
    "numpy.maximum": max,
    "numpy.minimum": min,
    "numpy.clip": lambda number, low, high: min(max(number, low), high),
}
"""Pure functions of Python, and NumPy's of numbers, that are called with constants."""
