import numpy as np
from tensorflow.keras.utils import Sequence
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense


class Batches(Sequence):
    def __len__(self):
        return 6

    def __getitem__(self, i):
        r = np.random.RandomState(i)
        return r.rand(4, 9), r.rand(4, 1)


model = Sequential([Dense(5, activation='relu', input_shape=(9,)), Dense(1)])
model.compile('adam', 'mse')
gen = iter(Batches())
for i in range(6):
    bx, by = next(gen)
    model.train_on_batch(bx, by)
    pred = model.predict(bx[:1], verbose=0)
    print(i, pred[0, 0], by[0, 0])
pass
