import tensorflow.keras.backend as K
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model


class Actor:
    def __init__(self, n_state, n_act, lr=1e-3):
        self.n_act = n_act
        inp = Input((n_state,))
        x = Dense(8, activation='relu')(inp)
        self.model = Model(inp, Dense(n_act, activation='softmax')(x))
        self.action_pl = Input(shape=(self.n_act,))
        self.advantages_pl = Input(shape=())
        self.lr = lr
