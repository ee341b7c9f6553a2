"""The predictor cache against Keras itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf

import tfretrace
from bench.predictors import OptimizedModelCache, build_model
from tfretrace.predictor import ArchitectureError, Predictor, PredictorCache, architecture

INPUTS = np.random.default_rng(0).standard_normal((3, 4)).astype("float32")


def network(units: int = 8, activation: str = "relu", name: str | None = None) -> Any:
    """Build a model with a layer of each kind of state."""
    return keras.Sequential(
        [
            keras.layers.Input((4,)),
            keras.layers.Dense(units, activation=activation, name=name),
            keras.layers.BatchNormalization(),
            keras.layers.Dropout(0.5),
            keras.layers.Dense(2),
        ]
    )


def two_headed(units: int = 8) -> Any:
    """Build a functional model with two inputs and two outputs."""
    left, right = keras.layers.Input((4,)), keras.layers.Input((None, 3))
    joined = keras.layers.Concatenate()([left, keras.layers.GlobalMaxPooling1D()(right)])
    hidden = keras.layers.Dense(units)(joined)
    return keras.Model([left, right], {"a": keras.layers.Dense(1)(hidden), "b": hidden})


def test_predicts_what_each_model_predicts_with_one_trace() -> None:
    cache = PredictorCache()
    models = [network() for _ in range(4)]
    for model in models:
        model.layers[1].moving_mean.assign(np.random.default_rng(1).standard_normal(8))
    with tfretrace.record() as recording:
        for rows in (1, 2, 3):
            for model in models:
                expected = model(INPUTS[:rows], training=False).numpy()
                np.testing.assert_array_equal(cache.predict(model, INPUTS[:rows]), expected)
    assert recording.trace_count() == 1
    assert len(cache) == 1


def test_sees_new_weights_at_once() -> None:
    cache = PredictorCache()
    model = network()
    before = cache.predict(model, INPUTS).numpy()
    model.set_weights([weight + 1 for weight in model.get_weights()])
    after = cache.predict(model, INPUTS).numpy()
    assert not np.allclose(before, after)
    np.testing.assert_array_equal(after, model(INPUTS, training=False).numpy())


def test_frozen_layers_need_no_trace_of_their_own() -> None:
    """Before the first prediction and after it, in the model that was traced and in others."""
    cache = PredictorCache()
    traced, other, frozen_before = network(), network(), network()
    frozen_before.layers[0].trainable = False
    for model_to_freeze in (None, traced, other):
        if model_to_freeze is not None:
            model_to_freeze.layers[0].trainable = False
        for model in (traced, other, frozen_before):
            expected = model(INPUTS, training=False).numpy()
            np.testing.assert_array_equal(cache.predict(model, INPUTS), expected)
    assert cache.predictor(traced, INPUTS).trace_count == 1
    assert len(cache) == 1


def test_a_trace_per_architecture() -> None:
    cache = PredictorCache()
    for _ in range(2):
        for model in (network(8), network(9), network(8, "tanh"), two_headed()):
            inputs = INPUTS if len(model.inputs) == 1 else [INPUTS, np.ones((3, 5, 3))]
            cache.predict(model, inputs)
    assert len(cache) == 4


def test_structures_and_lengths() -> None:
    cache = PredictorCache()
    models = [two_headed(), two_headed()]
    for model in models:
        for length in (2, 5):
            inputs = [INPUTS, np.ones((3, length, 3), "float32")]
            predicted = cache.predict(model, inputs)
            expected = model(inputs, training=False)
            assert predicted.keys() == expected.keys()
            for key in predicted:
                np.testing.assert_array_equal(predicted[key], expected[key])
    assert len(cache) == 1


def test_kinds_of_input_of_a_model_that_declares_none() -> None:
    class Doubling(keras.Model):
        def call(self, x: Any) -> Any:
            return x * 2

        def get_config(self) -> dict[str, Any]:
            return {}

    cache = PredictorCache()
    model = Doubling()
    for data in ([1.0, 2.0], np.array([3.0]), [[1.0], [2.0]], np.ones((2, 1))):
        np.testing.assert_array_equal(cache.predict(model, data), 2 * np.asarray(data))
    assert len(cache) == 2  # Vectors and columns, whatever their number of rows.


def test_a_model_that_is_not_built_yet() -> None:
    model = keras.Sequential([keras.layers.Dense(2)])
    predicted = PredictorCache().predict(model, INPUTS)
    np.testing.assert_array_equal(predicted, model(INPUTS, training=False))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (lambda: network(name="relu"), lambda: network(name="tanh")),
        (lambda: two_headed(), lambda: two_headed()),
    ],
)
def test_names_are_not_architecture(one: Callable[[], Any], other: Callable[[], Any]) -> None:
    assert architecture(one()) == architecture(other())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # A layer's name that is another layer's activation must not make them look alike.
        (lambda: network(8, "relu", "relu"), lambda: network(8, "tanh", "tanh")),
        (
            lambda: keras.Sequential([keras.layers.Input((2,)), keras.layers.LeakyReLU(0.1)]),
            lambda: keras.Sequential([keras.layers.Input((2,)), keras.layers.LeakyReLU(0.2)]),
        ),
        (
            lambda: keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)]),
            lambda: keras.Sequential(
                [keras.layers.Input((2,)), keras.layers.Dense(1, dtype="mixed_float16")]
            ),
        ),
    ],
)
def test_what_is_architecture(one: Callable[[], Any], other: Callable[[], Any]) -> None:
    assert architecture(one()) != architecture(other())


def test_a_model_of_another_architecture_is_refused() -> None:
    predictor = Predictor(network(8), INPUTS)
    message = r"layers\[1\]\.config\.units: 8, given 16"
    with pytest.raises(ArchitectureError, match=message):
        predictor(network(16), INPUTS)
    predictor(network(8), INPUTS)
    assert predictor.trace_count == 1


def test_a_model_without_configuration_is_refused() -> None:
    class Opaque(keras.Model):
        def __init__(self, transform: object) -> None:
            super().__init__()
            self.transform = transform

        def call(self, x: Any) -> Any:
            return x

    with pytest.raises(ArchitectureError, match=r"Opaque has no get_config\(\)"):
        PredictorCache().predict(Opaque(object()), INPUTS)


def test_wrong_inputs() -> None:
    cache = PredictorCache()
    with pytest.raises(ValueError, match="pad the rows"):
        cache.predict(network(), [[1.0, 2.0, 3.0, 4.0], [1.0]])
    with pytest.raises((TypeError, ValueError)):
        cache.predict(network(), np.ones((3, 5)))


def test_bounded() -> None:
    cache = PredictorCache(max_predictors=2)
    models = [network(units) for units in (2, 3, 4)]
    for model in models:
        cache.predict(model, INPUTS)
    assert len(cache) == 2
    with tfretrace.record() as recording:
        cache.predict(models[2], INPUTS)
        assert recording.trace_count() == 0
        cache.predict(models[0], INPUTS)
        assert recording.trace_count() == 1
    with pytest.raises(ValueError, match="0 predictors"):
        PredictorCache(0)


class WithoutStatelessCall:
    """A model as Keras 2 has them."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def __getattr__(self, name: str) -> Any:
        if name == "stateless_call":
            raise AttributeError(name)
        return getattr(self._model, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._model(*args, **kwargs)

    @classmethod
    def from_config(cls, config: Any) -> WithoutStatelessCall:
        """Build the model again."""
        return cls(keras.Sequential.from_config(config))


Predict = Callable[[Any, Any], Any]


def wrong_under_threads(predict: Predict, models: list[Any]) -> int:
    """Predict with all models from eight threads at once; return how many results are wrong."""
    expected = [model(INPUTS, training=False).numpy() for model in models]
    start = threading.Barrier(8)

    def run(number: int) -> int:
        start.wait(timeout=60)
        wrong = 0
        for _ in range(15):
            for model, right in zip(models[number:], expected[number:], strict=True):
                wrong += not np.allclose(predict(model, INPUTS), right, atol=1e-5)
        return wrong

    predict(models[0], INPUTS)
    with ThreadPoolExecutor(8) as pool:
        return sum(pool.map(run, range(8)))


def test_threads_get_their_own_models_results() -> None:
    cache = PredictorCache()
    assert wrong_under_threads(cache.predict, [network() for _ in range(10)]) == 0
    assert len(cache) == 1


def test_the_documents_cache_mixes_them_up() -> None:
    document = OptimizedModelCache()

    def predict(model: Any, inputs: Any) -> Any:
        return document.predict_with_model(model, tf.constant(inputs), "deep", (None, 4), 2)

    models = [build_model("deep", (None, 4), 2) for _ in range(10)]
    assert wrong_under_threads(predict, models) > 0


def test_swapping_under_a_lock_where_there_is_no_stateless_call() -> None:
    cache = PredictorCache()
    models = [WithoutStatelessCall(network()) for _ in range(10)]
    assert wrong_under_threads(cache.predict, models) == 0
    assert len(cache) == 1
