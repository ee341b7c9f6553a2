"""What people and programs read of an audit: text, JSON, a page, SARIF.

What only some of these need is imported there: drawing takes longer to load than most reports.
"""

from __future__ import annotations

import json
import signal
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import flake8_tfretrace
from tfretrace.audit import Audit
from tfretrace.judging import STATUSES, Judged, Retraced
from tfretrace.recording_report import LineWriter, count_text, seconds_text

if TYPE_CHECKING:
    from tfretrace_fix.report import Report

SCHEMA = 1
"""Raised when a field changes its meaning or goes; new fields do not raise it."""
_SHOWN = 20
"""How many lines a part of the report has on a terminal."""
_STYLES = {"confirmed": "red", "refuted": "green"}


def print_audit(audit: Audit, line: LineWriter) -> None:
    """Print what was lost, what the run says of each finding, and what no finding explains."""
    line()
    line(lost_text(audit), "bold")
    line(findings_text(audit), "bold")
    for status in STATUSES:
        rows = audit.with_status(status)
        if status == "not exercised" and rows:
            line(f"{status}: {', '.join(map(_place, rows))}")
            continue
        for judged in rows:
            line(f"{_place(judged)}: {judged.finding}")
            line(f"    {_verdict(judged)}", _STYLES.get(status, ""))
    for title, texts in _sections(audit):
        line(title, "bold")
        for text in texts[:_SHOWN]:
            line(f"  {text}")
        if len(texts) > _SHOWN:
            line(f"  and {len(texts) - _SHOWN} more")
    for excess in audit.excess:
        line(f"over budget: {excess}", "red")
        for cause in excess.causes:
            line(f"    {cause}")
    if audit.exit_status < 0:
        line(f"The command was ended by {signal.Signals(-audit.exit_status).name}", "red")
    elif audit.exit_status:
        line(f"The command ended with status {audit.exit_status}", "red")
    for problem in audit.problems:
        line(f"tfretrace: {problem}", "red")


def lost_text(audit: Audit) -> str:
    """Say in a line what retraces cost."""
    rows = audit.judgement.retraces
    if not rows:
        traced = sum(record.trace_count for record in audit.functions)
        return f"No function was traced again ({count_text(traced, 'trace')})"
    retraces = count_text(sum(row.retraces for row in rows), "retrace")
    lost, run = seconds_text(audit.judgement.seconds_lost), seconds_text(audit.seconds)
    return f"At least {audit.share_lost:.1%} of the run lost: {lost} of {run}, in {retraces}"


def findings_text(audit: Audit) -> str:
    """Say in a line what the run says of the findings."""
    counts = [(len(audit.with_status(status)), status) for status in STATUSES]
    told = ", ".join(f"{number} {status}" for number, status in counts if number)
    files = count_text(len(audit.files), "file")
    return f"{told or 'No findings'} in {files}"


def _place(judged: Judged) -> str:
    finding = judged.finding
    return f"{judged.path}:{finding.line}:{finding.column + 1}"


def _verdict(judged: Judged) -> str:
    cost = f" ({seconds_text(judged.seconds)})" if judged.retraces else ""
    return f"{judged.status}: {judged.evidence}{cost}"


def _sections(audit: Audit) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of the report on retraces, each with its lines."""
    own = [_retraced(row) for row in audit.unexplained]
    if own:
        yield "Retraces that no finding explains", own
    library = list(_by_library([row for row in audit.judgement.retraces if not row.explained_by]))
    if library:
        yield "Functions of libraries, traced again for you", library


def _retraced(row: Retraced) -> str:
    times = count_text(row.retraces, "retrace")
    return (
        f"{seconds_text(row.seconds)} in {times} of {row.function} ({row.file}:{row.line}), "
        f"called at {row.call_site or 'an unknown place'}: {row.cause}"
        + (f"; {row.advice}" if row.advice else "")
    )


def _by_library(rows: Sequence[Retraced]) -> Iterator[str]:
    """Say which line of the user's makes which package trace again, what costs most first."""
    groups: defaultdict[tuple[str, str], list[Retraced]] = defaultdict(list)
    for row in rows:
        if row.package is not None:
            groups[row.call_site, row.package].append(row)
    ordered = sorted(groups.items(), key=lambda item: -sum(row.seconds for row in item[1]))
    for (site, package), group in ordered:
        functions = count_text(len({(row.file, row.line) for row in group}), "function")
        retraces = count_text(sum(row.retraces for row in group), "retrace")
        seconds = seconds_text(sum(row.seconds for row in group))
        line = site or "a thread"
        advice = max(group, key=lambda row: row.seconds).advice
        yield (
            f"{line} makes {package} trace {functions} again: {retraces}, {seconds}"
            f"{f'; {advice}' if advice else ''}"
        )


