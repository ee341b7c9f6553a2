"""TensorFlow's functions for numbers, by those of Python and NumPy that they stand in for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Counterpart:
    """A function of TensorFlow that computes the same number."""

    name: str
    """Behind the name of TensorFlow."""
    arity: int = 1
    keeps_type: bool = False
    """Whether an integer is computed of integers, and a float of floats; else always a float."""


_OF_ONE = {
    "acos": "acos",
    "acosh": "acosh",
    "asin": "asin",
    "asinh": "asinh",
    "atan": "atan",
    "atanh": "atanh",
    "cos": "cos",
    "cosh": "cosh",
    "exp": "exp",
    "expm1": "math.expm1",
    "log": "math.log",
    "log1p": "math.log1p",
    "sin": "sin",
    "sinh": "sinh",
    "sqrt": "sqrt",
    "tan": "tan",
    "tanh": "tanh",
}
"""Functions of ``math``. NumPy has them, too, under the same names or with ``arc`` for ``a``."""


_OF_TWO = {"math.atan2": "math.atan2", "math.pow": "pow", "numpy.arctan2": "math.atan2"}
_KEEPING_TYPE = {
    "abs": "abs",
    "numpy.abs": "abs",
    "numpy.absolute": "abs",
    "numpy.sign": "sign",
    "numpy.square": "square",
}
_KEEPING_TYPE_OF_TWO = {
    "max": "maximum",
    "min": "minimum",
    "numpy.maximum": "maximum",
    "numpy.minimum": "minimum",
    "numpy.power": "pow",
}


def _all() -> dict[str, Counterpart]:
    found = {"math.erf": Counterpart("math.erf"), "math.erfc": Counterpart("math.erfc")}
    found |= {name: Counterpart("abs") for name in ("math.fabs", "numpy.fabs")}
    for name, own in _OF_ONE.items():
        of_numpy = f"arc{name[1:]}" if name.startswith("a") else name
        found[f"math.{name}"] = found[f"numpy.{of_numpy}"] = Counterpart(own)
    found |= {name: Counterpart(own, 2) for name, own in _OF_TWO.items()}
    found |= {name: Counterpart(own, keeps_type=True) for name, own in _KEEPING_TYPE.items()}
    found |= {
        name: Counterpart(own, 2, keeps_type=True) for name, own in _KEEPING_TYPE_OF_TWO.items()
    }
    return found


COUNTERPARTS = _all()
"""By the full names of the functions."""
