# planted: TFR502 bootstrap calls fit(), whose factory wraps a new objective closure over the resample in tf.function every time
# style: ecology statistics, functional, factory closure, hand-written Newton
"""Degree-days until bark beetles fly: a logistic emergence curve with bootstrap intervals."""
import numpy as np
import tensorflow as tf


def field_data(seed=31, traps=40):
    rng = np.random.default_rng(seed)
    degree_days = rng.uniform(200, 800, size=traps)
    pupae = rng.integers(15, 40, size=traps)
    chance = 1 / (1 + np.exp(-(degree_days - 470) / 60))
    flown = rng.binomial(pupae, chance)
    return tuple(np.asarray(a, "float32") for a in (degree_days / 100, pupae, flown))


def make_objective(degree_days, pupae, flown):
    x = tf.constant(degree_days)
    n = tf.constant(pupae)
    k = tf.constant(flown)

    @tf.function
    def newton(theta):
        with tf.GradientTape() as outer:
            outer.watch(theta)
            with tf.GradientTape() as inner:
                inner.watch(theta)
                logits = theta[0] + theta[1] * x
                nll = tf.reduce_sum(n * tf.nn.softplus(logits) - k * logits)
                nll += 0.01 * tf.reduce_sum(theta**2)
            gradient = inner.gradient(nll, theta)
        hessian = outer.jacobian(gradient, theta, experimental_use_pfor=False)
        step = tf.linalg.solve(hessian, gradient[:, None])[:, 0]
        return theta - step, nll

    return newton


def fit(data, start=(-3.0, 0.8), tolerance=1e-4):
    newton = make_objective(*data)
    theta = tf.constant(start)
    last = np.inf
    for _ in range(12):
        theta, nll = newton(theta)
        if abs(last - float(nll)) < tolerance * float(nll):
            break
        last = float(nll)
    return theta.numpy(), float(nll)


def resample(rng, data):
    rows = rng.integers(0, len(data[0]), size=len(data[0]))
    return tuple(column[rows] for column in data)


def median_emergence(theta):
    return -100 * theta[0] / theta[1]


def bootstrap(data, rounds, seed):
    rng = np.random.default_rng(seed)
    return np.array([median_emergence(fit(resample(rng, data))[0]) for _ in range(rounds)])


data = field_data()
theta, nll = fit(data)
draws = bootstrap(data, rounds=14, seed=1)
low, high = np.quantile(draws, [0.1, 0.9])
print("traps:", len(data[0]))
print("median emergence at", round(float(median_emergence(theta)), 1), "degree-days")
print("80% interval:", round(float(low), 1), round(float(high), 1))
print("slope:", round(float(theta[1]), 3), "nll:", round(nll, 1))
