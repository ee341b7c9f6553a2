import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.losses import categorical_crossentropy

m = Sequential([Dense(6, activation='relu', input_shape=(5,)), Dense(3, activation='softmax')])
m.compile(loss=categorical_crossentropy, optimizer='sgd')
m.fit(np.random.rand(12, 5), np.eye(3)[np.random.randint(0, 3, 12)], verbose=0)
for n in range(6):
    g = np.random.rand(1, 5)
    y = m.predict(g, verbose=0)
    print('RPS'[y.argmax()])
