"""``# noqa``, as flake8 reads it."""

from __future__ import annotations

import argparse
import io
from functools import lru_cache

import flake8
from flake8.main.options import register_default_options
from flake8.options.manager import OptionManager
from flake8.processor import FileProcessor
from flake8.violation import Violation

from flake8_tfretrace import Finding
from flake8_tfretrace.plugin import Plugin


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
