"""What messages advise holds of the program that they are about."""

from __future__ import annotations

import ast

import pytest

from flake8_tfretrace import Settings, check
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.excerpts import text_of

IMPORTS = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras
import matplotlib.pyplot as plt

"""


def messages(program: str, code: str) -> list[str]:
    """Return what the findings of one code say on a program, likely ones included."""
    settings = Settings(confidence="likely")
    found = check(IMPORTS + program, codes={*DEFAULT_CODES, code}, settings=settings)
    return [finding.message for finding in found if finding.code == code]


PREDICT = """\
model = keras.models.load_model("a.keras")
state = data = np.ones([1, 4])
rows = list(np.ones([999, 4]))
{0}
"""


@pytest.mark.parametrize(
    ("loop", "at_once"),
    [
        ("for i in range(999):\n    model.predict(data)", True),
        ("for x in range(999):\n    plt.plot(x, model.predict(np.ones([1, 4]) * x))", True),
        ("out = [model.predict(data * x) for x in range(999)]", True),
        ("for x in range(999):\n    y = model.predict(data * x)\n    show(x, y)", True),
        ("for i in range(999):\n    state = model.predict(np.reshape(state, [1, 4]))", False),
        (
            "for i in range(999):\n    state = np.reshape(state, [1, 4])\n"
            "    action = np.argmax(model.predict(state))\n    state, _ = env.step(action)",
            False,
        ),
        (
            "for i in range(999):\n    state = np.reshape(env.state, [1, 4])\n"
            "    env.step(np.argmax(model.predict(state)))",
            False,
        ),
        (
            "for i in range(999):\n    words = keras.utils.pad_sequences([state])\n"
            "    y = model.predict(words)\n    if y > 1:\n        state += 'a'",
            False,
        ),
        ("for i in range(999):\n    model.predict(data)\n    other.fit(data, data)", False),
        ("for i in range(999):\n    model.predict(rows[i : i + 1])", True),
        (
            "for i in range(999):\n    if model.predict(rows[i : i + 1]) > 1:\n"
            "        kept.append(rows[i : i + 1])",
            True,
        ),
        ("for i in range(999):\n    rows.append(model.predict(rows[i : i + 1]))", False),
        ("for i in range(999):\n    seen = rows[: i + 1]\n    model.predict(seen[None])", False),
        ("for i in range(999):\n    batch = next(source)\n    model.predict(batch[:1])", False),
        ("while state.any():\n    model.predict(np.reshape(camera.read(), [1, 4]))", False),
        ("def f():\n    model.predict(np.ones([1, 4]))\nfor i in range(999):\n    f()", False),
    ],
)
def test_predict_once_for_all(loop: str, at_once: bool) -> None:
    (message,) = messages(PREDICT.format(loop), "TFR601")
    assert ("or predict once for all" in message) is at_once


@pytest.mark.parametrize(
    ("loop", "assumed"),
    [
        ("for i in range(999):\n    model.predict(unknown(i))", None),
        ("for i in range(999):\n    model.predict(unknown())", None),
        ("x = unknown()\nfor i in range(999):\n    model.predict(x)", "x"),
        ("x = unknown()\nfor i in range(999):\n    model.predict(unknown.scaled(x))",
         "unknown.scaled(x)"),
        ("x = np.ones([3, 4])\nfor i in range(999):\n    x = 0.5 * model.predict(x)", None),
        ("x = unknown()\nfor i in range(999):\n    x = 0.5 * model.predict(x)", "x"),
        ("x = np.ones([3, 4])\nfor i in range(999):\n"
         "    x = np.concatenate([x, model.predict(x)])", "x"),
        ("def encoded(texts):\n    return np.array([[len(t)] for t in texts])\n"
         "for i in range(999):\n    model.predict(encoded(unknown[i:i + 3]))", None),
        ("def encoded(texts):\n    return np.array([[len(t)] for t in texts])\n"
         "for i in range(999):\n    model.predict(encoded(unknown))", "encoded(unknown)"),
    ],
)  # fmt: skip
def test_rows_that_are_assumed(loop: str, assumed: str | None) -> None:
    (message,) = messages(PREDICT.format(loop), "TFR601")
    clause = f"(if '{assumed}' is a batch, and no whole data set)"
    assert message.endswith(clause) if assumed else "(if" not in message


@pytest.mark.parametrize(
    ("body", "assumed"),
    [
        (
            "model.predict(state)\n    model.fit(unknown(), unknown())",
            "'model.fit' takes little longer than predict",
        ),
        (
            "if data.ready():\n        model.predict(state)",
            "'data.ready()' is true in more than two iterations of the loop of line {1}",
        ),
        (
            "os.system('a')\n    model.predict(state)",
            "'os.system' takes little longer than predict",
        ),
    ],
)
def test_what_is_assumed_of_a_loop(body: str, assumed: str) -> None:
    program = PREDICT.format(f"import os\nfor i in range(999):\n    {body}")
    (message,) = messages(program, "TFR601")
    line = (IMPORTS + program).splitlines().index("for i in range(999):")
    assert message.endswith(f"(if {assumed.format(*range(line, line + 9))})")


EAGER = """\
tf.config.experimental_run_functions_eagerly(True)

