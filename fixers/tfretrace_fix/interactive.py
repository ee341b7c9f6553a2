"""``tfretrace-fix -i``: each fix is shown, and made if the user says so."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from flake8_tfretrace import Finding
from tfretrace_fix import colours
from tfretrace_fix.engine import Answer, Offer
from tfretrace_fix.report import why
from tfretrace_fix.run import difference

_HELP = """\
  y     make this fix                 a  all: make it and all that follow
  n     leave it                      f  file: make it and all that follow in this file
  noqa  leave it, and write a '# noqa' comment there
  q     quit: leave it and all that follow; what was made is written
"""
_WORDS = {"y": "yes", "n": "no", "a": "all", "f": "file", "q": "quit"}
_ANSWERS = frozenset(_WORDS.values()) | {"noqa"}


@dataclass
class Session:
    """The questions of one run, and the answers that hold for more than one of them."""

    _for_all: Answer | None = None
    _agreed: set[Path] = field(default_factory=set)
    """Files in which every fix is made."""

    def standing(self, path: Path) -> Answer | None:
        """Return the answer that the user has given for all that follows in a file."""
        return "yes" if path in self._agreed else self._for_all

    def answer(self, offer: Offer) -> Answer:
        """Show a fix and ask what to do with it."""
        for finding in offer.findings:
            show_finding(offer.name, finding)
        show_fix(offer)
        word = _asked()
        if word in ("all", "quit"):
            self._for_all = "yes" if word == "all" else "no"
        elif word == "file":
            self._agreed.add(offer.path)
        return "noqa" if word == "noqa" else "yes" if word in ("yes", "all", "file") else "no"


def show_finding(path: str, finding: Finding) -> None:
    """Print a finding in a file, with its witness."""
    print(f"{path}:{finding.line}:{finding.column + 1}: {finding}")
    print(*why(path, finding), sep="\n")


def show_fix(offer: Offer) -> None:
    """Print what a fix changes."""
    if offer.unsafe_because is not None:
        print(f"  unsafe: {offer.unsafe_because}")
    for name, (before, after) in offer.changes.items():
        shown = difference(name, before, after).encode("utf-8", "replace")
        if colours.wanted(sys.stdout):
            shown = colours.coloured(shown)
        print(shown.decode("utf-8"), end="")


def _asked() -> str:
    """Return a word of the answers; the end of the input means to quit."""
    while True:
        print("make this fix? [y, n, all, file, noqa, quit, ?] ", end="", flush=True)
        line = sys.stdin.readline()
        word = line.strip().lower()
        word = _WORDS.get(word, word)
        if not line:
            print()
            return "quit"
        if word in _ANSWERS:
            return word
        print(_HELP, end="")
