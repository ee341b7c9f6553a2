"""What the recorder costs: per cached call, and per retrace of a function with many traces.

    python bench/recorder_overhead.py [--json FILE]

Rounds with and without the recorder alternate, so that both see the same machine; medians are
printed with the spread between the quartiles.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tensorflow as tf

import tfretrace

Round = Callable[[], float]


def cached_calls(calls: int) -> Round:
    """Return a round of calls that find their trace; it gives the seconds of one call."""
    function = tf.function(lambda x: x + 1.0)
    x = tf.ones([8])
    function(x)

    def run() -> float:
        start = time.perf_counter()
        for _ in range(calls):
            function(x)
        return (time.perf_counter() - start) / calls

    return run


def retraces(earlier: int, count: int) -> Round:
    """Return a round of retraces beside ``earlier`` traces; it gives the seconds of one."""

    def run() -> float:
        function = tf.function(lambda x, options, n: x + options["rate"])
        arguments = tf.ones([8]), {"rate": tf.constant(1.0), "names": ["a", "b"]}
        for number in range(earlier):
            function(*arguments, number)
        gc.collect()
        start = time.perf_counter()
        for number in range(earlier, earlier + count):
            function(*arguments, number)
        return (time.perf_counter() - start) / count

    return run


def alternate(run: Round, rounds: int) -> dict[str, Any]:
    """Run without and with the recorder in turn; return seconds and the difference."""
    seconds: dict[bool, list[float]] = {False: [], True: []}
    run()
    for number in range(2 * rounds):
        recorded = number % 2 == 1
        with tfretrace.record() if recorded else contextlib.nullcontext():
            seconds[recorded].append(run())
    differences = [on - off for off, on in zip(seconds[False], seconds[True], strict=True)]
    low, middle, high = statistics.quantiles(differences, n=4)
    return {
        "without": statistics.median(seconds[False]),
        "with": statistics.median(seconds[True]),
        "difference": middle,
        "quartiles": [low, high],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    rows = {
        "a cached call": alternate(cached_calls(2000), options.rounds),
        "a retrace, 10 traces before": alternate(retraces(10, 20), options.rounds),
        "a retrace, 200 traces before": alternate(retraces(200, 20), max(options.rounds // 4, 3)),
    }
    print(f"TensorFlow {tf.__version__}; milliseconds, median of {options.rounds} rounds")
    print(f"{'':30}{'without':>10}{'with':>10}{'difference':>12}   between the quartiles")
    for name, row in rows.items():
        low, high = (1000 * value for value in row["quartiles"])
        print(
            f"{name:30}{1000 * row['without']:10.3f}{1000 * row['with']:10.3f}"
            f"{1000 * row['difference']:12.4f}   {low:.4f} to {high:.4f}"
        )
    if options.json is not None:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
