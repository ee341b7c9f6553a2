"""What gives the same where dimensions of a tensor are open while tracing, as where they are known.

Most operations find out sizes when they run. To open dimensions is safe where a body does nothing
else with the tensors that depend on them, and Python code neither goes over these nor decides.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from flake8_tfretrace.program import Function, Parameter, Place, Program
from flake8_tfretrace.program.library import ASSIGNING
from flake8_tfretrace.program.library_calls import is_tape
from flake8_tfretrace.program.syntax import argument, own_nodes
from flake8_tfretrace.program.tracetypes import (
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.effects import is_compiled
from tfretrace_fix.static_shapes import Dependents

BLIND = frozenset(
    f"tensorflow.{name}"
    for name in """
        abs acos add argmax argmin argsort asin atan boolean_mask broadcast_to cast
        clip_by_norm clip_by_value complex concat constant convert_to_tensor cos cosh cumsum
        divide einsum equal exp expand_dims eye fill floor gather gather_nd greater
        greater_equal identity less less_equal linalg.cholesky linalg.cholesky_solve
        linalg.diag linalg.diag_part linalg.inv linalg.logdet linalg.matmul linalg.matvec
        linalg.norm linalg.slogdet linalg.solve linalg.trace linalg.triangular_solve linspace
        logical_and logical_not logical_or math.abs math.acos math.add math.angle math.argmax
        math.argmin math.asin math.atan math.atan2 math.bincount math.ceil math.conj math.cos
        math.cumprod math.cumsum math.digamma math.divide math.divide_no_nan math.equal
        math.erf math.erfc math.exp math.expm1 math.floor math.greater math.imag math.is_finite
        math.is_inf math.is_nan math.l2_normalize math.less math.lgamma math.log math.log1p
        math.log_sigmoid math.maximum math.minimum math.multiply math.multiply_no_nan
        math.negative math.pow math.real math.reciprocal math.reduce_logsumexp math.reduce_max
        math.reduce_mean math.reduce_min math.reduce_prod math.reduce_std math.reduce_sum
        math.reduce_variance math.rint math.round math.rsqrt math.segment_mean math.segment_sum
        math.sigmoid math.sign math.sin math.sinh math.softplus math.sqrt math.square
        math.squared_difference math.subtract math.tan math.tanh math.top_k
        math.unsorted_segment_max math.unsorted_segment_mean math.unsorted_segment_sum matmul
        maximum minimum multiply negative nn.avg_pool2d nn.bias_add nn.conv2d nn.elu
        nn.embedding_lookup nn.gelu nn.l2_loss nn.l2_normalize nn.leaky_relu nn.log_softmax
        nn.max_pool2d nn.moments nn.relu nn.relu6 nn.selu nn.sigmoid
        nn.sigmoid_cross_entropy_with_logits nn.softmax nn.softmax_cross_entropy_with_logits
        nn.softplus nn.softsign nn.sparse_softmax_cross_entropy_with_logits nn.tanh norm
        not_equal one_hot ones ones_like pad pow range rank reduce_all reduce_any
        reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum repeat
        reshape reverse roll round searchsorted shape sigmoid sign signal.frame
        signal.hann_window signal.irfft signal.rfft signal.stft sin sinh size sort sqrt square
        squeeze stack stop_gradient subtract tan tanh tensordot tile transpose truediv where
        zeros zeros_like
    """.split()
)
"""Functions that look at no static shape, or do the same without one: a test runs each."""
_TOLD = frozenset(
    f"tensorflow.{name}"
    for name in """
        broadcast_to eye fill linspace math.top_k one_hot ones range repeat reshape tile zeros
    """.split()
)
"""Functions that do the same where the size that they are told is a tensor.

