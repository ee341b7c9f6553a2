"""What the generated tables do not tell: Python's own functions, progress bars, dtypes."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Sequence

from flake8_tfretrace import knowledge

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

JOINING = frozenset("concat concatenate append vstack hstack column_stack".split())
"""The last names of functions that lay tensors, or arrays, behind each other."""
PERMUTATIONS = frozenset(
    f"numpy.random.{owner}permutation" for owner in ("", "Generator.", "RandomState.")
)
"""Functions that put an array, or all numbers below one, into a random order."""
RECORD = "collections.namedtuple"
REPLACING = frozenset({"copy.replace", "dataclasses.replace"})
"""Functions that copy a dataclass' instance with other values of some fields."""
FIELDS = frozenset({"dataclasses.asdict", "vars"})
"""Functions that give the attributes of an instance as a dict."""
"""What makes a class of named tuples."""
DATASET = "tensorflow.data.Dataset"
GRADIENT_TAPE = "tensorflow.GradientTape"
ASSIGNING = ("assign", "assign_add", "assign_sub")
"""Methods of variables that set them."""
SEEDS = frozenset({"tensorflow.random.set_seed", "keras.utils.set_random_seed"})
"""What sets the seed of TensorFlow's random operations."""
HOST_SEEDS = frozenset({"numpy.random.seed", "random.seed"})
"""What sets the seed of NumPy's and Python's random numbers."""
SEEDED = {
    "keras.utils.set_random_seed": ("numpy.random", "random"),
    "numpy.random.seed": ("numpy.random",),
    "random.seed": ("random",),
}
"""The modules whose functions draw from the state that a seed sets."""
RANDOM_GENERATORS = ("numpy.random.Generator", "numpy.random.RandomState")
"""NumPy's sources of random numbers, whose methods draw."""

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

MATH_CONSTANTS = frozenset({"math.e", "math.inf", "math.nan", "math.pi", "math.tau"})

_CALLS_WHAT_IT_IS_HANDED = frozenset({"map", "filter", "sorted", "min", "max", "functools.reduce"})
"""Python's functions that call functions they are handed."""


def calls_argument(qualified: str, call: ast.Call, argument: ast.expr) -> bool:
    """Whether a library's function, called by ``call``, calls one of the arguments itself.

    Also where it is what the function returns that calls it: a decorator.
    """
    if qualified in _CALLS_WHAT_IT_IS_HANDED:
        return True
    known = knowledge.function(qualified)
    bound = None if known is None else known.bind(call)
    if known is None or bound is None:
        return False
    return any(bound.get(name) is argument for name in known.calls)


_MAPS_STRUCTURES = frozenset(
    {"tensorflow.nest.map_structure", "tensorflow.nest.map_structure_up_to"}
)


def maps_structure(qualified: str, call: ast.Call, argument: ast.expr) -> bool:
    """Whether a call runs one of its arguments once for each part of a structure, and drops it.

    That is a few times, where other functions that call what they are handed may do so for each
    element of a tensor.
    """
    return qualified in _MAPS_STRUCTURES and calls_argument(qualified, call, argument)


CLOCKS = frozenset(
    """
    datetime.date.today datetime.datetime.now datetime.datetime.today datetime.datetime.utcnow
    datetime.now time.monotonic time.monotonic_ns time.perf_counter time.perf_counter_ns
    time.process_time time.time time.time_ns timeit.default_timer
    """.split()
)
TICKS = frozenset({"cv2.getTickCount", "pygame.time.get_ticks"})
"""Functions of other libraries that say how much time has passed."""
_DRAWS = {
    "float": "random.random random.uniform random.gauss random.betavariate random.expovariate "
    "random.normalvariate random.triangular",
    "int": "random.randint random.randrange random.getrandbits secrets.randbelow",
    "str": "secrets.token_hex",
    "value": "uuid.uuid1 uuid.uuid4",
}
PYTHON_RANDOM = {name: kind for kind, names in _DRAWS.items() for name in names.split()}
"""Functions that give another Python value at each call, with its kind."""
PYTHON_GENERATORS = frozenset({"random.Random", "random.SystemRandom"})
"""Classes whose methods are the functions of :mod:`random`, each instance with its own seed."""

UNIT_DRAWS = frozenset(
    {"random.random", "numpy.random.uniform"}
    | {f"numpy.random.{name}" for name in ("rand", "random", "random_sample", "ranf", "sample")}
)
"""Functions that, without arguments, draw one number from 0 to 1, which is not drawn itself."""

