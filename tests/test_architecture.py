"""Three packages, one direction: what runs code, what rewrites it, what reads it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = {
    "flake8_tfretrace": ROOT / "flake8_tfretrace",
    "tfretrace_fix": ROOT / "fixers" / "tfretrace_fix",
    "tfretrace": ROOT / "tfretrace",
}
MAY_IMPORT = {
    "flake8_tfretrace": {"flake8"},
    "tfretrace_fix": {"flake8_tfretrace", "flake8", "libcst", "rich"},
    "tfretrace": {
        "flake8_tfretrace",
        "tfretrace_fix",
        "tensorflow",
        "keras",
        "numpy",
        "matplotlib",
        "psutil",
        "pytest",
        "rich",
    },
}


def imported(folder: Path) -> set[str]:
    """Return the top-level packages that the modules of a folder import, anywhere in them."""
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("package", FOLDERS)
def test_imports_go_one_way(package: str) -> None:
    outside = imported(FOLDERS[package]) - sys.stdlib_module_names - {package}
    assert outside <= MAY_IMPORT[package]


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        ("import flake8_tfretrace.plugin, flake8_tfretrace.rules", ["libcst", "tensorflow"]),
        ("import flake8_tfretrace; flake8_tfretrace.check('import tensorflow')", ["libcst"]),
        ("import tfretrace_fix.cli, tfretrace_fix.fixes", ["tensorflow", "tfretrace"]),
        ("import tfretrace", ["tensorflow", "numpy", "libcst"]),
    ],
)
def test_import_leaves_heavy_packages_alone(statement: str, unwanted: list[str]) -> None:
    program = f"import sys; {statement}; print(*(set({unwanted}) & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout.strip()) == (0, ""), ran.stderr
