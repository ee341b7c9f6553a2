import numpy as np
from tensorflow.keras.layers import Input, Dense, LSTM, Embedding, add
from tensorflow.keras.models import Model

photos = {i: np.random.rand(10) for i in range(8)}
captions = {i: [1, 3 + i % 4, 5, 2] for i in range(8)}
MAXLEN, VOCAB = 4, 10

def data_generator(photos, captions):
    while 1:
        for key in photos:
            seq = captions[key]
            X1, X2, y = [], [], []
            for i in range(1, len(seq)):
                pad = [0] * (MAXLEN - i) + seq[:i]
                X1.append(photos[key]); X2.append(pad); y.append(np.eye(VOCAB)[seq[i]])
            yield (np.array(X1), np.array(X2)), np.array(y)

inputs1 = Input(shape=(10,))
fe = Dense(8, activation='relu')(inputs1)
inputs2 = Input(shape=(MAXLEN,))
se = LSTM(8)(Embedding(VOCAB, 6, mask_zero=True)(inputs2))
outputs = Dense(VOCAB, activation='softmax')(Dense(8, activation='relu')(add([fe, se])))
model = Model(inputs=[inputs1, inputs2], outputs=outputs)
model.compile(loss='categorical_crossentropy', optimizer='adam')
model.fit(data_generator(photos, captions), steps_per_epoch=8, epochs=1, verbose=0)

text = [1]
for i in range(MAXLEN - 1):
    seq = np.array([[0] * (MAXLEN - len(text)) + text])
    yhat = model.predict([photos[0][None], seq], verbose=0)
    text.append(int(np.argmax(yhat)))
    if text[-1] == 2:
        break
print(text)
