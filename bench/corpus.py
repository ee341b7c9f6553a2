"""Run the linter over a folder of cloned repositories and hold it against hand-made labels.

    python bench/corpus.py ROOT [--labels FILE] [--sample N --seed S] [--select TFR] [--alone]

ROOT holds one folder per repository, called ``owner+name``. The code cells of notebooks are read
as one file each, called ``nb:<path>.py``, much as nbQA does: every cell is preceded by nbQA's mark
with its number, a line that is a magic command becomes ``pass`` with the command in a comment, and
a cell that does not parse is commented out.
"""

from __future__ import annotations

import argparse
import ast
import csv
import json
import os
import random
import re
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from flake8_tfretrace import Finding, Settings, check
from flake8_tfretrace.catalog import DEFAULT_CODES, matching
from flake8_tfretrace.modules import is_copy, reading

LABEL_CODES = {
    "py-scalar-argument-varying": "TFR101",
    "py-scalar-loop-var": "TFR101",
    "py-scalar-literals-vary": "TFR101",
    "py-scalar-argument": "TFR101",
    "py-scalar-literal": "TFR101",
    "loop-var-expression": "TFR101",
    "py-scalar-param": "TFR102",
    "scalar-default-param": "TFR102",
    "python-iterator-argument": "TFR103",
    "tf-data-iterator-argument": "TFR103",
    "fresh-object-argument": "TFR104",
    "fixed-pair": "TFR106",
    "bool-argument": "TFR101",
    "missing-input-signature": "TFR201",
    "range-over-param": "TFR301",
    "range-over-local": "TFR301",
    "value-dependent-conditional": "TFR303",
    "bool-flag-conditional": "TFR303",
    "string-mode": "TFR303",
    "is-none": "TFR303",
    "self-attr-conditional": "TFR405",
    "tensor-conditional": "TFR304",
    "variable-in-function": "TFR401",
    "keras-predict-in-graph": "TFR402",
    "leaked-tensor-attribute": "TFR403",
    "leaked-tensor-global": "TFR403",
    "side-effect-lookalike": "TFR403",
    "trace-time-side-effect": "TFR403,TFR407",
    "created-in-loop": "TFR501",
    "created-per-call": "TFR502",
    "wrap-and-call": "TFR502",
    "cached-on-self": "TFR502",
    "nested-in-tf-function": "TFR502",
    "compile-in-property": "TFR602",
    "predict-in-loop": "TFR601",
}
"""The codes that would report a label's pattern."""


@dataclass
class Run:
    """What the linter did to a set of files."""

    files: int = 0
    with_tensorflow: int = 0
    lines: int = 0
    unparsable: int = 0
    seconds: float = 0.0
    crashes: list[str] = field(default_factory=list)
    findings: list[tuple[str, str, Finding, str]] = field(default_factory=list)
    """(repository, path, finding, source line)."""


def notebook_source(text: str) -> str:
    """Return the code cells of a notebook as one Python file.

    Raises:
        ValueError: ``text`` is not a notebook.
    """
    cells = json.loads(text)
    cells = cells.get("cells") or [c for s in cells.get("worksheets", ()) for c in s["cells"]]
    out: list[str] = []
    for number, cell in enumerate(cells):
        if cell.get("cell_type") != "code":
            continue
        source = cell.get("source", cell.get("input", ""))
        source = source if isinstance(source, str) else "".join(source)
        if source.lstrip().startswith("%%") and not _PYTHON_MAGIC.match(source):
            continue
        lines = [_without_magic(line) for line in source.split("\n")]
        if not _parses("\n".join(lines)):
            lines = [f"# {line}" for line in lines]
        out += [f"# %%NBQA-CELL-SEP{number:06}", *lines]
    return "\n".join(out) + "\n"


_PYTHON_MAGIC = re.compile(r"\s*%%(?:time|timeit|capture|pypy|python|python3)\b")
"""Cell magics with Python below, which nbQA hands to linters."""


def _without_magic(line: str) -> str:
    stripped = line.lstrip()
    if stripped.startswith("%%"):
        return f"# {line}"
    if stripped.startswith(("%", "!", "?")):
        return line[: len(line) - len(stripped)] + f"pass  # {stripped}"
    return line


