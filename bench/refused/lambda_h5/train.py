import numpy as np
import keras
from keras import layers

model = keras.Sequential()
model.add(layers.Input((12, 24, 3)))
model.add(layers.Lambda(lambda x: x / 127.5 - 1.0))
model.add(layers.Conv2D(4, (5, 5), strides=(2, 2), activation='elu'))
model.add(layers.Flatten())
model.add(layers.Dense(10, activation='elu'))
model.add(layers.Dense(1))
model.compile(optimizer='adam', loss='mse')
model.fit(np.random.randint(0, 255, (16, 12, 24, 3)), np.random.rand(16), verbose=0)
model.save('drive.keras')
