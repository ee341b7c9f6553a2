# planted: TFR301 TFR101 rounds and regularisation of Sinkhorn's algorithm change with each stage
# style: optimal transport, functions and a list of stages
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Stage(NamedTuple):
    epsilon: float
    rounds: int


STAGES = [Stage(1.0, 5), Stage(0.5, 8), Stage(0.25, 12), Stage(0.125, 20)]


def cost_matrix(a, b):
    return tf.reduce_sum((a[:, None, :] - b[None, :, :]) ** 2, axis=-1)


@tf.function
def sinkhorn(cost, f, g, epsilon, rounds):
    log_n = tf.math.log(tf.cast(tf.shape(cost)[0], tf.float32))
    for _ in range(rounds):
        f = -epsilon * (tf.reduce_logsumexp((g[None, :] - cost) / epsilon, axis=1) - log_n)
        g = -epsilon * (tf.reduce_logsumexp((f[:, None] - cost) / epsilon, axis=0) - log_n)
    plan = tf.exp((f[:, None] + g[None, :] - cost) / epsilon)
    return f, g, plan / tf.reduce_sum(plan)


def solve(cost, stages):
    f = tf.zeros(cost.shape[0])
    g = tf.zeros(cost.shape[1])
    for stage in stages:
        f, g, plan = sinkhorn(cost, f, g, *stage)
        yield stage, float(tf.reduce_sum(plan * cost))


rng = np.random.RandomState(8)
source = tf.constant(rng.randn(12, 2).astype(np.float32))
target = tf.constant((rng.randn(12, 2) * 0.5 + 1).astype(np.float32))
for stage, transport in solve(cost_matrix(source, target), STAGES):
    print("epsilon", stage.epsilon, "rounds", stage.rounds, "cost %.4f" % transport)
