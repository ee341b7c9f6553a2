"""A large program, written for the measurements of speed."""

from __future__ import annotations

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
