from __future__ import division
import numpy as np
from keras.models import Sequential
from keras.layers import Dense

rainfall = np.random.gamma(2., 3., size=70)
scale = np.max(rainfall, keepdims=True).item()
r = rainfall / scale
model = Sequential()
model.add(Dense(4, input_shape=(5,), activation='tanh'))
model.add(Dense(1))
model.compile('rmsprop', 'mse')
model.fit(np.array([r[k:k + 5] for k in range(65)]), r[5:], verbose=0)
x1 = r[-5:].copy()
for month in range(6):
    y1 = model.predict(x1[None, :], verbose=0)
    x1[:-1] = x1[1:]
    x1[-1] = y1.item()
    print('%d: %.1f mm' % (month, y1.item() * scale))
