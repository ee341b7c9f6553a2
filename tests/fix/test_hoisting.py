"""What is made once in place of again and again, and what must stay where it is."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from tfretrace_fix.engine import FixResult, Left, fix_source

from flake8_tfretrace import Settings

HEAD = "import tensorflow as tf\n\n\n"
CODES = ("TFR105", "TFR208", "TFR401", "TFR501", "TFR502", "TFR503")


def fixed(source: str, *, unsafe: bool = False) -> FixResult:
    return fix_source(HEAD + dedent(source).lstrip("\n"), unsafe=unsafe)


def left(source: str, *, unsafe: bool) -> Left:
    """Return the one finding on a function's creation, which stays."""
    (one,) = (item for item in fixed(source, unsafe=unsafe).left if item.finding.code in CODES)
    return one


def refusal(source: str) -> str:
    """Return why ``source`` stays as it is, even with unsafe fixes."""
    result = fixed(source, unsafe=True)
    assert not [item for item in result.fixed if item.finding.code in CODES]
    one = left(source, unsafe=True)
    assert not one.needs_unsafe
    return one.reason


def doubt(source: str) -> str:
    """Return why the fix of ``source`` is unsafe."""
    one = left(source, unsafe=False)
    assert one.needs_unsafe
    (done,) = fixed(source, unsafe=True).fixed
    assert done.finding.code == one.finding.code
    return one.reason


def in_loop(body: str, before: str = "", after: str = "", top: str = "") -> str:
    """Return a program that runs ``body`` in a loop over a Python number ``i``."""
    return (
        dedent(top)
        + "def main():\n    x = tf.ones([3])\n"
        + indent(dedent(before), "    ")
        + "    for i in range(5):\n"
        + indent(dedent(body), " " * 8)
        + indent(dedent(after), "    ")
        + "    return x\n"
    )


def test_what_the_loop_sets_is_passed() -> None:
    wanted = """\
    def main():
        x = tf.ones([3])
        total = 1.0

        @tf.function
        def step(v: tf.Tensor, w: tf.Tensor, i: tf.Tensor, total: tf.Tensor):
            return tf.add(v, w) * tf.cast(i, v.dtype) * tf.cast(total, v.dtype)

        for i in range(5):
            w = x * 2.0

            x = step(x, w, tf.constant(i), tf.constant(total, tf.float64))
            total = 1.5
        return x
    """
    body = """\
    w = x * 2.0
    @tf.function
    def step(v: tf.Tensor):
        return tf.add(v, w) * i * total

    x = step(x)
    total = 1.5
    """
    result = fixed(in_loop(body, before="total = 1.0\n"), unsafe=True)
    assert result.text == HEAD + dedent(wanted)


DECAYED = """\
def decayed(v, rate):
    factor = 1.0 - rate
    for _ in range(4):
        v = tf.function(lambda w: w * factor)(v)
    return v

def main():
    x = tf.ones([3])
    return decayed(x, 0.1)
"""


def test_the_smallest_change_that_is_enough() -> None:
    text = fixed(DECAYED).text
    assert "    decayed_graph = tf.function(lambda w: w * factor)\n    for _" in text


AGENT = """\
class Agent:
    def __init__(self):
        self.gain = 2.0

    def act(self, v, n):
        @tf.function
        def step(w):
            {body}

        return step(v)

def main():
    agent = Agent()
    x = tf.ones([3])
    for i in range(5):
        x = agent.act(x, i)
    return x
"""


@pytest.mark.parametrize(
    ("body", "parameters", "arguments"),
    [
        ("return w * self.gain", "self, w", "v"),
        ("return w * self.gain * n", "self, w, n", "v, tf.constant(n)"),
    ],
)
def test_a_function_of_a_method_becomes_one(body: str, parameters: str, arguments: str) -> None:
    result = fixed(AGENT.format(body=body), unsafe=True)
    method, _, rest = result.text.partition("    def act")
    assert "    @tf.function\n    def _step(" + parameters + "):\n" in method
    assert f"        return self._step({arguments})\n" in rest


@pytest.mark.parametrize(
    ("body", "used", "reason"),
    [
        ("return tf.function(step)(v)", "return self._step(v, tf.constant(n))", None),
        (
            "y = tf.function(step, autograph=False)(v) + 1.0\n        return y",
            "y = self._step(v, tf.constant(n)) + 1.0",
            None,
        ),
        ("return tf.function(step)(step(v))", "", "uses 'step' as it is"),
    ],
)
def test_a_function_that_is_wrapped_and_called_at_once_becomes_a_method(
    body: str, used: str, reason: str | None
) -> None:
    source = AGENT.format(body="return w * self.gain * n").replace("        @tf.function\n", "")
    source = source.replace("return step(v)", body)
    if reason is not None:
        assert reason in refusal(source)
        return
    result = fixed(source, unsafe=True)
    assert used in result.text and "    def _step(self, w, n):\n" in result.text
    assert ("@tf.function(autograph=False)\n" in result.text) == ("autograph" in body)


TIMES = """
class Agent:
    def act(self, v, times=3):
        @tf.function
        def step(w):
            for _ in range(times):
                w = {update}
            return w

        return step(v)

agent = Agent()
x = tf.ones([3])
for i in range(5):
    x = agent.act({given})
"""


@pytest.mark.parametrize(
    ("update", "given", "passed"),
    [
        ("tf.concat([w[1:], w[:1]], 0)", "x", "times"),
        ("w * 2.0", "x", "times"),
        ("w * 2.0", "x, i", "tf.constant(times)"),
    ],
)
def test_a_number_that_stays_the_same_may_be_passed_as_it_is(
    update: str, given: str, passed: str
) -> None:
    text = fixed(TIMES.format(update=update, given=given), unsafe=True).text
    assert f"step(v, {passed})\n" in text


def test_a_number_that_changes_is_not_passed_as_it_is() -> None:
    source = TIMES.format(update="tf.boolean_mask(w, w > 0.0)", given="x, i")
    assert "may change the dtype or shape of 'w'" in refusal(source)


def test_a_function_of_a_callback_becomes_a_method() -> None:
    source = AGENT.format(body="return w * self.gain")
    result = fixed(
        source.replace("class Agent", "class Agent(tf.keras.callbacks.Callback)"), unsafe=True
    )
    assert "    @tf.function\n    def _step(self, w):\n" in result.text


@pytest.mark.parametrize(("body", "safe"), [("return w", True), ("return self.model(w)", False)])
def test_a_callback_gets_another_model_with_each_training(body: str, safe: bool) -> None:
    source = AGENT.format(body=f"y = self.gain\n            {body}")
    source = source.replace("class Agent", "class Agent(tf.keras.callbacks.Callback)")
    result = fixed(source, unsafe=True)
    assert [done.safe for done in result.fixed] == [safe]


OF_ARRAY = """
import numpy as np

def scaled(v):
    return v * 2.0

def loss(x, a):
    @tf.function
    def step(x):
        return {use}

    return step(x)

for i in range(5):
    loss(tf.ones([3]), np.array([1.0, i, 2.0], np.{dtype}))
"""


@pytest.mark.parametrize(
    ("use", "dtype", "clause"),
    [
        ("x * a", "float32", None),
        ("x * -a[:, None]", "float32", None),
        ("tf.tile((2.0 * a)[None], [3, 1]) + x", "float32", None),
        ("x + scaled(a)", "float32", "'return v * 2.0' may need the value of 'v'"),
        ("x * a[a > 1.0]", "float32", "'a[a > 1.0]' may need the value of 'a'"),
        ("x * (a**2)", "float32", "'a ** 2' may need the value of 'a'"),
        ("x * a.mean()", "float32", "'a.mean' may need the value of 'a'"),
        ("x * a", "float64", "'a' is a constant of the graph, or a variable"),
    ],
)
def test_an_array_becomes_an_argument(use: str, dtype: str, clause: str | None) -> None:
    source = OF_ARRAY.format(use=use, dtype=dtype)
    if clause is None:
        text = fixed(source, unsafe=True).text
        assert "@tf.function\ndef step(x, a):" in text
        assert "return step(x, a)" in text
        assert fixed(source).text == HEAD + dedent(source).lstrip("\n")
    else:
        assert clause in left(source, unsafe=True).reason


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        (
            {
                "class Agent": "class Agent(tf.keras.callbacks.Callback)",
                "def act": "def __eq__(self, other):\n        return True\n\n    def act",
            },
            "how instances of 'Agent' are compared is not known",
        ),
        (
            {
                "def act": "def set(self, gain):\n        self.gain = gain\n\n    def act",
            },
            "it reads 'self.gain', which 'set' changes",
        ),
        (
            {"def act": "def _step(self):\n        return 1\n\n    def act"},
            "'Agent' has an attribute '_step' already",
        ),
        (
            {"def act": "def __eq__(self, other):\n        return True\n\n    def act"},
            "how instances of 'Agent' are compared is not known",
        ),
        (
            {"class Agent": "class Agent(Base)"},
            "how instances of 'Agent' are compared is not known",
        ),
        ({"return w *": "self.w = w\n            return w *"}, "tracing sets 'self.w'"),
        (
            {
                "@tf.function": "@tf.function(input_signature=[tf.TensorSpec([3])])",
                "gain\n": "gain * n\n",
            },
            "its signature has no entries for what it reads",
        ),
    ],
)
def test_a_method_keeps_its_function(changes: dict[str, str], clause: str) -> None:
    source = AGENT.format(body="return w * self.gain")
    for old, new in changes.items():
        source = source.replace(old, new)
    assert refusal(source) == clause


