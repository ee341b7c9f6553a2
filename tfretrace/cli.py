"""The command ``tfretrace-verify``."""

from __future__ import annotations

import argparse
import ast
import contextlib
import json
import os
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from tfretrace_fix.configuration import ConfigurationError, load
from tfretrace_fix.usage import Parser, codes

import flake8_tfretrace
from flake8_tfretrace.settings import ProfileError, Settings
from tfretrace import budget
from tfretrace.audit import judged_claims
from tfretrace.copies import Copies
from tfretrace.environment import NoGpuError, hide_gpus
from tfretrace.export import recording_json, report_json, timeline_json
from tfretrace.extra import lacking
from tfretrace.fixture import (
    Fixture,
    FixtureError,
    find_fixtures,
    is_fixed_text,
    is_fixture,
    read_fixture,
)
from tfretrace.html import report_html
from tfretrace.lines import LineCounter, line_counter
from tfretrace.observation import observed
from tfretrace.output import add_timeline, line_writer, output_file
from tfretrace.profile import ProfileWriter
from tfretrace.recorder import Recorder
from tfretrace.recording_report import print_recording
from tfretrace.report import Report, print_report, report_markdown
from tfretrace.runner import Program, run_program
from tfretrace.verify import (
    SECONDS_PER_RUN,
    Processes,
    Verdict,
    verify_fixtures,
    verify_program,
)
from tfretrace.xla import counted_compilations

ALL_TRUE, FAILED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130
_WIDTH_OF_FILES = 200
"""Columns of a table that is not printed on a terminal."""


class UsageError(Exception):
    """Something that the user has to change."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``tfretrace-verify``; return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if given[:1] == ["record"]:
            return run_recorded("tfretrace-verify record", given[1:])
        return verify(given)
    except (
        UsageError,
        ConfigurationError,
        FixtureError,
        NoGpuError,
        ProfileError,
        OSError,
    ) as error:
        message = str(error)
    except ImportError as error:
        message = lacking(error)
    print(f"tfretrace-verify: error: {message}", file=sys.stderr)
    return UNUSABLE


def verify(given: Sequence[str]) -> int:
    """Verify fixtures or a program.

    Raises:
        UsageError: the path cannot be verified.
    """
    options = _parse(given)
    program = None if options.fixtures else _program(options)
    if options.device == "cpu":
        hide_gpus()
    if not options.verbose:
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # Without it the first of several processes takes the whole memory of the GPU.
    os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")
    start = time.perf_counter()
    status = ALL_TRUE
    with Processes(options.timeout, quiet=not options.verbose) as processes:
        environment = processes.environment(options.device)
        report = Report(environment, jobs=options.jobs, expected=len(options.fixtures) or 1)
        try:
            if program is None:
                _verify_fixtures(options.fixtures, processes, report, options)
            else:
                _verify_program(program, processes, report, options)
        except KeyboardInterrupt:
            status = INTERRUPTED
    report.seconds = time.perf_counter() - start
    report.verdicts.sort(key=lambda verdict: verdict.name)
    print_report(report, _console(sys.stdout))
    _write(options.json, lambda: json.dumps(report_json(report), indent=2) + "\n")
    _write(options.markdown, lambda: report_markdown(report))
    _write(options.html, lambda: report_html(report))
    return status or (ALL_TRUE if report.passed else FAILED)


def run_recorded(command: str, given: Sequence[str]) -> int:
    """Run a program as Python would and report what was traced; return the program's status."""
    parser = Parser(
        prog=command,
        usage=f"{command} [--json FILE] [--profile FILE] [--budget FILE [--after N]] "
        "[--timeline FILE] (SCRIPT | -m MODULE) [ARGUMENTS ...]",
        description="Run a program and report every trace that TensorFlow makes, with its cause.",
    )
    parser.add_argument(
        "--json", type=output_file, metavar="FILE", help="also write the report as JSON"
    )
    parser.add_argument(
        "--profile",
        type=output_file,
        metavar="FILE",
        help="add what was seen to a profile, for the fixer",
    )
    parser.add_argument(
        "--budget",
        type=output_file,
        metavar="FILE",
        help="write how often each function was traced, for later runs to keep to",
    )
    budget.add_after(parser)
    add_timeline(parser)
    _add_program(parser)
    options = parser.parse_args(given)
    program = _program(options)
    profile = options.profile and ProfileWriter(options.profile)
    # Not with a profile of earlier runs, which may be the one that is written.
    configuration = load(without_profile=True)
    folder = Path.cwd()
    lines = line_counter() if profile else LineCounter()
    recorder = Recorder(None, lines=lines)
    with _ended_by_sigterm(), counted_compilations() as compilations, recorder as recording:
        lines.start()
        result = run_program(program, recording, Copies({}))
        result.xla_compilations = compilations.by_function()
    # The program may have gone elsewhere; the files of the report are named from here.
    os.chdir(folder)
    sys.stdout.flush()
    print_recording(
        recording.functions,
        recording.hook,
        recording.problems,
        line_writer(sys.stderr),
        result.xla_compilations,
    )
    seen = [observed(recording, lines, str(folder), result.first_seconds or 0.0)]
    document = recording_json(recording, result.xla_compilations)
    _write(options.json, lambda: json.dumps(document, indent=2) + "\n")
    _write(options.timeline, lambda: json.dumps(timeline_json(seen)) + "\n")
    if profile is not None:
        count = profile.add(recording.functions, judged_claims(seen, configuration))
        what = "function" if count == 1 else "functions"
        print(f"{options.profile}: {count} traced {what}", file=sys.stderr)
    if options.budget is not None:
        budget.write(budget.measured(recording.functions, options.budget, options.after or 0))
    return result.exit_status or 0


