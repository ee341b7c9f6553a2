"""Functions that surely never run, and who may call a method."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_tfretrace import Settings, check

HEAD = """\
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
row = tf.ones([1, 3])
"""
LOOPS = """\
def show(rows):
    for x in open("a"):
        for y in open("b"):
            for z in open("c"):
                model.predict(row)
"""
CELL = "# %%NBQA-CELL-SEP4f2a91\n"
MAIN = 'if __name__ == "__main__":\n    '


def codes(path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    return [finding.code for finding in check(text, str(path))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("uses", "runs"),
    [
        ("", False),
        ("show([])\n", True),
        ("handlers = {'a': show}\n", True),
        ("globals()['sh' + 'ow']([])\n", True),
        ("getattr(main, 'show')([])\n", True),
        ("# show([])\n", False),
        ("print('to show/')\n", False),
        ("run = {'a': 'main:show'}\n", True),
        ("run('show([])')\n", True),
        ("def other():\n    show([])\n", False),
        ("def other():\n    show([])\nother()\n", True),
        ("def show_all():\n    show([])\n    show_all()\n", False),
        ("__all__ = ['main']\n", True),
        ("class Trainer:\n    def run(self):\n        show([])\n", False),
        ("class Trainer:\n    def __init__(self):\n        show([])\n", False),
        ("class Trainer:\n    def __init__(self):\n        show([])\nTrainer()\n", True),
        ("class Trainer(keras.Model):\n    def call(self, x):\n        show([])\n", False),
        ("class Net(keras.Model):\n    def call(self, x):\n        show([])\nNet()\n", True),
        ("class Trainer(Unknown):\n    def call(self, x):\n        show([])\n", True),
        ("@unknown\nclass Trainer:\n    def __call__(self, x):\n        show([])\n", True),
        ("@unknown\ndef command():\n    show([])\n", True),
        ("(lambda: show([]))()\n", True),
    ],
)
@pytest.mark.parametrize("kind", ["notebook", "script"])
def test_function_of_a_notebook_or_script(folder: Path, uses: str, runs: bool, kind: str) -> None:
    name, end = ("a_nbqa_ipynb.py", CELL) if kind == "notebook" else ("a.py", MAIN + "print()\n")
    assert codes(folder / name, HEAD + LOOPS + uses + end) == ["TFR601"] * runs


@pytest.mark.parametrize(
    "mark",
    ["# In[12]:\n", "# In[ ]:\n", "# COMMAND ----------\n", "# Databricks notebook source\n", CELL],
)
def test_notebooks_are_known_by_what_stands_between_their_cells(folder: Path, mark: str) -> None:
    assert codes(folder / "a.py", mark + HEAD + mark + LOOPS) == []
    assert codes(folder / "a.py", mark.replace("# ", "#  ") + HEAD + LOOPS) == ["TFR601"]


def test_a_module_that_calls_its_functions_is_a_script(folder: Path) -> None:
    assert codes(folder / "a.py", HEAD + LOOPS + "def main():\n    pass\nmain()\n") == []
    assert codes(folder / "a.py", HEAD + LOOPS + "def main():\n    pass\nprint()\n") == ["TFR601"]


def test_a_module_that_called_its_functions_is_a_script(folder: Path) -> None:
    assert codes(folder / "a.py", HEAD + LOOPS + "# show([])\n") == []
    assert codes(folder / "a.py", HEAD + LOOPS + "# sorted([])\n") == ["TFR601"]
    assert codes(folder / "a.py", HEAD + LOOPS + "# show(rows) predicts\n") == ["TFR601"]


@pytest.mark.parametrize(
    ("uses", "is_loaded"),
    [
        ("def show(rows):\n    pass\nshow([])\n", False),
        ("from a import show\n", True),
        ("from . import (\n    c,\n    a,\n)\na.show([])\n", True),
        ("import importlib\nimportlib.import_module('a').show([])\n", True),
        ("%run a.py\nshow([])\n", True),
        ("a = 1\nshow(a)\n", False),
    ],
)
def test_script_that_nothing_loads(folder: Path, uses: str, is_loaded: bool) -> None:
    """That another file uses the same name for its own functions says nothing."""
    (folder / "b.py").write_text(uses, encoding="utf-8")
    assert codes(folder / "a.py", HEAD + LOOPS + MAIN + "print()\n") == ["TFR601"] * is_loaded


def test_callers_that_never_run_repeat_nothing(folder: Path) -> None:
    text = HEAD + "def once():\n    model.predict(row)\n"
    text += LOOPS.replace("model.predict(row)", "once()") + MAIN + "once()\n    "
    assert codes(folder / "a.py", text + "# show([])\n") == []
    assert codes(folder / "a.py", text + "show([])\n") == ["TFR601"]


def test_module_is_for_others(folder: Path) -> None:
    assert codes(folder / "a.py", HEAD + LOOPS) == ["TFR601"]


def test_script_in_a_package_is_for_others(folder: Path) -> None:
    (folder / "__init__.py").touch()
    assert codes(folder / "a.py", HEAD + LOOPS + MAIN + "print()\n") == ["TFR601"]


def test_script_that_another_file_speaks_of(folder: Path) -> None:
    (folder / "b.py").write_text("import a\na.show([])\n", encoding="utf-8")
    assert codes(folder / "a.py", HEAD + LOOPS + MAIN + "print()\n") == ["TFR601"]


def test_magic_commands_that_nbqa_hides(folder: Path) -> None:
    """What they hold is read from the notebook; without it, anything may be called."""
    text = CELL + HEAD + 'hash("1a2b3c4d")\n' + LOOPS
    path = folder / "a1x_nbqa_ipynb.py"
    assert codes(path, text) == ["TFR601"]
    cells = '{{"cells": [{{"source": ["{}\\n", "def show(rows):\\n", "    pass"]}}]}}'
    (folder / "a.ipynb").write_text(cells.format("%matplotlib inline"), encoding="utf-8")
    assert codes(path, text) == []
    (folder / "a.ipynb").write_text(cells.format("%time show([])"), encoding="utf-8")
    assert codes(path, text) == ["TFR601"]


@pytest.mark.parametrize(
    ("uses", "runs"),
    [
        ("", True),
        ("shower = Shower()\n", True),
        ("shower = Shower()\nshower.name()\n", False),
        ("shower = unknown()\nshower.name()\n", True),
        ("shower = Shower()\nshower.name()\nshower.show([])\n", True),
        ("shower = Shower()\nshower.name()\n# shower.show([])\n", False),
    ],
)
def test_script_that_calls_methods_of_its_own_class(folder: Path, uses: str, runs: bool) -> None:
    methods = LOOPS.replace("(rows)", "(self, rows)") + "def name(self):\n    return 'a'\n"
    cls = "class Shower:\n" + "".join(f"    {line}\n" for line in methods.splitlines())
    assert codes(folder / "a.py", HEAD + cls + uses) == ["TFR601"] * runs


@pytest.mark.parametrize(
    ("other", "is_fitted"),
    [
        ("", False),
        ("def run(model, x):\n    model.fit(x)\n", True),
        ("def fit(x):\n    pass\n", True),
    ],
)
def test_compile_of_what_nothing_fits(folder: Path, other: str, is_fitted: bool) -> None:
    (folder / "b.py").write_text("import a\n" + other, encoding="utf-8")
    loop = "for n in range(99):\n    model.compile('sgd')\n    model(tf.ones([1, 1]))\n"
    assert codes(folder / "a.py", HEAD + loop) == ["TFR602"] * is_fitted
    found = check(HEAD + loop, str(folder / "a.py"), settings=Settings(confidence="likely"))
    assert [finding.code for finding in found] == ["TFR602"]


TRAINER = """\
class Train:
    def set_up(self):
        model.compile("sgd")
