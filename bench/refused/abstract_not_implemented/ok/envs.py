import numpy as np


class Env(object):
    def reset(self):
        raise NotImplementedError

    def step(self, a):
        raise NotImplementedError

    def sample(self):
        raise NotImplementedError


class MountainCar(Env):
    def reset(self):
        self.s = np.array([-0.5, 0.0])
        return self.s

    def step(self, a):
        self.s = self.s + np.array([0.01 * (a - 1), 0.0])
        return self.s

    def sample(self):
        return np.random.randint(3)
