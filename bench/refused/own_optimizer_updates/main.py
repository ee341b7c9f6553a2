import numpy as np
from keras.models import Sequential
from keras.layers import Dense
from optim import SignSGD

x = np.random.rand(40, 3)
y = x @ np.array([[1.], [2.], [3.]])
model = Sequential()
model.add(Dense(1, input_dim=3))
model.compile(loss='mse', optimizer=SignSGD(lr=0.01))
model.fit(x, y, epochs=2, verbose=0)
for r in x[:5]:
    print(model.predict(r.reshape(1, 3), verbose=0)[0, 0])
