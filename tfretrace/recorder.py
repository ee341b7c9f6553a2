"""Record every trace that TensorFlow makes, with its cause.

    with tfretrace.record() as recording:
        train()
    print(recording)

Nothing of the program is changed. TensorFlow is not imported here: when it is not loaded yet,
recording begins as soon as the program imports it.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import threading
import time
import traceback
import types
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from tfretrace.definitions import (
    bound_to,
    category_of_file,
    closed_over,
    code_of,
    code_within,
    definition_of,
    is_generated,
    is_of_this_package,
)
from tfretrace.records import (
    TIMED_CALLS,
    Category,
    Cause,
    Definition,
    Frame,
    FunctionRecord,
    Trace,
)

if TYPE_CHECKING:
    from tfretrace.hooks import Hook, Installation, TraceOutcome, TraceRequest
    from tfretrace.lines import LineCounter

P = ParamSpec("P")
R = TypeVar("R")

_GENERATED_PREFIX = "outer_factory.<locals>.inner_factory.<locals>."
"""What AutoGraph puts around a function that it converts."""
_ERROR_HANDLER = "error_handler"
"""What TensorFlow and Keras wrap their public functions in."""
_EARLIER_TYPES = 256
"""How many trace types of a function are kept where TensorFlow's own cache cannot be read."""


class Recording:
    """The traces of a stretch of a program."""

    def __init__(self, lines: LineCounter | None = None) -> None:
        self.lines = lines
        """Told between which traces lines are executed, if so."""
        self.hook = ""
        """Which hook saw the traces: see :mod:`tfretrace.hooks`."""
        self.problems: list[str] = []
        """What went wrong in the recorder itself; the program never sees it."""
        self._records: dict[tuple[Any, Category], FunctionRecord] = {}
        self._called_records: dict[int, tuple[types.CodeType, FunctionRecord]] = {}
        """By id of the code, which is kept so that its id stays its own."""
        self._lock = threading.Lock()
        self._began = time.perf_counter()
        self.started = time.time()
        """When it began, in seconds since the epoch."""
        self._last_number = 0

    @property
    def functions(self) -> list[FunctionRecord]:
        """One record per definition, those that lost most time first."""
        return sorted(
            self._records.values(),
            key=lambda record: (-record.seconds_lost, -record.seconds, record.definition.name),
        )

    def of_category(self, *categories: Category) -> list[FunctionRecord]:
        """Return the functions of some categories."""
        return [record for record in self.functions if record.definition.category in categories]

    def of_function(self, function: Callable[..., Any]) -> list[FunctionRecord]:
        """Return the records of a function, traced or not: one, none, or one more for tf.data."""
        code = code_of(function)
        return [record for (key, _), record in self._records.items() if key is code]

    def trace_count(self, *categories: Category) -> int:
        """Return how many traces there were, of some categories or of all."""
        chosen = self.of_category(*categories) if categories else self.functions
        return sum(record.trace_count for record in chosen)

    def __str__(self) -> str:
        from tfretrace.recording_report import recording_text

        return recording_text(self.functions, self.hook, self.problems)

    def _begin(
        self, request: TraceRequest, definition: Definition, trace: Trace, outer: Trace | None
    ) -> Trace:
        """Add a trace that begins, inside another one or not."""
        record = self._record(request.python_function, definition)
        with self._lock:
            self._last_number += 1
            begun = replace(
                trace,
                call=record.calls + 1,
                number=self._last_number,
                inside=None if outer is None else outer.number,
                began=time.perf_counter() - self._began,
                step=record.calls + 1 if outer is None else outer.step,
                thread=threading.get_native_id(),
            )
            record.traces.append(begun)
        if self.lines is not None:
            self.lines.trace_begins(begun.number)
        return begun

    def _end(self) -> None:
        if self.lines is not None:
            self.lines.trace_ends()

    def _record(self, function: Any, definition: Definition | None = None) -> FunctionRecord:
        written = definition or definition_of(function)
        key = (_identity(function, written), written.category)
        with self._lock:
            return self._records.setdefault(key, FunctionRecord(written))

    def _called(self, function: Any) -> None:
        """Count a call. This is all that a cached call costs, so it has to be quick."""
        known = self._called_records.get(id(function))
        record = self._record(function) if known is None else known[1]
        if known is None and isinstance(function, types.CodeType):
            self._called_records[id(function)] = function, record
        with self._lock:
            record.calls += 1
            if record.calls <= TIMED_CALLS:
                record.returned_after.append(time.perf_counter() - self._began)


