"""Run files from other texts than they hold, with nothing else of the program changed.

A *copy* is a file with the changed text of another one, the original. Modules are imported from
their copies, but ``__file__``, the folder they find their data in, and the import path stay those
of the originals. The code itself bears the name of the copy, because AutoGraph and tracebacks read
the source from the file that the code names.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Mapping, Sequence
from pathlib import Path


class Copies:
    """The copies that one run of a program uses."""

    def __init__(self, by_original: Mapping[str, str]) -> None:
        self.by_original = dict(by_original)
        """Paths of copies, by those of their originals as users know them."""
        self._by_resolved = {_resolved(path): copy for path, copy in by_original.items()}

    @classmethod
    def write(cls, texts: Mapping[str, bytes], folder: Path) -> Copies:
        """Write one copy per original into ``folder``, which exists."""
        written = {}
        for number, (original, text) in enumerate(texts.items()):
            # Each in a folder of its own: packages have many files of one name.
            copy = folder / f"copy{number}" / Path(original).name
            copy.parent.mkdir()
            copy.write_bytes(text)
            written[original] = str(copy)
        return cls(written)

    def of(self, original: str) -> str | None:
        """Return the copy of a file, or None where it has none."""
        return self._by_resolved.get(_resolved(original))

    def compiled(self, original: Path) -> types.CodeType:
        """Compile a file from its copy, or from itself where it has none.

        Raises:
            SyntaxError: it is not Python.
        """
        path = self.of(str(original)) or str(original)
        return compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)

    def install(self) -> None:
        """Import modules from their copies from now on."""
        if self.by_original:
            sys.meta_path.insert(0, _Finder(self))


def _resolved(path: str) -> str:
    return str(Path(path).resolve())


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, copies: Copies) -> None:
        self._copies = copies

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None:
                break
        else:
            return None
        if spec.origin is not None and self._copies.of(spec.origin) is not None:
            spec.loader = _Loader(fullname, spec.origin, self._copies)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, fullname: str, path: str, copies: Copies) -> None:
        super().__init__(fullname, path)
        self._copies = copies

    def get_code(self, fullname: str) -> types.CodeType:
        """Compile the copy: Python's own method would take the original's cached code."""
        return self._copies.compiled(Path(self.path))
