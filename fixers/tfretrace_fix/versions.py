"""Which versions have what fixes write."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tfretrace_fix.edits import Edit, RenameKeyword, SetKeyword

_SINCE = {
    "jit_compile": "2.5",
    "reset_state": "2.6",
    "reduce_retracing": "2.9",
    "PredictorCache": "2.16",
}
"""The first TensorFlow with an option, method or class; what is not named is in all 2.x."""


def lacking(edits: list[Edit], filename: str) -> str | None:
    """Say, as a clause, what the versions that a file's project requires may not have of edits."""
    wanted = {name: _SINCE[name] for edit in edits for name in _written(edit) if name in _SINCE}
    if not wanted:
        return None
    # Imported where it is needed: few fixes write anything new.
    from flake8_tfretrace.requirements import required

    for name, version in wanted.items():
        if required(filename).may_be_below("tensorflow", version):
            return f"the project admits TensorFlow before {version}, which has no '{name}'"
    return None


def _written(edit: Edit) -> Iterator[str]:
    """Yield the options that an edit gives, and the attributes that it reads."""
    if isinstance(edit, SetKeyword):
        yield edit.name
    elif isinstance(edit, RenameKeyword):
        yield edit.new
    yield from re.findall(r"\.(\w+)", getattr(edit, "template", ""))
