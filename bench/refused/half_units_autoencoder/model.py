from tensorflow.keras.layers import Input, Dense
from tensorflow.keras.models import Model


def build_autoencoder(n_in, n_hidden):
    inp = Input(shape=(n_in,))
    h = Dense(n_hidden, activation='relu')(inp)
    code = Dense(n_hidden / 2, activation='relu')(h)
    h = Dense(n_hidden, activation='relu')(code)
    out = Dense(n_in, activation='linear')(h)
    return Model(inp, out), Model(inp, code)
