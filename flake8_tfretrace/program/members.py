"""What the instances of libraries' classes lack: attributes and items that older releases had."""

from __future__ import annotations

import ast
import re
from functools import cached_property
from types import NoneType

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import is_mentioned
from flake8_tfretrace.program import library
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.keras import (
    FUNCTIONAL,
    SEQUENTIAL,
    SHAPES,
    SYMBOL,
    has_symbol,
    makes_input,
)
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.refusals import Refusals
from flake8_tfretrace.program.scopes import Index, Place, definitions, sole_definition
from flake8_tfretrace.program.syntax import is_own
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    ObjectValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.program.values import Interpreter

_DEPTH = 5
"""Holders, and names, are followed so far."""
_TENSORFLOW_1 = re.compile(
    r"import tensorflow\.compat\.v1|import v1\b|compat\.v1\.data|disable_v2|disable_tensor_?shape"
)
"""How the text of a program says that shapes and data sets may be those of TensorFlow 1."""

_LAYER = "keras.Layer"
_MODEL = "keras.Model"
_OPTIMIZER = "keras.Optimizer"
_VARIABLE = "keras.Variable"
_TENSOR = "tensorflow.Tensor"
_HOLDER = "tensorflow.Variable"
_SHAPE = "tensorflow.TensorShape"
_PYTHON: dict[str, type] = {one.__name__: one for one in (dict, int, list, tuple, NoneType)}
_NOT_CALLED = frozenset({*_PYTHON, "float", _HOLDER, _TENSOR, _VARIABLE})
"""Classes whose instances cannot be called."""
_STRUCTURES = frozenset({"dict", "list", "tuple"})
_DIMENSION = frozenset({"NoneType", "int"})
_LISTING = (
    *("non_trainable_variables", "non_trainable_weights", "trainable_variables"),
    *("trainable_weights", "variables", "weights"),
)
"""What of a layer lists its variables."""
_TRAINED = ("trainable_variables", "trainable_weights", "variables", "weights")
"""What of it lists some in most cases."""
_HELD: dict[tuple[str, str], frozenset[str]] = {
    (_LAYER, "input"): _STRUCTURES | {SYMBOL},
    (_LAYER, "output"): _STRUCTURES | {SYMBOL},
    (_MODEL, "inputs"): frozenset({"list"}),
    (_MODEL, "layers"): frozenset({"list"}),
    # That of a model which is not compiled is None.
    (_MODEL, "optimizer"): frozenset({"NoneType", _OPTIMIZER}),
    (_MODEL, "outputs"): frozenset({"list"}),
    # That may be a number: what a function gives that an optimizer is made with.
    (_OPTIMIZER, "learning_rate"): frozenset({"float", _TENSOR, _VARIABLE}),
    (_OPTIMIZER, "iterations"): frozenset({_VARIABLE}),
    (_OPTIMIZER, "variables"): frozenset({"list"}),
    (SYMBOL, "shape"): frozenset({"tuple"}),
    (_TENSOR, "shape"): frozenset({_SHAPE, "tuple"}),
    (_VARIABLE, "value"): frozenset({_HOLDER}),
    **{(_LAYER, name): frozenset({"list"}) for name in _LISTING},
}
"""The classes of what instances of a class hold, by its name and that of the attribute."""
_ELEMENTS: dict[tuple[str, str], frozenset[str]] = {
    (_LAYER, "input"): frozenset({SYMBOL}),
    (_LAYER, "output"): frozenset({SYMBOL}),
    (_MODEL, "inputs"): frozenset({SYMBOL}),
    (_MODEL, "layers"): frozenset({_LAYER}),
    (_MODEL, "outputs"): frozenset({SYMBOL}),
    (SYMBOL, "shape"): _DIMENSION,
    (_TENSOR, "shape"): _DIMENSION,
    **{(_LAYER, name): frozenset({_VARIABLE}) for name in _LISTING},
}
"""The classes of the elements of that; of a tensor, those of a part of it."""
_KINDS = {"layer": _LAYER, "model": _MODEL, "optimizer": _OPTIMIZER}
_ENDED_SETTINGS = {_LAYER: frozenset({"batch_input_shape"}), _OPTIMIZER: frozenset({"decay", "lr"})}
"""What configurations had, by the class of what they are of, and none of Keras 3 has."""
_OF_ITERATORS = frozenset({"element_spec", "get_next", "get_next_as_optional", "initializer"}) | {
    f"output_{name}" for name in ("classes", "shapes", "types")
}
"""What iterators of TensorFlow have."""
_ENDS = ("input", "output")
"""What a model has once it was called with a symbol; a functional one is made of symbols."""
_TAKEN = {"enumerate": 1}
"""How many of the arguments functions go over that take others."""
_SETS = frozenset({"frozenset", "set"})
_CHANGING = frozenset({"setdefault", "update"})
"""Methods of a dict that give it keys."""


