"""A team takes the tool up: baselines and comments for what is there already."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tfretrace_fix.suppression import Suppressions, with_noqa

from flake8_tfretrace import check

PROGRAM = """\
import tensorflow as tf


@tf.function(experimental_relax_shapes=True)
def square(x):
    return x * x


@tf.function
def step(x, n):
    return x * n


for n in range(10):
    step(tf.ones([2]), n)
"""
pytestmark = pytest.mark.usefixtures("modern_project")


def run(module: str, *arguments: str, cwd: Path, code: int) -> str:
    """Run a command as a user does; return what it prints."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with findings in two files."""
    (tmp_path / "package").mkdir()
    for name in ("a.py", "package/b.py"):
        (tmp_path / name).write_text(PROGRAM)
    return tmp_path


def test_a_baseline_is_honoured_by_linter_and_fixer(project: Path) -> None:
    told = run("tfretrace_fix", "--write-baseline", ".", cwd=project, code=0)
    assert told == (
        "tfretrace-baseline.json: 4 known findings\n"
        "to use it, add to flake8's configuration: tfretrace-baseline = ./tfretrace-baseline.json\n"
    )
    run("flake8", "--select=TFR0", cwd=project, code=1)
    (project / ".flake8").write_text("[flake8]\ntfretrace-baseline = ./tfretrace-baseline.json\n")
    assert not run("flake8", "--select=TFR0", cwd=project, code=0)
    assert not run("flake8", "--select=TFR0", "a.py", cwd=project / "package" / "..", code=0)
    assert not run("tfretrace_fix", ".", cwd=project, code=0)

    moved = PROGRAM.replace("for n in", "LIMIT = 3\n\n\nfor n in")
    (project / "a.py").write_text(moved)
    assert not run("flake8", "--select=TFR0", cwd=project, code=0)
    (project / "a.py").write_text(moved.replace("step(tf.ones([2]), n)", "step(tf.ones([3]), n)"))
    (found,) = run("flake8", "--select=TFR0", cwd=project, code=1).splitlines()
    assert found.startswith("./a.py:18:24: TFR101")
    run("tfretrace_fix", "--extend-ignore=TFR203", ".", cwd=project, code=1)
    assert "step(tf.ones([3]), tf.constant(n))" in (project / "a.py").read_text()


def test_a_baseline_is_written_again(project: Path) -> None:
    (project / ".flake8").write_text("[flake8]\ntfretrace-baseline = ./known.json\n")
    assert run("tfretrace_fix", "--write-baseline", "a.py", cwd=project, code=0).endswith(
        "/known.json: 2 known findings\n"
    )
    assert "known.json: 4" in run("tfretrace_fix", "--write-baseline", ".", cwd=project, code=0)
    (project / "package" / "b.py").unlink()
    assert "known.json: 2" in run("tfretrace_fix", "--write-baseline", ".", cwd=project, code=0)
    (project / "a.py").write_text(PROGRAM.replace("experimental_relax_shapes", "reduce_retracing"))
    again = run("tfretrace_fix", "--write-baseline", "a.py", cwd=project, code=0)
    assert again.endswith("/known.json: 1 known finding\n")


def test_comments_are_added(project: Path) -> None:
    told = run("tfretrace_fix", "--add-noqa", "ten steps only", ".", cwd=project, code=1)
    assert told == "4 excused\n"
    assert "    step(tf.ones([2]), n)  # noqa: TFR101 # ten steps only\n" in (
        (project / "a.py").read_text()
    )
    assert not run("flake8", "--select=TFR0,E9,F", cwd=project, code=0)
    assert run("tfretrace_fix", "--add-noqa", "again", ".", cwd=project, code=0) == "0 excused\n"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("step(x, n)", "step(x, n)  # noqa: TFR101 # why"),
        ("step(x, n)  # two", "step(x, n)  # two  # noqa: TFR101 # why"),
        ("step(x, n)  # noqa: E501", "step(x, n)  # noqa: E501,TFR101; why"),
        ("step(x, n)  # noqa: E501 E501 is", "step(x, n)  # noqa: E501 E501,TFR101 is; why"),
        ("step(x, n) + \\\n        1", "step(x, n) + \\\n        1  # noqa: TFR101 # why"),
        (
            'print(step(x, n), """\n""", 1)',
            'print(step(x, n), """\n""", 1)  # noqa: TFR101 # why',
        ),
        ("step(\n        x, n\n    )", "step(\n        x, n  # noqa: TFR101 # why\n    )"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_where_a_comment_goes(call: str, expected: str, end: str) -> None:
    text = PROGRAM.replace("step(tf.ones([2]), n)", call).replace("\n", end)
    findings = [finding for finding in check(text) if finding.code == "TFR101"]
    result = with_noqa(text, findings, "why")
    assert expected.replace("\n", end) in result
    suppressions = Suppressions(result, "a.py")
    assert all(suppressions.cover(f) for f in check(result) if f.code == "TFR101")
