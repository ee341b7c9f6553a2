"""Count XLA compilations, which no counter of TensorFlow's Python side shows.

XLA writes the modules it compiles into a folder when told to by ``XLA_FLAGS``, which it reads when
it compiles first. One trace may be compiled many times: once for each concrete shape.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

_DUMP_FLAG = "--xla_dump_to"
_MODULE = re.compile(r"(?P<module>module_\d+)\.a_inference_(?P<function>.+?)_\d+__")
"""``module_0002.a_inference_train_step_117__XlaMustCompile_true_...``"""


class Compilations:
    """The XLA compilations of this process since counting began."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def by_function(self) -> dict[str, int]:
        """Return how often each traced function was compiled, by the name of its graph.

        Empty where nothing was compiled or the user's own ``XLA_FLAGS`` dump elsewhere.
        """
        if self._folder is None:
            return {}
        found = {
            (match["module"], match["function"])
            for file in self._folder.iterdir()
            if (match := _MODULE.match(file.name))
        }
        return dict(sorted(Counter(function for _, function in found).items()))


@contextlib.contextmanager
def counted_compilations() -> Iterator[Compilations]:
    """Count compilations in a block that begins before XLA compiles anything."""
    flags = os.environ.get("XLA_FLAGS", "")
    if _DUMP_FLAG in flags:
        yield Compilations(None)
        return
    with tempfile.TemporaryDirectory(prefix="tfretrace-xla-") as folder:
        os.environ["XLA_FLAGS"] = f"{flags} {_DUMP_FLAG}={folder}".strip()
        try:
            yield Compilations(Path(folder))
        finally:
            os.environ["XLA_FLAGS"] = flags
