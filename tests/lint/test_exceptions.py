"""Code that surely raises, and what never runs because of it."""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path

import pytest

from flake8_tfretrace import check, rules
from flake8_tfretrace.settings import Settings

HEAD = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras
from toolbox import unknown

model = keras.Sequential([keras.layers.Dense(1)])
row = tf.ones([1, 3])
"""
LOOP = """\
for x in range(9):
    for y in range(99):
        model.predict(row)
"""
CELL = "# %%NBQA-CELL-SEP4f2a91\n"
PROVEN, LIKELY = Settings(), Settings(confidence="likely")
AGENT = """\
class Memory:
    def __init__(self, size, shape):
        self.rows = np.zeros((size, shape[0], shape[1]))


class Agent:
    def __init__(self, shape, size=100):
        self.memory = Memory(size, shape)
        self.low = 1

    @staticmethod
    def sized(n, unit="m"):
        return n

    def move(self, x, *, fast=False):
        return x + self.low
"""


@pytest.fixture(autouse=True)
def _whatever_the_project_is_kept_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show what is reached in a project with code that Keras 3 refuses, too."""
    monkeypatch.setattr(rules, "outdated_line", lambda filename: None)
    monkeypatch.setattr(rules, "is_outdated", lambda source: False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


def codes(path: Path, text: str, settings: Settings = PROVEN) -> list[str]:
    path.write_text(text, encoding="utf-8")
    return [finding.code for finding in check(text, str(path), settings=settings)]


def runs(folder: Path, before: str, definitions: str = AGENT, settings: Settings = PROVEN) -> bool:
    """Whether the loop behind some code is taken to run."""
    text = HEAD + definitions + textwrap.dedent(before) + LOOP
    return bool({*codes(folder / "a.py", text, settings)} - {"TFR202"})


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("Agent()", True),
        ("Agent(1, 2, 3)", True),
        ("Agent((1, 2), length=3)", True),
        ("Agent((1, 2)).move()", True),
        ("Agent((1, 2)).move(1, 2)", True),
        ("agent = Agent((1, 2))\nagent.move(fast=True)", True),
        ("Agent.sized()", True),
        ("Agent.move(1)", True),
        ("(lambda x: x)()", True),
        ("def f(x):\n    pass\nprint(f())", True),
        ("Agent((1, 2))", False),
        ("Agent((1, 2), size=3).move(1, fast=True)", False),
        ("Agent.sized(1, 'k')", False),
        ("Agent((1, 2)).sized(1, unit='k')", False),
        ("Agent.move(Agent((1, 2)), 1)", False),
        ("tf.function(Agent((1, 2)).move)(1)", False),
        ("Agent(*row)", False),
        ("Agent(**{})", False),
        ("def f(x, *rest, **more):\n    pass\nf(1, 2, 3, y=4)", False),
        ("if row:\n    Agent()", False),
        ("row and Agent()", False),
        ("[Agent() for _ in row]", True),
        ("[Agent() for _ in unknown()]", False),
        ("try:\n    Agent()\nexcept TypeError:\n    pass", False),
        ("try:\n    pass\nfinally:\n    Agent()", True),
        ("with unknown():\n    Agent()", False),
        ("with tf.GradientTape() as tape:\n    Agent()", True),
        ("for _ in range(3):\n    Agent()", True),
        ("for _ in range(row):\n    Agent()", False),
        ("while row:\n    if row:\n        break\n    Agent()", False),
        ("if row:\n    Agent()\nelse:\n    Agent(1, 2, 3)", True),
        ("@unknown\ndef f(x):\n    pass\nf()", False),
        ("def f(x):\n    pass\nf = unknown(f)\nf()", False),
        ("if row:\n    def f(x):\n        pass\nelse:\n    f = print\nf()", False),
        ("Agent = unknown\nAgent()", False),
        ("Agent.move = unknown\nAgent((1, 2)).move()", False),
        ("class One(Agent):\n    def move(self):\n        pass\nOne((1, 2)).move()", False),
        ("class One(unknown):\n    def __init__(self, x):\n        pass\nOne()", True),
        ("class One(unknown):\n    pass\nOne()", False),
        ("class One:\n    def __new__(cls):\n        pass\n    def __init__(self, x):\n"
         "        pass\nOne()", False),
        ("@unknown\nclass One:\n    def __init__(self, x):\n        pass\nOne()", False),
    ],
)  # fmt: skip
def test_arguments_that_do_not_fit(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("Agent(6)", True),
        ("Agent(shape=6, size=8)", True),
        ("N = 6\nAgent(N)", True),
        ("def make(n=5):\n    return Agent(n)\nmake()", True),
        ("Agent((6, 6))", False),
        ("Agent(unknown)", False),
        ("def make(n=5):\n    n = (n, n)\n    return Agent(n)\nmake()", False),
        ("def make(n=5):\n    if isinstance(n, int):\n        n = n, n\n    return n[0]\nmake()",
         False),
        ("def make(n=5):\n    return n[0] if isinstance(n, tuple) else n\nmake()", False),
        ("def make(n=5):\n    return lambda: n[0]\nmake()", False),
        ("def make(n=5):\n    yield n[0]\nmake()", False),
        ("async def make(n=5):\n    return n[0]\nmake()", False),
    ],
)  # fmt: skip
def test_items_of_numbers(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


STEPS = """\
class Base{base}:
    def step(self):
        for i in range(3):
            if i != self.target:
                print(i)
        return 1
"""


@pytest.mark.parametrize(
    ("base", "more", "raises"),
    [
        ("", "Base().step()", True),
        ("(object)", "def run(x):\n    x.step()\nenv = Base()\nenv.step()", True),
        ("(gym.Env)", "Base().step()", True),
        ("(unknown)", "Base().step()", False),
        ("(keras.Model)", "Base().step()", False),
        ("", "class One(Base):\n    target = 1\nOne().step()", False),
        ("", "class Mixin:\n    target = 1\nclass One(Mixin, Base):\n    pass\nOne().step()",
         False),
        ("", "env = Base()\nenv.target = 1\nenv.step()", False),
        ("", "Base.target = 1\nBase().step()", False),
        ("", "def run(target):\n    Base().step()\nrun(target=1)", True),
        ("", "class Other:\n    def __init__(self):\n        self.target = 1\nBase().step()", True),
        ("", "env = Base()\nsetattr(env, 'tar' + 'get', 1)\nenv.step()", False),
        ("", "env = Base()\nenv.__dict__.update(target=1)\nenv.step()", False),
        ("", "class One(Base):\n    def __getattr__(self, name):\n        return 1\nOne().step()",
         False),
        ("", "try:\n    Base().step()\nexcept AttributeError:\n    pass", False),
        ("", "if hasattr(Base, 'target'):\n    Base().step()", False),
        ("", "unknown(Base).step()", False),
    ],
)  # fmt: skip
def test_attributes_that_nothing_sets(folder: Path, base: str, more: str, *, raises: bool) -> None:
    definitions = "import gym\n" + STEPS.format(base=base)
    assert runs(folder, more + "\n", definitions) is not raises


@pytest.mark.parametrize(
    ("other", "raises"),
    [
        ("from a import Base\nBase.target = 1\n", False),
        ("def prepare(env, target):\n    env.target = target\n", False),
        ("import a\nclass One(a.Base):\n    target = 2\n", True),
        ("from a import Base\nBase().step()\n", True),
        ("class Base:\n    def __init__(self, target):\n        self.target = target\n", True),
    ],
)
def test_attributes_that_other_modules_set(folder: Path, other: str, *, raises: bool) -> None:
    (folder / "b.py").write_text(other, encoding="utf-8")
    assert runs(folder, "env = Base()\nenv.step()\n", STEPS.format(base="")) is not raises


@pytest.mark.parametrize(
    ("other", "raises"),
    [
        ("import a\nclass One(a.Base):\n    target = 2\nOne().run()\n", False),
        ("from a import Base as B\nclass One(B):\n    target = 2\nOne().run()\n", False),
        ("from a import Base\nB = Base\nclass One(B):\n    target = 2\nOne().run()\n", False),
        ("from a import Base\nenv = Base()\nenv.run()\n", True),
        ("class Base:\n    pass\nclass One(Base):\n    target = 2\n", True),
    ],
)
def test_attributes_of_classes_that_derive(folder: Path, other: str, *, raises: bool) -> None:
    (folder / "b.py").write_text(other, encoding="utf-8")
    run = "    def run(self):\n        print(self.target)\n" + textwrap.indent(LOOP, " " * 8)
    text = HEAD + "class Base:\n" + run + "Base().run()\n"
    assert bool(codes(folder / "a.py", text)) is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("print(missing)", True),
        ("for one in range(3):\n    missing(one)", True),
        ("def f():\n    print(missing)\nf()", True),
        ("def f():\n    global missing\n    print(missing)\nf()", True),
        ("def f():\n    print(missing)\nprint(f)", False),
        ("if row:\n    print(missing)", False),
        ("print(xrange(3))", True),
        ("print(WindowsError, reveal_type)", False),
        ("from toolbox import *\nprint(missing)", False),
        ("exec(unknown())\nprint(missing)", False),
        ("def f():\n    global missing\n    missing = 1\nf()\nprint(missing)", False),
        ("import toolbox\ntoolbox.missing = 1\nprint(missing)", False),
        ("total = total + 1", True),
        ("print(total)\ntotal = 0", True),
        ("def f():\n    print(total)\n    total = 1\nf()", True),
        ("def f():\n    global total\n    total = 1\nf()\nprint(total)", False),
        ("print(__file__, _)", False),
        ("from toolbox import *\ntotal = total + 1", False),
        ("globals().update(total=1)\ntotal = total + 1", False),
        ("input = input", False),
        ("try:\n    missing\nexcept NameError:\n    missing = 1\nprint(missing)", False),
        ("if row:\n    total = 1\nprint(total)", False),
        ("total = 1\ndel total\nprint(total)", False),
        ("class One:\n    first = 1\n    second = first", False),
        ("print(lambda: missing)", False),
    ],
)
def test_names_that_nothing_binds(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is that of Python 3.12")
def test_type_parameters_are_bound(folder: Path) -> None:
    assert runs(folder, "class One[T](list[T]):\n    pass\ndef first[T](of: list[T]) -> T: ...\n")


def test_what_is_no_file_may_be_a_part_of_one() -> None:
    assert [finding.code for finding in check(HEAD + "print(missing)\n" + LOOP)] == ["TFR601"]


@pytest.mark.parametrize(
    ("cell", "raises"),
    [
        ("print(missing)\n", True),
        ("display(In, Out, _, _i3, spark)\n", False),
        ("get_ipython().run_line_magic('run', 'other.py')\nprint(missing)\n", False),
        ("# %run other.py\nprint(missing)\n", False),
        ("pass  # %time missing = 3\nprint(missing)\n", False),
        ("# !pip install missings\nprint(missing)\n", True),
        ('hash("1a2b3c4d")\nprint(missing)\n', False),
    ],
)
def test_names_that_no_cell_binds(folder: Path, cell: str, *, raises: bool) -> None:
    text = CELL + HEAD + CELL + cell + LOOP
    assert codes(folder / "a.py", text) == ([] if raises else ["TFR601"])


@pytest.mark.parametrize("other", ["", "import a\na.missing = 1\n", "import a\nprint(a.missing)\n"])
def test_names_that_other_modules_give(folder: Path, other: str) -> None:
    (folder / "b.py").write_text(other, encoding="utf-8")
    assert runs(folder, "print(missing)\n") is ("=" in other)


@pytest.mark.parametrize(
    ("other", "raises"),
    [
        ("def use():\n    pass\n", True),
        ("def used():\n    pass\n", False),
        ("from c import *\n", False),
        ("def __getattr__(name):\n    return name\n", False),
        ("if row:\n    from c import used\n", False),
        ("globals()['us' + 'ed'] = 1\n", False),
    ],
)
def test_names_that_a_module_does_not_have(folder: Path, other: str, *, raises: bool) -> None:
    (folder / "b.py").write_text(other, encoding="utf-8")
    assert runs(folder, "from b import used\n") is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("tf.stack([one, other])", True),
        ("tf.squeeze([one, other], 0)", True),
        ("tf.reduce_sum(([one], [other]))", True),
        ("both = [one, other]\ntf.stack(both)", True),
        ("tf.stack([one, one])", False),
        ("tf.concat([one, other], 0)", False),
        ("tf.ragged.stack([one, other])", False),
        ("tf.stack([one, unknown(other)])", False),
        ("both = [one, other]\nboth.pop()\ntf.stack(both)", False),
        ("try:\n    tf.stack([one, other])\nexcept ValueError:\n    pass", False),
    ],
)
def test_tensors_of_other_shapes_in_one(folder: Path, before: str, *, raises: bool) -> None:
    tensors = "one, other = tf.ones([3, 1]), tf.ones([2, 1])\n"
    assert runs(folder, tensors + before + "\n") is not raises


def test_loop_that_never_comes_to_its_second_iteration(folder: Path) -> None:
    once = LOOP.replace("predict(row)", "predict(row)\n        Agent()")
    caught = LOOP.replace(
        "model.predict(row)",
        "try:\n            model.predict(row)\n            Agent()\n"
        "        except TypeError:\n            pass",
    )
    before = caught.replace(
        "model.predict(row)\n            Agent()", "Agent()\n            model.predict(row)"
    )
    left = LOOP.replace(
        "predict(row)", "predict(row)\n        if row:\n            continue\n        Agent()"
    )
    path = folder / "a.py"
    assert codes(path, HEAD + AGENT + once) == []
    assert codes(path, HEAD + AGENT + caught) == ["TFR601"]
    assert codes(path, HEAD + AGENT + before) == []
    assert codes(path, HEAD + AGENT + left) == ["TFR601"]
    assert codes(path, HEAD + AGENT + LOOP + "Agent()\n") == ["TFR601"]


@pytest.mark.parametrize(
    ("condition", "raises"),
    [
        ("x % unknown() == 0", True),
        ("not x % unknown()", True),
        ("x == 0", True),
        ("x % unknown() == 0 and x < 3", True),
        ("x and x % 3 == 0", False),
        ("(x + 1) % unknown() == 0", False),
        ("x % unknown() == 0 and unknown()", False),
        ("unknown() % x == 0", False),
    ],
)
def test_condition_that_the_first_iteration_meets(
    folder: Path, condition: str, *, raises: bool
) -> None:
    text = f"for x in range(9):\n    if {condition}:\n        Agent()\n"
    assert runs(folder, text) is not raises
    # Behind a way on, another iteration may be the first that comes to the condition.
    assert runs(folder, text.replace("    if", "    if unknown():\n        continue\n    if", 1))


@pytest.mark.parametrize("mark", [CELL, "# In[1]:\n"])
@pytest.mark.parametrize(
    ("cell", "raises"),
    [
        ("Agent()\n", True),
        ("Agent((1, 2))\n", False),
        ("model.compile(keras.optimizers.SGD(lr=0.1), 'mse')\n", True),
        ("try:\n    Agent()\nexcept TypeError:\n    pass\n", False),
    ],
)
def test_cells_of_a_notebook_run_up_to_one_that_raises(
    folder: Path, mark: str, cell: str, *, raises: bool
) -> None:
    text = mark + HEAD + AGENT + mark + cell + mark + LOOP
    assert codes(folder / "a.py", text) == ([] if raises else ["TFR601"])
    last = mark + HEAD + AGENT + mark + LOOP + mark + cell
    assert codes(folder / "a.py", last) == ["TFR601"]


