"""What TensorFlow and Keras a module is written for."""

from __future__ import annotations

import ast

import pytest

from flake8_tfretrace.program.dialect import NEITHER, Dialect, dialect


def of(source: str) -> Dialect:
    """Return a module's dialect, which the text of the module must not change."""
    tree = ast.parse(source)
    found = dialect(tree)
    assert dialect(tree, source) == found
    return found


def test_names_that_are_gone_count_beside_new_ones() -> None:
    old = of(TF + STEP + "tf.reset_default_graph()")
    assert not old.tensorflow_1 and old.removed
    assert not of(TF + STEP + "tf.compat.v1.reset_default_graph()").removed


def functions(source: str) -> set[str]:
    """Return the names of the functions that build graphs."""
    return {getattr(node, "name", type(node).__name__) for node in of(source).functions}


TF = "import tensorflow as tf\n"
V1 = "import tensorflow.compat.v1 as tf\n"
STEP = "@tf.function\ndef step(x):\n    return x\n"


@pytest.mark.parametrize(
    "source",
    [
        TF + STEP + "tf.compat.v1.disable_v2_behavior()",
        TF + STEP + "def main():\n    tf.compat.v1.disable_eager_execution()",
        TF + "try:\n    tf.compat.v1.disable_v2_behavior()\nexcept AttributeError:\n    pass",
        "from tensorflow.compat.v1 import disable_eager_execution as off\noff()",
        "from tensorflow.compat import v1\nv1.disable_v2_behavior()\nimport tensorflow",
        V1,
        V1 + STEP,
        V1 + "from tensorflow import keras\nfrom tensorflow.python.framework import ops",
        "from tensorflow.compat import v1 as t",
        "try:\n  import tensorflow.compat.v1 as tf\nexcept ImportError:\n  import tensorflow as tf",
        TF + "tf.enable_eager_execution()\n" + STEP,
        TF + STEP + "def main():\n    tf.enable_v2_behavior()",
        "from tensorflow import enable_eager_execution as eager\neager()",
        "import tensorflow.contrib.slim as slim",
        "from tensorflow.contrib import layers",
        "from tensorflow_core.python.keras.layers import Dense",
        "from tensorflow import contrib",
        TF + "x = tf.placeholder(tf.float32)",
        TF + "with tf.Session() as sess:\n    pass",
        TF + "def f(x):\n    return tf.layers.dense(x, 3)",
        TF + "def f(x):\n    return tf.contrib.layers.flatten(x)",
        TF + "opt = tf.train.AdamOptimizer()",
        TF + "flags = tf.app.flags\ntf.set_random_seed(1)",
        TF + "tf.logging.info('x')",
        TF + "net = tf\nnet.get_variable('a', [])",
        TF + "nn = tf.nn\nnn.dynamic_rnn(cell, x)",
        "from tensorflow import Session, layers",
        "import tensorflow\ntensorflow.log(x)",
        TF + "x = tf.compat.v1.placeholder(tf.float32)",
        TF + "tf = tf.compat.v1\ntf.get_variable('x', [])",
        TF + "with tf.compat.v1.Session() as sess:\n    sess.run(x)",
        TF + "sess = tf.compat.v1.Session()\nsess.run(x)",
        TF + "class A:\n  def __init__(self):\n    self.s = tf.compat.v1.Session()\n"
        "  def go(me):\n    me.s.run(1)",
        TF + "g = tf.Graph()\nwith g.as_default():\n    pass",
        "from keras import backend as K\nK.set_session(s)",
        TF + "tf.keras.backend.get_session()",
        "from keras.backend.tensorflow_backend import set_session\nset_session(s)",
        "from keras.engine import Layer",
        TF + "from keras.engine.topology import Layer",
        TF + STEP + "import keras.objectives",
        "from keras.utils.data_utils import get_file",
        "from keras.layers.recurrent import LSTM\nimport tensorflow_datasets as tfds",
        TF + "from keras.utils import multi_gpu_model",
        "import keras\nfrom scipy.misc import imresize",
        "from keras.models import load_model\nfrom scipy import misc\nmisc.imread('a')",
        TF + "from keras import backend as K\nK.set_image_dim_ordering('tf')",
        TF + "import keras\nx = keras.layers.Deconvolution2D(8, 3)",
        # What Keras 3 has as tf.keras at most, of the package keras.
        "from keras import backend as K\ndef draw(m):\n    return K.random_normal(K.shape(m))",
        "import keras\nkeras.backend.int_shape(x)",
        "from keras.backend import permute_dimensions",
        "from keras.models import load_model\nload_model('a').fit_generator(g)\n"
        "m = load_model('a')\nm.fit_generator(g)",
        "from tensorflow.python.util import deprecation\nimport keras\n"
        "class A:\n  def go(self):\n    self.model.predict_generator(g)",
    ],
)
def test_tensorflow_1(source: str) -> None:
    assert of(source).tensorflow_1


