"""Call sites of functions that another module of the project traces."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flake8_tfretrace import Finding, Settings, check
from flake8_tfretrace.catalog import ALL_CODES, DEFAULT_CODES

EXAMPLE = Path(__file__).parent / "project"

STEPS = """\
import tensorflow as tf


@tf.function
def step(x, n):
    return x * n


class Trainer:
    def __init__(self):
        self.step = tf.function(self._step)

    def _step(self, x, n):
        return x + n
"""
LOOP = "for i in range(9):\n    "


def lint(path: Path, text: str | None = None) -> list[str]:
    """Write ``text``, if given, and return ``line: code`` of what is reported by default."""
    if text is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = check(path.read_text(encoding="utf-8"), str(path))
    return [f"{finding.line}: {finding.code}" for finding in found]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with ``steps.py``, whose path has nothing that makes a file test code."""
    (tmp_path / "work").mkdir()
    (tmp_path / "work/steps.py").write_text(STEPS, encoding="utf-8")
    return tmp_path / "work"


# how lines end


AGENT = """\
from tensorflow import keras

class Agent:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(3)])

    def choose(self, state):
        return self.model.predict(state.reshape(1, 4))
"""
PLAY = """\
import numpy as np
from agent import Agent

agent = Agent()
for game in range(1000):
    for turn in range(1000):
        agent.choose(np.ones(4))
"""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("as_read", [False, True], ids=["as written", "as flake8 reads it"])
def test_how_lines_end_is_no_matter(folder: Path, end: str, as_read: bool) -> None:
    for name, text in {"agent": AGENT, "play": PLAY}.items():
        (folder / f"{name}.py").write_bytes(text.replace("\n", end).encode())
    (folder / "steps.py").write_bytes(STEPS.replace("\n", end).encode())
    (folder / "setup.py").touch()
    text = AGENT if as_read else AGENT.replace("\n", end)
    assert [f.code for f in check(text, str(folder / "agent.py"))] == ["TFR601"]
    text = f"from steps import step\n{LOOP}step(1.0, i)\n"
    (folder / "train.py").write_bytes(text.replace("\n", end).encode())
    text = text if as_read else text.replace("\n", end)
    assert [f.code for f in check(text, str(folder / "train.py"))] == ["TFR101"]


# the example


def findings(name: str) -> set[tuple[str, str | None, str]]:
    """Return (code, traced function, reported expression) for a module of the example."""
    path = EXAMPLE / f"{name}.py"
    source = path.read_text(encoding="utf-8")
    return {_key(source, finding) for finding in check(source, str(path), codes=ALL_CODES)}


def _key(source: str, finding: Finding) -> tuple[str, str | None, str]:
    assert finding.node is not None
    text = ast.get_source_segment(source, finding.node) or ""
    if finding.code == "TFR201":
        # At the decorator, or at a call where the decorator is in another file.
        text = ""
    return finding.code, finding.function, text.replace("traced.", "").replace("total_of", "summed")


def test_three_modules_are_as_good_as_one() -> None:
    parts = findings("models") | findings("steps") | findings("train")
    assert parts == findings("single")
    default = {code for code, *_ in findings("train")} & DEFAULT_CODES
    expected = ["TFR101", "TFR103", "TFR104", "TFR105", "TFR106", "TFR107", "TFR201", "TFR601"]
    assert sorted(default) == expected


def test_modules_with_the_definitions_report_nothing_by_default() -> None:
    assert lint(EXAMPLE / "models.py") == lint(EXAMPLE / "steps.py") == []


