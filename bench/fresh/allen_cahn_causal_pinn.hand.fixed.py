"""A physics-informed network for the Allen-Cahn equation, trained causally slab by slab."""
import math

import numpy as np
import tensorflow as tf

from allen_cahn_causal_pinn_net import descend, make_parameters, solution

SLABS = 5
STEPS = 12


def collocation(per_slab, horizon, rng):
    edges = np.linspace(0.0, horizon, SLABS + 1)
    t = np.stack([rng.uniform(a, b, per_slab) for a, b in zip(edges, edges[1:])])
    x = rng.uniform(0.0, 1.0, t.shape)
    return tf.constant(t, tf.float32), tf.constant(x, tf.float32)


def causal_weights(losses, tolerance):
    """A slab counts once all slabs before it are solved."""
    weights, before = [], 0.0
    for loss in losses:
        weights.append(math.exp(-tolerance * before))
        before += float(loss)
    return np.array(weights, np.float32)


def train(parameters, tolerance, seed):
    rng = np.random.default_rng(seed)
    losses = [1.0] * SLABS
    history = []
    for _ in range(STEPS):
        t, x = collocation(24, 0.6, rng)
        weights = causal_weights(losses, tolerance)
        losses = descend(parameters, t, x, weights, tf.constant(0.15)).numpy()
        history.append((float(losses.mean()), float(weights[-1])))
    return history


def main():
    parameters = make_parameters(width=12, seed=6)
    history = train(parameters, tolerance=0.8, seed=60)
    grid = tf.constant(np.linspace(0, 1, 21)[:, None], tf.float32)
    late = solution(parameters, 0.6 * tf.ones_like(grid), grid).numpy()
    print("steps", len(history), "slabs", SLABS)
    print("loss", round(history[0][0], 2), "to", round(history[-1][0], 2))
    print("weight of the last slab", round(history[0][1], 2), "to", round(history[-1][1], 2))
    print("largest value", round(float(np.abs(late).max()), 2))
    print("odd about the middle", round(float(np.abs(late + late[::-1]).mean()), 2))


if __name__ == "__main__":
    main()
