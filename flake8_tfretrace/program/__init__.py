"""The program model: what one file means to TensorFlow. It knows no rule."""

from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.scopes import Binding, Class, Function, Parameter, Place
from flake8_tfretrace.program.sites import Argument, CallSite
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import ObjectValue, TensorValue

__all__ = [
    "Argument",
    "Binding",
    "CallSite",
    "Class",
    "Function",
    "ObjectValue",
    "Parameter",
    "Place",
    "Program",
    "TensorValue",
    "TracedFunction",
]