# ways to import


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("from steps import step", "step(0, i)"),
        ("from steps import step as train", "train(0, i)"),
        ("from steps import *", "step(0, i)"),
        ("from steps import (  # all\n    Trainer,\n    step,\n)", "step(0, i)"),
        ("from steps import \\\n    step", "step(0, i)"),
        ("import steps", "steps.step(0, i)"),
        ("import steps as s", "s.step(0, i)"),
        ("import steps\nrun = steps.step", "run(0, i)"),
        ("from steps import Trainer\nt = Trainer()", "t.step(0, i)"),
        ("import steps\nt = steps.Trainer()", "t.step(0, i)"),
        ("import steps\nclass T(steps.Trainer): pass\nt = T()", "t.step(0, i)"),
        ("try:\n    from steps import step\nexcept ImportError:\n    raise", "step(0, i)"),
        ("def main(x):\n  from steps import step\n  for i in range(9):\n", "    step(x, i)\n#"),
    ],
)
def test_imports(folder: Path, head: str, call: str) -> None:
    """The importing file need not say ``tensorflow`` at all."""
    text = f"{head}\n{LOOP}{call}\n"
    if head.startswith("def"):
        text = f"{head}{call}\n"
    line = text[: text.index(", i)")].count("\n") + 1
    assert lint(folder / "train.py", text) == [f"{line}: TFR101"]


