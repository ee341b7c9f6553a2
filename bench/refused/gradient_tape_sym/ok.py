import collections
import numpy as np, tensorflow as tf

rng = np.random.RandomState(4)
proj = tf.constant(rng.randn(12, 6).astype('f'))       # random projection
x = tf.keras.Input((12,))
y = tf.keras.layers.Lambda(lambda t: tf.nn.relu(tf.matmul(t, proj)))(x)
y = tf.keras.layers.Dense(4)(y)
mdl = tf.keras.Model(x, y)

accel = rng.randn(80).astype('f')
labels = collections.deque(maxlen=5)
for t in range(12, 40):
    win = accel[t - 12:t]
    label = int(tf.argmax(mdl(tf.constant(win[None])), axis=1)[0])
    labels.append(label)
print(list(labels))
