"""Programs that safe fixes change keep their results bit for bit; near misses stay as they are.

What each program gives is in ``results``.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from tfretrace_fix.engine import fix_source

from flake8_tfretrace import Settings
from tests.runtime.test_number_fixes import results
from tfretrace.values import compare

SIZES = """\
import tensorflow as tf


@tf.function{options}
def f(x, n):
{body}


x = tf.linspace(-1.5, 2.5, 12)
results = []
for i in range({first}, 12):
    results.append({call})
"""


def sizes(body: str, first: int = 1, call: str = "f(x, i)", options: str = "") -> str:
    """Return a program in which a number decides sizes."""
    body = indent(body, "    ")
    return SIZES.format(body=body, first=first, call=call, options=options)


KEPT = [
    sizes("y = x[:n]\nreturn tf.reduce_sum(y * y), tf.reduce_mean(y), tf.size(y)", first=0),
    sizes("return tf.reduce_max(x[-n:]) + tf.exp(x[n:])", first=1),
    sizes("return x[:n] * tf.constant([2.0])", call="f(x, i - 6)"),
    sizes("best, places = tf.math.top_k(x, k=n)\nreturn best, tf.gather(x, places)"),
    sizes("return tf.one_hot([0, 3, 1], n) @ tf.reshape(x[:n], [n, 1])"),
    sizes("return tf.reduce_sum(tf.eye(n) * x[:n], axis=1)", first=0),
    sizes("grid = tf.tile(x[None], [n, 1])\nreturn tf.nn.softmax(grid, axis=0)"),
    sizes("return tf.broadcast_to(x[0], [n, 3])"),
    sizes("return tf.fill([n, 2], 1.5) + tf.zeros([n, 1]), tf.ones([n])", first=0),
    sizes("return tf.repeat(x, n), tf.cumsum(tf.linspace(0.0, 1.0, n))"),
    sizes(
        "with tf.GradientTape() as tape:\n"
        "    tape.watch(x)\n"
        "    loss = tf.reduce_mean(tf.square(x[:n]) / (2.0 + x[1:n + 1]))\n"
        "return tape.gradient(loss, x)"
    ),
    sizes("y = tf.cast(tf.range(n), tf.float32)\nreturn tf.linalg.norm(y), y[:, None] * x"),
]
NEAR_MISSES = [
    # a size that decides the rank
    sizes("return tf.squeeze(x[:n])"),
    # static shapes
    sizes("y = x[:n]\nreturn y / y.shape[0]"),
    sizes("y = x[:n]\ny.set_shape([n])\nreturn y"),
    sizes("return tf.add_n(tf.unstack(x[:n]))"),
    sizes("r = tf.range(n)\nreturn tf.zeros([r.shape[0]])"),
    sizes("return tf.convert_to_tensor([tf.range(n).shape.rank, len(x[:n])])"),
    sizes("return tf.TensorArray(tf.float32, n).unstack(x[:n]).stack()"),
    # what the graph decides or goes over
    sizes("s = 0.0\nfor row in x[:n]:\n    s += row\nreturn s"),
    sizes("y = x[:n]\nif tf.reduce_sum(y) > 0.0:\n    y = tf.concat([y, y], 0)\nreturn y"),
    sizes("return tf.cond(x[0] > 0.0, lambda: x[:n], lambda: x)"),
    # what leaves an image alone that has the size
    sizes(
        "return tf.image.resize(tf.reshape(x, [3, 4, 1]), [n, 4], method='gaussian')",
    ),
    sizes("return tf.signal.frame(x, n, 1) * tf.signal.hann_window(n)"),
    # Python code
    sizes("y = x[:n]\nprint(y)\nreturn y"),
    sizes("y = x[:n]\nreturn y if isinstance(y.shape[0], int) else x"),
    sizes("return x[:n]", options="(jit_compile=True)"),
    # a graph around
    sizes("return x[:n]", call="g(x, i)").replace(
        "\n\nx = ",
        "\n\n@tf.function\ndef g(x, n):\n    return f(x, n) * f(x, n).shape[0]\n\n\nx = ",
    ),
]


@pytest.mark.parametrize("source", KEPT)
def test_results_stay(source: str, tmp_path: Path) -> None:
    fixed = fix_source(source, str(tmp_path / "before.py")).text
    assert fixed != source
    before, after = results(source, tmp_path / "before.py"), results(fixed, tmp_path / "after.py")
    comparison = compare(before, after)
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize("source", NEAR_MISSES)
def test_near_misses_stay(source: str) -> None:
    result = fix_source(source)
    assert result.text == source
    assert result.left


STATE = """\
import numpy as np
import tensorflow as tf

G = 1.0
w = np.array([1.0, 2.0], np.float32)


def bump(a):
    a += 1


class Config:
    def __init__(self):
        self.k = 1.0