SET_BY_METHODS = {"build": frozenset({"built"}), "compile": frozenset({"compiled", "optimizer"})}
"""The attributes of Keras' models and layers that their methods set."""
EAGER_SWITCHES = ("experimental_run_functions_eagerly", "run_functions_eagerly")
"""The last parts of the names of what switches ``tf.function`` off, or on again."""

DEQUE = "collections.deque"
READING_DATA = frozenset({"json.load", "json.loads"})
"""Functions that give numbers, strings, lists and dicts, and nothing else."""
UNHASHABLE = frozenset({"set", DEQUE, "bytearray"})
"""Built-in classes whose instances TensorFlow can neither flatten nor hash."""
MODULE = "tensorflow.Module"
"""The class of what holds variables, which TensorFlow compares by identity."""

RAGGED = frozenset({"tensorflow.ragged.constant", "tensorflow.ragged.stack"})
"""Functions that make a ragged tensor of a list of rows."""
EXPANDING = {"numpy.expand_dims": "a", "tensorflow.expand_dims": "input"}
"""Functions that add a dimension of size 1, and what they are given to add it to."""
STACKING = {"numpy.stack": "arrays", "tensorflow.stack": "values"}
"""Functions that join tensors of one shape along a new dimension, and what they are given."""
UNSTACKING = {"tensorflow.unstack": "value"}
"""Functions that take a tensor apart along a dimension, and what they are given."""
ROW_FOR_EACH = {"keras.utils.pad_sequences": "sequences"}
"""Functions that give a row for each element of what they are given."""
MATRIX_PRODUCTS = {"tensorflow.matmul": False, "tensorflow.linalg.matvec": True}
"""Products of matrices, and whether what a matrix is multiplied by is a vector."""
COUNTING_UP = frozenset(
    {f"numpy.{name}" for name in ("arange", "geomspace", "linspace", "logspace")}
)
"""Functions that make arrays of numbers which all differ."""
LOOP_WRAPPERS = frozenset(
    {f"tqdm{part}.{name}" for part in ("", ".auto", ".notebook", ".std", ".autonotebook")
     for name in ("tqdm", "tqdm_notebook")}
    | {"rich.progress.track", "progressbar.progressbar", "alive_progress.alive_it"}
    | {"fastprogress.progress_bar", "fastprogress.fastprogress.progress_bar"}
)  # fmt: skip
"""Progress bars: iterating over them is iterating over what they are given."""
_OF_BROWSERS = "selenium.webdriver."
_DRAWING = ("figure", "pause", "savefig", "show", "subplots")
_FIGURES = ("figure", "gcf", "subplots[0]")
_WAITING = frozenset(
    {
        "input",
        "socket.socket.accept",
        "rospy.Rate.sleep",
        *(f"matplotlib.pyplot.{name}" for name in _DRAWING),
    }
    | {f"matplotlib.pyplot.{figure}.savefig" for figure in _FIGURES}
)
"""Functions that wait for a person or a client, or draw what a person looks at.

That takes 0.1 seconds and more. Who makes a figure draws it, or saves it.
"""
QUEUES = frozenset(
    {f"queue.{name}" for name in ("LifoQueue", "PriorityQueue", "Queue", "SimpleQueue")}
    | {f"multiprocessing.{name}" for name in ("JoinableQueue", "Queue", "SimpleQueue")}
)
"""Classes whose method ``get`` waits until another thread, or process, has put something there."""
_OF_OTHERS = {
    "asyncio.Queue": "get",
    "asyncio.open_connection[0]": "read readexactly readline readuntil",
    "concurrent.futures.ProcessPoolExecutor.submit": "result",
    "concurrent.futures.ThreadPoolExecutor.submit": "result",
    "confluent_kafka.Consumer": "consume poll",
    "multiprocessing.Event": "wait",
    "multiprocessing.Pipe[0]": "recv recv_bytes",
    "multiprocessing.Pipe[1]": "recv recv_bytes",
    "multiprocessing.Process": "join",
    "picamera.PiCamera": "capture",
    "pika.BlockingConnection.channel": "basic_get",
    "pyaudio.PyAudio.open": "read",
    "pyttsx3.init": "runAndWait",
    "redis.Redis": "blpop brpop brpoplpush",
    "redis.StrictRedis": "blpop brpop brpoplpush",
    "serial.Serial": "read read_until readline readlines",
    "socket.create_connection": "recv recv_into recvfrom",
    "socket.socket": "recv recv_into recvfrom",
    "socket.socket.accept[0]": "recv recv_into recvfrom",
    "speech_recognition.Recognizer": "listen record",
    "sys.stdin": "read readline",
    "threading.Condition": "wait wait_for",
    "threading.Event": "wait",
    "threading.Semaphore": "acquire",
    "threading.Thread": "join",
    "websocket.WebSocket": "recv",
    "websocket.create_connection": "recv",
    "zmq.Context.socket": "recv recv_json recv_multipart recv_pyobj recv_string",
    "zmq.Context.instance.socket": "recv recv_json recv_multipart recv_pyobj recv_string",
}
GIVEN_BY_OTHERS = frozenset(
    f"{base}.{name}" for base, names in _OF_OTHERS.items() for name in names.split()
)
"""Methods that wait for what another thread, program, device or person does, or says."""
STARTING = frozenset({"multiprocessing.Process", "threading.Thread"})
"""Classes that call the function ``target`` with ``args``."""
SLEEP = "time.sleep"
MILLISECONDS = {
    **dict.fromkeys(("sounddevice.playrec", "sounddevice.wait"), 1000),
    **dict.fromkeys(("pandas_datareader.DataReader", "pandas_datareader.data.DataReader"), 300),
    **dict.fromkeys(("urllib.request.urlretrieve", "wget.download", "yfinance.download"), 300),
    **{f"subprocess.{name}": 300 for name in ("check_output", "getoutput", "getstatusoutput")},
    **{
        f"mediapipe.solutions.{name}": 300
        for name in ("face_mesh.FaceMesh", "hands.Hands", "holistic.Holistic", "pose.Pose")
    },
    **dict.fromkeys(("torch.hub.load", "torch.load", "ultralytics.YOLO"), 300),
    **dict.fromkeys(("facenet_pytorch.MTCNN", "mtcnn.MTCNN", "mtcnn.mtcnn.MTCNN"), 300),
}
"""What functions take at least, as a rule.

To record or play a sound, to download a file, to wait for what another program says, to load a
model of another library.
"""
PAUSES = {
    SLEEP: 1000,
    **dict.fromkeys(("asyncio.sleep", "eventlet.sleep", "gevent.sleep", "rospy.sleep"), 1000),
    **dict.fromkeys(("multiprocessing.Event.wait", "threading.Event.wait"), 1000),
    **dict.fromkeys(("cv2.waitKey", "cv2.waitKeyEx", "pygame.time.delay", "pygame.time.wait"), 1),
}
"""Functions that wait for as long as their first argument says, with its unit in milliseconds."""
UNTIL_KEY = frozenset({"cv2.waitKey", "cv2.waitKeyEx"})
"""Functions that wait for a person to press a key, unless they are told for how long."""
DATA_SETS: dict[str, tuple[tuple[tuple[int, ...], str], ...]] = {
    f"keras.datasets.{name}.load_data": tuple(
        array for rows in sizes for array in (((rows, *image), "uint8"), ((rows, *label), dtype))
    )
    for name, sizes, image, label, dtype in (
        ("cifar10", (50_000, 10_000), (32, 32, 3), (1,), "uint8"),
        ("cifar100", (50_000, 10_000), (32, 32, 3), (1,), "int64"),
        ("fashion_mnist", (60_000, 10_000), (28, 28), (), "uint8"),
        ("mnist", (60_000, 10_000), (28, 28), (), "uint8"),
    )
}
"""The shapes and dtypes of the images and labels of data sets, for training and then for tests."""
RATES = frozenset({"pygame.time.Clock.tick", "pygame.time.Clock.tick_busy_loop"})
"""Methods that wait for as long as it takes to be called so often in a second."""
DATA_FLAGS = frozenset(
    f"cv2.VideoCapture.{name}" for name in ("grab", "isOpened", "read[0]", "retrieve[0]")
)
"""What says whether there are data, as there are again and again while a program runs."""
STOP_FLAGS = frozenset({"multiprocessing.Event.is_set", "threading.Event.is_set"})
"""What says whether another thread or process wants code to end."""
_LAUNCHING = frozenset(
    {"os.startfile", "os.system", "urllib.request.urlopen"}
    | {f"subprocess.{name}" for name in ("Popen", "call", "check_call", "run")}
)
_QUICK = frozenset(
    {*dir(builtins), *sys.stdlib_module_names}
    | {"PIL", "cv2", "gym", "gymnasium", "imageio", "keras", "matplotlib", "numpy", "pandas"}
    | {"pybullet", "pygame", "pylab", "scipy", "skimage", "tensorflow", "tf_keras", "tqdm"}
)
"""Modules and types whose functions take milliseconds on few rows, or one image, as a rule."""


