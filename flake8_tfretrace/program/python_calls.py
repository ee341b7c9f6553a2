"""Transfer functions of calls: Python's builtins and standard library."""

from __future__ import annotations

import ast
import contextlib
import functools
import itertools
import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Literal

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import library
from flake8_tfretrace.program.draws import Draws
from flake8_tfretrace.program.iteration import count_of, elements_of, iterated, length_change
from flake8_tfretrace.program.known_calls import array_of
from flake8_tfretrace.program.linear import width
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.operations import (
    applied,
    arithmetic,
    combined_change,
    of_its_kind,
    recounted,
    settled,
    truth,
)
from flake8_tfretrace.program.scopes import Index, Place, definitions, start
from flake8_tfretrace.program.syntax import argument
from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    LEAST_TRIPS,
    MAX_CONSTANTS,
    SMOOTH,
    UNKNOWN,
    Change,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    WindowValue,
    first_change,
    join,
    most_elements,
    python_value,
    stream_of,
)
from flake8_tfretrace.program.values import Iterables, Values

_MAX_REPEATED = 8
"""Of so many copies ``itertools.product`` takes one element each."""


class PythonCalls:
    """Evaluates calls of builtins, and of the standard library's ``math`` and ``itertools``."""

    def __init__(self, index: Index, names: Names, values: Iterables, draws: Draws) -> None:
        self.index = index
        self.names = names
        self.values = values
        self.draws = draws

    def result(self, node: ast.Call, qualified: str, place: Place) -> TraceType | None:
        """Return what the call gives; None if it is of another function."""
        function = _FUNCTIONS.get(qualified)
        if function is not None:
            return function(self, node, place)
        if qualified in library.MATH_FLOATS or qualified in library.MATH_INTEGERS:
            return self._mathematics(node, qualified, place)
        return None

    def range_(self, node: ast.Call, place: Place) -> TraceType:
        values = self._iterables(node, place)
        if values is None:
            return PythonValue("range")
        if any(isinstance(value, TensorValue) and value.numpy is False for value in values):
            return TensorValue("int32", (None,))
        change = first_change(value.changes for value in values)
        constants = [v.constant for v in values]
        bounds = [constant for constant in constants if isinstance(constant, int)]
        if bounds and len(bounds) == len(constants) and 0 not in bounds[2:]:
            if all(abs(bound) <= sys.maxsize // 2 for bound in bounds):
                # Of longer ones nobody can ask for the length.
                return PythonValue("range", frozenset([range(*bounds)]))
        if change is not None and len(node.args) == 2:
            length = width(self.values, node.args[0], node.args[1], place)
            nodes = () if length is None else length.values
            sizes = [self.values.value(size, place) for size in nodes]
            if length is not None and all(size.changes is None for size in sizes):
                return WindowValue("range", None, change)
        return PythonValue("range", None, change)

    def number(self, node: ast.Call, place: Place) -> TraceType:
        kind = node.func.id if isinstance(node.func, ast.Name) else "number"
        if not node.args:
            return UNKNOWN
        value = self.values.value(node.args[0], place)
        if isinstance(value, PythonValue):
            value = value if kind == "str" else value.operand
            constants = None
            if value.constants is not None:
                convert = _CONVERSIONS[kind]
                try:
                    constants = frozenset(convert(c) for c in value.constants)
                except (TypeError, ValueError, OverflowError):
                    constants = None
            result = "int" if kind == "round" else kind
            change = value.change
            if kind == "abs":
                result = "int" if value.kind == "bool" else value.kind
                change = change and change.within((change.least + 1) // 2)
            elif result == "int" and value.kind not in ("int", "bool"):
                is_smooth = rounds_finely(self.values, node, place)
                change = change and change.within(SMOOTH if is_smooth else 1)
            if constants is not None:
                change = value.change
            if kind == "round" and len(node.args) > 1:
                result, constants = value.kind, None
            number = PythonValue(result, constants, recounted(change, value.constants, constants))
            return number.having(applied(_CONVERSIONS[kind], value) if not node.args[1:] else None)
        if isinstance(value, TensorValue):
            if kind == "abs":
                return replace(value, variable=False)
            # A Python number in eager code; only a loop over a range shows that it changes.
            change = self._range_element(node.args[0], place)
            if value.drawn is not None:
                is_whole = (value.dtype or "").startswith(("int", "uint")) or kind == "float"
                change = value.drawn if is_whole else value.drawn.within(1)
            return PythonValue(kind, None, change) if kind in ("int", "float") else UNKNOWN
        return PythonValue(kind) if kind in ("int", "float", "str") else UNKNOWN

    def _range_element(self, node: ast.expr, place: Place) -> Change | None:
        """Return the change of a loop variable that goes over tf.range or np.arange."""
        bindings = definitions(node, place) if isinstance(node, ast.Name) else ()
        for binding in bindings:
            loop = binding.node
            if binding.kind != "loop" or binding.path or loop not in place.loops:
                continue
            assert isinstance(loop, (ast.For, ast.AsyncFor, ast.comprehension))
            iterable = loop.iter
            if isinstance(iterable, ast.Call):
                if library.is_range(self.names.qualified(iterable.func, place) or ""):
                    count = count_of(self.values.value(iterable, place))
                    least = LEAST_TRIPS if count is None else count
                    return Change("loop", binding.name, start(loop)[0], loop, least)
        return None

    def truth_(self, node: ast.Call, place: Place) -> TraceType:
        return truth()

    def length(self, node: ast.Call, place: Place) -> TraceType:
        value = self.values.value(node.args[0], place) if node.args else UNKNOWN
        if isinstance(value, SequenceValue):
            if value.items is not None and value.change is None:
                return python_value(len(value.items))
            return PythonValue("int", None, value.change)
        if isinstance(value, TensorValue) and value.shape:
            return value.shape[0] or PythonValue("int", None, value.change)
        if isinstance(value, PythonValue) and value.constants and value.kind in _SIZED:
            lengths = frozenset(map(len, value.constants))
            change = recounted(value.change, value.constants, lengths)
            return PythonValue("int", lengths, change).having(applied(len, value))
        return PythonValue("int")

    def extreme(self, node: ast.Call, place: Place) -> TraceType:
        values = [self.values.value(part, place) for part in node.args]
        if len(values) == 1:
            return _of_elements(values[0])
        numbers = (value.operand for value in values if isinstance(value, PythonValue))
        known = [value for value in numbers if value.is_number]
        if len(known) < len([v for v in values if v is not BOTTOM]):
            return UNKNOWN
        if len(known) < len(values):
            return of_its_kind(known[0]) if known else BOTTOM
        kinds = {value.kind for value in known}
        kind = kinds.pop() if len(kinds) == 1 else "number"
        assert isinstance(node.func, ast.Name)
        function: Callable[..., Any] = min if node.func.id == "min" else max
        fixed = [value.constants for value in known if value.change is None]
        constants = [values for values in fixed if values is not None]
        if len(constants) == len(known) and math.prod(map(len, constants)) <= MAX_CONSTANTS:
            results = frozenset(map(function, itertools.product(*constants)))
            return python_value(*results) if len(results) == 1 else PythonValue(kind, results)
        if sum(value.change is not None for value in known) == 1 and len(known) == 2:
            changing = next(v for v in known if v.change)
            bound = next(v for v in known if not v.change)
            if changing.constants is not None and bound.constant is not None:
                limited = frozenset(function(c, bound.constant) for c in changing.constants)
                return PythonValue(
                    kind, limited, recounted(changing.change, changing.constants, limited)
                )
        # A bound cuts off most of what the other number takes: how much is left is not known.
        change = functools.reduce(combined_change, (value.change for value in known))
        result = PythonValue(kind, None, change and replace(change, least=1))
        return result.having(applied(function, *known))

    def total(self, node: ast.Call, place: Place) -> TraceType:
        if not node.args:
            return UNKNOWN
        iterable = self.values.value(node.args[0], place)
        found = _of_elements(iterable)
        if count_of(iterable) or (isinstance(found, PythonValue) and found.kind == "int"):
            return found
        # Without elements it is the int 0.
        return PythonValue("number") if isinstance(found, PythonValue) else UNKNOWN

    def enumerate_(self, node: ast.Call, place: Place) -> TraceType:
        if not node.args:
            return UNKNOWN
        iterable = self.values.iterable(node.args[0], place)
        first = argument(node, 1, "start")
        offset = self.values.value(first, place) if first is not None else python_value(0)
        elements = elements_of(iterable)
        base = offset.constant
        if elements is not None and isinstance(base, int):
            pairs = (
                SequenceValue("tuple", (python_value(base + position), element))
                for position, element in enumerate(elements)
            )
            return stream_of("iterator", pairs, node)
        pair = SequenceValue("tuple", (PythonValue("int"), iterated(iterable)))
        return StreamValue("iterator", pair, node, count_of(iterable))

    def zip_(self, node: ast.Call, place: Place) -> TraceType:
        iterables = self._iterables(node, place)
        if iterables is None:
            return self._columns(node, place)
        known = [elements_of(iterable) for iterable in iterables]
        columns = [column for column in known if column is not None]
        if columns and len(columns) == len(iterables):
            return _tuples(node, zip(*columns))
        counts = [c for c in map(count_of, iterables) if c is not None]
        return _stream_of_tuples(node, iterables, min(counts) if counts else None)

    def _columns(self, node: ast.Call, place: Place) -> StreamValue:
        """Return what ``zip(*rows)`` gives: each column has as many elements as there are rows."""
        (first, *others) = node.args
        rows = self.values.iterable(first.value, place) if isinstance(first, ast.Starred) else None
        row = rows.any_element if isinstance(rows, SequenceValue) and not others else None
        length = None if rows is None else length_change(rows)
        most = None if rows is None else most_elements(rows)
        column = SequenceValue("tuple", None, UNKNOWN, length, most=most)
        if not isinstance(row, SequenceValue) or row.items is None or row.change is not None:
            return StreamValue("iterator", column if row else UNKNOWN, node)
        columns = (replace(column, element=settled(part)) for part in row.items)
        return stream_of("iterator", columns, node)

    def _iterables(self, node: ast.Call, place: Place) -> list[TraceType] | None:
        """Return what the arguments of a call are; None if it is not known how many there are."""
        found: list[TraceType] = []
        for part in node.args:
            if isinstance(part, ast.Starred):
                elements = elements_of(self.values.iterable(part.value, place))
                if elements is None:
                    return None
                found += elements
            else:
                found.append(self.values.iterable(part, place))
        return found

    def product(self, node: ast.Call, place: Place) -> TraceType:
        iterables = self._iterables(node, place)
        repeated: TraceType = python_value(1)
        for keyword in node.keywords:
            is_known = keyword.arg == "repeat"
            repeated = self.values.value(keyword.value, place) if is_known else UNKNOWN
        times = repeated.constant
        if iterables is None and len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            # Each is a tuple of as many elements as there are iterables.
            rows = self.values.iterable(node.args[0].value, place)
            element = settled(iterated(iterated(rows)))
            row = SequenceValue("tuple", None, element, length_change(rows))
            return StreamValue("iterator", row, node)
        if iterables is None or not isinstance(times, int) or not 0 < times <= _MAX_REPEATED:
            return StreamValue("iterator", UNKNOWN, node)
        iterables *= times
        counts = [count_of(iterable) for iterable in iterables]
        known = [count for count in counts if count is not None]
        count = math.prod(known) if len(known) == len(counts) else None
        columns = [elements_of(iterable) or [] for iterable in iterables]
        if count is not None and count <= MAX_CONSTANTS and all(columns):
            return _tuples(node, itertools.product(*columns))
        return _stream_of_tuples(node, iterables, count)

    def combinations(self, node: ast.Call, place: Place) -> TraceType:
        """Return tuples of some elements of one iterable, as many as the second argument says."""
        source = self.values.iterable(argument(node, 0, "iterable"), place)
        size = self.values.value(argument(node, 1, "r"), place).constant
        element = settled(iterated(source))
        row = SequenceValue("tuple", None, element)
        if isinstance(size, int) and 0 <= size <= _MAX_REPEATED:
            row = SequenceValue("tuple", (element,) * size)
        return StreamValue("iterator", row, node)

    def chain(self, node: ast.Call, place: Place) -> TraceType:
        iterables = self._iterables(node, place)
        if iterables is None:
            return StreamValue("iterator", UNKNOWN, node)
        known = [elements_of(iterable) for iterable in iterables]
        if None not in known:
            return stream_of("iterator", (e for column in known for e in column or ()), node)
        return StreamValue("iterator", join([iterated(i) for i in iterables]), node)

    def same_elements(self, node: ast.Call, place: Place) -> TraceType:
        """``itertools.islice`` and ``cycle``: some, or more, of the elements they are given."""
        source = self.values.iterable(node.args[0], place) if node.args else UNKNOWN
        return StreamValue("iterator", iterated(source), node)

    def sampled(self, node: ast.Call, place: Place) -> TraceType:
        """``random.sample`` and ``choices``: a list of some of the elements they are given."""
        source = self.values.iterable(node.args[0], place) if node.args else UNKNOWN
        size = self.values.value(argument(node, 1, "k"), place)
        most = size.most if isinstance(size, PythonValue) else None
        return SequenceValue("list", None, _drawn_element(settled(iterated(source))), most=most)

    def extremes(self, node: ast.Call, place: Place) -> TraceType:
        """``heapq.nsmallest`` and ``nlargest``: a list of some of the elements they are given."""
        source = self.values.iterable(argument(node, 1, "iterable"), place)
        return SequenceValue("list", None, settled(iterated(source)))

    def division(self, node: ast.Call, place: Place) -> TraceType:
        if len(node.args) != 2:
            return UNKNOWN
        left, right = [self.values.value(part, place) for part in node.args]
        parts = (arithmetic(ast.FloorDiv(), left, right), arithmetic(ast.Mod(), left, right))
        return SequenceValue("tuple", parts)

    def reversed_(self, node: ast.Call, place: Place) -> TraceType:
        iterable = self.values.value(node.args[0], place) if node.args else UNKNOWN
        elements = elements_of(iterable)
        if elements is not None:
            return stream_of("iterator", reversed(elements), node)
        return StreamValue("iterator", iterated(iterable), node, count_of(iterable))

    def sorted_(self, node: ast.Call, place: Place) -> TraceType:
        value = self.listed(node, place)
        if value.items is None:
            return value
        constants: list[Any] = [item.constant for item in value.items]
        if None in constants or node.keywords:
            return replace(value, items=(join(value.items),) * len(value.items))
        with contextlib.suppress(TypeError):
            return SequenceValue("list", tuple(map(python_value, sorted(constants))))
        return UNKNOWN

    def listed(self, node: ast.Call, place: Place) -> SequenceValue:
        kind: Literal["list", "tuple"] = "list"
        if isinstance(node.func, ast.Name) and node.func.id == "tuple":
            kind = "tuple"
        if not node.args:
            return SequenceValue(kind, ())
        value = self.values.iterable(node.args[0], place)
        elements = elements_of(value)
        if elements is not None:
            return SequenceValue(kind, tuple(elements))
        element, length = settled(iterated(value)), length_change(value)
        return SequenceValue(kind, None, element, length, most=most_elements(value))

    def dictionary(self, node: ast.Call, place: Place) -> TraceType:
        copied = self.values.iterable(node.args[0], place) if node.args else MappingValue(())
        if isinstance(copied, (StreamValue, SequenceValue)):
            copied = _of_pairs(copied)
        known = isinstance(copied, MappingValue) and copied.items is not None
        if not known or any(keyword.arg is None for keyword in node.keywords):
            return MappingValue()
        assert isinstance(copied, MappingValue)
        items = dict(copied.items or ())
        items.update((k.arg, self.values.value(k.value, place)) for k in node.keywords)
        return replace(copied, items=tuple(items.items()))

    def grouped(self, node: ast.Call, place: Place) -> TraceType:
        """``collections.defaultdict``: a dict whose elements a function makes."""
        qualified = self.names.qualified(node.args[0], place) if len(node.args) == 1 else None
        made: dict[str | None, TraceType] = {
            "list": SequenceValue("list"),
            "dict": MappingValue(),
            "int": PythonValue("int"),
            "float": PythonValue("float"),
        }
        return MappingValue(None, UNKNOWN if node.keywords else made.get(qualified, UNKNOWN))

    def fresh_iterator(self, node: ast.Call, place: Place) -> TraceType:
        """``iter`` and ``filter`` of Python values; of a dataset, TensorFlow's own."""
        assert isinstance(node.func, ast.Name)
        if node.func.id == "iter" and node.args:
            source = self.values.value(node.args[0], place)
            if not isinstance(source, (SequenceValue, MappingValue, PythonValue)):
                return source if isinstance(source, StreamValue) else UNKNOWN
            return StreamValue("iterator", iterated(source), node)
        return StreamValue("iterator", UNKNOWN, node)

    def mapped(self, node: ast.Call, place: Place) -> TraceType:
        """``map``: of a library's function that makes arrays, one for each element."""
        if len(node.args) != 2:
            return StreamValue("iterator", UNKNOWN, node)
        function, source = node.args[0], self.values.iterable(node.args[1], place)
        known = knowledge.function(self.names.qualified(function, place) or "")
        elements = elements_of(source)
        if elements is not None:
            return stream_of("iterator", (array_of(known, part) for part in elements), node)
        made = array_of(known, iterated(source))
        return StreamValue("iterator", made, node, count_of(source), None, most_elements(source))

    def following(self, node: ast.Call, place: Place) -> TraceType:
        """``next``: another element at each call, unless the iterator is made for it."""
        source = self.values.iterable(node.args[0], place) if node.args else UNKNOWN
        if not isinstance(source, StreamValue) or source.kind == "dataset" or len(node.args) > 1:
            return UNKNOWN
        made = None if source.site is None else self.index.places.get(source.site)
        element = iterated(source)
        if not isinstance(element, PythonValue) or made is None or element.change is not None:
            return element if isinstance(element, PythonValue) else UNKNOWN
        around = [loop for loop in place.loops if loop not in made.loops]
        is_kept = bool(around) or made.function is not place.function
        if not is_kept or element.kind in ("bool", "none"):
            return element
        least = LEAST_TRIPS if element.constants is None else len(element.constants)
        line, loop = start(node)[0], around[-1] if around else None
        what = ast.unparse(node)
        change = Change("counter", what, line, loop, min(least, LEAST_TRIPS), place=place)
        return replace(element, change=change)

    def drawn(
        self, node: ast.Call, qualified: str, place: Place, generator: ObjectValue | None = None
    ) -> TraceType:
        """Return what a function of :mod:`random`, or a method of a generator, draws."""
        kind = library.PYTHON_RANDOM.get(qualified)
        if kind is None:
            return UNKNOWN
        width = self._width(node, qualified, place)
        return PythonValue(kind, None, self.draws.change(node, qualified, place, generator, width))

    def _width(self, node: ast.Call, qualified: str, place: Place) -> int | None:
        """Return how many numbers a draw is from; None if that is not known, or very many."""
        bounds = [self.values.value(part, place).constant for part in node.args]
        whole = [bound for bound in bounds if isinstance(bound, int)]
        if qualified == "random.uniform" and len(bounds) == 2 and None not in bounds:
            return 1 if bounds[0] == bounds[1] else None
        if not whole or len(whole) < len(bounds):
            return None
        if qualified == "random.randint" and len(whole) == 2:
            return whole[1] - whole[0] + 1
        if qualified == "random.randrange" and 0 not in whole[2:]:
            return len(range(*whole))
        if qualified == "secrets.randbelow":
            return whole[0]
        return 1 << whole[0] if qualified == "random.getrandbits" and whole[0] < 8 else None

    def counting(self, node: ast.Call, place: Place) -> TraceType:
        return StreamValue("iterator", PythonValue("int"), node)

    def _mathematics(self, node: ast.Call, qualified: str, place: Place) -> PythonValue:
        kind = "int" if qualified in library.MATH_INTEGERS else "float"
        values = [self.values.value(part, place) for part in node.args]
        change = first_change(v.change for v in values if isinstance(v, PythonValue))
        numbers = [value.constants for value in values if isinstance(value, PythonValue)]
        function = getattr(math, qualified.removeprefix("math."), None)
        if len(numbers) != 1 or len(values) != 1 or numbers[0] is None:
            least = 1 if kind == "int" else SMOOTH
            result = PythonValue(kind, None, change and change.within(least))
            known = [value for value in values if isinstance(value, PythonValue)]
            return result.having(applied(function, *known) if len(known) == len(values) else None)
        constants = None
        if function is not None:
            # Outside its domain, it raises.
            with contextlib.suppress(ArithmeticError, TypeError, ValueError):
                constants = frozenset(map(function, numbers[0]))
        return PythonValue(kind, constants, recounted(change, numbers[0], constants))


def rounds_finely(values: Values, node: ast.Call, place: Place) -> bool:
    """Whether a call of ``round`` leaves so many digits that what changes goes on changing (A7)."""
    digits = values.value(argument(node, 1, "ndigits"), place).constant
    return isinstance(digits, int) and digits > 1


def _drawn_element(value: TraceType) -> TraceType:
    """Return what an element that is drawn is: which of several numbers, nobody knows."""
    if isinstance(value, SequenceValue) and value.items is not None:
        return replace(value, items=tuple(map(_drawn_element, value.items)))
    return UNKNOWN if isinstance(value, PythonValue) and value.constant is None else value


def _of_elements(iterable: TraceType) -> TraceType:
    """Return what the least, the greatest and the sum of numbers or tensors are."""
    if isinstance(iterable, (MappingValue, TensorValue)):
        return UNKNOWN
    element = iterated(iterable)
    if isinstance(element, TensorValue):
        return TensorValue(element.dtype, None, element.numpy)
    if not isinstance(element, PythonValue) or element.kind == "none":
        return UNKNOWN
    # A size that may be open has no order if it is.
    kind = "int" if element.kind == "bool" else element.operand.kind
    return PythonValue(kind) if kind in ("int", "float", "number") else UNKNOWN


def _of_pairs(pairs: TraceType) -> MappingValue:
    """Return the dict of keys and values that an iterable gives in pairs."""
    elements = elements_of(pairs)
    known = [_pair(element) for element in elements or ()]
    keys = [key.constant for key, _ in known]
    if elements is not None and None not in keys and len(set(keys)) == len(keys):
        return MappingValue(tuple((key, value) for key, (_, value) in zip(keys, known)))
    name, value = _pair(iterated(pairs))
    return MappingValue(None, value, name=name)


def _pair(element: TraceType) -> tuple[TraceType, TraceType]:
    if isinstance(element, SequenceValue) and element.items and len(element.items) == 2:
        return element.items[0], element.items[1]
    return UNKNOWN, UNKNOWN


def _tuples(node: ast.Call, rows: Iterable[tuple[TraceType, ...]]) -> StreamValue:
    return stream_of("iterator", (SequenceValue("tuple", row) for row in rows), node)


def _stream_of_tuples(
    node: ast.Call, iterables: Iterable[TraceType], count: int | None
) -> StreamValue:
    """Return an iterator over tuples with an element of each of ``iterables``."""
    return StreamValue(
        "iterator", SequenceValue("tuple", tuple(map(iterated, iterables))), node, count
    )


_SIZED = frozenset({"bytes", "range", "str"})
"""The kinds of Python values that have a length."""

_CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    "int": int,
    "float": float,
    "str": str,
    "abs": abs,
    "round": round,
}

_FUNCTIONS: dict[str, Callable[[PythonCalls, ast.Call, Place], TraceType]] = {
    "range": PythonCalls.range_,
    "int": PythonCalls.number,
    "float": PythonCalls.number,
    "str": PythonCalls.number,
    "abs": PythonCalls.number,
    "round": PythonCalls.number,
    "bool": PythonCalls.truth_,
    "isinstance": PythonCalls.truth_,
    "hasattr": PythonCalls.truth_,
    "callable": PythonCalls.truth_,
    "any": PythonCalls.truth_,
    "all": PythonCalls.truth_,
    "len": PythonCalls.length,
    "min": PythonCalls.extreme,
    "max": PythonCalls.extreme,
    "sum": PythonCalls.total,
    "enumerate": PythonCalls.enumerate_,
    "zip": PythonCalls.zip_,
    "reversed": PythonCalls.reversed_,
    "sorted": PythonCalls.sorted_,
    "list": PythonCalls.listed,
    "tuple": PythonCalls.listed,
    "dict": PythonCalls.dictionary,
    "collections.OrderedDict": PythonCalls.dictionary,
    "collections.defaultdict": PythonCalls.grouped,
    "iter": PythonCalls.fresh_iterator,
    "map": PythonCalls.mapped,
    "filter": PythonCalls.fresh_iterator,
    "next": PythonCalls.following,
    "divmod": PythonCalls.division,
    "heapq.nlargest": PythonCalls.extremes,
    "heapq.nsmallest": PythonCalls.extremes,
    "itertools.chain": PythonCalls.chain,
    "itertools.combinations": PythonCalls.combinations,
    "itertools.combinations_with_replacement": PythonCalls.combinations,
    "itertools.permutations": PythonCalls.combinations,
    "itertools.count": PythonCalls.counting,
    "itertools.cycle": PythonCalls.same_elements,
    "itertools.islice": PythonCalls.same_elements,
    "itertools.product": PythonCalls.product,
    "random.choices": PythonCalls.sampled,
    "random.sample": PythonCalls.sampled,
}