class Members:
    """Answers what instances of classes of libraries surely lack, by what an expression gives.

    What an expression gives is a set of classes' names, of one of which, or of what derives from
    it, it is an instance; empty where that is not known.
    """

    def __init__(
        self,
        index: Index,
        files: Files,
        source: str | None,
        names: Names,
        classes: Classes,
        calls: Calls,
        refusals: Refusals,
        interpreter: Interpreter,
    ) -> None:
        self.index = index
        self.files = files
        self.source = source
        self.names = names
        self.classes = classes
        self.calls = calls
        self.refusals = refusals
        self.interpreter = interpreter

    # questions

    def lacks(self, node: ast.Attribute, place: Place) -> bool:
        """Whether what is asked for an attribute has none of the name, and is given none here."""
        name = node.attr
        if not isinstance(node.ctx, ast.Load) or name.startswith("__"):
            return False
        if name in _ENDS and self._is_never_symbolic(node.value, place):
            return True
        classes = self._classes(node.value, place)
        if not classes or not all(self._is_lacking(one, name) for one in classes):
            return False
        is_own = _LAYER in classes and self._defines(name, place)
        is_iterator = library.DATASET in classes and name in _OF_ITERATORS
        return not is_own and not (is_iterator and self._may_be_iterator(node.value, place))

    def _is_never_symbolic(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives a sequential model that gets no symbol: one has no ends then.

        It may get one of whoever it is handed to, and of what calls something unknown.
        """
        model = self.interpreter.value(node, place)
        if not isinstance(model, ObjectValue) or model.cls is not None or model.site is None:
            return False
        if model.qualified != SEQUENTIAL or self.refusals.has_keras_2:
            return False
        return self.interpreter.knows(node, place) and not any(
            self._may_make_symbolic(model, call, at) for call, at in self.index.calls
        )

    def _may_make_symbolic(self, model: ObjectValue, node: ast.Call, place: Place) -> bool:
        """Whether a call may be one of a model with a symbol, or hand the model to others."""
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        if not given:
            return False
        func = node.func
        called = self.interpreter.value(func, place)
        if isinstance(called, FunctionValue) and called.function is not None:
            # What the program does with a parameter is in view.
            return False
        if called == model or (isinstance(called, ObjectValue) and called.site is None):
            first = self.interpreter.value(given[0], place)
            return not isinstance(first, TensorValue)
        is_method = isinstance(func, ast.Attribute) and not is_own(func.value, place.function)
        if type(called) is TraceType and not is_method:
            if self.names.qualified(func, place) is None:
                return True
        return any(_has(self.interpreter.value(one, place), model) for one in given)

    def is_read_only(self, node: ast.Attribute, place: Place) -> bool:
        """Whether an attribute is stored of what Keras has a property without a setter for."""
        if not isinstance(node.ctx, ast.Store) or self._defines_function(node.attr, place):
            return False
        classes = self._classes(node.value, place)
        return bool(classes) and all(knowledge.is_read_only(one, node.attr) for one in classes)

    def _defines_function(self, name: str, place: Place) -> bool:
        """Whether the project defines a function, or a class's method or property, of a name."""
        return (
            name in self._function_names
            or is_mentioned(f"def {name}", self.files.path(place)) is True
        )

    @cached_property
    def _function_names(self) -> frozenset[str]:
        return frozenset(function.name for function in self.index.functions)

    def lacks_item(self, node: ast.Subscript, place: Place) -> bool:
        """Whether a dict of Keras' variables, or a layer's configuration, has no such key."""
        key = getattr(node.slice, "value", None)
        if not isinstance(key, str) or not isinstance(node.ctx, ast.Load):
            return False
        holder = node.value
        match holder:
            case ast.Call(func=ast.Attribute(value=asked, attr="get_config"), args=[]):
                return any(
                    key in ended and self._is_of(cls, asked, place)
                    for cls, ended in _ENDED_SETTINGS.items()
                ) and not self._defines("get_config", place)
            case ast.Name() if "/" in key:
                found = sole_definition(holder, place)
                return (
                    found is not None
                    and self._is_by_name(*found)
                    and not self._is_given_keys(holder.id)
                )
        return False

    def is_refused(self, node: ast.Call, place: Place) -> bool:
        """Whether what is called is a list, or a set is made of variables, which have no hash."""
        func = node.func
        if isinstance(func, ast.Attribute):
            classes = self._classes(func, place)
            # What is evaluated as a tensor may be a method that gives one.
            return bool(classes - {_TENSOR}) and classes <= _NOT_CALLED
        if not isinstance(func, ast.Name) or func.id not in _SETS or len(node.args) != 1:
            return False
        if self.names.qualified(func, place) != func.id:
            return False
        (given,) = node.args
        return self.is_filled(given, place) and self._elements(given, place) == {_VARIABLE}

    def is_dataset(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression surely gives a data set of TensorFlow's, and no iterator."""
        is_one = self._classes(node, place) == {library.DATASET}
        return is_one and not self._may_be_iterator(node, place)

    def is_filled(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression surely lists some variables, or layers, of a model of Keras'."""
        if isinstance(node, ast.Name):
            found = sole_definition(node, place)
            return found is not None and self.is_filled(*found)
        match node:
            case ast.Call(func=ast.Name("enumerate" | "zip" as name), args=[_, *_]):
                if self.names.qualified(node.func, place) != name:
                    return False
                return all(self.is_filled(one, place) for one in node.args[: _TAKEN.get(name)])
        if not isinstance(node, ast.Attribute) or node.attr not in ("layers", *_TRAINED):
            return False
        if node.attr.startswith("trainable") and self._sets("trainable"):
            return False
        model = self.interpreter.value(node.value, place)
        if not isinstance(model, ObjectValue) or model.cls is not None:
            return False
        return self._is_built(model) and self.interpreter.knows(node.value, place)

    # what expressions give

    def _classes(self, node: ast.expr, place: Place, depth: int = _DEPTH) -> frozenset[str]:
        """Return the classes of one of which an expression surely gives an instance."""
        known = self._class_known(node, place)
        if (known and known != _TENSOR) or depth == 0:
            return frozenset({known} if known else ())
        # What is evaluated as a tensor may be told to be more than that.
        held = self._classes_held(node, place, depth - 1)
        return held or frozenset({known} if known else ())

    def _classes_held(self, node: ast.expr, place: Place, depth: int) -> frozenset[str]:
        """Return the classes of what an expression gives, by what something else holds."""
        match node:
            case ast.Name():
                found = sole_definition(node, place)
                if found is not None:
                    return self._classes(*found, depth)
                return self._of_loop(node, place, depth)
            case ast.Attribute():
                return self._held(_HELD, node, place, depth)
            case ast.Subscript():
                if isinstance(node.slice, ast.Slice):
                    return frozenset()
                return self._elements(node.value, place, depth)
            case ast.Call(func=ast.Attribute(value=holder, attr="get_layer")):
                return frozenset({_LAYER}) if self._is_model(holder, place, depth) else frozenset()
            case ast.Call(func=ast.Attribute(value=layer, attr="compute_output_shape")):
                return _STRUCTURES if self._is_of(_LAYER, layer, place) else frozenset()
            case ast.Call(func=ast.Call() | ast.Name() as func, args=[given, *_]):
                # What a layer gives for what stands for tensors does so, too.
                if not has_symbol(self.interpreter.value(given, place)):
                    return frozenset()
                layers = self._classes(func, place, depth)
                is_layer = bool(layers) and all(_is(one, _LAYER) for one in layers)
                is_sure = is_layer and self.interpreter.knows(given, place)
                return _HELD[_LAYER, "output"] if is_sure else frozenset()
        return frozenset()

    def _elements(self, node: ast.expr, place: Place, depth: int = _DEPTH) -> frozenset[str]:
        """Return the classes of one of which each element of what an expression gives is."""
        if depth == 0:
            return frozenset()
        match node:
            case ast.Name():
                found = sole_definition(node, place)
                return frozenset() if found is None else self._elements(*found, depth - 1)
            case ast.Attribute():
                return self._held(_ELEMENTS, node, place, depth - 1)
            case ast.Subscript(slice=ast.Slice()):
                return self._elements(node.value, place, depth - 1)
            case ast.Call(func=ast.Attribute(value=holder, attr="as_list"), args=[]):
                return self._elements(holder, place, depth - 1) & _DIMENSION
            case ast.Call(func=ast.Attribute(value=holder, attr="get_shape"), args=[]):
                classes = self._classes(holder, place, depth - 1)
                return _DIMENSION if classes == {_TENSOR} else frozenset()
        return frozenset()

    def _held(
        self,
        table: dict[tuple[str, str], frozenset[str]],
        node: ast.Attribute,
        place: Place,
        depth: int,
    ) -> frozenset[str]:
        """Return what a table says of the attribute of what an expression gives."""
        if not any(name == node.attr for _, name in table):
            return frozenset()
        found: frozenset[str] = frozenset()
        # None has nothing: it raises where it is asked.
        for cls in self._holders(node, place, depth) - {"NoneType"}:
            held = next((k for (o, n), k in table.items() if n == node.attr and _is(cls, o)), None)
            if held is None:
                return frozenset()
            found |= held
        return found

    def _holders(self, node: ast.Attribute, place: Place, depth: int) -> frozenset[str]:
        """Return the classes of what is asked for an attribute that the program defines nowhere."""
        value = self.interpreter.value(node.value, place)
        cls = value.cls if isinstance(value, ObjectValue) else None
        if cls is None:
            return self._classes(node.value, place, depth)
        assert isinstance(value, ObjectValue)
        family = {*self.classes.lineage(cls), *value.heirs}
        if any(node.attr in one.attributes or node.attr in one.methods for one in family):
            return frozenset()
        kind = _KINDS.get(self.calls.keras.class_kind(cls) or "")
        is_sure = kind is not None and self.interpreter.knows(node.value, place)
        return frozenset({kind} if kind is not None and is_sure else ())

    def _class_known(self, node: ast.expr, place: Place) -> str:
        """Return the one class of a library of which the value of an expression is; "" if none."""
        value = self.interpreter.value(node, place)
        name = ""
        if isinstance(value, ObjectValue) and value.cls is None:
            name = value.qualified
            if name.startswith("keras.") and self.refusals.has_keras_2:
                return ""
        elif isinstance(value, StreamValue) and value.kind == "dataset":
            name = "" if self._has_tensorflow_1 else library.DATASET
        elif isinstance(value, TensorValue):
            name = "" if self._has_tensorflow_1 or value.variable else _TENSOR
        return name if name and self.interpreter.knows(node, place) else ""

    def _of_loop(self, node: ast.Name, place: Place, depth: int) -> frozenset[str]:
        """Return the classes of what a loop, or comprehension, binds a name to."""
        bindings = definitions(node, place)
        if len(bindings) != 1 or bindings[0].kind != "loop":
            return frozenset()
        (binding,) = bindings
        iterated = binding.value
        match iterated, binding.path:
            case ast.Call(func=ast.Name("enumerate"), args=[given, *_]), (1,):
                iterated = given
            case ast.Call(func=ast.Name("zip"), args=given), (int(position),):
                if position >= len(given) or any(isinstance(g, ast.Starred) for g in given):
                    return frozenset()
                iterated = given[position]
            case _, (_, *_):
                return frozenset()
        if iterated is None:
            return frozenset()
        return self._elements(iterated, binding.place, depth)

    # the rest

    def _is_lacking(self, cls: str, attribute: str) -> bool:
        """Whether no instance of a class has an attribute."""
        if cls in _PYTHON:
            return not hasattr(_PYTHON[cls], attribute)
        if cls.startswith("keras.") and self.refusals.has_keras_2:
            return False
        return knowledge.lacks(cls, attribute)

    def _is_model(self, node: ast.expr, place: Place, depth: int = _DEPTH) -> bool:
        """Whether an expression gives a model of Keras 3, be it of an own class."""
        value = self.interpreter.value(node, place)
        if self.refusals.has_keras_2:
            return False
        if isinstance(value, ObjectValue) and self.calls.keras.kind(value) == "model":
            return self.interpreter.knows(node, place)
        classes = self._classes(node, place, depth)
        return bool(classes) and all(_is(one, _MODEL) for one in classes)

    def _is_of(self, cls: str, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives an instance of a class, or raises where it is asked."""
        classes = self._classes(node, place) - {"NoneType"}
        return bool(classes) and all(_is(one, cls) for one in classes)

    def _defines(self, name: str, place: Place) -> bool:
        """Whether code of the project may give classes of its own such an attribute."""
        return self._sets(name) or self._defines_function(name, place)

    def _sets(self, name: str) -> bool:
        """Whether the program stores such an attribute of anything."""
        return any(name in one.attributes for one in self.index.classes) or any(
            target.attr == name for target, _ in self.index.attribute_stores
        )

    def _may_be_iterator(self, node: ast.expr, place: Place) -> bool:
        """Whether what goes over a data set is perhaps no data set, but TensorFlow's iterator."""
        if isinstance(node, ast.Name):
            found = sole_definition(node, place)
            if found is None:
                return True
            node, place = found
        if not isinstance(node, ast.Call):
            return True
        name = self.names.qualified(node.func, place) or ""
        is_made = knowledge.is_subclass(name.rpartition(".")[0] or name, library.DATASET)
        func = node.func
        return not is_made and not (
            isinstance(func, ast.Attribute)
            and not knowledge.lacks(library.DATASET, func.attr)
            and knowledge.has_method(library.DATASET, func.attr)
        )

    def _is_by_name(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression makes a dict of what has names, by those that Keras 3 gives it.

        In such a name of a variable there is no slash.
        """
        if not isinstance(node, ast.DictComp) or len(node.generators) != 1:
            return False
        (generator,) = node.generators
        match node.key, generator.target:
            case ast.Attribute(value=ast.Name(id=asked), attr="name"), ast.Name(id=bound):
                is_variable = self._elements(generator.iter, place) == {_VARIABLE}
                return asked == bound and is_variable
        return False

    def _is_given_keys(self, name: str) -> bool:
        """Whether code stores something in what a variable holds, or calls what does."""
        functions = self.index.functions
        stores = (store.value for one in functions for store, _ in one.subscript_stores)
        calls = (call.func for call, _ in self.index.calls)
        holders = [
            func.value
            for func in calls
            if isinstance(func, ast.Attribute) and func.attr in _CHANGING
        ]
        return any(isinstance(one, ast.Name) and one.id == name for one in (*stores, *holders))

    def _is_built(self, model: ObjectValue) -> bool:
        """Whether a model has its weights as soon as it is made."""
        made = self.calls.keras.construction(model)
        place = self.index.places.get(made) if made is not None else None
        if made is None or place is None:
            return False
        if model.qualified != SEQUENTIAL:
            return model.qualified == FUNCTIONAL
        layers = self.calls.layers_of(made, place)
        if not layers or not isinstance(layers[0][0], ast.Call):
            return False
        made_of = [
            knowledge.class_(self.names.qualified(layer.func, at) or "")
            for layer, at in layers
            if isinstance(layer, ast.Call)
        ]
        first = self.names.qualified(layers[0][0].func, layers[0][1])
        has_shape = any(keyword.arg in SHAPES for keyword in layers[0][0].keywords)
        return (has_shape or makes_input(first)) and any(
            one is not None and one.variables for one in made_of
        )

    @cached_property
    def _has_tensorflow_1(self) -> bool:
        """Whether shapes and data sets may be those of TensorFlow 1."""
        return self.source is None or _TENSORFLOW_1.search(self.source) is not None


def _has(value: TraceType, model: ObjectValue) -> bool:
    """Whether a value is a model, or a list or tuple with it."""
    if isinstance(value, SequenceValue):
        return any(_has(part, model) for part in value.parts)
    return isinstance(value, ObjectValue) and value.site in (model.site, None)


def _is(cls: str, base: str) -> bool:
    """Whether a class is another one, or derives from it."""
    return cls == base or knowledge.is_subclass(cls, base)
