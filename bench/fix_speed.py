"""``tfretrace-fix --check`` against flake8, and against another fixer that is built on LibCST.

    python -m bench.fix_speed [--rounds N] [--environments FOLDER]

Runs them in turn, one process each, on Keras' source; Fixit, which takes minutes for that, on its
trainers only.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from bench.processes import Command, alternate, describe, environments, ratio, source_of


def compare(path: Path, commands: dict[str, Command], rounds: int) -> None:
    """Print a row for each command on one tree; the first is what the others are compared to."""
    costs = alternate(commands, rounds)
    first, *_ = commands
    print(f"\n{path.name} ({describe(path)})")
    for name, runs in costs.items():
        cpu = [run.cpu for run in runs]
        print(
            f"{name:24}{statistics.median(cpu):9.2f}"
            f"{statistics.median(run.memory for run in runs):9.0f}   "
            f"{ratio(cpu, [run.cpu for run in costs[first]])}",
            flush=True,
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--environments", type=Path, metavar="FOLDER", help="keep them here")
    options = parser.parse_args()
    keras = source_of("keras")
    trainers = keras / "src" / "trainers"
    with environments(options.environments, "fixit") as installed:
        plain, plugin = str(installed.plain), str(installed.plugin)

        def fix(path: Path) -> Command:
            arguments = ["--check", "--isolated", "--jobs=1", str(path)]
            return [plugin, "-m", "tfretrace_fix", *arguments]

        def flake8(path: Path) -> Command:
            return [plain, "-m", "flake8", "--isolated", "-j1", str(path)]

        print("processor seconds and MiB, medians; time against the first (range)")
        fixit = [str(installed.plain.with_name("fixit")), "lint", str(trainers)]
        few = {"tfretrace-fix --check": fix(trainers), "flake8": flake8(trainers), "fixit": fixit}
        compare(trainers, few, options.rounds)
        many = {"tfretrace-fix --check": fix(keras), "flake8": flake8(keras)}
        compare(keras, many, options.rounds)


if __name__ == "__main__":
    main()
