"""Findings that rest on another module of the project: fixed in both files, or in neither."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tfretrace_fix.engine import FixResult, Work, fix_source, fix_sources

from flake8_tfretrace import Settings
from flake8_tfretrace.finding import Confidence

EXAMPLE = Path(__file__).parents[1] / "lint/project"

STEPS = """\
import tensorflow as tf


@tf.function
def step(x, n):
    return x * n
"""
FIXED_STEPS = """\
import tensorflow as tf


@tf.function
def step(x, n):
    n = tf.cast(n, x.dtype)
    return x * n
"""
TRAIN = """\
import tensorflow as tf
from steps import step

x = tf.ones([3])
for i in range(9):
    print(step(x, i))
"""
FIXED_TRAIN = TRAIN.replace("step(x, i)", "step(x, tf.constant(i))")


def project(folder: Path, **texts: str) -> Path:
    """Write modules and return their folder, whose path has nothing that makes it test code."""
    work = folder / "work"
    work.mkdir(exist_ok=True)
    for name, text in texts.items():
        (work / f"{name}.py").write_text(text, encoding="utf-8")
    return work


def fix_all(
    folder: Path, *, unsafe: bool = False, confidence: Confidence = "proven"
) -> dict[str, FixResult]:
    """Fix all modules of a folder together; return the results by the name of the module."""
    works = {str(p): Work(p.read_text(encoding="utf-8")) for p in sorted(folder.glob("*.py"))}
    results = fix_sources(works, settings=Settings(confidence=confidence), unsafe=unsafe)
    return {Path(path).stem: result for path, result in results.items()}


def test_caller_and_callee_change_together(tmp_path: Path) -> None:
    results = fix_all(project(tmp_path, steps=STEPS, train=TRAIN))
    assert {name: result.text for name, result in results.items()} == {
        "steps": FIXED_STEPS,
        "train": FIXED_TRAIN,
    }
    assert [fixed.finding.code for fixed in results["train"].fixed] == ["TFR101"]
    assert not results["steps"].fixed and not results["train"].left


@pytest.mark.parametrize("unsafe", [False, True])
def test_three_modules_are_fixed_as_one_is(unsafe: bool) -> None:
    """The example project, and the same program in one file."""

    def fixed(result: FixResult) -> list[tuple[str, str | None]]:
        return [(item.finding.code, item.finding.function) for item in result.fixed]

    parts = fix_sources(
        {
            str(path): Work(path.read_text(encoding="utf-8"))
            for path in (EXAMPLE / f"{name}.py" for name in ("models", "steps", "train"))
        },
        unsafe=unsafe,
    )
    single = EXAMPLE / "single.py"
    whole = fix_source(single.read_text(encoding="utf-8"), str(single), unsafe=unsafe)
    together = Counter(item for result in parts.values() for item in fixed(result))
    assert together == Counter(fixed(whole))
    assert together.total() == (9 if unsafe else 5)


def test_one_file_alone_names_the_other(tmp_path: Path) -> None:
    folder = project(tmp_path, steps=STEPS, train=TRAIN)
    result = fix_source(TRAIN, str(folder / "train.py"))
    assert result.text == TRAIN
    (left,) = result.left
    assert left.reason == "steps.py has to change with it, and is not among the files to fix"
    assert left.needs_file == (folder / "steps.py").resolve()


def test_a_fix_in_the_calling_file_needs_no_other(tmp_path: Path) -> None:
    """A function that is made per call is made once; the function that takes it stays."""
    steps = STEPS.replace("x * n", "n(x)")
    train = TRAIN.replace("step(x, i)", "step(x, lambda v: v * 2.0)")
    folder = project(tmp_path, steps=steps, train=train)
    result = fix_source(train, str(folder / "train.py"))
    assert [item.finding.code for item in result.fixed] == ["TFR105"]
    assert "def n(v):" in result.text


def test_signature_is_written_where_the_function_is(tmp_path: Path) -> None:
    train = "import tensorflow as tf\nfrom steps import step\nstep(tf.ones([2]), tf.ones([]))\n"
    train += "step(tf.ones([3]), tf.ones([]))\nstep(tf.ones([4]), tf.ones([]))\n"
    results = fix_all(project(tmp_path, steps=STEPS, train=train), unsafe=True)
    assert "tf.TensorSpec([None], tf.float32)" in results["steps"].text
    assert results["train"].text == train
    assert [item.finding.code for item in results["train"].fixed] == ["TFR201"]


def test_callers_of_one_function_in_two_files(tmp_path: Path) -> None:
    folder = project(tmp_path, steps=STEPS, train=TRAIN, evaluate=TRAIN)
    texts = {name: result.text for name, result in fix_all(folder).items()}
    assert texts == {"steps": FIXED_STEPS, "train": FIXED_TRAIN, "evaluate": FIXED_TRAIN}


def test_each_file_has_its_own_name_for_tensorflow(tmp_path: Path) -> None:
    steps = STEPS.replace("as tf", "").replace("@tf", "@tensorflow")
    results = fix_all(project(tmp_path, steps=steps, train=TRAIN))
    assert results["train"].text == TRAIN
    (left,) = results["train"].left
    assert left.reason == "TensorFlow is tensorflow and tf in the files that it concerns"


def test_import_is_added_where_it_is_missing(tmp_path: Path) -> None:
    train = TRAIN.replace("import tensorflow as tf", "import numpy as np").replace("tf.o", "np.o")
    steps = STEPS.replace("x * n", "x * tf.cast(n, tf.float64)")
    results = fix_all(project(tmp_path, steps=steps, train=train))
    assert results["train"].text.startswith("import numpy as np\nimport tensorflow as tf\n")
    assert "step(x, tf.constant(i))" in results["train"].text


def test_what_the_other_file_does_not_allow_is_left(tmp_path: Path) -> None:
    steps = STEPS.replace("x * n", "tf.concat([x] * n, 0)")
    results = fix_all(project(tmp_path, steps=steps, train=TRAIN))
    assert {name: r.text for name, r in results.items()} == {"steps": steps, "train": TRAIN}
    (left,) = results["train"].left
    assert left.reason == "it is not known what '[x]' is" and left.needs_file is None


LOOP = "for _ in range(n):\n        x = x * 0.5\n    return x"


def test_a_finding_that_another_file_fixes_is_told(tmp_path: Path) -> None:
    """The loop is rewritten in one file because of the calls in the other."""
    folder = project(tmp_path, steps=STEPS.replace("return x * n", LOOP), train=TRAIN)
    results = fix_all(folder)
    assert "in tf.range(n)" in results["steps"].text
    assert [item.finding.code for item in results["train"].fixed] == ["TFR101"]
    assert not results["steps"].left and not results["train"].left


def test_noqa_in_the_other_file_counts(tmp_path: Path) -> None:
    steps = STEPS.replace("return x * n", LOOP).replace("in range(n):", "in range(n):  # noqa")
    results = fix_all(project(tmp_path, steps=steps, train=TRAIN))
    assert (results["steps"].text, results["train"].text) == (steps, TRAIN)
    (left,) = results["train"].left
    assert left.reason == "'# noqa' says to leave the loop of line 6 as it is"


# The command


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tfretrace_fix", "--isolated", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def texts(folder: Path) -> list[str]:
    return [(folder / f"{name}.py").read_text(encoding="utf-8") for name in ("steps", "train")]


@pytest.mark.parametrize("arguments", [["."], ["train.py", "steps.py"], ["-j2", "."]])
def test_command_writes_both(tmp_path: Path, arguments: list[str]) -> None:
    folder = project(tmp_path, steps=STEPS, train=TRAIN)
    done = run(folder, *arguments)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "1 fixed in 2 files\n"
    assert texts(folder) == [FIXED_STEPS, FIXED_TRAIN]
    assert run(folder, ".").returncode == 0


def test_command_finds_out_how_many_files_change(tmp_path: Path) -> None:
    """Each file that has to change names the next one."""
    steps = STEPS.replace("return x * n", "y = x * n\n    return scale(y, n)")
    steps = steps.replace("as tf\n", "as tf\nfrom ops import scale\n")
    ops = STEPS.replace("def step(x, n):\n    return x * n", "def double(x):\n    return x * 2")
    ops += "\n\ndef scale(x, n):\n    return tf.abs(x) * n\n"
    train = TRAIN.replace("from steps", "from ops import double\nfrom steps")
    train = train.replace("(step(x, i))", "(step(x, i), double(x))")
    folder = project(tmp_path, steps=steps, train=train, ops=ops)
    done = run(folder, ".")
    assert (done.returncode, done.stdout) == (1, "1 fixed in 3 files\n")
    assert "tf.cast(n, x.dtype)" in (folder / "ops.py").read_text(encoding="utf-8")
    assert run(folder, ".").returncode == 0


def test_command_names_the_file_that_it_was_not_given(tmp_path: Path) -> None:
    folder = project(tmp_path, steps=STEPS, train=TRAIN)
    done = run(folder, "train.py")
    assert done.returncode == 0
    assert "not fixed: steps.py has to change with it" in done.stdout
    assert texts(folder) == [STEPS, TRAIN]


def test_difference_and_check_show_both(tmp_path: Path) -> None:
    folder = project(tmp_path, steps=STEPS, train=TRAIN)
    shown = run(folder, "--diff", ".")
    assert "+    n = tf.cast(n, x.dtype)" in shown.stdout
    assert "+    print(step(x, tf.constant(i)))" in shown.stdout
    checked = run(folder, "--check", "--output-format=json", ".")
    files = json.loads(checked.stdout)["files"]
    assert [file["changed"] for file in files] == [True, True]
    assert texts(folder) == [STEPS, TRAIN]


SHAPES = """\
import tensorflow as tf
from steps import step