_REMOTE = ("aiohttp.", "boto3.", "ccxt.", "httpx.", "openai.", "paramiko.", "requests.", "urllib3.")
"""What the names of objects begin with whose methods ask a server."""


def asks_server(member: str) -> bool:
    """Whether a method, by its dotted name, may ask a server."""
    return member.startswith(_REMOTE)


def waits(qualified: str) -> bool:
    """Whether a function waits for a person, a client or a browser, or draws for a person."""
    return qualified in _WAITING or qualified.startswith(_OF_BROWSERS)


def has_unknown_cost(qualified: str) -> bool:
    """Whether a function of another library takes a millisecond, or minutes: nobody knows.

    It may ask a server, run another program or a model, or wait for a device.
    """
    module, dot, _ = qualified.partition(".")
    return qualified in _LAUNCHING or (dot == "." and module not in _QUICK)


SERVERS = frozenset({"fastapi.APIRouter", "fastapi.FastAPI", "flask.Blueprint", "flask.Flask"})
"""Classes whose methods register the function that they decorate: it runs for each request."""
SOLVERS = ("scipy.integrate", "scipy.optimize")
"""Modules whose functions call what they are handed again and again."""
ENVIRONMENTS = frozenset({"gym.make", "gymnasium.make"})
"""Functions that make an environment that an agent acts in."""
ENVIRONMENT = frozenset(
    "action_space close get_wrapper_attr has_wrapper_attr metadata np_random np_random_seed "
    "observation_space render render_mode reset reward_range seed set_wrapper_attr spec step "
    "unwrapped _np_random _np_random_seed".split()
)
"""All that ``gym.Env`` and ``gymnasium.Env`` define: they are not among the probed libraries."""
MODEL_LOADERS = frozenset({"keras.models.load_model", "keras.saving.load_model"})
"""Functions that read a model of Keras' from a file."""
NUMBER_WIDGETS = frozenset(
    f"streamlit.{part}{name}" for part in ("", "sidebar.") for name in ("number_input", "slider")
)
"""Functions that ask the user of a page for a number, within bounds: lowest, greatest, initial."""
ARGUMENT_PARSER, NAMESPACE = "argparse.ArgumentParser", "argparse.Namespace"
"""What says which arguments a command takes, and what holds them."""
SIMPLE_NAMESPACE = "types.SimpleNamespace"
"""What holds the keyword arguments that it is made of."""
DRAWN_FOR_PEOPLE = "human"
"""The mode in which environments show what they do, at a pace that people can follow."""
RANGE_WRAPPERS = frozenset(
    f"tqdm{part}.{name}" for part in ("", ".auto", ".notebook", ".std", ".autonotebook")
    for name in ("trange", "tnrange")
)  # fmt: skip
"""Progress bars over a range."""


