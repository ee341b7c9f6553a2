"""The vocabulary of edits that fixes are written in.

An edit names nodes of the :mod:`ast` tree that the analysis parsed; :mod:`tfretrace_fix.rewrite`
finds the same places in the LibCST tree and applies it there. A template is Python code in which
``{name}`` stands for an expression of the file, given in ``values``; it is put in parentheses where
it would otherwise mean something else. Values may be edited themselves by the same fix: the
template then receives the edited expression.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

Values = Mapping[str, ast.expr]
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Replace:
    """Replace an expression; ``{old}`` in the template is the expression itself."""

    node: ast.expr
    template: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class SetKeyword:
    """Give ``call`` the keyword argument ``name``, in place if it has one of that name.

    An expression that is not a call is called: ``@tf.function`` becomes
    ``@tf.function(reduce_retracing=True)``.
    """

    call: ast.expr
    name: str
    template: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class AddArgument:
    """Give ``call`` another positional argument, behind those that it has."""

    call: ast.Call
    template: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class AddParameter:
    """Give a function another parameter, behind those that it has, or before them."""

    function: FunctionNode | ast.Lambda
    name: str
    annotation: str | None = None
    is_first: bool = False


@dataclass(frozen=True)
class SplitParameter:
    """Give a function several parameters in the place of one."""

    function: FunctionNode
    name: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class SplitArgument:
    """Pass several arguments in the place of one, which is written out in ``call``.

    ``templates`` are by the names of the parameters; ``{old}`` in them is the argument itself.
    """

    call: ast.Call
    argument: ast.expr
    templates: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class RenameKeyword:
    """Rename a keyword argument of ``call``."""

    call: ast.Call
    old: str
    new: str


@dataclass(frozen=True)
class RemoveKeyword:
    """Take a keyword argument away from ``call``."""

    call: ast.Call
    name: str


@dataclass(frozen=True)
class AppendElement:
    """Add an element at the end of a list or tuple that is written out and not empty."""

    sequence: ast.List | ast.Tuple
    template: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class InsertBefore:
    """Insert statements before a statement, above the comment lines that belong to it."""

    node: ast.stmt
    template: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class InsertAfter:
    """Insert statements after a statement."""

    node: ast.stmt
    template: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class InsertFirst:
    """Insert statements at the start of a function body, after its docstring."""

    function: FunctionNode
    template: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class ReplaceStatement:
    """Replace a statement by the statements of a template; an empty template removes it."""

    node: ast.stmt
    template: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class Rename:
    """Give a function another name where it is defined."""

    function: FunctionNode
    name: str


@dataclass(frozen=True)
class KeepDecorators:
    """Keep the decorators with these indices, in this order; the others go."""

    function: FunctionNode
    order: tuple[int, ...]


@dataclass(frozen=True)
class AddDecorator:
    """Decorate a function, below the decorators that it has."""

    function: FunctionNode
    code: str


@dataclass(frozen=True)
class MoveBefore:
    """Move a statement out of ``target``, an enclosing statement, to just before it."""

    node: ast.stmt
    target: ast.stmt


@dataclass(frozen=True)
class AddImport:
    """Add ``import module as alias`` at the top of a file, if it is not there already."""

    module: str
    alias: str
    into: ast.AST
    """The module's node."""


Edit = (
    Replace
    | SetKeyword
    | AddArgument
    | AddParameter
    | SplitParameter
    | SplitArgument
    | RenameKeyword
    | RemoveKeyword
    | AppendElement
    | InsertBefore
    | InsertAfter
    | InsertFirst
    | ReplaceStatement
    | Rename
    | KeepDecorators
    | AddDecorator
    | MoveBefore
    | AddImport
)


def taken_apart(node: ast.expr) -> tuple[str, dict[str, ast.expr]]:
    """Return a template of ``node`` and the parts that it holds.

    For an attribute or a call that an edit writes elsewhere, while another one replaces it here.

    Raises:
        ValueError: ``node`` is another expression.
    """
    match node:
        case ast.Attribute(value=value, attr=name):
            return f"{{base}}.{name}", {"base": value}
        case ast.Call(func=function, args=arguments, keywords=keywords):
            parts = {"function": function}
            written: list[str] = []
            for i, argument in enumerate(arguments):
                match argument:
                    case ast.Starred(value=value):
                        parts[f"argument_{i}"] = value
                        written.append(f"*{{argument_{i}}}")
                    case _:
                        parts[f"argument_{i}"] = argument
                        written.append(f"{{argument_{i}}}")
            for i, keyword in enumerate(keywords):
                parts[f"keyword_{i}"] = keyword.value
                name = f"{keyword.arg}=" if keyword.arg else "**"
                written.append(f"{name}{{keyword_{i}}}")
            return f"{{function}}({', '.join(written)})", parts
        case _:
            raise ValueError(f"cannot take {ast.unparse(node)} apart")


def literal(text: str) -> str:
    """Return the code of a string, in double quotes where that is possible."""
    code = repr(text)
    if code[0] == "'" and '"' not in text and "'" not in text:
        return f'"{code[1:-1]}"'
    return code
