"""What the elements of the lattice stand for: which values of a running program each one holds.

:func:`summary` keeps of a value what the lattice can speak of; :func:`contradiction` says why an
abstract value does not hold it. Neither imports TensorFlow: a summary is made in the process that
runs the program, and read in the one that analyses it.
"""

from __future__ import annotations

import ast
import enum
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flake8_tfretrace.program.scopes import Class, first_line
from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    ChoiceValue,
    ClassValue,
    DataValue,
    FunctionValue,
    MappingValue,
    ModuleValue,
    ObjectValue,
    PythonValue,
    RecordValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from tfretrace.definitions import code_of

_DEPTH = 4
_ELEMENTS = 80
"""Of a container nested more deeply, or with more elements, the rest is not looked at."""
_TEXT = 200
_CONSTANTS = (int, float, complex, str, bytes, bool, type(None), type(...), range)
_KINDS = {
    "NoneType": "none",
    "ellipsis": "value",
    **dict.fromkeys(("PosixPath", "PurePosixPath", "WindowsPath", "PureWindowsPath"), "path"),
}
_INCLUDED = {
    "amount": ("int", "float", "none"),
    "number": ("int", "float"),
    "size": ("int", "none"),
}
"""The kinds that one of the lattice stands for, if it is not one of Python."""
_ITERATORS = frozenset(
    f"builtins.{name}"
    for name in "dict_keys dict_values dict_items enumerate filter map reversed zip".split()
)

Sites = Callable[[object], frozenset[int]]
"""The calls that have given an object, by the numbers that the log has for them."""


@dataclass(frozen=True)
class Concrete:
    """What is kept of one value."""

    types: tuple[str, ...]
    """The qualified names of its class and the bases of that, in the order of resolution."""
    constant: tuple[Any, ...] = ()
    """The value of a small constant; else empty."""
    array: str = ""
    """``tensor``, ``symbolic``, ``variable``, ``numpy`` or ``spec``, if it is any of those.

    A TensorSpec has the trace type of a tensor.
    """
    dtype: str | None = None
    shape: tuple[int | None, ...] | None = None
    keys: tuple[Concrete, ...] | None = None
    items: tuple[Concrete, ...] | None = None
    """The elements of a sequence, the values of a mapping."""
    length: int | None = None
    code: tuple[str, int] | None = None
    """Of a function, the name and the first line of its code."""
    is_generated: bool = False
    """Whether AutoGraph wrote that code: its lines are not those of the program."""
    is_traced: bool = False
    """Whether a callable is what ``tf.function`` makes."""
    sites: frozenset[int] = frozenset()

    @property
    def kind(self) -> str:
        """The name of its class."""
        return self.types[0].rpartition(".")[2]

    def __str__(self) -> str:
        if self.constant:
            return f"{self.kind} {self.constant[0]!r}"
        if self.array:
            return f"{self.array} {self.dtype} {self.shape}"
        if self.items is not None:
            shown = [*map(str, self.items[:4]), *(["..."] if len(self.items) > 4 else [])]
            return f"{self.kind} of {self.length}: [{', '.join(shown)}]"
        name = "" if self.code is None else f" {self.code[0]}"
        return f"{'traced ' if self.is_traced else ''}{self.kind}{name}"


def _no_sites(_: object) -> frozenset[int]:
    return frozenset()


def summary(value: Any, sites: Sites = _no_sites, depth: int = _DEPTH) -> Concrete | None:
    """Return what the lattice can speak of; None where the value is nested too deeply."""
    if depth == 0:
        return None
    names = tuple(f"{c.__module__}.{c.__qualname__}" for c in type(value).__mro__)
    if isinstance(value, _CONSTANTS) and type(value).__module__ == "builtins":
        return Concrete(names, (value,) if _is_small(value) else ())
    array = _array_kind(names, value)
    if array:
        return Concrete(names, (), array, _dtype_name(value.dtype), _sizes(value.shape))
    if names[0].endswith("TensorShape"):
        parts = _sizes(value)
        if parts is None:
            return Concrete(names)
        return Concrete(names, items=_all(parts, sites, depth), length=len(parts))
    if isinstance(value, (list, tuple)):
        return Concrete(names, items=_all(value, sites, depth), length=len(value))
    if isinstance(value, dict):
        keys = _all(value.keys(), sites, depth)
        return Concrete(
            names, keys=keys, items=_all(value.values(), sites, depth), length=len(value)
        )
    if names[0].endswith(("DType", "dtype")) or "numpy.dtype" in names:
        return Concrete(names, (_dtype_name(value),))
    if isinstance(value, type):
        return Concrete(names, code=(value.__name__, 0))
    if isinstance(value, types.ModuleType):
        return Concrete(names, code=(str(getattr(value, "__file__", "")), 0))
    if isinstance(value, enum.Enum) or not callable(value):
        return Concrete(names, length=_length(value, names), sites=sites(value))
    code = code_of(value)
    return Concrete(
        names,
        code=None if code is None else (code.co_name.removeprefix("tf__"), code.co_firstlineno),
        is_generated=code is not None and "__autograph_generated" in code.co_filename,
        is_traced=_is_traced(value),
        sites=sites(value),
    )


