# planted: TFR101 an int that says how many layers to use
# no automatic cure: the number decides the structure of the graph
# style: script
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
kernels = [tf.constant(rng.normal(0, 0.5, size=(4, 4 + i)).astype(np.float32)) for i in range(5)]


@tf.function
def features(x, depth):
    outputs = [tf.nn.relu(tf.matmul(x, kernel)) for kernel in kernels[:depth]]
    return tf.concat(outputs, axis=1)


x = tf.ones([2, 4])
for depth in range(1, 6):
    out = features(x, depth)
    print(depth, out.shape, round(float(tf.reduce_sum(out)), 4))
