"""Write the tables of what releases of TensorFlow and Keras have, and what they take.

    python tools/build_versions.py FOLDER

Names of the installed TensorFlow, and of older releases of TensorFlow and Keras, whose wheels are
downloaded into FOLDER unless they are there, tell which of them a module is written for. Those of
Keras 3 are asked by ``tools/probe_keywords.py`` which keywords they take, and they and NumPy by
``tools/probe_attributes.py`` which attributes they have, as is TensorFlow.
``flake8_tfretrace.knowledge`` reads what is written.
"""

from __future__ import annotations
import __future__

import ast
import importlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from flake8_tfretrace.knowledge import (
    ATTRIBUTES_TABLE,
    CHOICES_TABLE,
    KEYWORDS_TABLE,
    VERSIONS_TABLE,
    Ended,
)
from flake8_tfretrace.program.imports import is_below

OLD_TENSORFLOWS = {
    "2.1.0": ("37", "manylinux2010_x86_64"),
    "2.4.0": ("38", "manylinux2010_x86_64"),
    "2.10.0": ("310", "manylinux2014_x86_64"),
    "2.16.1": ("312", "manylinux_2_17_x86_64"),
}
"""Releases of TensorFlow 2, with the Python and the platform of a wheel: what an early one has is
no name of TensorFlow 1, though it went later."""
*_, FIRST_TENSORFLOW = OLD_TENSORFLOWS
"""The oldest that is supported."""
MULTI_BACKEND = ("2.0.9", "2.2.4", "2.3.1")
"""Releases of Keras that ran on graphs of TensorFlow 1, or of others."""
KERAS_2 = (
    *("2.6.0", "2.7.0", "2.8.0", "2.9.0", "2.10.0", "2.11.0", "2.12.0", "2.13.1", "2.14.0"),
    "2.15.0",
)
"""Without 2.4, which has 2.3's modules and passes each on to ``tensorflow.keras``."""
KERAS_3 = ("3.0.0", "3.15.0")
OLD_PYTHONS = ("2.7", "3.6", "3.8", "3.9")
PYTHONS = ("3.10", "3.11", "3.12", "3.13")
"""The releases of Python that are asked what their library has: too old ones, and the supported."""
OF_SYSTEMS = {"os.lchmod", "posix.lchmod"}
"""What some have on other systems."""
OF_OTHERS = frozenset(
    {"Canvas", "Dialog", "commands", "compiler", "exceptions", "formatter", "hotshot", "mutex"}
    | {"md5", "multifile", "new", "parser", "repr", "rexec", "sets", "sha", "sre", "statvfs"}
    | {"strop", "symbol", "thread", "ttk", "user"}
)
"""Modules of old ones whose names a package, or a module that is made as code runs, may have."""
ASKED = ("3.3.3", "3.15.0")
"""The releases of Keras 3 that are asked for their keywords; all run on the newest TensorFlow.

Its first months are left out: whoever installed TensorFlow 2.16 since has a later one.
"""
NEEDED = ("dm-tree", "0.1.10")
"""What the oldest of them imports, and the newest does not."""
NUMPYS = ("1.26.4", "2.1.3")
"""The releases of NumPy that are asked what they have, besides the installed one."""
LISTED = ("keras", "keras._tf_keras.keras")
LISTED_OF_NUMPY = ("numpy", "numpy.linalg", "numpy.random")
LISTED_OF_TENSORFLOW = "tensorflow"
ALONE = "{} alone"
READ_ONLY = "{} set"
"""What the other probe calls instances of a class alone, and its properties without setters."""
OPTIONS = "tensorflow.data.Options"
OPTIONS_MODULE = "tensorflow/python/data/ops/options.py"
OF_OLDER_PYTHONS = {"numpy": {"distutils"}}
"""What the releases that are asked have with an older Python than the one that asks them."""
LISTED_CLASSES = (
    *("keras.KerasTensor", "keras.Layer", "keras.Loss", "keras.Metric", "keras.Model"),
    *("keras.Optimizer", "keras.Variable", "keras.callbacks.Callback"),
)
"""Classes whose instances programs read attributes of, with those of all that derives from them.

Of what derives from one of them, that is listed which it has in public, and that alone has not.
"""
DATASET = "tensorflow.data.Dataset"
_IS_OF_DATASETS = re.compile(r"^(?!_CopyToDevice).*Dataset(?!V1)")
"""The class left out calls what its base has in TensorFlow 1 alone."""
_OF_DATASETS = re.compile(r"^tensorflow/python/data/(?:experimental/)?ops/\w+\.py$")
PROBE = Path(__file__).with_name("probe_keywords.py")
ATTRIBUTES_PROBE = Path(__file__).with_name("probe_attributes.py")
PYTHON_PROBE = Path(__file__).with_name("probe_python.py")

