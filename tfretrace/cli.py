"""The command ``tfretrace-verify``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from flake8_tfretrace.catalog import DEFAULT_CODES, matching
from flake8_tfretrace.settings import Settings
from tfretrace.environment import NoGpuError, hide_gpus
from tfretrace.fixture import Fixture, FixtureError, find_fixtures, is_fixture, read_fixture
from tfretrace.report import Report, print_summary
from tfretrace.verify import Processes, Verdict, verify_fixtures, verify_program

ALL_TRUE, FAILED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


class UsageError(Exception):
    """Something that the user has to change."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return verify(given)
    except (UsageError, FixtureError, NoGpuError, ImportError, OSError) as error:
        print(f"tfretrace-verify: error: {error}", file=sys.stderr)
        return UNUSABLE
    except SyntaxError as error:
        print(
            f"tfretrace-verify: error: {error.filename}:{error.lineno}: {error.msg}",
            file=sys.stderr,
        )
        return UNUSABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tfretrace-verify",
        description="Run a TensorFlow program before and after its fixes: traces, results, time, memory.",
        epilog="exit status: 0 all true, 1 a check failed, 2 it could not be run, 130 interrupted",
    )
    parser.add_argument("path", type=Path, help="a folder of fixtures, a fixture, or any script")
    parser.add_argument(
        "arguments",
        nargs=argparse.REMAINDER,
        help="the script's own arguments; options go before it",
    )
    parser.add_argument("--device", choices=("cpu", "gpu", "auto"), default="auto")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=300.0)
    parser.add_argument("--unsafe-fixes", action="store_true")
    parser.add_argument("--select", default="")
    parser.add_argument("--tolerance", type=float, default=0.0)
    return parser


def verify(given: list[str]) -> int:
    """Verify fixtures or a program."""
    parser = _parser()
    options = parser.parse_args(given)
    path: Path = options.path
    if not path.exists():
        raise UsageError(f"{path} does not exist")
    fixtures = []
    if path.is_dir():
        fixtures = find_fixtures(path)
    elif is_fixture(path):
        fixtures = [read_fixture(path)]
    if options.device == "cpu":
        hide_gpus()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    console = Console()
    with Processes(options.timeout) as processes:
        report = Report(processes.environment(options.device), options.jobs, expected=len(fixtures))
        start = time.perf_counter()
        if fixtures:
            with Progress(console=Console(stderr=True)) as progress:
                task = progress.add_task("fixtures", total=len(fixtures))

                def done(verdict: Verdict) -> None:
                    report.verdicts.append(verdict)
                    progress.advance(task)

                verify_fixtures(
                    fixtures,
                    processes,
                    jobs=options.jobs,
                    repeats=options.repeats,
                    settings=Settings(),
                    done=done,
                )
        report.seconds = time.perf_counter() - start
        report.verdicts.sort(key=lambda v: v.name)
    print_summary(report, console)
    return 0 if report.passed else 1