"""


SETUP = {
    "a program": {},
    "a program with an empty pyproject.toml": {"pyproject.toml": "[tool.black]\n"},
    "a library": {"setup.py": "from setuptools import setup\nsetup()\n"},
    "another library": {"pyproject.toml": '[project]\nname = "p"\n'},
    "a third library": {"setup.cfg": "[metadata]\nname = p\n"},
}
OTHERS = {
    "nothing": ("", True),
    "a method of the same name": (
        "class Other:\n    def set_up(self): pass\n    def run(self): self.set_up()\n",
        True,
    ),
    "a call of an unknown object": ("def run(trainer):\n    trainer.set_up()\n", False),
    "a call that runs once": (
        "from {module} import Train\ntrainer = Train()\ntrainer.set_up()\n",
        False,
    ),
}


@pytest.mark.parametrize("setup", SETUP)
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("file", ["a.py", "b.py"])
def test_users_of_a_library_call_what_its_project_does_not(
    tmp_path: Path, setup: str, other: str, file: str
) -> None:
    """That more than a few calls are likely needs users that are not to be seen."""
    (tmp_path / ".git").mkdir()
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    for name, text in SETUP[setup].items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    uses, is_free = OTHERS[other]
    uses = uses.format(module="package.a")
    (folder / "b.py").write_text(uses if file == "b.py" else "", encoding="utf-8")
    text = HEAD + TRAINER + (uses.partition("import Train\n")[2] or uses if file == "a.py" else "")
    path = folder / "a.py"
    path.write_text(text, encoding="utf-8")
    found = check(text, str(path), settings=Settings(confidence="likely"))
    is_likely = is_free and "library" in setup
    assert [finding.code for finding in found] == ["TFR602"] * is_likely


@pytest.mark.parametrize(("made", "runs"), [("Shows()", True), ("Other()", False)])
def test_a_callback_that_nothing_makes_runs_nothing(folder: Path, made: str, runs: bool) -> None:
    program = f"""\
import numpy as np
from tensorflow import keras

def shows(model, x):
    for row in x:
        print(model.predict(row[None]))

class Shows(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        shows(self.model, np.ones([500, 3]))

class Other(keras.callbacks.Callback):
    pass

def main():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(np.ones([50, 3]), np.ones([50]), callbacks=[{made}])

main()
"""
    assert codes(folder / "train.py", program) == ["TFR601"] * runs
