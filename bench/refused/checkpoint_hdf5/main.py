import numpy as np
import os
import tempfile
from keras.callbacks import ModelCheckpoint
from keras.models import Sequential
from keras.layers import Dense, LSTM, Activation

notes = np.random.randint(0, 12, 120)
n_vocab = 12
sequence_length = 8
network_input = np.array([notes[i:i + sequence_length] for i in range(len(notes) - sequence_length)])
network_output = np.eye(n_vocab)[notes[sequence_length:]]


def create_network():
    model = Sequential()
    model.add(LSTM(12, input_shape=(sequence_length, 1)))
    model.add(Dense(n_vocab))
    model.add(Activation('softmax'))
    model.compile(loss='categorical_crossentropy', optimizer='rmsprop')
    return model


def train(model):
    filepath = os.path.join(tempfile.mkdtemp(), "weights-improvement-{epoch:02d}-{loss:.4f}-bigger.hdf5")
    checkpoint = ModelCheckpoint(filepath, monitor='loss', verbose=0, save_best_only=True, mode='min')
    callbacks_list = [checkpoint]
    model.fit(network_input[..., None] / float(n_vocab), network_output, epochs=1, batch_size=64,
              callbacks=callbacks_list, verbose=0)


def generate_notes(model):
    pattern = list(network_input[np.random.randint(0, len(network_input) - 1)])
    prediction_output = []
    # generate 15 notes
    for note_index in range(15):
        guess = model.predict(np.expand_dims(np.array(pattern).reshape(-1, 1) / float(n_vocab), 0), verbose=0)
        index = np.argmax(guess)
        prediction_output.append(index)
        pattern.append(index)
        pattern = pattern[1:len(pattern)]
    return prediction_output


model = create_network()
train(model)
print(generate_notes(model))
