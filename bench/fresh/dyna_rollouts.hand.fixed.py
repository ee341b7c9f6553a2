# dyna_rollouts, cured.
import numpy as np
import tensorflow as tf

TRUE_A = np.array([[0.9, 0.2], [-0.1, 0.95]], np.float32)
learned_a = tf.Variable(tf.eye(2))


@tf.function
def fit_model(states, successors):
    with tf.GradientTape() as tape:
        error = tf.reduce_mean((states @ tf.transpose(learned_a) - successors) ** 2)
    learned_a.assign_sub(0.3 * tape.gradient(error, learned_a))
    return error


@tf.function
def imagine(start, gamma, depth):
    state, value, discount = start, 0.0, 1.0
    for _ in range(depth):
        state = tf.linalg.matvec(learned_a, state)
        value = value - discount * tf.reduce_sum(state**2)
        discount = discount * gamma
    return value


def depth_for(error):
    if error > 0.05:
        return 1
    return min(12, 1 + int(-2 * np.log10(max(float(error), 1e-8))))


rng = np.random.RandomState(2)
start, gamma = tf.constant([1.0, -1.0]), tf.constant(0.95)
for iteration in range(10):
    states = rng.randn(24, 2).astype(np.float32)
    error = fit_model(states, states @ TRUE_A.T)
    depth = depth_for(error)
    value = imagine(start, gamma, tf.constant(depth))
    print(iteration, "error %.4f" % float(error), "depth", depth, "value %.3f" % float(value))
