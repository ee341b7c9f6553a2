"""Run a command once, and hold the linter's findings on what it ran against what happened."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tfretrace_fix.checking import Checker
from tfretrace_fix.configuration import Configuration
from tfretrace_fix.files import FileError
from tfretrace_fix.files import read as read_source

from flake8_tfretrace import baseline as baselines
from flake8_tfretrace.baseline import Baseline
from flake8_tfretrace.finding import Finding
from tfretrace.budget import Budget, Excess
from tfretrace.judging import CLAIMS, Judged, Judgement, Retraced, Status, judge
from tfretrace.observation import Observation, end_processes, files_begun, read, wait_for_processes
from tfretrace.records import FunctionRecord

if TYPE_CHECKING:
    from tfretrace.profile import ProfileWriter

_REMEDY = "pip install 'flake8-tfretrace[verify]'"
_VARIABLE = "TFRETRACE_OBSERVATION"
_SECONDS_BETWEEN_LOOKS = 0.1
"""At what has begun to run."""


class AuditError(Exception):
    """The command cannot be audited; the message says why."""


@dataclass(frozen=True)
class Audit:
    """What a command showed."""

    command: tuple[str, ...]
    exit_status: int
    seconds: float
    """Of the processes that imported TensorFlow, from their start to their end."""
    files: tuple[str, ...]
    """The files of the user's that ran, and were linted."""
    judgement: Judgement
    observations: tuple[Observation, ...]
    """What its processes showed."""
    excess: tuple[Excess, ...]
    """The functions that were traced more often than the budget allows."""
    problems: tuple[str, ...]
    """What could not be done."""

    @property
    def functions(self) -> tuple[FunctionRecord, ...]:
        """What was traced."""
        return tuple(record for o in self.observations for record in o.functions)

    @property
    def share_lost(self) -> float:
        """The part of the run that went into retraces."""
        return self.judgement.seconds_lost / self.seconds if self.seconds else 0.0

    def with_status(self, status: Status) -> list[Judged]:
        """Return the findings of which the run says so, what costs most time first."""
        chosen = [judged for judged in self.judgement.findings if judged.status == status]
        return sorted(chosen, key=lambda judged: -judged.seconds)

    @property
    def unexplained(self) -> list[Retraced]:
        """The retraces of the user's functions that no finding explains."""
        return [row for row in self.judgement.retraces if row.is_of_user and not row.explained_by]


class Linter:
    """What is found in files that run: in each as it is when it is first asked for."""

    def __init__(self, configuration: Configuration, known: Baseline | None = None) -> None:
        """Leave out what the configuration excludes, and findings that are ``known``."""
        self.configuration = configuration
        self.texts: dict[str, str] = {}
        """Those that were read, by path."""
        self._known = known
        self._found: dict[str, list[Finding]] = {}

    @contextlib.contextmanager
    def watching(self, folder: Path) -> Iterator[None]:
        """Look at files as they begin to run, of the processes that are observed by a folder.

        They may be edited before the run ends; and while it loads TensorFlow there is time.
        """
        ended = threading.Event()
        begun = files_begun(folder, partial(ended.wait, _SECONDS_BETWEEN_LOOKS))
        watcher = threading.Thread(target=self._watch, args=(begun,), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()

    def _watch(self, begun: Iterator[list[str]]) -> None:
        if sys.platform == "linux":  # Where a thread has a priority of its own.
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
        for new in begun:
            paths = [path for path in new if self.concerns(Path(path))]
            for work in (self._text, self.findings):
                for path in paths:
                    # What goes wrong here goes wrong again where it is told of.
                    with contextlib.suppress(Exception):
                        work(path)

    def concerns(self, path: Path) -> bool:
        """Whether a file is one that is linted."""
        is_there = path.suffix == ".py" and path.is_file()
        return is_there and not self.configuration.excludes(path)

    def findings(self, path: str) -> list[Finding]:
        """Return what is found in a file.

        Raises:
            FileError: it cannot be read.
            SyntaxError, ValueError: it is no Python.
            RecursionError: it is nested too deeply.
        """
        if path not in self._found:
            text = self._text(path)
            name, given = _name(path), self.configuration
            checker = Checker(
                name, given.settings, given.codes(name), given.disable_noqa, self._known
            )
            self._found[path] = checker.open(text)
        return self._found[path]

    def _text(self, path: str) -> str:
        if path not in self.texts:
            self.texts[path] = read_source(Path(path)).text
        return self.texts[path]


def audit(
    words: Sequence[str],
    configuration: Configuration,
    budget: Budget | None = None,
    known: Baseline | None = None,
    profile: ProfileWriter | None = None,
) -> Audit:
    """Run a command once under the recorder, and judge the findings on what it ran.

    Args:
        words: a command line; what begins with a script or ``-m`` is run by this Python.
        configuration: of flake8: it decides which files and rules are looked at.
        budget: how often each function may be traced.
        known: findings that are left out.
        profile: where to add what the run showed.

    Raises:
        AuditError: the command cannot be started, or recorded.
    """
    linter = Linter(configuration, known)
    with tempfile.TemporaryDirectory(prefix="tfretrace-") as folder, linter.watching(Path(folder)):
        status, observations = observe(words, Path(folder))
    return assess(words, status, observations, linter, budget, profile)


def observe(words: Sequence[str], folder: Path) -> tuple[int, list[Observation]]:
    """Run a command once under the recorder, which writes into a folder.

    Returns:
        its exit status, and what its processes showed.

    Raises:
        AuditError: the command cannot be started, or recorded.
    """
    command = _command(words)
    status = _run(command, folder)
    observations = read(folder)
    if not observations:
        raise AuditError(_why_nothing(command, folder / "lacks"))
    return status, observations


def assess(
    words: Sequence[str],
    status: int,
    observations: Sequence[Observation],
    linter: Linter,
    budget: Budget | None = None,
    profile: ProfileWriter | None = None,
) -> Audit:
    """Judge the findings on what a command ran; :func:`audit` has the arguments."""
    observations = [o for o in observations if o.hook] or observations
    files = _files(observations, linter)
    problems = [problem for o in observations for problem in o.problems]
    found: dict[str, Sequence[Finding]] = {}
    for name, path in files.items():
        try:
            found[name] = linter.findings(path)
        except (FileError, SyntaxError, ValueError, RecursionError) as error:
            problems.append(f"{name}: {error}")
    names = {path: name for name, path in files.items()}
    functions = tuple(record for o in observations for record in o.functions)
    for record in functions:
        record.rename(names)
    judgement = judge(found, observations, linter.texts)
    if profile is not None:
        profile.add(functions, judged_claims(observations, linter.configuration))
    excess = () if budget is None else budget.exceeded(functions)
    return Audit(
        tuple(words),
        status,
        sum(observation.seconds for observation in observations),
        tuple(files),
        judgement,
        tuple(observations),
        tuple(excess),
        tuple(dict.fromkeys(problems)),
    )


def _command(words: Sequence[str]) -> list[str]:
    first = words[0]
    if first == "-m" or (first.endswith(".py") and Path(first).is_file()):
        return [sys.executable, *words]
    return [*words]


def _run(command: Sequence[str], folder: Path) -> int:
    """Run a command to its end, with each of its Python processes observed."""
    startup = Path(__file__).parent / "startup"
    path = [str(startup), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path),
        _VARIABLE: json.dumps({"folder": str(folder)}),
    }
    try:
        process = subprocess.Popen(command, env=environment)
    except OSError as error:
        raise AuditError(f"cannot run {command[0]}: {error.strerror}") from error
    with _signals_passed_on(process, folder) as heard:
        status = _status(process)
        with contextlib.suppress(KeyboardInterrupt):
            wait_for_processes(folder, told_to_end=bool(heard) or status < 0)
    return status


