import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, LeakyReLU
from tensorflow.keras.optimizers import Adam


class GAN():
    def __init__(self):
        self.latent_dim = 5
        self.discriminator = self.build_discriminator()
        self.discriminator.compile(loss='binary_crossentropy', optimizer=Adam(0.0002, 0.5))
        self.generator = self.build_generator()

    def build_generator(self):
        m = Sequential()
        m.add(Dense(8, input_dim=self.latent_dim))
        m.add(LeakyReLU(0.2))
        m.add(Dense(2))
        return m

    def build_discriminator(self):
        m = Sequential()
        m.add(Dense(8, input_dim=2))
        m.add(LeakyReLU(0.2))
        m.add(Dense(1, activation='sigmoid'))
        return m

    def pretrain(self, real):
        loss = self.discriminator.train_on_batch(real, np.ones((len(real), 1)))
        print('pretrain [D loss: %f]' % loss[0])

    def train(self, epochs, batch_size=8):
        real = np.random.randn(64, 2) + 3
        self.pretrain(real)
        for epoch in range(epochs):
            idx = np.random.randint(0, 64, batch_size)
            noise = np.random.normal(0, 1, (batch_size, self.latent_dim))
            fakes = self.generator.predict(noise, verbose=0)
            self.discriminator.train_on_batch(real[idx], np.ones((batch_size, 1)))
            self.discriminator.train_on_batch(fakes, np.zeros((batch_size, 1)))


if __name__ == '__main__':
    GAN().train(3)
