"""What the tables say of functions that were probed, held against the installed libraries."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

from flake8_tfretrace import knowledge
from flake8_tfretrace.knowledge import Class, Function, Result
from tools.build_knowledge import merged
from tools.build_versions import ended_tensorflow, has_private_keras

PROBE = Path(__file__).parents[2] / "tools" / "probe_libraries.py"
INSTALLED = ".".join(tf.__version__.split(".")[:2])
SAMPLE = """
    keras.layers.Dense keras.layers.Dropout keras.ops.concatenate keras.ops.mean
    keras.random.normal keras.utils.to_categorical
    numpy.add numpy.concatenate numpy.float32 numpy.mean numpy.ndarray.sum
    numpy.random.Generator.normal numpy.random.normal numpy.random.randint numpy.unique numpy.zeros
    tensorflow.Variable.assign_add tensorflow.abs tensorflow.cast
    tensorflow.clip_by_value tensorflow.concat tensorflow.constant tensorflow.data.Dataset.batch
    tensorflow.data.Dataset.map tensorflow.fill tensorflow.image.resize
    tensorflow.linalg.svd tensorflow.map_fn tensorflow.math.add tensorflow.nn.dropout
    tensorflow.nn.moments tensorflow.one_hot tensorflow.random.normal tensorflow.reduce_sum
    tensorflow.roll tensorflow.sequence_mask
    tensorflow.stack tensorflow.tile tensorflow.unique tensorflow.zeros