@pytest.mark.parametrize(
    ("imported", "raises"),
    [
        ("from keras.optimizers import adam_v2", True),
        ("from keras.layers.advanced_activations import LeakyReLU", True),
        ("from keras.layers import LeakyReLU", False),
    ],
)
def test_imports_in_a_cell_that_no_release_has(
    folder: Path, imported: str, *, raises: bool
) -> None:
    text = CELL + imported + "\n" + HEAD + CELL + LOOP
    assert codes(folder / "a.py", text) == ([] if raises else ["TFR601"])


def test_callers_that_never_come_to_a_call_repeat_nothing(folder: Path) -> None:
    text = HEAD + AGENT + "def once():\n    model.predict(row)\n"
    loop = LOOP.replace("model.predict(row)", "once()")
    assert codes(folder / "a.py", text + "Agent((1, 2))\n" + loop) == ["TFR601"]
    assert codes(folder / "a.py", text + "Agent(6)\n" + loop) == []


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("keras.optimizers.Adam(lr=0.1)", True),
        ("keras.Input(16)", True),
        ("keras.layers.InputLayer(shape=4 * 4)", True),
        ("width = 16\nkeras.layers.Input(width)", True),
        ("keras.Input([16])", False),
        ("keras.Input(row)", False),
        ("keras.layers.Dense(1, input_shape=16)", False),
        ("tf.keras.optimizers.SGD(lr=0.1, momentum=0.9)", True),
        ("from keras.optimizers import RMSprop\nRMSprop(lr=0.1)", True),
        ("from keras.optimizers import SGD as S\nmodel.compile(S(lr=0.1), 'mse')", True),
        ("keras.layers.LSTM(3, batch_input_shape=(1, 2, 3))", True),
        ("keras.Model(input=row, output=row)", True),
        ("model.fit(row, row, nb_epoch=3)", True),
        ("model.fit(row, row, epochs=3, workers=4)", True),
        ("def build():\n    return keras.optimizers.Adam(lr=0.1)\nbuild()", True),
        ("keras.optimizers.Adam(learning_rate=0.1)", False),
        ("keras.optimizers.SGD(learning_rate=0.1, decay=0.9)", False),
        ("keras.layers.LSTM(3, input_shape=(2, 3), name='one')", False),
        ("keras.layers.Embedding(3, 4, input_length=5)", False),
        ("keras.Model(inputs=row, outputs=row)", False),
        ("model.fit(row, row, epochs=3)", False),
        ("unknown.Adam(lr=0.1)", False),
        ("from keras.optimizers import Missing\nMissing(lr=0.1)", True),
        ("keras.optimizers.Adam(**{'lr': 0.1})", False),
        ("if row:\n    keras.optimizers.Adam(lr=0.1)", False),
        ("def build(load=None):\n    if not load:\n        keras.optimizers.Adam(lr=0.1)\nbuild()",
         True),
        ("def build(load=None):\n    if not load:\n        keras.optimizers.Adam(lr=0.1)\n"
         "build('a.keras')", False),
        ("def build(load=None):\n    if not load:\n        keras.optimizers.Adam(lr=0.1)\n"
         "build(unknown)", False),
        ("try:\n    keras.optimizers.Adam(lr=0.1)\nexcept ValueError:\n    pass", False),
        ("class Adam(keras.optimizers.Adam):\n    def __init__(self, lr):\n"
         "        super().__init__(learning_rate=lr)\nAdam(lr=0.1)", False),
        ("def Adam(lr):\n    pass\nAdam(lr=0.1)", False),
        ("try:\n    from keras.optimizers.legacy import Adam\nexcept ImportError:\n"
         "    from keras.optimizers import Adam\nAdam(lr=0.1)", False),
        ("from tf_keras.optimizers import Adam\nAdam(lr=0.1)", False),
        ("import tf_keras\nkeras.optimizers.Adam(lr=0.1)", False),
        ("import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\nkeras.optimizers.Adam(lr=0.1)",
         False),
        ("lstm = keras.layers.LSTM(3, stateful=True)\nlstm.reset_states(states=row)", True),
        ("keras.layers.LSTM(3).reset_states()", False),
        ("keras.layers.GRU(3).get_initial_state(inputs=row)", True),
        ("keras.optimizers.Adam().apply_gradients([], name='a')", True),
        ("keras.optimizers.Adam().apply_gradients(grads_and_vars=[])", False),
        ("class Own(keras.optimizers.Adam):\n    def apply_gradients(self, pairs, name):\n"
         "        pass\nOwn().apply_gradients([], name='a')", False),
    ],
)  # fmt: skip
def test_keywords_that_keras_refuses(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("class Own(keras.layers.Layer):\n    def __init__(self, **more):\n"
         "        super().__init__(dynamic=True, **more)\nOwn()", True),
        ("class Own(keras.layers.Layer):\n    def __init__(self, **more):\n"
         "        super(Own, self).__init__(trainable=False, **more)\nOwn()", False),
        ("class Own(keras.Model):\n    def __init__(self, size, **more):\n"
         "        super().__init__(**more)\nOwn(3, dynamic=True)", True),
        ("class Own(keras.Model):\n    def __init__(self, size, **more):\n"
         "        super().__init__(**more)\nOwn(size=3, name='own')", False),
        ("class Own(keras.Model):\n    def __init__(self, **more):\n        more.pop('size')\n"
         "        super().__init__(**more)\nOwn(size=3)", False),
        ("class Own(keras.callbacks.Callback):\n    pass\nOwn(patience=3)", True),
        ("class Own(keras.metrics.Metric):\n    pass\nOwn(name='own')", False),
        ("class Base(keras.layers.Layer):\n    pass\nclass Own(Base):\n"
         "    def __init__(self):\n        super().__init__(size=3)\nOwn()", True),
        ("class Base(keras.layers.Layer):\n    def __init__(self, size):\n"
         "        super().__init__()\nclass Own(Base):\n"
         "    def __init__(self):\n        super().__init__(size=3)\nOwn()", False),
        ("class Mixed(unknown.Mixin, keras.layers.Layer):\n    def __init__(self):\n"
         "        super().__init__(size=3)\nMixed()", False),
        ("class Own(keras.layers.Layer):\n    def build(self, shape):\n"
         "        self.add_weight(name='a', shape=(1,), use_resource=True)\n"
         "    def call(self, x):\n        return x\nOwn()(row)", True),
        ("class Own(keras.layers.Layer):\n    def build(self, shape):\n"
         "        self.add_weight(name='a', shape=(1,), trainable=True)\n"
         "    def call(self, x):\n        return x\nOwn()(row)", False),
        ("class Own(keras.layers.Layer):\n    def call(self, x):\n        return x\n"
         "keras.Sequential([Own()])(row)", False),
        ("class Own(keras.layers.Layer):\n    def build(self, shape):\n"
         "        self.add_weight('a', shape=(1,))\nkeras.Sequential([Own()])(row)", True),
        ("class Seen(keras.metrics.Metric):\n    def __init__(self):\n"
         "        super().__init__()\n        self.n = self.add_weight('n', initializer='zeros')\n"
         "Seen()", True),
        ("class Own(keras.losses.Loss):\n    def __init__(self):\n        super().__init__("
         "reduction=tf.keras.losses.Reduction.AUTO)\nOwn()", True),
    ],
)  # fmt: skip
def test_what_own_classes_give_keras(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("cell = object()\nkeras.layers.RNN(cell)(row, constants=row)", True),
        ("keras.layers.LSTM(3)(row, mask=None, training=True)", False),
        ("keras.layers.LSTM(3)(inputs=row)", True),
        ("class Own(keras.layers.Layer):\n    def call(self, x):\n        return x\n"
         "Own()(row, mask=None)", True),
        ("class Own(keras.layers.Layer):\n    def call(self, x):\n        return x\n"
         "Own()(row, row)", True),
        ("class Own(keras.layers.Layer):\n    def call(self, x):\n        return x\n"
         "Own()(row, training=True)", False),
        ("class Own(keras.layers.Layer):\n    def call(self, x, **more):\n        return x\n"
         "Own()(row, mask=None)", False),
        ("keras.layers.GRU(3).cell.get_initial_state(batch_size=1, dtype='float32')", True),
        ("keras.layers.GRU(3).cell.get_initial_state(batch_size=1)", False),
        ("keras.layers.LSTM(3).get_initial_state(tf.zeros((2, 3)))", True),
        ("keras.layers.LSTM(3).get_initial_state(tf.constant(2))", False),
        ("keras.applications.MobileNetV2(weights=None, backend=keras.backend)", True),
        ("keras.applications.MobileNetV2(weights=None)", False),
        ("keras.activations.relu(row, alpha=0.1)", True),
        ("keras.Input(tensor=row)", True),
        ("keras.Input(tensor=keras.Input((3,)))", False),
        ("keras.optimizers.Adam(clipnorm=1.0, clipvalue=0.5)", True),
        ("keras.optimizers.Adam(clipnorm=1.0, clipvalue=None)", False),
        # Keras 3.13 and later take no integers of NumPy's.
        ("keras.layers.Dense(np.prod((2, 3)))", True),
        ("keras.layers.Embedding(5, np.prod((2, 3)))", True),
        ("keras.layers.Dense(int(np.prod((2, 3))))", False),
        ("keras.layers.Reshape(np.array([2, 3]))", False),
        ("tf.compat.v1.keras.backend.set_session(None)", True),
        ("tf.compat.v1.keras.backend.clear_session()", False),
        ("keras.layers.Dense(3, name='a/%d' % 3)", True),
        ("keras.layers.Dense(3, name=f'a/{3}')", True),
        ("keras.layers.Dense(3, name='a_%d' % 3)", False),
        ("keras.losses.MeanSquaredError(reduction='auto')", True),
        ("keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.AUTO)", True),
        ("keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.NONE)", False),
        ("keras.losses.MeanSquaredError(reduction='sum')", False),
        ("keras.layers.Conv2D(3, 3, padding='full')", True),
        ("keras.layers.Conv2D(3, 3, padding='SAME')", False),
        ("keras.layers.Conv1D(3, 3, padding='causal')", False),
        ("keras.metrics.AUC(curve='PR')", False),
        ("keras.layers.Bidirectional(keras.layers.GRU(3), merge_mode=None)", False),
        ("model.load_weights('a.weights.h5', by_name=True)", True),
        ("model.load_weights('a.h5', by_name=True)", False),
        ("model.load_weights('a.weights.h5')", False),
        ("tf.image.draw_bounding_boxes(row, row)", True),
        ("tf.image.draw_bounding_boxes(row, row, row)", False),
        ("tf.image.draw_bounding_boxes(*row)", False),
        ("tf.reduce_sum(row, 1, True, None, 0, None)", True),
        ("tf.data.Dataset.zip(1, 2)", False),
        ("np.histogram([1], normed=True)", True),
        ("np.histogram([1], density=True)", False),
        ("np.reshape([1], newshape=(1, 1))", False),
    ],
)  # fmt: skip
def test_calls_that_lack_or_have_too_much(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("range(len(row) / 2)", True),
        ("range(len(row) // 2)", False),
        ("np.zeros((len(row) / 2, 3))", True),
        ("def grid(a, b):\n    return np.linspace(0, 1, (b - a) / 2)\ngrid(1, 2)", True),
        ("np.linspace(0, 1, 5)", False),
        ("np.linspace(0, 1 / 2, 5)", False),
        ("model.fit(row, row, epochs=9 / 3)", True),
        ("model.fit(row, row, steps_per_epoch=int(9 / 3))", False),
        ("model.fit(row, row, class_weight='auto')", True),
        ("model.fit(row, row, class_weight=np.ones(3))", True),
        ("model.fit(row, row, class_weight={0: 1.0})", False),
        ("model.fit(unknown(), class_weight='auto')", False),
    ],
)  # fmt: skip
def test_numbers_that_are_no_integers(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


@pytest.mark.parametrize(
    ("compiled", "then", "raises"),
    [
        ("'sgd', 'logcosh'", "fit", True),
        ("'sgd', 'log_cosh'", "fit", False),
        ("'sgd', 'logcosh'", "predict", False),
        ("'sgd', ['mse', 'kullback_leibler_divergence']", "evaluate", True),
        ("'sgd', {'a': 'logcosh'}", "train_on_batch", True),
        ("'sgd', 'CE'", "fit", False),
        ("'sgd', loss='mse', metrics=['Acc', 'mae']", "fit", False),
        ("'sgd', loss='mse', metrics=['crossentropy']", "fit", True),
        ("'sgd', loss=unknown, metrics=['mae', unknown]", "fit", False),
        ("'sgd', 'mse', ['accuracy']", "fit", True),
        ("'sgd', 'mse', [1.0]", "fit", False),
    ],
)
@pytest.mark.parametrize("registers", [False, True])
def test_losses_and_metrics_that_keras_does_not_know(
    folder: Path, compiled: str, then: str, *, raises: bool, registers: bool
) -> None:
    before = f"model.compile({compiled})\nmodel.{then}(row, row)\n"
    if registers:
        before = "keras.utils.get_custom_objects()['logcosh'] = unknown\n" + before
        raises = raises and "['accuracy']" in compiled
    assert runs(folder, before) is not raises


@pytest.mark.parametrize(
    ("schedule", "fit", "raises"),
    [
        ("return rate * tf.exp(-0.1)", "", True),
        ("rate = rate * tf.exp(-0.1)\n    return rate", "", True),
        ("return float(rate * tf.exp(-0.1))", "", False),
        ("if epoch < 3:\n        return rate\n    return rate * tf.exp(-0.1)", "epochs=4, ", True),
        ("if epoch < 3:\n        return rate\n    return rate * tf.exp(-0.1)", "epochs=3, ", False),
        ("if epoch >= 3:\n        rate *= 2\n    else:\n        return tf.exp(-0.1)\n"
         "    return rate", "", True),
        ("if unknown():\n        return rate\n    return rate * tf.exp(-0.1)", "", False),
        ("epoch += 5\n    if epoch > 3:\n        return tf.exp(-0.1)\n    return rate", "", False),
    ],
)  # fmt: skip
def test_schedules_that_give_tensors(
    folder: Path, schedule: str, fit: str, *, raises: bool
) -> None:
    text = f"""
def schedule(epoch, rate):
    {schedule}

callback = keras.callbacks.LearningRateScheduler(schedule)
model.fit(row, row, {fit}callbacks=[callback])
"""
    assert runs(folder, text) is not raises


@pytest.mark.parametrize(
    ("metrics", "raises"),
    [
        ("['mae']", True),
        ("['mae', 'mse']", False),
        ("[['mae', 'mse']]", True),
        ("{'a': 'mae'}", False),
        ("unknown", False),
        ("[]", False),
    ],
)
def test_metrics_for_several_outputs(folder: Path, metrics: str, *, raises: bool) -> None:
    trained = f"net.compile('sgd', ['mse', 'mse'], metrics={metrics})\nnet.fit(row, [row, row])\n"
    layers = "keras.Model(x, [keras.layers.Dense(1)(x), keras.layers.Dense(2)(x)])"
    text = f"x = keras.Input((3,))\nnet = {layers}\n"
    assert runs(folder, text + trained) is not raises
    made = f"def made(size):\n    x = keras.Input((size,))\n    net = {layers}\n    return net\n"
    assert runs(folder, f"{made}net = made(3)\n{trained}") is not raises


@pytest.mark.parametrize(
    ("other", "made", "raises"),
    [
        ("", "keras.optimizers.Adam(lr=0.1)\nPlayer(1).play()", True),
        ("", "player = Player(keras.optimizers.Adam(lr=0.1))\nplayer.play()", True),
        ("", "def main():\n    keras.optimizers.Adam(lr=0.1)\n    Player(1).play()\nmain()", True),
        ("", "class Fast(Player):\n    pass\nkeras.optimizers.Adam(lr=0.1)\nFast(1).play()", True),
        ("", "Player(1)\nkeras.optimizers.Adam(lr=0.1)\nPlayer(1).play()", True),
        ("", "Player(1).play()\nkeras.optimizers.Adam(lr=0.1)\nPlayer(1).play()", False),
        ("", "unknown(Player)\nkeras.optimizers.Adam(lr=0.1)\nPlayer(1).play()", False),
        ("", "def of(player: Player):\n    pass\nkeras.optimizers.Adam(lr=0.1)\nPlayer(1)", True),
        ("", "class Fast(Player):\n    pass\nFast(1).play()\nkeras.optimizers.Adam(lr=0.1)\n"
         "Player(1).play()", False),
        ("from a import Player\nPlayer(1).play()\n",
         "keras.optimizers.Adam(lr=0.1)\nPlayer(1).play()", False),
    ],
)  # fmt: skip
def test_methods_of_what_is_made_after_what_raises(
    folder: Path, other: str, made: str, *, raises: bool
) -> None:
    (folder / "b.py").write_text(other, encoding="utf-8")
    body = textwrap.indent(LOOP, " " * 8)
    player = "class Player:\n    def __init__(self, rate):\n        self.rate = rate\n"
    text = f"{HEAD}{player}    def play(self):\n{body}\n{made}\n"
    assert bool(codes(folder / "a.py", text)) is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("i = keras.Input((4,))\ntf.nn.relu(keras.layers.Dense(3)(i))", True),
        ("i = keras.Input((4,))\ntf.concat([i, i], axis=-1)", True),
        ("i = keras.Input((4,))\ntf.reduce_mean(i * 2 - i[:, :1])", True),
        ("i = keras.Input((4,))\ntf.keras.backend.sum(i, axis=1)", True),
        ("def block(x):\n    return tf.nn.relu(x)\nblock(keras.Input((4,)))", True),
        ("i = keras.Input((4,))\nparts = []\nfor _ in range(5):\n"
         "    parts.append(keras.layers.Dense(3)(i))\ntf.reduce_mean(parts, 0)", True),
        ("i = keras.Input((4,))\nkeras.ops.relu(i)", False),
        ("i = keras.Input((4,))\nkeras.activations.relu(i)", False),
        ("i = keras.Input((4,))\ntf.keras.backend.int_shape(i)", False),
        ("i = keras.Input((4,))\ntf.nest.flatten([i, i])", False),
        ("i = keras.Input((4,))\nkeras.layers.Lambda(lambda x: tf.nn.relu(x))(i)", False),
        ("i = keras.Input((4,)) if row else row\ntf.nn.relu(i)", False),
        ("tf.nn.relu(row)", False),
    ],
)  # fmt: skip
def test_symbols_that_tensorflow_is_to_compute_with(
    folder: Path, before: str, *, raises: bool
) -> None:
    assert runs(folder, before + "\n") is not raises


