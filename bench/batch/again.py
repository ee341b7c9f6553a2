"""Lint what the readers of earlier batches judged again: a regression check, and no measure."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from bench.batch.draw import LIKELY, PROVEN, Task, examine
from bench.batch.repositories import Repository
from bench.batch.tables import FINDINGS, BatchError, Row

VERDICTS = Path(__file__).with_name("verdicts")
"""A table for each batch, by its seed: the findings that were read, with what the readers said."""
COLUMNS = tuple(column for column in FINDINGS.columns if column != "number")
_SILENT = "-"


class Change(NamedTuple):
    """A finding that was read, and what is said now in its place."""

    row: Mapping[str, str]
    now: str
    """``proven``, ``likely``, or ``-``."""

    def __str__(self) -> str:
        row = self.row
        where = f"{row['repository']}/{row['path']}:{row['line']}"
        return f"{row['verdict']:8} {row['confidence']} -> {self.now:6}  {row['code']} {where}"


def write_verdicts(findings: Sequence[Row], seed: int) -> Path:
    """Write what the readers of a batch said of its findings; return the file."""
    VERDICTS.mkdir(exist_ok=True)
    path = VERDICTS / f"{seed}.tsv"
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("\t".join(COLUMNS) + "\n")
        file.writelines("\t".join(row[c] for c in COLUMNS) + "\n" for row in findings)
    return path


def read_verdicts() -> list[dict[str, str]]:
    """Return what the readers of all batches said whose verdicts were kept."""
    rows: list[dict[str, str]] = []
    for path in sorted(VERDICTS.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows += csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    return rows


def again(root: Path, jobs: int) -> list[Change]:
    """Lint those files that stand in ``root``, in folders called owner+name, again.

    Raises:
        BatchError: none of them does.
    """
    rows = [row for row in read_verdicts() if _folder(root, row).is_dir()]
    if not rows:
        raise BatchError(f"{root}: none of the repositories that were read; clone some of them")
    files = dict.fromkeys((row["repository"], row["path"]) for row in rows)
    tasks = [Task(Repository(root / name.replace("/", "+"), name, ""), p) for name, p in files]
    with ProcessPoolExecutor(jobs) as pool:
        seen = pool.map(examine, tasks)
        found = {
            (one.repository, one.path, str(one.line), one.code): one.confidence
            for file in seen
            for one in file.findings
        }
    return [Change(row, found.get(_key(row), _SILENT)) for row in rows]


def _folder(root: Path, row: Mapping[str, str]) -> Path:
    return root / row["repository"].replace("/", "+")


def _key(row: Mapping[str, str]) -> tuple[str, str, str, str]:
    return row["repository"], row["path"], row["line"], row["code"]


def summary(changes: Iterable[Change]) -> Iterator[str]:
    """Yield a line for each verdict of each confidence: how many are what now."""
    counts = Counter((c.row["confidence"], c.row["verdict"], c.now) for c in changes)
    for confidence in (PROVEN, LIKELY):
        for verdict in FINDINGS.verdicts:
            now = {n: counts[confidence, verdict, n] for n in (PROVEN, LIKELY, _SILENT)}
            if any(now.values()):
                parts = f"{now[PROVEN]} proven, {now[LIKELY]} likely, {now[_SILENT]} silent"
                yield f"{sum(now.values())} {confidence}, {verdict}: now {parts}"
