from tensorflow.keras.models import Model
from tensorflow.keras.layers import Input, Dense, ReLU
from noise import GaussianShift

class NoisyDQN:
    def __init__(self, obs, acts):
        i = Input((obs,))
        x = Dense(8)(i)
        x = GaussianShift(0.1)(x)
        x = ReLU()(x)
        self.model = Model(i, Dense(acts)(x))
        self.model.compile('adam', 'mse')
