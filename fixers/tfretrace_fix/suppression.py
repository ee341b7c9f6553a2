"""``# noqa``, as flake8 reads it."""

from __future__ import annotations

import argparse
import io
import tokenize
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

import flake8
from flake8.defaults import NOQA_INLINE_REGEXP
from flake8.main.options import register_default_options
from flake8.options.manager import OptionManager
from flake8.processor import FileProcessor
from flake8.violation import Violation

from flake8_tfretrace import Finding
from flake8_tfretrace.plugin import Plugin
from tfretrace_fix.changes import lines_of


def option_manager() -> OptionManager:
    """Return flake8's options with those of this project's plugin, and no other plugin's."""
    manager = OptionManager(
        version=flake8.__version__, plugin_versions="", parents=[], formatter_names=["default"]
    )
    register_default_options(manager)
    Plugin.add_options(manager)
    return manager


@lru_cache(maxsize=1)
def _default_options() -> argparse.Namespace:
    options: argparse.Namespace = option_manager().parse_args([])
    options.verbose = 0
    return options


def with_noqa(text: str, findings: Iterable[Finding], reason: str = "") -> str:
    """Return a text with a ``# noqa`` comment for each finding, and the reason behind it if any.

    A code joins those of a comment that is there.
    """
    lines = lines_of(text)
    # A string or a statement over several lines has its comment behind the last one.
    last_lines = _last_lines(text)
    by_line: defaultdict[int, set[str]] = defaultdict(set)
    for finding in findings:
        by_line[last_lines.get(finding.line, finding.line)].add(finding.code)
    for number, codes in by_line.items():
        line = lines[number - 1]
        content = line.rstrip("\r\n")
        end = line[len(content) :]
        there = NOQA_INLINE_REGEXP.search(content)
        if there is not None and there["codes"]:
            known = there["codes"].rstrip(", \t")
            behind = content[there.start("codes") + len(known) :]
            every = ",".join([known, *sorted(codes)])
            content = content[: there.start("codes")] + every + behind
            lines[number - 1] = content + (f"; {reason}" if reason else "") + end
        else:
            content += f"  # noqa: {','.join(sorted(codes))}"
            lines[number - 1] = content + (f" # {reason}" if reason else "") + end
    return "".join(lines)


def _last_lines(text: str) -> dict[int, int]:
    """Return for each line the last one of those that flake8 takes together with it."""
    result: dict[int, int] = {}
    first = 0
    for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
        first = first or token.start[0]
        if token.type in (tokenize.NL, tokenize.NEWLINE):
            result.update(dict.fromkeys(range(first, token.end[0] + 1), token.start[0]))
            first = 0
    return result


class Suppressions:
    """The ``# noqa`` comments of one file."""

    def __init__(self, source: str, filename: str) -> None:
        lines = list(io.StringIO(source, newline=None))
        self._filename = filename
        self._processor = FileProcessor(filename, _default_options(), lines)
        self._whole_file = self._processor.should_ignore_file()

    def cover(self, finding: Finding) -> bool:
        """Say whether flake8 would keep quiet about ``finding`` because of a comment."""
        if self._whole_file:
            return True
        violation = Violation(
            finding.code,
            self._filename,
            finding.line,
            finding.column + 1,
            finding.message,
            self._processor.noqa_line_for(finding.line),
        )
        return bool(violation.is_inline_ignored(disable_noqa=False))
