"""What modules of a project say about each other: callers in other files, and helpers in them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from flake8_tfretrace import Finding, check
from flake8_tfretrace.modules import Module, is_mentioned, is_set_elsewhere, reading

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return what writes modules of a project, all before any of them is looked at."""

    def written(**texts: str) -> Path:
        root = tmp_path / "work"
        for name, text in {"pyproject.toml": "", **texts}.items():
            path = root / (name if "." in name else f"{name.replace('__', '/')}.py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return root

    return written


def found(path: Path) -> list[Finding]:
    return check(path.read_text(encoding="utf-8"), str(path))


def codes(path: Path) -> list[str]:
    return [f"{finding.line}: {finding.code}" for finding in found(path)]


STEPS = """\
import tensorflow as tf


@tf.function
def power(x, n):
    y = x
    for _ in range(n):
        y = y * x
    return y


@tf.function
def step(x, n):
    return x * n


def helper(x, n):
    return step(x, n)
"""
LOOP = """\
import tensorflow as tf
from steps import {0}
for i in range(9):
    {0}(tf.ones([3]), i)
"""
ONCE = "import tensorflow as tf\nfrom steps import {0}\n{0}(tf.ones([3]), 4)\n"


@pytest.mark.parametrize(("name", "expected"), [("power", "7: TFR301"), ("helper", "18: TFR101")])
def test_callers_in_another_file(write: Write, name: str, expected: str) -> None:
    """The witness names the line of the call, or of the loop around it."""
    root = write(steps=STEPS, train=LOOP.format(name))
    assert codes(root / "steps.py") == [expected]
    (finding,) = found(root / "steps.py")
    assert (str(root / "train.py"), 3) in [(s.path, s.line) for s in finding.witness.steps]


@pytest.mark.parametrize("name", ["power", "helper"])
def test_one_call_elsewhere_shows_nothing(write: Write, name: str) -> None:
    assert codes(write(steps=STEPS, train=ONCE.format(name)) / "steps.py") == []


@pytest.mark.parametrize("name", ["test_train", "train_test"])
def test_tests_are_no_callers(write: Write, name: str) -> None:
    assert codes(write(steps=STEPS, **{f"{name}.py": LOOP.format("helper")}) / "steps.py") == []


@pytest.mark.parametrize(
    "head",
    [
        "from steps import helper as run",
        "from pkg import helper as run",
        "from pkg import passed as run",
        "from pkg.inner import helper as run",
    ],
)
def test_ways_to_import(write: Write, head: str) -> None:
    root = write(
        steps=STEPS,
        **{
            "pkg/__init__.py": "from steps import helper\nfrom steps import helper as passed\n",
            "pkg/inner.py": "from steps import *\n",
        },
        train=f"import tensorflow as tf\n{head}\nfor i in range(9):\n    run(tf.ones([3]), i)\n",
    )
    assert codes(root / "steps.py") == ["18: TFR101"]


def test_too_many_callers_are_unknown(write: Write) -> None:
    """No finding rests on some of them only."""
    many = {f"train{number}": LOOP.format("helper") for number in range(9)}
    assert codes(write(steps=STEPS, **many) / "steps.py") == []


def test_helper_runs_in_the_graph_of_another_file(write: Write) -> None:
    helpers = "import numpy as np\nimport tensorflow as tf\n\n\ndef noisy(x):\n"
    helpers += "    return tf.add(x, np.random.rand())\n"
    train = "import tensorflow as tf\nfrom helpers import noisy\n\n\n{}def run(x):\n"
    train += "    return noisy(x)\n"
    root = write(helpers=helpers, train=train.format("@tf.function\n"))
    assert codes(root / "helpers.py") == ["6: TFR404"]


def test_unsaved_text_wins(write: Write) -> None:
    """Of the caller as an editor shows it, whatever is on the disk."""
    root = write(steps=STEPS, train=ONCE.format("helper"))
    with reading({str(root.resolve() / "train.py"): LOOP.format("helper")}):
        assert codes(root / "steps.py") == ["18: TFR101"]
    assert codes(root / "steps.py") == []


def test_schedule_of_another_module(write: Write) -> None:
    """The value of an argument comes from a helper elsewhere; what that imports is unknown."""
    train = "import tensorflow as tf\nfrom rates import {}\n\n\n@tf.function\ndef step(x, r):\n"
    train += "    return x * r\n\n\nfor i in range(9):\n    step(tf.ones([3]), {}(i))\n"
    root = write(
        rates="def rate(i):\n    return i * 0.5\n\n\ndef fixed(i):\n    return 0.5\n",
        train=train.format("rate", "rate"),
        other=train.format("fixed", "fixed"),
    )
    assert codes(root / "train.py") == ["11: TFR101"]
    assert codes(root / "other.py") == []


def test_schedule_and_step_of_other_modules(write: Write) -> None:
    """A file that traces nothing itself calls a traced method with what an object counts up."""
    root = write(
        steps=(
            "import tensorflow as tf\n\n\nclass Model:\n    @tf.function\n"
            "    def step(self, x, r):\n        return x * r\n"
        ),
        rates=(
            "class Decay:\n    def __init__(self):\n        self.number = 0\n\n"
            "    def next(self):\n        self.number += 1\n        return 1 / self.number\n"
        ),
        job=(
            "import tensorflow as tf\nfrom rates import Decay\nfrom steps import Model\n\n"
            "model, decay = Model(), Decay()\nfor _ in range(9):\n"
            "    model.step(tf.ones([3]), decay.next())\n"
        ),
    )
    assert codes(root / "job.py") == ["7: TFR101"]


def test_large_projects_are_unknown(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flake8_tfretrace.modules._MANY", 1)
    root = write(one="class A:\n    pass\n", two="from one import A\na = A()\na.count = 1\n")
    assert is_mentioned("A", str(root / "one.py")) is None
    assert is_set_elsewhere("count", "A", str(root / "one.py")) is None


def test_what_other_files_set(write: Write) -> None:
    root = write(one="class A:\n    pass\n", two="from one import A\na = A()\na.count = 1\n")
    assert is_set_elsewhere("count", "A", str(root / "one.py")) is True
    assert is_set_elsewhere("number", "A", str(root / "one.py")) is False
    assert is_mentioned("A", str(root / "one.py")) is True
    assert is_mentioned("count", str(root / "two.py")) is False


@pytest.mark.parametrize("order", [["-", "steps.py"], ["steps.py", "-"]])
def test_standard_input_wins(write: Write, order: list[str]) -> None:
    """Another file that flake8 lints in the same run sees the text of the editor."""
    root = write(steps=STEPS, train=ONCE.format("helper"))
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=TFR1"]
    done = subprocess.run(
        [*command, "--stdin-display-name=train.py", *order],
        cwd=root,
        input=LOOP.format("helper"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "steps.py:18:20: TFR101" in done.stdout


def test_one_file_or_all(write: Write) -> None:
    """What is said of a file does not depend on what else flake8 is handed, nor on its jobs."""
    root = write(steps=STEPS, train=LOOP.format("helper"), other=ONCE.format("power"))
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=TFR"]

    def lines(*arguments: str) -> list[str]:
        done = subprocess.run(
            [*command, *arguments], cwd=root, capture_output=True, text=True, check=False
        )
        return sorted(line.removeprefix("./") for line in done.stdout.splitlines())

    alone = lines("steps.py") + lines("train.py") + lines("other.py")
    assert any("steps.py:18:20: TFR101" in line for line in alone)
    assert lines("-j1", ".") == lines("-j8", ".") == sorted(alone)


@pytest.mark.parametrize(
    "filled",
    [
        "found = []\n    for s in open('a'):\n        found.append(int(s))\n    return found",
        "found = {}\n    for s in open('a'):\n        found[int(s)] = 1\n    return found",
        "return Sizes().found",
    ],
)
def test_containers_that_another_module_fills(write: Write, filled: str) -> None:
    sizes = f"""\
class Sizes:
    def __init__(self):
        self.found = {{}}
        for line in open('sizes'):
            self.found[int(line)] = 1


def sizes():
    {filled}
"""
    train = """\
import time

import tensorflow as tf
from sizes import sizes


@tf.function
def step(x):
    return x * time.time()


for size in sizes():
    step(tf.constant(1.0))
"""
    assert codes(write(sizes=sizes, train=train) / "train.py") == ["9: TFR404"]


PREDICTING = """\
import numpy as np
import tensorflow as tf


def rate(model, images):
    while True:
        for part in next(images):
            model.predict(part[np.newaxis])


class Trainer:
    def __init__(self, generator, size):
        self.generator = generator
        self.size = size

    def train(self, data):
        for n in range(9999):
            self.generator.predict(data[np.random.randint(0, 9, size=self.size)])
"""
MADE = """\
import numpy as np
from sklearn.svm import SVC
from tensorflow import keras
from steps import Trainer, rate

model = keras.Sequential([keras.layers.Dense(1)])
rate({0}, np.load("a"))
Trainer({0}, {1}).train(np.load("a"))
"""


@pytest.mark.parametrize(
    ("model", "size", "lines"),
    [("model", 8, [8, 18]), ("model", 999, [8]), ("SVC()", 8, []), ("unknown", 8, [])],
)
def test_models_and_sizes_that_one_call_elsewhere_passes(
    write: Write, model: str, size: int, lines: list[int]
) -> None:
    root = write(steps=PREDICTING, train=MADE.format(model, size))
    assert codes(root / "steps.py") == [f"{line}: TFR601" for line in lines]


def test_models_that_only_some_calls_pass(write: Write) -> None:
    more = "from steps import rate\ndef f(model, images):\n    rate(model, images)\n"
    root = write(steps=PREDICTING, train=MADE.format("model", 8), other=more)
    assert codes(root / "steps.py") == ["18: TFR601"]


FITTING = """\
import tensorflow as tf


class Fitter:
    def fit(self, x):
        @tf.function
        def step():
            return x * 2

        return step()


class Linear(Fitter):
    pass


class Quadratic(Linear):
    def label(self):
        return "quadratic"


class Own(Linear):
    def fit(self, x):
        return x
"""


@pytest.mark.parametrize(
    ("name", "is_reported"),
    [("Fitter", True), ("Linear", True), ("Quadratic", True), ("Own", False)],
)
def test_callers_of_a_method_through_a_class_that_inherits_it(
    write: Write, name: str, is_reported: bool
) -> None:
    calls = f"import tensorflow as tf\nfrom fitting import {name}\nfitter = {name}()\n"
    loop = "for i in range(30):\n    fitter.fit(tf.ones([3]))\n"
    root = write(fitting=FITTING, train=calls + loop)
    assert codes(root / "fitting.py") == (["6: TFR502"] if is_reported else [])


def test_the_text_tells_what_is_a_function_or_class_and_nothing_else() -> None:
    module = Module(
        "module.py",
        """\
from other import shared

def plain(x):
    return x

@decorated
class Model:
    pass

def shared(x):
    return x

def twice(x):
    return x

twice = wrap(twice)

if plain:
    def guarded(x):
        return x

value = 1
""",
    )
    names = ("plain", "Model", "shared", "twice", "guarded", "value", "missing")
    assert [name for name in names if module.plain_definition(name)] == ["plain", "Model"]


LOOPING = """\
class Player:
    def play(self, environment):
        for _ in range(100):
            state = environment.reset()
            while not environment.is_over:
                state = environment.step(self.{name}(state))
"""
HEIR = """\
from keras.models import Sequential
from keras.layers import Dense
from base import Player


class Greedy(Player):
    def __init__(self):
        self.model = Sequential([Dense(2)])

    def choose(self, state):
        return self.model.predict(state[None])[0].argmax()
"""


@pytest.mark.parametrize(("name", "is_repeated"), [("choose", True), ("other", False)])
def test_methods_that_a_base_class_elsewhere_repeats(
    write: Write, name: str, *, is_repeated: bool
) -> None:
    main = "from heir import Greedy\nfrom toolbox import environment\nGreedy().play(environment)\n"
    root = write(base=LOOPING.format(name=name), heir=HEIR, main=main)
    assert codes(root / "heir.py") == (["11: TFR601"] if is_repeated else [])


TRAINER = """\
import tensorflow as tf


class Trainer:
    def fit(self, data):
        for epoch in range(100):
            for batch in data:
                self.train_step(batch, epoch)
"""
TRAINING = """\
import tensorflow as tf
from base import Trainer


class Own(Trainer):
    {decorator}
    def train_step(self, batch, epoch):
        return batch * tf.cast(epoch, tf.float32)


@tf.function
def other(x):
    return x
"""


@pytest.mark.parametrize(("decorator", "is_traced"), [("@tf.function", True), ("", False)])
def test_traced_methods_of_heirs_elsewhere(
    write: Write, decorator: str, *, is_traced: bool
) -> None:
    root = write(base=TRAINER, heir=TRAINING.format(decorator=decorator))
    assert codes(root / "base.py") == (["8: TFR101"] if is_traced else [])
