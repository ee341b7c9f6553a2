"""Print what the modules, and the instances of classes, of the libraries found first have.

    python tools/probe_attributes.py MODULE ... < CLASSES > FILE

``tools/build_versions.py`` runs this with several releases, and joins what they say. For each of
the modules, those below it, and the classes of Keras that are asked for, one line of JSON has the
name and the attributes: null for classes that answer for any, none for one that is not there.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import json
import os
import pkgutil
import sys
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
warnings.simplefilter("ignore")

TENSORFLOW = "tensorflow._api.v2."
"""Where the public modules of TensorFlow are."""
TF_KERAS = "keras._tf_keras.keras"
TENSORFLOWS = "tensorflow.keras"
"""Another name of it."""
NAMED = ("activations", "constraints", "initializers", "optimizers", "regularizers")
"""The modules of Keras that make what they are asked for by a name, whatever its case."""
EXACT = ("losses", "metrics")
"""Those that go by the name as it is."""
OPTIONS = "tensorflow.data.Options"
"""A class whose instances refuse all other attributes, as those do that they hold."""
DATASET = "tensorflow.data.Dataset"
_DATASETS_OF_1 = ("DatasetV1", "_CopyToDeviceDataset")
"""The class of the data sets of TensorFlow 1, which derives from it, and one that calls methods
which its base has in TensorFlow 1 alone."""
_WITH_DATASETS = ("tensorflow.python.data.ops", "tensorflow.python.data.experimental.ops")
"""Packages with classes of data sets, of which some are loaded when they are needed."""
ALONE = "{} alone"
"""What stands for the instances of a class that are of none which derives from it."""
READ_ONLY = "{} set"
"""What stands for the properties of a class that cannot be set."""
ANY_OBJECT = "*"
"""What stands for objects of any class of Keras, to which other code gives attributes."""


def modules(name: str, module: ModuleType) -> Iterator[tuple[str, ModuleType]]:
    """Yield a module and the public ones below it, of Keras also where these have other names."""
    yield name, module
    for member in dir(module):
        value = getattr(module, member, None)
        if not isinstance(value, ModuleType) or member == "src" or member.startswith("_"):
            continue
        # TensorFlow's own Keras is a module without a name.
        dotted = getattr(value, "__name__", "")
        parts = dotted.split(".")
        public = dotted.replace(TENSORFLOW, "tensorflow.")
        is_of_keras = parts[0] == "keras" and parts[-1] == member
        if is_of_keras or public == f"{name}.{member}" != dotted:
            yield from modules(f"{name}.{member}", value)


def attributes(cls: type, *, derived: bool = True) -> set[str] | None:
    """Return what an instance of a class, or, if ``derived``, of what derives from it, may have.

    That is what the classes have, and what their methods store. None if any name is answered for.
    """
    classes = (cls, *_derived(cls)) if derived else (cls,)
    family = {base for one in classes for base in one.__mro__[:-1]}
    found = set(dir(cls))
    for one in family:
        if "__getattr__" in vars(one) or "__getattribute__" in vars(one):
            return None
        found |= vars(one).keys() | _stores(one)
    return found


def _read_only(cls: type) -> list[str]:
    """Return the public properties of a class that have no setter."""
    members = ((name, getattr(cls, name, None)) for name in dir(cls) if not name.startswith("_"))
    return [name for name, one in members if isinstance(one, property) and one.fset is None]


def _derived(cls: type) -> Iterator[type]:
    subclasses: list[type] = type.__subclasses__(cls)
    for one in subclasses:
        if one.__name__ in _DATASETS_OF_1:
            continue
        yield one
        yield from _derived(one)


@functools.cache
def _stores(cls: type) -> frozenset[str]:
    """Return the attributes that the code of a class stores."""
    try:
        tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError, IndentationError):
        return frozenset()
    return frozenset(_stored(ast.walk(tree)))


def _stored(nodes: Iterable[ast.AST], *, outside: bool = False) -> set[str]:
    """Return the attributes that are stored; ``outside`` those of objects that are no ``self``."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if not (outside and isinstance(node.value, ast.Name) and node.value.id == "self"):
                found.add(node.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args[1:]:
            name = node.args[1]
            if node.func.id == "setattr" and isinstance(name, ast.Constant):
                found.add(str(name.value))
    return found


def stored_outside(package: ModuleType) -> set[str]:
    """Return the attributes that the code of a package stores of objects, not by their methods."""
    paths = {path for folder in package.__path__ for path in Path(folder).rglob("*.py")}
    # What is left of the old backend handles tensors of TensorFlow's alone.
    paths = {path for path in paths if path.parts[-2:] != ("legacy", "backend.py")}
    texts = (path.read_text(encoding="utf-8") for path in sorted(paths))
    return set().union(*(_stored(ast.walk(ast.parse(text)), outside=True) for text in texts))


def main() -> None:
    """Probe and print."""
    known: dict[str, ModuleType] = {}
    for name in sys.argv[1:]:
        for dotted, module in modules(name, importlib.import_module(name)):
            known[dotted.replace(TF_KERAS, TENSORFLOWS)] = module
    for dotted, module in known.items():
        inner = (found.name for found in pkgutil.iter_modules(getattr(module, "__path__", ())))
        print(json.dumps([dotted, _shown({*dir(module), *inner})]))
    if OPTIONS.partition(".")[0] in known:
        base = importlib.import_module("tensorflow.python.data.util.options").OptionsBase
        options: Any = known["tensorflow"].data.Options()
        print(json.dumps([OPTIONS, _shown(dir(options))]))
        for part in _shown(dir(options)):
            value = getattr(options, part)
            if isinstance(value, base):
                print(json.dumps([f"{OPTIONS}.{part}", _shown(dir(value))]))
        for package in map(importlib.import_module, _WITH_DATASETS):
            for found in pkgutil.iter_modules(package.__path__):
                importlib.import_module(f"{package.__name__}.{found.name}")
        had = attributes(known["tensorflow"].data.Dataset)
        print(json.dumps([DATASET, None if had is None else _shown(had)]))
    for line in sys.stdin:
        cls: Any = known["keras"]
        for part in line.strip().split(".")[1:]:
            cls = getattr(cls, part, None)
        if cls is None:
            continue
        print(json.dumps([READ_ONLY.format(line.strip()), _read_only(cls)]))
        for shown, derived in ((line.strip(), True), (ALONE.format(line.strip()), False)):
            had = attributes(cls, derived=derived)
            print(json.dumps([shown, None if had is None else _shown(had)]))
    if "keras" in known:
        for kind in (*NAMED, *EXACT):
            table = importlib.import_module(f"keras.src.{kind}").ALL_OBJECTS_DICT
            names = table if kind in EXACT else (name.lower() for name in table)
            print(json.dumps([f"keras.{kind}.get", _shown(names)]))
        print(json.dumps([ANY_OBJECT, _shown(stored_outside(known["keras"]))]))


def _shown(names: Iterable[str]) -> list[str]:
    return sorted(name for name in names if not name.startswith("__"))


if __name__ == "__main__":
    main()
