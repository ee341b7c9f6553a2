"""Run the examples of the rule pages and print, as JSON, what each did.

For each Python block: the number of traces, those of Keras and tf.data too, and the error if it
raised, as in ``{"TFR101": {"bad": [[5, null]], "good": [[1, null]]}}``.
"""

from __future__ import annotations

import contextlib
import json
import os
import runpy
import sys
import tempfile
from pathlib import Path

from docs.build_rules import ROOT, python_blocks
from flake8_tfretrace.catalog import CATALOG
from tfretrace.recorder import record

HEADINGS = {"bad": "Example", "good": "Use instead"}
Ran = tuple[int, str | None]


def run(path: Path, code: str) -> Ran:
    """Run one program; return its traces and the name of the error that it raised."""
    import tensorflow as tf

    # AutoGraph reads the source from the file.
    path.write_text(code, encoding="utf-8")
    error = None
    with record() as recording, contextlib.redirect_stdout(sys.stderr):
        try:
            runpy.run_path(str(path))
        except Exception as raised:
            error = type(raised).__name__
        finally:
            tf.config.run_functions_eagerly(False)
    return recording.trace_count(), error


def main() -> None:
    """Run all examples."""
    results: dict[str, dict[str, list[Ran]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for rule in CATALOG:
            page = (ROOT / rule.page).read_text(encoding="utf-8")
            results[rule.code] = {
                name: [
                    run(Path(folder) / f"{rule.code}_{name}_{number}.py", block)
                    for number, block in enumerate(python_blocks(page, heading))
                ]
                for name, heading in HEADINGS.items()
            }
    print(json.dumps(results))


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    main()
