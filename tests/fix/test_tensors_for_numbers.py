"""Fixes that put a tensor where a Python number was: what they write, and where they refuse."""

from __future__ import annotations

import pytest
from tfretrace_fix.engine import FixResult, fix_source

from flake8_tfretrace import Settings, check
from tests import number_programs

HEAD = "import tensorflow as tf\n\n"


def fix(code: str, source: str) -> FixResult:
    return fix_source(f"import tensorflow as tf\n{source}", codes={code}, unsafe=True)


def fix_likely(source: str) -> FixResult:
    """Fix TFR103 where one more assumption is needed, too."""
    settings = Settings(confidence="likely")
    return fix_source(HEAD + source, codes={"TFR103"}, settings=settings, unsafe=True)


def reasons(result: FixResult) -> list[str]:
    return [left.reason for left in result.left]


DIMENSION = """
@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def f(x):
    n = x.shape[0]
    {}
"""


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        ("return x * n, tf.zeros([4])[:n]", "'tf.zeros([4])[:n]' takes all for None"),
        ("return x * n, x[n]", "'x[n]' adds an axis for None"),
        ("tf.print(n)\n    return x * n", "'tf.print(n)' prints None, too"),
        ("return max(n, 1) * x", "the body hands 'n' to max()"),
        ("return x * n, n", "the body returns 'n'"),
        ("return tf.ones([n / 2, 2])", "'n / 2' is no int32"),
        (
            "return tf.ones([n, tf.constant(1, tf.int64)])",
            "'tf.constant(1, tf.int64)' is no int32",
        ),
        ("n /= 2\n    return x * n", "'n /= 2' makes a float of an int"),
        ("return tf.keras.layers.Dense(n)(x) * n", "the body hands 'n' to tf.keras.layers.Dense()"),
        (
            "return x * n, tf.ensure_shape(x, [n, 3])",
            "the body hands '[n, 3]' to tf.ensure_shape()",
        ),
        ("return [x[i] for i in range(n)]", "the body hands 'n' to range()"),
        ("return x * n, tf.print(f'{n} rows')", "the body formats 'n' into a string"),
        (
            "rows = []\n    for i in range(n):\n        rows.append(x[i])\n    return rows",
            "the body changes 'rows' with append(), and 'return rows' needs the list",
        ),
        (
            "y = x\n    for _ in range(n):\n        y = tf.concat([y, x], 0)\n    return y",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "layers = [tf.sin, tf.cos]\n    return layers[n - 1](x)",
            "the body indexes the list 'layers' with 'n - 1'",
        ),
    ],
)
def test_dimension_that_must_be_a_number(use: str, reason: str) -> None:
    assert reasons(fix("TFR206", DIMENSION.format(use))) == [reason]


def test_dimensions_are_refused_one_by_one() -> None:
    source = """
@tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
def f(x):
    n = x.shape[0]
    m = x.shape[1]
    return tf.reshape(x, [n, -1]), tf.ensure_shape(x, [3, m]) * m
"""
    result = fix("TFR206", source)
    assert "n = tf.shape(x)[0]\n    m = x.shape[1]\n" in result.text
    assert reasons(result) == ["the body hands '[3, m]' to tf.ensure_shape()"]


def test_dimension_that_is_cast_where_it_is_read() -> None:
    source = """
@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float64)])
def f(x):
    return x / x.shape[0]
"""
    assert "return x / tf.cast(tf.shape(x)[0], x.dtype)" in fix("TFR206", source).text


def test_dimension_of_a_function_that_is_also_called_as_it_is_is_unsafe() -> None:
    source = """
def f(x):
    return tf.zeros([x.shape[0], 2])


g = tf.function(f, input_signature=[tf.TensorSpec([None, 3], tf.float32)])
f(tf.ones([2, 3]))
"""
    (fixed,) = fix("TFR206", source).fixed
    assert not fixed.safe


def number(body: str, value: str) -> tuple[FixResult, list[str]]:
    """Return the fix of a program that uses a changing number, with the lines that are new."""
    source = number_programs.program(body, value)
    result = fix_source(source, codes={"TFR101", "TFR301", "TFR303"}, unsafe=True)
    before = source.splitlines()
    return result, [line.strip() for line in result.text.splitlines() if line not in before]


@pytest.mark.parametrize(("body", "value", "written"), number_programs.FIXED)
def test_number_that_becomes_a_tensor(body: str, value: str, written: list[str]) -> None:
    result, new = number(body, value)
    assert (new, result.left) == (written, ())


