"""Programs that are written for a measurement: a large one, and small random ones."""

from __future__ import annotations

import random

_UNIT = """

class Model{i}(tf.Module):
    def __init__(self, size):
        self.size = size
        self.weight = tf.Variable(tf.zeros([size]))

    @tf.function
    def step(self, x, rate):
        return helper_{i}(x, rate) + self.weight

    def run(self, data, epochs):
        total = 0.0
        for epoch in range(epochs):
            for batch in data:
                total += self.step(batch, epoch)
        return total


def helper_{i}(x, rate):
    y = tf.matmul(x, x) * rate
    for k in range(3):
        y = y + tf.cast(k, y.dtype)
    if tf.reduce_sum(y) > 0:
        y = -y
    return y


scale_{i} = tf.function(lambda x, n: x * n)


def main_{i}(data):
    model = Model{i}(4)
    model.run(data, 3)
    results = []
"""
_TRACED = 2
_CALLS = 1


def program(functions: int, calls: int, lines: int) -> str:
    """Return a program with about that many traced functions, calls of them, and lines.

    Half of the traced functions are methods of the same name in different classes. What the
    functions do not fill is plain code.
    """
    units = functions // _TRACED
    parts = ["import tensorflow as tf\n"]
    for number in range(units):
        unit = _UNIT.format(i=number).splitlines()
        for call in range(calls // units - _CALLS):
            callee = f"scale_{number}(data[:{call}], {call})" if call % 2 else "model.step(data, 1)"
            unit.append(f"    results.append({callee})")
        for line in range(lines // units - len(unit) - 1):
            unit.append(f"    results.append({{'step': {line}, 'values': [data, {line}]}})")
        parts += [*unit, "    return results"]
    return "\n".join(parts) + "\n"


_FIXABLE = """

class Trainer{i}(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = tf.Variable(tf.zeros([size]))
        self.steps = 0

    @tf.function
    def step(self, x, epoch):
        self.steps += 1
        return tf.reduce_sum(x * self.weight) * tf.cast(epoch, tf.float32)

    def fit(self, x, epochs):
        total = tf.constant(0.0)
        for epoch in range(epochs):
            total += self.step(x, epoch)  # one trace per epoch
        return total


@tf.function
def decayed_{i}(x, rate):
    return tf.reduce_mean(x) * rate


@tf.function
def named_{i}(x, names, n):
    return x + float(len(names[n]))


@tf.function
def noisy_{i}(x):
    return x + np.random.normal()


def train_{i}(x, names):
    rate = 1.0
    for _ in range(10):
        rate *= 0.9
        decayed_{i}(x, rate)
    for n in range(len(names)):
        named_{i}(x, names, n)
    for size in range(2, 9):
        square = tf.function(lambda y: y * y)
        noisy_{i}(square(tf.zeros([size])))
    return Trainer{i}(4).fit(x, 8)
"""
FIXABLE_FINDINGS = 6


def fixable(units: int) -> str:
    """Return a program with :data:`FIXABLE_FINDINGS` per unit: safe, unsafe and without a fix."""
    parts = ["import numpy as np\nimport tensorflow as tf\n"]
    parts += [_FIXABLE.replace("{i}", str(number)) for number in range(units)]
    calls = [f"    train_{number}(tf.ones([4]), ['a', 'bb', 'ccc'])\n" for number in range(units)]
    return "".join([*parts, "\n\nif __name__ == '__main__':\n", *calls])


_HEAD = """\
import math
import random

import numpy as np
import tensorflow as tf

SIZES = [2, 3, 4, 5]
RATES = {"low": 0.1, "mid": 0.5, "high": 2.0}


@tf.function
def scaled(x, factor):
    return x * factor


@tf.function(reduce_retracing=True)
def relaxed(x):
    y = tf.zeros_like(x)
    for i in tf.range(tf.size(x)):
        y = y + tf.cast(i, x.dtype)
    return y


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def specified(x):
    total = 0.0
    if tf.reduce_sum(x) > 1.0:
        total = 1.0
    return x + total


@tf.function
def chosen(x, mode):
    if mode == "double":
        return x * 2.0
    return helper(x, 1)


@tf.function
def pair(parts, n=1):
    count = 0
    for part in parts:
        count += 1
    return parts[0] * float(n) + tf.cast(count, tf.float32)


def helper(x, n):
    for k in range(n + 1):
        x = x + float(k)
    return x


def decayed(rate, step):
    return rate * 0.9 ** step


def bounded(n):
    if n > 4:
        return 4
    return n


def counted(n):
    for k in range(n):
        yield k, k * 0.5


TOTAL = 0


def raise_total(by):
    global TOTAL
    TOTAL += by % 3


class Counter(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.steps = 0
        self.rate = 1.0
        self.weight = tf.Variable(tf.ones([size]))

    @tf.function
    def apply(self, x, rate):
        return tf.reduce_sum(self.weight) * x * rate

    def step(self, x):
        self.steps += 1
        self.rate = decayed(self.rate, self.steps % 3)
        self.weight.assign(self.weight * 0.5)
        return self.apply(x, self.rate)


def make(scale):
    @tf.function
    def inner(x):
        return x * scale

    return inner


def main():
    counter = Counter(2)
    table = {}
"""


class _Writer:
    """Writes random statements that run without errors, knowing the kind of each variable."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.number = 0

    def expression(self, kind: str, known: dict[str, str], depth: int = 2) -> str:
        """Return an expression of a kind, of the variables that are known."""
        names = [name for name, other in known.items() if other == kind]
        if names and self.random.random() < 0.5:
            return self.random.choice(names)
        forms = _FORMS[kind] if depth else _FORMS[kind][:2]
        form = self.random.choice(forms)
        while "{" in form:
            inner = form[form.index("{") + 1 : form.index("}")]
            form = form.replace(
                "{" + inner + "}", f"({self.expression(inner, known, max(depth - 1, 0))})", 1
            )
        return form

    def filled(self, form: str, known: dict[str, str]) -> str:
        """Return a form with an expression for each kind in braces; ``=int`` is a variable."""
        while "{" in form:
            kind = form[form.index("{") + 1 : form.index("}")]
            if kind.startswith("="):
                names = [name for name, other in known.items() if other == kind[1:]]
                value = self.random.choice(names)
            else:
                value = self.expression(kind, known)
            form = form.replace("{" + kind + "}", value, 1)
        return form

    def new(self, known: dict[str, str], kind: str) -> str:
        """Return the name of a new variable."""
        self.number += 1
        name = f"{kind[0]}{self.number}"
        known[name] = kind
        return name

    def block(self, known: dict[str, str], indent: str, depth: int, count: int) -> None:
        """Write some statements."""
        for _ in range(count):
            self.statement(known, indent, depth)

    def statement(self, known: dict[str, str], indent: str, depth: int) -> None:
        """Write one statement, with those in it."""
        choice = self.random.random()
        if choice < 0.3 or (depth == 0 and choice >= 0.75):
            kind = self.random.choice([*_FORMS])
            value = self.expression(kind, known)
            names = [name for name, other in known.items() if other == kind]
            again = names and kind != "many" and self.random.random() < 0.3
            name = self.random.choice(names) if again else self.new(known, kind)
            self.lines.append(f"{indent}{name} = {value}")
        elif choice < 0.42:
            numbers = [name for name, kind in known.items() if kind in ("int", "float")]
            if numbers:
                update = self.random.choice(["+= 1", "= {0} + 2", "*= 2", "= min({0} + 1, 6)"])
                name = self.random.choice(numbers)
                if known[name] == "int":
                    update = update.replace("*= 2", "%= 5")
                else:
                    update = update.replace("6", "6.5")
                self.lines.append(f"{indent}{name} {update.format(name)}")
        elif choice < 0.62:
            name = self.new(dict(known), "tensor")
            call = self.filled(self.random.choice(_APPLIED), known)
            self.lines.append(f"{indent}{name} = {call}")
        elif choice < 0.70:
            lines = self.filled(self.random.choice(_STATEMENTS), known)
            self.lines += [f"{indent}{line}" for line in lines.split("\n")]
        elif choice < 0.77:
            lists = [name for name, kind in known.items() if kind == "many"]
            if lists:
                name = self.random.choice(lists)
                self.lines.append(f"{indent}{name}.append({self.expression('int', known)})")
        else:
            self.compound(known, indent, depth)

    def compound(self, known: dict[str, str], indent: str, depth: int) -> None:
        """Write a loop or a conditional."""
        inner, below = dict(known), f"{indent}    "
        if self.random.random() < 0.35:
            self.lines.append(f"{indent}if {self.expression('bool', known)}:")
            self.block(inner, below, depth - 1, 2)
            self.lines.append(f"{below}pass")
            self.lines.append(f"{indent}else:")
            self.block(dict(known), below, depth - 1, 1)
            self.lines.append(f"{below}pass")
            return
        head, kinds = self.random.choice(_LOOPS)
        names = [self.new(inner, kind) for kind in kinds]
        text = head.format(*names)
        if text.startswith("while"):
            self.lines.append(f"{indent}{names[0]} = 0")
        self.lines.append(f"{indent}{text}")
        if text.startswith("while"):
            self.lines.append(f"{below}{names[0]} += 1")
            del inner[names[0]]
        self.block(inner, below, depth - 1, 3)
        leave = self.random.random()
        if leave < 0.15:
            self.lines.append(f"{below}break")
        elif leave < 0.3:
            self.lines.append(f"{below}if {self.expression('bool', inner)}:")
            self.lines.append(f"{below}    {self.random.choice(['break', 'continue'])}")
        self.block(inner, below, 0, 1)
        self.lines.append(f"{below}pass")


_FORMS = {
    "int": [
        "3", "7", "SIZES[1]", "len(SIZES)", "{int} + 1", "{int} % 3", "{int} // 2", "max({int}, 1)",
        "{int} if {bool} else 2", "int({float})", "bounded({int})", "len({many})", "{many}[0]",
        "counter.size", "counter.steps", "{tensor}.shape[0]", "sum({many})", "abs(-{int})",
        "(lambda v: v + 1)({int})", "round({float})", "«'a': 1, 'b': {int}»['b']",
    ],
    "float": [
        "0.5", "RATES['mid']", "{float} * 0.5", "{int} / 2", "decayed({float}, {int} % 4)",
        "float({int})", "math.sqrt({int} % 7)", "counter.rate", "float(tf.reduce_sum({tensor}))",
        "{float} if {bool} else 1.0",
    ],
    "str": ["'double'", "'half'", "'n' + str({int})", "str({int})", "{str}.upper()"],
    "bool": [
        "True", "{int} > 3", "{int} == 2", "not {bool}", "{bool} and {int} > 1", "{float} < 0.4",
        "random.random() < 2.0", "bool({int} % 2)", "{str} == 'double'", "{int} in SIZES",
    ],
    "tensor": [
        "tf.ones([3])", "tf.constant([1.0, 2.0])", "{tensor} + 1.0", "{tensor} * {float}",
        "tf.fill([{int} % 5 + 1], 2.0)", "tf.concat([{tensor}, {tensor}], 0)[:9]", "{tensor}[:2]",
        "tf.zeros({int} % 4 + 1)", "tf.cast({array}, tf.float32)", "-{tensor}",
        "tf.stack([{float}, 1.0])", "tf.reshape({tensor}, [-1])", "tf.range({float} * 0.0 + 2.0)",
        "tf.unique({tensor})[0]", "{tensor} if {bool} else tf.ones([1])",
    ],
    "array": [
        "np.ones(3)", "np.arange(4)", "{array} * 2", "np.zeros({int} % 4 + 1, np.float32)",
        "np.array({many})", "{tensor}.numpy()", "{array}[1:]", "np.append({array}, {int})",
        "{array}.astype('float32')", "np.linspace(0.0, 1.0, {int} % 4 + 1)",
    ],
    "many": [
        "[1, 2, 3]", "[{int}, 4]", "[k * 2 for k in range({int} % 4 + 1)]", "list(range(1, 4))",
        "sorted(SIZES)", "[*{many}, 5]", "{many} + [{int}]", "[a for a, _ in counted(3)]",
        "list(reversed({many}))", "[n for n in {many} if n < 99]",
    ],
}  # fmt: skip
"""Expressions by kind, the simplest first; ``{int}`` is any of that kind, ``«`` a brace."""
_APPLIED = [
    "scaled({tensor}, {int})",
    "scaled({tensor}, {float})",
    "scaled({tensor}, tf.constant({float}))",
    "scaled({tensor}, factor={int})",
    "scaled({array}, 2)",
    "scaled(tf.cast({array}, tf.float32), 2.0)",
    "relaxed({tensor})",
    "specified({tensor})",
    "chosen({tensor}, {str})",
    "pair([{tensor}], {int})",
    "pair(({tensor}, {tensor}))",
    "helper({tensor}, 2)",
    "counter.step({tensor})",
    "counter.apply({tensor}, {float})",
    "make({float})({tensor})",
    "tf.function(lambda x: x + 1.0)({tensor})",
]
"""Calls that give a tensor."""
_STATEMENTS = [
    "{=int}, {=float} = {int}, {float}",
    "counter.rate = {float}",
    "counter.size += 1",
    "table[{str}] = {int}",
    "table['n'] = table.get('n', 0) + 1\n{=int} = table['n']",
    "{=int} = sum(table.values())",
    "try:\n    {=int} = int({str})\nexcept ValueError:\n    {=float} = 0.25",
    "raise_total({int})\n{=int} = TOTAL",
    "def grow(v, by={int}):\n    return v + by\n{=int} = grow({int}) % 9",
    "{=many} = {=many}[1:] + [1]",
    "{=many}[0] = {int}",
    "last = {=many}.pop()\n{=many} += [last, 2]",
    "first, *rest = {many} + [1]\n{=int} = len(rest)",
    "if (found := {int}) > 2:\n    {=int} = found",
    "{=tensor} = tf.concat([{=tensor}, [1.0]], 0)",
    "match {int} % 3:\n    case 0:\n        {=int} = 1\n    case n:\n        {=int} = n",
    "with tf.GradientTape() as tape:\n    y = counter.weight * 2.0\n"
    "{=tensor} = tape.gradient(y, counter.weight)",
    "{=int} = max((k, v) for k, v in table.items())[1] if table else 0",
    "keyed = «str(k): k for k in {many}»\n{=int} = keyed.get('3', 1)",
    "state = ({int}, {float})\n{=int}, {=float} = state",
]
"""Statements; ``{=int}`` is a variable of that kind."""
_LOOPS = [
    ("for {0} in range(4):", ["int"]),
    ("for {0} in range(1, 9, 3):", ["int"]),
    ("for {0} in SIZES:", ["int"]),
    ("for {0}, {1} in enumerate([0.1, 0.2, 0.3]):", ["int", "float"]),
    ("for {0}, {1} in zip(SIZES, RATES.values()):", ["int", "float"]),
    ("for {0}, {1} in RATES.items():", ["str", "float"]),
    ("for {0}, {1} in counted(4):", ["int", "float"]),
    ("for {0} in tf.data.Dataset.from_tensor_slices(tf.ones([3, 2])):", ["tensor"]),
    ("for {0} in [tf.ones([1]), tf.ones([2]), tf.ones([2])]:", ["tensor"]),
    ("while {0} < 4:", ["int"]),
    ("for {0} in tf.range(3):", ["other"]),
    ("for {0}, {1} in [(1, 0.5), (2, 0.5), (3, 0.25)]:", ["int", "float"]),
]


def random_program(seed: int) -> str:
    """Return a small program that calls traced functions in loops, with all sorts of values."""
    writer = _Writer(seed)
    known = {"counter": "object"}
    for kind in ("int", "float", "str", "tensor", "array", "many"):
        writer.lines.append(f"    {writer.new(known, kind)} = {_FORMS[kind][0]}")
    writer.block(known, "    ", 3, 30)
    body = "\n".join(writer.lines).replace("«", "{").replace("»", "}")
    return f'{_HEAD}{body}\n\n\nif __name__ == "__main__":\n    main()\n'