""".split()
pytestmark = pytest.mark.skipif(
    INSTALLED not in knowledge.VERSIONS, reason="this TensorFlow was not probed"
)


@cache
def probed() -> dict[str, Function | Class | knowledge.Constant | None]:
    """Return what a probe of the installed libraries finds out about the sample."""
    output = subprocess.run(
        [sys.executable, PROBE, *SAMPLE], capture_output=True, text=True, check=True
    ).stdout
    found = {}
    for record in map(json.loads, output.splitlines()):
        name, _, line = merged([(INSTALLED, record)]).partition("\t")
        found[name] = knowledge.entry(name) if "\t=\t" in line else knowledge.parsed(name, line)
    return found


def test_keywords_and_texts_that_are_admitted() -> None:
    names = "keras.layers.Conv1D keras.losses.Huber keras.applications.MobileNet numpy.histogram"
    for asked in (names.split()[:3], names.split()[3:]):
        output = subprocess.run(
            [sys.executable, PROBE.with_name("probe_keywords.py")],
            input="\n".join(asked),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for name, (taken, choices) in map(json.loads, output.splitlines()):
            known = knowledge.keywords(name)
            assert known is not None and known.issuperset(taken)
            for option, texts in choices.items():
                admitted = knowledge.choices(name, option)
                assert admitted is not None and admitted.issuperset(texts), (name, option)


def is_confirmed(claim: Result, seen: Result) -> bool:
    """Whether a result of the tables says nothing else than one that was just seen."""
    if claim.kind == "?":
        return True
    if (claim.kind, claim.cls) != (seen.kind, seen.cls):
        return False
    if claim.items is not None and claim.kind == "tuple":
        others = seen.items or ()
        return len(claim.items) == len(others) and all(map(is_confirmed, claim.items, others))
    return claim.dtype in (None, seen.dtype) and claim.shape in (None, seen.shape)


@pytest.mark.parametrize("name", SAMPLE)
def test_the_installed_libraries_confirm_the_tables(name: str) -> None:
    claim, seen = knowledge.entry(name), probed()[name]
    assert type(claim) is type(seen)
    if isinstance(claim, Class):
        assert claim.gives in ("?", seen.gives)  # type: ignore[union-attr]
        assert claim.methods >= seen.methods  # type: ignore[union-attr]
        return
    assert isinstance(claim, Function)
    assert isinstance(seen, Function)
    assert is_confirmed(claim.result, seen.result)
    for parameter, result in claim.given.items():
        assert is_confirmed(result, seen.given.get(parameter, seen.result)), parameter
    for parameter in seen.given:
        assert parameter in claim.given, parameter
    for fact in ("carries", "sizes", "joins", "meets", "tensors", "shapes"):
        assert set(getattr(claim, fact)) <= set(getattr(seen, fact)), fact
    assert set(claim.calls) >= set(seen.calls)
    assert set(claim.fixing) >= set(seen.fixing)
    assert claim.random or not seen.random


def test_the_installed_tensorflow_has_none_of_the_names_of_older_private_kerases() -> None:
    ended = knowledge.names_of("private keras")
    assert {"datasets", "optimizers.SGD"} <= ended
    assert not any(map(has_private_keras, ended))
    assert has_private_keras("optimizers.get")


def test_the_installed_tensorflow_has_none_of_the_names_of_tensorflow_1() -> None:
    ended = knowledge.names_of("tensorflow 1")
    assert ended - {"contrib"} <= ended_tensorflow(tf)


def test_the_installed_keras_has_none_of_the_modules_of_older_ones() -> None:
    older = knowledge.names_of("any keras 2") | knowledge.names_of("keras 2 on tensorflow 2")
    older |= knowledge.names_of("multi-backend keras")
    assert {"keras.layers.recurrent", "keras.engine.topology"} <= older
    assert [name for name in sorted(older) if can_be_imported(name)] == []


def test_the_installed_keras_has_no_member_that_only_older_ones_have() -> None:
    keras = importlib.import_module("keras")
    gone = knowledge.names_of("any keras 2 but tf.keras")
    gone |= {name for name in knowledge.names_of("any keras 2") if name.count(".Model.")}
    assert {"keras.backend.int_shape", "keras.Model.fit_generator"} <= gone
    for name in sorted(gone):
        *path, last = name.split(".")[1:]
        owner = keras
        for part in path:
            owner = getattr(owner, part)
        assert not hasattr(owner, last), name


def test_what_modules_and_instances_have_is_listed() -> None:
    keras = importlib.import_module("keras")
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
    model.compile("adam", "mse")
    model.fit(np.zeros((4, 3)), np.zeros((4, 2)), verbose=0)
    functional = keras.Model(model.inputs, model.outputs)
    symbol = keras.Input((4, 4))
    for layer in (
        keras.layers.LSTM(2, return_sequences=True),
        keras.layers.Bidirectional(keras.layers.GRU(2)),
        keras.layers.TimeDistributed(keras.layers.Dense(2)),
        keras.layers.BatchNormalization(),
        keras.layers.Conv1D(2, 2),
        keras.layers.Dropout(0.5),
        keras.layers.Lambda(lambda x: x),
        keras.layers.RNN(keras.layers.SimpleRNNCell(2)),
    ):
        layer(symbol)
        name = f"keras.layers.{type(layer).__name__}"
        assert [one for one in vars(layer) if knowledge.lacks(name, one)] == [], name
    had = {
        "keras.Sequential": model,
        "keras.Variable": model.weights[0],
        "tensorflow.data.Dataset": tf.data.Dataset.range(3).map(lambda x: x).batch(2).prefetch(1),
        "keras.Model": functional,
        "keras.layers.Dense": model.layers[-1],
        "keras.optimizers.Adam": model.optimizer,
        "keras.KerasTensor": model.inputs[0],
        "keras.backend": keras.backend,
        "keras.layers": keras.layers,
        "tensorflow.keras.backend": tf.keras.backend,
        "tensorflow.keras.layers": tf.keras.layers,
        "numpy": np,
    }
    for name, value in had.items():
        assert [one for one in dir(value) if knowledge.lacks(name, one)] == [], name
    assert knowledge.lacks("numpy", "float")
    assert knowledge.lacks("keras.Model", "predict_classes")
    assert knowledge.lacks("keras.layers.LSTM", "recurrent_kernel")
    assert knowledge.lacks("keras.callbacks.Callback", "best", derived=False)
    assert not knowledge.lacks("keras.callbacks.Callback", "best")
    assert knowledge.lacks("tensorflow.data.Dataset", "make_one_shot_iterator")


def test_what_cannot_be_set_is_listed() -> None:
    keras = importlib.import_module("keras")
    for name in ("Layer", "Model", "Optimizer", "Metric", "callbacks.Callback"):
        cls = keras
        for part in name.split("."):
            cls = getattr(cls, part)
        assert any(knowledge.is_read_only(f"keras.{name}", one) for one in dir(cls)), name
        for one in dir(cls):
            if knowledge.is_read_only(f"keras.{name}", one):
                assert getattr(cls, one).fset is None, one


def test_what_went_from_python_is_not_there() -> None:
    gone = knowledge.names_of("old python")
    assert {"itertools.izip", "cPickle", "sys.maxint", "collections.Mapping"} <= gone
    for name in gone:
        module, _, member = name.partition(".")
        if member and module in ("collections", "itertools", "string", "sys", "time"):
            assert not hasattr(importlib.import_module(module), member), name


def can_be_imported(module: str) -> bool:
    """Whether the package of a module, and the module in it, are there."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False
