import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense
from weighting import weights_for
from folds import kfold

X = np.random.rand(36, 4)
y = np.array([0] * 27 + [1] * 9)
order = np.random.RandomState(1).permutation(36)
X, y = X[order], y[order]
scores = []
for tr, te in kfold(36, 3):
    m = Sequential([Dense(6, activation='relu', input_shape=(4,)), Dense(1, activation='sigmoid')])
    m.compile('adam', 'binary_crossentropy')
    m.fit(X[tr], y[tr], sample_weight=np.array(weights_for(y[tr])), verbose=0)
    hits = 0
    for i in te:
        hits += int(round(m.predict(X[i:i + 1], verbose=0).item())) == y[i]
    scores.append(hits / len(te))
print(np.mean(scores))
