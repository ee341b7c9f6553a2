import numpy as np
from gridsearch import KerasEstimator, make_net

X = np.random.rand(30, 3)
y = X.sum(1)
results = []
for units in (2, 4):
    est = KerasEstimator(make_net, units=units, verbose=0, epochs=1)
    est.fit(X, y)
    err = 0
    for i in range(5):
        err += abs(est.model.predict(X[i:i + 1], verbose=0)[0, 0] - y[i])
    results.append((err / 5, units))
print(min(results))