step(tf.ones([2]), tf.ones([]))
step(tf.ones([3]), tf.ones([]))
step(tf.ones([4]), tf.ones([]))
"""


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_a_finding_whose_fix_is_in_the_other_file_is_told(tmp_path: Path, form: str) -> None:
    folder = project(tmp_path, steps=STEPS, train=SHAPES)
    options = ["--check", "--unsafe-fixes", "--show-fixes", f"--output-format={form}", "."]
    done = run(folder, *options)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.count("TFR201") >= 1 and "train.py" in done.stdout
    if form == "json":
        files = {file["path"]: file for file in json.loads(done.stdout)["files"]}
        assert files["./steps.py"]["changed"] and not files["./train.py"]["changed"]
        assert [item["code"] for item in files["./train.py"]["fixed"]] == ["TFR201"]
        assert json.loads(done.stdout)["summary"]["fixed"] == 1
    if form == "text":
        assert done.stdout.endswith("[would be fixed]\n1 would be fixed in 1 file\n")


@pytest.mark.parametrize("read_only", ["steps", "train"])
def test_neither_is_written_if_one_cannot_be(tmp_path: Path, read_only: str) -> None:
    folder = project(tmp_path, steps=STEPS, train=TRAIN)
    (folder / f"{read_only}.py").chmod(0o444)
    done = run(folder, ".")
    assert done.returncode == 2
    assert f"{read_only}.py: the file is read-only" in done.stderr
    assert texts(folder) == [STEPS, TRAIN]


def test_an_error_in_a_third_file_does_not_matter(tmp_path: Path) -> None:
    folder = project(tmp_path, steps=STEPS, train=TRAIN, broken="def f(:\n")
    done = run(folder, ".")
    assert done.returncode == 2 and "broken.py" in done.stderr
    assert texts(folder) == [FIXED_STEPS, FIXED_TRAIN]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_the_callee(tmp_path: Path) -> None:
    folder = project(tmp_path, train=TRAIN)
    (tmp_path / "elsewhere.py").write_text(STEPS, encoding="utf-8")
    (folder / "steps.py").symlink_to(tmp_path / "elsewhere.py")
    assert run(folder, ".").stdout == "1 fixed in 2 files\n"
    assert texts(folder) == [FIXED_STEPS, FIXED_TRAIN]
    assert (folder / "steps.py").is_symlink()


def test_a_switch_stays_before_other_modules(tmp_path: Path) -> None:
    switch = (
        "import tensorflow as tf\nimport agent\ntf.config.run_functions_eagerly(True)\nprint(1)\n"
    )
    agent = "import tensorflow as tf\n@tf.function\ndef act(x):\n    return x\n"
    results = fix_all(project(tmp_path, agent=agent, train=switch), unsafe=True)
    # What it imports may need eager execution: the linter says no word of the switch.
    assert (results["train"].text, results["train"].left) == (switch, ())


PLAYED = """\
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])


