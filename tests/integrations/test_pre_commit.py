"""The hooks, run by the real pre-commit from this checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from flake8_tfretrace import __version__
from flake8_tfretrace.catalog import REPOSITORY
from tests.integrations.checkouts import ROOT, commit, copy, git

RELAXED = """\
import tensorflow as tf


@tf.function(experimental_relax_shapes=True)
def f(x):
    return x
"""
FIXED = RELAXED.replace("experimental_relax_shapes", "reduce_retracing")


def documented(page: str) -> str:
    """Return the configuration that a page of the documentation shows."""
    shown = re.findall(r"```yaml\n(repos:.*?)```", (ROOT / page).read_text(), re.DOTALL)
    (configuration,) = shown
    return str(configuration)


def test_the_documentation_shows_one_configuration() -> None:
    assert documented("README.md") == documented("docs/getting-started.md")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one file to fix, with the hooks of a tag as the documentation has it."""
    source, folder = tmp_path / "source", tmp_path / "project"
    copy(source)
    commit(source)
    git(source, "tag", f"v{__version__}")
    folder.mkdir()
    (folder / "a.py").write_text(RELAXED)
    (folder / "requirements.txt").write_text("tensorflow>=2.16\n")
    configuration = documented("README.md")
    assert f"  - repo: {REPOSITORY}\n    rev: v{__version__}\n" in configuration
    (folder / ".pre-commit-config.yaml").write_text(configuration.replace(REPOSITORY, str(source)))
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
