"""The loops and conditionals that the number decides: TensorFlow runs them as part of the graph.

A branch or loop body of a graph is traced once, whatever runs: it can have no Python effect, its
branches must agree on what they set, and what a loop carries must keep its dtype and shape.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_tfretrace.program import Place
from flake8_tfretrace.program.scopes import start as position_of
from flake8_tfretrace.program.tracetypes import PythonValue, TensorValue, TraceType
from tfretrace_fix.functions import MUTATING, draws, keeps_type
from tfretrace_fix.plans import Refusal
from tfretrace_fix.safety.conversion import DTYPES, Number, State, text

Loop = ast.For | ast.While
_LARGE = 2**15
"""Counters that start and step below this stay within 32 bits for more steps than anybody runs."""


def check_conditional(state: State, node: ast.If, place: Place) -> dict[str, Number]:
    """Check that TensorFlow can decide ``node``, with the same results.

    Returns:
        The names that it sets to Python numbers, with the tensors that these become.

    Raises:
        Refusal: it cannot, or not surely.
    """
    state.needs_autograph()
    state.conversion.nodes.add(node)
    state.conversion.unsafe("both branches of the conditional become part of the graph")
    for statement in (*node.body, *node.orelse):
        _must_fit_in_graph(statement)
    for name in sorted(assigned(node.body) ^ assigned(node.orelse)):
        if not _is_bound_before(name, node, place):
            raise Refusal(f"'{name}' is set in one branch only")
    returns = [_ends_in_return(node.body), _ends_in_return(node.orelse)]
    if any(returns) and not all(returns) and not _returns_after(state, node):
        raise Refusal("only one branch returns")
    return _made_tensors(state, node, place)


def check_loop(state: State, node: Loop, place: Place) -> None:
    """Check that TensorFlow can run the loop ``node``, with the same results.

    Raises:
        Refusal: it cannot, or not surely.
    """
    state.needs_autograph()
    state.conversion.nodes.add(node)
    if node.orelse:
        raise Refusal("the loop has an else branch")
    if isinstance(node, ast.While):
        state.conversion.unsafe("the loop becomes part of the graph")
    inside = state.inside(node, "body", place)
    for statement in node.body:
        _must_fit_in_graph(statement)
        for inner in ast.walk(statement):
            if isinstance(inner, ast.Return | ast.Break | ast.Continue):
                raise Refusal(f"the loop contains '{text(inner).split()[0]}'")
            if isinstance(inner, ast.Call) and draws(state.program, inner, inside):
                state.conversion.unsafe(f"the loop repeats '{text(inner.func)}' as one operation")
    targets = _names(node.target) if isinstance(node, ast.For) else set()
    for name in sorted(assigned(node.body) | targets):
        _check_carry(state, name, node, place)


def assigned(statements: Sequence[ast.stmt]) -> set[str]:
    """Return the names that the statements set, apart from those of inner functions."""
    found: set[str] = set()
    pending: list[ast.AST] = list(statements)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif not isinstance(node, ast.Lambda | ast.ListComp | ast.GeneratorExp):
            pending += ast.iter_child_nodes(node)
    return found


def _must_fit_in_graph(statement: ast.stmt) -> None:
    """Refuse what a loop or branch of the graph cannot do, or would do once only."""
    for node in ast.walk(statement):
        match node:
            case ast.Call(func=ast.Attribute(attr=attribute, value=value)):
                if attribute in MUTATING:
                    raise Refusal(f"the body changes '{text(value)}' with {attribute}()")
            case ast.Attribute(ctx=ast.Store()):
                raise Refusal(f"the body sets '{text(node)}'")
            case ast.Subscript(ctx=ast.Store()):
                raise Refusal(f"the body sets an element of '{text(node.value)}'")
            case ast.Raise() | ast.Try() | ast.Yield() | ast.Global() | ast.Nonlocal():
                raise Refusal(f"the body contains '{text(node).split()[0]}'")
            case ast.Call(func=ast.Name(id="next" | "print" as name)):
                raise Refusal(f"the body calls {name}() in it")


def _is_bound_before(name: str, node: ast.stmt, place: Place) -> bool:
    bindings = place.scope.bindings.get(name, [])
    start = (node.lineno, node.col_offset)
    return any(b.kind == "parameter" or b.end <= start for b in bindings)


# conditionals


def _made_tensors(state: State, node: ast.If, place: Place) -> dict[str, Number]:
    """Return what becomes of the Python numbers that a name has after ``node``."""
    made: dict[str, Number] = {}
    in_body, in_else = assigned(node.body), assigned(node.orelse)
    for name in sorted(in_body | in_else):
        updates = _updates(name, (*node.body, *node.orelse)) or []
        types = [state.value(_new_value(one), state.place_of(one, place)) for one in updates]
        if name not in in_body & in_else:
            types.append(state.program.evaluator.variables.named(name, place, position_of(node)))
        dtypes = {_dtype_in_graph(one) for one in types}
        is_python = [isinstance(one, PythonValue) for one in types]
        if len(dtypes if any(is_python) else dtypes - {None}) > 1:
            raise Refusal(f"the branches give '{name}' different dtypes")
        if any(is_python):
            dtype = dtypes.pop()
            if dtype is None:
                raise Refusal(f"the branches set '{name}' to None")
            if all(is_python):
                made[name] = Number(dtype)
    return made


def _dtype_in_graph(value: TraceType) -> str | None:
    """Return the dtype that a value has as a tensor of the graph; None if it is not known."""
    if isinstance(value, PythonValue):
        return DTYPES.get(value.kind)
    return value.dtype if isinstance(value, TensorValue) else None


def _returns_after(state: State, node: ast.If) -> bool:
    body = getattr(state.function.node, "body", [])
    return node in body and _ends_in_return(body)


def _ends_in_return(statements: Sequence[ast.stmt]) -> bool:
    return bool(statements) and isinstance(statements[-1], ast.Return)


# what a loop carries


def _check_carry(state: State, name: str, node: Loop, place: Place) -> None:
    """Check that a name set in the loop has one dtype and shape throughout."""
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    loads = [
        use
        for use in ast.walk(state.function.node)
        if isinstance(use, ast.Name) and use.id == name and isinstance(use.ctx, ast.Load)
    ]
    # In a loop around it, what stands before the loop comes after it, too.
    outermost = place.loops[0] if place.loops else node
    again = position_of(outermost)
    is_used_after = any(
        at >= end or again <= at < start for at in ((use.lineno, use.col_offset) for use in loads)
    )
    if isinstance(node, ast.For) and name in _names(node.target):
        if is_used_after:
            raise Refusal(f"the loop variable '{name}' is used after the loop")
        return
    if not _is_bound_before(name, node, place):
        if is_used_after:
            raise Refusal(f"'{name}' is first set in the loop and used after it")
        return
    if state.numbers.get(name) is not None:
        return
    updates = _updates(name, node.body)
    if updates is None:
        raise Refusal(f"the loop sets '{name}' in a way that is not followed")
    inside = state.inside(node, "body", place)
    updates_itself = any(isinstance(update, ast.AugAssign) for update in updates)
    sees_outside = any(
        position_of(use) >= start and _sees_outside(state, use, node, inside) for use in loads
    )
    if not is_used_after and not sees_outside and not updates_itself:
        return
    initial = state.program.evaluator.variables.named(name, place, start)
    if isinstance(initial, PythonValue) and all(_counts(state, name, u, inside) for u in updates):
        if initial.kind == "int" and all(abs(c) < _LARGE for c in initial.constants or (_LARGE,)):
            # AutoGraph makes an int32 tensor of it.
            state.numbers[name] = Number("int32")
            return
    for update in updates:
        if not _keeps_type(state, name, update, initial, inside):
            raise Refusal(f"the loop may change the dtype or shape of '{name}'")
    if isinstance(initial, TensorValue):
        state.carried[name] = initial


def _sees_outside(state: State, use: ast.Name, node: Loop, inside: Place) -> bool:
    """Whether ``use`` may read what was set before the loop."""
    start = (node.lineno, node.col_offset)
    bindings = state.program.bindings(use, inside)
    return any(b.kind == "parameter" or b.end <= start for b in bindings)


def _keeps_type(
    state: State,
    name: str,
    update: ast.Assign | ast.AugAssign,
    initial: TraceType,
    inside: Place,
) -> bool:
    inside = state.place_of(update, inside)
    value = _new_value(update)
    if isinstance(initial, TensorValue):
        if _preserves(state, value, name, initial, inside):
            return True
        new = state.value(value, inside)
        return (
            isinstance(new, TensorValue)
            and new.dtype == initial.dtype is not None
            and new.constant_shape == initial.constant_shape is not None
        )
    if isinstance(initial, PythonValue) and initial.kind == "float":
        # AutoGraph makes a float32 tensor of it.
        new = state.value(value, inside)
        return isinstance(new, TensorValue) and (new.dtype, new.shape) == ("float32", ())
    return False


def _counts(state: State, name: str, update: ast.Assign | ast.AugAssign, inside: Place) -> bool:
    """Whether a statement adds a small integer to ``name``, or takes one away."""
    match _new_value(update):
        case ast.BinOp(left=ast.Name(id=other), op=ast.Add() | ast.Sub(), right=step):
            value = state.value(step, inside)
            constants = value.constants if isinstance(value, PythonValue) else None
            is_int = isinstance(value, PythonValue) and value.kind == "int"
            return other == name and is_int and all(abs(c) < _LARGE for c in constants or (_LARGE,))
    return False


def _new_value(update: ast.Assign | ast.AugAssign) -> ast.expr:
    """Return what a name is set to."""
    if isinstance(update, ast.Assign):
        return update.value
    assert isinstance(update.target, ast.Name)
    old = ast.copy_location(ast.Name(update.target.id, ast.Load()), update.target)
    return ast.copy_location(ast.BinOp(old, update.op, update.value), update)


def _preserves(state: State, node: ast.expr, name: str, initial: TensorValue, place: Place) -> bool:
    """Whether ``node`` has the type of the tensor ``name``, by the way it is computed."""
    match node:
        case ast.Name(id=other):
            return other == name
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _preserves(state, operand, name, initial, place)
        case ast.BinOp(left=left, op=op, right=right):
            if isinstance(op, ast.Div) and not (initial.dtype or "").startswith("float"):
                return False
            if isinstance(op, ast.MatMult):
                return False
            kept = [_preserves(state, side, name, initial, place) for side in (left, right)]
            if all(kept):
                return True
            if not any(kept):
                return False
            added = right if kept[0] else left
            return _is_scalar(state, added, place) or _fits_into(state, added, initial, place)
        case ast.Call():
            same = keeps_type(state.program, node, place)
            return same is not None and _preserves(state, same, name, initial, place)
    return False


def _fits_into(state: State, node: ast.expr, tensor: TensorValue, place: Place) -> bool:
    """Whether ``node`` is broadcast to the shape of ``tensor``, which stays as it is.

    The dtype stays in any case: TensorFlow computes with tensors of one dtype only.
    """
    value = state.value(node, place)
    if not isinstance(value, TensorValue):
        return False
    shape, whole = value.constant_shape, tensor.constant_shape
    if shape is None or whole is None or len(shape) > len(whole):
        return False
    return all(a in (1, b) for a, b in zip(reversed(shape), reversed(whole), strict=False))


def _is_scalar(state: State, node: ast.expr, place: Place) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.BinOp(left=left, right=right):
            return _is_scalar(state, left, place) and _is_scalar(state, right, place)
        case ast.UnaryOp(operand=operand):
            return _is_scalar(state, operand, place)
        case ast.Name(id=name) if (number := state.numbers.get(name)) is not None:
            return not number.is_list
    value = state.value(node, place)
    if isinstance(value, TensorValue):
        return value.shape == ()
    return isinstance(value, PythonValue) and value.is_number


def _names(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def _updates(name: str, body: Sequence[ast.stmt]) -> list[ast.Assign | ast.AugAssign] | None:
    """Return the assignments to ``name``; None if it is set in another way too."""
    found: list[ast.Assign | ast.AugAssign] = []
    stores = 0
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
                stores += 1
            elif (
                isinstance(node, ast.Assign)
                and any(
                    isinstance(target, ast.Name) and target.id == name for target in node.targets
                )
            ) or (isinstance(node, ast.AugAssign) and getattr(node.target, "id", None) == name):
                found.append(node)
    return found if stores == len(found) else None
