"""Ask the installed Keras and TensorFlow which arguments their classes and methods must be given.

    python tools/probe_required.py < NAMES > FILE

``tools/build_required.py`` runs this with several releases, and joins what they say. One line of
JSON is written per name that raises when it is given nothing, with the parameters that it says are
missing, and the position of each; none for one that is given by name alone.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
import sys
import warnings
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
warnings.simplefilter("ignore")

_QUOTED = re.compile(r"'(\w+)'")


def found(name: str) -> tuple[Any, bool]:
    """Return what has a name, and whether it is a method that takes an instance first."""
    first, *parts = name.split(".")
    owner: Any = None
    value: Any = importlib.import_module(first)
    for part in parts:
        owner, value = value, getattr(value, part, None)
    is_method = inspect.isclass(owner) and inspect.isfunction(
        inspect.getattr_static(owner, part, None)
    )
    return value, is_method


def required(value: Any, *, is_method: bool) -> dict[str, int | None]:
    """Return the parameters without which a call raises, each with its position."""
    try:
        parameters = [*inspect.signature(value).parameters.values()][is_method:]
    except (TypeError, ValueError):
        return {}
    hands_on = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    if hands_on and any(p.kind is not p.VAR_KEYWORD for p in parameters[1:]):
        # What stands for those that it hands on may be any of them.
        return {}
    needed = {
        p.name: None if p.kind is p.KEYWORD_ONLY else position
        for position, p in enumerate(parameters)
        if p.default is p.empty and p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    }
    if not needed and not hands_on:
        return {}
    try:
        value(*[None] * is_method)
    except TypeError as error:
        said = str(error)
        if "missing" in said and "required" in said:
            if hands_on and "positional" in said:
                return {name: at for at, name in enumerate(_QUOTED.findall(said))}
            return {name: at for name, at in needed.items() if f"'{name}'" in said}
    except Exception:
        # It looks at what it was given first, and may do without.
        pass
    return {}


def main() -> None:
    """Probe and print."""
    for name in sys.stdin.read().split():
        value, is_method = found(name)
        if callable(value):
            print(json.dumps([name, required(value, is_method=is_method)]))


if __name__ == "__main__":
    main()