class Problem:
    def __init__(self):
        self.k = 2.0
        self.w = np.array([1.0, 2.0], np.float32)
        self.shared = w
        self.parts = [1.0]
        self.table = {{"a": 1.0}}
        self.config = Config()

    def rate(self, y):
        return {body}


{solver}


problem = Problem()
solver = Solver(problem)
results = []
for i in range(6):
    results.append(solver.step(tf.constant([1.0, 2.0]), float(i)).numpy())
    {change}

if __name__ == "__main__":
    print(results)
"""
SOLVERS = {
    "a bound method is passed": """\
@tf.function
def advance(rate, y):
    return y + 0.1 * rate(y)


class Solver:
    def __init__(self, problem):
        self.problem = problem

    def step(self, y, n):
        return advance(self.problem.rate, n * y)""",
    "a bound method is wrapped": """\
class Solver:
    def __init__(self, problem):
        self.problem = problem

    def step(self, y, n):
        return tf.function(self.problem.rate)(n * y)""",
    "a number is passed": """\
class Solver:
    def __init__(self, problem):
        self.problem = problem

    @tf.function
    def step(self, y, n):
        return self.problem.rate(n * y)""",
}
UNCHANGED = [
    ("self.k * y", "pass"),
    ("self.w * y", "print(problem.w[0], len(problem.w))"),
    ("sum(self.parts) * y", "print(problem.parts, max(problem.parts))"),
    ("self.config.k * y", "problem.config.l = 2.0"),
]
CHANGED = [
    ("self.k * y", "problem.k += 1.0"),
    ("self.k * y", "setattr(problem, ['k'][0], float(i))"),
    ("self.k * y", "vars(problem)['k'] = float(i)"),
    ("self.k * y", "problem.__dict__.update(k=float(i))"),
    ("self.k * y", "solver.problem = Problem()\n    solver.problem.k = float(i)"),
    ("self.k * y", "Problem.rate = lambda self, y: 9.0 * y"),
    ("self.w * y", "v = problem.w\n    v += 1.0"),
    ("self.w * y", "bump(problem.w)"),
    ("self.w * y", "np.copyto(problem.w, float(i))"),
    ("self.shared * y", "w[0] = float(i)"),
    ("sum(self.parts) * y", "v = problem.parts\n    v.append(1.0)"),
    ("self.table['a'] * y", "v = problem.table\n    v['a'] = float(i)"),
    ("self.config.k * y", "v = problem.config\n    v.k += 1.0"),
    ("G * y", "G += 1.0"),
]


def program_of_its_own(source: str, folder: Path) -> Path:
    """Write a program that is all there is of its project."""
    (folder / "pyproject.toml").touch()
    path = folder / "before.py"
    path.write_text(source, encoding="utf-8")
    return path


@pytest.mark.parametrize(("body", "change"), UNCHANGED)
@pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)
def test_state_that_stays(solver: str, body: str, change: str, tmp_path: Path) -> None:
    """A trace that is kept goes on with what it read of objects: that is what they still hold."""
    source = STATE.format(solver=solver, body=body, change=change)
    path = program_of_its_own(source, tmp_path)
    fixed = fix_source(source, str(path)).text
    assert fixed != source
    comparison = compare(results(source, path), results(fixed, tmp_path / "after.py"))
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize(("body", "change"), CHANGED)
@pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)
def test_state_that_changes(solver: str, body: str, change: str, tmp_path: Path) -> None:
    """Each trace would see the state anew, by whatever name it is changed: it is left alone."""
    source = STATE.format(solver=solver, body=body, change=change)
    path = program_of_its_own(source, tmp_path)
    assert fix_source(source, str(path)).text == source


LAMBDAS = """\
import tensorflow as tf

G = 1.0


@tf.function
def slope(f, x):
    {body}


def square(x, k=2.0):
    return x ** k


def scaled(x):
    return x * G


def check(f, x):
    return slope({passed}, x)


results = []
for i in range(4):
    for x in (tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])):
        results.append(check({function}, x).numpy())
        {change}

if __name__ == "__main__":
    print(results)
"""
METHODS = """\
import tensorflow as tf


@tf.function
def advance(x, rule):
    {body}


class Model:
    def __init__(self, k):
        self.k = k

    def rule(self, x):
        return x * self.k

    {more}


class Left(Model):
    def rule(self, x):
        return x - self.k


class Bank:
    def __init__(self):
        self.models = [Model(1.0), Left(2.0), Model(3.0)]

    def step(self, x):
        return [advance(x, {passed}) for model in self.models]


bank = Bank()
results = []
for i in range(4):
    results += bank.step(tf.constant([1.0, 2.0]))
    {change}

if __name__ == "__main__":
    print(results)
