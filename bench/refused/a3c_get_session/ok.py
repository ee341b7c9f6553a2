import numpy as np
import tensorflow as tf
import tensorflow.keras.backend as K
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model


class Brain:
    def __init__(self, n_state, n_action):
        config = tf.compat.v1.ConfigProto()
        config.gpu_options.allow_growth = True
        config.log_device_placement = False
        tf.compat.v1.Session(config=config)
        self.model = self._build(n_state, n_action)

    def _build(self, n_state, n_action):
        l_input = Input((n_state,))
        l_dense = Dense(16, activation='relu')(l_input)
        out_actions = Dense(n_action, activation='softmax')(l_dense)
        model = Model(inputs=[l_input], outputs=[out_actions])
        model.compile(loss='categorical_crossentropy', optimizer='rmsprop')
        return model

    def predict_p(self, s):
        p = self.model.predict(np.array([s]), verbose=0)
        return p[0]


brain = Brain(4, 2)
total = 0.0
s = np.zeros(4)
states, acts = [], []
for t in range(25):
    p = brain.predict_p(s)
    a = np.random.choice(2, p=p / p.sum())
    states.append(s)
    acts.append(a)
    s = np.clip(s + np.random.randn(4) * (1 if a else -1), -2, 2)
    total += 1
brain.model.fit(np.array(states), np.eye(2)[acts], verbose=0)
print('reward', total)
