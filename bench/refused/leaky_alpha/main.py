import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, LeakyReLU, Dropout, Input

critic = Sequential()
critic.add(Input((16,)))
for n in (16, 8):
    critic.add(Dense(n))
    critic.add(LeakyReLU(alpha=0.2))
    critic.add(Dropout(0.3))
critic.add(Dense(1, activation='sigmoid'))
critic.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])

for k in range(8):
    x = np.random.rand(8, 16)
    t = (x.mean(axis=1, keepdims=True) > .5) * 1.
    c_loss = critic.train_on_batch(x, t)
    print(k, c_loss)