STEP = """\
@tf.function
def step(v):
    return v * {factor}

x = step(x)
"""


@pytest.mark.parametrize(
    "factor", ["tf.reduce_sum(w)", "scaled(w)", "tf.linalg.matvec(w, v)", "tf.matmul(w, w)"]
)
def test_a_tensor_is_passed_to_what_computes_with_it(factor: str) -> None:
    helper = "def scaled(a, b=2.0):\n    return tf.nn.relu(a) * b\n"
    made = "w = tf.ones([3, 3]) + tf.cast(i, tf.float32)\n"
    source = in_loop(made + STEP.format(factor=factor), top=helper)
    result = fixed(source, unsafe=True)
    assert "step(x, w)" in result.text and not result.left


@pytest.mark.parametrize(
    ("source", "clause"),
    [
        pytest.param(
            in_loop(STEP.format(factor="len(str(i))")),
            "it uses 'i', which the loop sets, and cannot be passed: the body hands 'i' to str()",
            id="loop value that has to be a number",
        ),
        pytest.param(
            in_loop(STEP.format(factor="i").replace("x = step(x)", "i += 1\nx = step(x)")),
            "it uses 'i', which the loop sets, and cannot be passed: line 11 sets 'i' before it is "
            "called",
            id="set before the call",
        ),
        pytest.param(
            in_loop(STEP.format(factor="i").replace("step(x)", "step(*[x])")),
            "it uses 'i', which the loop sets, and cannot be passed: line 11 passes arguments that "
            "are not written out",
            id="starred call",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="i").replace(
                    "tf.function", "tf.function(input_signature=[tf.TensorSpec([3])])"
                )
            ),
            "it uses 'i', which the loop sets, and cannot be passed: its signature has no entries "
            "for what it reads",
            id="signature",
        ),
        pytest.param(
            in_loop("w = tf.constant(i)\n" + STEP.format(factor="range(w)")),
            "it uses 'w', which the loop sets, and cannot be passed: 'range(w)' may need the value "
            "of 'w'",
            id="tensor that is read while tracing",
        ),
        pytest.param(
            in_loop(
                "w = tf.constant(i)\n" + STEP.format(factor="twice(w)"),
                top="def twice(a):\n    return range(a)\n",
            ),
            "it uses 'w', which the loop sets, and cannot be passed: 'range(a)' may need the value "
            "of 'a'",
            id="tensor that a helper reads while tracing",
        ),
        pytest.param(
            in_loop("w = tf.constant(i)\n" + STEP.format(factor="tf.reduce_sum(v, w)")),
            "it uses 'w', which the loop sets, and cannot be passed: 'tf.reduce_sum(v, w)' may "
            "need the value of 'w'",
            id="axis",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="rate") + "decay()\n",
                top="rate = 1.0\ndef decay():\n    global rate\n    rate *= 0.5\n",
            ),
            "it uses 'rate', which 'decay' sets",
            id="set by a function that is called",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="scaled()"),
                top="rate = 1.0\ndef scaled():\n    return 2 * rate\n"
                "def decay():\n    global rate\n    rate *= 0.5\n",
            ),
            "it uses 'rate', which 'decay' sets",
            id="read by a helper",
        ),
        pytest.param(
            in_loop(
                "def factor():\n    return i\n" + STEP.format(factor="factor()"),
            ),
            "it uses 'factor', which the loop sets",
            id="helper of the loop",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="settings['rate']") + "settings['rate'] = i\n",
                before="settings = {'rate': 1.0}\n",
            ),
            "it uses 'settings', which line 13 changes",
            id="element set in the loop",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="sum(rates)") + "rates.append(i)\n", before="rates = [1.0]\n"
            ),
            "it uses 'rates', which line 13 changes",
            id="list grown in the loop",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="config.rate") + "config.rate = i\n",
                before="config = Config()\n",
                top="class Config:\n    def __init__(self):\n        self.rate = 1.0\n",
            ),
            "it uses 'config', which line 16 changes",
            id="attribute set in the loop",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="config.rate") + "config.decay()\n",
                before="config = Config()\n",
                top="class Config:\n    def __init__(self):\n        self.rate = 1.0\n"
                "    def decay(self):\n        self.rate *= 0.5\n",
            ),
            "it reads 'config.rate', which 'decay' changes",
            id="attribute set by a method",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="sum(rates)") + "grow(rates, i)\n",
                before="rates = [1.0]\n",
                top="def grow(values, more):\n    values.append(more)\n",
            ),
            "it uses 'rates', which line 15 changes",
            id="list grown by a helper",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="config.rate") + "decay()\n",
                before="config = Config()\n",
                top="class Config:\n    rate = 1.0\n\n\ndef decay():\n    Config.rate *= 0.5\n\n\n",
            ),
            "it reads 'config.rate', which 'decay' changes",
            id="attribute of the class",
        ),
        pytest.param(
            in_loop("@tf.function\ndef step(v, n=i):\n    return v * n\nx = step(x)\n"),
            "it uses 'i', which the loop sets, and cannot be passed: 'step' takes more than plain "
            "arguments",
            id="default of the loop",
        ),
        pytest.param(
            in_loop(
                "@tf.function\ndef step(v, n=next(numbers)):\n    return v * n\nx = step(x)\n",
                before="numbers = iter([1.0, 2.0])\n",
            ),
            "'next(numbers)' is called each time",
            id="default that is called",
        ),
        pytest.param(
            in_loop(
                "@timed\n" + STEP.format(factor="2.0"),
                top="def timed(f):\n    print(f)\n    return f\n",
            ),
            "the decorator 'timed' runs at each definition",
            id="another decorator",
        ),
        pytest.param(
            in_loop(
                "@tf.function\ndef step(v):\n    seen.append(1)\n    return v\nx = step(x)\n",
                before="seen = []\n",
            ),
            "'seen.append(1)' happens only when 'step' is traced",
            id="counts its traces",
        ),
        pytest.param(
            in_loop(
                "@tf.function\ndef step(v):\n    nonlocal n\n    n += 1\n    return v\n"
                "x = step(x)\n",
                before="n = 0\n",
            ),
            "'step' sets 'n' when it is traced",
            id="sets a name",
        ),
        pytest.param(
            in_loop(
                "@tf.function\ndef step(v):\n    return model(v)\nx = step(x)\n"
                "for layer in model.layers:\n    layer.trainable = True\n",
                before="model = tf.keras.Sequential([])\n",
            ),
            "line 13 changes what is trainable",
            id="trainable",
        ),
        pytest.param(
            in_loop(STEP.format(factor="2.0") + "del step\n"), "'step' is deleted", id="deleted"
        ),
        pytest.param(
            in_loop("x = sum(tf.function(lambda v: v * w)(x) for w in range(i))\n"),
            "it uses 'w', which the loop sets, and cannot be passed: it is not known what 'v' is",
            id="comprehension",
        ),
        pytest.param(
            in_loop(
                "@tf.function\ndef step(v, n):\n    return v * n\n"
                "x = step(x, 1) if i % 2 else step(x, True)\n"
            ),
            "the calls pass numbers of several types, which share a trace",
            id="one and true",
        ),
    ],
)
def test_loop_keeps_its_function(source: str, clause: str) -> None:
    assert refusal(source) == clause


def repeated(body: str, top: str = "", parameters: str = "v") -> str:
    """Return a program that calls a function with ``body`` in a loop."""
    return (
        dedent(top)
        + f"def work({parameters}):\n"
        + indent(dedent(body), "    ")
        + "\n\ndef main():\n    x = tf.ones([3])\n"
        + "    for i in range(5):\n        x = work(x)\n    return x\n"
    )


INNER = """\
@tf.function
def step(w):
    return w * {factor}

return step(v)
"""


