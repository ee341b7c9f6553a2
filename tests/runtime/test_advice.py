"""From causes to rules."""

from __future__ import annotations

from typing import get_args

import keras
import numpy as np
import pytest
import tensorflow as tf

import tfretrace
from flake8_tfretrace.catalog import RULES
from tests.runtime.causes_demo import CASES
from tfretrace.advice import ADVICE, recommendations
from tfretrace.hooks import TracingHook
from tfretrace.recorder import Recorder
from tfretrace.records import NOT_A_RETRACE, CauseKind


def test_every_retrace_has_its_advice() -> None:
    assert ADVICE.keys() | NOT_A_RETRACE == set(get_args(CauseKind))
    assert not ADVICE.keys() & NOT_A_RETRACE


def test_advice_names_rules_that_exist() -> None:
    assert {advice.code for advice in ADVICE.values() if advice.code} <= RULES.keys()


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("python_value", "TFR101"),
        ("shape", "TFR201"),
        ("dtype", "TFR107"),
        ("length", "TFR103"),
        ("temporary_object", "TFR104"),
        ("callable_identity", "TFR105"),
        ("model_identity", "TFR106"),
        ("new_tf_function", "TFR502"),
        ("none_vs_tensor", None),
    ],
)
def test_the_rule_that_explains_a_cause(case: str, code: str | None) -> None:
    with Recorder(None, (TracingHook,)) as recording:
        CASES[case][0]()
    (advice,) = [advice for record in recording.functions for advice in recommendations(record)]
    assert advice.code == code


def test_a_flag_is_no_number() -> None:
    function = tf.function(lambda x, flag: x)
    with tfretrace.record() as recording:
        function(1.0, True)
        function(1.0, False)
    (advice,) = [advice for record in recording.functions for advice in recommendations(record)]
    assert (advice.code, advice.text[:16]) == (None, "'flag' is a flag")


def test_what_costs_most_comes_first() -> None:
    slow = tf.function(lambda n, x: [tf.reduce_sum(x + number) for number in range(n)])
    with tfretrace.record() as recording:
        for n in (1, 2, 200):
            slow(n, tf.ones([2]))
        slow(1, tf.ones([3]))
    (record,) = recording.functions
    first, second = recommendations(record)
    assert (first.code, first.traces, second.code, second.traces) == ("TFR101", 2, "TFR201", 1)
    assert first.text.startswith("pass 'n' as a tensor")
    assert first.seconds > second.seconds


def test_predict_in_a_loop_is_told_from_a_dataset_built_again() -> None:
    model = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)])
    with tfretrace.record() as recording:
        for _ in range(2):
            model.predict(np.ones((2, 2)), verbose=0)
            list(tf.data.Dataset.range(2).map(lambda number: number * 2))
    codes = {
        advice.code
        for record in recording.of_category("data")
        for advice in recommendations(record)
    }
    assert codes == {"TFR601", "TFR504"}


def test_the_report_ends_with_the_ranking() -> None:
    function = tf.function(lambda x: x)
    with tfretrace.record() as recording:
        function(1)
        function(2)
    lines = str(recording).splitlines()
    assert lines[-3] == "Time lost to retraces, most first"
    assert "in 1 retrace of" in lines[-2]
    assert "TFR101: pass 'x' as a tensor" in lines[-1]
    with tfretrace.record() as recording:
        function(2)
    assert str(recording).splitlines()[-1] == "No function was traced again."
