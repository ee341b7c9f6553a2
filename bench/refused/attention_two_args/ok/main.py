import numpy as np
import tensorflow as tf
from nmt import seq2seq

m = seq2seq(12, 8)
src = np.random.randint(1, 12, (16, 5))
tgt = np.random.randint(1, 12, (16, 5))
m.fit([src, tgt], tgt, verbose=0)
dec = np.ones((1, 5), dtype='int32')
for t in range(4):
    dec[0, t + 1] = m.predict([src[:1], dec], verbose=0)[0, t].argmax()
print(dec)
