# planted: TFR101 a scale that changes, beside random numbers that each trace begins anew
# no automatic cure: with fewer traces, the random numbers are others
# style: script, tf.random
import tensorflow as tf

tf.random.set_seed(123)


@tf.function
def perturb(x, scale):
    return x + scale * tf.random.normal(tf.shape(x))


x = tf.zeros([3])
for i in range(5):
    x = perturb(x, 0.1 * (i + 1))
    print(i, x.numpy().round(4))