"""


def passed_on(
    body: str = "return f(x) + 1.0",
    passed: str = "lambda v: f(v)",
    function: str = "square",
    change: str = "pass",
) -> str:
    """Return a program that hands a traced function a lambda around another function."""
    return LAMBDAS.format(body=body, passed=passed, function=function, change=change)


def bound(
    body: str = "return rule(x) + 1.0",
    more: str = "name = None",
    passed: str = "model.rule",
    change: str = "pass",
) -> str:
    """Return a program that hands a traced function bound methods of several instances."""
    return METHODS.format(body=body, more=more, passed=passed, change=change)


CALLED = [
    passed_on(),
    passed_on("return f(x, 3.0)", "lambda v, k: f(v, k)"),
    bound(),
    bound("return tf.map_fn(rule, x)"),
    bound(more="def __bool__(self):\n        return False"),
]
NOT_ONLY_CALLED = [
    passed_on("return f(x, 3.0)", "lambda v, k: f(k, v)"),
    passed_on("return f(v=x)"),
    passed_on(passed="lambda v, k=3.0: f(v)"),
    passed_on("return f(x) * len(f.__name__)"),
    passed_on("print(f)\n    return f(x)"),
    passed_on(function="scaled", change="G += 1.0"),
    passed_on(function="Model().rule").replace(
        "G = 1.0", "class Model:\n    def rule(self, x):\n        return x"
    ),
    bound(change="bank.models[0].k += 1.0"),
    bound(change="model = bank.models[1]\n    model.k += 1.0"),
    bound(more="def __eq__(self, other):\n        return True"),
    bound(more="__hash__ = None"),
    bound(more="__slots__ = ('k',)"),
    bound("rule = rule or abs\n    return rule(x)"),
    bound(passed="model.rule if i % 2 else self.models[0].rule"),
    bound(passed="Model(1.0).rule"),
    bound("print(rule)\n    return rule(x)"),
    bound().replace("results = []", "results = [advance(tf.constant([1.0, 2.0]), abs)]"),
]


@pytest.mark.parametrize("source", CALLED)
def test_what_is_only_called(source: str, tmp_path: Path) -> None:
    path = program_of_its_own(source, tmp_path)
    fixed = fix_source(source, str(path), codes={"TFR105"}).text
    assert fixed != source
    comparison = compare(results(source, path), results(fixed, tmp_path / "after.py"))
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize("source", NOT_ONLY_CALLED)
def test_what_is_more_than_called(source: str, tmp_path: Path) -> None:
    path = program_of_its_own(source, tmp_path)
    assert fix_source(source, str(path), codes={"TFR105"}).text == source


JACOBIANS = """\
import numpy as np
import tensorflow as tf


def rate(x):
    return tf.stack([x[0] * x[1], x[1] ** 2])


def slopes({parameters}):
    {body}
    with tf.GradientTape() as tape:
        tape.watch(v)
        y = rate(v)
    return tape.jacobian(y, v)


results = []
for i in range(5):
    results.append(slopes({passed}))
{after}
"""


def jacobian(
    body: str,
    passed: str = "(1.0 + i, 2.0)",
    parameters: str = "theta",
    after: str = "",
) -> str:
    """Return a program that takes a Jacobian for what the caller passes."""
    return JACOBIANS.format(body=body, passed=passed, parameters=parameters, after=after)


MADE_BY_CALLERS = [
    jacobian("v = tf.math.log(tf.constant(theta, tf.float32))"),
    jacobian("theta = tf.constant(theta, dtype=tf.float64)\n    v = tf.exp(theta)"),
    jacobian("v = tf.convert_to_tensor(theta, 'float32')", "np.array([1.0 + i, 2.0])"),
    jacobian("v = tf.constant(theta)", "theta=[float(k + i) for k in (1, 2)]"),
    jacobian("v = tf.constant(theta)", after="results.append(slopes([3.0, 4.0]))"),
]
MADE_IN_THE_BODY = [
    jacobian("v = tf.constant(theta, shape=[2])"),
    jacobian("v = tf.constant(theta, tf.float32) * float(theta[0])"),
    jacobian("v = tf.zeros([2])\n    if len(theta):\n        v = tf.constant(theta)"),
    jacobian("make = lambda: tf.constant(theta)\n    v = make()"),
    jacobian("v = tf.constant(theta)", parameters="theta=(1.0, 2.0)"),
    jacobian("v = tf.constant(theta, dt)", "(1.0 + i, 2.0), tf.float32", "theta, dt"),
    jacobian("v = tf.constant(theta)", "*[(1.0 + i, 2.0)]"),
    jacobian("v = tf.constant(theta)", after="results += map(slopes, [(1.0, 2.0)])"),
]


@pytest.mark.parametrize("source", MADE_BY_CALLERS)
def test_tensors_that_callers_make(source: str, tmp_path: Path) -> None:
    fixed = fix_source(source, codes={"TFR507"}, unsafe=True).text
    assert "@tf.function\ndef slopes" in fixed
    before, after = results(source, tmp_path / "before.py"), results(fixed, tmp_path / "after.py")
    comparison = compare(before, after)
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize("source", MADE_IN_THE_BODY)
def test_tensors_that_callers_cannot_make(source: str) -> None:
    assert fix_source(source, codes={"TFR507"}, unsafe=True).text == source


HANDED = """\
import tensorflow as tf

