"""Ask the installed TensorFlow, Keras and NumPy what their public functions give.

    python tools/probe_libraries.py [--signatures FILE] [--part I/N] [NAME ...] > FILE

Every public function is called with many arguments: tensors of other dtypes and shapes (symbolic
ones, in a graph), Python numbers, lists, functions. What holds of all results is a fact of the
function; what no call settles is not. One line of JSON is written per name.

``tools/build_knowledge.py`` runs this in several environments and joins what they say.
"""

from __future__ import annotations

import argparse
import heapq
import importlib
import inspect
import itertools
import json
import math
import os
import re
import select
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
warnings.simplefilter("ignore")

NOT_CALLED = re.compile(
    r"tensorflow\.(config|distribute|tpu|summary|profiler|saved_model|lite|mlir|autograph|test"
    r"|sysconfig|version|types|train|quantization\.experimental|experimental\.(dtensor|tensorrt"
    r"|dlpack|async|function_executor|Optional|unregister|register|Extension|Batchable"
    r"|dispatch|StructuredTensor|numpy\.experimental)|debugging\.(enable|disable|set|experimental)"
    r"|io\.(gfile|write_file|write_graph|matching_files|TFRecordWriter)|data\.experimental"
    r"|function$|group$|init_scope|load_library|load_op_library|no_gradient|register"
    r"|py_function|numpy_function|Assert$|print$|random\.set|inside_function|__internal__"
    r"|control_dependencies|device$|name_scope|get_logger|custom_gradient|grad_pass|recompute_grad"
    r"|gradients$|hessians$)"
    r"|keras\.(saving|config|datasets|applications|distribution|export|visualization|tree|wrappers"
    r"|dtype_policies|mixed_precision|callbacks|models\.(load|save|model_from)|quantizers"
    r"|utils\.(get_file|plot_model|clear_session|set_random|enable|disable|register|get_registered"
    r"|get_custom|custom_object|model_to_dot|Progbar|legacy|deserialize|serialize|is_inter|PyData"
    r"|Sequence|split_dataset|image_dataset|audio_dataset|text_dataset|timeseries|load_img|save_img"
    r"|pack_x|unpack_x|FeatureSpace)"
    r"|preprocessing\.(image\.(load|save)|image_dataset|text_dataset|timeseries)"
    r"|(backend|)\.?(set_|clear_session|get_uid|reset_uids|backend$|device|result_type|version)"
    r"|device$|name_scope|remat|Stateless|random\.Seed|losses\.(get|serialize|deserialize)"
    r"|\w+\.(get|serialize|deserialize)$)"
    r"|numpy\.((fft|random|linalg)\.test|save|load|fromfile|memmap|set|geterr|test|show|info|lookfor|seterr|random\.(seed|set"
    r"|get_state|bytes)|genfromtxt|fromregex|errstate|printoptions|nditer|nested_iters"
    r"|get_include|add_|disp|deprecate|source|who|safe_eval|byte_bounds|frompyfunc|vectorize"
    r"|apply_|piecewise|fromfunction|fromiter|from_dlpack|frombuffer|getbuf|may_share|shares"
    r"|bmat|compat|kernel_version|asmatrix|mat$)"
)
"""What has an effect on the process or the disk, reads files, or makes no values."""

FLOATS = ("float32", "float64", "float16")
DTYPES = (*FLOATS, "int32", "int64", "uint8", "bool", "string", "complex64")
METHODS_OF = (
    "tensorflow.Tensor",
    "tensorflow.Variable",
    "tensorflow.TensorArray",
    "tensorflow.data.Dataset",
    "tensorflow.random.Generator",
    "numpy.ndarray",
    "numpy.random.Generator",
    "numpy.random.RandomState",
)
"""The classes whose methods are called."""
SILENCE = 40
"""Seconds after which a process that tells nothing is ended."""
ATTEMPTS = 200
"""So many combinations of arguments are tried until one is accepted."""


# arguments


class Tensor(NamedTuple):
    """A tensor (or array, or variable) to be made for a call."""

    dtype: str
    shape: tuple[int, ...]
    variable: bool = False


class Value(NamedTuple):
    """A Python value."""

    value: Any


class Many(NamedTuple):
    """A list (or tuple) of other arguments."""

    items: tuple[Any, ...]
    as_tuple: bool = False


class Callback(NamedTuple):
    """A function, which notes that it is called."""

    make: int


class Instance(NamedTuple):
    """An object of a library's class."""

    name: str


Argument = Tensor | Value | Many | Callback | Instance
Assignment = dict[str, Argument]

MATRIX = Tensor("float32", (2, 3))
INTS = Tensor("int32", (2, 3))
STRINGS = Tensor("string", (2,))
CALLBACKS: tuple[Callable[..., Any], ...] = (
    lambda *args: args[0],
    lambda *args: args[0] < 5,
    lambda *args: args,
)
FUNCTION = tuple(Callback(index) for index in range(len(CALLBACKS) + 1))

GENERIC: tuple[Argument, ...] = (
    MATRIX,
    INTS,
    Tensor("float32", (3, 3)),
    Tensor("float32", (2, 4, 4, 3)),
    Value(2),
    Value(0.5),
    Tensor("int32", ()),
    Tensor("int32", (2,)),
    Tensor("float32", (3,)),
    Tensor("bool", (2, 3)),
    Tensor("string", (2,)),
    Many((MATRIX, MATRIX)),
    Value((2, 3)),
    Value("a"),
    FUNCTION[0],
    Tensor("complex64", (2, 3)),
    Tensor("float32", (2, 5, 3)),
    Tensor("string", ()),
)
_DTYPE = r"dtype|out_type|^Tout$|^type$|output_type"
HINTS: tuple[tuple[str, tuple[Argument, ...]], ...] = (
    (
        r"^(new_)?(shape|size|dims?|output_shape|target_shape|newshape|target_size|d0)$",
        (Value((2, 3)), Value((3, 2)), Value((6,)), Value(3), Value((4, 4))),
    ),
    (_DTYPE, (Value("dtype:float64"), Value("dtype:int64"))),
    (r"^(fn|func|function|f|callable|true_fn|false_fn|initializer|func1d|foo?)$", FUNCTION),
    (r"^fill", (Value(2), Value(0.5))),
    (r"^cond$", (FUNCTION[1], FUNCTION[2], Tensor("bool", ()))),
    (r"^body|body_fun$", (FUNCTION[2], FUNCTION[0])),
    (r"^loop_vars$", (Many((Tensor("int32", ()),)), Tensor("int32", ()))),
    (r"^(axis|axes|dim|axis1|source|offset|k|dimension)$", (Value(0), Value(1), Value(-1))),
    (r"^(destination|axis2)$", (Value(1), Value(0))),
    (r"^(perm)$", (Value((1, 0)), Value((0, 1)))),
    (
        r"^(paddings|pad_width|crops)$",
        (Value(((1, 1), (2, 2))), Value(((2, 2), (1, 1))), Value(((0, 0), (0, 0)))),
    ),
    (r"^(multiples|reps|repeats)$", (Value((2, 2)), Value((3, 4)), Value(2), Value(4))),
    (
        r"^(num|n|N|count|depth|length|num_.*|rows|maxlen|lengths|M|size|frame_.*|fft_length)$",
        (Value(4), Value(2), Value(8), Tensor("int32", (2,))),
    ),
    (
        r"indices|^ids$|^index$|segment_ids|labels|sp_ids|^positions$",
        (
            Tensor("int32", (2,)),
            Tensor("int32", (2, 1)),
            Tensor("int32", (2, 3)),
            Value(1),
            MATRIX,
        ),
    ),
    (
        r"^images?$|^data$|^contents$",
        (
            Tensor("float32", (2, 4, 4, 3)),
            Tensor("float32", (4, 4, 3)),
            MATRIX,
            Tensor("string", ()),
            Tensor("string", (2,)),
        ),
    ),
    (
        r"^(filters?|kernel|depthwise_filter|filter_sizes|kernels)$",
        (Tensor("float32", (3, 3, 3, 2)), Tensor("float32", (3, 3, 2)), Value(3)),
    ),
    (
        r"^(strides?|ksize|pool_size|block_size|dilations?|rates|window_shape)$",
        (Value(2), Value(1)),
    ),
    (r"^padding$", (Value("SAME"), Value("same"), Value("VALID"))),
    (
        r"^(pred|condition|mask|where|cond)$",
        (Tensor("bool", (2, 3)), Tensor("bool", (2,)), Tensor("bool", ()), MATRIX),
    ),
    (r"seed", (Value((1, 2)), Value(1))),
    (r"^(filename|pattern|rewrite|delimiter|sep|replacement|template|separator)$", (Value("a"),)),
    (
        r"^(values|tensors|inputs|arrays|xs|operands|tup|seq|arys|structure|flat_sequence)$",
        (Many((MATRIX, MATRIX)), MATRIX, INTS, Many((STRINGS, STRINGS))),
    ),
    (r"^(equation|subscripts)$", (Value("ij,jk->ik"), Value("ij->ji"))),
    (
        r"^(low|minval|minimum|clip_value_min|x_min|a_min|start|loc|mean)$",
        (Value(0.0), Value(1), Tensor("float32", ())),
    ),
    (
        r"^(high|maxval|maximum|clip_value_max|x_max|a_max|stop|limit|scale|stddev|alpha|lam|rate"
        r"|delta|factor|max_delta|clip_norm|contrast_factor|gamma|gain|saturation_factor|mu|sigma)$",
        (Value(2.0), Value(4), Value(0.5), Tensor("float32", ())),
    ),
    (r"^(lower|contrast_lower)$", (Value(0.1),)),
    (r"^(upper|contrast_upper)$", (Value(0.9),)),
    (
        r"^(x|a|tensor|input|input_tensor|ary|arr|array|v|y|b|x1|x2|params|value|features|logits"
        r"|y_true|y_pred|object|t|targets|inputs?|operand|elems|m|X)$",
        (MATRIX, INTS, Tensor("float32", (3, 3)), Tensor("bool", (2, 3)), Value(2)),
    ),
)
"""Which arguments to try first for parameters of a name. Others are tried, too."""


