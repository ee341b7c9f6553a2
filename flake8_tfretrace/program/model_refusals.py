"""What Keras 3 refuses of the models, layers and histories of a program."""

from __future__ import annotations

import ast
import math
import posixpath
import re
from collections.abc import Callable
from functools import lru_cache

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import class_described, classes_described, is_mentioned, texts_with
from flake8_tfretrace.program import library
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.keras import CALLED
from flake8_tfretrace.program.logs import Logs
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.refusals import HDF5, NO_DATA, OF_MODELS, Refusals
from flake8_tfretrace.program.scopes import Function, Index, Place, definitions, tail
from flake8_tfretrace.program.syntax import Syntax, argument, is_own, is_written_out, named_argument
from flake8_tfretrace.program.tracetypes import ObjectValue, PythonValue, TraceType
from flake8_tfretrace.program.values import Interpreter
from flake8_tfretrace.program.weights import Weights


class ModelRefusals:
    """Answers what Keras 3 refuses for what the program makes its models of, and does with them.

    :class:`Refusals` goes by a call alone; these take the program's classes and other calls.
    """

    def __init__(
        self,
        index: Index,
        files: Files,
        names: Names,
        classes: Classes,
        syntax: Syntax,
        calls: Calls,
        refusals: Refusals,
        interpreter: Interpreter,
    ) -> None:
        self.index = index
        self.files = files
        self.names = names
        self.classes = classes
        self.syntax = syntax
        self.calls = calls
        self.refusals = refusals
        self.interpreter = interpreter
        self.weights = Weights(index, names, classes, syntax, calls, refusals, interpreter)
        self.logs = Logs(index, classes, calls, refusals, interpreter)

    def refuses(self, node: ast.Call, place: Place, is_number: Callable[[ast.expr], bool]) -> bool:
        """Whether a call surely raises.

        Args:
            node: the call.
            place: the code around it.
            is_number: whether an argument is known to be a number or flag where it is called.
        """
        return (
            self._is_made_by_position(node, place)
            or self._takes_no_tensor(node, place, is_number)
            or self._names_weight_by_position(node, place)
            or self._is_refused_as_model(node, place)
            or self._loads_unknown_loss(node, place)
            or self._makes_undescribed(node, place)
            or self.logs.lacks_metric(node, place)
            or self.logs.stops_by_nothing(node, place)
            or self.weights.packs_weights(node, place)
            or self.weights.changes_others(node, place)
            or self.weights.changes_none(node, place)
        )

    def asks_for_method_of_keras_2(self, node: ast.Attribute, place: Place) -> bool:
        """Whether what is not the program's is asked for a method that only old Kerases had.

        In a project that defines none of the name: nobody else does, either.
        """
        name = node.attr
        if name not in _METHODS_OF_KERAS_2 or self.refusals.has_keras_2:
            return False
        value = self.interpreter.value(node.value, place)
        is_other = isinstance(value, ObjectValue) and value.cls is None
        if not is_other and type(value) is not TraceType:
            return False
        if isinstance(node.value, ast.Name) and self.names.qualified(node.value, place):
            return False
        if any(function.name == name for function in self.index.functions):
            return False
        return is_mentioned(f"def {name}", self.files.path(place)) is not True

    def lacks_item(self, node: ast.Subscript, function: Function) -> bool:
        """Whether what is noted of a training is asked for something by a name that it lacks."""
        place = self.syntax.place(function, node)
        return self.logs.lacks_item(node, place) or self.logs.lacks_parameter(node, function)

    def _is_made_by_position(self, node: ast.Call, place: Place) -> bool:
        """Whether an own model or layer gives Keras' constructor a name, or the like, by position.

        That takes options by keyword alone, and of a model inputs and outputs together.
        """
        func, owner = node.func, place.function.owner
        if not node.args or owner is None or any(isinstance(a, ast.Starred) for a in node.args):
            return False
        if not isinstance(func, ast.Attribute) or func.attr != "__init__":
            return False
        above = func.value.func if isinstance(func.value, ast.Call) else None
        if above is None or self.names.qualified(above, place) != "super" or len(owner.bases) != 1:
            return False
        base = knowledge.class_(self.names.qualified(owner.bases[0], owner.place) or "")
        if base is None or base.name not in _MOST_BY_POSITION or self.refusals.has_keras_2:
            return False
        # What is handed on may be these if something in the file is called with them.
        is_handed_on = any(keyword.arg is None for keyword in node.keywords)
        calls = (call for call, _ in self.index.calls) if is_handed_on else (node,)
        is_whole = any(k.arg in ("inputs", "outputs") for call in calls for k in call.keywords)
        return len(node.args) <= _MOST_BY_POSITION[base.name] and not is_whole

    def _takes_no_tensor(
        self, node: ast.Call, place: Place, is_number: Callable[[ast.expr], bool]
    ) -> bool:
        """Whether a layer or model gets a number, flag or text by position.

        Keras 3 takes nothing but tensors so, and None.
        """
        others = node.args[1:]
        if not others or self.refusals.has_keras_2 or not is_written_out(node):
            return False
        called = self.interpreter.value(node.func, place)
        if not isinstance(called, ObjectValue) or self.calls.keras.kind(called) not in CALLED:
            return False
        if called.cls is not None and any(
            not {"__call__", _TAKING_ALL}.isdisjoint(one.attributes)
            for one in (*self.classes.lineage(called.cls), *called.heirs)
        ):
            return False
        return self.interpreter.knows(node.func, place) and any(
            is_number(argument)
            or (
                isinstance(value := self.interpreter.value(argument, place), PythonValue)
                and value.kind in NO_DATA
                and (isinstance(argument, ast.Constant) or self.interpreter.knows(argument, place))
            )
            for argument in others
        )

    def _is_refused_as_model(self, node: ast.Call, place: Place) -> bool:
        """Whether Keras refuses what a method that an own model inherits is called with."""
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in OF_MODELS:
            return False
        model = self.interpreter.value(func.value, place)
        cls = model.cls if isinstance(model, ObjectValue) else None
        if cls is None or self.calls.keras.class_kind(cls) != "model":
            return False
        assert isinstance(model, ObjectValue)
        return (
            not self.classes.methods(cls, func.attr, model.heirs)
            and self.interpreter.knows(func.value, place)
            and self.refusals.refuses_method(func.attr, node, place)
        )

    def _names_weight_by_position(self, node: ast.Call, place: Place) -> bool:
        """Whether an own layer or model adds a weight, and gives its name where a shape belongs."""
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in _ADDING or not node.args:
            return False
        first = node.args[0]
        if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
            return False
        owner = place.function.owner
        if owner is None or self.refusals.has_keras_2 or not is_own(func.value, place.function):
            return False
        is_layer = self.calls.keras.class_kind(owner) in CALLED
        return is_layer and not self.classes.methods(owner, func.attr)

    def _loads_unknown_loss(self, node: ast.Call, place: Place) -> bool:
        """Whether a model is loaded that the project saves in HDF5, and compiles with ``"mse"``.

        Keras 3 writes a short name of a loss into that format, and does not find it there again.
        """
        if (
            self.names.qualified(node.func, place) not in library.MODEL_LOADERS
            or self.refusals.has_keras_2
        ):
            return False
        given = {keyword.arg for keyword in node.keywords}
        if not is_written_out(node) or len(node.args) > 1 or not given <= {"filepath"}:
            return False
        path = self._text(argument(node, 0, "filepath"), place)
        if path is None or not path.endswith(HDF5):
            return False
        where = posixpath.normpath(path)
        texts = texts_with(posixpath.basename(where), self.files.path(place))
        own = [call for call, _ in self.index.calls]
        saves = [
            self._text(argument(call, position, "filepath"), at)
            for name, position in _SAVING.items()
            for call, at in self.calls.named(name)
        ]
        is_saved = any(text is not None and posixpath.normpath(text) == where for text in saves)
        writers = [own] if is_saved else []
        for text in texts or ():
            calls = _calls_in(text)
            if calls is None:
                # What it saves there may be another model.
                return False
            saving = [call for call in calls if _may_save_model(call)]
            if saving:
                writers.append(calls)
                is_saved = is_saved or any(
                    isinstance(one, ast.Constant)
                    and isinstance(one.value, str)
                    and posixpath.normpath(one.value) == where
                    for call in saving
                    for one in (*call.args, named_argument(call, "filepath"))
                )
        return is_saved and all(map(_loses_loss, writers))

    def _makes_undescribed(self, node: ast.Call, place: Place) -> bool:
        """Whether a model is made of a text that Keras 2 wrote.

        Keras 3 looks for the classes in the modules that only newer ones name.
        """
        if self.names.qualified(node.func, place) != _FROM_TEXT or self.refusals.has_keras_2:
            return False
        given = argument(node, 0, "json_string")
        if given is None or len(node.args) + len(node.keywords) > 1:
            return False
        text = self._text(given, place)
        if text is not None:
            return class_described(text) in _DESCRIBED
        path = self._read_from(given, place)
        if path is None or posixpath.isabs(path):
            return False
        described = classes_described(path, self.files.path(place))
        return bool(described) and _DESCRIBED.issuperset(described or ())

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


