"""The control-flow graph of the statements of one function, class body or module.

Nodes are *program points*: simple statements, and the headers of compound ones (the test of an
``if``, the iterable and the target of a ``for``, each pattern of a ``match``). Points that always
run one after the other form a basic block; edges run between blocks. What Python does in nested
functions is none of this graph's concern; a class body runs where it stands.

Assumptions: a statement raises only where a ``try`` of the same function can catch it, and the
context managers of ``with`` let exceptions through.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

Loop = ast.For | ast.AsyncFor | ast.While
Conditional = ast.If | ast.While
Position = tuple[int, int]
"""(line, column) as in :mod:`ast`: 1-based, 0-based in bytes."""

EXITS = frozenset({"sys.exit", "exit", "quit", "os._exit", "os.abort"})
"""Calls that never return, as they are written."""


@dataclass(eq=False, slots=True)
class Block:
    """A basic block: points that run one after the other."""

    number: int
    """Its index in the graph, in the order of creation."""
    predecessors: list[Block] = field(default_factory=list)
    successors: list[Block] = field(default_factory=list)


Point = tuple[Block, int]
"""A basic block, and the place of a point in it."""


class Graph:
    """The control-flow graph of a list of statements."""

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        self.blocks: list[Block] = []
        self._frames: list[_Frame] = []
        self.entry = self._block()
        self._sizes: dict[Block, int] = {}
        self._points: dict[ast.AST, Point] = {}
        """Where a statement, header, target of a loop, handler or case is."""
        self._ends: dict[ast.ClassDef, Point] = {}
        self._starts: list[tuple[Position, Point]] = []
        self._exceptional: set[tuple[Block, Block]] = set()
        """The edges that only exceptions take."""
        self._raising: set[Block] = set()
        """The blocks that end with ``raise``."""
        self._sides: dict[tuple[Block, Block], tuple[ast.If, bool]] = {}
        """The edges that one outcome of a condition takes."""
        self._branches: dict[Block, tuple[Conditional, bool]] = {}
        """The blocks that control gets to by one outcome of a condition only."""
        self._returning: list[Block] = []
        """The blocks that end with a return."""
        self._heads: dict[Loop, Block] = {}
        self._bodies: dict[Loop, set[Block]] = {}
        self._point(None, self.entry, None)
        end = self._open(self._statements(body, self.entry))
        self.exit = self._point(None, end, None)
        """Behind the last statement."""
        self._starts.sort(key=lambda item: item[0])
        self._positions = [position for position, _ in self._starts]
        self._reachable = self._from([self.entry])
        self._repeating: dict[Loop, set[Block]] = {}

    # questions

    def point_of(self, node: ast.AST) -> Point | None:
        """Return the point of a statement (its header), handler, case, or loop target."""
        return self._points.get(node)

    def end_of(self, node: ast.ClassDef) -> Point:
        """Return the point behind the body of a class, where its name is bound."""
        return self._ends[node]

    def point_at(self, position: Position) -> Point:
        """Return the point whose code stands at ``position``."""
        index = bisect_right(self._positions, position) - 1
        return self._starts[index][1] if index >= 0 else (self.entry, 0)

    def is_reachable(self, node: ast.AST) -> bool:
        """Whether control can reach a statement at all."""
        point = self._points.get(node)
        return point is None or point[0] in self._reachable

    def is_feasible(self, point: Point, taken: Callable[[ast.If], bool | None]) -> bool:
        """Whether control can reach a point; ``taken`` says which branch of a conditional runs."""
        return self._leads_back(self.entry, [point[0]], (), taken)

    def survives(
        self, point: Point, others: Collection[Point], taken: Callable[[ast.If], bool | None]
    ) -> bool:
        """Whether control can get from a point to where the body returns without one of the others.

        Of conditionals only those branches count that ``taken`` says run. What stands in a
        ``finally`` is not asked for.
        """
        block, number = point
        if any(other is block and after > number for other, after in others):
            return False
        blocking = {other for other, _ in others} - {block}
        return self._leads_back(block, [self.exit[0], *self._returning], blocking, taken)

    def _leads_back(
        self,
        first: Block,
        last: Iterable[Block],
        blocking: Collection[Block],
        taken: Callable[[ast.If], bool | None],
    ) -> bool:
        """Whether control can get from a block to one of some others, through none that blocks.

        Of a conditional whose two branches both lead there one is taken: which one is not asked.
        """
        pending = [*last]
        seen = {*pending}
        branches: dict[Block, tuple[ast.If, bool]] = {}
        while pending or branches:
            if not pending:
                before, (test, side) = branches.popitem()
                if before in seen or taken(test) is (not side):
                    continue
                seen.add(before)
                pending.append(before)
            block = pending.pop()
            if block is first:
                return True
            for before in block.predecessors if block not in blocking else ():
                if before in seen or before not in self._reachable:
                    continue
                node, side = self._sides.get((before, block), (None, False))
                if node is not None and branches.setdefault(before, (node, side)) == (node, side):
                    continue
                seen.add(before)
                pending.append(before)
        return False

    def repeats(self, node: ast.AST, loop: Loop) -> bool:
        """Whether a statement in ``loop`` can run again within one execution of the loop.

        It cannot where every path from it leaves the loop (``break``, ``return``, ``raise``), but
        for those that only an exception takes.
        """
        point = self._points.get(node)
        if point is None or loop not in self._heads:
            return True
        known = self._repeating.get(loop)
        if known is None:
            head = self._heads[loop]
            inside = self._bodies[loop]
            known = self._repeating[loop] = {head}
            pending = [head]
            while pending:
                after = pending.pop()
                for block in after.predecessors:
                    if (block, after) in self._exceptional:
                        continue
                    if block in inside and block not in known:
                        known.add(block)
                        pending.append(block)
        return point[0] in known

    def conditions(self, node: ast.AST) -> Iterator[tuple[Conditional, bool]]:
        """Yield the conditionals of which a statement needs one branch, innermost first.

        Control passes that branch on every way to the statement (it dominates it), and so in each
        iteration of the loops around both. With each: whether its condition has to hold.
        """
        point = self._points.get(node)
        block = None if point is None else point[0]
        while block is not None and block is not self.entry:
            if block in self._branches and constant_truth(self._branches[block][0].test) is None:
                yield self._branches[block]
            block = self._dominators.get(block)

    def ends(self, node: Conditional, loop: Loop, *, holds: bool) -> bool:
        """Whether a loop has no other iteration where the condition in it gives ``holds``.

        But for what only an unforeseen exception leads to, or another evaluation that gives the
        opposite.
        """
        entries = {branch: block for block, branch in self._branches.items()}
        head, inside = self._heads[loop], self._bodies[loop]
        barred = entries.get((node, not holds))
        seen = {entries[node, holds]}
        pending = [*seen]
        while pending:
            block = pending.pop()
            for after in block.successors:
                if after is head:
                    return False
                if after in inside and after not in seen and after is not barred:
                    if (block, after) not in self._exceptional or block in self._raising:
                        seen.add(after)
                        pending.append(after)
        return True

    @cached_property
    def _dominators(self) -> dict[Block, Block]:
        """The immediate dominator of each block that control can reach, but for the entry."""
        order = self._postorder()
        numbers = {block: number for number, block in enumerate(order)}
        found = {self.entry: self.entry}
        is_changed = True
        while is_changed:
            is_changed = False
            for block in reversed(order):
                if block is self.entry:
                    continue
                known = [before for before in block.predecessors if before in found]
                nearest = known[0]
                for other in known[1:]:
                    while nearest is not other:
                        while numbers[nearest] < numbers[other]:
                            nearest = found[nearest]
                        while numbers[other] < numbers[nearest]:
                            other = found[other]
                if found.get(block) is not nearest:
                    found[block] = nearest
                    is_changed = True
        del found[self.entry]
        return found

    def _postorder(self) -> list[Block]:
        """Return the blocks that control can reach, each behind those that it leads to first."""
        order: list[Block] = []
        seen = {self.entry}
        pending = [(self.entry, iter(self.entry.successors))]
        while pending:
            block, successors = pending[-1]
            following = next((after for after in successors if after not in seen), None)
            if following is None:
                order.append(block)
                pending.pop()
            else:
                seen.add(following)
                pending.append((following, iter(following.successors)))
        return order

    def is_dominated(self, point: Point, points: Collection[Point]) -> bool:
        """Whether control passes one of ``points`` on every way from the beginning to ``point``.

        So it is, too, of a point that control never reaches.
        """
        barred = {block for block, _ in points}
        if any(block is point[0] and number < point[1] for block, number in points):
            return True
        return point[0] not in self._from([self.entry], barred - {point[0]})

    def leads_to(self, one: Point, other: Point, without: Iterable[Loop] = ()) -> bool:
        """Whether control can get from behind ``one`` to ``other``.

        Within one iteration of the loops ``without``.
        """
        if one[0] is other[0] and one[1] < other[1]:
            return True
        heads = {self._heads[loop] for loop in without}
        return other[0] in self._from(one[0].successors, heads)

    def reaching(self, point: Point, points: Collection[Point]) -> set[Point | None]:
        """Return which of ``points`` control may have passed last before ``point``.

        None stands for none of them, on a way from the beginning.
        """
        found: set[Point | None] = set()
        seen: set[Block] = set()
        pending = [point]
        while pending:
            block, end = pending.pop()
            last = max((n for b, n in points if b is block and n < end), default=None)
            if last is not None:
                found.add((block, last))
                continue
            if block is self.entry:
                found.add(None)
            new = [b for b in block.predecessors if b in self._reachable and b not in seen]
            seen.update(new)
            pending += [(before, self._sizes.get(before, 0)) for before in new]
        return found

    def release(self) -> None:
        """Break the cycles of references between the blocks."""
        for block in self.blocks:
            block.predecessors.clear()
            block.successors.clear()

    # construction

    def _block(self, *before: Block) -> Block:
        block = Block(len(self.blocks))
        self.blocks.append(block)
        for other in before:
            self._edge(other, block)
        for frame in self._frames:
            if frame.loop is not None:
                self._bodies[frame.loop].add(block)
        return block

    def _edge(self, one: Block, other: Block, *, raised: bool = False) -> None:
        if not raised:
            self._exceptional.discard((one, other))
        if other not in one.successors:
            one.successors.append(other)
            other.predecessors.append(one)
            if raised:
                self._exceptional.add((one, other))

    def _from(self, blocks: Iterable[Block], barred: Collection[Block] = ()) -> set[Block]:
        seen = {block for block in blocks if block not in barred}
        pending = list(seen)
        while pending:
            for block in pending.pop().successors:
                if block not in seen and block not in barred:
                    seen.add(block)
                    pending.append(block)
        return seen

    def _point(self, node: ast.AST | None, block: Block, start: Position | None) -> Point:
        number = self._sizes.get(block, 0)
        self._sizes[block] = number + 1
        point = (block, number)
        if node is not None:
            self._points[node] = point
        if start is not None:
            self._starts.append((start, point))
        return point

    def _open(self, block: Block | None) -> Block:
        """Return ``block``, or a block that nothing leads to where control ended."""
        return self._block() if block is None else block

    def _statements(self, body: Iterable[ast.stmt], block: Block | None) -> Block | None:
        """Add statements behind ``block``; return where control goes on, None if it does not."""
        for statement in body:
            block = self._statement(statement, self._open(block))
        return block

    def _statement(self, node: ast.stmt, block: Block) -> Block | None:
        handlers = self._handlers()
        if handlers:
            # What is bound before an exception reaches the handler, what comes after does not.
            for handler in handlers:
                self._edge(block, handler, raised=True)
            block = self._block(block)
        end = self._one(node, block)
        if handlers and end is not None:
            for handler in handlers:
                self._edge(end, handler, raised=True)
        return end

    def _handlers(self) -> list[Block]:
        """Return where an exception goes that is raised here."""
        for frame in reversed(self._frames):
            if frame.handlers:
                return frame.handlers
        return []

    def _one(self, node: ast.stmt, block: Block) -> Block | None:
        if type(node) in _PLAIN:
            self._point(node, block, _start(node))
            return block
        if isinstance(node, ast.If):
            return self._if(node, block)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            return self._loop(node, block)
        if isinstance(node, ast.Try) or (_TRY_STAR and isinstance(node, _TRY_STAR)):
            return self._try(node, block)
        if isinstance(node, ast.Match):
            return self._match(node, block)
        self._point(node, block, _start(node))
        if isinstance(node, (ast.With, ast.AsyncWith)):
            return self._statements(node.body, block)
        if isinstance(node, ast.ClassDef):
            end = self._statements(node.body, block)
            self._ends[node] = self._point(None, self._open(end), None)
            return end
        if isinstance(node, ast.Raise):
            self._raising.add(block)
            for handler in self._handlers():
                self._edge(block, handler, raised=True)
        if isinstance(node, (ast.Return, ast.Raise)):
            if isinstance(node, ast.Return):
                self._returning.append(block)
            self._leave(block, None)
            return None
        if isinstance(node, (ast.Break, ast.Continue)):
            self._leave(block, node)
            return None
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            if dotted(node.value.func) in EXITS:
                self._leave(block, None)
                return None
        if isinstance(node, ast.Assert) and constant_truth(node.test) is False:
            return None
        return block

    def _if(self, node: ast.If, block: Block) -> Block | None:
        self._point(node, block, _start(node))
        truth = constant_truth(node.test)
        first = self._block() if truth is False else self._block(block)
        other = self._block() if truth is True else self._block(block)
        self._sides[block, first] = (node, True)
        self._sides[block, other] = (node, False)
        self._branches[first], self._branches[other] = (node, True), (node, False)
        ends = [self._statements(node.body, first), self._statements(node.orelse, other)]
        if truth is not None:
            return ends[0] if truth else ends[1]
        return self._joined(ends)

    def _joined(self, ends: Iterable[Block | None]) -> Block | None:
        open_ends = [end for end in ends if end is not None]
        return self._block(*open_ends) if open_ends else None

    def _loop(self, node: Loop, block: Block) -> Block | None:
        truth: bool | None = None
        self._point(node, block, _start(node))
        head = self._block(block)
        if isinstance(node, ast.While):
            truth = constant_truth(node.test)
            self._point(None, head, (node.test.lineno, node.test.col_offset))
        self._heads[node] = head
        self._bodies[node] = {head}
        after = self._block()
        self._frames.append(_Frame(loop=node, head=head, after=after))
        body = self._block() if truth is False else self._block(head)
        if not isinstance(node, ast.While):
            self._points[node.target] = self._point(None, body, None)
        end = self._statements(node.body, body)
        if end is not None:
            self._edge(end, head)
        self._frames.pop()
        exhausted = self._block() if truth is True else self._block(head)
        if isinstance(node, ast.While):
            self._branches[body], self._branches[exhausted] = (node, True), (node, False)
        end = self._statements(node.orelse, exhausted)
        if end is not None and truth is not True:
            self._edge(end, after)
        return after if after.predecessors else None

    def _try(self, node: ast.Try, block: Block) -> Block | None:
        handlers = [self._block() for _ in node.handlers]
        finally_ = self._block() if node.finalbody else None
        last = _Frame(finally_=finally_, handlers=[finally_] if finally_ else [])
        last.transparent = not any(map(_matters, node.finalbody))
        if finally_ is not None:
            self._frames.append(last)
        outside = self._handlers()
        self._frames.append(_Frame(handlers=[*handlers, *outside]))
        end = self._statements(node.body, self._block(block))
        self._frames.pop()
        ends = []
        for handler, entry in zip(node.handlers, handlers):
            self._point(handler, entry, (handler.lineno, handler.col_offset))
            ends.append(self._statements(handler.body, entry))
        # What the body raises, it raises before the first statement of ``else``.
        ends.append(self._statements(node.orelse, None if end is None else self._block(end)))
        if finally_ is None:
            return self._joined(ends)
        self._frames.pop()
        completes = False
        for end in ends:
            if end is not None:
                completes = True
                self._edge(end, finally_)
        end = self._statements(node.finalbody, finally_)
        if end is None:
            return None
        for outer in self._handlers():
            self._edge(end, outer, raised=True)
        if last.transparent:
            return self._joined(ends)
        for target in last.targets:
            self._edge(end, target)
        return self._block(end) if completes else None

    def _match(self, node: ast.Match, block: Block) -> Block | None:
        self._point(node, block, _start(node))
        ends: list[Block | None] = []
        before: Block | None = block
        for case in node.cases:
            entry = self._block(*([before] if before is not None else []))
            # A pattern binds names only where it matches, whatever its guard says then.
            bound = self._block(entry)
            self._point(case, bound, (case.pattern.lineno, case.pattern.col_offset))
            ends.append(self._statements(case.body, self._block(bound)))
            failing = [] if _is_irrefutable(case.pattern) else [entry]
            failing += [] if case.guard is None else [bound]
            before = self._joined(failing if before is not None else [])
        return self._joined([*ends, before])

    def _leave(self, block: Block, node: ast.Break | ast.Continue | None) -> None:
        """Let control leave to the loop around, or (with None) the function."""
        outer: _Frame | None = None
        for frame in reversed(self._frames):
            if frame.finally_ is not None:
                if outer is None:
                    self._edge(block, frame.finally_)
                else:
                    outer.targets.append(frame.finally_)
                if not frame.transparent:
                    outer = frame
            if frame.loop is not None and node is not None:
                assert frame.head is not None
                assert frame.after is not None
                target = frame.after if isinstance(node, ast.Break) else frame.head
                if outer is None:
                    self._edge(block, target)
                else:
                    outer.targets.append(target)
                return


@dataclass(eq=False, slots=True)
class _Frame:
    """A loop or ``try`` around the statement that is being added."""

    loop: Loop | None = None
    head: Block | None = None
    after: Block | None = None
    finally_: Block | None = None
    handlers: list[Block] = field(default_factory=list)
    transparent: bool = False
    """Whether the ``finally`` binds nothing and always goes on, so that control passes it by."""
    targets: list[Block] = field(default_factory=list)
    """Where control goes on behind the ``finally``, but for the statement after it."""


_PLAIN = frozenset(
    {
        *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.FunctionDef, ast.AsyncFunctionDef),
        *(ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Delete, ast.Pass),
    }
)
"""The statements behind which control goes on to the next one; most are."""
_TRY_STAR: type[ast.Try] | None = getattr(ast, "TryStar", None)
"""``except*``, from Python 3.11 on; it has the fields of ``try``."""


def runs_through(body: Sequence[ast.stmt]) -> bool:
    """Whether control surely reaches each of some statements, and again where they are in a loop.

    It is not said that it does not where this is False: only a graph tells.
    """
    return _goes_on(body, in_loop=False) is not None


def _goes_on(body: Sequence[ast.stmt], *, in_loop: bool) -> bool | None:
    """Return whether control goes on behind statements; None where only a graph tells."""
    goes_on: bool | None = True
    for node in body:
        if not goes_on:
            return None
        kind = type(node)
        if kind in _PLAIN:
            continue
        if kind is ast.If:
            if constant_truth(node.test) is not None:  # type: ignore[attr-defined]
                return None
            first = _goes_on(node.body, in_loop=in_loop)  # type: ignore[attr-defined]
            other = _goes_on(node.orelse, in_loop=in_loop)  # type: ignore[attr-defined]
            goes_on = None if first is None or other is None else first or other
        elif kind in (ast.Return, ast.Raise):
            goes_on = None if in_loop else False
        elif isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Call) and dotted(node.value.func) in EXITS:
                goes_on = None if in_loop else False
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            goes_on = _goes_on(node.body, in_loop=in_loop)
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.ClassDef)):
            goes_on = _goes_on(node.body, in_loop=True)
            if goes_on and not isinstance(node, ast.ClassDef):
                goes_on = _goes_on(node.orelse, in_loop=in_loop)
        elif not isinstance(node, ast.Assert) or constant_truth(node.test) is False:
            return None
    return goes_on


def _matters(statement: ast.stmt) -> bool:
    """Whether a statement may bind a name, or go elsewhere than to the next one."""
    return any(
        (isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load))
        or isinstance(node, _BINDING_OR_LEAVING)
        for node in ast.walk(statement)
    )


_BINDING_OR_LEAVING = (
    *(ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Match, ast.ExceptHandler),
    *(ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
)


def constant_truth(node: ast.expr) -> bool | None:
    """Return whether a condition always or never holds; None where that is not written there."""
    if isinstance(node, ast.Constant):
        return bool(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = constant_truth(node.operand)
        return None if inner is None else not inner
    if isinstance(node, ast.BoolOp):
        known = [constant_truth(value) for value in node.values]
        decides = isinstance(node.op, ast.Or)
        if decides in known:
            return decides
        return not decides if None not in known else None
    return None


def _start(node: ast.stmt) -> Position:
    """Return where a statement begins, its decorators included."""
    decorators = getattr(node, "decorator_list", None)
    first = decorators[0] if decorators else node
    return (first.lineno, first.col_offset)


def dotted(node: ast.expr) -> str:
    """Return the dotted name that an expression is; it is no name if that begins with a dot."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _is_irrefutable(pattern: ast.pattern) -> bool:
    if isinstance(pattern, ast.MatchOr):
        return any(map(_is_irrefutable, pattern.patterns))
    return isinstance(pattern, ast.MatchAs) and (
        pattern.pattern is None or _is_irrefutable(pattern.pattern)
    )
