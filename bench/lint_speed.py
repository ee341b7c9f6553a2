"""What the plugin adds to flake8: time, memory, and where it goes.

    python -m bench.lint_speed [--rounds N] [--jobs N] [--environments FOLDER]
                               [--packages FOLDER] [--instructions] [NAME ...]

Runs ``flake8 -j1`` on Keras' source, on pip's source (no TensorFlow), on a large generated program
and on packages full of ``tf.function``, or on those that are named: with the plugin, without a
cache, with an empty one and with a warm one, to see what part of the time is the plugin's. Then
files of the packages are changed, one after the other, and linted alone, as an editor and
pre-commit do. Last, all are linted in two virtual environments in turn, one with the plugin,
without a cache, and one without it; ``--rounds 0`` leaves that out, ``--jobs`` sets flake8's.
With ``--instructions`` valgrind also counts the instructions on a part of Keras, without any noise.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from bench.generated import program
from bench.processes import (
    ROOT,
    Environments,
    alternate,
    describe,
    environments,
    ratio,
    source_of,
)
from flake8_tfretrace import Settings
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.evidence import possible_codes

_START = """
import time
import flake8.main.application, flake8.plugins.pyflakes, mccabe
began = time.process_time()
import flake8_tfretrace.plugin
print(time.process_time() - began)
"""
_NO_CACHE = "--tfretrace-no-cache"
_PACKAGES = ("tensorflow-probability", "gpflow", "trieste", "tf-agents")
"""Packages full of ``tf.function``, in the package index."""
_EDITED = 9
"""So many files of each of them are changed."""
_INSTRUCTIONS = re.compile(r"I +refs: +([\d,]+)")


def flake8(python: Path, path: Path, *options: str, jobs: int = 1) -> list[str]:
    """Return the command that lints ``path``."""
    return [str(python), "-m", "flake8", "--isolated", f"-j{jobs}", *options, str(path)]


def package(name: str, folder: Path) -> Path:
    """Return the folder of the source of a package, downloaded to ``folder`` if it is not there."""
    path = folder / name.replace("-", "_")
    if not path.exists():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest"]
        subprocess.run([*pip, str(folder), name], check=True)
        (wheel,) = folder.glob(f"{path.name}-*.whl")
        shutil.unpack_archive(wheel, path, "zip")
    return path


def compare(name: str, path: Path, installed: Environments, rounds: int, jobs: int) -> None:
    """Print the row of one tree."""
    commands = {
        "plain": flake8(installed.plain, path, jobs=jobs),
        "plugin": flake8(installed.plugin, path, _NO_CACHE, jobs=jobs),
    }
    costs = alternate(commands, rounds)
    plain, plugin = costs["plain"], costs["plugin"]
    print(
        f"{name:24}{describe(path):28}"
        f"{statistics.median(c.cpu for c in plain):9.2f}"
        f"{statistics.median(c.cpu for c in plugin):9.2f}   "
        f"{ratio([c.cpu for c in plugin], [c.cpu for c in plain]):25}"
        f"{ratio([c.memory for c in plugin], [c.memory for c in plain])}",
        flush=True,
    )


def share(name: str, path: Path, installed: Environments) -> None:
    """Print what part of a run of flake8 is the plugin's: without, and with, a cache."""
    _share_row(name, path, installed, _NO_CACHE)
    with TemporaryDirectory() as folder, patch.dict(os.environ, TFRETRACE_CACHE_DIR=folder):
        _share_row("  empty", path, installed)
        _share_row("  warm", path, installed)


def _share_row(name: str, path: Path, installed: Environments, *options: str) -> None:
    rest, spent = _share(path, installed, *options)
    row = f"{name:24}{describe(path):28}{rest:9.2f}{spent:9.2f}{(rest + spent) / rest:9.3f}"
    print(row, flush=True)


def _share(path: Path, installed: Environments, *options: str) -> tuple[float, float]:
    """Return the processor seconds of one run: flake8's, and the plugin's."""
    script = str(ROOT / "bench" / "plugin_share.py")
    command = [str(installed.plugin), script, str(path), *options]
    output = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
    try:
        total, spent = map(float, output.stdout.split())
    except ValueError:
        raise RuntimeError(output.stderr) from None
    return total - spent, spent


