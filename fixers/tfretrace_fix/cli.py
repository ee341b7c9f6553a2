"""The command ``tfretrace-fix``."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from flake8_tfretrace import __version__
from flake8_tfretrace.baseline import DEFAULT_NAME, Baseline, BaselineError, read
from flake8_tfretrace.catalog import DEFAULT_RULES, SEVERITIES
from flake8_tfretrace.plugin import staleness
from tfretrace_fix import colours, configuration, files, pages
from tfretrace_fix.accepting import add_noqa, add_to_baseline, find
from tfretrace_fix.command import CommandError
from tfretrace_fix.engine import Work, ways
from tfretrace_fix.interactive import Session
from tfretrace_fix.report import FORMATS, Report, sarif
from tfretrace_fix.run import Mode, Options, Outcome, fix_asking, fix_files, fix_stdin
from tfretrace_fix.tree import TreeError
from tfretrace_fix.usage import Parser, codes
from tfretrace_fix.verification import Verification, verify

_Item = TypeVar("_Item")

_DESCRIPTION = "Rewrite what makes tf.function retrace."

_EPILOG = """\
examples:
  tfretrace-fix src                      fix what can be fixed safely, in place
  tfretrace-fix --diff train.py          show what would change
  tfretrace-fix --check .                for CI: exit 1 if something could be fixed
  tfretrace-fix --check --show-why .     the steps that make each finding true
  tfretrace-fix -i train.py              show each fix, and ask
  tfretrace-fix --unsafe-fixes model.py  also fix what may change results (says which)
  tfretrace-fix --explain TFR101         what a rule means
  tfretrace-fix --explain train.py:12    all that would fix what is reported on a line
  tfretrace-fix --write-baseline .       take what is there as known, hear of new findings only
  tfretrace-fix --add-noqa 'three sizes' model.py
                                         excuse the findings of a file, with the reason
  tfretrace-fix --verify 'python train.py --steps 3' .
                                         keep only what leaves the program's results as they are
  tfretrace-fix --profile traces.json --unsafe-fixes .
                                         also fix what recorded runs saw
  cat a.py | tfretrace-fix - --stdin-filename a.py

exit status: 0 nothing to do, 1 files were changed (or would be), 2 an error

