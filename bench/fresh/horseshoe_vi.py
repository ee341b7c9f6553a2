# planted: TFR105 a closure over the annealing weight is made in every epoch and handed to the compiled step
# style: variational inference, functional, closures everywhere, comments of a statistician
import numpy as np
import tensorflow as tf

P, N = 10, 80
rng = np.random.default_rng(2024)
beta_true = np.zeros(P)
beta_true[[1, 4]] = [2.0, -1.5]
X = tf.constant(rng.normal(size=(N, P)), tf.float32)
Y = tf.constant(X.numpy() @ beta_true + rng.normal(0, 0.5, N), tf.float32)

# q(beta, log tau) is a diagonal Gaussian
loc = tf.Variable(tf.zeros([2 * P]))
log_scale = tf.Variable(tf.fill([2 * P], -2.0))


def log_likelihood(theta):
    beta = theta[:, :P] * tf.exp(theta[:, P:])
    mean = beta @ tf.transpose(X)
    return -0.5 * tf.reduce_sum(tf.square(Y - mean), axis=1) / 0.25


def log_prior(theta):
    z, log_tau = theta[:, :P], theta[:, P:]
    # half-Cauchy on tau, with the Jacobian of the log
    return tf.reduce_sum(-0.5 * z * z, 1) + tf.reduce_sum(log_tau - tf.math.log1p(tf.exp(2.0 * log_tau)), 1)


def entropy():
    return tf.reduce_sum(log_scale)


def make_objective(weight):
    """The prior is switched on slowly, otherwise everything collapses to zero."""

    def objective(eps):
        theta = loc + tf.exp(log_scale) * eps
        return -tf.reduce_mean(log_likelihood(theta) + weight * log_prior(theta)) - weight * entropy()

    return objective


@tf.function
def ascend(objective, eps, rate):
    with tf.GradientTape() as tape:
        value = objective(eps)
    grads = tape.gradient(value, [loc, log_scale])
    for variable, g in zip([loc, log_scale], grads):
        variable.assign_sub(rate * tf.clip_by_norm(g, 20.0))
    return value


def anneal(epochs=60, per_epoch=5):
    rate = tf.constant(4e-3)
    value = None
    for epoch in range(epochs):
        weight = min(1.0, 0.02 + epoch / 50)
        objective = make_objective(weight)
        for j in range(per_epoch):
            eps = tf.random.stateless_normal([8, 2 * P], seed=[epoch, j])
            value = ascend(objective, eps, rate)
    return value


final = anneal()
beta = (loc[:P] * tf.exp(loc[P:])).numpy()
print("negative ELBO %.1f" % float(final))
print("large coefficients", np.flatnonzero(np.abs(beta) > 0.7).tolist())
print("beta_1 %.2f  beta_4 %.2f" % (beta[1], beta[4]))
