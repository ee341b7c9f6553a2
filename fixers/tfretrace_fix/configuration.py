"""flake8's own configuration, so that linting and fixing always agree."""

from __future__ import annotations

import argparse
import configparser
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from flake8.discover_files import expand_paths
from flake8.exceptions import ExecutionError
from flake8.formatting.base import BaseFormatter
from flake8.options.aggregator import aggregate_options
from flake8.options.config import _find_config_file, load_config
from flake8.style_guide import Decision, StyleGuideManager
from flake8.utils import matches_filename

from flake8_tfretrace import Settings
from flake8_tfretrace.baseline import Baseline
from flake8_tfretrace.plugin import baseline_from, enabled_codes, expand_aliases, settings_from
from tfretrace_fix.suppression import option_manager

_LOG = logging.getLogger(__name__)
_CODE_PREFIXES = ["C90", "E", "F", "TFR", "W"]
"""The codes flake8 selects by default: its own, and the prefix of the plugin's entry point."""


class ConfigurationError(Exception):
    """flake8's configuration, or an option of flake8's, cannot be used."""


@dataclass(frozen=True)
class Configuration:
    """The options of flake8 that matter here, from its configuration files and arguments."""

    options: argparse.Namespace

    @cached_property
    def settings(self) -> Settings:
        """The ``--tfretrace-`` options."""
        return settings_from(self.options)

    @property
    def baseline_file(self) -> Path | None:
        """The file of known findings, whether it exists or not."""
        name: str | None = self.options.tfretrace_baseline
        return None if name is None else Path(name)

    @cached_property
    def baseline(self) -> Baseline | None:
        """The findings that are known.

        Raises:
            ConfigurationError: they cannot be read.
        """
        try:
            return baseline_from(self.options)
        except ExecutionError as error:
            raise ConfigurationError(str(error)) from error

    @property
    def disable_noqa(self) -> bool:
        """Whether ``# noqa`` comments have no effect."""
        return bool(self.options.disable_noqa)

    @cached_property
    def _enabled(self) -> frozenset[str]:
        return frozenset(enabled_codes(self.options))

    @cached_property
    def _guides(self) -> StyleGuideManager:
        return StyleGuideManager(self.options, BaseFormatter(self.options))

    def codes(self, filename: str) -> frozenset[str]:
        """Return the codes that flake8 would report on a file of that name."""
        guide = self._guides.style_guide_for(filename)
        return frozenset(
            code for code in self._enabled if guide.should_report_error(code) is Decision.Selected
        )

    def excludes(self, path: Path) -> bool:
        """Say whether flake8, run on a folder that holds ``path``, would leave it out."""
        patterns = [*self.options.exclude, *self.options.extend_exclude]
        return any(
            matches_filename(str(part), patterns, "%(path)r is %(whether)sexcluded", _LOG)
            for part in (path, *path.parents)
        )

    def files(self, paths: Sequence[str], stdin_filename: str) -> list[str]:
        """Return the files under ``paths`` that flake8 would look at, sorted, each once."""
        found = expand_paths(
            paths=paths,
            stdin_display_name=stdin_filename,
            filename_patterns=self.options.filename,
            exclude=[*self.options.exclude, *self.options.extend_exclude],
        )
        return sorted(set(found))


def load(
    arguments: Sequence[str] = (),
    *,
    config: Path | None = None,
    isolated: bool = False,
    folder: Path | None = None,
    without_profile: bool = False,
) -> Configuration:
    """Read flake8's configuration files, and flake8 ``arguments`` on top of them.

    Args:
        arguments: options as flake8 takes them.
        config: the file to read instead of those that flake8 finds by itself.
        isolated: read none.
        folder: where flake8 would be started, if not in the current folder.
        without_profile: leave out what recorded runs saw.

    Raises:
        ConfigurationError: a file is missing or holds something that flake8 would not accept.
    """
    try:
        file = None if config is None else str(config)
        if folder is not None and file is None:
            file = _find_config_file(str(folder))
            isolated |= file is None
        parser, directory = load_config(file, [], isolated=isolated)
        manager = option_manager()
        manager.extended_default_select = list(_CODE_PREFIXES)
        options = aggregate_options(manager, parser, directory, list(arguments))
        expand_aliases(options)
        options.verbose = 0
        options.output_file = None
        if without_profile:
            options.tfretrace_profile = None
        configuration = Configuration(options)
        configuration.codes("")
        configuration.settings  # noqa: B018 - raises where a profile cannot be read
    except (ExecutionError, ValueError, configparser.Error) as error:
        raise ConfigurationError(" ".join(str(error).split())) from error
    return configuration
