# planted: TFR104 the desk makes an equal contract object from each request's text and the pricer compares it by identity
# style: quant developer, frozen dataclasses, text protocol, one function per payoff
from __future__ import annotations

import dataclasses

import numpy as np
import tensorflow as tf


@dataclasses.dataclass(frozen=True)
class Contract:
    kind: str
    averaging: int = 1
    barrier: float | None = None

    @classmethod
    def parse(cls, text: str) -> Contract:
        kind, *options = text.split("/")
        values = dict(option.split("=") for option in options)
        barrier = values.get("b")
        return cls(kind, int(values.get("avg", 1)), None if barrier is None else float(barrier))


PATHS, DAYS = 400, 24
NORMALS = tf.random.stateless_normal([DAYS, PATHS], seed=[3, 9])


@tf.function
def price(contract: Contract, spot, strike, vol):
    dt = 1.0 / DAYS
    log_path = tf.cumsum(-0.5 * vol * vol * dt + vol * tf.sqrt(dt) * NORMALS, axis=0)
    path = spot * tf.exp(log_path)
    final = tf.reduce_mean(path[-contract.averaging:], axis=0)
    if contract.kind == "call":
        payoff = tf.nn.relu(final - strike)
    elif contract.kind == "put":
        payoff = tf.nn.relu(strike - final)
    else:
        raise ValueError(contract.kind)
    if contract.barrier is not None:
        payoff *= tf.cast(tf.reduce_max(path, axis=0) < contract.barrier, tf.float32)
    return tf.reduce_mean(payoff)


class Desk:
    def __init__(self) -> None:
        self.quotes: list[tuple[str, float]] = []

    def quote(self, line: str) -> float:
        """line: contract@spot,strike,vol"""
        name, numbers = line.split("@")
        spot, strike, vol = (tf.constant(float(v)) for v in numbers.split(","))
        value = float(price(Contract.parse(name), spot, strike, vol))
        self.quotes.append((name, value))
        return value


def requests(n: int, seed: int = 8):
    rng = np.random.default_rng(seed)
    book = ["call", "put", "call/avg=6", "put/avg=6", "call/b=1.4"]
    for _ in range(n):
        yield "%s@%.3f,%.2f,%.3f" % (book[rng.integers(5)], rng.uniform(0.9, 1.1), rng.choice([0.9, 1.0, 1.1]), rng.uniform(0.1, 0.4))


if __name__ == "__main__":
    desk = Desk()
    for line in requests(90):
        desk.quote(line)
    for name in sorted({name for name, _ in desk.quotes}):
        values = [v for n, v in desk.quotes if n == name]
        print(f"{name:12s} {len(values):3d} quotes, mean {np.mean(values):.4f}")
