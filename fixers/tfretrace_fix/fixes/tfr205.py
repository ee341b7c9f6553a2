"""TFR205: an ``input_signature`` gets entries for the parameters that it leaves out."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import SignatureFacts
from flake8_tfretrace.program import Parameter, Program, TracedFunction
from flake8_tfretrace.program.tracetypes import PythonValue, TensorValue, TraceType, join
from tfretrace_fix.edits import AppendElement, Edit, Replace
from tfretrace_fix.fixes.numbers import converted, dtypes_of
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal

_SPECS = frozenset(f"tensorflow.{name}TensorSpec" for name in ("", "Ragged", "Sparse"))


def plan(finding: Finding, context: Context) -> Plan:
    """Append a spec for each parameter up to the last one that calls pass.

    TensorFlow converts what is passed, and the default where nothing is, to the spec's dtype.
    """
    facts: SignatureFacts = finding.facts
    traced = facts.traced
    bare = traced.option("input_signature")
    if isinstance(bare, ast.Call) and any(node is bare for node in ast.walk(traced.site)):
        if context.program.qualified(bare.func, traced.place) in _SPECS:
            # It raises, whatever is passed.
            return Plan((Replace(bare, "[{old}]"),), (finding,))
    assert traced.function is not None
    tensorflow, imports = tensorflow_name(context.program, traced.place)
    signature, left_out = _left_out(facts)
    specs, edits, becauses = [], list[Edit](imports), []
    for parameter in left_out:
        shape, dtypes, is_number = _type(context.program, facts, parameter)
        if is_number:
            if len(left_out) > 1:
                raise Refusal(f"'{parameter.name}' is not the only one that it leaves out")
            dtype, conversion = converted(context, tensorflow, traced.function, parameter, dtypes)
            edits += conversion.edits.values()
            becauses.append(conversion.unsafe_because)
        else:
            (dtype,) = dtypes
        specs.append(f"{tensorflow}.TensorSpec({shape}, {tensorflow}.{dtype})")
    edits += [AppendElement(signature, spec) for spec in specs]
    names = ", ".join(f"'{parameter.name}'" for parameter in left_out)
    because = next(filter(None, becauses), f"calls with other types for {names} will fail")
    return Plan(tuple(edits), (finding,), because)


def _left_out(facts: SignatureFacts) -> tuple[ast.List | ast.Tuple, list[Parameter]]:
    """Return the signature and the parameters that it has to cover besides.

    Raises:
        Refusal: more entries do not help, or cannot be written.
    """
    traced = facts.traced
    signature = traced.option("input_signature")
    required = [p for p in traced.parameters if p.kind == "keyword" and p.default is None]
    if required:
        raise Refusal(f"no signature covers '{required[0].name}', which is keyword-only")
    if not _is_written_there(traced, signature):
        raise Refusal("the signature is not written where the function is traced")
    assert isinstance(signature, ast.List | ast.Tuple)
    positional = [p for p in traced.parameters if p.kind == "positional"]
    left_out = positional[len(signature.elts) :]
    needed = [
        parameter
        for parameter in left_out
        if parameter.default is None
        or any(site.argument(parameter) is not None for site in facts.sites)
    ]
    if not needed:
        raise Refusal("it is not clear which entries are too many")
    return signature, left_out[: left_out.index(needed[-1]) + 1]


def _is_written_there(traced: TracedFunction, signature: ast.expr | None) -> bool:
    if not isinstance(signature, ast.List | ast.Tuple) or not signature.elts:
        return False
    starred = any(isinstance(element, ast.Starred) for element in signature.elts)
    return not starred and any(node is signature for node in ast.walk(traced.site))


def _type(
    program: Program, facts: SignatureFacts, parameter: Parameter
) -> tuple[str, Sequence[str], bool]:
    """Return the shape of what reaches a parameter, its dtypes, and whether it can be a number.

    Raises:
        Refusal: no one spec takes it all.
    """
    function = facts.traced.function
    assert function is not None and function.place is not None
    values: list[TraceType] = []
    if parameter.default is not None:
        values.append(program.value(parameter.default, function.place))
    values += [a.value for site in facts.sites if (a := site.argument(parameter)) is not None]
    tensors = [value for value in values if isinstance(value, TensorValue)]
    kinds = frozenset(value.kind for value in values if isinstance(value, PythonValue))
    name = f"'{parameter.name}'"
    if "none" in kinds:
        raise Refusal(f"the default of {name} is None, which no spec takes")
    if not values or any(not isinstance(v, TensorValue | PythonValue) for v in values):
        raise Refusal(f"it is not known what reaches {name}")
    if not tensors:
        if not dtypes_of(kinds):
            raise Refusal(f"{' and '.join(sorted(kinds))} reach {name}")
        return "[]", dtypes_of(kinds), True
    joined = join(tensors)
    assert isinstance(joined, TensorValue)
    if joined.dtype is None or joined.shape is None:
        raise Refusal(f"tensors of different types reach {name}")
    if kinds and (joined.shape != () or joined.dtype not in dtypes_of(kinds)):
        raise Refusal(f"tensors and Python values of different types reach {name}")
    return str(joined.sizes), (joined.dtype,), bool(kinds)