The configuration of flake8 (setup.cfg, tox.ini, .flake8) decides which files are looked at and
which rules apply, as do '# noqa' comments.
"""

_CODE_OPTIONS = ("select", "extend_select", "ignore", "extend_ignore")
_OUTDATED = "not used, since the profile is of another version of the function (record again)"
_PARALLEL_FROM = 32
"""Files from which starting processes pays."""
_PATIENCE = 5.0
"""Seconds from which work on one file is told of."""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = Parser(
        prog="tfretrace-fix",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files and directories; - is standard input"
    )
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--diff", action="store_true", help="print what would change, write nothing")
    mode.add_argument("--check", action="store_true", help="write nothing, only report")
    mode.add_argument(
        "-i",
        "--interactive",
        action="store_true",
        help="show each fix with its reasons, also the unsafe ones, and ask whether to make it",
    )
    mode.add_argument(
        "--write-baseline",
        action="store_true",
        help="fix nothing; write all findings of these files into the baseline "
        f"(of --tfretrace-baseline, else {DEFAULT_NAME})",
    )
    mode.add_argument(
        "--add-noqa",
        metavar="REASON",
        help="fix nothing; put a '# noqa' comment with the reason behind each finding",
    )
    rules = parser.add_argument_group(
        "rules (as in flake8; codes or prefixes, comma-separated; "
        f"{DEFAULT_RULES} is what is on by default)"
    )
    for option, text in (
        ("--select", "only these"),
        ("--extend-select", "these too, such as opt-in rules"),
        ("--ignore", "not these"),
        ("--extend-ignore", "not these either"),
    ):
        rules.add_argument(option, metavar="CODES", type=codes, help=text)
    rules.add_argument(
        "--unsafe-fixes", action="store_true", help="also apply fixes that may change results"
    )
    rules.add_argument(
        "--tfretrace-confidence",
        choices=["proven", "likely"],
        help="likely: also what rests on an assumption, which the message names "
        "(default: flake8's configuration, else proven)",
    )
    rules.add_argument(
        "--tfretrace-severity",
        choices=SEVERITIES,
        help="error: only what raises or is wrong, not what is slow",
    )
    rules.add_argument(
        "--tfretrace-baseline",
        metavar="FILE",
        help="findings that are known, and left alone (see --write-baseline)",
    )
    rules.add_argument(
        "--profile",
        metavar="FILE",
        help="fix for what recorded runs saw (tfretrace-verify record --profile FILE)",
    )
    files = parser.add_argument_group("files")
    files.add_argument(
        "--stdin-filename", metavar="NAME", default="stdin", help="the name of standard input"
    )
    files.add_argument(
        "--exclude", metavar="PATTERNS", help="skip these, in place of flake8's defaults"
    )
    files.add_argument("--extend-exclude", metavar="PATTERNS", help="skip these too")
    files.add_argument(
        "--config", metavar="FILE", type=Path, help="flake8's configuration, if not the usual one"
    )
    files.add_argument("--isolated", action="store_true", help="read no configuration")
    files.add_argument(
        "-j", "--jobs", metavar="N", type=_jobs, default=0, help="processes (default: all CPUs)"
    )
    proof = parser.add_argument_group("proof (needs TensorFlow; see the extra 'verify')")
    proof.add_argument(
        "--verify",
        metavar="COMMAND",
        help="run COMMAND in a copy of the tree before and after, and drop the fixes with which it "
        "fails, prints something else, or traces more",
    )
    proof.add_argument(
        "--compare",
        metavar="FILE",
        type=Path,
        help="results that COMMAND writes, compared in place of what it prints: .npz, .npy and "
        ".json by value, others by their bytes",
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--output-format", choices=list(FORMATS), default="text", help="default: text"
    )
    output.add_argument(
        "--sarif", metavar="FILE", type=Path, help="also write this file, for code scanning"
    )
    output.add_argument(
        "--fail-on",
        choices=SEVERITIES,
        help="exit status 1 if there are findings of this severity or a higher one, whether "
        "they can be fixed or not",
    )
    output.add_argument("--show-fixes", action="store_true", help="list what was fixed, too")
    output.add_argument(
        "--show-why",
        action="store_true",
        help="list every finding with its witness: what happens where, and what is assumed "
        "(json and sarif always have it)",
    )
    output.add_argument("--statistics", action="store_true", help="count the findings by code")
    output.add_argument(
        "--explain",
        metavar="CODE|FILE:LINE",
        help="show the page of a rule, or what is reported on a line and all that would fix it, "
        "and exit",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    return parser


def _jobs(value: str) -> int:
    if value == "auto":
        return 0
    if not value.isdecimal() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"{value!r} is neither 'auto' nor a positive number")
    return int(value)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = build_parser()
    arguments = parser.parse_args(argv)
    explained = pages.place(arguments.explain or "")
    if arguments.explain and explained is None:
        try:
            pages.show(arguments.explain)
        except LookupError as error:
            parser.error(str(error.args[0]))
        return 0
    if not arguments.paths and explained is None:
        parser.error("name the files or directories to fix, such as: tfretrace-fix .")
    for path in arguments.paths:
        if path.endswith(".ipynb"):
            parser.error(f"{path} is a notebook; run: nbqa tfretrace_fix {path}")
    if arguments.verify is not None and not arguments.verify.strip():
        parser.error("--verify: the command is empty; name one that runs the program, or omit it")
    if arguments.compare and not arguments.verify:
        parser.error("--compare names what the command of --verify writes")
    for option, given in (
        ("--verify", arguments.verify),
        ("--interactive", arguments.interactive),
        ("--write-baseline", arguments.write_baseline),
        ("--add-noqa", arguments.add_noqa is not None),
    ):
        if given and "-" in arguments.paths:
            parser.error(f"{option} takes files, not standard input")
    if arguments.add_noqa is not None and not arguments.add_noqa.strip():
        parser.error("--add-noqa: say why, for those who read the comment")
    if arguments.interactive and arguments.verify:
        parser.error("--interactive: not with --verify, which chooses the fixes itself")
    try:
        config = configuration.load(
            flake8_arguments(arguments), config=arguments.config, isolated=arguments.isolated
        )
        if not arguments.write_baseline:
            config.baseline  # noqa: B018 - raises where it cannot be read
    except configuration.ConfigurationError as error:
        parser.error(_told(str(error), arguments))
    stale = staleness(config.settings)
    if stale:
        print(f"tfretrace-fix: {stale}", file=sys.stderr)
    if explained is not None:
        return _explain(*explained, config)
    try:
        return _run(arguments, config)
    except (CommandError, TreeError) as error:
        print(f"tfretrace-fix: error: --verify: {error}; nothing was changed", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output has seen enough, as head does; nothing is flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("tfretrace-fix: interrupted; each file is either fixed or as it was", file=sys.stderr)
        return 130


def _told(error: str, arguments: argparse.Namespace) -> str:
    """Return an error of flake8's configuration, with the name of the option that was typed."""
    if arguments.profile is not None and error.startswith("--tfretrace-profile:"):
        return error.replace("--tfretrace-profile", "--profile", 1)
    if arguments.tfretrace_baseline is not None and error.startswith("--tfretrace-baseline:"):
        return error
    return f"flake8 configuration: {error}"


