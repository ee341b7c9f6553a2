"""Time of the analysis against the size of a file: it must grow no faster than the file.

    python -m bench.scaling [--repeat N]

Counts the function calls, too, which no other load on the machine disturbs. Exits with 1 if
doubling the file more than doubles either (by more than the noise: 2.3).
"""

from __future__ import annotations

import argparse
import ast
import cProfile
import sys
import time

from bench.generated import program
from flake8_tfretrace import Settings
from flake8_tfretrace.catalog import ALL_CODES
from flake8_tfretrace.rules import run

LIMIT = 2.3
# (traced functions, calls, lines) of the smallest file, and which of them are doubled.
SERIES = {
    "everything": ((62, 620, 2_500), (True, True, True)),
    "lines": ((62, 620, 5_000), (False, False, True)),
    "calls and lines": ((62, 1_240, 3_000), (False, True, True)),
}
DOUBLINGS = 3


def seconds(source: str, repeat: int) -> float:
    """Return the least processor time of ``repeat`` analyses with every rule."""
    times = []
    for _ in range(repeat):
        tree = ast.parse(source)
        began = time.process_time()
        analyse(tree, source)
        times.append(time.process_time() - began)
    return min(times)


def calls(source: str) -> int:
    """Return how many functions one analysis with every rule calls."""
    tree = ast.parse(source)
    profile = cProfile.Profile()
    profile.runcall(analyse, tree, source)
    return sum(entry.callcount for entry in profile.getstats())


def analyse(tree: ast.Module, source: str) -> None:
    """Run every rule."""
    run(tree, source.splitlines(keepends=True), "large.py", Settings(), ALL_CODES)


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
            cost = seconds(source, options.repeat), calls(source)
            row = "".join(f"{number:8}" for number in sizes)
            ratios = [new / old for new, old in zip(cost, before or cost)]
            worst = max(worst, *ratios)
            print(f"{row}{cost[0]:10.3f}{ratios[0]:8.2f}{cost[1]:16}{ratios[1]:8.2f}", flush=True)
            before = cost
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