def _status(process: subprocess.Popen[bytes]) -> int:
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # The command has heard of it too; what it showed until then is reported.
            continue


@contextlib.contextmanager
def _signals_passed_on(process: subprocess.Popen[bytes], folder: Path) -> Iterator[list[int]]:
    """End the command, not the audit, when this process is told to end.

    Yields the signals that are heard. A shell ends at once, and tells nobody: the processes that
    are observed are told, too.
    """
    heard = []

    def pass_on(number: int, _frame: object) -> None:
        heard.append(number)
        process.terminate()
        end_processes(folder, but=process.pid)

    former = signal.signal(signal.SIGTERM, pass_on)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGTERM, former)


def _why_nothing(command: Sequence[str], lacking: Path) -> str:
    if lacking.exists():
        note = json.loads(lacking.read_text(encoding="utf-8").splitlines()[0])
        return f"{note['python']} has no module {note['lacks']}; there: {_REMEDY}"
    return f"{command[0]} runs no Python on this machine, or with -E, -I or -S, or was killed"


def judged_claims(observations: Sequence[Observation], configuration: Configuration) -> Judgement:
    """Judge whatever the rules would say of what ran, under any assumptions: for a profile."""
    settings = configuration.settings._replace(profile=None, confidence="any")
    found: dict[str, Sequence[Finding]] = {}
    for name, path in _files(observations, Linter(configuration)).items():
        with contextlib.suppress(FileError, SyntaxError, ValueError, RecursionError):
            checker = Checker(name, settings, frozenset(CLAIMS), disable_noqa=True)
            found[name] = checker.open(read_source(Path(path)).text)
    return judge(found, observations)


def _files(observations: Sequence[Observation], linter: Linter) -> dict[str, str]:
    """Return the user's files that ran by the names that users know."""
    every = sorted({file for observation in observations for file in observation.files})
    return dict(sorted((_name(file), file) for file in every if linter.concerns(Path(file))))


def _name(file: str) -> str:
    """Return the name by which users know a file: from here, if it is below."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


CONDITIONS: dict[str, Callable[[Audit], object]] = {
    "confirmed": lambda audit: audit.with_status("confirmed"),
    "retrace": lambda audit: [row for row in audit.judgement.retraces if row.is_of_user],
    "unexplained": lambda audit: audit.unexplained,
}
"""What an audit may be failed on."""


def fails(audit: Audit, conditions: Iterable[str]) -> bool:
    """Whether an audit shows one of these :data:`CONDITIONS`, or more traces than the budget."""
    return bool(audit.excess) or any(CONDITIONS[name](audit) for name in conditions)


def add_refuted(audit: Audit, file: Path) -> int:
    """Add the findings that the run refutes to a baseline; return how many there are.

    Raises:
        BaselineError: the file is there, and no baseline.
        OSError: it cannot be written.
    """
    known = baselines.read(file) if file.exists() else Baseline(file)
    entries = [
        known.entry(judged.path, judged.finding.code, judged.finding.anchor)
        for judged in audit.with_status("refuted")
    ]
    reason = f"refuted by a run of: {shlex.join(audit.command)}"
    baselines.write(known.extended(entries, reason))
    return len(entries)
