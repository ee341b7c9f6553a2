import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense, LSTM as CuDNNLSTM, Embedding
from tensorflow.keras.models import Sequential

lyrics = """row row row your boat gently down the stream
merrily merrily merrily merrily life is but a dream""".split()
vocab = sorted(set(lyrics))
w2i = {w: i for i, w in enumerate(vocab)}
i2w = {i: w for w, i in w2i.items()}
maxlen = 3

seqs = [[w2i[w] for w in lyrics[i:i + maxlen]] for i in range(len(lyrics) - maxlen)]
nxt = [w2i[lyrics[i + maxlen]] for i in range(len(lyrics) - maxlen)]

model = Sequential()
model.add(Embedding(len(vocab), 8))
model.add(CuDNNLSTM(16))
model.add(Dense(len(vocab), activation='softmax'))
model.compile(loss='sparse_categorical_crossentropy', optimizer='rmsprop')
model.fit(np.array(seqs), np.array(nxt), epochs=3, verbose=0)

generated = list(lyrics[:maxlen])
for i in range(12):
    x_pred = np.array([[w2i[w] for w in generated[-maxlen:]]])
    prediction = model.predict(x_pred)[0]
    generated.append(i2w[int(np.argmax(prediction))])
print(' '.join(generated))
