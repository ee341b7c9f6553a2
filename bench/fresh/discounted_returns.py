# planted: TFR101 discount factors of a sweep, in a loop over the reversed rewards
# style: nested functions
import numpy as np
import tensorflow as tf


def experiment(rewards, discounts):
    @tf.function
    def discounted(rewards, gamma):
        exponents = tf.cast(tf.range(tf.shape(rewards)[0]), tf.float32)
        return tf.reduce_sum(rewards * tf.pow(gamma, exponents))

    def evaluate(gamma):
        return float(discounted(rewards, gamma))

    return {gamma: evaluate(gamma) for gamma in discounts}


if __name__ == "__main__":
    rewards = tf.constant(np.random.default_rng(0).random(20), tf.float32)
    for gamma, value in experiment(rewards, [0.9, 0.95, 0.97, 0.99, 0.999]).items():
        print(f"gamma={gamma} return={value:.4f}")
