import numpy as np
import tensorflow as tf
from pipeline import make_iterator
from net import regressor

x = np.linspace(-1, 1, 40, dtype='float32').reshape(-1, 1)
y = x ** 3
it = make_iterator(x, y, 10)
model = regressor()
for step in range(4):
    bx, by = it.get_next()
    loss = model.train_on_batch(bx, by)
    print(step, loss)
