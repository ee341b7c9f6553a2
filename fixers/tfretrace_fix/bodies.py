"""What fixes ask of the code that runs while a function is traced."""

from __future__ import annotations

from flake8_tfretrace.program import Function, Program, TracedFunction


def runs_eagerly(program: Program, function: Function) -> bool:
    """Whether a helper of a traced function is also called outside any graph."""
    if program.traced_of(function):
        return False
    return any(not program.in_graph(place) for _, place in program.calls.callers(function))


def is_compiled(program: Program, function: Function) -> bool:
    """Whether XLA compiles the traced function that ``function`` belongs to."""
    traced = program.graph.functions.get(function)
    return isinstance(traced, TracedFunction) and traced.is_set(
        "jit_compile", "experimental_compile"
    )
