"""What recorded runs add to the rules: verdicts on claims, retraces, shapes and numbers."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath
from textwrap import shorten

from flake8_tfretrace.facts import ArgumentFacts, RecordedFacts, SignatureFacts
from flake8_tfretrace.finding import Finding, Step, Witness
from flake8_tfretrace.program import Argument, CallSite, Parameter, Program, TracedFunction
from flake8_tfretrace.program.operations import default_dtype
from flake8_tfretrace.program.profile import (
    FileProfile,
    ObservedFunction,
    TraceGroup,
    normalised,
    tensors,
)
from flake8_tfretrace.program.signature import NoSignatureError, covered, spec
from flake8_tfretrace.program.tracetypes import FEW, PythonValue, TensorValue, TraceType, join
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.wording import all_values, cut, tensor_of

_LONGEST_MESSAGE = 160 - len("TFR201 ")


def weighed(finding: Finding, profile: FileProfile, filename: str) -> Finding:
    """Return a claim with what recorded runs say of it in its witness.

    What they saw happen is proven, whatever else would be needed to say it. What they saw not to
    happen needs a run that does something else.
    """
    verdict = profile.verdicts.get(finding.fingerprint)
    if verdict is None:
        return finding
    before = finding.witness
    if verdict.status == "confirmed":
        step = Step(filename, finding.line, f"seen in a recorded run: {verdict.evidence}")
        witness = Witness((*before.steps, step))
    else:
        step = Step(filename, finding.line, f"not so in a recorded run: {verdict.evidence}")
        needs = before.needs | {"another run does what the recorded ones do not"}
        witness = Witness((*before.steps, step), before.assumptions, needs)
    message = finding.message.removesuffix(before.clauses) + witness.clauses
    return replace(finding, message=message, witness=witness)


def observed_retraces(
    profile: FileProfile,
    codes: Collection[str],
    found: Sequence[Finding],
    tree: ast.Module,
    lines: Sequence[str],
    filename: str,
) -> list[Finding]:
    """Return the retraces of recorded runs that no rule sees in the source.

    At the statement to blame: the line with the same text, nearest to where it was.
    """
    known = {(finding.code, finding.function) for finding in found}
    findings = []
    for retrace in profile.retraces:
        if retrace.code not in codes or (retrace.code, retrace.function) in known:
            continue
        same = [n for n, line in enumerate(lines, 1) if line.strip() == retrace.text]
        if not same:
            continue
        line = min(same, key=lambda number: abs(number - retrace.line))
        node = _first_at(tree, line)
        if node is not None:
            seen = Witness((Step(filename, line, "recorded runs saw it"),))
            findings.append(
                Finding(
                    line,
                    len(lines[line - 1]) - len(lines[line - 1].lstrip()),
                    retrace.code,
                    shorten(retrace.message, _LONGEST_MESSAGE, placeholder=" ..."),
                    retrace.function,
                    node=node,
                    facts=RecordedFacts(retrace),
                    witness=seen,
                )
            )
    return findings


def _first_at(tree: ast.Module, line: int) -> ast.expr | ast.stmt | None:
    """Return the outermost code that begins on a line."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt))
    return next((node for node in nodes if node.lineno == line), None)


def observed_shapes(
    program: Program,
    traced: TracedFunction,
    sites: Sequence[CallSite],
    observed: ObservedFunction,
) -> Report | None:
    """Return TFR201 for a function that recorded runs traced for different shapes."""
    for group in observed.retraces("shape", "rank"):
        shapes = _shapes(observed, group.path)
        if len(shapes) > 1:
            break
    else:
        return None
    facts = _facts(traced, sites, observed)
    path = f"'{group.path}'" if group.path.isidentifier() else cut(group.path)
    shown = ", ".join(shapes if len(shapes) <= 3 else [*shapes[:2], "..."])
    what = f"{traced.name} was traced for {len(shapes)} shapes of {path} in recorded runs ({shown})"
    signature = _signature(program, facts)
    message = f"{what}: give it input_signature={signature}"
    if signature is None or len(message) > _LONGEST_MESSAGE:
        message = f"{what}: set input_signature or reduce_retracing"
    return Report(
        traced.site, traced.place, message, traced.qualname, None, facts, _seen(program, traced)
    )


def _seen(program: Program, traced: TracedFunction) -> Witness:
    """Return the witness of a recorded run."""
    seen = program.files.witness(traced.site, traced.place, "recorded runs saw it")
    return seen + program.graph.traced_step(traced)


