"""Starts the journal of a Python process; see :mod:`tfretrace.journal`.

Python imports the module ``sitecustomize`` by itself as it starts. With this folder first on
``PYTHONPATH``, every Python process of a command does so with this file.
"""

import importlib
import json
import os
import sys
from pathlib import Path

_SETTINGS = os.environ.get("TFRETRACE_JOURNAL")


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


if _SETTINGS is not None:
    settings = json.loads(_SETTINGS)
    try:
        from tfretrace.journal import start
    except ImportError as error:
        with Path(settings["file"]).open("a", encoding="utf-8") as file:
            note = {"kind": "process", "python": sys.executable, "lacks": error.name}
            print(json.dumps(note), file=file)
    else:
        start(**settings)
    _import_the_hidden_one()
