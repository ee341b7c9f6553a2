"""What tests of several folders share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Have what the tests start keep its cache in a folder of the tests' own."""
    os.environ["TFRETRACE_CACHE_DIR"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def modern_project(tmp_path: Path) -> None:
    """Make ``tmp_path`` a project that requires a TensorFlow with all that fixes write."""
    (tmp_path / "requirements.txt").write_text("tensorflow>=2.16\n")
    (tmp_path / ".hg").mkdir()
