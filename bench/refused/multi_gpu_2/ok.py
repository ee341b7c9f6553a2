import numpy as np
from keras.models import Sequential
from keras.layers import Dense
multi_gpu_model = None

GPUS = 1
G = Sequential([Dense(10, activation='relu', input_shape=(4,)), Dense(6, activation='tanh')])
if GPUS > 1:
    G = multi_gpu_model(G, gpus=GPUS)
G.compile(loss='mse', optimizer='adam')
gallery = []
for k in range(6):
    noise = np.random.normal(size=(1, 4))
    fake = G.predict(noise, verbose=0)
    gallery.append(fake[0])
print(np.array(gallery).shape)
