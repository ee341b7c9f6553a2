import tensorflow as tf
import numpy as np
from tensorflow.keras.layers import Input, Dense, GRU, RepeatVector, Concatenate

tok = Input((4, 3))
mem = Input((5,))
mem_rep = RepeatVector(4)(mem)
h = Concatenate()([tok, mem_rep])
h = GRU(6)(h)
dec = tf.keras.models.Model([tok, mem], Dense(3, activation='softmax')(h))

memory = np.random.rand(1, 5)
prev = np.zeros((1, 4, 3))
s = ''
for _ in range(10):
    yy = dec.predict([prev, memory], verbose=0)
    k = int(yy[0].argmax())
    s += 'abc'[k]
    prev = np.concatenate([prev[:, 1:], np.eye(3)[[k]][None]], axis=1)
print(s)
