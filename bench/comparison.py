"""What the instruments share: reading programs, comparing findings, printing differences.

An instrument makes variants of programs that mean the same (:func:`run_invariance`), or that lack
what a finding needs (``bench/near_misses.py``), and says where the linter does not follow.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.corpus import notebook_source
from bench.program_variants import NotApplicable, Program, Variant
from flake8_tfretrace import Finding, Settings, check
from flake8_tfretrace.catalog import DEFAULT_CODES, matching
from flake8_tfretrace.evidence import occasion
from tfretrace.fixture import FixtureError, is_fixed_text, is_fixture, read_fixture

FIXTURES = Path(__file__).parents[1] / "fixtures"
WORKERS = 2
_SECONDS_BETWEEN_REPORTS = 5.0
_NO_OCCASION = "without occasion for a finding"

Variants = Callable[[Program], Iterable[Variant]]


@dataclass(frozen=True)
class Difference:
    """A finding that a variant should have, or should not have."""

    variant: str
    kind: str
    """``lost``, ``new``, ``still there``, or ``crash``."""
    line: int
    """In the program, not in the variant."""
    code: str
    message: str

    def __str__(self) -> str:
        return f"[{self.variant}] {self.kind}: line {self.line} {self.code} {self.message}"


@dataclass
class Outcome:
    """What an instrument saw of one file."""

    path: str
    tried: Counter[str] = field(default_factory=Counter)
    """How many variants there were, by name."""
    differences: list[Difference] = field(default_factory=list)
    skipped: str | None = None
    """Why nothing was tried."""


def compare(
    program: Program, variant: Variant, path: str, codes: frozenset[str]
) -> list[Difference]:
    """Return the findings that a program and its variant do not share.

    Columns are not compared, and nothing that stands on a line that the variant does not have: of
    those, the code may be reported on another line.
    """
    try:
        before, after = _findings(program, variant, path, codes)
    except Exception as error:  # a crash, or a variant that is no Python, is a difference too
        return [Difference(variant.name, "crash", 1, type(error).__name__, str(error))]
    old = [(f.line, f.code, f.message) for f in before if f.line not in variant.gone]
    new = [(variant.origin(f.line), f.code, f.message) for f in after]
    elsewhere = {f.code for f in before if f.line in variant.gone}
    return [
        *(Difference(variant.name, "lost", *item) for item in _without(old, new)),
        *(Difference(variant.name, "new", *i) for i in _without(new, old) if i[1] not in elsewhere),
    ]


def _findings(
    program: Program, variant: Variant, path: str, codes: frozenset[str]
) -> tuple[list[Finding], list[Finding]]:
    compile(variant.text, path, "exec", dont_inherit=True)
    if not variant.modules:
        return check(program.text, path, codes=codes), check(variant.text, path, codes=codes)
    with TemporaryDirectory() as folder:
        Path(folder, "pyproject.toml").write_text("[project]\nname = 'program'\nversion = '1'\n")
        for name, text in variant.modules.items():
            compile(text, name, "exec", dont_inherit=True)
            Path(folder, name).write_text(text, encoding="utf-8")
        path = str(Path(folder, Path(path).name))
        before = check(program.text, path, codes=codes)
        Path(path).write_text(variant.text, encoding="utf-8")
        return before, check(variant.text, path, codes=codes)


_Item = tuple[int, str, str]


def _without(items: Iterable[_Item], others: Iterable[_Item]) -> Iterator[_Item]:
    """Yield the items that are not among the others, by line and code, as often as they are."""
    left = Counter((line, code) for line, code, _ in others)
    for line, code, message in items:
        if left[line, code]:
            left[line, code] -= 1
        else:
            yield line, code, message


def variants_of(
    program: Program, transformations: Iterable[Callable[[Program], Variant]]
) -> Iterator[Variant]:
    """Yield what transformations make of a program, where they apply and change it."""
    for transformation in transformations:
        try:
            variant = transformation(program)
        except NotApplicable:
            continue
        if variant.text != program.text:
            yield variant


def read(path: Path) -> str | None:
    """Return the text of a Python file, or of a notebook's code cells; None if there is none."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        return notebook_source(text) if path.suffix == ".ipynb" else text
    except (OSError, ValueError, KeyError, AttributeError):
        return None


def files(paths: Sequence[Path]) -> list[Path]:
    """Return the Python files and notebooks in folders, and the files given by name."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = (p for p in path.rglob("*") if p.suffix in (".py", ".ipynb") and p.is_file())
            found += sorted(p for p in inside if not is_fixed_text(p) and ".git" not in p.parts)
        elif path.exists():
            found.append(path)
        else:
            sys.exit(f"{path}: no such file or folder")
    return found


def codes_for(path: Path, select: Sequence[str] = ()) -> frozenset[str]:
    """Return the codes to check: the defaults, those selected, those a fixture's header names."""
    codes = frozenset(DEFAULT_CODES) | matching(list(select))
    try:
        return codes | read_fixture(path).codes if is_fixture(path) else codes
    except (FixtureError, OSError, UnicodeDecodeError):
        return codes


