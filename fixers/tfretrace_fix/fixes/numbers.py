"""Numbers that become tensors: what TFR101 and TFR201 share."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Function, Parameter, Program
from flake8_tfretrace.program.scopes import start
from flake8_tfretrace.program.tracetypes import PythonValue, TraceType
from tfretrace_fix.conversion import Conversion, Given, Number, convert
from tfretrace_fix.plans import Context, Refusal, first_possible

DTYPES = {"int": ("int32",), "float": ("float32", "float64"), "str": ("string",)}
"""The dtypes that a number can have as a tensor, in the order of preference: float64 holds all
of a Python float, where float32 would not do."""
_LARGEST = 2**31 - 1
_BOUNDED = frozenset(
    {"binomial", "integers", "randbelow", "randint", "randrange", "triangular", "uniform"}
)
"""Functions that draw numbers between their arguments, or up to one."""
_NEAR = frozenset({"exponential", "gauss", "normal", "normalvariate", "poisson"})
"""Functions that draw numbers near their arguments: many times as far away they do not get."""
_FAR = 1000


def dtypes_of(kinds: Collection[str]) -> Sequence[str]:
    """Return the dtypes that Python values of these kinds can have in common; none if they mix."""
    known = set(kinds)
    if known == {"int", "float"}:
        return DTYPES["float"]
    if known == {"bool"}:
        return ("bool",)
    return DTYPES.get(known.pop(), ()) if len(known) == 1 else ()


def converted(
    context: Context,
    tensorflow: str,
    function: Function,
    parameter: Parameter,
    dtypes: Sequence[str],
    known: Mapping[Given, TraceType] | None = None,
) -> tuple[str, Conversion]:
    """Return the first of ``dtypes`` that the body can do with, and what it takes.

    ``known``: what other parameters are, where the call graph does not tell.

    Raises:
        Refusal: it can do with none, or says that it is to stay as it is.
    """

    def attempt(dtype: str) -> tuple[str, Conversion]:
        given: dict[Given, Number] = {parameter: Number(dtype)}
        conversion = convert(context.program, tensorflow, function, given, known=known)
        return "int64" if conversion.only_step else dtype, conversion

    dtype, conversion = first_possible(dtypes, attempt)
    for node in conversion.nodes:
        is_loop = isinstance(node, ast.For)
        if context.silences("TFR301" if is_loop else "TFR303", node):
            what = "loop" if is_loop else "conditional"
            raise Refusal(f"'# noqa' says to leave the {what} of line {start(node)[0]} as it is")
    return dtype, conversion


def is_large(program: Program, value: TraceType) -> bool:
    """Whether an integer may not fit into the int32 that TensorFlow makes of it."""
    if not isinstance(value, PythonValue) or value.kind != "int":
        return False
    change = value.change
    if change is not None and change.kind in ("clock", "random"):
        drawn = change.what.removesuffix("()").rpartition(".")[2]
        calls = [
            (call, place)
            for call, place in program.calls.named(drawn)
            if start(call)[0] == change.line and drawn in _BOUNDED | _NEAR
        ]
        # What is drawn is as large as the numbers that say where.
        bounds = [
            program.value(node, place)
            for call, place in calls
            for node in (*call.args, *(k.value for k in call.keywords if k.arg != "size"))
        ]
        factor = _FAR if drawn in _NEAR else 1
        return not bounds or any(_is_beyond(program, bound, factor) for bound in bounds)
    return any(abs(constant) > _LARGEST for constant in value.constants or ())


def _is_beyond(program: Program, bound: TraceType, factor: int) -> bool:
    """Whether what is drawn up to so many times a number may not fit; None is no bound."""
    if not isinstance(bound, PythonValue) or is_large(program, bound):
        return True
    numbers = (one for one in bound.constants or () if isinstance(one, (int, float)))
    return any(abs(one) * factor > _LARGEST for one in numbers)


def is_about(finding: Finding, function: Function, parameter: Parameter) -> bool:
    """Whether a finding is TFR101 for the parameter."""
    facts: ArgumentFacts = finding.facts
    return (
        finding.code == "TFR101"
        and facts.traced.function is function
        and facts.parameter is parameter
    )


def covered(
    context: Context, function: Function, parameter: Parameter, conversion: Conversion
) -> list[Finding]:
    """Return the findings that go away with the number."""
    return [
        other
        for other in context.findings
        if is_about(other, function, parameter)
        or getattr(other.facts, "loop", None) in conversion.nodes
        or (other.code == "TFR303" and other.facts.node in conversion.nodes)
    ]
