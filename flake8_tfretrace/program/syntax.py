"""What is written around a node: parents, conditionals, ``with`` blocks; and a call's arguments."""

from __future__ import annotations

import ast
import builtins
import contextlib
import itertools
import operator
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from flake8_tfretrace.program.library import EAGER_QUESTIONS, SET_BY_METHODS
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import (
    COMPREHENSIONS,
    LEAVES,
    Binding,
    Function,
    Guard,
    Index,
    LoopNode,
    Parameter,
    Place,
    Scope,
    children,
    definitions,
    lookup,
    written,
)
from flake8_tfretrace.program.tracetypes import FunctionValue, PythonValue
from flake8_tfretrace.program.values import Values


class Nodes:
    """What is written around the nodes of one program, whatever they stand for."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._uses: dict[Function, dict[str, list[tuple[ast.Name, ast.AST]]]] = {}
        self._parents: dict[Function, dict[ast.AST, ast.AST]] = {}
        self._breaks: dict[Function, dict[LoopNode, list[tuple[ast.expr, Place]]]] = {}

    def uses(self, function: Function) -> dict[str, list[tuple[ast.Name, ast.AST]]]:
        """Return the names that a function's code reads, with the node each is a child of.

        Reads in functions, lambdas and comprehensions inside it count where they mean what the
        function itself sees, not a variable of their own.
        """
        known = self._uses.get(function)
        if known is None:
            known = self._uses[function] = {}
            for child, parent in self.parents(function).items():
                if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
                    if not self._is_inner_variable(child, function):
                        known.setdefault(child.id, []).append((child, parent))
        return known

    def _is_inner_variable(self, use: ast.Name, function: Function) -> bool:
        """Whether a function or comprehension inside ``function`` binds the name that is read."""
        owner = lookup(use.id, self.scope(function, use))[0]
        if owner is None or owner.kind == "class" or owner is function.body.scope:
            return False
        around = owner.parent
        while around is not None and around is not function.body.scope:
            around = around.parent
        return around is not None

    def scope(self, function: Function, node: ast.AST) -> Scope:
        """Return the scope in which names are looked up where ``node`` stands in a function."""
        for child, parent in itertools.pairwise(self.outward(function, node)):
            if parent is function.node:
                break
            scope = self.opened(parent)
            if scope is not None and child in code_of(parent):
                return scope
            if isinstance(parent, COMPREHENSIONS) and scope is not None:
                # The first iterable is evaluated outside.
                first = parent.generators[0]
                if child is not first or not is_part(node, first.iter):
                    return scope
        return function.body.scope

    def opened(self, node: ast.AST) -> Scope | None:
        """Return the scope that a function, class or comprehension opens."""
        if isinstance(node, COMPREHENSIONS):
            place = self.index.places.get(node)
            return None if place is None else place.scope
        if isinstance(node, ast.ClassDef):
            return self._class_scopes.get(node)
        function = self.index.by_node.get(node)
        return None if function is None else function.body.scope

    @cached_property
    def _class_scopes(self) -> dict[ast.AST, Scope]:
        return {cls.node: cls.body.scope for cls in self.index.classes}

    def parent(self, function: Function, node: ast.AST) -> ast.AST | None:
        """Return the node of ``function`` that ``node`` is a child of."""
        return self.parents(function).get(written(node))

    def parents(self, function: Function) -> dict[ast.AST, ast.AST]:
        """Return the nodes of ``function``, from the outermost, with what each is a child of."""
        table = self._parents.get(function)
        if table is None:
            table = self._parents[function] = {}
            dead = self.index.dead
            pending = [function.node]
            for parent in pending:
                for child in children(parent):
                    if child not in dead:
                        table[child] = parent
                        if type(child) not in LEAVES:
                            pending.append(child)
        return table

    def outward(self, function: Function, node: ast.AST) -> Iterator[ast.AST]:
        """Yield ``node``, and the nodes of ``function`` around it, innermost first."""
        yield node
        parents = self.parents(function)
        around = parents.get(written(node))
        while around is not None:
            yield around
            around = parents.get(around)

    def place(self, function: Function, node: ast.AST) -> Place:
        """Return a place from which a name in a function's own code is what it is where it stands.

        The loops around it are those of comprehensions, and perhaps no others.
        """
        for around in self.outward(function, node):
            if around is function.node:
                break
            if around in self.index.places and not isinstance(around, ast.comprehension):
                return self.index.places[around]
        return function.body

    @cached_property
    def attribute_reads(self) -> dict[str, list[tuple[ast.Attribute, Function]]]:
        """The reads of attributes by their name, of whatever object, with the function around."""
        found: dict[str, list[tuple[ast.Attribute, Function]]] = {}
        for module in self.index.functions:
            if module.place is None:
                for node in self.parents(module):
                    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                        reads = found.setdefault(node.attr, [])
                        reads.append((node, self.owner(module, node)))
        return found

    def breaks(self, loop: LoopNode, function: Function) -> list[tuple[ast.expr, Place]]:
        """Return the conditions with a ``break`` right below them that end a loop of a function."""
        known = self._breaks.get(function)
        if known is None:
            known = self._breaks[function] = {}
            for node, place in function.conditionals:
                if place.loops and isinstance(node, ast.If):
                    if any(isinstance(part, ast.Break) for part in (*node.body, *node.orelse)):
                        known.setdefault(place.loops[-1], []).append((node.test, place))
        return known.get(loop, [])

    def owner(self, function: Function, node: ast.AST) -> Function:
        """Return the innermost function around ``node``, which is in ``function``."""
        found = map(self.index.by_node.get, self.outward(function, node))
        return next(filter(None, found), function)

    def excludes(self, function: Function, one: ast.AST, other: ast.AST) -> bool:
        """Whether two nodes of ``function`` are in different branches of one conditional."""
        around_one = itertools.pairwise(self.outward(function, one))
        branches = {parent: child for child, parent in around_one}
        for child, parent in itertools.pairwise(self.outward(function, other)):
            if isinstance(parent, (ast.If, ast.IfExp)) and parent in branches:
                sides = {branches[parent], child}
                if parent.test not in sides and len(sides & _body(parent)) == 1:
                    return True
        return False


class Syntax(Nodes):
    """What is written around the nodes of one program, and what that says of them."""

    def __init__(self, index: Index, names: Names, values: Values) -> None:
        super().__init__(index)
        self.names = names
        self.values = values
        self._lifted: dict[ast.AST, bool] = {}

    def is_guarded(self, place: Place) -> bool:
        """Whether code at ``place`` runs under a first-call check or lifted out of the graph.

        ``if self.v is None:``, ``if not self.built:``, ``if key not in cache:``, or an earlier
        ``if cached: return`` of the same function.
        """
        for inner in place.enclosing():
            if isinstance(inner.node, ast.If) and self._is_first_call_guard(inner.node, inner):
                return True
        return (
            self.is_settled(place)
            or self.is_memoized(place)
            or any(_is_cache_test(statement.test) for statement in _early_returns(place.function))
        )

    def is_settled(self, place: Place) -> bool:
        """Whether code at ``place`` runs in one call of its function only.

        A condition that lets it run is set for good so that it does not hold again.
        """
        return any(
            isinstance(inner.node, ast.If)
            and self.settles(inner.node, inner, holds=inner.branch == "body")
            for inner in place.enclosing()
        ) or any(
            self.settles(statement, place.function.body, holds=False)
            for statement in _early_returns(place.function)
        )

    def is_memoized(
        self,
        place: Place,
        loop: LoopNode | None = None,
        is_settled: Callable[[ast.expr], bool] | None = None,
    ) -> bool:
        """Whether code runs only where an attribute, item or variable is missing that is then set.

        So it runs once for each: ``if key not in memo: memo[key] = ...``, ``if not model.compiled:
        model.compile()``, or the handler of ``try: return memo[key]``. What a call of the function
        makes anew, or an iteration of ``loop``, does not keep what is set. What is set by a key
        counts only if that ``is_settled`` for all calls, where that is given.
        """
        if loop is None and self._is_set_where_missing(place):
            return True
        for guard in self.index.guards(place, loop):

            def is_same(around: Place, guard: Guard = guard) -> bool:
                return any(
                    other.node is guard.node and other.holds is guard.holds
                    for other in self.index.guards(around)
                )

            for wanted in self._missing(guard.test, guard.place, holds=guard.holds):
                if is_settled is not None and isinstance(wanted, ast.Subscript):
                    if not is_settled(wanted.slice):
                        continue
                if self._is_filled(wanted, place, loop, is_same):
                    if not isinstance(wanted, ast.Attribute) or self._is_kept(
                        guard.test, wanted, place, holds=guard.holds
                    ):
                        return True
        for inner in place.enclosing():
            parent = self.parent(place.function, inner.node)
            if not isinstance(inner.node, ast.ExceptHandler) or not isinstance(parent, ast.Try):
                continue
            if loop is not None and loop not in inner.loops:
                continue
            missing = (KeyError, AttributeError)
            if inner.node.type is None or any(
                self._handles(inner.node, place, one) for one in missing
            ):

                def is_in(around: Place, inner: Place = inner) -> bool:
                    return any(one.node is inner.node for one in around.enclosing())

                reads = (part for statement in parent.body for part in ast.walk(statement))
                for part in reads:
                    if isinstance(part, (ast.Attribute, ast.Subscript)):
                        if self._is_filled(part, place, loop, is_in):
                            return True
        return False

    def _is_set_where_missing(self, place: Place) -> bool:
        """Whether ``__getattr__``, which runs for what is missing, sets an attribute there."""
        function = place.function
        if function.name != "__getattr__" or not function.is_method:
            return False
        own = function.parameters[0].name
        around = [(one.node, one.branch) for one in place.enclosing()]
        return any(
            isinstance(target.value, ast.Name)
            and target.value.id == own
            and [(one.node, one.branch) for one in binding.place.enclosing()] == around
            for target, binding in function.attribute_stores
        )

    def _missing(
        self,
        test: ast.expr,
        place: Place,
        *,
        holds: bool,
        seen: frozenset[Function] = frozenset(),
    ) -> Iterator[ast.expr]:
        """Yield what is not there, or empty, wherever a condition holds (or not)."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            yield from self._missing(test.operand, place, holds=not holds, seen=seen)
        elif isinstance(test, ast.BoolOp):
            for part in test.values if isinstance(test.op, ast.And) is holds else ():
                yield from self._missing(part, place, holds=holds, seen=seen)
        elif isinstance(test, ast.Compare):
            op, other = test.ops[0], test.comparators[0]
            if isinstance(op, ast.NotIn if holds else ast.In):
                yield ast.Subscript(other, test.left, ast.Load())
            elif isinstance(op, ast.Is if holds else ast.IsNot):
                if isinstance(other, ast.Constant) and other.value is None:
                    yield from self._asked(test.left, place)
        else:
            if not holds:
                yield from self._asked(test, place)
            if isinstance(test, ast.Call):
                yield from self._answered(test, place, holds=holds, seen=seen)

    def _answered(
        self, call: ast.Call, place: Place, *, holds: bool, seen: frozenset[Function]
    ) -> Iterator[ast.expr]:
        """Yield what is missing where a call of a predicate gives something true (or false).

        In the terms of the caller: the predicate's parameters are what it is passed.
        """
        if self.names.qualified(call.func, place) == "bool" and call.args:
            yield from self._missing(call.args[0], place, holds=holds, seen=seen)
            return
        function = self._callee(call, place)
        if function is None or function in seen:
            return
        seen |= {function}
        given = _given(call, function)
        for statement, at in function.returns:
            answer = statement.value or ast.Constant(None)
            tests = [(answer, at, holds)]
            if isinstance(answer, ast.Constant):
                if bool(answer.value) is not holds:
                    continue
                tests = [(g.test, g.place, g.holds) for g in self.index.guards(at)]
            for test, around, wanted_so in tests:
                for wanted in self._missing(test, around, holds=wanted_so, seen=seen):
                    passed = _substituted(wanted, given)
                    if passed is not None:
                        yield passed

    def _callee(self, call: ast.Call, place: Place) -> Function | None:
        """Return the function of the program that a call runs, where that is known."""
        callee = self.values.value(call.func, place)
        return callee.function if isinstance(callee, FunctionValue) else None

    def _asked(self, node: ast.expr, place: Place) -> Iterator[ast.expr]:
        """Yield the variable, attribute or item that an expression asks for, be it by a name."""
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
            yield node
        if isinstance(node, ast.Name):
            for binding in definitions(node, place):
                if isinstance(binding.value, ast.Call) and not binding.path:
                    yield from self._asked(binding.value, binding.place)
        elif isinstance(node, ast.Call) and node.args:
            first, *others = node.args
            if self.names.qualified(node.func, place) in ("getattr", "hasattr"):
                if others:
                    yield _attribute(first, others[0])
            elif isinstance(node.func, ast.Attribute) and node.func.attr == "get":
                yield ast.Subscript(node.func.value, first, ast.Load())

    def _is_filled(
        self,
        wanted: ast.expr,
        place: Place,
        loop: LoopNode | None,
        is_guarded: Callable[[Place], bool],
    ) -> bool:
        """Whether guarded code of a function sets what was missing, and that is still there later.

        In the next iteration of a loop, or call of the function if it is None.
        """
        function, root = place.function, wanted
        while isinstance(root, (ast.Attribute, ast.Subscript)):
            root = root.value
        if not isinstance(root, ast.Name):
            return False
        owner, bindings = lookup(root.id, place.scope)
        if owner is None:
            return False
        if root is wanted:
            bindings = [b for b in bindings if b.place.function is function]
            filled = [b for b in bindings if is_guarded(b.place)]
            if loop is None:
                return owner.function is not function and bool(filled)
            bindings = [b for b in bindings if loop in b.place.loops]
            return bool(bindings) and bindings == filled
        if not self._is_older(root, place, loop, frozenset()):
            return False
        assert isinstance(wanted, (ast.Attribute, ast.Subscript))
        return any(map(is_guarded, self._filling(wanted, function, frozenset())))

    def _is_older(
        self, name: ast.Name, place: Place, loop: LoopNode | None, seen: frozenset[Binding]
    ) -> bool:
        """Whether what a variable holds was there before an iteration of a loop, or the call.

        The call of the function around ``place`` if there is no loop.
        """
        owner, bindings = lookup(name.id, place.scope)
        if loop is not None:
            bindings = [binding for binding in bindings if loop in binding.place.loops]
        elif owner is None or owner.function is not place.function:
            return owner is not None
        for binding in bindings:
            if loop is None and binding.kind == "parameter":
                continue
            # Another name for what some object holds.
            root = binding.value if binding.kind == "assign" and not binding.path else None
            while isinstance(root, ast.Attribute):
                root = root.value
            if not isinstance(root, ast.Name) or binding in seen:
                return False
            if not self._is_older(root, binding.place, loop, seen | {binding}):
                return False
        return True

    def _filling(
        self, wanted: ast.Attribute | ast.Subscript, function: Function, seen: frozenset[Function]
    ) -> Iterator[Place]:
        """Yield where a function sets an attribute or item, be it in functions that it calls."""
        text, held = ast.unparse(wanted), ast.unparse(wanted.value)
        stores: list[tuple[ast.expr, Place]] = [(t, b.place) for t, b in function.attribute_stores]
        stores += [pair for pair in function.subscripts if isinstance(pair[0].ctx, ast.Store)]
        yield from (around for target, around in stores if ast.unparse(target) == text)
        seen |= {function}
        for call, around in function.calls:
            func = call.func
            if self.names.qualified(func, around) == "setattr" and len(call.args) == 3:
                if ast.unparse(_attribute(*call.args[:2])) == text:
                    yield around
                continue
            if isinstance(func, ast.Attribute) and ast.unparse(func.value) == held:
                sets = func.attr == "add"
                if isinstance(wanted, ast.Attribute):
                    sets = wanted.attr in SET_BY_METHODS.get(func.attr, ())
                if sets:
                    yield around
                    continue
            callee = self._callee(call, around)
            if callee is None or callee in seen:
                continue
            for name, node in _given(call, callee).items():
                inner = _in_terms_of(wanted, ast.unparse(node), name)
                if inner is not None and any(True for _ in self._filling(inner, callee, seen)):
                    yield around
                    break

    def settles(self, node: ast.If, place: Place, *, holds: bool) -> bool:
        """Whether one branch of a conditional, once taken, is never taken again.

        It, what follows it, or what it calls, sets what the condition asks for, for good.
        """
        branch = node.body if holds else node.orelse
        around = _bodies_of(self.parent(place.function, node))
        beside = next((body for body in around if node in body), [node])
        statements = [*branch, *beside[beside.index(node) + 1 :]]
        for method in self._own_methods_called(branch, place.function):
            statements += getattr(method.node, "body", ())
        return any(
            truth_with(test, ast.unparse(target), statement.value.value) is (not holds)
            and self._is_kept(test, target, place, holds=holds)
            for statement in statements
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
            for target in statement.targets
            for test in conjuncts(node.test, holds=holds)
        )

    def _own_methods_called(
        self, statements: list[ast.stmt], function: Function
    ) -> Iterator[Function]:
        """Yield the methods that statements of a method call of its own instance."""
        if not function.is_method:
            return
        names = {
            call.func.attr
            for statement in statements
            if isinstance(statement, (ast.Expr, ast.Assign))
            for call in ast.walk(statement)
            if isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and getattr(call.func.value, "id", "") == function.parameters[0].name
        }
        for cls in self.index.classes if names else ():
            yield from (cls.methods[name] for name in sorted(names) if name in cls.methods)

    def _is_kept(self, test: ast.expr, target: ast.expr, place: Place, *, holds: bool) -> bool:
        """Whether what a target is set to outlasts the call, and nothing sets it back.

        What a constructor, or the module itself, sets is there before.
        """
        if isinstance(target, ast.Attribute):
            stores = [
                binding
                for other, binding in self.index.attribute_stores
                if other.attr == target.attr and binding.place.function.name != "__init__"
            ]
        elif isinstance(target, ast.Name):
            owner, bindings = lookup(target.id, place.scope)
            if owner is None or owner.function is place.function:
                return False
            stores = [b for b in bindings if b.place.function is not owner.function]
        else:
            return False
        name = ast.unparse(target)
        return not any(
            isinstance(store.value, ast.Constant)
            and not store.path
            and truth_with(test, name, store.value.value) is holds
            for store in stores
        )

    def _is_first_call_guard(self, node: ast.If, place: Place) -> bool:
        """Whether a conditional asks if something is still missing, and sees to it."""
        tests = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
        return any(self._asks_for_missing(test, node, place) for test in tests)

    def _asks_for_missing(self, test: ast.expr, node: ast.If, place: Place) -> bool:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            subject: ast.expr = test.operand
            if isinstance(subject, ast.Call):
                return self.names.qualified(subject.func, place) in _ASK_FOR_PRESENCE
        elif not isinstance(test, ast.Compare):
            return False
        elif isinstance(test.ops[0], ast.NotIn):
            return True
        elif isinstance(test.ops[0], ast.Is) or _is_for_none(test):
            subject = test.left
        else:
            return False
        match subject:
            case ast.Call(func=ast.Name(id="len"), args=[counted]):
                subject = counted
        parts = [part for statement in node.body for part in ast.walk(statement)]
        wanted = ast.unparse(subject)
        if any(
            isinstance(part, (ast.Name, ast.Attribute, ast.Subscript))
            and ast.unparse(part) == wanted
            for part in parts
        ):
            return True
        # To call a model for the first time makes its variables.
        owner = ast.unparse(subject.value) if isinstance(subject, ast.Attribute) else None
        if any(isinstance(part, ast.Call) and ast.unparse(part.func) == owner for part in parts):
            return True
        # A flag, which something that the body calls may set.
        value = self.values.value(subject, place)
        flags = value.constants if isinstance(value, PythonValue) else None
        return flags == frozenset({True, False}) and isinstance(subject, ast.Attribute)

    def is_lifted(self, node: ast.AST, place: Place) -> bool:
        """Whether ``node`` runs outside the graph although the code around it is traced.

        Inside ``with tf.init_scope():``, or where ``tf.executing_eagerly()`` was asked.
        """
        known = self._lifted.get(node)
        if known is None:
            known = self._lifted[node] = self.is_within(
                "tensorflow.init_scope", node, place
            ) or any(
                isinstance(part, ast.Call) and self._asks_for_eager(part, place)
                for test in self.conditions(node, place)
                for part in ast.walk(test)
            )
        return known

    def _asks_for_eager(self, call: ast.Call, place: Place) -> bool:
        qualified = self.names.qualified(call.func, place) or ""
        return qualified.rpartition(".")[2] in EAGER_QUESTIONS

    def conditions(self, node: ast.AST, place: Place) -> Iterator[ast.expr]:
        """Yield the conditions that decide whether ``node`` runs, innermost first.

        Those around it, and those after which control leaves before it (``if ...: return``).
        """
        statement: ast.AST = node
        for child, parent in itertools.pairwise(self.outward(place.function, node)):
            if isinstance(child, ast.stmt):
                break
            statement = parent
            if isinstance(parent, ast.IfExp) and child is not parent.test:
                yield parent.test
            elif isinstance(parent, ast.BoolOp):
                yield from before(child, parent)
            elif isinstance(parent, COMPREHENSIONS) and child not in parent.generators:
                for generator in parent.generators:
                    yield from generator.ifs
        for conditional, _ in place.function.graph.conditions(statement):
            yield conditional.test

    def is_version(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression is the version of TensorFlow, or of Keras, or made of one."""
        return any(
            isinstance(part, ast.Attribute) and self.names.qualified(part, place) in _VERSIONS
            for part in ast.walk(node)
        )

    def is_type_tested(self, subject: ast.expr, place: Place) -> bool:
        """Whether a condition around an expression asks for its type."""
        wanted = ast.dump(subject)
        return any(
            isinstance(part, ast.Call)
            and part.args
            and self.names.qualified(part.func, place) in _TYPE_TESTS
            and ast.dump(part.args[0]) == wanted
            for test in self.conditions(subject, place)
            for part in ast.walk(test)
        )

    def expects_exception(self, node: ast.AST, place: Place) -> bool:
        """Whether an exception is meant to come out of ``node``.

        It stands under ``with self.assertRaises(...)`` or ``pytest.raises``, or is what a call of
        one of them is handed.
        """
        for around in self.outward(place.function, node):
            calls: list[ast.expr] = []
            if isinstance(around, (ast.With, ast.AsyncWith)):
                calls = [item.context_expr for item in around.items]
            elif around is not node:
                calls = [around] if isinstance(around, ast.Call) else []
            if any(isinstance(c, ast.Call) and self._expects(c.func, place) for c in calls):
                return True
        return False

    @cached_property
    def asserted(self) -> list[ast.AST]:
        """The conditions of ``assert``, and the calls of ``self.assertEqual`` and the like."""
        found: list[ast.AST] = [
            node.test
            for function in self.index.functions
            for node, _ in function.conditionals
            if isinstance(node, ast.Assert)
        ]
        called = ((call, call.func) for call, _ in self.index.calls)
        return found + [
            call
            for call, func in called
            if isinstance(func, ast.Attribute) and func.attr.startswith("assert")
        ]

    def _expects(self, func: ast.expr, place: Place) -> bool:
        if self.names.qualified(func, place) in ("pytest.raises", "contextlib.suppress"):
            return True
        if isinstance(func, ast.Attribute) and func.attr.startswith("assertRaises"):
            return True
        bindings = definitions(func, place) if isinstance(func, ast.Name) else ()
        return any(
            binding.function is not None and self._swallows(binding.function)
            for binding in bindings
        )

    def _swallows(self, function: Function) -> bool:
        """Whether a function makes a context manager that goes on after an exception."""
        decorators = getattr(function.node, "decorator_list", ())
        if function.place is None or not any(
            self.names.qualified(decorator, function.place) == "contextlib.contextmanager"
            for decorator in decorators
        ):
            return False
        return any(
            isinstance(around.node, ast.Try)
            and around.branch == "body"
            and any(not isinstance(h.body[-1], ast.Raise) for h in around.node.handlers)
            for _, place in function.yields
            for around in place.enclosing()
        )

    def catches(self, node: ast.AST, place: Place, exception: type[Exception]) -> bool:
        """Whether a ``try`` of the same function catches what ``node`` raises."""
        return any(
            isinstance(inner.node, ast.Try)
            and inner.branch == "body"
            and any(self._handles(handler, place, exception) for handler in inner.node.handlers)
            for inner in place.enclosing()
        )

    def recovers(self, node: ast.AST, place: Place, exception: type[Exception]) -> bool:
        """Whether a ``try`` of the same function catches what ``node`` raises, and goes on."""
        for inner in place.enclosing():
            if isinstance(inner.node, ast.Try) and inner.branch == "body":
                handlers = (h for h in inner.node.handlers if self._handles(h, place, exception))
                first = next(handlers, None)
                if first is not None:
                    return not isinstance(first.body[-1], ast.Raise)
        return False

    def _handles(
        self, handler: ast.ExceptHandler, place: Place, exception: type[Exception]
    ) -> bool:
        if handler.type is None:
            return True
        types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        names = [self.names.qualified(node, place) or "" for node in types]
        # What has another name may be a class of any kind.
        known = [getattr(builtins, name, exception) for name in names]
        return any(isinstance(cls, type) and issubclass(exception, cls) for cls in known)

    def stored(self, target: ast.expr, place: Place) -> ast.expr | None:
        """Return what a statement assigns to a target; None if it is not given as it is."""
        statement = self.parent(place.function, target)
        return statement.value if isinstance(statement, ast.Assign) else None

    def is_kept(self, variadic: Parameter, function: Function) -> bool:
        """Whether a function only reads its variadic parameter, and hands it on."""
        for use, parent in self.uses(function).get(variadic.name, ()):
            if isinstance(parent, ast.keyword):
                is_read = parent.arg is None
            elif isinstance(parent, ast.Attribute):
                is_read = parent.attr in _READING
            elif isinstance(parent, ast.Subscript):
                is_read = parent.value is use and isinstance(parent.ctx, ast.Load)
            elif isinstance(parent, ast.Call):
                is_read = isinstance(parent.func, ast.Name) and parent.func.id in _COPYING
            else:
                is_loop = isinstance(parent, (ast.For, ast.comprehension))
                is_read = is_loop or isinstance(parent, (ast.Starred, ast.Compare))
            if not is_read:
                return False
        return True

    def is_invariant(self, test: ast.expr, loop: LoopNode) -> bool:
        """Whether nothing that a condition reads is set in a loop."""
        place = self.index.places[loop]
        own: set[str] = set()
        if isinstance(loop, ast.comprehension):
            # Its variables are of a scope further in.
            own = {part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name)}
        for node in ast.walk(test):
            if isinstance(node, (ast.Call, ast.Attribute, ast.Subscript, ast.NamedExpr)):
                if not self._is_constant_attribute(node, loop):
                    return False
            elif isinstance(node, ast.Name):
                if node.id in own:
                    return False
                _, bindings = lookup(node.id, place.scope)
                if any(loop in binding.place.loops for binding in bindings):
                    return False
        return True

    def _is_constant_attribute(self, node: ast.AST, loop: LoopNode) -> bool:
        """Whether ``node`` is an attribute that no code of the loop assigns (``args.eager``)."""
        if not isinstance(node, ast.Attribute):
            return False
        function = self.index.places[loop].function
        return not any(
            target.attr == node.attr and loop in binding.place.loops
            for target, binding in function.attribute_stores
        )

    def is_within(self, manager: str, node: ast.AST, place: Place) -> bool:
        """Whether ``node`` is inside a ``with`` of the context manager called ``manager``."""
        managers = [
            item.context_expr
            for around in self.outward(place.function, node)
            if isinstance(around, ast.With) and around is not node
            for item in around.items
        ]
        return any(
            isinstance(call, ast.Call) and self.names.qualified(call.func, place) == manager
            for call in managers
        )


_ASK_FOR_PRESENCE = frozenset(
    {"hasattr", "os.path.exists", "os.path.isdir", "os.path.isfile", "tensorflow.io.gfile.exists"}
)
"""What says whether something is there already: an attribute, or what was written to disk."""
_VERSIONS = frozenset(
    {"keras.__version__", "tensorflow.__version__", "tensorflow.VERSION"}
    | {"tensorflow.version.VERSION", "tensorflow.version.GIT_VERSION"}
)
_TYPE_TESTS = frozenset({"isinstance", "tensorflow.is_tensor", "keras.backend.is_keras_tensor"})


def is_part(node: ast.AST, whole: ast.AST) -> bool:
    """Whether a node is another one, or below it."""
    return any(part is node for part in ast.walk(whole))


def code_of(node: ast.AST) -> list[ast.AST]:
    """Return what runs in the scope of a function: not its defaults, decorators, annotations."""
    body: ast.AST | list[ast.AST] = getattr(node, "body", [])
    return [*body] if isinstance(body, list) else [body]


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body, but not those of functions in it."""
    body = getattr(function.node, "body", [])
    pending: list[ast.AST] = list(body) if isinstance(body, list) else [body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _FUNCTIONS):
            pending += ast.iter_child_nodes(node)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def named_argument(call: ast.Call, name: str) -> ast.expr | None:
    """Return the argument that a call passes by ``name``."""
    return next((k.value for k in call.keywords if k.arg == name), None)


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    """Return the argument that a call passes by ``name`` or at ``position``."""
    named = named_argument(call, name)
    if named is not None:
        return named
    if position < len(call.args) and not any(isinstance(a, ast.Starred) for a in call.args):
        return call.args[position]
    return None


_READING = frozenset({"get", "keys", "values", "items", "copy", "index", "count"})
"""Methods of a tuple or dict that leave it as it is."""
_COPYING = frozenset({"len", "dict", "list", "tuple", "enumerate", "zip"})
"""Builtins that leave what they are given as it is, and give no more than its elements."""


def is_own(node: ast.expr, function: Function) -> bool:
    """Whether an expression is the instance that a method is called of."""
    if not isinstance(node, ast.Name) or not function.is_method:
        return False
    name = function.parameters[0].name
    return (
        node.id == name
        and "classmethod" not in function.marks()
        and len(function.body.scope.bindings[name]) == 1
    )


def is_written_out(call: ast.Call) -> bool:
    """Whether a call writes out all its arguments."""
    return not (
        any(isinstance(argument, ast.Starred) for argument in call.args)
        or any(keyword.arg is None for keyword in call.keywords)
    )


def fits(parameters: tuple[Parameter, ...], call: ast.Call) -> bool:
    """Whether a function takes the arguments of a call that writes out all."""
    kinds = {parameter.kind for parameter in parameters}
    positional = [p.name for p in parameters if p.kind == "positional"]
    named = [keyword.arg for keyword in call.keywords]
    if len(call.args) > len(positional) and "*" not in kinds:
        return False
    given = {*positional[: len(call.args)], *named}
    own = {p.name: p for p in parameters if p.kind in ("positional", "keyword")}
    return ("**" in kinds or all(name in own for name in named)) and all(
        name in given or parameter.default is not None for name, parameter in own.items()
    )


def bind(
    parameters: tuple[Parameter, ...],
    call: ast.Call,
    length: Callable[[ast.expr], int | None] = lambda _: None,
) -> Iterator[tuple[ast.expr, Parameter | None, bool]]:
    """Yield (expression, parameter, starred) for the arguments of a call.

    ``length`` tells how many arguments an expression gives that is unpacked, where that is known.
    """
    positional = [p for p in parameters if p.kind == "positional"]
    variadic = next((p for p in parameters if p.kind == "*"), None)
    position: int | None = 0
    for node in call.args:
        if isinstance(node, ast.Starred):
            count = length(node.value)
            position = None if position is None or count is None else position + count
            yield node.value, variadic, True
            continue
        if position is None:
            yield node, None, False
            continue
        yield node, positional[position] if position < len(positional) else variadic, False
        position += 1
    rest = next((p for p in parameters if p.kind == "**"), None)
    for keyword in call.keywords:
        if keyword.arg is None:
            yield keyword.value, None, True
        else:
            named = (
                p
                for p in parameters
                if p.name == keyword.arg and p.kind in ("positional", "keyword")
            )
            yield keyword.value, next(named, rest), False


def _given(call: ast.Call, function: Function) -> dict[str, ast.expr]:
    """Return what a call passes for the parameters of a function, the instance included."""
    bound = bind(function.call_parameters, call)
    given = {p.name: node for node, p, starred in bound if p is not None and not starred}
    if function.is_method and isinstance(call.func, ast.Attribute):
        given[function.parameters[0].name] = call.func.value
    return given


def _substituted(node: ast.expr, given: Mapping[str, ast.expr]) -> ast.expr | None:
    """Return an attribute or item of parameters, as the caller names what it passes for them.

    None if it is one of something else.
    """
    if isinstance(node, ast.Name):
        return given.get(node.id)
    if isinstance(node, ast.Attribute):
        value = _substituted(node.value, given)
        return None if value is None else ast.Attribute(value, node.attr, ast.Load())
    if isinstance(node, ast.Subscript):
        value = _substituted(node.value, given)
        names = [part for part in ast.walk(node.slice) if isinstance(part, ast.Name)]
        item = _substituted(node.slice, given) if names else node.slice
        return None if value is None or item is None else ast.Subscript(value, item, ast.Load())
    return None


def _attribute(holder: ast.expr, name: ast.expr) -> ast.Attribute | ast.Subscript:
    """Return the attribute of a name, be it computed, as an item of what holds all of them then."""
    if isinstance(name, ast.Constant):
        return ast.Attribute(holder, str(name.value), ast.Load())
    return ast.Subscript(ast.Attribute(holder, "__dict__", ast.Load()), name, ast.Load())


def _in_terms_of(
    node: ast.Attribute | ast.Subscript, passed: str, name: str
) -> ast.Attribute | ast.Subscript | None:
    """Return an attribute or item of what is passed as a function names it by its parameter."""
    base: ast.expr | None
    if ast.unparse(node.value) == passed:
        base = ast.Name(name, ast.Load())
    elif isinstance(node.value, (ast.Attribute, ast.Subscript)):
        base = _in_terms_of(node.value, passed, name)
    else:
        base = None
    if base is None:
        return None
    if isinstance(node, ast.Attribute):
        return ast.Attribute(base, node.attr, ast.Load())
    return ast.Subscript(base, node.slice, ast.Load())


def is_main_guard(test: ast.expr) -> bool:
    """Whether a condition asks if the file is run as a program: then it is, once (A1)."""
    if not (isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq)):
        return False
    sides = [test.left, *test.comparators]
    return any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides)


