"""Transfer functions of calls: NumPy, TensorFlow and Keras, where the tables do not suffice."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import library, paths_and_dates
from flake8_tfretrace.program.draws import Draws, drawn_at
from flake8_tfretrace.program.iteration import sliced
from flake8_tfretrace.program.keras import Keras
from flake8_tfretrace.program.known_calls import KnownCall, asked_shape, named_dtype
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.operations import (
    as_numpy,
    as_tensors,
    batched,
    chosen_by,
    combined_change,
    gradient,
    looped,
    mapping_method,
    nested_shape,
    padded,
    settled,
    static_shape,
    truth,
)
from flake8_tfretrace.program.python_calls import PythonCalls
from flake8_tfretrace.program.scopes import Place, sole_definition, start
from flake8_tfretrace.program.syntax import Syntax, argument
from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    DATA,
    LEAST_TRIPS,
    MAX_CONSTANTS,
    OPEN,
    UNKNOWN,
    Change,
    DataValue,
    Dimension,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    RecordValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    first_change,
    join,
    python_value,
)
from flake8_tfretrace.program.values import Iterables


class LibraryCalls:
    """Evaluates calls of functions that are not in the file."""

    def __init__(self, names: Names, keras: Keras, syntax: Syntax, values: Iterables) -> None:
        self.names = names
        self.keras = keras
        self.syntax = syntax
        self.values = values
        self.draws = Draws(keras.index, names, values)
        self.python = PythonCalls(keras.index, names, values, self.draws)

    def result(self, node: ast.Call, qualified: str, place: Place) -> TraceType | None:
        """Return the result of a function of Python, NumPy, TensorFlow or Keras."""
        found = self.python.result(node, qualified, place)
        if found is not None:
            return found
        if qualified in library.LOOP_WRAPPERS and node.args:
            return self.values.value(node.args[0], place)
        if qualified in library.RANGE_WRAPPERS:
            return self.python.range_(node, place)
        if qualified in library.NUMBER_WIDGETS:
            return self._asked_for(node, place)
        if qualified in (library.ARGUMENT_PARSER, library.SIMPLE_NAMESPACE):
            return ObjectValue(node, None, qualified)
        if qualified in library.UNHASHABLE or qualified in library.ENVIRONMENTS:
            return ObjectValue(node, None, qualified, kept=False)
        kind = paths_and_dates.makes(qualified)
        if kind is not None:
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            changes = (self.values.value(part, place).changes for part in given)
            return PythonValue(kind, None, reduce(combined_change, changes, None))
        if qualified in library.CLOCKS:
            kind = "float" if qualified.startswith(("time", "timeit")) else "value"
            kind = "int" if qualified.endswith("_ns") else kind
            return PythonValue(kind, None, drawn_at("clock", node, qualified, place))
        if qualified in library.PYTHON_GENERATORS:
            return ObjectValue(node, None, qualified, kept=False)
        if qualified in library.PYTHON_RANDOM:
            return self.python.drawn(node, qualified, place)
        if qualified.startswith("functools.") and qualified.endswith("partial"):
            return FunctionValue(node, kept=False)
        if qualified in library.REPLACING:
            source = self.values.value(node.args[0], place) if node.args else UNKNOWN
            if isinstance(source, ObjectValue) and source.cls is not None:
                return replace(source, site=node, change=None, kept=False)
            return UNKNOWN
        if qualified in library.FIELDS and len(node.args) == 1 and not node.keywords:
            return self.values.fields(node.args[0], place)
        if qualified == "copy.deepcopy" or qualified == "copy.copy":
            return settled(self.values.value(node.args[0], place)) if node.args else UNKNOWN
        if qualified in library.READING_DATA and not node.keywords:
            return DATA
        if qualified == library.RECORD:
            return self._record_class(node, place)
        if qualified in library.RAGGED and node.args:
            return _ragged(self.values.value(node.args[0], place))
        if qualified in library.DATA_SETS:
            arrays = [
                TensorValue(dtype, tuple(map(python_value, shape)), numpy=True)
                for shape, dtype in library.DATA_SETS[qualified]
            ]
            pairs = zip(arrays[::2], arrays[1::2])
            return SequenceValue("tuple", tuple(SequenceValue("tuple", pair) for pair in pairs))
        if qualified == "tensorflow.TensorSpec":
            return self._tensor_spec(node, place)
        if qualified == "keras.backend.int_shape" and node.args:
            tensor = self.values.value(node.args[0], place)
            return static_shape(tensor) if isinstance(tensor, TensorValue) else UNKNOWN
        if qualified.startswith("tensorflow.data."):
            return self._dataset(node, qualified, place)
        known = knowledge.function(qualified) or knowledge.method(qualified, "__new__")
        if known is not None:
            return self._known(known, node, place)
        return self.keras.constructed(node, qualified)

    def _asked_for(self, node: ast.Call, place: Place) -> TraceType:
        """Return the number that a user is asked for: a whole one, if that is what bounds it."""
        options = ((1, "min_value"), (2, "max_value"), (3, "value"), (4, "step"))
        given = [(name, argument(node, *option)) for option in options for name in option[1:]]
        known = {n: self.values.value(part, place) for n, part in given if part is not None}
        if not known or not all(isinstance(v, PythonValue) and v.is_number for v in known.values()):
            # Two initial values ask for a range.
            return UNKNOWN
        if any(value.kind != "int" for value in known.values() if isinstance(value, PythonValue)):
            return PythonValue("float")
        greatest = known.get("max_value")
        most = greatest.most if isinstance(greatest, PythonValue) else None
        return PythonValue("int", bound=most)

    def _known(
        self,
        function: knowledge.Function,
        node: ast.Call,
        place: Place,
        instance: TraceType | None = None,
    ) -> TraceType:
        """Return what a call of a function that the tables know gives."""
        call = self._known_call(function, node, place, instance)
        if function.name == "tensorflow.while_loop":
            begun = call.value("loop_vars") or UNKNOWN
            return looped(begun, keeps_shapes=call.value("shape_invariants") is None)
        return call.result()

    def _known_call(
        self,
        function: knowledge.Function,
        node: ast.Call,
        place: Place,
        instance: TraceType | None,
    ) -> KnownCall:
        return KnownCall(
            *(self.names, self.keras, self.syntax, self.values, self.draws),
            *(function, node, place, instance),
        )

    def _record_class(self, node: ast.Call, place: Place) -> TraceType:
        """Return a class of named tuples; nothing is known of one with defaults."""
        given = self.values.value(argument(node, 1, "field_names"), place)
        names: list[object] = []
        if isinstance(given, SequenceValue):
            names = [getattr(item, "constant", None) for item in given.items or ()]
        elif isinstance(given, PythonValue) and isinstance(given.constant, str):
            names = [*given.constant.replace(",", " ").split()]
        texts = tuple(name for name in names if isinstance(name, str))
        is_plain = bool(names) and len(texts) == len(names) and not node.keywords
        return RecordValue(texts) if is_plain else UNKNOWN

    def _tensor_spec(self, node: ast.Call, place: Place) -> TensorValue:
        """Return what an input_signature's TensorSpec makes of its argument."""
        shape_node = argument(node, 0, "shape")
        dtype_node = argument(node, 1, "dtype")
        named = named_dtype(self.names, self.values, dtype_node, place, numpy=False)
        dtype = "float32" if dtype_node is None else named
        shape = None
        if shape_node is not None:
            asked = self.values.value(shape_node, place)
            shape, _ = asked_shape(asked)
            if shape is not None and isinstance(asked, SequenceValue) and asked.items is not None:
                are_none = (isinstance(i, PythonValue) and i.kind == "none" for i in asked.items)
                shape = tuple(OPEN if is_none else d for d, is_none in zip(shape, are_none))
        return TensorValue(dtype, shape)

    def _dataset(self, node: ast.Call, qualified: str, place: Place) -> TraceType:
        if qualified == "tensorflow.data.Dataset.range":
            return StreamValue("dataset", TensorValue("int64", ()), node)
        if qualified.endswith("from_tensor_slices") and node.args:
            source = self.values.value(node.args[0], place)
            return StreamValue("dataset", sliced(source), node, _rows(source))
        if qualified.endswith("from_tensors") and node.args:
            return StreamValue("dataset", as_tensors(self.values.value(node.args[0], place)), node)
        if qualified.endswith("from_generator"):
            signature = argument(node, 4, "output_signature")
            if signature is not None:
                element = as_tensors(self.values.value(signature, place))
                return StreamValue("dataset", element, node)
        known = knowledge.function(qualified)
        if known is not None:
            return self._known(known, node, place)
        is_dataset = knowledge.is_subclass(qualified, library.DATASET)
        return StreamValue("dataset", UNKNOWN, node) if is_dataset else UNKNOWN

    def method_result(self, node: ast.Call, func: ast.Attribute, place: Place) -> TraceType:
        base = self.values.value(func.value, place)
        name = func.attr
        if base is BOTTOM and name == "_replace":
            # Of a named tuple that is worked out of itself: it is what the first one is.
            return BOTTOM
        if type(base) is TraceType and name == "take":
            # Of whatever it is: the first elements.
            size = self.values.value(argument(node, 0, "count"), place)
            taken = size.constant
            if isinstance(taken, int) and taken >= 0:
                return StreamValue("iterator", UNKNOWN, None, taken)
        if isinstance(base, DataValue):
            return self._data_method(node, name, place)
        if isinstance(base, StreamValue):
            return self._stream_method(node, name, base, place)
        if isinstance(base, TensorValue):
            return self._tensor_method(node, name, base, place)
        if isinstance(base, SequenceValue) and base.names and name == "_replace":
            given = {k.arg: self.values.value(k.value, place) for k in node.keywords}
            # What a dict of keywords may replace: any other field.
            others = given.pop(None, MappingValue(()))
            if base.items is None or not isinstance(others, MappingValue):
                return SequenceValue("tuple")
            replaced = dict(others.items or ())
            pairs = zip(base.names, base.items)
            if others.items is None:
                replaced = {field: join([item, others.element]) for field, item in pairs}
            replaced.update((field, value) for field, value in given.items())
            pairs = zip(base.names, base.items)
            return replace(base, items=tuple(replaced.get(field, item) for field, item in pairs))
        if isinstance(base, SequenceValue) and name == "as_list":
            # Of a TensorShape: Python's sequences have no such method.
            return replace(base, kind="list")
        if isinstance(base, MappingValue):
            if name in ("get", "pop"):
                return self._looked_up(node, base, place)
            return mapping_method(name, base, node)
        if isinstance(base, ObjectValue):
            if base.qualified == library.ARGUMENT_PARSER:
                return _parsed(node, name, base)
            if is_tape(base) and name == "gradient":
                return gradient(self.values.value(argument(node, 1, "sources"), place))
            if base.qualified in library.PYTHON_GENERATORS:
                return self.python.drawn(node, f"random.{name}", place, base)
            found = self.keras.method_result(base, name)
            if found is not UNKNOWN or base.cls is not None:
                return found
            known = knowledge.method(base.qualified, name)
            if known is not None:
                return self._known(known, node, place, base)
            return UNKNOWN
        if isinstance(base, PythonValue) and paths_and_dates.is_one(base):
            return paths_and_dates.method_result(base, name, node)
        if isinstance(base, PythonValue) and base.kind == "str":
            if name in ("format", "join", "lower", "upper", "strip", "replace"):
                arguments = [self.values.value(part, place) for part in node.args]
                changes = [base.change, *(a.changes for a in arguments)]
                return PythonValue("str", None, first_change(changes))
            if name in ("split", "rsplit", "splitlines"):
                return SequenceValue("list", None, PythonValue("str"))
        return UNKNOWN

    def _data_method(self, node: ast.Call, name: str, place: Place) -> TraceType:
        """Return what a method of data gives, as only dicts and lists have methods that do."""
        if name in ("copy", "get", "pop"):
            # A key, or a position; what is there instead need not be data.
            default = self.values.value(node.args[1], place) if node.args[1:] else DATA
            is_data = isinstance(default, (DataValue, PythonValue))
            return DATA if is_data and not node.keywords else UNKNOWN
        parts: dict[str, TraceType] = {
            "items": SequenceValue("tuple", (PythonValue("str"), DATA)),
            "keys": PythonValue("str"),
            "values": DATA,
        }
        return StreamValue("view", parts[name], node) if name in parts else UNKNOWN

    def _looked_up(self, node: ast.Call, base: MappingValue, place: Place) -> TraceType:
        """Return what ``mapping.get(key, default)`` gives, or ``pop``."""
        if len(node.args) not in (1, 2):
            return UNKNOWN
        key, default = (*(self.values.value(a, place) for a in node.args), python_value(None))[:2]
        constant = key.constant if isinstance(key, PythonValue) else None
        if base.items is not None and constant is not None:
            return dict(base.items).get(constant, default)
        values = [base.element] if base.items is None else [value for _, value in base.items]
        return chosen_by(join([*values, default]), key, len(values) + 1)

    def _stream_method(
        self, node: ast.Call, name: str, base: StreamValue, place: Place
    ) -> TraceType:
        if base.kind != "dataset" or not knowledge.has_method(library.DATASET, name):
            return UNKNOWN
        if name == "enumerate":
            pair = SequenceValue("tuple", (TensorValue("int64", ()), base.element))
            return replace(base, element=pair, site=node)
        if name == "padded_batch":
            asked = argument(node, 1, "padded_shapes")
            shapes = None if asked is None else self.values.value(asked, place)
            change = drawn_at("shape", node, "padded_batch", place)
            element = padded(base.element, shapes, change)
            return replace(base, element=element, site=node, count=None)
        if name in ("batch", "ragged_batch"):
            size_node = argument(node, 0, "batch_size")
            size = self.values.value(size_node, place) if size_node is not None else UNKNOWN
            remainder = argument(node, 1, "drop_remainder")
            dropped = isinstance(remainder, ast.Constant) and remainder.value is True
            known = size if dropped and isinstance(size, PythonValue) else None
            rows = size.constant
            count = None
            if base.count is not None and isinstance(rows, int) and rows > 0:
                count = base.count // rows if dropped else -(-base.count // rows)
            most = size.most if isinstance(size, PythonValue) else None
            element = batched(base.element, known, None, most)
            return replace(base, element=element, site=node, count=count)
        if name in ("shuffle", "prefetch", "cache", "with_options"):
            return replace(base, site=node)
        if name in ("repeat", "skip", "shard"):
            return replace(base, site=node, count=None)
        if name == "take":
            size = self.values.value(argument(node, 0, "count"), place)
            taken = size.constant
            return replace(base, site=node, count=taken if taken != -1 else None)
        if name == "as_numpy_iterator":
            return StreamValue("iterator", as_numpy(base.element), node)
        other = knowledge.method(library.DATASET, name)
        if other is None:
            return UNKNOWN
        return self._known(other, node, place, base)

    def _listed_number(self, array: TensorValue, node: ast.Call, place: Place) -> TraceType:
        """Return what each number of the lists is that ``array.tolist()`` gives.

        However many there are, they may be few different ones, unless they count up.
        """
        number = _python_number(array)
        if not isinstance(number, PythonValue) or not number.is_number:
            return number
        change = Change("iterated", "tolist()", start(node)[0], least=1)
        source = node.func.value if isinstance(node.func, ast.Attribute) else None
        if isinstance(source, ast.Name):
            source, place = sole_definition(source, place) or (source, place)
        if not isinstance(source, ast.Call):
            return replace(number, change=change)
        name, instance = self.names.qualified(source.func, place) or "", None
        if name in library.COUNTING_UP:
            return number
        known = knowledge.function(name)
        if known is None and isinstance(source.func, ast.Attribute):
            instance = self.values.value(source.func.value, place)
            if isinstance(instance, ObjectValue):
                known = knowledge.method(instance.qualified, source.func.attr)
        if known is None or not known.random:
            return replace(number, change=change)
        call = self._known_call(known, source, place, instance)
        numbers, width = call.drawn_numbers(), call.drawn_from()
        is_listed = numbers is not None and 0 < len(numbers) <= MAX_CONSTANTS
        # Of few numbers, some may not be drawn.
        least = LEAST_TRIPS if width is None else max(1, min(LEAST_TRIPS, width - 1))
        constants = frozenset(numbers) if numbers is not None and is_listed else None
        return replace(number, constants=constants, change=replace(change, least=least))

    def _tensor_method(
        self, node: ast.Call, name: str, base: TensorValue, place: Place
    ) -> TraceType:
        if base.numpy is None and _is_of_arrays_alone(name):
            base = replace(base, numpy=True, variable=False)
        if name == "item" and base.numpy:
            return _python_number(base)
        if name == "tolist" and base.numpy:
            if base.shape is None:
                return UNKNOWN
            number = self._listed_number(base, node, place) if base.shape else _python_number(base)
            return _as_lists(number, base.shape)
        owner = _class_of(base)
        if name == "get_shape" and base.numpy is False:
            return static_shape(base)
        known = None if owner is None else knowledge.method(owner, name)
        if known is None:
            return UNKNOWN
        return self._known(known, node, place, base)


