"""``python -m tfretrace_fix``."""

import sys

from tfretrace_fix.cli import main

if __name__ == "__main__":
    sys.exit(main())
