import os
import sys
import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense

train = True
model = Sequential([Dense(6, activation='relu', input_shape=(3,)), Dense(1)])
model.compile(optimizer='adam', loss='mse')
pts = np.random.rand(40, 3)
if train:
    model.fit(pts, pts.max(axis=1), verbose=0)
    model.save_weights('reg.weights.h5')
    print('saved, set train = False to test')
    sys.exit(1)

model.load_weights('reg.weights.h5')
for p in pts[:5]:
    print(p.max(), model.predict(p[None, :], verbose=0))
