# echo_state_lengths, cured.
import numpy as np
import tensorflow as tf


class Reservoir:
    def __init__(self, size=10, seed=0):
        rng = np.random.RandomState(seed)
        w = rng.normal(size=(size, size))
        w *= 0.9 / np.abs(np.linalg.eigvals(w)).max()
        self.w = tf.constant(w, tf.float32)
        self.w_in = tf.constant(rng.uniform(-0.5, 0.5, size=size), tf.float32)
        self.size = size

    @tf.function(reduce_retracing=True)
    def final_state(self, signal):
        state = tf.zeros([self.size])
        for t in tf.range(tf.shape(signal)[0]):
            state = tf.tanh(tf.linalg.matvec(self.w, state) + self.w_in * signal[t])
        return state


def recordings(rng, count):
    for _ in range(count):
        length = rng.randint(10, 40)
        frequency = rng.choice([0.2, 0.6])
        signal = np.sin(frequency * np.arange(length)) + 0.1 * rng.normal(size=length)
        yield signal.astype(np.float32), float(frequency)


def main():
    reservoir = Reservoir()
    states, targets = [], []
    for signal, frequency in recordings(np.random.RandomState(2), 12):
        states.append(reservoir.final_state(tf.constant(signal)).numpy())
        targets.append(frequency)
    features = np.column_stack([np.array(states), np.ones(len(states))])
    ridge = features.T @ features + 0.1 * np.eye(features.shape[1])
    readout = np.linalg.solve(ridge, features.T @ np.array(targets))
    for target, value in zip(targets, features @ readout):
        print(f"frequency {target:.1f} predicted {value:.3f}")


main()
