"""``python -m tfretrace SCRIPT [ARGUMENTS]``: run a program and report what was traced, and why."""

import sys

from tfretrace.cli import main

if __name__ == "__main__":
    sys.exit(main(["record", *sys.argv[1:]]))
