"""The laws of the lattice of trace types."""

from __future__ import annotations

import ast

from hypothesis import given, settings
from hypothesis import strategies as st

from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    MAX_CONSTANTS,
    UNKNOWN,
    Change,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    join,
    python_value,
    up_to_top,
)

NODES = [node for node in ast.walk(ast.parse("f(1)\nf(2)\nf(3)")) if isinstance(node, ast.Call)]
nodes = st.sampled_from(NODES)

changes = st.none() | st.builds(
    Change,
    st.sampled_from(["loop", "counter", "random"]),
    st.sampled_from(["i", "step"]),
    st.integers(1, 3),
    least=st.integers(1, 4),
)
numbers = st.one_of(
    st.builds(python_value, st.sampled_from([0, 1, 2, 0.5, True, None, "a", b"b"])),
    st.builds(
        PythonValue,
        st.sampled_from(["int", "float", "number", "str", "value"]),
        st.none() | st.frozensets(st.integers(0, MAX_CONSTANTS), min_size=1),
        changes,
        usual=st.none() | st.integers(0, 1),
    ),
)
tensors = st.builds(
    TensorValue,
    st.sampled_from([None, "float32", "int32"]),
    st.none() | st.lists(st.none() | st.builds(python_value, st.integers(1, 3))).map(tuple),
    st.sampled_from([None, True, False]),
    st.sampled_from([None, True, False]),
    changes,
    changes,
    most=st.none() | st.integers(0, 4),
)


def _containers(inner: st.SearchStrategy[TraceType]) -> st.SearchStrategy[TraceType]:
    items = st.lists(inner, max_size=2).map(tuple)
    pairs = st.dictionaries(st.sampled_from("ab"), inner).map(lambda d: tuple(d.items()))
    return st.one_of(
        st.builds(SequenceValue, st.sampled_from(["list", "tuple"]), items, change=changes),
        st.builds(
            SequenceValue,
            st.sampled_from(["list", "tuple"]),
            element=inner,
            change=changes,
            most=st.none() | st.integers(0, 4),
        ),
        st.builds(MappingValue, pairs, change=changes),
        st.builds(MappingValue, element=inner, change=changes),
        st.builds(
            StreamValue,
            st.sampled_from(["dataset", "iterator"]),
            inner,
            st.none() | nodes,
            st.none() | st.integers(0, 2),
            st.none() | items,
            st.none() | st.integers(0, 4),
        ),
    )


def _canonical(value: TraceType) -> TraceType:
    """Return ``value`` as the join leaves it: the unused field of a container is the bottom."""
    if isinstance(value, SequenceValue) and value.items is not None:
        return SequenceValue(value.kind, value.items, BOTTOM, value.change)
    if isinstance(value, MappingValue) and value.items is not None:
        return MappingValue(tuple(sorted(value.items)), BOTTOM, value.change)
    return value


objects = st.builds(
    ObjectValue,
    st.none() | nodes,
    st.none(),
    st.sampled_from(["keras.Sequential", "keras.Model"]),
    changes,
    st.booleans(),
)
functions = st.builds(FunctionValue, nodes)
values = st.recursive(
    st.one_of(st.sampled_from([UNKNOWN, BOTTOM]), numbers, tensors, objects, functions),
    lambda inner: _containers(inner).map(_canonical),
    max_leaves=4,
)


@given(values, values, values)
@settings(max_examples=2000, deadline=None)
def test_join_is_a_least_upper_bound(a: TraceType, b: TraceType, c: TraceType) -> None:
    assert join([a, b]) == join([b, a])
    assert join([join([a, b]), c]) == join([a, join([b, c])])
    assert join([a, a]) == a
    assert join([a, join([a, b])]) == join([a, b])


@given(values)
def test_bottom_and_top(value: TraceType) -> None:
    assert join([value, BOTTOM]) == value
    assert join([value, UNKNOWN]) == UNKNOWN
    assert join([]) == BOTTOM


def test_nothing_is_asked_for_behind_the_top() -> None:
    asked = iter([PythonValue("int"), UNKNOWN, PythonValue("str")])
    assert join(asked) == UNKNOWN
    assert [*asked] == [PythonValue("str")]
    assert up_to_top([BOTTOM, UNKNOWN, PythonValue("str")]) == [BOTTOM, UNKNOWN]
    assert up_to_top([]) == []