def audit_json(audit: Audit) -> str:
    """Return an audit for programs; docs/report-schema.md describes it."""
    from tfretrace.export import function_json

    judgement = audit.judgement
    document = {
        "schema": SCHEMA,
        "version": flake8_tfretrace.__version__,
        "command": audit.command,
        "exit_status": audit.exit_status,
        "seconds": audit.seconds,
        "seconds_lost": judgement.seconds_lost,
        "share_lost": audit.share_lost,
        "files": audit.files,
        "findings": [
            _judged_json(judged, document)
            for judged, document in zip(judgement.findings, _documents(audit), strict=True)
        ],
        "retraces": [_fields(row) for row in judgement.retraces],
        "over_budget": [_fields(excess) for excess in audit.excess],
        "functions": [function_json(record) for record in audit.functions],
        "problems": audit.problems,
    }
    return json.dumps(document, indent=2) + "\n"


def _judged_json(judged: Judged, finding: dict[str, Any]) -> dict[str, Any]:
    return {
        "path": judged.path,
        **finding,
        "status": judged.status,
        "evidence": judged.evidence,
        "retraces": judged.retraces,
        "seconds": judged.seconds,
    }


def _documents(audit: Audit) -> Iterator[dict[str, Any]]:
    """Yield the findings as the fixer's report has them."""
    from tfretrace_fix.report import as_json

    for file in json.loads(as_json(_as_report(audit.judgement.findings)))["files"]:
        for finding in file["left"]:
            # These are about fixes.
            yield {k: v for k, v in finding.items() if k not in ("not_fixed", "needs_unsafe")}


def _as_report(judged: Iterable[Judged]) -> Report:
    """Return the findings as a report of the fixer, which has left them all."""
    from tfretrace_fix.engine import Left
    from tfretrace_fix.report import Report
    from tfretrace_fix.run import Outcome

    by_path: defaultdict[str, list[Left]] = defaultdict(list)
    for row in judged:
        by_path[row.path].append(Left(row.finding, _verdict(row), needs_unsafe=False))
    return Report([Outcome(path, left=tuple(left)) for path, left in by_path.items()], False)


def _fields(row: Any) -> dict[str, Any]:
    return dict(vars(row))


def audit_html(audit: Audit) -> str:
    """Return a page that needs no other file and no script."""
    from tfretrace.html import items, page

    parts = [f'<p class="path"><code>{escape(" ".join(audit.command))}</code></p>']
    for status in STATUSES:
        rows = audit.with_status(status)
        texts = [f"{_place(row)}: {row.finding}" for row in rows]
        why = {text: [row.evidence] for text, row in zip(texts, rows, strict=True)}
        parts.append(items(status.capitalize(), texts, why))
    parts += [items(title, texts) for title, texts in _sections(audit)]
    parts.append(items("Over budget", map(str, audit.excess)))
    summary = f"{lost_text(audit)}. {findings_text(audit)}"
    return page("tfretrace audit", summary, f"<section>{''.join(parts)}</section>")


def audit_sarif(audit: Audit) -> str:
    """Return the findings that the run does not refute, for code hosts."""
    from tfretrace_fix.report import sarif

    shown = [judged for judged in audit.judgement.findings if judged.status != "refuted"]
    document = json.loads(sarif(_as_report(shown)))
    (run,) = document["runs"]
    run["tool"]["driver"]["name"] = "tfretrace audit"
    for judged, result in zip(shown, run["results"], strict=True):
        result["level"] = "warning" if judged.status == "confirmed" else "note"
        result["message"]["text"] += f" [{_verdict(judged)}]"
        result["properties"] = {"status": judged.status, "evidence": judged.evidence}
    return json.dumps(document, indent=2) + "\n"


def audit_timeline(audit: Audit) -> str:
    """Return the traces of all processes as Chrome trace events."""
    from tfretrace.export import timeline_json

    return json.dumps(timeline_json(audit.observations)) + "\n"
