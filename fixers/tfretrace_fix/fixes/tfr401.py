"""TFR401: what holds variables is made once, before the traced function or in the constructor."""

from __future__ import annotations

import ast
from itertools import islice, takewhile

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import BodyFacts
from flake8_tfretrace.program import Class, Function, Program
from flake8_tfretrace.program.syntax import is_part
from flake8_tfretrace.program.tracetypes import FunctionValue
from tfretrace_fix.edits import Edit, InsertAfter, InsertBefore, MoveBefore, Replace, taken_apart
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.targets import (
    Code,
    Target,
    check_name,
    check_visible,
    free_name,
    snake_case,
    statement_around,
)

_OF_KERAS = frozenset(
    "dtype input inputs layers loss losses metrics name optimizer output outputs states "
    "submodules variables weights".split()
)
"""Attributes that classes of TensorFlow and Keras have themselves."""
_CONFIGURE = (
    "set_logical_device_configuration",
    "set_memory_growth",
    "set_visible_devices",
    "set_virtual_device_configuration",
)
"""Functions that fail once there is a variable."""


def plan(finding: Finding, context: Context) -> Plan:
    """Make it before the outermost traced function around it, or in ``__init__``."""
    facts: BodyFacts = finding.facts
    program = context.program
    assert isinstance(facts.node, ast.Call)
    _check_meaning(program, facts.node, facts)
    outermost = _outermost(program, facts.function)
    if outermost.owner is None:
        _check_shared(context, facts.node, facts, outermost)
        edits = _before(program, facts, facts.node, outermost)
    else:
        edits = _in_constructor(program, facts, facts.node, outermost)
    covers = [
        other
        for other in context.findings
        if other.code == "TFR401"
        and isinstance(other.node, ast.Call)
        and is_part(other.node, facts.node)
    ]
    return Plan(tuple(edits), tuple(covers), "its state is kept from call to call")


def _check_meaning(program: Program, call: ast.Call, facts: BodyFacts) -> None:
    """Raise Refusal where one object cannot stand for one per call."""
    if facts.place.loops:
        raise Refusal("every iteration makes another one")
    is_layer = program.keras.kind(program.value(call, facts.place)) in ("layer", "model")
    if is_layer and not program.traced_of(facts.function):
        raise Refusal(
            f"all that uses '{facts.function.name}' would share one layer, which no model would own"
        )
    if facts.place is not facts.function.body:
        raise Refusal("it is made under a condition")
    if program.calls.named("scope"):
        raise Refusal("it may have to be made in the scope of a distribution strategy")
    for function in takewhile(program.graph.functions.__contains__, facts.function.enclosing()):
        for caller, place in program.calls.callers(function):
            is_eager = any(
                isinstance(callee, FunctionValue) and callee.traced is None
                for callee in program.calls.callees(caller, place)
            )
            if is_eager and not program.in_graph(place):
                raise Refusal(f"'{function.name}' also runs eagerly (line {caller.lineno})")
    name = _assigned_name(program, facts, call)
    for use, parent in program.syntax.uses(facts.function).get(name or "", ()):
        if isinstance(parent, ast.Attribute) and parent.attr.startswith("assign"):
            raise Refusal(f"line {use.lineno} sets it: whether each call starts anew is not clear")


def _check_shared(context: Context, call: ast.Call, facts: BodyFacts, function: Function) -> None:
    """Raise Refusal where callers would share a layer, which is built for the first one's input."""
    program = context.program
    if program.keras.kind(program.value(call, facts.place)) not in ("layer", "model"):
        return
    reads = [*context.reads_of(function.name, function.place or function.body)]
    if not reads:
        raise Refusal(f"nothing shows that '{function.name}' is used in one place only")
    for read in reads:
        parent = program.syntax.parent(program.index.module, read)
        if not isinstance(parent, ast.Call) or parent.func is not read:
            name = function.name
            raise Refusal(f"line {read.lineno} hands '{name}' on: its users would share one layer")


def _outermost(program: Program, function: Function) -> Function:
    """Return the traced function that holds ``function``, or itself."""
    around = islice(function.enclosing(), 1, None)
    return [function, *takewhile(program.graph.functions.__contains__, around)][-1]


def _assignment(program: Program, facts: BodyFacts, call: ast.Call) -> ast.Assign | None:
    """Return the statement ``name = call``."""
    parent = program.syntax.parent(facts.function, call)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        return parent if isinstance(parent.targets[0], ast.Name) else None
    return None


def _assigned_name(program: Program, facts: BodyFacts, call: ast.Call) -> str | None:
    statement = _assignment(program, facts, call)
    if statement is None:
        return None
    assert isinstance(statement.targets[0], ast.Name)
    return statement.targets[0].id