Others look for sizes that they know: ``tf.image.resize`` leaves an image alone that has its size.
"""
MASKING = frozenset({"tensorflow.boolean_mask", "tensorflow.signal.irfft"})
"""Those that need the rank of a tensor, as a mask does."""
COUNTING = {
    "tensorflow.gather_nd": (2, "batch_dims", "0"),
    "tensorflow.nn.log_softmax": (1, "axis", "-1"),
    "tensorflow.nn.softmax": (1, "axis", "-1"),
    "tensorflow.repeat": (2, "axis", "None"),
}
"""Those that count the dimensions to find one that they are told, with the default."""
_OF_RANK = frozenset({"get_shape", "ndim", "shape"})
"""Attributes that tell the rank of a tensor."""
_WITH_AXIS = frozenset({"tensorflow.squeeze"})
"""Those whose result has another rank for some sizes, unless they are told which to look at."""
_OF_PYTHON = frozenset({"enumerate", "list", "reversed", "tuple", "zip"})
_OF_TAPE = frozenset({"gradient", "watch"})
_STEPPING = frozenset({"apply", "apply_gradients"})


def doubt_of_opening(
    program: Program, function: Function, opened: Mapping[Parameter | ast.expr, TraceType]
) -> str | None:
    """Return what may be different where dimensions are open while tracing; or None.

    ``opened`` are parameters with what calls pass for them, or expressions in the body, or in what
    it calls, with what they are.
    """
    unranked: dict[object, TraceType] = {}
    names: list[str] = []
    for one, value in opened.items():
        if isinstance(one, Parameter):
            if not isinstance(value, TensorValue):
                return f"the rank of '{one.name}' is not known"
            if value.shape is None:
                unranked[one] = value
                names.append(one.name)
        elif not _keeps_rank(program, one):
            return f"whether '{ast.unparse(one)}' is the same is not known"
    if unranked and _needs_rank(Dependents(program, function, unranked)):
        return f"the rank of '{names[0]}' is not known"
    dependents = Dependents(program, function, dict[object, TraceType](opened.items()))
    of_rows = all(
        isinstance(value, TensorValue)
        and value.shape is not None
        and None not in (value.sizes or [None])[1:]
        for value in opened.values()
    )
    return next(_doubts(dependents, of_rows=of_rows), None)


def _needs_rank(dependents: Dependents) -> bool:
    """Whether the body may need the rank of a tensor, which calls of several ranks leave open."""
    program = dependents.program
    for function in dependents.functions:
        for node in own_nodes(function):
            if isinstance(node, ast.Attribute) and node.attr in _OF_RANK:
                if dependents.holds(node.value, function):
                    return True
            if isinstance(node, ast.Subscript) and not _is_plain_index(dependents, node, function):
                return True
        for call, place in function.calls:
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            if any(dependents.holds(node, function) for node in given):
                if _counts_dimensions(program.qualified(call.func, place) or "", call):
                    return True
    return False


def _counts_dimensions(qualified: str, call: ast.Call) -> bool:
    """Whether a function of TensorFlow has to know the rank of a tensor that it is given."""
    if qualified not in COUNTING:
        return qualified in MASKING
    position, name, default = COUNTING[qualified]
    given = argument(call, position, name)
    return given is not None and ast.unparse(given) != default


def _is_plain_index(dependents: Dependents, node: ast.Subscript, function: Function) -> bool:
    """Whether an element or part is taken by numbers and slices: a mask needs its rank."""
    if not dependents.holds(node.value, function):
        return True
    index = node.slice
    for part in index.elts if isinstance(index, ast.Tuple) else [index]:
        if isinstance(part, ast.Slice | ast.Constant):
            continue
        value = dependents.value(part, function)
        is_number = isinstance(value, PythonValue) and value.kind in ("int", "none")
        is_scalar = isinstance(value, TensorValue) and value.shape == () and value.dtype != "bool"
        if not (is_number or is_scalar):
            return False
    return True


def _keeps_rank(program: Program, node: ast.expr) -> bool:
    """Whether a size that an expression is told changes nothing but the shape of the result.

    Its rank is what it was: TensorFlow knows that of a slice, and how many sizes a list has.
    """
    if isinstance(node, ast.Subscript):
        return True
    if not isinstance(node, ast.Call):
        return False
    return program.qualified(node.func, program.index.places[node]) in _TOLD


def doubt_of_one_trace(program: Program, function: Function) -> str | None:
    """Return why one trace of open sizes may not do what one for each size does, whatever the body.

    None if nothing around the function needs the sizes.
    """
    if is_compiled(program, function):
        return "XLA compiles it for each size"
    for call, place in program.calls.callers(function):
        if program.in_graph(place):
            return f"the graph of line {call.lineno} may need sizes of what it returns"
    return None


def _doubts(dependents: Dependents, *, of_rows: bool) -> Iterator[str]:
    """Yield what is done with open tensors whose result may be another one.

    ``of_rows``: the first dimension of what is passed is open, and no other.
    """
    for function in dependents.functions:
        for node in own_nodes(function):
            yield from _doubts_of_flow(dependents, node, function)
        for call, place in function.calls:
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            if isinstance(call.func, ast.Attribute):
                given.append(call.func.value)
            if not any(dependents.holds(node, function) for node in given):
                continue
            if not _is_blind(dependents, call, place, of_rows=of_rows):
                what = ast.unparse(call.func)
                yield f"whether '{what}' needs sizes that are open while tracing is not known"


def _doubts_of_flow(dependents: Dependents, node: ast.AST, function: Function) -> Iterator[str]:
    """Yield loops that TensorFlow runs, and decisions that it takes: they ask for one shape."""
    match node:
        case ast.While(test=test) | ast.If(test=test) | ast.IfExp(test=test):
            if dependents.holds(test, function) or not isinstance(
                dependents.value(test, function), PythonValue
            ):
                yield f"'{ast.unparse(test)}' may be decided in the graph"
        case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
            if not _is_listed(dependents, iterable, function):
                yield f"'{ast.unparse(iterable)}' may be gone over in the graph"


def _is_listed(dependents: Dependents, node: ast.expr, function: Function) -> bool:
    """Whether a loop over an expression is one of Python over a list, and no tensor is in it."""
    place = dependents.program.syntax.place(function, node)
    if isinstance(dependents.value(node, function), SequenceValue | MappingValue):
        return True
    if isinstance(node, ast.Name):
        bindings = dependents.program.bindings(node, place)
        made = [binding.value for binding in bindings if not binding.path]
        return bool(made) and all(
            isinstance(one, ast.Call) and _is_of_tape(dependents.program, one, binding.place)
            for one, binding in zip(made, bindings)
        )
    if not isinstance(node, ast.Call):
        return False
    qualified = dependents.program.qualified(node.func, place)
    if qualified == "range":
        return all(isinstance(dependents.value(part, function), PythonValue) for part in node.args)
    if qualified in _OF_PYTHON:
        over = node.args[:1] if qualified == "enumerate" else node.args
        return all(_is_listed(dependents, part, function) for part in over)
    return _is_of_tape(dependents.program, node, place)


def _is_open_in_rows(dependents: Dependents, node: ast.expr, place: Place) -> bool:
    """Whether all dimensions of a tensor but the first are known."""
    value = dependents.interpreter.value(node, place)
    if not isinstance(value, TensorValue) or value.shape is None:
        return False
    return None not in (value.sizes or [])[1:]


def _pairs_alike(dependents: Dependents, loss: ObjectValue, call: ast.Call, place: Place) -> bool:
    """Whether a loss of Keras brings what it gets to one rank as it does where sizes are known.

    Where one tensor has a dimension more than the other, and its last one is known to be one, the
    loss takes it away: ``[n]`` with ``[n, 1]``. Sparse losses do so where ranks are the same, too.
    """
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    given = [*call.args, *named.values()]
    values = [dependents.interpreter.value(node, place) for node in given]
    tensors = [value for value in values if isinstance(value, TensorValue)]
    known = [tensor.sizes for tensor in tensors if tensor.shape is not None]
    if len(given) != 2 or len(known) != 2 or not named.keys() <= {"y_true", "y_pred"}:
        return False  # Weights of samples are brought to the rank of the result, too.
    rank = max(map(len, known))
    if "Sparse" not in loss.qualified and all(len(one) == rank for one in known):
        return True
    return all(one[-1] is not None for one in known if one and len(one) == rank)


def _is_of_library(program: Program, value: TraceType) -> bool:
    """Whether a layer, or what one is made with, has no code of the program's own.

    Of a functional model nobody follows here which layers its outputs come from.
    """
    if isinstance(value, SequenceValue):
        return value.items is not None and all(_is_of_library(program, v) for v in value.items)
    if not isinstance(value, ObjectValue) or value.cls is not None:
        return isinstance(value, PythonValue)
    made = program.keras.construction(value)
    place = None if made is None else program.index.places.get(made)
    if made is None or place is None:
        return False
    if program.keras.kind(value) == "model":
        layers = program.evaluator.layers(value)
        return isinstance(layers, SequenceValue) and _is_of_library(program, layers)
    given = [*made.args, *(keyword.value for keyword in made.keywords)]
    return all(_is_of_library(program, program.value(node, place)) for node in given)


def _is_of_tape(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether a call is one of a gradient tape, which gives what the sources are."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in _OF_TAPE:
        return False
    return is_tape(program.value(call.func.value, place))


def _is_blind(dependents: Dependents, call: ast.Call, place: Place, *, of_rows: bool) -> bool:
    """Whether a call does the same with tensors whose dimensions are open."""
    program = dependents.program
    qualified = program.qualified(call.func, place) or ""
    if qualified in _WITH_AXIS and argument(call, 1, "axis") is None:
        return False
    if qualified in BLIND or qualified in _OF_PYTHON or _is_of_tape(program, call, place):
        return True
    if dependents.runs_own_code(call, place):
        return True
    callee = program.value(call.func, place)
    if isinstance(callee, ObjectValue) and callee.cls is None:
        if callee.qualified.startswith("keras.losses."):
            return _pairs_alike(dependents, callee, call, place)
        if not of_rows or not call.args or not _is_of_library(program, callee):
            return False
        # One that is not built yet needs all dimensions but the first.
        return _is_open_in_rows(dependents, call.args[0], place)
    if not isinstance(call.func, ast.Attribute):
        return False
    owner = program.value(call.func.value, place)
    if call.func.attr in _STEPPING:
        is_own = isinstance(owner, ObjectValue) and owner.cls is None
        return is_own and program.keras.kind(owner) == "optimizer"
    if call.func.attr in ASSIGNING:
        return not any(call.func.attr in cls.methods for cls in program.index.classes)
    return False
