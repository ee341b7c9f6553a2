import numpy as np
import tensorflow as tf

clips = np.empty(3, dtype=object)
for c in range(3):
    clips[c] = np.random.rand(np.random.randint(2, 4), 12, 12, 1).astype('float32')

model = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3, input_shape=(12, 12, 1)),
                             tf.keras.layers.Flatten(), tf.keras.layers.Dense(2, activation='softmax')])
for clip in clips:
    votes = []
    for frame in clip:
        p = model(frame[None])
        votes.append(int(np.argmax(p)))
    print(len(clip), votes)
