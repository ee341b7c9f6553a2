"""Which lines of a program run, how often, and while which functions are traced.

From Python 3.12 on ``sys.monitoring`` counts every line of the user's files; each stops to cost
anything after its first :data:`COUNTED` runs outside of traces. Before, ``sys.settrace`` counts
lines while a function is traced, and no others; an audit hook hears which files run.
"""

from __future__ import annotations

import functools
import sys
import threading
import time
import types
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tfretrace.definitions import category_of_file, is_generated, is_of_this_package

COUNTED = 16
"""How often a line is counted outside of traces."""
_TRACES = 100
"""For how many traces a line is counted."""


@dataclass(frozen=True)
class LineRuns:
    """How often a line ran."""

    count: int
    """In all, while it was counted: see :data:`COUNTED`."""
    last: float
    """When it was last counted, in seconds from the start; 0 if it was counted in traces only."""
    in_traces: Mapping[int, int]
    """How often in each trace, by its number."""


Place = tuple[str, int]
"""A file and a line of it."""


class LineCounter:
    """Counts lines of the user's files. This one counts none: see :func:`line_counter`."""

    counts_all = False
    """Whether lines are counted outside of traces, too."""

    def __init__(self) -> None:
        self.executed: set[str] = set()
        """The user's files whose code was seen to run."""
        self.on_file: Callable[[str], None] = _ignore
        """Told each of them when it begins to run."""
        self._began = time.perf_counter()
        self._traces = _Traces()
        self._runs: defaultdict[Place, int] = defaultdict(int)
        self._last: dict[Place, float] = {}
        self._traced: defaultdict[Place, dict[int, int]] = defaultdict(dict)
        self._raised: dict[Place, str] = {}
        self._origins: dict[Place, Place | None] = {}

    def start(self) -> None:
        """Begin to count."""

    def trace_begins(self, number: int) -> None:
        """Hear that a function is traced in this thread from now on."""
        self._traces.numbers.append(number)

    def trace_ends(self) -> None:
        """Hear that the trace that began last in this thread has ended."""
        if self._traces.numbers:
            self._traces.numbers.pop()

    def lines(self) -> dict[str, dict[int, LineRuns]]:
        """Return the lines that ran, by file."""
        found: defaultdict[str, dict[int, LineRuns]] = defaultdict(dict)
        # Several lines of generated code may stand for one: it ran as often as the most frequent.
        traced: defaultdict[Place, dict[int, int]] = defaultdict(dict)
        for place, runs in list(self._traced.items()):
            origin = self._origin(place)
            if origin is not None:
                known = traced[origin]
                for number, count in runs.items():
                    known[number] = max(count, known.get(number, 0))
        for file, line in {*self._runs, *traced}:
            place = (file, line)
            in_traces = traced.get(place, {})
            count = max(self._runs.get(place, 0), sum(in_traces.values()))
            found[file][line] = LineRuns(count, self._last.get(place, 0.0), in_traces)
        return dict(found)

    def raised(self) -> dict[Place, str]:
        """Return the lines at which errors entered the user's files, with the error's name."""
        return {
            origin: error
            for place, error in list(self._raised.items())
            if (origin := self._origin(place)) is not None
        }

    def _begins(self, file: str) -> None:
        """Note a file of the user's, as its code begins to run."""
        if file not in self.executed:
            self.executed.add(file)
            self.on_file(file)

    def _ran_in_trace(self, place: Place) -> None:
        numbers = self._traces.numbers
        if not numbers:
            return
        if is_generated(place[0]) and place not in self._origins:
            self._origins[place] = _origin_of_generated()
        if self._origins.get(place, place) is None:
            return
        counts = self._traced[place]
        if numbers[-1] in counts or len(counts) < _TRACES:
            counts[numbers[-1]] = counts.get(numbers[-1], 0) + 1

    def _origin(self, place: Place) -> Place | None:
        return self._origins.get(place) if is_generated(place[0]) else place


class _Traces(threading.local):
    """The numbers of the traces under way in this thread, one inside the other."""

    def __init__(self) -> None:
        self.numbers: list[int] = []


def _ignore(file: str) -> None:
    """Hear of a file that nobody asks for."""


@functools.cache
def _is_own(file: str) -> bool:
    """Whether lines of a file are counted: those of the user, as written or as AutoGraph has it."""
    if is_generated(file):
        return True
    if file.startswith("<"):
        return False
    return category_of_file(file) == "user" and not is_of_this_package(file)


def _origin_of_generated() -> Place | None:
    """Return the line of the source that the line of generated code now running stands for."""
    from tensorflow.python.util import tf_stack

    for frame in reversed(tf_stack.extract_stack()):
        if not is_of_this_package(frame.filename):
            own = not is_generated(frame.filename) and _is_own(frame.filename)
            return (frame.filename, frame.lineno) if own else None
    return None


