"""What is written for what recorded runs saw, and what is refused."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tfretrace_fix.engine import FixResult, fix_source

from flake8_tfretrace import Settings, check
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


def program(parameters: str, body: str, decorator: str = "tf.function") -> str:
    return f"import tensorflow as tf\n\n\n@{decorator}\ndef step({parameters}):\n    {body}\n"


def fixed(
    folder: Path,
    source: str,
    types: dict[str, list[Stored]],
    *groups: Stored,
    unsafe: bool = True,
    recorded: str | None = None,
) -> FixResult:
    evidence = seen("step", types, *groups or [group("shape", "x")])
    profile = write_profile(folder / "traces.json", "steps.py", recorded or source, evidence)
    result = fix_source(
        source, str(folder / "steps.py"), settings=Settings(profile=profile), unsafe=unsafe
    )
    again = fix_source(
        result.text, str(folder / "steps.py"), settings=Settings(profile=profile), unsafe=unsafe
    )
    assert again.text == result.text
    return result


def decorator(result: FixResult) -> str:
    tree = ast.parse(result.text)
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return next(
        f"@{ast.unparse(node.decorator_list[0])}" for node in functions if node.decorator_list
    )


def signature(*specs: str) -> str:
    return f"@tf.function(input_signature=[{', '.join(specs)}])"


X = [tensor(4, 10), tensor(7, 10)]
X_SPEC = "tf.TensorSpec([None, 10], tf.float32)"


@pytest.mark.parametrize(
    ("parameters", "types", "specs"),
    [
        pytest.param("x", {"x": X}, [X_SPEC], id="dimension"),
        pytest.param(
            "x, y",
            {"x": [*X, tensor(None, 10)], "y": [tensor(dtype="int64")]},
            [X_SPEC, "tf.TensorSpec([], tf.int64)"],
            id="scalar",
        ),
        pytest.param(
            "x",
            {
                "x": [
                    dictionary(
                        a=sequence("tuple", tensor(n)), b=sequence("list", tensor(n, dtype="bool"))
                    )
                    for n in (1, 2)
                ]
            },
            ["{'a': (tf.TensorSpec([None], tf.float32),), 'b': [tf.TensorSpec([None], tf.bool)]}"],
            id="containers",
        ),
        pytest.param(
            "x, y=None, *, flag=False",
            {"x": X, "y": [python(None)], "flag": [python(False)]},
            [X_SPEC],
            id="defaults",
        ),
        pytest.param(
            "x, y=None, z=None",
            {"x": X, "y": [tensor(3)], "z": [python(None)]},
            [X_SPEC, "tf.TensorSpec([3], tf.float32)"],
            id="some defaults",
        ),
    ],
)
def test_signature(
    tmp_path: Path, parameters: str, types: dict[str, list[Stored]], specs: list[str]
) -> None:
    path = "x['a'][0]" if types["x"][0]["kind"] == "dict" else "x"
    result = fixed(tmp_path, program(parameters, "return x"), types, group("shape", path))
    assert decorator(result) == signature(*specs)
    assert result.left == ()


def test_only_unsafe(tmp_path: Path) -> None:
    source = program("x", "return x")
    result = fixed(tmp_path, source, {"x": X}, unsafe=False)
    assert result.text == source
    (left,) = result.left
    assert left.needs_unsafe
    assert left.reason == "calls with other types than the recorded ones will fail"


def test_options_are_kept(tmp_path: Path) -> None:
    source = program("x", "return x", "tf.function(jit_compile=True)")
    result = fixed(tmp_path, source, {"x": X})
    assert decorator(result) == f"@tf.function(jit_compile=True, input_signature=[{X_SPEC}])"


def test_calls_of_this_file_count_too(tmp_path: Path) -> None:
    source = program("x", "return x") + "\n\nstep(tf.ones([2, 3]))\n"
    assert decorator(fixed(tmp_path, source, {"x": X})) == signature(
        "tf.TensorSpec([None, None], tf.float32)"
    )


@pytest.mark.parametrize(
    ("parameters", "body", "types", "reason"),
    [
        pytest.param(
            "x",
            "return x",
            {"x": [tensor(4), tensor(4, 4)]},
            "@tf.function(reduce_retracing=True)",
            id="rank",
        ),
        pytest.param(
            "x, y",
            "return x",
            {"x": X, "y": [other("RaggedTensor int32 (2, None)")]},
            "@tf.function(reduce_retracing=True)",
            id="ragged",
        ),
        pytest.param(
            "x, y",
            "return x",
            {"x": X, "y": [tensor(), tensor(dtype="int32")]},
            "@tf.function(reduce_retracing=True)",
            id="dtype",
        ),
        pytest.param(
            "x, mode",
            "return x if mode else 2 * x",
            {"x": X, "mode": [python(True)]},
            "@tf.function(reduce_retracing=True)",
            id="switch",
        ),
        pytest.param(
            "x, n",
            "return [x, 2 * x][n]",
            {"x": X, "n": [python(0), python(1)]},
            "the body indexes the list '[x, 2 * x]' with 'n'",
            id="index",
        ),
        pytest.param(
            "x, *, n=1",
            "return x * n",
            {"x": X, "n": [python(1), python(2)]},
            "a signature cannot cover the keyword-only 'n'",
            id="keyword-only",
        ),
        pytest.param(
            "x, **more",
            "return x",
            {"x": X},
            "'more' takes any number of arguments",
            id="any keywords",
        ),
        pytest.param(
            "x, n",
            "return x * n",
            {"x": X, "n": [python(1), python(2**40)]},
            "the integer 'n' may not fit into 32 bits",
            id="large",
        ),
        pytest.param(
            "x, n",
            "return x * n",
            {"x": X, "n": [python(1), python(0.5)]},
            "'n' is a Python number",
            id="int and float",
        ),
        pytest.param(
            "x",
            "return [row for row in range(x.shape[0])], x",
            {"x": X},
            "the body hands 'x.shape[0]' to range()",
            id="dimension",
        ),
    ],
)
def test_no_signature(
    tmp_path: Path, parameters: str, body: str, types: dict[str, list[Stored]], reason: str
) -> None:
    result = fixed(tmp_path, program(parameters, body), types)
    if reason.startswith("@"):
        assert decorator(result) == reason
    else:
        assert decorator(result) == "@tf.function"
        assert next(left.reason for left in result.left).startswith(reason)


NUMBERS = [python(n) for n in range(4)]


def test_numbers_of_other_files(tmp_path: Path) -> None:
    source = program("x, n, rate=0.5", "return x * n * rate")
    types: dict[str, list[Any]] = {"x": X, "n": NUMBERS, "rate": [python(0.5)]}
    result = fixed(tmp_path, source, types, group("shape", "x"), group("python_value", "n"))
    assert decorator(result) == signature(X_SPEC, "tf.TensorSpec([], tf.int32)")
    assert "    n = tf.cast(n, x.dtype)\n    return x * n * rate\n" in result.text
    assert {item.finding.code for item in result.fixed} == {"TFR101", "TFR201"}


def test_numbers_of_this_file(tmp_path: Path) -> None:
    source = program("x, n", "return x * n") + (
        "\n\ndef run(x, options):\n    return step(x, options.n)\n"
    )
    calls = group("python_value", "n", 10, "steps.py")
    types = {"x": X, "n": NUMBERS}
    assert fixed(tmp_path, source, types, calls, unsafe=False).text == source
    calls_only = fixed(tmp_path, source, types, calls)
    assert "step(x, tf.constant(options.n))" in calls_only.text
    assert "n = tf.cast(n, x.dtype)" in calls_only.text
    assert decorator(calls_only) == "@tf.function"
    # The body is another one now, and what was seen of it still counts in this run.
    both = fixed(tmp_path, source, types, calls, group("shape", "x"))
    assert "step(x, tf.constant(options.n))" in both.text
    assert decorator(both) == signature(X_SPEC, "tf.TensorSpec([], tf.int32)")


def test_dimensions_that_stay_are_numbers(tmp_path: Path) -> None:
    source = program("x", "return x * x.shape[1] / tf.cast(x.shape[0], x.dtype)")
    result = fixed(tmp_path, source, {"x": X})
    assert decorator(result) == signature(X_SPEC)
    assert "x * x.shape[1] / tf.cast(tf.shape(x)[0], x.dtype)" in result.text


def test_another_version_is_named(tmp_path: Path) -> None:
    source = program("x", "return x")
    result = fixed(tmp_path, source.replace("return x", "return 2 * x"), {"x": X}, recorded=source)
    assert decorator(result) == "@tf.function"
    assert result.outdated == ("step",)


def test_what_runs_say_holds_while_other_findings_are_fixed(tmp_path: Path) -> None:
    source = (
        "import tensorflow as tf\n\n\n"
        "@tf.function\ndef step(x, n):\n    return x * n\n\n\n"
        "@tf.function\ndef total(items):\n    return tf.add_n(items)\n\n\n"
        "def main(parts):\n"
        "    for n in range(100):\n        step(tf.ones([2]), n)\n"
        "    for n in range(100, 200):\n        step(tf.zeros([2]), n)\n"
        "    total(parts)\n"
    )
    name = str(tmp_path / "steps.py")
    fixable, denied = check(source, name)
    profile = write_profile(
        tmp_path / "traces.json",
        "steps.py",
        source,
        findings=[verdict(denied, "refuted")],
        retraces=[retrace("TFR103", "total", 19, "total(parts)")],
    )
    result = fix_source(source, name, settings=Settings(profile=profile), unsafe=True)
    assert {fix.finding.line for fix in result.fixed} == {fixable.line}
    assert [(left.finding.code, left.reason) for left in result.left] == [
        ("TFR103", "only recorded runs show it, not the source")
    ]


def test_command(tmp_path: Path) -> None:
    source = program("x", "return x")
    (tmp_path / "steps.py").write_text(source, encoding="utf-8")
    evidence = seen("step", {"x": X}, group("shape", "x"))
    write_profile(tmp_path / "traces.json", "steps.py", source, evidence)

    def fix(profile: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tfretrace_fix", "--isolated", "--unsafe-fixes"]
        return subprocess.run(
            [*command, "--profile", profile, "steps.py"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )

    assert fix("no.json").returncode == 2
    assert fix("traces.json").returncode == 1
    text = (tmp_path / "steps.py").read_text(encoding="utf-8")
    assert signature(X_SPEC) in text
    (tmp_path / "steps.py").write_text(text.replace("return x", "return -x"), encoding="utf-8")
    outdated = fix("traces.json")
    assert outdated.returncode == 0
    assert "steps.py: not used, since the profile is of another version" in outdated.stderr
