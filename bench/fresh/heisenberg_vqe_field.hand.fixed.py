"""Ground state of a small Heisenberg chain in a field with a variational circuit, followed along a field ramp."""
from functools import reduce

import numpy as np
import tensorflow as tf

N = 3
PAULI = {
    "I": np.eye(2), "X": np.array([[0, 1], [1, 0]]),
    "Y": np.array([[0, -1j], [1j, 0]]), "Z": np.diag([1, -1]),
}


def word(ops):
    return reduce(np.kron, [PAULI[ops.get(k, "I")] for k in range(N)]).astype(np.complex64)


EXCHANGE = tf.constant(sum(word({k: p, k + 1: p}) for k in range(N - 1) for p in "XYZ"))
ZEEMAN = tf.constant(sum(word({k: "Z"}) for k in range(N)))
GATES = [tf.constant(word({k: "Y"})) for k in range(N)]
GATES += [tf.constant(word({k: a, k + 1: b})) for k in range(N - 1) for a, b in ("XY", "YX")]
LAYERS = 1
EYE = tf.eye(2 ** N, dtype=tf.complex64)


def circuit(angles):
    state = tf.one_hot([0b010], 2 ** N, dtype=tf.complex64)
    for layer in range(LAYERS):
        for j, gate in enumerate(GATES):
            half = angles[layer, j] / 2.0
            c = tf.cast(tf.cos(half), tf.complex64)
            s = tf.complex(tf.zeros_like(half), tf.sin(half))
            state = c * state - s * tf.linalg.matvec(gate, state)
    return state[0]


def expectation(op, state):
    return tf.math.real(tf.reduce_sum(tf.math.conj(state) * tf.linalg.matvec(op, state)))


@tf.function
def descend(angles, field, rate):
    for _ in tf.range(30):
        with tf.GradientTape() as tape:
            tape.watch(angles)
            state = circuit(angles)
            energy = expectation(EXCHANGE, state) + field * expectation(ZEEMAN, state)
        angles = angles - rate * tape.gradient(energy, angles)
    return angles, energy


def ramp(top, steps):
    """Field up in even steps, smaller rates when the field is large."""
    for k in range(steps):
        field = top * k / (steps - 1)
        yield field, 0.05 / (1.0 + 0.3 * field)


def exact(field):
    return float(np.linalg.eigvalsh(EXCHANGE.numpy() + field * ZEEMAN.numpy())[0])


rng = np.random.default_rng(12)
angles = tf.constant(rng.normal(0, 0.3, (LAYERS, len(GATES))), tf.float32)
energies = []
for field, rate in ramp(3.0, 8):
    angles, energy = descend(angles, tf.constant(field), tf.constant(rate))
    energies.append((field, float(energy), exact(field)))

print("gates", LAYERS * len(GATES))
print("energy without field", round(energies[0][1], 2), "exact", round(energies[0][2], 2))
print("energy at full field", round(energies[-1][1], 2), "exact", round(energies[-1][2], 2))
print("above the exact one", all(e >= x - 1e-3 for _, e, x in energies))
print("magnetisation", round(float(expectation(ZEEMAN, circuit(angles))), 2))