BLOCKS = """\
def block(x, size, shrink=False, kind="leaky"):
    if shrink:
        x = keras.layers.MaxPool2D()(x)
    x = keras.layers.Conv2D(size, 3)(x)
    if kind == "leaky":
        x = tf.nn.leaky_relu(x)
    elif kind == "mish":
        x = keras.layers.Lambda(lambda t: t * tf.tanh(t))(x)
    return x


def body(x, kind):
    x = block(x, 8, kind=kind)
    return block(x, 8, kind=kind)


def build(size, kind="mish"):
    i = keras.Input([size, size, 3])
    return keras.Model(i, body(i, kind))


class Demo:
    def __init__(self, kind):
        self.model = self.create(64, kind)

    def create(self, size, kind):
        return build(size, kind)


class Frozen(keras.layers.BatchNormalization):
    def call(self, x, training=False):
        return super().call(x, training)


def scaled(x, kind="leaky"):
    for _ in range(2):
        x = normalized(x, kind)
    return tf.image.resize(x, [9, 9])


def normalized(x, kind):
    x = Frozen()(keras.layers.Conv2D(3, 3)(x))
    return twice(x) if kind == "twice" else keras.layers.LeakyReLU()(x)


def twice(x):
    return tf.tanh(x) * 2
"""


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("build(64, 'leaky')", True),
        ("build(64)", False),
        ("build(64, unknown)", False),
        ("block(keras.Input([8, 8, 3]), 4)", True),
        ("block(keras.Input([8, 8, 3]), 4, kind=None)", False),
        ("block(tf.ones([1, 8, 8, 3]), 4)", False),
        ("build(64)\nbuild(64, 'leaky')", True),
        ("Demo('leaky')", True),
        ("Demo('mish')", False),
        ("if unknown:\n    net = build(64, 'leaky')\nelse:\n    net = build(9, 'leaky')", True),
        (
            "if unknown:\n    net = build(64, 'leaky')\nif not unknown:\n"
            "    net = build(9, 'leaky')\nprint(net)",
            True,
        ),
        ("net = build(9)\nif unknown:\n    net = build(64, 'leaky')\nprint(net)", False),
        ("net = 1\nfor _ in unknown:\n    net = build(net, 'leaky')\nprint(net)", False),
        ("scaled(keras.Input([8, 8, 3]))", True),
        ("scaled(tf.ones([1, 8, 8, 3]))", False),
    ],
)
def test_bodies_are_gone_through_with_what_a_call_passes(
    folder: Path, before: str, *, raises: bool
) -> None:
    assert runs(folder, f"{before}\n", BLOCKS) is not raises


REPLICATED = """\
from toolbox import unknown
import tensorflow as tf


class Trainer:
    def __init__(self, model, strategy):
        self.model = model
        self.strategy = strategy
        self.mean = tf.keras.metrics.Mean()

    def step(self, x, epoch):
        y = self.model(x)
        self.mean.update_state(y)
        self.mean.{reset}()
        return y

    @tf.function
    def replicated(self, x, epoch):
        return self.strategy.run(self.step, args=(x, epoch))


strategy = {strategy}
trainer = Trainer(tf.keras.Sequential([tf.keras.layers.Dense(1)]), strategy)
for epoch in range(100):
    trainer.replicated(tf.ones([4, 4]), epoch)
"""


@pytest.mark.parametrize(
    ("reset", "strategy", "raises"),
    [
        ("reset_states", "tf.distribute.MirroredStrategy()", True),
        ("reset_state", "tf.distribute.MirroredStrategy()", False),
        ("reset_states", "unknown", False),
    ],
)
def test_what_a_strategy_replicates_runs(
    folder: Path, reset: str, strategy: str, *, raises: bool
) -> None:
    text = REPLICATED.format(reset=reset, strategy=strategy)
    assert codes(folder / "a.py", text) == ([] if raises else ["TFR101"])


