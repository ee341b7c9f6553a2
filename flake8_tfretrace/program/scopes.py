"""Scopes, bindings and the one walk over a file that records them.

Everything the analysis asks later (which assignments reach a use, which loops are around a
call) is answered from what :func:`index` records; nothing walks the tree again.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, takewhile
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from flake8_tfretrace.program.cfg import (
    EXITS,
    Block,
    Conditional,
    Graph,
    Point,
    Position,
    dotted,
    runs_through,
)
from flake8_tfretrace.program.imports import imported_names

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
LoopNode = ast.For | ast.AsyncFor | ast.While | ast.comprehension
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
ConditionalNode = ast.If | ast.While | ast.IfExp | ast.Assert

BindingKind = Literal[
    "assign", "augmented", "loop", "with", "function", "class", "import", "parameter", "other"
]


_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(eq=False, slots=True)
class Place:
    """A list of statements (or a comprehension, or a lambda) and what is around it."""

    scope: Scope
    parent: Place | None
    node: ast.AST
    """The function, loop, conditional, ... whose statements these are."""
    branch: str = "body"
    loops: tuple[LoopNode, ...] = ()
    """The loops of its function in which it can run again and again, outermost first.

    A loop that it always leaves (``break``, ``return``) is none of them.
    """
    first: ast.stmt | None = None
    """The first statement, where others of the list are another place.

    Behind what may leave the list control depends on more conditions than before it.
    """

    @property
    def statement(self) -> ast.stmt | None:
        """A statement that runs under the same conditions as all of it; None for expressions."""
        if self.first is not None:
            return self.first
        body = getattr(self.node, self.branch, None)
        return body[0] if isinstance(body, list) else None

    @property
    def function(self) -> Function:
        """The function (or module) whose code this is."""
        return self.scope.function

    @property
    def module(self) -> Function:
        """The module whose code this is."""
        scope = self.scope
        while scope.parent is not None:
            scope = scope.parent
        return scope.function

    def enclosing(self) -> Iterator[Place]:
        """Yield this place and those around it in the same function, innermost first."""
        place: Place | None = self
        while place is not None and place.function is self.function:
            yield place
            place = place.parent


@dataclass(eq=False, slots=True)
class Binding:
    """One way in which a name, or an attribute of ``self``, gets a value."""

    name: str
    kind: BindingKind
    node: ast.AST
    place: Place
    end: Position
    """Where the binding has happened: uses after it see it."""
    value: ast.expr | None = None
    """The assigned expression, the iterated expression, the context manager, the default."""
    path: tuple[int | None, ...] = ()
    """Which element of ``value`` is bound, for unpacking targets; None for a starred one."""
    qualified: str = ""
    """For imports."""
    function: Function | None = None
    cls: Class | None = None
    certain: bool = True
    """Whether it happens whenever its statement runs: not so for ``:=`` behind ``and``."""

    @property
    def point(self) -> Point:
        """Where it is in the control-flow graph of its function."""
        graph = self.place.function.graph
        if self.kind == "parameter":
            return (graph.entry, 0)
        node = self.node
        if self.kind == "class":
            assert isinstance(node, ast.ClassDef)
            return graph.end_of(node)
        if isinstance(node, (ast.For, ast.AsyncFor)):
            node = node.target
        return graph.point_of(node) or graph.point_at(start(self.node))


@dataclass(eq=False, slots=True)
class _Flow:
    """Which definitions of the names of a scope control brings where."""

    by_block: dict[str, dict[Block, list[tuple[int, Binding | None]]]] = field(default_factory=dict)
    """Those in each basic block."""
    at_entry: dict[tuple[str, Block], tuple[Binding | None, ...]] = field(default_factory=dict)
    """Those that reach its beginning."""
    captured: dict[tuple[str, ast.AST], tuple[Binding, ...]] = field(default_factory=dict)
    """Those that inner functions can see."""


@dataclass(eq=False, slots=True)
class Scope:
    """A namespace: module, class, function, lambda or comprehension."""

    function: Function
    parent: Scope | None
    kind: Literal["module", "class", "function", "comprehension"]
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    outside: Mapping[str, Scope] = field(default_factory=lambda: _NOTHING)
    """Names declared ``global`` or ``nonlocal``, with the scope they belong to."""
    declarations: Mapping[str, ast.Global | ast.Nonlocal] = field(default_factory=lambda: _NOTHING)
    """The statements that declare them."""
    cls: Class | None = None
    is_lazy: bool = False
    """Whether its code runs some time later, too: that of a generator expression."""
    _flow: _Flow | None = None

    @property
    def _known(self) -> _Flow:
        """What was worked out of its names; of those of most scopes nobody asks."""
        if self._flow is None:
            self._flow = _Flow()
        return self._flow

    def release(self) -> None:
        """Hold nothing any more."""
        del self.function
        self.cls = None
        self.bindings.clear()
        self._flow = None

    def reaching(self, name: str, point: Point, at: Position) -> tuple[Binding, ...]:
        """Return the reaching definitions of a name of this scope: those that may hold at a point.

        ``at`` is the position of the use, within the statement or header at the point.
        """
        block, number = point
        known = self._in_block(name, block)
        first = bisect_left(known, number, key=itemgetter(0))
        here = known[first : bisect_right(known, number, lo=first, key=itemgetter(0))]
        done = [(_, b) for _, b in here if b is None or b.end <= at]
        # Of an expression, what stands behind may be evaluated before: ``x if c else y``.
        found: dict[Binding | None, None] = {
            b: None
            for _, b in here
            if b is not None and b.end > at and isinstance(b.node, ast.NamedExpr)
        }
        for definitions, count in ((done, len(done)), (known, first)):
            latest, is_certain = _latest(definitions, count)
            found.update(dict.fromkeys(latest))
            if is_certain:
                break
        else:
            found.update(dict.fromkeys(self._entering(name, block)))
        reached = {binding: None for binding in found if binding is not None}
        if self.cls is None or self.kind != "class":
            # Other functions may set it (``global``, ``nonlocal``) whenever they run.
            others = (b for b in self.bindings[name] if b.place.function is not self.function)
            reached.update(dict.fromkeys(others))
        elif None in found or any(isinstance(b.node, _UNBINDING) for b in self.bindings[name]):
            # Where the body of a class has not bound a name, it is the module's: ``size = size``.
            scope = self.cls.place.module.body.scope
            if name in scope.bindings:
                reached.update(dict.fromkeys(scope.visible(name, self.function, point, at)))
        return tuple(sorted(reached, key=lambda binding: binding.end))

    def visible(
        self, name: str, function: Function, point: Point, at: Position
    ) -> tuple[Binding, ...]:
        """Return the definitions of a name of this scope that may hold at a point of a function.

        In an inner function: those that can hold at any time after it was defined.
        """
        if function is self.function:
            return self.reaching(name, point, at)
        *_, inner = takewhile(lambda f: f is not self.function, function.enclosing())
        return self.captured(name, inner.node)

    def _in_block(self, name: str, block: Block) -> list[tuple[int, Binding | None]]:
        """Return the definitions in a block, in order; None where a class body begins."""
        table = self._known.by_block.get(name)
        if table is None:
            table = self._known.by_block[name] = {}
            own = [b for b in self.bindings.get(name, ()) if b.place.function is self.function]
            for binding in own:
                holder, number = binding.point
                table.setdefault(holder, []).append((number, binding))
            for bindings in table.values():
                # Those of one statement stay in the order of the walk: that of the evaluation.
                bindings.sort(key=lambda item: item[0])
            if self.kind == "class" and self.cls is not None:
                beginning = self.function.graph.point_of(self.cls.node)
                if beginning is not None:
                    table.setdefault(beginning[0], []).insert(0, (beginning[1], None))
        return table.get(block, [])

    def _entering(self, name: str, block: Block) -> tuple[Binding | None, ...]:
        """Return the definitions that reach the beginning of a basic block."""
        known = self._known.at_entry.get((name, block))
        if known is None:
            found: dict[Binding | None, None] = {}
            seen: set[Block] = set()
            pending = list(block.predecessors)
            while pending:
                before = pending.pop()
                if before in seen:
                    continue
                seen.add(before)
                definitions = self._in_block(name, before)
                latest, is_certain = _latest(definitions, len(definitions))
                found.update(dict.fromkeys(latest))
                if not is_certain:
                    pending += before.predecessors
            known = self._known.at_entry[name, block] = tuple(found)
        return known

    def captured(self, name: str, inner: ast.AST) -> tuple[Binding, ...]:
        """Return the definitions that a function or generator in this scope can see when it runs.

        It runs some time after it was made: what is overwritten before that is not seen.
        """
        known = self._known.captured.get((name, inner))
        if known is None:
            graph = self.function.graph
            at = start(inner)
            point = graph.point_at(at)
            own = [b for b in self.bindings[name] if b.place.function is self.function]
            later = [
                b
                for b in own
                if graph.leads_to(point, b.point) or (b.point == point and b.end > at)
            ]
            if not getattr(inner, "decorator_list", True):
                # Nothing runs it before its definition has bound its own name.
                at = _bound_at(inner)
            before = self.reaching(name, point, at)
            known = tuple(dict.fromkeys([*before, *later]))
            self._known.captured[name, inner] = known
        return known


@dataclass(eq=False, slots=True)
class Parameter:
    """A parameter of a function."""

    node: ast.arg
    kind: Literal["positional", "keyword", "*", "**"]
    default: ast.expr | None = None

    @property
    def name(self) -> str:
        """Its name."""
        return self.node.arg

    @property
    def annotation(self) -> ast.expr | None:
        """Its annotation."""
        return self.node.annotation


@dataclass(eq=False, slots=True)
class Function:
    """A function, a lambda, or the module itself, with what its own code contains."""

    node: ast.AST
    name: str
    qualname: str
    """As Python has it: ``Model.step``, ``main.<locals>.train``."""
    owner: Class | None = None
    parameters: tuple[Parameter, ...] = ()
    place: Place | None = None
    """Where it is defined; None for the module."""
    body: Place = field(init=False)
    calls: list[tuple[ast.Call, Place]] = field(default_factory=list)
    loops: list[tuple[LoopNode, Place]] = field(default_factory=list)
    conditionals: list[tuple[ConditionalNode, Place]] = field(default_factory=list)
    returns: list[tuple[ast.Return, Place]] = field(default_factory=list)
    attributes: list[tuple[ast.Attribute, Place]] = field(default_factory=list)
    """All attributes that are read."""
    attribute_stores: list[tuple[ast.Attribute, Binding]] = field(default_factory=list)
    subscript_stores: list[tuple[ast.Subscript, Place]] = field(default_factory=list)
    subscripts: list[tuple[ast.Subscript, Place]] = field(default_factory=list)
    """All elements and slices, read or assigned."""
    inner: list[Function] = field(default_factory=list)
    yields: list[tuple[ast.Yield | ast.YieldFrom, Place]] = field(default_factory=list)
    _graph: Graph | None = field(default=None, init=False)
    _mentioned: frozenset[str] | None = field(default=None, init=False)
    _marks: frozenset[str] | None = field(default=None, init=False)

    @property
    def mentioned(self) -> frozenset[str]:
        """The names and attributes that its code speaks of, and that of inner functions."""
        if self._mentioned is None:
            self._mentioned = mentioned(self.node)
        return self._mentioned

    @property
    def graph(self) -> Graph:
        """The control flow of its statements, worked out when it is first asked for."""
        if self._graph is None:
            self._graph = Graph(self.statements)
        return self._graph

    @property
    def statements(self) -> list[ast.stmt]:
        """Its code; none of a lambda."""
        return [] if isinstance(self.node, ast.Lambda) else getattr(self.node, "body", [])

    def release(self) -> None:
        """Break the cycles of references in its graph."""
        if self._graph is not None:
            self._graph.release()

    @property
    def shown(self) -> str:
        """What messages call it."""
        return "the lambda" if self.name == "<lambda>" else self.name

    @property
    def is_generator(self) -> bool:
        """Whether calling it makes a generator."""
        return bool(self.yields)

    @property
    def is_method(self) -> bool:
        """Whether its first parameter is the instance (or the class)."""
        return (
            self.owner is not None and bool(self.parameters) and "staticmethod" not in self.marks()
        )

    @property
    def is_getter(self) -> bool:
        """Whether it runs where an attribute of its name is read."""
        return self.owner is not None and bool(_GETTERS & self.marks())

    @property
    def runs_at_each_read(self) -> bool:
        """Whether it is a getter of which nothing remembers what it gave before."""
        decorators: list[ast.expr] = getattr(self.node, "decorator_list", [])
        return self.is_getter and self.marks() == {"property"} and len(decorators) == 1

    @property
    def is_setter(self) -> bool:
        """Whether it runs where an attribute of its name is stored."""
        return self.owner is not None and "setter" in self.marks()

    @property
    def call_parameters(self) -> tuple[Parameter, ...]:
        """The parameters that calls name: all but the instance that a method is bound to."""
        return self.parameters[1:] if self.is_method else self.parameters

    def enclosing(self) -> Iterator[Function]:
        """Yield this function and those that it is defined in, innermost first: the module last."""
        function: Function | None = self
        while function is not None:
            yield function
            function = None if function.place is None else function.place.function

    def marks(self) -> frozenset[str]:
        """Return the plain names among the decorators (``property``, ``staticmethod``)."""
        if self._marks is None:
            self._marks = frozenset(
                decorator.id if isinstance(decorator, ast.Name) else decorator.attr
                for decorator in getattr(self.node, "decorator_list", ())
                if isinstance(decorator, (ast.Name, ast.Attribute))
            )
        return self._marks

    def parameter(self, name: str) -> Parameter | None:
        """Return the parameter called ``name``."""
        return next((p for p in self.parameters if p.name == name), None)


@dataclass(eq=False, slots=True)
class Class:
    """A class with its methods and the attributes its methods assign to ``self``."""

    node: ast.ClassDef
    name: str
    place: Place
    body: Place = field(init=False)
    methods: dict[str, Function] = field(default_factory=dict)
    """Its methods, and the getters of its properties."""
    setters: dict[str, Function] = field(default_factory=dict)
    """The setters of its properties."""
    attributes: dict[str, list[Binding]] = field(default_factory=dict)
    """``self.name = value`` in any method, and assignments in the class body."""

    @property
    def functions(self) -> list[Function]:
        """All that its body defines."""
        return [*self.methods.values(), *self.setters.values()]

    @property
    def bases(self) -> list[ast.expr]:
        """The expressions for its bases: of generic ones, without the arguments for their types."""
        bases = self.node.bases
        return [base.value if isinstance(base, ast.Subscript) else base for base in bases]


class Guard(NamedTuple):
    """A condition that decides whether control gets to some code."""

    test: ast.expr
    place: Place
    """Where the condition is evaluated."""
    holds: bool
    """Whether it has to hold, or must not."""
    node: Conditional | ast.comprehension


@dataclass(slots=True)
class Index:
    """What the walk over one module recorded."""

    module: Function
    functions: list[Function] = field(default_factory=list)
    """Every function, lambda and the module, in source order."""
    by_node: dict[ast.AST, Function] = field(default_factory=dict)
    classes: list[Class] = field(default_factory=list)
    places: dict[ast.AST, Place] = field(default_factory=dict)
    """The place of each call, loop, conditional, comprehension, lambda and definition."""
    dead: set[ast.AST] = field(default_factory=set)
    """The statements that never run; nothing else is recorded of them."""
    derived: dict[type, Any] = field(default_factory=dict)
    """What others work out of it alone, by their class: it is kept, and goes, with it."""

    def guards(self, place: Place, loop: LoopNode | None = None) -> Iterator[Guard]:
        """Yield the conditions that all have to be met for control to get to ``place``.

        Those around it, and those in front of it that leave otherwise (``if done: continue``),
        innermost first: in each iteration of ``loop``, or in a call of its function if it is None.
        """
        at = place
        while at.statement is None:
            if isinstance(at.node, COMPREHENSIONS) and at.branch == "elements":
                for generator in reversed(at.node.generators):
                    for test in generator.ifs:
                        yield Guard(test, at, True, generator)
                    if generator is loop:
                        return
            if at.parent is None or at.parent.function is not place.function:
                return
            at = at.parent
        for node, holds in place.function.graph.conditions(at.statement):
            around = self.places[node]
            if loop is None or loop in around.loops:
                yield Guard(node.test, around, holds, node)

    @property
    def calls(self) -> Iterator[tuple[ast.Call, Place]]:
        """All calls, with where they are."""
        for function in self.functions:
            yield from function.calls

    @property
    def attribute_stores(self) -> Iterator[tuple[ast.Attribute, Binding]]:
        """All assignments to attributes."""
        for function in self.functions:
            yield from function.attribute_stores

    @property
    def variables(self) -> Iterator[Binding]:
        """All definitions of variables: of modules and functions."""
        for function in self.functions:
            yield from chain.from_iterable(function.body.scope.bindings.values())

    @property
    def definitions(self) -> Iterator[Binding]:
        """All definitions of variables, then those of attributes."""
        yield from self.variables
        for cls in self.classes:
            yield from chain.from_iterable(cls.attributes.values())

    def release(self) -> None:
        """Break all cycles of references: who holds none of it any more frees its memory.

        Python's cycle collector would have to look through all of it first.
        """
        self.derived.clear()
        for scope in {place.scope for place in self._places()}:
            scope.release()
        for cls in self.classes:
            cls.methods.clear()
            cls.setters.clear()
        for function in self.functions:
            function.release()

    def _places(self) -> Iterator[Place]:
        yield from self.places.values()
        yield from (function.body for function in self.functions)
        yield from (cls.body for cls in self.classes)


def start(node: ast.AST) -> Position:
    """Return where ``node`` begins."""
    if isinstance(node, ast.comprehension):
        return start(node.target)
    return (node.lineno, node.col_offset)  # type: ignore[attr-defined]


def first_line(node: ast.AST) -> int:
    """Return the line that Python gives a function: that of its first decorator, if it has one."""
    decorators = getattr(node, "decorator_list", None)
    return start(decorators[0] if decorators else node)[0]


def end(node: ast.AST) -> Position:
    """Return where ``node`` ends."""
    if isinstance(node, ast.comprehension):
        return end([node.iter, *node.ifs][-1])
    return (node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]


def _bound_at(node: ast.AST) -> Position:
    """Return where a function definition has bound its name: behind decorators and defaults."""
    body: list[ast.stmt] = getattr(node, "body")  # noqa: B009
    return start(body[0])


def index(tree: ast.Module) -> Index:
    """Walk ``tree`` once and return what it binds, calls, loops over and defines."""
    return Walk(tree).index


class Accessor(ast.Attribute):
    """The getter or setter of a property, bound to an instance: what an access of it calls."""

    attribute: ast.Attribute
    """The attribute as it is written."""
    is_setter: bool


class Access(ast.Call):
    """The call that reading a property is, or storing one: no such call is written."""

    func: Accessor


def written(node: ast.AST) -> ast.AST:
    """Return what is written where a node stands: of an access the attribute."""
    return node.func.attribute if isinstance(node, Access) else node


LEAVES = frozenset({ast.Name, ast.Constant, ast.MatchSingleton})
"""What most expressions are, with nothing below."""
_CONSUMERS = frozenset("all any dict frozenset join list max min set sorted sum tuple".split())
"""What goes over a generator that it is handed before it returns."""
_TELLING = _CONSUMERS | {"setattr", *(name.rpartition(".")[2] for name in EXITS)}
"""The last parts of the names of functions whose calls say more than that they are calls."""
_UNBINDING = (ast.Delete, ast.ExceptHandler)
"""What leaves a name without a value."""
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_GETTERS = frozenset({"property", "cached_property", "abstractproperty", "getter"})
"""The decorators of what reading an attribute runs."""
_PLAIN = frozenset(
    "arg attr conversion ctx id is_async kind kwd_attrs level module name names op ops rest"
    " simple str type_comment".split()
)
"""The fields of syntax nodes that hold no expression."""
_WITH_GAPS = frozenset({"keys", "kw_defaults"})
"""The fields with lists in which some are left out: ``{**others}``, or no default."""
_CHILDREN = {
    kind: () if kind in LEAVES else tuple(name for name in kind._fields if name not in _PLAIN)
    for kind in (*vars(ast).values(), Access, Accessor)
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
"""The fields of each kind of node that can hold expressions."""


def children(node: ast.AST) -> list[ast.AST]:
    """Return the expressions, statements and the like right below ``node``."""
    found: list[ast.AST] = []
    for name in _CHILDREN[type(node)]:
        child = getattr(node, name)
        if type(child) is list:
            found += filter(None, child) if name in _WITH_GAPS else child
        elif child is not None:
            found.append(child)
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """Return ``node`` and the expressions, statements and the like below it, outermost first."""
    found = [node]
    for one in found:
        if type(one) not in LEAVES:
            found += children(one)
    return found


def mentioned(node: ast.AST) -> frozenset[str]:
    """Return the names and attributes that code speaks of."""
    found = set()
    for part in walk(node):
        if isinstance(part, ast.Name):
            found.add(part.id)
        elif isinstance(part, ast.Attribute):
            found.add(part.attr)
    return frozenset(found)


class Walk:
    """The walk. Each method records one kind of node and goes on below it."""

    def __init__(self, tree: ast.Module) -> None:
        module = Function(tree, "<module>", "<module>")
        scope = Scope(module, None, "module")
        module.body = Place(scope, None, tree)
        self.index = Index(module, [module], {tree: module})
        self.module_scope = scope
        self.consumed: set[ast.expr] = set()
        """The generator expressions that run where they stand."""
        self.conditional = 0
        """How many operators around an expression decide whether it is evaluated."""
        self.leaving = 0
        """How many statements of the function were met that leave a list of statements."""
        self.branching: set[Function] = set()
        """The functions of which only the control-flow graph tells what runs, and runs again."""
        self.code(module)

    # statements

    def code(self, function: Function) -> None:
        """Walk the statements of a function."""
        if not runs_through(function.statements):
            self.branching.add(function)
        leaving = self.leaving
        self.statements(function.statements, function.body)
        self.leaving = leaving

    def statements(self, body: list[ast.stmt], place: Place) -> None:
        graph = place.function.graph if place.function in self.branching else None
        leaving = self.leaving
        for statement in body:
            if graph is not None and not graph.is_reachable(statement):
                self.dead(statement, place)
                continue
            if graph is not None and place.loops:
                loops = tuple(
                    loop
                    for loop in place.loops
                    if isinstance(loop, ast.comprehension) or graph.repeats(statement, loop)
                )
                if loops != place.loops:
                    place = _from(statement, place, loops)
            if self.leaving != leaving:
                leaving = self.leaving
                place = _from(statement, place, place.loops)
            handler = _STATEMENTS.get(type(statement))
            if handler is not None:
                handler(self, statement, place)
            else:
                self.expressions(statement, place)

    def dead(self, statement: ast.stmt, place: Place) -> None:
        """Note the names that a statement would bind, which never runs: they are local anyway."""
        self.index.dead.add(statement)
        for node in _of_one_scope([statement]):
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                self.outside(node, place)
            for name in bound_by(node):
                scope = place.scope.outside.get(name, place.scope)
                scope.bindings.setdefault(name, [])

    def inside(
        self, node: ast.AST, branch: str, place: Place, loop: LoopNode | None = None
    ) -> Place:
        loops = place.loops if loop is None else (*place.loops, loop)
        return Place(place.scope, place, node, branch, loops)

    def function_def(self, node: ast.FunctionDef | ast.AsyncFunctionDef, place: Place) -> None:
        for decorator in node.decorator_list:
            self.expression(decorator, place)
        function = self.function(node, node.name, place)
        binding = Binding(node.name, "function", node, place, _bound_at(node), function=function)
        self.bind(binding)
        owner = place.scope.cls
        if owner is not None and place.scope.kind == "class":
            marks = function.marks()
            if "setter" in marks:
                owner.setters[node.name] = function
            elif "deleter" not in marks:
                owner.methods[node.name] = function
        self.code(function)

    def function(self, node: FunctionNode, name: str, place: Place) -> Function:
        """Record a function and its parameters; its body is walked by the caller."""
        owner = place.scope.cls if place.scope.kind == "class" else None
        qualname = _qualified(name, place.scope)
        function = Function(node, name, qualname, owner, _parameters(node.args), place)
        scope = Scope(function, place.scope, "function", cls=owner)
        function.body = Place(scope, place, node)
        self.type_parameters(node, function.body)
        for parameter in function.parameters:
            self.bind(
                Binding(parameter.name, "parameter", node, function.body, (0, 0), parameter.default)
            )
        for argument in _arguments(node.args):
            if argument.annotation is not None:
                self.expression(argument.annotation, place)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.expression(default, place)
        self.index.functions.append(function)
        self.index.by_node[node] = function
        self.index.places[node] = place
        place.function.inner.append(function)
        return function

    def class_def(self, node: ast.ClassDef, place: Place) -> None:
        for expression in (*node.decorator_list, *node.bases):
            self.expression(expression, place)
        for keyword in node.keywords:
            self.expression(keyword.value, place)
        cls = Class(node, node.name, place)
        scope = Scope(place.function, place.scope, "class", cls=cls)
        cls.body = Place(scope, place, node, "body", place.loops)
        # The class body shares the dictionary: a class attribute is an attribute of self.
        scope.bindings = cls.attributes
        self.index.classes.append(cls)
        self.index.places[node] = place
        self.bind(Binding(node.name, "class", node, place, start(node), cls=cls))
        self.type_parameters(node, cls.body)
        self.statements(node.body, cls.body)

    def type_parameters(self, node: ast.AST, place: Place) -> None:
        """Bind what ``def f[T]`` and ``class C[T]`` declare, from Python 3.12 on."""
        for parameter in getattr(node, "type_params", ()):
            self.bind(Binding(parameter.name, "other", parameter, place, (0, 0)))

    def for_(self, node: ast.For | ast.AsyncFor, place: Place) -> None:
        self.expression(node.iter, place)
        self.record_loop(node, place)
        body = self.inside(node, "body", place, loop=node)
        self.targets(node.target, "loop", node, node.iter, body, end(node.target))
        self.statements(node.body, body)
        self.statements(node.orelse, self.inside(node, "orelse", place))

    def while_(self, node: ast.While, place: Place) -> None:
        self.record_loop(node, place)
        body = self.inside(node, "body", place, loop=node)
        place.function.conditionals.append((node, place))
        self.expression(node.test, body)
        self.statements(node.body, body)
        self.statements(node.orelse, self.inside(node, "orelse", place))

    def record_loop(self, node: LoopNode, place: Place) -> None:
        self.index.places[node] = place
        place.function.loops.append((node, place))

    def if_(self, node: ast.If, place: Place) -> None:
        self.index.places[node] = place
        place.function.conditionals.append((node, place))
        self.expression(node.test, place)
        self.statements(node.body, self.inside(node, "body", place))
        if node.orelse:
            self.statements(node.orelse, self.inside(node, "orelse", place))

    def with_(self, node: ast.With | ast.AsyncWith, place: Place) -> None:
        for item in node.items:
            self.expression(item.context_expr, place)
            if item.optional_vars is not None:
                target = item.optional_vars
                self.targets(target, "with", node, item.context_expr, place, end(target))
        # A with statement always runs its body: what it binds reaches what follows.
        self.statements(node.body, place)

    def try_(self, node: ast.Try, place: Place) -> None:
        self.statements(node.body, self.inside(node, "body", place))
        for handler in node.handlers:
            inner = self.inside(handler, "body", place)
            if handler.type is not None:
                self.expression(handler.type, place)
            if handler.name is not None:
                self.bind(Binding(handler.name, "other", handler, inner, start(handler)))
            self.statements(handler.body, inner)
        self.statements(node.orelse, self.inside(node, "orelse", place))
        self.statements(node.finalbody, place)

    def match_(self, node: ast.Match, place: Place) -> None:
        self.expression(node.subject, place)
        for case in node.cases:
            inner = self.inside(case, "body", place)
            self.pattern(case.pattern, inner)
            if case.guard is not None:
                self.expression(case.guard, inner)
            self.statements(case.body, inner)

    def pattern(self, node: ast.pattern, place: Place, *, certain: bool = True) -> None:
        name = _pattern_name(node)
        if name is not None:
            self.bind(Binding(name, "other", node, place, start(node), certain=certain))
        parts = [part for part in children(node) if isinstance(part, ast.pattern)]
        for number, part in enumerate(parts):
            # One of several alternatives binds what all of them bind.
            is_other = isinstance(node, ast.MatchOr) and number > 0
            self.pattern(part, place, certain=certain and not is_other)

    def assign(self, node: ast.Assign, place: Place) -> None:
        self.expression(node.value, place)
        for target in node.targets:
            self.targets(target, "assign", node, node.value, place, end(node))

    def ann_assign(self, node: ast.AnnAssign, place: Place) -> None:
        self.expression(node.annotation, place)
        if node.value is not None:
            self.expression(node.value, place)
        if node.value is not None or place.scope.kind == "class":
            self.targets(node.target, "assign", node, node.value, place, end(node))

    def aug_assign(self, node: ast.AugAssign, place: Place) -> None:
        self.expression(node.value, place)
        self.targets(node.target, "augmented", node, node.value, place, end(node))

    def import_(self, node: ast.Import | ast.ImportFrom, place: Place) -> None:
        for name, qualified in imported_names(node):
            self.bind(Binding(name, "import", node, place, end(node), qualified=qualified))

    def type_alias(self, node: Any, place: Place) -> None:
        self.bind(Binding(node.name.id, "other", node, place, end(node)))

    def delete(self, node: ast.Delete, place: Place) -> None:
        for target in node.targets:
            self.targets(target, "other", node, None, place, end(node))

    def outside(self, node: ast.Global | ast.Nonlocal, place: Place) -> None:
        scope = place.scope
        for name in node.names:
            owner = self.module_scope
            if isinstance(node, ast.Nonlocal):
                outer = scope.parent
                while outer is not None and not _binds(outer, name):
                    outer = outer.parent
                owner = outer or owner
            scope.outside = {**scope.outside, name: owner}
            scope.declarations = {**scope.declarations, name: node}

    def assert_(self, node: ast.Assert, place: Place) -> None:
        self.index.places[node] = place
        place.function.conditionals.append((node, place))
        self.expressions(node, place)

    def leave(self, node: ast.Raise | ast.Break | ast.Continue, place: Place) -> None:
        self.leaving += 1
        self.expressions(node, place)

    def return_(self, node: ast.Return, place: Place) -> None:
        self.leaving += 1
        place.function.returns.append((node, place))
        if node.value is not None:
            self.expression(node.value, place)

    # expressions

    def expressions(self, node: ast.AST, place: Place) -> None:
        """Go on below ``node``."""
        for name in _CHILDREN[type(node)]:
            child = getattr(node, name)
            self.parts(child if type(child) is list else (child,), place)

    def expression(self, node: ast.AST, place: Place) -> None:
        self.parts((node,), place)

    def parts(self, nodes: Iterable[ast.AST | None], place: Place) -> None:
        """Go on below nodes, some of which may be left out."""
        for node in nodes:
            if node is None or type(node) in LEAVES:
                continue
            handler = _EXPRESSIONS.get(type(node))
            if handler is not None:
                handler(self, node, place)
            else:
                self.expressions(node, place)

    def call(self, node: ast.Call, place: Place) -> None:
        self.index.places[node] = place
        place.function.calls.append((node, place))
        if tail(node.func) in _TELLING:
            self.telling(node, place)
        self.parts((node.func, *node.args), place)
        for keyword in node.keywords:
            self.expression(keyword.value, place)

    def telling(self, node: ast.Call, place: Place) -> None:
        """Note what a call does by its name: it stores, never returns, or consumes a generator."""
        if isinstance(node.func, ast.Name) and node.func.id == "setattr" and len(node.args) == 3:
            owner, name, value = node.args
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                target = ast.copy_location(ast.Attribute(owner, name.value, ast.Store()), owner)
                binding = Binding(name.value, "assign", node, place, end(node), value)
                self.attribute(target, binding, place)
        if dotted(node.func) in EXITS:
            self.leaving += 1
        if tail(node.func) in _CONSUMERS:
            self.consumed.update(node.args)

    def read(self, node: ast.Attribute, place: Place) -> None:
        place.function.attributes.append((node, place))
        if type(node.value) not in LEAVES:
            self.expression(node.value, place)

    def if_exp(self, node: ast.IfExp, place: Place) -> None:
        self.index.places[node] = place
        place.function.conditionals.append((node, place))
        self.evaluated_first([node.test], [node.body, node.orelse], place)

    def named_expr(self, node: ast.NamedExpr, place: Place) -> None:
        outer = place
        while outer.scope.kind == "comprehension" and outer.parent is not None:
            outer = outer.parent
        binding = Binding(node.target.id, "assign", node, outer, end(node), node.value)
        binding.certain = outer is place and not self.conditional
        self.bind(binding)
        self.expressions(node, place)

    def boolean(self, node: ast.BoolOp, place: Place) -> None:
        self.evaluated_first(node.values[:1], node.values[1:], place)

    def compare(self, node: ast.Compare, place: Place) -> None:
        first, *others = node.comparators
        self.evaluated_first([node.left, first], others, place)

    def evaluated_first(
        self, certain: list[ast.expr], others: list[ast.expr], place: Place
    ) -> None:
        """Go on below operands that are evaluated in any case, and those that may not be."""
        for operand in certain:
            self.expression(operand, place)
        self.conditional += 1
        for operand in others:
            self.expression(operand, place)
        self.conditional -= 1

    def subscript(self, node: ast.Subscript, place: Place) -> None:
        place.function.subscripts.append((node, place))
        self.expressions(node, place)

    def yield_(self, node: ast.Yield | ast.YieldFrom, place: Place) -> None:
        place.function.yields.append((node, place))
        self.expressions(node, place)

    def lambda_(self, node: ast.Lambda, place: Place) -> None:
        function = self.function(node, "<lambda>", place)
        self.expression(node.body, function.body)

    def comprehension(self, node: Comprehension, place: Place) -> None:
        scope = Scope(place.function, place.scope, "comprehension", cls=place.scope.cls)
        scope.is_lazy = isinstance(node, ast.GeneratorExp) and node not in self.consumed
        inner = Place(scope, place, node, "body", place.loops)
        self.index.places[node] = inner
        outer = place
        for generator in node.generators:
            self.expression(generator.iter, outer)
            self.record_loop(generator, outer)
            inner.loops = (*inner.loops, generator)
            target = generator.target
            self.targets(target, "loop", generator, generator.iter, inner, (0, 0))
            for condition in generator.ifs:
                self.expression(condition, inner)
            outer = inner
        if any(generator.ifs for generator in node.generators):
            inner = Place(scope, inner, node, "elements", inner.loops)
        for name in ("elt", "key", "value"):
            element = getattr(node, name, None)
            if element is not None:
                self.expression(element, inner)

    # bindings

    def targets(
        self,
        target: ast.expr,
        kind: BindingKind,
        node: ast.AST,
        value: ast.expr | None,
        place: Place,
        at: Position,
        path: tuple[int | None, ...] = (),
    ) -> None:
        """Bind the names in ``target``; walk the expressions in it (``a[f(x)] = ...``)."""
        if isinstance(target, ast.Name):
            self.bind(Binding(target.id, kind, node, place, at, value, path))
        elif isinstance(target, (ast.Tuple, ast.List)):
            starred = False
            for position, element in enumerate(target.elts):
                starred = starred or isinstance(element, ast.Starred)
                step = (*path, None if starred else position)
                self.targets(element, kind, node, value, place, at, step)
        elif isinstance(target, ast.Starred):
            # The rest of the elements, as a list of its own.
            self.targets(target.value, "other", node, None, place, at)
        elif isinstance(target, ast.Attribute):
            binding = Binding(target.attr, kind, node, place, at, value, path)
            self.attribute(target, binding, place)
            self.expression(target.value, place)
        elif isinstance(target, ast.Subscript):
            place.function.subscript_stores.append((target, place))
            place.function.subscripts.append((target, place))
            self.expression(target.value, place)
            self.expression(target.slice, place)

    def attribute(self, target: ast.Attribute, binding: Binding, place: Place) -> None:
        """Record an assignment to an attribute; of a method's own instance also at its class."""
        place.function.attribute_stores.append((target, binding))
        method = next((f for f in place.function.enclosing() if f.owner is not None), None)
        if method is not None and method.owner is not None and method.is_method:
            own = method.parameters[0].name
            if isinstance(target.value, ast.Name) and target.value.id == own:
                method.owner.attributes.setdefault(target.attr, []).append(binding)

    def bind(self, binding: Binding) -> None:
        scope = binding.place.scope
        scope = scope.outside.get(binding.name, scope)
        scope.bindings.setdefault(binding.name, []).append(binding)


