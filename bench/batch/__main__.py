"""Measure the linter on a fresh batch: draw it, have it read by strangers, count their verdicts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.batch import again, draw, row
from bench.batch.tables import BatchError

SOURCES_PAGE = "fresh-batches.md"
"""The page of the repositories, beside that of the history."""

_DRAW = f"""\
Lint all Python files and notebooks of repositories that nobody has run this linter on, apply its
fixes in memory, and write what a reader judges into a folder: findings.tsv (at most
{draw.MOST[draw.PROVEN]} default findings, of them {draw.MOST_RENAMED} of {draw.RENAMED_OPTION},
and {draw.MOST[draw.LIKELY]} likely ones), fixes.tsv and diffs/ (all fixes of default findings),
recall.tsv ({draw.PLACES} places for each reader, drawn without regard to findings),
all_findings.tsv to compare those with afterwards, brief.md for the readers, and batch.json.
Nothing is written into ROOT.
"""
_DRAW_EPILOG = """\
ROOT holds one folder per repository, called owner+name, or any git checkout with a remote 'origin'.

examples:
  python -m bench.batch draw ../fresh --out ../batch1 --known read.txt
  python -m bench.batch draw ../fresh --out ../batch1 --commits commits.tsv --readers 2

exit status: 0 drawn, 1 drawn, but it crashed or is smaller than a batch should be, 2 an error
"""
_ROW = """\
Check that every verdict is there, and print the batch's row of the history in docs/evaluation.md,
its verdicts by code, and its repositories. Tables that were read in parts (findings.1.tsv,
findings.2.tsv ...) are joined.
"""
_ROW_EPILOG = """\
examples:
  python -m bench.batch row ../batch1
  python -m bench.batch row ../batch1 --write docs/evaluation.md

exit status: 0 done, 1 verdicts are missing or not valid, 2 an error
"""
_AGAIN = """\
Lint the files again of which findings were read in earlier batches, as far as their repositories
stand in ROOT, and say what has become of each: what was wrong should be silent, what was right
should not. That tells whether a known mistake is gone, never whether the next file is judged
rightly.
"""
_AGAIN_EPILOG = """\
examples:
  python -m bench.batch again ../fresh

exit status: 0 nothing that was right has gone, 1 something has, 2 an error
"""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.batch", description=(__doc__ or "").partition("\n")[0]
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    raw = argparse.RawDescriptionHelpFormatter
    one = commands.add_parser(
        "draw", help="lint and fix, sample", description=_DRAW, epilog=_DRAW_EPILOG,
        formatter_class=raw,
    )  # fmt: skip
    one.add_argument("root", type=Path, metavar="ROOT", help="folder of repositories")
    one.add_argument("--out", type=Path, metavar="FOLDER", required=True, help="where to write")
    one.add_argument("--seed", type=int, metavar="N", default=0, help="default: 0")
    one.add_argument(
        "--commits", type=Path, metavar="FILE",
        help="owner/name<tab>commit in each line, for folders that are no git checkouts",
    )  # fmt: skip
    one.add_argument(
        "--known", type=Path, metavar="FILE", action="append", default=[],
        help="repositories that were read before and are refused: owner/name in each line, or in "
        "the first column of tab-separated values; may be given again",
    )  # fmt: skip
    one.add_argument(
        "--readers", type=_positive, metavar="N", default=1,
        help="with more than one, each gets a part of every table (default: 1)",
    )  # fmt: skip
    one.add_argument("--jobs", type=int, choices=(1, 2), default=2, help="processes (default: 2)")
    two = commands.add_parser(
        "row", help="count the verdicts", description=_ROW, epilog=_ROW_EPILOG, formatter_class=raw
    )
    two.add_argument("folder", type=Path, metavar="FOLDER", help="what 'draw' wrote")
    two.add_argument(
        "--write",
        type=Path,
        metavar="PAGE",
        help=f"put the row into the history of this page, the repositories into {SOURCES_PAGE} "
        "beside it, and keep the verdicts for 'again'",
    )
    three = commands.add_parser(
        "again", help="lint what was read again", description=_AGAIN, epilog=_AGAIN_EPILOG,
        formatter_class=raw,
    )  # fmt: skip
    three.add_argument("root", type=Path, metavar="ROOT", help="folder of repositories")
    three.add_argument("--jobs", type=int, choices=(1, 2), default=2, help="processes (default: 2)")
    return parser


def _positive(value: str) -> int:
    number = int(value) if value.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"'{value}' is not a number of 1 or more")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status."""
    options = build_parser().parse_args(arguments)
    try:
        commands = {"draw": _draw, "row": _row, "again": _again}
        return commands[options.command](options)
    except BatchError as error:
        _tell(str(error).splitlines())
    except OSError as error:
        _tell([f"{error}; free or make that place, or give another one"])
    return 2


def _draw(options: argparse.Namespace) -> int:
    given = {name: value for name, value in vars(options).items() if name != "command"}
    shortcomings = draw.draw(draw.Options(**given))
    _tell(shortcomings)
    print(f"{options.out}: give it to the readers with the repositories; brief.md says the rest")
    return 1 if shortcomings else 0


def _row(options: argparse.Namespace) -> int:
    batch, problems = row.read_filled(options.folder)
    if problems:
        _tell(problems)
        return 1
    print(*row.HEADER, row.row(batch), "", sep="\n")
    print(row.by_code(batch), "", row.sources(batch), sep="\n")
    if options.write:
        _write(options.write, row.insert, batch)
        _write(options.write.with_name(SOURCES_PAGE), row.insert_sources, batch)
        again.write_verdicts(batch.findings, batch.about["seed"])
    return 0


def _again(options: argparse.Namespace) -> int:
    changes = again.again(options.root, options.jobs)
    print(*sorted(map(str, changes)), "", *again.summary(changes), sep="\n")
    gone = any(c.row["verdict"] == "right" and c.now != c.row["confidence"] for c in changes)
    return 1 if gone else 0


def _write(page: Path, insert: Callable[[str, row.Batch], str], batch: row.Batch) -> None:
    try:
        text = page.read_text(encoding="utf-8")
    except OSError as error:
        raise BatchError(f"{page}: {error}; give the page to write to") from error
    try:
        page.write_text(insert(text, batch), encoding="utf-8")
    except BatchError as error:
        raise BatchError(f"{page}: {error}") from error


def _tell(lines: Sequence[str]) -> None:
    for line in lines:
        print(f"batch: {line}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
