# planted: TFR604 TFR201 the last batch of each epoch is smaller (two traces)
# style: tf.data, three epochs
import numpy as np
import tensorflow as tf

x = np.random.default_rng(0).normal(size=(22, 3)).astype(np.float32)
dataset = tf.data.Dataset.from_tensor_slices(x).batch(8)
centre = tf.Variable(tf.zeros([3]))


@tf.function
def shift(batch):
    centre.assign_add(0.5 * (tf.reduce_mean(batch, axis=0) - centre))
    return tf.reduce_sum(tf.square(batch - centre))


for epoch in range(3):
    spread = sum(float(shift(batch)) for batch in dataset)
    print(epoch, round(spread, 3), centre.numpy().round(4))
