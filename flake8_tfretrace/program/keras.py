"""What a file shows of Keras: models, layers, optimizers, and the functions handed to them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import library
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.iteration import elements_of
from flake8_tfretrace.program.mutations import Mutations
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import Class, Function, Index, Parameter, Place, tail
from flake8_tfretrace.program.syntax import argument
from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
    join,
)
from flake8_tfretrace.program.values import Values
from flake8_tfretrace.program.versions import Versions
from flake8_tfretrace.settings import Settings

_LEGACY = ("tf_keras.", "tensorflow.compat.v1.keras.")
ENDPOINTS = ("compile", "evaluate", "fit", "predict", "predict_on_batch")
"""Keras model methods that cannot run inside a graph."""

_KINDS = {
    "model": "keras.Model",
    "layer": "keras.Layer",
    "optimizer": "keras.Optimizer",
    "metric": "keras.Metric",
    "loss": "keras.Loss",
}
"""What to call the instances of a class; a model is a layer, too."""
_VARIABLES = frozenset({"trainable_variables", "non_trainable_variables", "variables"})
_WEIGHTS = frozenset({"trainable_weights", "non_trainable_weights", "weights"})
"""The attributes that list variables: of modules and of what Keras makes; of the latter alone."""
SYMBOL = "keras.KerasTensor"
"""The class of what stands for a tensor in a functional model."""
_PER_PART = frozenset({"keras.layers.TimeDistributed"})
"""Layers that make one tensor of what another layer gives for each part of one."""
FUNCTIONAL = "keras.Model"
"""The class of models that are made from their inputs and outputs."""
SEQUENTIAL = "keras.Sequential"
"""The class of models that run one layer after the other."""
INPUTS = frozenset({"keras.Input", "keras.layers.InputLayer"})
"""What a model begins with: no layer that has weights."""
SHAPES = frozenset({"batch_input_shape", "batch_shape", "input_dim", "input_shape"})
"""Options that tell a layer what shape it takes."""
CALLED = ("layer", "model")
"""The kinds of objects of Keras' that are called with tensors."""
_IDENTICAL = (
    library.MODULE,
    "tensorflow.TensorArray",
    "tensorflow.distribute.Strategy",
    "tensorflow.random.Generator",
    library.GRADIENT_TAPE,
)
"""Classes, besides Keras' own, whose instances TensorFlow tells apart."""

_FUNCTIONS = (ast.Attribute, ast.Call, ast.Lambda, ast.Name)
"""What may stand for a function, or for an object whose methods are called, that is handed on."""
_METHODS = {"loss": ("call",), "metric": ("update_state", "result")}
"""What a training step calls of the losses and metrics of a compiled model."""
_HANDED_BY_NAME = frozenset({"activation", "loss", "metrics"})
"""The keywords by which layers and models are handed functions."""
_LAMBDA = "keras.layers.Lambda"
_TENSORS = {"activation": 1, "loss": 2, "metric": 2}
"""How many tensors Keras passes to a function in each role."""

_FACTORIES = 3
"""So many functions that hand on what others make are followed to where it is made."""
_CALLBACK = "keras.callbacks.Callback"
_SCHEDULE = "keras.optimizers.schedules.LearningRateSchedule"
_PER_EPOCH = frozenset({"on_epoch_begin", "on_epoch_end"})
_PER_BATCH = frozenset(
    {"on_batch_begin", "on_batch_end", "on_predict_batch_begin", "on_predict_batch_end"}
    | {"on_test_batch_begin", "on_test_batch_end", "on_train_batch_begin", "on_train_batch_end"}
)
"""Methods of a callback that Keras calls for each batch."""

_APPLYING = frozenset({"apply", "apply_gradients", "minimize"})
"""Methods that make the slots of an optimizer, where it has none yet."""
STEPS = {
    "fit": "train_step",
    "train_on_batch": "train_step",
    "evaluate": "test_step",
    "test_on_batch": "test_step",
    "predict": "predict_step",
    "predict_on_batch": "predict_step",
}
"""The method that Keras traces for each of a model's, which calls the model."""


def _has_ends(node: ast.Call) -> bool:
    """Whether a call gives ``keras.Model`` its inputs and outputs, as all versions of TensorFlow.

    What is made of others is refused, or a model of the Keras before: nothing is known of that.
    """
    names = {keyword.arg for keyword in node.keywords}
    given = sum(not isinstance(part, ast.Starred) for part in node.args)
    if None in names or given < len(node.args):
        return True
    return given > 1 or ("outputs" in names and (given == 1 or "inputs" in names))


