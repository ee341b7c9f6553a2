from numpy import array, argmax
import numpy as np
from tensorflow.keras.preprocessing.text import Tokenizer
from keras.preprocessing.sequence import pad_sequences
from keras.utils import to_categorical
from keras.models import Model
from keras.layers import Input, Dense, LSTM, Embedding, add

descriptions = {'img%d' % i: 'startseq %s %s endseq' % (a, b) for i, (a, b) in enumerate(
    [('dog', 'running'), ('cat', 'sleeping'), ('man', 'walking'), ('dog', 'sleeping')])}
features = {k: np.random.rand(1, 16) for k in descriptions}


def create_sequences(tokenizer, max_length, vocab_size):
    X1, X2, y = list(), list(), list()
    for key, desc in descriptions.items():
        seq = tokenizer.texts_to_sequences([desc])[0]
        for i in range(1, len(seq)):
            in_seq, out_seq = seq[:i], seq[i]
            X1.append(features[key][0])
            X2.append(pad_sequences([in_seq], maxlen=max_length)[0])
            y.append(to_categorical([out_seq], num_classes=vocab_size)[0])
    return array(X1), array(X2), array(y)


def define_model(vocab_size, max_length):
    inputs1 = Input(shape=(16,))
    fe2 = Dense(8, activation='relu')(inputs1)
    inputs2 = Input(shape=(max_length,))
    se1 = Embedding(vocab_size, 8, mask_zero=True)(inputs2)
    se3 = LSTM(8)(se1)
    decoder = Dense(8, activation='relu')(add([fe2, se3]))
    outputs = Dense(vocab_size, activation='softmax')(decoder)
    model = Model(inputs=[inputs1, inputs2], outputs=outputs)
    model.compile(loss='categorical_crossentropy', optimizer='adam')
    return model


def word_for_id(integer, tokenizer):
    for word, index in tokenizer.word_index.items():
        if index == integer:
            return word
    return None


def generate_desc(model, tokenizer, photo, max_length):
    in_text = 'startseq'
    for i in range(max_length):
        sequence = tokenizer.texts_to_sequences([in_text])[0]
        sequence = pad_sequences([sequence], maxlen=max_length)
        yhat = model.predict([photo, sequence], verbose=0)
        word = word_for_id(argmax(yhat), tokenizer)
        if word is None:
            break
        in_text += ' ' + word
        if word == 'endseq':
            break
    return in_text


tokenizer = Tokenizer()
tokenizer.fit_on_texts(descriptions.values())
vocab_size = len(tokenizer.word_index) + 1
max_length = 6
X1, X2, y = create_sequences(tokenizer, max_length, vocab_size)
model = define_model(vocab_size, max_length)
model.fit([X1, X2], y, epochs=1, verbose=0)
for k in descriptions:
    print(k, generate_desc(model, tokenizer, features[k], max_length))