kept = []


def solve(f, low, high):
    {helper}


results = []
for i in range(12):
    acid = tf.constant(0.1 * i + 1.0, tf.float64)
    share = 0.5 * i

    @tf.function
    def balance(x):
        return acid * x + share

    {before}
    results.append(solve(balance, tf.constant(0.0, tf.float64), tf.constant(1.0, tf.float64)))
    {after}
results += [f(tf.constant(1.0, tf.float64)) for f in kept]
"""
STEPS = "for _ in range(3):\n        low = 0.5 * (low + high) + 0.1 * f(low)\n    return low"


def handed(helper: str = STEPS, before: str = "pass", after: str = "pass") -> str:
    """Return a program that hands a traced function of a loop to another function."""
    return HANDED.format(helper=helper, before=before, after=after)


ONLY_CALLED = [
    handed(),
    handed("return f(x=low) + high"),
    handed(after="results.append(balance(tf.constant(2.0, tf.float64)))"),
    handed().replace("solve(f, low, high)", "solve(f=abs, low=None, high=None)"),
]
MORE_THAN_CALLED = [
    handed("kept.append(f)\n    return f(low)"),
    handed("def later(x):\n        return f(x)\n    return later(low)"),
    handed("return f(low) * len(f.__name__)"),
    handed("return f(low) if callable(f) else low"),
    handed("f = f or abs\n    return f(low)"),
    handed("return f(low) if high < 0 else solve(f, low, high - 1.0)"),
    handed(before="acid = acid * 2.0"),
    handed(before="kept.append(balance)"),
    handed().replace("kept = []", "kept = []\nfunctools = None"),
    handed().replace("def solve", "@tf.function\ndef solve"),
]


@pytest.mark.parametrize("source", ONLY_CALLED)
def test_what_a_helper_only_calls(source: str, tmp_path: Path) -> None:
    settings = Settings(confidence="likely")
    fixed = fix_source(source, settings=settings, codes={"TFR501"}, unsafe=True).text
    assert "functools.partial(balance, acid=acid, share=tf.constant(share, tf.float64))" in fixed
    before, after = results(source, tmp_path / "before.py"), results(fixed, tmp_path / "after.py")
    comparison = compare(before, after)
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize("source", MORE_THAN_CALLED)
def test_what_a_helper_does_more_with(source: str) -> None:
    settings = Settings(confidence="likely")
    assert fix_source(source, settings=settings, codes={"TFR501"}, unsafe=True).text == source


LISTS = """\
import tensorflow as tf


@tf.function
def scaled(x, rates):
    {body}


def trial(number, rates):
    return [rate + 0.1 * number for rate in rates]


best = [1.0, 2.0, 3.0]
results = []
for i in range(6):
    rates = trial(i, best)
    results.append(scaled(tf.constant([1.0, 2.0]), rates))
{after}
"""
OF_NUMBERS = [
    ("low, middle, high = rates\n    return x * low + high, middle * x", ""),
    ("for rate in rates:\n        x = x * rate\n    return x", ""),
    ("low, _, _ = rates\n    return x * low", "results.append(scaled(x=results[0], rates=best))"),
]
MORE_THAN_ELEMENTS = [
    ("low, *others = rates\n    return x * low * others[0]", ""),
    ("return x * len(rates)", ""),
    ("return x * max(rates)", ""),
    ("rates.append(1.0)\n    return x * rates[0]", ""),
    ("low, _, _ = rates\n    return x * low if isinstance(low, float) else x", ""),
    ("low, _, _ = rates\n    print(low)\n    return x * low", ""),
]


@pytest.mark.parametrize(("body", "after"), OF_NUMBERS)
def test_lists_of_any_length(body: str, after: str, tmp_path: Path) -> None:
    source = LISTS.format(body=body, after=after)
    fixed = fix_source(source, codes={"TFR103"}, unsafe=True).text
    assert "tf.nest.map_structure(" in fixed
    before, after = results(source, tmp_path / "before.py"), results(fixed, tmp_path / "after.py")
    comparison = compare(before, after)
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize(("body", "after"), MORE_THAN_ELEMENTS)
def test_lists_that_are_more_than_their_elements(body: str, after: str) -> None:
    source = LISTS.format(body=body, after=after)
    assert fix_source(source, codes={"TFR103"}, unsafe=True).text == source


UNPACKED = """\
import tensorflow as tf

