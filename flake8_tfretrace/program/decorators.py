"""What a decorator of the program makes of the function that it is applied to."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from flake8_tfretrace.program.scopes import Function, Place
from flake8_tfretrace.program.wrappers import Wrappers

_DECIDING = frozenset(
    {"autograph", "experimental_relax_shapes", "input_signature", "reduce_retracing"}
)
"""The options of ``tf.function`` on which it rests what is traced again."""


def returns_its_argument(function: Function | None) -> bool:
    """Whether a decorator gives back the very function that it is applied to."""
    if function is None or not function.parameters or not function.returns:
        return False
    name = function.parameters[0].name
    return len(function.body.scope.bindings[name]) == 1 and all(
        isinstance(statement.value, ast.Name) and statement.value.id == name
        for statement, _ in function.returns
    )


def calls_its_argument(decorator: Function | None) -> bool:
    """Whether a decorator gives a function that calls the one it is applied to, as it is called.

    That is once, in any case, with all its arguments and nothing else, and for what that returns.
    """
    if decorator is None or not decorator.parameters or not decorator.returns:
        return False
    bindings, name = decorator.body.scope.bindings, decorator.parameters[0].name
    if len(bindings[name]) != 1:
        return False
    for statement, _ in decorator.returns:
        given = (
            bindings.get(statement.value.id, []) if isinstance(statement.value, ast.Name) else []
        )
        inner = given[0].function if len(given) == 1 else None
        if inner is None or not _hands_on_to(name, inner):
            return False
    return True


def _hands_on_to(name: str, function: Function) -> bool:
    """Whether each call of a function is one of what ``name`` is outside it, for its result."""
    bindings, node = function.body.scope.bindings, function.node
    if name in bindings or not isinstance(node, ast.FunctionDef) or function.is_generator:
        return False
    calls = [c for c in function.calls if isinstance(c[0].func, ast.Name) and c[0].func.id == name]
    results: set[ast.expr | None] = set()
    for statement, _ in function.returns:
        result = statement.value
        if isinstance(result, ast.Name):
            held = bindings.get(result.id, [])
            result = held[0].value if len(held) == 1 and not held[0].path else None
        results.add(result)
    if len(calls) != 1 or results != {calls[0][0]}:
        return False
    call, place = calls[0]
    is_certain = all(isinstance(p.node, (ast.FunctionDef, ast.With)) for p in place.enclosing())
    return is_certain and _passes_on(call, node) and not _changes(node)


def _passes_on(call: ast.Call, function: ast.FunctionDef) -> bool:
    """Whether a call passes just the parameters of a function, each as what it is."""
    own = function.args
    wanted = [ast.Name(a.arg) for a in (*own.posonlyargs, *own.args)]
    keywords = [ast.keyword(a.arg, ast.Name(a.arg)) for a in own.kwonlyargs]
    written: list[ast.expr] = [*wanted]
    if own.vararg is not None:
        written.append(ast.Starred(ast.Name(own.vararg.arg)))
    if own.kwarg is not None:
        keywords.append(ast.keyword(None, ast.Name(own.kwarg.arg)))
    return ast.unparse(call) == ast.unparse(ast.Call(call.func, written, keywords))


def _changes(function: ast.FunctionDef) -> bool:
    """Whether a function sets a parameter of its own, or changes the dict of its keywords."""
    own = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in own and not isinstance(node.ctx, ast.Load):
            return True
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.value, ast.Name):
            is_named = function.args.kwarg and node.value.id == function.args.kwarg.arg
            if is_named and not (
                isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
            ):
                return True
    return False


def traces_its_argument(
    decorator: Function | None, wrappers: Wrappers
) -> Mapping[str, ast.expr] | None:
    """Return the options with which a decorator traces the function that it is applied to.

    None if it does not, or if calls of the decorator may pass what decides when a trace is made.
    It gives ``tf.function`` of its argument, or of a function of its own that calls just that.
    """
    if decorator is None or not decorator.parameters or not decorator.returns:
        return None
    name = decorator.parameters[0].name
    if len(decorator.body.scope.bindings[name]) != 1:
        return None
    found = [_tracing(r.value, place, name, wrappers) for r, place in decorator.returns]
    options = found[0]
    if options is None or any(other != options for other in found[1:]):
        return None
    decided = {key: value for key, value in options.items() if isinstance(value, ast.Constant)}
    return None if any(key not in decided for key in _DECIDING & options.keys()) else decided


def _tracing(
    node: ast.expr | None, place: Place, name: str, wrappers: Wrappers
) -> dict[str, ast.expr] | None:
    """Return the options of the ``tf.function`` of a variable, or of what calls just that."""
    bindings = place.function.body.scope.bindings
    if isinstance(node, ast.Name):
        held = bindings.get(node.id, [])
        if len(held) != 1 or held[0].path:
            return None
        inner = held[0].function
        if inner is None:
            value = held[0].value
            is_call = isinstance(value, ast.Call)
            return _tracing(value, held[0].place, name, wrappers) if is_call else None
        if not _hands_on_all_to(name, inner):
            return None
        decorators = getattr(inner.node, "decorator_list", ())
        options = (wrappers.options(one, held[0].place) for one in decorators)
        return next((one for one in options if one is not None), None)
    match node:
        case ast.Call(func=func, args=[ast.Name(id=wrapped)]):
            outer = wrappers.options(func, place)
        case _:
            return None
    if outer is None:
        return None
    held = bindings.get(wrapped, [])
    inner = held[0].function if len(held) == 1 else None
    if wrapped != name and (inner is None or not _hands_on_all_to(name, inner)):
        return None
    return {**outer, **wrappers.keywords(node, place)}


def _hands_on_all_to(name: str, function: Function) -> bool:
    """Whether a function calls a variable of the code around it with whatever it is called with."""
    is_open = any(parameter.kind == "*" for parameter in function.parameters)
    return is_open and _hands_on_to(name, function)


def wrapper_of(decorator: Function | None) -> Function | None:
    """Return the one function of its own that a decorator gives in place of its argument."""
    if decorator is None or decorator.is_generator or not decorator.returns:
        return None
    bindings, found = decorator.body.scope.bindings, set()
    for statement, _ in decorator.returns:
        name = statement.value.id if isinstance(statement.value, ast.Name) else ""
        held = bindings.get(name, [])
        found.add(held[0].function if len(held) == 1 else None)
    return found.pop() if len(found) == 1 else None
