import numpy as np
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model

i, target = Input((4,)), Input((1,))
model = Model(i, Dense(1)(i))
model.compile(optimizer='adam', loss='mse')
rows = np.random.rand(6, 4)
model.fit(rows, rows.sum(1), verbose=0)
for x in rows:
    x = x[None, :]
    y = model.predict(x, verbose=0)
    print(y[0, 0])
