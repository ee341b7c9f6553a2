import numpy as np
from keras.models import Sequential
from keras.layers import Dense, SimpleRNN

params = {'units': 5, 'activation': 'tanh'}
for k, v in params.items():
    print(k, v)
rnn = Sequential([SimpleRNN(params['units'], activation=params['activation'], input_shape=(4, 1)), Dense(1)])
window = np.random.rand(1, 4, 1)
for _ in range(7):
    nxt = rnn.predict(window, verbose=0)
    window = np.concatenate((window[:, 1:], nxt[:, :, None]), axis=1)
print(window.ravel())
