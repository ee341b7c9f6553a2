# planted: TFR105 the sampler hands a lambda over the current coordinate's posterior to the traced step, new for each coordinate and sweep
# style: Bayesian, classes for model and sampler, closures
"""Dose finding by a coordinate-wise sampler on a small logistic model."""
import numpy as np
import tensorflow as tf

DOSES = tf.constant([0.5, 1.0, 2.0, 4.0, 8.0])
TREATED = tf.constant([8.0, 8.0, 10.0, 9.0, 7.0])
TOXIC = tf.constant([0.0, 1.0, 2.0, 4.0, 5.0])


class DoseModel:
    def __init__(self, scale):
        self.scale = tf.constant(scale)

    def log_prob(self, theta):
        logits = theta[..., 0:1] + tf.exp(theta[..., 1:2]) * tf.math.log(DOSES)
        loglik = tf.reduce_sum(TOXIC * logits - TREATED * tf.nn.softplus(logits), -1)
        return loglik - 0.5 * tf.reduce_sum((theta / self.scale) ** 2, -1)


@tf.function
def grid_draw(log_density, centre, width, u):
    """Draw one coordinate from its conditional, tabulated on a grid."""
    grid = centre + width * tf.linspace(-1.0, 1.0, 41)
    logp = log_density(grid)
    cumulative = tf.cumsum(tf.nn.softmax(logp))
    index = tf.searchsorted(cumulative, u[None])[0]
    return grid[tf.minimum(index, 40)]


class CoordinateSampler:
    def __init__(self, model, width=1.5, seed=0):
        self.model = model
        self.width = tf.constant(width)
        self.rng = np.random.default_rng(seed)

    def replace(self, theta, axis, values):
        columns = [tf.repeat(theta[k], 41) for k in range(2)]
        columns[axis] = values
        return tf.stack(columns, -1)

    def sweep(self, theta):
        for axis in range(2):
            u = tf.constant(self.rng.random(), tf.float32)
            new = grid_draw(
                lambda values: self.model.log_prob(self.replace(theta, axis, values)),
                theta[axis], self.width, u)
            theta = tf.tensor_scatter_nd_update(theta, [[axis]], [new])
        return theta

    def run(self, sweeps, burn):
        theta = tf.zeros([2])
        kept = []
        for k in range(sweeps):
            theta = self.sweep(theta)
            if k >= burn:
                kept.append(theta.numpy())
        return np.stack(kept)


def toxicity(draws, dose):
    return 1.0 / (1.0 + np.exp(-(draws[:, 0] + np.exp(draws[:, 1]) * np.log(dose))))


def main():
    for scale in (1.0, 3.0):
        draws = CoordinateSampler(DoseModel([scale, 1.0]), seed=21).run(sweeps=11, burn=3)
        print("prior scale", scale, "mean", np.round(draws.mean(axis=0), 2))
        print("  P(toxic) at 2, 6:", [round(float(toxicity(draws, d).mean()), 2) for d in (2.0, 6.0)])


if __name__ == "__main__":
    main()
