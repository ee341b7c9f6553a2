"""Transfer functions of paths and dates: Python objects that TensorFlow compares by value.

They have no weak references, so equal ones share a trace.
"""

from __future__ import annotations

import ast

from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    Change,
    PythonValue,
    SequenceValue,
    StreamValue,
    TraceType,
)

_PATH, _DATE, _DELTA = "path", "date", "timedelta"
_CLASSES = {
    **{
        f"pathlib.{pure}{of}Path": _PATH for pure in ("", "Pure") for of in ("", "Posix", "Windows")
    },
    "datetime.date": _DATE,
    "datetime.datetime": _DATE,
    "datetime.timedelta": _DELTA,
}
_MAKERS = {
    **{f"datetime.{cls}.fromisoformat": _DATE for cls in ("date", "datetime")},
    **{f"datetime.{cls}.fromordinal": _DATE for cls in ("date", "datetime")},
    **{f"datetime.{cls}.fromtimestamp": _DATE for cls in ("date", "datetime")},
    "datetime.datetime.combine": _DATE,
    "datetime.datetime.strptime": _DATE,
}
_ATTRIBUTES = {
    _PATH: {"name": "str", "parent": _PATH, "stem": "str", "suffix": "str"},
    _DELTA: {"days": "int", "microseconds": "int", "seconds": "int"},
}
_METHODS = {
    _PATH: {
        **dict.fromkeys(("as_posix", "as_uri"), "str"),
        **dict.fromkeys(("absolute", "joinpath", "relative_to", "resolve", "with_name"), _PATH),
        **dict.fromkeys(("with_stem", "with_suffix"), _PATH),
    },
    _DATE: {
        **dict.fromkeys(("ctime", "isoformat", "strftime"), "str"),
        "date": _DATE,
        "timestamp": "float",
        "toordinal": "int",
    },
    _DELTA: {"total_seconds": "float"},
}
_WHOLE = frozenset({"as_posix", "as_uri", "isoformat", "timestamp", "toordinal", "total_seconds"})
"""Methods that give another result for each object."""
_LISTING = frozenset({"glob", "iterdir", "rglob"})


def makes(qualified: str) -> str | None:
    """Return the kind of what a call of a function makes; None if that is neither path nor date."""
    return _CLASSES.get(qualified) or _MAKERS.get(qualified)


def is_one(value: PythonValue) -> bool:
    """Whether a value is a path, a date, or what lies between two of these."""
    return value.kind in _METHODS


def combined(
    op: ast.operator, left: PythonValue, right: PythonValue, change: Change | None
) -> TraceType:
    """Return what an operator makes of two values, one of which is a path or date."""
    kinds = (left.kind, right.kind)
    if isinstance(op, ast.Div) and set(kinds) <= {_PATH, "str"}:
        return PythonValue(_PATH, None, change)
    if isinstance(op, ast.Sub) and kinds == (_DATE, _DATE):
        return PythonValue(_DELTA, None, change)
    if isinstance(op, (ast.Add, ast.Sub)) and set(kinds) <= {_DATE, _DELTA}:
        return PythonValue(_DATE if _DATE in kinds else _DELTA, None, change)
    if isinstance(op, ast.Mult) and (left.is_number or right.is_number):
        return PythonValue(_DELTA, None, change and change.within(1))
    return UNKNOWN


def attribute(value: PythonValue, name: str) -> TraceType:
    """Return an attribute of a path or date: which part of it differs, if one does, is unknown."""
    kind = _ATTRIBUTES.get(value.kind, {}).get(name)
    if kind is None:
        is_parts = value.kind == _PATH and name == "parts"
        return SequenceValue("tuple", None, PythonValue("str")) if is_parts else UNKNOWN
    return PythonValue(kind)


def method_result(value: PythonValue, name: str, node: ast.Call) -> TraceType:
    """Return what a method of a path or date gives."""
    if value.kind == _PATH and name in _LISTING:
        return StreamValue("iterator", PythonValue(_PATH), node)
    kind = _METHODS.get(value.kind, {}).get(name)
    if kind is None:
        return UNKNOWN
    return PythonValue(kind, None, value.change if name in _WHOLE else None)
