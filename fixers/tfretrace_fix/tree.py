"""A copy of the folder that holds a program and the files to be fixed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path
from types import TracebackType

_LEFT_OUT = {"__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
_LINKED = {".git", ".hg", ".svn", "node_modules"}
_ENVIRONMENTS = ("pyvenv.cfg", "conda-meta")
"""What the folder of a virtual environment holds."""


class TreeError(Exception):
    """The folder cannot be copied; the message says what to do."""


class Tree:
    """The smallest folder that holds ``here`` and ``files``, and a copy of it.

    Whatever runs in the copy finds what it would find in the folder itself, and cannot change
    it: links within the folder lead to the same place in the copy. Only version control,
    virtual environments and what is outside of the folder are linked and not copied.

    Raises:
        TreeError: the folder is too large to be meant.
    """

    def __init__(self, here: Path, files: Collection[Path]) -> None:
        self._here = here.resolve()
        self._files = {file.resolve() for file in files}
        self._temporary = tempfile.TemporaryDirectory(prefix="tfretrace-")
        temporary = Path(self._temporary.name).resolve()
        self.root = self._root(temporary)
        self.copied_root = temporary / (self.root.name or "root")

    def _root(self, temporary: Path) -> Path:
        try:
            root = Path(os.path.commonpath([self._here, *(file.parent for file in self._files)]))
        except ValueError as error:
            raise TreeError("the files are on another drive than the current folder") from error
        if root == Path.home() or root in temporary.parents:
            raise TreeError(
                f"the current folder and the files have only {root} in common, which is too much "
                "to copy; run it in the folder of the project"
            )
        return root

    def __enter__(self) -> Tree:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._temporary.cleanup()

    @property
    def here(self) -> Path:
        """The place of the current folder in the copy."""
        return self.place(self._here)

    def place(self, path: Path) -> Path:
        """Return the place in the copy of a path in the folder."""
        return self.copied_root / path.resolve().relative_to(self.root)

    def copy(self, texts: Mapping[Path, bytes]) -> None:
        """Make the copy anew, with other content in some of the files.

        Raises:
            TreeError: a file cannot be read, or the disk is full.
        """
        try:
            if self.copied_root.exists():
                shutil.rmtree(self.copied_root)
            self._copy_folder(self.root, self.copied_root)
            for path, text in texts.items():
                self.place(path).write_bytes(text)
        except OSError as error:
            raise TreeError(f"cannot copy {error.filename}: {error.strerror}") from error

    def _copy_folder(self, folder: Path, copy: Path) -> None:
        copy.mkdir()
        for path in folder.iterdir():
            target = copy / path.name
            if path.is_symlink():
                self._copy_link(path, target)
            elif path.is_dir():
                if path.name in _LEFT_OUT:
                    continue
                if self._is_linked(path):
                    target.symlink_to(path, target_is_directory=True)
                else:
                    self._copy_folder(path, target)
            elif path.is_file():
                shutil.copy2(path, target)

    def _copy_link(self, link: Path, copy: Path) -> None:
        target = link.parent / link.readlink()
        inside = Path(os.path.normpath(target))
        if inside.is_relative_to(self.root):
            inside = self.copied_root / inside.relative_to(self.root)
        copy.symlink_to(inside, target_is_directory=target.is_dir())

    def _is_linked(self, folder: Path) -> bool:
        known = folder.name in _LINKED or any((folder / name).exists() for name in _ENVIRONMENTS)
        return known and not any(file.is_relative_to(folder) for file in self._files)
