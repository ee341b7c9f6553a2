"""Fix programs that were written before the fixer saw them, run them, and count what falls.

    python -m bench.fresh_programs [PROGRAM ...] [--by-hand] [--jobs N] [--write docs/evaluation.md]

Each program of ``bench/fresh`` is an ordinary one with a problem or two of retracing, which its
first line names; ``.hand.fixed.py`` beside it is the same program as a maintainer would mend it,
and where there is none, nothing cures it and keeps its results. Each is run as it stands, mended by
hand, with the safe fixes, with the unsafe ones too, and with those of likely findings besides; and
the linter is asked whether it reports a code that is planted. Of each run all traces are counted,
and what it prints is held against what the program printed, numbers within a tolerance.

With ``--by-hand`` the cures by hand alone are run, and neither linter nor fixer.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import pickle
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from tfretrace_fix.engine import FixResult, Work, fix_sources

from bench.threads import as_table, between
from flake8_tfretrace import Settings, check
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.finding import Confidence
from tfretrace.copies import Copies
from tfretrace.fixture import BY_HAND_SUFFIX, is_fixed_text
from tfretrace.recorder import Recording, record
from tfretrace.runner import Program, RunResult, run_program

FOLDER = Path(__file__).parent / "fresh"
FIRST_SIGHT = FOLDER / "first_sight.txt"
"""What was counted when the fixer was run on the programs for the first time; a line each."""

_SHOWN: tuple[Confidence, ...] = get_args(Confidence)
_PLANTED = "# planted: "
_SECONDS = 200.0
_TOLERANCE = 2e-3
"""Relative and absolute: most programs round what they print."""
_NUMBER = re.compile(r"[-+]?\d+\.\d*(?:e[-+]?\d+)?")
_CODE = re.compile(r"TFR\d{3}")
_WORD = re.compile(r"\w+|[^\w\s]")
_IMPORTED = re.compile(r"^(?:from|import) (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class FreshProgram:
    """A program, with the modules beside it that it imports."""

    path: Path
    planted: str
    """The codes and the kind of what retraces."""
    texts: Mapping[Path, str]
    cured: Mapping[Path, str]
    """The files that the cure by hand changes."""

    @property
    def codes(self) -> list[str]:
        """The codes of what is planted."""
        return _CODE.findall(self.planted)

    @property
    def name(self) -> str:
        """The file's name without ``.py``."""
        return self.path.stem


@dataclass
class Version:
    """A run of a version of a program."""

    traces: int
    falls: bool = False
    """Whether it traces less than the program as it stands and prints the same."""
    difference: str = ""
    """What it prints, or raises, instead."""

    def __str__(self) -> str:
        return f"{self.traces}{' WRONG: ' if self.difference else ''}{self.difference}"


@dataclass
class Outcome:
    """What came of a program."""

    program: FreshProgram
    before: RunResult
    hand: Version | None = None
    safe: Version | None = None
    """None if there is no safe fix."""
    unsafe: Version | None = None
    """With both kinds of fixes."""
    likely: Version | None = None
    """With both kinds of fixes, of likely findings too."""
    left: list[str] = field(default_factory=list)
    """What is reported and not fixed, and why."""
    reported: frozenset[str] = frozenset()
    """The confidences with which the linter reports a code that is planted: ``likely`` shows all
    findings."""


