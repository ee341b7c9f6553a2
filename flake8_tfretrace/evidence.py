"""Which rules a file can concern, judged by its text alone.

Most files hold nothing that any rule could report, and need not be analysed. What a rule needs is
looked for as text that a program cannot do without, so that no finding is ever lost; prose that
looks alike only costs time.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from flake8_tfretrace.settings import Settings

_BETWEEN = r"(?:\s|\\|#.*\n)*"
"""What may stand between two tokens."""


def _any(*patterns: str) -> tuple[re.Pattern[str], ...]:
    # One pattern each: a search is fast where the pattern begins with plain characters.
    return tuple(map(re.compile, patterns))


_EVIDENCE = {
    "TFR304": _any(
        # Methods that Keras traces, and functions that are handed to it.
        r"def[\s\\]+(?:call|train_step|test_step|predict_step)\b",
        *(rf"{keyword}{_BETWEEN}=" for keyword in ("activation", "loss", "metrics")),
        r"Activation\b",
        r"Lambda\b",
        r"do_not_convert\b",
    ),
    "TFR504": _any(rf"\.{_BETWEEN}(?:map|filter)\b"),
    "TFR505": _any(r"run_functions_eagerly\b"),
    "TFR601": _any(rf"\.{_BETWEEN}predict\b"),
    "TFR602": _any(rf"\.{_BETWEEN}compile\b"),
    "TFR603": _any(rf"\.{_BETWEEN}(?:fit|predict|evaluate|train_on_batch)\b"),
}
"""What can make a file interesting to rules that need no ``tf.function``; any of it suffices."""


def possible_codes(source: str, codes: Collection[str], settings: Settings) -> list[str]:
    """Return those of ``codes`` that may be reported on ``source``, in order."""
    if not ("tensorflow" in source or "keras" in source or "tf." in source):
        return []
    traces = _may_trace(source, settings)
    return [
        code
        for code in sorted(codes)
        if traces or any(pattern.search(source) for pattern in _EVIDENCE.get(code, ()))
    ]


def _may_trace(source: str, settings: Settings) -> bool:
    """Whether ``tf.function``, or what is configured to act like it, may occur in the code."""
    if any(name.rpartition(".")[2] in source for name in settings.traced_decorators):
        return True
    for name in re.finditer(r"function\b", source):
        line = source.rfind("\n", 0, name.start()) + 1
        before = source[line : name.start()].rstrip()
        # An attribute, or a name of an import, which may begin a line; other words are prose.
        if not before or before.endswith((".", ",", "(", "\\", "import")):
            return True
    return False
