"""Escape analysis of function objects: whether they outlive the code that makes them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal

from flake8_tfretrace.finding import Witness
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.graph import Graph
from flake8_tfretrace.program.library import maps_structure
from flake8_tfretrace.program.mutations import LIST_GROWTH
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.repetition import Repetition
from flake8_tfretrace.program.scopes import (
    COMPREHENSIONS,
    Function,
    Parameter,
    Place,
    lookup,
    written,
)
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import TensorValue
from flake8_tfretrace.program.values import Values

_ELEMENTS = frozenset({"get", "items", "pop", "setdefault", "values"})
"""Methods of containers that give what they hold."""

Lifetime = Literal["dropped", "returned", "kept"]
"""dropped: only called, in the execution that makes it, and in no loop of its own there, which
would earn its trace; returned: its caller decides; kept: it may live longer."""


@dataclass(eq=False, repr=False)
class Lifetimes:
    """Answers how long function objects live."""

    queries: Queries
    files: Files
    graph: Graph
    repetition: Repetition
    values: Values

    def of(self, traced: TracedFunction, *, earns: bool = True) -> Lifetime:
        """Return how long a traced function lives.

        Unless it ``earns`` its trace in a loop of its own, it is dropped after that, too.
        """
        if not traced.is_decorator:
            return self._of_value(traced.site, traced.place, earns)
        assert traced.function is not None
        return self._of_names([traced.function.name], traced.site, traced.place, earns)

    def is_called_at_once(self, traced: TracedFunction) -> bool:
        """Whether it is ``tf.function(f)(x)``: made and called in one expression."""
        parent = self.queries.syntax.parent(traced.place.function, traced.site)
        return (
            not traced.is_decorator and isinstance(parent, ast.Call) and parent.func is traced.site
        )

    def _of_value(self, node: ast.expr, place: Place, earns: bool = True) -> Lifetime:
        """Return how long the value of an expression lives, if it is a new function."""
        value = written(node)
        assert isinstance(value, ast.expr)
        parent = self.queries.syntax.parent(place.function, value)
        if isinstance(parent, ast.Call) and self._runs(parent, value, earns):
            return "dropped"
        if isinstance(parent, ast.Return):
            return "returned"
        if not isinstance(parent, ast.Assign) or parent.value is not value:
            return "kept"
        names = [target.id for target in parent.targets if isinstance(target, ast.Name)]
        is_named = len(names) == len(parent.targets)
        return self._of_names(names, value, place, earns) if is_named else "kept"

    def _of_names(
        self, names: list[str], made: ast.expr | None, place: Place, earns: bool
    ) -> Lifetime:
        """Return how long what local variables hold lives, by their uses."""
        function, syntax = place.function, self.queries.syntax
        if place.scope.kind == "class" or any(name in place.scope.outside for name in names):
            return "kept"
        is_called = is_returned = False
        for name in names:
            for use, parent in syntax.uses(function).get(name, ()):
                if made is not None and (parent is made or syntax.excludes(function, made, use)):
                    continue
                owner = syntax.owner(function, use)
                if isinstance(parent, ast.Return) and owner is function:
                    is_returned = True
                    continue
                is_named = isinstance(parent, ast.keyword)
                call = syntax.parent(function, parent) if is_named else parent
                if not (isinstance(call, ast.Call) and self._runs(call, use, earns)):
                    return "kept"
                at = self.queries.index.places[call]
                if at.function is not function:
                    if place.loops or (earns and at.loops):
                        return "kept"
                    if self._of_inner(at.function, function, earns) != "dropped":
                        return "kept"
                    is_called = True
                    continue
                if earns and not set(at.loops) <= set(place.loops):
                    return "kept"
                # After a loop, only the last one is called.
                is_called = is_called or at.loops[: len(place.loops)] == place.loops
        if is_returned:
            return "returned"
        return "dropped" if is_called else "kept"

    def _of_inner(self, inner: Function, maker: Function, earns: bool) -> Lifetime:
        """Return how long a function lives that is defined in ``maker``, by the uses of its name.

        What it calls of its maker's variables lives as long.
        """
        place, definition = inner.place, inner.node
        if place is None or place.function is not maker or place.loops:
            return "kept"
        if not isinstance(definition, ast.FunctionDef) or definition.decorator_list:
            return "kept"
        if inner.is_generator or len(place.scope.bindings[inner.name]) > 1:
            return "kept"
        uses = self.queries.syntax.uses(maker).get(inner.name, ())
        if any(self.queries.syntax.owner(maker, use) is not maker for use, _ in uses):
            return "kept"
        return self._of_names([inner.name], None, place, earns)

    def _runs(self, call: ast.Call, function: ast.expr, earns: bool) -> bool:
        """Whether a call runs a function, itself or by what it is handed to, and no more."""
        if call.func is function:
            return True
        place = self.queries.index.places[call]
        qualified = self.queries.names.qualified(call.func, place)
        if qualified is not None and maps_structure(qualified, call, function):
            return True
        helper = self.queries.calls.target(call)
        if helper is None:
            return False
        for node, parameter, is_starred in bind(helper.call_parameters, call):
            if node is function and parameter is not None and not is_starred:
                return self._only_runs(helper, parameter.name, earns)
        return False

    def _only_runs(self, helper: Function, name: str, earns: bool) -> bool:
        """Whether a function calls what it is given as ``name``, and does no more with it."""
        uses = self.queries.syntax.uses(helper).get(name, ())
        if not uses or helper.is_generator or len(helper.body.scope.bindings[name]) > 1:
            return False
        calls = [
            parent for use, parent in uses if isinstance(parent, ast.Call) and parent.func is use
        ]
        at = [self.queries.index.places[call] for call in calls]
        return len(calls) == len(uses) and all(
            place.function is helper and not (earns and place.loops) for place in at
        )

    def is_only_read(self, node: ast.expr, place: Place) -> bool:
        """Whether the program runs no function object that an expression gives.

        It is handed to code that the program does not show, such as what exports it, or asked for
        attributes: a concrete function is then wanted for what it is. What it is kept in, here in
        the same function, counts as the object itself.
        """
        function, syntax = place.function, self.queries.syntax
        pending: list[ast.AST] = [node]
        names: set[str] = set()
        is_read = False
        while pending:
            value = pending.pop()
            parent = syntax.parent(function, value)
            kept: list[ast.expr] = []
            if isinstance(parent, ast.keyword):
                parent = syntax.parent(function, parent)
            if isinstance(parent, (ast.List, ast.Tuple, ast.Dict, *COMPREHENSIONS)):
                pending.append(parent)
            elif isinstance(parent, ast.Assign) and parent.value is value:
                kept = parent.targets
            elif isinstance(parent, ast.Call) and parent.func is not value:
                func = parent.func
                if isinstance(func, ast.Attribute) and func.attr in LIST_GROWTH:
                    kept = [func.value]
                elif self.queries.calls.targets(parent):
                    return False
                is_read = is_read or not kept
            elif isinstance(parent, ast.Attribute) and parent.attr not in _ELEMENTS:
                is_read = is_read or parent.attr not in LIST_GROWTH
            elif not (isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Store)):
                return False
            for target in kept:
                held = target.value if isinstance(target, ast.Subscript) else target
                if not isinstance(held, ast.Name) or held.id in place.scope.outside:
                    return False
                if held.id not in names:
                    names.add(held.id)
                    uses = syntax.uses(function).get(held.id, ())
                    pending += [use for use, _ in uses]
        return is_read

    def dropped(
        self, factory: Function, seen: frozenset[Function] = frozenset(), *, earns: bool = True
    ) -> tuple[ast.Call, Place, Witness] | None:
        """Return a call whose caller drops the new function that it gives, again and again.

        With the witness. Not where the function may be for an object that is itself made anew; nor,
        where such calls may earn the trace, where it is called in a loop.
        """
        if factory in seen or not self.queries.classes.runs_at_each_call(factory):
            return None
        likely: tuple[ast.Call, Place, Witness] | None = None
        for call, place in self.queries.calls.callers(factory):
            if self.graph.holds(place) or self.queries.syntax.is_guarded(place):
                continue
            if not self.could_be_one(call, place):
                continue
            lifetime = self._of_value(call, place, earns)
            found = None
            if lifetime == "dropped":
                why = self.repetition.of(place)
                if why is not None:
                    why += self.files.witness(call, place, "what it returns is dropped")
                    found = (call, place, why + self.queries.calls.doubt(call, place, factory))
            elif lifetime == "returned":
                found = self.dropped(place.function, seen | {factory}, earns=earns)
            confidence = None if found is None else found[2].confidence
            if confidence == "proven":
                return found
            likely = likely or (found if confidence == "likely" else None)
        return likely

    def could_be_one(self, call: ast.Call, place: Place) -> bool:
        """Whether calls of a factory could share a function: all that differs are numbers, tensors.

        A function for a model, an optimizer or the like is made anew with it.
        """
        handed = [*call.args, *(keyword.value for keyword in call.keywords)]
        receiver = self.queries.calls.receiver(call, place)
        if receiver is not None:
            handed.append(receiver)
        return all(self._is_shared(node, place) for node in handed)

    def _is_shared(
        self, node: ast.expr, place: Place, seen: frozenset[Function] = frozenset()
    ) -> bool:
        value = self.values.value(node, place)
        if isinstance(value, TensorValue) or value.is_number:
            return True
        if any(self.repetition.loop(loop, place) is not None for loop in place.loops):
            return all(self.queries.syntax.is_invariant(node, loop) for loop in place.loops)
        return all(
            self._is_handed_on(part, place, seen)
            for part in ast.walk(node)
            if isinstance(part, ast.Name) and self._is_local(part, place)
        )

    def _is_handed_on(self, name: ast.Name, place: Place, seen: frozenset[Function]) -> bool:
        """Whether a name is a parameter for which all callers pass what they share."""
        function = place.function
        owner, bindings = lookup(name.id, place.scope)
        if owner is None or owner.function is not function or function in seen:
            return False
        if [binding.kind for binding in bindings] != ["parameter"]:
            return False
        parameter = function.parameter(name.id)
        return parameter is not None and self.is_shared(function, parameter, seen)

    def is_shared(
        self, function: Function, parameter: Parameter, seen: frozenset[Function] = frozenset()
    ) -> bool:
        """Whether all callers pass for a parameter, be it the instance, what they share."""
        callers = list(self.queries.calls.callers(function))
        seen |= {function}
        for call, around in callers:
            if function.is_method and parameter is function.parameters[0]:
                passed = self.queries.calls.receiver(call, around)
            else:
                given = bind(function.call_parameters, call)
                passed = next((node for node, bound, _ in given if bound is parameter), None)
            if passed is None or not self._is_shared(passed, around, seen):
                return False
        return bool(callers)

    def _is_local(self, node: ast.Name, place: Place) -> bool:
        owner, _ = lookup(node.id, place.scope)
        return owner is not None and owner.function is not place.module