@pytest.mark.parametrize(
    ("body", "value", "reason"),
    [
        # where it meets tensors
        ("return x * ~n", "i", "'~n' is different for tensors"),
        ("return x * +n", "i", "'+n' is different for tensors"),
        ("return x * -(n > 3)", "i", "'-(n > 3)' is different for tensors"),
        (
            "c = 100000\nfor i in range(n):\n    c += 1\nreturn x * c",
            "i",
            "the loop may change the dtype or shape of 'c'",
        ),
        (
            "c = 0.5\nfor i in range(n):\n    c += 1\nreturn x * c",
            "i",
            "the loop may change the dtype or shape of 'c'",
        ),
        (
            "y = tf.ones([2, 3])\nz = tf.ones([3])\nfor _ in range(n):\n"
            "    z = tf.linalg.matvec(y, tf.concat([z, z], 0)[:3])\nreturn z",
            "i",
            "the loop may change the dtype or shape of 'z'",
        ),
        (
            "m = tf.eye(2)\nz = tf.ones([2])\nfor _ in range(n):\n"
            "    m = tf.ones([2, 2]) + unknown\n    z = tf.linalg.matvec(m, z)\nreturn z",
            "i",
            "the loop may change the dtype or shape of 'z'",
        ),
        (
            "z = [1.0]\nfor _ in range(n):\n    z.append(x)\nreturn len(z)",
            "i",
            "the body changes 'z' with append(), and 'len(z)' needs the list",
        ),
        (
            "return tf.unstack(x[:n])",
            "i",
            "it decides the shape of 'x[:n]', and the body takes 'x[:n]' apart in Python",
        ),
        ("with tf.name_scope(n):\n    return x", "str(i)", "the body hands 'n' to tf.name_scope()"),
        ("return x, not n", "i", "the body asks for the truth of 'n'"),
        ("def g():\n    return n\nreturn x * g()", "i", "the body returns 'n'"),
        ("return tf.signal.rfft(x) * n", "i", "the dtype of 'tf.signal.rfft(x)' is not known"),
        (
            "y = tf.cast(x, tf.int64)\nreturn y * n",
            "0.5 * i",
            "'n' meets 'y', which is int64",
        ),
        ("y = tf.cast(x, tf.uint8)\nreturn y * n", "i", "'n' meets 'y', which is uint8"),
        ("y = tf.ones([2])\nreturn y + n", "str(i)", "'n' meets 'y', which is float32"),
        ("return x * (lambda: n)()", "i", "the body uses 'n' as a Python value"),
        # arithmetic
        ("return x * (n + 'a')", "i", "'n + 'a'' mixes types that tensors do not mix"),
        ("return x * (n + 2**40)", "i", "'n + 2 ** 40' mixes types that tensors do not mix"),
        ("return x * (n + 'a')", "0.5 * i", "'n + 'a'' mixes types that tensors do not mix"),
        ("m = n\nm /= 2\nreturn x * m", "i", "'m /= 2' makes a float of an int"),
        # conditions
        ("if n:\n    x = -x\nreturn x", "i", "the body asks for the truth of 'n'"),
        ("if n > 1 and n:\n    x = -x\nreturn x", "i", "the body asks for the truth of 'n'"),
        ("if n is 3:\n    x = -x\nreturn x", "i", "the body asks for 'n is 3'"),
        ("if (n > 1) is True:\n    pass\nreturn x", "i", "the body asks for '(n > 1) is True'"),
        ("if {}.get(n) is None:\n    x = -x\nreturn x", "i", "the body hands 'n' to {}.get()"),
        ("tf.print(n > 'a')\nreturn x", "i", "'n > 'a'' compares an int with a float"),
        ("tf.print(n < 'b')\nreturn x", "str(i)", "'n < 'b'' orders what TensorFlow does not"),
        # helpers and containers
        (
            "def g(v):\n    return x * v\nreturn g(n) + g(n + 0.5)",
            "i",
            "'g' is given it in more than one way",
        ),
        ("def g(v, *w):\n    return v\nreturn g(x, n)", "i", "the body hands 'n' on to g()"),
        (
            "return tf.stack([n, 1.5])",
            "i",
            "'tf.stack([n, 1.5])' mixes types that tensors do not mix",
        ),
        (
            "return tf.stack([n, n + 0.5])",
            "i",
            "'tf.stack([n, n + 0.5])' mixes types that tensors do not mix",
        ),
        ("return tf.add(x, 1.0, name=n)", "i", "the body hands 'n' to tf.add()"),
        ("return {0: x}[n]", "i", "the body indexes the dict '{0: x}' with 'n'"),
        ("return unknown[n]", "i", "the body indexes the value 'unknown' with 'n'"),
        # loops
        (
            "y = tf.zeros([3])\nfor k in range(n):\n    tf.print(y)\n"
            "    y = tf.concat([y, y], 0)\nreturn x",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "y = tf.zeros([2])\nfor k in range(n):\n    y += tf.ones([3, 2])\nreturn x",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "m = tf.eye(2)\ny = tf.ones([2])\nfor k in range(n):\n"
            "    y = tf.reduce_max(y[:, None, None] + m, axis=0)\nreturn y",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "def twice(v):\n    return tf.concat([v, v], 0)\n\n"
            "y = tf.ones([2])\nfor k in range(n):\n    y = twice(y)\nreturn y",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "y = tf.ones([2])\nfor k in range(n):\n    z = tf.concat([y, y], 0)\n"
            "    y = tf.sin(z) * 0.5\nreturn y",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "y = tf.zeros([2])\nfor k in range(n):\n    y = tf.ones([3])\nreturn y",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "y = tf.zeros([2], tf.int32)\nfor k in range(n):\n    y = y / 2\nreturn y",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "y = 0\nfor k in range(n):\n    y = tf.constant(1.0)\nreturn y",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "y = 0.0\nfor k in range(n):\n    y = tf.constant([1.0])\nreturn y",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "y = 'a'\nfor k in range(n):\n    y = y + 'b'\nreturn y",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        (
            "y = tf.ones([9, 4])\na = tf.zeros([1])\nfor k in range(n):\n"
            "    a = a + y[n - 1]\nreturn a",
            "i",
            "the loop may change the dtype or shape of 'a'",
        ),
        (
            "y = tf.ones([9, 3])\na = tf.zeros([])\nfor k in range(n):\n"
            "    a = a + y[unknown]\nreturn a",
            "i",
            "the loop may change the dtype or shape of 'a'",
        ),
        (
            "y = tf.zeros([2])\nfor k in range(n):\n    y += 1.0 + tf.ones([3, 2])\nreturn y",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        ("for k in range(n):\n    return x\nreturn x", "i", "the loop contains 'return'"),
        # conditionals
        ("if n > 1:\n    print(x)\nreturn x", "i", "the body calls print() in it"),
        (
            "if n > 1:\n    pass\nelse:\n    raise ValueError\nreturn x",
            "i",
            "the body contains 'raise'",
        ),
        ("if n > 1:\n    x[0] = 1.0\nreturn x", "i", "the body sets an element of 'x'"),
        ("if n > 1:\n    y = 1.0\nreturn y", "i", "'y' is set in one branch only"),
        (
            "if n > 1:\n    y = x\n    x = (lambda: -y)()\nreturn x",
            "i",
            "'y' is set in one branch only",
        ),
        (
            "for k in range(3):\n    if k:\n        x += y\n    if n > 1:\n        y = x\nreturn x",
            "i",
            "'y' is set in one branch only",
        ),
        (
            "if x is None:\n    if n > 1:\n        return x\n    return -x\nreturn x",
            "i",
            "only one branch returns",
        ),
        ("a = n\nif x is None:\n    a = n > 1\nreturn x * a", "i", "'a' has no single type"),
        ("a = 0.5 * n\nif x is None:\n    a = 1.0\nreturn x * a", "i", "'a' has no single type"),
        # what conditionals set
        (
            "y = 1.5\nif n > 1:\n    y = 1\nreturn x * y",
            "i",
            "the branches give 'y' different dtypes",
        ),
        (
            "y = 1.5\nif n > 1:\n    y = 1\ny += 1\nreturn x * y",
            "i",
            "the branches give 'y' different dtypes",
        ),
        (
            "y = 1.5\nif n > 1:\n    y = x\nreturn x * y",
            "i",
            "the branches give 'y' different dtypes",
        ),
        (
            "if n > 1:\n    y = tf.constant(1)\nelse:\n    y = tf.constant(1.0)\nreturn y",
            "i",
            "the branches give 'y' different dtypes",
        ),
        ("y = None\nif n > 1:\n    y = x\nreturn y", "i", "the branches set 'y' to None"),
        (
            "y = x[n:]\nreturn y / y.shape[0]",
            "i",
            "it decides the shape of 'x[n:]', and the body uses 'y.shape[0]' as a number",
        ),
        (
            "return tf.keras.layers.Dense(2)(tf.ones([1, n]))",
            "i",
            "it decides the shape of 'tf.ones([1, n])', and 'tf.keras.layers.Dense(2)' may need it",
        ),
        (
            "table = [x, x]\nreturn table[:n]",
            "i",
            "'n' slices 'table', which is not known to be a tensor",
        ),
        (
            "y = x\nfor k in tf.range(3):\n    y = tf.concat([y[:n], y[n:]], 0)\nreturn y",
            "i",
            "it decides the shape of 'y[:n]', and line 7 loops",
        ),
        (
            "y = x[:n]\nwhile tf.reduce_sum(y) < 9:\n    y = tf.concat([y, y], 0)\nreturn y",
            "i",
            "it decides the shape of 'x[:n]', and line 7 loops",
        ),
        (
            "m = tf.ones([2, 1])\ny = tf.ones([2, 2])\nfor _ in range(n):\n"
            "    y = tf.matmul(m, y, transpose_a=True)\nreturn x * y",
            "i",
            "the loop may change the dtype or shape of 'y'",
        ),
        ("return x[: n / 2]", "i", "'n' is no int32"),
        (
            "y = x[:n]\nreturn tf.stack([part for part in y])",
            "i",
            "it decides the shape of 'x[:n]', and the body takes 'y' apart in Python",
        ),
        # what AutoGraph does not convert
        (
            "(y := 1)\nfor k in range(n):\n    x = -x\nreturn x",
            "i",
            "AutoGraph does not convert f, which contains ':=' or 'match'",
        ),
        (
            "match x:\n    case _: pass\nreturn x if n > 1 else -x",
            "i",
            "AutoGraph does not convert f, which contains ':=' or 'match'",
        ),
        (
            "(y := 1)\ntf.print(not n > 1)\nreturn x",
            "i",
            "AutoGraph does not convert f, which contains ':=' or 'match'",
        ),
        (
            "(y := 1)\ntf.print(n > 1 or n > 2)\nreturn x",
            "i",
            "AutoGraph does not convert f, which contains ':=' or 'match'",
        ),
        # what must be a list
        (
            "return tf.math.polyval([n, 1.0], x)",
            "0.5 * i",
            "the body hands '[n, 1.0]' to tf.math.polyval()",
        ),
        # what Python and NumPy compute
        ("return x * max(n, 4.5)", "i", "'max(n, 4.5)' mixes types that tensors do not mix"),
        ("return x * max(n, 1, 2)", "i", "the body hands 'n' to max()"),
        ("return x * round(n)", "i", "the body hands 'n' to round()"),
        (
            "import numpy as np\nreturn x * np.abs(n)",
            "i",
            "'np.abs(n)' is different for tensors",
        ),
        (
            "import numpy as np\nreturn x * np.maximum(n, np.zeros([2]))",
            "i",
            "it is not known what 'np.zeros([2])' is",
        ),
        (
            "import numpy as np\nreturn x * np.sin(n, dtype='float32')",
            "i",
            "the body hands 'n' to np.sin()",
        ),
        ("import math\nreturn x * math.log(n, 2)", "i", "the body hands 'n' to math.log()"),
        ("import math\nreturn x * math.floor(n)", "0.5 * i", "the body hands 'n' to math.floor()"),
        (
            "import numpy as np\nreturn tf.stack([1.0, np.sqrt(n)])",
            "0.5 * i",
            "'tf.stack([1.0, np.sqrt(n)])' mixes types that tensors do not mix",
        ),
        (
            "import math\ny = tf.cast(x, tf.int32)\nreturn y * math.sqrt(n)",
            "i",
            "'math.sqrt(n)' meets 'y', which is int32",
        ),
        # what helpers return
        (
            "def decay(s):\n    if s > 2.0:\n        return None\n    return 1.0 - 0.01 * s\n"
            "return x * decay(n)",
            "0.5 * i",
            "it is not known what 'decay(n)' gives then",
        ),
        (
            "def decay(s):\n    return 0.5 if s > 2.0 else 1.0\nreturn x * decay(n) + decay(3.0)",
            "0.5 * i",
            "line 8 calls 'decay' without a tensor",
        ),
        (
            "def decay(s):\n    return 0.5 if s > 2.0 else 1.0\n"
            "return x * decay(n) + sum(map(decay, [1.0]))",
            "0.5 * i",
            "line 8 does more with 'decay' than call it",
        ),
        (
            "return x * (n if n > 2.0 else 1)[0]",
            "0.5 * i",
            "the body uses 'n if n > 2.0 else 1' as a Python value",
        ),
        ("return x * (n if x is None else 1.0)", "0.5 * i", "the body uses 'n' as a Python value"),
        (
            "import math\ndef decay(s):\n    return math.exp(-s)\nreturn x * decay(n) + decay(1.0)",
            "0.5 * i",
            "line 9 calls 'decay' without a tensor",
        ),
        (
            "def decay(s):\n    return s / 2\nreturn x * decay(n) + decay(1.0)",
            "0.5 * i",
            "line 8 calls 'decay' without a tensor",
        ),
        (
            "def parts(s):\n    return s, 0.5 * s\nreturn x * parts(n)[1]",
            "0.5 * i",
            "the body uses 's' as a Python value",
        ),
        # assertions
        ("assert n > 1, x\nreturn x", "i", "the message of the assertion is 'x'"),
        # Tensors of two dtypes do not mix.
        (
            "return tf.eye(2, dtype=kind) * n",
            "0.5 * i",
            "the dtype of 'tf.eye(2, dtype=kind)' is not known",
        ),
        (
            "return tf.add_n([tf.cast(x, kind)]) / n",
            "0.5 * i",
            "the dtype of 'tf.add_n([tf.cast(x, kind)])' is not known",
        ),
    ],
)
def test_number_that_must_stay(body: str, value: str, reason: str) -> None:
    result, new = number(body, value)
    assert (new, set(reasons(result))) == ([], {reason})


HELPER = """\
import math

import tensorflow as tf


def decay(s):
    return math.exp(-0.1 * s)


@tf.function
def f(x, n{0}):
    return x * decay(n)


for i in range(9):
    f(tf.ones([2]), 0.5 * i)
{1}
"""


@pytest.mark.parametrize(
    ("default", "more", "reason"),
    [
        ("", "", None),
        ("", "print(decay(2.0))", "line 17 calls 'decay' without a tensor"),
        ("", "print([*map(decay, (1, 2))])", "line 17 does more with 'decay' than call it"),
        ("=1.0", "", "'n' has a default, which is no tensor"),
    ],
)
def test_helper_that_computes_with_tensors(default: str, more: str, reason: str | None) -> None:
    result = fix_source(HELPER.format(default, more), codes={"TFR101"}, unsafe=True)
    assert reasons(result) == ([] if reason is None else [reason])
    assert ("tf.exp(-0.1 * s)" in result.text) == (reason is None)
    assert ("import math" in result.text) == (reason is not None)


def test_import_that_something_else_needs_stays() -> None:
    source = HELPER.format("", "print(math.pi)")
    assert "import math\n" in fix_source(source, codes={"TFR101"}, unsafe=True).text


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (
            "a = tf.zeros([3])\nfor k in range(n):\n    a = a + x[n - 1]\nreturn a",
            "in tf.range(n):",
        ),
        ("y = 0.1\nif n > 1:\n    y = 0.3\nreturn x * y", "return x * tf.cast(y, x.dtype)"),
    ],
)
def test_dtypes_and_shapes_that_may_differ_are_unsafe(body: str, line: str) -> None:
    result, new = number(body, "i")
    assert any(line in text for text in new)
    assert not any(item.safe for item in result.fixed)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return x ** n", "'x ** n' is rounded differently than with a constant"),
        (
            "x = x ** n\nassert n > 1\nreturn x",
            "'x ** n' is rounded differently than with a constant",
        ),
        (
            "return x ** n + tf.random.uniform([2])",
            "'x ** n' is rounded differently than with a constant",
        ),
        (
            "return x * n + tf.random.uniform([2])",
            "each trace starts 'tf.random.uniform' anew",
        ),
        (
            "a = n\nif tf.reduce_sum(x) > 0.0:\n    a = a * 0.5\nreturn x * a",
            "'a' may be computed with more precision",
        ),
        ("a = n\nif True:\n    a = a * 0.5\nreturn x * a", None),
        ("return x / n", None),
        ("return n / x", None),
        ("return x * n", None),
    ],
)
def test_number_whose_fix_is_unsafe(body: str, reason: str | None) -> None:
    source = number_programs.program(body, "0.5 * i")
    left = fix_source(source, codes={"TFR101"}).left
    assert [(one.reason, one.needs_unsafe) for one in left] == ([(reason, True)] if reason else [])


