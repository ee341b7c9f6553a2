"""Traced functions that use a changing Python number, and what the fix of each is.

``tests/fix`` holds what is written, ``tests/runtime`` that the results stay as they are.
"""

from __future__ import annotations

NUMBER = """\
import tensorflow as tf


@tf.function
def f(x: tf.Tensor, n):
    {0}


x = tf.ones([2])
results = []
for i in range(2, 9):
    results.append({1})
"""
PASSED = "results.append(f(x, tf.constant(i)))"
PASSED_FLOAT32 = "results.append(f(x, tf.constant(0.5 * i)))"
PASSED_FLOAT64 = "results.append(f(x, tf.constant(0.5 * i, tf.float64)))"


def program(body: str, value: str) -> str:
    """Return a program that calls a function with ``body`` for each value of a number."""
    return NUMBER.format(body.replace("\n", "\n    "), f"f(x, {value})")


FIXED = [
    # where it says how many are taken
    ("return x[0] * tf.math.top_k(tf.linspace(0.0, 1.0, 9), k=n).values", "i", [PASSED]),
    # where it meets tensors
    ("return x * n + n * x", "i", ["n = tf.cast(n, x.dtype)", PASSED]),
    ("x = -x\nreturn x * n", "i", ["return x * tf.cast(n, x.dtype)", PASSED]),
    (
        "y = -x\nreturn x * n, y * n",
        "i",
        ["return x * tf.cast(n, x.dtype), y * tf.cast(n, y.dtype)", PASSED],
    ),
    (
        "return x * n, tf.ones([2]) * n",
        "i",
        ["return x * tf.cast(n, x.dtype), tf.ones([2]) * tf.cast(n, tf.float32)", PASSED],
    ),
    (
        "return (lambda v: v * tf.ones([2]))(n)",
        "i",
        ["return (lambda v: tf.cast(v, tf.float32) * tf.ones([2]))(n)", PASSED],
    ),
    (
        "y = tf.cast(x, tf.int64)\nreturn y * n",
        "i",
        ["return y * tf.cast(n, y.dtype)", PASSED],
    ),
    ("y = tf.cast(x, tf.int32)\nreturn y * n", "i", [PASSED]),
    (
        "y = x[:, None] - x\nreturn 2 / n * tf.reduce_sum(y**2, -1)",
        "0.5 * i",
        ["return tf.cast(2 / n, y.dtype) * tf.reduce_sum(y**2, -1)", PASSED_FLOAT64],
    ),
    # tensors whose dtype is that of another
    (
        "return x + n * tf.eye(2, dtype=x.dtype)",
        "0.5 * i",
        ["return x + tf.cast(n, x.dtype) * tf.eye(2, dtype=x.dtype)", PASSED_FLOAT64],
    ),
    (
        "return (tf.zeros([2], dtype=x.dtype) / 2.0 + 1.0) * n",
        "0.5 * i",
        [
            "return (tf.zeros([2], dtype=x.dtype) / 2.0 + 1.0) * tf.cast(n, x.dtype)",
            PASSED_FLOAT64,
        ],
    ),
    (
        "parts = {'a': tf.stop_gradient(x)}\nkey = 'a' if x.shape[0] else 'b'\n"
        "return parts[key] * n",
        "0.5 * i",
        ["return parts[key] * tf.cast(n, parts[key].dtype)", PASSED_FLOAT64],
    ),
    # what a loop multiplies, collects and adds up
    (
        "m = tf.ones([2, 1])\ny = tf.ones([2, 2])\nfor _ in range(n):\n"
        "    y = y + m @ tf.matmul(m, y, transpose_a=True)\nreturn x * y",
        "i",
        ["for _ in tf.range(n):", PASSED],
    ),
    (
        "y = tf.ones([2, 1])\nfor _ in range(n):\n"
        "    y = tf.linalg.solve(2.0 * tf.eye(2), y)\nreturn x * y",
        "i",
        ["for _ in tf.range(n):", PASSED],
    ),
    (
        "y = tf.ones([n, 2])\nfor _ in range(2):\n    y = y + tf.roll(y, 1, axis=0)\nreturn x * y",
        "i",
        [PASSED],
    ),
    (
        "m = tf.eye(2)\ny = tf.ones([2])\nfor _ in range(n):\n"
        "    y = tf.linalg.matvec(m, y) * 0.5\nreturn x * y",
        "i",
        ["for _ in tf.range(n):", PASSED],
    ),
    (
        "m = tf.eye(2)\ny = tf.ones([3, 2])\nfor _ in range(n):\n"
        "    y = tf.tanh(tf.matmul(y, m)) - y\n    if _ > 5:\n        break\nreturn x * y",
        "i",
        ["for _ in tf.range(n):", PASSED],
    ),
    (
        "m = tf.eye(2)\ny = tf.ones([2])\nfor _ in range(n):\n"
        "    y = 0.5 * tf.reduce_max(y[:, None] + m, axis=0)\nreturn x * y",
        "i",
        ["for _ in tf.range(n):", PASSED],
    ),
    (
        "m = tf.ones([2, 3])\ny = tf.ones([1, 2])\nfor _ in range(n):\n"
        "    h = tf.sigmoid(y @ m)\n"
        "    y = tf.cast(tf.matmul(h, m, transpose_b=True) > 2.0, tf.float32)\nreturn x * y",
        "i",
        ["for _ in tf.range(n):", PASSED],
    ),
    (
        "def halved(v):\n    w = tf.square(v)\n    return tf.reduce_mean(w[None] * 0.5, axis=0)\n\n"
        "y = tf.ones([2])\nfor _ in range(n):\n    y = halved(y) + 1.0\nreturn x * y",
        "i",
        ["for _ in tf.range(n):", PASSED],
    ),
    (
        "rows = []\ny = tf.ones([2])\nfor _ in range(n):\n    y = y * 0.5\n"
        "    rows.append(y + x)\nreturn tf.stack(rows)",
        "i",
        [
            "rows = tf.TensorArray(x.dtype, size=0, dynamic_size=True)",
            "for _ in tf.range(n):",
            "rows = rows.write(rows.size(), y + x)",
            "return rows.stack()",
            PASSED,
        ],
    ),
    (
        "y, total = tf.ones([2]), 0.0\nfor _ in range(n):\n"
        "    total = total + tf.reduce_sum(y)\nreturn x * total",
        "i",
        ["for _ in tf.range(n):", PASSED],
    ),
    ("return x * tf.ones([2, 9])[:, n]", "i", [PASSED]),
    # a Python int that counts in a loop of the graph
    ("i = 0\nwhile i < n:\n    x = x * 2.0\n    i += 1\nreturn x", "i", [PASSED]),
    (
        "count = 1\nfor _ in range(n):\n    x = x + count\n    count = count + 2\nreturn x",
        "i",
        ["for _ in tf.range(n):", "x = x + tf.cast(count, x.dtype)", PASSED],
    ),
    (
        "return tf.where(x > n, tf.square(x), n), tf.clip_by_value(x, 0.0, n)",
        "0.5 * i",
        [
            "return (",
            "tf.where(x > tf.cast(n, x.dtype), tf.square(x), tf.cast(n, x.dtype)),",
            "tf.clip_by_value(x, 0.0, tf.cast(n, x.dtype)),",
            ")",
            PASSED_FLOAT64,
        ],
    ),
    # in a container that is written out
    ("return {'y': x * n}", "i", ["n = tf.cast(n, x.dtype)", PASSED]),
    # returned from a tf.function, which makes a tensor of it in any case
    ("return x, n", "i", [PASSED]),
    ("return x, (n, n + 1)", "i", [PASSED]),
    ("return n", "0.5 * i", [PASSED_FLOAT32]),
    (
        "rate = n / 3\nreturn x, rate",
        "0.1 * i",
        [
            "return x, tf.cast(rate, tf.float32)",
            "results.append(f(x, tf.constant(0.1 * i, tf.float64)))",
        ],
    ),
    ("if n < 4:\n    beta = 8.0\nelse:\n    beta = 0.5\nreturn beta, x", "i", [PASSED]),
    # where it meets what has the dtype of a tensor with a name
    (
        "return tf.square(x) * n, n * tf.reduce_sum(-x)",
        "i",
        [
            "return tf.square(x) * tf.cast(n, x.dtype), tf.cast(n, x.dtype) * tf.reduce_sum(-x)",
            PASSED,
        ],
    ),
    (
        "return tf.stack([x[0], n])",
        "i",
        ["return tf.stack([x[0], tf.cast(n, x.dtype)])", PASSED],
    ),
    (
        "return (2.0 * x + 1.0) * n",
        "0.5 * i",
        ["return (2.0 * x + 1.0) * tf.cast(n, x.dtype)", PASSED_FLOAT64],
    ),
    (
        "return tf.maximum(n * x, 0.0) / (2.0 * n)",
        "0.5 * i",
        [
            "return tf.maximum(tf.cast(n, x.dtype) * x, 0.0) / tf.cast(2.0 * n, x.dtype)",
            PASSED_FLOAT64,
        ],
    ),
    (
        "return tf.ones_like(x) * (1.0 - n)",
        "0.5 * i",
        ["return tf.ones_like(x) * tf.cast(1.0 - n, x.dtype)", PASSED_FLOAT64],
    ),
    ("y = tf.cast(x, tf.float64)\nreturn y * n", "0.5 * i", [PASSED_FLOAT64]),
    (
        "y = tf.cast(x, tf.float32)\nreturn y * n",
        "0.5 * i",
        [PASSED_FLOAT32],
    ),
    (
        "return tf.cast(n, tf.float32) * x",
        "0.5 * i",
        [PASSED_FLOAT32],
    ),
    ("return tf.ones([9])[n]", "i", [PASSED]),
    # arithmetic
    ("m = n\nm += 1\nreturn x * (n - m)", "i", ["return x * tf.cast(n - m, x.dtype)", PASSED]),
    ("return x * (n // 2)", "i", ["return x * tf.cast(n // 2, x.dtype)", PASSED]),
    (
        "return x * (n / n)",
        "i",
        [
            "return x * tf.cast(tf.cast(n, tf.float64) / tf.cast(n, tf.float64), x.dtype)",
            PASSED,
        ],
    ),
    (
        "m = n + 0.5\nk = n + 0.25\nreturn x * (m - k)",
        "i",
        [
            "m = tf.cast(n, tf.float64) + 0.5",
            "k = tf.cast(n, tf.float64) + 0.25",
            "return x * tf.cast(m - k, x.dtype)",
            PASSED,
        ],
    ),
    # steps
    (
        "tf.summary.write('x', x, step=n)\nreturn x",
        "i",
        ["results.append(f(x, tf.constant(i, tf.int64)))"],
    ),
    (
        "tf.summary.write('x', x, step=n)\nreturn x * n",
        "i",
        [
            "tf.summary.write('x', x, step=tf.cast(n, tf.int64))",
            "return x * tf.cast(n, x.dtype)",
            PASSED,
        ],
    ),
    # conditions
    ("if n is not None:\n    x = -x\nreturn x", "i", [PASSED]),
    ("if not n > 1 or n > 2 and x is None:\n    x = -x\nreturn x", "i", [PASSED]),
    ("if n > 2.5:\n    x = -x\nreturn x", "i", ["if tf.cast(n, tf.float64) > 2.5:", PASSED]),
    ("if n > 2:\n    x = -x\nreturn x", "0.5 * i", [PASSED_FLOAT64]),
    ("return tf.where(n > x, x, -x)", "i", ["n = tf.cast(n, x.dtype)", PASSED]),
    ("tf.print(n == 'a')\nreturn x", "str(i)", ["results.append(f(x, tf.constant(str(i))))"]),
    # helpers
    (
        "def g(v):\n    return x * v\nreturn g(n) + g(n)",
        "i",
        ["return x * tf.cast(v, x.dtype)", PASSED],
    ),
    ("def g(n):\n    return x * n\nreturn g(2)", "i", [PASSED]),
    (
        "def g(v, w):\n    return x * v + w\nreturn g(n, n + 1)",
        "i",
        ["return x * tf.cast(v, x.dtype) + tf.cast(w, x.dtype)", PASSED],
    ),
    # further apart than one evaluation goes
    (
        "m = n\ny = x * m\n" + "m = m + 1\n" * 70 + "return y + m",
        "i",
        ["y = x * tf.cast(m, x.dtype)", "return y + tf.cast(m, y.dtype)", PASSED],
    ),
    ("return tf.stack([n, n + 1])", "i", [PASSED]),
    ("return tf.reduce_sum([n, 1.5])", "0.5 * i", [PASSED_FLOAT32]),
    (
        "return tf.stack([tf.ones([]), n])",
        "i",
        ["return tf.stack([tf.ones([]), tf.cast(n, tf.float32)])", PASSED],
    ),
    ("return tf.maximum(x, n)", "i", ["n = tf.cast(n, x.dtype)", PASSED]),
    ("return tf.add(x, n, 'sum')", "i", ["n = tf.cast(n, x.dtype)", PASSED]),
    # loops
    (
        "y = tf.zeros([3])\nx += tf.reduce_sum(y)\nfor k in range(n):\n"
        "    y = tf.reduce_sum(x)\n    x = x + y\nreturn x",
        "i",
        ["for k in tf.range(n):", PASSED],
    ),
    (
        "y = tf.zeros([2])\nfor k in range(n):\n    y = y / 2 + tf.ones([1])\nreturn y",
        "i",
        ["for k in tf.range(n):", PASSED],
    ),
    (
        "y = tf.zeros([2, 2])\nfor k in range(n):\n    y = y + tf.ones([2])\nreturn y",
        "i",
        ["for k in tf.range(n):", PASSED],
    ),
    (
        "y = tf.zeros([2])\nfor k in range(n):\n    y = tf.ones([2])\nreturn y",
        "i",
        ["for k in tf.range(n):", PASSED],
    ),
    (
        "y = 0.0\nfor k in range(n):\n    y = tf.constant(1.0)\nreturn y",
        "i",
        ["for k in tf.range(n):", PASSED],
    ),
    (
        "y = tf.ones([9, 3])\na = tf.zeros([3])\nfor k in range(n):\n"
        "    a = a + y[n - 1]\nreturn a",
        "i",
        ["for k in tf.range(n):", PASSED],
    ),
    (
        "y = tf.zeros([2])\nfor k in range(n):\n    t = tf.zeros([3])\n"
        "    if x is not None:\n        t = tf.ones([2])\n        y = t\nreturn y",
        "i",
        ["for k in tf.range(n):", PASSED],
    ),
    (
        "m = 1\nfor k in range(3):\n    tf.print(tf.ones([2]) * m)\n    m = n\nreturn x",
        "i",
        ["tf.print(tf.ones([2]) * tf.cast(m, tf.float32))", PASSED],
    ),
    # conditionals
    ("if n > 3:\n    x = tf.add(x, 1.0)\nreturn x", "i", [PASSED]),
    ("if n > 3:\n    y = -x\n    x = y * 2\nreturn x", "i", [PASSED]),
    ("y = 1\nx = x + y\nif n > 3:\n    y = -x\n    x = y * 2\nreturn x", "i", [PASSED]),
    ("if x is None:\n    if n > 1:\n        x = -x\nreturn x", "i", [PASSED]),
    (
        "a = n\nif x is None:\n    a = 1\nreturn x * a",
        "i",
        ["return x * tf.cast(a, x.dtype)", PASSED],
    ),
    (
        "a = n\nif x is None:\n    a = 1\nb = a + 1\nreturn x * b",
        "i",
        ["return x * tf.cast(b, x.dtype)", PASSED],
    ),
    # what conditionals set
    (
        "y = 1\nif n > 1:\n    y += 1\nreturn x * y",
        "i",
        ["return x * tf.cast(y, x.dtype)", PASSED],
    ),
    (
        "y = 1\nif n > 1:\n    y = n + 1\nreturn x * y",
        "i",
        ["return x * tf.cast(y, x.dtype)", PASSED],
    ),
    ("y = True\nif n > 1:\n    y = False\nif y:\n    x = -x\nreturn x", "i", [PASSED]),
    ("a = tf.ones([2])\ny = 0.5\nif n > 1:\n    y = 0.25\nreturn a * y", "i", [PASSED]),
    # what Python and NumPy compute
    (
        "import math\nreturn x * math.sin(n)",
        "0.5 * i",
        ["return x * tf.cast(tf.sin(n), x.dtype)", PASSED_FLOAT64],
    ),
    (
        "import numpy as np\nreturn x * np.exp(-0.1 * n)",
        "i",
        ["return x * tf.cast(tf.exp(-0.1 * tf.cast(n, tf.float64)), x.dtype)", PASSED],
    ),
    (
        "import math\nreturn x * math.pow(2.0, n)",
        "0.5 * i",
        [
            "return x * tf.cast(tf.pow(tf.constant(2.0, tf.float64), n), x.dtype)",
            PASSED_FLOAT64,
        ],
    ),
    (
        "return x * max(n, 4) - abs(1 - n)",
        "i",
        [
            "return x * tf.cast(tf.maximum(n, 4), x.dtype) - tf.cast(tf.abs(1 - n), x.dtype)",
            PASSED,
        ],
    ),
    (
        "return x * min(n, 1)",
        "0.5 * i",
        ["return x * tf.cast(tf.minimum(n, 1), x.dtype)", PASSED_FLOAT64],
    ),
    ("return x[:max(1, n - 1)]", "i", ["return x[:tf.maximum(1, n - 1)]", PASSED]),
    # A number of NumPy is float64 by itself, where one of Python becomes float32.
    (
        "import numpy as np\nreturn tf.exp(np.sqrt(n))",
        "0.5 * i",
        ["return tf.exp(tf.sqrt(n))", PASSED_FLOAT64],
    ),
    (
        "import math\nreturn tf.exp(math.sqrt(n))",
        "0.5 * i",
        ["return tf.exp(tf.cast(tf.sqrt(n), tf.float32))", PASSED_FLOAT64],
    ),
    (
        "import numpy as np\nreturn np.tanh(n)",
        "i",
        ["return tf.tanh(tf.cast(n, tf.float64))", PASSED],
    ),
    (
        "import math\nreturn math.atan2(n, 2)",
        "i",
        ["return tf.cast(tf.math.atan2(tf.cast(n, tf.float64), 2), tf.float32)", PASSED],
    ),
    (
        "import numpy as np\nt = np.sqrt(n)\nif t > 1.5:\n    x = x * 2.0\nreturn x * t",
        "0.5 * i",
        ["t = tf.sqrt(n)", "return x * tf.cast(t, x.dtype)", PASSED_FLOAT64],
    ),
    # what helpers return
    (
        "def decay(s):\n    return 1.0 - 0.01 * s\nreturn x * decay(n)",
        "0.5 * i",
        ["return x * tf.cast(decay(n), x.dtype)", PASSED_FLOAT64],
    ),
    (
        "import math\ndef decay(s):\n    return math.exp(-s)\nreturn x * decay(n)",
        "0.5 * i",
        ["return tf.exp(-s)", "return x * tf.cast(decay(n), x.dtype)", PASSED_FLOAT64],
    ),
    # numbers of which the graph chooses one
    (
        "def decay(s):\n    if s > 2.0:\n        return 0.5\n    return 1.0 - 0.01 * s\n"
        "return x * decay(n)",
        "0.5 * i",
        [
            "return tf.constant(0.5, tf.float64)",
            "return x * tf.cast(decay(n), x.dtype)",
            PASSED_FLOAT64,
        ],
    ),
    (
        "if n < 5:\n    rate = 0.1 * n / 5\nelif n < 7:\n    rate = 0.1\n"
        "else:\n    rate = 0.1 / n\nreturn x * rate",
        "i",
        [
            "rate = 0.1 * tf.cast(n, tf.float64) / 5",
            "rate = tf.constant(0.1, tf.float64)",
            "rate = 0.1 / tf.cast(n, tf.float64)",
            "return x * tf.cast(rate, x.dtype)",
            PASSED,
        ],
    ),
    (
        "rate = 0.1\ny = x * rate\nif n < 5:\n    rate = n / 5\nreturn y * rate",
        "i",
        [
            "rate = tf.constant(0.1, tf.float64)",
            "y = x * tf.cast(rate, x.dtype)",
            "rate = tf.cast(n, tf.float64) / 5",
            "return y * tf.cast(rate, y.dtype)",
            PASSED,
        ],
    ),
    (
        "return x * (n / 5 if n < 5 else 1.0)",
        "i",
        [
            "return (",
            "x * tf.cast("
            "tf.cast(n, tf.float64) / 5 if n < 5 else tf.constant(1.0, tf.float64), x.dtype)",
            ")",
            PASSED,
        ],
    ),
    (
        "k = 1 if n < 5 else n // 5\nreturn x * k",
        "i",
        [
            "k = tf.constant(1) if n < 5 else n // 5",
            "return x * tf.cast(k, x.dtype)",
            PASSED,
        ],
    ),
    # places in tensors
    ("return tf.tensor_scatter_nd_add(x, [[n % 2]], [1.0])", "i", [PASSED]),
    ("return tf.gather_nd(x, [n % 2])", "i", [PASSED]),
    # elements of lists that are joined to tensors
    ("return tf.concat([[n], x, [0.0]], 0)", "i", ["n = tf.cast(n, x.dtype)", PASSED]),
    (
        "import math\nreturn tf.concat([[math.sin(n), 1.0], x], 0)",
        "0.5 * i",
        ["return tf.concat([[tf.cast(tf.sin(n), x.dtype), 1.0], x], 0)", PASSED_FLOAT64],
    ),
    # what gives a tensor its elements
    ("return x, tf.reshape(n, [1])", "i", [PASSED]),
    ("return x * tf.reshape(n, [1])", "0.5 * i", [PASSED_FLOAT32]),
    ("return tf.linalg.diag([n, 1.0])", "0.5 * i", [PASSED_FLOAT32]),
    # assertions
    ("assert n > 1\nreturn x", "i", ['tf.debugging.Assert(n > 1, ["n > 1"])', PASSED]),
    (
        "assert not n > 9, 'no'\nreturn x",
        "i",
        ["tf.debugging.Assert(not n > 9, ['no'])", PASSED],
    ),
    (
        "assert n != 1.5\nreturn x",
        "i",
        ['tf.debugging.Assert(tf.cast(n, tf.float64) != 1.5, ["n != 1.5"])', PASSED],
    ),
]
"""The body, the number that is passed, and the lines that the fix writes."""