def flake8_arguments(arguments: argparse.Namespace) -> list[str]:
    """Return those arguments that are flake8's, as flake8 takes them."""
    names = (*_CODE_OPTIONS, "exclude", "extend_exclude")
    given = {name: getattr(arguments, name) for name in names}
    given["tfretrace_profile"] = arguments.profile
    for name in ("tfretrace_confidence", "tfretrace_severity", "tfretrace_baseline"):
        given[name] = getattr(arguments, name)
    return [
        f"--{name.replace('_', '-')}={value}" for name, value in given.items() if value is not None
    ]


def _explain(path: str, line: int, config: configuration.Configuration) -> int:
    """Show what is reported on a line, and all that would fix it; return the exit status."""
    try:
        work = Work(files.read(Path(path)).text, config.codes(path))
        found = ways(
            path,
            work,
            line,
            settings=config.settings,
            disable_noqa=config.disable_noqa,
            baseline=config.baseline,
        )
    except (files.FileError, SyntaxError) as error:
        print(f"{path}: error: {error}", file=sys.stderr)
        return 2
    pages.show_ways(path, found)
    if not found:
        print(f"{path}:{line}: nothing is reported there")
    return 0


def _run(arguments: argparse.Namespace, config: configuration.Configuration) -> int:
    mode: Mode = "diff" if arguments.diff else "check" if arguments.check else "write"
    shows_changes = arguments.output_format in ("json", "sarif") or arguments.sarif is not None
    options = Options(
        mode,
        arguments.unsafe_fixes,
        config.settings,
        config.disable_noqa,
        baseline=None if arguments.write_baseline else config.baseline,
        propose=shows_changes and mode != "write",
        progress=_told_of_passes(),
    )
    stdin_name: str = arguments.stdin_filename
    names = config.files(arguments.paths, stdin_name)
    outcomes: list[Outcome] = []
    if "-" in names:
        names.remove("-")
        data = sys.stdin.buffer.read()
        outcomes.append(fix_stdin(options, stdin_name, config.codes(stdin_name), data))
    elif not names:
        where = " ".join(arguments.paths)
        print(f"tfretrace-fix: no Python files in {where} (or excluded)", file=sys.stderr)
    jobs = arguments.jobs or (os.cpu_count() or 1 if len(names) >= _PARALLEL_FROM else 1)
    work = {name: config.codes(name) for name in names}
    if names and not any(work.values()):
        print(
            f"tfretrace-fix: the configuration switches all rules off; {DEFAULT_RULES} in 'select' "
            "or 'extend-select' switches the default ones on",
            file=sys.stderr,
        )
    if arguments.write_baseline or arguments.add_noqa is not None:
        return _accept(arguments, config, options, work, jobs)
    progress = partial(_with_progress, total=len(work))
    verification = None
    if arguments.verify:
        found = fix_files(replace(options, mode="check"), work, jobs, progress)
        outcomes, verification = _verified(arguments, options, found, work)
    elif arguments.interactive:
        options = replace(options, unsafe=True, progress=None)
        outcomes += fix_asking(options, work, Session())
    else:
        outcomes += fix_files(options, work, jobs, progress)
    for outcome in outcomes:
        if outcome.output:
            shown = mode == "diff" and colours.wanted(sys.stdout)
            output = colours.coloured(outcome.output) if shown else outcome.output
            sys.stdout.buffer.write(output)
            sys.stdout.buffer.flush()
        if outcome.error:
            print(f"{outcome.path}: error: {outcome.error}", file=sys.stderr)
        if outcome.outdated:
            print(f"{outcome.path}: {_OUTDATED}: {', '.join(outcome.outdated)}", file=sys.stderr)
    report = Report(
        outcomes,
        mode == "write",
        arguments.show_fixes,
        arguments.show_why,
        arguments.statistics,
        verification,
        arguments.fail_on,
    )
    # Standard output belongs to the difference, or to the fixed text, where there is one.
    taken = mode == "diff" or "-" in arguments.paths
    told = FORMATS[arguments.output_format](report)
    print(told, end="", file=sys.stderr if taken else sys.stdout)
    if arguments.sarif is not None:
        arguments.sarif.write_text(sarif(report), encoding="utf-8")
    return report.exit_code


