"""The hooks, run by the real pre-commit from this checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGED = ("flake8_tfretrace", "fixers", "tfretrace", "pyproject.toml", "README.md", "LICENSE")
"""What the distribution is built from."""

RELAXED = """\
import tensorflow as tf


@tf.function(experimental_relax_shapes=True)
def f(x):
    return x
"""
FIXED = RELAXED.replace("experimental_relax_shapes", "reduce_retracing")


def git(folder: Path, *arguments: str) -> str:
    """Run git without the user's configuration."""
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def commit(folder: Path) -> str:
    """Make a repository of a folder; return its commit."""
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one file to fix, whose hooks come from this checkout."""
    source, folder = tmp_path / "source", tmp_path / "project"
    source.mkdir()
    for name in PACKAGED:
        path = ROOT / name
        if path.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
            shutil.copytree(path, source / name, ignore=ignored)
        else:
            shutil.copy(path, source / name)
    shutil.copytree(ROOT / "docs" / "rules", source / "docs" / "rules")
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", source)
    folder.mkdir()
    (folder / "a.py").write_text(RELAXED)
    (folder / "requirements.txt").write_text("tensorflow>=2.16\n")
    (folder / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {source}\n  rev: {commit(source)}\n"
        "  hooks:\n  - id: tfretrace-lint\n  - id: tfretrace-fix\n"
    )
    commit(folder)
    return folder


def test_hooks(project: Path) -> None:
    environment = {**os.environ, "PRE_COMMIT_HOME": str(project.parent / "home")}
    environment.pop("PYTHONPATH", None)

    def run() -> tuple[int, str]:
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color=never"]
        done = subprocess.run(
            command, cwd=project, env=environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    status, output = run()
    assert status == 1, output
    assert "a.py:4:2: TFR203 'experimental_relax_shapes' is deprecated" in output
    assert "files were modified by this hook" in output
    assert "1 fixed in 1 file" in output
    assert (project / "a.py").read_text() == FIXED
    status, output = run()
    assert status == 0, output
    assert output.count("Passed") == 2
