"""The recorder against TensorFlow itself."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf
from tensorflow.python.eager.polymorphic_function import tracing_compilation, transform

import tfretrace
from tests.runtime.causes_demo import CASES, seen_causes
from tfretrace import hooks
from tfretrace.advice import recommendations
from tfretrace.hooks import CallbackHook, Hook, LogHook, TracingHook
from tfretrace.recorder import Recorder, Recording
from tfretrace.records import TIMED_CALLS


@pytest.mark.parametrize("name", CASES)
def test_names_the_cause(name: str) -> None:
    run, expected = CASES[name]
    assert seen_causes(run, TracingHook) == expected


@pytest.mark.parametrize("name", sorted(set(CASES) - {"failing"}))
def test_callbacks_name_the_same_causes(name: str) -> None:
    run, expected = CASES[name]
    assert seen_causes(run, CallbackHook) == expected


@pytest.mark.parametrize("name", ["python_value", "shape", "keys", "length", "variable_creation"])
def test_log_records_name_the_same_causes(name: str) -> None:
    run, expected = CASES[name]
    assert seen_causes(run, LogHook) == expected


@pytest.mark.parametrize("hook", hooks.HOOKS)
def test_counts_as_tensorflow_does(hook: type[Hook]) -> None:
    @tf.function
    def square(x: Any) -> Any:
        return x * x

    with Recorder(None, (hook,)) as recording:
        for size in (1, 2, 1, 3, 2):
            square(tf.ones([size]))
    (record,) = recording.functions
    assert record.trace_count == square.experimental_get_tracing_count() == 3
    assert record.calls == 5
    assert [trace.call for trace in record.traces] == [1, 2, 4]
    assert record.definition.file == __file__
    assert record.definition.name.endswith("square")


def test_says_where_a_call_was_made() -> None:
    function = tf.function(lambda x: x)
    with tfretrace.record() as recording:
        line = sys._getframe().f_lineno + 1
        function(1)
    assert recording.functions[0].traces[0].call_site == f"{__file__}:{line}"


def test_times_the_first_calls() -> None:
    function = tf.function(lambda x: x)
    one = tf.constant(1)
    with tfretrace.record() as recording:
        for _ in range(TIMED_CALLS + 5):
            function(one)
    (record,) = recording.functions
    assert record.calls == TIMED_CALLS + 5
    assert len(record.returned_after) == TIMED_CALLS
    assert record.returned_after == sorted(record.returned_after)
    # The first call is traced, and the others are not.
    assert (record.traces[0].seconds or 0) < record.returned_after[0]


def test_nested_functions_are_marked_and_placed() -> None:
    @tf.function
    def inner(x: Any) -> Any:
        return x + 1

    @tf.function
    def outer(x: Any) -> Any:
        return inner(x) * 2  # the call site of inner

    with tfretrace.record() as recording:
        outer(tf.ones([2]))
    records = {record.definition.name.split(".")[-1]: record for record in recording.functions}
    assert not records["outer"].traces[0].nested
    (trace,) = records["inner"].traces
    assert trace.nested
    source = Path(__file__).read_text(encoding="utf-8").splitlines()
    assert "the call site of inner" in source[int(trace.call_site.rpartition(":")[2]) - 1]
    assert trace.seconds is not None
    assert trace.seconds < records["outer"].seconds


def test_time_and_size_of_a_trace() -> None:
    function = tf.function(lambda x: x * 2)
    with tfretrace.record() as recording:
        function(tf.ones([2]))
    (trace,) = recording.functions[0].traces
    assert trace.seconds is not None
    assert 0 < trace.seconds < 10
    concrete = function.get_concrete_function(tf.ones([2]))
    assert trace.graph_ops == len(concrete.graph.get_operations())


def test_keras_and_data_are_told_apart() -> None:
    model = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)])
    with tfretrace.record() as recording:
        for _ in range(2):
            model.predict(np.ones((2, 2)), verbose=0)
        list(tf.data.Dataset.range(2).map(lambda number: number * 2))
    assert recording.trace_count("user") == 0
    assert recording.trace_count("keras") == 1
    # Three functions of Keras' data adapter for each predict, and the lambda above.
    assert recording.trace_count("data") == 7
    own = [record for record in recording.of_category("data") if not record.definition.in_keras]
    assert [record.definition.file for record in own] == [__file__]


def test_a_first_call_that_creates_variables_is_one_trace() -> None:
    layer = keras.layers.Dense(1)
    function = tf.function(lambda x: layer(x))
    with tfretrace.record() as recording:
        function(tf.ones([1, 2]))
    (record,) = recording.of_category("user")
    assert function.experimental_get_tracing_count() == 2
    assert record.trace_count == 1
    assert not record.retraces


def test_what_was_traced_before_is_known() -> None:
    function = tf.function(lambda x: x)
    function(1)
    with tfretrace.record() as recording:
        function(1)
        function(2)
    (record,) = recording.functions
    assert record.calls == 2
    assert [str(trace.causes[0]) for trace in record.traces] == ["x: python value 1 -> 2"]


def test_recordings_nest() -> None:
    function = tf.function(lambda x: x)
    with tfretrace.record() as outer:
        function(1)
        with tfretrace.record() as inner:
            function(2)
        function(3)
    assert (outer.trace_count(), inner.trace_count()) == (3, 1)


def test_nothing_is_left_behind() -> None:
    original = tracing_compilation._create_concrete_function
    callbacks = list(transform.CONCRETE_FUNCTION_CALLBACKS)
    logger = tf.get_logger()
    level, filters = logger.level, list(logger.filters)
    for hook in hooks.HOOKS:
        with Recorder(None, (hook,)):
            pass
    assert tracing_compilation._create_concrete_function is original
    assert callbacks == transform.CONCRETE_FUNCTION_CALLBACKS
    assert (logger.level, logger.filters) == (level, filters)


def test_falls_back_where_tensorflow_lacks_a_hook(monkeypatch: pytest.MonkeyPatch) -> None:
    # The wrapped function is gone from the module, as if renamed, but TensorFlow still works.
    renamed = tracing_compilation._create_concrete_function
    monkeypatch.setattr(hooks, "_TRACING_FUNCTION", "_renamed_away")
    function = tf.function(lambda x: x)
    with tfretrace.record() as recording:
        function(1)
    assert recording.hook == "concrete function callbacks"
    assert recording.trace_count() == 1
    assert any("_renamed_away" in problem for problem in recording.problems)
    assert tracing_compilation._create_concrete_function is renamed


def test_a_broken_recorder_never_breaks_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(Recording, "_record", break_down)
    function = tf.function(lambda x: x + 1)
    with tfretrace.record() as recording:
        assert int(function(tf.constant(1))) == 2
    assert any("broken on purpose" in problem for problem in recording.problems)


def test_the_programs_own_errors_come_through() -> None:
    @tf.function
    def refuse(x: Any) -> Any:
        raise ValueError("by the program")

    with tfretrace.record() as recording, pytest.raises(ValueError, match="by the program"):
        refuse(1)
    (record,) = recording.functions
    assert (record.failed, record.trace_count) == (1, 0)
    assert record.traces[0].error == "ValueError: by the program"


def test_threads() -> None:
    function = tf.function(lambda x: x)

    def call(number: int) -> None:
        for other in range(10):
            function(number * 10 + other)

    threads = [threading.Thread(target=call, args=(number,)) for number in range(4)]
    with tfretrace.record() as recording:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    (record,) = recording.functions
    assert (record.trace_count, record.calls, recording.problems) == (40, 40, [])


def test_decorator_reports_each_call() -> None:
    function = tf.function(lambda x: x)
    seen: list[Recording] = []

    @tfretrace.record(seen.append)
    def train() -> str:
        function(1)
        return "done"

    assert (train(), train()) == ("done", "done")
    assert [recording.trace_count() for recording in seen] == [1, 0]


def test_import_is_light_and_recording_waits_for_tensorflow(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys, tfretrace\n"
        "assert not {'tensorflow', 'numpy', 'keras'} & set(sys.modules)\n"
        "with tfretrace.record() as recording:\n"
        "    assert 'tensorflow' not in sys.modules\n"
        "    import tensorflow as tf\n"
        "    tf.function(lambda x: x)(1)\n"
        "assert recording.trace_count() == 1, recording\n",
        encoding="utf-8",
    )
    subprocess.run([sys.executable, program], check=True)


def test_a_traced_function_given_to_a_dataset_is_two() -> None:
    double = tf.function(lambda x: x * 2)
    with tfretrace.record() as recording:
        list(tf.data.Dataset.range(2).map(double))
    records = {record.definition.category: record for record in recording.functions}
    assert [str(trace.causes[0]) for trace in records["data"].traces] == ["first trace"]
    assert [str(trace.causes[0]) for trace in records["user"].traces] == ["first trace"]


def test_a_function_inside_a_converted_one_is_named_as_written() -> None:
    @tf.function
    def outer(x: Any) -> Any:
        @tf.function
        def body(y: Any) -> Any:
            return y + 1

        return body(x)

    with tfretrace.record() as recording:
        outer(tf.ones([2]))
    names = {record.definition.name: record.definition.file for record in recording.functions}
    assert len(names) == 2
    (inner,) = [name for name in names if name.endswith("outer.<locals>.body")]
    assert "tf__" not in inner
    assert set(names.values()) == {__file__}


def test_a_function_that_calls_itself() -> None:
    @tf.function
    def factorial(n: Any) -> Any:
        return tf.constant(1) if n == 0 else n * factorial(n - 1)

    with tfretrace.record() as recording:
        factorial(3)
    (record,) = recording.functions
    assert [str(trace.causes[0]) for trace in record.traces][1:] == [
        "n: python value 3 -> 2",
        "n: python value 2 -> 1",
        "n: python value 1 -> 0",
    ]
    assert [trace.inside for trace in record.traces] == [None, 1, 2, 3]
    (advice,) = recommendations(record)
    assert advice.code is None
    assert "calls itself" in advice.text


def test_an_installed_package_has_its_own_category() -> None:
    file = str(Path(pytest.__file__).with_name("not_there.py"))
    module: dict[str, Any] = {"tf": tf}
    source = "def make(n):\n    return tf.function(lambda x: x + n)(tf.ones([2]))\n"
    exec(compile(source, file, "exec"), module)
    with tfretrace.record() as recording:
        line = sys._getframe().f_lineno + 2
        for n in range(2):
            module["make"](n)
    (record,) = recording.functions
    assert record.definition.category == "third_party"
    assert [trace.call_site for trace in record.traces] == [f"{__file__}:{line}"] * 2
    assert {trace.stack[0].site for trace in record.traces} == {f"{__file__}:{line}"}
    assert record.traces[1].entered == "make"
    assert recording.trace_count("user") == 0


def test_where_a_function_is_made_and_where_it_fails() -> None:
    def bad(x: Any) -> Any:
        return x.numpy()

    with tfretrace.record() as recording:
        line = sys._getframe().f_lineno + 1
        function = tf.function(bad)
        with pytest.raises(AttributeError):
            function(tf.ones([2]))
    (trace,) = recording.functions[0].traces
    assert trace.made_at is not None and trace.raised_at is not None
    assert trace.made_at.line == line
    assert trace.raised_at.line == bad.__code__.co_firstlineno + 1


def test_others_may_wrap_the_same_function() -> None:
    function = tf.function(lambda x: x)
    seen = []

    def wrapped(inner: Any) -> Any:
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            seen.append(1)
            return inner(*args, **kwargs)

        return wrapper

    original = tracing_compilation._create_concrete_function
    tracing_compilation._create_concrete_function = wrapped(original)
    try:
        with tfretrace.record() as recording:
            within = wrapped(tracing_compilation._create_concrete_function)
            tracing_compilation._create_concrete_function = within
            line = sys._getframe().f_lineno + 2
            for number in (1, 2):
                function(number)
        # The recorder is gone, and whoever came after it is still there.
        function(3)
        assert tracing_compilation._create_concrete_function is within
    finally:
        tracing_compilation._create_concrete_function = original
    (record,) = recording.functions
    assert [str(trace.causes[0]) for trace in record.traces][1:] == ["x: python value 1 -> 2"]
    assert {trace.call_site for trace in record.traces} == {f"{__file__}:{line}"}
    assert len(seen) == 6


def test_functions_of_converted_code_are_one_record() -> None:
    @tf.function
    def outer(x: Any, n: int) -> Any:
        @tf.function
        def body(y: Any) -> Any:
            return y + n

        return body(x)

    with tfretrace.record() as recording:
        for n in range(3):
            outer(tf.ones([2]), n)
    records = [r for r in recording.functions if r.definition.name.endswith("body")]
    assert [record.trace_count for record in records] == [3]
    # It is traced as often as the function around it, which is to be changed.
    assert recommendations(records[0]) == []
