"""What calls of NumPy's, TensorFlow's and Keras' own functions give."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from flake8_tfretrace.program import library
from flake8_tfretrace.program.iteration import (
    sliced,
)
from flake8_tfretrace.program.operations import (
    as_numpy,
    as_tensors,
    batched,
    chosen_by,
    default_dtype,
    gradient,
    mapping_method,
    nested_shape,
    settled,
    short_name,
    truth,
)
from flake8_tfretrace.program.python_calls import PythonCalls
from flake8_tfretrace.program.scopes import Place, start
from flake8_tfretrace.program.syntax import argument, named_argument
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
        self.python = PythonCalls(evaluator)

    def result(self, node: ast.Call, qualified: str, place: Place) -> TraceType | None:
        """Return the result of a function of Python, NumPy, TensorFlow or Keras."""
        found = self.python.result(node, qualified, place)
        if found is not None:
            return found
        if qualified in library.LOOP_WRAPPERS and node.args:
            return self.evaluator.value(node.args[0], place)
        if qualified in library.RANGE_WRAPPERS:
            return self.python.range_(node, place)
        if qualified in library.UNHASHABLE:
            return ObjectValue(node, None, qualified, kept=False)
        if qualified in library.CLOCKS:
            kind = "float" if qualified.startswith(("time", "timeit")) else "value"
            return PythonValue(kind, None, _drawn_at("clock", node, qualified, place))
        if qualified in library.PYTHON_RANDOM:
            kind = library.PYTHON_RANDOM[qualified]
            return PythonValue(kind, None, _drawn_at("random", node, qualified, place))
        if qualified.startswith(("tensorflow.", "numpy.", "keras.")):
            return self._array_call(node, qualified, place)
        if qualified.startswith("functools.") and qualified.endswith("partial"):
            return FunctionValue(node, kept=False)
        if qualified == "copy.deepcopy" or qualified == "copy.copy":
            return settled(self.evaluator.value(node.args[0], place)) if node.args else UNKNOWN
        return self.evaluator.program.keras.constructed(node, qualified)

    def _array_call(self, node: ast.Call, qualified: str, place: Place) -> TraceType | None:
        numpy = qualified.startswith("numpy.")
        if qualified in library.RANDOM_GENERATORS:
            return ObjectValue(node, None, qualified, kept=False)
        if qualified in library.STACKS and node.args:
            parts = self.evaluator.value(node.args[0], place)
            if isinstance(parts, SequenceValue) and parts.change is not None:
                return TensorValue(default_dtype(parts, numpy), None, numpy, change=parts.change)
        if qualified in library.SIZED:
            sizes = argument(node, 1, library.SIZED[qualified])
            resized = self.evaluator.value(sizes, place).changes
            if resized is not None:
                return TensorValue(None, None, numpy, change=resized)
        if qualified in library.CREATES_SHAPE:
            position, keyword, default = library.CREATES_SHAPE[qualified]
            dtype = self._dtype_argument(node, qualified, keyword, place, default)
            names = ("shape", "size", "dims")
            shape_node = next((k.value for k in node.keywords if k.arg in names), None)
            if shape_node is None and position < len(node.args):
                shape_node = node.args[position]
            if shape_node is None:
                if numpy and qualified.startswith("numpy.random."):
                    return PythonValue("float", None, _drawn_at("random", node, qualified, place))
                return TensorValue(dtype, None, numpy)
            if default is None and dtype is None and len(node.args) > 1:
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
            change = _drawn_at("shape", node, short_name(qualified), place)
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
            changes = (d.change for d in shape or () if d is not None and d.change is not None)
            change = change if known else next(changes, change)
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
            arguments = self.evaluator.values(node.args, place)
            change = next(
                (
                    a.change
                    for a in arguments
                    # Which axis grows is not known, nor whether the result has it.
                    if isinstance(a, TensorValue) and not a.grows and a.change
                ),
                None,
            )
            dtype = self._dtype(named_argument(node, "dtype"), place, numpy=False)
            if dtype is None and arguments and qualified in library.KEEPS_DTYPE:
                dtype = default_dtype(arguments[0], numpy=False)
            reduces = qualified.startswith(("tensorflow.reduce_", "tensorflow.math.reduce_"))
            if reduces:
                change = None
                if arguments and isinstance(arguments[0], TensorValue):
                    dtype = dtype or arguments[0].dtype
                given = {keyword.arg for keyword in node.keywords}
                if len(node.args) == 1 and not given & {"axis", "keepdims", None}:
                    return TensorValue(dtype, ())
            return TensorValue(dtype, None, change=change)
        if numpy and qualified.partition(".")[2] in library.DTYPES:
            source = self.evaluator.value(node.args[0], place) if node.args else python_value(0)
            return TensorValue(qualified.partition(".")[2], nested_shape(source), numpy=True)
        return UNKNOWN if numpy else None

    def _tensor_spec(self, node: ast.Call, place: Place) -> TensorValue:
        """Return what an input_signature's TensorSpec makes of its argument."""
        shape_node = argument(node, 0, "shape")
        dtype_node = argument(node, 1, "dtype")
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
                return PythonValue("float", None, _drawn_at("random", node, qualified, place))
            dimensions = SequenceValue("tuple", tuple(self.evaluator.values(node.args, place)))
            shape, change = self._shape(dimensions)
            return TensorValue("float64", shape, True, change=change)
        size = argument(node, 2 if not qualified.endswith("choice") else 1, "size")
        if size is None:
            if qualified.endswith("choice"):
                return UNKNOWN
            kind = "int" if integers else "float"
            return PythonValue(kind, None, _drawn_at("random", node, qualified, place))
        shape, change = self._shape(self.evaluator.value(size, place))
        dtype = "int64" if integers else "float64"
        if qualified.endswith("choice"):
            return TensorValue(None, shape, True, change=change)
        return TensorValue(dtype, shape, True, change=change)

    def _from_value(self, node: ast.Call, qualified: str, place: Place, numpy: bool) -> TensorValue:
        variable = qualified == "tensorflow.Variable"
        source = argument(node, 0, "initial_value" if variable else "value")
        value = self.evaluator.value(source, place)
        dtype_node = named_argument(node, "dtype")
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
        values = self.evaluator.values(node.args, place)
        dtype_node = named_argument(node, "dtype")
        dtype = self._dtype(dtype_node, place, numpy)
        if qualified.endswith("linspace"):
            count = argument(node, 2, "num")
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
        self, node: ast.Call, qualified: str, keyword: str, place: Place, default: str | None
    ) -> str | None:
        position = library.DTYPE_POSITIONS.get(qualified)
        given = named_argument(node, keyword)
        if given is None and position is not None and position < len(node.args):
            given = node.args[position]
        if given is None:
            return default
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
            return StreamValue("dataset", sliced(source), node, _rows(source))
        if qualified.endswith("from_tensors") and node.args:
            return StreamValue(
                "dataset", as_tensors(self.evaluator.value(node.args[0], place)), node
            )
        return StreamValue("dataset", UNKNOWN, node)

    def method_result(self, node: ast.Call, func: ast.Attribute, place: Place) -> TraceType:
        base = self.evaluator.value(func.value, place)
        name = func.attr
        if type(base) is TraceType and name == "take":
            # Of whatever it is: the first elements.
            size = self.evaluator.value(argument(node, 0, "count"), place)
            taken = size.constant if isinstance(size, PythonValue) else None
            if isinstance(taken, int) and taken >= 0:
                return StreamValue("iterator", UNKNOWN, None, taken)
        if isinstance(base, StreamValue):
            return self._stream_method(node, name, base, place)
        if isinstance(base, TensorValue):
            return self._tensor_method(node, name, base, place)
        if isinstance(base, MappingValue):
            if name == "get":
                return self._looked_up(node, base, place)
            return mapping_method(name, base, node)
        if isinstance(base, ObjectValue):
            if base.qualified == library.GRADIENT_TAPE and name == "gradient":
                return gradient(self.evaluator.value(argument(node, 1, "sources"), place))
            if base.qualified in library.RANDOM_GENERATORS:
                return self._drawn(node, name, place)
            return self.evaluator.program.keras.method_result(base, name)
        if isinstance(base, PythonValue) and base.kind == "str":
            if name in ("format", "join", "lower", "upper", "strip", "replace"):
                arguments = self.evaluator.values(node.args, place)
                changes = [base.change, *(a.changes for a in arguments)]
                return PythonValue("str", None, next((c for c in changes if c), None))
        return UNKNOWN

    def _looked_up(self, node: ast.Call, base: MappingValue, place: Place) -> TraceType:
        """Return what ``mapping.get(key, default)`` gives."""
        if len(node.args) != 2:
            return UNKNOWN
        key, default = self.evaluator.values(node.args, place)
        values = [base.element] if base.items is None else [value for _, value in base.items]
        return chosen_by(join([*values, default]), key, len(values) + 1)

    def _stream_method(
        self, node: ast.Call, name: str, base: StreamValue, place: Place
    ) -> TraceType:
        if base.kind != "dataset" or name not in library.DATASET_METHODS:
            return UNKNOWN
        if name == "enumerate":
            pair = SequenceValue("tuple", (TensorValue("int64", ()), base.element))
            return replace(base, element=pair, site=node)
        if name == "padded_batch":
            padded = argument(node, 1, "padded_shapes")
            # Without given shapes, each batch is as long as its longest element.
            change = None if padded else _drawn_at("shape", node, "padded_batch", place)
            element = batched(base.element, None, change)
            return replace(base, element=element, site=node, count=None)
        if name in ("batch", "ragged_batch"):
            size_node = argument(node, 0, "batch_size")
            size = self.evaluator.value(size_node, place) if size_node is not None else UNKNOWN
            remainder = argument(node, 1, "drop_remainder")
            dropped = isinstance(remainder, ast.Constant) and remainder.value is True
            known = size if dropped and isinstance(size, PythonValue) else None
            rows = size.constant if isinstance(size, PythonValue) else None
            count = None
            if base.count is not None and isinstance(rows, int) and rows > 0:
                count = base.count // rows if dropped else -(-base.count // rows)
            return replace(base, element=batched(base.element, known, None), site=node, count=count)
        if name in ("shuffle", "prefetch", "cache", "with_options"):
            return replace(base, site=node)
        if name in ("repeat", "skip", "shard"):
            return replace(base, site=node, count=None)
        if name == "take":
            size = self.evaluator.value(argument(node, 0, "count"), place)
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
            sizes = self.evaluator.values(node.args, place)
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
            # The variable itself, also where a slice of it was assigned to.
            return base if base.variable else TensorValue(base.dtype, variable=None)
        return UNKNOWN


def _drawn_at(
    kind: Literal["clock", "random", "shape"], node: ast.Call, name: str, place: Place
) -> Change:
    """Return the change of what each execution of a call gives anew."""
    loop = place.loops[-1] if place.loops else None
    return Change(kind, f"{name}()", start(node)[0], loop, place=place)


def _rows(value: TraceType) -> int | None:
    """Return the size of the first dimension of arrays, where it is known."""
    if isinstance(value, SequenceValue) and value.kind == "tuple" and value.items:
        return _rows(value.items[0])
    shape = nested_shape(value) if isinstance(value, (SequenceValue, TensorValue)) else None
    rows = shape[0].constant if shape and shape[0] is not None else None
    return rows if isinstance(rows, int) else None


def _python_number(array: TensorValue) -> TraceType:
    """Return what an element of ``array.tolist()`` is."""
    if array.dtype is None:
        return UNKNOWN
    if array.dtype.startswith(("int", "uint")):
        return PythonValue("int")
    return PythonValue("float") if array.dtype.startswith("float") else UNKNOWN
