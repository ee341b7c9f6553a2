import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import InputLayer
from tensorflow.python.keras.layers import Dense

def fib(n):
    a, b = 0, 1
    for _ in range(n):
        yield a
        a, b = b, (a + b) % 13

seq = [v / 13. for v in fib(40)]
X = np.array([seq[i:i + 4] for i in range(30)])
y = np.array(seq[4:34])

model = Sequential()
model.add(InputLayer((4,)))
model.add(Dense(8, activation='relu'))
model.add(Dense(1))
model.compile(loss='mse', optimizer='adam')
model.fit(X, y, epochs=2, verbose=0)
while len(seq) < 50:
    p = model.predict(np.array([seq[-4:]]), verbose=0)
    seq.append(float(p[0, 0]))
print(seq[40:])
