"""How often each function of a program may be traced: a file that a run writes, and others obey.

docs/audit.md describes the file.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import flake8_tfretrace
from tfretrace.recording_report import cause_lines, count_text
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
    after: int = 0
    """How many steps are not counted."""

    def __str__(self) -> str:
        when = f" after {count_text(self.after, 'step')}" if self.after else ""
        return (
            f"{self.name} ({self.file}:{self.line}) was traced {count_text(self.traces, 'time')}"
            f"{when}, allowed: {self.allowed}"
        )


@dataclass(frozen=True)
class Budget:
    """How often each function may be traced in one run."""

    file: Path
    allowed: Mapping[_Key, int]
    after: int = 0
    """How many steps are not counted: see :attr:`Trace.step`."""

    def exceeded(self, functions: Iterable[FunctionRecord]) -> list[Excess]:
        """Return the user's functions that were traced more often.

        A function that is not in the budget may be traced, but not again. Functions of one name in
        one file count together.
        """
        excess = []
        for key, records in _by_key(functions, self.file).items():
            traces = _counted(records, self.after)
            again = [trace for trace in traces if trace.is_retrace]
            allowed = self.allowed.get(key, len(traces) - len(again))
            if len(traces) > allowed:
                excess.append(_excess(records[0], traces, again, allowed, self.after))
        return excess


def _excess(
    record: FunctionRecord, traces: list[Trace], again: list[Trace], allowed: int, after: int
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
        after,
    )


def measured(functions: Iterable[FunctionRecord], file: Path, after: int = 0) -> Budget:
    """Return the budget that allows what was recorded; it belongs to ``file``."""
    keyed = _by_key(functions, file)
    return Budget(file, {key: len(_counted(rows, after)) for key, rows in keyed.items()}, after)


def _counted(records: Iterable[FunctionRecord], after: int) -> list[Trace]:
    traces = (trace for record in records for trace in record.counted_traces)
    return [trace for trace in traces if trace.step > after]


def write(budget: Budget) -> None:
    """Write a budget to its file.

    Raises:
        OSError: it cannot be written.
    """
    document = {
        "budget_schema": SCHEMA,
        "version": flake8_tfretrace.__version__,
        "after": budget.after,
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
        after = int(document.get("after", 0))
    except OSError as error:
        remedy = "'tfretrace-verify record --budget' writes it"
        raise BudgetError(f"{file}: {error.strerror}; {remedy}") from error
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BudgetError(f"{file} is not a budget of traces") from error
    return Budget(file, allowed, after)


def add_after(parser: argparse.ArgumentParser) -> None:
    """Add the option ``--after`` to a command."""
    parser.add_argument(
        "--after",
        type=_steps,
        metavar="N",
        help="count only traces after N steps; a step is a call of the function, from outside of "
        "graphs, whichever of the tf.functions made of one def is called",
    )


def _steps(value: str) -> int:
    if not value.isdecimal():
        raise argparse.ArgumentTypeError(f"{value!r} is no number of steps")
    return int(value)


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
