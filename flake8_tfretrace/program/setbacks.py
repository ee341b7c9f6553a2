"""Conditions that the code behind them sets back: a counter, a timer, a record that was broken."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from flake8_tfretrace.program import library
from flake8_tfretrace.program.linear import assigned, part_of
from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import Guard, Index, Place, definitions, lookup
from flake8_tfretrace.program.syntax import COMPARISONS, Syntax, conjuncts
from flake8_tfretrace.program.tracetypes import PythonValue
from flake8_tfretrace.program.values import Values

_CLOCK = "<clock>"
"""Stands for what a clock says now."""
_ONE = ""
"""Stands for the number 1."""
_SCALING = frozenset({"abs", "float", "int", "round"})
"""Functions that give about the number that they are given."""
_SPANS = frozenset({"days", "seconds"})
_EMPTY = frozenset({"collections.deque", "dict", "list", "set"})
_MAX_DEPTH = 8

_Form = dict[str, float]
"""A sum: how often each of the values counts that are not known, by their text."""


@dataclass(frozen=True)
class _Write:
    """What code behind a condition stores: the form of the value, and whether it adds to it."""

    form: _Form
    is_added: bool = False
    counts: bool = False
    """Whether all other stores, but the first, add to what is there."""


@dataclass(frozen=True)
class _Store:
    """One assignment to a variable, an attribute or an element."""

    node: ast.AST
    source: ast.expr | None
    place: Place
    target: str

    @property
    def adds(self) -> bool:
        """Whether it is what was there before, and something more."""
        if isinstance(self.node, ast.AugAssign):
            return isinstance(self.node.op, ast.Add)
        source = self.source
        return (
            isinstance(source, ast.BinOp)
            and isinstance(source.op, ast.Add)
            and self.target in (ast.unparse(source.left), ast.unparse(source.right))
        )


@dataclass(frozen=True)
class Setbacks:
    """Answers which conditions fail once the code that they let run has run.

    They hold again when something else has changed: a counter has come up again, time has
    passed, or there is a better score. How often that is nothing in the code says.
    """

    index: Index
    names: Names
    syntax: Syntax
    values: Values

    def is_set_back(self, guard: Guard) -> bool:
        """Whether what a condition lets run makes it fail."""
        if not isinstance(guard.node, ast.If):
            return False
        writes: dict[str, _Write] | None = None
        for part in conjuncts(guard.test, holds=guard.holds):
            holds = guard.holds
            while isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
                part, holds = part.operand, not holds
            if not isinstance(part, ast.Compare) or len(part.ops) != 1:
                continue
            if writes is None:
                writes = dict(self._writes(guard))
            if writes and self._fails(part, guard.place, writes, holds=holds):
                return True
        return False

    def _fails(
        self, test: ast.Compare, place: Place, writes: dict[str, _Write], *, holds: bool
    ) -> bool:
        """Whether a comparison fails, or comes closer to that, by what the code stores."""
        op = type(test.ops[0])
        if op not in COMPARISONS:
            return False
        before = self._difference(test, place, {})
        after = self._difference(test, place, writes)
        if before is None or after is None or before == after:
            return False
        if _CLOCK in before and _CLOCK not in after:
            # The time since then starts anew.
            return True
        cancelled = [symbol for symbol in before if symbol not in after and symbol not in writes]
        if any(self._counts_up(symbol, place) for symbol in cancelled):
            # What is compared with the last one goes on growing.
            return False
        if not after.keys() - {_ONE}:
            return COMPARISONS[op](after.get(_ONE, 0), 0) is not holds
        rises = op in (ast.Gt, ast.GtE) if holds else op in (ast.Lt, ast.LtE)
        falls = op in (ast.Lt, ast.LtE) if holds else op in (ast.Gt, ast.GtE)
        if not (after.keys() ^ before.keys()) - {_ONE}:
            step = after.get(_ONE, 0) - before.get(_ONE, 0)
            same = {s: n for s, n in after.items() if s} == {s: n for s, n in before.items() if s}
            return same and ((step < 0 and rises) or (step > 0 and falls))
        # A counter begins again, up to a number that is not known.
        is_met = rises or op is (ast.Eq if holds else ast.NotEq)
        gone = before.keys() - after.keys() - {_ONE}
        return is_met and any(s in writes and writes[s].counts and before[s] > 0 for s in gone)

    def _difference(
        self, test: ast.Compare, place: Place, writes: dict[str, _Write]
    ) -> _Form | None:
        left = self._form(test.left, place, writes, 0)
        right = self._form(test.comparators[0], place, writes, 0)
        return None if left is None or right is None else _sum(left, right, -1)

    def _form(
        self, node: ast.expr, place: Place, writes: dict[str, _Write], depth: int
    ) -> _Form | None:
        """Return a number as a sum, after what is written, if anything is."""
        text = ast.unparse(node)
        if text in writes:
            write = writes[text]
            return _sum({text: 1}, write.form, 1) if write.is_added else write.form
        if depth > _MAX_DEPTH:
            return None
        match node:
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                left = self._form(node.left, place, writes, depth + 1)
                right = self._form(node.right, place, writes, depth + 1)
                if left is None or right is None:
                    return None
                return _sum(left, right, -1 if isinstance(node.op, ast.Sub) else 1)
            case ast.BinOp(op=ast.Div()):
                # In another unit, the same is more or less than nothing.
                return self._form(node.left, place, writes, depth + 1)
            case ast.Call():
                name = self.names.qualified(node.func, place)
                if name in library.CLOCKS or name in library.TICKS:
                    return {_CLOCK: 1}
                if name in _SCALING and node.args:
                    return self._form(node.args[0], place, writes, depth + 1)
                if isinstance(node.func, ast.Attribute) and node.func.attr == "total_seconds":
                    return self._form(node.func.value, place, writes, depth + 1)
            case ast.Attribute(attr=attr, value=ast.BinOp() | ast.Name()) if attr in _SPANS:
                return self._form(node.value, place, writes, depth + 1)
            case ast.Name():
                bindings = definitions(node, place)
                source = assigned(bindings[0]) if len(bindings) == 1 else None
                if source is not None and bindings[0].place.loops == place.loops:
                    if isinstance(source, (ast.BinOp, ast.Call, ast.Attribute)):
                        found = self._form(source, bindings[0].place, writes, depth + 1)
                        if found is not None and (_CLOCK in found or len(found) > 1):
                            return found
        value = self.values.value(node, place)
        if isinstance(value, PythonValue) and type(value.constant) in (int, float):
            assert isinstance(value.constant, (int, float))
            return {_ONE: value.constant} if value.constant else {}
        return {text: 1}

    def _writes(self, guard: Guard) -> Iterator[tuple[str, _Write]]:
        """Yield what the code behind a condition stores, and the condition reads."""
        function = guard.place.function
        read = {
            ast.unparse(node)
            for test in self._tests(guard)
            for node in ast.walk(test)
            if isinstance(node, (ast.Attribute, ast.Name, ast.Subscript))
        }
        stores: dict[str, list[_Store]] = {}
        for name in read:
            for binding in lookup(name, guard.place.scope)[1]:
                is_added = isinstance(binding.node, ast.AugAssign)
                source = binding.value if is_added else assigned(binding)
                store = _Store(binding.node, source, binding.place, binding.name)
                stores.setdefault(name, []).append(store)
        for target, binding in function.attribute_stores:
            text = ast.unparse(target)
            source = part_of(binding.value, binding.path)
            store = _Store(binding.node, source, binding.place, text)
            stores.setdefault(text, []).append(store)
        for element, place in function.subscript_stores:
            text = ast.unparse(element)
            parent = self.syntax.parent(function, element)
            if text in read and isinstance(parent, (ast.Assign, ast.AugAssign)):
                stores.setdefault(text, []).append(_Store(parent, parent.value, place, text))
        for name in read & stores.keys():
            behind = [store for store in stores[name] if self._is_behind(store.place, guard)]
            others = [store for store in stores[name] if store not in behind]
            if not behind or not self._lasts(others, guard):
                continue
            counts = any(store.adds for store in others)
            yield from self._stored(name, behind[-1], counts=counts)
        for base, change, at in changes(function):
            name, func = ast.unparse(base), getattr(change, "func", None)
            is_cleared = isinstance(func, ast.Attribute) and func.attr == "clear"
            if is_cleared and name in read and self._is_behind(at, guard):
                yield f"len({name})", _Write({}, False, True)

    def _stored(self, name: str, store: _Store, *, counts: bool) -> Iterator[tuple[str, _Write]]:
        """Yield what one assignment leaves: a value, and the length of a list."""
        if store.source is None:
            return
        length, source = f"len({name})", store.source
        form = self._form(source, store.place, {}, 0)
        if isinstance(store.node, ast.AugAssign):
            if form is not None and isinstance(store.node.op, (ast.Add, ast.Sub)):
                sign = -1 if isinstance(store.node.op, ast.Sub) else 1
                yield name, _Write(_sum({}, form, sign), True, counts)
            return
        if form is not None:
            yield name, _Write(form, False, counts)
        if self._is_empty(source, store.place):
            yield length, _Write({}, False, True)
        elif isinstance(source, ast.Subscript) and ast.unparse(source.value) == name:
            if isinstance(source.slice, ast.Slice) and source.slice.lower is not None:
                # What is left of it is shorter.
                yield length, _Write({_ONE: -1}, True, True)

    def _tests(self, guard: Guard) -> list[ast.expr]:
        """Return a condition with what the variables in it were computed from just before."""
        found = [guard.test]
        for test in found:
            for node in ast.walk(test):
                if isinstance(node, ast.Name) and len(found) <= _MAX_DEPTH:
                    for binding in definitions(node, guard.place):
                        source = assigned(binding)
                        if source is not None and binding.place.loops == guard.place.loops:
                            if source not in found:
                                found.append(source)
        return found

    def _is_behind(self, place: Place, guard: Guard) -> bool:
        """Whether a condition decides if the code at ``place`` runs, and lets it run."""
        return any(
            other.node is guard.node and other.holds is guard.holds
            for other in self.index.guards(place)
        )

    def _lasts(self, others: list[_Store], guard: Guard) -> bool:
        """Whether what is stored behind a condition is there when it is asked again.

        Not where each iteration, or each call, stores something else before.
        """
        loops = guard.place.loops
        loop = loops[-1] if loops else None
        for store in others:
            is_again = (
                store.place.function is guard.place.function
                if loop is None
                else loop in (store.node, *store.place.loops)
            )
            is_parameter = isinstance(store.node, ast.arg)
            if is_again and not store.adds and not is_parameter:
                if not any(True for _ in self.index.guards(store.place, loop)):
                    return False
        return True

    def _is_empty(self, node: ast.expr, place: Place) -> bool:
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return not node.elts
        if isinstance(node, ast.Dict):
            return not node.keys
        if not isinstance(node, ast.Call) or node.args:
            return False
        return self.names.qualified(node.func, place) in _EMPTY

    def _counts_up(self, text: str, place: Place) -> bool:
        """Whether a name is that of a loop's variable, or of what each iteration adds to."""
        return any(
            binding.kind == "loop" or _Store(binding.node, binding.value, binding.place, text).adds
            for binding in lookup(text, place.scope)[1]
        )


def _sum(one: _Form, other: _Form, factor: float) -> _Form:
    found = dict(one)
    for symbol, count in other.items():
        found[symbol] = found.get(symbol, 0) + factor * count
    return {symbol: count for symbol, count in found.items() if count}