@pytest.mark.parametrize("raises", [True, False])
def test_functions_are_followed_from_module_to_module(folder: Path, *, raises: bool) -> None:
    (folder / "blocks.py").write_text(
        "import tensorflow as tf\n\n\ndef body(x):\n    return "
        + ("tf.nn.relu(x)\n" if raises else "tf.keras.layers.ReLU()(x)\n"),
        encoding="utf-8",
    )
    (folder / "nets.py").write_text(
        "import tensorflow as tf\nfrom blocks import body\n\n\ndef build(size):\n"
        "    i = tf.keras.Input([size])\n    return tf.keras.Model(i, body(i))\n",
        encoding="utf-8",
    )
    text = "import numpy as np\nfrom nets import build\n\nmodel = build(4)\nrow = np.ones([1, 4])\n"
    assert codes(folder / "a.py", text + LOOP) == ([] if raises else ["TFR601"])


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("model.predict([[1.0, 2.0, 3.0]])", True),
        ("model.fit(row, [[0], [1]])", True),
        ("x = [0.0] * 3\nmodel.predict([x])", True),
        ("model.predict(['a', 'b'])", True),
        ("model.fit([row], (True, False))", True),
        ("model.predict([row])", False),
        ("model.predict(np.array([[1.0, 2.0, 3.0]]))", False),
        ("model.predict([unknown])", False),
        ("class Own(keras.Model):\n    def predict(self, x):\n        pass\n"
         "Own().predict([[1.0]])", False),
        ("model.compile('sgd', 'mse', metrics='mae')", True),
        ("model.compile('sgd', 'mse', metrics=['mae'])", False),
        ("keras.layers.Dense(3, name='a/b')", True),
        ("keras.layers.Dense(3, name='a_b')", False),
        ("tf.keras.optimizers.legacy.Adam(0.1)", True),
    ],
)  # fmt: skip
def test_arguments_that_keras_refuses(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("model.predict_classes(row)", True),
        ("model._make_predict_function()", True),
        ("model.compile('sgd', 'mse')\nprint(model.optimizer.lr)", True),
        ("model.compile('sgd', 'mse')\nprint(model.optimizer.learning_rate)", False),
        ("keras.optimizers.Adam().minimize(row, [])", True),
        ("keras.Input((4,)).get_shape()", True),
        ("keras.Input((4,)).shape.as_list()", True),
        ("row.shape.as_list()", False),
        ("tf.keras.backend.function([], [])", True),
        ("tf.keras.optimizers.experimental.Adam()", True),
        ("from keras.preprocessing.text import Tokenizer", True),
        ("from tensorflow.keras.preprocessing.text import Tokenizer", False),
        ("from keras.preprocessing.text import *", True),
        ("from keras.layers import *", False),
        ("from keras.preprocessing.image import ImageDataGenerator", True),
        ("np.float(1)", True),
        ("np.zeros(3, dtype=np.int)", True),
        ("np.product([1])", False),
        ("import time\ntime.clock()", True),
        ("from collections import Mapping", True),
        ("text = 'a'\ntext.items()", True),
        ("[1].items()", True),
        ("[1].append(2)", False),
        ("model.note = 1\nprint(model.note)", False),
        ("print(model.history)", False),
        ("if hasattr(model, 'note'):\n    print(model.note)", False),
        ("try:\n    np.float(1)\nexcept AttributeError:\n    pass", False),
        ("class Own(keras.Sequential):\n    def predict_classes(self, x):\n        pass\n"
         "Own().predict_classes(row)", False),
        ("unknown.predict_classes(row)", False),
        ("import tf_keras\nmodel.predict_classes(row)", False),
    ],
)  # fmt: skip
def test_attributes_that_no_release_has(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


@pytest.mark.parametrize(
    ("base", "call", "raises"),
    [
        ("keras.Model", "super().__init__('own')", True),
        ("keras.layers.Layer", "super(Own, self).__init__('own')", True),
        ("keras.Model", "super().__init__(name='own')", False),
        ("keras.Model", "super().__init__(row, row)", False),
        ("keras.Model", "super().__init__(row, outputs=row)", False),
        ("keras.layers.Dense", "super().__init__(3)", False),
        ("Base", "super().__init__('own')", False),
        ("threading.Thread", "keras.optimizers.Adam(lr=0.1)", True),
        ("threading.Thread", "super().__init__()", False),
    ],
)
def test_constructors_that_raise(folder: Path, base: str, call: str, *, raises: bool) -> None:
    classes = "import threading\nclass Base(keras.Model):\n    def __init__(self, name):\n"
    classes += "        super().__init__(name=name)\n"
    own = f"class Own({base}):\n    def __init__(self):\n        {call}\nOwn()\n"
    assert runs(folder, own, classes) is not raises


@pytest.mark.parametrize(
    ("other", "text"),
    [
        ("requirements.txt", "tensorflow\ntf-keras\n"),
        ("main.py", "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\nimport a\n"),
    ],
)
def test_keywords_of_a_project_with_keras_2(folder: Path, other: str, text: str) -> None:
    (folder / other).write_text(text, encoding="utf-8")
    assert runs(folder, "keras.optimizers.Adam(lr=0.1)\n")


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("keras.models.load_model('folder')", True),
        ("from keras.models import load_model\nload_model('net.model')", True),
        ("NAME = 'folder'\nkeras.models.load_model(NAME, compile=False)", True),
        ("keras.models.load_model(f'folder/{row}.ckpt')", True),
        ("keras.models.load_model(filepath='folder/' + 'net')", True),
        ("import os\nkeras.models.load_model(os.path.join(row, 'net'))", True),
        ("import os\nwhere = os.path.join(row, 'net')\nkeras.models.load_model(where)", True),
        ("from pathlib import Path\nkeras.models.load_model(Path(row) / 'net')", True),
        ("keras.models.load_model('net_{}'.format(row) + '.pb')", True),
        ("keras.models.load_model('net_%d.model' % row)", True),
        ("model.save('folder')", True),
        ("model.save_weights('net.h5')", True),
        ("keras.callbacks.ModelCheckpoint('{epoch}.ckpt', save_weights_only=True)", True),
        ("keras.callbacks.ModelCheckpoint('{epoch}.hdf5')", True),
        ("keras.models.load_model('net.keras')", False),
        ("keras.models.load_model('net.keras')", False),
        ("keras.models.load_model(f'{row}.hdf5')", False),
        ("keras.models.load_model(f'net{row}')", False),
        ("keras.models.load_model(f'{row}5')", False),
        ("keras.models.load_model(unknown)", False),
        ("keras.models.load_model('hf://somebody/net')", False),
        ("import os\nkeras.models.load_model(os.path.join('folder', unknown))", False),
        ("import os\nkeras.models.load_model(os.path.join('folder', 'net.h5'))", False),
        ("keras.models.load_model('net_%s' % row)", False),
        ("keras.models.load_model('net' + unknown)", False),
        ("keras.models.load_model(*unknown)", False),
        ("if row:\n    keras.models.load_model('folder')", False),
        ("def load(path):\n    return keras.models.load_model(path)\nload(unknown)", False),
        ("try:\n    keras.models.load_model('folder')\nexcept ValueError:\n    pass", False),
        ("unknown.load_model('folder')", False),
        ("model.save('folder', zipped=False)", False),
        ("model.save_weights('net.weights.h5')", False),
        ("keras.callbacks.ModelCheckpoint('{epoch}.weights.h5', save_weights_only=True)", False),
        ("keras.callbacks.ModelCheckpoint('{epoch}.ckpt', save_weights_only=unknown)", True),
        ("keras.callbacks.ModelCheckpoint('{epoch}.h5', save_weights_only=unknown)", False),
    ],
)  # fmt: skip
def test_paths_that_keras_refuses(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


LEARNER = """\
class Learner:
    def __init__(self, rate):
        self.model = self.built(rate)
        {early}

    def built(self, rate):
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile(loss="mse", optimizer=keras.optimizers.Adam({name}=rate))
        return model

    def judged(self, rows):
        for x in range(9):
            for y in range(99):
                self.model.predict(row)
{more}
"""


@pytest.mark.parametrize(
    ("name", "early", "more", "runs"),
    [
        ("lr", "", "", False),
        ("learning_rate", "", "", True),
        ("lr", "self.judged(1)", "", False),
        ("lr", "", "class Other(Learner):\n    def __init__(self):\n        self.model = model\n",
         True),
        ("lr", "", "class Other(Learner):\n    name = 'other'\n", False),
        ("lr", "", "class Other(Learner):\n    def __init__(self):\n        super().__init__(1)\n",
         False),
        ("lr", "", "class Other(Learner):\n    def __init__(self):\n"
         "        Learner.__init__(self, 1)\n        self.size = 3\n"
         "class Last(Other):\n    def __init__(self):\n        Other.__init__(self)\n", False),
        ("lr", "", "class Other(Learner):\n    def __init__(self):\n        super().__init__(1)\n"
         "    def built(self, rate):\n        return model\n", True),
        ("lr", "", "class Other(Learner):\n    def __init__(self):\n        super().__init__(1)\n"
         "    def built(self, rate):\n        return super().built(rate)\n", False),
        ("lr", "", "class Other(Learner):\n    def __init__(self):\n"
         "        Learner.__init__(model, 1)\n", True),
    ],
)  # fmt: skip
def test_method_of_a_class_that_nothing_makes(
    folder: Path, name: str, early: str, more: str, *, runs: bool
) -> None:
    text = HEAD + LEARNER.format(name=name, early=early, more=more)
    assert bool(codes(folder / "a.py", text)) is runs


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("from keras import backend as K\nK.mean(row)", True),
        ("import keras\nkeras.backend.clip(row, 0, 1)", True),
        ("from tensorflow.keras import backend as K\nK.mean(row)", False),
        ("tf.keras.backend.clip(row, 0, 1)", False),
        ("from keras import backend as K\nK.floatx()", False),
        ("from keras import backend as K\nif row:\n    K.mean(row)", False),
        ("try:\n    from tensorflow.keras import backend as K\nexcept ImportError:\n"
         "    from keras import backend as K\nK.mean(row)", False),
        ("from tf_keras import backend as K\nK.mean(row)", False),
        ("import tensorflow.keras.backend as K\nK.mean(row)", False),
        ("import keras.backend as K\nK.mean(row)", True),
        ("tf.Session()", True),
        ("tf.compat.v1.Session()", False),
        ("import tensorflow.compat.v1 as v1\nv1.set_random_seed(1)", False),
        ("model.fit_generator(row)", True),
        ("keras.Model(row, row).add_loss(row)", True),
        ("x = keras.Input([3])\nnet = keras.Model(inputs=x, outputs=x)\nnet.add_loss(x)", True),
        ("model.add_loss(row)", False),
        ("keras.models.load_model('net.keras').add_loss(row)", False),
        ("class Net(keras.Model):\n    pass\nNet(row, row).add_loss(row)", False),
        ("class Net(keras.Model):\n    def fit_generator(self, x):\n        pass\n"
         "Net().fit_generator(row)", False),
        ("keras.metrics.Mean().reset_states()", True),
        ("keras.metrics.Mean().reset_state()", False),
        ("seen = tf.keras.metrics.Mean()\nseen.reset_states()", True),
        ("class Seen(keras.metrics.Metric):\n    def reset_states(self):\n        pass\n"
         "Seen().reset_states()", False),
        ("keras.layers.LSTM(3).reset_states()", False),
        ("dense = keras.layers.Dense(1)\ndense.output_shape", True),
        ("dense = keras.layers.Dense(1)\ndense.output", False),
        ("keras.Sequential([keras.Input([3])]).output_shape", False),
        ("keras.optimizers.Adam().get_weights()", True),
    ],
)  # fmt: skip
def test_names_that_libraries_lack(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n") is not raises


IMPORTS = [
    ("from keras.layers.core import Dense", True),
    ("from tensorflow.keras.layers.core import Dense", True),
    ("import keras.utils.np_utils", True),
    ("import tensorflow.contrib.slim as slim", True),
    ("from keras.backend import mean", True),
    ("import tensorflow_addons as tfa", True),
    ("from tensorflow.python.keras.datasets import mnist", True),
    ("from tensorflow.python.keras import datasets", True),
    ("from tensorflow.python.keras.optimizers import SGD", True),
    ("from tensorflow.python.keras.optimizers import get", False),
    ("from tensorflow.python.keras.layers import Dense", False),
    ("from tensorflow.python.keras import layers", False),
    ("from keras.layers import Dense", False),
    ("from tensorflow.keras.backend import mean", False),
    ("try:\n    from keras.layers.core import Dense\nexcept ImportError:\n    Dense = None", False),
    ("if row:\n    from keras.layers.core import Dense", False),
    ("from .keras.layers.core import Dense", False),
    ("import tensorflow as tf\ntf.logging.set_verbosity(1)", True),
    ("from tensorflow import keras\nif row:\n    keras.backend.function([], [])", False),
    ("from tensorflow import keras\nMEAN = keras.backend.mean", False),
    ("import keras\nMEAN = keras.backend.mean", True),
    ("from tensorflow.keras import backend as K\nMEAN = K.mean", False),
]


@pytest.mark.parametrize(("statement", "raises"), IMPORTS)
def test_imports_that_libraries_lack(folder: Path, statement: str, *, raises: bool) -> None:
    assert runs(folder, statement + "\n") is not raises


@pytest.mark.parametrize(("statement", "raises"), IMPORTS)
@pytest.mark.parametrize("imported", ["from nets import build", "import nets"])
def test_modules_that_import_what_libraries_lack(
    folder: Path, imported: str, statement: str, *, raises: bool
) -> None:
    (folder / "nets.py").write_text(f"row = 1\n{statement}\nbuild = row\n", encoding="utf-8")
    assert runs(folder, imported + "\n") is not raises


@pytest.mark.parametrize(
    ("requirement", "raises"),
    [
        ("tensorflow<2.16", True),
        ("keras==2.4.3\ntensorflow==2.3.0", True),
        ("tensorflow-addons", True),
        ("tensorflow\ntf-keras", False),
    ],
)
def test_keras_2_without_its_own_name(folder: Path, requirement: str, *, raises: bool) -> None:
    """TensorFlow that is too old for Keras 3 is none of those that the findings are for."""
    (folder / "requirements.txt").write_text(requirement, encoding="utf-8")
    assert runs(folder, "keras.optimizers.Adam(lr=0.1)\n") is not raises


@pytest.mark.parametrize(
    ("first", "raises"),
    [
        ("net = keras.models.load_model('folder')", True),
        ("if tf.io.gfile.exists('folder'):\n    net = keras.models.load_model('folder')", True),
        ("net = None\nif row:\n    net = keras.models.load_model('folder')", False),
        ("if row:\n    net = keras.models.load_model('folder')\nelse:\n    net = model", False),
        ("if row:\n    net = keras.models.load_model('net.keras')", False),
    ],
)  # fmt: skip
def test_names_of_which_every_definition_raises(folder: Path, first: str, *, raises: bool) -> None:
    text = HEAD + first + "\n" + LOOP.replace("model.", "net.")
    assert bool(codes(folder / "a.py", text)) is not raises


@pytest.mark.parametrize(
    ("calls", "raises"),
    [
        ("Agent()\nrun()", True),
        ("def main():\n    Agent()\n    run()\nmain()", True),
        ("def main():\n    Agent()\n    run()\nif __name__ == '__main__':\n    main()", True),
        ("Agent((1, 2))\nrun()", False),
        ("run()\nAgent()\nrun()", False),
        ("def main():\n    Agent()\n    run()\nunknown(run)\nmain()", False),
        ("if row:\n    Agent()\nrun()", False),
        ("def other():\n    row = 1\n    return row\nAgent()\nrun()", True),
        ("Agent()\nkept = [run]\nrun()", False),
    ],
)
def test_functions_that_are_called_after_what_raises(
    folder: Path, calls: str, *, raises: bool
) -> None:
    text = "".join(f"    {line}\n" for line in LOOP.splitlines())
    text = f"{HEAD}{AGENT}\ndef judged():\n    model.predict(row)\n\ndef run():\n" + text.replace(
        "model.predict(row)", "judged()"
    )
    assert bool(codes(folder / "a.py", text + calls + "\n")) is not raises


@pytest.mark.parametrize(
    ("decorator", "raises"), [("", True), ("@tf.autograph.experimental.do_not_convert\n", True),
                              ("@unknown\n", False)],
)  # fmt: skip
def test_decorated_functions_that_are_called_after_what_raises(
    folder: Path, decorator: str, *, raises: bool
) -> None:
    body = "".join(f"    {line}\n" for line in LOOP.splitlines())
    text = f"{HEAD}{AGENT}\n{decorator}def run():\n{body}\n"
    text += "def main():\n    Agent()\n    run()\n\nmain()\n"
    assert bool(codes(folder / "a.py", text)) is not raises


@pytest.mark.parametrize(
    ("name", "user", "raises"),
    [
        ("train", "def run():\n    pass\n", True),
        ("train", "from train import run\nrun()\n", False),
        ("train", "def other():\n    print('train', 1)\n", True),
    ],
)
def test_functions_of_a_script_that_nothing_loads(
    folder: Path, name: str, user: str, *, raises: bool
) -> None:
    body = "".join(f"    {line}\n" for line in LOOP.splitlines())
    (folder / "other.py").write_text(user, encoding="utf-8")
    text = f"{HEAD}{AGENT}\ndef run():\n{body}\ndef main():\n    Agent()\n    run()\n\nmain()\n"
    assert bool(codes(folder / f"{name}.py", text)) is not raises


@pytest.mark.parametrize(
    ("helper", "eager"),
    [
        ("tf.compat.v1.disable_eager_execution()\n", False),
        ("from tensorflow.compat.v1 import disable_v2_behavior\ndisable_v2_behavior()\n", False),
        ("def off():\n    tf.compat.v1.disable_eager_execution()\n", True),
        ("if tf.__version__ < '2':\n    tf.disable_eager_execution()\n", True),
        ("# tf.compat.v1.disable_eager_execution()\n", True),
    ],
)
@pytest.mark.parametrize("imported", [True, False])
def test_modules_that_turn_eager_execution_off(
    folder: Path, helper: str, *, eager: bool, imported: bool
) -> None:
    (folder / "graphs.py").write_text(f"import tensorflow as tf\n{helper}", encoding="utf-8")
    (folder / "nets.py").write_text("import graphs\n", encoding="utf-8")
    assert runs(folder, "import nets\n" if imported else "") is (eager or not imported)


STEP = """\
import random
import tensorflow as tf

class Trainer:
    def __init__(self, strategy):
        self.strategy = strategy
        self.own = tf.function(self._own)

    @tf.function
    def step(self, x, epoch):
        if epoch > 4:
            x = x * random.random()
        {decorated}
        return x

    def _own(self, x, epoch):
        {wrapped}
        return x * epoch

trainer = Trainer(tf.distribute.MirroredStrategy())
for epoch in range(1000):
    for x in tf.data.Dataset.range(1000):
        trainer.{called}(x, epoch)
"""
REPLICAS = "self.strategy.{method}(self._own, args=(x, epoch))"


@pytest.mark.parametrize(
    ("decorated", "expected"),
    [
        (REPLICAS.format(method="run"), ["TFR101", "TFR303", "TFR404"]),
        (REPLICAS.format(method="experimental_run_v2"), []),
        ("if epoch > 9:\n            raise ValueError", ["TFR101", "TFR303", "TFR404"]),
        ("raise ValueError", []),
        ("print(tf.Session())", []),
    ],
)
def test_functions_of_which_each_trace_raises(
    folder: Path, decorated: str, expected: list[str]
) -> None:
    text = STEP.format(decorated=decorated, wrapped="pass", called="step")
    found = check(text, str(folder / "a.py"), settings=Settings(confidence="likely"))
    assert sorted(finding.code for finding in found) == expected


@pytest.mark.parametrize(
    ("wrapped", "raises"), [("pass", False), ("raise ValueError", True), ("tf.Session()", True)]
)
def test_wrapped_methods_of_which_each_trace_raises(
    folder: Path, wrapped: str, *, raises: bool
) -> None:
    text = STEP.format(decorated="pass", wrapped=wrapped, called="own")
    assert ("TFR101" in codes(folder / "a.py", text)) is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("keras.Sequential([hub.KerasLayer('a')])", True),
        ("own = hub.KerasLayer('a')\nkeras.Sequential([keras.Input((3,)), own])", True),
        ("one = keras.Sequential()\none.add(hub.KerasLayer('a'))", True),
        ("hub.KerasLayer('a')(keras.Input((3,)))", True),
        ("hub.KerasLayer('a')(row)", False),
        ("keras.layers.Lambda(lambda x: hub.KerasLayer('a')(x))", False),
        ("hub.KerasLayer('a').add(row)", False),
        ("import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\n"
         "keras.Sequential([hub.KerasLayer('a')])", False),
        ("import tensorflow_model_optimization as mot\n"
         "mot.sparsity.keras.prune_low_magnitude(model)", True),
        ("import tensorflow_model_optimization as mot\n"
         "mot.sparsity.keras.prune_low_magnitude(unknown(model))", False),
    ],
)  # fmt: skip
def test_layers_of_keras_2_in_models_of_keras_3(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, "import tensorflow_hub as hub\n" + before + "\n") is not raises


@pytest.mark.parametrize(
    ("default", "after", "raises"),
    [
        ("./weights/net.tf", "", True),
        ("./weights", "", True),
        ("net.weights.h5", "", False),
        ("", "", False),
        ("./weights/net.tf", "args.path = unknown()", False),
        ("./weights/net.tf", "unknown.add_argument('--path', default='a.h5')", False),
    ],
)
@pytest.mark.parametrize("absl", [False, True])
def test_default_paths_that_keras_refuses(
    folder: Path, default: str, after: str, *, raises: bool, absl: bool
) -> None:
    before = "import argparse\nparser = argparse.ArgumentParser()\n"
    before += f"parser.add_argument('--path', default={default!r})\nargs = parser.parse_args()\n"
    if absl:
        before = f"from absl import flags\nflags.DEFINE_string('path', {default!r}, '')\n"
        before += "args = flags.FLAGS\n"
    assert runs(folder, before + after + "\nmodel.load_weights(args.path)\n") is not raises


@pytest.mark.parametrize(
    ("imported", "raises"),
    [
        ("from .parts import Missing", True),
        ("from .parts import Part", False),
        ("from . import parts", False),
        ("try:\n    from .parts import Missing\nexcept ImportError:\n    pass", False),
    ],
)
def test_modules_that_take_what_another_does_not_have(
    folder: Path, imported: str, *, raises: bool
) -> None:
    package = folder / "nets"
    package.mkdir()
    for name, text in (("__init__", ""), ("parts", "class Part: pass\n"), ("all", imported)):
        (package / f"{name}.py").write_text(text + "\n", encoding="utf-8")
    assert runs(folder, "from nets.all import build\n" if raises else "import nets.all\n") is (
        not raises
    )


@pytest.mark.parametrize(
    ("compiled", "raises"), [("", False), (", experimental_run_tf_function=False", True)]
)
def test_calls_that_raise_themselves(folder: Path, compiled: str, *, raises: bool) -> None:
    text = (
        HEAD + "for x in range(99):\n    model.compile('sgd', 'mse'{})\n    model.fit(row, row)\n"
    )
    found = codes(folder / "a.py", text.format(compiled))
    assert ("TFR602" in found) is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("x = np.zeros(3, np.float)", True),
        ("np.float = float\nx = np.zeros(3, np.float)", False),
        ("if not hasattr(np, 'float'):\n    np.float = float\nx = np.zeros(3, np.float)", False),
        ("setattr(np, 'float', float)\nx = np.zeros(3, np.float)", False),
        ("np.float = float", False),
    ],
)
@pytest.mark.parametrize("imported", [False, True])
def test_names_that_a_program_gives_to_a_library(
    folder: Path, before: str, *, raises: bool, imported: bool
) -> None:
    if imported:
        (folder / "patches.py").write_text(
            f"import tensorflow, numpy as np\n{before}\n", encoding="utf-8"
        )
    assert runs(folder, "import patches\n" if imported else before + "\n") is not raises


@pytest.mark.parametrize(
    ("parameters", "arguments", "raises"),
    [
        ("x, training", "x", True),
        ("x, mask", "x", True),
        ("x, *, training", "x", True),
        ("x, training", "x, training=False", False),
        ("x, training=None", "x", False),
        ("*x", "x", False),
        ("x, **more", "x", False),
        ("x, training", "*[x]", False),
    ],
)
def test_arguments_that_keras_looks_for_no_more(
    folder: Path, parameters: str, arguments: str, *, raises: bool
) -> None:
    text = f"""
class Block(keras.layers.Layer):
    def call(self, {parameters}):
        return tf.abs(x)

class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def call(self, x):
        return self.block({arguments})

model = Net()
"""
    assert runs(folder, text) is not raises


