"""Write what was recorded as a profile, which the linter and the fixer read.

docs/profiles.md describes the file; :mod:`flake8_tfretrace.program.profile` reads it.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import time
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import flake8_tfretrace
from flake8_tfretrace.program.profile import SCHEMA, normalised, read, source_hash
from flake8_tfretrace.program.scopes import Function, first_line, index
from tfretrace.recorder import Recording
from tfretrace.records import Trace

Entry = dict[str, Any]
"""One function of a profile, as JSON types."""


class ProfileWriter:
    """Adds recordings to a profile on disk.

    Made before the program runs: so that a file that is no profile is found out before, and
    source files that change while the program runs are known.
    """

    def __init__(self, path: Path) -> None:
        """Get ready to write ``path``, which need not exist.

        Raises:
            ProfileError: the file is there, and no profile that can be added to.
            OSError: its folder does not exist.
        """
        self._path = path.resolve()
        self._folder = self._path.parent.resolve(strict=True)
        self._working_folder = Path.cwd()
        self._sources = _Sources()
        if self._path.exists():
            read(str(self._path))

    def add(self, recording: Recording) -> int:
        """Add what was recorded; return how many functions the profile holds then.

        The file is replaced in one step: whatever happens, it is the old profile or the new one.

        Raises:
            ProfileError: the file has become something else while the program ran.
            OSError: it cannot be written.
        """
        seen = list(self._entries(recording))
        with _alone(self._folder):
            return self._add(seen)

    def _add(self, seen: list[Entry]) -> int:
        before = read(str(self._path)).document if self._path.exists() else {}
        kept = [entry for entry in before.get("functions", ()) if self._is_current(entry)]
        functions = {_key(entry): entry for entry in kept}
        for entry in seen:
            old = functions.get(_key(entry))
            functions[_key(entry)] = entry if old is None else _merged(old, entry)
        document = {
            "profile_schema": SCHEMA,
            "version": flake8_tfretrace.__version__,
            "runs": before.get("runs", 0) + 1,
            "functions": sorted(functions.values(), key=lambda e: (e["file"], e["line"])),
        }
        _replace(self._path, json.dumps(document, indent=1) + "\n")
        return len(functions)

    def _entries(self, recording: Recording) -> Iterator[Entry]:
        for record in recording.of_category("user"):
            traces = [trace for trace in record.traces if trace.error is None]
            file = self._absolute(record.definition.file)
            function = self._sources.function(file, record.definition.name, record.definition.line)
            if not traces or function is None:
                continue
            yield {
                "file": self._relative(file),
                "line": first_line(function.node),
                "name": function.qualname,
                "source": source_hash(function.node),
                "calls": record.calls,
                "retraces": len([trace for trace in traces if trace.is_retrace]),
                "seconds_lost": sum(trace.seconds or 0.0 for trace in traces if trace.is_retrace),
                "parameters": _parameters(traces),
                "traces": self._groups(traces),
            }

    def _groups(self, traces: list[Trace]) -> list[Entry]:
        groups: list[Entry] = []
        for trace in traces:
            file, _, line = trace.call_site.rpartition(":")
            for cause in trace.causes:
                group = {
                    "cause": cause.kind,
                    "path": cause.path,
                    "file": self._relative(self._absolute(file)) if file else "",
                    "line": int(line) if file else 0,
                    "nested": trace.nested,
                }
                _count(groups, {**group, "traces": 1})
        return groups

    def _is_current(self, entry: Entry) -> bool:
        """Whether the function is still in its file, as far as the file was looked at."""
        functions = self._sources.known(self._folder / entry["file"])
        return functions is None or any(
            function.qualname == entry["name"] and source_hash(function.node) == entry["source"]
            for function in functions
        )

    def _absolute(self, file: str) -> Path:
        return self._working_folder / file

    def _relative(self, file: Path) -> str:
        """Return a path as the profile has it; whole where no relative one leads there."""
        with contextlib.suppress(ValueError):  # Another drive.
            return Path(os.path.relpath(os.path.realpath(file), self._folder)).as_posix()
        return file.as_posix()


class _Sources:
    """The functions in the source files of a program, as the program has them loaded."""

    def __init__(self) -> None:
        self._start = time.time()
        self._known: dict[str, list[Function]] = {}

    def known(self, file: Path) -> list[Function] | None:
        """Return the functions of a file that was read, else None."""
        return self._known.get(normalised(file))

    def function(self, file: Path, name: str, line: int) -> Function | None:
        """Return a function; None where the file does not tell, or is no longer the same."""
        key = normalised(file)
        if key not in self._known:
            self._known[key] = self._read(file)
        named = [function for function in self._known[key] if function.qualname == name]
        if len(named) > 1:
            named = [function for function in named if first_line(function.node) == line]
        return named[0] if len(named) == 1 else None

    def _read(self, file: Path) -> list[Function]:
        try:
            if file.stat().st_mtime > self._start:
                return []
            with tokenize.open(file) as source:
                return index(ast.parse(source.read())).functions
        except (OSError, SyntaxError, ValueError):
            return []  # Such as <stdin>, or a cell of a notebook.


def _parameters(traces: Iterable[Trace]) -> list[Entry]:
    """Return the different types that each parameter had, in the order in which they came."""
    types: dict[str, dict[str, Any]] = {}
    for trace in traces:
        for name, stored in trace.types.items():
            types.setdefault(name, {})[json.dumps(stored)] = stored
    return [{"name": name, "types": [*known.values()]} for name, known in types.items()]


def _key(entry: Entry) -> tuple[str, str, str]:
    return entry["file"], entry["name"], entry["source"]


def _count(groups: list[Entry], new: Entry) -> None:
    """Add a group of traces to those that are alike."""
    for group in groups:
        if {**group, "traces": 0} == {**new, "traces": 0}:
            group["traces"] += new["traces"]
            return
    groups.append(new)


def _merged(old: Entry, new: Entry) -> Entry:
    """Return what two runs saw of one function."""
    groups = [dict(group) for group in old["traces"]]
    for group in new["traces"]:
        _count(groups, group)
    types: dict[str, dict[str, Any]] = {}
    for parameter in (*old["parameters"], *new["parameters"]):
        known = types.setdefault(parameter["name"], {})
        known.update({json.dumps(stored): stored for stored in parameter["types"]})
    return {
        **new,
        **{name: old[name] + new[name] for name in ("calls", "retraces", "seconds_lost")},
        "parameters": [{"name": name, "types": [*seen.values()]} for name, seen in types.items()],
        "traces": groups,
    }


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let other processes that add to a profile in ``folder`` wait, where the system can."""
    try:
        import fcntl
    except ImportError:  # Windows.
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # Some network file systems have no locks.
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _replace(path: Path, text: str) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
