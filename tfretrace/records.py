"""What a recording consists of. Plain data: nothing here imports TensorFlow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

CauseKind = Literal[
    "first_trace",
    "new_tf_function",
    "new_instance",
    "after_failure",
    "variable_creation",
    "python_value",
    "python_vs_tensor",
    "none_vs_tensor",
    "shape",
    "rank",
    "dtype",
    "length",
    "keys",
    "arity",
    "container",
    "object_identity",
    "model_identity",
    "callable_identity",
    "metadata",
    "typespec",
    "aliasing",
    "capture",
    "context",
    "unknown",
]

NOT_A_RETRACE: frozenset[str] = frozenset({"first_trace", "new_instance", "variable_creation"})
"""Causes of traces that are needed: the first one of a function, of an instance, or the second
pass that TensorFlow makes when the first call created variables."""


@dataclass(frozen=True)
class Cause:
    """One reason why a function was traced."""

    kind: CauseKind
    path: str = ""
    """The argument or a part of it, as one would write it in the body: ``batch['x'][0]``."""
    before: str = ""
    after: str = ""

    def __str__(self) -> str:
        words = self.kind.replace("_", " ")
        if not self.path:
            return words + (f": {self.after}" if self.after else "")
        return f"{self.path}: {words} {self.before} -> {self.after}"


StoredType = dict[str, Any]
"""A trace type as JSON types: docs/profiles.md describes it."""

TIMED_CALLS = 1000
"""How many calls of a function are timed: a service makes millions."""

Category = Literal["user", "third_party", "keras", "data", "tensorflow"]
"""Whose function it is: the user's, an installed package's, Keras' own, one that tf.data calls,
TensorFlow's own."""


@dataclass(frozen=True)
class Definition:
    """Where a traced function is written. Two functions of one ``def`` share it."""

    name: str
    """Qualified name: ``Model.step``, ``main.<locals>.train``."""
    file: str
    line: int
    category: Category
    in_keras: bool = False
    """Written in Keras' own source, whoever calls it."""

    @property
    def site(self) -> str:
        """``file:line``."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Frame:
    """A place in the source that was being executed."""

    file: str
    line: int
    function: str

    @property
    def site(self) -> str:
        """``file:line``."""
        return f"{self.file}:{self.line}"


@dataclass
class Trace:
    """One run of a function's Python body to build a graph."""

    causes: tuple[Cause, ...]
    signature: str
    """The arguments as TensorFlow saw them: ``x: float32 (2, 3), n: 3``."""
    call_site: str
    """``file:line`` of the innermost frame of the user's own, else of an installed package; or
    empty."""
    call: int
    """The eager call of the function that this trace belongs to, counted from 1."""
    nested: bool
    """Traced while another graph was being built."""
    owner: int | None = None
    """For a traced method, and a function that Keras makes for a model: which object's, counted
    from 1 in the order of their first traces."""
    seconds: float | None = None
    """Wall time with that of functions traced inside; None where the hook cannot tell."""
    graph_ops: int | None = None
    error: str | None = None
    """``ErrorName: message`` of a trace that failed."""
    types: dict[str, StoredType] = field(default_factory=dict)
    """The same as ``signature``, by parameter and as data."""
    stack: tuple[Frame, ...] = ()
    """The user's own frames at its beginning, innermost first: those of files that belong neither
    to TensorFlow or Keras nor to an installed package."""
    entered: str = ""
    """The library's function that the innermost of these called: ``fit``, ``vectorized_map``."""
    made_at: Frame | None = None
    """The user's innermost frame when the ``tf.function`` was made, where that was seen."""
    number: int = 0
    """Its number among all traces of the recording, from 1."""
    inside: int | None = None
    """The number of the trace in which it was made."""
    began: float = 0.0
    """Seconds from the start of the recording."""
    raised_at: Frame | None = None
    """The user's innermost frame that the error passed through."""
    step: int = 1
    """As :attr:`call`; of the outermost function that is traced, where this one is traced inside
    others."""
    thread: int = 0
    """The number that the system gives the thread."""

    @property
    def is_retrace(self) -> bool:
        """Whether a trace of the same function could have served, had the call been different."""
        return not any(cause.kind in NOT_A_RETRACE for cause in self.causes)

    @property
    def is_variable_creation(self) -> bool:
        """Whether this is the second pass after a first call that created variables."""
        return any(cause.kind == "variable_creation" for cause in self.causes)


@dataclass
class FunctionRecord:
    """What was recorded of the traced functions that share one definition."""

    definition: Definition
    calls: int = 0
    """Eager calls that returned; None of those made inside other graphs."""
    returned_after: list[float] = field(default_factory=list)
    """Seconds from the start of the recording to the return of each call, for the first
    :data:`TIMED_CALLS`."""
    traces: list[Trace] = field(default_factory=list)
    """In order, also failed ones."""

    def rename(self, files: Mapping[str, str]) -> None:
        """Call files by other names, wherever they stand."""

        def renamed(frame: Frame) -> Frame:
            return replace(frame, file=files.get(frame.file, frame.file))

        written = self.definition
        self.definition = replace(written, file=files.get(written.file, written.file))
        for trace in self.traces:
            file, _, line = trace.call_site.rpartition(":")
            if file in files:
                trace.call_site = f"{files[file]}:{line}"
            trace.stack = tuple(map(renamed, trace.stack))
            trace.made_at = trace.made_at and renamed(trace.made_at)
            trace.raised_at = trace.raised_at and renamed(trace.raised_at)

    @property
    def trace_count(self) -> int:
        """Traces that gave a graph to call.

        The second pass that TensorFlow makes when the first call created variables is not
        counted: it is the price of creating variables, not of retracing.
        """
        return len(self.counted_traces)

    @property
    def counted_traces(self) -> list[Trace]:
        """The traces of :attr:`trace_count`."""
        return [
            trace for trace in self.traces if not trace.error and not trace.is_variable_creation
        ]

    @property
    def failed(self) -> int:
        """Traces that raised."""
        return sum(trace.error is not None for trace in self.traces)

    @property
    def retraces(self) -> list[Trace]:
        """Traces that a different call would have spared."""
        return [trace for trace in self.traces if trace.is_retrace]

    @property
    def seconds(self) -> float:
        """Seconds spent tracing, with functions traced inside."""
        return sum(trace.seconds or 0.0 for trace in self.traces)

    @property
    def seconds_lost(self) -> float:
        """Seconds spent on retraces."""
        return sum(trace.seconds or 0.0 for trace in self.retraces)