def _shapes(observed: ObservedFunction, path: str) -> list[str]:
    """Return the different shapes of the tensor at ``path``, in the order in which they came."""
    found: dict[str, None] = {}
    for name, types in observed.types.items():
        for value in types:
            for place, tensor in tensors(value, name):
                if place == path:
                    found[_shape(tensor)] = None
    return list(found)


def _shape(tensor: TensorValue) -> str:
    if tensor.shape is None:
        return "any"
    return str(tensor.sizes)


def _facts(
    traced: TracedFunction, sites: Sequence[CallSite], observed: ObservedFunction
) -> SignatureFacts:
    """Return the join of what each parameter was seen to be, and is where calls show it.

    A call that passes a tensor where runs saw numbers has been changed since.
    """
    found: list[tuple[Parameter, TraceType]] = []
    for parameter in traced.parameters:
        seen = observed.types.get(parameter.name, ())
        shown = [a.value for site in sites if (a := site.argument(parameter)) is not None]
        known = [value for value in shown if isinstance(value, TensorValue) and value.key]
        if shown and all(isinstance(value, TensorValue) for value in shown):
            seen = tuple(_as_tensor(value, join(shown)) for value in seen)
        found.append((parameter, join((*seen, *known))))
    return SignatureFacts(traced, tuple(sites), tuple(found), observed)


def _as_tensor(seen: TraceType, shown: TraceType) -> TraceType:
    """Return what became of a number that calls now pass as the tensor ``shown``."""
    if not isinstance(seen, PythonValue) or not isinstance(shown, TensorValue):
        return seen
    return TensorValue(shown.dtype or default_dtype(seen, numpy=False), ())


def _signature(program: Program, facts: SignatureFacts) -> str | None:
    types = dict(facts.types)
    try:
        parameters = covered(program, facts.traced, types)
        return f"[{', '.join(spec(types[p], p.name, 'tf') for p in parameters)}]"
    except NoSignatureError:
        return None


def observed_numbers(
    program: Program,
    traced: TracedFunction,
    parameter: Parameter,
    sites: Sequence[CallSite],
    observed: ObservedFunction,
) -> Iterator[Report]:
    """Yield TFR101 for a parameter that recorded runs gave different Python numbers or strings.

    At the argument of a call in this file, or at the parameter if calls elsewhere pass them.
    """
    seen = observed.types.get(parameter.name, ())
    numbers = [value for value in seen if isinstance(value, PythonValue)]
    constants = [n for value in numbers if _is_quantity(value) for n in value.constants or ()]
    # Where another call passes a tensor, the parameter is a quantity: two are enough.
    enough = FEW - 1 if len(numbers) < len(seen) else FEW
    groups = [
        group
        for group in observed.retraces("python_value", "python_vs_tensor")
        if group.path == parameter.name
    ]
    if len(constants) <= enough or not groups:
        return
    elsewhere = [group for group in groups if group.file != normalised(program.filename)]
    given = [(site, a) for site in sites if (a := site.argument(parameter)) is not None]
    passing = [(s, a) for s, a in given if not isinstance(a.value, TensorValue)]
    if given and not passing and not elsewhere:
        return  # The calls have been changed since.
    arguments = [] if elsewhere else [p for p in passing if any(_is_at(p[0], g) for g in groups)]
    values = f"{all_values(constants)} reach '{parameter.name}' as Python values in recorded runs"
    recorded = _facts(traced, sites, observed)
    facts = ArgumentFacts(traced, parameter, tuple(arguments), tuple(sites), recorded)
    if arguments:
        yield _at_argument(program, traced, arguments[0], values, facts)
    else:
        group = (elsewhere or groups)[0]
        where = f" ({cut(PurePath(group.file).name)}:{group.line})" if group.file else ""
        words = f"{values}{where}: {traced.name} retraces for each; pass a tensor"
        witness = _seen(program, traced)
        yield Report(parameter.node, traced.place, words, traced.qualname, None, facts, witness)


def _at_argument(
    program: Program,
    traced: TracedFunction,
    where: tuple[CallSite, Argument],
    values: str,
    facts: ArgumentFacts,
) -> Report:
    site, argument = where
    cure = f"pass {tensor_of(argument.node)}"
    message = f"{values}: {traced.name} retraces for each; {cure}"
    why = _seen(program, traced)
    return Report(argument.node, site.place, message, traced.qualname, None, facts, why)


def _is_quantity(value: PythonValue) -> bool:
    return value.is_number or value.kind in ("str", "bytes")


def _is_at(site: CallSite, group: TraceGroup) -> bool:
    """Whether a call is the one that a group of traces came from."""
    call: ast.Call = site.node
    return call.lineno <= group.line <= (call.end_lineno or call.lineno)
