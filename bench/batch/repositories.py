"""Which repositories may be in a batch, and at which commits they are."""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import tfretrace_fix

import flake8_tfretrace
from bench.batch.tables import BatchError
from flake8_tfretrace.modules import PROJECT_MARKS

_REMOTE = re.compile(r"[/:]([^/:]+/[^/]+?)(?:\.git)?/?$")


class Repository(NamedTuple):
    """A repository of a batch."""

    folder: Path
    name: str
    """``owner/name``."""
    commit: str


def repositories(root: Path, commits: Path | None, known: Sequence[Path]) -> list[Repository]:
    """Return the repositories below ``root``, sorted by name.

    Raises:
        BatchError: one of them may not be in a batch, or cannot be told apart.
    """
    if not root.is_dir():
        raise BatchError(f"{root}: no such folder; give the one that holds the repositories")
    at = dict(_pairs(commits)) if commits else {}
    spent = {name: path for path in known for name, _ in _pairs(path)}
    found: dict[str, Repository] = {}
    problems = []
    for folder in sorted(root.iterdir()):
        if not folder.is_dir() or folder.name.startswith("."):
            continue
        name = _name(folder)
        if name is None:
            problems.append(f"{folder}: whose repository is this? Call the folder owner+name")
            continue
        key = name.lower()
        commit = at.get(key) or _head(folder)
        if not is_for_batches(name):
            digit = _digit(name)
            problems.append(
                f"{folder}: the sha1 of '{key}' begins with '{digit}', and only 0 to 9 may be "
                "looked at; take the folder out, unread"
            )
        elif key in spent:
            problems.append(f"{folder}: {name} is known from {spent[key]}; take the folder out")
        elif key in found:
            problems.append(f"{folder}: {name} is in {found[key].folder}, too; take one out")
        elif commit is None:
            problems.append(
                f"{folder}: no commit known; give --commits FILE with a line {name}<tab>COMMIT"
            )
        elif PROJECT_MARKS.isdisjoint(entry.name for entry in folder.iterdir()):
            problems.append(
                f"{folder}: nothing shows that it is the top of a project, as .git does in a "
                "clone; make a folder .git in it, or the linter knows less than its users' does"
            )
        else:
            found[key] = Repository(folder, name, commit)
    if problems:
        raise BatchError("\n".join(problems))
    if not found:
        raise BatchError(f"{root}: no repositories; put them there in folders called owner+name")
    return [found[key] for key in sorted(found)]


def is_for_batches(name: str) -> bool:
    """Whether a repository may be in a batch; the others are left for others to measure on."""
    return _digit(name) in "0123456789"


def _digit(name: str) -> str:
    return hashlib.sha1(name.lower().encode(), usedforsecurity=False).hexdigest()[0]


def _name(folder: Path) -> str | None:
    owner, plus, name = folder.name.partition("+")
    if plus:
        return f"{owner}/{name}"
    remote = git(folder, "remote", "get-url", "origin") if _is_checkout(folder) else None
    match = _REMOTE.search(remote) if remote else None
    return match[1] if match else None


def _head(folder: Path) -> str | None:
    return git(folder, "rev-parse", "HEAD") if _is_checkout(folder) else None


def _is_checkout(folder: Path) -> bool:
    # Without this git would answer for a repository around the folder.
    return (folder / ".git").exists()


def _pairs(path: Path) -> list[tuple[str, str]]:
    """Return the first two columns of a file, the first one in lower case."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BatchError(f"{path}: {error}; give a file with owner/name in each line") from error
    cells = [[cell.strip() for cell in line.split("\t")] for line in lines if line.strip()]
    return [(row[0].lower(), row[1] if len(row) > 1 else "") for row in cells]


def git(folder: Path, *arguments: str) -> str | None:
    """Return what a git command prints; None if it fails, or there is no git."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return None if done.returncode else done.stdout.strip()


def linter_commit() -> str:
    """Return the commit of the linter that is imported here.

    Raises:
        BatchError: it is not as committed, or the fixer that is imported is another checkout's.
    """
    linter, fixer = (
        Path(str(module.__file__)).resolve().parent for module in (flake8_tfretrace, tfretrace_fix)
    )
    top = git(linter, "rev-parse", "--show-toplevel")
    if top != git(fixer, "rev-parse", "--show-toplevel"):
        raise BatchError(
            f"{fixer}: this fixer is not of the same checkout as {linter}; install this checkout "
            "(pip install -e .), or put both . and fixers on PYTHONPATH"
        )
    commit = git(linter, "rev-parse", "HEAD")
    if commit is None:
        raise BatchError(f"{linter}: of no commit; run this in a git checkout of the linter")
    changes = git(linter, "status", "--porcelain", "--", str(linter), str(fixer))
    if changes is None or changes:
        raise BatchError(
            f"{linter}: not as committed; commit it first, since a batch counts for a commit"
        )
    return commit
