"""What is known of functions that a traced body may call."""

from __future__ import annotations

from collections.abc import Sequence


def _tensorflow(names: str) -> frozenset[str]:
    return frozenset(f"tensorflow.{name}" for name in names.split())


CONVERTING = _tensorflow(
    """
    abs cos exp floor identity math.abs math.ceil math.cos math.exp math.floor math.log
    math.negative math.round math.rsqrt math.sigmoid math.sign math.sin math.sqrt math.square
    math.tanh negative ones_like random.experimental.stateless_fold_in random.stateless_normal
    random.stateless_uniform reduce_max reduce_mean reduce_min reduce_prod reduce_sum round sigmoid
    sign sin sqrt square stack strings.as_string strings.format strings.join strings.length
    strings.lower strings.strip strings.substr strings.upper tanh zeros_like
    """
)
"""Functions that make a tensor of each argument by itself, whatever the others are."""

_PAIRS = (
    "add divide equal floordiv floormod greater greater_equal less less_equal maximum minimum "
    "multiply not_equal pow subtract truediv"
)
_ASSERTIONS = ("equal", "greater", "greater_equal", "less", "less_equal", "none_equal")
MEETING = {
    **dict.fromkeys(_tensorflow(_PAIRS), slice(2)),
    **{f"tensorflow.math.{name}": slice(2) for name in _PAIRS.split()},
    **{f"tensorflow.debugging.assert_{name}": slice(2) for name in _ASSERTIONS},
    "tensorflow.clip_by_norm": slice(2),
    "tensorflow.clip_by_value": slice(3),
    "tensorflow.where": slice(1, 3),
}
"""Functions that give some of their arguments one dtype, as operators do, with which these are."""

SHAPING = _tensorflow(
    """
    broadcast_to eye fill image.resize one_hot ones random.normal random.truncated_normal
    random.uniform repeat reshape tile zeros
    """
)
"""Functions with an argument that decides the shape of the result."""

KEEPING_TYPE = _tensorflow(
    """
    abs clip_by_value exp identity math.abs math.exp math.negative math.sigmoid math.sign
    math.sin math.sqrt math.square math.tanh negative nn.elu nn.leaky_relu nn.relu nn.sigmoid
    nn.softmax nn.softplus nn.tanh reverse roll sigmoid sign sin sort sqrt square stop_gradient
    tanh
    """
)
"""Functions whose result has the shape and dtype of their first argument."""

STATEFUL_RANDOM = _tensorflow(
    """
    image.random_brightness image.random_contrast image.random_crop image.random_flip_left_right
    image.random_flip_up_down image.random_hue image.random_jpeg_quality image.random_saturation
    nn.dropout random.categorical random.gamma random.normal random.poisson random.shuffle
    random.truncated_normal random.uniform
    """
)
"""Functions that draw other numbers in every trace, or, from a seed, the same ones again."""

HOST_VALUES = ("numpy.random.", "random.", "time.", "datetime.", "uuid.", "secrets.")
"""Modules whose functions give a value while tracing, which the graph then keeps."""

MUTATING = frozenset(
    ("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove")
) | {"setdefault", "update"}
"""Methods that change a Python container."""

READING = frozenset(
    ("abs", "all", "any", "bool", "enumerate", "float", "int", "isinstance", "len", "list", "max")
) | {"min", "print", "range", "repr", "reversed", "sorted", "str", "sum", "tuple", "type", "zip"}
"""Builtins that leave their arguments as they are."""

WRITING = frozenset(("copyto", "fill_diagonal", "place", "put", "putmask", "shuffle"))
"""NumPy functions that write into their first argument."""

LIBRARIES = ("tensorflow", "keras", "numpy", "math", "functools", "typing", "collections.abc")


def is_library(qualified: str, libraries: Sequence[str] = LIBRARIES) -> bool:
    """Whether a dotted name is one of a library."""
    return any(qualified == name or qualified.startswith(f"{name}.") for name in libraries)
