"""What ``--explain`` shows: the page of a rule, or a finding with all that would fix it."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib.resources import files

from flake8_tfretrace.catalog import RULES
from tfretrace_fix.engine import Ways
from tfretrace_fix.interactive import show_finding, show_fix
from tfretrace_fix.usage import meant_code

_MARKUP = re.compile(r"<!--.*?-->\n*|<details.*?</details>\n*", re.DOTALL)
"""Comments around generated parts, and what is folded away on a page."""
_PLACE = re.compile(r"(.+?):(\d+)(?::\d+)?:?")


def page(code: str) -> str:
    """Return the Markdown page of a rule, without what is folded away on the site.

    Raises:
        LookupError: there is no such rule.
    """
    if code not in RULES:
        raise LookupError(f"there is no rule {code}{meant_code(code)}")
    text = (files("tfretrace_fix") / "rules" / f"{code}.md").read_text(encoding="utf-8")
    return _MARKUP.sub("", text)


def place(text: str) -> tuple[str, int] | None:
    """Return the file and line of ``train.py:12``, or of a place as flake8 prints it."""
    found = _PLACE.fullmatch(text)
    return None if found is None else (found[1], int(found[2]))


def show_ways(path: str, found: Sequence[Ways]) -> None:
    """Print findings, the fix of each, and the other ways to cure it."""
    for one in found:
        show_finding(path, one.finding)
        for number, offer in enumerate(one.offers):
            print("  the fix:" if number == 0 else "  or:")
            show_fix(offer)
        for reason in one.reasons:
            print(f"  {'not possible' if one.offers else 'not fixed'}: {reason}")
        print(f"  the rule: tfretrace-fix --explain {one.finding.code}")


def show(code: str) -> None:
    """Print the page of a rule, with colours on a terminal if rich is installed.

    Raises:
        LookupError: there is no such rule.
    """
    content = page(code)
    if sys.stdout.isatty():
        try:
            from rich.console import Console
            from rich.markdown import Markdown
        except ImportError:
            pass
        else:
            Console().print(Markdown(content))
            return
    print(content, end="")
