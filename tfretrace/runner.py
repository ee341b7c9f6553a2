"""Run one program in this process and measure it.

The harness starts a process for each run: caches, warnings and random state of TensorFlow belong to
the process. A fixture runs in a process forked from one that has TensorFlow imported and unused
(:func:`run_fixture_to_file`), a program in a fresh interpreter (``python -m tfretrace.runner``).
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import pickle
import runpy
import sys
import time
import traceback
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tfretrace.environment import peak_gpu_memory, peak_memory
from tfretrace.recorder import Recording, error_text, record
from tfretrace.records import FunctionRecord
from tfretrace.values import NotComparableError, freeze
from tfretrace.xla import Compilations, counted_compilations

VARIANTS: dict[str, Any] = {"seed": 1, "dtype": "float64"}
"""Other arguments that a fixture's ``main`` is called with, where it takes them."""


@dataclass(frozen=True)
class FixtureJob:
    """One fixture to run."""

    path: Path
    """The file to execute: the fixture itself or a copy with the fixes applied."""
    shown_as: Path
    """The fixture, for reports and for what it imports from its folder."""
    repeats: int
    """Further calls of ``main`` whose time is the steady state."""
    warm_ups: int = 0
    """Imports with a call of ``main`` beforehand, which pay what each process pays once."""


@dataclass
class RunResult:
    """What one run showed."""

    results: dict[str, Any] = field(default_factory=dict)
    """Frozen results by the call that gave them: ``main()``, ``main(seed=1)``; or a program's
    variables by name."""
    error: str | None = None
    """``ErrorName: message`` of what ended the run."""
    traceback: str = ""
    functions: list[FunctionRecord] = field(default_factory=list)
    """The traced functions of the first call, or of the whole program."""
    hook: str = ""
    """How the traces were seen: see :mod:`tfretrace.hooks`."""
    problems: list[str] = field(default_factory=list)
    """What went wrong in the recorder."""
    first_seconds: float | None = None
    """Until the first ``main()`` has its results, or of the whole program."""
    steady_seconds: list[float] = field(default_factory=list)
    """Each further ``main()``."""
    steady_traces: int = 0
    """Traces made by all further ``main()`` with the same arguments."""
    peak_memory: int = 0
    """Largest resident memory, in bytes."""
    start_memory: int = 0
    """The same before the program began, with TensorFlow imported."""
    peak_gpu_memory: int | None = None
    xla_compilations: dict[str, int] = field(default_factory=dict)
    """How often XLA compiled each function in the first call, or in the whole program."""
    exit_status: int | None = None
    """A program's; None for a fixture."""
    output: str = ""
    """A program's standard output; a fixture's, with standard error."""

    @property
    def error_name(self) -> str | None:
        """The name of the error's class."""
        return None if self.error is None else self.error.partition(":")[0]

    @property
    def trace_seconds(self) -> float:
        """Wall time spent tracing; functions traced inside others are in theirs."""
        return sum(
            trace.seconds or 0.0
            for function in self.functions
            for trace in function.traces
            if not trace.nested
        )

    def own(self) -> list[FunctionRecord]:
        """Return the functions that the program's own file defines."""
        return [function for function in self.functions if function.definition.category == "user"]

    def library(self) -> list[FunctionRecord]:
        """Return the functions of TensorFlow, Keras and tf.data."""
        return [function for function in self.functions if function.definition.category != "user"]


def run_fixture_to_file(job: FixtureJob, result_file: Path, output_file: Path) -> None:
    """Run a fixture in this process, which is used up by it, and pickle its :class:`RunResult`."""
    with output_file.open("wb") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        result = run_fixture(job)
        sys.stdout.flush()
        sys.stderr.flush()
    result.output = output_file.read_text(encoding="utf-8", errors="replace")
    result_file.write_bytes(pickle.dumps(result))


def run_fixture(job: FixtureJob) -> RunResult:
    """Run a fixture in this process, with XLA's compilations counted; see :class:`RunResult`."""
    with counted_compilations() as compilations:
        return _run_fixture(job, compilations)


def _run_fixture(job: FixtureJob, compilations: Compilations) -> RunResult:
    """Import the fixture and call its ``main``: once, ``repeats`` times more, and with variants."""
    sys.path.insert(0, str(job.shown_as.parent))
    sys.dont_write_bytecode = True
    _warm_up()
    result = RunResult(start_memory=peak_memory())
    recording = Recording()
    try:
        for _ in range(job.warm_ups):
            freeze(_load(job).main())
        with record() as recording:
            main = _load(job).main
            start = time.perf_counter()
            result.results["main()"] = freeze(main())
            result.first_seconds = time.perf_counter() - start
        result.xla_compilations = compilations.by_function()
        with record() as steady:
            for _ in range(job.repeats):
                start = time.perf_counter()
                freeze(main())
                result.steady_seconds.append(time.perf_counter() - start)
        result.steady_traces = steady.trace_count()
        result.peak_memory = peak_memory()
        for name, value in VARIANTS.items():
            if name in inspect.signature(main).parameters:
                result.results[f"main({name}={value!r})"] = freeze(main(**{name: value}))
    except Exception as error:
        _note_error(result, error)
    _note_recording(result, recording, job.path, job.shown_as)
    result.peak_memory = result.peak_memory or peak_memory()
    result.peak_gpu_memory = peak_gpu_memory()
    return result