def test_helper_of_a_function_without_autograph() -> None:
    source = """
def count(x, n):
    for _ in range(n):
        x = -x
    return x


@tf.function(autograph=False)
def f(x, n):
    return count(x, n)


for i in range(9):
    f(tf.ones([2]), i)
"""
    (reason,) = reasons(fix("TFR101", source))
    assert reason == "AutoGraph does not convert f (autograph=False)"


LOOP = """
@tf.function
def f(x: tf.Tensor):
    y = tf.zeros([2])
    for i in range(1000):
        {}
    return y
"""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("y = tf.concat([y, x], 0)", "the loop may change the dtype or shape of 'y'"),
        ("y = tf.cast(y, tf.float64) + 1.0", "the loop may change the dtype or shape of 'y'"),
        ("y += 1.0\n        tf.math.log(float(i))", "the body hands 'i' to float()"),
        ("y += 1.0\n        print(i)", "the body calls print() in it"),
        ("y += 1.0\n        x.n = i", "the body sets 'x.n'"),
        ("last = y * 2.0\n    y = last", "'last' is first set in the loop and used after it"),
        (
            "y += 1.0\n    y += tf.cast(i, tf.float32)",
            "the loop variable 'i' is used after the loop",
        ),
        ("y += tf.keras.layers.Dropout(i)(y)", "the body hands 'i' to tf.keras.layers.Dropout()"),
    ],
)
def test_loop_that_must_be_unrolled(body: str, reason: str) -> None:
    assert reasons(fix("TFR302", LOOP.format(body))) == [reason]


@pytest.mark.parametrize(
    ("body", "fixed"),
    [
        ("y += 0.5 * i", "y += tf.cast(0.5 * tf.cast(i, tf.float64), y.dtype)"),
        (
            "y += i / (i + 1)",
            "tf.cast(tf.cast(i, tf.float64) / tf.cast(i + 1, tf.float64), y.dtype)",
        ),
        ("y += (3 - i / 2) * 0.1", "tf.cast((3 - tf.cast(i, tf.float64) / 2) * 0.1, y.dtype)"),
    ],
)
def test_floats_are_computed_as_python_does(body: str, fixed: str) -> None:
    assert fixed in fix("TFR302", LOOP.format(body)).text


def test_loop_in_a_loop_that_uses_what_it_set() -> None:
    source = """
@tf.function
def f():
    y = tf.zeros([2])
    for turn in range(3):
        if turn > 0:
            y = y + last
        for _ in range(1000):
            last = y * 0.5
    return y
"""
    assert reasons(fix("TFR302", source)) == ["'last' is first set in the loop and used after it"]


def test_loop_without_autograph() -> None:
    source = LOOP.replace("tf.function", "tf.function(autograph=False)").format("y += 1.0")
    (reason,) = reasons(fix("TFR302", source))
    assert reason.startswith("AutoGraph does not convert")


LIST = """
@tf.function{0}
def f(x: tf.Tensor, n: tf.Tensor):
    rows = []
    for i in tf.range(n):
        rows.append({1})
    {2}
"""


@pytest.mark.parametrize(
    ("option", "element", "end", "reason"),
    [
        ("", "x", "return rows", "'return rows' needs the list"),
        ("", "x", "return len(rows)", "'len(rows)' needs the list"),
        ("", "x", "return rows[-1]", "'rows[-1]' needs the list"),
        ("", "x", "rows.pop()\n    return tf.stack(rows)", "'rows.pop()' needs the list"),
        ("", "x", "return tf.stack(rows, axis=1)", "'tf.stack(rows, axis=1)' needs the list"),
        (
            "",
            "x",
            "rows.append(x[1:])\n    return tf.concat(rows, 0)",
            "the elements that are joined may differ in length",
        ),
        ("", "x", "return tf.stack(rows + [x])", "'rows + [x]' needs the list"),
        ("", "x", "rows = rows[1:]\n    return rows", "'rows' is set in more than one place"),
        ("", "x", "return (lambda: tf.stack(rows))()", "an inner function uses 'rows'"),
        ("", "(x, x)", "return tf.stack(rows)", "it is not known what '(x, x)' is"),
        ("", "unknown(i)", "return tf.stack(rows)", "it is not known what 'unknown(i)' is"),
        (
            "(jit_compile=True)",
            "x",
            "return tf.stack(rows)",
            "XLA cannot compile an array that grows",
        ),
    ],
)
def test_list_that_must_stay(option: str, element: str, end: str, reason: str) -> None:
    assert reasons(fix("TFR306", LIST.format(option, element, end))) == [reason]


def test_all_appends_to_a_list_are_fixed_together() -> None:
    source = LIST.format("", "x", "return tf.stack(rows, axis=0)").replace(
        "append(x)", "append(x)\n        rows.append(2.0 * x)"
    )
    result = fix("TFR306", source)
    assert not result.left
    assert "rows = tf.TensorArray(x.dtype, size=0, dynamic_size=True)" in result.text
    assert "rows = rows.write(rows.size(), 2.0 * x)" in result.text
    assert "return rows.stack()" in result.text


