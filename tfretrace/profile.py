"""Write what was recorded as a profile, which the linter and the fixer read.

docs/profiles.md describes the file; :mod:`flake8_tfretrace.program.profile` reads it.
"""

from __future__ import annotations

import ast
import contextlib
import json
import linecache
import os
import time
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import flake8_tfretrace
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.program.profile import SCHEMA, hash_of_file, normalised, read, source_hash
from flake8_tfretrace.program.scopes import Function, first_line, index
from tfretrace.judging import Judgement
from tfretrace.recording_report import count_text
from tfretrace.records import FunctionRecord, Trace

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

    def add(self, functions: Iterable[FunctionRecord], judgement: Judgement | None = None) -> int:
        """Add what was recorded; return how many functions the profile holds then.

        Args:
            functions: what was traced.
            judgement: what the run says of whatever the rules would claim of its files.

        The file is replaced in one step: whatever happens, it is the old profile or the new one.

        Raises:
            ProfileError: the file has become something else while the program ran.
            OSError: it cannot be written.
        """
        seen = list(self._entries(functions))
        verdicts = [] if judgement is None else list(self._verdicts(judgement))
        retraces = [] if judgement is None else list(self._retraces(judgement))
        with _alone(self._folder):
            return self._add(seen, verdicts, retraces)

    def _add(self, seen: list[Entry], verdicts: list[Entry], retraces: list[Entry]) -> int:
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
            **self._judged(before, verdicts, retraces),
        }
        _replace(self._path, json.dumps(document, indent=1) + "\n")
        return len(functions)

    def _judged(
        self, before: Mapping[str, Any], verdicts: list[Entry], retraces: list[Entry]
    ) -> Entry:
        """Return what runs say of claims and retraces, with what is kept of earlier runs."""
        old_texts = {entry["file"]: entry["text"] for entry in before.get("files", ())}
        new = {file for row in (*verdicts, *retraces) for file in (row["file"], *row["rests_on"])}
        now = {file: self._sources.text_hash(self._folder / file) for file in {*old_texts, *new}}
        texts = {f: text for f, text in now.items() if text and old_texts.get(f, text) == text}
        texts |= {f: text for f in new if (text := now[f])}

        def all_rows(name: str, rows: list[Entry]) -> Iterator[Entry]:
            for row in before.get(name, ()):
                if all(texts.get(f) == old_texts.get(f) for f in (row["file"], *row["rests_on"])):
                    yield row
            yield from rows

        kept: dict[tuple[str, ...], Entry] = {}
        for row in all_rows("findings", verdicts):
            known = kept.get((row["file"], row["fingerprint"]))
            # What happened once can happen.
            if known is None or known["status"] != "confirmed":
                kept[row["file"], row["fingerprint"]] = row
        again = {
            (row["file"], row["code"], row["function"], row["text"]): row
            for row in all_rows("retraces", retraces)
        }
        return {
            "files": [{"file": file, "text": texts[file]} for file in sorted(texts)],
            "findings": sorted(kept.values(), key=lambda row: (row["file"], row["line"])),
            "retraces": sorted(again.values(), key=lambda row: (row["file"], row["line"])),
        }

    def _verdicts(self, judgement: Judgement) -> Iterator[Entry]:
        for judged in judgement.findings:
            if judged.status in ("confirmed", "refuted"):
                steps = judged.finding.witness.steps
                files = {self._relative(self._absolute(step.path)) for step in steps}
                file = self._relative(self._absolute(judged.path))
                yield {
                    "file": file,
                    "line": judged.finding.line,
                    "code": judged.finding.code,
                    "fingerprint": judged.finding.fingerprint,
                    "status": judged.status,
                    "evidence": judged.evidence,
                    "rests_on": sorted(files - {file}),
                }

    def _retraces(self, judgement: Judgement) -> Iterator[Entry]:
        for row in judgement.retraces:
            explaining = {judgement.findings[index].finding.code for index in row.explained_by}
            made_again = row.code in ("TFR501", "TFR502") and row.made_at
            file, _, line = (made_again or row.call_site).rpartition(":")
            is_explained = not DEFAULT_CODES.isdisjoint(explaining)
            if row.code is None or row.nested or not file or is_explained:
                continue
            # One is a price that is paid once, as for the last, smaller batch.
            if row.retraces < 2:
                continue
            text = linecache.getline(str(self._absolute(file)), int(line)).strip()
            written = self._relative(self._absolute(row.file))
            here = self._relative(self._absolute(file))
            what = f"{count_text(row.retraces, 'retrace')} of {row.function} in recorded runs"
            yield {
                "file": here,
                "line": int(line),
                "text": text,
                "code": row.code,
                "function": row.function,
                "message": f"{what} ({row.cause}): {row.advice}",
                "rests_on": [written] if row.is_of_user and written != here else [],
            }

    def _entries(self, functions: Iterable[FunctionRecord]) -> Iterator[Entry]:
        for record in functions:
            if record.definition.category != "user":
                continue
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

    def text_hash(self, file: Path) -> str | None:
        """Return the hash of a file's text; None where it is not the one that ran."""
        with contextlib.suppress(OSError):
            if file.stat().st_mtime <= self._start:
                return hash_of_file(str(file))
        return None

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
