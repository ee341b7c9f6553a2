from numpy import array
import numpy as np
from keras.models import Sequential
from keras.layers import Dense, LSTM, Embedding

data = """ Jack and Jill went up the hill To fetch a pail of water Jack fell down and broke his crown"""
tokens = data.lower().split()
index = {w: i + 1 for i, w in enumerate(sorted(set(tokens)))}
vocab_size = len(index) + 1
encoded_all = [index[t] for t in tokens]
max_length = 3
sequences = array([encoded_all[i - 2:i + 1] for i in range(2, len(encoded_all))])
X, y = sequences[:, :-1], sequences[:, -1]
y = np.eye(vocab_size)[y]
# define model
model = Sequential()
model.add(Embedding(vocab_size, 10, input_length=max_length-1))
model.add(LSTM(10))
model.add(Dense(vocab_size, activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='adam', metrics=['accuracy'])
model.fit(X, y, epochs=2, verbose=0)

in_text = 'jack and'
for _ in range(8):
    encoded = array([[index[w] for w in in_text.split()[-2:]]])
    next_index = int(np.argmax(model.predict(encoded, verbose=0)))
    out_word = next((w for w, i in index.items() if i == next_index), 'jack')
    in_text += ' ' + out_word
print(in_text)