def is_range(qualified: str) -> bool:
    """Whether a library's function gives the numbers between its arguments, as ``range`` does."""
    known = knowledge.function(qualified)
    shape = None if known is None else known.result.shape
    return shape is not None and shape.sign == "#"


_KNOWN = ("tensorflow", "keras", "numpy", "math", "functools", "typing", "collections.abc")


def is_of_library(qualified: str, libraries: Sequence[str] = _KNOWN) -> bool:
    """Whether a dotted name is one of a library whose functions change nothing they are handed."""
    return any(qualified == name or qualified.startswith(f"{name}.") for name in libraries)


def common_dtype(dtypes: Sequence[str]) -> str | None:
    """Return the first of ``dtypes`` to which the others can be cast without losing fractions.

    None if there is none: strings, truth values and complex numbers go with nothing else.
    """
    if len(set(dtypes)) == 1:
        return dtypes[0]
    if not set(dtypes) <= FLOAT_DTYPES | INTEGER_DTYPES:
        return None
    return next((dtype for dtype in dtypes if dtype in FLOAT_DTYPES), dtypes[0])


EAGER_QUESTIONS = {"executing_eagerly": False, "inside_function": True}
"""What functions say in a graph that ask if code runs eagerly, by the last part of their names."""
SYMBOLIC_NAMES = frozenset({"SymbolicTensor", "Tensor"})
"""The names of the classes of symbolic tensors."""
