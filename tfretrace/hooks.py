"""Hooks that see TensorFlow trace, from the most to the least telling.

* :class:`TracingHook` wraps ``tracing_compilation._create_concrete_function``: every trace, also
  those that fail, with its time.
* :class:`CallbackHook` uses TensorFlow's own ``transform.CONCRETE_FUNCTION_CALLBACKS``: traces that
  succeed.
* :class:`LogHook` reads the log record "Creating new FuncGraph": every trace, without its outcome.

All are private names of TensorFlow, the same in 2.16 to 2.21. :func:`install` takes the first one
that is there. A hook hands :class:`TraceRequest` objects to a listener; what goes wrong on the way
is told to the listener as a problem and never reaches the program.

Importing this module imports TensorFlow.
"""

from __future__ import annotations

import functools
import logging
import sys
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from tensorflow.python.eager.polymorphic_function import (
    polymorphic_function,
    tracing_compilation,
    transform,
)
from tensorflow.python.framework import ops
from tensorflow.python.platform import tf_logging

_TRACING_FUNCTION = "_create_concrete_function"
_CALLER_OF_TRACING = "_maybe_define_function"
_DETECTOR = "_frequent_tracing_detector_manager"
_FRAMES_TO_CALLER = 12


class HookUnavailableError(Exception):
    """TensorFlow does not have what the hook attaches to."""


@dataclass
class TraceRequest:
    """One trace as TensorFlow begins it. What a hook cannot see is None."""

    python_function: Any
    requested: Any = None
    """The ``FunctionType`` of the call."""
    context: Any = None
    """Its ``FunctionContext``."""
    options: Any = None
    """TensorFlow's ``TracingOptions``, which hold the function's cache."""
    nested: bool = False
    """Traced while another graph was being built."""

    def cached(self) -> dict[tuple[Any, Any], Any] | None:
        """Return the function's earlier traces by their ``(context, type)``, oldest first.

        TensorFlow's own dictionary: going through it hashes every type in it. None where the hook
        does not see it.
        """
        if self.options is None:
            return None
        cache = self.options.function_cache
        return {} if cache is None else cache._primary


@dataclass
class TraceOutcome:
    """How a trace ended."""

    seconds: float | None = None
    """Wall time, including that of functions traced inside; None where the hook cannot tell."""
    graph: Any = None
    """The ``FuncGraph`` built, None after a failure."""
    error: BaseException | None = None


class Listener(Protocol):
    """What a hook tells."""

    def trace_begins(self, request: TraceRequest) -> Any:
        """Hear of a trace; the return value comes back in :meth:`trace_ends`."""

    def trace_ends(self, token: Any, outcome: TraceOutcome) -> None:
        """Hear how it ended."""

    def called(self, function: Any) -> None:
        """Hear of an eager call of the function whose code object (or callable) is given."""

    def made(self, function: Any) -> None:
        """Hear of a ``tf.function`` object that has just been made."""

    def problem(self, text: str) -> None:
        """Hear that a hook does not work as it should."""


class Hook:
    """A place in TensorFlow where traces are seen."""

    name = ""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener

    def install(self) -> None:
        """Attach to TensorFlow.

        Raises:
            HookUnavailableError: this TensorFlow has no such place.
        """
        raise NotImplementedError

    def remove(self) -> None:
        """Detach, leaving TensorFlow as it was found."""
        raise NotImplementedError

    def guarded(self, action: Callable[..., Any], *args: Any) -> Any:
        """Run ``action``; keep what it raises away from the program."""
        try:
            return action(*args)
        except Exception as error:
            self.listener.problem(f"{self.name}: {type(error).__name__}: {error}")
            return None


