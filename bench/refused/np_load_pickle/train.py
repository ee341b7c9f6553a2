import os
import numpy as np

data = np.empty((20, 2), dtype=object)
for n in range(20):
    data[n, 0] = np.random.rand(6, 5)
    data[n, 1] = list(np.eye(3)[np.random.randint(3)])
np.save(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'training_data.npy'), data)