@pytest.mark.parametrize(
    ("path", "head"),
    [
        ("pkg/train.py", "from .steps import step"),
        ("pkg/train.py", "from . import steps\nstep = steps.step"),
        ("pkg/train.py", "from pkg.steps import step"),
        ("pkg/train.py", "import pkg.steps\nstep = pkg.steps.step"),
        ("pkg/train.py", "from pkg import step"),
        ("pkg/train.py", "from . import step"),
        ("pkg/sub/train.py", "from ..steps import step"),
        ("pkg/sub/train.py", "from pkg.api import step"),
        ("examples/train.py", "from pkg import step"),
        ("examples/train.py", "from spaced.steps import step"),
        ("examples/train.py", "from ns.inner.steps import step"),
        ("examples/train.py", "from ns.inner import steps\nstep = steps.step"),
    ],
)
def test_layouts(tmp_path: Path, path: str, head: str) -> None:
    root = tmp_path / "work"
    for name, text in {
        "pyproject.toml": "",
        "pkg/__init__.py": "from .steps import (\n    step,\n)\n",
        "pkg/sub/__init__.py": "",
        "pkg/api.py": "from pkg.steps import *\n",
        "pkg/steps.py": STEPS,
        "src/spaced/__init__.py": "",
        "src/spaced/steps.py": STEPS,
        "ns/inner/steps.py": STEPS,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    text = f"{head}\n{LOOP}step(0, i)\n"
    assert lint(root / path, text) == [f"{text.count(chr(10))}: TFR101"]


def test_class_hierarchy_over_three_files(folder: Path) -> None:
    (folder / "base.py").write_text("from steps import Trainer\nclass Base(Trainer): ...\n")
    text = "from base import Base\n\n\nclass Mine(Base):\n    def run(self, x):\n"
    text += "        for i in range(9):\n            self.step(x, i)\n"
    assert lint(folder / "train.py", text) == ["7: TFR101"]


def test_trainer_as_argument(folder: Path) -> None:
    text = "from steps import Trainer, tf\ndef run(trainer, x):\n    for i in range(9):\n"
    text += "        trainer.step(x, i)\nrun(Trainer(), tf.ones(3))\n"
    assert lint(folder / "train.py", text) == ["4: TFR101"]


def test_constructor_of_another_module(folder: Path) -> None:
    (folder / "make.py").write_text("from steps import Trainer\ntrainer = Trainer()\n")
    text = f"from make import trainer\n{LOOP}trainer.step(0, i)\n"
    assert lint(folder / "train.py", text) == ["3: TFR101"]


def test_what_is_called_is_not_none(folder: Path) -> None:
    head = "try:\n    from steps import step\nexcept ImportError:\n    step = None\n"
    assert lint(folder / "train.py", f"{head}{LOOP}step(0, i)\n") == ["6: TFR101"]


@pytest.mark.parametrize(
    ("texts", "is_found"),
    [
        (("import tensorflow as tf\n", "import os\n"), True),
        (("import os\n", "import tensorflow as tf\n"), True),
        (("import tensorflow as tf\n", "tf = 1\n"), False),
        (("import tensorflow as tf\n", "from os import *\n"), False),
    ],
)
def test_one_of_two_star_imports_brings_tensorflow(
    folder: Path, texts: tuple[str, str], is_found: bool
) -> None:
    for name, text in zip(("one", "other"), texts):
        (folder / f"{name}.py").write_text(text)
    program = "from one import *\nfrom other import *\n@tf.function\ndef f(x): return x\n"
    program += "for i in range(9):\n    f(i)\n"
    assert lint(folder / "train.py", program) == (["6: TFR101"] if is_found else [])


# what must not be reported


@pytest.mark.parametrize(
    "head",
    [
        "from steps import step\nstep = print",
        "from steps import step\ndef step(x, n): ...",
        "from steps import step\nif x:\n    step = print",
        "import steps\nsteps.step = print\nstep = steps.step",
        "from missing import step",
        "from .missing import step",
        "from ....... import step",
        "from ...................................... import step",
        "from steps import absent as step",
        "from steps.inner import step",
        "from broken import step",
        "from binary import step",
        "from stub import step",
        "from typed import step",
        "from numpy import step",
        "def f():\n    from steps import step",
        "'''\nfrom steps import step\n'''",
    ],
)
def test_traps(folder: Path, head: str) -> None:
    (folder / "broken.py").write_text(f"{STEPS}def f(:\n")
    (folder / "binary.py").write_bytes(b"# coding: utf-8\n\xff\xfe" + STEPS.encode())
    (folder / "stub.pyi").write_text(STEPS)
    (folder / "numpy.py").write_text(STEPS)
    (folder / "typed.py").mkdir()
    assert lint(folder / "train.py", f"{head}\n{LOOP}step(0, i)\n") == []


def test_cycles(folder: Path) -> None:
    (folder / "one.py").write_text("from two import step\nfrom train import *\n")
    (folder / "two.py").write_text("from one import step, other\nimport steps\n")
    (folder / "three.py").write_text("from four import *\nfrom train import step\n")
    (folder / "four.py").write_text("import three, train\nfrom steps import step\n")
    text = f"from {{}} import step\n{LOOP}step(0, i)\n"
    assert lint(folder / "train.py", text.format("one")) == []
    assert lint(folder / "train.py", text.format("two")) == []
    assert lint(folder / "train.py", text.format("four")) == ["3: TFR101"]


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("import scoring", "scoring.score(0)"),
        ("import scoring as s", "s.score(0)"),
        ("from scoring import score", "score(0)"),
        ("from scoring import score as s", "s(0)"),
    ],
)
def test_module_that_calls_a_maker(folder: Path, head: str, call: str) -> None:
    (folder / "setup.py").touch()
    text = "import tensorflow as tf\n\n\ndef score(x):\n    return tf.function(tf.sin)(x)\n"
    (folder / "search.py").write_text(f"{head}\n{LOOP}{call}\n")
    assert lint(folder / "scoring.py", text) == ["5: TFR502"]
    (folder / "search.py").write_text(f"{head}\n{call}\n")
    assert lint(folder / "scoring.py", text) == []


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        ("swept(area, x, (1, 2, 3, 5))\nswept(length, x, (1, 2, 3, 5))\n", ["14: TFR101"]),
        ("swept(area, x, (1, 2))\nswept(area, x, (2, 1))\n", []),
        ("swept(name, x, (1, 2, 3, 5))\nswept(name, x, (1, 2, 3, 5))\n", []),
    ],
    ids=["traced, with many numbers", "with two numbers", "not traced"],
)
def test_module_that_hands_traced_functions_to_a_helper(
    folder: Path, calls: str, found: list[str]
) -> None:
    (folder / "setup.py").touch()
    measure = "\n\n@tf.function\ndef {}(x, scale):\n    return x * scale\n"
    text = "import tensorflow as tf\n" + measure.format("area") + measure.format("length")
    text += "\ndef swept(measure, x, scales):\n"
    text += "    return [measure(x, scale) for scale in scales]\n"
    imports = "import tensorflow as tf\nfrom measures import area, length, swept\n"
    (folder / "report.py").write_text(f"{imports}def name(x, n): pass\nx = tf.ones([3])\n{calls}")
    assert lint(folder / "measures.py", text) == found


