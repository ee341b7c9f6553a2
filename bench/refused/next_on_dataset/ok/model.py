import tensorflow as tf


class Captioner(tf.keras.Model):
    def __init__(self, vocab):
        super().__init__()
        self.proj = tf.keras.layers.Dense(8)
        self.emb = tf.keras.layers.Embedding(vocab, 8)
        self.rnn = tf.keras.layers.GRU(8, return_sequences=True)
        self.out = tf.keras.layers.Dense(vocab, activation='softmax')

    def call(self, inputs):
        feats, words = inputs
        return self.out(self.rnn(self.emb(words), initial_state=self.proj(feats)))