def play():
    for _ in range(999):
        print(model.predict(np.ones((1, 4))))


play()
"""


@pytest.mark.parametrize(
    ("test", "fixed"),
    [
        ("play.model.METHOD(1)", True),
        ("play.model.METHOD = print", False),
        ("with mock.patch.object(play.model, 'METHOD'):\n    play.play()", False),
        ("def test(monkeypatch):\n    monkeypatch.setattr('play.model.METHOD', print)", False),
        ("def test(monkeypatch):\n    monkeypatch.setattr('play.model.fit', print)", True),
    ],
)
def test_a_method_that_tests_replace_is_still_called(
    tmp_path: Path, test: str, fixed: bool
) -> None:
    # This file is in a project, too, and puts nothing in the place of its predict().
    source = test.replace("METHOD", "predict")
    work = project(
        tmp_path, play=PLAYED, test_play=f"from unittest import mock\nimport play\n{source}"
    )
    (work / "setup.py").write_text("")
    found = fix_all(work, unsafe=True)["play"]
    assert ("predict_on_batch" in found.text) is fixed


PRICES = """\
import tensorflow as tf


class Option:
    def __init__(self, strike: float, rate: float) -> None:
        self.strike = strike
        self.rate = rate


@tf.function
def price(paths: tf.Tensor, option: Option) -> tf.Tensor:
    return tf.reduce_mean(tf.maximum(paths - option.strike, 0.0)) * option.rate


