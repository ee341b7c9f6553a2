# planted: TFR105 each trial trains with its own functools.partial of the loss, handed to the shared compiled step
# style: hyperparameter search with trial objects and rungs, somebody who likes functools and heapq
import functools
import heapq
import itertools

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
X = tf.constant(rng.normal(size=(96, 5)), tf.float32)
noise = np.where(rng.random(96) < 0.1, rng.normal(0, 8, 96), rng.normal(0, 0.2, 96))
y = tf.constant(X.numpy() @ np.array([1.0, -2.0, 0.5, 0.0, 3.0]) + noise, tf.float32)


def huber(residual, delta):
    a = tf.abs(residual)
    return tf.reduce_mean(tf.where(a < delta, 0.5 * a * a, delta * (a - 0.5 * delta)))


@tf.function
def train_step(w, loss_fn, lr, l2):
    with tf.GradientTape() as tape:
        tape.watch(w)
        loss = loss_fn(tf.linalg.matvec(X, w) - y) + l2 * tf.reduce_sum(w * w)
    return w - lr * tape.gradient(loss, w), loss


class Trial:
    _ids = itertools.count()

    def __init__(self, delta, lr, l2):
        self.id = next(self._ids)
        self.lr = tf.constant(lr, tf.float32)
        self.l2 = tf.constant(l2, tf.float32)
        self.delta = delta
        self.w = tf.zeros([5])
        self.steps = 0

    def advance(self, steps):
        loss_fn = functools.partial(huber, delta=self.delta)
        for _ in range(steps):
            self.w, _ = train_step(self.w, loss_fn, self.lr, self.l2)
        self.steps += steps

    def score(self):
        # median is what counts, outliers are not our problem
        return float(np.median(np.abs(tf.linalg.matvec(X, self.w) - y)))


def successive_rungs(trials, rungs=(4, 8, 16), keep=0.5):
    alive = list(trials)
    for rung in rungs:
        for trial in alive:
            trial.advance(rung)
        alive = heapq.nsmallest(max(1, int(len(alive) * keep)), alive, key=lambda t: (round(t.score(), 4), t.id))
    return alive


space = [
    Trial(delta=float(10 ** rng.uniform(-1, 1)), lr=float(10 ** rng.uniform(-1.5, -0.3)), l2=float(10 ** rng.uniform(-4, -1)))
    for _ in range(32)
]
best = successive_rungs(space)
for trial in best:
    print(f"trial {trial.id}: delta {trial.delta:.3f} steps {trial.steps} score {trial.score():.3f}")