@pytest.mark.parametrize(
    ("source", "clause"),
    [
        pytest.param(
            repeated("n = v.name\n" + INNER.format(factor="len(n)")),
            "it uses 'n', a local name of 'work', and cannot be passed: what 'n' is, which it "
            "uses, is not known",
            id="local name",
        ),
        pytest.param(
            repeated(
                INNER.format(factor="RATE"), top="RATE = 1.0\nif len('a') > 0:\n    RATE = 2.0\n"
            ),
            "it uses 'RATE', which is set more than once",
            id="set more than once",
        ),
        pytest.param(
            repeated(
                INNER.format(factor="RATES[0]"),
                top="RATES = [1.0]\ndef decay():\n    RATES[0] *= 0.5\n",
            ),
            "it uses 'RATES', which line 6 changes",
            id="element of a list of the module",
        ),
        pytest.param(
            repeated(
                INNER.format(factor="state.rate"),
                top="class State:\n    rate = 1.0\nstate = State()\n"
                "def decay():\n    state.rate *= 0.5\n",
            ),
            "it uses 'state', which line 8 changes",
            id="attribute of an object of the module",
        ),
        pytest.param(
            repeated(INNER.format(factor="2.0"), top="step = 3\n"),
            "the name 'step' is taken outside 'work'",
            id="name of the module",
        ),
        pytest.param(
            repeated(INNER.format(factor="2.0").replace("step", "sum")),
            "the name 'sum' is taken outside 'work'",
            id="name of a builtin",
        ),
        pytest.param(
            repeated(
                INNER.format(factor="2.0"),
                top="def other():\n    return step\n",
            ),
            "'other' uses a name 'step' of its own",
            id="name used elsewhere",
        ),
        pytest.param(
            repeated("import numpy as np\n" + INNER.format(factor="np.pi")),
            "it uses 'np', a local name of 'work'",
            id="local import",
        ),
        pytest.param(
            repeated("return tf.function(scale)(v)\n", top="scale = abs\nscale = tf.abs\n"),
            "it uses 'scale', which is set more than once",
            id="wrapped name set more than once",
        ),
        pytest.param(
            repeated(
                "return tf.function(scale, jit_compile=FLAGS.jit)(v)\n",
                top="from absl.flags import FLAGS\n\n\ndef scale(w):\n    return w * 2.0\n\n\n",
            ),
            "'FLAGS.jit' may not be set when the file is imported",
            id="option from flags",
        ),
        pytest.param(
            repeated(
                "return tf.function(scale)(v)\n",
                top=(
                    "def scale(w):\n    return w\n\n\nif len(__name__) > 3:\n\n"
                    "    def scale(w):\n        return 2.0 * w\n\n\n"
                ),
            ),
            "it uses 'scale', which is set more than once",
            id="defined twice",
        ),
        pytest.param(
            repeated(
                "return tf.function(scale, input_signature=SIGNATURE)(v)\n",
                top="def scale(w):\n    return w * 2.0\n",
            )
            + "\nSIGNATURE = [tf.TensorSpec([3])]\n",
            "'SIGNATURE' is defined further down",
            id="option defined further down",
        ),
        pytest.param(
            """\
            def double(v):
                return v * 2.0


            a = tf.function(double)(tf.ones([2]))
            b = tf.function(double, jit_compile=True)(tf.ones([2]))
            """,
            "it is wrapped with other options elsewhere",
            id="other options",
        ),
    ],
)
def test_maker_keeps_its_function(source: str, clause: str) -> None:
    assert refusal(source) == clause


@pytest.mark.parametrize(
    ("source", "clause"),
    [
        pytest.param(
            in_loop(
                "@tf.function\ndef step(v):\n    return augment(v)\nx = step(x)\n",
                top="from project import augment\n",
            ),
            "what 'augment' is, and whether it changes, is not known",
            id="function of another file",
        ),
        pytest.param(
            in_loop(
                "@tf.function\ndef step(v):\n    return v + tf.random.normal([3])\nx = step(x)\n"
            ),
            "each trace starts 'tf.random.normal' anew",
            id="random numbers",
        ),
        pytest.param(
            in_loop(
                "step = tf.function(lambda v: v + tf.random.uniform([3], seed=1))\nx = step(x)\n"
            ),
            "each trace starts 'tf.random.uniform' anew",
            id="random numbers from a seed",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="pair[0][0]") + "rates[0] = i\n",
                before="rates = [1.0]\npair = (rates, 2.0)\n",
            ),
            "what 'pair' is, and whether it changes, is not known",
            id="list in a tuple",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="noise") + "np.add(noise, 1, out=noise)\n",
                before="noise = np.ones(3)\n",
                top="import numpy as np\n",
            ),
            "line 14 may change 'noise', which it uses",
            id="array written into",
        ),
        pytest.param(
            in_loop(STEP.format(factor="rate") + "globals().update(rate=i)\n", top="rate = 1.0\n"),
            "the file calls 'globals', which may set any name",
            id="globals",
        ),
        pytest.param(
            "from config import *\n" + in_loop(STEP.format(factor="RATE")),
            "what 'RATE' is, and whether it changes, is not known",
            id="name of a star import",
        ),
        pytest.param(
            "from config import *\n" + in_loop(STEP.format(factor="np.rate")),
            "what 'np' is, and whether it changes, is not known",
            id="name that is often a module's",
        ),
        pytest.param(
            in_loop("step = tf.function(lambda v: v * 2.0, reduce_retracing=True)\nx = step(x)\n"),
            "shapes are generalised over the calls then",
            id="generalised shapes",
        ),
        pytest.param(
            in_loop(
                "@tf.function\ndef step(v):\n    return v * 2.0\nx = step(load(i))\n",
                top="from project import load\n",
            ),
            "'load(i)' may be more than a tensor",
            id="argument of unknown type",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="sum(rates)") + "grow(rates, i)\n",
                before="rates = [1.0]\n",
                top="def grow(values, more):\n    values += [more]\n",
            ),
            "line 15 may change 'rates', which it uses",
            id="list that a helper extends with an operator",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="sum(config.rates)") + "rates = config.rates\nrates.append(i)\n",
                before="config = Config()\n",
                top="class Config:\n    def __init__(self):\n        self.rates = [1.0]\n",
            ),
            "line 16 may change 'config', which it uses",
            id="list of an object under another name",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="table[0]") + "adjust(table)\n",
                before="table = [1.0]\n",
                top="from project import adjust\n",
            ),
            "line 14 may change 'table', which it uses",
            id="list handed on",
        ),
    ],
)
def test_doubtful_captures_are_unsafe(source: str, clause: str) -> None:
    assert doubt(source) == clause


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            in_loop(
                STEP.format(factor="sum(rates)") + "show(rates)\n",
                before="rates = [1.0]\n",
                top="def show(values):\n    for value in values:\n        print(value)\n",
            ),
            id="list that a helper only reads",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="config.rate"),
                before="config = Config()\n",
                top="class Config:\n    def __init__(self):\n        self.rate = 1.0\n\n\n"
                "class Clock:\n    def set(self, rate):\n        self.rate = rate\n\n\n",
            ),
            id="attribute that another class sets",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="tf.cast(v.shape[0], tf.float32)"),
                top="class Grid:\n    def resize(self, shape):\n        self.shape = shape\n\n\n",
            ),
            id="attribute of a tensor that a class has, too",
        ),
        pytest.param(
            in_loop(STEP.format(factor="rates[0]"), before="rates = [1.0, 3.0]\nrates[0] = 2.0\n"),
            id="list that is changed before the loop",
        ),
        pytest.param(
            in_loop(
                STEP.format(factor="rates[0]"),
                before="rates = [1.0, 3.0]\n",
                after="rates.append(2.0)\n",
            ),
            id="list that is changed after the loop",
        ),
    ],
)
def test_what_surely_stays_the_same_is_safe(source: str) -> None:
    result = fixed(source)
    assert [(done.finding.code, done.safe) for done in result.fixed] == [("TFR501", True)]


GROWN = """
from project import unknown

@tf.function
def grow(v):
    return unknown(v), 1.0

def main():
    x = tf.ones([3])
    for i in range(5):
        step = tf.function(lambda v: v * 2.0)
        {}
        x = step(y)
"""


@pytest.mark.parametrize(
    ("before", "is_safe"),
    [
        ("y, _ = grow(x)", True),
        ("y = x if i < 2 else grow(x)[0]", False),
        ("y = unknown(x)", False),
        ("y = grow(x)\n        y = unknown(y)", False),
    ],
)
def test_what_traced_functions_return_are_tensors(before: str, is_safe: bool) -> None:
    source = GROWN.format(before)
    if is_safe:
        assert [done.safe for done in fixed(source).fixed] == [True]
    else:
        assert doubt(source) == "'y' may be more than a tensor"


def test_a_function_moves_as_far_out_as_its_captures_allow() -> None:
    source = """\
    def main():
        results = []
        for rates in ([0.1], [0.2]):
            for step in range(3):
                decay = tf.function(lambda v: v * rates[0])
                results.append(decay(tf.ones([2])))
        return results
    """
    wanted = """\
    def main():
        results = []
        for rates in ([0.1], [0.2]):
            decay = tf.function(lambda v: v * rates[0])
            for step in range(3):
                results.append(decay(tf.ones([2])))
        return results
    """
    assert fixed(source).text == HEAD + dedent(wanted)


def test_a_branch_of_the_module_is_not_left() -> None:
    source = """\
    if tf.executing_eagerly():

        def work(v):
            step = tf.function(lambda w: 2.0 * w)
            return step(v)


        for _ in range(5):
            work(tf.ones([3]))
    """
    wanted = """\
    if tf.executing_eagerly():

        step = tf.function(lambda w: 2.0 * w)

        def work(v):
            return step(v)


        for _ in range(5):
            work(tf.ones([3]))
    """
    assert fixed(source).text == HEAD + dedent(wanted)


@pytest.mark.parametrize(
    ("decorators", "clause"),
    [
        (("tf.function", "timed", "staticmethod"), "other decorators stand between the two"),
        (("tf.function", "staticmethod"), None),
    ],
)
def test_order_of_decorators(decorators: tuple[str, ...], clause: str | None) -> None:
    lines = "".join(f"    @{name}\n" for name in decorators)
    source = f"class A:\n{lines}    def f(x):\n        return x\n"
    if clause is None:
        assert fixed(source).text == HEAD + source.replace(
            "    @tf.function\n    @staticmethod\n", "    @staticmethod\n    @tf.function\n"
        )
    else:
        assert refusal(source) == clause