SIGNATURE = """
@tf.function(input_signature={0})
def f(x, {1}):
    return {2}


x = tf.ones([2])
{3}
"""
ONE = "[tf.TensorSpec([None], tf.float32)]"


@pytest.mark.parametrize(
    ("signature", "parameters", "result", "calls", "reason"),
    [
        (ONE, "mask=None", "x", "f(x, x)", "the default of 'mask' is None, which no spec takes"),
        (ONE, "*, n", "x * n", "f(x, n=1.0)", "no signature covers 'n', which is keyword-only"),
        (ONE, "n=1", "x", "f(x, 2), f(x, get())", "it is not known what reaches 'n'"),
        (ONE, "n=1", "x", "f(x, 'a')", "int and str reach 'n'"),
        (ONE, "n=1", "x", "f(x, x)", "tensors and Python values of different types reach 'n'"),
        (ONE, "n=1", "tf.stack([x] * n)", "f(x, 2)", "it is not known what '[x]' is"),
        (ONE, "n=1", "dense(x, training=n)", "f(x, 2)", "the body hands 'n' to dense()"),
        (ONE, "n=1, m=2", "x * n * m", "f(x, 2, 3)", "'n' is not the only one that it leaves out"),
        (
            "SPEC",
            "n=1.0",
            "x * n",
            "f(x, 2.0)",
            "the signature is not written where the function is traced",
        ),
        (
            "[tf.TensorSpec([None], tf.float32), tf.TensorSpec([]), tf.TensorSpec([])]",
            "n",
            "x * n",
            "f(x, 2.0)",
            "it is not clear which entries are too many",
        ),
    ],
)
def test_signature_that_stays(
    signature: str, parameters: str, result: str, calls: str, reason: str
) -> None:
    source = f"SPEC = {ONE}\n" + SIGNATURE.format(signature, parameters, result, calls)
    assert reasons(fix("TFR205", source)) == [reason]


def test_default_that_float32_does_not_hold() -> None:
    spec = "tf.TensorSpec([None], tf.float64)"
    source = SIGNATURE.format(f"[{spec}]", "rate=0.1", "x * rate", "f(x, 0.2)")
    assert f"[{spec}, tf.TensorSpec([], tf.float64)]" in fix("TFR205", source).text


CONTAINER = """
@tf.function
def f(x: tf.Tensor, c={0}):
    {1}


x = tf.ones([2])
for i in range(9):
    {2}
"""
PAIR = "f(x, (0.5 * i, 1.0))"


@pytest.mark.parametrize(
    ("default", "body", "call", "reason"),
    [
        ("()", "return x * len(c)", PAIR, "the body hands 'c' to len()"),
        ("()", "return x * (c * 2)[0]", PAIR, "'c * 2' is different for lists"),
        ("()", "return x * (c + (1.0,))", PAIR, "it is not known what '(1.0,)' is"),
        (
            "()",
            "def g(v, a, b): return v * a * b\n    return g(x, *c)",
            PAIR,
            "the body hands 'c' on to g()",
        ),
        ("()", "return x * c[i]", PAIR, "the body uses 'c' as a Python value"),
        ("()", "a, b = sorted(c)\n    return x * a * b", PAIR, "the body hands 'c' to sorted()"),
        ("()", "return c", PAIR, "the body returns 'c'"),
        ("()", "c[0] = 1.0\n    return x * c[1]", PAIR, "the body uses 'c' in 'c[0]'"),
        (
            "()",
            "return x * c[0]",
            "f(x, (1.0 * i, 2.0)); f(x)",
            "some calls rely on the default of 'c'",
        ),
        ("()", "return x * c[0]", "f(x, (1.0 * i, y))", ""),
        ("()", "return x * c", "f(x, (1.0 * i, y))", "'c' holds more than numbers of one type"),
        (
            "{}",
            "return x * c['a']",
            "f(x, dict(a=1.0 * i))",
            "",
        ),
        (
            "{}",
            "return x * c.get('a')",
            "f(x, {'a': 1.0 * i})",
            "'{'a': 1.0 * i}' does not become one tensor",
        ),
        ("()", "return x * c[0]", "f(x, range(i, i + 2))", "'range(i, i + 2)' is a range"),
        ("()", "return x * c[0]", "f(x, iter([1.0, i]))", "tracing consumes 'iter([1.0, i])'"),
    ],
)
def test_container_that_must_stay(default: str, body: str, call: str, reason: str) -> None:
    result = reasons(fix("TFR103", CONTAINER.format(default, body, call)))
    assert result == ([reason] if reason else [])


EQUAL = """
@tf.function
def f(x, n):
    {0}


a, b, c = tf.constant([1.0]), tf.constant([1]), unknown()
one = True
f({1}, 1)
f({1}, {2})
"""


@pytest.mark.parametrize(
    ("body", "x", "other", "reason"),
    [
        ("return tf.fill([2], n)", "a", "1.0", "'tf.fill([2], n)' may depend on the type of 'n'"),
        ("return n", "a", "True", "'return n' may depend on the type of 'n'"),
        ("return x * n", "b", "True", "'x' is not known to be a tensor of floats"),
        ("return x * n", "c", "True", "'x' is not known to be a tensor of floats"),
        ("return 2 // n * x", "a", "1.0", "'2' is not known to be a tensor of floats"),
        ("return x if n == 1 else -x", "a", "1.0", "'n == 1' may depend on the type of 'n'"),
        ("return x / n", "a", "one", "'one' is not a literal"),
    ],
)
def test_literals_that_stay(body: str, x: str, other: str, reason: str) -> None:
    assert reasons(fix("TFR108", EQUAL.format(body, x, other))) == [reason]


@pytest.mark.parametrize("body", ["x + tf.zeros(x.shape)", "x / x.shape[0]", "x * n"])
def test_a_new_signature_needs_no_other_fix(body: str) -> None:
    source = f"""
@tf.function
def f(x, n=2.0):
    return {body}


for rows in range(2, 9):
    f(tf.ones([rows]))
    f(tf.ones([rows]), 3.0)
"""
    result = fix_source(f"import tensorflow as tf\n{source}", unsafe=True)
    found = {finding.code for finding in check(result.text)}
    assert not found & {"TFR204", "TFR205", "TFR206"}


@pytest.mark.parametrize("count", [1, 11, 12, 13, 40, 100])
def test_all_that_is_assigned_counts(count: int) -> None:
    """No number of assignments hides the one that makes a float of an integer."""
    updates = "".join(
        f"            if flags[{k}]:\n                n = i + j\n" for k in range(count)
    )
    source = (
        "import tensorflow as tf\n\n\n@tf.function\ndef f(x, n):\n    return x * n\n\n\n"
        "def main(flags, x):\n    for i in range(5):\n        for j in range(5):\n"
        f"            n = 0.1\n{updates}            print(f(x, n))\n"
    )
    result = fix_source(source, unsafe=True)
    assert (result.text, result.fixed) == (source, ())


ITERATED = """
@tf.function
def f(matrix, x, n):
    for _ in range(n):
        {}
    return x
for n in (1, 2, 4):
    f(tf.ones([{}]), tf.ones([5]), n)
"""


@pytest.mark.parametrize(
    ("updates", "shape", "is_kept"),
    [
        ("x = tf.linalg.matvec(matrix, x)\n        x = x / tf.norm(x)", "5, 5", True),
        ("x = tf.linalg.matvec(matrix, x)\n        x = x / tf.norm(x)", "4, 5", False),
        ("x = tf.tanh(x)\n        x = tf.linalg.matvec(matrix, x)[:3]", "5, 5", False),
        ("x = tf.cast(x, tf.int32)\n        x = x / 2", "5, 5", False),
    ],
)
def test_what_two_updates_of_a_loop_carry(updates: str, shape: str, is_kept: bool) -> None:
    source = "import tensorflow as tf\n" + ITERATED.format(updates, shape)
    result = fix_source(source, unsafe=True)
    assert ("tf.range(n)" in result.text) == is_kept
    refused = set() if is_kept else {"the loop may change the dtype or shape of 'x'"}
    assert set(reasons(result)) == refused


DRAWN = """
import random
@tf.function
def f(x, numbers):
    return {}
def draw():
    return {{"rate": random.random(), "steps": random.randint(1, 9){}}}
for _ in range(9):
    numbers = draw()
    f(tf.ones([2]), numbers)
"""


@pytest.mark.parametrize(
    ("use", "more", "reason"),
    [
        ("x * numbers['rate']", "", None),
        ("x * numbers['rate'], tf.one_hot(1, numbers['steps'])", "", None),
        ("x * sum(numbers.values())", "", "'numbers' does not become one tensor"),
        ("x * round(numbers['rate'])", "", "the body hands 'numbers['rate']' to round()"),
    ],
)
def test_dict_of_numbers_that_is_made_elsewhere(use: str, more: str, reason: str | None) -> None:
    result = fix("TFR103", DRAWN.format(use, more))
    assert reasons(result) == ([] if reason is None else [reason])
    is_mapped = "tf.nest.map_structure(tf.constant, numbers)" in result.text
    assert is_mapped == (reason is None)


