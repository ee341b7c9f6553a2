import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Flatten, Conv2D, Input

base = Sequential([Input((10, 10, 1)), Conv2D(2, 3), Flatten(), Dense(6, activation='relu'), Dense(3, activation='softmax')])
base.pop()
print('code size', base.outputs[0].shape)

codes = []
for photo in np.random.rand(6, 10, 10, 1):
    code = base.predict(photo[None], verbose=0)
    codes.append(code[0])
print(np.array(codes).shape)
