"""The models that stand in files of a project: what Keras wrote of them, and what Keras 3 refuses.

Keras describes in JSON what a model is made of, and what it was compiled with: alone, in a zip
archive (``.keras``), or in attributes of an HDF5 file, where each such text stands in one piece.
What Keras 2 wrote is refused for what Keras 3 has no more, whatever the program does
(measured with Keras 3.3.3 and 3.15.1).
"""

from __future__ import annotations

import contextlib
import json
import mmap
import re
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import LARGEST, folder_of, is_settled, project_of, signature_of
from flake8_tfretrace.questions import kept, question

HDF5 = (".h5", ".hdf5")
"""How the paths of models in the older format end."""
ARCHIVE = ".keras"
"""How those in the newer one end."""
_LARGEST = 1 << 28
"""Bytes; what larger files hold is unknown."""
_TEXT = re.compile(rb'\{"(?:class_name|config|loss|loss_weights|metrics|optimizer_config)": ')
"""How the descriptions in an HDF5 file begin."""
_MODELS = frozenset({"Functional", "Model", "Sequential"})
"""Classes of Keras' own that a model may be described as one of."""
_PARTS = ("layers", "initializers")
"""The modules of Keras with what a model is made of."""
_RENAMED = frozenset({"batch_input_shape"})
"""Options that Keras 3 takes under another name as well."""
_LOST = frozenset(
    name
    for short in ("bce", "kld", "mae", "mape", "mse", "msle")
    for name in (short, short.upper())
)
"""Losses that a model of the old format is not loaded with (Keras 3.0 to 3.15)."""
WRITTEN_OTHERWISE = frozenset(
    "Bidirectional Conv1DTranspose Conv2DTranspose Conv3DTranspose ConvLSTM1D ConvLSTM2D "
    "ConvLSTM3D CuDNNGRU CuDNNLSTM DepthwiseConv1D DepthwiseConv2D GRU LSTM Lambda "
    "LocallyConnected1D LocallyConnected2D MultiHeadAttention RNN RandomHeight RandomWidth "
    "SeparableConv1D SeparableConv2D SimpleRNN SpatialDropout1D SpatialDropout2D "
    "SpatialDropout3D ThresholdedReLU EfficientNetB0 EfficientNetB1 EfficientNetB2 "
    "EfficientNetB3 EfficientNetB4 EfficientNetB5 EfficientNetB6 EfficientNetB7 MobileNet "
    "MobileNetV2 MobileNetV3Large MobileNetV3Small NASNetLarge NASNetMobile Xception".split()
)
"""Layers, and models made of such, of which Keras 2 writes what Keras 3 does not read.

Options that it has no more, or classes; of a lambda, its code (tf_keras 2.19 and Keras 3.15).
"""


class _Refusal(NamedTuple):
    """What Keras 3 refuses of a model in a file."""

    is_unmakeable: bool
    """What it is made of."""
    is_uncompilable: bool
    """What it was compiled with."""


def is_lost(loss: object) -> bool:
    """Whether Keras 3 does not find a loss again that it reads the name of in an HDF5 file."""
    return isinstance(loss, str) and loss in _LOST


def holds_old_description(path: str, filename: str) -> bool:
    """Whether a file of a project surely holds an :func:`is_old_description`.

    Its path is relative to the folder of ``filename``, or to one above it in the project.
    """
    return _holds_old_description(path, str(Path(filename).absolute()))


@question(lambda value: value)
def _holds_old_description(path: str, filename: str) -> bool:
    found = [is_old_description(_text(file)) for file in _files(path, filename)]
    return bool(found) and all(found)


def is_old_description(text: str) -> bool:
    """Whether a text describes a model in JSON as Keras 2 did: without the module of its class.

    Keras 3 finds none of Keras' own models so.
    """
    try:
        config = json.loads(text) if len(text) <= LARGEST else None
    except (ValueError, RecursionError):
        return False
    if not isinstance(config, dict) or "module" in config:
        return False
    return config.get("class_name") in _MODELS


def is_refused(path: str, filename: str, *, compiled: bool) -> bool | None:
    """Whether Keras 3 surely raises when it loads a model of a project.

    Args:
        path: of the model's file, relative to the folder of ``filename``, or to one above it in
            the project.
        filename: of the module that loads it.
        compiled: whether what it was compiled with is read as well.

    Returns:
        None where there is no such file, or it does not say.
    """
    where = str(Path(filename).absolute())
    return _is_refused(path, where, "compiled" if compiled else "")


