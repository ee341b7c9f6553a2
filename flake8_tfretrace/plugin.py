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
from pathlib import Path
from typing import ClassVar

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
from flake8_tfretrace.finding import Anchor, Finding
from flake8_tfretrace.modules import held_texts, hold
from flake8_tfretrace.questions import kept
from flake8_tfretrace.settings import Settings

_LOG = logging.getLogger(__name__)
Report = tuple[int, int, str, str, Anchor]
"""The line, the column, the code, the message with its code, and where it is without numbers."""


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
        for line, column, code, text, anchor in self._reports():
            if self.baseline is None or not self.baseline.covers(self.filename, code, anchor):
                yield line, column, text, type(self)

    def _reports(self) -> list[Report]:
        source = "".join(self.lines)
        found = occasion(source, self.filename, self.codes, self.settings)
        if not found.codes and found.elsewhere is None:
            return []
        may_store = not (self.reads_standard_input or held_texts())
        work = functools.partial(self._analysed, found)
        try:
            return kept_reports(
                self.filename, source, self.settings, found, work, may_store=may_store
            )
        except RecursionError:
            _LOG.warning("%s: nested too deeply to analyse", self.filename)
            return []

    def _analysed(self, found: Occasion) -> list[Report]:
        # Imported where it is needed: few files hold anything to analyse.
        from flake8_tfretrace.rules import collector_paused, run

        codes, elsewhere = found
        with collector_paused():
            program, findings = run(
                self.tree, self.lines, self.filename, self.settings, codes, elsewhere=elsewhere
            )
            reports = as_reports(findings)
            del findings
            program.release()
        return reports


def as_reports(findings: Iterable[Finding]) -> list[Report]:
    """Return what is kept of findings."""
    return [(f.line, f.column, f.code, str(f), f.anchor) for f in findings]


def kept_reports(
    filename: str,
    source: str,
    settings: Settings,
    found: Occasion,
    work: Callable[[], list[Report]],
    *,
    may_store: bool = True,
) -> list[Report]:
    """Return what ``work`` reports on a file, or what it reported before, by the cache on disk.

    What is not on the disk must not be stored there.
    """
    if not cache.is_used():
        return work()
    inputs = (
        "reports",
        str(Path(filename).absolute()),
        source,
        settings,
        found.codes,
        None if found.elsewhere is None else found.elsewhere.inputs,
        _profile(settings, filename, source),
    )
    reports = kept(inputs, work, may_store=may_store)
    return [(line, column, code, text, Anchor(*at)) for line, column, code, text, at in reports]


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
        from flake8_tfretrace.program.profile import ProfileError, load

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