_MOST_BY_POSITION = {"keras.Layer": math.inf, "keras.Model": 1}
"""Classes of Keras whose constructor refuses so many arguments by position, or less."""
_TAKING_ALL = "_allow_non_tensor_positional_args"
"""What a class sets whose instances take anything by position."""
_ADDING = frozenset({"add_variable", "add_weight"})
"""Methods of layers that add a weight, and took its name first."""
_METHODS_OF_KERAS_2 = frozenset(
    {"evaluate_generator", "fit_generator", "predict_classes", "predict_generator"}
    | {"_decayed_lr", "_make_predict_function", "experimental_run_v2"}
    | {"_create_all_weights", "_create_hypers"}
)
"""Methods of models, optimizers and strategies that went before, or with, Keras 3."""
_FROM_TEXT = "keras.models.model_from_json"
_DESCRIBED = frozenset({"Functional", "Model", "Sequential"})
"""Classes of Keras' own that a model may be described as one of."""
_STEPS = 5
"""So many steps lead from a text to the file that it is read from."""
_SAVING = {"ModelCheckpoint": 0, "save": 0, "save_model": 1}
"""What writes a model to a file, and where its path is given by position."""
_ARRAYS = frozenset({"np", "numpy"})
"""What the library is called that writes arrays in the same words."""
_MAGIC = re.compile(r"^([ \t]*)[%!].*$", re.MULTILINE)
_LOST_IN_HDF5 = frozenset(
    name
    for short in ("bce", "kld", "mae", "mape", "mse", "msle")
    for name in (short, short.upper())
)
"""Losses that a model of the old format is not loaded with (Keras 3.0 to 3.15)."""


def _is_lost_in_hdf5(loss: ast.expr | None) -> bool:
    """Whether a loss, or one of several, is not found again in a file of the old format."""
    return any(
        isinstance(one, ast.Constant) and one.value in _LOST_IN_HDF5
        for one in getattr(loss, "elts", (loss,))
    )


def _loses_loss(calls: list[ast.Call]) -> bool:
    """Whether a file compiles models, all with a loss that is not found again."""
    losses = [
        argument(call, 1, "loss")
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "compile"
        and tail(call.func.value) != "re"
    ]
    return bool(losses) and all(map(_is_lost_in_hdf5, losses))


def _may_save_model(call: ast.Call) -> bool:
    """Whether a call of another file may write a model."""
    holder = call.func.value if isinstance(call.func, ast.Attribute) else None
    return tail(call.func) in _SAVING and (holder is None or tail(holder) not in _ARRAYS)


@lru_cache(maxsize=8)
def _calls_in(text: str) -> list[ast.Call] | None:
    """Return the calls in the code of a file; None if it is none that Python reads.

    What a notebook has of other languages calls nothing.
    """
    try:
        tree = ast.parse(_MAGIC.sub(r"\1pass", text))
    except (SyntaxError, ValueError, RecursionError):
        return None
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
