"""The command ``tfretrace-fix``, run as people run it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tfretrace_fix.cli import build_parser, flake8_arguments
from tfretrace_fix.colours import coloured
from tfretrace_fix.files import read
from tfretrace_fix.run import Options, Request, fix_together

from flake8_tfretrace import Settings, __version__
from flake8_tfretrace.catalog import RULES

ROOT = Path(__file__).parents[2]
RELAXED = """\
import tensorflow as tf


@tf.function(experimental_relax_shapes=True)
def f(x):
    return x
"""
FIXED = RELAXED.replace("experimental_relax_shapes", "reduce_retracing")
UNSAFE = """\
import tensorflow as tf


@tf.function
def f(x):
    while tf.reduce_sum(x) > 9.0:
        x = x / 2.0
    return x


f(tf.ones([1]))
f(tf.ones([2]))
f(tf.ones([3]))
"""
HOPELESS = """\
import tensorflow as tf


@tf.function
def f(x, n):
    return tf.concat([x] * n, 0)


for n in range(10):
    f(tf.ones([1]), n)
"""


def run(
    *arguments: str, cwd: Path, stdin: bytes = b"", code: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    result = subprocess.run(
        [sys.executable, "-m", "tfretrace_fix", *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        check=False,
    )
    if code is not None:
        assert result.returncode == code, result.stderr.decode() + result.stdout.decode()
    return result


pytestmark = pytest.mark.usefixtures("modern_project")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a file to fix and one without anything to fix."""
    (tmp_path / "a.py").write_text(RELAXED)
    (tmp_path / "b.py").write_text("x = 1\n")
    return tmp_path


def test_fixes_in_place(project: Path) -> None:
    result = run(".", cwd=project, code=1)
    assert (project / "a.py").read_text() == FIXED
    assert result.stdout.decode() == "1 fixed in 1 file\n"
    again = run(".", cwd=project, code=0)
    assert (again.stdout, again.stderr) == (b"", b"")


def test_check_writes_nothing(project: Path) -> None:
    result = run("--check", "--show-fixes", ".", cwd=project, code=1)
    assert (project / "a.py").read_text() == RELAXED
    first, summary = result.stdout.decode().splitlines()
    assert first.startswith("./a.py:4:2: TFR203 'experimental_relax_shapes' is deprecated")
    assert first.endswith("[would be fixed]")
    assert summary == "1 would be fixed in 1 file"


def test_what_is_alike_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "import random\n\nimport tensorflow as tf\n\n\n@tf.function\ndef f(x, names):\n"
        "    random.shuffle(names)\n    random.shuffle(names)\n\n    random.shuffle(names)\n"
        "    return x\n"
    )
    told = run("--check", "a.py", cwd=tmp_path, code=0).stdout.decode().splitlines()
    assert told[0].startswith("a.py:8:5: TFR404 ")
    assert told[1] == "  the same on lines 9, 11"
    assert told[2].startswith("  not fixed: ")
    assert told[3:] == ["0 would be fixed, 3 left: see above"]
    assert "  the same on" not in run("--check", "--show-why", "a.py", cwd=tmp_path).stdout.decode()


def test_explains_a_line(tmp_path: Path) -> None:
    source = (
        "import tensorflow as tf\n\n\ndef decayed(v, rate):\n    factor = 1.0 - rate\n"
        "    for _ in range(4):\n        v = tf.function(lambda w: w * factor)(v)\n    return v\n"
        "\n\ndecayed(tf.ones([3]), 0.1)\n"
    )
    (tmp_path / "a.py").write_text(source)
    told = run("--explain", "a.py:7:13:", cwd=tmp_path, code=0).stdout.decode()
    assert told.startswith("a.py:7:13: TFR502 ")
    fix, other = told.partition("  the fix:\n")[2].split("  or:\n")
    assert "+    decayed_graph = tf.function(lambda w: w * factor)\n" in fix
    assert "+decayed_graph = tf.function(lambda w, factor: w * factor)\n" in other
    assert told.endswith("  the rule: tfretrace-fix --explain TFR502\n")
    assert (tmp_path / "a.py").read_text() == source
    nothing = run("--explain", "a.py:1", cwd=tmp_path, code=0).stdout.decode()
    assert nothing == "a.py:1: nothing is reported there\n"
    assert b"error: " in run("--explain", "b.py:1", cwd=tmp_path, code=2).stderr


