"""What calls of Python's, NumPy's and TensorFlow's own functions give."""

from __future__ import annotations

import ast
import contextlib
import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from flake8_tfretrace.program import library
from flake8_tfretrace.program.iteration import (
    count_of,
    elements_of,
    iterated,
    length_change,
    sliced,
)
from flake8_tfretrace.program.operations import (
    ITSELF,
    as_numpy,
    as_tensors,
    batched,
    default_dtype,
    gradient,
    mapping_method,
    nested_shape,
    of_its_kind,
    recounted,
    settled,
    short_name,
    truth,
)
from flake8_tfretrace.program.scopes import Place, start
from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    Change,
    Dimension,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    join,
    python_value,
)

if TYPE_CHECKING:
    from flake8_tfretrace.program.evaluate import Evaluator


class LibraryCalls:
    """Evaluates calls of functions that are not in the file."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def _keyword(self, node: ast.Call, name: str) -> ast.expr | None:
        return next((k.value for k in node.keywords if k.arg == name), None)

    def _argument(self, node: ast.Call, position: int, name: str) -> ast.expr | None:
        keyword = self._keyword(node, name)
        if keyword is not None:
            return keyword
        if position < len(node.args) and not any(isinstance(a, ast.Starred) for a in node.args):
            return node.args[position]
        return None

    def _arguments(self, node: ast.Call, place: Place) -> list[TraceType]:
        return [self.evaluator.value(argument, place) for argument in node.args]

    def result(self, node: ast.Call, qualified: str, place: Place) -> TraceType | None:
        """Return the result of a function of Python, NumPy, TensorFlow or Keras."""
        builtin = _BUILTINS.get(qualified)
        if builtin is not None:
            return builtin(self, node, place)
        if qualified.rpartition(".")[2] in library.LOOP_WRAPPERS and node.args:
            if qualified.endswith("range"):
                return self.range_(node, place)
            return self.evaluator.value(node.args[0], place)
        if qualified in library.UNHASHABLE:
            return ObjectValue(node, None, qualified, kept=False)
        if qualified in library.CLOCKS:
            kind = "float" if qualified.startswith(("time", "timeit")) else "value"
            return PythonValue(kind, None, Change("clock", f"{qualified}()", start(node)[0]))
        if qualified in library.PYTHON_RANDOM:
            kind = library.PYTHON_RANDOM[qualified]
            return PythonValue(kind, None, Change("random", f"{qualified}()", start(node)[0]))
        if qualified.startswith(("tensorflow.", "numpy.", "keras.")):
            return self._array_call(node, qualified, place)
        if qualified in library.MATH_FLOATS or qualified in library.MATH_INTEGERS:
            return self._mathematics(node, qualified, place)
        if qualified.startswith("functools.") and qualified.endswith("partial"):
            return FunctionValue(node, kept=False)
        if qualified == "copy.deepcopy" or qualified == "copy.copy":
            return settled(self.evaluator.value(node.args[0], place)) if node.args else UNKNOWN
        return self.evaluator.program.keras.constructed(node, qualified)

    def _mathematics(self, node: ast.Call, qualified: str, place: Place) -> PythonValue:
        kind = "int" if qualified in library.MATH_INTEGERS else "float"
        values = self._arguments(node, place)
        change = next((v.change for v in values if isinstance(v, PythonValue) and v.change), None)
        numbers = [value.constants for value in values if isinstance(value, PythonValue)]
        if len(numbers) != 1 or len(values) != 1 or numbers[0] is None:
            return PythonValue(kind, None, change)
        function = getattr(math, qualified.removeprefix("math."), None)
        constants = None
        if function is not None:
            # Outside its domain, it raises.
            with contextlib.suppress(ArithmeticError, TypeError, ValueError):
                constants = frozenset(map(function, numbers[0]))
        return PythonValue(kind, constants, recounted(change, constants))

    def _array_call(self, node: ast.Call, qualified: str, place: Place) -> TraceType | None:
        numpy = qualified.startswith("numpy.")
        if qualified in library.RANDOM_GENERATORS:
            return ObjectValue(node, None, qualified, kept=False)
        if qualified in library.STACKS and node.args:
            parts = self.evaluator.value(node.args[0], place)
            if isinstance(parts, SequenceValue) and parts.change is not None:
                return TensorValue(default_dtype(parts, numpy), None, numpy, change=parts.change)
        if qualified in library.CREATES_SHAPE:
            position, keyword, default = library.CREATES_SHAPE[qualified]
            dtype = self._dtype_argument(node, qualified, keyword, place) or default
            names = ("shape", "size", "dims")
            shape_node = next((k.value for k in node.keywords if k.arg in names), None)
            if shape_node is None and position < len(node.args):
                shape_node = node.args[position]
            if shape_node is None:
                if numpy and qualified.startswith("numpy.random."):
                    return PythonValue(
                        "float", None, Change("random", f"{qualified}()", start(node)[0])
                    )
                return TensorValue(dtype, None, numpy)
            if dtype is None and len(node.args) > 1:
                filled = self.evaluator.value(node.args[1], place)
                dtype = default_dtype(filled, numpy)
            shape, change = self._shape(self.evaluator.value(shape_node, place))
            return TensorValue(dtype, shape, numpy, change=change)
        if qualified in library.CREATES_DIMENSIONS or qualified in library.CREATES_SIZE_ARGUMENT:
            return self._numpy_draw(node, qualified, place)
        if qualified in library.FROM_VALUE:
            return self._from_value(node, qualified, place, numpy)
        if qualified in library.VARYING_SHAPE:
            if qualified.endswith("where") and len(node.args) + len(node.keywords) > 1:
                return TensorValue()
            change = Change("shape", f"{short_name(qualified)}()", start(node)[0])
            first = self.evaluator.value(node.args[0], place) if node.args else UNKNOWN
            dtype = first.dtype if isinstance(first, TensorValue) else None
            rows = PythonValue("int", None, change)
            size: tuple[Dimension, ...] | None = None
            if qualified.endswith("unique"):
                size = (rows,)
            elif qualified == "tensorflow.boolean_mask" and len(node.args) > 1:
                mask = self.evaluator.value(node.args[1], place)
                shapes = [v.shape if isinstance(v, TensorValue) else None for v in (first, mask)]
                if shapes[0] is not None and shapes[1] is not None:
                    size = (rows, *shapes[0][len(shapes[1]) :])
            result = TensorValue(dtype, size, numpy, change=change)
            if qualified == "tensorflow.unique":
                return SequenceValue("tuple", (result, TensorValue("int32")))
            return result
        if qualified in library.PREDICATES:
            return TensorValue("bool")
        if qualified == "tensorflow.TensorSpec":
            return self._tensor_spec(node, place)
        if qualified in library.ELEMENTWISE:
            first = self.evaluator.value(node.args[0], place) if node.args else UNKNOWN
            if isinstance(first, TensorValue):
                return replace(first, variable=False, numpy=False)
            return TensorValue()
        if qualified in library.RANGES:
            return self._arange(node, qualified, place, numpy)
        if qualified == "tensorflow.shape":
            return TensorValue("int32")
        if qualified == "tensorflow.eye":
            side = self.evaluator.value(node.args[0], place) if node.args else UNKNOWN
            square = (side, side) if isinstance(side, PythonValue) else None
            return TensorValue("float32", square)
        if qualified == "tensorflow.reshape" and len(node.args) > 1:
            first = self.evaluator.value(node.args[0], place)
            shape, change = self._shape(self.evaluator.value(node.args[1], place))
            dtype = first.dtype if isinstance(first, TensorValue) else None
            known = shape is not None and not any(d is not None and d.constant == -1 for d in shape)
            return TensorValue(dtype, shape if known else None, change=change)
        if qualified.startswith("tensorflow.data."):
            return self._dataset(node, qualified, place)
        if qualified.startswith(("keras.", "tensorflow.")):
            constructed = self.evaluator.program.keras.constructed(node, qualified)
            if constructed is not None:
                return constructed
        if qualified in ("tensorflow.is_tensor", "tensorflow.executing_eagerly"):
            return truth()
        if library.gives_tensor(qualified):
            arguments = self._arguments(node, place)
            change = next(
                (
                    a.change
                    for a in arguments
                    # Which axis grows is not known, nor whether the result has it.
                    if isinstance(a, TensorValue) and not a.grows and a.change
                ),
                None,
            )
            dtype = self._dtype(self._keyword(node, "dtype"), place, numpy=False)
            if dtype is None and arguments and qualified in library.KEEPS_DTYPE:
                dtype = default_dtype(arguments[0], numpy=False)
            reduces = qualified.startswith(("tensorflow.reduce_", "tensorflow.math.reduce_"))
            if reduces:
                change = None
                if arguments and isinstance(arguments[0], TensorValue):
                    dtype = dtype or arguments[0].dtype
                if len(node.args) == 1 and self._keyword(node, "axis") is None:
                    return TensorValue(dtype, ())
            return TensorValue(dtype, None, change=change)
        if numpy and qualified.partition(".")[2] in library.DTYPES:
            source = self.evaluator.value(node.args[0], place) if node.args else python_value(0)
            return TensorValue(qualified.partition(".")[2], nested_shape(source), numpy=True)
        return UNKNOWN if numpy else None

    def _tensor_spec(self, node: ast.Call, place: Place) -> TensorValue:
        """Return what an input_signature's TensorSpec makes of its argument."""
        shape_node = self._argument(node, 0, "shape")
        dtype_node = self._argument(node, 1, "dtype")
        dtype = "float32" if dtype_node is None else self._dtype(dtype_node, place, numpy=False)
        shape = None
        if shape_node is not None:
            shape, _ = self._shape(self.evaluator.value(shape_node, place))
        return TensorValue(dtype, shape)

    def _drawn(self, node: ast.Call, name: str, place: Place) -> TraceType:
        """Return what a method of a random generator gives."""
        alias = "randint" if name == "integers" else name
        result = self._array_call(node, f"numpy.random.{alias}", place) or UNKNOWN
        if name == "integers" and isinstance(result, PythonValue):
            return TensorValue("int64", (), numpy=True)
        return result

    def _numpy_draw(self, node: ast.Call, qualified: str, place: Place) -> TraceType:
        integers = qualified.endswith("randint")
        if qualified in library.CREATES_DIMENSIONS:
            if not node.args:
                return PythonValue(
                    "float", None, Change("random", f"{qualified}()", start(node)[0])
                )
            dimensions = SequenceValue("tuple", tuple(self._arguments(node, place)))
            shape, change = self._shape(dimensions)
            return TensorValue("float64", shape, True, change=change)
        size = self._argument(node, 2 if not qualified.endswith("choice") else 1, "size")
        if size is None:
            if qualified.endswith("choice"):
                return UNKNOWN
            kind = "int" if integers else "float"
            return PythonValue(kind, None, Change("random", f"{qualified}()", start(node)[0]))
        shape, change = self._shape(self.evaluator.value(size, place))
        dtype = "int64" if integers else "float64"
        if qualified.endswith("choice"):
            return TensorValue(None, shape, True, change=change)
        return TensorValue(dtype, shape, True, change=change)

    def _from_value(self, node: ast.Call, qualified: str, place: Place, numpy: bool) -> TensorValue:
        variable = qualified == "tensorflow.Variable"
        source = self._argument(node, 0, "initial_value" if variable else "value")
        value = self.evaluator.value(source, place)
        dtype_node = self._keyword(node, "dtype")
        if dtype_node is None and len(node.args) > 1 and not qualified.endswith("Variable"):
            dtype_node = node.args[1]
        dtype = self._dtype(dtype_node, place, numpy)
        change = None
        if isinstance(value, TensorValue):
            shape: tuple[Dimension, ...] | None = value.shape
            change = value.change
            dtype = dtype if dtype_node is not None else value.dtype
        else:
            shape = nested_shape(value)
            if isinstance(value, SequenceValue) and value.items is None:
                change = value.change
            if dtype_node is None:
                dtype = default_dtype(value, numpy)
        return TensorValue(dtype, shape, numpy, variable, change)

    def _arange(self, node: ast.Call, qualified: str, place: Place, numpy: bool) -> TensorValue:
        values = [self.evaluator.value(argument, place) for argument in node.args]
        dtype_node = self._keyword(node, "dtype")
        dtype = self._dtype(dtype_node, place, numpy)
        if qualified.endswith("linspace"):
            count = self._argument(node, 2, "num")
            size = self.evaluator.value(count, place) if count is not None else python_value(50)
            dimension = size if isinstance(size, PythonValue) else None
            return TensorValue(dtype or "float64", (dimension,), numpy)
        if dtype is None and all(isinstance(v, PythonValue) for v in values):
            integers = all(isinstance(v, PythonValue) and v.kind == "int" for v in values)
            if numpy:
                dtype = "int64" if integers else "float64"
            else:
                dtype = "int32" if integers else "float32"
        elif dtype is None and all(isinstance(v, TensorValue) for v in values):
            dtypes = {v.dtype for v in values if isinstance(v, TensorValue)}
            dtype = dtypes.pop() if len(dtypes) == 1 else None
        constants = [v.constant if isinstance(v, PythonValue) else None for v in values]
        bounds = [c for c in constants if isinstance(c, int)]
        if bounds and len(bounds) == len(constants) and 0 not in bounds[2:]:
            return TensorValue(dtype, (python_value(len(range(*bounds))),), numpy)
        if len(values) == 1 and isinstance(values[0], PythonValue) and values[0].kind == "int":
            return TensorValue(dtype, (values[0],), numpy)
        change = next((v.changes for v in values if v.changes is not None), None)
        return TensorValue(dtype, (PythonValue("int", None, change) if change else None,), numpy)

    def _shape(self, value: TraceType) -> tuple[tuple[Dimension, ...] | None, Change | None]:
        """Return the shape that a shape argument asks for, and why its rank changes."""
        if isinstance(value, PythonValue) and value.kind in ("int", "number"):
            return (value,), None
        if isinstance(value, SequenceValue) and value.items is not None:
            return tuple(
                item if isinstance(item, PythonValue) and item.kind == "int" else None
                for item in value.items
            ), None
        if isinstance(value, SequenceValue):
            return None, value.changes
        return None, None

    def _dtype_argument(
        self, node: ast.Call, qualified: str, keyword: str, place: Place
    ) -> str | None:
        position = library.DTYPE_POSITIONS.get(qualified)
        given = self._keyword(node, keyword)
        if given is None and position is not None and position < len(node.args):
            given = node.args[position]
        return self._dtype(given, place, qualified.startswith("numpy."))

    def _dtype(self, node: ast.expr | None, place: Place, numpy: bool) -> str | None:
        """Return the dtype that an expression names, for NumPy or for TensorFlow."""
        if node is None:
            return None
        value = self.evaluator.value(node, place)
        if isinstance(value, PythonValue) and value.kind in ("str", "dtype"):
            name = value.constant
        else:
            name = self.evaluator.program.qualified(node, place)
        if name == "float" and not numpy:
            return "float32"
        name = library.DTYPE_ALIASES.get(name, name)
        return name if name in library.DTYPES else None

    def _dataset(self, node: ast.Call, qualified: str, place: Place) -> TraceType:
        if qualified == "tensorflow.data.Dataset.range":
            return StreamValue("dataset", TensorValue("int64", ()), node)
        if qualified.endswith("from_tensor_slices") and node.args:
            source = self.evaluator.value(node.args[0], place)
            return StreamValue("dataset", sliced(source), node)
        if qualified.endswith("from_tensors") and node.args:
            return StreamValue(
                "dataset", as_tensors(self.evaluator.value(node.args[0], place)), node
            )
        return StreamValue("dataset", UNKNOWN, node)

    def method_result(self, node: ast.Call, func: ast.Attribute, place: Place) -> TraceType:
        base = self.evaluator.value(func.value, place)
        name = func.attr
        if isinstance(base, StreamValue):
            return self._stream_method(node, name, base, place)
        if isinstance(base, TensorValue):
            return self._tensor_method(node, name, base, place)
        if isinstance(base, MappingValue):
            return mapping_method(name, base, node)
        if isinstance(base, ObjectValue):
            if base.qualified == library.GRADIENT_TAPE and name == "gradient":
                return gradient(self.evaluator.value(self._argument(node, 1, "sources"), place))
            if base.qualified in library.RANDOM_GENERATORS:
                return self._drawn(node, name, place)
            return self.evaluator.program.keras.method_result(base, name)
        if isinstance(base, PythonValue) and base.kind == "str":
            if name in ("format", "join", "lower", "upper", "strip", "replace"):
                arguments = self._arguments(node, place)
                changes = [base.change, *(a.changes for a in arguments)]
                return PythonValue("str", None, next((c for c in changes if c), None))
        return UNKNOWN

    def _stream_method(
        self, node: ast.Call, name: str, base: StreamValue, place: Place
    ) -> TraceType:
        if base.kind != "dataset" or name not in library.DATASET_METHODS:
            return UNKNOWN
        if name == "enumerate":
            pair = SequenceValue("tuple", (TensorValue("int64", ()), base.element))
            return replace(base, element=pair, site=node)
        if name == "padded_batch":
            padded = self._argument(node, 1, "padded_shapes")
            # Without given shapes, each batch is as long as its longest element.
            change = None if padded else Change("shape", "padded_batch()", start(node)[0])
            element = batched(base.element, None, change)
            return replace(base, element=element, site=node, count=None)
        if name in ("batch", "ragged_batch"):
            size_node = self._argument(node, 0, "batch_size")
            size = self.evaluator.value(size_node, place) if size_node is not None else UNKNOWN
            remainder = self._argument(node, 1, "drop_remainder")
            dropped = isinstance(remainder, ast.Constant) and remainder.value is True
            known = size if dropped and isinstance(size, PythonValue) else None
            return replace(base, element=batched(base.element, known, None), site=node, count=None)
        if name in ("shuffle", "prefetch", "cache", "with_options"):
            return replace(base, site=node)
        if name in ("repeat", "skip", "shard"):
            return replace(base, site=node, count=None)
        if name == "take":
            size = self.evaluator.value(self._argument(node, 0, "count"), place)
            taken = size.constant if isinstance(size, PythonValue) else None
            return replace(base, site=node, count=taken if taken != -1 else None)
        if name == "as_numpy_iterator":
            return StreamValue("iterator", as_numpy(base.element), node)
        return StreamValue("dataset", UNKNOWN, node)

    def _tensor_method(
        self, node: ast.Call, name: str, base: TensorValue, place: Place
    ) -> TraceType:
        if name == "astype" and node.args:
            return replace(base, dtype=self._dtype(node.args[0], place, numpy=True))
        if name == "numpy":
            return replace(base, numpy=True, variable=False)
        if name in ("copy", "read_value", "value"):
            return replace(base, variable=False)
        if name == "tolist" and base.numpy and base.shape is not None and len(base.shape) == 1:
            return SequenceValue("list", None, _python_number(base))
        if name == "reshape":
            sizes = self._arguments(node, place)
            first = sizes[0] if len(sizes) == 1 else SequenceValue("tuple", tuple(sizes))
            shape, change = self._shape(first)
            known = shape is not None and not any(d is not None and d.constant == -1 for d in shape)
            return TensorValue(base.dtype, shape if known else None, base.numpy, change=change)
        if name in library.REDUCTIONS:
            keeps = name in ("max", "min") or base.dtype in library.FLOAT_DTYPES
            dtype = library.REDUCTIONS[name] or (base.dtype if keeps else None)
            whole = not node.args and not node.keywords
            return TensorValue(dtype, () if whole else None, base.numpy)
        if name in ("assign", "assign_add", "assign_sub"):
            return replace(base, variable=False)
        return UNKNOWN

    def range_(self, node: ast.Call, place: Place) -> TraceType:
        values = self._arguments(node, place)
        if any(isinstance(value, TensorValue) and not value.numpy for value in values):
            return TensorValue("int32", (None,))
        change = next((v.changes for v in values if v.changes is not None), None)
        constants = [v.constant if isinstance(v, PythonValue) else None for v in values]
        bounds = [constant for constant in constants if isinstance(constant, int)]
        if bounds and len(bounds) == len(constants) and 0 not in bounds[2:]:
            return PythonValue("range", frozenset([range(*bounds)]))
        return PythonValue("range", None, change)

    def number(self, node: ast.Call, place: Place) -> TraceType:
        kind = node.func.id if isinstance(node.func, ast.Name) else "number"
        if not node.args:
            return UNKNOWN
        value = self.evaluator.value(node.args[0], place)
        if isinstance(value, PythonValue):
            constants = None
            if value.constants is not None:
                convert = _CONVERSIONS[kind]
                try:
                    constants = frozenset(convert(c) for c in value.constants)
                except (TypeError, ValueError, OverflowError):
                    constants = None
            result = "int" if kind == "round" else kind
            if kind == "abs":
                result = "int" if value.kind == "bool" else value.kind
            if kind == "round" and len(node.args) > 1:
                result, constants = value.kind, None
            return PythonValue(result, constants, value.change)
        if isinstance(value, TensorValue):
            if kind == "abs":
                return replace(value, variable=False)
            # A Python number in eager code; only a loop over a range shows that it changes.
            change = self._range_element(node.args[0], place)
            return PythonValue(kind, None, change) if kind in ("int", "float") else UNKNOWN
        return PythonValue(kind) if kind in ("int", "float", "str") else UNKNOWN

    def _range_element(self, node: ast.expr, place: Place) -> Change | None:
        """Return the change of a loop variable that goes over tf.range or np.arange."""
        bindings = (
            self.evaluator.program.bindings(node, place) if isinstance(node, ast.Name) else ()
        )
        for binding in bindings:
            loop = binding.node
            if binding.kind != "loop" or binding.path or loop not in place.loops:
                continue
            assert isinstance(loop, (ast.For, ast.AsyncFor))
            iterable = loop.iter
            if isinstance(iterable, ast.Call):
                if self.evaluator.program.qualified(iterable.func, place) in library.RANGES:
                    count = count_of(self.evaluator.value(iterable, place))
                    return Change("loop", binding.name, start(loop)[0], loop, count)
        return None

    def truth_(self, node: ast.Call, place: Place) -> TraceType:
        return truth()

    def length(self, node: ast.Call, place: Place) -> TraceType:
        value = self.evaluator.value(node.args[0], place) if node.args else UNKNOWN
        if isinstance(value, SequenceValue):
            if value.items is not None and value.change is None:
                return python_value(len(value.items))
            return PythonValue("int", None, value.change)
        if isinstance(value, TensorValue) and value.shape:
            return value.shape[0] or PythonValue("int", None, value.change)
        return PythonValue("int")

    def extreme(self, node: ast.Call, place: Place) -> TraceType:
        values = self._arguments(node, place)
        if len(values) == 1:
            return UNKNOWN
        known = [value for value in values if isinstance(value, PythonValue) and value.is_number]
        if len(known) < len([v for v in values if v is not ITSELF]):
            return UNKNOWN
        change = next((v.change for v in known if v.change), None)
        if len(known) < len(values):
            return of_its_kind(known[0]) if known else ITSELF
        kinds = {value.kind for value in known}
        kind = kinds.pop() if len(kinds) == 1 else "number"
        constants = [value.constant for value in known]
        if all(c is not None for c in constants):
            assert isinstance(node.func, ast.Name)
            return python_value((min if node.func.id == "min" else max)(constants))
        if sum(value.change is not None for value in known) == 1 and len(known) == 2:
            changing = next(v for v in known if v.change)
            bound = next(v for v in known if not v.change)
            if changing.constants is not None and bound.constant is not None:
                assert isinstance(node.func, ast.Name)
                function = min if node.func.id == "min" else max
                limited = frozenset(function(c, bound.constant) for c in changing.constants)
                return PythonValue(kind, limited, recounted(changing.change, limited))
        return PythonValue(kind, None, change)

    def enumerate_(self, node: ast.Call, place: Place) -> TraceType:
        if not node.args:
            return UNKNOWN
        iterable = self.evaluator.value(node.args[0], place)
        first = self._argument(node, 1, "start")
        offset = self.evaluator.value(first, place) if first is not None else python_value(0)
        elements = elements_of(iterable)
        base = offset.constant if isinstance(offset, PythonValue) else None
        if elements is not None and isinstance(base, int):
            pairs = tuple(
                SequenceValue("tuple", (python_value(base + position), element))
                for position, element in enumerate(elements)
            )
            return SequenceValue("list", pairs)
        pair = SequenceValue("tuple", (PythonValue("int"), iterated(iterable)))
        return StreamValue("iterator", pair, node, count_of(iterable))

    def zip_(self, node: ast.Call, place: Place) -> TraceType:
        iterables = self._arguments(node, place)
        known = [elements_of(iterable) for iterable in iterables]
        columns = [column for column in known if column is not None]
        if columns and len(columns) == len(iterables):
            rows = zip(*columns)
            return SequenceValue("list", tuple(SequenceValue("tuple", row) for row in rows))
        pair = SequenceValue("tuple", tuple(iterated(iterable) for iterable in iterables))
        counts = [c for c in map(count_of, iterables) if c is not None]
        return StreamValue("iterator", pair, node, min(counts) if counts else None)

    def reversed_(self, node: ast.Call, place: Place) -> TraceType:
        return self.evaluator.value(node.args[0], place) if node.args else UNKNOWN

    def sorted_(self, node: ast.Call, place: Place) -> TraceType:
        value = self.listed(node, place)
        items = value.items or ()
        constants: list[Any] = [getattr(item, "constant", None) for item in items]
        if None in constants or node.keywords:
            return replace(value, items=(join(items),) * len(items) if items else value.items)
        with contextlib.suppress(TypeError):
            return SequenceValue("list", tuple(map(python_value, sorted(constants))))
        return UNKNOWN

    def listed(self, node: ast.Call, place: Place) -> SequenceValue:
        kind: Literal["list", "tuple"] = "list"
        if isinstance(node.func, ast.Name) and node.func.id == "tuple":
            kind = "tuple"
        if not node.args:
            return SequenceValue(kind, ())
        value = self.evaluator.value(node.args[0], place)
        elements = elements_of(value)
        if elements is not None:
            return SequenceValue(kind, tuple(elements))
        return SequenceValue(kind, None, settled(iterated(value)), length_change(value))

    def dictionary(self, node: ast.Call, place: Place) -> TraceType:
        if node.args or any(keyword.arg is None for keyword in node.keywords):
            return MappingValue()
        return MappingValue(
            tuple((k.arg, self.evaluator.value(k.value, place)) for k in node.keywords)
        )

    def fresh_iterator(self, node: ast.Call, place: Place) -> TraceType:
        """``iter``, ``map`` and ``filter`` of Python values; of a dataset, TensorFlow's own."""
        assert isinstance(node.func, ast.Name)
        if node.func.id == "iter" and node.args:
            source = self.evaluator.value(node.args[0], place)
            if not isinstance(source, (SequenceValue, MappingValue, PythonValue)):
                return source if isinstance(source, StreamValue) else UNKNOWN
            return StreamValue("iterator", iterated(source), node)
        return StreamValue("iterator", UNKNOWN, node)

    def counting(self, node: ast.Call, place: Place) -> TraceType:
        return StreamValue("iterator", PythonValue("int"), node)


