import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense, GRU, Input

from types import SimpleNamespace
hp = SimpleNamespace(units=8, length=6, notes=10)


def melody_rnn(hp):
    i = Input((hp.length, hp.notes))
    o = Dense(hp.notes, activation='softmax')(GRU(hp.units)(i))
    m = tf.keras.Model(i, o)
    m.compile('adam', 'categorical_crossentropy')
    return m


generator = melody_rnn(hp)
roll = np.eye(hp.notes)[np.random.randint(0, hp.notes, hp.length)]
song = []
for beat in range(8):
    sample = generator.predict(roll[np.newaxis], verbose=0)[0]
    n = np.random.choice(hp.notes, p=sample / sample.sum())
    song.append(n)
    roll = np.vstack([roll[1:], np.eye(hp.notes)[n]])
print(song)
