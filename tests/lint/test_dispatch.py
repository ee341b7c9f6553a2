"""Which method a call runs: a matter of the class of the instance, as Python resolves it."""

from __future__ import annotations

import ast
import random
from contextlib import suppress
from typing import Any

import pytest

from bench import splitting
from bench.comparison import compare
from bench.concretization import contradiction, summary
from bench.program_variants import Program as Text
from flake8_tfretrace import Settings, check
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.program import Program
from tests.lint.test_links import Write, codes
from tests.lint.test_links import write as write
from tests.marks import marks

IMPORTS = """\
import abc
import os
import numpy as np
import tensorflow as tf
from tensorflow import keras

@tf.function
def f(x, n):
    return x * n

"""

TRAINER = """\
class Trainer:
    {0}
    def step(self, x, n):
        return x * n

    def run(self, x):
        for i in range(10):
            self.step(x, i){2}

class Other(Trainer):
    {1}
    def step(self, x, n):
        return x + n

"""
"""A class whose loop calls a method that another one overrides; either may be traced."""
TRACED, PLAIN = "@tf.function", "# plain"
NUMBERS = """\
class Numbers:
    def rate(self, i):
        return {0}

    def run(self, x):
        for i in range(10):
            f(x, self.rate(i)){2}

class Others(Numbers):
    def rate(self, i):
        return {1}

"""

