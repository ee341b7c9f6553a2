"""What people read: terminal, Markdown."""

from __future__ import annotations

from tfretrace.recorder import Recording


def recording_text(recording: Recording) -> str:
    """Return one line per traced function and one per trace that had a cause."""
    lines = [f"seen by the {recording.hook} hook"]
    for record in recording.functions:
        written = record.definition
        lines.append(
            f"{written.name} ({written.site}, {written.category}): {record.calls} calls, "
            f"{record.trace_count} traces, {record.seconds * 1000:.1f} ms tracing"
        )
        lines.extend(
            f"    {'; '.join(map(str, trace.causes))}, called at {trace.call_site}"
            for trace in record.traces
        )
    return "\n".join(lines)