class TracingHook(Hook):
    """Wraps the one function that builds every concrete function."""

    name = "tracing function"

    def install(self) -> None:
        """See :class:`Hook`."""
        self.original = getattr(tracing_compilation, _TRACING_FUNCTION, None)
        if not callable(self.original):
            raise HookUnavailableError(f"tracing_compilation.{_TRACING_FUNCTION} is missing")
        original = self.original
        self.attached = True

        @functools.wraps(original)
        def traced(*args: Any, **kwargs: Any) -> Any:
            if not self.attached:
                return original(*args, **kwargs)
            token = self.guarded(self._begin, args, kwargs, sys._getframe(1))
            start = time.perf_counter()
            try:
                concrete = original(*args, **kwargs)
            except BaseException as error:
                seconds = time.perf_counter() - start
                self._end(token, TraceOutcome(seconds, error=error))
                raise
            self._end(token, TraceOutcome(time.perf_counter() - start, concrete.graph))
            return concrete

        self.traced = traced
        setattr(tracing_compilation, _TRACING_FUNCTION, traced)

    def remove(self) -> None:
        """See :class:`Hook`."""
        self.attached = False
        # Whoever has wrapped the function since keeps what it wrapped.
        if getattr(tracing_compilation, _TRACING_FUNCTION) is self.traced:
            setattr(tracing_compilation, _TRACING_FUNCTION, self.original)

    def _begin(self, args: Any, kwargs: Any, caller: types.FrameType) -> Any:
        parameters = dict(
            zip(
                ("function_type", "type_context", "func_graph", "tracing_options"),
                args,
                strict=False,
            )
        )
        parameters.update(kwargs)
        options = parameters["tracing_options"]
        request = TraceRequest(
            options.python_function,
            parameters["function_type"],
            options=options,
            nested=ops.inside_function(),
        )
        # The wrappers of others may stand between.
        for frame in _outward(caller):
            if frame.f_code.co_name == _CALLER_OF_TRACING:
                _read_caller(request, frame)
                break
        return self.listener.trace_begins(request)

    def _end(self, token: Any, outcome: TraceOutcome) -> None:
        if token is not None:
            self.guarded(self.listener.trace_ends, token, outcome)


class CallbackHook(Hook):
    """Appends to the list of callbacks that TensorFlow calls with each new concrete function."""

    name = "concrete function callbacks"

    def install(self) -> None:
        """See :class:`Hook`."""
        callbacks = getattr(transform, "CONCRETE_FUNCTION_CALLBACKS", None)
        if not isinstance(callbacks, list):
            raise HookUnavailableError("transform.CONCRETE_FUNCTION_CALLBACKS is missing")
        self.callbacks = callbacks
        self.callbacks.append(self._traced)

    def remove(self) -> None:
        """See :class:`Hook`."""
        self.callbacks.remove(self._traced)

    def _traced(self, concrete: Any) -> None:
        self.guarded(self._report, concrete)

    def _report(self, concrete: Any) -> None:
        for frame in _outward(sys._getframe(1)):
            if frame.f_code.co_name == _CALLER_OF_TRACING:
                request = TraceRequest(
                    frame.f_locals["tracing_options"].python_function,
                    concrete.function_type,
                    options=frame.f_locals["tracing_options"],
                    nested=ops.inside_function(),
                )
                _read_caller(request, frame)
                token = self.listener.trace_begins(request)
                if token is not None:
                    self.listener.trace_ends(token, TraceOutcome(graph=concrete.graph))
                return
        raise HookUnavailableError(f"no {_CALLER_OF_TRACING} on the stack of a new trace")


class LogHook(Hook):
    """Reads the record that TensorFlow logs, at its lowest level, before each trace."""

    name = "log records"
    _MESSAGE = "Creating new FuncGraph for Python function"

    def install(self) -> None:
        """See :class:`Hook`."""
        self.logger = tf_logging.get_logger()
        self.level = self.logger.level
        self.shown = self.logger.getEffectiveLevel()
        self.logger.addFilter(self._filter)
        self.logger.setLevel(1)

    def remove(self) -> None:
        """See :class:`Hook`."""
        self.logger.setLevel(self.level)
        self.logger.removeFilter(self._filter)

    def _filter(self, record: logging.LogRecord) -> bool:
        """Read the record; let through what the logger's own level let through."""
        self.guarded(self._report, record)
        return bool(record.levelno >= self.shown)

    def _report(self, record: logging.LogRecord) -> None:
        if not str(record.msg).startswith(self._MESSAGE) or not isinstance(record.args, tuple):
            return
        python_function, context, requested = record.args
        request = TraceRequest(python_function, requested, context, nested=ops.inside_function())
        token = self.listener.trace_begins(request)
        if token is not None:
            self.listener.trace_ends(token, TraceOutcome())


