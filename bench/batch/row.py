"""Count what the readers of a batch found, and write its row into the history."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.batch.draw import LIKELY, PROVEN, RENAMED_OPTION
from bench.batch.tables import (
    FINDINGS,
    FIXES,
    RECALL,
    BatchError,
    Row,
    codes,
    read,
    read_batch,
)

HEADINGS = (
    "Date",
    "Linter",
    "Repositories",
    "Files",
    "Default findings",
    "Right / doubtful / wrong",
    f"Right, without {RENAMED_OPTION}",
    "Likely: right / doubtful / wrong",
    "Fixes: correct / pointless / wrong",
    "Safe fixes wrong",
    "Reported of what should be",
)
BEGIN, END = "<!-- batches -->", "<!-- end -->"
_BLOCK = re.compile(rf"{BEGIN}\n(?P<inside>.*?){END}", re.DOTALL)
_NONE = "–"  # noqa: RUF001 - a dash


@dataclass(frozen=True)
class Batch:
    """A batch that was read."""

    about: Mapping[str, Any]
    """What ``batch.json`` holds."""
    findings: Sequence[Row]
    fixes: Sequence[Row]
    recall: Sequence[Row]

    @property
    def key(self) -> str:
        """The linter's commit and the seed: what a batch counts for."""
        return f"`{self.about['linter']['commit'][:10]}`, seed {self.about['seed']}"

    def confidence(self, confidence: str) -> list[Row]:
        """Return the findings of a confidence."""
        wanted = confidence == LIKELY
        return [row for row in self.findings if (row["confidence"] == LIKELY) == wanted]


def read_filled(folder: Path) -> tuple[Batch, list[str]]:
    """Return a batch with the readers' verdicts, and what is missing or not valid in them.

    Raises:
        BatchError: the folder holds no batch.
    """
    about = read_batch(folder)
    problems: list[str] = []
    findings, fixes, recall = (
        read(folder, table, about["sampled"][table.name], problems)
        for table in (FINDINGS, FIXES, RECALL)
    )
    return Batch(about, findings, fixes, recall), problems


def _line(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


HEADER = (_line(HEADINGS), "|" + "---|" * len(HEADINGS))


def row(batch: Batch) -> str:
    """Return the batch's row of the history."""
    about, proven = batch.about, batch.confidence(PROVEN)
    others = [row for row in proven if row["code"] != RENAMED_OPTION]
    safe = [row for row in batch.fixes if row["safety"] == "safe"]
    should = sum(len(codes(row["should"])) for row in batch.recall)
    reported = sum(len(codes(row["reported"])) for row in batch.recall)
    cells = (
        about["date"],
        batch.key,
        len(about["repositories"]),
        f"{sum(repository['files'] for repository in about['repositories']):,}",
        sum(about["findings"][PROVEN].values()),
        _verdicts(proven, FINDINGS.verdicts),
        _share(sum(row["verdict"] == "right" for row in others), len(others)),
        _verdicts(batch.confidence(LIKELY), FINDINGS.verdicts),
        _verdicts(batch.fixes, FIXES.verdicts),
        _share(sum(row["verdict"] == "wrong" for row in safe), len(safe)),
        _share(reported, should),
    )
    return _line(cells)


def _verdicts(rows: Sequence[Row], verdicts: Sequence[str]) -> str:
    counts = Counter(row["verdict"] for row in rows)
    return " / ".join(str(counts[verdict]) for verdict in verdicts) if rows else _NONE


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else _NONE


def by_code(batch: Batch) -> str:
    """Return the verdicts by code, as a table."""
    lines = []
    for confidence in (PROVEN, LIKELY):
        counts = Counter((row["code"], row["verdict"]) for row in batch.confidence(confidence))
        for code in sorted({code for code, _ in counts}):
            numbers = [counts[code, verdict] for verdict in FINDINGS.verdicts]
            all_of_it = batch.about["findings"][confidence][code]
            lines.append(_line((code, confidence, all_of_it, *numbers)))
    header = ("Code", "Confidence", "Findings", *FINDINGS.verdicts)
    return "\n".join([_line(header), "|---|---|--:|--:|--:|--:|", *lines])


def sources(batch: Batch) -> str:
    """Return the repositories of a batch with their commits, as an item of a list."""
    names = (f"{r['name']} `{r['commit'][:10]}`" for r in batch.about["repositories"])
    return f"* {batch.key}: {', '.join(names)}"


def insert(page: str, batch: Batch) -> str:
    """Return a page with the batch's row in its history; one of the same key is replaced.

    Raises:
        BatchError: the page has no history.
    """
    return _insert(page, row(batch), f"| {batch.key} |", HEADER)


def insert_sources(page: str, batch: Batch) -> str:
    """Return a page with the batch's repositories in its list; those of the same key are replaced.

    Raises:
        BatchError: the page has no list.
    """
    return _insert(page, sources(batch), f"* {batch.key}: ")


def _insert(page: str, line: str, key: str, header: Sequence[str] = ()) -> str:
    block = _BLOCK.search(page)
    if block is None:
        raise BatchError(f"no history here; put a line {BEGIN} and below it a line {END}")
    lines = block["inside"].strip().splitlines() or list(header)
    of_this = [number for number, other in enumerate(lines) if key in other]
    if of_this:
        lines[of_this[0]] = line
    else:
        lines.append(line)
    inside = "\n".join(lines)
    return f"{page[: block.start('inside')]}\n{inside}\n\n{page[block.end('inside') :]}"
