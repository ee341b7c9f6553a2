"""``max_traces`` and the pytest plugin."""

from __future__ import annotations

import json
from typing import Any

import pytest
import tensorflow as tf

import tfretrace

pytest_plugins = ["pytester"]

PROGRAM = """
import pytest
import tensorflow as tf
import tfretrace

@tf.function
def scale(x, by):
    return x * by

@pytest.mark.max_traces(1)
def test_within():
    for by in (1.0, 2.0):
        scale(tf.ones([2]), tf.constant(by))

@pytest.mark.max_traces(1)
def test_beyond():
    for by in (1.0, 2.0):
        scale(tf.ones([2]), by)

@pytest.mark.max_traces(1, function="other")
def test_of_another_function():
    for by in (3.0, 4.0):
        scale(tf.ones([2]), by)

def test_unmarked():
    for by in (5.0, 6.0):
        scale(tf.ones([2]), by)

@pytest.mark.max_traces(1)
def test_own_error_first():
    raise KeyError("mine")
"""


def test_within_the_limit() -> None:
    function = tf.function(lambda x: x)
    with tfretrace.max_traces(1):
        for number in (1.0, 2.0):
            function(tf.constant(number))
    with tfretrace.max_traces(0):
        function(tf.constant(3.0))


def test_beyond_the_limit_names_every_cause() -> None:
    @tf.function
    def train_step(x: Any, epoch: Any) -> Any:
        return x

    with pytest.raises(tfretrace.TooManyTracesError) as raised, tfretrace.max_traces(1):
        for epoch in range(3):
            train_step(tf.ones([1]), epoch)
    message = str(raised.value)
    assert "train_step" in message and "traced 3 times, allowed: 1" in message
    assert "  first trace, called at" in message
    # Traces for one cause are one line.
    assert "  epoch: python value 0 -> 1 and 1 more like it, called at" in message
    assert "TFR101: pass 'epoch' as a tensor" in message


def test_one_function_of_several() -> None:
    one = tf.function(lambda x: x)
    other = tf.function(lambda x: x + 1)

    def run() -> None:
        one(1)
        for number in (1, 2, 3):
            other(number)

    with tfretrace.max_traces(1, one):
        run()
    with pytest.raises(tfretrace.TooManyTracesError), tfretrace.max_traces(1, other):
        for number in (4, 5):
            other(number)


def test_one_function_by_name() -> None:
    class Model:
        @tf.function
        def step(self, x: Any) -> Any:
            return x

    model = Model()
    for name in ("step", "Model.step"):
        with pytest.raises(tfretrace.TooManyTracesError), tfretrace.max_traces(0, name):
            model.step(name)
    with tfretrace.max_traces(0, "tep"):
        model.step(1)


def test_each_object_has_its_own_limit() -> None:
    class Model:
        @tf.function
        def step(self, x: Any) -> Any:
            return x

    models = [Model() for _ in range(3)]
    with tfretrace.max_traces(2):
        for model in models:
            model.step(1)
            model.step(2)
    with pytest.raises(tfretrace.TooManyTracesError, match="traced 3 times"):  # noqa: SIM117
        with tfretrace.max_traces(2):
            for number in (3, 4, 5):
                models[0].step(number)


def test_a_function_made_in_a_loop_is_one_function() -> None:
    def step(x: Any) -> Any:
        return x

    with pytest.raises(tfretrace.TooManyTracesError, match="TFR502"), tfretrace.max_traces(1):
        for _ in range(3):
            tf.function(step)(1)


def test_the_blocks_own_error_comes_first() -> None:
    function = tf.function(lambda x: x)
    with pytest.raises(KeyError), tfretrace.max_traces(0):
        function(1)
        raise KeyError


def test_as_a_decorator() -> None:
    function = tf.function(lambda x: x)

    @tfretrace.max_traces(1)
    def run(*numbers: int) -> int:
        for number in numbers:
            function(number)
        return len(numbers)

    assert run(1) == 1
    with pytest.raises(tfretrace.TooManyTracesError):
        run(2, 3)


def test_negative_limit() -> None:
    with pytest.raises(ValueError, match="not -1"):
        tfretrace.max_traces(-1)


def test_marker(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(PROGRAM)
    result = pytester.runpytest()
    result.assert_outcomes(passed=3, failed=2)
    result.stdout.fnmatch_lines(["*TooManyTracesError: scale*traced 2 times, allowed: 1*"])
    result.stdout.fnmatch_lines(["*KeyError: 'mine'*"])


def test_fail_on_retrace(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(PROGRAM)
    result = pytester.runpytest("--tfretrace-fail-on-retrace", "-k", "unmarked")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*was traced again once:*", "*by: python value 5.0 -> 6.0*"])


@pytest.mark.parametrize("processes", [[], ["-n1"]])
def test_report(pytester: pytest.Pytester, processes: list[str]) -> None:
    pytester.makepyfile(PROGRAM)
    options = ["--tfretrace-report", "-k", "unmarked or within", *processes]
    result = pytester.runpytest_subprocess(*options)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "*tf.function retracing*",
            "*retraces of scale (*, in 1 tests, first *::test_unmarked",
            "*TFR101: pass 'by' as a tensor*",
        ]
    )


def test_wrong_marker(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "import pytest\n@pytest.mark.max_traces(most=1)\ndef test_it():\n    pass\n"
    )
    result = pytester.runpytest()
    result.stdout.fnmatch_lines(["*UsageError*max_traces(limit, function=None)*"])


@pytest.mark.parametrize(("allowed", "processes"), [(1, []), (2, []), (1, ["-n1"])])
def test_budget(pytester: pytest.Pytester, allowed: int, processes: list[str]) -> None:
    pytester.makepyfile(test_it=PROGRAM)
    row = {"file": "test_it.py", "name": "scale", "traces": allowed}
    budget = {"budget_schema": 1, "functions": [row]}
    (pytester.path / "budget.json").write_text(json.dumps(budget), encoding="utf-8")
    options = ["--tfretrace-budget", "budget.json", "-k", "unmarked", *processes]
    result = pytester.runpytest_subprocess(*options)
    result.assert_outcomes(passed=1)
    assert result.ret == (1 if allowed == 1 else 0)
    over = ["*scale (*) was traced 2 times, allowed: 1", "*by: python value 5.0 -> 6.0*"]
    if allowed == 1:
        result.stdout.fnmatch_lines(over)


def test_wrong_budget(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest("--tfretrace-budget", "none.json")
    result.stderr.fnmatch_lines(["*--tfretrace-budget*none.json*record --budget*"])