def main() -> None:
    paths = tf.ones([8])
    for i in range(20):
        print(price(paths, Option(0.1 * i, 0.5 * i)))


if __name__ == "__main__":
    main()
"""
"""What a traced function takes has to change with its calls."""
MEANS = """\
import tensorflow as tf


@tf.function
def mean(x: tf.Tensor) -> tf.Tensor:
    return tf.reduce_mean(tf.nn.relu(x - 0.5))


def main() -> None:
    for i in range(1, 20):
        print(mean(tf.ones([i, 2])))


if __name__ == "__main__":
    main()
"""


LOSSES = """\
import tensorflow as tf

loss = tf.keras.losses.MeanAbsoluteError()


@tf.function
def error(x):
    return loss({y}, x)


if __name__ == "__main__":
    for n, m in ((4, 1), (4, 4), (3, 1), (5, 5)):
        print(error(tf.reshape(tf.range(n * m, dtype=tf.float32), [n, m])))
"""


LAYERS = """\
import tensorflow as tf

keras = tf.keras


class Own(keras.layers.Layer):
    def call(self, x):
        return x / x.shape[0]


def halved(x):
    return x / (x.shape[0] or 2)


model = {model}


@tf.function
def total(x):
    return tf.reduce_sum(model(x))


if __name__ == "__main__":
    for n in (3, 4, 5, 6):
        print(total(tf.ones([n, 4])))
"""
WEIGHED = """
import tensorflow as tf
{more}

class Run:
    def __init__(self, margin):
        self.margin = margin
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(2)])

    def report(self, x):
        for i in range(9):
            f = tf.function(lambda v: {body})
            print(f(x))


if __name__ == "__main__":
    run = Run(0.5)
    run.report(tf.ones([3, 4]))
"""
TABLE = (
    "def hinge(v):\n    return tf.nn.relu({})\n\nLOSSES = {{'hinge': hinge, 'norm': tf.norm}}\n\n"
)


@pytest.mark.parametrize(
    ("body", "more", "reason"),
    [
        ("v * self.margin", "", None),
        ("self.net(v)", "", None),
        (
            "v * self.margin",
            "__all__ = ['Run']",
            "what 'self' is, and whether it changes, is not known",
        ),
        (
            "v * self.margin",
            "def widen(one):\n    one.margin += 1.0\n",
            "it reads 'self.margin', which 'widen' changes",
        ),
        ("LOSSES['hinge'](v)", TABLE.format("v"), None),
        (
            "LOSSES['hinge'](v)",
            TABLE.format("v") + "def add(f):\n    LOSSES['own'] = f\n\n",
            "it uses 'LOSSES', which line 9 changes",
        ),
        # What the functions of a table read counts as well.
        (
            "LOSSES['hinge'](v)",
            "RATES = [1.0]\n"
            + TABLE.format("v * RATES[0]")
            + "def add():\n    RATES.append(2.0)\n",
            "it uses 'RATES', which line 10 changes",
        ),
    ],
)
def test_what_a_program_hands_to_its_functions_is_known(
    body: str, more: str, reason: str | None, tmp_path: Path
) -> None:
    text = WEIGHED.format(body=body, more=more)
    folder = project(tmp_path, weighed=text)
    (folder / "pyproject.toml").touch()
    result = fix_source(text, str(folder / "weighed.py"), codes={"TFR501"})
    assert {left.reason for left in result.left} == ({reason} if reason else set())
    assert bool(result.fixed) == (reason is None)


CORDS = """
import argparse
import functools
import tensorflow as tf
{more}

