"""Calls that Keras refuses in every supported version, and names that no library has in any."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from functools import cached_property
from pathlib import PurePath
from typing import NamedTuple, TypeGuard

from flake8_tfretrace import knowledge
from flake8_tfretrace.model_files import ARCHIVE, HDF5
from flake8_tfretrace.modules import find, is_mentioned
from flake8_tfretrace.program.imports import is_below, public
from flake8_tfretrace.program.keras import INPUTS, SEQUENTIAL, has_symbol, is_symbol
from flake8_tfretrace.program.library import NAMESPACE
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import (
    Binding,
    Place,
    definitions,
    is_none,
    sole_definition,
    tail,
)
from flake8_tfretrace.program.syntax import argument, named_argument
from flake8_tfretrace.program.tracetypes import (
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
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
    followed: int = 1
    """How many arguments may follow by position that are none of these options."""


_MODELS = (ARCHIVE, *HDF5)
_WEIGHTS = (".weights.h5",)
_WEIGHTS_ONLY = "save_weights_only"
_PATHS = {
    "keras.models.load_model": (_Path("filepath", (*_MODELS, ".json"), followed=3),),
    "keras.models.save_model": (_Path("filepath", _MODELS, without=("zipped",)),),
    "keras.Model.save": (_Path("filepath", _MODELS, without=("zipped",)),),
    "keras.Model.save_weights": (_Path("filepath", _WEIGHTS, without=("max_shard_size",)),),
    "keras.Model.load_weights": (_Path("filepath", (*_MODELS, ".json")),),
    "keras.callbacks.ModelCheckpoint": (
        _Path("filepath", _WEIGHTS, only_if=(_WEIGHTS_ONLY, True), followed=3),
        _Path("filepath", (".keras", ".h5"), only_if=(_WEIGHTS_ONLY, False), followed=3),
    ),
}
"""The paths for which Keras 3 raises unless they end so. Its newest releases also load folders of
two formats that they alone write: those are taken to be no model of an older program."""
_DATA = {
    "keras.Model.evaluate": ("x", "y"),
    "keras.Model.fit": ("x", "y"),
    "keras.Model.predict": ("x",),
}
"""The parameters, of methods that take any number of batches, that may be no plain list."""
_INPUT = "keras.Input"
_REDUCTION = "keras.losses.Reduction"
"""Has names of texts, in capitals."""
_ACTIVATION = "keras.layers.Activation"
_KEPT_IN = {
    "activation": "activations",
    "constraint": "constraints",
    "initializer": "initializers",
    "optimizer": "optimizers",
    "regularizer": "regularizers",
}
"""The modules of Keras that make what is asked for by its name, by how parameters for it end."""
_CHOSEN = {"losses": ("ce", "crossentropy"), "metrics": ("acc", "accuracy")}
"""The names by which Keras makes what fits the data, in any case."""
_NAMING = (
    *("CustomObjectScope", "custom_object_scope", "get_custom_objects"),
    "register_keras_serializable",
)
"""What the text has of a program that gives Keras more of these."""
_SIZES = ("units", "filters")
"""The first parameter of layers that have one of these."""
_PYTHON_INTEGERS = {
    "keras.layers.Dense": ("units",),
    "keras.layers.Embedding": ("input_dim", "output_dim"),
}
"""The first parameters, of layers, that have to be integers of Python."""
NO_DATA = frozenset({"bool", "float", "int", "number", "str"})
"""What lists for data may not have as elements."""
_LEGACY_OPTIMIZERS = "keras.optimizers.legacy"
"""Has names of classes, of which Keras 3 makes no instances."""
_COMPUTING = {
    "tensorflow.": ("list", "tensor", "tuple"),
    "keras.backend.": ("tensor",),
    "numpy.": ("array",),
}
"""What functions give that compute with tensors, by how their names begin."""
_OF_FLOATS = frozenset(
    {"ceil", "cos", "exp", "floor", "log", "log1p", "rsqrt", "sigmoid", "sin", "sqrt", "tanh"}
)
"""Functions of TensorFlow for tensors of floats (measured with 2.16.2 and 2.21)."""
_DIFFERENTIATING = frozenset({"keras.backend.gradients", "tensorflow.gradients"})
"""What gives gradients of symbols, of which TensorFlow 2 has none."""
_TAKES_SYMBOLS = frozenset(
    {"keras.backend.batch_normalization", "tensorflow.nest.flatten", "tensorflow.tuple"}
)
"""What takes symbols all the same."""
_REMOTE = "hf://"
_POSITIONS = {"keras.models.save_model": 1}
"""Where the path is not the first argument; that of a method is counted without its instance."""


class Refusals:
    """Answers which calls Keras 3 surely refuses, in all releases, and which names it lacks.

    A program that asks for Keras 2 by its name, which can be had beside Keras 3, gets it. A
    TensorFlow that is too old for Keras 3 is none of those that the findings are for.
    """

    def __init__(self, versions: Versions, names: Names, interpreter: Interpreter) -> None:
        self.versions = versions
        self.names = names
        self.interpreter = interpreter

    def refuses(self, node: ast.Call, place: Place) -> bool:
        """Whether a call surely raises for what it is given."""
        if not self.has_keras_2 and self._mixes_kerases(node, place):
            return True
        if not self.has_keras_2 and self._asks_any_for_ended_option(node, place):
            return True
        qualified = self.names.qualified(node.func, place)
        if qualified == "range":
            return any(self._is_float(one, place) for one in _counts("range", node))
        if qualified is not None and self._is_refused_by_python(qualified, node, place):
            return True
        if self._takes_integers_for_floats(node, place):
            return True
        if not self.has_keras_2 and self._asks_for_too_little(node, place):
            return True
        name = self._called(node, place)
        if name is None or (self.has_keras_2 and not self._is_written_for_keras_3(node, place)):
            return False
        return self._refuses_call(name, node, place)

    def _is_refused_by_python(self, name: str, node: ast.Call, place: Place) -> bool:
        """Whether a function of Python's library, or NumPy's, takes some argument no more."""
        if name in _DECODING:
            return named_argument(node, "encoding") is not None
        if name in _JOINING_ARRAYS and node.args:
            (first, *_) = node.args
            called = self.names.qualified(first.func, place) if isinstance(first, ast.Call) else ""
            return isinstance(first, ast.GeneratorExp) or called in _LAZY
        if name == "numpy.set_printoptions":
            threshold = argument(node, 1, "threshold")
            return threshold is not None and self.names.qualified(threshold, place) in _NANS
        return False

    def refuses_method(self, method: str, node: ast.Call, place: Place) -> bool:
        """Whether a call of a method of all models of Keras' surely raises for what it is given."""
        return not self.has_keras_2 and self._refuses_call(f"{_MODEL}.{method}", node, place)

    def _is_written_for_keras_3(self, node: ast.Call, place: Place) -> bool:
        """Whether a name of the public Keras is called, in a file that has the private one, too."""
        if self._asks_for_keras_2:
            return False
        written = self._written(node.func, place)
        return is_below(public(written), "keras") and not is_below(written, "keras.src")

    def _refuses_call(self, name: str, node: ast.Call, place: Place) -> bool:
        if self.refuses_keywords(name, node) or is_below(name, _LEGACY_OPTIMIZERS):
            return True
        if lacks_required(name, node) or self._saves_with_others(name, node):
            return True
        if is_below(name, _APPLICATIONS) and self._has_too_small_input(node, place):
            return True
        if self.refuses_choices(name, node, place):
            return True
        if name in INPUTS and any(
            self._is_int(given, place)
            for given in (argument(node, 0, "shape"), named_argument(node, "input_shape"))
        ):
            # Keras 2 took that for one dimension.
            return True
        if name == _INPUT and self._is_tensor(named_argument(node, "tensor"), place):
            return True
        if name.startswith(_LAYERS) and self._has_wrong_size(name, node, place):
            return True
        if self._asks_for_nothing(name, node):
            return True
        if knowledge.is_subclass(name, _OPTIMIZER):
            rate = argument(node, 0, "learning_rate")
            if self._is_int(rate, place) or self._is_variable(rate, place):
                return True
            clips = (named_argument(node, option) for option in _CLIPPING)
            if sum(one is not None and self._is_plain_number(one, place) for one in clips) > 1:
                return True
        if name.startswith("tensorflow.") and _takes_other_arguments(name, node):
            return True
        if any(self._is_float(one, place) for one in _counts(name, node)):
            return True
        if self._is_refused_for_training(name, node, place):
            return True
        if self._computes_with_symbol(name, node, place) or self._has_plain_lists(
            name, node, place
        ):
            return True
        given_name = _kept(named_argument(node, "name"))
        if name.startswith(_NAMED) and any(_is_text(part, "/") for part in given_name):
            return True
        if name == f"{_MODEL}.compile" and self._is_compiled_with(node, place):
            return True
        if name == _SETTING and self._is_of_optimizer(argument(node, 0, "x"), place):
            return True
        if name.endswith(_INITIAL_STATE) and self._is_array(argument(node, 0, "batch_size"), place):
            return True
        return self._refuses_path(name, node, place)

    def _refuses_path(self, name: str, node: ast.Call, place: Place) -> bool:
        """Whether a path does not end as it must, whatever an option that is open says."""
        paths = _PATHS.get(name, ())
        options = {path.only_if[0] for path in paths if path.only_if is not None}
        given = (named_argument(node, option) for option in options)
        if any(one is not None and not isinstance(one, ast.Constant) for one in given):
            either = [path._replace(only_if=None) for path in paths]
            return all(self._refuses(name, path, node, place) for path in either)
        return any(self._refuses(name, path, node, place) for path in paths)

    def _mixes_kerases(self, node: ast.Call, place: Place) -> bool:
        """Whether a layer that is Keras 2's in any case meets a model of Keras 3.

        That is to take it as one of its layers, or gives it what stands for a tensor.
        """
        func = node.func
        if self._is_of_keras_2(func, place):
            return any(
                has_symbol(self.interpreter.value(argument, place))
                and self.interpreter.knows(argument, place)
                for argument in node.args
            )
        if self.names.qualified(func, place) in _FOR_KERAS_2:
            return bool(node.args) and self._is_model(node.args[0], place)
        if isinstance(func, ast.Attribute) and func.attr == "add":
            model = self._object(func.value, place)
            is_sequential = model is not None and model.qualified == SEQUENTIAL
            return is_sequential and any(self._is_of_keras_2(one, place) for one in node.args)
        known = knowledge.class_(self.names.qualified(func, place) or "")
        if known is None or known.name != SEQUENTIAL:
            return False
        listed = argument(node, 0, "layers")
        return any(self._is_of_keras_2(one, place) for one in getattr(listed, "elts", ()))

    def _is_of_keras_2(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives a layer of a package that makes its layers with Keras 2."""
        if isinstance(node, ast.Name):
            found = sole_definition(node, place)
            if found is None:
                return False
            node, place = found
        return isinstance(node, ast.Call) and (
            self.names.qualified(node.func, place) in _LAYERS_OF_KERAS_2
        )

    def _is_model(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression surely gives a model of Keras'."""
        model = self._object(node, place)
        return model is not None and knowledge.is_subclass(model.qualified, _MODEL)

    def _computes_with_symbol(self, name: str, node: ast.Call, place: Place) -> bool:
        """Whether TensorFlow is to compute with what stands for a tensor in a functional model.

        Every function of its that gives a tensor raises then, as running them showed.
        """
        known = knowledge.function(name)
        if known is None or name in _TAKES_SYMBOLS:
            return False
        kinds = next((k for prefix, k in _COMPUTING.items() if name.startswith(prefix)), ())
        if known.result.kind not in kinds and name not in _DIFFERENTIATING:
            return False
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        return any(
            has_symbol(self.interpreter.value(argument, place))
            and self.interpreter.knows(argument, place)
            for argument in given
        )

    def _is_compiled_with(self, node: ast.Call, place: Place) -> bool:
        """Whether a model is compiled with a text for all metrics, or a TensorFlow 1 optimizer."""
        optimizer = argument(node, 0, "optimizer")
        if isinstance(optimizer, ast.Name):
            source = sole_definition(optimizer, place)
            optimizer, place = (None, place) if source is None else source
        if isinstance(optimizer, ast.Call):
            if is_below(self.names.qualified(optimizer.func, place) or "", _OLD_OPTIMIZERS):
                return True
        return _is_text(named_argument(node, "metrics"))

    def _is_of_optimizer(self, node: ast.expr | None, place: Place) -> bool:
        """Whether an expression is a setting of an optimizer of Keras', which is no tf.Variable."""
        if not isinstance(node, ast.Attribute) or node.attr not in _SETTINGS:
            return False
        holder = node.value
        value = self._object(holder, place)
        if value is not None:
            return knowledge.is_subclass(value.qualified, _OPTIMIZER)
        if not isinstance(holder, ast.Attribute) or holder.attr != "optimizer":
            return False
        model = self._object(holder.value, place)
        return model is not None and knowledge.is_subclass(model.qualified, _MODEL)

    def _has_plain_lists(self, name: str, node: ast.Call, place: Place) -> bool:
        """Whether a list of numbers or strings, or of such lists, is given: no data for Keras 3."""
        if name not in _DATA:
            return False
        given = (argument(node, i, parameter) for i, parameter in enumerate(_DATA[name]))
        return any(
            one is not None
            and _is_plain_list(self.interpreter.value(one, place))
            and self.interpreter.knows(one, place)
            for one in given
        )

    def refuses_keywords(self, name: str, node: ast.Call) -> bool:
        """Whether what Keras or NumPy has by a name is called with a keyword it does not take."""
        known = knowledge.keywords(name)
        if known is None:
            return False
        return any(k.arg is not None and k.arg not in known for k in node.keywords)

    def _asks_for_too_little(self, node: ast.Call, place: Place) -> bool:
        """Whether a method of a library's object is called without what it must be given."""
        func = node.func
        if (
            not isinstance(func, ast.Attribute)
            or func.attr not in knowledge.methods_with_required()
        ):
            return False
        value = self._object(func.value, place)
        owner = None if value is None else knowledge.definer(value.qualified, func.attr)
        return owner is not None and lacks_required(f"{owner}.{func.attr}", node)

    def _has_too_small_input(self, node: ast.Call, place: Place) -> bool:
        """Whether a model of ``keras.applications`` is to take smaller images than any does.

        That is looked at where its top, which has a size of its own, is left out.
        """
        top, given = named_argument(node, "include_top"), named_argument(node, "input_shape")
        if given is None or not isinstance(top, ast.Constant) or top.value is not False:
            return False
        value = self.interpreter.value(given, place)
        if not isinstance(value, SequenceValue) or value.items is None or value.change is not None:
            return False
        # Of three numbers the first two, or the last two, are the height and the width.
        sizes = [one.constant for one in value.items[:2] if isinstance(one, PythonValue)]
        is_small = all(isinstance(size, int) and size < _LEAST_SIZE for size in sizes)
        return len(sizes) == _SIDES and is_small and self.interpreter.knows(given, place)

    def _saves_with_others(self, name: str, node: ast.Call) -> bool:
        """Whether a model is saved with an option that only the format of Keras 2 had."""
        return name in _SAVING and any(
            keyword.arg is not None and keyword.arg not in _SAVING_OPTIONS
            for keyword in node.keywords
        )

    def _is_refused_for_training(self, name: str, node: ast.Call, place: Place) -> bool:
        """Whether weights of classes are no table, or those of a new file are asked for by name."""
        if name in _WEIGHTING:
            labels, weights = argument(node, 1, "y"), named_argument(node, "class_weight")
            if labels is None or is_none(labels) or weights is None:
                # Those for a generator are not looked at.
                return False
            return _is_text(weights) or self._is_row(weights, place)
        if name != f"{_MODEL}.load_weights" or named_argument(node, "by_name") is None:
            return False
        path = argument(node, 0, "filepath")
        ends = {""} if path is None else self._ends(path, place)
        return all(end.endswith(_NOT_BY_NAME) for end in ends)

    def _is_row(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression surely is a list, tuple or array."""
        value = self.interpreter.value(node, place)
        is_row = isinstance(value, (SequenceValue, TensorValue))
        return is_row and self.interpreter.knows(node, place)

    def _is_array(self, node: ast.expr | None, place: Place) -> bool:
        """Whether an expression surely is a tensor, or stands for one, of some dimensions."""
        value = None if node is None else self.interpreter.value(node, place)
        if node is None or not self.interpreter.knows(node, place):
            return False
        if isinstance(value, TensorValue):
            return bool(value.constant_shape)
        return isinstance(value, ObjectValue) and is_symbol(value)

    def _is_plain_number(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression surely is a number of Python's."""
        value = self.interpreter.value(node, place)
        if not isinstance(value, PythonValue) or value.kind not in ("float", "int", "number"):
            return False
        return isinstance(node, ast.Constant) or self.interpreter.knows(node, place)

    def refuses_choices(self, cls: str, node: ast.Call, place: Place) -> bool:
        """Whether a class of Keras' is given a text that it does not admit, for an option."""
        for keyword in node.keywords:
            admitted = None if keyword.arg is None else knowledge.choices(cls, keyword.arg)
            text = None if admitted is None else self._choice(keyword.value, place)
            if admitted is not None and text is not None:
                if admitted.isdisjoint((text, text.lower())):
                    return True
        return False

    def _choice(self, node: ast.expr, place: Place) -> str | None:
        """Return the text that an expression surely gives, or of what an enumeration of Keras 2."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        holder, _, member = (self.names.qualified(node, place) or "").rpartition(".")
        if holder == _REDUCTION:
            return member.lower()
        value = self.interpreter.value(node, place)
        text = value.constant if isinstance(value, PythonValue) else None
        return text if isinstance(text, str) and self.interpreter.knows(node, place) else None

    def _is_int(self, node: ast.expr | None, place: Place) -> bool:
        """Whether an expression surely is a Python integer."""
        if node is None or isinstance(node, ast.Constant):
            return isinstance(node, ast.Constant) and type(node.value) is int
        value = self.interpreter.value(node, place)
        is_int = isinstance(value, PythonValue) and value.kind == "int"
        return is_int and self.interpreter.knows(node, place)

    def _is_tensor(self, node: ast.expr | None, place: Place) -> bool:
        """Whether an expression surely is a tensor, or array, and none that stands for one."""
        value = None if node is None else self.interpreter.value(node, place)
        if node is None or not isinstance(value, TensorValue):
            return False
        return self.interpreter.knows(node, place)

    def _is_variable(self, node: ast.expr | None, place: Place) -> bool:
        """Whether an expression surely is a tf.Variable."""
        value = None if node is None else self.interpreter.value(node, place)
        if node is None or not isinstance(value, TensorValue) or not value.variable:
            return False
        return self.interpreter.knows(node, place)

    def _asks_any_for_ended_option(self, node: ast.Call, place: Place) -> bool:
        """Whether an optimizer is made with an option of Keras 2, by whatever name of a class."""
        func = node.func
        if not isinstance(func, ast.Call) or len(func.args) != 2 or func.keywords:
            return False
        if not any(keyword.arg in _NO_OPTIONS for keyword in node.keywords):
            return False
        if self.names.qualified(func.func, place) != "getattr":
            return False
        return public(self.names.qualified(func.args[0], place) or "") in _OF_OPTIMIZERS

    def _asks_for_nothing(self, name: str, node: ast.Call) -> bool:
        """Whether a layer or model is to have something by a name that nothing of Keras' has."""
        given = [(keyword.arg or "", keyword.value) for keyword in node.keywords]
        if name == f"{_MODEL}.compile" or name == _ACTIVATION:
            first = "optimizer" if name != _ACTIVATION else "activation"
            given += [(first, part) for part in node.args[:1]]
        elif not name.startswith(_LAYERS):
            return False
        asked = [
            (f"keras.{_KEPT_IN[kind]}.get", value.value)
            for parameter, value in given
            if (kind := parameter.rpartition("_")[2]) in _KEPT_IN
            and isinstance(value, ast.Constant)
            and isinstance(value.value, str)
        ]
        return (
            any(knowledge.lacks(kept, text.lower()) for kept, text in asked)
            and not self.names_more_objects
        )

    def lacks_object(self, module: str, name: str) -> bool:
        """Whether a module of Keras, losses or metrics, makes nothing of such a name."""
        if name.lower() in _CHOSEN[module]:
            return False
        return knowledge.lacks(f"keras.{module}.get", name) and not self.names_more_objects

    @cached_property
    def names_more_objects(self) -> bool:
        """Whether the program may have Keras know objects of its own by their names."""
        versions = self.versions
        return any(
            word in (versions.source or word) or is_mentioned(word, versions.filename) is True
            for word in _NAMING
        )

    def _has_wrong_size(self, name: str, node: ast.Call, place: Place) -> bool:
        """Whether the size of what a layer gives is a float: its weights cannot be made then.

        Old releases say so when it is first called. From 3.13 on, some layers want Python's own
        integers, and refuse NumPy's.
        """
        known = knowledge.keywords(name) or ()
        given = (argument(node, 0, parameter) for parameter in _SIZES if parameter in known)
        if any(one is not None and self._is_float(one, place) for one in given):
            return True
        integers = enumerate(_PYTHON_INTEGERS.get(name, ()))
        return not self.versions.has_keras_below_3_13 and any(
            one is not None and self._is_of_numpy(one, place)
            for one in (argument(node, position, parameter) for position, parameter in integers)
        )

    def _is_of_numpy(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression is a number of NumPy's."""
        value = self.interpreter.value(node, place)
        is_number = isinstance(value, TensorValue) and value.numpy is True and value.shape == ()
        return is_number and self.interpreter.knows(node, place)

    def _is_float(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression is a number that surely is no integer."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            return True
        value = self.interpreter.value(node, place)
        if not isinstance(value, PythonValue) or value.kind != "float":
            return False
        return isinstance(node, ast.Constant) or self.interpreter.knows(node, place)

    def _takes_integers_for_floats(self, node: ast.Call, place: Place) -> bool:
        """Whether a function of TensorFlow for floats alone gets a variable of integers.

        What is computed with one may be a float: Keras' own variables are promoted.
        """
        if tail(node.func) not in _OF_FLOATS or not node.args:
            return False
        library, _, _ = (self.names.qualified(node.func, place) or "").rpartition(".")
        value = self.interpreter.value(node.args[0], place)
        return (
            library in ("tensorflow", "tensorflow.math")
            and isinstance(value, TensorValue)
            and value.variable is True
            and (value.dtype or "").startswith(("int", "uint"))
            and self.interpreter.knows(node.args[0], place)
        )

    def lacks(self, node: ast.Attribute, place: Place) -> bool:
        """Whether no supported release of a library has what an attribute asks of it by name."""
        return self.lacks_name(self._written(node, place))

    def lacks_option(self, node: ast.Attribute, place: Place) -> bool:
        """Whether no supported TensorFlow has an option that is set, or read, for data sets."""
        holder: ast.expr = node.value
        parts: list[str] = []
        while isinstance(holder, ast.Attribute):
            parts.insert(0, holder.attr)
            holder = holder.value
        found = sole_definition(holder, place) if isinstance(holder, ast.Name) else None
        if found is None or not isinstance(found[0], ast.Call):
            return False
        if self.names.qualified(found[0].func, found[1]) != _OPTIONS:
            return False
        return knowledge.lacks(".".join((_OPTIONS, *parts)), node.attr)

    def lacks_on_instance(self, node: ast.Attribute, place: Place) -> bool:
        """Whether no instance of a class of Keras' has an attribute that code reads.

        Unless code of the program's gives it such an attribute.
        """
        if not isinstance(node.ctx, ast.Load) or self.has_keras_2:
            return False
        base = node.value
        value = self._object(base, place)
        if value is None and node.attr == "next":
            return self._is_flow_of_images(base, place)
        if value is None:
            ended = f"{_LAYER}.{node.attr}" in _ENDED
            return ended and self._is_layer_of_application(base, place)
        if not knowledge.is_subclass(value.qualified, _MODEL):
            lineage = (value.qualified, *getattr(knowledge.class_(value.qualified), "bases", ()))
            if any(f"{cls}.{node.attr}" in _ENDED for cls in lineage):
                return True
        elif node.attr in _OF_LAYERS:
            return self._is_functional(value)
        if node.attr in _REFUSING and knowledge.is_subclass(value.qualified, _LAYER):
            return True
        return knowledge.lacks(value.qualified, node.attr)

    def _is_flow_of_images(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives what goes over images, which is a plain iterator now."""
        named = sole_definition(node, place) if isinstance(node, ast.Name) else None
        made, at = named or (node, place)
        func = made.func if isinstance(made, ast.Call) else None
        if not isinstance(func, ast.Attribute) or not func.attr.startswith("flow"):
            return False
        maker = self._object(func.value, at)
        return maker is not None and maker.qualified == _IMAGES

    def lacks_of_class(self, cls: str, attribute: str, *, or_none: bool = False) -> bool:
        """Whether instances of own classes that derive from one of Keras' inherit no such.

        If ``or_none``, that may as well be None in some release.
        """
        if self.has_keras_2 or knowledge.class_(cls) is None:
            return False
        if attribute in _REFUSING and knowledge.is_subclass(cls, _LAYER):
            return True
        if or_none and attribute in HOLDING_NONE and knowledge.is_subclass(cls, _CALLBACK):
            return True
        return knowledge.lacks(cls, attribute, derived=False)

    def _is_layer_of_application(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives a layer of a model of ``keras.applications``: no model."""
        if isinstance(node, ast.Name):
            found = sole_definition(node, place)
            if found is None:
                return False
            node, place = found
        match node:
            case ast.Call(func=ast.Attribute(value=holder, attr="get_layer")):
                pass
            case ast.Subscript(value=ast.Attribute(value=holder, attr="layers"), slice=part):
                if isinstance(part, ast.Slice):
                    return False
            case _:
                return False
        model = self._object(holder, place)
        made = None if model is None else model.site
        around = self.versions.index.places.get(made) if isinstance(made, ast.Call) else None
        if around is None or not isinstance(made, ast.Call):
            return False
        return is_below(self.names.qualified(made.func, around) or "", _APPLICATIONS)

    def lacks_import(self, node: ast.Import | ast.ImportFrom) -> bool:
        """Whether no supported TensorFlow, or Keras, has what is imported from it."""
        modules = _modules(node)
        if any(is_below(module, _KERAS_OF_1) for module in modules):
            # It is an attribute, and no module.
            return not self._asks_for_keras_2
        return any(map(self.lacks_name, imported(node)))

    def lacks_name(self, written: str) -> bool:
        """Whether no supported release has a name, by the package that it is written with."""
        parts = written.split(".")
        if any(".".join(parts[:length]) in _ENDED_PYTHON for length in (1, 2)):
            # A module of the project may have the name of one of Python's.
            return find(parts[0], str(PurePath(self.versions.filename).parent)) is None
        if parts[0] in _UNSUPPORTED:
            return not self.has_keras_2
        return is_ended(written, beside_keras_2=self._asks_for_keras_2)

    def _written(self, node: ast.expr, place: Place) -> str:
        """Return the name that is asked for, by the import as it is written; "" without one."""
        root: ast.expr = node
        attributes = ""
        while isinstance(root, ast.Attribute):
            attributes = f".{root.attr}{attributes}"
            root = root.value
        bindings = definitions(root, place) if isinstance(root, ast.Name) else []
        names = {_bound(binding) for binding in bindings}
        return names.pop() + attributes if len(names) == 1 and "" not in names else ""

    @cached_property
    def has_keras_2(self) -> bool:
        """Whether what the program has of Keras may be of Keras 2."""
        return self._asks_for_keras_2 or self.versions.dialect.imports_private_keras

    @cached_property
    def _asks_for_keras_2(self) -> bool:
        """Whether the program asks for Keras 2 by its name, or may."""
        if self.versions.asks_for_keras_2:
            return True
        return is_mentioned(_LEGACY_SWITCH, self.versions.filename) is True

    def _called(self, node: ast.Call, place: Place) -> str | None:
        """Return the one name of the class, function or method of Keras' that is called."""
        func = node.func
        name = self.names.qualified(func, place)
        if name is not None:
            if is_below(name, _LEGACY_OPTIMIZERS):
                return name
            known = knowledge.entry(name) if name.startswith(_LIBRARIES) else None
            return None if known is None else known.name
        if not isinstance(func, ast.Attribute):
            return None
        if func.attr not in OF_MODELS | knowledge.methods_with_keywords():
            return None
        value = self._object(func.value, place)
        if value is None:
            cell = self._cell(func.value, place)
            owner = None if cell is None else knowledge.definer(cell, func.attr)
            return None if owner is None else f"{owner}.{func.attr}"
        if knowledge.is_subclass(value.qualified, _MODEL):
            return f"{_MODEL}.{func.attr}"
        owner = knowledge.definer(value.qualified, func.attr)
        return None if owner is None else f"{owner}.{func.attr}"

    def _cell(self, node: ast.expr, place: Place) -> str | None:
        """Return the class of what a recurrent layer of Keras' runs for each step."""
        if not isinstance(node, ast.Attribute) or node.attr != "cell":
            return None
        layer = self._object(node.value, place)
        known = None if layer is None else knowledge.class_(f"{layer.qualified}Cell")
        return None if known is None else known.name

    def _object(self, node: ast.expr, place: Place) -> ObjectValue | None:
        """Return the instance of a library's own class that an expression surely gives."""
        value = self.interpreter.value(node, place)
        if not isinstance(value, ObjectValue) or value.cls is not None:
            return None
        return value if self.interpreter.knows(node, place) else None

    def _is_functional(self, model: ObjectValue) -> bool:
        """Whether a model is made of its inputs and outputs: of no class that derives from it."""
        made = model.site
        place = self.versions.index.places.get(made) if isinstance(made, ast.Call) else None
        if place is None or not isinstance(made, ast.Call) or not (made.args or made.keywords):
            return False
        known = knowledge.class_(self.names.qualified(made.func, place) or "")
        return known is not None and known.name == "keras.Model"

    def _refuses(self, name: str, path: _Path, node: ast.Call, place: Place) -> bool:
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        if None in given or any(isinstance(part, ast.Starred) for part in node.args):
            return False
        position = _POSITIONS.get(name, 0)
        others = len(node.args) - position - 1
        if others > path.followed or any(option in given for option in path.without):
            # Options that are given by position are looked for nowhere.
            return False
        if path.only_if is not None:
            option, needed = path.only_if
            value = given.get(option, ast.Constant(False))
            if not isinstance(value, ast.Constant) or value.value is not needed:
                return False
        rest = node.args[position:]
        path_given = rest[0] if rest else given.get(path.parameter)
        if path_given is None:
            return False
        return all(
            not end.endswith(path.endings)
            and not any(ending.endswith(end) for ending in path.endings)
            for end in self._ends(path_given, place)
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
            case ast.JoinedStr(values=[*_, ast.FormattedValue() as part, ast.Constant(str(text))]):
                return {self._ends_in_digit(part.value, place) + text}
            case ast.JoinedStr(values=[*_, ast.Constant(str(text))]):
                return {text}
            case ast.Attribute():
                found = self._default(node, place)
                return {""} if found is None else self._ends(*found, depth - 1)
            case ast.BinOp(op=ast.Add()):
                return self._plain_ends(node.right, place, depth)
            case ast.BinOp(op=ast.Div()):
                return self._ends(node.right, place, depth - 1)
            case ast.BinOp(op=ast.Mod(), left=ast.Constant(str(text))):
                last = [*_CONVERSION.finditer(text)][-1:]
                is_number = bool(last) and last[0].group()[-1] in _OF_NUMBERS
                return {is_number * "0" + _CONVERSION.split(text)[-1]}
            case ast.Call(func=ast.Attribute(value=ast.Constant(str(text)), attr="format")):
                return {text.rpartition("}")[2]}
            case ast.Call() if self.names.qualified(node.func, place) == _CHECKPOINT:
                return {_CHECKPOINT_END}
            case ast.Call(args=[*_, last], keywords=[]) if not isinstance(last, ast.Starred):
                if self.names.qualified(node.func, place) in _JOINING:
                    return self._ends(last, place, depth - 1)
        return {""}

    def _default(self, node: ast.Attribute, place: Place) -> tuple[ast.expr, Place] | None:
        """Return the default of what is asked of a parsed command line, with the code around it."""
        name, holder = node.attr, self.interpreter.value(node.value, place)
        is_parsed = isinstance(holder, ObjectValue) and holder.qualified == NAMESPACE
        if not is_parsed and self.names.qualified(node.value, place) != _FLAGS:
            return None
        functions = self.versions.index.functions
        if any(target.attr == name for one in functions for target, _ in one.attribute_stores):
            return None
        defaults = self._defaults.get(name, [])
        return defaults[0] if len(defaults) == 1 else None

    @cached_property
    def _defaults(self) -> dict[str, list[tuple[ast.expr, Place] | None]]:
        """The defaults of the options that a program takes from its command line, by their names.

        None for what is always given, as the default is nothing, or an empty text.
        """
        found: dict[str, list[tuple[ast.expr, Place] | None]] = {}
        for call, place in self.versions.index.calls:
            method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
            if method == "add_argument":
                named = named_argument(call, "dest")
                default = named_argument(call, "default")
                options = call.args if named is None else [named]
            elif method.startswith("DEFINE_"):
                options, default = call.args[:1], argument(call, 1, "default")
            else:
                continue
            texts = (part.value for part in options if isinstance(part, ast.Constant))
            is_empty = default is None or getattr(default, "value", default) in (None, "")
            for text in texts:
                option = str(text).lstrip("-").replace("-", "_")
                known = None if default is None or is_empty else (default, place)
                found.setdefault(option, []).append(known)
        return found

    def _ends_in_digit(self, node: ast.expr, place: Place) -> str:
        """Return a digit if the text of what an expression gives ends in one, else nothing."""
        value = self.interpreter.value(node, place)
        is_number = isinstance(value, PythonValue) and value.kind in ("float", "int", "number")
        is_sure = isinstance(node, ast.Constant) or self.interpreter.knows(node, place)
        return "0" if is_number and is_sure else ""

    def _plain_ends(self, node: ast.expr, place: Place, depth: int) -> set[str]:
        """Return the ends of what is added to another text, which it may go on with."""
        return {end.removeprefix("/") for end in self._ends(node, place, depth - 1)}


def is_ended(written: str, *, beside_keras_2: bool = False) -> bool:
    """Whether no supported release of a library has a name.

    Args:
        written: the name, by the package that it is written with.
        beside_keras_2: whether Keras may be Keras 2, which a program asks for by its name.
    """
    name, parts = public(written), written.split(".")
    for private, ended in _PRIVATE.items():
        if is_below(written, private):
            inner = parts[private.count(".") + 1 :]
            return not ended.isdisjoint(".".join(inner[:length]) for length in (1, 2, 3))
    if any(is_below(written, one) and written != one for one in _NEEDING_KERAS_2):
        return not beside_keras_2
    if is_below(name, "tensorflow"):
        if is_below(name, _KERAS_OF_1) and name != _KERAS_OF_1:
            # It is Keras, as it is.
            parts = ["tensorflow", "keras", *parts[_KERAS_OF_1.count(".") + 1 :]]
            name = public(".".join(parts))
        if not _ENDED_TENSORFLOW.isdisjoint((".".join(parts[1:2]), ".".join(parts[1:3]))):
            return True
        if parts[1:3] == _LITE:
            # Its folder has modules that are none of its attributes.
            return False
        if parts[1:2] in _KERAS_MODULES:
            # TensorFlow passes them on.
            parts.insert(1, "keras")
            name = public(".".join(parts))
    if is_below(name, "keras") and beside_keras_2:
        return False
    return any(
        knowledge.lacks(".".join(parts[:length]), parts[length]) for length in range(1, len(parts))
    )


def lacks_required(name: str, node: ast.Call, handed_on: Collection[str] | None = None) -> bool:
    """Whether what a library has by a name is called without an argument that it must be given.

    Args:
        name: its name.
        node: the call.
        handed_on: the keywords that ``**`` stands for in it, if they are known.
    """
    needed = knowledge.required(name)
    if not needed or any(isinstance(given, ast.Starred) for given in node.args):
        return False
    named = {keyword.arg for keyword in node.keywords}
    if None in named and handed_on is None:
        return False
    named.update(handed_on or ())
    return any(
        parameter not in named and (position is None or position >= len(node.args))
        for parameter, position in needed.items()
    )


def _takes_other_arguments(name: str, node: ast.Call) -> bool:
    """Whether a function of TensorFlow gets more than it takes, or not all that it needs."""
    known = knowledge.function(name)
    if known is None or known.parameters is None:
        return False
    if any(parameter.kind == "**" for parameter in known.parameters):
        return False
    taken = {None, *NEWER_PARAMETERS, *(parameter.name for parameter in known.parameters)}
    if any(keyword.arg not in taken for keyword in node.keywords):
        return True
    bound = known.bind(node)
    if bound is None:
        return False
    if len(bound.rest) > len(NEWER_PARAMETERS) and all(
        parameter.kind != "*" for parameter in known.parameters
    ):
        return True
    needed = (p.name for p in known.parameters if p.default is None and p.kind != "*")
    return any(bound.get(one) is None for one in needed)


def _counts(name: str, node: ast.Call) -> list[ast.expr]:
    """Return what a call is given for counts, or for the parts of shapes: no fractions."""
    if name not in _COUNTS:
        return []
    found = [argument(node, position, parameter) for position, parameter in _COUNTS[name]]
    parts = (part for one in found for part in getattr(one, "elts", [one]))
    return [one for one in parts if one is not None]


def _is_local(path: object) -> TypeGuard[str]:
    """Whether a value is a path, and not one that any ending does for."""
    return isinstance(path, str) and not path.startswith(_REMOTE)


def _modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the modules that a statement imports, or imports from, as they are written."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [] if node.level or node.module is None else [node.module]


def imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the names that a statement imports from packages, as they are written."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.level or node.module is None:
        return []
    return [f"{node.module}.{alias.name}".removesuffix(".*") for alias in node.names]


def _bound(binding: Binding) -> str:
    """Return the name that an import binds, as it is written; "" for what is not imported."""
    node = binding.node
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.asname == binding.name:
                return alias.name
        return binding.name
    if not isinstance(node, ast.ImportFrom):
        return ""
    names = (alias.asname or alias.name for alias in node.names)
    return dict(zip(names, imported(node))).get(binding.name, "")


def _is_plain_list(value: TraceType) -> bool:
    """Whether a value is a list of Python numbers, flags or strings, or of such lists."""
    if not isinstance(value, SequenceValue) or not value.parts:
        return False
    return all(
        part.kind in NO_DATA if isinstance(part, PythonValue) else _is_plain_list(part)
        for part in value.parts
    )


def _kept(node: ast.expr | None) -> Iterator[ast.expr]:
    """Yield the parts of a text that are in it as they are written."""
    match node:
        case ast.Constant():
            yield node
        case ast.JoinedStr(values=parts):
            yield from parts
        case ast.BinOp(op=ast.Mod(), left=ast.Constant()):
            yield node.left
        case ast.BinOp(op=ast.Add()):
            yield from _kept(node.left)
            yield from _kept(node.right)
        case ast.Call(func=ast.Attribute(value=ast.Constant() as text, attr="format")):
            yield text


def _is_text(node: ast.expr | None, part: str = "") -> bool:
    """Whether an expression is a string that is written out, and has some part."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and part in node.value


_ENDED = knowledge.names_of("any keras 2")
"""Among them attributes that some class has and another, which had it too, has not."""
_LIBRARIES = ("keras.", "numpy.", "tensorflow.")
_MODEL = "keras.Model"
_LAYER = "keras.Layer"
_OPTIMIZER = "keras.Optimizer"
_OF_OPTIMIZERS = frozenset({"keras.optimizers", "tensorflow.optimizers"})
_NO_OPTIONS = frozenset({"lr"})
"""Options that all optimizers of Keras 2 took, and that nothing of these modules takes."""
_OLD_OPTIMIZERS = "tensorflow.compat.v1.train"
"""Has names of optimizers, which Keras 3 does not take."""
_SAVING = frozenset({"keras.models.save_model", f"{_MODEL}.save"})
_SAVING_OPTIONS = frozenset(
    {"filepath", "include_optimizer", "model", "overwrite", "save_format", "zipped"}
)
"""The only options of these, of which some do nothing any more."""
_SETTING = "keras.backend.set_value"
_SETTINGS = frozenset({"beta_1", "beta_2", "epsilon", "iterations", "learning_rate", "momentum"})
"""Settings of optimizers: variables of Keras 3, which that function does not set."""
_WEIGHTING = frozenset({f"{_MODEL}.fit", f"{_MODEL}.train_on_batch"})
"""Methods that take a table with weights of classes."""
_INITIAL_STATE = ".get_initial_state"
"""A method that took what a recurrent layer is called with, and now how many rows that has."""
_CLIPPING = ("clipnorm", "clipvalue", "global_clipnorm")
"""Options of optimizers of which one at most may be a number."""
_NOT_BY_NAME = (".keras", ".weights.h5")
"""How the paths of weights end that are not found by the names of layers."""
_SHAPE = ((0, "shape"),)
_COUNTS = {
    **dict.fromkeys(("numpy.empty", "numpy.full", "numpy.ones", "numpy.zeros"), _SHAPE),
    "keras.Model.evaluate": ((2, "batch_size"), (5, "steps")),
    "keras.Model.fit": ((2, "batch_size"), (3, "epochs"), (12, "steps_per_epoch")),
    "keras.Model.predict": ((1, "batch_size"), (3, "steps")),
    "numpy.eye": ((0, "N"), (1, "M")),
    "numpy.linspace": ((2, "num"),),
    "numpy.random.rand": ((0, "d0"), (1, "d1"), (2, "d2")),
    "numpy.random.randn": ((0, "d0"), (1, "d1"), (2, "d2")),
    "range": ((0, "start"), (1, "stop"), (2, "step")),
}
"""The parameters, with their positions, that take how many there are of something."""
_LITE = ["lite", "python"]
NEWER_PARAMETERS = frozenset({"bad_indices_policy"})
"""Parameters that functions of TensorFlow have got since the first supported release."""
_LAYERS_OF_KERAS_2 = frozenset({"tensorflow_hub.KerasLayer"})
"""Classes of layers of packages that have Keras 2 beside Keras 3, and use it."""
_FOR_KERAS_2 = frozenset(
    f"tensorflow_model_optimization.{name}"
    for name in ("quantization.keras.quantize_model", "sparsity.keras.prune_low_magnitude")
)
"""Functions of such packages that refuse a model of Keras 3."""
HOLDING_NONE = frozenset({"validation_data"})
"""What callbacks lack, or hold None in."""
_CALLBACK = "keras.callbacks.Callback"
_REFUSING = frozenset({"add_metric"})
"""Methods that layers have, and that do nothing but raise."""
_LAYERS = "keras.layers."
_APPLICATIONS = "keras.applications"
_LEAST_SIZE = 32
"""Of images for those; some want larger ones."""
_SIDES = 2
_OPTIONS = "tensorflow.data.Options"
_NAMED = ("keras.Input", _MODEL, "keras.Sequential", _LAYERS)
"""How the names begin of what may have no name with a slash in it."""
_OF_LAYERS = frozenset({"add_loss"})
"""What a model that is made of inputs and outputs has, and raises in each Keras 3."""
_ENDED_PYTHON = knowledge.names_of("old python")
_UNSUPPORTED = frozenset({"tensorflow_addons"})
"""Packages whose last release imports what Keras 3 does not have."""
_PRIVATE = {
    "tensorflow.python.keras": knowledge.names_of("private keras"),
    "tensorflow.python": knowledge.names_of("private tensorflow"),
}
"""Packages that no release promises, the inner one first, with what they have had."""
_ENDED_TENSORFLOW = knowledge.names_of("tensorflow 1")
_KERAS_MODULES = (["initializers"], ["losses"], ["metrics"], ["optimizers"])
"""Modules of Keras that TensorFlow has by names of its own."""
_KERAS_OF_1 = "tensorflow.compat.v1.keras"
_NEEDING_KERAS_2 = ("tensorflow.compat.v1.layers", "tensorflow.compat.v1.nn.rnn_cell")
"""Modules that ask Keras 2 for whatever they are asked for."""
OF_MODELS = frozenset(
    name.rpartition(".")[2] for name in (*_PATHS, *_DATA) if name.startswith(f"{_MODEL}.")
)
"""The methods of models that refuse something that they are given."""
_CHECKPOINT = "tensorflow.train.latest_checkpoint"
_CHECKPOINT_END = "/checkpoint-1"
"""How a path ends that it gives, or nothing: that of no file of Keras'."""
_FLAGS = "absl.flags.FLAGS"
_JOINING = frozenset({"os.path.join", "pathlib.Path", "str"})
_IMAGES = "keras.preprocessing.image.ImageDataGenerator"
_DECODING = frozenset({"json.load", "json.loads"})
"""Functions that took an encoding, up to Python 3.8."""
_JOINING_ARRAYS = frozenset(
    f"numpy.{name}"
    for name in ("column_stack", "concatenate", "dstack", "hstack", "stack", "vstack")
)
"""Functions that want their arrays in a sequence."""
_LAZY = frozenset({"filter", "map", "zip"})
"""What gave a list in Python 2."""
_NANS = frozenset({"math.nan", "numpy.NAN", "numpy.NaN", "numpy.nan"})
_OF_NUMBERS = "deEfFgGiu"
"""Conversions that end in a digit."""
_CONVERSION = re.compile(r"%(?:\(\w+\))?[-+ #0-9.*]*[a-zA-Z%]")