@dataclass
class _FunctionState:
    """What is known of one ``tf.function`` object."""

    failures: int = 0
    """Failed traces since the last one that succeeded."""
    types: list[tuple[Any, Any]] = field(default_factory=list)
    """``(context, type)`` of its traces, newest last, where TensorFlow's cache cannot be read."""
    under_way: list[tuple[Any, Any]] = field(default_factory=list)
    """The same of its traces that have begun and not ended: one is inside the other where it calls
    itself."""
    made_at: Frame | None = None
    """The user's innermost frame when it was made."""


@dataclass
class _DefinitionState:
    """What is known of all tf.functions of one definition."""

    traced: set[frozenset[types.CodeType]] = field(default_factory=set)
    """Those traced, by the code of the functions that they close over."""
    owners: list[tuple[weakref.ref[Any], int]] = field(default_factory=list)
    """The objects whose methods were traced, numbered."""
    owner_count: int = 0
    without_object: _FunctionState = field(default_factory=_FunctionState)
    """Stands for the function where the hook cannot tell one tf.function from another."""


@dataclass
class _Pending:
    """A trace between its beginning and its end."""

    function: _FunctionState
    entries: dict[Recording, Trace]
    key: tuple[Any, Any]
    """``(context, type)``."""


class _UnderWay(threading.local):
    """The traces of this thread that have begun and not ended, one inside the other."""

    def __init__(self) -> None:
        self.traces: list[_Pending] = []


class _Tracker:
    """Turns what the hook tells into traces, for every recording under way."""

    def __init__(self) -> None:
        self._recordings: list[Recording] = []
        self._installation: Installation | None = None
        self._hooks: tuple[type[Hook], ...] | None = None
        self._functions: weakref.WeakKeyDictionary[Any, _FunctionState]
        self._functions = weakref.WeakKeyDictionary()
        self._definitions: dict[Any, _DefinitionState] = {}
        self._under_way = _UnderWay()
        self._lock = threading.RLock()

    def start(self, recording: Recording, hooks: tuple[type[Hook], ...] | None) -> None:
        """Begin to fill a recording, now or as soon as TensorFlow is imported."""
        with self._lock:
            self._recordings.append(recording)
            if self._installation is None:
                self._hooks = hooks
        if _tensorflow_is_loaded():
            self._install()
        else:
            on_tensorflow_import(self._install)

    def stop(self, recording: Recording) -> None:
        """Stop filling it; the last one detaches the hook and forgets what was traced."""
        with self._lock:
            self._recordings = [other for other in self._recordings if other is not recording]
            if not self._recordings and self._installation is not None:
                self._installation.remove()
                self._installation = None
                self._functions.clear()
                self._definitions.clear()

    def _install(self) -> None:
        with self._lock:
            if not self._recordings:
                return
            try:
                from tfretrace import hooks

                if self._installation is None:
                    chosen = hooks.HOOKS if self._hooks is None else self._hooks
                    self._installation = hooks.install(self, chosen)
            except Exception as error:
                self.problem(f"no hook: {type(error).__name__}: {error}")
            else:
                for recording in self._recordings:
                    recording.hook = self._installation.name

    def problem(self, text: str) -> None:
        """See :class:`tfretrace.hooks.Listener`."""
        for recording in self._recordings:
            if text not in recording.problems:
                recording.problems.append(text)

    def trace_begins(self, request: TraceRequest) -> _Pending:
        """See :class:`tfretrace.hooks.Listener`."""
        from tfretrace.causes import describe_call
        from tfretrace.trace_types import stored_call

        frames = _frames()
        site = frames.site
        definition = _as_written(definition_of(request.python_function), site)
        with self._lock:
            # The category too: a tf.function given to Dataset.map is traced as two functions.
            key = (_identity(request.python_function, definition), definition.category)
            state = self._definitions.setdefault(key, _DefinitionState())
            function = self._function_state(request, state)
            owner, owner_is_new = _owner(bound_to(request.python_function), state)
            if owner is None and definition.in_keras:
                owner, _ = _owner(closed_over(request.python_function, "self"), state)
            causes = _causes(request, function, state, owner_is_new)
            state.traced.add(code_within(request.python_function))
            requested = request.requested
            signature = "" if requested is None else describe_call(requested)
            types = {} if requested is None else stored_call(requested)
            trace = Trace(
                causes,
                signature,
                site,
                1,
                request.nested,
                owner,
                types=types,
                stack=frames.own,
                entered=frames.entered,
                made_at=function.made_at,
            )
            around = self._under_way.traces[-1].entries if self._under_way.traces else {}
            entries = {
                recording: recording._begin(request, definition, trace, around.get(recording))
                for recording in self._recordings
            }
            pending = _Pending(function, entries, (request.context, requested))
            function.under_way.append(pending.key)
            self._under_way.traces.append(pending)
            return pending

    def trace_ends(self, token: _Pending, outcome: TraceOutcome) -> None:
        """See :class:`tfretrace.hooks.Listener`."""
        error = outcome.error
        function = token.function
        function.failures = 0 if error is None else function.failures + 1
        function.under_way = [key for key in function.under_way if key is not token.key]
        self._under_way.traces = [other for other in self._under_way.traces if other is not token]
        graph_ops = None if outcome.graph is None else len(outcome.graph.get_operations())
        for recording, trace in token.entries.items():
            recording._end()
            trace.seconds = outcome.seconds
            trace.graph_ops = graph_ops
            if error is not None:
                trace.error = error_text(error)
                trace.raised_at = _raised_at(error)

    def made(self, function: Any) -> None:
        """See :class:`tfretrace.hooks.Listener`."""
        stack = _frames().own
        if stack:
            state = self._functions.setdefault(function._function_captures, _FunctionState())
            state.made_at = stack[0]

    def called(self, function: Any) -> None:
        """See :class:`tfretrace.hooks.Listener`."""
        for recording in self._recordings:
            recording._called(function)

    def _function_state(self, request: TraceRequest, state: _DefinitionState) -> _FunctionState:
        # The one object that belongs to a tf.function for life and can be referred to weakly.
        captures = getattr(request.options, "function_captures", None)
        if captures is None:
            return state.without_object
        return self._functions.setdefault(captures, _FunctionState())


