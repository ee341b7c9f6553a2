"""Write the parts of the documentation that follow from the code and from the fixtures.

``python docs/build_rules.py`` rewrites the text between ``<!-- generated: NAME -->`` and
``<!-- end -->`` in the rule pages, their index and the README; with ``--check`` it writes nothing
and fails if something is stale.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from tfretrace_fix.fixes import FIXES

from flake8_tfretrace import check
from flake8_tfretrace.catalog import CATALOG, DEFAULT_CODES, DOCUMENTATION, RULES, Rule
from tfretrace.fixture import Counts, Fixture, find_fixtures

ROOT = Path(__file__).resolve().parent.parent
RULE_PAGES = ROOT / "docs" / "rules"
INDEX = RULE_PAGES / "index.md"
README = ROOT / "README.md"
CLAIMS = ROOT / "docs" / "claims.md"

_BLOCK = re.compile(
    r"(?P<begin><!-- generated: (?P<name>\w+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL
)
_PYTHON = re.compile(r"```python\n(?P<code>.*?)```", re.DOTALL)
_MARK = re.compile(r"[^#\s].*#((?: TFR\d{3}(?::\d+)?)+)$")
_NAME = re.compile(r"(?<![`\w])[\w.]*_[\w.]*\w?(?:\(\))?(?![`\w])")
_FAMILIES = {
    "1": "Arguments: what the callers pass",
    "2": "Signatures and options",
    "3": "Control flow",
    "4": "What the graph body does",
    "5": "Where traced functions are made",
    "6": "Keras around the graph",
}
_BELIEFS = (
    (
        "A Python `if` on a tensor retraces",
        "AutoGraph puts both branches into one trace",
        "seed_003_cause_control_flow_tensor",
    ),
    (
        "`tf.range` in place of `range` stops retracing",
        "not while the bound is a Python number; a tensor does it",
        "seed_000_practice_tf_range",
    ),
    (
        "`reduce_retracing=True` gives one trace",
        "two: the first is exact, the second general",
        "seed_000_practice_reduce_retracing",
    ),
    (
        "`reduce_retracing=True` helps with Python numbers",
        "a trace for each number, as without it",
        "TFR204_changing_number",
    ),
    (
        "`__hash__` lets objects share a trace",
        "not without `__eq__`",
        "seed_003_cause_unhashable_inputs",
    ),
    (
        "A frozen dataclass lets objects share a trace",
        "not if each one is gone before the next call; with slots it does",
        "TFR104_frozen_dataclass",
    ),
    (
        "NumPy scalars retrace as Python numbers do",
        "they are traced as tensors: nine values",
        "silent_TFR101_numpy_scalars",
    ),
    (
        "An `input_signature` rejects Python numbers",
        "TensorFlow converts them: five values",
        "silent_TFR101_scalar_in_signature",
    ),
    (
        "A smaller last batch retraces in every epoch",
        "two traces in all: three epochs",
        "TFR604_in_epochs",
    ),
    (
        "`model.predict` in a loop retraces the model",
        "one trace of the model; three of tf.data per call, for four calls",
        "TFR601_game_loop",
    ),
    (
        "A traced function called in another one retraces all the time",
        "its traces are bounded by those of the outer one: four calls, three inner functions",
        "silent_TFR101_inside_traced",
    ),
    (
        "No trace is the best trace count",
        "zero means that functions run eagerly",
        "TFR505_left_on",
    ),
)
"""What is often said, what running shows, and the fixture that shows it."""


def python_blocks(page: str, heading: str) -> list[str]:
    """Return the Python code under the second-level ``heading`` of a page."""
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [match["code"] for match in _PYTHON.finditer(section)]


@cache
def _fixtures() -> Sequence[Fixture]:
    return find_fixtures(ROOT / "fixtures")


def _fix(rule: Rule) -> str:
    return rule.fix.replace("/", " or ") if rule.code in FIXES else "report only"


def _facts(rule: Rule, _: str) -> Iterator[str]:
    in_tests = "yes" if rule.in_tests else "no"
    yield "| Reported | Severity | In test code | Fix by `tfretrace-fix` |\n|---|---|---|---|\n"
    yield f"| {_level(rule)} | {rule.severity} | {in_tests} | {_fix(rule)} |\n"


def _level(rule: Rule) -> str:
    return "by default" if rule.default else "when selected"


def _measured(rule: Rule, _: str) -> Iterator[str]:
    shown = [fixture for fixture in _fixtures() if _is_about(fixture, rule)]
    yield _FOLD.format(f"Measured: {len(shown)} programs, and how often TensorFlow traces each")
    yield "Traces as TensorFlow counts them in one run of each fixture, before and after the fix:\n"
    yield "\n| Fixture | What it shows | Traces | Fix |\n|---|---|---|---|\n"
    for fixture in shown:
        prose = _prose(fixture)
        yield f"| {_link(fixture)} | {prose} | {_traces(fixture)} | {fixture.fix} |\n"
    claims = [(fixture, claim) for fixture in shown if (claim := _claim(fixture))]
    if claims:
        yield "\nWhat the documents claim, and what was measured:\n\n"
        yield from (f"* {_link(fixture)}: {claim}\n" for fixture, claim in claims)
    yield "\n</details>\n"


_FOLD = '<details markdown="1">\n<summary>{}</summary>\n\n'
"""The beginning of what is folded away, on code hosts as on the site."""


def _link(fixture: Fixture) -> str:
    path = fixture.path.relative_to(ROOT).as_posix()
    return f"[`{fixture.name}`]({DOCUMENTATION}/{path})"


def _is_about(fixture: Fixture, rule: Rule) -> bool:
    """Whether a fixture shows a rule: it has its name, or is a document's example of it."""
    if fixture.name.startswith("seed_"):
        return any(rule.code in marks for marks in _marks(fixture))
    return fixture.name.startswith(f"{rule.code}_")