def test_element_that_has_few_values_stays() -> None:
    more = ", 'optimizer': random.choice(['sgd', 'adam'])"
    result = fix(
        "TFR103", DRAWN.format("x * numbers['rate'] * tf.ones([numbers['steps'], 2])", more)
    )
    assert reasons(result) == []
    assert (
        '{**numbers, "rate": tf.constant(numbers["rate"]), '
        '"steps": tf.constant(numbers["steps"])}' in result.text
    )


OPTIONS = """
def g(x, o):
    return x * {helper}
@tf.function
def f(x, o):
    {body}
for i in range(9):
    o = {{"a": 0.5 * i, "b": "name"}}
    f(tf.ones([2]), {call})
"""


@pytest.mark.parametrize(
    ("helper", "body", "call", "reason"),
    [
        ("len(o['b'])", "return g(x, o) * o['a']", "o", None),
        ("2", "k = o\n    return x * k['a']", "o", None),
        ("2", "return x * o['a']", "dict(o)", "'dict(o)' would be computed more than once"),
        ("o['a']", "return g(x, o) * o['a']", "o", None),
        ("len(o['b'])", "return g(x, o) * o['a'] * g(x, {'b': 'c'})", "o", None),
        (
            "o['a']",
            "return g(x, o) * g(x, {'a': 1.0})",
            "o",
            "line 7 calls 'g' with something else",
        ),
        ("len(o)", "return g(x, o) * o['a']", "o", "'o' does not become one tensor"),
        ("2", "k = o\n    k['a'] = 2.0\n    return x", "o", "'o' does not become one tensor"),
        ("2", "return [x * o[k] for k in ('a',)]", "o", "'o[k]' has no single type"),
        ("2", "o = {'a': 1.0}\n    return x * o['a']", "o", "'o' does not become one tensor"),
    ],
)
def test_options_of_which_one_changes(
    helper: str, body: str, call: str, reason: str | None
) -> None:
    result = fix("TFR103", OPTIONS.format(helper=helper, body=body, call=call))
    assert reasons(result) == ([] if reason is None else [reason])
    assert ('{**o, "a": tf.constant(o["a"])}' in result.text) == (reason is None)


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("o", '{**o, "a": tf.constant(o["a"])}'),
        ("{**o, 'a': 0.25 * i}", "{**o, 'a': tf.constant(0.25 * i)}"),
        ("{'a': 0.25 * i, **o}", None),
    ],
)
def test_copies_of_options_are_known(call: str, written: str | None) -> None:
    """A copy with a tensor in it is not reported, with likely findings either."""
    source = OPTIONS.format(helper="2", body="return x * o['a']", call=call)
    settings = Settings(confidence="likely")
    result = fix_source(f"{HEAD}{source}", codes={"TFR103"}, unsafe=True, settings=settings)
    assert written is None or written in result.text
    expected = "would be computed more than once"
    assert [expected in reason for reason in reasons(result)] == ([] if written else [True])


UNPACKED = """
@tf.function
def f(x, a, b=1.0, *rest):
    return x * a {use}
for i in range(9):
    one = {one}
    f(tf.ones([2]), *one{more})
"""


@pytest.mark.parametrize(
    ("use", "one", "more", "reason"),
    [
        ("+ b", "(0.5 * i, 2.0)", "", None),
        ("+ b", "(0.5 * i,)", ", 2.0", None),
        ("[b]", "(0.5 * i, i)", "", "the body uses 'a' as a Python value"),
        ("", "(0.5 * i, 1.0, 2.0)", "", "it is not known which parameters take 'one'"),
        ("", "(0.5 * i, 1.0)", ", *unknown()", None),
    ],
)
def test_numbers_that_are_unpacked(use: str, one: str, more: str, reason: str | None) -> None:
    result = fix("TFR103", UNPACKED.format(use=use, one=one, more=more))
    assert reasons(result) == ([] if reason is None else [reason])
    assert ("*tf.nest.map_structure(tf.constant, one)" in result.text) == (reason is None)


SEVERAL = """
@tf.function
def powers(x, n):
    y = tf.ones_like(x)
    for _ in range(n):
        y = y * x
    return y
{decorated}
def sums(y, times):
    return {use}
KINDS = {{"powers": powers, "sums": sums}}
def run(kind):
    f = KINDS[kind]
    for i in range(9):
        f(tf.constant([1.0, 2.0]), {number})
run("powers")
run("sums")
{more}
"""


@pytest.mark.parametrize(
    ("decorated", "use", "number", "more", "reason"),
    [
        ("@tf.function", "y * times", "i", "", None),
        ("@tf.function", "y * times", "i", "sums(tf.ones([2]), 3)", None),
        ("@tf.function", "[y][times]", "i", "", "the body indexes the list '[y]' with 'times'"),
        ("@tf.function", "y * times", "i", "sums(tf.ones([2]), 0.5)", "float and int"),
        ("", "y * times", "i", "", "may call other functions with the same arguments"),
    ],
)
def test_number_for_one_of_several_traced_functions(
    decorated: str, use: str, number: str, more: str, reason: str | None
) -> None:
    source = SEVERAL.format(decorated=decorated, use=use, number=number, more=more)
    result = fix("TFR101", source)
    if reason is not None:
        assert reasons(result)
        assert all(reason in one for one in reasons(result))
        return
    assert reasons(result) == []
    assert "for _ in tf.range(n):" in result.text
    assert "times = tf.cast(times, y.dtype)" in result.text
    assert "f(tf.constant([1.0, 2.0]), tf.constant(i))" in result.text
    assert more.replace("3)", "tf.constant(3))") in result.text


CHOSEN = """
def double(x, factor):
    return x * (2.0 * factor)
def half(x, factor):
    return x * factor{how}
CHOICES = {{"double": double, "half": half}}
@tf.function
def f(x, name, factor):
    return CHOICES[name](x, factor)
for i in range(9):
    for name in CHOICES:
        f(tf.ones([2]), name, 0.5 * i)
"""


@pytest.mark.parametrize(
    ("how", "reason"),
    [("", None), (" if factor else x", "the body asks for the truth of 'factor'")],
)
def test_number_for_one_of_several_functions(how: str, reason: str | None) -> None:
    result = fix("TFR101", CHOSEN.format(how=how))
    assert reasons(result) == ([] if reason is None else [reason])
    assert ("f(tf.ones([2]), name, tf.constant(0.5 * i" in result.text) == (reason is None)


@pytest.mark.parametrize(
    ("signature", "body", "call", "reason"),
    [
        ("x, n", "return tf.clip_by_value(x, n[0], n[1])", "f(x, (-0.5 * i, 0.5 * i))", None),
        ("x, n", "return x * n['a']", "f(x, {'a': 0.5 * i, 'b': 'name'})", None),
        (
            "x, n: tuple",
            "return x * n[0]",
            "f(x, (0.5 * i, 2.0))",
            "'n' holds tensors, which its annotation may not say",
        ),
        (
            "x, n",
            "return x * n[0]",
            "f(x, (random.randrange(2**40), 2))",
            "an integer of 'n' may not fit into 32 bits",
        ),
        (
            "x, n",
            "return x ** n[0]",
            "f(x, (0.5 * i, 2.0))",
            "'x ** n[0]' is rounded differently than with a constant",
        ),
        (
            "x, n",
            "return x * n[0] + tf.random.normal([2])",
            "f(x, (0.5 * i, 2.0))",
            "each trace starts 'tf.random.normal' anew",
        ),
    ],
)
def test_elements_that_become_tensors(
    signature: str, body: str, call: str, reason: str | None
) -> None:
    traced = f"@tf.function\ndef f({signature}):\n    {body}\n\n\n"
    calls = f"x = tf.ones([2])\nfor i in range(9):\n    {call}\n"
    result = fix_source(f"import random\n{HEAD}{traced}{calls}", codes={"TFR103"})
    assert reasons(result) == ([] if reason is None else [reason])
    assert bool(result.fixed) == (reason is None)


OBJECT = """
class Scale({}):
    def {}(self, x, factor):
        return x * {}
scale, noise = Scale(), tf.random.Generator.from_seed(1)
@tf.function
def f(x: tf.Tensor, n):
    return {}
for i in range(9):
    f(tf.ones([2]), i)
"""


