"""Hold what the linter says of the programs rebuilt from public threads against what it should say.

    python -m bench.threads [PROGRAM ...] [--batch N] [--write docs/evaluation.md]

Each program of ``fixtures/threads`` has the pattern of an issue or pull request in which somebody
had trouble with traces, and marks the line that should be reported, with the code, as other
fixtures do. Where it marks several lines, a finding on one of them is enough. Printed is for each
whether the finding is there by default, only with likely findings, only where the rule is selected
because it is off by default, or not at all; what it was at first sight, when the linter was run on
the programs for the first time, which their headers keep; and which findings are there besides.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from flake8_tfretrace import Finding, Settings, check
from flake8_tfretrace.catalog import DEFAULT_CODES, RULES
from tfretrace.fixture import Fixture, find_fixtures

THREADS = Path(__file__).parents[1] / "fixtures" / "threads"

_LIKELY = Settings(confidence="likely")
_SHOWN = {
    "default": "by default",
    "likely": "with likely",
    "selected": "when selected",
    "selected, likely": "when selected, with likely",
    "no": "no",
    "no rule": "no rule",
}
_FIELD = re.compile(r"# (?P<key>thread|saw|cause|cure|expected|batch|first sight): (?P<value>.*)")
_THREAD = re.compile(
    r"(?P<address>https://github\.com/[\w.-]+/[\w.-]+/(?:issues|pull)/\d+)"
    r" \(sha1 (?P<digit>[0-9a-f])\)"
)
_MARK = re.compile(r"# (?P<code>TFR\d{3})")


class HeaderError(ValueError):
    """A header that does not say what a thread's has to say."""


@dataclass(frozen=True)
class Thread:
    """A public thread, as the header of its program tells it."""

    fixture: Fixture
    address: str
    digit: str
    """The first hex digit of the sha1 of the thread's address, with ``issues``."""
    saw: str
    cause: str
    cure: str
    code: str | None
    """The code that should be reported; None if no rule covers the thread."""
    is_off: bool
    """Whether its rule is off by default."""
    a_rule: str
    """What a rule would say, where none does."""
    batch: int
    """Which programs were written together, before the linter was run on them."""
    first_sight: str | None
    """A key of ``_SHOWN``: what was reported then; None before that."""
    marks: frozenset[tuple[int, str]]
    """The lines and codes of which one should be reported."""

    @property
    def name(self) -> str:
        """The name of its program."""
        return self.fixture.name


@dataclass(frozen=True)
class Outcome:
    """What the linter says of a thread's program."""

    thread: Thread
    reported: str
    """A key of ``_SHOWN``."""
    others: tuple[str, ...]
    """The codes and lines of other findings, the likely ones with a question mark."""


def sha1_digit(address: str) -> str:
    """Return the first hex digit of the sha1 of a thread's address.

    Threads with a to f are not read: they are kept for measuring from outside.
    """
    return hashlib.sha1(address.replace("/pull/", "/issues/").encode()).hexdigest()[0]


def read_thread(fixture: Fixture) -> Thread:
    """Read what a fixture's header says of its thread.

    Raises:
        HeaderError: something is missing, or not in the format.
    """
    fields = dict(_fields(fixture.text))
    missing = {"thread", "saw", "cause", "cure", "expected", "batch"} - fields.keys()
    if missing:
        raise HeaderError(f"{fixture.path}: no '# {min(missing)}: ...' at the top")
    thread = _THREAD.fullmatch(fields["thread"])
    if thread is None:
        raise HeaderError(f"{fixture.path}: '# thread: {fields['thread']}' is no address with sha1")
    expected, _, remark = fields["expected"].partition(" ")
    code = None if expected == "none" else expected
    marks = frozenset(_marks(fixture.text))
    if {code for _, code in marks} != ({code} if code else set()):
        raise HeaderError(f"{fixture.path}: the lines marked are not those of {expected}")
    sight = fields.get("first sight")
    keys = {shown: key for key, shown in _SHOWN.items()}
    if sight is not None and sight not in keys:
        raise HeaderError(f"{fixture.path}: '# first sight: {sight}' is none of {', '.join(keys)}")
    return Thread(
        fixture,
        thread["address"],
        thread["digit"],
        fields["saw"],
        fields["cause"],
        fields["cure"],
        code,
        remark == "(off by default)",
        remark.strip("()") if code is None else "",
        int(fields["batch"]),
        None if sight is None else keys[sight],
        marks,
    )


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a header; a line that is indented goes on with the one before."""
    key = ""
    value: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("#   ") and key:
            value.append(line[4:])
            continue
        if key:
            yield key, " ".join(value)
        found = _FIELD.fullmatch(line)
        key, value = (found["key"], [found["value"]]) if found else ("", [])
        if not line.startswith("#"):
            return


def _marks(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        mark = _MARK.fullmatch(token.string) if token.type == tokenize.COMMENT else None
        if mark:
            yield token.start[0], mark["code"]


def threads() -> list[Thread]:
    """Return all threads, by the name of their programs."""
    return [read_thread(fixture) for fixture in find_fixtures(THREADS)]


def judge(thread: Thread) -> Outcome:
    """Lint the program of a thread."""
    default = _findings(thread, DEFAULT_CODES, Settings())
    likely = _findings(thread, DEFAULT_CODES, _LIKELY)
    others = [
        f"{finding.code}:{finding.line}{'' if _has(default, finding) else '?'}"
        for finding in likely
        if (finding.line, finding.code) not in thread.marks
    ]
    return Outcome(thread, _reported(thread, default, likely), tuple(others))


def _reported(thread: Thread, default: Sequence[Finding], likely: Sequence[Finding]) -> str:
    if thread.code is None:
        return "no rule"
    if thread.code not in RULES:
        return "no"
    if thread.code in DEFAULT_CODES:
        if _is_there(thread, default):
            return "default"
        return "likely" if _is_there(thread, likely) else "no"
    codes = DEFAULT_CODES | {thread.code}
    if _is_there(thread, _findings(thread, codes, Settings())):
        return "selected"
    return "selected, likely" if _is_there(thread, _findings(thread, codes, _LIKELY)) else "no"


def _findings(thread: Thread, codes: frozenset[str], settings: Settings) -> list[Finding]:
    fixture = thread.fixture
    return check(fixture.text, str(fixture.path), settings=settings, codes=codes)


def _has(findings: Sequence[Finding], wanted: Finding) -> bool:
    return any((f.line, f.code) == (wanted.line, wanted.code) for f in findings)


def _is_there(thread: Thread, findings: Sequence[Finding]) -> bool:
    return any((finding.line, finding.code) in thread.marks for finding in findings)


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the outcomes as a table, with what they come to below it."""
    rows: list[tuple[str, ...]] = [("program", "expected", "first sight", "now", "other findings")]
    rows += [_row(outcome, outcome.thread.name) for outcome in outcomes]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return "\n".join([*lines, "", *_summaries(outcomes)])


