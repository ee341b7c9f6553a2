"""How much of one run of flake8 is the plugin's: run in an environment that has both.

    python bench/plugin_share.py PATH [OPTION ...]

Prints the processor seconds of the whole run, and those in the plugin. Both are of one process,
so that what else the machine does cancels out of their ratio.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from unittest.mock import patch

from flake8.main.application import Application

from flake8_tfretrace.plugin import Plugin

_Found = tuple[int, int, str, type[Plugin]]
_run = Plugin.run
_spent: list[float] = []


def timed(plugin: Plugin) -> Iterator[_Found]:
    """Run the plugin on one file, and note its time."""
    began = time.process_time()
    found = list(_run(plugin))
    _spent.append(time.process_time() - began)
    return iter(found)


def main() -> None:
    """Run flake8 and print."""
    with patch.object(Plugin, "run", timed):
        Application().run(["--isolated", "-j1", f"--output-file={os.devnull}", *sys.argv[1:]])
    print(time.process_time(), sum(_spent))


if __name__ == "__main__":
    main()
