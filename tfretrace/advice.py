"""What to write instead: from the cause of a retrace to the rule that explains it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tfretrace.records import Cause, CauseKind, FunctionRecord, Trace
from tfretrace.statements import Source


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

_IN_CONTAINER = Advice(
    "TFR103", "{path} are Python values in a container: pass one tensor in its place"
)
_FLAG = Advice(None, "{path} is a flag: a trace for each of its two values, by design")
_USED_UP = Advice(
    "TFR103", "{path} is an iterator, another one in each call: pass one tensor in its place"
)
_ITERATOR = re.compile(r"\b(\w*iterator|generator)\b")
_IN_LOOP = Advice("TFR501", "the tf.function is made again in a loop: make it once, before it")
_RECURSION = Advice(
    None, "it calls itself: every level is a trace of its own; make it a loop, or a Python function"
)
_CONCRETE = Advice(
    "TFR208", "get_concrete_function traces for each {path}: ask once, with a tf.TensorSpec"
)
_DATA_ADVICE = Advice("TFR504", "the dataset is built again: build it once and iterate it again")
_KERAS_DATA_ADVICE = Advice(
    "TFR601", "each call of predict builds its dataset anew: call predict_on_batch for a few rows"
)
_KERAS_DATASET = Advice(
    None,
    "each call of fit and evaluate builds its dataset anew: for a few rows, call train_on_batch "
    "and test_on_batch",
)
_COMPILED_AGAIN = Advice(
    "TFR602", "the model is compiled again, which drops its traced functions: compile it once"
)
_BUILT_AGAIN = Advice(
    "TFR603", "another model is built, and has functions of its own: build it once"
)
_LIBRARY_CALLS: dict[str, Advice] = dict.fromkeys(
    ("vectorized_map", "jacobian", "batch_jacobian"),
    Advice("TFR507", "each call traces a function of TensorFlow's: call it in a tf.function"),
)
"""By the name of the function of TensorFlow that traces functions of its own."""
_OF_LIBRARY = Advice(None, "each call makes the library trace a function of its own")
_LIBRARY_VARIES = Advice(None, "{path} varies from call to call of the library")


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
    would still happen. TensorFlow's own functions are nobody's to change, but for those that a
    function of its makes for each call; and what is made in each trace of another function is
    traced as often as that one.
    """
    groups: dict[Advice, list[tuple[float, Cause, str]]] = defaultdict(list)
    for trace in record.retraces:
        advice = advice_for(record, trace)
        if advice is not None:
            cause = trace.causes[0]
            groups[advice].append((trace.seconds or 0.0, cause, trace.call_site))
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


def advice_for(record: FunctionRecord, trace: Trace) -> Advice | None:
    """Return what a retrace calls for; None where nothing of the user's is to be changed."""
    category = record.definition.category
    if category == "tensorflow":
        return _LIBRARY_CALLS.get(trace.entered)
    if any(other.number == trace.inside for other in record.traces if other.number):
        return _RECURSION
    if trace.causes[0].kind == "new_tf_function":
        return _made_again(record, trace)
    if category in ("keras", "third_party"):
        return _LIBRARY_VARIES
    if trace.entered == "get_concrete_function":
        return _CONCRETE
    cause = trace.causes[0]
    if cause.kind == "python_value" and {cause.before, cause.after} == {"False", "True"}:
        return _FLAG
    if cause.kind == "python_value" and "[" in cause.path:
        return _IN_CONTAINER
    if cause.kind in ("python_value", "object_identity") and _ITERATOR.search(cause.after):
        return _USED_UP
    return ADVICE[cause.kind]


def _made_again(record: FunctionRecord, trace: Trace) -> Advice | None:
    written = record.definition
    if written.category == "data":
        if not written.in_keras:
            return _DATA_ADVICE
        return _KERAS_DATA_ADVICE if trace.entered == "predict" else _KERAS_DATASET
    if written.in_keras:
        owners = [other.owner for other in record.traces if other.number < trace.number]
        return _COMPILED_AGAIN if trace.owner in owners else _BUILT_AGAIN
    if written.category != "user":
        return _OF_LIBRARY
    if trace.inside is not None:
        return None
    made = trace.made_at
    # One that is called where it is made is made for that call, whatever repeats it.
    in_loop = (
        made is not None and made not in trace.stack[:1] and Source(made.file).is_in_loop(made.line)
    )
    return _IN_LOOP if in_loop else ADVICE["new_tf_function"]


def _joined(paths: Iterable[str]) -> str:
    shown = [f"'{path}'" for path in dict.fromkeys(paths)]
    return ", ".join(shown[:3]) + (", ..." if len(shown) > 3 else "")
