"""Abstract trace types: what ``tf.function`` would key its trace cache by.

TensorFlow's builder (``tensorflow/core/function/trace_type/trace_type_builder.py``) turns each
argument into a trace type: tensors and NumPy values by dtype and shape, containers by
structure, Python numbers by value, other objects by identity. The classes below say what
source code lets one know of that type, and whether it *changes* from one execution of the
expression to the next.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import ast

    from flake8_tfretrace.modules import Module
    from flake8_tfretrace.program.scopes import Class, Function, LoopNode, Place
    from flake8_tfretrace.program.traced import TracedFunction

MAX_CONSTANTS = 64
"""Sets of possible constants larger than this are not followed."""


@dataclass(frozen=True)
class Change:
    """Why a value differs from one execution of an expression to the next."""

    kind: Literal[
        "loop", "counter", "clock", "random", "constructed", "iterated", "length", "shape", "calls"
    ]
    """loop: follows a loop variable; counter: updated from itself; constructed: a new object
    each time; iterated: a loop goes over different objects; length: a container grows;
    shape: the library makes it of varying size; calls: the callers pass different values."""
    what: str
    """The variable, attribute or call behind it."""
    line: int
    loop: LoopNode | None = None
    """The loop in which it changes, if it is one."""
    count: int | None = None
    """How many different values there are, if that is known."""
    place: Place | None = None
    """The code that updates it, of a counter."""


@dataclass(frozen=True)
class TraceType:
    """What is known of a value. Base class; on its own it means: nothing."""

    @property
    def changes(self) -> Change | None:
        """Why the trace type differs between executions; None if nothing shows that it does."""
        return None

    @property
    def key(self) -> Hashable | None:
        """What TensorFlow compares, where the source determines it; None where it does not."""
        return None


UNKNOWN = TraceType()


@dataclass(frozen=True)
class PythonValue(TraceType):
    """A Python number, string, None, or another value compared by ``==``."""

    kind: str
    """int, float, number (int or float), bool, str, bytes, complex, none, range, slice, enum,
    dtype or value."""
    constants: frozenset[Any] | None = None
    """All values it can have, where they are known."""
    change: Change | None = None

    @property
    def changes(self) -> Change | None:
        return self.change

    @property
    def key(self) -> Hashable | None:
        if self.constants is not None and len(self.constants) == 1 and self.change is None:
            # As in TensorFlow's Literal, 1 == 1.0 == True share a key.
            return ("literal", *self.constants)
        return None

    @property
    def is_number(self) -> bool:
        """Whether it is an int or float (bool is not: it has two values only)."""
        return self.kind in ("int", "float", "number")

    @property
    def constant(self) -> Any:
        """The one value it has, or None."""
        if self.constants is not None and len(self.constants) == 1 and self.change is None:
            (value,) = self.constants
            return value
        return None


Dimension = PythonValue | None
"""An int that is known, that changes, or (None) that nothing is known of."""


def python_value(constant: object) -> PythonValue:
    """Return the trace type of a Python constant."""
    kind = "none" if constant is None else type(constant).__name__
    if kind == "ellipsis":
        kind = "value"
    return PythonValue(kind, frozenset([constant]))


@dataclass(frozen=True)
class TensorValue(TraceType):
    """A tensor, variable, NumPy array or NumPy scalar: compared by dtype and shape."""

    dtype: str | None = None
    shape: tuple[Dimension, ...] | None = None
    numpy: bool = False
    variable: bool = False
    change: Change | None = None
    """Why the shape changes, beyond what its dimensions say."""
    dtype_change: Change | None = None

    @property
    def changes(self) -> Change | None:
        if self.change is not None:
            return self.change
        for dimension in self.shape or ():
            if dimension is not None and dimension.change is not None:
                return dimension.change
        return self.dtype_change

    @property
    def key(self) -> Hashable | None:
        if self.dtype is None or self.changes is not None:
            return None
        dimensions = self.constant_shape
        return None if dimensions is None else ("tensor", self.dtype, dimensions)

    @property
    def constant_shape(self) -> tuple[int, ...] | None:
        """The shape, if every dimension is a known number."""
        if self.shape is None or self.changes is not None:
            return None
        dimensions = [d.constant for d in self.shape if d is not None and d.constant is not None]
        return tuple(dimensions) if len(dimensions) == len(self.shape) else None

    @property
    def grows(self) -> bool:
        """Whether each iteration of a loop joins something to it."""
        return self.changes is not None and self.changes.kind == "length"

    @property
    def sizes(self) -> list[Any]:
        """The sizes of the dimensions, None for one that is not known; the rank must be known."""
        return [None if d is None else d.constant for d in self.shape or ()]


@dataclass(frozen=True)
class SequenceValue(TraceType):
    """A list or tuple: compared by kind, length and elements."""

    kind: Literal["list", "tuple"]
    items: tuple[TraceType, ...] | None = None
    """The elements, where the length is known."""
    element: TraceType = UNKNOWN
    """Any element, where it is not."""
    change: Change | None = None
    """Why the length changes."""

    @property
    def changes(self) -> Change | None:
        if self.change is not None:
            return self.change
        for item in self.items if self.items is not None else (self.element,):
            if item.changes is not None:
                return item.changes
        return None

    @property
    def key(self) -> Hashable | None:
        if self.items is None or self.change is not None:
            return None
        keys = tuple(item.key for item in self.items)
        return None if None in keys else (self.kind, keys)


@dataclass(frozen=True)
class MappingValue(TraceType):
    """A dict: compared by its keys and the types of its values."""

    items: tuple[tuple[Hashable, TraceType], ...] | None = None
    element: TraceType = UNKNOWN
    change: Change | None = None
    """Why the keys change."""

    @property
    def changes(self) -> Change | None:
        if self.change is not None:
            return self.change
        values = (value for _, value in self.items) if self.items is not None else (self.element,)
        for value in values:
            if value.changes is not None:
                return value.changes
        return None

    @property
    def key(self) -> Hashable | None:
        if self.items is None or self.change is not None:
            return None
        keys = frozenset((name, value.key) for name, value in self.items)
        return None if any(key is None for _, key in keys) else ("dict", keys)


@dataclass(frozen=True)
class ObjectValue(TraceType):
    """An instance: compared by identity (or ``==`` while the first instance is alive)."""

    site: ast.AST
    """The expression that constructs it."""
    cls: Class | None = None
    qualified: str = ""
    """The constructor's name, for classes of libraries (``keras.Sequential``)."""
    change: Change | None = None
    kept: bool = True
    """Whether a name keeps it alive; an unnamed temporary dies after the call."""

    @property
    def changes(self) -> Change | None:
        return self.change

    @property
    def key(self) -> Hashable | None:
        return ("object", self.site) if self.kept and self.change is None else None


