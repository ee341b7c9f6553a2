"""The program model: names, bindings, calls, loops and counts, on small sources."""

from __future__ import annotations

import ast
import gc
from pathlib import Path

import pytest

from flake8_tfretrace.catalog import RULES
from flake8_tfretrace.program import Program
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.evaluate import Evaluator
from flake8_tfretrace.program.holders import traced_names
from flake8_tfretrace.program.prediction import predicted_traces
from flake8_tfretrace.program.scopes import Index
from flake8_tfretrace.program.sites import CallSite
from flake8_tfretrace.program.tracetypes import PythonValue, TensorValue, TraceType, python_value
from flake8_tfretrace.rules import collector_paused, run
from flake8_tfretrace.settings import Settings

FIXTURES = Path(__file__).parents[2] / "fixtures"
TRACED = """\
import tensorflow as tf

@tf.function
def f(x):
    return x

"""


def program(source: str) -> Program:
    return Program(ast.parse(source))


def sites(source: str) -> list[CallSite]:
    """Return the eager calls of the one traced function in ``source``."""
    model = program(source)
    (traced,) = model.traced
    return model.sites.own[traced]


def passed(source: str) -> TraceType:
    """Return what is known of the argument of the last call of ``f``."""
    return sites(TRACED + source)[-1].arguments[0].value


@pytest.mark.parametrize(
    ("imports", "decorator"),
    [
        ("import tensorflow as tf", "tf.function"),
        ("import tensorflow as tf", "tf.function()"),
        ("import tensorflow as tf", "tf.function(jit_compile=True)"),
        ("import tensorflow", "tensorflow.function"),
        ("import tensorflow.compat.v2 as tf", "tf.function"),
        ("from tensorflow import function", "function"),
        ("from tensorflow import function as graph", "graph"),
        ("from tensorflow.python.eager import def_function", "def_function.function"),
        (
            "from tensorflow.python.eager.polymorphic_function import polymorphic_function",
            "polymorphic_function.function",
        ),
        (
            "import functools\nimport tensorflow as tf",
            "functools.partial(tf.function, autograph=False)",
        ),
        ("import tensorflow as tf\njit = tf.function", "jit"),
        ("import tensorflow as tf\njit = tf.function(jit_compile=True)", "jit"),
    ],
)
def test_names_of_tf_function(imports: str, decorator: str) -> None:
    (traced,) = program(f"{imports}\n@{decorator}\ndef g(x):\n    return x\n").traced
    assert traced.name == "g"
    assert traced.is_decorator
    assert [parameter.name for parameter in traced.parameters] == ["x"]


@pytest.mark.parametrize(
    ("imports", "decorator"),
    [
        ("from lib import backend", "backend.tf.function"),
        ("from lib.backend import tf", "tf.function"),
        ("from lib.offered import tf", "tf.function"),
        ("import lib.offered", "lib.offered.tf.function"),
        ("from lib.offered import *", "tf.function"),
        ("from lib.other import tf", None),
        ("import unseen.tf", "unseen.tf.function"),
        ("", "tf.function"),
    ],
)
def test_names_that_the_project_passes_on(
    imports: str, decorator: str | None, tmp_path: Path
) -> None:
    (tmp_path / "pyproject.toml").touch()
    library = tmp_path / "lib"
    library.mkdir()
    (library / "__init__.py").touch()
    (library / "backend.py").write_text("import tensorflow as tf\n")
    (library / "offered.py").write_text("from .backend import *\n")
    (library / "other.py").write_text("class tf:\n    function = staticmethod(print)\n")
    path = tmp_path / "train.py"
    path.write_text(f"{imports}\n@{decorator or 'tf.function'}\ndef f(x):\n    return x\n")
    found = Program(ast.parse(path.read_text()), str(path)).traced
    is_tensorflow = decorator is not None and "lib" in imports
    assert [traced.name for traced in found] == (["f"] if is_tensorflow else [])


