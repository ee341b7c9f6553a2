import numpy as np
from keras.layers import Conv1D, Dense, Flatten
from keras.models import Sequential


def count_labels(labels):
    c = {}
    for l in labels:
        if c.has_key(l):
            c[l] += 1
        else:
            c[l] = 1
    return c


labels = np.random.choice(['yes', 'no', 'stop'], 30).tolist()
counts = count_labels(labels)
names = sorted(counts)
model = Sequential([Conv1D(4, 3, input_shape=(12, 3)), Flatten(), Dense(len(names), activation='softmax')])
stream = np.random.rand(60, 3)
for t in range(0, 48, 8):
    mfcc = stream[t:t + 12][None]
    kw = model.predict(mfcc, verbose=0)
    print(t, names[kw[0].argmax()], counts)
