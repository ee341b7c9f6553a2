'''VAE demo: trains on noise and then walks over the latent grid'''
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models

original_dim = 16
latent_dim = 2
intermediate_dim = 12


class Sampling(layers.Layer):
    """Uses (z_mean, z_log_var) to sample z"""
    def call(self, inputs):
        z_mean, z_log_var = inputs
        epsilon = tf.random.normal(shape=tf.shape(z_mean))
        return z_mean + tf.exp(0.5 * z_log_var) * epsilon


# encoder
x = layers.Input(shape=(original_dim,))
h = layers.Dense(intermediate_dim, activation='relu')(x)
z_mean = layers.Dense(latent_dim)(h)
z_log_var = layers.Dense(latent_dim)(h)
z = Sampling()([z_mean, z_log_var])
encoder = models.Model(x, [z_mean, z_log_var, z], name='encoder')

# decoder
latent_inputs = layers.Input(shape=(latent_dim,), name='z_sampling')
d = layers.Dense(intermediate_dim, activation='relu')(latent_inputs)
d = layers.Dense(original_dim, activation='sigmoid')(d)
decoder = models.Model(latent_inputs, d, name='decoder')

# vae
outputs = decoder(encoder(x)[2])
vae = models.Model(x, outputs, name='vae')
vae.compile(optimizer='rmsprop', loss='mse')

x_train = np.random.rand(64, original_dim).astype('float32')
vae.fit(x_train, x_train, epochs=2, batch_size=32, verbose=0)

n = 4
figure = np.zeros((4 * n, 4 * n))
grid_x = np.linspace(-2, 2, n)
grid_y = np.linspace(-2, 2, n)[::-1]
for i, yi in enumerate(grid_x):
    for j, xi in enumerate(grid_y):
        z_sample = np.array([[xi, yi]])
        digit = decoder.predict(z_sample)
        figure[i * 4:(i + 1) * 4, j * 4:(j + 1) * 4] = digit[0].reshape(4, 4)
print(figure.round(2))