RATES = dict(low=lambda i: 0.1 * i, high=lambda i: 1.0 - 0.01 * i)


def at(step):
    return {{name: rate(step) for name, rate in RATES.items()}}


def views():
    return tf.ones([2]), tf.zeros([2])


@tf.function
def scaled({parameters}):
    return x * low + high


results = []
for i in range(12):
    results.append(scaled({passed}))
"""
TAKEN = [
    ("x, *, low, high", "tf.ones([2]), **at(i)"),
    ("x, low, high", "tf.ones([2]), **at(i)"),
    ("x, y, low, high", "*views(), **at(i)"),
    ("x, *, low, high, k", "tf.ones([2]), k=2.0, **at(i)"),
    ("x, *, low, high, k=1.0", "tf.ones([2]), **at(i)"),
    ("x, *, low, high, k", "tf.ones([2]), **at(i), **{'k': 1.0}"),
]
NOT_TAKEN = [
    ("x, *, low, high, k=1.0", "tf.ones([2]), **at(i)"),
    ("x, *, low, high, k", "tf.ones([2]), **at(i), **{'k': 1.0}"),
]


@pytest.mark.parametrize(("parameters", "passed"), TAKEN)
def test_what_takes_keywords_that_are_not_known(
    parameters: str, passed: str, tmp_path: Path
) -> None:
    source = UNPACKED.format(parameters=parameters, passed=passed)
    settings = Settings(confidence="likely")
    fixed = fix_source(source, settings=settings, codes={"TFR103"}, unsafe=True).text
    assert fixed != source
    before, after = results(source, tmp_path / "before.py"), results(fixed, tmp_path / "after.py")
    comparison = compare(before, after)
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize(("parameters", "passed"), NOT_TAKEN)
def test_what_may_not_take_keywords(parameters: str, passed: str) -> None:
    source = UNPACKED.format(parameters=parameters, passed=passed)
    # Which keys there are is not known.
    source = source.replace("RATES.items()", "sorted(RATES.items())[:2]")
    settings = Settings(confidence="likely")
    assert fix_source(source, settings=settings, codes={"TFR103"}, unsafe=True).text == source


ROWS = """\
import numpy as np
import tensorflow as tf


@tf.function
def summed(*rows):
    {body}


results = []
for n in range(9):
    rows = []
    for k in range(n + 1):
        rows.append(np.full(3, float(k) + n))
    results.append(summed(*rows))
"""
STACKED = [
    ("tf.reduce_sum(tf.stack(rows), 0)", ""),
    ("tf.reduce_sum(tf.stack(rows), 0) + tf.reduce_max(tf.stack(rows), 0)", ""),
    ("s", "t = tf.stack(rows)\n    s = t[0]\n    for k in range(3):\n        s += t[0, k]"),
]
NOT_STACKED = [
    ("tf.reduce_sum(tf.stack(rows), 0) / len(rows)", ""),
    ("tf.stack(rows, axis=1)", ""),
    ("tf.add_n(tf.unstack(tf.stack(rows)))", ""),
    ("tf.zeros([tf.stack(rows).shape[0]])", ""),
    ("s", "t = tf.stack(rows)\n    s = t[0]\n    for r in t:\n        s += r"),
    ("s", "t = tf.stack(rows)\n    s = t[0]\n    for k in tf.range(2):\n        s += t[0]"),
]


def stacking(returned: str, before: str) -> str:
    """Return a program that unpacks a list of rows, which grows, into a call."""
    body = f"{before}\n    return {returned}" if before else f"return {returned}"
    return ROWS.format(body=body)


@pytest.mark.parametrize(("returned", "before"), STACKED)
def test_rows_that_callers_stack(returned: str, before: str, tmp_path: Path) -> None:
    source = stacking(returned, before)
    settings = Settings(confidence="likely")
    fixed = fix_source(source, settings=settings, codes={"TFR103"}, unsafe=True).text
    assert "summed(tf.stack(rows))" in fixed
    first, second = results(source, tmp_path / "before.py"), results(fixed, tmp_path / "after.py")
    comparison = compare(first, second)
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize(("returned", "before"), NOT_STACKED)
def test_rows_that_stay_apart(returned: str, before: str) -> None:
    source = stacking(returned, before)
    settings = Settings(confidence="likely")
    assert fix_source(source, settings=settings, codes={"TFR103"}, unsafe=True).text == source


COMPARED = """\
import tensorflow as tf

TIMES = (3, 5, 8)
NAMES = ("3", "5")
SETTINGS = [2, 4]


@tf.function
def f(x, n):
{body}


x = tf.constant([1.0, 2.0])
results = []
for i in range(1, 12):
    results.append(f(x, {given}))
    {change}
