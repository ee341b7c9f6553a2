import tensorflow as tf


class TinyLM(tf.keras.Model):
    def __init__(self, vocab, d):
        super().__init__()
        self.emb = tf.keras.layers.Embedding(vocab, d)
        self.att = tf.keras.layers.MultiHeadAttention(num_heads=2, key_dim=d)
        self.norm = tf.keras.layers.LayerNormalization()
        self.out = tf.keras.layers.Dense(vocab)

    def call(self, x):
        h = self.emb(x)
        h = self.norm(h + self.att(h, h, use_causal_mask=True))
        return self.out(h)
