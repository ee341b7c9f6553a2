import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import GRU, Dense

d = np.cos(np.arange(60) / 4)
X = np.array([d[i:i + 6] for i in range(54)])[..., None]
model = Sequential([GRU(4, input_shape=(6, 1)), Dense(1)])
model.compile(optimizer='adam', loss='mse')
model.fit(X, d[6:], epochs=2, verbose=0)
losses = model.history.history['loss']
print(losses)
seq = list(d[-6:])
for _ in range(6):
    y1 = model.predict(np.array(seq[-6:]).reshape(1, 6, 1), verbose=0)
    seq.append(y1[0, 0])
print(seq[-6:])