"""


def compared(
    test: str, given: str = "i", *, change: str = "pass", then: str = "2.0", other: str = "0.5"
) -> str:
    """Return a program in which a comparison of a number chooses between two numbers."""
    body = indent(f"if {test}:\n    k = {then}\nelse:\n    k = {other}\nreturn k * x", "    ")
    return COMPARED.format(body=body, given=given, change=change)


DECIDED = [
    compared("3 <= n % 5 < 5"),
    compared("2 < n <= 7 != n"),
    compared("not 4 <= n < 9 and n % 2 == 0"),
    compared("n in TIMES"),
    compared("n not in (2, 4, 11)"),
    compared("n % 4 in (0, 3) or 6 < n < 8"),
    compared("0.35 < n < 0.75", "i / 10"),
    compared("n in (0.1, 0.3, 0.6)", "0.1 * i"),
    compared("n + 1 in (2.0, 4.5)"),
    compared("2 < n < 6.5"),
    compared("n in NAMES", "str(i)"),
    compared("n not in NAMES and n != '4'", "f'{i}'"),
    COMPARED.format(
        body=indent("k = 0.5 if 2 < n < 6 else 2.0\nreturn k * x", "    "), given="i", change="pass"
    ),
    COMPARED.format(
        body=indent(
            "if n in TIMES:\n    k, m = 2.0, 1\nelif 6 <= n < 9:\n    k, m = 3.0, 2\n"
            "else:\n    k, m = 0.5, 3\nreturn k * x, m",
            "    ",
        ),
        given="i",
        change="pass",
    ),
    COMPARED.format(
        body=indent(
            "gap = 1.0 / n\ntotal = tf.zeros([2])\nfor i in range(n):\n"
            "    due = gap * i\n    total += x * due\nreturn total",
            "    ",
        ),
        given="i",
        change="pass",
    ),
]
UNDECIDED = [
    # what is asked for changes, and each new number would see it
    compared("n in SETTINGS", change="SETTINGS.append(i + 3)"),
    compared("n in TIMES", change="TIMES += (i + 2,)"),
    # what TensorFlow makes no tensor of one dtype of
    compared("n in ()"),
    compared("n in {3, 5}"),
    compared("n in range(3, 7)"),
    compared("n in {3: 1}"),
    compared("n in (3, 'a')"),
    compared("n in (True, 3)"),
    compared("n in (3, None)"),
    compared("n in (3, 2**40)"),
    compared("n < 2**40"),
    compared("n in [[3], [4]]"),
    compared("n in '3 5'", "str(i)"),
    compared("'3' < n < '6'", "str(i)"),
    # what is a tensor already
    compared("1 < n < x[1] * 3.0"),
    # several values
    compared("3 in (n, n + 2)"),
    compared("(n, 1) in ((3, 1), (4, 1))"),
    compared("1 < n in TIMES"),
    # what is computed in branches
    compared("3 <= n < 5", then="2", other="0.5"),
    compared("3 <= n < 5", then="None", other="0.5"),
]


@pytest.mark.parametrize("source", DECIDED)
def test_comparisons_in_the_graph(source: str, tmp_path: Path) -> None:
    path = program_of_its_own(source, tmp_path)
    fixed = fix_source(source, str(path)).text
    assert fixed != source
    comparison = compare(results(source, path), results(fixed, tmp_path / "after.py"))
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize("source", UNDECIDED)
def test_comparisons_of_python(source: str, tmp_path: Path) -> None:
    path = program_of_its_own(source, tmp_path)
    assert fix_source(source, str(path)).text == source


FACTORIES = """\
import tensorflow as tf

G = 1.0
SCALES = [1.0, 2.0]


def rule(name, power{more}):
{body}


@tf.function
def apply(x, f):
    return f(x) + 1.0


def rounds(x, name, power):
    found = []
    for _ in range(3):
        f = {made}
        found.append(apply(x, f))
    return found


results = []
for name in ("a", "b", "a", "c"):
    for power in {powers}:
        results += rounds(tf.constant([1.0, 2.0]), name, power)
        {change}
"""
_CHOOSING = """\
if name == "a":
    return lambda x: x ** power
elif name == "b":
    def square(x):
        return power * x * x
    return square