@pytest.mark.parametrize(
    ("imports", "decorator"),
    [
        ("from lib import function", "function"),
        ("import lib", "lib.function"),
        ("import functools", "functools.cache"),
        ("import torch as tf", "tf.function"),
        ("import tensorflow as tf", "tf.autograph.experimental.do_not_convert"),
    ],
)
def test_other_decorators(imports: str, decorator: str) -> None:
    assert program(f"{imports}\n@{decorator}\ndef g(x):\n    return x\n").traced == []


@pytest.mark.parametrize(
    "source",
    [
        "f = tf.function(g)\nf(1)\n",
        "f = tf.function(func=g)\nf(1)\n",
        "f = tf.function(jit_compile=True)(g)\nf(1)\n",
        "tf.function(g)(1)\n",
        "class A:\n    def __init__(self):\n        self.f = tf.function(g)\n"
        "    def run(self):\n        self.f(1)\n",
        "class A:\n    def __init__(self):\n        self.f = tf.function(self.h)\n"
        "    def h(self, x):\n        return x\n    def run(self):\n        self.f(1)\n",
        "class A:\n    @tf.function\n    def f(self, x):\n        return x\nA().f(1)\n",
        "class A:\n    @tf.function\n    def __call__(self, x):\n        return x\na = A()\na(1)\n",
    ],
)
def test_forms(source: str) -> None:
    """Each way to make a traced function, and to call it with 1 for ``x``."""
    (site,) = sites(f"import tensorflow as tf\ndef g(x):\n    return x\n{source}")
    (argument,) = site.arguments
    assert argument.parameter is not None
    assert argument.parameter.name == "x"
    assert argument.value == PythonValue("int", frozenset({1}))


@pytest.mark.parametrize(
    ("source", "constants"),
    [
        ("x = 1\nx = 2\nf(x)\n", {2}),
        ("x = 1\nf(x)\nx = 2\n", {1}),
        ("x = 1\nif c:\n    x = 2\nf(x)\n", {1, 2}),
        ("if c:\n    x = 1\nelse:\n    x = 2\nf(x)\n", {1, 2}),
        ("x = 1\nfor _ in y:\n    f(x)\n    x = 2\n", {1, 2}),
        ("x = 1\ndef g():\n    x = 2\nf(x)\n", {1}),
        ("def g():\n    f(x)\nx = 1\nx = 2\n", {1, 2}),
        ("x = 1\ndef g():\n    global x\n    x = 2\ng()\nf(x)\n", {1, 2}),
        (
            "def g():\n    x = 1\n    def h():\n        nonlocal x\n        x = 2\n"
            "    h()\n    f(x)\n",
            {1, 2},
        ),
        ("x = 1\n[x for x in (5, 6)]\nf(x)\n", {1}),
        ("a, (b, x) = 1, (2, 3)\nf(x)\n", {3}),
        ("if (x := 4):\n    f(x)\n", {4}),
        ("def g(x=7):\n    f(x)\ng()\n", {7}),
    ],
)
def test_bindings_that_reach(source: str, constants: set[int]) -> None:
    value = passed(source)
    assert isinstance(value, PythonValue)
    assert value.constants == frozenset(constants)


@pytest.mark.parametrize(
    ("signature", "call", "bound"),
    [
        ("a, b", "1, 2", {"a": 1, "b": 2}),
        ("a, b", "b=2, a=1", {"a": 1, "b": 2}),
        ("a, b=2", "1", {"a": 1}),
        ("a, *rest", "1, 2, 3", {"a": 1, "rest": 3}),
        ("a, *, b", "1, b=2", {"a": 1, "b": 2}),
        ("a, **rest", "1, c=2", {"a": 1, "rest": 2}),
    ],
)
def test_call_binding(signature: str, call: str, bound: dict[str, int]) -> None:
    source = f"import tensorflow as tf\n@tf.function\ndef f({signature}):\n    pass\nf({call})\n"
    (site,) = sites(source)
    found = {}
    for argument in site.arguments:
        assert argument.parameter is not None
        assert isinstance(argument.value, PythonValue)
        found[argument.parameter.name] = argument.value.constant
    assert found == bound


