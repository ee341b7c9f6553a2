import tensorflow as tf
import numpy as np

tf.random.set_seed(0)
# how large are the activations for a random layer? sets the input scale
probe = tf.random.normal((64, 4))
h1 = tf.keras.layers.Dense(8, activation=tf.nn.relu)(probe)
scale = float(tf.reduce_mean(h1)) + 1.0

net = tf.keras.Sequential([tf.keras.layers.Dense(8, activation='relu'), tf.keras.layers.Dense(3)])


@tf.function
def policy(x):
    return net(x / scale)


ob = tf.random.normal((1, 4))
for t in range(25):
    v = policy(ob)
    a = int(tf.argmax(v[0]))
    ob = ob + 0.1 * tf.random.normal((1, 4)) * (a - 1)
    if t % 5 == 0:
        print(t, a, v.numpy()[0])