_IMPORTED = re.compile(r"^from \S+ import (?:\w+ as )?(\w+)", re.MULTILINE)
_API = re.compile(r"^tensorflow(?:_core)?/_api/v2/((?!compat/)(?:\w+/)*)(?:__init__|v2)\.py$")
_PRIVATE_KERAS = re.compile(r"^tensorflow(?:_core)?/python/keras/(\w+(?:/\w+)*)\.py$")
_PRIVATE = re.compile(r"^tensorflow(?:_core)?/python/((?!keras/)\w+(?:/\w+)*)\.py$")
_PACKAGE = re.compile(r"^keras/(?:api/(?:_v2/keras/)?)?(\w+)/__init__\.py$")
"""A public package of Keras, as it is below ``keras`` itself: not as ``tf.keras``."""
KERAS_TABLE = VERSIONS_TABLE.with_name("keras.tsv")
NUMPY_TABLE = VERSIONS_TABLE.with_name("numpy.tsv")
_OF_KERAS_3 = ("keras.ops.",)
"""How the names of functions begin that came with Keras 3: no older program calls them."""
_PARTS = 3
"""Names of so many parts at most are told apart: deeper modules are nobody's to import."""


def wheel(folder: Path, package: str, version: str, *options: str) -> zipfile.ZipFile:
    """Return a wheel of the package index, downloaded unless it is in the folder.

    Raises:
        subprocess.CalledProcessError: if pip does not find it.
    """
    start = f"{package.replace('-', '_')}-{version}-"
    paths = [path for path in folder.glob("*.whl") if path.name.lower().startswith(start)]
    if not paths:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"]
        spec = f"{package}=={version}"
        subprocess.run([*command, *options, "--dest", str(folder), spec], check=True)
        return wheel(folder, package, version, *options)
    return zipfile.ZipFile(paths[0])


def tensorflow_wheel(folder: Path, version: str) -> zipfile.ZipFile:
    """Return a wheel of an old TensorFlow."""
    python, platform = OLD_TENSORFLOWS[version]
    options = ("--python-version", python, "--platform", platform)
    return wheel(folder, "tensorflow-cpu", version, *options)


def tensorflow_names(archive: zipfile.ZipFile) -> set[str]:
    """Return the names of one and two parts below ``tensorflow`` that a TensorFlow 2 has."""
    names = set()
    for path in archive.namelist():
        found = _API.match(path)
        if found is not None and found[1].count("/") < 2:
            module = found[1].rstrip("/")
            names.add(module)
            text = archive.read(path).decode()
            names |= {f"{module}.{name}".lstrip(".") for name in _IMPORTED.findall(text)}
    return names


def tensorflow_modules(archive: zipfile.ZipFile) -> dict[str, set[str]]:
    """Return what the public modules of a TensorFlow 2 import, but for those of older versions."""
    found: dict[str, set[str]] = {}
    for path in archive.namelist():
        module = _API.match(path)
        if module is not None:
            text = archive.read(path).decode()
            name = f"{LISTED_OF_TENSORFLOW}.{module[1]}".rstrip("./").replace("/", ".")
            found.setdefault(name, set()).update(_IMPORTED.findall(text))
    return found


def private_keras(archive: zipfile.ZipFile) -> set[str]:
    """Return the modules of TensorFlow's private Keras, and of those up to one below, the names."""
    found = set()
    for path in archive.namelist():
        module = _PRIVATE_KERAS.match(path)
        if module is not None:
            dotted = module[1].replace("/", ".").removesuffix("__init__").rstrip(".")
            if not dotted:
                continue
            found.add(dotted)
            if "." not in dotted:
                tree = ast.parse(archive.read(path))
                bound = (name for node in _run_by_tensorflow_2(tree) for name in _bound(node))
                found |= {f"{dotted}.{name}" for name in bound}
    return found


