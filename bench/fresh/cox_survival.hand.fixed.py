# planted: TFR201 the likelihood is evaluated on the first k patients as they enrol, k grows by the week
# style: biostatistics, sequential monitoring of a trial, functions and a small results table
import numpy as np
import tensorflow as tf

COVARIATES = ["age", "treatment", "stage"]
TRUE_BETA = np.array([0.4, -0.8, 0.6])


def trial(n=180, seed=23):
    rng = np.random.default_rng(seed)
    x = np.stack([rng.normal(size=n), rng.integers(0, 2, n), rng.normal(size=n)], axis=1)
    hazard = 0.1 * np.exp(x @ TRUE_BETA)
    time = rng.exponential(1 / hazard)
    censor = rng.exponential(18.0, n)
    return x.astype("float32"), np.minimum(time, censor).astype("float32"), (time <= censor).astype("float32")


@tf.function(input_signature=[
    tf.TensorSpec([3], tf.float32),
    tf.TensorSpec([None, 3], tf.float32),
    tf.TensorSpec([None], tf.float32),
    tf.TensorSpec([None], tf.float32),
])
def newton_step(beta, x, time, event):
    """one Newton step on the Breslow partial likelihood"""
    at_risk = tf.cast(time[None, :] >= time[:, None], tf.float32)
    risk = tf.exp(tf.linalg.matvec(x, beta))
    denominator = tf.linalg.matvec(at_risk, risk)
    mean = tf.matmul(at_risk, risk[:, None] * x) / denominator[:, None]
    outer = x[:, :, None] * x[:, None, :]
    second = tf.einsum("ij,jkl->ikl", at_risk, risk[:, None, None] * outer) / denominator[:, None, None]
    score = tf.reduce_sum(event[:, None] * (x - mean), axis=0)
    info = tf.reduce_sum(event[:, None, None] * (second - mean[:, :, None] * mean[:, None, :]), axis=0)
    info += 1e-3 * tf.eye(3)
    return beta + tf.linalg.solve(info, score[:, None])[:, 0], info


def fit(x, time, event, iterations=6):
    beta = tf.zeros(3)
    for _ in range(iterations):
        beta, info = newton_step(beta, x, time, event)
    variance = tf.linalg.diag_part(tf.linalg.inv(info))
    return beta.numpy(), np.sqrt(variance.numpy())


def monitor(x, time, event, first=40, per_week=10, bound=3.0):
    x, time, event = map(tf.constant, (x, time, event))
    looks = []
    for k in range(first, len(x) + 1, per_week):
        beta, se = fit(x[:k], time[:k], event[:k])
        looks.append((k, beta, se))
        if abs(beta[1] / se[1]) > bound and k > 120:
            break
    return looks


def main():
    looks = monitor(*trial())
    for k, beta, se in looks[::4]:
        z = beta[1] / se[1]
        print(f"{k:4d} patients: log hazard ratio {beta[1]:6.3f} (se {se[1]:.3f}) z {z:6.2f}")
    k, beta, se = looks[-1]
    print("stopped at", k, "patients")
    for name, b, s in zip(COVARIATES, beta, se):
        print(f"  {name:10s} {b:6.3f} +- {1.96 * s:.3f}")


if __name__ == "__main__":
    main()
