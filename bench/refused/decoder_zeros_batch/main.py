import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Input, GRU, Dense, Embedding
from tensorflow.keras.models import Model

SRC, TGT, UNITS = 12, 14, 8

enc_in = Input(shape=(6,), name='source')
enc = GRU(UNITS)(Embedding(SRC, 6)(enc_in))
dec_in = Input(shape=(5,), name='target')
first = tf.zeros((enc.shape[0], UNITS))
h = GRU(UNITS, return_sequences=True)(Embedding(TGT, 6)(dec_in), initial_state=enc + first)
probs = Dense(TGT, activation='softmax')(h)
nmt = Model([enc_in, dec_in], probs)
nmt.compile('adam', 'sparse_categorical_crossentropy')

src = np.random.randint(1, SRC, (20, 6))
tgt = np.random.randint(1, TGT, (20, 6))
nmt.fit([src, tgt[:, :-1]], tgt[:, 1:], verbose=0)

out = np.zeros((1, 5), dtype='int32')
out[0, 0] = 1
for t in range(1, 5):
    p = nmt.predict([src[:1], out], verbose=0)
    out[0, t] = p[0, t - 1].argmax()
print(out)
