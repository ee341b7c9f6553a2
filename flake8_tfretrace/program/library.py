"""What is known of TensorFlow's, NumPy's and Python's own functions."""

from __future__ import annotations

from collections.abc import Sequence

FLOAT_DTYPES = frozenset({"float16", "bfloat16", "float32", "float64"})
INTEGER_DTYPES = frozenset(
    {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}
)
DTYPES = FLOAT_DTYPES | INTEGER_DTYPES | {"bool", "string", "complex64", "complex128"}
DTYPE_ALIASES = {
    "half": "float16",
    "float": "float64",
    "double": "float64",
    "int": "int64",
    "bool_": "bool",
    "str": "string",
    "complex": "complex128",
}

REDUCTIONS = {
    **dict.fromkeys(("mean", "sum", "max", "min", "std", "var")),
    **dict.fromkeys(("all", "any"), "bool"),
    "argmax": "int64",
}
"""Methods of arrays that reduce, with the dtype of the result where it is always the same."""

# tf.<name>: shape argument first, dtype argument, default dtype
CREATES_SHAPE: dict[str, tuple[int, str, str | None]] = {
    "tensorflow.zeros": (0, "dtype", "float32"),
    "tensorflow.ones": (0, "dtype", "float32"),
    "tensorflow.random.normal": (0, "dtype", "float32"),
    "tensorflow.random.uniform": (0, "dtype", "float32"),
    "tensorflow.random.truncated_normal": (0, "dtype", "float32"),
    "tensorflow.random.stateless_normal": (0, "dtype", "float32"),
    "tensorflow.random.stateless_uniform": (0, "dtype", "float32"),
    "tensorflow.fill": (0, "dtype", None),
    "keras.random.normal": (0, "dtype", "float32"),
    "keras.random.uniform": (0, "dtype", "float32"),
    "keras.ops.zeros": (0, "dtype", "float32"),
    "keras.ops.ones": (0, "dtype", "float32"),
    "numpy.zeros": (0, "dtype", "float64"),
    "numpy.ones": (0, "dtype", "float64"),
    "numpy.empty": (0, "dtype", "float64"),
    "numpy.full": (0, "dtype", None),
    "numpy.random.random": (0, "dtype", "float64"),
    "numpy.random.random_sample": (0, "dtype", "float64"),
    "numpy.random.standard_normal": (0, "dtype", "float64"),
}
"""Functions that take a shape: (its position, the dtype argument, the dtype without one)."""

NEEDS_SHAPE = frozenset(name for name in CREATES_SHAPE if name.startswith("tensorflow.")) | {
    "tensorflow.broadcast_to",
    "tensorflow.reshape",
}
"""Functions of TensorFlow that raise for a shape with an unknown dimension."""

DTYPE_POSITIONS = {
    "tensorflow.zeros": 1,
    "tensorflow.ones": 1,
    "numpy.zeros": 1,
    "numpy.ones": 1,
    "numpy.empty": 1,
    "numpy.full": 2,
    "tensorflow.random.normal": 3,
    "tensorflow.random.uniform": 3,
}

CREATES_SIZE_ARGUMENT = frozenset(
    {"numpy.random.normal", "numpy.random.uniform", "numpy.random.randint", "numpy.random.choice"}
)
"""NumPy draws that take ``size=``; without it they give a plain Python number (or an element)."""

RANDOM_GENERATORS = frozenset({"numpy.random.default_rng", "numpy.random.RandomState"})
"""NumPy's sources of random numbers: their methods draw as the functions of numpy.random do."""

CREATES_DIMENSIONS = frozenset({"numpy.random.rand", "numpy.random.randn"})
"""NumPy draws whose arguments are the dimensions; without any they give a Python float."""

FROM_VALUE = frozenset(
    {
        "tensorflow.constant",
        "tensorflow.convert_to_tensor",
        "tensorflow.Variable",
        "tensorflow.cast",
        "tensorflow.identity",
        "tensorflow.stop_gradient",
        "tensorflow.zeros_like",
        "tensorflow.ones_like",
        "keras.ops.convert_to_tensor",
        "keras.ops.cast",
        "numpy.array",
        "numpy.asarray",
        "numpy.ascontiguousarray",
        "numpy.zeros_like",
        "numpy.ones_like",
        "numpy.copy",
    }
)
"""Functions that give a tensor of their first argument's shape (dtype= or second may change it)."""

JOINS = frozenset(
    {"tensorflow.concat", "keras.ops.concatenate", "keras.ops.append"}
    | {f"numpy.{name}" for name in ("concatenate", "append", "vstack", "hstack")}
)
"""Functions that put arrays one after the other: those of a list, or the first two arguments."""

STACKS = JOINS | {"tensorflow.stack", "keras.ops.stack", "numpy.stack"}
"""Functions whose result is as long as the list they are given."""

