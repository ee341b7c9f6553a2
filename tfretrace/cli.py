"""The command ``tfretrace-verify``."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from tfretrace_fix.configuration import ConfigurationError, load

import flake8_tfretrace
from flake8_tfretrace.profile import ProfileError
from flake8_tfretrace.settings import Settings
from tfretrace.environment import NoGpuError, hide_gpus
from tfretrace.export import recording_json, report_json
from tfretrace.fixture import Fixture, FixtureError, find_fixtures, is_fixture, read_fixture
from tfretrace.html import report_html
from tfretrace.profile import ProfileWriter
from tfretrace.recorder import record
from tfretrace.report import Report, print_recording, print_report, report_markdown
from tfretrace.runner import module, run_program, script
from tfretrace.verify import (
    SECONDS_PER_RUN,
    Processes,
    Verdict,
    verify_fixtures,
    verify_program,
)
from tfretrace.xla import counted_compilations

ALL_TRUE, FAILED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130
_WIDTH_OF_FILES = 160
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
        ImportError,
        OSError,
    ) as error:
        message = str(error)
    except SyntaxError as error:
        message = f"{error.filename}:{error.lineno}: {error.msg}"
    print(f"tfretrace-verify: error: {message}", file=sys.stderr)
    return UNUSABLE


def verify(given: Sequence[str]) -> int:
    """Verify fixtures or a program.

    Raises:
        UsageError: the path cannot be verified.
    """
    options = _parse(given)
    fixtures = _fixtures(options.paths)
    if options.device == "cpu":
        hide_gpus()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # Without it the first of several processes takes the whole memory of the GPU.
    os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")
    start = time.perf_counter()
    status = ALL_TRUE
    with Processes(options.timeout) as processes:
        environment = processes.environment(options.device)
        report = Report(environment, jobs=options.jobs, expected=len(fixtures) or 1)
        try:
            if fixtures:
                _verify_fixtures(fixtures, processes, report, options)
            else:
                _verify_program(options.paths[0], processes, report, options)
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
    parser = argparse.ArgumentParser(
        prog=command,
        usage=f"{command} [--json FILE] [--profile FILE] (SCRIPT | -m MODULE) [ARGUMENTS ...]",
        description="Run a program and report every trace that TensorFlow makes, with its cause.",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the report as JSON")
    parser.add_argument(
        "--profile", type=Path, metavar="FILE", help="add what was seen to a profile, for the fixer"
    )
    parser.add_argument("-m", dest="module", action="store_true", help="run a module by its name")
    parser.add_argument("program", metavar="SCRIPT | MODULE")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARGUMENTS")
    options = parser.parse_args(given)
    path = Path(options.program)
    if not options.module and not path.is_file():
        raise UsageError(f"{path} is not a file")
    if options.module:
        run = module(options.program, options.arguments)
    else:
        run = script(path, path, options.arguments)
    output = options.json and options.json.resolve()
    profile = options.profile and ProfileWriter(options.profile)
    with counted_compilations() as compilations, record() as recording:
        result = run_program(run, recording)
        result.xla_compilations = compilations.by_function()
    sys.stdout.flush()
    print_recording(recording, _console(sys.stderr), result.xla_compilations)
    document = recording_json(recording, result.xla_compilations)
    _write(output, lambda: json.dumps(document, indent=2) + "\n")
    if profile is not None:
        count = profile.add(recording)
        print(f"{options.profile}: {count} functions", file=sys.stderr)
    return result.exit_status or 0


def _parse(given: Sequence[str]) -> argparse.Namespace:
    options = _options()
    first = argparse.ArgumentParser(
        prog="tfretrace-verify",
        usage="tfretrace-verify [OPTIONS] (FIXTURES ... | SCRIPT [ARGUMENTS ...])\n"
        "       tfretrace-verify record (SCRIPT | -m MODULE) [ARGUMENTS ...]",
        description="Run TensorFlow programs before and after their fixes, and hold traces, "
        "results, time and memory against each other.",
        epilog="exit status: 0 all true, 1 a check failed, 2 it could not be run, 130 interrupted",
        parents=[options],
    )
    first.add_argument("--version", action="version", version=flake8_tfretrace.__version__)
    first.add_argument("path", help="a folder of fixtures, fixtures, or any script")
    first.add_argument("arguments", nargs=argparse.REMAINDER, help="the script's own arguments")
    parsed = first.parse_args(given)
    path = Path(parsed.path)
    if not path.exists():
        raise UsageError(f"{path} does not exist")
    parsed.paths = [path]
    if path.is_dir() or is_fixture(path):
        # After a fixture come more fixtures and options; after a script, its own arguments.
        more = argparse.ArgumentParser(prog="tfretrace-verify", parents=[options])
        more.add_argument("others", nargs="*", type=Path)
        parsed = more.parse_intermixed_args(parsed.arguments, parsed)
        parsed.paths += parsed.others
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
    add("--runs", type=int, help="runs of each version, in turn (fixtures: 1, a script: 3)")
    add("--timeout", type=float, default=SECONDS_PER_RUN, help="seconds per run (%(default)s)")
    add("--unsafe-fixes", action="store_true", help="apply unsafe fixes to a script too")
    add("--extend-select", default="", metavar="CODES", help="further rules to fix in a script")
    add(
        "--tolerance",
        type=float,
        default=0.0,
        help="relative difference allowed between a script's floating-point results (none)",
    )
    add("--json", type=Path, metavar="FILE")
    add("--markdown", type=Path, metavar="FILE")
    add("--html", type=Path, metavar="FILE")
    return options


def _fixtures(paths: Sequence[Path]) -> list[Fixture]:
    fixtures = []
    for path in paths:
        if path.is_dir():
            found = find_fixtures(path)
            if not found:
                raise UsageError(f"{path} holds no Python file")
            fixtures += found
        elif is_fixture(path):
            fixtures.append(read_fixture(path))
        elif len(paths) > 1:
            raise UsageError(f"{path} is not a fixture: it has no '# traces:' line at the top")
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
            settings=Settings(),
            done=done,
        )


def _verify_program(
    path: Path, processes: Processes, report: Report, options: argparse.Namespace
) -> None:
    report.jobs = 1
    # The rules and names that flake8 and tfretrace-fix go by.
    configuration = load([f"--extend-select={options.extend_select}"])
    with _progress() as progress:
        task = progress.add_task(path.name, total=None)
        verdict = verify_program(
            path,
            options.arguments,
            processes,
            runs=options.runs or 3,
            unsafe=options.unsafe_fixes,
            codes=configuration.codes(str(path)),
            settings=configuration.settings,
            tolerance=options.tolerance,
            progress=lambda text: progress.update(task, description=f"{path.name}: {text}"),
        )
    report.verdicts.append(verdict)


def _progress() -> Progress:
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    return Progress(*columns, console=_console(sys.stderr), transient=True)


def _console(stream: object) -> Console:
    console = Console(stderr=stream is sys.stderr)
    if not console.is_terminal:
        console.width = _WIDTH_OF_FILES
    return console


def _write(path: Path | None, text: Callable[[], str]) -> None:
    if path is not None:
        path.write_text(text(), encoding="utf-8")
