"""Which definitions reach which uses: as the analysis has it, and as runs of programs show it.

A run of an instrumented program binds every variable to a value that knows where it was bound, so
that each use can say which definition it got.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import random
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from flake8_tfretrace.program.scopes import Binding, Place, Walk, reaching, start

Site = tuple[int, int]
"""Where the statement or expression begins that binds a name."""
Use = tuple[str, int, int]
"""A name with the line and the column where it stands."""
Definitions = dict[Use, frozenset[Site]]


# What the analysis says.


class _NamedPlaces(Walk):
    """The walk over a file, which remembers where each name is read."""

    def __init__(self, tree: ast.Module) -> None:
        self.names: dict[ast.Name, Place] = {}
        self.updates: dict[ast.AugAssign, Place] = {}
        super().__init__(tree)

    def parts(self, nodes: Iterable[ast.AST | None], place: Place) -> None:
        nodes = [*nodes]
        self.names.update((node, place) for node in nodes if isinstance(node, ast.Name))
        super().parts(nodes, place)

    def bind(self, binding: Binding) -> None:
        if isinstance(binding.node, ast.AugAssign):
            self.updates[binding.node] = binding.place
        super().bind(binding)


def reaching_definitions(tree: ast.Module) -> Definitions:
    """Return the definitions that reach each use of a name, as the analysis has it."""
    walk = _NamedPlaces(tree)
    uses = [(node.id, node, place) for node, place in walk.names.items()]
    uses += [(node.target.id, node, place) for node, place in walk.updates.items()]  # type: ignore[misc, union-attr]
    return {
        (name, *start(node)): frozenset(
            start(binding.node) for binding in reaching(name, place, start(node))
        )
        for name, node, place in uses
    }


# What runs show.


class _Value:
    """What a variable holds: it knows where it was bound, and does whatever is asked of it."""

    def __init__(self, run: Run, site: Site | None = None) -> None:
        self.run = run
        self.site = site

    def __bool__(self) -> bool:
        return self.run.flip()

    def __lt__(self, other: object) -> _Value:
        return _Value(self.run)

    def __format__(self, specification: str) -> str:
        return ""


class _Failure(Exception):  # noqa: N818 - what programs raise
    pass


class _Items:
    """Something to go over, with ``for`` or ``async for``."""

    def __init__(self, run: Run, site: Site, shape: object) -> None:
        self.run, self.site, self.shape = run, site, shape
        self.left = run.random.randint(0, 2)

    def __iter__(self) -> _Items:
        return self

    def __next__(self) -> object:
        self.left -= 1
        if self.left < 0 or not self.run.tick():
            raise StopIteration
        return self.run.made(self.site, self.shape)

    def __aiter__(self) -> _Items:
        return self

    async def __anext__(self) -> object:
        try:
            return next(self)
        except StopIteration:
            raise StopAsyncIteration from None


class _Manager:
    """A context manager, which lets exceptions through."""

    def __init__(self, run: Run, site: Site, shape: object) -> None:
        self.run, self.site, self.shape = run, site, shape

    def __enter__(self) -> object:
        return self.run.made(self.site, self.shape)

    def __exit__(self, *exception: object) -> None:
        pass

    async def __aenter__(self) -> object:
        return self.__enter__()

    async def __aexit__(self, *exception: object) -> None:
        pass


class Run:
    """One run of an instrumented program, with the decisions of one seed."""

    LIMIT = 400

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.steps = 0
        self.depth = 0
        self.seen: set[tuple[Use, Site]] = set()
        self.sites: dict[int, tuple[object, Site]] = {}

    def tick(self) -> bool:
        """Count a step; return whether there are some left."""
        self.steps += 1
        return self.steps < self.LIMIT

    def flip(self) -> bool:
        """Decide a condition."""
        return self.tick() and self.random.random() < 0.5

    def made(self, site: Site, shape: object = None, value: object = None) -> object:
        """Return what a target of the given shape is to be bound to."""
        if isinstance(shape, tuple):
            return [self.made(site, part) for part in shape]
        return _Value(self, site)

    def items(self, value: object, site: Site, shape: object) -> _Items:
        """Return what a loop goes over."""
        self.call(value)
        return _Items(self, site, shape)

    def manager(self, value: object, site: Site, shape: object) -> _Manager:
        """Return a context manager."""
        return _Manager(self, site, shape)

    def subject(self, value: object) -> object:
        """Return what a ``match`` statement looks at."""
        return self.random.choice([_Value(self), [_Value(self), _Value(self)], {"k": 1, "l": 2}, 1])

    def defined(self, site: Site) -> Any:
        """Return a decorator that notes where a function or class was defined."""

        def note(value: Any) -> Any:
            if not inspect.isfunction(value) or id(value) in self.sites:
                return _Value(self, site)
            self.sites[id(value)] = value, site
            return value

        return note

    def use(self, value: Any, name: str, line: int, column: int) -> Any:
        """Note which definition a use has got."""
        inner = value
        while isinstance(inner, (list, tuple)):
            inner = inner[0]
        site = getattr(inner, "site", None) if isinstance(inner, _Value) else None
        if id(inner) in self.sites:
            site = self.sites[id(inner)][1]
        if site is not None and self.tick():
            self.seen.add(((name, line, column), site))
        return value

    def spent(self) -> bool:
        """Whether the run has gone on for long enough."""
        return not self.tick()

    def may(self, *values: object) -> _Value:
        """Raise an exception, or do not."""
        if self.tick() and self.random.random() < 0.1:
            raise self.random.choice([_Failure, ValueError])
        return _Value(self)

    def call(self, value: Any, *others: object) -> object:
        """Call what can be called, go over what can be gone over."""
        if inspect.isgenerator(value) and not value.gi_running:
            self.exhaust(value)
        if not inspect.isfunction(value) or self.depth > 4 or not self.tick():
            return _Value(self)
        self.depth += 1
        try:
            # Functions of generated programs have at most one parameter without a default.
            required = [p for p in inspect.signature(value).parameters.values() if p.kind in (0, 1)]
            result = value(*(_Value(self) for _ in required))
            if inspect.iscoroutine(result):
                with contextlib.suppress(StopIteration):
                    result.send(None)
            elif inspect.isgenerator(result):
                self.exhaust(result)
        finally:
            self.depth -= 1
        return _Value(self)

    def exhaust(self, generator: Any) -> None:
        """Take some elements of a generator, or all."""
        for _ in generator:
            if self.random.random() < 0.2 or not self.tick():
                break
        generator.close()


_HELPERS = frozenset({"may", "call", "E", "ValueError", "NameError", "list", "_run", "_"})


def _shape(target: ast.expr) -> object:
    """Return the nesting of a target: None for a name, a tuple for its elements."""
    if isinstance(target, (ast.Tuple, ast.List)):
        parts: list[object] = []
        for element in target.elts:
            parts += [None, None] if isinstance(element, ast.Starred) else [_shape(element)]
        return tuple(parts)
    return None


def _helper(name: str, *arguments: ast.expr | object) -> ast.Call:
    """Return a call of a method of the run."""
    given = [
        argument if isinstance(argument, ast.expr) else ast.parse(repr(argument), mode="eval").body
        for argument in arguments
    ]
    return ast.Call(ast.Attribute(ast.Name("_run", ast.Load()), name, ast.Load()), given, [])


class _Instrument(ast.NodeTransformer):
    """Makes every definition bind a value that knows its site, and every use note it."""

    def _made(self, name: str, node: ast.AST) -> ast.Assign:
        return ast.Assign([ast.Name(name, ast.Store())], _helper("made", start(node)))

    def _rebound(self, names: list[tuple[str, ast.AST]], value: ast.expr) -> ast.expr:
        """Return an expression that binds names first, and gives a value."""
        parts: list[ast.expr] = [
            ast.NamedExpr(ast.Name(name, ast.Store()), _helper("made", start(node)))
            for name, node in names
        ]
        last = ast.UnaryOp(ast.USub(), ast.Constant(1))
        return ast.Subscript(ast.Tuple([*parts, value], ast.Load()), last, ast.Load())

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load) or node.id in _HELPERS:
            return node
        return _helper("use", node, node.id, *start(node))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        shape = next((s for s in map(_shape, node.targets) if s is not None), None)
        self.generic_visit(node)
        node.value = _helper("made", start(node), shape, node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is not None:
            node.value = _helper("made", start(node), None, node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        assert isinstance(node.target, ast.Name)
        read = _helper("use", ast.Name(node.target.id, ast.Load()), node.target.id, *start(node))
        both = ast.Tuple([read, self.visit(node.value)], ast.Load())
        return ast.Assign([node.target], _helper("made", start(node), None, both))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        node.value = _helper("made", start(node), None, self.visit(node.value))
        return node

    def _loop(self, node: Any) -> Any:
        self.generic_visit(node)
        if not isinstance(node, ast.While):
            node.iter = _helper("items", node.iter, start(node), _shape(node.target))
        stop = ast.If(_helper("spent"), [ast.Break()], [])
        node.body.insert(0, stop)
        return node

    visit_For = visit_AsyncFor = visit_While = _loop  # noqa: N815

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _helper("items", node.iter, start(node), _shape(node.target))
        return node

    def _with(self, node: Any) -> Any:
        self.generic_visit(node)
        for item in node.items:
            shape = None if item.optional_vars is None else _shape(item.optional_vars)
            item.context_expr = _helper("manager", item.context_expr, start(node), shape)
        return node

    visit_With = visit_AsyncWith = _with  # noqa: N815

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        self.generic_visit(node)
        if node.name is not None:
            node.body.insert(0, self._made(node.name, node))
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        self.generic_visit(node)
        node.subject = _helper("subject", node.subject)
        return node

    def visit_MatchClass(self, node: ast.MatchClass) -> ast.AST:
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        self.generic_visit(node)
        names: dict[str, ast.AST] = {}
        for pattern in ast.walk(node.pattern):
            name = getattr(pattern, "rest", None) or getattr(pattern, "name", None)
            if name is not None:
                names.setdefault(name, pattern)
        if names:
            guard = node.guard or ast.Constant(True)
            node.guard = self._rebound(list(names.items()), guard)
        return node

    def _import(self, node: Any) -> Any:
        names = [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
        return [node, *(self._made(name, node) for name in names)]

    visit_Import = visit_ImportFrom = _import  # noqa: N815

    def _definition(self, node: Any) -> Any:
        self.generic_visit(node)
        node.decorator_list.insert(0, _helper("defined", start(node)))
        parameters = getattr(node, "args", None)
        notes: list[ast.stmt] = []
        if parameters is not None:
            arguments = (*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs)
            rest = (parameters.vararg, parameters.kwarg)
            for argument in (*arguments, *(a for a in rest if a is not None)):
                notes.append(self._made(argument.arg, node))
            for parameter in getattr(node, "type_params", ()):
                note = ast.Call(
                    _helper("defined", start(parameter)),
                    [ast.Name(parameter.name, ast.Load())],
                    [],
                )
                notes.append(ast.Expr(note))
        # A name may not be used before it is declared.
        declared = sum(isinstance(part, (ast.Global, ast.Nonlocal)) for part in node.body)
        node.body[declared:declared] = notes
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.generic_visit(node)
        node.body = self._rebound([(a.arg, node) for a in node.args.args], node.body)
        return node

    def visit_TypeAlias(self, node: Any) -> Any:
        return [node, self._made(node.name.id, node)]


def observed(text: str, seeds: range) -> Iterator[tuple[Use, Site]]:
    """Run a program once per seed; yield each use with the site of the definition it got."""
    tree = ast.fix_missing_locations(_Instrument().visit(ast.parse(text)))
    code = compile(tree, "<generated>", "exec")
    for seed in seeds:
        run = Run(seed)
        namespace = {"_run": run, "may": run.may, "call": run.call, "E": _Failure}
        with contextlib.suppress(Exception):
            exec(code, namespace)
        yield from run.seen


# Programs.

_NAMES = ("a", "b", "c")


class Writer:
    """Writes random programs whose every condition and exception a run may decide either way."""

    def __init__(self, rng: random.Random) -> None:
        self.random = rng
        self.bound: tuple[str, ...] = ()
        """What the comprehensions around bind."""
        self.local: frozenset[str] = frozenset()
        """What the function around surely binds."""
        self.declared: frozenset[str] = frozenset()
        self.is_function = self.is_async = self.is_loop = self.is_class = False
        self.is_star = False
        """Whether this is in a handler of ``except*``, which may not leave it."""

    def program(self) -> str:
        """Return a whole program."""
        lines = [f"{name} = may" for name in _NAMES]
        lines += [*self.block(3, 3), *self.function(3), "call(a)", *self.block(1, 1)]
        return "\n".join(lines) + "\n"

    # expressions

    def name(self) -> str:
        return self.random.choice(_NAMES)

    def expression(self, depth: int = 2) -> str:
        if not depth:
            return self.random.choice([self.name(), self.name(), "may()"])
        kind = self.random.randrange(16)
        one = self.expression(depth - 1)
        if kind < 5:
            return one
        if kind == 5:
            name = self.name()
            # Where Python forbids it, something else stands.
            is_forbidden = name in self.bound or (self.is_class and self.bound)
            return one if is_forbidden else f"({name} := {one})"
        if kind == 6:
            return f"({one} {self.random.choice(['and', 'or'])} {self.expression(depth - 1)})"
        if kind == 7:
            return f"({one} if {self.expression(depth - 1)} else {self.expression(depth - 1)})"
        if kind == 8:
            return f"[{one}, {self.expression(depth - 1)}]"
        if kind == 9:
            return f"call({one})"
        if kind == 10:
            return f"may({one}, {self.expression(depth - 1)})"
        if kind == 11:
            return f"({one} < {self.expression(depth - 1)} < {self.expression(depth - 1)})"
        if kind == 12 and ("'" not in one or sys.version_info >= (3, 12)):
            return f"f'{{{one}}}{{{self.name()}:{{{self.name()}}}}}'"
        if kind == 13:
            return self.lambda_(depth)
        return self.comprehension(depth)

    def lambda_(self, depth: int) -> str:
        if self.bound:
            # Python 3.12 confuses what a function in a comprehension captures with a variable of
            # the same name around it.
            return self.name()
        parameter = self.random.choice(["", *_NAMES])
        outer = self.bound, self.is_class
        self.bound, self.is_class = (), False
        body = self.expression(depth - 1)
        self.bound, self.is_class = outer
        text = f"(lambda {parameter}: {body})"
        return f"call({text})" if self.random.random() < 0.5 else text

    def comprehension(self, depth: int) -> str:
        # What is gone over may not contain a walrus.
        outer = self.bound
        self.bound = _NAMES
        source = self.expression(0)
        clauses = ""
        names: tuple[str, ...] = ()
        for number in range(self.random.choice([1, 1, 2])):
            target = self.target(1)
            names += tuple(n for n in _NAMES if n in target)
            clauses += f" for {target} in {source if not number else self.name()}"
        self.bound = tuple(dict.fromkeys((*outer, *names)))
        element = self.expression(depth - 1)
        if self.random.random() < 0.5:
            clauses += f" if {self.expression(depth - 1)}"
        self.bound = outer
        forms = [
            f"[{element}{clauses}]",
            f"{{call({element}){clauses}}}",
            f"{{1: {element}{clauses}}}",
        ]
        if not outer:
            forms += [f"{before}({element}{clauses})" for before in ("list", "", "may")]
        return self.random.choice(forms)

    def target(self, depth: int = 2) -> str:
        if depth and self.random.random() < 0.3:
            parts = [self.target(depth - 1) for _ in range(self.random.choice([1, 2]))]
            if self.random.random() < 0.4:
                parts.append(f"*{self.name()}")
            return f"({', '.join(parts)},)"
        return self.name()

    # statements

    def block(self, depth: int, most: int = 2) -> list[str]:
        return [line for _ in range(self.random.randint(1, most)) for line in self.statement(depth)]

    def body(self, depth: int) -> list[str]:
        return [f"  {line}" for line in self.block(depth - 1)]

    def statement(self, depth: int) -> list[str]:
        kinds = [self.simple, self.simple, self.simple]
        if depth:
            kinds += [self.compound] * 4
        return self.random.choice(kinds)(depth)

    def simple(self, depth: int) -> list[str]:
        kind = self.random.randrange(16)
        if kind < 4:
            return [f"{self.name()} = {self.expression()}"]
        if kind == 4:
            return [f"{self.name()} = {self.target()} = {self.expression()}"]
        if kind == 5:
            return [f"{self.name()} += {self.expression()}"]
        if kind == 6:
            return [f"{self.target()} = {self.expression()}"]
        if kind == 7 and not self.declared:
            return [f"{self.name()}: 'int' = {self.expression()}"]
        if kind == 8:
            return [f"del {self.name()}"]
        if kind == 9:
            return [f"import sys as {self.name()}"]
        if kind == 10:
            return [f"assert {self.expression()}"]
        if kind == 11 and sys.version_info >= (3, 12):
            return [f"type {self.name()} = 1"]
        if kind == 12:
            return [self.random.choice(["raise E", "may()"])]
        if kind == 13 and not self.is_star:
            leaving = ["pass"]
            if self.is_loop:
                leaving += ["break", "continue"] * 2
            if self.is_function:
                leaving += [f"return {self.expression()}"]
            return [self.random.choice(leaving)]
        if kind == 14 and self.is_function and not self.is_async:
            return [f"{self.name()} = yield {self.expression()}"]
        return [self.expression()]

    def compound(self, depth: int) -> list[str]:
        kinds = [self.if_, self.loop, self.loop, self.try_, self.try_, self.with_, self.match]
        return self.random.choice([*kinds, self.function, self.function, self.class_])(depth)

    def if_(self, depth: int) -> list[str]:
        test = self.random.choice([self.expression(), self.expression(), "True", "0"])
        lines = [f"if {test}:", *self.body(depth)]
        if self.random.random() < 0.5:
            lines += [f"elif {self.expression()}:", *self.body(depth)]
        if self.random.random() < 0.5:
            lines += ["else:", *self.body(depth)]
        return lines

    def loop(self, depth: int) -> list[str]:
        outer = self.is_loop, self.is_star
        self.is_loop, self.is_star = True, False
        if self.random.random() < 0.5:
            word = self.random.choice(["for", "async for"]) if self.is_async else "for"
            head = f"{word} {self.target()} in {self.expression()}:"
        else:
            head = f"while {self.random.choice([self.expression(), self.expression(), '1'])}:"
        lines = [head, *self.body(depth)]
        self.is_loop, self.is_star = outer
        if self.random.random() < 0.5:
            lines += ["else:", *self.body(depth)]
        return lines

    def try_(self, depth: int) -> list[str]:
        lines = ["try:", *self.body(depth)]
        is_star = sys.version_info >= (3, 11) and self.random.random() < 0.2
        has_handlers = self.random.random() < 0.75
        for _ in range(self.random.choice([1, 2]) if has_handlers else 0):
            kind = self.random.choice(["E", "(E, ValueError)", "NameError", "Exception"])
            name = f" as {self.name()}" if self.random.random() < 0.4 else ""
            outer = self.is_star
            self.is_star = self.is_star or is_star
            lines += [f"except{'*' * is_star} {kind}{name}:", *self.body(depth)]
            self.is_star = outer
        if has_handlers and self.random.random() < 0.4:
            lines += ["else:", *self.body(depth)]
        if not has_handlers or self.random.random() < 0.4:
            lines += ["finally:", *self.body(depth)]
        return lines

    def with_(self, depth: int) -> list[str]:
        word = self.random.choice(["with", "async with"]) if self.is_async else "with"
        items = [f"{self.expression(1)} as {self.target()}"]
        if self.random.random() < 0.4:
            items.append(
                self.random.choice([self.expression(1), f"{self.name()} as {self.name()}"])
            )
        return [f"{word} {', '.join(items)}:", *self.body(depth)]

    def match(self, depth: int) -> list[str]:
        lines = [f"match {self.expression()}:"]
        for _ in range(self.random.choice([1, 2, 3])):
            one, other = self.random.sample(_NAMES, 2)
            pattern = self.random.choice(
                [
                    "1",
                    f"[{one}, {other}]",
                    f"[_, *{one}]",
                    f'{{"k": {one}, **{other}}}',
                    f"1 as {one}",
                    f"(1 | [_]) as {one}",
                    f"[{one}, _] | [_, {one}, _]",
                    f"int({one})",
                ]
            )
            guard = f" if {self.expression()}" if self.random.random() < 0.4 else ""
            lines += [f"  case {pattern}{guard}:", *(f"  {line}" for line in self.body(depth))]
        if self.random.random() < 0.5:
            pattern = self.random.choice(["_", self.name()])
            lines += [f"  case {pattern}:", *(f"  {line}" for line in self.body(depth))]
        return lines

    def function(self, depth: int) -> list[str]:
        outer = dict(vars(self))
        name, parameter = self.name(), self.random.choice(["", "", *_NAMES])
        default = f"={self.expression(1)}" if parameter and self.random.random() < 0.5 else ""
        lines = [f"@{self.expression(1)}"] if self.random.random() < 0.1 else []
        self.is_function, self.is_class, self.is_loop, self.is_star = True, False, False, False
        self.bound = ()
        self.is_async = self.random.random() < 0.15
        bound = self.random.sample(_NAMES, 2)
        # (A declared name may not be a parameter, nor may an inner function call it nonlocal.)
        declared = [n for n in _NAMES if n != parameter and n not in bound]
        declarations = []
        self.declared = frozenset()
        if declared and self.random.random() < 0.3:
            word = "nonlocal" if declared[0] in self.local else "global"
            word = self.random.choice([word, "global"])
            declarations = [f"  {word} {declared[0]}"]
            self.declared = frozenset(declared[:1])
            self.local -= self.declared
        self.local |= {*bound, parameter} - {""}
        declarations.append(f"  {bound[0]} = {bound[1]} = 1")
        generic = ""
        if sys.version_info >= (3, 12) and self.random.random() < 0.1:
            names = {*_NAMES} - self.declared
            generic = f"[{self.random.choice(sorted(names))}]"
        word = "async def" if self.is_async else "def"
        lines += [
            f"{word} {name}{generic}({parameter}{default}):",
            *declarations,
            *self.body(depth),
            *self.body(1),
        ]
        vars(self).update(outer)
        if self.random.random() < 0.5:
            lines.append(f"call({name})")
        return lines

    def class_(self, depth: int) -> list[str]:
        outer = dict(vars(self))
        self.is_function = self.is_loop = self.is_star = self.is_async = False
        self.is_class, self.bound = True, ()
        lines = [f"class {self.name()}:", *self.body(depth)]
        vars(self).update(outer)
        return lines
