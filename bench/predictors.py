"""1000 predictions over 50 retrained models of 5 architectures, four ways.

    python bench/predictors.py [--json FILE]

The weight-swapping cache is the one of document 000, as printed there but for the model factory
that it leaves out.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import keras
import numpy as np
import tensorflow as tf

import tfretrace

FEATURES = 16
OUTPUTS = 4
ARCHITECTURES = {
    "small": (16,),
    "wide": (256,),
    "deep": (32, 32, 32, 32),
    "funnel": (128, 64, 32),
    "large": (256, 256),
}
Prediction = Callable[[Any, str, tf.Tensor], Any]


def build_model(model_type: str, input_shape: Any, output_size: int) -> Any:
    """Build a model of one of the architectures."""
    hidden = [keras.layers.Dense(units, activation="relu") for units in ARCHITECTURES[model_type]]
    inputs = keras.layers.Input(tuple(input_shape[1:]))
    return keras.Sequential([inputs, *hidden, keras.layers.Dense(output_size)])


class OptimizedModelCache:
    """Document 000's cache: swaps weights into a reference model around each call."""

    def __init__(self) -> None:
        self.function_cache: dict[Any, Any] = {}
        self.reference_models: dict[Any, Any] = {}

    def get_optimized_predictor(self, model_type: str, input_shape: Any, output_size: int) -> Any:
        """Return the traced function and the reference model of an architecture."""
        cache_key = (model_type, tuple(input_shape), output_size)
        if cache_key not in self.function_cache:
            ref_model = build_model(model_type, input_shape, output_size)
            self.reference_models[cache_key] = ref_model

            @tf.function(
                input_signature=[
                    tf.TensorSpec(shape=[None, *list(input_shape[1:])], dtype=tf.float32)
                ],
                reduce_retracing=True,
            )
            def optimized_predict(X_tensor: Any) -> Any:  # noqa: N803 - the document's name
                return ref_model(X_tensor, training=False)

            self.function_cache[cache_key] = optimized_predict
        return self.function_cache[cache_key], self.reference_models[cache_key]

    def predict_with_model(
        self,
        actual_model: Any,
        X_tensor: Any,  # noqa: N803 - the document's name
        model_type: str,
        input_shape: Any,
        output_size: int,
    ) -> Any:
        """Swap weights to use the cached function."""
        predictor, ref_model = self.get_optimized_predictor(model_type, input_shape, output_size)
        original_weights = ref_model.get_weights()
        ref_model.set_weights(actual_model.get_weights())
        try:
            return predictor(X_tensor)
        finally:
            ref_model.set_weights(original_weights)


def ways() -> dict[str, Prediction]:
    """Return the ways to predict, each with caches of its own."""
    document = OptimizedModelCache()
    cache = tfretrace.PredictorCache()

    @tf.function
    def of_model(model: Any, x: Any) -> Any:
        return model(x, training=False)

    return {
        "model.predict": lambda model, _, x: model.predict(x, verbose=0),
        "tf.function(model, x)": lambda model, _, x: of_model(model, x),
        "document's weight swapping": lambda model, kind, x: document.predict_with_model(
            model, x, kind, (None, FEATURES), OUTPUTS
        ),
        "tfretrace.PredictorCache": lambda model, _, x: cache.predict(model, x),
    }


def retrained_models(count: int) -> list[tuple[str, Any]]:
    """Return models with weights of their own, the architectures in turn."""
    keras.utils.set_random_seed(0)
    kinds = list(ARCHITECTURES)
    return [
        (
            kinds[number % len(kinds)],
            build_model(kinds[number % len(kinds)], (None, FEATURES), OUTPUTS),
        )
        for number in range(count)
    ]


def measure(
    predict: Prediction,
    models: list[tuple[str, Any]],
    inputs: list[tf.Tensor],
    expected: list[Any],
    threads: int,
) -> dict[str, Any]:
    """Predict once per input, each time with the next model, and compare with ``expected``."""

    def one(number: int) -> bool:
        kind, model = models[number % len(models)]
        result = np.asarray(predict(model, kind, inputs[number]))
        return bool(np.allclose(result, expected[number], rtol=1e-4, atol=1e-5))

    with tfretrace.record() as recording:
        start = time.perf_counter()
        if threads == 1:
            right = [one(number) for number in range(len(inputs))]
        else:
            with ThreadPoolExecutor(threads) as pool:
                right = list(pool.map(one, range(len(inputs))))
        seconds = time.perf_counter() - start
    return {"seconds": seconds, "traces": recording.trace_count(), "wrong": right.count(False)}


def main() -> None:
    """Measure all ways and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--predictions", type=int, default=1000)
    parser.add_argument("--models", type=int, default=50)
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()

    models = retrained_models(options.models)
    numbers = np.random.default_rng(0)
    inputs = [
        tf.constant(numbers.standard_normal((1 + number % 8, FEATURES)), tf.float32)
        for number in range(options.predictions)
    ]
    expected = [
        models[number % len(models)][1](x, training=False).numpy()
        for number, x in enumerate(inputs)
    ]
    print(
        f"{options.predictions} predictions, {len(models)} models, "
        f"{len(ARCHITECTURES)} architectures, TensorFlow {tf.__version__}"
    )
    print(f"{'':28}{'traces':>8}{'seconds':>9}{'wrong':>7}{'8 threads: seconds':>20}{'wrong':>7}")
    rows = {}
    for name in ways():
        alone = measure(ways()[name], models, inputs, expected, threads=1)
        together = measure(ways()[name], models, inputs, expected, threads=8)
        rows[name] = {"alone": alone, "8 threads": together}
        print(
            f"{name:28}{alone['traces']:8}{alone['seconds']:9.2f}{alone['wrong']:7}"
            f"{together['seconds']:20.2f}{together['wrong']:7}",
            flush=True,
        )
    if options.json is not None:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
