# planted: TFR208 a concrete function is made for the number of shares that are listed in each month
# style: research script with a small cache-less helper, list of monthly results
"""Cross-sectional factor returns in a share universe that changes every month."""
import numpy as np
import tensorflow as tf

FACTORS = ["value", "size", "momentum", "quality"]
rng = np.random.default_rng(1999)
true_premia = np.array([0.004, -0.002, 0.006, 0.003])


def universe(month):
    """Exposures and returns of the shares that are listed in this month."""
    listed = 180 + 3 * month + int(rng.integers(0, 3))
    exposures = rng.normal(size=(listed, len(FACTORS)))
    exposures[:, 2] += 0.3 * exposures[:, 0]
    noise = rng.standard_t(5, size=listed) * 0.03
    returns = exposures @ (true_premia + rng.normal(scale=0.002, size=4)) + noise
    return exposures.astype("float32"), returns.astype("float32")


@tf.function
def cross_section(exposures, returns):
    """Robust regression of returns on winsorised and standardised exposures."""
    mean = tf.reduce_mean(exposures, axis=0)
    std = tf.math.reduce_std(exposures, axis=0)
    z = tf.clip_by_value((exposures - mean) / std, -3.0, 3.0)
    design = tf.concat([tf.ones_like(z[:, :1]), z], axis=1)
    weights = tf.ones_like(returns)
    beta = tf.zeros([len(FACTORS) + 1, 1])
    for _ in range(5):
        weighted = design * weights[:, None]
        gram = tf.matmul(weighted, design, transpose_a=True)
        moment = tf.matmul(weighted, returns[:, None], transpose_a=True)
        beta = tf.linalg.solve(gram + 1e-4 * tf.eye(len(FACTORS) + 1), moment)
        residual = tf.abs(returns - tf.matmul(design, beta)[:, 0])
        scale = tf.reduce_mean(residual) * 1.5
        weights = tf.minimum(1.0, scale / tf.maximum(residual, 1e-8))
    return beta[1:, 0], tf.reduce_mean(weights)


def regression_for(exposures, returns):
    spec_x = tf.TensorSpec(exposures.shape, tf.float32)
    spec_y = tf.TensorSpec(returns.shape, tf.float32)
    return cross_section.get_concrete_function(spec_x, spec_y)


premia = []
trust = []
for month in range(24):
    exposures, returns = universe(month)
    regress = regression_for(exposures, returns)
    beta, weight = regress(tf.constant(exposures), tf.constant(returns))
    premia.append(beta.numpy())
    trust.append(float(weight))

premia = np.array(premia)
annual = premia.mean(axis=0) * 12.0
t_values = premia.mean(axis=0) / (premia.std(axis=0, ddof=1) / np.sqrt(len(premia)))
for name, value, t in zip(FACTORS, annual, t_values):
    print(f"{name:9s} {100 * value:6.2f}% a year, t = {t:.2f}")
print(f"mean weight {np.mean(trust):.3f}")
