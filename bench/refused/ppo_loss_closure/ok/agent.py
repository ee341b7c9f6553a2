import tensorflow as tf
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Input, Dense
from tensorflow.keras.models import Model
from tensorflow.keras.optimizers import Adam

LOSS_CLIPPING = 0.2
ENTROPY_LOSS = 5e-3


def proximal_policy_optimization_loss(advantage, old_prediction):
    def loss(y_true, y_pred):
        prob = y_true * y_pred
        old_prob = y_true * old_prediction
        r = prob / (old_prob + 1e-10)
        return -K.mean(K.minimum(r * advantage, K.clip(r, 1 - LOSS_CLIPPING, 1 + LOSS_CLIPPING) * advantage)
                       + ENTROPY_LOSS * -(prob * K.log(prob + 1e-10)))
    return loss


class PPOAgent(object):
    def __init__(self, state_dim, n_actions):
        state_input = Input(shape=(state_dim,))
        advantage = Input(shape=(1,))
        old_prediction = Input(shape=(n_actions,))
        x = Dense(16, activation='tanh')(state_input)
        out = Dense(n_actions, activation='softmax', name='output')(x)
        self.actor = Model(inputs=[state_input, advantage, old_prediction], outputs=[out])
        self.actor.compile(optimizer=Adam(1e-3),
                           loss=[proximal_policy_optimization_loss(advantage=1.0,
                                                                   old_prediction=0.5)])

    def train(self, states, adv, old, actions):
        self.actor.fit([states, adv, old], [actions], batch_size=8, epochs=1, verbose=0)
