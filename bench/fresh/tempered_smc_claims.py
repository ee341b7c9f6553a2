# planted: TFR101 TFR105 the temper is found by bisection as a Python float and the likelihood is a bound method
# style: actuary's Bayesian code with a model class
"""Sequential Monte Carlo for the rates of a zero-inflated claim count, tempered from prior to posterior."""
import numpy as np
import tensorflow as tf


class ClaimModel:
    def __init__(self, counts):
        self.counts = tf.constant(counts, tf.float32)
        self.log_factorial = tf.math.lgamma(self.counts + 1.0)

    def log_prior(self, theta):
        return -0.5 * tf.reduce_sum(theta**2, axis=1)

    def log_likelihood(self, theta):
        log_rate, logit = theta[:, :1], theta[:, 1:]
        poisson = self.counts * log_rate - tf.exp(log_rate) - self.log_factorial
        some = tf.math.log_sigmoid(-logit) + poisson
        none = tf.reduce_logsumexp(tf.stack([tf.math.log_sigmoid(logit) + 0.0 * poisson, some]), axis=0)
        return tf.reduce_sum(tf.where(self.counts == 0, none, some), axis=1)


@tf.function
def move(theta, noise, log_u, scale, temper, log_prior, log_likelihood):
    proposal = theta + scale * noise
    ratio = log_prior(proposal) - log_prior(theta)
    ratio += temper * (log_likelihood(proposal) - log_likelihood(theta))
    accept = log_u < ratio
    return tf.where(accept[:, None], proposal, theta), tf.reduce_mean(tf.cast(accept, tf.float32))


def next_temper(log_like, temper, target=0.6):
    low, high = temper, 1.0
    for _ in range(25):
        middle = 0.5 * (low + high)
        w = np.exp((middle - temper) * (log_like - log_like.max()))
        ess = w.sum() ** 2 / (w**2).sum() / w.size
        low, high = (middle, high) if ess > target else (low, middle)
    return 1.0 if high > 0.9999 else high


def sample(model, particles=200, moves=3, seed=2):
    rng = np.random.default_rng(seed)
    theta = tf.constant(rng.standard_normal((particles, 2)), tf.float32)
    temper, evidence, scale, rounds = 0.0, 0.0, 0.6, 0
    while temper < 1.0:
        log_like = model.log_likelihood(theta).numpy().astype(np.float64)
        new = next_temper(log_like, temper)
        w = np.exp((new - temper) * (log_like - log_like.max()))
        evidence += np.log(w.mean()) + (new - temper) * log_like.max()
        picks = rng.choice(particles, particles, p=w / w.sum())
        theta, temper = tf.gather(theta, picks), new
        for _ in range(moves):
            noise = tf.constant(rng.standard_normal(theta.shape), tf.float32)
            log_u = tf.constant(np.log(rng.random(particles)), tf.float32)
            theta, rate = move(theta, noise, log_u, scale, temper, model.log_prior, model.log_likelihood)
            scale *= 1.1 if float(rate) > 0.3 else 0.8
        rounds += 1
        print(f"temper {temper:.4f}  acceptance {float(rate):.3f}")
    return theta.numpy(), evidence, rounds


if __name__ == "__main__":
    rng = np.random.default_rng(1)
    counts = np.where(rng.random(60) < 0.4, 0, rng.poisson(2.5, 60))
    theta, evidence, rounds = sample(ClaimModel(counts))
    print("rounds", rounds)
    print(f"rate {np.exp(theta[:, 0]).mean():.2f}  share of zeros {(1 / (1 + np.exp(-theta[:, 1]))).mean():.3f}")
    print(f"log evidence {evidence:.2f}")
