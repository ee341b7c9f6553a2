"""Programs of ``n`` parts that depend on each other, to measure the analysis with.

All call a traced function with what comes out of the dependences.
"""

from __future__ import annotations

from collections.abc import Callable

_HEAD = """\
import tensorflow as tf


@tf.function
def step(x, n):
    return x * n


"""
_MAIN = """

def main():
    x = tf.ones([2])
    for i in range(10):
        step(x, {})


main()
"""


def _program(body: str, value: str) -> str:
    return _HEAD + body + _MAIN.format(value)


def _functions(n: int, body: Callable[[int], str], decorator: str = "") -> str:
    return "\n\n".join(f"{decorator}def f{i}(a):\n    {body(i)}\n" for i in range(n))


def ring(n: int) -> str:
    """Functions each of which calls the next one, and the last one the first."""
    body = _functions(n, lambda i: f"return a if a > {i} else f{(i + 1) % n}(a + 1)")
    return _program(body, "f0(i)")


def complete(n: int) -> str:
    """Functions each of which calls all others."""
    body = _functions(n, lambda i: "return " + " + ".join(f"f{j}(a)" for j in range(n) if j != i))
    return _program(body, "f0(i)")


def chain(n: int) -> str:
    """Functions each of which calls the next one."""
    body = _functions(n, lambda i: f"return f{i + 1}(a + 1)" if i < n - 1 else "return a")
    return _program(body, "f0(i)")


def traced_chain(n: int) -> str:
    """A traced function, and functions each of which calls the next one with what it was given."""
    body = _functions(n, lambda i: f"return f{i + 1}(a)" if i < n - 1 else "return float(a)")
    return _program("@tf.function\n" + body, "f0(x)")


def diamonds(n: int) -> str:
    """Functions each of which calls the next one twice: there are 2**n paths."""
    last = "return a"
    body = _functions(n, lambda i: f"return f{i + 1}(a) + f{i + 1}(-a)" if i < n - 1 else last)
    return _program(body, "f0(i)")


def traced_complete(n: int) -> str:
    """Traced functions each of which calls all others."""
    body = _functions(
        n,
        lambda i: "return " + " + ".join(f"f{j}(a)" for j in range(n) if j != i),
        "@tf.function\n",
    )
    return _program(body, "f0(x)")


def carried(n: int) -> str:
    """Variables of a loop each of which is set to the sum of all of them."""
    total = " + ".join(f"v{i}" for i in range(n))
    lines = [f"v{i} = {i}" for i in range(n)] + ["for i in range(10):"]
    lines += [f"    v{i} = {total}" for i in range(n)]
    lines += ["    step(tf.ones([2]), v0)", "    step(tf.ones([2]), [v1 + k for k in (1, 2)])"]
    return _program("\n".join(lines) + "\n", "i")


def nested(n: int) -> str:
    """Comprehensions in the elements of comprehensions: 2**n elements."""
    value = "v0"
    for i in range(n):
        value = f"[{value} for v{i} in (1, 2)]"
    return _program("", value)


def stacked(n: int) -> str:
    """Comprehensions over comprehensions."""
    value = "[i, i]"
    for i in range(n):
        value = f"[v{i} + 1 for v{i} in {value}]"
    return _program("", value)


def hierarchy(n: int) -> str:
    """Classes each of which is the base of the next one, with a method that calls the base's."""
    parts = ["class C0:\n    def m(self, a):\n        return a\n"]
    parts += [
        f"class C{i}(C{i - 1}):\n    def m(self, a):\n        return super().m(a) + 1\n"
        for i in range(1, n)
    ]
    return _program("\n\n".join(parts), f"C{n - 1}().m(i)")


