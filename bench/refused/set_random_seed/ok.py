import random
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import LSTM, Dense, Input
from tensorflow.keras.models import Model

random.seed(1)
np.random.seed(1)
tf.random.set_seed(1)

pairs = [('abc', 'cba'), ('bca', 'acb'), ('cab', 'bac'), ('aab', 'baa')]
itok = sorted(set('abc'))
otok = ['\t', '\n'] + itok
iix, oix = {c: i for i, c in enumerate(itok)}, {c: i for i, c in enumerate(otok)}
enc = np.zeros((4, 3, len(itok)), 'float32')
dec = np.zeros((4, 4, len(otok)), 'float32')
tgt = np.zeros((4, 4, len(otok)), 'float32')
for n, (a, b) in enumerate(pairs):
    for t, c in enumerate(a):
        enc[n, t, iix[c]] = 1
    for t, c in enumerate('\t' + b):
        dec[n, t, oix[c]] = 1
    for t, c in enumerate(b + '\n'):
        tgt[n, t, oix[c]] = 1

latent = 8
encoder_inputs = Input(shape=(None, len(itok)))
_, h, c = LSTM(latent, return_state=True)(encoder_inputs)
decoder_inputs = Input(shape=(None, len(otok)))
lstm = LSTM(latent, return_sequences=True, return_state=True)
y, _, _ = lstm(decoder_inputs, initial_state=[h, c])
dense = Dense(len(otok), activation='softmax')
model = Model([encoder_inputs, decoder_inputs], dense(y))
model.compile('rmsprop', 'categorical_crossentropy')
model.fit([enc, dec], tgt, epochs=1, verbose=0)

encoder_model = Model(encoder_inputs, [h, c])
dh, dc = Input((latent,)), Input((latent,))
y2, h2, c2 = lstm(decoder_inputs, initial_state=[dh, dc])
decoder_model = Model([decoder_inputs, dh, dc], [dense(y2), h2, c2])


def decode_sequence(input_seq):
    h, c = encoder_model.predict(input_seq, verbose=0)
    target_seq = np.zeros((1, 1, len(otok)))
    target_seq[0, 0, oix['\t']] = 1.
    decoded = ''
    while True:
        out, h, c = decoder_model.predict([target_seq, h, c], verbose=0)
        ch = otok[int(np.argmax(out[0, -1]))]
        decoded += ch
        if ch == '\n' or len(decoded) > 5:
            return decoded
        target_seq = np.zeros((1, 1, len(otok)))
        target_seq[0, 0, oix[ch]] = 1.


for seq_index in range(3):
    print(pairs[seq_index][0], repr(decode_sequence(enc[seq_index:seq_index + 1])))
