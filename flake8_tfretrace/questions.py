"""What a result rests on besides its inputs: questions asked of other files, and their answers.

A result that was kept is good as long as every question that was asked on the way to it has the
answer that it had then. So it is found out, and a change that changes no answer is no reason to
work out a result again.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from flake8_tfretrace import cache

Answer = str | bool | None
_Trace = dict[tuple[tuple[str, ...], Answer], None]
_Given = ParamSpec("_Given")
_Value = TypeVar("_Value")

_ASKED: dict[str, Callable[..., Answer]] = {}
"""Gives the answers to questions, by name."""
_TRACE: ContextVar[_Trace | None] = ContextVar("_TRACE", default=None)
"""What was asked on the way to the result that is being worked out."""


def question(
    answer: Callable[[Any], Answer],
) -> Callable[[Callable[_Given, _Value]], Callable[_Given, _Value]]:
    """Make calls of a function questions; ``answer`` says what matters of what it returns.

    Its arguments are strings, and name files by absolute paths. What it asks itself on the way to
    its answer does not count. Where it keeps answers in memory, calls are noted all the same.
    """

    def decorate(function: Callable[_Given, _Value]) -> Callable[_Given, _Value]:
        @functools.wraps(function)
        def asked(*arguments: _Given.args, **no_names: _Given.kwargs) -> _Value:
            trace = _TRACE.get()
            if trace is None:
                return function(*arguments, **no_names)
            assert not no_names
            with _noting(None):
                value = function(*arguments, **no_names)
            trace[(_name(function), *map(str, arguments)), answer(value)] = None
            return value

        again: Callable[..., _Value] = function
        _ASKED[_name(function)] = lambda *arguments: answer(again(*arguments))
        return asked

    return decorate


def note(asked: Callable[..., Any], *arguments: str, answer: Callable[[], Answer]) -> None:
    """Note a question as asked whose answer is known.

    With another answer to the same question the result is not good for anything later.
    """
    trace = _TRACE.get()
    if trace is not None:
        trace[(_name(asked), *arguments), answer()] = None


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__name__}"


def digest(value: object) -> str:
    """Return a digest of an answer by its ``repr``."""
    return cache.digest(repr(value))


_RESULTS = 4
"""So many results with the same inputs are kept, the latest ones: files change to and fro."""


def kept(inputs: tuple[object, ...], work: Callable[[], Any], *, may_store: bool) -> Any:
    """Return what ``work`` gives, a value of JSON's types, or what it gave before.

    ``inputs`` are all that it depends on besides the answers to its questions, as for
    :func:`flake8_tfretrace.cache.key`.
    """
    if not cache.is_used():
        return work()
    name = cache.key(*inputs)
    results = cache.load(name) or []
    value, asked = next((result for result in results if _hold(result[1])), (None, None))
    trace: _Trace = {}
    if asked is not None:
        trace = {(tuple(question), answer): None for question, answer in asked}
    else:
        with _noting(trace):
            value = work()
        if may_store:
            cache.store(name, [[value, list(trace)], *results[: _RESULTS - 1]])
    outer = _TRACE.get()
    if outer is not None:
        outer.update(trace)
    return value


def _hold(trace: list[tuple[list[str], Answer]]) -> bool:
    """Whether questions still have the answers that they had."""
    with _noting(None):
        return all(_answer(*asked) == answer for asked, answer in trace)


def _answer(name: str, *arguments: str) -> Answer:
    if name not in _ASKED:
        # Who is not asked need not be imported.
        importlib.import_module(name.rpartition(".")[0])
    return _ASKED[name](*arguments)


@contextlib.contextmanager
def _noting(trace: _Trace | None) -> Iterator[None]:
    token = _TRACE.set(trace)
    try:
        yield
    finally:
        _TRACE.reset(token)