def _is_small(value: Any) -> bool:
    return not isinstance(value, (str, bytes)) or len(value) <= _TEXT


def _all(values: Iterable[Any], sites: Sites, depth: int) -> tuple[Concrete, ...] | None:
    found: list[Concrete] = []
    for value in values:
        inner = summary(value, sites, depth - 1)
        if inner is None or len(found) == _ELEMENTS:
            return None
        found.append(inner)
    return tuple(found)


def _array_kind(names: tuple[str, ...], value: Any) -> str:
    if "numpy.ndarray" in names or "numpy.generic" in names:
        return "numpy"
    for name in names:
        if name.startswith("tensorflow."):
            if name.endswith((".BaseResourceVariable", ".DistributedVariable")):
                return "variable"
            if name.endswith(".framework.tensor.TensorSpec"):
                return "spec"
            # A gradient is sparse where rows of a variable were gathered: one with its shape. The
            # sizes of a ragged tensor are open.
            if name.endswith((".framework.tensor.Tensor", ".IndexedSlices", ".RaggedTensor")):
                return "symbolic" if names[0].endswith("SymbolicTensor") else "tensor"
        elif name.startswith("keras."):
            if name.endswith(".KerasTensor"):
                return "symbolic"
            # Their trace type is that of TensorFlow's own.
            if name.endswith(".common.variables.Variable"):
                return "variable"
    return ""


def _dtype_name(dtype: Any) -> str:
    name = str(getattr(dtype, "name", dtype))
    # As objects TensorFlow gives the elements of a string tensor, and takes them.
    is_text = getattr(dtype, "kind", "") in ("U", "S", "O")
    return "string" if is_text else name


def _sizes(shape: Any) -> tuple[int | None, ...] | None:
    return None if getattr(shape, "rank", 0) is None else tuple(shape)


def _length(value: Any, names: tuple[str, ...]) -> int | None:
    if names[0] in _ITERATORS or any(name.endswith(".DatasetV2") for name in names):
        try:
            return len(value)
        except TypeError:
            return None
    return None


def _is_traced(value: Any) -> bool:
    inner: Any = value
    while inner is not None:
        if type(inner).__module__.startswith("tensorflow.") and hasattr(inner, "python_function"):
            return True
        outer, inner = inner, getattr(inner, "__wrapped__", None)
        if inner is outer:
            break
    return False


def contradiction(
    said: TraceType, value: Concrete | None, numbers: Mapping[ast.AST, int] | None = None
) -> str | None:
    """Return why an abstract value does not hold a concrete one; None if it does.

    Args:
        said: what the analysis says.
        value: the value; None if it is not known.
        numbers: the numbers of the calls in the log.
    """
    if value is None or type(said) is TraceType:
        return None
    if said is BOTTOM:
        return "the bottom holds no value"
    return _CONTRADICTIONS[type(said)](said, value, numbers or {})


_Numbers = Mapping[ast.AST, int]


def _python(said: PythonValue, value: Concrete, _: _Numbers) -> str | None:
    if said.kind == "value":
        return "it is a tensor" if value.array else None
    if said.kind == "enum":
        return None if "enum.Enum" in value.types else "it is no enum"
    if said.kind == "dtype":
        if not value.types[0].endswith(("DType", "dtype")) and "numpy.dtype" not in value.types:
            return None if value.kind == "type" else "it is no dtype"
        is_known = said.constants is None or value.constant[0] in said.constants
        return None if is_known else f"it is none of {set(said.constants or ())}"
    kind = _KINDS.get(value.kind, value.kind)
    if kind not in _INCLUDED.get(said.kind, (said.kind,)):
        return f"it is no {said.kind}"
    if said.constants is None or not value.constant:
        return None
    (constant,) = value.constant
    is_nan = constant != constant and any(c != c for c in said.constants)
    return None if constant in said.constants or is_nan else "it is none of the constants"


def _data(said: DataValue, value: Concrete, _: _Numbers) -> str | None:
    is_held = not {"builtins.list", "builtins.dict"}.isdisjoint(value.types)
    kind = _KINDS.get(value.kind, value.kind)
    return None if is_held or kind in ("int", "float", "str", "bool", "none") else "it is no data"


def _tensor(said: TensorValue, value: Concrete, _: _Numbers) -> str | None:
    if not value.array:
        return "it is no tensor or array"
    if said.numpy is not None and said.numpy != (value.array == "numpy"):
        return f"it is {'not ' if said.numpy else ''}NumPy's"
    if said.variable is not None and said.variable != (value.array == "variable"):
        return f"it is {'no' if said.variable else 'a'} variable"
    if said.dtype not in (None, value.dtype):
        return f"it is not {said.dtype}"
    if said.most_rows is not None and value.shape:
        rows = value.shape[0]
        if rows is not None and rows > said.most_rows:
            return f"it has more than {said.most_rows} rows"
    if said.shape is None or value.shape is None:
        return None
    if len(said.shape) != len(value.shape):
        return f"it has not {len(said.shape)} dimensions"
    for dimension, size in zip(said.shape, value.shape):
        if dimension is not None and dimension.constants is not None and size is not None:
            if size not in dimension.constants:
                return f"a dimension is none of {sorted(dimension.constants)}"
    return None


