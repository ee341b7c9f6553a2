"""Run TensorFlow programs and see what was traced, and why.

PYTEST_DONT_REWRITE: it holds no assertions, and pytest warns of what is loaded before it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from tfretrace.recorder import Recording, record

if TYPE_CHECKING:
    from tfretrace.convert import to_tensor
    from tfretrace.guard import TooManyTracesError, max_traces
    from tfretrace.predictor import ArchitectureError, Predictor, PredictorCache

__all__ = [
    "ArchitectureError",
    "Predictor",
    "PredictorCache",
    "Recording",
    "TooManyTracesError",
    "max_traces",
    "record",
    "to_tensor",
]

_MODULES = {
    "ArchitectureError": "tfretrace.predictor",
    "Predictor": "tfretrace.predictor",
    "PredictorCache": "tfretrace.predictor",
    "TooManyTracesError": "tfretrace.guard",
    "max_traces": "tfretrace.guard",
    "to_tensor": "tfretrace.convert",
}


def __getattr__(name: str) -> object:
    """Import what not all need, and what needs TensorFlow, when it is first asked for."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_MODULES[name]), name)
