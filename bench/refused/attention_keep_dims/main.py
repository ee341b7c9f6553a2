import tensorflow as tf
import numpy as np


class AttentionPool(tf.keras.layers.Layer):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.score = tf.keras.layers.Dense(1, activation='tanh')

    def build(self, shape):
        self.score.build(shape)
        self.built = True

    def call(self, h):
        e = tf.exp(self.score(h))
        a = e / tf.reduce_sum(e, axis=1, keep_dims=True)
        return tf.reduce_sum(a * h, axis=1)


tokens = tf.keras.Input((9,), dtype='int32')
h = tf.keras.layers.Embedding(20, 5)(tokens)
z = AttentionPool()(h)
att = tf.keras.Model(tokens, tf.keras.layers.Dense(1, activation='sigmoid')(z))
att.compile('adam', 'binary_crossentropy')
docs = np.random.randint(0, 20, (12, 9))
for doc in docs:
    doc = doc.reshape(1, 9)
    weights = att.predict(doc, verbose=0)
    print(doc[0, :3], weights[0, 0])
