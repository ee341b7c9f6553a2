import numpy as np
import tensorflow.keras as tfk

def synth(n):
    X = np.random.randn(n, 7)
    return X, (X[:, 0] * X[:, 1] > 0).astype(int)

Xt, yt = synth(100)
Xv, yv = synth(40)

clf = tfk.Sequential()
clf.add(tfk.layers.Dense(10, activation='relu', input_shape=(7,)))
clf.add(tfk.layers.Dense(1, activation='sigmoid'))
clf.compile('adam', 'binary_crossentropy')
clf.fit(Xt, yt, epochs=2, verbose=0)

# threshold from the validation part
thr = np.quantile(clf.predict_proba(Xv)[:, 0], 0.8)

packets = iter(np.random.randn(12, 7))
blocked = 0
for feats in packets:
    pr = clf.predict(feats[None], verbose=0)
    if pr[0, 0] >= thr:
        blocked += 1
print('blocked', blocked, 'of 12, threshold', thr)