def test_diff(project: Path) -> None:
    result = run("--diff", "a.py", cwd=project, code=1)
    assert (project / "a.py").read_text() == RELAXED
    assert "-@tf.function(experimental_relax_shapes=True)\n" in result.stdout.decode()
    assert result.stderr.decode() == "1 would be fixed in 1 file\n"
    subprocess.run(["patch", "-p0"], input=result.stdout, cwd=project, check=True)
    assert (project / "a.py").read_text() == FIXED


def test_diff_without_final_newline_can_be_applied(project: Path) -> None:
    (project / "a.py").write_bytes(RELAXED.rstrip("\n").replace("\n", "\r\n").encode())
    result = run("--diff", "a.py", cwd=project, code=1)
    subprocess.run(["patch", "--binary", "-p0"], input=result.stdout, cwd=project, check=True)
    assert (project / "a.py").read_bytes() == FIXED.rstrip("\n").replace("\n", "\r\n").encode()


def test_stdin(tmp_path: Path) -> None:
    result = run("-", "--stdin-filename", "a.py", cwd=tmp_path, stdin=RELAXED.encode(), code=1)
    assert result.stdout.decode() == FIXED
    untouched = run("-", cwd=tmp_path, stdin=b"\xef\xbb\xbfx = 1\r\n", code=0)
    assert untouched.stdout == b"\xef\xbb\xbfx = 1\r\n"


def test_stdin_that_is_only_looked_at(tmp_path: Path) -> None:
    for option in ("--check", "--diff"):
        result = run("-", option, cwd=tmp_path, stdin=RELAXED.encode(), code=1)
        assert (b"+@tf.function(reduce_retracing=True)" in result.stdout) == (option == "--diff")
    assert b"line 2 is not utf-8" in run("-", cwd=tmp_path, stdin=b"x = 1\n'\xff'", code=2).stderr


def test_statistics_of_nothing(project: Path) -> None:
    assert run("--statistics", "b.py", cwd=project, code=0).stdout == b""


def test_what_is_left_is_told_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(HOPELESS)
    (tmp_path / "b.py").write_text(UNSAFE)
    result = run("a.py", "b.py", "--statistics", cwd=tmp_path, code=0)
    lines = result.stdout.decode().splitlines()
    assert lines[0].startswith("a.py:10:21: TFR101 'n' is a Python int")
    assert lines[1].startswith("  not fixed: ")
    assert lines[2].startswith("b.py:4:2: TFR201 ")
    assert lines[3].startswith("  not fixed: needs --unsafe-fixes: ")
    assert lines[-1] == "0 fixed, 1 needs --unsafe-fixes, 1 left: see above"
    assert "TFR101      0       0     1  python-scalar-argument" in lines
    run("--unsafe-fixes", "b.py", cwd=tmp_path, code=1)
    assert "input_signature=[tf.TensorSpec([None], tf.float32)]" in (tmp_path / "b.py").read_text()


def test_left_lines_are_those_of_the_file_as_it_is(tmp_path: Path) -> None:
    early = RELAXED.replace("def f", "def g").replace("import tensorflow as tf\n", "")
    source = HOPELESS.replace("\n\n\nfor", f"\n{early}\n\nfor", 1)
    (tmp_path / "a.py").write_text(source)
    line = 1 + source.splitlines().index("    f(tf.ones([1]), n)")
    for mode in (["--check"], ["--diff"], []):
        result = run("a.py", *mode, cwd=tmp_path, code=1)
        assert f"a.py:{line}:21: TFR101" in (result.stdout + result.stderr).decode()