APPLY = "@tf.function\ndef apply(f, v):\n    return f(v){more}\n\n\n"


SCALING = """
    def scaled(v):
        return v * s

    return scaled
"""


def passing(callable_: str, before: str = "", after: str = "", top: str = "") -> str:
    """Return a program that passes ``callable_`` in a loop over a Python number ``i``."""
    return in_loop(
        f"x = apply({callable_}, x)\n{after}", before=before, top=APPLY.format(more="") + top
    )


SCALER = """\
class Scaler:
    def __init__(self):
        self.rate = 2.0

    def scale(self, v):
        return v * self.rate

    def decay(self):
        {decay}


"""


@pytest.mark.parametrize(
    ("source", "clause"),
    [
        pytest.param(
            passing("lambda v: v * int(i)"), "it uses 'i', which the loop sets", id="loop value"
        ),
        pytest.param(
            passing("lambda v, n=i: v * n"), "it uses 'i', which the loop sets", id="default"
        ),
        pytest.param(
            passing(
                "s.scale",
                after="s = Scaler()\n",
                before="s = Scaler()\n",
                top=SCALER.format(decay="pass"),
            ),
            "it uses 's', which the loop sets",
            id="method of another object",
        ),
        pytest.param(
            passing(
                "s.scale", before="s = Scaler()\n", top=SCALER.format(decay="self.rate *= 0.5")
            ),
            "it reads 'self.rate', which 'decay' changes",
            id="method that reads what changes",
        ),
        pytest.param(
            passing(
                "functools.partial(apply_to, scaled)",
                top="import functools\n\nrate = 1.0\n\n\ndef scaled(v):\n    return v * rate\n\n\n"
                "def decay():\n    global rate\n    rate *= 0.5\n\n\n"
                "def apply_to(f, v):\n    return f(v)\n\n\n",
            ),
            "it uses 'rate', which 'decay' sets",
            id="function that a partial one is made of",
        ),
        pytest.param(
            passing("make()", top="def make():\n    print('made')\n    return lambda v: v\n"),
            "'make()' is called each time",
            id="factory that does more",
        ),
        *(
            pytest.param(
                passing("make(2.0)", top=f"def make(k):\n    s = {value}\n{SCALING}"),
                "'make(2.0)' is called each time",
                id=f"factory with {value}",
            )
            for value in ("tf.Variable(k)", "tf.random.normal([])", "open(k).read()", "(k, [k])")
        ),
        pytest.param(
            passing(
                "make(np.e)",
                top="import numpy as np\n\n\ndef make(k):\n    s = np.all\n\n    def scaled(v):\n"
                "        s.append(v)\n        return v * len(s)\n\n    return scaled\n",
            ),
            "'make(np.e)' is called each time",
            id="factory whose function changes what it computed",
        ),
        pytest.param(
            passing("lambda v: v * 2.0").replace("return f(v)", "return f(v) * rate[0]")
            + "\nrate = [1.0]\ndef decay():\n    rate[0] *= 0.5\n",
            "it uses 'rate', which line 17 changes",
            id="the traced function reads what changes",
        ),
    ],
)
def test_call_keeps_its_function(source: str, clause: str) -> None:
    assert refusal(source).partition("; its parts")[0] == clause


def test_instance_is_passed_for_a_method_of_self() -> None:
    source = """\
        @tf.function
        def apply(f, v):
            return f(v)


        class Agent:
            def act(self, v):
                return apply(self.scale, v)

            def scale(self, v):
                return 2.0 * v


        def main():
            agent = Agent()
            for _ in range(3):
                agent.act(tf.ones([2]))
        """
    assert "return apply(self.scale, v)\n" in fixed(source).text
    text = fixed(source, unsafe=True).text
    assert "def apply(agent, v):\n    return agent.scale(v)\n" in text
    assert "return apply(self, v)\n" in text


def test_factory_that_computes_what_its_function_uses() -> None:
    top = """\
def make(k):
    \"\"\"Scale by what k makes.\"\"\"
    rate: float = k["rate"] / (1.0 + k["rate"])
    shift = tf.sqrt(rate)

    def scaled(v):
        return v * rate + shift

    return scaled


SETTINGS = {"rate": 0.5}
"""
    source = passing("make(SETTINGS)", top=top)
    result = fixed(source)
    assert "f = make(SETTINGS)\n" in result.text
    assert "x = apply(f, x)\n" in result.text


KERNEL = "class Kernel:\n    def __init__(self, rate):\n        self.rate = rate\n\n\n"
ANYWAY = "{} which is made for the call: a function that is kept would retrace as often, and keep "
ANYWAY += "every trace"


def given(argument: str, before: str = "", top: str = KERNEL, body: str = "return w * k(w)") -> str:
    """Return a program whose maker calls its function with ``argument``."""
    inner = f"{before}@tf.function\ndef step(w, k):\n    {body}\n\nreturn step(v, {argument})\n"
    return repeated(inner, top=top)


@pytest.mark.parametrize(
    ("source", "passed"),
    [
        (given("Kernel(0.5)"), "Kernel(0.5)"),
        (given("kernel", before="kernel = Kernel(0.5)\n"), "kernel"),
        (given("[Kernel(0.5)]"), "[Kernel(0.5)]"),
        (given("{'k': Kernel(0.5)}"), "{'k': Kernel(0.5)}"),
        (given("lambda t: t"), "lambda t: t"),
        (given("half", before="def half(t):\n    return t / 2\n"), "half"),
        (given("kernel.half", top=KERNEL + "kernel = Kernel(1)\nKernel.half = abs\n"), None),
        (
            given(
                "kernel.half",
                top=KERNEL.rstrip() + "\n    def half(self, t):\n        return t / 2\n\n\n"
                "kernel = Kernel(1)\n",
            ),
            "kernel.half",
        ),
        (given("tf.keras.layers.Dense(3)"), "tf.keras.layers.Dense(3)"),
        (
            given("q")
            .replace("def work(v)", "def work(v, q)")
            .replace("work(x)", "work(x, Kernel(0.5))"),
            "q",
        ),
        (given("kernel", top=KERNEL + "kernel = Kernel(1)\n"), None),
        (given("tf.abs", top=""), None),
        (given("half", top="def half(t):\n    return t / 2\n\n\n"), None),
    ],
)
def test_a_function_that_retraces_anyway_is_not_kept(source: str, passed: str | None) -> None:
    result = fixed(source, unsafe=True)
    reasons = {item.reason for item in result.left if item.finding.code == "TFR502"}
    assert reasons == (set() if passed is None else {ANYWAY.format(f"the calls pass '{passed}',")})


@pytest.mark.parametrize(
    ("printing", "top"),
    [
        ("print('tracing')", ""),
        ("logging.info('tracing')", "import logging\n\n\n"),
        ("told()", "def told():\n    print('tracing')\n\n\n"),
    ],
)
def test_a_function_that_prints_is_made_as_often(printing: str, top: str) -> None:
    body = INNER.format(factor="2").replace("    return", f"    {printing}\n    return")
    assert "prints when it is traced, and so less often" in refusal(repeated(body, top=top))
    looping = in_loop(
        "@tf.function\ndef f(v):\n    " + printing + "\n    return v\nf(x)\n", top=top
    )
    assert "prints when it is traced, and so less often" in refusal(looping)


def traced(body: str, top: str = "", after: str = "") -> str:
    """Return a traced function with ``body``, and what stands around it."""
    return f"{top}@tf.function\ndef f(x):\n{indent(dedent(body), '    ')}\n\n{after}"


METHOD = """\
class Head{bases}:
    {init}
        self.units = 3

    @tf.function
    def call_it(self, x):
        dense = tf.keras.layers.Dense({units})
        return dense(x)
"""


