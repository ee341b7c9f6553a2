import tensorflow as tf

weights = tf.Variable(tf.zeros([3, 1]))


@tf.function
def train(x, y, steps):
    for _ in range(steps):
        error = tf.matmul(x, weights) - y
        weights.assign_sub(0.001 * tf.matmul(x, error, transpose_a=True))


x = tf.random.stateless_normal([100, 3], seed=[1, 2])
y = tf.reduce_sum(x, axis=1, keepdims=True)
for steps in (100, 200, 400):
    train(x, y, steps)
print(weights.numpy().ravel())
