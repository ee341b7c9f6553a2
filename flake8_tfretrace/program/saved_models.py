"""Models that a program loads: what the project saves, and what its files hold."""

from __future__ import annotations

import ast
import posixpath
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from flake8_tfretrace import knowledge
from flake8_tfretrace.model_files import (
    ARCHIVE,
    HDF5,
    WRITTEN_OTHERWISE,
    holds_old_description,
    is_lost,
    is_old_description,
    is_refused,
)
from flake8_tfretrace.modules import texts_with
from flake8_tfretrace.program import library
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.loading import parsed
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.refusals import Refusals
from flake8_tfretrace.program.scopes import Index, Place, definitions, sole_definition, tail
from flake8_tfretrace.program.syntax import argument, is_written_out, named_argument
from flake8_tfretrace.program.tracetypes import PythonValue
from flake8_tfretrace.program.values import Interpreter

_FROM_TEXT = "keras.models.model_from_json"
_STEPS = 5
"""So many steps lead from a text to the file that it is read from."""
_SAVING = {"ModelCheckpoint": 0, "save": 0, "save_model": 1}
"""What writes a model to a file, and where its path is given by position."""
_ARRAYS = frozenset({"np", "numpy"})
"""What the library is called that writes arrays in the same words."""


class _Writers(NamedTuple):
    """The files of a project that may write the model in a file."""

    calls: list[list[ast.Call]]
    """The calls in each of them; they hold one that saves a model."""
    is_sure: bool
    """Whether one of them surely writes it."""


class SavedModels:
    """Answers which models of files Keras 3 surely does not load: a must-analysis."""

    def __init__(
        self,
        index: Index,
        files: Files,
        names: Names,
        calls: Calls,
        refusals: Refusals,
        interpreter: Interpreter,
    ) -> None:
        self.index = index
        self.files = files
        self.names = names
        self.calls = calls
        self.refusals = refusals
        self.interpreter = interpreter

    def refuse(self, node: ast.Call, place: Place) -> bool:
        """Whether a call loads a model, and surely raises for what Keras 3 finds in the file.

        That is the file that the project has, unless this program may write it itself.
        """
        if self.refusals.has_keras_2:
            return False
        if self.names.qualified(node.func, place) == _FROM_TEXT:
            return self._reads_old_description(node, place)
        path = self._text(self._path(node, place), place)
        if path is None:
            return False
        return self._loses_loss(path, node, place) or (
            self._is_refused(path, node, place) and not self._may_write(path)
        )

    def may_refuse(self, node: ast.Call, place: Place) -> bool:
        """Whether Keras 3 may refuse the model that a call loads, as the project has it now.

        The program itself may write the file with Keras 3 before, or load another one. Of a file
        in the older format that the project does not have, Keras 2 may have written what Keras 3
        does not read. What has written a text is not known, unless the program makes the text.
        """
        if self.names.qualified(node.func, place) == _FROM_TEXT:
            text = argument(node, 0, "json_string")
            if isinstance(text, ast.Name):
                text, _ = sole_definition(text, place) or (text, place)
            return not (isinstance(text, ast.Call) and tail(text.func) == "to_json")
        path = self._path(node, place)
        return path is not None and any(
            self._is_refused(one, node, place) or self._is_unseen(one, place)
            for one in self._texts(path, place)
        )

    def _is_unseen(self, path: str, place: Place) -> bool:
        """Whether nothing shows that Keras 3 reads a file in the older format."""
        if not path.endswith(HDF5) or self.refusals.has_keras_2 or self._may_write(path):
            return False
        if is_refused(path, self.files.path(place), compiled=False) is not None:
            return False
        writers = self._writers(path, place)
        if writers is not None and not writers.is_sure:
            # What else the project saves is made of the like.
            writers = self._writers(posixpath.splitext(path)[1], place)
        return writers is None or not writers.calls or not all(map(_is_read_again, writers.calls))

    def _path(self, node: ast.Call, place: Place) -> ast.expr | None:
        """Return the path that a call loads a model from, with nothing of the program's own."""
        if self.names.qualified(node.func, place) not in library.MODEL_LOADERS:
            return None
        given = {keyword.arg for keyword in node.keywords}
        if not is_written_out(node) or len(node.args) > 1 or not given <= {"filepath", "compile"}:
            return None
        return argument(node, 0, "filepath")

    def _is_refused(self, path: str, node: ast.Call, place: Place) -> bool:
        """Whether Keras 3 refuses the model that the project has in a file."""
        if not path.endswith((ARCHIVE, *HDF5)) or self.refusals.names_more_objects:
            return False
        compiled = named_argument(node, "compile")
        is_compiled = compiled is None or getattr(compiled, "value", False) is True
        return is_refused(path, self.files.path(place), compiled=is_compiled) is True

    def _may_write(self, path: str) -> bool:
        where = posixpath.normpath(path)
        return any(text is None or posixpath.normpath(text) == where for text in self._saves())

    def _saves(self) -> Iterator[str | None]:
        """Yield the paths that the program saves models to; None for what is not known."""
        for name, position in _SAVING.items():
            for call, at in self.calls.named(name):
                if _may_save_model(call):
                    yield self._text(argument(call, position, "filepath"), at)

    def _loses_loss(self, path: str, node: ast.Call, place: Place) -> bool:
        """Whether the project saves a model in HDF5, and compiles all with a loss like ``"mse"``.

        Keras 3 writes a short name of a loss into that format, and does not find it there again.
        """
        if not path.endswith(HDF5) or named_argument(node, "compile") is not None:
            return False
        writers = self._writers(path, place)
        return writers is not None and writers.is_sure and all(map(_lose_losses, writers.calls))

    def _writers(self, path: str, place: Place) -> _Writers | None:
        """Return what may write a model to a path, or to one that ends so; None if unknown."""
        where = posixpath.normpath(path)
        own = [call for call, _ in self.index.calls]
        saves = (text for text in self._saves() if text is not None)
        is_sure = where in map(posixpath.normpath, saves)
        writers = [own] if is_sure else []
        texts = texts_with(posixpath.basename(where), self.files.path(place))
        if texts is None and not is_sure:
            return None
        for text in texts or ():
            calls = _calls_in(text)
            if calls is None:
                # What it saves there may be another model.
                return None
            saving = [call for call in calls if _may_save_model(call)]
            if saving:
                writers.append(calls)
                is_sure = is_sure or where in map(posixpath.normpath, _paths(saving))
        return _Writers(writers, is_sure)

    def _reads_old_description(self, node: ast.Call, place: Place) -> bool:
        """Whether a model is made of a text that Keras 2 wrote.

        Keras 3 looks for the classes in the modules that only newer ones name.
        """
        given = argument(node, 0, "json_string")
        if given is None or len(node.args) + len(node.keywords) > 1:
            return False
        text = self._text(given, place)
        if text is not None:
            return is_old_description(text)
        path = self._read_from(given, place)
        return path is not None and holds_old_description(path, self.files.path(place))

    def _read_from(self, node: ast.expr, place: Place) -> str | None:
        """Return the path of the file whose whole text an expression gives."""
        for _ in range(_STEPS):
            match node:
                case ast.Name():
                    bindings = definitions(node, place)
                    value = bindings[0].value if len(bindings) == 1 else None
                    if value is None or bindings[0].path:
                        return None
                    if bindings[0].kind not in ("assign", "with"):
                        return None
                    node, place = value, bindings[0].place
                case ast.Call(func=ast.Attribute(value=file, attr="read"), args=[], keywords=[]):
                    node = file
                case ast.Call(func=ast.Name("open"), args=[path, *_]):
                    return self._text(path, place)
                case _:
                    return None
        return None

    def _text(self, node: ast.expr | None, place: Place) -> str | None:
        """Return the one text that an expression surely gives."""
        value = None if node is None else self.interpreter.value(node, place)
        text = value.constant if isinstance(value, PythonValue) else None
        if node is None or not isinstance(text, str):
            return None
        is_sure = isinstance(node, ast.Constant) or self.interpreter.knows(node, place)
        return text if is_sure else None

    def _texts(self, node: ast.expr, place: Place) -> Iterator[str]:
        """Yield texts that an expression may give: of a parameter also its default."""
        bindings = definitions(node, place) if isinstance(node, ast.Name) else ()
        defaults = [(b.value, b.place) for b in bindings if b.kind == "parameter" and b.value]
        for one, at in ((node, place), *defaults):
            value = self.interpreter.value(one, at)
            if isinstance(value, PythonValue):
                yield from (text for text in value.constants or () if isinstance(text, str))


