import time
import random
from collections import deque
import numpy as np
import tensorflow as tf
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, Dropout, LSTM, BatchNormalization

SEQ_LEN = 60
FUTURE_PERIOD_PREDICT = 3
EPOCHS = 1
BATCH_SIZE = 16
NAME = f"crypto-{SEQ_LEN}-SEQ-{int(time.time())}.model"


def classify(current, future):
    return 1 if float(future) > float(current) else 0


def preprocess(df):
    sequential_data = []
    prev_days = deque(maxlen=SEQ_LEN)
    for k in range(len(df) - FUTURE_PERIOD_PREDICT):
        prev_days.append(df[k])
        if len(prev_days) == SEQ_LEN:
            sequential_data.append([np.array(prev_days), classify(df[k, 0], df[k + FUTURE_PERIOD_PREDICT, 0])])
    random.shuffle(sequential_data)
    X, y = zip(*sequential_data)
    return np.array(X), np.array(y)


main_df = np.cumsum(np.random.randn(100, 2), axis=0)
train_x, train_y = preprocess(main_df)

model = Sequential()
model.add(LSTM(8, input_shape=(train_x.shape[1:]), return_sequences=True))
model.add(Dropout(0.2))
model.add(BatchNormalization())
model.add(LSTM(8))
model.add(Dense(2, activation='softmax'))
model.compile(loss='sparse_categorical_crossentropy', optimizer='adam', metrics=['accuracy'])
history = model.fit(train_x, train_y, batch_size=BATCH_SIZE, epochs=EPOCHS, verbose=0)
model.save(NAME)

buf = main_df.copy()
wallet = 100.
for tick in range(8):
    prediction = model.predict(buf[-60:].reshape(1, 60, 2))
    wallet *= 1.01 if prediction[0].argmax() == 1 else 0.99
    buf = np.vstack([buf, buf[-1] + np.random.randn(2)])
print(wallet)
