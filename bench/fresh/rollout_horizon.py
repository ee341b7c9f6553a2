# planted: TFR301 a rollout of a changing horizon that collects its states in a list
# style: model-based control
import numpy as np
import tensorflow as tf

A = tf.constant([[1.0, 0.1], [-0.2, 0.95]])
B = tf.constant([[0.0], [0.1]])


@tf.function
def rollout(state, gain, horizon):
    states = []
    for _ in range(horizon):
        action = -tf.linalg.matvec(gain, state)
        state = tf.linalg.matvec(A, state) + tf.linalg.matvec(B, action)
        states.append(state)
    return tf.stack(states)


def cost(states):
    return tf.reduce_mean(tf.reduce_sum(states**2, axis=1))


def main():
    gain = tf.constant([[0.5, 1.0]])
    start = tf.constant([1.0, 0.0])
    for horizon in range(2, 12, 2):
        states = rollout(start, gain, horizon)
        print(horizon, states.shape, np.round(cost(states).numpy(), 5))


main()