# Configuration


@pytest.mark.parametrize(
    ("config", "arguments", "fixes"),
    [
        ("", [], True),
        ("ignore = E501", [], True),
        ("ignore = TFR203", [], False),
        ("extend-ignore = TFR2", [], False),
        ("select = E,F", [], False),
        ("select = E,F", ["--extend-select=TFR203"], True),
        ("per-file-ignores = a.py:TFR203", [], False),
        ("per-file-ignores = b.py:TFR203", [], True),
        ("exclude = a.py", [], False),
        ("extend-exclude = a.*", [], False),
        ("filename = b*.py", [], False),
        ("ignore = TFR203", ["--isolated"], True),
        ("", ["--ignore=TFR203"], False),
        ("", ["--extend-ignore=TFR"], False),
        ("", ["--select=TFR1"], False),
        ("", ["--select=TFR203"], True),
        ("", ["--exclude=a.py"], False),
        ("disable-noqa = true", [], True),
    ],
)
def test_lint_and_fix_agree(project: Path, config: str, arguments: list[str], fixes: bool) -> None:
    (project / ".flake8").write_text(f"[flake8]\n{config}\n")
    lint = subprocess.run(
        [sys.executable, "-m", "flake8", *arguments, "."],
        cwd=project,
        capture_output=True,
        check=False,
    )
    assert (b"TFR203" in lint.stdout) == fixes
    run(*arguments, ".", cwd=project, code=int(fixes))
    assert (project / "a.py").read_text() == (FIXED if fixes else RELAXED)


@pytest.mark.parametrize("name", ["setup.cfg", "tox.ini", ".flake8"])
def test_each_of_flake8s_files_is_read(project: Path, name: str) -> None:
    (project / name).write_text("[flake8]\nignore = TFR203\n")
    run(".", cwd=project, code=0)


def test_disable_noqa(project: Path) -> None:
    (project / "a.py").write_text(RELAXED.replace("=True)", "=True)  # noqa"))
    run(".", cwd=project, code=0)
    (project / ".flake8").write_text("[flake8]\ndisable-noqa = true\n")
    run(".", cwd=project, code=1)


def test_opt_in_rules_need_naming(project: Path) -> None:
    (project / "a.py").write_text("import tensorflow as tf\n\n@tf.function\ndef f(x): return x\n")
    assert run("--unsafe-fixes", "a.py", cwd=project, code=0).stdout == b""
    run("--unsafe-fixes", "--extend-select=TFR202", "a.py", cwd=project, code=1)


def test_configured_decorators(project: Path) -> None:
    (project / "a.py").write_text(
        "import tensorflow as tf\nimport common\n\n"
        "@common.function(experimental_relax_shapes=True)\ndef f(x): return x\n"
    )
    run("a.py", cwd=project, code=0)
    (project / ".flake8").write_text("[flake8]\ntfretrace-traced-decorators = common.function\n")
    run("a.py", cwd=project, code=1)


# Errors


def error(result: subprocess.CompletedProcess[bytes]) -> str:
    """Return the only line of standard error."""
    (line,) = result.stderr.decode().splitlines()
    return line


def test_errors_do_not_keep_other_files_from_being_fixed(project: Path) -> None:
    (project / "broken.py").write_text("import tensorflow\ndef f(:\n")
    (project / "bytes.py").write_bytes(b"import tensorflow\nx = '\xff'\n")
    (project / "null.py").write_bytes(b"import tensorflow\n\0\n")
    deep = f"x = tf.function({'+'.join(['a'] * 50_000)})\n"
    (project / "deep.py").write_text(f"import tensorflow as tf\n{deep}")
    result = run(".", cwd=project, code=2)
    assert (project / "a.py").read_text() == FIXED
    lines = sorted(result.stderr.decode().splitlines())
    assert [line.partition(": error: ")[0] for line in lines] == [
        "./broken.py", "./bytes.py", "./deep.py", "./null.py"
    ]  # fmt: skip
    assert "(line 2); it is not valid Python" in lines[0]
    assert "line 2 is not utf-8" in lines[1]
    assert "nested too deeply to analyse; exclude it" in lines[2]
    assert "null bytes" in lines[3]


