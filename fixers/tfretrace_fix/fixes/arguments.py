"""What a function reads of the code around it becomes its argument, where it moves away from there.

A tf.function that is made anew sees the values of the names around it at its first call. With
an argument it sees those at each call: the same, where nothing sets the names in between.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from keyword import iskeyword

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import is_mentioned, own_module, users
from flake8_tfretrace.program import (
    Binding,
    Function,
    Parameter,
    Place,
    Program,
    TracedFunction,
)
from flake8_tfretrace.program.scopes import Class, FunctionNode, end, lookup, start
from flake8_tfretrace.program.sites import CallSite
from flake8_tfretrace.program.syntax import argument, bind
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.conversion import Given, Number, convert
from tfretrace_fix.edits import AddArgument, AddImport, AddParameter, Edit, Replace, SetKeyword
from tfretrace_fix.fixes.numbers import DTYPES, is_large
from tfretrace_fix.functions import operands, uses
from tfretrace_fix.mutability import changes_of_variable
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Refusal, first_possible
from tfretrace_fix.programs import is_program
from tfretrace_fix.targets import Code, Target, is_inside, reads

_IN_INDEX = (ast.Constant, ast.Slice, ast.Tuple, ast.UnaryOp, ast.USub, ast.expr_context)
_STEPPING = frozenset({"apply", "apply_gradients", "assign_slot", "minimize", "update_step"})
"""Methods of optimizers, which keep a state for each variable."""
_OF_IDENTITY = frozenset({"_unique_id", "experimental_ref", "handle", "name", "path", "ref"})
"""Attributes that are others for each variable."""
_VALUES = frozenset({"assign", "augmented", "loop", "parameter", "with"})


@dataclass(frozen=True)
class Passed:
    """What it takes to pass values that a function reads."""

    names: frozenset[str]
    edits: tuple[Edit, ...]
    unsafe_because: str | None


@dataclass(frozen=True)
class _Part:
    """What becomes one argument: a name, or an attribute of what a name holds."""

    name: str
    """The parameter."""
    code: str
    """What is passed."""
    reads: tuple[ast.Name | ast.Attribute, ...]


def all_calls(context: Context, traced: TracedFunction) -> Sequence[CallSite]:
    """Return the calls of a traced function, which are all there are, to change them with it.

    Raises:
        Refusal: it may be called in another way, or from another file.
    """
    program, function = context.program, traced.function
    if function is None or not isinstance(function.node, FunctionNode):
        raise Refusal("the definition of the function is not in this file")
    if traced.option("input_signature") is not None:
        raise Refusal("its signature says what it takes")
    if len(program.traced_of(function)) > 1:
        raise Refusal(f"'{function.name}' is traced in more than one place")
    sites = program.sites.in_file(traced)
    known: set[ast.AST] = {site.node.func for site in sites}
    names = {function.name: function.place or function.body}
    if not traced.is_decorator:
        holder = program.syntax.parent(traced.place.function, traced.site)
        if not isinstance(holder, ast.Assign) or len(holder.targets) > 1:
            raise Refusal("the function is wrapped within a larger expression")
        (target,) = holder.targets
        name = target.attr if isinstance(target, ast.Attribute) else ast.unparse(target)
        names.setdefault(name, traced.place)
        known.update(ast.walk(traced.site))
    for name, place in names.items():
        for read in context.reads_of(name, place):
            if read not in known:
                raise Refusal(f"line {read.lineno} does more with '{name}' than call it")
    for site in sites:
        if any(argument.starred for argument in (*site.arguments, *site.forwarded)):
            raise Refusal(f"line {site.node.lineno} passes arguments that are not written out")
    module = own_module(program.filename, program.source or "")
    offered = {*names} if function.owner is None else {function.owner.name}
    if module is not None and users(module, offered):
        raise Refusal(f"other files of the project use '{min(offered)}'")
    return sites


def doubt_of_other_calls(program: Program, function: Function) -> str | None:
    """Return why there may be calls of a function besides those of :func:`all_calls`; or None.

    There are none of a function that is local, nor of what a program defines that nothing imports.
    """
    scope = function.place.scope if function.place is not None else None
    if scope is not None and scope.kind == "function":
        return None
    owner = function.owner
    is_overriding = owner is not None and any(
        _may_call(program, base, cls, function.name)
        for cls in program.classes.lineage(owner)
        for base in cls.bases
    )
    if is_program(program) and not is_overriding:
        return None
    return f"'{function.name}' takes other arguments then"


def _may_call(program: Program, base: ast.expr, cls: Class, method: str) -> bool:
    """Whether a base class may call a method of ``cls``: one of a library that has it, too."""
    qualified = program.qualified(base, cls.place)
    if qualified == "object" or knowledge.class_(qualified or "") is not None:
        return knowledge.has_method(qualified or "", method)
    value = program.value(base, cls.place)
    return not isinstance(value, ClassValue) or value.cls is None


def passed(
    program: Program,
    traced: TracedFunction,
    target: Target,
    bound: str | None,
    known: Collection[str] = (),
) -> Passed | None:
    """Return what it takes for ``traced`` to know at ``target`` the values that it reads.

    ``bound`` is the name that it is called by; None where it is called as soon as it is made;
    ``known`` are names that need not be passed. None if there are no others.

    Raises:
        Refusal: not all calls can pass them.
    """
    function = traced.function
    if function is None or not isinstance(function.node, FunctionNode | ast.Lambda):
        return None
    names = _names(program, function, target)
    names = {name: read for name, read in names.items() if name not in known}
    if not names:
        return None
    if traced.option("input_signature") is not None:
        raise Refusal("its signature has no entries for what it reads")
    parameters = function.node.args
    if parameters.vararg or parameters.kwarg or parameters.kwonlyargs or parameters.defaults:
        raise Refusal(f"'{function.name}' takes more than plain arguments")
    sites, handed = _sites(program, traced, bound)
    uses_of = [_Use(site.node, site.place) for site in sites] + [*handed.values()]
    for name, read in names.items():
        _check_constant(program, name, read, traced, uses_of)
    tensorflow, imports = tensorflow_name(program, function.body)
    edits: list[Edit] = [*imports]
    because: str | None = None
    given_by_name: dict[str, str] = {}
    is_annotated = any(parameter.annotation is not None for parameter in function.parameters)
    parts = [part for name in names for part in _parts(program, function, name)]
    for part in parts:
        value, name = program.value(part.reads[0], function.body), part.name
        given, hint = part.code, f"{tensorflow}.Tensor"
        if _is_variables(value):
            _check_variables(program, given, function)
            if isinstance(value, TensorValue):
                hint = f"{tensorflow}.Variable"
            else:
                hint = ""
                _check_unchanged(program, part, traced, uses_of)
            because = because or f"a trace is kept for each dtype and shape of '{given}'"
        elif isinstance(value, SequenceValue) and value.parts:
            hint = ""
            for element in value.parts:
                edits += _with_elements(program, function, part, element)
            _check_unchanged(program, part, traced, uses_of)
            because = because or f"'{given}' holds tensors in '{function.name}' then"
        elif isinstance(value, TensorValue):
            edits += _with_tensor(program, function, part.reads, value)
            if value.numpy:
                because = because or f"'{given}' is a tensor in '{function.name}' then"
        elif isinstance(value, PythonValue):
            given, body, doubt = _number(program, tensorflow, function, part)
            edits += body
            because = because or doubt
        else:
            hint = ""
            whole = part.reads[0]
            assert isinstance(whole, ast.Name)
            _check_kept(program, name, list(sources(program, whole, function.body)))
            because = because or f"what changes in '{name}' is not seen after the first trace"
        if part.code != name and not isinstance(value, PythonValue):
            edits += [Replace(read, name) for read in part.reads]
        annotation = hint if is_annotated and hint else None
        edits.append(AddParameter(function.node, name, annotation))
        edits += [_argument(site.node, name, given) for site in sites]
        given_by_name[name] = given
    if handed:
        partial = ", ".join(f"{name}={given}" for name, given in given_by_name.items())
        edits += [Replace(use, f"functools.partial({{old}}, {partial})") for use in handed]
        edits.append(_import_of_functools(program))
    return Passed(frozenset(names), tuple(edits), because)


def _names(program: Program, function: Function, target: Target) -> dict[str, ast.Name]:
    """Return the values of the function around that ``function`` reads, each with one use."""
    assert function.place is not None
    scope = function.place.scope
    found: dict[str, ast.Name] = {}
    assert isinstance(function.node, ast.stmt | ast.expr)
    code = Code(function.node, function.place)
    for name, seen_from in sorted(reads(program, code), key=lambda read: start(read[0])):
        owner, bindings = lookup(name.id, seen_from)
        if owner is not scope or not all(b.kind in _VALUES for b in bindings):
            continue
        is_left = target.in_module and scope.kind != "module"
        if is_left or any(is_inside(b.node, target.statement) for b in bindings):
            found.setdefault(name.id, name)
    return found


def _parts(program: Program, function: Function, name: str) -> list[_Part]:
    """Return what to pass in place of what a name holds: of an object the data that are read."""
    uses = [*program.syntax.uses(function).get(name, ())]
    whole = [_Part(name, name, tuple(use for use, _ in uses))]
    value = program.value(uses[0][0], function.body)
    if isinstance(value, TensorValue | PythonValue | SequenceValue | MappingValue):
        return whole
    found: dict[str, list[ast.Attribute]] = {}
    for _, parent in uses:
        if not (isinstance(parent, ast.Attribute) and isinstance(parent.ctx, ast.Load)):
            return whole
        held = program.value(parent, program.syntax.place(function, parent))
        if not isinstance(held, TensorValue | PythonValue) and not _is_variables(held):
            return whole
        found.setdefault(parent.attr, []).append(parent)
    named = {attr: free_parameter(program, function, name, attr) for attr in found}
    return [_Part(named[attr], f"{name}.{attr}", tuple(reads)) for attr, reads in found.items()]


def free_parameter(program: Program, function: Function, name: str, attribute: str) -> str:
    """Return the name of a parameter for an attribute of what is known by ``name``.

    Raises:
        Refusal: the names that come to mind are taken.
    """
    taken = {*function.body.scope.bindings, *program.syntax.uses(function)} - {name}
    for wanted in (attribute, f"{name}_{attribute}"):
        if wanted not in taken and not hasattr(builtins, wanted) and not iskeyword(wanted):
            return wanted
    raise Refusal(f"the name '{attribute}' is taken")


@dataclass(frozen=True)
class _Use:
    """A call that runs a traced function: its own, or one of a function that calls it."""

    node: ast.Call
    place: Place


def _import_of_functools(program: Program) -> Edit:
    bindings = program.index.module.body.scope.bindings.get("functools", ())
    if any(binding.qualified != "functools" for binding in bindings):
        raise Refusal("the name 'functools' is taken")
    return AddImport("functools", "functools", program.tree)


def _handed_to(program: Program, maker: Function, use: ast.expr) -> tuple[_Use, Function] | None:
    """Return the call that hands a function to one that does nothing but call it, and that one."""
    call = program.syntax.parent(maker, use)
    if isinstance(call, ast.keyword):
        call = program.syntax.parent(maker, call)
    target = program.calls.target(call) if isinstance(call, ast.Call) else None
    if target is None or not isinstance(call, ast.Call) or not isinstance(use, ast.Name):
        return None
    if target.is_generator or isinstance(target.node, ast.AsyncFunctionDef):
        # It may go on when the names around mean something else.
        return None
    if program.traced_of(target) or target in program.graph.functions:
        # A graph folds what it finds in a partial.
        return None
    for node, parameter, is_starred in bind(target.call_parameters, call):
        if node is not use or parameter is None or is_starred:
            continue
        if parameter.kind not in ("positional", "keyword"):
            return None
        if len(target.body.scope.bindings[parameter.name]) > 1:
            return None
        for read, user in program.syntax.uses(target).get(parameter.name, ()):
            is_called = isinstance(user, ast.Call) and user.func is read
            if not is_called or program.syntax.owner(target, read) is not target:
                return None
        return _Use(call, program.syntax.place(maker, call)), target
    return None


def _sites(
    program: Program, traced: TracedFunction, bound: str | None
) -> tuple[Sequence[CallSite], dict[ast.expr, _Use]]:
    """Return the calls of a traced function, and what hands it to functions that only call it.

    That is all that is done with it.

    Raises:
        Refusal: it is used in another way, or called from elsewhere.
    """
    maker = traced.place.function
    named = () if bound is None else program.syntax.uses(maker).get(bound, ())
    found = {use: _handed_to(program, maker, use) for use, _ in named}
    handed: dict[ast.expr, _Use] = {u: one[0] for u, one in found.items() if one is not None}
    helpers = {one[1] for one in found.values() if one is not None}
    sites = []
    for site in program.sites.own[traced]:
        if site.place.function is maker:
            sites.append(site)
        elif site.place.function not in helpers:
            raise Refusal(f"line {site.node.lineno} calls it from another function")
    for site in sites:
        if any(isinstance(a, ast.Starred) for a in site.node.args) or any(
            keyword.arg is None for keyword in site.node.keywords
        ):
            raise Refusal(f"line {site.node.lineno} passes arguments that are not written out")
    called = {site.node.func for site in sites} | handed.keys()
    if not called:
        raise Refusal("nothing in this file calls it")
    used: list[ast.expr] = [traced.site]
    wrapped = set() if traced.is_decorator else set(ast.walk(traced.site))
    uses_of = program.syntax.uses(traced.place.function)
    if bound is not None:
        # What is wrapped may have had the name before: 'step = tf.function(step)'.
        used = [use for use, _ in uses_of.get(bound, ()) if use not in wrapped]
    function = traced.function
    if function is not None and not traced.is_decorator and isinstance(function.node, ast.stmt):
        used += [use for use, _ in uses_of.get(function.name, ()) if use not in wrapped]
    other = next((node for node in used if node not in called), None)
    if other is not None:
        raise Refusal(f"line {other.lineno} does more with '{ast.unparse(other)}' than call it")
    return sites, handed


def _is_variables(value: TraceType) -> bool:
    """Whether a value is a variable, or a container of variables only."""
    if isinstance(value, SequenceValue | MappingValue):
        return bool(value.parts) and all(map(_is_variables, value.parts))
    return isinstance(value, TensorValue) and value.variable is True


def _check_variables(program: Program, name: str, function: Function) -> None:
    """Raise Refusal where what is traced depends on which object a variable is.

    Variables of one dtype and shape share a trace, in which others stand for them: an optimizer
    would keep a state for these, once for all that are passed.
    """
    for reached in program.effects.reached([function]):
        for call, place in reached.calls:
            func = call.func
            if not isinstance(func, ast.Attribute):
                continue
            kind = program.keras.kind(program.value(func.value, place))
            if kind == "optimizer" or func.attr in _STEPPING:
                raise Refusal(f"'{ast.unparse(func)}' may keep a state for each of '{name}'")
    for attribute in _OF_IDENTITY:
        for node, user in program.syntax.attribute_reads.get(attribute, ()):
            if user in program.effects.reached([function]):
                raise Refusal(f"'{ast.unparse(node)}' may tell '{name}' from other variables")


def _check_unchanged(
    program: Program, part: _Part, traced: TracedFunction, sites: Sequence[_Use]
) -> None:
    """Raise Refusal where a container may be changed between the definition and a call."""
    name = part.code
    if name != part.name:
        raise Refusal(f"what changes '{name}' is not known")
    owner, _ = lookup(name, traced.place.scope)
    assert owner is not None
    last = max(max(map(end, (site.node, *site.place.loops))) for site in sites)
    for use, function, _ in changes_of_variable(program, name, owner):
        if function is not traced.place.function or start(traced.site) <= start(use) < last:
            raise Refusal(f"line {use.lineno} may change '{name}', which it uses")


def _check_constant(
    program: Program, name: str, read: ast.Name, traced: TracedFunction, sites: Sequence[_Use]
) -> None:
    """Raise Refusal where a name may be set between the definition and a call."""
    place = traced.place
    owner, bindings = lookup(name, place.scope)
    # What a body reads it looks up when it is traced: no earlier than the function is made.
    first = start(traced.site)
    for site in sites:
        if site.place.loops[: len(place.loops)] != place.loops:
            raise Refusal(f"line {site.node.lineno} calls it outside the loop that makes it")
        inner = site.place.loops[len(place.loops) :]
        last = max(map(end, (site.node, *inner)))
        for binding in bindings:
            if binding.place.function is not place.function:
                raise Refusal(f"'{binding.place.function.name}' sets '{name}', which it uses")
            if binding.kind != "parameter" and first <= start(binding.node) < last:
                raise Refusal(f"line {start(binding.node)[0]} sets '{name}' before it is called")
        if lookup(name, site.place.scope)[0] is not owner:
            raise Refusal(f"'{name}' is another name on line {site.node.lineno}")


def _with_tensor(
    program: Program, function: Function, reads: Sequence[ast.expr], value: TensorValue
) -> Sequence[Edit]:
    """Return what else changes where a tensor that is known at the trace is one of the graph.

    Raises:
        Refusal: it is more than such a tensor, or the body may need its value.
    """
    name = ast.unparse(reads[0])
    # Arithmetic of other arrays has dtypes that tensors do not have.
    is_array = value.numpy is True and value.dtype == "float32"
    if not (is_array or value.numpy is False) or value.variable is not False:
        raise Refusal(f"'{name}' is a constant of the graph, or a variable")
    used = [(read, program.syntax.parent(function, read)) for read in reads]
    return _uses_of_tensor(program, function, used, frozenset(), is_array)


def _with_elements(
    program: Program, function: Function, part: _Part, value: TraceType
) -> Sequence[Edit]:
    """Return what else changes where tensors are taken out of a list, one by one.

    Raises:
        Refusal: more is done with the list.
    """
    if not isinstance(value, TensorValue):
        raise Refusal(f"what '{part.code}' is, which it uses, is not known")
    taken: list[ast.expr] = []
    for read in part.reads:
        user = program.syntax.parent(function, read)
        if not isinstance(user, ast.Subscript) or not _is_constant(user.slice):
            raise Refusal(f"'{ast.unparse(user or read)}' needs '{part.code}'")
        if isinstance(user.slice, ast.Slice | ast.Tuple):
            raise Refusal(f"'{ast.unparse(user)}' is a part of '{part.code}'")
        taken.append(user)
    return _with_tensor(program, function, taken, value)


def uses_of(program: Program, function: Function, name: str, *, is_array: bool) -> Sequence[Edit]:
    """Return what else changes where a name of a tensor, or array, gets a tensor of the graph.

    An array is one of float32 numbers.

    Raises:
        Refusal: the body may need its value.
    """
    used = program.syntax.uses(function).get(name, ())
    return _uses_of_tensor(program, function, used, frozenset(), is_array)


def _uses_of_tensor(
    program: Program,
    function: Function,
    used: Sequence[tuple[ast.expr, ast.AST | None]],
    seen: frozenset[Function],
    is_array: bool,
) -> Sequence[Edit]:
    edits: list[Edit] = []
    for use, parent in used:
        edits += _use_of_tensor(program, function, use, parent, seen, is_array)
    return edits


def _use_of_tensor(
    program: Program,
    function: Function,
    use: ast.expr,
    parent: ast.AST | None,
    seen: frozenset[Function],
    is_array: bool,
) -> Sequence[Edit]:
    """Return what lets ``parent`` take a tensor, where it does not need its value."""
    node: ast.AST = use
    user = parent
    while is_array and user is not None and _makes_array(program, function, node, user):
        node, user = user, program.syntax.parent(function, user)
    # What a helper makes of an array goes on being one; what is traced returns tensors.
    is_returned = isinstance(user, ast.Return) and not (is_array and seen)
    if is_returned or _makes_tensor(program, function, node, user, is_array):
        return ()
    if isinstance(user, ast.Call) and node is not user.func:
        place = program.index.places[user]
        if _makes_constant(program, user):
            return _converting(program, user, node, function)
        known = uses(program, user, place)
        found = () if known is None else (*known.met, *known.converted)
        if node in (*found, *operands(program, user, place)):
            return ()
        target = program.calls.target(user)
        taking = [] if target is None else _taking(target, user, node)
        if target is not None and target not in seen and taking:
            inner = program.syntax.uses(target).get(taking[0].name, ())
            return _uses_of_tensor(program, target, inner, seen | {target}, is_array)
    code = ast.unparse(user or parent or use)
    raise Refusal(f"'{code}' may need the value of '{ast.unparse(use)}'")


def _converting(
    program: Program, call: ast.Call, node: ast.AST, function: Function
) -> Sequence[Edit]:
    """Return what makes a tensor of a tensor in place of ``tf.constant``, which makes none."""
    options = len(call.args) - 1 + len(call.keywords)
    dtype = argument(call, 1, "dtype")
    if call.args[:1] != [node] or options > (dtype is not None):
        raise Refusal(f"'{ast.unparse(call)}' needs the value of '{ast.unparse(node)}'")
    tensorflow, imports = tensorflow_name(program, function.body)
    name = "convert_to_tensor" if dtype is None else "cast"
    return [*imports, Replace(call.func, f"{tensorflow}.{name}")]


def _makes_constant(program: Program, call: ast.Call) -> bool:
    """Whether a call makes a constant of the graph: that takes no tensor of the graph."""
    return program.qualified(call.func, program.index.places[call]) == "tensorflow.constant"


def _makes_array(program: Program, function: Function, node: ast.AST, user: ast.AST) -> bool:
    """Whether ``user`` makes an array of the array ``node`` as it makes a tensor of a tensor."""
    match user:
        case ast.Subscript(value=value, slice=index):
            return value is node and _is_constant(index)
        case ast.UnaryOp(op=ast.USub()):
            return True
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div()):
            return _other_operand(program, function, node, user).is_number
    return False


def _makes_tensor(
    program: Program, function: Function, node: ast.AST, user: ast.AST | None, is_array: bool
) -> bool:
    """Whether ``user`` makes a tensor of the graph of ``node``, be that one itself or not."""
    match user:
        case ast.Subscript(value=value, slice=index):
            return not is_array and value is node and _is_constant(index)
        case ast.BinOp() if is_array:
            other = _other_operand(program, function, node, user)
            return isinstance(other, TensorValue) and other.numpy is False
        case ast.BinOp() | ast.UnaryOp():
            return not is_array
    return False


def _other_operand(
    program: Program, function: Function, node: ast.AST, user: ast.BinOp
) -> TraceType:
    other = user.right if user.left is node else user.left
    return program.value(other, program.syntax.place(function, other))


def _is_constant(index: ast.expr) -> bool:
    return all(isinstance(part, _IN_INDEX) for part in ast.walk(index))


def _taking(target: Function, call: ast.Call, node: ast.AST) -> list[Parameter]:
    """Return the parameter of a function that takes an argument of a call, if one surely does."""
    bound = bind(target.call_parameters, call)
    return [p for given, p, starred in bound if given is node and p is not None and not starred]


def sources(
    program: Program, read: ast.Name, place: Place, seen: frozenset[Function] = frozenset()
) -> Iterator[TraceType]:
    """Yield what a name can hold, also where it is a parameter, by what callers pass."""
    bindings = program.bindings(read, place)
    function = bindings[0].place.function if bindings else None
    if function is None or any(b.kind != "parameter" for b in bindings) or function in seen:
        yield program.value(read, place)
        return
    parameter = function.parameter(read.id)
    calls = [*program.calls.callers(function)]
    if not calls:
        raise Refusal(f"nothing in this file shows what '{read.id}' is")
    for call, around in calls:
        given = [
            node for node, bound, _ in bind(function.call_parameters, call) if bound is parameter
        ]
        if not given and parameter is not None and parameter.default is not None:
            given, around = [parameter.default], function.place or around
        for node in given:
            if isinstance(node, ast.Name):
                yield from sources(program, node, around, seen | {function})
            else:
                yield program.value(node, around)
        if not given:
            raise Refusal(f"line {call.lineno} does not show what '{read.id}' is")


def _check_kept(program: Program, name: str, values: Sequence[TraceType]) -> None:
    """Raise Refusal where a name may hold what is made for the call, or Keras objects in turn.

    A trace is kept for each object. A second model or optimizer may still have to make variables,
    which the first trace of a function can do alone.
    """
    for value in values:
        site = value.site if isinstance(value, ObjectValue | FunctionValue) else None
        is_bound = isinstance(value, FunctionValue) and value.bound is not None
        if is_bound or not isinstance(value, ObjectValue | FunctionValue | ClassValue):
            raise Refusal(f"what '{name}' is, which it uses, is not known")
        if isinstance(value, FunctionValue) and value.function is None and value.qualified:
            continue
        place = None if site is None else program.index.places.get(site)
        if isinstance(value, ObjectValue) and (
            place is None or program.repetition.of(place) is not None
        ):
            raise Refusal(f"'{name}' may be an object that is made for the call")
    kinds = {program.keras.kind(value) for value in values}
    if len(set(values)) > 1 and kinds & {"layer", "model", "optimizer"}:
        raise Refusal(f"'{name}' is one of several models or optimizers")


def _number(
    program: Program, tensorflow: str, function: Function, part: _Part
) -> tuple[str, list[Edit], str | None]:
    """Return the code of the argument for a number, the edits of the body, and what may change.

    A number that is the same at all calls may stay one of Python's, where a tensor in its place
    is not as good: there is a trace for it, and it is seen while tracing as it was.
    """
    read = part.reads[0]
    value = program.value(read, function.body)
    if not isinstance(value, PythonValue) or value.kind not in DTYPES:
        raise Refusal(f"what '{part.code}' is, which it uses, is not known")
    if is_large(program, value):
        raise Refusal(f"the integer '{part.code}' may not fit into 32 bits")
    bindings = program.bindings(read, function.body) if isinstance(read, ast.Name) else ()
    others = _others(program, part.name, bindings)

    def attempt(dtype: str) -> tuple[str, list[Edit], str | None]:
        given: dict[Given, Number] = dict.fromkeys(bindings or part.reads, Number(dtype))
        conversion = convert(program, tensorflow, function, given)
        edits: dict[ast.AST, Edit] = dict(conversion.edits)
        for node in part.reads if part.code != part.name else ():
            cast = edits.get(node)
            template = cast.template if isinstance(cast, Replace) else "{old}"
            edits[node] = Replace(node, template.replace("{old}", part.name))
        option = f", {tensorflow}.{dtype}" if dtype in ("int64", "float64") else ""
        code = f"{tensorflow}.constant({part.code}{option})"
        return code, [*edits.values()], conversion.unsafe_because or others

    try:
        code, edits, doubt = first_possible(DTYPES[value.kind], attempt)
    except Refusal:
        if value.constant is None:
            raise
    else:
        if doubt is None or value.constant is None:
            return code, edits, doubt
    renamed = part.reads if part.code != part.name else ()
    return part.code, [Replace(node, part.name) for node in renamed], None


def _others(program: Program, name: str, bindings: Sequence[Binding]) -> str | None:
    """Return that calls in other files may pass another value, as a clause, if they may."""
    for binding in bindings:
        maker = binding.place.function
        if binding.kind == "parameter" and maker.name != "<lambda>":
            cls = "" if maker.owner is None else maker.owner.name
            parameter = next(p for p in maker.parameters if p.name == name)
            annotation = parameter.annotation
            is_number = isinstance(annotation, ast.Name) and annotation.id in DTYPES
            if not is_number and is_mentioned(maker.name, program.filename, cls) is not False:
                return f"'{name}' has to be a number wherever '{maker.name}' is called"
    return None


def _argument(call: ast.Call, name: str, code: str) -> Edit:
    if call.keywords:
        return SetKeyword(call, name, code)
    return AddArgument(call, code)
