# planted: TFR203 TFR301 an old option, and a horizon that is a Python int
# style: control theory, script of functions
import numpy as np
import tensorflow as tf

A = tf.constant([[1.0, 0.1], [0.0, 1.0]])
B = tf.constant([[0.0], [0.1]])
Q = tf.constant([[1.0, 0.0], [0.0, 0.1]])
R = tf.constant([[0.05]])


@tf.function(experimental_relax_shapes=True)
def riccati(horizon):
    p = Q
    for _ in range(horizon):
        bp = tf.matmul(B, p, transpose_a=True)
        gain = tf.linalg.solve(R + bp @ B, bp @ A)
        p = Q + tf.matmul(A, p, transpose_a=True) @ (A - B @ gain)
    return gain_of(p), p


def gain_of(p):
    bp = tf.matmul(B, p, transpose_a=True)
    return tf.linalg.solve(R + bp @ B, bp @ A)


def simulate(gain, steps, start):
    state, cost = start, 0.0
    for _ in range(steps):
        control = -gain @ state
        cost += float(tf.reduce_sum(state * (Q @ state)) + tf.reduce_sum(control * (R @ control)))
        state = A @ state + B @ control
    return cost


start = tf.constant([[1.0], [0.0]])
for horizon in (2, 5, 10, 20, 40):
    gain, _ = riccati(horizon)
    print(horizon, "gain", np.round(gain.numpy()[0], 3), "cost %.3f" % simulate(gain, 40, start))