def programs() -> list[FreshProgram]:
    """Return all programs by name."""
    found = []
    for path in sorted(FOLDER.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if text.startswith(_PLANTED) and not is_fixed_text(path):
            beside = (FOLDER / f"{name}.py" for name in _IMPORTED.findall(text))
            paths = [path, *(module for module in beside if module.exists())]
            cures = [(path, path.with_suffix(BY_HAND_SUFFIX)) for path in paths]
            found.append(
                FreshProgram(
                    path,
                    text.partition("\n")[0].removeprefix(_PLANTED),
                    {path: path.read_text("utf-8") for path in paths},
                    {path: cure.read_text("utf-8") for path, cure in cures if cure.exists()},
                )
            )
    return found


def run(program: FreshProgram, texts: Mapping[Path, str]) -> RunResult:
    """Run a program in a process of its own, with other texts in place of some of its files."""
    with tempfile.TemporaryDirectory(prefix="fresh-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        changed = {str(path): text.encode() for path, text in texts.items()}
        result_file = folder / "result"
        process = _CONTEXT.Process(
            target=_run_to_file, args=(program.path, Copies.write(changed, folder), result_file)
        )
        process.start()
        process.join(_SECONDS)
        if process.exitcode is None:
            process.kill()
            process.join()
        if not result_file.exists():
            return RunResult(error=f"NoResult: ended with status {process.exitcode}")
        result: RunResult = pickle.loads(result_file.read_bytes())
        result.output = result_file.with_suffix(".out").read_text("utf-8", "replace")
        return result


def _run_to_file(path: Path, copies: Copies, result_file: Path) -> None:
    with result_file.with_suffix(".out").open("wb") as output, Path(os.devnull).open("wb") as log:
        os.dup2(output.fileno(), 1)
        os.dup2(log.fileno(), 2)
    sys.dont_write_bytecode = True
    copies.install()
    recording: Recording
    with record() as recording:
        result = run_program(Program(str(path)), recording, copies)
    sys.stdout.flush()
    result.results = {}
    result_file.write_bytes(pickle.dumps(result))


_CONTEXT: Any = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["keras", "tensorflow", "tfretrace.runner"])


def traces(result: RunResult) -> int:
    """Return the number of all traces of a run, those of libraries too."""
    return sum(function.trace_count for function in result.functions)


def judge(program: FreshProgram, *, by_hand: bool) -> Outcome:
    """Run a program as it stands and, unless ``by_hand``, as the fixer leaves it."""
    outcome = Outcome(program, run(program, {}))
    if program.cured:
        outcome.hand = _version(outcome, program.cured)
    if by_hand:
        return outcome
    versions: dict[tuple[str, ...], Version] = {}

    def version(texts: Mapping[Path, str]) -> Version | None:
        key = tuple(texts.values())
        if texts and key not in versions:
            versions[key] = _version(outcome, texts)
        return versions.get(key)

    safe, _ = _fixed(program, unsafe=False)
    outcome.safe = version(safe)
    unsafe, outcome.left = _fixed(program, unsafe=True)
    outcome.unsafe = version(unsafe)
    likely, _ = _fixed(program, unsafe=True, confidence="likely")
    outcome.likely = version(likely)
    outcome.reported = frozenset(shown for shown in _SHOWN if _is_reported(program, shown))
    return outcome


@contextmanager
def _as_project(program: FreshProgram) -> Iterator[dict[Path, Path]]:
    """Yield where copies of a program's files stand, by file: a project of these alone.

    Beside them in ``bench/fresh`` stand the cures, which call the same modules.
    """
    with tempfile.TemporaryDirectory(prefix="fresh-project-") as name:
        folder = Path(name).resolve()
        (folder / "pyproject.toml").touch()
        copies = {path: folder / path.name for path in program.texts}
        for path, copy in copies.items():
            copy.write_text(program.texts[path], encoding="utf-8")
        yield copies


def _is_reported(program: FreshProgram, confidence: Confidence) -> bool:
    """Whether the linter reports a planted code somewhere in the program."""
    settings = Settings(confidence=confidence)
    with _as_project(program) as copies:
        return any(
            finding.code in program.codes
            for path, text in program.texts.items()
            for finding in check(text, str(copies[path]), settings=settings)
        )


def _version(outcome: Outcome, texts: Mapping[Path, str]) -> Version:
    result = run(outcome.program, texts)
    difference = result.error or printed_difference(outcome.before.output, result.output)
    count = traces(result)
    return Version(count, not difference and count < traces(outcome.before), difference)


def _fixed(
    program: FreshProgram, *, unsafe: bool, confidence: Confidence = "proven"
) -> tuple[dict[Path, str], list[str]]:
    """Return the files that the fixer changes, and what it leaves and why."""
    with _as_project(program) as copies:
        results: Mapping[str, FixResult] = fix_sources(
            {str(copies[path]): Work(text, DEFAULT_CODES) for path, text in program.texts.items()},
            settings=Settings(confidence=confidence),
            unsafe=unsafe,
        )
    fixed = {path: results[str(copy)].text for path, copy in copies.items()}
    changed = {path: text for path, text in fixed.items() if text != program.texts[path]}
    left = [
        f"{left.finding.code}:{left.finding.line} {left.reason}"
        for result in results.values()
        for left in result.left
    ]
    return changed, left


def printed_difference(before: str, after: str) -> str:
    """Say where two outputs first differ by more than the tolerance; empty if they do not."""
    old, new = before.splitlines(), after.splitlines()
    if len(old) != len(new):
        return f"{len(new)} lines in place of {len(old)}"
    for one, other in zip(old, new):
        pairs = list(zip(_NUMBER.findall(one), _NUMBER.findall(other)))
        alike = _words(one) == _words(other)
        if not alike or not all(_is_close(a, b) for a, b in pairs):
            return f"{one!r} -> {other!r}"
    return ""


def _words(line: str) -> list[str]:
    return _WORD.findall(_NUMBER.sub("#", line))


def _is_close(one: str, other: str) -> bool:
    return math.isclose(float(one), float(other), rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)


def rows(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, ...]]:
    """Yield the table: the traces of each version of each program."""
    yield "program", "planted", "as it stands", "by hand", "safe fixes", "unsafe", "of likely"
    for outcome in outcomes:
        versions = (outcome.hand, outcome.safe, outcome.unsafe, outcome.likely)
        shown = ("-" if version is None else str(version) for version in versions)
        code = outcome.program.planted.partition(" ")[0]
        yield outcome.program.name, code, str(traces(outcome.before)), *shown