class _SettraceCounter(LineCounter):
    """Counts with ``sys.settrace`` while functions are traced, unless a debugger uses it."""

    def start(self) -> None:
        """See :class:`LineCounter`."""
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note the file of code that is executed, as that of a module that is imported."""
        if event == "exec" and isinstance(arguments[0], types.CodeType):
            file = arguments[0].co_filename
            if not is_generated(file) and _is_own(file):
                self._begins(file)

    def trace_begins(self, number: int) -> None:
        """See :class:`LineCounter`."""
        super().trace_begins(number)
        if sys.gettrace() is None:
            sys.settrace(self._enter)

    def trace_ends(self) -> None:
        """See :class:`LineCounter`."""
        super().trace_ends()
        if not self._traces.numbers and sys.gettrace() == self._enter:
            sys.settrace(None)

    def _enter(self, frame: types.FrameType, _event: str, _argument: Any) -> Any:
        return self._local if _is_own(frame.f_code.co_filename) else None

    def _local(self, frame: types.FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            self._ran_in_trace((frame.f_code.co_filename, frame.f_lineno))
        return self._local


class _MonitoringCounter(LineCounter):
    """Counts with ``sys.monitoring``: all lines as one tool, those in traces as another."""

    counts_all = True

    def __init__(self, monitoring: Any) -> None:
        super().__init__()
        self._monitoring = monitoring
        free = [number for number in (3, 4, 0, 2, 5) if monitoring.get_tool(number) is None]
        self._all, self._in_traces = free[:2]
        self._resting: set[types.CodeType] = set()
        """That of which nothing is heard before the next trace: outside of traces each call, and
        each line, would cost as much as it takes itself."""
        self._under_way = 0
        """How many traces are, in all threads."""
        self._lock = threading.Lock()

    def start(self) -> None:
        """See :class:`LineCounter`."""
        monitoring = self._monitoring
        events = monitoring.events
        callbacks: dict[tuple[int, int], Callable[..., Any]] = {
            (self._all, events.PY_START): self._code_starts,
            (self._all, events.LINE): self._line_runs,
            (self._all, events.PY_UNWIND): self._error_leaves,
            (self._in_traces, events.PY_START): self._own_code_starts,
            (self._in_traces, events.LINE): self._line_runs_in_trace,
        }
        for tool in (self._all, self._in_traces):
            monitoring.use_tool_id(tool, "tfretrace")
        for (tool, event), callback in callbacks.items():
            monitoring.register_callback(tool, event, callback)
        # Not RAISE, which would be heard ten times in each call of a traced function.
        monitoring.set_events(self._all, events.PY_START | events.PY_UNWIND)

    def trace_begins(self, number: int) -> None:
        """See :class:`LineCounter`."""
        super().trace_begins(number)
        with self._lock:
            self._under_way += 1
            resting, self._resting = self._resting, set()
        for code in resting:
            # What was disabled is enabled only as an event that was not asked for.
            self._hear_in_traces(code, 0)
            self._hear_in_traces(code, self._monitoring.events.PY_START)

    def trace_ends(self) -> None:
        """See :class:`LineCounter`."""
        with self._lock:
            self._under_way -= bool(self._traces.numbers)
        super().trace_ends()

    def _hear_in_traces(self, code: types.CodeType, events: int) -> None:
        self._monitoring.set_local_events(self._in_traces, code, events)

    def _code_starts(self, code: types.CodeType, _offset: int) -> Any:
        events = self._monitoring.events
        if _is_own(code.co_filename):
            if not is_generated(code.co_filename):
                self._begins(code.co_filename)
                self._monitoring.set_local_events(self._all, code, events.LINE)
            if self._own_code_starts(code, _offset) is None and not self._traces.numbers:
                self._hear_in_traces(code, events.PY_START)
        return self._monitoring.DISABLE

    def _own_code_starts(self, code: types.CodeType, _offset: int) -> Any:
        """Count the lines of code that is run in a trace, until it ends."""
        if not self._traces.numbers:
            return self._rest(code)
        self._hear_in_traces(code, self._monitoring.events.LINE)
        return None

    def _rest(self, code: types.CodeType) -> Any:
        """Hear no more of code where it now is, outside of traces, unless other threads trace."""
        if self._under_way:
            return None
        self._resting.add(code)
        return self._monitoring.DISABLE

    def _line_runs(self, code: types.CodeType, line: int) -> Any:
        place = code.co_filename, line
        self._runs[place] += 1
        self._last[place] = time.perf_counter() - self._began
        return self._monitoring.DISABLE if self._runs[place] >= COUNTED else None

    def _line_runs_in_trace(self, code: types.CodeType, line: int) -> Any:
        if not self._traces.numbers:
            return self._rest(code)
        self._ran_in_trace((code.co_filename, line))
        return None

    def _error_leaves(self, code: types.CodeType, _offset: int, error: BaseException) -> None:
        """Note the line of the user's at which an error that leaves a function was raised."""
        frame: types.FrameType | None = sys._getframe(1)
        below = error.__traceback__
        if _is_own(code.co_filename):
            below = below and below.tb_next
        else:
            frame = frame and frame.f_back
        if frame is None or not _is_own(frame.f_code.co_filename) or len(self._raised) >= 10_000:
            return
        while below is not None:
            if _is_own(below.tb_frame.f_code.co_filename):
                return  # It comes from another of the user's functions.
            below = below.tb_next
        self._raised[frame.f_code.co_filename, frame.f_lineno] = type(error).__name__


def line_counter() -> LineCounter:
    """Return the counter for this Python."""
    monitoring = getattr(sys, "monitoring", None)
    return _SettraceCounter() if monitoring is None else _MonitoringCounter(monitoring)