@contextlib.contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM, which schedulers send, end the program as ``sys.exit`` does: with a report."""

    def leave(number: int, _frame: types.FrameType | None) -> None:
        sys.exit(128 + number)

    former = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)


def _add_program(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("-m", dest="is_module", action="store_true", help="run a module by its name")
    add("program", metavar="SCRIPT | MODULE", help="any program; or fixtures, or a folder of them")
    add("arguments", nargs=argparse.REMAINDER, metavar="ARGUMENTS", help="the program's own")


def _program(options: argparse.Namespace) -> Program:
    """Return the program that the options name.

    Raises:
        UsageError: there is no such script, or it is not Python.
    """
    if not options.is_module:
        try:
            ast.parse(Path(options.program).read_bytes())
        except OSError as error:
            raise UsageError(f"{options.program}: {error.strerror}") from error
        except SyntaxError as error:
            raise UsageError(f"{options.program}:{error.lineno}: {error.msg}") from error
    return Program(options.program, tuple(options.arguments), options.is_module)


def _parse(given: Sequence[str]) -> argparse.Namespace:
    options = _options()
    first = Parser(
        prog="tfretrace-verify",
        usage="tfretrace-verify [OPTIONS] (FIXTURES ... | SCRIPT [ARGUMENTS ...] | "
        "-m MODULE [ARGUMENTS ...])\n"
        "       tfretrace-verify record [OPTIONS] (SCRIPT | -m MODULE) [ARGUMENTS ...]",
        description="Run TensorFlow programs before and after their fixes, and hold traces, "
        "results, time and memory against each other.",
        epilog="exit status: 0 all true, 1 a check failed, 2 it could not be run, 130 interrupted",
        parents=[options],
    )
    first.add_argument("--version", action="version", version=flake8_tfretrace.__version__)
    _add_program(first)
    parsed = first.parse_args(given)
    parsed.fixtures = []
    if not parsed.is_module and _holds_fixtures(Path(parsed.program)):
        # After a fixture come more fixtures and options; after a program, its own arguments.
        more = Parser(prog="tfretrace-verify", parents=[options])
        more.add_argument("others", nargs="*", type=Path)
        parsed = more.parse_intermixed_args(parsed.arguments, parsed)
        parsed.fixtures = _fixtures([Path(parsed.program), *parsed.others])
    if parsed.jobs < 1 or (parsed.runs or 1) < 1 or parsed.repeats < 0:
        raise UsageError("--jobs and --runs are at least 1, --repeats at least 0")
    return parsed


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(add_help=False)
    add = options.add_argument
    add("--device", choices=("cpu", "gpu", "auto"), default="auto", help="gpu: an error without")
    add(
        "-j",
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="fixtures run at a time (%(default)s); 1 for undisturbed times",
    )
    add("--repeats", type=int, default=3, help="further main() of a fixture, timed (%(default)s)")
    add("--runs", type=int, help="runs of each version, in turn (fixtures: 1, a program: 3)")
    add("--timeout", type=float, default=SECONDS_PER_RUN, help="seconds per run (%(default)s)")
    add("--unsafe-fixes", action="store_true", help="apply unsafe fixes to a program too")
    add(
        "--extend-select",
        default="",
        metavar="CODES",
        type=codes,
        help="further rules to fix in a program",
    )
    add("--profile", metavar="FILE", help="fix what recorded runs saw, too")
    add(
        "--tolerance",
        type=float,
        default=0.0,
        help="relative difference allowed between a program's floating-point results (none)",
    )
    add("-v", "--verbose", action="store_true", help="show TensorFlow's log and standard error")
    add("--json", type=output_file, metavar="FILE")
    add("--markdown", type=output_file, metavar="FILE")
    add("--html", type=output_file, metavar="FILE")
    return options


def _holds_fixtures(path: Path) -> bool:
    return path.is_dir() or (path.is_file() and (is_fixture(path) or is_fixed_text(path)))


def _fixtures(paths: Sequence[Path]) -> list[Fixture]:
    fixtures = []
    for path in paths:
        if path.is_dir():
            fixtures += find_fixtures(path, below=True)
        elif is_fixture(path):
            fixtures.append(read_fixture(path))
        elif not is_fixed_text(path):  # A pattern like TFR101_*.py names those, too.
            raise UsageError(f"{path} is not a fixture: it has no '# traces:' line at the top")
    if not fixtures:
        raise UsageError(f"there is no fixture in {', '.join(map(str, paths))}")
    return fixtures


def _verify_fixtures(
    fixtures: Sequence[Fixture], processes: Processes, report: Report, options: argparse.Namespace
) -> None:
    with _progress() as progress:
        task = progress.add_task("fixtures", total=len(fixtures))

        def done(verdict: Verdict) -> None:
            report.verdicts.append(verdict)
            progress.update(task, advance=1, description=verdict.name)

        verify_fixtures(
            fixtures,
            processes,
            jobs=options.jobs,
            runs=options.runs or 1,
            repeats=options.repeats,
            settings=Settings(profile=options.profile),
            done=done,
        )


def _verify_program(
    program: Program, processes: Processes, report: Report, options: argparse.Namespace
) -> None:
    report.jobs = 1
    # The rules and names that flake8 and tfretrace-fix go by.
    arguments = [f"--extend-select={options.extend_select}"]
    if options.profile is not None:
        arguments.append(f"--tfretrace-profile={options.profile}")
    configuration = load(arguments)
    with _progress() as progress:
        task = progress.add_task(program.title, total=None)
        verdict = verify_program(
            program,
            processes,
            runs=options.runs or 3,
            unsafe=options.unsafe_fixes,
            configuration=configuration,
            tolerance=options.tolerance,
            progress=lambda text: progress.update(task, description=f"{program.title}: {text}"),
        )
    report.verdicts.append(verdict)


def _progress() -> Progress:
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    console = _console(sys.stderr)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _console(stream: object) -> Console:
    console = Console(stderr=stream is sys.stderr)
    if not console.is_terminal:
        console.width = _WIDTH_OF_FILES
    return console


def _write(path: Path | None, text: Callable[[], str]) -> None:
    if path is not None:
        path.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
