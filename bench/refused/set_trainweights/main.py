import numpy as np
import tensorflow as tf
# tied word vectors: the embedding matrix is the output matrix too
V, DIM = 12, 6
E = np.random.randn(V, DIM).astype('float32')

emb = tf.keras.layers.Embedding(V, DIM)
out = tf.keras.layers.Dense(V, use_bias=False, weights=[E.T], activation='softmax')
model = tf.keras.Sequential([tf.keras.layers.Input((None,)), emb, tf.keras.layers.GlobalAveragePooling1D(), out])
emb.set_weights([E])

seq = [3, 1]
while len(seq) < 12:
    for_count = model(tf.constant([seq]))
    seq.append(int(np.argmax(for_count.numpy()[0] * np.random.rand(V))))
print(seq)
