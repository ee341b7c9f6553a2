"""Files: read with their encoding, replaced all at once or not at all."""

from __future__ import annotations

import contextlib
import io
import os
import stat
import tempfile
import tokenize
from dataclasses import dataclass
from pathlib import Path


class FileError(Exception):
    """A file cannot be read or written; the message names no file, says what to do."""


@dataclass(frozen=True)
class SourceFile:
    """The text of a file and how it was stored."""

    text: str
    """Without a byte order mark, with the line ends of the file."""
    data: bytes
    encoding: str
    """As Python determines it: from a byte order mark or a coding line; else UTF-8."""


def decode(data: bytes) -> SourceFile:
    """Decode Python source.

    Raises:
        FileError: the encoding is unknown, or the bytes are not text in it.
    """
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return SourceFile(data.decode(encoding), data, encoding)
    except (SyntaxError, LookupError) as error:
        raise FileError(f"{error}; correct its coding line") from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(
            f"line {line} is not {error.encoding}; save it as UTF-8 or give it a coding line"
        ) from error


def read(path: Path) -> SourceFile:
    """Read a Python file.

    Raises:
        FileError: it cannot be read or decoded.
    """
    try:
        return decode(path.read_bytes())
    except OSError as error:
        raise FileError(_because(error)) from error


def replace(path: Path, file: SourceFile, text: str) -> None:
    """Replace the content of ``path``, which was read as ``file``, by ``text``.

    The new content is written beside the file and then takes its place in one step, so that
    whatever happens the file holds either all of the old text or all of the new one. Mode and
    owner are kept; a symbolic link stays, and the file it leads to is replaced.

    Raises:
        FileError: the file is read-only, was changed or removed in the meantime, or cannot be
            written; it is then as it was.
    """
    try:
        target = path.resolve(strict=True)
        status = target.stat()
        is_locked = not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
        try:
            os.close(os.open(target, os.O_WRONLY))
        except PermissionError:
            if not is_locked:
                raise
        if is_locked:
            raise FileError("the file is read-only; make it writable (chmod u+w)")
        data = text.encode(file.encoding)
        if target.read_bytes() != file.data:
            raise FileError("the file was changed in the meantime; run again")
        _swap(target, data, status)
    except UnicodeEncodeError as error:
        raise FileError(f"the fix cannot be written in {file.encoding}") from error
    except OSError as error:
        raise FileError(_because(error)) from error


def _swap(target: Path, data: bytes, status: os.stat_result) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as temporary:
            temporary.write(data)
            temporary.flush()
            os.fsync(temporary.fileno())
        own = Path(name).stat()
        if (own.st_uid, own.st_gid) != (status.st_uid, status.st_gid):
            os.chown(name, status.st_uid, status.st_gid)
        Path(name).chmod(stat.S_IMODE(status.st_mode))
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _because(error: OSError) -> str:
    return f"{error.strerror or error}"
