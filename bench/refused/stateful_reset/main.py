from numpy import array
import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, LSTM, Input

# frame a sequence as a supervised learning problem
def timeseries_to_supervised(data, lag=1):
    X = [data[i] for i in range(len(data) - lag)]
    y = [data[i + lag] for i in range(len(data) - lag)]
    return array(X), array(y)

def fit_lstm(X, y, batch_size, nb_epoch, neurons):
    X = X.reshape(X.shape[0], 1, 1)
    model = Sequential()
    model.add(Input(batch_shape=(batch_size, 1, 1)))
    model.add(LSTM(neurons, stateful=True))
    model.add(Dense(1))
    model.compile(loss='mean_squared_error', optimizer='adam')
    for i in range(nb_epoch):
        model.fit(X, y, epochs=1, batch_size=batch_size, verbose=0, shuffle=False)
    model.reset_states()
    return model

series = np.sin(np.linspace(0, 10, 40))
X, y = timeseries_to_supervised(series)
lstm_model = fit_lstm(X[:30], y[:30], 1, 2, 4)

# walk-forward validation on the test data
model = lstm_model
predictions = list()
seed = X[30]
for i in range(8):
    yhat = model.predict(seed.reshape(1, 1, 1), batch_size=1)
    predictions.append(yhat[0, 0])
    expected = y[30 + i]
    print('Month=%d, Predicted=%f, Expected=%f' % (i + 1, yhat[0, 0], expected))
    seed = yhat[0]
