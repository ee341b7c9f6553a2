"""The flake8 extension."""

from __future__ import annotations

import argparse
import ast
import functools
import logging
import multiprocessing
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from flake8.exceptions import ExecutionError
from flake8.options.manager import OptionManager
from flake8.utils import stdin_get_value

from flake8_tfretrace import __version__, cache
from flake8_tfretrace.baseline import Baseline, BaselineError, read
from flake8_tfretrace.catalog import (
    DEFAULT_CODES,
    DEFAULT_RULES,
    RULES,
    SEVERITIES,
    expanded,
    matching,
)
from flake8_tfretrace.evidence import Occasion, occasion
from flake8_tfretrace.finding import Anchor, Assumption, Finding, Step, Witness
from flake8_tfretrace.modules import held_texts, hold
from flake8_tfretrace.questions import kept
from flake8_tfretrace.settings import ProfileError, Settings

_LOG = logging.getLogger(__name__)


class Plugin:
    """Reports TFR codes for one file."""

    name = "flake8-tfretrace"
    version = __version__
    settings: ClassVar[Settings] = Settings()
    codes: ClassVar[frozenset[str]] = DEFAULT_CODES
    baseline: ClassVar[Baseline | None] = None
    reads_standard_input: ClassVar[bool] = False

    def __init__(self, tree: ast.Module, lines: Sequence[str], filename: str) -> None:
        self.tree = tree
        self.lines = lines
        self.filename = filename

    @staticmethod
    def add_options(option_manager: OptionManager) -> None:
        """Add this plugin's options to flake8's."""
        option_manager.add_option(
            "--tfretrace-traced-decorators",
            parse_from_config=True,
            comma_separated_list=True,
            default="",
            metavar="NAMES",
            help="Dotted names that act like tf.function, such as common.function.",
        )
        option_manager.add_option(
            "--tfretrace-keras-models",
            parse_from_config=True,
            comma_separated_list=True,
            default="",
            metavar="NAMES",
            help="Names of classes to treat as Keras models.",
        )
        option_manager.add_option(
            "--tfretrace-profile",
            parse_from_config=True,
            normalize_paths=True,
            metavar="FILE",
            help="What recorded runs saw: a file of tfretrace-verify record --profile.",
        )
        option_manager.add_option(
            "--tfretrace-confidence",
            parse_from_config=True,
            default="proven",
            choices=("proven", "likely"),
            help="What to report: what is proven, or also what is likely: it needs one further "
            'assumption, which the message names ("if ...").',
        )
        option_manager.add_option(
            "--tfretrace-severity",
            parse_from_config=True,
            default="warning",
            choices=SEVERITIES,
            help="What to report: also what is slow, or only what raises or is wrong (error).",
        )
        option_manager.add_option(
            "--tfretrace-baseline",
            parse_from_config=True,
            normalize_paths=True,
            metavar="FILE",
            help="Known findings, which are not reported: a file of tfretrace-fix "
            "--write-baseline.",
        )
        option_manager.add_option(
            "--tfretrace-no-cache",
            action="store_true",
            default=False,
            parse_from_config=True,
            help="Neither use nor write the cache of earlier runs in the user's cache folder.",
        )

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Keep what the user configured."""
        expand_aliases(options)
        cls.settings = settings_from(options)
        cls.codes = enabled_codes(options)
        cls.baseline = baseline_from(options)
        stale = staleness(cls.settings)
        if stale and multiprocessing.parent_process() is None:
            print(f"flake8-tfretrace: {stale}", file=sys.stderr)
        use_cache(options)
        name = options.stdin_display_name
        cls.reads_standard_input = "-" in options.filenames
        if cls.reads_standard_input and name.endswith(".py"):
            # An unsaved text wins over the disk also when other files are linted.
            hold(name, stdin_get_value())

    def run(self) -> Iterator[tuple[int, int, str, type[Plugin]]]:
        """Yield (line, column, text, type) for each finding, as flake8 expects.

        A file that is nested more deeply than Python can recurse is left out with a warning:
        an exception would end flake8's whole run.
        """
        for found in self._findings():
            known = self.baseline
            if known is None or not known.covers(self.filename, found.code, found.anchor):
                yield found.line, found.column, str(found), type(self)

    def _findings(self) -> list[Finding]:
        source = "".join(self.lines)
        found = occasion(source, self.filename, self.codes, self.settings)
        if not found.codes and found.elsewhere is None:
            return []
        may_store = not (self.reads_standard_input or held_texts())
        work = functools.partial(self._analysed, found)
        try:
            return kept_findings(
                self.filename, source, self.settings, found, work, may_store=may_store
            )
        except RecursionError:
            _LOG.warning("%s: nested too deeply to analyse", self.filename)
            return []

    def _analysed(self, found: Occasion) -> list[Finding]:
        # Imported where it is needed: few files hold anything to analyse.
        from flake8_tfretrace.rules import collector_paused, run

        codes, elsewhere = found
        with collector_paused():
            program, findings = run(
                self.tree, self.lines, self.filename, self.settings, codes, elsewhere=elsewhere
            )
            findings = [replace(finding, node=None, facts=None) for finding in findings]
            program.release()
        return findings


def kept_findings(
    filename: str,
    source: str,
    settings: Settings,
    found: Occasion,
    work: Callable[[], list[Finding]],
    *,
    may_store: bool = True,
) -> list[Finding]:
    """Return what ``work`` finds in a file, or what it found before, by the cache on disk.

    What was found before has no nodes and no facts. What is not on the disk must not be stored
    there.
    """
    if not cache.is_used():
        return work()
    inputs = (
        "findings",
        str(Path(filename).absolute()),
        source,
        settings,
        found.codes,
        None if found.elsewhere is None else found.elsewhere.inputs,
        _profile(settings, filename, source),
    )
    rows = kept(inputs, lambda: [_row(found, filename) for found in work()], may_store=may_store)
    return [_finding(filename, *row) for row in rows]


def _row(finding: Finding, filename: str) -> list[Any]:
    """Return a finding as values of JSON's types; the file itself has other names elsewhere."""
    witness = finding.witness
    return [
        finding.line,
        finding.column,
        finding.code,
        finding.message,
        finding.function,
        finding.predicted_traces,
        [["" if s.path == filename else s.path, s.line, s.text] for s in witness.steps],
        sorted(witness.assumptions),
        sorted(witness.needs),
        finding.anchor,
    ]


