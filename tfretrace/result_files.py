"""``python -m tfretrace.result_files BEFORE AFTER``: compare two files of results by value.

NumPy's ``.npz`` and ``.npy`` and ``.json`` are compared value by value, dtypes too; every other
file is compared byte by byte. Prints where they differ; the exit status is 0 if they are equal, 1
if they differ, 2 if one cannot be read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tfretrace.values import compare, freeze

EQUAL, DIFFERENT, UNREADABLE = 0, 1, 2


def read(path: Path) -> Any:
    """Return the values in a file, ready for :func:`tfretrace.values.compare`.

    Raises:
        OSError: it cannot be read.
        ValueError: it is not what its name says, or holds pickled objects.
    """
    if path.suffix == ".npz":
        with np.load(path) as arrays:
            return freeze(dict(arrays))
    if path.suffix == ".npy":
        return freeze(np.load(path))
    if path.suffix == ".json":
        return json.loads(path.read_bytes())
    return path.read_bytes()


def main(arguments: Sequence[str]) -> int:
    """Compare the two files named; return the exit status."""
    before, after = map(Path, arguments)
    try:
        comparison = compare(read(before), read(after), name=after.name)
    except (OSError, ValueError) as error:
        print(error)
        return UNREADABLE
    print(*comparison.differences, sep="; ")
    return DIFFERENT if comparison.differences else EQUAL


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
