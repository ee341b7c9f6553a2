"""The loops and conditionals that a number decides: TensorFlow runs them as part of the graph.

A branch or loop body of a graph is traced once, whatever runs: it can have no Python effect, its
branches must agree on what they set, and what a loop carries must keep its dtype and shape.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flake8_tfretrace.program import Binding, Place
from flake8_tfretrace.program.library import ASSIGNING, is_of_library
from flake8_tfretrace.program.mutations import MUTATING
from flake8_tfretrace.program.operations import default_dtype
from flake8_tfretrace.program.scopes import end, reaching, start
from flake8_tfretrace.program.tracetypes import (
    ContainerValue,
    PythonValue,
    TensorValue,
    TraceType,
    join,
)
from tfretrace_fix.arrays import as_array, list_name
from tfretrace_fix.conversion.casts import Conversion
from tfretrace_fix.conversion.comparison import Comparison, Number, text
from tfretrace_fix.conversion.settling import Settling
from tfretrace_fix.conversion.shapes import Shapes, is_taken_apart, new_value
from tfretrace_fix.edits import Replace, ReplaceStatement
from tfretrace_fix.functions import draws, keeps_type, known_call
from tfretrace_fix.plans import Refusal
from tfretrace_fix.programs import may_take_gradients

Loop = ast.For | ast.While
IN_GRAPH = "both branches of the conditional become part of the graph"
_OPERATIONS = ("tensorflow.math.", "tensorflow.ones_like", "tensorflow.zeros_like")
"""What is an operation and nothing else."""
_LARGE = 2**15
"""Counters that start and step below this stay within 32 bits for more steps than anybody runs."""


def check_conditional(conversion: Conversion, node: ast.If, place: Place) -> None:
    """Check that TensorFlow can decide ``node``, with the same results.

    Raises:
        Refusal: it cannot, or not surely.
    """
    conversion.nodes.add(node)
    for statement in (*node.body, *node.orelse):
        if not _only_chooses(conversion, statement, place):
            conversion.unsafe(IN_GRAPH)
        _must_fit_in_graph(conversion, statement, place)
    for name in sorted(assigned(node.body, place) ^ assigned(node.orelse, place)):
        if not _before(name, node, place) and _is_live_after(conversion, name, node, place):
            raise Refusal(f"'{name}' is set in one branch only")
    returns = [_ends_in_return(node.body), _ends_in_return(node.orelse)]
    if any(returns) and not all(returns) and not _returns_after(node, place):
        raise Refusal("only one branch returns")


def _only_chooses(conversion: Conversion, statement: ast.stmt, place: Place) -> bool:
    """Whether a statement of a branch gives numbers, or assigns to variables what it computes.

    To trace it where it does not run changes nothing then: no layer is built, nothing is drawn, and
    no gradient becomes zero that was None. Where no gradient is taken, it may compute tensors.
    """
    compared = conversion.compared
    match statement:
        case ast.Pass():
            return True
        case ast.Break():
            # What follows in the loop would become conditional.
            return _ends_loop(place, statement)
        case ast.If(body=body, orelse=orelse):
            return all(_only_chooses(conversion, one, place) for one in (*body, *orelse))
        case ast.Assign(targets=[ast.Name()], value=value):
            return _only_computes(conversion, value, place)
        case ast.Return(value=ast.expr() as value):
            return is_number(conversion, value, place) or (
                _returns_one_dtype(conversion, place) and _only_computes(conversion, value, place)
            )
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            is_of_names = len(names) == len(values) and all(
                isinstance(name, ast.Name) for name in names
            )
            return is_of_names and all(_only_computes(conversion, one, place) for one in values)
        case ast.Expr(value=ast.Call(args=printed, keywords=[]) as call) if (
            compared.program.qualified(call.func, place) == "tensorflow.print"
        ):
            return all(isinstance(one, ast.Constant | ast.Name) for one in printed)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=variable, attr=attr)) as call):
            known = compared.before.value(variable, place)
            is_variable = isinstance(known, TensorValue) and known.variable is True
            inner = (part for part in ast.walk(call) if isinstance(part, ast.Call))
            return (
                is_variable
                and attr in ASSIGNING
                and all(
                    part is call
                    or (compared.program.qualified(part.func, place) or "").startswith(_OPERATIONS)
                    for part in inner
                )
            )
    return False


def _returns_one_dtype(conversion: Conversion, place: Place) -> bool:
    """Whether all that the function around returns are tensors of one dtype."""
    returned = [
        conversion.compared.before.value(statement.value, around) if statement.value else None
        for statement, around in place.function.returns
    ]
    dtypes = {one.dtype if isinstance(one, TensorValue) else None for one in returned}
    return len(dtypes) == 1 and None not in dtypes


def _ends_loop(place: Place, statement: ast.Break) -> bool:
    """Whether nothing comes after a conditional in the body of its loop, which it breaks."""
    loop = place.loops[-1] if place.loops else None
    last = loop.body[-1] if isinstance(loop, ast.For | ast.While) else None
    return isinstance(last, ast.If) and statement in (*last.body, *last.orelse)


def _only_computes(conversion: Conversion, node: ast.expr, place: Place) -> bool:
    """Whether an expression gives a number, or a tensor that no gradient is taken of.

    It surely can be traced: what meets in it has dtypes and sizes that are known to fit.
    """
    if is_number(conversion, node, place):
        return True
    return _is_sound(conversion, node, place) and not may_take_gradients(
        conversion.compared.program
    )


def _is_sound(conversion: Conversion, node: ast.expr, place: Place) -> bool:
    """Whether an expression computes numbers and tensors of known types, and cannot raise."""
    value = conversion.compared.before.value(node, place)
    if value.is_number:
        return isinstance(node, ast.Constant | ast.Name)
    if not isinstance(value, TensorValue) or value.numpy is not False:
        return False
    if isinstance(node, ast.Name):
        return True
    if value.dtype is None or value.constant_shape is None:
        return False
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right=right):
            if isinstance(node.op, ast.Div) and not value.dtype.startswith("float"):
                return False
            return all(
                _is_sound(conversion, side, place) and _mixes(conversion, side, value, place)
                for side in (left, right)
            )
        case ast.Call():
            return _is_sound_call(conversion, node, value, place)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_sound(conversion, operand, place)
        case ast.Subscript(value=ast.Name() as whole, slice=index):
            given = conversion.compared.before.value(whole, place)
            sizes = given.constant_shape if isinstance(given, TensorValue) else None
            number = conversion.compared.before.value(index, place)
            at = number.constant if isinstance(number, PythonValue) else None
            return type(at) is int and at in range(*_indices(sizes))
    return False


def _is_sound_call(
    conversion: Conversion, node: ast.Call, result: TensorValue, place: Place
) -> bool:
    """Whether a call runs one of TensorFlow's functions of floats, by elements or over axes."""
    known, bound = known_call(conversion.compared.program, node, place)
    if known is None or bound is None or bound.rest or known.random:
        return False
    rule = known.returned(bound).shape
    is_elementwise = rule is not None and rule.sign == "="
    if not known.name.startswith("tensorflow.") or not (is_elementwise or known.is_reduction):
        return False
    if not (result.dtype or "").startswith("float"):
        return False
    return all(
        isinstance(argument, ast.Constant)
        or (_is_sound(conversion, argument, place) and _mixes(conversion, argument, result, place))
        for argument in bound.named.values()
    )