@pytest.mark.parametrize(
    ("source", "clause"),
    [
        pytest.param(
            traced("v = tf.Variable(tf.zeros_like(x))\nreturn x + v\n"),
            "it uses 'x', a local name of 'f'",
            id="from the argument",
        ),
        pytest.param(
            traced("n = tf.Variable(0.0)\nn.assign_add(1.0)\nreturn x + n\n"),
            "line 7 sets it: whether each call starts anew is not clear",
            id="counter",
        ),
        pytest.param(
            traced("return tf.keras.layers.Dense(2)(x)\n", after="nets = [Net(f), Net(f)]\n"),
            "line 9 hands 'f' on: its users would share one layer",
            id="layer of an activation",
        ),
        pytest.param(
            traced("return tf.keras.layers.Dense(2)(x)\n"),
            "nothing shows that 'f' is used in one place only",
            id="layer of a function for others",
        ),
        pytest.param(
            traced("for _ in range(3):\n    x = tf.keras.layers.Dense(2)(x)\nreturn x\n"),
            "every iteration makes another one",
            id="in a loop",
        ),
        pytest.param(
            traced("if len(x) > 1:\n    v = tf.Variable(1.0)\n    x = x + v\nreturn x\n"),
            "it is made under a condition",
            id="under a condition",
        ),
        pytest.param(
            traced("v = tf.Variable(1.0)\nreturn x + v\n", top="v = 3\n\n\n"),
            "the name 'v' is taken outside 'f'",
            id="name of the module",
        ),
        pytest.param(
            traced("v = tf.Variable(START)\nreturn x + v\n", after="START = 2.0\n"),
            "'START' is defined further down",
            id="value defined further down",
        ),
        pytest.param(
            "def g(x):\n    v = tf.Variable(1.0)\n    return x + v\n\n\n"
            "graph = tf.function(g)\nprint(g(tf.ones([2])))\n",
            "'g' also runs eagerly (line 10)",
            id="eager, too",
        ),
        pytest.param(
            traced(
                "v = tf.Variable(1.0)\nreturn x + v\n", after="with s.scope():\n    print(f(1))\n"
            ),
            "it may have to be made in the scope of a distribution strategy",
            id="distributed",
        ),
        pytest.param(
            traced(
                "v = tf.Variable(1.0)\nreturn x + v\n",
                after="tf.config.experimental.set_memory_growth(gpu, True)\n",
            ),
            "the program calls 'set_memory_growth', which must come first",
            id="devices configured later",
        ),
        pytest.param(
            METHOD.format(bases="", init="def build(self):", units="self.units"),
            "'Head' has no __init__ of its own that runs to its end",
            id="no constructor",
        ),
        pytest.param(
            METHOD.format(bases="", init="def __init__(self):", units="self.depth"),
            "'self.depth' is not set by __init__ alone",
            id="unknown attribute",
        ),
        pytest.param(
            METHOD.format(bases="", init="def __init__(self, dense):", units="3").replace(
                "self.units = 3", "self.dense = dense"
            ),
            "'Head' has an attribute 'dense' already",
            id="attribute is there",
        ),
        pytest.param(
            METHOD.format(bases="(tf.Module)", init="def __init__(self):", units="3").replace(
                "dense", "variables"
            ),
            "'Head' has an attribute 'variables' already",
            id="attribute of the base class",
        ),
    ],
)
def test_traced_body_keeps_its_variable(source: str, clause: str) -> None:
    assert refusal(source) == clause


def asking(argument: str, body: str = "return tf.norm(x)", use: str = "f(tf.ones([n]))") -> str:
    """Return a program that asks for a concrete function of each size ``n``."""
    return (
        f"@tf.function\ndef norm(x):\n    {body}\n\n\ndef main():\n    kept = {{}}\n"
        f"    for n in range(2, 6):\n        shape = [n]\n"
        f"        f = norm.get_concrete_function({argument})\n        {use}\n    return kept\n"
    )


@pytest.mark.parametrize(
    ("source", "clause"),
    [
        pytest.param(
            asking("n", use="f()"),
            "'n' is a number that each concrete function is made for",
            id="number",
        ),
        pytest.param(
            asking("tf.TensorSpec(shape)"),
            "the shape of 'tf.TensorSpec(shape)' is not written out",
            id="shape in a name",
        ),
        pytest.param(
            asking("tf.TensorSpec([n])", use="kept[n] = f"),
            "it is kept: one for each size may be meant",
            id="kept",
        ),
        pytest.param(
            asking("tf.TensorSpec([n])", body="return x / x.shape[0]"),
            "the body uses 'x.shape[0]' as a number",
            id="static shape",
        ),
        pytest.param(
            asking("tf.TensorSpec([n])", body="return [x[i] for i in range(len(x))]"),
            "the body needs the length 'len(x)'",
            id="length",
        ),
        pytest.param(
            asking("tf.TensorSpec([n])").replace("def norm(x)", "def other(x)")
            + "\n\nnorm = tf.function(tf.norm)\n",
            "the definition of the function is not in this file",
            id="function of a library",
        ),
    ],
)
def test_concrete_functions_stay_apart(source: str, clause: str) -> None:
    assert refusal(source) == clause


READ = """

def main():
    policy = Policy()
    x = tf.ones([3])
    for _ in range(5):
        x = policy.act(x)
    return x
"""


def with_property(body: str, decorators: str = "", extra: str = "") -> str:
    """Return a program that reads a property ``act`` with ``body`` in a loop."""
    return (
        f"{decorators}class Policy:\n    def __init__(self):\n        self.gain = 2.0\n\n"
        f"    def raw(self, x):\n        return self.gain * x\n\n"
        f"    @property\n    def act(self):\n{indent(dedent(body), ' ' * 8)}\n{extra}{READ}"
    )


KEPT = "return tf.function(self.raw)"


@pytest.mark.parametrize(
    ("source", "clause"),
    [
        pytest.param(
            with_property("self.gain = 3.0\n" + KEPT),
            "the property does more than return it",
            id="more than a return",
        ),
        pytest.param(
            with_property(KEPT, extra="\n    def tune(self):\n        self.gain += 1.0\n"),
            "it reads 'self.gain', which 'tune' changes",
            id="attribute that changes",
        ),
        pytest.param(
            with_property("print('made')\n" + KEPT),
            "the property does more than return it",
            id="prints",
        ),
        pytest.param(
            with_property(KEPT).replace("return self.gain", "print(x)\n        return self.gain"),
            "line 9 prints when it is traced, and so less often",
            id="body that prints",
        ),
        pytest.param(
            with_property(KEPT, decorators="functools = None\n\n\n"),
            "the name 'functools' is taken",
            id="name of the import",
        ),
    ],
)
def test_property_keeps_making_functions(source: str, clause: str) -> None:
    assert refusal(source) == clause


def test_property_with_a_setter_keeps_making_functions() -> None:
    """The setter could not replace what a cached property keeps."""
    setter = "\n    @act.setter\n    def act(self, f):\n        pass\n"
    source = HEAD + with_property(KEPT, extra=setter)
    result = fix_source(source, unsafe=True)
    (one,) = result.left
    assert result.text == source
    assert (one.finding.code, one.finding.confidence) == ("TFR502", "proven")
    assert (one.reason, one.needs_unsafe) == ("'act' is more than a plain property", False)


def test_what_getattr_makes_has_no_property_to_keep_it() -> None:
    """How often an attribute is asked for by its name is not worked out: the finding is likely."""
    source = HEAD + with_property(KEPT).replace(
        "@property\n    def act(self)", "def __getattr__(self, n)"
    )
    result = fix_source(source, codes=CODES, unsafe=True, settings=Settings(confidence="likely"))
    (one,) = result.left
    assert (result.text, one.reason) == (source, "'__getattr__' returns it, and others may keep it")
    assert (one.finding.code, one.finding.confidence) == ("TFR502", "likely")


def test_another_decorator_of_that_name_is_no_property() -> None:
    source = HEAD + with_property(KEPT).replace("@property", "@registry.property")
    result = fix_source(source, unsafe=True, settings=Settings(confidence="likely"))
    assert (result.text, result.fixed, result.left) == (source, (), ())


def test_a_property_that_nothing_reads_again_is_kept_if_asked_for() -> None:
    """That it is read more than a few times is an assumption: no safe fix."""
    source = HEAD + with_property(KEPT).removesuffix(READ)
    assert fix_source(source, unsafe=True).text == source
    result = fix_source(source, unsafe=True, settings=Settings(confidence="likely"))
    (done,) = result.fixed
    assert (done.finding.code, done.safe) == ("TFR502", False)
    assert "@functools.cached_property\n    def act(self)" in result.text


def test_private_names_stay_in_their_class() -> None:
    source = repeated(INNER.format(factor="w.__gain")).replace("def work(v)", "def work(self, v)")
    source = indent(source.partition("\n\ndef main")[0], "    ")
    calls = "\n\nagent = A()\nfor _ in range(4):\n    agent.work(tf.ones([2]))\n"
    assert refusal(f"class A:\n{source}{calls}") == (
        "'__gain' means something else outside the class"
    )


def test_a_function_is_made_below_the_definition_that_is_meant() -> None:
    one = "def f(x):\n    return x\n\n\n"
    two = "def f(x):\n    return 2.0 * x\n\n\n"
    calls = "y = tf.function(f)(tf.ones([2]))\nz = tf.function(f)(tf.ones([2]))\n"
    assert fixed(one + two + calls).text == HEAD + one + two + (
        "f_graph = tf.function(f)\n\n\ny = f_graph(tf.ones([2]))\nz = f_graph(tf.ones([2]))\n"
    )


HELPER = """\
{top}
def gradients({parameters}, x):
    @tf.function
    def run(x):
        with tf.GradientTape() as tape:
            y = {call}
        return tape.gradient(y, x)

    return run(x)


def main(net, x):
    for i in range(5):
        {before}
        x = gradients({given}, x)
"""
NET = "net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])"


def helper(given: str, before: str = "pass", parameters: str = "model", top: str = NET) -> str:
    """Return a program whose helper makes a function that calls what it is given."""
    made = HELPER.format(
        top=top, parameters=parameters, call="model(x)", given=given, before=before
    ).replace("main(net, x)", "main(x)")
    return f"{made}\n\nmain(tf.ones([2, 3]))\n"


