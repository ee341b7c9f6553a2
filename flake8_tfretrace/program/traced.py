"""Traced functions: what the file hands to ``tf.function``, and how."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flake8_tfretrace.program.imports import TF_AGENTS_FUNCTION, TF_FUNCTION
from flake8_tfretrace.program.scopes import Function, Parameter, Place
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    SequenceValue,
    TraceType,
)

if TYPE_CHECKING:
    from flake8_tfretrace.program import Program


@dataclass(eq=False)
class TracedFunction:
    """One ``tf.function`` object that the file makes."""

    site: ast.expr
    """The decorator, or the ``tf.function(...)`` call."""
    place: Place
    """Where the tf.function object is made."""
    function: Function | None
    """The Python function, where it is in this file."""
    is_decorator: bool
    options: dict[str, ast.expr] = field(default_factory=dict)
    bound: bool = False
    """Whether the wrapped function is a bound method (``tf.function(self.f)``)."""

    @property
    def name(self) -> str:
        """What to call it in a message."""
        if self.function is None:
            argument = (
                self.site.args[0] if isinstance(self.site, ast.Call) and self.site.args else None
            )
            return "the traced function" if argument is None else ast.unparse(argument)
        return self.function.name if self.function.name != "<lambda>" else "the lambda"

    @property
    def qualname(self) -> str | None:
        """The qualified name of the Python function, where it is in this file."""
        return None if self.function is None else self.function.qualname

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters that are part of the trace type: all but ``self``."""
        if self.function is None:
            return ()
        skip = self.function.is_method and "classmethod" not in self.function.marks()
        return self.function.parameters[1:] if skip else self.function.parameters

    def option(self, *names: str) -> ast.expr | None:
        """Return the value given for the first of ``names`` that is given, unless it is None."""
        for name in names:
            value = self.options.get(name)
            if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
                return value
        return None

    def is_set(self, *names: str) -> bool:
        """Whether one of the options is given and is not literally False."""
        value = self.option(*names)
        return value is not None and not (isinstance(value, ast.Constant) and value.value is False)

    @property
    def has_signature(self) -> bool:
        """Whether it has an ``input_signature``."""
        return self.option("input_signature") is not None

    @property
    def reduces_retracing(self) -> bool:
        """Whether ``reduce_retracing=True``, also under its old name."""
        return self.is_set("reduce_retracing", "experimental_relax_shapes")

    @property
    def autograph(self) -> bool:
        """Whether AutoGraph converts the body."""
        value = self.options.get("autograph")
        return not (isinstance(value, ast.Constant) and value.value is False)