def _marks(fixture: Fixture) -> Iterator[str]:
    for line in fixture.text.splitlines():
        mark = _MARK.search(line)
        if mark:
            yield mark[1]


def _header(fixture: Fixture) -> Iterator[str]:
    for line in fixture.text.splitlines():
        if not line.startswith("# "):
            return
        yield line.removeprefix("# ")


def _prose(fixture: Fixture) -> str:
    """Return the free text at the top of a fixture."""
    lines = []
    for line in _header(fixture):
        if line.startswith("traces:"):
            break
        lines.append(line)
    return _with_code(" ".join(lines))


def _claim(fixture: Fixture) -> str:
    """Return what the document says that a fixture is from, and what was measured."""
    claims = (line[7:] for line in _header(fixture) if line.startswith("claim: "))
    return _with_code(next(claims, ""))


def _with_code(prose: str) -> str:
    """Return a comment's text with its names as code, where Markdown would take a ``_`` away."""
    return _NAME.sub(r"`\g<0>`", prose)


def _traces(fixture: Fixture) -> str:
    own, library = fixture.traces, fixture.library_traces
    shown = []
    if library is None or own.before or own.after:
        shown.append(_change(fixture, own))
    if library is not None:
        change = _change(fixture, library)
        shown.append(change if change.endswith("`") else f"{change} of Keras and tf.data")
    return ", ".join(shown)


def _change(fixture: Fixture, counts: Counts) -> str:
    before = f"raises `{fixture.raises}`" if fixture.raises else str(counts.before)
    return before if fixture.fix == "none" else f"{before} → {counts.after}"


def _reported(rule: Rule, page: str) -> Iterator[str]:
    (example,) = python_blocks(page, "Example")
    yield "flake8 reports:\n\n```text\n"
    for finding in check(example, "example.py", codes=DEFAULT_CODES | {rule.code}):
        yield f"example.py:{finding.line}:{finding.column + 1}: {finding}\n"
    yield "```\n"