@pytest.mark.parametrize(
    ("given", "before"),
    [("net", "pass"), ("tf.nn.relu", "pass"), ("net", "y = net(x)")],
)
def test_an_object_that_stays_is_passed(given: str, before: str) -> None:
    result = fixed(helper(given, before), unsafe=True)
    assert "    return run(x, model)\n" in result.text
    assert "\n\n\n@tf.function\ndef run(x, model):\n" in result.text
    assert not any(done.safe for done in result.fixed)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (helper("net.call"), "what 'model' is, which it uses, is not known"),
        (helper("net if i else other", top=f"{NET}\nother = {NET[6:]}"), "'model'"),
        (helper("lambda v: v * i"), "it uses 'i', which is set more than once"),
        (helper("*nets", top="nets = list(iter([]))"), "line"),
    ],
)
def test_an_object_that_may_change_is_not_passed(source: str, reason: str) -> None:
    result = fixed(source, unsafe=True)
    assert result.text == HEAD + source.lstrip("\n")
    assert reason in "; ".join(item.reason for item in result.left)


@pytest.mark.parametrize(
    "source",
    [
        helper("tf.keras.Sequential([tf.keras.layers.Dense(2)])"),
        helper("model", f"model = {NET[6:]}"),
        helper("next(nets)", top="nets = iter([])"),
    ],
)
def test_nothing_is_said_of_a_function_whose_object_is_made_for_the_call(source: str) -> None:
    result = fixed(source, unsafe=True)
    assert not result.fixed
    assert not result.left


@pytest.mark.parametrize(
    ("function", "body", "before", "reason"),
    [
        ("lambda a: a * i", "return tf.map_fn(n, x)", "pass", "the body does more with 'n' than"),
        ("lambda a: a * i", "i = 1\nreturn n(x) * i", "pass", "the name 'i' is taken in 'f'"),
        ("lambda a: a * y[0]", "return n(x)", "y = [x, i]", "it is not known what 'y' is"),
        ("lambda a: a * y", "return n(x)", "y = x.numpy() * i", "it is not known what 'y' is"),
        ("lambda a: [a][i]", "return n(x)", "pass", "the body indexes the list"),
        ("lambda a: a * i", "n = n\nreturn n(x)", "pass", "the body sets 'n'"),
        ("lambda a, b=i: a * b", "return n(x)", "pass", "a default may change"),
        ("lambda a: a * i", "return n(x) * w[0]", "w[0] = 0.5", "it uses 'w', which line 15 chan"),
        ("lambda a: a * i", "return n(*[x])", "pass", "'n(*[x])' does not say what it passes"),
        ("lambda a: a * i", "return n(x)", "f(x, tf.sin)", "other calls may pass another function"),
        ("lambda a: a * i", "return n(x)", "g = f", "line 15 does more with 'f' than call it"),
    ],
)
def test_a_lambda_stays_where_its_parts_cannot_be_passed(
    function: str, body: str, before: str, reason: str
) -> None:
    top = f"w = [2.0]\n\n\n@tf.function\ndef f(x, n):\n{indent(body, '    ')}\n\n\n"
    source = in_loop(f"{before}\nf(x, {function})\n", top=top) + "\n\nmain()\n"
    assert f"; its parts cannot be passed: {reason}" in refusal(source)


def test_a_number_of_the_loop_is_passed_in_a_comprehension() -> None:
    source = HEAD + dedent(
        """\
        weight = tf.Variable(1.0)

        for rate in (0.1, 0.2, 0.3, 0.4):

            @tf.function
            def step():
                return rate * weight

            losses = [step() for _ in range(9)]
        """
    )
    result = fix_source(source, codes=CODES, unsafe=True, settings=Settings(confidence="likely"))
    assert [done.finding.code for done in result.fixed] == ["TFR501"]
    assert result.text.index("def step(rate)") < result.text.index("for rate in")
    assert "[step(tf.constant(rate)) for _ in range(9)]" in result.text


INSTANCE = """
class Agent:
    def __init__(self, gain):
        self.gain = gain
        self.calls = 0
        self.model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])

    def act(self, v):
        {act}

    def _raw(self, v):
        return v * self.gain

    def reset(self):
        {reset}


agent = Agent(2.0)
for _ in range(4):
    agent.act(tf.ones([1, 2]))
{after}
"""


def of_instance(act: str, reset: str = "self.calls = 0", after: str = "") -> str:
    """Return a program whose method wraps an attribute of its instance."""
    act = act.replace("\n", "\n        ")
    return INSTANCE.format(act=act, reset=reset, after=after)


@pytest.mark.parametrize(
    ("act", "made", "used"),
    [
        (
            "return tf.function(self._raw)(v)",
            "self._raw_graph = tf.function(self._raw)",
            "return self._raw_graph(v)",
        ),
        (
            "infer = tf.function(self.model, jit_compile=True)\nreturn infer(v)",
            "self._infer = tf.function(self.model, jit_compile=True)",
            "return self._infer(v)",
        ),
        (
            "raw = tf.function(self._raw)\nself.calls += 1\nreturn raw(v) + raw(v)",
            "self._raw_graph = tf.function(self._raw)",
            "return self._raw_graph(v) + self._raw_graph(v)",
        ),
    ],
)
def test_constructor_wraps_what_is_of_the_instance(act: str, made: str, used: str) -> None:
    result = fixed(of_instance(act), unsafe=True)
    lines = [line.strip() for line in result.text.splitlines()]
    constructor = lines[: lines.index("def act(self, v):")]
    assert made in constructor
    assert used in lines
    assert result.text.count("tf.function(") == 1
    assert not any(one.safe for one in result.fixed)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            of_instance("return tf.function(self._raw)(v)", reset="self.gain = 1.0"),
            "it reads 'self.gain', which 'reset' changes",
        ),
        (
            of_instance("return tf.function(self.model)(v)", reset="self.model = None"),
            "it reads 'self.model', which 'reset' changes",
        ),
        (
            of_instance("return tf.function(self._raw)(v)", after="class Other(Agent):\n    pass"),
            "other classes derive from 'Agent'",
        ),
        (
            of_instance("flag = bool(v)\nreturn tf.function(self._raw, jit_compile=flag)(v)"),
            "it uses 'flag', a local name of 'act'",
        ),
        (
            of_instance("return tf.function(self._raw)(v)").replace("__init__", "start"),
            "'Agent' has no __init__ of its own that runs to its end",
        ),
    ],
)
def test_constructor_does_not_wrap_what_may_change(source: str, reason: str) -> None:
    assert refusal(source) == reason


OF_PARTIAL = """
import functools

def scaled(v, factor, offset=1.0):
    return v * factor + offset

@tf.function
def f(x, n):
    {body}

w = 1.0
for i in range(5):
    {before}
    {indented}f(tf.ones([2]), {given})
"""


def of_partial(body: str, before: str, given: str, indented: str = "") -> str:
    return OF_PARTIAL.format(body=body, before=before, given=given, indented=indented)


@pytest.mark.parametrize(
    ("before", "given", "passed"),
    [
        ("pass", "functools.partial(scaled, factor=0.5 * i)", "0.5 * i"),
        ("n = functools.partial(scaled, factor=i)", "n", "i"),
        ("y = i\n    n = functools.partial(scaled, factor=y, offset=2.0)", "n", "y"),
    ],
)
def test_the_arguments_of_a_partial_are_passed(before: str, given: str, passed: str) -> None:
    result = fixed(of_partial("return n(x)", before, given), unsafe=True)
    assert not [item for item in result.left if item.finding.code == "TFR105"]
    assert "def f(x, factor):\n    n = functools.partial(scaled, factor=factor" in result.text
    assert f"    f(tf.ones([2]), tf.constant({passed}))\n" in result.text
    assert "n = functools.partial(scaled, factor=i" not in result.text


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            of_partial("return n(x)", "n = functools.partial(scaled, factor=2 * i)", "n"),
            "'2 * i' is computed before the call",
        ),
        (
            of_partial("return n(x)", "y = i; n = functools.partial(scaled, factor=y); y = 2", "n"),
            "'y' is set before the call",
        ),
        (
            of_partial("return n(x)", "if i: n = functools.partial(scaled, factor=i)", "n", ""),
            "it uses 'i', which the loop sets",
        ),
        (
            of_partial("return n(x) * w", "w = i", "functools.partial(scaled, factor=i)"),
            "it uses 'w', which the loop sets",
        ),
        (
            of_partial(
                "factor = 2\n    return n(x)", "pass", "functools.partial(scaled, factor=i)"
            ),
            "the name 'factor' is taken in 'f'",
        ),
        (
            of_partial("return n(x)", "pass", "functools.partial(scaled, factor=unknown(i))"),
            "it is not known what 'unknown(i)' is",
        ),
        (
            of_partial("return n(x)", "pass", "functools.partial(unknown(), factor=i)"),
            "what 'functools.partial(unknown(), factor=i)' calls is not known",
        ),
        (
            of_partial("return n(x, factor=1)", "pass", "functools.partial(scaled, factor=i)"),
            "'n(x, factor=1)' does not say what it passes",
        ),
        (
            of_partial("return n(x), n", "pass", "functools.partial(scaled, factor=i)"),
            "the body does more with 'n' than call it",
        ),
    ],
)
def test_a_partial_stays(source: str, reason: str) -> None:
    result = fixed(source, unsafe=True)
    reasons = [item.reason for item in result.left if item.finding.code == "TFR105"]
    assert reasons
    assert all(reason in one for one in reasons), reasons


