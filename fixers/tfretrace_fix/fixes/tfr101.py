"""TFR101, TFR301, TFR303: a changing Python number is passed as a tensor.

One fix for a parameter: the calls pass ``tf.constant(...)``, and the body gets what its uses of the
number need then (a cast, ``tf.range``), as :mod:`tfretrace_fix.conversion` finds them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts, ConditionalFacts, LoopFacts
from flake8_tfretrace.program import Argument, CallSite, Parameter, Program, TracedFunction
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    FunctionValue,
    PythonValue,
    TensorValue,
    TraceType,
    join,
)
from tfretrace_fix.conversion import Conversion, Given
from tfretrace_fix.edits import Edit, Replace
from tfretrace_fix.effects import counts_traces, draws_from_seed
from tfretrace_fix.fixes import pinning
from tfretrace_fix.fixes.numbers import DTYPES, converted, covered, is_large
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal, first_possible


def plan(finding: Finding, context: Context) -> Plan:
    """Pass a tensor in all calls of the file, if the body can do with one."""
    facts: ArgumentFacts = finding.facts
    function, parameter = facts.traced.function, facts.parameter
    if facts.recorded is not None and not facts.arguments:
        return pinning.plan(facts.recorded, context)
    if function is None or parameter is None:
        raise Refusal("the definition of the function is not in this file")
    if parameter.kind in ("*", "**"):
        raise Refusal(f"it is one of '{parameter.node.arg}', which are not told apart")
    tensorflow, imports = tensorflow_name(
        context.program, function.body, *(site.place for site in facts.sites)
    )
    if any(site.is_choice or site.is_dispatched for site in facts.sites):
        return _plan_together(finding, context, tensorflow, imports)
    arguments, dtypes = _numbers(context.program, facts, facts.sites, parameter)
    dtype, conversion = converted(context, tensorflow, function, parameter, dtypes)
    because = conversion.unsafe_because
    if because is None and facts.recorded is not None:
        because = "calls with values of other types than the recorded ones will fail"
    edits = _edits(context, tensorflow, arguments, dtype, [conversion])
    covers = covered(context, function, parameter, conversion)
    return Plan((*edits, *imports), tuple(covers), because)


def _edits(
    context: Context,
    tensorflow: str,
    arguments: Sequence[Argument],
    dtype: str,
    conversions: Sequence[Conversion],
) -> list[Edit]:
    """Return what passes tensors in all calls, and what the bodies need then."""
    bodies = [edit for conversion in conversions for edit in conversion.edits.values()]
    kept = [argument for argument in arguments if context.silences("TFR101", argument.node)]
    if kept and bodies:
        # A cast rounds a Python float that TensorFlow would convert at once.
        line = kept[0].node.lineno
        raise Refusal(f"'# noqa' keeps the number of line {line}, and the body would change for it")
    template = f"{tensorflow}.constant({{old}})"
    if dtype in ("int64", "float64"):
        template = f"{tensorflow}.constant({{old}}, {tensorflow}.{dtype})"
    given = {argument.node: argument for argument in arguments if argument not in kept}
    return [*(Replace(node, template) for node in given), *bodies]


# one of several functions


def _plan_together(
    finding: Finding, context: Context, tensorflow: str, imports: Sequence[Edit]
) -> Plan:
    """Pass a tensor to all functions that the calls may run, if each of them can do with one."""
    facts: ArgumentFacts = finding.facts
    together = _together(context.program, facts)
    arguments: list[Argument] = []
    dtypes: dict[tuple[str, ...], None] = {}
    for parameter, sites in together.values():
        passed, possible = _numbers(context.program, facts, sites, parameter)
        arguments += passed
        dtypes[possible] = None
    if len(dtypes) > 1:
        raise Refusal("the functions that are called take numbers of several types")

    def attempt(dtype: str) -> tuple[str, list[Conversion]]:
        found = []
        for traced, (parameter, _) in together.items():
            assert traced.function is not None
            known = _known(context.program.sites.in_file(traced), parameter)
            got, conversion = converted(
                context, tensorflow, traced.function, parameter, [dtype], known
            )
            if got != dtype:
                raise Refusal("the step of a summary is an int64")
            found.append(conversion)
        return dtype, found

    dtype, conversions = first_possible(next(iter(dtypes)), attempt)
    edits = _edits(context, tensorflow, arguments, dtype, conversions)
    covers: dict[Finding, None] = {}
    because = None
    for (traced, (parameter, _)), conversion in zip(together.items(), conversions, strict=True):
        assert traced.function is not None
        covers |= dict.fromkeys(covered(context, traced.function, parameter, conversion))
        because = because or conversion.unsafe_because
    plan = Plan((*edits, *imports), tuple(covers), because)
    for traced in together:
        assert traced.function is not None
        surely = draws_from_seed(context.program, traced.function)
        surely = surely or counts_traces(context.program, traced.function, plan, context.reads)
        if surely is not None and because is not None:
            raise Refusal(surely)
    return plan


def _together(
    program: Program, facts: ArgumentFacts
) -> dict[TracedFunction, tuple[Parameter, Sequence[CallSite]]]:
    """Return the traced functions that share calls, with the parameter and calls of each.

    Raises:
        Refusal: a call may run something else.
    """
    assert facts.parameter is not None
    found: dict[TracedFunction, tuple[Parameter, Sequence[CallSite]]] = {
        facts.traced: (facts.parameter, facts.sites)
    }
    pending = [facts.traced]
    for traced in pending:
        parameter, sites = found[traced]
        for site in sites:
            argument = site.argument(parameter)
            value = program.value(site.node.func, site.place)
            for option in value.options if isinstance(value, ChoiceValue) else ():
                other = option.traced if isinstance(option, FunctionValue) else None
                own = [] if other is None else program.sites.own.get(other, [])
                taking = next(
                    (
                        given.parameter
                        for one in own
                        if one.node is site.node
                        for given in one.arguments
                        if argument is not None and given.node is argument.node
                    ),
                    None,
                )
                if other is None or other.function is None or taking is None:
                    line = site.node.lineno
                    raise Refusal(f"line {line} may call other functions with the same arguments")
                if other not in found:
                    found[other] = taking, own
                    pending.append(other)
                elif found[other][0] is not taking:
                    raise Refusal(f"line {site.node.lineno} passes it to more than one parameter")
    return found


def _known(sites: Sequence[CallSite], parameter: Parameter) -> dict[Given, TraceType]:
    """Return what calls pass for the other parameters."""
    values: dict[Given, list[TraceType]] = {}
    for site in sites:
        for argument in site.arguments:
            if argument.parameter is not None and argument.parameter is not parameter:
                values.setdefault(argument.parameter, []).append(argument.value)
    return {given: join(passed) for given, passed in values.items() if len(passed) == len(sites)}


def _numbers(
    program: Program, facts: ArgumentFacts, sites: Sequence[CallSite], parameter: Parameter
) -> tuple[list[Argument], tuple[str, ...]]:
    """Return the Python numbers that the calls pass, and the dtypes they can get as tensors."""
    found: list[Argument] = []
    kinds: set[str] = set()
    for argument in (a for site in sites for a in _passed(program, site, parameter)):
        values = _values(facts, argument, parameter)
        if any(is_large(program, value) for value in values):
            line = argument.node.lineno
            raise Refusal(f"the integer of line {line} may not fit into 32 bits")
        value = join(values)
        if not isinstance(value, PythonValue) or value.kind in ("bool", "none"):
            continue
        if value.kind not in DTYPES:
            raise Refusal(f"line {argument.node.lineno} passes a value of unclear type")
        kinds.add(value.kind)
        found.append(argument)
    if len(kinds) != 1:
        raise Refusal(f"the calls pass {' and '.join(sorted(kinds)) or 'nothing known'}")
    return found, DTYPES[kinds.pop()]


def _passed(program: Program, site: CallSite, parameter: Parameter) -> Iterator[Argument]:
    """Yield the arguments for ``parameter``, as they are written.

    Raises:
        Refusal: a function hands them on that may use them, too.
    """
    argument = site.argument(parameter)
    if argument is not None:
        yield argument
        return
    around = site.place.function
    handed_on = {node.value for node in site.node.args if isinstance(node, ast.Starred)}
    handed_on |= {keyword.value for keyword in site.node.keywords if keyword.arg is None}
    variadics = {node.id for node in handed_on if isinstance(node, ast.Name)}
    used = [use for name in variadics for use, _ in program.syntax.uses(around).get(name, ())]
    written = {node for call, _ in program.calls.callers(around) for node in ast.walk(call)}
    for forwarded in site.forwarded:
        if forwarded.parameter is not parameter:
            continue
        for given in forwarded.given:
            is_written = given.node in written and program.files.is_own(given.place)
            if not is_written or not handed_on.issuperset(used):
                raise Refusal(f"'{around.name}' hands it on, and may need a number")
            yield Argument(given.node, parameter, program.value(given.node, given.place))


def _values(
    facts: ArgumentFacts, argument: Argument, parameter: Parameter
) -> tuple[TraceType, ...]:
    """Return what is known of an argument: from the file, or else from recorded runs."""
    known = isinstance(argument.value, PythonValue | TensorValue)
    if known or facts.recorded is None or facts.recorded.observed is None:
        return (argument.value,)
    return facts.recorded.observed.types.get(parameter.name, ())


def plan_loop(finding: Finding, context: Context) -> Plan:
    """TFR301: the loop is rewritten with the argument that bounds it."""
    facts: LoopFacts = finding.facts
    return _with_argument(finding, facts.traced is not None and bool(facts.sites), context)


def plan_conditional(finding: Finding, context: Context) -> Plan:
    """TFR303: the conditional becomes part of the graph with the argument that decides it."""
    facts: ConditionalFacts = finding.facts
    return _with_argument(finding, facts.traced is not None, context)


def _with_argument(finding: Finding, has_calls: bool, context: Context) -> Plan:
    """Return the plan for the argument that ``finding`` depends on."""
    reason = "no call in this file shows what is passed"
    if has_calls:
        reason = "the calls do not pass changing Python numbers"
        sites = context.program.sites.own.get(finding.facts.traced, [])
        given = [argument.node for site in sites for argument in site.arguments]
        if any(context.silences("TFR101", node) for node in given):
            reason = "'# noqa' keeps the number that is passed"
    for other in context.findings:
        if other.code == "TFR101" and other.function == finding.function:
            try:
                outcome = plan(other, context)
            except Refusal as refused:
                if other.facts.parameter in finding.facts.parameters:
                    reason = str(refused)
            else:
                if finding in outcome.covers:
                    return outcome
    raise Refusal(reason)
