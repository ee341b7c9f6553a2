import tensorflow as tf
from schedule import CustomSchedule
from model import TinyLM

VOCAB, D = 20, 8
data = tf.random.uniform((32, 7), 0, VOCAB, dtype=tf.int32)
lm = TinyLM(VOCAB, D)
optimizer = tf.keras.optimizers.Adam(CustomSchedule(D), beta_1=0.9, beta_2=0.98, epsilon=1e-9)
lm.compile(optimizer, tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
lm.fit(data[:, :-1], data[:, 1:], epochs=1, verbose=0)

tokens = [1, 4, 2]
for i in range(6):
    logits = lm(tf.constant([tokens]))
    tokens.append(int(tf.argmax(logits[0, -1])))
print(tokens)
