"""Fix whole folders in memory, and hold what comes out against what must be true of any fix.

    python -m bench.fix_corpus ROOT... [--unsafe-fixes] [--select TFR] [--sample N --seed S]

Of each file that the fixes change: it compiles, has no finding that was not there before, a second
run changes nothing, and no line changes in its end only. Nothing is written. Notebooks are read as
``bench/corpus.py`` does. The exit status is 1 if anything was not so.
"""

from __future__ import annotations

import argparse
import difflib
import random
import re
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tfretrace_fix.engine import FixResult, fix_source
from tfretrace_fix.files import FileError, read

from bench.corpus import notebook_source
from flake8_tfretrace import check
from flake8_tfretrace.catalog import DEFAULT_CODES, matching

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")
_CONTEXT = 4
"""Unchanged lines shown around a change."""


@dataclass
class Run:
    """What became of all files."""

    files: int = 0
    with_tensorflow: int = 0
    unreadable: int = 0
    changed: int = 0
    seconds: float = 0.0
    """Fixing alone."""
    fixed: Counter[str] = field(default_factory=Counter)
    needs_unsafe: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    """Why findings are left, by code and reason, names left out."""
    hunks: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def texts(root: Path) -> Iterator[tuple[str, str | None]]:
    """Yield (path, text) of Python files and notebooks; None for a text that cannot be read."""
    for path in sorted(root.rglob("*")):
        if ".git" in path.parts or not path.is_file():
            continue
        try:
            if path.suffix == ".py":
                yield str(path), read(path).text
            elif path.suffix == ".ipynb":
                yield str(path), notebook_source(path.read_text(encoding="utf-8"))
        except (FileError, OSError, ValueError, KeyError, AttributeError):
            yield str(path), None


def fix(run: Run, path: str, text: str, codes: frozenset[str], unsafe: bool) -> None:
    """Fix one text, and add what that shows to ``run``."""
    run.with_tensorflow += 1
    began = time.perf_counter()
    try:
        result = fix_source(text, path, codes=codes, unsafe=unsafe)
    except (SyntaxError, RecursionError):
        run.unreadable += 1
        return
    except Exception as error:  # a crash is what this run looks for
        run.problems.append(f"{path}: {type(error).__name__}: {error}")
        return
    finally:
        run.seconds += time.perf_counter() - began
    run.fixed.update(item.finding.code for item in result.fixed)
    for item in result.left:
        (run.needs_unsafe if item.needs_unsafe else run.left)[item.finding.code] += 1
        reason = re.sub(r"'.*'", "'...'", item.reason)
        run.reasons[f"{item.finding.code} {reason}"] += 1
    if result.text != text:
        run.changed += 1
        run.problems += [
            f"{path}: {problem}" for problem in problems(path, text, result, codes, unsafe)
        ]
        run.hunks += hunks(path, text, result.text)


def problems(
    path: str, text: str, result: FixResult, codes: frozenset[str], unsafe: bool
) -> Iterator[str]:
    """Yield what is wrong with a changed text."""
    try:
        compile(result.text, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        yield f"does not compile: {error}"
        return
    before, after = (Counter(f.code for f in check(t, path)) for t in (text, result.text))
    if after - before:
        yield f"new findings: {after - before}"
    again = fix_source(result.text, path, codes=codes, unsafe=unsafe)
    if again.text != result.text:
        yield "a second run changes it again"
    removed, added = changed_lines(text, result.text)
    ends = {line.rstrip(): line for line in added if line.strip()}
    for line in removed:
        other = ends.get(line.rstrip())
        if other is not None and other != line:
            yield f"a line changes in its end only: {line!r} -> {other!r}"


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return the lines that go and those that come, with their ends."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    removed: list[str] = []
    added: list[str] = []
    for tag, i, j, k, end in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        if tag != "equal":
            removed += old[i:j]
            added += new[k:end]
    return removed, added


def hunks(path: str, before: str, after: str) -> Iterator[str]:
    """Yield each change with the lines around it."""
    old, new = before.splitlines(), after.splitlines()
    shown: list[str] = []
    for line in difflib.unified_diff(old, new, n=_CONTEXT, lineterm=""):
        if line.startswith(("---", "+++")) and not shown:
            continue
        if line.startswith("@@") and shown:
            yield "\n".join([path, *shown])
            shown = []
        shown.append(line)
    yield "\n".join([path, *shown])


def patch(path: str, before: str, after: str) -> str:
    """Return what changes in a file as a patch for ``patch -p1``; empty if nothing does."""
    # As diff and git do: patch takes a name with spaces to end at a tab.
    name = f"{path}\t" if " " in path else path
    difference = difflib.unified_diff(
        _LINE.findall(before), _LINE.findall(after), f"a/{name}", f"b/{name}", n=_CONTEXT
    )
    return "".join(
        line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"
        for line in difference
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 1 if a fix did something that no fix may do."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("roots", type=Path, nargs="+", metavar="ROOT", help="folders to fix")
    parser.add_argument("--unsafe-fixes", action="store_true", help="apply unsafe fixes, too")
    parser.add_argument("--select", default="", help="comma-separated opt-in codes to add")
    parser.add_argument("--reasons", type=int, default=0, help="print the N commonest refusals")
    parser.add_argument("--sample", type=int, default=0, help="print N random changes")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample")
    options = parser.parse_args(arguments)
    codes = DEFAULT_CODES | matching([c for c in options.select.split(",") if c])
    run = Run()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for root in options.roots:
            for path, text in texts(root):
                run.files += 1
                if text is None:
                    run.unreadable += 1
                elif "tensorflow" in text or "keras" in text:
                    fix(run, path, text, codes, options.unsafe_fixes)
    print(f"{run.files} files, {run.with_tensorflow} with TensorFlow, {run.unreadable} unreadable,")
    print(f"{run.changed} changed, {run.fixed.total()} findings fixed, {run.seconds:.1f} s,")
    print(f"{len(run.problems)} problems")
    for problem in run.problems:
        print(f"  problem: {problem}")
    print("code    fixed  unsafe  left")
    for code in sorted({*run.fixed, *run.needs_unsafe, *run.left}):
        print(f"{code}  {run.fixed[code]:5d}  {run.needs_unsafe[code]:6d}  {run.left[code]:4d}")
    for reason, count in run.reasons.most_common(options.reasons):
        print(f"{count:5d} {reason}")
    for hunk in random.Random(options.seed).sample(run.hunks, min(options.sample, len(run.hunks))):
        print(f"\n{hunk}")
    return 1 if run.problems else 0


if __name__ == "__main__":
    sys.exit(main())
