import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Input

shape = (3, 4)
size = reduce(lambda a, b: a * b, shape)
ens = Sequential([Input((size,)), Dense(2)])
tot = np.zeros(2)
for k in range(6):
    x = np.random.rand(*shape).reshape(1, size)
    p = ens.predict(x, verbose=0)
    tot += p[0]
print(tot)
