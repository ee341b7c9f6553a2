"""Predict with many models of few architectures, without a trace for each model.

A service that retrains its models all day has hundreds of models and a handful of architectures.
One traced function per architecture is enough when it takes the weights as arguments.
"""

from __future__ import annotations

import inspect
import json
import threading
import weakref
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Protocol

import tensorflow as tf

from tfretrace.convert import to_tensor

_LAYER_NAMES = ("name", "keras_history", "input_layers", "output_layers")
"""Where a Keras configuration names layers. Models built alike differ in these names."""
_NOT_ARCHITECTURE = ("compile_config", "build_config", "trainable")
"""Parts of a configuration that predictions do not depend on; initializers are another."""

_architectures: weakref.WeakKeyDictionary[Any, tuple[int, str]] = weakref.WeakKeyDictionary()
"""By model: how many variables it had, and its architecture."""


class ArchitectureError(ValueError):
    """A model that a predictor was not made for, or whose architecture cannot be known."""


class PredictorCache:
    """Predictors by architecture and kind of input, the most recently used ones.

    ``cache.predict(model, x)`` is ``model(x, training=False)`` in a traced function that all models
    of one architecture share. It may be called from several threads at a time, with the same or
    other models; weights are read when the call begins. How a model is built is read at its first
    prediction: attributes of its layers, such as an activation, must not be changed after it.
    """

    def __init__(self, max_predictors: int = 32) -> None:
        """Make a cache that keeps ``max_predictors`` traced functions.

        Raises:
            ValueError: ``max_predictors`` is less than 1.
        """
        if max_predictors < 1:
            raise ValueError(f"a cache of {max_predictors} predictors cannot predict")
        self._max_predictors = max_predictors
        self._predictors: OrderedDict[tuple[str, str], Predictor] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._predictors)

    def predict(self, model: Any, inputs: Any) -> Any:
        """Return what the model makes of the inputs, as tensors.

        Args:
            model: a Keras model.
            inputs: what the model takes: arrays, lists or tensors, alone or in a structure.

        Raises:
            ArchitectureError: the model's configuration cannot be read.
            TypeError, ValueError: the inputs cannot become tensors; see :func:`to_tensor`.
        """
        return self.predictor(model, inputs)(model, inputs)

    def predictor(self, model: Any, inputs: Any) -> Predictor:
        """Return the predictor for models built like ``model`` and inputs like ``inputs``.

        Raises:
            ArchitectureError: the model's configuration cannot be read.
        """
        key = architecture(model), repr(input_signature(model, inputs))
        with self._lock:
            predictor = self._predictors.pop(key, None) or Predictor(model, inputs)
            self._predictors[key] = predictor
            if len(self._predictors) > self._max_predictors:
                self._predictors.popitem(last=False)
        return predictor


class Predictor:
    """A traced function for all models of one architecture; see :class:`PredictorCache`."""

    def __init__(self, model: Any, inputs: Any) -> None:
        """Make a predictor for models built like ``model`` and inputs like ``inputs``.

        The model stays in memory as long as the predictor.

        Raises:
            ArchitectureError: the model's configuration cannot be read.
        """
        if not model.built:
            model(_tensors(inputs, input_signature(model, inputs)), training=False)
        self._architecture = architecture(model)
        self._signature = input_signature(model, inputs)
        make = _Stateless if hasattr(model, "stateless_call") else _Swapping
        self._calls: _Calls = make(model, self._signature)

    @property
    def trace_count(self) -> int:
        """How often the predictor was traced."""
        return int(self._calls.function.experimental_get_tracing_count())

    def __call__(self, model: Any, inputs: Any) -> Any:
        """Return what the model makes of the inputs.

        Raises:
            ArchitectureError: the model is built otherwise than the predictor's.
            TypeError, ValueError: the inputs cannot become tensors of the predictor's kind.
        """
        given = architecture(model)
        if given != self._architecture:
            difference = _first_difference(json.loads(self._architecture), json.loads(given))
            raise ArchitectureError(f"the model differs from the predictor's: {difference}")
        return self._calls(model, _tensors(inputs, self._signature))


class _Calls(Protocol):
    function: Any

    def __call__(self, model: Any, inputs: Any) -> Any: ...


class _Stateless:
    """Hands the weights over as arguments: nothing is copied, nothing is shared."""

    def __init__(self, model: Any, signature: Any) -> None:
        # Unlike model(...), stateless_call hands on a training argument that call does not take.
        takes_training = "training" in inspect.signature(model.call).parameters
        options = {"training": False} if takes_training else {}

        def predict(weights: Any, inputs: Any) -> Any:
            # In the order of all variables: which of them are trainable is a model's own affair.
            given = {id(part): value for part, value in zip(model.variables, weights, strict=True)}
            trainable = [given[id(part)] for part in model.trainable_variables]
            other = [given[id(part)] for part in model.non_trainable_variables]
            outputs, _ = model.stateless_call(trainable, other, inputs, **options)
            return outputs

        weights = [tf.TensorSpec(variable.shape, variable.dtype) for variable in model.variables]
        self.function = tf.function(predict, input_signature=[weights, signature], autograph=False)

    def __call__(self, model: Any, inputs: Any) -> Any:
        weights = [tf.convert_to_tensor(variable.value) for variable in model.variables]
        return self.function(weights, inputs)


