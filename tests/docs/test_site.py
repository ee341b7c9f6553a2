"""The site builds, with all links and references leading somewhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.build_rules import ROOT
from flake8_tfretrace.catalog import CATALOG


def test_site_builds_in_strict_mode(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "index.html").is_file()
    assert all((tmp_path / "rules" / rule.code / "index.html").is_file() for rule in CATALOG)
    # Nothing of the machinery is published.
    assert not list(tmp_path.rglob("*.py"))


@pytest.mark.parametrize("image", sorted((ROOT / "docs" / "images").glob("*.svg")), ids=str)
def test_spaces_in_images_are_shown(image: Path) -> None:
    """A browser shows several spaces in a row as one."""
    texts = [element.text or "" for element in ElementTree.parse(image).iter()]
    assert not [text for text in texts if "  " in text.strip()]