@pytest.mark.parametrize(
    "calls",
    [
        "[scaled(row, n) for n in range(9)]",
        "class Kept:\n    n = 2\n    own = [tf.function(print)]",
    ],
)
def test_names_of_scopes_of_their_own_are_bound(folder: Path, calls: str) -> None:
    text = f"{HEAD}@tf.function\ndef scaled(x, n):\n    return x * n\n\n{calls}\n"
    assert ("TFR101" in codes(folder / "a.py", text)) is calls.startswith("[")


@pytest.mark.parametrize(
    ("settings", "raises"),
    [
        ("OTHER = 1\n", True),
        ("FRAMEWORK = 'tf'\n", False),
        ("globals().update(OTHER=1)\n", False),
        ("from more import *\n", True),
        ("from toolbox import *\n", False),
    ],
)
def test_names_that_star_imports_do_not_bind(folder: Path, settings: str, *, raises: bool) -> None:
    (folder / "options.py").write_text(settings, encoding="utf-8")
    (folder / "more.py").write_text("THIRD = 3\n", encoding="utf-8")
    star = "from options import *\n"
    program = HEAD + star + "if FRAMEWORK == 'tf':\n    pass\n" + LOOP
    assert bool(codes(folder / "a.py", program)) is not raises


@pytest.mark.parametrize(
    ("loader", "raises"),
    [
        ("def load_images():\n    pass\n", True),
        ("def load_cifar():\n    pass\n", False),
        ("def __getattr__(name):\n    return print\n", False),
        ("from toolbox import *\n", False),
    ],
)
def test_names_that_a_module_of_the_project_lacks(
    folder: Path, loader: str, *, raises: bool
) -> None:
    (folder / "loader.py").write_text(loader, encoding="utf-8")
    program = HEAD + "import loader\nloader.load_cifar()\n" + LOOP
    assert bool(codes(folder / "a.py", program)) is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("sys.exit()\n", True),
        ("if unknown():\n    sys.exit()\n", False),
        ("for _ in range(3):\n    step()\nsys.exit()\n", False),
    ],
)
def test_functions_that_are_only_called_in_unreachable_code(
    folder: Path, before: str, *, raises: bool
) -> None:
    step = "@tf.function\ndef step():\n    tf.keras.optimizers.Adam()\n"
    program = "import sys\n" + HEAD + step + before + "for _ in range(9):\n    step()\n"
    assert ("TFR401" not in codes(folder / "a.py", program)) is raises


TRAINING = """\
net = keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(1)])
net.compile("adam", {loss})
net.save("nets/net.h5")
"""


@pytest.mark.parametrize(
    ("loss", "training", "loading", "raises"),
    [
        ("'mse'", TRAINING, "'nets/net.h5'", True),
        ("'bce'", TRAINING, "'./nets/net.h5'", True),
        ("'mse'", "%matplotlib inline\n" + TRAINING, "'nets/net.h5'", True),
        ("'mse'", TRAINING + "np.save('a.npy', row)\n", "'nets/net.h5'", True),
        ("'mse'", TRAINING, "'nets/net.h5', compile=False", False),
        ("'mse'", TRAINING, "'nets/other.h5'", False),
        ("'mse'", TRAINING, "'net.h5'", False),
        ("'mse'", TRAINING.replace(".h5", ".keras"), "'nets/net.h5'", False),
        ("'mean_squared_error'", TRAINING, "'nets/net.h5'", False),
        ("'mse'", TRAINING + "other.compile('sgd', 'hinge')\n", "'nets/net.h5'", False),
        ("'mse'", TRAINING + "print 'done'\n", "'nets/net.h5'", False),
        ("'mse'", TRAINING.replace("save(", "load(").replace("net =", "n ="), "'net.h5'", False),
    ],
)
@pytest.mark.parametrize("is_notebook", [False, True])
def test_models_that_another_file_saves_in_an_old_format(
    folder: Path, loss: str, training: str, loading: str, *, raises: bool, is_notebook: bool
) -> None:
    text = HEAD + training.format(loss=loss)
    if is_notebook:
        cell = {"cell_type": "code", "source": text}
        text = json.dumps({"cells": [cell], "nbformat": 4, "metadata": {}})
    (folder / ("train.ipynb" if is_notebook else "train.py")).write_text(text, encoding="utf-8")
    shown = runs(folder, f"keras.models.load_model({loading})\n", settings=LIKELY)
    assert shown is not raises


def test_models_that_several_files_save_in_an_old_format(folder: Path) -> None:
    for name, loss in (("train", "'mse'"), ("again", "'hinge'")):
        (folder / f"{name}.py").write_text(HEAD + TRAINING.format(loss=loss), encoding="utf-8")
    assert runs(folder, "keras.models.load_model('nets/net.h5')\n")


@pytest.mark.parametrize(
    "saving",
    [
        "model.save('net.h5')",
        "keras.models.save_model(model, 'net.h5')",
        "model.fit(row, row, callbacks=[keras.callbacks.ModelCheckpoint('./net.h5')])",
    ],
)
def test_models_that_a_file_saves_itself_in_an_old_format(folder: Path, saving: str) -> None:
    text = "model.compile('sgd', '{}')\n" + saving + "\nkeras.models.load_model('net.h5')\n"
    assert not runs(folder, text.format("mse"))
    assert runs(folder, text.format("hinge"))


@pytest.mark.parametrize(
    ("compiled", "trained", "key", "raises"),
    [
        ("metrics=['accuracy']", "", "acc", True),
        ("metrics=['acc']", "", "accuracy", True),
        ("", "", "accuracy", True),
        ("", "", "mae", True),
        ("", "", "val_loss", True),
        ("metrics=['accuracy']", ", validation_split=0.1", "val_acc", True),
        ("metrics=['mae', 'mse']", ", epochs=3", "val_mae", True),
        ("", ", callbacks=[keras.callbacks.ReduceLROnPlateau()]", "lr", True),
        ("metrics=['accuracy']", "", "accuracy", False),
        ("metrics=['acc']", "", "acc", False),
        ("metrics=[unknown]", "", "acc", False),
        ("metrics=[keras.metrics.Mean(name='acc')]", "", "acc", False),
        ("metrics={'a': 'acc'}", "", "acc", False),
        ("", "", "loss", False),
        ("", "", "first_loss", False),
        ("", ", validation_data=unknown", "val_loss", False),
        ("", ", callbacks=[keras.callbacks.ReduceLROnPlateau()]", "learning_rate", False),
        ("", ", callbacks=[unknown()]", "lr", False),
        ("", ", callbacks=[Rate()]", "lr", False),
        ("metrics=['mean_absolute_error']", "", "mae", True),
        ("**unknown", "", "acc", False),
        ("", ", **unknown", "val_loss", False),
    ],
)
@pytest.mark.parametrize(
    "reading",
    [
        "history = {fit}\nprint(history.history['{key}'])",
        "print({fit}.history['{key}'])",
        "history = {fit}.history\nprint(history['{key}'])",
        "def show(h):\n    print(h.history['{key}'])\nshow({fit})",
    ],
)
def test_histories_without_what_is_asked_for(
    folder: Path, compiled: str, trained: str, key: str, reading: str, *, raises: bool
) -> None:
    rate = """
class Rate(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        logs["lr"] = 0.1
"""
    text = f"model.compile('sgd', 'mse', {compiled})\n"
    text += reading.format(fit=f"model.fit(row, row{trained})", key=key) + "\n"
    assert runs(folder, text, rate) is not raises


