"""What a command prints, without what no two runs print alike."""

from __future__ import annotations

import re
from pathlib import Path

_COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_TAKEN_BACK = re.compile(r"[\b\r]+")
"""After it, a terminal writes over what stood there: progress bars do so."""
_PROGRESS = re.compile(
    r"\s*(?P<done>\d+)/(?P<all>\d+|Unknown)\s.*/(?:step|epoch)\b\s*(?P<metrics>.*)"
)
"""Keras' progress bar: after it, what was measured."""
_DURATION = re.compile(
    r"\b\d+(\.\d+)?(e[+-]?\d+)? ?(ns|us|µs|ms|s|secs?|seconds?|min|minutes?|it/s|s/it)\b"
    r"|(?<=\[)\d+:\d\d(:\d\d)?<[\d:?]+(?=,)"
)


def printed(file: Path) -> str:
    """Return what a command printed into a file, with the carriage returns of progress bars."""
    return file.read_bytes().decode("utf-8", "replace")


def result_lines(output: str) -> list[str]:
    """Return the lines of an output as a terminal shows them in the end.

    Of Keras' progress bars only the metrics stay, of those that are finished. Durations, such as
    pytest's, stand as ``#``: they are no results.
    """
    lines = []
    for line in output.replace("\r\n", "\n").split("\n"):
        parts = [part for part in _TAKEN_BACK.split(_COLOUR.sub("", line)) if part.strip()]
        shown = parts[-1].rstrip() if parts else ""
        bar = _PROGRESS.match(shown)
        if bar is not None:
            if bar["done"] != bar["all"] or not bar["metrics"]:
                continue
            shown = bar["metrics"]
        lines.append(_DURATION.sub("#", shown))
    return lines[:-1] if lines and not lines[-1] else lines


def difference(before: list[str], after: list[str]) -> str | None:
    """Say, as a clause, where two outputs first differ; None if they do not."""
    number = f"{len(after)} lines in place of {len(before)}"
    for line, (one, other) in enumerate(zip(before, after), 1):
        if one != other:
            told = f"line {line} of the output differs: {_short(one)} -> {_short(other)}"
            return told if len(before) == len(after) else f"{told}; it has {number}"
    return None if len(before) == len(after) else f"the output has {number}"


_SHOWN = 60
"""Characters of a line that a message shows."""


def _short(line: str) -> str:
    return repr(line if len(line) <= _SHOWN else f"{line[:_SHOWN]}...")


_LINES_OF_ERROR = 20


def last_lines(output: str, errors: str) -> str:
    """Return the end of what a command printed, indented: the error, if it failed."""
    lines = [line for line in (errors.strip() or output).splitlines() if line.strip()]
    if not lines:
        return "  it prints nothing"
    return "\n".join(f"  {line}" for line in lines[-_LINES_OF_ERROR:])