def overrides(n: int) -> str:
    """Classes each of which overrides what a method of the first one calls, and calls that one."""
    run = "    def run(self, a):\n        return self.m(a)\n"
    parts = ["class C0:\n    def m(self, a):\n        return a\n\n" + run]
    parts += [
        f"class C{i}(C{i - 1}):\n    def m(self, a):\n        return a + {i}\n\n"
        f"    def go(self, a):\n        return self.run(a)\n"
        for i in range(1, n)
    ]
    return _program("\n\n".join(parts), f"C{n - 1}().go(i)")


def attributes(n: int) -> str:
    """Attributes of a class that its methods set to the sum of two others."""
    lines = ["class M:", "    def __init__(self):"]
    lines += [f"        self.a{i} = {i}" for i in range(n)]
    for i in range(n):
        lines += ["", f"    def m{i}(self, x):"]
        lines += [f"        self.a{i} = self.a{(i + 1) % n} + self.a{(i + 2) % n}"]
        lines += [f"        return step(x, self.a{i})"]
    lines += ["", "", "m = M()", "for k in range(10):"]
    lines += [f"    m.m{i}(tf.ones([2]))" for i in range(n)]
    return _program("\n".join(lines) + "\n", "i")


def updates(n: int) -> str:
    """Two attributes that each of the methods updates by the other."""
    lines = ["class M:", "    def __init__(self):", "        self.a, self.b = 0, 1"]
    for i in range(n):
        lines += ["", f"    def m{i}(self, x):", "        self.a += self.b"]
        lines += ["        self.b -= self.a", "        return step(x, self.a)"]
    lines += ["", "", "m = M()", "for k in range(10):"]
    lines += [f"    m.m{i}(tf.ones([2]))" for i in range(n)]
    return _program("\n".join(lines) + "\n", "i")


def conditions(n: int) -> str:
    """Variables of a loop that are set again where others are past a bound."""
    lines = ["def main(k):", "    x = tf.ones([2])"]
    lines += [f"    v{i} = {i}" for i in range(n)]
    lines += ["    for i in range(k):"]
    for i in range(n):
        lines += [f"        if v{i} > {i} and v{(i + 1) % n} < 9:"]
        lines += [f"            v{(i + 2) % n} = v{i} + v{(i + 3) % n}"]
    lines += ["        step(x, v0)", "", "", "main(10)"]
    return _HEAD + "\n".join(lines) + "\n"


def modules(n: int) -> dict[str, str]:
    """Return modules each of which imports all others, by their file names."""
    found = {}
    for i in range(n):
        others = [j for j in range(n) if j != i]
        imports = "".join(f"from project.m{j} import f{j}\n" for j in others)
        body = "@tf.function\n" + f"def f{i}(a):\n    return "
        body += " + ".join(f"f{j}(a)" for j in others) + "\n\n\n"
        calls = "\n        ".join(f"f{j}(i)" for j in others)
        found[f"m{i}.py"] = imports + _program(body, f"i)\n        {calls[:-1]}")
    return found


def module_chain(n: int) -> dict[str, str]:
    """Return modules each of which imports and calls the next one, by their file names."""
    found = {}
    for i in range(n):
        after = f"m{i + 1}"
        imports = f"from project.{after} import f{i + 1}\n" if i < n - 1 else ""
        result = f"f{i + 1}(a)" if imports else "a"
        body = f"@tf.function\ndef f{i}(a):\n    return {result}\n\n\n"
        found[f"m{i}.py"] = imports + _program(body, f"f{i + 1}(i)" if imports else "i")
    return found


FAMILIES: dict[Callable[[int], str], int] = {
    ring: 25,
    complete: 5,
    chain: 25,
    traced_chain: 25,
    diamonds: 25,
    traced_complete: 5,
    carried: 5,
    nested: 8,
    stacked: 8,
    hierarchy: 25,
    overrides: 25,
    attributes: 25,
    updates: 4,
    conditions: 8,
}
"""The families of files, with the smallest ``n``."""
PROJECTS: dict[Callable[[int], dict[str, str]], int] = {modules: 4, module_chain: 8}
"""Those of projects."""
