import numpy as np
from keras.models import Sequential
from keras.layers import LSTM, Dense

X = np.random.rand(40, 5, 2)
y = X[:, -1, 0]
X_val, y_val = X[30:], y[30:]
model = Sequential()
model.add(LSTM(5, input_shape=(5, 2)))
model.add(Dense(1))
model.compile(loss='mae', optimizer='adam')
history = model.fit(X[:30], y[:30], epochs=1, batch_size=10, validation_data=[X_val, y_val], verbose=0, shuffle=False)
print(history.history['val_loss'])
for i in range(6):
    pred = model.predict(X_val[i].reshape(1, 5, 2), verbose=0)
    print(pred[0, 0], y_val[i])