def _silent(rule: Rule, _: str) -> Iterator[str]:
    shown = [f for f in _fixtures() if f.name.startswith(f"silent_{rule.code}_")]
    if shown:
        yield _FOLD.format(f"{len(shown)} programs that show it")
        yield from (f"* {_link(fixture)}: {_prose(fixture)}\n" for fixture in shown)
        yield "\n</details>\n"


def _switch(rule: Rule, _: str) -> Iterator[str]:
    code = rule.code
    if rule.default:
        yield f"`# noqa: {code}` on the reported line, or for the project, in flake8's "
        yield f"configuration: `extend-ignore = {code}`, or `per-file-ignores = path.py: {code}`. "
        yield "`tfretrace-fix` obeys all three.\n"
    else:
        yield f"It is off until selected: `--extend-select {code}`, or `extend-select = {code}` in "
        yield f"flake8's configuration. Then `# noqa: {code}` switches it off for a line.\n"


def _table(links: str) -> Iterator[str]:
    for family, rules in groupby(CATALOG, lambda rule: rule.code[3]):
        first, *others = rules
        yield f"\n### TFR{family}xx {_FAMILIES[family]}\n\n"
        yield "| Code | Name | Reports | Severity | Reported | Fix |\n|---|---|---|---|---|---|\n"
        for rule in (first, *others):
            yield f"| [{rule.code}]({links}{rule.code}.md) | {rule.name} | {rule.summary} "
            yield f"| {rule.severity} | {_level(rule)} | {_fix(rule)} |\n"


def _claims() -> Iterator[str]:
    yield "| Fixture | What it shows | The claim, and what was measured | Traces |\n"
    yield "|---|---|---|---|\n"
    for fixture in _fixtures():
        if claim := _claim(fixture):
            yield f"| {_link(fixture)} | {_prose(fixture)} | {claim} | {_traces(fixture)} |\n"


def _beliefs() -> Iterator[str]:
    fixtures = {fixture.name: fixture for fixture in _fixtures()}
    yield "| Belief | What running shows | Fixture | Traces |\n|---|---|---|---|\n"
    for belief, shown, name in _BELIEFS:
        fixture = fixtures[name]
        yield f"| {belief} | {shown} | {_link(fixture)} | {_traces(fixture)} |\n"


_RULE_BLOCKS: dict[str, Callable[[Rule, str], Iterator[str]]] = {
    "facts": _facts,
    "measured": _measured,
    "reported": _reported,
    "silent": _silent,
    "switch": _switch,
}


def rendered(path: Path) -> str:
    """Return the text of a page with its generated blocks as they should be.

    Raises:
        LookupError: a block has no known name.
    """
    page = path.read_text(encoding="utf-8")
    if path == CLAIMS:
        blocks = {"claims": "".join(_claims()), "beliefs": "".join(_beliefs())}
    elif path in (INDEX, README):
        blocks = {"rules": "".join(_table("" if path == INDEX else f"{DOCUMENTATION}/docs/rules/"))}
    else:
        rule = RULES[path.stem]
        blocks = {name: "".join(make(rule, page)) for name, make in _RULE_BLOCKS.items()}
    # Markdown wants blank lines between a comment and a table.
    return _BLOCK.sub(lambda m: f"{m['begin']}\n{blocks[m['name']].lstrip()}\n{m['end']}", page)


def pages() -> list[Path]:
    """Return the files that hold generated blocks."""
    return [*(ROOT / rule.page for rule in CATALOG), INDEX, README, CLAIMS]


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite the stale pages, or name them; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail if stale")
    options = parser.parse_args(arguments)
    stale = [path for path in pages() if rendered(path) != path.read_text(encoding="utf-8")]
    for path in stale:
        name = path.relative_to(ROOT)
        if options.check:
            print(f"{name} is stale; run: python docs/build_rules.py", file=sys.stderr)
        else:
            path.write_text(rendered(path), encoding="utf-8")
            print(f"wrote {name}")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
