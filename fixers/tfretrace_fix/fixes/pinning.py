"""Pinning a traced function to the types that reach it, with an ``input_signature``.

What recorded runs saw is all of it, so that then also the body is made ready: numbers that the
signature turns into tensors, and dimensions that it leaves open.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import SignatureFacts
from flake8_tfretrace.program import Function, Parameter, Program, TracedFunction
from flake8_tfretrace.program.signature import NoSignatureError, covered, spec
from flake8_tfretrace.program.tracetypes import (
    MappingValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.edits import Edit, SetKeyword
from tfretrace_fix.effects import effects_of_tracing, state_between_calls
from tfretrace_fix.fixes import numbers, tfr206
from tfretrace_fix.fixes.arguments import all_calls, doubt_of_other_calls
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.open_shapes import doubt_of_one_trace, doubt_of_opening
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.static_shapes import Need, may_have_shape, static_shape_needs


def plan(facts: SignatureFacts, context: Context) -> Plan:
    """Add the ``input_signature`` that accepts ``facts.types``."""
    check_option(facts.traced)
    if facts.traced.function is None:
        raise Refusal("the definition of the function is not in this file")
    tensorflow, imports = tensorflow_name(context.program, facts.traced.place)
    pinning = _Pinning(facts, facts.traced.function, context, tensorflow)
    try:
        signature = pinning.signature()
        pinning.open_dimensions()
    except NoSignatureError as error:
        raise Refusal(str(error)) from error
    where = "those in this file" if facts.observed is None else "the recorded ones"
    because: str | None = f"calls with other types than {where} will fail"
    if facts.observed is None and not pinning.edits and _are_all(context, facts):
        because = doubt_of_opening_all(context, facts)
    given = option(context.program, facts.traced, "input_signature", signature)
    return Plan(
        (*imports, given, *pinning.edits.values()),
        tuple(dict.fromkeys(pinning.covers)),
        because,
    )


def _are_all(context: Context, facts: SignatureFacts) -> bool:
    """Whether the calls that show the types are all calls, and pass tensors for all parameters."""
    function = facts.traced.function
    assert function is not None
    try:
        sites = all_calls(context, facts.traced)
    except Refusal:
        return False
    are_tensors = all(isinstance(value, TensorValue) for _, value in facts.types)
    is_whole = len(facts.types) == len(facts.traced.parameters)
    if not are_tensors or not is_whole or {*sites} != {*facts.sites}:
        return False
    return doubt_of_other_calls(context.program, function) is None


def doubt_of_opening_all(context: Context, facts: SignatureFacts) -> str | None:
    """Return what may change where one trace serves calls of several shapes; None if nothing."""
    function = facts.traced.function
    assert function is not None
    around = doubt_of_one_trace(context.program, function)
    if around is not None:
        return around
    opened: dict[Parameter | ast.expr, TraceType] = {
        one: value for one, value in facts.types if _is_open(value)
    }
    known = {parameter for parameter, _ in facts.types}
    for parameter in facts.traced.parameters:
        if parameter not in known and may_have_shape(context.program, function, parameter):
            return f"what '{parameter.name}' is, is not known"
    return (
        doubt_of_opening(context.program, function, opened)
        or effects_of_tracing(context.program, function)
        or state_between_calls(context, facts.traced)
    )


def check_option(traced: TracedFunction) -> None:
    """Raise Refusal where the options say that each shape is to have a trace of its own."""
    for name in ("reduce_retracing", "experimental_relax_shapes"):
        value = traced.option(name)
        if value is not None and not traced.is_set(name):
            raise Refusal(f"'{name}=False' is written there: a trace per shape is meant")


def option(program: Program, traced: TracedFunction, name: str, value: str) -> SetKeyword:
    """Return the edit that gives ``tf.function`` an option, where options are written.

    Raises:
        Refusal: a decorator of the program writes them, for all functions that it is applied to.
    """
    if traced.maker is not None:
        raise Refusal(f"'{traced.maker.name}' gives its options to other functions, too")
    site = traced.site
    if isinstance(site, ast.Call) and isinstance(site.func, ast.Call):
        inner = program.qualified(site.func.func, traced.place)
        if inner == "tensorflow.function":
            site = site.func
    return SetKeyword(site, name, value)


def read_needed(
    program: Program,
    tensorflow: str,
    function: Function,
    needs: Sequence[Need],
    *,
    were_open: bool = False,
) -> Mapping[ast.AST, Edit]:
    """Return the edits, by node, with which a body takes the dimensions that it needs in the graph.

    Raises:
        Refusal: it needs them while it is traced.
    """
    reads = [need.read for need in needs if need.read is not None]
    for need in needs:
        if need.read is None:
            raise Refusal(need.reason)
    try:
        return tfr206.read_in_graph(program, tensorflow, function, reads, were_open=were_open)
    except Refusal as refusal:
        if were_open:
            raise
        raise Refusal(f"{needs[0].reason}, and {refusal}") from None


class _Pinning:
    """A signature in the making, with what it takes in the body."""

    def __init__(
        self, facts: SignatureFacts, function: Function, context: Context, tensorflow: str
    ) -> None:
        self._facts = facts
        self._function = function
        self._context = context
        self._tensorflow = tensorflow
        self._types: Mapping[Parameter, TraceType] = dict(facts.types)
        self.edits: dict[ast.AST, Edit] = {}
        self.covers: list[Finding] = [
            finding
            for finding in context.findings
            if finding.code in ("TFR201", "TFR202") and finding.facts.traced is facts.traced
        ]

    def signature(self) -> str:
        """Return the code of the signature.

        Raises:
            NoSignatureError: there is none that accepts the types.
            Refusal: the body cannot do with a tensor where a number was.
        """
        parameters = covered(self._context.program, self._facts.traced, self._types)
        if not parameters:
            raise NoSignatureError("it takes no tensor")
        return f"[{', '.join(map(self._spec, parameters))}]"

    def _spec(self, parameter: Parameter) -> str:
        value = self._types.get(parameter)
        observed = self._facts.observed
        if observed is None or not isinstance(value, PythonValue):
            return spec(value, parameter.name, self._tensorflow)
        if value.kind not in numbers.DTYPES:
            return spec(value, parameter.name, self._tensorflow)
        for finding in self._context.findings:
            if numbers.is_about(finding, self._function, parameter) and finding.facts.arguments:
                raise Refusal(f"'{parameter.name}' has to become a tensor first (TFR101)")
        types = observed.types[parameter.name]
        if any(numbers.is_large(self._context.program, one) for one in types):
            raise Refusal(f"the integer '{parameter.name}' may not fit into 32 bits")
        dtype, conversion = numbers.converted(
            self._context,
            self._tensorflow,
            self._function,
            parameter,
            numbers.DTYPES[value.kind],
        )
        self._edit(conversion.edits)
        self.covers += numbers.covered(self._context, self._function, parameter, conversion)
        return f"{self._tensorflow}.TensorSpec([], {self._tensorflow}.{dtype})"

    def open_dimensions(self) -> None:
        """Read in the graph what is open in the signature and used as a number.

        Raises:
            Refusal: the body needs it while it is traced.
        """
        program, function = self._context.program, self._function
        opened = [parameter for parameter, value in self._types.items() if _is_open(value)]
        needs = static_shape_needs(program, function, opened, self._types)
        were_open = self._facts.observed is not None
        if needs:
            self._edit(read_needed(program, self._tensorflow, function, needs, were_open=were_open))

    def _edit(self, edits: Mapping[ast.AST, Edit]) -> None:
        for node, edit in edits.items():
            if self.edits.setdefault(node, edit) != edit:
                raise Refusal("two changes meet in one place of the body")


def _is_open(value: TraceType) -> bool:
    """Whether the spec of a value has a dimension that is None."""
    match value:
        case TensorValue():
            return value.shape is None or None in value.sizes
        case SequenceValue(items=items) if items is not None:
            return any(map(_is_open, items))
        case MappingValue(items=items) if items is not None:
            return any(_is_open(item) for _, item in items)
    return not isinstance(value, PythonValue)
