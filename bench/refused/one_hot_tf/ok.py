import random
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Input, Dense, Multiply

frames_input = Input((9,), name='frames')
actions_input = Input((1,), name='act', dtype='int32')
hidden = Dense(16, activation='relu')(frames_input)
output = Dense(4)(hidden)
action_one_hot = tf.keras.ops.one_hot(actions_input[:, 0], 4)
filtered_output = Multiply()([output, action_one_hot])

online = tf.keras.Model(frames_input, output)
trainer = tf.keras.Model([frames_input, actions_input], filtered_output)
trainer.compile(tf.keras.optimizers.RMSprop(0.00025), loss='mse')

replay = []
s = np.zeros(9)
for step in range(12):
    s_arr = tf.constant(s.reshape(1, 9), dtype=tf.float32)
    qs = online(s_arr)
    a = int(np.argmax(qs)) if random.random() > .2 else random.randrange(4)
    s2 = np.random.rand(9)
    replay.append((s, a, random.random(), s2))
    s = s2
    if len(replay) >= 8 and step % 4 == 0:
        batch = random.sample(replay, 4)
        st = np.array([b[0] for b in batch]); ac = np.array([[b[1]] for b in batch])
        tgt = np.eye(4)[ac[:, 0]] * np.array([b[2] for b in batch])[:, None]
        print(step, trainer.train_on_batch([st, ac], tgt))
