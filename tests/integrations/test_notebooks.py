"""Notebooks: what a person gets from ``nbqa flake8``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

CELLS = [
    ["# Training\n", "as a notebook"],
    ["%matplotlib inline\n", "import tensorflow as tf"],
    [
        "@tf.function\n",
        "def train_step(x, epoch):\n",
        "    return x * epoch\n",
    ],
    ["for epoch in range(10):\n", "    train_step(tf.constant(1.0), epoch)\n"],
    ["for epoch in range(10):\n", "    train_step(tf.constant(1.0), epoch)  # noqa: TFR101\n"],
]


def notebook() -> str:
    """Return the cells as a notebook: the first one is text."""
    text: dict[str, object] = {"cell_type": "markdown", "metadata": {}, "source": CELLS[0]}
    code: dict[str, object] = {
        "cell_type": "code",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
    }
    cells = [text, *({**code, "source": source} for source in CELLS[1:])]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})


def test_nbqa(tmp_path: Path) -> None:
    (tmp_path / "training.ipynb").write_text(notebook(), encoding="utf-8")
    command = [sys.executable, "-m", "nbqa", "flake8", "--select=TFR1", "training.ipynb"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    (line,) = done.stdout.splitlines()
    assert line.startswith("training.ipynb:cell_3:2:34: TFR101 'epoch' is a Python int")
    assert done.returncode == 1, done.stderr
