import numpy as np


def load_vibration(n, w):
    t = np.linspace(0, 30, n * w)
    s = np.sin(t) + 0.05 * np.random.randn(n * w)
    return s.reshape(n, w).astype('float32')
