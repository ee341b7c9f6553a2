# planted: TFR104 a frozen dataclass of rates is made for each point of the scan
# style: researcher with dataclasses and type hints
"""Scan of feed and kill rates of a Gray-Scott reaction on a small torus."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass(frozen=True)
class Rates:
    feed: float
    kill: float
    diffusion_u: float = 0.16
    diffusion_v: float = 0.08


def laplacian(field: tf.Tensor) -> tf.Tensor:
    return (
        tf.roll(field, 1, 0) + tf.roll(field, -1, 0) + tf.roll(field, 1, 1) + tf.roll(field, -1, 1)
        - 4.0 * field
    )


@tf.function
def advance(u: tf.Tensor, v: tf.Tensor, rates: Rates) -> tuple[tf.Tensor, tf.Tensor]:
    for _ in tf.range(40):
        reaction = u * v * v
        u += rates.diffusion_u * laplacian(u) - reaction + rates.feed * (1.0 - u)
        v += rates.diffusion_v * laplacian(v) + reaction - (rates.feed + rates.kill) * v
    return u, v


def initial(size: int) -> tuple[tf.Tensor, tf.Tensor]:
    rng = np.random.default_rng(1)
    u = np.ones((size, size), np.float32)
    v = np.zeros((size, size), np.float32)
    middle = slice(size // 2 - 4, size // 2 + 4)
    u[middle, middle], v[middle, middle] = 0.5, 0.25
    v += rng.uniform(0, 0.02, v.shape).astype(np.float32)
    return tf.constant(u), tf.constant(v)


def run(feed: float, kill: float, rounds: int = 4) -> tuple[float, float]:
    u, v = initial(32)
    for _ in range(rounds):
        u, v = advance(u, v, Rates(feed, kill))
    return float(tf.reduce_mean(v)), float(tf.math.reduce_std(v))


def main() -> None:
    print("feed    kill    mean v   std v")
    for feed in (0.022, 0.035, 0.050):
        for kill in (0.055, 0.060, 0.065):
            mean, std = run(feed, kill)
            print(f"{feed:.3f}   {kill:.3f}   {mean:.5f}  {std:.5f}")


if __name__ == "__main__":
    main()