def cord(stretch, stiffness, damping):
    return stiffness * stretch - damping


@tf.function
def drop(force, mass):
    return force(mass) / mass


def sweep(options, mass):
    for stiffness in range(9):
        force = functools.partial(cord, stiffness=stiffness, damping=options.damping)
        print(drop(force, mass))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--damping", type=float, default=9.0)
    sweep(parser.parse_args(), tf.ones([3]))
"""


@pytest.mark.parametrize(
    ("more", "is_fixed"),
    [
        ("", True),
        ("def set(one):\n    one.damping = 3.0\n\n", False),
        ("def set(one):\n    setattr(one, str(one), 3.0)\n\n", False),
        ("class Cord:\n    @property\n    def damping(self):\n        return 1.0\n\n", False),
        ("__all__ = ['sweep']", False),
    ],
)
def test_an_attribute_that_nothing_sets_is_read_at_the_call(
    more: str, is_fixed: bool, tmp_path: Path
) -> None:
    text = CORDS.format(more=more)
    folder = project(tmp_path, cords=text)
    (folder / "pyproject.toml").touch()
    result = fix_source(text, str(folder / "cords.py"), codes={"TFR105"}, unsafe=True)
    assert ("tf.constant(options.damping)" in result.text) == is_fixed
    assert bool(result.left) != is_fixed


COOLED = """
import tensorflow as tf
{more}


@tf.function
def cool(bar, steps):
    for step in range(steps):
        bar = bar * 0.9
        if step >= 5:
            break
    {branches}


if __name__ == "__main__":
    bar = tf.ones([4])
    for n in range(3, 9):
        print(cool(bar, n))
"""
IN_GRAPH = "both branches of the conditional become part of the graph"
CHOOSING = "if steps > 4:\n        heat = {}\n    else:\n        heat = bar[0]\n    return heat"


@pytest.mark.parametrize(
    ("branches", "more", "reason"),
    [
        ("return bar", "", None),
        ("if steps > 4:\n        tf.print(bar)\n    return bar", "", None),
        ("if steps > 4:\n        return bar\n    return -bar", "", None),
        (CHOOSING.format("0.5 * (bar[-1] + bar[1])"), "", None),
        (CHOOSING.format("tf.reduce_max(tf.sqrt(bar) / 2.0)"), "", None),
        (CHOOSING.format("tf.reduce_sum(tf.ones([3]) + bar)"), "", IN_GRAPH),
        (CHOOSING.format("tf.reduce_max(tf.random.normal([4]))"), "", IN_GRAPH),
        # It may fail where it is traced, in a branch that has never run.
        (CHOOSING.format("bar[5]"), "", IN_GRAPH),
        (CHOOSING.format("tf.reduce_sum(bar, 1)"), "", IN_GRAPH),
        ("if steps > 4:\n        tf.print(bar[7])\n    return bar", "", IN_GRAPH),
        # A gradient that was None would become zero.
        (CHOOSING.format("bar[1] * 0.5"), "from tensorflow import GradientTape", IN_GRAPH),
        (CHOOSING.format("bar[1] * 0.5"), "TAPE = tf.GradientTape", IN_GRAPH),
        (CHOOSING.format("bar[1] * 0.5"), "import other", IN_GRAPH),
    ],
)
def test_branches_of_a_program_that_takes_no_gradient(
    branches: str, more: str, reason: str | None, tmp_path: Path
) -> None:
    text = COOLED.format(branches=branches, more=more)
    folder = project(tmp_path, cooled=text)
    (folder / "pyproject.toml").touch()
    result = fix_source(text, str(folder / "cooled.py"), codes={"TFR101", "TFR301", "TFR303"})
    assert {left.reason for left in result.left} == ({reason} if reason else set())
    assert bool(result.fixed) == (reason is None)


LOADED = """
import numpy as np
import tensorflow as tf


@tf.function
def total(x):
    return tf.reduce_sum({})


if __name__ == "__main__":
    data = tf.constant(np.load("data.npy"), tf.float32)
    for n in range(3, 9):
        print(total(data[:n]))
