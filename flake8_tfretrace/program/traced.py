"""One traced function: what is handed to ``tf.function``, and how."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Literal

from flake8_tfretrace.program.scopes import Function, Parameter, Place, is_none


@dataclass(eq=False)
class TracedFunction:
    """One ``tf.function`` object that the file makes."""

    site: ast.expr
    """The decorator, or the ``tf.function(...)`` call."""
    place: Place
    """Where the tf.function object is made."""
    function: Function | None
    """The Python function, where it is in this file."""
    is_decorator: bool
    options: dict[str, ast.expr] = field(default_factory=dict)
    bound: bool = False
    """Whether the wrapped function is a bound method (``tf.function(self.f)``)."""
    attached: bool = False
    """Whether a class is given it as an attribute, so that instances bind it (``C.f = f``)."""
    maker: Function | None = None
    """The program's own decorator that makes it, if the site is one, and no ``tf.function``."""

    @property
    def name(self) -> str:
        """What to call it in a message."""
        if self.function is None:
            argument = (
                self.site.args[0] if isinstance(self.site, ast.Call) and self.site.args else None
            )
            return "the traced function" if argument is None else ast.unparse(argument)
        return self.function.shown

    @property
    def qualname(self) -> str | None:
        """The qualified name of the Python function, where it is in this file."""
        return None if self.function is None else self.function.qualname

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters that are part of the trace type: all but ``self``."""
        if self.function is None:
            return ()
        is_method = self.function.is_method and "classmethod" not in self.function.marks()
        skip = is_method or self.attached
        return self.function.parameters[1:] if skip else self.function.parameters

    def option(self, *names: str) -> ast.expr | None:
        """Return the value given for the first of ``names`` that is given, unless it is None."""
        for name in names:
            value = self.options.get(name)
            if value is not None and not is_none(value):
                return value
        return None

    def is_set(self, *names: str) -> bool:
        """Whether one of the options is given and is not literally False."""
        value = self.option(*names)
        return value is not None and not (isinstance(value, ast.Constant) and value.value is False)

    @property
    def has_signature(self) -> bool:
        """Whether it has an ``input_signature``."""
        return self.option("input_signature") is not None

    @property
    def reduces_retracing(self) -> bool:
        """Whether ``reduce_retracing=True``, also under its old name."""
        return self.is_set("reduce_retracing", "experimental_relax_shapes")

    @property
    def autograph(self) -> bool:
        """Whether AutoGraph converts the body."""
        value = self.options.get("autograph")
        return not (isinstance(value, ast.Constant) and value.value is False)


@dataclass(frozen=True)
class LibraryTraced:
    """A function that a library traces for its users: Keras a method, tf.data what it maps."""

    function: Function
    library: Literal["Keras", "tf.data"]

    @property
    def name(self) -> str:
        """What to call it in a message."""
        return self.function.qualname if self.function.is_method else self.function.shown

    @property
    def qualname(self) -> str | None:
        """Its qualified name."""
        return self.function.qualname
