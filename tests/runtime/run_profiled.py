"""Run the programs named as arguments, one after the other, in one process."""

from __future__ import annotations

import runpy
import sys

for path in sys.argv[1:]:
    runpy.run_path(path, run_name="__main__")
