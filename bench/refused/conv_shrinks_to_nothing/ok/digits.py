import numpy as np

DIGITS = np.random.RandomState(3).rand(20, 12, 12, 1)
