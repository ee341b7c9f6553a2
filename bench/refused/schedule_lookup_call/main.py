import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models, optimizers


def cnn1d(steps, feats):
    m = models.Sequential()
    m.add(layers.Conv1D(4, 3, activation='relu', input_shape=(steps, feats)))
    m.add(layers.Flatten())
    m.add(layers.Dense(1))
    return m


class Forecaster:
    def __init__(self, steps=6, feats=2):
        self.steps, self.feats = steps, feats
        sched = optimizers.schedules.PolynomialDecay(0.01, 20, 0.001)
        self.model = cnn1d(steps, feats)
        self.model.compile(optimizer=optimizers.SGD(sched), loss='mae')

    def fit(self, x, y):
        self.model.fit(x, y, epochs=1, verbose=0)
        opt = self.model.optimizer
        print('lr now', float(opt.learning_rate(opt.iterations)))

    def rollout(self, x, n):
        hist = x.copy()
        for _ in range(n):
            y = self.model.predict(hist[-self.steps:][None], verbose=0)[0, 0]
            hist = np.vstack([hist, [y, hist[-1, 1]]])
        return hist[-n:, 0]


series = np.random.rand(50, 2)
xs = np.array([series[i:i + 6] for i in range(40)])
ys = series[6:46, 0]
f = Forecaster()
f.fit(xs, ys)
print(f.rollout(series[:10], 4))
