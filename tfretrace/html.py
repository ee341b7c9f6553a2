"""The report as one HTML file, with plots."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tfretrace.advice import recommendations
from tfretrace.recording_report import function_text
from tfretrace.records import FunctionRecord, Trace
from tfretrace.report import (
    HEADINGS,
    Report,
    first_seconds,
    row,
    savings_texts,
    steady_seconds,
    summary_text,
)
from tfretrace.runner import RunResult
from tfretrace.verify import Verdict

# Legible on a white and on a black page, as are the plots' lines and letters.
BEFORE_COLOR, AFTER_COLOR, _LINE_COLOR = "#ea580c", "#0d9488", "#78716c"

_STYLE = """
:root { color-scheme: light dark; --page: #fafaf9; --box: #fff; --text: #1c1917; --quiet: #57534e;
        --line: #e7e5e4; --head: #f5f5f4; --true: #0f766e; --failed: #b91c1c;
        color: var(--text); background: var(--page); font: 15px/1.5 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) {
  :root { --page: #1c1917; --box: #292524; --text: #f5f5f4; --quiet: #a8a29e; --line: #44403c;
          --head: #44403c; --true: #2dd4bf; --failed: #f87171; }
}
body { max-width: 84rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
.environment, .path { color: var(--quiet); }
.summary { font-size: 1.1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; background: var(--box); width: 100%; font-size: .87rem; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: left; }
th { background: var(--head); }
td, th { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.true { color: var(--true); } .failed { color: var(--failed); font-weight: 600; }
section { background: var(--box); border: 1px solid var(--line); border-radius: .4rem;
          margin: 1rem 0; padding: .75rem 1.25rem; overflow-wrap: anywhere; }
section > h3:first-child { margin-top: 0; font-size: 1.05rem; }
.plots { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; }
svg { flex: 1 1 17rem; max-width: 26rem; min-width: 0; height: auto; }
svg text { fill: var(--quiet) !important; }
ul { margin: .25rem 0; padding-left: 1.25rem; } li { margin: .1rem 0; }
code { font-size: .9em; } a { color: inherit; }
"""


def report_html(report: Report) -> str:
    """Return the report as a page that needs no other file and no script."""
    heads = "".join(
        f'<th class="number">{escape(name)}</th>' if is_number else f"<th>{escape(name)}</th>"
        for name, is_number in HEADINGS
    )
    rows = "\n".join(map(_table_row, report.verdicts))
    details = "\n".join(map(_details, report.verdicts))
    environment = f"{report.environment}; {report.environment.platform}"
    body = f"""{items("", savings_texts(report))}
<p class="environment">{escape(environment)}</p>
<h2>Programs</h2>
<div class="wide"><table>
<thead><tr><th></th>{heads}</tr></thead>
<tbody>
{rows}
</tbody>
</table></div>
<h2>Each program</h2>
{details}"""
    return page("tfretrace-verify", summary_text(report), body)


def page(name: str, summary: str, body: str) -> str:
    """Return a page that needs no other file and no script.

    Args:
        name: of the command.
        summary: the line below it.
        body: the rest, as HTML.
    """
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(name)}: {escape(summary)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(name)}</h1>
<p class="summary">{escape(summary)}</p>
{body}
</body>
</html>
"""


def _table_row(verdict: Verdict) -> str:
    cells = row(verdict)
    shown = [f'<td><a href="#{escape(verdict.name)}">{escape(cells[0])}</a></td>']
    for cell, (_, is_number) in zip(cells[1:], HEADINGS[1:], strict=True):
        shown.append(
            f'<td class="number">{_text(cell)}</td>' if is_number else f"<td>{_text(cell)}</td>"
        )
    return f"<tr><td>{_mark(verdict)}</td>{''.join(shown)}</tr>"


def _text(text: str) -> str:
    return escape(text.replace(" -> ", " → "))


def _mark(verdict: Verdict) -> str:
    return (
        '<span class="true">true</span>' if verdict.passed else '<span class="failed">failed</span>'
    )


def _details(verdict: Verdict) -> str:
    parts = [
        f"<h3>{escape(verdict.name)}: {_mark(verdict)}</h3>",
        f'<p class="path"><code>{escape(str(verdict.path))}</code></p>',
        items("Failed", (f"{check.name}: {check.detail}" for check in verdict.failures)),
        _plots(verdict),
        items("Fixed", verdict.fixed, verdict.why),
        items("Not fixed", verdict.left, verdict.why),
        items(
            "Predicted",
            (
                f"{part.code} on line {part.line}: {part.predicted} traces of {part.function}, "
                f"measured {part.measured}"
                for part in verdict.predictions
            ),
        ),
        items("Traced before", map(function_text, verdict.before[0].functions)),
        items("Why again", _causes(verdict.before[0])),
        items("Traced after", map(function_text, _functions(verdict.after))),
        items("Notes", verdict.notes),
    ]
    return f'<section id="{escape(verdict.name)}">{"".join(parts)}</section>'


def _traces(run: RunResult) -> list[Trace]:
    return [trace for record in run.functions for trace in record.traces]


def _functions(runs: Sequence[RunResult]) -> list[FunctionRecord]:
    return runs[0].functions if runs else []


def _causes(run: RunResult) -> Iterable[str]:
    for record in run.functions:
        for advice in recommendations(record):
            code = f"{advice.code}: " if advice.code else ""
            yield (
                f"{record.definition.name}, {advice.traces} times: {advice.example}. "
                f"{code}{advice.text}."
            )


def items(title: str, texts: Iterable[str], why: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return a list with a heading as HTML; nothing where the list is empty.

    Args:
        title: the heading.
        texts: of the list.
        why: for some of them, lines that a reader can unfold.
    """
    items = "".join(f"<li>{_text(text)}{_why((why or {}).get(text))}</li>" for text in texts)
    heading = f"<h3>{escape(title)}</h3>" if title else ""
    return f"{heading}<ul>{items}</ul>" if items else ""


def _why(lines: Sequence[str] | None) -> str:
    """Return what a reader can unfold below a finding."""
    if not lines:
        return ""
    return f"<details><summary>Why</summary>{'<br>'.join(map(_text, lines))}</details>"


def _plots(verdict: Verdict) -> str:
    """Draw traces and time over calls, times and memory, before and after, as SVG.

    Only for programs in which something is traced again: the others have nothing to show.
    """
    shown = [
        (name, color, runs)
        for name, color, runs in (
            ("before", BEFORE_COLOR, verdict.before),
            ("after", AFTER_COLOR, verdict.after),
        )
        if runs and runs[0].error is None
    ]
    if not any(trace.is_retrace for _, _, runs in shown for trace in _traces(runs[0])):
        return ""
    plots = (_plot_traces, _plot_calls, _plot_times, _plot_memory)
    drawn = (_drawn(plot, shown, f"{verdict.name} {plot.__name__}") for plot in plots)
    return f'<div class="plots">{"".join(drawn)}</div>'


def _drawn(plot: Callable[[Axes, Shown], None], shown: Shown, salt: str) -> str:
    """Return a plot as SVG whose ids no other plot of the page has."""
    lines = dict.fromkeys(
        ("axes.edgecolor", "axes.labelcolor", "text.color", "xtick.color", "ytick.color"),
        _LINE_COLOR,
    )
    # Text stays text: smaller, and can be searched.
    with mpl.rc_context({"svg.fonttype": "none", "font.size": 9, "svg.hashsalt": salt, **lines}):
        figure = Figure(figsize=(3.8, 2.5), layout="constrained")
        plot(figure.subplots(), shown)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata={"Date": None}, transparent=True)
    # The XML prologue has no place inside a page.
    return "<svg" + stream.getvalue().partition("<svg")[2]


Shown = Sequence[tuple[str, str, Sequence[RunResult]]]


def _most_traced(run: RunResult) -> FunctionRecord | None:
    functions = [record for record in run.functions if record.calls]
    return max(functions, key=lambda function: function.trace_count, default=None)


def _plot_traces(axes: Axes, shown: Shown) -> None:
    """Steps: how many traces the most traced function had after each of its calls."""
    for name, color, runs in shown:
        record = _most_traced(runs[0])
        if record is not None:
            calls = [trace.call for trace in record.counted_traces]
            steps = [0, *calls, record.calls]
            counts = [0, *range(1, len(calls) + 1), len(calls)]
            label = f"{name}: {record.definition.name.split('.')[-1]}"
            axes.step(steps, counts, where="post", color=color, label=label, linewidth=1.8)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    _over_calls(axes, "traces over calls")


def _plot_calls(axes: Axes, shown: Shown) -> None:
    """When each call of the most traced function returned, counted from the first of them."""
    for name, color, runs in shown:
        record = _most_traced(runs[0])
        if record is not None:
            first, *_ = returned = record.returned_after
            seconds = [moment - first for moment in returned]
            axes.plot(range(1, len(seconds) + 1), seconds, color=color, label=name, linewidth=1.8)
    _over_calls(axes, "seconds after the first call")


def _over_calls(axes: Axes, title: str) -> None:
    axes.set(title=title, xlabel="call", ylim=(0, None))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if axes.lines:
        axes.legend(frameon=False, fontsize=8)
    _plain(axes)


def _plot_times(axes: Axes, shown: Shown) -> None:
    for index, (_, color, runs) in enumerate(shown):
        first, steady = first_seconds(runs), steady_seconds(runs)
        values = [1000 * seconds for seconds in (first, steady) if seconds is not None]
        _bars(axes, index, values, color)
    steady_is_there = any(steady_seconds(runs) is not None for _, _, runs in shown)
    _label(axes, "time (ms)", ["first result", "further main()"][: 1 + steady_is_there])


def _plot_memory(axes: Axes, shown: Shown) -> None:
    mebibyte = 2**20
    on_gpu = any(runs[0].peak_gpu_memory is not None for _, _, runs in shown)
    for index, (_, color, runs) in enumerate(shown):
        run = runs[0]
        values = [(run.peak_memory - run.start_memory) / mebibyte]
        if on_gpu:
            values.append((run.peak_gpu_memory or 0) / mebibyte)
        _bars(axes, index, values, color)
    _label(axes, "memory (MiB)", ["peak above start", "peak on GPU"][: 1 + on_gpu])


def _bars(axes: Axes, index: int, values: Sequence[float], color: str) -> None:
    places = [place + 0.38 * index for place in range(len(values))]
    bars = axes.bar(places, values, width=0.36, color=color)
    axes.bar_label(bars, [_number(value) for value in values], fontsize=8)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _label(axes: Axes, title: str, names: Sequence[str]) -> None:
    axes.set(title=title)
    axes.set_xticks([place + 0.19 for place in range(len(names))], names)
    axes.set_yticks([])  # Each bar has its number.
    axes.margins(x=0.2, y=0.2)
    _plain(axes)


def _plain(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
