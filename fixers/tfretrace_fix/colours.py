"""Colours of differences, for terminals."""

from __future__ import annotations

import os
from typing import IO, Any

_COLOURS = {
    b"---": b"\x1b[1m",
    b"+++": b"\x1b[1m",
    b"@@": b"\x1b[36m",
    b"-": b"\x1b[31m",
    b"+": b"\x1b[32m",
}
"""By what a line starts with; the first that fits counts."""
_PLAIN = b"\x1b[0m"


def wanted(stream: IO[Any]) -> bool:
    """Whether a stream is a terminal that shows colours; see https://no-color.org."""
    is_off = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not is_off


def coloured(difference: bytes) -> bytes:
    """Return a unified difference with the colours of its lines."""
    return b"\n".join(map(_line, difference.split(b"\n")))


def _line(line: bytes) -> bytes:
    colour = next((c for start, c in _COLOURS.items() if line.startswith(start)), None)
    if colour is None:
        return line
    content = line.rstrip(b"\r")
    return colour + content + _PLAIN + line[len(content) :]
