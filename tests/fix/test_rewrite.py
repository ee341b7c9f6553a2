"""Edits applied to texts: what changes, and that nothing else does."""

from __future__ import annotations

import ast
from collections.abc import Callable
from textwrap import dedent

import pytest
from tfretrace_fix.edits import (
    AddImport,
    AppendElement,
    Edit,
    FunctionNode,
    InsertAfter,
    InsertBefore,
    InsertFirst,
    KeepDecorators,
    MoveBefore,
    RemoveKeyword,
    RenameKeyword,
    Replace,
    ReplaceStatement,
    SetKeyword,
    taken_apart,
)
from tfretrace_fix.rewrite import RewriteError, Source


def expression(tree: ast.AST, code: str) -> ast.expr:
    """Return the first expression of ``tree`` that reads ``code``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and ast.unparse(node) == code:
            return node
    raise AssertionError(f"no {code}")


def call(tree: ast.AST, code: str) -> ast.Call:
    node = expression(tree, code)
    assert isinstance(node, ast.Call)
    return node


def statement(tree: ast.AST, code: str) -> ast.stmt:
    """Return the first statement of ``tree`` whose first line reads ``code``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and ast.unparse(node).splitlines()[0] == code:
            return node
    raise AssertionError(f"no {code}")


def function(tree: ast.AST, name: str = "f") -> FunctionNode:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            return node
    raise AssertionError(f"no {name}")


def rewritten(source: str, *make: Callable[[ast.Module], Edit]) -> str:
    tree = ast.parse(source)
    return Source(source).rewritten([make_edit(tree) for make_edit in make])


def check(before: str, after: str, *make: Callable[[ast.Module], Edit]) -> None:
    assert rewritten(dedent(before), *make) == dedent(after)


# Expressions


@pytest.mark.parametrize(
    ("before", "target", "template", "after"),
    [
        ("f(x, i)\n", "i", "tf.constant({old})", "f(x, tf.constant(i))\n"),
        ("f(x, i + 1)\n", "i + 1", "tf.constant({old})", "f(x, tf.constant(i + 1))\n"),
        ("f(x, (i + 1))\n", "i + 1", "tf.constant({old})", "f(x, tf.constant(i + 1))\n"),
        ("y = a + b\n", "a + b", "{old} * 2", "y = (a + b) * 2\n"),
        ("y = (a + b)\n", "a + b", "{old} * 2", "y = (a + b) * 2\n"),
        ("f((1, 2))\n", "(1, 2)", "tf.stack({old})", "f(tf.stack((1, 2)))\n"),
        ("f(a for a in b)\n", "(a for a in b)", "list({old})", "f(list(a for a in b))\n"),
        ("for i in range(n): pass\n", "range", "tf.range", "for i in tf.range(n): pass\n"),
        ("s = 'é'; f(i)\n", "i", "tf.constant({old})", "s = 'é'; f(tf.constant(i))\n"),
        ("f(x)(y)\n", "f(x)", "tf.function({old})", "tf.function(f(x))(y)\n"),
        ("f((yield))\n", "(yield)", "g({old})", "f(g((yield)))\n"),
    ],
)
def test_replace(before: str, target: str, template: str, after: str) -> None:
    check(before, after, lambda tree: Replace(expression(tree, target), template))


def test_replace_keeps_the_breaks_and_comments_inside() -> None:
    check(
        """\
        y = f(
            a  # first
            + b,
        )
        """,
        """\
        y = f(
            tf.cast(a  # first
            + b, x.dtype),
        )
        """,
        lambda tree: Replace(expression(tree, "a + b"), "tf.cast({old}, x.dtype)"),
    )


