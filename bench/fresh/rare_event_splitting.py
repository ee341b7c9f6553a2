# planted: TFR201 the walkers that passed a level are picked with a mask, so every stage hands another count to the traced propagation
# style: probability student, generator over stages, dataclass for the result
"""How seldom a leaky reservoir overflows: multilevel splitting against the exact tail by brute force."""
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf

STEPS = 60
DRIFT, NOISE = 0.05, 0.15
WALKERS = 800


@dataclass
class Estimate:
    probability: float = 1.0
    stages: list = field(default_factory=list)

    def add(self, level, alive, started):
        self.probability *= alive / started
        self.stages.append((level, alive / started))


@tf.function
def propagate(level_now, kicks):
    """Final and highest water level of every walker."""
    x = level_now
    top = level_now
    for k in tf.range(STEPS):
        x = tf.maximum(x * (1.0 - DRIFT) + NOISE * kicks[:, k], 0.0)
        top = tf.maximum(top, x)
    return x, top


def kicks_for(rng, count):
    return tf.constant(rng.standard_normal((count, STEPS)), tf.float32)


def stages(levels, rng):
    """Yields level, survivors and starters; doubles the survivors when few are left."""
    x = tf.zeros([WALKERS])
    for level in levels:
        final, top = propagate(x, kicks_for(rng, len(x)))
        passed = top >= level
        survivors = tf.boolean_mask(tf.maximum(final, 0.6 * top), passed)
        yield level, survivors, len(x)
        if len(survivors) == 0:
            return
        while len(survivors) < WALKERS // 2:
            survivors = tf.concat([survivors, survivors], axis=0)
        x = survivors


def split(levels, seed):
    rng = np.random.default_rng(seed)
    estimate = Estimate()
    for level, survivors, started in stages(levels, rng):
        estimate.add(level, len(survivors), started)
    return estimate


def main():
    levels = [0.55, 0.7, 0.85, 1.0, 1.1, 1.2]
    runs = [split(levels, seed) for seed in (1, 2, 3)]
    logs = np.log10([max(run.probability, 1e-12) for run in runs])
    print("levels", len(levels), "runs", len(runs))
    print("first stage", round(runs[0].stages[0][1], 2), "last stage", round(runs[0].stages[-1][1], 2))
    print("log10 of the estimate", round(float(logs.mean()), 2))
    print("spread", round(float(logs.std()), 2))
    print("stage shares", *(round(share, 2) for _, share in runs[1].stages[1:4]))


if __name__ == "__main__":
    main()
