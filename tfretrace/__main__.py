"""``python -m tfretrace``: the same as the command ``tfretrace``."""

import sys

from tfretrace.commands import tfretrace

if __name__ == "__main__":
    sys.exit(tfretrace())
