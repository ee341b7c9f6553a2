"""What the objects of Python's own kinds refuse: to be gone through, measured, or written to."""

from __future__ import annotations

import ast

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import library
from flake8_tfretrace.program.members import Members
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import Place, definitions, sole_definition
from flake8_tfretrace.program.syntax import argument
from flake8_tfretrace.program.tracetypes import (
    PythonValue,
    SequenceValue,
    StreamValue,
)
from flake8_tfretrace.program.values import Interpreter

_DEPTH = 8
"""Data sets, and names, are followed so far."""
_ITERATING = frozenset({"enumerate", "filter", "map", "reversed", "zip"})
"""Functions of Python that give iterators."""
_SHUFFLING = frozenset({"numpy.random.shuffle", "random.shuffle"})
_OF_BYTES = {"pickle.dump": (1, "file"), "pickle.load": (0, "file")}
"""Functions that write bytes to a file, or read them, and where that is given."""
_OF_TEXT = {"json.dump": (1, "fp")}
_OPENING = frozenset({"io.open", "open"})
_OF_UNKNOWN_LENGTH = frozenset({"filter", "flat_map", "interleave"})
"""Methods of data sets of whose result nobody knows the length, whatever they are called of."""
_KEEPING = frozenset(
    {"batch", "cache", "enumerate", "map", "padded_batch", "prefetch", "shuffle", "with_options"}
)
"""Methods of data sets of whose result it is known if it is known of what they are called of."""
_OF_FILES = frozenset({f"tensorflow.data.{name}Dataset" for name in ("TFRecord", "TextLine")})
_GENERATED = "from_generator"


class PlainObjects:
    """Answers which calls surely get an object of Python, or a data set, of the wrong kind."""

    def __init__(self, names: Names, members: Members, interpreter: Interpreter) -> None:
        self.names = names
        self.members = members
        self.interpreter = interpreter

    def are_refused(self, node: ast.Call, place: Place) -> bool:
        """Whether a function of Python's is given what it does not take."""
        if not node.args:
            return False
        name = self.names.qualified(node.func, place)
        given = node.args[0]
        if name == "next":
            return self._is_no_iterator(given, place)
        if name == "len":
            return self._is_iterator(given, place) or self._has_no_length(given, place)
        if name in _SHUFFLING:
            return self._is_range(given, place) or self.has_no_items(given, place)
        if name in _OF_BYTES:
            return self._opened(argument(node, *_OF_BYTES[name]), place, is_text=True)
        if name in _OF_TEXT:
            return self._opened(argument(node, *_OF_TEXT[name]), place, is_text=False)
        return False

    def has_no_items(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression surely is what has elements, and none at a position."""
        value = self.interpreter.value(node, place)
        if not isinstance(value, StreamValue):
            return False
        is_view = value.kind == "view" and self.interpreter.knows(node, place)
        return is_view or self._is_iterator(node, place)

    def stores_in_range(self, node: ast.Subscript, place: Place) -> bool:
        """Whether an element of a range is to be another one."""
        return isinstance(node.ctx, ast.Store) and self._is_range(node.value, place)

    def _is_range(self, node: ast.expr, place: Place) -> bool:
        value = self.interpreter.value(node, place)
        is_range = isinstance(value, PythonValue) and value.kind == "range"
        return is_range and self.interpreter.knows(node, place)

    def _is_iterator(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives a generator, or an iterator of Python's."""
        value = self.interpreter.value(node, place)
        if not isinstance(value, StreamValue) or not self.interpreter.knows(node, place):
            return False
        if value.kind == "generator":
            return True
        made = value.site if isinstance(value.site, ast.Call) else None
        # Of a function of the program the name may be another one there.
        return (
            value.kind == "iterator"
            and made is not None
            and isinstance(made.func, ast.Name)
            and made.func.id in _ITERATING
            and self.names.qualified(made.func, place) == made.func.id
        )

    def _is_no_iterator(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives what can be gone over, and is no iterator."""
        value = self.interpreter.value(node, place)
        if isinstance(value, StreamValue):
            return value.kind == "dataset" and self.members.is_dataset(*self._source(node, place))
        is_other = isinstance(value, SequenceValue) or self._is_range(node, place)
        return is_other and self.interpreter.knows(node, place)

    def _has_no_length(self, node: ast.expr, place: Place, depth: int = _DEPTH) -> bool:
        """Whether an expression gives a data set of which TensorFlow does not know the length."""
        if depth == 0:
            return False
        if isinstance(node, ast.Name):
            found = sole_definition(node, place)
            return found is not None and self._has_no_length(*found, depth - 1)
        if not isinstance(node, ast.Call):
            return False
        value = self.interpreter.value(node, place)
        if not isinstance(value, StreamValue) or value.kind != "dataset":
            return False
        name = self.names.qualified(node.func, place) or ""
        known = knowledge.entry(name)
        if known is not None and known.name in _OF_FILES:
            return True
        if knowledge.is_subclass(name.rpartition(".")[0], library.DATASET):
            return name.endswith(f".{_GENERATED}")
        func = node.func
        if isinstance(func, ast.Attribute):
            if func.attr in _OF_UNKNOWN_LENGTH:
                return self.members.is_dataset(func.value, place)
            return func.attr in _KEEPING and self._has_no_length(func.value, place, depth - 1)
        returned = self.members.calls.sole_return(node, place)
        return returned is not None and self._has_no_length(*returned, depth - 1)

    def _source(self, node: ast.expr, place: Place) -> tuple[ast.expr, Place]:
        """Return what an expression is made by, be it in functions of the program."""
        for _ in range(_DEPTH):
            found = sole_definition(node, place) if isinstance(node, ast.Name) else None
            if isinstance(node, ast.Call):
                found = self.members.calls.sole_return(node, place)
            if found is None:
                break
            node, place = found
        return node, place

    def _opened(self, node: ast.expr | None, place: Place, *, is_text: bool) -> bool:
        """Whether an expression is a file that is opened for text, or for bytes."""
        if isinstance(node, ast.Name):
            bindings = definitions(node, place)
            if len(bindings) != 1 or bindings[0].path or bindings[0].kind not in ("assign", "with"):
                return False
            node, place = bindings[0].value, bindings[0].place
        if not isinstance(node, ast.Call) or self.names.qualified(node.func, place) not in _OPENING:
            return False
        mode = argument(node, 1, "mode") or ast.Constant("r")
        if any(keyword.arg is None for keyword in node.keywords):
            return False
        if not isinstance(mode, ast.Constant) or not isinstance(mode.value, str):
            return False
        return ("b" not in mode.value) is is_text