def _sequence(said: SequenceValue, value: Concrete, numbers: _Numbers) -> str | None:
    is_shape = value.kind == "TensorShape" and said.kind == "tuple"
    if f"builtins.{said.kind}" not in value.types and not is_shape:
        return f"it is no {said.kind}"
    if said.items is not None and value.length not in (None, len(said.items)):
        return f"it has not {len(said.items)} elements"
    if said.items is None and said.most is not None and (value.length or 0) > said.most:
        return f"it has more than {said.most} elements"
    if value.items is None:
        return None
    parts = said.items if said.items is not None else [said.element] * len(value.items)
    return _first(zip(parts, value.items), numbers)


def _mapping(said: MappingValue, value: Concrete, numbers: _Numbers) -> str | None:
    if "builtins.dict" not in value.types and not value.kind.endswith("DictWrapper"):
        return "it is no dict"
    if value.items is None or value.keys is None:
        return None
    if said.items is None:
        return _first(((said.element, item) for item in value.items), numbers)
    keys = {key.constant[0]: item for key, item in zip(value.keys, value.items) if key.constant}
    if len(keys) == len(value.keys) and keys.keys() != dict(said.items).keys():
        return "it has other keys"
    return _first(((item, keys[key]) for key, item in said.items if key in keys), numbers)


def _object(said: ObjectValue, value: Concrete, numbers: _Numbers) -> str | None:
    if said.cls is not None and not _is_of(said.cls, said.heirs, value.kind):
        return f"it is no {said.cls.name}"
    # A symbolic tensor of Keras is both.
    is_array = value.array and value.kind != "KerasTensor"
    if value.constant or is_array or value.kind in ("function", "method", "module"):
        return "it is no instance"
    return _made_at(said.site, value, numbers)


def _made_at(site: ast.AST | None, value: Concrete, numbers: _Numbers) -> str | None:
    number = None if site is None else numbers.get(site)
    if number is None or not value.sites or number in value.sites:
        return None
    return f"it was not made on line {getattr(site, 'lineno', 0)}"


def _function(said: FunctionValue, value: Concrete, _: _Numbers) -> str | None:
    if value.constant or value.array or value.items is not None:
        return "it is no function"
    if said.function is not None and value.code is not None:
        name, line = value.code
        is_lambda = isinstance(said.function.node, ast.Lambda)
        if not is_lambda and name != said.function.name:
            return f"it is not {said.function.name}"
        node = said.function.node
        first = first_line(node)
        if line != first and not value.is_generated:
            return f"it is not the function on line {first}"
        if said.traced is None and value.is_traced:
            return "it is a tf.function"
    return "it is no tf.function" if said.traced is not None and not value.is_traced else None


def _class(said: ClassValue, value: Concrete, _: _Numbers) -> str | None:
    is_class = "builtins.type" in value.types and value.code is not None
    is_said = value.code is not None and _is_of(said.cls, said.heirs, value.code[0])
    return None if is_class and is_said else f"it is not {said.cls.name}"


def _module(said: ModuleValue, value: Concrete, _: _Numbers) -> str | None:
    is_module = "builtins.module" in value.types and value.code is not None
    return None if is_module else "it is no module"


def _stream(said: StreamValue, value: Concrete, _: _Numbers) -> str | None:
    if value.constant or value.array:
        return "it is no iterator or dataset"
    is_dataset = any(name.endswith((".DatasetV2", ".IteratorBase")) for name in value.types)
    if is_dataset != (said.kind == "dataset"):
        return f"it is {'a' if is_dataset else 'no'} dataset"
    if said.count is not None and value.length not in (None, said.count):
        return f"it has not {said.count} elements"
    return None


def _choice(said: ChoiceValue, value: Concrete, numbers: _Numbers) -> str | None:
    wrong = [contradiction(option, value, numbers) for option in said.options]
    return None if None in wrong else "it is none of the options"


def _record(said: RecordValue, value: Concrete, _: _Numbers) -> str | None:
    return None if "builtins.type" in value.types else "it is no class"


def _is_of(cls: Class, heirs: Iterable[Class], name: str) -> bool:
    """Whether a class, or one of its heirs, has a name."""
    return name in {cls.name, *(heir.name for heir in heirs)}


def _first(
    pairs: Iterable[tuple[TraceType, Concrete]], numbers: Mapping[ast.AST, int]
) -> str | None:
    found = (contradiction(said, value, numbers) for said, value in pairs)
    return next((wrong for wrong in found if wrong is not None), None)


_CONTRADICTIONS: dict[type[TraceType], Callable[[Any, Concrete, _Numbers], str | None]] = {
    DataValue: _data,
    PythonValue: _python,
    TensorValue: _tensor,
    SequenceValue: _sequence,
    MappingValue: _mapping,
    ObjectValue: _object,
    FunctionValue: _function,
    ClassValue: _class,
    ModuleValue: _module,
    StreamValue: _stream,
    ChoiceValue: _choice,
    RecordValue: _record,
}
