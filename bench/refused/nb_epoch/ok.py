'''learn the alphabet'''
import numpy
from keras.models import Sequential
from keras.layers import Dense
from keras.layers import LSTM
# fix random seed for reproducibility
numpy.random.seed(7)
alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
char_to_int = dict((c, i) for i, c in enumerate(alphabet))
int_to_char = dict((i, c) for i, c in enumerate(alphabet))
dataX = [char_to_int[c] for c in alphabet[:-1]]
dataY = [char_to_int[c] for c in alphabet[1:]]
X = numpy.reshape(dataX, (len(dataX), 1, 1)) / float(len(alphabet))
y = numpy.eye(26)[dataY]
model = Sequential()
model.add(LSTM(8, input_shape=(X.shape[1], X.shape[2])))
model.add(Dense(y.shape[1], activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='adam')
model.fit(X, y, epochs=2, batch_size=8, verbose=0)
for pattern in dataX[:10]:
	x = numpy.reshape(pattern, (1, 1, 1)) / float(len(alphabet))
	nxt = model.predict(x, batch_size=1, verbose=0)
	print(int_to_char[pattern], "->", int_to_char[int(numpy.argmax(nxt))])
