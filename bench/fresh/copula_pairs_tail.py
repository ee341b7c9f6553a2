# planted: TFR101 the label of the pair is a string argument of the traced ascent step and only feeds the message of a finiteness check
# style: quant risk script, itertools.combinations, dict of results
"""Clayton copulas for pairs of sector returns: lower tail dependence by maximum likelihood."""
from itertools import combinations

import numpy as np
import tensorflow as tf

SECTORS = ("banks", "energy", "retail", "telecom", "utilities")


def simulate_returns(days=600, seed=2008):
    rng = np.random.default_rng(seed)
    market = rng.standard_t(4, size=days)
    crash = np.where(market < -1.5, 2.0, 1.0)
    load = np.array([1.2, 0.9, 0.8, 0.5, 0.3])
    noise = rng.normal(size=(days, len(SECTORS)))
    return (crash * market)[:, None] * load + noise


def pseudo_observations(returns):
    ranks = returns.argsort(axis=0).argsort(axis=0)
    return ((ranks + 1.0) / (len(returns) + 1.0)).astype(np.float32)


def log_density(u, v, theta):
    s = u ** -theta + v ** -theta - 1.0
    return (tf.math.log1p(theta) - (theta + 1.0) * (tf.math.log(u) + tf.math.log(v))
            - (2.0 + 1.0 / theta) * tf.math.log(s))


@tf.function
def ascend(u, v, log_theta, label):
    for _ in tf.range(20):
        with tf.GradientTape() as tape:
            tape.watch(log_theta)
            ll = tf.reduce_mean(log_density(u, v, tf.exp(log_theta)))
        grad = tape.gradient(ll, log_theta)
        tf.debugging.assert_all_finite(grad, f"likelihood of {label} has no gradient")
        log_theta += 0.5 * grad
    return log_theta, ll


def fit(columns, left, right, rounds=6):
    log_theta = tf.constant(-0.5)
    label = f"{left}/{right}"
    for _ in range(rounds):
        log_theta, ll = ascend(columns[left], columns[right], log_theta, label)
    theta = float(tf.exp(log_theta))
    return {"pair": label, "theta": theta, "tail": 2.0 ** (-1.0 / theta), "ll": float(ll)}


def main():
    u = pseudo_observations(simulate_returns())
    columns = {name: tf.constant(u[:, k]) for k, name in enumerate(SECTORS)}
    fits = [fit(columns, a, b) for a, b in combinations(SECTORS, 2)]
    fits.sort(key=lambda row: -row["tail"])
    print("pairs", len(fits))
    for row in (fits[0], fits[-1]):
        print(f"{row['pair']}: theta {row['theta']:.2f} lower tail {row['tail']:.2f}")
    print("mean log likelihood", round(float(np.mean([row["ll"] for row in fits])), 2))
    print("pairs with tail above 0.3", sum(row["tail"] > 0.3 for row in fits))


if __name__ == "__main__":
    main()
