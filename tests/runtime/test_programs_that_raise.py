"""Programs with the habits of older Kerases: what comes after code that raises is never reached."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
import tempfile
from functools import cache, reduce
from pathlib import Path

import pytest

from flake8_tfretrace import check, knowledge
from flake8_tfretrace.program.refusals import NEWER_PARAMETERS

HEAD = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K, layers
from tensorflow.keras.layers import *
from tensorflow.keras.models import Model, Sequential
from tensorflow.keras.optimizers import SGD, Adam, RMSprop
"""
LOOP = """
for _ in range({rounds}):
    model.predict(np.zeros([1, 4]), verbose=0)
"""
PROGRAMS = Path(__file__).with_name("habits_of_keras_2.txt").read_text("utf-8").split("\n\n")
"""Code that makes a model in each way that programs of the last years do, or did."""
NOT_FOLLOWED = (
    *("np.array([[1], [1, 2]])", "tf.split(", "axis=[1]"),
    *("Adam(**", "stateful=True", 'name="x y"'),
    *("Model([i, j]", "input_shape=(4)", "get_custom_objects"),
)
"""What tells the programs that raise, and are not known to."""
RUN = """\
import json, sys, contextlib, os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
raised = []
for text in json.load(sys.stdin):
    try:
        with contextlib.redirect_stdout(None):
            exec(compile(text, "program", "exec"), {"__name__": "__main__"})
        raised.append("")
    except Exception as error:
        raised.append(repr(error)[:200])
print(json.dumps(raised))
"""


@cache
def errors() -> dict[str, str]:
    """Return what each program raises when it runs; nothing for those that end."""
    texts = [HEAD + program + LOOP.format(rounds=1) for program in PROGRAMS]
    with tempfile.TemporaryDirectory() as folder:
        # Some save their models.
        done = subprocess.run(
            [sys.executable, "-c", RUN],
            input=json.dumps(texts),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            cwd=folder,
        )
    return dict(zip(PROGRAMS, json.loads(done.stdout)))


@pytest.mark.parametrize("program", PROGRAMS)
def test_nothing_is_said_of_what_is_never_reached(program: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    text = HEAD + program + LOOP.format(rounds=5000)
    found = [finding.code for finding in check(text, str(tmp_path / "program.py"))]
    error = errors()[program]
    is_known = not error or any(part in program for part in NOT_FOLLOWED)
    assert found == (["TFR601"] if is_known else []), error


def test_parameters_that_are_refused_are_none() -> None:
    import tensorflow as tf

    table = Path(knowledge.__file__).with_name("tensorflow.tsv").read_text("utf-8")
    names = {line.partition("\t")[0] for line in table.splitlines()}
    seen = 0
    for name in sorted(name for name in names if name.startswith("tensorflow.")):
        known = knowledge.function(name)
        if known is None or known.parameters is None or "__new__" in name:
            continue
        try:
            function = reduce(getattr, name.split(".")[1:], tf)
        except AttributeError:
            # Some are methods of instances only.
            continue
        taken = {*inspect.signature(function).parameters} - NEWER_PARAMETERS
        assert taken <= {parameter.name for parameter in known.parameters}, name
        seen += 1
    assert seen > 1000
