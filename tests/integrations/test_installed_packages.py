"""Linting packages as they are installed raises nothing, and reports places that exist."""

from __future__ import annotations

import random
import sysconfig
import tokenize
from pathlib import Path

import pytest

from flake8_tfretrace import check
from flake8_tfretrace.catalog import ALL_CODES

SITE_PACKAGES = Path(sysconfig.get_paths()["purelib"])
PACKAGES = ("flake8", "libcst", "numpy", "keras", "tensorflow")
FILES_PER_PACKAGE = 30


def sample(package: str) -> list[Path]:
    """Return some files of an installed package, the same ones each time."""
    paths = sorted((SITE_PACKAGES / package).rglob("*.py"))
    assert paths, f"{package} is not installed"
    return random.Random(0).sample(paths, min(FILES_PER_PACKAGE, len(paths)))


@pytest.mark.parametrize("package", PACKAGES)
def test_installed_packages(package: str) -> None:
    for path in sample(package):
        with tokenize.open(path) as file:
            source = file.read()
        lines = source.count("\n") + 1
        # The mention makes sure that the file is analysed.
        for finding in check(f"{source}\n# tensorflow.function\n", str(path), codes=ALL_CODES):
            assert 1 <= finding.line <= lines
            assert finding.column >= 0