def test_missing_path(tmp_path: Path) -> None:
    result = run("nowhere.py", cwd=tmp_path, code=2)
    assert error(result) == "nowhere.py: error: No such file or directory"


def test_no_python_files(tmp_path: Path) -> None:
    result = run(".", cwd=tmp_path, code=0)
    assert error(result) == "tfretrace-fix: no Python files in . (or excluded)"


def test_empty_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"")
    assert run(".", cwd=tmp_path, code=0).stderr == b""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name the files or directories to fix"),
        (["--select=TFR999", "."], "--select: no rule starts with 'TFR999'"),
        (["--diff", "--check", "."], "not allowed with"),
        (["-j0", "."], "'0' is neither 'auto' nor a positive number"),
        (["--config=nowhere.cfg", "."], "does not exist: nowhere.cfg"),
        (["--explain=TFR999"], "there is no rule TFR999"),
        (["--explain=tfr101"], "there is no rule tfr101; did you mean TFR101?"),
        (["--select=tfr101", "."], "--select: no rule starts with 'tfr101'; did you mean TFR101?"),
        (["--extend-ignore=TFR110", "."], "--extend-ignore: no rule starts with 'TFR110'; did you"),
        (["--selct=TFR", "."], "unknown option --selct; did you mean --select?"),
        (["--profile=nope.json", "."], "error: --profile: nope.json: No such file"),
        (["--tfretrace-baseline=no.json", "."], "error: --tfretrace-baseline: no.json: No such"),
        (["a.ipynb"], "a.ipynb is a notebook; run: nbqa tfretrace_fix a.ipynb"),
        (["--add-noqa= ", "."], "--add-noqa: say why"),
        (["--write-baseline", "-"], "--write-baseline takes files, not standard input"),
        (["--verify=", "."], "--verify: the command is empty; name one that runs the program"),
        (["--verify", " ", "."], "--verify: the command is empty"),
        (["--tfretrace-confidence=sure", "."], "(choose from"),
    ],
)
def test_bad_options(tmp_path: Path, arguments: list[str], message: str) -> None:
    told = run(*arguments, cwd=tmp_path, code=2).stderr.decode()
    assert message in told
    assert len(told.splitlines()) == 2


def test_a_configuration_that_switches_all_off_is_told(project: Path) -> None:
    (project / ".flake8").write_text("[flake8]\nselect = E,F,W\n")
    told = run("--check", ".", cwd=project, code=0).stderr.decode()
    assert told.startswith("tfretrace-fix: the configuration switches all rules off; TFR0 in")
    (project / ".flake8").write_text("[flake8]\nselect = E,F,W,TFR0\n")
    assert not run("--check", ".", cwd=project, code=1).stderr


