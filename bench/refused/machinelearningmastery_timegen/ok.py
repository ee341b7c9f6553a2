# univariate multi step forecasting with a generator
from numpy import array
from keras.models import Sequential
from keras.layers import Dense
from keras.layers import LSTM
from tensorflow.keras.preprocessing.sequence import TimeseriesGenerator

series = array([float(i) for i in range(1, 41)]) / 40.
n_features = 1
series = series.reshape((len(series), n_features))
n_input = 3
generator = TimeseriesGenerator(series, series, length=n_input, batch_size=8)
model = Sequential()
model.add(LSTM(10, activation='relu', input_shape=(n_input, n_features)))
model.add(Dense(1))
model.compile(optimizer='adam', loss='mse')
model.fit(generator, epochs=2, verbose=0)

history = [x for x in series]
for step in range(6):
    x_input = array(history[-n_input:]).reshape((1, n_input, n_features))
    yhat = model.predict(x_input, verbose=0)
    history.append(yhat[0])
    print('>%d %.3f' % (step + 1, yhat[0, 0]))
