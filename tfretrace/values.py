"""Results of two runs, compared value for value.

:func:`freeze` turns what a program returned into plain data that can leave its process;
:func:`compare` says where two of them differ. Nothing here imports TensorFlow.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

_SHOWN_DIFFERENCES = 5
_PLAIN = (bool, int, float, complex, str, bytes, type(None))


class NotComparableError(TypeError):
    """A result that holds something without a value to compare."""


@dataclass(frozen=True, eq=False)
class Array:
    """A tensor, variable, NumPy array or NumPy number."""

    kind: str
    """``Tensor``, ``Variable``, ``ndarray`` or the name of NumPy's scalar type."""
    values: np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Composite:
    """An object with named parts: a ragged tensor, a named tuple, a dataclass, a model."""

    kind: str
    parts: dict[str, Any]


@dataclass(frozen=True)
class Comparison:
    """How two results compare."""

    differences: tuple[str, ...]
    """Where they differ, as ``result[0]['loss']: 1.0 -> 2.0``; empty when they are equal."""
    notes: tuple[str, ...]
    """What differs but was allowed to: a tensor where an array was, or a difference within the
    tolerance."""
    compared: int
    """How many numbers, strings and array elements were held against each other."""


def freeze(value: Any) -> Any:
    """Copy a result into plain data.

    Raises:
        NotComparableError: it holds an object whose value cannot be read.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, np.ndarray):
        return Array("ndarray", value.copy())
    if isinstance(value, np.generic):
        return Array(type(value).__name__, np.asarray(value))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        parts = dict(zip(value._fields, value, strict=True))
        return _composite(type(value).__name__, parts)
    if isinstance(value, list):
        return [freeze(part) for part in value]
    if isinstance(value, tuple):
        return tuple(freeze(part) for part in value)
    if isinstance(value, Mapping):
        return {key: freeze(part) for key, part in value.items()}
    if isinstance(value, type):
        raise NotComparableError(
            f"the class {value.__qualname__} has no value that can be compared"
        )
    try:
        return _freeze_object(value)
    except NotComparableError:
        raise
    except Exception as error:
        kind = type(value).__qualname__
        raise NotComparableError(f"reading the value of a {kind} raised {error!r}") from error


def _freeze_object(value: Any) -> Any:
    """Copy what an object of a library, or of the program's own, holds."""
    if hasattr(value, "row_splits") and hasattr(value, "values"):
        return _composite("RaggedTensor", {"values": value.values, "splits": value.row_splits})
    if hasattr(value, "dense_shape") and hasattr(value, "indices"):
        parts = {name: getattr(value, name) for name in ("values", "indices", "dense_shape")}
        return _composite(type(value).__name__, parts)
    if hasattr(value, "numpy"):
        kind = "Variable" if hasattr(value, "assign") else "Tensor"
        return Array(kind, np.array(value.numpy()))
    if hasattr(value, "get_weights"):
        weights = {str(index): weight for index, weight in enumerate(value.get_weights())}
        return _composite(type(value).__name__, weights)
    if dataclasses.is_dataclass(value):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return _composite(type(value).__name__, fields)
    if isinstance(value, enum.Enum):
        return Composite(type(value).__name__, {"name": value.name})
    for plain in (int, float, str):
        if isinstance(value, plain):
            return plain(value)
    raise NotComparableError(f"a {type(value).__qualname__} has no value that can be compared")


def _composite(kind: str, parts: Mapping[str, Any]) -> Composite:
    return Composite(kind, {name: freeze(part) for name, part in parts.items()})


def compare(
    before: Any,
    after: Any,
    *,
    array_kinds_may_differ: bool = False,
    tolerance: float = 0.0,
    name: str = "result",
) -> Comparison:
    """Compare two frozen results: values, dtypes and structure.

    Args:
        before: from :func:`freeze`.
        after: likewise.
        array_kinds_may_differ: allow a tensor where a NumPy array or number was, and the reverse.
        tolerance: for floating-point arrays, the difference allowed, relative to the larger
            magnitude of the two elements; 0 asks for the same bits. NaN equals NaN.
        name: how paths begin.
    """
    comparer = _Comparer(array_kinds_may_differ, tolerance)
    differences = list(comparer.differences(before, after, name))
    if len(differences) > _SHOWN_DIFFERENCES:
        rest = len(differences) - _SHOWN_DIFFERENCES
        differences = [*differences[:_SHOWN_DIFFERENCES], f"and {rest} more differences"]
    return Comparison(tuple(differences), tuple(comparer.all_notes()), comparer.compared)


