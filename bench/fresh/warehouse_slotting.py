# planted: TFR101 TFR403 the annealing temperature is a Python float and the body counts evaluations on self
# style: optimiser class, operations research
"""Simulated annealing of a warehouse: which product goes to which slot?"""
import numpy as np
import tensorflow as tf


class Slotting:
    def __init__(self, slots=30, seed=13):
        rng = np.random.default_rng(seed)
        aisle = rng.uniform(0, 40, (slots, 2))
        self.walk = tf.constant(np.abs(aisle[:, None] - aisle[None]).sum(-1), tf.float32)
        self.door = tf.constant(aisle.sum(1), tf.float32)
        orders = rng.poisson(0.25, (120, slots)) * rng.pareto(1.5, slots)
        self.together = tf.constant(orders.T @ orders / 120.0, tf.float32)
        self.demand = tf.constant(orders.mean(0), tf.float32)
        self.evaluations = 0
        self.rng = np.random.default_rng(seed + 1)

    def cost(self, place):
        distance = tf.gather(tf.gather(self.walk, place), place, axis=1)
        joint = 0.5 * tf.reduce_sum(distance * self.together)
        return 0.05 * joint + tf.reduce_sum(tf.gather(self.door, place) * self.demand)

    @tf.function
    def consider(self, place, candidate, temperature, chance):
        """Metropolis choice between the present layout and a proposed swap."""
        self.evaluations += 1
        old, new = self.cost(place), self.cost(candidate)
        accept = chance < tf.exp(tf.minimum((old - new) / temperature, 0.0))
        return tf.where(accept, candidate, place), tf.where(accept, new, old)

    def anneal(self, start=60.0, cooling=0.95, floor=1.0):
        place = np.arange(self.walk.shape[0], dtype="int32")
        costs = []
        temperature = start
        while temperature > floor:
            a, b = self.rng.choice(len(place), 2, replace=False)
            candidate = place.copy()
            candidate[[a, b]] = candidate[[b, a]]
            chance = np.float32(self.rng.random())
            place, cost = self.consider(place, candidate, temperature, chance)
            place = place.numpy()
            costs.append(float(cost))
            temperature *= cooling
        return place, costs


if __name__ == "__main__":
    problem = Slotting()
    layout, costs = problem.anneal()
    print("evaluations:", problem.evaluations)
    print("first cost:", round(costs[0], 1), "lowest:", round(min(costs), 1), "last:", round(costs[-1], 1))
    print("products moved:", int((layout != np.arange(len(layout))).sum()))
