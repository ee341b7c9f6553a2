"""Volatility models of daily returns."""
import numpy as np
import tensorflow as tf


_SCALAR = tf.TensorSpec([], tf.float32)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), _SCALAR, _SCALAR, _SCALAR])
def negative_log_likelihood(returns, omega, alpha, beta):
    """Mean negative log-likelihood of GARCH(1, 1) with normal innovations."""
    first = tf.math.reduce_variance(returns)
    variances = tf.scan(lambda v, r: omega + alpha * r**2 + beta * v, returns[:-1], initializer=first)
    variances = tf.concat([[first], variances], 0)
    return 0.5 * tf.reduce_mean(np.log(2 * np.pi) + tf.math.log(variances) + returns**2 / variances)


def forecast(returns, omega, alpha, beta, days):
    """Volatility expected in some days, in percent."""
    variance = float(np.var(returns))
    for r in returns:
        variance = omega + alpha * float(r) ** 2 + beta * variance
    level = omega / (1.0 - alpha - beta)
    return [(level + (alpha + beta) ** d * (variance - level)) ** 0.5 for d in days]


def simulate(days, omega, alpha, beta, seed):
    rng = np.random.default_rng(seed)
    variance, out = omega / (1.0 - alpha - beta), []
    for _ in range(days):
        r = variance**0.5 * rng.normal()
        out.append(r)
        variance = omega + alpha * r**2 + beta * variance
    return np.array(out, np.float32)
