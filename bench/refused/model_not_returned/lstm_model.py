from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import LSTM, Dropout, Dense


def build_model(steps, n_vocab):
    model = Sequential()
    model.add(LSTM(8, input_shape=(steps, n_vocab)))
    model.add(Dropout(0.2))
    model.add(Dense(n_vocab, activation='softmax'))
    model.compile(loss='sparse_categorical_crossentropy', optimizer='adam')