def _is_cache_test(test: ast.expr) -> bool:
    """Whether a condition asks if something is there already."""
    if isinstance(test, ast.BoolOp):
        return any(_is_cache_test(value) for value in test.values)
    if isinstance(test, ast.Compare):
        return any(isinstance(op, (ast.IsNot, ast.In)) for op in test.ops)
    return isinstance(test, ast.Call) and getattr(test.func, "id", "") == "hasattr"


def _is_for_none(test: ast.Compare) -> bool:
    """Whether a comparison asks if a number of elements is zero."""
    match test:
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len")),
            ops=[ast.Eq() | ast.Lt() as operator],
            comparators=[ast.Constant(value=bound)],
        ):
            return bound == (0 if isinstance(operator, ast.Eq) else 1)
    return False


def _early_returns(function: Function) -> Iterator[ast.If]:
    """Yield the conditionals of a function's body after which it returns."""
    body = getattr(function.node, "body", None)
    for statement in body if isinstance(body, list) else ():
        if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Return):
            yield statement


def _bodies_of(node: ast.AST | None) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements right below a node."""
    for name in ("body", "orelse", "finalbody"):
        statements = getattr(node, name, None)
        if isinstance(statements, list):
            yield statements


def before(operand: ast.AST, test: ast.BoolOp) -> Iterator[ast.expr]:
    """Yield the operands that are evaluated before one of ``test``."""
    return itertools.takewhile(lambda value: value is not operand, test.values)


def conjuncts(test: ast.expr, *, holds: bool) -> list[ast.expr]:
    """Return the parts of a condition that must each hold (or not) for it to."""
    wanted = ast.And if holds else ast.Or
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, wanted) else [test]


COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
"""What the operators of comparisons do with constants."""


def truth_with(test: ast.expr, name: str, constant: object) -> bool | None:
    """Return whether a condition holds where ``name`` is a constant; None if that is open."""
    if isinstance(test, ast.BoolOp):
        parts = [truth_with(value, name, constant) for value in test.values]
        decides = isinstance(test.op, ast.Or)
        return decides if decides in parts else None if None in parts else not decides
    if ast.unparse(test) == name:
        return bool(constant)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = truth_with(test.operand, name, constant)
        return None if inner is None else not inner
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        compared = COMPARISONS.get(type(test.ops[0]))
        (other,) = test.comparators
        if compared is not None and isinstance(other, ast.Constant):
            if ast.unparse(test.left) == name:
                with contextlib.suppress(TypeError):
                    return bool(compared(constant, other.value))
    return None


def _body(node: ast.If | ast.IfExp) -> set[ast.AST]:
    """Return what runs where a conditional holds."""
    return {node.body} if isinstance(node, ast.IfExp) else {*node.body}
