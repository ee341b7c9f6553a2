"""The form of changed lines, and the line length of a project."""

from __future__ import annotations

from pathlib import Path

import pytest
from tfretrace_fix.layout import Style, is_aligned, laid_out
from tfretrace_fix.line_length import line_length

ALIGNED = """\
def f(model, x):
    y = model.predict(x,
                      verbose=0,  # quiet
                      sizes=g(1,
                              2))
    return y
"""
HANGING = """\
y = model.predict(
    x,
    verbose=0,
)
"""
IN_A_STRING = '''\
x = f(a, """
  text
""", 3,
      4)
'''
SIGNATURE = (
    "@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32), "
    "tf.TensorSpec([None], tf.int32)])\ndef f(x, n):\n    return x\n"
)


def laid(before: str, after: str, style: Style | None = None) -> str:
    return "\n".join(laid_out(before.split("\n"), after.split("\n"), style))


def test_continuation_lines_move_with_their_bracket() -> None:
    after = ALIGNED.replace("predict", "predict_on_batch")
    assert (
        laid(ALIGNED, after)
        == """\
def f(model, x):
    y = model.predict_on_batch(x,
                               verbose=0,  # quiet
                               sizes=g(1,
                                       2))
    return y
"""
    )


def test_other_continuation_lines_stay() -> None:
    after = HANGING.replace("predict", "predict_on_batch")
    assert laid(HANGING, after) == after


def test_strings_stay() -> None:
    after = IN_A_STRING.replace("f(", "longer(")
    assert laid(IN_A_STRING, after) == after.replace("      4", "           4")


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (Style(120, False), SIGNATURE.splitlines()[:1]),
        (
            Style(95, False),
            [
                "@tf.function(",
                "    input_signature=[tf.TensorSpec([None, 3], tf.float32), "
                "tf.TensorSpec([None], tf.int32)]",
                ")",
            ],
        ),
        (
            Style(60, False),
            [
                "@tf.function(",
                "    input_signature=[",
                "        tf.TensorSpec([None, 3], tf.float32),",
                "        tf.TensorSpec([None], tf.int32),",
                "    ]",
                ")",
            ],
        ),
        (
            Style(66, True),
            [
                "@tf.function(",
                "    input_signature=[tf.TensorSpec([None, 3], tf.float32),",
                "                     tf.TensorSpec([None], tf.int32)]",
                ")",
            ],
        ),
    ],
)
def test_long_lines_are_broken_as_the_file_does(style: Style, expected: list[str]) -> None:
    before = SIGNATURE.replace(SIGNATURE.splitlines()[0], "@tf.function")
    shown = laid(before, SIGNATURE, style).splitlines()
    assert shown == [*expected, "def f(x, n):", "    return x"]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # A comma more would make a tuple of it.
        ("y = f(x)", "y = table[long_name, other]", "y = table[\n    long_name, other\n]"),
        ("y = f(x)", "y = (long_name_of_a_variable)", "y = (\n    long_name_of_a_variable\n)"),
        ("y = f(x)", "y = f(a + b for a, b in pairs)", "y = f(\n    a + b for a, b in pairs\n)"),
        ("y = f(x)", "y = f(lambda a, b: a + bbbbb)", "y = f(\n    lambda a, b: a + bbbbb\n)"),
        ("y = f(x)  # of x", "y = long_name(x, z)  # of x", "y = long_name(\n    x, z\n)  # of x"),
        ("y = a", "wy = first + second * third", "wy = (\n    first + second * third\n)"),
        (
            "return a",
            "return (first + a) * second + third(a)",
            "return (\n    (first + a) * second\n    + third(a)\n)",
        ),
        (
            "return a",
            "return (x + y), f(long_name, z)  # both",
            "return (\n    (x + y),\n    f(long_name, z),\n)  # both",
        ),
        ("y = a", "y = f(x)  # noqa: a long comment", None),
        # What was too long before stays.
        ("y = f(a, b)  # a long comment", "y = f(a, b)  # a long comment", None),
        ("y = 'a'", "y = 'something longer that cannot be broken'", None),
    ],
)
def test_what_long_lines_become(before: str, after: str, expected: str | None) -> None:
    assert laid(before, after, Style(26, False)) == (expected or after)


def test_the_way_of_a_file() -> None:
    assert is_aligned(ALIGNED.splitlines())
    assert not is_aligned(HANGING.splitlines())
    assert not is_aligned(["x = 1"])


@pytest.mark.parametrize(
    ("name", "text", "length"),
    [
        ("pyproject.toml", "[tool.black]\n", 88),
        ("pyproject.toml", "[tool.black]\nline-length = 100\n", 100),
        ("pyproject.toml", "[tool.ruff]\nline-length = 110\n", 110),
        ("pyproject.toml", "[tool.mypy]\nstrict = true\n", 79),
        ("ruff.toml", "line-length = 90\n", 90),
        ("setup.cfg", "[flake8]\nmax-line-length = 95  # wide\n", 95),
        ("tox.ini", "[pycodestyle]\nmax-line-length = 81\n", 81),
        (".editorconfig", "root = true\n[*]\nmax_line_length = 99\n[*.py]\nindent_size = 4\n", 99),
        (".editorconfig", "[*.{js,py}]\nmax_line_length = 96\n[*.js]\nmax_line_length = 60\n", 96),
        ("setup.cfg", "[flake8\n", 79),
        ("pyproject.toml", "[tool.black\n", 79),
    ],
)
def test_the_line_length_of_a_project(tmp_path: Path, name: str, text: str, length: int) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / "package").mkdir()
    assert line_length(str(tmp_path / "package" / "a.py"), ["x = 1"]) == length


def test_without_a_configuration_the_longest_line_counts(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    path = str(tmp_path / "a.py")
    assert line_length(path, ["x" * 95]) == 95
    assert line_length(path, ["x" * 300]) == 120