def candidates(name: str, *, short: bool = False) -> list[Argument]:
    """Return the arguments to try for a parameter, the likeliest first."""
    hinted = [one for pattern, ones in HINTS if re.search(pattern, name) for one in ones]
    return list(dict.fromkeys([*hinted, *(GENERIC[:8] if short else GENERIC)]))


# calls


class TooLong(BaseException):
    """A call takes too long."""


def _alarm(*_: object) -> None:
    raise TooLong


class Libraries:
    """The libraries that are probed."""

    def __init__(self) -> None:
        import keras
        import numpy
        import tensorflow as tf
        from tensorflow.python.framework.func_graph import FuncGraph

        self.tf: Any = tf
        self.np: Any = numpy
        self.keras: Any = keras
        self.graph_type: Any = FuncGraph
        self.names: dict[int, str] = {}
        """The public names of classes, by their identity."""

    def dtype(self, name: str, numpy: bool) -> Any:
        if numpy:
            return self.np.dtype({"string": "U4"}.get(name, name))
        return self.tf.as_dtype(name)

    def instance(self, name: str) -> Any:
        """Return an object of a class, for its methods to be called."""
        tf, np = self.tf, self.np
        make: dict[str, Callable[[], Any]] = {
            "tensorflow.TensorArray": lambda: tf.TensorArray(tf.float32, 2).unstack(
                np.ones((2, 3))
            ),
            "tensorflow.data.Dataset": lambda: tf.data.Dataset.from_tensor_slices(np.ones((8, 3))),
            "tensorflow.random.Generator": lambda: (
                tf.random.Generator.from_non_deterministic_state()
            ),
            "numpy.random.Generator": lambda: np.random.default_rng(),
            "numpy.random.RandomState": lambda: np.random.RandomState(),
        }
        with tf.init_scope():
            return make[name]()


class Call:
    """Calls one function, in a graph or not, and says what came out."""

    def __init__(
        self, libraries: Libraries, function: Any, numpy: bool, positional: Collection[str] = ()
    ) -> None:
        self.libraries = libraries
        self.function = function
        self.numpy = numpy
        self.positional = positional
        """The parameters that cannot be passed by name."""
        self.called: set[str] = set()
        self.random = False
        self._graph = None if numpy else libraries.graph_type("probe")

    def outcome(self, assignment: Assignment, *, eager: bool = False, fill: int = 0) -> Any:
        """Return what the result is; None if the call raises."""
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        signal.alarm(4)
        try:
            if self.numpy:
                self._place(assignment, args, kwargs, eager=True, fill=fill)
                return self._described(self.function(*args, **kwargs))
            if eager:
                self._place(assignment, args, kwargs, eager=True, fill=fill)
                return self._described(self.function(*args, **kwargs))
            with self._graph.as_default():  # type: ignore[union-attr]
                self._place(assignment, args, kwargs, eager=False, fill=fill)
                return self._described(self.function(*args, **kwargs))
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:
            return None
        finally:
            signal.alarm(0)

    def value(self, assignment: Assignment) -> Any:
        """Return the value that a call in eager code gives, if it is one or more numbers."""
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        signal.alarm(4)
        try:
            self._place(assignment, args, kwargs, eager=True, fill=0)
            array = self.libraries.np.asarray(self.function(*args, **kwargs))
            return None if array.dtype == object else array.tobytes()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:
            return None
        finally:
            signal.alarm(0)

    def _place(
        self,
        assignment: Assignment,
        args: list[Any],
        kwargs: dict[str, Any],
        *,
        eager: bool,
        fill: int,
    ) -> None:
        for name, argument in assignment.items():
            if name.startswith("*"):
                assert isinstance(argument, Many)
                args += [self._made(name, item, eager, fill) for item in argument.items]
            else:
                kwargs[name] = self._made(name, argument, eager, fill)
        if any(name.startswith("*") for name in assignment):
            # What stands before *args must be passed by position.
            before = list(itertools.takewhile(lambda n: not n.startswith("*"), assignment))
            args[:0] = [kwargs.pop(name) for name in before]
        else:
            args += [kwargs.pop(name) for name in list(kwargs) if name in self.positional]

    def _made(self, name: str, argument: Argument, eager: bool, fill: int) -> Any:
        match argument:
            case Tensor():
                return self._tensor(argument, eager, fill)
            case Value(value=str() as text) if text.startswith("dtype:"):
                return self.libraries.dtype(text.partition(":")[2], self.numpy)
            case Value(value=value):
                return value
            case Many(items=items):
                made = [self._made(name, item, eager, fill) for item in items]
                return tuple(made) if argument.as_tuple else made
            case Instance(name=of):
                return self.libraries.instance(of)
            case Callback(make=make):

                def callback(*args: Any, **_: Any) -> Any:
                    self.called.add(name)
                    if make == len(CALLBACKS) or not args:
                        return 1.0
                    return CALLBACKS[make](*args)

                return callback
        raise AssertionError(argument)

    def _tensor(self, spec: Tensor, eager: bool, fill: int) -> Any:
        np, tf = self.libraries.np, self.libraries.tf
        if not eager and not spec.variable:
            return tf.compat.v1.placeholder(spec.dtype, spec.shape)
        size = int(np.prod(spec.shape))
        numbers = np.full(size, 1) if fill else np.arange(size) % 7
        if spec.dtype == "string":
            array = np.array([f"a{n}" for n in numbers]).reshape(spec.shape)
        else:
            array = np.reshape(numbers, spec.shape).astype(spec.dtype)
        if spec.variable:
            with tf.init_scope():
                return tf.Variable(array, dtype=spec.dtype)
        return array if self.numpy else tf.constant(array, spec.dtype)

    def note_randomness(self) -> None:
        """Note whether the graph of the calls draws random numbers, with a state of its own."""
        if self._graph is not None:
            operations = self._graph.get_operations()
            self.random = any(
                op.op_def.is_stateful and any(a.name == "seed2" for a in op.op_def.attr)
                for op in operations
            )

    def _described(self, value: Any) -> Any:
        """Return the kind, dtype and shape of a result."""
        tf, np = self.libraries.tf, self.libraries.np
        if isinstance(value, tf.Variable):
            return ("variable", value.dtype.name.removesuffix("_ref"), _sizes(value.shape))
        if isinstance(value, tf.Tensor):
            return ("tensor", value.dtype.name, _sizes(value.shape))
        if isinstance(value, (np.ndarray, np.generic)):
            name = value.dtype.name
            return ("array", "string" if name.startswith("str") else name, value.shape)
        if value is None:
            return ("none",)
        if type(value) in (bool, int, float, complex, str, bytes):
            return (type(value).__name__,)
        if isinstance(value, (tf.DType, np.dtype)):
            return ("dtype",)
        if isinstance(value, tf.TensorShape):
            return ("shape",)
        if isinstance(value, tuple):
            return ("tuple", tuple(self._described(item) for item in value))
        if isinstance(value, list):
            return ("list", tuple(self._described(item) for item in value))
        if isinstance(value, dict):
            return ("dict",)
        if isinstance(value, type):
            return ("class",)
        for cls in type(value).__mro__[:-1]:
            if id(cls) in self.libraries.names:
                return ("instance", self.libraries.names[id(cls)])
        return ("function",) if callable(value) else ("?",)


