"""``tfretrace-fix --check`` against flake8, and against another fixer that is built on LibCST.

    python -m bench.fix_speed [--rounds N] [--environments FOLDER]
    python -m bench.fix_speed --findings N

Runs them in turn, one process each, on Keras' source; Fixit, which takes minutes for that, on its
trainers only. With ``--findings``, a generated program with about so many findings, of which some
are fixed safely, some need ``--unsafe-fixes``, some have a fix that is undone, and some have none.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from bench.generated import FIXABLE_FINDINGS, fixable
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


def compare_generated(findings: int, rounds: int) -> None:
    """Measure on a program with that many findings, without and with unsafe fixes."""
    source = fixable(findings // FIXABLE_FINDINGS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        path.write_text(source, encoding="utf-8")
        check = [sys.executable, "-m", "tfretrace_fix", "--check", "--isolated", str(path)]
        commands: dict[str, Command] = {"safe": check, "all": [*check, "--unsafe-fixes"]}
        print(f"{source.count(chr(10))} lines, {findings} findings; processor seconds and MiB")
        compare(path, commands, rounds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--environments", type=Path, metavar="FOLDER", help="keep them here")
    parser.add_argument("--findings", type=int, metavar="N", help="only a generated program")
    options = parser.parse_args()
    if options.findings:
        compare_generated(options.findings, options.rounds)
        return
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
