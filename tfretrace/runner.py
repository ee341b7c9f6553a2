"""Run one program in this process and measure it.

The harness starts a process for each run: caches, warnings and random state of TensorFlow belong to
the process. A fixture runs in a process forked from one that has TensorFlow imported and unused
(:func:`run_fixture_to_file`), a program in a fresh interpreter (``python -m tfretrace.runner``).
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import inspect
import json
import os
import pickle
import sys
import sysconfig
import time
import traceback
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tfretrace.copies import Copies
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
    files: list[str] = field(default_factory=list)
    """A program's main file and those of the modules it imported, without what is installed;
    named from the folder it was started in where they lie below it."""
    output: str = ""
    """A program's standard output; a fixture's, with standard error."""
    error_output: str = ""
    """A program's standard error, unless it was passed on."""

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
    _note_recording(result, recording, {str(job.path.absolute()): str(job.shown_as)})
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

    # The one call in this process.
    tf.function(add_up)(tf.constant(1))  # noqa: TFR502


def _load(job: FixtureJob) -> types.ModuleType:
    name = job.shown_as.stem
    spec = importlib.util.spec_from_file_location(name, job.path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{job.path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Program:
    """What ``python SCRIPT ARGUMENTS`` or ``python -m MODULE ARGUMENTS`` runs."""

    name: str
    """The path of a script, or the name of a module."""
    arguments: tuple[str, ...] = ()
    is_module: bool = False

    @property
    def title(self) -> str:
        """What to call it."""
        return self.name if self.is_module else Path(self.name).name

    @property
    def command(self) -> list[str]:
        """The arguments for Python."""
        return [*(["-m"] if self.is_module else []), self.name, *self.arguments]

    def run(self, main: types.ModuleType, copies: Copies) -> None:
        """Run the program as the module ``main``, its files from their copies."""
        if self.is_module:
            sys.path[0] = str(Path.cwd())
            spec = _main_spec(self.name)
            file = Path(str(spec.origin))
            main.__spec__, main.__package__ = spec, spec.parent
        else:
            file = Path(self.name).absolute()
            sys.path[0] = str(file.resolve().parent)
        sys.argv = [str(file) if self.is_module else self.name, *self.arguments]
        main.__file__ = str(file)
        exec(copies.compiled(file), main.__dict__)


def _main_spec(name: str) -> importlib.machinery.ModuleSpec:
    """Find the module that ``python -m NAME`` runs.

    Raises:
        ImportError: there is none.
    """
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.submodule_search_locations is not None:
        spec = importlib.util.find_spec(f"{name}.__main__")
    if spec is None or not spec.has_location:
        raise ImportError(f"No module named {name} that can be run")
    return spec


def run_program(program: Program, recording: Recording, copies: Copies) -> RunResult:
    """Run a program to its end.

    Args:
        program: what to run.
        recording: where its traces go; begun by the caller.
        copies: texts to run it from; installed by the caller.

    The program's own errors are printed as Python prints them and never raised.
    """
    result = RunResult(start_memory=peak_memory(), exit_status=0)
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    folder = Path.cwd()
    start = time.perf_counter()
    try:
        program.run(main, copies)
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
    names = _imported_files(main, folder)
    result.files = list(names.values())
    _note_recording(result, recording, names | {v: k for k, v in copies.by_original.items()})
    for name, value in vars(main).items():
        if not name.startswith("__"):
            try:
                result.results[name] = freeze(value)
            except NotComparableError:
                continue  # A module, function or other object without a value.
    return result


def _imported_files(main: types.ModuleType, folder: Path) -> dict[str, str]:
    """Return the source files of a program and its modules, the main one first.

    By their absolute paths, those from ``folder`` where they lie below it. What is installed with
    Python is left out.
    """
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    installed = tuple(f"{sysconfig.get_path(kind)}{os.sep}" for kind in kinds)
    names = {}
    for module in (main, *sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file is not None and file.endswith(".py") and not file.startswith(installed):
            path = Path(file).absolute()
            names[str(path)] = str(path.relative_to(folder) if folder in path.parents else path)
    return names


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
    here = Path(__file__).parent
    while rest is not None and Path(rest.tb_frame.f_code.co_filename).parent == here:
        rest = rest.tb_next
    return rest


def _note_error(result: RunResult, error: BaseException) -> None:
    result.error = error_text(error)
    own = _own_traceback(error) or error.__traceback__
    result.traceback = "".join(traceback.format_exception(type(error), error, own))


def _note_recording(result: RunResult, recording: Recording, names: Mapping[str, str]) -> None:
    """Take over what was recorded, with files called by the names that users know."""
    result.hook, result.problems = recording.hook, recording.problems
    result.functions = recording.functions
    for function in result.functions:
        function.rename(names)


def main(arguments: Sequence[str]) -> int:
    """Run ``RESULT_FILE COPIES (SCRIPT | -m MODULE) [ARGUMENTS]``; pickle its :class:`RunResult`.

    COPIES is a JSON object: :attr:`Copies.by_original`.
    """
    result_file, by_original, *command = arguments
    is_module = command[0] == "-m"
    name, *rest = command[1:] if is_module else command
    copies = Copies(json.loads(by_original))
    copies.install()
    with counted_compilations() as compilations, record() as recording:
        result = run_program(Program(name, tuple(rest), is_module), recording, copies)
        result.xla_compilations = compilations.by_function()
    Path(result_file).write_bytes(pickle.dumps(result))
    return result.exit_status or 0


if __name__ == "__main__":
    # Imported again under its own name, so that what is pickled can be read elsewhere.
    from tfretrace import runner

    sys.exit(runner.main(sys.argv[1:]))
