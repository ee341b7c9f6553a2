"""Run programs before and after their fixes, and hold the two against each other.

A fixture (:mod:`tfretrace.fixture`) says what must be seen; any other program is its own measure:
what two runs of it agree on, the fixed copy must give too.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from tfretrace_fix.configuration import Configuration
from tfretrace_fix.engine import FixResult, Work, fix_source, fix_sources
from tfretrace_fix.files import FileError, SourceFile, read
from tfretrace_fix.output import difference, printed, result_lines
from tfretrace_fix.report import why

from flake8_tfretrace import check
from flake8_tfretrace.finding import Finding
from flake8_tfretrace.settings import Settings
from tfretrace.copies import Copies
from tfretrace.environment import Device, Environment, read_environment
from tfretrace.fixture import Fixture
from tfretrace.runner import FixtureJob, Program, RunResult, run_fixture_to_file
from tfretrace.values import compare

SECONDS_PER_RUN = 300.0


@dataclass(frozen=True)
class Check:
    """One thing that had to be true."""

    name: str
    passed: bool
    detail: str = ""
    """What was seen instead; empty when it passed."""


@dataclass(frozen=True)
class Prediction:
    """What the linter predicted of one function, and what TensorFlow did."""

    code: str
    line: int
    function: str
    predicted: int
    measured: int


@dataclass
class Verdict:
    """What running one program before and after its fixes showed."""

    name: str
    path: Path
    before: list[RunResult]
    after: list[RunResult]
    """Empty when there is nothing to fix."""
    fixed: list[str] = field(default_factory=list)
    """The findings that were fixed."""
    left: list[str] = field(default_factory=list)
    """The findings that were not, and why."""
    why: dict[str, list[str]] = field(default_factory=dict)
    """For each of ``fixed`` and ``left`` the witness of the finding, by lines."""
    checks: list[Check] = field(default_factory=list)
    predictions: list[Prediction] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything was true."""
        return all(check.passed for check in self.checks)

    @property
    def failures(self) -> list[Check]:
        """What was not."""
        return [check for check in self.checks if not check.passed]

    def note_fixes(self, result: FixResult, name: str) -> None:
        """Note what was fixed and what was not in a file; ``name`` precedes the lines."""
        for fixed in result.fixed:
            self._note(self.fixed, f"{name}{fixed.finding.line}: {fixed.finding}", fixed.finding)
        for left in result.left:
            told = f"{name}{left.finding.line}: {left.finding}: {left.reason}"
            self._note(self.left, told, left.finding)

    def _note(self, where: list[str], told: str, finding: Finding) -> None:
        where.append(told)
        self.why[told] = [line.strip() for line in why(str(self.path), finding)]

    def check(self, name: str, passed: bool, detail: str) -> None:
        """Note a check; ``detail`` says what was seen if it failed."""
        self.checks.append(Check(name, passed, "" if passed else detail))