def _mixes(conversion: Conversion, node: ast.expr, result: TensorValue, place: Place) -> bool:
    """Whether an operand has the dtype of a result, or is a number which gets it."""
    value = conversion.compared.before.value(node, place)
    if isinstance(value, TensorValue):
        return value.dtype == result.dtype
    is_whole = isinstance(value, PythonValue) and value.kind == "int"
    return is_whole or (result.dtype or "").startswith("float")


def _indices(sizes: tuple[int, ...] | None) -> tuple[int, int]:
    """Return the first index of a tensor, counted from its end, and the one after the last."""
    return (-sizes[0], sizes[0]) if sizes else (0, 0)


def is_number(conversion: Conversion, node: ast.expr, place: Place) -> bool:
    """Whether an expression gives a Python number, of which nothing is a gradient."""
    return conversion.compared.before.value(node, place).is_number


def check_agreement(conversion: Conversion, node: ast.If, place: Place) -> None:
    """Check that a name has one dtype and structure after ``node``, whichever branch sets it.

    Raises:
        Refusal: it may have several.
    """
    after = conversion.compared.after
    for name in sorted(assigned([node], place)):
        if not _is_live_after(conversion, name, node, place):
            continue
        branches = [bound_in(branch, name, place) for branch in (node.body, node.orelse)]
        chosen = [b for branch in branches for b in branch]
        if not all(branches):
            chosen += _before(name, node, place)
        values = [(b.value, b.place) for b in chosen if b.value is not None and not b.path]
        is_written = len(values) == len(chosen) and all(b.kind == "assign" for b in chosen)
        if is_written and Number("float64") in [conversion.compared.bound(b) for b in chosen]:
            agree(conversion, values)
            for binding in chosen:
                dtype = conversion.compared.constants.get(binding.value) if binding.value else None
                if dtype is not None:
                    # What a name is that is set to a literal is not looked up.
                    conversion.compared.assume(binding, TensorValue(dtype, ()))
        updates = [b for branch in branches for b in branch if _is_assignment(b)]
        types = [after.variables.binding(binding, binding.place) for binding in updates]
        if not all(branches):
            types.append(after.variables.named(name, place, start(node)))
        dtypes = {_dtype_in_graph(one) for one in types}
        is_python = any(isinstance(one, PythonValue) for one in types)
        if len(dtypes if is_python else dtypes - {None}) > 1:
            raise Refusal(f"the branches give '{name}' different dtypes")
        if len({_length(one) for one in types}) > 1:
            raise Refusal(f"the branches give '{name}' different structures")
        if is_python and dtypes == {None}:
            raise Refusal(f"the branches set '{name}' to None")


