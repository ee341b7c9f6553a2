"""TFR4xx: what the body of a traced function does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_tfretrace.facts import EndpointFacts
from flake8_tfretrace.finding import Report
from flake8_tfretrace.program import Place, Program
from flake8_tfretrace.program.keras import ENDPOINTS
from flake8_tfretrace.program.tracetypes import TraceType
from flake8_tfretrace.rules.wording import quoted

_MODEL_NAME = re.compile(r"(?i)(^|_)(model|net|network|encoder|decoder|generator|discriminator|classifier)\d*$")
_KERAS_KEYWORDS = frozenset({"verbose", "batch_size", "steps", "epochs", "callbacks", "optimizer"})


def keras_endpoint_in_graph(program: Program) -> Iterator[Report]:
    """TFR402: predict, fit, evaluate or compile of a Keras model in a traced body."""
    for function, traced in program.graph.items():
        if traced is None:
            continue
        for call, place in function.calls:
            endpoint = call.func
            if not isinstance(endpoint, ast.Attribute) or endpoint.attr not in ENDPOINTS:
                continue
            if not is_keras_model(program, endpoint.value, place, call):
                continue
            instead = ""
            if endpoint.attr.startswith("predict"):
                instead = f"; call {ast.unparse(endpoint.value)}(x, training=False)"
            yield Report(
                call,
                place,
                f"{quoted(endpoint)} raises inside a graph ({traced.name} is traced){instead}",
                traced.function.qualname if traced.function else None,
                None,
                EndpointFacts(call, endpoint.attr, place),
            )


def is_keras_model(program: Program, node: ast.expr, place: Place, call: ast.Call) -> bool:
    """Whether ``node`` is a Keras model: it is built as one, or is named and used like one.

    A name is only believed where the file does not show what it stands for.
    """
    value = program.value(node, place)
    if program.keras.kind(value) is not None:
        return program.keras.kind(value) == "model"
    if type(value) is not TraceType:
        return False
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    if not _MODEL_NAME.search(name):
        return False
    keywords = {keyword.arg for keyword in call.keywords}
    return bool(keywords & _KERAS_KEYWORDS) or program.mentions_keras