def _python_number(array: TensorValue) -> TraceType:
    """Return what an element of ``array.tolist()`` is."""
    if array.dtype is None:
        return UNKNOWN
    if array.dtype.startswith(("int", "uint")):
        return PythonValue("int")
    return PythonValue("float") if array.dtype.startswith("float") else UNKNOWN


_CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    "int": int,
    "float": float,
    "str": str,
    "abs": abs,
    "round": round,
}

_BUILTINS: dict[str, Callable[[LibraryCalls, ast.Call, Place], TraceType]] = {
    "range": LibraryCalls.range_,
    "int": LibraryCalls.number,
    "float": LibraryCalls.number,
    "str": LibraryCalls.number,
    "abs": LibraryCalls.number,
    "round": LibraryCalls.number,
    "bool": LibraryCalls.truth_,
    "isinstance": LibraryCalls.truth_,
    "hasattr": LibraryCalls.truth_,
    "callable": LibraryCalls.truth_,
    "any": LibraryCalls.truth_,
    "all": LibraryCalls.truth_,
    "len": LibraryCalls.length,
    "min": LibraryCalls.extreme,
    "max": LibraryCalls.extreme,
    "enumerate": LibraryCalls.enumerate_,
    "zip": LibraryCalls.zip_,
    "reversed": LibraryCalls.reversed_,
    "sorted": LibraryCalls.sorted_,
    "list": LibraryCalls.listed,
    "tuple": LibraryCalls.listed,
    "dict": LibraryCalls.dictionary,
    "iter": LibraryCalls.fresh_iterator,
    "map": LibraryCalls.fresh_iterator,
    "filter": LibraryCalls.fresh_iterator,
    "itertools.count": LibraryCalls.counting,
}