def _accept(
    arguments: argparse.Namespace,
    config: configuration.Configuration,
    options: Options,
    work: dict[str, frozenset[str]],
    jobs: int,
) -> int:
    """Take the findings of files as known, in a baseline or by comments; return the status."""
    found = find(options, work, jobs, partial(_with_progress, total=len(work)))
    errors = {item.path: item.error for item in found if item.error}
    count = 0
    if arguments.write_baseline:
        file = config.baseline_file or Path(DEFAULT_NAME)
        try:
            baseline = add_to_baseline(read(file) if file.exists() else Baseline(file), found)
        except (BaselineError, OSError) as error:
            print(f"tfretrace-fix: error: --write-baseline: {error}", file=sys.stderr)
            return 2
        count = len(baseline.entries)
        print(f"{file}: {count} known {'finding' if count == 1 else 'findings'}")
        if config.baseline_file is None:
            print(f"to use it, add to flake8's configuration: tfretrace-baseline = ./{file}")
    else:
        for item in found:
            if item.findings and not item.error:
                error_text = add_noqa(item, arguments.add_noqa.strip())
                if error_text:
                    errors[item.path] = error_text
                else:
                    count += len(item.findings)
        print(f"{count} excused")
    for path, text in errors.items():
        print(f"{path}: error: {text}", file=sys.stderr)
    return 2 if errors else int(count > 0 and not arguments.write_baseline)


def _verified(
    arguments: argparse.Namespace,
    options: Options,
    outcomes: list[Outcome],
    codes: dict[str, frozenset[str]],
) -> tuple[list[Outcome], Verification | None]:
    """Fix the files that can be, as far as the command of ``--verify`` allows."""

    def tell(text: str) -> None:
        print(f"tfretrace-fix: {text}", file=sys.stderr, flush=True)

    # What is fixed in one file may change another one alone.
    concerned = {outcome.path for outcome in outcomes if outcome.changed or outcome.fixed}
    if not concerned:
        return outcomes, None
    work = [(path, codes[path]) for path in codes if path in concerned]
    verified, verification = verify(options, work, arguments.verify, arguments.compare, tell)
    return [
        # A second name of a file has no outcome of its own.
        verified.get(outcome.path, Outcome(outcome.path)) if outcome.path in concerned else outcome
        for outcome in outcomes
    ], verification


def _told_of_passes() -> Callable[[str, int, int], None] | None:
    """Return what shows the passes over a file on a terminal, if they take long."""
    if not sys.stderr.isatty():
        return None
    patience = time.monotonic() + _PATIENCE

    def tell(path: str, fixed: int, found: int) -> None:
        if time.monotonic() > patience:
            print(f"tfretrace-fix: {path}: {fixed} fixed, {found} to go", file=sys.stderr)

    return tell


def _with_progress(items: Iterable[_Item], total: int) -> Iterable[_Item]:
    """Show progress on a terminal, if there is much to do and rich is installed."""
    if total < _PARALLEL_FROM or not sys.stderr.isatty() or not importlib.util.find_spec("rich"):
        return items
    from rich.console import Console
    from rich.progress import track

    return track(
        items, "Looking for retracing", total, console=Console(stderr=True), transient=True
    )


if __name__ == "__main__":
    sys.exit(main())
