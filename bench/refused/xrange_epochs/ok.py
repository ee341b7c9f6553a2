import numpy as np
from keras.models import Sequential
from keras.layers import Dense

online = Sequential()
online.add(Dense(8, input_dim=3, activation='relu'))
online.add(Dense(2))
online.compile(loss='mse', optimizer='sgd')
s1 = np.zeros((1, 3))
for episode in range(2):
    for step in range(5):
        td = online.predict(s1, verbose=0)
        a = td[0].argmax()
        td[0, a] += 0.1
        online.fit(s1, td, verbose=0)
        s1 = np.random.rand(1, 3)
    print(episode)
