"""What recorded runs saw of the functions of a program."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.scopes import Function, Index, Parameter
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import TraceType
from flake8_tfretrace.program.tracing import TracedFunctions

if TYPE_CHECKING:
    from flake8_tfretrace.program.profile import FileProfile, ObservedFunction


class Observations:
    """Looks functions of one program up in a profile, if there is one."""

    def __init__(
        self, profile: FileProfile | None, index: Index, files: Files, traced: TracedFunctions
    ) -> None:
        self.profile = profile
        self.index = index
        self.files = files
        self.traced = traced

    @cached_property
    def _observed(self) -> dict[Function, ObservedFunction]:
        if self.profile is None:
            return {}
        return self.profile.match([f for f in self.index.functions if self.files.is_own(f.body)])

    def seen(self, function: Function, parameter: Parameter) -> TraceType | None:
        """Return what recorded runs passed for a parameter of a traced function."""
        observed = self._observed.get(function)
        return None if observed is None else observed.joined(parameter.name)

    def of(self, traced: TracedFunction) -> ObservedFunction | None:
        """Return what recorded runs saw of a traced function.

        None where they cannot tell it from another tf.function of the same definition.
        """
        function = traced.function
        if function is None or len(self.traced.of(function)) > 1:
            return None
        return self._observed.get(function)
