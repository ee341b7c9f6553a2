"""Projects with code that Keras 3 does not run: what is said of Keras there is likely only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flake8_tfretrace import Settings, check
from flake8_tfretrace.modules import reading
from flake8_tfretrace.program.outdated import outdated_line

PLAYS = """
import numpy as np
import keras

net = keras.Sequential([keras.layers.Dense(1)])
while True:
    print(net.predict(np.ones((1, 3)), verbose=0))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "play.py").write_text(PLAYS, encoding="utf-8")
    return tmp_path


def shown(folder: Path, confidence: str = "proven") -> list[str]:
    settings = Settings(confidence=confidence)  # type: ignore[arg-type]
    found = check(PLAYS, str(folder / "play.py"), settings=settings)
    return [finding.message for finding in found if finding.code == "TFR601"]


OUTDATED = {
    "an import": "from keras.layers.core import Dense\n",
    "a private module": "from tensorflow.python.keras.layers import LSTMCell\n",
    "a keyword": "import keras\n\n\ndef make():\n    return keras.optimizers.Adam(lr=0.1)\n",
    "a name": "import tensorflow as tf\n\n\ndef run():\n    return tf.Session()\n",
    "a method": "import keras\n\n\ndef train(net, flow):\n    net.fit_generator(flow)\n",
    "a method's keyword": "import keras\n\n\ndef fit(net, x):\n    net.fit(x, max_queue_size=1)\n",
}


@pytest.mark.parametrize("text", OUTDATED.values(), ids=OUTDATED)
@pytest.mark.parametrize("name", ["train.py", "old/train.py"])
def test_a_line_that_keras_3_refuses_makes_it_likely(folder: Path, text: str, name: str) -> None:
    (folder / "old").mkdir()
    (folder / name).write_text(text, encoding="utf-8")
    assert not shown(folder)
    (message,) = shown(folder, "likely")
    last = text.count("\n")
    assert message.endswith(f"(if it runs with Keras 3, as train.py:{last} does not)")


def test_a_file_with_such_a_line_itself_is_not_judged(folder: Path) -> None:
    text = f"{PLAYS}\n\ndef make():\n    return keras.optimizers.Adam(lr=0.1)\n"
    found = check(text, str(folder / "play.py"), settings=Settings(confidence="likely"))
    assert not [finding for finding in found if finding.code == "TFR601"]


@pytest.mark.parametrize("text", ["import keras\n", OUTDATED["a keyword"]])
def test_nor_is_a_project_with_one_that_requires_keras_2(folder: Path, text: str) -> None:
    (folder / "requirements.txt").write_text("tensorflow==2.15.1\n", encoding="utf-8")
    (folder / "train.py").write_text(text, encoding="utf-8")
    assert bool(shown(folder, "likely")) is (text not in OUTDATED.values())


CURRENT = {
    "nothing": "import keras\n",
    "a fallback": "import keras\ntry:\n    from keras.layers.core import Dense\n"
    "except ImportError:\n    from keras.layers import Dense\n",
    "a test of the version": "import tensorflow as tf\nif tf.__version__ < '2':\n"
    "    tf.Session()\n",
    "a method of its own": "import keras\n\n\nclass Net:\n    def fit_generator(self, flow):\n"
    "        pass\n\n\nNet().fit_generator(3)\n",
    "a name that it sets": "import tensorflow as tf\ntf.Session = print\ntf.Session()\n",
    "another library's keyword": "import keras\nimport pool\npool.run(max_queue_size=3)\n",
    "what it shows of Keras 2": "import tf_keras\nnet = tf_keras.optimizers.legacy.Adam(lr=0.1)\n",
}


@pytest.mark.parametrize("text", CURRENT.values(), ids=CURRENT)
def test_what_any_keras_runs_shows_nothing(folder: Path, text: str) -> None:
    (folder / "train.py").write_text(text, encoding="utf-8")
    assert shown(folder)


def test_tests_show_nothing(folder: Path) -> None:
    (folder / "test_train.py").write_text(OUTDATED["an import"], encoding="utf-8")
    assert shown(folder)


def test_other_projects_show_nothing(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").touch()
    (inner / "play.py").write_text(PLAYS, encoding="utf-8")
    (folder / "train.py").write_text(OUTDATED["an import"], encoding="utf-8")
    assert shown(inner)
    assert not shown(folder)


@pytest.mark.parametrize(
    "requirements", ["tensorflow==2.15\n", "tf-keras\ntensorflow>=2.16\n"], ids=["old", "tf-keras"]
)
def test_a_project_that_asks_for_keras_2_runs_with_it(folder: Path, requirements: str) -> None:
    (folder / "requirements.txt").write_text(requirements, encoding="utf-8")
    (folder / "train.py").write_text(OUTDATED["a keyword"], encoding="utf-8")
    assert bool(shown(folder)) is requirements.startswith("tf-keras")


def test_notebooks_count_with_what_is_no_python_in_them(folder: Path) -> None:
    cells = ["%%bash\nif true; then ls; fi", "!pip install keras", OUTDATED["an import"]]
    shaped = [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    (folder / "train.ipynb").write_text(json.dumps({"cells": shaped}), encoding="utf-8")
    (message,) = shown(folder, "likely")
    assert "as train.ipynb:2 does not" in message


def test_the_line_is_that_of_the_file_itself_if_there_is_one(folder: Path) -> None:
    text = f"import os\n{OUTDATED['an import']}"
    for name in ("a.py", "play.py"):
        (folder / name).write_text(text, encoding="utf-8")
    assert outdated_line(str(folder / "play.py")) == "play.py:2"


def test_what_an_editor_holds_counts_before_it_is_saved(folder: Path) -> None:
    train = folder / "train.py"
    train.write_text(OUTDATED["an import"], encoding="utf-8")
    with reading({str(train): CURRENT["nothing"]}):
        assert shown(folder)
    assert not shown(folder)
