"""A plugin of python-lsp-server: findings with their witness, and each fix as a quick fix.

Findings are those of flake8 with its configuration for the folder of the workspace. The text in
the editor counts, and other files as they are saved.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pylsp import hookimpl, uris

from flake8_tfretrace import Finding
from flake8_tfretrace.catalog import RULES
from flake8_tfretrace.modules import reading
from tfretrace_fix.changes import Change, lines_of
from tfretrace_fix.checking import Checker
from tfretrace_fix.configuration import Configuration, ConfigurationError, load
from tfretrace_fix.engine import Proposal, Work, propose

_LOG = logging.getLogger(__name__)
_NAME = "tfretrace"
_SEVERITIES = {"error": 1, "warning": 2}
"""The numbers that the protocol has for them."""


@hookimpl
def pylsp_settings() -> dict[str, Any]:
    """Return the settings that there are, with their defaults."""
    return {"plugins": {_NAME: {"enabled": True}}}


@hookimpl
def pylsp_lint(config: Any, workspace: Any, document: Any) -> list[dict[str, Any]]:
    """Return the findings in a document."""
    flake8 = config.plugin_settings("flake8", document_path=document.path)
    if flake8.get("enabled") and not _leaves_out(flake8):
        # Nobody wants to see a finding twice.
        return []
    configuration = _configuration(workspace, document)
    if configuration is None:
        return []
    lines = _Lines(document.source)
    return [_diagnostic(f, document, lines) for f in _findings(configuration, document)]


@hookimpl
def pylsp_code_actions(
    workspace: Any, document: Any, range: Mapping[str, Any], context: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return a quick fix for each finding in a range that has a fix."""
    shown = [d for d in context.get("diagnostics", ()) if d.get("code") in RULES]
    configuration = _configuration(workspace, document) if shown else None
    if configuration is None:
        # Editors ask at every move of the cursor.
        return []
    lines = _Lines(document.source)
    first, last = range["start"]["line"], range["end"]["line"]
    actions = []
    for proposal in _proposals(configuration, document):
        finding = proposal.finding
        if not proposal.changes or not first <= finding.line - 1 <= last:
            continue
        start = lines.position(finding.line, finding.column)
        fixed = [d for d in shown if (d["code"], d["range"]["start"]) == (finding.code, start)]
        is_safe = proposal.unsafe_because is None
        actions.append(
            {
                "title": _title(proposal),
                "kind": "quickfix",
                "diagnostics": fixed,
                "isPreferred": is_safe,
                "edit": {"changes": dict(_text_edits(proposal.changes, lines))},
            }
        )
    return actions


def _leaves_out(flake8: Mapping[str, Any]) -> bool:
    ignored = [*(flake8.get("ignore") or ()), *(flake8.get("extendIgnore") or ())]
    return "TFR" in ignored


def _configuration(workspace: Any, document: Any) -> Configuration | None:
    """Return flake8's configuration, unless it leaves the document out or cannot be used."""
    try:
        configuration = load(folder=Path(workspace.root_path or Path(document.path).parent))
        configuration.baseline  # noqa: B018 - raises where it cannot be read
    except ConfigurationError as error:
        _LOG.warning("flake8 configuration: %s", error)
        return None
    return None if configuration.excludes(Path(document.path)) else configuration


def _findings(configuration: Configuration, document: Any) -> list[Finding]:
    checker = Checker(
        document.path,
        configuration.settings,
        configuration.codes(document.path),
        configuration.disable_noqa,
        configuration.baseline,
    )
    try:
        with reading({str(Path(document.path).resolve()): document.source}):
            return checker.open(document.source)
    except (SyntaxError, ValueError, RecursionError):
        # It is being written.
        return []


_KEPT: dict[tuple[str, str, str], tuple[Proposal, ...]] = {}
"""What was found out last: the cursor moves more often than the text changes."""


def _proposals(configuration: Configuration, document: Any) -> tuple[Proposal, ...]:
    options = repr(sorted(vars(configuration.options).items()))
    key = (options, document.path, document.source)
    if key not in _KEPT:
        _KEPT.clear()
        _KEPT[key] = _proposed(configuration, document.path, document.source)
    return _KEPT[key]


def _proposed(configuration: Configuration, path: str, source: str) -> tuple[Proposal, ...]:
    try:
        return propose(
            {path: Work(source, configuration.codes(path))},
            settings=configuration.settings,
            disable_noqa=configuration.disable_noqa,
            baseline=configuration.baseline,
        )[path]
    except (SyntaxError, ValueError, RecursionError):
        return ()


def _title(proposal: Proposal) -> str:
    rule = RULES[proposal.finding.code]
    title = f"Fix {rule.code} {rule.name}"
    reason = proposal.unsafe_because
    return title if reason is None else f"{title} (may change results: {reason})"


def _diagnostic(finding: Finding, document: Any, lines: _Lines) -> dict[str, Any]:
    rule = RULES[finding.code]
    start = lines.position(finding.line, finding.column)
    return {
        "source": _NAME,
        "code": finding.code,
        "codeDescription": {"href": rule.url},
        "severity": _SEVERITIES[rule.severity],
        "message": finding.message,
        "range": {"start": start, "end": lines.end(finding)},
        "relatedInformation": [
            {
                "location": {
                    "uri": _uri(step.path, document),
                    "range": {
                        "start": {"line": step.line - 1, "character": 0},
                        "end": {"line": step.line, "character": 0},
                    },
                },
                "message": step.text,
            }
            for step in finding.witness.steps
        ],
    }


def _uri(path: str, document: Any) -> str:
    if Path(path).resolve() == Path(document.path).resolve():
        return str(document.uri)
    return str(uris.from_fs_path(path))


def _text_edits(
    changes: Sequence[Change], lines: _Lines
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the edits of each file; ``lines`` are of the only one that a fix of one changes."""
    for path in dict.fromkeys(change.path for change in changes):
        yield (
            str(uris.from_fs_path(path)),
            [
                {
                    "range": {
                        "start": lines.position(*change.start),
                        "end": lines.position(*change.end),
                    },
                    "newText": change.text,
                }
                for change in changes
                if change.path == path
            ],
        )


class _Lines:
    """The lines of a text, and places in it as the protocol counts: from 0, in UTF-16 units."""

    def __init__(self, text: str) -> None:
        self._lines = lines_of(text)

    def position(self, line: int, column: int) -> dict[str, int]:
        """Return a place that is given by its line, from 1, and its column in characters."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        return {"line": line - 1, "character": len(text[:column].encode("utf-16-le")) // 2}

    def end(self, finding: Finding) -> dict[str, int]:
        """Return the end of the code that a finding is about, in its first line."""
        text = self._lines[finding.line - 1].rstrip("\r\n")
        end = len(text)
        node = finding.node
        if node is not None and getattr(node, "end_lineno", None) == finding.line:
            # ast counts bytes.
            end = len(text.encode()[: getattr(node, "end_col_offset", end)].decode(errors="ignore"))
        return self.position(finding.line, max(end, finding.column))
