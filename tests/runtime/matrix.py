"""Check the recorder under several TensorFlow versions.

    python tests/runtime/matrix.py PYTHON ...

Each PYTHON is an interpreter with its own TensorFlow and this project installed. Exits 1 where
the recorder says something wrong under one of them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

DEMO = Path(__file__).with_name("causes_demo.py")


def main(interpreters: list[str]) -> int:
    """Run all cases under each interpreter, one after the other."""
    failed = 0
    for interpreter in interpreters:
        done = subprocess.run([interpreter, DEMO], capture_output=True, text=True, check=False)
        print(f"{interpreter}: {done.stdout.strip() or done.stderr.strip()}", flush=True)
        failed += done.returncode != 0
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
