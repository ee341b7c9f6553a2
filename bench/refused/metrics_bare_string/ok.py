import numpy as np
import tensorflow as tf

# ---- In[1]
intents = {'greeting': ['hi', 'hello there'], 'bye': ['goodbye', 'see you'], 'thanks': ['thanks a lot', 'thank you']}
words = sorted({w for ps in intents.values() for p in ps for w in p.split()})
classes = sorted(intents)

# ---- In[2]
def bag(sentence):
    s = sentence.split()
    return np.array([1.0 if w in s else 0.0 for w in words], dtype='float32')

xs = np.array([bag(p) for c in classes for p in intents[c]])
ys = np.array([i for i, c in enumerate(classes) for _ in intents[c]])

# ---- In[3]
net = tf.keras.Sequential([
    tf.keras.layers.Dense(8, activation='relu', input_shape=(len(words),)),
    tf.keras.layers.Dense(len(classes), activation='softmax')])
net.compile(loss='sparse_categorical_crossentropy', optimizer='sgd', metrics=['accuracy'])
net.fit(xs, ys, epochs=3, verbose=0)

# ---- In[4]
for line in ['hello', 'see you', 'thank you']:
    p = net.predict(bag(line)[None, :], verbose=0)[0]
    print('bot>', classes[p.argmax()])
