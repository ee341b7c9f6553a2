"""Which layers give a model its weights, and what cannot be done with these."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from flake8_tfretrace import knowledge
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.imports import is_below
from flake8_tfretrace.program.keras import CALLED, SEQUENTIAL, SHAPES, STEPS, makes_input
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.refusals import Refusals
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    Index,
    Place,
    definitions,
    sole_definition,
    tail,
)
from flake8_tfretrace.program.straight_line import calls_of
from flake8_tfretrace.program.syntax import Syntax, argument, is_own, is_written_out, named_argument
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.program.values import Interpreter

_DEPTH = 12
"""So many layers or models are followed into one another."""
_MODEL = "keras.Model"
_MODULE = "tensorflow.Module"
_LAYERS = "keras.layers."
_OPTIMIZER = "keras.Optimizer"
_APPLICATIONS = "keras.applications"
_ADDING = frozenset({"add_variable", "add_weight", "setattr", "track_variable"})
"""What gives a layer weights, or may."""
_WITHOUT_WEIGHTS = frozenset({"keras.Layer", "keras.Model", "keras.layers.Layer", "object"})
"""Classes that have no weights themselves."""
_WRAPPERS = frozenset({"keras.layers.Bidirectional", "keras.layers.TimeDistributed"})
_PERHAPS_WITHOUT = frozenset({"keras.layers.Normalization"})
_WITH_BIAS = frozenset(
    f"keras.layers.{name}"
    for name in ("Conv1D", "Conv2D", "Conv3D", "Dense", "LSTM", "SeparableConv2D", "SimpleRNN")
) | frozenset(f"keras.layers.Conv{n}DTranspose" for n in (1, 2, 3))
_PACKING = {
    "numpy.array": 0,
    "numpy.asanyarray": 0,
    "numpy.asarray": 0,
    "numpy.mean": 0,
    "numpy.save": 1,
    "numpy.shape": 0,
    "numpy.stack": 0,
    "numpy.sum": 0,
}
"""What makes one array of what it is given, and where that is."""
_ELSE = frozenset({"axis", "copy", "order"})
"""Options by which that does not become an array of objects."""
_TRAINING = ("fit", "train_on_batch")
_APPLYING = "apply_gradients"
_TRAINABLE = "trainable"
_SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign)
_STATEFUL = (*CALLED, "metric")
"""What Keras makes of that holds weights."""
_VARIABLES = frozenset({"trainable_variables", "trainable_weights"})


class Layers(NamedTuple):
    """The layers of a model, by the calls that make them."""

    weighted: frozenset[ast.Call] = frozenset()
    """Those that surely have weights."""
    others: frozenset[ast.Call] = frozenset()
    """Those that may have some."""
    are_all: bool = True

    def __or__(self, other: Layers) -> Layers:
        return Layers(
            self.weighted | other.weighted,
            self.others | other.others,
            self.are_all and other.are_all,
        )


_UNKNOWN = Layers(are_all=False)


class Weights:
    """Answers what raises for the weights that models have: a must-analysis."""

    def __init__(
        self,
        index: Index,
        names: Names,
        classes: Classes,
        syntax: Syntax,
        calls: Calls,
        refusals: Refusals,
        interpreter: Interpreter,
    ) -> None:
        self.index = index
        self.names = names
        self.classes = classes
        self.syntax = syntax
        self.calls = calls
        self.refusals = refusals
        self.interpreter = interpreter

    # layers

    def layers(self, value: TraceType, depth: int = _DEPTH) -> Layers:
        """Return the layers that are known of a layer or model."""
        if not isinstance(value, ObjectValue) or depth == 0:
            return _UNKNOWN
        if value.cls is not None:
            return self._of_own(value, depth - 1)
        made = self.calls.keras.construction(value)
        place = None if made is None else self.index.places.get(made)
        if made is None or place is None or not is_written_out(made):
            return _UNKNOWN
        known = knowledge.class_(value.qualified)
        if known is not None and known.name == SEQUENTIAL:
            return self._of_sequential(made, place, depth - 1)
        if knowledge.is_subclass(value.qualified, _MODEL):
            outputs = argument(made, 1, "outputs")
            return _UNKNOWN if outputs is None else self._before(outputs, place, depth - 1)
        if known is None or not value.qualified.startswith(_LAYERS):
            return _UNKNOWN
        if value.qualified in _WRAPPERS:
            wrapped = argument(made, 0, "layer")
            inner = self.interpreter.value(wrapped, place)
            return _UNKNOWN if wrapped is None else self.layers(inner, depth - 1)
        one = frozenset([made])
        is_sure = known.variables and value.qualified not in _PERHAPS_WITHOUT
        is_sure = is_sure and not any(k.arg in ("center", "scale") for k in made.keywords)
        return Layers(one if is_sure else frozenset(), one)

    def _of_own(self, value: ObjectValue, depth: int) -> Layers:
        """Return the layers that an own model or layer holds."""
        assert value.cls is not None
        if value.heirs or self.calls.keras.class_kind(value.cls) not in ("layer", "model"):
            return _UNKNOWN
        if not all(map(self._inherits_none, self.classes.lineage(value.cls))):
            return _UNKNOWN
        found = Layers()
        for cls in self.classes.lineage(value.cls):
            if not _ADDING.isdisjoint(_called_in(cls.node)):
                return _UNKNOWN
            for binding in (b for bindings in cls.attributes.values() for b in bindings):
                if binding.kind == "function":
                    continue
                if binding.value is None or binding.path:
                    found |= _UNKNOWN
                    continue
                held = self.interpreter.value(binding.value, binding.place)
                if not _is_no_layer(held):
                    found |= self.layers(held, depth)
        return found

    def _inherits_none(self, cls: Class) -> bool:
        """Whether no base of a class gives it weights, but for own ones."""
        others = [base for base in cls.bases if self.names.qualified(base, cls.place) is None]
        named = (self.names.qualified(base, cls.place) for base in cls.bases)
        return len(others) == len(self.classes.bases(cls)) and all(
            name is None or name in _WITHOUT_WEIGHTS for name in named
        )

    def _of_sequential(self, made: ast.Call, place: Place, depth: int) -> Layers:
        listed = argument(made, 0, "layers")
        elements = [] if listed is None else getattr(listed, "elts", None)
        if elements is None:
            return _UNKNOWN
        found = Layers()
        for node, at in self.calls.layers_of(made, place):
            if not self._is_input(node, at):
                found |= self.layers(self.interpreter.value(node, at), depth)
        return found

    def _is_input(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives the start of a model, which has no weights."""
        called = self.names.qualified(node.func, place) if isinstance(node, ast.Call) else None
        return makes_input(called)

    def _before(self, node: ast.expr, place: Place, depth: int) -> Layers:
        """Return the layers that what stands for a tensor comes through."""
        if depth == 0:
            return _UNKNOWN
        if isinstance(node, (ast.List, ast.Tuple)):
            found = Layers()
            for one in node.elts:
                found |= self._before(one, place, depth)
            return found
        if isinstance(node, ast.Name):
            bindings = definitions(node, place)
            found = Layers() if bindings else _UNKNOWN
            for binding in bindings:
                is_plain = binding.kind == "assign" and not binding.path
                if not is_plain or binding.value is None:
                    return _UNKNOWN
                found |= self._before(binding.value, binding.place, depth - 1)
            return found
        if isinstance(node, ast.Attribute) and node.attr in ("output", "outputs"):
            return self.layers(self.interpreter.value(node.value, place), depth)
        if not isinstance(node, ast.Call):
            return _UNKNOWN
        if self._is_input(node, place):
            return Layers()
        # Keras has functions beside its layers that add or join tensors.
        is_function = knowledge.function(self.names.qualified(node.func, place) or "") is not None
        value = self.interpreter.value(node.func, place)
        applied = Layers() if is_function else self.layers(value, depth)
        for one in node.args:
            applied |= self._before(one, place, depth - 1)
        return applied

    def changes_none(self, node: ast.Call, place: Place) -> bool:
        """Whether an optimizer is to change weights of a model that has none.

        A tf.Variable that an own model or layer holds is no weight of Keras 3's.
        """
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr != _APPLYING:
            return False
        match node.args:
            case [ast.Call(func=ast.Name("zip"), args=[_, variables])]:
                layers = self._of_variables(variables, place)
            case _:
                return False
        if not layers.are_all or layers.others or self.refusals.has_keras_2:
            return False
        if self._gives_more:
            return False
        optimizer = self.interpreter.value(func.value, place)
        return (
            isinstance(optimizer, ObjectValue)
            and optimizer.cls is None
            and knowledge.is_subclass(optimizer.qualified, _OPTIMIZER)
            and self.interpreter.knows(func.value, place)
        )

    def adds_late(self, node: ast.stmt, function: Function) -> bool:
        """Whether an own layer or model gets another layer, or a weight, when it has been built.

        It is built when it is first called, before its ``call`` runs, and takes none afterwards.
        """
        if self.refusals.has_keras_2 or not isinstance(node, (ast.Assign, ast.Expr)):
            return False
        place = self.syntax.place(function, node)
        targets = node.targets if isinstance(node, ast.Assign) else []
        for target in targets:
            if not isinstance(target, ast.Attribute) or not self._makes_layer(node.value, place):
                continue
            if is_own(target.value, function):
                if self._is_call_of_built(function):
                    return True
            elif self._is_called_before(target.value, node, place):
                return True
        match node.value:
            case ast.Call(func=ast.Attribute(value=holder, attr="add_weight")):
                return is_own(holder, function) and self._is_call_of_built(function)
        return False

    def _makes_layer(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression makes a new layer, model or metric, or a list of such."""
        if isinstance(node, (ast.List, ast.Tuple)):
            return any(self._makes_layer(one, place) for one in node.elts)
        value = self.interpreter.value(node, place)
        if not isinstance(node, ast.Call) or not isinstance(value, ObjectValue):
            return False
        is_new = value.site is node and self.interpreter.knows(node, place)
        return is_new and self.calls.keras.kind(value) in _STATEFUL

    def _is_call_of_built(self, function: Function) -> bool:
        """Whether Keras builds what a method is of before it runs, and nothing else runs it."""
        owner = function.owner
        if owner is None or function.name != "call" or self.calls.named("call"):
            return False
        family = self.classes.family(owner)
        return self.calls.keras.class_kind(owner) in CALLED and not any(
            {"__call__", "__setattr__", "add_weight"} & {*cls.attributes} for cls in family
        )

    def _is_called_before(self, holder: ast.expr, node: ast.stmt, place: Place) -> bool:
        """Whether an own layer or model surely is called before a statement of its function."""
        value = self.interpreter.value(holder, place)
        if not isinstance(value, ObjectValue) or value.cls is None or value.heirs:
            return False
        if self.calls.keras.class_kind(value.cls) not in CALLED:
            return False
        if not self.interpreter.knows(holder, place):
            return False
        own = ("__call__", "__setattr__", "fit", "predict")
        if any(self.classes.methods(value.cls, name) for name in own):
            return False
        for statement in self._statements_before(node, place.function):
            for call in calls_of(statement):
                at = self.index.places.get(call)
                called = call.func
                if isinstance(called, ast.Attribute) and called.attr in STEPS:
                    called = called.value
                if at is not None and self.interpreter.value(called, at) == value:
                    if self.interpreter.knows(called, at):
                        return True
        return False

    # lists of weights

    def packs_weights(self, node: ast.Call, place: Place) -> bool:
        """Whether NumPy is to make one array of the weights of a model: they differ in shape."""
        position = _PACKING.get(self.names.qualified(node.func, place) or "")
        if position is None or len(node.args) <= position or not is_written_out(node):
            return False
        if len(node.args) > position + 1 or any(k.arg not in _ELSE for k in node.keywords):
            return False
        given = node.args[position]
        if isinstance(given, ast.Name):
            given, place = sole_definition(given, place) or (given, place)
        match given:
            case ast.Call(func=ast.Attribute(value=holder, attr="get_weights"), args=[]):
                return self._differ(holder, place)
        return False

    def _differ(self, node: ast.expr, place: Place) -> bool:
        """Whether a model surely has weights that differ in how many dimensions they have."""
        value = self.interpreter.value(node, place)
        if not isinstance(value, ObjectValue) or value.cls is not None:
            return False
        if not knowledge.is_subclass(value.qualified, _MODEL):
            return False
        if not self.interpreter.knows(node, place):
            return False
        site = value.site
        at = self.index.places.get(site) if isinstance(site, ast.Call) else None
        if at is not None and isinstance(site, ast.Call):
            if is_below(self.names.qualified(site.func, at) or "", _APPLICATIONS):
                return True
        made = self.calls.keras.construction(value)
        at = None if made is None else self.index.places.get(made)
        if made is None or at is None:
            return False
        is_sequential = knowledge.is_subclass(value.qualified, SEQUENTIAL)
        if is_sequential and not self._is_built(made, at):
            return False
        return any(self._has_bias(layer) for layer in self.layers(value).weighted)

    def _has_bias(self, made: ast.Call) -> bool:
        """Whether a layer has a bias, which is a vector, and a kernel, which is none."""
        place = self.index.places.get(made)
        bias = named_argument(made, "use_bias")
        if place is None or not (bias is None or getattr(bias, "value", False) is True):
            return False
        known = knowledge.class_(self.names.qualified(made.func, place) or "")
        return known is not None and known.name in _WITH_BIAS

    def _is_built(self, made: ast.Call, place: Place) -> bool:
        """Whether a sequential model is told what shape it takes."""
        layers = self.calls.layers_of(made, place)
        is_listed = bool(getattr(argument(made, 0, "layers"), "elts", ()))
        firsts = layers[:1] if is_listed else layers
        return any(
            isinstance(first, ast.Call)
            and (
                self._is_input(first, at)
                or any(keyword.arg in SHAPES for keyword in first.keywords)
            )
            for first, at in firsts
        )

    # optimizers

    def changes_others(self, node: ast.Call, place: Place) -> bool:
        """Whether an optimizer is to change weights that it surely does not know.

        It knows those that it has changed first.
        """
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in (*_TRAINING, _APPLYING):
            return False
        if self.refusals.has_keras_2 or self._freezes:
            return False
        changed = self._changed(node, place)
        if changed is None or not changed[1].weighted:
            return False
        optimizer, layers = changed
        for earlier, at in self._earlier(node, place):
            before = self._changed(earlier, at)
            if before is None or before[0] is not optimizer or not before[1].are_all:
                continue
            if before[1].weighted and not layers.weighted <= before[1].others:
                return True
        return False

    def _changed(self, node: ast.Call, place: Place) -> tuple[Binding, Layers] | None:
        """Return which optimizer a call makes change something, and the layers that are changed."""
        func = node.func
        assert isinstance(func, ast.Attribute)
        if func.attr == _APPLYING:
            optimizer = self._optimizer(func.value, place)
            match node.args:
                case [ast.Call(func=ast.Name("zip"), args=[_, variables])] if optimizer:
                    return optimizer, self._of_variables(variables, place)
            return None
        model = self.interpreter.value(func.value, place)
        if not isinstance(model, ObjectValue) or self.calls.keras.kind(model) != "model":
            return None
        if model.cls is not None or not self.interpreter.knows(func.value, place):
            return None
        compiled = []
        for call, at in self.calls.named("compile"):
            receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
            one = self.interpreter.value(receiver, at)
            made = self.calls.keras.construction(one) if isinstance(one, ObjectValue) else None
            if made is not None and made is self.calls.keras.construction(model):
                compiled.append((call, at))
            elif receiver is None or not isinstance(one, ObjectValue):
                return None
        if len(compiled) != 1:
            return None
        ((compiling, at),) = compiled
        given = argument(compiling, 0, "optimizer")
        optimizer = None if given is None else self._optimizer(given, at)
        return None if optimizer is None else (optimizer, self.layers(model))

    def _optimizer(self, node: ast.expr, place: Place) -> Binding | None:
        """Return the one assignment that gives a variable, or own attribute, its optimizer."""
        if isinstance(node, ast.Name):
            found = definitions(node, place)
        elif isinstance(node, ast.Attribute) and is_own(node.value, place.function):
            found = self.classes.definitions(node, place)
        else:
            return None
        if len(found) != 1 or found[0].kind != "assign" or found[0].path:
            return None
        (binding,) = found
        made = binding.value
        if not isinstance(made, ast.Call):
            return None
        name = self.names.qualified(made.func, binding.place) or ""
        return binding if knowledge.is_subclass(name, _OPTIMIZER) else None

    def _of_variables(self, node: ast.expr, place: Place) -> Layers:
        """Return the layers whose variables a list has."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._of_variables(node.left, place) | self._of_variables(node.right, place)
        if isinstance(node, ast.Name):
            node, place = sole_definition(node, place) or (node, place)
        if isinstance(node, ast.Attribute) and node.attr in _VARIABLES:
            value = self.interpreter.value(node.value, place)
            if not self.interpreter.knows(node.value, place):
                return _UNKNOWN
            if isinstance(value, ObjectValue) and self._holds_no_variables(value):
                return Layers()
            return self.layers(value)
        return _UNKNOWN

    def _holds_no_variables(self, value: ObjectValue) -> bool:
        """Whether an own tf.Module holds layers of Keras and data alone: it sees no variables."""
        cls = value.cls
        if cls is None or value.heirs or "Variable" in _called_in(cls.node):
            return False
        bases = [self.names.qualified(base, cls.place) for base in cls.bases]
        held = [
            self.interpreter.value(binding.value, binding.place)
            for bindings in cls.attributes.values()
            for binding in bindings
            if binding.kind != "function"
        ]
        kinds = [self.calls.keras.kind(one) for one in held if isinstance(one, ObjectValue)]
        return (
            bases == [_MODULE]
            and any(kind in CALLED for kind in kinds)
            and all(kind in CALLED for kind in kinds)
            and all(isinstance(one, (ObjectValue, PythonValue)) for one in held)
        )

    def _earlier(self, node: ast.Call, place: Place) -> Iterator[tuple[ast.Call, Place]]:
        """Yield the calls that train something, and surely run before another one in its function.

        They do so in each iteration of the loops around both.
        """
        for statement in self._statements_before(node, place.function):
            for call in calls_of(statement):
                at = self.index.places.get(call)
                if at is not None and isinstance(call.func, ast.Attribute):
                    if call.func.attr in (*_TRAINING, _APPLYING):
                        yield call, at

    def _statements_before(self, node: ast.AST, function: Function) -> Iterator[ast.stmt]:
        """Yield simple statements that surely run before a node in its function."""
        child = node
        while (parent := self.syntax.parent(function, child)) is not None:
            for name in ("body", "orelse", "finalbody"):
                body: list[ast.stmt] = getattr(parent, name, [])
                if isinstance(body, list) and child in body:
                    for statement in body[: [*body].index(child)]:
                        if isinstance(statement, _SIMPLE):
                            yield statement
            child = parent

    @cached_property
    def _gives_more(self) -> bool:
        """Whether the program may give layers to objects from outside of their methods."""
        return any(
            not is_own(target.value, binding.place.function)
            and not _is_no_layer(self.interpreter.value(binding.value, binding.place))
            for target, binding in self.index.attribute_stores
        )

    @cached_property
    def _freezes(self) -> bool:
        """Whether the program may keep weights as they are."""
        return any(target.attr == _TRAINABLE for target, _ in self.index.attribute_stores) or any(
            keyword.arg == _TRAINABLE for call, _ in self.index.calls for keyword in call.keywords
        )


def _called_in(node: ast.AST) -> Iterator[str]:
    """Yield the last names of what code calls."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            yield tail(part.func)


def _is_no_layer(value: TraceType) -> bool:
    """Whether a value is none that Keras 3 looks for weights in: a tf.Variable is none."""
    if isinstance(value, SequenceValue):
        return bool(value.parts) and all(map(_is_no_layer, value.parts))
    return isinstance(value, (PythonValue, FunctionValue, TensorValue))
