"""Data dependence by what statements read and write: upper bounds, whatever the order.

Between the iterations of a loop, and from tensors to what a function, or what it calls, makes of
them. What a loop sets anew is followed in :mod:`.loop_dependence`.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence

from flake8_tfretrace import knowledge
from flake8_tfretrace.program.library import is_of_library
from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.mutations import MUTATING
from flake8_tfretrace.program.scopes import (
    Function,
    LoopNode,
    Parameter,
    Place,
    lookup,
)
from flake8_tfretrace.program.syntax import bind, own_nodes
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)


def may_feed_back(source: ast.expr, sink: ast.expr, loop: LoopNode, place: Place) -> bool:
    """Whether what ``source`` gives in one iteration of a loop may decide ``sink`` in a later one.

    What a statement writes may depend on all that it reads, and on the conditions around it; a
    method may keep what it is handed in its object. ``place`` is that of ``sink``.
    """
    if isinstance(loop, ast.comprehension):
        return False
    edges = [
        (reads, {name for name in writes if not _is_module(name, place)})
        for statement in loop.body
        for reads, writes in _edges(statement, ())
    ]
    if not isinstance(loop, ast.While):
        # What is done to the loop variables is over with the iteration.
        edges = [(reads, writes - _written(loop.target)) for reads, writes in edges]
    carried: set[str] = set()
    while True:
        reached = {
            name
            for reads, writes in edges
            if any(_depends(read, source, carried) for read in reads)
            for name in writes
        }
        if reached <= carried:
            return _depends(sink, source, carried)
        carried |= reached


def _is_module(name: str, place: Place) -> bool:
    """Whether a name is that of something imported, which keeps nothing."""
    _, bindings = lookup(name.partition(".")[0], place.scope)
    return bool(bindings) and all(binding.kind == "import" for binding in bindings)


_Edge = tuple[tuple[ast.expr, ...], set[str]]
"""Expressions, and the variables that are written with what they give."""


def _edges(node: ast.AST, deciding: tuple[ast.expr, ...]) -> Iterator[_Edge]:
    """Yield what a statement, and those in it, read and write under the conditions ``deciding``."""
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        deciding = (*deciding, node.test)
    elif isinstance(node, ast.Match):
        deciding = (*deciding, node.subject)
    elif assigned := _assigned(node):
        targets, value = assigned
        yield (*deciding, value), {name for target in targets for name in _written(target)}
        if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            deciding = (*deciding, value)
    elif isinstance(node, ast.Call):
        given = (*node.args, *(keyword.value for keyword in node.keywords))
        kept = [node.func.value] if isinstance(node.func, ast.Attribute) else []
        yield (*deciding, *given), {_name(part) for part in (*kept, *given)} - {""}
    for child in ast.iter_child_nodes(node):
        yield from _edges(child, deciding)


def _assigned(node: ast.AST) -> tuple[Sequence[ast.expr], ast.expr] | None:
    """Return what a node assigns to, and what; None if it is no assignment of any kind."""
    match node:
        case ast.Assign(targets=targets, value=value):
            return targets, value
        case (
            ast.AugAssign(target=target, value=value)
            | ast.AnnAssign(target=target, value=ast.expr() as value)
            | ast.NamedExpr(target=target, value=value)
            | ast.For(target=target, iter=value)
            | ast.AsyncFor(target=target, iter=value)
            | ast.comprehension(target=target, iter=value)
            | ast.withitem(context_expr=value, optional_vars=ast.expr() as target)
        ):
            return [target], value
    return None


def _depends(node: ast.expr, source: ast.expr, carried: set[str]) -> bool:
    """Whether an expression reads ``source``, or a variable that may hold what it gave."""
    for part in ast.walk(node):
        if part is source:
            return True
        if isinstance(part, (ast.Name, ast.Attribute)):
            name = _name(part)
            if any(_overlap(name, other) for other in carried):
                return True
    return False


def _overlap(one: str, other: str) -> bool:
    """Whether one variable is the other, or part of it."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _written(target: ast.expr) -> set[str]:
    if isinstance(target, (ast.Tuple, ast.List)):
        return {name for element in target.elts for name in _written(element)}
    return {_name(target)} - {""}