def makes_input(qualified: str | None) -> bool:
    """Whether what is called by a name makes what a model begins with."""
    known = knowledge.entry(qualified or "")
    return known is not None and known.name in INPUTS


def symbol(node: ast.expr) -> ObjectValue:
    """Return what stands for the tensor that an expression of a functional model gives."""
    return ObjectValue(node, None, SYMBOL, kept=False)


def is_symbol(value: TraceType) -> bool:
    """Whether a value is what stands for a tensor in a functional model."""
    return isinstance(value, ObjectValue) and value.qualified == SYMBOL


def of_any_site(value: TraceType) -> TraceType:
    """Return a symbol as one from anywhere, and any other value itself."""
    return ObjectValue(None, None, SYMBOL, kept=False) if is_symbol(value) else value


def has_symbol(value: TraceType) -> bool:
    """Whether a value is one, or a list or tuple with one, or of such."""
    if isinstance(value, SequenceValue):
        return any(map(has_symbol, value.parts))
    return is_symbol(value)


@dataclass(eq=False, repr=False)
class Keras:
    """Answers questions about Keras objects of one program."""

    index: Index
    settings: Settings
    versions: Versions
    names: Names
    classes: Classes
    mutations: Mutations
    values: Values
    _kinds: dict[Class, str | None] = field(default_factory=dict, init=False)

    def constructed(self, node: ast.Call, qualified: str) -> ObjectValue | None:
        """Return the object that a call of a library's class makes."""
        if qualified.rpartition(".")[2] in self.settings.keras_models:
            return ObjectValue(node, None, qualified, kept=False)
        made = self.made(node, qualified.replace("tf_keras.", "keras.", 1))
        is_functional = made is not None and made.qualified == FUNCTIONAL
        return None if is_functional and not _has_ends(node) else made

    def made(self, node: ast.Call, cls: str) -> ObjectValue | None:
        """Return an instance of a class; None unless TensorFlow tells its instances apart."""
        known = knowledge.class_(cls)
        if known is None:
            return None
        if known.name.startswith("keras.") or knowledge.is_subclass(
            cls, *_IDENTICAL, *library.RANDOM_GENERATORS
        ):
            return ObjectValue(node, None, known.name, kept=False)
        return None

    def is_told_apart(self, value: ObjectValue) -> bool:
        """Whether TensorFlow compares an instance of a library's class by identity."""
        return value.cls is None and knowledge.is_subclass(value.qualified, *_IDENTICAL)

    def makes_variables_late(self, value: ObjectValue, how: ast.expr) -> bool:
        """Whether what ``how`` calls makes an object's first use create variables (measured).

        An optimizer makes slots when it is first applied, a layer with weights when first called.
        """
        if value.cls is not None:
            return False
        kind, known = self.kind(value), knowledge.class_(value.qualified)
        if kind == "optimizer":
            is_applied = isinstance(how, ast.Attribute) and how.attr in _APPLYING
            # Plain SGD has no slots.
            return is_applied and not knowledge.is_subclass(value.qualified, "keras.optimizers.SGD")
        return (
            kind == "layer" and known is not None and known.variables and isinstance(how, ast.Name)
        )

    def kind(self, value: TraceType) -> str | None:
        """Return ``model``, ``layer`` or another kind of object if it is shown to be one."""
        if not isinstance(value, ObjectValue):
            return None
        if value.cls is not None:
            return self.class_kind(value.cls)
        return self.kind_of_class(value.qualified)

    def kind_of_class(self, qualified: str) -> str | None:
        """Return the Keras kind of a class of a library."""
        if qualified.rpartition(".")[2] in self.settings.keras_models:
            return "model"
        bases = _KINDS.items()
        return next((k for k, base in bases if knowledge.is_subclass(qualified, base)), None)

    def class_kind(self, cls: Class) -> str | None:
        """Return the Keras kind of a class of this file, through its bases."""
        if cls not in self._kinds:
            self._kinds[cls] = None
            self._kinds[cls] = self._class_kind(cls)
        return self._kinds[cls]

    def _class_kind(self, cls: Class) -> str | None:
        if cls.name in self.settings.keras_models:
            return "model"
        for base in cls.bases:
            qualified = self.names.qualified(base, cls.place)
            if qualified is None:
                continue
            known = self.kind_of_class(qualified)
            if known is not None:
                return known
        for parent in self.classes.bases(cls):
            kind = self.class_kind(parent)
            if kind is not None:
                return kind
        return None

    def is_callback(self, cls: Class) -> bool:
        """Whether a class of this file is a callback of Keras, through its bases."""
        bases = self.classes.inherited(cls)
        return any(knowledge.is_subclass(base, _CALLBACK) for base in bases)

    def is_schedule(self, function: Function) -> bool:
        """Whether a function is what an optimizer asks for its learning rate, at each step."""
        if function.name != "__call__" or function.owner is None:
            return False
        bases = self.classes.inherited(function.owner)
        return any(knowledge.is_subclass(base, _SCHEDULE) for base in bases)

    def is_handed_in(self, function: Function) -> bool:
        """Whether a method is of a schedule, loss or metric: what is handed to optimizer or model.

        Code of its own may call that, too.
        """
        owner = function.owner
        if owner is None:
            return False
        return self.is_schedule(function) or self.class_kind(owner) in _METHODS

    def is_result(self, function: Function) -> bool:
        """Whether a method is what Keras asks a metric for: in a graph, and eagerly after it."""
        owner = function.owner
        return (
            owner is not None and function.name == "result" and self.class_kind(owner) == "metric"
        )

    def run_of(self, value: TraceType) -> list[Function]:
        """Return the functions of the program that run of what is handed to Keras."""
        if isinstance(value, FunctionValue):
            return [] if value.function is None or value.traced else [value.function]
        if not isinstance(value, ObjectValue) or value.cls is None or self.is_legacy(value.cls):
            return []
        names = _METHODS.get(self.kind(value) or "", ())
        methods = (m for n in names for m in self.classes.methods(value.cls, n, value.heirs))
        return [m for m in methods if not _is_decorated(m)]

    def runs(self, cls: Class) -> list[tuple[ast.Call, ast.expr, Place]]:
        """Return the calls of ``fit`` and its like that are handed a callback of a class.

        Each with the model, and where it stands.
        """
        return [
            (call, call.func.value, place)
            for call, place, callbacks in self._with_callbacks
            if isinstance(call.func, ast.Attribute)
            and any(
                isinstance(one, ObjectValue)
                and one.cls is not None
                and cls in self.classes.lineage(one.cls)
                for one in elements_of(self.values.value(callbacks, place)) or ()
            )
        ]

    @cached_property
    def _with_callbacks(self) -> list[tuple[ast.Call, Place, ast.expr]]:
        """The calls of such methods that are handed callbacks."""
        return [
            (call, place, keyword.value)
            for call, place in self.index.calls
            if isinstance(call.func, ast.Attribute) and call.func.attr in STEPS
            for keyword in call.keywords
            if keyword.arg == "callbacks"
        ]

    def calls_again(self, function: Function) -> Literal["epoch", "batch"] | None:
        """Return for each of what ``fit`` and its like call a method of a callback; else None."""
        if function.name not in _PER_EPOCH | _PER_BATCH or function.owner is None:
            return None
        if not self.is_callback(function.owner):
            return None
        return "epoch" if function.name in _PER_EPOCH else "batch"

    def is_optimizer(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives an optimizer: one of Keras', or that of a compiled model."""
        value = self.values.value(node, place)
        if not isinstance(value, ObjectValue):
            if not isinstance(node, ast.Attribute) or node.attr != "optimizer":
                return False
            model = self.values.value(node.value, place)
            if self.kind(model) != "model" or not isinstance(model, ObjectValue):
                return False
            return not self._has_own(model, node.attr)
        return value.cls is None and self.kind(value) == "optimizer"

    def is_own_endpoint(self, node: ast.expr, name: str, place: Place) -> bool:
        """Whether ``node.name`` is Keras' method of a Keras model: nothing hides it.

        The model must be shown to be one, with all its bases; a class of the project that defines
        or is assigned a method of that name has its own.
        """
        value = self.values.value(node, place)
        if self.kind(value) != "model":
            return False
        assert isinstance(value, ObjectValue)
        classes = self.classes
        for target, binding in self.mutations.outside_stores(name):
            if self.kind(self.values.value(target.value, binding.place)) == "model":
                return False
        if value.cls is None:
            # What is only known to be a model may be one of the program's own.
            own = () if value.site is not None else self.index.classes
            return not any(name in c.methods and self.class_kind(c) == "model" for c in own)
        if self._has_own(value, name):
            return False
        return all(
            self._are_bases_known(cls)
            for one in (value.cls, *value.heirs)
            for cls in classes.lineage(one)
        )

    def _has_own(self, value: ObjectValue, name: str) -> bool:
        """Whether an instance of the program's classes has an attribute that the program gives it.

        Be it one of a class that derives from the one in view.
        """
        cls, heirs = value.cls, value.heirs
        return cls is not None and bool(
            self.classes.methods(cls, name, heirs)
            or self.classes.attribute_bindings(cls, name, heirs)
        )

    def _are_bases_known(self, cls: Class) -> bool:
        if cls.name in self.settings.keras_models:
            return True
        seen = len(self.classes.bases(cls))
        for base in cls.bases:
            qualified = self.names.qualified(base, cls.place) or ""
            if qualified.startswith(("keras.", "tensorflow.", "abc.", "typing.", "object")):
                seen += 1
        return seen >= len(cls.bases)

    def is_legacy(self, cls: Class) -> bool:
        """Whether the class derives from Keras 2 (``tf_keras``), which converts with AutoGraph."""
        for base in cls.bases:
            text = ast.unparse(base)
            imported = self.names.qualified(base, cls.place) or ""
            if text.startswith(("tf_keras", "tf.compat.v1")) or imported.startswith(_LEGACY):
                return True
        return any(self.is_legacy(parent) for parent in self.classes.bases(cls))

    def called(
        self,
        value: ObjectValue,
        node: ast.Call,
        given: TraceType,
        returned: Callable[[Function], TraceType],
    ) -> TraceType:
        """Return what calling ``value`` gives, where it is a model or a layer.

        Args:
            value: what is called.
            node: the call.
            given: its first argument.
            returned: what calling a function gives.
        """
        if value.qualified == FUNCTIONAL and value.cls is None and has_symbol(given):
            return self._outputs(value, node)
        if value.qualified in _PER_PART and value.cls is None and is_symbol(given):
            return symbol(node)
        result = self._called(value, given, returned)
        if isinstance(result, TensorValue) and has_symbol(given):
            return symbol(node)
        return result

    def _outputs(self, model: ObjectValue, node: ast.Call) -> TraceType:
        """Return what a call with symbols gives of a model that is made of such.

        As they were given: a list of one is that, for Keras 3.
        """
        made = self.construction(model)
        place = None if made is None else self.index.places.get(made)
        given = None if made is None else argument(made, 1, "outputs")
        if place is None or given is None:
            return UNKNOWN
        outputs = self.values.value(given, place)
        if is_symbol(outputs):
            return symbol(node)
        if not isinstance(outputs, SequenceValue) or outputs.items is None:
            return UNKNOWN
        if len(outputs.items) != 1 or not is_symbol(outputs.items[0]):
            return UNKNOWN
        return symbol(node) if self.versions.is_keras_2 else replace(outputs, items=(symbol(node),))

    def construction(self, made: ObjectValue) -> ast.Call | None:
        """Return the call of a library's class that has made an object, be it in functions."""
        for _ in range(_FACTORIES):
            site = made.site
            place = self.index.places.get(site) if isinstance(site, ast.Call) else None
            if place is None or not isinstance(site, ast.Call):
                return None
            if knowledge.class_(self.names.qualified(site.func, place) or "") is not None:
                return site
            called = self.values.value(site.func, place)
            function = called.function if isinstance(called, FunctionValue) else None
            returns = [] if function is None else function.returns
            if len(returns) != 1 or returns[0][0].value is None:
                return None
            returned = self.values.value(returns[0][0].value, returns[0][1])
            if not isinstance(returned, ObjectValue):
                return None
            made = returned
        return None

    def _called(
        self, value: ObjectValue, given: TraceType, returned: Callable[[Function], TraceType]
    ) -> TraceType:
        kind = self.kind(value)
        if kind not in ("model", "layer"):
            return UNKNOWN
        if value.cls is not None:
            methods = self.classes.methods(value.cls, "call", value.heirs)
            return join(map(returned, methods)) if methods else UNKNOWN
        known = knowledge.class_(value.qualified)
        is_one = isinstance(given, TensorValue) or is_symbol(given)
        gives = known is not None and (
            known.gives == "tensor" or (known.gives == "alike" and is_one)
        )
        # A model of the functional interface has as many outputs as it is given.
        if knowledge.is_subclass(value.qualified, SEQUENTIAL):
            return TensorValue()
        if not gives or kind != "layer":
            return UNKNOWN
        made = value.site if isinstance(value.site, ast.Call) else None
        asked = [k.value for k in made.keywords if k.arg == "return_state"] if made else []
        if all(isinstance(one, ast.Constant) and not one.value for one in asked):
            return TensorValue()
        if not all(isinstance(one, ast.Constant) for one in asked):
            return UNKNOWN
        # What the layer gives, and then each of its states.
        return SequenceValue("list" if self.versions.is_keras_2 else "tuple", None, TensorValue())

    def method_result(self, value: ObjectValue, name: str) -> TraceType:
        """Return what a method of a library object gives."""
        if self.kind(value) == "model" and name in ("predict", "predict_on_batch"):
            is_one = value.cls is None and knowledge.is_subclass(value.qualified, SEQUENTIAL)
            return TensorValue(numpy=True) if is_one else UNKNOWN
        return UNKNOWN

    def variables_of(self, value: ObjectValue, name: str) -> TraceType:
        """Return what an attribute holds that lists the variables of a module, layer or model."""
        cls = value.cls
        if name not in _VARIABLES | _WEIGHTS:
            return UNKNOWN
        if self._has_own(value, name):
            # One of its own.
            return UNKNOWN
        if self.kind(value) in ("model", "layer"):
            return SequenceValue("list", None, TensorValue(variable=None))
        if name not in _VARIABLES or cls is None:
            return UNKNOWN
        if not self.is_module(cls):
            return UNKNOWN
        return SequenceValue("tuple", None, TensorValue(variable=True))

    def is_module(self, cls: Class) -> bool:
        """Whether a class of the program derives from ``tf.Module``."""
        bases = self.classes.inherited(cls)
        return any(knowledge.is_subclass(base, library.MODULE) for base in bases)

    def given(self, function: Function, parameter: Parameter) -> TraceType | None:
        """Return what Keras passes for a parameter of a function it calls; None if it does not."""
        if parameter in function.parameters[1:2] and self.calls_again(function) is not None:
            # The number of the epoch, or of the batch.
            return PythonValue("int", None)
        if parameter in function.parameters[1:2] and self.is_schedule(function):
            return TensorValue(shape=())
        if function.owner is not None or parameter.default is not None:
            # To a method, Keras may pass any structure of tensors.
            return None
        roles = [role for role, _, _ in self._handed_in.get(function, ())]
        if not roles or self.versions.is_keras_2:
            return None
        is_tensor = all(parameter in function.parameters[: _TENSORS[role]] for role in roles)
        is_tensor = is_tensor and all(map(self._takes_one, self._handed_in[function]))
        return TensorValue() if is_tensor else None

    def left_out(self, function: Function) -> dict[Parameter, TraceType]:
        """Return the defaults of the parameters for which Keras passes a function nothing.

        It is one that is handed in by itself, in one role: a loss or metric gets two tensors.
        """
        roles = {role for role, _, _ in self._handed_in.get(function, ())}
        if function.owner is not None or function.place is None or len(roles) != 1:
            return {}
        if any(True for p in function.parameters for _ in self.arguments(function, p)):
            return {}
        # A metric, or a loss, may ask for the weights of samples, too.
        return {
            parameter: self.values.value(parameter.default, function.place)
            for parameter in function.parameters[_TENSORS[roles.pop()] :]
            if parameter.default is not None and parameter.name != "sample_weight"
        }

    def _takes_one(self, handed: tuple[str, ast.Call, Place]) -> bool:
        """Whether a function handed to Keras gets one tensor, not a structure of several.

        What makes a Lambda layer and calls it says so.
        """
        _, made, place = handed
        if self.names.qualified(made.func, place) != _LAMBDA:
            return True
        calls = (call for call, _ in place.function.calls if call.func is made)
        given = [self.values.value(argument(call, 0, "inputs"), place) for call in calls]
        return all(isinstance(v, TensorValue) or is_symbol(v) for v in given)

    def arguments(self, function: Function, parameter: Parameter) -> Iterator[TraceType]:
        """Yield what the layers made with a function pass for a parameter beside their inputs."""
        if function.owner is not None or parameter in function.parameters[:1]:
            return
        for _, call, place in self._handed_in.get(function, ()):
            if self.names.qualified(call.func, place) != _LAMBDA:
                continue
            node = argument(call, 3, "arguments")
            given = None if node is None else self.values.value(node, place)
            items = given.items if isinstance(given, MappingValue) else None
            known = {} if node is None else None if items is None else dict(items)
            if known is not None and parameter.name in known:
                yield known[parameter.name]
            elif known is not None and parameter.default is not None and function.place:
                yield self.values.value(parameter.default, function.place)
            else:
                yield UNKNOWN

    @cached_property
    def unconverted(self) -> dict[Function, str]:
        """Return the functions that Keras traces without AutoGraph, with what they are."""
        found = self.run_by_keras
        # Keras 2 converts them with AutoGraph.
        return {} if found and self.versions.is_keras_2 else found

    @cached_property
    def run_by_keras(self) -> dict[Function, str]:
        """Return the functions that Keras 3 traces without AutoGraph, with what they are.

        What is written for Keras 2 counts as well: to find out costs more.

        These are ``call`` of models and layers, ``train_step`` and its siblings, ``__call__`` of
        schedules, and functions handed to Keras as activation, loss or metric. A method that is
        itself a tf.function is converted.
        """
        found: dict[Function, str] = {}
        for cls in self.index.classes:
            kind = self.class_kind(cls)
            schedule = cls.methods.get("__call__")
            if schedule is not None and self.is_schedule(schedule) and not _is_decorated(schedule):
                found[schedule] = f"'{cls.name}.__call__' (Keras 3 does not use AutoGraph)"
            if kind not in ("model", "layer") or self.is_legacy(cls):
                continue
            names = (
                ["call"] if kind == "layer" else ["call", "train_step", "test_step", "predict_step"]
            )
            for name in names:
                method = cls.methods.get(name)
                if name != "call" and self.classes.method(cls, "fit") is not None:
                    # Its own ``fit`` calls it, in whatever way.
                    continue
                if method is not None and not _is_decorated(method):
                    found[method] = f"'{cls.name}.{name}' (Keras 3 does not use AutoGraph)"
        for function, (first, *_) in self._handed_in.items():
            name = function.qualname if function.is_method else function.name
            role = f"{first[0]} '{name}' (Keras 3 does not use AutoGraph)"
            found.setdefault(function, role)
        return found

    @cached_property
    def _handed_in(self) -> dict[Function, list[tuple[str, ast.Call, Place]]]:
        """The functions that are handed to Keras, with their roles and the calls that do."""
        found: dict[Function, list[tuple[str, ast.Call, Place]]] = {}
        names = {"compile", *self._activations}
        for call, place in self.index.calls:
            # Most calls hand on nothing.
            if not call.keywords and tail(call.func) not in names:
                continue
            for role, handed in self.handed(call, place):
                for function in self.run_of(self.values.value(handed, place)):
                    found.setdefault(function, []).append((role, call, place))
        return found

    @cached_property
    def _activations(self) -> set[str]:
        """The names that may stand for the layers that apply a function."""
        layers = ("Activation", "Lambda")
        return set().union(*map(self.names.names_of_member, layers))

    def handed(self, call: ast.Call, place: Place) -> list[tuple[str, ast.expr]]:
        """Return the functions that a call hands to Keras, with their role."""
        # Most calls hand on nothing: what tells so comes first.
        keywords = call.keywords and [k for k in call.keywords if k.arg in _HANDED_BY_NAME]
        name = tail(call.func)
        is_compile = name == "compile" and isinstance(call.func, ast.Attribute)
        if not keywords and not (is_compile and call.args[1:]) and name not in self._activations:
            return []
        functions = [*call.args[:1], *(k.value for k in call.keywords if k.arg == "function")]
        qualified = self.names.qualified(call.func, place) or ""
        is_keras = qualified.startswith("keras.")
        if is_compile and isinstance(call.func, ast.Attribute):
            is_compile = self.is_own_endpoint(call.func.value, "compile", place)
        handed = [("loss", node) for node in call.args[1:2] if is_compile]
        for keyword in keywords:
            if (keyword.arg == "activation" and is_keras) or is_compile:
                assert keyword.arg is not None
                role = keyword.arg.rstrip("s") if keyword.arg == "metrics" else keyword.arg
                values = (
                    keyword.value.elts if isinstance(keyword.value, ast.List) else [keyword.value]
                )
                handed.extend((role, value) for value in values)
        if qualified in ("keras.layers.Activation", _LAMBDA):
            handed.extend(("activation", node) for node in functions)
        return [(role, node) for role, node in handed if isinstance(node, _FUNCTIONS)]


def _is_decorated(method: Function) -> bool:
    return bool(getattr(method.node, "decorator_list", ()))
