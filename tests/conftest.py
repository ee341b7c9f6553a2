"""What tests of several folders share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def modern_project(tmp_path: Path) -> None:
    """Make ``tmp_path`` a project that requires a TensorFlow with all that fixes write."""
    (tmp_path / "requirements.txt").write_text("tensorflow>=2.16\n")
    (tmp_path / ".hg").mkdir()
