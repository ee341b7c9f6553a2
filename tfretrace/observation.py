"""What the Python processes of a command trace and run, for an audit.

``tfretrace audit`` starts a command with ``tfretrace/startup`` on ``PYTHONPATH`` and the arguments
of :func:`start`, as JSON, in the environment variable ``TFRETRACE_OBSERVATION``. Nothing else of
the command is changed. Each process writes what it saw when it ends, also when SIGTERM ends it.
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
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tfretrace.definitions import category_of_file, is_generated, is_of_this_package
from tfretrace.lines import LineCounter, LineRuns, Place, line_counter
from tfretrace.recorder import Recorder, Recording
from tfretrace.records import FunctionRecord


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
        self._recording = Recorder(None, lines=self._lines).__enter__()
        self._written = False

    def start(self) -> None:
        """Begin."""
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
        self._written = True
        seconds = time.perf_counter() - self._began
        observation = observed(self._recording, self._lines, self._working_folder, seconds)
        file = self._folder / f"{os.getpid()}-{time.time_ns()}.pickle"
        unfinished = file.with_suffix(".unfinished")
        unfinished.write_bytes(pickle.dumps(observation))
        unfinished.rename(file)

    def _end(self, number: int, _frame: types.FrameType | None) -> None:
        """Write, then end by the signal as if nobody had heard it."""
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


def read(folder: Path) -> list[Observation]:
    """Return what the processes wrote, the first that ended first."""
    files = sorted(folder.glob("*.pickle"), key=lambda file: file.stem.partition("-")[2])
    return [pickle.loads(file.read_bytes()) for file in files]


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