"""
UNRANKED = "the rank of 'x' is not known"
UNREAD = "whether 'model' needs sizes that are open while tracing is not known"


@pytest.mark.parametrize(
    ("text", "others", "reason"),
    [
        (PRICES, {}, None),
        (
            PRICES,
            {"report": "import runpy\nrunpy.run_module('prices')\n"},
            "'price' takes other arguments then",
        ),
        (
            PRICES.replace("import tensorflow", "__all__ = ['price']\nimport tensorflow"),
            {},
            "'price' takes other arguments then",
        ),
        (
            PRICES.replace("main()\n", "").replace('if __name__ == "__main__":\n    ', ""),
            {},
            "'price' takes other arguments then",
        ),
        (MEANS, {}, None),
        (
            MEANS.replace("tf.nn.relu(x - 0.5)", "tf.random.normal(tf.shape(x)) * x"),
            {},
            "whether 'tf.random.normal' needs sizes that are open while tracing is not known",
        ),
        (
            MEANS.replace("tf.nn.relu(x - 0.5)", "tf.map_fn(tf.reduce_sum, x)"),
            {},
            "whether 'tf.map_fn' needs sizes that are open while tracing is not known",
        ),
        (
            MEANS.replace("    return", "    x = tf.squeeze(x)\n    return"),
            {},
            "whether 'tf.squeeze' needs sizes that are open while tracing is not known",
        ),
        (
            MEANS.replace(
                "@tf.function\ndef mean",
                "class Around:\n    @tf.function\n    def call(self, x):\n"
                "        return mean(x)\n\n\n"
                "@tf.function\ndef mean",
            ).replace("print(", "Around().call(tf.ones([2, 2]))\n        print("),
            {},
            "calls with other types than those in this file will fail",
        ),
        (
            MEANS.replace("    return", "    for row in x:\n        print(row)\n    return"),
            {},
            "'x' may be gone over in the graph",
        ),
        (LOADED.format("tf.reduce_sum(x[..., 0] ** 2, axis=-1)"), {}, None),
        (LOADED.format("tf.nn.softmax(x @ tf.transpose(x), axis=-1)"), {}, None),
        (LOADED.format("x[x > 0.5]"), {}, UNRANKED),
        (LOADED.format("tf.boolean_mask(x, x > 0.5)"), {}, UNRANKED),
        (LOADED.format("tf.nn.softmax(x, axis=0)"), {}, UNRANKED),
        (LOADED.format("tf.repeat(x, 2, axis=0)"), {}, UNRANKED),
        (LOADED.format("x * len(x.shape)"), {}, UNRANKED),
        (LOSSES.format(y="x * 2.0"), {}, None),
        (
            LAYERS.format(
                model='keras.Sequential([keras.layers.Dense(4, activation="relu"), '
                "keras.layers.Dropout(0.1)])"
            ),
            {},
            None,
        ),
        (LAYERS.format(model="keras.Sequential([Own()])"), {}, UNREAD),
        (LAYERS.format(model="keras.layers.Lambda(halved)"), {}, UNREAD),
        (LAYERS.format(model="keras.layers.Dense(4, activation=halved)"), {}, UNREAD),
        (
            # A loss takes the last dimension away where it is known to be one.
            LOSSES.format(y="tf.reduce_sum(x, 1)"),
            {},
            "whether 'loss' needs sizes that are open while tracing is not known",
        ),
    ],
)
def test_all_calls_of_a_program_are_in_view(
    text: str, others: dict[str, str], reason: str | None, tmp_path: Path
) -> None:
    folder = project(tmp_path, prices=text, **others)
    (folder / "pyproject.toml").touch()
    result = fix_source(text, str(folder / "prices.py"))
    found = {left.reason for left in result.left if left.needs_unsafe}
    assert found == ({reason} if reason else set())
    assert bool(result.fixed) == (reason is None)


def test_what_other_heirs_have_is_not_known(tmp_path: Path) -> None:
    base = """\
import tensorflow as tf


class Trainer:
    def fit(self, data):
        for epoch in range(100):
            for batch in data:
                self.train_step(batch, epoch)
"""
    heir = """\
import tensorflow as tf
from base import Trainer


class Traced(Trainer):
    @tf.function
    def train_step(self, batch, epoch):
        return batch * tf.cast(epoch, tf.float32)
"""
    other = """\
from base import Trainer


class Plain(Trainer):
    def train_step(self, batch, epoch):
        return [batch] * epoch
"""
    work = project(tmp_path, base=base, heir=heir, other=other)
    (work / "pyproject.toml").touch()
    result = fix_all(work, unsafe=True)["base"]
    (left,) = result.left
    assert left.finding.code == "TFR101"
    assert left.reason == "line 8 may call what other classes have of that name"
    assert result.text == base
