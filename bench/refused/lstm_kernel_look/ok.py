import sys
import numpy
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, Dropout, LSTM

raw_text = open(__file__).read().lower()[:400]
chars = sorted(list(set(raw_text)))
char_to_int = dict((c, i) for i, c in enumerate(chars))
int_to_char = dict((i, c) for i, c in enumerate(chars))
n_chars = len(raw_text)
n_vocab = len(chars)
seq_length = 20
dataX = []
dataY = []
for i in range(0, n_chars - seq_length, 1):
    seq_in = raw_text[i:i + seq_length]
    seq_out = raw_text[i + seq_length]
    dataX.append([char_to_int[char] for char in seq_in])
    dataY.append(char_to_int[seq_out])
n_patterns = len(dataX)
print("Total Patterns: ", n_patterns)
X = numpy.reshape(dataX, (n_patterns, seq_length, 1))
X = X / float(n_vocab)
y = numpy.eye(n_vocab)[dataY]
rnn = LSTM(8, input_shape=(X.shape[1], X.shape[2]))
model = Sequential()
model.add(rnn)
model.add(Dropout(0.2))
model.add(Dense(y.shape[1], activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='adam')
model.fit(X, y, epochs=1, batch_size=64, verbose=0)
# spectral radius of the recurrent part, to see if it explodes
rk = rnn.cell.recurrent_kernel
w = numpy.array(rk)
for k, gate in enumerate("ifco"):
    print(gate, numpy.abs(numpy.linalg.eigvals(w[:, k * 8:(k + 1) * 8])).max())
start = numpy.random.randint(0, len(dataX) - 1)
pattern = dataX[start]
print("Seed:")
print("\"", ''.join([int_to_char[value] for value in pattern]), "\"")
# generate characters
for i in range(20):
    pattern_arr = numpy.reshape(pattern, (1, len(pattern), 1)) / float(n_vocab)
    out = model.predict(pattern_arr, verbose=0)
    index = numpy.argmax(out)
    sys.stdout.write(int_to_char[index])
    pattern.append(index)
    pattern = pattern[1:len(pattern)]
print("\nDone.")
