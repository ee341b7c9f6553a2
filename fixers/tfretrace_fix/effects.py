"""What a traced body does to the world around it, once per trace."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace.program import Function, Program
from flake8_tfretrace.program.tracetypes import FunctionValue
from tfretrace_fix.functions import HOST_VALUES, draws

_PRINTING = frozenset({"print", "pprint.pprint", "sys.stdout.write", "sys.stderr.write"})
_LOGGING = ("absl.logging.", "logging.", "warnings.warn")


def effects_of_tracing(program: Program, function: Function) -> str | None:
    """Return what the body does once per trace, and so less often after a fix; or None."""
    for reached in _reached(program, function):
        if reached.attribute_stores:
            target = reached.attribute_stores[0][0]
            return f"tracing sets '{ast.unparse(target)}'"
        for call, place in reached.calls:
            qualified = program.qualified(call.func, place) or ""
            if draws(program, call, place):
                return f"each trace starts '{ast.unparse(call.func)}' anew"
            if qualified.startswith(HOST_VALUES):
                return f"each trace calls '{ast.unparse(call.func)}' anew"
    return None


def output_of_tracing(program: Program, function: Function) -> ast.Call | None:
    """Return a call in the body that prints once per trace; or None."""
    for reached in _reached(program, function):
        for call, place in reached.calls:
            qualified = program.qualified(call.func, place) or ""
            if qualified in _PRINTING or qualified.startswith(_LOGGING):
                return call
    return None


def _reached(program: Program, function: Function) -> Iterator[Function]:
    """Yield ``function``, what it defines, and the functions of the file that it calls."""
    seen = [function]
    for current in seen:
        yield current
        callees = [program.value(call.func, place) for call, place in current.calls]
        called = [c.function for c in callees if isinstance(c, FunctionValue) and c.function]
        seen += [f for f in dict.fromkeys([*current.inner, *called]) if f not in seen]