class _Swapping:
    """Copies the weights into one model of its own, one call at a time.

    For models of Keras 2, which have no ``stateless_call``.
    """

    def __init__(self, model: Any, signature: Any) -> None:
        self._own = type(model).from_config(model.get_config())
        self._lock = threading.Lock()
        own = self._own
        own(tf.nest.map_structure(_smallest, signature), training=False)
        self.function = tf.function(
            lambda inputs: own(inputs, training=False), input_signature=[signature]
        )

    def __call__(self, model: Any, inputs: Any) -> Any:
        with self._lock:
            self._own.set_weights(model.get_weights())
            return self.function(inputs)


def _smallest(spec: tf.TensorSpec) -> tf.Tensor:
    return tf.zeros([size or 1 for size in spec.shape], spec.dtype)


def input_signature(model: Any, inputs: Any) -> Any:
    """Return the ``TensorSpec`` of each input, in the structure of ``inputs``.

    Shape and dtype are those that the model declares; where it declares none, they are those of
    ``inputs`` with any number of rows, floats in the precision that the model computes in.
    """
    flat = _flat(inputs)
    declared = getattr(model, "inputs", None) or ()
    if len(declared) == len(flat):
        specs = [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in declared]
    else:
        specs = [_spec(model, to_tensor(part, dtype=None)) for part in flat]
    return _packed(inputs, specs)


def _spec(model: Any, tensor: tf.Tensor) -> tf.TensorSpec:
    dtype = tensor.dtype
    if dtype.is_floating:
        dtype = tf.as_dtype(model.compute_dtype)
    return tf.TensorSpec([None, *tensor.shape[1:]], dtype)


def _tensors(inputs: Any, signature: Any) -> Any:
    parts = [
        to_tensor(part, spec.dtype)
        for part, spec in zip(_flat(inputs), tf.nest.flatten(signature), strict=True)
    ]
    return _packed(inputs, parts)


def _flat(inputs: Any) -> list[Any]:
    """Return the inputs one by one; a list of numbers is one input, a list of arrays is several."""
    return tf.nest.flatten(inputs) if _is_structure(inputs) else [inputs]


def _packed(inputs: Any, parts: list[Any]) -> Any:
    return tf.nest.pack_sequence_as(inputs, parts) if _is_structure(inputs) else parts[0]


def _is_structure(inputs: Any) -> bool:
    if isinstance(inputs, list | tuple):
        return any(hasattr(part, "shape") for part in inputs)
    return isinstance(inputs, Mapping)


def architecture(model: Any) -> str:
    """Return what two models that compute alike from equal weights have in common, as JSON.

    That is the model's class and configuration, without names and initializers, and the shapes of
    its weights.

    Raises:
        ArchitectureError: the model has no configuration, so that nobody can say what it computes.
    """
    count = len(model.variables)
    known = _architectures.get(model)
    if known is not None and known[0] == count:
        return known[1]
    try:
        configuration = model.get_config()
    except NotImplementedError as error:
        name = type(model).__qualname__
        raise ArchitectureError(
            f"{name} has no get_config(): without it, two {name} cannot be known to be built alike"
        ) from error
    numbers: dict[str, int] = {}
    text = json.dumps(
        {
            "class": f"{type(model).__module__}.{type(model).__qualname__}",
            "config": _without_names(configuration, numbers),
            "weights": [[list(part.shape), str(part.dtype)] for part in model.variables],
        },
        sort_keys=True,
        default=repr,
    )
    _architectures[model] = count, text
    return text


def _without_names(part: Any, numbers: dict[str, int]) -> Any:
    """Number the layers in order of appearance, wherever a configuration names them."""
    if isinstance(part, Mapping):
        kept = {}
        for key, value in part.items():
            if key in _NOT_ARCHITECTURE or str(key).endswith("_initializer"):
                continue
            if key in _LAYER_NAMES:
                kept[key] = _numbered(value, numbers)
            elif key == "dtype":  # A policy has a name that says what it is.
                kept[key] = value
            else:
                kept[key] = _without_names(value, numbers)
        return kept
    if isinstance(part, list | tuple):
        return [_without_names(value, numbers) for value in part]
    return part


def _numbered(value: Any, numbers: dict[str, int]) -> Any:
    if isinstance(value, str):
        return numbers.setdefault(value, len(numbers))
    if isinstance(value, Mapping):
        return {key: _numbered(part, numbers) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_numbered(part, numbers) for part in value]
    return value


def _first_difference(expected: Any, given: Any, path: str = "") -> str:
    """Say where two architectures part: ``config.layers[1].config.units: 8, given 16``."""
    if isinstance(expected, dict) and isinstance(given, dict):
        for key in sorted({*expected, *given}):
            if expected.get(key) != given.get(key):
                inner = f"{path}.{key}" if path else key
                return _first_difference(expected.get(key), given.get(key), inner)
    if isinstance(expected, list) and isinstance(given, list):
        for index, (one, other) in enumerate(zip(expected, given, strict=False)):
            if one != other:
                return _first_difference(one, other, f"{path}[{index}]")
        return f"{path}: {len(expected)} parts, given {len(given)}"
    return f"{path}: {json.dumps(expected)}, given {json.dumps(given)}"