@pytest.mark.parametrize(
    ("base", "method", "factor", "result", "written", "safe"),
    [
        ("tf.Module", "__call__", "factor", "scale(x, n)", "tf.cast(factor, x.dtype)", True),
        (
            "tf.keras.layers.Layer",
            "call",
            "factor",
            "scale(x, factor=n)",
            "tf.cast(factor, x.dtype)",
            False,
        ),
        (
            "tf.keras.Model",
            "call",
            "factor",
            "scale(x, factor=n)",
            "tf.cast(factor, x.dtype)",
            False,
        ),
        ("tf.keras.layers.Layer", "call", "factor", "scale(n, x)", "", True),
        ("tf.keras.layers.Layer", "call", "(1 if factor > 2 else 3)", "scale(x, n)", "", True),
        ("tf.keras.layers.Layer", "other", "factor", "scale(x, n)", "", True),
        ("tf.Module", "__call__", "[1][factor]", "scale(x, n)", "", True),
        ("tf.Module", "other", "factor", "scale(x, n)", "", True),
        ("tf.Module", "__call__", "1", "noise.normal([n, 2]) * x", "tf.constant(i)", False),
        ("tf.Module", "__call__", "1", "noise.split(n)[0].normal([2]) * x", "", True),
    ],
)
def test_numbers_that_objects_are_called_with(
    base: str, method: str, factor: str, result: str, written: str, safe: bool
) -> None:
    fixed = fix("TFR101", OBJECT.format(base, method, factor, result))
    assert written in fixed.text
    assert bool(fixed.fixed) == bool(written)
    assert all(done.safe for done in fixed.fixed) == safe


@pytest.mark.parametrize(
    "body",
    [
        "return x * 2.0, tf.ones([4])[:n]",
        "return x[n : n + 3]",
        "start = n * 3\n    return x[start : start + 3, ...]",
        "return tf.reduce_sum(tf.zeros([n, 2])) + tf.reduce_sum(x)",
        "return tf.one_hot([0, 1], n)",
        "return tf.reshape(x, [-1, n])",
    ],
)
def test_numbers_that_decide_sizes(body: str) -> None:
    head = "@tf.function\ndef f(x: tf.Tensor, n):\n    "
    source = f"{head}{body}\n\n\nfor i in range(9):\n    f(tf.ones([6, 2]), i)\n"
    result = fix("TFR101", source)
    assert "f(tf.ones([6, 2]), tf.constant(i))" in result.text
    (done,) = result.fixed
    # Sizes that are open change nothing here; a product of integers may exceed 32 bits.
    assert done.safe is ("*" not in body.partition("return")[0])


@pytest.mark.parametrize(
    ("over", "is_fixed"),
    [
        ("[w, 2.0 * w]", True),
        ("zip([w, 2.0 * w], [1.0, 2.0])", True),
        ("enumerate((w, 2.0 * w))", True),
        ('{"a": w}.items()', True),
        ("range(3)", True),
        ("w", False),
        ("enumerate(w)", True),
        ("tf.range(3)", False),
        ("data", False),
        ("enumerate(data)", False),
        ("zip(data, others)", False),
    ],
)
def test_loops_beside_sizes_that_numbers_decide(over: str, is_fixed: bool) -> None:
    """What a loop of the graph carries would have to keep its shape; Python's are unrolled."""
    source = f"""
data = tf.data.Dataset.range(3)
w = tf.ones([3])
@tf.function
def f(x: tf.Tensor, n, others):
    total = tf.reduce_sum(tf.reshape(x, [n, -1]), axis=1)
    for part in {over}:
        total = total * 2.0
    return total
for i in (1, 2, 3, 4, 6, 8, 12, 24):
    f(tf.ones([24]), i, data)
"""
    fixed = fix("TFR101", source)
    line = "it decides the shape of 'tf.reshape(x, [n, -1])', and line 8 loops"
    assert reasons(fixed) == ([] if is_fixed else [line])


def test_numbers_of_the_shape_of_an_eager_tensor() -> None:
    """What is computed of sizes is an int: with None it raises."""
    source = """
@tf.function
def kept(x: tf.Tensor, n):
    return x[:, :n]
def search(x):
    low, high = 1, min(x.shape)
    while low < high:
        middle = (low + high) // 2
        if tf.reduce_sum(kept(x, middle)) > 9.0:
            high = middle
        else:
            low = middle + 1
for i in range(9):
    search(tf.eye(30) * i)
"""
    settings = Settings(confidence="likely")
    fixed = fix_source(HEAD + source, codes={"TFR101"}, settings=settings, unsafe=True)
    assert "kept(x, tf.constant(middle))" in fixed.text


JOINED = """
w = tf.Variable(tf.ones([3]))
@tf.function
def f(x, parts):
    {body}
@tf.function
def g(x, *parts):
    {body}
@tf.function
def h(*parts, scale=1.0):
    return tf.concat(parts, 0) * scale
for i in range(1, 30):
    parts = [tf.ones([3]) for _ in range(i)]
    flat = [tf.reduce_sum(part) for part in parts]
    {call}
"""
JOINS = "return x * tf.concat(parts, axis=0)"


@pytest.mark.parametrize(
    ("body", "call", "written"),
    [
        (JOINS, "f(1.0, parts)", "f(1.0, tf.concat(parts, axis=0))"),
        (JOINS, "g(1.0, *parts)", "g(1.0, tf.concat(parts, axis=0))"),
        ("return x * tf.concat(parts, 0)", "g(1.0, *parts)", "g(1.0, tf.concat(parts, 0))"),
        (JOINS, "h(*parts)", "h(tf.concat(parts, 0))"),
        (JOINS, "g(1.0, *flat)", ""),
        (JOINS, "g(*parts)", ""),
        (JOINS, "g(1.0, *[w] * i)", ""),
        (JOINS, "g(1.0, *parts, tf.ones([3]))", ""),
        ("return x * tf.stack(parts)", "g(1.0, *parts)", "g(1.0, tf.stack(parts))"),
        ("return tf.concat(parts, 0) + tf.concat(parts, axis=-1)", "f(1.0, parts)", ""),
        ("return tf.concat(parts, 0) * len(parts)", "f(1.0, parts)", ""),
        ("return tf.concat([x, *parts], 0)", "g(tf.ones([3]), *parts)", ""),
    ],
)
def test_lists_of_tensors_that_are_joined(body: str, call: str, written: str) -> None:
    source = HEAD + JOINED.format(body=body, call=call)
    fixed = fix_source(source, codes={"TFR103"}, unsafe=True)
    assert written in fixed.text
    assert ("reduce_retracing=True" in fixed.text) == bool(written)
    assert not any(done.safe for done in fixed.fixed)


TAKEN = """
def levels(count):
    return [0.1 * k for k in range(count)]
@tf.function
def f(x, scales, place):
    {body}
for i in range(3, 40):
    f(tf.ones([3]), levels(i), {place})
"""


@pytest.mark.parametrize(
    ("body", "place", "written"),
    [
        ("return x * scales[0]", "1", "def f(x, scales, place):\n    return x * scales[0]\n"),
        ("return x * (scales[0] - scales[-1])", "1", "tf.cast(scales[0] - scales[-1], x.dtype)"),
        (
            "now, then = scales[place], scales[place + 1]\n    return x * now - then",
            "i // 2",
            "f(tf.ones([3]), tf.constant(levels(i)), tf.constant(i // 2))",
        ),
        ("return x * scales[0] * len(scales)", "1", ""),
        ("return x * scales[:2][0]", "1", ""),
        ("return [x, x][int(scales[0])]", "1", ""),
        ("return x * scales[0] / place.shape[0]", "tf.ones([i])", ""),
    ],
)
def test_lists_of_any_length_of_which_elements_are_taken(
    body: str, place: str, written: str
) -> None:
    source = HEAD + TAKEN.format(body=body, place=place)
    fixed = fix_source(source, codes={"TFR101", "TFR103"}, unsafe=True)
    assert written in fixed.text
    assert ("reduce_retracing=True" in fixed.text) == bool(written)
    assert not any(done.safe for done in fixed.fixed if done.finding.code == "TFR103")


GONE_OVER = """
weights = [tf.ones([3]), tf.ones([3])]
@tf.function
def f(x, factors):
    {body}
    return x
for i in range(9):
    f(tf.ones([3]), {passed})
"""


@pytest.mark.parametrize(
    ("body", "passed", "written"),
    [
        (
            "for n in factors:\n        x = x * n",
            "(0.1 * i, 0.2 * i)",
            "(tf.constant(0.1 * i), tf.constant(0.2 * i))",
        ),
        (
            "for w, n in zip(weights, factors):\n        x = x * n + w",
            "[0.1 * i, 0.2 * i]",
            "[tf.constant(0.1 * i), tf.constant(0.2 * i)]",
        ),
        (
            "for k, n in enumerate(factors):\n        x = x * n + weights[k]",
            "(0.1 * i, 2.0)",
            "(tf.constant(0.1 * i), tf.constant(2.0))",
        ),
        (
            "for w, on in zip(weights, factors):\n        if on:\n            x = x + w",
            "tuple(bool(b) for b in np.random.rand(2) < 0.5)",
            "tf.nest.map_structure(tf.constant, tuple(bool(b) for b in np.random.rand(2) < 0.5))",
        ),
        ("for n in factors:\n        x = x * [1.0, 2.0][n]", "(i, i)", ""),
        ("for n in sorted(factors):\n        x = x * n", "(0.1 * i, 0.2 * i)", ""),
        ("n = 2.0\n    for n in factors:\n        x = x * n", "(0.1 * i, 0.2 * i)", ""),
        ("for w, n in zip(factors, factors, strict=True):\n        x = x * n", "(i, i)", ""),
        ("for n in factors:\n        x = x * n", "(0.1 * i, i)", ""),
    ],
)
def test_elements_that_a_loop_goes_over(body: str, passed: str, written: str) -> None:
    fixed = fix_likely("import numpy as np\n" + GONE_OVER.format(body=body, passed=passed))
    assert written in fixed.text
    assert bool(fixed.fixed) == bool(written), reasons(fixed)


