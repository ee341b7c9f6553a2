from keras.models import Sequential, Model
from keras.layers import Dense, LeakyReLU, Input
from keras.optimizers import Adam
import numpy as np

latent_dim = 8
data_dim = 12
optimizer = Adam(0.0002, 0.5)

generator = Sequential([
    Dense(16, input_dim=latent_dim),
    LeakyReLU(0.2),
    Dense(data_dim, activation='tanh')])

discriminator = Sequential([
    Dense(16, input_dim=data_dim),
    LeakyReLU(0.2),
    Dense(1, activation='sigmoid')])
discriminator.compile(loss='binary_crossentropy', optimizer=optimizer)

encoder = Sequential([Dense(latent_dim, activation='relu', input_dim=data_dim)])
z = Input(shape=(data_dim,))
autoencoder = Model(z, generator(encoder(z)))
autoencoder.compile(loss='mse', optimizer=optimizer)

X_train = np.random.uniform(-1, 1, (64, data_dim)).astype('float32')

# warm up: first the discriminator against noise, then the generator as a decoder
noise_data = np.random.uniform(-1, 1, (64, data_dim))
discriminator.fit(np.vstack([X_train, noise_data]), np.hstack([np.ones(64), np.zeros(64)]), epochs=1, verbose=0)
autoencoder.fit(X_train, X_train, epochs=1, verbose=0)

batch_size = 16
for epoch in range(5):
    idx = np.random.randint(0, X_train.shape[0], batch_size)
    noise = np.random.normal(0, 1, (batch_size, latent_dim))
    gen_imgs = generator.predict(noise, verbose=0)
    d_loss_real = discriminator.train_on_batch(X_train[idx], np.ones((batch_size, 1)))
    d_loss_fake = discriminator.train_on_batch(gen_imgs, np.zeros((batch_size, 1)))
    print('%d [D loss: %f / %f]' % (epoch, d_loss_real, d_loss_fake))