else:
    half = 0.5 * power
    return lambda x: x - half"""


def factory(
    body: str = _CHOOSING,
    *,
    more: str = "",
    made: str = "rule(name, power)",
    powers: str = "(1.0, 2.0, 3.0)",
    change: str = "pass",
) -> str:
    """Return a program in which a factory makes the functions that are passed."""
    return FACTORIES.format(
        body=indent(body, "    "), more=more, made=made, powers=powers, change=change
    )


REMEMBERED = [
    factory(),
    factory(more=", shift=1.0", made="rule(name, power=power)"),
    factory(made="rule(power=power, name=name)"),
    factory("if name != 'z':\n    return lambda x: x * power\nraise ValueError(name)"),
    factory("def f(x):\n    return x * power / len(name) * G\nreturn f"),
    factory("def f(x):\n    return x * sum(SCALES) * power ** len(name)\nreturn f"),
]
MADE_IN_BODY = [
    factory("def f(x):\n    return x * power * G\nreturn f"),
    factory("def f(x):\n    return x * sum(SCALES) * power\nreturn f"),
]
MADE_ANEW = [
    # what the function reads changes
    factory("return lambda x: x * power * G", change="G += 1.0"),
    factory("return lambda x: x * power * sum(SCALES)", change="SCALES.append(power)"),
    factory("return lambda x: x * power * SCALES[0]", change="SCALES[0] += 1.0"),
    # a state of its own
    factory(
        "calls = 0\ndef f(x):\n    nonlocal calls\n    calls += 1\n"
        "    return x * power * calls\nreturn f"
    ),
    factory("seen = []\ndef f(x):\n    seen.append(1)\n    return x * power * len(seen)\nreturn f"),
    factory("SCALES.append(1.0)\nreturn lambda x: x * power * len(SCALES)"),
    factory("global G\nG += 1.0\nreturn lambda x: x * power * G"),
    factory("print(name)\nreturn lambda x: x * power"),
    factory("w = tf.Variable(power)\nreturn lambda x: x * w.assign_add(1.0)"),
    # what a cache takes for the same, or cannot keep
    factory("return lambda x: x * tf.cast(power / 2, tf.float32)", powers="(2, 2.0, True)"),
    factory("return lambda x: x * power[0]", powers="([1.0], [2.0])"),
    factory(made="rule(*(name, power))"),
]


@pytest.mark.parametrize("source", REMEMBERED)
def test_factories_that_remember(source: str, tmp_path: Path) -> None:
    path = program_of_its_own(source, tmp_path)
    fixed = fix_source(source, str(path)).text
    assert "lru_cache" in fixed
    comparison = compare(results(source, path), results(fixed, tmp_path / "after.py"))
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize("source", MADE_IN_BODY)
def test_factories_that_the_body_calls(source: str, tmp_path: Path) -> None:
    """One trace for all settings, in place of one for each that a factory remembers."""
    path = program_of_its_own(source, tmp_path)
    fixed = fix_source(source, str(path)).text
    assert "def apply(x, name, power):" in fixed
    comparison = compare(results(source, path), results(fixed, tmp_path / "after.py"))
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize("source", MADE_ANEW)
def test_factories_that_do_not_remember(source: str, tmp_path: Path) -> None:
    path = program_of_its_own(source, tmp_path)
    fixed = fix_source(source, str(path)).text
    assert "lru_cache" not in fixed
    if fixed != source:
        comparison = compare(results(source, path), results(fixed, tmp_path / "after.py"))
        assert comparison.differences == ()


CONVERTED = [
    ("return x * tf.convert_to_tensor(n, tf.float32)", "i / 7"),
    ("return x * tf.convert_to_tensor(n, dtype=x.dtype)", "i / 7"),
    ("return x * tf.convert_to_tensor(n, tf.float32)", "i"),
    ("y = tf.convert_to_tensor(n, tf.float32)\nreturn x * y[1] + tf.reduce_sum(y)", "[0.1, i / 7]"),
    ("return tf.convert_to_tensor(n / 3, tf.float32) * x", "i"),
    ("return tf.convert_to_tensor(n, tf.float64) + 1.0, x", "i / 7"),
]
UNCONVERTED = [
    ("return x * tf.cast(tf.convert_to_tensor(n, tf.int32), tf.float32)", "i / 7"),
    ("return x * tf.convert_to_tensor(n, tf.float32, name=str(n))", "i"),
    ("return x * float(tf.convert_to_tensor(n, tf.float32).shape.rank + n)", "i"),
]


@pytest.mark.parametrize(("body", "given"), CONVERTED)
def test_numbers_that_are_converted(body: str, given: str, tmp_path: Path) -> None:
    source = COMPARED.format(body=indent(body, "    "), given=given, change="pass")
    path = program_of_its_own(source, tmp_path)
    fixed = fix_source(source, str(path)).text
    assert fixed != source
    comparison = compare(results(source, path), results(fixed, tmp_path / "after.py"))
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize(("body", "given"), UNCONVERTED)
def test_numbers_that_are_not_converted(body: str, given: str, tmp_path: Path) -> None:
    source = COMPARED.format(body=indent(body, "    "), given=given, change="pass")
    path = program_of_its_own(source, tmp_path)
    assert fix_source(source, str(path)).text == source


OF_ROWS = """\
import tensorflow as tf

COUNT = []


@tf.function
def f(rows, k):
{body}


