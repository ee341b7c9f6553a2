import numpy as np
import tensorflow as tf

def step_decay(epoch):
    if epoch < 1:
        return 1
    return 0.1

sentences = ['i am happy', 'i am sad', 'what a day', 'such a bad day']
vocab = {w: i + 1 for i, w in enumerate(sorted(set(' '.join(sentences).split())))}
seqs = tf.keras.preprocessing.sequence.pad_sequences([[vocab[w] for w in s.split()] for s in sentences], maxlen=4)
labels = np.array([1, 0, 1, 0])

model = tf.keras.Sequential([
    tf.keras.layers.Embedding(len(vocab) + 1, 4),
    tf.keras.layers.GlobalAveragePooling1D(),
    tf.keras.layers.Dense(1, activation='sigmoid')])
model.compile(optimizer='sgd', loss='binary_crossentropy', metrics=['acc'])
model.fit(seqs, labels, epochs=2, verbose=0, callbacks=[tf.keras.callbacks.LearningRateScheduler(step_decay)])

while sentences:
    s = sentences.pop()
    ids = [[vocab[w] for w in s.split()]]
    print(s, model.predict(np.array(ids), verbose=0)[0])
