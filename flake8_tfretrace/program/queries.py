"""The parts of a program model that the abstract interpreter queries."""

from __future__ import annotations

from dataclasses import dataclass

from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.keras import Keras
from flake8_tfretrace.program.links import Links
from flake8_tfretrace.program.mutations import Mutations
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.observations import Observations
from flake8_tfretrace.program.scopes import Function, Index, Parameter
from flake8_tfretrace.program.syntax import Syntax
from flake8_tfretrace.program.tracetypes import TraceType
from flake8_tfretrace.program.tracing import TracedFunctions


@dataclass(frozen=True)
class Queries:
    """The parts of a program model that values rest on."""

    index: Index
    names: Names
    links: Links
    mutations: Mutations
    classes: Classes
    keras: Keras
    traced: TracedFunctions
    calls: Calls
    syntax: Syntax
    observations: Observations

    def specified(self, function: Function, parameter: Parameter) -> TraceType | None:
        """Return what TensorFlow or Keras surely passes for a parameter; None if that is open."""
        if self.traced.is_collecting:
            return None
        given = self.traced.specified(function, parameter)
        return self.keras.given(function, parameter) if given is None else given
