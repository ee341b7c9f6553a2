"""Calls that Keras refuses in every supported version, and names that none of them has."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple, TypeGuard

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import is_mentioned
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import Place, sole_definition
from flake8_tfretrace.program.tracetypes import ObjectValue, PythonValue
from flake8_tfretrace.program.values import Interpreter
from flake8_tfretrace.program.versions import Versions

_LEGACY_SWITCH = "TF_USE_LEGACY_KERAS"


class _Path(NamedTuple):
    """A path that a callable takes."""

    parameter: str
    endings: tuple[str, ...]
    """How it must end."""
    only_if: tuple[str, bool] | None = None
    """The option that must have a value for that, by default False."""
    without: tuple[str, ...] = ()
    """The options with any of which other paths do."""


_MODELS = (".keras", ".h5", ".hdf5")
_WEIGHTS = (".weights.h5",)
_WEIGHTS_ONLY = "save_weights_only"
_PATHS = {
    "keras.models.load_model": (_Path("filepath", (*_MODELS, ".json")),),
    "keras.models.save_model": (_Path("filepath", _MODELS, without=("zipped",)),),
    "keras.Model.save": (_Path("filepath", _MODELS, without=("zipped",)),),
    "keras.Model.save_weights": (_Path("filepath", _WEIGHTS, without=("max_shard_size",)),),
    "keras.callbacks.ModelCheckpoint": (
        _Path("filepath", _WEIGHTS, only_if=(_WEIGHTS_ONLY, True)),
        _Path("filepath", (".keras", ".h5"), only_if=(_WEIGHTS_ONLY, False)),
    ),
}
"""The paths for which Keras 3 raises unless they end so. Its newest releases also load folders of
two formats that they alone write: those are taken to be no model of an older program."""
_REMOTE = "hf://"
_POSITIONS = {"keras.models.save_model": 1}
"""Where the path is not the first argument; that of a method is counted without its instance."""


class Refusals:
    """Answers which calls Keras 3 surely refuses, in all releases: for the keyword or the path.

    A program that asks for Keras 2, which can be had beside Keras 3, gets what it asks for.
    """

    def __init__(self, versions: Versions, names: Names, interpreter: Interpreter) -> None:
        self.versions = versions
        self.names = names
        self.interpreter = interpreter

    def refuses(self, node: ast.Call, place: Place) -> bool:
        """Whether a call surely raises for what it is given."""
        name = self._called(node, place)
        if name is None or self._has_keras_2():
            return False
        known = knowledge.keywords(name)
        if known is not None and any(
            k.arg is not None and k.arg not in known for k in node.keywords
        ):
            return True
        return any(self._refuses(name, path, node, place) for path in _PATHS.get(name, ()))

    def _has_keras_2(self) -> bool:
        versions = self.versions
        if versions.requires_keras_2 or versions.dialect.asks_for_keras_2:
            return True
        return is_mentioned(_LEGACY_SWITCH, versions.filename) is True

    def _called(self, node: ast.Call, place: Place) -> str | None:
        """Return the one name of the class, function or method of Keras' that is called."""
        func = node.func
        name = self.names.qualified(func, place)
        if name is not None:
            known = knowledge.entry(name) if name.startswith("keras.") else None
            return None if known is None else known.name
        if not isinstance(func, ast.Attribute) or func.attr not in _METHODS:
            return None
        holder = self.interpreter.value(func.value, place)
        if not isinstance(holder, ObjectValue) or holder.cls is not None:
            return None
        if not knowledge.is_subclass(holder.qualified, "keras.Model"):
            return None
        return f"keras.Model.{func.attr}" if self.interpreter.knows(func.value, place) else None

    def _refuses(self, name: str, path: _Path, node: ast.Call, place: Place) -> bool:
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        if None in given or any(isinstance(argument, ast.Starred) for argument in node.args):
            return False
        position = _POSITIONS.get(name, 0)
        if len(node.args) > position + 1 or any(option in given for option in path.without):
            # Options that are given by position are looked for nowhere.
            return False
        if path.only_if is not None:
            option, needed = path.only_if
            value = given.get(option, ast.Constant(False))
            if not isinstance(value, ast.Constant) or value.value is not needed:
                return False
        rest = node.args[position:]
        argument = rest[0] if rest else given.get(path.parameter)
        if argument is None:
            return False
        return all(
            not end.endswith(path.endings)
            and not any(ending.endswith(end) for ending in path.endings)
            for end in self._ends(argument, place)
        )

    def _ends(self, node: ast.expr, place: Place, depth: int = 5) -> set[str]:
        """Return the texts of which one is surely the end of a path; one that is empty for any."""
        texts: frozenset[object] | None = None
        if isinstance(node, ast.Constant):
            texts = frozenset([node.value])
        else:
            value = self.interpreter.value(node, place)
            if isinstance(value, PythonValue) and value.change is None:
                texts = value.constants if self.interpreter.knows(node, place) else None
        if texts:
            # The separator is the text's start, or what comes before it.
            return {f"/{text.rstrip('/')}" if _is_local(text) else "" for text in texts}
        if depth == 0:
            return {""}
        match node:
            case ast.Name():
                found = sole_definition(node, place)
                return {""} if found is None else self._ends(*found, depth - 1)
            case ast.JoinedStr(values=[*_, ast.Constant(str(text))]):
                return {text}
            case ast.BinOp(op=ast.Add()):
                return self._plain_ends(node.right, place, depth)
            case ast.BinOp(op=ast.Div()):
                return self._ends(node.right, place, depth - 1)
            case ast.BinOp(op=ast.Mod(), left=ast.Constant(str(text))):
                return {_CONVERSION.split(text)[-1]}
            case ast.Call(func=ast.Attribute(value=ast.Constant(str(text)), attr="format")):
                return {text.rpartition("}")[2]}
            case ast.Call(args=[*_, last], keywords=[]) if not isinstance(last, ast.Starred):
                if self.names.qualified(node.func, place) in _JOINING:
                    return self._ends(last, place, depth - 1)
        return {""}

    def _plain_ends(self, node: ast.expr, place: Place, depth: int) -> set[str]:
        """Return the ends of what is added to another text, which it may go on with."""
        return {end.removeprefix("/") for end in self._ends(node, place, depth - 1)}


def _is_local(path: object) -> TypeGuard[str]:
    """Whether a value is a path, and not one that any ending does for."""
    return isinstance(path, str) and not path.startswith(_REMOTE)


_METHODS = frozenset({"compile", "evaluate", "fit", "predict", "save", "save_weights"})
_JOINING = frozenset({"os.path.join", "pathlib.Path", "str"})
_CONVERSION = re.compile(r"%(?:\(\w+\))?[-+ #0-9.*]*[a-zA-Z%]")
