import numpy as np
import tensorflow as tf

units = 8
embedding_dim = 6
vocab_inp, vocab_tar = 15, 17
BATCH = 4
inp_lang = {i: 'w%d' % i for i in range(vocab_inp)}
targ_lang = {i: 'v%d' % i for i in range(vocab_tar)}


class Encoder(tf.keras.Model):
    def __init__(self, vocab_size, embedding_dim, enc_units):
        super().__init__()
        self.enc_units = enc_units
        self.embedding = tf.keras.layers.Embedding(vocab_size, embedding_dim)
        self.gru = tf.keras.layers.GRU(enc_units, return_sequences=True, return_state=True)

    def call(self, x, hidden):
        x = self.embedding(x)
        output, state = self.gru(x, initial_state=hidden)
        return output, state

    def initialize_hidden_state(self, batch_sz):
        return self.gru.cell.get_initial_state(batch_size=batch_sz)


class Decoder(tf.keras.Model):
    def __init__(self, vocab_size, embedding_dim, dec_units):
        super().__init__()
        self.embedding = tf.keras.layers.Embedding(vocab_size, embedding_dim)
        self.gru = tf.keras.layers.GRU(dec_units, return_sequences=True, return_state=True)
        self.fc = tf.keras.layers.Dense(vocab_size)

    def call(self, x, hidden):
        x = self.embedding(x)
        output, state = self.gru(x, initial_state=hidden)
        return self.fc(output[:, -1]), state


encoder = Encoder(vocab_inp, embedding_dim, units)
decoder = Decoder(vocab_tar, embedding_dim, units)


def evaluate(sentence):
    inputs = tf.convert_to_tensor([sentence])
    result = ''
    hidden = encoder.initialize_hidden_state(1)
    enc_out, enc_hidden = encoder(inputs, hidden)
    dec_hidden = enc_hidden
    dec_input = tf.expand_dims([1], 0)
    for t in range(10):
        predictions, dec_hidden = decoder(dec_input, dec_hidden)
        predicted_id = int(tf.argmax(predictions[0]).numpy())
        result += targ_lang[predicted_id] + ' '
        if predicted_id == 2:
            return result
        dec_input = tf.expand_dims([predicted_id], 0)
    return result


print(evaluate([3, 5, 7, 2]))