def summary(outcomes: Sequence[Outcome]) -> str:
    """Say what all programs come to."""
    cured = [outcome for outcome in outcomes if outcome.hand is not None and outcome.hand.falls]
    parts = [f"of {len(outcomes)} programs {len(cured)} are cured by hand"]
    kinds = {"safe": "safe fixes", "unsafe": "unsafe fixes", "likely": "those of likely findings"}
    for kind, what in kinds.items():
        fixed = [outcome for outcome in outcomes if getattr(outcome, kind) is not None]
        fallen = sum(getattr(outcome, kind).falls for outcome in fixed if outcome in cured)
        wrong = sum(bool(getattr(outcome, kind).difference) for outcome in fixed)
        share = f"{fallen / len(cured):.0%}" if cured else "-"
        parts.append(
            f"with {what} the traces of {fallen} of these fall ({share}), results equal; "
            f"{wrong} of all print something else"
        )
    for shown, how in zip(_SHOWN, ("by default", "with likely ones")):
        found = [outcome for outcome in cured if shown in outcome.reported]
        share = f"{len(found) / len(cured):.0%}" if cured else "-"
        parts.append(f"{how} a planted code is reported in {len(found)} of these ({share})")
    return "; ".join(parts)


def page(outcomes: Sequence[Outcome]) -> str:
    """Return what a page of the documentation shows."""
    first = [f"* at first sight: {line}" for line in FIRST_SIGHT.read_text("utf-8").splitlines()]
    return "\n".join([*first, f"* now: {summary(outcomes)}", "", *as_table(rows(outcomes))])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, or write it into a page."""
    parser = argparse.ArgumentParser(description="What the fixer does to fresh programs.")
    parser.add_argument("programs", nargs="*", help="their names, without .py (default: all)")
    parser.add_argument("--by-hand", action="store_true", help="run no fixer")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time (2)")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the table into a page")
    options = parser.parse_args(arguments)
    known = programs()
    unknown = set(options.programs) - {program.name for program in known}
    if unknown:
        parser.error(f"there is no program {min(unknown)}")
    chosen = [one for one in known if one.name in options.programs or not options.programs]
    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(lambda one: judge(one, by_hand=options.by_hand), chosen))
    if options.write:
        text = options.write.read_text(encoding="utf-8")
        options.write.write_text(between(text, "fresh", page(outcomes)), encoding="utf-8")
        return 0
    for outcome in outcomes:
        if outcome.before.error:
            print(outcome.program.name, "raises", outcome.before.error)
            print(outcome.before.traceback)
    print("\n".join(as_table(rows(outcomes))))
    for outcome in outcomes:
        for left in outcome.left:
            print(f"{outcome.program.name}: {left}")
    print(summary(outcomes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
