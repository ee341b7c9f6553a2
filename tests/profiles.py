"""Profiles for tests, as recorded runs of a given source would write them."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from flake8_tfretrace import Finding
from flake8_tfretrace.program.profile import SCHEMA, source_hash, text_hash
from flake8_tfretrace.program.scopes import first_line, index

Stored = dict[str, Any]


def tensor(*shape: int | None, dtype: str = "float32") -> Stored:
    return {"kind": "tensor", "dtype": dtype, "shape": list(shape)}


def python(value: object) -> Stored:
    kind = "none" if value is None else type(value).__name__
    return {"kind": "python", "type": kind, "value": repr(value)}


def other(text: str) -> Stored:
    return {"kind": "other", "text": text}


def dictionary(**items: Stored) -> Stored:
    return {"kind": "dict", "keys": [*items], "items": [*items.values()]}


def sequence(kind: str, *items: Stored) -> Stored:
    return {"kind": kind, "items": [*items]}


def group(
    cause: str, path: str, line: int = 0, file: str = "elsewhere.py", nested: bool = False
) -> Stored:
    return {
        "cause": cause,
        "path": path,
        "file": file,
        "line": line,
        "nested": nested,
        "traces": 1,
    }


def seen(name: str, types: dict[str, list[Stored]], *groups: Stored) -> Stored:
    """Return what runs saw of the function ``name``."""
    parameters = [{"name": parameter, "types": stored} for parameter, stored in types.items()]
    return {"name": name, "parameters": parameters, "traces": list(groups)}


def verdict(finding: Finding, status: str, *rests_on: str) -> Stored:
    """Return what runs say of a finding."""
    return {
        "line": finding.line,
        "code": finding.code,
        "fingerprint": finding.fingerprint,
        "status": status,
        "evidence": "as it was seen",
        "rests_on": [*rests_on],
    }


def retrace(code: str, function: str, line: int, text: str, *rests_on: str) -> Stored:
    """Return retraces that no rule sees."""
    return {
        "line": line,
        "text": text,
        "code": code,
        "function": function,
        "message": f"3 retraces of {function} in recorded runs",
        "rests_on": [*rests_on],
    }


def write_profile(
    path: Path,
    file: str,
    source: str,
    *functions: Stored,
    findings: Sequence[Stored] = (),
    retraces: Sequence[Stored] = (),
    texts: Mapping[str, str] | None = None,
) -> str:
    """Write a profile of the functions of one file, whose text is ``source``; return its path.

    ``texts`` are those of the other files that ran.
    """
    found = {function.qualname: function.node for function in index(ast.parse(source)).functions}
    entries = [
        {
            "file": file,
            "line": first_line(found[function["name"]]),
            "source": source_hash(found[function["name"]]),
            "calls": 9,
            "retraces": len(function["traces"]),
            "seconds_lost": 0.5,
            **function,
        }
        for function in functions
    ]
    document = {
        "profile_schema": SCHEMA,
        "version": "0",
        "runs": 1,
        "functions": entries,
        "files": [
            {"file": name, "text": text_hash(text)}
            for name, text in {file: source, **(texts or {})}.items()
        ],
        "findings": [{"file": file, **row} for row in findings],
        "retraces": [{"file": file, **row} for row in retraces],
    }
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)