class Block(keras.layers.Layer):
    def make(self, size):
        return keras.layers.Dense(size)

    def call(self, x):
        {0}
        return x

model = keras.Sequential([Block()])

@tf.function
def step(x, y):
    {1}
    return model(x)

for x in range(999):
    step(tf.ones(3), tf.ones(4))
"""
SWITCH = (
    "'tf.config.experimental_run_functions_eagerly' switches every tf.function of the program off"
)


@pytest.mark.parametrize(
    ("body", "step", "is_needed"),
    [
        ("x = self.make(3)(x)", "pass", True),
        ("x = keras.layers.Dense(3)(x)", "pass", True),
        ("x = tf.nn.relu(x)", "y = tf.Variable(1.0)", True),
        ("x = tf.nn.relu(x)", "print(y.numpy())", True),
        ("x = tf.nn.relu(x)", "print(y)", False),
        ("x = tf.nn.relu(x)", "y = y.numpy() if isinstance(y, list) else y", False),
    ],
)
def test_eager_mode_that_is_needed(body: str, step: str, is_needed: bool) -> None:
    advice = "remove it, if all that is traced then runs in a graph"
    shown = [] if is_needed else [f"{SWITCH}; {advice}"]
    assert messages(EAGER.format(body, step), "TFR505") == shown


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("tf.config.experimental_run_functions_eagerly", None),
        (
            "colored(images['first'], cmap='plasma', expand_dim=True)[0].numpy",
            "colored(...)[0].numpy",
        ),
        ("self.tables_of_all_the_critics[position_of_one]", "self.tables_of_all_the_critics[...]"),
        ("a_long_name_of_something + another", "a_long_name_of_something +..."),
        ("a_long_name_of_something_and_other + another", "a_long_name_of_something_and_other..."),
        ("the_shortest(of_all)", None),
    ],
)
def test_names_stay_whole(expression: str, text: str | None) -> None:
    node = ast.parse(expression, mode="eval").body
    assert text_of(node) == (expression if text is None else text)


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (
            "for n in range(1000):\n    m.predict(x)\n",
            "loop of line {1}, up to 1000 times: some 50 s",
        ),
        (
            "for n in range(100):\n    for k in range(50):\n        m.predict(x)\n",
            "in the loops of lines {1} and {2}, up to 5000 times: some 4 min",
        ),
        (
            "for n in range(900):\n    if m.predict(x).any() and n > 500:\n        break\n",
            "in the loop of line {1};",
        ),
        ("while True:\n    x = m.predict(x)\n", "in the loop of line {1};"),
        (
            "def f(data):\n    for i in data:\n        if i is None:\n            m.predict(x)\n"
            "while True:\n    f(unknown())\n",
            "at each call of f (repeated in line {5});",
        ),
        (
            "def f(x):\n    m.predict(x[None])\nfor n in range(900):\n    f(np.ones(1))\n",
            "at each call of f (repeated in line {3}), up to 900 times: some 45 s",
        ),
        (
            "def f(data):\n    for i in data:\n        m.predict(x)\n"
            "while x.any():\n    f(unknown())\n",
            "in the loop of line {2}, at each call of f (repeated in line {4});",
        ),
        (
            "def f(x):\n    m.predict(x[None])\nwhile True:\n    for row in unknown():\n"
            "        f(np.ones(1))\n",
            "at each call of f (repeated in line {4});",
        ),
        (
            "def f(x):\n    m.predict(x[None])\nfor i in range(900):\n    while x.any():\n"
            "        f(np.ones(1))\n",
            "at each call of f (repeated in line {4});",
        ),
        (
            "def f(x):\n    m.predict(x[None])\nfor _ in range(9):\n    for n in range(900):\n"
            "        f(np.ones(1))\n",
            "at each call of f (repeated in line {4}), up to 8100 times: some 7 min",
        ),
        (
            "def f(x):\n    m.predict(x[None])\nfor n in range(900):\n    f(np.ones(1))\n"
            "while True:\n    f(np.ones(1))\n",
            "at each call of f (repeated in line {5});",
        ),
        (
            "def f(x):\n    m.predict(x[None])\nwhile x.any():\n    f(np.ones(1))\n"
            "    input()\nwhile x.any():\n    f(np.ones(1))\n",
            "at each call of f (repeated in line {6});",
        ),
    ],
)
def test_what_repeats_predict_and_how_often(program: str, words: str) -> None:
    head = "m = keras.Sequential([keras.layers.Dense(1)])\nx = np.ones((1, 1))\n"
    (message,) = messages(head + program, "TFR601")
    first = IMPORTS.count("\n") + head.count("\n")
    assert words.format(*range(first, first + 9)) in message


@pytest.mark.parametrize(
    ("statement", "advice"),
    [
        ("seen.append(x)", "return the value, and append it where step is called"),
        ("seen.extend(unknown(x))", "return the value, and extend the list where step is called"),
        ("seen.insert(0, 'dense')", "insert it where step is called"),
    ],
)
def test_a_list_that_grows_in_a_graph(statement: str, advice: str) -> None:
    program = f"seen = []\n@tf.function\ndef step(x):\n    {statement}\n    return x\n"
    (message,) = messages(f"{program}y = step(tf.ones(3))\nprint(seen)\n", "TFR403")
    assert message.endswith(f"once per trace of step, not per call; {advice}")


@pytest.mark.parametrize(
    ("body", "advice"),
    [
        ("return x * n", "pass tf.constant(i)"),
        ("tf.summary.scalar('loss', x, step=n)", "pass tf.constant(i, tf.int64)"),
        ("tf.summary.scalar('loss', x * n, step=n)", "pass tf.constant(i)"),
        ("return tf.concat([x] * n, 0)", "pass a tensor where line 8 takes one"),
    ],
)
def test_what_a_number_is_used_for(body: str, advice: str) -> None:
    program = f"@tf.function\ndef step(x, n):\n    {body}\n"
    calls = "for i in range(int(input())):\n    step(tf.ones(3), i)\n"
    (message,) = messages(program + calls, "TFR101")
    assert message.endswith(f"for every value; {advice}")


@pytest.mark.parametrize(
    ("options", "test", "advice"),
    [
        ("", "drawn > 0.5", "use tf.random"),
        ("", "x.shape[0] > 2", "use tf.random"),
        ("", "drawn in x.shape", "use tf.random, and tf.cond where it decides"),
        ("(autograph=False)", "drawn > 0.5", "use tf.random, and tf.cond where it decides"),
        ("(autograph=False)", "x.shape[0] > 2", "use tf.random"),
    ],
)
def test_a_draw_that_decides(options: str, test: str, advice: str) -> None:
    program = f"import random\nimport tensorflow as tf\n\n@tf.function{options}\ndef step(x):\n"
    program += f"    drawn = random.random()\n    if {test}:\n        x = -x\n    return x\n"
    (finding,) = check(program, codes={"TFR404"})
    assert finding.message.endswith(f"not per call; {advice}")


@pytest.mark.parametrize(
    ("before", "compiled", "advice"),
    [
        ("", "'adam', 'mse'", "compile once, and reset the optimizer if need be"),
        ("", "keras.optimizers.Adam(), 'mse'", "compile once, and reset the optimizer if"),
        ("", "kept, 'mse'", "compile once"),
        ("", "keras.optimizers.Adam(0.1 / i), 'mse'", "compile once, and set optimizer.learning_"),
        ("rate = 0.1 / i", "keras.optimizers.Adam(rate, 0.9)", "compile once, and set optimizer."),
        ("o = keras.optimizers.SGD(0.1 / i)", "o, 'mse'", "compile once, and set optimizer.learn"),
        ("", "keras.optimizers.SGD(0.1, 1 / i), 'mse'", "a compiled model for each 'optimizer'"),
        ("", "'adam', 'mse' if i % 2 else 'mae'", "keep a compiled model for each 'loss'"),
        ("loss = losses[i]", "loss=loss, optimizer='sgd'", "a compiled model for each 'loss'"),
        ("freeze(model.layers[0])", "'sgd', 'mse'", "each choice of trainable layers"),
        ("show(model)", "kept, 'mse'", "compile once"),
        ("options = dict(loss=losses[i])", "'sgd', **options", "model for each '**options'"),
        ("options = 'sgd', losses[i]", "*options", "a compiled model for each '*options'"),
    ],
)
def test_what_differs_between_compiles(before: str, compiled: str, advice: str) -> None:
    program = (
        "import tensorflow as tf\nfrom tensorflow import keras\nlosses = ['mse', 'mae'] * 50\n"
        "def freeze(layer):\n    layer.trainable = False\n"
        "def show(layer):\n    print(layer)\n"
        "model = keras.Sequential([keras.layers.Dense(1)])\nkept = keras.optimizers.SGD()\n"
        f"for i in range(1, 100):\n    {before or 'pass'}\n    model.compile({compiled})\n"
        "    model.fit(tf.ones([3, 2]), tf.ones([3, 1]))\n"
    )
    (found,) = check(program, codes={"TFR602"})
    assert advice in found.message
    assert advice != "compile once" or found.message.endswith("compile once")


def test_the_iterations_of_a_loop_compile_with_the_same_parameters() -> None:
    program = (
        "import tensorflow as tf\nfrom tensorflow import keras\n"
        "def train(model, rate, **options):\n    for _ in range(100):\n"
        "        model.compile(keras.optimizers.SGD(rate), **options)\n"
        "        model.fit(tf.ones([3, 2]), tf.ones([3, 1]))\n"
        "train(keras.Sequential([keras.layers.Dense(1)]), 0.1, loss='mse')\n"
    )
    (found,) = check(program, codes={"TFR602"})
    assert "compile once, and reset the optimizer" in found.message


@pytest.mark.parametrize(
    ("path", "advice"),
    [("'a.keras'", "read it once, before"), ("f'{i}.keras'", "or use tfretrace.PredictorCache")],
)
def test_what_to_do_about_a_model_that_is_read_again(path: str, advice: str) -> None:
    program = f"for i in range(100):\n    m = keras.models.load_model({path})\n    m.predict(x)\n"
    (found,) = messages(program, "TFR603")
    assert found.endswith(advice)
