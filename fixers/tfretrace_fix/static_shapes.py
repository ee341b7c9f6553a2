"""Static shapes that a fix may leave open: what depends on a tensor, and what needs its shape.

Upper bounds, whatever the order of the statements.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import Function, Parameter, Place, Program
from flake8_tfretrace.program.dependence import WITHOUT_TENSOR, assigned_by
from flake8_tfretrace.program.library import is_of_library
from flake8_tfretrace.program.mutations import MUTATING
from flake8_tfretrace.program.scopes import lookup
from flake8_tfretrace.program.syntax import argument, bind, own_nodes
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    ClassValue,
    ContainerValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)

_ASKING = frozenset(
    """
    keras.backend.int_shape keras.ops.shape tensorflow.compat.dimension_at_index
    tensorflow.compat.dimension_value tensorflow.get_static_value
    """.split()
)
"""Functions that give the static shape of a tensor, or None for what is not known of it."""
_UNSTACK = frozenset({"keras.ops.unstack", "tensorflow.unstack"})


@dataclass(frozen=True)
class Need:
    """A place that needs a static shape."""

    reason: str
    """As a clause: ``the body uses 'x.shape[0]' as a number``."""
    read: ast.Subscript | None = None
    """``x.shape[i]`` in the traced function itself, if that is what needs it."""


def static_shape_needs(
    program: Program,
    function: Function,
    opened: Collection[Parameter | ast.expr],
    known: Mapping[Parameter, TraceType] | None = None,
) -> list[Need]:
    """Return what may need a static shape if dimensions of ``opened`` are None while tracing.

    Those are parameters, or expressions in the body or in what it calls. ``known`` are the types of
    parameters, of which a dimension that is a number stays one.
    """
    sources: dict[object, TraceType] = {one: TensorValue() for one in opened}
    sources.update({one: value for one, value in (known or {}).items() if one in sources})
    return list(_Needs(program, function, Dependents(program, function, sources)).all())


def rank_needs(
    program: Program, function: Function, opened: Collection[Parameter]
) -> Iterator[Need]:
    """Yield what raises if the ranks of ``opened`` are unknown while tracing: Keras' layers."""
    for call, handed in handed_to_keras(program, function, opened):
        what = f"'{ast.unparse(handed)}' to '{ast.unparse(call.func)}'"
        yield Need(f"the body hands {what}, which needs one rank")


