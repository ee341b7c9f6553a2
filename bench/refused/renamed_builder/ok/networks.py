from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, LeakyReLU


def build_generator(latent_dim):
    m = Sequential()
    m.add(Dense(8, input_dim=latent_dim))
    m.add(LeakyReLU())
    m.add(Dense(4))
    return m


def build_discriminator():
    m = Sequential()
    m.add(Dense(8, input_dim=4))
    m.add(LeakyReLU())
    m.add(Dense(1, activation='sigmoid'))
    return m