SIZED = {
    "numpy.broadcast_to": "shape",
    "numpy.pad": "pad_width",
    "numpy.repeat": "repeats",
    "numpy.resize": "new_shape",
    "numpy.tile": "reps",
    "tensorflow.broadcast_to": "shape",
    "tensorflow.image.random_crop": "size",
    "tensorflow.image.resize": "size",
    "tensorflow.one_hot": "depth",
    "tensorflow.pad": "paddings",
    "tensorflow.repeat": "repeats",
    "tensorflow.tile": "multiples",
}
"""Functions whose second argument, of this name, decides the size of the result."""

MATH_INTEGERS = frozenset({"math.ceil", "math.floor", "math.trunc"})
"""Functions of :mod:`math` that make an int of a float."""

MATH_FLOATS = frozenset(
    f"math.{name}"
    for name in (
        "acos acosh asin asinh atan atan2 atanh cbrt cos cosh degrees erf erfc exp exp2 "
        "expm1 fabs gamma hypot lgamma log log10 log1p log2 pow radians sin sinh "
        "sqrt tan tanh"
    ).split()
)
"""Functions of :mod:`math` that make a float of one or two numbers."""

VARYING_SHAPE = frozenset(
    {"tensorflow.boolean_mask", "tensorflow.unique", "tensorflow.where", "numpy.unique"}
)
"""Functions whose result has as many rows as the data asks for."""

ELEMENTWISE = frozenset(
    f"tensorflow.{name}"
    for name in (
        "abs add subtract multiply divide exp negative sqrt square sign tanh sigmoid sin cos "
        "math.log math.exp math.sqrt math.tanh math.sigmoid math.abs math.square nn.relu nn.tanh "
        "nn.sigmoid nn.softmax nn.gelu nn.elu nn.selu nn.silu nn.leaky_relu clip_by_value "
        "maximum minimum pow round floor random.shuffle"
    ).split()
)
"""Functions that keep dtype and shape of their first argument."""

KEEPS_DTYPE = frozenset(
    f"tensorflow.{name}"
    for name in (
        "broadcast_to clip_by_norm concat expand_dims gather gather_nd matmul norm pad repeat "
        "reverse roll sort squeeze stack tensordot tile transpose cumsum math.cumsum "
        "linalg.matmul linalg.matvec linalg.norm math.l2_normalize nn.bias_add nn.conv2d "
        "nn.dropout nn.log_softmax nn.max_pool2d"
    ).split()
)
"""Functions that keep the dtype of their first argument, but not its shape."""

PREDICATES = frozenset(
    f"tensorflow.{name}"
    for name in (
        "equal not_equal less less_equal greater greater_equal logical_and logical_or logical_not "
        "reduce_any reduce_all math.is_nan math.is_inf math.is_finite math.equal math.less "
        "math.greater math.reduce_any math.reduce_all math.less_equal math.greater_equal "
        "math.logical_and math.logical_or math.logical_not math.not_equal"
    ).split()
)
"""Functions that give a bool tensor."""

_TENSOR_MODULES = (
    "tensorflow.math.",
    "tensorflow.linalg.",
    "tensorflow.nn.",
    "tensorflow.random.",
    "tensorflow.strings.",
    "tensorflow.image.",
    "tensorflow.signal.",
    "tensorflow.bitwise.",
    "tensorflow.sets.",
    "tensorflow.audio.",
    "keras.ops.",
    "keras.activations.",
    "keras.losses.",
    "keras.random.",
)
_NOT_TENSORS = frozenset(
    f"tensorflow.{name}"
    for name in (
        "function is_tensor executing_eagerly init_scope device name_scope "
        "control_dependencies py_function numpy_function map_fn while_loop cond case "
        "switch_case nest group no_op print Assert load_library load_op_library "
        "custom_gradient recompute_grad vectorized_map foldl foldr scan "
        "unique_with_counts meshgrid unstack split dynamic_partition inside_function "
        "get_static_value get_logger autodiff autograph compat config data debugging "
        "distribute dtypes errors estimator experimental feature_column graph_util "
        "initializers io keras linalg lite lookup losses math metrics mlir nn optimizers "
        "profiler quantization ragged random raw_ops saved_model sets signal sparse "
        "strings summary sysconfig test tpu train types version xla audio bitwise image "
        "type_spec_from_value as_dtype is_symbolic_tensor variable_creator_scope "
        "gradients hessians register_tensor_conversion_function show_file"
    ).split()
)
_NOT_TENSOR_TAILS = frozenset(
    {
        "tensorflow.random.set_seed",
        "tensorflow.random.get_global_generator",
        "tensorflow.random.set_global_generator",
        "tensorflow.random.create_rng_state",
        "tensorflow.nn.moments",
        "tensorflow.nn.top_k",
        "tensorflow.math.top_k",
        "tensorflow.linalg.svd",
        "tensorflow.linalg.eigh",
        "tensorflow.linalg.qr",
        "tensorflow.linalg.normalize",
        "tensorflow.nn.weighted_moments",
        "tensorflow.nn.sufficient_statistics",
        "tensorflow.clip_by_global_norm",
        "keras.backend.clear_session",
        "keras.backend.image_data_format",
        "keras.backend.backend",
        "keras.backend.floatx",
        "keras.backend.epsilon",
        "keras.backend.set_floatx",
        "keras.backend.get_session",
        "keras.backend.learning_phase",
        "keras.ops.shape",
        "keras.ops.ndim",
        "keras.ops.cond",
        "keras.ops.while_loop",
        "keras.ops.is_tensor",
        "keras.ops.split",
        "keras.ops.array_split",
        "keras.ops.unstack",
        "keras.ops.meshgrid",
        "keras.ops.moments",
        "keras.ops.top_k",
        "keras.ops.svd",
        "keras.ops.eigh",
        "keras.ops.qr",
        "keras.ops.nonzero",
        "keras.ops.histogram",
        "keras.ops.map",
        "keras.ops.scan",
        "keras.ops.switch",
        "keras.ops.fori_loop",
        "keras.ops.vectorized_map",
        "keras.backend.int_shape",
        "keras.backend.ndim",
        "keras.backend.is_keras_tensor",
        "keras.backend.is_tensor",
    }
)


