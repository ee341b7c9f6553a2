# planted: TFR301 TFR101 the number of components is a Python number that the E-step loops over
# style: statistician, plain functions, model choice by BIC
"""How many Gaussian components do the delays have? EM for 1 to 6 of them."""
import numpy as np
import tensorflow as tf


VECTOR = tf.TensorSpec([None])


@tf.function(input_signature=[VECTOR, VECTOR, VECTOR, VECTOR])
def log_densities(data, weights, means, scales):
    z = (data[:, None] - means) / scales
    return tf.math.log(weights) - tf.math.log(scales) - 0.5 * z**2 - 0.9189385


@tf.function(input_signature=[VECTOR, tf.TensorSpec([None, None])])
def maximise(data, responsibilities):
    total = tf.reduce_sum(responsibilities, axis=0) + 1e-6
    means = tf.reduce_sum(responsibilities * data[:, None], axis=0) / total
    squares = tf.reduce_sum(responsibilities * (data[:, None] - means) ** 2, axis=0)
    return total / tf.reduce_sum(total), means, tf.sqrt(squares / total + 1e-2)


def em(data, components, rounds=25):
    quantiles = (np.arange(components) + 0.5) / components
    means = tf.constant(np.quantile(data.numpy(), quantiles), tf.float32)
    scales = tf.fill([components], float(data.numpy().std()) / components)
    weights = tf.fill([components], 1.0 / components)
    for _ in range(rounds):
        log_p = log_densities(data, weights, means, scales)
        responsibilities = tf.nn.softmax(log_p, axis=1)
        weights, means, scales = maximise(data, responsibilities)
    likelihood = tf.reduce_sum(tf.reduce_logsumexp(log_densities(data, weights, means, scales), axis=1))
    return float(likelihood), weights.numpy(), means.numpy(), scales.numpy()


def bic(likelihood, components, size):
    return (3 * components - 1) * np.log(size) - 2.0 * likelihood


def main():
    rng = np.random.default_rng(12)
    parts = [rng.normal(5, 1, 120), rng.normal(12, 2, 80), rng.normal(22, 1.5, 50)]
    data = tf.constant(np.concatenate(parts), tf.float32)
    scores = {}
    for components in range(1, 7):
        likelihood, weights, means, scales = em(data, components)
        scores[components] = bic(likelihood, components, int(data.shape[0]))
        print(f"{components} components: log likelihood {likelihood:.2f}, BIC {scores[components]:.2f}")
        print("   means", np.round(np.sort(means), 2).tolist())
    print("chosen:", min(scores, key=scores.get))


if __name__ == "__main__":
    main()
