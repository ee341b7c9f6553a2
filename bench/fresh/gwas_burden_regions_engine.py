"""Score statistics for the rare variants of one region."""
import tensorflow as tf


@tf.function
def burden_statistic(genotypes, weights, residuals):
    """Weighted allele count per person against the residual of the null model."""
    burden = tf.linalg.matvec(genotypes, weights)
    burden -= tf.reduce_mean(burden)
    score = tf.reduce_sum(burden * residuals)
    variance = tf.reduce_sum(burden ** 2) * tf.math.reduce_variance(residuals)
    return score ** 2 / variance


class RegionEngine:
    def __init__(self, residuals):
        self.residuals = tf.constant(residuals, tf.float32)
        self.people = len(residuals)
        self.plans = {}

    def plan(self, variants):
        if variants not in self.plans:
            self.plans[variants] = burden_statistic.get_concrete_function(
                tf.TensorSpec([self.people, variants], tf.float32),
                tf.TensorSpec([variants], tf.float32),
                tf.TensorSpec([self.people], tf.float32))
        return self.plans[variants]

    def test(self, genotypes, frequencies):
        weights = 25.0 * (1.0 - frequencies) ** 24
        run = self.plan(genotypes.shape[1])
        return float(run(tf.constant(genotypes), tf.constant(weights), self.residuals))