class Processes:
    """Starts one process per run and ends them all when it is left.

    Fixtures are forked from a server process that has TensorFlow imported and has run no
    operation: that takes a second instead of five, and each run still has caches of its own. Where
    the platform has no fork server, each is a fresh process.
    """

    def __init__(self, timeout: float = SECONDS_PER_RUN, *, quiet: bool = True) -> None:
        """Make the processes possible; start none.

        Args:
            timeout: seconds after which a process is ended.
            quiet: keep standard error, TensorFlow's log included, for the results of programs
                instead of passing it on.
        """
        self.timeout = timeout
        self.quiet = quiet
        self._folder = tempfile.TemporaryDirectory(prefix="tfretrace-", ignore_cleanup_errors=True)
        self._count = 0
        self._lock = threading.Lock()
        self._running: set[BaseProcess | subprocess.Popen[bytes]] = set()
        self._ended = False
        methods = multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context(
            "forkserver" if "forkserver" in methods else "spawn"
        )
        if "forkserver" in methods:
            # With __main__, which each process would otherwise import again for itself.
            modules = ["__main__", "keras", "tensorflow", "tfretrace.runner"]
            self._context.set_forkserver_preload(modules)

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_exception: object) -> None:
        with self._lock:
            self._ended = True
            running = list(self._running)
        for process in running:
            process.kill()
        self._folder.cleanup()

    def environment(self, device: Device) -> Environment:
        """Ask a process of its own what TensorFlow runs on.

        Raises:
            NoGpuError: ``device`` is ``gpu`` and there is none.
            ImportError: TensorFlow cannot be imported.
        """
        folder = self._new_folder()
        process = self._context.Process(target=_environment_to_file, args=(device, folder))
        # The server from which all others are forked starts now, and logs.
        with _standard_error_to(folder / "err") if self.quiet else contextlib.nullcontext():
            self._run_process(process)
        answer = _read(folder / "environment")
        if isinstance(answer, Environment):
            return answer
        if isinstance(answer, Exception):
            raise answer
        raise ImportError(f"TensorFlow ended its process with status {process.exitcode}")

    def run_fixture(
        self, fixture: Fixture, text: str, repeats: int, *, warm_ups: int = 0
    ) -> RunResult:
        """Run a fixture, or a changed text of it, in a process of its own."""
        folder = self._new_folder()
        path = fixture.path
        if text != fixture.text:
            path = folder / fixture.path.name
            path.write_text(text, encoding="utf-8")
        result_file, output_file = folder / "result", folder / "output"
        job = FixtureJob(path, fixture.path, repeats, warm_ups)
        process = self._context.Process(
            target=run_fixture_to_file, args=(job, result_file, output_file)
        )
        ended = self._run_process(process)
        result = _read(result_file)
        if isinstance(result, RunResult):
            return result
        output = printed(output_file) if output_file.exists() else ""
        return RunResult(error=_end_of(process.exitcode, ended, self.timeout), output=output)

    def run_program(self, program: Program, texts: Mapping[str, bytes]) -> RunResult:
        """Run a program in a fresh interpreter, with ``texts`` instead of what these files hold."""
        folder = self._new_folder()
        copies = Copies.write(texts, folder)
        result_file, output_file, error_file = (folder / name for name in ("r", "out", "err"))
        command = [sys.executable, "-m", "tfretrace.runner", str(result_file)]
        command += [json.dumps(copies.by_original), *program.command]
        with output_file.open("wb") as output, error_file.open("wb") as errors:
            process = subprocess.Popen(
                command, stdout=output, stderr=errors if self.quiet else None
            )
            with self._lock:
                self._running.add(process)
            try:
                process.wait(self.timeout)
                ended = True
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                ended = False
            finally:
                with self._lock:
                    self._running.discard(process)
        result = _read(result_file)
        if not isinstance(result, RunResult):
            result = RunResult(error=_end_of(process.returncode, ended, self.timeout))
        result.output, result.error_output = printed(output_file), printed(error_file)
        return result

    def _new_folder(self) -> Path:
        with self._lock:
            self._count += 1
            folder = Path(self._folder.name, str(self._count))
        folder.mkdir()
        return folder

    def _run_process(self, process: Any) -> bool:
        """Run a process to its end; False when it took too long."""
        with self._lock:
            if self._ended:
                return False
            process.start()
            self._running.add(process)
        process.join(self.timeout)
        ended = process.exitcode is not None
        if not ended:
            process.kill()
            process.join()
        with self._lock:
            self._running.discard(process)
        return ended