@pytest.mark.parametrize(
    ("method", "body", "trained", "raises"),
    [
        ("on_epoch_end(self, epoch, logs={})", "if logs.get('acc') > 0.9: pass", "", True),
        ("on_epoch_end(self, epoch, logs={})",
         "a = logs.get('acc')\n        print(a >= 1)", "", True),
        ("on_epoch_end(self, epoch, logs={})", "print(logs['val_loss'])", "", True),
        ("on_epoch_end(self, epoch, logs=None)",
         "logs = logs or {}\n        print(logs['acc'])", "", True),
        ("on_train_begin(self, logs=None)", "print(self.params['metrics'])", "", True),
        ("on_batch_end(self, batch, logs=None)", "print(logs['acc'])", "", True),
        ("on_epoch_end(self, epoch, logs={})", "raise ValueError", "", True),
        ("on_epoch_end(self, epoch, logs={})", "self.missing()", "", True),
        ("on_epoch_end(self, epoch, logs={})", "if logs.get('accuracy') > 0.9: pass", "", False),
        ("on_epoch_end(self, epoch, logs={})", "print(logs.get('acc'))", "", False),
        ("on_epoch_end(self, epoch, logs={})", "print(logs.get('acc', 0) > 1)", "", False),
        ("on_epoch_end(self, epoch, logs={})",
         "if logs.get('acc') and logs.get('acc') > 0.9: pass", "", False),
        ("on_epoch_end(self, epoch, logs={})", "if 'acc' in logs: print(logs['acc'])", "", False),
        ("on_epoch_end(self, epoch, logs={})",
         "logs = unknown()\n        print(logs['acc'])", "", False),
        ("on_epoch_end(self, epoch, logs={})", "print(logs['val_loss'])",
         ", validation_split=0.5", False),
        ("on_epoch_end(self, epoch, logs={})", "print(logs['acc'])", ", initial_epoch=9", False),
        ("on_test_end(self, logs={})", "print(logs['acc'])", "", False),
        ("on_train_begin(self, logs=None)", "print(self.params['epochs'])", "", False),
        ("on_train_batch_end(self, n, logs=None): pass\n    def on_batch_end(self, n, logs)",
         "print(logs['acc'])", "", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("given", ["[Own()]", "[own]", "Own()"])
def test_callbacks_that_raise(
    folder: Path, method: str, body: str, trained: str, given: str, *, raises: bool
) -> None:
    own = f"class Own(keras.callbacks.Callback):\n    def {method}:\n        {body}\n"
    text = "model.compile('sgd', 'mse', metrics=['accuracy'])\nown = Own()\n"
    text += f"model.fit(row, row, callbacks={given}{trained})\n"
    assert runs(folder, text, own) is not raises


def test_callbacks_that_are_given_to_no_training(folder: Path) -> None:
    own = "class Own(keras.callbacks.Callback):\n    def on_epoch_end(self, n, logs):\n"
    own += "        print(logs['acc'])\n"
    text = "model.compile('sgd', 'mse')\nmodel.fit(row, row)\nOwn()\n"
    assert runs(folder, text, own)
    assert runs(folder, "class Net(keras.Model):\n    def fit(self, **k):\n        pass\n"
                "model.compile('sgd', 'mse')\nNet().fit(callbacks=[Own()])\n", own)  # fmt: skip


@pytest.mark.parametrize(
    ("reading", "raises"),
    [
        ("model.metrics_names.index('accuracy')", True),
        ("names = model.metrics_names\nprint(names.index('acc'))", True),
        ("scores = dict(zip(model.metrics_names, model.evaluate(row, row)))\n"
         "print(scores['accuracy'])", True),
        ("print(dict(zip(model.metrics_names, unknown()))['accuracy'])", True),
        ("model.metrics_names.index('loss')", False),
        ("model.metrics_names.index('compile_metrics')", False),
        ("model.metrics_names.index('second_loss')", False),
        ("model.metrics_names[1]", False),
        ("model.metrics_names.index(unknown)", False),
        ("unknown.metrics_names.index('accuracy')", False),
        ("keras.metrics.Mean(name='accuracy')\nmodel.metrics_names.index('accuracy')", False),
        ("print(dict(zip(unknown, model.evaluate(row, row)))['accuracy'])", False),
        ("try:\n    model.metrics_names.index('accuracy')\nexcept ValueError:\n    pass", False),
    ],
)  # fmt: skip
def test_names_of_metrics(folder: Path, reading: str, *, raises: bool) -> None:
    text = "model.compile('sgd', 'mse', metrics=['accuracy'])\n" + reading + "\n"
    assert runs(folder, text) is not raises


@pytest.mark.parametrize(
    ("model", "raises"),
    [
        ("keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(2)])", True),
        ("keras.Sequential([keras.layers.LSTM(2, input_shape=(3, 4))])", True),
        ("built()", True),
        ("Holder().net", True),
        ("functional()", True),
        ("keras.applications.MobileNet(weights=None)", True),
        ("keras.Sequential([keras.layers.Dense(2)])", False),
        ("keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(2, use_bias=False)])",
         False),
        ("keras.Sequential([keras.layers.Input((3,)), keras.layers.Embedding(2, 2)])", False),
        ("keras.Sequential([keras.layers.Input((3,)), keras.layers.Flatten()])", False),
        ("unknown()", False),
        ("keras.models.load_model('a.keras')", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("packing", "packs"),
    [
        ("np.array(net.get_weights())", True),
        ("kept = net.get_weights()\nnp.asarray(kept)", True),
        ("np.save('a.npy', net.get_weights())", True),
        ("np.array(net.get_weights(), dtype=object)", False),
        ("np.array(net.get_weights()[0])", False),
        ("np.savez('a.npz', *net.get_weights())", False),
        ("unknown(net.get_weights())", False),
    ],
)
def test_arrays_of_the_weights_of_a_model(
    folder: Path, model: str, packing: str, *, raises: bool, packs: bool
) -> None:
    makers = """
def built():
    net = keras.Sequential()
    net.add(keras.layers.Input((3,)))
    net.add(keras.layers.Dense(2))
    return net

def functional():
    x = first = keras.Input((3,))
    for _ in range(2):
        x = keras.layers.Dense(3)(x)
    return keras.Model(first, x)

class Holder:
    def __init__(self):
        self.net = built()
"""
    text = f"net = {model}\n{packing}\n"
    assert runs(folder, text, makers) is not (raises and packs)


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("a.fit(x, y)\nb.fit(x, y)", True),
        ("a.train_on_batch(x, y)\nb.train_on_batch(x, y)", True),
        ("a.train_on_batch(x, y)\nboth.train_on_batch(x, y)", True),
        ("def train():\n    a.fit(x, y)\n    b.fit(x, y)\ntrain()", True),
        ("step(a)\nstep(b)\n", False),
        ("opt.apply_gradients(zip(unknown(), a.trainable_variables))\n"
         "opt.apply_gradients(zip(unknown(), b.trainable_variables))", True),
        ("opt.apply_gradients(zip(unknown(), a.trainable_variables))\n"
         "other.apply_gradients(zip(unknown(), b.trainable_variables))", False),
        ("opt.apply_gradients(zip(unknown(), a.trainable_variables + b.trainable_variables))\n"
         "opt.apply_gradients(zip(unknown(), b.trainable_variables))", False),
        ("a.fit(x, y)\na.fit(x, y)", False),
        ("a.fit(x, y)\nb.predict(x)", False),
        ("a.fit(x, y)\nother_net.fit(x, y)", False),
        ("both.fit(x, y)\na.fit(x, y)", False),
        ("unknown_net.fit(x, y)\na.fit(x, y)", False),
        ("if x:\n    a.fit(x, y)\nb.fit(x, y)", False),
        ("a.trainable = False\na.fit(x, y)\nb.fit(x, y)", False),
        ("a.compile('sgd', 'mse')\na.fit(x, y)\nb.fit(x, y)", False),
        ("unknown().compile(opt, 'mse')\na.fit(x, y)\nb.fit(x, y)", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_functional", [False, True])
def test_optimizers_that_two_models_share(
    folder: Path, before: str, *, raises: bool, is_functional: bool
) -> None:
    nets = """
x = y = np.ones((3, 3))
opt = keras.optimizers.Adam()
other = keras.optimizers.Adam()

def first():
    net = keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(3)])
    return net

def second():
    start = keras.Input((3,))
    inner = keras.layers.Dense(3, activation="relu")(start)
    return keras.Model(start, keras.layers.Dense(3)(inner))

def step(net):
    opt.apply_gradients(zip(unknown(), net.trainable_variables))

a = {}()
b = {}()
start = keras.Input((3,))
both = keras.Model(start, b(a(start)))
other_net = keras.Sequential([keras.layers.Dense(3)])
unknown_net = keras.Sequential(unknown())
for one in (a, b, both, unknown_net):
    pass
a.compile(opt, "mse")
b.compile(loss="mse", optimizer=opt)
both.compile(opt, "mse")
unknown_net.compile(opt, "mse")
other_net.compile(other, "mse")
"""
    nets = nets.format(*(("second", "first") if is_functional else ("first", "second")))
    assert runs(folder, before + "\n", nets) is not raises


@pytest.mark.parametrize(
    ("compiled", "stopping", "raises"),
    [
        ("metrics=['accuracy']", "monitor='val_acc'", True),
        ("metrics=['accuracy']", "'acc', mode='auto'", True),
        ("", "'val_accuracy'", True),
        ("metrics=['accuracy']", "monitor='val_acc', mode='max'", False),
        ("metrics=['accuracy']", "'val_acc', mode=unknown", False),
        ("metrics=['accuracy']", "'val_accuracy'", False),
        ("metrics=['accuracy']", "", False),
        ("", "'val_loss'", False),
        ("metrics=[unknown]", "'val_acc'", False),
        ("", "**unknown", False),
    ],
)
@pytest.mark.parametrize("given", ["[stop]", "stop", "[keras.callbacks.History(), stop]"])
def test_trainings_that_are_stopped_by_what_is_not_measured(
    folder: Path, compiled: str, stopping: str, given: str, *, raises: bool
) -> None:
    text = f"model.compile('sgd', 'mse', {compiled})\n"
    text += f"stop = keras.callbacks.EarlyStopping({stopping})\n"
    text += f"model.fit(row, row, validation_split=0.5, callbacks={given})\n"
    assert runs(folder, text) is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("keras.Model(net.input, net.layers[-1].output)", True),
        ("net.compile('sgd', 'mse')\nprint(net.output)", True),
        ("net.fit(row, row)\nkeras.Model(net.inputs, net.output)", True),
        ("class Held:\n    def __init__(self):\n        self.net = net\nprint(Held().net.output)",
         True),
        ("keras.Model(net.inputs, net.outputs)", False),
        ("print(net.layers[-1].output)", False),
        ("y = net(keras.Input((3,)))\nprint(net.output)", False),
        ("keras.Sequential([net])\nprint(net.output)", False),
        ("outer = keras.Sequential()\nouter.add(net)\nprint(net.output)", False),
        ("unknown(net)\nprint(net.output)", False),
        ("def use(one):\n    one(keras.Input((3,)))\nuse(net)\nprint(net.output)", False),
        ("unknown(*[net])\nprint(net.output)", False),
        ("i = keras.Input((3,))\nnet = keras.Model(i, i)\nprint(net.output)", False),
        ("net = unknown()\nprint(net.output)", False),
        ("net = keras.models.load_model('a.keras')\nprint(net.output)", False),
        ("for net in unknown():\n    print(net.output)", False),
    ],
)  # fmt: skip
def test_ends_of_sequential_models(folder: Path, before: str, *, raises: bool) -> None:
    net = "net = keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(2)])\n"
    assert runs(folder, before + "\n", net) is not raises


@pytest.mark.parametrize(
    ("config", "raises"),
    [
        ({"class_name": "Sequential", "config": {}, "keras_version": "2.4.0"}, True),
        ({"class_name": "Functional", "config": {}}, True),
        ({"class_name": "Own", "config": {}}, False),
        ({"class_name": "Sequential", "module": "keras", "config": {}}, False),
        ({"format": "layers-model"}, False),
        ([1], False),
    ],
)
@pytest.mark.parametrize(
    "reading",
    [
        "keras.models.model_from_json({text!r})",
        "from keras.models import model_from_json\nmodel_from_json(open('net.json').read())",
        "file = open('net.json', 'r')\ntext = file.read()\nfile.close()\n"
        "keras.models.model_from_json(text)",
        "with open('net.json') as file:\n    net = keras.models.model_from_json(file.read())",
    ],
)
def test_models_that_are_described_for_old_releases(
    folder: Path, config: object, reading: str, *, raises: bool
) -> None:
    text = json.dumps(config)
    (folder / "net.json").write_text(text, encoding="utf-8")
    assert runs(folder, reading.format(text=text) + "\n") is not raises


@pytest.mark.parametrize(
    "reading",
    [
        "keras.models.model_from_json(open('other.json').read())",
        "keras.models.model_from_json(open('net.json').read(), custom_objects=unknown)",
        "unknown(open('net.json').read())",
        "keras.models.model_from_json(unknown(open('net.json').read()))",
        "import tf_keras\nkeras.models.model_from_json(open('net.json').read())",
    ],
)
def test_models_that_may_not_be_described_for_old_releases(folder: Path, reading: str) -> None:
    (folder / "net.json").write_text('{"class_name": "Model"}', encoding="utf-8")
    assert runs(folder, reading + "\n")


@pytest.mark.parametrize(
    ("calls", "raises"),
    [
        ("agent.save('net.h5')", True),
        ("agent.save('a.h5')\nagent.save('b.h5')", True),
        ("agent.save('net.weights.h5')", False),
        ("agent.save(unknown)", False),
        ("agent.keep()", True),
    ],
)
@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_paths_that_methods_are_given(
    folder: Path, calls: str, *, raises: bool, is_elsewhere: bool
) -> None:
    agent = """
class Agent:
    def __init__(self):
        self.path = "agent.h5"
        self.net = keras.Sequential([keras.layers.Dense(1)])

    def save(self, name):
        self.net.save_weights(name)

    def keep(self):
        self.net.save_weights(self.path)
"""
    if is_elsewhere:
        (folder / "agents.py").write_text(HEAD + agent, encoding="utf-8")
        agent = "from agents import Agent\n"
    assert runs(folder, f"agent = Agent()\n{calls}\n", agent) is not raises


@pytest.mark.parametrize(
    ("held", "base", "raises"),
    [
        ("self.w = tf.Variable(tf.ones([3]))", "keras.Model", True),
        ("self.w = [tf.Variable(tf.ones([3])), tf.Variable(1.0)]", "keras.layers.Layer", True),
        ("self.own = Own()", "keras.Model", True),
        ("self.w = self.add_weight(shape=(3,))", "keras.Model", False),
        ("self.d = keras.layers.Dense(3)", "keras.Model", False),
        ("self.d = unknown()", "keras.Model", False),
        ("self.d = [keras.layers.Dense(3)]", "keras.Model", False),
        ("setattr(self, 'd', unknown())", "keras.Model", False),
        ("self.w = tf.Variable(tf.ones([3]))", "keras.layers.BatchNormalization", False),
        ("self.w = tf.Variable(tf.ones([3]))", "tf.Module", False),
        ("self.w = tf.Variable(tf.ones([3]))", "unknown", False),
    ],
)
@pytest.mark.parametrize("listed", ["trainable_variables", "trainable_weights"])
def test_variables_that_keras_does_not_find(
    folder: Path, held: str, base: str, listed: str, *, raises: bool
) -> None:
    own = f"""
class Own(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.b = tf.Variable(1.0)

class Net({base}):
    def __init__(self):
        super().__init__()
        {held}

    def call(self, x):
        return x

net = Net()
"""
    text = f"keras.optimizers.SGD().apply_gradients(zip(unknown(), net.{listed}))\n"
    assert runs(folder, text, own) is not raises


@pytest.mark.parametrize(
    ("added", "raises"),
    [
        ("self.d = keras.layers.Dense(2)", True),
        ("self.d = [keras.layers.Dense(2)]", True),
        ("self.d = Inner()", True),
        ("self.w = self.add_weight(shape=(3,))", True),
        ("self.add_weight(shape=(3,))", True),
        ("self.m = keras.metrics.Mean()", True),
        ("d = keras.layers.Dense(2)", False),
        ("self.x = x", False),
        ("self.e = self.d", False),
        ("if x is None:\n            self.d = keras.layers.Dense(2)", False),
        ("self.d = unknown()", False),
    ],
)
@pytest.mark.parametrize("base", ["keras.Model", "keras.layers.Layer"])
@pytest.mark.parametrize("calling", ["net(row)", "print(net.call(row))\nnet(row)"])
def test_layers_that_are_added_when_it_is_called(
    folder: Path, added: str, base: str, calling: str, *, raises: bool
) -> None:
    own = f"""
class Inner(keras.layers.Layer):
    def call(self, x):
        return x

class Net({base}):
    def __init__(self):
        super().__init__()
        self.d = Inner()

    def call(self, x):
        {added}
        return x
"""
    is_built = ".call(" not in calling
    assert runs(folder, f"net = Net()\n{calling}\n", own) is not (raises and is_built)


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("net(row)\nnet.d = keras.layers.Dense(3)", True),
        ("net.compile('sgd', 'mse')\nnet.fit(row, row)\nnet.d = keras.layers.Dense(3)", True),
        ("y = net.predict(row)\nnet.more = [keras.layers.Dense(3)]", True),
        ("net.d = keras.layers.Dense(3)\nnet(row)", False),
        ("Net()(row)\nnet.d = keras.layers.Dense(3)", False),
        ("if unknown():\n    net(row)\nnet.d = keras.layers.Dense(3)", False),
        ("net(row)\nnet.note = 1", False),
        ("net(row)\nnet.d = net.d", False),
        ("model(row)\nmodel.d = keras.layers.Dense(3)", False),
    ],
)
def test_layers_that_are_added_to_a_built_model(folder: Path, before: str, *, raises: bool) -> None:
    own = """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.d = keras.layers.Dense(2)

    def call(self, x):
        return self.d(x)

net = Net()
"""
    assert runs(folder, before + "\n", own) is not raises


FUNCTIONAL = """\
symbol = keras.Input((4,))
net = keras.Model(symbol, keras.layers.Dense(2, name="last")(symbol))
"""


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("print(net.get_layer('last').output.get_shape())", True),
        ("print(net.output.op.name)", True),
        ("print(net.outputs[0]._keras_shape)", True),
        ("print(net.output.shape)", False),
        ("print(net.layers[-1].inbound_nodes)", True),
        ("last = net.layers[-1]\nprint(last.get_output_at(0))", True),
        ("for layer in net.layers:\n    print(layer.outbound_nodes)", True),
        ("for layer in net.layers:\n    print(layer.name)", False),
        ("print([layer.get_input_at(0) for layer in net.layers])", True),
        ("print([layer.get_input_at(0) for layer in net.layers if layer.name == 'a'])", False),
        ("class Own(keras.layers.Layer):\n    def get_output_at(self, i):\n        return 1\n"
         "print(net.layers[-1].get_output_at(0))", False),
        ("print(keras.layers.LSTM(3).recurrent_kernel)", True),
        ("print(keras.layers.LSTM(3).cell)", False),
        ("class Own(keras.layers.LSTM):\n    pass\nprint(Own(3).recurrent_kernel)", True),
        ("print(symbol.shape[1].value)", True),
        ("print(symbol.shape[1].real)", False),
        ("print(row.shape[0].value)", True),
        ("print(row.get_shape().as_list()[0].value)", True),
        ("print(net.compute_output_shape((None, 4)).as_list())", True),
        ("print(net.compute_output_shape((None, 4)).count(2))", False),
        ("flat = keras.layers.Lambda(unknown)(symbol)\nflat.set_shape((None, 4))", True),
        ("net.optimizer.lr", True),
        ("print(keras.optimizers.Adam().variables())", True),
        ("print(keras.optimizers.Adam().variables)", False),
        ("print(net.layers())", True),
        ("print(net.get_weights())", False),
        ("print(net.optimizer.get_config()['lr'])", True),
        ("print(net.optimizer.get_config()['learning_rate'])", False),
        ("print(net.layers[0].get_config()['batch_input_shape'])", True),
        ("print(net.layers[0].get_config()['name'])", False),
        ("by_name = {w.name: w for w in net.weights}\nprint(by_name['last/kernel:0'])", True),
        ("by_name = {w.name: w for w in net.weights}\nprint(by_name['kernel'])", False),
        ("by_name = {w.path: w for w in net.weights}\nprint(by_name['last/kernel'])", False),
        ("by_name = {w.name: w for w in net.weights}\nby_name['last/kernel:0'] = 1\n"
         "print(by_name['last/kernel:0'])", False),
        ("print(set(net.trainable_weights))", True),
        ("print(set(net.non_trainable_weights))", False),
        ("print(set(model.trainable_weights))", False),
        ("print(set(net.layers))", False),
        ("print([w.read_value() for w in net.weights])", True),
        ("print([w.numpy() for w in net.weights])", False),
        ("print([w.read_value() for w in model.weights])", False),
        ("print(model.output)", True),
        ("model(row)\nprint(model.input)", True),
        ("def ends(one):\n    return one.input, one.output\nends(model)", True),
        ("model(symbol)\nprint(model.output)", False),
        ("keras.Sequential([model])\nprint(model.output)", False),
        ("net = keras.Sequential()\nnet.add(model)\nprint(model.output)", False),
        ("unknown(model)\nprint(model.output)", False),
        ("print(model.inputs)", False),
        ("net.metrics_names = ['loss']", True),
        ("net.outputs = [symbol]", False),
        ("model.outputs = [symbol]", True),
        ("net.name = 'other'", False),
    ],
)  # fmt: skip
def test_members_that_instances_of_libraries_lack(
    folder: Path, before: str, *, raises: bool
) -> None:
    assert runs(folder, before + "\n", FUNCTIONAL) is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("data.make_one_shot_iterator()", True),
        ("print(data.output_shapes)", True),
        ("print(iter(data).output_shapes)", False),
        ("print(unknown(data).output_shapes)", False),
        ("print(data.element_spec)", False),
        ("print(data.cardinality())", False),
        ("tf.compat.v1.data.make_one_shot_iterator(data)\ndata.make_one_shot_iterator()", False),
        ("data.map(lambda x: tf.py_func(x))", True),
        ("def half(x):\n    return np.float(x)\ndata.map(half)", True),
        ("def half(x):\n    return x / 2\ndata.map(half)", False),
        ("options = tf.data.Options()\n"
         "options.experimental_optimization.map_vectorization.enabled = True", True),
    ],
)  # fmt: skip
def test_members_that_data_sets_lack(folder: Path, before: str, *, raises: bool) -> None:
    data = "data = tf.data.Dataset.from_tensor_slices(np.ones((4, 3))).batch(2)\n"
    assert runs(folder, before + "\n", data) is not raises


CENTER = """\
class Center(keras.layers.Layer):
    def build(self, input_shape):
        {build}

    def call(self, x, training=None):
        {call}
        return x

"""


