"""What ``tfretrace audit`` costs ordinary programs, in processor time.

    python -m bench.audit_overhead [--rounds N] [--seconds S] [--json FILE] [PROGRAM ...]

Each program runs as it is, observed as an audit observes it, and under the whole audit with its
report, in turn. Medians of the ratios of neighbouring runs are printed, with their range.
TensorFlow gets one thread, so that threads that wait cost nothing. The cache on disk knows the
programs after the first run, which does not count. Exit status: 1 if an audit costs 10 % of a run
or more.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import textwrap
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.processes import ROOT, Cost, alternate, ratio

BAR = 1.10
_ENVIRONMENT = {
    "CUDA_VISIBLE_DEVICES": "-1",
    "OMP_NUM_THREADS": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_NUM_INTEROP_THREADS": "1",
    "TF_NUM_INTRAOP_THREADS": "1",
}
_START = """\
import random
import sys
import time

import numpy as np
import tensorflow as tf

stop = int(sys.argv[1])
"""
PROGRAMS = {
    "Keras fit": """\
        model = tf.keras.Sequential(
            [tf.keras.layers.Dense(128, activation="relu"), tf.keras.layers.Dense(1)]
        )
        model.compile(optimizer="adam", loss="mse", metrics=["mae"])
        x, y = np.random.rand(6400, 32), np.random.rand(6400, 1)
        model.fit(x, y, batch_size=32, epochs=2 * stop, verbose=2)
        """,
    "custom loop": """\
        weights = tf.Variable(tf.random.normal([64, 64]))
        optimizer = tf.keras.optimizers.Adam()


        @tf.function
        def train_step(x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(x @ weights - x))
            gradients = tape.gradient(loss, [weights])
            optimizer.apply_gradients(zip(gradients, [weights]))
            return loss


        losses = []
        for step in range(1500 * stop):
            loss = train_step(tf.random.normal([32, 64]))
            losses.append(float(loss))
            if step % 500 == 0:
                print(step, sum(losses[-500:]))
        """,
    "small cached calls": """\
        @tf.function
        def move(state, action):
            return tf.tanh(state + action)


        state = tf.zeros([4])
        for _ in range(3000 * stop):
            state = move(state, tf.ones([4]))
        print(state.numpy())
        """,
    "Python between calls": """\
        @tf.function
        def score(x):
            return tf.reduce_sum(x * x)


        def moves(board):
            found = []
            for row in range(8):
                for column in range(8):
                    if board[row][column] > 0.5:
                        found.append((row, column))
                    elif board[row][column] > 0.4:
                        found.append((column, row))
            return found


        total = 0.0
        for _ in range(700 * stop):
            board = [[random.random() for _ in range(8)] for _ in range(8)]
            for row, column in moves(board)[:4]:
                total += row * column
            total += float(score(tf.constant(board)))
        print(total)
        """,
    "small functions between calls": """\
        @tf.function
        def score(x):
            return tf.reduce_sum(x * x)


        class Walker:
            def __init__(self):
                self.place, self.speed = 0.0, 0.0

            def pushed(self, force):
                return max(-1.0, min(1.0, self.speed + 0.1 * force))

            def step(self, force):
                self.speed = self.pushed(force)
                self.place += self.speed
                return self.is_outside()

            def is_outside(self):
                return abs(self.place) > 5.0


        total = 0.0
        for _ in range(200 * stop):
            walker, steps = Walker(), 0
            while steps < 200 and not walker.step(random.random() - 0.5):
                steps += 1
            total += float(score(tf.constant([walker.place])))
        print(total)
        """,
}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=", ".join(PROGRAMS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=10, help="of a run, about (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    os.environ |= _ENVIRONMENT
    print("| program | a run | observed | audited | for the report |")
    print("|---|--:|--:|--:|--:|")
    rows = {}
    for name in options.programs or PROGRAMS:
        rows[name] = costs = _measured(PROGRAMS[name], options.rounds, options.seconds)
        plain, observed, audited = (
            [cost.cpu for cost in costs[kind]] for kind in ("plain", "observed", "audited")
        )
        report = statistics.median(a - o for a, o in zip(audited, observed, strict=True))
        print(
            f"| {name} | {statistics.median(plain):.1f} s | {ratio(observed, plain)} | "
            f"{ratio(audited, plain)} | {report:.1f} s |",
            flush=True,
        )
    if options.json is not None:
        document = {n: {k: [*map(asdict, c)] for k, c in row.items()} for n, row in rows.items()}
        options.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return int(any(_audit(costs) >= BAR for costs in rows.values()))


def _measured(program: str, rounds: int, seconds: int) -> dict[str, list[Cost]]:
    with TemporaryDirectory() as folder:
        file = Path(folder, "program.py")
        file.write_text(_START + textwrap.dedent(program), encoding="utf-8")
        (Path(folder) / "seen").mkdir()
        run = [sys.executable, str(file), str(seconds)]
        settings = json.dumps({"folder": f"{folder}/seen"})
        folders = (str(ROOT / "tfretrace/startup"), os.environ.get("PYTHONPATH"))
        path = os.pathsep.join(filter(None, folders))
        observed = ["env", f"PYTHONPATH={path}", f"TFRETRACE_OBSERVATION={settings}", *run]
        audit = ["-m", "tfretrace", "audit", "--fail-on", "never", "--", *run[1:]]
        commands = {"plain": run, "observed": observed, "audited": [sys.executable, *audit]}
        return alternate(commands, rounds)


def _audit(costs: dict[str, list[Cost]]) -> float:
    pairs = zip(costs["audited"], costs["plain"], strict=True)
    return statistics.median(audited.cpu / plain.cpu for audited, plain in pairs)


if __name__ == "__main__":
    sys.exit(main())
