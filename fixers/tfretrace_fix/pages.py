"""The rules' pages, as ``--explain`` shows them."""

from __future__ import annotations

import re
import sys
from importlib.resources import files

from flake8_tfretrace.catalog import RULES
from tfretrace_fix.usage import meant_code

_MARKUP = re.compile(r"<!--.*?-->\n*|<details.*?</details>\n*", re.DOTALL)
"""Comments around generated parts, and what is folded away on a page."""


def page(code: str) -> str:
    """Return the Markdown page of a rule, without what is folded away on the site.

    Raises:
        LookupError: there is no such rule.
    """
    if code not in RULES:
        raise LookupError(f"there is no rule {code}{meant_code(code)}")
    text = (files("tfretrace_fix") / "rules" / f"{code}.md").read_text(encoding="utf-8")
    return _MARKUP.sub("", text)


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