class Wrappers:
    """Recognises ``tf.function`` and its aliases."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.configured = program.settings.traced_decorators
        self.names = {"function", *(name.rpartition(".")[2] for name in self.configured)}
        """Last components of what can be tf.function: looked at first, since it is cheap."""
        bindings = [
            (name, binding)
            for function in self.program.index.functions
            for name, found in function.body.scope.bindings.items()
            for binding in found
        ]
        for name, binding in bindings:
            if binding.qualified in (TF_FUNCTION, TF_AGENTS_FUNCTION):
                self.names.add(name)
        for name, binding in bindings:
            if binding.kind == "assign" and binding.value is not None:
                if self._mentions(binding.value):
                    self.names.add(name)

    def _mentions(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Attribute):
            return node.attr == "function"
        if isinstance(node, ast.Call):
            tail = _tail(node.func)
            if tail == "partial":
                return bool(node.args) and _tail(node.args[0]) in self.names
            return tail in self.names and not node.args
        return False

    def options(self, node: ast.expr, place: Place) -> dict[str, ast.expr] | None:
        """Return the options if ``node`` is something that turns a function into a traced one.

        That is ``tf.function``, ``tf.function(jit_compile=True)``, a partial of it, or a name
        for one of these.
        """
        if isinstance(node, (ast.Name, ast.Attribute)):
            if _tail(node) not in self.names:
                return None
            if self.is_tf_function(node, place):
                agents = self.program.qualified(node, place) == TF_AGENTS_FUNCTION
                return {"reduce_retracing": ast.Constant(True)} if agents else {}
            if isinstance(node, ast.Name):
                value = self._assigned(node, place)
                return None if value is None else self.options(*value)
            return None
        if isinstance(node, ast.Call):
            keywords = {k.arg: k.value for k in node.keywords if k.arg is not None}
            qualified = self.program.qualified(node.func, place)
            if qualified in ("functools.partial", "partial") and node.args:
                outer = self.options(node.args[0], place)
                if outer is not None and len(node.args) == 1:
                    return {**outer, **keywords}
                return None
            if not node.args and "func" not in keywords:
                outer = self.options(node.func, place)
                return None if outer is None else {**outer, **keywords}
        return None

    def takes_options(self, call: ast.Call, place: Place) -> bool:
        """Whether the keywords of ``call`` are options of ``tf.function``."""
        tail = _tail(call.func)
        if tail == "partial":
            return self.options(call, place) is not None
        return tail in self.names and self.options(call.func, place) is not None

    def is_tf_function(self, node: ast.expr, place: Place) -> bool:
        """Whether ``node`` names ``tf.function`` or a configured decorator."""
        qualified = self.program.qualified(node, place)
        if qualified in (TF_FUNCTION, TF_AGENTS_FUNCTION):
            return True
        if not self.configured:
            return False
        dotted = ast.unparse(node)
        return any(
            dotted == name or (qualified or "").endswith(f".{name}") for name in self.configured
        )

    def _assigned(self, node: ast.Name, place: Place) -> tuple[ast.expr, Place] | None:
        bindings = self.program.bindings(node, place)
        if len(bindings) == 1 and bindings[0].kind == "assign" and bindings[0].value is not None:
            value = bindings[0].value
            if self._mentions(value):
                return value, bindings[0].place
        return None


def collect(program: Program, functions: Sequence[Function]) -> Iterator[TracedFunction]:
    """Yield every tf.function object that the code of some functions makes."""
    wrappers = program.wrappers
    for function in functions:
        decorators = getattr(function.node, "decorator_list", ())
        for decorator in decorators:
            assert function.place is not None
            tail = _tail(decorator.func) if isinstance(decorator, ast.Call) else _tail(decorator)
            if tail not in wrappers.names and tail != "partial":
                continue
            options = wrappers.options(decorator, function.place)
            if options is not None:
                yield TracedFunction(decorator, function.place, function, True, options)
                break
    for function in functions:
        for call, place in function.calls:
            made = _from_call(program, call, place)
            if made is not None:
                yield made


def _from_call(program: Program, call: ast.Call, place: Place) -> TracedFunction | None:
    """Return the traced function that ``tf.function(f, ...)`` or ``tf.function(...)(f)`` makes."""
    wrappers = program.wrappers
    func = call.func
    tail = _tail(func.func) if isinstance(func, ast.Call) else _tail(func)
    if tail not in wrappers.names and tail != "partial":
        return None
    outer = wrappers.options(func, place)
    if outer is None:
        return None
    keywords = {k.arg: k.value for k in call.keywords if k.arg is not None}
    wrapped = call.args[0] if call.args else keywords.pop("func", None)
    if wrapped is None or isinstance(wrapped, ast.Starred):
        return None
    options = {**outer, **keywords}
    names = ("input_signature", "autograph", "jit_compile", "reduce_retracing")
    options.update(zip(names, call.args[1:]))
    value = program.evaluator.value(wrapped, place)
    function, bound = None, False
    if isinstance(value, FunctionValue):
        function, bound = value.function, value.bound is not None
    return TracedFunction(call, place, function, False, options, bound)


def specified(program: Program, traced: TracedFunction) -> dict[str, TraceType]:
    """Return the trace type that the ``input_signature`` gives each parameter it covers.

    A parameter that it may cover but that cannot be read is unknown.
    """
    value = program.evaluator.value(traced.option("input_signature"), traced.place)
    names = [p.name for p in traced.parameters if p.kind == "positional"]
    if not isinstance(value, SequenceValue) or value.items is None:
        return dict.fromkeys(names, TraceType())
    return dict(zip(names, value.items))


def _tail(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
