# planted: TFR105 a closure made by a factory in the argument list
# style: functional, Gaussian process
import numpy as np
import tensorflow as tf


def rbf(lengthscale):
    def kernel(a, b):
        d = tf.expand_dims(a, 1) - tf.expand_dims(b, 0)
        return tf.exp(-0.5 * tf.reduce_sum(d * d, -1) / lengthscale**2)

    return kernel


@tf.function
def posterior_mean(x_train, y_train, x_test, kernel):
    gram = kernel(x_train, x_train) + 0.01 * tf.eye(tf.shape(x_train)[0])
    weights = tf.linalg.solve(gram, y_train[:, None])
    return tf.matmul(kernel(x_test, x_train), weights)[:, 0]


rng = np.random.default_rng(12)
x = tf.constant(rng.uniform(-2, 2, size=(12, 1)).astype(np.float32))
y = tf.sin(x[:, 0])
for fold in range(5):
    x_test = tf.constant(rng.uniform(-1, 1, size=(4, 1)).astype(np.float32))
    mean = posterior_mean(x, y, x_test, rbf(0.7))
    print(fold, np.round(mean.numpy(), 3))
