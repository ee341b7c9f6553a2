"""TFR104: an object that is made for each call is compared by value, or made once.

A frozen dataclass gets slots: an instance with slots cannot be referred to weakly, and TensorFlow
then uses it as it is as part of its key; others are forgotten when the instance is gone. An object
of another class is made before the loop, if it is the same in every iteration. Else what the body
reads of it is passed: each attribute as an argument of its own. Where the body calls its methods,
or hands it on, it is made there of what its constructor was given.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ArgumentFacts
from flake8_tfretrace.program import Argument, CallSite, Function, Parameter, Place, Program
from flake8_tfretrace.program.scopes import Class, start
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    ObjectValue,
    PythonValue,
    TensorValue,
    TraceType,
    join,
)
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.conversion import Given, Number, convert
from tfretrace_fix.edits import (
    Edit,
    InsertBefore,
    InsertFirst,
    MoveBefore,
    Replace,
    SetKeyword,
    SplitArgument,
    SplitParameter,
    taken_apart,
)
from tfretrace_fix.effects import effects_of_tracing, state_between_calls
from tfretrace_fix.fixes.arguments import all_calls, doubt_of_other_calls, free_parameter
from tfretrace_fix.fixes.numbers import DTYPES, is_large
from tfretrace_fix.fixes.rebuilding import MadeInBody, made_in_body, only_keeps
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal, alternatives, first_possible
from tfretrace_fix.targets import (
    Code,
    Target,
    check_name,
    free_name,
    loops_around,
    snake_case,
    statement_around,
)

Passed = tuple[CallSite, Argument]
_NOT_THE_SAME = "it is not the same in every iteration"


def plan(finding: Finding, context: Context) -> Plan:
    """Add ``slots=True``, or make the object before the loop, or pass what it holds."""
    facts: ArgumentFacts = finding.facts
    value = facts.arguments[0][1].value
    if not isinstance(value, ObjectValue) or value.cls is None:
        raise Refusal("pass the tensors that it holds, or make one object before the calls")
    cls, reasons = value.cls, list[str]()
    if value.heirs:
        raise Refusal(f"it may be of a class that derives from '{cls.name}'")

    def attempt(way: Callable[[Finding, Context, Class], Plan]) -> Plan:
        try:
            return way(finding, context, cls)
        except Refusal as refusal:
            reasons.append(str(refusal))
            raise

    is_frozen = _frozen_dataclass(context.program, cls) is not None
    try:
        if is_frozen and _holds_changes(context.program, facts):
            # Compared by value it is traced for each value: that is what is left otherwise.
            return first_possible((_in_parts, _by_value), attempt)
        return alternatives((_by_value if is_frozen else _made_once, _in_parts), attempt)
    except Refusal:
        raise Refusal("; its parts cannot be passed: ".join(reasons)) from None


def _holds_changes(program: Program, facts: ArgumentFacts) -> bool:
    """Whether an object is made of numbers that are known to change."""
    made = [(a.node, site.place) for site, a in facts.arguments if isinstance(a.node, ast.Call)]
    values = (
        program.value(node, place)
        for call, place in made
        for node in (*call.args, *(keyword.value for keyword in call.keywords))
    )
    return any(isinstance(value, PythonValue) and value.change is not None for value in values)


def _by_value(finding: Finding, context: Context, cls: Class) -> Plan:
    """Give a frozen dataclass slots."""
    decorator = _frozen_dataclass(context.program, cls)
    assert decorator is not None
    reason = _why_not(context.program, cls, finding.facts)
    if reason is not None:
        raise Refusal(reason)
    covers = [other for other in context.findings if _is_about(other, cls)]
    facts: ArgumentFacts = finding.facts
    # What equal objects share from then on keeps what the first trace has read.
    passed = [a.node for s in facts.sites for a in s.arguments if a.parameter is facts.parameter]
    target = Target(cls.node, cls.place, in_module=True)
    doubt = doubt_of_moving(context.program, (), target, [facts.traced], passed=passed)
    return Plan((SetKeyword(decorator, "slots", "True"),), tuple(covers), doubt)


def _made_once(finding: Finding, context: Context, cls: Class) -> Plan:
    """Make the object before the outermost loop in which it is always the same."""
    facts: ArgumentFacts = finding.facts
    program, (site, argument) = context.program, facts.arguments[0]
    call, statement = argument.node, _making(program, argument.node, site.place)
    if statement is not None:
        call = statement.value
    if not isinstance(call, ast.Call) or program.classes.comparison(cls) not in (
        "identity",
        "equality",
    ):
        raise Refusal(_NOT_THE_SAME)
    if not only_keeps(cls):
        raise Refusal(f"'{cls.name}' does more than to keep what it is given")
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    moved = [Code(node, site.place) for node in given]

    def moved_to(target: Target) -> Plan:
        doubt = doubt_of_moving(program, moved, target, [facts.traced], passed=[argument.node])
        if statement is not None:
            assert isinstance(argument.node, ast.Name)
            check_name(program, argument.node.id, [Code(statement, site.place)], target)
            return Plan((MoveBefore(statement, target.statement),), (finding,), doubt)
        name = free_name(program, snake_case(cls.name), target)
        template, values = taken_apart(call)
        made = InsertBefore(target.statement, f"{name} = {template}", values)
        return Plan((made, Replace(call, name)), (finding,), doubt)

    targets = [*loops_around(program, Code(call, site.place))]
    if not targets:
        raise Refusal(_NOT_THE_SAME)
    return first_possible(targets, moved_to)


def _making(program: Program, node: ast.expr, place: Place) -> ast.Assign | None:
    """Return the statement that makes the object that a name holds, and nothing else does."""
    if not isinstance(node, ast.Name) or len(place.scope.bindings.get(node.id, ())) != 1:
        return None
    (binding,) = place.scope.bindings[node.id]
    statement = binding.node
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1 or binding.path:
        return None
    # What else is done with the object may change it.
    uses = program.syntax.uses(place.function).get(node.id, ())
    return statement if len(uses) == 1 and binding.place.loops == place.loops else None


def _in_parts(finding: Finding, context: Context, cls: Class) -> Plan:
    """Pass the attributes that the body reads, each as an argument of its own."""
    facts: ArgumentFacts = finding.facts
    program, function, parameter = context.program, facts.traced.function, facts.parameter
    if function is None or parameter is None or not isinstance(function.node, ast.FunctionDef):
        raise Refusal(_NOT_THE_SAME)
    _check_plain(function, parameter)
    given = _given(context, facts, parameter)
    made_anew: MadeInBody | None = None
    reads: Mapping[str, Sequence[ast.Attribute]]
    try:
        reads = _read_attributes(program, function, parameter, cls)
    except Refusal as refusal:
        try:
            made_anew = made_in_body(program, function, parameter, cls)
        except Refusal as other:
            raise Refusal(f"{refusal}; it cannot be made there: {other}") from None
        reads = made_anew.reads
    names = {attr: free_parameter(program, function, parameter.name, attr) for attr in reads}
    numbers = {attribute: _changing(program, attribute, given) for attribute in reads}
    tensorflow, imports = tensorflow_name(program, function.body, *(s.place for s, _ in given))
    if made_anew is not None:
        if any(getattr(argument.value, "cls", None) is not cls for _, argument in given):
            raise Refusal(f"some calls may pass something else than a '{cls.name}'")
        for attribute, kind in numbers.items():
            if kind is None:
                _check_passed(program, attribute, given)

    def attempt(of_floats: str) -> tuple[str, list[Edit], str | None]:
        became: dict[Given, Number] = {
            read: Number(of_floats if kind == "float" else DTYPES[kind][0])
            for attribute, kind in numbers.items()
            if kind is not None
            for read in reads[attribute]
        }
        if made_anew is not None:
            return of_floats, *made_anew.converted(program, tensorflow, became)
        conversion = convert(program, tensorflow, function, became)
        edits: dict[ast.AST, Edit] = dict(conversion.edits)
        for attribute, found in reads.items():
            for read in found:
                cast = edits.get(read)
                template = cast.template if isinstance(cast, Replace) else "{old}"
                edits[read] = Replace(read, template.replace("{old}", names[attribute]))
        return of_floats, [*edits.values()], conversion.unsafe_because

    of_floats, edits, doubt = first_possible(DTYPES["float"], attempt)
    if made_anew is not None:
        code = f"{parameter.name} = {made_anew.code(names)}"
        edits.append(InsertFirst(function.node, code))
    option = f", {tensorflow}.float64" if of_floats == "float64" else ""
    made: list[Edit] = [SplitParameter(function.node, parameter.name, (*names.values(),))]
    for site, argument in given:
        owner = ast.unparse(argument.node)
        if not isinstance(argument.node, ast.Name):
            statement = statement_around(program, argument.node)
            if statement is None or any(loop is statement for loop in site.place.loops):
                raise Refusal(f"'{owner}' is made within a larger expression")
            target = Target(statement, site.place, in_module=False)
            owner = free_name(program, snake_case(cls.name), target)
            made.append(InsertBefore(statement, f"{owner} = {{made}}", {"made": argument.node}))
        templates = []
        for attribute, kind in numbers.items():
            code = f"{owner}.{attribute}"
            if kind is not None:
                code = f"{tensorflow}.constant({code}{option if kind == 'float' else ''})"
            templates.append((names[attribute], code))
        made.append(SplitArgument(site.node, argument.node, tuple(templates)))
    covers = [
        other
        for other in context.findings
        if other.code == "TFR104" and other.facts.parameter is parameter
    ]
    doubts = (
        doubt,
        next(_doubts_of_parts(program, cls, reads, given), None),
        effects_of_tracing(program, function),
        state_between_calls(context, facts.traced),
        doubt_of_other_calls(program, function),
    )
    because = next(filter(None, doubts), None)
    return Plan((*imports, *made, *edits), tuple(covers), because)


def _given(context: Context, facts: ArgumentFacts, parameter: Parameter) -> list[Passed]:
    """Return what each call passes for a parameter.

    Raises:
        Refusal: one passes nothing.
    """
    sites = all_calls(context, facts.traced)
    given = [(site, argument) for site in sites if (argument := site.argument(parameter))]
    if len(given) < len(sites):
        raise Refusal(f"some calls rely on the default of '{parameter.name}'")
    return given


def _check_plain(function: Function, parameter: Parameter) -> None:
    """Raise Refusal where a parameter cannot be replaced by several."""
    name, node = parameter.name, function.node
    assert isinstance(node, ast.FunctionDef)
    if parameter.default is not None or all(one is not parameter.node for one in node.args.args):
        raise Refusal(f"'{name}' is no plain parameter")
    if len(function.body.scope.bindings[name]) > 1:
        raise Refusal(f"the body sets '{name}'")


def _read_attributes(
    program: Program, function: Function, parameter: Parameter, cls: Class
) -> dict[str, list[ast.Attribute]]:
    """Return where the body reads attributes of a parameter, which is all it does with it."""
    name = parameter.name
    found: dict[str, list[ast.Attribute]] = {}
    uses = program.syntax.uses(function).get(name, ())
    for _, parent in sorted(uses, key=lambda use: start(use[0])):
        if not isinstance(parent, ast.Attribute) or not isinstance(parent.ctx, ast.Load):
            raise Refusal(f"'{ast.unparse(parent)}' needs the whole of '{name}'")
        method = program.classes.method(cls, parent.attr)
        if parent.attr.startswith("_") or (method is not None and "property" not in method.marks()):
            raise Refusal(f"the body uses '{ast.unparse(parent)}'")
        found.setdefault(parent.attr, []).append(parent)
    if not found:
        raise Refusal(f"the body does not read '{name}'")
    return found


def _held(program: Program, attribute: str, given: Sequence[Passed]) -> TraceType:
    """Return what an attribute of the objects that calls pass holds."""
    values: list[TraceType] = []
    for site, argument in given:
        read = ast.copy_location(ast.Attribute(argument.node, attribute, ast.Load()), argument.node)
        values.append(program.value(read, site.place))
    return join(values)


def _changing(program: Program, attribute: str, given: Sequence[Passed]) -> str | None:
    """Return the type of the Python numbers that an attribute holds; None if they never change."""
    value = _held(program, attribute, given)
    if not isinstance(value, PythonValue) or value.kind not in DTYPES:
        return None
    # Of one of several objects, a field is not only what the class body sets.
    is_one = all(
        isinstance(argument.value, ObjectValue) and argument.value.site is not None
        for _, argument in given
    )
    return None if value.constant is not None and is_one else value.kind


def _doubts_of_parts(
    program: Program, cls: Class, attributes: Collection[str], given: Sequence[Passed]
) -> Iterator[str]:
    """Yield what may be something else as an argument than as an attribute of one."""
    for attribute in attributes:
        if program.classes.method(cls, attribute) is not None:
            yield f"'{attribute}' is worked out before the call then"
        value = _held(program, attribute, given)
        is_tensor = isinstance(value, TensorValue) and value.numpy is False
        if not is_tensor and not isinstance(value, PythonValue):
            yield f"it is not known what '{attribute}' holds"
        elif is_large(program, value):
            yield f"the integer '{attribute}' may not fit into 32 bits"


def _check_passed(program: Program, attribute: str, given: Sequence[Passed]) -> None:
    """Raise Refusal where an attribute may be something else as an argument: an array, a list."""
    value = _held(program, attribute, given)
    is_tensor = isinstance(value, TensorValue) and value.numpy is False
    if not is_tensor and not isinstance(value, PythonValue):
        raise Refusal(f"it is not known what its '{attribute}' holds")


def _is_about(finding: Finding, cls: Class) -> bool:
    if finding.code != "TFR104":
        return False
    value = finding.facts.arguments[0][1].value
    return isinstance(value, ObjectValue) and value.cls is cls


def _frozen_dataclass(program: Program, cls: Class) -> ast.Call | None:
    """Return the decorator that makes ``cls`` a frozen dataclass."""
    for decorator in cls.node.decorator_list:
        if not isinstance(decorator, ast.Call):
            continue
        if program.qualified(decorator.func, cls.place) != "dataclasses.dataclass":
            continue
        options = {keyword.arg: keyword.value for keyword in decorator.keywords}
        frozen = options.get("frozen")
        if isinstance(frozen, ast.Constant) and frozen.value is True and "slots" not in options:
            return decorator
    return None


def _why_not(program: Program, cls: Class, facts: ArgumentFacts) -> str | None:
    """Return why slots would change what the class does."""
    if len(cls.node.decorator_list) > 1 or cls.node.bases or cls.node.keywords:
        return f"'{cls.name}' is more than a plain dataclass"
    if any(cls in program.classes.bases(other) for other in program.index.classes):
        return f"other classes derive from '{cls.name}'"
    for node in ast.walk(cls.node):
        if isinstance(node, ast.Name) and node.id in ("super", "__class__"):
            return f"'{cls.name}' uses {node.id}, which slots break"
        if isinstance(node, ast.Name | ast.Attribute) and "cached_property" in ast.unparse(node):
            return f"'{cls.name}' has a cached property, which needs a __dict__"
        if isinstance(node, ast.Attribute) and node.attr in ("__dict__", "__weakref__"):
            return f"'{cls.name}' uses its {node.attr}"
    for find in (_use_of_dict, _use_of_class, _store_beside, _mixed_field):
        reason = find(program, cls)
        if reason is not None:
            return reason
    for site, argument in facts.arguments:
        reason = _unhashable(program, argument.node, site.place)
        if reason is not None:
            return reason
    return None


def _fields(cls: Class) -> dict[str, ast.AnnAssign]:
    """Return the fields of a dataclass, with where they are declared."""
    return {
        statement.target.id: statement
        for statement in cls.node.body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


def _may_be(program: Program, node: ast.expr, place: Place, cls: Class) -> bool:
    """Whether an expression may be an instance of a class, as far as is known."""
    value = program.value(node, place)
    if isinstance(value, ObjectValue):
        return value.cls is None or value.cls is cls or cls in value.heirs
    return type(value) is TraceType


def _use_of_dict(program: Program, cls: Class) -> str | None:
    """Return what needs the ``__dict__`` of an instance, or refers to one weakly."""
    for call, place in program.index.calls:
        name = program.qualified(call.func, place) or ast.unparse(call.func)
        if name in ("vars", "builtins.vars") or name.startswith("weakref."):
            if not call.args or any(_may_be(program, node, place, cls) for node in call.args):
                return f"'{ast.unparse(call)}' needs what an instance with slots does not have"
    for name in ("__dict__", "__weakref__"):
        for read, function in program.syntax.attribute_reads.get(name, ()):
            if _may_be(program, read.value, program.syntax.place(function, read), cls):
                return f"'{ast.unparse(read)}' needs what an instance with slots does not have"
    return None


def _use_of_class(program: Program, cls: Class) -> str | None:
    """Return what reads the default of a field from the class, where slots put a descriptor."""
    for name, field in _fields(cls).items():
        if field.value is None:
            continue
        for read, function in program.syntax.attribute_reads.get(name, ()):
            holder = program.value(read.value, program.syntax.place(function, read))
            if isinstance(holder, ClassValue) and (holder.cls is cls or cls in holder.heirs):
                return f"'{ast.unparse(read)}' is read from the class"
    return None


def _store_beside(program: Program, cls: Class) -> str | None:
    """Return what sets an attribute of an instance that is no field, past its frozen setter."""
    fields = _fields(cls)
    for call, place in program.calls.named("__setattr__"):
        if len(call.args) == 3 and _may_be(program, call.args[0], place, cls):
            if program.value(call.args[1], place).constant not in fields:
                return f"'{ast.unparse(call)}' may set what is no field"
    return None


def _mixed_field(program: Program, cls: Class) -> str | None:
    """Return which field gets equal numbers of several types: these share a trace from then on."""
    fields = _fields(cls)
    kinds: dict[str, set[str]] = {
        name: _kinds(program.value(field.value, cls.place))
        for name, field in fields.items()
        if field.value is not None
    }
    for call, place in program.calls.constructions(cls):
        given = [*zip(fields, call.args)]
        given += [(keyword.arg or "", keyword.value) for keyword in call.keywords]
        for name, node in given:
            kinds.setdefault(name, set()).update(_kinds(program.value(node, place)))
    for name, found in kinds.items():
        if len(found) > 1 or "number" in found:
            return f"its field '{name}' gets numbers of several types, which share a trace then"
    return None


def _kinds(value: TraceType) -> set[str]:
    """Return the type of a Python number, if it is one."""
    is_number = isinstance(value, PythonValue) and (value.is_number or value.kind == "bool")
    return {value.kind} if isinstance(value, PythonValue) and is_number else set()


def _unhashable(program: Program, node: ast.expr, place: Place) -> str | None:
    """Return which field of the instance made by ``node`` is not known to be hashable."""
    if not isinstance(node, ast.Call):
        return "it is not clear what its fields hold"
    for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
        if not isinstance(program.value(argument, place), PythonValue):
            return f"its field '{ast.unparse(argument)}' may not be hashable"
    return None
