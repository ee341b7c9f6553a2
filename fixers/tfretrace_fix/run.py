"""One file after the other: read, fix, write or show."""

from __future__ import annotations

import dataclasses
import difflib
import re
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from flake8_tfretrace import Finding, Settings
from tfretrace_fix import files
from tfretrace_fix.engine import Fixed, FixResult, Left, Place, fix_source, original_lines

Mode = Literal["write", "diff", "check"]
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")


@dataclass(frozen=True)
class Options:
    """What is the same for all files."""

    mode: Mode = "write"
    unsafe: bool = False
    settings: Settings = Settings()  # noqa: RUF009 - immutable
    disable_noqa: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of one file."""

    path: str
    changed: bool = False
    """Whether the file was changed, or would be if files were written."""
    fixed: tuple[Fixed, ...] = ()
    left: tuple[Left, ...] = ()
    """At their places in the file as it is now."""
    output: bytes = b""
    """The difference, if asked for; for standard input the fixed text."""
    error: str | None = None
    outdated: tuple[str, ...] = ()
    """The functions that the profile knows in another version, by name."""


def fix_file(options: Options, path: str, codes: frozenset[str]) -> Outcome:
    """Fix the findings of ``codes`` in one file; errors go into the outcome."""
    try:
        return fix_read(options, path, codes, files.read(Path(path)))
    except files.FileError as error:
        return Outcome(path, error=str(error))


def fix_stdin(options: Options, name: str, codes: frozenset[str], data: bytes) -> Outcome:
    """Fix a text from standard input; ``output`` is the result."""
    try:
        file = files.decode(data)
    except files.FileError as error:
        return Outcome(name, error=str(error))
    return fix_read(options, name, codes, file, to_output=True)


def fix_files(
    options: Options, work: Sequence[tuple[str, frozenset[str]]], jobs: int
) -> Iterator[Outcome]:
    """Fix files in up to ``jobs`` processes, yielding the outcomes in the order of ``work``."""
    paths = [path for path, _ in work]
    codes = [wanted for _, wanted in work]
    task = partial(fix_file, options)
    if jobs == 1:
        yield from map(task, paths, codes)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(task, paths, codes, chunksize=8)


def fix_read(
    options: Options,
    path: str,
    codes: frozenset[str],
    file: files.SourceFile,
    *,
    leave_out: Mapping[Place, str] | None = None,
    to_output: bool = False,
) -> Outcome:
    """Fix a file that was read before; errors go into the outcome.

    ``leave_out`` is that of :func:`fix_source`. ``to_output`` puts the text that would be written
    into the outcome instead.
    """
    try:
        result = fix_source(
            file.text,
            path,
            settings=options.settings,
            codes=codes,
            unsafe=options.unsafe,
            disable_noqa=options.disable_noqa,
            leave_out=leave_out or {},
        )
        changed = result.text != file.text
        output = b""
        if options.mode == "diff":
            output = _difference(path, file.text, result.text).encode(file.encoding)
        elif options.mode == "write":
            if to_output:
                output = result.text.encode(file.encoding)
            elif changed:
                files.replace(Path(path), file, result.text)
    except SyntaxError as error:
        where = f" (line {error.lineno})" if error.lineno else ""
        return Outcome(path, error=f"{error.msg}{where}; it is not valid Python")
    except (RecursionError, MemoryError):
        return Outcome(path, error="nested too deeply to analyse; exclude it")
    except files.FileError as error:
        return Outcome(path, error=str(error))
    except Exception as error:
        # One file must not end the run over the others.
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        return Outcome(path, error=f"internal error, please report it: {what}")
    left = result.left
    if changed and options.mode != "write":
        left = tuple(_at_original_lines(file.text, result))
    return Outcome(
        path,
        changed,
        tuple(dataclasses.replace(f, finding=_portable(f.finding)) for f in result.fixed),
        tuple(dataclasses.replace(item, finding=_portable(item.finding)) for item in left),
        output,
        outdated=result.outdated,
    )


def _portable(finding: Finding) -> Finding:
    """Return ``finding`` without the syntax tree, which need not travel between processes."""
    return dataclasses.replace(finding, node=None, facts=None)


def _difference(path: str, before: str, after: str) -> str:
    lines = difflib.unified_diff(_LINE.findall(before), _LINE.findall(after), path, path)
    return "".join(
        line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"
        for line in lines
    )


def _at_original_lines(before: str, result: FixResult) -> Iterable[Left]:
    """Yield what is left, at the lines of the text that was not written over."""
    origins = original_lines(before, result.text)
    for item in result.left:
        finding = dataclasses.replace(item.finding, line=origins[item.finding.line])
        yield dataclasses.replace(item, finding=finding)