def _before(program: Program, facts: BodyFacts, call: ast.Call, outermost: Function) -> list[Edit]:
    """Return the edits that make the object before the function ``outermost``."""
    assert outermost.place is not None
    definition = statement_around(program, outermost.node)
    if definition is None or outermost.place.scope.kind == "class":
        raise Refusal("there is no statement before which it could be made")
    for name in _CONFIGURE:
        if program.calls.named(name):
            raise Refusal(f"the program calls '{name}', which must come first")
    target = Target(definition, outermost.place, in_module=True)
    check_visible(program, Code(call, facts.place), target)
    statement = _assignment(program, facts, call)
    if statement is None or facts.function is not outermost:
        template, values = taken_apart(call)
        name = free_name(program, _name_of(call), target)
        return [
            InsertBefore(definition, f"{name} = {template}", values),
            Replace(call, name),
            *_reset(program, facts, call, name),
        ]
    name = _assigned_name(program, facts, call) or ""
    check_name(program, name, [Code(statement, facts.place)], target)
    return [*_reset(program, facts, call, name), MoveBefore(statement, definition)]


def _reset(program: Program, facts: BodyFacts, call: ast.Call, name: str) -> list[Edit]:
    """Return the edit that lets a metric start anew at each call, as one made there does."""
    qualified = program.qualified(call.func, facts.place) or ""
    statement = statement_around(program, call)
    if not qualified.startswith("keras.metrics."):
        return []
    if statement is None:
        raise Refusal("a metric of a lambda cannot start anew at each call")
    return [InsertBefore(statement, f"{name}.reset_state()")]


def _in_constructor(
    program: Program, facts: BodyFacts, call: ast.Call, method: Function
) -> list[Edit]:
    """Return the edits that make the object an attribute, at the end of ``__init__``."""
    name = _assigned_name(program, facts, call) or _name_of(call)
    attribute, edit = made_by_constructor(program, Code(call, facts.place), name, method)
    return [edit, *_reset(program, facts, call, attribute), Replace(call, attribute)]


def made_by_constructor(
    program: Program, code: Code, name: str, method: Function
) -> tuple[str, Edit]:
    """Return the attribute for what ``code`` in a method makes, and the edit of ``__init__``.

    Raises:
        Refusal: the constructor cannot make it.
    """
    owner = method.owner
    assert owner is not None
    init = owner.methods.get("__init__")
    if init is None or not isinstance(init.node, ast.FunctionDef) or init.returns:
        raise Refusal(f"'{owner.name}' has no __init__ of its own that runs to its end")
    if not method.is_method or "classmethod" in method.marks():
        raise Refusal(f"'{method.name}' has no instance that could keep it")
    own = method.parameters[0].name
    if not init.parameters or init.parameters[0].name != own:
        raise Refusal(f"'__init__' has another name for '{own}'")
    last = init.node.body[-1]
    target = Target(last, init.body, in_module=True, below=True)
    _check_attributes(program, code.node, owner, own)
    check_visible(program, code, target, known={own})
    if name in attributes(program, owner):
        raise Refusal(f"'{owner.name}' has an attribute '{name}' already")
    assert isinstance(code.node, ast.expr)
    template, values = taken_apart(code.node)
    return f"{own}.{name}", InsertAfter(last, f"{own}.{name} = {template}", values)


def attributes(program: Program, owner: Class) -> set[str]:
    """Return the attributes that instances of ``owner`` may have."""
    family = program.classes.family(owner)
    names = {name for cls in family for name in (*cls.attributes, *cls.methods)}
    if any(len(cls.bases) > len(program.classes.bases(cls)) for cls in family):
        names |= _OF_KERAS
    return names


def _check_attributes(program: Program, code: ast.AST, owner: Class, own: str) -> None:
    """Raise Refusal for arguments that ``__init__`` does not know."""
    for node in ast.walk(code):
        if not (isinstance(node, ast.Name) and node.id == own):
            continue
        attribute = program.syntax.parent(program.index.module, node)
        if not isinstance(attribute, ast.Attribute):
            raise Refusal(f"it uses '{own}' itself")
        bindings = program.classes.attribute_bindings(owner, attribute.attr)
        if owner.methods.get(attribute.attr) is not None and len(bindings) <= 1:
            continue
        if not bindings or any(b.place.function.name != "__init__" for b in bindings):
            raise Refusal(f"'{ast.unparse(attribute)}' is not set by __init__ alone")


def _name_of(call: ast.Call) -> str:
    """Return the class of ``call`` as a name for an instance: ``dense`` for ``Dense``."""
    func = call.func
    cls = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "state")
    return snake_case(cls)
