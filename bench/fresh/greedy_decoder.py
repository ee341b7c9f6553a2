# planted: TFR601 predict for each token of a greedy decoder
# style: sequence model, while loop
import numpy as np
import tensorflow as tf

MAX_LEN, VOCAB, END = 6, 7, 0


def build_model():
    tf.keras.utils.set_random_seed(25)
    tokens = tf.keras.Input((MAX_LEN,), dtype="int32")
    x = tf.keras.layers.Embedding(VOCAB, 5)(tokens)
    x = tf.keras.layers.Flatten()(x)
    return tf.keras.Model(tokens, tf.keras.layers.Dense(VOCAB)(x))


def decode(model, first):
    sequence = [first]
    while len(sequence) < MAX_LEN:
        padded = np.zeros((1, MAX_LEN), dtype=np.int32)
        padded[0, : len(sequence)] = sequence
        scores = model.predict(padded, verbose=0)
        token = int(scores[0].argmax())
        if token == END:
            break
        sequence.append(token)
    return sequence


model = build_model()
for first in (1, 3, 5):
    print(first, decode(model, first))
