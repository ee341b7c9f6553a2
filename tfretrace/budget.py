"""How often each function of a program may be traced: a file that a run writes, and others obey.

docs/audit.md describes the file.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import flake8_tfretrace
from tfretrace.recording_report import cause_lines
from tfretrace.records import FunctionRecord, Trace

SCHEMA = 1
"""Raised when a field changes its meaning or goes; new fields do not raise it."""

_Key = tuple[str, str]
"""The file, from the folder of the budget, and the qualified name: lines move."""


class BudgetError(ValueError):
    """A file cannot be used as a budget; the message says why."""


@dataclass(frozen=True)
class Excess:
    """A function that was traced more often than allowed."""

    name: str
    file: str
    line: int
    traces: int
    allowed: int
    causes: tuple[str, ...]
    """Why it was traced, the last ones."""

    def __str__(self) -> str:
        return (
            f"{self.name} ({self.file}:{self.line}) was traced {self.traces} times, "
            f"allowed: {self.allowed}"
        )


@dataclass(frozen=True)
class Budget:
    """How often each function may be traced in one run."""

    file: Path
    allowed: Mapping[_Key, int]

    def exceeded(self, functions: Iterable[FunctionRecord]) -> list[Excess]:
        """Return the user's functions that were traced more often.

        A function that is not in the budget may be traced, but not again. Functions of one name in
        one file count together.
        """
        excess = []
        for key, records in _by_key(functions, self.file).items():
            traces = [trace for record in records for trace in record.counted_traces]
            again = [trace for trace in traces if trace.is_retrace]
            allowed = self.allowed.get(key, len(traces) - len(again))
            if len(traces) > allowed:
                excess.append(_excess(records[0], traces, again, allowed))
        return excess


def _excess(
    record: FunctionRecord, traces: list[Trace], again: list[Trace], allowed: int
) -> Excess:
    written = record.definition
    shown = (again or traces)[allowed - len(traces) :]
    return Excess(
        written.name,
        written.file,
        written.line,
        len(traces),
        allowed,
        tuple(cause_lines(shown)),
    )


def measured(functions: Iterable[FunctionRecord], file: Path) -> Budget:
    """Return the budget that allows what was recorded; it belongs to ``file``."""
    keyed = _by_key(functions, file)
    traces = {key: sum(record.trace_count for record in rows) for key, rows in keyed.items()}
    return Budget(file, traces)


def write(budget: Budget) -> None:
    """Write a budget to its file.

    Raises:
        OSError: it cannot be written.
    """
    document = {
        "budget_schema": SCHEMA,
        "version": flake8_tfretrace.__version__,
        "functions": [
            {"file": file, "name": name, "traces": traces}
            for (file, name), traces in sorted(budget.allowed.items())
        ],
    }
    budget.file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def read(file: Path) -> Budget:
    """Read a budget.

    Raises:
        BudgetError: the file cannot be read, is no budget, or one of another schema.
    """
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        if document["budget_schema"] != SCHEMA:
            raise BudgetError(f"{file} is of another version; write it again")
        allowed = {(row["file"], row["name"]): int(row["traces"]) for row in document["functions"]}
    except OSError as error:
        remedy = "'tfretrace-verify record --budget' writes it"
        raise BudgetError(f"{file}: {error.strerror}; {remedy}") from error
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BudgetError(f"{file} is not a budget of traces") from error
    return Budget(file, allowed)


def _by_key(functions: Iterable[FunctionRecord], file: Path) -> dict[_Key, list[FunctionRecord]]:
    keyed: defaultdict[_Key, list[FunctionRecord]] = defaultdict(list)
    for record in functions:
        if record.definition.category == "user":
            keyed[_relative(record.definition.file, file), record.definition.name].append(record)
    return keyed


def _relative(file: str, budget: Path) -> str:
    folder = os.path.realpath(budget.parent)
    try:
        return Path(os.path.relpath(os.path.realpath(file), folder)).as_posix()
    except ValueError:  # Another drive.
        return Path(file).as_posix()
