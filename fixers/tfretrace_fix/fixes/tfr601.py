"""TFR601: ``model.predict(x)`` in a loop becomes ``model.predict_on_batch(x)``.

Both run the model's compiled function and give NumPy arrays of the same structure, dtype and
values; ``predict`` sets up a data pipeline first, which cuts the rows into batches of 32. So the
fix is for what is one batch anyway, or a few, which take less time than the pipeline.
"""

from __future__ import annotations

import ast
from pathlib import Path

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import EndpointFacts
from flake8_tfretrace.modules import is_set_elsewhere
from flake8_tfretrace.program import Place, Program
from flake8_tfretrace.program.rows import FEW_ROWS, rows_of
from flake8_tfretrace.program.tracetypes import ObjectValue, PythonValue, SequenceValue, TraceType
from tfretrace_fix.edits import Edit, RemoveKeyword, Replace
from tfretrace_fix.fixes.tfr402 import input_of
from tfretrace_fix.plans import Context, Plan, Refusal

_SILENT = (0, False, "auto")
"""Values of ``verbose`` that ask for no progress bar."""


def plan(finding: Finding, context: Context) -> Plan:
    """Predict on the batch, where the input may well be one."""
    facts: EndpointFacts = finding.facts
    call, place = facts.call, facts.place
    assert isinstance(call.func, ast.Attribute)
    data = input_of(call)
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    reason = (
        _option(keywords)
        or _own_method(context.program, call.func.value, place)
        or _not_a_batch(context.program, data, place)
    )
    if reason is not None:
        raise Refusal(reason)
    edits: list[Edit] = [Replace(call.func, "{model}.predict_on_batch", {"model": call.func.value})]
    if "verbose" in keywords:
        edits.append(RemoveKeyword(call, "verbose"))
    because = f"'{ast.unparse(data)}' is one batch then: it must be arrays, and fit into memory"
    return Plan(tuple(edits), (finding,), because)


def _option(keywords: dict[str | None, ast.expr]) -> str | None:
    """Return why the options of the call stand in the way."""
    for name, value in keywords.items():
        if name == "verbose":
            if not isinstance(value, ast.Constant) or value.value not in _SILENT:
                return "the call asks for a progress bar"
        elif name != "x":
            return f"the call has the argument '{name or '**'}'"
    return None


def _own_method(program: Program, model: ast.expr, place: Place) -> str | None:
    """Return why ``predict_on_batch`` may be another method than Keras'."""
    value = program.value(model, place)
    if isinstance(value, ObjectValue) and value.cls is not None:
        if program.classes.methods(value.cls, "predict_on_batch", value.heirs):
            return f"'{value.cls.name}' defines its own predict_on_batch()"
    owner = place.function.owner
    user = Path(program.filename).stem if owner is None else owner.name
    if is_set_elsewhere("predict", user, program.filename):
        return f"another file, which uses '{user}', puts its own predict() in a model's place"
    return None


def _not_a_batch(program: Program, data: ast.expr, place: Place) -> str | None:
    """Return why ``data`` may be no single batch of rows."""
    text = ast.unparse(data)
    value = program.value(data, place)
    if isinstance(value, PythonValue) or _holds_numbers(value):
        return f"'{text}' is no array"
    rows = rows_of(program, data, place)
    if rows is None:
        return f"nothing shows that '{text}' has at most {FEW_ROWS} rows, to take at once"
    if rows > FEW_ROWS:
        return f"'{text}' has {rows} rows, and predict takes 32 at once"
    return None


def _holds_numbers(value: TraceType) -> bool:
    """Whether ``value`` is a list of Python numbers, or of such lists."""
    if not isinstance(value, SequenceValue):
        return False
    return any(isinstance(part, PythonValue) or _holds_numbers(part) for part in value.parts)
