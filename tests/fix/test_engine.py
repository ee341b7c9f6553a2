"""Findings to fixed texts: what the engine accepts, and what it undoes."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tfretrace_fix.edits import InsertBefore, Replace, ReplaceStatement
from tfretrace_fix.engine import Work, fix_source, propose
from tfretrace_fix.fixes import FIXES
from tfretrace_fix.plans import Context, Plan, Planner, Refusal

from flake8_tfretrace import Finding, rules
from flake8_tfretrace.catalog import DEFAULT_CODES, RULES, matching
from flake8_tfretrace.finding import Step, Witness
from flake8_tfretrace.program import Program
from flake8_tfretrace.settings import Settings

FIXTURES = Path(__file__).parents[2] / "fixtures"

PlanWith = Callable[[Planner], None]
RELAXED = """\
import tensorflow as tf


@tf.function(experimental_relax_shapes=True)
def f(x):
    return x  # kept
"""

TRAIN = """\
import tensorflow as tf


@tf.function
def train(x, n):
    for _ in range(n):
        x = x * 0.5
    return x


def main():
    for n in range(10):
        train(tf.ones([3]), n)
"""


def fixtures() -> Iterator[tuple[Path, Path, bool]]:
    """Yield each fixture with what its fix must give, and whether that needs unsafe fixes."""
    for path in sorted(FIXTURES.glob("*.py")):
        if path.name.endswith(".fixed.py"):
            continue
        for suffix, unsafe in ((".fixed.py", False), (".unsafe.fixed.py", True)):
            expected = path.with_suffix(suffix)
            if expected.exists():
                yield path, expected, unsafe


def codes_of(source: str) -> frozenset[str]:
    """Return the default codes and those that the fixture's header selects."""
    header = [line for line in source.splitlines() if line.startswith("# select:")]
    named = [code for line in header for code in line.partition(":")[2].replace(",", " ").split()]
    return DEFAULT_CODES | matching(named)


def settings_of(source: str) -> Settings:
    """Return the settings that the fixture's header asks for."""
    return Settings(confidence="likely" if "\n# confidence: likely\n" in source else "proven")


def codes_in(source: str) -> set[str]:
    """Return the codes whose fixes the marks of a fixture call for."""
    return {code for code in RULES if f"# {code}" in source or f" {code}" in source}


FIXED_FIXTURES = [
    pytest.param(path, expected, unsafe, id=expected.name)
    for path, expected, unsafe in fixtures()
    if codes_in(path.read_text(encoding="utf-8")) <= FIXES.keys()
]


