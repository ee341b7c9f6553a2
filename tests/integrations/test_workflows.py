"""GitHub accepts our workflow file, and the one that the documentation shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_YAML = re.compile(r"```yaml\n(name: .*?)```", re.DOTALL)


def shown_in_documentation() -> str:
    """Return the workflow of the page for new users."""
    (workflow,) = _YAML.findall((ROOT / "docs" / "getting-started.md").read_text(encoding="utf-8"))
    return str(workflow)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"), id="ours"),
        pytest.param(shown_in_documentation(), id="documentation"),
    ],
)
def test_workflow_is_valid(tmp_path: Path, text: str) -> None:
    workflow = tmp_path / "workflow.yml"
    workflow.write_text(text, encoding="utf-8")
    schema = ["--builtin-schema", "vendor.github-workflows"]
    ran = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", *schema, workflow],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
