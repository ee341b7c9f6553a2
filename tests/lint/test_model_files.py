"""Models in files that stand beside the program, as Keras 2 and Keras 3 wrote them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import h5py  # type: ignore[import-untyped]
import keras
import pytest

from flake8_tfretrace import Settings, cache, check, model_files
from flake8_tfretrace.model_files import is_refused

PROGRAM = """
import numpy as np
from keras.models import load_model

net = load_model({options})
while True:
    print(net.predict(np.ones((1, 3)), verbose=0))
"""
DENSE = {"class_name": "Dense", "config": {"name": "out", "units": 2, "batch_input_shape": [0, 3]}}
LSTM = {"class_name": "LSTM", "config": {"name": "lstm", "units": 2, "time_major": False}}
OLD_NORMAL = {"class_name": "GlorotNormal", "config": {"seed": None, "dtype": "float32"}}
ADAM = {"class_name": "Adam", "config": {"learning_rate": 0.1}}


def described(*layers: dict[str, Any]) -> dict[str, Any]:
    return {"class_name": "Sequential", "config": {"name": "net", "layers": [*layers]}}


def compiled(**others: object) -> dict[str, Any]:
    return {"loss": "categorical_crossentropy", "optimizer_config": ADAM, **others}


def write(path: Path, model: dict[str, Any], training: dict[str, Any] | None = None) -> None:
    with h5py.File(path, "w") as file:
        file.attrs["keras_version"] = "2.4.0"
        file.attrs["model_config"] = json.dumps(model)
        if training is not None:
            file.attrs["training_config"] = json.dumps(training)
        file.create_dataset("kernel", data=[1.0] * 1000)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


def shown(folder: Path, options: str = "'net.h5'", *, confidence: str = "proven") -> list[str]:
    """Return the messages on a program that loads a model, and predicts with it in a loop."""
    path = folder / "app.py"
    path.write_text(PROGRAM.format(options=options), encoding="utf-8")
    settings = Settings(confidence=confidence)  # type: ignore[arg-type]
    found = check(path.read_text(encoding="utf-8"), str(path), settings=settings)
    return [finding.message for finding in found if finding.code == "TFR601"]


@pytest.mark.parametrize(
    ("model", "training", "is_loaded"),
    [
        (described(DENSE), compiled(), True),
        (described(DENSE), None, True),
        (described(DENSE, LSTM), None, False),
        (described({"class_name": "Bidirectional", "config": {"layer": LSTM}}), None, False),
        (described({"class_name": "Own", "config": {"time_major": False}}), None, True),
        (
            described({"class_name": "Dense", "config": {"kernel_initializer": OLD_NORMAL}}),
            None,
            False,
        ),
        ({"class_name": "Sequential", "config": [DENSE]}, None, False),
        ({"class_name": "Own", "config": [DENSE]}, None, True),
        (described(DENSE), compiled(loss="mse"), False),
        (described(DENSE), compiled(loss=["mae", "mse"]), False),
        (described(DENSE), compiled(loss={"a": "mse"}), False),
        (described(DENSE), compiled(loss="mean_squared_error"), True),
        (
            described(DENSE),
            compiled(loss={"class_name": "Huber", "config": {"reduction": "auto"}}),
            False,
        ),
        (
            described(DENSE),
            compiled(optimizer_config={"class_name": "Adam", "config": {"lr": 0.1}}),
            False,
        ),
    ],
)
def test_models_in_hdf5(
    folder: Path, model: dict[str, Any], training: dict[str, Any] | None, *, is_loaded: bool
) -> None:
    write(folder / "net.h5", model, training)
    assert bool(shown(folder, confidence="likely")) is is_loaded


def test_what_a_model_was_compiled_with_is_left_out(folder: Path) -> None:
    write(folder / "net.h5", described(DENSE), compiled(loss="mse"))
    assert not shown(folder, "'net.h5', compile=True")
    assert shown(folder, "'net.h5', compile=False")
    assert shown(folder, "'net.h5', custom_objects={'mse': print}")


@pytest.mark.parametrize("where", ["models/net.h5", "../net.h5", "./net.h5"])
def test_paths_of_models(folder: Path, where: str) -> None:
    (folder / "app" / "models").mkdir(parents=True)
    write(folder / "app" / where, described(LSTM))
    (folder / "app" / "app.py").touch()
    assert not shown(folder / "app", repr(where))
    assert shown(folder / "app", "'models/other.h5'", confidence="likely")


def test_one_of_two_models_is_loaded(folder: Path) -> None:
    (folder / "app").mkdir()
    write(folder / "net.h5", described(DENSE))
    write(folder / "app" / "net.h5", described(LSTM))
    assert shown(folder / "app")


@pytest.mark.parametrize("saved", ["'net.h5'", "'./net.h5'", "input()"])
def test_a_program_may_write_a_model_anew(folder: Path, saved: str) -> None:
    write(folder / "net.h5", described(LSTM))
    options = f"'net.h5')\nnet.save({saved}"
    assert not shown(folder, options)
    (message,) = shown(folder, options, confidence="likely")
    assert message.endswith("(if Keras 3 wrote what 'load_model' reads)")


WRITTEN = """
net = keras.Sequential()
net.add(keras.layers.Dense(2))
{layer}
net.save('{path}')
"""


@pytest.mark.parametrize(
    ("layer", "path", "is_shown"),
    [
        ("net.add(keras.layers.Conv2D(2, 3))", "net.h5", True),
        ("net.add(keras.layers.LSTM(2))", "net.h5", False),
        ("net.add(MobileNetV2())", "net.h5", False),
        # What else the project saves is made of the like.
        ("pass", "other.h5", True),
        ("net.add(keras.layers.Conv2DTranspose(2, 3))", "other.h5", False),
        ("pass", "net.keras", False),
        ("net = build()", "net.h5", True),
    ],
)
def test_of_a_file_that_is_not_there_its_writer_says_what_it_holds(
    folder: Path, layer: str, path: str, *, is_shown: bool
) -> None:
    program = WRITTEN.format(layer=layer, path=path)
    (folder / "train.py").write_text(program, encoding="utf-8")
    assert bool(shown(folder)) is is_shown
    assert shown(folder, confidence="likely")
    assert shown(folder, "'net.keras'")


def test_what_another_program_may_write_is_what_the_project_has(folder: Path) -> None:
    write(folder / "net.h5", described(LSTM))
    (folder / "train.py").write_text("build().save('net.h5')\n", encoding="utf-8")
    assert not shown(folder, confidence="likely")


@pytest.mark.parametrize("content", [b"", b"\x89HDF\r\n\x1a\n", b"version https://git-lfs\n", None])
def test_files_that_say_nothing(folder: Path, content: bytes | None) -> None:
    if content is not None:
        (folder / "net.h5").write_bytes(content)
    assert is_refused("net.h5", str(folder / "app.py"), compiled=True) is None
    assert not shown(folder)
    assert shown(folder, confidence="likely")


@pytest.mark.parametrize(("layer", "is_loaded"), [(DENSE, True), (LSTM, False)])
def test_models_in_archives(folder: Path, layer: dict[str, Any], *, is_loaded: bool) -> None:
    with zipfile.ZipFile(folder / "net.keras", "w") as archive:
        archive.writestr("config.json", json.dumps(described(layer)))
    assert bool(shown(folder, "'net.keras'")) is is_loaded


@pytest.mark.parametrize(
    "change",
    [
        lambda model, training: None,
        lambda model, training: model["config"]["layers"][1]["config"].update(time_major=False),
        lambda model, training: training.update(loss="mse"),
        lambda model, training: training["optimizer_config"]["config"].update(lr=0.1),
        lambda model, training: model.update(config=model["config"]["layers"]),
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_keras_refuses_as_it_is_said(folder: Path, change: Any) -> None:
    net = keras.Sequential([keras.Input((4, 3)), keras.layers.LSTM(2), keras.layers.Dense(1)])
    net.compile("adam", keras.losses.MeanSquaredError())
    net.save(folder / "saved.h5")
    (folder / "app.py").touch()
    # An attribute that is written again leaves its old text in the file.
    with h5py.File(folder / "saved.h5") as saved, h5py.File(folder / "net.h5", "w") as file:
        names = ("model_config", "training_config")
        described = [json.loads(saved.attrs[name]) for name in names]
        change(*described)
        for name in saved:
            saved.copy(name, file)
        for name, value in saved.attrs.items():
            file.attrs[name] = json.dumps(described[names.index(name)]) if name in names else value
    raises = False
    try:
        keras.models.load_model(folder / "net.h5")
    except (AttributeError, TypeError, ValueError):
        raises = True
    assert is_refused("net.h5", str(folder / "app.py"), compiled=True) is raises


def test_file_is_not_read_again_by_later_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "app.py").touch()
    write(folder / "net.h5", described(LSTM))
    cache.use(str(folder / "cache"))
    monkeypatch.setattr(model_files, "is_settled", lambda signature: True)
    try:
        assert is_refused("net.h5", str(folder / "app.py"), compiled=False)
        # What a process keeps in memory is gone in the next one.
        model_files._refused_as_it_is.cache_clear()
        monkeypatch.delattr(model_files, "_of_hdf5")
        assert is_refused("net.h5", str(folder / "app.py"), compiled=False)
        write(folder / "net.h5", described(DENSE))
        monkeypatch.undo()
        assert is_refused("net.h5", str(folder / "app.py"), compiled=False) is False
    finally:
        cache.use(None)
