"""Property model of a glaze in log-moles, and the damped Gauss-Newton search."""
import numpy as np
import tensorflow as tf

EXPANSION = tf.constant([3.5, 6.0, 3.0, 14.0, 39.0])
FLUX = tf.constant([0.2, -1.5, 6.0, 4.0, 9.0])


def properties(log_moles):
    moles = tf.exp(log_moles)
    share = moles / tf.reduce_sum(moles)
    expansion = tf.reduce_sum(EXPANSION * share)
    melt = tf.reduce_sum(FLUX * share) + 0.5 * tf.sqrt(share[2] * share[4])
    gloss = tf.sigmoid(4.0 * (tf.math.log(moles[0] / moles[1]) - 1.7) + melt / 4.0)
    return tf.stack([expansion, melt, gloss])


@tf.function
def linearise(log_moles):
    with tf.GradientTape() as tape:
        tape.watch(log_moles)
        values = properties(log_moles)
    return values, tape.jacobian(values, log_moles)


def gauss_newton(start, target, most, damping=0.05):
    log_moles = tf.constant(start)
    for steps in range(1, most + 1):
        values, jacobian = linearise(log_moles)
        residual = target - values
        normal = tf.matmul(jacobian, jacobian, transpose_a=True) + damping * tf.eye(len(start))
        move = tf.linalg.solve(normal, tf.linalg.matvec(jacobian, residual, transpose_a=True)[:, None])
        log_moles += tf.clip_by_value(move[:, 0], -0.5, 0.5)
    misfit = np.abs(target - properties(log_moles).numpy()).max()
    return np.exp(log_moles.numpy()), float(misfit), steps
