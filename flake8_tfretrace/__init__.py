"""Static analysis of ``tf.function`` retracing."""

from __future__ import annotations

import ast
import io
from collections.abc import Collection

from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.evidence import occasion
from flake8_tfretrace.finding import Finding
from flake8_tfretrace.settings import Settings

__version__ = "0.1.0"
__all__ = ["Finding", "Settings", "__version__", "check"]


def check(
    source: str,
    filename: str = "<unknown>",
    *,
    settings: Settings = Settings(),  # noqa: B008 - immutable
    codes: Collection[str] = DEFAULT_CODES,
) -> list[Finding]:
    """Return what the rules named by ``codes`` report on ``source``, in source order.

    ``filename`` decides whether the file counts as test code, and which modules of its project
    are around it: they are read where it imports traced functions. ``# noqa`` comments are not
    looked at: that is flake8's part, and the fixer's.

    Raises:
        SyntaxError: ``source`` is not Python.
    """
    tree = ast.parse(source, filename)
    possible, elsewhere = occasion(source, filename, codes, settings)
    if not possible and elsewhere is None:
        return []
    # Imported where it is needed: few files hold anything to analyse.
    from flake8_tfretrace.rules import run

    lines = list(io.StringIO(source, newline=None))
    return run(tree, lines, filename, settings, possible, elsewhere=elsewhere)[1]