class _Comparer:
    def __init__(self, array_kinds_may_differ: bool, tolerance: float) -> None:
        self.array_kinds_may_differ = array_kinds_may_differ
        self.tolerance = tolerance
        self.notes: list[str] = []
        self.tolerated: list[tuple[float, str]] = []
        """What was within the tolerance: by how much, and where."""
        self.compared = 0

    def all_notes(self) -> list[str]:
        """Return what was allowed to differ; of differences within the tolerance, the largest."""
        if not self.tolerated:
            return self.notes
        count = len(self.tolerated)
        arrays = "1 array differs" if count == 1 else f"{count} arrays differ"
        within = f"{arrays} within the tolerance of {self.tolerance:g}"
        return [*self.notes, f"{within}, the most in {max(self.tolerated)[1]}"]

    def differences(self, before: Any, after: Any, path: str) -> Iterator[str]:
        """Yield one text per part that differs."""
        if type(before) is not type(after):
            yield f"{path}: {_kind(before)} -> {_kind(after)}"
        elif isinstance(before, Array):
            yield from self._arrays(before, after, path)
        elif isinstance(before, Composite):
            if before.kind != after.kind:
                yield f"{path}: {before.kind} -> {after.kind}"
            else:
                yield from self._mappings(before.parts, after.parts, path, "{path}.{key}")
        elif isinstance(before, dict):
            yield from self._mappings(before, after, path, "{path}[{key!r}]")
        elif isinstance(before, list | tuple):
            if len(before) != len(after):
                yield f"{path}: {len(before)} elements -> {len(after)}"
            else:
                for index, parts in enumerate(zip(before, after, strict=True)):
                    yield from self.differences(*parts, f"{path}[{index}]")
        else:
            self.compared += 1
            if before != after and not (before != before and after != after):
                yield f"{path}: {before!r} -> {after!r}"

    def _mappings(
        self, before: Mapping[Any, Any], after: Mapping[Any, Any], path: str, part: str
    ) -> Iterator[str]:
        if before.keys() != after.keys():
            yield f"{path}: {[*before]} -> {[*after]}"
            return
        for key, value in before.items():
            yield from self.differences(value, after[key], part.format(path=path, key=key))

    def _arrays(self, before: Array, after: Array, path: str) -> Iterator[str]:
        if before.kind != after.kind:
            text = f"{path}: {before.kind} -> {after.kind}"
            if not self.array_kinds_may_differ:
                yield text
                return
            self.notes.append(text)
        old, new = before.values, after.values
        if old.dtype != new.dtype:
            yield f"{path}: {old.dtype} -> {new.dtype}"
        elif old.shape != new.shape:
            yield f"{path}: shape {old.shape} -> {new.shape}"
        else:
            self.compared += old.size
            yield from self._elements(old, new, path)

    def _elements(
        self, old: np.ndarray[Any, Any], new: np.ndarray[Any, Any], path: str
    ) -> Iterator[str]:
        different = old != new
        if _is_inexact(old):
            different &= ~(np.isnan(old) & np.isnan(new))
        count = int(np.count_nonzero(different))
        if not count:
            return
        first = tuple(int(index[0]) for index in np.nonzero(different)) if old.ndim else ()
        where = f"{path}{list(first)}" if first else path
        text = f"{where}: {old[first]!r} -> {new[first]!r}, {count} of {old.size} differ"
        if not _is_inexact(old):
            yield text
            return
        distance = np.abs(new - old).astype(np.float64)
        magnitude = np.maximum(np.abs(old), np.abs(new)).astype(np.float64)
        with np.errstate(invalid="ignore"):  # Infinity over infinity: as different as can be.
            ratio = np.nan_to_num(distance / np.maximum(magnitude, 1e-300), nan=np.inf)
        relative = float(np.max(np.where(different, ratio, 0.0)))
        text = f"{text} by up to {relative:.1e} of their size"
        if relative <= self.tolerance:
            self.tolerated.append((relative, text))
        else:
            yield text


def _is_inexact(values: np.ndarray[Any, Any]) -> bool:
    # bfloat16 and the float8 types are NumPy extensions of kind "V".
    return values.dtype.kind in "fc" or "float" in values.dtype.name


def _kind(value: Any) -> str:
    return value.kind if isinstance(value, Array | Composite) else type(value).__name__