@question(lambda value: value)
def _is_refused(path: str, filename: str, compiled: str) -> bool | None:
    found = [_refused(file) for file in _files(path, filename)]
    known = [one for one in found if one is not None]
    if not known or len(known) < len(found):
        return None
    return all(one.is_unmakeable or (compiled and one.is_uncompilable) for one in known)


def _files(path: str, filename: str) -> Iterator[Path]:
    """Yield the files that a relative path leads to from a folder of the project of a file."""
    folder = folder_of(filename)
    if folder is None or Path(path).is_absolute():
        return
    root = Path(project_of(folder) or folder)
    for above in (Path(folder), *Path(folder).parents):
        if above.is_relative_to(root) and (above / path).is_file():
            yield above / path


def _text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(LARGEST + 1)
    except (OSError, UnicodeDecodeError):
        return ""


def _refused(path: Path) -> _Refusal | None:
    """Return what Keras 3 refuses of a model in a file; None if that cannot be read."""
    signature = signature_of(str(path))
    return None if signature is None else _refused_as_it_is(path, signature)


@cache
def _refused_as_it_is(path: Path, signature: tuple[int, int, int]) -> _Refusal | None:
    # The file may be hundreds of megabytes, and each run asks whether the answer is the same.
    known = kept(
        ("refused model", str(path), signature),
        lambda: _read_refusal(path, signature[-1]),
        may_store=is_settled(signature),
    )
    return None if known is None else _Refusal(*known)


def _read_refusal(path: Path, size: int) -> _Refusal | None:
    if not 0 < size <= _LARGEST:
        return None
    try:
        read = _of_archive if path.suffix == ARCHIVE else _of_hdf5
        found = list(read(path))
    except (OSError, ValueError, KeyError, RecursionError, zipfile.BadZipFile):
        return None
    models = [one for one in found if one.get("class_name") in _MODELS]
    if len(models) != 1:
        return None
    compiled = [one for one in found if "optimizer_config" in one]
    return _Refusal(_is_unmakeable(models[0]), any(map(_is_uncompilable, compiled)))


def _of_archive(path: Path) -> Iterator[dict[str, Any]]:
    with zipfile.ZipFile(path) as archive:
        found = json.loads(archive.read("config.json"))
    if isinstance(found, dict):
        yield found


def _of_hdf5(path: Path) -> Iterator[dict[str, Any]]:
    """Yield what is described in an HDF5 file, in the order of the file."""
    decoder = json.JSONDecoder()
    with (
        path.open("rb") as file,
        contextlib.closing(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)) as data,
    ):
        at = 0
        while (start := _TEXT.search(data, at)) is not None:
            end = data.find(b"\0", start.start())
            text = data[start.start() : end if end >= 0 else len(data)].decode(errors="replace")
            try:
                found, length = decoder.raw_decode(text)
            except ValueError:
                at = start.end()
                continue
            at = start.start() + len(text[:length].encode())
            yield found


def _is_unmakeable(model: dict[str, Any]) -> bool:
    """Whether a model, as described, cannot be made: a part has an option that is no more."""
    config = model.get("config")
    if not isinstance(config, dict):
        # Once the layers of a sequential model stood there alone.
        return isinstance(config, list)
    return any(
        _is_refused_option(one["class_name"], option)
        for one in _objects(config.get("layers"))
        for option in one["config"]
    )


def _is_refused_option(cls: str, option: str) -> bool:
    known = (knowledge.keywords(f"keras.{module}.{cls}") for module in _PARTS)
    taken = next(filter(None, known), None)
    return taken is not None and option not in taken and option not in _RENAMED


def _objects(config: object) -> Iterator[dict[str, Any]]:
    """Yield the objects with options that a description names, outermost first."""
    if isinstance(config, dict):
        if isinstance(config.get("class_name"), str) and isinstance(config.get("config"), dict):
            yield config
        for value in config.values():
            yield from _objects(value)
    elif isinstance(config, list):
        for value in config:
            yield from _objects(value)


def _is_uncompilable(compiled: dict[str, Any]) -> bool:
    """Whether a model cannot be compiled as it was: with its optimizer, or one of its losses."""
    optimizer, loss = compiled["optimizer_config"], compiled.get("loss")
    options = optimizer.get("config") if isinstance(optimizer, dict) else None
    if isinstance(options, dict) and "lr" in options:
        return True
    if isinstance(loss, dict) and "class_name" not in loss:
        loss = [*loss.values()]
    losses = loss if isinstance(loss, list) else [loss]
    return any(map(is_lost, losses)) or any(
        one["config"].get("reduction") == "auto" for one in _objects(losses)
    )
