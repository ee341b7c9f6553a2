"""Files on disk: replaced all at once, as they were stored, or left alone."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from tfretrace_fix import files
from tfretrace_fix.files import FileError


def store(path: Path, data: bytes) -> files.SourceFile:
    path.write_bytes(data)
    return files.read(path)


@pytest.mark.parametrize(
    ("data", "text", "after"),
    [
        (b"x = 1\n", "x = 1\n", b"y = 1\n"),
        (b"\xef\xbb\xbfx = 1\r\n", "x = 1\r\n", b"\xef\xbb\xbfy = 1\r\n"),
        (
            b"# -*- coding: latin-1 -*-\nx = '\xe9'\n",
            "# -*- coding: latin-1 -*-\nx = 'é'\n",
            b"# -*- coding: latin-1 -*-\ny = '\xe9'\n",
        ),
        ("x = 'é'\r\rz = 2".encode(), "x = 'é'\r\rz = 2", "y = 'é'\r\rz = 2".encode()),
        (b"", "", b""),
    ],
)
def test_encoding_and_line_ends_stay(tmp_path: Path, data: bytes, text: str, after: bytes) -> None:
    path = tmp_path / "a.py"
    file = store(path, data)
    assert file.text == text
    files.replace(path, file, text.replace("x = ", "y = "))
    assert path.read_bytes() == after


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"# coding: klingon\n", "unknown encoding.*coding line"),
        (b"x = 1\ny = '\xe9'\n", "line 2 is not utf-8; save it as UTF-8"),
        (b"\xef\xbb\xbf# coding: latin-1\n", "encoding problem.*coding line"),
    ],
)
def test_undecodable(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(FileError, match=message):
        store(tmp_path / "a.py", data)


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file or directory"):
        files.read(tmp_path / "a.py")


def test_mode_is_kept_and_nothing_else_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    file = store(path, b"x\n")
    path.chmod(0o751)
    files.replace(path, file, "y\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o751
    assert [p.name for p in tmp_path.iterdir()] == ["a.py"]


def test_symbolic_links_are_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "real" / "a.py", tmp_path / "link.py"
    target.parent.mkdir()
    file = store(target, b"x\n")
    link.symlink_to(target)
    files.replace(link, file, "y\n")
    assert link.is_symlink()
    assert target.read_bytes() == b"y\n"


def test_a_read_only_file_system_is_told_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.py"
    file = store(path, b"x\n")
    path.chmod(0o444)

    def refuse(*_: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(FileError, match="Read-only file system"):
        files.replace(path, file, "y\n")


def test_read_only(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    file = store(path, b"x\n")
    path.chmod(0o444)
    with pytest.raises(FileError, match="read-only; make it writable"):
        files.replace(path, file, "y\n")
    assert path.read_bytes() == b"x\n"


def test_changed_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    file = store(path, b"x\n")
    path.write_bytes(b"z\n")
    with pytest.raises(FileError, match="changed in the meantime"):
        files.replace(path, file, "y\n")
    assert path.read_bytes() == b"z\n"


def test_removed_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    file = store(path, b"x\n")
    path.unlink()
    with pytest.raises(FileError, match="No such file"):
        files.replace(path, file, "y\n")
    assert not path.exists()


def test_cannot_be_encoded(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    file = store(path, b"# coding: ascii\nx\n")
    with pytest.raises(FileError, match="cannot be written in ascii"):
        files.replace(path, file, "# coding: ascii\né\n")


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device")])
def test_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError) -> None:
    path = tmp_path / "a.py"
    file = store(path, b"x\n")

    def fail(descriptor: int) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(FileError, match="No space left on device"):
        files.replace(path, file, "y\n")
    assert path.read_bytes() == b"x\n"
    assert [p.name for p in tmp_path.iterdir()] == ["a.py"]


def test_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.py"
    file = store(path, b"x\n")

    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.replace(path, file, "y\n")
    assert path.read_bytes() == b"x\n"
    assert [p.name for p in tmp_path.iterdir()] == ["a.py"]
