"""The tables of a batch: what is written for readers, and what they hand back.

A table is tab-separated text with a line of column names and no quoting. Whoever reads a part of
it may hand it back as ``findings.1.tsv``, ``findings.2.tsv`` and so on; they are joined by number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BATCH = "batch.json"
NOTHING = "nothing"
"""What is written in the columns of recall.tsv where there is nothing to report."""
RIGHT = ("right", "correct")
"""The verdicts that need no reason."""


class BatchError(Exception):
    """The command cannot do what was asked; each line of the message says where and what to do."""


@dataclass(frozen=True)
class Table:
    """A kind of table."""

    name: str
    drawn: tuple[str, ...]
    """The columns that are written when the batch is drawn."""
    filled: tuple[str, ...]
    """The columns that a reader fills in."""
    verdicts: tuple[str, ...] = ()
    """The values of the first of those; none if it is free text."""

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns, as they are in the file."""
        return (*self.drawn, *self.filled)


FINDINGS = Table(
    "findings",
    ("number", "repository", "path", "line", "code", "confidence", "message"),
    ("verdict", "reason"),
    ("right", "doubtful", "wrong"),
)
FIXES = Table(
    "fixes",
    ("number", "repository", "path", "lines", "codes", "safety", "diff"),
    ("verdict", "reason"),
    ("correct", "pointless", "wrong"),
)
RECALL = Table(
    "recall",
    ("number", "repository", "path", "line", "end", "place"),
    ("should", "reported", "reason"),
)
TABLES = (FINDINGS, FIXES, RECALL)


@dataclass(frozen=True)
class Row:
    """A line of a table, and where it was read."""

    place: str
    """``FOLDER/findings.tsv:7``."""
    values: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.values[column]


def write(folder: Path, table: Table, rows: Sequence[Sequence[object]], readers: int = 1) -> None:
    """Number the rows, and write them with empty columns for the reader.

    More than one reader get a part each, in files of their own.
    """
    lines = [
        "\t".join([*(_cell(value) for value in (number, *row)), *("" for _ in table.filled)])
        for number, row in enumerate(rows, 1)
    ]
    header = "\t".join(table.columns)
    for reader in range(readers):
        name = f"{table.name}.tsv" if readers == 1 else f"{table.name}.{reader + 1}.tsv"
        part = lines[len(lines) * reader // readers : len(lines) * (reader + 1) // readers]
        (folder / name).write_text("\n".join([header, *part]) + "\n", encoding="utf-8")


def _cell(value: object) -> str:
    return re.sub(r"[\t\r\n]+", " ", str(value))


def read(folder: Path, table: Table, count: int, problems: list[str]) -> list[Row]:
    """Return the rows of a table by number, joined from its parts.

    What is missing or not valid is added to ``problems``, with its file, line and remedy.
    """
    rows: dict[str, Row] = {}
    for row in _rows(folder, table, problems):
        number, other = row["number"], rows.get(row["number"])
        if not number.isdecimal() or not 1 <= int(number) <= count:
            problems.append(
                f"{row.place}: the batch has no number '{number}', only 1 to {count}; "
                "correct it or take the line out"
            )
        elif other is None or not other[table.filled[0]]:
            rows[number] = row
        elif row[table.filled[0]]:
            problems.append(
                f"{row.place}: number {number} is filled in at {other.place}, too; leave one"
            )
    for number in map(str, range(1, count + 1)):
        if number not in rows:
            problems.append(
                f"{folder / table.name}.tsv: number {number} is missing; put its line back "
                "(drawing with the same seed into another folder writes it again)"
            )
    found = [rows[number] for number in sorted(rows, key=int)]
    for row in found:
        problems += _problems(table, row)
    return found


def _rows(folder: Path, table: Table, problems: list[str]) -> Iterator[Row]:
    parts = sorted(folder.glob(f"{table.name}.*.tsv"))
    for path in [folder / f"{table.name}.tsv", *parts]:
        if not path.is_file():
            continue
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        if not lines or tuple(lines[0].split("\t")) != table.columns:
            columns = "<tab>".join(table.columns)
            problems.append(f"{path}:1: these are not the columns; the line must be {columns}")
            continue
        for number, line in enumerate(lines[1:], 2):
            if not line.strip():
                continue
            cells = [cell.strip() for cell in line.split("\t")]
            if len(cells) > len(table.columns):
                problems.append(
                    f"{path}:{number}: {len(cells)} columns in place of {len(table.columns)}; "
                    "write no tabs into the reason"
                )
                continue
            # Editors take empty columns away at the end of a line.
            cells += [""] * (len(table.columns) - len(cells))
            yield Row(f"{path}:{number}", dict(zip(table.columns, cells)))


def _problems(table: Table, row: Row) -> Iterator[str]:
    if not table.verdicts:
        yield from _recall_problems(row)
        return
    verdict = row["verdict"]
    choice = f"{', '.join(table.verdicts[:-1])} or {table.verdicts[-1]}"
    if not verdict:
        yield f"{row.place}: no verdict; write {choice} into the column 'verdict'"
    elif verdict not in table.verdicts:
        yield f"{row.place}: '{verdict}' is no verdict; write {choice}"
    elif verdict not in RIGHT and not row["reason"]:
        yield f"{row.place}: no reason; say in one sentence why it is {verdict}"


def _recall_problems(row: Row) -> Iterator[str]:
    for column in ("should", "reported"):
        text = row[column]
        if not text:
            yield f"{row.place}: nothing in '{column}'; write codes with spaces, or '{NOTHING}'"
        elif text != NOTHING and not re.fullmatch(r"TFR\d{3}(?: TFR\d{3})*", text):
            yield (
                f"{row.place}: '{text}' in '{column}'; "
                f"write codes with spaces (TFR101 TFR403), or '{NOTHING}'"
            )
    left = codes(row["should"])
    for code in codes(row["reported"]):
        if code not in left:
            yield (
                f"{row.place}: {code} is in 'reported' and not in 'should'; "
                "'reported' holds what of 'should' the linter says"
            )
        else:
            left.remove(code)


def codes(text: str) -> list[str]:
    """Return the codes in a column of recall.tsv."""
    return re.findall(r"TFR\d{3}", text)


def read_batch(folder: Path) -> dict[str, Any]:
    """Return what is known of a batch.

    Raises:
        BatchError: the folder holds none.
    """
    path = folder / BATCH
    try:
        batch: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        remedy = "give the folder that 'python -m bench.batch draw' wrote"
        raise BatchError(f"{path}: {error}; {remedy}") from error
    return batch