_STATEMENTS: dict[type[ast.stmt], Callable[[Walk, Any, Place], None]] = {
    ast.FunctionDef: Walk.function_def,
    ast.AsyncFunctionDef: Walk.function_def,
    ast.ClassDef: Walk.class_def,
    ast.For: Walk.for_,
    ast.AsyncFor: Walk.for_,
    ast.While: Walk.while_,
    ast.If: Walk.if_,
    ast.With: Walk.with_,
    ast.AsyncWith: Walk.with_,
    ast.Try: Walk.try_,
    ast.Match: Walk.match_,
    ast.Assign: Walk.assign,
    ast.AnnAssign: Walk.ann_assign,
    ast.AugAssign: Walk.aug_assign,
    ast.Import: Walk.import_,
    ast.ImportFrom: Walk.import_,
    ast.Global: Walk.outside,
    ast.Nonlocal: Walk.outside,
    ast.Return: Walk.return_,
    ast.Raise: Walk.leave,
    ast.Break: Walk.leave,
    ast.Continue: Walk.leave,
    ast.Assert: Walk.assert_,
    ast.Delete: Walk.delete,
}
if hasattr(ast, "TryStar"):
    _STATEMENTS[ast.TryStar] = Walk.try_
if hasattr(ast, "TypeAlias"):
    _STATEMENTS[ast.TypeAlias] = Walk.type_alias

