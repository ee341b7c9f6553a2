import numpy as np
import random
import tensorflow as tf
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense

pass


class DoubleDQN:
    def __init__(self):
        self.model = Sequential([Dense(12, activation='relu', input_shape=(4,)), Dense(2)])
        self.model.compile(loss='mse', optimizer='adam')

    def warmup(self):
        self.model.fit(np.random.rand(16, 4), np.zeros((16, 2)), epochs=1, verbose=0)


agent = DoubleDQN()
agent.warmup()
obs = np.random.rand(1, 4)
ret = 0
for t in range(20):
    if random.random() < 0.2:
        a = random.choice([0, 1])
    else:
        q = agent.model.predict(obs, verbose=0)
        a = int(np.argmax(q[0]))
    obs = np.random.rand(1, 4)
    ret += a
print(ret)