PROGRAMS = {
    "an override that is not traced": TRAINER.format(TRACED, PLAIN, "")
    + "Other().run(tf.ones([2]))\n",
    "an override that is traced": TRAINER.format(PLAIN, TRACED, "  # TFR101")
    + "Other().run(tf.ones([2]))\n",
    "instances of the base": TRAINER.format(TRACED, PLAIN, "  # TFR101")
    + "Trainer().run(tf.ones([2]))\nOther().run(tf.ones([2]))\n",
    "both traced": TRAINER.format(TRACED, TRACED, "  # TFR101"),
    "no instance in sight": TRAINER.format(TRACED, PLAIN, "  # likely TFR101"),
    "instances of whatever class": TRAINER.format(TRACED, PLAIN, "  # TFR101")
    + "model = (Other if len(os.environ) > 9 else Trainer)()\nmodel.run(tf.ones([2]))\n",
    "an override of what calls it, too": TRAINER.format(TRACED, PLAIN, "  # TFR101")
    + "    def run(self, x):\n        for i in range(10):\n            self.step(x, i)\n\n"
    + "Trainer().run(tf.ones([2]))\n",
    "an override that calls what it overrides": TRAINER.format(TRACED, PLAIN, "  # likely TFR101")
    + "    def run(self, x):\n        super().run(x)\n",
    "a number of the base's method": NUMBERS.format("0.5 * i", "0.5", "")
    + "Others().run(tf.ones([2]))\n",
    "a number of the override": NUMBERS.format("0.5", "0.5 * i", "  # TFR101")
    + "Others().run(tf.ones([2]))\n",
    "a number of one of them": NUMBERS.format("0.5", "0.5 * i", ""),
    "what an override runs in a graph": """\
class Base(tf.Module):
    @tf.function
    def train(self, x):
        return self.loss(x)

    def loss(self, x):
        return x + np.random.rand()

class Noisy(Base):
    def loss(self, x):
        return x * np.random.rand()  # TFR404

model = Noisy()
for _ in range(5):
    model.train(tf.ones([2]))
""",
    "what a model's override runs in a graph": """\
class Base(keras.Model):
    def call(self, x):
        return self.mix(x)

    def mix(self, x):
        return x

class Noisy(Base):
    def mix(self, x):
        return x + np.random.rand()  # TFR404

model = Noisy()
model.compile("sgd", "mse")
model.fit(tf.ones([2, 2]), tf.ones([2, 2]))
""",
    "a class that calls what others have": """\
class Loop:
    def run(self, x):
        for i in range(10):
            self.step(x, i)  # TFR101

class Model:
    @tf.function
    def step(self, x, n):
        return x * n

class Trained(Loop, Model):
    pass

Trained().run(tf.ones([2]))
""",
    "an abstract method": """\
class Base(abc.ABC):
    @abc.abstractmethod
    def step(self, x, n): ...

    def run(self, x):
        for i in range(10):
            self.step(x, i)  # TFR101

class Heir(Base):
    @tf.function
    def step(self, x, n):
        return x * n
""",
    "a method of the class": """\
class Base:
    @classmethod
    def run(cls, x):
        for i in range(10):
            cls.step(x, i)  # TFR101

    @staticmethod
    def step(x, n):
        return x

class Heir(Base):
    @staticmethod
    @tf.function
    def step(x, n):
        return x * n

Heir.run(tf.ones([2]))
""",
    "what super gives is a matter of the instance": """\
class Root:
    def step(self, x, n):
        return x

class Left(Root):
    def step(self, x, n):
        return super().step(x, n)  # TFR101

class Right(Root):
    @tf.function
    def step(self, x, n):
        return x * n

class Both(Left, Right):
    pass

both = Both()
for i in range(10):
    both.step(tf.ones([2]), i)
""",
    "properties that are overridden": """\
class Base:
    def __init__(self):
        self.count = 0
        self._kept = 0

    @property
    def rate(self):
        return 0.5

    @property
    def kept(self):
        return self._kept

    @kept.setter
    def kept(self, value):
        self._kept = 1

    def run(self, x):
        for i in range(10):
            self.count += 1
            self.kept = i
            f(x, self.rate)  # TFR101
            f(x, self._kept)  # TFR101

class Heir(Base):
    @property
    def rate(self):
        return 0.1 * self.count

    @property
    def kept(self):
        return self._kept

    @kept.setter
    def kept(self, value):
        self._kept = value

Heir().run(tf.ones([2]))
""",
    "an update that only the base makes": """\
class Base:
    def __init__(self):
        self.n = 0

    def tick(self):
        self.n += 1

    def run(self, x):
        for i in range(10):
            self.tick()
            f(x, self.n)

class Still(Base):
    def tick(self):
        pass

Still().run(tf.ones([2]))
""",
    "an update that only the override makes": """\
class Base:
    def __init__(self):
        self.n = 0

    def tick(self):
        pass

    def run(self, x):
        for i in range(10):
            self.tick()
            f(x, self.n)  # TFR101

class Moves(Base):
    def tick(self):
        self.n += 1

Moves().run(tf.ones([2]))
""",
    "calls of the instance": """\
class Base:
    def __call__(self, x, n):
        return x

    def run(self, x):
        for i in range(10):
            self(x, i)  # TFR101

class Heir(Base):
    @tf.function
    def __call__(self, x, n):
        return x * n

Heir().run(tf.ones([2]))
""",
    "instances that a method of the class makes": """\
class Base:
    def __init__(self, n):
        f(tf.ones([2]), n)  # TFR101

    @classmethod
    def make(cls, n):
        return cls(n)

for i in range(10):
    Base.make(i)
""",
    "a function that an override keeps": """\
class Base:
    def make(self):
        return tf.function(lambda x: x * 2)

    def run(self, x):
        for i in range(20):
            self.make()(x)

class Kept(Base):
    def __init__(self):
        self.f = tf.function(lambda x: x * 2)

    def make(self):
        return self.f

Kept().run(tf.ones([2]))
""",
    "instances whose own method is not traced": """\
class Base:
    @tf.function
    def step(self, x):
        return x * 2

    def run(self, x):
        return self.step(x)

class Heir(Base):
    def step(self, x):
        return x * 2

for _ in range(20):
    model = Heir()
    model.run(tf.ones([2]))
""",
    "state that only the base's method reads": """\
class Base:
    def __init__(self):
        self.rate = 0.1

    @tf.function
    def step(self, x):
        return x * self.scale()

    def scale(self):
        return self.rate

    def run(self, x):
        for i in range(10):
            self.step(x)
            self.rate = 0.1 * i

class Fixed(Base):
    def scale(self):
        return 2.0

Fixed().run(tf.ones([2]))
""",
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_reported_as_marked(program: str) -> None:
    source = IMPORTS + program
    for likely in (False, True):
        settings = Settings(confidence="likely" if likely else "proven")
        found = check(source, codes=DEFAULT_CODES, settings=settings)
        expected = sorted((mark.line, mark.code) for mark in marks(source, likely=likely))
        shown = [f for f in found if (f.confidence == "likely") is likely]
        assert sorted((f.line, f.code) for f in shown) == expected


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_classes_may_be_split(program: str) -> None:
    text = Text(IMPORTS + program)
    differences = [
        str(difference)
        for variant in splitting.variants(text)
        for difference in compare(text, variant, "train.py", DEFAULT_CODES)
    ]
    assert differences == []


def test_what_is_assumed_is_said() -> None:
    source = IMPORTS + PROGRAMS["no instance in sight"]
    (finding,) = check(source, codes={"TFR101"}, settings=Settings(confidence="likely"))
    assert finding.message.endswith("(if self.step is Trainer.step)")


BASE, HEIR = (
    "class Base:\n    def rate(self, i):\n        return 0.5 * i\n\n"
    "    def go(self, i):\n        return self.rate(i)\n",
    "class Heir(Base):\n    def rate(self, i):\n        return {0}\n",
)
MAIN = """\
import tensorflow as tf
{imports}
@tf.function
def f(x, n):
    return x * n
{classes}
b = Base()
b.go(1)
m = Heir()
for i in range(10):
    f(tf.ones([2]), m.go(i))
"""


@pytest.mark.parametrize("constant", ["0.5", "0.1 * i"])
def test_where_classes_are_defined_does_not_matter(write: Write, constant: str) -> None:
    """In the file, in one module that it reads, in two, or the base in another one."""
    heir = HEIR.format(constant)
    both = "from models import Base, Heir"
    mixed = "from base import Base"
    root = write(
        one=MAIN.format(imports="", classes=BASE + heir),
        two=MAIN.format(imports=both, classes=""),
        three=MAIN.format(imports=f"{mixed}\nfrom heir import Heir", classes=""),
        four=MAIN.format(imports=mixed, classes=heir),
        models=BASE + heir,
        base=BASE,
        heir=f"from base import Base as Parent\n{heir.replace('(Base)', '(Parent)')}",
    )
    names = ("one", "two", "three", "four")
    found = {name: [c.partition(": ")[2] for c in codes(root / f"{name}.py")] for name in names}
    assert found == dict.fromkeys(names, [] if constant == "0.5" else found["one"])


# hierarchies of classes, as Python resolves them


def hierarchy(seed: int) -> str:
    """Return a program with classes that override each other's attributes at random.

    What they see they tell in calls of ``note``, by a number.
    """
    rng = random.Random(seed)
    lines = []
    count = rng.randint(3, 7)
    for number in range(count):
        bases = sorted(rng.sample(range(number), min(number, rng.choice((0, 1, 1, 1, 2)))))
        lines.append(f"class K{number}({', '.join(f'K{base}' for base in reversed(bases))}):")
        at = 100 + 10 * number
        m, p, u = (rng.choice((f"{number}", f"'{number}'", f"{number}.5")) for _ in range(3))
        reads = ("self.m()", "self.p", "self.u", "self.s()")
        notes = [f"        note({at + i}, {read})" for i, read in enumerate(reads)]
        parts = [
            f"    u = {u}",
            f"    def m(self):\n        return {m}",
            f"    @property\n    def p(self):\n        return {p}",
            f"    def s(self):\n        return note({at + 4}, super().m())",
            "\n".join(["    def run(self):", *notes]),
            f"    @classmethod\n    def c(cls):\n        return note({at + 5}, cls().m())",
            f"    @classmethod\n    def d(cls):\n        return note({at + 6}, cls.u)",
        ]
        lines += [part for part in parts if not bases or rng.random() < 0.4] or ["    pass"]
    for number in range(count):
        for place, read in enumerate(("m()", "p", "u", "run()", "s()", "c()", "d()")):
            lines.append(f"note({1000 + 10 * number + place}, K{number}().{read})")
    return "\n".join(lines) + "\n"


def noted(tree: ast.Module) -> list[tuple[int, Any]]:
    """Run a program, and return what its calls of ``note`` were given, by their numbers.

    What raises, such as a class whose bases have no order, is left out.
    """
    found: list[tuple[int, Any]] = []

    def note(number: int, value: Any) -> Any:
        found.append((number, value))
        return value

    names: dict[str, Any] = {"note": note}
    for statement in tree.body:
        with suppress(AttributeError, TypeError, NameError):
            exec(compile(ast.Module([statement], []), "hierarchy.py", "exec"), names)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_values_are_those_of_python(seed: int) -> None:
    source = hierarchy(seed)
    tree = ast.parse(source)
    program = Program(tree, source=source)
    calls = {
        call.args[0].value: (call, place)
        for call, place in program.index.calls
        if call.args and isinstance(call.args[0], ast.Constant)
    }
    seen = noted(tree)
    assert seen
    for number, value in seen:
        call, place = calls[number]
        said = program.value(call.args[1], place)
        assert contradiction(said, summary(value)) is None, (ast.unparse(call), said, value)
        # Of an instance that is made there it is exact.
        if number >= 1000 and isinstance(value, (int, float, str)) and number % 10 < 3:
            assert said.constant == value, (ast.unparse(call), said, value)
