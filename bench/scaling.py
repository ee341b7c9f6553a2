"""Time of the analysis against the size of a file: it must grow no faster than the file.

    python -m bench.scaling [--repeat N]

Counts the function calls, too, which no other load on the machine disturbs. Exits with 1 if
doubling the file more than doubles either (by more than the noise: 2.3).

Then programs of parts that depend on each other: for doubled ``n`` the text, the function calls,
the evaluations of expressions, and the peak memory; the exponent is that of the calls by the text.
Exits with 1 where it is above 2: what is evaluated anew on every path has none.
"""

from __future__ import annotations

import argparse
import ast
import cProfile
import math
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from bench import mutual
from bench.generated import program
from flake8_tfretrace import Settings, check
from flake8_tfretrace.catalog import ALL_CODES
from flake8_tfretrace.program.evaluate import Evaluator
from flake8_tfretrace.rules import run

LIMIT = 2.3
EXPONENT = 2
# (traced functions, calls, lines) of the smallest file, and which of them are doubled.
SERIES = {
    "everything": ((62, 620, 2_500), (True, True, True)),
    "lines": ((62, 620, 5_000), (False, False, True)),
    "calls and lines": ((62, 1_240, 3_000), (False, True, True)),
}
DOUBLINGS = 3


def seconds(source: str, repeat: int, filename: str = "large.py") -> float:
    """Return the least processor time of ``repeat`` analyses with every rule."""
    times = []
    for _ in range(repeat):
        tree = ast.parse(source)
        began = time.process_time()
        analyse(tree, source, filename)
        times.append(time.process_time() - began)
    return min(times)


def calls(source: str, filename: str = "large.py") -> tuple[int, int]:
    """Return how many functions one analysis calls, and how many expressions it evaluates."""
    tree = ast.parse(source)
    profile = cProfile.Profile()
    profile.runcall(analyse, tree, source, filename)
    entries = profile.getstats()
    evaluations = sum(e.callcount for e in entries if e.code is Evaluator.value.__code__)
    return sum(entry.callcount for entry in entries), evaluations


def peak(source: str, filename: str = "large.py") -> float:
    """Return the peak memory of one analysis, in MiB."""
    tracemalloc.start()
    try:
        analyse(ast.parse(source), source, filename)
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


def analyse(tree: ast.Module, source: str, filename: str = "large.py") -> None:
    """Run every rule; on a file that exists, with what it imports from its project."""
    if Path(filename).exists():
        check(source, filename)
    else:
        run(tree, source.splitlines(keepends=True), filename, Settings(), ALL_CODES)


def mutual_programs(folder: Path) -> Iterator[tuple[str, int, str, str]]:
    """Yield the name, ``n``, text and file of the programs of parts that depend on each other."""
    for family, smallest in mutual.FAMILIES.items():
        for step in range(DOUBLINGS):
            n = smallest * 2**step
            yield family.__name__, n, family(n), "large.py"
    for projects, smallest in mutual.PROJECTS.items():
        for step in range(DOUBLINGS):
            n = smallest * 2**step
            project = folder / projects.__name__ / str(n) / "project"
            project.mkdir(parents=True)
            (project.parent / "pyproject.toml").touch()
            (project / "__init__.py").touch()
            texts = projects(n)
            for name, text in texts.items():
                (project / name).write_text(text)
            yield projects.__name__, n, texts["m0.py"], str(project / "m0.py")


def measure_mutual(repeat: int) -> float:
    """Measure and print programs of parts that depend on each other; return the worst exponent."""
    worst = 0.0
    print("                    n    text   seconds     calls  evaluations  MiB  exponent")
    before: tuple[str, int, int] | None = None
    with tempfile.TemporaryDirectory() as folder:
        for name, n, source, filename in mutual_programs(Path(folder)):
            cost, (count, evaluations) = seconds(source, repeat, filename), calls(source, filename)
            memory = peak(source, filename)
            # Of a project, any module may be looked into.
            modules = Path(filename).parent.glob("m*.py") if Path(filename).exists() else ()
            size = sum(len(path.read_bytes()) for path in modules) or len(source)
            exponent = float("nan")
            if before is not None and before[0] == name:
                exponent = math.log(count / before[2]) / math.log(size / before[1])
                worst = max(worst, exponent)
            print(
                f"{name:16}{n:5}{size:8}{cost:10.3f}{count:10}{evaluations:13}{memory:5.1f}"
                f"{exponent:10.2f}".replace("nan", "   "),
                flush=True,
            )
            before = name, size, count
    return worst


def main() -> int:
    """Measure and print; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    seconds(program(4, 8, 100), 1)  # loads the rules
    worst = 0.0
    print("  traced   calls   lines   seconds   ratio  analysis calls   ratio")
    for name, (size, doubled) in SERIES.items():
        print(f"doubling {name}:")
        before: tuple[float, int] | None = None
        for step in range(DOUBLINGS + 1):
            sizes = [number * 2**step if grows else number for number, grows in zip(size, doubled)]
            source = program(*sizes)
            cost = seconds(source, options.repeat), calls(source)[0]
            row = "".join(f"{number:8}" for number in sizes)
            ratios = [new / old for new, old in zip(cost, before or cost)]
            worst = max(worst, *ratios)
            print(f"{row}{cost[0]:10.3f}{ratios[0]:8.2f}{cost[1]:16}{ratios[1]:8.2f}", flush=True)
            before = cost
    exponent = measure_mutual(options.repeat)
    return int(worst > LIMIT or exponent > EXPONENT)


if __name__ == "__main__":
    sys.exit(main())
