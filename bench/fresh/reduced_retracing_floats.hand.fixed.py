# reduced_retracing_floats, cured.
import numpy as np
import tensorflow as tf


class MeanField:
    """Fit a diagonal Gaussian to an unnormalised density."""

    def __init__(self, dims, seed=0):
        self.loc = tf.Variable(tf.zeros([dims]))
        self.rho = tf.Variable(tf.zeros([dims]))
        self.rng = np.random.RandomState(seed)

    @property
    def variables(self):
        return [self.loc, self.rho]

    @tf.function(reduce_retracing=True)
    def update(self, eps, tempering, lr):
        with tf.GradientTape() as tape:
            scale = tf.nn.softplus(self.rho)
            z = self.loc + scale * eps
            log_p = -0.5 * tf.reduce_sum(((z - 1.0) / [0.5, 2.0]) ** 2, axis=-1)
            entropy = tf.reduce_sum(tf.math.log(scale))
            elbo = tf.reduce_mean(tempering * log_p) + entropy
        for variable, gradient in zip(self.variables, tape.gradient(elbo, self.variables)):
            variable.assign_add(lr * gradient)
        return elbo

    def fit(self, iterations, samples=16):
        for i in range(1, iterations + 1):
            eps = self.rng.randn(samples, 2).astype(np.float32)
            tempering = min(1.0, 0.2 + i / iterations)
            lr = 0.3 / i**0.5
            elbo = self.update(eps, tf.constant(tempering), tf.constant(lr))
            yield i, elbo


family = MeanField(2)
for i, elbo in family.fit(16):
    if i % 4 == 0:
        print(i, "elbo %.3f" % float(elbo))
print("loc", np.round(family.loc.numpy(), 3))
print("scale", np.round(tf.nn.softplus(family.rho).numpy(), 3))
