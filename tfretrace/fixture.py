"""Fixtures: small programs that say in their header what running them must show.

The fixed program of one is what the fixer must write, or, where the cure is not the fixer's to
find, one that was written by hand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flake8_tfretrace.catalog import DEFAULT_CODES, matching
from flake8_tfretrace.finding import Confidence
from flake8_tfretrace.settings import Settings

FIXED_SUFFIX = ".fixed.py"
UNSAFE_SUFFIX = ".unsafe.fixed.py"
BY_HAND_SUFFIX = ".hand.fixed.py"
PROFILE = "traces.json"
"""The profile beside fixtures that the linter needs for them."""

Fix = Literal["safe", "unsafe", "by hand", "none"]
"""Which fixes the harness applies: unsafe means those of ``--unsafe-fixes`` too."""

_CONFIDENCES: dict[str, Confidence] = {"proven": "proven", "likely": "likely"}
_SUFFIXES: dict[str, tuple[Fix, str]] = {
    "safe": ("safe", FIXED_SUFFIX),
    "unsafe": ("unsafe", UNSAFE_SUFFIX),
    "by hand": ("by hand", BY_HAND_SUFFIX),
    "none": ("none", FIXED_SUFFIX),
}
_KEY = re.compile(
    r"# (?P<key>traces|library traces|fix|before|results|select|confidence|tolerance):"
    r"\s*(?P<value>.*)"
)
_COUNT = re.compile(r"(?P<count>\d+)( \(raises (?P<error>\w+)\))?")
_RAISES = re.compile(r"raises (?P<error>\w+)")


class FixtureError(ValueError):
    """A fixture's header that does not follow the format."""


@dataclass(frozen=True)
class Counts:
    """Trace counts that a header states."""

    before: int
    after: int
    """The same number where the header has one."""


@dataclass(frozen=True)
class Fixture:
    """One program and what its header says about it.

    ``main()`` of the program returns its results; it may take ``seed`` and ``dtype``.
    """

    path: Path
    text: str
    traces: Counts
    """Traces of the functions defined in the file during the first ``main()``."""
    library_traces: Counts | None
    """All other traces: Keras', tf.data's, TensorFlow's own."""
    fix: Fix
    raises: str | None
    """The error that the program raises as it stands."""
    codes: frozenset[str]
    """The rules that are on for this file."""
    confidence: Confidence
    """What is reported on it: likely means the likely findings, too."""
    tolerance: float
    """The relative difference allowed between floating-point results."""
    results_differ: bool
    """Whether the results of the program as it stands are not those that it should have."""

    @property
    def name(self) -> str:
        """The file's name without ``.py``."""
        return self.path.stem

    def settings(self, given: Settings = Settings()) -> Settings:  # noqa: B008 - immutable
        """Return the settings ``given``, with its profile, and those that show likely findings."""
        profile = self.path.with_name(PROFILE)
        if given.profile is None and profile.exists():
            given = given._replace(profile=str(profile))
        return given if self.confidence == "proven" else given._replace(confidence="likely")

    @property
    def fixed_path(self) -> Path:
        """The file that holds what the fixer must produce for :attr:`fix`, or the cure by hand."""
        return self.path.with_suffix(_SUFFIXES[self.fix][1])


def is_fixture(path: Path) -> bool:
    """Say whether a file has a fixture's header."""
    return path.suffix == ".py" and not is_fixed_text(path) and "traces" in _keys(path)


def is_fixed_text(path: Path) -> bool:
    """Say whether a file holds the fixed program of a fixture beside it."""
    return path.name.endswith(FIXED_SUFFIX)


def find_fixtures(folder: Path, *, below: bool = False) -> list[Fixture]:
    """Return the fixtures of a folder, by name, and with ``below`` those of the folders in it.

    Raises:
        FixtureError: a file without or with a wrong header.
    """
    paths = sorted(folder.rglob("*.py") if below else folder.glob("*.py"))
    return [read_fixture(path) for path in paths if not is_fixed_text(path)]


def read_fixture(path: Path) -> Fixture:
    """Read one fixture.

    Raises:
        FixtureError: the header does not say how many traces there are, or not in the format.
        OSError: the file cannot be read.
    """
    keys = _keys(path)
    if "traces" not in keys:
        raise FixtureError(f"{path}: no line '# traces: N' or '# traces: N -> M' at the top")
    fix = keys.get("fix", "none")
    if fix not in _SUFFIXES:
        raise FixtureError(f"{path}: '# fix: {fix}' is none of {', '.join(_SUFFIXES)}")
    raises = _RAISES.fullmatch(keys.get("before", ""))
    if "before" in keys and raises is None:
        raise FixtureError(f"{path}: '# before: {keys['before']}' is not 'raises ErrorName'")
    confidence = keys.get("confidence", "proven")
    if confidence not in _CONFIDENCES:
        raise FixtureError(f"{path}: '# confidence: {confidence}' is neither proven nor likely")
    library = keys.get("library traces")
    selected = tuple(filter(None, re.split(r"[,\s]+", keys.get("select", ""))))
    return Fixture(
        path,
        path.read_text(encoding="utf-8"),
        _counts(path, "traces", keys["traces"]),
        None if library is None else _counts(path, "library traces", library),
        _SUFFIXES[fix][0],
        None if raises is None else raises["error"],
        DEFAULT_CODES | matching(selected),
        _CONFIDENCES[confidence],
        float(keys.get("tolerance", 0)),
        keys.get("results") == "differ",
    )


def _keys(path: Path) -> dict[str, str]:
    """Return the keys of the comment lines at the top."""
    keys = {}
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if not line.startswith("#"):
                break
            found = _KEY.match(line)
            if found:
                keys[found["key"]] = found["value"].strip()
    return keys


def _counts(path: Path, key: str, value: str) -> Counts:
    counts = [_COUNT.match(part.strip()) for part in value.split("->")]
    before, after = counts[0], counts[1] if len(counts) == 2 else None
    if before is None or len(counts) > 2 or (len(counts) == 2 and after is None):
        raise FixtureError(f"{path}: '# {key}: {value}' is not 'N' or 'N -> M'")
    return Counts(int(before["count"]), int((after or before)["count"]))