def is_tape(value: TraceType) -> bool:
    """Whether a value is a gradient tape."""
    return isinstance(value, ObjectValue) and value.qualified == library.GRADIENT_TAPE


def _parsed(node: ast.Call, name: str, parser: ObjectValue) -> TraceType:
    """Return what a method of an argument parser gives: arguments, or a group of its own."""
    if name in ("add_argument_group", "add_mutually_exclusive_group"):
        return parser
    parsed = ObjectValue(node, None, library.NAMESPACE)
    if name == "parse_known_args":
        return SequenceValue("tuple", (parsed, SequenceValue("list")))
    return parsed if name == "parse_args" else UNKNOWN


def _class_of(value: TensorValue) -> str | None:
    """Return the public class of an array, a tensor or a variable; None if it may be several."""
    if value.numpy is not False:
        return "numpy.ndarray" if value.numpy else None
    if value.variable is None:
        return None
    return "tensorflow.Variable" if value.variable else "tensorflow.Tensor"


def _is_of_arrays_alone(name: str) -> bool:
    """Whether arrays have a method of that name, and neither tensors nor variables."""
    others = ("tensorflow.Tensor", "tensorflow.Variable")
    if any(knowledge.has_method(other, name) for other in others):
        return False
    return knowledge.has_method("numpy.ndarray", name)