w = tf.Variable([1.0, 2.0])
results = []
for n in (3, 1, 4, 2, 5):
    rows = [tf.constant([i + 1.0, 2.0 * n]) for i in range(n)]
    results.append(f({passed}, tf.constant(2.0)))
"""


def stacked(body: str, passed: str = "rows") -> str:
    """Return a program that passes lists of several lengths."""
    return OF_ROWS.format(body=indent(body, "    "), passed=passed)


TOGETHER = [
    stacked("y = tf.stack(rows)\nreturn k * tf.reduce_mean(y, axis=0), tf.reduce_sum(y)"),
    stacked("return tf.nn.softmax(tf.stack(rows), axis=0) * k"),
    stacked("y = tf.stack(rows) * w\nfor _ in range(3):\n    y = y * k\nreturn y"),
    stacked(
        "y = tf.stack(rows)\nwith tf.GradientTape() as tape:\n    loss = tf.reduce_sum(y * w * k)\n"
        "for v, g in zip([w], tape.gradient(loss, [w])):\n    v.assign_sub(0.1 * g)\nreturn loss"
    ),
]
APART = [
    stacked("return tf.reduce_sum(tf.stack(rows)) / len(rows) * k"),
    stacked("y = tf.stack(rows)\nreturn k * y / y.shape[0]"),
    stacked("y = tf.stack(rows)\nif y.shape[0] > 2:\n    y = y * k\nreturn y"),
    stacked("s = k\nfor row in tf.stack(rows):\n    s += row[0]\nreturn s"),
    stacked("s = k\nfor row in tf.unstack(tf.stack(rows)):\n    s += row[0]\nreturn s"),
    stacked("return k * tf.stack(rows, axis=1)[0]"),
    stacked("return k * tf.squeeze(tf.stack(rows))"),
    stacked("COUNT.append(1)\nreturn k * tf.stack(rows) * len(COUNT)"),
    stacked("return k * tf.stack(rows)[0], rows[0]"),
    stacked("return k * tf.reduce_sum(tf.stack(rows))", "[w] * n"),
    stacked("y = k\nwhile y < 3.0:\n    y += tf.reduce_mean(tf.stack(rows))\nreturn y"),
]


@pytest.mark.parametrize("source", TOGETHER)
def test_lists_that_are_stacked(source: str, tmp_path: Path) -> None:
    path = program_of_its_own(source, tmp_path)
    fixed = fix_source(source, str(path)).text
    assert "f(tf.stack(rows)" in fixed
    comparison = compare(results(source, path), results(fixed, tmp_path / "after.py"))
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize("source", APART)
def test_lists_that_are_not_stacked(source: str, tmp_path: Path) -> None:
    path = program_of_its_own(source, tmp_path)
    assert "f(tf.stack(" not in fix_source(source, str(path)).text


EFFECTS = """\
import tensorflow as tf

COUNT = []
SEEN = {{}}
N = 0


def note(log, x):
    log.append(1)
    return x


class Runner:
    def __init__(self):
        self.log = []

    @tf.function
    def f(self, x, k):
{body}


runner = Runner()
results = []
for n in (3, 1, 4, 2, 5):
    results.append(runner.f({passed}))
"""
ONCE_A_TRACE = [
    "COUNT.append(1)\nreturn k * x * len(COUNT)",
    "SEEN[len(SEEN)] = 1\nreturn k * x * len(SEEN)",
    "global N\nN += 1\nreturn k * x * N",
    "self.log.append(1)\nreturn k * x * len(self.log)",
    "log = COUNT\nlog.append(1)\nreturn k * x * len(COUNT)",
    "return note(COUNT, x) * k * len(COUNT)",
    "return note(self.log, x) * k * len(self.log)",
]


@pytest.mark.parametrize("passed", ["tf.ones([n]), tf.constant(2.0)", "tf.ones([3]), float(n)"])
@pytest.mark.parametrize("body", ONCE_A_TRACE)
def test_what_is_done_once_a_trace(body: str, passed: str, tmp_path: Path) -> None:
    """Fewer traces would do it less often: no safe fix makes them fewer."""
    source = EFFECTS.format(body=indent(body, "        "), passed=passed)
    path = program_of_its_own(source, tmp_path)
    assert fix_source(source, str(path)).text == source


@pytest.mark.parametrize(
    "body",
    [
        "parts = []\nfor i in range(3):\n    parts.append(i * x)\nreturn k * tf.add_n(parts)",
        "parts = {}\nparts['a'] = x\nreturn k * parts['a']",
        "parts = []\nreturn note(parts, x) * k",
    ],
)
def test_what_a_trace_keeps_to_itself(body: str, tmp_path: Path) -> None:
    source = EFFECTS.format(body=indent(body, "        "), passed="tf.ones([3]), float(n)")
    path = program_of_its_own(source, tmp_path)
    assert fix_source(source, str(path)).text != source