@pytest.mark.parametrize("call", ["*parts", "1, *parts", "**parts"])
def test_starred_arguments_are_not_guessed(call: str) -> None:
    (site,) = sites(f"{TRACED.replace('x', 'x, y')}f({call})\n")
    starred = [argument for argument in site.arguments if argument.starred]
    assert [argument.parameter for argument in starred] == [None]


@pytest.mark.parametrize(("mark", "parameters"), [("staticmethod", "x"), ("classmethod", "cls, x")])
def test_methods_called_on_the_class(mark: str, parameters: str) -> None:
    source = f"import tensorflow as tf\nclass A:\n    @{mark}\n    @tf.function\n"
    (site,) = sites(f"{source}    def f({parameters}):\n        return x\nA.f(1)\n")
    assert [a.parameter.name for a in site.arguments if a.parameter is not None] == ["x"]


@pytest.mark.parametrize(
    ("loop", "kind", "count"),
    [
        ("for x in range(4):", "int", 4),
        ("for x in range(2, 10, 2):", "int", 4),
        ("for x in reversed(range(4)):", "int", 4),
        ("for x, y in enumerate(range(4)):", "int", 4),
        ("for y, x in zip([5, 6, 7, 8], range(4)):", "int", 4),
        ("for x in [1, 2, 3, 4]:", "int", 4),
        ("for x in (0.1, 0.2, 0.3, 0.4):", "float", 4),
        ("for x in {'a': 1, 'b': 2, 'c': 3, 'd': 4}:", "str", 4),
        ("for y, x in {'a': 1, 'b': 2, 'c': 3, 'd': 4}.items():", "int", 4),
        ("from tqdm import tqdm\nfor x in tqdm(range(4)):", "int", 4),
        ("for x in range(n):", "int", None),
    ],
)
def test_loop_variables(loop: str, kind: str, count: int | None) -> None:
    model = program(f"{TRACED}{loop}\n    f(x)\n")
    ((site,),) = model.sites.own.values()
    value = site.arguments[0].value
    assert isinstance(value, PythonValue)
    assert value.kind == kind
    assert value.change is not None
    assert value.change.kind == "loop"
    assert predicted_traces(model, [site]) == count


@pytest.mark.parametrize(
    "loop",
    [
        "for x in tf.range(4):",
        "for x in np.arange(4):",
        "for x in tf.data.Dataset.range(4):",
        "for x, y in tf.data.Dataset.range(4).enumerate():",
    ],
)
def test_loops_over_tensors_do_not_change_the_key(loop: str) -> None:
    assert passed(f"import numpy as np\n{loop}\n    f(x)\n").changes is None


@pytest.mark.parametrize(
    "source",
    [
        "x = 0\nwhile x < 9:\n    f(x)\n    x += 1\n",
        "x = 0\nwhile True:\n    x = x + 1\n    f(x)\n",
        "x = 1.0\nfor _ in y:\n    x = max(0.1, x * 0.9)\n    f(x)\n",
    ],
)
def test_counters(source: str) -> None:
    change = passed(source).changes
    assert change is not None
    assert change.kind == "counter"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("f(1)\n", 1),
        ("f(1)\nf(2)\nf(1)\n", 2),
        ("f(1)\nf(1.0)\nf(True)\n", 1),
        ("for i in range(3):\n    for j in range(4):\n        f(i + j)\n", 6),
        ("for i in range(6):\n    f(i % 2)\n", 2),
        ("for i in range(6):\n    f(tf.constant(i))\n", 1),
        ("for i in range(1, 4):\n    f(tf.zeros([i, 2]))\n", 3),
        ("for i in range(6):\n    if c:\n        f(i)\n", None),
        ("for i in range(6):\n    f(i)\n    break\n", None),
        ("for i in range(6):\n    f(unknown(i))\n", None),
        ("for i in range(10 ** 6):\n    f(i)\n", None),
        ("for i in range(999):\n    for j in range(999):\n        f(i + j)\n", None),
        ("def main():\n    f(1)\n    f(2)\n", 2),
        ("def once():\n    f(1)\n    f(2)\n", 2),
        ('def main():\n    f(1)\n    f(2)\nif __name__ == "__main__":\n    main()\n', 2),
        ("def main():\n    f(1)\nif c:\n    main()\n", None),
        ("v = tf.Variable([1.0])\nf(v)\nf(tf.constant([1.0]))\n", 2),
        ("for i, x in enumerate([1, 1, 2]):\n    f(x)\n", 2),
        ("class C:\n    def run(self):\n        f(1)\nC().run()\n", 1),
        ("class C:\n    def __call__(self):\n        f(1)\nuse(C())\n", None),
    ],
)
def test_predicted_traces(source: str, count: int | None) -> None:
    model = program(TRACED + source)
    (traced,) = model.traced
    assert predicted_traces(model, model.sites.own[traced]) == count


