"""What the measurements of speed share: two environments, and processes that are compared."""

from __future__ import annotations

import importlib.util
import os
import statistics
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
Command = Sequence[str]


@dataclass(frozen=True)
class Cost:
    """What one process cost, with its children."""

    cpu: float
    """Seconds of processor time, which other load on the machine disturbs least."""
    wall: float
    """Seconds on the clock."""
    memory: float
    """Peak resident memory of its largest process, in MiB."""


def measure(command: Command) -> Cost:
    """Run a command without its output.

    Raises:
        RuntimeError: its exit status is neither 0 nor 1 (findings).
    """
    began = os.times()
    process = subprocess.Popen(
        command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(command)}: {errors}")
    wall = os.times().elapsed - began.elapsed
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def alternate(commands: Mapping[str, Command], rounds: int) -> dict[str, list[Cost]]:
    """Run the commands in turn, ``rounds`` times, after one run of each that does not count."""
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            cost = measure(command)
            if number:
                costs[name].append(cost)
    return costs


def ratio(over: Sequence[float], under: Sequence[float]) -> str:
    """Return the median of the ratios of neighbouring runs, with the range they were in."""
    ratios = [a / b for a, b in zip(over, under, strict=True)]
    return f"{statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"


@dataclass(frozen=True)
class Environments:
    """The interpreters of two virtual environments that differ in this project only."""

    plain: Path
    """With flake8."""
    plugin: Path
    """With flake8 and this project."""


@contextmanager
def environments(folder: Path | None, *extra: str) -> Iterator[Environments]:
    """Make both environments in ``folder``, or use those it has; without one, in a temporary one.

    ``extra`` are packages for the plain one. They are installed from PyPI, this project from here.
    """
    with TemporaryDirectory() as temporary:
        folder = folder or Path(temporary)
        plain = environment(folder / "plain", "flake8", *extra)
        plugin = environment(folder / "plugin", "flake8", str(ROOT))
        yield Environments(plain, plugin)


def environment(folder: Path, *packages: str) -> Path:
    """Make a virtual environment, or take the one that is there; return its interpreter.

    ``packages`` are installed, :data:`ROOT` always anew.
    """
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if packages:
        subprocess.run([*pip, *packages], check=True)
    if str(ROOT) in packages:
        subprocess.run([*pip, "--force-reinstall", "--no-deps", str(ROOT)], check=True)
    return python


def source_of(package: str) -> Path:
    """Return the folder of an installed package, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        sys.exit(f"{package} is not installed here")
    return Path(spec.origin).parent


def describe(path: Path) -> str:
    """Return how many files and lines there are under ``path``."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    lines = sum(file.read_bytes().count(b"\n") for file in files)
    return f"{len(files)} files, {lines} lines"