@pytest.mark.parametrize(("path", "expected", "unsafe"), FIXED_FIXTURES)
def test_fixture(path: Path, expected: Path, unsafe: bool) -> None:
    source, wanted = path.read_text(encoding="utf-8"), expected.read_text(encoding="utf-8")
    fixed = partial(
        fix_source,
        filename=str(path),
        settings=settings_of(source),
        codes=codes_of(source),
        unsafe=unsafe,
    )
    assert fixed(source).text == wanted
    again = fixed(wanted)
    assert (again.text, again.fixed) == (wanted, ())


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize(("path", "expected", "unsafe"), FIXED_FIXTURES)
def test_fixture_with_other_line_ends(path: Path, expected: Path, unsafe: bool, end: str) -> None:
    source = path.read_text(encoding="utf-8")
    wanted = expected.read_text(encoding="utf-8").replace("\n", end)
    result = fix_source(
        source.replace("\n", end),
        settings=settings_of(source),
        codes=codes_of(source),
        unsafe=unsafe,
    )
    assert result.text == wanted


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("silent_*.py")), ids=lambda p: p.name)
def test_silent_fixture_stays(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert fix_source(source, str(path), unsafe=True).text == source


def test_a_fix_names_what_it_fixed() -> None:
    result = fix_source(RELAXED)
    assert result.text == RELAXED.replace("experimental_relax_shapes", "reduce_retracing")
    (fixed,) = result.fixed
    assert (fixed.finding.code, fixed.finding.line, fixed.safe) == ("TFR203", 4, True)
    assert result.left == ()


def test_argument_and_loop_are_fixed_together() -> None:
    result = fix_source(TRAIN)
    assert "for _ in tf.range(n):" in result.text
    assert "train(tf.ones([3]), tf.constant(n))" in result.text
    assert sorted(fixed.finding.code for fixed in result.fixed) == ["TFR101", "TFR301"]


@pytest.mark.parametrize("comment", ["# noqa", "# noqa: TFR203", "# noqa:TFR2", "# NOQA : TFR203"])
def test_noqa_is_respected(comment: str) -> None:
    source = RELAXED.replace("=True)", f"=True)  {comment}")
    result = fix_source(source)
    assert (result.text, result.fixed, result.left) == (source, (), ())
    assert fix_source(source, disable_noqa=True).fixed


NUMBERS = """\
import tensorflow as tf


@tf.function
def scaled(x, n):
    return {0}


x = tf.ones([3])
for n in range(10):
    scaled(x, n)
for n in range(10):
    scaled(x, n)  # noqa{1}
"""


@pytest.mark.parametrize("comment", ["", ": TFR101", ": E501,TFR1"])
def test_a_call_under_noqa_keeps_its_number(comment: str) -> None:
    """The body takes a number or a tensor, as it stands."""
    source = NUMBERS.format("tf.cast(n, x.dtype) * x", comment)
    result = fix_source(source)
    assert result.text == source.replace("scaled(x, n)\n", "scaled(x, tf.constant(n))\n")
    assert [item.finding.line for item in result.fixed] == [11] and not result.left
    assert fix_source(source, disable_noqa=True).text.count("tf.constant(n)") == 2


def test_literals_under_noqa_stay() -> None:
    """What is left of the finding is under the comment, too."""
    source = NUMBERS.format("tf.cast(n, x.dtype) * x", "").partition("for n")[0]
    source += "".join(f"scaled(x, {n}){'  # noqa' if n > 3 else ''}\n" for n in range(1, 7))
    result = fix_source(source)
    assert result.text.count("tf.constant") == 3 and result.text.count("# noqa") == 3
    assert fix_source(result.text).text == result.text


def test_a_body_does_not_change_for_a_number_under_noqa() -> None:
    source = NUMBERS.format("n * x", "")
    result = fix_source(source)
    (left,) = result.left
    assert result.text == source
    assert left.reason == "'# noqa' keeps the number of line 13, and the body would change for it"


@pytest.mark.parametrize(
    ("old", "reason"),
    [
        ("in range(n):", "'# noqa' says to leave the loop of line 6 as it is"),
        ("train(tf.ones([3]), n)", "'# noqa' keeps the number that is passed"),
    ],
)
def test_the_loop_and_its_argument_stay_together(old: str, reason: str) -> None:
    source = TRAIN.replace(old, f"{old}  # noqa")
    result = fix_source(source)
    (left,) = result.left
    assert (result.text, left.reason) == (source, reason)


def test_a_conditional_under_noqa_stays() -> None:
    source = NUMBERS.format("x if n > 3 else -x  # noqa: TFR303", ": E501")
    result = fix_source(source, unsafe=True)
    reason = "'# noqa' says to leave the conditional of line 6 as it is"
    assert (result.text, {item.reason for item in result.left}) == (source, {reason})


def test_noqa_of_another_code_is_no_matter() -> None:
    assert fix_source(RELAXED.replace("=True)", "=True)  # noqa: E501")).fixed


def test_noqa_for_the_file() -> None:
    source = f"# flake8: noqa\n{RELAXED}"
    assert fix_source(source).text == source


def test_codes_choose_the_fixes() -> None:
    assert fix_source(RELAXED, codes={"TFR101"}).text == RELAXED


def test_what_cannot_be_read_raises() -> None:
    with pytest.raises(SyntaxError):
        fix_source("import tensorflow\ndef f(:\n")
    with pytest.raises(SyntaxError):
        fix_source("def f(:\n")
    with pytest.raises(SyntaxError, match="null"):
        fix_source("import tensorflow\0")


# Plans that go wrong, in place of the fix of TFR203


@pytest.fixture
def plan_with(monkeypatch: pytest.MonkeyPatch) -> PlanWith:
    """Return a function that replaces the fix of TFR203."""

    def use(planner: Planner) -> None:
        monkeypatch.setitem(FIXES, "TFR203", planner)

    return use


def decorator(finding: Finding) -> ast.expr:
    node: ast.expr = finding.facts.call
    return node


def reason_for(planner: Planner, plan_with: PlanWith, source: str = RELAXED) -> str:
    """Return why the fix of ``planner`` was thrown away."""
    plan_with(planner)
    result = fix_source(source, unsafe=True)
    assert (result.text, result.fixed) == (source, ())
    (left,) = result.left
    assert not left.needs_unsafe
    return left.reason


def test_a_result_that_does_not_compile_is_thrown_away(plan_with: PlanWith) -> None:
    def planner(finding: Finding, context: Context) -> Plan:
        statement = context.program.tree.body[0]
        edits = (InsertBefore(statement, "return 1"), Replace(decorator(finding), "tf.function"))
        return Plan(edits, (finding,))

    assert (
        reason_for(planner, plan_with) == "the result would not compile: 'return' outside function"
    )


def test_a_fix_that_fixes_nothing_is_thrown_away(plan_with: PlanWith) -> None:
    def planner(finding: Finding, context: Context) -> Plan:
        return Plan((InsertBefore(context.program.tree.body[0], "x = 1"),), (finding,))

    assert reason_for(planner, plan_with) == "TFR203 would still be reported"


def test_a_fix_that_causes_findings_is_thrown_away(plan_with: PlanWith) -> None:
    def planner(finding: Finding, context: Context) -> Plan:
        loop = "for n in range(10):\n    f([1] * n)"
        body = context.program.tree.body
        edits = (InsertBefore(body[2], loop), Replace(decorator(finding), "tf.function"))
        return Plan(edits, (finding,))

    source = f"{RELAXED}\n\nx = 1\n"
    reason = reason_for(planner, plan_with, source)
    assert reason.startswith("the result would have TFR103 '[1] * n' ")


def test_what_a_fix_brings_to_light_is_fixed_with_it() -> None:
    source = """\
import tensorflow as tf


def scaled(x, rate):
    return x * rate


for n in range(1, 30):
    rate = 0.1 * n
    f = tf.function(scaled)
    f(tf.ones([2]), rate)
"""
    result = fix_source(source)
    fixed = source.replace("    f = tf.function(scaled)\n", "").replace(
        ", rate)\n", ", tf.constant(rate))\n"
    )
    fixed = fixed.replace("for n", "f = tf.function(scaled)\nfor n")
    assert result.text == fixed
    (proposal,) = propose({"a.py": Work(source)})["a.py"]
    assert any("tf.constant(rate)" in change.text for change in proposal.changes)
    second = source.replace("import tensorflow as tf\n", "").replace("scaled", "grown")
    second = second.replace("x * rate", "x + rate").replace("    f = ", "    g = ")
    both = source + second.replace("    f(", "    g(").replace("rate", "size")
    text = fix_source(both).text
    assert "tf.constant(rate)" in text and "tf.constant(size)" in text
    proposals = propose({"a.py": Work(both)})["a.py"]
    assert len(proposals) == 2 and all(one.changes for one in proposals)
    # Who asks for one code alone is not given fixes of others.
    (left,) = fix_source(source, codes={"TFR501"}).left
    assert left.reason.startswith("the result would have TFR101 'rate' is")


def test_a_fix_that_loses_a_comment_is_thrown_away(plan_with: PlanWith) -> None:
    def planner(finding: Finding, context: Context) -> Plan:
        function = context.program.tree.body[1]
        assert isinstance(function, ast.FunctionDef)
        edits = (
            ReplaceStatement(function.body[0], ""),
            Replace(decorator(finding), "tf.function"),
        )
        return Plan(edits, (finding,))

    source = RELAXED.replace("return x  # kept", "# kept\n    return x")
    assert reason_for(planner, plan_with, source) == "the comment '# kept' would be lost"


def test_a_comment_goes_with_its_statement(plan_with: PlanWith) -> None:
    def planner(finding: Finding, context: Context) -> Plan:
        gone = ReplaceStatement(context.program.tree.body[1], "")
        return Plan((gone, Replace(decorator(finding), "tf.function")), (finding,))

    plan_with(planner)
    source = RELAXED.replace("\n\n\n", "\nx = 1  # gone\n\n\n")
    plain = RELAXED.replace("(experimental_relax_shapes=True)", "")
    assert fix_source(source, unsafe=True).text == plain


def test_a_refusal_is_told(plan_with: PlanWith) -> None:
    def planner(finding: Finding, context: Context) -> Plan:
        raise Refusal("the body indexes a list with 'i'")

    assert reason_for(planner, plan_with) == "the body indexes a list with 'i'"


def test_one_bad_fix_does_not_keep_others_away(plan_with: PlanWith) -> None:
    sound = FIXES["TFR203"]

    def planner(finding: Finding, context: Context) -> Plan:
        function = enclosing(finding, context)
        if function == "g":
            return Plan((Replace(decorator(finding), "tf.function(1 +)"),), (finding,))
        if function == "h":
            return Plan((InsertBefore(context.program.tree.body[0], "x = 1"),), (finding,))
        return sound(finding, context)

    plan_with(planner)
    one = RELAXED.partition("\n\n\n")[2]
    source = "\n\n".join([RELAXED, *(one.replace("f(x)", f"{name}(x)") for name in "ghijk")])
    result = fix_source(source)
    assert result.text.count("reduce_retracing=True") == len(result.fixed) == 4
    lines = result.text.splitlines()
    left = [lines[item.finding.line] for item in result.left]
    assert left == ["def g(x):", "def h(x):"]
    assert "x = 1" not in result.text


@pytest.mark.parametrize("unsafe", [False, True])
def test_another_way_is_taken_where_one_is_no_good(plan_with: PlanWith, unsafe: bool) -> None:
    sound = FIXES["TFR203"]

    def planner(finding: Finding, context: Context) -> Plan:
        good = sound(finding, context)
        useless = Plan((Replace(decorator(finding), "(tf.function)"),), (finding,), "it may differ")
        broken = Plan((Replace(decorator(finding), "tf.function(1 +)"),), (finding,))
        return dataclasses.replace(useless, otherwise=(broken, good))

    plan_with(planner)
    result = fix_source(RELAXED, unsafe=unsafe)
    assert "reduce_retracing=True" in result.text
    ((fixed,), left) = result.fixed, result.left
    assert (fixed.safe, left) == (True, ())
    (proposal,) = propose({"a.py": Work(RELAXED)})["a.py"]
    assert proposal.changes
    assert proposal.unsafe_because is None


def enclosing(finding: Finding, context: Context) -> str:
    """Return the name of the function that a finding's decorator is on."""
    return next(
        function.name
        for function in context.program.index.functions
        if decorator(finding) in getattr(function.node, "decorator_list", ())
    )


def test_an_unsafe_fix_waits_for_permission(plan_with: PlanWith) -> None:
    sound = FIXES["TFR203"]

    def planner(finding: Finding, context: Context) -> Plan:
        plan = sound(finding, context)
        assert isinstance(plan, Plan)
        return Plan(plan.edits, plan.covers, "results become float32")

    plan_with(planner)
    result = fix_source(RELAXED)
    assert result.text == RELAXED
    (left,) = result.left
    assert (left.reason, left.needs_unsafe) == ("results become float32", True)
    (fixed,) = fix_source(RELAXED, unsafe=True).fixed
    assert not fixed.safe


def test_a_likely_finding_has_no_safe_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    run = rules.run

    def run_rules(*arguments: Any) -> tuple[Program, list[Finding]]:
        program, findings = run(*arguments)
        likely = Witness((Step("a.py", 1, "it is called"),), needs=frozenset({"it is called"}))
        return program, [dataclasses.replace(f, witness=likely) for f in findings]

    monkeypatch.setattr(rules, "run", run_rules)
    result = fix_source(RELAXED)
    (left,) = result.left
    assert (result.text, left.needs_unsafe) == (RELAXED, True)
    assert left.reason == "the finding is likely, not proven: see what its message assumes"
    (fixed,) = fix_source(RELAXED, unsafe=True).fixed
    assert not fixed.safe


def test_proposals_of_a_file_take_two_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    analysed: list[str] = []
    run = rules.run

    def run_rules(*arguments: Any) -> tuple[Program, list[Finding]]:
        analysed.append(arguments[2])
        return run(*arguments)

    monkeypatch.setattr(rules, "run", run_rules)
    functions = "".join(RELAXED.partition("\n\n\n")[2].replace("f(", f"f{n}(") for n in range(9))
    text = f"import tensorflow as tf\n\n\n{functions}"
    proposals = propose({"a.py": Work(text)})["a.py"]
    lines = text.split("\n")
    for proposal in proposals:
        (change,) = proposal.changes
        line, (first, last) = proposal.finding.line, (change.start[1], change.end[1])
        assert change.start[0] == change.end[0] == line
        fixed = lines[line - 1][:first] + change.text + lines[line - 1][last:]
        assert fixed == "@tf.function(reduce_retracing=True)"
    assert len(proposals) == 9
    assert len(analysed) == 2


def test_files_without_tensorflow_do_not_load_libcst(tmp_path: Path) -> None:
    import subprocess
    import sys

    code = (
        "import sys\nfrom tfretrace_fix.engine import fix_source\n"
        "fix_source('import tensorflow as tf\\nx = tf.zeros([1])\\n')\n"
        "assert 'libcst' not in sys.modules and 'tensorflow' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)


def test_predict_in_a_helper_that_also_runs_eagerly_is_unsafe() -> None:
    source = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def embed(x):
    return model.predict(x)


@tf.function
def distance(x, y):
    return tf.norm(embed(x) - embed(y))


print(distance(tf.ones([2, 3]), tf.ones([2, 3])))
"""
    (fixed,) = fix_source(source).fixed
    assert fixed.safe
    also_eager = f"{source}print(embed(tf.ones([2, 3])).tolist())\n"
    (left,) = fix_source(also_eager).left
    assert left.needs_unsafe
    assert left.reason == "eager callers of 'embed' get a tensor for a NumPy array"
