import numpy as np, os, tempfile
import tensorflow as tf
from tensorflow.keras import layers, models, callbacks

rng = np.random.RandomState(0)
X, Y = rng.rand(50, 7), rng.rand(50, 1)
folds = np.array_split(np.arange(50), 3)
scores = []
for f in range(3):
    te = folds[f]
    tr = np.concatenate([folds[g] for g in range(3) if g != f])
    model = models.Sequential([layers.Dense(8, activation='relu', input_shape=(7,)), layers.Dense(1)])
    model.compile('adam', 'mse')
    cb = callbacks.ModelCheckpoint(os.path.join(tempfile.gettempdir(), 'fold%d.keras' % f), period=5)
    model.fit(X[tr], Y[tr], epochs=1, verbose=0, callbacks=[cb])
    Xte, err = X[te], 0
    for k in range(5):
        yp = model.predict(Xte[k].reshape(1, 7), verbose=0)
        err += abs(yp[0][0] - Y[te][k][0])
    scores.append(err / 5)
print(scores)