def test_module_that_imports_the_file(folder: Path) -> None:
    (folder / "steps.py").write_text(f"from train import rate\n{STEPS}")
    text = f"from steps import step\nrate = 1\n{LOOP}step(0, i)\n"
    assert lint(folder / "train.py", text) == ["4: TFR101"]


def test_signature_and_graph(folder: Path) -> None:
    pinned = "@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([], tf.int32)])"
    (folder / "steps.py").write_text(STEPS.replace("@tf.function", pinned))
    assert lint(folder / "train.py", f"from steps import step\n{LOOP}step(0, i)\n") == []
    (folder / "steps.py").write_text(STEPS)
    text = "import tensorflow as tf\nfrom steps import step\n\n\n@tf.function\ndef outer(x):\n"
    text += "    for i in range(9):\n        x = step(x, i)\n    return x\n"
    assert lint(folder / "train.py", text) == []


def test_calls_in_other_files_do_not_count(folder: Path) -> None:
    calls = "step(0, 1)\nstep(0, 2)\n"
    (folder / "steps.py").write_text(STEPS + calls)
    assert lint(folder / "train.py", "from steps import step\nstep(0, 3)\nstep(0, 4)\n") == []


def test_library_is_not_read(tmp_path: Path) -> None:
    """Of what is installed, a package sees its own modules only."""
    site = tmp_path / "site-packages"
    for path, text in {"other/__init__": STEPS, "own/__init__": "", "own/steps": STEPS}.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / f"{path}.py").write_text(text, encoding="utf-8")
    text = "from {} import step\n" + LOOP + "step(0, i)\n"
    assert lint(site / "own/train.py", text.format("other")) == []
    assert lint(site / "own/train.py", text.format("own.steps")) == ["3: TFR101"]


def test_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    text = f"from steps import step\n{LOOP}step(0, i)\n"
    for name in ("-", "stdin", "<unknown>", "absent.py"):
        assert check(text, name) == []
    (folder / "train.py").write_text("")
    assert [finding.line for finding in check(text, "train.py")] == [3]


def test_changed_module_is_read_again(folder: Path) -> None:
    text = f"from steps import step\n{LOOP}step(0, i)\n"
    assert lint(folder / "train.py", text) == ["3: TFR101"]
    (folder / "steps.py").write_text(STEPS.replace("@tf.function\n", ""))
    os.utime(folder / "steps.py", ns=(1, 1))
    assert lint(folder / "train.py") == []


@pytest.mark.parametrize(("own", "found"), [("", ["5: TFR601"]), ("predict", [])])
def test_predict_of_an_imported_model(folder: Path, own: str, found: list[str]) -> None:
    method = f"    def {own or 'call'}(self, x): return x\n"
    (folder / "models.py").write_text(
        f"import steps\nimport tensorflow as tf\nclass Net(tf.keras.Model):\n{method}"
    )
    text = "import tensorflow as tf\nfrom models import Net\nnet = Net()\n"
    text += "for row in tf.ones([999, 1, 3]):\n    net.predict(row)\n"
    assert lint(folder / "train.py", text) == found


NET = "import tensorflow as tf\nclass C(tf.keras.Model): pass\n"
PREDICTING = """\
import tensorflow as tf
net = NET()
for row in tf.ones([999, 1, 3]):
    net.predict(row)
"""