def agree(conversion: Conversion, values: Sequence[tuple[ast.expr, Place]]) -> None:
    """Let the numbers among ``values``, one of which the graph chooses, be of one dtype.

    Python computes with floats of 64 bits, of which TensorFlow would make float32.
    """
    compared = conversion.compared
    numbers = [compared.number(node, place) for node, place in values]
    plain = [
        (node, found.kind, place)
        for (node, place), number in zip(values, numbers, strict=True)
        if number is None
        and isinstance(found := compared.after.value(node, place), PythonValue)
        and found.kind in ("int", "float")
    ]
    given = [number for number in numbers if number is not None]
    if len(plain) + len(given) < len(values) or not plain:
        return
    kinds = {kind for _, kind, _ in plain} | {
        "int" if n == Number("int32") else "float" for n in given
    }
    dtype = "int32" if kinds == {"int"} else "float64"
    if all(number == Number(dtype) for number in given):
        for node, _, place in plain:
            compared.make_constant(node, dtype, place)


def _dtype_in_graph(value: TraceType) -> str | None:
    is_one = isinstance(value, PythonValue | TensorValue)
    return default_dtype(value, numpy=False) if is_one else None


def _length(value: TraceType) -> int | None:
    """Return the number of elements of a list, tuple or dictionary; None for anything else."""
    if not isinstance(value, ContainerValue):
        return None
    return -1 if value.items is None else len(value.items)


def check_loop(conversion: Conversion, node: Loop, place: Place) -> None:
    """Check that TensorFlow can run the loop ``node``, with the same results.

    Raises:
        Refusal: it cannot, or not surely.
    """
    conversion.nodes.add(node)
    if node.orelse:
        raise Refusal("the loop has an else branch")
    if isinstance(node, ast.While):
        conversion.unsafe("the loop becomes part of the graph")
    body = inside(node, "body", place)
    for statement in node.body:
        for append in _appends(statement):
            _collect(conversion, append, place)
        _must_fit_in_graph(conversion, statement, place)
        for inner in ast.walk(statement):
            if isinstance(inner, ast.Return):
                raise Refusal("the loop contains 'return'")
            if isinstance(inner, ast.Call) and draws(conversion.compared.program, inner, body):
                conversion.unsafe(f"the loop repeats '{text(inner.func)}' as one operation")
    carried = [_carry(conversion, name, node, place) for name in sorted(assigned([node], place))]
    shapes = Shapes(conversion.compared, node, place)
    for carry in carried:
        if carry is not None:
            _check_carry(conversion, carry, shapes, node)


def _appends(statement: ast.stmt) -> Iterator[ast.Call]:
    """Yield the statements within one that append to a name, as calls."""
    for node in ast.walk(statement):
        match node:
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(), attr="append"), args=[_], keywords=[]
                ) as append
            ):
                yield append


def _collect(conversion: Conversion, append: ast.Call, place: Place) -> None:
    """Let the loop write into an array, in place of a list that only a tensor is made of."""
    name = list_name(append)
    if name in conversion.arrays:
        return
    try:
        edits = as_array(conversion.compared.program, conversion.tensorflow, append, place)
    except Refusal as refusal:
        raise Refusal(f"the body changes '{name}' with append(), and {refusal}") from None
    conversion.arrays.add(name)
    conversion.unsafe(f"'{name}' becomes an array of TensorFlow")
    for edit in edits:
        assert isinstance(edit, Replace | ReplaceStatement)
        conversion.edits[edit.node] = edit