@pytest.mark.parametrize(
    "source",
    [
        "",
        TF + STEP,
        TF + "tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)",
        TF + "flags = tf.compat.v1.flags\nflags.DEFINE_string('a', '', '')",
        TF + "it = tf.compat.v1.data.make_one_shot_iterator(d)",
        TF + "opt = tf.compat.v1.train.AdamOptimizer()",
        TF + "tf.compat.v1.reset_default_graph()",
        "import tensorflow.compat.v2 as tf\nimport tensorflow.compat.v1 as tf1\ntf1.where(x)\n",
        V1 + "tf.enable_v2_behavior()",
        TF + "tf.compat.v1.enable_eager_execution()",
        TF + "if tf.__version__ < '2':\n    tf.enable_eager_execution()",
        V1 + "tf.compat.v2.summary.scalar('x', 1)",
        V1 + "import tensorflow.compat.v2 as tf2",
        V1 + "import tensorflow",
        TF + "def f():\n    import tensorflow.compat.v1 as tf1\n    tf1.logging.info('')",
        # Sessions that configure the GPUs.
        TF + "config = tf.compat.v1.ConfigProto()\nsess = tf.compat.v1.Session(config=config)\n"
        "tf.compat.v1.keras.backend.set_session(sess)",
        "from tensorflow.compat.v1 import InteractiveSession, ConfigProto\n"
        "session = InteractiveSession(config=ConfigProto())",
        TF + "def f(s: tf.compat.v1.Session):\n    s.run(1)",
        # Names that are somebody else's.
        "tf.Session()",
        "def f(tf):\n    with tf.Session() as s:\n        tf.placeholder()",
        "import other as tf\ntf.disable_v2_behavior()\ntf.placeholder()",
        "from .backend import tf\ntf.layers.dense(x)",
        TF + "def f():\n    tf = thing()\n    tf.placeholder()",
        TF + "class A:\n  def f(self):\n    with self.cached_session() as s:\n      s.run()",
        TF + "w = tf.summary.create_file_writer('')\nwith w.as_default():\n    pass",
        TF + "tf.math.log(x)\nmodel.trainable_variables\nnp.log(x)",
        # Keras of TensorFlow 2.
        "from tensorflow import keras\nfrom keras.utils.data_utils import get_file",
        "from tensorflow.keras.layers.experimental import preprocessing",
        "from keras.optimizers import Adam\nfrom keras.utils import get_file, to_categorical",
        "from keras.src import backend\nbackend.is_tensor(x)",
        "import keras\nif keras.__version__ < '2.2':\n    keras.layers.Highway(3)",
        "try:\n    from keras.engine.topology import Layer\nexcept ImportError:\n    pass",
        # For both.
        TF + "if tf.__version__.startswith('1.'):\n    tf.set_random_seed(1)",
        TF + "if hasattr(tf, 'placeholder'):\n    x = tf.placeholder()",
        TF + "try:\n    tf.logging.info('')\nexcept AttributeError:\n    pass",
        TF + "seed = tf.set_random_seed if tf.__version__ < '2' else tf.random.set_seed",
        "try:\n    from tensorflow.contrib import slim\nexcept ImportError:\n    slim = None",
        TF + "if not tf.executing_eagerly():\n    x = tf.compat.v1.placeholder()",
        TF + "import keras\nfrom scipy.misc import imresize",
        "import keras\nfrom scipy.misc import derivative",
        # What Keras 3 has as well, or has as tf.keras, or is somebody else's.
        "from keras import backend as K\nK.clear_session()\nK.epsilon()",
        "from tensorflow.keras import backend as K\nK.int_shape(x)",
        TF + "from keras import backend as K\nK.int_shape(x)",
        "from tensorflow.python.keras import backend as K\nimport keras\nK.int_shape(x)",
        "import keras\ntry:\n    keras.backend.int_shape(x)\nexcept AttributeError:\n    pass",
        "import keras\ndef fit_generator(model, g):\n    pass\nlib.fit_generator(m, g)",
        "import keras\nif hasattr(m, 'fit_generator'):\n    m.fit_generator(g)",
        "import keras\ntry:\n    from scipy.misc import imread\nexcept ImportError:\n    pass",
    ],
)
def test_not_tensorflow_1(source: str) -> None:
    assert not of(source).tensorflow_1


EXPORT = """
def export(graph):
    with tf.Graph().as_default():
        def inner():
            return lambda: None
        class A:
            def method(self): pass

def train():
    def freeze():
        with tf.compat.v1.Session() as sess:
            sess.run(x)
    step(1)
"""


