import numpy as np
from keras.models import Sequential
from keras.layers import Lambda, Conv2D, Flatten, Dense, ELU


def generator(n, batch_size=8):
    while True:
        yield np.random.randint(0, 255, (batch_size, 20, 40, 3)).astype('float32'), np.random.uniform(-1, 1, batch_size)


model = Sequential()
model.add(Lambda(lambda x: x / 127.5 - 1., input_shape=(20, 40, 3)))
model.add(Conv2D(4, (5, 5), strides=(2, 2)))
model.add(ELU())
model.add(Flatten())
model.add(Dense(1))
model.compile(optimizer='adam', loss='mse')
model.fit_generator(generator(32), steps_per_epoch=4, epochs=1, verbose=0)

for k in range(6):
    frame = np.random.randint(0, 255, (20, 40, 3))
    angle = float(model.predict(frame[None, :, :, :], batch_size=1, verbose=0).item())
    print('steering', angle, 'throttle', 0.2)
