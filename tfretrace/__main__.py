"""``python -m tfretrace SCRIPT [ARGUMENTS]``: run a program and report what was traced, and why."""

import sys

from tfretrace.commands import record

if __name__ == "__main__":
    sys.exit(record())
