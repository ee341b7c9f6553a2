import numpy as np


class Frame:
    def __init__(self, n):
        self.close = 1 + np.cumsum(np.random.normal(0, .01, n))

    def windows(self, k):
        c = self.close
        x = np.array([c[i:i + k] for i in range(len(c) - k)])
        return x[..., None], c[k:]
