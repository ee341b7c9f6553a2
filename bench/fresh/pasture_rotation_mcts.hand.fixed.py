# planted: TFR301 TFR101 the rollout depth that is left shrinks with the season and is a Python range in the traced rollout
# style: planning, rollouts over a herd model, recursion-free search
"""Choose the paddock for the herd each week with batched random rollouts."""
import numpy as np
import tensorflow as tf

PADDOCKS = 6


@tf.function
def rollout(grass, first, plans, weeks):
    samples = tf.shape(plans)[0]
    state = tf.tile(grass[None, :], [samples, 1])
    eaten = tf.zeros([samples])
    where = tf.fill([samples], first)
    for week in tf.range(weeks):
        choice = tf.one_hot(where, PADDOCKS)
        bite = tf.reduce_sum(choice * tf.minimum(0.6 * state, 1.4), 1)
        eaten += tf.sqrt(bite + 1e-6)
        state = state - choice * bite[:, None]
        state = state + 0.25 * state * (1.0 - state / 4.0)
        where = plans[:, week]
    return tf.reduce_mean(eaten) + 0.2 * tf.reduce_mean(state), tf.reduce_max(eaten)


class Grazier:
    def __init__(self, season, samples, seed):
        self.season, self.samples = season, samples
        self.rng = np.random.default_rng(seed)

    def remaining(self, week):
        return self.season - week

    def choose(self, grass, week):
        plans = tf.constant(self.rng.integers(0, PADDOCKS, (self.samples, self.season)), tf.int32)
        values = []
        for paddock in range(PADDOCKS):
            mean, _ = rollout(grass, tf.constant(paddock), plans, tf.constant(self.remaining(week)))
            values.append(float(mean))
        return int(np.argmax(values)), max(values)


def graze(grass, paddock):
    grass = grass.numpy()
    bite = min(0.6 * grass[paddock], 1.4)
    grass[paddock] -= bite
    grass += 0.25 * grass * (1.0 - grass / 4.0)
    return tf.constant(grass), float(bite)


def main():
    grazier = Grazier(season=18, samples=64, seed=5)
    grass = tf.constant([1.0, 2.2, 0.7, 3.1, 1.8, 2.6])
    total, visited = 0.0, []
    for week in range(grazier.season):
        paddock, value = grazier.choose(grass, week)
        grass, bite = graze(grass, paddock)
        total += bite
        visited.append(paddock)
        if week == 0:
            print("first value", round(value, 3))
    print("paddocks", visited[:8])
    print("grazed", round(total, 2), "left", round(float(tf.reduce_sum(grass)), 2))


if __name__ == "__main__":
    main()
