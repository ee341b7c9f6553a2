"""What a traced body does to the world around it, once per trace."""

from __future__ import annotations

import ast

from flake8_tfretrace.program import Function, Program
from tfretrace_fix.functions import HOST_VALUES, draws

_PRINTING = frozenset({"print", "pprint.pprint", "sys.stdout.write", "sys.stderr.write"})
_SEEDING = ("set_seed", "set_random_seed")
_LOGGING = ("absl.logging.", "logging.", "warnings.warn")


def effects_of_tracing(program: Program, *functions: Function) -> str | None:
    """Return what the bodies do once per trace, and so less often after a fix; or None."""
    for reached in program.effects.reached(functions):
        own = {p.name for p in reached.parameters[:1] if reached.name == "__init__"}
        for target, _ in reached.attribute_stores:
            # A constructor sets attributes of an object that only the trace knows.
            if not isinstance(target.value, ast.Name) or target.value.id not in own:
                return f"tracing sets '{ast.unparse(target)}'"
        for call, place in reached.calls:
            qualified = program.qualified(call.func, place) or ""
            if draws(program, call, place):
                return f"each trace starts '{ast.unparse(call.func)}' anew"
            if qualified.startswith(HOST_VALUES):
                return f"each trace calls '{ast.unparse(call.func)}' anew"
    return None


def draws_from_seed(program: Program, function: Function) -> str | None:
    """Return why fewer traces surely draw other numbers; or None.

    With a seed, what each trace draws begins with the same number. Without one nobody can tell.
    """
    if not any(program.calls.named(name) for name in _SEEDING):
        return None
    for reached in program.effects.reached([function]):
        for call, place in reached.calls:
            if draws(program, call, place):
                return (
                    f"each trace draws '{ast.unparse(call.func)}' from the seed anew, and fewer "
                    "traces would draw other numbers: use tf.random.stateless_normal and the like, "
                    "or a tf.random.Generator"
                )
    return None


def output_of_tracing(program: Program, function: Function) -> ast.Call | None:
    """Return a call in the body that prints once per trace; or None."""
    for reached in program.effects.reached([function]):
        for call, place in reached.calls:
            qualified = program.qualified(call.func, place) or ""
            if qualified in _PRINTING or qualified.startswith(_LOGGING):
                return call
    return None