class CallCounter:
    """Counts eager calls where TensorFlow counts them itself: in its detector of retracing.

    ``polymorphic_function._frequent_tracing_detector_manager`` hears of every eager call that
    returned, with the function's code object.
    """

    def __init__(self, hook: Hook) -> None:
        self.hook = hook

    def install(self) -> None:
        """Attach to TensorFlow.

        Raises:
            HookUnavailableError: this TensorFlow has no such detector.
        """
        original: Any = getattr(polymorphic_function, _DETECTOR, None)
        methods = ("called_without_tracing", "called_with_tracing")
        if not all(callable(getattr(original, method, None)) for method in methods):
            raise HookUnavailableError(f"polymorphic_function.{_DETECTOR} is missing")
        hook = self.hook
        counter = self
        self.attached = True

        class Detector:
            def called_without_tracing(self, key: Any, *args: Any) -> None:
                if counter.attached:
                    hook.guarded(hook.listener.called, key)
                original.called_without_tracing(key, *args)

            def called_with_tracing(self, key: Any, *args: Any) -> None:
                if counter.attached:
                    hook.guarded(hook.listener.called, key)
                original.called_with_tracing(key, *args)

        self.original = original
        self.detector = Detector()
        setattr(polymorphic_function, _DETECTOR, self.detector)

    def remove(self) -> None:
        """Detach."""
        self.attached = False
        if getattr(polymorphic_function, _DETECTOR) is self.detector:
            setattr(polymorphic_function, _DETECTOR, self.original)


class CreationHook:
    """Wraps the constructor of what ``tf.function`` returns."""

    def __init__(self, hook: Hook) -> None:
        self.hook = hook

    def install(self) -> None:
        """Attach to TensorFlow."""
        function: Any = polymorphic_function.Function
        hook = self.hook
        creation = self
        self.attached = True
        self.original = original = function.__init__

        @functools.wraps(original)
        def construct(self: Any, *args: Any, **kwargs: Any) -> None:
            original(self, *args, **kwargs)
            if creation.attached:
                hook.guarded(hook.listener.made, self)

        self.construct = construct
        function.__init__ = construct

    def remove(self) -> None:
        """Detach."""
        self.attached = False
        function: Any = polymorphic_function.Function
        if function.__init__ is self.construct:
            function.__init__ = self.original


HOOKS: tuple[type[Hook], ...] = (TracingHook, CallbackHook, LogHook)
"""From the most to the least telling."""


@dataclass
class Installation:
    """What was attached to TensorFlow."""

    hook: Hook | None
    counter: CallCounter | None
    creation: CreationHook | None = None

    @property
    def name(self) -> str:
        """The hook's name."""
        return "none" if self.hook is None else self.hook.name

    def remove(self) -> None:
        """Detach everything."""
        for part in (self.creation, self.counter, self.hook):
            if part is not None:
                part.remove()


def install(listener: Listener, hooks: tuple[type[Hook], ...] = HOOKS) -> Installation:
    """Attach the first of ``hooks`` that this TensorFlow offers, and the call counter.

    Nothing is raised: the listener hears of what could not be attached.
    """
    for kind in hooks:
        hook = kind(listener)
        try:
            hook.install()
        except Exception as error:
            listener.problem(f"{kind.name}: {error}")
            continue
        installation = Installation(hook, None)
        counter, creation = CallCounter(hook), CreationHook(hook)
        try:
            counter.install()
            installation.counter = counter
        except Exception as error:
            listener.problem(f"calls are not counted: {error}")
        try:
            creation.install()
            installation.creation = creation
        except Exception as error:
            listener.problem(f"where functions are made is not seen: {error}")
        return installation
    return Installation(None, None)


def _outward(frame: types.FrameType | None) -> Iterator[types.FrameType]:
    for _ in range(_FRAMES_TO_CALLER):
        if frame is None:
            return
        yield frame
        frame = frame.f_back


def _read_caller(request: TraceRequest, caller: types.FrameType) -> None:
    """Take the requested type from the caller: reduce_retracing generalises the one traced."""
    request.requested = caller.f_locals.get("lookup_func_type", request.requested)
    request.context = caller.f_locals.get("current_func_context")
