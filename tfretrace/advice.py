"""What to write instead: from the cause of a retrace to the rule that explains it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tfretrace.records import Cause, CauseKind, FunctionRecord


@dataclass(frozen=True)
class Advice:
    """What one kind of cause calls for."""

    code: str | None
    """The rule that explains it and, in the source, finds it; None where no rule can."""
    text: str
    """What to write instead; ``{path}`` stands for the argument."""


ADVICE: dict[CauseKind, Advice] = {
    "python_value": Advice(
        "TFR101", "pass {path} as a tensor: every Python value is a trace of its own"
    ),
    "python_vs_tensor": Advice(
        "TFR101", "pass {path} as a tensor in every call: a Python value is another trace"
    ),
    "none_vs_tensor": Advice(
        None, "{path} is None in some calls: two traces by design; give it one type to have one"
    ),
    "shape": Advice(
        "TFR201", "give {path} an input_signature with None where its shape varies, or pad it"
    ),
    "rank": Advice("TFR201", "give {path} the same rank in every call: reshape or expand it"),
    "dtype": Advice("TFR107", "cast {path} to one dtype before the call"),
    "length": Advice("TFR103", "{path} varies in length: stack it into one tensor"),
    "keys": Advice("TFR103", "{path} varies: pass the same keys in every call"),
    "arity": Advice("TFR103", "the number of arguments varies: stack them into one tensor"),
    "container": Advice("TFR103", "pass {path} in the same kind of container in every call"),
    "object_identity": Advice(
        "TFR104",
        "TensorFlow compares {path} by identity: keep one object, or pass its numbers as tensors",
    ),
    "model_identity": Advice(
        "TFR106",
        "a trace per model: make one traced function per model, or tfretrace.PredictorCache",
    ),
    "callable_identity": Advice(
        "TFR105", "{path} is a new function in every call: define it once, outside"
    ),
    "metadata": Advice(None, "the metadata of {path} varies: keep in tensors what changes"),
    "typespec": Advice(
        "TFR201", "the type of {path} varies: give it one TypeSpec in an input_signature"
    ),
    "aliasing": Advice(None, "{path} is the same variable as another argument in some calls only"),
    "capture": Advice(None, "a captured tensor changed its type: pass it as an argument"),
    "context": Advice(
        None, "called under another graph, device or strategy: call it from one context"
    ),
    "new_tf_function": Advice(
        "TFR502", "the tf.function is made again for each use: make it once and keep it"
    ),
    "after_failure": Advice(None, "the trace fails, and is tried again by every call"),
    "unknown": Advice(None, "TensorFlow traced again for no reason that can be seen"),
}
"""By kind of cause; those of :data:`tfretrace.records.NOT_A_RETRACE` need none."""

_DATA_ADVICE = Advice("TFR504", "the dataset is built again: build it once and iterate it again")
_KERAS_DATA_ADVICE = Advice(
    "TFR601", "predict, fit or evaluate is called again: each call builds its dataset anew"
)


@dataclass(frozen=True)
class Recommendation:
    """What one function's retraces call for."""

    code: str | None
    text: str
    traces: int
    """How many retraces it would spare."""
    seconds: float
    """The time they took."""
    example: Cause
    call_site: str


def recommendations(record: FunctionRecord) -> list[Recommendation]:
    """Return what to change about a function, what costs most time first.

    A retrace with several causes is counted once, under its first: with all the others mended, it
    would still happen.
    """
    groups: dict[Advice, list[tuple[float, Cause, str]]] = defaultdict(list)
    for trace in record.retraces:
        cause = trace.causes[0]
        groups[_advice(record, cause)].append((trace.seconds or 0.0, cause, trace.call_site))
    found = [
        Recommendation(
            advice.code,
            advice.text.format(path=_joined(cause.path for _, cause, _ in traces)),
            len(traces),
            sum(seconds for seconds, _, _ in traces),
            traces[0][1],
            traces[0][2],
        )
        for advice, traces in groups.items()
    ]
    return sorted(found, key=lambda recommendation: -recommendation.seconds)


def _advice(record: FunctionRecord, cause: Cause) -> Advice:
    if cause.kind == "new_tf_function" and record.definition.category == "data":
        return _KERAS_DATA_ADVICE if record.definition.in_keras else _DATA_ADVICE
    return ADVICE[cause.kind]


def _joined(paths: Iterable[str]) -> str:
    shown = [f"'{path}'" for path in dict.fromkeys(paths)]
    return ", ".join(shown[:3]) + (", ..." if len(shown) > 3 else "")
