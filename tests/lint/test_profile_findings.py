"""What a profile adds to the findings, and when it is not believed."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from flake8_tfretrace import Finding, Settings, check
from flake8_tfretrace.finding import Confidence
from flake8_tfretrace.program.profile import source_hash
from flake8_tfretrace.settings import ProfileError
from tests.marks import FIXTURES, marks
from tests.profiles import (
    Stored,
    dictionary,
    group,
    other,
    python,
    retrace,
    seen,
    sequence,
    tensor,
    verdict,
    write_profile,
)
from tfretrace.fixture import Fixture, find_fixtures

PROFILED = FIXTURES / "profile"

STEP = """\
import tensorflow as tf


@tf.function
def step(x, n=1):
    return x * n
"""
SHAPES = seen("step", {"x": [tensor(4), tensor(5)], "n": [python(1)]}, group("shape", "x"))
NUMBERS = seen(
    "step", {"x": [tensor(4)], "n": [python(1), python(2), python(3)]}, group("python_value", "n")
)


def reported(
    folder: Path,
    source: str,
    *functions: Stored,
    recorded: str | None = None,
    name: str = "steps.py",
) -> list[str]:
    """Return ``line:column CODE message`` of what is found with a profile.

    ``recorded`` is the text that was run, if it was another one.
    """
    profile = write_profile(folder / "traces.json", name, recorded or source, *functions)
    settings = Settings(profile=profile)
    found = check(source, str(folder / name), settings=settings)
    assert all(len(str(finding)) <= 160 for finding in found)
    return [f"{f.line}:{f.column} {f}" for f in found]


@pytest.mark.parametrize("fixture", find_fixtures(PROFILED), ids=lambda fixture: fixture.name)
def test_fixture(fixture: Fixture) -> None:
    settings = Settings(profile=str(PROFILED / "traces.json"))
    found = check(fixture.text, str(fixture.path), settings=settings)
    assert [(f.line, f.code) for f in found] == [(m.line, m.code) for m in marks(fixture.text)]
    assert not check(fixture.text, str(fixture.path))
    fixed = fixture.fixed_path.read_text(encoding="utf-8")
    # To the fixed file the profile applies as it did, and has nothing to say.
    assert not check(fixed, str(fixture.path), settings=settings)


def test_shapes(tmp_path: Path) -> None:
    assert reported(tmp_path, STEP, SHAPES) == [
        "4:1 TFR201 step was traced for 2 shapes of 'x' in recorded runs ([4], [5]): "
        "give it input_signature=[tf.TensorSpec([None], tf.float32)]"
    ]


def test_shapes_in_containers(tmp_path: Path) -> None:
    def batch(rows: int) -> Stored:
        return dictionary(x=sequence("tuple", tensor(rows, 3)))

    types = {"x": [batch(1), batch(2), batch(3), batch(4)], "n": [python(1)]}
    assert reported(tmp_path, STEP, seen("step", types, group("shape", "x['x'][0]"))) == [
        "4:1 TFR201 step was traced for 4 shapes of x['x'][0] in recorded runs "
        "([1, 3], [2, 3], ...): set input_signature or reduce_retracing"
    ]


def test_numbers_from_another_file(tmp_path: Path) -> None:
    assert reported(tmp_path, STEP, NUMBERS) == [
        "5:12 TFR101 1, 2, 3 reach 'n' as Python values in recorded runs (elsewhere.py:0): "
        "step retraces for each; pass a tensor"
    ]


def test_numbers_from_this_file(tmp_path: Path) -> None:
    source = f"{STEP}\n\ndef run(x, options):\n    step(\n        x,\n        options.n,\n    )\n"
    numbers = {**NUMBERS, "traces": [group("python_value", "n", 10, "steps.py")]}
    assert reported(tmp_path, source, numbers) == [
        "12:8 TFR101 1, 2, 3 reach 'n' as Python values in recorded runs: "
        "step retraces for each; pass tf.constant(options.n)"
    ]
    changed = source.replace("options.n", "tf.constant(options.n)")
    assert reported(tmp_path, changed, numbers) == []
    # What the callers elsewhere pass is not known to have changed.
    numbers["traces"].append(group("python_value", "n"))
    assert len(reported(tmp_path, changed, numbers)) == 1


def test_one_finding_per_cause(tmp_path: Path) -> None:
    source = f"{STEP}\n\nfor i in range(9):\n    step(tf.ones([4]), i)\n    step(tf.ones([i]))\n"
    numbers = {**NUMBERS, "traces": [group("python_value", "n", 10, "steps.py")]}
    both = {**SHAPES, "traces": [*SHAPES["traces"], *numbers["traces"]]}
    static = [f"{f.line} {f.code}" for f in check(source)]
    assert static == ["4 TFR201", "10 TFR101"]
    for evidence in (numbers, SHAPES, both):
        found = reported(tmp_path, source, evidence)
        assert [f"{text.partition(':')[0]} {text.split()[1]}" for text in found] == static


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(STEP.replace("def", "# A comment.\ndef"), id="comment"),
        pytest.param(STEP.replace("import", "import os\n\n\nimport"), id="moved"),
        pytest.param(STEP.replace("return", '"""Doc."""\n    return'), id="docstring"),
        pytest.param(STEP.replace("x * n", "( x*\n n)"), id="formatting"),
        pytest.param(STEP.replace("tf.function", "tf.function(jit_compile=True)"), id="option"),
    ],
)
def test_the_same_function(tmp_path: Path, text: str) -> None:
    assert len(reported(tmp_path, text, SHAPES, recorded=STEP)) == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(STEP.replace("x * n", "x + n"), id="body"),
        pytest.param(STEP.replace("n=1", "n=2"), id="default"),
        pytest.param(STEP.replace("def step", "def steps"), id="name"),
        pytest.param(STEP.replace("@tf.function\n", ""), id="not traced"),
        pytest.param(STEP.replace("function", "function(reduce_retracing=True)"), id="reduced"),
        pytest.param(
            STEP.replace("function", "function(input_signature=[tf.TensorSpec([None])])"),
            id="pinned",
        ),
        pytest.param(f"{STEP}\n\nfast = tf.function(step)\n", id="traced twice"),
    ],
)
def test_another_function(tmp_path: Path, text: str) -> None:
    assert reported(tmp_path, text, SHAPES, recorded=STEP) == []


@pytest.mark.parametrize(
    ("types", "groups"),
    [
        pytest.param(SHAPES["parameters"], [group("first_trace", "")], id="not called again"),
        pytest.param(SHAPES["parameters"], [group("new_instance", "")], id="another object"),
        pytest.param(SHAPES["parameters"], [group("shape", "x", nested=True)], id="nested"),
        pytest.param(
            [{"name": "n", "types": [python(1), python(2)]}],
            [group("python_value", "n")],
            id="two numbers",
        ),
        pytest.param(
            [{"name": "n", "types": [python(True), python(False), python(None)]}],
            [group("python_value", "n"), group("none_vs_tensor", "n")],
            id="switches",
        ),
        pytest.param(
            [{"name": "n", "types": [other("Model object"), other("another Model object")]}],
            [group("model_identity", "n")],
            id="objects",
        ),
    ],
)
def test_silent(tmp_path: Path, types: list[Stored], groups: list[Stored]) -> None:
    evidence = {"name": "step", "parameters": types, "traces": groups}
    assert reported(tmp_path, STEP, evidence) == []


def test_test_code_may_retrace(tmp_path: Path) -> None:
    assert reported(tmp_path, STEP, SHAPES, NUMBERS, name="test_steps.py") == []


def test_two_functions_of_one_name(tmp_path: Path) -> None:
    source = STEP + STEP.partition("\n\n\n")[2].replace("x * n", "x + n")
    # The profile is about the later one.
    assert [text.partition(" ")[0] for text in reported(tmp_path, source, SHAPES)] == ["7:1"]
    alike = STEP + STEP.partition("\n\n\n")[2]
    assert [text.partition(" ")[0] for text in reported(tmp_path, alike, SHAPES)] == ["7:1"]


def test_functions_in_functions_and_classes(tmp_path: Path) -> None:
    source = """\