def _paths(calls: list[ast.Call]) -> Iterator[str]:
    """Yield the texts that are written out where calls take the path of a model."""
    for call in calls:
        for one in (*call.args, named_argument(call, "filepath")):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                yield one.value


def _lose_losses(calls: list[ast.Call]) -> bool:
    """Whether the calls of a file compile models, all with a loss that is not found again."""
    losses = [
        argument(call, 1, "loss")
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "compile"
        and tail(call.func.value) != "re"
    ]
    return bool(losses) and all(
        any(is_lost(getattr(one, "value", None)) for one in getattr(loss, "elts", (loss,)))
        for loss in losses
    )


def _is_read_again(calls: list[ast.Call]) -> bool:
    """Whether the calls of a file make layers, and none that Keras 2 writes in its own way."""
    made = {tail(call.func) for call in calls}
    is_of_layers = any(knowledge.class_(f"keras.layers.{name}") is not None for name in made)
    return is_of_layers and made.isdisjoint(WRITTEN_OTHERWISE)


def _may_save_model(call: ast.Call) -> bool:
    """Whether a call of another file may write a model."""
    holder = call.func.value if isinstance(call.func, ast.Attribute) else None
    return tail(call.func) in _SAVING and (holder is None or tail(holder) not in _ARRAYS)


@lru_cache(maxsize=8)
def _calls_in(text: str) -> list[ast.Call] | None:
    """Return the calls in the code of a file; None if it is none that Python reads."""
    tree = parsed(text)
    return None if tree is None else [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
