"""Run a command line in a copy of its tree, and record what its Python processes trace.

TensorFlow is needed by the command only, and ``tfretrace`` is not imported here: it keeps a journal
in the command's own processes (:mod:`tfretrace.journal`).
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from tfretrace_fix.output import difference, printed, result_lines
from tfretrace_fix.tree import Tree

REMEDY = "pip install 'flake8-tfretrace[verify]'"


class CommandError(Exception):
    """The command cannot show whether fixes are good; the message says why."""


@dataclass(frozen=True)
class Run:
    """What one run of a command showed."""

    status: int | None
    """The exit status; None if it took too long."""
    output: str
    errors: str
    results: Path | None
    """The file of results, if one is compared and the command wrote it."""
    traces: Counter[str]
    """How often each function was traced."""
    files: frozenset[str]
    """The files of the tree and of its copy that were run or imported."""
    problems: tuple[str, ...]
    """Why nothing was recorded, if so."""
    seconds: float


class Command:
    """A command line that runs a program, its words as the shell takes them.

    Args:
        words: the command line.
        tree: where it runs.
        compare: a file of results that it writes, which counts in place of its output.

    Raises:
        CommandError: it cannot be recorded.
    """

    def __init__(self, words: str, tree: Tree, compare: Path | None) -> None:
        self._words = _split(words)
        self._tree = tree
        self._compare = compare
        self._results = None if compare is None else _in_copy(compare, tree)
        self._startup = _startup_folder()
        self._folder = tempfile.TemporaryDirectory(prefix="tfretrace-")
        self._runs = 0

    def __enter__(self) -> Command:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._folder.cleanup()

    def run(self, texts: Mapping[Path, bytes], timeout: float | None = None) -> Run:
        """Run the command in a new copy of the tree with other content in some files.

        Raises:
            CommandError: the command cannot be started.
            TreeError: the tree cannot be copied.
        """
        self._tree.copy(texts)
        self._runs += 1
        folder = Path(self._folder.name, str(self._runs))
        folder.mkdir()
        if self._results is not None:
            self._results.unlink(missing_ok=True)
        begin = time.perf_counter()
        status = self._execute(folder, timeout)
        seconds = time.perf_counter() - begin
        results = None
        if self._results is not None and self._results.exists():
            results = self._results.replace(folder / self._results.name)
        notes = _notes(folder / "journal")
        return Run(
            status,
            printed(folder / "output"),
            printed(folder / "errors"),
            results,
            Counter(note["name"] for note in notes if note["kind"] == "trace"),
            frozenset(note["path"] for note in notes if note["kind"] == "run"),
            _problems(notes),
            seconds,
        )

    def _execute(self, folder: Path, timeout: float | None) -> int | None:
        places = {"tree": str(self._tree.root), "copy": str(self._tree.copied_root)}
        path = [str(self._startup), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {
            "PYTHONHASHSEED": "0",
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path),
            "PWD": str(self._tree.here),
            "TFRETRACE_JOURNAL": json.dumps({"file": str(folder / "journal"), **places}),
        }
        with (folder / "output").open("wb") as output, (folder / "errors").open("wb") as errors:
            try:
                process = subprocess.Popen(
                    self._words,
                    cwd=self._tree.here,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=errors,
                    start_new_session=True,
                )
            except OSError as error:
                raise CommandError(f"cannot run {self._words[0]}: {error.strerror}") from error
            try:
                return process.wait(timeout)
            except subprocess.TimeoutExpired:
                return None
            finally:
                _end(process)

    def difference(self, before: Run, after: Run) -> str | None:
        """Say, as a clause, what differs between the results of two runs; None if they agree.

        Durations in the output, such as pytest's, are no results.

        Raises:
            CommandError: a file of results cannot be read.
        """
        if after.status is None:
            return f"the command does not end within {after.seconds:.0f} s"
        if before.status != after.status:
            return f"the command ends with status {after.status}: {last_line(after)}"
        if self._compare is not None:
            if before.results is None or after.results is None:
                return f"the command does not write {self._compare}"
            return _difference_of_files(before.results, after.results)
        return difference(result_lines(before.output), result_lines(after.output))


def last_line(run: Run) -> str:
    """Return the last line of a run's standard error, or output: the error, if it failed."""
    lines = [line for line in (run.output + without_log(run.errors)).splitlines() if line.strip()]
    return lines[-1] if lines else "it prints nothing"


_LOG = re.compile(r"^(?:[IWEF]\d{4} |WARNING: All log messages before absl).*\n?", re.MULTILINE)


def without_log(errors: str) -> str:
    """Return what a process wrote to its standard error without the log of TensorFlow's runtime.

    TensorFlow logs that it starts, whatever becomes of the program.
    """
    return _LOG.sub("", errors)


def _split(words: str) -> list[str]:
    try:
        split = shlex.split(words)
    except ValueError as error:
        raise CommandError(f"cannot read the command {words!r}: {error}") from error
    if not split:
        raise CommandError("the command is empty")
    return split


def _in_copy(compare: Path, tree: Tree) -> Path:
    if importlib.util.find_spec("numpy") is None:
        raise CommandError(f"--compare needs NumPy: {REMEDY}")
    try:
        return tree.place(compare)
    except ValueError:
        raise CommandError(f"{compare} is not in {tree.root}, the folder that is copied") from None


def _startup_folder() -> Path:
    spec = importlib.util.find_spec("tfretrace")
    if spec is None or not spec.submodule_search_locations:
        raise CommandError(f"the package tfretrace is missing: {REMEDY}")
    return Path(spec.submodule_search_locations[0], "startup")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the command and what it has left running."""
    with contextlib.suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _notes(journal: Path) -> list[dict[str, str]]:
    if not journal.exists():
        return []
    return [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]


def _problems(notes: list[dict[str, str]]) -> tuple[str, ...]:
    processes = [note for note in notes if note["kind"] == "process"]
    if not processes:
        return ("it runs no Python on this machine, or with -E, -I or -S",)
    if all(note["lacks"] for note in processes):
        return tuple(
            f"{note['python']} has no module {note['lacks']}; there: {REMEDY}"
            for note in processes[:1]
        )
    return tuple(note["text"] for note in notes if note["kind"] == "problem")


def _difference_of_files(before: Path, after: Path) -> str | None:
    if before.read_bytes() == after.read_bytes():
        return None
    compared = subprocess.run(
        [sys.executable, "-m", "tfretrace.result_files", before, after],
        capture_output=True,
        text=True,
        cwd=before.parent,
        check=False,
    )
    if compared.returncode == 0:
        return None
    if compared.returncode == 1 and compared.stdout:
        return f"{after.name} differs: {compared.stdout.strip()}"
    raise CommandError(f"cannot compare {after.name}: {compared.stdout or compared.stderr}".strip())
