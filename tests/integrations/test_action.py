"""The GitHub Action: its file is valid, and its shell steps do what they say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.integrations.checkouts import ROOT, copy

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
SLOW = """\
import tensorflow as tf


@tf.function
def step(x, n):
    return tf.concat([x] * n, 0)


for n in range(10):
    step(tf.ones([1]), n)
"""


def test_the_file_is_valid() -> None:
    schema = ["--builtin-schema", "vendor.github-actions"]
    command = [sys.executable, "-m", "check_jsonschema", *schema, str(ROOT / "action.yml")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


class Runner:
    """Runs the shell steps of the action as GitHub does."""

    def __init__(self, folder: Path) -> None:
        self.project, self.source = folder / "project", folder / "source"
        self._temporary = folder / "temporary"
        self._temporary.mkdir()
        self.project.mkdir()
        copy(self.source)

    def run(self, name: str, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run a step; return what it did."""
        (step,) = (step for step in ACTION["runs"]["steps"] if step["name"] == name)
        given = {key: value["default"] for key, value in ACTION["inputs"].items()}
        given.update((key.replace("_", "-"), value) for key, value in inputs.items())
        known = {
            "runner.temp": str(self._temporary),
            "github.action_path": str(self.source),
            **{f"inputs.{key}": value for key, value in given.items()},
        }
        environment = {**os.environ, "GITHUB_OUTPUT": str(self._temporary / "output")}
        environment.pop("PYTHONPATH", None)
        environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment.update((key, filled(text, known)) for key, text in step["env"].items())
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "what others write is no code"
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
            cwd=self.project,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def sarif(self) -> Any:
        """What would be uploaded."""
        output = (self._temporary / "output").read_text().splitlines()[-1]
        return json.loads(Path(output.removeprefix("sarif=")).read_text(encoding="utf-8"))


def filled(text: str, known: Mapping[str, str]) -> str:
    """Return a text with its expressions evaluated."""
    return re.sub(r"\$\{\{ (\S+) \}\}", lambda match: known[match[1]], text)


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    """A runner with the action installed and a project to lint."""
    runner = Runner(tmp_path_factory.mktemp("runner"))
    installed = runner.run("Install")
    assert installed.returncode == 0, installed.stderr
    (runner.project / "package").mkdir()
    (runner.project / "package" / "train.py").write_text(SLOW)
    return runner


def test_findings_are_shown_and_uploaded(runner: Runner) -> None:
    done = runner.run("Lint")
    assert done.returncode == 1, done.stderr
    (line,) = done.stdout.splitlines()
    assert line.startswith("::warning file=package/train.py,line=10,col=24,title=TFR101::")
    (result,) = runner.sarif["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "package/train.py"}


@pytest.mark.parametrize(
    ("inputs", "status", "count"),
    [
        ({"fail_on": "error"}, 0, 1),
        ({"fail_on": "never"}, 0, 1),
        ({"arguments": "--extend-ignore TFR1"}, 0, 0),
        ({"paths": "package/train.py package"}, 1, 1),
        ({"paths": "nowhere.py"}, 2, 0),
        ({"paths": "nowhere.py", "fail_on": "never"}, 2, 0),
    ],
)
def test_inputs(runner: Runner, inputs: dict[str, str], status: int, count: int) -> None:
    done = runner.run("Lint", **inputs)
    assert done.returncode == status, done.stdout + done.stderr
    assert len(runner.sarif["runs"][0]["results"]) == count


def test_upload_takes_what_lint_wrote() -> None:
    upload = ACTION["runs"]["steps"][-1]
    assert upload["uses"].startswith("github/codeql-action/upload-sarif@")
    assert upload["with"]["sarif_file"] == "${{ steps.lint.outputs.sarif }}"