_tracker = _Tracker()


def _identity(function: Any, definition: Definition) -> types.CodeType | Definition:
    """Return what tells the functions of one definition from others."""
    code = code_of(function)
    # AutoGraph makes new code of the same source again and again.
    return definition if code is None or is_generated(code.co_filename) else code


def _causes(
    request: TraceRequest, function: _FunctionState, state: _DefinitionState, owner_is_new: bool
) -> tuple[Cause, ...]:
    from tfretrace.causes import explain

    earlier: dict[Any, Any] | list[Any] | None = request.cached()
    if earlier is None:
        earlier = function.types
        function.types = [*function.types, (request.context, request.requested)][-_EARLIER_TYPES:]
    elif function.under_way:
        earlier = [*earlier, *function.under_way]
    if earlier and request.requested is not None and request.context is not None:
        causes = explain(request.requested, request.context, earlier)
        if causes:
            return causes
    if earlier and request.options is not None:
        return (Cause("unknown"),)
    if function.failures:
        return (Cause("after_failure"),)
    if code_within(request.python_function) not in state.traced:
        return (Cause("first_trace"),)
    return (Cause("new_instance" if owner_is_new else "new_tf_function"),)


def error_text(error: BaseException) -> str:
    """Return ``ErrorName: message`` in one line, without AutoGraph's account of the stack."""
    lines = str(error).strip().splitlines() or [""]
    name = type(error).__name__
    message = lines[-1].strip() if lines[0].startswith("in user code") else lines[0]
    return f"{name}: {message.removeprefix(f'{name}: ')}"


def _as_written(definition: Definition, call_site: str) -> Definition:
    """Name a function inside a converted one as its source does, near the call that traces it."""
    if not is_generated(definition.file):
        return definition
    parts = definition.name.removeprefix(_GENERATED_PREFIX).split(".")
    name = ".".join(part.removeprefix("tf__") for part in parts)
    file, _, line = call_site.rpartition(":")
    return replace(definition, name=name, file=file, line=int(line or 0))


def _owner(owner: Any, state: _DefinitionState) -> tuple[int | None, bool]:
    """Return the number of a method's object, and whether it is seen for the first time."""
    if owner is None:
        return None, False
    state.owners = [known for known in state.owners if known[0]() is not None]
    for reference, number in state.owners:
        if reference() is owner:
            return number, False
    state.owner_count += 1
    with contextlib.suppress(TypeError):  # An object without weak references is always new.
        state.owners.append((weakref.ref(owner), state.owner_count))
    return state.owner_count, True