def _name(node: ast.expr) -> str:
    """Return the variable, or attribute of one, that an expression is, or is part of."""
    while isinstance(node, (ast.Subscript, ast.Starred, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Attribute):
        outer = _name(node.value)
        return f"{outer}.{node.attr}" if outer else ""
    return node.id if isinstance(node, ast.Name) else ""


_LIBRARIES = ("tensorflow", "keras", "functools")
"""Whose functions take a tensor with open dimensions, but for those that ask for its shape."""
_HOLDERS = tuple(
    f"tensorflow.{name}" for name in ("RaggedTensor", "SparseTensor", "Tensor", "Variable")
)
WITHOUT_TENSOR = frozenset({"device", "dtype", "graph", "name", "ndim", "op", "shape"})
"""Attributes of a tensor that are no tensors."""
_VALUES = (TensorValue, SequenceValue, MappingValue, PythonValue, StreamValue)


class Dependents:
    """What may hold a tensor that is made of given ones, in a function and all that runs with it.

    A variable is followed wherever it is set, an attribute whatever object it is of, a function
    into all its calls; what a library is handed it may hand to the functions that it gets, too.
    """

    def __init__(
        self, program: Program, root: Function, sources: Mapping[object, TraceType]
    ) -> None:
        self.program = program
        self.sources = sources
        """Parameters of ``root`` and expressions, with what is known of each."""
        self.interpreter = program.assuming(sources)
        self._variables = {(root, one.name) for one in sources if isinstance(one, Parameter)}
        """By the function that binds them."""
        self._attributes: set[str] = set()
        self._returning: set[Function] = set()
        self.functions: dict[Function, None] = {root: None}
        """The functions whose code may run."""
        size = -1
        while size != (size := self._size):
            for function in list(self.functions):
                self._follow(function)

    @property
    def _size(self) -> int:
        found = (*self._variables, *self._attributes, *self._returning, *self.functions)
        return len(found)

    def holds(self, node: ast.AST, function: Function) -> bool:
        """Whether the value of an expression in ``function`` may be such a tensor, or hold one.

        Not if its shape is a constant for all that: that of a sum, for one.
        """
        if node in self.sources:
            return True
        if isinstance(node, ast.Name):
            return _variable(node.id, function) in self._variables
        if isinstance(node, ast.expr) and _is_settled(self.value(node, function)):
            return False
        if isinstance(node, ast.Attribute) and node.attr in WITHOUT_TENSOR | self._attributes:
            return node.attr in self._attributes
        if isinstance(node, ast.Call):
            if self._target(node, self.program.syntax.place(function, node)) in self._returning:
                return True
        return any(self.holds(child, function) for child in ast.iter_child_nodes(node))

    def value(self, node: ast.expr, function: Function) -> TraceType:
        """Return what is known of an expression in ``function``."""
        return self.interpreter.value(node, self.program.syntax.place(function, node))

    def is_followed(self, call: ast.Call, place: Place, function: Function) -> bool:
        """Whether it is known what a call runs: code that is looked into, or a library's."""
        callee = self.program.calls.callee(call, place)
        if isinstance(callee, ClassValue) or self._target(call, place) is not None:
            return True
        qualified = getattr(callee, "qualified", "") or self.program.qualified(call.func, place)
        if is_of_library(qualified or "", _LIBRARIES) or hasattr(builtins, qualified or ""):
            return True
        if not isinstance(call.func, ast.Attribute):
            return self.program.keras.kind(callee) is not None
        method, value = call.func.attr, self.program.value(call.func.value, place)
        if isinstance(value, ObjectValue) and is_of_library(value.qualified, _LIBRARIES):
            return value.cls is None
        is_known = hasattr(list, method) or hasattr(dict, method)
        is_known |= any(knowledge.has_method(holder, method) for holder in _HOLDERS)
        return isinstance(value, _VALUES) or (is_known and self.holds(call.func.value, function))

    def _target(self, call: ast.Call, place: Place) -> Function | None:
        """Return the function that a call runs; of Keras' own methods ``call``, in the end."""
        target = self.program.calls.target(call)
        instance = None if target else self.program.calls.instance(call, place)
        if instance is None or instance.cls is None or self.program.keras.kind(instance) is None:
            return target
        return self.program.classes.method(instance.cls, "call")

    def _follow(self, function: Function) -> None:
        """Follow the tensors through the code of one function."""
        self.functions.update(dict.fromkeys(function.inner))
        for node in own_nodes(function):
            if assigned := _assigned(node):
                for target in assigned[0]:
                    self._assign(target, assigned[1], function)
        for call, place in function.calls:
            self._call(call, place, function)
        results = [returned.value for returned, _ in function.returns]
        if isinstance(function.node, ast.Lambda):
            results.append(function.node.body)
        if any(result and self.holds(result, function) for result in results):
            self._returning.add(function)

    def _assign(self, target: ast.expr, value: ast.expr, function: Function) -> None:
        match target, value:
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                for one, other in zip(targets, values):
                    self._assign(one, other, function)
            case _ if self.holds(value, function):
                self._store(target, function)

    def _store(self, target: ast.expr, function: Function) -> None:
        match target:
            case ast.Name(id=name):
                self._variables.add(_variable(name, function))
            case ast.Attribute(attr=attribute):
                self._attributes.add(attribute)
            case ast.Subscript(value=inner) | ast.Starred(value=inner):
                self._store(inner, function)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                for element in elements:
                    self._store(element, function)

    def _call(self, call: ast.Call, place: Place, function: Function) -> None:
        """Follow the tensors into the functions that a call runs, and the object that it is of."""
        target = self._target(call, place)
        if target is not None:
            self.functions[target] = None
            callee = self.program.calls.callee(call, place)
            is_free = isinstance(callee, FunctionValue) and callee.bound is None
            parameters = target.parameters if is_free else target.call_parameters
            for node, parameter, is_starred in bind(parameters, call):
                if self.holds(node, function):
                    is_sure = parameter is not None and not is_starred
                    taking = [parameter] if is_sure else parameters
                    self._variables.update((target, one.name) for one in taking if one)
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if not any(self.holds(node, function) for node in given):
            return
        if isinstance(call.func, ast.Attribute) and call.func.attr in MUTATING:
            self._store(call.func.value, function)
        for node in given:
            value = self.program.value(node, place)
            if isinstance(value, FunctionValue) and value.function is not None:
                self.functions[value.function] = None
                self._variables.update((value.function, p.name) for p in value.function.parameters)


def _is_settled(value: TraceType) -> bool:
    """Whether a value, and all that it holds, is no tensor, or one of a constant shape."""
    if isinstance(value, TensorValue):
        return value.constant_shape is not None
    if isinstance(value, SequenceValue) and value.items is not None:
        return all(map(_is_settled, value.items))
    return isinstance(value, PythonValue)


def _variable(name: str, function: Function) -> tuple[Function, str]:
    """Return which variable a name is in the body of ``function``."""
    owner = lookup(name, function.body.scope)[0]
    return (function if owner is None else owner.function), name
