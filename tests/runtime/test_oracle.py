"""How ``bench.oracle`` counts what audits of packages say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bench.case_studies import read_case
from bench.oracle import (
    PACKAGES,
    PROGRAMS,
    Account,
    Package,
    Row,
    account,
    packages,
    page,
    programs,
    row,
    written,
)

TREE = Path("/cache/trees/lib==1.0")
LIB = Package("lib==1.0", ["python a.py", "python b.py"], outside={"core.py:f": "data decide"})
PAGE = Path(__file__).parents[2] / "docs" / "oracle.md"


def finding(status: str, confidence: str = "proven") -> dict[str, Any]:
    return {
        "path": f"{TREE}/lib/core.py",
        "line": 3,
        "code": "TFR101",
        "message": "it changes",
        "witness": {"confidence": confidence},
        "status": status,
        "evidence": "it does not",
    }


def retrace(**fields: Any) -> dict[str, Any]:
    return {
        "function": "g",
        "file": f"{TREE}/lib/core.py",
        "line": 9,
        "package": None,
        "cause": "x: shape (2,) -> (3,)",
        "call_site": f"{TREE}/lib/train.py:4",
        "retraces": 2,
        "seconds": 0.5,
        "explained_by": (),
        "roots": [f"{TREE}/train.py:9", f"{TREE}/train.py:11"],
        **fields,
    }


AUDIT = {
    "files": ["core.py", "train.py"],
    "seconds": 8.0,
    "share_lost": 0.25,
    "exit_status": 1,
    "findings": [
        finding("confirmed"),
        finding("refuted"),
        finding("confirmed", "likely"),
        finding("confirmed"),
    ],
    "retraces": [
        retrace(),
        retrace(explained_by=(2, 0)),
        retrace(explained_by=(2,)),
        retrace(package="keras", roots=[]),
    ],
}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "unexplained"),
        ({"explained_by": (1, 0)}, "explained"),
        ({"explained_by": (1,)}, "likely"),
        ({"function": "f"}, "outside"),
        ({"call_site": f"{TREE}/lib/core_test.py:8"}, "tests"),
        ({"file": f"{TREE}/tests/test_core.py"}, "tests"),
        ({"roots": [f"{TREE}/core_test.py:8", f"{TREE}/core_test.py:9"]}, "tests"),
        ({"roots": [f"{TREE}/core_test.py:8"]}, "unexplained"),
    ],
)
def test_account_of_a_retrace(fields: dict[str, Any], expected: Account) -> None:
    assert account(LIB, retrace(**fields), [False, True]) == expected


def test_row_counts_and_lists_what_is_to_be_read() -> None:
    found = row(LIB, AUDIT, TREE)
    assert found.findings == {"confirmed": 2, "refuted": 1}
    assert found.likely == {"confirmed": 1}
    assert found.retraces == {"unexplained": 1, "explained": 1, "likely": 1}
    assert [text.splitlines()[0] for text in found.details] == [
        "lib/core.py:3: TFR101 it changes",
        "lib/train.py:4: x: shape (2,) -> (3,)",
    ]


def test_page() -> None:
    text = page([row(LIB, AUDIT, TREE), Row(LIB, "no such version")])
    assert "* Default findings: of 3 that were exercised 2 are confirmed (67%)" in text
    assert "* Likely findings: of 1 that were exercised 1 are confirmed (100%)" in text
    assert "of 3 whose cause is in the source 1 are explained by a default finding (33%)" in text
    assert "| lib==1.0 | 2 | 1 of 2 | 8 s | 25% | 2 + 1 | 1 | 0 | 0 | 1 | 1 | 1 | 0 | 0 |" in text
    assert "* `lib==1.0`: no such version." in text


def test_entries() -> None:
    known = packages(PACKAGES.read_text(encoding="utf-8"))
    assert len({package.name for package in known}) == len(known)
    assert all("==" in package.requirement and package.commands for package in known)


def test_the_page_has_all_packages() -> None:
    """Otherwise run ``python -m bench.oracle --cache FOLDER --write docs/oracle.md``."""
    text = PAGE.read_text(encoding="utf-8")
    assert written(text, []) != text
    known = [*packages(PACKAGES.read_text(encoding="utf-8")), *programs()]
    assert not [package.title for package in known if f"| {package.title} |" not in text]


@pytest.mark.parametrize("path", sorted(PROGRAMS.glob("*.py")), ids=lambda path: str(path.stem))
def test_programs(path: Path) -> None:
    program = read_case(path)
    assert re.fullmatch(r"[0-9a-f]{40}", program.commit)
    compile(program.driver, program.name, "exec")


def test_lines_that_make_a_library_trace() -> None:
    """All functions of the library are one."""
    by_library = [
        retrace(package="keras", function=name, explained_by=explained)
        for name, explained in (("one_step", ()), ("permutation", (0,)))
    ]
    found = row(LIB, {**AUDIT, "retraces": by_library}, TREE)
    assert found.retraces == {"explained": 1}
