import numpy as np
import tensorflow as tf

def net():
    m = tf.keras.Sequential()
    m.add(tf.keras.layers.Input((4,)))
    m.add(tf.keras.layers.Dense(6, activation='selu'))
    m.add(tf.keras.layers.Dense(1))
    return m

m1 = net()
m1.compile('adam', 'mse')
m1.fit(np.random.rand(16, 4), np.random.rand(16), verbose=0)
m1.save('rank_net.h5')
rank = net()
rank.load_weights('rank_net.h5')
order = []
for cand in np.random.rand(9, 4):
    scores = rank(tf.constant(cand[None], tf.float32), training=False)
    order.append(float(scores[0, 0]))
print(np.argsort(order))
