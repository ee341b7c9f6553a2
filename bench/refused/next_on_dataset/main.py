import tensorflow as tf
import numpy as np
from data import dataset
from model import Captioner

ds = dataset()
img, cap = next(ds)
print('batch shapes', img.shape, cap.shape)
cap_model = Captioner(12)
cap_model.compile('adam', 'sparse_categorical_crossentropy')
cap_model.fit((img, cap[:, :-1]), cap[:, 1:], verbose=0)
seq = [1, 0, 0, 0]
for t in range(3):
    out = cap_model.predict((img[:1], np.array([seq])), verbose=0)
    seq[t + 1] = int(out[0, t].argmax())
print(seq)
