"""Starts what keeps records of a Python process, by the variables of its environment.

See :mod:`tfretrace.journal` and :mod:`tfretrace.observation`.

Python imports the module ``sitecustomize`` by itself as it starts. With this folder first on
``PYTHONPATH``, every Python process of a command does so with this file.
"""

import importlib
import json
import os
import sys
from pathlib import Path

_MODULES = {
    "TFRETRACE_JOURNAL": "tfretrace.journal",
    "TFRETRACE_OBSERVATION": "tfretrace.observation",
}
"""What is started with the settings in each variable."""


def _import_the_hidden_one() -> None:
    """Import the environment's own ``sitecustomize``, which this file stands in front of."""
    this = sys.modules.pop(__name__)
    here = Path(__file__).parent
    sys.path[:] = [folder for folder in sys.path if Path(folder) != here]
    try:
        importlib.import_module(__name__)
    except ImportError as error:
        if error.name != __name__:
            raise
        sys.modules[__name__] = this


def _start(module: str, settings: dict[str, str]) -> None:
    try:
        start = importlib.import_module(module).start
    except ImportError as error:
        note = {"kind": "process", "python": sys.executable, "lacks": error.name}
        place = Path(settings.get("file") or Path(settings["folder"], "lacks"))
        with place.open("a", encoding="utf-8") as file:
            print(json.dumps(note), file=file)
    else:
        start(**settings)


_SETTINGS = {module: os.environ[name] for name, module in _MODULES.items() if name in os.environ}
for _module, _text in _SETTINGS.items():
    _start(_module, json.loads(_text))
if _SETTINGS:
    _import_the_hidden_one()
