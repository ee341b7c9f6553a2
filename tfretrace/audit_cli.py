"""The command ``tfretrace audit``."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tfretrace_fix.configuration import ConfigurationError, load

from flake8_tfretrace import baseline as baselines
from flake8_tfretrace.baseline import DEFAULT_NAME, BaselineError
from flake8_tfretrace.plugin import use_cache
from flake8_tfretrace.settings import ProfileError
from tfretrace import budget as budgets
from tfretrace.audit import CONDITIONS, Audit, AuditError, add_refuted, audit, fails
from tfretrace.audit_report import (
    audit_html,
    audit_json,
    audit_sarif,
    audit_timeline,
    print_audit,
)
from tfretrace.budget import Budget
from tfretrace.output import add_timeline, line_writer, output_file
from tfretrace.recording_report import count_text

if TYPE_CHECKING:
    from tfretrace.profile import ProfileWriter

CLEAN, FAILED, UNUSABLE = 0, 1, 2
_EPILOG = """\
examples:
  tfretrace audit -- train.py --epochs 3
  tfretrace audit -- -m package.train
  tfretrace audit --fail-on unexplained -- pytest tests
  tfretrace audit --html audit.html -- make train

exit status: that of the command if it is not 0, else 1 if the audit shows what --fail-on names or
a function is over --budget, 0 if not; 2 if the command could not be audited

The configuration of flake8 (setup.cfg, tox.ini, .flake8) decides which files and rules are looked
at, as do '# noqa' comments.
"""


def main(given: Sequence[str]) -> int:
    """Run ``tfretrace audit``; return its exit status."""
    options = _parse(given)
    try:
        configuration = load(_flake8_arguments(options))
        use_cache(configuration.options)
        budget = _budget(options)
        named = configuration.options.tfretrace_baseline
        file = Path(named or DEFAULT_NAME)
        is_there = named and (file.exists() or not options.write_baseline)
        known = baselines.read(file) if is_there else None
        result = audit(options.command, configuration, budget, known, _profile(options))
        _write(result, options)
        if options.write_baseline:
            count = count_text(add_refuted(result, file), "refuted finding")
            print(f"tfretrace audit: {count} in {file}", file=sys.stderr)
    except (
        BaselineError,
        AuditError,
        ConfigurationError,
        ProfileError,
        budgets.BudgetError,
        OSError,
    ) as error:
        print(f"tfretrace audit: error: {error}", file=sys.stderr)
        return UNUSABLE
    if result.exit_status:
        # A negative one is the signal that ended the command.
        return result.exit_status if result.exit_status > 0 else 128 - result.exit_status
    return FAILED if fails(result, options.fail_on) else CLEAN


def _budget(options: argparse.Namespace) -> Budget | None:
    """Return the budget to keep to; after N steps without a file, nothing is traced again."""
    after: int | None = options.after
    if options.budget is None:
        return None if after is None else Budget(Path("budget"), {}, after)
    budget = budgets.read(options.budget)
    return budget if after is None else dataclasses.replace(budget, after=after)


def _profile(options: argparse.Namespace) -> ProfileWriter | None:
    if options.write_profile is None:
        return None
    # Imported where it is needed: with the whole analysis, of which the cache spares the rest.
    from tfretrace.profile import ProfileWriter

    return ProfileWriter(options.write_profile)


def _write(result: Audit, options: argparse.Namespace) -> None:
    print_audit(result, line_writer(sys.stderr))
    for path, text in (
        (options.json, audit_json),
        (options.html, audit_html),
        (options.sarif, audit_sarif),
        (options.timeline, audit_timeline),
    ):
        if path is not None:
            path.write_text(text(result), encoding="utf-8")


def _parse(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tfretrace audit",
        usage="tfretrace audit [OPTIONS] -- COMMAND",
        description="Run a command once, record what TensorFlow traces, and say which findings of "
        "the linter are true of this run.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "--fail-on",
        type=_conditions,
        default=("confirmed",),
        metavar="WHAT",
        help="confirmed (a finding is; the default), retrace (a function of yours is traced "
        "again), unexplained (and no finding says so), or never; several with commas",
    )
    add("--json", type=output_file, metavar="FILE")
    add("--html", type=output_file, metavar="FILE")
    add("--sarif", type=output_file, metavar="FILE")
    add("--budget", type=Path, metavar="FILE", help="fail if a function has more traces than here")
    budgets.add_after(parser)
    add_timeline(parser)
    add(
        "--write-baseline",
        action="store_true",
        help="add what is refuted to the known findings, which flake8 then leaves out: the file "
        f"of --tfretrace-baseline, or {DEFAULT_NAME}",
    )
    add("--tfretrace-baseline", metavar="FILE", help="as flake8 takes it")
    add("--select", metavar="CODES", help="the rules to judge, as flake8 takes them")
    add("--extend-select", metavar="CODES", help="further rules")
    add("--profile", metavar="FILE", help="judge what recorded runs saw, too")
    add(
        "--write-profile",
        type=output_file,
        metavar="FILE",
        help="add what the run showed to a profile, for flake8 and tfretrace-fix",
    )
    add("--tfretrace-confidence", choices=("proven", "likely"), help="as flake8 takes it")
    add("command", nargs=argparse.REMAINDER, metavar="COMMAND", help="a script, -m, pytest, ...")
    # What follows belongs to the command, whatever it looks like.
    own = given[: given.index("--")] if "--" in given else given
    options = parser.parse_args(own)
    options.command += given[len(own) + 1 :]
    if not options.command:
        parser.error("name the command, such as: tfretrace audit -- train.py")
    return options


def _conditions(value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(","))
    if names == ("never",):
        return ()
    for name in names:
        if name not in CONDITIONS:
            known = ", ".join((*CONDITIONS, "never"))
            raise argparse.ArgumentTypeError(f"{name!r} is none of {known}")
    return names


def _flake8_arguments(options: argparse.Namespace) -> list[str]:
    given = {
        "select": options.select,
        "extend-select": options.extend_select,
        "tfretrace-profile": options.profile,
        "tfretrace-baseline": options.tfretrace_baseline,
        "tfretrace-confidence": options.tfretrace_confidence,
    }
    return [f"--{name}={value}" for name, value in given.items() if value is not None]