import tensorflow as tf


def make():
    class Model:
        @tf.function
        def step(self, x):
            return x

    return Model(), tf.function(lambda x: x)
"""
    shapes = {"x": [tensor(1), tensor(2)]}
    evidence = [
        seen(name, shapes, group("shape", "x"))
        for name in ("make.<locals>.Model.step", "make.<locals>.<lambda>")
    ]
    found = [text.partition(" ")[0] for text in reported(tmp_path, source, *evidence)]
    assert found == ["6:9", "10:20"]


def test_paths_lead_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "project" / "src"
    folder.mkdir(parents=True)
    (tmp_path / "link").symlink_to(folder, target_is_directory=True)
    (folder / "steps.py").write_text(STEP, encoding="utf-8")
    profile = write_profile(tmp_path / "project" / "traces.json", "src/steps.py", STEP, SHAPES)
    monkeypatch.chdir(folder)
    for path in ("steps.py", "./steps.py", "../src/steps.py", str(tmp_path / "link" / "steps.py")):
        assert len(check(STEP, path, settings=Settings(profile=profile))) == 1, path
    assert check(STEP, "other/steps.py", settings=Settings(profile=profile)) == []


def test_flake8_option(tmp_path: Path) -> None:
    (tmp_path / "steps.py").write_text(STEP, encoding="utf-8")
    write_profile(tmp_path / "traces.json", "steps.py", STEP, SHAPES)
    (tmp_path / "setup.cfg").write_text(
        "[flake8]\ntfretrace-profile = ./traces.json\n", encoding="utf-8"
    )

    def flake8(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "flake8", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    assert flake8("steps.py").stdout.startswith("steps.py:4:2: TFR201 step was traced")
    assert flake8("--isolated", "steps.py").stdout == ""
    missing = flake8("--tfretrace-profile", "no.json", "steps.py")
    assert missing.returncode == 1
    assert "--tfretrace-profile: no.json: No such file or directory" in missing.stdout


CLAIMED = """\
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


