"""Transfer functions of calls that the generated tables give: a library function's result."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import library
from flake8_tfretrace.program.draws import Draws, drawn_at
from flake8_tfretrace.program.keras import Keras
from flake8_tfretrace.program.linear import assigned, width_change
from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.operations import (
    broadcast,
    combined_change,
    default_dtype,
    elementwise,
    most_together,
    nested_shape,
    product_shape,
    reduced_shape,
    short_name,
    truth,
)
from flake8_tfretrace.program.scopes import LoopNode, Place, definitions
from flake8_tfretrace.program.shape_functions import known_sizes
from flake8_tfretrace.program.syntax import Syntax
from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    Change,
    Dimension,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    first_change,
    most_elements,
    python_value,
)
from flake8_tfretrace.program.values import Values

Shape = tuple[Dimension, ...] | None
_TURNING = ("transpose", "adjoint")
_OF_PRODUCTS = {"a", "b", "name"} | {f"{option}_{name}" for option in _TURNING for name in "ab"}
"""The parameters of a product of matrices that say what is multiplied."""
_MOST_PARTS = 16
"""So many parts of a tensor are told apart."""
_MAX_DEFINITIONS = 4
"""So many names are followed to what they are set to."""
_OF_REDUCTIONS = {"axis", "keepdims"}
"""The parameters of a reduction that say which dimensions it takes away."""


@dataclass(frozen=True)
class KnownCall:
    """One call of a function that the tables know."""

    names: Names
    keras: Keras
    syntax: Syntax
    values: Values
    draws: Draws
    function: knowledge.Function
    node: ast.Call
    place: Place
    instance: TraceType | None = None
    """What it is a method of; None for a function of a module."""

    @cached_property
    def bound(self) -> knowledge.Bound | None:
        """Which parameter takes which argument."""
        return self.function.bind(self.node, bound=self.instance is not None)

    def value(self, name: str) -> TraceType | None:
        """Return what is passed for a parameter; None if nothing is, or that is not known."""
        if self.instance is not None and self._is_self(name):
            return self.instance
        bound = self.bound
        if bound is None:
            return None
        if name.startswith("*"):
            values = [self.values.value(part, self.place) for part in bound.rest]
            if len(values) == 1 and isinstance(values[0], SequenceValue):
                return values[0]
            return SequenceValue("tuple", tuple(values)) if values else None
        node = bound.get(name)
        return None if node is None else self.values.value(node, self.place)

    def _static(self, name: str) -> TraceType | None:
        """Return what is passed for a parameter: of a shape that is a tensor, its known sizes.

        TensorFlow folds ``tf.shape(x)`` where the shape of ``x`` is known while tracing.
        """
        value, node = self.value(name), None if self.bound is None else self.bound.get(name)
        if node is not None and name in self.function.shapes:
            return self._static_sizes(node, self.place) or value
        is_nested = isinstance(value, SequenceValue) and any(
            isinstance(part, SequenceValue) for part in value.parts
        )
        # What is set in a list within a list is not followed.
        return None if is_nested and not isinstance(node, (ast.List, ast.Tuple)) else value

    def _static_sizes(self, node: ast.expr, place: Place, depth: int = 0) -> TraceType | None:
        """Return the sizes that an expression gives as tensors; None if it does not."""
        if isinstance(node, (ast.List, ast.Tuple)):
            sizes = [
                self._static_sizes(part, place, depth) or self.values.value(part, place)
                for part in node.elts
            ]
            return SequenceValue("list", tuple(sizes))
        if isinstance(node, ast.Name) and depth < _MAX_DEFINITIONS:
            found = definitions(node, place)
            source = assigned(found[0]) if len(found) == 1 else None
            if source is None or found[0].place.function is not place.function:
                return None
            return self._static_sizes(source, found[0].place, depth + 1)
        if isinstance(node, ast.Subscript):
            whole = self._static_sizes(node.value, place, depth + 1)
            index = self.values.value(node.slice, place).constant
            items = whole.items if isinstance(whole, SequenceValue) else None
            is_there = isinstance(index, int) and -len(items or ()) <= index < len(items or ())
            return items[index] if items is not None and is_there else None
        if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
            return None
        if self.names.qualified(node.func, place) != "tensorflow.shape":
            return None
        of = self.values.value(node.args[0], place)
        known = of.constant_shape if isinstance(of, TensorValue) else None
        return None if known is None else SequenceValue("tuple", tuple(map(python_value, known)))

    def _is_self(self, name: str) -> bool:
        parameters = self.function.parameters
        return bool(parameters) and parameters is not None and parameters[0].name == name

    def result(self) -> TraceType:
        """Return what the call gives."""
        is_product = self.function.name in library.MATRIX_PRODUCTS and self._is_product()
        if self.function.name in library.UNSTACKING and self.bound is not None:
            return self._unstacked()
        result = self.function.result if is_product else self.function.returned(self.bound)
        if self.function.numbers and not self._of_numbers():
            # What it draws from decides what it gives, and in which shape a size.
            has_shape = result.shape is not None and result.shape.sign == "$"
            result = result._replace(dtype=None) if has_shape else knowledge.UNKNOWN
        return self._made(result)

    def _of_numbers(self) -> bool:
        bound = self.bound
        if bound is None:
            return False
        shapes = {shape_parameter(r) for r in self.function.given.values()}
        nodes = [*bound.rest, *(n for name, n in bound.named.items() if name not in shapes)]
        values = [self.values.value(part, self.place) for part in nodes]
        return all(isinstance(value, PythonValue) for value in values)

    def _made(self, result: knowledge.Result) -> TraceType:
        match result.kind:
            case "tensor" | "array" | "variable":
                tensor = self._tensor(result)
                if tensor.shape == () and self.function.name.startswith("numpy.random."):
                    # A number that is drawn is one of Python's.
                    is_float = tensor.dtype in library.FLOAT_DTYPES
                    return PythonValue("float" if is_float else "number", None, self._drawn())
                return tensor
            case "none":
                return python_value(None)
            case "bool":
                return truth()
            case "int" | "float" | "complex" | "str" | "bytes":
                return PythonValue(result.kind, None, self._drawn())
            case "tuple":
                items = None if result.items is None else tuple(map(self._made, result.items))
                return SequenceValue("tuple", items)
            case "list":
                element = UNKNOWN if result.items is None else self._made(result.items[0])
                return SequenceValue("list", None, element)
            case "dict":
                return MappingValue()
            case "instance" if knowledge.is_subclass(result.cls, library.DATASET):
                return StreamValue("dataset", UNKNOWN, self.node)
            case "instance":
                made = self.keras.made(self.node, result.cls)
                return UNKNOWN if made is None else made
        return UNKNOWN

    def _drawn(self) -> Change | None:
        """Return the change of a number that each call draws anew."""
        if not self.function.random:
            return None
        generator = self.instance if isinstance(self.instance, ObjectValue) else None
        name, width = self.function.name, self.drawn_from()
        return self.draws.change(self.node, name, self.place, generator, width)

    def drawn_from(self) -> int | None:
        """Return how many numbers a draw is from; None if that is not known, or very many."""
        name = self.function.name.rpartition(".")[2]
        if name == "choice":
            source = self.value("a")
            if isinstance(source, SequenceValue):
                return None if source.items is None else len(source.items)
            return _whole(source)
        low, high = self.value("low"), self.value("high")
        if name == "uniform":
            is_one = low is not None and high is not None and low.constant is not None
            return 1 if is_one and low == high else None
        numbers = self.drawn_numbers()
        return None if numbers is None else len(numbers)

    def drawn_numbers(self) -> range | None:
        """Return the whole numbers that a draw is from; None if they are not known."""
        name = self.function.name.rpartition(".")[2]
        if name == "choice":
            size = _whole(self.value("a"))
            return None if size is None else range(size)
        if name not in ("integers", "randint"):
            return None
        low, high = self.value("low"), self.value("high")
        if high is None or high == python_value(None):
            low, high = python_value(0), low
        first, last = _whole(low), _whole(high)
        if first is None or last is None:
            return None
        return range(first, last + (self.value("endpoint") not in (None, python_value(False))))

    def _tensor(self, result: knowledge.Result) -> TensorValue:
        numpy = result.kind == "array"
        shape, change = self._shape(result.shape)
        if self.function.name in library.MATRIX_PRODUCTS:
            shape = self._product_shape(library.MATRIX_PRODUCTS[self.function.name])
        elif result.shape is None and self.function.is_reduction:
            shape = self._reduced_shape()
        elif self.function.name in library.PERMUTATIONS:
            shape = self._permuted_shape()
        if shape is None or result.shape is None or result.shape.sign in "^":
            change = change or self._carried()
        if self.function.name in library.EXPANDING:
            shape, most = self._expanded()
        elif self.function.name in library.STACKING and self.value("axis") is not None:
            shape, most = self._stacked(), self._most(result.shape)
        else:
            most = self._most(result.shape)
        sizes = None if change is not None else known_sizes(self.function.name, self._static)
        if sizes is not None:
            shape = tuple(map(python_value, sizes))
        if shape == (None,) and change is not None:
            # There is only one dimension that can change.
            shape, change = (PythonValue("int", None, change),), None
        return TensorValue(
            self._dtype(result.dtype, numpy),
            shape,
            numpy,
            result.kind == "variable",
            change,
            drawn=self._drawn() if numpy and result.shape is None else None,
            most=most,
        )

    def _permuted_shape(self) -> tuple[Dimension, ...] | None:
        """Return the shape of all numbers below one, in a random order; None of anything else."""
        given = self.value("x")
        return (given,) if isinstance(given, PythonValue) and given.kind == "int" else None

    # dtypes

    def _dtype(self, rule: knowledge.Rule | None, numpy: bool) -> str | None:
        if rule is None:
            return None
        if not rule.sign:
            return rule.names[0]
        if rule.sign == "$":
            named = None if self.bound is None else self.bound.get(rule.names[0])
            if named is None or (isinstance(named, ast.Constant) and named.value is None):
                return self._dtype(rule.otherwise, numpy)
            return named_dtype(self.names, self.values, named, self.place, numpy=numpy)
        passed = self._passed(rule.names)
        dtype = self._common_dtype(rule.sign, passed, numpy)
        # What is said of real numbers is not said of complex ones.
        return None if dtype is None or dtype.startswith("complex") else dtype

    def _common_dtype(self, sign: str, values: list[TraceType], numpy: bool) -> str | None:
        """Return the dtype that the arguments of a rule have in common."""
        if not values:
            return None
        if sign == "@":
            tensors = [value for value in values if isinstance(value, TensorValue)]
            dtypes = {value.dtype for value in tensors} - {None}
            if len(dtypes) == 1:
                return dtypes.pop()
            return None if tensors else default_dtype(SequenceValue("list", tuple(values)), numpy)
        tensors = [value for value in values if isinstance(value, TensorValue)]
        if not tensors:
            dtype = default_dtype(SequenceValue("list", tuple(values)), numpy)
        elif len(tensors) < len(values) and tensors[0].numpy is False:
            # An integer that meets a float may become one.
            dtype = tensors[0].dtype if tensors[0].dtype in library.FLOAT_DTYPES else None
        else:
            others = [value for value in values if value is not tensors[0]]
            dtype = reduce(elementwise, others, tensors[0]).dtype
        return dtype if sign == "&" or dtype in library.FLOAT_DTYPES else None

    # shapes

    def _shape(self, rule: knowledge.Rule | None) -> tuple[Shape, Change | None]:
        """Return the shape, and why it changes beyond what its dimensions say."""
        if rule is None:
            return None, None
        if rule.sign == "^":
            return (None,) * int(rule.names[0]), None
        if rule.sign == "*":
            name = short_name(self.names.qualified(self.node.func, self.place) or "")
            drawn: Change | None = drawn_at(
                "shape", self.node, name or self.function.name, self.place
            )
            if self.place.loops:
                loop = self._changing_loop(self._selecting(rule.names))
                drawn = replace(drawn, loop=loop) if drawn and loop else None
            return self._of_data(rule.names, PythonValue("int", None, drawn)), drawn
        passed = self._passed(rule.names)
        if not passed:
            return None, None
        if rule.sign == "#":
            return self._counted(rule.names, passed), None
        if rule.sign == "$":
            first = self.function.parameters[:1] if self.function.parameters else ()
            asked = self._static(rule.names[0]) or passed[0]
            return asked_shape(asked, *(self.value(parameter.name) for parameter in first))
        shape = reduce(broadcast, map(nested_shape, passed))
        if shape is not None and len(passed) == 1:
            # The length of a list is the size of its dimension.
            passed = [v for v in passed if not isinstance(v, SequenceValue) or v.items is not None]
        changes = (v.change for v in passed if isinstance(v, (TensorValue, SequenceValue)))
        return shape, first_change(changes)

    def _most(self, rule: knowledge.Rule | None) -> int | None:
        """Return an upper bound of the first dimension of what is as long as the arguments."""
        if self.function.name in library.ROW_FOR_EACH:
            return most_elements(self.value(library.ROW_FOR_EACH[self.function.name]) or UNKNOWN)
        if rule is None and self.function.joins:
            return self._most_joined()
        if rule is None or rule.sign != "=":
            return None
        passed = [v for v in self._passed(rule.names) if not isinstance(v, PythonValue)]
        if len(passed) == 2:
            return most_together(*passed)
        return most_elements(passed[0]) if len(passed) == 1 else None

    def _most_joined(self) -> int | None:
        """Return an upper bound of the first dimension of arrays joined along a dimension."""
        (name, *_) = self.function.joins
        joined, axis = self.value(name), self.value("axis")
        has_axis = any(parameter.name == "axis" for parameter in self.function.parameters or ())
        if not isinstance(joined, SequenceValue) or not has_axis:
            return None
        bounds = [most_elements(part) for part in joined.parts]
        known = [most for most in bounds if most is not None]
        position = 0 if axis is None else axis.constant
        if not isinstance(position, int) or position != 0:
            # All have as many rows, unless the last dimension is the first.
            return min(known, default=None) if isinstance(position, int) and position > 0 else None
        if len(known) < len(bounds):
            return None
        count = most_elements(joined)
        return None if count is None else max(known, default=0) * count

    def _expanded(self) -> tuple[Shape, int | None]:
        """Return the shape with one more dimension of size 1, and a bound of the first one."""
        whole, axis = self.value(library.EXPANDING[self.function.name]), self.value("axis")
        position = None if axis is None else axis.constant
        if whole is None or not isinstance(position, int):
            return None, None
        shape = nested_shape(whole)
        if shape is not None and -len(shape) - 1 <= position <= len(shape):
            sizes = [*shape]
            sizes.insert(position if position >= 0 else len(shape) + 1 + position, python_value(1))
            shape = tuple(sizes)
        return shape, 1 if position == 0 else most_elements(whole)

    def _stacked(self) -> Shape:
        """Return the shape of tensors of one shape that are joined along a new dimension."""
        listed, axis = self.value(library.STACKING[self.function.name]), self.value("axis")
        position = None if axis is None else axis.constant
        shape = None if listed is None else nested_shape(listed)
        if not shape or not isinstance(position, int) or isinstance(position, bool):
            return None
        count, *sizes = shape
        if not -len(shape) <= position < len(shape):
            return None
        sizes.insert(position % len(shape), count)
        return tuple(sizes)

    def _unstacked(self) -> TraceType:
        """Return the parts of a tensor along a dimension."""
        whole, axis = self.value(library.UNSTACKING[self.function.name]), self.value("axis")
        if not isinstance(whole, TensorValue):
            return SequenceValue("list", None, TensorValue())
        position = 0 if axis is None else axis.constant
        size, left, shape = self.value("num"), None, whole.shape
        if isinstance(position, int) and shape is not None:
            left = reduced_shape(shape, [position], keeps=False)
            if left is not None and size is None:
                size = shape[position % len(shape)]
        # What changes may be the number of parts.
        part = TensorValue(whole.dtype, left)
        count = size.constant if isinstance(size, PythonValue) else None
        if isinstance(count, int) and count <= _MOST_PARTS:
            return SequenceValue("list", (part,) * count)
        return SequenceValue("list", None, part, None if size is None else size.changes)

    def _is_product(self) -> bool:
        """Whether a product of matrices is asked for nothing but to turn one over."""
        return self.bound is not None and self.bound.named.keys() <= _OF_PRODUCTS

    def _product_shape(self, by_vector: bool) -> Shape:
        """Return the shape of a product of matrices."""
        if not self._is_product():
            return None
        a, b = map(self._factor_shape, "ab")
        return product_shape(a, b, by_vector=by_vector)

    def _reduced_shape(self) -> Shape:
        """Return the shape of what a reduction along given axes leaves."""
        bound, parameters = self.bound, self.function.parameters
        if bound is None or not parameters:
            return None
        options = {name for name in self.function.given if bound.get(name) is not None}
        axis, keeps = self.value("axis"), self.value("keepdims")
        whole = self.value(parameters[0].name)
        shape = None if whole is None else nested_shape(whole)
        parts = axis.items if isinstance(axis, SequenceValue) else (axis,)
        axes = [None if part is None else part.constant for part in parts or ()]
        known = [one for one in axes if isinstance(one, int) and not isinstance(one, bool)]
        if shape is None or not known or len(known) < len(axes) or options - _OF_REDUCTIONS:
            return None
        keeping = False if keeps is None else keeps.constant
        return reduced_shape(shape, known, keeps=keeping) if isinstance(keeping, bool) else None

    def _factor_shape(self, name: str) -> Shape:
        """Return the shape of a factor of a product, turned over if an option says so."""
        factor = self.value(name)
        shape = None if factor is None else nested_shape(factor)
        options = [self.value(f"{option}_{name}") for option in _TURNING]
        given = [value for value in options if value is not None]
        if not given or shape is None or len(shape) < 2:
            return shape
        constants = [v.constant if isinstance(v, PythonValue) else None for v in given]
        if True in constants:
            return (*shape[:-2], shape[-1], shape[-2])
        return shape if set(constants) == {False} else None

    def _of_data(self, names: tuple[str, ...], rows: PythonValue) -> Shape:
        """Return the shape of a result with as many rows as the data ask for."""
        if len(names) == 1:
            return (rows,) if names == ("1",) else None
        whole, mask = (None if v is None else nested_shape(v) for v in map(self.value, names))
        return None if whole is None or mask is None else (rows, *whole[len(mask) :])

    def _selecting(self, names: tuple[str, ...]) -> list[ast.expr]:
        """Return the arguments whose data say how many rows a result has: a mask, or all."""
        bound = self.bound
        if bound is None:
            return [*self.node.args, *(keyword.value for keyword in self.node.keywords)]
        mask = bound.get(names[-1]) if len(names) > 1 else None
        return [*bound.named.values(), *bound.rest] if mask is None else [mask]

    def _changing_loop(self, nodes: Sequence[ast.expr]) -> LoopNode | None:
        """Return the innermost loop around the call in which the data of arguments may change."""
        func = self.node.func
        if self.instance is not None and isinstance(func, ast.Attribute):
            nodes = [func.value, *nodes]
        for loop in reversed(self.place.loops):
            if not all(self._is_unchanged(node, loop) for node in nodes):
                return loop
        return None

    def _is_unchanged(self, node: ast.expr, loop: LoopNode) -> bool:
        """Whether an expression gives the same data in all iterations of a loop."""
        if not self.syntax.is_invariant(node, loop):
            return False
        read = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        return not any(
            isinstance(base, ast.Name) and base.id in read and loop in place.loops
            for base, _, place in changes(self.place.function)
        )

    def _counted(self, names: tuple[str, ...], bounds: list[TraceType]) -> Shape:
        """Return the shape of a range between the arguments ``names``, which are ``bounds``."""
        constants = [b.constant for b in bounds]
        numbers = [c for c in constants if isinstance(c, int)]
        if len(numbers) == len(constants) and 0 not in numbers[2:]:
            return (python_value(len(range(*numbers))),)
        if len(bounds) == 1 and isinstance(bounds[0], PythonValue) and bounds[0].kind == "int":
            return (bounds[0],)
        change = bounds[0].changes
        if len(bounds) > 1:
            given = [None if self.bound is None else self.bound.get(name) for name in names]
            lower, upper, *_ = given
            change = None
            if lower is not None and upper is not None and len(bounds) == 2:
                change = width_change(self.values, lower, upper, self.place)
        return (PythonValue("int", None, change) if change else None,)

    def _carried(self) -> Change | None:
        """Return why the shape changes: because that of an argument does, or a size.

        A size may make up for a shape, as where an array is padded.
        """
        if self.function.is_fixed(self.bound):
            return None
        passed = self._passed(self.function.carries)
        change = first_change(map(shape_change, passed))
        if self.function.name.rpartition(".")[2] in library.JOINING:
            # What one of them has less, another one may have more.
            parts = [part for value in passed for part in _parts(value)]
            change = reduce(combined_change, map(shape_change, parts), None)
        sizes = first_change(value.changes for value in self._passed(self.function.sizes))
        only = change if sizes is None else sizes if change is None else None
        if only is None:
            return combined_change(change, sizes)
        others = self.function.carries if change is None else self.function.sizes
        return only.within(1) if self._may_make_up(others, only) else only

    def _may_make_up(self, names: tuple[str, ...], change: Change) -> bool:
        """Whether other arguments, of which no change is known, may change in the same loop."""
        given = [] if self.bound is None else [self.bound.get(name) for name in names]
        return change.loop is not None and any(
            node is not None
            and not self._has_known_shape(node)
            and not self._is_unchanged(node, change.loop)
            for node in given
        )

    def _has_known_shape(self, node: ast.expr) -> bool:
        value = self.values.value(node, self.place)
        return isinstance(value, TensorValue) and value.constant_shape is not None

    def _passed(self, names: tuple[str, ...]) -> list[TraceType]:
        """Return what is passed for parameters; None stands for nothing."""
        values = map(self.value, names)
        return [value for value in values if value is not None and value != python_value(None)]


def array_of(function: knowledge.Function | None, given: TraceType) -> TraceType:
    """Return what a function gives that makes an array, or a tensor, of its one argument."""
    result = knowledge.UNKNOWN if function is None else function.result
    names = () if function is None or not function.parameters else function.parameters[:1]
    rule = result.shape
    if rule is None or rule.sign != "=" or rule.names != tuple(one.name for one in names):
        return UNKNOWN
    is_list = isinstance(given, (SequenceValue, TensorValue))
    return TensorValue(
        None,
        nested_shape(given),
        result.kind == "array",
        change=shape_change(given) if is_list else None,
        most=most_elements(given),
    )


def shape_parameter(result: knowledge.Result) -> str | None:
    """Return the parameter that says the shape of ``result``."""
    rule = result.shape
    return rule.names[0] if rule is not None and rule.sign == "$" else None


def _parts(value: TraceType) -> tuple[TraceType, ...]:
    """Return the elements of a list or tuple that is written out; else the value itself."""
    if isinstance(value, SequenceValue) and value.items is not None and value.change is None:
        return value.items
    return (value,)


def shape_change(value: TraceType) -> Change | None:
    """Return why the shape of the tensor that ``value`` is, or is made into, changes."""
    if isinstance(value, TensorValue):
        return replace(value, dtype_change=None).changes
    if isinstance(value, SequenceValue):
        if value.change is not None:
            return value.change
        parts = (value.element,) if value.items is None else value.items
        return first_change(map(shape_change, parts))
    return None


def asked_shape(value: TraceType, reshaped: TraceType | None = None) -> tuple[Shape, Change | None]:
    """Return the shape that a shape argument asks for, and why its rank changes.

    ``reshaped``: what gets the shape, of which -1 stands for the elements that are left.
    """
    if isinstance(value, PythonValue) and value.kind in ("int", "number"):
        value = SequenceValue("tuple", (value,))
    if not isinstance(value, SequenceValue):
        return None, None
    if value.items is None:
        return None, value.changes
    sizes = tuple(map(_size, value.items))
    places = [place for place, size in enumerate(sizes) if is_open(size)]
    if len(places) > 1:
        return None, None
    for place in places:
        others = (*sizes[:place], *sizes[place + 1 :])
        sizes = (*sizes[:place], _left_over(others, reshaped), *sizes[place + 1 :])
    return sizes, None


def _left_over(sizes: Sequence[Dimension], reshaped: TraceType | None) -> Dimension:
    """Return the size that -1 stands for beside the others."""
    whole = reshaped.constant_shape if isinstance(reshaped, TensorValue) else None
    known = [size.constant for size in sizes if size is not None and size.constant]
    if whole is None or len(known) < len(sizes):
        return None
    return python_value(math.prod(whole) // math.prod(known))


def _whole(value: TraceType | None) -> int | None:
    """Return the one whole number that a value is; None for any other."""
    known = None if value is None else value.constant
    return known if isinstance(known, int) else None


def _size(value: TraceType) -> Dimension:
    """Return the size that a number says."""
    if isinstance(value, TensorValue) and value.drawn is not None:
        return PythonValue("int", None, value.drawn)
    return value if isinstance(value, PythonValue) and value.kind == "int" else None


def is_open(size: Dimension) -> bool:
    """Whether a size is -1: what is left."""
    return size is not None and size.constant == -1


def named_dtype(
    names: Names, values: Values, node: ast.expr | None, place: Place, *, numpy: bool
) -> str | None:
    """Return the dtype that an expression names, for NumPy or for TensorFlow."""
    if node is None:
        return None
    value = values.value(node, place)
    if isinstance(value, PythonValue) and value.kind in ("str", "dtype"):
        name = value.constant
    else:
        name = names.qualified(node, place)
    if name == "float" and not numpy:
        return "float32"
    name = library.DTYPE_ALIASES.get(name, name)
    return name if name in library.DTYPES else None