KEYWORDS = """
DEFAULTS = {{"a": 1.0, "b": 2.0}}
CHANGES = [{{}}, {{"a": 2.0}}, {{"c": 3.0}}, {{"b": 4.0, "c": 1.0}}, {{"a": 5.0}}, {{"a": 6.0}}]
def options(i):
    return {{"n": 0.1 * i, "m": 0.2 * i}}
class Base:
    @tf.function
    def step(self, x, n, m):
        return x * n + m
class One(Base):
    pass
class Other(Base):
    pass
@tf.function
def f(x, n, m):
    return x * n + m
@tf.function
def g(x, **rest):
    {body}
for part in (One(), Other()):
    for i in range(9):
        {call}
for change in CHANGES:
    {later}
"""
OF_REST = "return x * rest['n'] + rest['m']"
MAPPED = "**tf.nest.map_structure(tf.constant, options(i))"


@pytest.mark.parametrize(
    ("body", "call", "later", "written"),
    [
        (OF_REST, "f(tf.ones([3]), **options(i))", "pass", f"f(tf.ones([3]), {MAPPED})"),
        (OF_REST, "g(tf.ones([3]), **options(i))", "pass", f"g(tf.ones([3]), {MAPPED})"),
        (
            OF_REST,
            "part.step(tf.ones([3]), **options(i))",
            "pass",
            f"part.step(tf.ones([3]), {MAPPED})",
        ),
        (
            "return x * rest['c'] if 'c' in rest else x * rest['a'] + rest['b']",
            "pass",
            "g(tf.ones([3]), **{**DEFAULTS, **change})",
            "**tf.nest.map_structure(tf.constant, {**DEFAULTS, **change})",
        ),
        (
            "return x * rest['c'] if rest.get('c') else x * rest['a'] + rest['b']",
            "pass",
            "g(tf.ones([3]), **{**DEFAULTS, **change})",
            "",
        ),
        ("return x * sum(rest.values())", "g(tf.ones([3]), **options(i))", "pass", ""),
        (
            OF_REST,
            "f(tf.ones([3]), **{'n': 0.1 * i}, **{'m': 2.0})",
            "pass",
            "f(tf.ones([3]), **{'n': tf.constant(0.1 * i)}, **{'m': 2.0})",
        ),
        (OF_REST, "f(tf.ones([3]), m=1.0, **{'k': 0.1 * i})", "pass", ""),
        (
            "return x * rest['c'] if 'c' in [*rest] else x * rest['a']",
            "pass",
            "g(tf.ones([3]), **{**DEFAULTS, **change})",
            "",
        ),
    ],
)
def test_numbers_that_are_unpacked_as_keywords(
    body: str, call: str, later: str, written: str
) -> None:
    fixed = fix_likely(KEYWORDS.format(body=body, call=call, later=later))
    assert written in " ".join(fixed.text.split())
    assert bool(fixed.fixed) == bool(written)


BUILT = """
class Scale(tf.keras.layers.Layer):
    def build(self, x_shape{}):
        self.weight = self.add_weight(shape=())
    def call(self, x, factor):
        return x * self.weight * factor
scale = Scale()
@tf.function
def f(x: tf.Tensor, factor):
    return scale(x, factor=factor)
for i in range(9):
    f(tf.ones([2]), 0.1 * i)
"""


def test_layers_that_are_built_by_shapes() -> None:
    """A tensor has a shape, which the layer would be told; it is float32 in the layer."""
    result = fix("TFR101", BUILT.format(""))
    assert "* tf.cast(factor, x.dtype)" in result.text
    assert "tf.constant(0.1 * i, tf.float64)" in result.text
    assert [done.safe for done in result.fixed] == [False]
    result = fix("TFR101", BUILT.format(", factor_shape=None"))
    assert reasons(result) == ["the body hands 'factor' to scale()"]


RESIZED = """
{}
@tf.function
def f(x, side):
    small = tf.image.resize(x, (side, side))
    return {}
for side in range(8, 20):
    f(tf.ones([1, 24, 24, 3]), side)
"""
FUNCTIONAL = """
inputs = tf.keras.Input((None, None, 3))
net = tf.keras.Model(inputs, tf.keras.layers.Conv2D(2, 3)(inputs))
"""
LAYER = "net = tf.keras.layers.Conv2D(2, 3)"


@pytest.mark.parametrize(
    ("made", "result", "reason"),
    [
        (FUNCTIONAL, "net(small)", None),
        (LAYER, "net(x) + tf.reduce_mean(small)", None),
        (
            LAYER,
            "net(small)",
            "it decides the shape of 'tf.image.resize(x, (side, side))', and 'net' may need it",
        ),
    ],
)
def test_sizes_of_what_layers_get(made: str, result: str, reason: str | None) -> None:
    fixed = fix("TFR101", RESIZED.format(made, result))
    assert reasons(fixed) == ([] if reason is None else [reason])
    assert ("f(tf.ones([1, 24, 24, 3]), tf.constant(side))" in fixed.text) == (reason is None)


LISTS = """
@tf.function
def f(words):
    {}
for line in ("a b", "c", "d e f", "g"):
    f({})
"""
SIZES = "[len(w) for w in line.split()]"


@pytest.mark.parametrize(
    ("body", "passed", "written"),
    [
        ("return tf.strings.lower(words)", "line.split()", "line.split(), tf.string"),
        ("return tf.gather([1.0, 2.0], words)", SIZES, f"{SIZES}, tf.int32"),
        ("return tf.strings.lower(words), len(words)", "line.split()", None),
        ("return [tf.strings.lower(word) for word in words]", "line.split()", None),
        ("return tf.strings.lower(words).shape[0]", "line.split()", None),
        (
            "for w in words:\n        tf.print(w)\n    return tf.strings.lower(words)",
            "line.split()",
            None,
        ),
    ],
)
def test_lists_of_any_length(body: str, passed: str, written: str | None) -> None:
    """What the body would make a tensor of is one before, and its length is left open."""
    result = fix_likely(LISTS.format(body, passed))
    assert bool(result.fixed) == (written is not None)
    assert bool(result.left) == (written is None)
    if written is not None:
        assert f"f(tf.convert_to_tensor({written}))" in result.text
        assert "reduce_retracing=True" in result.text


GROWING = """
def rows():
    yield from open("rows.txt")
@tf.function
def f(history):
    return {}
history = []
for row in rows():
    f(history)
    history.append(row.get())
"""


@pytest.mark.parametrize(
    ("result", "is_fixed"),
    [
        ("tf.convert_to_tensor(history)", True),
        # An empty list is one of integers to it, and a tensor of floats before.
        ("tf.gather([1.0, 2.0], history)", False),
        ("tf.convert_to_tensor(history, tf.int64)", False),
    ],
)
def test_lists_of_unknown_elements(result: str, is_fixed: bool) -> None:
    fixed = fix_likely(GROWING.format(result))
    assert bool(fixed.fixed) == is_fixed
    assert bool(fixed.left) != is_fixed
    assert ("f(tf.convert_to_tensor(history))" in fixed.text) == is_fixed


LEAPFROG = """
@tf.function
def f(q, p, size, steps):
    for i in range(steps):
        q = q + size * p
        p = p - size * tf.square(q)
    return q
for i in range(9):
    f(tf.ones([2]), tf.ones([2]), 0.01 * i, i)
"""


def test_what_a_loop_carries_tells_a_dtype() -> None:
    result = fix_source(HEAD + LEAPFROG, codes={*LOOPS}, unsafe=True)
    assert reasons(result) == []
    assert "f(tf.ones([2]), tf.ones([2]), tf.constant(0.01 * i), tf.constant(i))" in result.text


BY_NAME = """
class Balance:
    def __init__(self):
        self.weights = {{"a": 1.0, "b": 1.0}}
    def losses(self, x):
        return {{"a": tf.reduce_mean(x), "b": tf.reduce_max(x)}}
    @tf.function
    def step(self, x, weights):
        terms = self.losses(x)
        tf.print({})
        return terms
    def balance(self, terms):
        values = {{name: float(value) for name, value in terms.items()}}
        for name, value in values.items():
            self.weights[name] = 0.5 * self.weights[name] + 0.5 * value
    def train(self, steps):
        for step in range(1, steps + 1):
            terms = self.step(tf.ones([2]), self.weights)
            if step % 10 == 0:
                self.balance(terms)
balance = Balance()
balance.train(150)
"""


