"""Nothing is written that a TensorFlow which the project admits does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from tfretrace_fix.engine import Work, fix_source, fix_sources

from flake8_tfretrace.catalog import RULES

HEAD = "import tensorflow as tf\n\n\n"
RELAXED = HEAD + "@tf.function(experimental_relax_shapes=True)\ndef f(x):\n    return x\n"
COMPILED = HEAD + "@tf.function(experimental_compile=True)\ndef f(x):\n    return x\n"
UNPINNED = HEAD + "@tf.function\ndef f(x):\n    return x\n"
METRIC = HEAD + (
    "@tf.function\ndef f(x):\n    metric = tf.keras.metrics.Mean()\n    metric.update_state(x)\n"
    "    return metric.result()\n\n\nprint(f(tf.ones([2])))\n"
)
MODELS = HEAD + (
    "@tf.function\ndef f(model, x):\n    return model(x, training=False)\n\n\n"
    "for units in range(1, 9):\n"
    "    f(tf.keras.Sequential([tf.keras.layers.Dense(units)]), tf.ones([2, 2]))\n"
)


@pytest.mark.parametrize(
    ("code", "source", "name", "version"),
    [
        ("TFR203", RELAXED, "reduce_retracing", "2.9"),
        ("TFR203", COMPILED, "jit_compile", "2.5"),
        ("TFR202", UNPINNED, "reduce_retracing", "2.9"),
        ("TFR401", METRIC, "reset_state", "2.6"),
        ("TFR106", MODELS, "PredictorCache", "2.16"),
    ],
)
def test_versions(tmp_path: Path, code: str, source: str, name: str, version: str) -> None:
    assert code in RULES
    for required, is_fixed in (
        ("tensorflow>=2.4", False),
        (f"tensorflow<{version}", False),
        (f"tensorflow>={version}", True),
        ("tensorflow", True),
    ):
        # What is required is remembered by folder.
        folder = tmp_path / required
        folder.mkdir()
        (folder / ".git").mkdir()
        (folder / "requirements.txt").write_text(f"{required}\n")
        result = fix_source(source, str(folder / "a.py"), codes=frozenset([code]), unsafe=True)
        if is_fixed:
            assert name in result.text and not result.left
        elif result.left:
            reason = f"the project admits TensorFlow before {version}, which has no '{name}'"
            assert [item.reason for item in result.left] == [reason]
        assert is_fixed or result.text == source


@pytest.mark.parametrize(
    ("text", "is_quoted"),
    [
        ('[project]\nrequires-python = ">=3.9"\n', True),
        ('[project]\nrequires-python = ">=3.10"\n', False),
        ('[tool.poetry.dependencies]\npython = "^3.7"\n', True),
        ('[tool.poetry.dependencies]\npython = "~3.11"\n', False),
        ('[tool.other]\nmy-python = "^3.7"\n', False),
    ],
)
def test_annotations_that_the_oldest_python_evaluates(
    tmp_path: Path, text: str, *, is_quoted: bool
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "pyproject.toml").write_text(text)
    source = HEAD + (
        "@tf.function\ndef f(x: tf.Tensor, n: int):\n    return x * tf.cast(n, tf.float32)\n\n\n"
        "for i in range(100):\n    f(tf.ones(3), i)\n"
    )
    fixed = fix_source(source, str(tmp_path / "a.py"), unsafe=True).text
    union = '"int | tf.Tensor"' if is_quoted else "int | tf.Tensor"
    assert f"n: {union})" in fixed


def test_the_file_that_changes_counts(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, required in ((old, "tensorflow==2.8"), (new, "tensorflow>=2.9")):
        folder.mkdir()
        (folder / ".git").mkdir()
        (folder / "requirements.txt").write_text(f"{required}\n")
    files = {str(folder / "a.py"): Work(RELAXED) for folder in (old, new)}
    results = fix_sources(files)
    assert [result.text == RELAXED for result in results.values()] == [True, False]


def test_an_option_that_moves_is_not_written(tmp_path: Path) -> None:
    """What the code has already is not what a fix adds."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "requirements.txt").write_text("tensorflow>=2.4\n")
    source = HEAD + (
        "def half(x):\n    return x / 2\n\n\ndef main():\n    x = tf.ones([2])\n"
        "    for _ in range(9):\n        f = tf.function(half, jit_compile=True)\n"
        "        x = f(x)\n    return x\n"
    )
    result = fix_source(source, str(tmp_path / "a.py"))
    assert [item.finding.code for item in result.fixed] == ["TFR501"]
