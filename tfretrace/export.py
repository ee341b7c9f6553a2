"""The reports as JSON; docs/report-schema.md describes them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import flake8_tfretrace
from tfretrace.advice import recommendations
from tfretrace.observation import Observation
from tfretrace.recorder import Recording
from tfretrace.records import FunctionRecord, Trace
from tfretrace.report import Report, first_seconds, steady_seconds
from tfretrace.runner import RunResult
from tfretrace.verify import Verdict, library_traces, own_traces

SCHEMA = 1
"""Raised when a field changes its meaning or goes; new fields do not raise it."""


def report_json(report: Report) -> dict[str, Any]:
    """Return a report of the harness as JSON types."""
    return {
        "schema": SCHEMA,
        "version": flake8_tfretrace.__version__,
        "environment": dataclasses.asdict(report.environment),
        "jobs": report.jobs,
        "seconds": report.seconds,
        "expected": report.expected,
        "passed": report.passed,
        "programs": [_verdict(verdict) for verdict in report.verdicts],
    }


def recording_json(recording: Recording, xla_compilations: Mapping[str, int]) -> dict[str, Any]:
    """Return a recording as JSON types."""
    return {
        "schema": SCHEMA,
        "version": flake8_tfretrace.__version__,
        "hook": recording.hook,
        "problems": recording.problems,
        "xla_compilations": dict(xla_compilations),
        "functions": [function_json(record) for record in recording.functions],
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "name": verdict.name,
        "path": str(verdict.path),
        "passed": verdict.passed,
        "checks": [dataclasses.asdict(check) for check in verdict.checks],
        "predictions": [dataclasses.asdict(prediction) for prediction in verdict.predictions],
        "fixed": verdict.fixed,
        "left": verdict.left,
        "why": verdict.why,
        "notes": verdict.notes,
        "before": _runs(verdict.before),
        "after": _runs(verdict.after) if verdict.after else None,
    }


def _runs(runs: list[RunResult]) -> dict[str, Any]:
    first = runs[0]
    return {
        "traces": own_traces(first),
        "library_traces": library_traces(first),
        "steady_traces": first.steady_traces,
        "first_seconds": first_seconds(runs),
        "steady_seconds": steady_seconds(runs),
        "trace_seconds": first.trace_seconds,
        "xla_compilations": first.xla_compilations,
        "runs": [
            {
                "first_seconds": run.first_seconds,
                "steady_seconds": run.steady_seconds,
                "trace_seconds": run.trace_seconds,
                "peak_memory": run.peak_memory,
                "start_memory": run.start_memory,
                "peak_gpu_memory": run.peak_gpu_memory,
                "error": run.error,
                "exit_status": run.exit_status,
            }
            for run in runs
        ],
        "hook": first.hook,
        "functions": [function_json(record) for record in first.functions],
    }


def timeline_json(observations: Sequence[Observation]) -> dict[str, Any]:
    """Return the traces of processes as Chrome trace events, for Perfetto and chrome://tracing.

    https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU describes them:
    times are in microseconds, here from the start of the first process.
    """
    first = min((observation.started for observation in observations), default=0.0)
    events = [
        event
        for observation in observations
        for event in _events(observation, observation.started - first)
    ]
    return {"traceEvents": events, "displayTimeUnit": "ms"}


def _events(observation: Observation, offset: float) -> Iterator[dict[str, Any]]:
    process = observation.process
    name = {"name": " ".join(observation.command)}
    yield {"name": "process_name", "ph": "M", "pid": process, "tid": 0, "args": name}
    for record in observation.functions:
        written = record.definition
        for trace in record.traces:
            # Without a time, it is a moment of its thread.
            kind = {"ph": "i", "s": "t"} if trace.seconds is None else {"ph": "X"}
            yield {
                "name": written.name,
                "cat": f"{written.category},{'retrace' if trace.is_retrace else 'trace'}",
                **kind,
                "ts": (offset + trace.began) * 1e6,
                **({} if trace.seconds is None else {"dur": trace.seconds * 1e6}),
                "pid": process,
                "tid": trace.thread,
                "args": {
                    "cause": "; ".join(map(str, trace.causes)),
                    "called_at": trace.call_site,
                    "stack": [f"{frame.function} ({frame.site})" for frame in trace.stack],
                    "function": written.site,
                    "arguments": trace.signature,
                    "call": trace.call,
                    "graph_ops": trace.graph_ops,
                    "error": trace.error,
                },
            }


def function_json(record: FunctionRecord) -> dict[str, Any]:
    """Return what was recorded of a function as JSON types."""
    return {
        "name": record.definition.name,
        "file": record.definition.file,
        "line": record.definition.line,
        "category": record.definition.category,
        "calls": record.calls,
        "traces": record.trace_count,
        "failed": record.failed,
        "retraces": len(record.retraces),
        "seconds": record.seconds,
        "seconds_lost": record.seconds_lost,
        "recommendations": [
            {
                "code": recommendation.code,
                "text": recommendation.text,
                "traces": recommendation.traces,
                "seconds": recommendation.seconds,
            }
            for recommendation in recommendations(record)
        ],
        "trace_list": [_trace(trace) for trace in record.traces],
    }


def _trace(trace: Trace) -> dict[str, Any]:
    return {
        **dataclasses.asdict(trace),
        "causes": [{**dataclasses.asdict(cause), "text": str(cause)} for cause in trace.causes],
    }