@pytest.mark.parametrize(
    ("result", "is_fixed"),
    [
        ("x * weights['a']", True),
        ("tf.add_n([x * weights[name] for name in ('a', 'b')])", True),
        ("x * sum(weights.values())", False),
        ("x * len(weights) * weights['a']", False),
        ("{name: x * w for name, w in weights.items()}", False),
    ],
)
def test_dictionaries_whose_keys_are_not_known(result: str, is_fixed: bool) -> None:
    fixed = fix_likely(BY_NAME.format(result))
    assert bool(fixed.fixed) == is_fixed
    assert bool(fixed.left) != is_fixed
    assert ("self.step(tf.ones([2]), tf.nest.map_structure(" in fixed.text) == is_fixed


LOOPS = {"TFR101", "TFR301"}
NET = "net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])\n\n\n"


def looping(body: str) -> str:
    """Return a program whose traced function updates a tensor of three rows in a loop."""
    head = f"{NET}@tf.function\ndef f(x, n):\n    for _ in range(n):\n"
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    return f"{head}{lines}    return x\n\n\nfor i in range(9):\n    f(tf.ones([3, 2]), i)\n"


@pytest.mark.parametrize(
    ("body", "safe"),
    [
        ("x = net(x)", False),
        ("x = net(x, training=False)", False),
        ("x = x + 0.1 * net(x)", False),
        ("x = tf.stack([x[0] * 2.0, x[1], x[2]])", True),
        ("a, b, c = x[0], x[1], x[2]\nx = tf.stack([net(a), b, c])", False),
        ("x, y = x + 1.0, x", True),
    ],
)
def test_loops_that_keep_a_shape(body: str, safe: bool) -> None:
    result = fix_source(HEAD + looping(body), codes=LOOPS, unsafe=True)
    assert "for _ in tf.range(n):" in result.text
    assert {done.safe for done in result.fixed} == {safe}


MARGIN = f"""{NET}@tf.function
def f(x, margin):
    a = net(x)
    distance = tf.reduce_sum(tf.square(a), axis=1)
    return tf.nn.relu(margin - distance)


for i in range(9):
    f(tf.ones([3, 2]), 0.1 * i)
"""


def test_a_number_gets_the_dtype_of_a_name_that_is_computed_of_what_a_model_gives() -> None:
    result = fix_source(HEAD + MARGIN, codes={"TFR101"})
    assert "tf.nn.relu(tf.cast(margin, distance.dtype) - distance)" in result.text
    assert [done.safe for done in result.fixed] == [True]


PONDER = """
class Core(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = tf.keras.layers.Dense(4)

    def think(self, x, state):
        return tf.tanh(self.inner(x) + state)

core = Core()

@tf.function
def f(x, n):
    change = tf.constant({})
    for _ in range(n):
        new = core.think(x, x)
        change = tf.reduce_mean(tf.abs(new - x))
    return change

for i in range(9):
    f(tf.ones([3, 4]), i)
"""


@pytest.mark.parametrize(("initial", "is_fixed"), [("0.0", True), ("0", False)])
def test_a_loop_carries_what_is_computed_of_what_a_model_gives(
    initial: str, is_fixed: bool
) -> None:
    result = fix_source(HEAD + PONDER.format(initial), codes=LOOPS, unsafe=True)
    assert ("tf.range(n)" in result.text) == is_fixed
    assert not any(done.safe for done in result.fixed)


@pytest.mark.parametrize(
    "body",
    [
        "x = tf.stack([net(x[0]), x[1]])",
        "x = tf.stack([net(x[0]), x[1], x[2], x[2]])",
        "x = tf.transpose(net(x))",
        "x = tf.concat([x, net(x)], 0)",
        "x, *rest = x[0], x[1]",
        "x, y = tf.concat([x, x], 0), x",
    ],
)
def test_loops_that_may_change_a_shape(body: str) -> None:
    source = looping(body)
    result = fix_source(HEAD + source, codes=LOOPS, unsafe=True)
    assert result.text == HEAD + source


OF_SHAPES = """
AXIS = tf.constant(np.load("axis.npy"), tf.float32)
SQUARE = tf.constant(np.ones((3, 3)), tf.float32)
def damp(u, by):
    return by * u / (1.0 + u * u)
@tf.function
def f(x, n):
    y = {}
    for _ in range(n):
        {}
    return y
x = tf.constant(np.load("x.npy"), tf.float32)
for i in range(9):
    f(x, i)
"""


@pytest.mark.parametrize(
    ("initial", "update", "safe"),
    [
        ("tf.zeros_like(x)", "y = y + tf.sin(x)", True),
        ("tf.zeros_like(AXIS)", "y += damp(AXIS, 0.5)", True),
        ("tf.zeros_like(x)", "x, y = x * 0.5, tf.where(x > 0.0, x, y)", True),
        ("tf.fill(tf.shape(x), 1.0)", "v = damp(x, y)\n        y = tf.maximum(v, y)", True),
        ("x", "y = tf.linalg.matvec(SQUARE, y, transpose_a=True)", True),
        ("x * AXIS", "y = SQUARE @ (y + x)", True),
        # What meets it may have more dimensions, or larger ones.
        ("tf.zeros_like(x)", "y = y + AXIS", False),
        ("x", "y = tf.linalg.matvec(y, SQUARE)", False),
        ("x", "y = tf.matmul(SQUARE, y, transpose_b=True)", None),
        ("x", "y = damp(tf.concat([y, y], 0), 0.5)", None),
        ("x", "x = tf.concat([x, x], 0)\n        y = y + x", None),
    ],
)
def test_loops_over_tensors_of_one_shape(initial: str, update: str, safe: bool | None) -> None:
    """``safe`` is None where nothing is fixed."""
    source = f"import numpy as np\n{HEAD}{OF_SHAPES.format(initial, update)}"
    result = fix_source(source, codes=LOOPS, unsafe=True)
    assert ("tf.range(n)" in result.text) == (safe is not None)
    assert {done.safe for done in result.fixed} == ({safe} if safe is not None else set())


RELAXED = """
def smooth(u):
    return tf.pad(u[2:] - u[:-2], [[1, 1]])
@tf.function
def f(u, n):
    for _ in range(n):
        {}
    return u
u = tf.sin(tf.constant(np.linspace(0.0, 1.0, len(np.loadtxt("u.txt")))))
for i in range(9):
    u = {}
"""


@pytest.mark.parametrize(
    ("update", "call", "is_fixed"),
    [
        ("u = u + 0.1 * smooth(u)", "f(u, i)", True),
        ("u = u + 0.1 * smooth(u)", "f(tf.constant(2.0), i)", False),
        ("u = smooth(u)", "f(u, i)", False),
        ("u = tf.concat([u, u], 0)", "f(u, i)", False),
    ],
)
def test_loops_over_a_tensor_of_unknown_shape(update: str, call: str, is_fixed: bool) -> None:
    source = f"import numpy as np\n{HEAD}{RELAXED.format(update, call)}"
    result = fix_source(source, codes=LOOPS, unsafe=True)
    assert ("tf.range(n)" in result.text) == is_fixed
    assert not any(done.safe for done in result.fixed)


IN_COMPREHENSION = """
@tf.function
def f(x: tf.Tensor, others, n):
    return {}
x = tf.ones([2])
for i in range(9):
    f(x, [x, x], i)
"""


@pytest.mark.parametrize(
    ("result", "written", "reason"),
    [
        ("[n * t for t in others]", "[tf.cast(n, t.dtype) * t for t in others]", ""),
        ("[n * x for x in others]", "[tf.cast(n, x.dtype) * x for x in others]", ""),
        ("[n for t in others]", "", "the body uses 'n' as a Python value"),
        ("[t * n for t in others if n > 2]", "", "a comprehension in the body uses 'n'"),
        ("{n: t for t in others}", "", "a comprehension in the body uses 'n'"),
        ("[others[n] for t in others]", "", "the body indexes the list 'others' with 'n'"),
    ],
)
def test_numbers_in_comprehensions(result: str, written: str, reason: str) -> None:
    fixed = fix("TFR101", IN_COMPREHENSION.format(result))
    assert written in fixed.text
    assert reasons(fixed) == ([reason] if reason else [])


def test_number_that_meets_what_a_model_gives() -> None:
    source = """
import tensorflow as tf

net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])


@tf.function
def f(x, t):
    return tf.nn.softmax(net(x) / t), (1 - t) * x


for i in range(9):
    f(tf.ones([1, 2]), 0.5 * i)
"""
    result = fix_source(source, codes={"TFR101"}, unsafe=True)
    assert "tf.nn.softmax(net(x) / tf.cast(t, tf.float32))" in result.text
    assert not any(fixed.safe for fixed in result.fixed)