def test_a_template_receives_edited_values() -> None:
    check(
        "y = f(x) if n > 0 else g(x)\n",
        "y = tf.cond(n > 0, lambda: f(z), lambda: g(x))\n",
        lambda tree: Replace(expression(tree, "x"), "z"),
        lambda tree: Replace(
            expression(tree, "f(x) if n > 0 else g(x)"),
            "tf.cond({test}, lambda: {body}, lambda: {orelse})",
            {
                "test": expression(tree, "n > 0"),
                "body": expression(tree, "f(x)"),
                "orelse": expression(tree, "g(x)"),
            },
        ),
    )


# Keywords


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@tf.function\ndef f(): pass\n", "@tf.function(reduce_retracing=True)\ndef f(): pass\n"),
        ("@tf.function()\ndef f(): pass\n", "@tf.function(reduce_retracing=True)\ndef f(): pass\n"),
        (
            "@tf.function(autograph=False)  # why\ndef f(): pass\n",
            "@tf.function(autograph=False, reduce_retracing=True)  # why\ndef f(): pass\n",
        ),
        (
            "@tf.function(autograph=False,)\ndef f(): pass\n",
            "@tf.function(autograph=False, reduce_retracing=True,)\ndef f(): pass\n",
        ),
        (
            "@tf.function(\n    autograph=False,  # why\n)\ndef f(): pass\n",
            "@tf.function(\n    autograph=False,  # why\n    reduce_retracing=True,\n)\n"
            "def f(): pass\n",
        ),
        (
            "@tf.function(\n    autograph=False  # why\n)\ndef f(): pass\n",
            "@tf.function(\n    autograph=False,  # why\n    reduce_retracing=True\n)\n"
            "def f(): pass\n",
        ),
        (
            "@tf.function(reduce_retracing = False)\ndef f(): pass\n",
            "@tf.function(reduce_retracing = True)\ndef f(): pass\n",
        ),
        (
            "@g(x for x in y)\ndef f(): pass\n",
            "@g((x for x in y), reduce_retracing=True)\ndef f(): pass\n",
        ),
    ],
)
def test_set_keyword(before: str, after: str) -> None:
    check(
        before,
        after,
        lambda tree: SetKeyword(function(tree).decorator_list[0], "reduce_retracing", "True"),
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s = [a]\n", "s = [a, b]\n"),
        ("s = [a, c,]  # why\n", "s = [a, c, b]  # why\n"),
        ("s = (a,)\n", "s = (a, b)\n"),
        ("s = [\n    a,  # why\n]\n", "s = [\n    a,  # why\n    b,\n]\n"),
        ("s = [\n    a,\n    c  # why\n]\n", "s = [\n    a,\n    c,  # why\n    b\n]\n"),
        ("s = (\n    a,\n    c,\n)\n", "s = (\n    a,\n    c,\n    b,\n)\n"),
    ],
)
def test_append_element(before: str, after: str) -> None:
    def edit(tree: ast.Module) -> AppendElement:
        assert isinstance(tree.body[0], ast.Assign)
        sequence = tree.body[0].value
        assert isinstance(sequence, ast.List | ast.Tuple)
        return AppendElement(sequence, "b")

    check(before, after, edit)


def test_rename_and_remove_keyword() -> None:
    before = "g = tf.function(f, experimental_relax_shapes=True)\n"
    code = before[4:-1]
    check(
        before,
        "g = tf.function(f, reduce_retracing=True)\n",
        lambda tree: RenameKeyword(
            call(tree, code), "experimental_relax_shapes", "reduce_retracing"
        ),
    )
    check(
        before,
        "g = tf.function(f)\n",
        lambda tree: RemoveKeyword(call(tree, code), "experimental_relax_shapes"),
    )
    check(
        "h(\n    a=1,\n    b=2,\n    c=3,\n)\n",
        "h(\n    a=1,\n    c=3,\n)\n",
        lambda tree: RemoveKeyword(call(tree, "h(a=1, b=2, c=3)"), "b"),
    )