@dataclass(frozen=True)
class _Frames:
    """Who called TensorFlow."""

    own: tuple[Frame, ...]
    """The user's frames, innermost first."""
    caller: Frame | None
    """The innermost frame of an installed package."""
    entered: str
    """See :attr:`Trace.entered`."""

    @property
    def site(self) -> str:
        """``file:line`` of the innermost one of all."""
        innermost = self.own[0] if self.own else self.caller
        return "" if innermost is None else innermost.site


def _frames() -> _Frames:
    """Return the frames that lead to TensorFlow."""
    from tensorflow.python.util import tf_stack

    own: list[Frame] = []
    caller = None
    entered = ""
    passed_tensorflow = False
    # TensorFlow's own stack maps AutoGraph's generated code back to the source.
    for frame in reversed(tf_stack.extract_stack()):
        category = category_of_file(frame.filename)
        # Between TensorFlow and here are hooks: of this package, and whoever else has one.
        passed_tensorflow |= category == "tensorflow"
        passing = is_of_this_package(frame.filename) or is_generated(frame.filename)
        if passing or not passed_tensorflow:
            continue
        if category == "user":
            own.append(Frame(frame.filename, frame.lineno, frame.name.removeprefix("tf__")))
        elif not own and frame.name != _ERROR_HANDLER:
            entered = frame.name
            if category == "third_party" and caller is None:
                caller = Frame(frame.filename, frame.lineno, frame.name)
    return _Frames(tuple(own), caller, entered)


def _raised_at(error: BaseException) -> Frame | None:
    """Return the user's innermost frame that an error of a trace passed through."""
    # AutoGraph raises another error, which has the frames as the source has them.
    metadata = getattr(error, "ag_error_metadata", None)
    if metadata is not None:
        frames = [
            Frame(frame.filename, frame.lineno, frame.function_name)
            for frame in metadata.translated_stack
        ]
    else:
        frames = [
            Frame(frame.filename, frame.lineno or 0, frame.name)
            for frame in reversed(traceback.extract_tb(error.__traceback__))
        ]
    return next((frame for frame in frames if category_of_file(frame.file) == "user"), None)


def _tensorflow_is_loaded() -> bool:
    spec = getattr(sys.modules.get("tensorflow"), "__spec__", None)
    return spec is not None and not getattr(spec, "_initializing", False)


def on_tensorflow_import(action: Callable[[], None]) -> None:
    """Run ``action`` once the program has imported TensorFlow; nothing is imported here."""

    class Finder(importlib.abc.MetaPathFinder):
        def find_spec(
            self,
            fullname: str,
            path: Sequence[str] | None,
            target: types.ModuleType | None = None,
        ) -> importlib.machinery.ModuleSpec | None:
            if fullname != "tensorflow":
                return None
            sys.meta_path.remove(self)
            spec = importlib.util.find_spec(fullname)
            if spec is None or spec.loader is None:
                return spec
            loader: Any = spec.loader
            execute = loader.exec_module

            def execute_and_act(module: types.ModuleType) -> None:
                execute(module)
                action()

            loader.exec_module = execute_and_act
            return spec

    sys.meta_path.insert(0, Finder())


class Recorder(contextlib.AbstractContextManager[Recording]):
    """Context manager and decorator that fills a :class:`Recording`; see :func:`record`."""

    def __init__(
        self,
        report: Callable[[Recording], None] | None,
        hooks: tuple[type[Hook], ...] | None = None,
        lines: LineCounter | None = None,
    ) -> None:
        self._report = report
        self._hooks = hooks
        self._lines = lines
        self._open: list[Recording] = []

    def __enter__(self) -> Recording:
        recording = Recording(self._lines)
        self._open.append(recording)
        _tracker.start(recording, self._hooks)
        return recording

    def __exit__(self, exception_type: type[BaseException] | None, *_exception: object) -> None:
        recording = self._open.pop()
        _tracker.stop(recording)
        if self._report is not None and exception_type is None:
            self._report(recording)

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Record each call of ``function``."""
        report = self._report or _print_report

        @functools.wraps(function)
        def recorded(*args: P.args, **kwargs: P.kwargs) -> R:
            with Recorder(report, self._hooks):
                return function(*args, **kwargs)

        return recorded


def _print_report(recording: Recording) -> None:
    print(recording, file=sys.stderr)


def record(report: Callable[[Recording], None] | None = None) -> Recorder:
    """Record the traces made in a ``with`` block or in a decorated function.

    Args:
        report: called with the recording at the end. A decorated function prints to standard
            error where it is not given.

    Recordings may be nested and overlap. What goes wrong in the recorder is in
    ``recording.problems`` and never reaches the program.
    """
    return Recorder(report)
