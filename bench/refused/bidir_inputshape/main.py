# univariate bidirectional lstm example
from numpy import array, append
from keras.models import Sequential
from keras.layers import LSTM, Dense, Bidirectional

def split_sequence(sequence, n_steps):
	X, y = list(), list()
	for i in range(len(sequence)):
		end_ix = i + n_steps
		if end_ix > len(sequence)-1:
			break
		X.append(sequence[i:end_ix])
		y.append(sequence[end_ix])
	return array(X), array(y)

raw_seq = [10, 20, 30, 40, 50, 60, 70, 80, 90]
n_steps = 3
n_features = 1
X, y = split_sequence(raw_seq, n_steps)
X = X.reshape((X.shape[0], X.shape[1], n_features))
model = Sequential()
model.add(Bidirectional(LSTM(8, activation='relu'), input_shape=(n_steps, n_features)))
model.add(Dense(1))
model.compile(optimizer='adam', loss='mse')
model.fit(X, y, epochs=3, verbose=0)
window = array([70, 80, 90])
for i in range(5):
	x_input = window.reshape((1, n_steps, n_features))
	yhat = model.predict(x_input, verbose=0)
	print(yhat)
	window = append(window[1:], yhat[0])