KERAS_CALL = """
import tensorflow as tf

class Gate(tf.keras.layers.Layer):
    def call(self, x):
        if tf.reduce_sum(x) > 0:
            return x
        return -x
"""


@pytest.mark.parametrize(
    ("imports", "unconverted"),
    [
        ("import numpy", 1),
        ("from keras.engine import base_layer", 0),
        ("from tensorflow.python.keras.engine import base_layer", 0),
        ("import tensorflow_addons as tfa", 0),
    ],
)
def test_files_for_keras_2_are_converted(imports: str, unconverted: int) -> None:
    assert len(program(imports + KERAS_CALL).keras.unconverted) == unconverted


def test_a_helper_reads_what_another_makes() -> None:
    source = """
def made(shape):
    return tf.zeros(shape)


a, b = made([1, 20]), made([20])


def features(x):
    return x @ a + b


f(features(tf.ones([12, 1])))
"""
    value = passed(source)
    assert isinstance(value, TensorValue)
    assert value.constant_shape == (12, 20)


@pytest.mark.parametrize(
    ("entry", "count"), [("__call__", None), ("handle", 1)], ids=["by others", "by nobody"]
)
def test_functions_made_by_what_others_call(entry: str, count: int | None) -> None:
    """Nobody in the file says how often an instance is called that is handed on."""
    model = program(f"""\
import tensorflow as tf
class Handler:
    def {entry}(self, body):
        score = tf.function(lambda rows: rows * 2)
        return score(tf.ones(3))
serve(Handler())
""")
    (traced,) = model.traced
    assert predicted_traces(model, model.sites.own[traced]) == count


def test_abstract_methods_are_any_that_is_defined() -> None:
    model = program(f"""\
{TRACED}
class Base:
    def target(self):
        raise NotImplementedError
    def run(self):
        f(self.target())
class One(Base):
    def target(self):
        return tf.ones(3)
class Other(Base):
    def target(self):
        return tf.ones(4)
""")
    (traced,) = model.traced
    (site,) = model.sites.own[traced]
    (argument,) = site.arguments
    assert isinstance(argument.value, TensorValue)
    (rows,) = argument.value.shape or ()
    assert rows is not None
    assert rows.constants == frozenset({3, 4})


