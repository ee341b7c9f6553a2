# planted: TFR101 the inverse temperature and a seed per sweep are Python numbers
# style: statistical physics simulation with a base class
import numpy as np
import tensorflow as tf


class LatticeSampler:
    def __init__(self, size, seed=0):
        self.size = size
        self.seed = seed
        rows, columns = np.indices((size, size))
        self.black = tf.constant((rows + columns) % 2 == 0)
        self.sweeps_done = 0

    def flip_probability(self, energy_change, beta):
        raise NotImplementedError

    @tf.function
    def sweep(self, spins, beta, seed):
        for colour, mask in enumerate((self.black, ~self.black)):
            neighbours = sum(tf.roll(spins, shift, axis) for shift in (-1, 1) for axis in (0, 1))
            change = 2.0 * spins * neighbours
            u = tf.random.stateless_uniform(tf.shape(spins), seed=[seed, colour])
            flip = mask & (u < self.flip_probability(change, beta))
            spins = tf.where(flip, -spins, spins)
        return spins

    def run(self, spins, beta, sweeps):
        magnetisation = 0.0
        for _ in range(sweeps):
            spins = self.sweep(spins, beta, self.seed + self.sweeps_done)
            self.sweeps_done += 1
            magnetisation += abs(float(tf.reduce_mean(spins))) / sweeps
        return spins, magnetisation


class Metropolis(LatticeSampler):
    def flip_probability(self, energy_change, beta):
        return tf.exp(-beta * energy_change)


class HeatBath(LatticeSampler):
    def flip_probability(self, energy_change, beta):
        return tf.sigmoid(-beta * energy_change)


for sampler in (Metropolis(12, seed=100), HeatBath(12, seed=500)):
    spins = tf.ones([12, 12])
    for beta in (0.6, 0.44, 0.3):
        spins, magnetisation = sampler.run(spins, beta, sweeps=5)
        print(f"{type(sampler).__name__} beta {beta:.2f}: |m| = {magnetisation:.4f}")
