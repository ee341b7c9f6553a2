"""What the Python processes of a command trace and run, for an audit.

``tfretrace audit`` starts a command with ``tfretrace/startup`` on ``PYTHONPATH`` and the arguments
of :func:`start`, as JSON, in the environment variable ``TFRETRACE_OBSERVATION``. Nothing else of
the command is changed. Each process writes what it saw when it ends, also when SIGTERM ends it.
Until then a file says that it is observed, for a command may end before its processes do.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import signal
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from tfretrace.definitions import category_of_file, is_generated, is_of_this_package
from tfretrace.lines import LineCounter, LineRuns, Place, line_counter
from tfretrace.recorder import Recorder, Recording
from tfretrace.records import FunctionRecord

_FILES = "files"
"""Where processes note the user's files as these begin to run, a path a line."""
_OBSERVED, _WRITING = ".observed", ".writing"
"""The suffixes of the notes of a process: one that runs, and one that writes what it saw."""
_SECONDS_TO_WRITE = 30.0
_SECONDS_TO_BEGIN = 1.0


@dataclass(frozen=True)
class Observation:
    """What one Python process showed."""

    command: tuple[str, ...]
    folder: str
    """The folder that it was started in."""
    seconds: float
    """From its start to its end."""
    hook: str
    """How traces were seen: see :mod:`tfretrace.hooks`; empty if TensorFlow was not imported."""
    problems: tuple[str, ...]
    functions: tuple[FunctionRecord, ...]
    files: frozenset[str]
    """The user's files that it imported or ran."""
    lines: Mapping[str, Mapping[int, LineRuns]]
    """The lines of these that ran."""
    counts_all_lines: bool
    """Whether lines were counted outside of traces, too."""
    raised: Mapping[Place, str]
    """Where errors entered the user's files."""
    process: int
    """The number that the system gave the process."""
    started: float
    """When it was started, in seconds since the epoch."""


class _Observer:
    """Observes this process until it ends."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._working_folder = str(Path.cwd())
        self._began = time.perf_counter()
        self._lines = line_counter()
        self._lines.on_file = self._note_file
        self._recording = Recorder(None, lines=self._lines).__enter__()
        self._written = False
        self._is_writing = False

    def start(self) -> None:
        """Begin."""
        self._note(_OBSERVED).touch()
        self._lines.start()
        atexit.register(self.write)
        if threading.current_thread() is threading.main_thread():
            with contextlib.suppress(ValueError, OSError):
                if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
                    signal.signal(signal.SIGTERM, self._end)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def write(self) -> None:
        """Write what was seen, once."""
        if self._written:
            return
        self._written = self._is_writing = True
        # In this order: one of them is there at any time.
        self._note(_WRITING).touch()
        self._note(_OBSERVED).unlink(missing_ok=True)
        try:
            seconds = time.perf_counter() - self._began
            observation = observed(self._recording, self._lines, self._working_folder, seconds)
            file = self._folder / f"{os.getpid()}-{time.time_ns()}.pickle"
            unfinished = file.with_suffix(".unfinished")
            unfinished.write_bytes(pickle.dumps(observation))
            unfinished.rename(file)
        finally:
            self._is_writing = False
            self._note(_WRITING).unlink(missing_ok=True)

    def _note_file(self, file: str) -> None:
        path = Path(self._working_folder, file)
        with contextlib.suppress(OSError), _notes(self._folder, "a") as notes:
            print(path, file=notes)

    def _note(self, kind: str) -> Path:
        return self._folder / f"{os.getpid()}{kind}"

    def _end(self, number: int, _frame: types.FrameType | None) -> None:
        """Write, then end by the signal as if nobody had heard it."""
        if self._is_writing:
            return  # It ends as soon as that is done.
        self.write()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _forked(self) -> None:
        # Processes of multiprocessing leave without the functions of atexit.
        util: Any = sys.modules.get("multiprocessing.util")
        if util is not None:
            util.register_after_fork(self, _Observer._write_at_end_of_worker)

    def _write_at_end_of_worker(self) -> None:
        util: Any = sys.modules["multiprocessing.util"]
        util.Finalize(None, self.write, exitpriority=-100)


def observed(recording: Recording, lines: LineCounter, folder: str, seconds: float) -> Observation:
    """Return what this process showed until now, started in ``folder`` so many seconds ago."""
    counted = lines.lines()
    return Observation(
        tuple(sys.orig_argv),
        folder,
        seconds,
        recording.hook,
        tuple(recording.problems),
        tuple(recording.functions),
        frozenset({*counted, *lines.executed, *_imported_files()}),
        counted,
        lines.counts_all,
        lines.raised(),
        os.getpid(),
        recording.started,
    )


def start(folder: str) -> None:
    """Observe this process, and write an :class:`Observation` into ``folder`` when it ends."""
    _Observer(folder).start()


def files_begun(folder: Path, is_over: Callable[[], bool]) -> Iterator[list[str]]:
    """Yield the paths of the user's files that have begun to run since, until it ``is_over``."""
    with _notes(folder, "a+") as notes:
        notes.seek(0)
        while not is_over():
            yield notes.read().splitlines()


def _notes(folder: Path, mode: str) -> IO[str]:
    return Path(folder, _FILES).open(mode, encoding="utf-8", errors="surrogateescape")


def wait_for_processes(folder: Path, *, told_to_end: bool) -> None:
    """Wait for processes that outlive the command: of a shell that SIGTERM has ended, say.

    Those that write have :data:`_SECONDS_TO_WRITE` for it. The others may run for hours: they have
    a moment to begin, and as long if they were ``told_to_end``.
    """
    began = time.monotonic()
    while True:
        observed = _alive(folder, _OBSERVED)
        writing = _alive(folder, _WRITING)
        waited = time.monotonic() - began
        patience = _SECONDS_TO_WRITE if writing or told_to_end else _SECONDS_TO_BEGIN
        if not (writing or observed) or waited > patience:
            return
        time.sleep(0.05)


def end_processes(folder: Path, but: int) -> None:
    """Tell the processes that are observed to end, ``but`` not one that has been told."""
    for process in _alive(folder, _OBSERVED):
        if process != but:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGTERM)


def _alive(folder: Path, kind: str) -> list[int]:
    """Return the processes that have a note of a kind and are still there."""
    if os.name == "nt":
        return []  # No signal asks whether a process is there.
    noted = (int(note.stem) for note in folder.glob(f"*{kind}"))
    return [process for process in noted if _is_alive(process)]


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # It is another user's.
    return True


def read(folder: Path) -> list[Observation]:
    """Return what the processes wrote, the first that ended first."""
    files = sorted(folder.glob("*.pickle"), key=lambda file: file.stem.partition("-")[2])
    return [_located(pickle.loads(file.read_bytes())) for file in files]


def _located(observation: Observation) -> Observation:
    """Name files as they are found from anywhere: code may be run by a relative path."""
    named = {*observation.files, *observation.lines, *(file for file, _ in observation.raised)}
    places = {file: str(Path(observation.folder, file)) for file in named}
    for record in observation.functions:
        record.rename(places)
    return replace(
        observation,
        files=frozenset(places[file] for file in observation.files),
        lines={places[file]: lines for file, lines in observation.lines.items()},
        raised={(places[file], line): e for (file, line), e in observation.raised.items()},
    )


def _imported_files() -> set[str]:
    """Return the source files of modules that are the user's own."""
    files = set()
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if not isinstance(file, str) or not file.endswith(".py"):
            continue
        if category_of_file(file) == "user" and not is_of_this_package(file):
            if not is_generated(file):
                files.add(file)
    return files
