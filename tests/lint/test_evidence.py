"""The look at a file's text loses no finding, and spares files that hold nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from flake8_tfretrace import check
from flake8_tfretrace.catalog import ALL_CODES, CATALOG, DEFAULT_CODES
from flake8_tfretrace.evidence import occasion, possible_codes
from flake8_tfretrace.rules import run
from flake8_tfretrace.settings import Settings
from tests.marks import fixtures


def test_no_finding_is_lost() -> None:
    reported = set()
    for fixture in fixtures():
        lines = fixture.text.splitlines(keepends=True)
        _, findings = run(ast.parse(fixture.text), lines, fixture.path.name, Settings(), ALL_CODES)
        found = {finding.code for finding in findings}
        assert found <= set(possible_codes(fixture.text, ALL_CODES, Settings())), fixture.path
        reported |= found
    assert reported == {rule.code for rule in CATALOG}


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\n@tf.function\ndef f(): ...",
        "import tensorflow as tf\nf = (tf.  # the wrapper\n  # of TensorFlow\n function)(g)",
        "import tensorflow as tf\nf = tf. \\\n function(g)",
        "from tensorflow import function as traced",
        "from tensorflow import (\n    constant,\n    function,\n)",
        "from tensorflow import constant, \\\n    function",
        "from tensorflow import(function)",
        "import tensorflow as tf\nf'{tf.function(g)(1)}'",
    ],
)
def test_spellings_of_tf_function(source: str) -> None:
    assert possible_codes(source, ["TFR101"], Settings()) == ["TFR101"]


@pytest.mark.parametrize(
    ("code", "source"),
    [
        (
            "TFR304",
            "import keras\nclass A(keras.Layer):\n    def \\\n  call(self, x): ...\n"
            "keras.Sequential([A()])",
        ),
        ("TFR304", "import keras\nkeras.layers.Dense(1, activation  # a # b\n  = f)"),
        ("TFR601", "import keras\nfor x in y:\n    (model\n     .  # all\n     predict(x))"),
    ],
)
def test_spellings_of_keras(code: str, source: str) -> None:
    assert code in possible_codes(source, DEFAULT_CODES, Settings())


def test_rules_look_for_what_they_report_in_what_is_traced() -> None:
    source = "import tensorflow as tf\n@tf.function\ndef f(model): model.predict(1)"
    assert "TFR601" in possible_codes(source, ALL_CODES, Settings())
    assert not {"TFR504", "TFR507", "TFR603"} & set(
        possible_codes(source.replace("predict", "call"), ALL_CODES, Settings())
    )


LAYER = """
import keras, numpy as np
class Layer(keras.Layer):
    def call(self, x):
        self.count += 1
        return keras.Variable(np.random.random()) + np.abs(x)
"""


def test_a_layer_is_traced_where_a_model_is_trained() -> None:
    of_traced = {"TFR401", "TFR403", "TFR404", "TFR406"}
    assert possible_codes(LAYER, ALL_CODES, Settings()) == []
    in_graph = f"{LAYER}keras.Sequential([layer])"
    assert possible_codes(in_graph, ALL_CODES, Settings()) == ["TFR304"]
    assert of_traced <= set(possible_codes(f"{LAYER}model.fit(x)", ALL_CODES, Settings()))
    assert not of_traced & set(possible_codes(f"{LAYER}# model.fit(x)", ALL_CODES, Settings()))


def test_modules_that_take_part_may_train(tmp_path: Path) -> None:
    (tmp_path / "setup.py").touch()
    (tmp_path / "steps.py").write_text(
        "import tensorflow as tf\n@tf.function\ndef step(x): return x\n", encoding="utf-8"
    )
    source = f"from steps import step\n{LAYER}for i in range(9): step(i)\n"
    (tmp_path / "train.py").write_text(source, encoding="utf-8")
    found = occasion(source, str(tmp_path / "train.py"), ALL_CODES, Settings())
    assert found.codes == []
    assert found.elsewhere is not None
    assert {"TFR304", "TFR401", "TFR403", "TFR404", "TFR406"} <= set(found.elsewhere.untraced)


def test_configured_decorators_count() -> None:
    source = "import tensorflow as tf\n@common.traced\ndef f(): ..."
    assert possible_codes(source, ALL_CODES, Settings()) == []
    assert possible_codes(source, ["TFR101"], Settings(("common.traced",))) == ["TFR101"]


@pytest.mark.parametrize(
    "source",
    [
        "re.compile('x')  # https://tools.ietf.org/html/rfc3986",
        "def function(): ...",
        '"""TensorFlow: tensorflow.org. A function of this file is not traced."""',
        "import tensorflow as tf\nx = tf.constant(1)  # the function call",
        "import tensorflow as tf  # tf.function",
        '"""For example\n\n@tf.function\ndef f(): ...\n"""\nimport tensorflow as tf',
        "import tensorflow as tf\nraise ValueError('not in a ' r'tf.function')",
        "# " + "#" * 10_000 + "tensorflow. #\n",
    ],
)
def test_files_without_evidence(source: str) -> None:
    assert possible_codes(source, ALL_CODES, Settings()) == []


@pytest.mark.parametrize(
    ("name", "change", "is_told"),
    [
        ("a - Copy.py", "", False),
        ("a - copia.py", "", False),
        ("a - Kopie (2).py", "", False),
        ("a (1).py", "", False),
        ("a copy.py", "", False),
        ("a-Copy1.py", "", False),
        ("a-checkpoint.py", "", False),
        (".ipynb_checkpoints/a.py", "unlike()\n" * 9, False),
        ("docs/_build/html/_sources/a.py", "unlike()\n" * 9, False),
        ("build/lib/a.py", "", False),
        ("a - Copy.py", "unlike()\n" * 9, True),
        ("build/lib/a.py", "unlike()\n" * 9, True),
        ("build/lib/b.py", "", True),
        ("b - Copy.py", "", True),
        ("a2.py", "", True),
        ("a_copy.py", "", True),
    ],
)
def test_copies_beside_their_original(
    tmp_path: Path, name: str, change: str, is_told: bool
) -> None:
    text = "import tensorflow as tf\n@tf.function\ndef f(x): return x\n" + "print(1)\n" * 30
    text += "for i in range(9): f(i)\n"
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(text + change, encoding="utf-8")
    assert bool(check(text + change, str(tmp_path / name))) is is_told
    assert check(text, str(tmp_path / "a.py"))