def assigned(statements: Sequence[ast.stmt], place: Place) -> set[str]:
    """Return the names that the statements at ``place`` set, apart from those of functions."""
    return {name for name in place.scope.bindings if bound_in(statements, name, place)}


def bound_in(statements: Sequence[ast.stmt], name: str, place: Place) -> list[Binding]:
    """Return the definitions of a name in the statements at ``place``."""
    found = place.scope.bindings.get(name, [])
    return [b for b in found if any(_is_in(statement, b.node) for statement in statements)]


def _is_in(statement: ast.stmt, node: ast.AST) -> bool:
    return start(statement) <= start(node) < end(statement)


def _must_fit_in_graph(conversion: Conversion, statement: ast.stmt, place: Place) -> None:
    """Refuse what a loop or branch of the graph cannot do, or would do once only."""
    program = conversion.compared.program
    written = {a.func for a in _appends(statement) if list_name(a) in conversion.arrays}
    for node in ast.walk(statement):
        match node:
            case ast.Call(func=ast.Attribute(attr=attribute, value=value) as function):
                is_method = not is_of_library(program.qualified(function, place) or "")
                if attribute in MUTATING and is_method and function not in written:
                    raise Refusal(f"the body changes '{text(value)}' with {attribute}()")
            case ast.Attribute(ctx=ast.Store()):
                raise Refusal(f"the body sets '{text(node)}'")
            case ast.Subscript(ctx=ast.Store()):
                raise Refusal(f"the body sets an element of '{text(node.value)}'")
            case ast.Raise() | ast.Try() | ast.Yield() | ast.Global() | ast.Nonlocal():
                raise Refusal(f"the body contains '{text(node).split()[0]}'")
            case ast.Call(func=ast.Name(id="next" | "print" as name)):
                raise Refusal(f"the body calls {name}() in it")


def inside(node: ast.AST, branch: str, place: Place) -> Place:
    """Return the place of the statements in a branch of ``node``."""
    loops = place.loops
    if branch == "body" and isinstance(node, ast.For | ast.While):
        loops = (*loops, node)
    return Place(place.scope, place, node, branch, loops)


def _uses(conversion: Conversion, name: str, place: Place) -> dict[ast.AST, list[Binding]]:
    """Return what reads a name in the function around, with the definitions that reach each."""
    named = conversion.compared.program.syntax.uses(place.function).get(name, ())
    bindings = place.scope.bindings.get(name, ())
    reads = [*(use for use, _ in named), *(b.node for b in bindings if b.kind == "augmented")]
    return {use: reaching(name, place, start(use)) for use in reads}


def _is_live_after(conversion: Conversion, name: str, node: ast.stmt, place: Place) -> bool:
    """Whether what ``node`` sets a name to may be read after it: AutoGraph hands on only that.

    A name that a function inside reads is live everywhere, in AutoGraph's eyes.
    """
    program, updates = conversion.compared.program, bound_in([node], name, place)
    for use, found in _uses(conversion, name, place).items():
        if not _is_in(node, use) and any(binding in updates for binding in found):
            return True
        around = program.syntax.parent(place.function, use)
        while around is not None and around is not place.function.node:
            if around in program.index.by_node:
                return True
            around = program.syntax.parent(place.function, around)
    return False


def _is_assignment(binding: Binding) -> bool:
    return binding.kind in ("assign", "augmented")


def _before(name: str, node: ast.stmt, place: Place) -> list[Binding]:
    """Return the definitions of a name that can hold where ``node`` begins."""
    found = reaching(name, place, start(node))
    return [b for b in found if b.kind == "parameter" or b.end <= start(node) or len(found) > 1]


def _returns_after(node: ast.If, place: Place) -> bool:
    body = getattr(place.function.node, "body", [])
    return node in body and _ends_in_return(body)


def _ends_in_return(statements: Sequence[ast.stmt]) -> bool:
    return bool(statements) and isinstance(statements[-1], ast.Return)


# what a loop carries


class _Carry(NamedTuple):
    """A name that a loop hands on from one iteration to the next, or to what comes after."""

    name: str
    before: Sequence[Binding]
    updates: Sequence[Binding]
    initial: TraceType