# Statements


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(n):\n    return n\n", "def f(n):\n    n = g(n)\n    return n\n"),
        ("def f(n): return n  # c\n", "def f(n):\n    n = g(n)\n    return n  # c\n"),
        (
            'def f(n):\n    """Doc."""\n\n    # why\n    return n\n',
            'def f(n):\n    """Doc."""\n\n    n = g(n)\n    # why\n    return n\n',
        ),
        ('def f(n):\n    """Doc."""\n', 'def f(n):\n    """Doc."""\n    n = g(n)\n'),
        ("def f(n):\n\tx = 1; return n\n", "def f(n):\n\tn = g(n)\n\tx = 1; return n\n"),
        ("async def f(n):\n  return n\n", "async def f(n):\n  n = g(n)\n  return n\n"),
    ],
)
def test_insert_first(before: str, after: str) -> None:
    check(
        before,
        after,
        lambda tree: (
            InsertFirst(function(tree), "{n} = g({n})", {"n": expression(tree, "n")})
            if expression_exists(tree, "n")
            else InsertFirst(function(tree), "n = g(n)")
        ),
    )


def expression_exists(tree: ast.AST, code: str) -> bool:
    return any(isinstance(node, ast.expr) and ast.unparse(node) == code for node in ast.walk(tree))


def test_insert_before_keeps_the_comment_above_its_statement() -> None:
    check(
        """\
        x = 1

        # run
        for i in range(3):
            pass
        """,
        """\
        x = 1

        step = tf.function(g)
        # run
        for i in range(3):
            pass
        """,
        lambda tree: InsertBefore(statement(tree, "for i in range(3):"), "step = tf.function(g)"),
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a; b; c  # end\n", "a\nnew()\nb\nc  # end\n"),
        ("if x: a; b\n", "if x:\n    a\n    new()\n    b\n"),
        (
            "if x:\n    a\n    b  # end\n    # foot\n",
            "if x:\n    a\n    new()\n    b  # end\n    # foot\n",
        ),
    ],
)
def test_insert_between_small_statements(before: str, after: str) -> None:
    check(before, after, lambda tree: InsertBefore(statement(tree, "b"), "new()"))
    check(before, after, lambda tree: InsertAfter(statement(tree, "a"), "new()"))


def test_insert_nested_code_in_the_indentation_of_the_file() -> None:
    check(
        "def f(x):\n  if x:\n    y\n",
        "def f(x):\n  if x:\n    if a:\n      b()\n    y\n",
        lambda tree: InsertBefore(statement(tree, "y"), "if a:\n    b()"),
    )


def test_replace_statement() -> None:
    check(
        """\
        def f(x, n):
            # sign
            if x > 0:
                y = x * 2
            else:
                y = -x
            return y
        """,
        """\
        def f(x, n):
            # sign
            y = tf.cond(x > 0, lambda: x * 2, lambda: -x)
            return y
        """,
        lambda tree: ReplaceStatement(
            statement(tree, "if x > 0:"),
            "y = tf.cond({test}, lambda: {a}, lambda: {b})",
            {
                "test": expression(tree, "x > 0"),
                "a": expression(tree, "x * 2"),
                "b": expression(tree, "-x"),
            },
        ),
    )
    check("if x:\n    a\n", "if x:\n    pass\n", lambda t: ReplaceStatement(statement(t, "a"), ""))
    check(
        "print(x)  # why\n",
        "tf.print(x)  # why\n",
        lambda tree: ReplaceStatement(statement(tree, "print(x)"), "tf.print(x)"),
    )


def test_an_elif_is_refused() -> None:
    source = "if a:\n    pass\nelif b:\n    pass\n"
    (conditional,) = ast.parse(source).body
    assert isinstance(conditional, ast.If)
    with pytest.raises(RewriteError, match="elif"):
        Source(source).rewritten([InsertBefore(conditional.orelse[0], "x")])