@pytest.mark.parametrize(
    "texts",
    [
        {"a": "from b import B", "b": "from c import C\nclass B(C): pass"},
        {"a": "from b import *", "b": "from c import *\nclass B(C): pass"},
        {"a": "from b import B", "b": "import c as d\nBase = d.C\nclass B(Base): pass"},
        {"a": "from b import B", "b": "from c import C as Base\nclass B(Base): pass"},
        {"a": "from b import B", "b": "from d import D\nclass B(D): pass", "d": "from c import C\nclass D(C): pass"},  # noqa: E501
        {"a": "from p import B", "p/__init__": "from .b import B", "p/b": "from .q import C\nclass B(C): pass",  # noqa: E501
         "p/q/__init__": "from .c import C", "p/q/c": NET},
        {"a": "from b import make as B", "b": "from c import C\ndef make(): return C()"},
        {"a": "from b import B", "b": "from d import Base\nclass B(Base): pass", "d": "import tensorflow as tf\nBase = tf.keras.Model  # of TensorFlow"},  # noqa: E501
        {"a": "from b import B", "b": "from d import keras\nclass B(keras.Model): pass", "d": "from e import tf\nkeras = tf.keras", "e": "import tensorflow as tf"},  # noqa: E501
        {"a": "from b import B", "b": "from d import keras\nclass B(keras.Model): pass", "d": "try:\n    from tensorflow import keras\nexcept ImportError:\n    import keras"},  # noqa: E501
        {"a": "from b import B", "b": "from c import C\nfrom typing import Generic, TypeVar\nT = TypeVar('T')\nclass D(C, Generic[T]): pass\nclass B(D[int]): pass"},  # noqa: E501
    ],
)  # fmt: skip
def test_bases_in_further_modules(folder: Path, texts: dict[str, str]) -> None:
    for name, text in {"c": NET, **texts}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.py").write_text(f"{text}\n")
    program = f"{texts['a']}\n{PREDICTING}".replace("NET", "B")
    assert lint(folder / "a.py", program) == ["5: TFR601"]


@pytest.mark.parametrize(
    "other",
    [
        "from d import C",
        "C = object",
        "from c import C\nC = wrap(C)",
        "from c import C\nclass C(C, D): pass",
    ],
)  # fmt: skip
def test_bases_that_nobody_knows(folder: Path, other: str) -> None:
    (folder / "c.py").write_text(NET)
    (folder / "b.py").write_text(f"{other}\nclass B(C): pass\n")
    program = f"from b import B\n{PREDICTING}".replace("NET", "B")
    assert lint(folder / "a.py", program) == []


# through flake8 and the fixer


COUNTED = """

class Counted:
    def __init__(self):
        self.count = 0

    def advance(self):
        self.count += 1
"""


def test_attribute_that_another_module_updates(folder: Path) -> None:
    """The message names the file of the update; one that never changes is no finding."""
    (folder / "steps.py").write_text(STEPS + COUNTED, encoding="utf-8")
    text = (
        "import tensorflow as tf\nfrom steps import Counted, step\ncounted = Counted()\n"
        "while True:\n    counted.advance()\n    step(tf.ones([3]), counted.count)\n"
    )
    (folder / "train.py").write_text(text, encoding="utf-8")
    (found,) = check(text, str(folder / "train.py"))
    line = (STEPS + COUNTED).splitlines().index("        self.count += 1") + 1
    assert f"'counted.count' is a Python int that is updated at steps.py:{line}" in found.message
    (folder / "steps.py").write_text(
        STEPS + COUNTED.replace("self.count += 1", "self.other += 1"), encoding="utf-8"
    )
    assert check(text, str(folder / "train.py")) == []


