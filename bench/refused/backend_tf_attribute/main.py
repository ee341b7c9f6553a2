import numpy as np
from keras import backend as K
from keras.models import Sequential
from keras.layers import Conv2D, Lambda, Flatten, Dense

ROW, COL = 20, 24
model = Sequential()
model.add(Lambda(lambda x: K.tf.image.resize(x, (10, 12)), input_shape=(ROW, COL, 3)))
model.add(Lambda(lambda x: x / 127.5 - 1.))
model.add(Conv2D(4, (3, 3), activation='elu'))
model.add(Flatten())
model.add(Dense(1))
model.compile(optimizer='adam', loss='mse')
shots = np.random.randint(0, 256, (8, ROW, COL, 3))
model.fit(shots, np.linspace(-1, 1, 8), verbose=0)
for shot in shots:
    steering_angle = float(model.predict(shot[None, :, :, :], batch_size=1, verbose=0)[0, 0])
    print(steering_angle)
