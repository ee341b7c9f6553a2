# bandit_arms, cured.
import numpy as np
import tensorflow as tf


class LinUCB:
    def __init__(self, arms, dims, alpha=1.0):
        self.arms, self.alpha = arms, alpha
        self.precision = tf.Variable(tf.eye(dims, batch_shape=[arms]))
        self.moment = tf.Variable(tf.zeros([arms, dims]))

    @tf.function
    def bounds(self, context):
        covariance = tf.linalg.inv(self.precision)
        theta = tf.linalg.matvec(covariance, self.moment)
        width = tf.sqrt(tf.einsum("d,ade,e->a", context, covariance, context))
        return tf.linalg.matvec(theta, context) + self.alpha * width

    @tf.function
    def update(self, arm, context, reward):
        outer = context[:, None] * context[None, :]
        self.precision.assign(tf.tensor_scatter_nd_add(self.precision, [[arm]], outer[None]))
        self.moment.assign(tf.tensor_scatter_nd_add(self.moment, [[arm]], (reward * context)[None]))

    def choose(self, context):
        return int(np.argmax(self.bounds(context)))


rng = np.random.RandomState(14)
truth = rng.randn(6, 3).astype(np.float32)
bandit = LinUCB(arms=6, dims=3)
regret = 0.0
pulls = [0] * bandit.arms
for t in range(24):
    context = rng.randn(3).astype(np.float32)
    arm = bandit.choose(context)
    means = truth @ context
    bandit.update(tf.constant(arm), context, np.float32(means[arm]))
    pulls[arm] += 1
    regret += float(means.max() - means[arm])
    if t % 8 == 7:
        print("round", t, "regret %.3f" % regret)
print("pulls", pulls)
