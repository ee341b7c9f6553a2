# planted: TFR101 the exponent of importance weights, a property of a replay buffer, in a tuple it samples
# style: prioritised replay, buffer class and agent class
import numpy as np
import tensorflow as tf


class PrioritizedBuffer:
    def __init__(self, size, seed=0):
        self.rng = np.random.RandomState(seed)
        self.states = self.rng.normal(size=(size, 3)).astype(np.float32)
        self.targets = (self.states @ [1.0, -2.0, 0.5]).astype(np.float32)
        self.priorities = np.ones(size)
        self.drawn = 0

    @property
    def beta(self):
        return min(1.0, 0.4 + 0.05 * self.drawn)

    def sample(self, batch_size):
        p = self.priorities / self.priorities.sum()
        rows = self.rng.choice(len(p), batch_size, p=p)
        beta = self.beta
        self.drawn += 1
        return rows, self.states[rows], self.targets[rows], p[rows].astype(np.float32), beta

    def update(self, rows, errors):
        self.priorities[rows] = np.abs(errors) + 1e-3


class Learner:
    def __init__(self, buffer, lr=0.05):
        self.buffer = buffer
        self.lr = lr
        self.w = tf.Variable(tf.zeros([3]))

    @tf.function
    def update_weights(self, states, targets, probs, beta):
        n = tf.cast(tf.shape(self.buffer.states)[0], tf.float32)
        weights = (n * probs) ** (-beta)
        weights /= tf.reduce_max(weights)
        with tf.GradientTape() as tape:
            errors = tf.linalg.matvec(states, self.w) - targets
            loss = tf.reduce_mean(weights * errors**2)
        self.w.assign_sub(self.lr * tape.gradient(loss, self.w))
        return loss, errors

    def train(self, steps):
        for step in range(steps):
            rows, states, targets, probs, beta = self.buffer.sample(16)
            loss, errors = self.update_weights(states, targets, probs, beta)
            self.buffer.update(rows, errors.numpy())
            if step % 5 == 0:
                print(f"step {step:2d} beta {beta:.2f} loss {float(loss):.3f}")


Learner(PrioritizedBuffer(100)).train(15)
