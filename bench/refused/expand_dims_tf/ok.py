import collections
import numpy as np
import tensorflow as tf

W = 16
COMMANDS = np.array(['down', 'go', 'left', 'no', 'right', 'stop', 'up', 'yes'])

inp = tf.keras.Input((W,))
h = tf.keras.layers.Reshape((W, 1))(inp)
h = tf.keras.layers.Conv1D(4, 3, activation='relu')(h)
h = tf.keras.layers.GlobalMaxPooling1D()(h)
h = tf.keras.layers.Dense(len(COMMANDS), activation='softmax')(h)
reader = tf.keras.Model(inp, h)

# "microphone"
stream = np.random.randn(60)
recent = collections.deque(maxlen=3)
for start in range(0, len(stream) - W, 4):
    window = stream[start:start + W]
    probs = reader(tf.constant(window[None], tf.float32))
    recent.append(COMMANDS[int(tf.argmax(probs[0]))])
    top, n = collections.Counter(recent).most_common(1)[0]
    if n == 3:
        print(start, 'heard:', top)