def _parses(source: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return True


def paths(repository: Path) -> Iterator[str]:
    """Yield the paths of the Python files and notebooks of a repository, as findings name them."""
    for path in sorted(repository.rglob("*")):
        relative = path.relative_to(repository)
        if ".git" in relative.parts or not path.is_file():
            continue
        if path.suffix == ".py":
            yield str(relative)
        elif path.suffix == ".ipynb" and not is_copy(str(path)):
            # The linter sees by itself that a file is a copy, but not under this name.
            yield f"nb:{relative.with_suffix('.py')}"


def text_at(repository: Path, path: str) -> str | None:
    """Return the text of one of the :func:`paths` of a repository; None if it has none."""
    try:
        if path.startswith("nb:"):
            return notebook_source((repository / on_disk(path)).read_text(encoding="utf-8"))
        # With its line ends: what is found to be changed has to apply to the file.
        return (repository / path).read_bytes().decode("utf-8-sig")
    except (UnicodeDecodeError, ValueError, KeyError, OSError, AttributeError):
        return None


def on_disk(path: str) -> str:
    """Return the path of the file that ``path`` is read from, which may be a notebook."""
    return f"{path[3:-3]}.ipynb" if path.startswith("nb:") else path


def linted_as(path: str) -> str:
    """Return the path of the file that the linter is given: nbQA writes one beside the notebook."""
    return f"{path[3:-3]}_nbqa.py" if path.startswith("nb:") else path


def sources(repository: Path) -> Iterator[tuple[str, str]]:
    """Yield (path, text) of the Python files and notebooks of a repository."""
    for path in paths(repository):
        text = text_at(repository, path)
        if text is not None:
            yield path, text


def lint(
    run: Run,
    folder: Path,
    path: str,
    text: str,
    codes: frozenset[str],
    *,
    alone: bool = False,
    settings: Settings = Settings(),  # noqa: B008 - immutable
) -> None:
    """Add what the linter says of one file of a repository to ``run``."""
    repository = folder.name.replace("+", "/")
    # A name without a file: there is nothing around it.
    filename = path if alone else str(folder / linted_as(path))
    run.files += 1
    run.lines += text.count("\n")
    run.with_tensorflow += "tensorflow" in text
    if not _parses(text):
        run.unparsable += 1
        return
    began = time.process_time()
    try:
        # nbQA writes its file for as long as it is linted.
        held = {os.path.realpath(filename): text} if path.startswith("nb:") and not alone else {}
        with warnings.catch_warnings(), reading(held):
            warnings.simplefilter("ignore")
            found = check(text, filename, settings=settings, codes=codes)
    except Exception as error:  # a crash is what this run looks for
        run.crashes.append(f"{repository}/{path}: {type(error).__name__}: {error}")
        return
    finally:
        run.seconds += time.process_time() - began
    lines = text.splitlines()
    for finding in found:
        source = lines[finding.line - 1].strip() if finding.line <= len(lines) else ""
        run.findings.append((repository, path, finding, source))


def at_commit(root: Path, repository: str, commit: str, path: str) -> str | None:
    """Return the text of a file of a repository at a commit; None if git does not have it."""
    folder = root / repository.replace("/", "+")
    shown = ["git", "-C", str(folder), "show", f"{commit}:{on_disk(path)}"]
    result = subprocess.run(shown, capture_output=True, check=False)
    if result.returncode:
        return None
    text = result.stdout.decode("utf-8-sig", errors="replace")
    return notebook_source(text) if path.startswith("nb:") else text


def check_labels(root: Path, labels: Path) -> int:
    """Print a line per label and the totals; return the number of broken SILENT labels."""
    counts: Counter[str] = Counter()
    with labels.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        text = at_commit(root, row["repo"], row["commit"], row["path"])
        where = f"{row['repo']} {row['path']}:{row['line']}"
        if text is None:
            counts["file missing"] += 1
            print(f"  ?        {where}: the file is not in the clone")
            continue
        line = int(row["line"])
        codes = LABEL_CODES.get(row["pattern"], "").split(",")
        every = check(text, row["path"], codes=matching(["TFR"]))
        lines = _header(text, line)
        here = sorted({f.code for f in every if f.line in lines and f.code in codes})
        default = [code for code in here if code in DEFAULT_CODES]
        if row["verdict"] == "FLAG":
            outcome = "reported" if here else "missed"
        elif row["verdict"] == "SILENT":
            outcome = "broken" if default else "kept"
        else:
            outcome = "reported" if default else "silent"
        counts[f"{row['verdict']} {outcome}"] += 1
        print(f"  {row['verdict']:9} {outcome:8} {where} [{row['pattern']}] {' '.join(here)}")
    print()
    for name, number in sorted(counts.items()):
        print(f"  {name}: {number}")
    flags = counts["FLAG reported"] + counts["FLAG missed"]
    if flags:
        print(f"  FLAG labels reported: {counts['FLAG reported']}/{flags}")
    return counts["SILENT broken"]


def _header(text: str, line: int) -> set[int]:
    """Return the lines that a label at ``line`` may mean: a definition has several.

    Some labels are on the ``def`` line, where findings are at the decorator above it.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.lineno == line:
            return {line, *(decorator.lineno for decorator in node.decorator_list)}
    return {line}


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 1 if the linter crashed on a file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("root", type=Path, help="folder with one cloned repository per folder")
    parser.add_argument("--labels", type=Path, help="tab-separated labels to hold it against")
    parser.add_argument("--select", default="", help="comma-separated opt-in codes to add")
    parser.add_argument("--sample", type=int, default=0, help="print N random default findings")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample")
    parser.add_argument("--list", action="store_true", help="print every finding")
    parser.add_argument("--alone", action="store_true", help="look at each file by itself")
    parser.add_argument("--only", default="", help="with --list/--sample: only these codes")
    options = parser.parse_args(arguments)
    codes = DEFAULT_CODES | matching([c for c in options.select.split(",") if c])
    run = Run()
    for repository in sorted(p for p in options.root.iterdir() if p.is_dir()):
        for path, text in sources(repository):
            lint(run, repository, path, text, codes, alone=options.alone)
    print(f"{run.files} files, {run.lines} lines, {run.with_tensorflow} with TensorFlow,")
    print(f"{run.unparsable} that do not parse, {len(run.crashes)} crashes,")
    print(f"{run.seconds:.1f} s of processor time")
    for crash in run.crashes:
        print(f"  crash: {crash}")
    counted = Counter(finding.code for _, _, finding, _ in run.findings)
    for code, number in sorted(counted.items()):
        print(f"  {code}: {number} findings, {1000 * number / run.lines:.3f} per 1000 lines")
    only = tuple(c for c in options.only.split(",") if c)
    shown = [f for f in run.findings if not only or f[2].code.startswith(only)]
    if options.sample:
        default = [f for f in shown if f[2].code in DEFAULT_CODES]
        shown = random.Random(options.seed).sample(default, min(options.sample, len(default)))
    if options.sample or options.list:
        for name, path, finding, source in shown:
            print(f"\n{name} {path}:{finding.line}:{finding.column}\n  {finding}\n  > {source}")
    if options.labels:
        print("\nlabels:")
        check_labels(options.root, options.labels)
    return 1 if run.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