def edit(name: str, path: Path, installed: Environments) -> None:
    """Print what one file of a project costs with a warm cache: as it is, and changed."""
    with TemporaryDirectory() as folder, patch.dict(os.environ, TFRETRACE_CACHE_DIR=folder):
        copy = Path(folder) / "project"
        shutil.copytree(path, copy)
        subprocess.run(
            flake8(installed.plugin, copy), cwd="/", stdout=subprocess.DEVNULL, check=False
        )
        files = [file for file in sorted(copy.rglob("*.py")) if "tf.function" in file.read_text()]
        costs: dict[str, list[float]] = {"as it is": [], "changed": []}
        for file in files[:: -(-len(files) // _EDITED)]:
            costs["as it is"].append(_share(file, installed)[1])
            with file.open("a") as text:
                text.write("# changed\n")
            costs["changed"].append(_share(file, installed)[1])
    for how, seconds in costs.items():
        median = statistics.median(seconds)
        row = f"{name:24}{how:12}{median:9.2f}   ({min(seconds):.2f} to {max(seconds):.2f})"
        print(row, flush=True)


def import_milliseconds(python: Path, rounds: int) -> list[float]:
    """Return the processor time that loading the plugin takes at flake8's start, per run."""
    command = [str(python), "-c", _START]
    return [
        1000 * float(subprocess.run(command, cwd="/", capture_output=True, check=True).stdout)
        for _ in range(rounds)
    ]


def instructions(python: Path, path: Path, *options: str) -> int:
    """Return the instructions of one run, counted by valgrind."""
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    log = subprocess.run(
        [*tool, *flake8(python, path, *options)],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    ).stderr
    found = _INSTRUCTIONS.search(log)
    if found is None:
        raise RuntimeError(f"valgrind: {log[-500:]}")
    return int(found[1].replace(",", ""))


def phases(path: Path) -> tuple[int, dict[str, float]]:
    """Return how many files are analysed, and the seconds in each part of the plugin."""
    spent: defaultdict[str, float] = defaultdict(float)
    analysed = 0
    began = time.process_time()
    from flake8_tfretrace.program import Program
    from flake8_tfretrace.rules.registry import CHECKS

    spent["loading the rules"] = time.process_time() - began

    for file in sorted(path.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        tree = ast.parse(source)
        began = time.process_time()
        codes = possible_codes(source, DEFAULT_CODES, Settings())
        spent["look at the text"] += time.process_time() - began
        if not codes:
            continue
        analysed += 1
        began = time.process_time()
        program = Program(tree, str(file))
        spent["the walk"] += time.process_time() - began
        began = time.process_time()
        _ = program.traced, program.graph.functions, program.sites.own, program.graph.unconverted
        spent["traced functions and calls"] += time.process_time() - began
        for code in codes:
            began = time.process_time()
            list(CHECKS[code](program))
            spent[f"rules: {CHECKS[code].__module__.rpartition('.')[2]}"] += (
                time.process_time() - began
            )
    return analysed, spent


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="the trees to lint")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--environments", type=Path, metavar="FOLDER", help="keep them here")
    parser.add_argument("--packages", type=Path, metavar="FOLDER", help="keep them here")
    parser.add_argument("--instructions", action="store_true", help="count with valgrind, too")
    options = parser.parse_args()
    keras = source_of("keras")
    with environments(options.environments) as installed, TemporaryDirectory() as folder:
        large = Path(folder) / "large.py"
        large.write_text(program(500, 5000, 20_000), encoding="utf-8")
        trees = {"pip": source_of("pip"), "generated": large, "keras": keras}
        wanted = options.names or [*trees, *_PACKAGES]
        for name in _PACKAGES:
            if name in wanted:
                trees[name] = package(name, options.packages or Path(folder))
        trees = {name: trees[name] for name in wanted}
        print("one run each, processor seconds")
        print(f"{'':52}{'flake8':>9}{'plugin':>9}{'ratio':>9}")
        for name, path in trees.items():
            share(name, path, installed)
        print("\none file of a warm project, processor seconds of the plugin, median (range)")
        for name, path in trees.items():
            if name in _PACKAGES:
                edit(name, path, installed)
        if options.rounds:
            print(f"\nprocessor seconds, medians of {options.rounds} pairs; ratios (range)")
            print(f"{'':52}{'plain':>9}{'plugin':>9}   {'time':25}memory")
            for name, path in trees.items():
                compare(name, path, installed, options.rounds, options.jobs)
        added = import_milliseconds(installed.plugin, 11)
        print(f"\nstart of flake8: {statistics.median(added):.1f} ms for the plugin's modules")
        if options.instructions:
            part = keras / "src" / "optimizers"
            plain = instructions(installed.plain, part)
            plugin = instructions(installed.plugin, part, _NO_CACHE)
            print(f"\ninstructions on {part.name} ({describe(part)}): {plugin / plain:.4f} times")
    if "keras" not in trees:
        return
    analysed, spent = phases(keras)
    print(f"\nthe plugin on keras: {analysed} files analysed, {sum(spent.values()):.2f} s")
    for name, seconds in sorted(spent.items(), key=lambda item: -item[1]):
        print(f"  {name:30}{seconds:8.3f}")


if __name__ == "__main__":
    main()