@tf.function
def evaluate(x, items):
    return x + len(items)


def main(parts):
    for step in range(100):
        train(tf.ones([2]), step)
    evaluate(tf.ones([2]), parts)


def build(k):
    step = tf.function(lambda x: x + k)
    return step(tf.ones([2]))
"""
EVALUATED = retrace("TFR103", "evaluate", 17, "evaluate(tf.ones([2]), parts)")


def claims(folder: Path) -> dict[str, Finding]:
    """Return what the rules claim of :data:`CLAIMED` under any assumptions, by code."""
    found = check(CLAIMED, str(folder / "steps.py"), settings=Settings(confidence="any"))
    return {finding.code: finding for finding in found}


def judged(
    folder: Path,
    findings: Sequence[Stored] = (),
    retraces: Sequence[Stored] = (),
    *,
    source: str = CLAIMED,
    texts: Mapping[str, str] | None = None,
    confidence: Confidence = "proven",
) -> list[Finding]:
    """Return what is reported on a text with a profile of :data:`CLAIMED`."""
    profile = write_profile(
        folder / "traces.json",
        "steps.py",
        CLAIMED,
        findings=findings,
        retraces=retraces,
        texts=texts,
    )
    settings = Settings(profile=profile, confidence=confidence)
    return check(source, str(folder / "steps.py"), settings=settings)


def test_what_a_run_confirms_is_proven(tmp_path: Path) -> None:
    claim = claims(tmp_path)["TFR502"]
    assert claim.confidence == "likely"
    assert "TFR502" not in [finding.code for finding in judged(tmp_path)]
    found = judged(tmp_path, [verdict(claim, "confirmed")])
    (proven,) = (finding for finding in found if finding.code == "TFR502")
    assert proven.confidence == "proven"
    assert " (if " in claim.message
    assert " (if " not in proven.message
    assert proven.witness.steps[-1].text == "seen in a recorded run: as it was seen"


def test_what_a_run_refutes_is_likely_at_most(tmp_path: Path) -> None:
    claim = claims(tmp_path)
    assert claim["TFR101"].confidence == "proven"
    refuted = [verdict(claim[code], "refuted") for code in ("TFR101", "TFR502")]
    assert judged(tmp_path, refuted) == []
    (likely,) = judged(tmp_path, refuted, confidence="likely")
    assert likely.code == "TFR101"
    assert likely.message.endswith("(if another run does what the recorded ones do not)")


def test_verdicts_are_of_one_text(tmp_path: Path) -> None:
    refuted = [verdict(claims(tmp_path)["TFR101"], "refuted")]
    changed = f"{CLAIMED}\n# A comment.\n"
    assert [f.code for f in judged(tmp_path, refuted, source=changed)] == ["TFR101"]
    assert judged(tmp_path, refuted, source=CLAIMED.replace("\n", "\r\n")) == []


def test_verdicts_rest_on_other_files(tmp_path: Path) -> None:
    (tmp_path / "same.py").write_text("n = 1\n", encoding="utf-8")
    (tmp_path / "changed.py").write_text("n = 2\n", encoding="utf-8")
    texts = {"same.py": "n = 1\n", "changed.py": "n = 1\n"}
    claim = claims(tmp_path)["TFR101"]
    assert judged(tmp_path, [verdict(claim, "refuted", "same.py")], texts=texts) == []
    found = judged(tmp_path, [verdict(claim, "refuted", "same.py", "changed.py")], texts=texts)
    assert [finding.code for finding in found] == ["TFR101"]


def test_retraces_that_no_rule_sees(tmp_path: Path) -> None:
    found = judged(tmp_path, retraces=[EVALUATED])
    assert [(f.line, f.column, f.code) for f in found] == [(16, 28, "TFR101"), (17, 4, "TFR103")]
    assert found[1].message == "3 retraces of evaluate in recorded runs"
    changed = CLAIMED.replace("range(100)", "range(101)")
    assert len(judged(tmp_path, retraces=[EVALUATED], source=changed)) == 1


def test_retraces_are_reported_once(tmp_path: Path) -> None:
    again = retrace("TFR101", "train", 16, "train(tf.ones([2]), step)")
    assert [f.column for f in judged(tmp_path, retraces=[again])] == [28]


def test_flake8_says_that_a_profile_is_stale(tmp_path: Path) -> None:
    (tmp_path / "steps.py").write_text(STEP, encoding="utf-8")
    write_profile(tmp_path / "traces.json", "steps.py", STEP, texts={"gone.py": ""})
    command = [sys.executable, "-m", "flake8", "--isolated", "--tfretrace-profile=traces.json"]

    def complaints() -> str:
        ran = subprocess.run([*command, "."], cwd=tmp_path, capture_output=True, text=True)
        return ran.stderr

    told = "flake8-tfretrace: changed since the profile was recorded: {}; of them only what was "
    assert complaints().startswith(told.format("gone.py"))
    (tmp_path / "gone.py").write_text("", encoding="utf-8")
    assert complaints() == ""
    (tmp_path / "steps.py").write_text(f"{STEP}# Changed.\n", encoding="utf-8")
    assert complaints().count(told.format("steps.py")) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nonsense", "it is not JSON"),
        ("[]", "not a profile"),
        ('{"profile_schema": 99}', "profile of schema 99, this version reads 1"),
        ('{"profile_schema": 1}', "damaged (KeyError: 'functions')"),
        ('{"profile_schema": 1, "functions": [1]}', "damaged (TypeError: "),
        ('{"profile_schema": 1, "functions": [], "files": [{}]}', "damaged (KeyError: 'file')"),
    ],
)
def test_what_is_no_profile(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "traces.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProfileError) as raised:
        check(STEP, "steps.py", settings=Settings(profile=str(path)))
    assert str(raised.value).startswith(f"{path}: {problem}")


def test_hashes_are_the_same_in_every_version_of_python() -> None:
    source = (
        'async def f(a, /, b=1.5, *c, d: "int" = None, **e):\n'
        '    """Doc."""\n'
        "    with a as (x, y), b:\n"
        "        z = [f'{x!r:>{y}}' for x in c if x is not ...]\n"
        "    return lambda q=z[1:2, ::3]: (yield), b'1', 1j, -1, 'é', not d\n"
    )
    assert source_hash(ast.parse(source).body[0]) == "07e14ee2590b947c"
