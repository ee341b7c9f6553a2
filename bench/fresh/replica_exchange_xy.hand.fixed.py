"""Parallel tempering of the 2D XY model: replicas on a temperature ladder."""
import argparse

import numpy as np
import tensorflow as tf


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--size", type=int, default=12)
    p.add_argument("--replicas", type=int, default=6)
    p.add_argument("--sweeps", type=int, default=8)
    p.add_argument("--hot", type=float, default=1.6)
    p.add_argument("--cold", type=float, default=0.5)
    p.add_argument("--field", type=float, default=0.05)
    p.add_argument("--seed", type=int, default=21)
    return p.parse_args()


def bond_energy(theta, coupling):
    return -coupling * (tf.cos(theta - tf.roll(theta, 1, 0)) + tf.cos(theta - tf.roll(theta, 1, 1)))


@tf.function
def langevin_sweep(theta, beta, energy, noise):
    step = 0.02
    for k in tf.range(tf.shape(noise)[0]):
        with tf.GradientTape() as tape:
            tape.watch(theta)
            total = energy(theta)
        force = -tape.gradient(total, theta)
        theta = theta + step * force + tf.sqrt(2.0 * step / beta) * noise[k]
    return theta, energy(theta)


def ladder(args):
    ratio = (args.cold / args.hot) ** (1.0 / (args.replicas - 1))
    return [args.hot * ratio ** i for i in range(args.replicas)]


def exchange(thetas, energies, betas, rng):
    swaps = 0
    for i in range(len(betas) - 1):
        log_ratio = (betas[i] - betas[i + 1]) * (energies[i] - energies[i + 1])
        if np.log(rng.uniform()) < log_ratio:
            thetas[i], thetas[i + 1] = thetas[i + 1], thetas[i]
            energies[i], energies[i + 1] = energies[i + 1], energies[i]
            swaps += 1
    return swaps


def main():
    args = parse()
    rng = np.random.default_rng(args.seed)
    temperatures = ladder(args)
    betas = [1.0 / t for t in temperatures]
    shape = (args.size, args.size)
    thetas = [tf.zeros(shape) for _ in betas]
    swaps = 0

    def energy_of(t):
        return tf.reduce_sum(bond_energy(t, 1.0)) - args.field * tf.reduce_sum(tf.cos(t))

    for sweep in range(args.sweeps):
        energies = []
        for r, beta in enumerate(betas):
            noise = tf.constant(rng.standard_normal((20,) + shape), tf.float32)
            thetas[r], energy = langevin_sweep(
                thetas[r], tf.constant(beta, tf.float32), energy_of, noise)
            energies.append(float(energy))
        swaps += exchange(thetas, energies, betas, rng)
    for t, theta in zip(temperatures, thetas):
        m = float(tf.abs(tf.reduce_mean(tf.exp(tf.complex(0.0, 1.0) * tf.cast(theta, tf.complex64)))))
        print(f"T={t:.2f}  |m|={m:.2f}")
    print("swaps accepted:", swaps > 0)


if __name__ == "__main__":
    main()