@contextlib.contextmanager
def _standard_error_to(file: Path) -> Iterator[None]:
    """Have processes that are started meanwhile write their standard error to a file."""
    sys.stderr.flush()
    saved = os.dup(2)
    with file.open("wb") as stream:
        os.dup2(stream.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


def _environment_to_file(device: Device, folder: Path) -> None:
    answer: object
    try:
        answer = read_environment(device)
    except Exception as error:
        answer = error
    (folder / "environment").write_bytes(pickle.dumps(answer))


def _read(file: Path) -> object:
    return pickle.loads(file.read_bytes()) if file.exists() else None


def _end_of(exit_code: int | None, ended: bool, timeout: float) -> str:
    if not ended:
        return f"Timeout: still running after {timeout:.0f} s"
    if exit_code is not None and exit_code < 0:
        return f"Killed: ended by {signal.Signals(-exit_code).name}"
    return f"NoResult: the process ended with status {exit_code} and left no result"


def verify_fixtures(
    fixtures: Sequence[Fixture],
    processes: Processes,
    *,
    jobs: int,
    runs: int,
    repeats: int,
    settings: Settings,
    done: Callable[[Verdict], None],
) -> None:
    """Verify fixtures, ``jobs`` at a time, and hand each verdict to ``done`` as it comes."""
    pool = ThreadPoolExecutor(max_workers=jobs)
    try:
        futures = [
            pool.submit(
                verify_fixture, fixture, processes, runs=runs, repeats=repeats, settings=settings
            )
            for fixture in fixtures
        ]
        for future in as_completed(futures):
            done(future.result())
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def verify_fixture(
    fixture: Fixture, processes: Processes, *, runs: int = 1, repeats: int, settings: Settings
) -> Verdict:
    """Run a fixture before and after its fix, in turn, and check all that its header says."""
    settings = fixture.settings(settings)
    verdict = Verdict(fixture.name, fixture.path, [], [])
    fixed = _fixed_text(fixture, settings, verdict)
    for _ in range(runs):
        verdict.before.append(processes.run_fixture(fixture, fixture.text, repeats))
        if fixed is not None:
            verdict.after.append(processes.run_fixture(fixture, fixed, repeats))
    before = verdict.before[0]
    _check_run(verdict, "before", before, expected_error=fixture.raises)
    _check_counts(verdict, "before", before, fixture.traces.before, _library(fixture, after=False))
    for after in verdict.after[:1]:
        _check_run(verdict, "after", after, expected_error=None)
        traces = fixture.traces.after
        _check_counts(verdict, "after", after, traces, _library(fixture, after=True))
        if fixture.raises is None and not fixture.results_differ:
            _check_saving(verdict, before, after)
            _check_results(verdict, fixture, before, after)
    _check_every_run(verdict)
    _check_predictions(verdict, _findings(fixture, settings), before)
    return verdict


def _findings(fixture: Fixture, settings: Settings) -> list[Finding]:
    return check(fixture.text, str(fixture.path), settings=settings, codes=fixture.codes)


def _fixed_text(fixture: Fixture, settings: Settings, verdict: Verdict) -> str | None:
    """Return the fixed program; what the fixer writes is checked against what is stored."""
    if fixture.fix == "none":
        return None
    if fixture.fix == "by hand":
        return fixture.fixed_path.read_text(encoding="utf-8")
    unsafe = fixture.fix == "unsafe"
    fixed = fix_source(
        fixture.text, str(fixture.path), settings=settings, codes=fixture.codes, unsafe=unsafe
    )
    verdict.note_fixes(fixed, "line ")
    verdict.check("fixed", bool(fixed.fixed), "the fixer changed nothing")
    stored = fixture.fixed_path
    same = stored.exists() and stored.read_text(encoding="utf-8") == fixed.text
    verdict.check("fixed text", same, f"differs from {stored.name}")
    return fixed.text


def _library(fixture: Fixture, *, after: bool) -> int | None:
    if fixture.library_traces is None:
        return None
    return fixture.library_traces.after if after else fixture.library_traces.before


def _check_run(verdict: Verdict, when: str, run: RunResult, expected_error: str | None) -> None:
    if expected_error is None:
        verdict.check(f"{when} runs", run.error is None, run.error or "")
    else:
        seen = run.error or "no error"
        raised = run.error_name == expected_error
        verdict.check(f"{when} raises {expected_error}", raised, seen)
    if _has_record(run):
        verdict.check(f"{when} is recorded", not run.problems and run.hook != "", str(run.problems))


def _has_record(run: RunResult) -> bool:
    """Whether a run was not ended from outside, which is told as its error."""
    return run.error is None or run.hook != ""


def _check_every_run(verdict: Verdict) -> None:
    """Repeated runs of one version must end and trace alike."""
    for when, runs in (("before", verdict.before), ("after", verdict.after)):
        seen = {(run.error_name, own_traces(run), library_traces(run)) for run in runs}
        detail = f"error, traces, library traces: {sorted(map(str, seen))}"
        verdict.check(f"{when} alike in every run", len(seen) <= 1, detail)


def own_traces(run: RunResult) -> int:
    """Return the traces of the functions that the program defines."""
    return sum(function.trace_count for function in run.own())


def library_traces(run: RunResult) -> int:
    """Return all other traces."""
    return sum(function.trace_count for function in run.library())


def _check_counts(
    verdict: Verdict, when: str, run: RunResult, own: int, library: int | None
) -> None:
    """Hold the header's numbers against the measured ones."""
    seen = own_traces(run)
    verdict.check(f"traces {when}", seen == own, f"the header says {own}, measured {seen}")
    if library is not None:
        seen = library_traces(run)
        detail = f"the header says {library}, measured {seen}"
        verdict.check(f"library traces {when}", seen == library, detail)


def _check_saving(verdict: Verdict, before: RunResult, after: RunResult) -> None:
    """No fix may cost traces, except where nothing was traced: the program ran eagerly."""
    old = own_traces(before) + library_traces(before)
    new = own_traces(after) + library_traces(after)
    verdict.check("no more traces than before", new <= old or old == 0, f"{old} -> {new}")


def _check_results(verdict: Verdict, fixture: Fixture, before: RunResult, after: RunResult) -> None:
    comparison = compare(
        before.results,
        after.results,
        array_kinds_may_differ=fixture.fix != "safe",
        tolerance=fixture.tolerance,
        name="results",
    )
    verdict.notes.extend(comparison.notes)
    verdict.check("results equal", not comparison.differences, "; ".join(comparison.differences))
    verdict.check("results are there", comparison.compared > 0, "main() returned no value")


def _check_predictions(verdict: Verdict, findings: Sequence[Finding], before: RunResult) -> None:
    verdict.predictions = _predictions(str(verdict.path), findings, before)
    for prediction in verdict.predictions:
        verdict.check(
            f"prediction for {prediction.function}",
            prediction.predicted == prediction.measured,
            f"{prediction.code} on line {prediction.line} predicts {prediction.predicted} traces, "
            f"measured {prediction.measured}",
        )


def _predictions(file: str, findings: Sequence[Finding], before: RunResult) -> list[Prediction]:
    """Hold what the linter predicted of a file's functions against what was traced.

    Predictions are for a file that is run once, to its end: a program need not do that.
    """
    if before.error is not None:
        return []
    return [
        Prediction(
            finding.code,
            finding.line,
            finding.function,
            finding.predicted_traces,
            sum(
                function.trace_count
                for function in before.own()
                if (function.definition.file, function.definition.name) == (file, finding.function)
            ),
        )
        for finding in findings
        if finding.predicted_traces is not None and finding.function is not None
    ]


def verify_program(
    program: Program,
    processes: Processes,
    *,
    runs: int,
    unsafe: bool,
    configuration: Configuration,
    tolerance: float = 0.0,
    progress: Callable[[str], None] = lambda _: None,
) -> Verdict:
    """Run a program as it is and with the fixes applied to copies, in turn, ``runs`` times each.

    Fixed are its main file and the modules of its project that it imports: see :func:`own_files`.
    What it prints and what its variables hold at the end are its results; of these, the ones that
    all runs of the unchanged program agree on are compared.
    """
    verdict = Verdict(program.title, Path(program.name), [], [])
    texts: dict[str, bytes] = {}
    for number in range(1, runs + 1):
        progress(f"as it is, run {number} of {runs}")
        verdict.before.append(processes.run_program(program, {}))
        if number == 1:
            files = own_files(verdict.before[0].files, configuration)
            texts = _fix_files(files, configuration, unsafe, verdict)
        if texts:
            progress(f"fixed, run {number} of {runs}")
            verdict.after.append(processes.run_program(program, texts))
    for when, results in (("before", verdict.before), ("after", verdict.after)):
        for run in results[:1]:
            _check_run(verdict, when, run, expected_error=None)
            traced = own_traces(run) + library_traces(run)
            if _has_record(run):
                verdict.check(f"{when} traces something", traced > 0, "no tf.function was traced")
    if texts:
        _check_saving(verdict, verdict.before[0], verdict.after[0])
        _check_program_results(verdict, unsafe, tolerance)
    _check_every_run(verdict)
    return verdict


def own_files(names: Sequence[str], configuration: Configuration) -> list[str]:
    """Return those of a program's files that belong to its project.

    They lie below the current folder or that of the main file, or of the package that holds it,
    and flake8's configuration does not exclude them.

    Args:
        names: as in :attr:`RunResult.files`.
        configuration: of flake8.
    """
    top = Path(*names[:1]).absolute().parent
    while (top / "__init__.py").exists():
        top = top.parent
    return [
        name
        for name in names
        if top in Path(name).absolute().parents or not Path(name).is_absolute()
        if not {"site-packages", "dist-packages"} & {*Path(name).parts}
        if not configuration.excludes(Path(name))
    ]


def _fix_files(
    names: Sequence[str], configuration: Configuration, unsafe: bool, verdict: Verdict
) -> dict[str, bytes]:
    """Return the fixed texts of those files that have something to fix.

    What was fixed and what was not goes into the verdict, and what the linter predicted.
    """
    files: dict[str, SourceFile] = {}
    for name in names:
        try:
            files[name] = read(Path(name))
        except FileError as error:
            verdict.left.append(f"{name}: {error}")
    codes = {name: configuration.codes(name) for name in files}
    fixed_files = fix_sources(
        {name: Work(file.text, codes[name]) for name, file in files.items()},
        settings=configuration.settings,
        unsafe=unsafe,
        disable_noqa=configuration.disable_noqa,
        baseline=configuration.baseline,
    )
    texts = {}
    for name, fixed in fixed_files.items():
        file = files[name]
        if fixed.text != file.text:
            texts[name] = fixed.text.encode(file.encoding)
        verdict.note_fixes(fixed, f"{name}:")
        findings = check(file.text, name, settings=configuration.settings, codes=codes[name])
        verdict.predictions += _predictions(name, findings, verdict.before[0])
    return texts


def _check_program_results(verdict: Verdict, unsafe: bool, tolerance: float) -> None:
    first, *others = map(_program_results, verdict.before)
    stable = {
        name: value
        for name, value in first.items()
        if all(name in other and not _differ(value, other[name]) for other in others)
    }
    unstable = sorted(set(first) - set(stable))
    output = _Output([result_lines(run.output) for run in verdict.before])
    if unstable or output.unstable:
        names = ", ".join([*output.unstable, *unstable])
        verdict.notes.append(f"not compared, differs from run to run: {names}")
    after = _program_results(verdict.after[0])
    comparison = compare(
        {name: stable[name] for name in stable if name in after},
        {name: after[name] for name in stable if name in after},
        array_kinds_may_differ=unsafe,
        tolerance=tolerance,
        name="results",
    )
    verdict.notes.extend(comparison.notes)
    differences = list(comparison.differences)
    if missing := sorted(set(stable) - set(after)):
        differences.append(f"not there any more: {', '.join(missing)}")
    printed = output.difference(result_lines(verdict.after[0].output))
    if printed is not None:
        differences.append(printed)
    if differences and not others:
        verdict.notes.append("with one run it is not known what changes by itself: use --runs 2")
    verdict.check("results equal", not differences, "; ".join(differences))
    verdict.check(
        "results are there",
        bool(stable.keys() - {"exit status"} or output.is_stable),
        "the program prints nothing and leaves no variable that two runs agree on",
    )


class _Output:
    """What runs of an unchanged program print."""

    def __init__(self, runs: Sequence[list[str]]) -> None:
        self._lines = runs[0]
        alike = all(len(lines) == len(self._lines) for lines in runs)
        columns = zip(*runs) if alike else ()
        self._stable = [len(set(column)) == 1 for column in columns]
        self.unstable = ["the number of lines"] if not alike else []
        """What runs do not agree on."""
        self.unstable += [f"line {n}" for n, stable in enumerate(self._stable, 1) if not stable]

    @property
    def is_stable(self) -> bool:
        """Whether there is a line that the runs agree on."""
        return any(self._stable)

    def difference(self, after: list[str]) -> str | None:
        """Say where the output of the fixed program differs; None if it does not."""
        if self._stable and len(after) == len(self._lines):
            pairs = zip(self._lines, after, self._stable)
            after = [new if stable else old for old, new, stable in pairs]
        elif not self._stable and self.unstable:
            return None
        return difference(self._lines, after)


def _program_results(run: RunResult) -> dict[str, Any]:
    return {**run.results, "exit status": run.exit_status}


def _differ(one: Any, other: Any) -> bool:
    return bool(compare(one, other).differences)
