"""The fixes as LibCST codemod commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tfretrace_fix import codemods
from tfretrace_fix.fixes import FIXES

SOURCE = """\
import tensorflow as tf


@tf.function(experimental_relax_shapes=True)
def f(x, n):
    for _ in range(n):
        x = x * 0.5
    return x


for n in range(10):
    f(tf.ones([3]), n)
"""


def codemod(command: str, path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    tool = ["-m", "libcst.tool", "codemod", "-j1", "-x", "--no-format", "--hide-progress"]
    return subprocess.run(
        [sys.executable, *tool, f"tfretrace_fix.codemods.{command}", str(path), *arguments],
        cwd=path.parent,
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.parametrize(
    ("command", "new"),
    [
        ("TFR203", {"reduce_retracing"}),
        ("TFR101", {"tf.constant(n)", "tf.range(n)"}),
        ("Fix", {"reduce_retracing", "tf.constant(n)", "tf.range(n)"}),
    ],
)
def test_command(tmp_path: Path, command: str, new: set[str]) -> None:
    path = tmp_path / "a.py"
    path.write_text(SOURCE)
    (tmp_path / "requirements.txt").write_text("tensorflow>=2.16\n")
    codemod(command, path)
    text = path.read_text()
    assert {t for t in ("reduce_retracing", "tf.constant(n)", "tf.range(n)") if t in text} == new


def test_nothing_to_do(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    codemod("Fix", path)
    assert path.read_text() == "x = 1\n"


def test_unsafe_fixes(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    return x\n")
    codemod("TFR202", path)
    assert "reduce_retracing" not in path.read_text()
    codemod("TFR202", path, "--unsafe-fixes")
    assert "reduce_retracing" in path.read_text()


def test_documented_commands_run(tmp_path: Path) -> None:
    """In a bare environment: no configuration of LibCST, and no formatter to be found."""
    page = (Path(__file__).parents[2] / "docs" / "getting-started.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python (-m libcst\.tool .*)$", page, re.MULTILINE)
    assert len(commands) == 2
    for arguments in commands:
        path = tmp_path / "src" / "a.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(SOURCE)
        subprocess.run(
            [sys.executable, *arguments.split()],
            cwd=tmp_path,
            env={**os.environ, "PATH": ""},
            capture_output=True,
            check=True,
        )
        assert "tf.constant(n)" in path.read_text()


def test_what_is_left_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(SOURCE.replace("x = x * 0.5", "x = tf.concat([x] * n, 0)"))
    told = codemod("TFR101", path)
    assert "not fixed:" in told.stdout + told.stderr


def test_every_fix_is_a_command() -> None:
    for code in FIXES:
        assert getattr(codemods, code).codes == {code}
        assert code in getattr(codemods, code).DESCRIPTION