def _sizes(shape: Any) -> tuple[int | None, ...] | None:
    return None if shape.rank is None else tuple(shape.as_list())


# what holds of all results


class Observation(NamedTuple):
    """One call: its arguments, and what it gave."""

    given: Assignment
    outcome: Any


def python_dtype(value: Any, numpy: bool) -> str | None:
    """Return the dtype that a library gives a Python value (or a list of such)."""
    while isinstance(value, (list, tuple)):
        if not value or len({type(item) for item in value}) > 1:
            return None
        value = value[0]
    names = {bool: "bool", str: "string"}
    names[int] = "int64" if numpy else "int32"
    names[float] = "float64" if numpy else "float32"
    return names.get(type(value))


def dtypes_of(argument: Argument | None) -> set[str]:
    """Return the dtypes of the tensors in an argument."""
    if isinstance(argument, Tensor):
        return {argument.dtype}
    if isinstance(argument, Many):
        return {dtype for item in argument.items for dtype in dtypes_of(item)}
    return set()


def shape_of(argument: Argument | None) -> tuple[int, ...] | None:
    """Return the shape of the tensor that an argument is, or is made into."""
    match argument:
        case Tensor(shape=shape):
            return shape
        case Value(value=value):
            return _nested(value)
        case Many(items=items):
            shapes = {shape_of(item) for item in items}
            if len(shapes) == 1:
                (inner,) = shapes
                return None if inner is None else (len(items), *inner)
    return None


def _nested(value: Any) -> tuple[int, ...] | None:
    if isinstance(value, (bool, int, float, complex)):
        return ()
    if isinstance(value, str):
        return None if value.startswith("dtype:") else ()
    if isinstance(value, (list, tuple)):
        inner = {_nested(item) for item in value}
        if len(inner) == 1:
            (one,) = inner
            return None if one is None else (len(value), *one)
    return None


class Rules:
    """Finds the rule of dtype and shape that all results of a function follow."""

    def __init__(self, parameters: Sequence[str], numpy: bool) -> None:
        self.parameters = parameters
        self.numpy = numpy

    def result(self, seen: Sequence[Observation], path: tuple[int, ...] = ()) -> str:
        """Return what is common to all results, as ``flake8_tfretrace.knowledge`` reads it."""
        outcomes = [_at(one.outcome, path) for one in seen]
        kinds = {outcome[0] for outcome in outcomes}
        if len(kinds) != 1:
            return "?"
        (kind,) = kinds
        if kind == "instance":
            names = {outcome[1] for outcome in outcomes}
            return f"<{names.pop()}>" if len(names) == 1 else "?"
        if kind == "tuple":
            sizes = {len(outcome[1]) for outcome in outcomes}
            if len(sizes) > 1:
                return "tuple"
            size = sizes.pop()
            parts = [self.result(seen, (*path, index)) for index in range(size)]
            return f"({' '.join(parts)})"
        if kind == "list":
            inner = [
                Observation(one.given, item)
                for one, outcome in zip(seen, outcomes)
                for item in outcome[1]
            ]
            element = self.result(inner) if inner else "?"
            return f"[{element.partition(':')[0]}]" if element[0] not in "?<([" else "list"
        if kind not in ("tensor", "array", "variable"):
            return str(kind)
        dtype = self._dtype([(one.given, o[1]) for one, o in zip(seen, outcomes)])
        shape = self._shape([(one.given, o[2]) for one, o in zip(seen, outcomes)])
        return f"{kind}:{dtype}:{shape}".rstrip(":")

    # dtypes

    def _dtype(self, seen: Sequence[tuple[Assignment, str]]) -> str:
        """Return the rule of a dtype, of real numbers.

        A name; ``@`` that of parameters, to which one dtype is given; ``&`` that of parameters that
        are tensors of one dtype, ``~`` of one floating dtype; ``$`` what a parameter names, or else
        (``?``) by another rule.
        """
        seen = [one for one in seen if not _of_complex(one[0])] or seen
        if len(seen) < 2:
            return ""
        naming = [
            name
            for name in self.parameters
            if any(_named_dtype(given.get(name)) is not None for given, _ in seen)
        ]
        for name in (*naming, None):
            told = [] if name is None else [(g, d) for g, d in seen if _named_dtype(g.get(name))]
            if any(_named_dtype(given[str(name)]) != dtype for given, dtype in told):
                continue
            left = [(g, d) for g, d in seen if name is None or not _named_dtype(g.get(name))]
            prefix = "" if name is None else f"${name}?"
            if not left:
                if len({dtype for _, dtype in told}) > 1:
                    return prefix.rstrip("?")
                continue
            rule = self._inherent(left)
            if rule:
                return prefix + rule
        return ""

    def _inherent(self, seen: Sequence[tuple[Assignment, str]]) -> str:
        dtypes = {dtype for _, dtype in seen}
        if len(dtypes) == 1:
            return dtypes.pop()
        names = [n for n in self.parameters if any(dtypes_of(given.get(n)) for given, _ in seen)]
        if not names:
            names = [n for n in self.parameters if any(shape_of(g.get(n)) == () for g, _ in seen)]
        groups = [group for size in (1, 2, 3) for group in itertools.combinations(names[:5], size)]
        for group in groups:
            if all(self._follows(given, dtype, group) for given, dtype in seen):
                return "@" + "+".join(group)
        # Where tensors of several dtypes meet, which one wins is not told.
        uniform = [one for one in seen if len(_tensor_dtypes(one[0])) == 1]
        floating = [one for one in uniform if _tensor_dtypes(one[0]) <= set(FLOATS)]
        for sign, some in (("&", uniform), ("~", floating)):
            if len({dtype for _, dtype in some}) < 2:
                continue
            for group in reversed(groups):
                told = [one for one in some if all(dtypes_of(one[0].get(n)) for n in group)]
                if told and all(self._follows(given, dtype, group) for given, dtype in told):
                    return sign + "+".join(group)
        return ""

    def _follows(self, given: Assignment, dtype: str, group: Sequence[str]) -> bool:
        arguments = [given[name] for name in group if name in given]
        found = {one for argument in arguments for one in dtypes_of(argument)}
        if not found:
            found = {one for argument in arguments for one in self._of_python(argument)}
        return found == {dtype}

    def _of_python(self, argument: Argument) -> set[str]:
        if isinstance(argument, Many):
            return {one for item in argument.items for one in self._of_python(item)}
        return (
            {python_dtype(argument.value, self.numpy) or "?"}
            if isinstance(argument, Value)
            else set()
        )

    # shapes

    def _shape(self, seen: Sequence[tuple[Assignment, Any]]) -> str:
        """Return the rule of a shape.

        ``=`` the shape of parameters, ``$`` the value of one, ``^`` a rank, ``*`` the data.
        """
        if len(seen) < 3:
            return ""
        shapes = [shape for _, shape in seen]
        if all(shape == () for shape in shapes):
            return "^0"
        names = [n for n in self.parameters if any(shape_of(g.get(n)) is not None for g, _ in seen)]
        if len(set(shapes)) > 1:
            for size in (1, 2, 3):
                for group in itertools.combinations(names[:5], size):
                    if all(self._broadcast(given, group) == shape for given, shape in seen):
                        return "=" + "+".join(group)
            for name in self.parameters:
                if all(self._value(given.get(name)) == shape for given, shape in seen):
                    return f"${name}"
        ranks = {None if shape is None else len(shape) for shape in shapes}
        if all(shape is not None and None in shape for shape in shapes):
            return "*1" if ranks == {1} else "*"
        tensors = {len(t.shape) for g, _ in seen for a in g.values() for t in _tensors(a)}
        listed = any(
            isinstance(a, Value) and isinstance(a.value, tuple) for g, _ in seen for a in g.values()
        )
        # A list with a size per dimension admits one rank only, and what gets a shape has its rank.
        is_open = bool({"shape", "size"} & {*self.parameters}) or (listed and len(tensors) < 2)
        if len(ranks) == 1 and None not in ranks and not is_open:
            return f"^{ranks.pop()}"
        return ""

    def _broadcast(self, given: Assignment, group: Sequence[str]) -> tuple[int, ...] | None:
        shapes = [shape_of(given[name]) for name in group if name in given]
        if len(shapes) < len(group) or None in shapes:
            return None
        result: list[int] = []
        for sizes in itertools.zip_longest(*(reversed(s) for s in shapes if s is not None)):
            large = {size for size in sizes if size not in (None, 1)}
            if len(large) > 1:
                return None
            result.append(large.pop() if large else 1)
        return tuple(reversed(result))

    def _value(self, argument: Argument | None) -> tuple[int, ...] | None:
        match argument:
            case Value(value=bool()):
                return None
            case Value(value=int() as size):
                return (size,)
            case Value(value=(tuple() | list()) as sizes):
                return tuple(sizes)
            case Many(items=items) if all(isinstance(i, Value) for i in items):
                return tuple(item.value for item in items if isinstance(item, Value))
        return None