def handed_to_keras(
    program: Program, function: Function, opened: Collection[Parameter | ast.expr]
) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Yield the calls of models and layers that get what is made of ``opened``, with what they get.

    Those are parameters, or expressions in the body or in what it calls.
    """
    dependents = Dependents(program, function, {one: TensorValue() for one in opened})
    for one in dependents.functions:
        for call, place in one.calls:
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            handed = [node for node in given if dependents.holds(node, one)]
            called = program.value(call.func, place) if handed else None
            if called is not None and program.keras.kind(called) in ("model", "layer"):
                yield call, handed[0]


def may_have_shape(program: Program, function: Function, parameter: Parameter) -> bool:
    """Whether a parameter of a traced function may be a tensor, or hold one."""
    value = program.evaluator.variables.parameter(function, parameter.name)
    if isinstance(value, PythonValue):
        return value.kind == "none"
    return not isinstance(value, (ObjectValue, FunctionValue, ClassValue))


@dataclass(frozen=True)
class _Needs:
    """What needs the shape of one of the tensors that depend on others."""

    program: Program
    root: Function
    dependents: Dependents

    def all(self) -> Iterator[Need]:
        for function in self.dependents.functions:
            subject = "the body" if self.root in function.enclosing() else f"'{function.name}'"
            for node in own_nodes(function):
                if isinstance(node, ast.Attribute) and node.attr in ("shape", "get_shape"):
                    if self.dependents.holds(node.value, function):
                        yield from self._read(node, function, subject)
                elif unpacked := self._unpacked(node, function):
                    yield Need(f"{subject} takes '{ast.unparse(unpacked)}' apart in Python")
            for call, place in function.calls:
                reason = self._why_call(call, place, function)
                if reason is not None:
                    yield Need(f"{subject} {reason}")

    def _read(self, node: ast.Attribute, function: Function, subject: str) -> Iterator[Need]:
        """Yield the need for ``x.shape``, unless only the rank is asked for, or it is printed."""
        parent = self.program.syntax.parent(function, node)
        above = None if parent is None else self.program.syntax.parent(function, parent)
        match parent:
            case ast.Attribute(attr="rank" | "ndims"):
                return
            case ast.Call() if self._is_call_of("len", parent, function):
                return
            case ast.Subscript(value=value) if value is node:
                if isinstance(above, ast.Compare) and isinstance(above.ops[0], (ast.Is, ast.IsNot)):
                    return
                size = self.dependents.value(parent, function)
                is_number = size.constant is not None
                if not is_number and not self._is_printed(node, function):
                    read = parent if function is self.root else None
                    yield Need(f"{subject} uses '{ast.unparse(parent)}' as a number", read)
                return
        if not self._is_printed(node, function):
            yield Need(f"{subject} needs the static shape '{ast.unparse(node)}'")

    def _is_call_of(self, name: str, node: ast.AST, function: Function) -> bool:
        if not isinstance(node, ast.Call):
            return False
        place = self.program.syntax.place(function, node)
        return self.program.qualified(node.func, place) == name

    def _is_printed(self, node: ast.AST, function: Function) -> bool:
        current: ast.AST | None = node
        while current is not None and not isinstance(current, ast.stmt):
            if self._is_call_of("print", current, function):
                return True
            current = self.program.syntax.parent(function, current)
        return False

    def _unpacked(self, node: ast.AST, function: Function) -> ast.expr | None:
        """Return the tensor that Python code iterates over."""
        match node:
            case (
                ast.Assign(targets=[ast.Tuple() | ast.List()], value=value)
                | ast.comprehension(iter=value)
                | ast.Starred(value=value, ctx=ast.Load())
            ) if self.dependents.holds(value, function):
                found = self.program.value(value, function.body)
                return value if isinstance(found, TensorValue) else None
        return None

    def _why_call(self, call: ast.Call, place: Place, function: Function) -> str | None:
        """Return why a call needs a static shape, or may need one."""
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if isinstance(call.func, ast.Attribute):
            given.append(call.func.value)
        handed = [node for node in given if self.dependents.holds(node, function)]
        if not handed:
            return None
        first, code = ast.unparse(handed[0]), ast.unparse(call)
        qualified = self.program.qualified(call.func, place) or ""
        if qualified in _ASKING:
            return f"needs the static shape '{code}'"
        if qualified in _UNSTACK:
            is_counted = argument(call, 1, "num") is not None
            return None if is_counted else f"takes '{first}' apart in Python"
        if qualified == "len":
            value = self.program.value(handed[0], place)
            is_list = isinstance(value, ContainerValue)
            return None if is_list else f"needs the length '{code}'"
        if self.dependents.is_followed(call, place, function):
            return None
        what = f"'{first}' to '{ast.unparse(call.func)}'"
        return f"hands {what}, which may need its static shape"


_LIBRARIES = ("tensorflow", "keras", "functools")
"""Whose functions take a tensor with open dimensions, but for those that ask for its shape."""
_HOLDERS = tuple(
    f"tensorflow.{name}" for name in ("RaggedTensor", "SparseTensor", "Tensor", "Variable")
)
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
            place = self.program.syntax.place(function, node)
            if not self._returning.isdisjoint(self._targets(node, place)):
                return True
        return any(self.holds(child, function) for child in ast.iter_child_nodes(node))

    def value(self, node: ast.expr, function: Function) -> TraceType:
        """Return what is known of an expression in ``function``."""
        return self.interpreter.value(node, self.program.syntax.place(function, node))

    def is_followed(self, call: ast.Call, place: Place, function: Function) -> bool:
        """Whether it is known what a call runs: code that is looked into, or a library's."""
        callee = self.program.calls.callee(call, place)
        if isinstance(callee, ClassValue) or self._targets(call, place):
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

    def runs_own_code(self, call: ast.Call, place: Place) -> bool:
        """Whether all that a call runs is code that is looked into."""
        return bool(self._targets(call, place))

    def _targets(self, call: ast.Call, place: Place) -> list[Function]:
        """Return the functions of which a call runs one; of Keras' own methods ``call``.

        None if it may be another one that is not known.
        """
        calls = self.program.calls
        targets = calls.targets(call) if calls.are_targets_known(call) else []
        instance = None if targets else calls.instance(call, place)
        if instance is not None and instance.cls is not None:
            if self.program.keras.kind(instance) is not None:
                targets = self.program.classes.methods(instance.cls, "call", instance.heirs)
        if targets:
            return targets
        callee = self.program.value(call.func, place)
        options = callee.options if isinstance(callee, ChoiceValue) else ()
        found = [o.function for o in options if isinstance(o, FunctionValue) and o.bound is None]
        known = [one for one in found if one is not None]
        return known if len(known) == len(options) else []

    def _follow(self, function: Function) -> None:
        """Follow the tensors through the code of one function."""
        self.functions.update(dict.fromkeys(function.inner))
        for node in own_nodes(function):
            if assigned := assigned_by(node):
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
        for target in self._targets(call, place):
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
