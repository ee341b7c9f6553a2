"""The tables of TensorFlow's, Keras' and NumPy's names, and what reads them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from flake8_tfretrace import knowledge
from flake8_tfretrace.knowledge import LIBRARIES, VERSIONS, Class, Function, Rule

FOLDER = Path(knowledge.__file__).parent


def lines(library: str) -> list[tuple[str, str]]:
    text = (FOLDER / f"{library}.tsv").read_text(encoding="utf-8")
    return [(name, rest) for name, _, rest in (line.partition("\t") for line in text.splitlines())]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_table_is_sorted_and_says_nothing_twice(library: str) -> None:
    names = [name for name, _ in lines(library)]
    assert names == sorted(set(names))
    assert all(name.startswith(f"{library}.") for name in names)


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_line_of_a_table_can_be_read(library: str) -> None:
    for name, rest in lines(library):
        known = knowledge.parsed(name, rest)
        if rest.split("\t")[1] == "=":
            continue
        assert known is not None, name
        assert known.name == name
        assert set(known.versions) <= set(VERSIONS), name


@pytest.mark.parametrize("library", LIBRARIES)
def test_rules_name_parameters(library: str) -> None:
    for name, rest in lines(library):
        known = knowledge.parsed(name, rest)
        if not isinstance(known, Function) or known.parameters is None:
            continue
        names = {f"*{p.name}" if p.kind == "*" else p.name for p in known.parameters}
        for fact in (known.carries, known.sizes, known.joins, known.meets, known.given):
            assert names.issuperset(fact), name
        for rule in (known.result.dtype, known.result.shape):
            if rule is not None and rule.sign in ("@", "&", "~", "=", "$", "#"):
                assert names.issuperset(rule.names), name


def test_classes_know_their_bases() -> None:
    for library in LIBRARIES:
        for name, rest in lines(library):
            known = knowledge.parsed(name, rest)
            if isinstance(known, Class):
                assert all(isinstance(knowledge.entry(base), Class) for base in known.bases), name


def test_the_tables_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.tsv")) < 1_500_000


def test_only_what_is_asked_for_is_read() -> None:
    program = (
        "from flake8_tfretrace import check, knowledge\n"
        "check('import os\\nfor i in range(3):\\n    print(os.getcwd())\\n')\n"
        "assert knowledge._table.cache_info().currsize == 0\n"
        "knowledge.function('numpy.sum')\n"
        "assert knowledge._table.cache_info().currsize == 1\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", ["tensorflow.nothing", "tensorflow", "os.path.join", "", "keras."])
def test_an_unlisted_name_is_unknown(name: str) -> None:
    assert knowledge.entry(name) is None
    assert not knowledge.is_subclass(name, name)
    assert knowledge.method(name, "call") is None


@pytest.mark.parametrize(
    ("name", "base", "expected"),
    [
        ("keras.Sequential", "keras.Model", True),
        ("keras.models.Sequential", "keras.models.Model", True),
        ("keras.layers.Dense", "keras.layers.Layer", True),
        ("keras.layers.Dense", "keras.Model", False),
        ("keras.optimizers.legacy.Adam", "keras.Optimizer", True),
        ("keras.optimizers.schedules.ExponentialDecay", "keras.Optimizer", False),
        ("keras.metrics.Mean", "keras.metrics.Metric", True),
        ("tensorflow.data.TFRecordDataset", "tensorflow.data.Dataset", True),
        ("tensorflow.nn.relu", "tensorflow.Module", False),
    ],
)
def test_class_hierarchy(name: str, base: str, expected: bool) -> None:
    assert knowledge.is_subclass(name, base) is expected


def call(code: str) -> ast.Call:
    node = ast.parse(code, mode="eval").body
    assert isinstance(node, ast.Call)
    return node


def returned(name: str, code: str) -> knowledge.Result:
    known = knowledge.function(name)
    assert known is not None
    return known.returned(known.bind(call(code)))


@pytest.mark.parametrize(
    ("name", "code", "kind", "shape"),
    [
        ("tensorflow.reduce_sum", "f(x)", "tensor", Rule("^", ("0",))),
        ("tensorflow.reduce_sum", "f(x, axis=None)", "tensor", Rule("^", ("0",))),
        ("tensorflow.reduce_sum", "f(x, 1)", "tensor", None),
        ("tensorflow.where", "f(x)", "tensor", Rule("*", ("",))),
        ("tensorflow.where", "f(c, x, y)", "tensor", Rule("=", ("condition", "x", "y"))),
        ("numpy.random.normal", "f()", "float", None),
        ("numpy.random.normal", "f(0.0, 1.0, (2, 3))", "array", Rule("$", ("size",))),
        ("numpy.random.normal", "f(size=n)", "array", Rule("$", ("size",))),
        # Which arguments there are is not known.
        ("numpy.random.normal", "f(*sizes)", "?", None),
        ("numpy.random.normal", "f(**options)", "?", None),
        ("tensorflow.reduce_sum", "f(*arguments)", "tensor", None),
    ],
)
def test_the_arguments_decide_the_result(
    name: str, code: str, kind: str, shape: Rule | None
) -> None:
    result = returned(name, code)
    assert (result.kind, result.shape) == (kind, shape)


def test_methods_are_inherited_unless_they_are_defined_again() -> None:
    inherited = knowledge.method("tensorflow.data.TFRecordDataset", "batch")
    assert inherited is not None
    assert inherited.result.cls == "tensorflow.data.Dataset"
    assert knowledge.has_method("keras.Sequential", "fit")
    assert not knowledge.has_method("keras.layers.Dense", "fit")


def test_keywords() -> None:
    adam = knowledge.keywords("keras.optimizers.Adam")
    assert adam is not None
    # Keras 3 warns of one, and refuses the other.
    assert {"learning_rate", "decay"} <= adam
    assert "lr" not in adam
    assert knowledge.keywords("keras.Model.evaluate") is None
    assert all(map(knowledge.keywords, ("keras.layers.Dense", "keras.models.load_model")))
    reshape = knowledge.keywords("numpy.reshape")
    assert reshape is not None and {"newshape", "copy"} <= reshape
    assert knowledge.keywords("numpy.array") is None


def test_choices() -> None:
    for cls in ("keras.losses.MeanSquaredError", "keras.Loss"):
        admitted = knowledge.choices(cls, "reduction")
        assert admitted is not None and {"sum", "none"} <= admitted
        assert "auto" not in admitted
    assert knowledge.choices("keras.layers.Dense", "activation") is None