def _tensor_dtypes(given: Assignment) -> set[str]:
    return {dtype for argument in given.values() for dtype in dtypes_of(argument)}


def _of_complex(given: Assignment) -> bool:
    return "complex64" in _tensor_dtypes(given)


def _at(outcome: Any, path: Sequence[int]) -> Any:
    for index in path:
        outcome = outcome[1][index]
    return outcome


def _named_dtype(argument: Argument | None) -> str | None:
    if isinstance(argument, Value) and isinstance(argument.value, str):
        return argument.value.partition("dtype:")[2] or None
    return None


# one function


class Probe:
    """Finds out about one function."""

    def __init__(
        self,
        libraries: Libraries,
        name: str,
        function: Any,
        parameters: Sequence[Parameter],
        skipped: Collection[str] = (),
        progress: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.name = name
        self.skipped = skipped
        """The optional parameters for which an argument ends the process."""
        self.progress = progress
        self.numpy = name.startswith("numpy.") or name == "tensorflow.Tensor.numpy"
        positional = {p.name for p in parameters if p.kind == "/" or p.name == "self"}
        self.call = Call(libraries, function, self.numpy, positional)
        self.parameters = parameters
        self.required = [p for p in parameters if p.default is None and p.kind in "/,|"]
        self.rest = [p for p in parameters if p.default is not None and p.name != "name"]
        self.variadic = next((p for p in parameters if p.kind == "*"), None)
        self.rules = Rules([p.key for p in parameters], self.numpy)

    def facts(self) -> dict[str, Any]:
        """Return what is found out; nothing if no call works."""
        base = self._search()
        if base is None:
            return {}
        seen = [base, *self._observed(self._variants(base.given))]
        listed = list(self._observed(self._lists(base.given)))
        if all(_kind(one.outcome) == _kind(base.outcome) for one in listed):
            seen += listed
        if not self._agrees_eagerly(base):
            return {"calls": sorted(self.call.called)} if self.call.called else {}
        result = self.rules.result(seen)
        result = self._of_data(base, result)
        found: dict[str, Any] = {"result": result}
        found["result"], others = self._optional(base, seen, result)
        if others:
            found["given"] = others
        carries = [] if ":*" in result or result == "?" else self._carries(base)
        for fact, is_size in (("carries", False), ("sizes", True)):
            names = [n for n in carries if isinstance(base.given[n], Value) is is_size]
            if names:
                found[fact] = names
        fixing = self._fixing(base, carries)
        if fixing:
            found["fixing"] = fixing
        for fact, names in self._convertible(base).items():
            if names:
                found[fact] = names
        definite = self._definite(base)
        if definite:
            found["definite"] = definite
        meets = self._meets(base)
        if meets:
            found["meets"] = meets
        if self._needs_numbers(base):
            found["numbers"] = True
        joins = self._joins(base)
        if joins:
            found["joins"] = joins
        self.call.note_randomness()
        if self.call.random or self._differs_again(base):
            found["random"] = True
        if any(isinstance(a, Instance) and "andom" not in a.name for a in base.given.values()):
            # What the instance holds decides the rest.
            found["result"] = found["result"].partition(":")[0]
            if "Dataset" in self.name and found["result"] in ("tensor", "tuple", "variable"):
                found["result"] = "?"
            found.pop("given", None)
        if self.call.called:
            found["calls"] = sorted(self.call.called)
            if not result.startswith("<"):
                # What the callbacks return decides it.
                found["result"] = "?"
        return found

    def _observed(self, assignments: Iterator[Assignment]) -> Iterator[Observation]:
        for assignment in assignments:
            outcome = self.call.outcome(assignment)
            if outcome is not None:
                yield Observation(assignment, outcome)

    def _search(self) -> Observation | None:
        """Return the first call that works."""
        names = [p.key for p in self.required]
        choices = [self._candidates(p, short=len(names) > 4) for p in self.required]
        if self.variadic is not None:
            sizes = Many((Value(2), Value(3)))
            names.append(self.variadic.key)
            choices.append([Many(()), Many((MATRIX,)), Many((MATRIX, MATRIX)), sizes])
        for indices in itertools.islice(_best_first([len(c) for c in choices]), ATTEMPTS):
            given = {n: options[i] for n, options, i in zip(names, choices, indices)}
            outcome = self.call.outcome(given)
            if outcome is not None:
                return Observation(given, outcome)
        functions = [p for p in self.rest if p.default == "None" and "fn" in p.name]
        if functions and not names[len(self.required) :]:
            # None is no default of theirs.
            for first in choices[0] if choices else ():
                given = dict.fromkeys(names[:1], first) | {p.name: FUNCTION[-1] for p in functions}
                outcome = self.call.outcome(given)
                if outcome is not None:
                    return Observation(given, outcome)
        return None

    def _candidates(self, parameter: Parameter, *, short: bool = False) -> list[Argument]:
        owner = self.name.rpartition(".")[0]
        if parameter.name == "self":
            if owner in ("tensorflow.Tensor", "numpy.ndarray"):
                return [MATRIX, INTS, Tensor("float32", (3, 3)), Tensor("float32", ())]
            if owner == "tensorflow.Variable":
                return [MATRIX._replace(variable=True), INTS._replace(variable=True)]
            return [Instance(owner)]
        return candidates(parameter.name, short=short)

    def _variants(self, base: Assignment) -> Iterator[Assignment]:
        """Yield calls that differ from ``base`` in dtypes, shapes and values."""
        yield from self._other_values(base)
        yield from self._other_dtypes(base)
        yield from self._other_shapes(base)
        yield from self._other_kinds(base)

    def _lists(self, base: Assignment) -> Iterator[Assignment]:
        """Yield calls with lists in place of Python numbers."""
        for name, argument in base.items():
            if isinstance(argument, Value) and _nested(argument.value) == ():
                for value in ([2, 3], [0.5, 1.5, 2.5], [[1, 2], [3, 4]]):
                    yield {**base, name: Value(value)}

    def _few_variants(self, base: Assignment) -> Iterator[Assignment]:
        yield from self._other_values(base)
        for dtype in ("float64", "float32", "int32", "int64"):
            yield {n: _with_dtype(a, None, dtype) for n, a in base.items()}
        for shape in ((), (5,), (7, 4, 5)):
            yield {n: _shaped(a, shape) for n, a in base.items()}
        yield {n: _prefixed(a) for n, a in base.items()}
        yield {n: _mapped(a, {2: 4, 3: 6}) for n, a in base.items()}

    def _other_values(self, base: Assignment) -> Iterator[Assignment]:
        for name, argument in base.items():
            if _named_dtype(argument) is not None:
                for dtype in ("float32", "float64", "int32", "int64"):
                    yield {**base, name: Value(f"dtype:{dtype}")}
            elif isinstance(argument, Value):
                for other in candidates(name):
                    if isinstance(other, Value) and _is_alike(other.value, argument.value):
                        yield {**base, name: other}
                for size in (1, 5, 9):
                    if _is_alike(size, argument.value):
                        yield {**base, name: Value(size)}
            if name.startswith("*") and isinstance(argument, Many):
                if argument.items and isinstance(argument.items[0], Value):
                    for sizes in ((4,), (2, 5), (3, 2, 2)):
                        yield {**base, name: Many(tuple(map(Value, sizes)))}

    def _other_dtypes(self, base: Assignment) -> Iterator[Assignment]:
        for dtype in DTYPES:
            for wanted in sorted({d for a in base.values() for d in dtypes_of(a)}):
                yield {n: _with_dtype(a, wanted, dtype) for n, a in base.items()}
            for name, argument in base.items():
                if dtypes_of(argument):
                    yield {**base, name: _with_dtype(argument, None, dtype)}

    def _other_shapes(self, base: Assignment) -> Iterator[Assignment]:
        sizes = {s for a in base.values() for t in _tensors(a) for s in t.shape}
        for size in sorted(sizes):
            yield {n: _mapped(a, {size: size * 3}) for n, a in base.items()}
        shapes: tuple[tuple[int, ...], ...] = ((), (5,), (4, 6), (7, 4, 5), (2, 3, 4, 5), (1, 3))
        for shape in shapes:
            yield {n: _shaped(a, shape) for n, a in base.items()}
            for name, argument in base.items():
                if dtypes_of(argument):
                    yield {**base, name: _shaped(argument, shape)}
        yield {n: _prefixed(a) for n, a in base.items()}
        tensors = [n for n, a in base.items() if isinstance(a, Tensor)]
        for one, other in itertools.combinations(tensors, 2):
            for a, b in (
                ((2, 3), (3,)),
                ((2, 1), (1, 3)),
                ((), (2, 3)),
                ((2, 3), ()),
                ((5, 1), (4,)),
            ):
                yield {**base, one: _shaped(base[one], a), other: _shaped(base[other], b)}

    def _other_kinds(self, base: Assignment) -> Iterator[Assignment]:
        """Yield calls with Python numbers and lists in place of tensors."""
        for name, argument in base.items():
            if name == "self":
                continue
            if isinstance(argument, Tensor):
                for value in (0.5, 3, [1.0, 2.0], [[1, 2], [3, 4]]):
                    yield {**base, name: Value(value)}
                yield {**base, name: Many((argument, argument))}
                for other, second in base.items():
                    if isinstance(second, Tensor) and other != name:
                        for value, dtype in ((0.5, "float64"), (3, "int64"), (3, "float64")):
                            second = second._replace(dtype=dtype)
                            yield {**base, name: Value(value), other: second}
            if isinstance(argument, Many) and argument.items:
                first = argument.items[0]
                yield {**base, name: Many((*argument.items, first))}
                if not isinstance(first, Tensor):
                    continue
                numbers: tuple[Argument, ...] = (Value(0.5), Value(3))
                for item in (*numbers, Many((first, first))):
                    yield {**base, name: Many((item,) * len(argument.items))}
                if not name.startswith("*"):
                    yield {**base, name: argument._replace(as_tuple=True)}
                    for one in (first, *numbers):
                        yield {**base, name: one}

    def _agrees_eagerly(self, base: Observation) -> bool:
        """Whether eager code gets the same kind of result as a graph."""
        if self.numpy:
            return True
        outcome = self.call.outcome(base.given, eager=True)
        return outcome is None or _kind(outcome) == _kind(base.outcome)

    def _of_data(self, base: Observation, result: str) -> str:
        """Return ``result``, with a shape that depends on the data where other data change it."""
        if not result.startswith(("tensor", "array", "(")):
            return result
        outcomes = [self.call.outcome(base.given, eager=True, fill=fill) for fill in (0, 1)]
        return self._confirmed(result, *outcomes)

    def _confirmed(self, result: str, one: Any, other: Any) -> str:
        if result.startswith("("):
            parts = result[1:-1].split(" ")
            inner = [o[1] if o is not None and o[0] == "tuple" else () for o in (one, other)]
            if "(" in result[1:] or not len(inner[0]) == len(inner[1]) == len(parts):
                return re.sub(r":\*1?", "", result)
            return f"({' '.join(self._confirmed(*part) for part in zip(parts, *inner))})"
        kind, dtype, shape = [*result.split(":"), "", ""][:3]
        one, other = (
            o[2] if o is not None and o[0] in ("tensor", "array") else None for o in (one, other)
        )
        differs = None not in (one, other) and one != other and len(one) == len(other)
        if differs:
            shape = "*1" if shape in ("*1", "^1") else "*"
        elif shape.startswith("*"):
            shape = ""
        return f"{kind}:{dtype}:{shape}".rstrip(":")

    # parameters with a default

    def _optional(
        self, base: Observation, seen: Sequence[Observation], result: str
    ) -> tuple[str, dict[str, str]]:
        """Return the result, and what it is if an optional parameter is given that changes it."""
        found: dict[str, str] = {}
        failed: list[Parameter] = []
        # What a parameter names as the dtype is no other result.
        optional = sorted(self.rest, key=lambda p: not re.search(_DTYPE, p.name))
        if self.variadic is not None and base.given[self.variadic.key] == Many(()):
            optional.append(self.variadic)
        for parameter in optional:
            if parameter.key in self.skipped:
                found[parameter.key] = "?"
                continue
            self.progress(parameter.key)
            observed = list(self._observed(self._with(base.given, [parameter])))
            if not observed:
                failed.append(parameter)
                found[parameter.key] = "?"
                continue
            joint = self.rules.result([*seen, *observed])
            if _says_dtype_too(joint, result, parameter.name):
                result, seen = joint, [*seen, *observed]
            elif (other := self._other(joint, result, observed)) != result:
                found[parameter.key] = other
        pairs = [p for p in failed if p.default == "None"][:4]
        for pair in itertools.combinations(pairs, 2):
            observed = list(self._observed(self._with(base.given, pair)))
            if observed:
                joint = self.rules.result([*seen, *observed])
                found |= dict.fromkeys([p.key for p in pair], self._other(joint, result, observed))
        return result, found

    def _other(self, joint: str, result: str, observed: Sequence[Observation]) -> str:
        """Return the result of calls with an optional argument, by what all have in common."""
        own = self.rules.result(observed)
        own = self._of_data(observed[0], own)
        parts = [[*text.split(":"), "", ""] for text in (joint, result, own)]
        if any(part[0] not in ("tensor", "array") for part in parts):
            return own
        kept = [
            common if common == before and not (at == 2 and alone.startswith("*")) else alone
            for at, (common, before, alone) in enumerate(zip(*(part[:3] for part in parts)))
        ]
        return ":".join(kept).rstrip(":")

    def _with(self, base: Assignment, wanted: Sequence[Parameter]) -> Iterator[Assignment]:
        """Yield calls that give the ``wanted`` optional parameters, too."""
        options: list[Sequence[Argument]]
        if len(wanted) == 1:
            options = [[one] for one in _optional_values(wanted[0])]
        else:
            options = [[MATRIX] * len(wanted), [FUNCTION[-1]] * len(wanted)]
        worked = 0
        # With some axes to reduce, to split or to drop.
        for sizes in ({}, {3: 4}, {2: 1}):
            resized = {n: _mapped(a, sizes) for n, a in base.items()}
            for arguments in options:
                extended = {**resized, **{p.key: one for p, one in zip(wanted, arguments)}}
                if self.call.outcome(extended) is None:
                    continue
                worked += 1
                yield extended
                if any(dtypes_of(one) for one in arguments):
                    yield from self._variants(extended)
                elif worked == 1:
                    yield from self._few_variants(extended)
                if worked == 3:
                    return
            if worked:
                return

    # relations between parameters and the result

    def _carries(self, base: Observation) -> list[str]:
        """Return the parameters whose every change of shape or value changes the result's shape."""
        if base.outcome[0] not in ("tensor", "array"):
            return []
        return [name for name in base.given if self._differs(base.given, name)]

    def _fixing(self, base: Observation, carries: Sequence[str]) -> list[str]:
        """Return the optional parameters beside which that is not so, or cannot be seen."""
        found = []
        for parameter in self.rest if carries else ():
            if parameter.key not in self.skipped:
                with_it = self._observed(self._with(base.given, [parameter]))
                calls = [one.given for one in itertools.islice(with_it, 3)]
                if not all(self._differs(given, name) for given in calls for name in carries):
                    found.append(parameter.key)
        return found

    def _differs(self, given: Assignment, name: str) -> bool | None:
        """Whether each change of one argument changes the result's shape; None if none works."""
        outcomes = list(self._changed(given, name, given[name]))
        differs = [
            other[2] != before[2]
            for other, before in outcomes
            if other[0] == before[0] and before[0] in ("tensor", "array")
        ]
        return all(differs) if differs else None

    def _changed(
        self, base: Assignment, name: str, argument: Argument
    ) -> Iterator[tuple[Any, Any]]:
        """Yield results of calls in which one size of one argument differs."""
        before = self.call.outcome(base)
        changed: list[Argument] = []
        match argument:
            case Tensor(shape=shape):
                for axis, size in enumerate(shape):
                    larger = (*shape[:axis], size * 3, *shape[axis + 1 :])
                    changed.append(argument._replace(shape=larger))
            case Many(items=items) if items:
                changed.append(Many((*items, *items)))
                changed.append(Many((*items, *items, *items)))
            case Value(value=bool() | str()):
                return
            case Value(value=int() as number) if number > 1:
                changed = [Value(number * 2), Value(number * 4)]
            case Value(value=tuple() as sizes):
                for axis, size in enumerate(sizes):
                    if isinstance(size, int) and size > 1:
                        changed.append(Value((*sizes[:axis], size * 2, *sizes[axis + 1 :])))
                    elif isinstance(size, tuple):
                        more = tuple(2 * s for s in size)
                        changed.append(Value((*sizes[:axis], more, *sizes[axis + 1 :])))
        for other in changed:
            outcome = self.call.outcome({**base, name: other})
            if outcome is not None:
                yield outcome, before

    def _joins(self, base: Observation) -> list[str]:
        """Return the parameters all elements of which, and no others, are in the result."""
        if base.outcome[0] not in ("tensor", "array"):
            return []
        tensors = [n for n, a in base.given.items() if isinstance(a, Tensor)]
        lists = [n for n, a in base.given.items() if isinstance(a, Many) and _tensors(a)]
        for names in (lists, tensors[:2], [*tensors, *lists][:2]):
            calls: list[Assignment] = [
                {**base.given, **{n: _shaped(base.given[n], shape) for n in names}}
                for shape in ((2, 3), (5,), (4, 6))
            ]
            if names == lists and len(lists) == 1:
                items = [(call, call[lists[0]]) for call in calls]
                calls += [
                    {**call, lists[0]: Many(many.items * 2)}
                    for call, many in items
                    if isinstance(many, Many)
                ]
            seen = [o for o in self._observed(iter(calls)) if o.outcome[0] == base.outcome[0]]
            sizes = [sum(_size(t.shape) for n in names for t in _tensors(o.given[n])) for o in seen]
            outcomes = [o.outcome[2] for o in seen]
            known = [_size(o) for o in outcomes if o is not None and None not in o]
            if len(known) > 1 and known == sizes and (names == lists or len(names) == 2):
                return names
        return []

    def _differs_again(self, base: Observation) -> bool:
        """Whether the same call gives another value the second time."""
        for number in (None, 1000):
            given = {n: _with_number(a, number) for n, a in base.given.items()}
            one, other = (self.call.value(given) for _ in range(2))
            if one is not None and other is not None and one != other:
                return True
        return False

    def _convertible(self, base: Observation) -> dict[str, list[str]]:
        """Return the parameters that take a tensor in place of a Python number, or of a size.

        Those with which the shape of the result stays (``tensors``), and those that then leave it
        open (``shapes``).
        """
        found: dict[str, list[str]] = {"tensors": [], "shapes": []}
        if self.numpy or base.outcome[0] != "tensor":
            return found
        given = dict(base.given)
        for parameter in self.rest:
            if re.fullmatch(r"-?[\d.]+", parameter.default or ""):
                given[parameter.name] = Value(1.0 if "." in (parameter.default or "") else 1)
        for name, argument in given.items():
            numbers = [argument.value] if isinstance(argument, Value) else [0.5, 3, "a"]
            for number in numbers:
                made = _made_tensor(number, self.numpy)
                if made is None:
                    continue
                before: Argument = Value(number)
                after = made
                if isinstance(argument, Many):
                    before, after = (Many((one,) * len(argument.items)) for one in (before, after))
                plain = self.call.outcome({**base.given, name: before})
                if plain is None:
                    continue
                outcome = self.call.outcome({**base.given, name: after})
                if outcome is not None and outcome[:2] == plain[:2]:
                    found["tensors" if outcome == plain else "shapes"].append(name)
                    break
        return found

    def _definite(self, base: Observation) -> list[str]:
        """Return the parameters, of sizes, that may not hold None."""
        return [
            name
            for name, argument in base.given.items()
            if isinstance(argument, Value)
            and isinstance(argument.value, tuple)
            and all(type(size) is int for size in argument.value)
            and base.outcome[0] == "tensor"
            and self.call.outcome({**base.given, name: Value((None, *argument.value[1:]))}) is None
        ]

    def _needs_numbers(self, base: Observation) -> bool:
        """Whether an array in place of a Python number, or of a list, changes the kind."""
        outcomes = [
            self.call.outcome({**base.given, name: Tensor(dtype, shape)})
            for name, argument in base.given.items()
            if isinstance(argument, Value) and not isinstance(argument.value, (str, tuple))
            for dtype, shape in (("float32", (3,)), ("int32", (3,)))
        ]
        outcomes += [one.outcome for one in self._observed(self._lists(base.given))]
        outcomes += [
            self.call.outcome({**base.given, p.name: Tensor("float32", (3,))})
            for p in self.rest
            if re.fullmatch(r"-?[\d.]+", p.default or "")
        ]
        return any(o is not None and _kind(o) != _kind(base.outcome) for o in outcomes)

    def _meets(self, base: Observation) -> list[str]:
        """Return the parameters to which one dtype is given: a number gets that of a tensor."""
        if self.numpy:
            return []
        names = [n for n, a in base.given.items() if isinstance(a, (Tensor, Value)) and n != "self"]
        found: set[str] = set()
        scalar = Tensor("float64", ())
        for one, other in itertools.combinations(names, 2):
            for number, tensor in ((one, other), (other, one)):
                plain = {n: _with_dtype(a, None, "float64") for n, a in base.given.items()}
                shape = shape_of(plain[tensor]) or ()
                plain[tensor] = Tensor("float64", shape)
                works = self.call.outcome({**plain, number: Value(0.5)})
                mixed = self.call.outcome({**plain, number: scalar._replace(dtype="float32")})
                alike = self.call.outcome({**plain, number: scalar})
                if works and alike and not mixed:
                    found |= {number, tensor}
        return [name for name in names if name in found]


def _with_number(argument: Argument, number: int | None) -> Argument:
    is_number = isinstance(argument, Value) and type(argument.value) is int
    return Value(number) if is_number and number is not None else argument


def _is_alike(one: Any, other: Any) -> bool:
    """Whether two Python values are both numbers (or sizes), or both strings, or both lists."""
    if _named_dtype(Value(one)) is not None:
        return False
    if isinstance(other, str) or isinstance(one, str):
        return isinstance(one, str) and isinstance(other, str)
    return isinstance(one, (list, tuple)) == isinstance(other, (list, tuple))


def _size(shape: Sequence[int]) -> int:
    return math.prod(shape)


def _made_tensor(value: Any, numpy: bool) -> Argument | None:
    """Return the tensor for a Python number, or such a list of tensors for a list of sizes."""
    if isinstance(value, tuple) and all(type(size) is int for size in value):
        return Many((Tensor("int32", ()), *map(Value, value[1:])))
    dtype = python_dtype(value, numpy)
    return (
        Tensor(dtype, ())
        if dtype in ("int32", "float32", "string") and _nested(value) == ()
        else None
    )


def _says_dtype_too(joint: str, result: str, name: str) -> bool:
    """Whether ``joint`` says of the dtype what ``result`` does, and that a parameter names it."""
    kind, dtype, shape = [*result.split(":"), "", ""][:3]
    return joint == f"{kind}:${name}?{dtype}:{shape}".rstrip(":")


def _hashable(argument: Argument) -> Argument:
    if isinstance(argument, Value) and isinstance(argument.value, list):
        return Value(tuple(argument.value))
    return argument


def _optional_values(parameter: Parameter) -> list[Argument]:
    """Return arguments for an optional parameter that are not its default."""
    default = parameter.default
    if parameter.kind == "*":
        return [Many(tuple(map(Value, sizes))) for sizes in ((2, 3), (4,), (2, 5, 3), (3, 2))]
    if re.search(_DTYPE, parameter.name):
        return [Value(f"dtype:{dtype}") for dtype in ("float64", "int64", "float32", "int32")]
    if default in ("True", "False"):
        return [Value(default != "True")]
    found = [a for pattern, ones in HINTS if re.search(pattern, parameter.name) for a in ones]
    try:
        number = float(default or "")
    except ValueError:
        pass
    else:
        isint = "." not in (default or "") and "e" not in (default or "")
        numbers = (int(number) + 1, 0, 2) if isint else (0.5, 2.0)
        return [Value(n) for n in numbers if n != number]
    if default in ("None", "..."):
        found += [Value(v) for v in (0, 1, 0.5, True, (0,), "a", (1, 2))]
        found += [MATRIX, Tensor("float32", (3,)), Tensor("float32", ()), Tensor("bool", (2, 3))]
        found += [Value("dtype:float64"), Value("dtype:int32")]
    else:
        words = ("SAME", "VALID", "same", "nearest", "NCHW", "float", "sum", "int32", "bilinear")
        found += [Value(word) for word in words]
    return list(dict.fromkeys(map(_hashable, found)))


def _tensors(argument: Argument) -> list[Tensor]:
    if isinstance(argument, Tensor):
        return [argument]
    return (
        [t for item in argument.items for t in _tensors(item)] if isinstance(argument, Many) else []
    )


def _each(argument: Argument, change: Callable[[Tensor], Tensor]) -> Argument:
    if isinstance(argument, Tensor):
        return change(argument)
    if isinstance(argument, Many):
        return argument._replace(items=tuple(_each(item, change) for item in argument.items))
    return argument


def _with_dtype(argument: Argument, wanted: str | None, dtype: str) -> Argument:
    return _each(argument, lambda t: t._replace(dtype=dtype) if wanted in (None, t.dtype) else t)


def _mapped(argument: Argument, sizes: dict[int, int]) -> Argument:
    return _each(argument, lambda t: t._replace(shape=tuple(sizes.get(s, s) for s in t.shape)))


def _shaped(argument: Argument, shape: tuple[int, ...]) -> Argument:
    return _each(argument, lambda t: t._replace(shape=shape))


def _prefixed(argument: Argument) -> Argument:
    return _each(argument, lambda t: t._replace(shape=(2, *t.shape)))


def _kind(outcome: Any) -> Any:
    if outcome[0] in ("tuple", "list"):
        return (outcome[0], *map(_kind, outcome[1]))
    return outcome[:2] if outcome[0] == "instance" else outcome[0]


def _best_first(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all index combinations, by the sum of the indices."""
    start = (0,) * len(sizes)
    heap, seen = [(0, start)], {start}
    while heap:
        total, indices = heapq.heappop(heap)
        yield indices
        for position, size in enumerate(sizes):
            if indices[position] + 1 < size:
                more = (*indices[:position], indices[position] + 1, *indices[position + 1 :])
                if more not in seen:
                    seen.add(more)
                    heapq.heappush(heap, (total + 1, more))


# the public names


class Parameter(NamedTuple):
    """A parameter of a function."""

    name: str
    kind: str
    """``/`` by position only, ``,`` by position or name, ``|`` by name only, ``*``, ``**``."""
    default: str | None

    @property
    def key(self) -> str:
        """What the parameter is called in an assignment."""
        return f"*{self.name}" if self.kind == "*" else self.name


_KINDS = {0: "/", 1: ",", 2: "*", 3: "|", 4: "**"}


def signature(function: Any) -> list[Parameter] | None:
    """Return the parameters of a function; None if it does not say them."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return [Parameter(p.name, _KINDS[int(p.kind)], _default(p.default)) for p in parameters]


def _default(value: Any) -> str | None:
    if value is inspect.Parameter.empty:
        return None
    if value is None or isinstance(value, (bool, int, float, str, tuple)):
        text = repr(value)
        return text if len(text) < 24 and " object at " not in text else "..."
    name = getattr(value, "name", None)
    return f"dtype:{name}" if isinstance(name, str) and name in DTYPES else "..."


ROOTS = (
    ("tensorflow", "tensorflow", "tensorflow._api.v2"),
    ("keras", "keras", "keras"),
    ("keras", "keras._tf_keras.keras", "keras"),
    ("numpy", "numpy", "numpy"),
)
NOT_ENTERED = frozenset(
    """
    tensorflow.compat tensorflow.keras tensorflow.raw_ops tensorflow.python tensorflow.core
    tensorflow.tools tensorflow.lite tensorflow.mlir tensorflow.estimator tensorflow.types
    tensorflow.tsl tensorflow.experimental.dtensor numpy.f2py numpy.testing numpy.lib numpy.ma
    numpy.char numpy.rec numpy.core numpy.ctypeslib numpy.typing numpy.distutils numpy.emath
    numpy.polynomial numpy.exceptions numpy.dtypes numpy.strings numpy.compat numpy.matlib
    numpy.version numpy.random.bit_generator numpy.random.mtrand numpy.matrixlib
    keras.src keras.api keras.datasets keras.legacy
    """.split()
)


def public_names() -> dict[str, Any]:
    """Return the public objects of the libraries, by their dotted names."""
    found: dict[str, Any] = {}
    for prefix, module, package in ROOTS:
        _collect(prefix, importlib.import_module(module), package, found, set())
    return found


def _collect(prefix: str, module: Any, package: str, found: dict[str, Any], seen: set[int]) -> None:
    if id(module) in seen:
        return
    seen.add(id(module))
    for attribute in sorted(dir(module)):
        name = f"{prefix}.{attribute}"
        if attribute.startswith("_") or name in NOT_ENTERED:
            continue
        try:
            value = getattr(module, attribute)
        except Exception:
            continue
        if inspect.ismodule(value):
            if value.__name__.startswith(package):
                _collect(name, value, package, found, seen)
        elif not _is_elsewhere(value):
            found.setdefault(name, value)


def _is_elsewhere(value: Any) -> bool:
    """Whether a module has an object only because it imports it."""
    owner = getattr(value, "__module__", None) or ""
    return owner.partition(".")[0] in ("typing", "__future__", "enum", "functools", "os", "sys")


def canonical_names(names: dict[str, Any]) -> dict[str, str]:
    """Return the one name of each object that is a function or a class, by each of its names."""
    known: dict[int, str] = {}
    for name in sorted(names, key=lambda n: (n.count("."), len(n), n)):
        if callable(names[name]):
            known.setdefault(id(names[name]), name)
    return {n: known[id(value)] for n, value in names.items() if callable(value)}


# classes


def class_facts(libraries: Libraries, name: str, cls: Any) -> dict[str, Any]:
    """Return the public bases of a class, its methods, and what its instances do."""
    own = dict.fromkeys(vars(cls))
    bases: list[str] = []
    for base in cls.__mro__[1:-1]:
        public = libraries.names.get(id(base))
        if public is not None and public != name:
            bases.append(public)
        elif not bases:
            # What a hidden base defines is the class's own.
            own.update(dict.fromkeys(vars(base)))
    methods = sorted(m for m in own if not m.startswith("_") and callable(getattr(cls, m, None)))
    found: dict[str, Any] = {"bases": bases, "methods": methods}
    if name.startswith("keras.") and issubclass(cls, libraries.keras.layers.Layer):
        found |= _layer_facts(libraries, name, cls)
    return found


_LAYER_ARGUMENTS: tuple[dict[str, Any], ...] = tuple(
    {**one, **other}
    for one in (
        {},
        {"units": 4},
        {"filters": 4, "kernel_size": 3},
        {"kernel_size": 3},
        {"pool_size": 2},
        {"rate": 0.3},
        {"input_dim": 5, "output_dim": 3},
        {"n": 2},
        {"target_shape": (-1,)},
        {"num_heads": 2, "key_dim": 3},
        {"scale": 2.0},
        {"height": 4, "width": 4},
        {"factor": 0.5},
        {"stddev": 0.5},
        {"activation": "relu"},
        {"axes": 1},
        {"axis": -1},
        {"groups": 1},
        {"output_shape": (4,), "equation": "ab,bc->ac"},
        {"num_tokens": 4},
        {"dims": (1,)},
        {"value_range": (0, 255)},
        {"size": 2},
    )
    for other in ({}, {"value_range": (0, 255)})
)
_LAYER_INPUTS = ((4,), (4, 3), (8, 8, 3), (8, 8, 8, 3), (3, 8, 8, 3))


def _layer_facts(libraries: Libraries, name: str, cls: Any) -> dict[str, Any]:
    """Return what a layer gives for a tensor, or for a list of some, and whether it has weights."""
    keras = libraries.keras
    outputs: set[str] = set()
    single: set[str] = set()
    """What it gives for one tensor."""
    weights = False
    for arguments in _LAYER_ARGUMENTS:
        for shape in _LAYER_INPUTS:
            for count in (1, 2, 3):
                signal.alarm(4)
                try:
                    layer = cls(**arguments)
                    inputs = [keras.KerasTensor((2, *shape)) for _ in range(count)]
                    result = layer(inputs[0] if count == 1 else inputs)
                except (KeyboardInterrupt, SystemExit):
                    raise
                except BaseException:
                    continue
                finally:
                    signal.alarm(0)
                kind = "tensor" if isinstance(result, keras.KerasTensor) else "?"
                outputs.add(kind)
                if count == 1:
                    single.add(kind)
                weights |= bool(layer.weights)
        if outputs:
            break
    found: dict[str, Any] = {}
    if outputs == {"tensor"}:
        found["gives"] = "tensor"
    elif outputs:
        found["gives"] = "alike" if single == {"tensor"} else "?"
    if weights:
        found["variables"] = True
    return found


# the run


class Task(NamedTuple):
    """A public name to look at."""

    name: str
    value: Any
    canonical: str


def records(
    wanted: Collection[str], signatures: dict[str, Any], part: tuple[int, int] = (0, 1)
) -> Iterator[dict[str, Any]]:
    """Yield what is found out about each public name, or the ``wanted`` ones.

    ``part``: of so many equal parts of the names, the one to look at, and their number.
    """
    libraries = Libraries()
    names = public_names()
    one = canonical_names(names)
    for name, canonical in one.items():
        if name == canonical and inspect.isclass(names[name]):
            libraries.names.setdefault(id(names[name]), name)
    objects = {**names, **{n: m for o in METHODS_OF for n, m in _methods(names, o)}}
    tasks = [
        Task(name, objects[name], one.get(name, name))
        for name in sorted(objects)[part[0] :: part[1]]
        if not wanted or name in wanted
    ]
    skipped: dict[str, list[str]] = {}
    while tasks:
        # Some arguments end the process: another one then goes on, without them.
        last = ("", "")
        for line in _in_child(libraries, tasks, signatures, skipped):
            if isinstance(line, dict):
                tasks = tasks[1:]
                yield line
            else:
                last = line
        if tasks:
            print(*last, "ends the process", file=sys.stderr, flush=True)
            if last[0] != tasks[0].name or not last[1] or len(skipped.get(last[0], ())) > 5:
                yield {"name": tasks[0].name, "kind": "function", "parameters": None}
                tasks = tasks[1:]
            else:
                skipped.setdefault(last[0], []).append(last[1])


def _in_child(
    libraries: Libraries,
    tasks: Sequence[Task],
    signatures: dict[str, Any],
    skipped: dict[str, list[str]],
) -> Iterator[dict[str, Any] | tuple[str, str]]:
    """Yield the record of each task, and before that what is being tried: a name, a parameter."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        with os.fdopen(writing, "w") as pipe:

            def tell(what: Any) -> None:
                pipe.write(json.dumps(what, sort_keys=True) + "\n")
                pipe.flush()

            for task in tasks:
                tell((task.name, ""))

                def progress(parameter: str, name: str = task.name) -> None:
                    tell((name, parameter))

                try:
                    tell(_record(libraries, task, signatures, skipped.get(task.name, ()), progress))
                except Exception:
                    print(task.name, traceback.format_exc(), file=sys.stderr, flush=True)
                    tell({"name": task.name, "kind": "function", "parameters": None})
        os._exit(0)
    os.close(writing)
    left = b""
    while select.select([reading], [], [], SILENCE)[0]:
        read = os.read(reading, 1 << 16)
        *lines, left = (left + read).split(b"\n")
        for line in lines:
            told = json.loads(line)
            yield told if isinstance(told, dict) else (told[0], told[1])
        if not read:
            break
    else:
        # It hangs where no signal reaches it.
        os.kill(child, signal.SIGKILL)
    os.close(reading)
    os.waitpid(child, 0)


def _record(
    libraries: Libraries,
    task: Task,
    signatures: dict[str, Any],
    skipped: Collection[str],
    progress: Callable[[str], None],
) -> dict[str, Any]:
    name, value, canonical = task
    if not callable(value):
        described = Call(libraries, None, numpy=True)._described(value)
        return {"name": name, "kind": "value", "result": described[0]}
    if canonical != name:
        return {"name": name, "kind": "alias", "of": canonical}
    is_scalar_type = inspect.isclass(value) and issubclass(value, libraries.np.generic)
    if inspect.isclass(value) and not is_scalar_type:
        found = class_facts(libraries, name, value)
        return {"name": name, "kind": "class", "parameters": signature(value), **found}
    parameters = signature(value)
    if is_scalar_type:
        parameters = [Parameter("x", "/", None)]
    elif parameters is None and signatures.get(name):
        parameters = [Parameter(*p) for p in signatures[name]]
    record: dict[str, Any] = {"name": name, "kind": "function", "parameters": parameters}
    if parameters is not None and not NOT_CALLED.match(name):
        record |= Probe(libraries, name, value, parameters, skipped, progress).facts()
    return record


_NO_METHODS = re.compile(
    r"save|load|write|fit$|export|tofile|dump|setfield|setflags|from_value|compile"
)


def _methods(names: dict[str, Any], owner: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    cls: Any = names[owner]
    if owner == "tensorflow.Tensor":
        cls = importlib.import_module("tensorflow.python.framework.ops").SymbolicTensor
    elif owner == "tensorflow.Variable":
        module = "tensorflow.python.ops.resource_variable_ops"
        cls = importlib.import_module(module).ResourceVariable
    for attribute in sorted(dir(cls)):
        method = getattr(cls, attribute)
        if attribute.startswith("_") or not callable(method) or inspect.isclass(method):
            continue
        is_static = isinstance(inspect.getattr_static(cls, attribute), (staticmethod, classmethod))
        if not _NO_METHODS.search(attribute) and (not is_static or owner.endswith("Dataset")):
            yield f"{owner}.{attribute}", method


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", help="public names; all of them without any")
    parser.add_argument("--signatures", help="what an earlier run printed, for missing signatures")
    parser.add_argument("--part", default="0/1", help="which part of the names: 0/2 or 1/2")
    options = parser.parse_args()
    signatures: dict[str, Any] = {}
    if options.signatures:
        with open(options.signatures, encoding="utf-8") as file:  # noqa: PTH123
            for line in file:
                record = json.loads(line)
                signatures[record["name"]] = record.get("parameters")
    signal.signal(signal.SIGALRM, _alarm)
    index, _, count = options.part.partition("/")
    out = os.fdopen(os.dup(1), "w")
    # What the probed functions print is no record.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for record in records(options.names, signatures, (int(index), int(count))):
            out.write(json.dumps(record, sort_keys=True) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