@dataclass(frozen=True)
class FunctionValue(TraceType):
    """A function, lambda, partial or bound method: compared by identity."""

    site: ast.AST
    function: Function | None = None
    traced: TracedFunction | None = None
    bound: TraceType | None = None
    """The instance that a bound method was taken from."""
    qualified: str = ""
    change: Change | None = None
    kept: bool = True

    @property
    def changes(self) -> Change | None:
        return self.change

    @property
    def key(self) -> Hashable | None:
        if not self.kept or self.change is not None:
            return None
        return ("function", self.site if not self.qualified else self.qualified)


@dataclass(frozen=True)
class ClassValue(TraceType):
    """A class of this file."""

    cls: Class

    @property
    def key(self) -> Hashable | None:
        return ("class", self.cls.node)


@dataclass(frozen=True)
class ModuleValue(TraceType):
    """A module of the same project."""

    module: Module


@dataclass(frozen=True)
class StreamValue(TraceType):
    """Something to iterate over whose length is not known: a dataset, generator, ``zip``."""

    kind: Literal["dataset", "iterator", "generator", "view"]
    element: TraceType = UNKNOWN
    site: ast.AST | None = None
    count: int | None = None
    """The number of elements, where it is known."""


def join(types: Iterable[TraceType]) -> TraceType:
    """Return what is known of a value that can be any of ``types``.

    Knowledge that only some of them support is dropped, except for a change: one of the ways
    in which the value arises makes it change.
    """
    remaining = list(dict.fromkeys(types))
    if not remaining:
        return UNKNOWN
    result = remaining[0]
    for other in remaining[1:]:
        result = _join(result, other)
    return result