MADE_IN_CALL = """\
import functools

import tensorflow as tf


@tf.function
def apply(x, act):
    return act(x)


def halved(x):
    return x / 2


class Layers:
    def __init__(self, alpha):
        self.alpha = alpha
        self.widths = [1, 2]

    def run(self, x, soft):
        {body}

    def set(self, alpha):
        {later}


layers = Layers(0.1)
for i in range(5):
    print(layers.run(tf.ones([2]), i % 2), layers)
"""
LEAKY = "functools.partial(tf.nn.leaky_relu, alpha=self.alpha)"
TABLE = "acts = {'a': lambda v: v + 1, 'b': lambda v: v * 2}"


def in_call(*body: str, later: str = "pass") -> str:
    return MADE_IN_CALL.format(body=("\n" + 8 * " ").join(body), later=later)


@pytest.mark.parametrize(
    ("body", "made", "passed"),
    [
        ((f"return apply(x, {LEAKY})",), f"        self._act = {LEAKY}\n", "apply(x, self._act)"),
        (
            ("for width in self.widths:", f"    x = apply(x, {LEAKY})", "return x"),
            f"        self._act = {LEAKY}\n",
            "x = apply(x, self._act)",
        ),
        (
            (f"chosen = {LEAKY}", "return apply(x, chosen)"),
            f"        self._act = {LEAKY}\n",
            "        chosen = self._act\n",
        ),
        (
            (TABLE, "return [apply(x, act) for act in acts.values()]"),
            f"\n\n{TABLE}\n\n\nclass Layers:",
            "",
        ),
        (
            (TABLE, "for name in acts:", "    x = apply(x, acts[name])", "return x"),
            f"\n\n{TABLE}\n\n\nclass Layers:",
            "",
        ),
    ],
)
def test_a_function_is_made_where_it_is_made_once(
    body: tuple[str, ...], made: str, passed: str
) -> None:
    result = fix_source(in_call(*body), codes={"TFR105"}, unsafe=True)
    left = [item.reason for item in result.left if item.finding.code == "TFR105"]
    assert bool(left) == (not made)
    assert made in result.text
    assert passed in result.text


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            in_call(f"return apply(x, {LEAKY})", later="self.alpha = alpha"),
            "it uses 'self', a local name of 'run'",
        ),
        (
            in_call(TABLE, "self.kept = acts", "return [apply(x, a) for a in acts.values()]"),
            "may change 'acts'",
        ),
        (
            in_call(
                "acts = [lambda v: v + soft]",
                "return [apply(x, act) for act in acts]",
            ),
            "it uses 'soft', a local name of 'run'",
        ),
        (
            in_call("act = functools.partial(halved, **OPTIONS['a'])", "return apply(x, act)"),
            "it uses 'act', a local name of 'run'",
        ),
    ],
)
def test_a_function_that_changes_is_made_in_each_call(source: str, reason: str) -> None:
    result = fix_source(source, codes={"TFR105"}, unsafe=True)
    reasons = [item.reason for item in result.left if item.finding.code == "TFR105"]
    assert reasons
    assert all(reason in one for one in reasons), reasons
    assert result.text == source


NESTED = """\
import functools

import tensorflow as tf


@tf.function
def apply(x, act):
    return act(x)


def make(name):
    factor = len(name)

    def scaled(v):
        return v * factor

    return scaled


for name in {names}:
    {before}
    for _ in range(5):
        apply(tf.ones([2]), {given})
"""
FILES = 'tf.io.gfile.listdir("data")'


@pytest.mark.parametrize(("before", "given"), [("pass", "make(name)"), ("act = make(name)", "act")])
def test_a_factory_remembers_what_comes_again(before: str, given: str) -> None:
    """Of 25 traces 2 are left, one for each name; with the function before the inner loop 5 are."""
    source = NESTED.format(names='("a", "b", "a", "b", "a")', before=before, given=given)
    result = fix_source(source, codes={"TFR105"})
    remembering = "@functools.lru_cache(maxsize=None)\ndef make(name):"
    assert result.text == source.replace("def make(name):", remembering)
    assert not result.left


def test_a_function_moves_out_of_the_loop_that_it_does_not_depend_on() -> None:
    source = NESTED.format(names=FILES, before="pass", given="make(name)")
    result = fix_source(source, codes={"TFR105"}, unsafe=True)
    assert "    act_function = make(name)\n    for _ in range(5):\n" in result.text
    assert "apply(tf.ones([2]), act_function)" in result.text
    (left,) = result.left
    reason, _, other = left.reason.partition("; its parts cannot be passed: ")
    assert reason == "it uses 'name', which the loop sets"
    assert other == "it is not known what 'name' is"
    again = fix_source(result.text, codes={"TFR105"}, unsafe=True)
    assert again.text == result.text


def test_a_function_of_the_outer_loop_stays_there() -> None:
    """No name comes again, for which a factory could remember what it made."""
    names = '("a", "b", "c", "d", "e")'
    source = NESTED.format(names=names, before="act = make(name)", given="act")
    result = fix_source(source, codes={"TFR105"}, unsafe=True)
    assert result.text == source
    (left,) = result.left
    reason, _, other = left.reason.partition("; its parts cannot be passed: ")
    assert reason == "it uses 'name', which the loop sets"
    assert other == "the body hands 'name' to len()"


FACTORY = """\
import functools

import tensorflow as tf

OPTIONS = {{"scale": 2.0}}
MADE = []


@tf.function
def apply(x, act):
    return act(tf.abs(x))


@tf.function
def apply_twice(x, act):
    return act(act(x))


def scaled(factor, offset=0.0):
    def multiply(v):
        return factor * v + offset

    return multiply


def leaky(slope, shift):
    return lambda v: tf.maximum(v, slope * v) + shift


def multiplied(v, by, more):
    return v * by * more


def partial_of(by):
    more = OPTIONS["scale"]
    return functools.partial(multiplied, by=by, more=more)


def counted(factor):
    MADE.append(factor)
    return lambda v: v * factor


def repeated(count):
    return lambda v: v * [1.0, 2.0, 3.0][count]


class Model:
    def __init__(self):
        self.scale = 3.0

    def loss(self, rate):
        scale = self.scale
        return lambda v: tf.reduce_sum(v) * rate * scale

    @tf.function
    def step(self, x, loss):
        return loss(x)

    def fit(self, x):
        for i in range(9):
            self.step(x, self.loss(0.1 * i))


model = Model()
for i in range(9):
    {call}
"""


@pytest.mark.parametrize(
    ("call", "written"),
    [
        (
            "apply(tf.ones([2]), scaled(0.1 * i))",
            ["def apply(x, factor):", "act = scaled(factor)", "apply(tf.ones([2]), tf.constant("],
        ),
        (
            "act = scaled(offset=i, factor=2.0)\n    apply(tf.ones([2]), act)",
            ["act = scaled(offset=offset, factor=2.0)", "apply(tf.ones([2]), tf.constant(i))"],
        ),
        (
            "apply(tf.ones([2]), leaky(0.5, 0.1 * i))\n    "
            "apply(tf.ones([2]), scaled(0.25, 0.2 * i))",
            [
                "def apply(x, act, slope, shift):",
                "act = act(slope, shift)",
                "apply(tf.ones([2]), leaky, tf.constant(0.5), tf.constant(0.1 * i))",
                "apply(tf.ones([2]), scaled, tf.constant(0.25), tf.constant(0.2 * i))",
            ],
        ),
        (
            "apply(tf.ones([2]), partial_of(0.1 * i))",
            ["act = partial_of(by)", "apply(tf.ones([2]), tf.constant(0.1 * i))"],
        ),
        (
            "model.fit(tf.ones([2]) * i)",
            [
                "def step(self, x, rate):",
                "loss = self.loss(rate)",
                "self.step(x, tf.constant(0.1 * i))",
            ],
        ),
        (
            "apply(tf.ones([2]), lambda v: multiplied(v, 0.1 * i, 2.0))",
            ["def apply(x, i):", "def act(v):"],
        ),
    ],
)
def test_a_function_is_made_in_the_body_of_what_its_factory_gets(
    call: str, written: list[str]
) -> None:
    source = FACTORY.format(call=call)
    result = fix_source(source, codes={"TFR105"}, unsafe=True)
    assert [code for code in written if code not in result.text] == []
    assert not any(done.safe for done in result.fixed)
    again = fix_source(result.text, codes={"TFR105"}, unsafe=True)
    assert again.text == result.text


HANDED_ON = """\
import functools

import tensorflow as tf


def scaled(v, factor):
    return v * factor


def scaling(factor):
    return lambda v: v * factor


@tf.function
def solve(function, start):
    return function(start)


def solution(function, start):
    {before}
    return solve(function, start)


{more}
for i in range(9):
    solution({given}, tf.ones([3]))
"""


@pytest.mark.parametrize(
    ("given", "made"),
    [
        (
            "functools.partial(scaled, factor=0.1 * i)",
            "functools.partial(scaled, factor=factor)",
        ),
        ("scaling(0.1 * i)", "scaling(factor)"),
    ],
)
def test_parts_are_handed_on_where_the_function_was(given: str, made: str) -> None:
    source = HANDED_ON.format(before="print(start)", more="", given=given)
    result = fix_source(source, codes={"TFR105"}, unsafe=True)
    assert f"def solve(factor, start):\n    function = {made}\n" in result.text
    assert "def solution(factor, start):" in result.text
    assert "return solve(factor, start)" in result.text
    assert "solution(tf.constant(0.1 * i), tf.ones([3]))" in result.text
    assert not result.fixed[0].safe


