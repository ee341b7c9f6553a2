"""TFR501: a tf.function made in a loop is made once, before the loop."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import CreationFacts
from flake8_tfretrace.program import Program, TracedFunction
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    MappingValue,
    ObjectValue,
    SequenceValue,
    TraceType,
)
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.edits import Edit, InsertAfter, InsertBefore, MoveBefore, Replace, taken_apart
from tfretrace_fix.effects import output_of_tracing
from tfretrace_fix.fixes.arguments import Passed, passed
from tfretrace_fix.plans import Context, Plan, Refusal, alternatives
from tfretrace_fix.targets import Code, Target, check_name, free_name, is_inside, loops_around


def plan(finding: Finding, context: Context) -> Plan:
    """Move the definition, or the assignment, to before the outermost loop that allows it."""
    facts: CreationFacts = finding.facts
    program, traced = context.program, facts.traced
    moved = statements_of(program, traced)
    targets = [*loops_around(program, moved[0])]
    if not targets:
        raise Refusal("it is made in a comprehension")
    return hoisted(targets, finding, program, moved, [traced])


def hoisted(
    targets: Sequence[Target],
    finding: Finding,
    program: Program,
    moved: list[Code],
    made: list[TracedFunction],
) -> Plan:
    """Return the plan that makes a tf.function at one of ``targets``, and ``moved`` with it.

    ``made`` are the places where it is made; all but the first are expressions that are like it.
    Where it can stay as it is goes before where its calls have to pass what it reads.

    Raises:
        Refusal: it can be made at none.
    """
    as_it_is: list[Target] = []

    def attempt(choice: tuple[Target, bool]) -> Plan:
        target, passes = choice
        if target in as_it_is:
            raise Refusal("nothing has to be passed")
        plan = _moved_to(target, passes, finding, program, moved, made)
        as_it_is.append(target)
        return plan

    choices = [(target, passes) for passes in (False, True) for target in targets]
    return alternatives(choices, attempt)


def _moved_to(
    target: Target,
    passes: bool,
    finding: Finding,
    program: Program,
    moved: list[Code],
    made: list[TracedFunction],
) -> Plan:
    """Return the plan for one target, where calls pass what it reads if ``passes``.

    Raises:
        Refusal: that surely, or very likely, changes what the program does.
    """
    check_calls(program, made, target)
    first = made[0]
    at_once = program.lifetimes.is_called_at_once(first)
    whole = [*moved, Code(first.site, first.place)] if at_once else moved
    edits: list[Edit] = []
    try:
        doubt = doubt_of_moving(program, whole, target, made)
    except Refusal as refusal:
        if not passes or len(made) > 1:
            raise
        given = _given(program, first, moved, target, refusal)
        doubt = doubt_of_moving(program, whole, target, made, given=given.names)
        doubt = doubt or given.unsafe_because
        edits += given.edits
    for code in moved:
        assert isinstance(code.node, ast.stmt)
        for name in bound_names(code.node):
            check_name(program, name, moved, target)
        edits.append(MoveBefore(code.node, target.statement))
    if at_once:
        name = free_name(program, _name(first), target)
        edits.append(_making(first, name, target))
        edits += [Replace(traced.site, name) for traced in made]
    _check_unknown(program, made, target)
    return Plan(tuple(edits), (finding,), doubt)


def _given(
    program: Program, traced: TracedFunction, moved: list[Code], target: Target, refusal: Refusal
) -> Passed:
    """Return what it takes to pass the values that are left behind; else raise ``refusal``."""
    at_once = program.lifetimes.is_called_at_once(traced)
    names = [] if at_once else [name for code in moved[-1:] for name in bound_names(code.node)]
    try:
        given = passed(program, traced, target, names[0] if names else None)
    except Refusal as other:
        raise Refusal(f"{refusal}, and cannot be passed: {other}") from None
    if given is None:
        raise refusal
    return given


def _check_unknown(program: Program, made: list[TracedFunction], target: Target) -> None:
    """Raise Refusal where callers hand the maker something unknown, which its calls pass on."""
    for traced in made if target.in_module else ():
        for site in program.sites.own[traced]:
            for argument in site.arguments:
                node = argument.node
                if type(argument.value) is not TraceType or not isinstance(node, ast.Name):
                    continue
                if any(b.kind == "parameter" for b in program.bindings(node, site.place)):
                    raise Refusal(
                        f"nothing shows that '{node.id}' is no object made for the call, for "
                        "which a function that is kept would retrace as often, and keep every trace"
                    )


def check_calls(program: Program, made: list[TracedFunction], target: Target) -> None:
    """Raise Refusal where one function in place of several traces as often, or prints less."""
    for traced in made:
        for site in program.sites.own[traced]:
            for argument in site.arguments:
                if _is_made_again(program, argument.value, target):
                    code = ast.unparse(argument.node)
                    raise Refusal(
                        f"the calls pass '{code}', which is made for the call: a function that is "
                        "kept would retrace as often, and keep every trace"
                    )
        printing = None if traced.function is None else output_of_tracing(program, traced.function)
        if printing is not None:
            raise Refusal(f"line {printing.lineno} prints when it is traced, and so less often")


def _is_made_again(program: Program, value: TraceType, target: Target) -> bool:
    """Whether a value is, or holds, an object that is made where code would move away from."""
    match value:
        case SequenceValue(items=items) if items is not None:
            return any(_is_made_again(program, item, target) for item in items)
        case MappingValue(items=items) if items is not None:
            return any(_is_made_again(program, item, target) for _, item in items)
        case ObjectValue(cls=cls) if cls is None or program.classes.comparison(cls) != "value":
            site = value.site
        case FunctionValue(bound=None, function=function):
            site = value.site if function is None or not value.kept else function.node
        case FunctionValue():
            return True
        case _:
            return False
    if site is None:
        # One of several objects, or functions.
        return True
    place = program.index.places.get(site)
    if place is None or isinstance(site, ast.ClassDef):
        return False
    if target.in_module:
        return place.function is not place.module or bool(place.loops)
    return is_inside(site, target.statement)


def statements_of(program: Program, traced: TracedFunction) -> list[Code]:
    """Return the statements that make ``traced``, and the wrapped function if it is made there.

    Nothing if it is made within a larger statement.
    """
    place, function = traced.place, traced.function
    if place.scope.kind not in ("module", "function"):
        return []
    moved: list[Code] = []
    if traced.is_decorator or wraps_local(traced):
        assert function is not None and function.place is not None
        assert isinstance(function.node, ast.FunctionDef | ast.AsyncFunctionDef)
        moved.append(Code(function.node, function.place))
    if not traced.is_decorator and not program.lifetimes.is_called_at_once(traced):
        parent = program.syntax.parent(place.function, traced.site)
        if not isinstance(parent, ast.Assign):
            return []
        moved.append(Code(parent, place))
    return moved


def wraps_local(traced: TracedFunction) -> bool:
    """Whether the wrapped function is made again with the tf.function."""
    function = traced.function
    return (
        function is not None
        and not isinstance(function.node, ast.Lambda)
        and function.place is traced.place
        and traced.place.parent is not None
    )


def bound_names(node: ast.AST) -> list[str]:
    """Return the names that a definition, or an assignment, binds."""
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return [node.name] if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else []


def _name(traced: TracedFunction) -> str:
    """Return what to call a function that is made and called in one expression."""
    function = traced.function
    name = "" if function is None else function.name
    if not name.isidentifier():
        name = traced.place.function.name
    return f"{name}_graph" if name.isidentifier() else "graph"


def _making(traced: TracedFunction, name: str, target: Target) -> Edit:
    """Return the edit that writes ``name = tf.function(...)`` at ``target``."""
    template, values = taken_apart(traced.site)
    insert = InsertAfter if target.below else InsertBefore
    return insert(target.statement, f"{name} = {template}", values)
