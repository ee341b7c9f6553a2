# planted: TFR104 a new strategy object is constructed for each epoch with the epoch's numbers in it
# style: class hierarchy with strategy objects, abstract base class, Java habits
import abc

import numpy as np
import tensorflow as tf


class UpdateRule(abc.ABC):
    """Turns a gradient into a displacement."""

    @abc.abstractmethod
    def displacement(self, gradient, memory):
        raise NotImplementedError


class PlainRule(UpdateRule):
    def __init__(self, rate):
        self.rate = rate

    def displacement(self, gradient, memory):
        return self.rate * gradient, memory


class HeavyBallRule(UpdateRule):
    def __init__(self, rate, friction):
        self.rate = rate
        self.friction = friction

    def displacement(self, gradient, memory):
        memory = self.friction * memory + gradient
        return self.rate * memory, memory


class SignRule(UpdateRule):
    def __init__(self, rate, softness):
        self.rate = rate
        self.softness = softness

    def displacement(self, gradient, memory):
        return self.rate * gradient / (tf.abs(gradient) + self.softness), memory


class RuleFactory:
    def __init__(self, kind):
        self.kind = kind

    def for_epoch(self, epoch):
        rate = 0.2 / (1.0 + 0.1 * epoch)
        if self.kind == "plain":
            return PlainRule(rate)
        if self.kind == "heavy":
            return HeavyBallRule(0.3 * rate, min(0.9, 0.5 + 0.02 * epoch))
        return SignRule(0.2 * rate, 0.01)


class LogisticProblem:
    def __init__(self, seed=8):
        rng = np.random.default_rng(seed)
        self.x = tf.constant(rng.normal(size=(60, 4)), tf.float32)
        logits = self.x.numpy() @ np.array([1.0, -1.0, 2.0, 0.0])
        self.y = tf.constant(rng.random(60) < 1 / (1 + np.exp(-logits)), tf.float32)

    def loss(self, w):
        logits = tf.linalg.matvec(self.x, w)
        return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(self.y, logits)) + 0.01 * tf.reduce_sum(w * w)


class Solver:
    def __init__(self, problem):
        self.problem = problem

    @tf.function
    def iterate(self, w, memory, rule):
        with tf.GradientTape() as tape:
            tape.watch(w)
            loss = self.problem.loss(w)
        step, memory = rule.displacement(tape.gradient(loss, w), memory)
        return w - step, memory, loss

    def solve(self, factory, epochs=24, inner=3):
        w, memory = tf.zeros([4]), tf.zeros([4])
        for epoch in range(epochs):
            rule = factory.for_epoch(epoch)
            for _ in range(inner):
                w, memory, loss = self.iterate(w, memory, rule)
        return float(loss)


if __name__ == "__main__":
    solver = Solver(LogisticProblem())
    for kind in ("plain", "heavy", "sign"):
        print("%-6s %.4f" % (kind, solver.solve(RuleFactory(kind))))
