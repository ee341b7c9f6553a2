"""Time of the analysis against the size of a file: it must grow no faster than the file.

    python -m bench.scaling [--repeat N]

Exits with 1 if doubling the file more than doubles the time (by more than the noise: 2.3).
"""

from __future__ import annotations

import argparse
import ast
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
    lines = source.splitlines(keepends=True)
    times = []
    for _ in range(repeat):
        tree = ast.parse(source)
        began = time.process_time()
        run(tree, lines, "large.py", Settings(), ALL_CODES)
        times.append(time.process_time() - began)
    return min(times)


def main() -> int:
    """Measure and print; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    seconds(program(4, 8, 100), 1)  # loads the rules
    worst = 0.0
    print("functions   calls   lines   seconds   ratio")
    for name, (size, doubled) in SERIES.items():
        print(f"doubling {name}:")
        before = None
        for step in range(DOUBLINGS + 1):
            functions, calls, lines = (
                number * 2**step if grows else number for number, grows in zip(size, doubled)
            )
            taken = seconds(program(functions, calls, lines), options.repeat)
            ratio = "" if before is None else f"{taken / before:8.2f}"
            worst = max(worst, 0.0 if before is None else taken / before)
            print(f"{functions:9}{calls:8}{lines:8}{taken:10.3f}{ratio}", flush=True)
            before = taken
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