def _join(a: TraceType, b: TraceType) -> TraceType:
    if a == b:
        return a
    if isinstance(a, PythonValue) and isinstance(b, PythonValue):
        if a.kind == "none" or b.kind == "none":
            # An optional argument: None and the other value are two traces by design.
            other = b if a.kind == "none" else a
            return replace(other, constants=None) if other.change else UNKNOWN
        constants = None
        if a.constants is not None and b.constants is not None:
            constants = a.constants | b.constants
            if len(constants) > MAX_CONSTANTS:
                constants = None
        return PythonValue(_join_kinds(a.kind, b.kind), constants, a.change or b.change)
    if isinstance(a, TensorValue) and isinstance(b, TensorValue):
        return TensorValue(
            a.dtype if a.dtype == b.dtype else None,
            _join_shapes(a.shape, b.shape),
            a.numpy and b.numpy,
            a.variable and b.variable,
            a.change or b.change,
            a.dtype_change or b.dtype_change,
        )
    if isinstance(a, SequenceValue) and isinstance(b, SequenceValue) and a.kind == b.kind:
        change = a.change or b.change
        if a.items is not None and b.items is not None and len(a.items) == len(b.items):
            items = tuple(_join(x, y) for x, y in zip(a.items, b.items))
            return SequenceValue(a.kind, items, change=change)
        elements = [join(v.items) if v.items is not None else v.element for v in (a, b)]
        return SequenceValue(a.kind, None, join(elements), change)
    if isinstance(a, MappingValue) and isinstance(b, MappingValue):
        if a.items is not None and b.items is not None:
            others = dict(b.items)
            if others.keys() == dict(a.items).keys():
                items_by_name = tuple((name, _join(x, others[name])) for name, x in a.items)
                return MappingValue(items_by_name, change=a.change or b.change)
    if isinstance(a, ObjectValue) and isinstance(b, ObjectValue):
        if a.qualified == b.qualified and a.cls is b.cls:
            return ObjectValue(a.site, a.cls, a.qualified, a.change or b.change, a.kept and b.kept)
    if type(a) is TraceType and isinstance(b, PythonValue) and b.change:
        return PythonValue(b.kind, None, b.change)
    if type(b) is TraceType and isinstance(a, PythonValue) and a.change:
        return PythonValue(a.kind, None, a.change)
    if type(a) is TraceType and isinstance(b, TensorValue) and b.grows:
        return TensorValue(change=b.changes)
    if type(b) is TraceType and isinstance(a, TensorValue) and a.grows:
        return TensorValue(change=a.changes)
    if isinstance(a, StreamValue) and isinstance(b, StreamValue) and a.kind == b.kind:
        return StreamValue(a.kind, _join(a.element, b.element), a.site)
    return UNKNOWN


def _join_kinds(a: str, b: str) -> str:
    if a == b:
        return a
    if {a, b} <= {"int", "float", "number"}:
        return "number"
    return "value"


def _join_shapes(
    a: tuple[Dimension, ...] | None, b: tuple[Dimension, ...] | None
) -> tuple[Dimension, ...] | None:
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(None if x is None or y is None else join_dimensions(x, y) for x, y in zip(a, b))


def join_dimensions(a: PythonValue, b: PythonValue) -> Dimension:
    """Return the dimension that is ``a`` in one call and ``b`` in another."""
    joined = _join(a, b)
    return joined if isinstance(joined, PythonValue) else None


def same_key(a: TraceType, b: TraceType) -> bool | None:
    """Whether two arguments share a trace; None where the source does not determine it.

    Both are taken at one execution each: a change in them is not looked at.
    """
    if a.key is not None and b.key is not None:
        return a.key == b.key
    if isinstance(a, TensorValue) and isinstance(b, TensorValue):
        if a.dtype is not None and b.dtype is not None and a.dtype != b.dtype:
            return False
        if a.shape is None or b.shape is None:
            return None
        if len(a.shape) != len(b.shape):
            return False
        pairs = zip(a.shape, b.shape)
        known = [(x.constant, y.constant) for x, y in pairs if x is not None and y is not None]
        if any(x is not None and y is not None and x != y for x, y in known):
            return False
        return None
    if isinstance(a, SequenceValue) and isinstance(b, SequenceValue):
        if a.kind != b.kind:
            return False
        if a.items is None or b.items is None:
            return None
        if len(a.items) != len(b.items):
            return False
        return _all(same_key(x, y) for x, y in zip(a.items, b.items))
    if isinstance(a, MappingValue) and isinstance(b, MappingValue):
        if a.items is None or b.items is None:
            return None
        left, right = dict(a.items), dict(b.items)
        if left.keys() != right.keys():
            return False
        return _all(same_key(left[name], right[name]) for name in left)
    if isinstance(a, (ObjectValue, FunctionValue)) and isinstance(b, type(a)):
        # Two evaluations of one temporary are two objects, unless == says otherwise.
        return None if _compares_by_value(a) or _compares_by_value(b) else False
    if type(a) is TraceType or type(b) is TraceType:
        return None
    if type(a) is not type(b):
        return False
    return None


def _compares_by_value(value: TraceType) -> bool:
    return isinstance(value, ObjectValue) and (value.cls is None or defines_equality(value.cls))


def _all(results: Iterable[bool | None]) -> bool | None:
    outcome: bool | None = True
    for result in results:
        if result is False:
            return False
        if result is None:
            outcome = None
    return outcome


def defines_equality(cls: Class) -> bool:
    """Whether instances of ``cls`` may compare equal: it has ``__eq__``, or bases we cannot see."""
    node = cls.node
    return (
        "__eq__" in cls.methods
        or "__tf_tracing_type__" in cls.methods
        or bool(node.bases)
        or bool(node.keywords)
        or bool(node.decorator_list)
    )
