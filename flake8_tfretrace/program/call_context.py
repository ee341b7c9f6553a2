"""What a must-analysis knows of the call whose body it goes through."""

from __future__ import annotations

import ast
from typing import NamedTuple

from flake8_tfretrace.program.scopes import Class, Parameter
from flake8_tfretrace.program.tracetypes import TraceType


class CallContext(NamedTuple):
    """What is known of one call of a function."""

    cls: Class | None = None
    """The class of its own instance: that very one, none that derives from it."""
    numbers: frozenset[str] = frozenset()
    """The parameters that are a number or flag."""
    depth: int = 0
    lists: frozenset[str] = frozenset()
    """The parameters that are a list."""
    shapes: frozenset[str] = frozenset()
    """The parameters that are a shape as Keras has it, or a list or dict of such."""
    arguments: tuple[tuple[Parameter, TraceType], ...] = ()
    """What is passed for parameters, where that may be what a call in it raises for."""
    training: ast.Call | None = None
    """The call of ``fit`` that runs a method of a callback, with logs of it."""


NOTHING_KNOWN = CallContext()
