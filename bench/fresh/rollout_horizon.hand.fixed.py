# rollout_horizon, cured.
import numpy as np
import tensorflow as tf

A = tf.constant([[1.0, 0.1], [-0.2, 0.95]])
B = tf.constant([[0.0], [0.1]])


@tf.function
def rollout(state, gain, horizon):
    states = tf.TensorArray(tf.float32, size=horizon, element_shape=[2])
    for i in tf.range(horizon):
        action = -tf.linalg.matvec(gain, state)
        state = tf.linalg.matvec(A, state) + tf.linalg.matvec(B, action)
        states = states.write(i, state)
    return states.stack()


def cost(states):
    return tf.reduce_mean(tf.reduce_sum(states**2, axis=1))


def main():
    gain = tf.constant([[0.5, 1.0]])
    start = tf.constant([1.0, 0.0])
    for horizon in range(2, 12, 2):
        states = rollout(start, gain, tf.constant(horizon))
        print(horizon, states.shape, np.round(cost(states).numpy(), 5))


main()