def gives_tensor(qualified: str) -> bool:
    """Whether calling ``qualified`` gives one tensor, whatever its arguments."""
    if qualified in _NOT_TENSOR_TAILS:
        return False
    module, _, name = qualified.rpartition(".")
    if name.startswith("is_"):
        return qualified in PREDICATES
    if not name[:1].islower():
        return False
    if module == "tensorflow":
        return qualified not in _NOT_TENSORS
    return qualified.startswith(_TENSOR_MODULES) and f"{module}." in _TENSOR_MODULES


GRADIENT_TAPE = "tensorflow.GradientTape"

RANGES = frozenset({"tensorflow.range", "numpy.arange", "numpy.linspace"})

CLOCKS = frozenset(
    {
        "time.time",
        "time.time_ns",
        "time.perf_counter",
        "time.monotonic",
        "time.process_time",
        "datetime.datetime.now",
        "datetime.datetime.utcnow",
        "datetime.datetime.today",
        "datetime.now",
        "datetime.date.today",
        "timeit.default_timer",
    }
)
PYTHON_RANDOM = {
    "random.random": "float",
    "random.uniform": "float",
    "random.gauss": "float",
    "random.betavariate": "float",
    "random.expovariate": "float",
    "random.normalvariate": "float",
    "random.triangular": "float",
    "random.randint": "int",
    "random.randrange": "int",
    "random.getrandbits": "int",
    "uuid.uuid1": "value",
    "uuid.uuid4": "value",
    "secrets.token_hex": "str",
    "secrets.randbelow": "int",
}
"""Functions that give another Python value at each call, with its kind."""

UNHASHABLE = frozenset({"set", "collections.deque", "bytearray"})
"""Built-in classes whose instances TensorFlow can neither flatten nor hash."""

LOOP_WRAPPERS = frozenset(
    {f"tqdm{part}.{name}" for part in ("", ".auto", ".notebook", ".std", ".autonotebook")
     for name in ("tqdm", "tqdm_notebook")}
    | {"rich.progress.track", "progressbar.progressbar", "alive_progress.alive_it"}
    | {"fastprogress.progress_bar", "fastprogress.fastprogress.progress_bar"}
)  # fmt: skip
"""Progress bars: iterating over them is iterating over what they are given."""
RANGE_WRAPPERS = frozenset(
    f"tqdm{part}.{name}" for part in ("", ".auto", ".notebook", ".std", ".autonotebook")
    for name in ("trange", "tnrange")
)  # fmt: skip
"""Progress bars over a range."""

DATASET_METHODS = frozenset(
    "map filter batch padded_batch shuffle repeat prefetch take skip cache unbatch interleave "
    "flat_map concatenate shard window with_options apply enumerate as_numpy_iterator "
    "ragged_batch rebatch snapshot bucket_by_sequence_length".split()
)


def common_dtype(dtypes: Sequence[str]) -> str | None:
    """Return the first of ``dtypes`` to which the others can be cast without losing fractions.

    None if there is none: strings, truth values and complex numbers go with nothing else.
    """
    if len(set(dtypes)) == 1:
        return dtypes[0]
    if not set(dtypes) <= FLOAT_DTYPES | INTEGER_DTYPES:
        return None
    return next((dtype for dtype in dtypes if dtype in FLOAT_DTYPES), dtypes[0])
