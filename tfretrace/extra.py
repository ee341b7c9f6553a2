"""What the extra ``verify`` brings, and what is told where it lacks."""

from __future__ import annotations

_EXTRA = frozenset({"keras", "matplotlib", "numpy", "psutil", "rich", "tensorflow"})
"""The packages that the extra ``verify`` brings."""
INSTALL = "pip install 'flake8-tfretrace[verify]'"


def lacking(error: ImportError) -> str:
    """Return what to tell about a failed import: what to install, if the extra brings it."""
    package = (error.name or "").partition(".")[0]
    if isinstance(error, ModuleNotFoundError) and package in _EXTRA:
        return f"this needs {package}, which is not installed; run: {INSTALL}"
    return str(error)
