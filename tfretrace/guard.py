"""Fail where TensorFlow traces more often than it should.

with tfretrace.max_traces(1):
    for batch in batches:
        train_step(batch)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tfretrace.advice import recommendations
from tfretrace.recorder import Recorder, Recording
from tfretrace.recording_report import cause_lines
from tfretrace.records import FunctionRecord, Trace


class TooManyTracesError(AssertionError):
    """A function was traced more often than allowed; the message has every cause."""


def max_traces(limit: int, function: Callable[..., Any] | str | None = None) -> Recorder:
    """Allow each traced function ``limit`` traces in a block or decorated function.

    Args:
        limit: how many traces are allowed, 0 for code that must find everything traced.
        function: the traced function to watch, or its name (``step`` or ``Model.step``). Without
            it all are watched, except those of Keras, tf.data and TensorFlow.

    What is counted is the ``def``: a function made again in a loop is one function. A traced method
    has ``limit`` for each object.

    Raises:
        TooManyTracesError: at the end of the block, if it did not raise itself.
        ValueError: ``limit`` is negative.
    """
    if limit < 0:
        raise ValueError(f"max_traces takes a number from 0 on, not {limit}")

    def check(recording: Recording) -> None:
        check_traces(recording, limit, function)

    return Recorder(check)


def check_traces(
    recording: Recording, limit: int, function: Callable[..., Any] | str | None = None
) -> None:
    """Raise if a recording has a function with too many traces; see :func:`max_traces`.

    Raises:
        TooManyTracesError: it has.
    """
    if function is None:
        records = recording.of_category("user")
    elif isinstance(function, str):
        records = [record for record in recording.functions if _is_called(record, function)]
    else:
        records = recording.of_function(function)
    excessive = [text for record in records if (text := _excess(record, limit))]
    if excessive:
        raise TooManyTracesError("\n".join(excessive))


def check_no_retrace(recording: Recording) -> None:
    """Raise if a recording has a retrace of a function that is not a library's.

    Raises:
        TooManyTracesError: it has.
    """
    retraced = [record for record in recording.of_category("user") if record.retraces]
    if retraced:
        raise TooManyTracesError("\n".join(map(_retraces, retraced)))


def _retraces(record: FunctionRecord) -> str:
    written = record.definition
    number = len(record.retraces)
    times = "once" if number == 1 else f"{number} times"
    heading = f"{written.name} ({written.site}) was traced again {times}:"
    return "\n".join([heading, *_account(record.retraces), *_advice(record)])


def _account(traces: Sequence[Trace]) -> Iterator[str]:
    return (f"  {line}" for line in cause_lines(traces))


def _advice(record: FunctionRecord) -> Iterator[str]:
    for advice in recommendations(record):
        yield f"  {advice.code}: {advice.text}" if advice.code else f"  {advice.text}"


def _is_called(record: FunctionRecord, name: str) -> bool:
    qualified = record.definition.name
    return qualified == name or qualified.endswith(f".{name}")


def _excess(record: FunctionRecord, limit: int) -> str:
    """Describe a function that was traced too often; empty for one that was not."""
    by_owner: dict[int | None, list[Trace]] = defaultdict(list)
    for trace in record.counted_traces:
        by_owner[trace.owner].append(trace)
    most = max(by_owner.values(), key=len, default=[])
    if len(most) <= limit:
        return ""
    written = record.definition
    number = len(most)
    times = "once" if number == 1 else f"{number} times"
    heading = f"{written.name} ({written.site}) was traced {times}, allowed: {limit}"
    return "\n".join([heading, *_account(most), *_advice(record)])