def examine(
    path: Path,
    *,
    look: Callable[[Program, str, frozenset[str], Outcome], None],
    select: Sequence[str],
) -> Outcome:
    """Look at one file."""
    outcome = Outcome(str(path))
    text = read(path)
    if text is None:
        outcome.skipped = "unreadable"
        return outcome
    codes = codes_for(path, select)
    possible, elsewhere = occasion(text, str(path), codes, Settings())
    if not possible and elsewhere is None:
        outcome.skipped = _NO_OCCASION
        return outcome
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            # The cells of a notebook run one by one: together they need not be a program.
            compile(text, str(path), "exec", dont_inherit=True)
            look(Program(text), str(path), codes, outcome)
        except (SyntaxError, ValueError, RecursionError) as error:
            outcome.skipped = type(error).__name__
        except NotApplicable as reason:
            outcome.skipped = str(reason)
    return outcome


def look_at_variants(
    program: Program, path: str, codes: frozenset[str], outcome: Outcome, *, variants: Variants
) -> None:
    """Compare each variant of a program with it."""
    for variant in variants(program):
        outcome.tried[variant.name] += 1
        outcome.differences += compare(program, variant, path, codes)


def parser(description: str) -> argparse.ArgumentParser:
    """Return the parser of an instrument's command line."""
    made = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "paths",
        type=Path,
        nargs="*",
        default=[FIXTURES],
        metavar="PATH",
        help="Python files, notebooks, or folders of them (default: fixtures/)",
    )
    made.add_argument(
        "--select", default="", help="comma-separated opt-in codes to check beside the defaults"
    )
    made.add_argument(
        "--workers", type=int, choices=range(1, WORKERS + 1), default=1, help="processes to use"
    )
    return made


def run_invariance(
    description: str, variants: Variants, options: argparse.Namespace | None = None
) -> int:
    """Run the command of an instrument whose variants mean the same; return its exit status."""
    options = options or parser(description).parse_args()
    return run(options, partial(look_at_variants, variants=variants))


def run(
    options: argparse.Namespace, look: Callable[[Program, str, frozenset[str], Outcome], None]
) -> int:
    """Look at all files, print what differs and the totals; return 1 if anything differs."""
    select = [code for code in options.select.split(",") if code]
    work = partial(examine, look=look, select=select)
    found = files(options.paths)
    outcomes: list[Outcome] = []
    reported = time.monotonic()
    for outcome in _results(work, found, options.workers):
        outcomes.append(outcome)
        if outcome.differences or outcome.skipped not in (None, "", _NO_OCCASION):
            print(f"{outcome.path}{f': skipped: {outcome.skipped}' if outcome.skipped else ''}")
        for difference in outcome.differences:
            print(f"  {difference}", flush=True)
        if time.monotonic() - reported > _SECONDS_BETWEEN_REPORTS:
            reported = time.monotonic()
            print(f"{len(outcomes)} of {len(found)} files", file=sys.stderr)
    return print_totals(outcomes)


def _results(
    work: Callable[[Path], Outcome], found: Sequence[Path], workers: int
) -> Iterator[Outcome]:
    if workers == 1:
        yield from map(work, found)
        return
    with multiprocessing.Pool(workers) as pool:
        yield from pool.imap(work, found)


def print_totals(outcomes: Sequence[Outcome]) -> int:
    """Print the totals by variant, with the codes that differ; return 1 if anything does."""
    tried: Counter[str] = Counter()
    codes: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        tried += outcome.tried
        for difference in outcome.differences:
            codes.setdefault(difference.variant, Counter())[difference.code] += 1
    total = sum(counted.total() for counted in codes.values())
    width = max(map(len, tried), default=7)
    print(f"\n{'variant':{width}}  {'tried':>6}  {'differ':>6}")
    for name in sorted(tried):
        counted = codes.get(name, Counter())
        shown = ", ".join(f"{code} {number}" for code, number in sorted(counted.items()))
        print(f"{name:{width}}  {tried[name]:6d}  {counted.total():6d}  {shown}".rstrip())
    print(
        f"{len(outcomes)} files, {sum(bool(o.tried) for o in outcomes)} with variants,"
        f" {tried.total()} variants,"
        f" {total} differences in {sum(bool(o.differences) for o in outcomes)} files"
    )
    return 1 if total else 0