@pytest.mark.parametrize(
    ("made", "constants"),
    [
        ("Plan()", {0.1}),
        ("Plan(), Plan(0.3)", {0.1, 0.3}),
        ("Plan(), Plan(rate=0.3), Careful()", {0.1, 0.2, 0.3}),
        ("Plan(), Careful(0.5)", {0.1, 0.5}),
        ("Plan(), dataclasses.replace(Plan(), rate=0.4)", {0.1, 0.4}),
        ("Plan(), dataclasses.replace(Plan(), rate=Plan().rate / 2)", None),
        ("Plan(), dataclasses.replace(Plan(), **{'rate': 0.4})", None),
        ("Plan(), dataclasses.replace(Plan(), other=0.4)", {0.1}),
        ("Plan(), Other()", {0.1}),
    ],
)
def test_fields_of_an_instance_that_any_call_may_have_made(
    made: str, constants: set[float] | None
) -> None:
    model = program(f"""\
{TRACED}
import dataclasses
@dataclasses.dataclass
class Plan:
    rate: float = 0.1
    other: float = 0.7
    def run(self):
        f(self.rate)
@dataclasses.dataclass
class Careful(Plan):
    rate: float = 0.2
@dataclasses.dataclass
class Other:
    rate: float = 0.9
for plan in ({made}):
    plan.run()
""")
    (traced,) = model.traced
    (site,) = model.sites.own[traced]
    (argument,) = site.arguments
    found = argument.value.constants if isinstance(argument.value, PythonValue) else None
    assert found == (None if constants is None else frozenset(constants))


@pytest.mark.parametrize(
    "calling",
    [
        "def make():\n    return f\nstep = make()\nstep(3)",
        "def make():\n    return f\nmaker = make\nstep = maker()\nstep(3)",
        "def make():\n    def get():\n        return f\n    return get\nstep = make()()\nstep(3)",
        "def make():\n    return [f]\nfor step in make():\n    step(3)",
        "class Holder:\n    @property\n    def step(self):\n        return f\nHolder().step(3)",
        "def run(step):\n    step(3)\ndef make():\n    return f\nrun(make())",
    ],
    ids=["factory", "alias", "factory of one", "container", "property", "parameter"],
)
def test_calls_of_what_factories_give_are_found(calling: str) -> None:
    assert [site.arguments[0].value for site in sites(TRACED + calling)] == [python_value(3)]


@pytest.mark.parametrize(
    ("returned", "is_like_before"),
    [
        ("x", True),
        ("tape.gradient(tf.reduce_sum(x * x), x)", True),
        ("tf.concat([x, x], 0)", False),
        ("x[None]", False),
    ],
)
def test_what_a_traced_function_makes_of_its_own_results(
    returned: str, *, is_like_before: bool
) -> None:
    """It is the least fixpoint: nothing as long as nothing is known of what it is made of."""
    model = program(
        f"""import tensorflow as tf

def helper(x):
    @tf.function
    def run(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
        return {returned}
    return run(x)

def main(x):
    for _ in range(5):
        x = helper(x)

main(tf.ones([2, 3]))
"""
    )
    ((site,),) = model.sites.own.values()
    value = site.arguments[0].value
    if is_like_before:
        assert isinstance(value, TensorValue)
    else:
        assert getattr(value, "shape", None) is None


def test_what_was_evaluated_stays_when_the_calls_of_traced_functions_are_known() -> None:
    """Nothing that is evaluated to find them rests on their being unknown."""
    model = program(f"{TRACED}steps = [f]\nfor step in steps:\n    step(1)\n")
    assert model.traced
    asked, place = model.calls.named("step")[0]
    assert model.value(asked.args[0], place) == python_value(1)
    before = model.evaluator
    assert model.calls.of_traced
    assert model.evaluator is before


def test_what_a_traced_function_returns_is_no_name_of_it() -> None:
    model = program(TRACED + "y = f(1)\ndef show(result):\n    return result\nz = show(y)\n")
    names = traced_names(
        model.traced, model.index, model.names.import_aliases, model.classes, model
    )
    assert names == {"", "f"}


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("TFR*.py"))[::12], ids=lambda p: p.stem)
def test_what_is_released_leaves_nothing_to_the_cycle_collector(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree, lines = ast.parse(text), text.splitlines(keepends=True)
    gc.collect()
    with collector_paused():
        before = models()
        model, _ = run(tree, lines, str(path), Settings(confidence="any"), sorted(RULES))
        assert models() > before
        model.release()
        del model, _
        assert models() == before


def models() -> int:
    """Return how many programs, and interpreters and the like of them, there are in memory."""
    return sum(type(one) in (Program, Evaluator, Calls, Index) for one in gc.get_objects())
