"""Write the table of the arguments that classes and methods of Keras and TensorFlow must be given.

    python tools/build_required.py PYTHON-2.16 PYTHON-2.21

Each PYTHON is that of a virtual environment with that version of TensorFlow, and a Keras of its
time; ``tools/probe_required.py`` runs under each of them. What must be given in all of them is
written down, with the first position that it has in any. ``flake8_tfretrace.knowledge`` knows what
functions of TensorFlow take; of Keras, functions are asked for as well.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from flake8_tfretrace.knowledge import REQUIRED_TABLE

PROBE = Path(__file__).with_name("probe_required.py")
_ASKED = ("keras", "tensorflow")


def asked() -> Iterator[str]:
    """Yield the names of what is called."""
    for library in _ASKED:
        table = REQUIRED_TABLE.with_name(f"{library}.tsv")
        for line in table.read_text(encoding="utf-8").splitlines():
            name, _, kind, *rest = line.split("\t")
            if kind == "c" or (kind == "f" and library == "keras"):
                yield name
            if kind == "c":
                methods = rest[0].partition("methods=")[2].partition(" ")[0]
                yield from (f"{name}.{method}" for method in methods.split("+") if method)


def probed(python: str) -> dict[str, dict[str, int | None]]:
    """Return what one version says."""
    done = subprocess.run(
        [python, str(PROBE)],
        input="\n".join(asked()),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return dict(map(json.loads, done.stdout.splitlines()))


def joined(
    said: list[dict[str, dict[str, int | None]]],
) -> Iterator[tuple[str, dict[str, int | None]]]:
    """Yield what must be given in each version that has a name, with the first positions."""
    for name in sorted(set().union(*said)):
        ways = [one[name] for one in said if name in one]
        positions: dict[str, int | None] = {}
        for parameter in ways[0]:
            if all(parameter in way for way in ways):
                at = [p for way in ways if (p := way[parameter]) is not None]
                positions[parameter] = min(at) if at else None
        if positions:
            yield name, positions


if __name__ == "__main__":
    lines = [
        f"{name}\t{'+'.join(p if at is None else f'{p}={at}' for p, at in positions.items())}\n"
        for name, positions in joined([*map(probed, sys.argv[1:])])
    ]
    REQUIRED_TABLE.write_text("".join(lines), encoding="utf-8")