def test_functions_of_a_module_for_tensorflow_2() -> None:
    source = TF + STEP + EXPORT
    assert not of(source).tensorflow_1
    assert functions(source) == {"export", "inner", "method", "Lambda", "freeze"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f():\n    return tf.compat.v1.placeholder(tf.float32)", {"f"}),
        ("def f():\n    return tf.Session()", {"f"}),
        ("def f(x):\n    return tf.layers.dense(x, 1)", {"f"}),
        ("def f(x):\n    return [tf.compat.v1.get_variable(n, []) for n in x]", {"f"}),
        ("def f(x):\n    g = tf.Graph()\n    with g.as_default():\n        pass", {"f"}),
        ("def f():\n    with tf.compat.v1.get_default_graph().as_default():\n        pass", {"f"}),
        (
            "def f():\n  s = tf.compat.v1.Session()\n  with s.graph.as_default():\n    pass",
            {"f"},
        ),
        (
            "class A:\n  def __init__(self):\n    self.g = tf.Graph()\n"
            "  def build(this):\n    with this.g.as_default():\n      pass\n"
            "class B:\n  def build(self):\n    with self.g.as_default():\n      pass",
            {"build"},
        ),
        ("with tf.Graph().as_default():\n    def f():\n        pass", {"Module"}),
        ("def f():\n    tf.compat.v1.Session(config=c)", set()),
        ("def f():\n    return tf.Graph()", set()),
        ("def f():\n    tf.compat.v1.logging.info('')", set()),
        ("def f(g):\n    with g.as_default():\n        pass", set()),
    ],
)
def test_functions(source: str, expected: set[str]) -> None:
    assert functions(TF + STEP + source) == expected


def test_keras_beside_a_graph() -> None:
    """A function that loads a frozen graph does not make the training below it TensorFlow 1."""
    source = TF + "model = tf.keras.Sequential()\n" + EXPORT
    assert not of(source).tensorflow_1
    assert functions(source) >= {"export", "freeze"}


@pytest.mark.parametrize(
    "source",
    [
        TF + "import keras.engine.training",
        "from keras.src.engine import base_layer",
        TF + "from keras.testing_infra import test_utils",
        TF + "from keras.layers.core import Dense",
        TF + "tf.keras.utils.multi_gpu_model(model)",
        "from tensorflow.keras.utils import multi_gpu_model",
        TF + "from keras.utils import np_utils",
        "from tensorflow.python.keras import backend",
        "import tensorflow_addons as tfa",
        TF + "from keras.utils.data_utils import get_file",
        TF + "from keras.optimizers.adam import Adam",
        "import tf_keras as keras",
        "try:\n    import tf_keras as keras\nexcept ImportError:\n    import keras",
        TF + "layer = tf.keras.layers.experimental.preprocessing.Rescaling(1)",
        TF + "opt = tf.keras.optimizers.legacy.Adam()",
        "from tensorflow.keras.optimizers.legacy import Adam",
        'import os\nos.environ["TF_USE_LEGACY_KERAS"] = "1"',
        'from os import environ\nenviron["TF_USE_LEGACY_KERAS"] = "true"',
        'import os\nos.environ.setdefault("TF_USE_LEGACY_KERAS", "1")',
        TF + "model.fit_generator(data)",
    ],
)
def test_keras_2(source: str) -> None:
    found = of(source)
    assert found.keras_2
    assert not found.tensorflow_1


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nkeras.layers.Dense(1)",
        "from keras.src.layers.core import dense",
        "from keras.src import engines",
        TF + "tf.keras.layers.experimental_thing",
        "try:\n    import keras\nexcept ImportError:\n    import tf_keras as keras",
        "try:\n    import tensorflow_addons as tfa\nexcept ImportError:\n    tfa = None",
        "try:\n    from keras.engine import Layer\nexcept:\n    from keras.layers import Layer",
        "def f(keras):\n    keras.engine.x()",
        'import os\nos.environ["TF_USE_LEGACY_KERAS"] = "0"',
        'os.environ["TF_USE_LEGACY_KERAS"] = "1"',
        'table["TF_USE_LEGACY_KERAS"] = "1"',
        TF + "from tensorflow.keras import backend as K\nK.int_shape(x)",
    ],
)
def test_not_keras_2(source: str) -> None:
    assert not of(source).keras_2


@pytest.mark.parametrize(
    "source",
    [
        "x = tf.placeholder\ntf = x\n",
        TF + "a = b\nb = a\na.Session()",
        TF + "x0 = tf\n" + "".join(f"x{n + 1} = x{n}\n" for n in range(3000)) + "x3000.Session()",
        "import tensorflow" + ".compat.v1" * 2000 + " as tf",
        TF + "x" + ".y" * 200,
        TF + "match x:\n  case {'a': tf, **rest}:\n    tf.Session()\n  case [*tf]:\n    pass",
        TF + "global tf\ndef f():\n    global tf\n    tf = None\n",
        TF + "del tf\n[tf for tf in x]\n[(tf := 1) for y in z]",
    ],
)
def test_odd_modules(source: str) -> None:
    dialect(ast.parse(source))


def test_what_never_runs_shows_nothing() -> None:
    session = "with tf.Session() as s:\n        s.run(x)\n"
    assert of(f"{TF}def f(x):\n    {session}").tensorflow_1
    assert of(f"{TF}def f(x):\n    return x\n    {session}") == NEITHER


def test_modules_that_cannot_tell() -> None:
    """Their trees are not looked at."""
    tree = ast.parse("tf.compat.v1.disable_v2_behavior()")
    assert dialect(tree, "import numpy as np\nnp.log(1)") is NEITHER