def _warm_up() -> None:
    """Let TensorFlow and AutoGraph set themselves up: no program is to blame for that time."""
    import tensorflow as tf

    def add_up(limit: Any) -> Any:
        total = 0
        for number in tf.range(limit):
            total += number
        return total

    tf.function(add_up)(tf.constant(1))


def _load(job: FixtureJob) -> types.ModuleType:
    name = job.shown_as.stem
    spec = importlib.util.spec_from_file_location(name, job.path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{job.path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def run_program(run: Callable[[], dict[str, Any]], recording: Recording) -> RunResult:
    """Run a program to its end.

    Args:
        run: runs it and returns its variables, as :func:`script` and :func:`module` do.
        recording: where its traces go; begun by the caller.

    The program's own errors are printed as Python prints them and never raised.
    """
    result = RunResult(start_memory=peak_memory(), exit_status=0)
    variables: dict[str, Any] = {}
    start = time.perf_counter()
    try:
        variables = run()
    except SystemExit as leaving:
        result.exit_status = _exit_status(leaving)
    except BaseException as error:
        _note_error(result, error)
        traceback.print_exception(error.with_traceback(_own_traceback(error)))
        result.exit_status = 130 if isinstance(error, KeyboardInterrupt) else 1
    result.first_seconds = time.perf_counter() - start
    result.peak_memory = peak_memory()
    if "tensorflow" in sys.modules:
        result.peak_gpu_memory = peak_gpu_memory()
    result.hook, result.problems = recording.hook, recording.problems
    result.functions = recording.functions
    for name, value in variables.items():
        if not name.startswith("__"):
            try:
                result.results[name] = freeze(value)
            except NotComparableError:
                continue  # A module, function or other object without a value.
    return result


def script(path: Path, shown_as: Path, arguments: Sequence[str]) -> Callable[[], dict[str, Any]]:
    """Return what runs a script as ``python SCRIPT ARGUMENTS`` would.

    The text comes from ``path``; the program itself sees ``shown_as``.
    """

    def run() -> dict[str, Any]:
        # AutoGraph reads the source by the code's file name, the program finds data by __file__.
        code = compile(path.read_bytes(), str(path), "exec")
        main = types.ModuleType("__main__")
        main.__dict__["__file__"] = str(shown_as)
        sys.modules["__main__"] = main
        sys.argv = [str(shown_as), *arguments]
        sys.path[0] = str(shown_as.parent.resolve())
        exec(code, main.__dict__)
        return main.__dict__

    return run


def module(name: str, arguments: Sequence[str]) -> Callable[[], dict[str, Any]]:
    """Return what runs a module as ``python -m NAME ARGUMENTS`` would."""

    def run() -> dict[str, Any]:
        sys.argv = [name, *arguments]
        sys.path[0] = str(Path.cwd())
        return runpy.run_module(name, run_name="__main__", alter_sys=True)

    return run


def _exit_status(leaving: SystemExit) -> int:
    if leaving.code is None:
        return 0
    if isinstance(leaving.code, int):
        return leaving.code
    print(leaving.code, file=sys.stderr)
    return 1


def _own_traceback(error: BaseException) -> types.TracebackType | None:
    """Return the error's traceback from the program's first frame on."""
    rest = error.__traceback__
    while rest is not None and rest.tb_frame.f_code.co_filename == __file__:
        rest = rest.tb_next
    return rest


def _note_error(result: RunResult, error: BaseException) -> None:
    result.error = error_text(error)
    result.traceback = "".join(traceback.format_exception(error))


def _note_recording(result: RunResult, recording: Recording, path: Path, shown_as: Path) -> None:
    result.hook, result.problems = recording.hook, recording.problems
    result.functions = recording.functions
    for function in result.functions:
        function.move(str(path.absolute()), str(shown_as))


def main(arguments: Sequence[str]) -> int:
    """Run ``SCRIPT SHOWN_AS RESULT_FILE [ARGUMENTS]`` and pickle its :class:`RunResult`."""
    path, shown_as, result_file = map(Path, arguments[:3])
    with counted_compilations() as compilations, record() as recording:
        result = run_program(script(path, shown_as, arguments[3:]), recording)
        result.xla_compilations = compilations.by_function()
    for function in result.functions:
        function.move(str(path), str(shown_as))
    result_file.write_bytes(pickle.dumps(result))
    return result.exit_status or 0


if __name__ == "__main__":
    # Imported again under its own name, so that what is pickled can be read elsewhere.
    from tfretrace import runner

    sys.exit(runner.main(sys.argv[1:]))
