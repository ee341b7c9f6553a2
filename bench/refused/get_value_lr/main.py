import numpy as np
import tensorflow.keras.backend as K
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential

xs = np.random.rand(64, 2)
ys = np.sin(xs[:, 0]) * xs[:, 1]
model = Sequential([Dense(16, activation='swish', input_shape=(2,)), Dense(1)])
model.compile('adam', 'mse')
for rnd in range(1):
    model.fit(xs, ys, verbose=0)
    print('lr is', K.get_value(model.optimizer.lr))
surface = []
for a in np.linspace(0, 1, 3):
    for b in np.linspace(0, 1, 3):
        point = np.array([[a, b]])
        v = model.predict(point, verbose=0)
        surface.append(v[0, 0])
print(surface)
