"""TFR101, TFR301, TFR303: a changing Python number is passed as a tensor.

One fix for a parameter: the calls pass ``tf.constant(...)``, and the body gets what its uses of the
number need then (a cast, ``tf.range``), as :mod:`tfretrace_fix.safety` finds them.
"""

from __future__ import annotations

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts, ConditionalFacts, LoopFacts
from flake8_tfretrace.program import Argument, CallSite, Function, Parameter
from flake8_tfretrace.program.tracetypes import PythonValue
from tfretrace_fix.edits import Edit, Replace
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.safety import Refused, convert

_DTYPES = {"int": ("int32",), "float": ("float32", "float64"), "str": ("string",)}
"""The dtypes that a number can have as a tensor, in the order of preference: float64 holds all
of a Python float, where float32 would not do."""
_LARGEST = 2**31 - 1


def plan(finding: Finding, context: Context) -> Plan | Refusal:
    """Pass a tensor in all calls of the file, if the body can do with one."""
    facts: ArgumentFacts = finding.facts
    function, parameter = facts.traced.function, facts.parameter
    if function is None or parameter is None:
        return Refusal("the definition of the function is not in this file")
    if parameter.kind in ("*", "**"):
        return Refusal(f"it is one of '{parameter.node.arg}', which are not told apart")
    named = tensorflow_name(context.program)
    if isinstance(named, Refusal):
        return named
    tensorflow, imports = named
    try:
        arguments, dtypes = _numbers(facts, parameter)
    except Refused as refused:
        return Refusal(str(refused))
    for dtype in dtypes:
        try:
            conversion = convert(context.program, tensorflow, function, parameter, dtype)
            break
        except Refused as refused:
            reason = str(refused)
    else:
        return Refusal(reason)
    if conversion.only_step:
        dtype = "int64"
    template = f"{tensorflow}.constant({{old}})"
    if dtype in ("int64", "float64"):
        template = f"{tensorflow}.constant({{old}}, {tensorflow}.{dtype})"
    calls: list[Edit] = [Replace(argument.node, template) for argument in arguments]
    covers = [
        other
        for other in context.findings
        if _is_about(other, function, parameter)
        or getattr(other.facts, "loop", None) in conversion.nodes
        or (other.code == "TFR303" and other.facts.node in conversion.nodes)
    ]
    edits = (*calls, *conversion.edits.values(), *imports)
    return Plan(edits, tuple(covers), conversion.unsafe_because)


def _is_about(finding: Finding, function: Function, parameter: Parameter) -> bool:
    return (
        finding.code == "TFR101"
        and finding.facts.traced.function is function
        and finding.facts.parameter is parameter
    )


def _numbers(facts: ArgumentFacts, parameter: Parameter) -> tuple[list[Argument], tuple[str, ...]]:
    """Return the Python numbers that the calls pass, and the dtypes they can get as tensors."""
    found: list[Argument] = []
    kinds: set[str] = set()
    for site in facts.sites:
        argument = site.argument(parameter)
        if argument is None or not isinstance(argument.value, PythonValue):
            continue
        value = argument.value
        if value.kind not in _DTYPES:
            if value.kind in ("bool", "none"):
                continue
            raise Refused(f"line {argument.node.lineno} passes a value of unclear type")
        _check_size(site, argument, value)
        kinds.add(value.kind)
        found.append(argument)
    if len(kinds) != 1:
        raise Refused(f"the calls pass {' and '.join(sorted(kinds)) or 'nothing known'}")
    return found, _DTYPES[kinds.pop()]


def _check_size(site: CallSite, argument: Argument, value: PythonValue) -> None:
    """Refuse integers that may not fit into the int32 that TensorFlow makes of them."""
    if value.kind != "int":
        return
    large = any(abs(constant) > _LARGEST for constant in value.constants or ())
    if large or (value.change is not None and value.change.kind in ("clock", "random")):
        raise Refused(f"the integer of line {argument.node.lineno} may not fit into 32 bits")


def plan_loop(finding: Finding, context: Context) -> Plan | Refusal:
    """TFR301: the loop is rewritten with the argument that bounds it."""
    facts: LoopFacts = finding.facts
    return _with_argument(finding, facts.traced is not None and bool(facts.sites), context)


def plan_conditional(finding: Finding, context: Context) -> Plan | Refusal:
    """TFR303: the conditional becomes part of the graph with the argument that decides it."""
    facts: ConditionalFacts = finding.facts
    return _with_argument(finding, facts.traced is not None, context)


def _with_argument(finding: Finding, has_calls: bool, context: Context) -> Plan | Refusal:
    """Return the plan for the argument that ``finding`` depends on."""
    reason = (
        "the calls do not pass changing Python numbers"
        if has_calls
        else ("no call in this file shows what is passed")
    )
    for other in context.findings:
        if other.code == "TFR101" and other.function == finding.function:
            outcome = plan(other, context)
            if isinstance(outcome, Plan) and finding in outcome.covers:
                return outcome
            if isinstance(outcome, Refusal) and other.facts.parameter in finding.facts.parameters:
                reason = outcome.reason
    return Refusal(reason)