_EXPRESSIONS: dict[type[ast.AST], Callable[[Walk, Any, Place], None]] = {
    ast.Attribute: Walk.read,
    ast.Call: Walk.call,
    ast.Lambda: Walk.lambda_,
    ast.ListComp: Walk.comprehension,
    ast.SetComp: Walk.comprehension,
    ast.GeneratorExp: Walk.comprehension,
    ast.DictComp: Walk.comprehension,
    ast.BoolOp: Walk.boolean,
    ast.Compare: Walk.compare,
    ast.IfExp: Walk.if_exp,
    ast.NamedExpr: Walk.named_expr,
    ast.Subscript: Walk.subscript,
    ast.Yield: Walk.yield_,
    ast.YieldFrom: Walk.yield_,
}


def _from(statement: ast.stmt, place: Place, loops: tuple[LoopNode, ...]) -> Place:
    """Return the place of a statement, and of what follows it, in a list of statements."""
    return Place(place.scope, place.parent, place.node, place.branch, loops, statement)


def _qualified(name: str, scope: Scope) -> str:
    """Return the qualified name of what ``scope`` defines as ``name``."""
    parts = [name]
    around: Scope | None = scope
    while around is not None:
        if around.kind == "class" and around.cls is not None:
            parts.append(around.cls.name)
        elif around.kind == "function":
            parts += ["<locals>", around.function.name]
        around = around.parent
    return ".".join(reversed(parts))


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def _parameters(arguments: ast.arguments) -> tuple[Parameter, ...]:
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    defaults.extend(arguments.defaults)
    parameters = [
        Parameter(argument, "positional", default)
        for argument, default in zip(positional, defaults)
    ]
    if arguments.vararg is not None:
        parameters.append(Parameter(arguments.vararg, "*"))
    parameters.extend(
        Parameter(argument, "keyword", default)
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults)
    )
    if arguments.kwarg is not None:
        parameters.append(Parameter(arguments.kwarg, "**"))
    return tuple(parameters)


