"""What people read about a recording: what was traced, why, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from tfretrace.advice import recommendations
from tfretrace.records import Category, FunctionRecord, Trace


class LineWriter(Protocol):
    """What lines of a report are handed to."""

    def __call__(self, text: str = "", style: str = "") -> None:
        """Write a line, in a style (bold, red, green) where there are any."""


def seconds_text(seconds: float | None) -> str:
    """Return a time for people: ``3.2 ms``, ``1.25 s``."""
    if seconds is None:
        return "-"
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def count_text(number: int, noun: str) -> str:
    """Return a number of things: ``1 trace``, ``3 traces``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def function_text(record: FunctionRecord) -> str:
    """Return one line about a traced function."""
    parts = [count_text(record.calls, "call"), count_text(record.trace_count, "trace")]
    if record.failed:
        parts.append(f"{record.failed} failed")
    parts.append(f"{seconds_text(record.seconds)} tracing")
    if sizes := [trace.graph_ops for trace in record.traces if trace.graph_ops is not None]:
        parts.append(f"{count_text(max(sizes), 'graph op')}")
    written = record.definition
    return f"{written.name} ({written.site}): {', '.join(parts)}"


_SECTIONS: tuple[tuple[str, tuple[Category, ...]], ...] = (
    ("Your functions", ("user",)),
    ("Functions of installed packages", ("third_party",)),
    ("Keras' own", ("keras",)),
    ("tf.data", ("data",)),
    ("TensorFlow's own", ("tensorflow",)),
)


def print_recording(
    functions: Sequence[FunctionRecord],
    hook: str,
    problems: Sequence[str],
    line: LineWriter,
    xla_compilations: Mapping[str, int] | None = None,
) -> None:
    """Print what was traced and why, and what to do about it, most time lost first.

    Args:
        functions: what was traced, those that lost most time first.
        hook: which hook saw it.
        problems: what went wrong in the recorder.
        line: where to print.
        xla_compilations: how often XLA compiled each function.
    """
    line()
    for title, categories in _SECTIONS:
        records = [record for record in functions if record.definition.category in categories]
        if records:
            traces = sum(record.trace_count for record in records)
            line(f"{title}: {count_text(traces, 'trace')}", "bold")
        for record in records:
            line(f"  {function_text(record)}")
            for text in cause_lines(record.traces):
                line(f"      {text}")
    for name, number in (xla_compilations or {}).items():
        line(f"XLA compiled {name} {count_text(number, 'time')}")
    _print_ranking(functions, line)
    if hook != "tracing function":
        line(f"Seen by the hook of {hook or 'nothing: TensorFlow was not imported'}")
    for problem in problems:
        line(f"tfretrace: {problem}", "red")


def cause_lines(traces: Iterable[Trace]) -> list[str]:
    """Describe the causes of traces, those of one kind and place together."""
    groups: dict[Any, list[Trace]] = {}
    for trace in traces:
        kinds = tuple((cause.kind, cause.path) for cause in trace.causes)
        groups.setdefault((kinds, trace.error, trace.call_site), []).append(trace)
    lines = []
    for (_, error, site), alike in groups.items():
        text = "; ".join(map(str, alike[0].causes))
        if error:
            text = f"failed: {error} ({text})"
        if len(alike) > 1:
            text += f" and {len(alike) - 1} more like it"
        lines.append(f"{text}, called at {site or 'an unknown place'}")
    return lines


def _print_ranking(functions: Sequence[FunctionRecord], line: LineWriter) -> None:
    losing = [(record, found) for record in functions if (found := recommendations(record))]
    if not losing:
        again = " again" if functions else ""
        line(f"No function was traced{again}.", "bold")
        return
    line("Time lost to retraces, most first", "bold")
    for rank, (record, found) in enumerate(losing, 1):
        written = record.definition
        line(
            f"  {rank}. {seconds_text(sum(advice.seconds for advice in found))} in "
            f"{count_text(sum(advice.traces for advice in found), 'retrace')} of "
            f"{written.name} ({written.site})"
            + (", inside other traces" if all(trace.nested for trace in record.retraces) else "")
        )
        for advice in found:
            code = f"{advice.code}: " if advice.code else ""
            line(f"       {code}{advice.text} [{advice.example}; {advice.call_site}]")


def recording_text(functions: Sequence[FunctionRecord], hook: str, problems: Sequence[str]) -> str:
    """Return what :func:`print_recording` prints, without colours."""
    lines: list[str] = []

    def line(text: str = "", style: str = "") -> None:
        lines.append(text)

    print_recording(functions, hook, problems, line)
    return "\n".join(lines).strip("\n")