def test_keep_decorators() -> None:
    check(
        "@a  # one\n@b\n@c\ndef f(): pass\n",
        "@b\n@a  # one\ndef f(): pass\n",
        lambda tree: KeepDecorators(function(tree), (1, 0)),
    )


def test_move_before() -> None:
    check(
        """\
        def main():
            x = 1

            # loop
            for i in range(3):
                # step
                @tf.function
                def step(x):
                    return x  # same

                print(step(x))
        """,
        """\
        def main():
            x = 1

            # step
            @tf.function
            def step(x):
                return x  # same

            # loop
            for i in range(3):
                print(step(x))
        """,
        lambda tree: MoveBefore(function(tree, "step"), statement(tree, "for i in range(3):")),
    )


# Imports


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1\n", "import tensorflow as tf\n\nx = 1\n"),
        ('"""Doc."""\nx = 1\n', '"""Doc."""\n\nimport tensorflow as tf\nx = 1\n'),
        ("# Note\n@d\nclass C: pass\n", "# Note\nimport tensorflow as tf\n\n@d\nclass C: pass\n"),
        ("from os import path\n", "import tensorflow as tf\nfrom os import path\n"),
        ('"""Doc."""\nimport os\n', '"""Doc."""\nimport os\nimport tensorflow as tf\n'),
        (
            "from __future__ import annotations\nimport os\n",
            "from __future__ import annotations\nimport os\nimport tensorflow as tf\n",
        ),
        ("import tensorflow as tf\nx = 1\n", "import tensorflow as tf\nx = 1\n"),
    ],
)
def test_add_import(before: str, after: str) -> None:
    check(before, after, lambda tree: AddImport("tensorflow", "tf", tree))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import tensorflow as tf\n", "import functools\n\nimport tensorflow as tf\n"),
        ("import os\n\nimport numpy\n", "import os\nimport functools\n\nimport numpy\n"),
        ("from a import b\nimport c\n", "import functools\n\nfrom a import b\nimport c\n"),
        ("import functools\n", "import functools\n"),
    ],
)
def test_add_import_of_the_standard_library(before: str, after: str) -> None:
    check(before, after, lambda tree: AddImport("functools", "functools", tree))


@pytest.mark.parametrize(
    "code", ["a.b", "f(x)", "f(*x, k=1, **more)", "f.g(x)(y)", "f((a for a in b))", "f((1, 2))"]
)
def test_what_is_taken_apart_is_written_the_same(code: str) -> None:
    tree = ast.parse(f"y = {code}\n")
    node = expression(tree, code)
    template, values = taken_apart(node)
    edits: list[Edit] = [InsertBefore(tree.body[0], f"z = {template}", values), Replace(node, "z")]
    assert ast.unparse(ast.parse(Source(f"y = {code}\n").rewritten(edits))) == f"z = {code}\ny = z"


# Bytes


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_are_kept(end: str) -> None:
    before = end.join(["def f(n):", "    x = 1", "    return n", ""])
    after = end.join(["def f(n):", "    n = g(n)", "    x = 1", "    return n", ""])
    assert rewritten(before, lambda tree: InsertFirst(function(tree), "n = g(n)")) == after


def test_what_libcst_does_not_keep_is_kept() -> None:
    before = "x = 1\r\n\x0c\n\x0c\ndef f(n):\r    return n  \n\ny = [\n  1,\t2]\x0c"
    after = "x = 1\r\n\x0c\n\x0c\ndef f(n):\r    n = g(n)\r    return n  \n\ny = [\n  1,\t2]\x0c"
    assert rewritten(before, lambda tree: InsertFirst(function(tree), "n = g(n)")) == after


def test_no_final_newline() -> None:
    assert rewritten("f(i)", lambda tree: Replace(expression(tree, "i"), "g({old})")) == "f(g(i))"


def test_no_edit_changes_nothing() -> None:
    source = "\x0c# é\r\nif x:\n\ty = 1;\r\n"
    assert rewritten(source) == source
