"""TFR407: ``print`` of a tensor becomes ``tf.print``, to the same stream.

The text of an f-string is made while tracing, so its parts become arguments of their own.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import BodyFacts
from flake8_tfretrace.program import Place, Program
from tfretrace_fix.edits import Edit, RemoveKeyword, Replace, SetKeyword, literal
from tfretrace_fix.effects import is_compiled, runs_eagerly
from tfretrace_fix.names import module_name, tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal

Options = Mapping[str | None, ast.expr]
_Part = str | ast.expr
"""Text, or an expression that is printed."""


def plan(finding: Finding, context: Context) -> Plan:
    """Print from the graph, at every call."""
    facts: BodyFacts = finding.facts
    program, call, place = context.program, facts.node, facts.place
    assert isinstance(call, ast.Call)
    options: Options = {keyword.arg: keyword.value for keyword in call.keywords}
    reason = _unfit_place(program, call, place) or _unfit_options(program, options, place)
    reason = reason or _unfit_text(call.args)
    if reason is not None:
        raise Refusal(reason)
    tensorflow, imports = tensorflow_name(program, place)
    stream = ""
    if "file" not in options:
        # tf.print writes to standard error by default.
        system, import_of_system = module_name(program, place, "sys", "sys")
        stream, imports = f"{system}.stdout", (*imports, *import_of_system)
    function = f"{tensorflow}.print"
    edits: list[Edit] = [Replace(call.func, function)]
    edits += [RemoveKeyword(call, name) for name in ("file", "flush") if name in options]
    if stream:
        edits.append(SetKeyword(call, "output_stream", stream))
    if any(isinstance(argument, ast.JoinedStr) for argument in call.args):
        edits = [_taken_apart(call, function, options, stream)]
    return Plan((*edits, *imports), (finding,))


def _unfit_place(program: Program, call: ast.Call, place: Place) -> str | None:
    """Return why there can be no ``tf.print`` at ``place``."""
    if not isinstance(program.syntax.parent(place.function, call), ast.Expr):
        return "its value is used"
    if is_compiled(program, place.function):
        return "XLA compiles the function, and cannot print"
    if runs_eagerly(program, place.function):
        return f"eager callers of '{place.function.name}' would see it printed in another form"
    return None


def _unfit_options(program: Program, options: Options, place: Place) -> str | None:
    """Return which option of ``print`` has no counterpart."""
    for name, value in options.items():
        if name in ("sep", "end"):
            if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
                return f"'{name}' is not a string that is written out"
        elif name == "file":
            if program.qualified(value, place) != "sys.stderr":
                return f"it prints to '{ast.unparse(value)}'"
        elif name != "flush" or not isinstance(value, ast.Constant):
            return f"the call has the argument '{name or '**'}'"
    return None


def _unfit_text(arguments: Sequence[ast.expr]) -> str | None:
    """Return why an f-string among the arguments cannot be taken apart."""
    texts = [argument for argument in arguments if isinstance(argument, ast.JoinedStr)]
    if texts and any(isinstance(argument, ast.Starred) for argument in arguments):
        return "it is not clear what is printed"
    for text in texts:
        for part in text.values:
            if isinstance(part, ast.FormattedValue) and part.conversion != -1:
                return f"the text converts '{ast.unparse(part.value)}' to a string"
    return None


def _taken_apart(call: ast.Call, function: str, options: Options, stream: str) -> Replace:
    """Return the edit that makes the parts of f-strings arguments of ``tf.print``."""
    separator = options.get("sep")
    between = separator.value if isinstance(separator, ast.Constant) else " "
    assert isinstance(between, str)
    parts = _parts(call.args, between)
    spaced = _without_spaces(parts)
    values: dict[str, ast.expr] = {}
    code: list[str] = []
    for part in parts if spaced is None else spaced:
        if isinstance(part, str):
            code.append(literal(part))
        elif part in call.args:
            name = f"argument{len(values)}"
            values[name] = part
            code.append(f"{{{name}}}")
        else:
            code.append(ast.unparse(part))
    if spaced is None:
        code.append('sep=""')
    if "end" in options:
        values["end"] = options["end"]
        code.append("end={end}")
    if stream:
        code.append(f"output_stream={stream}")
    return Replace(call, f"{function}({', '.join(code)})", values)


def _parts(arguments: Sequence[ast.expr], separator: str) -> list[_Part]:
    """Return what is printed, piece by piece; no two texts are neighbours."""
    pieces: list[_Part] = []
    for i, argument in enumerate(arguments):
        pieces += [separator] if i else []
        pieces += argument.values if isinstance(argument, ast.JoinedStr) else [argument]
    parts: list[_Part] = []
    for piece in pieces:
        match piece:
            case ast.Constant(value=str() as text):
                part: _Part = text
            case ast.FormattedValue(value=value, format_spec=None):
                part = value
            case ast.FormattedValue():
                part = ast.JoinedStr([piece])
            case _:
                part = piece
        last = parts[-1] if parts else None
        if isinstance(part, str) and isinstance(last, str):
            parts[-1] = last + part
        else:
            parts.append(part)
    return parts


def _without_spaces(parts: Sequence[_Part]) -> list[_Part] | None:
    """Return the parts without the spaces that ``tf.print`` puts between its arguments.

    None if not all neighbours have one space between them.
    """
    kept: list[_Part] = []
    for i, part in enumerate(parts):
        if not isinstance(part, str):
            if i and not isinstance(parts[i - 1], str):
                return None
            kept.append(part)
            continue
        has_left, has_right = i > 0, i < len(parts) - 1
        if part == " " and has_left and has_right:
            continue
        if (has_left and part[:1] != " ") or (has_right and part[-1:] != " "):
            return None
        kept.append(part[has_left : len(part) - has_right])
    return kept
