import numpy as np
from keras import backend as K
from keras.layers import Dense, Dropout, LSTM
from keras.models import Sequential


def root_mean_squared_error(y_true, y_pred):
    return K.sqrt(K.mean(K.square(y_pred - y_true)))


prices = np.cumsum(np.random.randn(160)) + 100
mn, mx = prices.min(), prices.max()
scaled = (prices - mn) / (mx - mn)

X_train, y_train = [], []
for i in range(20, 130):
    X_train.append(scaled[i - 20:i])
    y_train.append(scaled[i])
X_train, y_train = np.array(X_train)[:, :, np.newaxis], np.array(y_train)

model = Sequential()
model.add(LSTM(units=8, return_sequences=True, input_shape=(20, 1)))
model.add(Dropout(0.2))
model.add(LSTM(units=8))
model.add(Dense(units=1))
model.compile(optimizer='adam', loss=root_mean_squared_error)
model.fit(X_train, y_train, epochs=1, batch_size=32, verbose=0)

# predict the next 10 days, each one fed back
current = scaled[110:130].reshape(20, 1)
days = []
for _ in range(10):
    pred = model.predict(current[np.newaxis, :, :], verbose=0)
    days.append(pred[0, 0] * (mx - mn) + mn)
    current = np.append(current[1:], pred, axis=0)
print(days)