@pytest.mark.parametrize(
    ("build", "call", "used", "raises"),
    [
        ("print(input_shape.as_list())", "pass", "Center()(row)", True),
        ("print(input_shape[-1].value)", "pass", "Center()(row)", True),
        ("print(input_shape.ndims)", "pass", "keras.Sequential([Center()])(row)", True),
        ("print(input_shape[-1])", "pass", "Center()(row)", False),
        ("print(tf.TensorShape(input_shape).as_list())", "pass", "Center()(row)", False),
        ("input_shape = tf.TensorShape(input_shape)\n        print(input_shape.as_list())", "pass",
         "Center()(row)", False),
        ("print(input_shape.as_list())", "pass", "Center().build(tf.TensorShape([1]))", False),
        ("print(input_shape.as_list())", "pass",
         "center = Center()\ncenter.build(tf.TensorShape([1]))\ncenter(row)", False),
        ("print(input_shape.as_list())", "pass", "import tf_keras\nCenter()(row)", False),
        ("self.trainable_weights = []", "pass", "Center()(row)", True),
        ("self.own_weights = []", "pass", "Center()(row)", False),
        ("pass", "self.add_update([])", "Center()(row)", True),
        ("pass", "self.add_loss(1.0)", "Center()(row)", False),
        ("pass", "self.add_update([])", "keras.Sequential([Center()])(row)", True),
        ("pass", "self.add_update([])", "keras.Sequential([Center()]).predict(row)", True),
        ("pass", "if training:\n            self.add_update([])",
         "keras.Sequential([Center()])(row, training=True)", True),
        ("pass", "if training:\n            self.add_update([])",
         "keras.Sequential([Center()])(row, training=False)", False),
        ("pass", "if not training:\n            self.add_update([])",
         "Center()(row, training=False)", True),
        ("pass", "if training:\n            self.add_update([])", "Center()(row)", False),
        ("pass", "if training:\n            self.add_update([])",
         "keras.Sequential([Center()]).fit(row, row)", True),
        ("pass", "if training:\n            self.add_update([])",
         "keras.Sequential([Center()]).predict(row)", False),
    ],
)  # fmt: skip
def test_what_keras_gives_the_methods_of_a_layer(
    folder: Path, build: str, call: str, used: str, *, raises: bool
) -> None:
    assert runs(folder, used + "\n", CENTER.format(build=build, call=call)) is not raises


@pytest.mark.parametrize(
    ("method", "body", "given", "raises"),
    [
        ("on_epoch_end(self, epoch, logs=None)", "print(self.validation_data[0])", "", True),
        ("on_epoch_end(self, epoch, logs=None)", "print(self.validation_data)", "", False),
        ("on_epoch_end(self, epoch, logs=None)", "print(self.validation_data[0])", "epochs=0",
         False),
        ("on_test_end(self, logs=None)", "print(self.validation_data[0])", "", False),
        ("on_train_begin(self, logs=None)", "print(self.model.optimizer)", "", False),
        ("on_train_begin(self, logs=None)", "print(np.float(1))", "", True),
        ("__init__(self)", "self.model = model", "", True),
        ("__init__(self)", "self.own = model", "", False),
        ("__init__(self)", "self.validation_data = [row]\n"
         "    def on_epoch_end(self, epoch, logs=None):\n        print(self.validation_data[0])",
         "", False),
    ],
)  # fmt: skip
def test_what_callbacks_run(
    folder: Path, method: str, body: str, given: str, *, raises: bool
) -> None:
    own = f"class Own(keras.callbacks.Callback):\n    def {method}:\n        {body}\n"
    fit = f"model.compile('sgd', 'mse')\nmodel.fit(row, row, callbacks=[Own()], {given})\n"
    assert runs(folder, fit, own) is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("class Own:\n    moves = np.array([1], dtype=np.int)", True),
        ("class Own:\n    moves = np.array([1], dtype=np.int64)", False),
        ("tf.compat.v1.layers.dense(row, 3)", True),
        ("tf.compat.v1.nn.rnn_cell.LSTMCell(3)", True),
        ("keras.backend.tensorflow_backend._get_available_gpus()", True),
        ("import sys\nprint(sys.maxint)", True),
        ("import sys\nprint(sys.maxsize)", False),
        ("from itertools import izip", True),
        ("import cPickle", True),
        ("try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle", False),
        ("{'a': 1}.iteritems()", True),
        ("{'a': 1}.items()", False),
        ("{'a': 1}.keys().sort()", True),
    ],
)
def test_names_that_went_before_keras_3(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n", "") is not raises


def test_a_module_of_the_project_may_have_the_name_of_an_old_one(folder: Path) -> None:
    (folder / "Queue.py").write_text("size = 3\n", encoding="utf-8")
    assert runs(folder, "import Queue\n", "")


@pytest.mark.parametrize(
    ("base", "use", "reached"),
    [
        ("", "np.float(1)\nRun().go()\n", False),
        ("", "Run().go()\nnp.float(1)\n", True),
        ("", "run = Run().go\nnp.float(1)\nrun()\n", True),
        ("", "run = Run()\nnp.float(1)\ngetattr(run, 'go')()\n", True),
        ("(unknown)", "run = Run()\nnp.float(1)\nrun.go()\n", True),
        ("(keras.Model)", "np.float(1)\nRun().go()\n", False),
        ("(gym.Env)", "run = Run()\nnp.float(1)\nrun.go()\n", True),
        ("", "def use(one=Run()):\n    one.go()\nuse(np.float(1))\n", False),
    ],
)
def test_methods_that_are_called_behind_what_raises(
    folder: Path, base: str, use: str, *, reached: bool
) -> None:
    loop = textwrap.indent(LOOP, "        ")
    text = f"import gym\n{HEAD}class Run{base}:\n    def go(self):\n{loop}{use}"
    assert bool(codes(folder / "a.py", text)) is reached


def test_a_comprehension_over_one_of_several_ranges(folder: Path) -> None:
    rows = """\
class Rows:
    def __init__(self, kind):
        if kind == "first":
            self.ids = range(1, 8)
        elif kind == "last":
            self.ids = range(8, 12)

    def paths(self):
        return [self.named(one) for one in self.ids]

    def named(self, one):
        return f"{one:04}"


paths = Rows("first").paths()
"""
    assert bool(codes(folder / "a.py", HEAD + rows + LOOP))


MODULE = """\
class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.size = 3
        self.dense = keras.layers.Dense(3)
        {more}

    def __call__(self, x):
        return self.dense(x)


net = Net()
optimizer = keras.optimizers.SGD(0.1)


def train(model, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    grads = tape.gradient(loss, {variables})
    optimizer.apply_gradients(zip(grads, {variables}))


train(net, row)
"""


@pytest.mark.parametrize(
    ("more", "variables", "raises"),
    [
        ("self.relu = keras.layers.ReLU()", "model.trainable_variables", True),
        ("self.scale = tf.Variable(1.0)", "model.trainable_variables", False),
        ("self.other = unknown()", "model.trainable_variables", False),
        ("self.relu = keras.layers.ReLU()", "model.dense.trainable_variables", False),
    ],
)
def test_modules_of_tensorflow_with_layers_of_keras(
    folder: Path, more: str, variables: str, *, raises: bool
) -> None:
    assert runs(folder, MODULE.format(more=more, variables=variables), "") is not raises


@pytest.mark.parametrize("is_one", [True, False])
def test_a_module_of_another_folder_lacks_a_name(folder: Path, *, is_one: bool) -> None:
    for inner in ("models", "trainer", "old/models"):
        (folder / inner).mkdir(parents=True)
    (folder / "models/net.py").write_text("class Net:\n    pass\n", encoding="utf-8")
    if not is_one:
        (folder / "old/models/net.py").write_text("class Other:\n    pass\n", encoding="utf-8")
    text = HEAD + "from models.net import Other\n" + LOOP
    assert bool(codes(folder / "trainer/a.py", text)) is not is_one


PLAYING = """\
import numpy as np
from tensorflow import keras

def play(model: keras.Model):
    for x in range(9):
        for y in range(99):
            model.predict(np.ones((1, 3)))
"""


@pytest.mark.parametrize(
    ("before", "other", "is_reached"),
    [
        ("", "", True),
        ("keras.optimizers.Adam(lr=0.1)", "", False),
        ("keras.optimizers.Adam(lr=0.1)", "def play(x):\n    return x\n", False),
        ("keras.optimizers.Adam(lr=0.1)", "import sys, tools\ntools.play(*sys.argv)\n", True),
        (
            "keras.optimizers.Adam(lr=0.1)",
            "import sys\nfrom tools import play as run\nrun(*sys.argv)\n",
            True,
        ),
        ("keras.optimizers.Adam(lr=0.1)", "import tools\nrun = map(tools.play, unknown)\n", True),
        ("keras.optimizers.Adam(lr=0.1)", "import tools\ngetattr(tools, 'play')(1, 2)\n", True),
    ],
)
def test_functions_that_other_modules_call_too_late(
    folder: Path, before: str, other: str, *, is_reached: bool
) -> None:
    main = f"import tools\n{HEAD}{before}\nfor i in range(9):\n    tools.play(model)\n"
    (folder / "main.py").write_text(main, encoding="utf-8")
    (folder / "other.py").write_text(other, encoding="utf-8")
    assert ("TFR601" in codes(folder / "tools.py", PLAYING)) is is_reached


@pytest.mark.parametrize(
    ("build", "others", "is_reached"),
    [
        ("self.w = self.add_weight(name='w', shape=(2, 2))", "", True),
        ("self.w = self.add_weight('w', shape=(2, 2))", "", False),
        ("self.w = self.add_weight('w', shape=(2, 2))", "model.call(row)", True),
        ("self.w = self.add_weight('w', shape=(2, 2))", "class Heir(Own):\n    pass", False),
        (
            "self.w = self.add_weight('w', shape=(2, 2))",
            "class Heir(Own):\n    def build(self, shape):\n        self.w = 1",
            True,
        ),
        ("if shape:\n            self.w = self.add_weight('w', shape=(2, 2))", "", True),
    ],
)
def test_what_follows_a_build_that_raises(
    folder: Path, build: str, others: str, *, is_reached: bool
) -> None:
    text = f"""\
{HEAD}
class Own(keras.layers.Layer):
    def build(self, shape):
        {build}

    def call(self, x):
        if tf.reduce_sum(x) > 0:
            return x
        return x * self.w

{others}
keras.Sequential([Own()]).fit(row, row)
"""
    assert ("TFR304" in codes(folder / "a.py", text)) is is_reached


SCHEDULE = """\
class Schedule(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, width):
        super().__init__()
        self.width = tf.cast(width, tf.float32)

    def __call__(self, step):
        {body}

optimizer = keras.optimizers.Adam(Schedule(8))
"""


@pytest.mark.parametrize(
    ("body", "raises"),
    [
        ("return tf.math.rsqrt(step)", True),
        ("first = tf.sqrt(step)\n        return first * self.width", True),
        ("step = tf.cast(step, tf.float32)\n        return tf.math.rsqrt(step)", False),
        ("return tf.math.rsqrt(tf.cast(step, tf.float32))", False),
        ("return tf.math.rsqrt(step * 0.5)", False),
        ("return tf.math.rsqrt(self.width) * tf.minimum(step, 3)", False),
        ("return tf.math.rsqrt(step) if unknown else 0.1", False),
    ],
)
@pytest.mark.parametrize(
    "training",
    [
        "net.compile(optimizer, 'mse')\nnet.fit(row, row)",
        "optimizer.apply_gradients([(row, net.weights[0])])",
        "@tf.function\ndef train(x):\n    optimizer.apply_gradients([(x, net.weights[0])])\n"
        "train(row)",
    ],
)
def test_schedules_of_integers(folder: Path, body: str, training: str, *, raises: bool) -> None:
    net = "net = keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(2)])\n"
    assert runs(folder, training + "\n", net + SCHEDULE.format(body=body)) is not raises


@pytest.mark.parametrize(
    ("made", "raises"),
    [
        ("'{epoch:02d}-{val_acc:.2f}.keras'", True),
        ("filepath='{acc}.keras'", True),
        ("'{epoch:02d}.keras'", False),
        ("'{loss:.2f}.keras'", False),
        ("'{accuracy:.2f}.keras'", False),
        ("'{val_acc:.2f}.keras', save_best_only=True", False),
        ("'{val_acc:.2f}.keras', save_freq=100", False),
        ("'{acc}.keras'.replace('{acc}', 'a')", False),
    ],
)
def test_files_named_by_what_is_not_measured(folder: Path, made: str, *, raises: bool) -> None:
    net = "net = keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(2)])\n"
    text = f"""
    net.compile('adam', 'mse', metrics=['accuracy'])
    net.fit(row, row, callbacks=[keras.callbacks.ModelCheckpoint({made})])
    """
    assert runs(folder, text, net) is not raises


@pytest.mark.parametrize(
    ("yielded", "raises"),
    [
        ("yield [row, row], row", True),
        ("yield [row, row]", True),
        ("yield row, [row]", True),
        ("yield (row, row), row", False),
        ("yield {'a': row}, row", False),
        ("yield row, row", False),
        ("yield unknown", False),
        ("yield from unknown", False),
        ("if unknown:\n        yield row, row\n    yield [row], row", False),
        ("yield [row], row\n    yield [row], row", True),
    ],
)
@pytest.mark.parametrize(
    "training",
    [
        "net.fit(batches(), steps_per_epoch=3)",
        "data = batches()\nnet.fit(data, steps_per_epoch=3)",
        "net.evaluate(batches(), steps=3)",
    ],
)
def test_generators_of_lists(folder: Path, yielded: str, training: str, *, raises: bool) -> None:
    text = f"""\
net = keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(2)])
net.compile("adam", "mse")

def batches():
    {yielded}

"""
    assert runs(folder, training + "\n", text) is not raises


OPTIMIZER = """\
class Sign(keras.optimizers.Optimizer):
    def __init__(self, lr=0.1, **kwargs):
        super().__init__({}**kwargs)
        self.lr = lr
"""


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("keras.layers.Dense()", True),
        ("keras.layers.Embedding(3)", True),
        ("model.predict()", True),
        ("tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1], [2]))", True),
        ("tf.distribute.MirroredStrategy().reduce('SUM', row)", True),
        (OPTIMIZER.format("") + "Sign(lr=0.2)", True),
        (OPTIMIZER.format("") + "Sign()", True),
        ("class Own(keras.layers.Dense):\n    pass\nOwn(name='own')", True),
        ("class Own(keras.optimizers.Optimizer):\n    def __init__(self):\n"
         "        super().__init__(name='own')\nOwn()", True),
        ("keras.layers.Dense(units=3)", False),
        ("keras.layers.Dense(**{})", False),
        ("keras.layers.Dense(*[3])", False),
        ("tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1], [2]), 0)", False),
        ("tf.distribute.MirroredStrategy().reduce('SUM', row, axis=None)", False),
        (OPTIMIZER.format("") + "Sign(learning_rate=0.2)", False),
        (OPTIMIZER.format("") + "Sign(**{})", False),
        (OPTIMIZER.format("lr, ") + "Sign()", False),
        ("class Own(keras.layers.Dense):\n    pass\nOwn(3)", False),
        ("model.save('model.keras', save_traces=False)", True),
        ("keras.models.save_model(model, 'model.keras', signatures=None)", True),
        ("class Own(keras.Model):\n    pass\nOwn().save('own.keras', save_traces=True)", True),
        ("model.save('model.keras', include_optimizer=False)", False),
    ],
)  # fmt: skip
def test_arguments_that_a_library_must_be_given(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n", "") is not raises


NOTHING = """\
def make():
    net = keras.Sequential([keras.layers.Dense(1)])


class Agent:
    def __init__(self):
        self.net = None
        self.net = self.build()

    def build(self):
        net = keras.Sequential([keras.layers.Dense(1)])

    def train(self):
        self.net.fit(row)
"""


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("net = make()\nnet.fit(row)", True),
        ("make().fit(row)", True),
        ("x, y = make()", True),
        ("for one in make():\n    print(one)", True),
        ("make()[0]", True),
        ("Agent().train()", True),
        ("Agent().net.fit(row)", True),
        ("net = make()\nprint(net)", False),
        ("net = make()\nif net is not None:\n    net.fit(row)", False),
        ("if row:\n    net = model\nelse:\n    net = make()\nnet.fit(row)", False),
        ("@unknown\ndef other():\n    pass\nother().fit(row)", False),
        ("def other():\n    yield row\nx, y = other()", False),
        ("Agent.net = model\nAgent().train()", False),
        ("class One(Agent):\n    def build(self):\n        return model\nOne().train()", False),
    ],
)  # fmt: skip
def test_what_returns_nothing_has_nothing(folder: Path, before: str, *, raises: bool) -> None:
    assert runs(folder, before + "\n", NOTHING) is not raises


