"""The files that a command is told to write."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from tfretrace_fix import colours

from tfretrace.recording_report import LineWriter

_STYLES = {"bold": "\x1b[1m", "red": "\x1b[31m", "green": "\x1b[32m"}
_PLAIN = "\x1b[0m"


def line_writer(stream: TextIO) -> LineWriter:
    """Return what writes lines to a stream, with colours if it shows any."""
    is_coloured = colours.wanted(stream)

    def line(text: str = "", style: str = "") -> None:
        print(f"{_STYLES[style]}{text}{_PLAIN}" if is_coloured and style else text, file=stream)

    return line


def output_file(value: str) -> Path:
    """Return a file that is to be written after a run; its folder is there then.

    An absolute path: the program that runs in between may change the folder.

    Raises:
        argparse.ArgumentTypeError: there is no such folder, and none can be made.
    """
    path = Path(value).absolute()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{path.parent}: {error.strerror}") from error
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{value} is a folder")
    return path


def add_timeline(parser: argparse.ArgumentParser) -> None:
    """Add the option ``--timeline`` to a command."""
    parser.add_argument(
        "--timeline",
        type=output_file,
        metavar="FILE",
        help="write the traces as Chrome trace events, for Perfetto and chrome://tracing",
    )
