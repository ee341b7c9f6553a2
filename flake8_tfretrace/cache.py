"""The folder on disk in which processes keep what they found out, for those that come after them.

It holds small files that any number of processes may read and write at the same time: an entry is
written to a file of its own, which is then renamed, and what two processes write under one name is
worth the same. What is missing, damaged or cannot be written is worked out again.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import sys
import time
from typing import Any

try:
    # OpenSSL, which hashlib imports for others, takes more memory than the rest of the plugin.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

_DAY = 24 * 60 * 60
_UNUSED = 30 * _DAY
"""Seconds after which an entry that nobody asked for is removed."""
_FOLDER = re.compile(r"[0-9a-f]{2}")
_ENTRY = re.compile(r"[0-9a-f]{30}(?:\.[0-9a-f]{16})?")
"""The names of entries, and of those that a process did not live to rename."""
_SEAL = 2 * blake2b(digest_size=16).digest_size
"""Characters of the digest that an entry begins with."""

_folder: str | None = None


def use(folder: str | None) -> None:
    """Keep entries in a folder from now on, which need not exist; with None, keep none."""
    global _folder
    _folder = folder


def is_used() -> bool:
    """Whether entries are kept."""
    return _folder is not None


def user_folder() -> str | None:
    """Return the folder for entries: the user's, unless ``TFRETRACE_CACHE_DIR`` names another.

    None if the user has none.
    """
    chosen = os.environ.get("TFRETRACE_CACHE_DIR")
    if chosen:
        return os.path.abspath(chosen)
    if sys.platform == "win32":
        parent = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    elif sys.platform == "darwin":
        parent = os.path.expanduser("~/Library/Caches")
    else:
        parent = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(parent):
            parent = os.path.expanduser("~/.cache")
    return os.path.join(parent, "flake8-tfretrace") if os.path.isabs(parent) else None


def digest(text: str) -> str:
    """Return a digest of a text."""
    return _digest(text.encode("utf-8", "surrogatepass"))


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def key(*parts: object) -> str:
    """Return the name of the entry for what follows from ``parts``, by their ``repr``.

    And from this version of the analysis: what another one found out does not count. Empty where
    no entries are kept.
    """
    if _folder is None:
        return ""
    return digest(repr((_analysis(), *parts)))


@functools.cache
def _analysis() -> str:
    """Return a digest of the analysis: of the files of this package, and of Python's version."""
    found = blake2b(f"{sys.version} {sys.implementation.name}".encode())
    home = os.path.dirname(os.path.abspath(__file__))
    for folder, folders, names in os.walk(home):
        folders.sort()
        for name in sorted(names):
            if name.endswith((".py", ".tsv")):
                with open(os.path.join(folder, name), "rb") as file:
                    found.update(file.read())
    return found.hexdigest()


def load(name: str) -> Any:
    """Return what was stored under a name; None if nothing was, or if it is damaged."""
    if _folder is None:
        return None
    path = _path(_folder, name)
    try:
        with open(path, "rb") as file:
            data = file.read()
            written = os.fstat(file.fileno()).st_mtime
        seal, content = data[:_SEAL], data[_SEAL:]
        if seal != _digest(content).encode():
            return None
        if time.time() - written > _DAY:
            # What is in use is not removed.
            os.utime(path)
        return json.loads(content)
    except (OSError, ValueError, RecursionError):
        return None


def store(name: str, value: object) -> None:
    """Store a value of JSON's types under a name, unless that is not possible."""
    if _folder is None:
        return
    path = _path(_folder, name)
    content = json.dumps(value, separators=(",", ":")).encode()
    aside = f"{path}.{os.urandom(8).hex()}"
    try:
        os.makedirs(_folder, mode=0o700, exist_ok=True)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(aside, "xb") as file:
            file.write(_digest(content).encode() + content)
        os.replace(aside, path)
        _remove_unused(_folder)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(aside)


def _path(folder: str, name: str) -> str:
    return os.path.join(folder, name[:2], name[2:])


@functools.cache
def _remove_unused(folder: str) -> None:
    """Remove the entries that nobody asked for in a long time; looked for once a day."""
    now = time.time()
    mark = os.path.join(folder, "cleaned")
    with contextlib.suppress(OSError):
        if abs(now - os.stat(mark).st_mtime) < _DAY:
            return
    with contextlib.suppress(OSError):
        with open(mark, "wb"):
            os.utime(mark)
        for inner in os.scandir(folder):
            if _FOLDER.fullmatch(inner.name) and inner.is_dir(follow_symlinks=False):
                for entry in os.scandir(inner):
                    # The folder may be one that holds other things.
                    if _ENTRY.fullmatch(entry.name):
                        _remove_if_unused(entry, now)


def _remove_if_unused(entry: os.DirEntry[str], now: float) -> None:
    with contextlib.suppress(OSError):
        if now - entry.stat(follow_symlinks=False).st_mtime > _UNUSED:
            os.unlink(entry)