def page(outcomes: Sequence[Outcome]) -> str:
    """Return the same for a page of the documentation."""
    rows = [("Thread", "Cause", "Expected", "First sight", "Now")]
    for outcome in outcomes:
        thread = outcome.thread
        address = thread.address.removeprefix("https://github.com/")
        expected, first, now = _row(outcome, "")[1:4]
        rows.append((f"[{address}]({thread.address})", thread.cause, expected, first, now))
    uncovered = [o.thread for o in outcomes if o.thread.code is None]
    return "\n".join(
        [
            *(f"* {line}" for line in _summaries(outcomes)),
            "",
            *as_table(rows),
            "",
            "Threads that no rule covers:",
            "",
            *(f"* `{thread.name}`: {thread.a_rule}." for thread in uncovered),
            "",
        ]
    )


def _row(outcome: Outcome, name: str) -> tuple[str, ...]:
    thread = outcome.thread
    first = "-" if thread.first_sight is None else _SHOWN[thread.first_sight]
    others = " ".join(outcome.others) or "-"
    return name, thread.code or "-", first, _SHOWN[outcome.reported], others


def _summaries(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield how many threads are reported: of each batch at first sight, and of all now."""
    for batch in sorted({outcome.thread.batch for outcome in outcomes}):
        of_it = [outcome.thread for outcome in outcomes if outcome.thread.batch == batch]
        seen = [(thread, thread.first_sight) for thread in of_it if thread.first_sight]
        yield f"batch {batch} at first sight: {_summary(seen)}"
    yield f"all now: {_summary([(outcome.thread, outcome.reported) for outcome in outcomes])}"


def _summary(reported: Sequence[tuple[Thread, str]]) -> str:
    count = Counter(how for _, how in reported)
    off = sum(thread.is_off for thread, _ in reported)
    on = len(reported) - off - count["no rule"]
    return (
        f"of {len(reported)} threads {on} have a rule that is on by default, and "
        f"{count['default']} of these are reported by default, "
        f"{count['default'] + count['likely']} with likely findings; {off} have one that is off, "
        f"and {count['selected']} are reported where it is selected, "
        f"{count['selected'] + count['selected, likely']} with likely findings; "
        f"{count['no rule']} have none"
    )


def as_table(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return rows, of which the first is the heading, as the lines of a table in Markdown."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + "---|" * (lines[0].count(" | ") + 1))
    return lines


def between(text: str, name: str, content: str) -> str:
    """Return a page with other content between its marks ``<!-- name -->`` and ``<!-- end -->``."""
    before, begin, rest = text.partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition("<!-- end -->\n")
    return f"{before}{begin}\n{content}\n{end}{after}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, or write it into a page."""
    parser = argparse.ArgumentParser(description="What the linter says of public threads.")
    parser.add_argument("programs", nargs="*", help="their names, without .py (default: all)")
    parser.add_argument("--batch", type=int, help="only these programs")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the table into a page")
    options = parser.parse_args(arguments)
    known = threads()
    unknown = set(options.programs) - {thread.name for thread in known}
    if unknown:
        parser.error(f"there is no program {min(unknown)}")
    outcomes = [
        judge(thread)
        for thread in known
        if thread.name in options.programs or not options.programs
        if options.batch in (None, thread.batch)
    ]
    if options.write:
        text = options.write.read_text(encoding="utf-8")
        options.write.write_text(between(text, "threads", page(outcomes)), encoding="utf-8")
    else:
        print(table(outcomes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
