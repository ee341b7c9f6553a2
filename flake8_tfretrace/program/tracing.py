"""What makes traced functions: ``tf.function`` under all its names, and the code that uses it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.decorators import (
    returns_its_argument,
    traces_its_argument,
    wrapper_of,
)
from flake8_tfretrace.program.scopes import (
    Function,
    Index,
    Parameter,
    Place,
    lookup,
    start,
    tail,
)
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import UNKNOWN, FunctionValue, SequenceValue, TraceType
from flake8_tfretrace.program.values import Interpreter
from flake8_tfretrace.program.wrappers import Wrappers


@dataclass(eq=False, repr=False)
class TracedFunctions:
    """The traced functions that one program makes."""

    index: Index
    classes: Classes
    wrappers: Wrappers
    interpreter: Interpreter
    by_node: dict[ast.AST, TracedFunction] = field(default_factory=dict, init=False)
    """Those known, by the node whose value they are: the definition, or the call."""
    is_collecting: bool = field(default=False, init=False)
    """Whether not all are known."""

    @cached_property
    def all(self) -> list[TracedFunction]:
        """Every traced function of the file, in source order."""
        self.is_collecting = True
        found = self.know(self.index.functions)
        self.is_collecting = False
        self.interpreter.forget()
        return sorted(found, key=lambda traced: start(traced.site))

    def know(self, functions: Sequence[Function]) -> list[TracedFunction]:
        """Return the traced functions that the code of some functions makes."""
        found = []
        for traced in self._collect(functions):
            if traced.is_decorator:
                assert traced.function is not None
                self.by_node[traced.function.node] = traced
            else:
                self.by_node[traced.site] = traced
            found.append(traced)
        return found

    @cached_property
    def _by_function(self) -> dict[Function, list[TracedFunction]]:
        found: dict[Function, list[TracedFunction]] = {}
        for traced in self.all:
            if traced.function is not None:
                found.setdefault(traced.function, []).append(traced)
        return found

    def of(self, function: Function) -> list[TracedFunction]:
        """Return the traced functions made of ``function``."""
        return [] if self.is_collecting else self._by_function.get(function, [])

    def defined(self, function: Function) -> TraceType:
        """Return the value of the name that ``function``'s definition binds.

        Behind a decorator of the program that is the function which it gives in its place; nothing
        is known of it behind one that the file does not show.
        """
        traced = self.by_node.get(function.node)
        above = traced.site if traced is not None and traced.is_decorator else None
        hiding = self.classes.hiding(function, above)
        if hiding is None:
            return FunctionValue(function.node, function, traced)
        assert function.place is not None
        wrapper = wrapper_of(self._decorator(hiding, function.place))
        if wrapper is None or self.classes.hiding(wrapper) is not None:
            return UNKNOWN
        return FunctionValue(wrapper.node, wrapper, self.by_node.get(wrapper.node))

    def registered_by(self, decorator: Function) -> list[Function]:
        """Return the functions that a decorator is applied to, and gives back as they are."""
        if not returns_its_argument(decorator) or decorator.place is None:
            return []
        # It is applied by its name, or as what the function around it returns.
        named = dict.fromkeys((decorator.name, decorator.place.function.name))
        return [
            function
            for name in named
            for node, function in self._decorators.get(name, ())
            if function.place is not None and self._decorator(node, function.place) is decorator
        ]

    @cached_property
    def _decorators(self) -> dict[str, list[tuple[ast.expr, Function]]]:
        """The decorators of functions, by the last name of what is applied, or called for it."""
        found: dict[str, list[tuple[ast.expr, Function]]] = {}
        for function in self.index.functions:
            for node in getattr(function.node, "decorator_list", ()):
                name = tail(node.func if isinstance(node, ast.Call) else node)
                found.setdefault(name, []).append((node, function))
        return found

    def _decorator(self, node: ast.expr, place: Place) -> Function | None:
        """Return the function of the program that is applied as a decorator."""
        value = self.interpreter.value(node, place)
        return value.function if isinstance(value, FunctionValue) else None

    def specified(self, function: Function, parameter: Parameter) -> TraceType | None:
        """Return what an input_signature says of a parameter; None if it does not cover it."""
        return self._specified.get(function, {}).get(parameter.name)

    @cached_property
    def _specified(self) -> dict[Function, dict[str, TraceType]]:
        found: dict[Function, dict[str, TraceType]] = {}
        for traced in self.all:
            if traced.function is not None and traced.has_signature:
                found[traced.function] = self.signature(traced)
        return found

    def signature(self, traced: TracedFunction) -> dict[str, TraceType]:
        """Return the trace type that the ``input_signature`` gives each parameter it covers.

        A parameter that it may cover but that cannot be read is unknown.
        """
        value = self.interpreter.value(traced.option("input_signature"), traced.place)
        names = [p.name for p in traced.parameters if p.kind == "positional"]
        if not isinstance(value, SequenceValue) or value.items is None:
            return dict.fromkeys(names, TraceType())
        return dict(zip(names, value.items))

    def _collect(self, functions: Sequence[Function]) -> Iterator[TracedFunction]:
        """Yield every tf.function object that the code of some functions makes."""
        wrappers = self.wrappers
        own = {function.name for function in self.index.functions}
        for function in functions:
            decorators = getattr(function.node, "decorator_list", ())
            for decorator in decorators:
                assert function.place is not None
                last = tail(decorator.func) if isinstance(decorator, ast.Call) else tail(decorator)
                options: Mapping[str, ast.expr] | None = None
                maker = None
                if last in wrappers.tails or last == "partial":
                    options = wrappers.options(decorator, function.place)
                if options is None and last in own:
                    maker = self._decorator(decorator, function.place)
                    options = traces_its_argument(maker, wrappers)
                if options is not None:
                    attached = function.node in self._attached
                    yield TracedFunction(
                        decorator,
                        function.place,
                        function,
                        True,
                        dict(options),
                        attached=attached,
                        maker=maker,
                    )
                    break
        for function in functions:
            for call, place in function.calls:
                made = self._from_call(call, place)
                if made is not None:
                    yield made

    @cached_property
    def _attached(self) -> frozenset[ast.AST]:
        """What code makes an attribute of a class: expressions, and functions by their names."""
        found: set[ast.AST] = set()
        for target, binding in self.index.attribute_stores:
            owner, value, scope = target.value, binding.value, binding.place.scope
            if value is None or binding.path or not isinstance(owner, ast.Name):
                continue
            owners = lookup(owner.id, scope)[1]
            if not owners or any(one.cls is None for one in owners):
                continue
            found.add(value)
            named = lookup(value.id, scope)[1] if isinstance(value, ast.Name) else ()
            found.update(one.node for one in named if one.function is not None)
        return frozenset(found)

    def _from_call(self, call: ast.Call, place: Place) -> TracedFunction | None:
        """Return what ``tf.function(f, ...)`` or ``tf.function(...)(f)`` makes."""
        wrappers = self.wrappers
        func = call.func
        last = tail(func.func) if isinstance(func, ast.Call) else tail(func)
        if last not in wrappers.tails and last != "partial":
            return None
        outer = wrappers.options(func, place)
        if outer is None:
            return None
        keywords = wrappers.keywords(call, place)
        wrapped = call.args[0] if call.args else keywords.pop("func", None)
        if wrapped is None or isinstance(wrapped, ast.Starred):
            return None
        options = {**outer, **keywords}
        names = ("input_signature", "autograph", "jit_compile", "reduce_retracing")
        options.update(zip(names, call.args[1:]))
        value = self.interpreter.value(wrapped, place)
        function, bound = None, False
        if isinstance(value, FunctionValue):
            function, bound = value.function, value.bound is not None
        attached = call in self._attached
        return TracedFunction(call, place, function, False, options, bound, attached)
