import tensorflow as tf
import numpy as np

VOCAB = list('abcdefgh ')
UNITS = 12


class CharModel(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.emb = tf.keras.layers.Embedding(len(VOCAB), 8)
        self.gru = tf.keras.layers.GRU(UNITS, return_sequences=True, return_state=True)
        self.fc = tf.keras.layers.Dense(len(VOCAB))

    def call(self, inputs):
        ids, state = inputs
        y, state = self.gru(self.emb(ids), initial_state=state)
        return self.fc(y), state


step_model = CharModel()
optimizer = tf.keras.optimizers.Adam(0.01)
ids = tf.constant(np.random.randint(0, len(VOCAB), (4, 10)))
with tf.GradientTape() as tape:
    out, _ = step_model((ids[:, :-1], tf.zeros((4, UNITS))))
    loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(ids[:, 1:], out, from_logits=True))
optimizer.apply_gradients(zip(tape.gradient(loss, step_model.trainable_variables), step_model.trainable_variables))
print('slots:', len(optimizer.variables()))

text, state, cur = '', tf.zeros((1, UNITS)), tf.constant([[0]])
for _ in range(12):
    logit, state = step_model((cur, state))
    cur = tf.random.categorical(logit[:, -1], 1, dtype=tf.int32)
    text += VOCAB[int(cur[0, 0])]
print(text)