def _carry(conversion: Conversion, name: str, node: Loop, place: Place) -> _Carry | None:
    """Return how a loop carries a name that it sets; None if it does not, or any number fits.

    It is taken to have the dtype and shape throughout that it has before the loop: an induction,
    over all that the loop carries.
    """
    updates = bound_in([node], name, place)
    before = [b for b in _before(name, node, place) if b not in updates]
    uses = _uses(conversion, name, place)
    outside = {use: found for use, found in uses.items() if not _is_in(node, use)}
    is_used_after = _is_live_after(conversion, name, node, place)
    if any(binding.node is node for binding in updates):
        if is_used_after:
            raise Refusal(f"the loop variable '{name}' is used after the loop")
        return None
    if not before:
        if is_used_after:
            raise Refusal(f"'{name}' is first set in the loop and used after it")
        return None
    if any(conversion.compared.bound(binding) is not None for binding in before):
        return None
    if any(is_taken_apart(b) or not _is_assignment(b) for b in updates):
        raise Refusal(f"the loop sets '{name}' in a way that is not followed")
    is_carried = any(b.kind == "augmented" for b in updates) or any(
        b in before for use, found in uses.items() if use not in outside for b in found
    )
    if not is_used_after and not is_carried:
        return None
    variables = conversion.compared.after.variables
    initial = join([variables.binding(binding, place) for binding in before])
    if _is_small(initial) and all(_counts(conversion.compared, b) for b in updates):
        # AutoGraph makes an int32 tensor of it.
        return None
    if isinstance(initial, PythonValue) and initial.kind == "float":
        # AutoGraph makes a float32 tensor of it, which mixes with no other one.
        found = [conversion.compared.before.variables.binding(b, b.place) for b in updates]
        if all(isinstance(value, TensorValue) and value.dtype == "float32" for value in found):
            initial = TensorValue("float32", ())
    if isinstance(initial, TensorValue):
        for binding in updates:
            conversion.compared.assume(binding, initial)
    return _Carry(name, before, updates, initial)


def _check_carry(conversion: Conversion, carry: _Carry, shapes: Shapes, node: Loop) -> None:
    """Check that a name has one dtype and shape throughout, if all have that the loop carries."""
    name, initial = carry.name, carry.initial
    for binding in carry.updates:
        if _keeps_type(conversion.compared, binding, carry, shapes):
            continue
        value = new_value(binding)
        is_of_model = (
            isinstance(initial, TensorValue)
            and initial.dtype == "float32"
            and conversion.is_computed_of_model(value, binding.place)
        )
        if is_of_model and _keeps_type_of_model(conversion.compared, binding, carry, shapes):
            conversion.unsafe(f"it is meant for '{name}' of float32")
        elif _is_fed_back(conversion.compared, binding, initial, node, is_of_model=is_of_model):
            conversion.unsafe(
                f"the loop fails if its first iteration changes the shape of '{name}'"
            )
        else:
            raise Refusal(f"the loop may change the dtype or shape of '{name}'")


def _keeps_type(compared: Comparison, update: Binding, carry: _Carry, shapes: Shapes) -> bool:
    initial = carry.initial
    if not isinstance(initial, TensorValue):
        return False
    node = new_value(update)
    if _preserves(compared, node, update.name, initial, update.place):
        return True
    new = compared.after.value(node, update.place)
    if not isinstance(new, TensorValue) or new.dtype is None or new.dtype != initial.dtype:
        return False
    return _keeps_shape(new, update, carry, shapes)


def _keeps_shape(new: TensorValue, update: Binding, carry: _Carry, shapes: Shapes) -> bool:
    assert isinstance(carry.initial, TensorValue)
    if new.constant_shape is not None and carry.initial.constant_shape is not None:
        return new.constant_shape == carry.initial.constant_shape
    return shapes.keeps(update, carry.before)


def _keeps_type_of_model(
    compared: Comparison, update: Binding, carry: _Carry, shapes: Shapes
) -> bool:
    """Whether an update of the dtype that a model gives has the shape of what it updates."""
    new = compared.after.value(new_value(update), update.place)
    if not isinstance(new, TensorValue) or new.dtype is not None:
        return False
    return _keeps_shape(new, update, carry, shapes)


