import tensorflow as tf
import numpy as np

lines = ['1.0,2.0,3.0', '0.5,0.1,0.2', '0.3,0.3,0.9']
rows = map(lambda l: [float(v) for v in l.split(',')], lines)
n = len(rows)
data = np.array(list(rows), dtype='float32')
net = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
for i in range(n):
    t = net(np.expand_dims(data[i], 0))
    print(i, t.numpy())
