"""Baselines: findings that a project knows and does not want to hear of now.

A baseline is a file of JSON that people read and review. It says of each finding the file (from
the folder of the baseline), the code, and an :class:`~flake8_tfretrace.finding.Anchor`: where it
is without line numbers, so that an entry stays good when lines above it come and go. What is on
an edited line is a new finding. The linter, the fixer and the audit read and write baselines with
these functions only.
"""

from __future__ import annotations

import ast
import json
import os
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from flake8_tfretrace.finding import Anchor, Finding

SCHEMA = 1
"""Raised when a field changes its meaning or goes; new fields do not raise it."""
DEFAULT_NAME = "tfretrace-baseline.json"
"""What a baseline is called that nobody names."""


class BaselineError(ValueError):
    """A file cannot be used as a baseline; the message names the file and what to do."""


class Entry(NamedTuple):
    """A finding as a baseline knows it."""

    path: str
    """From the folder of the baseline, with slashes."""
    code: str
    anchor: Anchor


@dataclass(frozen=True)
class Baseline:
    """The findings that a file holds."""

    file: Path
    entries: Mapping[Entry, str] = field(default_factory=dict)
    """With the reason of each, which may be empty."""

    def entry(self, path: str | Path, code: str, anchor: Anchor) -> Entry:
        """Return what the baseline would say of a finding in the file ``path``."""
        absolute = Path(path).absolute()
        try:
            relative = os.path.relpath(absolute, self.file.absolute().parent)
        except ValueError:
            # On another drive of Windows.
            relative = str(absolute)
        return Entry(Path(relative).as_posix(), code, anchor)

    def covers(self, path: str | Path, code: str, anchor: Anchor) -> bool:
        """Whether a finding in the file ``path`` is in the baseline."""
        return self.entry(path, code, anchor) in self.entries

    def replaced(
        self, paths: Iterable[str | Path], entries: Collection[Entry], reason: str = ""
    ) -> Baseline:
        """Return the baseline with ``entries`` as all that is known of some files.

        Entries of other files stay as long as the file exists; an entry that was there already
        keeps its reason.
        """
        folder = self.file.absolute().parent
        given = {self.entry(path, "", Anchor()).path for path in paths}
        kept = {
            entry: why
            for entry, why in self.entries.items()
            if entry.path not in given and (folder / entry.path).exists()
        }
        new = {entry: self.entries.get(entry) or reason for entry in entries}
        return replace(self, entries={**kept, **new})

    def extended(self, entries: Collection[Entry], reason: str) -> Baseline:
        """Return the baseline with further entries, for a reason that they have in common."""
        return replace(self, entries={**self.entries, **dict.fromkeys(entries, reason)})


def read(file: Path) -> Baseline:
    """Read a baseline.

    Raises:
        BaselineError: the file cannot be read, is no baseline, or one of a later version.
    """
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        if document["schema"] > SCHEMA:
            raise BaselineError(f"{file} was written by a later version; upgrade this one")
        entries = {_entry(item): str(item.get("reason", "")) for item in document["findings"]}
    except OSError as error:
        raise BaselineError(
            f"{file}: {error.strerror}; 'tfretrace-fix --write-baseline' writes it"
        ) from error
    except (AttributeError, KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BaselineError(
            f"{file} is not a baseline; 'tfretrace-fix --write-baseline' writes one"
        ) from error
    return Baseline(file, entries)


def _entry(item: Mapping[str, object]) -> Entry:
    text, occurrence = str(item["text"]), item.get("occurrence", 0)
    if not isinstance(occurrence, int):
        raise TypeError(occurrence)
    anchor = Anchor(str(item["scope"]), text, occurrence)
    return Entry(str(item["path"]), str(item["code"]), anchor)


def write(baseline: Baseline) -> None:
    """Write a baseline to its file, an entry per line, so that versions merge and differ by lines.

    Raises:
        OSError: it cannot be written.
    """
    items = [
        json.dumps(
            {"path": path, "code": code, **anchor._asdict(), "reason": reason}, ensure_ascii=False
        )
        for (path, code, anchor), reason in sorted(baseline.entries.items())
    ]
    lines = ",".join(f"\n    {item}" for item in items)
    text = f'{{\n  "schema": {SCHEMA},\n  "findings": [{lines}\n  ]\n}}\n'
    baseline.file.write_text(text, encoding="utf-8")


def anchored(
    findings: Iterable[Finding], tree: ast.Module, lines: Sequence[str]
) -> tuple[Finding, ...]:
    """Return all findings of a file, in source order, with their anchors."""
    ordered = sorted(findings)
    if not ordered:
        return ()
    scopes = _Scopes(tree)
    seen: Counter[tuple[str, Anchor]] = Counter()
    result = []
    for finding in ordered:
        text = lines[finding.line - 1] if finding.line <= len(lines) else ""
        anchor = Anchor(scopes.name(finding.line), " ".join(text.split()))
        occurrence = seen[finding.code, anchor]
        seen[finding.code, anchor] += 1
        result.append(replace(finding, anchor=anchor._replace(occurrence=occurrence)))
    return tuple(result)


class _Scopes:
    """The definitions that the lines of a file are in."""

    def __init__(self, tree: ast.Module) -> None:
        self._names: dict[int, str] = {}
        # Those around others come first.
        pending: list[ast.AST] = [tree]
        for node in pending:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self._name(node)
            pending += [part for part in ast.iter_child_nodes(node) if isinstance(part, _BODIES)]

    def _name(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        first = min((decorator.lineno for decorator in node.decorator_list), default=node.lineno)
        last = node.end_lineno or node.lineno
        around = self._names.get(first)
        name = node.name if around is None else f"{around}.{node.name}"
        self._names.update(dict.fromkeys(range(first, last + 1), name))

    def name(self, line: int) -> str:
        """Return the names of the definitions around a line, from the outermost one on."""
        return self._names.get(line, "")


_BODIES = (ast.stmt, ast.ExceptHandler, ast.match_case)
"""What may hold statements."""