def _finding(
    filename: str,
    line: int,
    column: int,
    code: str,
    message: str,
    function: str | None,
    predicted: int | None,
    steps: Iterable[tuple[str, int, str]],
    assumptions: Iterable[Assumption],
    needs: Iterable[str],
    anchor: Iterable[Any],
) -> Finding:
    """Return the finding of a :func:`_row`."""
    told = tuple(Step(path or filename, number, text) for path, number, text in steps)
    witness = Witness(told, frozenset(assumptions), frozenset(needs))
    where = Anchor(*anchor)
    return Finding(line, column, code, message, function, predicted, witness=witness, anchor=where)


def _profile(settings: Settings, filename: str, source: str) -> str | None:
    """Return what the profile says of a file, as it was written."""
    if settings.profile is None:
        return None
    from flake8_tfretrace.program.profile import load, normalised

    profile = load(settings.profile).of_file(filename, source)
    return repr((normalised(filename), profile))


def use_cache(options: argparse.Namespace) -> None:
    """Keep reports in the user's folder, unless flake8's parsed options say otherwise."""
    cache.use(None if options.tfretrace_no_cache else cache.user_folder())


def settings_from(options: argparse.Namespace) -> Settings:
    """Return the analysis settings in flake8's parsed options.

    Raises:
        ExecutionError: one of them cannot be used; flake8 ends with the message.
    """
    for option in ("tfretrace_traced_decorators", "tfretrace_keras_models"):
        for name in getattr(options, option):
            if not all(part.isidentifier() for part in name.split(".")):
                raise ExecutionError(
                    f"--{option.replace('_', '-')}: {name!r} is not a dotted name, such as "
                    "common.function (no '@', no call)"
                )
    profile: str | None = options.tfretrace_profile
    if profile is not None:
        from flake8_tfretrace.program.profile import load

        try:
            load(profile)
        except ProfileError as error:
            raise ExecutionError(f"--tfretrace-profile: {error}") from error
    return Settings(
        tuple(options.tfretrace_traced_decorators),
        tuple(options.tfretrace_keras_models),
        profile,
        options.tfretrace_confidence,
    )


def staleness(settings: Settings) -> str:
    """Say which files have changed since the profile was recorded; empty if none has."""
    if settings.profile is None:
        return ""
    from flake8_tfretrace.program.profile import load

    return load(settings.profile).staleness


def baseline_from(options: argparse.Namespace) -> Baseline | None:
    """Return the baseline that flake8's parsed options name.

    Raises:
        ExecutionError: it cannot be read; flake8 ends with the message.
    """
    file: str | None = options.tfretrace_baseline
    if file is None:
        return None
    try:
        return read(Path(file))
    except BaselineError as error:
        raise ExecutionError(f"--tfretrace-baseline: {error}") from error


def enabled_codes(options: argparse.Namespace) -> frozenset[str]:
    """Return the codes to look for: the default ones, and those that the user names.

    flake8 forgets which rules are off by default as soon as a configuration writes ``ignore``,
    so the plugin itself decides: an opt-in code must match ``select`` or ``extend-select``.
    """
    named = [*(options.select or ()), *(options.extend_select or ())]
    shown = SEVERITIES[SEVERITIES.index(options.tfretrace_severity) :]
    codes = DEFAULT_CODES | matching(named)
    return frozenset(code for code in codes if RULES[code].severity in shown)


def expand_aliases(options: argparse.Namespace) -> None:
    """Put codes in place of what stands for several, wherever flake8's options name codes.

    flake8 compares prefixes, and no code has this one.
    """
    for name in ("select", "extend_select", "ignore", "extend_ignore"):
        given = getattr(options, name)
        if given:
            setattr(options, name, expanded(given))
    if options.per_file_ignores:
        options.per_file_ignores = re.sub(
            rf"\b{DEFAULT_RULES}\b", ",".join(sorted(DEFAULT_CODES)), options.per_file_ignores
        )
