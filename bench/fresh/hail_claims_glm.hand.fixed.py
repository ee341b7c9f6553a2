"""Tweedie regression of hail claims on roof age and hail size, with a ridge that is tuned as we go."""
# %%
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(606)
BASE = {"rate": 0.08, "ridge": 0.5, "power": 1.5}

# %% a portfolio
n = 400
roof_age = rng.uniform(0, 40, n)
hail_mm = rng.gamma(3.0, 8.0, n)
slate = rng.uniform(size=n) < 0.3
mean = np.exp(-0.4 + 0.02 * roof_age + 0.03 * hail_mm - 0.5 * slate)
hits = rng.poisson(mean)
claims = np.array([rng.gamma(2.0, 0.5, k).sum() for k in hits])
X = tf.constant(np.column_stack([np.ones(n), roof_age / 20 - 1, hail_mm / 24 - 1, slate]), tf.float32)
y = tf.constant(claims, tf.float32)
fit_rows, check_rows = slice(0, 300), slice(300, None)


# %% deviance and one gradient step
def deviance(eta, y, power):
    mu = tf.exp(eta)
    return tf.reduce_mean(-y * mu ** (1.0 - power) / (1.0 - power) + mu ** (2.0 - power) / (2.0 - power))


@tf.function
def step(beta, X, y, hp):
    with tf.GradientTape() as tape:
        tape.watch(beta)
        penalty = hp["ridge"] * tf.reduce_sum(tf.square(beta[1:])) / 300.0
        loss = deviance(tf.linalg.matvec(X, beta), y, hp["power"]) + penalty
    return beta - hp["rate"] * tape.gradient(loss, beta), loss


def train(beta, hp, rounds=6, sweeps=20):
    hp = {name: tf.constant(value, tf.float32) for name, value in hp.items()}
    for _ in range(rounds):
        for _ in range(sweeps):
            beta, loss = step(beta, X[fit_rows], y[fit_rows], hp)
        hp["rate"] *= 0.8
        hp["ridge"] *= 0.7
    return beta, float(loss)


# %% compare powers
results = {}
for power in (1.2, 1.5, 1.8):
    beta, loss = train(tf.zeros([4]), {**BASE, "power": power})
    eta = tf.linalg.matvec(X[check_rows], beta)
    results[power] = (loss, float(tf.reduce_mean(tf.exp(eta))), beta.numpy())

# %% report
for power, (loss, level, beta) in results.items():
    print(f"p = {power}: penalised deviance {loss:.3f}, mean claim on check rows {level:.2f}")
print("actual mean on check rows", round(float(claims[check_rows].mean()), 2))
print("relativities at 1.5", np.round(np.exp(results[1.5][2][1:]), 2))
