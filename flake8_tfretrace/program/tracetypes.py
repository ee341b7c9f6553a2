"""Abstract trace types: what ``tf.function`` would key its trace cache by.

TensorFlow's builder (``tensorflow/core/function/trace_type/trace_type_builder.py``) turns each
argument into a trace type: tensors and NumPy values by dtype and shape, containers by
structure, Python numbers by value, other objects by identity. The classes below say what
source code lets one know of that type, and whether it *changes* from one execution of the
expression to the next.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import Module
from flake8_tfretrace.program.scopes import Class, Function, LoopNode, Place
from flake8_tfretrace.program.traced import TracedFunction

MAX_CONSTANTS = 64
"""Sets of possible constants larger than this are not followed."""


MAX_OPTIONS = 8
"""Of a value that may be more functions, classes and objects than this, nothing is known."""
FEW = 2
"""Up to this many different values, or executions, are variants that the author wants."""
LEAST_TRIPS = 4
"""How often a loop over something unknown runs at least (assumption A2)."""

SMOOTH = 3
"""How many values smooth arithmetic leaves at least of a changing number (assumption A7)."""


@dataclass(frozen=True)
class Change:
    """The variance of a value: what gives it different values, and how many at least."""

    kind: Literal[
        "loop",
        "counter",
        "clock",
        "random",
        "constructed",
        "iterated",
        "length",
        "trips",
        "shape",
        "calls",
        "depends",
    ]
    """loop: follows a loop variable; counter: updated from itself; constructed: a new object
    each time; iterated: a loop goes over different objects; length: a container grows; trips: one
    has as many elements as a loop that data ends has iterations;
    shape: the library makes it of varying size; calls: the callers pass different values;
    depends: it is computed from what a loop sets anew, in a way that nobody can count."""
    what: str
    """The variable, attribute or call behind it."""
    line: int
    loop: LoopNode | None = None
    """The loop in which it changes, if it is one."""
    least: int = LEAST_TRIPS
    """How many distinct values it has at least while the loop, or what else repeats it, runs."""
    place: Place | None = None
    """The code that updates or draws it, of a counter, clock, random number or shape."""

    @property
    def is_enough(self) -> bool:
        """Whether there surely are more distinct values than an author wants traces for."""
        return self.least > FEW

    def within(self, least: int) -> Change:
        """Return the change of a function that leaves at least so many values, if there are."""
        return replace(self, least=max(1, min(self.least, least)))

    def mapped(self, before: int, after: int) -> Change:
        """Return the change of a function of the value.

        Args:
            before: how many values there can be.
            after: how many the function makes of them.
        """
        return self.within(max(1, self.least - (before - after)))


def first_change(changes: Iterable[Change | None]) -> Change | None:
    """Return the first change there is; None if nothing changes."""
    return next((change for change in changes if change is not None), None)


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

    @property
    def constant(self) -> Any:
        """The one Python value that it is; None if it is another kind of value, or not known."""
        return None

    @property
    def is_number(self) -> bool:
        """Whether it is an int or float (bool is not: it has two values only)."""
        return False


UNKNOWN = TraceType()
"""The top of the lattice: the value can be anything."""


@dataclass(frozen=True)
class NoValue(TraceType):
    """No value at all."""


BOTTOM = NoValue()
"""The bottom of the lattice: what a name holds while its own value is being worked out
(``step`` in ``step = step + 1``), and what an empty list has as elements."""


@dataclass(frozen=True)
class PythonValue(TraceType):
    """A Python number, string, None, or another value compared by ``==``."""

    kind: str
    """int, float, number (int or float), size (int or None, as that of a tensor's dimension),
    amount (any number or None, as the best so far), bool, str, bytes, complex, none, range, slice,
    enum, dtype, path, date, timedelta or value."""
    constants: frozenset[Any] | None = None
    """All values it can have, where they are known."""
    change: Change | None = None
    taken: tuple[Any, ...] = ()
    """The values that it surely has in turn while it changes, where the first are known."""
    usual: int | None = None
    """What an argument of a command, or a parameter, is by default: an estimate, no bound."""
    bound: int | None = None
    """The greatest number that it may be, where its values are not known one by one."""

    @property
    def changes(self) -> Change | None:
        return self.change

    def having(self, taken: tuple[Any, ...] | None) -> PythonValue:
        """Return the value with these as the first that it has in turn, where they are known."""
        if not taken or self.change is None:
            return self
        least = len(set(taken))
        if least == len(taken):
            # There may be more.
            least = max(least, self.change.least)
        return replace(self, change=replace(self.change, least=least), taken=taken)

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
    def most(self) -> int | None:
        """The greatest whole number that it may be; None if nothing bounds it."""
        if self.change is not None or self.constants is None:
            return self.bound if self.change is None else None
        found = [c for c in self.constants if isinstance(c, int)]
        return max(found) if found and len(found) == len(self.constants) else None

    @property
    def operand(self) -> PythonValue:
        """What it is where a number is needed, which None is not: there it raises."""
        if self.kind not in ("amount", "size"):
            return self
        numbers = frozenset(c for c in self.constants or () if c is not None)
        change = self.change and self.change.within(self.change.least - 1)
        kind = "int" if self.kind == "size" else "number"
        return PythonValue(kind, numbers or None, change)

    @property
    def constant(self) -> Any:
        """The one value it has, or None."""
        if self.constants is not None and len(self.constants) == 1 and self.change is None:
            (value,) = self.constants
            return value
        return None


@dataclass(frozen=True)
class DataValue(TraceType):
    """What JSON holds: a number, string, flag or None, or a list or dict of such.

    Whichever it is, its trace type has the values that are in it.
    """


DATA = DataValue()


@dataclass(frozen=True)
class WindowValue(PythonValue):
    """A range whose bounds change together: it always has the same length."""


Dimension = PythonValue | None
"""An int that is known, that changes, or (None) that nothing is known of."""


OPEN = PythonValue("none")
"""The size of a dimension that TensorFlow leaves open while it traces: None, as code sees it."""


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
    numpy: bool | None = False
    """Whether NumPy holds it, which a graph sees as a constant; None if that is not known."""
    variable: bool | None = False
    """Whether it is a tf.Variable; None if that is not known."""
    change: Change | None = None
    """Why the shape changes, beyond what its dimensions say."""
    dtype_change: Change | None = None
    drawn: Change | None = None
    """Why the number in a NumPy scalar differs: no trace does, but what Python makes of it."""
    most: int | None = None
    """An upper bound of the first dimension, where the shape does not give its size."""

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
        if self.dtype is None or self.variable is None or self.changes is not None:
            return None
        dimensions = self.constant_shape
        kind = "variable" if self.variable else "tensor"
        return None if dimensions is None else (kind, self.dtype, dimensions)

    @property
    def constant_shape(self) -> tuple[int, ...] | None:
        """The shape, if every dimension is a known number."""
        if self.shape is None or self.changes is not None:
            return None
        dimensions = [d.constant for d in self.shape if d is not None and d.constant is not None]
        return tuple(dimensions) if len(dimensions) == len(self.shape) else None

    @property
    def most_rows(self) -> int | None:
        """The greatest size that the first dimension may have; None if nothing bounds it."""
        first = self.shape[0] if self.shape else None
        known = None if first is None else first.most
        return self.most if known is None else known

    @property
    def grows(self) -> bool:
        """Whether each iteration of a loop joins something to it."""
        return self.changes is not None and self.changes.kind == "length"

    @property
    def sizes(self) -> list[Any]:
        """The sizes of the dimensions, None for one that is not known; the rank must be known."""
        return [None if d is None else d.constant for d in self.shape or ()]


class ContainerValue(TraceType):
    """A list, tuple or dict."""

    items: tuple[Any, ...] | None
    change: Change | None

    @property
    def parts(self) -> tuple[TraceType, ...]:
        """The elements; where they are not known one by one, one that stands for all."""
        raise NotImplementedError

    @property
    def any_element(self) -> TraceType:
        """What an element is, whichever it is."""
        return join(self.parts)

    @property
    def changes(self) -> Change | None:
        return self.change or first_change(part.changes for part in self.parts)


@dataclass(frozen=True)
class SequenceValue(ContainerValue):
    """A list or tuple: compared by kind, length and elements."""

    kind: Literal["list", "tuple"]
    items: tuple[TraceType, ...] | None = None
    """The elements, where the length is known."""
    element: TraceType = UNKNOWN
    """Any element, where it is not."""
    change: Change | None = None
    """Why the length changes."""
    varied: TraceType | None = None
    """An element with what differs between the elements, where that is known to."""
    names: tuple[str, ...] | None = None
    """What the elements of a named tuple are called."""
    most: int | None = None
    """An upper bound of the length, where it is not known."""
    cls: Class | None = None
    """The class of a named tuple that the program defines: it may have methods."""

    @property
    def parts(self) -> tuple[TraceType, ...]:
        return (self.element,) if self.items is None else self.items

    @property
    def key(self) -> Hashable | None:
        if self.items is None or self.change is not None:
            return None
        keys = tuple(item.key for item in self.items)
        return None if None in keys else (self.kind, keys)


@dataclass(frozen=True)
class MappingValue(ContainerValue):
    """A dict: compared by its keys and the types of its values."""

    items: tuple[tuple[Hashable, TraceType], ...] | None = None
    element: TraceType = UNKNOWN
    change: Change | None = None
    """Why the keys change."""
    name: TraceType = UNKNOWN
    """Any key, where they are not known."""

    @property
    def any_key(self) -> TraceType:
        """What a key is, whichever it is."""
        return self.name if self.items is None else join(python_value(k) for k, _ in self.items)

    @property
    def parts(self) -> tuple[TraceType, ...]:
        return (self.element,) if self.items is None else tuple(v for _, v in self.items)

    @property
    def key(self) -> Hashable | None:
        if self.items is None or self.change is not None:
            return None
        keys = frozenset((name, value.key) for name, value in self.items)
        return None if any(key is None for _, key in keys) else ("dict", keys)


@dataclass(frozen=True)
class ObjectValue(TraceType):
    """An instance: compared by identity (or ``==`` while the first instance is alive)."""

    site: ast.AST | None
    """The expression that constructs it: its allocation site; None if it is one of several."""
    cls: Class | None = None
    """Its class, which is exact if there are no ``heirs``."""
    qualified: str = ""
    """The class's name, for those of libraries (``keras.Sequential``): of several, their base."""
    change: Change | None = None
    kept: bool = True
    """Whether a name keeps it alive; an unnamed temporary dies after the call."""
    heirs: frozenset[Class] = frozenset()
    """The classes that derive from ``cls`` of which it may be an instance instead."""

    @property
    def changes(self) -> Change | None:
        return self.change

    @property
    def key(self) -> Hashable | None:
        if self.site is None or not self.kept or self.change is not None:
            return None
        return ("object", self.site)


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
    heirs: frozenset[Class] = frozenset()
    """The classes that derive from ``cls`` of which it may be one instead."""

    @property
    def key(self) -> Hashable | None:
        return ("class", self.cls.node)


@dataclass(frozen=True)
class RecordValue(TraceType):
    """A class of named tuples."""

    names: tuple[str, ...]
    defaults: tuple[TraceType, ...] = ()
    """What the last of the elements are if they are not given."""
    cls: Class | None = None
    """The class, where the program defines it."""


@dataclass(frozen=True)
class ChoiceValue(TraceType):
    """One of several functions, classes or instances of different classes, or perhaps None."""

    options: frozenset[TraceType]

    @property
    def in_order(self) -> tuple[TraceType, ...]:
        """The options in an order that is the same in each run: a set's depends on addresses."""
        return tuple(sorted(self.options, key=_written_at))


@dataclass(frozen=True)
class ModuleValue(TraceType):
    """A module of the same project."""

    module: Module


@dataclass(frozen=True)
class StreamValue(TraceType):
    """Something to iterate over that has no trace type of its own: a dataset, ``zip``, a view."""

    kind: Literal["dataset", "iterator", "generator", "view"]
    """dataset: of tf.data, or TensorFlow's iterator over one; iterator: one of Python's."""
    element: TraceType = UNKNOWN
    site: ast.AST | None = None
    count: int | None = None
    """The number of elements, where it is known."""
    items: tuple[TraceType, ...] | None = None
    """The elements one by one, where they are known."""
    most: int | None = None
    """An upper bound of the number of elements, where it is not known."""


def stream_of(
    kind: Literal["iterator", "view"], items: Iterable[TraceType], site: ast.AST
) -> StreamValue:
    """Return what goes over known elements."""
    known = tuple(items)
    return StreamValue(kind, join(known), site, len(known), known)


def join(types: Iterable[TraceType]) -> TraceType:
    """Return the least upper bound: what is known of a value that can be any of ``types``.

    Knowledge that only some of them support is dropped. Two changes leave one, by a fixed order.
    Behind the top no more of them are asked for.
    """
    result: TraceType = BOTTOM
    for other in types:
        result = _join(result, other)
        if type(result) is TraceType:
            break
    return result


def up_to_top(types: Iterable[TraceType]) -> list[TraceType]:
    """Return what is to be joined up to the first that can be anything: it is the join."""
    found = []
    for one in types:
        found.append(one)
        if type(one) is TraceType:
            break
    return found


def _join(a: TraceType, b: TraceType) -> TraceType:
    if a == b or isinstance(b, NoValue):
        return a
    if isinstance(a, NoValue):
        return b
    if isinstance(a, PythonValue) and isinstance(b, PythonValue):
        constants = None
        if a.constants is not None and b.constants is not None:
            constants = a.constants | b.constants
            if len(constants) > MAX_CONSTANTS:
                constants = None
        kind, change = _join_kinds(a.kind, b.kind), _stronger(a.change, b.change)
        bound = None if constants is not None else _greater(a.most, b.most)
        return PythonValue(kind, constants, change, usual=_same(a.usual, b.usual), bound=bound)
    if isinstance(a, TensorValue) and isinstance(b, TensorValue):
        return TensorValue(
            _same(a.dtype, b.dtype),
            _join_shapes(a.shape, b.shape),
            _same(a.numpy, b.numpy),
            _same(a.variable, b.variable),
            _stronger(a.change, b.change),
            _stronger(a.dtype_change, b.dtype_change),
            _same(a.drawn, b.drawn),
            _greater(a.most_rows, b.most_rows),
        )
    if isinstance(a, SequenceValue) and isinstance(b, SequenceValue) and a.kind == b.kind:
        change = _stronger(a.change, b.change)
        if a.items is not None and b.items is not None and len(a.items) == len(b.items):
            items = tuple(_join(x, y) for x, y in zip(a.items, b.items))
            varied, names = _same(a.varied, b.varied), _same(a.names, b.names)
            cls = None if names is None else _same(a.cls, b.cls)
            return SequenceValue(a.kind, items, BOTTOM, change, varied, names, cls=cls)
        element = _join(a.any_element, b.any_element)
        most = _greater(most_elements(a), most_elements(b))
        varied = _same(a.varied, b.varied)
        return SequenceValue(a.kind, None, element, change, varied, most=most)
    if isinstance(a, MappingValue) and isinstance(b, MappingValue):
        change = _stronger(a.change, b.change)
        if a.items is not None and b.items is not None:
            others = dict(b.items)
            if others.keys() == dict(a.items).keys():
                pairs = tuple((name, _join(x, others[name])) for name, x in a.items)
                return MappingValue(_in_order(pairs), BOTTOM, change)
        element = _join(a.any_element, b.any_element)
        return MappingValue(None, element, change, _join(a.any_key, b.any_key))
    if isinstance(a, ObjectValue) and isinstance(b, ObjectValue) and a.cls is b.cls:
        shared: str | None = a.qualified
        if a.qualified != b.qualified:
            shared = knowledge.common_base(a.qualified, b.qualified)
        if shared is not None:
            change = _stronger(a.change, b.change)
            site = _same(a.site, b.site)
            kept, heirs = a.kept and b.kept, a.heirs | b.heirs
            return ObjectValue(site, a.cls, shared, change, kept, heirs)
    if isinstance(a, ClassValue) and isinstance(b, ClassValue) and a.cls is b.cls:
        return ClassValue(a.cls, a.heirs | b.heirs)
    if isinstance(a, StreamValue) and isinstance(b, StreamValue) and a.kind == b.kind:
        element = _join(a.element, b.element)
        count = _same(a.count, b.count)
        known = None
        if a.items is not None and b.items is not None and len(a.items) == len(b.items):
            known = tuple(_join(x, y) for x, y in zip(a.items, b.items))
        most = _greater(most_elements(a), most_elements(b))
        return StreamValue(a.kind, element, _same(a.site, b.site), count, known, most)
    options = [options_of(a), options_of(b)]
    return _choice(options[0] + options[1]) if all(options) else UNKNOWN


def _written_at(option: TraceType) -> tuple[str, int, int, str]:
    """Return what orders options: their kinds, where they are written, and their names."""
    cls = getattr(option, "cls", None)
    node = getattr(option, "site", None) or getattr(cls, "node", None)
    name: str = getattr(option, "qualified", "") or getattr(cls, "name", "")
    line, column = (getattr(node, field, 0) for field in ("lineno", "col_offset"))
    return type(option).__name__, line, column, name


def options_of(value: TraceType) -> tuple[TraceType, ...]:
    """Return what a value may be, one by one, where it is called or asked for a part; else none."""
    if isinstance(value, ChoiceValue):
        return value.in_order
    is_own = isinstance(value, ObjectValue) and value.cls is not None
    is_none = isinstance(value, PythonValue) and value.kind == "none"
    is_option = is_own or is_none or isinstance(value, (FunctionValue, ClassValue))
    return (value,) if is_option else ()


def _choice(options: Iterable[TraceType]) -> TraceType:
    """Return a value that is one of ``options``, with one for all instances of a class."""
    instances: dict[tuple[Class | None, str], TraceType] = {}
    others: set[TraceType] = set()
    for option in options:
        if isinstance(option, ObjectValue):
            key = (option.cls, option.qualified)
            instances[key] = _join(instances.get(key, BOTTOM), option)
        else:
            others.add(option)
    found = frozenset([*instances.values(), *others])
    if len(found) > MAX_OPTIONS:
        return UNKNOWN
    return ChoiceValue(found) if len(found) > 1 else next(iter(found))


_Field = TypeVar("_Field")


def _same(a: _Field | None, b: _Field | None) -> _Field | None:
    """Return what both are; None, which stands for any, where they differ."""
    return a if a == b else None


def _greater(a: int | None, b: int | None) -> int | None:
    """Return the greater of two upper bounds; None, which bounds nothing, if one is not known."""
    return None if a is None or b is None else max(a, b)


def most_elements(iterable: TraceType) -> int | None:
    """Return an upper bound of the number of elements; None if nothing bounds it."""
    if isinstance(iterable, SequenceValue):
        known = iterable.most if iterable.items is None else len(iterable.items)
        return known if iterable.change is None else None
    if isinstance(iterable, StreamValue):
        return iterable.most if iterable.count is None else iterable.count
    if isinstance(iterable, TensorValue):
        return iterable.most_rows
    if isinstance(iterable, PythonValue) and iterable.kind == "range" and iterable.change is None:
        return max(map(len, iterable.constants)) if iterable.constants else None
    return None


def _stronger(a: Change | None, b: Change | None) -> Change | None:
    """Return one of two changes: the one with more values, then by a fixed order."""
    if a is None or b is None:
        return b if a is None else a
    return max(a, b, key=_strength)


def _strength(change: Change) -> tuple[object, ...]:
    place = change.place
    return (
        change.least,
        change.kind,
        change.line,
        change.what,
        _position(change.loop),
        _position(None if place is None else place.node),
    )


def _position(node: ast.AST | None) -> tuple[int, int]:
    node = getattr(node, "target", node)
    return (getattr(node, "lineno", -1), getattr(node, "col_offset", -1))


def _in_order(
    items: tuple[tuple[Hashable, TraceType], ...],
) -> tuple[tuple[Hashable, TraceType], ...]:
    """Return the items of a mapping in an order that does not depend on how they were written."""
    return tuple(sorted(items, key=lambda item: (type(item[0]).__name__, repr(item[0]))))


def _join_kinds(a: str, b: str) -> str:
    if a == b:
        return a
    if {a, b} <= {"int", "float", "number"}:
        return "number"
    if {a, b} <= {"int", "none", "size"}:
        return "size"
    if {a, b} <= {"amount", "float", "int", "none", "number", "size"}:
        return "amount"
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
        if a.variable is not None and b.variable is not None and a.variable != b.variable:
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
    if any(type(one) is TraceType or isinstance(one, (ChoiceValue, DataValue)) for one in (a, b)):
        return None
    if type(a) is not type(b):
        return False
    return None


def may_share_key(a: TraceType, b: TraceType) -> bool:
    """Whether an argument that ``a`` holds can share a trace with one that ``b`` holds.

    An upper bound, over all executions of both.
    """
    if isinstance(a, PythonValue) and isinstance(b, PythonValue):
        if a.constants is not None and b.constants is not None:
            return not a.constants.isdisjoint(b.constants)
        return a.kind == b.kind or not {a.kind, b.kind} & {"str", "bytes", "none"}
    if isinstance(a, SequenceValue) and isinstance(b, SequenceValue) and a.kind == b.kind:
        if a.items is None or b.items is None or a.change is not None or b.change is not None:
            return True
        return len(a.items) == len(b.items) and all(map(may_share_key, a.items, b.items))
    if isinstance(a, TensorValue) and isinstance(b, TensorValue):
        return bool(a.changes or b.changes) or same_key(a, b) is not False
    if isinstance(a, (ObjectValue, FunctionValue)) and isinstance(b, type(a)):
        return True
    if isinstance(a, MappingValue) and isinstance(b, MappingValue):
        return bool(a.change or b.change) or same_key(a, b) is not False
    return same_key(a, b) is not False


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


def with_changed_members(value: ContainerValue) -> TraceType:
    """Return a container of containers, each of which has become longer, or shorter."""
    member = join(map(_of_any_length, value.parts))
    if isinstance(value, MappingValue):
        return MappingValue(None, member, value.change, value.any_key)
    if isinstance(value, SequenceValue):
        return SequenceValue(value.kind, None, member, value.change)
    return value


def _of_any_length(value: TraceType) -> TraceType:
    """Return a container without what it held at one time."""
    if isinstance(value, MappingValue):
        return MappingValue()
    return SequenceValue("list") if isinstance(value, SequenceValue) else value