def _is_fed_back(
    compared: Comparison,
    update: Binding,
    initial: TraceType,
    loop: Loop,
    *,
    is_of_model: bool,
) -> bool:
    """Whether an update has the dtype of the tensor that it updates, and hardly another shape.

    What is multiplied by one matrix in each iteration has the shape that the matrix asks for and
    gives, and what is broadcast to a shape stays of that shape: only the first iteration may
    change it. ``is_of_model``: the update has the dtype that a model gives, which is the tensor's.
    """
    if not isinstance(initial, TensorValue) or initial.dtype is None:
        return False
    node = new_value(update)
    new = compared.after.value(node, update.place)
    is_float = initial.dtype.startswith("float")
    # Tensors of two dtypes do not mix.
    if not isinstance(new, TensorValue) or new.dtype not in (
        initial.dtype,
        None if is_float else "",
    ):
        return False
    if new.constant_shape is not None:
        # Known to change.
        return False
    if _is_mapped(compared, node, update, initial, loop):
        return True
    shape = initial.constant_shape
    if initial.shape == () or 1 in (shape or ()):
        # It may be broadcast to whatever it meets.
        return False
    changing = assigned([loop], update.place.function.body)
    # Where the dtype of the result is not known, it is that of what keeps it.
    keeps_dtype = new.dtype is None and not is_of_model
    settling = Settling(compared, update.name, changing, keeps_dtype=keeps_dtype)
    return settling.settles(node, update.place)


def _is_mapped(
    compared: Comparison, node: ast.expr, update: Binding, initial: TensorValue, loop: Loop
) -> bool:
    """Whether ``node`` is what a model makes of the name that it updates, or a stack of its rows.

    What a model gives and takes again is of the shape that it takes.
    """
    match node:
        case ast.Call(args=[ast.Name(id=given), *_]) if given == update.name:
            value = compared.after.value(node.func, update.place)
            return compared.program.keras.kind(value) in ("layer", "model")
        case ast.Call(args=[ast.List(elts=rows) | ast.Tuple(elts=rows)], keywords=[]):
            if compared.program.qualified(node.func, update.place) != "tensorflow.stack":
                return False
            read = {
                part.slice.value
                for part in ast.walk(loop)
                if isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Constant)
                if isinstance(part.value, ast.Name) and part.value.id == update.name
            }
            sizes = initial.constant_shape or (len(rows),)
            return read == set(range(len(rows))) and sizes[0] == len(rows)
    return False


def _counts(compared: Comparison, update: Binding) -> bool:
    """Whether a statement adds a small integer to a name, or takes one away."""
    match new_value(update):
        case ast.BinOp(left=ast.Name(id=other), op=ast.Add() | ast.Sub(), right=step):
            return other == update.name and _is_small(compared.after.value(step, update.place))
    return False


def _is_small(value: TraceType) -> bool:
    """Whether a value is a Python int of a few bits."""
    if not isinstance(value, PythonValue) or value.kind != "int" or value.constants is None:
        return False
    return all(abs(constant) < _LARGE for constant in value.constants)


def _preserves(
    compared: Comparison, node: ast.expr, name: str, initial: TensorValue, place: Place
) -> bool:
    """Whether ``node`` has the type of the tensor ``name``, by the way it is computed."""
    match node:
        case ast.Name(id=other):
            return other == name
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _preserves(compared, operand, name, initial, place)
        case ast.BinOp(left=left, op=op, right=right):
            if isinstance(op, ast.Div) and not (initial.dtype or "").startswith("float"):
                return False
            if isinstance(op, ast.MatMult):
                return False
            kept = [_preserves(compared, side, name, initial, place) for side in (left, right)]
            if all(kept):
                return True
            if not any(kept):
                return False
            added = right if kept[0] else left
            return _is_scalar(compared, added, place) or _fits_into(compared, added, initial, place)
        case ast.Call():
            same = keeps_type(compared.program, node, place)
            return same is not None and _preserves(compared, same, name, initial, place)
    return False


def _fits_into(compared: Comparison, node: ast.expr, tensor: TensorValue, place: Place) -> bool:
    """Whether ``node`` is broadcast to the shape of ``tensor``, which stays as it is.

    The dtype stays in any case: TensorFlow computes with tensors of one dtype only.
    """
    value = compared.after.value(node, place)
    if not isinstance(value, TensorValue):
        return False
    shape, whole = value.constant_shape, tensor.constant_shape
    if shape is None or whole is None or len(shape) > len(whole):
        return False
    return all(a in (1, b) for a, b in zip(reversed(shape), reversed(whole), strict=False))


def _is_scalar(compared: Comparison, node: ast.expr, place: Place) -> bool:
    value = compared.after.value(node, place)
    if isinstance(value, TensorValue):
        return value.shape == ()
    return value.is_number
