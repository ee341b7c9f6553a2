import numpy as np


class Corridor(object):
    state_dim = 4
    n_actions = 2

    def reset(self):
        self.s = np.random.rand(4).astype('float32')
        return self.s

    def step(self, a):
        self.s = np.clip(self.s + (0.1 if a else -0.1), 0, 1)
        return self.s, float(self.s.mean())

    def random_batch(self, n):
        acts = np.eye(2)[np.random.randint(0, 2, n)].astype('float32')
        return (np.random.rand(n, 4).astype('float32'), np.random.randn(n, 1).astype('float32'),
                np.full((n, 2), 0.5, dtype='float32'), acts)