def test_signature_finding_is_at_the_call(folder: Path) -> None:
    text = "import tensorflow as tf\nfrom steps import step\n"
    text += "step(tf.ones([2]), 1)\nstep(tf.ones([3]), 1){}\nstep(tf.ones([4]), 1)\n"
    (folder / "train.py").write_text(text.format(""))
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=TFR201,TFR1", "train.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stdout == (
        "train.py:4:1: TFR201 'x' is [2] and [3], ... (lines 3, 4, 5): step (steps.py:4) "
        "retraces for every shape; set input_signature or reduce_retracing\n"
    )
    (folder / "train.py").write_text(text.format("  # noqa: TFR201"))
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("other", "is_reported"),
    [
        ("tf.config.run_functions_eagerly(False)\n", False),
        ("tf.config.run_functions_eagerly(\n    False)\n", False),
        ("tf.config.run_functions_eagerly(True)\n", True),
        ("print('run_functions_eagerly', False)\n", True),
        ("def loss(y, z): return tf.abs(y - z).numpy()\n", False),
        ("", True),
    ],
)
@pytest.mark.parametrize("imports", ["import train\n", "importlib.import_module('train')\n"])
def test_another_module_switches_tf_function_on_or_needs_it_off(
    folder: Path, other: str, is_reported: bool, imports: str
) -> None:
    (folder / "pyproject.toml").touch()
    (folder / "main.py").write_text(f"import importlib\nimport tensorflow as tf\n{imports}{other}")
    if imports.startswith("importlib"):
        # That it runs with the module is not known.
        is_reported = True
    text = "import tensorflow as tf\ntf.config.run_functions_eagerly(True)\n"
    text += "@tf.function\ndef step(x): return x\n"
    assert lint(folder / "train.py", text) == (["2: TFR505"] if is_reported else [])


@pytest.mark.parametrize(
    ("code", "is_reported"),
    [
        ("@tf.function\ndef step(x): return tf.abs(x)\n", True),
        ("@tf.function\ndef step(x): return train(x)\n", False),
        ("@tf.function\ndef step(x): return Net()(x)\n", False),
        ("model = Net()\nmodel.fit(x, y)\n", False),
        ("model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel.fit(x, y)\n", True),
        ("train(tf.ones(3))\n", False),
    ],
)
def test_a_switch_is_judged_where_all_that_it_keeps_from_being_traced_is_in_view(
    folder: Path, code: str, is_reported: bool
) -> None:
    (folder / "pyproject.toml").touch()
    (folder / "net.py").write_text(
        "import tensorflow as tf\nclass Net(tf.keras.Model):\n    def call(self, x): return x\n"
        "@tf.function\ndef train(x): return x\n"
    )
    text = "import tensorflow as tf\nfrom net import *\ntf.config.run_functions_eagerly(True)\n"
    assert lint(folder / "train.py", text + code) == (["3: TFR505"] if is_reported else [])


@pytest.mark.parametrize(("name", "is_reported"), [("hidden", False), ("other", True)])
def test_a_value_is_asked_for_that_a_layer_keeps(
    folder: Path, name: str, is_reported: bool
) -> None:
    (folder / "pyproject.toml").touch()
    reads = f"import train\ndef shown(model):\n    return model.{name}.numpy()\n"
    (folder / "main.py").write_text(reads)
    text = "import tensorflow as tf\ntf.config.run_functions_eagerly(True)\n"
    text += "class Net(tf.keras.Model):\n    def call(self, x):\n        self.hidden = tf.abs(x)\n"
    text += "        return self.hidden\nNet().predict(x)\n"
    (folder / "train.py").write_text(text)
    likely = check(text, str(folder / "train.py"), settings=Settings(confidence="likely"))
    assert [f.code for f in likely] == (["TFR505"] if is_reported else [])


def test_what_a_dataset_maps_is_judged_with_other_modules(folder: Path) -> None:
    (folder / "models.py").write_text(
        "import tensorflow as tf\nclass Net(tf.keras.Model):\n    def call(self, x): return x\n"
    )
    text = "import numpy as np\nimport tensorflow as tf\nfrom models import Net\n"
    text += "def noisy(x):\n    return x + np.random.rand()\n"
    text += "data = tf.data.Dataset.range(9).map(noisy)\nNet()(next(iter(data)))\n"
    assert lint(folder / "train.py", text) == ["5: TFR404"]


