# planted: TFR101 the rotation angles are Python floats and each shift of each of them is a new value
# style: quantum toy simulator, variational ground state by parameter-shift, everything complex64
import math

import numpy as np
import tensorflow as tf

N = 3
DIM = 2 ** N


def single(gate, target):
    ops = [np.eye(2)] * N
    ops[target] = gate
    out = ops[0]
    for op in ops[1:]:
        out = np.kron(out, op)
    return out


X = np.array([[0, 1], [1, 0]])
Y = np.array([[0, -1j], [1j, 0]])
Z = np.diag([1, -1])


def transverse_ising(field):
    h = sum(-single(Z, i) @ single(Z, i + 1) for i in range(N - 1))
    return h - field * sum(single(X, i) for i in range(N))


CZ_CHAIN = np.eye(DIM)
for i in range(N - 1):
    CZ_CHAIN = CZ_CHAIN @ (np.eye(DIM) - 0.5 * (np.eye(DIM) - single(Z, i)) @ (np.eye(DIM) - single(Z, i + 1)))

GENERATORS = tf.constant(np.stack([single(Y, i) for i in range(N)]), tf.complex64)
ENTANGLER = tf.constant(CZ_CHAIN, tf.complex64)
IDENTITY = tf.eye(DIM, dtype=tf.complex64)


@tf.function
def rotate(state, qubit, angle):
    """exp(-i angle/2 Y) on one qubit"""
    c = tf.cast(tf.cos(angle / 2), tf.complex64)
    s = tf.cast(tf.sin(angle / 2), tf.complex64)
    u = c * IDENTITY - 1j * s * GENERATORS[qubit]
    return tf.linalg.matvec(u, state)


def prepare(angles):
    state = tf.one_hot(0, DIM, dtype=tf.complex64)
    for layer in range(len(angles) // N):
        for q in range(N):
            state = rotate(state, tf.constant(q), angles[layer * N + q])
        state = tf.linalg.matvec(ENTANGLER, state)
    return state


def energy(angles, hamiltonian):
    psi = prepare(angles)
    return float(tf.math.real(tf.tensordot(tf.math.conj(psi), tf.linalg.matvec(hamiltonian, psi), 1)))


def gradient(angles, hamiltonian):
    g = []
    for k in range(len(angles)):
        plus, minus = list(angles), list(angles)
        plus[k] += math.pi / 2
        minus[k] -= math.pi / 2
        g.append(0.5 * (energy(plus, hamiltonian) - energy(minus, hamiltonian)))
    return g


def main():
    h = transverse_ising(0.8)
    exact = float(np.linalg.eigvalsh(h)[0])
    hamiltonian = tf.constant(h, tf.complex64)
    angles = [0.3 + 0.1 * k for k in range(2 * N)]
    for it in range(5):
        g = gradient(angles, hamiltonian)
        angles = [a - 0.2 * d for a, d in zip(angles, g)]
        print(f"iteration {it}: energy {energy(angles, hamiltonian):.3f} (exact {exact:.3f})")


main()
