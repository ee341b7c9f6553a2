"""Run the commands that the documentation shows, and hold their output against what it shows.

A block of commands is a fenced ``console`` block below a comment ``<!-- run in: FOLDER -->``. Each
block runs in a copy of its folder. ``python docs/run_commands.py`` writes down what the commands
print; with ``--check`` it writes nothing and fails if something else is shown, where figures that
differ from run to run (times, memory, the machine) are not compared.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "docs" / "index.md",
    ROOT / "docs" / "getting-started.md",
    ROOT / "docs" / "profiles.md",
]

_BLOCK = re.compile(
    r"(?P<begin><!-- run in: (?P<folder>\S+) -->\n+```console\n)(?P<shown>.*?)(?P<end>```\n)",
    re.DOTALL,
)
_RUNS_PROGRAMS = re.compile(r"tfretrace-verify|python|--verify")
_NUMBER = r"\d+(?:\.\d+)?(?:e[+-]?\d+)?"
_FIGURES = [
    (re.compile(rf"{_NUMBER} (ns|us|µs|ms|s|min|KiB|MiB|GiB)\b"), "#"),
    (re.compile(rf"before / after {_NUMBER}"), "before / after #"),
    (re.compile(rf"{_NUMBER} graph ops"), "# graph ops"),
    (re.compile(rf"\({_NUMBER} to {_NUMBER}\)"), "(#)"),
    (re.compile(r"TensorFlow \d.*"), "TensorFlow #"),
    # The width of a table follows its figures.
    (re.compile(r"[─ ]+"), " "),
    (re.compile(r" *\n *"), "\n"),
]


def without_figures(output: str) -> str:
    """Return the part of an output that is the same in every run."""
    for figure, replacement in _FIGURES:
        output = figure.sub(replacement, output)
    return output


def run_block(folder: str, shown: str) -> str:
    """Run the commands of a block in a copy of ``folder``; return the block as it should be.

    Standard error is part of it, where TensorFlow does not log: what people see.
    """
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "TF_CPP_MIN_LOG_LEVEL": "3",
    }
    lines = []
    with tempfile.TemporaryDirectory() as temporary:
        copy = shutil.copytree(ROOT / folder, Path(temporary) / "copy")
        for command in re.findall(r"^\$ (.+)$", shown, re.MULTILINE):
            ran = subprocess.run(
                ["bash", "-c", command],
                cwd=copy,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if _RUNS_PROGRAMS.search(command) else subprocess.STDOUT,
                text=True,
            )
            lines += [f"$ {command}", *(line.rstrip() for line in ran.stdout.splitlines())]
    return "\n".join(lines) + "\n"


def rendered(page: str) -> str:
    """Return a page with what its commands print now."""

    def run(match: re.Match[str]) -> str:
        return f"{match['begin']}{run_block(match['folder'], match['shown'])}{match['end']}"

    return _BLOCK.sub(run, page)


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite the pages, or show where they differ; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail if it differs")
    options = parser.parse_args(arguments)
    status = 0
    for path in PAGES:
        shown = path.read_text(encoding="utf-8")
        now = rendered(shown)
        if not options.check:
            path.write_text(now, encoding="utf-8")
            continue
        before, after = without_figures(shown).splitlines(), without_figures(now).splitlines()
        if before != after:
            status = 1
            print(*difflib.unified_diff(before, after, path.name, "run now", lineterm=""), sep="\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