@pytest.mark.parametrize("step", ["evaluate", "train_on_batch", "test_on_batch"])
@pytest.mark.parametrize(
    ("compiled", "asked", "raises"),
    [
        ("", "loss, mean = {}", True),
        (", metrics=None", "loss = {}\nprint(loss[1])", True),
        ("", "loss = 0.5 * np.add({}, {})\nprint(loss[0])", True),
        ("", "for part in {}:\n    print(part)", True),
        (", metrics=['mae']", "loss, mean = {}", False),
        (", **{{}}", "loss, mean = {}", False),
        ("", "loss = {}\nprint(loss)", False),
        (")\nnet.compile('sgd', 'mse', metrics=['mae']", "loss, mean = {}", False),
        (")\nunknown().compile('sgd'", "loss, mean = {}", False),
        ("", "net.compile(**unknown())\nloss, mean = {}", False),
    ],
)
def test_models_without_metrics_give_one_number(
    folder: Path, step: str, compiled: str, asked: str, *, raises: bool
) -> None:
    call = f"net.{step}(row, row)"
    made = "net = keras.Sequential([keras.layers.Dense(1)])\n"
    before = f"{made}net.compile('sgd', 'mse'{compiled})\n{asked.format(call, call)}\n"
    assert runs(folder, before, "") is not raises


@pytest.mark.parametrize(
    ("outputs", "raises"), [("dense(x)", True), ("[dense(x), dense(x)]", False)]
)
def test_how_many_numbers_a_functional_model_gives(
    folder: Path, outputs: str, *, raises: bool
) -> None:
    before = f"""
x, dense = keras.Input((3,)), keras.layers.Dense(1)
net = keras.Model(x, {outputs})
net.compile("sgd", "mse")
loss, other = net.evaluate(row, row)
"""
    assert runs(folder, before, "") is not raises


@pytest.mark.parametrize(
    ("method", "raises"),
    [
        ("on_epoch_end(self, epoch)", True),
        ("on_epoch_begin(self)", True),
        ("on_train_begin(self)", True),
        ("on_train_end(self, epoch, logs)", True),
        ("on_batch_end(self, batch)", True),
        ("on_train_batch_end(self, batch)", True),
        ("set_model(self)", True),
        ("on_epoch_end(self, epoch, logs)", False),
        ("on_epoch_end(self, epoch, logs=None, **more)", False),
        ("on_epoch_end(self, *given)", False),
        ("on_train_begin(self, logs)", False),
        ("on_batch_end(self, batch, logs=None)", False),
        ("on_test_begin(self)", False),
        ("note(self)", False),
    ],
)
def test_what_callbacks_are_called_with(folder: Path, method: str, *, raises: bool) -> None:
    before = f"""
class Own(keras.callbacks.Callback):
    def {method}:
        pass

model.compile("sgd", "mse")
model.fit(row, row, callbacks=[Own()])
"""
    assert runs(folder, before, "") is not raises


@pytest.mark.parametrize(
    ("parameters", "raises"), [("y", True), ("", True), ("y, z", False), ("y, *z", False)]
)
def test_what_losses_are_called_with(folder: Path, parameters: str, *, raises: bool) -> None:
    before = f"""
def loss({parameters}):
    return tf.reduce_mean(row)

model.compile("sgd", loss)
model.fit(row, row)
"""
    assert runs(folder, before, "") is not raises


@pytest.mark.parametrize(
    ("call", "raises"),
    [
        ("keras.layers.concatenate(x, dense(x))", True),
        ("keras.layers.add(x, x)", True),
        ("keras.layers.Add()(x, x)", True),
        ("keras.layers.Attention()(row, row)", True),
        ("Net()(row)", True),
        ("keras.layers.concatenate([x, dense(x)])", False),
        ("keras.layers.concatenate([x, x], -1)", False),
        ("keras.layers.Attention()([row, row], [None, None])", False),
        ("keras.layers.MultiHeadAttention(2, 2)(x, x)", False),
        ("keras.layers.Attention()(*unknown())", False),
        ("keras.layers.concatenate(unknown(), x)", False),
    ],
)
def test_layers_that_are_called_with_one_list(folder: Path, call: str, *, raises: bool) -> None:
    before = f"""
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(3)
        self.attention = keras.layers.Attention()

    def call(self, x):
        return self.attention(self.dense(x), self.dense(x))

x, dense = keras.Input((3,)), keras.layers.Dense(3)
{call}
"""
    assert runs(folder, before, "") is not raises


@pytest.mark.parametrize(
    ("text", "raises"),
    [
        ("def build():\n    print 'building'\n", True),
        ("def build():\n    if row: print row\n", True),
        ("try:\n    build = 1\nexcept ValueError, error:\n    pass\n", True),
        ("def build():\n    raise ValueError, 'no'\n", True),
        ("def build():\n    exec 'pass'\n", True),
        ("def build():\n\tx = 1\n        return x\n", True),
        ("import urllib2\ndef build():\n    urllib2.urlopen('x')\n", True),
        ("from Queue import Queue as build\n", True),
        ("try:\n    import urllib2\nexcept ImportError:\n    pass\nbuild = 1\n", False),
        ("def build():\n    import urllib2\n", False),
        ('def build():\n    """\n    print "building"\n    """\n', False),
        ("def build():\n    print('building')\n", False),
        ("def build():\n\tprint('building')\n", False),
        ("build = 1\nsome new statement\n", False),
    ],
)
@pytest.mark.parametrize("imported", ["from nets import build", "import nets"])
def test_modules_that_are_of_python_2(
    folder: Path, imported: str, text: str, *, raises: bool
) -> None:
    (folder / "nets.py").write_text(text, encoding="utf-8")
    assert runs(folder, imported + "\n") is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("next(dataset)", True),
        ("def make():\n    return dataset.batch(2)\nnext(make())", True),
        ("next([1])", True),
        ("zip([1], [2])[0]", True),
        ("{1: 2}.keys()[0]", True),
        ("len(x for x in [1])", True),
        ("len(map(str, [1]))", True),
        ("order = range(5)\nnp.random.shuffle(order)", True),
        ("order = range(5)\norder[0] = 1", True),
        ("len(dataset.filter(unknown))", True),
        ("len(tf.data.TFRecordDataset('x').map(unknown).batch(3))", True),
        ("pickle.dump(1, open('x', 'w'))", True),
        ("with open('x') as file:\n    pickle.load(file)", True),
        ("with open('x', mode='wb') as file:\n    json.dump({}, file)", True),
        ("next(iter(dataset))", False),
        ("next(dataset.as_numpy_iterator())", False),
        ("next(zip([1], [2]))", False),
        ("next(unknown())", False),
        ("list(zip([1], [2]))[0]", False),
        ("list({1: 2}.keys())[0]", False),
        ("len({1: 2}.keys())", False),
        ("range(5)[0]", False),
        ("order = list(range(5))\nnp.random.shuffle(order)", False),
        ("len(dataset.batch(3))", False),
        ("len(tf.data.TFRecordDataset('x').take(3))", False),
        ("len(tf.data.TFRecordDataset('x').apply(unknown))", False),
        ("pickle.dump(1, open('x', 'wb'))", False),
        ("pickle.dump(1, open('x', unknown))", False),
        ("with open('x', 'rb') as file:\n    pickle.load(file)", False),
        ("with open('x', 'w') as file:\n    json.dump({}, file)", False),
    ],
)
def test_objects_of_another_kind(folder: Path, before: str, *, raises: bool) -> None:
    head = "import json\nimport pickle\ndataset = tf.data.Dataset.range(9)\n"
    assert runs(folder, before + "\n", head) is not raises


@pytest.mark.parametrize(
    ("before", "raises"),
    [
        ("for one in net.weights:\n    one.value()", True),
        ("for i, one in enumerate(net.trainable_variables):\n    one.value()", True),
        ("for one, other in zip(net.weights, net.weights):\n    other.assign(one.value())", True),
        ("optimizer.learning_rate(1)", True),
        ("net.optimizer.learning_rate(net.optimizer.iterations)", True),
        ("for i, one in enumerate(net.trainable_variables):\n    one.value", False),
        ("for i, one in enumerate(net.trainable_variables):\n    i.value()", False),
        ("for i, one in enumerate(unknown()):\n    one.value()", False),
        ("tf.Variable(1.0).value()", False),
        ("float(optimizer.learning_rate)", False),
    ],
)
def test_variables_that_are_called(folder: Path, before: str, *, raises: bool) -> None:
    head = """\
net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.1)
net.compile(optimizer, "mse")
"""
    if before.endswith("i.value()"):
        before = f"if unknown:\n{textwrap.indent(before, '    ')}"
    assert runs(folder, before + "\n", head) is not raises


@pytest.mark.parametrize(
    ("body", "rate", "raises"),
    [
        ("return 1", "0.1", True),
        ("pass", "0.1", True),
        ("if epoch < 1:\n        return 1\n    return 0.1", "0.1", True),
        ("return 0.1", "keras.optimizers.schedules.ExponentialDecay(0.1, 1, 0.9)", True),
        ("return 0.1", "0.1", False),
        ("if epoch > 1:\n        return 1\n    return 0.1", "0.1", False),
        ("while unknown():\n        return 0.1", "0.1", False),
        ("return unknown()", "unknown()", False),
    ],
)
def test_schedules_that_give_no_float(folder: Path, body: str, rate: str, *, raises: bool) -> None:
    before = f"""
def schedule(epoch):
    {body}

rate = {rate}
model.compile(keras.optimizers.SGD(rate), "mse")
model.fit(row, row, callbacks=[keras.callbacks.LearningRateScheduler(schedule)])
"""
    assert runs(folder, before, "") is not raises


@pytest.mark.parametrize(
    ("metrics", "key", "raises"),
    [
        ("['mae']", "mean_absolute_error", True),
        ("['mae']", "val_mean_absolute_error", True),
        ("['mse', 'accuracy']", "mae", True),
        ("['mae']", "mae", False),
        ("['mae']", "out_mae", False),
        ("['mae', unknown]", "mean_absolute_error", False),
        ("[['mae']]", "mean_absolute_error", False),
        ("['mean_absolute_error']", "val_mean_absolute_error", False),
    ],
)
@pytest.mark.parametrize("returned", ["history", "model, history"])
def test_metrics_are_noted_as_they_are_written(
    folder: Path, metrics: str, key: str, returned: str, *, raises: bool
) -> None:
    before = f"""
def train():
    model.compile("sgd", "mse", metrics={metrics})
    history = model.fit(row, row, validation_data=(row, row))
    return {returned}

{returned.replace("model", "trained")} = train()
print(history.history["{key}"])
"""
    assert runs(folder, before, "") is not raises


def test_early_stopping_goes_by_the_names_that_metrics_have(folder: Path) -> None:
    before = """
model.compile("sgd", "mse", metrics=["mae"])
stop = keras.callbacks.EarlyStopping("val_mean_absolute_error")
model.fit(row, row, validation_split=0.5, callbacks=[stop])
"""
    assert runs(folder, before, "")


@pytest.mark.parametrize(
    ("arguments", "raises"),
    [
        ("include_top=False, input_shape=(28, 28, 3)", True),
        ("include_top=False, weights=None, input_shape=(size, size, 1)", True),
        ("include_top=False, input_shape=(32, 32, 3)", False),
        ("include_top=False, input_shape=(3, 224, 224)", False),
        ("include_top=False, input_shape=(None, None, 3)", False),
        ("include_top=False, input_shape=unknown", False),
        ("weights=None, input_shape=(28, 28, 3)", False),
    ],
)
@pytest.mark.parametrize("made", ["keras.applications.VGG16", "mobilenet.MobileNet"])
def test_applications_for_images_that_are_too_small(
    folder: Path, made: str, arguments: str, *, raises: bool
) -> None:
    head = "from tensorflow.keras.applications import mobilenet\nsize = 28\n"
    assert runs(folder, f"{made}({arguments})\n", head) is not raises


HELD = """
class Translator:
    def __init__(self):
        self.decoder = {first}

    def build(self, attention):
        if attention:
            made, size = self.large()
        else:
            made, size = self.small()
        self.decoder = made

    def small(self):
        given = keras.Input(shape=(256))
        return keras.Model(given, given), 1

    def large(self):
        given = keras.Input(shape={shape})
        return keras.Model(given, given), 2

    def run(self):
        while True:
            print(self.decoder.predict(row))

{more}
"""


@pytest.mark.parametrize(
    ("first", "shape", "more", "raises"),
    [
        ("None", "(512)", "", True),
        ("None", "(512)", "def other(made):\n    made.size = model", True),
        ("None", "(512,)", "", False),
        ("model", "(512)", "", False),
        ("None", "(512)", "def other(made):\n    made.decoder = model", False),
        ("None", "(512)", "setattr(unknown, 'decoder', model)", False),
        ("None", "(512)", "class Other(Translator):\n    decoder = model", False),
    ],
)
def test_attributes_that_hold_none_as_their_makers_raise(
    folder: Path, first: str, shape: str, more: str, *, raises: bool
) -> None:
    text = HEAD + HELD.format(first=first, shape=shape, more=more)
    assert ("TFR601" not in codes(folder / "a.py", text)) is raises


@pytest.mark.parametrize(
    ("value", "raises"),
    [
        ("keras.models.load_model('folder/model')", True),
        ("keras.optimizers.Adam(lr=0.1)", True),
        ("made(4)", True),
        ("made", False),
        ("keras.optimizers.Adam(0.1)", False),
        ("[keras.optimizers.Adam(lr=0.1) for _ in unknown()]", False),
    ],
)
def test_bodies_of_classes_that_raise(folder: Path, value: str, *, raises: bool) -> None:
    before = f"""
def made(size):
    return keras.Input(shape=(256), name=size)

class Settings:
    size = 3
    value = {value}
"""
    assert runs(folder, before, "") is not raises


@pytest.mark.parametrize(
    ("user", "raises"),
    [
        # It means the function of another module.
        ("from other import train\ntrain()", True),
        ("from tools import train\ntrain()", True),
        ("import steps\nsteps.train()", False),
        ("from passed import train\ntrain()", False),
    ],
)
def test_functions_of_the_name_in_other_modules(folder: Path, user: str, *, raises: bool) -> None:
    (folder / "other.py").write_text("def train():\n    pass\n", encoding="utf-8")
    if "passed" in user:
        (folder / "passed.py").write_text("from steps import train\n", encoding="utf-8")
    (folder / "user.py").write_text(f"{user}\n", encoding="utf-8")
    broken = "from steps import train\nfrom tensorflow import keras\n"
    broken += "keras.layers.Dense(1, lr=2)\ntrain()\n"
    (folder / "main.py").write_text(broken, encoding="utf-8")
    text = HEAD + "\n\ndef train():\n" + textwrap.indent(LOOP, "    ")
    assert ("TFR601" not in codes(folder / "steps.py", text)) is raises
