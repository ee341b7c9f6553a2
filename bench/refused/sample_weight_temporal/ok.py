import numpy as np
from keras.models import Model
from keras.layers import Input, Embedding, LSTM, TimeDistributed, Dense, Bidirectional

MAX_LEN, WORDS, TAGS = 8, 30, 5
X = np.random.randint(1, WORDS, (50, MAX_LEN))
Y = np.random.randint(0, TAGS, (50, MAX_LEN, 1))
W = np.ones((50, MAX_LEN))
W[:, 6:] = 0.

w_in = Input(shape=(MAX_LEN,), dtype='int32')
emb = Embedding(WORDS, 8)(w_in)
h = Bidirectional(LSTM(6, return_sequences=True))(emb)
tagger = Model(w_in, TimeDistributed(Dense(TAGS, activation='softmax'))(h))
tagger.compile(optimizer='rmsprop', loss='sparse_categorical_crossentropy')
tagger.fit(X, Y, sample_weight=W, epochs=1, verbose=0)

for sent in X[:6]:
    sent = sent[np.newaxis, :]
    tags = tagger.predict(sent, verbose=0).argmax(-1)[0]
    print(list(zip(sent[0].tolist(), tags.tolist())))