def _run_by_tensorflow_2(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs when a module is loaded, but for what only TensorFlow 1 runs."""
    yield tree
    if isinstance(tree, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
        return
    children: Iterable[ast.AST] = ast.iter_child_nodes(tree)
    if isinstance(tree, ast.If) and ast.unparse(tree.test) == "tf2.enabled()":
        children = tree.body
    for child in children:
        yield from _run_by_tensorflow_2(child)


def private_modules(archive: zipfile.ZipFile) -> set[str]:
    """Return TensorFlow's private modules, but for those of its Keras."""
    found = filter(None, map(_PRIVATE.match, archive.namelist()))
    return {one[1].removesuffix("/__init__").replace("/", ".") for one in found}


def has_private_module(name: str) -> bool:
    """Whether the installed TensorFlow has a private module."""
    try:
        return importlib.util.find_spec(f"tensorflow.python.{name}") is not None
    except ModuleNotFoundError:
        return False


def _bound(node: ast.AST) -> list[str]:
    """Return the names that a statement, or a name that is assigned, binds."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        names = [alias.asname or alias.name for alias in node.names]
        return [name for name in names if name[0] != "_" and not hasattr(__future__, name)]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name] if node.name[0] != "_" else []
    return [node.id] if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else []


def has_private_keras(name: str) -> bool:
    """Whether the installed TensorFlow has a name below its private Keras."""
    module, _, member = f"tensorflow.python.keras.{name}".rpartition(".")
    try:
        if hasattr(importlib.import_module(module), member):
            return True
        importlib.import_module(f"{module}.{member}")
    except ModuleNotFoundError:
        return False
    return True


def of_datasets(archive: zipfile.ZipFile) -> set[str]:
    """Return the attributes that the code of a TensorFlow defines, or stores, of data sets.

    Those of TensorFlow 1 have classes of their own.
    """
    found: set[str] = set()
    for path in filter(_OF_DATASETS.match, archive.namelist()):
        for cls in ast.parse(archive.read(path)).body:
            if not isinstance(cls, ast.ClassDef) or not _IS_OF_DATASETS.search(cls.name):
                continue
            for node in ast.walk(cls):
                if isinstance(node, ast.FunctionDef):
                    found.add(node.name)
                elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    found.add(node.attr)
    return {name for name in found if not name.startswith("__")}


def keras_modules(archive: zipfile.ZipFile) -> set[str]:
    """Return the modules of a Keras, and what its package ``engine`` imports from them."""
    modules = set()
    for path in archive.namelist():
        if path.startswith("keras/") and path.endswith(".py"):
            module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            modules.add(re.sub(r"^keras\.(api\.)?(_tf_keras|_v2)\.keras\b", "keras", module))
        if path == "keras/engine/__init__.py":
            names = _IMPORTED.findall(archive.read(path).decode())
            modules |= {f"keras.engine.{name}" for name in names}
    return modules


def keras_members(archive: zipfile.ZipFile) -> set[str]:
    """Return what the public packages of a Keras import by name: what ``keras.backend`` has ..."""
    return {
        f"keras.{package[1]}.{name}"
        for path in archive.namelist()
        if (package := _PACKAGE.match(path)) is not None
        for name in _members(archive, path)
        if not name.startswith("_") and not hasattr(__future__, name)
    }


def _members(archive: zipfile.ZipFile, path: str) -> Iterator[str]:
    """Yield the names that a module imports, and those that it takes with a star."""
    for node in ast.walk(ast.parse(archive.read(path))):
        if not isinstance(node, ast.ImportFrom):
            continue
        for alias in node.names:
            if alias.name != "*":
                yield alias.asname or alias.name
                continue
            module = (node.module or "").replace(".", "/")
            starred = f"{path.rpartition('/')[0]}/{module}.py"
            if node.level == 1 and starred in archive.namelist():
                yield from _members(archive, starred)
                yield from (
                    node.name
                    for node in ast.parse(archive.read(starred)).body
                    if isinstance(node, (ast.ClassDef, ast.FunctionDef))
                )


def class_methods(archive: zipfile.ZipFile) -> dict[str, set[str]]:
    """Return the parameters of the public methods of a Keras' classes, by ``Class.method``."""
    found: dict[str, set[str]] = {}
    for path in archive.namelist():
        if path.startswith("keras/") and path.endswith(".py") and "_test" not in path:
            body = ast.parse(archive.read(path)).body
            for cls in (node for node in body if isinstance(node, ast.ClassDef)):
                for method in cls.body:
                    if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                        given = (*method.args.args, *method.args.kwonlyargs)
                        name = f"{cls.name}.{method.name}"
                        found.setdefault(name, set()).update(one.arg for one in given)
    return found


def ended_methods(methods: set[str]) -> set[str]:
    """Return those of ``methods`` that the public classes of the installed Keras lack."""
    import keras

    found = set()
    for line in KERAS_TABLE.read_text(encoding="utf-8").splitlines():
        name, _, kind, *_ = line.split("\t")
        cls: object = keras
        for part in name.split(".")[1:]:
            cls = getattr(cls, part, None)
        if kind == "c" and cls is not None:
            owned = (method.split(".") for method in methods)
            called = [one for owner, one in owned if owner == name.rpartition(".")[2]]
            found |= {f"{name}.{one}" for one in called if not hasattr(cls, one)}
    return found


def ended_tensorflow(tensorflow: ModuleType) -> set[str]:
    """Return the names of one and two parts that only its ``compat.v1`` has."""
    now, then = tensorflow, tensorflow.compat.v1
    found = _public(then) - _public(now)
    for name in _public(then) & _public(now):
        modules = getattr(then, name), getattr(now, name)
        if all(isinstance(m, ModuleType) and "_api" in m.__name__ for m in modules):
            found |= {f"{name}.{inner}" for inner in _public(modules[0]) - _public(modules[1])}
    return found


def _public(module: ModuleType) -> set[str]:
    return {name for name in dir(module) if not name.startswith("_")}


def python_names(version: str) -> set[str]:
    """Return the names of the modules of a Python, and of what they have."""
    command = [f"python{version}", str(PYTHON_PROBE)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return {*done.stdout.split()}


def ended_python() -> set[str]:
    """Return the modules that only old Pythons have, and what only theirs have of the others."""
    old, supported = (set().union(*map(python_names, vs)) for vs in (OLD_PYTHONS, PYTHONS))
    ended = old - supported - OF_SYSTEMS
    return {
        name
        for name in ended
        if name not in OF_OTHERS and ("." not in name or name.partition(".")[0] in supported)
    }


def outermost(names: Iterable[str]) -> list[str]:
    """Return those of at most three parts that are not below another of them, sorted."""
    kept: list[str] = []
    for name in sorted(names, key=lambda name: name.split(".")):
        is_below = bool(kept) and name.startswith(f"{kept[-1]}.")
        if not is_below and name.count(".") < _PARTS:
            kept.append(name)
    return sorted(kept)


def table(folder: Path) -> dict[Ended, list[str]]:
    """Return the names by what alone had them."""
    import tensorflow

    folder.mkdir(parents=True, exist_ok=True)
    early: set[str] = set()
    private: list[set[str]] = []
    modules: list[set[str]] = []
    for version in OLD_TENSORFLOWS:
        archive = tensorflow_wheel(folder, version)
        modules.append(private_modules(archive))
        early |= tensorflow_names(archive)
        private.append(private_keras(archive))
    # What went before Keras 3 came, or with it, and did not come back.
    *before, last = private
    gone = {name for name in set().union(*before) - last if not has_private_keras(name)}
    *older, first_supported = modules
    ended = set().union(*older) - first_supported
    keras = {
        version: wheel(folder, "keras", version, "--ignore-requires-python")
        for version in (*MULTI_BACKEND, *KERAS_2, *KERAS_3)
    }

    def by_generation(names: Callable[[zipfile.ZipFile], Iterable[str]]) -> list[set[str]]:
        generations = (MULTI_BACKEND, KERAS_2, KERAS_3)
        return [set().union(*(names(keras[v]) for v in versions)) for versions in generations]

    first, second, third = by_generation(keras_modules)
    own_first, own_second, own_third = by_generation(keras_members)
    methods, later_methods, kept_methods = by_generation(class_methods)
    any_2 = second & first - third
    any_2 |= ended_methods(methods & later_methods - kept_methods)
    return {
        # compat.v1 is what is compared with, and has no contrib.
        "tensorflow 1": outermost((ended_tensorflow(tensorflow) | {"contrib"}) - early),
        "old python": sorted(ended_python()),
        "private keras": outermost(gone),
        "private tensorflow": outermost(name for name in ended if not has_private_module(name)),
        "multi-backend keras": outermost(
            (first | own_first) - second - third - own_second - own_third
        ),
        "any keras 2": outermost(any_2),
        "any keras 2 but tf.keras": sorted(
            {*outermost(any_2 | (own_second & own_first - own_third - third))} - any_2
        ),
        "keras 2 on tensorflow 2": sorted(
            {
                *outermost(second - first - third),
                *own_second - own_first - own_third - first - third,
            }
        ),
    }


def asked() -> list[str]:
    """Return the names whose keywords are asked for: of classes, methods and functions."""
    found = []
    for line in KERAS_TABLE.read_text(encoding="utf-8").splitlines():
        name, _, kind, *rest = line.split("\t")
        if kind == "c" or (kind == "f" and not name.startswith(_OF_KERAS_3)):
            found.append(name)
        if kind == "c":
            methods = rest[0].partition("methods=")[2].partition(" ")[0]
            found += [f"{name}.{method}" for method in methods.split("+") if method]
    return found


def _shown(names: Iterable[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def derived_classes() -> dict[str, str]:
    """Return the public classes of Keras that derive from a listed one, each with the nearest."""
    found = {}
    for line in KERAS_TABLE.read_text(encoding="utf-8").splitlines():
        name, _, kind, *rest = line.split("\t")
        bases = re.search(r"bases=(\S+)", " ".join(rest)) if kind == "c" else None
        if bases is not None and name not in LISTED_CLASSES:
            listed = [base for base in bases[1].split("+") if base in LISTED_CLASSES]
            if listed:
                found[name] = listed[0]
    return found


def asked_of_numpy() -> list[str]:
    """Return the functions of NumPy whose keywords are asked for."""
    lines = NUMPY_TABLE.read_text(encoding="utf-8").splitlines()
    functions = (line.split("\t", 1)[0] for line in lines if line.split("\t")[2] == "f")
    return [name for name in functions if name.rpartition(".")[0] in LISTED_OF_NUMPY]


def unpacked_numpy(folder: Path, version: str) -> Path:
    """Return a folder with a release of NumPy."""
    unpacked = folder / f"numpy-{version}"
    if not unpacked.exists():
        wheel(folder, "numpy", version).extractall(unpacked)
    return unpacked


def unpacked_keras(folder: Path, version: str) -> Path:
    """Return a folder with a release of Keras 3, and what it needs."""
    unpacked = folder / f"keras-{version}"
    if not unpacked.exists():
        for package in (("keras", version), NEEDED):
            wheel(folder, *package).extractall(unpacked)
    return unpacked


def probed(
    unpacked: Path | None, command: list[str], names: Iterable[str] = ()
) -> list[tuple[str, Any]]:
    """Return what a probe prints of some names, with the packages in a folder found first."""
    path = {} if unpacked is None else {"PYTHONPATH": str(unpacked)}
    done = subprocess.run(
        [sys.executable, *command],
        env={**os.environ, **path},
        input="\n".join(names),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [(name, said) for name, said in map(json.loads, done.stdout.splitlines())]


def attributes(folder: Path) -> dict[str, list[str]]:
    """Return what modules of Keras and NumPy, and instances of Keras' classes, have in any release.

    Of ``tensorflow.keras``, only where it has more.
    """
    found: dict[str, set[str] | None] = {n: {*names} for n, names in OF_OLDER_PYTHONS.items()}
    asks: list[tuple[Path | None, tuple[str, ...]]] = [
        (unpacked_keras(folder, version), LISTED) for version in ASKED
    ]
    asks += [(unpacked_numpy(folder, version), LISTED_OF_NUMPY) for version in NUMPYS]
    derived = derived_classes()
    first = tensorflow_wheel(folder, FIRST_TENSORFLOW)
    had_first = tensorflow_modules(first)
    options = first.read(OPTIONS_MODULE).decode()
    in_first_options = {*re.findall(r"(?:\bname=\"|^  def )([a-z]\w*)", options, re.MULTILINE)}
    for name, now in probed(None, [str(ATTRIBUTES_PROBE), LISTED_OF_TENSORFLOW]):
        if name in had_first:
            found[name] = {*now} | had_first[name]
        elif name == DATASET and now is not None:
            found[name] = {*now} | of_datasets(first)
        elif is_below(name, OPTIONS):
            found[name] = {*now} | in_first_options
    for from_folder, modules in (*asks, (None, LISTED_OF_NUMPY)):
        names = (*LISTED_CLASSES, *derived) if modules is LISTED else ()
        for name, had in probed(from_folder, [str(ATTRIBUTES_PROBE), *modules], names):
            if name in map(READ_ONLY.format, names):
                # What some release sets is left out, and what the first one does not have.
                first_had = {*had} if (from_folder, modules) == asks[0] else set()
                found[name] = {*had} & (found.get(name, first_had) or set())
                continue
            known = found.setdefault(name, set())
            found[name] = None if had is None or known is None else known | {*had}
    for name, base in derived.items():
        found.pop(ALONE.format(name), None)
        refusing = READ_ONLY.format(name)
        found[refusing] = (found.get(refusing) or set()) - (found[READ_ONLY.format(base)] or set())
        had, common = found.pop(name, None), found[ALONE.format(base)]
        if had is not None and common is not None:
            found[name] = _shown(had - common)
    for alone in map(ALONE.format, LISTED_CLASSES):
        found[alone] = _shown(found[alone] or ())
    empty = {*map(READ_ONLY.format, (*LISTED_CLASSES, *derived))}
    return {
        name: sorted(had)
        for name, had in sorted(found.items())
        if had is not None
        and (had or name not in empty)
        and (not name.startswith("tensorflow.keras") or had != found.get(name.partition(".")[2]))
    }


def keywords(folder: Path) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the keywords that any supported release takes, of what refuses all others in each.

    Of methods, but for those of models, only where a Keras 2 takes a keyword that is refused. With
    the texts that any admits, by the parameters for which each refuses all others.
    """
    found: dict[str, set[str] | None] = {}
    admitted: list[dict[str, set[str]]] = []
    for version in ASKED:
        admitted.append({})
        for name, (taken, choices) in probed(
            unpacked_keras(folder, version), [str(PROBE)], asked()
        ):
            known = found.setdefault(name, set())
            found[name] = None if taken is None or known is None else known | {*taken}
            admitted[-1] |= {f"{name}.{option}": {*texts} for option, texts in choices.items()}
    earlier: dict[str, set[str]] = {}
    for version in KERAS_2:
        archive = wheel(folder, "keras", version, "--ignore-requires-python")
        for method, given in class_methods(archive).items():
            earlier.setdefault(method, set()).update(given - {"self", "cls"})

    def is_told(name: str, taken: set[str]) -> bool:
        owner, _, method = name.rpartition(".")
        if owner not in found or owner == "keras.Model":
            return True
        return bool(earlier.get(f"{owner.rpartition('.')[2]}.{method}", set()) - taken)

    asks: list[Path | None] = [None, *(unpacked_numpy(folder, version) for version in NUMPYS)]
    for unpacked in asks:
        for name, (taken, _) in probed(unpacked, [str(PROBE)], asked_of_numpy()):
            known = found.setdefault(name, set())
            found[name] = None if taken is None or known is None else known | {*taken}
    told = {
        name: sorted(taken)
        for name, taken in sorted(found.items())
        if taken is not None and is_told(name, taken)
    }
    in_all = set.intersection(*(set(choices) for choices in admitted))
    return told, {
        option: sorted(set().union(*(choices[option] for choices in admitted)))
        for option in sorted(in_all)
    }


if __name__ == "__main__":
    by_owner = table(Path(sys.argv[1])).items()
    lines = [f"{ended}\t{name}\n" for ended, names in by_owner for name in names]
    VERSIONS_TABLE.write_text("".join(lines), encoding="utf-8")
    for path, by_option in zip((KEYWORDS_TABLE, CHOICES_TABLE), keywords(Path(sys.argv[1]))):
        lines = [f"{name}\t{'+'.join(taken)}\n" for name, taken in by_option.items()]
        path.write_text("".join(lines), encoding="utf-8")
    by_name = attributes(Path(sys.argv[1])).items()
    lines = [f"{name}\t{'+'.join(had)}\n" for name, had in by_name]
    ATTRIBUTES_TABLE.write_text("".join(lines), encoding="utf-8")
