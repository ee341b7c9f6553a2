"""What the rules report on a text, and whether an edited text is good beside it."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_tfretrace import Finding, Settings
from flake8_tfretrace.baseline import Baseline
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.evidence import Occasion, occasion
from flake8_tfretrace.plugin import kept_findings
from tfretrace_fix.edits import Edit, ReplaceStatement
from tfretrace_fix.line_length import line_length
from tfretrace_fix.positions import original_lines, span_of
from tfretrace_fix.suppression import Suppressions

if TYPE_CHECKING:
    from flake8_tfretrace.program import Program
    from flake8_tfretrace.program.profile import FileProfile
    from tfretrace_fix.rewrite import Source


@dataclass(frozen=True)
class Checked:
    """A text, what it means, and what the rules report on it."""

    filename: str
    text: str
    lines: list[str]
    program: Program
    findings: list[Finding]
    """Of all codes that are looked at."""
    open: list[Finding]
    """Those that may be fixed: of the codes asked for, and not suppressed."""
    modules: frozenset[Path]
    """The other files that some of them may rest on."""

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of findings by code."""
        return Counter(finding.code for finding in self.findings)

    @cached_property
    def source(self) -> Source:
        """The text, to be rewritten."""
        # Imported where it is needed: LibCST takes longer to load than most files to check.
        from tfretrace_fix.rewrite import Source

        lines = [line.rstrip("\n") for line in self.lines]
        return Source(self.text, line_length(self.filename, lines))

    @cached_property
    def comments(self) -> list[tuple[int, str]]:
        """Each comment with its line."""
        tokens = tokenize.generate_tokens(iter(self.lines).__next__)
        return [(t.start[0], t.string) for t in tokens if t.type == tokenize.COMMENT]


@dataclass(frozen=True)
class Checker:
    """How one file is checked, whatever it holds."""

    filename: str
    settings: Settings
    codes: frozenset[str]
    disable_noqa: bool
    baseline: Baseline | None = None
    """Findings that are left alone, as those under a comment are."""
    profile: FileProfile | None = None

    def occasion(self, text: str) -> Occasion:
        """Return what may be reported on ``text``."""
        # With the line ends that flake8 hands on: those of old Macs end no comment otherwise.
        text = "".join(io.StringIO(text, newline=None))
        return occasion(text, self.filename, self.codes | DEFAULT_CODES, self.settings)

    def concerns(self, given: Occasion) -> bool:
        """Whether any of it is of the codes asked for."""
        elsewhere = given.elsewhere.codes if given.elsewhere else ()
        return not self.codes.isdisjoint((*given.codes, *elsewhere))

    def check(self, text: str, given: Occasion | None = None) -> Checked:
        """Return what is reported on ``text``; ``given`` is its occasion, if that is known.

        Raises:
            SyntaxError: it does not compile.
        """
        # Imported where it is needed: few files hold anything to analyse.
        from flake8_tfretrace.rules import run

        tree = ast.parse(text, self.filename)
        lines = list(io.StringIO(text, newline=None))
        wanted, elsewhere = given or self.occasion(text)
        program, findings = run(
            tree, lines, self.filename, self.settings, wanted, self.profile, elsewhere
        )
        project = program.project
        modules = {*project.modules.values(), *project.imports.modules} if project else ()
        paths = frozenset(Path(module.path).resolve() for module in modules)
        open_findings = self._open(text, findings)
        return Checked(self.filename, text, lines, program, findings, open_findings, paths)

    def open(self, text: str) -> list[Finding]:
        """Return the findings of a text that may be fixed; the text may have no occasion for any.

        Those that the cache on disk knows have no nodes and no facts.

        Raises:
            SyntaxError: it does not compile.
        """
        given = self.occasion(text)
        if not self.concerns(given):
            return []
        found = kept_findings(
            self.filename, text, self.settings, given, lambda: self.check(text, given).findings
        )
        return self._open(text, found)

    def _open(self, text: str, findings: Iterable[Finding]) -> list[Finding]:
        """Return those of the codes asked for that are neither suppressed nor known."""
        found = [finding for finding in findings if finding.code in self.codes]
        if found and not self.disable_noqa:
            cover = self.suppressions(text).cover
            found = [finding for finding in found if not cover(finding)]
        if self.baseline is not None:
            covers = self.baseline.covers
            found = [f for f in found if not covers(self.filename, f.code, f.anchor)]
        return found

    def suppressions(self, text: str) -> Suppressions:
        """Return the ``# noqa`` comments in ``text``."""
        return _suppressions(text, self.filename)

    def edited(self, before: Checked, edits: Collection[Edit]) -> str:
        """Return the text with the edits carried out.

        Raises:
            RewriteError: they cannot be.
            SyntaxError: the result does not compile.
        """
        text = before.source.rewritten(edits)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(text, self.filename, "exec", dont_inherit=True)
        return text