def lookup(name: str, scope: Scope) -> tuple[Scope | None, list[Binding]]:
    """Return the scope that binds ``name`` as seen from ``scope``, and its bindings there."""
    current: Scope | None = scope
    while current is not None:
        if name in current.outside:
            owner = current.outside[name]
            return owner, owner.bindings.get(name, [])
        visible = current.kind != "class" or current is scope
        if visible and name in current.bindings:
            return current, current.bindings[name]
        current = current.parent
    return None, []


def reaching(name: str, place: Place, at: Position) -> list[Binding]:
    """Return the reaching definitions of ``name`` at position ``at`` of ``place``.

    In an inner function: those that can hold at any time after it was defined.
    """
    owner, bindings = lookup(name, place.scope)
    if owner is None or (len(bindings) < 2 and owner.kind != "class"):
        return bindings
    generator: ast.AST | None = None
    while owner is not place.scope and place.scope.kind in ("comprehension", "class"):
        if place.scope.kind == "class" and owner.function is not place.function:
            break
        assert place.parent is not None
        if place.scope.kind == "comprehension":
            at = start(place.node)
            generator = place.node if place.scope.is_lazy else generator
        place = place.parent
    if owner.kind == "comprehension":
        return bindings
    function = place.function
    if generator is not None and owner.function is function:
        return list(owner.captured(name, generator))
    return list(owner.visible(name, function, function.graph.point_at(at), at))


