"""``--write-baseline`` and ``--add-noqa``: findings that are taken as they are for now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from flake8_tfretrace import Finding
from flake8_tfretrace.baseline import Baseline, write
from tfretrace_fix import files
from tfretrace_fix.checking import Checker
from tfretrace_fix.run import Options, each, unreadable
from tfretrace_fix.suppression import with_noqa


@dataclass(frozen=True)
class Found:
    """The open findings of a file, or why there are none to be had."""

    path: str
    findings: tuple[Finding, ...] = ()
    error: str | None = None


def find(
    options: Options,
    work: Mapping[str, frozenset[str]],
    jobs: int,
    progress: Callable[[Iterable[Found]], Iterable[Found]] = iter,
) -> list[Found]:
    """Return the open findings of files, of the codes that ``work`` has by path."""
    return each(partial(_find, options), work, jobs, progress)


def _find(options: Options, path: str, codes: frozenset[str]) -> Found:
    checker = Checker(path, options.settings, codes, options.disable_noqa, options.baseline)
    try:
        found = checker.open(files.read(Path(path)).text)
    except files.FileError as error:
        return Found(path, error=str(error))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return Found(path, error=unreadable(error))
    # Syntax trees need not travel between processes.
    return Found(path, tuple(replace(finding, node=None, facts=None) for finding in found))


def add_to_baseline(baseline: Baseline, found: Sequence[Found]) -> Baseline:
    """Write all findings of these files into the baseline; return it as it is then.

    Raises:
        OSError: it cannot be written.
    """
    read = [item for item in found if item.error is None]
    entries = [baseline.entry(item.path, f.code, f.anchor) for item in read for f in item.findings]
    result = baseline.replaced([item.path for item in read], entries)
    write(result)
    return result


def add_noqa(found: Found, reason: str) -> str | None:
    """Put a ``# noqa`` comment behind each finding of a file; return why not, if so."""
    path = Path(found.path)
    try:
        file = files.read(path)
        files.replace(path, file, with_noqa(file.text, found.findings, reason))
    except files.FileError as error:
        return str(error)
    return None
