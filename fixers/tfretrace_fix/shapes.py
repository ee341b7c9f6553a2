"""Whether a traced body needs the static shape of what it is given.

A dimension that a signature leaves open, or that ``reduce_retracing`` generalises, is None while
the body is traced. The body can do without it if nothing that it runs asks for the static shape of
a parameter, or of what is computed from one, and if nothing gets such a tensor that may ask.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from flake8_tfretrace.program import Function, Parameter, Place, Program, library
from flake8_tfretrace.program.library import is_of_library
from flake8_tfretrace.program.mutations import MUTATING
from flake8_tfretrace.program.scopes import lookup
from flake8_tfretrace.program.syntax import bind
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
from tfretrace_fix.bodies import own_nodes

_LIBRARIES = ("tensorflow", "keras", "functools")
"""Whose functions take a tensor with open dimensions, but for those below."""
_STATIC = frozenset(
    """
    keras.backend.int_shape keras.ops.shape tensorflow.compat.dimension_at_index
    tensorflow.compat.dimension_value tensorflow.get_static_value
    """.split()
)
"""Functions that give the static shape of a tensor, or None for what is not known of it."""
_UNSTACK = frozenset({"keras.ops.unstack", "tensorflow.unstack"})
_WITHOUT_SHAPE = frozenset({"device", "dtype", "graph", "name", "ndim", "op", "shape"})
"""Attributes of a tensor that are no tensors."""
_WITHOUT_TENSOR = frozenset(
    """
    bool callable float hasattr id int isinstance issubclass len repr str tensorflow.rank
    tensorflow.shape tensorflow.size type
    """.split()
)
"""Functions whose result is no tensor, or one whose shape does not depend on another shape."""
_OF_VALUES = frozenset(
    """
    append assign assign_add assign_sub copy count extend get get_shape index insert items keys
    numpy pop read_value ref set_shape setdefault to_tensor update value values
    """.split()
)
"""Methods of tensors, variables and containers."""
_RESULT = "return"
"""Stands for what a function returns, among its variables."""
_VALUES = (TensorValue, SequenceValue, MappingValue, PythonValue, StreamValue)


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
    opened: Collection[Parameter],
    known: Mapping[Parameter, TraceType] | None = None,
    expressions: Collection[ast.expr] = (),
) -> list[Need]:
    """Return what needs a static shape if dimensions of the parameters ``opened`` are None.

    Or those of ``expressions`` in the body, or in what it calls. ``known`` are the types of
    parameters, of which a dimension that is a number stays one.
    """
    walk = _Walk(program, function, known or {}, frozenset(expressions))
    for parameter in opened:
        walk.derived.add((function, parameter.name))
    walk.spread()
    return list(walk.needs())


def may_have_shape(program: Program, function: Function, parameter: Parameter) -> bool:
    """Whether a parameter of a traced function may be a tensor, or hold one."""
    value = program.evaluator.variables.parameter(function, parameter.name)
    if isinstance(value, PythonValue):
        return value.kind == "none"
    return not isinstance(value, ObjectValue | FunctionValue | ClassValue)


@dataclass
class _Walk:
    """Follows what is derived from parameters through a body and the functions it calls.

    The order of statements does not count, so what is found is an upper bound.
    """

    program: Program
    root: Function
    known: Mapping[Parameter, TraceType]
    expressions: frozenset[ast.expr] = frozenset()
    derived: set[tuple[Function, str]] = field(default_factory=set)
    """The variables that may hold such a tensor, by the function that binds them."""
    attributes: set[str] = field(default_factory=set)
    """The attributes that such a tensor is stored in, of whatever object."""
    reached: dict[Function, None] = field(default_factory=dict)

    def spread(self) -> None:
        """Follow the tensors until nothing new holds one."""
        self.reached[self.root] = None
        size = -1
        while size != (size := len(self.derived) + len(self.attributes) + len(self.reached)):
            for function in list(self.reached):
                self.reached.update(dict.fromkeys(function.inner))
                for node in own_nodes(function):
                    self._node(node, function)
                for call, place in function.calls:
                    self._call(call, place, function)
                results = [returned.value for returned, _ in function.returns]
                if isinstance(function.node, ast.Lambda):
                    results.append(function.node.body)
                if any(result and self._is_derived(result, function) for result in results):
                    self.derived.add((function, _RESULT))

    def _node(self, node: ast.AST, function: Function) -> None:
        """Follow what a statement, or another node that sets names, makes of the tensors."""
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, value, function)
            case (
                ast.AugAssign(target=target, value=value)
                | ast.AnnAssign(target=target, value=ast.expr() as value)
                | ast.NamedExpr(target=target, value=value)
                | ast.For(target=target, iter=value)
                | ast.comprehension(target=target, iter=value)
                | ast.withitem(context_expr=value, optional_vars=ast.expr() as target)
            ):
                self._bind(target, value, function)

    def _bind(self, target: ast.expr, value: ast.expr, function: Function) -> None:
        match target, value:
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                for one, other in zip(targets, values, strict=True):
                    self._bind(one, other, function)
            case _ if self._is_derived(value, function):
                self._store(target, function)

    def _store(self, target: ast.expr, function: Function) -> None:
        match target:
            case ast.Name(id=name):
                self.derived.add(_variable(name, function))
            case ast.Attribute(attr=attribute):
                self.attributes.add(attribute)
            case ast.Subscript(value=inner) | ast.Starred(value=inner):
                self._store(inner, function)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                for element in elements:
                    self._store(element, function)

    def _is_derived(self, node: ast.AST, function: Function) -> bool:
        """Whether the value of ``node`` may be such a tensor, or hold one."""
        if node in self.expressions:
            return True
        match node:
            case ast.Name(id=name):
                return _variable(name, function) in self.derived
            case ast.Attribute(value=value, attr=attribute):
                if attribute in self.attributes:
                    return True
                return attribute not in _WITHOUT_SHAPE and self._is_derived(value, function)
            case ast.Call(func=func):
                if self._qualified(node, function) in _WITHOUT_TENSOR:
                    return False
                if isinstance(func, ast.Attribute) and func.attr == "gradient":
                    # As the variables, whatever was computed with them.
                    base = self.program.value(func.value, self._place(node, function))
                    if isinstance(base, ObjectValue) and base.qualified == library.GRADIENT_TAPE:
                        return False
            case ast.Compare(ops=[ast.Is() | ast.IsNot()]):
                return False
        if any(self._is_derived(child, function) for child in ast.iter_child_nodes(node)):
            return True
        if not isinstance(node, ast.Call):
            return False
        callee = self._callee(node, self._place(node, function), function)[0]
        return callee is not None and (callee, _RESULT) in self.derived

    def _place(self, call: ast.Call, function: Function) -> Place:
        return self.program.index.places.get(call, function.body)

    def _qualified(self, call: ast.Call, function: Function) -> str | None:
        return self.program.qualified(call.func, self._place(call, function))

    # calls

    def _call(self, call: ast.Call, place: Place, function: Function) -> None:
        """Follow the tensors into the functions that a call runs."""
        callee, is_bound, _ = self._callee(call, place, function)
        arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
        if callee is not None:
            self.reached[callee] = None
            skips = callee.is_method and is_bound
            parameters = callee.parameters[1:] if skips else callee.parameters
            for node, parameter, is_starred in bind(parameters, call):
                if self._is_derived(node, function):
                    uncertain = is_starred or parameter is None
                    taken = parameters if uncertain else (parameter,)
                    self.derived.update((callee, p.name) for p in taken if p is not None)
        is_handed = any(self._is_derived(node, function) for node in arguments)
        if is_handed and isinstance(call.func, ast.Attribute) and call.func.attr in MUTATING:
            self._store(call.func.value, function)
        for node in arguments:
            # map_fn, cond, while_loop: what they hand on is not told apart.
            value = self.program.value(node, place)
            if isinstance(value, FunctionValue) and value.function is not None:
                self.reached[value.function] = None
                if is_handed:
                    names = [p.name for p in value.function.parameters]
                    self.derived.update((value.function, name) for name in names)

    def _callee(
        self, call: ast.Call, place: Place, function: Function
    ) -> tuple[Function | None, bool, bool]:
        """Return the function that a call runs, whether it is bound, and whether that is known."""
        value = self.program.value(call.func, place)
        match value:
            case FunctionValue(function=Function() as callee, bound=bound):
                return callee, bound is not None, True
            case FunctionValue(qualified=qualified):
                return None, False, is_of_library(qualified, _LIBRARIES)
            case ClassValue(cls=cls):
                return self.program.classes.method(cls, "__init__"), True, True
            case ObjectValue():
                return self._method(value, "__call__")
        qualified = self.program.qualified(call.func, place) or ""
        is_known = is_of_library(qualified, _LIBRARIES) or hasattr(builtins, qualified)
        if not is_known and isinstance(call.func, ast.Attribute):
            base = self.program.value(call.func.value, place)
            if isinstance(base, ObjectValue):
                return self._method(base, call.func.attr)
            is_known = isinstance(base, _VALUES)
            if self._is_derived(call.func.value, function):
                is_known |= call.func.attr in _OF_VALUES
        return None, False, is_known

    def _method(self, value: ObjectValue, name: str) -> tuple[Function | None, bool, bool]:
        kind = self.program.keras.kind(value)
        if value.cls is None:
            return None, False, is_of_library(value.qualified, _LIBRARIES)
        methods = [self.program.classes.method(value.cls, n) for n in (name, "call")]
        # What Keras' own methods run in the end is call().
        found = methods[0] or (methods[1] if kind is not None else None)
        return found, True, found is not None or kind is not None

    # what needs a shape

    def needs(self) -> Iterator[Need]:
        """Yield what needs the shape of one of the tensors."""
        for function in self.reached:
            subject = "the body" if self.root in function.enclosing() else f"'{function.name}'"
            for node in own_nodes(function):
                if isinstance(node, ast.Attribute) and node.attr in ("shape", "get_shape"):
                    if self._is_derived(node.value, function):
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
        match parent:
            case ast.Attribute(attr="rank" | "ndims"):
                return
            case ast.Call() if self._qualified(parent, function) == "len":
                return
            case ast.Subscript(value=value) if value is node:
                if function is self.root and self._is_number(node.value, parent.slice):
                    return
                above = self.program.syntax.parent(function, parent)
                if isinstance(above, ast.Compare) and isinstance(above.ops[0], ast.Is | ast.IsNot):
                    return
                if not self._is_printed(node, function):
                    read = parent if function is self.root else None
                    yield Need(f"{subject} uses '{ast.unparse(parent)}' as a number", read)
                return
        if not self._is_printed(node, function):
            yield Need(f"{subject} needs the static shape '{ast.unparse(node)}'")

    def _is_number(self, tensor: ast.expr, index: ast.expr) -> bool:
        """Whether a dimension of a parameter is a number whatever is passed."""
        if not isinstance(tensor, ast.Name):
            return False
        parameter = self.root.parameter(tensor.id)
        value = None if parameter is None else self.known.get(parameter)
        bindings = self.root.body.scope.bindings.get(tensor.id, [])
        if not isinstance(value, TensorValue) or value.shape is None or len(bindings) != 1:
            return False
        try:
            size = value.shape[ast.literal_eval(index)]
        except (ValueError, TypeError, IndexError):
            return False
        return size is not None and size.constant is not None

    def _is_printed(self, node: ast.AST, function: Function) -> bool:
        current: ast.AST | None = node
        while current is not None and not isinstance(current, ast.stmt):
            if isinstance(current, ast.Call) and self._qualified(current, function) == "print":
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
            ) if self._is_derived(value, function):
                found = self.program.value(value, function.body)
                return value if isinstance(found, TensorValue) else None
        return None

    def _why_call(self, call: ast.Call, place: Place, function: Function) -> str | None:
        """Return why a call needs a static shape, or may need one."""
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if isinstance(call.func, ast.Attribute):
            given.append(call.func.value)
        handed = [node for node in given if self._is_derived(node, function)]
        if not handed:
            return None
        qualified = self.program.qualified(call.func, place) or ""
        code = ast.unparse(call)
        if qualified in _STATIC:
            return f"needs the static shape '{code}'"
        if qualified in _UNSTACK:
            has_count = len(call.args) > 1 or any(k.arg == "num" for k in call.keywords)
            return None if has_count else f"takes '{ast.unparse(handed[0])}' apart in Python"
        if qualified == "len":
            value = self.program.value(handed[0], place)
            is_list = isinstance(value, SequenceValue | MappingValue)
            return None if is_list else f"needs the length '{code}'"
        if self._callee(call, place, function)[2]:
            return None
        what = f"'{ast.unparse(handed[0])}' to '{ast.unparse(call.func)}'"
        return f"hands {what}, which may need its static shape"


def _variable(name: str, function: Function) -> tuple[Function, str]:
    """Return which variable a name is in the body of ``function``."""
    owner = lookup(name, function.body.scope)[0]
    return (function if owner is None else owner.function), name
