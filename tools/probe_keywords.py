"""Ask the Keras, or NumPy, that is found first which keywords its classes and functions take.

    python tools/probe_keywords.py < NAMES > FILE

``tools/build_versions.py`` runs this with several releases of Keras, and joins what they say. One
line of JSON is written per name that refuses all other keywords, with the texts that a class
admits for each parameter for which it refuses others. Of NumPy, functions alone are asked.
"""

from __future__ import annotations

import ast
import functools
import inspect
import json
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
warnings.simplefilter("ignore")

NONSENSE = "keyword_of_nobody"
_INSTANCES = {"self", "cls"}
_NO_CHOICES = re.compile(
    r"(?:^|_)(?:activation|axes|constraint|dtype|equation|initializer|loss|metrics?|name|optimizer"
    r"|policy|regularizer|rng_type|seed|vocabulary)$"
)
"""Parameters that take objects by their names, or texts that are no choices."""
_PACKAGE = "keras"
OTHER_FORMS = {"keras.Model": ("inputs", "outputs")}
"""The keywords that a class takes together only, to make an instance of another class."""


def taken(name: str, value: Any, required: Iterable[Callable[[], Any]]) -> set[str] | None:
    """Return the keywords that a class or function takes; None if it may take any.

    Args:
        name: its public name.
        value: the class or function.
        required: what makes values for the parameters that must be given, to be tried in turn.
    """
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    found = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    found -= _INSTANCES
    if all(p.kind is not p.VAR_KEYWORD for p in parameters):
        return found
    if not inspect.isclass(value):
        return None
    needed = [p.name for p in parameters if p.default is p.empty and p.name in found]
    for make in required:
        given = dict.fromkeys(needed, make())
        refusal = _outcome(value, {**given, NONSENSE: 1})
        if NONSENSE in refusal:
            words = set().union(*map(_words, map(inspect.getmodule, value.__mro__[:-1])))
            words -= _INSTANCES
            found |= {
                word
                for word in words - found
                if _outcome(value, {**given, word: 1}) != refusal.replace(NONSENSE, word)
            }
            return found.union(OTHER_FORMS.get(name, ()))
    return None


def choices(value: Any, required: Iterable[Callable[[], Any]]) -> dict[str, list[str]]:
    """Return the texts that a class admits, by the parameters that refuse others."""
    if not inspect.isclass(value):
        return {}
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return {}
    needed = [p.name for p in parameters if p.default is p.empty and p.kind in _BY_NAME]
    made = ({**dict.fromkeys(needed, make())} for make in required)
    given = next((given for given in made if not _outcome(value, given)), None)
    if given is None:
        return {}
    modules = {*map(inspect.getmodule, value.__mro__[:-1])}
    # What checks the text may be a function of another module.
    modules |= {inspect.getmodule(used) for one in modules for used in vars(one).values()}
    own = {one for one in modules if getattr(one, "__name__", "").startswith(f"{_PACKAGE}.")}
    words = frozenset().union(*map(_words, own))
    found = {}
    for parameter in parameters:
        name, default = parameter.name, parameter.default
        if not isinstance(default, str) or parameter.kind not in _BY_NAME:
            continue
        if _NO_CHOICES.search(name) or not _outcome(value, {**given, name: NONSENSE}):
            continue
        admitted = [word for word in sorted(words) if not _outcome(value, {**given, name: word})]
        if default in admitted:
            found[name] = admitted
    return found


_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def _outcome(value: Any, arguments: dict[str, Any]) -> str:
    """Return what a call raises, with the text; nothing where it returns."""
    try:
        value(**arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


@functools.cache
def _words(module: Any) -> frozenset[str]:
    """Return the names and strings in a module's code that may be keywords."""
    nodes = list(ast.walk(ast.parse(inspect.getsource(module))))
    words = {node.arg for node in nodes if isinstance(node, (ast.arg, ast.keyword)) and node.arg}
    strings = {node.value for node in nodes if isinstance(node, ast.Constant)}
    return frozenset(words | {s for s in strings if isinstance(s, str) and s.isidentifier()})


def of_numpy(names: Iterable[str]) -> None:
    """Print the keywords that functions of NumPy take."""
    import numpy

    for name in names:
        value: Any = numpy
        for part in name.split(".")[1:]:
            value = getattr(value, part, None)
        if value is not None and not inspect.isclass(value):
            keywords = taken(name, value, ())
            print(json.dumps([name, [None if keywords is None else sorted(keywords), {}]]))


def main() -> None:
    """Probe and print."""
    names = sys.stdin.read().split()
    if any(name.startswith("numpy.") for name in names):
        of_numpy(names)
        return
    import keras

    required: tuple[Callable[[], Any], ...] = (
        *(lambda: 1, lambda: 0.5, lambda: "relu", lambda: (1, 1), lambda: [1], lambda: abs),
        *(lambda: keras.layers.Dense(1), lambda: keras.layers.LSTMCell(1)),
        *(lambda: keras.optimizers.SGD(), lambda: keras.layers.LSTM(1)),
    )
    for name in names:
        value: Any = keras
        for part in name.split(".")[1:]:
            value = getattr(value, part, None)
        keywords = None if value is None else taken(name, value, required)
        if value is not None:
            taken_by_name = None if keywords is None else sorted(keywords)
            print(json.dumps([name, [taken_by_name, choices(value, required)]]))


if __name__ == "__main__":
    main()
