# planted: TFR507 a Jacobian taken eagerly in a loop
# style: extended Kalman filter
import numpy as np
import tensorflow as tf


def dynamics(state):
    x, v = state[0], state[1]
    return tf.stack([x + 0.1 * v, v - 0.1 * tf.sin(x)])


def linearise(state):
    with tf.GradientTape() as tape:
        tape.watch(state)
        moved = dynamics(state)
    return moved, tape.jacobian(moved, state)


def run_filter(measurements):
    state, covariance = tf.constant([0.5, 0.0]), tf.eye(2)
    for measured in measurements:
        state, jacobian = linearise(state)
        covariance = jacobian @ covariance @ tf.transpose(jacobian) + 0.01 * tf.eye(2)
        gain = covariance[:, 0] / (covariance[0, 0] + 0.1)
        state = state + gain * (measured - state[0])
        covariance = covariance - tf.tensordot(gain, covariance[0], 0)
    return state, covariance


measurements = np.sin(np.linspace(0, 2, 8)).astype(np.float32).tolist()
state, covariance = run_filter(measurements)
print(np.round(state.numpy(), 4))
print(np.round(covariance.numpy(), 4))