def _latest(
    definitions: list[tuple[int, Binding | None]], count: int
) -> tuple[list[Binding | None], bool]:
    """Return which of the first definitions in a block hold behind them, and whether one must.

    Several of one statement count as exclusive: it may raise an exception between them.
    """
    found: list[Binding | None] = []
    certain: int | None = None
    while count:
        count -= 1
        number, binding = definitions[count]
        if certain is not None and number != certain:
            break
        found.append(binding)
        if binding is None or binding.certain:
            certain = number
    return found, certain is not None


def definitions(use: ast.Name, place: Place) -> list[Binding]:
    """Return the bindings of a name that can hold where it is used."""
    return reaching(use.id, place, start(use))


def sole_definition(use: ast.Name, place: Place) -> tuple[ast.expr, Place] | None:
    """Return the one expression that a name is assigned, with its place; None for any other."""
    bindings = definitions(use, place)
    if len(bindings) != 1 or bindings[0].kind != "assign" or bindings[0].path:
        return None
    (binding,) = bindings
    return None if binding.value is None else (binding.value, binding.place)


def tail(node: ast.expr) -> str:
    """Return the last component of a dotted name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_none(node: ast.expr | None) -> bool:
    """Whether an expression is there, and is the literal ``None``."""
    return isinstance(node, ast.Constant) and node.value is None


def _of_one_scope(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the nodes of statements that belong to their own scope."""
    pending: list[ast.AST] = [*body]
    for node in pending:
        yield node
        if not isinstance(node, (*_DEFINITIONS, ast.Lambda, *COMPREHENSIONS)):
            pending += children(node)


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def bound_by(node: ast.AST) -> list[str]:
    """Return the names that a node binds by itself."""
    if isinstance(node, _DEFINITIONS):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [name for name, _ in imported_names(node)]
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) else [node.id]
    if type(node).__name__ == "TypeAlias":
        return bound_by(node.name)  # type: ignore[attr-defined]
    name = _pattern_name(node)
    return [] if name is None else [name]


def _binds(scope: Scope, name: str) -> bool:
    """Whether a function's scope binds a name, be it further down."""
    if scope.kind != "function" or name in scope.outside:
        return False
    if name in scope.bindings:
        return True
    body = getattr(scope.function.node, "body", ())
    own = _of_one_scope(body) if isinstance(body, list) else ()
    return any(name in bound_by(node) for node in own)


def _pattern_name(node: ast.AST) -> str | None:
    """Return the name that a pattern of ``match``, or an exception handler, binds."""
    if isinstance(node, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler)):
        return node.name
    return node.rest if isinstance(node, ast.MatchMapping) else None
