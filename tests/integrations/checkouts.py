"""A copy of this checkout, as a code host gives it to others."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
_PACKAGED = ("flake8_tfretrace", "fixers", "tfretrace", "pyproject.toml", "README.md", "LICENSE")
"""What the distribution is built from."""


def git(folder: Path, *arguments: str) -> str:
    """Run git without the user's configuration."""
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def commit(folder: Path) -> None:
    """Make a repository of a folder, with all that is in it."""
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")


def copy(folder: Path) -> None:
    """Copy what the distribution is built from, and the hooks, into a new folder."""
    folder.mkdir()
    for name in _PACKAGED:
        path = ROOT / name
        if path.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
            shutil.copytree(path, folder / name, ignore=ignored)
        else:
            shutil.copy(path, folder / name)
    shutil.copytree(ROOT / "docs" / "rules", folder / "docs" / "rules")
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", folder)
