"""Estimate ammonia and ethanol from an array of drifting gas sensors, best of many restarts."""
import numpy as np
import tensorflow as tf

SENSORS, HIDDEN, GASES = 6, 5, 2


def exposures(seed, n):
    rng = np.random.default_rng(seed)
    gases = rng.gamma(2.0, 0.5, size=(n, GASES))
    response = rng.uniform(0.2, 1.0, size=(GASES, SENSORS))
    signal = np.log1p(gases @ response) + 0.03 * rng.normal(size=(n, SENSORS))
    return signal.astype("float32"), gases.astype("float32")


def estimator(seed):
    init = tf.keras.initializers.GlorotNormal(seed=seed)
    hidden = tf.keras.layers.Dense(HIDDEN, activation="softplus", kernel_initializer=init)
    out = tf.keras.layers.Dense(GASES, kernel_initializer=init)
    hidden.build((None, SENSORS))
    out.build((None, HIDDEN))
    return hidden, out


def reset(pair, seed):
    for layer, fresh in zip(pair, estimator(seed)):
        layer.set_weights(fresh.get_weights())


def estimate(pair, signal):
    hidden, out = pair
    return out(hidden(signal))


@tf.function
def descend(pair, signal, gases, rate):
    variables = [v for layer in pair for v in layer.trainable_variables]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(estimate(pair, signal) - gases))
    for variable, slope in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(rate * slope)
    return loss


def restart(pair, seed, data, steps=40):
    signal, gases = data
    reset(pair, seed)
    for k in range(steps):
        rate = tf.constant(0.3 / (1 + 0.05 * k), tf.float32)
        loss = descend(pair, signal, gases, rate)
    return float(loss), [layer.get_weights() for layer in pair]


def quality(weights, data):
    pair = estimator(0)
    for layer, values in zip(pair, weights):
        layer.set_weights(values)
    signal, gases = data
    error = estimate(pair, signal).numpy() - gases
    return np.sqrt((error**2).mean(axis=0))


def main():
    signal, gases = (tf.constant(a) for a in exposures(5, 90))
    pair = estimator(0)
    results = [restart(pair, seed, (signal[:60], gases[:60])) for seed in range(100, 110)]
    losses = [loss for loss, _ in results]
    best = int(np.argmin(losses))
    rmse = quality(results[best][1], (signal[60:], gases[60:].numpy()))
    print("restarts:", len(losses))
    print("losses from", round(min(losses), 3), "to", round(max(losses), 3))
    print("best restart:", best)
    print("test rmse:", [round(float(v), 3) for v in rmse])


if __name__ == "__main__":
    main()