@pytest.mark.parametrize(
    ("value", "found"), [("True", []), ("False", ["4: TFR406"]), ("flag", ["4: TFR406"])]
)
def test_what_raises_in_a_graph_runs_eagerly(folder: Path, value: str, found: list[str]) -> None:
    """The program that imports the module, by way of another, switches tf.function off."""
    (folder / "pyproject.toml").touch()
    (folder / "agents.py").write_text("import network\n")
    switch = f"import tensorflow as tf\nimport agents\ntf.config.run_functions_eagerly({value})\n"
    (folder / "main.py").write_text(switch)
    text = "import tensorflow as tf\n@tf.function\ndef step(x):\n    return tf.add(x, x).numpy()\n"
    assert lint(folder / "network.py", text) == found
    (folder / "main.py").unlink()
    (folder / "switch.py").write_text(switch.replace("import agents\n", ""))
    assert lint(folder / "network.py", "import switch\n" + text) == [
        line.replace("4:", "5:") for line in found
    ]


@pytest.mark.parametrize(
    ("other", "found"),
    [("from steps import scale\n", ["5: TFR406"]), ("import steps\n", []), (None, ["5: TFR406"])],
)
def test_what_raises_in_a_graph_that_the_project_never_runs(
    folder: Path, other: str | None, found: list[str]
) -> None:
    (folder / "steps.py").unlink()
    if other is not None:
        (folder / ".git").mkdir()
        (folder / "train.py").write_text(other, encoding="utf-8")
    text = "import tensorflow as tf\n\n@tf.function\ndef scale(x):\n    return tf.abs(x).numpy()\n"
    assert lint(folder / "scale.py", text) == found


@pytest.mark.parametrize(
    ("required", "codes"),
    [(None, []), ("numpy", []), ("tensorflow", ["TFR203"]), ("tensorflow>=2.2", [])],
)
def test_an_old_option_and_the_versions_that_are_required(
    tmp_path: Path, required: str | None, codes: list[str]
) -> None:
    program = (
        "import tensorflow as tf\n@tf.function(experimental_compile=True)\ndef f(x): return x\n"
    )
    if required is not None:
        (tmp_path / "requirements.txt").write_text(required, encoding="utf-8")
    found = check(program, str(tmp_path / "a.py"), settings=Settings(confidence="likely"))
    assert [finding.code for finding in found] == codes


@pytest.mark.parametrize(("rebound", "is_likely"), [("model", False), ("other", True)])
def test_numbers_whose_traces_read_new_globals(rebound: str, is_likely: bool) -> None:
    program = "import tensorflow as tf\n@tf.function\ndef step(x, n):\n    return n * model(x)\n"
    program += "other = model = load(0)\n"
    for n in range(1, 4):
        program += f"step(tf.ones(3), {n})\n{rebound} = load({n})\n"
    found = check(program, settings=Settings(confidence="likely"), codes={"TFR101"})
    assert len(found) == is_likely


@pytest.mark.parametrize(("called", "is_reported"), [("self.rates.next()", True), ("1", False)])
def test_a_counter_elsewhere_is_updated_once_per_trace(
    folder: Path, called: str, is_reported: bool
) -> None:
    (folder / "pyproject.toml").touch()
    (folder / "train.py").write_text(
        f"""\
import tensorflow as tf
from rates import Rates
class Trainer:
    def __init__(self):
        self.rates = Rates()
        self.strategy = tf.distribute.MirroredStrategy()
    def step(self, x):
        return x * {called}
    @tf.function
    def run(self, x):
        return self.strategy.run(self.step, args=(x,))
    def eager(self):
        return self.rates.next()
"""
    )
    text = """\
import tensorflow as tf
class Rates:
    def __init__(self):
        self.count = 0
    def next(self):
        self.count += 1
        return tf.pow(0.5, self.count)
"""
    assert lint(folder / "rates.py", text) == (["6: TFR403"] if is_reported else [])


GONE = "import tensorflow as tf\nflags = tf.flags.FLAGS\n"


