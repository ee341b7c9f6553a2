import config
import numpy as np
from keras.models import Sequential
from keras.layers import Embedding, LSTM, Dense

np.random.seed(7)
X = np.random.randint(1, config.VOCAB, size=(64, config.MAX_LEN))
Y = (X.mean(axis=1) > config.VOCAB / 2).astype('float32')

model = Sequential()
model.add(Embedding(config.VOCAB, config.EMB))
model.add(LSTM(8))
model.add(Dense(1, activation='sigmoid'))
model.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])
model.fit(X, Y, epochs=1, batch_size=16, verbose=0)

for review in X[:5]:
    score = model.predict(review.reshape(1, -1), verbose=0)
    print('positive' if score[0][0] > 0.5 else 'negative')