@lru_cache(maxsize=8)
def _suppressions(text: str, filename: str) -> Suppressions:
    return Suppressions(text, filename)


@dataclass(frozen=True)
class Objection:
    """Why an edited text is not good."""

    reason: str
    """As a clause."""
    line: int
    """The line of the text before the edits that it is about."""
    finding: Finding | None = None
    """What the edited text has that was not there before."""


_HIDING: dict[str, frozenset[str]] = {
    "TFR201": frozenset({"TFR501", "TFR502"}),
    "TFR101": frozenset({"TFR104", "TFR105", "TFR106"}),
}
"""What is said of the shapes of calls only where the function is kept from call to call, and of
numbers only where the objects beside them are: with what says that these are made anew."""


def objections(
    before: Checked, after: Checked, edits: Collection[Edit], covered: Counter[str]
) -> list[Objection]:
    """Return why an edited text is not good; nothing if it is.

    Args:
        before: the text.
        after: the edited text.
        edits: what was done to it.
        covered: the findings, by code, that should be gone, in whichever file.
    """
    gone = {line for edit in edits for line in _lines_gone(edit, before)}
    kept = Counter(comment for line, comment in before.comments if line not in gone)
    lost = kept - Counter(comment for _, comment in after.comments)
    if lost:
        return [
            Objection(f"the comment {comment!r} would be lost", line)
            for line, comment in before.comments
            if comment in lost
        ]
    bad = after.counts - before.counts
    if covered.keys() & DEFAULT_CODES:
        # What is off by default is advice: a fix may give occasion to it.
        bad = Counter({code: n for code, n in bad.items() if code in DEFAULT_CODES})
    for hidden, hiding in _HIDING.items():
        if covered.keys() & hiding:
            # What was made for each call was traced for each shape, or number, too.
            del bad[hidden]
    if not bad:
        return []
    origins = original_lines(before.text, after.text)
    known = {(finding.code, finding.line) for finding in before.findings}
    new = [f for f in after.findings if f.code in bad]
    new = [f for f in new if (f.code, origins[f.line]) not in known] or new
    # Of reduce_retracing it is said that numbers retrace, which was said already.
    told = {finding.function for finding in before.findings if finding.code == "TFR101"}
    new = [f for f in new if f.code != "TFR204" or f.function not in told]
    return [
        Objection(f"the result would have {f} (line {f.line})", origins[f.line], f) for f in new
    ]


def _lines_gone(edit: Edit, before: Checked) -> range:
    """Return the lines of a simple statement that ``edit`` removes, with the comment behind it."""
    if not isinstance(edit, ReplaceStatement) or edit.template or hasattr(edit.node, "body"):
        return range(0)
    (first, column), (last, end) = span_of(edit.node, before.lines)
    is_alone = not before.lines[first - 1][:column].strip()
    is_alone &= before.lines[last - 1][end:].lstrip()[:1] in ("", "#")
    return range(first, last + 1) if is_alone else range(0)
