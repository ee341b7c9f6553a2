# planted: TFR502 each ascent step wraps the objective in a new tf.function inside a method
# style: planner class, projected gradient ascent
"""Splits a vaccine budget between age groups so that fewest severe cases remain."""
import numpy as np
import tensorflow as tf


class Planner:
    def __init__(self, contacts, sizes, severity, efficacy=0.85):
        self.contacts = tf.constant(contacts, tf.float32)
        self.sizes = tf.constant(sizes, tf.float32)
        self.severity = tf.constant(severity, tf.float32)
        self.efficacy = efficacy

    def severe_cases(self, coverage, budget):
        """Final-size relation, iterated to its fixed point, weighted by severity."""
        susceptible = 1.0 - self.efficacy * coverage
        attack = tf.fill(tf.shape(coverage), 0.5)
        for _ in range(10):
            force = tf.linalg.matvec(self.contacts, attack)
            attack = susceptible * (1.0 - tf.exp(-force))
        cases = tf.reduce_sum(attack * self.severity * self.sizes)
        excess = tf.nn.relu(tf.reduce_sum(coverage * self.sizes) - budget)
        return cases + 4.0 * excess ** 2

    def value_and_slope(self, coverage, budget):
        def objective(c):
            with tf.GradientTape() as tape:
                tape.watch(c)
                loss = self.severe_cases(c, budget)
            return loss, tape.gradient(loss, c)
        return tf.function(objective)(coverage)

    def plan(self, budget, steps=10, rate=0.6):
        budget = tf.constant(budget, tf.float32)
        coverage = tf.fill(tf.shape(self.sizes), budget / tf.reduce_sum(self.sizes))
        for _ in range(steps):
            loss, slope = self.value_and_slope(coverage, budget)
            slope = slope / (tf.norm(slope) + 1e-6)
            coverage = tf.clip_by_value(coverage - rate * slope, 0.0, 0.95)
            rate *= 0.8
        return coverage.numpy(), float(loss)


CONTACTS = np.array([[1.9, 0.6, 0.3, 0.1],
                     [0.6, 1.2, 0.5, 0.2],
                     [0.3, 0.5, 0.7, 0.3],
                     [0.1, 0.2, 0.3, 0.4]])
planner = Planner(CONTACTS, [2.1, 3.4, 2.6, 1.5], [0.01, 0.04, 0.12, 0.4])
print("no vaccine:", round(float(planner.severe_cases(tf.zeros(4), 0.0)), 4))
for doses in (1.5, 3.0, 4.5):
    coverage, cases = planner.plan(doses)
    print(f"budget {doses}: severe {cases:.3f}, coverage", [round(float(c), 2) for c in coverage])