def _rows(value: TraceType) -> int | None:
    """Return the size of the first dimension of arrays, where it is known."""
    if isinstance(value, SequenceValue) and value.kind == "tuple" and value.items:
        return _rows(value.items[0])
    shape = nested_shape(value) if isinstance(value, (SequenceValue, TensorValue)) else None
    rows = shape[0].constant if shape and shape[0] is not None else None
    return rows if isinstance(rows, int) else None


def _ragged(rows: TraceType) -> TensorValue:
    """Return a tensor made of a list of rows of different lengths.

    Its trace type has how many rows there are, and nothing of their lengths. The dtype is left out,
    as the tensor would not fit a TensorSpec of it.
    """
    inner = _rank(rows.parts) if isinstance(rows, SequenceValue) else None
    if inner is None or not isinstance(rows, SequenceValue):
        return TensorValue(change=rows.changes)
    count = None if rows.items is None else python_value(len(rows.items))
    if rows.change is not None:
        count = PythonValue("int", None, rows.change)
    return TensorValue(shape=(count, *[OPEN] * inner))


def _rank(parts: Iterable[TraceType]) -> int | None:
    """Return how deep lists, or tensors, are nested in each other; None if that is not known."""
    ranks: set[int | None] = set()
    for part in parts:
        if isinstance(part, SequenceValue):
            inner = _rank(part.parts)
            ranks.add(None if inner is None else inner + 1)
        elif isinstance(part, TensorValue):
            ranks.add(None if part.shape is None else len(part.shape))
        else:
            ranks.add(0 if isinstance(part, PythonValue) else None)
    return ranks.pop() if len(ranks) == 1 else None


def _as_lists(number: TraceType, shape: Sequence[Dimension]) -> TraceType:
    """Return what ``array.tolist()`` gives: lists in lists, as deep as it has dimensions."""
    if not shape:
        return number
    size, element = shape[0], _as_lists(number, shape[1:])
    count = None if size is None else size.constant
    if isinstance(count, int) and count <= MAX_CONSTANTS:
        return SequenceValue("list", (element,) * count)
    return SequenceValue("list", None, element, None if size is None else size.change)


def _python_number(array: TensorValue) -> TraceType:
    """Return what ``array.item()`` gives."""
    if array.dtype is None:
        return UNKNOWN
    if array.dtype == "bool":
        return truth()
    if array.dtype.startswith(("int", "uint")):
        return PythonValue("int")
    return PythonValue("float") if array.dtype.startswith("float") else UNKNOWN