def test_what_is_left_fails_on_request(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(HOPELESS)
    run("--check", "--fail-on=error", ".", cwd=tmp_path, code=0)
    run("--check", "--fail-on=warning", ".", cwd=tmp_path, code=1)
    run("--fail-on=warning", ".", cwd=tmp_path, code=1)
    (tmp_path / "a.py").write_text(RELAXED)
    run("--check", "--fail-on=error", ".", cwd=tmp_path, code=0)
    run("--check", "--fail-on=warning", ".", cwd=tmp_path, code=1)


def test_severity(project: Path) -> None:
    run("--check", "--tfretrace-severity=error", ".", cwd=project, code=0)


def test_an_empty_command_writes_nothing(project: Path) -> None:
    run("--verify=", ".", cwd=project, code=2)
    assert (project / "a.py").read_text() == RELAXED


@pytest.mark.parametrize("confidence", ["proven", "likely"])
def test_confidence_is_given_on_to_the_linter(project: Path, confidence: str) -> None:
    arguments = build_parser().parse_args([f"--tfretrace-confidence={confidence}", "."])
    expected = [f"--tfretrace-confidence={confidence}"] if "confidence" in Settings._fields else []
    assert flake8_arguments(arguments) == expected
    run(f"--tfretrace-confidence={confidence}", ".", cwd=project, code=1)


def test_bad_configuration(project: Path) -> None:
    (project / ".flake8").write_text("[flake8]\nignore = E501  # no\n")
    assert "flake8 configuration:" in run(".", cwd=project, code=2).stderr.decode()


def test_read_only_file(project: Path) -> None:
    (project / "a.py").chmod(0o444)
    assert error(run("a.py", cwd=project, code=2)) == (
        "a.py: error: the file is read-only; make it writable (chmod u+w)"
    )


# Why: the witness of a finding

WHY = """\
a.py:11:21: TFR101 'n' is a Python int that changes per iteration: f retraces for every value; \
pass a tensor where line 7 takes one
  proven:
    a.py:10: the 'for' loop runs again and again
    a.py:11: f is called
    a.py:5: tf.function traces f
  assuming:
    A1: reachable code is entered once, and nothing more is assumed of how often
    A6: eager switches are off unless set
  not fixed: it is not known what '[x]' is
0 would be fixed, 1 left: see above
"""


@pytest.mark.parametrize("mode", ["--check", "--diff"])
def test_why(tmp_path: Path, mode: str) -> None:
    (tmp_path / "a.py").write_text(f"# A line more.\n{HOPELESS}")
    done = run(mode, "--show-why", "a.py", cwd=tmp_path, code=0)
    told = (done.stdout if mode == "--check" else done.stderr).decode()
    assert told == WHY
    assert "assuming" not in run(mode, "a.py", cwd=tmp_path).stdout.decode()


def test_why_of_what_would_be_fixed(project: Path) -> None:
    shown = run("--check", "--show-why", "a.py", cwd=project, code=1).stdout.decode()
    assert shown.splitlines()[1:] == [
        "  proven:",
        "    a.py:4: 'experimental_relax_shapes' is passed",
        SUMMARY,
    ]
    assert shown.splitlines()[0].endswith("[would be fixed]")


SUMMARY = "1 would be fixed in 1 file"


MAKER = """\
import tensorflow as tf


def work(x):
    @tf.function
    def inner(y):
        return y + 1

    return inner(x)
"""


def test_why_names_what_a_likely_finding_needs(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("from setuptools import setup\nsetup()\n")
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "a.py").write_text(MAKER)
    likely = ["--check", "--show-why", "--tfretrace-confidence=likely", "a.py"]
    shown = run(*likely, cwd=folder).stdout.decode().splitlines()
    assert shown[1] == "  likely, if work is called more than a few times:"
    assert shown[3] == "    a.py:5: tf.function traces inner"


STEPS = """\
import tensorflow as tf


@tf.function
def double(x, n):
    return x * n


@tf.function
def triple(x, n):
    return x * n * 3


@tf.function
def repeat(x, n):
    return tf.concat([x] * n, 0)
"""
TRAIN = """\
import tensorflow as tf
from steps import double, repeat, triple

for n in range(10):
    double(tf.ones([1]), n)
    triple(tf.ones([1]), n)
    repeat(tf.ones([1]), n)
"""


def test_why_in_two_files(tmp_path: Path) -> None:
    """Steps are at the lines of the files as they are, whatever would be fixed before."""
    (tmp_path / "steps.py").write_text(STEPS)
    (tmp_path / "train.py").write_text(TRAIN)
    shown = run("--check", "--show-why", "steps.py", "train.py", cwd=tmp_path, code=1)
    assert _steps(shown.stdout.decode()) == {
        function: [
            "train.py:4: the 'for' loop runs again and again",
            f"train.py:{call}: {function} is called",
            f"steps.py:{definition}: tf.function traces {function}",
        ]
        for function, call, definition in (("double", 5, 4), ("triple", 6, 9), ("repeat", 7, 14))
    }


def _steps(shown: str) -> dict[str, list[str]]:
    """Return the steps that are shown of each function's TFR101."""
    found: dict[str, list[str]] = {}
    for line in shown.splitlines():
        if "TFR101" in line:
            found[line.partition("iteration: ")[2].split()[0]] = steps = []
        elif line.startswith("    ") and not line.startswith("    A"):
            steps.append(line.strip())
    return found


def test_why_for_machines(tmp_path: Path) -> None:
    (tmp_path / "steps.py").write_text(STEPS)
    (tmp_path / "train.py").write_text(TRAIN)
    command = ["--check", "--select=TFR101", "train.py"]
    done = run("--output-format=json", *command, cwd=tmp_path, code=0)
    (file,) = json.loads(done.stdout)["files"]
    expected = [
        ("train.py", 4, "the 'for' loop runs again and again"),
        ("train.py", 5, "double is called"),
        ("steps.py", 4, "tf.function traces double"),
    ]
    assert file["left"][0]["witness"] == {
        "confidence": "proven",
        "steps": [{"path": path, "line": line, "text": text} for path, line, text in expected],
        "assumptions": ["A1", "A6"],
        "needs": [],
    }
    done = run("--output-format=sarif", *command, cwd=tmp_path, code=0)
    result = json.loads(done.stdout)["runs"][0]["results"][0]
    (flow,) = result["codeFlows"]
    (thread,) = flow["threadFlows"]
    assert [
        (
            place["location"]["physicalLocation"]["artifactLocation"]["uri"],
            place["location"]["physicalLocation"]["region"]["startLine"],
            place["location"]["message"]["text"],
        )
        for place in thread["locations"]
    ] == expected
    assert flow["message"]["text"] == (
        "proven; it is assumed that: reachable code is entered once, and nothing more is assumed "
        "of how often; eager switches are off unless set"
    )


# Output for machines


def test_json(project: Path) -> None:
    (project / "c.py").write_text(UNSAFE)
    (project / "d.py").write_text("def f(:")
    result = run("--output-format=json", "--check", ".", cwd=project, code=2)
    document = json.loads(result.stdout)
    assert document["version"] == __version__
    assert document["summary"] == {"fixed": 1, "needs_unsafe": 1, "left": 0}
    files = {file["path"]: file for file in document["files"]}
    assert files.keys() == {"./a.py", "./c.py", "./d.py"}
    (fixed,) = files["./a.py"]["fixed"]
    assert (fixed["code"], fixed["line"], fixed["column"], fixed["safe"]) == ("TFR203", 4, 2, True)
    (left,) = files["./c.py"]["left"]
    assert left["needs_unsafe"] and left["not_fixed"]
    assert files["./d.py"]["error"]


def test_json_is_as_documented(project: Path) -> None:
    page = (ROOT / "docs/report-schema.md").read_text(encoding="utf-8")
    section = page.partition("## `tfretrace-fix`")[2]
    documented = {*re.findall(r"`(\w+)`", section)}
    (project / "c.py").write_text(UNSAFE)
    document = json.loads(run("--output-format=json", "--check", ".", cwd=project).stdout)
    first, second = document["files"]
    findings = [first["fixed"][0], second["left"][0]]
    for part in (document, first, *findings, *(finding["witness"] for finding in findings)):
        assert part.keys() <= documented
    assert findings[0].keys() ^ findings[1].keys() == {"safe", "not_fixed", "needs_unsafe"}
    for finding in findings:
        assert finding["edits"]
        assert all(part.keys() <= documented for part in finding["edits"])


def test_github(project: Path) -> None:
    (project / "c.py").write_text(UNSAFE)
    result = run("--output-format=github", "--check", ".", cwd=project, code=1)
    lines = sorted(result.stdout.decode().splitlines())
    assert lines[0].startswith("::warning file=a.py,line=4,col=2,title=TFR203::")
    assert lines[1].startswith("::warning file=c.py,line=4,col=2,title=TFR201::")


def test_what_raises_is_an_error_and_paths_are_those_of_the_repository(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.py").write_text(
        "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    return x.numpy()\n"
        "\n\ny = f(tf.ones([1]))\n"
    )
    for path in ("./a/b.py", "a/../a/b.py", str(tmp_path)):
        command = ["--output-format=github", "--check", path]
        told = run(*command, cwd=tmp_path, code=0).stdout.decode()
        assert told.startswith("::error file=a/b.py,line=6,col=12,title=TFR406::")


def test_sarif(project: Path) -> None:
    (project / "c.py").write_text(UNSAFE)
    result = run("--output-format=sarif", "--check", ".", cwd=project, code=1)
    document = json.loads(result.stdout)
    assert document["version"] == "2.1.0"
    (sarif_run,) = document["runs"]
    assert sorted(r["ruleId"] for r in sarif_run["results"]) == ["TFR201", "TFR203"]
    assert {r["id"] for r in sarif_run["tool"]["driver"]["rules"]} == {"TFR201", "TFR203"}


def test_github_shows_errors(project: Path) -> None:
    (project / "d.py").write_text("def f(:")
    result = run("--output-format=github", "--check", "d.py", cwd=project, code=2)
    assert result.stdout.decode().startswith("::error file=d.py")


def test_sarif_addresses_are_encoded(tmp_path: Path) -> None:
    (tmp_path / "a #1é.py").write_text(UNSAFE)
    for path, address in (
        (".", "a%20%231%C3%A9.py"),
        (str(tmp_path), "a%20%231%C3%A9.py"),
    ):
        result = run("--output-format=sarif", "--check", path, cwd=tmp_path, code=0)
        (found,) = json.loads(result.stdout)["runs"][0]["results"]
        location = found["locations"][0]["physicalLocation"]["artifactLocation"]
        assert location == {"uri": address}


# The rest


def test_a_closed_pipe_is_no_error(project: Path) -> None:
    command = f"{sys.executable} -m tfretrace_fix --diff . | true"
    done = subprocess.run(
        ["bash", "-c", command], cwd=project, capture_output=True, text=True, check=False
    )
    assert "Error" not in done.stderr


def on_terminal(*arguments: str, cwd: Path) -> tuple[str, int]:
    """Run the command with a terminal for its output; return that and the exit status."""
    own, terminal = os.openpty()
    command = [sys.executable, "-m", "tfretrace_fix", *arguments]
    with subprocess.Popen(command, cwd=cwd, stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        shown = b""
        with contextlib.suppress(OSError):  # Linux reports the end of a terminal as an error.
            while data := os.read(own, 4096):
                shown += data
    os.close(own)
    return shown.decode(), process.returncode


def test_on_a_terminal(tmp_path: Path) -> None:
    page, status = on_terminal("--explain=TFR203", cwd=tmp_path)
    assert (status, "experimental_relax_shapes" in page) == (0, True)
    for i in range(40):
        (tmp_path / f"f{i}.py").write_text(RELAXED)
    shown, status = on_terminal("-jauto", ".", cwd=tmp_path)
    assert (status, "40 fixed in 40 files" in shown) == (1, True)


def test_an_error_of_ours_ends_no_run(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("tfretrace_fix.run.fix_sources", fail)
    request = Request("a.py", frozenset({"TFR203"}), read(project / "a.py"))
    (result,) = fix_together(Options("check", False, Settings(), False), [request])
    assert result.error is not None
    assert result.error.startswith(
        "internal error, please report it: KeyError: 'lost' (test_cli.py"
    )


def test_files_come_in_order(tmp_path: Path) -> None:
    for name in ("c.py", "a.py", "b.py", "d/a.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(RELAXED)
    shown = run("--check", "--show-fixes", "c.py", ".", cwd=tmp_path, code=1).stdout.decode()
    paths = [line.partition(":")[0] for line in shown.splitlines()[:-1]]
    assert paths == sorted(paths)


def test_jobs_give_the_same(tmp_path: Path) -> None:
    for i in range(40):
        (tmp_path / f"f{i}.py").write_text(RELAXED if i % 2 else UNSAFE)
    alone = run("--check", "--show-fixes", "-j1", ".", cwd=tmp_path, code=1)
    together = run("--check", "--show-fixes", "-j2", ".", cwd=tmp_path, code=1)
    assert alone.stdout == together.stdout


def test_version_and_help(tmp_path: Path) -> None:
    assert run("--version", cwd=tmp_path, code=0).stdout.decode().strip().endswith(__version__)
    assert b"examples:" in run("--help", cwd=tmp_path, code=0).stdout


def test_without_rich_and_tensorflow(project: Path) -> None:
    blocked = (
        "import sys\nfor name in ('rich', 'tensorflow', 'numpy'):\n    sys.modules[name] = None\n"
    )
    code = f"{blocked}from tfretrace_fix.cli import main\nsys.exit(main(['.']))\n"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    result = subprocess.run([sys.executable, "-c", code], cwd=project, env=environment, check=False)
    assert result.returncode == 1
    assert (project / "a.py").read_text() == FIXED


@pytest.mark.parametrize("code", sorted(RULES))
def test_every_rule_can_be_explained(tmp_path: Path, code: str) -> None:
    from tfretrace_fix.pages import page

    assert code in page(code)


ASKED = """\
import tensorflow as tf


@tf.function(experimental_relax_shapes=True)
def f(x):
    return x


@tf.function(experimental_relax_shapes=True)
def g(x):
    return x


@tf.function(experimental_relax_shapes=True)
def h(x):
    return x
"""


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ("y n y", "f h"),
        ("n all", "g h"),
        ("y q", "f"),
        ("file", "f g h"),
        ("what n y", "g"),
        ("", ""),
    ],
)
def test_interactive(tmp_path: Path, answers: str, expected: str) -> None:
    file = tmp_path / "a.py"
    file.write_text(ASKED, encoding="utf-8")
    given = "".join(f"{word}\n" for word in answers.split()).encode()
    done = run("-i", "--isolated", "a.py", cwd=tmp_path, stdin=given)
    parts = file.read_text(encoding="utf-8").split("@tf.function")[1:]
    fixed = [part.partition("def ")[2][0] for part in parts if "reduce_retracing" in part]
    assert " ".join(fixed) == expected
    assert b"make this fix?" in done.stdout
    assert done.returncode == bool(expected)


def test_interactive_writes_noqa_comments(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(RELAXED, encoding="utf-8")
    done = run("-i", "--isolated", "a.py", cwd=tmp_path, stdin=b"noqa\n")
    wanted = RELAXED.replace("shapes=True)", "shapes=True)  # noqa: TFR203")
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == wanted
    assert b"TFR203" in done.stdout


def test_interactive_needs_files(tmp_path: Path) -> None:
    run("-i", "-", cwd=tmp_path, stdin=b"", code=2)


def test_colours() -> None:
    plain = b"--- a.py\n+++ a.py\n@@ -1 +1 @@\n-a\r\n+b\r\n c\n"
    shown = coloured(plain)
    assert b"\x1b[31m-a\x1b[0m\r\n" in shown and b"\n c\n" in shown
    assert re.sub(rb"\x1b\[\d*m", b"", shown) == plain