@pytest.mark.parametrize(
    ("others", "is_told"),
    [
        ({}, True),
        ({"train.py": "import net\nnet.show()\n"}, True),
        ({"train.py": "import tensorflow as tf\nimport net\nf = tf.compat.v1.Session\n"}, True),
        ({"train.py": f"import net\n{GONE}"}, False),
        ({"train.py": f"import net\n{GONE}", "new.py": "import net\nnet.show()\n"}, True),
        ({"solver.py": "import net\n", "main.py": f"import solver\n{GONE}"}, False),
        ({"solver.py": "import net\n", "main.py": GONE}, True),
    ],
)
def test_what_only_programs_for_tensorflow_1_use(
    tmp_path: Path, others: dict[str, str], is_told: bool
) -> None:
    (tmp_path / ".git").mkdir()
    text = (
        "import numpy as np\nfrom tensorflow import keras\n"
        "def show():\n    model = keras.models.load_model('a.keras')\n"
        "    for _ in range(999):\n        model.predict(np.ones([1, 3]))\n"
    )
    for name, code in {**others, "net.py": text}.items():
        (tmp_path / name).write_text(code, encoding="utf-8")
    found = check(text, str(tmp_path / "net.py"), settings=Settings(confidence="likely"))
    assert bool(found) is is_told


@pytest.mark.parametrize(
    ("other", "is_told"),
    [
        (None, True),
        ("", False),
        ("from net import Net\n", False),
        ("from net import Net\nprint(Net().pooled)\n", True),
        ("from net import Net\nprint(getattr(Net(), 'pooled'))\n", True),
    ],
)
def test_a_tensor_that_a_traced_method_keeps_for_nobody(
    tmp_path: Path, other: str | None, is_told: bool
) -> None:
    text = (
        "import tensorflow as tf\nclass Net(tf.Module):\n    @tf.function\n"
        "    def __call__(self, x):\n        self.pooled = tf.abs(x)\n        return x\n"
    )
    assert bool(likely_in(tmp_path, text, other, "TFR403")) is is_told


@pytest.mark.parametrize(
    ("own", "other", "is_told"),
    [
        ("", None, True),
        ("", "", False),
        ("", "from net import Net\nNet()._signature()\n", True),
        ("    def save(self):\n        return self._signature\n", "", True),
    ],
)
def test_a_property_that_nobody_reads_is_there_for_a_library(
    tmp_path: Path, own: str, other: str | None, is_told: bool
) -> None:
    text = (
        "import tensorflow as tf\nclass Net(tf.Module):\n    @property\n"
        "    def _signature(self):\n        @tf.function\n        def serve(x):\n"
        "            return self(x)\n        return serve\n" + own
    )
    assert bool(likely_in(tmp_path, text, other, "TFR502")) is is_told


def likely_in(folder: Path, text: str, other: str | None, code: str) -> list[Finding]:
    """Return the findings in a file of its own, or in a project beside a file that holds others."""
    path = folder / "net.py"
    path.write_text(text, encoding="utf-8")
    if other is not None:
        (folder / ".git").mkdir()
        (folder / "other.py").write_text(other, encoding="utf-8")
    return check(text, str(path), settings=Settings(confidence="likely"), codes={code})


@pytest.mark.parametrize(("games", "found"), [("1", []), ("1000", ["10: TFR601"])])
def test_another_module_says_how_often_a_helper_predicts(
    folder: Path, games: str, found: list[str]
) -> None:
    (folder / "pyproject.toml").touch()
    call = f"play_all(games={games}, moves=10)"
    (folder / "main.py").write_text(f"from play import play_all\n{call}\n", encoding="utf-8")
    text = "import numpy as np\nfrom tensorflow import keras\n\n"
    text += "model = keras.Sequential([keras.layers.Dense(9)])\n\n\n"
    text += "def choose(board):\n    # One board.\n    assert board.shape == (1, 9)\n"
    text += "    return model.predict(board)\n\n\n"
    text += "def play_all(games=100, moves=60):\n    for _ in range(games):\n"
    text += "        for _ in range(moves):\n            choose(np.zeros((1, 9)))\n"
    assert lint(folder / "play.py", text) == found