@pytest.mark.parametrize(
    ("before", "more", "reason"),
    [
        ("print(function)", "", "it uses 'function', a local name of 'solution'"),
        ("function = tf.abs", "", ""),
        ("factor = 3", "", "the name 'factor' is taken in 'solution'"),
        ("", "solution(tf.abs, tf.ones([3]))", ""),
        ("", "solve(tf.abs, tf.ones([3]))", "other calls may pass another function"),
        ("", "print(solution)", "it uses 'function', a local name of 'solution'"),
    ],
)
def test_a_function_that_is_not_only_handed_on(before: str, more: str, reason: str) -> None:
    given = "functools.partial(scaled, factor=0.1 * i)"
    source = HANDED_ON.format(before=before or "pass", more=more, given=given)
    result = fix_source(source, codes={"TFR105"}, unsafe=True)
    assert result.text == source
    assert all(reason in item.reason for item in result.left)
    assert bool(result.left) == bool(reason)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("apply(tf.ones([2]), counted(0.1 * i))", "'MADE.append(factor)' happens only when"),
        ("apply(tf.ones([2]), repeated(i))", "the body indexes the list"),
        (
            "apply(tf.ones([2]), scaled(i))\n    apply(tf.ones([2]), scaled(0.1 * i))",
            "the calls pass float and int for 'factor'",
        ),
        (
            "apply(tf.ones([2]), scaled(i))\n    apply(tf.ones([2]), leaky(0.5, i))",
            "calls its factory with other arguments",
        ),
        (
            "apply(tf.ones([2]), scaled(i))\n    apply(tf.ones([2]), tf.abs)",
            "what makes 'tf.abs' is not known",
        ),
        ("apply(tf.ones([2]), scaled(*[i]))", "does not say what it gets"),
        ("apply(tf.ones([2]), scaled([i]))", "it is not known what '[i]' is"),
        (
            "act = scaled(i)\n    i = 2\n    apply(tf.ones([2]), act)",
            "'i' is set before the call",
        ),
    ],
)
def test_a_function_that_a_factory_goes_on_making(call: str, reason: str) -> None:
    source = FACTORY.format(call=call)
    result = fix_source(source, codes={"TFR105"}, unsafe=True)
    assert "def apply(x, act):\n    return act(tf.abs(x))\n" in result.text
    assert any(reason in item.reason for item in result.left), [i.reason for i in result.left]


def test_a_number_beside_a_function_that_was_made_for_each_call() -> None:
    """It is reported as soon as the function is kept."""
    source = """\
import tensorflow as tf


def half(x):
    return x / 2.0


def double(x):
    return x * 2.0


def square(x):
    return x * x


@tf.function
def apply(x, scale, act):
    return act(x * scale)


def run(function, shift, scale=1.0):
    for i in range(9):
        apply(tf.ones([2]), scale, lambda v: function(v - shift))
        scale *= 0.8


for function in (half, double, square):
    for shift in (0.0, 0.25, 0.5, 0.75):
        run(function, shift)
"""
    result = fix_source(source, codes={"TFR101", "TFR105"}, unsafe=True)
    assert {done.finding.code for done in result.fixed} == {"TFR101", "TFR105"}
    assert "def apply(x, scale, function, shift):" in result.text
    assert "apply(tf.ones([2]), tf.constant(scale), function, tf.constant(shift))" in result.text


def test_a_factory_that_reads_what_changes_is_called_each_time() -> None:
    source = FACTORY.format(call="model.scale += 1.0\n    model.fit(tf.ones([2]) * i)")
    result = fix_source(source, codes={"TFR105"}, unsafe=True)
    assert result.text == source
    (left,) = result.left
    assert "it reads 'self.scale', which '<module>' changes" in left.reason


def test_to_pass_what_a_function_is_made_of_lessens_more_than_to_move_it() -> None:
    rates = "(0.1, 0.2, 0.3, 0.4)"
    source = NESTED.format(names=rates, before="pass", given="lambda v: v * rate").replace(
        "for name in", "for rate in"
    )
    result = fix_source(source, codes={"TFR105"}, unsafe=True)
    assert not result.left
    assert "def apply(x, rate):" in result.text
    assert "apply(tf.ones([2]), tf.constant(rate))" in result.text


def fixed_of_any(body: str) -> str:
    """Return a loop over data for which variables are made, with all that could be fixed."""
    settings = Settings(confidence="likely")
    source = HEAD + dedent(body).lstrip("\n")
    return fix_source(source, unsafe=True, settings=settings).text


VARIABLES = """
import numpy as np

class Cell:
    def __init__(self, rate):
        self.rate, self.state = rate, tf.Variable(1.0)

    def act(self):
        return self.state

    def keep(self, states):
        states.append(self.state)

sgd = tf.keras.optimizers.SGD(0.1)
for seed in range(12):
    w = tf.Variable(tf.ones([3]))
    pair = [tf.Variable(1.0), tf.Variable(2.0)]
    arrays = [np.ones(3, np.float32) * seed, np.ones(3, np.float32)]
    named = {{"a": tf.Variable(1.0)}}
    cell = Cell(0.1 * seed)

    @tf.function
    def step():
        {step}

    for _ in range(5):
        y = step()
        {after}
"""


@pytest.mark.parametrize(
    ("step", "call"),
    [
        ("return w.assign_sub(0.1 * w)", "step(w)"),
        ("return pair[0].assign_add(pair[1])", "step(pair)"),
        ('return named["a"].assign_add(w[0])', "step(named, w)"),
        ("return w * cell.state", "step(w, cell.state)"),
        ("return w * arrays[0] + arrays[-1] * w", "step(w, arrays)"),
        # What TensorFlow is handed it leaves as it is.
        ("tape = tf.GradientTape(); return tape.gradient(w, pair)", "step(w, pair)"),
        ("return w.assign_sub(cell.rate * w)", "step(w, tf.constant(cell.rate))"),
    ],
)
def test_variables_of_an_iteration_are_passed(step: str, call: str) -> None:
    text = fixed_of_any(VARIABLES.format(step=step, after="pass"))
    assert f"        y = {call}\n" in text
    assert text.index("@tf.function") < text.index("for seed in range(12):")


@pytest.mark.parametrize(
    ("step", "after"),
    [
        # An optimizer keeps a state for each variable, or knows those of its first step.
        ("return sgd.apply_gradients([(w, w)])", "pass"),
        # The graph would know another variable by that name.
        ("print(w.ref()); return w + 1.0", "pass"),
        # The first trace may have seen another list, number, or variable.
        ("return pair[0].assign_add(pair[-1])", "pair.append(tf.Variable(1.0))"),
        ("return pair[0] * 2.0", "cell.keep(pair)"),
        # Not each of them becomes a tensor of the graph.
        ("return w * sum(arrays)", "pass"),
        ("return w * len(arrays[0])", "pass"),
        ("return w * float(arrays[0][0])", "pass"),
        ("return w * arrays[0:1][0]", "pass"),
        ("return w * arrays[0]", "arrays.append(w)"),
        ("return pair[0] * 2.0", "np.random.default_rng().shuffle(pair)"),
        ("return w * cell.rate", "cell.rate = 0.5"),
        ("return w * 2.0", "w = tf.Variable(tf.ones([3]))"),
        # There would be a trace for each object.
        ("return w * cell.act()", "pass"),
        ("return w * cell.state * len(vars(cell))", "pass"),
    ],
)
def test_variables_of_an_iteration_stay(step: str, after: str) -> None:
    text = fixed_of_any(VARIABLES.format(step=step, after=after))
    assert "    @tf.function\n    def step():\n" in text


def test_settings_that_a_loop_sets_for_a_function_before_it_are_passed() -> None:
    source = """
    scale = 1.0

    def update(v):
        return v * scale

    for scale in (0.1, 0.2, 0.3, 0.4):
        step = tf.function(update)
        y = step(tf.ones([3]))
        {after}
    """
    text = fixed_of_any(source.format(after="pass"))
    assert "def update(v, scale):" in text
    assert "    y = step(tf.ones([3]), tf.constant(scale))\n" in text
    for after in ("update(y)", "scale = 2.0; step(y)"):
        assert "    step = tf.function(update)\n" in fixed_of_any(source.format(after=after))


ESTIMATOR = """
class Estimator:
    def __init__(self, rate):
        self.rate = rate

    def fit(self, x):
        w = tf.Variable(tf.ones([3]))

        @tf.function
        def step():
            return w.assign_sub(self.rate * x)

        for _ in range(5):
            y = step()
            {after}
        return y

for seed in range(12):
    {made}.fit(tf.ones([3]))
"""


def test_data_of_a_new_instance_are_passed() -> None:
    text = fixed_of_any(ESTIMATOR.format(made="Estimator(0.1 * seed)", after="pass"))
    assert "@tf.function\ndef step(w, rate, x):" in text
    assert "y = step(w, tf.constant(self.rate), x)" in text


def test_data_of_an_instance_that_changes_are_not_passed() -> None:
    source = ESTIMATOR.format(made="Estimator(0.1 * seed)", after="self.rate *= 0.9")
    assert "        @tf.function\n        def step():\n" in fixed_of_any(source)
